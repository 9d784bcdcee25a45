//! `tabella share`: what others may have of a game.

use super::args::{Archive, Copy, Item, Receipt};
use super::{CommandResult, export, open, publish, receipt};
use clap::Subcommand;
use std::path::Path;

/// `tabella share`
#[derive(Subcommand, Debug)]
pub enum Share {
    /// Make a copy to give to others: everything that is public, or everything that one seat may know
    #[command(
        after_help = "Example:\n  tabella -C zama share copy zama-public\n  tabella -C zama share copy --seat rome zama-rome"
    )]
    Copy(Copy),
    /// Write a game into one archive without secrets, and say what was left out
    #[command(
        after_help = "Example:\n  tabella share archive zama zama.tar\n  tabella share archive zama rome.tar --seat rome"
    )]
    Archive(Archive),
    /// Show somebody one hidden item, such as a battle, a chit or a card, without the rest
    #[command(
        after_help = "Example:\n  tabella -C metaurus share item /state/units/af-1 --record 7 --out af-1.open\n  tabella verify metaurus-copy --open af-1.open      # run by the person who was shown it\n\nAnybody with hidden.yaml can do this: the referee, or anybody once the game is over. The charter must say `items: true` (a line of its draft, `tabella new --draft`)."
    )]
    Item(Item),
    /// Print the referee's signed receipt for what a seat filed last
    #[command(after_help = "Example:\n  tabella -C zama share receipt --seat rome > rome.receipt")]
    Receipt(Receipt),
}

/// Runs the command.
///
/// # Errors
/// As each of them says.
pub(super) fn run(dir: Option<&Path>, act: &Share) -> CommandResult {
    match act {
        Share::Copy(args) => publish::run(dir, args),
        Share::Archive(args) => export::run(args),
        Share::Item(args) => open::run(dir, args),
        Share::Receipt(args) => receipt::run(dir, args),
    }
}
