//! Changes: who must agree, and in which order.

use super::history::{Changes, History};
use super::*;
use crate::charter::{Charter, CharterFault, Heads};
use crate::private_key::PrivateKey;
use crate::{Namespace, REFEREE, Signers};
use std::collections::BTreeMap;

mod in_force;

const SEATS: [&str; 4] = ["c1", "c2", "r1", "r2"];

fn key(name: &str) -> PrivateKey {
    let mut seed = [9; 32];
    seed[..name.len()].copy_from_slice(name.as_bytes());
    PrivateKey::generate(&seed, name)
}

fn charter(seats: &[&str], more: &str) -> Result<Charter, CharterFault> {
    let lines: String =
        seats.iter().flat_map(|seat| ["- seat: ", seat, "\n  side: ", seat, "\n"]).collect();
    let zero = "ab".repeat(32);
    let text = format!(
        "tabella: 2\ngame: zama\ntitle: toy\nrules-revision: 1\nscenario: one\ntempo: brisk\nseats:\n{lines}\
         schedule:\n  days: 3\n  zone: UTC\n  hour: 20\n{more}dice:\n  commitment: {zero}\n  hidden: {zero}\n"
    );
    Charter::parse(text.as_bytes())
}

fn history_with(seats: &[&str], more: &str) -> History {
    let keys = seats.iter().map(|seat| ((*seat).to_owned(), key(seat).public().clone()));
    let signers = Signers::new(keys.collect(), key(REFEREE).public().clone()).unwrap();
    History::start(charter(seats, more).unwrap(), signers)
}

fn history(seats: &[&str]) -> History {
    history_with(seats, "")
}

fn action(action: Action) -> Change {
    Change {
        game: "zama".to_owned(),
        phase: 3,
        after: Digest::of(b"head"),
        reason: "the old one is lost".to_owned(),
        action,
    }
}

fn change(seat: &str, new: &str) -> Change {
    action(Action::Key { seat: seat.to_owned(), key: key(new).public().clone(), age: None })
}

/// A change with the signatures of these people, the new key's as `heir`.
fn files(change: &Change, new: &str, by: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let text = change.render().into_bytes();
    let path = change_path(1, change.action.kind());
    let sign = |name: &str, key: PrivateKey| {
        let armored = key.sign(Namespace::Change, &text).into_bytes();
        (format!("{path}.{name}.sig"), armored)
    };
    let mut files: BTreeMap<_, _> = by.iter().map(|name| sign(name, key(name))).collect();
    files.extend(change.action.brings().map(|_| sign(HEIR, key(new))));
    files.insert(path.clone(), text.clone());
    files
}

fn after(history: &History, files: &BTreeMap<String, Vec<u8>>) -> Result<History, String> {
    let due = Some("2026-12-01T20:00:00Z".parse().unwrap());
    let changes = Changes { game: "zama", number: 3, after: Digest::of(b"head"), due, files };
    history.after(&changes).map_err(|fault| fault.to_string())
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
    assert!(after(&history(&SEATS), &stolen).unwrap_err().contains("a different key"));
}

