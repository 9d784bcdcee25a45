//! Tests of proofs, in the order in which one thing outweighs another.

use super::super::{Finding, Newer};
use super::*;
use record::Digest;
use record::turn_file::OutcomeLine;

/// A game of five records that goes on, all of it played again.
fn verdict() -> Verdict {
    Verdict { sealed: 5, replayed: 5, ..Verdict::default() }
}

fn over() -> OutcomeLine {
    let (reason, rule) = ("agreed".to_owned(), "referee".to_owned());
    OutcomeLine { winner: None, reason, rule }
}

#[test]
fn what_was_not_looked_at_is_not_proven() {
    let all = verdict();
    let sealed = |files: usize| vec!["hidden.yaml".to_owned(); files];
    let finding = Finding::new("V-chain", "turns/0001/SHA256SUMS", "it is another");
    for (verdict, told, whole) in [
        (all.clone(), "proven to record 4", true),
        (Verdict { outcome: Some(over()), ..all.clone() }, "proven", true),
        (
            Verdict { sealed_files: sealed(1), outcome: Some(over()), ..all.clone() },
            "consistent to record 4, 1 file sealed",
            false,
        ),
        (
            Verdict { sealed_files: sealed(2), ..all.clone() },
            "consistent to record 4, 2 files sealed",
            false,
        ),
        (
            Verdict { replayed: 4, ..all.clone() },
            "consistent to record 4, hidden dice sealed until the game is over",
            false,
        ),
        (
            Verdict { unknown_rules: true, replayed: 0, ..all.clone() },
            "chained to record 4, not replayed",
            false,
        ),
        (
            Verdict { newer: Newer::of("game.yaml", b"tabella: 9\n", 2), ..all.clone() },
            "a newer tabella made this game: nothing was checked",
            false,
        ),
        (
            Verdict { findings: vec![finding], outcome: Some(over()), ..all },
            "not consistent",
            false,
        ),
    ] {
        let proof = Proof::of(&verdict);
        assert_eq!((proof.to_string().as_str(), proof.whole()), (told, whole));
    }
}

#[test]
fn what_was_taken_on_trust_is_named() {
    for (trusted, behind, told) in [
        (4, 0, "nothing to prove after record 4, which was taken on trust"),
        (4, 1, "record 5 proven, after what was taken on trust"),
        (4, 3, "proven from record 5 to record 7, after what was taken on trust"),
    ] {
        let verdict =
            Verdict { trusted: Some(trusted), sealed: behind, replayed: behind, ..verdict() };
        assert_eq!(Proof::of(&verdict).to_string(), told);
        assert!(!Proof::of(&verdict).whole());
    }
}

#[test]
fn what_the_asker_was_told_is_compared_with_what_there_is() {
    let (start, head) = (Digest::of(b"start"), Digest::of(b"head"));
    let verdict = Verdict { start: Some(start), head: Some(head), ..verdict() };
    let earlier = "the head that you were given is that of an earlier record";
    for (start, head, told) in [
        (None, None, "start and head were not compared"),
        (Some(start), None, "the start is the one that you were given; the head was not compared"),
        (None, Some(head), "the head is the one that you were given; the start was not compared"),
        (Some(start), Some(head), "start and head are those that you were given"),
        (None, Some(start), earlier),
        (Some(start), Some(start), earlier),
    ] {
        assert_eq!(compared(Expected { start, head, from: None }, &verdict), told);
    }
}
