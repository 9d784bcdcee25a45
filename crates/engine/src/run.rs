//! The machine: it runs until it must ask.

use super::Roll;
use super::dice::Dice;
use super::halt::{self, Halted};
use super::node::Node;
use super::origin::OrderRef;
use super::parse;
use super::rules::{
    AheadAnswer, Answer, Answers, Filed, InForce, InForceOf, Outcome, ParsedOrdersOf, Phase,
    Prompt, Rules, Sight, Source, StandingAnswer, Unsound,
};
use super::seat::{Seat, Viewer};
use super::standing;
pub use super::stop::Stop;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A game in progress: the state, and what is in force beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState<S, O, P> {
    /// Everything on the table, as the last event left it.
    pub state: S,
    /// Orders given ahead and standing orders, by seat.
    pub force: BTreeMap<Seat, InForce<O, P>>,
    /// The resolution in the middle of which `state` asks something.
    pub halted: Option<Halted<S, O, P>>,
}

impl<S, O, P> GameState<S, O, P> {
    /// A game in this state, with nothing in force.
    pub const fn new(state: S) -> Self {
        Self { state, force: BTreeMap::new(), halted: None }
    }
}

/// The game of a title.
pub type GameStateOf<R> =
    GameState<<R as Rules>::State, <R as Rules>::Orders, <R as Rules>::Policy>;

/// One event with its number in the record, its rule, and its dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry<E> {
    /// Number in the record, from 1.
    pub n: u32,
    /// The rule it rests on.
    pub rule: Cow<'static, str>,
    /// What happened, with its whole result.
    #[serde(flatten)]
    pub event: E,
    /// The dice it explains.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub roll: Option<Roll>,
    /// The order it came from, where the title said so; not recorded, for the replay finds it again.
    #[serde(skip)]
    pub order: Option<OrderRef>,
    /// The code under which it came to nothing, if it is a void order's; not recorded, as the order is not. Titles that
    /// record a code in the event itself write there what their revision had.
    #[serde(skip)]
    pub code: Option<&'static str>,
}

/// One phase of a record: who answered what, and what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter<E> {
    /// Where in the sequence of play it stood.
    pub phase: Phase,
    /// What answered its prompts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answered>,
    /// What happened in it, in order.
    pub events: Vec<Entry<E>>,
}

/// What answered one prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// Name of the prompt.
    pub prompt: String,
    /// The seat asked.
    pub seat: Seat,
    /// A file, orders given ahead, a standing order, or the fallback.
    #[serde(flatten)]
    pub source: Source,
}

/// What one run did: the phases it resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<E> {
    /// The phases, in order.
    pub chapters: Vec<Chapter<E>>,
    /// Orders given ahead or standing that withdrew, with the reason for their author.
    pub retired: Vec<Retired>,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
}

/// An order given ahead, or a standing order, that withdrew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retired {
    /// The seat that filed it.
    pub seat: Seat,
    /// The prompt it was for.
    pub prompt: String,
    /// The reason, in words for its author.
    pub reason: String,
}

/// Phases that may run by themselves in one record before the title is taken to be caught in a loop.
const PHASES_MAX: usize = 10_000;

