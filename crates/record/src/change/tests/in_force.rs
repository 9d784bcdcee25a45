//! Tests of the state after a change: who plays, what the charter says, whose voice counts, whose agreement is lacking.

use super::*;
use crate::schedule::Schedule;
use serde_json::json;

/// A game in which the referee alone may give seats to the program.
fn open_to_the_program() -> History {
    history_with(&SEATS, "vacations: 5\nconsent:\n  program:\n  - referee\n")
}

/// The game once the program plays a seat, by a player of this version and a key of this name.
fn enlisted(before: &History, seat: &str, player: u32, name: &str) -> Result<History, String> {
    let program = Enlisted { player, seed: Digest::of(b"seed"), strength: Strength::Easy };
    let key = key(name).public().clone();
    let taken = action(Action::Program { seat: seat.to_owned(), key, program });
    after(before, &files(&taken, name, &["referee"]))
}

/// A game in which the program plays seat r1.
fn played_by_the_program() -> History {
    enlisted(&open_to_the_program(), "r1", 1, "machine").unwrap()
}

fn resigned(before: &History, seat: &str) -> History {
    agreed(before, &Action::Resign { seat: seat.to_owned() }, &[seat]).unwrap()
}

fn away(before: &History, seat: &str) -> History {
    let (from, to) = ("2026-12-01".parse().unwrap(), "2026-12-04".parse().unwrap());
    agreed(before, &Action::Vacation { seat: seat.to_owned(), from, to }, &[seat]).unwrap()
}

fn plays(history: &History, seat: &str) -> bool {
    history.charter.program.as_ref().is_some_and(|line| line.seats.contains_key(seat))
}

fn player(age: Option<String>) -> Action {
    let key = key("new").public().clone();
    Action::Player { seat: "r1".to_owned(), key, name: Some("Laelius".to_owned()), age }
}

#[test]
fn the_program_leaves_a_seat_that_somebody_takes_over_or_gives_up() {
    let before = played_by_the_program();
    assert!(plays(&before, "r1"));
    let most = ["referee", "c1", "c2"];
    let taken = agreed(&before, &player(None), &most).unwrap();
    assert!(!plays(&taken, "r1"));
    assert_eq!(taken.charter.seat("r1").unwrap().name.as_deref(), Some("Laelius"));
    let resigned = agreed(&before, &Action::Resign { seat: "r1".to_owned() }, &most).unwrap();
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
    let other = Action::Referee { key: key.clone(), name: Some("Fabius".to_owned()), dice };
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
    let next = agreed(&before, &Action::Charter { terms }, &everybody).unwrap();
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
    let why = agreed(&before, &Action::Charter { terms: alone.clone() }, &everybody).unwrap_err();
    assert!(why.contains("schedule.vacant: write `consent:"), "{why}");
    let terms = Terms { consent: Some(consent), ..alone };
    let next = agreed(&before, &Action::Charter { terms }, &everybody).unwrap();
    assert_eq!(next.charter.schedule, schedule);
    assert!(next.charter.consent.leaves_to_the_referee(Kind::Program));
    assert!(!before.charter.consent.leaves_to_the_referee(Kind::Program));
    assert!(!before.charter.consent.leaves_to_the_referee(Kind::Key), "a seat or most as well");
}

#[test]
fn a_game_is_won_by_a_side_that_plays_in_it() {
    let won = |side: &str| {
        let end = Action::End { winner: Some(side.to_owned()) };
        agreed(&history(&SEATS), &end, &SEATS).map(drop)
    };
    assert_eq!(won("c1"), Ok(()));
    assert!(won("gaul").unwrap_err().contains("there is no side gaul"));
}

#[test]
fn a_record_belongs_to_the_change_that_stands_alone_in_it() {
    let everybody = ["referee", "c1", "c2", "r1", "r2"];
    let back = Action::Rollback { to: 1 };
    let next = agreed(&history(&SEATS), &back, &everybody).unwrap();
    assert_eq!(next.own().map(|own| &own.change.action), Some(&back));
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
    assert_eq!(why, "changes/02-key.yaml.r1.sig: it does not sign any change in this record");
}

#[test]
fn who_has_signed_so_far_is_told() {
    let rollback = Action::Rollback { to: 1 };
    for (by, told) in [(&[][..], "nobody"), (&["r1"], "r1"), (&["c2", "r1"], "c2, r1")] {
        let why = agreed(&history(&SEATS), &rollback, by).unwrap_err();
        assert!(why.ends_with(&format!("; so far: {told}")), "{why}");
    }
}

#[test]
fn the_referees_word_is_lacking_only_where_it_alone_would_do() {
    let lacks = |change: &Change, files: &BTreeMap<String, Vec<u8>>| {
        let path = change_path(1, change.action.kind());
        let signatures = files.iter().filter_map(|(name, armored)| {
            let who = name.strip_prefix(&format!("{path}."))?.strip_suffix(".sig")?;
            Some((who.to_owned(), String::from_utf8(armored.clone()).unwrap()))
        });
        history(&SEATS).lacks_referee(&files[&path], change, None, &signatures.collect())
    };
    let (key, back) = (change("r1", "new"), action(Action::Rollback { to: 1 }));
    for (change, by, lacking) in [
        (&key, &["r1"][..], true),
        (&key, &["c1", "c2"], true),
        (&key, &["c1"], false),
        (&key, &["referee", "r1"], false),
        (&key, &["referee"], false),
        (&back, &SEATS, true),
        (&back, &SEATS[..3], false),
        (&action(Action::End { winner: None }), &SEATS, false),
    ] {
        assert_eq!(
            lacks(change, &files(change, "new", by)),
            lacking,
            "{} by {by:?}",
            change.action
        );
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
        Action::Options { options, tempo: tempo.map(str::to_owned), patch }.check()
    };
    assert_eq!(options(&["winter"], None, "/state/options/winter"), Ok(()));
    assert_eq!(options(&[], Some("brisk"), "/state/tempo"), Ok(()));
    for (names, path, why) in [
        (&[][..], "/state/tempo", "name at least one option"),
        (&["winter"], "/state/force", "an option may change only"),
        (&["winter"], "/state/options", "an option may change only"),
        (&["Winter"], "/state/options/winter", "options: "),
    ] {
        let told = options(names, None, path).unwrap_err();
        assert!(told.contains(why), "{told}");
    }
    let patch = patch("- {op: replace, path: /state/tempo, value: full}\n");
    let blind = Action::Options { options: BTreeMap::new(), tempo: Some("full".to_owned()), patch };
    assert!(
        blind
            .check()
            .unwrap_err()
            .contains("a `test` of the old value must come directly before it")
    );
}

