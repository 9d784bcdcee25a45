//! Orders by hand: everything that is offered is lawful, and everything that can be ordered is offered.

use super::grammar::STANDING;
use super::{FOLDER, data, opened, sheet, sheets};
use crate::SHEET;
use engine::title::Play;
use engine::{BotStyle, Dice, Hand, Rng, Seat, Tempo};
use mutator::{Stroll, Walk, stroll};
use record::exchange::edit;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Keys and words that no offer writes.
const BEYOND: &[(&str, &str)] = &[
    ("ahead.choice.draw", "a word about the game goes with what is asked now"),
    ("ahead.choice.resign", "the same"),
    ("ahead.combat.draw", "the same"),
    ("ahead.combat.resign", "the same"),
    ("ahead.elephants.draw", "the same"),
    ("ahead.elephants.resign", "the same"),
    ("ahead.movement.draw", "the same"),
    ("ahead.movement.resign", "the same"),
    ("ahead.recovery.draw", "the same"),
    ("ahead.recovery.resign", "the same"),
    ("ahead.strategic.draw", "the same"),
    ("ahead.strategic.resign", "the same"),
    ("ahead.volley.draw", "the same"),
    ("ahead.volley.resign", "the same"),
    (
        "ahead.movement.return",
        "offered where a unit has gone off the map, as in no position of these walks",
    ),
    ("orders-movement.return", "the same"),
    ("return.enter", "the same"),
    ("return.path", "the same"),
    ("return.unit", "the same"),
    ("orders-movement.command", "offered in movement, where these walks meet it ahead alone"),
    (
        "attack.charge",
        "offered for every attack, lawful where Furor has a point, as in no position of these walks",
    ),
];

/// For a hand that was dealt for the purpose: what is checked is that everything can be said, not that the file is
/// lawful.
const DEALT: Stroll<'static> =
    Stroll { steps: 3, subjects: 4, choices: 4, pages: 3, excused: &|_, _| true };

/// Walks from the positions of a game that built-in players play.
fn walked(battle: &str, tempo: Tempo, seed: u64, records: u32) -> Walk {
    let mut play = opened(battle, tempo);
    let mut rng = Rng::new(seed);
    let (mut met, mut begun) = (Walk::default(), BTreeSet::new());
    for number in 1..=records {
        if play.outcome().is_some() {
            break;
        }
        for seat in ["rome", "carthage"].map(Seat::new) {
            let asked = play.asked().into_iter().find(|asked| asked.seat == seat);
            let draft = if asked.is_some() { "orders: {}\n" } else { "" };
            // Orders that belong to an attack, or to a unit that is kept back, can be given once there is one.
            let prompt = asked.as_ref().map_or("", |asked| asked.prompt.as_str());
            let group = match prompt {
                "setup" => Some("Ambush"),
                "combat" => Some("Attack"),
                "strategic" | "elephants" => Some("Elephants"),
                _ => None,
            };
            if number == 1 {
                // The parts of an entry of a list can be set once there is one.
                let said = format!(
                    "{draft}standing: {{fortuna: [{{die: combat, when: losing}}], command: [{{units: [all]}}]}}\n"
                );
                met.join(stroll(play.as_ref(), &seat, &mut rng, 1, &said, 5));
            }
            let group = group.filter(|_| !begun.contains(prompt));
            let found = group.and_then(|group| first_of(play.as_ref(), &seat, group));
            if let Some(text) = found {
                begun.insert(prompt.to_owned());
                met.join(stroll(play.as_ref(), &seat, &mut rng, 1, &text, 5));
            }
            let steps = if number % 6 == 1 { 2 } else { 1 };
            met.join(stroll(play.as_ref(), &seat, &mut rng, steps, draft, 2));
        }
        let filed = sheets(play.as_ref(), BotStyle::Sensible, &mut rng);
        let mut dice = Dice::seeded([u8::try_from(number).expect("small"); 32], Some([8; 32]));
        play.turn(number, &filed, &BTreeSet::new(), &mut dice).expect("it resolves");
    }
    met
}

/// A file with the first choice that is offered to a unit under a heading.
fn first_of(play: &dyn Play, seat: &Seat, group: &str) -> Option<String> {
    let text = "orders: {}\n";
    let draft = sheet(text);
    let all = play.offers(seat, &draft, None).subjects;
    let mut offers = all.iter().flat_map(|one| play.offers(seat, &draft, Some(&one.id)).offers);
    let first = offers.find(|offer| offer.group == group)?;
    let write = |text: String, one| edit::edit(&text, one).expect("a draft can be edited");
    Some(first.edits.iter().fold(text.to_owned(), write))
}

