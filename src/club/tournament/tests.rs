//! Draws against published tables, and tables against sums by hand.

use super::super::{Game, GameResult, Record, Seat};
use super::*;
use chrono::TimeZone;
use record::{PrivateKey, PublicKey};
use std::collections::BTreeMap;

fn key(at: usize) -> PublicKey {
    let mut seed = [3; 32];
    seed[..8].copy_from_slice(&(at as u64).to_le_bytes());
    PrivateKey::generate(&seed, "player").public().clone()
}

/// A tournament of so many players, `p1`, `p2`, ..., with these lines before the players.
fn tournament(players: usize, head: &str) -> Tournament {
    let mut text = format!(
        "tournament: autumn\nname: The Autumn Cup\ntitle: punica\nseats: [rome, carthage]\nseed: calends\nstart: listed\n{head}players:\n"
    );
    for at in 1..=players {
        let _ = writeln!(text, "- {{player: p{at}, key: '{}'}}", key(at));
    }
    Tournament::parse(text.as_bytes()).unwrap()
}

/// The game of a pair, won by a seat or drawn.
fn game(pairing: &Pairing, winner: Option<&str>) -> Game {
    let number = |word: &str| word.trim_start_matches('p').parse::<usize>().unwrap();
    let at = chrono::Utc.with_ymd_and_hms(2026, 5, 1, 0, 0, 0).unwrap();
    let seat = |(seat, word): (&str, &String)| Seat {
        seat: seat.to_owned(),
        side: seat.to_owned(),
        name: word.clone(),
        key: key(number(word)).fingerprint(),
        program: false,
    };
    Game {
        id: pairing.game.clone(),
        title: "punica".to_owned(),
        title_name: "Punica".to_owned(),
        scenario: "The war".to_owned(),
        opening: "war".to_owned(),
        seats: ["rome", "carthage"].into_iter().zip(&pairing.players).map(seat).collect(),
        former: Vec::new(),
        replaced: Vec::new(),
        records: vec![Record {
            number: 0,
            page: "0000".to_owned(),
            headline: String::new(),
            opened: at,
            sealed: at,
            asked: Vec::new(),
            absent: Vec::new(),
        }],
        asked: Vec::new(),
        deadline: None,
        outcome: Some(GameResult { winner: winner.map(str::to_owned), reason: "end".to_owned() }),
        placing: Vec::new(),
        vacant: Vec::new(),
        missing: Vec::new(),
        delay: None,
        told_by: String::new(),
        start: String::new(),
        head: String::new(),
    }
}

/// Plays a round, the winner of each game as `wins` says of the two.
fn play(
    tournament: &mut Tournament,
    games: &mut Vec<Game>,
    wins: impl Fn(&str, &str) -> Option<&'static str>,
) {
    let round = next(tournament, &Progress::of(tournament, games)).unwrap();
    for one in &round.games {
        games.push(game(one, wins(&one.players[0], &one.players[1])));
    }
    tournament.played.push(round);
}

fn pairs(round: &Round) -> Vec<(usize, usize)> {
    let number = |word: &String| word.trim_start_matches('p').parse().unwrap();
    round.games.iter().map(|one| (number(&one.players[0]), number(&one.players[1]))).collect()
}

type Rounds = &'static [&'static [(usize, usize)]];

/// The Berger tables for 3 or 4, 5 or 6, and 7 or 8 players, as FIDE publishes them (Handbook C.05, annex 1).
#[test]
fn a_round_robin_is_the_published_one() {
    let published: [(usize, Rounds); 3] = [
        (4, &[&[(1, 4), (2, 3)], &[(4, 3), (1, 2)], &[(2, 4), (3, 1)]]),
        (
            6,
            &[
                &[(1, 6), (2, 5), (3, 4)],
                &[(6, 4), (5, 3), (1, 2)],
                &[(2, 6), (3, 1), (4, 5)],
                &[(6, 5), (1, 4), (2, 3)],
                &[(3, 6), (4, 2), (5, 1)],
            ],
        ),
        (
            8,
            &[
                &[(1, 8), (2, 7), (3, 6), (4, 5)],
                &[(8, 5), (6, 4), (7, 3), (1, 2)],
                &[(2, 8), (3, 1), (4, 7), (5, 6)],
                &[(8, 6), (7, 5), (1, 4), (2, 3)],
                &[(3, 8), (4, 2), (5, 1), (6, 7)],
                &[(8, 7), (1, 6), (2, 5), (3, 4)],
                &[(4, 8), (5, 3), (6, 2), (7, 1)],
            ],
        ),
    ];
    for (players, rounds) in published {
        for field in [players, players - 1] {
            let mut cup = tournament(field, "system: round-robin\n");
            for (at, expected) in rounds.iter().enumerate() {
                let round = next(&cup, &Progress::of(&cup, &[])).unwrap();
                let there = |(one, other): &&(usize, usize)| *one <= field && *other <= field;
                let expected: Vec<_> = expected.iter().filter(there).copied().collect();
                assert_eq!(pairs(&round), expected, "{field} players, round {}", at + 1);
                assert_eq!(round.byes.len(), players - field);
                cup.played.push(round);
            }
            assert_eq!(next(&cup, &Progress::of(&cup, &[])), Err(Pause::Over));
        }
    }
}

