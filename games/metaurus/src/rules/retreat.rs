//! 9.0: retreat before combat.

use super::announcement::Attack;
use super::combat::{Clash, Knowledge, drm};
use super::{Board, die, field, losses};
use crate::events::{Cause, Combat, Effect, Fate};
use crate::field::Field;
use crate::names::{Class, Id, Order};
use crate::policy;
use engine::Secrecy;
use engine::kit::{Bearing, Hex};
use std::collections::BTreeSet;

/// 9.0g: for each attack in order, each defender whose side wants it falls back. Policies are tested with the modifiers
/// as announced (R23).
pub(crate) fn before_combat(
    board: &mut Board<'_>,
    attacks: &mut [Attack<'_>],
    closed: &BTreeSet<Id>,
    previous: u8,
) {
    let points: Vec<i8> = {
        let field = field(board);
        let clash = |attack: &Attack<'_>| {
            drm(
                &field,
                &Clash {
                    closed,
                    previous,
                    ..Clash::new(&attack.by, &attack.against, Knowledge::All)
                },
            )
        };
        attacks.iter().map(clash).collect()
    };
    for (attack, drm) in attacks.iter_mut().zip(points) {
        for unit in attack.against.clone() {
            if let Some(left) = fall_back(board, unit, &attack.by, drm) {
                attack.fled.push((unit, left));
            }
        }
    }
}

/// One defender falls back if it may and will: the hex it leaves.
fn fall_back(board: &mut Board<'_>, unit: Id, by: &[Id], drm: i8) -> Option<Hex> {
    let field = field(board);
    let (stand, side) = (*field.unit(unit)?, field.side(unit)?);
    let friends = by.iter().any(|id| field.side(*id) == Some(side));
    if friends
        || field.order(unit) != Some(Order::Move)
        || field.engaged(unit)
        || field.inactive(unit)
    {
        return None;
    }
    let rule = policy::retreat(board.policy(&side.seat()), board.rules(), unit);
    let infantry = by.iter().all(|id| field.class(*id) == Class::Inf);
    if !rule.when.holds(drm, infantry) {
        return None;
    }
    let order = board.standing_order(&side.seat(), "retreat");
    let most = rule.hexes.min(field.printed.charts.retreat_max);
    let way = way_back(&field, unit, by, &rule.toward, most);
    if way.is_empty() {
        drop(field);
        board.by_order(order);
        board.record("9.0g", Combat::RetreatBarred { seat: side, unit }.into());
        return None;
    }
    let (morale, light) =
        (field.morale(unit), field.counter(unit).is_some_and(|c| c.faces.back.is_none()));
    let drm = if way.len() > 1 { field.printed.charts.retreat_far } else { 0 };
    let spared = field.class(unit) == Class::Cav && infantry;
    drop(field);
    board.by_order(order);
    let mut outcome = Fate::Unharmed;
    if spared {
        board.record(
            "9.0h",
            Combat::Retreat { unit, from: stand.hex, way, die: None, drm: 0, morale, outcome }
                .into(),
        );
        return Some(stand.hex);
    }
    board.settle("9.0h", &format!("retreat/{unit}"), Secrecy::Open, 10, 1, |_, faces| {
        let die = die(faces, 0);
        let failed = i16::from(die) + i16::from(drm) > i16::from(morale);
        outcome = match (failed, stand.disordered || light) {
            (false, _) => Fate::Unharmed,
            (true, false) => Fate::Disordered,
            (true, true) => Fate::Eliminated,
        };
        Combat::Retreat { unit, from: stand.hex, way, die: Some(die), drm, morale, outcome }.into()
    });
    match outcome {
        Fate::Disordered => {
            board.record("9.0h", Effect::Disordered { unit, cause: Cause::Retreat }.into());
        }
        Fate::Eliminated => losses::eliminate(board, "9.0h", unit, Cause::Retreat),
        Fate::Unharmed | Fate::Stays => {}
    }
    Some(stand.hex)
}

/// The hexes of a retreat, as many as possible up to `most`: vacant, open, next to no enemy, and each farther than the
/// last from every attacker.
fn way_back(field: &Field<'_>, unit: Id, by: &[Id], toward: &[Bearing], most: u8) -> Vec<Hex> {
    let (Some(mut here), Some(side)) = (field.hex(unit), field.side(unit)) else {
        return Vec::new();
    };
    let grid = field.printed.ground.grid;
    let attackers: Vec<Hex> = by.iter().filter_map(|id| field.hex(*id)).collect();
    let mut way = Vec::new();
    for _ in 0..most {
        let farther =
            |hex: Hex| attackers.iter().all(|a| grid.distance(hex, *a) > grid.distance(here, *a));
        let next = toward.iter().filter_map(|direction| grid.step(here, *direction)).find(|hex| {
            field.vacant_for(unit, *hex) && !field.contact(side, *hex) && farther(*hex)
        });
        let Some(next) = next else { break };
        way.push(next);
        here = next;
    }
    way
}
