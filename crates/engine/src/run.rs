//! The machine: it runs until it must ask.

use super::answer::{Answered, Answers, Retired, Source};
use super::chapter::{Chapter, Entry, Turn};
use super::dice::Dice;
use super::filing::Filed;
use super::gather::{Fresh, Gathered, by_force, gather, withdraw};
use super::halt;
use super::node::Node;
use super::order_rules::OrderRules;
use super::parse;
use super::prompt::Prompt;
use super::rules::{AtSeat, GameStateOf, InForceOf, ParsedOrdersOf, Rules, Sight};
use super::seat::{Seat, Viewer};
use super::standing;
use super::stop::{Stop, Unsound};
use std::collections::{BTreeMap, BTreeSet};

/// Phases that may run by themselves in one record before the title is taken to be caught in a loop.
const PHASES_MAX: usize = 10_000;

/// Takes the filings of the open phase, resolves it and all that then runs by itself.
///
/// Fresh orders and absences count for the open phase only.
///
/// # Errors
/// [`Stop`]; the game is then as it was, save for [`Stop::Unsound`] and [`Stop::Sealed`], after which it must be
/// dropped.
pub fn run<R: OrderRules>(
    rules: &R,
    game: &mut GameStateOf<R>,
    number: u32,
    filings: &BTreeMap<Seat, ParsedOrdersOf<R>>,
    absent: &BTreeSet<Seat>,
    dice: &mut Dice,
) -> Result<Turn<R::Event>, Stop> {
    if rules.outcome(&game.state).is_some() {
        return Err(Stop::Over);
    }
    let mut force = game.force.clone();
    for (seat, filing) in filings {
        enter(rules, force.entry(seat.clone()).or_default(), filing, number);
    }
    let open = gather(rules, &game.state, &force, &Fresh { filings, absent, phase: number });
    if !open.missing.is_empty() {
        return Err(Stop::Awaiting(open.missing));
    }
    game.force = force;
    let turn = advance(rules, game, Some(open), number, dice);
    if dice.lacks_hidden_seed() { Err(Stop::Sealed) } else { turn }
}

/// Checks a game against its title's invariants, and its state and its halted resolution against each other.
///
/// # Errors
/// The first condition that does not hold.
pub(super) fn sound<R: Rules>(rules: &R, game: &GameStateOf<R>) -> Result<(), Unsound> {
    // Whoever resigns when asked ends the game with the question still on the table.
    let midway = rules.midway(&game.state) && rules.outcome(&game.state).is_none();
    match (midway, &game.halted) {
        (true, None) => Err(Unsound(
            "the resolution has stopped at a question, but the events that led to it are missing"
                .to_owned(),
        )),
        (false, Some(_)) => {
            Err(Unsound("a phase was halted midway, but no question is open".to_owned()))
        }
        (true, Some(_)) | (false, None) => rules.sound(&game.state),
    }
}

/// Runs a newly opened game to its first question.
///
/// # Errors
/// [`Stop::Unsound`] if the opening is unsound.
pub fn opening<R: OrderRules>(
    rules: &R,
    game: &mut GameStateOf<R>,
) -> Result<Turn<R::Event>, Stop> {
    sound(rules, game).map_err(Stop::Unsound)?;
    advance(rules, game, None, 0, &mut Dice::none())
}

/// The prompts for whose answers the open phase waits: those that nothing answers yet.
pub fn awaited<R: OrderRules>(rules: &R, game: &GameStateOf<R>) -> Vec<Prompt<R::Question>> {
    if rules.outcome(&game.state).is_some() {
        return Vec::new();
    }
    let nobody = Fresh { filings: &BTreeMap::new(), absent: &BTreeSet::new(), phase: 0 };
    let open = gather(rules, &game.state, &game.force, &nobody);
    rules
        .prompts(&game.state)
        .into_iter()
        .filter(|p| !p.optional && open.missing.contains(&p.seat))
        .collect()
}

/// The source that would answer a prompt of a seat, once this filing counts; none if it stays open.
pub(super) fn answered_by<R: OrderRules>(
    rules: &R,
    at: &AtSeat<'_, R>,
    filing: Option<&ParsedOrdersOf<R>>,
    prompt: &Prompt<R::Question>,
) -> Option<Source> {
    const PHASE: u32 = u32::MAX;
    if filing.is_some_and(|filing| filing.orders.contains_key(&prompt.name)) {
        return Some(Source::Fresh);
    }
    let after = filing.map(|filing| entered(rules, at.in_force, filing, PHASE));
    let force = after.as_ref().or(at.in_force);
    let mut unused = Gathered::new();
    by_force(rules, at.view, force, prompt, &mut unused).map(|(_, source)| source)
}

fn enter<R: OrderRules>(
    rules: &R,
    force: &mut InForceOf<R>,
    filing: &ParsedOrdersOf<R>,
    phase: u32,
) {
    if let Some(ahead) = &filing.ahead {
        force.ahead = ahead
            .iter()
            .map(|(name, says)| (name.clone(), Filed { phase, says: says.clone() }))
            .collect();
    }
    if let Some(block) = &filing.standing {
        let read =
            |node: &Node| parse::policy_again(rules, node).unwrap_or_else(|why| panic!("{why}"));
        standing::enter(force, block, &filing.withdrawn, phase, read);
    }
}

/// The orders in force of a seat once a filing for `phase` counts.
pub fn entered<R: OrderRules>(
    rules: &R,
    force: Option<&InForceOf<R>>,
    filing: &ParsedOrdersOf<R>,
    phase: u32,
) -> InForceOf<R> {
    let mut after = force.cloned().unwrap_or_default();
    enter(rules, &mut after, filing, phase);
    after
}

