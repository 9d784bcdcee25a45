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
    Policy, Ride, StandingChips, Support, Term, UnitRule, Way, WithdrawRule,
};
use crate::state::{Impulse, Stage};
use engine::Wander;
use engine::kit::{Bearing, Hex};
use std::collections::BTreeMap;

/// Orders of some shape, mostly the right one, and nothing more; and others ahead.
pub(super) fn answer(me: &Player<'_>, wander: &mut Wander) -> (Orders, BTreeMap<String, Orders>) {
    let mut orders: Orders = says(me, wander).into();
    // Now and then it gives up or offers a draw, so that such games end that way too.
    orders.resign = wander.chance(1, 400);
    orders.draw = wander.chance(1, 12);
    let mut ahead = BTreeMap::new();
    if wander.chance(1, 3) {
        let combat = CombatOrders { attacks: (0..9).map(|_| attack(me, wander)).collect() };
        ahead.insert("combat".to_owned(), Says::Combat(combat).into());
        ahead.insert("movement".to_owned(), Says::Movement(movement(me, wander)).into());
        ahead.insert(
            "recovery".to_owned(),
            Says::Recovery(RecoveryOrders { recover: units(me, wander, 4) }).into(),
        );
        ahead.insert("volley".to_owned(), Says::Volley(volley(me, wander)).into());
    }
    (orders, ahead)
}

fn says(me: &Player<'_>, wander: &mut Wander) -> Says {
    if wander.chance(1, 30) {
        return Says::Choice(ChoiceOrders { choice: Rank::Second });
    }
    match me.view.stage {
        Stage::SetUp { .. } => Says::SetUp(SetUpOrders {
            units: (0..9)
                .map(|_| {
                    (unit(me, wander), Stand { hex: hex(me, wander), facing: Some(side(wander)) })
                })
                .collect(),
            leader: Some(unit(me, wander)),
            reserve: wander.chance(1, 2).then(|| unit(me, wander)),
        }),
        Stage::Strategic { side: None } => {
            Says::Chips(Chips { chips: boxes(wander), vacuus: place(wander) })
        }
        Stage::Strategic { side: Some(_) } => Says::Place(PlaceOrders {
            place: Several(vec![
                NextChip::Point(place(wander)),
                NextChip::Vacuus(Vacuus { vacuus: place(wander) }),
            ]),
        }),
        Stage::Choice { .. } => Says::Choice(ChoiceOrders { choice: Rank::First }),
        Stage::Impulse { impulse: Impulse::Elephants, .. } => {
            let order = |wander: &mut Wander| ElephantOrder {
                unit: unit(me, wander),
                furious: wander.chance(1, 2).then(|| ride(me, wander)),
            };
            Says::Elephants(ElephantsOrders { elephants: (0..6).map(|_| order(wander)).collect() })
        }
        Stage::Impulse { impulse: Impulse::Movement, .. } => Says::Movement(movement(me, wander)),
        Stage::Impulse { impulse: Impulse::Volley, .. } => Says::Volley(volley(me, wander)),
        Stage::Impulse { impulse: Impulse::Combat, .. } => {
            let most = wander.below(20);
            Says::Combat(CombatOrders { attacks: (0..most).map(|_| attack(me, wander)).collect() })
        }
        Stage::Impulse { impulse: Impulse::Recovery, .. } => {
            Says::Recovery(RecoveryOrders { recover: units(me, wander, 6) })
        }
        Stage::Initiative | Stage::Interphase => Says::Nothing,
    }
}

fn unit(me: &Player<'_>, wander: &mut Wander) -> Id {
    // Mostly one's own, so that something happens.
    let leaders = [me.view.camps.rome.leader.id, me.view.camps.carthage.leader.id];
    let mut own: Vec<Id> = me.rules.printed.roster.ids();
    own.retain(|id| {
        me.rules.printed.roster.unit(*id).is_some_and(|(_, side)| side == me.side)
            || wander.chance(1, 8)
    });
    own.extend(leaders);
    wander.pick(&own).copied().unwrap_or(leaders[0])
}

fn units(me: &Player<'_>, wander: &mut Wander, most: usize) -> Vec<Id> {
    (0..wander.below(most + 1)).map(|_| unit(me, wander)).collect()
}

fn place(wander: &mut Wander) -> CommandBox {
    *wander.pick(CommandBox::ALL).unwrap_or(&CommandBox::Combat)
}

fn boxes(wander: &mut Wander) -> BTreeMap<CommandBox, u8> {
    (0..4).map(|_| (place(wander), u8::try_from(wander.below(5)).unwrap_or(0))).collect()
}

fn hex(me: &Player<'_>, wander: &mut Wander) -> Hex {
    // On the map, at its corners, or beyond it.
    let grid = me.rules.printed.battle(me.view.battle).grid();
    let line = u8::try_from(1 + wander.below(usize::from(grid.lines) + 1)).unwrap_or(1);
    let row = u8::try_from(1 + wander.below(usize::from(grid.places) + 1)).unwrap_or(1);
    Hex::new(line, row)
}

fn side(wander: &mut Wander) -> Bearing {
    *wander.pick(&SIDES).unwrap_or(&Bearing::N)
}

fn course(me: &Player<'_>, wander: &mut Wander) -> Course {
    let ahead = if me.side == crate::names::Side::Rome { Bearing::N } else { Bearing::S };
    let token = |wander: &mut Wander| match wander.below(12) {
        0 => Token::To(hex(me, wander)),
        1 => Token::Turn(side(wander)),
        2 => Token::Exit,
        3 | 4 => Token::Go(side(wander)),
        _ => Token::Go(ahead),
    };
    Course((0..=wander.below(9)).map(|_| token(wander)).collect())
}

