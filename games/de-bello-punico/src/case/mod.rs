//! Conformance cases: a position, orders, dice, and the results that must follow. The form is described in
//! `docs/cases.md`.

mod given;
mod then;

use super::DeBelloPunico;
use super::events::{self, Event, Sequence};
use super::names::{AskName, Battle, PhaseName, Side};
use super::orders::Orders;
use super::policy::Policy;
use super::state::{Impulse, Stage, State};
use engine::case::{faces, keyed, named};
use engine::halt::HaltedOf;
use engine::prelude::*;
use engine::rules::ParsedOrdersOf;
use engine::{
    Answer, Answers, AtSeat, Case, CaseResult, Common, Complaints, Dice, Entry, GameState, InForce,
    Place, Prompt, Reader, Rules, Seat, Setup, Source, StandingAnswer, Stop, Table, Tempo, Viewer,
    standing as standing_orders,
};
use std::collections::BTreeMap;

const STEP: [&str; 9] =
    ["phase", "seat", "orders", "ahead", "files", "standing", "check", "dice", "then"];

type Forces = BTreeMap<Seat, InForce<Orders, Policy>>;
type Asked = Prompt<<DeBelloPunico as Rules>::Question>;

struct Course<'a> {
    rules: &'a DeBelloPunico,
    state: State,
    forces: Forces,
    entries: Vec<Entry<Event>>,
    /// True if a seat that may choose in the middle of an impulse is asked (`asking: true` in the case).
    asking: bool,
    /// The resolution that waits for an answer.
    halted: Option<HaltedOf<DeBelloPunico>>,
}

impl Cases for DeBelloPunico {
    fn case(&self, case: &Case<'_>) -> CaseResult {
        let (mut result, mut c) = (CaseResult::new(), Complaints::new());
        let reader = case.reader(&mut c);
        reader.only(&[
            "id", "title", "case", "rules", "scenario", "tempo", "given", "steps", "phase", "seat",
            "orders", "ahead", "files", "standing", "check", "dice", "then", "asking",
        ]);
        let Some(mut course) = start(self, &reader) else {
            result.understood(&reader);
            return result;
        };
        if !result.understood(&reader) {
            return result;
        }
        let steps = reader.get("steps").map_or_else(|| vec![reader.clone()], |steps| steps.items());
        if reader.get("steps").is_some() {
            for step in &steps {
                step.only(&STEP);
            }
        }
        for (at, step) in steps.iter().enumerate() {
            let next = steps
                .get(at + 1)
                .and_then(|next| next.get("phase"))
                .and_then(|phase| phase.node.text());
            run(&mut course, (case, step), next, &mut result);
            if !result.understood(&reader) || result.difference.is_some() {
                return result;
            }
        }
        if let (Some(then), true) = (reader.get("then"), reader.get("steps").is_some()) {
            let found = then::Found {
                rules: self,
                state: &course.state,
                forces: &course.forces,
                entries: &course.entries,
                told: &Complaints::new(),
            };
            then::compare(case, &found, &then, &mut result);
            result.understood(&reader);
        }
        result
    }
}

/// The position, and what is in force.
fn start<'a>(rules: &'a DeBelloPunico, reader: &Reader<'_>) -> Option<Course<'a>> {
    let battle = reader.need("scenario")?;
    let battle = Battle::ALL[battle.word(Common::Case, "battle", Battle::WORDS)?];
    let tempo = match reader.get("tempo") {
        Some(tempo) => tempo.one_of("a tempo", Common::Tempo)?,
        None => Tempo::Full,
    };
    let mut course = Course {
        rules,
        state: opening(rules, battle, tempo)?,
        forces: Forces::new(),
        entries: Vec::new(),
        asking: truth(reader, "asking"),
        halted: None,
    };
    let Some(position) = reader.get("given") else { return Some(course) };
    course.state = given::read(rules, battle, tempo, &position);
    for side in Side::BOTH {
        if let Some(says) = position.get(side.word()).and_then(|camp| camp.get("standing")) {
            standing(&mut course, side.seat(), &says);
        }
    }
    Some(course)
}

/// The value of a key that says true or false; false without it.
fn truth(reader: &Reader<'_>, key: &str) -> bool {
    reader.get(key).and_then(|part| part.truth("true or false")).unwrap_or(false)
}

fn opening(rules: &DeBelloPunico, battle: Battle, tempo: Tempo) -> Option<State> {
    let seats = Side::BOTH.into_iter().map(|side| (side.seat(), side.word().to_owned())).collect();
    rules
        .open(&Setup { scenario: battle.word().to_owned(), options: BTreeMap::new(), tempo, seats })
        .ok()
}

