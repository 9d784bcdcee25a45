//! Options of what a seat orders on: the form and the sheet.

use super::hints;
use clap::Args;
use std::path::PathBuf;

/// `tabella form`
#[derive(Args, Debug)]
pub struct Form {
    /// Seat that will answer
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: String,
    /// Draw the salt in the referee's folder too (only where referee and player are one: the referee must not know it)
    #[arg(long)]
    pub salt: bool,
    /// Write the form into this file, in place of an earlier phase's, and remove that one's signature
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// `tabella sheet`
#[derive(Args, Debug)]
pub struct Sheet {
    /// Seat that will answer
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: String,
    /// File to write: a page, or the turn alone where the name ends in .json
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Page of the title (without it: the one in your data folder, or in target/sheet)
    #[arg(long, value_name = "TITLE.html")]
    pub page: Option<PathBuf>,
}
