//! Tests of the seats that vouch for the record before, and of those that ought to.

use super::*;
use record::turn_file::TurnFile;

/// Record 7, in which rome answered two prompts afresh and carthage left its answer to a fallback.
fn record(heads: &[&str]) -> RecordFiles {
    let turn = format!(
        "tabella: 1\ngame: zama\nphase: 7\nname: move\nrules-revision: 1\nprogram: tabella 0.1.0\nsecret: {}\n\
         opened: 2026-03-01T20:00:00Z\nresolved: 2026-03-02T18:30:05Z\nphases:\n- name: move\n  turn: 3\n  answers:\n\
         {}{}{}next:\n  phase: 8\n  name: move\n  turn: 4\n  awaited:\n  - rome\n",
        "a7".repeat(32),
        "  - prompt: move\n    seat: rome\n    by: fresh\n",
        "  - prompt: attack\n    seat: carthage\n    by: fallback\n",
        "  - prompt: attack\n    seat: rome\n    by: fresh\n",
    );
    let turn = TurnFile::parse(turn.as_bytes()).unwrap_or_else(|why| panic!("{why}\n{turn}"));
    let heads = heads.iter().map(|seat| (*seat).to_owned()).collect();
    RecordFiles { number: 7, turn: Some(turn), heads, ..RecordFiles::default() }
}

fn in_force(heads: &str) -> History {
    let zero = "ab".repeat(32);
    let charter = format!(
        "tabella: 2\ngame: zama\ntitle: toy\nrules-revision: 1\nscenario: one\ntempo: brisk\nseats:\n- seat: rome\n  side: rome\n\
         - seat: carthage\n  side: carthage\nheads: {heads}\ndice:\n  commitment: {zero}\n  hidden: {zero}\n"
    );
    let key = |seed: u8| record::PrivateKey::generate(&[seed; 32], "").public().clone();
    let seats = vec![("rome".to_owned(), key(1)), ("carthage".to_owned(), key(2))];
    let signers = Signers::new(seats, key(3)).unwrap().vouching();
    History::start(Charter::parse(charter.as_bytes()).unwrap(), signers)
}

#[test]
fn whoever_answered_vouches_where_the_charter_requires_it() {
    for (heads, by, lacking) in [
        ("asked", &[][..], 0),
        ("required", &["rome"], 0),
        ("required", &["rome", "carthage"], 0),
        ("required", &["carthage"], 1),
        ("required", &[], 1),
    ] {
        let mut verdict = Verdict::default();
        judge("turns/0007", &record(by), &in_force(heads), &mut verdict);
        assert_eq!(verdict.findings.len(), lacking, "{heads} {by:?}: {:?}", verdict.findings);
        let told: Vec<String> = verdict.findings.iter().map(ToString::to_string).collect();
        assert!(
            told.iter().all(|one| one.contains("rome answered, but does not vouch for record 6")),
            "{told:?}"
        );
        let vouched: Vec<(&str, u32)> =
            verdict.vouched.iter().map(|(seat, record)| (seat.as_str(), *record)).collect();
        let mut expected: Vec<(&str, u32)> = by.iter().map(|seat| (*seat, 6)).collect();
        expected.sort_unstable();
        assert_eq!(vouched, expected);
    }
}

#[test]
fn who_vouched_last_for_which_record_is_told() {
    let mut verdict = Verdict::default();
    assert_eq!(vouched(&verdict), None);
    verdict.vouched = [("rome".to_owned(), 6), ("carthage".to_owned(), 4)].into();
    assert_eq!(vouched(&verdict).as_deref(), Some("carthage for record 4, rome for record 6"));
}
