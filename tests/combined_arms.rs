//! Combined Arms: the conformance cases, and games played by machines to their end.
#![allow(clippy::disallowed_methods, reason = "the test reads its cases")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tabella::engine::{Case, Data, Node, Rules};
use tabella::exchange::{data, yaml};
use tabella::games::combined_arms::CombinedArms;
use tabella::packed;

fn texts() -> Vec<(&'static str, &'static str)> {
    packed::folder("games/combined-arms").collect()
}

fn read() -> Data {
    data::build(texts()).expect("the data is YAML")
}

fn rules() -> CombinedArms {
    CombinedArms::load(&read()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// All files of the case folder with their trees.
fn case_files() -> Vec<(PathBuf, Node)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/combined-arms");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let tree = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let node = yaml::parse(&text).unwrap_or_else(|complaints| panic!("{}: {:#?}", path.display(), complaints.0));
        (path, node)
    };
    files.into_iter().map(tree).collect()
}

#[test]
fn every_case_comes_out_as_written() {
    let rules = rules();
    let mut failed = Vec::new();
    let mut names = BTreeSet::new();
    for (path, node) in case_files() {
        for node in node.list().unwrap_or_else(|| panic!("{}: not a list of cases", path.display())) {
            let case = Case { node };
            assert!(names.insert(case.name().to_owned()), "two cases are named {}", case.name());
            let verdict = rules.case(&case);
            if !verdict.passed() {
                let why = verdict.difference.unwrap_or("it compares nothing".to_owned());
                failed.push(format!("{} in {}: {why}", case.name(), path.file_name().unwrap().display()));
            }
        }
    }
    assert!(failed.is_empty(), "{} of {} cases fail\n{}", failed.len(), names.len(), failed.join("\n"));
}
