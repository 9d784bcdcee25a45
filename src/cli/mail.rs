//! `tabella mail`: what waits in the outbox, sent; and letters in (`super::receive`).

use super::args::{Address, Mail, Send};
use super::{CommandResult, Error, Exit, languages, referee, zones};
use crate::mail::{Carrier, SmtpRoute};
use crate::report::Language;
use crate::store::carriers::{Sendmail, Smtp, Timeouts};
use crate::store::outbox::{Fate, Outbox, Tally, Waiting};
use crate::store::wishes::{self, Wish};
use crate::store::{self, Folder, environment, files};
use record::REFEREE;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// Where the password of `--smtp` is read.
const PASSWORD: &str = "TABELLA_SMTP_PASSWORD";
/// Most bytes of a file of authorities.
const AUTHORITY_MAX: usize = 1 << 20;

/// Runs the command.
///
/// # Errors
/// A wrong server or certificate file, a file that cannot be read or written, or a closed way: no connection, no
/// encryption, no login.
pub(super) fn run(dir: Option<&Path>, args: &Mail) -> CommandResult {
    let args = match args {
        Mail::Send(args) => args,
        Mail::Receive(args) => return super::receive::receive(args),
        Mail::Poll(args) => return super::receive::poll(args),
        Mail::Test(args) => return super::run::trial::test(&args.settings),
        Mail::Address(args) => return address(args),
        Mail::Tell { words } => return referee::tell(&super::folder(dir)?, words),
        Mail::Resend { letter: Some(letter), .. } => {
            return referee::resend(&super::folder(dir)?, letter);
        }
        Mail::Resend { letter: None, .. } => {
            return referee::resend_failed(&super::folder(dir)?);
        }
    };
    let folder = match dir {
        Some(dir) => Folder::find(dir),
        None => environment::current_folder().and_then(|here| Folder::find(&here)),
    };
    let folder = folder.map_err(files_error)?;
    super::letters::leave(&folder)?;
    let outbox = Outbox::of(&folder);
    let mut carrier = carrier(args)?;
    if args.dry_run {
        show(&outbox.waiting().map_err(files_error)?, args.json)
    } else {
        send(&outbox, carrier.as_mut(), args.json)
    }
}

/// Shows where letters go, or enters it.
fn address(args: &Address) -> CommandResult {
    let mut game = store::load(&Folder::find(&args.game)?)?;
    if let (Some(seat), true) = (&args.seat, args.none || args.address.is_some()) {
        store::addresses::enter(&game, seat, args.address.as_deref())?;
        game = store::load(&game.folder)?;
        if let Some(to) = &args.address {
            let waiting = Outbox::of(&game.folder).readdress(seat, to)?;
            if !waiting.is_empty() {
                super::tell(&format!("{} in the outbox will go there too", waiting.join(", ")));
            }
        }
    }
    if let (Some(seat), Some(code)) = (&args.seat, &args.lang) {
        languages::enter(&game, seat, code)?;
    }
    if let (Some(seat), Some(zone)) = (&args.seat, &args.zone) {
        zones::enter(&game, seat, zone)?;
    }
    let charter = &game.session.charter;
    let names: Vec<&str> = match &args.seat {
        Some(seat) => {
            store::addresses::known(charter, seat)?;
            vec![seat]
        }
        None => charter.seat_names().chain([REFEREE]).collect(),
    };
    let mut told = String::new();
    for name in names {
        let language = match languages::of(&game, name)? {
            Language::English => "",
            Language::Italian => "  in Italian",
        };
        let zone = wishes::of(&game.folder, Wish::Zone, name)?;
        let zone = zone.map_or_else(String::new, |zone| format!("  in the time of {zone}"));
        let address = game.address(name).unwrap_or("none");
        let _ = writeln!(told, "{name}  {address}{language}{zone}");
    }
    super::print(&told)?;
    Ok(Exit::Done)
}

#[allow(clippy::needless_pass_by_value, reason = "it is used where one error becomes another")]
fn files_error(error: store::Error) -> Error {
    Error::files(error.to_string())
}

