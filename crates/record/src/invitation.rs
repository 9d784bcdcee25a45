//! The start of a game: an invitation that the referee signed, joins that players signed, and the lot that gives the
//! seats.
//!
//! The invitation commits the referee to a secret before anybody joins; every join carries a salt of its author's. The order in
//! which seats are given follows from both, so neither the referee nor a player can choose it.

use super::charter::{VERSION, check_recipient};
use super::dice_chain::{Secret, keyed};
use super::digest::Digest;
use super::disclosure::Disclosure;
use super::names;
use super::notes::Authors;
use super::schedule::Schedule;
use super::signature::PublicKey;
use super::text::{self, check_text};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Most bytes of an invitation, and of a join.
pub const INVITATION_MAX: usize = 64 * 1024;
pub const JOINS_MAX: usize = 999;
/// Fewest characters of a salt.
const SALT_MIN: usize = 12;

/// An invitation to a game, signed by its referee in the namespace `tabella-invitation`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Invitation {
    /// Version of the protocol: 1.
    pub tabella: u32,
    /// Id of the future game.
    pub invitation: String,
    pub title: String,
    /// The scenario, by its name in charters.
    pub scenario: String,
    /// Options that differ from the scenario's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// How often the game waits for a player's decision.
    pub tempo: String,
    /// The seats that are open, in the order in which they are given.
    pub seats: Vec<String>,
    pub sides: Sides,
    /// What a bid offers, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bid: Option<String>,
    /// The keys that may join; if empty, any key may.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<PublicKey>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<Schedule>,
    /// When people other than the players may see what happened; at once if `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<Disclosure>,
    /// The notes that players may write to one another in their order files; none if the game allows none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<Authors>,
    /// The last day on which joins are taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<NaiveDate>,
    pub referee: Host,
    /// SHA-256 of the secret by which the lot is drawn.
    pub lot: Digest,
}

/// The referee who invites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Their mail address, to which joins are sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mail: Option<String>,
    /// Their key, which will seal the game.
    pub key: PublicKey,
}

engine::words! {
    /// The ways to give seats.
    pub enum Sides {
        /// Each player gets a seat that they wished for, or none; the lot decides between players with the same wish.
        Choice = "choice",
        /// The lot decides, whatever players wish.
        Lot = "lot",
        /// Players take seats in the order of their bids, the highest first; the lot decides between equal bids.
        Bid = "bid",
        /// In the order of the lot, each player takes the first free seat among their wishes, else one that is left.
        Preference = "preference",
    }
}

/// An answer to an invitation, signed by its author in the namespace `tabella-join`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Join {
    /// Version of the protocol: 1.
    pub tabella: u32,
    /// Id of the future game.
    pub join: String,
    /// Digest of the invitation's bytes.
    pub invitation: Digest,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mail: Option<String>,
    pub key: PublicKey,
    /// The player's age key, `age1...`, for the seat's line in the charter: parcels are sealed to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age: Option<String>,
    /// Seats that they wish for, the most wanted first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wishes: Vec<String>,
    /// The bid for the first of the wishes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bid: Option<u32>,
    /// Something nobody can guess, so that the referee cannot know the lot in advance.
    pub salt: String,
}

impl Invitation {
    /// Reads an invitation, taking only the bytes that [`Invitation::render`] would write.
    ///
    /// # Errors
    /// A message of one line that says what is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let invitation: Self = text::read(bytes, INVITATION_MAX)?;
        invitation.check()?;
        if invitation.render().as_bytes() == bytes {
            Ok(invitation)
        } else {
            Err("its text is not exactly what `tabella club invite new` would write".to_owned())
        }
    }

    /// The text of the file: the one way to write this invitation.
    pub fn render(&self) -> String {
        text::write(self)
    }

    /// Checks names and bounds; whether title, scenario and seats exist is the title's to say.
    ///
    /// # Errors
    /// A message of one line that says what is wrong.
    pub fn check(&self) -> Result<(), String> {
        version(self.tabella)?;
        for (field, name) in
            [("invitation", &self.invitation), ("title", &self.title), ("scenario", &self.scenario)]
        {
            names::check_id(name).map_err(|why| format!("{field}: `{name}`: {why}"))?;
        }
        if self.seats.is_empty() {
            return Err("seats: no seat is open".to_owned());
        }
        let mut seen = BTreeSet::new();
        for seat in &self.seats {
            names::check_seat(seat).map_err(|why| format!("seats: `{seat}`: {why}"))?;
            if !seen.insert(seat) {
                return Err(format!("seats: {seat} appears twice"));
            }
        }
        if self.bid.is_some() != (self.sides == Sides::Bid) {
            return Err(
                "bid: it must be given if, and only if, seats are assigned by `bid`".to_owned()
            );
        }
        let lines = [&self.bid, &self.referee.name, &self.referee.mail];
        for line in lines.into_iter().flatten() {
            check_text(line)?;
        }
        match self.schedule.as_ref().map(Schedule::check) {
            Some(Err((field, what))) => Err(format!("{field}: {what}")),
            Some(Ok(())) | None => Ok(()),
        }
    }
}

