//! Forty games under one `tabella referee run`, its clock in the test's hand: a change to summer time, vacations, an outage.

use super::super::common::{key, plan};
use super::super::table::{run, tabella};
use super::club::SENDMAIL;
use record::Namespace;
use record::schedule::{Missed, Schedule};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tabella::store::{Folder, create, no_reports};
use tempfile::TempDir;

const GAMES: usize = 40;
const AWAY: std::ops::Range<usize> = 36..40;
/// When the letters about the opening go out; the deadline is three days later, at eight in the evening in Rome.
const BEGIN: &str = "2031-03-26T10:00:00Z";
const SETTINGS: &str =
    "games: [games]\nletters: letters\nin: {maildir: Maildir}\nout: {sendmail: ./sendmail}\n";

struct Forty {
    folder: TempDir,
}

impl Forty {
    fn new() -> Self {
        let forty = Self { folder: tempfile::tempdir().unwrap() };
        for folder in ["Maildir/new", "Maildir/cur", "Maildir/tmp", "taken", "games"] {
            fs::create_dir_all(forty.path(folder)).unwrap();
        }
        fs::write(forty.path("run.yaml"), SETTINGS).unwrap();
        fs::write(forty.path("sendmail"), SENDMAIL).unwrap();
        fs::set_permissions(forty.path("sendmail"), fs::Permissions::from_mode(0o755)).unwrap();
        for number in 0..GAMES {
            let mut plan = plan(forty.game(number));
            plan.game = format!("match-{number:02}");
            // One letter a record is enough to stop a clock, and a second one would double the time that this takes.
            plan.seats[0].mail = Some("rome@example.org".to_owned());
            plan.referee.mail = Some("referee@example.org".to_owned());
            plan.schedule = Some(Schedule::every(3, 20, "Europe/Rome", Missed::Fallback));
            create(&plan, &no_reports).unwrap();
        }
        forty
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn game(&self, number: usize) -> PathBuf {
        self.path(&format!("games/match-{number:02}"))
    }

    fn round(&self, now: &str) -> String {
        let mut command = tabella();
        command
            .env("TABELLA_NOW", now)
            .args(["referee", "run", "--settings"])
            .arg(self.path("run.yaml"));
        let done = run(&mut command);
        assert!(matches!(done.code, Some(0 | 3 | 4)), "{}{}", done.out, done.err);
        done.out + &done.err
    }

    fn hears(&self) {
        let number = fs::read_dir(self.path("Maildir/cur")).unwrap().count();
        let letter = format!(
            "From: rome@example.org\r\nSubject: status\r\nMessage-ID: <{number}@x>\r\n\r\nstatus\r\n"
        );
        fs::write(self.path(&format!("Maildir/new/1700000000.M{number}.host")), letter).unwrap();
    }

    /// The number of games, by how many records they have after the opening.
    fn records(&self) -> BTreeMap<u32, usize> {
        let mut found = BTreeMap::new();
        for number in 0..GAMES {
            let newest = Folder::find(&self.game(number)).unwrap().newest().unwrap();
            *found.entry(newest.expect("the opening")).or_default() += 1;
        }
        found
    }

    /// How often each letter was accepted, by its id.
    fn taken(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for entry in fs::read_dir(self.path("taken")).unwrap() {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            let id = text.lines().find_map(|line| line.strip_prefix("Message-ID: ")).unwrap();
            *counts.entry(id.to_owned()).or_insert(0) += 1;
        }
        counts
    }

    fn reports(&self) -> usize {
        self.taken().keys().filter(|id| id.split('.').nth(2) == Some("rome")).count()
    }

    fn takes_vacation(&self, number: usize) {
        let root = self.game(number);
        let say = |arguments: &[&str]| {
            let mut command = tabella();
            command.env("TABELLA_NOW", BEGIN).arg("-C").arg(&root).args(arguments);
            run(&mut command).ended(0).out.trim().to_owned()
        };
        fs::write(root.join("terms.yaml"), "vacations: 7\n").unwrap();
        let terms = root.join("terms.yaml");
        let charter = ["change", "charter", terms.to_str().unwrap(), "--reason", "spring"];
        let file = say(&charter);
        sign(&root, &file, &["rome", "carthage"]);
        let own = root.join(".tabella/referee.key");
        say(&["change", "sign", &file, "--as", "referee", "--key", own.to_str().unwrap()]);
        say(&["change", "apply", &file]);
        fs::remove_file(terms).unwrap();
        let file =
            say(&["change", "vacation", "rome", "2031-03-29", "2031-03-30", "--reason", "away"]);
        sign(&root, &file, &["rome"]);
    }
}

fn sign(root: &Path, file: &str, seats: &[&str]) {
    let path = root.join(file);
    let text = fs::read(&path).unwrap();
    for seat in seats {
        let agreed = key(seat).sign(Namespace::Change, &text);
        fs::write(format!("{}.{seat}.sig", path.display()), agreed).unwrap();
    }
}

fn only(records: &[(u32, usize)]) -> BTreeMap<u32, usize> {
    records.iter().copied().collect()
}

#[test]
fn forty_games_run_over_a_change_of_the_clock_vacations_and_an_outage() {
    let forty = Forty::new();
    for number in AWAY {
        forty.takes_vacation(number);
    }
    let away = AWAY.len();
    let (others, began) = (GAMES - away, only(&[(0, GAMES - away), (1, away)]));
    forty.round(BEGIN);
    assert_eq!(forty.reports(), GAMES, "each player has the letter of each game");

    // It is winter in Rome for some hours yet: the deadline is at 19:00 UTC.
    forty.round("2031-03-29T18:59:00Z");
    assert_eq!(forty.records(), began);
    forty.round("2031-03-29T19:00:00Z");
    assert_eq!(forty.records(), began, "they are told first that they are late");
    // The way out breaks down in the very round that resolves.
    fs::write(forty.path("down"), "").unwrap();
    forty.hears();
    forty.round("2031-03-29T19:05:00Z");
    let resolved = only(&[(1, GAMES)]);
    assert_eq!(forty.records(), resolved);
    assert_eq!(forty.reports(), GAMES, "nothing gets through");

    // Rome is back, and summer time has begun: eight in the evening is 18:00 UTC, a day after the vacation.
    forty.round("2031-03-31T17:59:00Z");
    assert_eq!(forty.records(), resolved);
    forty.round("2031-03-31T18:00:00Z");
    assert_eq!(forty.records(), resolved, "nobody can be told that they are late");

    // The deadline that the records state passes, and nobody loses a turn to the outage.
    for outage in ["2031-04-01T18:00:00Z", "2031-04-02T20:00:00Z", "2031-04-04T09:00:00Z"] {
        forty.round(outage);
        assert_eq!(forty.records(), resolved, "{outage}");
    }
    fs::remove_file(forty.path("down")).unwrap();
    forty.round("2031-04-04T10:00:00Z");
    assert_eq!(forty.reports(), GAMES + others, "what waited has gone out");
    assert_eq!(forty.records(), resolved);
    forty.hears();
    forty.round("2031-04-04T10:05:00Z");
    let after_vacation = only(&[(1, others), (2, away)]);
    assert_eq!(forty.records(), after_vacation);
    assert_eq!(forty.reports(), 2 * GAMES);
    // The time of the phase began with the letters.
    for day in ["2031-04-05T18:00:00Z", "2031-04-06T18:00:00Z", "2031-04-07T17:59:00Z"] {
        forty.round(day);
        assert_eq!(forty.records(), after_vacation, "{day}");
    }
    forty.round("2031-04-07T18:00:00Z");
    forty.hears();
    forty.round("2031-04-07T18:05:00Z");
    assert_eq!(forty.records(), only(&[(2, others), (3, away)]));
    forty.round("2031-04-07T18:10:00Z");
    let counts = forty.taken();
    assert_eq!(forty.reports(), 3 * GAMES);
    assert!(counts.values().all(|count| *count == 1), "{counts:#?}");
    for number in [0, AWAY.start] {
        run(tabella().arg("verify").arg(forty.game(number))).ended(0);
    }
}
