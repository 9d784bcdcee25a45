//! `tabella share`: what others may have of a game.

use crate::cli::common::CommandResult;
use crate::cli::export::ArchiveArgs;
use crate::cli::open::ItemArgs;
use crate::cli::publish::CopyArgs;
use crate::cli::receipt::ReceiptArgs;
use crate::cli::{export, open, publish, receipt};
use clap::Subcommand;
use std::path::Path;

/// `tabella share`
#[derive(Subcommand, Debug)]
pub enum Share {
    Copy(CopyArgs),
    Archive(ArchiveArgs),
    Item(ItemArgs),
    Receipt(ReceiptArgs),
}

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
