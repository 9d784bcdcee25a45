//! Conformance cases: a position, orders, dice, and the results that must follow. The form is described in
//! `docs/cases.md`.

mod given;
mod then;
mod whole;

use super::Metaurus;
use super::codes::Code;
use super::names::Side;
use super::orders::Orders;
use super::policy::Policy;
use super::rules::activation::{Activation, carry_on, named};
use super::rules::sequence;
use super::state::{Stage, State};
use engine::node::Key;
use engine::prelude::*;
use engine::rules::ParsedOrdersOf;
use engine::{
    AtSeat, Case, CaseResult, Complaints, Dice, InForce, ParsedOrders, Place, Reader, Rules, Seat,
    StandingAnswer, Table, Viewer, standing as standing_orders,
};
use given::Given;
use std::collections::{BTreeMap, BTreeSet};
use whole::Whole;

type Forces = BTreeMap<Seat, InForce<Orders, Policy>>;

/// Keys of one step.
const STEP: [&str; 6] = ["standing", "phase", "orders", "ahead", "dice", "then"];
/// Phases that a step may play; `check` plays nothing.
const PHASES: [&str; 8] =
    ["setup-carthage", "setup-rome", "initiative", "orders", "activation", "turn", "end", "check"];

impl Cases for Metaurus {
    fn case(&self, case: &Case<'_>) -> CaseResult {
        let mut result = CaseResult::new();
        let mut complaints = Complaints::new();
        let reader = case.reader(&mut complaints);
        let known = [
            "case", "about", "title", "rules", "scenario", "given", "standing", "phase", "orders",
            "ahead", "dice", "then", "steps", "asking",
        ];
        reader.only(&known);
        let Some(mut given) = given::read(self, &reader) else {
            result.understood(&reader);
            return result;
        };
        let mut forces = Forces::new();
        let steps = match reader.get("steps") {
            Some(steps) => steps.items(),
            None => vec![reader.clone()],
        };
        if reader.get("steps").is_some() {
            for step in &steps {
                step.only(&STEP);
            }
            standing(self, &reader, &mut forces);
        }
        let asking = reader
            .get("asking")
            .and_then(|side| side.one_of::<Side>("the side whose Player Turn it is", Code::Word));
        let mut whole = asking.map(|side| Whole::new(given.full(self), side));
        for step in steps {
            standing(self, &step, &mut forces);
            let at = (case, &step);
            match &mut whole {
                Some(whole) => asks(self, at, whole, &forces, &mut result),
                None => run(self, at, &mut given, &forces, &mut result),
            }
            if !result.understood(&reader) || result.difference.is_some() {
                break;
            }
        }
        result
    }
}

/// Puts standing orders in force.
fn standing(rules: &Metaurus, reader: &Reader<'_>, forces: &mut Forces) {
    let Some(all) = reader.get("standing") else { return };
    all.only(Side::WORDS);
    for (seat, says) in all.entries("a map from seat to standing orders").unwrap_or_default() {
        let (kept, withdrawn) = standing_orders::split(says.node);
        let Some(block) = rules.read_policy(&reader.beside(&kept, says.path.clone())) else {
            continue;
        };
        let filing = ParsedOrdersOf::<Metaurus> {
            standing: Some(block),
            withdrawn,
            ..ParsedOrdersOf::<Metaurus>::default()
        };
        let in_force = forces.entry(Seat::new(&seat.text)).or_default();
        *in_force = engine::run::entered(rules, Some(in_force), &filing, 0);
    }
}

