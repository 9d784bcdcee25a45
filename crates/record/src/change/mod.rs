//! Changes: what was agreed on during the game, in the record from which on it counts.
//!
//! A change is a text of its own, signed in the namespace `tabella-change` by everybody who has to agree, and by a key that it
//! brings in as `heir`. Records are gone through in order, each by keys and charter of the one before, so that no change can
//! lend itself the consent that it needs.

mod consent;
mod enlist;
mod history;
mod lacking;
mod patch;
mod rest;
mod terms;
mod text;
mod told;

pub use consent::{Consent, Rule, Voice};
pub use history::{Agreed, ChangeFault, Changes, History, Office, Vacation};
pub use patch::{Operation, PatchFault, STATE_OPTIONS, STATE_TEMPO, Verb, apply, guarded};

use super::charter::{DiceLine, Heads, WaitsFor};
use super::digest::Digest;
use super::names;
use super::player::Strength;
use super::schedule::Schedule;
use super::signature::PublicKey;
use super::text::check_text;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name under which a key that a change brings in signs that change.
pub const HEIR: &str = "heir";
/// Most bytes of a change.
pub const CHANGE_MAX: usize = 64 * 1024;
/// Folder of a record's changes.
pub const CHANGES: &str = "changes/";
/// Most changes of a record.
pub const MOST: usize = 99;
/// Longest vacation or pause, in days.
pub const VACATION_MAX: i64 = 366;

engine::words! {
    /// The kinds of changes, in the order of the table in the protocol; the word stands in the file and in its name.
    pub enum Kind {
        /// The same person signs with another key from now on.
        Key = "key",
        /// Another person takes the seat over.
        Player = "player",
        /// The orders of the open phase are due later.
        Deadline = "deadline",
        /// A seat is away for some days.
        Vacation = "vacation",
        /// Nobody's orders are due for some days.
        Pause = "pause",
        /// A seat is vacant from now on.
        Resign = "resign",
        /// The program plays a seat from now on.
        Program = "program",
        /// Another person is the referee, with secrets of their own.
        Referee = "referee",
        /// Terms of the charter are replaced.
        Charter = "charter",
        /// Options or the tempo of the running game change.
        Options = "options",
        /// A state is corrected.
        Ruling = "ruling",
        /// The game goes back to an earlier record.
        Rollback = "rollback",
        /// The game ends here.
        End = "end",
    }
}

impl Kind {
    /// True if it concerns one seat, which can then be asked.
    pub const fn concerns_a_seat(self) -> bool {
        match self {
            Self::Key | Self::Player | Self::Vacation | Self::Resign | Self::Program => true,
            Self::Deadline
            | Self::Pause
            | Self::Referee
            | Self::Charter
            | Self::Options
            | Self::Ruling
            | Self::Rollback
            | Self::End => false,
        }
    }

    /// True if it comes with the record of the open phase; any other is a record of its own, without orders or dice.
    pub const fn rides(self) -> bool {
        match self {
            Self::Key
            | Self::Player
            | Self::Deadline
            | Self::Vacation
            | Self::Pause
            | Self::Resign
            | Self::Program => true,
            Self::Referee
            | Self::Charter
            | Self::Options
            | Self::Ruling
            | Self::Rollback
            | Self::End => false,
        }
    }
}

/// Terms of a charter that a change may replace; what is not named stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Terms {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Schedule>,
    /// Days of vacation by which each seat may move deadlines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacations: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heads: Option<Heads>,
    /// For whom a phase waits ahead of its deadline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<WaitsFor>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<Consent>,
}

