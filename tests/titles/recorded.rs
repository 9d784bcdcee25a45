//! Games that were recorded by earlier programs: they verify to the byte, and are told as they were told.
//!
//! `tests/fixtures/NAME.tar.xz` holds the game folder, `NAME.story.txt` what `tabella story` prints of it. Whoever
//! changes the words of a story on purpose reads the new text, which the failing test names, and copies it over the old.

use crate::table::{recorded, run, tabella};
use record::turn_file::TurnFile;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tabella::cli::titles::packed_title;
use tabella::packed;
use tabella::store::folder_source::FolderSource;
use tabella::verify::{Expected, verify};
use tempfile::TempDir;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The game of this fixture, unpacked.
fn unpacked(name: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let archive = fixtures().join(format!("{name}.tar.xz"));
    let mut tar = Command::new("tar");
    tar.arg("-xJf").arg(&archive).arg("-C").arg(folder.path());
    let done = tar.status().expect("this test needs tar and xz");
    assert!(done.success(), "{} cannot be unpacked", archive.display());
    folder
}

/// A recorded game holds, and its story is the one that stands beside it.
fn holds_and_is_told_alike(name: &str) {
    let game = unpacked(name);
    let verdict = verify(&FolderSource::open(game.path()).unwrap(), Expected::default());
    assert!(verdict.findings.is_empty(), "{name}: {:#?}", verdict.findings);
    assert!(verdict.replayed > 5 && verdict.replayed == verdict.sealed, "{name}: {verdict:?}");
    let told = run(tabella().arg("-C").arg(game.path()).arg("story")).ended(0).out;
    let expected = fs::read_to_string(fixtures().join(format!("{name}.story.txt"))).unwrap();
    if told == expected {
        return;
    }
    let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.story.txt"));
    fs::write(&new, &told).unwrap();
    let at = told.lines().zip(expected.lines()).take_while(|(now, then)| now == then).count();
    panic!(
        "{name}: the story differs from line {} on:\n  now:  {:?}\n  then: {:?}\nthe new one: {}",
        at + 1,
        told.lines().nth(at),
        expected.lines().nth(at),
        new.display()
    );
}

#[test]
fn a_game_of_combined_arms() {
    holds_and_is_told_alike("combined-arms");
}

#[test]
fn a_game_of_punica() {
    holds_and_is_told_alike("punica");
}

#[test]
fn a_game_of_punica_played_by_hand() {
    holds_and_is_told_alike("syrtis");
}

#[test]
fn a_game_of_the_metaurus() {
    holds_and_is_told_alike("metaurus");
}

#[test]
fn a_game_of_duelling_republics() {
    holds_and_is_told_alike("duelling-republics");
}

#[test]
fn a_game_of_de_bello_punico() {
    holds_and_is_told_alike("de-bello-punico");
}

#[test]
fn every_packed_data_file_is_strict_yaml() {
    let data = packed::FILES.iter().filter(|(path, _)| path.contains("/data/"));
    for (path, text) in data {
        let name = path.rsplit('/').next().unwrap();
        let data = record::exchange::data::build([(name, *text)])
            .unwrap_or_else(|faults| panic!("{path}: {faults:?}"));
        assert!(data.get(name).is_some(), "{path}");
    }
}

/// A schedule may give days of its own to any phase that somebody is asked in.
#[test]
fn every_phase_that_was_ever_opened_is_one_that_its_title_lists() {
    for (title, folder) in recorded() {
        let listed = packed_title(title).unwrap().prospectus().phases;
        for record in fs::read_dir(folder.join("turns")).unwrap() {
            let turn = fs::read(record.unwrap().path().join("turn.yaml")).unwrap();
            let next = TurnFile::parse(&turn).unwrap().next;
            let name = next.map(|next| next.name);
            let known = name.as_deref().is_none_or(|name| listed.contains(&name));
            assert!(known, "{title}: {name:?} is none of {listed:?}");
        }
    }
}
