//! No line of what goes out by mail is wider than what every mail program shows whole, in any title and language.

use super::super::table::tabella;
use super::club::Club;
use incoming::Message;
use record::schedule::{Missed, Schedule};
use std::fs;

/// Maximum number of characters in a line.
const WIDEST: usize = 78;

/// The lines that are too wide in a letter's plain texts, including its enclosed pages for people.
fn too_wide(letter: &str) -> Vec<String> {
    let message = Message::read(letter.as_bytes());
    let plain = message.leaves.iter().filter(|leaf| leaf.kind == "text/plain");
    let texts: Vec<&str> = plain.filter_map(|leaf| leaf.text.as_deref()).collect();
    assert!(!texts.is_empty(), "a letter without text: {letter}");
    let lines = texts.iter().flat_map(|text| text.lines());
    lines.filter(|line| line.chars().count() > WIDEST).map(str::to_owned).collect()
}

#[test]
fn no_line_of_a_letter_is_broken_by_a_mail_program() {
    for title in tabella::catalogue::titles().iter().map(|title| title.slug()) {
        for language in ["en", "it"] {
            let mut club =
                Club::new(title, Schedule::every(3, 20, "Europe/Rome", Missed::Fallback));
            let seats: Vec<String> = club.game.keys.keys().cloned().collect();
            for seat in &seats {
                let mut address = tabella();
                address.args(["mail", "address"]).arg(club.game.root()).arg(seat);
                address.args(["--lang", language]).assert().code(0);
            }
            club.round("2031-03-01T10:00:00Z");
            let first = seats[0].clone();
            for words in ["help", "status", "form", "report", "vacation 2031-03-04 2031-03-06"] {
                club.write(&first, words, "\n");
            }
            club.answer();
            club.round("2031-03-02T10:00:00Z");
            club.round("2031-03-09T10:00:00Z");
            assert!(club.game.game().session.number > 0, "{title}: nothing was resolved");
            let sent = fs::read_dir(club.path("taken")).unwrap();
            let letters: Vec<String> =
                sent.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
            assert!(letters.len() > 2 * seats.len(), "{title}: {}", letters.len());
            for letter in letters {
                let wide = too_wide(&letter);
                assert!(wide.is_empty(), "{title}, {language}: {wide:#?}");
            }
        }
    }
}
