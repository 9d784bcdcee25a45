//! `game.yaml`, the charter: what the seats agreed on before the first order. It never changes once `turns/0000` is sealed.

use super::change::{Consent, Kind};
use super::dice_chain::{Commitment, DEFAULT_LENGTH};
use super::digest::Digest;
use super::disclosure::Disclosure;
use super::fork::ForkLine;
use super::names;
use super::notes::{Allowed, Authors};
use super::player::ProgramLine;
use super::schedule::Schedule;
use super::sums::LAST_NUMBER;
use super::text::{self, check_text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub const CHARTER_FILE: &str = "game.yaml";
/// The version of the form of every file but the charter: its first line.
pub const VERSION: u32 = 1;
/// The version of the protocol, as charters say it.
pub const PROTOCOL: u32 = 2;
/// Most bytes a charter may have.
pub const CHARTER_MAX: usize = 256 * 1024;
/// Most seats a game may have.
pub const SEATS_MAX: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Charter {
    /// Version of the protocol that the game follows to its end: 1 or 2.
    pub tabella: u32,
    pub game: String,
    /// The origin of a sandbox; none for a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fork: Option<ForkLine>,
    pub title: String,
    /// The rules revision that the game began under.
    pub rules_revision: u32,
    pub scenario: String,
    /// Options that differ from the scenario's, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// How often the game waits for a player's decision, in a word of the title's.
    pub tempo: String,
    /// The seats, in the order that decides ties and enters the dice.
    pub seats: Vec<SeatLine>,
    /// The person who runs the adjudicator.
    #[serde(default, skip_serializing_if = "Person::is_nobody")]
    pub referee: Person,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramLine>,
    /// When orders are due; without one the referee says when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Schedule>,
    /// Days of vacation by which each seat may move deadlines, in the whole game; none without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacations: Option<u32>,
    /// Says whether orders need the seat's signature over the head that they answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heads: Option<Heads>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<WaitsFor>,
    /// When others than the players see what happened; at once if it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<Disclosure>,
    /// True if each hidden item has a commitment of its own ([`crate::items`]), so that one can be shown without the
    /// rest.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub items: bool,
    /// True if every record after the opening has a `hidden.yaml`, so that its presence tells nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub always_hidden: bool,
    /// The data files that were not the title's own when the game was made, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub house: Vec<String>,
    /// The notes that players may write to one another in their order files; none if the charter allows none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<Authors>,
    /// The rules of consent to changes that differ from the usual ones.
    #[serde(default, skip_serializing_if = "Consent::is_empty")]
    pub consent: Consent,
    /// The game's own age key, `age1...`, to which orders are sealed if others can read what is sent. The referee drew
    /// it for this game alone, and reveals its secret half in the last record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
    pub dice: DiceLine,
}

/// Says whether a seat signs the head that its orders answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heads {
    /// Seats do not sign it. This also holds in older games, whose charters do not say.
    Off,
    #[default]
    Asked,
    /// Fresh orders count only with this signature.
    Required,
}

/// For whom a phase waits, before its deadline has passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WaitsFor {
    /// For every seat that is asked something, so that nobody learns which seats have given orders in advance that answer.
    #[default]
    Asked,
    /// Only for seats for which no orders in force answer. This also holds in older games, whose charters do not say.
    Awaited,
}

/// A seat as the charter names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatLine {
    pub seat: String,
    pub side: String,
    /// The player's name, as they wish to be called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The player's mail address in older games, where everybody can read it. See [`crate::Addresses`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mail: Option<String>,
    /// An age key of the player's, `age1...`, to which parcels are sealed in place of their SSH key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// The person's name, as they wish to be called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The person's mail address, in older games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mail: Option<String>,
}

impl Person {
    /// True if neither name nor address is given.
    pub const fn is_nobody(&self) -> bool {
        self.name.is_none() && self.mail.is_none()
    }
}

/// The public part of the referee's dice: their commitments, and the number of phases that they serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceLine {
    /// The end `s[0]` of the chain of secrets: the SHA-256 of `s[1]`.
    pub commitment: Digest,
    /// N: number of the last phase that has a secret.
    #[serde(default = "default_phases")]
    pub phases: u32,
    /// The SHA-256 of `h`, the secret of hidden dice.
    pub hidden: Digest,
    /// The owner of the secrets from which the dice come, if the charter says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<DiceBy>,
    /// A public source of randomness beside the secrets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beacon: Option<Beacon>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiceBy {
    /// The referee, with one chain.
    Referee,
    /// A chain for every seat (reserved).
    Players,
}

/// Public sources of randomness: reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beacon {
    /// The network `quicknet` of drand.
    Quicknet,
}

