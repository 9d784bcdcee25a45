//! What is in force behind a change: who plays, what the charter says, whose voice counts, whose word is lacking.

use super::*;
use crate::schedule::Schedule;
use serde_json::json;

/// The seat r1 as the program plays it.
fn played_by_the_program() -> History {
    let before = history_with(&SEATS, "consent:\n  program:\n  - referee\n");
    let program = Enlisted { player: 1, seed: Digest::of(b"seed"), strength: Strength::Easy };
    let key = key("machine").public().clone();
    let taken = deed(Deed::Program { seat: "r1".to_owned(), key, program });
    after(&before, &files(&taken, "machine", &["referee"])).unwrap()
}

fn plays(history: &History, seat: &str) -> bool {
    history.charter.program.as_ref().is_some_and(|line| line.seats.contains_key(seat))
}

fn player(age: Option<String>) -> Deed {
    let key = key("new").public().clone();
    Deed::Player { seat: "r1".to_owned(), key, name: Some("Laelius".to_owned()), age }
}

#[test]
fn the_program_leaves_a_seat_that_somebody_takes_over_or_gives_up() {
    let before = played_by_the_program();
    assert!(plays(&before, "r1"));
    let most = ["referee", "c1", "c2"];
    let taken = agreed(&before, &player(None), &most).unwrap();
    assert!(!plays(&taken, "r1"));
    assert_eq!(taken.charter.seat("r1").unwrap().name.as_deref(), Some("Laelius"));
    let resigned = agreed(&before, &Deed::Resign { seat: "r1".to_owned() }, &most).unwrap();
    assert!(!plays(&resigned, "r1"));
    assert!(resigned.vacant.contains("r1"));
}

#[test]
fn parcels_of_a_seat_are_not_sealed_to_whoever_left_it() {
    let age = |digit: &str| Some(format!("age1{}", digit.repeat(58)));
    let mut before = history(&SEATS);
    before.charter.seats[2].age = age("q");
    for new in [None, age("p")] {
        let taken = agreed(&before, &player(new.clone()), &["referee", "r1"]).unwrap();
        assert_eq!(taken.charter.seat("r1").unwrap().age, new);
    }
}

#[test]
fn another_referee_has_a_name_and_an_office() {
    let before = history(&SEATS);
    let dice = before.charter.dice;
    let key = key("new").public().clone();
    let other = Deed::Referee { key: key.clone(), name: Some("Fabius".to_owned()), dice };
    for (by, lost) in [(&["referee", "c1", "c2", "r1"], false), (&["c1", "c2", "r1", "r2"], true)] {
        let next = agreed(&before, &other, by).unwrap();
        assert_eq!(next.signers.referee(), &key);
        assert_eq!(next.charter.referee.name.as_deref(), Some("Fabius"));
        assert_eq!(next.offices[1].from, 3);
        assert_eq!(next.lost_a_referee(), lost, "{by:?}");
    }
}

#[test]
fn a_seat_has_a_voice_again_once_its_key_signed_for_the_next_one() {
    let silent =
        after(&history(&SEATS), &files(&change("r1", "new"), "new", &["referee", "c1", "c2"]))
            .unwrap();
    let vote = |before: &History, voice: &str, by: &[&str]| {
        let change = change("r2", "other");
        let mut by = files(&change, "other", by);
        let armored = key(voice).sign(Namespace::Change, change.render().as_bytes());
        by.insert("changes/01-key.yaml.r1.sig".to_owned(), armored.into_bytes());
        after(before, &by)
    };
    assert!(vote(&silent, "new", &["referee", "c1"]).is_err());
    let next = change("r1", "newer");
    let mut by = files(&next, "newer", &["referee"]);
    let vouched = key("new").sign(Namespace::Change, next.render().as_bytes());
    by.insert("changes/01-key.yaml.r1.sig".to_owned(), vouched.into_bytes());
    let heard = after(&silent, &by).unwrap();
    assert!(vote(&heard, "newer", &["referee", "c1"]).is_ok());
}

#[test]
fn terms_that_are_not_named_stay() {
    let before = history_with(&SEATS, "vacations: 5\n");
    let everybody = ["referee", "c1", "c2", "r1", "r2"];
    let terms = Terms { vacations: Some(9), ..Terms::default() };
    let next = agreed(&before, &Deed::Charter { terms }, &everybody).unwrap();
    assert_eq!(next.charter, Charter { vacations: Some(9), ..before.charter });
}

#[test]
fn terms_are_judged_together_with_those_that_stay() {
    let before = history(&SEATS);
    let everybody = ["referee", "c1", "c2", "r1", "r2"];
    let usual = before.charter.schedule.clone().unwrap();
    let schedule = Some(Schedule { vacancy: Some(2), vacant: Some(Strength::Easy), ..usual });
    let consent: Consent = serde_json::from_value(json!({"program": ["referee"]})).unwrap();
    let alone = Terms { schedule: schedule.clone(), ..Terms::default() };
    let why = agreed(&before, &Deed::Charter { terms: alone.clone() }, &everybody).unwrap_err();
    assert!(why.contains("schedule.vacant: say in `consent:"), "{why}");
    let terms = Terms { consent: Some(consent), ..alone };
    let next = agreed(&before, &Deed::Charter { terms }, &everybody).unwrap();
    assert_eq!(next.charter.schedule, schedule);
    assert!(next.charter.consent.leaves_to_the_referee(Kind::Program));
    assert!(!before.charter.consent.leaves_to_the_referee(Kind::Program));
    assert!(!before.charter.consent.leaves_to_the_referee(Kind::Key), "a seat or most as well");
}

