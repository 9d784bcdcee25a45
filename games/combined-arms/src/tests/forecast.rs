//! The outlook is an upper bound: no General falls who was not warned.

use super::{loaded, rules, setup, sheet};
use crate::forecast;
use crate::names::Side;
use crate::rules::Field;
use crate::state::State;
use engine::title::Play;
use engine::{BotStyle, Dice, Rng, Tempo};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};

fn state_of(play: &dyn Play) -> State {
    let mut state = yaml::parse(&play.public_state()).unwrap().plain_value();
    serde_json::from_value(state["state"].take()).unwrap()
}

/// Counts turns, those in which the General of the side not on turn was in danger, and those in which he fell.
#[derive(Debug, Default)]
struct Count {
    turns: u32,
    warned: u32,
    fell: u32,
}

fn watch(scenario: &str, style: BotStyle, seed: u64, count: &mut Count) {
    let rules = rules();
    let mut play = loaded().open(&setup(scenario, Tempo::Brisk, &[])).unwrap();
    let mut rng = Rng::new(seed);
    for number in 1..60 {
        let before = state_of(play.as_ref());
        let threatened = before.active.map(Side::other).filter(|_| before.turn > 0);
        let outlook = threatened
            .and_then(|side| forecast::of_general(&Field::new(&rules.chart, &before), side, true));
        let danger = outlook.as_ref().is_some_and(|outlook| {
            outlook.after_moves.points >= u32::from(outlook.needed)
                && (outlook.doomed || outlook.twice)
        });
        let awaited = play.awaited();
        let files = awaited
            .iter()
            .map(|asked| (asked.seat.clone(), sheet(&play.propose(&asked.seat, style, &mut rng))));
        let files: BTreeMap<_, _> = files.collect();
        play.turn(number, &files, &BTreeSet::new(), &mut Dice::none()).unwrap();
        count.turns += u32::from(outlook.is_some());
        count.warned += u32::from(danger);
        let Some(outcome) = play.outcome() else { continue };
        if outcome.reason == "general" {
            count.fell += 1;
            assert!(danger, "seed {seed}, record {number}: a General fell unwarned: {outlook:#?}");
        }
        return;
    }
}

#[test]
fn no_general_falls_unwarned() {
    let mut count = Count::default();
    for seed in 0..6 {
        watch("battle", BotStyle::Sensible, seed, &mut count);
    }
    for seed in 10..12 {
        watch("battle-ridges", BotStyle::Sensible, seed, &mut count);
        watch("battle", BotStyle::Random, seed, &mut count);
    }
    println!("{count:?}");
    assert!(count.fell >= 5 && count.warned < count.turns, "{count:?}");
}
