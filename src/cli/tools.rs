//! `tabella tools`: for authors of titles, for other programs, and for whoever packs this one.

use crate::cli::case::CaseArgs;
use crate::cli::codes::CodesArgs;
use crate::cli::common::CommandResult;
use crate::cli::demo::DemoArgs;
#[cfg(feature = "manual")]
use crate::cli::help::{self, ManArgs};
use crate::cli::legal::LegalArgs;
use crate::cli::schema::SchemaArgs;
use crate::cli::simulate::SimulateArgs;
use crate::cli::{case, codes, demo, legal, schema, simulate};
#[cfg(feature = "manual")]
use clap::CommandFactory as _;
use clap::Subcommand;
use std::path::Path;

/// `tabella tools`
#[derive(Subcommand, Debug)]
pub enum Tools {
    Demo(DemoArgs),
    Codes(CodesArgs),
    Legal(LegalArgs),
    Schema(SchemaArgs),
    Case(CaseArgs),
    Simulate(SimulateArgs),
    /// Print completions for a shell
    #[cfg(feature = "manual")]
    #[command(
        after_help = "Example:\n  tabella tools completions bash > ~/.local/share/bash-completion/completions/tabella"
    )]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    #[cfg(feature = "manual")]
    Man(ManArgs),
}

/// # Errors
/// Those of the command that is run.
pub(super) fn run(dir: Option<&Path>, act: &Tools) -> CommandResult {
    match act {
        Tools::Demo(args) => demo::run(args),
        Tools::Codes(args) => codes::run(args),
        Tools::Legal(args) => legal::run(dir, args),
        Tools::Schema(args) => schema::run(args),
        Tools::Case(args) => case::run(args),
        Tools::Simulate(args) => simulate::run(args),
        #[cfg(feature = "manual")]
        Tools::Completions { shell } => help::completions(*shell, super::Cli::command()),
        #[cfg(feature = "manual")]
        Tools::Man(args) => help::man(args, super::Cli::command()),
    }
}
