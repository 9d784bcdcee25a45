//! The answers to letters: a player is told what was filed, everything that is wrong with what was not, or what was asked
//! for. Each letter is answered once; how many are answered in a day is bounded.

use super::super::{Error, letters, reports};
use super::Desk;
use super::judge::{Answer, Says};
use crate::mail::{self, Party, Reply};
use crate::store::outbox::Outbox;
use crate::store::{self, Game, Status, Submission};
use chrono::{DateTime, Utc};
use engine::{Complaints, Kind, Seat};
use incoming::{Message, Request};
use record::Digest;
use serde_json::{Value, json};

/// Most answers to one address in 24 hours.
const ANSWERS_MAX: usize = 20;
/// Most letters of help alone to one address in 24 hours.
const HELP_MAX: usize = 1;

/// Puts an answer into the game's outbox, if the seat's player has an address; gives that address.
///
/// # Errors
/// A template at fault, an address that cannot be used, trouble with files.
pub(super) fn leave(
    desk: &Desk,
    answer: &Answer,
    message: &Message,
    letter: &Digest,
    now: DateTime<Utc>,
) -> Result<Option<String>, Error> {
    let game = &desk.games[answer.game];
    let charter = &game.session.charter;
    let line = charter.seat(&answer.seat);
    let (Some(to), Some(from)) =
        (line.and_then(|line| line.mail.as_deref()), charter.referee.mail.as_deref())
    else {
        return Ok(None);
    };
    let (answers, help) = desk.inbox.answers(to, letter, now)?;
    let only_help = matches!(answer.says, Says::Asked(Request::Help));
    if answers >= ANSWERS_MAX || only_help && help >= HELP_MAX {
        return Ok(None);
    }
    let said = reports::reporter()
        .answer(&context(game, answer)?)
        .map_err(|error| Error::no(error.to_string()))?;
    let form = form(game, answer)?;
    let reply = Reply {
        game: &charter.game,
        phase: game.open_phase(),
        seat: &answer.seat,
        referee: Party { name: charter.referee.name.as_deref(), mail: from },
        to: Party { name: line.and_then(|line| line.name.as_deref()), mail: to },
        subject: &said.subject,
        text: &said.text,
        letter,
        answered: Some(message.header("message-id")),
        date: now,
        form: form.as_deref(),
    };
    let post = mail::reply(&reply).map_err(|fault| Error::no(fault.to_string()))?;
    Outbox::of(&game.folder).put(&post)?;
    Ok(Some(to.to_owned()))
}

/// The form goes along whenever orders have to be written anew, or were asked for.
fn form(game: &Game, answer: &Answer) -> Result<Option<String>, Error> {
    let wanted = match &answer.says {
        Says::Orders(Submission::Returned { .. })
        | Says::Unusable(_)
        | Says::Asked(Request::Form | Request::Help) => true,
        Says::Orders(Submission::Filed(_) | Submission::Same(_))
        | Says::Asked(Request::Status | Request::Report(_)) => false,
    };
    let over = game.session.play.outcome().is_some();
    if wanted && !over { reports::form(game, &answer.seat).map(Some) } else { Ok(None) }
}

/// What the template of answers is given.
fn context(game: &Game, answer: &Answer) -> Result<Value, Error> {
    // Read anew: what was just filed counts already.
    let game = store::load(&game.folder)?;
    let standing = store::status::of(&game)?;
    let prospectus = game.session.play.prospectus();
    let (kind, more) = match &answer.says {
        Says::Orders(done) => orders(done),
        Says::Unusable(class) => ("unusable", json!({ "class": class })),
        Says::Asked(Request::Status) => ("status", Value::Null),
        Says::Asked(Request::Form) => ("form", Value::Null),
        Says::Asked(Request::Help) => ("help", Value::Null),
        Says::Asked(Request::Report(number)) => {
            ("report", json!(letters::report(&game, &answer.seat, *number)?))
        }
    };
    Ok(json!({
        "game": game.session.charter.game,
        "title_name": prospectus.title,
        "seat": answer.seat,
        "phase": game.open_phase(),
        "kind": kind,
        "says": more,
        "deadline": standing.deadline.map(|at| reports::due(&game, &at)),
        "over": standing.outcome.is_some(),
        "asked": asked(&standing),
    }))
}

/// Who was asked, and whether they have filed. Not who is awaited: that would betray what others have in force.
fn asked(standing: &Status) -> Vec<Value> {
    let mut seats: Vec<(&Seat, bool)> = Vec::new();
    for asked in standing.asked.iter().filter(|asked| !asked.optional) {
        let filed = standing.filed.iter().any(|filing| filing.seat == asked.seat);
        if seats.iter().all(|(seat, _)| **seat != asked.seat) {
            seats.push((&asked.seat, filed));
        }
    }
    seats.into_iter().map(|(seat, filed)| json!({ "seat": seat, "filed": filed })).collect()
}

fn orders(done: &Submission) -> (&'static str, Value) {
    match done {
        Submission::Filed(filing) | Submission::Same(filing) => {
            let known = matches!(done, Submission::Same(_));
            let warnings = lines(&filing.warnings);
            ("filed", json!({ "filing": filing, "known": known, "complaints": warnings }))
        }
        Submission::Returned { complaints, .. } => {
            ("returned", json!({ "complaints": lines(complaints) }))
        }
    }
}

/// Complaints as a letter says them.
fn lines(complaints: &Complaints) -> Vec<Value> {
    let line = |one: &engine::Complaint| {
        json!({
            "line": one.span.map(|span| span.line),
            "warning": one.kind == Kind::Warning,
            "code": one.code,
            "rule": one.rule,
            "message": one.message,
            "fix": one.fix,
        })
    };
    complaints.0.iter().map(line).collect()
}
