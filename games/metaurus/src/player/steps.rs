//! The moves of the sensible player's units: up to the enemy, at them, away from them, or none.

use super::judge::{Prey, prey, worth};
use super::{Player, nearest, towards};
use crate::field::Field;
use crate::names::{Class, Id, Order, Side};
use crate::orders::UnitOrders;
use crate::rules::{facing, ways};
use engine::kit::Hex;

/// The order for a unit without a chit: riders keep away from infantry and strike at what is weak, Elephants wait for
/// prey.
pub(super) fn chitless(me: &Player<'_>, field: &Field<'_>, unit: Id) -> Option<Order> {
    let hex = field.hex(unit)?;
    let (far, _) = nearest(field, me.side, hex)?;
    let gain = prospect(me, field, unit);
    if far <= 2 && gain > me.scale.strike {
        return Some(Order::MoveToAttack);
    }
    if field.class(unit) == Class::El {
        // Every activation risks a rampage: Elephants are left alone until there is something to gain.
        return (far <= 2 && gain > me.scale.lone_strike).then_some(Order::MoveToAttack);
    }
    if field.disordered(unit) && far > 2 {
        return Some(Order::Reform);
    }
    if far <= 2 && !ways::reach(field, unit).is_empty() {
        return Some(Order::Move);
    }
    None
}

/// The value of Move to Attack for a unit: its best step, or an attack where it stands.
fn prospect(me: &Player<'_>, field: &Field<'_>, unit: Id) -> i32 {
    let Some(stand) = field.unit(unit).copied() else { return 0 };
    if !field.attacks(unit) || field.engaged(unit) {
        return 0;
    }
    if field.contact(me.side, stand.hex) {
        let face = facing::toward_enemy(field, me.side, stand.hex, stand.facing);
        return worth(me, unit, stand.hex, face, false);
    }
    let best = ways::closing(field, unit).into_iter().map(|(hex, _)| {
        worth(me, unit, hex, facing::toward_enemy(field, me.side, hex, stand.facing), true)
    });
    best.max().unwrap_or(0)
}

/// A march: Rome goes up to two hexes from those it can beat, the Disordered go out of reach, Carthage's light troops
/// and riders away from the enemy.
pub(super) fn go(me: &Player<'_>, field: &Field<'_>, unit: Id) -> UnitOrders {
    let reach = ways::reach(field, unit);
    let grid = field.printed.ground.grid;
    let friends: Vec<Hex> =
        field.army(me.side).filter(|id| *id != unit).filter_map(|id| field.hex(id)).collect();
    let enemies = prey(field, unit, me.side);
    let disordered = field.disordered(unit);
    let score = |hex: Hex| -> i32 {
        let far = enemies.iter().map(|enemy| grid.distance(hex, enemy.hex)).min().unwrap_or(0);
        let beside =
            friends.iter().filter(|friend| grid.distance(**friend, hex) == 1).count().min(2);
        let flat = i32::from(field.printed.ground.terrain(hex).out_of);
        let keep = i32::try_from(beside).expect("six sides") * me.scale.company + flat * 3;
        match me.side {
            _ if disordered => keep + 5 * i32::from(far.min(5)),
            Side::Rome => {
                let reach = u8::try_from(me.scale.reach).expect("a small weight");
                let level = field.printed.ground.level(hex);
                let hope = |enemy: &Prey| {
                    enemy.ease(level) - 6 * i32::from(grid.distance(hex, enemy.hex).abs_diff(reach))
                };
                keep + enemies.iter().map(hope).max().unwrap_or(0)
            }
            Side::Carthage => keep + 5 * i32::from(far.min(3)) + i32::from(hex.line),
        }
    };
    let best = reach.iter().max_by_key(|(hex, way)| {
        (score(**hex), std::cmp::Reverse(way.mp), std::cmp::Reverse(**hex))
    });
    let Some((to, _)) = best else { return watch(me, field, unit) };
    let face = nearest(field, me.side, *to).map(|(_, enemy)| towards(field, *to, enemy));
    UnitOrders { to: Some(*to), face, ..UnitOrders::default() }
}

/// The best step to the enemy, or a watch kept where it stands.
pub(super) fn close(me: &Player<'_>, field: &Field<'_>, unit: Id) -> UnitOrders {
    let Some(stand) = field.unit(unit).copied() else { return UnitOrders::default() };
    if field.contact(me.side, stand.hex) {
        let may = |face| !field.enemies_before(me.side, stand.hex, face).is_empty();
        let faces = field.printed.ground.grid.vertices().into_iter().filter(|face| may(*face));
        let best = faces
            .max_by_key(|face| (worth(me, unit, stand.hex, *face, false), *face == stand.facing));
        return UnitOrders { face: best, ..UnitOrders::default() };
    }
    let steps = ways::closing(field, unit);
    let faces = field.printed.ground.grid.vertices();
    let tries = steps.iter().flat_map(|(hex, _)| faces.iter().map(move |face| (*hex, *face)));
    let seen = tries.filter(|(hex, face)| !field.enemies_before(me.side, *hex, *face).is_empty());
    let faced = seen.map(|(hex, face)| (worth(me, unit, hex, face, true), hex, face));
    match faced
        .max_by_key(|(gain, hex, face)| (*gain, std::cmp::Reverse(*hex), *face == stand.facing))
    {
        Some((_, to, face)) => {
            UnitOrders { to: Some(to), face: Some(face), ..UnitOrders::default() }
        }
        None => watch(me, field, unit),
    }
}

pub(super) fn watch(me: &Player<'_>, field: &Field<'_>, unit: Id) -> UnitOrders {
    let Some(stand) = field.unit(unit).copied() else { return UnitOrders::default() };
    let face = if field.contact(me.side, stand.hex) {
        facing::auto(field, me.side, stand.hex, stand.facing, |_| true)
    } else {
        nearest(field, me.side, stand.hex).map(|(_, enemy)| towards(field, stand.hex, enemy))
    };
    UnitOrders { face: face.filter(|face| *face != stand.facing), ..UnitOrders::default() }
}
