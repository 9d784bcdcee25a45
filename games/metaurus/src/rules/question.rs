//! Choices in the middle of an activation: falling back (9.0g), the order of attacks (9.1a), going on (10.0k), striking
//! back (10.0m). In tempo full whoever has no standing order for one is asked (R58).

use super::retreat::{by_rule, ways_back};
use super::victory::over;
use super::{GameTable, Refusal};
use crate::Metaurus;
use crate::codes::Code;
use crate::data::Printed;
use crate::events::{Pairing, Sequence};
use crate::field::Field;
use crate::names::{Class, Id, Side};
use crate::orders::{Enter, FallBack, GoOn, NextAttacks, NextGaul, Orders, StrikeBack, Victim};
use crate::policy::{self, Called, Policy};
use crate::state::{Ending, How, May, Query, State};
use engine::Tempo;
use engine::kit::Hex;
use std::collections::BTreeMap;

/// True if players are asked in the middle of an activation at all.
pub(crate) fn any(board: &GameTable<'_>) -> bool {
    board.asks() && board.state().options.tempo == Tempo::Full
}

/// Asks a side; what is recorded next belongs to its answer. None: it has resigned, or the answer is still to come.
pub(crate) fn ask(board: &mut GameTable<'_>, side: Side, query: Query) -> Option<Orders> {
    let about = query.about();
    board.by_order(None);
    board.record("R58", Sequence::Asked { seat: side, query }.into());
    let answers = board.ask();
    let orders = answers.and_then(|answers| answers.of(&side.seat(), about.word()).cloned());
    if let Some(Orders::Resign(resign)) = &orders
        && resign.resign
    {
        over(board, Ending { winner: side.other(), how: How::Resignation });
        board.end();
    }
    board.record("R58", Sequence::Answered { seat: side }.into());
    board.by_order(board.order_of(&side.seat(), about.word()));
    orders
}

/// The answer that standing orders give to a question, or that of the rules if there are none for it.
pub(crate) fn by_policy(
    rules: &Metaurus,
    view: &State,
    query: &Query,
    policy: Option<&Policy>,
) -> Orders {
    let printed = &rules.printed;
    match query {
        Query::Retreat { units } => {
            let mut state = view.clone();
            let mut fall_back = BTreeMap::new();
            for May { unit, by, drm, .. } in units {
                let rule = policy::retreat(policy, rules, *unit);
                let field = Field::new(printed, &state);
                let infantry = by.iter().all(|id| field.class(*id) == Class::Inf);
                let way = by_rule(&field, *unit, by, &rule);
                if let Some(hex) = way.last().filter(|_| rule.when.holds(*drm, infantry)) {
                    fall_back.insert(*unit, *hex);
                    move_to(&mut state, *unit, *hex);
                }
            }
            Orders::FallBack(FallBack { fall_back })
        }
        Query::Counter { by, drm, .. } => {
            let will = |id: &&Id| policy::counter(policy, printed, **id).holds(*drm, false);
            Orders::StrikeBack(StrikeBack { strike: by.iter().filter(will).copied().collect() })
        }
        Query::Continue { targets } => {
            let first = targets.first();
            let goes = first.filter(|target| {
                let unit = target.by.first();
                unit.is_some_and(|id| policy::go_on(policy, printed, *id).holds(target.drm, false))
            });
            Orders::GoOn(GoOn { against: goes.map(|target| target.against) })
        }
        Query::Order { .. } => Orders::NextAttacks(NextAttacks { next: Vec::new() }),
        Query::Advance { units, .. } => {
            Orders::Enter(Enter { advance: units.first().copied(), face: None })
        }
        Query::Gauls { units } => {
            let all = policy.is_some_and(|policy| policy.gauls == Some(Called::All));
            Orders::NextGaul(NextGaul { gaul: units.first().copied().filter(|_| all) })
        }
        Query::Rampage { targets, .. } => {
            Orders::Victim(Victim { target: *targets.first().expect("somebody is near") })
        }
    }
}

/// True if a side's own standing orders answer the whole of a question.
pub(crate) fn settled(printed: &Printed, query: &Query, policy: Option<&Policy>) -> bool {
    match query {
        Query::Retreat { units } => {
            units.iter().all(|may| policy::settles_retreat(policy, printed, may.unit))
        }
        Query::Counter { by, .. } => {
            by.iter().all(|id| policy::settles_counter(policy, printed, *id))
        }
        Query::Continue { targets } => targets.iter().all(|target| {
            target.by.first().is_some_and(|id| policy::settles_going_on(policy, printed, *id))
        }),
        Query::Order { .. } => policy.is_some_and(|policy| policy.order.is_some()),
        Query::Advance { .. } => policy.is_some_and(|policy| policy.advance.is_some()),
        Query::Gauls { .. } => policy.is_some_and(|policy| policy.gauls.is_some()),
        Query::Rampage { .. } => policy.is_some_and(|policy| policy.rampage.is_some()),
    }
}

