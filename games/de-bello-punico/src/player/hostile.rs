//! A player who writes what a checker would refuse: any unit, any hex, anything twice.

use super::Player;
use crate::geometry::SIDES;
use crate::names::{CommandBox, Id, Kind, Rank};
use crate::orders::{
    Aim, AimWord, AttackOrder, Being, Bound, Chips, ChoiceOrders, CombatOrders, Condition, Course,
    ElephantOrder, ElephantsOrders, Group, HexCondition, Holds, Listed, ManyMoves, MoveOrder,
    MovementOrders, NextChip, OneMove, Orders, PlaceOrders, RecoveryOrders, ReturnOrder, Says,
    SetUpOrders, Several, Stand, Target, Token, UnitCondition, Vacuus, VolleyOrders, YesNo,
};
use crate::policy::{
    AdvanceRule, Again, AgainDie, AgainWhen, CommandRule, Criterion, Face, LeaderRule, Pick,
    Policy, Ride, RideWord, StandingChips, Support, Term, UnitRule, Way, WithdrawRule,
};
use crate::state::{Impulse, Stage};
use engine::Rng;
use engine::kit::{Bearing, Hex};
use std::collections::BTreeMap;

/// Orders of some shape, mostly the right one, and nothing more; and others ahead.
pub(super) fn answer(me: &Player<'_>, rng: &mut Rng) -> (Orders, BTreeMap<String, Orders>) {
    let mut orders: Orders = says(me, rng).into();
    // Now and then it gives up or offers a draw, so that such games end that way too.
    orders.resign = rng.chance(1, 400);
    orders.draw = rng.chance(1, 12);
    let mut ahead = BTreeMap::new();
    if rng.chance(1, 3) {
        let combat = CombatOrders {
            attacks: (0..9).map(|_| attack(me, rng)).collect(),
            last: rng.chance(1, 2),
        };
        ahead.insert("combat".to_owned(), Says::Combat(combat).into());
        ahead.insert("movement".to_owned(), Says::Movement(movement(me, rng)).into());
        ahead.insert(
            "recovery".to_owned(),
            Says::Recovery(RecoveryOrders { recover: units(me, rng, 4) }).into(),
        );
        ahead.insert("volley".to_owned(), Says::Volley(volley(me, rng)).into());
    }
    (orders, ahead)
}

fn says(me: &Player<'_>, rng: &mut Rng) -> Says {
    if rng.chance(1, 30) {
        return Says::Choice(ChoiceOrders { choice: Rank::Second });
    }
    match me.view.stage {
        Stage::SetUp { .. } => Says::SetUp(SetUpOrders {
            units: (0..9)
                .map(|_| (unit(me, rng), Stand { hex: hex(me, rng), facing: Some(side(rng)) }))
                .collect(),
            leader: Some(unit(me, rng)),
            reserve: rng.chance(1, 2).then(|| unit(me, rng)),
        }),
        Stage::Strategic { side: None } => {
            Says::Chips(Chips { chips: boxes(rng), vacuus: place(rng) })
        }
        Stage::Strategic { side: Some(_) } => Says::Place(PlaceOrders {
            place: Several(vec![
                NextChip::Point(place(rng)),
                NextChip::Vacuus(Vacuus { vacuus: place(rng) }),
            ]),
        }),
        Stage::Choice { .. } => Says::Choice(ChoiceOrders { choice: Rank::First }),
        Stage::Impulse { impulse: Impulse::Elephants, .. } => {
            let order = |rng: &mut Rng| ElephantOrder {
                unit: unit(me, rng),
                furious: rng.chance(1, 2).then(|| ride(me, rng)),
            };
            Says::Elephants(ElephantsOrders { elephants: (0..6).map(|_| order(rng)).collect() })
        }
        Stage::Impulse { impulse: Impulse::Movement, .. } => Says::Movement(movement(me, rng)),
        Stage::Impulse { impulse: Impulse::Volley, .. } => Says::Volley(volley(me, rng)),
        Stage::Impulse { impulse: Impulse::Combat, .. } => {
            let most = rng.below(20);
            Says::Combat(CombatOrders {
                attacks: (0..most).map(|_| attack(me, rng)).collect(),
                last: rng.chance(1, 2),
            })
        }
        Stage::Impulse { impulse: Impulse::Recovery, .. } => {
            Says::Recovery(RecoveryOrders { recover: units(me, rng, 6) })
        }
        Stage::Initiative | Stage::Interphase => Says::Nothing,
    }
}

