//! Letters that do not arrive: they stop the clock, and the referee is told until somebody has looked.

use super::super::table::{run, tabella};
use super::club::{Club, Sent};
use record::schedule::{Missed, Reminder, Schedule};
use std::fs;
use std::process::Command;

fn letter_to(club: &Club, seat: &str, kind: &str) -> Sent {
    let to = format!("{seat}@");
    let sent = club.sent().into_iter();
    sent.filter(|one| one.to.starts_with(&to)).find(|one| one.id.contains(kind)).expect("a letter")
}

/// A server's report that an address was not reached; `about` is what it says of the letter.
fn report(recipient: &str, about: &str) -> String {
    format!(
        "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.org\nTo: referee@example.org\nSubject: Undelivered\n\
         Message-ID: <{recipient}.1@mx>\nMIME-Version: 1.0\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n\
         --b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n{recipient}\
         Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 nobody here\n\
         --b\nContent-Type: text/rfc822-headers\n\n{about}\n--b--\n"
    )
}

fn all_games(club: &Club) -> String {
    run(tabella().args(["referee", "desk", "--settings"]).arg(club.path("run.yaml"))).ended(0).out
}

fn resend(club: &Club, letter: &str) {
    run(tabella().arg("-C").arg(club.game.root()).args(["mail", "resend", letter])).ended(0);
}

#[test]
fn a_reminder_that_comes_back_stops_the_clock_as_a_report_does() {
    let mut schedule = Schedule::every(3, 20, "Europe/Rome", Missed::Fallback);
    schedule.remind = vec![Reminder::Half];
    let mut club = Club::new("combined-arms", schedule);
    club.round("2031-03-01T10:00:00Z");
    club.round("2031-03-03T10:00:00Z");
    let reminder = letter_to(&club, "rome", ".remind.");
    club.post(&report("", &format!("Message-ID: {}", reminder.id)));
    let (said, code) = club.round("2031-03-03T11:00:00Z");
    assert!(said.contains("rome-remind-") && said.contains("550 5.1.1"), "{said}");
    assert_eq!(code, 4, "{said}");
    assert!(all_games(&club).contains("is stopped: no letter reached rome"));
    club.round("2031-04-04T18:00:00Z");
    assert_eq!(club.game.game().session.number, 0, "nobody counts as absent");
    // Whoever sends by hand is told, too.
    let send = || {
        let mut command = tabella();
        let path = format!("{}:{}", club.path("").display(), std::env::var("PATH").unwrap());
        command.env("PATH", path);
        command.arg("-C").arg(club.game.root()).args(["mail", "send", "--sendmail"]);
        run(&mut command)
    };
    let file = fs::read_dir(club.game.root().join("outbox/failed")).unwrap();
    let file = file.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let file = file.into_iter().find(|name| name.ends_with(".eml")).unwrap();
    let told = send().err;
    assert!(told.contains(&format!("{file} did not arrive")), "{told}");
    resend(&club, &file);
    club.round("2031-04-05T10:00:00Z");
    // The time of the phase begins with the letter that was sent again.
    club.round("2031-04-08T17:59:00Z");
    assert_eq!(club.game.game().session.number, 0);
    club.expires("2031-04-08T18:00:00Z");
    assert_eq!(club.game.game().session.number, 1);
}

#[test]
fn a_report_that_names_an_address_alone_stops_the_games_of_that_address() {
    let mut club = Club::of("combined-arms");
    club.round("2031-03-01T10:00:00Z");
    club.post(&report("Final-Recipient: rfc822; Rome@Example.org\n", "Subject: x"));
    let (said, code) = club.round("2031-03-01T11:00:00Z");
    assert!(said.contains("0000-rome.eml did not arrive: came back: smtp; 550 5.1.1"), "{said}");
    assert_eq!(code, 4, "{said}");
    club.round("2031-04-01T10:00:00Z");
    assert_eq!(club.game.game().session.number, 0);
    resend(&club, "0000-rome.eml");
    club.round("2031-04-01T11:00:00Z");
    club.expires("2031-04-04T18:00:00Z");
    assert_eq!(club.game.game().session.number, 1);
}