/// Eight players of whom the lower number always wins, as in the examples of the Dutch system: the upper half meets the lower,
/// then winners meet winners likewise.
#[test]
fn a_swiss_draw_pairs_upper_and_lower_halves_of_those_who_stand_alike() {
    let mut cup = tournament(8, "system: swiss\nrounds: 3\n");
    let mut games = Vec::new();
    let lower = |first: &str, second: &str| Some(if first < second { "rome" } else { "carthage" });
    let plain = |round: &Round| {
        let mut all: Vec<_> = pairs(round).into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        all.sort_unstable();
        all
    };
    play(&mut cup, &mut games, lower);
    assert_eq!(plain(&cup.played[0]), [(1, 5), (2, 6), (3, 7), (4, 8)]);
    play(&mut cup, &mut games, lower);
    assert_eq!(plain(&cup.played[1]), [(1, 3), (2, 4), (5, 7), (6, 8)]);
    play(&mut cup, &mut games, lower);
    assert_eq!(plain(&cup.played[2]), [(1, 2), (3, 5), (4, 6), (7, 8)]);
    let progress = Progress::of(&cup, &games);
    assert_eq!(check(&cup, &progress), Vec::<String>::new());
    let firsts = progress.entrants(3);
    assert!(firsts.iter().all(|one| one.firsts.abs_diff(one.seconds) == 1), "{firsts:?}");
}

#[test]
fn nobody_meets_twice_and_everybody_sits_out_once_at_most() {
    for players in 4..=17 {
        let rounds = players / 2;
        let mut cup = tournament(players, &format!("system: swiss\nrounds: {rounds}\n"));
        let mut games = Vec::new();
        for round in 0..rounds {
            // Some rule that favours nobody.
            play(&mut cup, &mut games, |one, other| {
                [Some("rome"), None, Some("carthage")]
                    [(one.len() + other.len() * 2 + round + usize::from(one.as_bytes()[1])) % 3]
            });
        }
        let entrants = Progress::of(&cup, &games).entrants(rounds);
        for entrant in &entrants {
            let mut met = entrant.met.clone();
            met.sort_unstable();
            met.dedup();
            assert_eq!(met.len(), entrant.met.len(), "{players} players: a second meeting");
            assert!(entrant.byes <= 1, "{players} players");
            assert!(
                entrant.firsts.abs_diff(entrant.seconds) <= 2,
                "{players} players: {entrant:?}"
            );
        }
    }
}

#[test]
fn a_round_that_was_drawn_otherwise_is_found() {
    let mut cup = tournament(6, "system: swiss\nrounds: 3\n");
    let mut games = Vec::new();
    play(&mut cup, &mut games, |_, _| Some("rome"));
    play(&mut cup, &mut games, |_, _| None);
    cup.played[1].games[0].players.reverse();
    let faults = check(&cup, &Progress::of(&cup, &games));
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("round 2: the file says autumn-2-1"), "{faults:?}");
    cup.played[1].games[0].players.reverse();
    games.remove(0);
    let faults = check(&cup, &Progress::of(&cup, &games));
    assert!(faults[0].contains("before the results of autumn-1-1 were known"), "{faults:?}");
    cup.played[0].games[0].ruling = Some(cup.played[0].games[0].players[0].clone());
    assert!(check(&cup, &Progress::of(&cup, &games)).is_empty());
}

