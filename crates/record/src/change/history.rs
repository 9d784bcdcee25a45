//! The state of keys, charter, vacant seats, vacations and pauses from record to record.

use super::consent::{Rule, Voice};
use super::{Action, Change, HEIR, Terms, change_path};
use crate::charter::{Charter, Heads};
use crate::digest::Digest;
use crate::signature::{Namespace, verify};
use crate::signers::{REFEREE, Signers};
use chrono::{DateTime, NaiveDate, Utc};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A change that does not count, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {what}")]
pub struct ChangeFault {
    /// Its file in the record.
    pub path: String,
    pub what: String,
}

/// A change that was agreed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreed {
    pub change: Change,
    /// Everybody who signed it, except the heir.
    pub by: Vec<String>,
    /// True if the old key signed for the new one, or if the change brings no key.
    pub vouched: bool,
}

impl fmt::Display for Agreed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Change { action, reason, .. } = &self.change;
        write!(f, "{action}; agreed by {} ({reason})", self.by.join(", "))?;
        if self.vouched { Ok(()) } else { f.write_str("; the old key did not sign for it") }
    }
}

/// Days for which a seat's absence moves deadlines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vacation {
    pub seat: String,
    /// The first day of absence, in the zone of the schedule.
    pub from: NaiveDate,
    /// The last day of absence, which still counts.
    pub to: NaiveDate,
}

impl Vacation {
    pub(super) fn days(&self) -> i64 {
        (self.to - self.from).num_days() + 1
    }
}

/// The time in office of one referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Office {
    /// The first record that they sealed.
    pub from: u32,
    /// The digest of their `h`.
    pub hidden: Digest,
    /// True if the previous referee agreed, and so was there to hand over the secrets. True for the first referee.
    pub handed_over: bool,
}

/// The keys, charter and absences that are in force as of one record. The next record is judged by them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The keys whose signatures count now, by seat.
    pub signers: Signers,
    /// The charter with the terms, players and commitments that count by now.
    pub charter: Charter,
    pub vacant: BTreeSet<String>,
    pub vacations: Vec<Vacation>,
    /// The agreed pauses, as first and last day, in which nobody's orders are due.
    pub pauses: Vec<(NaiveDate, NaiveDate)>,
    /// The referees, the first one first.
    pub offices: Vec<Office>,
    pub agreed: Vec<Agreed>,
    /// When the orders of this record's phase were due, if a change of this record moved that.
    pub moved: Option<DateTime<Utc>>,
    /// Seats whose last key came without the signature of the one before: they have no voice in a majority.
    pub(super) unvouched: BTreeSet<String>,
}

/// The changes of one record: their files by name in the record, and where they stand.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a> {
    pub game: &'a str,
    pub number: u32,
    /// Digest of the list of the record before.
    pub after: Digest,
    /// When the orders of this phase are due, as the record before says.
    pub due: Option<DateTime<Utc>>,
    /// Every file below `changes/`, with its bytes.
    pub files: &'a BTreeMap<String, Vec<u8>>,
}

impl History {
    pub fn start(charter: Charter, signers: Signers) -> Self {
        Self {
            signers,
            offices: vec![Office { from: 0, hidden: charter.dice.hidden, handed_over: true }],
            charter,
            vacant: BTreeSet::new(),
            vacations: Vec::new(),
            pauses: Vec::new(),
            agreed: Vec::new(),
            moved: None,
            unvouched: BTreeSet::new(),
        }
    }

    #[must_use]
    pub fn unchanged(&self) -> Self {
        Self { agreed: Vec::new(), moved: None, ..self.clone() }
    }

    /// The change that makes the record by itself, if one does.
    pub fn own(&self) -> Option<&Agreed> {
        self.agreed.iter().find(|one| !one.change.action.kind().rides())
    }

    /// True if a referee was replaced without agreeing, and so may have taken secrets along.
    pub fn lost_a_referee(&self) -> bool {
        self.offices.iter().any(|office| !office.handed_over)
    }

