//! The table of a club: finished games only, the most wins first.

use super::people::{Fate, Person};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    pub name: String,
    pub page: String,
    /// Place from 1; equal results share one.
    pub place: usize,
    /// Games that have ended, with a result.
    pub games: usize,
    pub won: usize,
    pub lost: usize,
    pub drawn: usize,
    /// Questions answered in time, in percent, rounded down; none if nobody asked.
    pub in_time: Option<u32>,
}

/// The table: by wins, then by fewer losses, then by draws; ties by name and key. Who has finished no game is not in it.
pub fn standings(people: &BTreeMap<String, Person>) -> Vec<Standing> {
    let mut lines: Vec<(&str, Standing)> = people
        .values()
        .map(|person| {
            let count = |fate| person.games.iter().filter(|game| game.result == fate).count();
            let (won, lost, drawn) = (count(Fate::Won), count(Fate::Lost), count(Fate::Drawn));
            let answered = person.asked.saturating_sub(person.missed);
            let line = Standing {
                name: person.name.clone(),
                page: person.page.clone(),
                place: 0,
                games: won + lost + drawn,
                won,
                lost,
                drawn,
                in_time: (answered * 100).checked_div(person.asked),
            };
            (person.key.as_str(), line)
        })
        .filter(|(_, line)| line.games > 0)
        .collect();
    let rank = |line: &Standing| (Reverse(line.won), line.lost, Reverse(line.drawn));
    lines.sort_by(|(key, line), (other, that)| {
        (rank(line), &line.name, key).cmp(&(rank(that), &that.name, other))
    });
    let mut table: Vec<Standing> = Vec::new();
    for (at, (_, mut line)) in lines.into_iter().enumerate() {
        let shared = table.last().filter(|last| rank(last) == rank(&line)).map(|last| last.place);
        line.place = shared.unwrap_or(at + 1);
        table.push(line);
    }
    table
}