#[test]
fn a_game_is_won_by_a_side_that_plays_in_it() {
    let won = |side: &str| {
        let end = Deed::End { winner: Some(side.to_owned()) };
        agreed(&history(&SEATS), &end, &SEATS).map(drop)
    };
    assert_eq!(won("c1"), Ok(()));
    assert!(won("gaul").unwrap_err().contains("there is no side gaul"));
}

#[test]
fn a_record_belongs_to_the_change_that_stands_alone_in_it() {
    let everybody = ["referee", "c1", "c2", "r1", "r2"];
    let back = Deed::Rollback { to: 1 };
    let next = agreed(&history(&SEATS), &back, &everybody).unwrap();
    assert_eq!(next.own().map(|own| &own.change.deed), Some(&back));
    let key = after(&history(&SEATS), &files(&change("r1", "new"), "new", &["referee", "r1"]));
    assert_eq!(key.unwrap().own(), None, "it comes with the record of a phase");
    assert_eq!(next.unchanged().own(), None);
}

#[test]
fn a_signature_of_no_change_is_refused() {
    let mut files = files(&change("r1", "new"), "new", &["referee", "r1"]);
    let stray = files["changes/01-key.yaml.r1.sig"].clone();
    files.insert("changes/02-key.yaml.r1.sig".to_owned(), stray);
    let why = after(&history(&SEATS), &files).unwrap_err();
    assert_eq!(why, "changes/02-key.yaml.r1.sig: it signs nothing");
}

#[test]
fn who_has_signed_so_far_is_told() {
    let rollback = Deed::Rollback { to: 1 };
    for (by, told) in [(&[][..], "nobody"), (&["r1"], "r1"), (&["c2", "r1"], "c2, r1")] {
        let why = agreed(&history(&SEATS), &rollback, by).unwrap_err();
        assert!(why.ends_with(&format!("; so far: {told}")), "{why}");
    }
}

#[test]
fn the_referees_word_is_lacking_only_where_it_alone_would_do() {
    let lacks = |change: &Change, files: &BTreeMap<String, Vec<u8>>| {
        let path = change_path(1, change.deed.kind());
        let signatures = files.iter().filter_map(|(name, armored)| {
            let who = name.strip_prefix(&format!("{path}."))?.strip_suffix(".sig")?;
            Some((who.to_owned(), String::from_utf8(armored.clone()).unwrap()))
        });
        history(&SEATS).lacks_referee(&files[&path], change, None, &signatures.collect())
    };
    let (key, back) = (change("r1", "new"), deed(Deed::Rollback { to: 1 }));
    for (change, by, lacking) in [
        (&key, &["r1"][..], true),
        (&key, &["c1", "c2"], true),
        (&key, &["c1"], false),
        (&key, &["referee", "r1"], false),
        (&key, &["referee"], false),
        (&back, &SEATS, true),
        (&back, &SEATS[..3], false),
        (&deed(Deed::End { winner: None }), &SEATS, false),
    ] {
        assert_eq!(lacks(change, &files(change, "new", by)), lacking, "{} by {by:?}", change.deed);
    }
    let mut without_heir = files(&key, "new", &["r1"]);
    without_heir.remove("changes/01-key.yaml.heir.sig");
    assert!(!lacks(&key, &without_heir), "the new key is lacking as well");
}

#[test]
fn options_replace_something_and_reach_nothing_else() {
    let options = |names: &[&str], tempo: Option<&str>, path: &str| {
        let options = names.iter().map(|name| ((*name).to_owned(), "hard".to_owned())).collect();
        let patch = patch(&format!("- {{op: add, path: {path}, value: hard}}\n"));
        Deed::Options { options, tempo: tempo.map(str::to_owned), patch }.check()
    };
    assert_eq!(options(&["winter"], None, "/state/options/winter"), Ok(()));
    assert_eq!(options(&[], Some("brisk"), "/state/tempo"), Ok(()));
    for (names, path, why) in [
        (&[][..], "/state/tempo", "they replace nothing"),
        (&["winter"], "/state/force", "an option reaches only below"),
        (&["winter"], "/state/options", "an option reaches only below"),
        (&["Winter"], "/state/options/winter", "options: "),
    ] {
        let told = options(names, None, path).unwrap_err();
        assert!(told.contains(why), "{told}");
    }
}

#[test]
fn what_a_ruling_does_is_told_without_its_tests() {
    let ruling = Deed::Ruling {
        patch: patch(&format!("{RULING}- {{op: add, path: /state/b, value: x}}\n")),
    };
    assert_eq!(ruling.to_string(), "the referee rules: replace /state/a/0: 2; add /state/b: \"x\"");
}

#[test]
fn a_ruling_takes_from_lists_and_is_guarded_only_within_the_state() {
    let mut tree = json!({"state": {"a": [1, 2]}});
    let remove = patch("- {op: remove, path: /state/a/0}\n");
    apply(&guarded(&remove, &tree).unwrap(), &mut tree).unwrap();
    assert_eq!(tree, json!({"state": {"a": [2]}}));
    let why = guarded(&patch("- {op: add, path: /force, value: 2}\n"), &tree).unwrap_err();
    assert!(why.what.contains("only below /state"), "{why}");
}
