//! A player who does what is lawful, and nothing for a reason.

use super::march::carry_out;
use super::{Player, chips, scratch};
use crate::asked::Query;
use crate::field::Field;
use crate::geometry::SIDES;
use crate::names::{CommandBox, Id, Kind, Rank, Side};
use crate::orders::{
    Aim, Aside, AttackOrder, Chips, ChoiceOrders, CombatOrders, Course, ElephantOrder,
    ElephantsOrders, Fall, MoveOrder, MovementOrders, OneMove, Orders, PlaceOrders, RecoveryOrders,
    Reply, Says, SetUpOrders, Several, Stand, Target, Token, VolleyOrders, YesNo,
};
use crate::policy::{
    CommandRule, Face, Pick, Policy, Ride, RideWord, Support, SupportWord, Term, UnitRule,
    WithdrawRule,
};
use crate::rules::{elephants, flight, points, targets, volley};
use crate::state::{Impulse, Stage};
use engine::Rng;
use std::collections::BTreeMap;

/// A lawful answer to a question.
pub(super) fn reply(me: &Player<'_>, query: &Query, rng: &mut Rng) -> Orders {
    let has = |place| points::left(me.view, me.side, place) > 0;
    let mut reply = Reply::default();
    match query {
        Query::Fortuna { .. } => {
            reply.again = Some(has(CommandBox::Fortuna) && rng.chance(1, 2));
        }
        Query::Withdraw { ways, .. } => {
            let way = rng.pick(ways).filter(|_| rng.chance(1, 2));
            reply.withdraw = Some(way.map_or(Fall::Stay, |open| Fall::To(open.way)));
        }
        Query::Defend { command, support, .. } => {
            let point = *command && has(CommandBox::Combat) && rng.chance(1, 2);
            reply.command = command.then_some(point);
            reply.support = rng.pick(support).map(|id| Support::Units(vec![*id]));
        }
        Query::Pursuit { .. } => {
            reply.hold = Some(has(CommandBox::Cavalry) && rng.chance(1, 2));
        }
        Query::Furious { .. } => {
            reply.furious = rng.pick(RideWord::ALL).copied().map(Ride::Word);
        }
        Query::Advance { stay, face, .. } => {
            reply.advance = rng.pick(YesNo::ALL).copied().filter(|_| *stay);
            let ways = SIDES.map(Face::To);
            let all = [[Face::Ahead, Face::Keep].as_slice(), ways.as_slice()].concat();
            reply.face = rng.pick(&all).copied().filter(|_| *face);
        }
        Query::Leader { to, stay, .. } => {
            let to = rng.pick(to).copied().map(Aside::To);
            reply.leader = if *stay && rng.chance(1, 2) { Some(Aside::Stay) } else { to };
        }
        Query::Roll { units } => {
            let one = rng.pick(units).filter(|_| rng.chance(2, 3));
            reply.roll = Some(one.copied().into_iter().collect());
        }
    }
    Says::Reply(reply).into()
}

/// Lawful orders for the open phase.
pub(super) fn answer(me: &Player<'_>, rng: &mut Rng) -> Orders {
    let says = match me.view.stage {
        Stage::SetUp { .. } => Says::SetUp(set_up(me, rng)),
        Stage::Strategic { side: None } => Says::Chips(laid(me, rng)),
        Stage::Strategic { side: Some(_) } => {
            let mut rest = chips::rest(me, &laid(me, rng));
            rng.shuffle(&mut rest);
            rest.truncate(1);
            if rest.is_empty() {
                Says::Nothing
            } else {
                Says::Place(PlaceOrders { place: Several(rest) })
            }
        }
        Stage::Choice { .. } => {
            Says::Choice(ChoiceOrders { choice: *rng.pick(Rank::ALL).unwrap_or(&Rank::First) })
        }
        Stage::Impulse { impulse, .. } => match impulse {
            Impulse::Elephants => Says::Elephants(herd(me, rng)),
            Impulse::Movement => Says::Movement(moves(me, rng)),
            Impulse::Volley => Says::Volley(shots(me, rng)),
            Impulse::Combat => Says::Combat(attacks(me, rng)),
            Impulse::Recovery => Says::Recovery(RecoveryOrders { recover: recover(me, rng) }),
        },
        Stage::Initiative | Stage::Interphase => Says::Nothing,
    };
    says.into()
}

/// Each type on its own hexes, in any order, facing anywhere to the front.
fn set_up(me: &Player<'_>, rng: &mut Rng) -> SetUpOrders {
    let battle = me.rules.printed.battle(me.view.battle);
    let mut units = BTreeMap::new();
    for (kind, count) in battle.army(me.side) {
        let mut hexes = battle.hexes(me.side, *kind).to_vec();
        rng.shuffle(&mut hexes);
        let ids = (1..=*count).filter_map(|n| me.rules.printed.roster.id(*kind, me.side, n));
        for (id, hex) in ids.zip(hexes) {
            let facing =
                rng.chance(1, 6).then(|| *rng.pick(&SIDES).unwrap_or(&battle.facing[me.side]));
            units.insert(id, Stand { hex, facing });
        }
    }
    let ids: Vec<Id> = units.keys().copied().collect();
    SetUpOrders { leader: rng.pick(&ids).copied(), units, reserve: None }
}

fn laid(me: &Player<'_>, rng: &mut Rng) -> Chips {
    let boxes = &me.rules.printed.boxes;
    let own: Vec<CommandBox> = boxes.of(me.side).filter(|place| me.open(*place)).collect();
    let mut chips: BTreeMap<CommandBox, u8> = BTreeMap::new();
    let mut left = me.rules.printed.points(me.view.battle, me.side) + 1;
    let mut vacuus = CommandBox::Initiative;
    while left > 0 {
        let Some(place) = rng.pick(&own).copied() else { break };
        let count = chips.get(&place).copied().unwrap_or(0);
        if count >= boxes.note(place).max {
            continue;
        }
        left -= 1;
        // The last one drawn is the false one.
        if left == 0 {
            vacuus = place;
        } else {
            chips.insert(place, count + 1);
        }
    }
    Chips { chips, vacuus }
}

