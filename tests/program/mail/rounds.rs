//! `tabella referee run`: whole games by mail alone, rounds that are killed, mail that does not arrive, deadlines.

use super::super::table::{run, tabella};
use super::club::{Club, attachment, files_in, unpacked};
use record::Namespace;
use record::disclosure::Disclosure;
use record::schedule::{Missed, Schedule};
use std::fs;
use std::thread;
use std::time::Duration;

const LONG: u32 = 90;

/// True if a letter contains these words, however its lines break.
fn says(letter: &str, words: &str) -> bool {
    letter.split_whitespace().collect::<Vec<_>>().join(" ").contains(words)
}

fn hour(number: u32) -> String {
    format!("2031-03-{:02}T{:02}:00:00Z", 1 + number / 24, number % 24)
}

#[test]
fn a_hidden_game_is_played_by_mail_alone() {
    let mut club = Club::of("punica");
    let (mut letters, mut number) = (0, 0);
    assert_eq!(club.round(&hour(number)).1, 0);
    while club.game.game().session.play.outcome().is_none() {
        assert!(number < LONG, "the game does not end");
        letters += club.answer().len();
        number += 1;
        let (said, code) = club.round(&hour(number));
        assert_eq!((club.game.game().session.number, code), (number, 0), "{said}");
    }
    club.game.holds();
    // Nothing happened since: a round says nothing.
    assert_eq!(club.round(&hour(number)), (String::new(), 0));

    let counts = club.counts();
    assert!(counts.values().all(|count| *count == 1), "{counts:#?}");
    let answers = counts.keys().filter(|id| id.contains(".re.")).count();
    assert_eq!(answers, letters, "each letter is answered once");
    let reports = counts.len() - answers;
    assert_eq!(reports, 2 * (number as usize + 1), "a report to both players at every record");
    assert_eq!(files_in(&club.path("Maildir/new")), 0);
    let sent = club.sent();
    let subjects =
        |text: &str| text.lines().find(|line| line.starts_with("Subject:")).map(str::to_owned);
    assert!(sent.iter().all(|one| subjects(&one.text) == subjects(&sent[0].text)));

    // The receipt that came back is one that convicts.
    let answer = sent.iter().find(|one| one.id.contains(".re.")).unwrap();
    let receipt = attachment(&answer.text, "-receipt.yaml").expect("a receipt is attached");
    fs::write(club.path("receipt"), receipt).unwrap();
    let mut verify = tabella();
    verify.arg("verify").arg(club.game.root()).arg("--receipt").arg(club.path("receipt"));
    verify.assert().code(0);
}

#[test]
fn an_answer_claims_nothing_that_its_own_round_makes_untrue() {
    let mut club = Club::of("combined-arms");
    club.round(&hour(0));
    club.answer();
    club.round(&hour(1));
    assert_eq!(club.game.game().session.number, 1);
    let sent = club.sent();
    let answers: Vec<_> = sent.iter().filter(|one| one.id.contains(".re.")).collect();
    assert_eq!(answers.len(), 2, "{:?}", club.counts());
    for answer in answers {
        let text = &answer.text;
        assert!(says(text, "When this letter was written, on ") && says(text, "phase 1 was open"));
        assert!(says(text, "Until the phase is resolved, a file with a higher revision"), "{text}");
        assert!(!says(text, "hase 1 is open") && !says(text, "is awaited"), "{text}");
    }
}

/// The round that files both players' orders, resolves and sends is killed after every few milliseconds; the next one
/// repairs it. Whatever was killed, the record is identical, and no letter is missing.
#[test]
fn a_round_killed_anywhere_is_made_good_by_the_next() {
    let mut club = Club::of("combined-arms");
    assert_eq!(club.round(&hour(0)).1, 0);
    club.answer();
    let whole = club.twin();
    assert_eq!(whole.round(&hour(1)).1, 0);
    let head = whole.game.game().session.head;
    assert_eq!(whole.game.game().session.number, 1);
    let mut interrupted = 0;
    for step in 0..10_u64 {
        let twin = club.twin();
        let mut round = twin.begin(&hour(1));
        thread::sleep(Duration::from_millis(40 * step));
        round.kill().unwrap();
        interrupted += usize::from(round.wait().unwrap().code().is_none());
        // Letters that `sendmail` was given before may still be on their way.
        thread::sleep(Duration::from_millis(100));
        let (said, code) = twin.round(&hour(1));
        assert_eq!(code, 0, "killed at step {step}: {said}");
        assert_eq!(twin.game.game().session.head, head, "killed at step {step}: {said}");
        twin.game.holds();
        let (expected, counts) = (whole.counts(), twin.counts());
        assert!(counts.keys().eq(expected.keys()), "killed at step {step}: {counts:#?}");
        // Only the one letter that was being handed over may have gone twice, under one id.
        let twice = counts.values().filter(|count| **count > 1).count();
        assert!(twice <= 1, "killed at step {step}: {counts:#?}");
        assert_eq!(files_in(&twin.path("Maildir/new")), 0, "killed at step {step}");
        assert_eq!(twin.round(&hour(1)), (String::new(), 0), "killed at step {step}");
    }
    assert!(interrupted > 1, "only {interrupted} rounds were killed in time");
}

