//! `tabella mail`: what waits in the outbox, sent; and letters in (`crate::cli::receive`).

use crate::cli::common::{self, CommandResult, Error, Exit, languages, zones};
use crate::cli::desk;
use crate::cli::receive::{PollArgs, ReceiveArgs};
use crate::mail::{Carrier, SmtpRoute};
use crate::report::Language;
use crate::store::post::carriers::{Sendmail, Smtp, Timeouts};
use crate::store::post::outbox::{Fate, Outbox, Tally, Waiting};
use crate::store::post::wishes::{self, Wish};
use crate::store::{self, Folder, environment, files};
use clap::{Args, Subcommand};
use record::REFEREE;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// `tabella mail`
#[derive(Subcommand, Debug)]
pub enum Mail {
    Send(SendArgs),
    Receive(ReceiveArgs),
    Poll(PollArgs),
    Test(TestArgs),
    Address(AddressArgs),
    /// Write to every player of the game
    #[command(after_help = "Example:\n  tabella -C zama mail tell 'I am away until Monday.'")]
    Tell {
        /// What to say
        words: String,
    },
    /// Resend a letter that was sent, failed or came back
    #[command(
        after_help = "Example:\n  tabella -C zama mail resend 0007-rome.eml\n  tabella -C zama mail resend --failed"
    )]
    Resend {
        /// The letter's file in outbox/sent/ or outbox/failed/
        #[arg(required_unless_present = "failed")]
        letter: Option<String>,
        /// Every letter in outbox/failed/
        #[arg(long, conflicts_with = "letter")]
        failed: bool,
    },
}

/// Send a test letter to the club's own mailbox, and report what happened to the previous one
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella mail test --settings ~/.config/tabella/run.yaml\n\nThe round that reads the test letter says whether the receiving server finds it genuine (SPF, DKIM, DMARC)."
)]
pub struct TestArgs {
    /// The settings of `tabella referee run`
    #[arg(long, value_name = "FILE", default_value = "~/.config/tabella/run.yaml")]
    pub settings: PathBuf,
}

/// Show or enter the mail address of a player or the referee
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella mail address ~/games/zama                              # all of them\n  tabella mail address ~/games/zama rome laelius@example.org\n  tabella mail address ~/games/zama rome --none\n  tabella mail address ~/games/zama rome --lang it\n\nAddresses and languages are the referee's own (.tabella/addresses.yaml, languages.yaml): no copy of the game shows them."
)]
pub struct AddressArgs {
    /// Folder of the game
    pub game: PathBuf,
    /// Seat, or `referee` (default: everybody)
    pub seat: Option<String>,
    /// The new address
    pub address: Option<String>,
    /// Stop writing to this seat
    #[arg(long, requires = "seat", conflicts_with = "address")]
    pub none: bool,
    /// New language of letters to this seat: en or it
    #[arg(long, value_name = "LANGUAGE", requires = "seat")]
    pub lang: Option<String>,
    /// New time zone of deadlines in letters to this seat, such as `America/New_York`
    #[arg(long, value_name = "ZONE", requires = "seat")]
    pub zone: Option<String>,
}

