//! A key that is replaced, and a seat that another takes over, where all is said by letters.

use super::super::common::key;
use super::super::table::{run, tabella};
use super::club::{Club, Sent};
use record::SignedText;
use std::fs;

const REASON: [&str; 2] = ["--reason", "the old one was lost"];

/// Gives a seat somebody's key at this time, along with what else the change says; `agree` names those who agree.
fn rekeyed(club: &Club, now: &str, (seat, heir): (&str, &str), more: &[&str], agree: &[&str]) {
    let public = club.path(&format!("{heir}.pub"));
    fs::write(&public, key(heir).public_line()).unwrap();
    for who in [heir, "rome", "carthage"] {
        fs::write(club.path(who), key(who).to_openssh()).unwrap();
    }
    let command = |words: &[&str]| {
        let mut command = tabella();
        command.env("TABELLA_NOW", now).arg("-C").arg(club.game.root()).arg("change").args(words);
        run(&mut command).ended(0).out
    };
    let proposed = [&["key", seat, public.to_str().unwrap()], &REASON[..], more].concat();
    let file = command(&proposed).trim().to_owned();
    for name in agree.iter().chain(&["heir"]) {
        let private = match *name {
            "heir" => club.path(heir),
            "referee" => club.game.root().join(".tabella/referee.key"),
            seat => club.path(seat),
        };
        command(&["sign", &file, "--as", name, "--key", private.to_str().unwrap()]);
    }
}

/// Carthage's orders come in, signed with its first key; returns the answer.
fn refused(club: &mut Club, now: &str) -> String {
    let orders = club.game.orders("carthage", 1, true);
    let signature = key("carthage").sign(record::Namespace::Orders, orders.as_bytes());
    let text = String::from_utf8(SignedText::join(orders.as_bytes(), &signature)).unwrap();
    let before = club.counts();
    club.write("carthage", "Re: [match-1] x", &text);
    let (said, _) = club.round(now);
    assert!(said.contains("refused:key"), "{said}");
    let answer = club.sent().into_iter().find(|sent| {
        !before.contains_key(&sent.id)
            && sent.to.starts_with("carthage@")
            && sent.id.contains(".re.")
    });
    answer.expect("it is answered").text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_letter_names_the_record_that_replaced_the_key_of_its_orders() {
    let mut club = Club::of("combined-arms");
    club.round("2031-03-01T10:00:00Z");
    let now = "2031-03-01T11:00:00Z";
    rekeyed(&club, now, ("carthage", "livia"), &[], &["carthage", "referee"]);
    let new = key("livia").public().fingerprint();
    let told = refused(&mut club, "2031-03-01T12:00:00Z");
    assert!(told.contains("the key that carthage had until it was replaced"), "{told}");
    assert!(told.contains(&new), "{told}");
    club.expires("2031-03-04T19:30:00Z");
    assert_eq!(club.game.game().session.number, 1);
    let told = refused(&mut club, "2031-03-04T20:00:00Z");
    assert!(told.contains("the key that carthage had until record 1 replaced it"), "{told}");
    assert!(told.contains(&new), "{told}");
}

#[test]
fn whoever_takes_a_seat_over_has_a_whole_phase_from_that_day_on() {
    let mut club = Club::of("combined-arms");
    club.round("2031-03-01T10:00:00Z");
    // Due on 4 March, 20:00 in Rome, until Livia takes the seat over on the day before.
    let player = ["--player", "Livia"];
    rekeyed(&club, "2031-03-03T10:00:00Z", ("rome", "livia"), &player, &["carthage", "referee"]);
    let due = |now: &str| {
        let mut status = tabella();
        status.env("TABELLA_NOW", now).arg("-C").arg(club.game.root()).args(["status", "--json"]);
        run(&mut status).ended(0).json()["deadline"].to_string()
    };
    assert!(
        due("2031-03-03T11:00:00Z").contains("2031-03-06T19:00:00Z"),
        "{}",
        due("2031-03-03T11:00:00Z")
    );
    let (said, _) = club.expires("2031-03-04T19:30:00Z");
    assert_eq!(club.game.game().session.number, 0, "{said}");
    let told = |one: &Sent| one.text.contains("by a signed change");
    assert!(club.sent().iter().any(|one| one.to.starts_with("carthage@") && told(one)), "{said}");
    let late = |club: &Club| {
        let all = club.sent();
        all.iter().filter(|one| one.text.contains("The deadline of phase 1 passed on")).count()
    };
    assert_eq!(late(&club), 0);
    let (said, _) = club.expires("2031-03-06T19:30:00Z");
    assert_eq!(club.game.game().session.number, 1, "{said}");
    assert!(late(&club) > 0, "{:?}", club.counts());
}
