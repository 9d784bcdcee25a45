//! Commands that are killed in the middle, at any moment: the next one completes or ignores what they left.

use super::{MOVES, goes_on, submit_good, table};
use crate::table::Table;
use record::{Digest, Namespace, sums::Sums};
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Number of moments at which a command is killed.
const MOMENTS: u32 = 16;

/// Starts a command on the game and kills it after a while, if it still runs.
fn killed(table: &Table, arguments: &[&str], after: Duration) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabella"));
    command
        .arg("-C")
        .arg(table.root())
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    sleep(after);
    drop(child.kill());
    child.wait().unwrap();
}

fn time(table: &Table, arguments: &[&str]) -> Duration {
    let since = Instant::now();
    table.tabella(arguments).ended(0);
    since.elapsed()
}

#[test]
fn resolving_is_killed_at_any_moment() {
    let ready = table();
    submit_good(&ready, "rome", ready.orders("rome", 1, MOVES).as_bytes());
    let whole = time(&ready.copy(), &["resolve"]);
    for moment in 0..MOMENTS {
        let table = ready.copy();
        killed(&table, &["resolve"], whole * moment / MOMENTS);
        table.holds();
        let after = table.tabella(&["resolve"]);
        assert!(matches!(after.code, Some(0 | 3)), "killed at moment {moment}: {after:?}");
        assert_eq!(table.game().session.number, 2, "killed at moment {moment}");
        assert!(table.files(".tabella/staging").is_empty());
        assert!(!table.path("pending/rome.yaml").exists(), "what is recorded is no longer pending");
        table.holds();
    }
}

#[test]
fn submitting_is_killed_at_any_moment() {
    let ready = table();
    submit_good(&ready, "rome", ready.orders("rome", 1, MOVES).as_bytes());
    let path = ready.signed("rome", ready.orders("rome", 2, "orders: []\n").as_bytes());
    let name = path.file_name().unwrap().to_str().unwrap();
    let arguments = |table: &Table| table.beside(name).to_str().unwrap().to_owned();
    let trial = ready.copy();
    let whole = time(&trial, &["submit", &arguments(&trial)]);
    for moment in 0..MOMENTS / 2 {
        let table = ready.copy();
        killed(&table, &["submit", &arguments(&table)], whole * moment * 2 / MOMENTS);
        let again = table.tabella(&["submit", &arguments(&table)]).ended(0).out;
        assert!(again.contains("filed: rome, phase 2, revision 2"), "{again}");
        let earlier = table.files("pending/superseded");
        assert_eq!(earlier.len(), 2, "the earlier revision is kept: {:?}", earlier.keys());
        table.tabella(&["resolve"]).ended(0);
        table.holds();
    }
}

/// A game whose second record is signed and waits in staging, as after a crash just before it was put in place.
fn staged() -> Table {
    let table = table();
    submit_good(&table, "rome", table.orders("rome", 1, MOVES).as_bytes());
    let pending = table.files("pending");
    table.tabella(&["resolve"]).ended(0);
    fs::create_dir_all(table.path(".tabella/staging")).unwrap();
    fs::rename(table.path("turns/0002"), table.path(".tabella/staging/0002")).unwrap();
    fs::create_dir_all(table.path("pending")).unwrap();
    for (name, bytes) in pending {
        fs::write(table.path("pending").join(name), bytes).unwrap();
    }
    // The crash came before the program could remember what it had signed.
    let memory = fs::read_to_string(table.path(".tabella/signed")).unwrap();
    let last = memory.trim_end().rfind('\n').unwrap();
    fs::write(table.path(".tabella/signed"), &memory[..=last]).unwrap();
    table
}

#[test]
fn a_signed_record_is_completed_as_it_stands() {
    for arguments in [&["resolve"][..], &["submit", "-"]] {
        let table = staged();
        let waiting = table.files(".tabella/staging/0002");
        table.holds();
        let run = table.tabella_reading(arguments, b"tabella: 1\n");
        assert!(matches!(run.code, Some(0 | 1)), "{run:?}");
        assert!(
            arguments[0] == "submit"
                || run.err.contains("record 2 was signed before an interruption"),
            "{}",
            run.err
        );
        assert_eq!(table.files("turns/0002"), waiting, "not a byte of it is made anew");
        assert!(!table.path("pending/rome.yaml").exists());
        table.holds();
    }
}

#[test]
fn a_record_that_is_not_signed_is_made_anew() {
    let table = staged();
    fs::remove_file(table.path(".tabella/staging/0002/SHA256SUMS.sig")).unwrap();
    table.tabella(&["resolve"]).ended(0);
    assert!(table.path("turns/0002/SHA256SUMS.sig").exists());
    table.holds();
}

#[test]
fn a_signed_record_that_does_not_belong_here_is_never_put_in_place() {
    let refused = |table: &Table, what: &str| {
        let before = table.files("turns");
        let run = table.tabella(&["resolve"]).ended(4);
        assert!(run.err.contains(".tabella/staging/"), "{what}: {}", run.err);
        assert_eq!(table.files("turns"), before, "{what}");
        table.holds();
        fs::remove_dir_all(table.path(".tabella/staging")).unwrap();
        fs::remove_dir_all(table.path("pending")).unwrap();
        goes_on(table);
    };
    let altered = staged();
    fs::write(altered.path(".tabella/staging/0002/state.yaml"), "x").unwrap();
    refused(&altered, "altered");
    let renumbered = staged();
    fs::rename(renumbered.path(".tabella/staging/0002"), renumbered.path(".tabella/staging/0003"))
        .unwrap();
    refused(&renumbered, "renumbered");
    let other = staged();
    let list = other.path(".tabella/staging/0002/SHA256SUMS");
    let mut sums = Sums::parse(&fs::read(&list).unwrap()).unwrap();
    sums.lines.insert("../0001/SHA256SUMS".to_owned(), Digest::of(b"another history"));
    let key =
        record::PrivateKey::parse(&fs::read_to_string(other.path(".tabella/referee.key")).unwrap())
            .unwrap();
    fs::write(&list, sums.render()).unwrap();
    fs::write(
        other.path(".tabella/staging/0002/SHA256SUMS.sig"),
        key.sign(Namespace::Record, sums.render().as_bytes()),
    )
    .unwrap();
    refused(&other, "of another history");
}

#[test]
fn a_process_that_the_system_kills_while_it_writes() {
    let table = table();
    submit_good(&table, "rome", table.orders("rome", 1, MOVES).as_bytes());
    for kib in [0, 1, 4, 8, 16] {
        let status = Command::new("bash")
            .args([
                "-c",
                "ulimit -c 0; ulimit -f \"$1\"; shift; exec \"$@\"",
                "bash",
                &kib.to_string(),
            ])
            .arg(env!("CARGO_BIN_EXE_tabella"))
            .arg("-C")
            .arg(table.root())
            .arg("resolve")
            .output()
            .unwrap()
            .status;
        assert_eq!(status.code(), None, "{kib} KiB: a signal ended it in the middle of a file");
        table.holds();
    }
    table.tabella(&["resolve"]).ended(0);
    assert!(table.files(".tabella/staging").is_empty());
    table.holds();
}
