//! Ratings, from finished games alone: each title's own, and one over all.

use super::people::{Fate, Keys, fate};
use super::{Game, Seat, people};
use chrono::{Datelike, Months, NaiveDate};
use rating::{Rating, Score};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Months that a rating is carried on without a game: by then it is as unsure as it can be.
const MONTHS_MAX: u32 = 1200;

/// The ratings of one title, or over all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct List {
    /// The title's slug; none over all.
    pub title: Option<String>,
    pub name: String,
    /// The players who have finished a game against somebody else, the strongest first.
    pub lines: Vec<Rated>,
}

/// A line of the ratings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rated {
    /// Place from 1; people with the same shown points share one.
    pub place: usize,
    pub name: String,
    /// The fingerprint of their key.
    pub key: String,
    pub page: String,
    /// True if it is the program.
    pub program: bool,
    /// Points as they are shown, rounded, halves away from zero.
    pub points: i64,
    /// Deviation as it is shown, rounded likewise.
    pub deviation: i64,
    /// The rating before it is rounded for the list.
    pub exact: Rating,
    /// Finished games that counted.
    pub games: usize,
    /// Won results: one for each opponent in each game.
    pub won: usize,
    /// Drawn results, counted likewise.
    pub drawn: usize,
    /// Lost results, counted likewise.
    pub lost: usize,
}

/// The scores of a finished game between each two people who were opponents in it: two keys, and the score of the
/// first. A person who holds several seats does not play against themselves. A seat that was left counts for its new
/// player; if nobody took it over, for the one who left it.
fn duels(game: &Game) -> Vec<(&str, &str, Score)> {
    let mut duels = Vec::new();
    for (at, one) in game.seats.iter().enumerate() {
        for other in &game.seats[at + 1..] {
            if let Some(score) = score(game, one, other).filter(|_| one.key != other.key) {
                duels.push((one.key.as_str(), other.key.as_str(), score));
            }
        }
    }
    duels
}

/// By place where the title ranks its seats; else by sides, and those of one side are no opponents.
fn score(game: &Game, one: &Seat, other: &Seat) -> Option<Score> {
    game.outcome.as_ref()?;
    let place = |seat: &Seat| game.placing.iter().position(|place| place.contains(&seat.seat));
    if let (Some(first), Some(second)) = (place(one), place(other)) {
        return Some(match first.cmp(&second) {
            std::cmp::Ordering::Less => Score::Won,
            std::cmp::Ordering::Equal => Score::Drawn,
            std::cmp::Ordering::Greater => Score::Lost,
        });
    }
    match (fate(game, one), fate(game, other)) {
        _ if one.side == other.side => None,
        (Fate::Won, Fate::Lost) => Some(Score::Won),
        (Fate::Lost, Fate::Won) => Some(Score::Lost),
        // Neither won: drawn, or a third side did.
        (Fate::Drawn, Fate::Drawn) | (Fate::Lost, Fate::Lost) => Some(Score::Drawn),
        (Fate::Running | Fate::Won | Fate::Lost | Fate::Drawn | Fate::Left, _) => None,
    }
}

/// The ratings over all games, and then of each title, by the titles' names. A rating period is a calendar month in UTC, and a
/// game belongs to the month in which its last record was sealed.
pub fn ratings(games: &[Game]) -> Vec<List> {
    let all: Vec<&Game> = games.iter().filter(|game| game.ended().is_some()).collect();
    let mut titles: BTreeMap<(&str, &str), Vec<&Game>> = BTreeMap::new();
    for game in &all {
        titles.entry((&game.title_name, &game.title)).or_default().push(game);
    }
    let people = people(games);
    let keys = Keys::of(games);
    let last = all.iter().filter_map(|game| month(game)).max();
    let list = |title: Option<&str>, name: &str, games: &[&Game]| List {
        title: title.map(str::to_owned),
        name: name.to_owned(),
        lines: lines(games, &people, &keys, last),
    };
    let mut lists = vec![list(None, "All titles", &all)];
    lists.extend(titles.iter().map(|((name, slug), games)| list(Some(slug), name, games)));
    lists.retain(|list| !list.lines.is_empty());
    lists
}