/// The program's player for a seat that a change gives to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enlisted {
    /// As [`ProgramLine::player`](crate::player::ProgramLine::player); that of the charter, if the program played before.
    pub player: u32,
    /// As [`ProgramLine::seed`](crate::player::ProgramLine::seed); that of the charter, if the program played before.
    pub seed: Digest,
    pub strength: Strength,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The same person signs with another key; the seat may be `referee`.
    Key {
        /// The seat, or `referee`.
        seat: String,
        /// The key that answers for it from this record on.
        key: PublicKey,
        /// The age key to which its parcels are sealed from now on; none seals them to `key`.
        age: Option<String>,
    },
    /// Another person takes the seat over.
    Player {
        seat: String,
        /// The key that answers for the seat from this record on.
        key: PublicKey,
        /// Their name, as they wish to be called.
        name: Option<String>,
        /// The age key to which their parcels are sealed; none seals them to `key`.
        age: Option<String>,
    },
    Deadline {
        /// The new hour, in UTC.
        due: DateTime<Utc>,
    },
    Vacation {
        seat: String,
        /// The first day of absence, in the zone of the schedule.
        from: NaiveDate,
        /// The last day of absence, which still counts.
        to: NaiveDate,
    },
    Pause {
        /// The first day, in the zone of the schedule.
        from: NaiveDate,
        /// The last day, which still counts.
        to: NaiveDate,
    },
    /// A seat is vacant; what it left in force still answers, then the title's fallback.
    Resign {
        seat: String,
    },
    /// The program plays a seat, vacant or not.
    Program {
        seat: String,
        /// The key that the referee's program drew for it.
        key: PublicKey,
        program: Enlisted,
    },
    Referee {
        /// The key that seals records from this one on.
        key: PublicKey,
        /// The new referee's name, as they wish to be called.
        name: Option<String>,
        /// The new referee's commitments; `commitment` is the link below the one that this record reveals.
        dice: DiceLine,
    },
    Charter {
        terms: Terms,
    },
    /// Options or the tempo change from now on, and with them whatever in the state follows from them.
    Options {
        /// Options of the charter that are replaced, by name.
        options: BTreeMap<String, String>,
        /// The tempo from now on; none keeps the old one.
        tempo: Option<String>,
        /// Operations on the state, below `/state/options` or on `/state/tempo`.
        patch: Vec<Operation>,
    },
    Ruling {
        patch: Vec<Operation>,
    },
    /// State and orders in force go back to what they were after an earlier record.
    Rollback {
        /// The number of the record after which the game goes on.
        to: u32,
    },
    End {
        /// The side that has won; none if drawn.
        winner: Option<String>,
    },
}

