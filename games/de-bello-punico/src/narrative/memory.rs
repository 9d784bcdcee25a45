//! The memory for later reports: the units that a unit has broken in a fight.

use crate::events::{Cause, Combat, Event, Morale};
use engine::Chapter;
use engine::story::Ledger;

pub(crate) fn remember(ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
    for chapter in chapters {
        let turn = chapter.phase.turn;
        let mut pair = None;
        for entry in &chapter.events {
            match &entry.event {
                Event::Combat(Combat::Fought(fight)) => {
                    pair = Some((fight.attacker.unit, fight.defender.unit));
                }
                Event::Morale(Morale::Panic {
                    unit, cause: Cause::Combat | Cause::Charge, ..
                }) => {
                    if let Some((by, on)) = pair.filter(|(by, on)| unit == by || unit == on) {
                        ledger.note(if *unit == on { by } else { on }, turn, "broke", unit, 0);
                    }
                }
                _ => {}
            }
        }
    }
}