fn standing(course: &mut Course<'_>, seat: Seat, says: &Reader<'_>) {
    let (kept, withdrawn) = standing_orders::split(says.node);
    let Some(block) = course.rules.read_policy(&says.beside(&kept, says.path.clone())) else {
        return;
    };
    let filing = ParsedOrdersOf::<DeBelloPunico> {
        standing: Some(block),
        withdrawn,
        ..ParsedOrdersOf::<DeBelloPunico>::default()
    };
    let in_force = course.forces.entry(seat).or_default();
    *in_force = engine::run::entered(course.rules, Some(in_force), &filing, 0);
}

/// One step: orders are checked on the seats' views, then carried out unless the step only checks.
fn run(
    course: &mut Course<'_>,
    (case, step): (&Case<'_>, &Reader<'_>),
    next: Option<&str>,
    result: &mut CaseResult,
) {
    let phase = |text: &str| {
        let known = PhaseName::parse(text).is_some() || AskName::parse(text).is_some();
        // In a step that looks, nothing is played.
        (known || text == "look").then(|| text.to_owned())
    };
    let Some(name) = step.need("phase").and_then(|part| named(&part, "phase", phase)) else {
        return;
    };
    let name = name.as_str();
    let seat = step.get("seat").and_then(|seat| seat.one_of("a side", Common::Case));
    let files = files(step, seat);
    set(&mut course.state, name, seat, &files);
    let checks = truth(step, "check");
    let mut told = Complaints::new();
    let mut orders = BTreeMap::new();
    for (side, says) in &files {
        let read = course.rules.read_orders(name, Place::Orders, &says.telling(&mut told));
        if told.fatal() && !checks {
            step.with_complaints(|complaints| complaints.0.append(&mut told.0));
            return;
        }
        if let Some(read) = read {
            orders.insert(*side, read);
        }
    }
    if checks {
        checked(course, &step.telling(&mut told), name, seat, &orders);
    } else if name != "look" {
        resolve(course, step, name, next, &orders, result);
    }
    if let Some(then) = step.get("then") {
        let found = then::Found {
            rules: course.rules,
            state: &course.state,
            forces: &course.forces,
            entries: &course.entries,
            told: &told,
        };
        then::compare(case, &found, &then, result);
    }
}

/// The orders of a step, by side: one seat's `orders`, or `files` of both.
fn files<'a>(step: &Reader<'a>, seat: Option<Side>) -> Vec<(Side, Reader<'a>)> {
    if let Some(files) = step.get("files") {
        return keyed(&files, "side", Side::parse);
    }
    seat.zip(step.get("orders")).into_iter().collect()
}

