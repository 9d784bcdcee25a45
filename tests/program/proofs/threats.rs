//! The table of threats in docs/protocol.md: each row names a test that tries it, and the tests that stand nowhere else.

use super::verdict;
use crate::table::{DEPLOY, SEATS, Table, key};
use std::fs;
use std::path::Path;

/// The last cells of the table's rows.
fn named() -> Vec<Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/protocol.md")).unwrap();
    let table = text.split("| who | what | how it is met | tried by |").nth(1).expect("the table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let last = |row: &str| -> Vec<String> {
        let cell = row.trim_matches('|').rsplit('|').next().unwrap();
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    rows.map(last).collect()
}

#[test]
fn every_row_names_tests_that_there_are() {
    let rows = named();
    assert!(rows.len() > 20, "{rows:?}");
    for row in rows {
        assert!(!row.is_empty(), "a row without a test");
        for name in row {
            let (file, test) = name.rsplit_once("::").unwrap_or_else(|| panic!("`{name}`"));
            let file = file.replace("::", "/");
            let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program");
            let read = |path: String| fs::read_to_string(tests.join(path)).ok();
            let source = read(format!("{file}.rs")).or_else(|| read(format!("{file}/mod.rs")));
            let source = source.unwrap_or_else(|| panic!("{name}: no such file of tests"));
            let header = format!("#[test]\nfn {test}() {{");
            assert!(source.contains(&header), "{name}: no such test");
        }
    }
}

#[test]
fn a_ciphertext_said_not_to_open_convicts_once_the_key_is_out() {
    let table = Table::of(("combined-arms", None), "brisk", &[], &SEATS);
    let (orders, own) = (table.beside("rome.yaml"), table.beside("rome"));
    fs::write(&orders, table.orders("rome", 1, DEPLOY[0])).unwrap();
    for seat in SEATS {
        fs::write(table.beside(seat), key(seat).to_openssh()).unwrap();
    }
    table.tabella(&["seal", orders.to_str().unwrap(), "--key", own.to_str().unwrap()]).ended(0);
    // The referee reads it by another key, and signs that it does not open.
    let seal = table.path(".tabella/seal.key");
    let right = fs::read(&seal).unwrap();
    fs::write(&seal, ciphertext::Identity::generate().reveal()).unwrap();
    let folder = tabella::store::Folder::find(&table.root()).unwrap();
    let came = fs::read(table.beside("rome.yaml.age")).unwrap();
    let rome = engine::Seat::new("rome");
    let papers = tabella::store::Papers { bytes: &came, from: Some(&rome), ..Default::default() };
    let answer = tabella::store::submit_papers(&folder, &papers).unwrap();
    assert!(matches!(answer, tabella::store::Submission::Returned { .. }), "{answer:?}");
    fs::write(&seal, right).unwrap();
    table.file("carthage", DEPLOY[1]);
    table.tabella(&["resolve", "--absent", "rome"]).ended(0);
    let end =
        table.tabella(&["change", "end", "--reason", "a test"]).ended(0).out.trim().to_owned();
    for seat in SEATS {
        let with = table.beside(seat);
        table
            .tabella(&["change", "sign", &end, "--as", seat, "--key", with.to_str().unwrap()])
            .ended(0);
    }
    table.tabella(&["change", "apply", &end]).ended(0);
    table.holds();
    // Rome puts what was sent beside the records.
    fs::create_dir_all(table.path("inbox/0001")).unwrap();
    fs::write(table.path("inbox/0001/rome-1.age"), came).unwrap();
    let (code, found) = verdict(&table.root(), &[]);
    assert_eq!(code, 1, "{found}");
    assert_eq!(found["findings"][0]["code"], "V-receipt", "{found}");
    assert_eq!(found["findings"][0]["path"], "inbox/0001/rome-1.age");
}