impl Action {
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Key { .. } => Kind::Key,
            Self::Player { .. } => Kind::Player,
            Self::Deadline { .. } => Kind::Deadline,
            Self::Vacation { .. } => Kind::Vacation,
            Self::Pause { .. } => Kind::Pause,
            Self::Resign { .. } => Kind::Resign,
            Self::Program { .. } => Kind::Program,
            Self::Referee { .. } => Kind::Referee,
            Self::Charter { .. } => Kind::Charter,
            Self::Options { .. } => Kind::Options,
            Self::Ruling { .. } => Kind::Ruling,
            Self::Rollback { .. } => Kind::Rollback,
            Self::End { .. } => Kind::End,
        }
    }

    /// The seat concerned, or `referee`; none where it concerns all alike.
    pub fn seat(&self) -> Option<&str> {
        match self {
            Self::Key { seat, .. }
            | Self::Player { seat, .. }
            | Self::Vacation { seat, .. }
            | Self::Resign { seat }
            | Self::Program { seat, .. } => Some(seat),
            Self::Referee { .. } => Some(super::REFEREE),
            Self::Deadline { .. }
            | Self::Pause { .. }
            | Self::Charter { .. }
            | Self::Options { .. }
            | Self::Ruling { .. }
            | Self::Rollback { .. }
            | Self::End { .. } => None,
        }
    }

    /// Operations on the state; none of a change that does not correct it.
    pub fn patch(&self) -> &[Operation] {
        match self {
            Self::Ruling { patch } | Self::Options { patch, .. } => patch,
            Self::Key { .. }
            | Self::Player { .. }
            | Self::Deadline { .. }
            | Self::Vacation { .. }
            | Self::Pause { .. }
            | Self::Resign { .. }
            | Self::Program { .. }
            | Self::Referee { .. }
            | Self::Charter { .. }
            | Self::Rollback { .. }
            | Self::End { .. } => &[],
        }
    }

    /// The seat that somebody else plays from then on, a person or the program.
    pub fn newcomer(&self) -> Option<&str> {
        match self {
            Self::Player { seat, .. } | Self::Program { seat, .. } => Some(seat),
            Self::Key { .. }
            | Self::Deadline { .. }
            | Self::Vacation { .. }
            | Self::Pause { .. }
            | Self::Resign { .. }
            | Self::Referee { .. }
            | Self::Charter { .. }
            | Self::Options { .. }
            | Self::Ruling { .. }
            | Self::Rollback { .. }
            | Self::End { .. } => None,
        }
    }

    /// The key that it brings in, whose owner must sign as `heir`.
    pub const fn brings(&self) -> Option<&PublicKey> {
        match self {
            Self::Key { key, .. }
            | Self::Player { key, .. }
            | Self::Program { key, .. }
            | Self::Referee { key, .. } => Some(key),
            Self::Deadline { .. }
            | Self::Vacation { .. }
            | Self::Pause { .. }
            | Self::Resign { .. }
            | Self::Charter { .. }
            | Self::Options { .. }
            | Self::Ruling { .. }
            | Self::Rollback { .. }
            | Self::End { .. } => None,
        }
    }

    /// The matter that a change decides. Two changes of one record may not decide the same.
    fn subject(&self) -> String {
        match self {
            Self::Key { seat, .. }
            | Self::Player { seat, .. }
            | Self::Resign { seat }
            | Self::Program { seat, .. } => format!("the key of {seat}"),
            Self::Vacation { seat, .. } => format!("the vacation of {seat}"),
            Self::Deadline { .. } => "the deadline".to_owned(),
            Self::Pause { .. } => "a pause".to_owned(),
            Self::Referee { .. }
            | Self::Charter { .. }
            | Self::Options { .. }
            | Self::Ruling { .. }
            | Self::Rollback { .. }
            | Self::End { .. } => "matters that need a record of their own".to_owned(),
        }
    }

    /// Checks names, words and bounds.
    fn check(&self) -> Result<(), String> {
        if let Some(seat) = self.seat() {
            names::check_id(seat).map_err(|why| format!("seat: {why}"))?;
        }
        if let Self::Key { age: Some(age), .. } | Self::Player { age: Some(age), .. } = self {
            super::charter::check_recipient(age).map_err(|why| format!("age: {why}"))?;
        }
        match self {
            Self::Player { name: Some(name), .. } | Self::Referee { name: Some(name), .. } => {
                check_text(name).map_err(|why| format!("name: {why}"))
            }
            Self::Vacation { from, to, .. } => {
                let days = (*to - *from).num_days() + 1;
                if (1..=VACATION_MAX).contains(&days) {
                    return Ok(());
                }
                Err(format!("to: a vacation must last 1 to {VACATION_MAX} days"))
            }
            Self::Pause { from, to } => {
                let days = (*to - *from).num_days() + 1;
                if (1..=VACATION_MAX).contains(&days) {
                    return Ok(());
                }
                Err(format!("to: a pause lasts 1 to {VACATION_MAX} days"))
            }
            Self::Charter { terms } => {
                if *terms == Terms::default() {
                    return Err("terms: name at least one term to change".to_owned());
                }
                let schedule = terms.schedule.as_ref().map_or(Ok(()), Schedule::check);
                schedule.map_err(|(field, what)| format!("terms.{field}: {what}"))
            }
            Self::Options { options, tempo, patch } => {
                patch::check_options(options, tempo.as_deref(), patch)
            }
            Self::Ruling { patch } => patch::check(patch).map_err(|fault| fault.to_string()),
            Self::End { winner: Some(side) } => {
                names::check_id(side).map_err(|why| format!("winner: {why}"))
            }
            Self::Key { .. }
            | Self::Player { name: None, .. }
            | Self::Referee { name: None, .. }
            | Self::Deadline { .. }
            | Self::Resign { .. }
            | Self::Program { .. }
            | Self::Rollback { .. }
            | Self::End { winner: None } => Ok(()),
        }
    }
}

/// A change: what is to happen, in which phase of which history, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "text::File", into = "text::File")]
pub struct Change {
    pub game: String,
    /// The open phase: the change counts in its record or never.
    pub phase: u32,
    /// The head that those who agree have seen.
    pub after: Digest,
    /// The reason, in one line.
    pub reason: String,
    pub action: Action,
}

impl Change {
    /// Reads a change, taking only the bytes that [`Change::render`] would write.
    ///
    /// # Errors
    /// A message of one line that says what is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let change: Self = super::text::read(bytes, CHANGE_MAX)?;
        change.check()?;
        if change.render().as_bytes() == bytes {
            Ok(change)
        } else {
            Err("its text is not exactly what the program would write".to_owned())
        }
    }

    /// The text of the file: the one way to write this change.
    pub fn render(&self) -> String {
        super::text::write(self)
    }

    /// Checks names and words.
    ///
    /// # Errors
    /// A message of one line that says what is wrong.
    pub fn check(&self) -> Result<(), String> {
        names::check_id(&self.game).map_err(|why| format!("game: {why}"))?;
        check_text(&self.reason).map_err(|why| format!("reason: {why}"))?;
        self.action.check()
    }
}

/// The name of the change of this number, from 1, in its record.
pub fn change_path(number: usize, kind: Kind) -> String {
    format!("{CHANGES}{number:02}-{}.yaml", kind.word())
}

#[cfg(test)]
mod tests;