fn unit(me: &Player<'_>, rng: &mut Rng) -> Id {
    // Mostly one's own, so that something happens.
    let leaders = [me.view.camps.rome.leader.id, me.view.camps.carthage.leader.id];
    let mut own: Vec<Id> = me.rules.printed.roster.ids();
    own.retain(|id| {
        me.rules.printed.roster.unit(*id).is_some_and(|(_, side)| side == me.side)
            || rng.chance(1, 8)
    });
    own.extend(leaders);
    rng.pick(&own).copied().unwrap_or(leaders[0])
}

fn units(me: &Player<'_>, rng: &mut Rng, most: usize) -> Vec<Id> {
    (0..rng.below(most + 1)).map(|_| unit(me, rng)).collect()
}

fn place(rng: &mut Rng) -> CommandBox {
    *rng.pick(CommandBox::ALL).unwrap_or(&CommandBox::Combat)
}

fn boxes(rng: &mut Rng) -> BTreeMap<CommandBox, u8> {
    (0..4).map(|_| (place(rng), u8::try_from(rng.below(5)).unwrap_or(0))).collect()
}

fn hex(me: &Player<'_>, rng: &mut Rng) -> Hex {
    // On the map, at its corners, or beyond it.
    let grid = me.rules.printed.battle(me.view.battle).grid();
    let line = u8::try_from(1 + rng.below(usize::from(grid.lines) + 1)).unwrap_or(1);
    let row = u8::try_from(1 + rng.below(usize::from(grid.places) + 1)).unwrap_or(1);
    Hex::new(line, row)
}

fn side(rng: &mut Rng) -> Bearing {
    *rng.pick(&SIDES).unwrap_or(&Bearing::N)
}

fn course(me: &Player<'_>, rng: &mut Rng) -> Course {
    let ahead = if me.side == crate::names::Side::Rome { Bearing::N } else { Bearing::S };
    let token = |rng: &mut Rng| match rng.below(12) {
        0 => Token::To(hex(me, rng)),
        1 => Token::Turn(side(rng)),
        2 => Token::Exit,
        3 | 4 => Token::Go(side(rng)),
        _ => Token::Go(ahead),
    };
    Course((0..=rng.below(9)).map(|_| token(rng)).collect())
}

fn ride(me: &Player<'_>, rng: &mut Rng) -> Ride {
    match rng.below(4) {
        0 => Ride::Word(RideWord::Ram),
        1 => Ride::Word(RideWord::Hold),
        _ => Ride::Course(course(me, rng)),
    }
}

fn movement(me: &Player<'_>, rng: &mut Rng) -> MovementOrders {
    let order = |rng: &mut Rng| match rng.below(5) {
        0 => MoveOrder::Many(ManyMoves {
            units: Group::Units(units(me, rng, 5)),
            go: course(me, rng),
        }),
        1 => {
            let kind = *rng.pick(Kind::ALL).unwrap_or(&Kind::Ha);
            MoveOrder::Many(ManyMoves { units: Group::Kind(kind), go: course(me, rng) })
        }
        2 => {
            let to = Stand { hex: hex(me, rng), facing: rng.chance(1, 2).then(|| side(rng)) };
            MoveOrder::One(OneMove { unit: unit(me, rng), path: Course::default(), to: Some(to) })
        }
        _ => MoveOrder::One(OneMove { unit: unit(me, rng), path: course(me, rng), to: None }),
    };
    let back = |rng: &mut Rng| ReturnOrder {
        unit: unit(me, rng),
        enter: hex(me, rng),
        path: course(me, rng),
    };
    MovementOrders {
        command: (0..rng.below(4)).map(|_| units(me, rng, 4)).collect(),
        returns: (0..rng.below(3)).map(|_| back(rng)).collect(),
        moves: (0..rng.below(40)).map(|_| order(rng)).collect(),
    }
}

