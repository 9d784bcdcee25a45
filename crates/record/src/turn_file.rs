//! `turn.yaml`: what a turn record says about itself: who answered what, the revealed secrets, the times.

use super::charter::{VERSION, is_age_key};
use super::dice_chain::Secret;
use super::names;
use super::text;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

pub const TURN_FILE: &str = "turn.yaml";
/// Most bytes it may have.
pub const TURN_FILE_MAX: usize = 4 * 1024 * 1024;
/// Name of phase 0.
pub const OPENING: &str = "opening";
/// Name of the phase of a record that a change makes by itself.
pub const CHANGE: &str = "change";

/// The file `turn.yaml` of one record. All of it is public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TurnFile {
    /// Version of the protocol: 1.
    pub tabella: u32,
    pub game: String,
    /// Number of the phase, which is the record's.
    pub phase: u32,
    /// Name of the phase that was awaited; [`OPENING`] for phase 0, [`CHANGE`] where a change makes the record.
    pub name: String,
    pub rules_revision: u32,
    /// The program and its version.
    pub program: String,
    /// `s[phase]`; none in phase 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// `h`, in the last record of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Secret>,
    /// The secret from which the program's choices followed, in the last record of a game where it played a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<Secret>,
    /// The `h` of every referee before the last one, the first referee's first; also in the last record only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden_before: Vec<Former>,
    /// The secret half of the charter's `seal`, in the last record of a game that has one; [`LOST`] where it is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<String>,
    /// When the phase was opened: the time of the record before.
    pub opened: DateTime<Utc>,
    pub resolved: DateTime<Utc>,
    /// Seats that the referee declared absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<String>,
    /// When and why the referee held the game since the record before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<HeldLine>,
    /// The phases that were resolved, in order: the awaited one and all that then ran by itself. Left out in phase 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<PhaseLine>,
    /// The result, in the last record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeLine>,
    /// The phase that this record opens; none once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextLine>,
}

/// Stands for a secret that the author of the last record does not have.
pub const LOST: &str = "-";

/// The `h` of a former referee, or [`LOST`] where they left without handing it over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Former(pub Option<Secret>);

impl TryFrom<String> for Former {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            LOST => Ok(Self(None)),
            hex => hex
                .parse()
                .map(|secret| Self(Some(secret)))
                .map_err(|why: crate::digest::DigestFault| why.to_string()),
        }
    }
}

impl From<Former> for String {
    fn from(opened: Former) -> Self {
        opened.0.map_or_else(|| LOST.to_owned(), |secret| secret.reveal())
    }
}

/// A period in which the referee kept the game from being resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldLine {
    pub from: DateTime<Utc>,
    /// When it was released; none while it is held, as it may be when a change makes a record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<DateTime<Utc>>,
    /// The reason, in one line.
    pub reason: String,
}

impl HeldLine {
    /// Checks the reason and that the end is not before the beginning.
    ///
    /// # Errors
    /// A message of one line that says what is wrong.
    pub fn check(&self) -> Result<(), String> {
        text::check_text(&self.reason).map_err(|why| format!("reason: {why}"))?;
        if self.to.is_some_and(|to| to < self.from) {
            return Err("the game was released before it was held".to_owned());
        }
        Ok(())
    }
}

/// One phase that was resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhaseLine {
    pub name: String,
    /// Game turn, from 1; 0 before the first.
    pub turn: u32,
    /// The seat whose turn it was; none if it was not one seat's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<AnswerLine>,
}

/// The origin of the answer to one prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerLine {
    pub prompt: String,
    pub seat: String,
    pub by: By,
    /// The phase whose file gave it, if that was an earlier one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filed: Option<u32>,
}

/// The possible origins of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// A file for this phase.
    Fresh,
    Ahead,
    /// A standing order, or what the title does without one.
    Standing,
    Fallback,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeLine {
    /// The side that won; none if drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// The reason, as one word.
    pub reason: String,
    pub rule: String,
}

impl From<OutcomeLine> for engine::Outcome {
    fn from(OutcomeLine { winner, reason, rule }: OutcomeLine) -> Self {
        Self { winner, reason, rule: rule.into() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NextLine {
    /// The number of the phase, which is that of the record that will resolve it.
    pub phase: u32,
    pub name: String,
    /// Game turn, from 1; 0 before the first.
    pub turn: u32,
    /// The seats that are awaited, in the order of their prompts.
    pub awaited: Vec<String>,
    /// When their orders are due, if the charter has a schedule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("turn.yaml: {0}")]
pub struct TurnFileFault(pub String);

impl TurnFile {
    /// Reads a file, taking only the bytes that [`TurnFile::render`] would write.
    ///
    /// # Errors
    /// [`TurnFileFault`].
    pub fn parse(bytes: &[u8]) -> Result<Self, TurnFileFault> {
        let file: Self = text::read(bytes, TURN_FILE_MAX).map_err(TurnFileFault)?;
        file.check().map_err(TurnFileFault)?;
        let again = file.render();
        if again.as_bytes() == bytes {
            return Ok(file);
        }
        let line = again
            .bytes()
            .zip(bytes)
            .take_while(|(ours, theirs)| ours == *theirs)
            .filter(|(c, _)| *c == b'\n')
            .count()
            + 1;
        Err(TurnFileFault(format!("line {line} is not exactly what the program would write")))
    }

    pub fn render(&self) -> String {
        text::write(self)
    }

    fn check(&self) -> Result<(), String> {
        if self.tabella != VERSION {
            return Err(format!(
                "this program does not know protocol version {}, only {VERSION}",
                self.tabella
            ));
        }
        names::check_id(&self.game).map_err(|why| format!("game: {why}"))?;
        let known = |key: &str| key == LOST || is_age_key(key, "AGE-SECRET-KEY-1");
        if self.identity.as_deref().is_some_and(|key| !known(key)) {
            return Err("the identity is not an age secret key".to_owned());
        }
        if self.secret.is_some() != (self.phase > 0) {
            return Err("every phase except phase 0 must reveal its secret".to_owned());
        }
        if self.next.as_ref().is_some_and(|next| Some(next.phase) != self.phase.checked_add(1)) {
            return Err("next.phase is not the number of this phase plus one".to_owned());
        }
        for (at, line) in self.held.iter().enumerate() {
            line.check().map_err(|why| format!("held: {why}"))?;
            let until = self.held.get(at + 1).map_or(self.resolved, |next| next.from);
            if line.to.unwrap_or(line.from) > until {
                return Err(
                    "held: a hold ends after the next one begins, or after the record was made"
                        .to_owned(),
                );
            }
            if line.to.is_none() && at + 1 < self.held.len() {
                return Err("held: only the last hold may have no end".to_owned());
            }
        }
        if self.outcome.is_some() == self.next.is_some() {
            return Err("a record must have either an outcome or a next phase".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "turn_file_tests.rs"]
mod tests;