#[test]
fn what_a_ruling_does_is_told_without_its_tests() {
    let ruling = Action::Ruling {
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
    assert!(why.what.contains("only what is below /state"), "{why}");
}

#[test]
fn a_seat_of_the_program_is_filled_and_never_away_and_has_no_key_for_parcels() {
    let mut before = away(&away(&open_to_the_program(), "r1"), "r2");
    before.charter.seats[2].age = Some(format!("age1{}", "q".repeat(58)));
    let taken = enlisted(&before, "r1", 1, "machine").unwrap();
    assert_eq!(taken.charter.seat("r1").unwrap().age, None);
    let away: Vec<&str> = taken.vacations.iter().map(|one| one.seat.as_str()).collect();
    assert_eq!(away, ["r2"]);
    let vacant = resigned(&before, "r1");
    assert!(vacant.vacations.iter().all(|one| one.seat == "r2"), "whoever leaves is not away");
    assert!(vacant.vacant.contains("r1"));
    assert!(enlisted(&vacant, "r1", 1, "machine").unwrap().vacant.is_empty());
}

#[test]
fn the_program_plays_all_its_seats_by_one_player() {
    let before = played_by_the_program();
    let why = enlisted(&before, "r2", 2, "other").unwrap_err();
    assert!(why.contains("another seed or version"), "{why}");
    let both = enlisted(&before, "r2", 1, "other").unwrap();
    assert!(plays(&both, "r1") && plays(&both, "r2"));
}

#[test]
fn a_player_whom_the_seat_did_not_let_in_has_no_voice() {
    for (by, heard) in [(&["referee", "r1"][..], true), (&["referee", "c1", "c2"], false)] {
        let taken = agreed(&history(&SEATS), &player(None), by).unwrap();
        let change = change("r2", "other");
        let mut by = files(&change, "other", &["referee", "c1"]);
        let voice = key("new").sign(Namespace::Change, change.render().as_bytes());
        by.insert("changes/01-key.yaml.r1.sig".to_owned(), voice.into_bytes());
        assert_eq!(after(&taken, &by).is_ok(), heard);
    }
}

#[test]
fn what_a_charter_says_of_keys_is_not_said_of_the_referees() {
    let own = history_with(&SEATS, "consent:\n  key:\n  - referee\n");
    assert!(after(&own, &files(&change("r1", "new"), "new", &["referee"])).is_ok());
    let why = after(&own, &files(&change(REFEREE, "new"), "new", &["referee"])).unwrap_err();
    assert!(why.contains("who must agree"), "{why}");
}

#[test]
fn a_charter_that_speaks_of_consent_is_written_with_it() {
    let own = charter(&SEATS, "consent:\n  key:\n  - referee+all\n").unwrap();
    assert_eq!(own.consent.weaker(), [], "all are most as well");
    assert_eq!(Charter::parse(own.render().as_bytes()), Ok(own));
}

#[test]
fn options_that_are_not_named_stay() {
    let before = history_with(&SEATS, "options:\n  elephants: tame\n  winter: mild\n");
    let everybody = ["referee", "c1", "c2", "r1", "r2"];
    let patch = patch("- {op: add, path: /state/options/winter, value: hard}\n");
    let options = BTreeMap::from([("winter".to_owned(), "hard".to_owned())]);
    let choose = |tempo: Option<&str>| {
        let (options, patch) = (options.clone(), patch.clone());
        let action = Action::Options { options, tempo: tempo.map(str::to_owned), patch };
        agreed(&before, &action, &everybody).unwrap().charter
    };
    let chosen = choose(None);
    let told: Vec<_> = chosen.options.iter().map(|(name, value)| [&name[..], &value[..]]).collect();
    assert_eq!(told, [["elephants", "tame"], ["winter", "hard"]]);
    assert_eq!((chosen.tempo.as_str(), choose(Some("full")).tempo.as_str()), ("brisk", "full"));
}

#[test]
fn a_ruling_is_guarded_where_it_is_not_already() {
    let tree = json!({"state": {"a": [1], "b": {"x": "old"}}});
    let guarded = |text: &str| guarded(&patch(text), &tree).unwrap();
    assert_eq!(guarded(RULING), patch(RULING));
    let twice =
        "- {op: add, path: /state/c, value: 1}\n- {op: replace, path: /state/c, value: 2}\n";
    let (add, replace) = twice.split_once('\n').unwrap();
    let test = "- {op: test, path: /state/c, value: 1}";
    assert_eq!(guarded(twice), patch(&format!("{add}\n{test}\n{replace}")), "what it is by then");
    let mut now = tree.clone();
    apply(&guarded("- {op: replace, path: /state/b/x, value: new}\n"), &mut now).unwrap();
    assert_eq!(now["state"]["b"], json!({"x": "new"}));
}