/// Send the letters in outbox/
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella -C zama mail send --smtp smtp://user@mail.example.org:587\n  tabella -C zama mail send --sendmail\n\nThe password is read from TABELLA_SMTP_PASSWORD."
)]
pub struct SendArgs {
    /// SMTP server: smtp://USER@HOST:PORT (STARTTLS required), smtps:// (TLS from the start), or smtp+plain:// (no TLS, for a local relay only)
    #[arg(long, value_name = "URL", required_unless_present = "sendmail")]
    pub smtp: Option<String>,
    /// Give the mail to the local sendmail
    #[arg(long, conflicts_with = "smtp")]
    pub sendmail: bool,
    /// A PEM file with a certificate authority to trust in addition to the system's
    #[arg(long, value_name = "PEM")]
    pub ca: Option<PathBuf>,
    /// Show what would be sent, without sending it
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// The variable from which the password of `--smtp` is read.
const PASSWORD: &str = "TABELLA_SMTP_PASSWORD";
/// Most bytes of a file of authorities.
const AUTHORITY_MAX: usize = 1 << 20;

/// # Errors
/// A wrong server or certificate file, a file that cannot be read or written, or no way to send: no connection, no
/// encryption, no login.
pub(super) fn run(dir: Option<&Path>, args: &Mail) -> CommandResult {
    let args = match args {
        Mail::Send(args) => args,
        Mail::Receive(args) => return crate::cli::receive::receive(args),
        Mail::Poll(args) => return crate::cli::receive::poll(args),
        Mail::Test(args) => return crate::cli::run::trial::test(&args.settings),
        Mail::Address(args) => return address(args),
        Mail::Tell { words } => return desk::tell(&common::folder(dir)?, words),
        Mail::Resend { letter: Some(letter), .. } => {
            return desk::resend(&common::folder(dir)?, letter);
        }
        Mail::Resend { letter: None, .. } => {
            return desk::resend_failed(&common::folder(dir)?);
        }
    };
    let folder = match dir {
        Some(dir) => Folder::find(dir),
        None => environment::current_folder().and_then(|here| Folder::find(&here)),
    };
    let folder = folder.map_err(files_error)?;
    crate::cli::letters::leave(&folder)?;
    let outbox = Outbox::of(&folder);
    let mut carrier = carrier(args)?;
    if args.dry_run {
        show(&outbox.waiting().map_err(files_error)?, args.json)
    } else {
        send(&outbox, carrier.as_mut(), args.json)
    }
}

/// Shows the addresses that letters go to, or sets one.
fn address(args: &AddressArgs) -> CommandResult {
    let mut game = store::load(&Folder::find(&args.game)?)?;
    if let (Some(seat), true) = (&args.seat, args.none || args.address.is_some()) {
        store::post::addresses::enter(&game, seat, args.address.as_deref())?;
        game = store::load(&game.folder)?;
        if let Some(to) = &args.address {
            let waiting = Outbox::of(&game.folder).readdress(seat, to)?;
            if !waiting.is_empty() {
                common::tell(&format!("{} in the outbox will go there too", waiting.join(", ")));
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
            store::post::addresses::known(charter, seat)?;
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
    common::print(&told)?;
    Ok(Exit::Done)
}

#[allow(
    clippy::needless_pass_by_value,
    reason = "it is used where one error is converted into another"
)]
fn files_error(error: store::Error) -> Error {
    Error::files(error.to_string())
}

fn carrier(args: &SendArgs) -> Result<Box<dyn Carrier>, Error> {
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

fn show(waiting: &[Waiting], json: bool) -> CommandResult {
    if json {
        let letters: Vec<_> = waiting.iter().map(listed).collect();
        common::print_json(&json!({"waiting": letters}))?;
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
            text += "    was handed over, but no answer came, so it may arrive twice with the \
                 same message id\n";
        }
        if let Some(why) = &letter.why {
            let _ = writeln!(text, "    last time: {why}");
        }
    }
    if waiting.is_empty() {
        text += "nothing waits\n";
    }
    common::print(&text)?;
    Ok(Exit::Done)
}

/// A waiting letter as JSON.
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
        let now = common::print(&line);
        if printed.is_ok() {
            printed = now;
        }
    };
    let tally = outbox.send(carrier, &mut tell).map_err(files_error)?;
    printed?;
    if json {
        common::print_json(&json!({"letters": fates}))?;
    }
    // Whatever else is done, a letter that did not arrive is somebody's lost turn.
    for (file, why) in outbox.failures().map_err(files_error)? {
        common::tell(&format!(
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
        common::tell("nothing waits");
    }
    Ok(match (failed, waiting) {
        (0, 0) => Exit::Done,
        (0, _) => Exit::NotYet,
        _ => Exit::No,
    })
}
