//! One game that outlives everything: a lost key, a wrong ruling of the program, a turn played twice, a player and a referee
//! who leave, and in the end an agreement.

use super::verdict;
use crate::second_verifier::agrees;
use crate::table::{Run, Table, key};
use crate::tampering::papers::Papers;
use record::Namespace;
use std::fs;
use std::path::Path;
use std::process::Command;
use tabella::verify::{Expected, FileSource, Item, Unread, Verdict};

const MOVES: &str = "orders: []\n";

/// A game after its set-up, with a key file for everybody who will have one.
pub(super) fn game() -> Table {
    set_up(crate::table::DEPLOY)
}

/// The same, with nothing beyond the set-up in force, so nothing is hidden.
fn open_game() -> Table {
    let [rome, carthage] = crate::table::DEPLOY;
    let (rome, _) = rome.split_once("standing:").expect("Rome's policy ends its file");
    set_up([rome, carthage])
}

fn set_up(deploy: [&str; 2]) -> Table {
    let table = Table::of(("combined-arms", None), "brisk", &[], &["rome", "carthage"]);
    for (seat, body) in crate::table::SEATS.into_iter().zip(deploy) {
        table.file(seat, body);
    }
    table.resolve();
    for name in ["rome", "carthage", "referee", "new", "mago", "polybius"] {
        fs::write(table.beside(name), key(name).to_openssh()).unwrap();
        fs::write(table.beside(&format!("{name}.pub")), key(name).public_line()).unwrap();
    }
    table
}

pub(super) fn path(table: &Table, name: &str) -> String {
    table.beside(name).to_str().unwrap().to_owned()
}

/// Proposes a change and has it signed; `by` pairs each name with the key it signs with.
pub(super) fn agree(table: &Table, change: &[&str], by: &[(&str, &str)]) -> String {
    let arguments = [&["change"], change, &["--reason", "so it was agreed"]].concat();
    let file = table.tabella(&arguments).ended(0).out.trim().to_owned();
    for (name, with) in by {
        let with = path(table, with);
        table.tabella(&["change", "sign", &file, "--as", name, "--key", &with]).ended(0);
    }
    table.tabella(&["change", "list"]).ended(0);
    file
}

pub(super) fn turn(table: &Table, seat: &str, with: &str) {
    submit(table, seat, with).ended(0);
    table.tabella(&["resolve"]).ended(0);
}

fn submit(table: &Table, seat: &str, with: &str) -> Run {
    let text = table.orders(seat, 1, MOVES);
    let file = table.beside(&format!("{seat}.yaml"));
    fs::write(&file, &text).unwrap();
    let signature = key(with).sign(Namespace::Orders, text.as_bytes());
    fs::write(table.beside(&format!("{seat}.yaml.sig")), signature).unwrap();
    table.tabella(&["submit", file.to_str().unwrap()])
}

pub(super) fn ruling(table: &Table, operations: &str) -> String {
    fs::write(table.beside("ruling.yaml"), operations).unwrap();
    path(table, "ruling.yaml")
}

pub(super) fn state(table: &Table, record: u32) -> serde_json::Value {
    let text = fs::read_to_string(table.path(&format!("turns/{record:04}/state.yaml"))).unwrap();
    record::exchange::yaml::parse(&text).unwrap().plain_value()["state"].clone()
}

/// Seats and referee, each with its key after the change of Rome's key.
const ALL: [(&str, &str); 3] = [("rome", "new"), ("carthage", "carthage"), ("referee", "referee")];

/// The whole game: ten records after the opening.
fn whole() -> Table {
    let table = game();
    let public = path(&table, "new.pub");
    let by = [("heir", "new"), ("rome", "rome"), ("referee", "referee")];
    agree(&table, &["key", "rome", &public], &by);
    turn(&table, "rome", "new");
    turn(&table, "carthage", "carthage");
    let file = ruling(&table, "- {op: replace, path: /state/units/3/square, value: e4}\n");
    let file = agree(&table, &["ruling", &file], &ALL);
    table.tabella(&["change", "apply", &file]).ended(0);
    turn(&table, "rome", "new");
    let file = agree(&table, &["rollback", "4"], &ALL);
    table.tabella(&["change", "apply", &file]).ended(0);
    let public = path(&table, "mago.pub");
    let by = [("heir", "mago"), ("carthage", "carthage"), ("referee", "referee")];
    agree(&table, &["key", "carthage", &public, "--player", "Mago"], &by);
    turn(&table, "rome", "new");
    let public = path(&table, "polybius.pub");
    let by = [("heir", "polybius"), ("referee", "referee"), ("rome", "new"), ("carthage", "mago")];
    let file = agree(&table, &["referee", &public, "--name", "Polybius"], &by);
    let private = path(&table, "polybius");
    table.tabella(&["change", "apply", &file, "--key", &private]).ended(0);
    turn(&table, "carthage", "mago");
    table
}

