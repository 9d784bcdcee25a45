//! What a referee does beside resolving: rounds, all games at a glance, holding a game, a folder made whole.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Where the settings of a referee's machine lie, unless a command names another place.
#[cfg(feature = "mail")]
const SETTINGS: &str = "~/.config/tabella/run.yaml";

/// `tabella referee`
#[derive(Args, Debug)]
pub struct Referee {
    /// What to do (default: `desk`)
    #[command(subcommand)]
    pub act: Option<RefereeAct>,
}

/// What a referee does beside resolving.
#[derive(Subcommand, Debug)]
pub enum RefereeAct {
    /// Do one round for all games: letters in, receipts, reminders, resolving, reports, letters out
    #[cfg(feature = "mail")]
    #[command(
        after_help = "Example:\n  tabella referee run                                    # from cron or a systemd timer\n  tabella referee run --settings ~/club/run.yaml --dry-run\n  tabella referee run --watch 5m\n\ndocs/referee.md explains the settings."
    )]
    Run(Run),
    /// Show all games at a glance, first those that need the referee
    #[cfg(feature = "mail")]
    #[command(after_help = "Example:\n  tabella referee desk")]
    Desk(Desk),
    /// Resolve nothing and remind nobody until the game is released
    #[cfg(feature = "mail")]
    #[command(after_help = "Example:\n  tabella -C zama referee hold 'the server is moving'")]
    Hold {
        /// Why, in one line
        reason: String,
    },
    /// Release a game that was held; the time of its phase starts again
    #[cfg(feature = "mail")]
    #[command(after_help = "Example:\n  tabella -C zama referee release")]
    Release,
    /// Restore a referee's folder from its secrets and copies of the game
    #[command(
        after_help = "Example:\n  tabella -C zama referee recover --from copy-of-rome copy-of-carthage\n  tabella -C zama referee recover --from rome-7.yaml rome-7.yaml.sig\n\nThe folder must hold at least .tabella/, from any backup: nothing else has the secrets."
    )]
    Recover(Recover),
}

/// `tabella referee run`
#[cfg(feature = "mail")]
#[derive(Args, Debug)]
pub struct Run {
    /// Settings file
    #[arg(long, value_name = "FILE", default_value = SETTINGS)]
    pub settings: PathBuf,
    /// Say what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Do the I-th of N parts of the games, so that several machines can share the work
    #[arg(long, value_name = "I/N")]
    pub shard: Option<String>,
    /// Look at every game, not only at those that may need it according to the index
    #[arg(long)]
    pub all: bool,
    /// Repeat for ever, with a pause such as 5m after every round
    #[arg(long, value_name = "PAUSE", conflicts_with = "dry_run")]
    pub watch: Option<String>,
}

/// `tabella referee desk`
#[cfg(feature = "mail")]
#[derive(Args, Debug)]
pub struct Desk {
    /// Settings file
    #[arg(long, value_name = "FILE", default_value = SETTINGS)]
    pub settings: PathBuf,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

#[cfg(feature = "mail")]
impl Default for Desk {
    fn default() -> Self {
        Self { settings: PathBuf::from(SETTINGS), json: false }
    }
}

/// `tabella referee recover`
#[derive(Args, Debug)]
pub struct Recover {
    /// Copies of the game, from players or public, and single files that players kept
    #[arg(long, value_name = "COPY", required = true, num_args = 1..)]
    pub from: Vec<PathBuf>,
}
