//! The conformance cases, and that every rule has one.

use super::{folder, loaded, text, tree};
use crate::TITLE;
use engine::{Case, Node};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Every case in every file: file name and tree.
fn cases() -> Vec<(String, Node)> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder("cases"))
        .expect("the cases")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let root = tree(&name, &text(&file));
        match root.list() {
            Some(list) => all.extend(list.iter().map(|node| (name.clone(), node.clone()))),
            None => all.push((name, root)),
        }
    }
    all
}

#[test]
fn every_case_passes() {
    let loaded = loaded(TITLE.revision());
    let mut failed = Vec::new();
    let mut names = BTreeSet::new();
    for (file, node) in cases() {
        let case = Case { node: &node };
        assert!(names.insert(case.name().to_owned()), "{file}: {} occurs twice", case.name());
        let result = loaded.case(&case);
        if !result.passed() {
            let difference = result.difference.unwrap_or_else(|| "nothing was compared".to_owned());
            failed.push(format!("{file} {}: {difference}", case.name()));
        }
    }
    assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
}

/// The rules of `rules.yaml` with their status.
fn rules() -> Vec<(String, String)> {
    let root = tree("rules.yaml", &text(&folder("rules.yaml")));
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

#[test]
fn what_could_not_fail_is_refused() {
    let loaded = loaded(TITLE.revision());
    let given = "given: {units: [la-1@0504 n, ib-1@1706 s], chits: {la: stand}}\nphase: activation\n\
                 orders: {rome: {activations: [{command: la}]}}\n";
    let result = |then: &str| {
        let text = format!("case: c\nrules: []\n{given}then: {then}\n");
        loaded.case(&Case { node: &tree("case", &text) })
    };
    assert!(result("{units: {la-1: 0504 n}, events: [{kind: activation}]}").passed());
    for then in [
        "{units: {zz-9: absent}}",
        "{not: [{kind: no-such-kind}]}",
        "{not: [{unit: la-1}]}",
        "{events: [{kind: activatoin}]}",
    ] {
        assert!(!result(then).passed(), "{then} passes");
    }
}
