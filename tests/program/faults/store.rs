//! Every command that writes to a game, struck at the steps that it takes on the disk: no order is lost, no record is half there,
//! and the same command, given again, finishes what it began or does it anew.
//!
//! `cargo test` strikes some steps of the first title; `TABELLA_FAULTS=all` each step of every title.

use super::super::common::{Match, key, walk};
use super::{Fault, NOW, all_steps, power, steps, tabella, told};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tabella::catalogue;
use tempfile::TempDir;

/// Number of steps from one fault to the next, unless every step has one.
const STRIDE: usize = 31;
const FAULTS: [Fault; 3] = [Fault::Kill, Fault::Full, Fault::Power];

type Files = BTreeMap<String, Vec<u8>>;

/// A command that writes, with a game in which it can be given.
struct Action {
    name: &'static str,
    before: Match,
    /// The words of the command; the game is `match` in the folder where it is run.
    words: Vec<String>,
    /// The exit code without a fault.
    good: i32,
    /// The exit codes permitted when it is run a second time.
    again: &'static [i32],
}

/// A game of a title after its first record, and the seat that is asked first.
fn begun(slug: &str) -> (Match, String) {
    let mut game = Match::of(slug, |_| {});
    game.round();
    let seat = game.awaited().remove(0);
    let key = key(&seat);
    let put = |name: &str, text: &str| fs::write(game.temporary.path().join(name), text).unwrap();
    put("key", &key.to_openssh());
    put("key.pub", &key.public_line());
    put("other.pub", &super::super::common::key("other").public_line());
    (game, seat)
}

/// The same with a signed order file of that seat beside it.
fn written(slug: &str, revision: u32) -> (Match, String) {
    let (mut game, seat) = begun(slug);
    let text = game.orders(&seat, revision, true);
    fs::write(game.temporary.path().join("orders.yaml"), &text).unwrap();
    fs::write(game.temporary.path().join("orders.yaml.sig"), game.sign(&seat, &text)).unwrap();
    (game, seat)
}

/// A copy of it in a folder of its own, with everything that lies beside the game.
fn twin(game: &Match) -> Match {
    let temporary = tempfile::tempdir().unwrap();
    super::super::common::copy(game.temporary.path(), temporary.path());
    found(temporary, game)
}

fn found(temporary: TempDir, like: &Match) -> Match {
    let seats: Vec<&str> = like.keys.keys().map(String::as_str).collect();
    Match::found(temporary, "match", &seats)
}

/// The same, but with orders for another game.
fn of_another_game(slug: &str) -> Match {
    let (refused, seat) = written(slug, 1);
    let text = fs::read_to_string(refused.temporary.path().join("orders.yaml")).unwrap();
    let text = text.replace("game: match-1", "game: match-2");
    fs::write(refused.temporary.path().join("orders.yaml"), &text).unwrap();
    fs::write(refused.temporary.path().join("orders.yaml.sig"), refused.sign(&seat, &text))
        .unwrap();
    refused
}

