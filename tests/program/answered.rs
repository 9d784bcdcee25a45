//! Tests that everything which speaks of a seat says alike whether it answers what it is asked, or has only sent a
//! file.

use crate::table::{DEPLOY, SEATS, Table, alone, key, run, seats_of, tabella};
use engine::{Extent, Seat};
use record::Namespace;
use std::fs;
use tabella::store::Folder;

/// Rome's answer to the first phase, in two parts: orders and standing orders.
const ORDERS: &str = "orders:\n  army: consular\n  layout: triplex-acies\n";
const STANDING: &str = "standing:\n  retreat: {default: [safest, back]}\n";

/// The output of `submit` for a seat's file with this revision and body, which exits with this code.
fn submitted(table: &Table, seat: &str, revision: u32, body: &str, code: i32) -> String {
    let text = table.orders(seat, revision, body);
    let path = table.signed(seat, text.as_bytes());
    let run = table.tabella(&["submit", path.to_str().unwrap()]).ended(code);
    run.out + &run.err
}

fn rome(table: &Table) -> String {
    let said = table.tabella(&["status"]).ended(0).out;
    said.lines().find(|line| line.starts_with("  rome")).expect("it is asked").to_owned()
}

#[test]
fn a_file_that_answers_nothing_comes_back_and_its_seat_is_still_awaited() {
    let titles = tabella::catalogue::titles().iter().map(|title| title.slug());
    for title in titles.filter(|title| seats_of(title) == SEATS) {
        let table = Table::of((title, None), "brisk", &[], &SEATS);
        let game = table.game();
        let seat = game.session.awaited()[0].seat.clone();
        let seat = seat.name();
        let path = table.signed(seat, table.orders(seat, 1, "").as_bytes());
        let checked = table.tabella(&["check", path.to_str().unwrap()]).ended(1).out;
        assert!(checked.contains("E-unanswered") && checked.contains("`hold: true`"), "{checked}");
        let said = submitted(&table, seat, 1, "", 1);
        assert!(said.contains(&format!("answers none of the questions asked of {seat}")), "{said}");
        let status = table.tabella(&["status", "--json"]).ended(0).json();
        assert_eq!(status["awaited"][0]["seat"], seat, "{title}");
        assert!(status["filed"].as_array().unwrap().is_empty(), "{title}");
        table.tabella(&["resolve"]).ended(3);
    }
}

#[test]
fn whoever_holds_is_heard_and_the_rules_decide_at_the_deadline() {
    let table = Table::new("brisk", &[]);
    let said = submitted(&table, "rome", 1, &format!("hold: true\n{STANDING}"), 0);
    assert!(said.contains("left open with `hold: true`, for the rules to decide"), "{said}");
    assert!(rome(&table).contains("left to the rules by `hold: true`"), "{}", rome(&table));
    table.file("carthage", DEPLOY[1]);
    let waits = table.tabella(&["resolve"]).ended(3);
    assert!(
        waits.err.contains("left open with `hold: true`, for the rules to decide"),
        "{}",
        waits.err
    );
    table.tabella(&["resolve", "--deadline"]).ended(0);
    let turn = fs::read_to_string(table.path("turns/0001/turn.yaml")).unwrap();
    assert!(turn.contains("absent:\n- rome\n"), "{turn}");
    assert!(table.path("turns/0001/orders/rome.yaml").exists());
    table.holds();
    // Whoever holds was there: nobody counts a missed question.
    let people = run(tabella().args(["club", "people"]).arg(table.root()));
    assert!(!people.out.contains("0 of 1"), "{}", people.out);
}

#[test]
fn a_later_revision_says_what_it_takes_back() {
    let table = Table::new("brisk", &[]);
    table.file("rome", &format!("{ORDERS}{STANDING}"));
    let dropped = submitted(&table, "rome", 2, STANDING, 1);
    assert!(dropped.contains("E-unanswered"), "{dropped}");
    assert!(
        dropped.contains("this file leaves out something that revision 1 contains")
            && dropped.contains("`orders: "),
        "{dropped}"
    );
    assert!(rome(&table).contains("revision 1"), "{}", rome(&table));
    let less = submitted(&table, "rome", 2, ORDERS, 0);
    assert!(less.contains("W-taken-back") && less.contains("`standing: retreat`"), "{less}");
    let same = submitted(&table, "rome", 3, &format!("{ORDERS}{STANDING}"), 0);
    assert!(!same.contains("W-taken-back"), "{same}");
    // The seat's copy says so too, before anything is sent.
    let copy = table.beside("of-rome");
    table.tabella(&["share", "copy", "--seat", "rome", copy.to_str().unwrap()]).ended(0);
    for (body, taken) in [(ORDERS, true), (&format!("{ORDERS}{STANDING}"), false)] {
        let path = table.signed("rome", table.orders("rome", 4, body).as_bytes());
        let said = run(tabella().arg("-C").arg(&copy).arg("check").arg(path)).ended(0);
        let said = said.out + &said.err;
        assert_eq!(said.contains("W-taken-back"), taken, "{said}");
        assert_eq!(said.contains("`standing: retreat`"), taken, "{said}");
    }
}

