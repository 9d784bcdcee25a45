//! `tabella share receipt`: the referee's signed word for what a seat filed.

use crate::cli::common::{self, CommandResult, Error, Exit, LanguageArg};
use crate::store::orders::receipts;
use clap::Args;
use std::path::Path;

/// Print the referee's signed receipt for what a seat filed last
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  tabella -C zama share receipt --seat rome > rome.receipt")]
pub struct ReceiptArgs {
    /// Seat that filed
    #[arg(long)]
    pub seat: String,
    /// Phase for which it was filed (default: the open one)
    #[arg(long, value_name = "N")]
    pub phase: Option<u32>,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// # Errors
/// No game there; a seat without a receipt.
pub fn run(dir: Option<&Path>, args: &ReceiptArgs) -> CommandResult {
    let folder = common::folder(dir)?;
    let open = folder.newest()?.map_or(1, |newest| newest + 1);
    let phase = args.phase.unwrap_or(open);
    let Some(text) = receipts::newest(&folder, phase, &args.seat)? else {
        let copy = !folder.is_referees()?;
        let kept =
            if copy { " here: the referee keeps it, and gives it to the player" } else { "" };
        let what = format!("there is no receipt for {} in phase {phase}{kept}", args.seat);
        return Err(Error::no(what));
    };
    common::print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Done)
}
