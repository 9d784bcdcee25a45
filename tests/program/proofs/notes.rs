//! Tests of notes between players in order files: kept in the record, proved by both verifiers.

use super::{codes, verdict};
use crate::second_verifier;
use crate::table::{DEPLOY, SEATS, Table, files_of, key, run, tabella};
use crate::tampering::finds;
use crate::tampering::papers::Papers;
use std::fs;

fn written() -> Table {
    let table = Table::writing(("combined-arms", None), &SEATS);
    let notes = [
        "note:\n- to: carthage\n  text: |\n    Leave Sicily,\n    and live.\n- {to: all, text: 'Rome greets you.'}\n",
        "note: {to: all, anonymous: true, text: \"Elephants eat a lot.\"}\n",
    ];
    for ((seat, body), note) in SEATS.into_iter().zip(DEPLOY).zip(notes) {
        table.file(seat, &format!("{body}{note}"));
    }
    table.resolve();
    table
}

#[test]
fn notes_are_kept_in_the_record_and_told_to_whom_they_concern() {
    let table = written();
    let read = |name: &str| fs::read_to_string(table.path("turns/0001").join(name)).unwrap();
    assert_eq!(
        read("notes.yaml"),
        "tabella: 1\ngame: zama\nphase: 1\nnotes:\n- from: rome\n  to: all\n  text:\n  - Rome greets you.\n- to: all\n  text:\n  - Elephants eat a lot.\n"
    );
    let own = read("notes-carthage.yaml");
    assert!(
        own.contains("- from: rome\n  to: carthage\n  text:\n  - Leave Sicily,\n  - and live.\n"),
        "{own}"
    );
    let report = read("report-carthage.md");
    assert!(
        report.contains("- **rome**, to carthage:\n\n  Leave Sicily,\\\n  and live.\n"),
        "{report}"
    );
    assert!(report.contains("- **Somebody**, to all:\n\n  Elephants eat a lot.\n"), "{report}");
    assert!(!read("report.md").contains("Sicily"), "{}", read("report.md"));
    table.holds();
    let second = second_verifier::run(&[table.root().as_os_str()]);
    let said = second_verifier::said(&second);
    assert!(
        second.status.success() && said.contains("notes of 1 records from their orders"),
        "{said}"
    );
    for seat in [None, Some("rome")] {
        let copy = table.beside(seat.unwrap_or("public"));
        let mut publish = tabella();
        publish.arg("-C").arg(table.root()).args(["share", "copy"]).arg(&copy);
        run(publish.args(seat.iter().flat_map(|seat| ["--seat", seat]))).ended(0);
        let holds = |word: &str| {
            let told = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).contains(word);
            files_of(&copy).values().any(told)
        };
        assert!(holds("Rome greets you") && holds("Elephants eat"));
        assert_eq!(holds("Sicily"), seat.is_some());
        assert!(!copy.join("turns/0001/orders/carthage.yaml").exists(), "it names the author");
        let (code, found) = verdict(&copy, &[]);
        assert_eq!((code, codes(&found).len()), (0, 0), "{found}");
        assert!(second_verifier::run(&[copy.as_os_str()]).status.success());
    }
}

#[test]
fn notes_that_nobody_wrote_or_that_lack_are_found_by_both_verifiers() {
    let table = written();
    let good = Papers::of(&table.root());
    let referee = key("referee");
    for (path, from, to) in [
        ("turns/0001/notes.yaml", "Rome greets", "Rome hates"),
        ("turns/0001/notes-carthage.yaml", "and live", "or stay"),
        ("turns/0001/notes-rome.yaml", "from: rome", "from: carthage"),
    ] {
        let mut altered = good.clone();
        let text = altered.text(path);
        assert!(text.contains(from), "{text}");
        altered.put(path, text.replace(from, to));
        altered.seal_anew(1, &referee);
        let found = finds(&altered, "V-note", path);
        assert!(found.line.is_some(), "{found}");
    }
    let mut altered = good;
    altered.remove("turns/0001/notes-rome.yaml");
    altered.seal_anew(1, &referee);
    finds(&altered, "V-note", "turns/0001/notes-rome.yaml");
}

#[test]
fn a_game_without_the_line_takes_no_notes() {
    let table = Table::new("brisk", &[]);
    let text = table.orders("rome", 1, &format!("{}note: {{to: all, text: ave}}\n", DEPLOY[0]));
    let path = table.signed("rome", text.as_bytes());
    let run = table.tabella(&["submit", path.to_str().unwrap()]).ended(1);
    let said = run.out + &run.err;
    assert!(said.contains("E-note") && said.contains("message SEAT"), "{said}");
}