fn ride(me: &Player<'_>, wander: &mut Wander) -> Ride {
    match wander.below(4) {
        0 => Ride::Ram,
        1 => Ride::Hold,
        _ => Ride::Course(course(me, wander)),
    }
}

fn movement(me: &Player<'_>, wander: &mut Wander) -> MovementOrders {
    let order = |wander: &mut Wander| match wander.below(5) {
        0 => MoveOrder::Many(ManyMoves {
            units: Group::Units(units(me, wander, 5)),
            go: course(me, wander),
        }),
        1 => {
            let kind = *wander.pick(Kind::ALL).unwrap_or(&Kind::Ha);
            MoveOrder::Many(ManyMoves { units: Group::Kind(kind), go: course(me, wander) })
        }
        2 => {
            let to =
                Stand { hex: hex(me, wander), facing: wander.chance(1, 2).then(|| side(wander)) };
            MoveOrder::One(OneMove {
                unit: unit(me, wander),
                path: Course::default(),
                to: Some(to),
            })
        }
        _ => MoveOrder::One(OneMove { unit: unit(me, wander), path: course(me, wander), to: None }),
    };
    let back = |wander: &mut Wander| ReturnOrder {
        unit: unit(me, wander),
        enter: hex(me, wander),
        path: course(me, wander),
    };
    MovementOrders {
        command: (0..wander.below(4)).map(|_| units(me, wander, 4)).collect(),
        returns: (0..wander.below(3)).map(|_| back(wander)).collect(),
        moves: (0..wander.below(40)).map(|_| order(wander)).collect(),
    }
}

fn target(me: &Player<'_>, wander: &mut Wander) -> Target {
    let all: Vec<Id> = me.view.units.keys().copied().collect();
    match wander.below(4) {
        0 => Target::Hex(hex(me, wander)),
        1 => Target::Unit(wander.pick(&all).copied().unwrap_or_else(|| unit(me, wander))),
        2 => Target::Unit(unit(me, wander)),
        _ => Target::Any,
    }
}

fn attack(me: &Player<'_>, wander: &mut Wander) -> AttackOrder {
    let condition = |wander: &mut Wander| {
        if wander.chance(1, 2) {
            let dp = Bound::parse(">=1");
            let is = wander.pick(Being::ALL).copied();
            Condition::Unit(UnitCondition {
                unit: unit(me, wander),
                dp,
                is,
                at: wander.chance(1, 3).then(|| hex(me, wander)),
            })
        } else {
            Condition::Hex(HexCondition {
                hex: hex(me, wander),
                holds: *wander.pick(Holds::ALL).unwrap_or(&Holds::Enemy),
            })
        }
    };
    AttackOrder {
        unit: unit(me, wander),
        target: Several((0..=wander.below(3)).map(|_| target(me, wander)).collect()),
        command: wander.chance(1, 3),
        charge: wander.chance(1, 3),
        support: wander.chance(1, 3).then(|| Support::Units(units(me, wander, 3))),
        advance: wander.pick(YesNo::ALL).copied(),
        face: wander.chance(1, 2).then(|| Face::To(side(wander))),
        when: Several((0..wander.below(8) / 6).map(|_| condition(wander)).collect()),
    }
}

fn volley(me: &Player<'_>, wander: &mut Wander) -> VolleyOrders {
    let mut all: Vec<(Id, Aim)> = Vec::new();
    for _ in 0..wander.below(12) {
        let id = unit(me, wander);
        let aim = match wander.below(4) {
            0 => Aim::Word(AimWord::Hold),
            1 => Aim::Word(AimWord::Auto),
            _ => Aim::At(Several((0..=wander.below(2)).map(|_| target(me, wander)).collect())),
        };
        // The same key twice is no YAML, and never gets as far as the rules.
        if all.iter().all(|(other, _)| *other != id) {
            all.push((id, aim));
        }
    }
    VolleyOrders { volley: Listed(all) }
}

/// Standing orders that ask for everything at once.
pub(super) fn policy(me: &Player<'_>, wander: &mut Wander) -> Policy {
    let all = || Several(vec![Pick::All]);
    let pick = |wander: &mut Wander| Several(vec![Pick::Unit(unit(me, wander)), Pick::All]);
    let never = Several(Term::parse("never").into_iter().collect());
    Policy {
        choice: None,
        chips: wander
            .chance(1, 2)
            .then(|| StandingChips { boxes: boxes(wander), vacuus: place(wander) }),
        fortuna: Some(vec![Again {
            die: AgainDie::Combat,
            when: AgainWhen::Losing,
            role: None,
            units: Some(pick(wander)),
        }]),
        withdraw: Some(vec![WithdrawRule {
            units: all(),
            when: Several::default(),
            to: Several(vec![Way::To(side(wander)), Way::Back]),
        }]),
        command: Some(vec![CommandRule {
            units: all(),
            when: Several::default(),
            keep: 0,
            late: false,
        }]),
        support: Some(Support::Units(units(me, wander, 5))),
        volley: Some(vec![Criterion::Unit(unit(me, wander)), Criterion::Elephant]),
        attack: Some(vec![UnitRule { units: all(), when: Several::default() }]),
        advance: Some(AdvanceRule {
            optional: Some(YesNo::Yes),
            face: Some(Face::To(side(wander))),
        }),
        pursuit: Some(vec![UnitRule { units: pick(wander), when: never.clone() }]),
        leader: Some(LeaderRule { follow: Some(true), leave: Some(never) }),
        recovery: Some(vec![Criterion::Kind(Kind::Ve), Criterion::Unit(unit(me, wander))]),
        elephants: None,
        furious: Some(ride(me, wander)),
        wait: None,
    }
}
