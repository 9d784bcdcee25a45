//! A game outlives a lost key, a player who leaves, and a key of the referee's.

use super::{codes, play, verdict};
use crate::table::{Run, Table, key};
use record::{Namespace, PrivateKey};
use std::fs;
use std::process::{Command, Stdio};

const MOVES: &str = "orders: []\n";

fn game() -> Table {
    let table = Table::of(("combined-arms", None), "brisk", &[], &["rome", "carthage"]);
    for (seat, body) in crate::table::SEATS.into_iter().zip(crate::table::DEPLOY) {
        table.file(seat, body);
    }
    table.resolve();
    for name in ["rome", "carthage", "referee", "new"] {
        fs::write(table.beside(&format!("{name}.key")), key(name).to_openssh()).unwrap();
    }
    fs::write(table.beside("new.pub"), key("new").public_line()).unwrap();
    table
}

/// Proposes the key `new` for a seat; returns the file below `notices/`.
fn propose(table: &Table, seat: &str, more: &[&str]) -> String {
    let public = table.beside("new.pub");
    let arguments = ["change", "key", seat, public.to_str().unwrap(), "--reason", "it was stolen"];
    let said = table.tabella(&[&arguments[..], more].concat()).ended(0).out;
    said.trim().to_owned()
}

fn sign(table: &Table, file: &str, name: &str, with: &str) -> Run {
    let private = table.beside(&format!("{with}.key"));
    table.tabella(&["change", "sign", file, "--as", name, "--key", private.to_str().unwrap()])
}

fn submit(table: &Table, seat: &str, with: &PrivateKey, body: &str, revision: u32) -> Run {
    let text = table.orders(seat, revision, body);
    let path = table.beside(&format!("{seat}.yaml"));
    fs::write(&path, &text).unwrap();
    let signature = with.sign(Namespace::Orders, text.as_bytes());
    fs::write(table.beside(&format!("{seat}.yaml.sig")), signature).unwrap();
    table.tabella(&["submit", path.to_str().unwrap()])
}

#[test]
fn a_seat_changes_its_key_and_plays_on() {
    let table = game();
    let file = propose(&table, "rome", &[]);
    let listed = table.tabella(&["change", "list"]).ended(0).out;
    assert!(listed.contains("the new key must sign too, as heir"), "{listed}");
    submit(&table, "rome", &key("new"), MOVES, 1).ended(1);
    submit(&table, "rome", &key("rome"), MOVES, 1).ended(0);
    sign(&table, &file, "heir", "rome").ended(4);
    for (name, with) in [("heir", "new"), ("rome", "rome"), ("referee", "referee")] {
        sign(&table, &file, name, with).ended(0);
    }
    let listed = table.tabella(&["change", "list"]).ended(0).out;
    assert!(listed.contains("counts: rome has the key"), "{listed}");
    assert!(!table.path("pending/rome.yaml").exists(), "what the old key signed goes back");
    submit(&table, "rome", &key("rome"), MOVES, 2).ended(1);
    submit(&table, "rome", &key("new"), MOVES, 1).ended(0);
    table.tabella(&["resolve"]).ended(0);
    assert!(table.files("notices").is_empty());
    let (code, found) = verdict(&table.root(), &[]);
    assert_eq!(code, 0, "{found}");
    assert!(found["notes"].to_string().contains("from record 2 on, rome has the key"), "{found}");
    order_sheet(&table);
    submit(&table, "carthage", &key("carthage"), MOVES, 1).ended(0);
    table.tabella(&["resolve"]).ended(0);
    submit(&table, "rome", &key("rome"), MOVES, 1).ended(1);
    table.holds();
}

fn order_sheet(table: &Table) {
    let record = table.path("turns/0002");
    for (name, namespace, file, signature) in [
        ("rome", "tabella-orders", "orders/rome.yaml", "orders/rome.yaml.sig"),
        ("referee", "tabella-record", "SHA256SUMS", "SHA256SUMS.sig"),
    ] {
        let mut keygen = Command::new("ssh-keygen");
        keygen.args(["-Y", "verify", "-f", "allowed_signers", "-I", name, "-n", namespace]);
        keygen.args(["-s", signature]).current_dir(&record).stdout(Stdio::null());
        keygen.stdin(fs::File::open(record.join(file)).unwrap());
        assert!(keygen.status().unwrap().success(), "{file}");
    }
    let sums = Command::new("sha256sum")
        .args(["--strict", "--quiet", "-c", "SHA256SUMS"])
        .current_dir(&record)
        .status();
    assert!(sums.unwrap().success());
}

