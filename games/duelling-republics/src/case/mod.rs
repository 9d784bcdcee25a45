//! Conformance cases: a campaign case sets up a position, plays one phase or several, and compares; a battle case is
//! the line battle's own.
//!
//! `given` names what differs from the start of the game; `stage` is where it stands. `orders` hold what each seat files
//! (a seat that is awaited and files nothing is absent); `steps` is a list of `{orders, dice}` where one phase is not enough.

mod given;
mod then;

use super::DuellingRepublics;
use super::battle;
use super::orders::{Orders, read};
use super::policy::{self, Policy};
use super::state::State;
use engine::case::keyed;
use engine::prelude::*;
use engine::run::run;
use engine::{
    AtSeat, Case, CaseResult, Chapter, Common, Complaints, Dice, Entry, Filed, GameState,
    GameStateOf, InForce, ParsedOrders, Path, Place, Reader, Rules, Seat, Viewer,
};
use std::collections::{BTreeMap, BTreeSet};

type Event = super::events::Event;

pub(super) struct Played {
    pub(super) state: State,
    pub(super) entries: Vec<Entry<Event>>,
    /// The complaints of the checker, seat by seat.
    pub(super) told: Complaints,
}

impl Cases for DuellingRepublics {
    fn case(&self, case: &Case<'_>) -> CaseResult {
        if battle::case::is_battle(*case) {
            return battle::case::run(&self.chart.battle, *case);
        }
        let mut result = CaseResult::new();
        let mut complaints = Complaints::new();
        let reader = case.reader(&mut complaints);
        reader.only(&[
            "case", "title", "rules", "scenario", "note", "given", "orders", "dice", "steps",
            "then",
        ]);
        let position = given::position(self, &reader);
        if !result.understood(&reader) {
            return result;
        }
        let Some(mut game) = position else {
            result.fail("the position cannot be set up".to_owned());
            return result;
        };
        let mut played =
            Played { state: game.state.clone(), entries: Vec::new(), told: Complaints::new() };
        let steps = reader.get("steps").map_or_else(|| vec![reader.clone()], |part| part.items());
        if reader.get("steps").is_some() {
            for step in &steps {
                step.only(&["orders", "dice"]);
            }
        }
        for (number, step) in steps.iter().enumerate() {
            if let Err(why) = one_step(self, &mut game, step, number, &mut played) {
                result.fail(format!("step {}: {why}", number + 1));
                return result;
            }
            if !result.understood(&reader) {
                return result;
            }
        }
        played.state = game.state;
        if let Some(then) = reader.need("then") {
            then::compare(self, (case, &then), &played, &mut result);
        }
        result.understood(&reader);
        result
    }
}

/// Files, resolves, and checks the dice against the list.
fn one_step(
    rules: &DuellingRepublics,
    game: &mut GameStateOf<DuellingRepublics>,
    step: &Reader<'_>,
    number: usize,
    played: &mut Played,
) -> Result<(), String> {
    let filings = filings(rules, game, step, played);
    let faces = engine::case::faces(step, 1, 6);
    if step.fatal() {
        return Ok(());
    }
    let awaited: BTreeSet<Seat> =
        rules.prompts(&game.state).into_iter().map(|prompt| prompt.seat).collect();
    let absent: BTreeSet<Seat> =
        awaited.into_iter().filter(|seat| !filings.contains_key(seat)).collect();
    let mut dice = Dice::scripted(faces);
    let turn = match run(
        rules,
        game,
        u32::try_from(number + 1).unwrap_or(1),
        &filings,
        &absent,
        &mut dice,
    ) {
        Ok(turn) => turn,
        Err(stop) => return Err(format!("nothing was resolved: {stop}")),
    };
    played
        .entries
        .extend(turn.chapters.into_iter().flat_map(|chapter: Chapter<Event>| chapter.events));
    match &dice.misfits()[..] {
        [] => Ok(()),
        misfits => {
            let rolls = played.entries.iter().filter_map(|entry| entry.roll.as_ref());
            let thrown: Vec<String> =
                rolls.map(|roll| format!("{} {:?}", roll.label, roll.faces)).collect();
            Err(format!("{}; thrown: {}", misfits.join("; "), thrown.join(", ")))
        }
    }
}

/// The filings of all seats, checked on the way.
fn filings(
    rules: &DuellingRepublics,
    game: &GameStateOf<DuellingRepublics>,
    step: &Reader<'_>,
    played: &mut Played,
) -> BTreeMap<Seat, ParsedOrders<Orders, Policy>> {
    let mut filings = BTreeMap::new();
    let all = rules.prompts(&game.state);
    let Some(part) = step.get("orders") else { return filings };
    for (key, body) in part.entries("a map from seat to orders").unwrap_or_default() {
        let seat = Seat::new(&key.text);
        let prompts: Vec<_> = all.iter().filter(|prompt| prompt.seat == seat).cloned().collect();
        let mut filing = ParsedOrders::default();
        let required: Vec<_> = prompts.iter().filter(|prompt| !prompt.optional).collect();
        let single = if let [only] = required[..] {
            Some(only)
        } else {
            prompts.first().filter(|_| prompts.len() == 1)
        };
        let named = prompts.iter().any(|prompt| body.get(&prompt.name).is_some());
        for prompt in &prompts {
            let part = if named {
                body.get(&prompt.name)
            } else {
                single.filter(|only| only.name == prompt.name).map(|_| body.clone())
            };
            let Some(part) = part else { continue };
            let reader =
                step.beside(part.node, engine::path_of(&prompts, &prompt.name, Place::Orders));
            if let Some(orders) = read::orders((&prompt.name, Place::Orders), &reader) {
                filing.orders.insert(prompt.name.clone(), orders);
            }
        }
        if prompts.is_empty() {
            step.complain(
                body.fault(Common::Awaited, format!("{seat} is not asked anything here")),
            );
        }
        let view = rules.view(&game.state, &Viewer::Seat(seat.clone()));
        let at = AtSeat { view: &view, seat: &seat, prompts: &prompts, in_force: None };
        played.told.0.extend(rules.check(&at, &filing));
        filings.insert(seat, filing);
    }
    filings
}

/// Standing orders in force from the start.
pub(super) fn force(state: &State, reader: &Reader<'_>) -> BTreeMap<Seat, InForce<Orders, Policy>> {
    let mut force = BTreeMap::new();
    let Some(part) = reader.get("standing") else { return force };
    let seat = |name: &str| state.player(&Seat::new(name)).map(|player| player.seat.clone());
    for (seat, body) in keyed(&part, "seat", seat) {
        let reader = reader.beside(body.node, Path::top().then("standing"));
        if let Some(says) = policy::read::policy(&reader) {
            let standing = Some(Filed { phase: 1, says });
            force.insert(seat, InForce { standing, ..InForce::default() });
        }
    }
    force
}

/// A game from a state and what is in force.
pub(super) fn game(
    state: State,
    force: BTreeMap<Seat, InForce<Orders, Policy>>,
) -> GameStateOf<DuellingRepublics> {
    GameState { force, ..GameState::new(state) }
}
