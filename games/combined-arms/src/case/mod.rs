//! Conformance cases (docs/cases.md). A case is one turn on a position of its own, a play of many turns,
//! or a set-up; which one, its keys say.

mod given;
mod setup;
mod then;

pub(crate) use given::position;

use super::events::{self, Event, Sequence};
use super::names::{Side, Stage, UnitId};
use super::orders::read::{ListOf, list};
use super::orders::{Item, Orders, Policy, camp};
use super::rules::turn;
use super::state::State;
use super::{CombinedArms, Table};
use engine::dice::Dice;
use engine::prelude::*;
use engine::rules::ParsedOrdersOf;
use engine::{
    AtSeat, Case, CaseResult, Complaints, Entry, Filed, InForce, Path, Reader, Rules, Seat,
};
use std::collections::BTreeMap;

/// Keys of any case.
const HEAD: [&str; 5] = ["case", "about", "rules", "note", "title"];
/// Turns after which a game that has not ended is broken off.
const TURNS_MAX: u32 = 400;

type Forces = BTreeMap<Seat, InForce<Orders, Policy>>;

impl Cases for CombinedArms {
    fn case(&self, case: &Case<'_>) -> CaseResult {
        let mut result = CaseResult::new();
        let mut complaints = Complaints::new();
        let top = &case.reader(&mut complaints);
        if top.get("orders").is_some() {
            setup::play(self, (case, top), &mut result);
        } else {
            turns(self, (case, top), &mut result);
        }
        result.understood(top);
        result
    }
}

/// The game after a case, and how it got there.
struct Played {
    before: State,
    /// The position at the end of the last Attack Phase, before damage lapses; if the game ended, after that.
    after: State,
    entries: Vec<Entry<Event>>,
    told: Complaints,
    moved: Vec<UnitId>,
}

/// One turn or many on a position of the case's own.
fn turns(rules: &CombinedArms, (case, top): (&Case<'_>, &Reader<'_>), result: &mut CaseResult) {
    let keys = [
        "turn", "number", "units", "lost", "state", "options", "scenario", "map", "moves",
        "attack", "standing", "play", "turns", "phase", "offer", "then",
    ];
    top.only(&[HEAD.as_slice(), keys.as_slice()].concat());
    let Some(before) = position(rules, top) else { return };
    let mut read = Complaints::new();
    let forces = standing(rules, &top.telling(&mut read));
    let many = top.get("turns").and_then(|part| part.number("a number of turns", 1, TURNS_MAX));
    if top.fatal() {
        return;
    }
    let mut played = Played {
        after: before.clone(),
        before,
        entries: Vec::new(),
        told: read,
        moved: Vec::new(),
    };
    if let Some(rounds) = top.get("play") {
        let many = many.unwrap_or(TURNS_MAX);
        play(rules, &rounds, many, &forces, &mut played);
    } else {
        one_turn(rules, top, &forces, &mut played);
    }
    then::compare(rules, (case, top), &played, result);
}

/// The standing orders of both sides.
fn standing(rules: &CombinedArms, top: &Reader<'_>) -> Forces {
    let mut forces = Forces::new();
    let Some(part) = top.get("standing") else { return forces };
    part.only(&Side::BOTH.map(Side::word));
    for side in Side::BOTH {
        if let Some(says) = part.get(side.word()).and_then(|part| camp::policy(&part)) {
            let force = InForce { standing: Some(Filed { phase: 0, says }), ..InForce::default() };
            forces.insert(rules.seat(side).clone(), force);
        }
    }
    forces
}

/// One turn: the check of both lists, then both phases.
fn one_turn(rules: &CombinedArms, top: &Reader<'_>, forces: &Forces, played: &mut Played) {
    let Some(side) = played.before.active else { return };
    let mut read = Complaints::new();
    let telling = top.telling(&mut read);
    let moves = lists(&telling, "moves", ListOf::Moves);
    let attacks = lists(&telling, "attack", ListOf::Attacks);
    played.told.0.extend(read.0);
    let filing = filing(rules, &played.before, side, moves.as_ref(), attacks.as_ref(), forces);
    let prompts = rules.prompts(&played.before);
    let at =
        AtSeat { view: &played.before, seat: rules.seat(side), prompts: &prompts, in_force: None };
    played.told.0.extend(rules.check(&at, &filing));
    act(rules, forces, side, moves.as_ref(), attacks.as_ref(), played);
}