/// Runs a step of a case that asks questions: the machine takes what the seats file.
fn asks(
    rules: &Metaurus,
    (case, step): (&Case<'_>, &Reader<'_>),
    whole: &mut Whole,
    forces: &Forces,
    result: &mut CaseResult,
) {
    let (mut orders, mut absent) = (BTreeMap::new(), BTreeSet::new());
    let mut told = Complaints::new();
    for (key, says) in files(step) {
        let seat = Seat::new(&key.text);
        if says.node.text() == Some("absent") {
            absent.insert(seat);
        } else {
            let read = filed(rules, &step.telling(&mut told), whole.state(), (&seat, &says));
            orders.extend(read.map(|orders| (seat, orders)));
        }
    }
    let mut dice = Dice::scripted(faces(step));
    let entries = match whole.step(rules, &orders, &absent, forces, &mut dice) {
        Ok(entries) => entries,
        Err(stop) => return result.fail(format!("nothing was resolved: {stop}")),
    };
    let asked = whole.asked(rules);
    let state = whole.state();
    if let Some(then) = step.get("then") {
        let found = then::Found { rules, state, entries: &entries, told: &told, asked: &asked };
        then::compare(case, &found, &then, result);
    }
    result.dice(&dice);
}

/// One step: orders are checked on the seats' views, then carried out.
fn run(
    rules: &Metaurus,
    (case, step): (&Case<'_>, &Reader<'_>),
    given: &mut Given,
    forces: &Forces,
    result: &mut CaseResult,
) {
    let phase = match step.get("phase") {
        Some(phase) => phase.word(Code::Word, "phase", &PHASES).map(|at| PHASES[at]),
        None => Some("activation"),
    };
    let Some(phase) = phase else { return };
    let mut orders: BTreeMap<Seat, Orders> = BTreeMap::new();
    let mut told = Complaints::new();
    let listed = files(step);
    stage(phase, listed.iter().find_map(|(key, _)| Side::parse(&key.text)), &mut given.state);
    for (key, says) in listed {
        let seat = Seat::new(&key.text);
        let read = filed(rules, &step.telling(&mut told), &given.state, (&seat, &says));
        orders.extend(read.map(|orders| (seat, orders)));
    }
    let faces = faces(step);
    if phase == "initiative" && !matches!(faces[..], [.., rome, carthage] if rome != carthage) {
        return result.fail("the last two dice of the initiative must differ".to_owned());
    }
    let mut dice = Dice::scripted(faces);
    let entries = {
        let mut board = Table::new(rules, &mut given.state, forces, &mut dice, 1);
        match phase {
            "activation" => activations(&mut board, &orders, &given.closed),
            "initiative" => {
                sequence::play(&mut board, |_| None);
                let choice = choice(rules, board.state(), forces);
                sequence::play(&mut board, |seat| {
                    orders.get(seat).cloned().or_else(|| choice.clone())
                });
            }
            "check" => {}
            _ => sequence::play(&mut board, |seat| orders.get(seat).cloned()),
        }
        board.leave()
    };
    given.closed.clear();
    if let Some(then) = step.get("then") {
        let (state, asked) = (&given.state, "");
        let found = then::Found { rules, state, entries: &entries, told: &told, asked };
        then::compare(case, &found, &then, result);
    }
    result.dice(&dice);
    if let Err(unsound) = rules.sound(&given.full(rules)) {
        result.fail(format!("unsound: {}", unsound.0));
    }
}

/// The orders of a step, by seat.
fn files<'a>(step: &Reader<'a>) -> Vec<(&'a Key, Reader<'a>)> {
    let Some(all) = step.get("orders") else { return Vec::new() };
    all.only(Side::WORDS);
    if let Some(ahead) = step.get("ahead") {
        ahead.only(Side::WORDS);
    }
    all.entries("a map from seat to orders").unwrap_or_default()
}

