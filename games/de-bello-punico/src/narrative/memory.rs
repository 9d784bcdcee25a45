//! What later reports remember: who fled from whom, who cut down whom, who held.

use crate::events::{Combat, Event, Morale};
use engine::Chapter;
use engine::story::Ledger;

/// Folds a record.
pub(crate) fn remember(ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
    for chapter in chapters {
        let turn = chapter.phase.turn;
        let mut pair = None;
        for entry in &chapter.events {
            match &entry.event {
                Event::Combat(Combat::Attack { attacker, defender, .. }) => {
                    pair = defender.map(|defender| (*attacker, defender));
                }
                Event::Combat(Combat::Fought(fight)) => {
                    let (ours, theirs) = (&fight.attacker, &fight.defender);
                    let (winner, loser) = if ours.total > theirs.total {
                        (ours.unit, theirs.unit)
                    } else {
                        (theirs.unit, ours.unit)
                    };
                    ledger.note(winner, turn, "won", loser, 0);
                }
                Event::Morale(Morale::Panic { unit, .. }) => {
                    let by = pair.map(
                        |(attacker, defender)| {
                            if defender == *unit { attacker } else { defender }
                        },
                    );
                    let by = by.map(|by| by.to_string()).unwrap_or_default();
                    ledger.note(unit, turn, "fled", &by, 0);
                    if !by.is_empty() {
                        ledger.note(&by, turn, "routed", unit, 0);
                    }
                }
                _ => {}
            }
        }
    }
}
