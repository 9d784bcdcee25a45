//! One item of what is hidden, shown to somebody without the rest.

use super::{codes, verdict};
use crate::common::Match;
use crate::second_verifier::{run as second, said};
use crate::table::{Run, run, tabella};
use crate::tampering::papers::Papers;
use record::PrivateKey;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// A game of a title, some records old, in which every item has its own commitment.
fn committed(title: &str, records: u32) -> Match {
    let mut game = Match::of(title, |plan| plan.items = true);
    for _ in 0..records {
        game.round();
    }
    game.holds();
    game
}

fn open(folder: &Path, arguments: &[&str]) -> Run {
    run(tabella().arg("-C").arg(folder).args(["share", "item"]).args(arguments))
}

fn agrees(folder: &Path, opened: &Path) -> bool {
    let arguments: [&OsStr; 3] = ["--open".as_ref(), opened.as_os_str(), folder.as_os_str()];
    let output = second(&arguments);
    assert!(output.status.success() || said(&output).contains("not consistent"), "{output:?}");
    output.status.success()
}

#[test]
fn one_item_is_opened_to_a_third_party_without_the_rest() {
    let game = committed("punica", 2);
    let place = game.temporary.path();
    let (copy, opened) = (place.join("copy"), place.join("one.open"));
    run(tabella().arg("-C").arg(game.root()).args(["share", "copy"]).arg(&copy)).ended(0);
    assert!(copy.join("turns/0002/hidden.items").exists());
    assert!(!copy.join("turns/0002/hidden.yaml").exists());
    let hidden = fs::read_to_string(game.root().join("turns/0002/hidden.yaml")).unwrap();
    let lines = record::items::lines(&hidden).unwrap();
    let (path, _) = lines.iter().find(|(path, _)| path.starts_with("/state/")).unwrap();
    let out = opened.to_str().unwrap();
    open(game.root(), &[path, "--record", "2", "--out", out]).ended(0);
    // Nothing else is in it, and it holds in a stranger's copy by both verifiers.
    let text = fs::read_to_string(&opened).unwrap();
    assert_eq!(text.lines().count(), 5, "{text}");
    let (code, found) = verdict(&copy, &["--open", out]);
    assert_eq!(code, 0, "{found}");
    let told = format!("opens {path} of record 2: ");
    assert!(found["notes"].to_string().contains(&told), "{found}");
    assert!(agrees(&copy, &opened));
    // A bent value, a line of another record, another game, and a text that opens nothing.
    let (head, line) = text.trim_end().rsplit_once('\n').unwrap();
    let bent = line.rsplit_once(',').unwrap().0.to_owned() + ",\"another\"]";
    let earlier = fs::read_to_string(game.root().join("turns/0001/hidden.yaml")).unwrap();
    let earlier = &record::items::lines(&earlier).unwrap()[5].1;
    for wrong in [
        format!("{head}\n{bent}\n"),
        format!("{head}\n{earlier}\n"),
        text.replacen("match-1", "match-2", 1),
        text.replacen("\n2\n", "\n1\n", 1),
        text.replacen("tabella/2 open", "tabella/3 open", 1),
    ] {
        fs::write(&opened, &wrong).unwrap();
        let (code, found) = verdict(&copy, &["--open", out]);
        assert_eq!((code, codes(&found)), (1, vec!["V-open"]), "{wrong}");
        assert!(!agrees(&copy, &opened), "{wrong}");
    }
}

#[test]
fn what_is_above_an_item_opens_all_below_it_and_only_whoever_has_it_can_open() {
    let game = committed("punica", 1);
    let place = game.temporary.path();
    let out = place.join("state.open");
    open(game.root(), &["/state", "--record", "1", "--out", out.to_str().unwrap()]).ended(0);
    let many = fs::read_to_string(&out).unwrap().lines().count();
    assert!(many > 50, "{many}");
    assert!(agrees(game.root(), &out));
    let second = place.join("second.open");
    let to = ["--record", "1", "--out", second.to_str().unwrap()];
    let said = open(game.root(), &[&["/state/nobody"], &to[..]].concat()).ended(1).err;
    assert!(said.contains("no such item in record"), "{said}");
    let copy = place.join("copy");
    run(tabella().arg("-C").arg(game.root()).args(["share", "copy"]).arg(&copy)).ended(0);
    let said = open(&copy, &[&["/state"], &to[..]].concat()).ended(1).err;
    assert!(said.contains("Only somebody whose folder holds it can open items"), "{said}");
    let plain = Match::of("punica", |_| {});
    let to = ["--record", "0", "--out", second.to_str().unwrap()];
    let said = open(plain.root(), &[&["/state"], &to[..]].concat()).ended(1).err;
    assert!(said.contains("`tabella new --draft`"), "{said}");
    assert!(!second.exists());
}

#[test]
fn the_list_of_items_is_the_one_that_what_is_hidden_gives() {
    let game = committed("punica", 1);
    let text = fs::read_to_string(game.root().join(".tabella/referee.key")).unwrap();
    let referee = PrivateKey::parse(&text).unwrap();
    let path = "turns/0001/hidden.items";
    let papers = Papers::of(game.root());
    let list = papers.text(path);
    assert_eq!(list.lines().count() % 1024, 0);
    // The referee commits to another value, or to nothing.
    let mut other = papers.clone();
    let first = list.lines().next().unwrap();
    other.edit(path, first, &"0".repeat(64));
    other.seal_anew(1, &referee);
    let mut none = papers.clone();
    none.remove(path);
    none.list_anew(1);
    none.seal_anew(1, &referee);
    for (wrong, code) in [(other, "V-state"), (none, "V-missing")] {
        let found = wrong.verify().findings;
        assert!(found.iter().any(|one| one.code == code && one.path == path), "{found:?}");
        let folder = tempfile::tempdir().unwrap();
        wrong.write(folder.path());
        assert!(!second(&[folder.path().as_os_str()]).status.success());
    }
}

#[test]
fn items_of_every_title_are_worked_out_alike_in_another_language() {
    for title in tabella::catalogue::titles() {
        let game = committed(title.slug(), 1);
        let output = second(&[game.root().as_os_str()]);
        assert!(output.status.success(), "{}: {}", title.slug(), said(&output));
    }
}
