//! Nobody counts as absent without a healthy way in: the mail is silent, cannot be fetched, or the machine was off.

use super::super::table::{run, tabella};
use super::club::Club;
use record::schedule::Schedule;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;
use std::time::{Duration, Instant};

/// Due on 4 March, 19:00 UTC (hour 88); grace until 5 March, 01:00 UTC (hour 94).
const CHARTER: &str = "zone: Europe/Rome\ndays: 3\nhour: 20\nearly: 15m\nremind: [half, 1d, 1h]\ngrace: 6h\nmissed: fallback\n";

fn club() -> Club {
    let club = Club::new("combined-arms", Schedule::parse(CHARTER.as_bytes()).unwrap());
    club.round(&hour(0));
    club
}

/// The time this many hours after the first round, which is on 1 March at 03:00 UTC.
fn hour(number: i64) -> String {
    let begin: chrono::DateTime<chrono::Utc> = "2031-03-01T03:00:00Z".parse().unwrap();
    (begin + chrono::TimeDelta::hours(number)).to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}

fn script(club: &Club, name: &str, text: &str) {
    fs::write(club.path(name), text).unwrap();
    fs::set_permissions(club.path(name), fs::Permissions::from_mode(0o755)).unwrap();
}

#[track_caller]
fn stands(club: &Club) {
    assert_eq!(club.game.game().session.number, 0);
}

/// A mail system that delivers to the club itself and to nobody else.
const TO_ITSELF: &str = "#!/bin/sh\ncd \"$(dirname \"$0\")\" || exit 75\nname=$(date +%s%N).$$\n\
    case $5 in referee@*) cat > \"Maildir/new/$name\";; *) cat > \"taken/$name.$5\";; esac\n";

#[test]
fn our_own_letters_that_come_back_end_no_silence() {
    let mut club = club();
    script(&club, "sendmail", TO_ITSELF);
    for number in [24, 48, 72, 88, 89, 95, 96, 120, 145, 200] {
        club.round(&hour(number));
        stands(&club);
    }
    let came = fs::read_to_string(club.path("letters/journal")).unwrap();
    assert!(came.contains("ignored:loop") && came.contains("test:unjudged"), "{came}");
    let asked =
        run(tabella().args(["referee", "desk", "--settings"]).arg(club.path("run.yaml"))).ended(0);
    assert!(asked.out.contains("without a verdict from a receiving server"), "{}", asked.out);
    // A player's letter ends it.
    club.write("rome", "status", "\n");
    club.round(&hour(201));
    assert_eq!(club.game.game().session.number, 1);
}

/// The round's own test letter goes out and comes in again through a server that judges it.
#[test]
fn a_test_letter_that_came_from_outside_shows_that_mail_arrives() {
    let club = club();
    let judged = "Authentication-Results: mx.example.org; spf=pass; dkim=pass; dmarc=pass";
    let outside =
        TO_ITSELF.replace("cat > \"Maildir", &format!("(echo '{judged}'; cat) > \"Maildir"));
    script(&club, "sendmail", &outside);
    for number in [24, 48, 72, 88, 90, 93] {
        club.round(&hour(number));
        stands(&club);
    }
    club.round(&hour(95));
    assert_eq!(club.game.game().session.number, 1);
    let mut test = tabella();
    test.env("TABELLA_NOW", hour(96)).args(["mail", "test", "--settings"]);
    let said = run(test.arg(club.path("run.yaml"))).ended(0).out;
    assert!(said.contains("the receiving server found it genuine"), "{said}");
    assert!(said.contains("a test letter was sent"), "{said}");
}

#[test]
fn nobody_is_absent_while_the_mailbox_cannot_be_fetched() {
    let mut club = club();
    script(&club, "fetch", "#!/bin/sh\nexit 0\n");
    let settings = fs::read_to_string(club.path("run.yaml")).unwrap();
    let fetch = format!("Maildir, fetch: [{}]}}", club.path("fetch").display());
    fs::write(club.path("run.yaml"), settings.replace("Maildir}", &fetch)).unwrap();
    for number in [24, 48, 72, 88, 92] {
        club.write("rome", "status", "\n");
        club.round(&hour(number));
    }
    script(&club, "fetch", "#!/bin/sh\nexit 1\n");
    let (said, code) = club.round(&hour(93));
    assert!(code == 4 && said.contains("mail could not be fetched"), "{code}: {said}");
    for number in [94, 95, 96, 180] {
        club.round(&hour(number));
        stands(&club);
    }
    script(&club, "fetch", "#!/bin/sh\nexit 0\n");
    club.round(&hour(181));
    assert_eq!(club.game.game().session.number, 1);
}

