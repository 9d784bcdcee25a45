//! What later reports remember: who beat whom, who held against whom, who was thrown into disorder.

use crate::events::{Combat, Effect, Event, Fate, Fight};
use crate::names::Id;
use engine::Chapter;
use engine::story::Ledger;

/// Folds a record.
pub(crate) fn remember(ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
    for chapter in chapters {
        let turn = chapter.phase.turn;
        let mut fight: Option<&Fight> = None;
        for entry in &chapter.events {
            match &entry.event {
                Event::Combat(
                    Combat::Attack(new) | Combat::CounterAttack(new) | Combat::ContinuedAttack(new),
                ) => fight = Some(new),
                Event::Effect(effect) => {
                    if let Some(fight) = fight {
                        effected(ledger, turn, fight, effect);
                    }
                }
                Event::Combat(Combat::Retreat { unit, .. }) => {
                    ledger.note(unit, turn, "gave-way", "", 0);
                    fight = None;
                }
                Event::SetUp(_)
                | Event::Command(_)
                | Event::Movement(_)
                | Event::Sequence(_)
                | Event::Combat(
                    Combat::Announced { .. }
                    | Combat::RetreatBarred { .. }
                    | Combat::Declined { .. }
                    | Combat::Advance { .. },
                ) => {}
            }
        }
    }
}

fn effected(ledger: &mut Ledger, turn: u32, fight: &Fight, effect: &Effect) {
    let enemies = |unit: &Id| {
        if fight.against.contains(unit) { fight.by.as_slice() } else { fight.against.as_slice() }
    };
    match effect {
        Effect::Check { unit, outcome: Fate::Unharmed | Fate::Stays, .. } => {
            for enemy in enemies(unit) {
                ledger.note(unit, turn, "held", enemy, 0);
            }
        }
        Effect::Disordered { unit, .. } => {
            for enemy in enemies(unit) {
                ledger.note(unit, turn, "shaken", enemy, 0);
            }
        }
        Effect::Eliminated { unit, .. } => {
            for enemy in enemies(unit) {
                ledger.note(enemy, turn, "beat", unit, 0);
            }
        }
        Effect::Check { .. }
        | Effect::Engaged { .. }
        | Effect::Disengaged { .. }
        | Effect::Reform { .. } => {}
    }
}
