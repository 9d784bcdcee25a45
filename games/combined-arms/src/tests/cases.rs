use super::{files, place, rules, text_of};
use engine::case::rulebook;
use engine::{Case, Cases, Node};
use record::exchange::yaml;
use std::collections::BTreeSet;
use std::path::PathBuf;

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
    let rulebook =
        rulebook(&yaml::parse(&text_of(&place("rules.yaml"))).expect("rules.yaml is YAML"));
    let mut failed = Vec::new();
    let mut names = BTreeSet::new();
    for (path, node) in case_files() {
        for node in node.list().unwrap_or_else(|| panic!("{}: not a list of cases", path.display()))
        {
            let case = Case { node, rulebook: &rulebook };
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
