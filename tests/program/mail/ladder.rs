//! The charter's rules of time hold in the same way for a round and for a referee who resolves by hand.

use super::super::common::copy;
use super::super::table::{run, tabella};
use super::club::{Club, later};
use record::schedule::Schedule;
use std::fs;

fn club(schedule: &str) -> Club {
    Club::new("combined-arms", Schedule::parse(schedule.as_bytes()).unwrap())
}

const CHARTER: &str = "days: 3\nhour: 20\nzone: Europe/Rome\nmissed: fallback\n";

/// Runs a command of the referee's at this time; returns its output and exit code.
fn referee(club: &Club, now: &str, words: &[&str]) -> (String, i32) {
    let mut command = tabella();
    command.env("TABELLA_NOW", now).arg("-C").arg(club.game.root()).args(words);
    let output = command.output().unwrap();
    let said =
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (said, output.status.code().unwrap())
}

/// Asserts that the command resolved nothing and said this.
#[track_caller]
fn waits(club: &Club, now: &str, words: &[&str], told: &str) {
    let (said, code) = referee(club, now, words);
    assert!(code == 3 && said.contains(told), "{code}, no `{told}` in: {said}");
    assert_eq!(club.game.game().session.number, 0);
}

#[track_caller]
fn resolves(club: &Club, now: &str, words: &[&str]) {
    let (said, code) = referee(club, now, words);
    assert_eq!(code, 0, "{said}");
    assert_eq!(club.game.game().session.number, 1);
}

/// Runs the round that finds the deadline passed and tells the late seats; a little later a letter is handed in.
fn expires(club: &mut Club, now: &str) {
    club.round(now);
    hears(club, &later(now));
}

/// A player's letter comes in, and the mailbox is read by hand.
fn hears(club: &mut Club, now: &str) {
    club.write("carthage", "status", "\n");
    let mut poll = tabella();
    poll.env("TABELLA_NOW", now).args(["mail", "poll", "--settings"]).arg(club.path("run.yaml"));
    run(&mut poll).ended(0);
}

const DEADLINE: [&str; 2] = ["resolve", "--deadline"];

#[test]
fn no_deadline_runs_by_hand_while_letters_are_unsent() {
    let mut club = club(CHARTER);
    // A month later nobody was ever asked, and an answer to a letter keeps no time from beginning.
    let late = "2031-04-01T10:00:00Z";
    fs::write(club.path("down"), "").unwrap();
    club.write("rome", "status", "\n");
    club.round("2031-03-01T10:00:00Z");
    let mut resolve = tabella();
    resolve.env("TABELLA_NOW", late).arg("-C").arg(club.game.root()).args(DEADLINE);
    let said = run(&mut resolve).ended(3).err;
    let outbox = fs::read_dir(club.game.root().join("outbox")).unwrap();
    let answers = outbox.filter(|one| {
        one.as_ref().unwrap().file_name().to_str().is_some_and(|name| name.contains("-re-"))
    });
    assert!(answers.count() > 0 && !said.contains("-re-"), "{said}");
    fs::remove_file(club.path("down")).unwrap();
    waits(&club, late, &DEADLINE, "0000-rome.eml");
    waits(&club, late, &DEADLINE, "`tabella mail send`");
    club.round(late);
    waits(&club, "2031-04-02T10:00:00Z", &DEADLINE, "orders are due");
    // By hand, too, nobody is absent who was not told that they are late.
    waits(&club, "2031-04-04T18:00:00Z", &DEADLINE, "orders are accepted until");
    expires(&mut club, "2031-04-04T18:00:00Z");
    resolves(&club, "2031-04-04T18:10:00Z", &DEADLINE);
}

#[test]
fn a_letter_that_came_back_stops_a_deadline_by_hand() {
    let club = club(CHARTER);
    club.round("2031-03-01T10:00:00Z");
    let failed = club.game.root().join("outbox/failed");
    let sent = club.game.root().join("outbox/sent/0000-rome.eml");
    fs::rename(sent, failed.join("0000-rome.eml")).unwrap();
    let late = "2031-04-01T10:00:00Z";
    waits(&club, late, &DEADLINE, "no letter reached rome");
    // The referee's word about a seat holds all the same.
    resolves(&club, late, &["resolve", "--absent", "rome", "--absent", "carthage"]);
}

#[test]
fn a_game_that_is_held_is_resolved_by_nothing() {
    let mut club = club(CHARTER);
    club.round("2031-03-01T10:00:00Z");
    let late = "2031-04-01T10:00:00Z";
    referee(&club, late, &["referee", "hold", "a move of house"]);
    for words in
        [&DEADLINE[..], &["resolve"], &["resolve", "--absent", "rome", "--absent", "carthage"]]
    {
        waits(&club, late, words, "held by the referee (a move of house)");
    }
    for seat in club.game.awaited() {
        club.game.propose(&seat, 1, true);
    }
    waits(&club, late, &["resolve"], "`tabella referee release`");
    referee(&club, late, &["referee", "release"]);
    resolves(&club, late, &["resolve"]);
}