/// The first day of the month in which a game ended.
fn month(game: &Game) -> Option<NaiveDate> {
    game.ended().and_then(|at| at.date_naive().with_day(1))
}

#[derive(Default)]
struct Tally {
    rating: Rating,
    games: usize,
    scores: BTreeMap<Score, usize>,
}

/// The ratings, month by month up to the last one in which any game ended, for everybody who has played by then.
fn lines(
    games: &[&Game],
    people: &BTreeMap<String, super::Person>,
    keys: &Keys,
    last: Option<NaiveDate>,
) -> Vec<Rated> {
    let mut months: BTreeMap<NaiveDate, Vec<&Game>> = BTreeMap::new();
    for game in games {
        months
            .entry(month(game).expect("the list contains only finished games"))
            .or_default()
            .push(game);
    }
    let (Some(mut now), Some(last)) = (months.keys().next().copied(), last) else {
        return Vec::new();
    };
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for _ in 0..MONTHS_MAX {
        one_month(&mut tallies, keys, months.get(&now).map_or(&[], Vec::as_slice));
        match now.checked_add_months(Months::new(1)) {
            Some(next) if next <= last => now = next,
            _ => break,
        }
    }
    table(tallies, people)
}

fn one_month(tallies: &mut BTreeMap<String, Tally>, keys: &Keys, games: &[&Game]) {
    let mut results: BTreeMap<String, Vec<(String, Score)>> = BTreeMap::new();
    for game in games {
        let mut met: BTreeSet<&str> = BTreeSet::new();
        for (one, other, score) in duels(game) {
            let (one, other) = (keys.newest(one), keys.newest(other));
            if one == other {
                continue;
            }
            met.extend([one, other]);
            results.entry(one.to_owned()).or_default().push((other.to_owned(), score));
            results.entry(other.to_owned()).or_default().push((one.to_owned(), score.turned()));
        }
        for key in met {
            tallies.entry(key.to_owned()).or_default().games += 1;
        }
    }
    let before: BTreeMap<String, Rating> =
        tallies.iter().map(|(key, tally)| (key.clone(), tally.rating)).collect();
    for (key, tally) in tallies {
        let mut met = results.remove(key).unwrap_or_default();
        // Sums of fractions depend on their order, so it is always the same.
        met.sort();
        for (_, score) in &met {
            *tally.scores.entry(*score).or_default() += 1;
        }
        let met: Vec<_> = met.iter().map(|(other, score)| (before[other], *score)).collect();
        tally.rating = rating::period(tally.rating, &met);
    }
}

fn table(tallies: BTreeMap<String, Tally>, people: &BTreeMap<String, super::Person>) -> Vec<Rated> {
    let mut lines: Vec<Rated> = tallies
        .into_iter()
        .map(|(key, tally)| {
            let person = &people[&key];
            let of = |score| tally.scores.get(&score).copied().unwrap_or(0);
            Rated {
                place: 0,
                name: person.name.clone(),
                page: person.page.clone(),
                program: person.program,
                points: shown(tally.rating.points),
                deviation: shown(tally.rating.deviation),
                exact: tally.rating,
                games: tally.games,
                won: of(Score::Won),
                drawn: of(Score::Drawn),
                lost: of(Score::Lost),
                key,
            }
        })
        .collect();
    lines.sort_by(|a, b| {
        (b.points, a.deviation, &a.name, &a.key).cmp(&(a.points, b.deviation, &b.name, &b.key))
    });
    let mut above: Option<(usize, i64)> = None;
    for (at, line) in lines.iter_mut().enumerate() {
        line.place = above.filter(|(_, points)| *points == line.points).map_or(at + 1, |it| it.0);
        above = Some((line.place, line.points));
    }
    lines
}

/// Thousandths in whole points, halves away from zero.
fn shown(thousandths: i64) -> i64 {
    (thousandths + 500 * thousandths.signum()) / 1000
}