/// The refusals of an answer: the place in it, and the reason.
pub(crate) fn refusals(
    rules: &Metaurus,
    view: &State,
    query: &Query,
    orders: &Orders,
) -> Vec<(String, Refusal)> {
    match (query, orders) {
        (Query::Retreat { units }, Orders::FallBack(orders)) => barred(rules, view, units, orders),
        (Query::Counter { by, .. }, Orders::StrikeBack(orders)) => {
            let strange = orders.strike.iter().enumerate().filter(|(_, id)| !by.contains(id));
            strange.map(|(at, id)| (format!("strike[{at}]"), stranger(query.rule(), *id))).collect()
        }
        (Query::Continue { targets }, Orders::GoOn(orders)) => {
            let known: Vec<String> = targets.iter().map(|t| t.against.to_string()).collect();
            let wrong = orders.against.filter(|id| targets.iter().all(|t| t.against != *id));
            let no = |id: Id| {
                Refusal::new(Code::Attack, "10.0k", format!("{id} cannot be attacked next"))
                    .fix(format!("one of: {}, nobody", known.join(", ")))
            };
            wrong.map(|id| ("against".to_owned(), no(id))).into_iter().collect()
        }
        (Query::Order { attacks }, Orders::NextAttacks(orders)) => misnamed(attacks, &orders.next),
        (Query::Advance { units, .. }, Orders::Enter(orders)) => {
            let wrong = orders.advance.filter(|id| !units.contains(id));
            let no = |id: Id| one_of(Code::Stranger, "9.2a", (id, "cannot advance there"), units);
            wrong.map(|id| ("advance".to_owned(), no(id))).into_iter().collect()
        }
        (Query::Gauls { units }, Orders::NextGaul(orders)) => {
            let wrong = orders.gaul.filter(|id| !units.contains(id));
            let no = |id: Id| one_of(Code::Stranger, "5.4a", (id, "cannot roll now"), units);
            wrong.map(|id| ("gaul".to_owned(), no(id))).into_iter().collect()
        }
        (Query::Rampage { targets, .. }, Orders::Victim(orders)) => {
            let wrong = Some(orders.target).filter(|id| !targets.contains(id));
            let no = |id: Id| one_of(Code::Stranger, "12.0c", (id, "is not the nearest"), targets);
            wrong.map(|id| ("target".to_owned(), no(id))).into_iter().collect()
        }
        (_, Orders::Resign(_)) => Vec::new(),
        (_, _) => vec![(
            String::new(),
            Refusal::new(Code::Word, query.rule(), "this answers another question"),
        )],
    }
}

/// The refusal of a unit that is not among those asked about.
fn one_of(code: Code, rule: &'static str, (id, what): (Id, &str), known: &[Id]) -> Refusal {
    let known: Vec<String> = known.iter().map(ToString::to_string).collect();
    Refusal::new(code, rule, format!("{id} {what}")).fix(format!("one of: {}", known.join(", ")))
}

fn stranger(rule: &'static str, id: Id) -> Refusal {
    Refusal::new(Code::Stranger, rule, format!("you are not asked about {id}"))
        .fix("name only the units that the form lists")
}

/// The refusals of an answer about retreats.
fn barred(
    rules: &Metaurus,
    view: &State,
    units: &[May],
    orders: &FallBack,
) -> Vec<(String, Refusal)> {
    let strange = orders.fall_back.keys().filter(|id| units.iter().all(|may| may.unit != **id));
    let mut all: Vec<(String, Refusal)> =
        strange.map(|id| (format!("fall-back.{id}"), stranger("9.0g", *id))).collect();
    let mut state = view.clone();
    for may in units {
        let Some(hex) = orders.fall_back.get(&may.unit).copied() else { continue };
        match reached(rules, &state, may, hex) {
            Ok(()) => move_to(&mut state, may.unit, hex),
            Err(no) => all.push((format!("fall-back.{}", may.unit), no)),
        }
    }
    all
}

/// The refusals of an answer about the next attack.
fn misnamed(attacks: &[Pairing], next: &[Id]) -> Vec<(String, Refusal)> {
    let of = |id: &Id| attacks.iter().position(|attack| attack.against.contains(id));
    let mut all = Vec::new();
    for (at, id) in next.iter().enumerate() {
        let earlier = next[..at].iter().any(|other| of(other) == of(id));
        let no = match of(id) {
            None => Refusal::new(Code::Attack, "9.1a", format!("no attack on {id} is left")),
            Some(_) if earlier => {
                Refusal::new(Code::Twice, "9.1a", format!("the attack on {id} is named twice"))
            }
            Some(_) => continue,
        };
        all.push((format!("next[{at}]"), no));
    }
    all
}

/// Checks that a unit can fall back to a hex.
fn reached(rules: &Metaurus, state: &State, may: &May, hex: Hex) -> Result<(), Refusal> {
    let field = Field::new(&rules.printed, state);
    let ways = ways_back(&field, may.unit, &may.by);
    if ways.contains_key(&hex) {
        return Ok(());
    }
    let list: Vec<String> = ways.keys().map(ToString::to_string).collect();
    let reason = format!("{} cannot fall back to {hex}", may.unit);
    let fix = if list.is_empty() {
        "leave it out: it has nowhere to go".to_owned()
    } else {
        format!("one of: {}", list.join(", "))
    };
    Err(Refusal::new(Code::Way, "9.0g", reason).fix(fix))
}

/// Puts a unit where it falls back to, in an imagined position.
fn move_to(state: &mut State, unit: Id, hex: Hex) {
    state.units.entry(unit).and_modify(|stand| stand.hex = hex);
}
