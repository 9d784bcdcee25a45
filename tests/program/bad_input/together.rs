//! Several commands at once on one folder.

use super::{MOVES, submit_good, table};
use crate::table::Table;
use std::collections::BTreeMap;
use std::process::{Child, Command, Stdio};

fn start(table: &Table, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabella"));
    command
        .arg("-C")
        .arg(table.root())
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits for all of them, and counts their exit codes.
fn ends(children: Vec<Child>) -> BTreeMap<i32, usize> {
    let mut counted = BTreeMap::new();
    for child in children {
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains("panicked"), "{said}");
        let code = output.status.code().unwrap();
        assert!(code != 4 || said.contains("another command is running"), "{said}");
        *counted.entry(code).or_default() += 1;
    }
    counted
}

#[test]
fn many_resolve_at_once_and_one_record_comes_of_it() {
    let table = table();
    submit_good(&table, "rome", table.orders("rome", 1, MOVES).as_bytes());
    let ends = ends((0..8).map(|_| start(&table, &["resolve"])).collect());
    assert_eq!(ends.get(&0), Some(&1), "one resolved, the others wait for Carthage: {ends:?}");
    assert_eq!(table.game().session.number, 2);
    table.holds();
}

#[test]
fn many_submit_at_once_and_the_highest_revision_counts() {
    let table = table();
    let mut children = Vec::new();
    for revision in 1..=8 {
        let text = table.orders("rome", revision, MOVES);
        let path = table.signed("rome", text.as_bytes());
        for end in ["", ".sig"] {
            std::fs::copy(
                table.beside(&format!("rome.yaml{end}")),
                table.beside(&format!("rome-{revision}.yaml{end}")),
            )
            .unwrap();
        }
        assert!(path.exists());
    }
    for revision in 1..=8 {
        let path = table.beside(&format!("rome-{revision}.yaml"));
        children.push(start(&table, &["submit", path.to_str().unwrap()]));
    }
    let ends = ends(children);
    assert!(ends.get(&0).is_some_and(|filed| *filed >= 1), "{ends:?}");
    let filed = table.tabella(&["status", "--json"]).ended(0).json();
    let counts = filed["filed"][0]["revision"].as_u64();
    assert!(ends.contains_key(&4) || counts == Some(8), "{ends:?} {filed}");
    let arrived = table.files("pending").keys().filter(|name| name.ends_with(".yaml")).count();
    let returned = table.files("rejected").keys().filter(|name| name.ends_with(".yaml")).count();
    assert_eq!(
        (arrived, returned),
        (ends[&0], ends.get(&1).copied().unwrap_or(0)),
        "nothing is lost"
    );
    table.tabella(&["resolve"]).ended(0);
    table.holds();
}

#[test]
fn submitting_resolving_and_reading_at_once() {
    let table = table();
    submit_good(&table, "rome", table.orders("rome", 1, MOVES).as_bytes());
    let second = table.signed("rome", table.orders("rome", 2, "orders: []\n").as_bytes());
    let mut children = Vec::new();
    for _ in 0..3 {
        children.push(start(&table, &["resolve"]));
        children.push(start(&table, &["submit", second.to_str().unwrap()]));
        children.push(start(&table, &["status"]));
        children.push(start(&table, &["verify"]));
        children.push(start(&table, &["report"]));
    }
    ends(children);
    assert_eq!(table.game().session.number, 2);
    table.holds();
}
