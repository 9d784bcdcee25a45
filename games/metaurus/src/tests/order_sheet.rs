//! Orders by hand: everything that is offered is lawful, and everything that can be ordered is offered.

use super::{FOLDER, data, loaded, setup, sheet, tree};
use crate::{SHEET, TITLE};
use engine::title::Play;
use engine::{BotStyle, Dice, Hand, Offer, Rng, Seat, Tempo};
use mutator::{Stroll, Walk, stroll};
use record::exchange::edit;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Keys and words that no offer writes.
const BEYOND: &[(&str, &str)] = &[
    (
        "ahead.turn.finish",
        "a Player Turn is given ahead in tempo brisk alone, where each is a whole one",
    ),
    ("orders-setup-rome.units", "every Command of Rome has a chit"),
    ("standing.retreat=always", "a shorter spelling of `{if: always, hexes: 1}`"),
    ("standing.retreat=infantry", "the same"),
    ("standing.retreat=never", "the same"),
];

/// Standing orders that say something under every key.
const STANDING: &str = "standing: {initiative: ask, retreat: {default: infantry, ce-1: {if: always, hexes: 2, toward: [ne]}}, \
    counter: {default: always}, continue: {default: never}, order: announced, gauls: none, rampage: enemy}\n";

/// For hands dealt for the purpose: they ask what can be written, not what is lawful, so the file need not be.
const DEALT: Stroll<'static> =
    Stroll { steps: 2, subjects: 3, choices: 4, pages: 3, excused: &|_, _| true };

/// Walks from the positions of a game that built-in players play.
fn walked(tempo: Tempo, seed: u64) -> Walk {
    let loaded = loaded();
    let mut play =
        loaded.open(&setup(tempo, &[])).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let mut rng = Rng::new(seed);
    let (mut met, mut attacked) = (Walk::default(), false);
    for number in 1..=10 {
        // A side that does not say what to do with the initiative is asked in the tempo `full`.
        let file = |seat: &Seat, rng: &mut Rng| {
            let text = play.propose(seat, BotStyle::Sensible, rng);
            text.replace("initiative: first", "initiative: ask")
        };
        let filed: BTreeMap<_, _> = play
            .asked()
            .into_iter()
            .map(|asked| (asked.seat.clone(), sheet(&file(&asked.seat, &mut rng))))
            .collect();
        // Orders for what comes after an attack can be given once there is one.
        let mut begun = filed.keys().filter(|_| number > 4 && !attacked);
        let begun = begun.find_map(|seat| Some((seat, first_of(play.as_ref(), seat, "Attack")?)));
        if let Some((seat, text)) = begun {
            attacked = true;
            met.join(stroll(play.as_ref(), seat, &mut rng, 1, &text, 6));
        }
        for seat in ["rome", "carthage"] {
            let seat = Seat::new(seat);
            let asked = play.asked().into_iter().find(|asked| asked.seat == seat);
            let draft = match asked.as_ref().map(|asked| asked.prompt.as_str()) {
                // An answer without a choice would be a mistake already.
                Some("initiative") => "orders: {go: first}\n",
                Some(_) => "orders: {}\n",
                None => "",
            };
            if let Some(asked) = asked {
                gauls(play.as_ref(), &seat, draft, &asked.prompt, &mut met);
            }
            let steps = if number % 4 == 1 { 2 } else { 1 };
            met.join(stroll(play.as_ref(), &seat, &mut rng, steps, draft, 2));
        }
        let mut dice = Dice::seeded([u8::try_from(number).expect("small"); 32], None);
        play.turn(number, &filed, &BTreeSet::new(), &mut dice).expect("it resolves");
    }
    met
}

/// The Gauls as they are offered to act: one Command, which a walk may pass by.
fn gauls(play: &dyn Play, seat: &Seat, text: &str, prompt: &str, met: &mut Walk) {
    for offer in play.offers(seat, &sheet(text), Some("celtic")).offers {
        if offer.group == "Gauls that are to act" {
            let said = tree(&written(text, &offer)).plain_value();
            met.parts.add(&said, &[prompt.to_owned()]);
        }
    }
}

fn written(text: &str, offer: &Offer) -> String {
    let write = |text: String, one| edit::edit(&text, one).expect("a draft can be edited");
    offer.edits.iter().fold(text.to_owned(), write)
}

/// A file with the first choice under a heading that is offered to a unit.
fn first_of(play: &dyn Play, seat: &Seat, group: &str) -> Option<String> {
    let text = "orders: {}\n";
    let draft = sheet(text);
    let all = play.offers(seat, &draft, None).subjects;
    let mut offers = all
        .iter()
        .filter(|one| one.group == "Units")
        .flat_map(|one| play.offers(seat, &draft, Some(&one.id)).offers);
    let first = offers.find(|offer| offer.group == group)?;
    Some(written(text, &first))
}

