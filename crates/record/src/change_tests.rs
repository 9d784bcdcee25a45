//! Changes: who must agree, and in which order.

use super::*;
use crate::private_key::PrivateKey;

const SEATS: [&str; 4] = ["c1", "c2", "r1", "r2"];

fn key(name: &str) -> PrivateKey {
    let mut seed = [9; 32];
    seed[..name.len()].copy_from_slice(name.as_bytes());
    PrivateKey::generate(&seed, name)
}

fn history(seats: &[&str]) -> KeyHistory {
    let keys = seats.iter().map(|seat| ((*seat).to_owned(), key(seat).public().clone()));
    KeyHistory::start(Signers::new(keys.collect(), key(REFEREE).public().clone()).unwrap())
}

fn change(seat: &str, new: &str) -> Change {
    Change {
        tabella: 1,
        game: "zama".to_owned(),
        phase: 3,
        after: Digest::of(b"head"),
        change: Kind::Key,
        reason: "the old one is lost".to_owned(),
        seat: seat.to_owned(),
        key: key(new).public().clone(),
        name: None,
    }
}

/// A change with the signatures of these people, the new key's as `heir`.
fn files(change: &Change, new: &str, by: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let text = change.render().into_bytes();
    let path = change_path(1, change.change);
    let sign = |name: &str, key: PrivateKey| {
        let armored = key.sign(Namespace::Change, &text).into_bytes();
        (format!("{path}.{name}.sig"), armored)
    };
    let mut files: BTreeMap<_, _> = by.iter().map(|name| sign(name, key(name))).collect();
    files.extend([sign(HEIR, key(new)), (path.clone(), text.clone())]);
    files
}

fn after(history: &KeyHistory, files: &BTreeMap<String, Vec<u8>>) -> Result<KeyHistory, String> {
    let changes = Changes { game: "zama", number: 3, after: Digest::of(b"head"), files };
    history.after(&changes).map(|(next, _)| next).map_err(|fault| fault.to_string())
}

#[test]
fn who_agrees_to_the_key_of_a_seat() {
    let (before, change) = (history(&SEATS), change("r1", "new"));
    for (by, counts) in [
        (vec!["referee", "r1"], true),
        (vec!["referee", "c1", "c2"], true),
        (vec!["referee", "c1"], false),
        (vec!["r1", "c1", "c2", "r2"], false),
        (vec!["referee"], false),
        (vec![], false),
    ] {
        let next = after(&before, &files(&change, "new", &by));
        assert_eq!(next.is_ok(), counts, "{by:?}: {next:?}");
        if let Ok(next) = next {
            assert_eq!(next.signers.key("r1"), Some(key("new").public()));
            assert_eq!(next.signers.key("r2"), Some(key("r2").public()));
        }
    }
}

#[test]
fn who_agrees_to_the_key_of_the_referee() {
    let (before, change) = (history(&SEATS), change(REFEREE, "new"));
    for (by, counts) in [
        (vec!["referee", "c1", "c2", "r1"], true),
        (vec!["c1", "c2", "r1", "r2"], true),
        (vec!["referee", "c1", "c2"], false),
        (vec!["c1", "c2", "r1"], false),
    ] {
        assert_eq!(after(&before, &files(&change, "new", &by)).is_ok(), counts, "{by:?}");
    }
}

#[test]
fn the_new_key_signs_for_itself() {
    let change = change("r1", "new");
    let mut without = files(&change, "new", &["referee", "r1"]);
    without.remove("changes/01-key.yaml.heir.sig");
    assert!(after(&history(&SEATS), &without).unwrap_err().contains("as heir"));
    let stolen = files(&change, "r2", &["referee", "r1"]);
    assert!(after(&history(&SEATS), &stolen).unwrap_err().contains("another key"));
}

#[test]
fn a_consent_for_another_place_is_none() {
    let good = change("r1", "new");
    for wrong in [
        Change { game: "cannae".to_owned(), ..good.clone() },
        Change { phase: 4, ..good.clone() },
        Change { after: Digest::of(b"other"), ..good.clone() },
        Change { seat: "gaul".to_owned(), ..good.clone() },
        Change { key: key("r1").public().clone(), ..good },
    ] {
        let new = if wrong.key == *key("r1").public() { "r1" } else { "new" };
        let signed = files(&wrong, new, &["referee", "r1"]);
        assert!(after(&history(&SEATS), &signed).is_err(), "{wrong:?}");
    }
}

#[test]
fn seats_that_were_handed_out_have_no_voice() {
    let first = change("r1", "new");
    let taken = after(&history(&SEATS), &files(&first, "new", &["referee", "c1", "c2"])).unwrap();
    let second = change("r2", "newer");
    let text = second.render().into_bytes();
    let mut by = files(&second, "newer", &["referee", "c1"]);
    assert!(after(&taken, &by).is_err(), "one of c1 and c2 is not most of them");
    let voice = key("new").sign(Namespace::Change, &text).into_bytes();
    by.insert("changes/01-key.yaml.r1.sig".to_owned(), voice);
    assert!(after(&taken, &by).is_err(), "the referee's friend votes for the next friend");
    let voice = key("c2").sign(Namespace::Change, &text).into_bytes();
    by.insert("changes/01-key.yaml.c2.sig".to_owned(), voice);
    assert!(after(&taken, &by).is_ok());
}

#[test]
fn a_seat_with_the_referees_key_is_not_most_of_two() {
    let mut before = history(&["rome", "carthage"]);
    before.signers = before.signers.with_key("rome", key(REFEREE).public().clone());
    let change = change("carthage", "new");
    let text = change.render().into_bytes();
    let mut by = files(&change, "new", &["referee"]);
    let rome = key(REFEREE).sign(Namespace::Change, &text).into_bytes();
    by.insert("changes/01-key.yaml.rome.sig".to_owned(), rome);
    assert!(after(&before, &by).unwrap_err().contains("who must agree"));
}

#[test]
fn names_and_numbers_are_those_of_the_format() {
    let change = change("r1", "new");
    let good = files(&change, "new", &["referee", "r1"]);
    for (from, to) in [
        ("changes/01-key.yaml", "changes/02-key.yaml"),
        ("changes/01-key.yaml", "changes/01-player.yaml"),
        ("changes/01-key.yaml.r1.sig", "changes/01-key.yaml.r1"),
        ("changes/01-key.yaml.r1.sig", "changes/07-key.yaml.r1.sig"),
    ] {
        let mut moved = good.clone();
        let bytes = moved.remove(from).unwrap();
        moved.insert(to.to_owned(), bytes);
        assert!(after(&history(&SEATS), &moved).is_err(), "{from} -> {to}");
    }
    let twice = Change { reason: "once more".to_owned(), ..change };
    let mut both = good;
    for (name, bytes) in files(&twice, "new", &["referee", "r1"]) {
        both.insert(name.replace("/01-", "/02-"), bytes);
    }
    assert!(after(&history(&SEATS), &both).unwrap_err().contains("twice"));
}
