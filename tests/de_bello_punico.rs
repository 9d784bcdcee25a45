//! De Bello Punico: its cases, its data.
#![allow(clippy::disallowed_methods, reason = "the test reads the cases")]

use de_bello_punico::DeBelloPunico;
use engine::title::{LoadedTitle, Title, TitleOf};
use engine::{Case, Data, DataFile, Node};
use record::exchange::yaml;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use tabella::packed;

fn data() -> Data {
    let mut data = Data::default();
    for (name, text) in packed::data("de-bello-punico") {
        let root =
            yaml::parse(text).unwrap_or_else(|complaints| panic!("{name}: {:?}", complaints.0));
        data.files.insert(name.to_owned(), DataFile { text: text.to_owned(), root });
    }
    data
}

fn loaded() -> Box<dyn LoadedTitle> {
    let faults = |faults: Vec<_>| format!("{faults:#?}");
    TitleOf::<DeBelloPunico>::new()
        .load(&data(), engine::Revision::FIRST)
        .map_err(faults)
        .expect("the data is sound")
}

/// Every case in every file: file name and tree.
fn cases() -> Vec<(String, Node)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("games/de-bello-punico/cases");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the cases")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).expect("a case");
        let root =
            yaml::parse(&text).unwrap_or_else(|complaints| panic!("{name}: {:#?}", complaints.0));
        match root.list() {
            Some(list) => all.extend(list.iter().map(|node| (name.clone(), node.clone()))),
            None => all.push((name, root)),
        }
    }
    all
}

#[test]
fn every_case_passes() {
    let loaded = loaded();
    let mut failed = Vec::new();
    let mut names = BTreeSet::new();
    for (file, node) in cases() {
        let case = Case { node: &node };
        assert!(names.insert(case.name().to_owned()), "{file}: {} occurs twice", case.name());
        let verdict = loaded.case(&case);
        if !verdict.passed() {
            let difference =
                verdict.difference.unwrap_or_else(|| "nothing was compared".to_owned());
            failed.push(format!("{file} {}: {difference}", case.name()));
        }
    }
    assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
}

/// The rules of `rules.yaml` with their status.
fn rules() -> Vec<(String, String)> {
    let root = yaml::parse(packed::rules("de-bello-punico").expect("packed")).expect("YAML");
    let text =
        |node: &Node, key: &str| node.get(key).and_then(Node::text).unwrap_or_default().to_owned();
    let list = root.get("rules").and_then(Node::list).expect("a list");
    list.iter().map(|rule| (text(rule, "rule"), text(rule, "status"))).collect()
}

#[test]
fn every_rule_that_is_done_is_cited_by_a_case_and_every_rule_cited_is_known() {
    let known: BTreeSet<String> = rules().into_iter().map(|(rule, _)| rule).collect();
    let cases = cases();
    let cited: BTreeSet<String> =
        cases.iter().flat_map(|(_, node)| Case { node }.rules()).collect();
    let unknown: Vec<&String> = cited.iter().filter(|rule| !known.contains(*rule)).collect();
    assert!(unknown.is_empty(), "cited and not in rules.yaml: {unknown:?}");
    let done = rules().into_iter().filter(|(_, status)| status == "done").map(|(rule, _)| rule);
    let missing: Vec<String> = done.filter(|rule| !cited.contains(rule)).collect();
    assert!(missing.is_empty(), "done and cited by no case: {missing:?}");
}

/// The faults of the packed data with one piece of one file replaced.
fn faults(file: &str, from: &str, to: &str) -> Vec<String> {
    let mut data = data();
    let text = data.files[file].text.clone();
    assert!(text.contains(from), "{file} has no `{from}`");
    let text = text.replacen(from, to, 1);
    let root = yaml::parse(&text).unwrap_or_else(|complaints| panic!("{file}: {:?}", complaints.0));
    data.files.insert(file.to_owned(), DataFile { text, root });
    let loaded = TitleOf::<DeBelloPunico>::new().load(&data, engine::Revision::FIRST);
    let told = |fault: &engine::data::DataFault| {
        let line = fault.complaint.span.map_or(0, |span| span.line);
        format!("{}:{line}: {}", fault.file, fault.complaint.message)
    };
    loaded.err().map(|faults| faults.iter().map(told).collect()).unwrap_or_default()
}

#[test]
fn data_that_contradict_themselves_are_named_with_file_and_line() {
    for (file, from, to, told) in [
        (
            "map-a.yaml",
            "\"11\": \"~~.......................b\"",
            "\"11\": \"~~......................b\"",
            "row 11: 25 hexes, not 26",
        ),
        ("map-b.yaml", "\"04\": \"r...hh", "\"04\": \"x...hh", "unknown sign `x`"),
        ("map-b.yaml", "rome: south", "rome: east", "the south edge is rome's"),
        (
            "units.yaml",
            "Ha: {name: Hastati,         id: ha, class: infantry, combat: 5",
            "Ha: {name: Hastati,         id: ve, class: infantry, combat: 5",
            "ve",
        ),
        ("scenario-zama.yaml", "turns: 16", "turns: 15", "the printed figures"),
        ("scenario-zama.yaml", "Ve: [\"0913\"", "Ve: [\"0814\"", "0814 is named twice"),
        (
            "scenario-zama.yaml",
            "leader_default: {rome: pr3",
            "leader_default: {rome: pr9",
            "not in play",
        ),
        ("scenario-po.yaml", "Ve: [\"0813\"", "Ve: [\"0105\"", "0105 is in the wrong half"),
        ("scenario-trebbia.yaml", "sc3: Cenomani III", "sc9: Cenomani III", "no unit `sc9`"),
        ("scenario-beneventum.yaml", "map: map-a", "map: map-c", "no such map"),
        (
            "commands.yaml",
            "sides: [carthage],       max: 3",
            "sides: [rome, carthage], max: 3",
            "must have seven boxes",
        ),
        ("missile.yaml", "light: [Ve, T]", "light: [Ve]", "just one class"),
        ("elephants.yaml", "6: furious", "6: enraged", "no die brings furious"),
    ] {
        let found = faults(file, from, to);
        let right = |fault: &String| {
            fault.starts_with(&format!("{file}:")) && !fault.contains(":0:") && fault.contains(told)
        };
        assert!(found.iter().any(right), "{file} `{to}`: {found:?}");
    }
}