#[test]
fn a_game_of_other_people_does_not_count() {
    let mut cup = tournament(2, "system: round-robin\n");
    let mut games = Vec::new();
    play(&mut cup, &mut games, |_, _| Some("rome"));
    games[0].seats[1].key = key(9).fingerprint();
    let progress = Progress::of(&cup, &games);
    assert_eq!(
        progress.faults,
        ["game autumn-1-1: the seat carthage is not played with the key of p2"]
    );
    assert_eq!(progress.tables["autumn-1-1"], Table::Unopened);
    // A player who changed keys is the same player.
    games[0].replaced = vec![(key(2).fingerprint(), key(9).fingerprint())];
    assert!(Progress::of(&cup, &games).faults.is_empty());
}

/// Four players, all against all: p1 beats p2 and p4, p2 beats p3, p3 beats p1, the others draw.
#[test]
fn ties_are_broken_as_the_file_says() {
    let results: BTreeMap<[&str; 2], &str> = BTreeMap::from([
        (["p1", "p2"], "p1"),
        (["p1", "p4"], "p1"),
        (["p2", "p3"], "p2"),
        (["p1", "p3"], "p3"),
    ]);
    let ties = "tie-breaks: [head-to-head, sonneborn-berger, buchholz, buchholz-cut-1, wins]\n";
    let mut cup = tournament(4, &format!("system: round-robin\n{ties}"));
    let mut games = Vec::new();
    for _ in 0..3 {
        play(&mut cup, &mut games, |one, other| {
            let pair = if one < other { [one, other] } else { [other, one] };
            results.get(&pair).map(|winner| if *winner == one { "rome" } else { "carthage" })
        });
    }
    let table = standings(&cup, &Progress::of(&cup, &games));
    let lines: Vec<_> = table
        .iter()
        .map(|line| {
            let ties: Vec<&str> = line.ties.iter().map(String::as_str).collect();
            (line.place, line.name.as_str(), line.points.as_str(), ties)
        })
        .collect();
    // p1 has 2, p2 and p3 1½ each, p4 1. Of p2 and p3 the former beat the latter.
    assert_eq!(
        lines,
        [
            (1, "p1", "2", vec!["-", "2½", "4", "3", "2"]),
            (2, "p2", "1½", vec!["1", "2", "4½", "3½", "1"]),
            (3, "p3", "1½", vec!["0", "2½", "4½", "3½", "1"]),
            (4, "p4", "1", vec!["-", "1½", "5", "3½", "0"]),
        ]
    );
}

