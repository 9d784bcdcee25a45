//! The sensible player: keeps its lines, guards its flanks, fights where it pays, relieves the shaken.

use super::march::{self, Mood};
use super::{Player, chips, fights, strong};
use crate::asked::Query;
use crate::events::Cast;
use crate::field::Field;
use crate::names::{CommandBox, Kind, Rank};
use crate::orders::{
    Aside, ChoiceOrders, Fall, Orders, PlaceOrders, RecoveryOrders, Reply, Says, SetUpOrders,
    Several, VolleyOrders, YesNo,
};
use crate::policy::{
    AdvanceRule, Again, AgainDie, AgainWhen, Criterion, ElephantsRule, Face, LeaderRule, Pick,
    Policy, Ride, RideWord, Support, SupportWord, Term, UnitRule, WithdrawRule,
};
use crate::rules::{elephants, points, withdrawal};
use crate::state::{Impulse, Stage};
use engine::{Rng, Tempo};
use std::collections::BTreeMap;

/// Orders for the open phase, and the orders given ahead with them.
pub(super) fn answer(me: &Player<'_>, rng: &mut Rng) -> (Orders, BTreeMap<String, Orders>) {
    let mut ahead = BTreeMap::new();
    let says = match me.view.stage {
        Stage::SetUp { .. } => Says::SetUp(set_up(me)),
        Stage::Strategic { side: None } => Says::Chips(chips::plan(me, rng)),
        Stage::Strategic { side: Some(_) } => {
            let mut rest = chips::rest(me, &chips::plan(me, rng));
            let later = rest.split_off(rest.len().min(1));
            if !later.is_empty() {
                let says = Says::Place(PlaceOrders { place: Several(later) });
                ahead.insert("strategic".to_owned(), says.into());
            }
            if rest.is_empty() {
                Says::Nothing
            } else {
                Says::Place(PlaceOrders { place: Several(rest) })
            }
        }
        Stage::Choice { .. } => Says::Choice(ChoiceOrders { choice: Rank::First }),
        Stage::Impulse { impulse, .. } => impulse_of(me, impulse, &mut ahead, rng),
        Stage::Initiative | Stage::Interphase => Says::Nothing,
    };
    (says.into(), ahead)
}

fn impulse_of(
    me: &Player<'_>,
    impulse: Impulse,
    ahead: &mut BTreeMap<String, Orders>,
    rng: &mut Rng,
) -> Says {
    match impulse {
        Impulse::Elephants => {
            let field = Field::new(&me.rules.printed, me.view);
            Says::Elephants(elephants::by_policy(&field, herd(me)))
        }
        Impulse::Movement => {
            let (orders, position) = if me.scale.effort > 0 {
                strong::plan(me, rng)
            } else {
                march::plan(me, |_| Mood::By(me.scale))
            };
            if me.view.tempo == Tempo::Brisk {
                let attacks = fights::plan(me, &position);
                if !attacks.attacks.is_empty() {
                    ahead.insert("combat".to_owned(), Says::Combat(attacks).into());
                }
            }
            Says::Movement(orders)
        }
        Impulse::Volley => Says::Volley(VolleyOrders::default()),
        Impulse::Combat => {
            let mut plan = fights::plan(me, me.view);
            // In tempo full, attacks are ordered one by one, so that the dice of each are known before the next.
            if me.view.tempo == Tempo::Full {
                plan.attacks.truncate(1);
            }
            Says::Combat(plan)
        }
        Impulse::Recovery => Says::Recovery(RecoveryOrders { recover: recover(me) }),
    }
}

