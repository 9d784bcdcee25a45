//! Interrupted commands: after a crash at any instant the next command completes what was signed, ignores what was not, and
//! loses nothing that arrived. Two commands at once wait for each other.

use crate::common::{Match, drawn, plan, walk};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;
use tabella::store::copies::publish::publish;
use tabella::store::{
    Absences, Error, Folder, Lock, Resolution, Submission, create_by, load, no_reports, resolve,
    status,
};

type Files = BTreeMap<String, Vec<u8>>;

/// A game in which everybody awaited has filed, and the record that its next resolution seals.
fn about_to_resolve() -> (Match, Files) {
    about_to_resolve_as("match-1")
}

/// The same for a game with this id: two games with one id made in the same second are the same game.
fn about_to_resolve_as(id: &str) -> (Match, Files) {
    let mut game = Match::new(|plan| plan.game = id.into());
    for seat in game.awaited() {
        game.propose(&seat, 1, true);
    }
    let twin = game.twin();
    assert!(matches!(twin.resolve().unwrap(), Resolution::Done(_)));
    let sealed = record(&twin.folder.record(1));
    (game, sealed)
}

fn record(path: &Path) -> Files {
    let mut files = Files::new();
    walk(path, path, &mut files);
    files
}

fn write(folder: &Path, files: &Files) {
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

fn staged(game: &Match) -> PathBuf {
    game.folder.private().join("staging/0001")
}

/// Asserts that nothing is left behind and that the folder verifies.
fn is_clean(game: &Match) {
    let staging = game.folder.private().join("staging");
    assert_eq!(fs::read_dir(staging).unwrap().count(), 0);
    game.holds();
}

#[test]
fn a_record_interrupted_before_its_signature_is_ignored() {
    let (original, sealed) = about_to_resolve();
    let names: Vec<&String> = sealed.keys().filter(|name| *name != "SHA256SUMS.sig").collect();
    // Every number of files written, the list last; and then the last of them cut off in the middle.
    let order: Vec<&String> = names
        .iter()
        .filter(|n| **n != "SHA256SUMS")
        .chain(names.iter().filter(|n| **n == "SHA256SUMS"))
        .copied()
        .collect();
    for written in 0..=order.len() {
        for cut in [false, true] {
            let game = original.twin();
            let mut files: Files = order[..written]
                .iter()
                .map(|name| ((*name).clone(), sealed[*name].clone()))
                .collect();
            if let (true, Some(last)) = (cut, written.checked_sub(1)) {
                let bytes = files.get_mut(order[last]).unwrap();
                bytes.truncate(bytes.len() / 2);
            }
            fs::create_dir_all(staged(&game)).unwrap();
            write(&staged(&game), &files);
            assert_eq!(status(&game.folder).unwrap().record, 0);
            assert!(
                matches!(game.resolve().unwrap(), Resolution::Done(step) if step.session.number == 1)
            );
            is_clean(&game);
        }
    }
}

#[test]
fn a_signature_that_was_being_written_is_none() {
    let (game, mut sealed) = about_to_resolve();
    let signature = sealed.remove("SHA256SUMS.sig").unwrap();
    sealed.insert(".writing-x1y2z3".to_owned(), signature[..40].to_vec());
    write(&staged(&game), &sealed);
    assert!(matches!(game.resolve().unwrap(), Resolution::Done(_)));
    is_clean(&game);
}

#[test]
fn a_signed_record_is_completed_as_it_stands() {
    let (mut game, sealed) = about_to_resolve();
    write(&staged(&game), &sealed);
    assert_eq!(status(&game.folder).unwrap().record, 0, "reading changes nothing");
    assert!(matches!(game.resolve().unwrap(), Resolution::Completed(1)));
    assert_eq!(record(&game.folder.record(1)), sealed);
    assert!(status(&game.folder).unwrap().filed.is_empty(), "its orders are no longer pending");
    is_clean(&game);
    assert!(matches!(game.round(), Resolution::Done(step) if step.session.number == 2));
    is_clean(&game);
}

#[test]
fn a_signed_record_is_completed_before_anything_is_filed() {
    let (mut game, sealed) = about_to_resolve();
    let seat = game.awaited().remove(0);
    let late = game.orders(&seat, 2, true);
    write(&staged(&game), &sealed);
    let Submission::Returned { complaints, .. } = game.file(&seat, &late) else {
        panic!("the phase is resolved")
    };
    assert_eq!(complaints.0[0].code, "E-phase");
    assert_eq!(record(&game.folder.record(1)), sealed);
    is_clean(&game);
}

#[test]
fn a_record_in_place_whose_orders_are_still_pending() {
    let (mut game, sealed) = about_to_resolve();
    write(&game.folder.record(1), &sealed);
    assert!(matches!(game.resolve().unwrap(), Resolution::Waiting(_)));
    assert!(status(&game.folder).unwrap().filed.is_empty());
    assert!(!game.folder.rejected().exists(), "what the record holds was not rejected");
    assert!(matches!(game.round(), Resolution::Done(step) if step.session.number == 2));
    game.holds();
}

#[test]
fn a_signed_record_that_does_not_belong_here_is_left_for_somebody_to_see() {
    let (game, sealed) = about_to_resolve();
    let (stranger, _) = about_to_resolve_as("match-2");
    let mut unsigned = sealed.clone();
    unsigned.insert("SHA256SUMS.sig".to_owned(), b"-----BEGIN SSH SIGNATURE-----\n".to_vec());
    let mut altered = sealed.clone();
    altered.get_mut("state.yaml").unwrap().push(b'\n');
    for (game, files) in [(&stranger, &sealed), (&game, &unsigned), (&game, &altered)] {
        write(&staged(game), files);
        assert!(matches!(game.resolve(), Err(Error::Broken { .. })));
        assert_eq!(record(&staged(game)), *files);
        assert!(!game.folder.record(1).exists());
        fs::remove_dir_all(staged(game)).unwrap();
    }
}

/// A game with one file pending, and the two files of a second revision.
fn about_to_file() -> (Match, String, Files, Files) {
    let mut game = Match::new(|_| {});
    let seat = game.awaited().remove(0);
    let pair = |text: String, signature: String| {
        Files::from([
            (format!("{seat}.yaml"), text.into_bytes()),
            (format!("{seat}.yaml.sig"), signature.into_bytes()),
        ])
    };
    let text = game.propose(&seat, 1, true);
    let first = pair(text.clone(), game.sign(&seat, &text));
    let text = game.orders(&seat, 2, true);
    let second = pair(text.clone(), game.sign(&seat, &text));
    (game, seat, first, second)
}

fn both_are_kept(game: &Match, seat: &str, first: &Files, second: &Files) {
    let (yaml, sig) = (format!("{seat}.yaml"), format!("{seat}.yaml.sig"));
    let pending = game.folder.pending();
    let old = pending.join("superseded").join(format!("0001-{seat}-1.yaml"));
    assert_eq!(fs::read(pending.join(&yaml)).unwrap(), second[&yaml]);
    assert_eq!(fs::read(pending.join(&sig)).unwrap(), second[&sig]);
    assert_eq!(fs::read(&old).unwrap(), first[&yaml]);
    assert_eq!(fs::read(old.with_extension("yaml.sig")).unwrap(), first[&sig]);
    assert_eq!(fs::read_dir(game.folder.private().join("filing")).unwrap().count(), 0);
}

#[test]
fn a_filing_interrupted_before_it_was_whole_is_ignored() {
    let (game, seat, first, second) = about_to_file();
    let part = game.folder.private().join("filing").join(format!("{seat}.part"));
    let yaml = format!("{seat}.yaml");
    write(&part, &Files::from([(yaml.clone(), second[&yaml][..20].to_vec())]));
    assert!(matches!(game.resolve().unwrap(), Resolution::Waiting(_) | Resolution::Done(_)));
    assert!(!part.exists());
    let first_text = String::from_utf8(first[&yaml].clone()).unwrap();
    assert!(matches!(
        game.file(&seat, &first_text),
        Submission::Same(_) | Submission::Returned { .. }
    ));
}

#[test]
fn a_filing_interrupted_later_is_completed() {
    let (original, seat, first, second) = about_to_file();
    for step in 0..=3 {
        let game = original.twin();
        let (yaml, sig) = (format!("{seat}.yaml"), format!("{seat}.yaml.sig"));
        let pending = game.folder.pending();
        let staged = game.folder.private().join("filing").join(&seat);
        let old = pending.join("superseded").join(format!("0001-{seat}-1.yaml"));
        write(&staged, &second);
        fs::create_dir_all(old.parent().unwrap()).unwrap();
        let moves = [
            (pending.join(&sig), old.with_extension("yaml.sig")),
            (pending.join(&yaml), old),
            (staged.join(&yaml), pending.join(&yaml)),
        ];
        for (from, to) in &moves[..step] {
            fs::rename(from, to).unwrap();
        }
        let text = String::from_utf8(second[&yaml].clone()).unwrap();
        assert!(matches!(game.file(&seat, &text), Submission::Same(_)), "step {step}");
        both_are_kept(&game, &seat, &first, &second);
    }
}

#[test]
fn a_lock_that_is_held_is_waited_for_and_then_named() {
    let game = Match::new(|_| {});
    let held = Lock::take(&game.folder, Duration::ZERO).unwrap();
    let refused = Lock::take(&game.folder, Duration::from_millis(30));
    assert!(matches!(refused, Err(Error::Busy(path)) if path == game.root()));
    thread::scope(|scope| {
        let waits = scope.spawn(|| Lock::take(&game.folder, Duration::from_mins(1)));
        drop(held);
        assert!(waits.join().unwrap().is_ok());
    });
}

#[test]
fn two_resolutions_at_once_resolve_one_phase() {
    let mut game = Match::new(|_| {});
    for seat in game.awaited() {
        game.propose(&seat, 1, true);
    }
    let (one, other) = thread::scope(|scope| {
        let other = scope.spawn(|| resolve(&game.folder, &Absences::None, &no_reports).unwrap());
        (resolve(&game.folder, &Absences::None, &no_reports).unwrap(), other.join().unwrap())
    });
    let done = |resolution: &Resolution| matches!(resolution, Resolution::Done(_));
    assert!(done(&one) != done(&other));
    assert_eq!(status(&game.folder).unwrap().record, 1);
    is_clean(&game);
}

#[test]
fn two_filings_at_once_are_both_filed() {
    let mut game = Match::new(|_| {});
    let seats: Vec<String> = game.keys.keys().cloned().collect();
    let texts: Vec<String> = seats.iter().map(|seat| game.orders(seat, 1, true)).collect();
    thread::scope(|scope| {
        for (seat, text) in seats.iter().zip(&texts) {
            let game = &game;
            scope.spawn(move || assert!(matches!(game.file(seat, text), Submission::Filed(_))));
        }
    });
    assert_eq!(status(&game.folder).unwrap().filed.len(), seats.len());
}

#[test]
fn a_game_whose_creation_was_interrupted_is_created_anew() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("match");
    let half = [".tabella/unfinished", ".tabella/secrets.yaml", "allowed_signers", ".writing-x"];
    let half = half.map(|name| (name.to_owned(), b"x".to_vec()));
    write(&root, &Files::from(half));
    create_by(&plan(root.clone()), &no_reports, &mut drawn(7)).unwrap();
    assert!(!root.join(".tabella/unfinished").exists());
    // A game that lacks its charter alone is left for somebody to see.
    fs::remove_file(root.join("game.yaml")).unwrap();
    let before = record(&root);
    let again = create_by(&plan(root.clone()), &no_reports, &mut drawn(7));
    assert!(matches!(again, Err(Error::NotEmpty(_))));
    assert_eq!(record(&root), before);
}

