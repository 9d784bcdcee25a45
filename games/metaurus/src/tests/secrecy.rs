//! Nobody is told what is hidden from them.

use super::{loaded, setup, sheet};
use crate::TITLE;
use engine::title::Play;
use engine::{BotStyle, Dice, Rng, Seat, Tempo, Viewer};
use std::collections::{BTreeMap, BTreeSet};

/// Everything that a seat is sent.
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

/// Compares two long texts and shows the place where they part.
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
    let loaded = loaded(TITLE.revision());
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
