//! The text of a change: one flat form for all kinds, of which each has its own fields and no others.

use super::{Action, Change, Enlisted, Kind, Operation, Terms};
use crate::charter::{DiceLine, VERSION};
use crate::digest::Digest;
use crate::signature::PublicKey;
use chrono::{DateTime, NaiveDate, Utc};
use serde::de::{Error, IntoDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;

/// The kind that the protocol reserves, and that this program does not make yet.
const RESERVED: &str = "data";

/// A kind by its word; the reserved kind gets another message than an unknown one.
fn kind<'de, D: Deserializer<'de>>(from: D) -> Result<Kind, D::Error> {
    let word = String::deserialize(from)?;
    if word == RESERVED {
        let what = format!(
            "`{word}` changes are reserved for a later version: this program neither makes nor \
             accepts them"
        );
        return Err(D::Error::custom(what));
    }
    Kind::deserialize(word.into_deserializer())
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct File {
    tabella: u32,
    game: String,
    phase: u32,
    after: Digest,
    #[serde(deserialize_with = "kind")]
    change: Kind,
    reason: String,
    #[serde(flatten)]
    fields: Fields,
}

/// The fields of all kinds together.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct Fields {
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<PublicKey>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    age: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    due: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<DiceLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Terms>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tempo: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    patch: Option<Vec<Operation>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<Enlisted>,
}

impl TryFrom<File> for Change {
    type Error = String;

    /// Drops fields of other kinds; the bytes of the file then differ from those that the change renders to.
    fn try_from(file: File) -> Result<Self, String> {
        if file.tabella != VERSION {
            return Err(format!("this program does not know protocol version {}", file.tabella));
        }
        let Fields {
            seat,
            key,
            name,
            age,
            due,
            from,
            to,
            record,
            winner,
            dice,
            terms,
            options,
            tempo,
            patch,
            program,
        } = file.fields;
        let lacks = |field: &str| format!("a `{}` change must have `{field}:`", file.change.word());
        let seat = || seat.ok_or_else(|| lacks("seat"));
        let key = || key.ok_or_else(|| lacks("key"));
        let action = match file.change {
            Kind::Key if name.is_some() => {
                return Err("name: only a `player` change can give a name".to_owned());
            }
            Kind::Key => Action::Key { seat: seat()?, key: key()?, age },
            Kind::Player => Action::Player { seat: seat()?, key: key()?, name, age },
            Kind::Deadline => Action::Deadline { due: due.ok_or_else(|| lacks("due"))? },
            Kind::Vacation => Action::Vacation {
                seat: seat()?,
                from: from.ok_or_else(|| lacks("from"))?,
                to: to.ok_or_else(|| lacks("to"))?,
            },
            Kind::Pause => Action::Pause {
                from: from.ok_or_else(|| lacks("from"))?,
                to: to.ok_or_else(|| lacks("to"))?,
            },
            Kind::Resign => Action::Resign { seat: seat()? },
            Kind::Program => Action::Program {
                seat: seat()?,
                key: key()?,
                program: program.ok_or_else(|| lacks("program"))?,
            },
            Kind::Referee => {
                Action::Referee { key: key()?, name, dice: dice.ok_or_else(|| lacks("dice"))? }
            }
            Kind::Charter => Action::Charter { terms: terms.ok_or_else(|| lacks("terms"))? },
            Kind::Options => {
                Action::Options { options, tempo, patch: patch.ok_or_else(|| lacks("patch"))? }
            }
            Kind::Ruling => Action::Ruling { patch: patch.ok_or_else(|| lacks("patch"))? },
            Kind::Rollback => Action::Rollback { to: record.ok_or_else(|| lacks("record"))? },
            Kind::End => Action::End { winner },
        };
        let File { game, phase, after, reason, .. } = file;
        Ok(Self { game, phase, after, reason, action })
    }
}

impl From<Change> for File {
    fn from(change: Change) -> Self {
        let Change { game, phase, after, reason, action } = change;
        let kind = action.kind();
        let mut fields = Fields::default();
        match action {
            Action::Key { seat, key, age } => {
                (fields.seat, fields.key, fields.age) = (Some(seat), Some(key), age);
            }
            Action::Player { seat, key, name, age } => {
                (fields.seat, fields.key, fields.name) = (Some(seat), Some(key), name);
                fields.age = age;
            }
            Action::Deadline { due } => fields.due = Some(due),
            Action::Vacation { seat, from, to } => {
                (fields.seat, fields.from, fields.to) = (Some(seat), Some(from), Some(to));
            }
            Action::Pause { from, to } => (fields.from, fields.to) = (Some(from), Some(to)),
            Action::Resign { seat } => fields.seat = Some(seat),
            Action::Program { seat, key, program } => {
                (fields.seat, fields.key, fields.program) = (Some(seat), Some(key), Some(program));
            }
            Action::Referee { key, name, dice } => {
                (fields.key, fields.name, fields.dice) = (Some(key), name, Some(dice));
            }
            Action::Charter { terms } => fields.terms = Some(terms),
            Action::Options { options, tempo, patch } => {
                (fields.options, fields.tempo, fields.patch) = (options, tempo, Some(patch));
            }
            Action::Ruling { patch } => fields.patch = Some(patch),
            Action::Rollback { to } => fields.record = Some(to),
            Action::End { winner } => fields.winner = winner,
        }
        Self { tabella: VERSION, game, phase, after, change: kind, reason, fields }
    }
}
