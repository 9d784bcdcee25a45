//! `tabella tools simulate`: self-play with results by side and by player, lengths, and a soundness check of every phase. Many
//! machines may share one series of games, each playing its shard of it; what they wrote is joined afterwards.

mod balance;
mod endings;
mod tally;

pub use balance::{known as known_balance, measured as measured_balance};

use crate::cli::common::{self, CommandResult, Error, Exit, hints, titles};
use crate::store::files;
use clap::{Args, ValueEnum};
use engine::data::Setup;
use engine::seat::Seat;
use engine::selfplay::{CheckLevel, Played};
use engine::title::LoadedTitle;
use engine::{BotStyle, Skill};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

engine::words! {
    /// How built-in players play.
    #[derive(ValueEnum)]
    pub enum Player {
        /// Lawful and aimless.
        #[value(alias = "random")]
        Easy = "easy",
        /// As well as the title's own player can.
        #[value(aliases = ["sensible", "baseline"])]
        Fair = "fair",
        /// By search.
        Strong = "strong",
    }
}

/// Let built-in players play many games, and check the state after every phase
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella tools simulate combined-arms --games 1000 --seed 7\n  tabella tools simulate punica --games 100 --player rome=strong --swap"
)]
pub struct SimulateArgs {
    /// Title
    #[arg(value_parser = hints::TITLE, hide_possible_values = true, required_unless_present = "merge")]
    pub title: Option<String>,
    /// Number of games to play
    #[arg(long, default_value_t = 100)]
    pub games: u64,
    /// First seed: game i has seed + i; with `--swap`, it has seed + (i divided by the number of seats, rounded down)
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Scenario (default: the title's first)
    #[arg(long, value_parser = hints::SCENARIO, hide_possible_values = true)]
    pub scenario: Option<String>,
    /// An option of the title
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = hints::OPTION, hide_possible_values = true)]
    pub options: Vec<String>,
    /// Tempo
    #[arg(long, value_name = "full|brisk", default_value = "brisk")]
    pub tempo: String,
    /// How seats without `--player` play
    #[arg(
        long = "all",
        value_name = "easy|fair|strong",
        default_value = "fair",
        hide_possible_values = true
    )]
    pub players_all: Player,
    /// How a seat plays
    #[arg(long = "player", value_name = "SEAT=easy|fair|strong", value_parser = hints::SEAT_IS, hide_possible_values = true)]
    pub players: Vec<String>,
    /// Do not let anybody file standing orders or give orders in advance, so that everybody is asked everything (`easy` and
    /// `fair` only)
    #[arg(long, conflicts_with_all = ["balance", "endings"])]
    pub asked: bool,
    /// Let `strong` use a weight different from the one in the title's `weights.yaml`
    #[arg(long = "weight", value_name = "NAME=NUMBER", allow_hyphen_values = true)]
    pub weights: Vec<String>,
    /// Play every seed once for each rotation of the players around the seats
    #[arg(long)]
    pub swap: bool,
    /// Play only the I-th of N shards of the series, counted from 1
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Also write every game as a line of JSON, for `--merge`
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Play every scenario at every tempo, and print the title's `balance.yaml`
    #[arg(long, conflicts_with_all = ["players", "weights", "swap", "shard", "out", "merge", "scenario"])]
    pub balance: bool,
    /// Find this many positions in which somebody can certainly win at once, and count how often `strong` does so
    #[arg(long, value_name = "N", conflicts_with_all = ["shard", "out", "merge", "balance"])]
    pub endings: Option<usize>,
    /// Play no games, but merge the files that all shards wrote with `--out`
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["title", "shard"])]
    pub merge: Vec<PathBuf>,
    /// Also apply the events of every record to the state before it, and check every proposal of a player
    #[arg(long)]
    pub close: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// Records after which a game is broken off; no title needs as many.
const RECORDS_MAX: u32 = 20_000;
/// Most bytes of a file of results.
const RESULTS_MAX: usize = 256 << 20;

/// The settings that the games of a series share: only games of one series can be joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Series {
    title: String,
    scenario: String,
    options: BTreeMap<String, String>,
    tempo: String,
    /// The seed of the first game; each later one has one more.
    seed: u64,
    games: u64,
    /// The seats with the side each plays for, in the order of the charter.
    seats: Vec<(String, String)>,
    /// The player of each of these seats in the first game.
    players: Vec<Player>,
    /// Each seed is played once for every rotation of the players round the seats.
    swap: bool,
    /// Nobody files standing orders or gives orders in advance.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    asked: bool,
    /// Weights of the strong player that are not those of the title.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    weights: BTreeMap<String, i32>,
}