#[test]
fn a_game_is_begun_in_no_folder_that_holds_anything_of_somebody_elses() {
    let place = tempfile::tempdir().unwrap();
    for (name, private, others) in [
        ("bare", "", &[".gitignore", ".gitattributes", "allowed_signers"][..]),
        ("half", ".writing-x", &["allowed_signers"]),
        ("marked", "unfinished", &["allowed_signers", "notes.txt"]),
    ] {
        let root = place.path().join(name);
        fs::create_dir_all(root.join(".tabella")).unwrap();
        let private = Some(private).filter(|private| !private.is_empty());
        let private = private.map(|private| format!(".tabella/{private}"));
        let files = others.iter().map(|name| (*name).to_owned()).chain(private);
        write(&root, &files.map(|name| (name, b"mine".to_vec())).collect());
        let before = record(&root);
        let refused = create_by(&plan(root.clone()), &no_reports, &mut drawn(7));
        assert!(matches!(refused, Err(Error::NotEmpty(_))), "{name}");
        assert_eq!(record(&root), before, "{name}");
    }
    let root = place.path().join("empty");
    fs::create_dir_all(root.join(".tabella")).unwrap();
    create_by(&plan(root), &no_reports, &mut drawn(7)).unwrap();
}

#[test]
fn of_two_who_make_a_game_in_one_folder_one_does() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("match");
    let made: Vec<bool> = thread::scope(|scope| {
        let make = |seed| {
            let plan = plan(root.clone());
            scope.spawn(move || match create_by(&plan, &no_reports, &mut drawn(seed)) {
                Ok(_) => true,
                Err(Error::NotEmpty(_) | Error::Busy(_)) => false,
                Err(error) => panic!("{error}"),
            })
        };
        [7, 8, 9].map(make).into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(made.iter().filter(|made| **made).count(), 1);
    let folder = Folder::find(&root).unwrap();
    assert!(!root.join(".tabella/unfinished").exists());
    assert_eq!(load(&folder).unwrap().session.number, 0);
}

#[test]
fn a_mark_that_a_loss_of_power_kept_is_taken_away_and_gives_no_game_up() {
    let mut game = Match::new(|_| {});
    let mark = game.folder.private().join("unfinished");
    fs::write(&mark, "").unwrap();
    let seat = game.awaited().remove(0);
    game.propose(&seat, 1, true);
    assert!(!mark.exists());
}

#[test]
fn a_copy_that_was_interrupted_is_finished() {
    let mut game = Match::new(|_| {});
    game.round();
    let place = tempfile::tempdir().unwrap();
    let (whole, half) = (place.path().join("whole"), place.path().join("half"));
    publish(&game.folder, &whole, None).unwrap();
    let mut left = record(&whole);
    left.retain(|path, _| path != "game.yaml" && !path.starts_with("turns/0001/orders"));
    left.insert("turns/0001/.writing-x".to_owned(), b"x".to_vec());
    write(&half, &left);
    publish(&game.folder, &half, None).unwrap();
    assert_eq!(record(&half), record(&whole));
    // In what is another's, or holds more, nothing is written.
    for (path, bytes) in [("letters/post.txt", "mine"), ("allowed_signers", "others")] {
        let foreign = place.path().join(path.replace('/', "-"));
        let mut left = left.clone();
        left.insert(path.to_owned(), bytes.as_bytes().to_vec());
        write(&foreign, &left);
        publish(&game.folder, &foreign, None).unwrap_err();
        assert!(!foreign.join("game.yaml").exists());
        assert_eq!(record(&foreign)[path], bytes.as_bytes());
    }
}