    /// The history after a record with these changes.
    ///
    /// # Errors
    /// The first change that does not count.
    pub fn after(&self, changes: &Changes<'_>) -> Result<Self, ChangeFault> {
        let mut next = self.unchanged();
        let mut agreed: Vec<Agreed> = Vec::new();
        let signs = |name: &str| name.strip_suffix(".sig").is_some();
        let texts: Vec<&String> = changes.files.keys().filter(|name| !signs(name)).collect();
        for (at, path) in texts.iter().enumerate() {
            let fault = |what: String| ChangeFault { path: (*path).clone(), what };
            let change = Change::parse(&changes.files[*path]).map_err(fault)?;
            let kind = change.action.kind();
            let expected = change_path(at + 1, kind);
            if **path != expected {
                return Err(fault(format!("it must be called {expected}")));
            }
            let one = self.judge(changes, path, change).map_err(fault)?;
            let subject = one.change.action.subject();
            if agreed.iter().any(|other| other.change.action.subject() == subject) {
                return Err(fault(format!("the record has two changes about {subject}")));
            }
            if !kind.rides() && texts.len() > 1 {
                return Err(fault(format!(
                    "a `{}` change must be the only change in its record",
                    kind.word()
                )));
            }
            next.take(&one);
            agreed.push(one);
        }
        let stray = changes
            .files
            .keys()
            .find(|name| signs(name) && !texts.iter().any(|text| name.starts_with(text.as_str())));
        match stray {
            Some(path) => Err(ChangeFault {
                path: path.clone(),
                what: "it does not sign any change in this record".to_owned(),
            }),
            None => Ok(Self { agreed, ..next }),
        }
    }

    /// Checks that a change belongs to this record, and has the agreement that the record before asks for.
    fn judge(&self, changes: &Changes<'_>, path: &str, change: Change) -> Result<Agreed, String> {
        if change.game != changes.game {
            return Err(format!("it belongs to the game {}", change.game));
        }
        if change.phase != changes.number {
            return Err(format!("it belongs to phase {}", change.phase));
        }
        if change.after != changes.after {
            return Err("it belongs to another history: its `after` is another head".to_owned());
        }
        let prefix = format!("{path}.");
        let mut signatures = BTreeMap::new();
        for (name, bytes) in changes.files {
            let Some(who) = name.strip_prefix(&prefix) else { continue };
            let who = who.strip_suffix(".sig").ok_or("a file beside it is not a signature")?;
            let armored =
                String::from_utf8(bytes.clone()).map_err(|_| "a signature is not text")?;
            signatures.insert(who.to_owned(), armored);
        }
        self.agree(&changes.files[path], change, changes.due, &signatures)
    }

    /// Checks that everybody who must agree to a change has agreed. `bytes` is what they signed; `signatures` are by
    /// name.
    ///
    /// # Errors
    /// The reason why the change cannot be made, the agreement that is lacking, or the signature that does not hold.
    pub fn agree(
        &self,
        bytes: &[u8],
        change: Change,
        due: Option<DateTime<Utc>>,
        signatures: &BTreeMap<String, String>,
    ) -> Result<Agreed, String> {
        self.possible(&change, due)?;
        let mut by = self.signed_by(&change.action, bytes, signatures)?;
        if change.action.brings().is_some() && !by.remove(HEIR) {
            return Err(format!("the new key must sign too, as {HEIR}"));
        }
        let (kind, seat) = (change.action.kind(), change.action.seat());
        let office = seat == Some(REFEREE);
        let rules = self.charter.consent.rules(kind, office);
        if rules.is_empty() {
            return Err(format!(
                "the charter does not say who must agree to this change: a `charter` change with a rule such as `consent: {{{}: [referee+most]}}` would allow it",
                kind.word()
            ));
        }
        if !rules.iter().any(|rule| self.enough(rule, seat, &by)) {
            let ways: Vec<String> = rules.iter().map(Rule::to_string).collect();
            return Err(format!("who must agree: {}; so far: {}", ways.join(", or "), list(&by)));
        }
        let vouched =
            change.action.brings().is_none() || seat.is_some_and(|seat| by.contains(seat));
        Ok(Agreed { change, by: by.into_iter().collect(), vouched })
    }

