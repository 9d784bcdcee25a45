//! `vacation FROM TO` and `extend DAYS`: what would change something comes back as a change, ready to be signed. Nothing is
//! written, and the signature alone decides who agreed.

use crate::cli::common::{Error, languages};
use crate::cli::notes::{self, Draft};
use crate::mail::{Enclosure, Purpose};
use crate::store::records::changes;
use crate::store::records::standing::Standing;
use crate::store::{self, Game};
use chrono::{DateTime, Days, NaiveDate, Utc};
use incoming::Request;
use record::change::Action;
use record::{Digest, REFEREE};
use serde_json::{Value, json};

/// Most days by which a deadline can be put off by one letter.
const DAYS_MAX: u32 = 60;

pub(super) struct Asked {
    /// What the answer says of it: `file` and `action`, or what is `wrong`.
    pub(super) says: Value,
    /// The change, to be signed.
    pub(super) enclosed: Vec<Enclosure>,
}

/// The change that a request asks for; none where it asks for something else.
///
/// # Errors
/// A file that cannot be read or written.
pub(super) fn of(game: &Game, seat: &str, request: &Request) -> Result<Option<Asked>, Error> {
    let action = match request {
        Request::Vacation { from, to } => vacation(seat, from, to),
        Request::Extend(days) => extension(game, *days)?,
        _ => return Ok(None),
    };
    let reason = format!("asked for by {seat}, by mail");
    let drafted = action.and_then(|action| match changes::draft(game, action, &reason) {
        Ok(change) => Ok(change),
        Err(store::Error::Broken { what, .. }) => Err(what),
        Err(other) => Err(other.to_string()),
    });
    Ok(Some(match drafted {
        Err(wrong) => Asked {
            says: json!({ "wrong": wrong, "file": null, "action": null, "told": null }),
            enclosed: Vec::new(),
        },
        Ok(change) => {
            let name = format!("{}.yaml", request.word());
            let told = changes::only_told(game, &change.action);
            let action = change.action.to_string();
            let says = json!({ "wrong": null, "file": name, "action": action, "told": told });
            let enclosed = vec![Enclosure { name, bytes: change.render().into_bytes() }];
            Asked { says, enclosed }
        }
    }))
}

fn vacation(seat: &str, from: &str, to: &str) -> Result<Action, String> {
    let day = |text: &str| {
        text.parse::<NaiveDate>().map_err(|_| {
            format!("`{text}` is not a day; write one like 2031-08-01, with the year first")
        })
    };
    Ok(Action::Vacation { seat: seat.to_owned(), from: day(from)?, to: day(to)? })
}

fn extension(game: &Game, days: u32) -> Result<Result<Action, String>, Error> {
    let due = match Standing::of(game)?.deadline {
        Some(due) => Some(due),
        None => store::records::status::of(game)?.deadline,
    };
    Ok(match due {
        None => Err("this phase has no deadline".to_owned()),
        Some(_) if !(1..=DAYS_MAX).contains(&days) => {
            Err(format!("ask for 1 to {DAYS_MAX} days: `extend 2`"))
        }
        Some(due) => match due.checked_add_days(Days::new(days.into())) {
            Some(due) => Ok(Action::Deadline { due }),
            None => Err("there is no such day".to_owned()),
        },
    })
}

/// Tells the referee that somebody asks for a later deadline, and attaches the change.
///
/// # Errors
/// A template at fault, an address that cannot be used, a file that cannot be read or written.
pub(super) fn tell_referee(
    game: &Game,
    seat: &str,
    asked: &Asked,
    letter: &Digest,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    if asked.enclosed.is_empty() {
        return Ok(());
    }
    let place = game.folder.root().display().to_string();
    let (messages, file) = (languages::messages(game, REFEREE)?, &asked.says["file"]);
    store::post::asked::note(game, seat, asked.says["action"].as_str().unwrap_or_default(), now)?;
    let action = asked.says["action"].as_str().map(|action| messages.say(action));
    let draft = Draft {
        purpose: Purpose::Message,
        about: *letter,
        template: "asked",
        seat: REFEREE,
        says: json!({ "from": seat, "action": action, "file": file, "place": place }),
        answered: None,
        enclosed: asked.enclosed.clone(),
    };
    notes::leave(game, draft, now).map(drop)
}
