//! The answers to letters: a player is told what was filed, everything that is wrong with what was not, or what was asked
//! for. Each letter is answered once; how many are answered in a day is bounded.

use super::judge::{Answer, Consented, Recorded, Says};
use super::messages::Words;
use super::{Came, Receiver, asking, messages};
use crate::cli::common::{Error, languages, reports, zones};
use crate::cli::notes::{self, Draft};
use crate::cli::{check, letters, sheet};
use crate::mail::{self, Enclosure, Purpose, TURN_END};
use crate::report::Messages;
use crate::store::orders::receipts::{self, Receipted};
use crate::store::records::standing::Standing;
use crate::store::{self, Game, Status, Submission};
use chrono::{DateTime, Utc};
use engine::{Complaints, Kind, Seat};
use incoming::{Message, Program, Request, sender};
use record::order_name;
use serde_json::{Value, json};
use std::path::Path;

/// Most receipts in one answer.
const RECEIPTS_MAX: usize = 20;

/// The width of a letter's lines, in characters.
const LETTER: usize = 76;

/// The fate of an answer.
pub(super) enum Left {
    /// It waits in the outbox, to this address.
    Answered(String),
    /// The seat's player has no address.
    Nobody,
    /// Not answered: too many answers went to this address today.
    TooMany,
}

/// Puts an answer to a letter with this outcome into the game's outbox, if the seat's player has an address. If too
/// many answers went to that player's address today, the request is left to the referee, who is told.
///
/// # Errors
/// A template at fault, an address that cannot be used, a file that cannot be read or written.
pub(super) fn leave(
    receiver: &Receiver,
    answer: &Answer,
    outcome: &str,
    came: &Came,
) -> Result<Left, Error> {
    let Came { message, letter, about, now } = came;
    let now = *now;
    if let Says::Orders(done) = &answer.says {
        await_receipt(done)?;
    }
    // Read anew: what was just filed counts already.
    let game = store::load(&receiver.games[answer.game].folder)?;
    let Some(to) = notes::party(&game, &answer.seat).map(|to| to.mail.to_owned()) else {
        return Ok(Left::Nobody);
    };
    let answered = receiver.inbox.answers(&to, letter, now)?;
    // Each kind apart: letters that anybody can write in a player's name keep no receipts away.
    if answered.like(outcome) >= receiver.limits.per_address {
        too_many(receiver, &game, &answer.seat, now)?;
        return Ok(Left::TooMany);
    }
    if matches!(answer.says, Says::Asked(Request::Help)) && answered.help >= receiver.limits.help {
        return Ok(Left::TooMany);
    }
    let delivered = match &answer.says {
        Says::Asked(Request::Message { to, words, anonymous }) => {
            let words = Words { to, text: words, anonymous: *anonymous };
            Some(messages::pass_on(&game, &answer.seat, &words, about, now)?)
        }
        Says::Asked(Request::Lang(code)) => Some(languages::wished(&game, &answer.seat, code)?),
        Says::Asked(Request::Zone(name)) => Some(zones::wished(&game, &answer.seat, name)?),
        Says::Orders(_)
        | Says::Recorded(_)
        | Says::Unusable(..)
        | Says::Asked(_)
        | Says::Change(_) => None,
    };
    let change = match &answer.says {
        Says::Asked(request) => asking::of(&game, &answer.seat, request)?,
        Says::Orders(_) | Says::Recorded(_) | Says::Unusable(..) | Says::Change(_) => None,
    };
    if let (Says::Asked(Request::Extend(_)), Some(asked)) = (&answer.says, &change) {
        asking::tell_referee(&game, &answer.seat, asked, about, now)?;
    }
    let (told, to_sign) = change.map(|asked| (asked.says, asked.enclosed)).unzip();
    let draft = Draft {
        purpose: Purpose::Answer,
        about: *about,
        template: "answer",
        seat: &answer.seat,
        says: context(&game, answer, (message, now), delivered.or(told))?,
        answered: Some(message.header("message-id")),
        enclosed: [enclosed(&game, answer)?, to_sign.unwrap_or_default()].concat(),
    };
    Ok(notes::leave(&game, draft, now)?.map_or(Left::Nobody, |(to, _)| Left::Answered(to)))
}

/// Fails if the referee's receipt for filed orders is missing only for lack of room, so that the letter is brought
/// again; the orders stay filed.
///
/// # Errors
/// That there is no room.
fn await_receipt(done: &Submission) -> Result<(), Error> {
    let receipt = match done {
        Submission::Filed(filing) | Submission::Same(filing) => &filing.receipt,
        Submission::Returned { receipt, .. } => receipt,
    };
    match receipt {
        Receipted::NoRoom(why) => Err(Error::files(why)),
        Receipted::Issued(_) | Receipted::Failed(_) | Receipted::NotHere => Ok(()),
    }
}

