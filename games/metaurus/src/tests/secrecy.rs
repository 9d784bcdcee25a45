//! Nobody is told what is hidden from them.

use super::{loaded, setup, sheet, tree};
use crate::TITLE;
use engine::title::{Play, RawOrders};
use engine::{BotStyle, Dice, Rng, Seat, Tempo, Viewer};
use std::collections::{BTreeMap, BTreeSet};

/// What built-in players file for the open phase.
fn sheets(play: &dyn Play, style: BotStyle, rng: &mut Rng) -> BTreeMap<Seat, RawOrders> {
    play.asked()
        .into_iter()
        .map(|asked| (asked.seat.clone(), sheet(&play.propose(&asked.seat, style, rng))))
        .collect()
}

/// Everything that a seat is sent.
fn sent(play: &dyn Play, seat: &Seat, sheets: &[RawOrders]) -> String {
    let viewer = Viewer::Seat(seat.clone());
    let checks: Vec<String> =
        sheets.iter().map(|sheet| format!("{:?}", play.check(seat, sheet).0)).collect();
    let proposed = play.propose(seat, BotStyle::Sensible, &mut Rng::new(9));
    format!(
        "{}\n{}\n{}\n{}\n{:?}\n{}\n{proposed}\n{}",
        play.hand(seat),
        play.report_context(&viewer),
        play.form(seat),
        play.chapters(&viewer),
        play.picture(&viewer),
        checks.join("\n"),
        play.public_state()
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

/// The saved game with every order that `seat` may not know turned into another one, and how many were.
fn disguised(saved: &str, seat: &str) -> (String, usize) {
    let romans = ["i", "x", "la", "lb", "pa", "pb"];
    let lines: Vec<&str> = saved.lines().collect();
    let (mut text, mut turned, mut within, mut owner) = (String::new(), 0, false, "");
    for (at, line) in lines.iter().enumerate() {
        if line.starts_with("  ") && !line.starts_with("   ") {
            within = line.starts_with("  chits:") || line.starts_with("  given:");
        } else if line.starts_with("    ") && !line.starts_with("     ") {
            owner = if romans.contains(&line.trim().trim_end_matches(':')) {
                "rome"
            } else {
                "carthage"
            };
        }
        let down = lines.get(at + 1).is_some_and(|next| next.trim() == "up: false");
        if within && down && owner != seat && line.trim().starts_with("order:") {
            text += if line.ends_with("move-to-attack") {
                "      order: stand\n"
            } else {
                "      order: move-to-attack\n"
            };
            turned += 1;
        } else {
            text += line;
            text.push('\n');
        }
    }
    (text, turned)
}

#[test]
fn hidden_chits_change_nothing_that_the_other_side_is_sent() {
    for tempo in [Tempo::Brisk, Tempo::Full] {
        let loaded = loaded(TITLE.revision());
        let mut play =
            loaded.open(&setup(tempo, &[])).unwrap_or_else(|complaints| panic!("{complaints:?}"));
        let mut rng = Rng::new(5);
        let mut compared = 0;
        for number in 1..18 {
            let filed = sheets(play.as_ref(), BotStyle::Sensible, &mut rng);
            let saved = play.hidden().unwrap_or_else(|| play.public_state());
            let plain = loaded.resume(&tree("saved", &saved)).expect("a saved game");
            for seat in ["rome", "carthage"] {
                let (other, turned) = disguised(&saved, seat);
                let Ok(other) = loaded.resume(&tree("other", &other)) else {
                    continue;
                };
                let seat = Seat::new(seat);
                let wild = mutator::orders(plain.as_ref(), &seat, &mut Rng::new(number));
                let tried: Vec<RawOrders> =
                    filed.get(&seat).cloned().into_iter().chain([wild]).collect();
                let (one, two) =
                    (sent(plain.as_ref(), &seat, &tried), sent(other.as_ref(), &seat, &tried));
                same(&one, &two, &format!("record {number}, {seat}"));
                if number % 8 == 4 {
                    let foretold =
                        |play: &dyn Play| format!("{:?}", play.forecast(&seat, &tried[0], 3, 7));
                    let (one, two) = (foretold(plain.as_ref()), foretold(other.as_ref()));
                    same(&one, &two, &format!("forecast in record {number}, {seat}"));
                }
                compared += turned;
            }
            let mut dice = Dice::seeded([u8::try_from(number).expect("small"); 32], None);
            play.turn(u32::try_from(number).expect("small"), &filed, &BTreeSet::new(), &mut dice)
                .expect("it resolves");
        }
        assert!(compared > 60, "only {compared} hidden orders were turned");
    }
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
        sent(play.as_ref(), &rome, &[])
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
