//! The Battle of the Metaurus: its cases, its data, and its properties by self-play.
#![allow(clippy::disallowed_methods, reason = "the test reads the cases")]

use engine::title::{LoadedTitle, Title, TitleOf};
use engine::{Case, Data, DataFile, Node};
use metaurus::Metaurus;
use record::exchange::yaml;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use tabella::packed;

fn data() -> Data {
    let mut data = Data::default();
    for (name, text) in packed::data("metaurus") {
        let root =
            yaml::parse(text).unwrap_or_else(|complaints| panic!("{name}: {:?}", complaints.0));
        data.files.insert(name.to_owned(), DataFile { text: text.to_owned(), root });
    }
    data
}

fn loaded() -> Box<dyn LoadedTitle> {
    let faults = |faults: Vec<_>| format!("{faults:#?}");
    TitleOf::<Metaurus>::new()
        .load(&data(), engine::Revision::FIRST)
        .map_err(faults)
        .expect("the data is sound")
}

/// Every case in every file: file name and tree.
fn cases() -> Vec<(String, Node)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("games/metaurus/cases");
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
    let root = yaml::parse(packed::rules("metaurus").expect("packed")).expect("YAML");
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
    let loaded = TitleOf::<Metaurus>::new().load(&data, engine::Revision::FIRST);
    let told = |fault: &engine::data::DataFault| {
        let line = fault.complaint.span.map_or(0, |span| span.line);
        format!("{}:{line}: {}", fault.file, fault.complaint.message)
    };
    loaded.err().map(|faults| faults.iter().map(told).collect()).unwrap_or_default()
}

#[test]
fn data_that_contradict_themselves_are_named_with_file_and_line() {
    for (file, from, to, told) in [
        ("map.yaml", "\"11\": \".......r..", "\"11\": \".......r.", "row 11 has 25 hexes"),
        ("map.yaml", "\"10\": \"........rr", "\"10\": \"........xr", "unknown sign `x`"),
        ("map.yaml", "g: ravine", "g: gorge", "no terrain `gorge`"),
        ("map.yaml", "\"1617\": the Gauls' hill", "\"2617\": the Gauls' hill", "2617 is not a hex"),
        (
            "charts.yaml",
            "{max: 11, results: [d-disordered, continued]}",
            "{max: 9, results: [engaged]}",
            "rows must rise",
        ),
        (
            "charts.yaml",
            "{max: 5,  results: [engaged]}",
            "{max: 5,  results: [a-check]}",
            "engaged does not occur",
        ),
        ("charts.yaml", "  EL:  {LEG", "  LI:  {LEG", "only types that attack have a row"),
        ("charts.yaml", "command: celtic", "command: la", "Carthage has no Command `la`"),
        ("units.yaml", "dm: 6, dma: 3}", "dm: 8, dma: 3}", "dm < m"),
        ("units.yaml", "la-2: citizen", "la-2: citizens", "`citizens` is not among `kinds`"),
        ("units.yaml", "la-2: citizen", "lb-2: citizen", "`lb-2` is named twice"),
        ("scenario.yaml", "i-2: \"0621\"", "i-2: \"0620\"", "0620 is given to two units"),
        ("scenario.yaml", "el: \"1111\"", "el: \"1110\"", "1110 is not among the group's hexes"),
        (
            "scenario.yaml",
            "rome-must-eliminate: 19",
            "rome-must-eliminate: 40",
            "only 37 Carthaginian units count",
        ),
        (
            "scenario.yaml",
            "carthage-exits: 20",
            "carthage-exits: 44",
            "only 43 Carthaginian units can leave",
        ),
        (
            "map.yaml",
            "\"18\": \"~~~~~~~~~............g....\"\n  \"17\": \"~~~~~...............rg....\"",
            "\"18\": \"~~~~~~~~~............g..~.\"\n  \"17\": \"~~~~~...............rg..~~\"",
            "infantry cannot leave 1826",
        ),
        ("scenario.yaml", "exit-edge: south", "exit-edge: north", "the exit edge must be south"),
        ("scenario.yaml", "[\"0908\", \"0910\"", "[\"0720\", \"0910\"", "0908 is not among"),
    ] {
        let found = faults(file, from, to);
        let right = |fault: &String| {
            fault.starts_with(&format!("{file}:")) && !fault.contains(":0:") && fault.contains(told)
        };
        assert!(found.iter().any(right), "{file} `{to}`: {found:?}");
        assert!(
            found.iter().all(|fault| fault.starts_with(file)),
            "{file} `{to}` is no fault of another file: {found:?}"
        );
    }
}
