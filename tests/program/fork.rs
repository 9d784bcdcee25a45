//! Sandboxes: what one may make from a game, what they know, and that none passes for the game.

use crate::common::Match;
use crate::table::{Run, alone, key, run, tabella};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn fork(from: &Path, to: &Path, more: &[&str]) -> Run {
    run(tabella().args(["analyse", "fork"]).arg(from).arg(to).args(more))
}

fn position(root: &Path) -> String {
    fs::read_to_string(root.join("data/position.yaml")).unwrap()
}

fn knows(root: &Path) -> String {
    let charter: Value =
        serde_yaml::from_str(&fs::read_to_string(root.join("game.yaml")).unwrap()).unwrap();
    charter["fork"]["knows"].as_str().unwrap().to_owned()
}

fn example(title: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title).join("example")
}

/// A game of Metaurus in which chits lie face down.
fn with_hidden_orders() -> Match {
    let mut game = Match::of("metaurus", |_| {});
    for _ in 0..12 {
        if game.game().last.lists("hidden.yaml") && hides(&game) {
            return game;
        }
        game.round();
    }
    panic!("no record of this game hides anything");
}

/// True if a position imagined from Rome's copy can differ from the true one.
fn hides(game: &Match) -> bool {
    let play = &game.game().session.play;
    let hand = play.hand(&engine::Seat::new("rome"));
    let hand = game.game().loaded.take_up(&hand).unwrap();
    let drawn: Vec<_> = (1..9).filter_map(|seed| hand.imagined(seed)).collect();
    drawn.iter().any(|one| *one != drawn[0])
}

#[test]
fn a_sandbox_of_a_game_that_is_over_is_played_by_one_person_and_proves_nothing() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("what-if");
    let made = fork(&example("punica"), &root, &["--at", "3"]).ended(0);
    assert!(
        made.err.contains("made from record 3 of punica-example; it is not that game"),
        "{}",
        made.err
    );
    assert_eq!(knows(&root), "everybody");
    let report = fs::read_to_string(root.join("turns/0000/report.md")).unwrap();
    assert!(
        report.contains("**This is a sandbox, made from record 3 of punica-example."),
        "{report}"
    );

    let form = root.join("rome.yaml");
    let text = fs::read_to_string(&form).unwrap();
    let salted = text.find("\nsalt:").unwrap() + 1;
    let end = salted + text[salted..].find('\n').unwrap() + 1;
    fs::write(&form, format!("{}orders: {{action: pass, discard: none}}\n", &text[..end])).unwrap();
    let refused = run(tabella().arg("-C").arg(&root).arg("submit").arg(&form));
    assert!(!refused.err.contains("signature"), "unsigned orders are signed here: {}", refused.err);
    fs::write(&form, format!("{}orders: {{resign: true}}\n", &text[..end])).unwrap();
    let over = run(tabella().arg("-C").arg(&root).arg("submit").arg(&form)).ended(0);
    assert!(over.out.contains("the game is over: won by carthage"), "{}", over.out);

    let proof = run(tabella().arg("verify").arg(&root)).ended(0);
    assert!(
        proof.out.ends_with("a sandbox up to record 1, not a game: nothing is proven\n"),
        "{}",
        proof.out
    );
    assert!(
        proof.out.contains("SANDBOX    a sandbox, made from record 3 of punica-example"),
        "{}",
        proof.out
    );
    run(tabella().arg("verify").arg(&root).args(["--need", "proven"])).ended(1);
    let json = run(tabella().arg("verify").arg(&root).arg("--json")).ended(0).json();
    assert_eq!(json["proof"], "sandbox");
    assert_eq!(json["fork"]["record"], 3);
    let against = run(tabella().arg("verify").arg(&root).arg("--against").arg(example("punica")));
    assert!(against.ended(1).out.contains("V-"), "another game");
    let rated = run(tabella().args(["club", "ratings"]).arg(&root));
    assert!(!rated.out.contains("punica-example-fork"), "{}", rated.out);

    let again = place.path().join("again");
    fork(&root, &again, &[]).ended(1);
    fork(&root, &again, &["--at", "0"]).ended(0);
    assert_eq!(knows(&again), "everybody");
    assert_eq!(position(&again), position(&root), "back where the sandbox began");
    let dice = |root: &Path| {
        let charter: Value =
            serde_yaml::from_str(&fs::read_to_string(root.join("game.yaml")).unwrap()).unwrap();
        charter["dice"]["commitment"].to_string()
    };
    assert_ne!(dice(&again), dice(&root), "with other dice");
}

