//! `tabella analyse`: what a game's past and future hold, beyond what its reports tell.

use crate::cli::common::CommandResult;
use crate::cli::explain::ExplainArgs;
use crate::cli::forecast::ForecastArgs;
use crate::cli::fork::ForkArgs;
use crate::cli::luck::LuckArgs;
use crate::cli::replay::ReplayArgs;
use crate::cli::{explain, forecast, fork, luck, replay};
use clap::Subcommand;
use std::path::Path;

/// `tabella analyse`
#[derive(Subcommand, Debug)]
pub enum Analyse {
    Luck(LuckArgs),
    Forecast(ForecastArgs),
    Explain(ExplainArgs),
    Replay(ReplayArgs),
    Fork(ForkArgs),
}

/// # Errors
/// Those of each subcommand.
pub(super) fn run(dir: Option<&Path>, act: &Analyse) -> CommandResult {
    match act {
        Analyse::Luck(args) => luck::run(dir, args),
        Analyse::Forecast(args) => forecast::run(dir, args),
        Analyse::Explain(args) => explain::run(dir, args),
        Analyse::Replay(args) => replay::run(dir, args),
        Analyse::Fork(args) => fork::run(args),
    }
}