fn deeds(slug: &str) -> Vec<Action> {
    let action = |name, before, words: &[&str]| Action {
        name,
        before,
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        good: 0,
        again: &[0],
    };
    let (mut second, seat) = written(slug, 2);
    second.propose(&seat, 1, true);
    let refused = of_another_game(slug);
    let (mut ready, _) = begun(slug);
    for seat in ready.awaited() {
        ready.propose(&seat, 1, true);
    }
    let copied = twin(&ready);
    let run = |game: &Match, words: &[&str]| {
        let said = typed(&mut tabella(NOW, None), game.temporary.path(), words);
        assert!(said.status.success(), "{}", told(&said));
    };
    run(&copied, &["-C", "match", "share", "copy", "copy"]);
    run(&copied, &["-C", "match", "resolve"]);
    let seats: Vec<String> = ready.keys.keys().map(|seat| format!("{seat}=key.pub")).collect();
    let mut new = vec!["new", "fresh", "--game", slug];
    new.extend(seats.iter().flat_map(|seat| ["--seat", seat]));
    vec![
        action("submit", written(slug, 1).0, &["-C", "match", "submit", "orders.yaml"]),
        action("submit another revision", second, &["-C", "match", "submit", "orders.yaml"]),
        Action {
            good: 1,
            again: &[1],
            ..action("submit what goes back", refused, &["-C", "match", "submit", "orders.yaml"])
        },
        Action { again: &[0, 3], ..action("resolve", ready, &["-C", "match", "resolve"]) },
        // Whoever does not know that it was done does it once more, for the phase behind.
        action("resolve without orders", begun(slug).0, &["-C", "match", "resolve", "--deadline"]),
        action("publish", begun(slug).0, &["-C", "match", "share", "copy", "copy"]),
        action("publish more", copied, &["-C", "match", "share", "copy", "copy"]),
        Action {
            again: &[0, 4],
            ..action("export", begun(slug).0, &["share", "archive", "match", "out.tar"])
        },
        Action {
            again: &[0, 1, 2],
            ..action("sign", written(slug, 1).0, &["sign", "orders.yaml", "--key", "key"])
        },
        Action {
            again: &[0, 1, 2],
            ..action("seal", written(slug, 1).0, &["-C", "match", "git", "seal", "orders.yaml"])
        },
        // A second game in the same folder is refused.
        Action { again: &[4], ..action("new", begun(slug).0, &new) },
    ]
}

fn typed(command: &mut Command, place: &Path, words: &[impl AsRef<str>]) -> Output {
    command.current_dir(place).args(words.iter().map(AsRef::as_ref)).output().unwrap()
}

/// Everything in a folder except what commands leave for themselves.
fn files(place: &Path) -> Files {
    let mut files = Files::new();
    walk(place, place, &mut files);
    let own = ["match/.tabella/lock", "match/.tabella/index"];
    files.retain(|path, _| !own.iter().any(|own| path.starts_with(own)));
    files
}

/// Asserts that the bytes of every file that somebody could miss are still there, wherever they went.
fn nothing_is_lost(before: &Files, after: &Files, place: &str) {
    let there: BTreeSet<&[u8]> = after.values().map(Vec::as_slice).collect();
    for (path, bytes) in before {
        let kept = there.contains(bytes.as_slice())
            || after.get(path).is_some_and(|after| after.starts_with(bytes));
        // Files that the program makes anew for everybody who asks.
        let made = path.starts_with("copy/") && after.contains_key(path);
        assert!(kept || made, "{place}: {path} is lost");
    }
}

/// Checks the folder after a fault: it verifies, and the command now succeeds and gives what it would have given.
fn made_good(action: &Action, before: &Files, whole: &Files, struck: &Match, place: &str) {
    struck.holds();
    nothing_is_lost(before, &files(struck.temporary.path()), place);
    let again = typed(&mut tabella(NOW, None), struck.temporary.path(), &action.words);
    let code = again.status.code().unwrap();
    let place = format!("{place}: {}", told(&again));
    assert!(code == action.good || action.again.contains(&code), "{place}");
    struck.holds();
    let after = files(struck.temporary.path());
    nothing_is_lost(before, &after, &place);
    as_it_would_be(whole, &after, &place);
    for other in ["fresh", "copy"] {
        if struck.temporary.path().join(other).exists() {
            let words = ["-C", other, "verify"];
            let proved = typed(&mut tabella(NOW, None), struck.temporary.path(), &words);
            assert!(proved.status.success(), "{place}: {}", told(&proved));
        }
    }
}

/// Asserts that every file the undisturbed command gives is there, with the same bytes if it follows from the game.
fn as_it_would_be(whole: &Files, after: &Files, place: &str) {
    for (path, bytes) in whole {
        let found = after.get(path).unwrap_or_else(|| panic!("{place}: there is no {path}"));
        // The salt of a receipt is drawn, and notes say how often something came.
        let drawn = [
            "match/receipts/",
            "match/rejected/",
            "orders.yaml.age",
            "match/.tabella/signed",
            "fresh/",
        ];
        if !drawn.iter().any(|part| path.starts_with(part)) {
            assert!(found == bytes, "{place}: {path} is another");
        }
    }
    let half = after.keys().find(|path| {
        ["/.writing-", "/.tabella/staging/", "/.tabella/filing/"]
            .iter()
            .any(|part| path.contains(part))
    });
    assert!(half.is_none_or(|path| path.contains("/.writing-")), "{place}: {half:?} was left");
}