/// One game: a line of the file of results.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    series: Series,
    /// Its number in the series, from 0.
    number: u64,
    /// The winning side; none if drawn, broken off or unsound.
    winner: Option<String>,
    reason: String,
    turns: u32,
    records: u32,
    /// Order files that the players had to send.
    #[serde(default)]
    letters: u32,
    events: u64,
    /// The fault that was found if it was unsound.
    fault: Option<String>,
}

impl Series {
    fn of(args: &SimulateArgs, title: &str, setup: &Setup) -> Result<Self, Error> {
        let mut players: BTreeMap<String, Player> = setup
            .seats
            .iter()
            .map(|(seat, _)| (seat.name().to_owned(), args.players_all))
            .collect();
        for (name, word) in common::pairs(&args.players, "--player")? {
            let player = Player::from_str(&word, true).map_err(|_| {
                Error::usage(format!("--player {name}={word}: write easy, fair or strong"))
            })?;
            if players.insert(name.clone(), player).is_none() {
                return Err(Error::usage(format!("--player {name}: no such seat")));
            }
        }
        let seats = setup.seats.iter();
        let seats = seats.map(|(seat, side)| (seat.name().to_owned(), side.clone()));
        Ok(Self {
            title: title.to_owned(),
            scenario: setup.scenario.clone(),
            options: setup.options.clone(),
            tempo: setup.tempo.word().to_owned(),
            seed: args.seed,
            games: args.games,
            players: setup.seats.iter().map(|(seat, _)| players[seat.name()]).collect(),
            seats: seats.collect(),
            swap: args.swap,
            asked: args.asked,
            weights: weights(args)?,
        })
    }

    const fn seed_of(&self, game: u64) -> u64 {
        let turns = if self.swap { self.seats.len() as u64 } else { 1 };
        self.seed.wrapping_add(game / turns)
    }

    fn players_of(&self, game: u64) -> Vec<Player> {
        let mut players = self.players.clone();
        if self.swap {
            let seats = u64::try_from(players.len()).expect("few seats");
            players.rotate_right(usize::try_from(game % seats).expect("few seats"));
        }
        players
    }

    fn skills(&self, game: u64) -> BTreeMap<Seat, Skill> {
        let names = self.seats.iter().map(|(seat, _)| Seat::new(seat));
        let skill = |player: Player| match (player.skill(), self.asked) {
            (Skill::Style(style), true) => Skill::Asked(style),
            (skill, _) => skill,
        };
        names.zip(self.players_of(game).into_iter().map(skill)).collect()
    }
}

impl Player {
    const fn skill(self) -> Skill {
        match self {
            Self::Easy => Skill::Style(BotStyle::Random),
            Self::Fair => Skill::Style(BotStyle::Sensible),
            Self::Strong => Skill::Strong,
        }
    }
}

impl Game {
    fn of(series: &Series, game: u64, played: Result<Played, String>) -> Self {
        let blank = |fault| Self {
            series: series.clone(),
            number: game,
            winner: None,
            reason: "limit of records".to_owned(),
            turns: 0,
            records: 0,
            letters: 0,
            events: 0,
            fault,
        };
        let played = match played {
            Ok(played) => played,
            Err(fault) => return blank(Some(fault)),
        };
        let Played { turns, records, letters, events, .. } = played;
        let counted = Self { turns, records, letters, events, ..blank(None) };
        match played.outcome {
            Some(outcome) => Self { winner: outcome.winner, reason: outcome.reason, ..counted },
            None => counted,
        }
    }
}

/// # Errors
/// An unknown title, scenario, option or player; results that cannot be joined.
pub fn run(args: &SimulateArgs) -> CommandResult {
    if let (true, Some(title)) = (args.balance, &args.title) {
        common::print(&balance::weigh(args, title)?)?;
        return Ok(Exit::Done);
    }
    if let (Some(wanted), Some(title)) = (args.endings, &args.title) {
        return endings::sample(args, title, wanted);
    }
    let games = if args.merge.is_empty() { play(args)? } else { merge(&args.merge)? };
    if let Some(path) = &args.out {
        let mut text = String::new();
        for game in &games {
            text += &serde_json::to_string(game).expect("results are plain data");
            text.push('\n');
        }
        files::replace(path, text.as_bytes(), files::OPEN_MODE)?;
    }
    let tally = tally::count(&games);
    if args.json {
        common::print_json(&tally)?;
    } else {
        common::print(&tally::show(&tally))?;
    }
    Ok(if tally.unsound.is_empty() { Exit::Done } else { Exit::No })
}

