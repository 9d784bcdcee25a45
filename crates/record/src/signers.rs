//! `allowed_signers`: whose key answers for which seat.
//!
//! The file is OpenSSH's own, in the plainest form that it knows, and that form only: `ssh-keygen` obeys patterns,
//! options and dates in it that would let one line speak for another seat or make the past depend on the clock.

use super::names;
use super::signature::{Namespace, PublicKey, SignatureFault, verify};
use std::fmt::Write as _;

/// The name under which the referee signs.
pub const REFEREE: &str = "referee";

/// The namespaces in which everybody may sign: in games whose seats do not vouch for heads, and in those whose seats
/// do.
const EVERYBODY: [&str; 2] =
    ["tabella-orders,tabella-change", "tabella-orders,tabella-change,tabella-head"];
/// The further namespaces in which the referee may sign.
const REFEREES_OWN: &str = ",tabella-record,tabella-receipt";

/// The registered keys: every seat in the charter's order, and the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signers {
    seats: Vec<(String, PublicKey)>,
    referee: PublicKey,
    vouching: bool,
}

/// A file of keys that is not of the required form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("allowed_signers, line {line}: {what}")]
pub struct SignersFault {
    /// Line from 1; 0 where no line is at fault.
    pub line: usize,
    pub what: String,
}

impl Signers {
    /// The keys of a new game; seats in the charter's order.
    ///
    /// # Errors
    /// A name that is not a seat's, a name that occurs twice, or no seats at all.
    pub fn new(seats: Vec<(String, PublicKey)>, referee: PublicKey) -> Result<Self, SignersFault> {
        if seats.is_empty() {
            return Err(SignersFault { line: 0, what: "a game has at least one seat".to_owned() });
        }
        for (i, (seat, _)) in seats.iter().enumerate() {
            let fault = |what| Err(SignersFault { line: i + 1, what });
            if let Err(why) = names::check_seat(seat) {
                return fault(format!("`{}`: {why}", seat.escape_default()));
            }
            if seats[..i].iter().any(|(other, _)| other == seat) {
                return fault(format!("the seat {seat} appears twice"));
            }
        }
        Ok(Self { seats, referee, vouching: false })
    }

    /// The same keys for a game in which they may also vouch for heads.
    #[must_use]
    pub fn vouching(self) -> Self {
        Self { vouching: true, ..self }
    }

    pub const fn may_vouch(&self) -> bool {
        self.vouching
    }

    /// Reads a file, taking only the bytes that [`Signers::render`] would write.
    ///
    /// # Errors
    /// [`SignersFault`] with the first line that differs.
    pub fn parse(bytes: &[u8]) -> Result<Self, SignersFault> {
        let fault = |line, what: &str| SignersFault { line, what: what.to_owned() };
        let text = std::str::from_utf8(bytes).map_err(|_| fault(0, "not plain text"))?;
        let Some(body) = text.strip_suffix('\n') else {
            return Err(fault(
                text.matches('\n').count() + 1,
                "the last line does not end in a line feed",
            ));
        };
        // All lines are of one kind, that of the first.
        let vouching = body.split('\n').next().is_some_and(|first| first.contains(EVERYBODY[1]));
        let mut entries = Vec::new();
        for (line, content) in (1..).zip(body.split('\n')) {
            let entry = parse_line(content, vouching);
            entries.push(entry.map_err(|what| SignersFault { line, what })?);
        }
        let last = entries.len();
        match entries.pop() {
            Some((name, referee)) if name == REFEREE => {
                Ok(Self { vouching, ..Self::new(entries, referee)? })
            }
            _ => Err(fault(last, "the last line must be the referee's")),
        }
    }

    pub fn render(&self) -> String {
        self.all().fold(String::new(), |mut text, (name, key)| {
            let spaces = namespaces(name, self.vouching);
            let _ = writeln!(text, "{name} namespaces=\"{spaces}\" {key}");
            text
        })
    }

    #[must_use]
    pub fn with_key(&self, name: &str, key: PublicKey) -> Self {
        let mut changed = self.clone();
        if name == REFEREE {
            changed.referee = key;
        } else if let Some((_, old)) = changed.seats.iter_mut().find(|(seat, _)| seat == name) {
            *old = key;
        }
        changed
    }

    /// The seats with their keys in the charter's order, without the referee.
    pub fn seats(&self) -> impl Iterator<Item = (&str, &PublicKey)> {
        self.seats.iter().map(|(seat, key)| (seat.as_str(), key))
    }

    pub const fn referee(&self) -> &PublicKey {
        &self.referee
    }

    pub fn key(&self, name: &str) -> Option<&PublicKey> {
        self.all().find(|(other, _)| *other == name).map(|(_, key)| key)
    }

    /// The names that a key signs for, including the referee's; usually one or none.
    pub fn names_of(&self, key: &PublicKey) -> Vec<&str> {
        self.all().filter(|(_, other)| *other == key).map(|(name, _)| name).collect()
    }

    /// Every key that answers for more than one name, with those names; allowed, but players should know of it.
    pub fn shared(&self) -> Vec<(&PublicKey, Vec<&str>)> {
        let mut shared: Vec<(&PublicKey, Vec<&str>)> = Vec::new();
        for (_, key) in self.all() {
            let names = self.names_of(key);
            if names.len() > 1 && shared.iter().all(|(other, _)| *other != key) {
                shared.push((key, names));
            }
        }
        shared
    }

    /// True if a name may sign in a namespace at all: only the referee may sign records and receipts.
    pub fn may_sign(&self, name: &str, namespace: Namespace) -> bool {
        namespaces(name, self.vouching).split(',').any(|allowed| allowed == namespace.word())
    }

    /// Checks a signature by the key registered for `name`; `None` if there is no such name.
    pub fn verify(
        &self,
        name: &str,
        namespace: Namespace,
        message: &[u8],
        armored: &str,
    ) -> Option<Result<(), SignatureFault>> {
        let key = self.key(name).filter(|_| self.may_sign(name, namespace))?;
        Some(verify(key, namespace, message, armored))
    }

    fn all(&self) -> impl Iterator<Item = (&str, &PublicKey)> {
        self.seats().chain([(REFEREE, &self.referee)])
    }
}

fn namespaces(name: &str, vouching: bool) -> String {
    let own = if name == REFEREE { REFEREES_OWN } else { "" };
    format!("{}{own}", EVERYBODY[usize::from(vouching)])
}

fn parse_line(content: &str, vouching: bool) -> Result<(String, PublicKey), String> {
    let form =
        "the form is: NAME namespaces=\"...\" TYPE BASE64, with single spaces and nothing else";
    let (name, rest) = content.split_once(' ').ok_or(form)?;
    if name != REFEREE {
        names::check_seat(name).map_err(|why| format!("`{}`: {why}", name.escape_default()))?;
    }
    let option = format!("namespaces=\"{}\" ", namespaces(name, vouching));
    let key = rest
        .strip_prefix(&option)
        .ok_or_else(|| format!("{name} must have exactly {}", option.trim_end()))?;
    let parsed = PublicKey::parse(key).map_err(|why| why.to_string())?;
    if parsed.to_string() == key { Ok((name.to_owned(), parsed)) } else { Err(form.to_owned()) }
}

#[cfg(test)]
#[path = "signers_tests.rs"]
mod tests;