/// A hand with a question in the middle of an activation.
fn questioned(play: &dyn Play, seat: &Seat, query: &Value) -> Box<dyn Hand> {
    let mut hand = play.hand(seat);
    hand["view"]["stage"] = json!({ "at": "turn", "side": "rome" });
    hand["view"]["asked"] = json!({ "side": seat, "query": query });
    hand["prompts"] =
        json!([{ "seat": seat, "name": query["of"], "question": null, "optional": false }]);
    let taken = SHEET.take_up(&data(), TITLE.revision().number(), &hand);
    taken.unwrap_or_else(|why| panic!("{why}: {hand}"))
}

/// Walks through rare choices: all standing orders in force, chits of single units, questions in the middle of an
/// activation.
fn seldom(met: &mut Walk) {
    let loaded = loaded();
    let mut play =
        loaded.open(&setup(Tempo::Full, &[])).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let (rome, carthage, mut rng) = (Seat::new("rome"), Seat::new("carthage"), Rng::new(6));
    let order = first_of(play.as_ref(), &carthage, "Order").expect("cavalry has no chit");
    met.join(stroll(play.as_ref(), &carthage, &mut rng, 1, &order, 1));
    for (number, seat) in [(1, &carthage), (2, &rome)] {
        let filed = BTreeMap::from([(seat.clone(), sheet(&format!("orders: {{}}\n{STANDING}")))]);
        let mut dice = Dice::seeded([4; 32], None);
        play.turn(number, &filed, &BTreeSet::new(), &mut dice).expect("it resolves");
    }
    // Of Commands and units a few, and every page of standing orders.
    let force = Stroll { subjects: 18, choices: 2, ..Stroll::whole(1) };
    met.join(force.walk(play.as_ref(), &carthage, &mut rng, ""));
    let (by, against) = (json!(["la-1"]), json!(["ce-1"]));
    let around = json!(["0403", "0404", "0405", "0503", "0603", "0604", "0605"]);
    for query in [
        json!({ "of": "retreat", "units": [{ "unit": "la-1", "by": against, "drm": 1, "to": around }] }),
        json!({ "of": "counter", "by": by, "against": against, "drm": 0 }),
        json!({ "of": "continue", "targets": [{ "by": by, "against": "ce-1", "drm": 1 }] }),
        json!({ "of": "order", "attacks": [{ "by": by, "against": against, "listed": false }] }),
        json!({ "of": "advance", "to": "0605", "units": by, "face": true }),
        json!({ "of": "gauls", "units": by }),
        json!({ "of": "rampage", "unit": "el", "targets": against }),
    ] {
        let hand = questioned(play.as_ref(), &rome, &query);
        met.join(DEALT.walk_hand(hand.as_ref(), &mut rng, ""));
    }
}

#[test]
fn what_is_offered_is_lawful_and_every_kind_of_order_is_offered() {
    let mut met = walked(Tempo::Brisk, 3);
    met.join(walked(Tempo::Full, 4));
    assert!(met.tried > 1000, "only {} offers were tried", met.tried);
    seldom(&mut met);
    let schema = FOLDER.text("schema/orders.json");
    let schema = serde_json::from_str(&schema).expect("it is JSON");
    // Bearings have two spellings each.
    let alike = ["unit", "command", "facing", "direction"];
    let missing = met.parts.missing(&schema, &alike, BEYOND);
    assert!(missing.is_empty(), "never offered: {missing:#?}\nof {:?}", met.groups);
}

#[test]
fn a_choice_takes_the_place_of_a_key_that_the_draft_withdraws() {
    let loaded = loaded();
    let mut play = loaded
        .open(&setup(Tempo::Brisk, &[]))
        .unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let rome = Seat::new("rome");
    let first = "orders: {}\nstanding: {initiative: ask, counter: {default: always}}\n";
    let filed = play.asked().into_iter().map(|asked| (asked.seat, sheet(first))).collect();
    let mut dice = Dice::seeded([1; 32], None);
    play.turn(1, &filed, &BTreeSet::new(), &mut dice).expect("it resolves");
    for (picked, group, key) in [
        (Some("la-1"), "Strikes back", "counter"),
        (None, "All other units: strikes back", "counter"),
        (None, "Whenever you win the initiative", "initiative"),
    ] {
        let text = format!("orders: {{}}\nstanding: {{{key}: default}}\n");
        let offers = play.offers(&rome, &sheet(&text), picked).offers;
        let mine: Vec<_> = offers.iter().filter(|offer| offer.group == group).collect();
        assert!(!mine.is_empty(), "{group}");
        for offer in mine {
            assert!(!offer.chosen, "{group}: {} is withdrawn", offer.words);
            let written = written(&text, offer);
            assert!(!written.contains("default}") && written.contains(key), "{written}");
            let check = play.check(&rome, &sheet(&written));
            assert!(check.0.is_empty(), "{written}: {check}");
        }
    }
}
