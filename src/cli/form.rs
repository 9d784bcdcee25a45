//! `tabella form`: the order form of a seat for the open phase, or its order sheet ([`crate::cli::sheet`]).

use crate::cli::common::seat_game::SeatGame;
use crate::cli::common::{self, CommandResult, Error, Exit, WishedLanguageArg, hints};
use crate::cli::{schema, sheet, sign};
use crate::report::Messages;
use crate::store::{entropy, files};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use clap::Args;
use record::exchange::order_file::LIMIT;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Make the order form of a seat, or its order sheet
///
/// The form is filled in except for the orders and the salt; `--seat referee` makes the referee's own
/// form, if the referee is asked something. The order sheet (`--sheet`) is a page with the map, on which you click, check
/// and sign orders, without a network.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella -C zama form --seat rome --out rome.yaml\n  tabella -C zama form --seat rome | less\n  tabella -C zama form --seat rome --sheet --out rome.html\n  tabella -C zama form --seat rome --sheet --out rome.json    # the turn alone, for a page that you already have"
)]
pub struct FormArgs {
    /// Seat that will answer (default: yours, in your copy of a game or in your game against the program)
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// Draw the salt even in the referee's folder (only if the referee is also the player, because the referee must not
    /// know another player's salt)
    #[arg(long)]
    pub salt: bool,
    /// Write the form to this file; a form for an earlier phase is replaced there, and its signature is removed
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Path or address of the schema of the title's order files, which the form's first line gives to editors (default
    /// with --out: a file that is written beside the form)
    #[arg(long, value_name = "PLACE")]
    pub schema: Option<String>,
    /// Explain everything: how to sign without tabella, what each line means, how standing orders are written
    #[arg(long, conflicts_with = "sheet")]
    pub long: bool,
    /// Make the order sheet instead of the form: a whole page, or only the turn's data if the file name ends in .json
    #[arg(long, requires = "out", conflicts_with_all = ["salt", "schema", "json"])]
    pub sheet: bool,
    /// The title's empty order sheet (default: the one in your data folder, or in target/sheet)
    #[arg(long, value_name = "TITLE.html", requires = "sheet")]
    pub page: Option<PathBuf>,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: WishedLanguageArg,
}

/// # Errors
/// No game there; an unknown seat; a file that holds orders for this phase already.
pub fn run(dir: Option<&Path>, args: &FormArgs) -> CommandResult {
    let seat_game = SeatGame::find(dir)?;
    let seat = seat_game.seat_or_own(args.seat.as_deref())?;
    let seat = seat.name();
    if let (true, Some(out)) = (args.sheet, &args.out) {
        return sheet::run(&seat_game, seat, args, out);
    }
    let language = args.lang.language().unwrap_or_default();
    let messages = Messages::of(language, &seat_game.charter().title);
    if seat_game.over() {
        common::tell(&messages.say("the game is over; there is nothing left to order"));
        return Ok(Exit::NotYet);
    }
    let mut text = seat_game.form(language, seat, !args.long)?;
    let title = &seat_game.charter().title;
    let beside = match (&args.schema, &args.out) {
        (None, Some(_)) => schema::of(title)?,
        (Some(_), _) | (None, None) => None,
    };
    let named = args.schema.clone().or_else(|| beside.as_ref().map(|_| schema::file_name(title)));
    if let Some(place) = named {
        text.insert_str(0, &schema::line(&place)?);
    }
    // The referee must not know a player's salt, so a form that is made in the referee's folder leaves it open. Whoever
    // plays against the program is both.
    let solo = seat_game.against_the_program()?.is_some();
    if args.salt || solo || !seat_game.is_referees()? {
        text = salted(&text)?;
    }
    if let Some(path) = &args.out {
        place(path, &text, seat_game.open_phase())?;
        if let Some(schema) = &beside {
            schema::put(&path.with_file_name(schema::file_name(title)), schema)?;
        }
        let told = format!("{}: the form for phase {}", path.display(), seat_game.open_phase());
        common::tell(&messages.say(&told));
    }
    match (args.json, &args.out) {
        (true, out) => {
            let form = out.is_none().then_some(text);
            let phase = seat_game.open_phase();
            common::print_json(&json!({"seat": seat, "phase": phase, "file": out, "form": form}))?;
        }
        (false, Some(_)) => {}
        (false, None) => common::print(&text)?,
    }
    Ok(Exit::Done)
}

/// The form with a fresh salt in it.
pub(super) fn salted(form: &str) -> Result<String, Error> {
    let salt = STANDARD.encode(entropy::draw::<16>()?);
    let filled = |line: &str| {
        if line.starts_with("salt:") { format!("salt: {salt}\n") } else { format!("{line}\n") }
    };
    Ok(form.lines().map(filled).collect())
}

/// True if a file already holds orders for this phase.
pub(super) fn begun(path: &Path, phase: u32) -> Result<bool, Error> {
    let there = files::read_named_if_there(path, LIMIT)?;
    let open = format!("phase: {phase}");
    Ok(there.is_some_and(|bytes| {
        String::from_utf8_lossy(&bytes).lines().any(|line| line.trim_end() == open)
    }))
}

/// Writes the form over that of an earlier phase, and removes the old signature, which would not fit the new text.
pub(super) fn place(path: &Path, form: &str, phase: u32) -> Result<(), Error> {
    if begun(path, phase)? {
        return Err(Error::files(format!(
            "{}: already holds orders for phase {phase}; remove it, or name another file",
            path.display()
        )));
    }
    files::replace(path, form.as_bytes(), files::SECRET_MODE)?;
    Ok(files::remove(&sign::beside(path))?)
}
