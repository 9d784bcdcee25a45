//! `tabella club`: what a club does beside its games.

use crate::cli::common::CommandResult;
use crate::cli::invite::{Invite, JoinArgs};
use crate::cli::people::PeopleArgs;
use crate::cli::ratings::RatingsArgs;
use crate::cli::site::SiteArgs;
use crate::cli::tournament::TournamentCommand;
use crate::cli::{invite, people, ratings, site, tournament};
use clap::Subcommand;

/// `tabella club`
#[derive(Subcommand, Debug)]
pub enum Club {
    /// Invite players to a new game, accept their joins, and check who got which seat
    #[command(subcommand)]
    Invite(Invite),
    Join(JoinArgs),
    /// Run tournaments: rounds whose draw anybody can repeat, and their tables
    #[command(subcommand)]
    Tournament(TournamentCommand),
    Ratings(RatingsArgs),
    People(PeopleArgs),
    Site(SiteArgs),
}

/// # Errors
/// Those of each subcommand.
pub(super) fn run(act: &Club) -> CommandResult {
    match act {
        Club::Invite(act) => invite::run(act),
        Club::Join(args) => invite::join(args),
        Club::Tournament(act) => tournament::run(act),
        Club::Ratings(args) => ratings::run(args),
        Club::People(args) => people::run(args),
        Club::Site(args) => site::run(args),
    }
}