impl Join {
    /// Reads a join; it may be written by hand.
    ///
    /// # Errors
    /// A message of one line that says what is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let join: Self = text::read(bytes, INVITATION_MAX)?;
        version(join.tabella)?;
        check_text(&join.name).map_err(|what| format!("name: {what}"))?;
        if let Some(mail) = &join.mail {
            check_text(mail).map_err(|what| format!("mail: {what}"))?;
        }
        if let Some(age) = &join.age {
            check_recipient(age).map_err(|what| format!("age: {what}"))?;
        }
        check_text(&join.salt).map_err(|what| format!("salt: {what}"))?;
        if join.salt.chars().count() < SALT_MIN {
            return Err(format!(
                "salt: write at least {SALT_MIN} characters that nobody can guess"
            ));
        }
        Ok(join)
    }

    /// The text of the file: the one way to write this answer.
    pub fn render(&self) -> String {
        text::write(self)
    }

    /// Checks that the join answers an invitation of these bytes.
    ///
    /// # Errors
    /// The reason why it does not, in one line.
    pub fn answers(&self, invitation: &Invitation, bytes: &[u8]) -> Result<(), String> {
        let game = &invitation.invitation;
        if self.join != *game || self.invitation != Digest::of(bytes) {
            return Err(format!("it answers another invitation, not this one to {game}"));
        }
        if !invitation.keys.is_empty() && !invitation.keys.contains(&self.key) {
            return Err("this game is private, and the key is not among those invited".to_owned());
        }
        if let Some(seat) = self.wishes.iter().find(|seat| !invitation.seats.contains(seat)) {
            return Err(format!(
                "wishes: {seat} is not open; the open seats are: {}",
                invitation.seats.join(", ")
            ));
        }
        let mut wishes = self.wishes.clone();
        wishes.sort();
        wishes.dedup();
        if wishes.len() != self.wishes.len() {
            return Err("wishes: a seat appears twice".to_owned());
        }
        match invitation.sides {
            Sides::Choice if self.wishes.is_empty() => {
                Err("wishes: name the seats that you would accept; you will not get any other"
                    .to_owned())
            }
            Sides::Bid if self.bid.is_some() && self.wishes.is_empty() => {
                Err("wishes: name the seat that you bid for".to_owned())
            }
            Sides::Choice | Sides::Lot | Sides::Preference if self.bid.is_some() => {
                Err("bid: this game does not assign seats by bids".to_owned())
            }
            Sides::Choice | Sides::Lot | Sides::Bid | Sides::Preference => Ok(()),
        }
    }
}

fn version(given: u32) -> Result<(), String> {
    if given == VERSION {
        Ok(())
    } else {
        Err(format!("this program does not know protocol version {given}"))
    }
}

/// The joins in the order of their turns, as indices into `joins`: by bid where seats are given by bids, and by lot
/// among equals. The ticket of a join is HMAC-SHA-256 with the secret over the lines `tabella/1 join`, the game, the
/// digest of the invitation, the digests of all joins in ascending order, and its own digest; the lowest ticket comes
/// first.
pub fn turns(
    invitation: &Invitation,
    digest: Digest,
    secret: &Secret,
    joins: &[(Digest, Join)],
) -> Vec<usize> {
    let mut all: Vec<Digest> = joins.iter().map(|(digest, _)| *digest).collect();
    all.sort_unstable();
    let mut lines =
        vec!["tabella/1 join".to_owned(), invitation.invitation.clone(), digest.to_string()];
    lines.extend(all.iter().map(Digest::to_string));
    let ticket = |own: &Digest| {
        let mut lines = lines.clone();
        lines.push(own.to_string());
        keyed(secret, &lines)
    };
    let mut order: Vec<usize> = (0..joins.len()).collect();
    order.sort_by_cached_key(|at| {
        let (own, join) = &joins[*at];
        let bid = join.bid.filter(|_| invitation.sides == Sides::Bid).unwrap_or(0);
        (Reverse(bid), ticket(own))
    });
    order
}

/// The seats that the joins get, as places in the list of joins. In the order of the lot, each join takes the first
/// seat of its wishes that is free; if seats are given by lot alone, the first that is free. Then the joins that have
/// no seat take, in the same order, the first that is left, except where seats are given by choice. Joins that come too
/// late for a seat stand by.
///
/// # Errors
/// The seats that nobody takes.
pub fn seated(
    invitation: &Invitation,
    turns: &[usize],
    joins: &[(Digest, Join)],
) -> Result<BTreeMap<String, usize>, Vec<String>> {
    let mut given: BTreeMap<String, usize> = BTreeMap::new();
    let free = |given: &BTreeMap<String, usize>, wishes: &[String]| {
        wishes.iter().find(|seat| !given.contains_key(*seat)).cloned()
    };
    if invitation.sides != Sides::Lot {
        for at in turns {
            if let Some(seat) = free(&given, &joins[*at].1.wishes) {
                given.insert(seat, *at);
            }
        }
    }
    if invitation.sides != Sides::Choice {
        for at in turns {
            let seated = given.values().any(|other| other == at);
            if let Some(seat) = free(&given, &invitation.seats).filter(|_| !seated) {
                given.insert(seat, *at);
            }
        }
    }
    let lacking: Vec<String> =
        invitation.seats.iter().filter(|seat| !given.contains_key(*seat)).cloned().collect();
    if lacking.is_empty() { Ok(given) } else { Err(lacking) }
}

#[cfg(test)]
#[path = "invitation_tests.rs"]
mod tests;