#[test]
fn a_machine_that_was_off_costs_nobody_their_turn() {
    let mut club = club();
    for number in [24, 48, 72, 120] {
        club.write("rome", "status", "\n");
        club.round(&hour(number));
        stands(&club);
    }
    let late = |club: &Club| {
        let sent = club.sent().into_iter().filter(|one| one.to.starts_with("carthage@"));
        sent.filter(|one| one.text.replace("=\r\n", "").contains("still accepted")).count()
    };
    assert_eq!(late(&club), 1);
    // The grace begins with the letter that says so, on the machine, in the letter and in `status`.
    let mut status = tabella();
    status.env("TABELLA_NOW", hour(121)).arg("-C").arg(club.game.root()).arg("status");
    let said = run(&mut status).ended(0).out;
    assert!(said.contains("orders are accepted until 2031-03-06 10:00"), "{said}");
    club.write("rome", "status", "\n");
    club.round(&hour(125));
    stands(&club);
    club.round(&hour(126));
    assert_eq!((club.game.game().session.number, late(&club)), (1, 1));
}

/// Rounds run every hour, then none for two days. Deadlines move by two days, and everybody is told.
#[test]
fn time_in_which_no_round_was_at_work_does_not_count() {
    let mut club = club();
    for number in 1..=60 {
        club.round(&hour(number));
    }
    club.round(&hour(108));
    let moved = |one: &super::club::Sent| one.id.contains(".message.");
    assert_eq!(club.sent().iter().filter(|one| moved(one)).count(), 2);
    for number in 109..=135 {
        club.round(&hour(number));
    }
    stands(&club);
    club.expires(&hour(136));
    stands(&club);
    for number in 137..=143 {
        club.round(&hour(number));
    }
    assert_eq!(club.game.game().session.number, 1);
}

#[test]
fn a_clock_that_leaps_makes_nobody_absent() {
    let mut club = club();
    for number in 1..=20 {
        club.round(&hour(number));
    }
    // A year ahead, for two days.
    for number in 0..=48 {
        club.write("rome", "status", "\n");
        club.round(&hour(24 * 365 + number));
        stands(&club);
    }
    let (said, code) = club.round(&hour(70));
    assert!(code == 4 && said.contains("the clock of this machine says"), "{code}: {said}");
    assert_eq!(club.round(&hour(71)).1, 0);
    stands(&club);
}

/// A pipe or a link in `new/`, left by a broken filter, is reported and delays nothing.
#[test]
fn a_pipe_in_the_mailbox_holds_no_round_up() {
    let mut club = club();
    let pipe = club.path("Maildir/new/0.pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    symlink("/dev/zero", club.path("Maildir/new/1.link")).unwrap();
    club.write("rome", "status", "\n");
    let began = Instant::now();
    let (said, code) = club.round(&hour(1));
    assert!(began.elapsed() < Duration::from_secs(20), "{said}");
    assert!(code == 4 && said.contains("0.pipe") && said.contains("1.link"), "{code}: {said}");
    let came = fs::read_to_string(club.path("letters/journal")).unwrap();
    assert!(came.contains("answered:status"), "{came}");
    // It is said once a day.
    assert_eq!(club.round(&hour(2)), (String::new(), 0));
}

/// Two folders of one game: neither is touched, and both are reported.
#[test]
fn twins_are_refused_by_name() {
    let mut club = club();
    let copy = club.path("match-copy");
    super::super::common::copy(club.game.root(), &copy);
    let settings = fs::read_to_string(club.path("run.yaml")).unwrap();
    let both = settings.replace("games: [match]", "games: [match, match-copy]");
    fs::write(club.path("run.yaml"), both).unwrap();
    club.answer();
    let (said, code) = club.round(&hour(1));
    assert!(code == 4 && said.contains("match-copy hold the same game"), "{code}: {said}");
    stands(&club);
    assert_eq!(fs::read_dir(club.path("Maildir/new")).unwrap().count(), 2, "{said}");
    let desk =
        run(tabella().args(["referee", "desk", "--settings"]).arg(club.path("run.yaml"))).ended(1);
    assert!(desk.out.contains("match-copy hold the same game"), "{}", desk.out);
    fs::remove_dir_all(&copy).unwrap();
    fs::write(club.path("run.yaml"), settings).unwrap();
    club.round(&hour(2));
    club.round(&hour(3));
    assert_eq!(club.game.game().session.number, 1);
}