#[test]
fn a_player_is_replaced_without_the_old_key() {
    let table = game();
    let file = propose(&table, "rome", &["--player", "Gaius Laelius"]);
    for (name, with) in [("heir", "new"), ("carthage", "carthage")] {
        sign(&table, &file, name, with).ended(0);
    }
    let listed = table.tabella(&["change", "list"]).ended(0).out;
    assert!(listed.contains("who must agree: the referee with the seat itself, or"), "{listed}");
    sign(&table, &file, "referee", "referee").ended(0);
    table.tabella(&["change", "list"]).ended(0);
    submit(&table, "rome", &key("new"), MOVES, 1).ended(0);
    table.tabella(&["resolve"]).ended(0);
    let (code, found) = verdict(&table.root(), &[]);
    assert_eq!(code, 0, "{found}");
    let notes = found["notes"].to_string();
    assert!(notes.contains("played by Gaius Laelius"), "{notes}");
    assert!(notes.contains("the old key did not sign for it"), "{notes}");
    assert_eq!(table.game().session.charter.seats[0].name.as_deref(), Some("Gaius Laelius"));
}

#[test]
fn nobody_comes_into_a_game_under_another_ones_name() {
    let table = game();
    let public = table.beside("new.pub");
    let change = |more: &[&str], code: i32| {
        let key = ["change", "key", "rome", public.to_str().unwrap(), "--reason", "a test"];
        table.tabella(&[&key[..], more].concat()).ended(code).err
    };
    assert!(change(&["--player", "R\u{435}feree"], 1).contains("looks like `referee`"));
    assert!(change(&["--player", "@team"], 1).contains("contains an @"));
    let birth = |name: &str, code: i32| {
        let root = tempfile::tempdir().unwrap();
        let mut new = crate::table::tabella();
        new.current_dir(root.path()).args(["new", "zama", "--game", "combined-arms"]);
        for (seat, key) in [("rome", "rome"), ("carthage", "carthage")] {
            fs::write(root.path().join(seat), crate::table::key(key).public_line()).unwrap();
            new.arg("--seat").arg(format!("{seat}={seat}"));
        }
        let terms =
            format!("seats:\n  rome: {{name: Livia Drusi}}\n  carthage: {{name: '{name}'}}\n");
        crate::table::draft(&root.path().join("zama"), &terms);
        crate::table::run(&mut new).ended(code).err
    };
    let told = birth("Liviа Drusi", 1);
    assert!(
        told.contains(
            "zama/draft.yaml: line 2: seats.rome.name: `Livia Drusi` looks like `Liviа Drusi`"
        ),
        "{told}"
    );
    assert!(birth("referee", 1).contains("nobody may use as a name"));
    birth("Mago Barca", 0);
}

#[test]
fn a_game_that_is_over_takes_no_change() {
    let table = game();
    let file = table.tabella(&["change", "end", "--reason", "it grew late"]).ended(0).out;
    for (name, with) in [("rome", "rome"), ("carthage", "carthage"), ("referee", "referee")] {
        sign(&table, file.trim(), name, with).ended(0);
    }
    table.tabella(&["change", "apply", file.trim()]).ended(0);
    let public = table.beside("new.pub");
    for change in [
        &["resign", "rome"][..],
        &["end"],
        &["key", "rome", public.to_str().unwrap()],
        &["pause", "2040-01-01", "2040-01-02"],
    ] {
        let all = [&["change"], change, &["--reason", "too late"]].concat();
        let told = table.tabella(&all).ended(1).err;
        assert!(told.contains("the game is over"), "{change:?}: {told}");
    }
    let notices = fs::read_dir(table.path("notices"));
    let left =
        notices.map_or(0, |all| all.filter(|one| one.as_ref().unwrap().path().is_file()).count());
    assert_eq!(left, 0, "nothing waits for signatures");
}

/// By agreement of all seats no orders are due on these days: deadlines move to the day after them, here and in the
/// record.
#[test]
fn a_pause_that_all_agree_on_moves_what_is_due() {
    let table = Table::by_command("combined-arms", &["--days", "3"]);
    for name in ["rome", "carthage"] {
        fs::write(table.beside(&format!("{name}.key")), key(name).to_openssh()).unwrap();
    }
    let due = || table.tabella(&["status", "--json"]).ended(0).json()["deadline"].to_string();
    let before = due();
    let day = chrono::Utc::now().date_naive();
    let [from, to] = [1, 30].map(|more| (day + chrono::TimeDelta::days(more)).to_string());
    let file =
        table.tabella(&["change", "pause", &from, &to, "--reason", "the holidays"]).ended(0).out;
    sign(&table, file.trim(), "rome", "rome").ended(0);
    assert_eq!(due(), before, "one seat alone moves nothing");
    sign(&table, file.trim(), "carthage", "carthage").ended(0);
    let moved = due();
    assert!(moved.trim_matches('"') > to.as_str(), "{before} -> {moved}, paused to {to}");
    for (seat, body) in crate::table::SEATS.into_iter().zip(crate::table::DEPLOY) {
        table.file(seat, body);
    }
    table.resolve();
    let (code, found) = verdict(&table.root(), &[]);
    assert_eq!(code, 0, "{found}");
    assert!(found["notes"].to_string().contains("the holidays"), "{found}");
}

