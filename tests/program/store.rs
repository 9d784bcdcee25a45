//! A game folder from charter to result: what is filed, sealed, refused, and told.

use crate::common::{Match, copy, plan};
use record::Digest;
use record::schedule::Missed;
use record::turn_file::By;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use tabella::store::{
    Absences, Error, Folder, Resolution, Submission, Waiting, check, create, load, no_reports,
    resolve, resolve_at, status,
};

fn waiting(resolution: Result<Resolution, Error>) -> Waiting {
    match resolution.unwrap() {
        Resolution::Waiting(waiting) => waiting,
        _ => panic!("the phase should wait"),
    }
}

fn returned(submission: Submission, code: &str) -> std::path::PathBuf {
    match submission {
        Submission::Returned { complaints, kept, .. } => {
            assert!(
                complaints.0.iter().any(|complaint| complaint.code == code),
                "{code}: {complaints:?}"
            );
            kept
        }
        other => panic!("{code}: {other:?}"),
    }
}

#[test]
fn a_game_is_played_to_its_end_and_proves_itself() {
    let mut game = Match::new(|_| {});
    let mut records = 0;
    let outcome = loop {
        match game.round() {
            Resolution::Done(step) => {
                records += 1;
                assert_eq!(step.session.number, records);
                assert_eq!(step.session.head, game.game().session.head);
                if records >= 150 {
                    break None;
                }
                if let Some(outcome) = step.session.play.outcome() {
                    break Some(outcome);
                }
            }
            _ => panic!("everybody has filed"),
        }
    };
    game.holds();
    let verdict = game.verify();
    assert_eq!((verdict.sealed, verdict.replayed), (records + 1, records + 1));
    if let Some(outcome) = outcome {
        assert!(matches!(game.resolve().unwrap(), Resolution::Over(found) if found == outcome));
        let turn = game.game().turn;
        assert!(turn.hidden.is_some() && turn.next.is_none(), "the last record reveals h");
    }
    assert!(
        fs::read_dir(game.folder.pending()).unwrap().all(|entry| entry.unwrap().path().is_dir()),
        "all is in the records"
    );
}

#[test]
fn a_record_played_again_is_the_record() {
    let mut game = Match::new(|_| {});
    game.round();
    game.round();
    let taken = game.game();
    for number in 0..=2 {
        let again = taken.again(number).unwrap();
        let state = fs::read_to_string(game.folder.record(number).join("state.yaml")).unwrap();
        assert!(state.ends_with(&again.session.play.public_state()), "record {number}");
        assert_eq!(again.sealing().done.is_some(), number > 0);
    }
    let mut heads = Vec::new();
    taken
        .retell(|again| -> Result<(), Error> {
            heads.push(again.session.head);
            Ok(())
        })
        .unwrap();
    assert_eq!(heads.len(), 3);
    assert_eq!(heads[2], taken.session.head);
}

#[test]
fn reports_are_sealed_with_the_record_and_know_their_place() {
    let mut game = Match::new(|_| {});
    for seat in game.awaited() {
        game.propose(&seat, 1, true);
    }
    let start = game.game().session.start;
    let render = |sealing: &tabella::store::Sealing<'_>| {
        assert_eq!((sealing.start, sealing.previous), (Some(start), Some(start)));
        assert!(sealing.done.is_some() && sealing.salt("report-rome.md").is_some());
        let text = format!("phase {}\n", sealing.turn.phase);
        Ok(BTreeMap::from([("report.md".to_owned(), text.into_bytes())]))
    };
    assert!(matches!(
        resolve(&game.folder, &Absences::None, &render).unwrap(),
        Resolution::Done(_)
    ));
    assert_eq!(fs::read_to_string(game.folder.record(1).join("report.md")).unwrap(), "phase 1\n");
    assert!(
        fs::read_to_string(game.folder.record(1).join("SHA256SUMS"))
            .unwrap()
            .contains("  report.md\n")
    );
    game.holds();
}

#[test]
fn a_report_that_fails_leaves_nothing_behind() {
    let mut game = Match::new(|_| {});
    for seat in game.awaited() {
        game.propose(&seat, 1, true);
    }
    let before = game.files();
    let trouble = resolve(&game.folder, &Absences::None, &|_| Err("no such template".into()));
    assert!(matches!(trouble, Err(Error::Report(_))));
    assert_eq!(game.files(), before);
    assert!(matches!(game.resolve().unwrap(), Resolution::Done(_)));
}

