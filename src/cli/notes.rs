//! Short letters about a game: answers, reminders, messages, words to the referee. All go through the game's outbox.

use crate::cli::common::{Error, languages, reports};
use crate::mail::{self, Enclosure, Note, Party, Post, Purpose};
use crate::store::Game;
use crate::store::post::outbox::{Outbox, Put};
pub(super) use crate::store::records::standing::addressed;
use chrono::{DateTime, Utc};
use record::{Digest, REFEREE};
use serde_json::{Value, json};

/// Values that a template gets as instants and shows in its reader's time zone.
const TIMES: [&str; 3] = ["deadline", "until", "written"];

pub(super) struct Draft<'a> {
    pub(super) purpose: Purpose,
    /// The digest of its subject, so that the same thing is told only once.
    pub(super) about: Digest,
    /// The name of its template, `mail/NAME.txt`.
    pub(super) template: &'a str,
    /// The seat that it goes to, or `referee`.
    pub(super) seat: &'a str,
    /// The values of the template besides game, title, seat and phase.
    pub(super) says: Value,
    pub(super) answered: Option<&'a str>,
    pub(super) enclosed: Vec<Enclosure>,
}

/// The party to which letters to a seat go, `referee` for the referee; none if no address is registered.
pub(super) fn party<'a>(game: &'a Game, seat: &str) -> Option<Party<'a>> {
    let charter = &game.session.charter;
    let name = if seat == REFEREE { &charter.referee.name } else { &charter.seat(seat)?.name };
    game.address(seat).map(|mail| Party { name: name.as_deref(), mail })
}

/// Leaves a letter to the referee that says this line, only once for each subject; returns what [`leave`] returns.
///
/// # Errors
/// As [`leave`].
pub(super) fn to_referee(
    game: &Game,
    about: &str,
    line: &str,
    now: DateTime<Utc>,
) -> Result<Option<(String, Put)>, Error> {
    let draft = Draft {
        purpose: Purpose::Notice,
        about: Digest::of(about.as_bytes()),
        template: "notice",
        seat: REFEREE,
        says: json!({ "line": line, "folder": game.folder.root() }),
        answered: None,
        enclosed: Vec::new(),
    };
    leave(game, draft, now)
}

/// Puts a short letter into the game's outbox; returns the address that it goes to and whether it was new, or none if
/// nobody can be reached.
///
/// # Errors
/// A template at fault, an address that cannot be used, a file that cannot be read or written.
pub(super) fn leave(
    game: &Game,
    draft: Draft<'_>,
    now: DateTime<Utc>,
) -> Result<Option<(String, Put)>, Error> {
    let Some((to, post)) = composed(game, draft, now)? else { return Ok(None) };
    Ok(Some((to, Outbox::of(&game.folder).put(&post)?)))
}

/// Like [`leave`], but replaces the text of a letter that is still waiting.
///
/// # Errors
/// As [`leave`].
pub(super) fn renew(
    game: &Game,
    draft: Draft<'_>,
    now: DateTime<Utc>,
) -> Result<Option<(String, Put)>, Error> {
    let Some((to, post)) = composed(game, draft, now)? else { return Ok(None) };
    Ok(Some((to, Outbox::of(&game.folder).renew(&post)?)))
}

fn composed(
    game: &Game,
    draft: Draft<'_>,
    now: DateTime<Utc>,
) -> Result<Option<(String, Post)>, Error> {
    let (Some(referee), Some(to)) = (party(game, REFEREE), party(game, draft.seat)) else {
        return Ok(None);
    };
    let charter = &game.session.charter;
    let mut context = json!({
        "game": charter.game,
        "title_name": game.session.play.prospectus().title,
        "seat": draft.seat,
        "phase": game.open_phase(),
        "phase_name": game.turn.next.as_ref().map(|next| &next.name),
        "over": game.session.outcome().is_some(),
    });
    if let (Some(all), Value::Object(more)) = (context.as_object_mut(), draft.says) {
        all.extend(more);
    }
    for name in TIMES {
        if let Some(at) = context[name].as_str().and_then(|text| text.parse().ok()) {
            context[name] = reports::due_to(game, draft.seat, &at)?.into();
        }
    }
    let said =
        reports::reporter_in(languages::of(game, draft.seat)?).note(draft.template, &context)?;
    let note = Note {
        purpose: draft.purpose,
        about: &draft.about,
        game: &charter.game,
        start: game.session.start,
        phase: game.open_phase(),
        seat: draft.seat,
        referee,
        to,
        subject: &said.subject,
        text: &said.text,
        answered: draft.answered,
        date: now,
        enclosed: &draft.enclosed,
    };
    let post = mail::note(&note).map_err(|fault| Error::no(fault.to_string()))?;
    Ok(Some((to.mail.to_owned(), post)))
}

/// Sends the same letter once to every player with an address; returns their seats.
///
/// # Errors
/// As [`leave`].
pub(super) fn tell_all<'a>(
    game: &'a Game,
    (template, about): (&str, Digest),
    says: &Value,
    now: DateTime<Utc>,
) -> Result<Vec<&'a str>, Error> {
    let mut reached = Vec::new();
    for seat in addressed(game) {
        let draft = Draft {
            purpose: Purpose::Message,
            about,
            template,
            seat,
            says: says.clone(),
            answered: None,
            enclosed: Vec::new(),
        };
        if leave(game, draft, now)?.is_some_and(|(_, put)| put == Put::Placed) {
            reached.push(seat);
        }
    }
    Ok(reached)
}