/// As many elephants as points allow.
fn herd(me: &Player<'_>, rng: &mut Rng) -> ElephantsOrders {
    let field = Field::new(&me.rules.printed, me.view);
    let able = |(id, unit): (Id, &crate::state::Unit)| {
        (unit.kind == Kind::El && unit.steady() && !unit.turn.rolled).then_some(id)
    };
    let mut all: Vec<Id> = field.army(Side::Carthage).into_iter().filter_map(able).collect();
    rng.shuffle(&mut all);
    let every = ElephantsOrders {
        elephants: all
            .into_iter()
            .map(|unit| ElephantOrder { unit, furious: None, victim: None })
            .collect(),
        last: false,
    };
    let fit = elephants::lawful(&field, &every).chosen;
    let some = if rng.chance(1, 2) { 1 } else { fit.len() };
    let fit = fit.into_iter().take(some);
    ElephantsOrders {
        elephants: fit.filter_map(|at| every.elephants.get(at).cloned()).collect(),
        last: rng.chance(1, 4),
    }
}

/// A step or a turn for some units.
fn moves(me: &Player<'_>, rng: &mut Rng) -> MovementOrders {
    let mut state = me.view.clone();
    if me.flights() {
        scratch(me, &mut state, |board| flight::flights(board, me.side));
    }
    let mut orders = MovementOrders::default();
    let mut army: Vec<Id> =
        Field::new(&me.rules.printed, &state).army(me.side).into_iter().map(|(id, _)| id).collect();
    rng.shuffle(&mut army);
    for unit in army {
        if rng.chance(1, 3) {
            continue;
        }
        let way = *rng.pick(&SIDES).unwrap_or(&SIDES[0]);
        let steps = 1 + rng.below(3);
        let path =
            if rng.chance(1, 4) { vec![Token::Turn(way)] } else { vec![Token::Go(way); steps] };
        let order = MoveOrder::One(OneMove { unit, path: Course(path), to: None });
        let one = MovementOrders { moves: vec![order.clone()], ..MovementOrders::default() };
        if carry_out(me, &mut state, &one) {
            orders.moves.push(order);
        }
    }
    orders
}

/// A shot of somebody who can shoot, or none.
fn shots(me: &Player<'_>, rng: &mut Rng) -> VolleyOrders {
    let field = Field::new(&me.rules.printed, me.view);
    let found = |(id, _): (Id, &crate::state::Unit)| {
        let shots = volley::targets(&field, id);
        (!shots.is_empty()).then_some((id, shots))
    };
    let archers: Vec<_> = field.army(me.side).into_iter().filter_map(found).collect();
    let mut orders = VolleyOrders { last: rng.chance(1, 4), ..VolleyOrders::default() };
    if let Some((id, shots)) = rng.pick(&archers).filter(|_| rng.chance(2, 3)) {
        let target = rng.pick(shots).map(|shot| Target::Unit(shot.target));
        let aim = Aim::At(Several(target.into_iter().collect()));
        orders.volley.0.push((*id, aim));
    }
    orders
}

fn attacks(me: &Player<'_>, rng: &mut Rng) -> CombatOrders {
    let field = Field::new(&me.rules.printed, me.view);
    let mut orders = CombatOrders::default();
    for (id, unit) in field.army(me.side) {
        if targets::attacker(&field, me.side, id).is_err() || rng.chance(1, 2) {
            continue;
        }
        let found: Vec<Id> =
            targets::quarries(&field, unit).into_iter().filter_map(|quarry| quarry.unit).collect();
        let Some(target) = rng.pick(&found) else { continue };
        orders.attacks.push(AttackOrder::new(id, vec![Target::Unit(*target), Target::Any]));
    }
    orders
}

fn recover(me: &Player<'_>, rng: &mut Rng) -> Vec<Id> {
    let field = Field::new(&me.rules.printed, me.view);
    let most = usize::from(points::left(me.view, me.side, CommandBox::Recovery));
    let mut hurt: Vec<Id> = Vec::new();
    for (id, unit) in field.army(me.side) {
        let near = unit.hex().is_some_and(|hex| field.in_range(me.side, hex));
        if near && unit.steady() && unit.dp > 0 && !unit.impulse.point {
            hurt.push(id);
        }
    }
    rng.shuffle(&mut hurt);
    hurt.truncate(most);
    hurt
}

pub(super) fn policy(me: &Player<'_>, rng: &mut Rng) -> Policy {
    let terms = ["always", "never", "edge<=0", "edge>=1", "dp>=2", "left<=2"];
    let mut when =
        || Several(rng.pick(&terms).and_then(|text| Term::parse(text)).into_iter().collect());
    let all = || Several(vec![Pick::All]);
    let (withdraw, attack, command) = (when(), when(), when());
    let words = [SupportWord::All, SupportWord::None];
    Policy {
        choice: rng.pick(Rank::ALL).copied(),
        withdraw: Some(vec![WithdrawRule {
            units: all(),
            when: withdraw,
            to: Several(Vec::new()),
        }]),
        attack: (me.view.tempo == engine::Tempo::Brisk)
            .then(|| vec![UnitRule { units: all(), when: attack }]),
        command: Some(vec![CommandRule { units: all(), when: command, keep: 0, late: false }]),
        support: rng.pick(&words).map(|word| Support::Word(*word)),
        ..Policy::default()
    }
}
