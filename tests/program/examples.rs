//! The recorded games that come with the titles prove themselves, by the program and by hand.

#[cfg(feature = "mail")]
use super::{
    common::{copy, walk},
    table::{run, tabella},
};
#[cfg(feature = "mail")]
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tabella::store::folder_source::FolderSource;
use tabella::verify::{Expected, verify};

/// Every `games/TITLE/example`.
fn examples() -> Vec<PathBuf> {
    let games = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("games")).unwrap();
    let mut found: Vec<PathBuf> = games
        .map(|game| game.unwrap().path().join("example"))
        .filter(|path| path.is_dir())
        .collect();
    found.sort();
    assert!(found.iter().any(|path| path.ends_with("combined-arms/example")), "{found:?}");
    found
}

#[test]
fn every_recorded_game_adds_up_to_its_result() {
    for folder in examples() {
        let verdict = verify(&FolderSource::open(&folder).unwrap(), Expected::default());
        assert!(verdict.findings.is_empty(), "{}: {:?}", folder.display(), verdict.findings);
        assert!(verdict.replayed > 5 && verdict.replayed == verdict.sealed, "{}", folder.display());
        let last = format!("turns/{:04}/turn.yaml", verdict.sealed - 1);
        let turn = fs::read_to_string(folder.join(last)).unwrap();
        assert!(turn.contains("\noutcome:\n"), "{} is not played to its end", folder.display());
    }
}

#[test]
fn every_record_holds_by_hand() {
    for record in examples().iter().flat_map(|folder| fs::read_dir(folder.join("turns")).unwrap()) {
        let record = record.unwrap().path();
        let sums = Command::new("sha256sum")
            .args(["--strict", "--quiet", "-c", "SHA256SUMS"])
            .current_dir(&record)
            .status();
        assert!(sums.expect("sha256sum runs").success(), "{}", record.display());
        let mut keygen = Command::new("ssh-keygen");
        keygen.args([
            "-Y",
            "verify",
            "-f",
            "../../allowed_signers",
            "-I",
            "referee",
            "-n",
            "tabella-record",
            "-s",
            "SHA256SUMS.sig",
        ]);
        keygen
            .current_dir(&record)
            .stdin(fs::File::open(record.join("SHA256SUMS")).unwrap())
            .stdout(Stdio::null());
        assert!(keygen.status().expect("ssh-keygen runs").success(), "{}", record.display());
    }
}

/// A folder that is nobody's stays as it is, whatever is asked of it.
#[cfg(feature = "mail")]
#[test]
fn no_command_leaves_a_trace_in_a_folder_that_is_nobodys() {
    let place = tempfile::tempdir().unwrap();
    let game = place.path().join("games/punica");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games/punica/example"), &game);
    fs::write(place.path().join("run.yaml"), "games: [games]\nletters: letters\n").unwrap();
    let all = || {
        let mut files = BTreeMap::new();
        walk(&game, &game, &mut files);
        (files, game.join(".tabella").exists())
    };
    let before = all();
    assert!(!before.1);
    let commands: [&[&str]; 14] = [
        &["status"],
        &["report"],
        &["map"],
        &["verify"],
        &["log"],
        &["story"],
        &["change", "list"],
        &["receipt", "--seat", "rome"],
        &["mail", "send", "--sendmail"],
        &["resolve"],
        &["resolve", "--despite", "mine is older"],
        &["change", "resign", "rome", "--reason", "away"],
        &["referee", "hold", "away"],
        &["referee", "release"],
    ];
    for command in commands {
        let done = run(tabella().arg("-C").arg(&game).args(command));
        assert!(matches!(done.code, Some(0..=4)), "{command:?}: {}", done.err);
        assert!(all() == before, "{command:?} left something");
    }
    run(tabella().args(["run", "--settings"]).arg(place.path().join("run.yaml"))).ended(0);
    assert!(all() == before, "a round left something");
}
