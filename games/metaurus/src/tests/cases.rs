use super::{folder, loaded, rulebook, text, tree};
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
    let loaded = loaded();
    let mut failed = Vec::new();
    let (mut names, rulebook) = (BTreeSet::new(), rulebook());
    for (file, node) in cases() {
        let case = Case { node: &node, rulebook: &rulebook };
        assert!(names.insert(case.name().to_owned()), "{file}: {} occurs twice", case.name());
        let result = loaded.case(&case);
        if !result.passed() {
            let difference = result.difference.unwrap_or_else(|| "nothing was compared".to_owned());
            failed.push(format!("{file} {}: {difference}", case.name()));
        }
    }
    assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn what_could_not_fail_is_refused() {
    let (loaded, rulebook) = (loaded(), rulebook());
    let given = "given: {units: [la-1@0504 n, ib-1@1706 s], chits: {la: stand}}\nphase: activation\n\
                 orders: {rome: {activations: [{command: la}]}}\n";
    let result = |then: &str| {
        let text = format!("case: c\nrules: []\n{given}then: {then}\n");
        loaded.case(&Case { node: &tree("case", &text), rulebook: &rulebook })
    };
    assert!(result("{units: {la-1: 0504 n}, events: [{kind: activation}]}").passed());
    for then in [
        "{units: {zz-9: absent}}",
        "{not: [{kind: no-such-kind}]}",
        "{not: [{unit: la-1}]}",
        "{events: [{kind: activatoin}]}",
        "{not: [{kind: activation, comands: [la]}]}",
        "{not: [{kind: activation, commands: [zz]}]}",
        "{not: [{kind: activation, order: moove}]}",
        "{not: [{kind: activation, rule: NOPE}]}",
        "{not: [{kind: void, code: E-me-nope}]}",
    ] {
        assert!(!result(then).passed(), "{then} passes");
    }
}