fn dealt(play: &dyn Play, seat: &Seat, change: impl FnOnce(&mut Value)) -> Box<dyn Hand> {
    let mut hand = play.hand(seat);
    change(&mut hand);
    let taken = SHEET.take_up(&data(), crate::TITLE.revision().number(), &hand);
    taken.unwrap_or_else(|why| panic!("{why}: {hand}"))
}

/// A battle in which both armies stand, after so many records, with Rome's standing orders in force.
fn begun(records: u32) -> Box<dyn Play> {
    let mut play = opened("zama", Tempo::Full);
    let mut rng = Rng::new(8);
    for number in 1..=records {
        let mut files = sheets(play.as_ref(), BotStyle::Sensible, &mut rng);
        let rome = files.entry(Seat::new("rome")).or_default();
        rome.standing = sheet(&format!("standing: {STANDING}\n")).standing;
        let mut dice = Dice::seeded([4; 32], Some([8; 32]));
        play.turn(number, &files, &BTreeSet::new(), &mut dice).expect("it resolves");
    }
    play
}

/// Walks through rare choices: questions in the middle of an impulse, a return, standing orders in force.
fn seldom(met: &mut Walk) {
    let (play, rome, mut rng) = (begun(3), Seat::new("rome"), Rng::new(6));
    met.join(stroll(play.as_ref(), &rome, &mut rng, 1, "", 2));
    let view = &play.hand(&rome)["view"]["units"];
    let of = |side: &str| -> Vec<String> {
        let units = view.as_object().expect("units by id").iter();
        units.filter(|(_, unit)| unit["side"] == side).map(|(id, _)| id.clone()).collect()
    };
    let (own, enemy) = (of("rome"), of("carthage"));
    let elephants = enemy.iter().find(|id| id.starts_with("el")).expect("elephants");
    for query in [
        json!({ "of": "fortuna", "cast": "attack", "unit": own[0], "die": 3 }),
        json!({ "of": "withdraw", "attacker": enemy[0], "target": own[0], "ways": [{ "way": "s", "hex": "1010" }] }),
        json!({ "of": "defend", "attacker": enemy[0], "target": own[0], "command": true, "support": own[1..4] }),
        json!({ "of": "pursuit", "unit": own[0], "fugitive": enemy[0] }),
        json!({ "of": "furious", "unit": elephants }),
        json!({ "of": "advance", "unit": own[0], "to": "1010", "stay": true, "face": true }),
        json!({ "of": "leader", "leader": "scipio", "from": "1010", "to": ["1011", "0911"], "stay": true }),
        json!({ "of": "roll", "units": [elephants] }),
    ] {
        let name = query["of"].clone();
        let hand = dealt(play.as_ref(), &rome, |hand| {
            hand["view"]["asked"] = json!({ "side": "rome", "query": query });
            hand["prompts"] =
                json!([{ "seat": "rome", "name": name, "question": null, "optional": false }]);
        });
        met.join(DEALT.walk_hand(hand.as_ref(), &mut rng, ""));
    }
    let moving = |hand: &mut Value| {
        hand["view"]["stage"] = json!({ "at": "impulse", "mover": "rome", "impulse": "movement" });
        hand["view"]["units"][&own[0]]["place"] = json!("off/1019");
    };
    let hand = dealt(play.as_ref(), &rome, |hand| {
        moving(hand);
        hand["prompts"] =
            json!([{ "seat": "rome", "name": "movement", "question": null, "optional": false }]);
    });
    let whole = Stroll { steps: 2, subjects: usize::MAX, ..DEALT };
    met.join(whole.walk_hand(hand.as_ref(), &mut rng, "orders: {}\n"));
    let hand = dealt(play.as_ref(), &rome, |hand| {
        moving(hand);
        hand["prompts"] = json!([]);
    });
    met.join(whole.walk_hand(hand.as_ref(), &mut rng, ""));
}

#[test]
fn what_is_offered_is_lawful_and_every_kind_of_order_is_offered() {
    let mut met = walked("zama", Tempo::Brisk, 3, 4);
    met.join(walked("trebbia", Tempo::Full, 4, 14));
    met.join(walked("zama", Tempo::Full, 5, 20));
    assert!(met.tried > 1000, "only {} offers were tried", met.tried);
    seldom(&mut met);
    let schema = serde_json::from_str(&FOLDER.text("schema/orders.json")).expect("it is JSON");
    let missing = met.parts.missing(&schema, &["unit"], BEYOND);
    assert!(missing.is_empty(), "never offered: {missing:#?}\nof {:?}", met.groups);
}
