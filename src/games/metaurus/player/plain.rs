//! The sensible player: Rome comes up in line and attacks where the odds favour it; Carthage stands, screens with its
//! slingers and strikes where an enemy is exposed.

use super::{Player, choice, nearest, towards};
use crate::games::metaurus::field::Field;
use crate::games::metaurus::names::{Class, Go, Id, Order, Side};
use crate::games::metaurus::odds::odds;
use crate::games::metaurus::orders::{ActivationOrders, All, Changes, Gauls, Orders, SetUpOrders, Tries, TurnOrders, UnitOrders};
use crate::games::metaurus::policy::{DEFAULT, Initiative, Policy, Retreat, When};
use crate::games::metaurus::rules::combat::{Clash, Knowledge};
use crate::games::metaurus::rules::{facing, ways};
use crate::games::metaurus::state::{Stage, State, Unit};
use crate::kit::{Bearing, Hex, Slug};
use std::collections::{BTreeMap, BTreeSet};

/// Sensible orders for the open phase.
pub(super) fn answer(me: &Player<'_>) -> Orders {
    match me.view.stage {
        Stage::SetUp { .. } => Orders::SetUp(set_up(me)),
        Stage::Initiative | Stage::Choice { .. } => choice(Go::First),
        Stage::Orders | Stage::End => Orders::Changes(Changes { change: changes(me), agree: None }),
        Stage::Turn { .. } => Orders::Turn(turn(me)),
    }
}

/// Everybody as in the scenario; the Balearics move, the others hold or come on.
fn set_up(me: &Player<'_>) -> SetUpOrders {
    let mut orders = SetUpOrders::default();
    for note in me.rules.printed.roster.of(me.side).filter(|note| note.chit) {
        let light = note.units.iter().any(|unit| me.rules.printed.roster.unit(*unit).is_some_and(|c| c.faces.back.is_none()));
        let order = if me.side == Side::Rome || light { Order::Move } else { Order::Stand };
        orders.chits.insert(note.id, order);
    }
    orders
}

/// Strike back and go on where the odds are even or better; cavalry gives way to infantry.
pub(super) fn policy(me: &Player<'_>) -> Policy {
    let mut retreat = BTreeMap::new();
    if me.side == Side::Carthage {
        let rule = Retreat { when: When::Infantry, hexes: 1, toward: Vec::new() };
        let riders = me.rules.printed.roster.of(me.side).find(|note| !note.chit && note.units.len() > 1);
        retreat.extend(riders.map(|note| (note.id, rule)));
        retreat.insert(Slug::of("balearic"), Retreat { when: When::Always, hexes: 1, toward: Vec::new() });
    }
    Policy {
        initiative: Some(Initiative::First),
        retreat: Some(retreat),
        counter: Some(BTreeMap::from([(DEFAULT, When::Drm(0))])),
        go_on: Some(BTreeMap::from([(DEFAULT, When::Drm(0))])),
        rampage: None,
    }
}

/// The orders that matter most to change, as many as may be.
fn changes(me: &Player<'_>) -> BTreeMap<Id, Order> {
    let field = me.field();
    let most = usize::from(me.rules.printed.charts.changes[me.side as usize]);
    let mut wanted: Vec<(i32, Id, Order)> = Vec::new();
    for note in me.rules.printed.roster.of(me.side).filter(|note| note.chit) {
        let now = me.view.chits.get(&note.id).and_then(|chit| chit.order);
        let (order, weight) = wish(me, &field, note.id);
        if now != Some(order) && weight > 0 {
            wanted.push((-weight, note.id, order));
        }
    }
    wanted.sort_unstable();
    wanted.into_iter().take(most).map(|(_, id, order)| (id, order)).collect()
}

/// The order a Command should have, and how much it matters.
fn wish(me: &Player<'_>, field: &Field<'_>, command: Id) -> (Order, i32) {
    let units = field.command(command);
    let count = |holds: &dyn Fn(Id) -> bool| i32::try_from(units.iter().filter(|unit| holds(**unit)).count()).unwrap_or(0);
    let far = |unit: Id| field.hex(unit).and_then(|hex| nearest(field, me.side, hex)).map_or(99, |(far, _)| far);
    let fights = units.iter().any(|unit| field.attacks(*unit));
    let touch = count(&|unit| far(unit) == 1);
    let near = count(&|unit| far(unit) == 2 && !ways::closing(field, unit).is_empty());
    let hurt = count(&|unit| field.disordered(unit) && far(unit) > 1);
    let gauls = me.view.options.gauls && command == me.rules.printed.charts.gauls;
    if !fights {
        return (Order::Move, 3);
    }
    let gain: i32 = units.iter().map(|unit| prospect(me, field, *unit)).sum();
    let behind = count(&|unit| far(unit) > 2 && !field.engaged(unit));
    if me.side == Side::Rome && touch == 0 && behind > 2 * near && behind > 1 {
        return (Order::Move, 6);
    }
    if touch + near > 0 {
        // Rome must attack to win: the longer nothing happens, the worse the odds it takes.
        let quiet = i32::try_from(me.view.quiet).unwrap_or(0);
        let floor = if me.side == Side::Rome { (-20 - 40 * quiet) * (touch + near) } else { 15 * (touch + near) };
        if gain > floor && !(gauls && me.side == Side::Carthage && gain < 60) {
            return (Order::MoveToAttack, 10 + gain.max(0) / 10 + touch + near);
        }
        return (Order::Stand, 8 + touch);
    }
    if hurt * 3 >= count(&|_| true) && hurt >= 2 && !gauls {
        return (Order::Reform, 4 + hurt);
    }
    let close = units.iter().map(|unit| far(*unit)).min().unwrap_or(99);
    match me.side {
        Side::Rome if close > 2 => (Order::Move, 6),
        Side::Rome => (Order::MoveToAttack, 5),
        Side::Carthage => (Order::Stand, 5),
    }
}