#[test]
fn check_tells_warnings_in_full_and_submit_names_their_codes_alone() {
    let table = Table::of(("punica", None), "brisk", &[], &SEATS);
    let body = "orders: {action: pass, discard: c0}\n";
    let path = table.signed("carthage", table.orders("carthage", 1, body).as_bytes());
    let checked = table.tabella(&["check", path.to_str().unwrap()]).ended(0).out;
    let warned = "none of your rules covers an attack";
    assert!(checked.contains(warned) && checked.contains("W-pu-no-rule"), "{checked}");
    let filed = submitted(&table, "carthage", 1, body, 0);
    assert!(!filed.contains(warned), "{filed}");
    assert!(filed.contains(" warnings; `tabella check` explains"), "{filed}");
    assert_eq!(filed.matches("W-pu-no-rule").count(), 1, "{filed}");
}

#[test]
fn what_is_in_force_answers_and_a_file_may_take_that_back() {
    let table = Table::of(("metaurus", None), "brisk", &[], &SEATS);
    let play = table.game().session.play;
    for asked in play.asked() {
        let reply = play.reply(&asked.seat, None);
        let waits = play.awaited().iter().any(|one| one.seat == asked.seat);
        assert_eq!(reply.extent() != Extent::All, waits, "{}", asked.seat);
    }
    assert_eq!(play.reply(&Seat::new("nobody"), None).extent(), Extent::All);
}

#[test]
fn a_card_without_a_movement_is_no_action() {
    let table = Table::of(("punica", None), "brisk", &[], &SEATS);
    let seat = table.game().session.awaited()[0].seat.clone();
    let card = if seat.name() == "rome" { "r5" } else { "c5" };
    let said = submitted(
        &table,
        seat.name(),
        1,
        &format!("orders: {{action: card, card: {card}, moves: []}}\n"),
        1,
    );
    assert!(said.contains("E-unanswered") && said.contains("action: pass"), "{said}");
}

#[test]
fn a_file_that_is_taken_says_what_it_does() {
    let table = Table::deployed();
    let seat = table.game().session.awaited()[0].seat.clone();
    let play = table.game().session.play;
    let body = play.propose(&seat, engine::BotStyle::Sensible, &mut engine::Rng::new(3));
    let text = table.orders(seat.name(), 1, &body);
    let path = table.signed(seat.name(), text.as_bytes());
    let checked = table.tabella(&["check", path.to_str().unwrap()]).ended(0).out;
    let filed = table.tabella(&["submit", path.to_str().unwrap()]).ended(0).out;
    assert!(!checked.trim().is_empty());
    assert!(checked.lines().all(|line| filed.contains(line)), "{checked}\n---\n{filed}");
}

#[test]
fn in_practice_a_second_try_gets_its_revision_and_its_salt_by_itself() {
    let place = tempfile::tempdir().unwrap();
    let root = alone(place.path(), "punica", &["--seat", "rome"]);
    let form = root.join("rome.yaml");
    let submit = || run(tabella().arg("-C").arg(&root).arg("submit").arg(&form));
    let written = fs::read_to_string(&form).unwrap();
    let pass = "orders: {action: pass, discard: lowest}\n";
    fs::write(&form, written.replace("final: true", "final: false") + pass).unwrap();
    let first = submit().ended(0);
    assert!(first.err.contains("your file says `final: false`"), "{}", first.err);
    let tentative = fs::read_to_string(&form).unwrap();
    fs::write(&form, tentative.replace("final: false", "final: true")).unwrap();
    let second = submit().ended(0);
    assert!(second.out.contains("revision 2"), "{}", second.out);
}

#[test]
fn in_practice_the_rules_decide_at_once_what_is_left_to_them() {
    let place = tempfile::tempdir().unwrap();
    let root = alone(place.path(), "punica", &["--seat", "rome"]);
    let form = root.join("rome.yaml");
    let written = fs::read_to_string(&form).unwrap();
    fs::write(&form, written.replace("#hold: true", "hold: true")).unwrap();
    let before = Folder::find(&root).unwrap().newest().unwrap().unwrap();
    let held = run(tabella().arg("-C").arg(&root).arg("submit").arg(&form)).ended(0);
    let after = Folder::find(&root).unwrap().newest().unwrap().unwrap();
    assert!(after > before && held.err.contains("Your turn"), "{}{}", held.out, held.err);
}

