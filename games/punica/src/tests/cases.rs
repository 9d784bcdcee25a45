//! The conformance cases, and which rules they cite.

use super::{files, folder, parse, revisions, rules_of};
use engine::{Case, Node, Rules};
use std::collections::BTreeSet;

/// Every case of the title, with the file it stands in.
fn every(mut look: impl FnMut(&Case<'_>, &str)) {
    for path in files(&folder().join("cases")) {
        let tree = parse(&path);
        for node in tree.list().expect("a file of cases is a list") {
            look(&Case { node }, &path.display().to_string());
        }
    }
}

#[test]
fn every_case_passes() {
    let (mut failed, mut count) = (Vec::new(), 0);
    for revision in revisions() {
        let rules = rules_of(revision);
        every(|case, file| {
            let result = rules.case(case);
            count += 1;
            if !result.passed() {
                let why = result.difference.unwrap_or_else(|| "compares nothing".to_owned());
                failed.push(format!("{file} {}, revision {revision}: {why}", case.name()));
            }
        });
    }
    assert!(
        count > 100 && failed.is_empty(),
        "{} of {count}:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

#[test]
fn every_rule_number_marked_done_is_cited_by_a_case() {
    let tree = parse(&folder().join("rules.yaml"));
    let rules = tree.get("rules").and_then(Node::list).expect("a list under `rules`");
    let text =
        |node: &Node, key: &str| node.get(key).and_then(Node::text).unwrap_or_default().to_owned();
    let done: BTreeSet<String> = rules
        .iter()
        .filter(|rule| text(rule, "status") == "done")
        .map(|rule| text(rule, "rule"))
        .collect();
    let mut cited = BTreeSet::new();
    every(|case, _| cited.extend(case.rules()));
    let missing: Vec<_> = done.difference(&cited).collect();
    assert!(done.len() > 50 && missing.is_empty(), "no case cites {missing:?}");
    let unknown: Vec<_> = cited.difference(&done).collect();
    assert!(unknown.is_empty(), "cited but not in rules.yaml: {unknown:?}");
}