#[test]
fn a_report_that_may_be_about_any_letter_stops_all_games_until_somebody_has_looked() {
    let mut club = Club::of("combined-arms");
    club.round("2031-03-01T10:00:00Z");
    // A report about a letter of others concerns nobody here.
    club.post(&report("Final-Recipient: rfc822; x@y.org\n", "Message-ID: <spam@y.org>"));
    assert_eq!(club.round("2031-03-01T11:00:00Z").1, 0);
    club.post(&report("", "Subject: x"));
    let (said, code) = club.round("2031-03-01T12:00:00Z");
    assert!(
        said.contains("a letter did not arrive, and this file does not say which one"),
        "{said}"
    );
    assert_eq!(code, 4, "{said}");
    assert!(all_games(&club).contains("a letter did not arrive"));
    let (said, code) = club.expires("2031-03-04T19:00:00Z");
    assert!(said.contains("it is not known which one: nothing was resolved"), "{said}");
    assert_eq!((club.game.game().session.number, code), (0, 4), "{said}");
    let failed = club.path("letters/failed");
    for entry in fs::read_dir(&failed).unwrap() {
        fs::remove_file(entry.unwrap().path()).unwrap();
    }
    let (said, code) = club.round("2031-03-04T19:30:00Z");
    assert_eq!((club.game.game().session.number, code), (1, 0), "{said}");
}

/// Whoever misses as many phases in a row as the charter allows misses no more: the desk says that a player is wanted.
#[test]
fn a_seat_that_counts_as_vacant_wants_a_player() {
    let mut schedule = Schedule::every(3, 20, "Europe/Rome", Missed::Fallback);
    schedule.vacancy = Some(2);
    let mut club = Club::new("combined-arms", schedule);
    club.round("2031-03-01T10:00:00Z");
    assert!(!all_games(&club).contains("wanted: a player for"));
    for day in (4..=28).step_by(4) {
        club.expires(&format!("2031-03-{day:02}T20:00:00Z"));
    }
    let stopped = club.game.game().session.number;
    assert!((2..6).contains(&stopped), "nobody plays, and the game goes on: {stopped}");
    assert!(all_games(&club).contains("wanted: a player for"), "{}", all_games(&club));
}

/// If the charter says so, the program plays for a player who missed that many phases in a row, by a change that
/// everybody can read.
#[test]
fn the_program_takes_a_vacant_seat_over_where_the_charter_says_so() {
    let schedule =
        "days: 3\nhour: 20\nzone: Europe/Rome\nmissed: fallback\nvacancy: 1\nvacant: easy\n";
    let mut club = Club::new("punica", Schedule::parse(schedule.as_bytes()).unwrap());
    club.round("2031-03-01T10:00:00Z");
    let mut said = String::new();
    for day in (5..=29).step_by(4) {
        let (now, code) = club.expires(&format!("2031-03-{day:02}T20:00:00Z"));
        assert_eq!(code, 0, "{now}");
        said += &now;
    }
    assert!(said.contains("the program will play rome (easy)"), "{said}");
    assert!(said.contains("the program will play carthage (easy)"), "{said}");
    assert!(!said.contains("counts as vacant"), "{said}");
    let told = |sent: &Sent| {
        let words = sent.text.split_whitespace().collect::<Vec<_>>().join(" ");
        words.contains("the program now plays for it")
    };
    assert!(club.sent().iter().any(told));
    assert!(club.game.game().session.number > 6, "it plays on by itself: {said}");
    run(tabella().arg("verify").arg(club.game.root()).args(["--need", "proven"])).ended(0);
    let mut second = Command::new("python3");
    second.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tools/verify.py")).arg(club.game.root());
    let output = second.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// A letter that cannot be accepted, for a reason on this side, may bring the orders that somebody owes.
#[test]
fn nobody_counts_as_absent_while_a_letter_cannot_be_taken() {
    let mut club =
        Club::new("combined-arms", Schedule::every(3, 20, "Europe/Rome", Missed::Fallback));
    club.round("2031-03-01T10:00:00Z");
    let letter = club.path("Maildir/new/1700000000.M1.host");
    fs::create_dir(&letter).unwrap();
    let (said, code) = club.expires("2031-03-04T19:30:00Z");
    assert!(code == 4 && said.contains("not all mail that has come in"), "{code}: {said}");
    assert_eq!(club.game.game().session.number, 0);
    // One that is too long for any orders holds nobody up, for anybody can send it.
    fs::remove_dir(&letter).unwrap();
    fs::File::create(&letter).unwrap().set_len((32 << 20) + 2).unwrap();
    let (said, code) = club.round("2031-03-04T19:40:00Z");
    assert!(code == 4 && said.contains("larger than"), "{code}: {said}");
    assert_eq!(club.game.game().session.number, 1, "{said}");
}