#[test]
fn a_signature_is_no_answer() {
    // The very file of the form, signed, is judged as any other.
    let table = Table::of(("punica", None), "brisk", &[], &SEATS);
    let seat = table.game().session.awaited()[0].seat.clone();
    let path = table.beside(&format!("{seat}.yaml"));
    table
        .tabella(&["form", "--seat", seat.name(), "--salt", "--out", path.to_str().unwrap()])
        .ended(0);
    let text = fs::read(&path).unwrap();
    let signature = key(seat.name()).sign(Namespace::Orders, &text);
    fs::write(table.beside(&format!("{seat}.yaml.sig")), signature).unwrap();
    let said = table.tabella(&["submit", path.to_str().unwrap()]).ended(1);
    assert!(said.out.contains("E-unanswered"), "{}", said.out);
}

/// A game of Duelling Republics in which nobody plays c2 until its seat is vacant, and the number of its last record.
fn without_c2() -> (Box<dyn engine::title::Play>, u32) {
    let seats = ["r1", "r2", "c1", "c2"];
    let table = Table::of(("duelling-republics", None), "brisk", &[], &seats);
    let mut play = table.game().session.play.copy();
    for number in 1..60 {
        go_on(play.as_mut(), number);
        if play.public_state().contains("vacant: true") {
            return (play, number);
        }
    }
    panic!("c2 never falls vacant");
}

/// Plays one record, in which everybody but c2 answers.
fn go_on(play: &mut dyn engine::title::Play, number: u32) {
    let mut rng = engine::Rng::new(u64::from(number));
    let mut sheets = std::collections::BTreeMap::new();
    for asked in play.awaited() {
        if asked.seat.name() == "c2" || sheets.contains_key(&asked.seat) {
            continue;
        }
        let text = play.propose(&asked.seat, engine::BotStyle::Sensible, &mut rng);
        let node = record::exchange::yaml::parse(&text).unwrap();
        sheets.insert(asked.seat, engine::title::RawOrders::of(&node));
    }
    let absent = std::collections::BTreeSet::from([Seat::new("c2")]);
    let mut dice = engine::Dice::seeded([u8::try_from(number).unwrap(); 32], Some([1; 32]));
    play.turn(number, &sheets, &absent, &mut dice).unwrap();
}

#[test]
fn whoever_takes_a_vacant_seat_over_plays_it_in_every_title() {
    let (mut play, number) = without_c2();
    let mut left = play.copy();
    play.welcome(&std::collections::BTreeSet::from([Seat::new("c2")]));
    go_on(play.as_mut(), number + 1);
    go_on(left.as_mut(), number + 1);
    assert!(!play.public_state().contains("vacant: true"));
    assert!(left.public_state().contains("vacant: true"));
    assert!(play.folds(), "the events say so");
    // The seat is asked again, and a newcomer starts without what another missed.
    let asked = (2..20).any(|more| {
        let asks = play.awaited().iter().any(|one| one.seat.name() == "c2");
        if !asks {
            go_on(play.as_mut(), number + more);
        }
        asks
    });
    assert!(asked, "c2 is never asked again");
}

#[test]
fn a_key_that_was_replaced_is_refused_as_that_and_sign_knows_whose_a_key_is() {
    let table = Table::deployed();
    for (name, who) in
        [("old", "rome"), ("new", "livia"), ("carthage", "carthage"), ("referee", "referee")]
    {
        fs::write(table.beside(name), key(who).to_openssh()).unwrap();
        fs::write(table.beside(&format!("{name}.pub")), key(who).public_line()).unwrap();
    }
    let path = |name: &str| table.beside(name).display().to_string();
    let text = table.orders("rome", 1, "orders: {}\n");
    fs::write(table.beside("rome.yaml"), &text).unwrap();
    let other = table.tabella(&["sign", &path("rome.yaml"), "--key", &path("carthage")]).ended(1);
    assert!(other.err.contains("the key belongs to carthage"), "{}", other.err);
    table.tabella(&["change", "key", "rome", &path("new.pub"), "--reason", "lost"]).ended(0);
    let notice = fs::read_dir(table.path("notices")).unwrap().next().unwrap().unwrap().path();
    let notice = notice.display().to_string();
    let referee = table.path(".tabella/referee.key").display().to_string();
    for (who, with) in [("rome", path("old")), ("heir", path("new")), ("referee", referee)] {
        table.tabella(&["change", "sign", &notice, "--as", who, "--key", &with]).ended(0);
    }
    let signed = table.signed("rome", text.as_bytes());
    let said = table.tabella(&["check", signed.to_str().unwrap()]).ended(1).out;
    assert!(
        said.contains("E-key-replaced") && said.contains("the key that rome had until"),
        "{said}"
    );
}
