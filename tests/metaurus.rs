//! The Battle of the Metaurus: its cases, its data, and its properties by self-play.
#![allow(clippy::disallowed_methods, reason = "the test reads the cases")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use tabella::engine::desk::{Desk, Title, TitleOf};
use tabella::engine::selfplay::Scrutiny;
use tabella::engine::{Case, Data, DataFile, Node, Seat, Setup, Temper, Tempo};
use tabella::exchange::yaml;
use tabella::games::metaurus::Metaurus;
use tabella::packed;

fn data() -> Data {
    let mut data = Data::default();
    for (name, text) in packed::folder("games/metaurus") {
        let root = yaml::parse(text).unwrap_or_else(|complaints| panic!("{name}: {:?}", complaints.0));
        data.files.insert(name.to_owned(), DataFile { text: text.to_owned(), root });
    }
    data
}

fn desk() -> Box<dyn Desk> {
    let faults = |faults: Vec<_>| format!("{faults:#?}");
    TitleOf::<Metaurus>::new().load(&data()).map_err(faults).expect("the data is sound")
}

/// Every case in every file: file name and tree.
fn cases() -> Vec<(String, Node)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/metaurus");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).expect("the cases").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).expect("a case");
        let root = yaml::parse(&text).unwrap_or_else(|complaints| panic!("{name}: {:#?}", complaints.0));
        match root.list() {
            Some(list) => all.extend(list.iter().map(|node| (name.clone(), node.clone()))),
            None => all.push((name, root)),
        }
    }
    all
}

#[test]
fn every_case_passes() {
    let desk = desk();
    let mut failed = Vec::new();
    let mut names = BTreeSet::new();
    for (file, node) in cases() {
        let case = Case { node: &node };
        assert!(names.insert(case.name().to_owned()), "{file}: {} occurs twice", case.name());
        let verdict = desk.case(&case);
        if !verdict.passed() {
            let difference = verdict.difference.unwrap_or_else(|| "nothing was compared".to_owned());
            failed.push(format!("{file} {}: {difference}", case.name()));
        }
    }
    assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
}

/// The rules of `rules.yaml` with their status.
fn rules() -> Vec<(String, String)> {
    let root = yaml::parse(packed::get("games/metaurus/rules.yaml").expect("packed")).expect("YAML");
    let text = |node: &Node, key: &str| node.get(key).and_then(Node::text).unwrap_or_default().to_owned();
    let list = root.get("rules").and_then(Node::list).expect("a list");
    list.iter().map(|rule| (text(rule, "rule"), text(rule, "status"))).collect()
}

#[test]
fn every_rule_that_is_done_is_cited_by_a_case_and_every_rule_cited_is_known() {
    let known: BTreeSet<String> = rules().into_iter().map(|(rule, _)| rule).collect();
    let cases = cases();
    let cited: BTreeSet<String> = cases.iter().flat_map(|(_, node)| Case { node }.rules()).collect();
    let unknown: Vec<&String> = cited.iter().filter(|rule| !known.contains(*rule)).collect();
    assert!(unknown.is_empty(), "cited and not in rules.yaml: {unknown:?}");
    let done = rules().into_iter().filter(|(_, status)| status == "done").map(|(rule, _)| rule);
    let missing: Vec<String> = done.filter(|rule| !cited.contains(rule)).collect();
    assert!(missing.is_empty(), "done and cited by no case: {missing:?}");
}

fn setup(tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    Setup {
        scenario: "metaurus".to_owned(),
        options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        tempo,
        seats: ["rome", "carthage"].map(|seat| (Seat::new(seat), seat.to_owned())).to_vec(),
    }
}

/// Plays `games` and counts the winners.
fn play(setup: &Setup, tempers: [Temper; 2], games: u64) -> BTreeMap<String, u32> {
    let desk = desk();
    let tempers = BTreeMap::from([(Seat::new("rome"), tempers[0]), (Seat::new("carthage"), tempers[1])]);
    let mut winners = BTreeMap::new();
    for seed in 0..games {
        let played = desk.self_play(setup, &tempers, seed, 3000, Scrutiny::Close).unwrap_or_else(|fault| panic!("{fault}"));
        let outcome = played.outcome.unwrap_or_else(|| panic!("seed {seed}: no end after {} records", played.records));
        *winners.entry(format!("{} by {}", outcome.winner.unwrap_or_default(), outcome.reason)).or_default() += 1;
    }
    winners
}

#[test]
fn games_of_all_kinds_of_players_end_soundly() {
    use Temper::{Hostile, Random, Sensible};
    for tempo in [Tempo::Brisk, Tempo::Full] {
        for tempers in [[Sensible, Sensible], [Random, Random], [Hostile, Hostile], [Sensible, Hostile], [Random, Sensible]] {
            let winners = play(&setup(tempo, &[("gauls", if tempers[0] == Random { "false" } else { "true" })]), tempers, 3);
            assert_eq!(winners.values().sum::<u32>(), 3, "{winners:?}");
        }
    }
}
