//! Joins that come by mail: put into the folder of the invitation that they answer, and answered.
//!
//! Whoever joins is in no charter yet. So the answer goes to the address that their signed join names, else to where the letter came
//! from; and it waits in an outbox beside the letters, for there is no game.

use super::judge::Joins;
use super::{Came, Receiver};
use crate::cli::common::{Error, reports, titles};
use crate::cli::invite::{Gathering, Signed, Taken};
use crate::mail::{self, Note, Party, Purpose, check_address};
use crate::report::{Language, Messages};
use chrono::NaiveDate;
use incoming::{Found, Message};
use record::invitation::Join;
use record::{Digest, names};
use serde_json::{Value, json};

/// The word that stands for the seat in file names and letter ids while nobody has a seat yet.
const NO_SEAT: &str = "join";

/// Takes the joins of a letter; tells the outcome in one word, and the address that was answered. None if the letter
/// has no joins.
///
/// # Errors
/// A file that cannot be read or written; an invitation that cannot be read, if a join may answer it.
pub(super) fn take(
    receiver: &Receiver,
    joins: &Joins,
    came: &Came,
) -> Result<Option<(String, Option<String>)>, Error> {
    let Some(place) = &receiver.invitations else { return Ok(None) };
    if joins.found.is_empty() && !joins.lost {
        return Ok(None);
    }
    let (mut open, mut broken) = (Vec::new(), None);
    for one in Gathering::below(place)? {
        match one {
            Ok(gathering) => open.push(gathering),
            Err(error) => broken = broken.or(Some(error)),
        }
    }
    let (mut outcome, mut answered) = ("refused:join", None);
    let mut replies = Vec::new();
    for found in &joins.found {
        let meant = meant(&open, found);
        if let (None, Some(error)) = (meant, &broken) {
            return Err(error.clone());
        }
        let reply = Reply::to(meant, found, came.now.date_naive())?;
        if matches!(reply.says, Says::Taken { .. }) {
            outcome = "join";
        }
        replies.push((reply, &found.bytes[..]));
    }
    if replies.is_empty() {
        let lost = Reply { from: None, mail: None, says: Says::Lost };
        replies.push((lost, &[]));
    }
    for (reply, bytes) in replies.iter().filter(|_| !joins.silent) {
        // Two joins in one letter are two answers, and the letter again is none.
        let about = Digest::of(&[came.about.bytes(), *bytes].concat());
        let round = Round { receiver, open: &open, came };
        answered = reply.leave(&round, &about)?.or(answered);
    }
    Ok(Some((outcome.to_owned(), answered)))
}

/// The invitation that a join names by its id.
fn meant<'a>(open: &'a [Gathering], found: &Found) -> Option<&'a Gathering> {
    let join = Join::parse(&found.bytes).ok()?;
    open.iter().find(|one| one.invitation.invitation == join.join)
}

struct Round<'a> {
    receiver: &'a Receiver,
    open: &'a [Gathering],
    came: &'a Came,
}

struct Reply<'a> {
    from: Option<&'a Gathering>,
    mail: Option<String>,
    says: Says,
}

enum Says {
    /// The join is in the folder; how many joins there are now.
    Taken {
        taken: Box<Taken>,
        joins: usize,
    },
    Refused(String),
    /// There is no such invitation here.
    Unknown(String),
    /// There is a signature, but not the join that it signs.
    Lost,
}

impl<'a> Reply<'a> {
    fn to(meant: Option<&'a Gathering>, found: &Found, today: NaiveDate) -> Result<Self, Error> {
        let join = match Join::parse(&found.bytes) {
            Ok(join) => join,
            Err(what) => return Ok(Self { from: None, mail: None, says: Says::Refused(what) }),
        };
        let says = match meant {
            None => Says::Unknown(join.join),
            Some(gathering) => {
                let (bytes, armored) = (found.bytes.clone(), found.armored.clone());
                match gathering.take(&Signed { bytes, armored }, today)? {
                    Ok(taken) => {
                        let taken = Box::new(taken);
                        Says::Taken { taken, joins: gathering.joins()?.len() }
                    }
                    Err(what) => Says::Refused(what),
                }
            }
        };
        Ok(Self { from: meant, mail: join.mail, says })
    }

