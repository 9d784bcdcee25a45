//! `tabella referee`: what a referee does beside resolving.

use crate::cli::common::CommandResult;
#[cfg(not(feature = "mail"))]
use crate::cli::common::Error;
#[cfg(feature = "mail")]
use crate::cli::common::folder;
#[cfg(feature = "mail")]
use crate::cli::desk::{self, DeskArgs};
use crate::cli::recover;
use crate::cli::recover::RecoverArgs;
#[cfg(feature = "mail")]
use crate::cli::run::{self, RunArgs};
use clap::{Args, Subcommand};
use std::path::Path;

/// See all games at a glance, run rounds, hold or recover a game
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella referee                    # all games at a glance\n  tabella referee run                # one round, from cron or a systemd timer"
)]
pub struct RefereeArgs {
    /// What to do (default: `desk`)
    #[command(subcommand)]
    pub act: Option<RefereeAct>,
}

/// What a referee does beside resolving.
#[derive(Subcommand, Debug)]
pub enum RefereeAct {
    #[cfg(feature = "mail")]
    Run(RunArgs),
    #[cfg(feature = "mail")]
    Desk(DeskArgs),
    /// Hold a game: nothing is resolved and nobody is reminded until it is released
    #[cfg(feature = "mail")]
    #[command(after_help = "Example:\n  tabella -C zama referee hold 'the server is moving'")]
    Hold {
        /// Why, in one line
        reason: String,
    },
    /// Release a game that was held; the open phase gets its full time again
    #[cfg(feature = "mail")]
    #[command(after_help = "Example:\n  tabella -C zama referee release")]
    Release,
    Recover(RecoverArgs),
}

/// # Errors
/// As each of them says.
pub(super) fn run(dir: Option<&Path>, args: &RefereeArgs) -> CommandResult {
    match &args.act {
        #[cfg(feature = "mail")]
        None => desk::desk(&DeskArgs::default()),
        #[cfg(feature = "mail")]
        Some(RefereeAct::Desk(args)) => desk::desk(args),
        #[cfg(feature = "mail")]
        Some(RefereeAct::Run(args)) => run::run(args),
        #[cfg(feature = "mail")]
        Some(RefereeAct::Hold { reason }) => desk::hold(&folder(dir)?, reason),
        #[cfg(feature = "mail")]
        Some(RefereeAct::Release) => desk::release(&folder(dir)?),
        Some(RefereeAct::Recover(args)) => recover::run(dir, args),
        #[cfg(not(feature = "mail"))]
        None => Err(Error::usage(
            "this program was built without mail; of the `referee` commands, only `tabella \
             referee recover` works",
        )),
    }
}
