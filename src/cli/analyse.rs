//! `tabella analyse`: what a game's past and future hold, beyond what its reports tell.

use super::args::{Explain, Forecast, Fork, Luck, Replay};
use super::{CommandResult, explain, forecast, fork, luck, replay};
use clap::Subcommand;
use std::path::Path;

/// `tabella analyse`
#[derive(Subcommand, Debug)]
pub enum Analyse {
    /// Compare what the dice gave each side with what it could expect
    #[command(
        after_help = "Example:\n  tabella -C metaurus analyse luck\n  tabella -C metaurus analyse luck --svg dice.svg\n  tabella -C metaurus analyse luck --swing"
    )]
    Luck(Luck),
    /// Show what a draft may lead to, using only what its seat knows
    #[command(after_help = "Example:\n  tabella -C zama analyse forecast rome.yaml")]
    Forecast(Forecast),
    /// Show what a seat's orders in force, or a draft, would do in a situation that you describe
    #[command(
        after_help = "Example:\n  tabella -C syrtis analyse explain --seat rome                              # every case that the position suggests\n  tabella -C syrtis analyse explain --seat rome sicilia mare-tyrrhenum\n  tabella -C syrtis analyse explain --seat rome 'area: sicilia' 'theirs: 3'\n  tabella -C syrtis analyse explain --seat rome --draft rome.yaml sicilia    # as if rome.yaml counted\n\nThe question is YAML, in words that the guide of the title lists (games/TITLE/README.md)."
    )]
    Explain(Explain),
    /// Write a page on which you can step through the game on the map, event by event
    #[command(
        after_help = "Example:\n  tabella analyse replay zama --out zama.html                  # as everybody may see it\n  tabella analyse replay zama --out zama.html --seat rome      # as Rome may"
    )]
    Replay(Replay),
    /// Make a sandbox that begins from a position of a game: you play all seats, with other dice
    #[command(
        after_help = "Example:\n  tabella analyse fork zama what-if --at 5\n  tabella -C what-if submit what-if/rome.yaml\n\nTo go back, fork the sandbox at an earlier record: both sandboxes stay."
    )]
    Fork(Fork),
}

/// Runs the command.
///
/// # Errors
/// As each of them says.
pub(super) fn run(dir: Option<&Path>, act: &Analyse) -> CommandResult {
    match act {
        Analyse::Luck(args) => luck::run(dir, args),
        Analyse::Forecast(args) => forecast::run(dir, args),
        Analyse::Explain(args) => explain::run(dir, args),
        Analyse::Replay(args) => replay::run(dir, args),
        Analyse::Fork(args) => fork::run(args),
    }
}
