//! Data for other programs and for the search: one list of all games and people.

use super::{Club, Cup, shown};
use crate::club::{Game, GameResult, Person, Seat};
use chrono::{DateTime, Utc};
use serde::Serialize;
use std::collections::BTreeMap;

/// The list for programs.
#[derive(Serialize)]
struct Data<'a> {
    club: &'a Club,
    games: Vec<Short<'a>>,
    players: &'a BTreeMap<String, Person>,
}

/// A game in a line of it; its own file has the rest.
#[derive(Serialize)]
struct Short<'a> {
    id: &'a str,
    title: &'a str,
    opening: &'a str,
    seats: &'a [Seat],
    asked: &'a [String],
    deadline: Option<DateTime<Utc>>,
    outcome: Option<&'a GameResult>,
    start: &'a str,
    head: &'a str,
    records: usize,
    sealed: Option<DateTime<Utc>>,
}

impl<'a> Short<'a> {
    fn of(game: &'a Game) -> Self {
        let Game { id, title, opening, seats, asked, deadline, outcome, start, head, .. } = game;
        let (records, sealed) = (game.records.len(), game.newest().map(|record| record.sealed));
        let (deadline, outcome) = (*deadline, outcome.as_ref());
        Self { id, title, opening, seats, asked, deadline, outcome, start, head, records, sealed }
    }
}

/// All games and people for programs, as JSON.
pub(super) fn list(games: &[Game], people: &BTreeMap<String, Person>, club: &Club) -> String {
    let data = Data { club, games: games.iter().map(Short::of).collect(), players: people };
    serde_json::to_string(&data).expect("plain data") + "\n"
}

/// The index of the site's search: path, name, and words.
pub(super) fn index(games: &[Game], people: &BTreeMap<String, Person>, cups: &[Cup]) -> String {
    let mut entries: Vec<[String; 3]> = Vec::new();
    for cup in cups {
        let path = format!("tournaments/{}.html", cup.id);
        entries.push([path, cup.name.clone(), format!("tournament, {}", cup.title_name)]);
    }
    for game in games {
        let told = shown::Shown::of(game);
        let state = told.state();
        let about = format!("{}, {}, {}; {state}", game.title_name, game.scenario, game.id);
        entries.push([format!("games/{}/index.html", game.id), shown::versus(game), about]);
    }
    for person in people.values() {
        let games = person.games.len();
        let about = format!("player, {games} {}", if games == 1 { "game" } else { "games" });
        entries.push([format!("players/{}.html", person.page), person.name.clone(), about]);
    }
    format!(
        "globalThis.tabellaIndex = {};\n",
        serde_json::to_string(&entries).expect("plain data").replace("</", "<\\/")
    )
}