#[test]
fn who_has_not_filed_is_awaited() {
    let mut game = Match::new(|_| {});
    let seats = game.awaited();
    let waits = waiting(game.resolve());
    assert_eq!(
        waits.missing.iter().map(ToString::to_string).collect::<std::collections::BTreeSet<_>>(),
        seats.iter().cloned().collect()
    );
    for seat in &seats[1..] {
        game.propose(seat, 1, true);
    }
    game.propose(&seats[0], 1, false);
    let waits = waiting(game.resolve());
    assert!(waits.missing.is_empty());
    assert_eq!(waits.tentative[0].name(), seats[0]);
    game.propose(&seats[0], 2, true);
    assert!(matches!(game.resolve().unwrap(), Resolution::Done(_)));
    game.holds();
}

#[test]
fn what_counts_is_the_last_revision_and_the_earlier_ones_are_kept() {
    let mut game = Match::new(|_| {});
    let seat = game.awaited().remove(0);
    let first = game.propose(&seat, 1, false);
    let second = game.propose(&seat, 2, false);
    assert!(matches!(game.file(&seat, &second), Submission::Same(filing) if filing.revision == 2));
    assert!(matches!(game.file(&seat, &first), Submission::Same(filing) if filing.revision == 1));
    let third = game.orders(&seat, 2, true);
    returned(game.file(&seat, &third), "E-revision");
    let kept = game.folder.pending().join("superseded").join(format!("0001-{seat}-1.yaml"));
    assert_eq!(fs::read_to_string(&kept).unwrap(), first);
    assert!(kept.with_extension("yaml.sig").exists());
    assert_eq!(
        fs::read_to_string(game.folder.pending().join(format!("{seat}.yaml"))).unwrap(),
        second
    );
    let status = status(&game.folder).unwrap();
    assert_eq!(status.filed.len(), 1);
    assert_eq!(
        (status.filed[0].revision, status.filed[0].digest),
        (2, Digest::of(second.as_bytes()))
    );
    assert!((status.now - status.filed[0].time).num_seconds() < 60);
}

#[test]
fn a_salt_serves_once() {
    let mut game = Match::new(|_| {});
    let seat = game.awaited().remove(0);
    let first = game.propose(&seat, 1, true);
    let salt =
        |text: &str| text.lines().find(|line| line.starts_with("salt: ")).unwrap().to_owned();
    let again = |text: String| text.replace(&salt(&text), &salt(&first));
    let text = game.orders(&seat, 2, true);
    returned(game.file(&seat, &again(text)), "E-salt-used");
    for seat in game.awaited() {
        if !game.folder.pending().join(format!("{seat}.yaml")).exists() {
            game.propose(&seat, 1, true);
        }
    }
    assert!(matches!(game.resolve().unwrap(), Resolution::Done(_)));
    let seat = game.awaited().remove(0);
    let text = game.orders(&seat, 1, true);
    returned(game.file(&seat, &again(text)), "E-salt-used");
}

#[test]
fn what_is_refused_is_kept_with_the_reason() {
    let mut game = Match::new(|_| {});
    let seat = game.awaited().remove(0);
    let text = game.orders(&seat, 1, true);
    let unsigned = tabella::store::submit(&game.folder, text.as_bytes(), None).unwrap();
    let kept = returned(unsigned, "E-unsigned");
    assert_eq!(fs::read_to_string(&kept).unwrap(), text);
    let signature = game.sign(&seat, &text);
    let altered = text.replace("revision: 1", "revision: 3");
    let tampered =
        tabella::store::submit(&game.folder, altered.as_bytes(), Some(signature.as_bytes()))
            .unwrap();
    let kept = returned(tampered, "E-signature");
    assert!(kept.with_extension("yaml.sig").exists());
    let notes = kept.with_extension("txt");
    assert!(fs::read_to_string(&notes).unwrap().contains("E-signature"));
    let before = fs::read_dir(game.folder.rejected()).unwrap().count();
    returned(
        tabella::store::submit(&game.folder, altered.as_bytes(), Some(signature.as_bytes()))
            .unwrap(),
        "E-signature",
    );
    assert_eq!(
        fs::read_dir(game.folder.rejected()).unwrap().count(),
        before,
        "what comes twice is kept once"
    );
    assert_eq!(fs::read_to_string(&notes).unwrap().matches("E-signature").count(), 2);
    let huge = vec![b'a'; 10 << 20];
    let kept = returned(tabella::store::submit(&game.folder, &huge, None).unwrap(), "E-size");
    assert_eq!(fs::metadata(&kept).unwrap().len(), 4 * 1024, "nobody known signed it");
    assert!(
        fs::read_to_string(kept.with_extension("txt"))
            .unwrap()
            .contains(&Digest::of(&huge).to_string())
    );
    assert!(status(&game.folder).unwrap().filed.is_empty());
    game.holds();
}

