//! The memory for later reports: masters of areas, battles for them, who fell where, Hannibal's way.

use crate::events::{BattleEvent, Event, Removal, UnitEvent};
use crate::names::{AreaId, Side, Unit};
use engine::Chapter;
use engine::story::Ledger;
use std::collections::BTreeMap;

pub(crate) fn remember(ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
    // A side that stands alone in an area for a moment in the middle of a record is not its master.
    let mut masters: BTreeMap<AreaId, (u32, &str)> = BTreeMap::new();
    for chapter in chapters {
        let turn = chapter.phase.turn;
        for entry in &chapter.events {
            match &entry.event {
                Event::Units(UnitEvent::Control { area, seat, .. }) => {
                    masters.insert(*area, (turn, seat.map_or("", Side::word)));
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
    for (area, (turn, master)) in masters {
        if ledger.last(area, "master").is_none_or(|past| past.other != master) {
            ledger.note(area, turn, "master", master, 0);
        }
    }
}
