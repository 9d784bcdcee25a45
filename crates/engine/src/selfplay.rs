//! Self-play: built-in players at every seat, from the opening to the result, in memory.

use super::chapter::Outcome;
use super::complaint::Complaints;
use super::data::Setup;
use super::dice::Dice;
use super::filing::ParsedOrders;
use super::game::GameState;
use super::player::{BotStyle, BuiltInPlayer, Skill};
use super::prompt::Prompt;
use super::rng::Rng;
use super::rules::{AtSeat, ParsedOrdersOf};
use super::run::{fold, opening, run};
use super::seat::{Seat, Viewer};
use super::stop::Stop;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// The length and the result of one self-played game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// The result; none if it was broken off at the limit of records.
    pub outcome: Option<Outcome>,
    /// Records resolved: phases that somebody was asked about.
    pub records: u32,
    /// Files that had to come in: for each record, one from every seat that was asked something it must answer.
    pub letters: u32,
    /// The number of game turns that were begun.
    pub turns: u32,
    /// Events recorded in the whole game.
    pub events: u64,
}

/// How closely a self-played game is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckLevel {
    /// Soundness after every phase, as always.
    Sound,
    /// Also: the events fold to the state, and honest proposals pass the check.
    Close,
}

/// A position in a self-played game in which a seat could surely win at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// The seed of the game.
    pub seed: u64,
    /// The record that was to be resolved.
    pub record: u32,
    /// The seat that could win.
    pub seat: String,
    /// True if the strong player would have missed the win.
    pub missed: bool,
}

/// Plays one game.
///
/// # Errors
/// A message that says what went wrong, with the record's number: an unsound phase, a fold that differs, an honest
/// proposal refused.
pub fn play<R: BuiltInPlayer>(
    rules: &R,
    setup: &Setup,
    skills: &BTreeMap<Seat, Skill>,
    seed: u64,
    records_max: u32,
    level: CheckLevel,
) -> Result<Played, String> {
    watched(rules, setup, skills, seed, records_max, level, |_, _| {})
}

/// Plays one game, and finds the positions in which a seat could surely win at once.
///
/// # Errors
/// As [`play`].
pub(super) fn endings<R: BuiltInPlayer>(
    rules: &R,
    setup: &Setup,
    skills: &BTreeMap<Seat, Skill>,
    seed: u64,
    records_max: u32,
) -> Result<Vec<Ending>, String> {
    let mut found = Vec::new();
    let look = |record: u32, at: &AtSeat<'_, R>| {
        let missed = rules.missed(at, &mut Rng::new(seed ^ (u64::from(record) << 32)));
        let seat = at.seat.name().to_owned();
        found.extend(missed.map(|missed| Ending { seed, record, seat, missed }));
    };
    watched(rules, setup, skills, seed, records_max, CheckLevel::Sound, look)?;
    Ok(found)
}

