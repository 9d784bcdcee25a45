//! Questions in the middle of an activation: a game that is written down between any two letters goes on as one that is not,
//! and nobody is told more than they may know.

use super::secrecy::{same, sent};
use super::{data, loaded, setup, tree};
use crate::events::Pairing;
use crate::names::Id;
use crate::orders::{NextAttacks, Orders};
use crate::rules::question;
use crate::state::{Options, Query, State};
use crate::{Metaurus, TITLE};
use engine::title::{Play, RawOrders};
use engine::{BotStyle, Dice, Rng, Rules, Seat, Tempo};
use std::collections::{BTreeMap, BTreeSet};

/// The files of all seats that are asked, without standing orders.
fn files(play: &dyn Play, rng: &mut Rng) -> BTreeMap<Seat, RawOrders> {
    let asked: BTreeSet<Seat> = play.asked().into_iter().map(|asked| asked.seat).collect();
    let file = |seat: Seat| {
        let text = play.propose(&seat, BotStyle::Random, rng);
        let orders = RawOrders { standing: None, ..RawOrders::of(&tree(&text)) };
        (seat, orders)
    };
    asked.into_iter().map(file).collect()
}

#[test]
fn a_game_written_down_in_the_middle_of_a_resolution_goes_on_as_one_that_is_not() {
    let loaded = loaded();
    let mut met = BTreeSet::new();
    let wanted = ["retreat", "counter", "continue", "order"];
    // Some questions come seldom.
    for seed in 1..16 {
        if seed > 3 && wanted.iter().all(|about| met.contains(*about)) {
            break;
        }
        let mut play = loaded
            .open(&setup(Tempo::Full, &[("gauls", "false")]))
            .unwrap_or_else(|complaints| panic!("{complaints:?}"));
        let mut rng = Rng::new(seed);
        for number in 1..500 {
            if play.outcome().is_some() {
                break;
            }
            met.extend(play.asked().into_iter().map(|asked| asked.prompt));
            let files = files(play.as_ref(), &mut rng);
            let mut again = match play.hidden() {
                Some(text) => loaded.resume(&tree(&text)).expect("it can be read again"),
                None => play.copy(),
            };
            let dice = || Dice::seeded([u8::try_from(number % 251).expect("small"); 32], None);
            let absent = BTreeSet::new();
            let one = play.turn(number, &files, &absent, &mut dice()).expect("it resolves");
            let two = again.turn(number, &files, &absent, &mut dice()).expect("it resolves");
            assert_eq!(one.phases, two.phases, "seed {seed}, record {number}");
            assert_eq!(play.hidden(), again.hidden(), "seed {seed}, record {number}");
            assert!(play.folds() && again.folds(), "seed {seed}, record {number}");
        }
    }
    for about in wanted {
        assert!(met.contains(about), "nobody was asked about {about}: {met:?}");
    }
}

#[test]
fn what_a_letter_still_orders_after_a_question_is_told_to_nobody_else() {
    let loaded = loaded();
    let mut play = loaded
        .open(&setup(Tempo::Full, &[("gauls", "false")]))
        .unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let mut rng = Rng::new(2);
    for number in 1..500 {
        let asked = play.asked();
        let dice = || Dice::seeded([u8::try_from(number % 251).expect("small"); 32], None);
        let resolve = |text: &str| {
            let mut play = play.copy();
            let file = RawOrders { standing: None, ..RawOrders::of(&tree(text)) };
            let files = BTreeMap::from([(asked[0].seat.clone(), file)]);
            play.turn(number, &files, &BTreeSet::new(), &mut dice()).expect("it resolves");
            play
        };
        if let [one] = &asked[..]
            && one.prompt == "activation"
        {
            let text = play.propose(&one.seat, BotStyle::Random, &mut rng);
            let text = text.replace("  finish: true\n", "");
            let goes_on = resolve(&text);
            let next = goes_on.asked();
            if next.iter().any(|next| next.seat != one.seat && next.prompt == "retreat") {
                let ends = resolve(&text.replacen("orders:\n", "orders:\n  finish: true\n", 1));
                assert_ne!(goes_on.hidden(), ends.hidden(), "the letters differ");
                let other = &next[0].seat;
                same(&sent(goes_on.as_ref(), other), &sent(ends.as_ref(), other), "finish");
                return;
            }
        }
        let files = files(play.as_ref(), &mut rng);
        play.turn(number, &files, &BTreeSet::new(), &mut dice()).expect("it resolves");
    }
    panic!("nobody was asked who falls back");
}

#[test]
fn an_answer_of_the_next_attack_names_each_that_is_left_once() {
    let rules =
        Metaurus::load(&data(), TITLE.revision()).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let one = |by: &str, against: &[&'static str]| Pairing {
        by: vec![Id::new(by).expect(by)],
        against: against.iter().copied().map(Id::of).collect(),
        listed: false,
    };
    let options = Options { gauls: false, tempo: Tempo::Full, stall_turns: 8, turn_limit: None };
    let state = State::new(options);
    let query =
        Query::Order { attacks: vec![one("la-1", &["ib-1", "ib-2"]), one("la-2", &["ib-3"])] };
    let said = |next: &[&'static str]| -> Vec<(String, &str)> {
        let next = next.iter().copied().map(Id::of).collect();
        let answer = Orders::NextAttacks(NextAttacks { next });
        let refused = question::refusals(&rules, &state, &query, &answer);
        refused.into_iter().map(|(part, no)| (part, no.code.into())).collect()
    };
    assert!(said(&["ib-3", "ib-1"]).is_empty() && said(&[]).is_empty());
    let wrong = [("next[1]".to_owned(), "E-me-twice"), ("next[2]".to_owned(), "E-me-attack")];
    assert_eq!(said(&["ib-1", "ib-2", "ib-4"]), wrong);
}