#[test]
fn a_game_outlives_keys_players_its_referee_and_a_wrong_turn() {
    let table = whole();
    let (code, found) = verdict(&table.root(), &["--need", "proven"]);
    assert_eq!(code, 0, "{found}");
    tells_all(&found);
    assert_eq!(state(&table, 4)["units"][3]["square"], "e4");
    assert_eq!(state(&table, 6), state(&table, 4));
    let by = [("rome", "new"), ("carthage", "mago")];
    let file = agree(&table, &["end", "--winner", "rome"], &by);
    table.tabella(&["change", "apply", &file]).ended(0);
    let (code, found) = verdict(&table.root(), &[]);
    assert_eq!((code, &found["proof"]), (0, &"proven".into()), "{found}");
    submit(&table, "rome", "new").ended(1);
    let status = table.tabella(&["status"]).ended(0).out;
    assert!(status.contains("won by rome"), "{status}");
    let papers = Papers::of(&table.root());
    agrees(&papers, &papers.verify(), "the whole game, by another program");
    for told in [table.tabella(&["report", "--story"]), table.tabella(&["report", "--phase", "4"])]
    {
        assert!(told.out.contains("the referee rules"), "{}", told.out);
    }
}

#[track_caller]
fn tells_all(found: &serde_json::Value) {
    let notes = found["notes"].to_string();
    for told in [
        "from record 2 on, rome has the key",
        "from record 4 on, the referee rules: replace /state/units/3/square: \\\"e4\\\"",
        "from record 6 on, the game goes back to how it stood after record 4",
        "from record 7 on, carthage has the key",
        "played by Mago",
        "from record 8 on, Polybius is the referee",
    ] {
        assert!(notes.contains(told), "{told}: {notes}");
    }
}

/// An archive of the whole game, recorded once.
const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/changes.tar.xz");

/// Runs `tar` on that archive: the action, a folder, and the files.
fn tar(what: &str, folder: &Path, files: &[&str]) {
    let mut tar = Command::new("tar");
    tar.arg(what).arg(RECORDED).arg("-C").arg(folder).args(files);
    assert!(tar.status().expect("tar and xz are there").success(), "tar {what} {RECORDED}");
}

#[test]
#[ignore = "writes over the recorded game: run tools/record-examples"]
fn record_a_game_with_every_kind_of_loss() {
    tar("-cJf", &whole().root(), &["allowed_signers", "data", "game.yaml", "turns"]);
}

#[test]
fn a_recorded_game_with_every_kind_of_loss_holds_by_both_verifiers() {
    let folder = tempfile::tempdir().unwrap();
    tar("-xJf", folder.path(), &[]);
    let (code, found) = verdict(folder.path(), &[]);
    assert_eq!((code, &found["proof"]), (0, &"proven-to".into()), "{found}");
    tells_all(&found);
    let papers = Papers::of(folder.path());
    agrees(&papers, &papers.verify(), "a recorded game, by another program");
}

/// Asserts the finding about a change in a record, in papers whose list of that record matches them again.
fn finds(papers: &Papers, number: u32, what: &str) {
    let verdict = papers.verify();
    agrees(papers, &verdict, what);
    let folder = format!("turns/{number:04}/");
    let found = |code: &str| {
        verdict.findings.iter().any(|one| one.code == code && one.path.starts_with(&folder))
    };
    assert!(found("V-change"), "{what}: {:?}", verdict.findings);
}

#[test]
fn no_change_counts_without_every_signature_that_it_has_at_its_place_in_history() {
    let table = whole();
    let good = Papers::of(&table.root());
    assert!(good.verify().holds());
    let changes: Vec<String> =
        good.paths().into_iter().filter(|path| path.contains("/changes/")).collect();
    assert_eq!(changes.iter().filter(|path| path.ends_with(".yaml")).count(), 5, "{changes:?}");
    // All seats signed for the new referee, and they are enough.
    let spare = |path: &&String| !path.ends_with("01-referee.yaml.referee.sig");
    for path in changes.iter().filter(spare) {
        let number: u32 = path[6..10].parse().unwrap();
        let mut papers = good.clone();
        if path.ends_with(".yaml") {
            papers.edit(path, "so it was agreed", "so it was not agreed");
        } else {
            papers.remove(path);
        }
        papers.list_anew(number);
        finds(&papers, number, path);
    }
}

