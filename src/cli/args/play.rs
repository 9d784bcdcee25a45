//! `tabella play`.

use super::{WishedLanguageArg, hints};
use clap::Args;
use std::path::PathBuf;

/// `tabella play`
#[derive(Args, Debug)]
pub struct Play {
    /// A title, the name of your game against the program, or the folder of a game (default: a list of your games, and new ones)
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// Your seat (default: the first of the scenario, or the only one that you can have)
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// Begin a new game of the title, even if you have others
    #[arg(long)]
    pub new: bool,
    /// In a new game: how well the program plays (default: fair)
    #[arg(long, value_name = "easy|fair|strong")]
    pub strength: Option<String>,
    /// In a new game: the scenario (default: the title's first)
    #[arg(long, value_parser = hints::SCENARIO, hide_possible_values = true)]
    pub scenario: Option<String>,
    /// In a new game: an option of the title
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = hints::OPTION, hide_possible_values = true)]
    pub options: Vec<String>,
    /// In a new game: whether you are asked everything, or standing orders answer for you (default: full)
    #[arg(long, value_name = "full|brisk")]
    pub tempo: Option<String>,
    /// In a game with others: your private key, with which the program signs what you file (default: you sign on the page)
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// Play in the terminal, with `form`, `check` and `submit`
    #[arg(long)]
    pub no_browser: bool,
    /// Print the address of the page and open no browser
    #[cfg(feature = "play")]
    #[arg(long, conflicts_with = "no_browser")]
    pub address: bool,
    /// Port on this machine (0: any that is free)
    #[cfg(feature = "play")]
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// Language
    #[command(flatten)]
    pub lang: WishedLanguageArg,
}

impl Play {
    /// Whether a new game is asked for: `--new`, or anything that only a new game can have.
    pub fn begins(&self) -> bool {
        self.new
            || self.strength.is_some()
            || self.scenario.is_some()
            || self.tempo.is_some()
            || !self.options.is_empty()
    }
}
