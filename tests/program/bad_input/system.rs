//! A system that does not let the program do its work: read-only folders, full disks, links and files in the wrong place.

use super::{MOVES, goes_on, submit_good, table};
use crate::table::{DEPLOY, Run, SEATS, Table, copy_folder, key, run, tabella};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;

#[test]
fn a_file_where_a_folder_must_be() {
    let bad = "tabella: 1\n";
    for (below, input, arguments) in [
        ("rejected", Some(bad), &["submit", "-"][..]),
        ("pending", None, &["resolve"]),
        (".tabella/staging", None, &["resolve"]),
        (".tabella/filing", None, &["resolve"]),
        ("turns/0002", None, &["resolve"]),
        (".tabella/lock/x", None, &["resolve"]),
    ] {
        let table = table();
        let path = table.path(below);
        match below {
            // A folder where a file must be.
            ".tabella/lock/x" => {
                fs::remove_file(table.path(".tabella/lock")).unwrap();
                fs::create_dir_all(&path).unwrap();
            }
            _ => {
                drop(fs::remove_dir_all(&path));
                fs::write(&path, "x").unwrap();
            }
        }
        let run = table.tabella_reading(arguments, input.unwrap_or_default().as_bytes()).ended(4);
        let named = below.trim_end_matches("/x");
        assert!(
            run.err.contains(named) && run.err.contains("move it away"),
            "{below}: {}",
            run.err
        );
        let path = table.path(named);
        if path.is_dir() {
            fs::remove_dir_all(&path).unwrap();
        } else {
            fs::remove_file(&path).unwrap();
        }
        goes_on(&table);
    }
}

#[test]
fn links_in_the_game_folder_are_refused() {
    for below in [
        "game.yaml",
        "allowed_signers",
        "data",
        "data/units.yaml",
        "turns",
        "turns/0001",
        "turns/0001/hidden.yaml",
        "pending",
    ] {
        let table = table();
        let (path, elsewhere) = (table.path(below), table.beside("elsewhere"));
        if below == "pending" {
            drop(fs::remove_dir_all(&path));
            fs::create_dir(&elsewhere).unwrap();
        } else {
            fs::rename(&path, &elsewhere).unwrap();
        }
        symlink(&elsewhere, &path).unwrap();
        let run = table.tabella(&["resolve"]).ended(4);
        assert!(
            run.err.contains("symbolic link") && run.err.contains(below),
            "{below}: {}",
            run.err
        );
        fs::remove_file(&path).unwrap();
        fs::rename(&elsewhere, &path).unwrap();
        goes_on(&table);
    }
}

#[test]
fn what_is_missing_is_named() {
    for (below, said) in [
        ("allowed_signers", "not found"),
        ("data/units.yaml", "not found"),
        ("turns/0001/hidden.yaml", "not found"),
        ("turns/0001/turn.yaml", "not found"),
        ("turns/0001/SHA256SUMS", "not found"),
        ("turns/0001/SHA256SUMS.sig", "not found"),
        ("turns/0000", "not found"),
        (".tabella/secrets.yaml", "the secrets are lost"),
        (".tabella/referee.key", "not found"),
    ] {
        let table = table();
        submit_good(&table, "rome", table.orders("rome", 1, MOVES).as_bytes());
        let (path, elsewhere) = (table.path(below), table.beside("elsewhere"));
        fs::rename(&path, &elsewhere).unwrap();
        let run = table.tabella(&["resolve"]).ended(4);
        assert!(run.err.contains(below) && run.err.contains(said), "{below}: {}", run.err);
        fs::rename(&elsewhere, &path).unwrap();
        table.tabella(&["resolve"]).ended(0);
        table.holds();
    }
}

#[test]
fn what_was_altered_is_not_built_upon() {
    for below in [
        "game.yaml",
        "allowed_signers",
        "data/units.yaml",
        "turns/0001/hidden.yaml",
        "turns/0001/turn.yaml",
        "turns/0001/SHA256SUMS",
    ] {
        let table = table();
        submit_good(&table, "rome", table.orders("rome", 1, MOVES).as_bytes());
        let good = fs::read(table.path(below)).unwrap();
        fs::write(table.path(below), [&good[..], b"# more\n"].concat()).unwrap();
        let run = table.tabella(&["resolve"]).ended(4);
        let name = below.rsplit('/').next().unwrap();
        assert!(run.err.contains(name), "{below}: {}", run.err);
        fs::write(table.path(below), good).unwrap();
        table.tabella(&["resolve"]).ended(0);
        table.holds();
    }
}

