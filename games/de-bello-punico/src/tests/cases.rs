//! Plays every case.

use super::{loaded, names, rulebook, text};
use engine::{Case, Node};
use record::exchange::yaml;
use std::collections::BTreeSet;

/// Every case in every file: file name and tree.
fn cases() -> Vec<(String, Node)> {
    let mut all = Vec::new();
    for name in names("cases") {
        let text = text(&format!("cases/{name}"));
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
    let (loaded, rulebook) = (loaded(), rulebook());
    let mut failed = Vec::new();
    let mut names = BTreeSet::new();
    for (file, node) in cases() {
        let case = Case { node: &node, rulebook: &rulebook };
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