#[test]
fn a_referee_cannot_bend_what_was_agreed_on() {
    let table = whole();
    let good = Papers::of(&table.root());
    let bent = |number: u32, file: &str, from: &str, to: &str| {
        let mut papers = good.clone();
        papers.edit(&format!("turns/{number:04}/{file}"), from, to);
        papers.list_anew(number);
        // As everybody sees it, whether or not the whole state is there.
        finds(&papers, number, file);
        papers.remove_if_there(&format!("turns/{number:04}/hidden.yaml"));
        finds(&papers, number, file);
    };
    bent(4, "state.yaml", "    square: e4\n", "    square: e5\n");
    bent(6, "state.yaml", "    square: e4\n", "    square: e3\n");
    bent(8, "state.yaml", "    square: e4\n", "    square: e3\n");
    // Orders do not belong in such a record, and an older record's keys are not the newest ones.
    let mut papers = good.clone();
    papers.copy("turns/0003/orders/carthage.yaml", "turns/0004/orders/carthage.yaml");
    papers.list_anew(4);
    assert!(papers.verify().findings.iter().any(|one| one.code == "V-order"));
    let mut papers = good.clone();
    papers.copy("turns/0002/allowed_signers", "turns/0009/allowed_signers");
    papers.list_anew(9);
    finds(&papers, 9, "keys of record 2");
    // A change of long ago, with all its signatures.
    let mut papers = good.clone();
    for name in ["", ".heir.sig", ".rome.sig", ".referee.sig"] {
        let [from, to] =
            [2, 9].map(|number| format!("turns/{number:04}/changes/01-key.yaml{name}"));
        papers.copy(&from, &to);
    }
    papers.copy("turns/0002/allowed_signers", "turns/0009/allowed_signers");
    papers.seal_anew(9, &key("polybius"));
    finds(&papers, 9, "the change of record 2 once more");
}

#[test]
fn nobody_applies_what_was_not_agreed_on() {
    let table = game();
    let file = ruling(&table, "- {op: replace, path: /state/units/3/square, value: e4}\n");
    let old = [("rome", "rome"), ("referee", "referee")];
    let file = agree(&table, &["ruling", &file], &old);
    let said = table.tabella(&["change", "apply", &file]).ended(1).err;
    assert!(said.contains("who must agree: the referee with all seats"), "{said}");
    let wrong = ruling(&table, "- {op: replace, path: /state/units/3/mood, value: grim}\n");
    let arguments = ["change", "ruling", &wrong, "--reason", "no such thing"];
    let said = table.tabella(&arguments).ended(4).err;
    assert!(said.contains("/state/units/3/mood"), "{said}");
    turn(&table, "rome", "rome");
    assert!(table.files("notices").is_empty(), "it was of a phase that is over");
    table.holds();
}

#[test]
fn a_seat_resigns_is_played_by_the_fallback_and_is_taken_by_another() {
    let table = game();
    agree(&table, &["resign", "carthage"], &[("carthage", "carthage")]);
    turn(&table, "rome", "rome");
    submit(&table, "carthage", "carthage").ended(1);
    table.tabella(&["resolve"]).ended(0);
    let text = fs::read_to_string(table.path("turns/0003/turn.yaml")).unwrap();
    assert!(text.contains("absent:\n- carthage\n"), "{text}");
    let public = path(&table, "mago.pub");
    let by = [("heir", "mago"), ("referee", "referee"), ("rome", "rome")];
    agree(&table, &["key", "carthage", &public, "--player", "Mago"], &by);
    turn(&table, "rome", "rome");
    turn(&table, "carthage", "mago");
    table.holds();
    let (code, found) = verdict(&table.root(), &["--need", "proven"]);
    assert_eq!(code, 0, "{found}");
    assert!(found["notes"].to_string().contains("carthage is vacant"), "{found}");
    assert!(!found["notes"].to_string().contains("declared absent before"), "{found}");
}

/// The copies of these seats merged: all that is left of a game whose referee is gone.
fn left_behind(table: &Table, seats: &[&str]) -> Table {
    let left = table.copy();
    fs::remove_dir_all(left.root()).unwrap();
    for seat in seats {
        let copy = path(table, &format!("copy-{seat}"));
        table.tabella(&["share", "copy", "--seat", seat, &copy]).ended(0);
        let done = Command::new("cp").arg("-rT").arg(&copy).arg(left.root()).status();
        assert!(done.unwrap().success());
    }
    left
}

