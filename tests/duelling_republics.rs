//! Duelling Republics: its cases, and games played by built-in players.
#![allow(clippy::disallowed_methods, reason = "the test reads the cases")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tabella::engine::selfplay::{Scrutiny, play};
use tabella::engine::{Case, Node, Rules, Seat, Setup, Temper, Tempo};
use tabella::exchange::{data, yaml};
use tabella::games::duelling_republics::DuellingRepublics;
use tabella::packed;

fn rules() -> DuellingRepublics {
    let files = packed::folder("games/duelling-republics");
    let data = data::build(files).unwrap_or_else(|faults| panic!("{faults:?}"));
    DuellingRepublics::load(&data).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn setup(rules: &DuellingRepublics, players: usize, tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    let scenario = format!("players-{players}");
    let prospectus = rules.prospectus();
    let note = prospectus.scenarios.iter().find(|note| note.name == scenario).unwrap();
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Setup { scenario, options, tempo, seats: note.seats.clone() }
}

#[test]
fn games_of_every_size_and_tempo_end_soundly() {
    let rules = rules();
    for players in 4..=8 {
        for tempo in [Tempo::Brisk, Tempo::Full] {
            let setup = setup(&rules, players, tempo, &[("years", "2")]);
            for (seed, temper) in [(1, Temper::Sensible), (2, Temper::Random), (3, Temper::Hostile)] {
                let tempers: BTreeMap<Seat, Temper> = setup.seats.iter().map(|(seat, _)| (seat.clone(), temper)).collect();
                let played = play(&rules, &setup, &tempers, seed, 2000, Scrutiny::Close)
                    .unwrap_or_else(|why| panic!("{players} {tempo:?} {temper:?}: {why}"));
                assert!(played.outcome.is_some(), "{players} {tempo:?} {temper:?}: no end after {} records", played.records);
            }
        }
    }
}

/// Every campaign case in the folder: its file and tree.
fn cases() -> Vec<(String, Node)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/duelling-republics");
    let mut found = Vec::new();
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let root = yaml::parse(&text).unwrap_or_else(|complaints| panic!("{name}: {:?}", complaints.0));
        match root.list() {
            Some(items) => found.extend(items.iter().map(|node| (name.clone(), node.clone()))),
            None => found.push((name, root)),
        }
    }
    found
}

#[test]
fn every_case_comes_out_as_written() {
    let rules = rules();
    let mut wrong = Vec::new();
    for (file, node) in cases() {
        let case = Case { node: &node };
        let verdict = rules.case(&case);
        if !verdict.passed() {
            wrong.push(format!("{file}: {}: {}", case.name(), verdict.difference.unwrap_or_else(|| "nothing compared".into())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_that_is_done_is_cited_by_a_case() {
    let root = yaml::parse(packed::get("games/duelling-republics/rules.yaml").unwrap()).unwrap();
    let cited: BTreeSet<String> = cases().iter().flat_map(|(_, node)| Case { node }.rules()).collect();
    let mut missing = Vec::new();
    for entry in root.get("rules").and_then(Node::list).unwrap() {
        let text = |key: &str| entry.get(key).and_then(Node::text).unwrap_or_default().to_owned();
        if text("status") == "done" && !cited.contains(&text("rule")) {
            missing.push(text("rule"));
        }
    }
    assert!(missing.is_empty(), "no case cites {}", missing.join(" "));
}