/// Resolves phase after phase until somebody must be asked or the game is over.
fn advance<R: OrderRules>(
    rules: &R,
    game: &mut GameStateOf<R>,
    mut open: Option<Gathered<R::Question, R::Orders>>,
    number: u32,
    dice: &mut Dice,
) -> Result<Turn<R::Event>, Stop> {
    let (filings, absent) = (BTreeMap::new(), BTreeSet::new());
    let nothing = Fresh { filings: &filings, absent: &absent, phase: 0 };
    let mut turn = Turn { chapters: Vec::new(), retired: Vec::new(), outcome: None };
    let mut next = 1;
    for _ in 0..PHASES_MAX {
        turn.outcome = rules.outcome(&game.state);
        if turn.outcome.is_some() {
            return Ok(turn);
        }
        let gathered = match open.take() {
            Some(gathered) => gathered,
            None => gather(rules, &game.state, &game.force, &nothing),
        };
        if !gathered.missing.is_empty() {
            withdraw(&mut game.force, &gathered.used, &gathered.withdrawn, &gathered.retired);
            turn.retired.extend(gathered.retired);
            return Ok(turn);
        }
        let (chapter, retired) = resolve(rules, game, gathered, dice, (number, next))?;
        next += u32::try_from(chapter.events.len()).expect("a record has few events");
        turn.chapters.push(chapter);
        turn.retired.extend(retired);
    }
    Err(Stop::Unsound(Unsound(format!("more than {PHASES_MAX} phases in a row needed no orders"))))
}

fn resolve<R: OrderRules>(
    rules: &R,
    game: &mut GameStateOf<R>,
    gathered: Gathered<R::Question, R::Orders>,
    dice: &mut Dice,
    (number, next): (u32, u32),
) -> Result<(Chapter<R::Event>, Vec<Retired>), Stop> {
    for (seat, name, left) in gathered.used {
        let Some(force) = game.force.get_mut(&seat) else { continue };
        match left {
            Some(rest) => {
                if let Some(filed) = force.ahead.get_mut(&name) {
                    filed.says = rest;
                }
            }
            None => drop(force.ahead.remove(&name)),
        }
    }
    for seat in gathered.withdrawn {
        if let Some(force) = game.force.get_mut(&seat) {
            force.standing = None;
            force.since.clear();
        }
    }
    let phase = rules.phase(&game.state);
    let answers = Answers(gathered.answers);
    let events = match game.halted.take() {
        Some(halted) => halt::go_on(rules, game, halted, &answers, dice, (number, next))?,
        None => halt::begin(rules, game, &answers, dice, (number, next)),
    };
    sound(rules, game).map_err(Stop::Unsound)?;
    for (seat, force) in &mut game.force {
        force.ahead.retain(|name, filed| !rules.lapsed(&game.state, seat, name, &filed.says));
    }
    let answers = answers.0.into_iter();
    let answers = answers
        .map(|a| Answered { prompt: a.prompt.name, seat: a.prompt.seat, source: a.source })
        .collect();
    Ok((Chapter { phase, answers, events }, gathered.retired))
}

/// A record that began at `start`, as a viewer sees it: events whole, blurred or left out, and numbered anew so that a
/// gap betrays nothing. A phase in which they see nothing is kept, empty. Only the seat that gave an order, and viewers
/// who see everything, are told that an event came from it.
pub fn seen<R: Rules>(
    start: &R::State,
    chapters: &[Chapter<R::Event>],
    viewer: &Viewer,
) -> Vec<Chapter<R::Event>> {
    if R::OPEN || *viewer == Viewer::Referee {
        return chapters.to_vec();
    }
    let (mut state, mut n) = (start.clone(), 0);
    let mut told = Vec::with_capacity(chapters.len());
    for chapter in chapters {
        let mut events = Vec::with_capacity(chapter.events.len());
        for entry in &chapter.events {
            if let Some(seen) = witnessed::<R>(&state, entry, viewer) {
                n += 1;
                events.push(Entry { n, ..seen });
            }
            R::apply(&mut state, &entry.event);
        }
        told.push(Chapter {
            phase: chapter.phase.clone(),
            answers: chapter.answers.clone(),
            events,
        });
    }
    told
}

/// The part of an event that a viewer sees when it comes in this state: all of it, a blurred part without its dice, or
/// nothing.
pub(super) fn witnessed<R: Rules>(
    state: &R::State,
    entry: &Entry<R::Event>,
    viewer: &Viewer,
) -> Option<Entry<R::Event>> {
    if R::OPEN || *viewer == Viewer::Referee {
        return Some(entry.clone());
    }
    let (event, roll, code) = match R::witness(state, &entry.event, viewer) {
        Sight::Whole => (entry.event.clone(), entry.roll.clone(), entry.code),
        Sight::Blurred(event) => (event, None, None),
        Sight::Nothing => return None,
    };
    let order = entry.order.clone().filter(|order| viewer.seat() == Some(&order.seat));
    Some(Entry { n: entry.n, rule: entry.rule.clone(), event, roll, order, code })
}

/// The state that the events of a record lead to: the second, independent route to it.
pub fn fold<R: Rules>(start: &R::State, chapters: &[Chapter<R::Event>]) -> R::State {
    let mut state = start.clone();
    for entry in chapters.iter().flat_map(|chapter| &chapter.events) {
        R::apply(&mut state, &entry.event);
    }
    state
}
