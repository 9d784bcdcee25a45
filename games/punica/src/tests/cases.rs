use super::{files, folder, parse, rules};
use engine::{Case, Cases};

/// Every case of the title, with the file it stands in.
fn every(mut look: impl FnMut(&Case<'_>, &str)) {
    let rulebook = engine::case::rulebook(&parse(&folder().join("rules.yaml")));
    for path in files(&folder().join("cases")) {
        let tree = parse(&path);
        for node in tree.list().expect("a file of cases is a list") {
            look(&Case { node, rulebook: &rulebook }, &path.display().to_string());
        }
    }
}

#[test]
fn every_case_passes() {
    let (mut failed, mut count) = (Vec::new(), 0);
    let rules = rules();
    every(|case, file| {
        let result = rules.case(case);
        count += 1;
        if !result.passed() {
            let why = result.difference.unwrap_or_else(|| "compares nothing".to_owned());
            failed.push(format!("{file} {}: {why}", case.name()));
        }
    });
    assert!(
        count > 100 && failed.is_empty(),
        "{} of {count}:\n{}",
        failed.len(),
        failed.join("\n")
    );
}