#[test]
fn pending_orders_that_were_altered_or_put_there_by_hand_do_not_count() {
    let table = table();
    submit_good(&table, "rome", table.orders("rome", 1, MOVES).as_bytes());
    let path = table.path("pending/rome.yaml");
    let good = fs::read(&path).unwrap();
    fs::write(&path, [&good[..], b"# more\n"].concat()).unwrap();
    let run = table.tabella(&["resolve"]).ended(4);
    assert!(
        run.err.contains("pending/rome.yaml") && run.err.contains("altered after it was filed"),
        "{}",
        run.err
    );
    let text = table.orders("carthage", 1, "orders: []\n").replace("phase: 2", "phase: 7");
    fs::write(&path, good).unwrap();
    table.signed("carthage", text.as_bytes());
    for end in ["", ".sig"] {
        fs::copy(
            table.beside(&format!("carthage.yaml{end}")),
            table.path(&format!("pending/carthage.yaml{end}")),
        )
        .unwrap();
    }
    let run = table.tabella(&["resolve"]).ended(4);
    assert!(run.err.contains("pending/carthage.yaml"), "{}", run.err);
    for end in ["", ".sig"] {
        fs::remove_file(table.path(&format!("pending/carthage.yaml{end}"))).unwrap();
    }
    table.tabella(&["resolve"]).ended(0);
    table.holds();
}

/// Runs the program as a user who may read the game folder but write nothing.
fn as_a_reader(table: &Table, arguments: &[&str]) -> Run {
    // Whoever runs the tests as root may write everything: they become nobody, who needs a program within reach.
    let root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let program = table.beside("tabella");
    if !program.exists() {
        fs::copy(env!("CARGO_BIN_EXE_tabella"), &program).unwrap();
        fs::set_permissions(program.parent().unwrap(), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut command = std::process::Command::new(program);
    command.arg("-C").arg(table.root()).args(arguments).current_dir("/").env("NO_COLOR", "1");
    if root {
        command.uid(65_534).gid(65_534);
    }
    run(&mut assert_cmd::Command::from_std(command))
}

/// Files that may be sealed are readable by their owner alone, so the reader must own them; the referee's own stay the
/// referee's.
fn owned_by_the_reader(folder: &Path) {
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        return;
    }
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    for entry in entries.filter(|entry| entry.file_name() != ".tabella") {
        if entry.path().is_dir() {
            owned_by_the_reader(&entry.path());
        }
        std::os::unix::fs::chown(entry.path(), Some(65_534), Some(65_534)).unwrap();
    }
    std::os::unix::fs::chown(folder, Some(65_534), Some(65_534)).unwrap();
}

fn modes(folder: &Path, write: bool) {
    for entry in
        fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_dir())
    {
        modes(&entry.path(), write);
    }
    let mode = fs::metadata(folder).unwrap().permissions().mode() & 0o777;
    let mode = if write { mode | 0o200 } else { mode & !0o222 };
    fs::set_permissions(folder, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_read_only_folder_can_be_read_and_says_why_no_more() {
    let table = table();
    let orders = table.signed("rome", table.orders("rome", 1, MOVES).as_bytes());
    for name in ["rome.yaml", "rome.yaml.sig"] {
        fs::set_permissions(table.beside(name), fs::Permissions::from_mode(0o644)).unwrap();
    }
    modes(&table.root(), false);
    owned_by_the_reader(&table.root());
    let orders = orders.to_str().unwrap();
    for arguments in [
        &["status"][..],
        &["form", "--seat", "rome"],
        &["check", orders],
        &["report", "--seat", "rome"],
        &["map"],
        &["report", "--story"],
        &["verify"],
    ] {
        as_a_reader(&table, arguments).ended(0);
    }
    for arguments in [&["submit", orders][..], &["resolve"]] {
        let run = as_a_reader(&table, arguments).ended(4);
        assert!(run.err.contains("no permission"), "{arguments:?}: {}", run.err);
    }
    modes(&table.root(), true);
    goes_on(&table);
}

#[test]
fn a_game_is_made_in_a_folder_that_may_be_written_into_and_not_listed() {
    let table = table();
    let shut = table.beside("shut");
    fs::create_dir(&shut).unwrap();
    owned_by_the_reader(&shut);
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o333)).unwrap();
    let game = shut.join("game");
    let seat = |seat: &str| {
        let path = table.beside(&format!("{seat}.pub"));
        fs::write(&path, key(seat).public_line()).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        format!("{seat}={}", path.display())
    };
    let (rome, carthage) = (seat("rome"), seat("carthage"));
    let new = ["new", game.to_str().unwrap(), "--game", "combined-arms"];
    as_a_reader(&table, &[&new[..], &["--seat", &rome, "--seat", &carthage]].concat()).ended(0);
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o777)).unwrap();
    assert!(game.join("game.yaml").exists());
}

