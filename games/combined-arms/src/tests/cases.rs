//! The conformance cases, and the rule numbers that they cite.

use super::{files, place, rules, text_of};
use engine::{Case, Node, Rules};
use record::exchange::yaml;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// All files of the case folder with their trees.
fn case_files() -> Vec<(PathBuf, Node)> {
    let tree = |path: PathBuf| {
        let node = yaml::parse(&text_of(&path))
            .unwrap_or_else(|complaints| panic!("{}: {:#?}", path.display(), complaints.0));
        (path, node)
    };
    files("cases").into_iter().map(tree).collect()
}

#[test]
fn every_case_comes_out_as_written() {
    let rules = rules();
    let mut failed = Vec::new();
    let mut names = BTreeSet::new();
    for (path, node) in case_files() {
        for node in node.list().unwrap_or_else(|| panic!("{}: not a list of cases", path.display()))
        {
            let case = Case { node };
            assert!(names.insert(case.name().to_owned()), "two cases are named {}", case.name());
            let verdict = rules.case(&case);
            if !verdict.passed() {
                let why = verdict.difference.unwrap_or("it compares nothing".to_owned());
                failed.push(format!(
                    "{} in {}: {why}",
                    case.name(),
                    path.file_name().unwrap().display()
                ));
            }
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {} cases fail\n{}",
        failed.len(),
        names.len(),
        failed.join("\n")
    );
}

#[test]
fn every_rule_number_is_cited_by_a_case() {
    let root = yaml::parse(&text_of(&place("rules.yaml"))).expect("rules.yaml is YAML");
    let list = root.get("rules").and_then(Node::list).expect("a list of rules");
    let files = case_files();
    let cases = files.iter().flat_map(|(_, node)| node.list().unwrap_or_default());
    let cited: BTreeSet<String> = cases.flat_map(|node| Case { node }.rules()).collect();
    let word =
        |rule: &Node, key: &str| rule.get(key).and_then(Node::text).unwrap_or_default().to_owned();
    let done =
        list.iter().filter(|rule| word(rule, "status") == "done").map(|rule| word(rule, "rule"));
    let missing: Vec<String> = done.filter(|rule| !cited.contains(rule)).collect();
    assert!(missing.is_empty(), "no case cites {}", missing.join(", "));
    let numbers: BTreeSet<String> = list.iter().map(|rule| word(rule, "rule")).collect();
    let rulings = text_of(&place("rulings.md"));
    let known = |rule: &String| {
        numbers.contains(rule)
            || rulings.contains(&format!("**{rule}** "))
            || rule.starts_with("E-")
    };
    let unknown: Vec<&String> = cited.iter().filter(|rule| !known(rule)).collect();
    assert!(unknown.is_empty(), "cases cite what is no rule, ruling or code: {unknown:?}");
}