/// Sets the stage that a step's phase means.
fn set(state: &mut State, name: &str, seat: Option<Side>, files: &[(Side, Reader<'_>)]) {
    let impulse = |impulse: Impulse, mover: Option<Side>| {
        mover.map(|mover| Stage::Impulse { mover, impulse })
    };
    let stage = match name {
        "movement" => impulse(Impulse::Movement, seat),
        "combat" => impulse(Impulse::Combat, seat),
        "recovery" => impulse(Impulse::Recovery, seat),
        "volley" => impulse(Impulse::Volley, seat.map(Side::other)),
        "elephants" => impulse(Impulse::Elephants, Some(Side::Carthage)),
        "initiative" => Some(Stage::Initiative),
        "interphase" => Some(Stage::Interphase),
        "strategic" => {
            // All chips at once is brisk; one by one is full.
            let at_once =
                seat.is_none() || files.iter().any(|(_, says)| says.get("chips").is_some());
            Some(Stage::Strategic { side: seat.filter(|_| !at_once) })
        }
        _ => None,
    };
    if name == "strategic" && matches!(stage, Some(Stage::Strategic { side: None })) {
        state.tempo = Tempo::Brisk;
    }
    let Some(stage) = stage.filter(|stage| *stage != state.stage) else { return };
    let first = state.first.or(stage.mover());
    if state.stage == Stage::Interphase {
        // The first step: nothing that the position says is to be cleared.
        state.stage = stage;
    } else {
        events::apply(state, &Sequence::Stage { stage }.into());
    }
    // A case may begin in the middle of a turn: whose half it is says who went first.
    state.first = first;
}

/// Checks a filing as if it had just been sent.
fn checked(
    course: &Course<'_>,
    step: &Reader<'_>,
    name: &str,
    seat: Option<Side>,
    orders: &BTreeMap<Side, Orders>,
) {
    let Some(side) = seat else { return };
    let mut filing = ParsedOrdersOf::<DeBelloPunico>::default();
    if let Some(orders) = orders.get(&side) {
        filing.orders.insert(name.to_owned(), orders.clone());
    }
    for (name, says) in
        step.get("ahead").and_then(|ahead| ahead.entries("orders by phase")).unwrap_or_default()
    {
        let read = course.rules.read_orders(&name.text, Place::Ahead, &says);
        let ahead = filing.ahead.get_or_insert_default();
        ahead.extend(read.map(|orders| (name.text.clone(), orders)));
    }
    filing.standing = step.get("standing").and_then(|says| course.rules.read_policy(&says));
    let view = course.rules.view(&course.state, &Viewer::Seat(side.seat()));
    let (seat, prompts) = (side.seat(), [asked(side, name)]);
    let at = AtSeat { view: &view, seat: &seat, prompts: &prompts, in_force: None };
    let refused = course.rules.check(&at, &filing);
    step.with_complaints(|told| told.0.extend(refused));
}

fn asked(side: Side, name: &str) -> Asked {
    Prompt::new(side.seat(), name, ())
}

/// Carries out one phase: the step's orders, and for the rest what is in force or the default.
fn resolve(
    course: &mut Course<'_>,
    step: &Reader<'_>,
    name: &str,
    next: Option<&str>,
    orders: &BTreeMap<Side, Orders>,
    result: &mut CaseResult,
) {
    let mut dice = Dice::scripted(faces(step, 1, 6));
    if !course.asking {
        phase(course, name, orders, &mut dice);
    } else if let Err(stop) = asks(course, name, orders, &mut dice) {
        result.fail(format!("nothing was resolved: {stop}"));
    }
    // The choice that follows the dice is part of `initiative` unless the case asks for it by itself.
    if name == "initiative"
        && next != Some("choice")
        && matches!(course.state.stage, Stage::Choice { .. })
    {
        phase(course, "choice", &BTreeMap::new(), &mut dice);
    }
    result.dice(&dice);
}

/// Gives the orders to the machine and lets it play on until somebody must be asked; whoever is asked and has no orders
/// is absent.
fn asks(
    course: &mut Course<'_>,
    name: &str,
    orders: &BTreeMap<Side, Orders>,
    dice: &mut Dice,
) -> Result<(), Stop> {
    let (mut state, force) = (course.state.clone(), course.forces.clone());
    given::complete(course.rules, &mut state);
    let mut game = GameState { force, halted: course.halted.take(), ..GameState::new(state) };
    let mut filings: BTreeMap<Seat, ParsedOrdersOf<DeBelloPunico>> = BTreeMap::new();
    for (side, orders) in orders {
        let filing = filings.entry(side.seat()).or_default();
        filing.orders.insert(name.to_owned(), orders.clone());
    }
    let absent = Side::BOTH.into_iter().map(Side::seat).collect();
    let turn = engine::run::run(course.rules, &mut game, 1, &filings, &absent, dice)?;
    course.entries.extend(turn.chapters.into_iter().flat_map(|chapter| chapter.events));
    (course.state, course.halted) = (game.state, game.halted);
    Ok(())
}

fn phase(course: &mut Course<'_>, name: &str, orders: &BTreeMap<Side, Orders>, dice: &mut Dice) {
    let mut answers = Vec::new();
    for (side, orders) in orders {
        answers.push(Answer {
            prompt: asked(*side, name),
            orders: orders.clone(),
            source: Source::Fresh,
        });
    }
    for prompt in course.rules.prompts(&course.state) {
        if answers.iter().all(|answer| answer.prompt.seat != prompt.seat) {
            let orders = by_itself(course, &prompt);
            answers.push(Answer { prompt, orders, source: Source::Fallback });
        }
    }
    let mut table = Table::new(course.rules, &mut course.state, &course.forces, dice, 1);
    course.rules.resolve(&mut table, &Answers(answers));
    course.entries.extend(table.leave());
}

/// The answer to a prompt that nobody answers.
fn by_itself(course: &Course<'_>, prompt: &Asked) -> Orders {
    let view = course.rules.view(&course.state, &Viewer::Seat(prompt.seat.clone()));
    let policy = course
        .forces
        .get(&prompt.seat)
        .and_then(|force| force.standing.as_ref())
        .map(|filed| &filed.says);
    match course.rules.standing(&view, prompt, policy) {
        StandingAnswer::Answer(orders) => orders,
        StandingAnswer::Pass | StandingAnswer::Retire(_) => {
            course.rules.fallback(&view, prompt, policy)
        }
    }
}