#[test]
fn orders_are_checked_by_the_code_that_files_them() {
    let mut game = Match::new(|_| {});
    let seat = game.awaited().remove(0);
    let text = game.orders(&seat, 1, true);
    let before = game.files();
    let (file, complaints) = check(&game.game(), text.as_bytes(), None).unwrap();
    assert!(file.is_some() && !complaints.fatal(), "{complaints:?}");
    let bad = text.replace("phase: 1", "phase: 2").replace("revision: 1", "revison: 1");
    let (file, complaints) = check(&game.game(), bad.as_bytes(), None).unwrap();
    assert!(file.is_none() && complaints.fatal());
    assert_eq!(game.files(), before, "checking writes nothing");
}

#[test]
fn an_absent_seat_is_named_in_the_record() {
    let mut game = Match::new(|_| {});
    let seats = game.awaited();
    for seat in &seats[1..] {
        game.propose(seat, 1, true);
    }
    let unknown = resolve(&game.folder, &Absences::Seats(vec!["gaul".into()]), &no_reports);
    assert!(matches!(unknown, Err(Error::Seat { .. })));
    let Resolution::Done(step) =
        resolve(&game.folder, &Absences::Seats(vec![seats[0].clone()]), &no_reports).unwrap()
    else {
        panic!("the absent seat is not awaited")
    };
    assert_eq!(step.turn.absent, [seats[0].clone()]);
    assert!(
        step.turn.phases[0]
            .answers
            .iter()
            .any(|answer| answer.seat == seats[0] && answer.by == By::Fallback)
    );
    game.holds();
}

#[test]
fn a_deadline_is_kept_to() {
    let mut game = Match::with_schedule(Missed::Fallback);
    let taken = game.game();
    let deadline = taken.turn.next.as_ref().unwrap().deadline.unwrap();
    assert!(deadline > taken.turn.resolved);
    let seats = game.awaited();
    game.propose(&seats[0], 1, false);
    let at = |seconds: i64| deadline + chrono::TimeDelta::seconds(seconds);
    let early = waiting(resolve_at(&game.folder, &Absences::Deadline, &no_reports, at(-1)));
    assert!(!early.passed && early.deadline == Some(deadline));
    let plain = resolve_at(&game.folder, &Absences::None, &no_reports, at(0));
    if seats.len() > 1 {
        assert!(waiting(plain).passed, "nobody is absent unless the referee says so");
        let Resolution::Done(step) =
            resolve_at(&game.folder, &Absences::Deadline, &no_reports, at(0)).unwrap()
        else {
            panic!("the deadline has passed")
        };
        assert_eq!(step.turn.absent, seats[1..]);
        assert_eq!(step.turn.resolved, deadline);
    } else {
        assert!(
            matches!(plain.unwrap(), Resolution::Done(_)),
            "at the deadline a tentative file counts"
        );
    }
    game.holds();
}

#[test]
fn a_charter_that_waits_waits() {
    let game = Match::with_schedule(Missed::Wait);
    let deadline = game.game().turn.next.unwrap().deadline.unwrap();
    let waits = waiting(resolve_at(&game.folder, &Absences::Deadline, &no_reports, deadline));
    assert!(waits.passed && !waits.missing.is_empty());
}

#[test]
fn a_new_game_has_what_it_needs_and_nothing_open_to_others() {
    let game = Match::new(|_| {});
    let root = game.root();
    let mode = |path: &str| fs::metadata(root.join(path)).unwrap().permissions().mode() & 0o777;
    for path in [".tabella/secrets.yaml", ".tabella/referee.key"] {
        assert_eq!(mode(path), 0o600, "{path}");
    }
    assert_eq!(mode(".tabella"), 0o700);
    for path in [
        "game.yaml",
        "allowed_signers",
        "turns/0000/SHA256SUMS",
        "turns/0000/SHA256SUMS.sig",
        "turns/0000/state.yaml",
    ] {
        assert_eq!(mode(path), 0o644, "{path}");
    }
    assert_eq!(fs::read_to_string(root.join(".gitattributes")).unwrap(), "* -text\n");
    assert!(fs::read_to_string(root.join(".gitignore")).unwrap().contains("\n/*\n"));
    assert!(!root.join("data/rules.yaml").exists());
    game.holds();
}

#[test]
fn what_is_filed_or_sent_back_is_for_the_referee_alone() {
    let mut game = Match::new(|_| {});
    for seat in game.awaited() {
        game.propose(&seat, 1, true);
    }
    game.file("rome", "no: orders\n");
    for folder in ["pending", "rejected"] {
        let path = game.root().join(folder);
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o700, "{folder}");
        let files: Vec<_> = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap()).collect();
        assert!(files.len() > 1, "{folder}");
        for file in files {
            assert_eq!(
                file.metadata().unwrap().permissions().mode() & 0o777,
                0o600,
                "{}",
                file.path().display()
            );
        }
    }
}

