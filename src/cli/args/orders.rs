//! What a player does with orders: form, sheet, check, explain, sign, submit.

use super::super::forecast;
use super::{LanguageArg, WishedLanguageArg, hints};
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
    /// Name in its first line where an editor finds the schema of the title's order files (without it, with --out: in a
    /// file beside the form, which is written as well)
    #[arg(long, value_name = "PLACE")]
    pub schema: Option<String>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
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
    /// In which language
    #[command(flatten)]
    pub lang: WishedLanguageArg,
}

/// `tabella check`
#[derive(Args, Debug)]
pub struct Check {
    /// Order file, or `-` for standard input
    pub file: PathBuf,
    /// Also say what it may come to, as `tabella forecast` does
    #[arg(long)]
    pub forecast: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella forecast`
#[derive(Args, Debug)]
pub struct Forecast {
    /// Order file, or `-` for standard input
    pub file: PathBuf,
    /// Games to imagine for each thing that the enemy is supposed to do
    #[arg(long, default_value_t = forecast::GAMES, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub games: u32,
    /// Seed of what is imagined: the same gives the same answer
    #[arg(long, default_value_t = forecast::SEED)]
    pub seed: u64,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella schema`
#[derive(Args, Debug)]
pub struct Schema {
    /// Title
    pub title: String,
    /// Of its charters, in place of its order files
    #[arg(long)]
    pub charter: bool,
    /// File to write it to (without it: standard output)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `tabella codes`
#[derive(Args, Debug)]
pub struct Codes {
    /// The code (without: the page of all codes)
    pub code: Option<String>,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella explain`
#[derive(Args, Debug)]
pub struct Explain {
    /// The case, in YAML; several arguments are lines of one text (without any: every case that the position suggests)
    pub question: Vec<String>,
    /// Whose orders
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: String,
    /// A file that holds the question, or `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "question")]
    pub file: Option<PathBuf>,
    /// An order file that is not sent yet: answer as if it counted (it needs no salt and no signature)
    #[arg(long, value_name = "FILE")]
    pub draft: Option<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella sign`
#[derive(Args, Debug)]
pub struct Sign {
    /// Order file; the signature is written beside it as FILE.sig, and what vouches for the head as NAME.head.sig
    pub file: PathBuf,
    /// Private key
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// Fill an empty `salt:` with fresh random bytes before signing
    #[arg(long)]
    pub salt: bool,
    /// Print orders and signature in one block to paste into a letter, which no mail program can spoil
    #[arg(long)]
    pub mail: bool,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella submit`
#[derive(Args, Debug)]
pub struct Submit {
    /// Order file, or `-` for standard input
    pub file: PathBuf,
    /// Signature (without it: FILE.sig, or the block at the end of the text)
    #[arg(long, value_name = "FILE")]
    pub signature: Option<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella status`
#[derive(Args, Debug)]
pub struct Status {
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella legal`
#[derive(Args, Debug)]
pub struct Legal {
    /// Seat that would order
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: String,
    /// Unit, or whatever else the list without it names
    #[arg(long, value_name = "NAME")]
    pub unit: Option<String>,
    /// Draft beside which it would be ordered
    #[arg(long, value_name = "FILE")]
    pub draft: Option<PathBuf>,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}
