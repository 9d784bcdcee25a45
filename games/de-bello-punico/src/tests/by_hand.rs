//! Orders by hand: everything that is offered is lawful, and everything that can be ordered is offered.

use super::{opened, sheet, sheets};
use engine::title::Play;
use engine::{BotStyle, Dice, Rng, Seat, Tempo};
use mutator::{Walk, stroll};
use record::exchange::edit;
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
    let (mut met, mut begun) = (Walk::default(), BTreeSet::new());
    for number in 1..=records {
        if play.outcome().is_some() {
            break;
        }
        for seat in ["rome", "carthage"].map(Seat::new) {
            let asked = play.asked().into_iter().find(|asked| asked.seat == seat);
            let draft = if asked.is_some() { "orders: {}\n" } else { "" };
            // What belongs to an attack, or comes of a unit that is kept back, can be ordered once there is one.
            let group = match asked.as_ref().map(|asked| asked.prompt.as_str()) {
                Some("setup") => Some("Ambush"),
                Some("combat") => Some("Attack"),
                Some(_) | None => None,
            };
            if number == 1 {
                // What an entry of a list can say, can be said once there is one.
                let said =
                    format!("{draft}standing: {{fortuna: [{{die: combat, when: losing}}]}}\n");
                met.join(stroll(play.as_ref(), &seat, &mut rng, 1, &said, 5));
            }
            let group = group.filter(|group| !begun.contains(group));
            let found =
                group.and_then(|group| Some((group, first_of(play.as_ref(), &seat, group)?)));
            if let Some((group, text)) = found {
                begun.insert(group);
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
    let write = |text: String, one| edit::edit(&text, one).expect("a draft can be edited");
    Some(first.edits.iter().fold(text.to_owned(), write))
}

#[test]
fn what_is_offered_is_lawful_and_every_kind_of_order_is_offered() {
    let mut met = walked("zama", Tempo::Brisk, 3, 4);
    met.join(walked("trebbia", Tempo::Full, 4, 14));
    met.join(walked("zama", Tempo::Full, 5, 20));
    assert!(met.tried > 1000, "only {} offers were tried", met.tried);
    met.reached(GRAMMAR.iter().copied());
}