#[test]
fn a_game_is_not_created_over_something() {
    let temporary = tempfile::tempdir().unwrap();
    fs::write(temporary.path().join("letter.txt"), "dear friend").unwrap();
    assert!(matches!(create(&plan(temporary.path().into()), &no_reports), Err(Error::NotEmpty(_))));
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 1);
}

#[test]
fn a_creation_that_fails_leaves_nothing() {
    let temporary = tempfile::tempdir().unwrap();
    let root = temporary.path().join("deep/match");
    let fails = create(&plan(root.clone()), &|_| Err("no such template".into()));
    assert!(matches!(fails, Err(Error::Report(_))));
    assert!(!root.exists());
    fs::create_dir_all(&root).unwrap();
    assert!(create(&plan(root.clone()), &|_| Err("no such template".into())).is_err());
    assert_eq!(fs::read_dir(&root).unwrap().count(), 0);
    let mut wrong = plan(root.clone());
    wrong.scenario = Some("waterloo".into());
    assert!(matches!(create(&wrong, &no_reports), Err(Error::Session(_))));
    let mut wrong = plan(root.clone());
    wrong.game = "Zama 2026".into();
    assert!(matches!(create(&wrong, &no_reports), Err(Error::Charter(_))));
    assert_eq!(fs::read_dir(&root).unwrap().count(), 0);
    create(&plan(root), &no_reports).unwrap();
}

#[test]
fn a_players_copy_can_be_read_and_not_resolved() {
    let mut game = Match::new(|_| {});
    for seat in game.awaited() {
        game.propose(&seat, 1, true);
    }
    fs::remove_dir_all(game.folder.private()).unwrap();
    assert_eq!(status(&game.folder).unwrap().record, 0);
    assert!(matches!(game.resolve(), Err(Error::NotReferee(_))));
}

#[test]
fn a_file_that_was_altered_is_not_built_upon() {
    let game = Match::new(|_| {});
    for name in [
        "game.yaml",
        "allowed_signers",
        "turns/0000/state.yaml",
        "turns/0000/SHA256SUMS",
        "turns/0000/turn.yaml",
    ] {
        let path = game.root().join(name);
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, [&bytes[..], b"\n"].concat()).unwrap();
        let trouble =
            load(&game.folder).err().unwrap_or_else(|| panic!("{name} was altered")).to_string();
        assert!(trouble.contains(name), "{name}: {trouble}");
        fs::write(&path, bytes).unwrap();
    }
    load(&game.folder).unwrap();
}

#[test]
fn links_gaps_and_strangers_in_the_folder_are_named() {
    let mut game = Match::new(|_| {});
    game.round();
    let elsewhere = game.temporary.path().join("elsewhere");
    copy(game.root(), &elsewhere);
    let folder = Folder::find(&elsewhere).unwrap();
    let charter = elsewhere.join("game.yaml");
    fs::rename(&charter, elsewhere.join("charter.yaml")).unwrap();
    symlink(elsewhere.join("charter.yaml"), &charter).unwrap();
    assert!(matches!(load(&folder), Err(Error::Link(path)) if path == charter));
    fs::remove_file(&charter).unwrap();
    fs::create_dir(&charter).unwrap();
    assert!(matches!(load(&folder), Err(Error::Kind { .. })));
    fs::remove_dir(&charter).unwrap();
    fs::rename(elsewhere.join("charter.yaml"), &charter).unwrap();
    fs::create_dir(elsewhere.join("turns/notes")).unwrap();
    assert!(matches!(load(&folder), Err(Error::Broken { .. })));
    fs::remove_dir(elsewhere.join("turns/notes")).unwrap();
    fs::rename(elsewhere.join("turns/0000"), elsewhere.join("turns/0002")).unwrap();
    assert!(
        matches!(load(&folder), Err(Error::Missing { path, .. }) if path.ends_with("turns/0000"))
    );
}

#[test]
fn orders_altered_after_filing_do_not_enter_a_record() {
    let mut game = Match::new(|_| {});
    let seats = game.awaited();
    for seat in &seats {
        game.propose(seat, 1, true);
    }
    let path = game.folder.pending().join(format!("{}.yaml", seats[0]));
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("final: true", "final: false")).unwrap();
    assert!(matches!(game.resolve(), Err(Error::Broken { path: found, .. }) if found == path));
}