fn filed(
    rules: &Metaurus,
    step: &Reader<'_>,
    state: &State,
    (seat, says): (&Seat, &Reader<'_>),
) -> Option<Orders> {
    let mut filing = ParsedOrdersOf::<Metaurus>::default();
    let name = sequence::name(state).to_owned();
    let read = rules.reading().orders(&name, &step.beside(says.node, says.path.clone()));
    filing.orders.extend(read.clone().map(|orders| (name, orders)));
    filing.ahead = ahead(rules, step, seat);
    let refused = checked(rules, state, seat, &filing);
    step.with_complaints(|told| told.0.extend(refused));
    read
}

/// The stage that a phase's name means.
fn stage(phase: &str, side: Option<Side>, state: &mut State) {
    let side = side.or(match state.stage {
        Stage::Turn { side } | Stage::Choice { side } => Some(side),
        _ => None,
    });
    state.stage = match phase {
        "setup-carthage" => Stage::SetUp { side: Side::Carthage },
        "setup-rome" => Stage::SetUp { side: Side::Rome },
        "initiative" => Stage::Initiative,
        "orders" => Stage::Orders,
        "end" => Stage::End,
        _ => Stage::Turn { side: side.unwrap_or(Side::Rome) },
    };
    state.options.tempo = if phase == "activation" { Tempo::Full } else { Tempo::Brisk };
}

fn ahead(rules: &Metaurus, step: &Reader<'_>, seat: &Seat) -> Option<BTreeMap<String, Orders>> {
    let all = step.get("ahead")?.get(seat.name())?;
    let mut read = BTreeMap::new();
    for (key, says) in all.entries("a map from phase to orders").unwrap_or_default() {
        if let Some(orders) = rules.read_orders(&key.text, Place::Ahead, &says) {
            read.insert(key.text.clone(), orders);
        }
    }
    Some(read)
}

fn checked(
    rules: &Metaurus,
    state: &State,
    seat: &Seat,
    filing: &ParsedOrders<Orders, Policy>,
) -> Vec<Complaint> {
    let view = rules.view(state, &Viewer::Seat(seat.clone()));
    let prompts: Vec<_> =
        rules.prompts(state).into_iter().filter(|prompt| prompt.seat == *seat).collect();
    let at = AtSeat { view: &view, seat, prompts: &prompts, in_force: None };
    rules.check(&at, filing)
}

/// Dice as listed, 0 to 9; the die's tenth face is read as 0.
fn faces(step: &Reader<'_>) -> Vec<u32> {
    let listed = engine::case::faces(step, 0, 9).into_iter();
    listed.map(|die| if die == 0 { 10 } else { die }).collect()
}

/// The activations of the files and nothing more; units already under way go on from there.
fn activations(
    board: &mut super::rules::GameTable<'_>,
    orders: &BTreeMap<Seat, Orders>,
    closed: &BTreeSet<super::names::Id>,
) {
    for (seat, orders) in orders {
        let (Some(side), Orders::Turn(turn)) = (Side::of(seat), orders) else { continue };
        for (index, one) in turn.activations.iter().enumerate() {
            let fights = one.command.iter().chain(one.combined.iter().flatten());
            let roster = &board.rules().printed.roster;
            let own = |command| {
                roster
                    .command(command)
                    .is_some_and(|note| note.units.iter().any(|unit| closed.contains(unit)))
            };
            if fights.copied().any(own) {
                let mut act = Activation::new(side, Some(index), one);
                act.closed.clone_from(closed);
                carry_on(board, &mut act);
            } else {
                named(board, side, index, one);
            }
        }
    }
}

/// The choice that the standing orders of the winner of the initiative make.
fn choice(rules: &Metaurus, state: &State, forces: &Forces) -> Option<Orders> {
    let Stage::Choice { side } = state.stage else { return None };
    let seat = side.seat();
    let prompt = rules.prompts(state).into_iter().next()?;
    let policy =
        forces.get(&seat).and_then(|force| force.standing.as_ref()).map(|filed| &filed.says);
    match rules.standing(&rules.view(state, &Viewer::Seat(seat)), &prompt, policy) {
        StandingAnswer::Answer(orders) => Some(orders),
        StandingAnswer::Pass | StandingAnswer::Retire(_) => None,
    }
}
