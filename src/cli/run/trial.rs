//! The round's own test letter: sent to the club's mailbox when somebody is late and nothing comes in, and by `tabella mail test`.

use super::settings::Settings;
use crate::cli::common::{self, CommandResult, Error, Exit};
use crate::mail;
pub(super) use crate::mail::is_trial as is_test;
use crate::store::post::inbox::{Inbox, Trial};
use crate::store::post::outbox::{Fate, Outbox};
use crate::store::records::twins;
use crate::store::{self, Folder, clock, entropy};
use chrono::{DateTime, TimeDelta, Utc};
use record::REFEREE;
use std::fmt::Write;
use std::path::Path;

/// The time for which the round waits for a test letter before it sends another one.
const AGAIN: TimeDelta = TimeDelta::hours(1);

/// Leaves a test letter from this address, unless one is on its way.
///
/// # Errors
/// An address that cannot be used; a file that cannot be read or written.
pub(super) fn leave(settings: &Settings, address: &str, now: DateTime<Utc>) -> Result<bool, Error> {
    let inbox = Inbox::open(&settings.letters)?;
    let waits = |sent: &Trial| sent.verdict.is_none() && now - sent.at < AGAIN;
    if inbox.trials()?.last().is_some_and(waits) {
        return Ok(false);
    }
    put(settings, &inbox, address, now)?;
    Ok(true)
}

fn put(settings: &Settings, inbox: &Inbox, address: &str, now: DateTime<Utc>) -> Result<(), Error> {
    let mut word = String::new();
    for byte in entropy::draw::<12>()? {
        let _ = write!(word, "{byte:02x}");
    }
    let to = settings.out.as_ref().and_then(|out| out.test.as_deref()).unwrap_or(address);
    let post =
        mail::trial((address, to), &word, now).map_err(|fault| Error::no(fault.to_string()))?;
    inbox.note_trial(&word, now)?;
    inbox.outbox().put(&post)?;
    Ok(())
}

/// Runs `tabella mail test`: says what came of the last test letter, and sends another.
///
/// # Errors
/// The settings cannot be used, no game has the referee's address, or the way to send mail fails.
pub(in super::super) fn test(path: &Path) -> CommandResult {
    let settings = Settings::read(path)?;
    let now = clock::now()?;
    let Some(mut carrier) = settings.carrier()? else {
        return Err(Error::usage(
            "the settings do not say how to send mail (`out:`), so no letter can be sent",
        ));
    };
    let (folders, _) = twins::apart(settings.folders()?);
    let Some(address) = folders.iter().find_map(club_address) else {
        return Err(Error::no(
            "no game here has a mail address for the referee: enter one with `tabella mail \
             address GAME referee ADDRESS`",
        ));
    };
    let inbox = Inbox::open(&settings.letters)?;
    let said = Inbox::last_trial(&settings.letters)?.as_ref().map(in_words);
    put(&settings, &inbox, &address, now)?;
    let outbox = Outbox::within(&settings.letters);
    let mut fates = Vec::new();
    let tally = outbox.send(carrier.as_mut(), &mut |file: &str, fate: &Fate| {
        fates.extend(is_test(file).then(|| fate.clone()));
    })?;
    if let Some(said) = said {
        common::print(&format!("{said}\n"))?;
    }
    if let Some(closed) = tally.closed {
        return Err(Error::files(closed.to_string()));
    }
    if let Some(Fate::Failed(why) | Fate::Waits(why) | Fate::Doubt(why)) = fates.last() {
        return Err(Error::files(format!("the test letter could not be sent: {why}")));
    }
    common::print(
        "a test letter was sent; the round that reads it (`tabella referee run`) will report what \
         the receiving server says about it, and so will this command when you next run it\n",
    )?;
    Ok(Exit::Done)
}

pub(in super::super) fn in_words(trial: &Trial) -> String {
    let at = trial.at;
    match trial.verdict.as_deref() {
        Some("passed") => {
            format!("the test letter of {at} arrived, and the receiving server found it genuine")
        }
        Some("failed") => format!(
            "the test letter of {at} arrived, but the receiving server did not find it genuine \
             (its header `Authentication-Results` says why): players' servers may treat your \
             letters as junk. Set up SPF, DKIM and DMARC for your domain"
        ),
        Some(_) => format!(
            "the test letter of {at} arrived without a verdict from a receiving server (header \
             `Authentication-Results`): it was delivered locally, which proves nothing. Name an \
             address elsewhere that forwards to the club's mailbox (`out: {{test: ADDRESS}}`)"
        ),
        None => format!("the test letter of {at} has not arrived"),
    }
}

fn club_address(folder: &Folder) -> Option<String> {
    let game = store::load(folder).ok()?;
    game.address(REFEREE).map(str::to_owned)
}