/// Tells the referee, once a day, that a player asks for more than is answered.
fn too_many(receiver: &Receiver, game: &Game, seat: &str, now: DateTime<Utc>) -> Result<(), Error> {
    let most = receiver.limits.per_address;
    let place = receiver.unread_in();
    let line = format!(
        "{most} letters in the name of the player of {seat} were answered in 24 hours, the limit \
         set by `limits:` in the settings. Orders in further letters are filed, but other \
         requests are not answered; those letters are left for you to read in {place}"
    );
    let about = format!("{}\n{seat}\n{}", game.session.head, now.date_naive());
    notes::to_referee(game, &about, &line, now).map(drop)
}

/// The files that go along: the form whenever orders have to be written anew, or were asked for; the receipt of what
/// came; the receipts that were asked for.
fn enclosed(game: &Game, answer: &Answer) -> Result<Vec<Enclosure>, Error> {
    let over = game.session.outcome().is_some();
    let named =
        |phase: u32, end: &str| order_name(&game.session.charter.game, phase, &answer.seat) + end;
    let receipt = |receipted: &Receipted, phase: u32| match receipted {
        Receipted::Issued(path) => attached(path, named(phase, "-receipt.yaml")),
        Receipted::NotHere | Receipted::Failed(_) | Receipted::NoRoom(_) => Ok(Vec::new()),
    };
    let form = || -> Result<Vec<Enclosure>, Error> {
        if over {
            return Ok(Vec::new());
        }
        let text = reports::form_in(languages::of(game, &answer.seat)?, game, &answer.seat)?;
        Ok(vec![Enclosure { name: named(game.open_phase(), ".yaml"), bytes: text.into_bytes() }])
    };
    match &answer.says {
        Says::Orders(Submission::Filed(filing) | Submission::Same(filing)) => {
            receipt(&filing.receipt, filing.phase)
        }
        Says::Orders(Submission::Returned { receipt: issued, .. }) => {
            Ok([form()?, receipt(issued, game.open_phase())?].concat())
        }
        Says::Recorded(Recorded { receipt: Some(path), phase, .. }) => {
            attached(path, named(*phase, "-receipt.yaml"))
        }
        Says::Unusable(..) | Says::Asked(Request::Form | Request::Help) => form(),
        Says::Asked(Request::Receipts) => all_receipts(game, &answer.seat),
        Says::Asked(Request::Orders) => filed(game, &answer.seat),
        Says::Asked(Request::Sheet) if !over => {
            let turn = sheet::turn(game, &answer.seat, languages::of(game, &answer.seat)?)?;
            let bytes = mail::gzipped(&turn.to_string());
            Ok(vec![Enclosure { name: named(game.open_phase(), TURN_END), bytes }])
        }
        Says::Asked(
            Request::Status
            | Request::Report(_)
            | Request::Message { .. }
            | Request::Lang(_)
            | Request::Zone(_)
            | Request::Sheet
            | Request::Vacation { .. }
            | Request::Extend(_),
        )
        | Says::Recorded(Recorded { receipt: None, .. })
        | Says::Change(_) => Ok(Vec::new()),
    }
}

/// The referee's signed word for one file.
fn attached(receipt: &Path, name: String) -> Result<Vec<Enclosure>, Error> {
    Ok(vec![Enclosure { name, bytes: receipts::signed(receipt)? }])
}

/// The order file of a seat that counts for the open phase, as its player signed it.
fn filed(game: &Game, seat: &str) -> Result<Vec<Enclosure>, Error> {
    let all = store::orders::pending::all(&game.folder, &game.signers)?;
    let own = all.into_iter().find(|one| one.seat.name() == seat);
    Ok(own
        .map(|one| Enclosure {
            name: format!("{seat}-filed.yaml"),
            bytes: one.received.bytes.clone(),
        })
        .into_iter()
        .collect())
}

/// The newest receipts of a seat for the open phase and the one before.
fn all_receipts(game: &Game, seat: &str) -> Result<Vec<Enclosure>, Error> {
    let mut found = Vec::new();
    for phase in [game.open_phase().saturating_sub(1), game.open_phase()] {
        let paths = receipts::of_seat(&game.folder, phase, seat)?;
        for (number, path) in paths.iter().enumerate() {
            let name = order_name(&game.session.charter.game, phase, seat);
            let name = format!("{name}-receipt-{}.yaml", number + 1);
            found.push(Enclosure { name, bytes: receipts::signed(path)? });
        }
    }
    let newest = found.len().saturating_sub(RECEIPTS_MAX);
    Ok(found.split_off(newest))
}

