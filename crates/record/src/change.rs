//! Changes of keys and players: what was agreed on during the game, in the record from which on it counts.
//!
//! A change is a text of its own, signed in the namespace `tabella-change` by everybody who has to agree, and by the new key
//! as `heir`. Records are gone through in order, each by the keys of the one before, so that no change can lend itself the
//! consent that it needs.

use super::charter::VERSION;
use super::digest::Digest;
use super::names;
use super::signature::{Namespace, PublicKey, verify};
use super::signers::{REFEREE, Signers};
use super::text::{self, check_text};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The name under which a key that a change brings in signs that change.
pub const HEIR: &str = "heir";
/// Most bytes of a change.
pub const CHANGE_MAX: usize = 64 * 1024;
/// Folder of a record's changes.
pub const CHANGES: &str = "changes/";
/// Most changes of a record.
pub const MOST: usize = 99;

/// What a change does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The same person signs with another key from now on.
    Key,
    /// Another person takes the seat over.
    Player,
}

impl Kind {
    /// The word for it in the file and in its name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Player => "player",
        }
    }
}

/// A change of the key that answers for a seat, or for the referee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Change {
    /// Version of the protocol: 1.
    pub tabella: u32,
    /// Id of the game.
    pub game: String,
    /// The open phase: the change counts in its record or never.
    pub phase: u32,
    /// The head that those who agree have seen.
    pub after: Digest,
    /// What it does.
    pub change: Kind,
    /// Why, in one line.
    pub reason: String,
    /// The seat concerned, or `referee`.
    pub seat: String,
    /// The key that answers for it from this record on.
    pub key: PublicKey,
    /// The new player's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A change that does not count, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {what}")]
pub struct ChangeFault {
    /// Its file in the record.
    pub path: String,
    /// What is wrong.
    pub what: String,
}

/// A change that was agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// The change.
    pub change: Change,
    /// Everybody who signed it, the heir left out.
    pub by: Vec<String>,
    /// Whether the old key signed for the new one.
    pub vouched: bool,
}

impl fmt::Display for Agreed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Change { seat, key, reason, name, .. } = &self.change;
        let who = name.as_ref().map(|name| format!(", played by {name}")).unwrap_or_default();
        let by = self.by.join(", ");
        write!(f, "{seat} has the key {}{who}; agreed by {by} ({reason})", key.fingerprint())?;
        if self.vouched { Ok(()) } else { f.write_str("; the old key did not sign for it") }
    }
}

impl Change {
    /// Reads a change, taking only the bytes that [`Change::render`] would write.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let change: Self = text::read(bytes, CHANGE_MAX)?;
        change.check()?;
        if change.render().as_bytes() == bytes {
            Ok(change)
        } else {
            Err("it is not written as the program writes it".to_owned())
        }
    }

    /// Its text.
    pub fn render(&self) -> String {
        text::write(self)
    }

    /// Checks names and words.
    ///
    /// # Errors
    /// What is wrong, in one line.
    pub fn check(&self) -> Result<(), String> {
        if self.tabella != VERSION {
            return Err(format!("version {} of the protocol is not known here", self.tabella));
        }
        names::check_id(&self.game).map_err(|why| format!("game: {why}"))?;
        names::check_id(&self.seat).map_err(|why| format!("seat: {why}"))?;
        check_text(&self.reason).map_err(|why| format!("reason: {why}"))?;
        if let Some(name) = &self.name {
            check_text(name).map_err(|why| format!("name: {why}"))?;
        }
        if self.name.is_some() && self.change == Kind::Key {
            return Err("name: only a change of the player brings a name".to_owned());
        }
        Ok(())
    }

    /// Who signed these bytes: names and armored signatures. None of them may fail.
    fn signed_by(
        &self,
        bytes: &[u8],
        signatures: &BTreeMap<String, String>,
        signers: &Signers,
    ) -> Result<BTreeSet<String>, String> {
        let mut names = BTreeSet::new();
        for (name, armored) in signatures {
            let held = if name == HEIR {
                Some(verify(&self.key, Namespace::Change, bytes, armored))
            } else {
                signers.verify(name, Namespace::Change, bytes, armored)
            };
            match held {
                Some(Ok(())) => drop(names.insert(name.clone())),
                Some(Err(fault)) => return Err(format!("the signature of {name}: {fault}")),
                None => return Err(format!("nobody here is called {name}")),
            }
        }
        Ok(names)
    }
}

/// Whose keys count, as of one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyHistory {
    /// The keys.
    pub signers: Signers,
    /// Names of players who took a seat over, by seat.
    pub players: BTreeMap<String, String>,
    /// Seats whose last key came without the signature of the one before: they have no voice in a majority.
    unvouched: BTreeSet<String>,
}

/// The changes of one record: their files by name in the record, and where they stand.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a> {
    /// Id of the game.
    pub game: &'a str,
    /// Number of the record.
    pub number: u32,
    /// Digest of the list of the record before.
    pub after: Digest,
    /// Every file below `changes/`, with its bytes.
    pub files: &'a BTreeMap<String, Vec<u8>>,
}

impl KeyHistory {
    /// The keys that the game was opened with.
    pub const fn start(signers: Signers) -> Self {
        Self { signers, players: BTreeMap::new(), unvouched: BTreeSet::new() }
    }