#[test]
fn a_new_game_where_nothing_can_be_written() {
    let keys = tempfile::tempdir().unwrap();
    for seat in SEATS {
        fs::write(keys.path().join(format!("{seat}.pub")), key(seat).public().to_string()).unwrap();
    }
    for folder in ["/proc/zama", "/dev/null/zama"] {
        let seats = ["--seat", "rome=rome.pub", "--seat", "carthage=carthage.pub"];
        let run = run(tabella()
            .current_dir(keys.path())
            .args(["new", folder, "--game", "combined-arms"])
            .args(seats))
        .ended(4);
        assert!(run.err.starts_with("tabella: /"), "{}", run.err);
    }
}

/// Runs the program so that none of its files may grow beyond `kib` KiB, as on a full disk.
fn cramped(folder: &Path, kib: u32, arguments: &[&str]) -> Run {
    let mut command = assert_cmd::Command::new("bash");
    command.args([
        "-c",
        "trap '' XFSZ; ulimit -f \"$1\"; shift; exec \"$@\"",
        "bash",
        &kib.to_string(),
    ]);
    run(command
        .arg(env!("CARGO_BIN_EXE_tabella"))
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .current_dir("/"))
}

#[test]
fn a_disk_that_is_full_while_a_phase_is_resolved() {
    let table = table();
    submit_good(&table, "rome", table.orders("rome", 1, MOVES).as_bytes());
    let before = table.files("turns");
    let mut failures = 0;
    for kib in [0, 1, 2, 4, 8, 16, 32, 64] {
        let run = cramped(&table.root(), kib, &["resolve"]);
        if run.code == Some(0) {
            break;
        }
        let run = run.ended(4);
        failures += 1;
        assert!(
            run.err.contains("nothing was recorded") && run.err.contains("Free some space"),
            "{kib} KiB: {}",
            run.err
        );
        assert_eq!(table.files("turns"), before, "{kib} KiB: no half record");
        assert_eq!(table.files("pending").len(), 2, "{kib} KiB: what was filed stays filed");
        assert!(
            table.files(".tabella/staging").is_empty(),
            "{kib} KiB: {:?}",
            table.files(".tabella/staging").keys()
        );
        table.holds();
    }
    assert!(failures >= 4, "only {failures} of the limits were too small");
    if !table.path("turns/0002").exists() {
        table.tabella(&["resolve"]).ended(0);
    }
    table.holds();
}

#[test]
fn a_disk_that_is_full_while_orders_are_filed_or_returned() {
    let table = table();
    let good = table.signed("rome", table.orders("rome", 1, MOVES).as_bytes());
    let run = cramped(&table.root(), 0, &["submit", good.to_str().unwrap()]).ended(4);
    assert!(run.err.contains("Free some space"), "{}", run.err);
    let bad = table.signed("carthage", table.orders("carthage", 1, "orders: []\n").as_bytes());
    let run = cramped(&table.root(), 0, &["submit", bad.to_str().unwrap()]).ended(4);
    assert!(run.err.contains("Free some space"), "{}", run.err);
    goes_on(&table);
}

#[test]
fn a_disk_that_is_full_while_a_game_is_created() {
    let folder = tempfile::tempdir().unwrap();
    for seat in SEATS {
        fs::write(folder.path().join(format!("{seat}.pub")), key(seat).public().to_string())
            .unwrap();
    }
    let seat =
        |seat: &str| format!("{seat}={}", folder.path().join(format!("{seat}.pub")).display());
    let root = folder.path().join("zama");
    let (root_name, rome, carthage) =
        (root.to_str().unwrap().to_owned(), seat("rome"), seat("carthage"));
    let new = ["new", &root_name, "--game", "combined-arms", "--seat", &rome, "--seat", &carthage];
    for kib in [0, 1, 2, 4, 8] {
        let run = cramped(folder.path(), kib, &new).ended(4);
        assert!(run.err.contains("Free some space"), "{kib} KiB: {}", run.err);
        assert!(!root.exists(), "{kib} KiB: something is left");
    }
    run(tabella().args(new)).ended(0);
}

#[test]
fn a_players_copy_can_be_read_and_not_resolved() {
    let table = Table::new("brisk", &[]);
    for (seat, body) in SEATS.into_iter().zip(DEPLOY) {
        table.file(seat, body);
    }
    table.resolve();
    let copy = table.beside("copy");
    copy_folder(&table.root(), &copy);
    fs::remove_dir_all(copy.join(".tabella")).unwrap();
    let at = |arguments: &[&str]| run(tabella().arg("-C").arg(&copy).args(arguments));
    for arguments in [
        &["status"][..],
        &["report", "--seat", "rome"],
        &["report", "--story"],
        &["map"],
        &["form", "--seat", "rome"],
        &["verify"],
    ] {
        at(arguments).ended(0);
    }
    assert!(!copy.join(".tabella").exists(), "reading leaves nothing behind");
    let run = at(&["resolve", "--absent", "rome"]).ended(4);
    assert!(run.err.contains("only the referee's own folder can resolve"), "{}", run.err);
}
