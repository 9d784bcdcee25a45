//! Lists that grow with a club: archive, running games, standings, a player's games. Long ones are told in parts.

use super::shown::{self, Shown};
use crate::club::{Game, List, Person, Played, Rated};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Lines of one page of a list; the newest page of an archive has up to twice as many.
const LINES: usize = 250;

/// A part of a long list, with the page that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part<'a, T> {
    /// Its page, in the folder of the list.
    pub(super) file: String,
    pub(super) items: Vec<&'a T>,
    /// Its place among the pages, from 0.
    at: usize,
    /// All pages of the list.
    files: Vec<String>,
}

impl<T> Part<'_, T> {
    pub(super) const fn first(&self) -> bool {
        self.at == 0
    }

    /// The pages of the list and which of them this is, as templates need it; none if there is but one.
    pub(super) fn told(&self) -> Option<Value> {
        (self.files.len() > 1).then(|| json!({"at": self.at, "files": self.files}))
    }
}

/// A list in parts, from its beginning on.
pub(super) fn onward<'a, T>(name: &str, all: &'a [T]) -> Vec<Part<'a, T>> {
    let mut chunks: Vec<Vec<&T>> = all.chunks(LINES).map(|chunk| chunk.iter().collect()).collect();
    if chunks.is_empty() {
        chunks.push(Vec::new());
    }
    let files = (1..=chunks.len()).map(|number| match number {
        1 => format!("{name}.html"),
        number => format!("{name}.{number}.html"),
    });
    parts(&files.collect::<Vec<_>>(), chunks)
}

/// A list that grows at its end, in parts, the newest first. Only the page of the newest ever changes, because the
/// pages behind it are counted from the oldest on.
fn back<'a, T>(name: &str, all: &[&'a T]) -> Vec<Part<'a, T>> {
    let old = (all.len() / LINES).saturating_sub(1);
    let (older, newest) = all.split_at(old * LINES);
    let turned = |chunk: &[&'a T]| chunk.iter().rev().copied().collect::<Vec<&T>>();
    let mut chunks = vec![turned(newest)];
    chunks.extend(older.chunks(LINES).rev().map(turned));
    let files = std::iter::once(format!("{name}.html"))
        .chain((1..=old).rev().map(|number| format!("{name}.{number}.html")));
    parts(&files.collect::<Vec<_>>(), chunks)
}

fn parts<'a, T>(files: &[String], chunks: Vec<Vec<&'a T>>) -> Vec<Part<'a, T>> {
    let part = |(at, items): (usize, Vec<&'a T>)| Part {
        file: files[at].clone(),
        items,
        at,
        files: files.to_vec(),
    };
    chunks.into_iter().enumerate().map(part).collect()
}

/// A title in the archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Section {
    pub(super) title: String,
    pub(super) name: String,
    count: usize,
}

/// The titles of which games are over, by name.
pub(super) fn archive(games: &[Game]) -> Vec<Section> {
    let mut sections: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for game in games.iter().filter(|game| game.outcome.is_some()) {
        *sections.entry((&game.title_name, &game.title)).or_default() += 1;
    }
    let section = |((name, title), count): ((&str, &str), usize)| Section {
        title: title.to_owned(),
        name: name.to_owned(),
        count,
    };
    sections.into_iter().map(section).collect()
}

/// The finished games of a title in parts, those first that ended last.
pub(super) fn finished<'a>(games: &'a [Game], title: &str) -> Vec<Part<'a, Game>> {
    let mut over: Vec<&Game> =
        games.iter().filter(|game| game.title == title && game.outcome.is_some()).collect();
    over.sort_by_key(|game| (game.ended(), &game.id));
    back(title, &over)
}

/// A part of the archive by opening, with the results of its games.
pub(super) fn openings(part: &Part<'_, Game>) -> Vec<Value> {
    let mut openings: BTreeMap<&str, Vec<&Game>> = BTreeMap::new();
    for game in &part.items {
        openings.entry(&game.scenario).or_default().push(game);
    }
    let opening = |(name, games): (&str, Vec<&Game>)| {
        let mut wins: BTreeMap<&str, usize> = BTreeMap::new();
        let mut drawn = 0;
        for outcome in games.iter().filter_map(|game| game.outcome.as_ref()) {
            match &outcome.winner {
                Some(winner) => *wins.entry(winner).or_default() += 1,
                None => drawn += 1,
            }
        }
        let wins: Vec<Value> =
            wins.into_iter().map(|(side, count)| json!({"side": side, "count": count})).collect();
        let games: Vec<Shown<'_>> = games.into_iter().map(Shown::of).collect();
        json!({"name": name, "games": games, "wins": wins, "drawn": drawn})
    };
    openings.into_iter().map(opening).collect()
}

