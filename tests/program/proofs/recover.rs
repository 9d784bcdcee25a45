//! One game, one live folder: a folder that is older than what was signed, two folders of one game, and a folder made whole again.

use super::{codes, play, verdict};
use crate::table::{Table, key, run, seats_of, tabella};
use record::{Digest, Namespace, head_text};
use std::fs;
use std::path::{Path, PathBuf};
use tabella::catalogue;

fn copies(table: &Table, title: &str) -> Vec<PathBuf> {
    let mut made = Vec::new();
    for seat in seats_of(title) {
        let out = table.beside(&format!("copy-of-{seat}"));
        table.tabella(&["share", "copy", "--seat", &seat, out.to_str().unwrap()]).ended(0);
        made.push(out);
    }
    made
}

/// Leaves in a folder only what a backup of the referee's own files holds.
fn lose(table: &Table) {
    for entry in fs::read_dir(table.root()).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().is_some_and(|name| name == ".tabella") {
            continue;
        }
        if path.is_dir() {
            fs::remove_dir_all(path).unwrap();
        } else {
            fs::remove_file(path).unwrap();
        }
    }
}

fn recover(table: &Table, from: &[&Path], code: i32) -> String {
    let mut command = tabella();
    command.arg("-C").arg(table.root()).args(["referee", "recover", "--from"]).args(from);
    let done = run(&mut command).ended(code);
    done.out + &done.err
}

#[test]
fn a_folder_is_made_whole_from_secrets_and_copies_in_hidden_titles_too() {
    for title in catalogue::titles() {
        let title = title.slug();
        let seats = seats_of(title);
        let names: Vec<&str> = seats.iter().map(String::as_str).collect();
        let table = Table::of((title, None), "brisk", &[], &names);
        play(&table, 4, 3);
        let (turns, data) = (table.files("turns"), table.files("data"));
        let made = copies(&table, title);
        let all: Vec<&Path> = made.iter().map(PathBuf::as_path).collect();
        lose(&table);
        let said = recover(&table, &all, 0);
        assert!(table.files("turns") == turns, "{title}: {said}");
        assert!(table.files("data") == data, "{title}: {said}");
        assert_eq!(verdict(&table.root(), &["--need", "proven"]).0, 0, "{title}: {said}");
        let hidden = turns.keys().any(|name| name.ends_with("hidden.yaml"));
        assert_eq!(hidden, !said.contains(" 0 were made again"), "{title}: {said}");
        // It is played on.
        play(&table, 1, 4);
        table.holds();
    }
}

#[test]
fn what_is_still_missing_is_said_and_may_come_as_a_single_file() {
    let table = Table::of(("punica", None), "brisk", &[], &["rome", "carthage"]);
    play(&table, 3, 5);
    let turns = table.files("turns");
    let made = copies(&table, "punica");
    let orders: Vec<(&String, &Vec<u8>)> =
        turns.iter().filter(|(name, _)| name.contains("orders/carthage.yaml")).collect();
    assert!(!orders.is_empty());
    lose(&table);
    let said = recover(&table, &[&made[0]], 3);
    assert!(said.contains("orders/carthage.yaml: carthage signed it"), "{said}");
    let kept = table.beside("kept");
    fs::create_dir(&kept).unwrap();
    for (number, (_, bytes)) in orders.iter().enumerate() {
        fs::write(kept.join(format!("{number}.yaml")), bytes).unwrap();
    }
    recover(&table, &[&made[0], &kept], 0);
    assert!(table.files("turns") == turns);
}

#[test]
fn an_old_backup_catches_up_and_nothing_is_overwritten() {
    let table = Table::deployed();
    let old = table.copy();
    play(&table, 2, 9);
    let made = copies(&table, "combined-arms");
    let all: Vec<&Path> = made.iter().map(PathBuf::as_path).collect();
    recover(&old, &all, 0);
    assert!(old.files("turns") == table.files("turns"));
    fs::write(old.path("turns/0001/state.yaml"), "mine\n").unwrap();
    let said = recover(&old, &all, 3);
    assert!(said.contains("turns/0001/state.yaml was altered"), "{said}");
    assert_eq!(fs::read_to_string(old.path("turns/0001/state.yaml")).unwrap(), "mine\n");
}

