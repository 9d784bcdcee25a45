//! `tabella receipt`, `change` and `publish`: what players and referee show one another.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// `tabella receipt`
#[derive(Args, Debug)]
pub struct Receipt {
    /// Whose file
    #[arg(long)]
    pub seat: String,
    /// Filed for this phase (without it: the open one)
    #[arg(long, value_name = "N")]
    pub phase: Option<u32>,
}

/// `tabella change`
#[derive(Subcommand, Debug)]
pub enum Change {
    /// Write a change: another key for a seat, or for `referee`; it counts once everybody who must has signed it
    #[command(
        after_help = "Example:\n  tabella -C zama change key rome new.pub --reason 'the laptop was stolen'\n  tabella -C zama change key rome new.pub --player 'Gaius Laelius' --reason 'Scipio is ill'\n\nA seat's key: the referee agrees, with the seat or most of the other seats.\nThe referee's key: the referee and most seats agree, or all seats."
    )]
    Key {
        /// Seat, or `referee`
        seat: String,
        /// The new public key
        key: PathBuf,
        /// Name of the player who takes the seat over
        #[arg(long, value_name = "NAME")]
        player: Option<String>,
        /// Why, in one line
        #[arg(long)]
        reason: String,
    },
    /// Sign a change (the same as `ssh-keygen -Y sign -n tabella-change`)
    #[command(
        after_help = "Example:\n  tabella change sign notices/01-key.yaml --as rome --key old\n  tabella change sign notices/01-key.yaml --as heir --key new"
    )]
    Sign {
        /// The change; the signature is written beside it
        file: PathBuf,
        /// Who agrees: a seat, `referee`, or `heir` for the new key
        #[arg(long = "as", value_name = "NAME")]
        name: String,
        /// Private key
        #[arg(long)]
        key: PathBuf,
    },
    /// The changes that wait, and who has agreed
    #[command(after_help = "Example:\n  tabella -C zama change list")]
    List {
        /// Print JSON for a program
        #[arg(long)]
        json: bool,
    },
}

/// `tabella publish`
#[derive(Args, Debug)]
pub struct Publish {
    /// Folder of the copy: new, empty, or an earlier copy of this game
    pub out: PathBuf,
    /// For this seat alone: its own orders and reports too
    #[arg(long)]
    pub seat: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// What a verdict must at least be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Need {
    /// Every record played again, and nothing sealed.
    Proven,
}