#[test]
fn a_referee_vanishes_and_the_seats_end_the_game_without_their_secrets() {
    let table = open_game();
    turn(&table, "rome", "rome");
    let left = left_behind(&table, &["rome", "carthage"]);
    assert!(!left.path(".tabella").exists());
    let public = path(&table, "polybius.pub");
    let by = [("heir", "polybius"), ("rome", "rome"), ("carthage", "carthage")];
    let file = agree(&left, &["referee", &public, "--name", "Polybius"], &by);
    let private = path(&table, "polybius");
    left.tabella(&["change", "apply", &file, "--key", &private]).ended(0);
    turn(&left, "carthage", "carthage");
    let by = [("rome", "rome"), ("carthage", "carthage")];
    let file = agree(&left, &["end", "--winner", "rome"], &by);
    left.tabella(&["change", "apply", &file]).ended(0);
    let last = fs::read_to_string(left.path("turns/0005/turn.yaml")).unwrap();
    assert!(
        last.contains("\nidentity: '-'\n") && last.contains("hidden-before:\n- '-'\n"),
        "{last}"
    );
    let (code, found) = verdict(&left.root(), &["--need", "proven"]);
    assert_eq!((code, &found["proof"]), (0, &"proven".into()), "{found}");
    assert!(
        found["notes"].to_string().contains("the secret half of the key `seal` is lost"),
        "{found}"
    );
    let papers = Papers::of(&left.root());
    agrees(&papers, &papers.verify(), "a game without its first referee's secrets");
}

#[test]
fn nobody_becomes_the_referee_of_a_copy_that_lacks_files() {
    let table = open_game();
    turn(&table, "rome", "rome");
    let left = left_behind(&table, &["carthage"]);
    let public = path(&table, "polybius.pub");
    let arguments = ["change", "referee", &public, "--reason", "they are gone"];
    let said = left.tabella(&arguments).ended(4).err;
    assert!(
        said.contains("rome") && said.contains(": not found; this copy leaves out some files"),
        "{said}"
    );
}

/// A lost key of sealed orders is noted; if files were sent sealed to it and the referee is still there, it is a
/// finding.
#[test]
fn a_lost_key_of_sealed_orders_ends_no_game_and_hides_nothing() {
    let table = game();
    let by = [("rome", "rome"), ("carthage", "carthage")];
    let file = agree(&table, &["end"], &by);
    let seal = table.path(".tabella/seal.key");
    fs::remove_file(&seal).unwrap();
    let said = table.tabella(&["change", "apply", &file]).ended(4).err;
    assert!(said.contains("write a hyphen into that file"), "{said}");
    fs::write(&seal, "-\n").unwrap();
    table.tabella(&["change", "apply", &file]).ended(0);
    let (code, found) = verdict(&table.root(), &["--need", "proven"]);
    assert_eq!(code, 0, "{found}");
    let mut papers = Papers::of(&table.root());
    agrees(&papers, &papers.verify(), "a lost key");
    let shut = Shut { papers: &papers, folder: "inbox/0001" }.verify();
    assert_eq!(at(&shut, "inbox/0001"), ["V-kind"]);
    assert!(!format!("{:?}", shut.notes).contains("no sealed order file"), "{:?}", shut.notes);
    papers.put("inbox/0001/rome-1.age", b"age-encryption.org/v1\n");
    let verdict = papers.verify();
    assert_eq!(verdict.findings.iter().map(|one| one.code).collect::<Vec<_>>(), ["V-secret"]);
    agrees(&papers, &verdict, "a lost key to which a file was sent");
}

/// Papers in which one folder exists but cannot be listed.
struct Shut<'a> {
    papers: &'a Papers,
    folder: &'a str,
}

impl FileSource for Shut<'_> {
    fn list(&self, folder: &str) -> Result<Vec<Item>, Unread> {
        if folder.trim_end_matches('/') == self.folder {
            return Err(Unread::NotPlain);
        }
        self.papers.list(folder)
    }

    fn read(&self, path: &str, max: usize) -> Result<Vec<u8>, Unread> {
        self.papers.read(path, max)
    }
}

impl Shut<'_> {
    fn verify(&self) -> Verdict {
        tabella::verify::verify(self, Expected::default())
    }
}

fn at(verdict: &Verdict, path: &str) -> Vec<&'static str> {
    verdict.findings.iter().filter(|one| one.path == path).map(|one| one.code).collect()
}

#[test]
fn changes_that_cannot_be_listed_are_told_so_and_not_taken_for_none() {
    let table = game();
    let public = path(&table, "new.pub");
    let by = [("heir", "new"), ("rome", "rome"), ("referee", "referee")];
    agree(&table, &["key", "rome", &public], &by);
    turn(&table, "rome", "new");
    let papers = Papers::of(&table.root());
    let shut = Shut { papers: &papers, folder: "turns/0002/changes" }.verify();
    assert_eq!(at(&shut, "turns/0002/changes"), ["V-kind"]);
    assert_eq!(at(&shut, "turns/0002/allowed_signers"), [""; 0], "{:?}", shut.findings);
}
