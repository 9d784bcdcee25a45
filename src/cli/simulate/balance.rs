//! Measures how even the scenarios of a title are: every one of them at every tempo, played by the program against
//! itself.

use super::tally::{self, share};
use super::{Game, play_all};
use crate::cli::common::{Error, titles};
use crate::cli::simulate::{Player, SimulateArgs};
use crate::club::Measured;
use crate::packed;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The contents of a title's `balance.yaml`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Balance {
    /// The player of all seats.
    player: Player,
    /// Version of the title's player.
    version: u32,
    /// The seed of the first game; each later one has one more.
    seed: u64,
    scenarios: Vec<Line>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    scenario: String,
    tempo: String,
    games: u64,
    /// Games won, by side; `drawn` and `unfinished` beside them.
    results: BTreeMap<String, u64>,
    /// In thousandths, at 95 %: least and most.
    intervals: BTreeMap<String, [u64; 2]>,
    /// Games, by side and reason.
    reasons: BTreeMap<String, u64>,
    /// Game turns: least, lower quartile, median, upper quartile, most.
    turns: [u32; 5],
}

/// Plays every scenario of a title at every tempo, and gives the text of its `balance.yaml`.
pub(super) fn weigh(args: &SimulateArgs, title: &str) -> Result<String, Error> {
    let loaded = titles::packed_title(title)?;
    let mut balance = Balance {
        player: args.players_all,
        version: loaded.player(),
        seed: args.seed,
        scenarios: Vec::new(),
    };
    let prospectus = loaded.prospectus();
    for scenario in &prospectus.scenarios {
        for tempo in &prospectus.tempos {
            let games: Vec<Game> = play_all(args, title, Some(&scenario.name), tempo.word())?;
            let tally = tally::count(&games);
            if let Some(fault) = tally.unsound.first() {
                return Err(Error::no(format!("{} {tempo}: unsound: {fault}", scenario.name)));
            }
            let interval = |(result, won): (&String, &u64)| {
                (result.clone(), tally::interval(*won, tally.games))
            };
            balance.scenarios.push(Line {
                scenario: scenario.name.clone(),
                tempo: tempo.to_string(),
                games: tally.games,
                intervals: tally.results.iter().map(interval).collect(),
                results: tally.results,
                reasons: tally.reasons,
                turns: tally.turns,
            });
        }
    }
    let command = format!(
        "tabella tools simulate {title} --balance --games {} --seed {} --all {}",
        args.games,
        args.seed,
        args.players_all.word()
    );
    let text = serde_yaml::to_string(&balance).expect("a balance is plain data");
    Ok(format!("# How even the scenarios are: {command}\n{text}"))
}

/// A title's `balance.yaml`; none where nothing was measured.
fn packed(title: &str) -> Option<Balance> {
    let text = packed::balance(title)?;
    let balance = serde_yaml::from_str(text);
    Some(balance.unwrap_or_else(|error| panic!("games/{title}/balance.yaml: {error}")))
}

/// The measured results of a title's scenarios of two sides, for handicaps.
///
/// # Errors
/// An unknown title.
pub fn measured(title: &str) -> Result<Vec<Measured>, Error> {
    let prospectus = titles::packed_title(title)?.prospectus();
    let lines = packed(title).map_or_else(Vec::new, |balance| balance.scenarios);
    let one = |line: Line| {
        let scenario = prospectus.scenarios.iter().find(|it| it.name == line.scenario)?;
        let sides: BTreeSet<&String> = scenario.seats.iter().map(|(_, side)| side).collect();
        let sides: Vec<String> = sides.into_iter().cloned().collect();
        Some(Measured {
            sides: sides.try_into().ok()?,
            scenario: line.scenario,
            tempo: line.tempo,
            games: line.games,
            won: line.results,
        })
    };
    Ok(lines.into_iter().filter_map(one).collect())
}

/// The balance of a title's scenarios, for `tabella rules`; none if nothing was measured.
pub fn known(title: &str) -> Option<String> {
    let balance = packed(title)?;
    let mut text = format!("\nBalance, `{}` against itself (95 %)\n", balance.player.word());
    for line in &balance.scenarios {
        let _ = write!(text, "  {:<20} {:<6} {} games:", line.scenario, line.tempo, line.games);
        for (at, (result, interval)) in line.intervals.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let _ = write!(text, "{comma} {result} {}", share(*interval));
        }
        text.push('\n');
    }
    Some(text)
}
