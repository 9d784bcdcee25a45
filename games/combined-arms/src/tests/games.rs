//! Games played by built-in players to their end, and played again from their texts.

use super::{loaded, rules, setup, sheet};
use engine::selfplay::{self, CheckLevel};
use engine::{BotStyle, Dice, Rng, Seat, Setup, Skill, Tempo};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};

/// Every scenario in both tempos, with the options that change the rules.
fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for tempo in [Tempo::Brisk, Tempo::Full] {
        for scenario in ["battle", "battle-ridges", "battle-defiles", "campaign"] {
            setups.push(setup(scenario, tempo, &[]));
        }
        let wild = [
            ("flank", "wide"),
            ("experienced", "true"),
            ("veterans", "2"),
            ("first", "mobility"),
            ("limit-result", "points"),
        ];
        setups.push(setup("battle", tempo, &wild));
        setups.push(setup(
            "battle",
            tempo,
            &[("placement", "1"), ("map", "defiles"), ("repetition", "0"), ("stall-limit", "0")],
        ));
    }
    setups.push(setup(
        "battle",
        Tempo::Full,
        &[("placement", "blind"), ("first", "carthage"), ("round-limit", "30")],
    ));
    setups
}

/// Plays `games` of every set-up, watched closely; returns how often they ended in each way.
fn play(styles: [BotStyle; 2], games: u64) -> BTreeMap<String, u32> {
    let rules = rules();
    let seats = ["rome", "carthage"].map(Seat::new);
    let styles = seats.into_iter().zip(styles.map(Skill::from)).collect();
    let mut ends = BTreeMap::new();
    for (at, setup) in setups().iter().enumerate() {
        for seed in 0..games {
            let played = selfplay::play(&rules, setup, &styles, seed, 600, CheckLevel::Close)
                .unwrap_or_else(|fault| panic!("set-up {at} ({setup:?}), seed {seed}: {fault}"));
            let end = played.outcome.map_or("broken off".to_owned(), |outcome| outcome.reason);
            *ends.entry(end).or_default() += 1;
        }
    }
    ends
}

#[test]
fn aimless_games_are_sound_to_their_end() {
    let ends = play([BotStyle::Random, BotStyle::Random], 3);
    assert!(ends.contains_key("general") && !ends.contains_key("broken off"), "{ends:?}");
}

#[test]
fn sensible_games_are_decided_by_the_fall_of_a_general() {
    let ends = play([BotStyle::Sensible, BotStyle::Sensible], 6);
    let all: u32 = ends.values().sum();
    assert!(ends.get("general").copied().unwrap_or_default() * 2 > all, "{ends:?}");
}

/// Plays with proposals written as files or, without a style, with what a checker would refuse. The second game is
/// resumed from its texts before every phase.
fn twice(setup: &Setup, style: Option<BotStyle>, seed: u64, records: u32) {
    let loaded = loaded();
    let mut first = loaded.open(setup).expect("the set-up is lawful");
    let mut second = loaded.open(setup).expect("the set-up is lawful");
    let mut rng = Rng::new(seed);
    for number in 1..=records {
        if first.outcome().is_some() {
            break;
        }
        let mut sheets = BTreeMap::new();
        // An absent seat is answered for if its file cannot be read at all.
        let absent: BTreeSet<Seat> = first.awaited().into_iter().map(|asked| asked.seat).collect();
        for asked in first.awaited() {
            let sheet = match style {
                Some(style) => {
                    let sheet = sheet(&first.propose(&asked.seat, style, &mut rng));
                    let complaints = first.check(&asked.seat, &sheet);
                    let said = &complaints.0;
                    assert!(!complaints.fatal(), "seed {seed}, record {number}: {said:#?}");
                    sheet
                }
                None => mutator::orders(first.as_ref(), &asked.seat, &mut rng),
            };
            sheets.insert(asked.seat, sheet);
        }
        let saved = second.hidden().unwrap_or_else(|| second.public_state());
        second = loaded
            .resume(&yaml::parse(&saved).unwrap())
            .unwrap_or_else(|fault| panic!("seed {seed}, record {number}: {fault}\n{saved}"));
        let done = first.turn(number, &sheets, &absent, &mut Dice::none());
        let again = second.turn(number, &sheets, &absent, &mut Dice::none());
        assert!(done.is_ok(), "seed {seed}, record {number}: {done:?}");
        assert_eq!(done, again, "seed {seed}, record {number}");
        assert!(first.folds() && second.folds());
        assert_eq!(first.public_events(), second.public_events(), "seed {seed}, record {number}");
        assert_eq!(first.public_state(), second.public_state(), "seed {seed}, record {number}");
        assert_eq!(first.hidden(), second.hidden(), "seed {seed}, record {number}");
    }
}

#[test]
fn a_game_played_again_from_its_texts_gives_the_same_bytes() {
    for seed in 0..3 {
        twice(&setup("battle", Tempo::Brisk, &[]), Some(BotStyle::Sensible), seed, 40);
        twice(
            &setup("battle-ridges", Tempo::Full, &[("experienced", "true")]),
            Some(BotStyle::Random),
            seed,
            40,
        );
        twice(&setup("campaign", Tempo::Brisk, &[]), Some(BotStyle::Random), seed, 20);
        twice(
            &setup("battle-defiles", Tempo::Full, &[("placement", "1")]),
            Some(BotStyle::Sensible),
            seed,
            60,
        );
    }
}

#[test]
fn hostile_files_that_can_be_read_give_the_same_bytes_too() {
    for seed in 0..20 {
        twice(&setup("battle", Tempo::Brisk, &[("veterans", "2")]), None, seed, 30);
        twice(&setup("battle", Tempo::Full, &[]), None, seed, 30);
    }
}
