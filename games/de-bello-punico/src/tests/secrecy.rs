//! Nobody is told what is hidden from them: which chip is false, what is in force, where the other side will stand.

use super::{opened, sheet};
use engine::title::{Play, RawOrders};
use engine::{BotStyle, Dice, Rng, Seat, Tempo, Viewer};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that a seat is sent, and all that it could ask for.
fn sent(play: &dyn Play, seat: &Seat) -> String {
    let viewer = Viewer::Seat(seat.clone());
    let proposed = play.propose(seat, BotStyle::Sensible, &mut Rng::new(9))
        + &play.strong(seat, &mut Rng::new(9));
    let question = yaml::parse("{}\n").expect("a question");
    format!(
        "{}\n{}\n{}\n{}\n{:?}\n{proposed}\n{}\n{}\n{:?}",
        play.hand(seat),
        play.report_context(&viewer),
        play.form(seat),
        play.chapters(&viewer),
        play.picture(&viewer),
        play.public_state(),
        play.public_events(),
        play.explain(seat, None, &question).map_err(|complaints| complaints.0),
    )
}

/// Compares two long texts and shows the place where they part.
fn same(one: &str, two: &str, what: &str) {
    let apart = one
        .bytes()
        .zip(two.bytes())
        .position(|(a, b)| a != b)
        .unwrap_or_else(|| one.len().min(two.len()));
    let near =
        |text: &str| -> String { text.chars().skip(apart.saturating_sub(200)).take(400).collect() };
    assert!(one == two, "{what}: at {apart}\n{}\n{}", near(one), near(two));
}

/// The texts that one side is sent after a phase for which it files the same and the other side something else.
fn told(start: &dyn Play, number: u32, mine: (&str, &str), other: &str) -> String {
    let mut play = start.copy();
    let seat = Seat::new(mine.0);
    let foe = Seat::new(if mine.0 == "rome" { "carthage" } else { "rome" });
    let filed = BTreeMap::from([(seat.clone(), sheet(mine.1)), (foe, sheet(other))]);
    play.turn(number, &filed, &BTreeSet::new(), &mut Dice::seeded([4; 32], None))
        .expect("it resolves");
    sent(play.as_ref(), &seat)
}

#[test]
fn chips_of_one_number_with_another_blank_leave_no_trace() {
    let mut start = opened("zama", Tempo::Brisk);
    let nothing: BTreeMap<Seat, RawOrders> =
        start.asked().into_iter().map(|asked| (asked.seat, sheet("orders: {}\n"))).collect();
    start
        .turn(1, &nothing, &BTreeSet::new(), &mut Dice::seeded([3; 32], None))
        .expect("it resolves");
    let mine = ("rome", "orders: {chips: {combat: 2, recovery: 2}, vacuus: initiative}\n");
    // That standing orders answered, and of which file, is public; what they say is not.
    let quiet = told(
        start.as_ref(),
        2,
        mine,
        "orders: {chips: {combat: 1, recovery: 1, furor: 2}, vacuus: combat}\nstanding: {choice: first}\n",
    );
    for other in [
        "orders: {chips: {combat: 2, recovery: 1, furor: 1}, vacuus: furor}\nstanding: {support: none}\n",
        "orders: {chips: {combat: 2, furor: 2}, vacuus: recovery}\nstanding: {choice: first}\n",
        "orders: {chips: {combat: 1, recovery: 1, furor: 2}, vacuus: combat}\nstanding: {withdraw: [{units: [all]}], wait: [combat]}\n",
        "orders: {chips: {combat: 1, recovery: 1, furor: 2}, vacuus: combat}\nstanding: {attack: []}\n\
         ahead: {recovery: {recover: [me1]}, volley: {volley: {t1: hold}}}\n",
    ] {
        same(&quiet, &told(start.as_ref(), 2, mine, other), other);
    }
}

#[test]
fn until_both_set_up_unseen_neither_is_told_where_the_other_will_stand() {
    for battle in ["po", "zama"] {
        let play = opened(battle, Tempo::Brisk);
        let seats: Vec<String> =
            play.awaited().into_iter().map(|asked| asked.seat.name().to_owned()).collect();
        assert_eq!(seats.len(), 2, "{battle} awaits {seats:?} at once");
        let shown = sent(play.as_ref(), &Seat::new("rome"));
        assert!(
            !shown.contains("\"place\":\"0807\"") && !shown.contains("kind\":\"placed"),
            "{battle} shows a set-up"
        );
    }
    let play = opened("trebbia", Tempo::Brisk);
    assert_eq!(
        play.awaited().first().map(|asked| asked.seat.name().to_owned()),
        Some("rome".to_owned())
    );
}

#[test]
fn that_a_unit_is_held_back_is_open_but_not_where_it_is_to_come_from() {
    let mut start = opened("trebbia", Tempo::Brisk);
    for (number, seat, orders) in
        [(1, "rome", "orders: {}\n"), (2, "carthage", "orders: {reserve: cl4}\n")]
    {
        let filed = BTreeMap::from([(Seat::new(seat), sheet(orders))]);
        start
            .turn(number, &filed, &BTreeSet::new(), &mut Dice::seeded([3; 32], None))
            .expect("it resolves");
    }
    for viewer in
        [Viewer::Public, Viewer::Seat(Seat::new("rome")), Viewer::Seat(Seat::new("carthage"))]
    {
        let seen = start.report_context(&viewer).to_string();
        assert!(seen.contains(r#""reserve":["cl4"]"#), "{viewer:?} is not told of it");
    }
    let mine = ("rome", "orders: {chips: {combat: 2, recovery: 1}, vacuus: recovery}\n");
    let chips = "orders: {chips: {combat: 2, cavalry: 2, recovery: 1}, vacuus: recovery}\n";
    let from = |hex: &str| {
        let ahead = format!("ahead: {{movement: {{return: [{{unit: cl4, enter: \"{hex}\"}}]}}}}\n");
        told(start.as_ref(), 3, mine, &(chips.to_owned() + &ahead))
    };
    same(&from("0419"), &from("1019"), "where the ambush is to enter");
}
