//! What later reports remember: who broke, who beat whom, whom a General lost.

use crate::events::{Combat, Event, Movement};
use crate::names::UnitId;
use engine::Chapter;
use engine::story::Ledger;

/// Folds a record.
pub(crate) fn remember(ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
    for chapter in chapters {
        let turn = chapter.phase.turn;
        let mut last: Option<UnitId> = None;
        for entry in &chapter.events {
            match &entry.event {
                Event::Combat(Combat::Attack(attack)) => {
                    last = Some(attack.attacker);
                    ledger.note(
                        attack.attacker,
                        turn,
                        "struck",
                        attack.target,
                        attack.points.into(),
                    );
                }
                Event::Combat(Combat::Retreat { unit, .. }) => {
                    let by = last.map(|by| by.to_string()).unwrap_or_default();
                    ledger.note(unit, turn, "broke", by, 0);
                }
                Event::Combat(Combat::Holds { target, .. }) => {
                    ledger.note(target, turn, "held", "", 0);
                }
                Event::Combat(Combat::Destroyed { unit, helpers, .. }) => {
                    for helper in helpers {
                        ledger.note(helper, turn, "beat", unit, 0);
                    }
                    ledger.note("losses", turn, "lost", unit, 0);
                }
                Event::Movement(Movement::Charge { unit, .. }) => {
                    ledger.note(unit, turn, "charged", "", 0);
                }
                Event::Combat(Combat::Credit { .. } | Combat::Veteran { .. })
                | Event::Movement(Movement::Moved { .. } | Movement::Turned { .. })
                | Event::SetUp(_)
                | Event::Listing(_)
                | Event::Sequence(_) => {}
            }
        }
    }
}
