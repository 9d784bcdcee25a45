//! People, as the records know them: a key each, and names as labels.

use super::{Game, Seat};
use serde::Serialize;
use std::collections::BTreeMap;

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Person {
    /// The fingerprint of their key.
    pub key: String,
    /// The newest name under which a charter knows them.
    pub name: String,
    /// The name of their page.
    pub page: String,
    /// Whether it is the program.
    pub program: bool,
    /// Their games, in the order of ids.
    pub games: Vec<Played>,
    /// Questions that were put to them in finished phases.
    pub asked: u32,
    /// Of these, those that they missed.
    pub missed: u32,
}

/// A game of somebody's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// The game's id.
    pub game: String,
    /// The title's name.
    pub title_name: String,
    /// Their seat.
    pub seat: String,
    /// What came of it.
    pub result: Fate,
}

/// What came of a game for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It goes on.
    Running,
    /// Its side won.
    Won,
    /// Another side won.
    Lost,
    /// Nobody won.
    Drawn,
}

/// Everybody who sits or sat in these games when they were last sealed, by key.
pub fn people(games: &[Game]) -> BTreeMap<String, Person> {
    let mut people: BTreeMap<String, Person> = BTreeMap::new();
    for game in games {
        for seat in &game.seats {
            let person = people.entry(seat.key.clone()).or_insert_with(|| Person {
                key: seat.key.clone(),
                name: seat.name.clone(),
                page: seat.page.clone(),
                program: seat.program,
                games: Vec::new(),
                asked: 0,
                missed: 0,
            });
            person.name.clone_from(&seat.name);
            person.games.push(Played {
                game: game.id.clone(),
                title_name: game.title_name.clone(),
                seat: seat.seat.clone(),
                result: fate(game, seat),
            });
            let count = |seats: &[String]| u32::from(seats.contains(&seat.seat));
            person.asked += game.records.iter().map(|record| count(&record.asked)).sum::<u32>();
            person.missed += game.records.iter().map(|record| count(&record.absent)).sum::<u32>();
        }
    }
    people
}

fn fate(game: &Game, seat: &Seat) -> Fate {
    match game.outcome.as_ref().map(|outcome| outcome.winner.as_ref()) {
        None => Fate::Running,
        Some(None) => Fate::Drawn,
        // The winner is a side, or one seat of it.
        Some(Some(winner)) if *winner == seat.side || *winner == seat.seat => Fate::Won,
        Some(Some(_)) => Fate::Lost,
    }
}
