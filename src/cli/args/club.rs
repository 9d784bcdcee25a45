//! What a club does: its pages, people, ratings, tournaments.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// `tabella site`
#[derive(Args, Debug)]
pub struct Site {
    /// Games, whole or public copies, or folders with games in them
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Folder to write the site into; what stands there already is not written again
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Name of the club
    #[arg(long, default_value = "Our games")]
    pub name: String,
    /// With a page for each game on which it can be followed step by step, where its folder lacks nothing
    #[arg(long)]
    pub replay: bool,
    /// Where the site will stand: then it has a feed
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
}

/// `tabella people`
#[derive(Args, Debug)]
pub struct People {
    /// Games, whole or public copies, or folders with games in them
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella ratings`
#[derive(Args, Debug)]
pub struct Ratings {
    /// Games, whole or public copies, or folders with games in them
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Prove every finished game first, and count none that is not proven
    #[arg(long)]
    pub verify: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella tournament`
#[derive(Subcommand, Debug)]
pub enum Tournament {
    /// Draw the next round, from the seed and the results so far
    #[command(
        after_help = "Example:\n  tabella tournament pair autumn.yaml games            # shown only\n  tabella tournament pair autumn.yaml games --write    # put into the file"
    )]
    Pair {
        /// The tournament's file
        file: PathBuf,
        /// Games, or folders with games in them
        games: Vec<PathBuf>,
        /// Put the round at the end of the file
        #[arg(long)]
        write: bool,
    },
    /// Create the games of the rounds in the file that are not there yet
    #[command(
        after_help = "Example:\n  tabella tournament open autumn.yaml --into games --referee ~/.ssh/club"
    )]
    Open {
        /// The tournament's file
        file: PathBuf,
        /// Folder of the games; each gets a folder in it with its id
        #[arg(long, value_name = "DIR")]
        into: PathBuf,
        /// The referee's private key (without it: a new one for each game, kept in its .tabella/)
        #[arg(long, value_name = "KEY")]
        referee: Option<PathBuf>,
        /// The referee's mail address
        #[arg(long, value_name = "ADDRESS")]
        referee_mail: Option<String>,
    },
    /// The table, with the tie-breaks that the file names
    #[command(after_help = "Example:\n  tabella tournament table autumn.yaml games")]
    Table {
        /// The tournament's file
        file: PathBuf,
        /// Games, or folders with games in them
        games: Vec<PathBuf>,
        /// Print JSON for a program
        #[arg(long)]
        json: bool,
    },
    /// Draw every round again, and hold the games to the file
    #[command(after_help = "Example:\n  tabella tournament check autumn.yaml games")]
    Check {
        /// The tournament's file
        file: PathBuf,
        /// Games, or folders with games in them
        games: Vec<PathBuf>,
    },
}