impl DiceLine {
    /// Checks bounds, and that nothing reserved is asked for.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        let reserved = |what: &str| {
            format!(
                "{what} is reserved for a later version: this program rolls dice only from the \
                 referee's chain of secrets"
            )
        };
        match (self.by, self.beacon) {
            (Some(DiceBy::Players), _) => return Err(("dice.by", reserved("`players`"))),
            (_, Some(Beacon::Quicknet)) => return Err(("dice.beacon", reserved("a beacon"))),
            (None | Some(DiceBy::Referee), None) => {}
        }
        if (1..=LAST_NUMBER).contains(&self.phases) {
            return Ok(());
        }
        Err(("dice.phases", format!("{} is not between 1 and {LAST_NUMBER}", self.phases)))
    }
}

fn default_phases() -> u32 {
    DEFAULT_LENGTH
}

impl From<Commitment> for DiceLine {
    fn from(from: Commitment) -> Self {
        Self {
            commitment: from.commitment,
            phases: from.length,
            hidden: from.hidden_commitment,
            by: None,
            beacon: None,
        }
    }
}

impl From<DiceLine> for Commitment {
    fn from(from: DiceLine) -> Self {
        Self { commitment: from.commitment, hidden_commitment: from.hidden, length: from.phases }
    }
}

/// The version that the first line of a file names, if it is newer than the known one. Nothing more can be said of such
/// a file: its fields may mean other things.
pub fn newer(bytes: &[u8], known: u32) -> Option<u32> {
    let line = bytes.split(|byte| *byte == b'\n').next()?;
    let digits = std::str::from_utf8(line).ok()?.strip_prefix("tabella: ")?;
    let plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|version| plain && *version > known)
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game.yaml{}: {what}", if field.is_empty() { String::new() } else { format!(", {field}") })]
pub struct CharterFault {
    /// The field, by its path; empty where the whole file is at fault.
    pub field: String,
    pub what: String,
}

impl Charter {
    /// Reads and checks a charter.
    ///
    /// # Errors
    /// [`CharterFault`] with the first field that is wrong.
    pub fn parse(bytes: &[u8]) -> Result<Self, CharterFault> {
        let charter: Self = text::read(bytes, CHARTER_MAX)
            .map_err(|what| CharterFault { field: String::new(), what })?;
        charter.check()?;
        Ok(charter)
    }

    pub fn render(&self) -> String {
        text::write(self)
    }

    /// Checks that a charter whose schedule gives vacant seats to the program also says who agrees to that.
    ///
    /// # Errors
    /// [`CharterFault`] of the schedule.
    pub(crate) fn check_vacant(&self) -> Result<(), CharterFault> {
        let gives = self.schedule.as_ref().is_some_and(|schedule| schedule.vacant.is_some());
        if gives && !self.consent.speaks_of(Kind::Program) {
            return Err(CharterFault {
                field: "schedule.vacant".to_owned(),
                what: "write `consent: {program: [referee]}`, or another rule, to say who must \
                     agree when the program takes over a seat"
                    .to_owned(),
            });
        }
        Ok(())
    }

    /// Checks names, bounds and that no seat stands twice. Whether title, scenario, options and sides exist is the
    /// title's to say.
    ///
    /// # Errors
    /// [`CharterFault`] with the first field that is wrong.
    pub fn check(&self) -> Result<(), CharterFault> {
        let fault = |field: &str, what: String| Err(CharterFault { field: field.to_owned(), what });
        if self.tabella != PROTOCOL {
            return fault(
                "tabella",
                format!(
                    "this program does not know protocol version {}, only {PROTOCOL}",
                    self.tabella
                ),
            );
        }
        for (field, name) in [
            ("game", &self.game),
            ("title", &self.title),
            ("scenario", &self.scenario),
            ("tempo", &self.tempo),
        ] {
            check_id(field, name)?;
        }
        if self.rules_revision == 0 {
            return fault("rules-revision", "revisions count from 1".to_owned());
        }
        for (option, value) in &self.options {
            check_id("options", option)?;
            check_text(value)
                .map_err(|what| CharterFault { field: format!("options.{option}"), what })?;
        }
        if self.seats.is_empty() || self.seats.len() > SEATS_MAX {
            return fault("seats", format!("a game has 1 to {SEATS_MAX} seats"));
        }
        for (at, seat) in self.seats.iter().enumerate() {
            self.check_seat(at, seat)?;
        }
        check_person("referee", self.referee.name.as_deref(), self.referee.mail.as_deref())?;
        if let Some((field, what)) =
            self.schedule.as_ref().and_then(|schedule| schedule.check().err())
        {
            return fault(field, what);
        }
        self.check_vacant()?;
        let unknown = |seat: &&String| self.seat(seat).is_none();
        let played = self.program.iter().flat_map(|program| program.seats.keys());
        if let Some(seat) = played.into_iter().find(unknown) {
            return fault("program.seats", format!("there is no seat {seat}"));
        }
        if let Some((field, what)) = self.fork.as_ref().and_then(|fork| fork.check().err()) {
            return fault(field, what);
        }
        self.check_terms()?;
        if let Some(what) = self.seal.as_deref().and_then(|key| check_recipient(key).err()) {
            return fault("seal", what);
        }
        self.dice.check().map_err(|(field, what)| CharterFault { field: field.to_owned(), what })
    }

