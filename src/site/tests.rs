//! A club by hand.

use super::*;
use crate::club::{Fate, GameResult, Record, Seat};
use chrono::TimeZone;

fn game(id: &str, outcome: Option<&str>) -> Game {
    let seat = |seat: &str, key: &str, name: &str| Seat {
        seat: seat.to_owned(),
        side: seat.to_owned(),
        name: name.to_owned(),
        key: key.to_owned(),
        program: false,
    };
    let record = |number: u32, absent: &[&str]| Record {
        number,
        page: format!("{number:04}"),
        headline: format!("turn <{number}>"),
        opened: Utc.with_ymd_and_hms(2026, 4, number.max(1), 18, 0, 0).unwrap(),
        sealed: Utc.with_ymd_and_hms(2026, 4, 1 + number, 18, 0, 0).unwrap(),
        asked: if number == 0 { Vec::new() } else { vec!["rome".to_owned()] },
        absent: absent.iter().map(|seat| (*seat).to_owned()).collect(),
    };
    Game {
        id: id.to_owned(),
        title: "punica".to_owned(),
        title_name: "Punica".to_owned(),
        scenario: "The war".to_owned(),
        opening: "war".to_owned(),
        former: Vec::new(),
        replaced: Vec::new(),
        placing: Vec::new(),
        vacant: Vec::new(),
        missing: Vec::new(),
        delay: None,
        told_by: String::new(),
        seats: vec![seat("rome", "KEY1", "Flavia & Co"), seat("carthage", "KEY2", "Tomasz")],
        records: vec![record(0, &[]), record(1, &[]), record(2, &["rome"])],
        asked: vec!["rome".to_owned()],
        deadline: None,
        outcome: outcome.map(|winner| GameResult {
            winner: (winner != "nobody").then(|| winner.to_owned()),
            reason: "influence".to_owned(),
        }),
        start: "aa".repeat(32),
        head: "bb".repeat(32),
    }
}

fn club(url: Option<&str>) -> Club {
    Club {
        name: "The <Ticinus> Club".to_owned(),
        url: url.map(str::to_owned),
        replays: ["one".to_owned()].into(),
        pictures: false,
    }
}

fn reporter() -> Reporter {
    Reporter::layered(crate::report::Language::English, |_| Ok(None))
}

#[test]
fn people_are_keys_and_what_their_games_came_to() {
    let games = [game("one", None), game("three", Some("rome")), game("two", Some("nobody"))];
    let people = people(&games);
    let rome = &people["KEY1"];
    assert_eq!((rome.asked, rome.missed), (6, 3));
    let results: Vec<Fate> = rome.games.iter().map(|game| game.result).collect();
    assert_eq!(results, [Fate::Running, Fate::Won, Fate::Drawn]);
    let table = standings(&people);
    let lines: Vec<_> =
        table.iter().map(|line| (line.place, line.name.as_str(), line.won, line.in_time)).collect();
    assert_eq!(lines, [(1, "Flavia & Co", 1, Some(50)), (2, "Tomasz", 0, None)]);
}

#[test]
fn seats_that_nobody_plays_and_those_of_players_long_missing_want_a_player() {
    let mut running = game("one", None);
    assert_eq!((running.missed_in_a_row("rome"), running.missed_in_a_row("carthage")), (1, 0));
    running.missing = vec!["rome".to_owned()];
    running.vacant = vec!["carthage".to_owned(), "rome".to_owned()];
    let seats: Vec<Value> =
        wanted(&[&running]).into_iter().map(|one| one["seat"].clone()).collect();
    assert_eq!(seats, ["carthage", "rome"], "each once");
    running.vacant.clear();
    assert_eq!(wanted(&[&running]).len(), 1);
    running.outcome = game("two", Some("rome")).outcome;
    assert_eq!(running.wanted().count(), 0, "a game that is over wants nobody");
}

#[test]
fn equal_results_share_a_place() {
    let table = standings(&people(&[game("two", Some("nobody"))]));
    assert_eq!(table.iter().map(|line| line.place).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn the_site_is_a_function_of_the_records_and_marks_nothing_up() {
    let games = [game("one", None), game("two", Some("carthage"))];
    let files = pages(&games, &[], &club(Some("https://club.example/")), &reporter()).unwrap();
    assert_eq!(
        files,
        pages(&games, &[], &club(Some("https://club.example/")), &reporter()).unwrap()
    );
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "archive/punica.html",
            "feed.atom",
            "find.js",
            "games.html",
            "games.json",
            "games/one/0003/report.html",
            "games/one/game.json",
            "games/one/index.html",
            "games/two/game.json",
            "games/two/index.html",
            "index.html",
            "index.js",
            "players.html",
            "players/key1.html",
            "players/key2.html",
            "ratings.html",
            "search.html",
            "search.js",
            "site.css"
        ]
    );
    for (name, text) in
        files.iter().filter(|(name, _)| name.ends_with("html") || name.ends_with("atom"))
    {
        assert!(!text.contains("<Ticinus>") && !text.contains("turn <"), "{name}: {text}");
    }
    assert!(files["index.html"].contains("turn &lt;2&gt;"), "{}", files["index.html"]);
    assert!(files["feed.atom"].starts_with("<?xml"), "{}", files["feed.atom"]);
    assert!(!pages(&games, &[], &club(None), &reporter()).unwrap().contains_key("feed.atom"));
}

#[test]
fn every_link_of_the_site_leads_somewhere() {
    let games = [game("one", None), game("two", Some("carthage"))];
    let files = pages(&games, &[], &club(Some("https://club.example/")), &reporter()).unwrap();
    let mut followed = 0;
    for (name, text) in files.iter().filter(|(name, _)| name.strip_suffix(".html").is_some()) {
        for link in text
            .split("href=\"")
            .chain(text.split("src=\""))
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
        {
            if link.starts_with(['#', '<']) || link.contains("://") {
                continue;
            }
            let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
            let mut path: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
            for part in link.split('#').next().unwrap_or("").split('/') {
                if part == ".." {
                    path.pop();
                } else {
                    path.push(part);
                }
            }
            let path = path.join("/");
            // Beside what is told here: the records' own pages, and the page of `one` step by step.
            let beside = path.starts_with("games/") && path.split('/').count() == 4
                || path == format!("games/one/{REPLAY}");
            assert!(beside || files.contains_key(&path), "{name} links to {link}");
            followed += 1;
        }
    }
    assert!(followed > 20, "{followed}");
}
