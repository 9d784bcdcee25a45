//! `tabella new`: a game in a new folder.

mod draft;
mod page;
mod questions;

use crate::cli::common::{self, CommandResult, Error, Exit, hints, pairs, reports, titles};
use crate::cli::invite;
use crate::session::SessionFault;
use crate::store::records::create::DRAFT_FILE;
use crate::store::secrets::keys;
use crate::store::{self, NewGame, environment};
use clap::Args;
use draft::{Draft, OpenDraft};
use engine::Complaint;
use record::REFEREE;
use record::player::Strength;
use record::schedule::{Missed, Schedule};
use serde_json::json;
use std::path::{Path, PathBuf};

/// The hour in UTC at which the days of `--days` end.
const HOUR: u32 = 20;

/// Create a game in a new folder
///
/// On a terminal, the command asks for what the options leave open. A draft charter (`--draft`) holds the rest: the names
/// of players, the hour and zone of deadlines, and what players agree on besides the rules.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella new zama --game combined-arms --scenario battle \\\n      --seat rome=scipio.pub --seat carthage=hannibal.pub --days 3\n  tabella new zama --game combined-arms --seat rome=scipio.pub --seat carthage=fair --draft\n  tabella new zama            # creates the game from its draft charter, once you have edited it"
)]
pub struct NewArgs {
    /// Folder to create; its name is the game's id, unless the draft says otherwise
    pub folder: PathBuf,
    /// Title
    #[arg(long, value_name = "TITLE", value_parser = hints::TITLE, hide_possible_values = true)]
    pub game: Option<String>,
    /// Scenario (default: the title's first)
    #[arg(long, value_parser = hints::SCENARIO, hide_possible_values = true)]
    pub scenario: Option<String>,
    /// An option of the title (see `tabella rules TITLE --choices`)
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = hints::OPTION, hide_possible_values = true)]
    pub options: Vec<String>,
    /// How often the game stops to ask (default: brisk)
    #[arg(long, value_name = "full|brisk")]
    pub tempo: Option<String>,
    /// The player of a seat: a person's public key file, or the strength of the program; give this once for each seat
    #[arg(long = "seat", value_name = "SEAT=KEY.pub|easy|fair|strong", value_parser = hints::SEAT_IS, hide_possible_values = true)]
    pub seats: Vec<String>,
    /// The mail address of a seat's player, or of `referee`
    #[arg(long = "mail", value_name = "SEAT=ADDRESS", value_parser = hints::SEAT_IS, hide_possible_values = true)]
    pub mails: Vec<String>,
    /// The referee's private key (default: a new one, kept in .tabella/)
    #[arg(long, value_name = "KEY")]
    pub referee: Option<PathBuf>,
    /// Days that players have for each phase, ending at 20:00 UTC; after that, the title's fallback plays for those who
    /// are late
    #[arg(long, value_name = "N")]
    pub days: Option<u32>,
    /// A file with the whole schedule: times of the week, days off, reminders, what happens if somebody is late (docs/referee.md)
    #[arg(long, value_name = "FILE", conflicts_with = "days")]
    pub schedule: Option<PathBuf>,
    /// The folder of an invitation (`tabella club invite`): draw its lot, and take the game's terms from the invitation
    /// and the joins
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "scenario", "options", "tempo", "seats", "mails", "days", "schedule"])]
    pub from_invitation: Option<PathBuf>,
    /// Only write a draft charter to the folder, as draft.yaml; once you have edited it, `tabella new FOLDER` creates
    /// the game
    #[arg(long)]
    pub draft: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// # Errors
/// A choice that the title does not have, a key that cannot be used, a folder that is not empty.
pub fn run(args: &NewArgs) -> CommandResult {
    let mut draft = OpenDraft::read(&args.folder)?;
    let begun = draft.is_there();
    if begun && args.draft {
        return Err(store::Error::Exists(args.folder.join(DRAFT_FILE)).into());
    }
    add_options(args, &mut draft)?;
    if !begun && !args.json && environment::can_ask() {
        questions::complete(&mut draft.draft, args.draft, &mut ask)?;
    }
    if args.draft {
        return write_draft(args, &draft.draft);
    }
    let plan = draft.plan()?;
    let game = store::create(&plan, &reports::renderer(&args.folder))
        .map_err(|error| refused(&draft, &plan, error))?;
    crate::cli::resolve::leave_letters(&game.folder);
    if args.json {
        let (start, awaited) = (game.session.start, game.session.awaited());
        common::print_json(
            &json!({"game": plan.game, "folder": game.folder.root(), "start": start, "awaited": awaited}),
        )?;
        return Ok(Exit::Done);
    }
    tell_created(&game)?;
    Ok(Exit::Done)
}

