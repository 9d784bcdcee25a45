//! Tests of files that cannot be judged: those of a newer program, and those that may not be read. Neither is a
//! finding, and neither is proved.

use super::papers::Papers;
use super::{papers, recorded};
use crate::faults;
use crate::second_verifier::{Batch, run as second, said};
use crate::table::{run, tabella};
use record::Digest;
use record::sums::Sums;
use tabella::verify::Proof;

/// The papers with another version number in one file, sealed anew.
fn of_version(path: &str, from: &str, to: &str) -> Papers {
    let mut newer = papers();
    newer.edit(path, from, to);
    newer.seal_anew(if path == "game.yaml" { 0 } else { newer.last() }, &recorded().referee);
    newer
}

#[test]
fn a_game_of_a_newer_program_is_not_judged_and_the_way_out_is_named() {
    let turn = format!("turns/{:04}/turn.yaml", papers().last());
    let mut batch = Batch::default();
    for (path, from, to) in [
        ("game.yaml", "tabella: 2\n", "tabella: 3\nmore: 1\n"),
        (turn.as_str(), "tabella: 1\n", "tabella: 7\nmore: 1\n"),
    ] {
        let papers = of_version(path, from, to);
        let verdict = papers.verify();
        assert_eq!((verdict.findings.len(), Proof::of(&verdict)), (0, Proof::Newer), "{path}");
        assert!(!verdict.holds());
        batch.add(&papers, &verdict, path);
        let folder = tempfile::tempdir().unwrap();
        papers.write(folder.path());
        let told = run(tabella().arg("verify").arg(folder.path())).ended(3).out;
        assert!(
            told.starts_with(&format!("{path}: written by a newer tabella, in version ")),
            "{told}"
        );
        assert!(told.contains("get a newer tabella\n") && !told.contains("V-"), "{told}");
        let known =
            if path == "game.yaml" { "knows only version 2" } else { "knows only version 1" };
        assert!(told.contains(known), "{told}");
        for command in ["status", "report"] {
            let told = run(tabella().arg("-C").arg(folder.path()).arg(command)).ended(3).err;
            assert!(told.contains("written by a newer tabella"), "{command}: {told}");
        }
        let json = run(tabella().args(["verify", "--json"]).arg(folder.path())).ended(3).json();
        assert_eq!((json["proof"].as_str(), &json["newer"]["path"]), (Some("newer"), &path.into()));
        let other = second(&[folder.path().as_os_str()]);
        assert_eq!(other.status.code(), Some(3), "{}", said(&other));
        let listed = run(tabella().args(["club", "people"]).arg(folder.path()));
        assert!(listed.code != Some(0) || listed.err.contains("newer"), "{listed:?}");
    }
}

#[test]
fn a_version_that_was_only_altered_is_a_finding() {
    let turn = format!("turns/{:04}/turn.yaml", papers().last());
    for (path, from, to) in
        [("game.yaml", "tabella: 2", "tabella: 3"), (turn.as_str(), "tabella: 1", "tabella: 7")]
    {
        let mut altered = papers();
        altered.edit(path, from, to);
        let verdict = altered.verify();
        assert_eq!(verdict.newer, None);
        assert_eq!(verdict.findings[0].code, "V-digest", "{:?}", verdict.findings);
        assert_eq!(verdict.findings[0].path, path);
        Batch::default().add(&altered, &verdict, path);
    }
    // A list that names the altered file lacks the referee's seal, and proves nothing either.
    let mut listed = papers();
    listed.edit(&turn, "tabella: 1", "tabella: 7");
    let path = turn.replace("turn.yaml", "SHA256SUMS");
    let was = Sums::parse(listed.bytes(&path)).unwrap().lines["turn.yaml"];
    let digest = Digest::of(listed.bytes(&turn));
    listed.edit(&path, &was.to_string(), &digest.to_string());
    assert!(!listed.verify().holds());
}

#[test]
fn a_file_that_may_not_be_read_is_no_finding() {
    let root = recorded().table.root();
    for end in ["turns/0002/state.yaml", "/game.yaml", "/data/units.yaml"] {
        let mut verify = faults::without_leave_to_read(end);
        let output = verify.arg("verify").arg(&root).output().unwrap();
        let told = faults::told(&output);
        assert_eq!(output.status.code(), Some(4), "{end}: {told}");
        assert!(told.contains("no permission to read it") && !told.contains("V-"), "{told}");
    }
}
