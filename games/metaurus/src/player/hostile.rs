//! A player who writes what a checker would refuse: any unit, any hex, anything twice.

use super::{Player, choice};
use crate::names::{Go, Id, Order};
use crate::orders::{
    ActivationOrders, All, AttackOrders, Changes, Gauls, Orders, SetUpOrders, Tries, TurnOrders,
    UnitOrders,
};
use crate::policy::{DEFAULT, Foe, Policy, Rampage, Retreat, When};
use crate::state::Stage;
use engine::Rng;
use engine::kit::{Bearing, Hex};
use std::collections::BTreeMap;

/// Orders of the right shape, and nothing more.
pub(super) fn answer(me: &Player<'_>, rng: &mut Rng) -> Orders {
    if rng.chance(1, 30) {
        return choice(Go::Last);
    }
    match me.view.stage {
        Stage::SetUp { .. } => Orders::SetUp(SetUpOrders {
            chits: (0..4).map(|_| (command(me, rng), order(rng))).collect(),
            units: (0..4).map(|_| (unit(me, rng), order(rng))).collect(),
            place: (0..9).map(|_| (unit(me, rng), hex(me, rng))).collect(),
            face: (0..4).map(|_| (unit(me, rng), facing(me, rng))).collect(),
        }),
        Stage::Initiative | Stage::Choice { .. } => choice(Go::First),
        Stage::Orders | Stage::End => Orders::Changes(Changes {
            change: (0..7).map(|_| (command(me, rng), order(rng))).collect(),
            agree: None,
        }),
        Stage::Turn { .. } => {
            let activations = (0..rng.below(9)).map(|_| activation(me, rng)).collect();
            Orders::Turn(TurnOrders { activations, finish: rng.chance(1, 3) })
        }
    }
}

fn unit(me: &Player<'_>, rng: &mut Rng) -> Id {
    // Mostly one's own, so that something happens.
    let all = &me.rules.printed.roster.units;
    let own: Vec<Id> = all
        .iter()
        .filter(|counter| counter.side == me.side || rng.chance(1, 8))
        .map(|counter| counter.id)
        .collect();
    rng.pick(&own).copied().unwrap_or(DEFAULT)
}

fn command(me: &Player<'_>, rng: &mut Rng) -> Id {
    let commands = &me.rules.printed.roster.commands;
    let own: Vec<Id> = commands
        .iter()
        .filter(|note| note.side == me.side || rng.chance(1, 8))
        .map(|note| note.id)
        .collect();
    rng.pick(&own).copied().unwrap_or(DEFAULT)
}

fn order(rng: &mut Rng) -> Order {
    *rng.pick(Order::ALL).unwrap_or(&Order::Stand)
}

fn hex(me: &Player<'_>, rng: &mut Rng) -> Hex {
    let grid = me.rules.printed.ground.grid;
    let all: Vec<Hex> = grid.all().collect();
    rng.pick(&all).copied().unwrap_or(Hex::new(1, 1))
}

fn facing(me: &Player<'_>, rng: &mut Rng) -> Bearing {
    *rng.pick(&me.rules.printed.ground.grid.vertices()).unwrap_or(&Bearing::N)
}

fn side(me: &Player<'_>, rng: &mut Rng) -> Bearing {
    *rng.pick(&me.rules.printed.ground.grid.sides()).unwrap_or(&Bearing::E)
}

fn activation(me: &Player<'_>, rng: &mut Rng) -> ActivationOrders {
    let mut one = ActivationOrders::default();
    if rng.chance(1, 4) {
        one.combined = Some([command(me, rng), command(me, rng)]);
    } else {
        one.command = Some(command(me, rng));
    }
    one.gauls = match rng.below(3) {
        0 => Some(Gauls::All(All::All)),
        1 => Some(Gauls::Some((0..5).map(|_| unit(me, rng)).collect())),
        _ => None,
    };
    one.face = rng.chance(1, 2).then(|| facing(me, rng));
    one.march = (0..rng.below(4)).map(|_| side(me, rng)).collect();
    for _ in 0..rng.below(12) {
        let tries = (0..=rng.below(2)).map(|_| what(me, rng)).collect();
        let unit = unit(me, rng);
        // The same key twice is no YAML, and never gets as far as the rules.
        if one.units.get(unit).is_none() {
            one.units.0.push((unit, Tries::Some(tries)));
        }
    }
    one.attacks = (0..rng.below(4)).map(|_| attack(me, rng)).collect();
    one
}

fn what(me: &Player<'_>, rng: &mut Rng) -> UnitOrders {
    UnitOrders {
        order: rng.chance(1, 4).then(|| order(rng)),
        to: rng.chance(1, 2).then(|| hex(me, rng)),
        path: (0..rng.below(3)).map(|_| hex(me, rng)).collect(),
        exit: rng.chance(1, 6),
        face: rng.chance(1, 2).then(|| facing(me, rng)),
    }
}

fn attack(me: &Player<'_>, rng: &mut Rng) -> AttackOrders {
    let all: Vec<Id> = me.view.units.keys().copied().collect();
    let some = |rng: &mut Rng| {
        (0..=rng.below(3)).filter_map(|_| rng.pick(&all).copied()).collect::<Vec<_>>()
    };
    AttackOrders {
        by: some(rng),
        against: some(rng),
        advance: some(rng),
        face_after: rng.chance(1, 2).then(|| facing(me, rng)),
        go_on: Some(When::Always),
        then: some(rng),
    }
}

/// Standing orders that ask for everything at once.
pub(super) fn policy(me: &Player<'_>, rng: &mut Rng) -> Policy {
    let toward = (0..rng.below(4)).map(|_| side(me, rng)).collect();
    let retreat = Retreat { when: When::Always, hexes: 2, toward };
    Policy {
        initiative: None,
        retreat: Some(BTreeMap::from([(DEFAULT, retreat.clone()), (unit(me, rng), retreat)])),
        counter: Some(BTreeMap::from([(DEFAULT, When::Always)])),
        go_on: Some(BTreeMap::from([(unit(me, rng), When::Always), (DEFAULT, When::Drm(-9))])),
        rampage: Some(if rng.chance(1, 2) {
            Rampage::Side(Foe::Friend)
        } else {
            Rampage::Units(vec![unit(me, rng)])
        }),
    }
}