fn context(
    game: &Game,
    answer: &Answer,
    (message, came): (&Message, DateTime<Utc>),
    told: Option<Value>,
) -> Result<Value, Error> {
    let standing = store::records::status::of(game)?;
    // The time of the phase runs since its letters were handed over.
    let running = Standing::of(game)?;
    let deadline = running.deadline.or(standing.deadline);
    let messages = languages::messages(game, &answer.seat)?;
    let (kind, more) = match &answer.says {
        Says::Orders(done) => orders(game, &answer.seat, done, &messages)?,
        Says::Recorded(Recorded { phase, revision, digest, receipt }) => (
            "recorded",
            json!({ "phase": phase, "revision": revision, "digest": digest, "receipt": receipt.is_some() }),
        ),
        Says::Unusable(class, replaced) => {
            let program = sender::program(message).map(Program::word);
            ("unusable", json!({ "class": class, "program": program, "replaced": replaced }))
        }
        Says::Asked(Request::Report(Some(number))) if *number > game.session.number => {
            ("no-report", json!({ "named": number, "newest": game.session.number }))
        }
        Says::Asked(Request::Report(number)) => {
            ("report", json!(letters::report(game, &answer.seat, *number)?))
        }
        Says::Asked(request @ (Request::Vacation { .. } | Request::Extend(_))) => {
            (request.word(), worded(told.unwrap_or_default(), &messages))
        }
        Says::Asked(Request::Orders) => {
            let own = standing.filed.iter().find(|one| one.seat.name() == answer.seat);
            ("orders", json!({ "filing": own }))
        }
        Says::Asked(request) => (request.word(), told.unwrap_or_default()),
        Says::Change(Consented { action, told, state }) => {
            let (action, told) = (messages.say(action), messages.say(told));
            ("change", json!({ "action": action, "told": told, "state": state }))
        }
    };
    Ok(json!({
        "kind": kind,
        "says": more,
        "draft": answer.draft,
        "written": came,
        "deadline": deadline,
        "until": running.until(game, came),
        "asked": asked(game, &standing),
        "sending": reports::sending(game, &answer.seat, false)?,
    }))
}

/// The result of asking for a change, in the player's language.
fn worded(mut told: Value, messages: &Messages) -> Value {
    for name in ["wrong", "action", "told"] {
        let said = told[name].as_str().map(|english| messages.say(english));
        if let Some(said) = said {
            told[name] = said.into();
        }
    }
    told
}

/// The seats that the phase waits for, as everybody may know them, and whether each has filed an answer to everything.
/// What a seat has in force, and what exactly it leaves open, is for nobody else to know.
fn asked(game: &Game, standing: &Status) -> Vec<Value> {
    let mut seats: Vec<(Seat, bool)> = Vec::new();
    for asked in game.session.awaited() {
        let answered =
            standing.filed.iter().any(|filing| filing.seat == asked.seat && filing.open.is_empty());
        if seats.iter().all(|(seat, _)| *seat != asked.seat) {
            seats.push((asked.seat, answered));
        }
    }
    seats
        .into_iter()
        .map(|(seat, answered)| json!({ "seat": seat, "answered": answered }))
        .collect()
}

fn orders(
    game: &Game,
    seat: &str,
    done: &Submission,
    messages: &Messages,
) -> Result<(&'static str, Value), Error> {
    Ok(match done {
        Submission::Filed(filing) | Submission::Same(filing) => {
            let known = matches!(done, Submission::Same(_));
            let warnings = lines(&filing.warnings, messages);
            let receipt = matches!(filing.receipt, Receipted::Issued(_));
            let language = languages::of(game, seat)?;
            let does = check::dry_run(language, &game.session.charter.title, &filing.does, LETTER)?;
            let told = json!({
                "filing": filing, "known": known, "complaints": warnings, "receipt": receipt, "does": does,
            });
            ("filed", told)
        }
        Submission::Returned { complaints, receipt, .. } => {
            let receipt = matches!(receipt, Receipted::Issued(_));
            let filed = store::orders::pending::all(&game.folder, &game.signers)?;
            let before = filed.iter().find(|one| one.seat.name() == seat);
            let before = before.map(|one| one.received.file.revision);
            let complaints = lines(complaints, messages);
            ("returned", json!({ "complaints": complaints, "receipt": receipt, "before": before }))
        }
    })
}

fn lines(complaints: &Complaints, messages: &Messages) -> Vec<Value> {
    let line = |one: &engine::Complaint| {
        json!({
            "line": one.span.map(|span| span.line),
            "warning": one.kind() == Kind::Warning,
            "code": one.code,
            "rule": one.rule,
            "message": messages.say(&one.message),
            "fix": one.fix.as_ref().map(|fix| messages.say(fix)),
        })
    };
    complaints.0.iter().map(line).collect()
}
