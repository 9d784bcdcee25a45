//! A position for every question, for tests of what may be answered.

use super::{ENDING, loaded, orders, setup};
use engine::title::Play;
use engine::{BotStyle, Dice, Node, Rng, Seat, Tempo};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};

/// The number of words for questions, with that for a game that is over.
const QUESTIONS: usize = 7;

/// For each question, the whole first position in which it is asked in games between sensible players, with the seat.
pub(super) fn positions() -> BTreeMap<String, (Node, Seat)> {
    let (title, mut found) = (loaded(), BTreeMap::new());
    for seed in 0..40 {
        if found.len() == QUESTIONS {
            break;
        }
        let tempo = if seed % 2 == 0 { Tempo::Full } else { Tempo::Brisk };
        let mut play = title.open(&setup(tempo, &ENDING)).expect("opens");
        let mut rng = Rng::new(seed);
        for number in 1..60 {
            let mut filed = BTreeMap::new();
            for seat in ["rome", "carthage"].map(Seat::new) {
                let question = play.form(&seat)["question"].as_str().unwrap_or("over").to_owned();
                found.entry(question).or_insert_with(|| (position(play.as_ref()), seat.clone()));
                let text = play.propose(&seat, BotStyle::Sensible, &mut rng);
                filed.insert(seat, orders(&text));
            }
            if play.outcome().is_some() {
                break;
            }
            let mut dice = Dice::seeded([9; 32], Some([8; 32]));
            play.turn(number, &filed, &BTreeSet::new(), &mut dice).expect("resolves");
        }
    }
    assert_eq!(found.len(), QUESTIONS, "{:?}", found.keys());
    found
}

fn position(play: &dyn Play) -> Node {
    let text = play.hidden().unwrap_or_else(|| play.public_state());
    yaml::parse(&text).expect("a state is YAML")
}
