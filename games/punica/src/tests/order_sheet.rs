//! Orders by hand: all that is offered is lawful, and everything that an order file may say can be said so.

use super::{ENDING, FOLDER, loaded, orders, setup};
use crate::{Punica, SHEET};
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{BotStyle, Dice, Rng, Rules, Seat, Tempo};
use mutator::{Stroll, Walk, text, walk};
use record::exchange::{edit, yaml};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Keys and words that no offer writes.
const BEYOND: &[(&str, &str)] = &[
    ("orders-aftermath.draw=offer", "a draw can be offered only together with an action"),
    ("orders-battle.draw=offer", "the same"),
    ("orders-effect.draw=offer", "the same"),
    ("orders-order.draw=offer", "the same"),
    ("orders-aftermath.lose=fleet", "an army or Hannibal falls where it is asked"),
    ("orders-aftermath.lose=hannibal+army", "the same"),
];

/// Standing orders that say something under every key.
const STANDING: &str = "standing: {battle: [{play: ask}], effect: win, losses: hannibal-last, retreat: [roma], battles: [sicilia]}\n";

/// Walks through what both seats are offered in a game between built-in players, where `here` says so.
fn game(
    title: &dyn LoadedTitle,
    (tempo, style, seed): (Tempo, BotStyle, u64),
    met: &mut Walk,
    here: impl Fn(&dyn Play, &Seat) -> bool,
) {
    let mut play = title.open(&setup(tempo, &ENDING)).expect("opens");
    let mut rng = Rng::new(seed);
    for number in 1..60 {
        if play.outcome().is_some() {
            break;
        }
        for seat in ["rome", "carthage"].map(Seat::new) {
            if here(play.as_ref(), &seat) {
                met.join(walk(play.as_ref(), &seat, &mut rng, 1, ""));
                asked(play.as_ref(), &seat, met);
            }
        }
        let filed = proposed(play.as_ref(), style, &mut rng);
        for (seat, file) in &filed {
            battles(play.as_ref(), seat, file, met);
        }
        let mut dice = Dice::seeded([9; 32], Some([8; 32]));
        play.turn(number, &filed, &BTreeSet::new(), &mut dice).expect("resolves");
    }
}

/// Walks through the offers beside a card that is chosen by measure, and after the other side has offered a draw: once
/// for each question.
fn asked(play: &dyn Play, seat: &Seat, met: &mut Walk) {
    let awaited = play.awaited().into_iter().find(|one| one.seat == *seat);
    let Some(question) = awaited.map(|one| one.prompt) else { return };
    if !met.groups.insert(format!("asked: {question}")) {
        return;
    }
    let mut hand = play.hand(seat);
    hand["view"]["offer"] = json!(if seat.name() == "rome" { "carthage" } else { "rome" });
    let hand = SHEET.take_up(&FOLDER.data(), Punica::REVISION, &hand).expect("it is a hand");
    let rng = &mut Rng::new(4);
    met.join(Stroll { subjects: 0, ..Stroll::whole(1) }.walk_hand(hand.as_ref(), rng, ""));
    for measure in ["beat", "hold"].into_iter().filter(|_| question == "battle") {
        let area = &play.form(seat)["battle"]["area"];
        let draft = format!("orders: {{battle: {area}, card: {{{measure}: 3}}}}\n");
        met.join(walk(play, seat, rng, 1, &draft));
    }
}

/// Walks through the offers for the order of the battles that an action begins, once.
fn battles(play: &dyn Play, seat: &Seat, file: &RawOrders, met: &mut Walk) {
    let found = "asked: the order of an action's battles";
    if play.form(seat)["question"] != "action" || met.groups.contains(found) {
        return;
    }
    for offer in play.offers(seat, file, None).offers {
        if offer.group == "Order of the battles" {
            met.groups.insert(found.to_owned());
            let written = offer.edits.iter().fold(text(file), |text, one| {
                edit::edit(&text, one).expect("a file can be edited")
            });
            met.parts
                .add(&yaml::parse(&written).expect("YAML").plain_value(), &["action".to_owned()]);
        }
    }
}

fn proposed(play: &dyn Play, style: BotStyle, rng: &mut Rng) -> BTreeMap<Seat, RawOrders> {
    let seats: BTreeSet<Seat> = play.awaited().into_iter().map(|asked| asked.seat).collect();
    let propose = |seat: Seat| {
        let text = play.propose(&seat, style, rng);
        (seat, orders(&text))
    };
    seats.into_iter().map(propose).collect()
}

#[test]
fn all_that_is_offered_is_lawful_and_every_kind_of_order_can_be_given_by_hand() {
    let (title, mut met) = (loaded(), Walk::default());
    let asked = |play: &dyn Play, seat: &Seat| play.awaited().iter().any(|one| one.seat == *seat);
    game(title.as_ref(), (Tempo::Full, BotStyle::Sensible, 1), &mut met, asked);
    game(title.as_ref(), (Tempo::Brisk, BotStyle::Sensible, 2), &mut met, asked);
    // Rare choices: the fall of Hannibal, and the retreat of beaten units.
    let beaten = |play: &dyn Play, seat: &Seat| play.form(seat)["question"] == "aftermath";
    for seed in 0..30 {
        game(title.as_ref(), (Tempo::Full, BotStyle::Random, seed), &mut met, beaten);
    }
    // Offers for drafts that already say something.
    let drafts = [
        "standing: {effect: {do: win}, battle: [{play: {mix: {c1: 1}}}, {play: [ask, {beat: 3}], when: {kind: sea}}, {play: {hold: 3}}]}\n",
        "ahead: {effect: {moves: []}, action: [{do: {action: move, move: army carthago numidia}, if: {no-battle: true}}, {do: {action: pass, discard: lowest}}]}\n",
        "orders: {action: card, card: c5, moves: [fleet mare-africum mare-ionium]}\n",
    ];
    let play = title.open(&setup(Tempo::Brisk, &ENDING)).expect("opens");
    for draft in drafts {
        met.join(walk(play.as_ref(), &Seat::new("carthage"), &mut Rng::new(5), 1, draft));
    }
    let mut play = title.open(&setup(Tempo::Brisk, &ENDING)).expect("opens");
    let mut filed = proposed(play.as_ref(), BotStyle::Sensible, &mut Rng::new(1));
    for seat in ["rome", "carthage"].map(Seat::new) {
        filed.entry(seat).or_default().standing = orders(STANDING).standing;
    }
    play.turn(1, &filed, &BTreeSet::new(), &mut Dice::seeded([9; 32], Some([8; 32])))
        .expect("resolves");
    met.join(walk(play.as_ref(), &Seat::new("rome"), &mut Rng::new(5), 1, ""));
    let schema = FOLDER.text("schema/orders.json");
    let schema = serde_json::from_str(&schema).expect("it is JSON");
    let missing = met.parts.missing(&schema, &["area", "region", "card"], BEYOND);
    assert!(missing.is_empty(), "never offered: {missing:#?}\nof {:?}", met.groups);
}