    /// Puts the answer into the outbox beside the letters; gives the address that it goes to.
    fn leave(&self, round: &Round<'_>, about: &Digest) -> Result<Option<String>, Error> {
        let Round { receiver, open, came: Came { message, letter, now, .. } } = *round;
        let now = *now;
        // A letter that names no invitation of ours is answered by whoever else invites here.
        let host = self.from.into_iter().chain(open).find_map(|one| {
            let mail = one.invitation.referee.mail.as_deref()?;
            check_address(mail).is_ok().then_some((one, mail))
        });
        let sender = <[String; 1]>::try_from(message.addresses("from")).ok();
        let to = self.mail.clone().or_else(|| sender.map(|[one]| one));
        let (Some((host, from)), Some(to)) = (host, to) else { return Ok(None) };
        if check_address(&to).is_err()
            || receiver.inbox.answers(&to, letter, now)?.like("joined")
                >= receiver.limits.per_address
        {
            return Ok(None);
        }
        let language = language(message);
        let mut context = self.context(open, now.date_naive())?;
        if let Some(wrong) = context["wrong"].as_str() {
            let title = self.from.map_or("", |one| one.invitation.title.as_str());
            context["wrong"] = Messages::of(language, title).say(wrong).into();
        }
        let said = reports::reporter_in(language).note("joined", &context)?;
        let note = Note {
            purpose: Purpose::Answer,
            about,
            game: &host.invitation.invitation,
            start: host.digest(),
            phase: 0,
            seat: NO_SEAT,
            referee: Party { name: host.invitation.referee.name.as_deref(), mail: from },
            to: Party { name: None, mail: &to },
            subject: &said.subject,
            text: &said.text,
            answered: Some(message.header("message-id")),
            date: now,
            enclosed: &[],
        };
        let post = mail::note(&note).map_err(|fault| Error::no(fault.to_string()))?;
        receiver.inbox.outbox().put(&post)?;
        Ok(Some(to))
    }

    fn context(&self, open: &[Gathering], today: NaiveDate) -> Result<Value, Error> {
        let mut context = match &self.says {
            Says::Taken { taken, joins } => json!({
                "kind": "taken", "known": taken.known, "joins": joins, "name": taken.join.name,
                "wishes": taken.join.wishes, "mail": taken.join.mail,
                "digest": taken.digest.to_string(),
            }),
            Says::Refused(what) => json!({"kind": "refused", "wrong": what}),
            Says::Unknown(named) => {
                let named = names::check_id(named).is_ok().then_some(named);
                json!({"kind": "unknown", "named": named, "open": listed(open, today)?})
            }
            Says::Lost => json!({"kind": "lost"}),
        };
        for name in ["game", "title_name", "seats", "until", "referee"] {
            context[name] = Value::Null;
        }
        if let Some(one) = self.from {
            let terms = &one.invitation;
            let title = titles::packed_title(&terms.title).ok();
            let name = title.map_or_else(|| terms.title.clone(), |one| one.prospectus().title);
            context["game"] = terms.invitation.as_str().into();
            context["title_name"] = name.into();
            context["seats"] = json!(terms.seats);
            context["until"] = json!(terms.until);
            context["referee"] = json!(terms.referee.mail);
        }
        Ok(context)
    }
}

/// The language in which whoever wrote a letter wishes to be answered, as their mail program says it (RFC 3282), else that in which they
/// write; English where neither is one of ours.
fn language(message: &Message) -> Language {
    let tags = |name| message.header(name).split(',').map(str::trim);
    let mut tags = tags("accept-language").chain(tags("content-language"));
    let known = |tag: &str| Language::of(&tag.split(['-', ';']).next()?.to_ascii_lowercase());
    tags.find_map(known).unwrap_or_default()
}

/// The ids of the invitations that anybody may answer.
fn listed(open: &[Gathering], today: NaiveDate) -> Result<Vec<&str>, Error> {
    let mut listed = Vec::new();
    for one in open {
        if one.invitation.keys.is_empty() && one.is_open(today)? {
            listed.push(one.invitation.invitation.as_str());
        }
    }
    Ok(listed)
}