/// What a unit can expect of Move to Attack: its best step, or an attack where it stands.
fn prospect(me: &Player<'_>, field: &Field<'_>, unit: Id) -> i32 {
    let Some(stand) = field.unit(unit).copied() else { return 0 };
    if !field.attacks(unit) || field.engaged(unit) {
        return 0;
    }
    if field.contact(me.side, stand.hex) {
        let face = facing::toward_enemy(field, me.side, stand.hex, stand.facing);
        return worth(me, unit, stand.hex, face, false);
    }
    let best = ways::closing(field, unit)
        .into_iter()
        .map(|(hex, _)| worth(me, unit, hex, facing::toward_enemy(field, me.side, hex, stand.facing), true));
    best.max().unwrap_or(0)
}

/// Expected harm done less suffered, in hundredths, if a unit attacks from a hex: with the friends that already face the
/// enemy, and less what it exposes.
fn worth(me: &Player<'_>, unit: Id, hex: Hex, face: Bearing, moved: bool) -> i32 {
    let mut state: State = me.view.clone();
    let Some(stand) = state.units.get_mut(&unit) else { return 0 };
    *stand = Unit { hex, facing: face, disordered: stand.disordered };
    let field = Field::new(&me.rules.printed, &state);
    let before = field.front(unit);
    let command = field.counter(unit).map(|counter| counter.command);
    let closed = if moved { BTreeSet::from([unit]) } else { BTreeSet::new() };
    let gain = before.iter().map(|enemy| {
        let friend = |id: &Id| *id != unit && field.attacks(*id) && field.counter(*id).map(|c| c.command) == command;
        let mut by: Vec<Id> = field.army(me.side).filter(|id| friend(id) && field.faces(*id, *enemy)).collect();
        by.push(unit);
        let parts = i32::try_from(by.len()).unwrap_or(1);
        let against = [*enemy];
        let clash = Clash { closed: &closed, ..Clash::new(&by, &against, Knowledge::FaceUp) };
        odds(&field, &clash).gain() / parts
    });
    let around = i32::try_from(field.enemies_around(me.side, hex).count()).unwrap_or(0);
    let faced = i32::try_from(before.len()).unwrap_or(0);
    gain.max().unwrap_or(-40) - 12 * (around - faced) - 8 * (faced - 1).max(0)
}

/// All Commands that may act, those nearest to the enemy first.
fn turn(me: &Player<'_>) -> TurnOrders {
    let field = me.field();
    let far = |command: Id| {
        let hexes = field.command(command).into_iter().filter_map(|unit| field.hex(unit));
        hexes.filter_map(|hex| nearest(&field, me.side, hex)).map(|(far, _)| far).min()
    };
    let mut commands = me.ready();
    commands.sort_by_key(|command| (far(*command), *command));
    let mut after: State = me.view.clone();
    let mut activations = Vec::new();
    for command in commands {
        let now = Player { view: &after, ..*me };
        let one = activation(&now, command);
        if let Some(one) = one {
            for (unit, tries) in &one.units.0 {
                let to = tries.all().first().and_then(|first| first.to);
                if let (Some(stand), Some(to)) = (after.units.get_mut(unit), to) {
                    stand.hex = to;
                }
            }
            activations.push(one);
        }
        if me.view.options.tempo == crate::engine::Tempo::Full && !activations.is_empty() {
            break;
        }
    }
    let finish = activations.is_empty();
    TurnOrders { activations, finish }
}