    /// Checks that such a change can be made at all as things stand, if everybody agrees.
    ///
    /// # Errors
    /// The reason why it cannot, in one line.
    pub fn possible(&self, change: &Change, due: Option<DateTime<Utc>>) -> Result<(), String> {
        let seat = change.action.seat();
        if let Some(name) = seat.filter(|name| self.signers.key(name).is_none()) {
            return Err(format!("there is no seat {name}"));
        }
        self.other_key(&change.action, seat.unwrap_or(REFEREE))?;
        let vacant = seat.is_some_and(|seat| self.vacant.contains(seat));
        match &change.action {
            Action::Deadline { due: later } => match due {
                Some(due) if *later > due => Ok(()),
                Some(_) => Err("the new deadline is not later than the present one".to_owned()),
                None => Err("the open phase has no deadline".to_owned()),
            },
            Action::Rollback { to }
                if to.checked_add(1).is_none_or(|next| next >= change.phase) =>
            {
                Err(format!("record {to} is not before the newest one"))
            }
            Action::Resign { seat }
            | Action::Vacation { seat, .. }
            | Action::Program { seat, .. }
                if seat == REFEREE =>
            {
                Err("the referee has no seat: use a `referee` change".to_owned())
            }
            Action::Key { .. } | Action::Vacation { .. } | Action::Resign { .. } if vacant => {
                Err("the seat is vacant: a `player` change fills it".to_owned())
            }
            Action::Program { program, .. } if !self.same_player(program) => {
                Err("the program already plays here, with another seed or version".to_owned())
            }
            Action::Referee { dice, .. } => {
                dice.check().map_err(|(field, what)| format!("{field}: {what}"))
            }
            Action::Pause { .. } if self.charter.schedule.is_none() => {
                Err("the game has no schedule, so there is no deadline to move".to_owned())
            }
            Action::Charter { terms } => self.allowed(terms),
            Action::End { winner: Some(side) }
                if !self.charter.seats.iter().any(|line| line.side == *side) =>
            {
                Err(format!("there is no side {side}"))
            }
            Action::Key { .. }
            | Action::Player { .. }
            | Action::Vacation { .. }
            | Action::Pause { .. }
            | Action::Resign { .. }
            | Action::Program { .. }
            | Action::Options { .. }
            | Action::Ruling { .. }
            | Action::Rollback { .. }
            | Action::End { .. } => Ok(()),
        }
    }

    fn allowed(&self, terms: &Terms) -> Result<(), String> {
        if let Some(consent) = &terms.consent {
            let checked = consent.check();
            checked.map_err(|(kind, what)| format!("consent.{}: {what}", kind.word()))?;
        }
        if matches!(terms.heads, Some(Heads::Asked | Heads::Required)) && !self.signers.may_vouch()
        {
            return Err("the keys of this game have no right to vouch for heads".to_owned());
        }
        let mut agreed = self.charter.clone();
        agreed.agree_to(terms.clone());
        agreed.check_vacant().map_err(|fault| format!("{}: {}", fault.field, fault.what))
    }

    /// Checks that a key that a change brings in, for signing or for parcels, differs from the seat's present one.
    fn other_key(&self, action: &Action, seat: &str) -> Result<(), String> {
        let sealed = self.charter.seat(seat).and_then(|line| line.age.as_ref());
        let (age, same_person) = match action {
            Action::Key { age, .. } => (age.as_ref(), true),
            Action::Player { age, .. } => (age.as_ref(), false),
            Action::Deadline { .. }
            | Action::Vacation { .. }
            | Action::Pause { .. }
            | Action::Resign { .. }
            | Action::Program { .. }
            | Action::Referee { .. }
            | Action::Charter { .. }
            | Action::Options { .. }
            | Action::Ruling { .. }
            | Action::Rollback { .. }
            | Action::End { .. } => (None, false),
        };
        if age.is_some() && seat == REFEREE {
            return Err("age: only a seat can have a key for parcels".to_owned());
        }
        let same = action.brings().is_some_and(|key| self.signers.key(seat) == Some(key));
        if same && !(same_person && age != sealed) {
            return Err(format!("{seat} already has this key"));
        }
        Ok(())
    }

    /// The names of those who signed these bytes, from armored signatures by name. Every signature must hold.
    pub(super) fn signed_by(
        &self,
        action: &Action,
        bytes: &[u8],
        signatures: &BTreeMap<String, String>,
    ) -> Result<BTreeSet<String>, String> {
        let mut names = BTreeSet::new();
        for (name, armored) in signatures {
            let held = match action.brings() {
                Some(key) if name == HEIR => Some(verify(key, Namespace::Change, bytes, armored)),
                _ => self.signers.verify(name, Namespace::Change, bytes, armored),
            };
            match held {
                Some(Ok(())) if self.vacant.contains(name) => {
                    return Err(format!("{name} is vacant, so its consent does not count"));
                }
                Some(Ok(())) => drop(names.insert(name.clone())),
                Some(Err(fault)) => return Err(format!("the signature of {name}: {fault}")),
                None => return Err(format!("nobody in this game has the name {name}")),
            }
        }
        Ok(names)
    }

