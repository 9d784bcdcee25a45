//! Letters that come by a pipe, one by one: no mailbox keeps them, so what the program has no use for is put before the referee.

use super::super::table::{run, tabella};
use super::club::{Club, attached, files_in};
use std::fs;

const HOUR: &str = "2031-06-01T09:00:00Z";

/// Hands a letter over as a mail server does; returns the outcome in the program's words.
fn receive(club: &Club, letter: &str, now: &str) -> String {
    let mut command = tabella();
    command.env("TABELLA_NOW", now).args(["mail", "receive", "--settings"]);
    let letter = letter.replace('\n', "\r\n");
    let output = command.arg(club.path("run.yaml")).write_stdin(letter).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    said.trim().split(',').next().unwrap().to_owned()
}

fn letter(from: &str, number: u32, words: &str) -> String {
    format!(
        "From: {from}@example.org\nTo: referee@example.org\nSubject: x\nMessage-ID: <{number}.{from}@example.org>\n\
         MIME-Version: 1.0\nContent-Type: text/plain\n\n{words}\n"
    )
}

#[test]
fn what_the_program_has_no_use_for_is_put_before_the_referee() {
    let club = Club::of("combined-arms");
    let later = "2031-06-01T09:05:00Z";
    club.round(HOUR);
    assert_eq!(receive(&club, &letter("rome", 1, "status"), HOUR), "answered:status");
    assert_eq!(receive(&club, &letter("rome", 2, "How does this work?"), HOUR), "help");
    // No second letter of help goes out on the same day, and nobody but the referee learns of these words.
    assert_eq!(receive(&club, &letter("rome", 3, "Dear referee, I resign."), HOUR), "help");
    assert_eq!(receive(&club, &letter("nobody", 4, "May I join?"), HOUR), "ignored:stranger");
    let unread = club.path("letters/unread");
    assert_eq!(files_in(&unread), 3, "what was understood is no letter for the referee");
    let resigning = fs::read_dir(&unread).unwrap().map(|entry| entry.unwrap().path());
    let resigning = resigning
        .into_iter()
        .find(|path| fs::read_to_string(path).unwrap().contains("I resign"))
        .unwrap();
    let name = resigning.file_name().unwrap().to_str().unwrap();
    let (said, code) = club.round(HOUR);
    assert!(code == 0 && said.contains(name) && said.contains("please read this letter"), "{said}");
    let (said, _) = club.round(later);
    assert!(!said.contains(name), "once a day is enough: {said}");
    let desk = || {
        let mut command = tabella();
        command.env("TABELLA_NOW", later).args(["referee", "desk", "--settings"]);
        run(command.arg(club.path("run.yaml"))).ended(0).out
    };
    assert!(
        desk().contains("letters/unread/")
            && desk().contains("from unknown senders in the last week, the last from"),
        "{}",
        desk()
    );
    // The desk's shape is the published one, with letters in it.
    let mut command = tabella();
    command.env("TABELLA_NOW", later).args(["referee", "desk", "--json", "--settings"]);
    let desk_of_programs = run(command.arg(club.path("run.yaml"))).ended(0).json();
    assert_eq!(desk_of_programs["unread"].as_array().unwrap().len(), 3, "{desk_of_programs}");
    super::super::schema::fits("referee", &desk_of_programs);
    for entry in fs::read_dir(&unread).unwrap() {
        fs::remove_file(entry.unwrap().path()).unwrap();
    }
    assert!(!desk().contains("letters/unread/"), "{}", desk());
}

/// Orders that a mail program damaged are returned with a way that works in that very program.
#[test]
fn whoever_pasted_orders_is_told_how_their_own_program_sends_them_whole() {
    let mut club = Club::of("combined-arms");
    club.round(HOUR);
    let orders = club.game.orders("rome", 1, true);
    let signature = club.game.sign("rome", &orders);
    let altered = orders.replace("final: true", "final:  true");
    let programs = [
        ("X-Mailer: Microsoft Outlook 16.0", "In Outlook use Insert, then Attach File"),
        ("X-Mailer: iPhone Mail (21F90)", "In Apple's Mail use the paper clip"),
        ("User-Agent: Mutt/2.2", "pasting them. Or paste what `tabella sign match-1-1-rome.yaml"),
    ];
    for (number, (program, way)) in programs.into_iter().enumerate() {
        let head = format!(
            "From: rome@example.org\nSubject: x\nMessage-ID: <{number}.rome@example.org>\nMIME-Version: 1.0\n{program}\n"
        );
        let letter = format!("{head}Content-Type: text/plain\n\n{altered}...\n{signature}");
        assert_eq!(receive(&club, &letter, HOUR), "refused:altered");
        club.round(HOUR);
        let told = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").contains(way);
        assert!(club.sent().iter().any(|sent| told(&sent.text)), "{program}");
    }
}

/// Whoever knows a player's address can write in their name, but cannot thereby suppress their receipts.
#[test]
fn letters_in_a_players_name_keep_no_receipt_away() {
    let mut club = Club::of("combined-arms");
    club.round(HOUR);
    for number in 0..20 {
        assert_eq!(receive(&club, &letter("rome", number, "status"), HOUR), "answered:status");
    }
    assert_eq!(receive(&club, &letter("rome", 20, "status"), HOUR), "unanswered:status");
    assert_eq!(files_in(&club.path("letters/unread")), 1);
    club.round(HOUR);
    let told = club.sent().into_iter().find(|sent| sent.to.starts_with("referee@")).unwrap();
    assert!(told.text.contains("letters/unread"), "{}", told.text);
    let orders = club.game.orders("rome", 1, true);
    let signature = club.game.sign("rome", &orders);
    let files = [("rome.yaml", &orders), ("rome.yaml.sig", &signature)];
    let head = "From: rome@example.org\nSubject: x\nMessage-ID: <99.rome@example.org>\nMIME-Version: 1.0\n";
    assert_eq!(receive(&club, &format!("{head}{}", attached("Here.\n", &files)), HOUR), "filed");
    club.round(HOUR);
    let receipts = club.sent().into_iter().filter(|sent| sent.text.contains("rome-receipt.yaml"));
    assert_eq!(receipts.count(), 1);
}
