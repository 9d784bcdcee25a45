//! Questions in the middle of an impulse: a battle that is written down between any two letters goes on as one that is not.

use super::{loaded, opened, sheets};
use crate::names::AskName;
use engine::{BotStyle, Dice, Rng, Tempo};
use record::exchange::yaml;
use std::collections::BTreeSet;

fn dice(number: u32) -> Dice {
    let seed = |salt: u8| [salt ^ u8::try_from(number % 251).expect("small"); 32];
    Dice::seeded(seed(0), Some(seed(77)))
}

#[test]
fn a_battle_written_down_in_the_middle_of_a_resolution_goes_on_as_one_that_is_not() {
    let loaded = loaded();
    let mut met = BTreeSet::new();
    for (battle, seed) in [("zama", 1), ("trebbia", 2), ("zama", 3)] {
        let mut play = opened(battle, Tempo::Full);
        let mut rng = Rng::new(seed);
        for number in 1..600 {
            if play.outcome().is_some() {
                break;
            }
            met.extend(play.asked().into_iter().map(|asked| asked.prompt));
            let mut files = sheets(play.as_ref(), BotStyle::Random, &mut rng);
            for file in files.values_mut() {
                file.standing = None;
            }
            let mut again = match play.hidden() {
                Some(text) => {
                    let saved = yaml::parse(&text).unwrap_or_else(|why| panic!("{:?}", why.0));
                    loaded.resume(&saved).expect("it can be read again")
                }
                None => play.copy(),
            };
            let absent = BTreeSet::new();
            let one = play.turn(number, &files, &absent, &mut dice(number)).expect("it resolves");
            let two = again.turn(number, &files, &absent, &mut dice(number)).expect("it resolves");
            assert_eq!(one.phases, two.phases, "seed {seed}, record {number}");
            assert_eq!(play.hidden(), again.hidden(), "seed {seed}, record {number}");
            assert!(play.folds() && again.folds(), "seed {seed}, record {number}");
        }
    }
    for name in [AskName::Fortuna, AskName::Withdraw, AskName::Defend, AskName::Advance] {
        assert!(met.contains(name.word()), "nobody was asked for {name}: {met:?}");
    }
}