/// The answer to a question, in the spirit of its standing orders; what it leaves out goes by the defaults.
pub(super) fn reply(me: &Player<'_>, query: &Query) -> Orders {
    let mut reply = Reply::default();
    match query {
        Query::Fortuna { cast, die, totals, .. } => {
            let doubled = totals.is_some_and(|(own, other)| other >= own.saturating_mul(2));
            let wanted = doubled || (*cast == Cast::Leader && *die == 1);
            let point = points::left(me.view, me.side, CommandBox::Fortuna) > 0;
            reply.again = Some(wanted && point);
        }
        Query::Withdraw { attacker, target, .. } => {
            let field = Field::new(&me.rules.printed, me.view);
            let way = withdrawal::by_rules(&field, *attacker, *target, false, &withdraw(me));
            reply.withdraw = Some(way.map_or(Fall::Stay, |(way, _)| Fall::To(way)));
        }
        Query::Defend { support, .. } => {
            reply.support = (!support.is_empty()).then_some(Support::Word(SupportWord::All));
        }
        Query::Pursuit { .. } => reply.hold = Some(false),
        Query::Furious { .. } => reply.furious = Some(Ride::Word(RideWord::Ram)),
        Query::Advance { stay, face, .. } => {
            reply.advance = stay.then_some(YesNo::No);
            reply.face = face.then_some(Face::Ahead);
        }
        Query::Leader { to, stay, .. } => {
            let best = to.first().copied().map(Aside::To);
            reply.leader = if *stay { Some(Aside::Stay) } else { best };
        }
        Query::Roll { units } => {
            let field = Field::new(&me.rules.printed, me.view);
            let wanted = elephants::by_policy(&field, herd(me)).elephants;
            let next = wanted.iter().map(|order| order.unit).find(|unit| units.contains(unit));
            reply.roll = Some(next.into_iter().collect());
        }
    }
    Says::Reply(reply).into()
}

/// Light troops fall back from bad odds.
fn withdraw(me: &Player<'_>) -> Vec<WithdrawRule> {
    let light = [Kind::T, Kind::Ve, Kind::Cl].into_iter().map(Pick::Kind).collect();
    let when = term(&format!("edge<={}", me.scale.withdraw));
    vec![WithdrawRule { units: Several(light), when, to: Several(Vec::new()) }]
}

fn term(text: &str) -> Several<Term> {
    Several(Term::parse(text).into_iter().collect())
}

/// Everybody as in the scenario; the ambush lies in wait.
fn set_up(me: &Player<'_>) -> SetUpOrders {
    let battle = me.rules.printed.battle(me.view.battle);
    let ambush = battle.ambush.filter(|ambush| ambush.side == me.side);
    let reserve = ambush.and_then(|ambush| {
        let count = battle.count(me.side, ambush.kind);
        me.rules.printed.roster.id(ambush.kind, me.side, count)
    });
    SetUpOrders { units: BTreeMap::new(), leader: None, reserve }
}

/// The units to recover: those that the next point of disorder would hurt most.
fn recover(me: &Player<'_>) -> Vec<crate::names::Id> {
    let field = Field::new(&me.rules.printed, me.view);
    let most = usize::from(points::left(me.view, me.side, CommandBox::Recovery));
    let mut hurt: Vec<_> = Vec::new();
    for (id, unit) in field.army(me.side) {
        let near = unit.hex().is_some_and(|hex| field.in_range(me.side, hex));
        if near && unit.steady() && unit.dp > 0 && !unit.impulse.point {
            let note = field.printed_on(unit);
            hurt.push((
                std::cmp::Reverse(i32::from(note.pr) * 8 - 3 * i32::from(field.left(unit))),
                id,
            ));
        }
    }
    hurt.sort_unstable();
    hurt.into_iter().take(most).map(|(_, id)| id).collect()
}

/// Hexes within which Rome rolls for elephants.
fn herd(me: &Player<'_>) -> u8 {
    u8::try_from(me.scale.herd.clamp(1, 99)).expect("two digits")
}

/// Standing orders: light troops give way, the leader keeps out of trouble, good chances are taken, shots go where they count.
pub(super) fn policy(me: &Player<'_>) -> Policy {
    let again = |die: AgainDie, when: AgainWhen| Again { die, when, role: None, units: None };
    let elephants =
        (me.side == crate::names::Side::Rome).then_some(ElephantsRule { within: herd(me) });
    Policy {
        choice: Some(Rank::First),
        fortuna: Some(vec![
            again(AgainDie::Leader, AgainWhen::Eliminated),
            again(AgainDie::Combat, AgainWhen::Doubled),
        ]),
        withdraw: Some(withdraw(me)),
        volley: Some(vec![Criterion::Kill, Criterion::Pr, Criterion::Shaken, Criterion::Best]),
        attack: Some(vec![UnitRule {
            units: Several(vec![Pick::All]),
            when: Several(["edge>=2", "left>=2"].into_iter().filter_map(Term::parse).collect()),
        }]),
        leader: Some(LeaderRule { follow: Some(true), leave: Some(term("left<=1")) }),
        recovery: Some(vec![Criterion::Pr, Criterion::Left]),
        elephants,
        advance: Some(AdvanceRule { optional: Some(YesNo::No), face: Some(Face::Ahead) }),
        ..Policy::default()
    }
}
