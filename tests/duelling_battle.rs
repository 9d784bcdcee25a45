//! The line battle of Duelling Republics: its cases, and battles played at random.
#![allow(clippy::disallowed_methods, reason = "the test reads the cases")]

use std::path::Path;
use tabella::engine::{Case, Node};
use tabella::exchange::{data, yaml};
use tabella::games::duelling_republics::battle;
use tabella::packed;

fn chart() -> battle::Chart {
    let files = packed::folder("games/duelling-republics");
    let data = data::build(files).unwrap_or_else(|faults| panic!("{faults:?}"));
    battle::data::load(&data).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// Every case in the files that begin with `battle`: its file and tree.
fn cases() -> Vec<(String, Node)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/duelling-republics");
    let mut found = Vec::new();
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.starts_with("battle") {
            continue;
        }
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
    let chart = chart();
    let mut wrong = Vec::new();
    for (file, node) in cases() {
        let case = Case { node: &node };
        assert!(battle::case::is_battle(&case), "{file}: {} is no battle", case.name());
        let verdict = battle::case::run(&chart, &case);
        if !verdict.passed() {
            wrong.push(format!("{file}: {}: {}", case.name(), verdict.difference.unwrap_or_else(|| "nothing compared".into())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
#[test]
fn every_rule_of_the_battle_is_cited_by_a_case() {
    let cited: Vec<String> = cases().iter().flat_map(|(_, node)| Case { node }.rules()).collect();
    for rule in 1..=16 {
        assert!(cited.contains(&format!("BA{rule}")), "BA{rule} has no case");
    }
}
