//! The memory for later reports: the losses of an army by cause, what it took, and when it was gone, so that a new army
//! of its name has a life of its own; who won where.

use crate::events::{Battles, Event, Movement, Sieges};
use engine::Chapter;
use engine::story::Ledger;

pub(crate) fn remember(ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
    for chapter in chapters {
        let turn = chapter.phase.turn;
        for entry in &chapter.events {
            match &entry.event {
                Event::Movement(movement) => moved(ledger, turn, movement),
                Event::Sieges(siege) => {
                    if let Sieges::SiegeLostElement { army, .. } = siege.as_ref() {
                        ledger.note(army, turn, "lost", "siege", 1);
                    }
                }
                Event::Battles(battle) => {
                    if let Battles::BattleOver { losses, counts: true, .. } = battle.as_ref() {
                        for (army, lost) in losses {
                            let count =
                                i32::try_from(lost.len()).expect("an army has few elements");
                            ledger.note(army, turn, "lost", "battle", count);
                        }
                    }
                }
                // The fallen of a battle are counted when it is over.
                Event::Fought(_)
                | Event::Sequence(_)
                | Event::Politics(_)
                | Event::Encounter(_)
                | Event::Players(_)
                | Event::Reports(_) => {}
            }
        }
    }
}

fn moved(ledger: &mut Ledger, turn: u32, movement: &Movement) {
    match movement {
        Movement::Attrition { army, causes, loses, .. } => {
            let cause = causes.first().expect("an army rolls for a cause").word();
            ledger.note(army, turn, "lost", cause, i32::from(*loses));
        }
        Movement::Captured { province, army, .. } => {
            ledger.note(army, turn, "took", province, 0);
        }
        Movement::Destroyed { army, .. } | Movement::Disbanded { army, .. } => {
            ledger.note(army, turn, "gone", "", 0);
        }
        Movement::Given { from, whole: Some(_), .. } => ledger.note(from, turn, "gone", "", 0),
        Movement::Given { whole: None, .. }
        | Movement::Moved { .. }
        | Movement::Stayed { .. }
        | Movement::Recruited { .. }
        | Movement::AlliesDisbanded { .. }
        | Movement::LossesChosen { .. }
        | Movement::Retreated { .. } => {}
    }
}
