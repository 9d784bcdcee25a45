//! Commands in which built-in players play.

use super::{LanguageArg, hints};
use crate::catalogue;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

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

/// `tabella tools simulate`
#[derive(Args, Debug)]
pub struct Simulate {
    /// Title
    #[arg(value_parser = hints::TITLE, hide_possible_values = true, required_unless_present = "merge")]
    pub title: Option<String>,
    /// Games of the series
    #[arg(long, default_value_t = 100)]
    pub games: u64,
    /// First seed; game i has seed + i, with `--swap` seed + i divided by the number of seats
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
    /// Let nobody file standing orders or orders ahead, so everybody is asked everything (`easy` and `fair` only)
    #[arg(long, conflicts_with_all = ["balance", "endings"])]
    pub asked: bool,
    /// Let `strong` use a weight other than that of the title's `weights.yaml`
    #[arg(long = "weight", value_name = "NAME=NUMBER", allow_hyphen_values = true)]
    pub weights: Vec<String>,
    /// Play every seed once for each rotation of the players around the seats
    #[arg(long)]
    pub swap: bool,
    /// Play only the I-th of N shards of the series, I from 1
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Also write every game as a line of JSON, for `--merge`
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Play every scenario at every tempo, and print the title's `balance.yaml`
    #[arg(long, conflicts_with_all = ["players", "weights", "swap", "shard", "out", "merge", "scenario"])]
    pub balance: bool,
    /// Find this many positions in which somebody has a certain win at once, and count how often `strong` takes it
    #[arg(long, value_name = "N", conflicts_with_all = ["shard", "out", "merge", "balance"])]
    pub endings: Option<usize>,
    /// Play nothing, but join the files that all shards wrote with `--out`
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["title", "shard"])]
    pub merge: Vec<PathBuf>,
    /// Also fold the events of every record, and check every proposal of a player
    #[arg(long)]
    pub close: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella analyse luck`
#[derive(Args, Debug)]
pub struct Luck {
    /// Also draw how often each face came up
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Once the game is over: also find the three throws that mattered most, by playing on from them, which takes a while
    #[arg(long)]
    pub swing: bool,
    /// How many games to play for each of these, both with the throw and with a new one
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=10_000), requires = "swing")]
    pub games: u32,
    /// Seed of these games
    #[arg(long, value_name = "N", default_value_t = 1, requires = "swing")]
    pub seed: u64,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella analyse fork`
#[derive(Args, Debug)]
pub struct Fork {
    /// Game folder, or a copy, or a sandbox
    pub game: PathBuf,
    /// Folder to create
    pub copy: PathBuf,
    /// Record after which it begins (default: the newest)
    #[arg(long, value_name = "N")]
    pub at: Option<u32>,
    /// Begin from what this seat knew, with the rest drawn at random (always so in a seat's copy and in a solo game, while it goes on)
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// Seed for drawing what is hidden from that seat
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// `tabella tools demo`
#[derive(Args, Debug)]
pub struct Demo {
    /// Folder to create
    #[arg(default_value = "tabella-demo")]
    pub folder: PathBuf,
    /// Title
    #[arg(long, default_value = first_title(), value_name = "TITLE", value_parser = hints::TITLE, hide_possible_values = true)]
    pub game: String,
    /// Scenario (default: the title's first)
    #[arg(long, value_parser = hints::SCENARIO, hide_possible_values = true)]
    pub scenario: Option<String>,
    /// An option of the title
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = hints::OPTION, hide_possible_values = true)]
    pub options: Vec<String>,
    /// Tempo
    #[arg(long, value_name = "full|brisk", default_value = "brisk")]
    pub tempo: String,
    /// Seed of the built-in players
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// The title that is shown to whoever names none.
fn first_title() -> &'static str {
    catalogue::titles().first().map_or("none", |title| title.slug())
}
