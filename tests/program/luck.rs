//! Luck, told of the recorded games.

use crate::table::{alone, recorded, run, tabella};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tabella::luck::Spec;

fn first_game(title: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title).join("example")
}

/// The kinds of events with a roll in a title's recorded games, repeated as often as they happened.
fn throws(title: &str) -> Vec<String> {
    let mut kinds = Vec::new();
    let games = recorded().into_iter().filter(|(of, _)| *of == title);
    for record in games.flat_map(|(_, game)| fs::read_dir(game.join("turns")).unwrap()) {
        let Ok(text) = fs::read_to_string(record.unwrap().path().join("events.yaml")) else {
            continue;
        };
        let read: Value = serde_yaml::from_str(&text).unwrap();
        let chapters = read["chapters"].as_array().cloned().unwrap_or_default();
        let events = chapters.iter().filter_map(|chapter| chapter["events"].as_array()).flatten();
        let thrown = events.filter(|event| event.get("roll").is_some());
        kinds.extend(thrown.map(|event| event["kind"].as_str().unwrap().to_owned()));
    }
    kinds
}

#[test]
fn every_kind_of_throw_in_a_recorded_game_is_somebodys_luck_or_nobodys() {
    let mut seen = 0;
    for title in tabella::catalogue::titles() {
        let Some(spec) = Spec::of(title.slug()) else { continue };
        for kind in throws(title.slug()) {
            assert!(spec.knows(&kind), "{}/luck.yaml says nothing of `{kind}`", title.slug());
            seen += 1;
        }
    }
    assert!(seen > 50, "only {seen} throws");
}

#[test]
fn luck_is_told_by_side_and_kind_and_drawn() {
    let game = first_game("metaurus");
    let place = tempfile::tempdir().unwrap();
    let picture = place.path().join("dice.svg");
    let luck =
        || run(tabella().arg("-C").arg(&game).args(["analyse", "luck", "--svg"]).arg(&picture));
    let told = luck().ended(0).out;
    for word in ["carthage\n", "rome\n", "attacks", "morale", "all together"] {
        assert!(told.contains(word), "{word}: {told}");
    }
    assert!(!told.contains("The game goes on"), "{told}");
    assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg "));
    let json =
        run(tabella().arg("-C").arg(&game).args(["analyse", "luck", "--json"])).ended(0).json();
    let all = &json["rome"]["all"];
    assert!(all["dice"].as_u64() > Some(3) && all["permille"].as_u64() <= Some(1000), "{json}");
}

#[test]
fn the_throws_that_mattered_most_are_found_by_playing_on_and_the_same_again() {
    let game = first_game("duelling-republics");
    let swing = |more: &[&str]| {
        run(tabella()
            .arg("-C")
            .arg(&game)
            .args(["analyse", "luck", "--swing", "--games", "3"])
            .args(more))
    };
    let told = swing(&["--json"]).ended(0).json();
    let mattered = told["mattered"].as_array().unwrap();
    assert!(mattered.len() <= 3 && told["sides"].is_object(), "{told}");
    for one in mattered {
        assert!(one["games"] == 3 && one["with"] != one["anew"], "{one}");
    }
    let text = swing(&[]).ended(0).out;
    assert!(text.contains("The rolls that mattered most\n    "), "{text}");
    assert_eq!(text, swing(&[]).ended(0).out, "the same seed finds the same");
    let one = |mattered: &Value| mattered["label"].as_str().unwrap().to_owned();
    assert!(mattered.iter().all(|it| text.contains(&one(it))), "{text}");
}

#[test]
fn what_mattered_is_told_of_a_game_that_is_over_and_of_no_other() {
    let place = tempfile::tempdir().unwrap();
    let root = alone(place.path(), "punica", &["--seat", "rome"]);
    let early = run(tabella().arg("-C").arg(&root).args(["analyse", "luck", "--swing"])).ended(1);
    assert!(early.err.contains("once the game is over"), "{}", early.err);
}

#[test]
fn a_title_without_dice_says_so() {
    let game = first_game("combined-arms");
    let told = run(tabella().arg("-C").arg(&game).args(["analyse", "luck"])).ended(2);
    assert!(told.err.contains("there is no luck to measure"), "{}", told.err);
}

#[test]
fn every_title_with_dice_says_whose_luck_they_are() {
    for title in tabella::catalogue::titles() {
        let has_dice = !throws(title.slug()).is_empty();
        assert_eq!(Spec::of(title.slug()).is_some(), has_dice, "{}", title.slug());
    }
}
