//! Commands in which built-in players play.

#[cfg(feature = "play")]
use super::WishedLanguageArg;
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

/// `tabella simulate`
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
    /// Scenario (without it: the title's first)
    #[arg(long, value_parser = hints::SCENARIO, hide_possible_values = true)]
    pub scenario: Option<String>,
    /// An option of the title
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = hints::OPTION, hide_possible_values = true)]
    pub options: Vec<String>,
    /// Tempo
    #[arg(long, value_name = "full|brisk", default_value = "brisk")]
    pub tempo: String,
    /// How all seats play that have no `--player` of their own
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
    /// Let `strong` weigh by another number than the title's `weights.yaml` says
    #[arg(long = "weight", value_name = "NAME=NUMBER", allow_hyphen_values = true)]
    pub weights: Vec<String>,
    /// Play every seed once for each turn of the players round the seats
    #[arg(long)]
    pub swap: bool,
    /// Play only the I-th of N shards of the series, I from 1
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Also write every game as a line of JSON, to be joined with other shards
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Play every scenario at every tempo, and print the title's `balance.yaml`
    #[arg(long, conflicts_with_all = ["players", "weights", "swap", "shard", "out", "merge", "scenario"])]
    pub balance: bool,
    /// Find so many positions of these games in which somebody can surely win at once, and see whether `strong` does
    #[arg(long, value_name = "N", conflicts_with_all = ["shard", "out", "merge", "balance"])]
    pub endings: Option<usize>,
    /// Play nothing, and join what `--out` wrote of all shards
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["title", "shard"])]
    pub merge: Vec<PathBuf>,
    /// Also fold the events of every record and check every honest proposal
    #[arg(long)]
    pub close: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella luck`
#[derive(Args, Debug)]
pub struct Luck {
    /// Also draw how often each face came
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Also find the three throws that mattered most, once the game is over: by playing on from them, which takes a while
    #[arg(long)]
    pub swing: bool,
    /// Games by which each of these is judged, with it and again thrown anew
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=10_000), requires = "swing")]
    pub games: u32,
    /// What these games are drawn from
    #[arg(long, value_name = "N", default_value_t = 1, requires = "swing")]
    pub seed: u64,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella practice`
#[derive(Args, Debug)]
pub struct Practice {
    /// Title
    #[arg(value_parser = hints::TITLE, hide_possible_values = true)]
    pub title: String,
    /// Folder to create (without it: practice-TITLE)
    pub folder: Option<PathBuf>,
    /// Your seat (without it: the scenario's first); the program plays all others
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// How well the program plays
    #[arg(long, value_name = "easy|fair|strong", default_value = "fair")]
    pub strength: String,
    /// Scenario (without it: the title's first)
    #[arg(long, value_parser = hints::SCENARIO, hide_possible_values = true)]
    pub scenario: Option<String>,
    /// An option of the title
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = hints::OPTION, hide_possible_values = true)]
    pub options: Vec<String>,
    /// Tempo
    #[arg(long, value_name = "full|brisk", default_value = "brisk")]
    pub tempo: String,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
    /// Give orders on the order sheet, in the browser (as `tabella play` does)
    #[cfg(feature = "play")]
    #[arg(long)]
    pub sheet: bool,
}

/// `tabella fork`
#[derive(Args, Debug)]
pub struct Fork {
    /// Game folder, or a copy, or a sandbox
    pub game: PathBuf,
    /// Folder to create
    pub copy: PathBuf,
    /// Behind which record it begins (without it: the newest)
    #[arg(long, value_name = "N")]
    pub at: Option<u32>,
    /// Begin from what this seat knew, the rest drawn; always so in the copy of a seat and in a game of practice, while they go on
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// What is hidden from that seat is drawn by this seed: another one draws another world
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// `tabella play`
#[cfg(feature = "play")]
#[derive(Args, Debug)]
pub struct Play {
    /// Game folder (without it: as `-C` says)
    pub game: Option<PathBuf>,
    /// Whose orders
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: String,
    /// Your private key: the program signs what you file (without it: sign on the sheet)
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// Print the address and open no browser
    #[arg(long)]
    pub no_browser: bool,
    /// Port of this machine (0: any that is free)
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// In which language
    #[command(flatten)]
    pub lang: WishedLanguageArg,
}

/// `tabella demo`
#[derive(Args, Debug)]
pub struct Demo {
    /// Folder to create
    #[arg(default_value = "tabella-demo")]
    pub folder: PathBuf,
    /// Title
    #[arg(long, default_value = first_title(), value_name = "TITLE", value_parser = hints::TITLE, hide_possible_values = true)]
    pub game: String,
    /// Scenario (without it: the title's first)
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
