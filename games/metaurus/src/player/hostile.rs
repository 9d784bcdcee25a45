//! A player who writes what a checker would refuse: any unit, any hex, anything twice.

use super::{Player, choice};
use crate::names::{Go, Id, Order};
use crate::orders::{
    ActivationOrders, All, AttackOrders, Changes, Gauls, Orders, SetUpOrders, Tries, TurnOrders,
    UnitOrders,
};
use crate::policy::{DEFAULT, Foe, Policy, Rampage, Retreat, When};
use crate::state::Stage;
use engine::Wander;
use engine::kit::{Bearing, Hex};
use std::collections::BTreeMap;

/// Orders of the right shape, and nothing more.
pub(super) fn answer(me: &Player<'_>, wander: &mut Wander) -> Orders {
    if wander.chance(1, 30) {
        return choice(Go::Last);
    }
    match me.view.stage {
        Stage::SetUp { .. } => Orders::SetUp(SetUpOrders {
            chits: (0..4).map(|_| (command(me, wander), order(wander))).collect(),
            units: (0..4).map(|_| (unit(me, wander), order(wander))).collect(),
            place: (0..9).map(|_| (unit(me, wander), hex(me, wander))).collect(),
            face: (0..4).map(|_| (unit(me, wander), facing(me, wander))).collect(),
        }),
        Stage::Initiative | Stage::Choice { .. } => choice(Go::First),
        Stage::Orders | Stage::End => Orders::Changes(Changes {
            change: (0..7).map(|_| (command(me, wander), order(wander))).collect(),
            agree: None,
        }),
        Stage::Turn { .. } => {
            let activations = (0..wander.below(9)).map(|_| activation(me, wander)).collect();
            Orders::Turn(TurnOrders { activations, finish: wander.chance(1, 3) })
        }
    }
}

fn unit(me: &Player<'_>, wander: &mut Wander) -> Id {
    // Mostly one's own, so that something happens.
    let all = &me.rules.printed.roster.units;
    let own: Vec<Id> = all
        .iter()
        .filter(|counter| counter.side == me.side || wander.chance(1, 8))
        .map(|counter| counter.id)
        .collect();
    wander.pick(&own).copied().unwrap_or(DEFAULT)
}

fn command(me: &Player<'_>, wander: &mut Wander) -> Id {
    let commands = &me.rules.printed.roster.commands;
    let own: Vec<Id> = commands
        .iter()
        .filter(|note| note.side == me.side || wander.chance(1, 8))
        .map(|note| note.id)
        .collect();
    wander.pick(&own).copied().unwrap_or(DEFAULT)
}

fn order(wander: &mut Wander) -> Order {
    *wander.pick(&Order::ALL).unwrap_or(&Order::Stand)
}

fn hex(me: &Player<'_>, wander: &mut Wander) -> Hex {
    let grid = me.rules.printed.ground.grid;
    let all: Vec<Hex> = grid.all().collect();
    wander.pick(&all).copied().unwrap_or(Hex::new(1, 1))
}

fn facing(me: &Player<'_>, wander: &mut Wander) -> Bearing {
    *wander.pick(&me.rules.printed.ground.grid.vertices()).unwrap_or(&Bearing::N)
}

fn side(me: &Player<'_>, wander: &mut Wander) -> Bearing {
    *wander.pick(&me.rules.printed.ground.grid.sides()).unwrap_or(&Bearing::E)
}

fn activation(me: &Player<'_>, wander: &mut Wander) -> ActivationOrders {
    let mut one = ActivationOrders::default();
    if wander.chance(1, 4) {
        one.combined = Some([command(me, wander), command(me, wander)]);
    } else {
        one.command = Some(command(me, wander));
    }
    one.gauls = match wander.below(3) {
        0 => Some(Gauls::All(All::All)),
        1 => Some(Gauls::Some((0..5).map(|_| unit(me, wander)).collect())),
        _ => None,
    };
    one.face = wander.chance(1, 2).then(|| facing(me, wander));
    one.march = (0..wander.below(4)).map(|_| side(me, wander)).collect();
    for _ in 0..wander.below(12) {
        let tries = (0..=wander.below(2)).map(|_| what(me, wander)).collect();
        let unit = unit(me, wander);
        // The same key twice is no YAML, and never gets as far as the rules.
        if one.units.get(unit).is_none() {
            one.units.0.push((unit, Tries::Some(tries)));
        }
    }
    one.attacks = (0..wander.below(4)).map(|_| attack(me, wander)).collect();
    one
}

fn what(me: &Player<'_>, wander: &mut Wander) -> UnitOrders {
    UnitOrders {
        order: wander.chance(1, 4).then(|| order(wander)),
        to: wander.chance(1, 2).then(|| hex(me, wander)),
        path: (0..wander.below(3)).map(|_| hex(me, wander)).collect(),
        exit: wander.chance(1, 6),
        face: wander.chance(1, 2).then(|| facing(me, wander)),
    }
}

fn attack(me: &Player<'_>, wander: &mut Wander) -> AttackOrders {
    let all: Vec<Id> = me.view.units.keys().copied().collect();
    let some = |wander: &mut Wander| {
        (0..=wander.below(3)).filter_map(|_| wander.pick(&all).copied()).collect::<Vec<_>>()
    };
    AttackOrders {
        by: some(wander),
        against: some(wander),
        advance: some(wander),
        face_after: wander.chance(1, 2).then(|| facing(me, wander)),
        go_on: Some(When::Always),
        then: some(wander),
    }
}

/// Standing orders that ask for everything at once.
pub(super) fn policy(me: &Player<'_>, wander: &mut Wander) -> Policy {
    let toward = (0..wander.below(4)).map(|_| side(me, wander)).collect();
    let retreat = Retreat { when: When::Always, hexes: 2, toward };
    Policy {
        initiative: None,
        retreat: Some(BTreeMap::from([(DEFAULT, retreat.clone()), (unit(me, wander), retreat)])),
        counter: Some(BTreeMap::from([(DEFAULT, When::Always)])),
        go_on: Some(BTreeMap::from([(unit(me, wander), When::Always), (DEFAULT, When::Drm(-9))])),
        rampage: Some(if wander.chance(1, 2) {
            Rampage::Side(Foe::Friend)
        } else {
            Rampage::Units(vec![unit(me, wander)])
        }),
    }
}
