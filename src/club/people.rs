//! People, as the records know them: a key each, and names as labels.

use super::{Game, Seat};
use chrono::TimeDelta;
use serde::Serialize;
use std::collections::BTreeMap;

/// A player, with all their games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Person {
    /// The fingerprint of their key, the newest where they replaced it.
    pub key: String,
    /// The newest name under which a charter knows them.
    pub name: String,
    pub page: String,
    /// True if it is the program.
    pub program: bool,
    /// Their games, in the order of ids.
    pub games: Vec<Played>,
    /// Questions that were put to them in finished phases.
    pub asked: u32,
    /// Of these, those that they missed.
    pub missed: u32,
    /// Seats that they left before the game was over.
    pub left: u32,
    /// Phases that waited for them alone, and that they did not miss.
    pub alone: u32,
    /// The average time of these, in minutes, rounded down; none without such a phase.
    pub answer: Option<i64>,
}

/// One game of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    pub game: String,
    pub title_name: String,
    pub seat: String,
    pub result: Fate,
}

/// The result of a game for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    Running,
    /// The seat's side won.
    Won,
    /// Another side won.
    Lost,
    /// No side won.
    Drawn,
    /// They left it before it was over.
    Left,
}

impl Fate {
    /// True if the game is over, with a result for them.
    pub const fn over(self) -> bool {
        match self {
            Self::Won | Self::Lost | Self::Drawn => true,
            Self::Running | Self::Left => false,
        }
    }
}

/// For each key that was replaced, the key that replaced it.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys(BTreeMap<String, String>);

impl Keys {
    pub(super) fn of(games: &[Game]) -> Self {
        Self(games.iter().flat_map(|game| game.replaced.iter().cloned()).collect())
    }

    /// The newest key of whoever used this one. If somebody goes back to an old key, the search ends there.
    pub(super) fn newest<'a>(&'a self, key: &'a str) -> &'a str {
        let mut newest = key;
        for _ in 0..self.0.len() {
            match self.0.get(newest) {
                Some(next) if next != key => newest = next,
                _ => break,
            }
        }
        newest
    }
}

/// The name of the page of each key's owner, for every key of these games.
pub fn pages(games: &[Game]) -> BTreeMap<String, String> {
    let keys = Keys::of(games);
    let seats = games
        .iter()
        .flat_map(|game| game.seats.iter().chain(game.former.iter().map(|one| &one.seat)));
    seats.map(|seat| (seat.key.clone(), super::page_of(keys.newest(&seat.key)))).collect()
}

/// Everybody who sits or sat in these games, by key.
pub fn people(games: &[Game]) -> BTreeMap<String, Person> {
    let keys = Keys::of(games);
    let mut people: BTreeMap<String, Person> = BTreeMap::new();
    let mut alone: BTreeMap<String, TimeDelta> = BTreeMap::new();
    for game in games {
        for former in &game.former {
            let person = meet(&mut people, &keys, &former.seat);
            person.left += 1;
            // Whoever leaves a seat to nobody keeps its result.
            if !game.seats.contains(&former.seat) {
                person.games.push(played(game, &former.seat, Fate::Left));
            }
        }
        for seat in &game.seats {
            let person = meet(&mut people, &keys, seat);
            person.name = called(game, seat);
            person.games.push(played(game, seat, fate(game, seat)));
        }
        for record in &game.records {
            for asked in &record.asked {
                let Some(holder) = game.holder(asked, record.number) else { continue };
                let key = keys.newest(&holder.key).to_owned();
                let person = meet(&mut people, &keys, holder);
                let missed = record.absent.contains(asked);
                person.asked += 1;
                person.missed += u32::from(missed);
                if record.asked.len() == 1 && !missed {
                    person.alone += 1;
                    *alone.entry(key).or_default() += record.sealed - record.opened;
                }
            }
        }
    }
    for (key, total) in alone {
        let person = people.get_mut(&key).expect("a person who answered has already been entered");
        person.answer = total.num_minutes().checked_div(i64::from(person.alone));
    }
    people
}

/// The name of a player outside their game. The program counts as another player for each title and each version.
fn called(game: &Game, seat: &Seat) -> String {
    let version = seat.key.rsplit_once(' ').filter(|_| seat.program);
    match version {
        Some((_, version)) => format!("{}, version {version} ({})", seat.name, game.title_name),
        None => seat.name.clone(),
    }
}

/// The person in a seat, added if not yet known.
fn meet<'a>(people: &'a mut BTreeMap<String, Person>, keys: &Keys, seat: &Seat) -> &'a mut Person {
    let key = keys.newest(&seat.key);
    people.entry(key.to_owned()).or_insert_with(|| Person {
        key: key.to_owned(),
        name: seat.name.clone(),
        page: super::page_of(key),
        program: seat.program,
        games: Vec::new(),
        asked: 0,
        missed: 0,
        left: 0,
        alone: 0,
        answer: None,
    })
}

fn played(game: &Game, seat: &Seat, result: Fate) -> Played {
    Played {
        game: game.id.clone(),
        title_name: game.title_name.clone(),
        seat: seat.seat.clone(),
        result,
    }
}

/// The result of a game for the present player of a seat.
pub(super) fn fate(game: &Game, seat: &Seat) -> Fate {
    match game.outcome.as_ref().map(|outcome| outcome.winner.as_ref()) {
        None => Fate::Running,
        Some(None) => Fate::Drawn,
        // The winner is a side, or one seat of it.
        Some(Some(winner)) if *winner == seat.side || *winner == seat.seat => Fate::Won,
        Some(Some(_)) => Fate::Lost,
    }
}