/// Strikes a command at a step; false once the command ends before that.
fn strike(action: &Action, whole: &Files, fault: Fault, step: usize) -> bool {
    let game = twin(&action.before);
    let place = format!("{}, {fault:?} at step {step}", action.name);
    let before = files(game.temporary.path());
    if fault == Fault::Power {
        let root = game.temporary.path();
        let (said, disks, hit) = power(root, step, |command| {
            command.current_dir(root).args(&action.words);
        });
        for (disk, how) in disks.into_iter().zip(["least", "most"]) {
            let place = format!("{place}, what is there at {how}");
            let left = found(disk, &action.before);
            if !hit {
                // It had said that it was done, so it is.
                assert_eq!(said.status.code(), Some(action.good), "{place}: {}", told(&said));
                as_it_would_be(whole, &files(left.temporary.path()), &place);
            }
            made_good(action, &before, whole, &left, &place);
        }
        return hit;
    }
    let marks = tempfile::tempdir().unwrap();
    let mark = marks.path().join("mark");
    let mut command = tabella(NOW, Some((fault, step, &mark)));
    let said = typed(&mut command, game.temporary.path(), &action.words);
    if !mark.exists() {
        assert_eq!(said.status.code(), Some(action.good), "{place}: {}", told(&said));
        return false;
    }
    assert!(!told(&said).contains("panicked"), "{place}: {}", told(&said));
    made_good(action, &before, whole, &game, &place);
    true
}

#[test]
fn commands_are_made_good_wherever_they_are_struck() {
    let all = all_steps();
    let titles: Vec<&str> = catalogue::titles().iter().map(|title| title.slug()).collect();
    let mut struck = 0;
    for slug in &titles[..if all { titles.len() } else { 1 }] {
        for action in deeds(slug) {
            let undisturbed = twin(&action.before);
            let said = typed(&mut tabella(NOW, None), undisturbed.temporary.path(), &action.words);
            assert_eq!(said.status.code(), Some(action.good), "{}: {}", action.name, told(&said));
            let whole = files(undisturbed.temporary.path());
            for fault in FAULTS {
                let hits = steps(STRIDE).position(|step| !strike(&action, &whole, fault, step));
                let hits = hits.unwrap_or_else(|| panic!("{}: no end", action.name));
                assert!(hits > 0, "{}, {fault:?}: nothing was struck", action.name);
                struck += hits;
                if all {
                    println!("{slug}, {}, {fault:?}: {hits} steps", action.name);
                }
            }
        }
    }
    assert!(struck > 50, "only {struck} steps were struck");
    println!("{struck} steps were struck");
}

/// A record is never older than the one before it, so a clock that goes back stops nobody.
#[test]
fn a_clock_that_goes_back_harms_nothing() {
    let (mut game, _) = begun(catalogue::titles()[0].slug());
    let number = game.game().session.number;
    let hours = ["2031-03-02T10:00:00Z", "2031-03-01T10:00:00Z", "2001-01-01T00:00:00Z"];
    for hour in hours {
        let place = game.temporary.path().to_owned();
        for seat in game.awaited() {
            let text = game.orders(&seat, 1, true);
            fs::write(place.join("orders.yaml"), &text).unwrap();
            fs::write(place.join("orders.yaml.sig"), game.sign(&seat, &text)).unwrap();
            let filed = ["-C", "match", "submit", "orders.yaml"];
            let said = typed(&mut tabella(hour, None), &place, &filed);
            assert!(said.status.success(), "{hour}: {}", told(&said));
        }
        let said = typed(&mut tabella(hour, None), &place, &["-C", "match", "resolve"]);
        assert!(said.status.success(), "{hour}: {}", told(&said));
        game.holds();
    }
    assert_eq!(game.game().session.number, number + 3);
}