fn carrier(args: &Send) -> Result<Box<dyn Carrier>, Error> {
    let Some(url) = &args.smtp else { return Ok(Box::new(Sendmail::default())) };
    let route = SmtpRoute::parse(url, environment::variable(PASSWORD))
        .map_err(|fault| Error::usage(format!("--smtp: {fault}")))?;
    let authority = args
        .ca
        .as_deref()
        .map(|path| files::read_named(path, AUTHORITY_MAX))
        .transpose()
        .map_err(files_error)?;
    let smtp = Smtp::new(route, authority.as_deref(), Timeouts::default());
    Ok(Box::new(smtp.map_err(|fault| Error::usage(format!("--ca: {fault}")))?))
}

/// Says what would be sent.
fn show(waiting: &[Waiting], json: bool) -> CommandResult {
    if json {
        let letters: Vec<_> = waiting.iter().map(listed).collect();
        super::print_json(&json!({"waiting": letters}))?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    for letter in waiting {
        let _ = match &letter.envelope {
            Ok(envelope) => {
                writeln!(text, "{}  to {}, {} bytes", letter.file, envelope.to, letter.size)
            }
            Err(fault) => writeln!(text, "{}  cannot be sent: {fault}", letter.file),
        };
        if letter.doubts > 0 {
            text += "    was handed over without an answer, so it may arrive twice with the same message id\n";
        }
        if let Some(why) = &letter.why {
            let _ = writeln!(text, "    last time: {why}");
        }
    }
    if waiting.is_empty() {
        text += "nothing waits\n";
    }
    super::print(&text)?;
    Ok(Exit::Done)
}

/// A letter that waits, for a program.
fn listed(letter: &Waiting) -> Value {
    let (to, fault) = match &letter.envelope {
        Ok(envelope) => (Some(envelope.to.clone()), None),
        Err(fault) => (None, Some(fault.to_string())),
    };
    json!({"file": letter.file, "to": to, "fault": fault, "bytes": letter.size, "doubts": letter.doubts, "why": letter.why})
}

fn send(outbox: &Outbox, carrier: &mut dyn Carrier, json: bool) -> CommandResult {
    // A letter that is sent stays sent, so a reader who has gone away must not stop the others.
    let mut printed = Ok(());
    let mut fates = Vec::new();
    let mut tell = |file: &str, fate: &Fate| {
        if json {
            let (word, said) = match fate {
                Fate::Sent(said) => ("sent", said),
                Fate::Waits(why) => ("waits", why),
                Fate::Failed(why) => ("failed", why),
                Fate::Doubt(why) => ("doubt", why),
            };
            fates.push(json!({"file": file, "fate": word, "said": said}));
            return;
        }
        let line = match fate {
            Fate::Sent(said) => format!("sent    {file}  ({said})\n"),
            Fate::Waits(why) => format!("waits   {file}  {why}\n"),
            Fate::Failed(why) => format!("failed  {file}  {why}\n"),
            Fate::Doubt(why) => {
                format!("doubt   {file}  {why}; it will be sent again under the same message id\n")
            }
        };
        let now = super::print(&line);
        if printed.is_ok() {
            printed = now;
        }
    };
    let tally = outbox.send(carrier, &mut tell).map_err(files_error)?;
    printed?;
    if json {
        super::print_json(&json!({"letters": fates}))?;
    }
    // Whatever else is done, a letter that did not arrive is somebody's lost turn.
    for (file, why) in outbox.failures().map_err(files_error)? {
        super::tell(&format!(
            "{file} did not arrive and is now in outbox/failed/: {why}\n    `tabella mail resend {file}` sends it again"
        ));
    }
    conclude(&tally)
}

fn conclude(tally: &Tally) -> CommandResult {
    let Tally { sent, waiting, failed, closed } = tally;
    if let Some(closed) = closed {
        return Err(Error::files(format!(
            "{closed}; {sent} sent, {failed} failed, {waiting} still in outbox/"
        )));
    }
    if sent + waiting + failed == 0 {
        super::tell("nothing waits");
    }
    Ok(match (failed, waiting) {
        (0, 0) => Exit::Done,
        (0, _) => Exit::NotYet,
        _ => Exit::No,
    })
}