#[test]
fn a_consent_for_another_place_is_none() {
    let good = change("r1", "new");
    for wrong in [
        Change { game: "cannae".to_owned(), ..good.clone() },
        Change { phase: 4, ..good.clone() },
        Change { after: Digest::of(b"other"), ..good },
        change("gaul", "new"),
        change("r1", "r1"),
    ] {
        let new = if wrong.action.brings() == Some(key("r1").public()) { "r1" } else { "new" };
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
    assert!(after(&history(&SEATS), &both).unwrap_err().contains("two changes about"));
}

fn agreed(history: &History, what: &Action, by: &[&str]) -> Result<History, String> {
    after(history, &files(&action(what.clone()), "new", by))
}

fn patch(text: &str) -> Vec<Operation> {
    let node = crate::exchange::yaml::parse(text).unwrap();
    serde_json::from_value(node.plain_value()).unwrap()
}

const RULING: &str =
    "- {op: test, path: /state/a/0, value: 1}\n- {op: replace, path: /state/a/0, value: 2}\n";

#[test]
fn every_kind_has_the_consent_of_the_table() {
    let ruling = Action::Ruling { patch: patch(RULING) };
    let due = Action::Deadline { due: "2026-12-02T20:00:00Z".parse().unwrap() };
    let (from, to) = ("2026-12-01".parse().unwrap(), "2026-12-04".parse().unwrap());
    let away = Action::Vacation { seat: "r1".to_owned(), from, to };
    let resign = Action::Resign { seat: "r1".to_owned() };
    let end = Action::End { winner: None };
    let all = ["c1", "c2", "r1", "r2"];
    let everybody = ["referee", "c1", "c2", "r1", "r2"];
    for (what, by, counts) in [
        (&due, &["referee"][..], true),
        (&due, &all[..], false),
        (&away, &["r1"][..], true),
        (&away, &["referee", "r2"][..], false),
        (&resign, &["r1"][..], true),
        (&resign, &["referee", "c1", "c2"][..], true),
        (&resign, &["referee", "c1"][..], false),
        (&ruling, &everybody[..], true),
        (&ruling, &everybody[..4], false),
        (&ruling, &all[..], false),
        (&Action::Rollback { to: 1 }, &everybody[..], true),
        (&Action::Rollback { to: 1 }, &all[..], false),
        (&end, &all[..], true),
        (&end, &everybody[..4], false),
    ] {
        let next = agreed(&history(&SEATS), what, by);
        assert_eq!(next.is_ok(), counts, "{what} by {by:?}: {next:?}");
    }
}

#[test]
fn keys_that_may_not_vouch_are_not_asked_to_whatever_else_changes() {
    let own = history_with(&SEATS, "consent:\n  ruling:\n  - all\n");
    let everybody = ["referee", "c1", "c2", "r1", "r2"];
    for consent in [None, Some(own.charter.consent.clone())] {
        let terms = Terms { heads: Some(Heads::Required), consent, ..Terms::default() };
        let told = agreed(&history(&SEATS), &Action::Charter { terms }, &everybody);
        assert!(told.is_err_and(|why| why.contains("no right to vouch")));
    }
}

#[test]
fn a_charter_may_ask_for_another_consent_and_that_is_told_where_it_is_weaker() {
    let own = history_with(&SEATS, "consent:\n  ruling:\n  - referee+most\n  deadline:\n  - all\n");
    let ruling = Action::Ruling { patch: patch(RULING) };
    assert!(agreed(&own, &ruling, &["referee", "c1", "c2", "r1"]).is_ok());
    assert!(agreed(&own, &ruling, &["referee", "c1", "c2"]).is_err());
    let due = Action::Deadline { due: "2026-12-02T20:00:00Z".parse().unwrap() };
    assert!(agreed(&own, &due, &["referee"]).is_err());
    assert_eq!(own.charter.consent.weaker(), [Kind::Deadline, Kind::Ruling]);
    for bad in
        ["ruling:\n  - seat\n", "ruling: []\n", "ruling:\n  - anybody\n", "end:\n  - all+all\n"]
    {
        assert!(charter(&SEATS, &format!("consent:\n  {bad}")).is_err(), "{bad}");
    }
}

#[test]
fn a_vacant_seat_has_no_voice_until_somebody_takes_it() {
    let vacant =
        agreed(&history(&SEATS), &Action::Resign { seat: "r2".to_owned() }, &["r2"]).unwrap();
    let ruling = Action::Ruling { patch: patch(RULING) };
    assert!(agreed(&vacant, &ruling, &["referee", "c1", "c2", "r1"]).is_ok());
    let why = agreed(&vacant, &ruling, &["referee", "c1", "c2", "r1", "r2"]).unwrap_err();
    assert!(why.contains("its consent does not count"), "{why}");
    assert!(after(&vacant, &files(&change("r2", "new"), "new", &["referee", "c1", "c2"])).is_err());
    let name = Some("Laelius".to_owned());
    let (seat, key) = ("r2".to_owned(), key("new").public().clone());
    let filled =
        agreed(&vacant, &Action::Player { seat, key, name, age: None }, &["referee", "c1", "c2"])
            .unwrap();
    assert!(filled.vacant.is_empty());
    assert_eq!(filled.charter.seat("r2").unwrap().name.as_deref(), Some("Laelius"));
}

#[test]
fn a_seat_that_the_program_took_without_its_players_word_has_none_by_the_referees_key() {
    let terms = "  vacancy: 2\n  vacant: easy\n";
    let why = charter(&SEATS, terms).unwrap_err().to_string();
    assert!(why.contains("schedule.vacant: write `consent: {program: [referee]}`"), "{why}");
    let before = history_with(&SEATS, &format!("{terms}consent:\n  program:\n  - referee\n"));
    assert_eq!(before.charter.consent.weaker(), [Kind::Program]);
    let strength = Strength::Easy;
    let program = Enlisted { player: 1, seed: Digest::of(b"seed"), strength };
    let seat = "r1".to_owned();
    let taken = Action::Program { seat: seat.clone(), key: key("new").public().clone(), program };
    let taken = agreed(&before, &taken, &["referee"]).unwrap();
    let friend = key("friend").public().clone();
    let friend = action(Action::Player { seat, key: friend, name: None, age: None });
    let signed = |by: &[&str]| {
        let mut files = files(&friend, "friend", by);
        let path = change_path(1, friend.action.kind());
        let by_its_key = key("new").sign(Namespace::Change, friend.render().as_bytes());
        files.insert(format!("{path}.r1.sig"), by_its_key.into_bytes());
        files
    };
    assert!(after(&taken, &signed(&["referee"])).unwrap_err().contains("who must agree"));
    assert!(after(&taken, &signed(&["referee", "c1", "c2"])).is_ok());
}

#[test]
fn deadlines_move_later_and_vacations_as_far_as_the_charter_lets_them() {
    let before = history_with(&SEATS, "vacations: 5\n");
    let due = |text: &str| Some(text.parse().unwrap());
    let earlier = Action::Deadline { due: due("2026-12-01T20:00:00Z").unwrap() };
    assert!(agreed(&before, &earlier, &["referee"]).unwrap_err().contains("not later"));
    let away = |from: &str, to: &str| Action::Vacation {
        seat: "r1".to_owned(),
        from: from.parse().unwrap(),
        to: to.parse().unwrap(),
    };
    let next = agreed(&before, &away("2026-12-01", "2026-12-04"), &["r1"]).unwrap();
    let asked = |seat: &str| [seat.to_owned()];
    let usual = due("2026-12-01T20:00:00Z");
    assert_eq!(next.deadline(usual, &asked("r1")), due("2026-12-05T20:00:00Z"));
    assert_eq!(next.deadline(usual, &asked("r2")), usual);
    let spent = agreed(&next, &away("2026-12-05", "2026-12-06"), &["r1"]).unwrap();
    assert_eq!(spent.vacations.len(), 1, "two days more than the charter gives");
    let used = agreed(&next, &away("2026-12-05", "2026-12-05"), &["r1"]).unwrap();
    assert_eq!(used.deadline(usual, &asked("r1")), due("2026-12-06T20:00:00Z"));
    assert!(agreed(&before, &away("2026-12-04", "2026-12-01"), &["r1"]).is_err());
}

#[test]
fn what_makes_a_record_of_its_own_stands_alone() {
    let everybody = ["referee", "c1", "c2", "r1", "r2"];
    let mut both = files(&change("r1", "new"), "new", &["referee", "r1"]);
    for (name, bytes) in files(&action(Action::Rollback { to: 1 }), "new", &everybody) {
        both.insert(name.replace("/01-", "/02-"), bytes);
    }
    assert!(
        after(&history(&SEATS), &both)
            .unwrap_err()
            .contains("must be the only change in its record")
    );
    let why = agreed(&history(&SEATS), &Action::Rollback { to: 2 }, &everybody).unwrap_err();
    assert!(why.contains("not before the newest"), "{why}");
}

#[test]
fn a_field_of_another_kind_is_refused() {
    let good = action(Action::Resign { seat: "r1".to_owned() }).render();
    assert!(Change::parse(good.as_bytes()).is_ok());
    for more in ["name: Laelius\n", "record: 2\n", "mood: bad\n"] {
        assert!(Change::parse(format!("{good}{more}").as_bytes()).is_err(), "{more}");
    }
    assert!(Change::parse(good.replace("seat: r1\n", "").as_bytes()).unwrap_err().contains("seat"));
}

#[test]
fn a_ruling_is_carried_out_only_on_what_it_names() {
    let tree = serde_json::json!({"state": {"a": [1, 2], "b": {"x": "old"}}});
    let ruled = |text: &str| {
        let mut now = tree.clone();
        apply(&patch(text), &mut now).map(|()| now["state"].clone()).map_err(|why| why.to_string())
    };
    assert_eq!(ruled(RULING).unwrap()["a"], serde_json::json!([2, 2]));
    let add = "- {op: add, path: /state/a/-, value: 3}\n- {op: add, path: /state/b/y, value: {c: 1, d: 2}}\n";
    assert_eq!(
        ruled(add).unwrap(),
        serde_json::json!({"a": [1, 2, 3], "b": {"x": "old", "y": {"c": 1, "d": 2}}})
    );
    let remove = "- {op: test, path: /state/b/x, value: old}\n- {op: remove, path: /state/b/x}\n";
    assert_eq!(ruled(remove).unwrap()["b"], serde_json::json!({}));
    for bad in [
        "- {op: replace, path: /state/a/0, value: 2}\n",
        "- {op: test, path: /state/a/0, value: 7}\n- {op: replace, path: /state/a/0, value: 2}\n",
        "- {op: add, path: /force, value: 2}\n",
        "- {op: add, path: /state, value: 2}\n",
        "- {op: add, path: /state/b/x, value: 2}\n",
        "- {op: add, path: /state/a/9, value: 2}\n",
        "- {op: add, path: /state/q/r, value: 2}\n",
        "- {op: add, path: /state/b/y, value: {d: 1, c: 2}}\n",
        "- {op: test, path: /state/a/0, value: 1}\n",
        "[]\n",
    ] {
        assert!(ruled(bad).is_err(), "{bad}");
    }
    let plain = patch("- {op: replace, path: /state/a/0, value: 2}\n");
    assert_eq!(guarded(&plain, &tree).unwrap(), patch(RULING));
}

#[test]
fn the_kind_that_is_only_reserved_is_refused_by_that_word() {
    let text = |kind: &str| {
        let after = Digest::of(b"head");
        format!("tabella: 1\ngame: zama\nphase: 7\nafter: {after}\nchange: {kind}\nreason: x\n")
    };
    let why = Change::parse(text("data").as_bytes()).unwrap_err();
    assert!(why.contains("reserved"), "{why}");
    for kind in ["datum", "open"] {
        let why = Change::parse(text(kind).as_bytes()).unwrap_err();
        assert!(!why.contains("reserved"), "{why}");
    }
}

#[test]
fn a_change_of_key_replaces_the_key_for_parcels() {
    let age = |digit: &str| Some(format!("age1{}", digit.repeat(58)));
    let mut before = history(&SEATS);
    before.charter.seats[2].age = age("q");
    let sealed_to = |action: Action, new: &str| {
        let change = self::action(action);
        let next = after(&before, &files(&change, new, &["referee", "c1", "c2", "r1"]))?;
        Ok::<_, String>(next.charter.seat("r1").unwrap().age.clone())
    };
    let key = |seat: &str, new: &str, age| Action::Key {
        seat: seat.to_owned(),
        key: key(new).public().clone(),
        age,
    };
    assert_eq!(sealed_to(key("r1", "new", None), "new"), Ok(None), "it may be another person's");
    assert_eq!(sealed_to(key("r1", "new", age("p")), "new"), Ok(age("p")));
    assert_eq!(sealed_to(key("r1", "r1", age("p")), "r1"), Ok(age("p")), "the same person");
    for (wrong, why) in [
        (sealed_to(key("r1", "r1", age("q")), "r1"), "r1 already has this key"),
        (sealed_to(key(REFEREE, "new", age("p")), "new"), "only a seat"),
        (sealed_to(key("r1", "new", age("b")), "new"), "not an age public key"),
    ] {
        let wrong = wrong.unwrap_err();
        assert!(wrong.contains(why), "{wrong}");
    }
}
