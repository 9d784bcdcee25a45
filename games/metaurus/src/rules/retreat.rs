//! 9.0: retreat before combat.

use super::announcement::Attack;
use super::combat::{Clash, Knowledge, drm};
use super::{GameTable, die, field, losses, question};
use crate::events::{Cause, Combat, Effect, Fate};
use crate::field::Field;
use crate::names::{About, Class, Id, Order, Side};
use crate::orders::Orders;
use crate::policy;
use crate::state::{May, Query};
use engine::kit::{Bearing, Hex};
use engine::{OrderRef, Secrecy};
use std::collections::{BTreeMap, BTreeSet};

/// 9.0g: for each attack in order, each defender whose side wants it falls back. Policies are tested with the modifiers
/// as announced (R23).
pub(crate) fn before_combat(
    board: &mut GameTable<'_>,
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
    let told = ask(board, attacks, &points);
    for (attack, drm) in attacks.iter_mut().zip(points) {
        for unit in attack.against.clone() {
            if let Some(left) = fall_back(board, (unit, &told), &attack.by, drm) {
                attack.fled.push((unit, left));
            }
        }
    }
}

/// A player's answer, by defender: the hex to which it falls back, or none if it stands.
type Answers = BTreeMap<Id, Option<Hex>>;

/// A player's answers for the defenders that may fall back and have no standing order: a hex, or none for those that
/// stand.
fn ask(board: &mut GameTable<'_>, attacks: &[Attack<'_>], points: &[i8]) -> Answers {
    let mut told = Answers::new();
    if !question::any(board) {
        return told;
    }
    let mut units = Vec::new();
    let mut owner = None;
    {
        let field = field(board);
        for (attack, drm) in attacks.iter().zip(points) {
            for unit in &attack.against {
                let Some(side) = may(&field, *unit, &attack.by) else { continue };
                let policy = board.policy(&side.seat());
                if policy::settles_retreat(policy, field.printed, *unit) {
                    continue;
                }
                let ways = ways_back(&field, *unit, &attack.by);
                let to = ways.into_keys().collect();
                units.push(May { unit: *unit, by: attack.by.clone(), drm: *drm, to });
                owner = Some(side);
            }
        }
    }
    let Some(side) = owner.filter(|_| units.iter().any(|may| !may.to.is_empty())) else {
        return told;
    };
    let names: Vec<Id> = units.iter().map(|may| may.unit).collect();
    if let Some(Orders::FallBack(orders)) = question::ask(board, side, Query::Retreat { units }) {
        told.extend(names.into_iter().map(|unit| (unit, orders.fall_back.get(&unit).copied())));
    }
    told
}

/// The side of a defender, if it may fall back before these attackers.
fn may(field: &Field<'_>, unit: Id, by: &[Id]) -> Option<Side> {
    let side = field.side(unit)?;
    let friends = by.iter().any(|id| field.side(*id) == Some(side));
    let able = !friends
        && field.unit(unit).is_some()
        && field.order(unit) == Some(Order::Move)
        && !field.engaged(unit)
        && !field.inactive(unit);
    able.then_some(side)
}

/// Lets one defender fall back if it may and will; returns the hex that it leaves.
fn fall_back(
    board: &mut GameTable<'_>,
    (unit, told): (Id, &Answers),
    by: &[Id],
    drm: i8,
) -> Option<Hex> {
    let field = field(board);
    let side = may(&field, unit, by)?;
    let stand = *field.unit(unit)?;
    let infantry = by.iter().all(|id| field.class(*id) == Class::Inf);
    let (way, order) = wanted(board, &field, (unit, told), by, drm)?;
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

/// The way by which a defender is to fall back, and whose order that is: the player's answer, or the policy. None: it
/// stands.
fn wanted(
    board: &GameTable<'_>,
    field: &Field<'_>,
    (unit, told): (Id, &Answers),
    by: &[Id],
    drm: i8,
) -> Option<(Vec<Hex>, Option<OrderRef>)> {
    let seat = field.side(unit)?.seat();
    if let Some(told) = told.get(&unit) {
        let hex = (*told)?;
        let way = ways_back(field, unit, by).remove(&hex);
        let order = board.order_of(&seat, About::Retreat.word());
        let part = |order: OrderRef| order.below("fall-back").below(unit.as_str());
        // A hex that is no way back bars the retreat, as if there were none.
        return Some((way.unwrap_or_default(), order.map(part)));
    }
    let rule = policy::retreat(board.policy(&seat), board.rules(), unit);
    let infantry = by.iter().all(|id| field.class(*id) == Class::Inf);
    rule.when
        .holds(drm, infantry)
        .then(|| (by_rule(field, unit, by, &rule), board.standing_order(&seat, "retreat")))
}

/// The way that a standing order takes.
pub(crate) fn by_rule(field: &Field<'_>, unit: Id, by: &[Id], rule: &policy::Retreat) -> Vec<Hex> {
    way_back(field, unit, by, &rule.toward, rule.hexes.min(field.printed.charts.retreat_max))
}

/// Every hex to which a unit can fall back, with the way there; of several the one that its side prefers.
pub(crate) fn ways_back(field: &Field<'_>, unit: Id, by: &[Id]) -> BTreeMap<Hex, Vec<Hex>> {
    let (Some(start), Some(side)) = (field.hex(unit), field.side(unit)) else {
        return BTreeMap::new();
    };
    let toward = policy::directions(side);
    let mut found: BTreeMap<Hex, Vec<Hex>> = BTreeMap::new();
    let mut last = vec![Vec::new()];
    for _ in 0..field.printed.charts.retreat_max {
        let mut longer = Vec::new();
        for way in last {
            let here = way.last().copied().unwrap_or(start);
            for next in steps_back(field, unit, by, here, &toward) {
                if next != start && !found.contains_key(&next) {
                    let way: Vec<Hex> = way.iter().copied().chain([next]).collect();
                    found.insert(next, way.clone());
                    longer.push(way);
                }
            }
        }
        last = longer;
    }
    found
}

/// The hexes next to `here` that a retreat may enter from there: vacant, open, next to no enemy, farther than it from
/// every attacker.
fn steps_back(field: &Field<'_>, unit: Id, by: &[Id], here: Hex, toward: &[Bearing]) -> Vec<Hex> {
    let Some(side) = field.side(unit) else { return Vec::new() };
    let grid = field.printed.ground.grid;
    let attackers: Vec<Hex> = by.iter().filter_map(|id| field.hex(*id)).collect();
    let farther =
        |hex: Hex| attackers.iter().all(|a| grid.distance(hex, *a) > grid.distance(here, *a));
    let all = toward.iter().filter_map(|direction| grid.step(here, *direction));
    all.filter(|hex| field.vacant_for(unit, *hex) && !field.contact(side, *hex) && farther(*hex))
        .collect()
}

/// The hexes of a retreat, as many as possible up to `most`: vacant, open, next to no enemy, and each farther than the
/// last from every attacker.
fn way_back(field: &Field<'_>, unit: Id, by: &[Id], toward: &[Bearing], most: u8) -> Vec<Hex> {
    let Some(mut here) = field.hex(unit) else { return Vec::new() };
    let mut way = Vec::new();
    for _ in 0..most {
        let Some(next) = steps_back(field, unit, by, here, toward).first().copied() else { break };
        way.push(next);
        here = next;
    }
    way
}