    /// Checks who must agree to what, and the names of data that are not the title's own.
    fn check_terms(&self) -> Result<(), CharterFault> {
        let fault = |field: String, what: &str| Err(CharterFault { field, what: what.to_owned() });
        if let Err((kind, what)) = self.consent.check() {
            return fault(format!("consent.{}", kind.word()), what);
        }
        for name in &self.house {
            let checked = names::check_data_file(name);
            checked.map_err(|why| CharterFault {
                field: "house".to_owned(),
                what: format!("`{}`: {why}", name.escape_default()),
            })?;
        }
        Ok(())
    }

    fn check_seat(&self, at: usize, line: &SeatLine) -> Result<(), CharterFault> {
        let field = format!("seats[{at}]");
        names::check_seat(&line.seat).map_err(|why| CharterFault {
            field: format!("{field}.seat"),
            what: format!("`{}`: {why}", line.seat.escape_default()),
        })?;
        check_id(&format!("{field}.side"), &line.side)?;
        if self.seats[..at].iter().any(|other| other.seat == line.seat) {
            return Err(CharterFault {
                field,
                what: format!("the seat {} appears twice", line.seat),
            });
        }
        if let Some(what) = line.age.as_deref().and_then(|key| check_recipient(key).err()) {
            return Err(CharterFault { field: format!("{field}.age"), what });
        }
        check_person(&field, line.name.as_deref(), line.mail.as_deref())
    }

    pub fn heads(&self) -> Heads {
        self.heads.unwrap_or(Heads::Off)
    }

    pub fn waits_for(&self) -> WaitsFor {
        self.waits_for.unwrap_or(WaitsFor::Awaited)
    }

    pub fn public(&self) -> Disclosure {
        self.public.unwrap_or_default()
    }

    /// The notes that order files may hold; none if the charter allows none.
    pub fn notes(&self) -> Option<Allowed> {
        let mut to: Vec<String> = Vec::new();
        for name in self.seats.iter().flat_map(|line| [&line.seat, &line.side]) {
            if !to.contains(name) {
                to.push(name.clone());
            }
        }
        self.notes.map(|authors| Allowed { authors, to })
    }

    pub fn seat_names(&self) -> impl Iterator<Item = &str> {
        self.seats.iter().map(|line| line.seat.as_str())
    }

    pub fn seat(&self, name: &str) -> Option<&SeatLine> {
        self.seats.iter().find(|line| line.seat == name)
    }

    /// The commitments, as the dice take them.
    pub fn commitment(&self) -> Commitment {
        self.dice.into()
    }
}

/// Checks that a text has the form of the public half of an age key.
///
/// # Errors
/// A message of one line if it has not.
pub fn check_recipient(text: &str) -> Result<(), String> {
    if is_age_key(text, "age1") {
        return Ok(());
    }
    Err("not an age public key (`age1...`)".to_owned())
}

/// True if a text has the form of an age key with this prefix: letters and digits that bech32 knows. Only sealing to it
/// shows whether it is a key.
pub(super) fn is_age_key(text: &str, prefix: &str) -> bool {
    let digits = |rest: &str| {
        rest.len() == 58
            && rest.bytes().all(|c| c.is_ascii_alphanumeric())
            && !rest.to_ascii_lowercase().contains(['1', 'b', 'i', 'o'])
    };
    text.strip_prefix(prefix).is_some_and(digits)
}

fn check_id(field: &str, name: &str) -> Result<(), CharterFault> {
    let what = |why| format!("`{}`: {why}", name.escape_default());
    names::check_id(name).map_err(|why| CharterFault { field: field.to_owned(), what: what(why) })
}

fn check_person(field: &str, name: Option<&str>, mail: Option<&str>) -> Result<(), CharterFault> {
    let fault = |part: &str, what: String| CharterFault { field: format!("{field}.{part}"), what };
    if let Some(name) = name {
        check_text(name).map_err(|what| fault("name", what))?;
    }
    if let Some(mail) = mail {
        check_mail(mail).map_err(|what| fault("mail", what))?;
    }
    Ok(())
}

/// Allows only what can safely stand in a mail's header: one `@` between two plain parts.
pub(super) fn check_mail(mail: &str) -> Result<(), String> {
    let plain = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|c| c.is_ascii_graphic() && !b"<>()[],;:\\\"@".contains(&c))
    };
    match mail.split_once('@') {
        Some((local, domain)) if mail.len() <= 254 && plain(local) && plain(domain) => Ok(()),
        _ => Err(format!("`{}` is not a mail address", mail.escape_default())),
    }
}

#[cfg(test)]
#[path = "charter_tests.rs"]
mod tests;
