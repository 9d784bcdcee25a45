//! Duelling Republics: what a seat may not know leaves no trace in anything that it is sent.

use super::{loaded, sheet};
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{Dice, Seat, Setup, Tempo, Viewer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A game that is patient with those who file nothing.
fn setup(players: usize, tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    let patient = [("deadline_misses_to_vacant", "9")];
    super::setup(players, tempo, &[&patient[..], options].concat())
}

/// Asserts that two long texts are equal, and shows where they first differ.
#[track_caller]
fn same(one: &str, two: &str, what: &str) {
    let apart = one
        .bytes()
        .zip(two.bytes())
        .position(|(a, b)| a != b)
        .unwrap_or_else(|| one.len().min(two.len()));
    let near =
        |text: &str| -> String { text.chars().skip(apart.saturating_sub(300)).take(500).collect() };
    assert!(one == two, "{what}: at {apart}\n{}\n\n{}", near(one), near(two));
}

/// Everything that a seat is sent, produced the way its reports are.
fn posted(play: &dyn Play, viewer: &Viewer) -> String {
    let mut all = format!(
        "{}\n{}\n{:?}",
        play.report_context(viewer),
        play.chapters(viewer),
        play.picture(viewer)
    );
    match viewer.seat() {
        Some(seat) => write!(all, "\n{}\n{}\n{:?}", play.hand(seat), play.form(seat), play.asked()),
        None => write!(all, "\n{}\n{}", play.public_state(), play.public_events()),
    }
    .unwrap();
    all
}

/// A game in which every seat answers the first records with the given sheets, and the rest with nothing.
fn play(loaded: &dyn LoadedTitle, setup: &Setup, records: &[&[(&str, &str)]]) -> Box<dyn Play> {
    let mut play = loaded.open(setup).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    for (number, files) in (1..).zip(records) {
        let sheets: BTreeMap<Seat, RawOrders> =
            files.iter().map(|(seat, text)| (Seat::new(seat), sheet(text))).collect();
        for (seat, filed) in &sheets {
            let said = play.check(seat, filed);
            assert!(!said.fatal(), "record {number}, {seat}: {:?}", said.0);
        }
        let absent: BTreeSet<Seat> = play
            .awaited()
            .into_iter()
            .map(|asked| asked.seat)
            .filter(|s| !sheets.contains_key(s))
            .collect();
        let mut dice = Dice::seeded([u8::try_from(number).unwrap() + 7; 32], None);
        play.turn(number, &sheets, &absent, &mut dice)
            .unwrap_or_else(|stop| panic!("record {number}: {stop:?}"));
    }
    play
}

fn at(seat: &str) -> Viewer {
    if seat == "public" { Viewer::Public } else { Viewer::Seat(Seat::new(seat)) }
}

/// Asserts that two ways to answer the last record leave no trace for `blind` viewers, and some for `sighted`.
fn compare(
    options: &[(&str, &str)],
    tempo: Tempo,
    before: &[&[(&str, &str)]],
    ways: [&[(&str, &str)]; 2],
    blind: &[&str],
    sighted: &[&str],
) {
    let loaded = loaded();
    let setup = setup(6, tempo, options);
    let [one, two] = ways.map(|files| play(loaded.as_ref(), &setup, &[before, &[files]].concat()));
    for seat in blind {
        same(
            &posted(one.as_ref(), &at(seat)),
            &posted(two.as_ref(), &at(seat)),
            &format!("{seat} of {ways:?}"),
        );
    }
    for seat in sighted {
        assert!(
            posted(one.as_ref(), &at(seat)) != posted(two.as_ref(), &at(seat)),
            "{seat} should see a difference in {ways:?}"
        );
    }
}

const ROME: [&str; 4] = ["r1", "r2", "r3", "public"];
const ALL_BUT_C1: [&str; 6] = ["r1", "r2", "r3", "c2", "c3", "public"];

#[test]
fn elements_at_the_start_are_the_sides_own() {
    let ready: &[(&str, &str)] = &[];
    // The leaders of the armies are thrown for: both answers fit whoever it is, and the rest have the default.
    let file = |army: &str, last: &str| {
        format!("orders: {{army: {army}, elements: [Cv, LH, Sp, Sp, Sp, {last}]}}\n")
    };
    let loaded = loaded();
    let setup = setup(6, Tempo::Brisk, &[]);
    let game = play(loaded.as_ref(), &setup, &[ready]);
    let leads = |seat: &Seat| game.form(seat)["prompts"][0]["army"] == "cb";
    let leader =
        game.asked().into_iter().find(|asked| asked.prompt == "setup" && leads(&asked.seat));
    let seat = leader.unwrap().seat;
    let (one, two) = (file("cb", "Wb"), file("cb", "Ax"));
    let ways: [&[(&str, &str)]; 2] = [&[(seat.name(), &one)], &[(seat.name(), &two)]];
    compare(&[], Tempo::Brisk, &[ready], ways, &ROME, &["c1", "c2", "c3"]);
    compare(&[("rosters", "open")], Tempo::Brisk, &[ready], ways, &[], &["r1", "public"]);
}

#[test]
fn what_a_side_does_with_its_provinces_is_its_own() {
    let start: &[&[(&str, &str)]] = &[&[], &[]];
    // Gold here or there, one type or another: the same points, the same sizes.
    let ways: [&[(&str, &str)]; 2] = [
        &[(
            "c1",
            "orders: {allocate: [{gold: ca}, {element: {army: cb, type: Wb}}, repeat: vp]}\n",
        )],
        &[(
            "c1",
            "orders: {allocate: [{gold: cb}, {element: {army: cb, type: Ax}}, repeat: vp]}\n",
        )],
    ];
    compare(&[], Tempo::Brisk, start, ways, &ROME, &["c1", "c2", "c3"]);
    // A list's end that is never reached is nobody's but its author's.
    let ways: [&[(&str, &str)]; 2] = [
        &[("c1", "orders: {allocate: [vp, vp, vp, vp, {gold: ca}]}\n")],
        &[("c1", "orders: {allocate: [vp, vp, vp, vp, repeat: vp]}\n")],
    ];
    compare(&[], Tempo::Brisk, start, ways, &ALL_BUT_C1, &[]);
    // Nor is what was passed over.
    let ways: [&[(&str, &str)]; 2] = [
        &[(
            "c1",
            "orders: {allocate: [{raise: {in: carthage, elements: [Cv, LH, Sp, Sp, Wb, Ps]}}, repeat: vp]}\n",
        )],
        &[("c1", "orders: {allocate: [repeat: vp]}\n")],
    ];
    compare_hostile(start, ways, &ALL_BUT_C1, &["c1"]);
}

/// The same with files that a check would refuse.
fn compare_hostile(
    before: &[&[(&str, &str)]],
    ways: [&[(&str, &str)]; 2],
    blind: &[&str],
    sighted: &[&str],
) {
    let loaded = loaded();
    let setup = setup(6, Tempo::Brisk, &[]);
    let ended = ways.map(|files| {
        let mut game = play(loaded.as_ref(), &setup, before);
        let sheets: BTreeMap<Seat, RawOrders> =
            files.iter().map(|(seat, text)| (Seat::new(seat), sheet(text))).collect();
        let absent = game
            .awaited()
            .into_iter()
            .map(|asked| asked.seat)
            .filter(|seat| !sheets.contains_key(seat))
            .collect();
        let number = u32::try_from(before.len() + 1).unwrap();
        game.turn(number, &sheets, &absent, &mut Dice::seeded([5; 32], None)).unwrap();
        game
    });
    for seat in blind {
        same(
            &posted(ended[0].as_ref(), &at(seat)),
            &posted(ended[1].as_ref(), &at(seat)),
            &format!("{seat} of {ways:?}"),
        );
    }
    for seat in sighted {
        assert!(
            posted(ended[0].as_ref(), &at(seat)) != posted(ended[1].as_ref(), &at(seat)),
            "{seat}"
        );
    }
}

#[test]
fn in_full_even_points_and_armies_wait_for_the_last_turn() {
    let start: &[&[(&str, &str)]] = &[&[], &[]];
    let first = {
        let loaded = loaded();
        let setup = setup(6, Tempo::Full, &[]);
        play(loaded.as_ref(), &setup, start)
            .asked()
            .into_iter()
            .find(|a| a.prompt == "allocate" && a.seat.name().starts_with('c'))
    };
    let seat = first.unwrap().seat;
    let others: Vec<&str> =
        ["c1", "c2", "c3"].into_iter().filter(|name| *name != seat.name()).collect();
    let ways: [&[(&str, &str)]; 2] = [
        &[(seat.name(), "orders: {allocate: [vp]}\n")],
        &[(seat.name(), "orders: {allocate: [{element: {army: cb, type: Wb}}]}\n")],
    ];
    compare(&[], Tempo::Full, start, ways, &ROME, &others);
}

#[test]
fn letters_reach_those_they_name_and_nobody_else() {
    let start: &[&[(&str, &str)]] = &[&[], &[]];
    let ways: [&[(&str, &str)]; 2] = [
        &[("c1", "orders: {allocate: [repeat: vp], note: [{to: [c2], text: Take the Alps}]}\n")],
        &[("c1", "orders: {allocate: [repeat: vp], note: [{to: [c2], text: Take the ships}]}\n")],
    ];
    compare(&[], Tempo::Brisk, start, ways, &["r1", "r2", "r3", "c3", "public"], &["c1", "c2"]);
    let ways: [&[(&str, &str)]; 2] = [
        &[("r1", "orders: {allocate: [repeat: vp], note: [{to: [c3], text: Shall we?}]}\n")],
        &[("r1", "orders: {allocate: [repeat: vp]}\n")],
    ];
    compare(&[], Tempo::Brisk, start, ways, &["r2", "r3", "c1", "c2", "public"], &["r1", "c3"]);
}

#[test]
fn unused_options_and_orders_in_force_are_their_authors() {
    let start: &[&[(&str, &str)]] = &[&[], &[], &[]];
    let loaded = loaded();
    let setup = setup(6, Tempo::Brisk, &[]);
    let game = play(loaded.as_ref(), &setup, start);
    let report_context = game.report_context(&Viewer::Public);
    let leader = report_context["armies"]
        .as_array()
        .unwrap()
        .iter()
        .find(|army| army["id"] == "ca")
        .unwrap();
    let seat = leader["seat"].as_str().unwrap().to_owned();
    let blind: Vec<&str> = ["r1", "r2", "r3", "c1", "c2", "c3", "public"]
        .into_iter()
        .filter(|name| *name != seat)
        .collect();
    let pair = |one: &str, two: &str| {
        let ways: [&[(&str, &str)]; 2] = [&[(&seat, one)], &[(&seat, two)]];
        compare(&[], Tempo::Brisk, start, ways, &blind, &[]);
    };
    pair(
        "orders: {ca: [{move: [saguntum]}, {move: [baetica]}]}\n",
        "orders: {ca: [{move: [saguntum]}]}\n",
    );
    pair(
        "orders: {ca: [{move: [saguntum]}]}\n",
        "orders: {ca: [{when: [{enemy-in: umbria}], move: [baetica]}, {move: [saguntum]}]}\n",
    );
    pair(
        "orders: {ca: [{}]}\n",
        "orders: {ca: [{}]}\nstanding: {ca: {gaul: seek, losses: [Cv, El], plan: {left: {posture: refuse}}}, minor_war: {elect: true}}\nahead: {summer: {ca: [{move: [saguntum]}]}}\n",
    );
}