#[test]
fn the_referees_key_is_replaced() {
    let table = game();
    let file = propose(&table, "referee", &[]);
    for (name, with) in [("heir", "new"), ("carthage", "carthage"), ("rome", "rome")] {
        sign(&table, &file, name, with).ended(0);
    }
    submit(&table, "rome", &key("rome"), MOVES, 1).ended(0);
    // The old key cannot seal what the change has made the new one's.
    let said = table.tabella(&["resolve"]).ended(4).err;
    assert!(said.contains("the referee's key in allowed_signers is"), "{said}");
    fs::write(table.beside("referee"), key("new").to_openssh()).unwrap();
    table.tabella(&["resolve"]).ended(0);
    table.holds();
    submit(&table, "carthage", &key("carthage"), MOVES, 1).ended(0);
    table.tabella(&["resolve"]).ended(0);
    table.holds();
}

#[test]
fn a_change_that_nobody_agreed_to_is_kept_and_does_nothing() {
    let table = game();
    let file = propose(&table, "rome", &[]);
    sign(&table, &file, "heir", "new").ended(0);
    submit(&table, "rome", &key("rome"), MOVES, 1).ended(0);
    table.tabella(&["resolve"]).ended(0);
    assert!(!table.path("turns/0002/changes").exists());
    assert!(table.files("notices").is_empty());
    assert!(
        table.files("rejected").values().any(|bytes| bytes.starts_with(b"tabella: 1\ngame: zama"))
    );
    table.holds();
}

/// A game with a change of Rome's key in record 2, and one record more.
fn changed() -> Table {
    let table = game();
    let file = propose(&table, "rome", &[]);
    for (name, with) in [("heir", "new"), ("rome", "rome"), ("referee", "referee")] {
        sign(&table, &file, name, with).ended(0);
    }
    table.tabella(&["change", "list"]).ended(0);
    submit(&table, "rome", &key("new"), MOVES, 1).ended(0);
    table.tabella(&["resolve"]).ended(0);
    play_carthage(&table);
    table
}

fn play_carthage(table: &Table) {
    submit(table, "carthage", &key("carthage"), MOVES, 1).ended(0);
    table.tabella(&["resolve"]).ended(0);
}

#[test]
fn keys_without_a_change_or_against_consent_are_found() {
    let table = changed();
    let good = table.files("turns");
    let forged = |name: &str, bytes: Option<&[u8]>| {
        let path = table.path("turns").join(name);
        match bytes {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let (code, found) = verdict(&table.root(), &[]);
        fs::write(&path, &good[name]).unwrap();
        assert_eq!(code, 1, "{name}: {found}");
        assert!(codes(&found).contains(&"V-change"), "{name}: {found}");
    };
    let opening = fs::read(table.path("allowed_signers")).unwrap();
    forged("0002/allowed_signers", Some(&opening));
    forged("0002/changes/01-key.yaml.referee.sig", None);
    forged("0002/changes/01-key.yaml.heir.sig", None);
    forged("0002/changes/01-key.yaml", None);
    fs::write(table.path("turns/0003/allowed_signers"), &opening).unwrap();
    assert!(
        codes(&verdict(&table.root(), &[]).1).contains(&"V-change"),
        "rolled back to the old keys"
    );
    fs::remove_file(table.path("turns/0003/allowed_signers")).unwrap();
    assert_eq!(verdict(&table.root(), &[]).0, 0);
}

#[test]
fn a_bot_plays_on_after_a_change() {
    let table = changed();
    assert_eq!(table.game().session.number, 3);
    let text = table.orders("rome", 1, MOVES);
    let signature = key("new").sign(Namespace::Orders, text.as_bytes());
    let folder = tabella::store::Folder::find(&table.root()).unwrap();
    tabella::store::submit(&folder, text.as_bytes(), Some(signature.as_bytes())).unwrap();
    table.resolve();
    play(&table, 0, 1);
    table.holds();
}
