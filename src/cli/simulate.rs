//! `tabella simulate`: self-play with results per side, lengths, and a soundness check of every phase.

use super::args::{Player, Simulate};
use super::{CommandResult, Error, Exit};
use clap::ValueEnum;
use engine::data::Setup;
use engine::rules::BotStyle;
use engine::seat::Seat;
use engine::selfplay::{Played, Scrutiny};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Records after which a game is broken off; no title needs as many.
const RECORDS_MAX: u32 = 20_000;

/// What many games came to.
#[derive(Debug, Default, Serialize)]
struct Tally {
    title: String,
    scenario: String,
    games: u64,
    seed: u64,
    /// Games won, by side; `drawn` and `unfinished` beside them.
    results: BTreeMap<String, u64>,
    /// Games, by side (or `drawn`) and reason.
    reasons: BTreeMap<String, u64>,
    /// Game turns: least, lower quartile, median, upper quartile, most.
    turns: [u32; 5],
    /// Records: the same.
    records: [u32; 5],
    events: u64,
    /// Every game that was unsound, with what was found.
    unsound: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// An unknown title, scenario or option.
pub fn run(args: &Simulate) -> CommandResult {
    let loaded = super::titles::packed_title(&args.title)?;
    let setup = super::titles::setup(
        loaded.as_ref(),
        args.scenario.as_deref(),
        &args.options,
        &args.tempo,
    )?;
    let styles = styles(&setup, &args.players)?;
    let scrutiny = if args.close { Scrutiny::Close } else { Scrutiny::Sound };
    let play = |game: u64| {
        loaded.self_play(&setup, &styles, args.seed.wrapping_add(game), RECORDS_MAX, scrutiny)
    };
    let played: Vec<Result<Played, String>> = (0..args.games).into_par_iter().map(play).collect();
    let tally = count(args, &setup, played);
    if args.json {
        super::print_json(&tally)?;
    } else {
        super::print(&show(&tally))?;
    }
    Ok(if tally.unsound.is_empty() { Exit::Done } else { Exit::No })
}

/// The style of each seat.
fn styles(setup: &Setup, players: &[String]) -> Result<BTreeMap<Seat, BotStyle>, Error> {
    let mut styles: BTreeMap<Seat, BotStyle> =
        setup.seats.iter().map(|(seat, _)| (seat.clone(), BotStyle::Sensible)).collect();
    for (name, word) in super::pairs(players, "--player")? {
        let player = Player::from_str(&word, true)
            .map_err(|_| Error::usage(format!("--player {name}={word}: sensible or random")))?;
        let style = match player {
            Player::Sensible => BotStyle::Sensible,
            Player::Random => BotStyle::Random,
        };
        if styles.insert(Seat::new(&name), style).is_none() {
            return Err(Error::usage(format!("--player {name}: no such seat")));
        }
    }
    Ok(styles)
}

fn count(args: &Simulate, setup: &Setup, played: Vec<Result<Played, String>>) -> Tally {
    let mut tally = Tally {
        title: args.title.clone(),
        scenario: setup.scenario.clone(),
        games: args.games,
        seed: args.seed,
        ..Tally::default()
    };
    let (mut turns, mut records) = (Vec::new(), Vec::new());
    for game in played {
        let game = match game {
            Ok(game) => game,
            Err(fault) => {
                tally.unsound.push(fault);
                continue;
            }
        };
        let (result, reason) = match &game.outcome {
            Some(outcome) => (
                outcome.winner.clone().unwrap_or_else(|| "drawn".to_owned()),
                outcome.reason.clone(),
            ),
            None => ("unfinished".to_owned(), "limit of records".to_owned()),
        };
        *tally.reasons.entry(format!("{result}: {reason}")).or_default() += 1;
        *tally.results.entry(result).or_default() += 1;
        turns.push(game.turns);
        records.push(game.records);
        tally.events += game.events;
    }
    tally.turns = quartiles(turns);
    tally.records = quartiles(records);
    tally
}

/// Least, lower quartile, median, upper quartile and most; the lower of two middle ones.
fn quartiles(mut numbers: Vec<u32>) -> [u32; 5] {
    numbers.sort_unstable();
    let Some(last) = numbers.len().checked_sub(1) else { return [0; 5] };
    [0, 1, 2, 3, 4].map(|quarter| numbers[last * quarter / 4])
}

fn show(tally: &Tally) -> String {
    let mut text = format!(
        "{} {}, {} games from seed {}\n\n",
        tally.title, tally.scenario, tally.games, tally.seed
    );
    for (result, games) in &tally.results {
        let _ = writeln!(
            text,
            "  {result:<12} {games:>7}  {:>3} %",
            (games * 200 / tally.games.max(1)).div_ceil(2)
        );
    }
    text += "\n";
    for (reason, games) in &tally.reasons {
        let _ = writeln!(text, "  {games:>7}  {reason}");
    }
    let [least, lower, median, upper, most] = tally.turns;
    let _ = writeln!(
        text,
        "\n  game turns   {median} (half of the games {lower} to {upper}, all {least} to {most})"
    );
    let [least, lower, median, upper, most] = tally.records;
    let _ = writeln!(
        text,
        "  records      {median} (half of the games {lower} to {upper}, all {least} to {most})"
    );
    let _ = writeln!(text, "  events       {}", tally.events);
    for fault in &tally.unsound {
        let _ = writeln!(text, "\n  UNSOUND {fault}");
    }
    if tally.unsound.is_empty() {
        text += "\n  every phase was sound\n";
    }
    text
}