#[test]
fn the_time_of_a_phase_runs_once_its_letters_are_handed_over() {
    let mut club = Club::of("combined-arms");
    fs::write(club.path("down"), "").unwrap();
    let (said, _) = club.round("2031-03-01T10:00:00Z");
    assert!(said.contains("0000-rome.eml was not sent yet"), "{said}");
    // A month later nobody counts as absent, for nobody was ever asked.
    club.round("2031-04-01T10:00:00Z");
    assert_eq!(club.game.game().session.number, 0);
    fs::remove_file(club.path("down")).unwrap();
    club.round("2031-04-01T11:00:00Z");
    club.round("2031-04-04T17:59:00Z");
    assert_eq!(club.game.game().session.number, 0);
    // Due on 4 April, 20:00 in Rome.
    club.expires("2031-04-04T18:00:00Z");
    assert_eq!(club.game.game().session.number, 1);
    club.game.holds();
}

#[test]
fn players_are_told_why_a_deadline_moved() {
    let club = Club::of("combined-arms");
    for number in (0..9).chain([28]) {
        club.round(&hour(number));
    }
    let sent = club.sent();
    let told: Vec<_> = sent.iter().filter(|one| says(&one.text, "are now due by")).collect();
    assert_eq!(told.len(), 2, "{:?}", club.counts());
    assert!(told.iter().all(|one| says(&one.text, "machine was not running for a while")));
    assert!(told.iter().all(|one| !says(&one.text, "signed change")));
}

#[test]
fn a_letter_that_comes_back_stops_the_clock_and_the_referee_is_told_once() {
    let mut club = Club::of("combined-arms");
    club.round("2031-03-01T10:00:00Z");
    let letter = club.sent().into_iter().find(|sent| sent.to.starts_with("rome@")).unwrap();
    club.post(&format!(
        "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.org\nTo: referee@example.org\nSubject: Undelivered\n\
         Message-ID: <1@mx>\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n\
         --b\nContent-Type: text/plain\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n\
         Final-Recipient: rfc822; rome@example.org\nAction: failed\nStatus: 5.1.1\n\
         Diagnostic-Code: smtp; 550 5.1.1 nobody here\n--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: {}\n--b--\n",
        letter.id
    ));
    let (said, code) = club.round("2031-03-01T11:00:00Z");
    assert!(said.contains("0000-rome.eml did not arrive: came back: smtp; 550 5.1.1"), "{said}");
    assert_eq!(code, 4, "{said}");
    club.round("2031-06-01T11:00:00Z");
    assert_eq!(club.game.game().session.number, 0, "nobody counts as absent");
    let notices = |club: &Club| club.counts().keys().filter(|id| id.contains(".notice.")).count();
    assert_eq!(notices(&club), 1, "the referee is told by one letter");
    let mut resend = tabella();
    resend.arg("-C").arg(club.game.root()).args(["mail", "resend", "0000-rome.eml"]);
    resend.assert().code(0);
    assert_eq!(club.round("2031-06-01T12:00:00Z").1, 0);
    assert_eq!(club.counts()[&letter.id], 2);
    club.expires("2031-06-04T18:00:00Z");
    assert_eq!(club.game.game().session.number, 1);
}