    pub(super) fn enough(
        &self,
        rule: &Rule,
        concerned: Option<&str>,
        by: &BTreeSet<String>,
    ) -> bool {
        rule.voices().iter().all(|voice| match voice {
            Voice::Referee => by.contains(REFEREE),
            Voice::Seat => concerned.is_some_and(|seat| by.contains(seat) && !self.taken(seat)),
            Voice::All => self.all(by),
            Voice::Most => self.most(concerned, by),
        })
    }

    /// True if more than half of the seats that have a voice agreed. The seat concerned has no voice, nor has a vacant
    /// seat, a seat with the referee's key, or a seat whose key came without the signature of the one before.
    fn most(&self, concerned: Option<&str>, by: &BTreeSet<String>) -> bool {
        let voices: Vec<&str> = self
            .signers
            .seats()
            .filter(|(seat, key)| {
                Some(*seat) != concerned
                    && *key != self.signers.referee()
                    && !self.unvouched.contains(*seat)
                    && !self.vacant.contains(*seat)
            })
            .map(|(seat, _)| seat)
            .collect();
        voices.iter().filter(|seat| by.contains(**seat)).count() * 2 > voices.len()
    }

    /// True if every seat agreed that is not vacant; false if all are vacant.
    fn all(&self, by: &BTreeSet<String>) -> bool {
        let mut seated =
            self.signers.seats().filter(|(seat, _)| !self.vacant.contains(*seat)).peekable();
        seated.peek().is_some() && seated.all(|(seat, _)| by.contains(seat))
    }

    fn take(&mut self, agreed: &Agreed) {
        match agreed.change.action.clone() {
            Action::Key { seat, key, age } => {
                self.hand_over(&seat, agreed.vouched);
                self.signers = self.signers.with_key(&seat, key);
                self.sealed_to(&seat, age);
            }
            Action::Player { seat, key, name, age } => {
                self.hand_over(&seat, agreed.vouched);
                self.signers = self.signers.with_key(&seat, key);
                self.sealed_to(&seat, age);
                self.vacant.remove(&seat);
                self.played_by_nobody(&seat);
                self.called(&seat, name);
                self.charter
                    .seats
                    .iter_mut()
                    .filter(|it| it.seat == seat)
                    .for_each(|it| it.mail = None);
            }
            Action::Referee { key, name, dice } => {
                self.signers = self.signers.with_key(REFEREE, key);
                self.called(REFEREE, name);
                self.charter.referee.mail = None;
                self.charter.dice = dice;
                self.offices.push(Office {
                    from: agreed.change.phase,
                    hidden: dice.hidden,
                    handed_over: agreed.vouched,
                });
            }
            Action::Deadline { due } => self.moved = Some(due),
            Action::Vacation { seat, from, to } => {
                let vacation = Vacation { seat, from, to };
                if self.granted(&vacation) {
                    self.vacations.push(vacation);
                }
            }
            Action::Pause { from, to } => self.pauses.push((from, to)),
            Action::Resign { seat } => {
                self.vacations.retain(|one| one.seat != seat);
                self.played_by_nobody(&seat);
                self.vacant.insert(seat);
            }
            Action::Program { seat, key, program } => {
                self.hand_over(&seat, agreed.vouched);
                self.enlist(seat, key, program);
            }
            Action::Charter { terms } => self.charter.agree_to(terms),
            Action::Options { options, tempo, .. } => self.charter.choose(options, tempo),
            Action::Ruling { .. } | Action::Rollback { .. } | Action::End { .. } => {}
        }
    }

    fn hand_over(&mut self, seat: &str, vouched: bool) {
        if vouched {
            self.unvouched.remove(seat);
        } else {
            self.unvouched.insert(seat.to_owned());
        }
    }

    /// Sets the age key of a seat. Texts that were sealed to the old key are not meant for a new player.
    pub(super) fn sealed_to(&mut self, seat: &str, age: Option<String>) {
        if let Some(line) = self.charter.seats.iter_mut().find(|line| line.seat == seat) {
            line.age = age;
        }
    }

    fn played_by_nobody(&mut self, seat: &str) {
        if let Some(program) = &mut self.charter.program {
            program.seats.remove(seat);
        }
    }

    pub(super) fn called(&mut self, seat: &str, name: Option<String>) {
        let Some(name) = name else { return };
        if seat == REFEREE {
            self.charter.referee.name = Some(name);
        } else if let Some(line) = self.charter.seats.iter_mut().find(|line| line.seat == seat) {
            line.name = Some(name);
        }
    }
}

fn list(names: &BTreeSet<String>) -> String {
    if names.is_empty() {
        return "nobody".to_owned();
    }
    names.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}
