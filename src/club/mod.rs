//! A club, as the public records of its games tell of it: games, people, results. Pure.

mod handicap;
mod people;
mod ratings;
mod standings;
pub mod tournament;

pub use handicap::{Handicap, Measured, handicaps};
pub use people::{Fate, Person, Played, pages, people};
pub use ratings::{List, Rated, ratings};
pub use standings::{Standing, standings};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A game, as its public records tell it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// Its id, which is its folder on the site.
    pub id: String,
    /// Its title's slug, for the archive.
    pub title: String,
    pub title_name: String,
    pub scenario: String,
    /// The slug of the scenario.
    pub opening: String,
    /// The seats, in the charter's order, with the players who hold them now.
    pub seats: Vec<Seat>,
    /// Earlier players of the seats, in the order in which they left.
    pub former: Vec<Former>,
    /// Keys that the same person replaced, by a change that the old key signed: old and new.
    pub replaced: Vec<(String, String)>,
    /// Its records, from the opening on.
    pub records: Vec<Record>,
    /// The seats that are asked now, each once; none after the end of the game.
    pub asked: Vec<String>,
    /// When the orders of the open phase are due; none without a schedule.
    pub deadline: Option<DateTime<Utc>>,
    /// Seats that nobody plays.
    pub vacant: Vec<String>,
    /// Seats whose player has missed so many phases in a row that they count as vacant by the charter.
    #[serde(default)]
    pub missing: Vec<String>,
    pub outcome: Option<GameResult>,
    /// The seats by place, the best first, where the title ranks them; else empty.
    pub placing: Vec<Vec<String>>,
    /// Digest of the first record.
    pub start: String,
    /// Digest of the newest.
    pub head: String,
    /// The charter's delay before others may see the game, if they may not see all of it yet.
    pub delay: Option<String>,
    /// The version of the program that says all this of the records.
    pub told_by: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// Its name in the charter.
    pub seat: String,
    pub side: String,
    /// The player's name; the seat's where the charter has none.
    pub name: String,
    /// The fingerprint of the player's key: who it is, whatever the name. The program has no key that would be the same
    /// in two games; for it, this names which of its players it is.
    pub key: String,
    /// True if the program plays it.
    pub program: bool,
}

/// Somebody who left a seat before the game was over: another took it over, or nobody did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Former {
    pub seat: Seat,
    /// The record with which they left.
    pub with: u32,
}

/// The facts that a public record states about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the game, from 0.
    pub number: u32,
    /// The name of its page and its map, without an ending.
    pub page: String,
    pub headline: String,
    pub opened: DateTime<Utc>,
    pub sealed: DateTime<Utc>,
    pub asked: Vec<String>,
    pub absent: Vec<String>,
}

/// The end of a game, from its public record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The side that won; none if drawn.
    pub winner: Option<String>,
    /// The reason, as one word.
    pub reason: String,
}

/// The name of a person's page, by their key. It has only characters that are allowed in every file system and address.
/// The beginning of a key is enough; the names of the program's players differ at their ends.
pub fn page_of(key: &str) -> String {
    if key.starts_with("program ") {
        return key.replace(' ', "-");
    }
    let name: String = key.chars().filter(char::is_ascii_alphanumeric).take(24).collect();
    name.to_lowercase()
}

impl Game {
    /// The newest record of the game; none before the opening.
    pub fn newest(&self) -> Option<&Record> {
        self.records.last()
    }

    /// Seats that want a player while it goes on: those that nobody plays, and those that count as vacant.
    pub fn wanted(&self) -> impl Iterator<Item = &String> {
        let open = self.outcome.is_none();
        let missing = self.missing.iter().filter(|seat| !self.vacant.contains(seat));
        self.vacant.iter().chain(missing).filter(move |_| open)
    }

    /// The number of records in a row, up to the newest, that a seat has missed. Records in which it was asked nothing
    /// do not count.
    pub fn missed_in_a_row(&self, seat: &str) -> u32 {
        let named = |names: &[String]| names.iter().any(|name| name == seat);
        let asked = self.records.iter().rev().filter(|record| named(&record.asked));
        let missed = asked.take_while(|record| named(&record.absent)).count();
        u32::try_from(missed).expect("fewer than 2^32 records")
    }

    /// When it ended; none while it goes on.
    pub fn ended(&self) -> Option<DateTime<Utc>> {
        self.newest().filter(|_| self.outcome.is_some()).map(|record| record.sealed)
    }

    /// The player of a seat at the time of a record.
    pub fn holder(&self, seat: &str, record: u32) -> Option<&Seat> {
        let gone = self.former.iter().find(|one| one.seat.seat == seat && record < one.with);
        gone.map(|one| &one.seat).or_else(|| self.seats.iter().find(|one| one.seat == seat))
    }
}

#[cfg(test)]
mod tests {
    use super::page_of;

    #[test]
    fn each_player_of_the_program_has_a_page_of_its_own() {
        assert_eq!(page_of("program de-bello-punico strong 2"), "program-de-bello-punico-strong-2");
        assert_eq!(page_of("SHA256:Ab+/0123456789abcdefghijklmnop"), "sha256ab0123456789abcdef");
    }
}
