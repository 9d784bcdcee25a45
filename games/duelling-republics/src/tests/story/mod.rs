//! Compares the stories of whole games with their events and positions (`mutator::stories`).

mod council;
mod field;
mod news;
mod rules;
mod sieges;
mod table;
mod truth;
mod ways;

use super::{data, loaded, setup};
use engine::{BotStyle, Tempo};
use mutator::stories::{self, Lies, Record, Swaps, word};
use serde_json::Value;
use truth::Checker;

/// A game by built-in players: number of players, tempo, style, seed, and way to decide battles.
type Game = (usize, Tempo, BotStyle, u8, &'static str);

/// Shows every record of a game, with the map's data, as the public and two seats are told of it.
fn read((players, tempo, style, seed, battles): Game, mut each: impl FnMut(&Record<'_>, &Value)) {
    let options = [("years", "3"), ("battles", battles)];
    let mut play = loaded().open(&setup(players, tempo, &options)).expect("a game");
    let map = data().files["map.yaml"].root.plain_value();
    stories::play(&mut *play, style, seed, 300, &["r1", "c1"], |record| {
        // A position is the public's view, with the state in it.
        let (before, after) = (&record.before["state"], &record.after["state"]);
        each(&Record { before, after, ..*record }, &map);
    });
}

const GAMES: [Game; 8] = [
    (4, Tempo::Brisk, BotStyle::Sensible, 3, "auto"),
    (6, Tempo::Brisk, BotStyle::Sensible, 5, "auto"),
    (8, Tempo::Brisk, BotStyle::Sensible, 11, "auto"),
    (4, Tempo::Full, BotStyle::Sensible, 4, "auto"),
    (6, Tempo::Full, BotStyle::Sensible, 7, "auto"),
    (5, Tempo::Brisk, BotStyle::Random, 5, "auto"),
    (6, Tempo::Full, BotStyle::Random, 6, "auto"),
    (6, Tempo::Brisk, BotStyle::Random, 9, "tabletop"),
];

/// The fewest reports that the test must read.
const REPORTS: usize = 400;

#[test]
fn no_clause_contradicts_what_it_tells() {
    let (mut read_all, mut faults) = (0, Vec::new());
    for game in GAMES {
        read(game, |record, map| {
            read_all += 1;
            let checker = Checker::new(record, map);
            if let Err(why) = checker.headline(record.report) {
                let said = &phrasebook::say(record.report);
                faults.push(format!(
                    "{game:?} {} {:?}: {why}: {said:?}",
                    record.number, record.viewer
                ));
            }
            for clause in record.report.next.iter().flat_map(stories::clauses) {
                if let Err(why) = checker.placed(&stories::Read::new(clause, &[])) {
                    faults.push(format!("{game:?} {} {why}: {:?}", record.number, clause.2));
                }
            }
            for sentence in stories::told(record.report) {
                if let Err(why) = checker.sentence(sentence) {
                    let said = stories::said(sentence);
                    faults.push(format!(
                        "{game:?} {} {:?}: {why}: {said}",
                        record.number, record.viewer
                    ));
                }
            }
        });
    }
    assert!(faults.is_empty(), "{} faults: {:#?}", faults.len(), &faults[..faults.len().min(40)]);
    assert!(read_all >= REPORTS, "{read_all} reports");
}

/// Words, each with replacements that would be a lie.
const SWAPS: &Swaps = &[
    ("on the Roman left", "on the Roman right"),
    ("on the Roman right", "in the centre"),
    ("in the centre", "on the Roman left"),
    ("over the mountains", "by sea"),
    ("by sea", "over the mountains"),
    ("by ship", "over the mountains"),
    ("in the pursuit", "on the way out"),
];

#[test]
fn the_checker_finds_lies() {
    let mut lies = Lies::default();
    for game in [GAMES[0], GAMES[1], GAMES[2], GAMES[5]] {
        read(game, |record, map| {
            let checker = Checker::new(record, map);
            lies.tell(record.report, SWAPS, |sentence| checker.sentence(sentence));
            lies.tell_headline(record.report, SWAPS, |changed| checker.headline(changed));
        });
    }
    lies.judge(500);
}

/// Pairs of events of a record of which the first must be told before the second.
fn causes(events: &[Value]) -> Vec<(&Value, &Value)> {
    let n = |event: &Value| event["n"].as_u64().expect("a number");
    let kind = |event: &&Value, kinds: &[&str]| kinds.contains(&word(event, "kind"));
    // An army that gave way is told after the march before which it did.
    let back = events.iter().filter(|event| kind(event, &["entered"]));
    let marches = back.filter_map(|back| {
        let came = |event: &&Value| {
            word(event, "kind") == "moved" && event["army"] == back["by"] && n(event) < n(back)
        };
        Some((events.iter().rfind(came)?, back))
    });
    // A province is lost behind a retreat from it, and what winter took behind what hunger did.
    let taken = events.iter().filter(|event| kind(event, &["captured", "attrition"]));
    let before = taken.flat_map(|effect| {
        let from = |event: &&Value| match word(effect, "kind") {
            "captured" => event["from"] == effect["province"] && kind(event, &["retreated"]),
            _ => {
                kind(event, &["siege-lost-element"])
                    && event["army"] == effect["army"]
                    && effect["causes"][0] == "winter-quarters"
            }
        };
        let causes = events.iter().filter(move |event| n(event) < n(effect));
        causes.filter(from).map(move |cause| (cause, effect)).collect::<Vec<_>>()
    });
    // A siege begins before its first throw.
    let begun = events.iter().filter(|event| kind(event, &["siege-begun"]));
    let begun = begun.filter_map(|begun| {
        let roll = |event: &&Value| kind(event, &["siege-roll"]) && event["at"] == begun["at"];
        Some((begun, events.iter().find(roll)?))
    });
    // All that one army did is told in its order, and its departure before the end of the siege.
    let deeds = ["moved", "retreated", "siege-left", "losses-chosen", "captured"];
    let army = |event: &Value| match word(event, "kind") {
        "siege-begun" => word(event, "besieger").to_owned(),
        "attrition" if event["causes"][0] == "winter-quarters" => word(event, "army").to_owned(),
        kind if deeds.contains(&kind) => word(event, "army").to_owned(),
        _ => String::new(),
    };
    let own = events.iter().enumerate().flat_map(|(at, first)| {
        let then = events[at + 1..].iter().filter(move |then| {
            let same = !army(first).is_empty() && army(first) == army(then);
            let over = word(first, "kind") == "siege-left" && word(then, "kind") == "siege-lifted";
            same || over && first["at"] == then["at"]
        });
        then.map(move |then| (first, then))
    });
    marches.chain(before).chain(begun).chain(own).collect()
}

#[test]
fn nothing_is_told_behind_the_end_and_no_result_before_its_cause() {
    let (mut ends, mut dooms, mut orders) = (0, 0, 0);
    for game in GAMES {
        read(game, |record, _| {
            ends += usize::from(stories::ends(record.report));
            let body = record.report.paragraphs.iter().flat_map(|paragraph| &paragraph.sentences);
            let body: Vec<_> = body.collect();
            let told = |n: u64| {
                body.iter().position(|one| one.events.iter().any(|event| u64::from(*event) == n))
            };
            let n = |event: &Value| event["n"].as_u64().expect("a number");
            if game.1 == Tempo::Full {
                let first = |one: &engine::story::Paragraph| {
                    one.sentences.iter().find_map(|sentence| sentence.events.first().copied())
                };
                let firsts: Vec<u32> = record.report.paragraphs.iter().filter_map(first).collect();
                assert!(firsts.is_sorted(), "{:?}", phrasebook::say(record.report));
            }
            for gone in record.events.iter().filter(|event| word(event, "kind") == "destroyed") {
                let cause = record.events.iter().filter(|event| {
                    word(event, "kind") == "attrition"
                        && event["army"] == gone["army"]
                        && n(event) < n(gone)
                });
                for cause in cause {
                    if let (Some(cause), Some(end)) = (told(n(cause)), told(n(gone))) {
                        dooms += 1;
                        assert!(cause <= end, "{:?}", phrasebook::say(record.report));
                    }
                }
            }
            for (cause, effect) in causes(record.events) {
                if let (Some(first), Some(then)) = (told(n(cause)), told(n(effect))) {
                    orders += 1;
                    assert!(first <= then, "{:?}", phrasebook::say(record.report));
                }
            }
        });
    }
    assert!(ends > 0 && dooms > 0 && orders > 50, "{ends} ends, {dooms} ends of armies, {orders}");
}
