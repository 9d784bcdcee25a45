//! Orders by hand: everything that is offered is lawful, and everything that can be ordered is offered.

use super::{loaded, setup, sheet};
use crate::TITLE;
use engine::title::Play;
use engine::{BotStyle, Dice, Rng, Seat, Tempo};
use mutator::{Walk, stroll};
use record::exchange::edit;
use std::collections::{BTreeMap, BTreeSet};

/// Every word of the grammar of orders.
const GRAMMAR: &[&str] = &[
    "resign",
    "go",
    "chits",
    "units",
    "place",
    "face",
    "change",
    "agree",
    "activations",
    "finish",
    "command",
    "combined",
    "use",
    "march",
    "attacks",
    "order",
    "to",
    "path",
    "exit",
    "by",
    "against",
    "advance",
    "face-after",
    "continue",
    "then",
    "ahead",
    "orders",
    "turn",
    "initiative",
    "retreat",
    "counter",
    "rampage",
    "if",
    "hexes",
    "toward",
];

/// Walks from the positions of a game that built-in players play.
fn walked(tempo: Tempo, seed: u64) -> Walk {
    let loaded = loaded(TITLE.revision());
    let mut play =
        loaded.open(&setup(tempo, &[])).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let mut rng = Rng::new(seed);
    let (mut met, mut attacked) = (Walk::default(), false);
    for number in 1..=10 {
        // Who does not say what to do with the initiative is asked in the tempo `full`.
        let file = |seat: &Seat, rng: &mut Rng| {
            let text = play.propose(seat, BotStyle::Sensible, rng);
            text.replace("initiative: first", "initiative: ask")
        };
        let filed: BTreeMap<_, _> = play
            .asked()
            .into_iter()
            .map(|asked| (asked.seat.clone(), sheet(&file(&asked.seat, &mut rng))))
            .collect();
        // What comes after an attack can be ordered once there is one.
        let mut begun = filed.keys().filter(|_| number > 4 && !attacked);
        let begun = begun.find_map(|seat| Some((seat, attack(play.as_ref(), seat)?)));
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
            met.join(stroll(play.as_ref(), &seat, &mut rng, 2, draft, 3));
        }
        let mut dice = Dice::seeded([u8::try_from(number).expect("small"); 32], None);
        play.turn(number, &filed, &BTreeSet::new(), &mut dice).expect("it resolves");
    }
    met
}

/// A file with the first attack that is offered.
fn attack(play: &dyn Play, seat: &Seat) -> Option<String> {
    let text = "orders: {}\n";
    let draft = sheet(text);
    let all = play.offers(seat, &draft, None).subjects;
    let mut offers = all
        .iter()
        .filter(|one| one.group == "Units")
        .flat_map(|one| play.offers(seat, &draft, Some(&one.id)).offers);
    let attack = offers.find(|offer| offer.group == "Attack")?;
    let write = |text: String, one| edit::edit(&text, one).expect("a draft can be edited");
    Some(attack.edits.iter().fold(text.to_owned(), write))
}

#[test]
fn what_is_offered_is_lawful_and_every_kind_of_order_is_offered() {
    let mut met = walked(Tempo::Brisk, 3);
    met.join(walked(Tempo::Full, 4));
    assert!(met.tried > 1000, "only {} offers were tried", met.tried);
    met.reached(GRAMMAR.iter().copied());
}

#[test]
fn a_choice_takes_the_place_of_a_key_that_the_draft_withdraws() {
    let loaded = loaded(TITLE.revision());
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
        (None, "All others: strikes back", "counter"),
        (None, "Whenever the initiative is won", "initiative"),
    ] {
        let text = format!("standing: {{{key}: default}}\n");
        let offers = play.offers(&rome, &sheet(&text), picked).offers;
        let mine: Vec<_> = offers.iter().filter(|offer| offer.group == group).collect();
        assert!(!mine.is_empty(), "{group}");
        for offer in mine {
            assert!(!offer.chosen, "{group}: {} is withdrawn", offer.words);
            let write = |text: String, one| edit::edit(&text, one).expect("a draft can be edited");
            let written = offer.edits.iter().fold(text.clone(), write);
            assert!(!written.contains("default}") && written.contains(key), "{written}");
            let check = play.check(&rome, &sheet(&written));
            assert!(check.0.is_empty(), "{written}: {check}");
        }
    }
}
