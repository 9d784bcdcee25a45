//! A disk that becomes full, or a process that is killed, between any two steps that a letter takes through the program: nothing is
//! lost, nothing is answered or sent twice.
//!
//! `super::super::faults` does the harm at one of the steps on the disk: `cargo test` at some of them, `TABELLA_FAULTS=all` at each.

use super::super::faults::{Fault, steps, tabella, told};
use super::club::{Club, attached, files_in};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

const HOUR: &str = "2031-03-01T10:00:00Z";
const LATER: &str = "2031-03-01T11:00:00Z";
/// Number of steps from one fault to the next: in a whole round, and in commands with fewer steps.
const ROUND_STRIDE: usize = 17;
const STRIDE: usize = 3;

/// Hands a letter over as a mail server does on its n-th attempt, with its own lines on top.
fn deliver(club: &Club, letter: &str, n: u32, fault: Option<(Fault, usize, &Path)>) -> Output {
    let top = format!(
        "From rome@example.org  Sat Mar  1 10:{n:02}:00 2031\nReceived: by mx.example.org (try {n})\n"
    );
    let mut command = tabella(HOUR, fault);
    command.args(["mail", "receive", "--settings"]).arg(club.path("run.yaml"));
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    // Whoever is killed reads no more.
    drop(child.stdin.take().unwrap().write_all(format!("{top}{letter}").as_bytes()));
    child.wait_with_output().unwrap()
}

/// Names of letters in the game's outbox, waiting and sent, without the phase number.
fn written(club: &Club) -> Vec<String> {
    let mut all = Vec::new();
    for place in ["outbox", "outbox/sent"] {
        for entry in fs::read_dir(club.game.root().join(place)).into_iter().flatten() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            all.extend(name.strip_suffix(".eml").map(|name| name[5..].to_owned()));
        }
    }
    all.sort();
    all
}

/// Brings a letter until it is accepted: first with a fault at a step (a full disk lasts for the second try too), then
/// without. False once the fault comes too late.
fn survives(club: &Club, letter: &str, fault: Fault, step: usize, between: &dyn Fn(&Club)) -> bool {
    let mark = club.path("mark");
    let first = deliver(club, letter, 1, Some((fault, step, &mark)));
    if !mark.exists() {
        assert!(first.status.success(), "{}", told(&first));
        return false;
    }
    if fault == Fault::Full {
        // It says that the letter must come again, or did all that matters.
        assert!(matches!(first.status.code(), Some(0 | 75)), "step {step}: {}", told(&first));
        deliver(club, letter, 2, Some((fault, step, &mark)));
    }
    between(club);
    let last = deliver(club, letter, 3, None);
    assert!(last.status.success(), "{fault:?} at step {step}: {}", told(&last));
    true
}

fn head(number: u32) -> String {
    format!(
        "From: rome@example.org\nTo: referee@example.org\nSubject: x\nMessage-ID: <{number}.rome@example.org>\nMIME-Version: 1.0\n"
    )
}

/// Strikes each step until the fault comes too late; asserts that more than a handful were hit.
fn each_step(fault: Fault, mut survives: impl FnMut(usize) -> bool) {
    let hits = steps(STRIDE).position(|step| !survives(step)).expect("an end");
    assert!(hits > 4, "{fault:?}: only {hits} steps were hit");
}

#[test]
fn words_are_passed_on_and_answered_once_whatever_befalls() {
    let club = Club::of("combined-arms");
    club.round(HOUR);
    let letter =
        format!("{}Content-Type: text/plain\n\nmessage carthage\n\nShall we talk?\n", head(1));
    let whole = club.twin();
    deliver(&whole, &letter, 1, None);
    let expected = written(&whole);
    assert_eq!(expected.iter().filter(|name| name.contains("-re-")).count(), 1, "{expected:?}");
    assert_eq!(expected.iter().filter(|name| name.contains("-message-")).count(), 1);
    for fault in [Fault::Kill, Fault::Full] {
        each_step(fault, |step| {
            let twin = club.twin();
            let hit = survives(&twin, &letter, fault, step, &|_| ());
            assert_eq!(written(&twin), expected, "{fault:?} at step {step}");
            hit
        });
    }
}