/// Adds the options to the draft. An option for something that the draft already says is refused, so that no option
/// silently undoes what somebody wrote.
fn add_options(args: &NewArgs, open: &mut OpenDraft) -> Result<(), Error> {
    let schedule = match (&args.schedule, args.days) {
        (Some(path), _) => Some(invite::schedule(path)?),
        (None, days) => days.map(|days| Schedule::every(days, HOUR, "UTC", Missed::Fallback)),
    };
    open.add("--game", "title", args.game.clone(), |draft| &mut draft.title)?;
    open.add("--scenario", "scenario", args.scenario.clone(), |draft| &mut draft.scenario)?;
    open.add("--tempo", "tempo", args.tempo.clone(), |draft| &mut draft.tempo)?;
    let timing = if args.days.is_some() { "--days" } else { "--schedule" };
    open.add(timing, "schedule", schedule, |draft| &mut draft.schedule)?;
    let invitation = args.from_invitation.clone();
    open.add("--from-invitation", "invitation", invitation, |draft| &mut draft.invitation)?;
    open.add("--referee", "referee.key", args.referee.clone(), |draft| {
        &mut draft.referee.get_or_insert_default().key
    })?;
    for (name, value) in pairs(&args.options, "--option")? {
        open.check_free("--option", &format!("options.{name}"))?;
        open.draft.options.insert(name, value);
    }
    for (seat, player) in pairs(&args.seats, "--seat")? {
        add_seat(open, &seat, &player)?;
    }
    for (seat, address) in pairs(&args.mails, "--mail")? {
        let place = if seat == REFEREE { "referee.mail" } else { &format!("seats.{seat}.mail") };
        if seat != REFEREE && !open.draft.seats.contains_key(&seat) {
            return Err(Error::usage(format!("--mail {seat}: there is no --seat {seat}")));
        }
        open.add("--mail", place, Some(address), |draft| match seat.as_str() {
            REFEREE => &mut draft.referee.get_or_insert_default().mail,
            seat => &mut draft.seat(seat).mail,
        })?;
    }
    Ok(())
}

fn add_seat(open: &mut OpenDraft, seat: &str, player: &str) -> Result<(), Error> {
    for part in ["key", "program"] {
        open.check_free("--seat", &format!("seats.{seat}.{part}"))?;
    }
    match Strength::parse(player) {
        Some(strength) => open.draft.seat(seat).program = Some(strength),
        None => open.draft.seat(seat).key = Some(player_key(seat, player)?),
    }
    Ok(())
}

fn player_key(seat: &str, path: &str) -> Result<record::PublicKey, Error> {
    keys::public_key(Path::new(path)).map_err(|error| match error {
        store::Error::Missing { .. } => Error::files(format!(
            "--seat {seat}={path}: not found; name a public key file, or {} for the program",
            Strength::WORDS.join(", ")
        )),
        error => error.into(),
    })
}

fn ask(question: &str) -> Result<String, Error> {
    let answer = environment::ask(question)?;
    answer
        .ok_or_else(|| Error::usage("no answer was given; `tabella new --help` lists the options"))
}

fn write_draft(args: &NewArgs, draft: &Draft) -> CommandResult {
    let text = page::render(draft, &args.folder)?;
    let path = store::records::create::write_draft(&args.folder, &text)?;
    if args.json {
        common::print_json(&json!({ "draft": path }))?;
    } else {
        common::tell(&format!(
            "{}: edit this file; then `tabella new {}` creates the game",
            path.display(),
            args.folder.display()
        ));
    }
    Ok(Exit::Done)
}

fn tell_created(game: &store::Game) -> Result<(), Error> {
    let root = game.folder.root().display();
    common::tell(&format!(
        "{root}: {} is open; the referee's secrets are in {root}/.tabella and must stay there",
        game.session.charter.game
    ));
    common::tell(&format!("start {}", game.session.start));
    tell_house_data(game)?;
    for (key, names) in game.signers.shared() {
        common::tell(&format!(
            "warning: one key is used by {}: {}",
            names.join(" and "),
            key.fingerprint()
        ));
    }
    for asked in game.session.awaited() {
        common::tell(&format!(
            "awaited: {} must answer `{}` (tabella -C {root} form --seat {})",
            asked.seat, asked.prompt, asked.seat
        ));
    }
    Ok(())
}

fn tell_house_data(game: &store::Game) -> Result<(), Error> {
    let texts = game
        .folder
        .data_files()?
        .into_iter()
        .filter_map(|(name, bytes)| Some((name, String::from_utf8(bytes).ok()?)));
    let title = &game.session.charter.title;
    let house = crate::packed::house_data(title, &texts.collect::<Vec<_>>());
    if !house.is_empty() {
        common::tell(&format!(
            "house data: {} differ from the title's own data; `tabella verify` tells every player",
            house.join(", ")
        ));
    }
    Ok(())
}

/// The error for a game that was not created: a choice that cannot be made stands in the draft, by its line, or on the
/// command line; anything else is a file that cannot be read or written.
fn refused(draft: &OpenDraft, plan: &NewGame, error: store::Error) -> Error {
    match error {
        store::Error::Session(SessionFault::Title { .. }) => {
            draft.fault("title", &titles::unknown(&plan.title).to_string())
        }
        store::Error::Charter(fault) => draft.fault(&fault.field, &fault.what),
        store::Error::Session(SessionFault::Charter(complaints)) => {
            let fault = |complaint: &Complaint| {
                let fix = complaint.fix.as_ref().map(|fix| format!(" ({fix})"));
                let what = format!("{complaint}{}", fix.unwrap_or_default());
                draft.fault(&complaint.path.to_string(), &what)
            };
            Error::all(complaints.iter().map(fault))
        }
        store::Error::Signers(fault) => draft.fault("seats", &fault.to_string()),
        other => other.into(),
    }
}
