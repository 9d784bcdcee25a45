//! `tabella tools`: for authors of titles, for other programs, and for whoever packs this one.

use super::args::{Case, Codes, Demo, Legal, Schema, Simulate};
use super::{CommandResult, case, codes, demo, legal, schema, simulate};
#[cfg(feature = "manual")]
use super::{args::Man, help};
use clap::Subcommand;
use std::path::Path;

/// `tabella tools`
#[derive(Subcommand, Debug)]
pub enum Tools {
    /// Play a short signed game between two built-in players, tell its story and verify it
    #[command(
        after_help = "Example:\n  tabella tools demo\n  tabella tools demo --game punica --seed 7 punica-demo"
    )]
    Demo(Demo),
    /// Say what a code means and what to do, or print the table of all codes
    #[command(after_help = "Example:\n  tabella tools codes E-phase")]
    Codes(Codes),
    /// List what a seat may order, for programs, as its order sheet offers it
    #[command(after_help = "Example:\n  tabella -C zama tools legal --seat rome --unit ve1 --json")]
    Legal(Legal),
    /// Print the JSON Schema of a title's order files or charters, for editors and other programs
    #[command(after_help = "Example:\n  tabella tools schema punica --out punica.json")]
    Schema(Schema),
    /// Play conformance cases
    #[command(after_help = "Example:\n  tabella tools case games/combined-arms/cases")]
    Case(Case),
    /// Let built-in players play many games, with a soundness check after every phase
    #[command(
        after_help = "Example:\n  tabella tools simulate combined-arms --games 1000 --seed 7\n  tabella tools simulate punica --games 100 --player rome=strong --swap"
    )]
    Simulate(Simulate),
    /// Print the completions of a shell
    #[cfg(feature = "manual")]
    #[command(
        after_help = "Example:\n  tabella tools completions bash > ~/.local/share/bash-completion/completions/tabella"
    )]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program or of one command
    #[cfg(feature = "manual")]
    #[command(
        after_help = "Example:\n  tabella tools man | man -l -\n  tabella tools man resolve | man -l -\n  tabella tools man --out man1        # tabella.1, tabella-resolve.1 and so on"
    )]
    Man(Man),
}

/// Runs the command.
///
/// # Errors
/// As each of them says.
pub(super) fn run(dir: Option<&Path>, act: &Tools) -> CommandResult {
    match act {
        Tools::Demo(args) => demo::run(args),
        Tools::Codes(args) => codes::run(args),
        Tools::Legal(args) => legal::run(dir, args),
        Tools::Schema(args) => schema::run(args),
        Tools::Case(args) => case::run(args),
        Tools::Simulate(args) => simulate::run(args),
        #[cfg(feature = "manual")]
        Tools::Completions { shell } => help::completions(*shell),
        #[cfg(feature = "manual")]
        Tools::Man(args) => help::man(args),
    }
}