#[test]
fn lost_secrets_are_called_that() {
    let table = Table::deployed();
    fs::remove_file(table.path(".tabella/secrets.yaml")).unwrap();
    for words in
        [&["resolve", "--absent", "rome"][..], &["referee", "recover", "--from", "/nowhere"]]
    {
        let said = table.tabella(words).ended(4).err;
        assert!(said.contains("the secrets are lost") && !said.contains("a copy of"), "{said}");
    }
}

#[test]
fn a_folder_that_is_older_than_what_somebody_signed_resolves_nothing() {
    let table = Table::deployed();
    let old = table.copy();
    play(&table, 1, 9);
    // Rome answers record 2, and vouches for it; it comes to the folder that was put back.
    let text = table.orders("rome", 1, "orders: []\n");
    let head = head_text("zama", 2, &table.game().session.head);
    let orders = old.signed("rome", text.as_bytes());
    fs::write(old.beside("rome.head.sig"), key("rome").sign(Namespace::Head, head.as_bytes()))
        .unwrap();
    let said = old.tabella(&["submit", orders.to_str().unwrap()]).ended(4).err;
    let told = "rome has signed the head of record 2, but the newest record here is 1";
    assert!(said.contains("this folder is out of date") && said.contains(told), "{said}");
    assert!(!said.contains("ahead"), "{said}");
    assert!(old.tabella(&["resolve", "--absent", "rome"]).ended(4).err.contains(told));
    assert!(old.tabella(&["status"]).ended(0).out.contains(told), "whoever looks is told");
    let despite = ["resolve", "--absent", "rome", "--despite", "the later records are lost"];
    old.tabella(&despite).ended(0);
    old.holds();
    // A signature that does not hold claims nothing.
    let other = head_text("zama", 7, &Digest::of(b"another history"));
    let forged = table.copy();
    let orders = forged.signed("rome", text.as_bytes());
    fs::write(
        forged.beside("rome.head.sig"),
        key("carthage").sign(Namespace::Head, other.as_bytes()),
    )
    .unwrap();
    assert_ne!(forged.tabella(&["submit", orders.to_str().unwrap()]).code, Some(4));
}

#[test]
fn a_receipt_above_the_newest_record_says_that_the_folder_is_older() {
    let table = Table::deployed();
    let old = table.copy();
    play(&table, 2, 9);
    for (name, bytes) in table.files("receipts") {
        let path = old.path("receipts").join(&name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let said = old.tabella(&["resolve", "--absent", "rome"]).ended(4).err;
    assert!(said.contains("referee has signed the head of record 2"), "{said}");
}

#[test]
fn a_phase_resolved_twice_is_told_from_two_histories() {
    let table = Table::deployed();
    let other = table.copy();
    for (one, now) in [(&table, "2031-03-01T20:00:00Z"), (&other, "2031-03-01T20:05:00Z")] {
        let mut resolve = tabella();
        resolve.env("TABELLA_NOW", now).arg("-C").arg(one.root());
        run(resolve.args(["resolve", "--absent", "rome"])).ended(0);
    }
    let (code, found) = verdict(&table.root(), &["--against", other.root().to_str().unwrap()]);
    assert_eq!((code, codes(&found)), (1, vec!["V-fork"]), "{found}");
    let said = found["findings"][0]["message"].to_string();
    assert!(said.contains("differ only in time"), "{said}");
}

/// For one command the clock was a year ahead.
#[test]
fn a_record_from_the_future_is_told_by_status() {
    let table = Table::deployed();
    let mut resolve = tabella();
    resolve.env("TABELLA_NOW", "2051-03-01T20:00:00Z").arg("-C").arg(table.root());
    run(resolve.args(["resolve", "--absent", "rome"])).ended(0);
    let mut status = tabella();
    status.env("TABELLA_NOW", "2050-03-01T20:00:00Z").arg("-C").arg(table.root()).arg("status");
    let said = run(&mut status).ended(0).out;
    assert!(said.contains("clock     the newest record was sealed 2051-03-01"), "{said}");
}