/// Takes the filings of the open phase, resolves it and all that then runs by itself.
///
/// Fresh orders and absences count for the open phase only.
///
/// # Errors
/// [`Stop`]; the game is then as it was, save for [`Stop::Unsound`] and [`Stop::Sealed`], after which it must be
/// dropped.
pub fn run<R: Rules>(
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

/// Runs a newly opened game to its first question.
///
/// # Errors
/// [`Stop::Unsound`] if the opening is.
pub fn opening<R: Rules>(rules: &R, game: &mut GameStateOf<R>) -> Result<Turn<R::Event>, Stop> {
    rules.sound(&game.state).map_err(Stop::Unsound)?;
    advance(rules, game, None, 0, &mut Dice::none())
}

/// The seats that the open phase waits for, with the names of the prompts that nothing answers yet.
pub fn awaited<R: Rules>(rules: &R, game: &GameStateOf<R>) -> Vec<Prompt<R::Question>> {
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

/// Puts a filing's `ahead` and `standing` in force.
fn enter<R: Rules>(rules: &R, force: &mut InForceOf<R>, filing: &ParsedOrdersOf<R>, phase: u32) {
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

/// What is in force for a seat once a filing for `phase` counts.
pub fn entered<R: Rules>(
    rules: &R,
    force: Option<&InForceOf<R>>,
    filing: &ParsedOrdersOf<R>,
    phase: u32,
) -> InForceOf<R> {
    let mut after = force.cloned().unwrap_or_default();
    enter(rules, &mut after, filing, phase);
    after
}

/// What is fresh for the open phase.
struct Fresh<'a, O, P> {
    filings: &'a BTreeMap<Seat, super::rules::ParsedOrders<O, P>>,
    absent: &'a BTreeSet<Seat>,
    /// The phase they are for.
    phase: u32,
}

/// The answers to one phase's prompts, and what taking them costs.
struct Gathered<Q, O> {
    answers: Vec<Answer<Q, O>>,
    missing: Vec<Seat>,
    /// Orders given ahead that are used up (`None`) or cut down to what is left.
    used: Vec<(Seat, String, Option<O>)>,
    retired: Vec<Retired>,
    /// Standing orders that withdraw.
    withdrawn: Vec<Seat>,
}

/// Answers each prompt from fresh orders, else orders given ahead, else a standing order, else the
/// fallback of a seat declared absent.
fn gather<R: Rules>(
    rules: &R,
    state: &R::State,
    force: &BTreeMap<Seat, InForce<R::Orders, R::Policy>>,
    fresh: &Fresh<'_, R::Orders, R::Policy>,
) -> Gathered<R::Question, R::Orders> {
    let mut all = Gathered {
        answers: Vec::new(),
        missing: Vec::new(),
        used: Vec::new(),
        retired: Vec::new(),
        withdrawn: Vec::new(),
    };
    for prompt in rules.prompts(state) {
        match answer(rules, state, force.get(&prompt.seat), fresh, &prompt, &mut all) {
            Some((orders, source)) => all.answers.push(Answer { prompt, orders, source }),
            None if prompt.optional || all.missing.contains(&prompt.seat) => {}
            None => all.missing.push(prompt.seat),
        }
    }
    all
}

/// The answer to one prompt.
fn answer<R: Rules>(
    rules: &R,
    state: &R::State,
    force: Option<&InForce<R::Orders, R::Policy>>,
    fresh: &Fresh<'_, R::Orders, R::Policy>,
    prompt: &Prompt<R::Question>,
    all: &mut Gathered<R::Question, R::Orders>,
) -> Option<(R::Orders, Source)> {
    let (seat, name) = (&prompt.seat, &prompt.name);
    if let Some(orders) = fresh.filings.get(seat).and_then(|filing| filing.orders.get(name)) {
        let spent =
            force.and_then(|f| f.ahead.get(name)).is_some_and(|filed| filed.phase != fresh.phase);
        if spent && rules.outdated(prompt) {
            all.used.push((seat.clone(), name.clone(), None));
        }
        return Some((orders.clone(), Source::Fresh));
    }
    let view = rules.view(state, &Viewer::Seat(seat.clone()));
    if let Some(filed) = force.and_then(|f| f.ahead.get(name)) {
        let source = Source::Ahead { filed: filed.phase };
        let (said, left) = match rules.ahead(&view, prompt, &filed.says) {
            AheadAnswer::Answer(orders) => (Some(orders), Some(None)),
            AheadAnswer::Partly(orders, rest) => (Some(orders), Some(Some(rest))),
            AheadAnswer::Wait => (None, None),
            AheadAnswer::Retire(reason) => {
                all.retired.push(Retired { seat: seat.clone(), prompt: name.clone(), reason });
                (None, Some(None))
            }
        };
        if let Some(left) = left {
            all.used.push((seat.clone(), name.clone(), left));
        }
        if let Some(orders) = said {
            return Some((orders, source));
        }
    }
    let standing = force.and_then(|f| f.standing.as_ref());
    let policy = standing.map(|filed| &filed.says);
    match rules.standing(&view, prompt, policy) {
        StandingAnswer::Answer(orders) => {
            return Some((orders, Source::Standing { filed: standing.map(|filed| filed.phase) }));
        }
        StandingAnswer::Pass => {}
        StandingAnswer::Retire(reason) => {
            all.retired.push(Retired { seat: seat.clone(), prompt: name.clone(), reason });
            all.withdrawn.push(seat.clone());
        }
    }
    let absent = fresh.absent.contains(seat) && !prompt.optional;
    absent.then(|| (rules.fallback(&view, prompt, policy), Source::Fallback))
}

/// Resolves phase after phase until somebody must be asked or the game is over.
fn advance<R: Rules>(
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
    Err(Stop::Unsound(Unsound(format!("more than {PHASES_MAX} phases ran by themselves"))))
}

/// Takes out of force what withdrew from a phase that now waits: its author is told at once, and may be the one who is
/// awaited. What else was gathered stays as it is until the phase is resolved.
fn withdraw<O, P>(
    force: &mut BTreeMap<Seat, InForce<O, P>>,
    used: &[(Seat, String, Option<O>)],
    withdrawn: &[Seat],
    retired: &[Retired],
) {
    for (seat, name, _) in used {
        if retired.iter().any(|gone| gone.seat == *seat && gone.prompt == *name)
            && let Some(force) = force.get_mut(seat)
        {
            force.ahead.remove(name);
        }
    }
    for seat in withdrawn {
        if let Some(force) = force.get_mut(seat) {
            force.standing = None;
            force.since.clear();
        }
    }
}

/// Resolves one phase whose prompts are all answered.
fn resolve<R: Rules>(
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
    rules.sound(&game.state).map_err(Stop::Unsound)?;
    for (seat, force) in &mut game.force {
        force.ahead.retain(|name, filed| !rules.lapsed(&game.state, seat, name, &filed.says));
    }
    let answers = answers.0.into_iter();
    let answers = answers
        .map(|a| Answered { prompt: a.prompt.name, seat: a.prompt.seat, source: a.source })
        .collect();
    Ok((Chapter { phase, answers, events }, gathered.retired))
}

/// What a viewer sees of a record that began at `start`: events whole, blurred or left out, and
/// numbered anew so that a gap betrays nothing. A phase in which they see nothing is kept, empty. Whose order an event
/// came from is told to the seat that gave it and to who sees everything.
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

/// What a viewer sees of an event that comes in this state: all of it, a blurred part without its dice, or nothing.
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

#[cfg(test)]
mod tests {
    use super::{BTreeMap, Filed, InForce, Retired, Seat, withdraw};

    #[test]
    fn what_withdraws_from_a_phase_that_waits_is_out_of_force_and_nothing_else() {
        let (rome, carthage) = (Seat::new("rome"), Seat::new("carthage"));
        let filed = |says: u8| Filed { phase: 3, says };
        let both =
            || BTreeMap::from([("move".to_owned(), filed(1)), ("attack".to_owned(), filed(2))]);
        let in_force =
            || InForce { ahead: both(), standing: Some(filed(9)), since: BTreeMap::new() };
        let mut force =
            BTreeMap::from([(rome.clone(), in_force()), (carthage.clone(), in_force())]);
        // Rome's moves given ahead withdrew; Carthage's would answer, and its standing order withdrew from another prompt.
        let used =
            [(rome.clone(), "move".to_owned(), None), (carthage.clone(), "move".to_owned(), None)];
        let gone = |seat: &Seat, prompt: &str| Retired {
            seat: seat.clone(),
            prompt: prompt.to_owned(),
            reason: String::new(),
        };
        withdraw(
            &mut force,
            &used,
            std::slice::from_ref(&carthage),
            &[gone(&rome, "move"), gone(&carthage, "attack")],
        );
        assert_eq!(force[&rome].ahead.keys().collect::<Vec<_>>(), ["attack"]);
        assert!(force[&rome].standing.is_some());
        assert_eq!(
            force[&carthage],
            InForce { ahead: both(), standing: None, since: BTreeMap::new() }
        );
    }
}