/// The letter brings the last missing orders, and somebody resolves the phase before it is brought again.
#[test]
fn orders_are_filed_and_answered_once_whatever_befalls() {
    let mut club = Club::of("combined-arms");
    club.round(HOUR);
    club.game.propose("carthage", 1, true);
    let orders = club.game.orders("rome", 1, true);
    let signature = club.game.sign("rome", &orders);
    let files = [("rome.yaml", &orders), ("rome.yaml.sig", &signature)];
    let letter = head(2) + &attached("Here.\n", &files);
    for fault in [Fault::Kill, Fault::Full] {
        each_step(fault, |step| {
            let twin = club.twin();
            let hit = survives(&twin, &letter, fault, step, &|twin| {
                let mut resolve = tabella(HOUR, None);
                let said = resolve.arg("-C").arg(twin.game.root()).arg("resolve").output().unwrap();
                assert!(matches!(said.status.code(), Some(0 | 3)), "{}", told(&said));
            });
            let (said, code) = twin.round(LATER);
            assert_eq!(code, 0, "{fault:?} at step {step}: {said}");
            assert_eq!(twin.game.game().session.number, 1, "{fault:?} at step {step}: {said}");
            let counts = twin.counts();
            assert!(
                counts.values().all(|count| *count == 1),
                "{fault:?} at step {step}: {counts:#?}"
            );
            let answers: Vec<_> =
                twin.sent().into_iter().filter(|one| one.id.contains(".re.")).collect();
            let [answer] = &answers[..] else {
                panic!("{fault:?} at step {step}: {} answers", answers.len())
            };
            let text = answer.text.split_whitespace().collect::<Vec<_>>().join(" ");
            // If no receipt could be written before the phase was resolved, the record proves the filing.
            let proved = ["rome-receipt.yaml", "The record of that phase contains your orders."];
            let held = text.contains("filed") && proved.iter().any(|one| text.contains(one));
            assert!(held && !text.contains("cannot be filed"), "{fault:?} at step {step}: {text}");
            hit
        });
    }
}

/// A whole round: two letters accepted, a phase resolved, four letters sent. It has many steps, so it is stopped only
/// at some of them.
#[test]
fn a_round_is_made_good_wherever_it_stopped() {
    let mut club = Club::of("combined-arms");
    club.round(HOUR);
    club.answer();
    let whole = club.twin();
    assert_eq!(whole.round(LATER).1, 0);
    let (head, expected) = (whole.game.game().session.head, whole.counts());
    for fault in [Fault::Kill, Fault::Full] {
        let hits = steps(ROUND_STRIDE).position(|step| {
            let (twin, mark) = (club.twin(), club.path("mark"));
            drop(fs::remove_file(&mark));
            let mut round = tabella(LATER, Some((fault, step, &mark)));
            let said =
                round.args(["referee", "run", "--settings"]).arg(twin.path("run.yaml")).output();
            let (_, code) = twin.round(LATER);
            let place = format!("{fault:?} at step {step}: {}", told(&said.unwrap()));
            assert_eq!((code, twin.game.game().session.head), (0, head), "{place}");
            twin.game.holds();
            let counts = twin.counts();
            assert!(counts.keys().eq(expected.keys()), "{place}: {counts:#?}");
            let twice = counts.values().filter(|count| **count > 1).count();
            assert!(twice <= usize::from(fault == Fault::Kill), "{place}: {counts:#?}");
            assert_eq!(files_in(&twin.path("Maildir/new")), 0, "{place}");
            !mark.exists()
        });
        assert!(hits > Some(10), "{fault:?}: only {hits:?} steps were hit");
    }
}

#[test]
fn letters_are_sent_once_whatever_becomes_of_the_disk() {
    let mut club = Club::of("combined-arms");
    // Letters wait, because the way out is closed at first.
    fs::write(club.path("down"), "").unwrap();
    club.round(HOUR);
    club.write("rome", "status", "\n");
    club.round(HOUR);
    fs::remove_file(club.path("down")).unwrap();
    let round = |club: &Club, fault: Option<(Fault, usize, &Path)>| {
        let mut command = tabella(LATER, fault);
        command.args(["referee", "run", "--settings"]).arg(club.path("run.yaml")).output().unwrap()
    };
    for fault in [Fault::Kill, Fault::Full] {
        each_step(fault, |step| {
            let (twin, mark) = (club.twin(), club.path("mark"));
            drop(fs::remove_file(&mark));
            let first = round(&twin, Some((fault, step, &mark)));
            let hit = mark.exists();
            assert!(hit || first.status.success(), "{}", told(&first));
            if fault == Fault::Full {
                round(&twin, Some((fault, step, &mark)));
            }
            let last = round(&twin, None);
            assert!(last.status.success(), "{fault:?} at step {step}: {}", told(&last));
            let counts = twin.counts();
            assert_eq!(counts.len(), 3, "{fault:?} at step {step}: {counts:#?}");
            let twice = counts.values().filter(|count| **count > 1).count();
            // One that is killed between the server's word and the first note of it cannot know.
            let most = usize::from(fault == Fault::Kill);
            assert!(twice <= most, "{fault:?} at step {step}: {counts:#?}\n{}", told(&first));
            hit
        });
    }
}