#[test]
fn what_players_ask_for_is_answered_and_words_are_passed_on() {
    let mut club = Club::of("combined-arms");
    club.round(&hour(0));
    club.write("rome", "status", "\n");
    club.write("rome", "Re: [match-1] x", "message carthage\n\nShall we talk?\n");
    club.write("carthage", "form", "\n");
    club.write("carthage", "orders", "\n");
    club.write("carthage", "my turn", "Here are my orders: attack!\n");
    let (said, code) = club.round(&hour(1));
    assert_eq!(code, 0, "{said}");
    // Letters that were understood are marked as seen; the others are for the referee to read.
    let cur = fs::read_dir(club.path("Maildir/cur")).unwrap();
    let unread =
        cur.filter(|entry| entry.as_ref().unwrap().path().to_string_lossy().ends_with(":2,"));
    assert_eq!(unread.count(), 1, "{said}");
    for outcome in
        ["answered:status", "answered:message", "answered:form", "answered:orders", "help"]
    {
        assert!(said.contains(outcome), "{outcome}: {said}");
    }
    let passed = club.sent().into_iter().find(|sent| sent.id.contains(".message.")).unwrap();
    assert!(
        passed.to.starts_with("carthage@") && passed.text.contains("Shall we talk?"),
        "{passed:?}"
    );
    assert!(!passed.text.contains("rome@example.org"), "{passed:?}");
    club.write("carthage", "report 99", "\n");
    club.round(&hour(1));
    assert!(club.sent().iter().any(|sent| sent.text.contains("There is no record 99 yet")));
    // By this charter nobody writes without a name.
    club.write("rome", "Re: [match-1] x", "message carthage anonymously\n\nBoo!\n");
    club.round(&hour(2));
    assert!(club.sent().iter().all(|sent| !sent.text.contains("Boo!")));
    assert!(club.sent().iter().any(|sent| sent.text.contains("was not passed on: the charter")));
}

/// The words of a letter, however it wraps them.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_player_is_written_to_in_the_language_that_they_ask_for() {
    let mut club = Club::of("punica");
    club.round(&hour(0));
    club.write("rome", "lang klingon", "\n");
    club.write("rome", "lingua it", "\n");
    let (said, _) = club.round(&hour(1));
    assert_eq!(said.matches("answered:lang").count(), 2, "{said}");
    assert!(
        club.sent()
            .iter()
            .any(|sent| sent.text.contains("There are no letters in the language klingon"))
    );
    for seat in ["rome", "carthage"] {
        club.write(seat, "report", "\n");
    }
    club.write("rome", "proroga 2", "\n");
    club.round(&hour(2));
    let told = |seat: &str, words: &str| {
        let to = format!("{seat}@");
        club.sent()
            .iter()
            .any(|sent| sent.to.starts_with(&to) && one_line(&sent.text).contains(words))
    };
    // Reports of Punica are told in English alone, and the letter says so in the reader's language.
    let only = "i rapporti ci sono soltanto in inglese";
    assert!(told("rome", only) && !told("carthage", only));
    assert!(told("rome", "scadono"), "the change that was asked for is told in Italian too");
    club.answer();
    club.round(&hour(3));
    let report = |seat: &str| {
        let name = format!("match-1.1.{seat}.");
        let mut sent = club.sent().into_iter();
        one_line(&sent.find(|sent| sent.id.contains(&name)).expect("a letter").text)
    };
    assert!(report("rome").contains(only), "{}", report("rome"));
    assert!(!report("carthage").contains(only));
}

#[test]
fn spectators_get_each_public_report_once_and_when_others_may_see_it() {
    let schedule = || Schedule::every(3, 20, "Europe/Rome", Missed::Fallback);
    let told = |public: Option<Disclosure>| {
        let mut club = Club::shown("punica", schedule(), public);
        let settings = fs::read_to_string(club.path("run.yaml")).unwrap();
        let watch =
            "spectators: [{mail: fan@example.org}, {mail: x@example.org, games: [other]}]\n";
        fs::write(club.path("run.yaml"), settings + watch).unwrap();
        club.round(&hour(0));
        for number in 1..=3 {
            club.answer();
            club.round(&hour(number));
        }
        club.round(&hour(4));
        let counts = club.counts();
        assert!(counts.values().all(|count| *count == 1), "{counts:#?}");
        let sent = club.sent().into_iter();
        let fans: Vec<_> = sent
            .filter(|sent| !sent.to.contains("rome@") && !sent.to.contains("carthage@"))
            .collect();
        assert!(fans.iter().all(|sent| sent.to.starts_with("fan@")), "{fans:#?}");
        assert!(fans.iter().all(|sent| sent.text.contains("You are a spectator of this game")));
        let mut records: Vec<String> =
            fans.iter().map(|sent| sent.id.split('.').nth(1).unwrap().to_owned()).collect();
        records.sort();
        records
    };
    assert_eq!(told(None), ["0", "1", "2", "3"]);
    assert_eq!(told(Some(Disclosure::AtEnd)), ["0"]);
    assert_eq!(told(Some(Disclosure::Never)), Vec::<String>::new());
}

