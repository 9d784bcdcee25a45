//! The page of a tournament: its table, and every round with its games.

use crate::club::Game;
use crate::club::tournament::{Line, Progress, Table, Tournament, standings};
use record::PublicKey;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The values on a tournament's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cup {
    /// Its id, which is its page's name.
    pub id: String,
    pub name: String,
    pub title_name: String,
    /// The system by which rounds are drawn, as one word.
    pub system: String,
    /// The seed of the lots.
    pub seed: String,
    /// The number of rounds drawn so far.
    pub drawn: usize,
    pub rounds: usize,
    pub tie_breaks: Vec<&'static str>,
    /// The standings, the leader first.
    pub table: Vec<Line>,
    /// Names to show, by the words of the file.
    pub names: BTreeMap<String, String>,
    /// The pages of those who sit in a game that is shown, by the words of the file.
    pub pages: BTreeMap<String, String>,
    /// The rounds, the newest first.
    pub played: Vec<Drawn>,
    /// Games that do not count, and why.
    pub faults: Vec<String>,
}

/// A round as its page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drawn {
    /// The number of the round, from 1.
    pub number: usize,
    pub games: Vec<CupGame>,
    pub byes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CupGame {
    pub game: String,
    /// True if it has a page here.
    pub page: bool,
    /// The two, by the words of the file.
    pub players: [String; 2],
    pub result: &'static str,
}

pub fn cup(tournament: &Tournament, games: &[Game]) -> Cup {
    let progress = Progress::of(tournament, games);
    let ids: BTreeSet<&str> = games.iter().map(|game| game.id.as_str()).collect();
    let pair = |one: &crate::club::tournament::Pairing| CupGame {
        game: one.game.clone(),
        page: ids.contains(one.game.as_str()),
        players: one.players.clone(),
        result: match progress.tables[&one.game] {
            Table::Unopened => "not begun",
            Table::Running => "running",
            Table::Decided(points) => match points.first.cmp(&points.second) {
                std::cmp::Ordering::Greater => "1 – 0",
                std::cmp::Ordering::Less => "0 – 1",
                std::cmp::Ordering::Equal => "½ – ½",
            },
        },
    };
    let rounds = tournament.played.iter().enumerate().map(|(at, round)| Drawn {
        number: at + 1,
        games: round.games.iter().map(pair).collect(),
        byes: round.byes.clone(),
    });
    let title = games.iter().find(|game| game.title == tournament.title);
    let label = |player: &crate::club::tournament::Player| {
        (player.player.clone(), player.name.clone().unwrap_or_else(|| player.player.clone()))
    };
    let pages = crate::club::pages(games);
    let page = |player: &crate::club::tournament::Player| {
        let page = pages.get(&PublicKey::parse(&player.key).ok()?.fingerprint())?;
        Some((player.player.clone(), page.clone()))
    };
    Cup {
        id: tournament.tournament.clone(),
        name: tournament.name.clone(),
        title_name: title.map_or_else(|| tournament.title.clone(), |game| game.title_name.clone()),
        system: tournament.system.words().to_owned(),
        seed: tournament.seed.clone(),
        drawn: tournament.played.len(),
        rounds: tournament.length(),
        tie_breaks: tournament.tie_breaks.iter().map(|tie| tie.word()).collect(),
        table: standings(tournament, &progress),
        names: tournament.players.iter().map(label).collect(),
        pages: tournament.players.iter().filter_map(page).collect(),
        played: rounds.rev().collect(),
        faults: progress.faults.clone(),
    }
}