    /// The keys from a record on that holds these changes, and what was changed.
    ///
    /// # Errors
    /// The first change that does not count.
    pub fn after(&self, changes: &Changes<'_>) -> Result<(Self, Vec<Agreed>), ChangeFault> {
        let mut next = self.clone();
        let mut agreed: Vec<Agreed> = Vec::new();
        let signs = |name: &str| name.strip_suffix(".sig").is_some();
        let texts: Vec<&String> = changes.files.keys().filter(|name| !signs(name)).collect();
        for (at, path) in texts.iter().enumerate() {
            let fault = |what: String| ChangeFault { path: (*path).clone(), what };
            let change = Change::parse(&changes.files[*path]).map_err(fault)?;
            let expected = change_path(at + 1, change.change);
            if **path != expected {
                return Err(fault(format!("it must be called {expected}")));
            }
            let one = self.judge(changes, path, change).map_err(fault)?;
            let seat = &one.change.seat;
            if agreed.iter().any(|other| other.change.seat == *seat) {
                return Err(fault(format!("the record changes the key of {seat} twice")));
            }
            next.take(&one);
            agreed.push(one);
        }
        let stray = changes
            .files
            .keys()
            .find(|name| signs(name) && !texts.iter().any(|text| name.starts_with(text.as_str())));
        match stray {
            Some(path) => {
                Err(ChangeFault { path: path.clone(), what: "it signs nothing".to_owned() })
            }
            None => Ok((next, agreed)),
        }
    }

    /// Whether one change counts: where it belongs, and who agreed by the keys of the record before.
    fn judge(&self, changes: &Changes<'_>, path: &str, change: Change) -> Result<Agreed, String> {
        if change.game != changes.game {
            return Err(format!("it is of the game {}", change.game));
        }
        if change.phase != changes.number {
            return Err(format!("it is of phase {}", change.phase));
        }
        if change.after != changes.after {
            return Err(
                "it answers another history: its `after` is not the record before".to_owned()
            );
        }
        let prefix = format!("{path}.");
        let mut signatures = BTreeMap::new();
        for (name, bytes) in changes.files {
            let Some(who) = name.strip_prefix(&prefix) else { continue };
            let who = who.strip_suffix(".sig").ok_or("a file beside it is no signature")?;
            let armored = String::from_utf8(bytes.clone()).map_err(|_| "a signature is no text")?;
            signatures.insert(who.to_owned(), armored);
        }
        self.agree(&changes.files[path], change, &signatures)
    }

    /// Whether everybody has agreed to a change who must: its bytes, and the signatures by name.
    ///
    /// # Errors
    /// Who is lacking, or which signature does not hold.
    pub fn agree(
        &self,
        bytes: &[u8],
        change: Change,
        signatures: &BTreeMap<String, String>,
    ) -> Result<Agreed, String> {
        let seat = change.seat.as_str();
        let Some(old) = self.signers.key(seat) else {
            return Err(format!("there is no seat {seat}"));
        };
        if *old == change.key {
            return Err(format!("this is the key that {seat} has"));
        }
        let mut by = change.signed_by(bytes, signatures, &self.signers)?;
        if !by.remove(HEIR) {
            return Err(format!("the new key must sign too, as {HEIR}"));
        }
        let vouched = by.contains(seat);
        let has = |name: &str| by.contains(name);
        let enough = if seat == REFEREE {
            (has(REFEREE) && self.most(seat, &by)) || self.all(&by)
        } else {
            has(REFEREE) && (has(seat) || self.most(seat, &by))
        };
        if !enough {
            let ways = if seat == REFEREE {
                "the referee and most seats, or all seats".to_owned()
            } else {
                format!("the referee, with {seat} or most of the other seats")
            };
            return Err(format!("who must agree: {ways}; so far: {}", list(&by)));
        }
        Ok(Agreed { change, by: by.into_iter().collect(), vouched })
    }

    /// Whether more than half of the seats agreed that have a voice: not the one concerned, none with the referee's key,
    /// none whose own key came without its predecessor.
    fn most(&self, concerned: &str, by: &BTreeSet<String>) -> bool {
        let voices: Vec<&str> = self
            .signers
            .seats()
            .filter(|(seat, key)| {
                *seat != concerned
                    && *key != self.signers.referee()
                    && !self.unvouched.contains(*seat)
            })
            .map(|(seat, _)| seat)
            .collect();
        voices.iter().filter(|seat| by.contains(**seat)).count() * 2 > voices.len()
    }

    fn all(&self, by: &BTreeSet<String>) -> bool {
        self.signers.seats().all(|(seat, _)| by.contains(seat))
    }

    fn take(&mut self, agreed: &Agreed) {
        let Change { seat, key, name, .. } = &agreed.change;
        self.signers = self.signers.with_key(seat, key.clone());
        if agreed.vouched {
            self.unvouched.remove(seat);
        } else {
            self.unvouched.insert(seat.clone());
        }
        self.players.extend(name.iter().map(|name| (seat.clone(), name.clone())));
    }
}

/// The name of the change of this number, from 1, in its record.
pub fn change_path(number: usize, kind: Kind) -> String {
    format!("{CHANGES}{number:02}-{}.yaml", kind.word())
}

fn list(names: &BTreeSet<String>) -> String {
    if names.is_empty() {
        return "nobody".to_owned();
    }
    names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
#[path = "change_tests.rs"]
mod tests;
