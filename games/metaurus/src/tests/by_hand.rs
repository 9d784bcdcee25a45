//! Orders by hand: everything that is offered is lawful, and everything that can be ordered is offered.

use super::{loaded, setup, sheet};
use crate::TITLE;
use engine::{BotStyle, Dice, Rng, Seat, Tempo};
use mutator::{Walk, stroll};
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
    let mut met = Walk::default();
    for number in 1..=10 {
        for seat in ["rome", "carthage"] {
            let seat = Seat::new(seat);
            let asked = play.asked().iter().any(|asked| asked.seat == seat);
            let draft = if asked { "orders: {}\n" } else { "" };
            met.join(stroll(play.as_ref(), &seat, &mut rng, 2, draft, 4));
        }
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
        let mut dice = Dice::seeded([u8::try_from(number).expect("small"); 32], None);
        play.turn(number, &filed, &BTreeSet::new(), &mut dice).expect("it resolves");
    }
    met
}

#[test]
fn what_is_offered_is_lawful_and_every_kind_of_order_is_offered() {
    let mut met = walked(Tempo::Brisk, 3);
    met.join(walked(Tempo::Full, 4));
    assert!(met.tried > 1000, "only {} offers were tried", met.tried);
    let missing: Vec<&str> =
        GRAMMAR.iter().copied().filter(|word| !met.keys.contains(*word)).collect();
    assert!(missing.is_empty(), "{missing:?} cannot be ordered by hand: {:?}", met.groups);
}