#[test]
fn a_knock_out_lets_the_winners_meet_and_the_first_numbers_last() {
    let mut cup = tournament(6, "system: knock-out\n");
    let mut games = Vec::new();
    let lower = |first: &str, second: &str| Some(if first < second { "rome" } else { "carthage" });
    for _ in 0..3 {
        play(&mut cup, &mut games, lower);
    }
    let plain = |at: usize| {
        let mut all: Vec<_> =
            pairs(&cup.played[at]).into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(
        (plain(0), &cup.played[0].byes),
        (vec![(3, 6), (4, 5)], &vec!["p1".to_owned(), "p2".to_owned()])
    );
    assert_eq!(plain(1), [(1, 4), (2, 3)]);
    assert_eq!(plain(2), [(1, 2)]);
    let progress = Progress::of(&cup, &games);
    assert!(check(&cup, &progress).is_empty());
    let places: Vec<_> =
        standings(&cup, &progress).into_iter().map(|line| (line.place, line.name)).collect();
    let expected = [(1, "p1"), (2, "p2"), (3, "p3"), (3, "p4"), (5, "p5"), (5, "p6")];
    assert_eq!(places, expected.map(|(place, name)| (place, name.to_owned())));
    assert_eq!(next(&cup, &progress), Err(Pause::Over));
}

#[test]
fn on_a_ladder_who_beats_a_neighbour_takes_their_rung() {
    let mut cup = tournament(5, "system: ladder\nrounds: 4\n");
    let mut games = Vec::new();
    let higher = |first: &str, second: &str| Some(if first > second { "rome" } else { "carthage" });
    play(&mut cup, &mut games, higher);
    assert_eq!(pairs(&cup.played[0]), [(2, 1), (4, 3)], "who stands lower has the first seat");
    play(&mut cup, &mut games, higher);
    assert_eq!(pairs(&cup.played[1]), [(4, 1), (5, 3)]);
    let table = standings(&cup, &Progress::of(&cup, &games));
    let names: Vec<_> = table.iter().map(|line| line.name.as_str()).collect();
    assert_eq!(names, ["p2", "p4", "p1", "p5", "p3"]);
}

#[test]
fn teams_meet_on_all_boards_with_seats_in_turn() {
    let teams =
        "teams: {capua: [p1, p2], nola: [p3, p4], tarentum: [p5, p6]}\ntie-breaks: [boards]\n";
    let mut cup = tournament(6, &format!("system: round-robin\n{teams}"));
    let mut games = Vec::new();
    for _ in 0..3 {
        play(&mut cup, &mut games, |_, _| Some("rome"));
    }
    assert_eq!(pairs(&cup.played[0]), [(3, 5), (6, 4)]);
    assert_eq!(cup.played[0].byes, ["capua"]);
    let table = standings(&cup, &Progress::of(&cup, &games));
    // Whoever sits in the first seat wins, so every meeting is drawn.
    assert!(table.iter().all(|line| line.drawn == 2 && line.ties == ["2"]), "{table:?}");
}

#[test]
fn a_file_that_cannot_be_meant_is_refused() {
    let key = key(1).to_string();
    for (head, what) in [
        ("system: swiss\n", "rounds"),
        ("system: round-robin\nrounds: 3\n", "rounds"),
        ("system: swiss\nrounds: 3\nlegs: 2\n", "legs"),
        ("system: round-robin\nteams: {capua: [p1], nola: [p9]}\n", "no player p9"),
        (
            "system: round-robin\nplayed: [{games: [{game: a, players: [p1, p9]}]}]\n",
            "no player p9",
        ),
        ("system: berger\n", "berger"),
    ] {
        let text = format!(
            "tournament: autumn\nname: A\ntitle: punica\nseats: [rome, carthage]\nseed: s\n{head}players:\n- {{player: p1, key: '{key}'}}\n- {{player: p2, key: '{}'}}\n",
            self::key(2)
        );
        let fault = Tournament::parse(text.as_bytes()).unwrap_err();
        assert!(fault.contains(what), "{fault}");
    }
}

/// Seven players over four rounds, worked out by hand from section C.04.3 of the FIDE Handbook (the Dutch system) as far as it goes
/// without colours: brackets by points; the upper half of a bracket against the lower, in order; of an odd bracket the last goes down
/// and meets the first of the next; nobody meets twice, and nobody sits out twice.
#[test]
fn a_swiss_draw_is_the_worked_example_of_the_dutch_system_without_colours() {
    let mut cup = tournament(7, "system: swiss\nrounds: 4\n");
    let mut games = Vec::new();
    // The winner of each meeting; the last three meetings have none.
    let winners = BTreeMap::from([
        ((1, 4), 1),
        ((2, 5), 2),
        ((3, 6), 6),
        ((1, 6), 1),
        ((2, 7), 2),
        ((3, 4), 3),
        ((3, 7), 3),
        ((1, 2), 1),
        ((5, 6), 6),
    ]);
    let number = |word: &str| word.trim_start_matches('p').parse::<u32>().unwrap();
    let expected: [(&[(usize, usize)], &str); 4] = [
        // One bracket of seven: the last sits out, and 1 2 3 meet 4 5 6.
        (&[(1, 4), (2, 5), (3, 6)], "p7"),
        // With a point 1 2 6 7: 1 and 2 meet 6 and 7. Without 3 4 5: the last sits out.
        (&[(1, 6), (2, 7), (3, 4)], "p5"),
        // With two points 1 2. With one 3 5 6 7, for 4 sits out: 3 has met 6, so 3 meets 7 and 5 meets 6.
        (&[(1, 2), (3, 7), (5, 6)], "p4"),
        // Of those who have not sat out 6 is the last. 1 has three points alone and goes down to 2 and 3: 2 was met, so 3 it is. 2 goes
        // down to 4 5 7, and meets the first of them.
        (&[(1, 3), (2, 4), (5, 7)], "p6"),
    ];
    for (at, (meet, out)) in expected.iter().enumerate() {
        play(&mut cup, &mut games, |one, other| {
            let (low, high) = (number(one).min(number(other)), number(one).max(number(other)));
            winners.get(&(low, high)).map(
                |winner| {
                    if *winner == number(one) { "rome" } else { "carthage" }
                },
            )
        });
        let mut plain: Vec<_> =
            pairs(&cup.played[at]).into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        plain.sort_unstable();
        assert_eq!(plain, *meet, "round {}", at + 1);
        assert_eq!(cup.played[at].byes, [*out], "round {}", at + 1);
    }
}