#[test]
fn every_title_forks_behind_every_record_of_its_recorded_game_and_verifies() {
    let mut over = 0;
    for title in tabella::catalogue::titles() {
        let game = example(title.slug());
        let last = fs::read_dir(game.join("turns")).unwrap().count() - 1;
        let place = tempfile::tempdir().unwrap();
        for number in [0, last / 2, last - 1] {
            let root = place.path().join(number.to_string());
            fork(&game, &root, &["--at", &number.to_string()]).ended(0);
            let proof = run(tabella().arg("verify").arg(&root)).ended(0);
            assert!(
                proof.out.contains("a sandbox up to record 0"),
                "{}: {}",
                title.slug(),
                proof.out
            );
        }
        let newest = fork(&game, &place.path().join("newest"), &[]);
        let turn = fs::read_to_string(game.join(format!("turns/{last:04}/turn.yaml"))).unwrap();
        if turn.contains("\noutcome:\n") {
            over += 1;
            assert!(newest.ended(1).err.contains("fork at an earlier record"), "{}", title.slug());
        } else {
            assert!(
                newest.ended(0).err.contains("show no player anything from"),
                "{}",
                title.slug()
            );
        }
    }
    assert!(over > 3, "{over} of the recorded games are over");
}

#[test]
fn a_seats_sandbox_rests_on_what_it_knows_and_the_truth_adds_nothing() {
    let game = with_hidden_orders();
    let place = tempfile::tempdir().unwrap();
    let copy = place.path().join("copy");
    let at = |root: &Path, more: &[&str]| run(tabella().arg("-C").arg(root).args(more));
    at(game.root(), &["share", "copy", "--seat", "rome", copy.to_str().unwrap()]).ended(0);
    let (own, other, by_referee) =
        (place.path().join("own"), place.path().join("other"), place.path().join("by-referee"));
    let made = fork(&copy, &own, &[]).ended(0);
    assert!(
        made.err.contains("what rome did not know in that game was drawn at random (seed 1)"),
        "{}",
        made.err
    );
    assert_eq!(knows(&own), "seat");
    fork(game.root(), &by_referee, &["--seat", "rome"]).ended(0);
    assert_eq!(
        position(&own),
        position(&by_referee),
        "with the truth at hand it comes out the same"
    );
    let mut worlds = vec![position(&own)];
    for seed in ["2", "3", "4", "5"] {
        fork(&copy, &other, &["--seed", seed]).ended(0);
        worlds.push(position(&other));
        fs::remove_dir_all(&other).unwrap();
    }
    assert!(worlds.iter().any(|world| *world != worlds[0]), "another seed draws another world");
    let proof = run(tabella().arg("verify").arg(&own)).ended(0);
    assert!(proof.out.contains("a sandbox up to record 0"), "{}", proof.out);

    let foreign = fork(&copy, &other, &["--seat", "carthage"]).ended(1);
    assert!(foreign.err.contains("this is the copy of rome"), "{}", foreign.err);
    let earlier = fork(&copy, &other, &["--at", "0"]).ended(1);
    assert!(earlier.err.contains("ask the referee"), "{}", earlier.err);
    assert!(!other.exists(), "what was refused leaves nothing");
}

#[test]
fn a_referees_sandbox_of_a_game_that_goes_on_says_that_it_is_no_players() {
    let game = with_hidden_orders();
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("whole");
    let made = fork(game.root(), &root, &[]).ended(0);
    assert!(made.err.contains("show no player anything from"), "{}", made.err);
    assert_eq!(knows(&root), "referee");
    let report = fs::read_to_string(root.join("turns/0000/report.md")).unwrap();
    assert!(report.contains("No player may see it before"), "{report}");
    let again = place.path().join("again");
    fork(&root, &again, &[]).ended(0);
    assert_eq!(knows(&again), "referee", "a sandbox of it knows as much");

    let public = place.path().join("public");
    run(tabella().arg("-C").arg(game.root()).args(["share", "copy"]).arg(&public)).ended(0);
    let refused = fork(&public, &place.path().join("none"), &[]).ended(1);
    assert!(refused.err.contains("fork your seat's copy"), "{}", refused.err);
}

#[test]
fn a_person_in_a_game_of_practice_forks_from_their_own_seat() {
    let place = tempfile::tempdir().unwrap();
    let root = alone(place.path(), "punica", &["--seat", "rome"]);
    let copy = place.path().join("copy");
    let made = fork(&root, &copy, &[]).ended(0);
    assert!(made.err.contains("what rome did not know"), "{}", made.err);
    assert_eq!(knows(&copy), "seat");
}

#[test]
fn a_game_that_is_no_sandbox_begins_from_no_position() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("position.yaml"), "state: {}\n").unwrap();
    let root = place.path().join("game");
    let public = place.path().join("rome.pub");
    fs::write(&public, format!("{}\n", key("rome").public())).unwrap();
    let rome = format!("rome={}", public.display());
    let new = ["new", root.to_str().unwrap(), "--game", "punica", "--seat", &rome];
    crate::table::draft(&root, "data: ../data\n");
    let made = run(tabella().args(new).args(["--seat", "carthage=fair"]));
    assert!(made.err.contains("only a sandbox has such a file"), "{}", made.err);
    let sandbox = place.path().join("sandbox");
    fork(&example("punica"), &sandbox, &["--at", "3"]).ended(0);
    fs::remove_file(sandbox.join("data/position.yaml")).unwrap();
    let verdict = run(tabella().arg("verify").arg(&sandbox)).ended(1);
    assert!(verdict.out.contains("V-missing data/position.yaml"), "{}", verdict.out);
}
