//! What later reports remember: masters of areas, battles for them, who fell where, Hannibal's way.

use crate::events::{BattleEvent, Event, Removal, UnitEvent};
use crate::names::{Side, Unit};
use engine::Chapter;
use engine::story::Ledger;

pub(crate) fn remember(ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
    for chapter in chapters {
        let turn = chapter.phase.turn;
        for entry in &chapter.events {
            match &entry.event {
                Event::Units(UnitEvent::Control { area, seat, .. }) => {
                    let master = seat.map_or("", Side::word);
                    let same = ledger.last(area, "master").is_some_and(|past| past.other == master);
                    if !same {
                        ledger.note(area, turn, "master", master, 0);
                    }
                }
                Event::Units(UnitEvent::Removed {
                    seat, unit, area, why: Removal::Battle, ..
                }) => {
                    let fallen = if *unit == Unit::Hannibal { "hannibal" } else { seat.word() };
                    ledger.note(area, turn, "fallen", fallen, 0);
                    ledger.note(seat.word(), turn, "lost", area, 0);
                }
                Event::Units(UnitEvent::Move {
                    unit: Unit::Hannibal | Unit::Escort, to, ..
                }) => {
                    ledger.note("hannibal", turn, "went", to, 0);
                }
                Event::Battle(BattleEvent::Result { area, winner, .. }) => {
                    ledger.note(area, turn, "battle", winner, 0);
                    ledger.note(winner, turn, "won", area, 0);
                }
                _ => {}
            }
        }
    }
}
