//! For whom a phase waits betrays nobody's standing orders, unless the charter agrees to that.

use crate::table::{Table, draft, key, run, tabella};
use chrono::{TimeDelta, Utc};
use engine::Seat;
use std::fs;
use std::path::Path;
use tabella::cli::common::reports;
use tabella::store::{self, Absences, Folder, Resolution};

/// The set-ups of both sides; Carthage gives its next orders in advance.
const OPENING: [(&str, &str); 2] = [
    (
        "carthage",
        "orders: {chits: {african: stand, balearic: move, celtic: stand, iberian: stand}}\n\
         ahead: {orders: {change: {}}}\n",
    ),
    ("rome", "orders: {chits: {i: move, la: move, lb: move, pa: move, pb: move, x: move}}\n"),
];

/// A game of Metaurus in which both seats are asked for orders, Carthage has given them ahead, and Rome has filed.
pub(super) fn opened(terms: &str) -> Table {
    let table = Table::by_draft("metaurus", terms, &["--days", "3"]);
    for (seat, orders) in OPENING {
        table.file(seat, orders);
        table.resolve();
    }
    table.file("rome", "orders: {change: {}}\n");
    table
}

#[test]
fn whoever_is_asked_is_waited_for_whether_or_not_something_in_force_answers() {
    let table = opened("");
    let folder = Folder::find(&table.root()).unwrap();
    let root = table.root();
    let renderer = reports::renderer(&root);
    match store::resolve(&folder, &Absences::None, &renderer).unwrap() {
        Resolution::Waiting(waiting) => assert_eq!(waiting.missing, [Seat::new("carthage")]),
        _ => panic!("the phase waits for Carthage"),
    }
    for seat in [None, Some("rome")] {
        let copy = table.beside(seat.unwrap_or("everybody"));
        let mut publish = tabella();
        publish.arg("-C").arg(table.root()).args(["share", "copy"]).arg(&copy);
        run(publish.args(seat.iter().flat_map(|seat| ["--seat", seat]))).ended(0);
        let told = run(tabella().arg("-C").arg(&copy).arg("status")).ended(0).out;
        assert!(told.contains("\nasked     rome, carthage\n"), "{told}");
        let read = |name: &str| fs::read_to_string(copy.join("turns/0002").join(name)).unwrap();
        let turn = read("turn.yaml");
        assert!(turn.contains("  awaited:\n  - rome\n  - carthage\n"), "{turn}");
        let report = read("report.md");
        for seat in ["Rome", "Carthage"] {
            assert!(report.contains(&format!("- **{seat}** is asked for")), "{report}");
        }
    }
    let later = Utc::now() + TimeDelta::days(9);
    let done = store::resolve_at(&folder, &Absences::None, &renderer, later).unwrap();
    let Resolution::Done(step) = done else { panic!("the time is over") };
    assert!(step.turn.absent.is_empty(), "what was given in advance has answered: {:?}", step.turn);
    let proof = table.tabella(&["verify"]).ended(0).out;
    assert!(proof.contains("\nproven to record 3\n"), "{proof}");
}

#[test]
fn what_is_in_force_answers_at_once_where_the_charter_agrees_to_that() {
    let table = opened("waits-for: awaited\n");
    let turn = fs::read_to_string(table.path("turns/0002/turn.yaml")).unwrap();
    assert!(turn.contains("  awaited:\n  - rome\n"), "{turn}");
    assert!(!turn.contains("  - carthage\n"), "{turn}");
    assert_eq!(table.resolve(), 3);
}

#[test]
fn for_whom_a_phase_waits_is_altered_by_all() {
    let table = opened("");
    let terms = table.beside("terms.yaml");
    fs::write(&terms, "waits-for: awaited\n").unwrap();
    let change = ["change", "charter", terms.to_str().unwrap(), "--reason", "we are in a hurry"];
    let notice = table.tabella(&change).ended(0).out.trim().to_owned();
    for who in ["rome", "carthage", "referee"] {
        let own = table.beside(&format!("{who}.private"));
        let with = match who {
            "referee" => table.path(".tabella/referee.key"),
            seat => {
                fs::write(&own, key(seat).to_openssh()).unwrap();
                own
            }
        };
        let apply = table.tabella(&["change", "apply", &notice]).ended(1).err;
        assert!(apply.contains("who must agree"), "{apply}");
        let sign = ["change", "sign", &notice, "--as", who, "--key", with.to_str().unwrap()];
        table.tabella(&sign).ended(0);
    }
    table.tabella(&["change", "apply", &notice]).ended(0);
    let turn = fs::read_to_string(table.path("turns/0003/turn.yaml")).unwrap();
    assert!(turn.contains("  awaited:\n  - rome\n") && !turn.contains("  - carthage\n"), "{turn}");
    // Rome's file for the phase before went back; Carthage's orders given in advance answer.
    table.file("rome", "orders: {change: {}}\n");
    assert_eq!(table.resolve(), 4);
    let proof = table.tabella(&["verify"]).ended(0).out;
    assert!(proof.contains("the charter has new terms: waits-for"), "{proof}");
}

#[test]
fn new_terms_name_only_phases_that_the_title_has() {
    let table = opened("");
    let terms = table.beside("terms.yaml");
    let change = ["change", "charter", terms.to_str().unwrap(), "--reason", "a week for this one"];
    let schedule = |phase: &str| {
        let schedule = "schedule: {zone: Europe/Rome, days: 3, hour: 20, missed: fallback";
        fs::write(&terms, format!("{schedule}, phases: {{{phase}: 7}}}}\n")).unwrap();
    };
    schedule("actvation");
    let refused = table.tabella(&change).ended(1).err;
    assert!(refused.contains("no phase `actvation`; the phases are: setup-carthage"), "{refused}");
    assert!(!table.path("notices").exists(), "nothing is proposed");
    schedule("activation");
    table.tabella(&change).ended(0);
}

/// In a game without a deadline the referee's word counts as one.
#[test]
fn nobody_counts_as_absent_for_whom_something_in_force_answers() {
    let table = Table::by_command("metaurus", &[]);
    for (seat, orders) in OPENING {
        table.file(seat, orders);
        table.resolve();
    }
    let folder = Folder::find(&table.root()).unwrap();
    let root = table.root();
    let renderer = reports::renderer(&root);
    let done = store::resolve(&folder, &Absences::Deadline, &renderer).unwrap();
    let Resolution::Done(step) = done else { panic!("the referee's word is the deadline") };
    assert_eq!(step.turn.absent, ["rome"]);
}

#[test]
fn a_new_game_waits_for_all_who_are_asked_unless_it_is_told_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let seat = |name: &str| {
        fs::write(path(name), key(name).public_line()).unwrap();
        format!("{name}={}", path(name))
    };
    let seats = [seat("rome"), seat("carthage")];
    for (game, terms, line) in [
        ("usual", "", "\nwaits-for: asked\n"),
        ("told", "waits-for: awaited\n", "\nwaits-for: awaited\n"),
    ] {
        draft(Path::new(&path(game)), terms);
        let mut new = tabella();
        new.args(["new", &path(game), "--game", "metaurus"]);
        run(new.args(["--seat", &seats[0], "--seat", &seats[1]])).ended(0);
        let charter = fs::read_to_string(Path::new(&path(game)).join("game.yaml")).unwrap();
        assert!(charter.contains(line), "{charter}");
    }
}
