//! A player who does what is lawful, and nothing for a reason.

use super::{Player, choice};
use crate::names::{Go, Id, Order};
use crate::orders::{
    ActivationOrders, All, Changes, Enter, FallBack, Gauls, GoOn, NextAttacks, NextGaul, Orders,
    SetUpOrders, StrikeBack, Tries, TurnOrders, UnitOrders, Victim,
};
use crate::policy::{DEFAULT, Initiative, Policy, Retreat, When};
use crate::rules::ways;
use crate::state::{Query, Stage};
use engine::Rng;
use engine::kit::{Bearing, Hex};
use std::collections::{BTreeMap, BTreeSet};

/// Lawful orders for the open phase.
pub(super) fn answer(me: &Player<'_>, rng: &mut Rng) -> Orders {
    match me.view.stage {
        Stage::SetUp { .. } => Orders::SetUp(set_up(me, rng)),
        Stage::Initiative | Stage::Choice { .. } => {
            choice(if rng.chance(1, 2) { Go::First } else { Go::Last })
        }
        Stage::Orders | Stage::End => Orders::Changes(changes(me, rng)),
        Stage::Turn { .. } => Orders::Turn(turn(me, rng)),
    }
}

pub(super) fn says(query: &Query, rng: &mut Rng) -> Orders {
    match query {
        Query::Retreat { units } => {
            let mut fall_back = BTreeMap::new();
            // One at most, for the next may find its hex taken.
            if let Some(may) = rng.pick(units)
                && let Some(hex) = rng.pick(&may.to)
            {
                fall_back.insert(may.unit, *hex);
            }
            Orders::FallBack(FallBack { fall_back })
        }
        Query::Counter { by, .. } => {
            let strike = by.iter().copied().filter(|_| rng.chance(1, 2)).collect();
            Orders::StrikeBack(StrikeBack { strike })
        }
        Query::Continue { targets } => {
            let target = rng.pick(targets).map(|target| target.against);
            Orders::GoOn(GoOn { against: target.filter(|_| rng.chance(1, 2)) })
        }
        Query::Advance { units, face, .. } => {
            let ways = ["n", "ne", "se", "s", "sw", "nw"];
            let face = rng.pick(&ways).and_then(|way| Bearing::parse(way)).filter(|_| *face);
            Orders::Enter(Enter { advance: rng.pick(units).copied(), face })
        }
        Query::Gauls { units } => Orders::NextGaul(NextGaul {
            gaul: rng.pick(units).copied().filter(|_| rng.chance(2, 3)),
        }),
        Query::Rampage { targets, .. } => {
            Orders::Victim(Victim { target: *rng.pick(targets).expect("somebody is near") })
        }
        Query::Order { attacks } => {
            let first = rng.pick(attacks).and_then(|attack| attack.against.first());
            Orders::NextAttacks(NextAttacks { next: first.copied().into_iter().collect() })
        }
    }
}

fn order(me: &Player<'_>, command: Id, rng: &mut Rng) -> Order {
    let order = *rng.pick(Order::ALL).unwrap_or(&Order::Stand);
    let gauls = me.view.options.gauls && command == me.rules.printed.charts.gauls;
    if gauls && order == Order::Reform { Order::Move } else { order }
}

fn set_up(me: &Player<'_>, rng: &mut Rng) -> SetUpOrders {
    let mut orders = SetUpOrders::default();
    for note in me.rules.printed.roster.of(me.side).filter(|note| note.chit) {
        orders.chits.insert(note.id, order(me, note.id, rng));
    }
    for group in me.rules.printed.battle.groups.iter().filter(|group| group.side == me.side) {
        let mut hexes = group.hexes.clone();
        rng.shuffle(&mut hexes);
        if rng.chance(1, 2) {
            orders.place.extend(group.default.keys().copied().zip(hexes));
        }
    }
    orders
}

fn changes(me: &Player<'_>, rng: &mut Rng) -> Changes {
    let mut commands: Vec<Id> =
        me.rules.printed.roster.of(me.side).filter(|note| note.chit).map(|note| note.id).collect();
    rng.shuffle(&mut commands);
    let some = rng.below(4);
    let change = commands.into_iter().take(some).map(|id| (id, order(me, id, rng))).collect();
    Changes { change, agree: None }
}

fn turn(me: &Player<'_>, rng: &mut Rng) -> TurnOrders {
    let field = me.field();
    let mut commands = me.ready();
    rng.shuffle(&mut commands);
    let mut claimed: BTreeSet<Hex> = BTreeSet::new();
    let mut activations = Vec::new();
    for command in commands {
        let mut one = ActivationOrders { command: Some(command), ..ActivationOrders::default() };
        let gauls = me.view.options.gauls && command == me.rules.printed.charts.gauls;
        let order = me.view.chits.get(&command).and_then(|chit| chit.order);
        if gauls {
            one.gauls = Some(Gauls::All(All::All));
        }
        for unit in field.command(command).into_iter().filter(|unit| !me.view.acted.contains(unit))
        {
            if order.is_none() {
                let given = *rng.pick(&[Order::Stand, Order::Move]).unwrap_or(&Order::Stand);
                one.units.0.push((
                    unit,
                    Tries::One(UnitOrders {
                        order: Some(given),
                        ..step(me, unit, given, &mut claimed, rng)
                    }),
                ));
            } else if let Some(Order::Move) = order
                && !field.engaged(unit)
                && !gauls
            {
                let step = step(me, unit, Order::Move, &mut claimed, rng);
                if step.moves() {
                    one.units.0.push((unit, Tries::One(step)));
                }
            }
        }
        activations.push(one);
        // Later activations are lawful too only if nothing has moved in their way: one Command a file in full tempo.
        if me.view.options.tempo == engine::Tempo::Full {
            break;
        }
    }
    TurnOrders { activations, finish: false }
}

/// Somewhere a unit may go; each hex is used once in a file.
fn step(
    me: &Player<'_>,
    unit: Id,
    order: Order,
    claimed: &mut BTreeSet<Hex>,
    rng: &mut Rng,
) -> UnitOrders {
    let field = me.field();
    if order != Order::Move || field.engaged(unit) {
        return UnitOrders::default();
    }
    let reach = ways::reach(&field, unit);
    // A single step cannot be barred by a friend who moves first, unless they take the very hex.
    let near = |hex: &Hex| {
        reach.get(hex).is_some_and(|way| way.hexes.len() == 1) && !claimed.contains(hex)
    };
    let hexes: Vec<Hex> = reach.keys().copied().filter(near).collect();
    let to = rng.pick(&hexes).copied();
    claimed.extend(to);
    UnitOrders { to, ..UnitOrders::default() }
}

pub(super) fn policy(_: &Player<'_>, rng: &mut Rng) -> Policy {
    let words = [When::Never, When::Always, When::Drm(0), When::Drm(2)];
    let when =
        |rng: &mut Rng| BTreeMap::from([(DEFAULT, *rng.pick(&words).unwrap_or(&When::Never))]);
    let retreat =
        Retreat { when: *rng.pick(&words).unwrap_or(&When::Never), hexes: 1, toward: Vec::new() };
    Policy {
        initiative: rng.pick(&[Initiative::First, Initiative::Last, Initiative::Ask]).copied(),
        retreat: Some(BTreeMap::from([(DEFAULT, retreat)])),
        counter: Some(when(rng)),
        go_on: Some(when(rng)),
        order: None,
        advance: None,
        gauls: None,
        rampage: None,
    }
}