/// One Command; none if there is nothing to say that the rules would not do anyway.
fn activation(me: &Player<'_>, command: Id) -> Option<ActivationOrders> {
    let field = me.field();
    let order = me.view.chits.get(&command).and_then(|chit| chit.order);
    let mut one = ActivationOrders { command: Some(command), ..ActivationOrders::default() };
    let gauls = me.view.options.gauls && command == me.rules.printed.charts.gauls;
    if gauls && matches!(order, Some(Order::Move | Order::MoveToAttack)) {
        one.gauls = Some(Gauls::All(All::All));
    }
    let mut state = me.view.clone();
    let mut units = field.command(command);
    units.retain(|unit| !me.view.acted.contains(unit));
    units.sort_by_key(|unit| field.hex(*unit).and_then(|hex| nearest(&field, me.side, hex)));
    for unit in units {
        let now = Player { view: &state, ..*me };
        let here = now.field();
        let order = order.or_else(|| chitless(&now, &here, unit));
        let Some(order) = order else { continue };
        let own = (!me.view.chits.contains_key(&command)).then_some(order);
        let what = match order {
            _ if here.engaged(unit) => UnitOrders::default(),
            Order::Move => go(&now, &here, unit),
            Order::MoveToAttack => close(&now, &here, unit),
            Order::Stand | Order::Reform => watch(&now, &here, unit),
        };
        if own.is_some() || what != UnitOrders::default() {
            if let (Some(stand), Some(to)) = (state.units.get_mut(&unit), what.to) {
                stand.hex = to;
                stand.facing = what.face.unwrap_or(stand.facing);
            }
            one.units.0.push((unit, Tries::One(UnitOrders { order: own, ..what })));
        }
    }
    let silent = one.units.is_empty() && !me.view.chits.contains_key(&command);
    (!silent).then_some(one)
}

/// What a unit without a chit does: riders keep away from infantry and strike at what is weak, Elephants wait for prey.
fn chitless(me: &Player<'_>, field: &Field<'_>, unit: Id) -> Option<Order> {
    let hex = field.hex(unit)?;
    let (far, _) = nearest(field, me.side, hex)?;
    let gain = prospect(me, field, unit);
    if far <= 2 && gain > 25 {
        return Some(Order::MoveToAttack);
    }
    if field.class(unit) == Class::El {
        // Every activation risks a rampage: Elephants are left alone until there is something to gain.
        return (far <= 2 && gain > 0).then_some(Order::MoveToAttack);
    }
    if far <= 2 && !ways::reach(field, unit).is_empty() {
        return Some(Order::Move);
    }
    None
}

/// A march: Rome towards the enemy as far as two hexes, Carthage's light troops and riders away from it.
fn go(me: &Player<'_>, field: &Field<'_>, unit: Id) -> UnitOrders {
    let reach = ways::reach(field, unit);
    let grid = field.printed.ground.grid;
    let friends: Vec<Hex> = field.army(me.side).filter(|id| *id != unit).filter_map(|id| field.hex(id)).collect();
    let score = |hex: Hex| -> i32 {
        let Some((far, enemy)) = nearest(field, me.side, hex) else { return 0 };
        let beside = friends.iter().filter(|friend| grid.distance(**friend, hex) == 1).count().min(2);
        let flat = i32::from(field.printed.ground.terrain(hex).out_of);
        let keep = i32::try_from(beside).unwrap_or(0) * 2 + flat * 3;
        match me.side {
            Side::Rome => keep - 6 * i32::from(far.abs_diff(2)) - i32::from(enemy.place.abs_diff(hex.place)),
            Side::Carthage => keep + 5 * i32::from(far.min(3)) + i32::from(hex.line),
        }
    };
    let best = reach.iter().max_by_key(|(hex, way)| (score(**hex), std::cmp::Reverse(way.mp), std::cmp::Reverse(**hex)));
    let Some((to, _)) = best else { return watch(me, field, unit) };
    let face = nearest(field, me.side, *to).map(|(_, enemy)| towards(field, *to, enemy));
    UnitOrders { to: Some(*to), face, ..UnitOrders::default() }
}

/// The best step to the enemy, or a watch kept where it stands.
fn close(me: &Player<'_>, field: &Field<'_>, unit: Id) -> UnitOrders {
    let Some(stand) = field.unit(unit).copied() else { return UnitOrders::default() };
    if field.contact(me.side, stand.hex) {
        let may = |face: Bearing| !field.enemies_before(me.side, stand.hex, face).is_empty();
        let faces = field.printed.ground.grid.vertices().into_iter().filter(|face| may(*face));
        let best = faces.max_by_key(|face| (worth(me, unit, stand.hex, *face, false), *face == stand.facing));
        return UnitOrders { face: best, ..UnitOrders::default() };
    }
    let steps = ways::closing(field, unit);
    let faced = steps.iter().map(|(hex, _)| {
        let face = facing::toward_enemy(field, me.side, *hex, stand.facing);
        (worth(me, unit, *hex, face, true), *hex, face)
    });
    match faced.max_by_key(|(gain, hex, _)| (*gain, std::cmp::Reverse(*hex))) {
        Some((_, to, face)) => UnitOrders { to: Some(to), face: Some(face), ..UnitOrders::default() },
        None => watch(me, field, unit),
    }
}

/// Turns to the enemy.
fn watch(me: &Player<'_>, field: &Field<'_>, unit: Id) -> UnitOrders {
    let Some(stand) = field.unit(unit).copied() else { return UnitOrders::default() };
    let face = if field.contact(me.side, stand.hex) {
        facing::auto(field, me.side, stand.hex, stand.facing, |_| true)
    } else {
        nearest(field, me.side, stand.hex).map(|(_, enemy)| towards(field, stand.hex, enemy))
    };
    UnitOrders { face: face.filter(|face| *face != stand.facing), ..UnitOrders::default() }
}
