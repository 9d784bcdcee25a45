//! The odds of an attack, exactly: ten faces of the die, ten of each check, so hundredths throughout.
//!
//! Counter-attacks and continued attacks are left out: they are attacks of their own.

use super::data::CombatResult;
use super::events::Modifier;
use super::field::Field;
use super::names::Id;
use super::rules::combat::{Clash, modifiers, sum};

/// The chances of one unit, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chance {
    pub(super) unit: Id,
    pub(super) disordered: u16,
    pub(super) eliminated: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Odds {
    pub(super) modifiers: Vec<Modifier>,
    /// The sum of the modifiers.
    pub(super) drm: i8,
    /// Each result, in the order of the table, with how many of the die's ten faces bring it.
    pub(super) results: Vec<(Vec<CombatResult>, u8)>,
    pub(super) by: Vec<Chance>,
    pub(super) against: Vec<Chance>,
}

pub(super) fn odds(field: &Field<'_>, clash: &Clash<'_>) -> Odds {
    let modifiers = modifiers(field, clash);
    let drm = sum(&modifiers);
    let mut results: Vec<(Vec<CombatResult>, u8)> = Vec::new();
    for die in 0..10_i8 {
        let result = field.printed.charts.result(die.saturating_add(drm)).to_vec();
        match results.iter_mut().find(|(known, _)| *known == result) {
            Some((_, faces)) => *faces += 1,
            None => results.push((result, 1)),
        }
    }
    let of = |units: &[Id], attacker: bool| {
        units.iter().map(|unit| chance(field, *unit, attacker, &results)).collect()
    };
    let (by, against) = (of(clash.by, true), of(clash.against, false));
    Odds { modifiers, drm, results, by, against }
}

fn chance(
    field: &Field<'_>,
    unit: Id,
    attacker: bool,
    results: &[(Vec<CombatResult>, u8)],
) -> Chance {
    let mut chance = Chance { unit, disordered: 0, eliminated: 0 };
    let light = field.counter(unit).is_some_and(|counter| counter.faces.back.is_none());
    let (before, fails) =
        (field.disordered(unit), u16::from(9_u8.saturating_sub(field.morale(unit))));
    for (result, faces) in results {
        for part in result {
            // The number of dice of ten that bring disorder, or worse.
            let hit = match (part, attacker) {
                (CombatResult::ACheck, true) | (CombatResult::DCheck, false) => fails,
                (CombatResult::ADisordered, true) | (CombatResult::DDisordered, false)
                    if before =>
                {
                    fails
                }
                (CombatResult::ADisordered, true)
                | (CombatResult::DDisordered | CombatResult::DEliminated, false) => 10,
                _ => 0,
            };
            let gone = before || light || *part == CombatResult::DEliminated && !attacker;
            let share = if *part == CombatResult::DEliminated && !attacker { 10 } else { hit }
                * u16::from(*faces);
            if gone {
                chance.eliminated += share;
            } else {
                chance.disordered += share;
            }
        }
    }
    chance
}
