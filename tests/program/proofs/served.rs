//! In the copy of a seat all works that serves the seat, and says what the whole game says.

use crate::play::Door;
use crate::table::{Table, key, run, tabella};
use record::Namespace;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// A game of Metaurus in which both seats are asked for orders and Carthage has given some ahead, with a copy of Rome.
fn played() -> (Table, PathBuf) {
    let table = super::waiting::opened("");
    let copy = table.beside("of-rome");
    let out = copy.to_str().unwrap();
    table.tabella(&["share", "copy", "--seat", "rome", out]).ended(0);
    (table, copy)
}

/// The output of a command in a folder, without the line of the salt.
fn told(root: &Path, arguments: &[&str]) -> String {
    let out = run(tabella().arg("-C").arg(root).args(arguments)).ended(0).out;
    let lines = out.lines().filter(|line| !line.starts_with("salt:"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn commands_say_in_a_seats_copy_what_they_say_in_the_whole_game() {
    let (table, copy) = played();
    let draft = table.beside("draft.yaml");
    fs::write(&draft, table.orders("rome", 2, "orders: {change: {pa: stand}}\n")).unwrap();
    let draft = draft.to_str().unwrap();
    for arguments in [
        &["form", "--seat", "rome"][..],
        &["check", draft],
        &["analyse", "forecast", draft, "--games", "3"],
        &["tools", "legal", "--seat", "rome", "--json"],
        &["map", "--seat", "rome", "--words"],
    ] {
        let whole = told(&table.root(), arguments);
        assert_eq!(told(&copy, arguments), whole, "{arguments:?}");
        assert!(!whole.is_empty() || arguments[0] == "check", "{arguments:?}");
    }
    let turn = |root: &Path| -> serde_json::Value {
        let out = table.beside("turn.json");
        told(root, &["form", "--sheet", "--seat", "rome", "--out", out.to_str().unwrap()]);
        serde_json::from_slice(&fs::read(out).unwrap()).unwrap()
    };
    let (whole, here) = (turn(&table.root()), turn(&copy));
    for part in ["hand", "data", "phase", "after", "key", "protocol", "asks"] {
        assert_eq!(here[part], whole[part], "{part}");
    }
    let status = told(&copy, &["status"]);
    assert!(status.contains("rome         orders       asked"), "{status}");
}

#[test]
fn a_seats_copy_serves_no_other_seat_and_shows_nothing_of_it() {
    let (table, copy) = played();
    let refused = |arguments: &[&str], code| {
        let told = run(tabella().arg("-C").arg(&copy).args(arguments)).ended(code).err;
        assert!(told.contains("copy"), "{told}");
    };
    refused(&["form", "--seat", "carthage"], 2);
    refused(&["tools", "legal", "--seat", "carthage"], 2);
    let theirs = table.beside("theirs.yaml");
    fs::write(&theirs, table.orders("carthage", 1, "orders: {change: {}}\n")).unwrap();
    refused(&["check", theirs.to_str().unwrap()], 4);
    let view = fs::read_to_string(copy.join("view.yaml")).unwrap();
    let hand = fs::read_to_string(copy.join("turns/0002/view-rome.yaml")).unwrap();
    assert!(view.contains("seat: rome") && !hand.contains("ahead:\n"), "{view}{hand}");
}

#[test]
fn a_view_that_is_not_of_the_newest_record_is_refused() {
    let (_table, copy) = played();
    let path = copy.join("view.yaml");
    let view = fs::read_to_string(&path).unwrap();
    for (from, to, told) in [
        ("phase: 3", "phase: 2", "phase 3 is open"),
        ("game: zama", "game: other", "to no seat of zama"),
        ("seat:", "seats:", "not a view of a seat"),
    ] {
        assert!(view.contains(from), "{view}");
        fs::write(&path, view.replacen(from, to, 1)).unwrap();
        let form = run(tabella().arg("-C").arg(&copy).args(["form", "--seat", "rome"])).ended(4);
        assert!(form.err.contains(told) && form.err.contains("view.yaml"), "{}", form.err);
    }
}

#[test]
fn a_copy_for_everybody_says_why_it_serves_no_seat() {
    let (table, _) = played();
    let copy = table.beside("of-everybody");
    table.tabella(&["share", "copy", copy.to_str().unwrap()]).ended(0);
    for arguments in [&["form", "--seat", "rome"][..], &["tools", "legal", "--seat", "rome"]] {
        let told = run(tabella().arg("-C").arg(&copy).args(arguments)).ended(4).err;
        assert!(told.contains("this is a copy") && told.contains("share copy --seat"), "{told}");
    }
}

#[test]
fn the_sheet_is_played_in_a_seats_copy_and_its_orders_are_saved_to_be_sent() {
    let (table, copy) = played();
    let mut door = Door::open(&copy, "rome", &[]);
    let page = door.get("");
    assert!(page.code == 200 && page.body.contains("tabella_turn"), "{}", page.code);
    let report = door.get("report");
    assert!(report.code == 200 && report.body.contains("Rome sees it"), "{}", report.body);
    let text = table.orders("rome", 2, "orders: {change: {pa: stand}}\n");
    let signature = key("rome").sign(Namespace::Orders, text.as_bytes());
    let filed = door.ask("file", &json!({"text": text, "signature": signature}));
    assert!(filed["words"].as_str().unwrap().starts_with("Saved: "), "{filed}");
    let saved = copy.parent().unwrap().join("zama-3-rome.yaml");
    table.tabella(&["submit", saved.to_str().unwrap()]).ended(0);
    let refused = |root: &Path, seat: &str, code| {
        let play = ["play", "--seat", seat, "--no-browser"];
        run(tabella().arg("-C").arg(root).args(play)).ended(code).err
    };
    assert!(refused(&copy, "carthage", 2).contains("this is the copy of rome"));
    let shared = table.beside("of-everybody");
    table.tabella(&["share", "copy", shared.to_str().unwrap()]).ended(0);
    assert!(refused(&shared, "rome", 1).contains("a public copy"));
}

/// Somebody who can write into a copy's folder may put links there: nothing is written through them.
#[test]
fn a_copy_is_written_through_no_link() {
    let (table, _) = played();
    let reason = ["--reason", "gone to sea"];
    table.tabella(&[&["change", "resign", "rome"][..], &reason].concat()).ended(0);
    for below in ["notices", "turns", "turns/0002", "turns/0002/orders", "data"] {
        let (copy, elsewhere) = (table.beside("linked"), table.beside("elsewhere"));
        table.tabella(&["share", "copy", "--seat", "rome", copy.to_str().unwrap()]).ended(0);
        fs::create_dir(&elsewhere).unwrap();
        fs::remove_dir_all(copy.join(below)).unwrap();
        std::os::unix::fs::symlink(&elsewhere, copy.join(below)).unwrap();
        let said =
            table.tabella(&["share", "copy", "--seat", "rome", copy.to_str().unwrap()]).ended(4);
        assert!(said.err.contains("a symbolic link"), "{below}: {}", said.err);
        assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0, "{below}");
        fs::remove_dir(&elsewhere).unwrap();
        fs::remove_dir_all(&copy).unwrap();
    }
    // The target of a link in the place of a file stays as it is.
    let (copy, elsewhere) = (table.beside("linked"), table.beside("elsewhere"));
    for name in ["view.yaml", "filed.yaml", "game.yaml", "turns/0001/state.yaml", ".gitignore"] {
        table.tabella(&["share", "copy", "--seat", "rome", copy.to_str().unwrap()]).ended(0);
        fs::write(&elsewhere, "mine\n").unwrap();
        fs::remove_file(copy.join(name)).unwrap();
        std::os::unix::fs::symlink(&elsewhere, copy.join(name)).unwrap();
        drop(table.tabella(&["share", "copy", "--seat", "rome", copy.to_str().unwrap()]));
        assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "mine\n", "{name}");
        fs::remove_dir_all(&copy).unwrap();
    }
}

/// A view is only somebody's word, and in a clone it came by a parcel: its faults are reported, and nothing hangs or
/// panics.
#[test]
fn a_view_that_was_bent_is_refused_in_words() {
    let (_table, copy) = played();
    let path = copy.join("view.yaml");
    let view = fs::read_to_string(&path).unwrap();
    let laughs = "  a: &a [x, x]\n  b: [*a, *a]\n";
    for bent in [
        format!("{view}hand: {}\n", "[".repeat(1_000_000)),
        format!("{view}hand:\n  {}\n", "- ".repeat(100_000)),
        format!("{view}hand:\n{laughs}"),
        view.replace("seat: rome", "seat: ROME"),
        String::new(),
    ] {
        fs::write(&path, bent).unwrap();
        for arguments in [&["form", "--seat", "rome"][..], &["map", "--seat", "rome"], &["status"]]
        {
            let told = run(tabella().arg("-C").arg(&copy).args(arguments)).ended(4).err;
            assert!(told.contains("view.yaml: ") && !told.contains("panicked"), "{told}");
        }
    }
}
