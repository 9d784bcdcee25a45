//! What a player does with orders: form, check, explain, sign, submit.

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
    /// Draw the salt even in the referee's folder (only if referee and player are the same person, because the referee must not know another player's salt)
    #[arg(long)]
    pub salt: bool,
    /// Write the form to this file; an earlier phase's form there is replaced, and its signature removed
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Where editors find the schema of the title's order files, for the form's first line (default with --out: a file that is written beside the form)
    #[arg(long, value_name = "PLACE")]
    pub schema: Option<String>,
    /// Explain everything: how to sign without tabella, what each line means, how standing orders are written
    #[arg(long, conflicts_with = "sheet")]
    pub long: bool,
    /// Make the order sheet instead of the form: a page, or the turn alone if the file name ends in .json
    #[arg(long, requires = "out", conflicts_with_all = ["salt", "schema", "json"])]
    pub sheet: bool,
    /// Page of the title (default: the one in your data folder, or in target/sheet)
    #[arg(long, value_name = "TITLE.html", requires = "sheet")]
    pub page: Option<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: WishedLanguageArg,
}

/// `tabella check`
#[derive(Args, Debug)]
pub struct Check {
    /// Order file, or `-` for standard input (default in a game against the program: the form in its folder)
    pub file: Option<PathBuf>,
    /// Also say what may come of it, as `tabella analyse forecast` does
    #[arg(long)]
    pub forecast: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella analyse forecast`
#[derive(Args, Debug)]
pub struct Forecast {
    /// Order file, or `-` for standard input
    pub file: PathBuf,
    /// Games to imagine for each assumption about the enemy
    #[arg(long, default_value_t = forecast::GAMES, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub games: u32,
    /// Seed of the imagined games: the same seed gives the same answer
    #[arg(long, default_value_t = forecast::SEED)]
    pub seed: u64,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella tools schema`
#[derive(Args, Debug)]
pub struct Schema {
    /// Title
    pub title: String,
    /// Describe charters instead of order files
    #[arg(long)]
    pub charter: bool,
    /// File to write it to (default: standard output)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `tabella tools codes`
#[derive(Args, Debug)]
pub struct Codes {
    /// The code (default: the page of all codes)
    pub code: Option<String>,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella analyse explain`
#[derive(Args, Debug)]
pub struct Explain {
    /// The case, in YAML; several arguments are lines of one text (default: every case that the position suggests)
    pub question: Vec<String>,
    /// Whose orders
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: String,
    /// A file that holds the question, or `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "question")]
    pub file: Option<PathBuf>,
    /// An order file that you have not sent yet: answer as if it counted (it needs no salt and no signature)
    #[arg(long, value_name = "FILE")]
    pub draft: Option<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella sign`
#[derive(Args, Debug)]
pub struct Sign {
    /// Order file; its signature is written to FILE.sig, and the signature that vouches for the head to NAME.head.sig
    pub file: PathBuf,
    /// Private key
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// Fill an empty `salt:` with fresh random bytes before signing
    #[arg(long)]
    pub salt: bool,
    /// Print orders and signature as one block to paste into a letter, which no mail program can damage
    #[arg(long)]
    pub mail: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella submit`
#[derive(Args, Debug)]
pub struct Submit {
    /// Order file, or `-` for standard input (default in a game against the program: the form in its folder)
    pub file: Option<PathBuf>,
    /// Signature (default: FILE.sig, or the block at the end of the text)
    #[arg(long, value_name = "FILE")]
    pub signature: Option<PathBuf>,
    /// In a game against the program: also show the file's digest, its receipt, and what it will certainly do
    #[arg(long)]
    pub verbose: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella status`
#[derive(Args, Debug)]
pub struct Status {
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella tools legal`
#[derive(Args, Debug)]
pub struct Legal {
    /// Seat that would order
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: String,
    /// Unit, or another name from the list that the command prints without this option
    #[arg(long, value_name = "NAME")]
    pub unit: Option<String>,
    /// Draft to which the order would be added
    #[arg(long, value_name = "FILE")]
    pub draft: Option<PathBuf>,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}