/// Asserts that the referee is told once of a change that lacks only their signature, and that it is shown as long as
/// it waits.
fn signature_wanted(club: &Club) {
    let (said, code) = club.round("2031-03-01T11:20:00Z");
    let wanted = "needs your signature";
    assert!(code == 0 && said.contains(wanted) && said.contains("notices/01-deadline"), "{said}");
    assert!(club.sent().iter().any(|one| says(&one.text, wanted)), "a letter says so");
    let (again, _) = club.round("2031-03-01T11:25:00Z");
    assert!(!again.contains(wanted), "{again}");
    let mut desk = tabella();
    desk.args(["referee", "desk", "--settings"]).arg(club.path("run.yaml"));
    assert!(run(&mut desk).ended(0).out.contains(wanted));
    let mut status = tabella();
    let status = run(status.arg("-C").arg(club.game.root()).arg("status")).ended(0).out;
    assert!(status.contains("needs the referee's signature: notices/01-deadline"), "{status}");
}

#[test]
fn what_would_change_something_comes_back_to_be_signed() {
    let mut club = Club::new("combined-arms", {
        let mut schedule = Schedule::every(3, 20, "Europe/Rome", Missed::Fallback);
        schedule.remind.clear();
        schedule
    });
    club.round("2031-03-01T10:00:00Z");
    club.write("rome", "vacation 2031-03-04 2031-03-06", "\n");
    club.write("carthage", "Re: [match-1] x", "extend 2\n");
    club.write("carthage", "sheet", "\n");
    club.write("carthage", "vacation tomorrow never", "\n");
    let (said, code) = club.round("2031-03-01T11:00:00Z");
    assert_eq!(code, 0, "{said}");
    for outcome in ["answered:vacation", "answered:extend", "answered:sheet"] {
        assert!(said.contains(outcome), "{outcome}: {said}");
    }
    let sent = club.sent();
    let find = |file: &str| {
        let mut answers = sent.iter().filter(|sent| sent.id.contains(".re."));
        answers.find_map(|one| attachment(&one.text, file)).expect(file)
    };
    let turn: serde_json::Value =
        serde_json::from_slice(&unpacked(&find("carthage.json.gz"))).unwrap();
    assert_eq!(turn["phase"], 1);
    let told = sent.iter().find(|one| one.to.starts_with("referee@")).expect("the referee is told");
    assert!(told.text.contains("asks for more time in phase 1"), "{}", told.text);
    assert!(sent.iter().any(|one| one.text.contains("`tomorrow` is not a day")), "{sent:#?}");
    assert!(sent.iter().any(|one| says(&one.text, "no deadline moves")), "{sent:#?}");
    // Nothing has changed so far; the signed answer of the player, and of the referee, changes it.
    let changes = |club: &Club| {
        let mut list = tabella();
        list.arg("-C").arg(club.game.root()).args(["change", "list"]);
        String::from_utf8(list.output().unwrap().stdout).unwrap()
    };
    assert_eq!(changes(&club), "");
    let vacation = String::from_utf8(find("vacation.yaml")).unwrap();
    let extend = String::from_utf8(find("extend.yaml")).unwrap();
    let agreed = club.game.keys["rome"].sign(Namespace::Change, vacation.as_bytes());
    let text = format!("Gladly.\n\n{vacation}...\n{agreed}");
    club.write("rome", "Re: [match-1] x", &text);
    let wish = club.game.keys["carthage"].sign(Namespace::Change, extend.as_bytes());
    club.write("carthage", "Re: [match-1] x", &format!("{extend}...\n{wish}"));
    signature_wanted(&club);
    let referee = fs::read_to_string(club.game.root().join(".tabella/referee.key")).unwrap();
    let referee = record::PrivateKey::parse(&referee).unwrap();
    let agreed = referee.sign(Namespace::Change, extend.as_bytes());
    club.write("referee", "Re: [match-1] x", &format!("{extend}...\n{agreed}"));
    let (said, _) = club.round("2031-03-01T12:00:00Z");
    assert_eq!(said.matches("change, answered to").count(), 1, "{said}");
    assert!(!said.contains("needs your signature"), "{said}");
    let listed = changes(&club);
    assert_eq!(listed.matches("counts:").count(), 2, "{listed}");
    let told = club.sent().into_iter().filter(|one| says(&one.text, "are now due by")).count();
    assert_eq!(told, 2, "both players are told of the new deadline");
    kept_to_the_new_deadline(&mut club, &text);
}

