//! The recorded games that come with the titles prove themselves, by the program and by hand.

#[cfg(feature = "mail")]
use super::common::{copy, walk};
use super::table::{files_of, recorded, run, tabella};
use record::Charter;
#[cfg(feature = "mail")]
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tabella::store::copies::folder_source::FolderSource;
use tabella::verify::{Expected, Proof, Trust, verify};

/// Maximum size of a recorded game, in bytes.
pub(crate) const EXAMPLE_MAX: usize = 3_000_000;

/// The file of digests of the pages of a title's recorded game, as of their last review.
pub(crate) fn recorded_pages(title: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/{title}.pages.sha256"))
}

fn examples() -> Vec<PathBuf> {
    recorded().into_iter().map(|(_, folder)| folder).collect()
}

#[test]
fn every_revision_of_every_title_has_a_recorded_game() {
    for title in tabella::catalogue::titles() {
        let games = recorded().into_iter().filter(|(of, _)| *of == title.slug());
        let mut revisions: Vec<u32> = games
            .map(|(_, folder)| {
                let charter = fs::read(folder.join("game.yaml")).unwrap();
                let revision = Charter::parse(&charter).unwrap().rules_revision;
                let name = match revision {
                    1 => "example".to_owned(),
                    later => format!("example-{later}"),
                };
                assert!(folder.ends_with(&name), "{} is of revision {revision}", folder.display());
                revision
            })
            .collect();
        revisions.sort_unstable();
        let all = 1..=title.revision().number();
        let how = "tools/record-examples records them";
        assert_eq!(revisions, all.collect::<Vec<_>>(), "{}: {how}", title.slug());
    }
}

#[test]
fn no_recorded_game_has_more_bytes_than_it_may() {
    for folder in examples() {
        let bytes: usize = files_of(&folder).values().map(Vec::len).sum();
        assert!(bytes <= EXAMPLE_MAX, "{}: {bytes} bytes", folder.display());
    }
}

#[test]
fn the_recorded_games_make_a_site() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("site");
    run(tabella().args(["club", "site"]).args(examples()).arg("--out").arg(&out)).ended(0);
    assert_eq!(fs::read_dir(out.join("games")).unwrap().count(), examples().len());
}

#[test]
fn every_recorded_game_adds_up_to_its_result() {
    for folder in examples() {
        let verdict = verify(&FolderSource::open(&folder).unwrap(), Expected::default());
        assert!(verdict.findings.is_empty(), "{}: {:?}", folder.display(), verdict.findings);
        assert!(verdict.replayed > 4 && verdict.replayed == verdict.sealed, "{}", folder.display());
        let trusted = verdict.sealed - 3;
        let from = Some(Trust::Record(trusted));
        let rest =
            verify(&FolderSource::open(&folder).unwrap(), Expected { from, ..Expected::default() });
        let proof = Proof::ProvenBehind { trusted, record: trusted + 2 };
        assert_eq!(Proof::of(&rest), proof, "{}: {:?}", folder.display(), rest.findings);
        assert_eq!(rest.head, verdict.head);
        // A whole battle of De Bello Punico is too long.
        if folder.ends_with("de-bello-punico/example") {
            continue;
        }
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
    let commands: [&[&str]; 13] = [
        &["status"],
        &["report"],
        &["map"],
        &["verify"],
        &["report", "--log"],
        &["report", "--story"],
        &["change", "list"],
        &["share", "receipt", "--seat", "rome"],
        &["mail", "send", "--sendmail"],
        &["resolve"],
        &["resolve", "--despite", "mine is older"],
        &["referee", "hold", "away"],
        &["referee", "release"],
    ];
    for command in commands {
        let done = run(tabella().arg("-C").arg(&game).args(command));
        assert!(matches!(done.code, Some(0..=4)), "{command:?}: {}", done.err);
        assert!(all() == before, "{command:?} left something");
    }
    run(tabella().args(["referee", "run", "--settings"]).arg(place.path().join("run.yaml")))
        .ended(0);
    assert!(all() == before, "a round left something");
}
