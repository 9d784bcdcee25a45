//! Commands in which built-in players play.

use super::hints;
use crate::catalogue;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// How built-in players play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Player {
    /// As well as it can, quickly.
    Sensible,
    /// Lawful and aimless.
    Random,
}

/// `tabella simulate`
#[derive(Args, Debug)]
pub struct Simulate {
    /// Title
    #[arg(value_parser = hints::TITLE, hide_possible_values = true)]
    pub title: String,
    /// Games to play
    #[arg(long, default_value_t = 100)]
    pub games: u64,
    /// First seed; game i has seed + i
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
    /// How a seat plays (without it: sensible)
    #[arg(long = "player", value_name = "SEAT=sensible|random", value_parser = hints::SEAT_IS, hide_possible_values = true)]
    pub players: Vec<String>,
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
    #[arg(long, value_name = "easy|fair", default_value = "fair")]
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
    /// Seed of the built-in players
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// The title that is shown to whoever names none.
fn first_title() -> &'static str {
    catalogue::titles().first().map_or("none", |title| title.slug())
}