/// Seats of running games that want a player.
pub(super) fn wanted(running: &[&Game]) -> Vec<Value> {
    let line = |game: &Game, name: &String| {
        let seat = game.seats.iter().find(|seat| seat.seat == *name);
        let chair = seat.map_or_else(|| name.clone(), |seat| shown::chair(game, seat));
        let versus = shown::versus(game);
        json!({"game": game.id, "versus": versus, "title_name": game.title_name, "chair": chair})
    };
    let of = |game: &&Game| game.wanted().map(|seat| line(game, seat)).collect::<Vec<_>>();
    running.iter().flat_map(of).collect()
}

/// A person as their page tells of them, without their games, which come in parts.
pub(super) fn person(person: &Person) -> Value {
    json!({
        "name": person.name, "key": person.key, "program": person.program, "asked": person.asked,
        "missed": person.missed, "left": person.left, "answer": person.answer,
    })
}

/// Somebody's games in parts: those that go on, then those first that ended last.
pub(super) fn played<'a>(
    person: &'a Person,
    games: &BTreeMap<&str, &Game>,
) -> Vec<Part<'a, Played>> {
    let ended = |one: &Played| games[one.game.as_str()].ended();
    let (open, mut over): (Vec<&Played>, Vec<&Played>) =
        person.games.iter().partition(|one| ended(one).is_none());
    over.sort_by_key(|one| ended(one).map(|at: DateTime<Utc>| (at, &one.game, &one.seat)));
    let mut parts = back(&person.page, &over);
    if let Some(newest) = parts.first_mut() {
        newest.items.splice(0..0, open);
    }
    parts
}

pub(super) fn seat(game: &Game, one: &Played) -> Value {
    let seat = game.seats.iter().find(|seat| seat.seat == one.seat);
    let chair = seat.map_or_else(|| one.seat.clone(), |seat| shown::chair(game, seat));
    json!({
        "game": one.game, "versus": shown::versus(game), "title_name": one.title_name, "chair": chair,
        "result": one.result,
    })
}

pub(super) fn rated(list: &List) -> Value {
    let lines = &list.lines[..list.lines.len().min(LINES)];
    json!({"name": list.name, "lines": lines, "count": list.lines.len()})
}

/// The ratings of each, by key: the list's name with their line in it.
pub(super) fn by_key(ratings: &[List]) -> BTreeMap<&str, Vec<(&str, &Rated)>> {
    let mut by_key: BTreeMap<&str, Vec<(&str, &Rated)>> = BTreeMap::new();
    for list in ratings {
        for line in &list.lines {
            by_key.entry(&line.key).or_default().push((&list.name, line));
        }
    }
    by_key
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files<T>(parts: &[Part<'_, T>]) -> Vec<(String, usize)> {
        parts.iter().map(|part| (part.file.clone(), part.items.len())).collect()
    }

    fn of<'a>(parts: &[Part<'a, usize>], file: &str) -> Option<Vec<&'a usize>> {
        parts.iter().find(|part| part.file == file).map(|part| part.items.clone())
    }

    #[test]
    fn a_list_is_told_whole_and_each_line_once() {
        for count in [0, 1, LINES, LINES + 1, 2 * LINES - 1, 2 * LINES, 5 * LINES + 3] {
            let all: Vec<usize> = (0..count).collect();
            let onward = onward("games", &all);
            let told: Vec<usize> =
                onward.iter().flat_map(|part| &part.items).map(|at| **at).collect();
            assert_eq!(told, all);
            let back = back("punica", &all.iter().collect::<Vec<_>>());
            let told: Vec<usize> =
                back.iter().flat_map(|part| &part.items).map(|at| **at).collect();
            assert_eq!(told, all.iter().rev().copied().collect::<Vec<_>>());
            for parts in [onward, back] {
                assert!(parts[0].first() && parts[0].file.matches('.').count() == 1, "{parts:?}");
                assert!(parts.iter().skip(1).all(|part| !part.first() && part.told().is_some()));
            }
        }
    }

    #[test]
    fn what_is_added_to_an_archive_changes_its_newest_page_alone() {
        let all: Vec<usize> = (0..5 * LINES).collect();
        let before = back("punica", &all[..3 * LINES].iter().collect::<Vec<_>>());
        let after = back("punica", &all[..4 * LINES - 1].iter().collect::<Vec<_>>());
        assert_eq!(files(&before)[1..], files(&after)[1..]);
        assert_eq!(files(&after)[0], ("punica.html".to_owned(), 2 * LINES - 1));
        let next = back("punica", &all[..4 * LINES].iter().collect::<Vec<_>>());
        assert_eq!(of(&next, "punica.1.html"), of(&before, "punica.1.html"));
        assert!(of(&next, "punica.3.html").is_some());
    }
}
