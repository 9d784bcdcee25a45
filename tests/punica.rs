//! Punica: every conformance case, and what holds in every game.
#![allow(clippy::disallowed_methods, reason = "the test reads the cases")]

use engine::selfplay::{self, Scrutiny};
use engine::{BotStyle, Case, Data, Node, Rules, Seat, Setup, Tempo};
use punica::Punica;
use record::exchange::data;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn load() -> Punica {
    let files = tabella::packed::data("punica");
    let data: Data = data::build(files).expect("the data is YAML");
    Punica::load(&data, engine::Revision::FIRST).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn yaml(path: &Path) -> Node {
    let bytes = fs::read(path).unwrap();
    record::exchange::yaml::parse_bytes(&bytes, 1 << 20)
        .unwrap_or_else(|complaints| panic!("{}: {complaints:?}", path.display()))
}

#[test]
fn every_case_passes() {
    let rules = load();
    let folder = root().join("games/punica/cases");
    let (mut failed, mut count) = (Vec::new(), 0);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let tree = yaml(&path);
        let list = tree.list().map_or_else(|| vec![&tree], |items| items.iter().collect());
        for node in list {
            let case = Case { node };
            let verdict = rules.case(&case);
            count += 1;
            if !verdict.passed() {
                failed.push(format!(
                    "{}: {}",
                    case.name(),
                    verdict.difference.unwrap_or_else(|| "compares nothing".to_owned())
                ));
            }
        }
    }
    assert!(
        count > 100 && failed.is_empty(),
        "{} of {count} fail:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

fn setup(tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    let seats = ["rome", "carthage"].map(|name| (Seat::new(name), name.to_owned())).to_vec();
    let options =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Setup { scenario: "standard".to_owned(), options, tempo, seats }
}

fn styles(rome: BotStyle, carthage: BotStyle) -> BTreeMap<Seat, BotStyle> {
    BTreeMap::from([(Seat::new("rome"), rome), (Seat::new("carthage"), carthage)])
}

/// Options with which every game ends.
const ENDING: [(&str, &str); 3] = [("repetition", "threefold"), ("quiet", "40"), ("clock", "120")];

#[test]
fn every_game_ends_soundly_and_its_events_fold_to_its_state() {
    let rules = load();
    let pairs = [
        (BotStyle::Random, BotStyle::Random),
        (BotStyle::Sensible, BotStyle::Random),
        (BotStyle::Hostile, BotStyle::Random),
        (BotStyle::Hostile, BotStyle::Hostile),
        (BotStyle::Sensible, BotStyle::Sensible),
    ];
    for tempo in [Tempo::Brisk, Tempo::Full] {
        for (at, (rome, carthage)) in pairs.into_iter().enumerate() {
            let games = if rome == BotStyle::Sensible { 4 } else { 25 };
            for seed in 0..games {
                let escort = if seed % 2 == 0 { "0" } else { "1" };
                let options = [&ENDING[..], &[("hannibal.escort", escort)]].concat();
                let seed = seed + 1000 * at as u64;
                let played = selfplay::play(
                    &rules,
                    &setup(tempo, &options),
                    &styles(rome, carthage),
                    seed,
                    2000,
                    Scrutiny::Close,
                );
                let played = played
                    .unwrap_or_else(|fault| panic!("{tempo:?} {rome:?} {carthage:?}: {fault}"));
                assert!(played.outcome.is_some(), "seed {seed} does not end");
            }
        }
    }
}

#[test]
fn sensible_play_beats_aimless_play() {
    let rules = load();
    for (rome, carthage, winner) in [
        (BotStyle::Sensible, BotStyle::Random, "rome"),
        (BotStyle::Random, BotStyle::Sensible, "carthage"),
    ] {
        let wins = (0..20).filter(|seed| {
            let setup = setup(Tempo::Brisk, &ENDING);
            let played = selfplay::play(
                &rules,
                &setup,
                &styles(rome, carthage),
                *seed,
                400,
                Scrutiny::Sound,
            )
            .unwrap();
            played.outcome.is_some_and(|outcome| outcome.winner.as_deref() == Some(winner))
        });
        let wins = wins.count();
        assert!(wins >= 18, "{winner} wins {wins} of 20");
    }
}

#[test]
fn every_rule_number_marked_done_is_cited_by_a_case() {
    let tree = yaml(&root().join("games/punica/rules.yaml"));
    let rules = tree.get("rules").and_then(Node::list).expect("a list under `rules`");
    let text =
        |node: &Node, key: &str| node.get(key).and_then(Node::text).unwrap_or_default().to_owned();
    let done: BTreeSet<String> = rules
        .iter()
        .filter(|rule| text(rule, "status") == "done")
        .map(|rule| text(rule, "rule"))
        .collect();
    let mut cited = BTreeSet::new();
    for entry in fs::read_dir(root().join("games/punica/cases")).unwrap() {
        let tree = yaml(&entry.unwrap().path());
        for node in tree.list().unwrap() {
            cited.extend(Case { node }.rules());
        }
    }
    let missing: Vec<_> = done.difference(&cited).collect();
    assert!(done.len() > 50 && missing.is_empty(), "no case cites {missing:?}");
    let unknown: Vec<_> = cited.difference(&done).collect();
    assert!(unknown.is_empty(), "cited but not in rules.yaml: {unknown:?}");
}

/// The data with one text changed in one file.
fn changed(file: &str, from: &str, to: &str) -> Data {
    let files = tabella::packed::data("punica").map(|(name, text)| {
        assert!(name != file || text.contains(from), "{file} holds no `{from}`");
        (name, if name == file { text.replacen(from, to, 1) } else { text.to_owned() })
    });
    data::build(files).expect("still YAML")
}

#[test]
fn data_that_contradicts_itself_is_named_with_file_and_line() {
    let changes = [
        ("map.yaml", "land: [hispania]", "land: [hispannia]", "no area `hispannia`"),
        ("map.yaml", "code: SIC", "code: SAR", "the same code SAR"),
        ("map.yaml", "at: [9, 8]", "at: [8, 9]", "drawn in the same place"),
        (
            "map.yaml",
            "seas: [mare-tyrrhenum],                                   land: [gallia",
            "seas: [mare-tyrrhenum, mare-ionium],                                   land: [gallia",
            "its symbol sea and no other",
        ),
        ("map.yaml", "of: both,     seas", "of: rome,     seas", "Sicilia alone"),
        (
            "map.yaml",
            "island: true, source: rulebook",
            "source: rulebook",
            "no border and is no island",
        ),
        ("cards.yaml", "c6: {name", "c7: {name", "has the id c6"),
        ("cards.yaml", "{who: army, n: 4}", "{who: army, n: 3}", "four army movements"),
        (
            "cards.yaml",
            "{who: army, n: 1}],                       source",
            "{who: hannibal, n: 1}],                       source",
            "Rome has no Hannibal",
        ),
        ("cards.yaml", "name: Scipio", "name: Cannae", "the same name"),
        ("constants.yaml", "hand: 7", "hand: 6", "the hand is another number"),
        (
            "constants.yaml",
            "- {play: [{beat: best}, middle]}",
            "- {play: ask}",
            "the last default rule",
        ),
        ("constants.yaml", "hannibal: 1, fleet: 3", "hannibal: 0, fleet: 3", "the same strength"),
        ("setup.yaml", "carthago: 3, numidia: 1", "carthago: 2, numidia: 1", "not all counters"),
        ("setup.yaml", "hannibal: carthago", "hannibal: roma", "held by both sides"),
        (
            "setup.yaml",
            "hand: all                                                                    # icon 6",
            "hand: []",
            "a hand of no cards",
        ),
    ];
    for (file, from, to, expected) in changes {
        let faults =
            Punica::load(&changed(file, from, to), engine::Revision::FIRST).expect_err(expected);
        let found = faults.iter().find(|fault| fault.complaint.message.contains(expected));
        let fault = found.unwrap_or_else(|| panic!("{expected}: {faults:#?}"));
        assert_eq!(fault.file, file, "{expected}");
        assert!(fault.complaint.span.is_some_and(|span| span.line > 0), "{expected} has no line");
    }
}
