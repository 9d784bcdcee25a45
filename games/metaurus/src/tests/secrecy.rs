//! Nobody is told what is hidden from them.

use super::{begun, loaded, setup, sheet};
use engine::title::Play;
use engine::{BotStyle, Dice, Rng, Seat, Tempo, Viewer};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn sent(play: &dyn Play, seat: &Seat) -> String {
    let viewer = Viewer::Seat(seat.clone());
    let proposed = play.propose(seat, BotStyle::Sensible, &mut Rng::new(9))
        + &play.strong(seat, &mut Rng::new(9));
    format!(
        "{}\n{}\n{}\n{}\n{:?}\n{proposed}\n{}",
        play.hand(seat),
        play.report_context(&viewer),
        play.form(seat),
        play.chapters(&viewer),
        play.picture(&viewer),
        play.public_state()
    )
}

/// Asserts that two long texts are equal, and shows where they first differ.
pub(super) fn same(one: &str, two: &str, what: &str) {
    let apart = one
        .bytes()
        .zip(two.bytes())
        .position(|(a, b)| a != b)
        .unwrap_or_else(|| one.len().min(two.len()));
    let near =
        |text: &str| -> String { text.chars().skip(apart.saturating_sub(200)).take(400).collect() };
    assert!(one == two, "{what}: at {apart}\n{}\n{}", near(one), near(two));
}

#[test]
fn changed_chits_and_policies_leave_no_trace_in_what_the_other_side_is_sent() {
    let loaded = loaded();
    let mut start = loaded
        .open(&setup(Tempo::Brisk, &[]))
        .unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let nothing = BTreeMap::from([("carthage", "orders: {}\n"), ("rome", "orders: {}\n")]);
    for number in 1..3 {
        let filed = start
            .asked()
            .into_iter()
            .map(|asked| (asked.seat.clone(), sheet(nothing[asked.seat.name()])))
            .collect();
        start
            .turn(number, &filed, &BTreeSet::new(), &mut Dice::seeded([3; 32], None))
            .expect("it resolves");
    }
    let told = |carthage: &str| {
        let mut play = start.copy();
        let rome = Seat::new("rome");
        let filed = BTreeMap::from([
            (rome.clone(), sheet("orders: {change: {la: stand}}\n")),
            (Seat::new("carthage"), sheet(carthage)),
        ]);
        play.turn(3, &filed, &BTreeSet::new(), &mut Dice::seeded([4; 32], None))
            .expect("it resolves");
        sent(play.as_ref(), &rome)
    };
    let quiet = told("orders: {change: {}}\n");
    for carthage in [
        "orders: {change: {celtic: move}}\n",
        "orders: {change: {celtic: move, iberian: move-to-attack, african: reform}}\n",
        "orders: {change: {celtic: reform, cavalry: move}}\n",
        "orders: {change: {}}\nstanding: {retreat: {default: always}, counter: {default: never}}\n",
        "orders: {change: {}}\nahead: {orders: {change: {iberian: move}}}\n",
    ] {
        same(&quiet, &told(carthage), carthage);
    }
}

#[test]
fn a_replay_does_not_tell_which_chits_are_being_changed() {
    let mut play = begun(Tempo::Brisk);
    let (mut number, mut rng) = (3, Rng::new(1));
    // Until chits lie face up while orders are given anew.
    while number == 3 || play.phase().name != "orders" {
        let asked: BTreeSet<Seat> = play.asked().into_iter().map(|asked| asked.seat).collect();
        let file =
            |seat: Seat| (seat.clone(), sheet(&play.propose(&seat, BotStyle::Sensible, &mut rng)));
        let filed = asked.into_iter().map(file).collect();
        play.turn(number, &filed, &BTreeSet::new(), &mut Dice::seeded([5; 32], None))
            .expect("it resolves");
        number += 1;
    }
    let told = |carthage: &str| {
        let mut play = play.copy();
        let files = [("rome", "orders: {change: {}}\n"), ("carthage", carthage)];
        let filed = BTreeMap::from(files.map(|(seat, text)| (Seat::new(seat), sheet(text))));
        play.turn(number, &filed, &BTreeSet::new(), &mut Dice::seeded([6; 32], None))
            .expect("it resolves");
        let rome = Viewer::Seat(Seat::new("rome"));
        format!("{:?}\n{:?}", play.frames(&rome), play.frames(&Viewer::Public))
    };
    let quiet = told("orders: {change: {}}\n");
    for command in ["celtic", "iberian", "african"] {
        for order in ["stand", "move-to-attack"] {
            let change = format!("orders: {{change: {{{command}: {order}}}}}\n");
            same(&quiet, &told(&change), &change);
        }
    }
}
