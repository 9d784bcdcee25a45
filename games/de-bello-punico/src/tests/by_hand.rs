//! Orders by hand: everything that is offered is lawful, and everything that can be ordered is offered.

use super::{opened, sheets};
use engine::{BotStyle, Dice, Rng, Seat, Tempo};
use mutator::{Walk, stroll};
use std::collections::BTreeSet;

/// Every word of the grammar of orders.
const GRAMMAR: &[&str] = &[
    "resign",
    "draw",
    "units",
    "leader",
    "reserve",
    "chips",
    "vacuus",
    "place",
    "choice",
    "elephants",
    "unit",
    "furious",
    "command",
    "moves",
    "path",
    "to",
    "go",
    "volley",
    "attacks",
    "target",
    "support",
    "advance",
    "face",
    "if",
    "dp",
    "is",
    "at",
    "hex",
    "holds",
    "last",
    "recover",
    "strategic",
    "movement",
    "combat",
    "recovery",
    "boxes",
    "fortuna",
    "die",
    "when",
    "role",
    "withdraw",
    "attack",
    "pursuit",
    "keep",
    "late",
    "optional",
    "follow",
    "leave",
    "within",
    "wait",
];

/// Walks from the positions of a game that built-in players play.
fn walked(battle: &str, tempo: Tempo, seed: u64, records: u32) -> Walk {
    let mut play = opened(battle, tempo);
    let mut rng = Rng::new(seed);
    let mut met = Walk::default();
    for number in 1..=records {
        if play.outcome().is_some() {
            break;
        }
        for seat in ["rome", "carthage"].map(Seat::new) {
            let asked = play.asked().iter().any(|asked| asked.seat == seat);
            let draft = if asked { "orders: {}\n" } else { "" };
            met.join(stroll(play.as_ref(), &seat, &mut rng, 2, draft, 3));
        }
        let filed = sheets(play.as_ref(), BotStyle::Sensible, &mut rng);
        let mut dice = Dice::seeded([u8::try_from(number).expect("small"); 32], Some([8; 32]));
        play.turn(number, &filed, &BTreeSet::new(), &mut dice).expect("it resolves");
    }
    met
}

#[test]
fn what_is_offered_is_lawful_and_every_kind_of_order_is_offered() {
    let mut met = walked("zama", Tempo::Brisk, 3, 6);
    met.join(walked("trebbia", Tempo::Full, 4, 24));
    met.join(walked("zama", Tempo::Full, 5, 30));
    assert!(met.tried > 1000, "only {} offers were tried", met.tried);
    let missing: Vec<&str> =
        GRAMMAR.iter().copied().filter(|word| !met.keys.contains(*word)).collect();
    assert!(missing.is_empty(), "{missing:?} cannot be ordered by hand: {:?}", met.groups);
}