/// A side's filing: both lists in one file, or the attacks alone if their phase is open, and its standing orders.
fn filing(
    rules: &CombinedArms,
    state: &State,
    side: Side,
    moves: Option<&Orders>,
    attacks: Option<&Orders>,
    forces: &Forces,
) -> ParsedOrdersOf<CombinedArms> {
    let mut filing = ParsedOrdersOf::<CombinedArms>::default();
    let named = |name: &str, orders: Option<&Orders>| {
        orders.map(|orders| (name.to_owned(), orders.clone()))
    };
    if state.stage == Stage::Attack {
        filing.orders = named("attack", attacks).into_iter().collect();
    } else {
        filing.orders = named("move", moves).into_iter().collect();
        filing.ahead = named("attack", attacks).map(|entry| [entry].into());
    }
    let force = forces.get(rules.seat(side)).and_then(|force| force.standing.as_ref());
    filing.standing = force.map(|filed| filed.says.clone());
    filing
}

/// The list under a key.
fn lists(top: &Reader<'_>, key: &str, of: ListOf) -> Option<Orders> {
    let node = top.node.get(key)?;
    list(&top.beside(node, Path::top().then(key)), of)
}

/// Plays both phases of a turn; without `attacks` the side's standing policy attacks.
fn act(
    rules: &CombinedArms,
    forces: &Forces,
    side: Side,
    moves: Option<&Orders>,
    attacks: Option<&Orders>,
    played: &mut Played,
) {
    played.moved.extend(units_of(moves));
    let policy = forces
        .get(rules.seat(side))
        .and_then(|force| force.standing.as_ref())
        .map(|filed| &filed.says);
    let standing = rules.attack_by_policy(policy);
    let mut now = played.after.clone();
    let mut dice = Dice::none();
    let mut table = Table::new(rules, &mut now, forces, &mut dice, 1);
    if table.state().stage == Stage::Move {
        turn::moves(&mut table, side, moves);
    }
    let over = table.state().result.is_some();
    turn::attacks(
        &mut table,
        side,
        Some(attacks.unwrap_or(&standing)).filter(|_| !over || attacks.is_some()),
    );
    let entries = table.leave();
    let ended = now.result.is_some();
    for entry in &entries {
        if matches!(entry.event, Event::Sequence(Sequence::TurnEnds { .. })) && !ended {
            break;
        }
        events::apply(&mut played.after, &entry.event);
    }
    played.entries.extend(entries);
}

fn units_of(orders: Option<&Orders>) -> Vec<UnitId> {
    let Some(Orders::List(items)) = orders else { return Vec::new() };
    items
        .iter()
        .filter_map(|item| if let Item::Move(part) = item { Some(part.unit) } else { None })
        .collect()
}

/// Plays the lists of `play` over and over until the game ends or `many` turns are played.
fn play(
    rules: &CombinedArms,
    rounds: &Reader<'_>,
    many: u32,
    forces: &Forces,
    played: &mut Played,
) {
    let mut told = Complaints::new();
    let items = rounds.telling(&mut told).items();
    let turns: Vec<(Option<Orders>, Option<Orders>)> = items
        .iter()
        .map(|item| match item.node.list() {
            Some(_) => (list(item, ListOf::Moves), None),
            None => (lists(item, "moves", ListOf::Moves), lists(item, "attack", ListOf::Attacks)),
        })
        .collect();
    played.told.0.extend(told.0);
    if turns.is_empty() || played.told.fatal() {
        return;
    }
    for number in 0..many {
        let at = usize::try_from(number).expect("a game has few turns") % turns.len();
        if played.after.result.is_some() {
            return;
        }
        // The turn before has been shown before its damage lapsed: now it ends.
        finish(played);
        let Some(side) = played.after.active else { return };
        let (moves, attacks) = &turns[at];
        act(rules, forces, side, moves.as_ref(), attacks.as_ref(), played);
    }
}

/// Applies the end of the last turn, if it is still to come.
fn finish(played: &mut Played) {
    let ended = played
        .entries
        .iter()
        .rposition(|entry| matches!(entry.event, Event::Sequence(Sequence::TurnEnds { .. })));
    for entry in ended.map(|at| &played.entries[at..]).unwrap_or_default() {
        events::apply(&mut played.after, &entry.event);
    }
}