#[test]
fn grace_and_the_breaker_hold_for_a_deadline_by_hand() {
    // Due on 4 March, 20:00 in Rome.
    let passed = "2031-03-04T19:30:00Z";
    let club_of = |more: &str| {
        let club = club(&format!("{CHARTER}{more}"));
        club.round("2031-03-01T10:00:00Z");
        club
    };
    let after = "2031-03-04T19:40:00Z";
    let mut graceful = club_of("grace: 6h\n");
    expires(&mut graceful, passed);
    waits(&graceful, after, &DEADLINE, "under the charter, orders are accepted until");
    // Letters that came in during the grace are read first.
    let grace_over = "2031-03-05T01:30:00Z";
    waits(&graceful, grace_over, &DEADLINE, "not all mail that has come in");
    hears(&mut graceful, grace_over);
    resolves(&graceful, grace_over, &DEADLINE);
    let mut missing = club_of("breaker: {missing: 50}\n");
    expires(&mut missing, passed);
    waits(&missing, after, &DEADLINE, "the orders of rome, carthage are all missing");
    // Silence is known from where the last round kept the letters.
    let mut silent = club_of("breaker: {silence: 2d}\n");
    expires(&mut silent, passed);
    waits(&silent, "2031-03-06T20:00:00Z", &DEADLINE, "no mail has arrived for so long");
    hears(&mut silent, "2031-03-06T20:05:00Z");
    resolves(&silent, "2031-03-06T20:10:00Z", &DEADLINE);
}

#[test]
fn second_thoughts_are_waited_for_by_hand() {
    let mut club = club(&format!("{CHARTER}early: 15m\n"));
    club.round("2031-03-01T10:00:00Z");
    club.answer();
    club.round("2031-03-01T11:00:00Z");
    waits(&club, "2031-03-01T11:14:00Z", &["resolve"], "stays open for second thoughts until");
    resolves(&club, "2031-03-01T11:15:00Z", &["resolve"]);
}

/// If letters are handed over one by one, no settings name a mailbox, and the journal knows when mail came in.
#[test]
fn nobody_is_absent_where_letters_come_one_by_one_and_none_comes() {
    let mut club = club(CHARTER);
    // A stranger's letter shows nothing: anybody can write one.
    club.write("stranger", "hello", "Hello!\n");
    club.round("2031-03-01T10:00:00Z");
    let settings = fs::read_to_string(club.path("run.yaml")).unwrap();
    fs::write(club.path("run.yaml"), settings.replace("in: {maildir: Maildir}\n", "")).unwrap();
    let (said, code) = club.round("2031-03-05T18:00:00Z");
    assert!(code == 0 && said.contains("is reminded"), "{code}: {said}");
    assert_eq!(club.round("2031-03-05T18:05:00Z"), (String::new(), 0));
    let told = "no letter has arrived since the late players were told";
    let (said, code) = club.round("2031-03-05T20:00:00Z");
    assert!(code == 4 && said.contains(told), "{code}: {said}");
    // It is said once a day, and by one letter.
    assert_eq!(club.round("2031-03-05T20:05:00Z"), (String::new(), 0));
    let (said, code) = club.round("2031-03-06T20:00:00Z");
    assert!(code == 4 && said.contains(told), "{code}: {said}");
    assert_eq!(club.counts().keys().filter(|id| id.contains(".notice.")).count(), 1);
    assert_eq!(club.game.game().session.number, 0);
}

#[test]
fn the_desk_foretells_nothing_of_a_folder_that_is_older_than_what_was_signed() {
    let mut club = club(&format!("{CHARTER}grace: 12h\n"));
    club.round("2031-03-01T10:00:00Z");
    let old = club.twin();
    for now in ["2031-03-01T11:00:00Z", "2031-03-01T12:00:00Z"] {
        club.answer();
        club.round(now);
    }
    copy(&club.game.root().join("receipts"), &old.game.root().join("receipts"));
    let desk = |club: &Club| {
        let mut desk = tabella();
        desk.env("TABELLA_NOW", "2031-03-01T13:00:00Z").args(["referee", "desk", "--settings"]);
        run(desk.arg(club.path("run.yaml"))).ended(0).out
    };
    assert!(desk(&club).contains("if nothing more comes"), "{}", desk(&club));
    let told = desk(&old);
    assert!(told.contains("this folder is out of date"), "{told}");
    assert!(!told.contains("if nothing more comes"), "{told}");
}