fn target(me: &Player<'_>, rng: &mut Rng) -> Target {
    let all: Vec<Id> = me.view.units.keys().copied().collect();
    match rng.below(4) {
        0 => Target::Hex(hex(me, rng)),
        1 => Target::Unit(rng.pick(&all).copied().unwrap_or_else(|| unit(me, rng))),
        2 => Target::Unit(unit(me, rng)),
        _ => Target::Any,
    }
}

fn attack(me: &Player<'_>, rng: &mut Rng) -> AttackOrder {
    let condition = |rng: &mut Rng| {
        if rng.chance(1, 2) {
            let dp = Bound::parse(">=1");
            let is = rng.pick(Being::ALL).copied();
            Condition::Unit(UnitCondition {
                unit: unit(me, rng),
                dp,
                is,
                at: rng.chance(1, 3).then(|| hex(me, rng)),
            })
        } else {
            Condition::Hex(HexCondition {
                hex: hex(me, rng),
                holds: *rng.pick(Holds::ALL).unwrap_or(&Holds::Enemy),
            })
        }
    };
    AttackOrder {
        unit: unit(me, rng),
        target: Several((0..=rng.below(3)).map(|_| target(me, rng)).collect()),
        command: rng.chance(1, 3).then(|| rng.chance(2, 3)),
        charge: rng.chance(1, 3),
        support: rng.chance(1, 3).then(|| Support::Units(units(me, rng, 3))),
        advance: rng.pick(YesNo::ALL).copied(),
        face: rng.chance(1, 2).then(|| Face::To(side(rng))),
        when: Several((0..rng.below(8) / 6).map(|_| condition(rng)).collect()),
    }
}

fn volley(me: &Player<'_>, rng: &mut Rng) -> VolleyOrders {
    let mut all: Vec<(Id, Aim)> = Vec::new();
    for _ in 0..rng.below(12) {
        let id = unit(me, rng);
        let aim = match rng.below(4) {
            0 => Aim::Word(AimWord::Hold),
            1 => Aim::Word(AimWord::Auto),
            _ => Aim::At(Several((0..=rng.below(2)).map(|_| target(me, rng)).collect())),
        };
        // The same key twice is no YAML, and never gets as far as the rules.
        if all.iter().all(|(other, _)| *other != id) {
            all.push((id, aim));
        }
    }
    VolleyOrders { volley: Listed(all) }
}

/// Standing orders that ask for everything at once.
pub(super) fn policy(me: &Player<'_>, rng: &mut Rng) -> Policy {
    let all = || Several(vec![Pick::All]);
    let pick = |rng: &mut Rng| Several(vec![Pick::Unit(unit(me, rng)), Pick::All]);
    let never = Several(Term::parse("never").into_iter().collect());
    Policy {
        choice: None,
        chips: rng.chance(1, 2).then(|| StandingChips { boxes: boxes(rng), vacuus: place(rng) }),
        fortuna: Some(vec![Again {
            die: AgainDie::Combat,
            when: AgainWhen::Losing,
            role: None,
            units: Some(pick(rng)),
        }]),
        withdraw: Some(vec![WithdrawRule {
            units: all(),
            when: Several::default(),
            to: Several(vec![Way::To(side(rng)), Way::Back]),
        }]),
        command: Some(vec![CommandRule {
            units: all(),
            when: Several::default(),
            keep: 0,
            late: false,
        }]),
        support: Some(Support::Units(units(me, rng, 5))),
        volley: Some(vec![Criterion::Unit(unit(me, rng)), Criterion::Elephant]),
        attack: Some(vec![UnitRule { units: all(), when: Several::default() }]),
        advance: Some(AdvanceRule { optional: Some(YesNo::Yes), face: Some(Face::To(side(rng))) }),
        pursuit: Some(vec![UnitRule { units: pick(rng), when: never.clone() }]),
        leader: Some(LeaderRule { follow: Some(true), leave: Some(never) }),
        recovery: Some(vec![Criterion::Kind(Kind::Ve), Criterion::Unit(unit(me, rng))]),
        elephants: None,
        furious: rng.pick(RideWord::ALL).copied(),
        wait: None,
    }
}