/// Plays the games of the series that fall to this shard.
fn play(args: &SimulateArgs) -> Result<Vec<Game>, Error> {
    let Some(title) = args.title.as_deref() else {
        return Err(Error::usage("name a title, or name files with `--merge`"));
    };
    play_all(args, title, args.scenario.as_deref(), &args.tempo)
}

/// A title whose strong player weighs as the arguments say, and the series that they describe.
fn prepared(
    args: &SimulateArgs,
    title: &str,
    scenario: Option<&str>,
    tempo: &str,
) -> Result<(Box<dyn LoadedTitle>, Setup, Series), Error> {
    let mut loaded = titles::packed_title(title)?;
    let setup = titles::setup(loaded.as_ref(), scenario, &args.options, tempo)?;
    let series = Series::of(args, title, &setup)?;
    loaded
        .reweigh(&series.weights)
        .map_err(|why| Error::usage(format!("--weight: {why}; see games/{title}/weights.yaml")))?;
    if series.players.contains(&Player::Strong) {
        if series.asked {
            return Err(Error::usage("--asked works only with `easy` and `fair`"));
        }
        titles::strong(loaded.as_ref(), title)?;
    }
    Ok((loaded, setup, series))
}

/// Plays the games of a series that fall to this shard, of one scenario at one tempo.
fn play_all(
    args: &SimulateArgs,
    title: &str,
    scenario: Option<&str>,
    tempo: &str,
) -> Result<Vec<Game>, Error> {
    let (loaded, setup, series) = prepared(args, title, scenario, tempo)?;
    let (shard, shards) = shard(args.shard.as_deref())?;
    let level = if args.close { CheckLevel::Close } else { CheckLevel::Sound };
    let mine: Vec<u64> = (0..args.games).filter(|game| game % shards == shard).collect();
    let play = |game: u64| {
        let (skills, seed) = (series.skills(game), series.seed_of(game));
        let played = loaded.self_play(&setup, &skills, seed, RECORDS_MAX, level);
        Game::of(&series, game, played)
    };
    Ok(mine.into_par_iter().map(play).collect())
}

fn weights(args: &SimulateArgs) -> Result<BTreeMap<String, i32>, Error> {
    let number = |(name, word): (String, String)| match word.parse() {
        Ok(number) => Ok((name, number)),
        Err(_) => Err(Error::usage(format!("--weight {name}={word}: write a whole number"))),
    };
    common::pairs(&args.weights, "--weight")?.into_iter().map(number).collect()
}

/// `I/N`, I from 1, as a remainder and a divisor.
fn shard(word: Option<&str>) -> Result<(u64, u64), Error> {
    let Some(word) = word else { return Ok((0, 1)) };
    let read =
        word.split_once('/').and_then(|(one, of)| Some((one.parse().ok()?, of.parse().ok()?)));
    match read {
        Some((one, of)) if (1..=of).contains(&one) => Ok((one - 1, of)),
        Some(_) | None => Err(Error::usage(format!(
            "--shard {word}: write I/N, the I-th of N shards, I from 1 to N"
        ))),
    }
}

/// The games of several files, in their order. A game that appears in two files, or belongs to another series, is refused.
fn merge(paths: &[PathBuf]) -> Result<Vec<Game>, Error> {
    let mut all: Vec<Game> = Vec::new();
    let mut known = BTreeSet::new();
    for path in paths {
        let text = files::read_text(path, RESULTS_MAX)?;
        for (at, line) in text.lines().enumerate() {
            let game = read(path, at + 1, line)?;
            let refuse =
                |what: &str| Err(Error::no(format!("{}, line {}: {what}", path.display(), at + 1)));
            if all.first().is_some_and(|first| first.series != game.series) {
                return refuse(
                    "this game belongs to a different series from the games before it; only \
                     shards of one series can be joined",
                );
            }
            if !known.insert(game.number) {
                return refuse(
                    "this game of the series has already been counted; name each shard once",
                );
            }
            all.push(game);
        }
    }
    all.sort_by_key(|game| game.number);
    if all.is_empty() { Err(Error::no("these files hold no games")) } else { Ok(all) }
}

fn read(path: &Path, line: usize, text: &str) -> Result<Game, Error> {
    serde_json::from_str(text).map_err(|error| {
        Error::no(format!(
            "{}, line {line}: not a game of `simulate --out`: {error}",
            path.display()
        ))
    })
}
