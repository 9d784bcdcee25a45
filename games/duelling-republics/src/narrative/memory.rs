//! What later reports remember: losses of an army by cause, what it took, seasons of a siege, masters of a province.

use crate::events::{Battles, Event, Movement, Sieges};
use engine::Chapter;
use engine::story::Ledger;

/// Folds a record.
pub(crate) fn remember(ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
    for chapter in chapters {
        let turn = chapter.phase.turn;
        for entry in &chapter.events {
            match &entry.event {
                Event::Movement(movement) => moved(ledger, turn, movement),
                Event::Sieges(siege) => {
                    if let Sieges::SiegeLostElement { army, lost } = siege.as_ref() {
                        let count = i32::try_from(lost.len()).expect("an army is small");
                        ledger.note(army, turn, "lost", "siege", count);
                    }
                }
                Event::Battles(battle) => {
                    if let Battles::BattleOver { losses, counts: true, .. } = battle.as_ref() {
                        for (army, lost) in losses {
                            let count = i32::try_from(lost.len()).expect("an army is small");
                            ledger.note(army, turn, "lost", "battle", count);
                        }
                    }
                }
                // Who was killed in a battle is counted when it is over.
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
        Movement::Captured { province, to, army, .. } => {
            ledger.note(province, turn, "master", to.word(), 0);
            ledger.note(army, turn, "took", province, 0);
        }
        Movement::Moved { .. }
        | Movement::Stayed { .. }
        | Movement::Recruited { .. }
        | Movement::Given { .. }
        | Movement::AlliesDisbanded { .. }
        | Movement::Disbanded { .. }
        | Movement::Retreated { .. }
        | Movement::Destroyed { .. } => {}
    }
}