/// Asserts that the phase waits as long as agreed, and that the agreement counts for no other phase.
fn kept_to_the_new_deadline(club: &mut Club, vacation: &str) {
    // Due on 4 March, 20:00 in Rome, and put off by two days.
    club.round("2031-03-06T18:30:00Z");
    assert_eq!(club.game.game().session.number, 0);
    // One for another phase is refused, and says so.
    club.expires("2031-03-12T19:30:00Z");
    assert_eq!(club.game.game().session.number, 1);
    club.write("rome", "Re: [match-1] x", vacation);
    let (said, _) = club.round("2031-03-12T20:00:00Z");
    assert!(said.contains("refused:change, answered to rome@"), "{said}");
    club.game.holds();
}

#[test]
fn a_game_that_is_held_waits_and_its_time_begins_anew() {
    let mut club = Club::of("combined-arms");
    let referee = |words: &[&str]| {
        let mut command = tabella();
        command.env("TABELLA_NOW", "2031-05-01T10:00:00Z").arg("-C").arg(club.game.root());
        command.args(["referee"]).args(words).assert().code(0);
    };
    club.round("2031-03-01T10:00:00Z");
    referee(&["hold", "the server is moving"]);
    club.round("2031-04-01T10:00:00Z");
    assert_eq!(club.game.game().session.number, 0);
    let mut desk = tabella();
    desk.args(["referee", "desk", "--settings"]).arg(club.path("run.yaml"));
    let seen = String::from_utf8(desk.output().unwrap().stdout).unwrap();
    assert!(seen.contains("held by the referee (the server is moving)"), "{seen}");
    referee(&["release"]);
    club.round("2031-05-01T11:00:00Z");
    for words in
        ["The referee has put this game on hold: the server is moving.", "The game goes on."]
    {
        let told = club.sent().into_iter().filter(|sent| says(&sent.text, words)).count();
        assert_eq!(told, 2, "both players are told: {words}");
    }
    club.round("2031-05-02T10:00:00Z");
    assert_eq!(club.game.game().session.number, 0);
    club.expires("2031-05-04T18:00:00Z");
    assert_eq!(club.game.game().session.number, 1);
}

#[test]
fn a_broken_game_stops_no_other_and_loses_no_letter() {
    let mut club = Club::of("combined-arms");
    let broken = club.path("broken");
    super::super::common::copy(club.game.root(), &broken);
    fs::write(broken.join("turns/0000/SHA256SUMS"), "").unwrap();
    let settings = fs::read_to_string(club.path("run.yaml")).unwrap();
    fs::write(club.path("run.yaml"), settings.replace("[match]", "[match, broken]")).unwrap();
    club.round(&hour(0));
    club.answer();
    club.write("stranger", "hello", "Is this for the other game?\n");
    let (said, code) = club.round(&hour(1));
    assert_eq!(code, 4, "{said}");
    assert_eq!(club.game.game().session.number, 1, "{said}");
    assert_eq!(
        files_in(&club.path("Maildir/new")),
        1,
        "the letter may be about the broken game: {said}"
    );
}

#[test]
fn a_broken_game_keeps_back_its_own_letters_alone_where_they_come_one_by_one() {
    let mut club = Club::of("combined-arms");
    let broken = club.path("broken");
    super::super::common::copy(club.game.root(), &broken);
    fs::write(broken.join("turns/0000/SHA256SUMS"), "").unwrap();
    let seat = club.game.awaited().remove(0);
    let orders = club.game.orders(&seat, 1, true);
    let signature = club.game.sign(&seat, &orders);
    let receive = |letter: String| {
        let mut command = tabella();
        command.args(["mail", "receive", "--letters"]).arg(club.path("letters"));
        command.arg(club.game.root()).arg(&broken);
        let output = command.write_stdin(letter).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let head = "From: x@example.org\nSubject: x\nMessage-ID: <1@x>\n\n";
    let (code, said) = receive(format!("{head}{orders}...\n{signature}"));
    assert!(code == 0 && said.starts_with("filed"), "{code}: {said}");
    let (code, said) = receive(format!("{head}Is this for the other game?\n"));
    assert!(code == 75 && said.contains("a broken game"), "{code}: {said}");
    assert_eq!(files_in(&club.path("letters")), 3, "both letters are kept, and the journal");
}
