//! Measures how often the strong player misses wins that can be had at once: endings sampled from a series of games.

use super::{RECORDS_MAX, prepared};
use crate::cli::common::{self, CommandResult, Error, Exit};
use crate::cli::simulate::SimulateArgs;
use engine::selfplay::Ending;
use rayon::prelude::*;
use serde_json::json;
use std::fmt::Write;

/// Games played at a time before their endings are counted.
const ROUND: u64 = 8;

/// Samples endings from the games of a series, in their order, until there are as many as were asked for.
pub(super) fn sample(args: &SimulateArgs, title: &str, wanted: usize) -> CommandResult {
    let (loaded, setup, series) = prepared(args, title, args.scenario.as_deref(), &args.tempo)?;
    let mut found: Vec<Ending> = Vec::new();
    let mut games = 0;
    while games < args.games && found.len() < wanted {
        let round = games..args.games.min(games + ROUND);
        games = round.end;
        let play = |game: u64| {
            let (skills, seed) = (series.skills(game), series.seed_of(game));
            loaded.endings(&setup, &skills, seed, RECORDS_MAX).map_err(Error::no)
        };
        let played: Vec<Vec<Ending>> =
            round.into_par_iter().map(play).collect::<Result<_, Error>>()?;
        found.extend(played.into_iter().flatten());
    }
    found.truncate(wanted);
    let missed: Vec<&Ending> = found.iter().filter(|ending| ending.missed).collect();
    if args.json {
        common::print_json(&json!({
            "title": title, "scenario": setup.scenario, "tempo": series.tempo, "seed": args.seed,
            "games": games, "endings": found.len(), "missed": missed,
        }))?;
    } else {
        let mut text = format!(
            "{title} {}: {} positions that can certainly be won at once, in {games} games from \
             seed {}; `strong` misses {}\n",
            setup.scenario,
            found.len(),
            args.seed,
            missed.len(),
        );
        for Ending { seed, record, seat, .. } in &missed {
            let _ = writeln!(text, "  seed {seed}, record {record}, {seat}");
        }
        common::print(&text)?;
    }
    Ok(if missed.is_empty() { Exit::Done } else { Exit::No })
}
