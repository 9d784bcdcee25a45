//! The memory for later reports: who threw whom into disorder and whether it has recovered, and who destroyed whom.

use crate::data::Printed;
use crate::events::{Cause, Combat, Effect, Event, Fight};
use crate::names::{Id, Side};
use engine::Chapter;
use engine::story::Ledger;

/// The sign between several units in the ledger.
const AND: char = '+';
/// The name under which the ledger keeps who was destroyed by whom.
const FALLEN: &str = "fallen";

pub(crate) fn remember(ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
    for chapter in chapters {
        let turn = chapter.phase.turn;
        let mut fight: Option<&Fight> = None;
        for entry in &chapter.events {
            match &entry.event {
                Event::Combat(
                    Combat::Attack(new) | Combat::CounterAttack(new) | Combat::ContinuedAttack(new),
                ) => fight = Some(new),
                Event::Effect(effect) => effected(ledger, turn, fight, effect),
                Event::SetUp(_)
                | Event::Command(_)
                | Event::Movement(_)
                | Event::Sequence(_)
                | Event::Combat(
                    Combat::Announced { .. }
                    | Combat::Retreat { .. }
                    | Combat::RetreatBarred { .. }
                    | Combat::Declined { .. }
                    | Combat::Advance { .. },
                ) => {}
            }
        }
    }
}

fn effected(ledger: &mut Ledger, turn: u32, fight: Option<&Fight>, effect: &Effect) {
    let struck = |unit: &Id| fight.is_some_and(|fight| fight.against.contains(unit));
    let enemies = |unit: &Id| {
        let Some(fight) = fight else { return String::new() };
        let those = if struck(unit) { &fight.by } else { &fight.against };
        those.iter().map(Id::as_str).collect::<Vec<_>>().join(&AND.to_string())
    };
    match effect {
        Effect::Disordered { unit, cause } => {
            let who = if *cause == Cause::Combat { enemies(unit) } else { String::new() };
            ledger.note(unit, turn, "shaken", who, i32::from(struck(unit)));
        }
        Effect::Reform { unit, success: true, .. } => ledger.note(unit, turn, "recovered", "", 0),
        Effect::Eliminated { unit, cause: Cause::Combat, .. } => {
            ledger.note(FALLEN, turn, unit.as_str(), enemies(unit), i32::from(struck(unit)));
        }
        Effect::Eliminated { .. }
        | Effect::Check { .. }
        | Effect::Engaged { .. }
        | Effect::Disengaged { .. }
        | Effect::Reform { .. } => {}
    }
}

/// Since when, and through whom, a unit is in disorder.
pub(super) struct Shaken {
    pub(super) turn: u32,
    /// The units that it fought then.
    pub(super) others: Vec<Id>,
    /// True if they had attacked it; false if it had attacked them.
    pub(super) struck: bool,
}

/// The last time that a unit was thrown into disorder in a fight, if it has not recovered since.
pub(super) fn shaken(ledger: &Ledger, unit: Id) -> Option<Shaken> {
    let last =
        ledger.of(unit).iter().rev().find(|past| past.what == "shaken" || past.what == "recovered");
    let last = last.filter(|past| past.what == "shaken" && !past.other.is_empty())?;
    let others = last.other.split(AND).filter_map(Id::new).collect();
    Some(Shaken { turn: last.turn, others, struck: last.count == 1 })
}

/// The units of a side that were destroyed in attacks of the other, each with the first of those who did it.
pub(super) fn fallen(ledger: &Ledger, printed: &Printed, of: Side) -> Vec<(Id, Id)> {
    let side = |id: Id| printed.roster.unit(id).map(|counter| counter.side);
    let pair = |past: &engine::story::Past| {
        let by = past.other.split(AND).next().and_then(Id::new)?;
        Some((Id::new(&past.what)?, by))
    };
    let all = ledger.of(FALLEN).iter().filter(|past| past.count == 1).filter_map(pair);
    all.filter(|(unit, by)| side(*unit) == Some(of) && side(*by) == Some(of.other())).collect()
}
