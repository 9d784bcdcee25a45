//! The Battle of the Metaurus: its cases, its data, and its properties by self-play.
#![allow(clippy::disallowed_methods, reason = "the test reads the cases")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use tabella::engine::desk::{Desk, Title, TitleOf};
use tabella::engine::{Case, Data, DataFile, Node};
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
