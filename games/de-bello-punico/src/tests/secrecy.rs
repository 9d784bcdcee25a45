//! Nobody is told what is hidden from them: which chip is false, what is in force, where the other side will stand.

use super::{loaded, newest, opened, sheet, sheets};
use engine::title::{Play, RawOrders};
use engine::{BotStyle, Dice, Rng, Seat, Tempo, Viewer};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};

const BOXES: [&str; 8] =
    ["initiative", "combat", "recovery", "cavalry", "movement", "furor", "elephants", "fortuna"];
/// Everything that a seat is sent, and all that it could ask for.
fn sent(play: &dyn Play, seat: &Seat, sheets: &[RawOrders]) -> String {
    let viewer = Viewer::Seat(seat.clone());
    let checks: Vec<String> =
        sheets.iter().map(|sheet| format!("{:?}", play.check(seat, sheet).0)).collect();
    let proposed = play.propose(seat, BotStyle::Sensible, &mut Rng::new(9));
    let question = yaml::parse("{}\n").expect("a question");
    format!(
        "{}\n{}\n{}\n{}\n{:?}\n{}\n{proposed}\n{}\n{}\n{:?}",
        play.hand(seat),
        play.report_context(&viewer),
        play.form(seat),
        play.chapters(&viewer),
        play.picture(&viewer),
        checks.join("\n"),
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

/// The saved game with the other side's false point in another box that holds chips, or nowhere that can be told; and its
/// orders given ahead and standing ones gone. None if there is nothing to hide.
fn disguised(saved: &str, seat: &str) -> Option<String> {
    let other = if seat == "rome" { "carthage" } else { "rome" };
    let (mut text, mut at, mut owner, mut chips, mut changed) =
        (String::new(), String::new(), "", Vec::new(), false);
    let mut skip = false;
    for line in saved.lines() {
        let depth = line.len() - line.trim_start().len();
        let key = line.trim().split(':').next().unwrap_or_default();
        if depth == 0 {
            key.clone_into(&mut at);
        }
        if (at == "state" && depth == 4 || at == "force" && depth == 2)
            && (key == "rome" || key == "carthage")
        {
            owner = if key == "rome" { "rome" } else { "carthage" };
            chips.clear();
            skip = at == "force" && owner == other;
        }
        if skip && at == "force" {
            changed = true;
            continue;
        }
        if at == "state" && owner == other && depth == 8 && BOXES.contains(&key) {
            chips.push(key.to_owned());
        }
        if at == "state" && owner == other && depth == 6 && key == "vacuus" {
            let now = line.trim().trim_start_matches("vacuus:").trim();
            if let Some(place) = chips.iter().find(|place| *place != now) {
                text.push_str("      vacuus: ");
                text.push_str(place);
                text.push('\n');
                changed = true;
                continue;
            }
        }
        text += line;
        text.push('\n');
    }
    // With nothing in force any more the key holds an empty map.
    changed.then(|| text.replace("force:\nchapters:", "force: {}\nchapters:"))
}

#[test]
fn the_false_point_and_orders_in_force_change_nothing_that_the_other_side_is_sent() {
    for (battle, tempo) in
        [("zama", Tempo::Brisk), ("beneventum", Tempo::Full), ("trebbia", Tempo::Brisk)]
    {
        let loaded = loaded(newest());
        let mut play = opened(battle, tempo);
        let mut rng = Rng::new(5);
        let mut compared = 0;
        for number in 1..16 {
            let filed = sheets(play.as_ref(), BotStyle::Sensible, &mut rng);
            if let Some(saved) = play.hidden() {
                let plain = loaded.resume(&yaml::parse(&saved).unwrap()).expect("a saved game");
                for seat in ["rome", "carthage"] {
                    let Some(other) = disguised(&saved, seat) else { continue };
                    let other = loaded
                        .resume(&yaml::parse(&other).unwrap())
                        .unwrap_or_else(|fault| panic!("{fault}\n{other}"));
                    let seat = Seat::new(seat);
                    let wild = mutator::orders(plain.as_ref(), &seat, &mut Rng::new(number));
                    let tried: Vec<RawOrders> =
                        filed.get(&seat).cloned().into_iter().chain([wild]).collect();
                    let (one, two) =
                        (sent(plain.as_ref(), &seat, &tried), sent(other.as_ref(), &seat, &tried));
                    same(&one, &two, &format!("{battle}, record {number}, {seat}"));
                    compared += 1;
                }
            }
            let mut dice = Dice::seeded([u8::try_from(number).expect("small"); 32], None);
            play.turn(u32::try_from(number).expect("small"), &filed, &BTreeSet::new(), &mut dice)
                .expect("it resolves");
        }
        assert!(compared > 12, "{battle}: only {compared} disguises");
    }
}

/// What one side is sent after a phase for which it files the same and the other side something else.
fn told(start: &dyn Play, number: u32, mine: (&str, &str), other: &str) -> String {
    let mut play = start.copy();
    let seat = Seat::new(mine.0);
    let foe = Seat::new(if mine.0 == "rome" { "carthage" } else { "rome" });
    let filed = BTreeMap::from([(seat.clone(), sheet(mine.1)), (foe, sheet(other))]);
    play.turn(number, &filed, &BTreeSet::new(), &mut Dice::seeded([4; 32], None))
        .expect("it resolves");
    sent(play.as_ref(), &seat, &[])
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
        let shown = sent(play.as_ref(), &Seat::new("rome"), &[]);
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
