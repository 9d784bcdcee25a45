//! `tabella tools legal`: what a seat may order, as a list for programs: the very offers of its order sheet.

use crate::cli::common::seat_game::SeatGame;
use crate::cli::common::{self, CommandResult, Error, Exit, LanguageArg, hints};
use crate::report::Messages;
use clap::Args;
use engine::Offers;
use engine::title::RawOrders;
use record::exchange::OrderFile;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// List, for programs, what a seat may order, as its order sheet offers it
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  tabella -C zama tools legal --seat rome --unit ve1 --json")]
pub struct LegalArgs {
    /// Seat whose possible orders to list
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

/// # Errors
/// No game there; an unknown seat; a draft that cannot be read, or is another seat's; nothing of that name to pick.
pub fn run(dir: Option<&Path>, args: &LegalArgs) -> CommandResult {
    let seat_game = SeatGame::find(dir)?;
    let seat = seat_game.seat_or_referee(&args.seat)?;
    let sheet = match &args.draft {
        None => RawOrders::default(),
        Some(path) => {
            let (name, bytes) = crate::cli::check::read(path)?;
            let glance = OrderFile::glance(&bytes).filter(|(author, _)| *author == seat);
            let unfit = || Error::no(format!("{name}: not a readable order file for {seat}"));
            glance.ok_or_else(unfit)?.1
        }
    };
    let offers = seat_game.offers(&seat, &sheet, args.unit.as_deref());
    if let Some(unit) = &args.unit
        && offers.about.is_none()
        && offers.subjects.iter().all(|subject| subject.id != *unit)
    {
        return Err(nobody(unit, &offers));
    }
    if args.json {
        common::print_json(&offers)?;
        return Ok(Exit::Done);
    }
    let messages = Messages::of_offers(args.lang.language(), &seat_game.charter().title);
    let text = show(&offers, &messages);
    if text.is_empty() {
        let nothing = "nothing can be picked in this title; the form says what you may write";
        common::tell(&messages.say(nothing));
    }
    common::print(&text)?;
    Ok(Exit::Done)
}

/// The subjects that can be picked, and the orders for what was picked, a line each.
fn show(offers: &Offers, messages: &Messages) -> String {
    let mut text = String::new();
    for subject in &offers.subjects {
        let ordered = subject.ordered.as_ref().map(|it| format!(": {}", messages.say(it)));
        let (words, ordered) = (messages.say(&subject.words), ordered.unwrap_or_default());
        let _ = writeln!(text, "{}: {words}{ordered}", subject.id);
    }
    for offer in &offers.offers {
        let chosen =
            if offer.chosen { format!(" ({})", messages.say("chosen")) } else { String::new() };
        let (group, words) = (messages.say(&offer.group), messages.say(&offer.words));
        let _ = writeln!(text, "{group}: {words}{chosen}");
    }
    text
}

/// The error for a name that cannot be picked.
fn nobody(unit: &str, offers: &Offers) -> Error {
    let known: Vec<&str> = offers.subjects.iter().map(|subject| subject.id.as_str()).collect();
    let known = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
    Error::usage(format!(
        "`{unit}` cannot be picked; you can pick {known}, and anything that an offer lists under \
         `pick`"
    ))
}