/// Plays one game; `look` sees what every seat sees before it files.
fn watched<R: BuiltInPlayer>(
    rules: &R,
    setup: &Setup,
    skills: &BTreeMap<Seat, Skill>,
    seed: u64,
    records_max: u32,
    level: CheckLevel,
    mut look: impl FnMut(u32, &AtSeat<'_, R>),
) -> Result<Played, String> {
    let state = rules.open(setup).map_err(|complaints| format!("cannot open: {complaints:?}"))?;
    let mut game = GameState::new(state);
    opening(rules, &mut game).map_err(|stop| format!("opening: {stop:?}"))?;
    let mut rng = Rng::new(seed);
    let mut played = Played { outcome: None, records: 0, letters: 0, turns: 0, events: 0 };
    while played.records < records_max && played.outcome.is_none() {
        let number = played.records + 1;
        played.letters += letters(rules, &game.state);
        let filings = filings(rules, &game, skills, &mut rng, level, |at| look(number, at))
            .map_err(|fault| format!("seed {seed}, record {number}: {fault}"))?;
        let start = (level == CheckLevel::Close).then(|| game.state.clone());
        let mut dice = Dice::seeded(dice_seed(seed, number, 0), Some(dice_seed(seed, number, 1)));
        match run(rules, &mut game, number, &filings, &BTreeSet::new(), &mut dice) {
            Ok(turn) => {
                if start.is_some_and(|start| fold::<R>(&start, &turn.chapters) != game.state) {
                    return Err(format!(
                        "seed {seed}, record {number}: the events do not lead to the state"
                    ));
                }
                played.records = number;
                played.events += turn.chapters.iter().map(|c| c.events.len() as u64).sum::<u64>();
                played.outcome = turn.outcome;
            }
            Err(Stop::Over) => break,
            Err(stop) => return Err(format!("seed {seed}, record {number}: {stop:?}")),
        }
    }
    played.turns = rules.phase(&game.state).turn;
    Ok(played)
}

/// Plays a game to its end with the sensible player at every seat; `None` if it has not ended after `records_max`
/// records. A seat that is asked something this player does not answer counts as absent.
///
/// # Panics
/// If the rules stop at what the built-in player filed: an error of the title's program.
pub(super) fn finish<R: BuiltInPlayer>(
    rules: &R,
    game: &mut super::rules::GameStateOf<R>,
    seed: u64,
    records_max: u32,
) -> Option<Outcome> {
    let mut rng = Rng::new(seed);
    for number in 1..=records_max {
        if let Some(outcome) = rules.outcome(&game.state) {
            return Some(outcome);
        }
        let filings = filings(rules, game, &BTreeMap::new(), &mut rng, CheckLevel::Sound, |_| {});
        let filings = filings.expect("proposals are refused only at the close level");
        let asked = rules.prompts(&game.state).into_iter().map(|prompt| prompt.seat).collect();
        let mut dice = Dice::seeded(dice_seed(seed, number, 0), Some(dice_seed(seed, number, 1)));
        match run(rules, game, number, &filings, &asked, &mut dice) {
            Ok(_) => {}
            Err(Stop::Over) => break,
            Err(stop) => panic!("built-in players play by the rules: {stop:?}"),
        }
    }
    rules.outcome(&game.state)
}

/// The number of seats that must file before the phase can be resolved.
fn letters<R: BuiltInPlayer>(rules: &R, state: &R::State) -> u32 {
    let prompts = rules.prompts(state);
    let must = prompts.iter().filter(|prompt| !prompt.optional).map(|prompt| &prompt.seat);
    u32::try_from(must.collect::<BTreeSet<_>>().len()).expect("a table has few seats")
}

fn filings<R: BuiltInPlayer>(
    rules: &R,
    game: &super::rules::GameStateOf<R>,
    skills: &BTreeMap<Seat, Skill>,
    rng: &mut Rng,
    level: CheckLevel,
    mut look: impl FnMut(&AtSeat<'_, R>),
) -> Result<BTreeMap<Seat, ParsedOrdersOf<R>>, String> {
    let mut by_seat: BTreeMap<Seat, Vec<Prompt<R::Question>>> = BTreeMap::new();
    for prompt in rules.prompts(&game.state) {
        by_seat.entry(prompt.seat.clone()).or_default().push(prompt);
    }
    let mut filings = BTreeMap::new();
    for (seat, prompts) in by_seat {
        let view = rules.view(&game.state, &Viewer::Seat(seat.clone()));
        let at =
            AtSeat { view: &view, seat: &seat, prompts: &prompts, in_force: game.force.get(&seat) };
        look(&at);
        let filing = match skills.get(&seat) {
            Some(Skill::Strong) => rules.strong(&at, rng),
            Some(Skill::Style(style)) => rules.propose(&at, *style, rng),
            Some(Skill::Asked(style)) => {
                let ParsedOrders { orders, .. } = rules.propose(&at, *style, rng);
                ParsedOrders { orders, ..ParsedOrders::default() }
            }
            None => rules.propose(&at, BotStyle::Sensible, rng),
        };
        if level == CheckLevel::Close {
            let complaints = Complaints(rules.check(&at, &filing));
            if complaints.fatal() {
                return Err(format!(
                    "the orders proposed for {seat} were refused: {:?} {filing:?}",
                    complaints.0
                ));
            }
        }
        filings.insert(seat, filing);
    }
    Ok(filings)
}

/// A seed for the dice of a game that nobody audits.
fn dice_seed(seed: u64, number: u32, which: u8) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"tabella/1 self-play");
    hash.update(seed.to_le_bytes());
    hash.update(number.to_le_bytes());
    hash.update([which]);
    hash.finalize().into()
}
