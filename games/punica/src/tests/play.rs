//! Whole games played by machines: they end, they are sound, their orders can be written and read again.

use super::{ENDING, loaded, orders, rules, setup, styles};
use crate::Punica;
use engine::run::{awaited, opening, run};
use engine::selfplay::{self, CheckLevel};
use engine::title::{Play, RawOrders};
use engine::{AtSeat, BotStyle, BuiltInPlayer, Dice, GameState, Rng, Rules, Seat, Tempo, Viewer};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_game_ends_soundly_and_its_events_fold_to_its_state() {
    let rules = rules();
    let pairs = [
        (BotStyle::Random, BotStyle::Random),
        (BotStyle::Sensible, BotStyle::Random),
        (BotStyle::Sensible, BotStyle::Sensible),
    ];
    for tempo in [Tempo::Brisk, Tempo::Full] {
        for (at, (rome, carthage)) in pairs.into_iter().enumerate() {
            let games = if rome == BotStyle::Sensible { 4 } else { 25 };
            for seed in 0..games {
                let escort = if seed % 2 == 0 { "0" } else { "1" };
                let options = [&ENDING[..], &[("hannibal.escort", escort)]].concat();
                let seed = seed + 1000 * at as u64;
                let played = selfplay::play(
                    &rules,
                    &setup(tempo, &options),
                    &styles(rome, carthage),
                    seed,
                    2000,
                    CheckLevel::Close,
                );
                let played = played
                    .unwrap_or_else(|fault| panic!("{tempo:?} {rome:?} {carthage:?}: {fault}"));
                assert!(played.outcome.is_some(), "seed {seed} does not end");
            }
        }
    }
}

#[test]
fn sensible_play_beats_aimless_play() {
    let rules = rules();
    for (rome, carthage, winner) in [
        (BotStyle::Sensible, BotStyle::Random, "rome"),
        (BotStyle::Random, BotStyle::Sensible, "carthage"),
    ] {
        let wins = (0..20).filter(|seed| {
            let setup = setup(Tempo::Brisk, &ENDING);
            let played = selfplay::play(
                &rules,
                &setup,
                &styles(rome, carthage),
                *seed,
                400,
                CheckLevel::Sound,
            )
            .unwrap();
            played.outcome.is_some_and(|outcome| outcome.winner.as_deref() == Some(winner))
        });
        let wins = wins.count();
        assert!(wins >= 18, "{winner} wins {wins} of 20");
    }
}

/// Sheets of both seats, each written as YAML, read again, and accepted.
fn sheets(game: &dyn Play, style: BotStyle, rng: &mut Rng) -> BTreeMap<Seat, RawOrders> {
    let mut sheets = BTreeMap::new();
    for name in ["rome", "carthage"] {
        let seat = Seat::new(name);
        let text = game.propose(&seat, style, rng);
        let sheet = orders(&text);
        let complaints = game.check(&seat, &sheet);
        assert!(!complaints.fatal(), "{complaints:?}\n{text}");
        sheets.insert(seat, sheet);
    }
    sheets
}

#[test]
fn proposals_can_be_written_read_and_resolved_and_a_resumed_game_goes_on_alike() {
    for tempo in [Tempo::Brisk, Tempo::Full] {
        for (seed, style) in [
            (1, BotStyle::Random),
            (2, BotStyle::Random),
            (3, BotStyle::Random),
            (4, BotStyle::Sensible),
        ] {
            let loaded = loaded();
            let mut game = loaded.open(&setup(tempo, &ENDING)).expect("opens");
            let mut rng = Rng::new(seed);
            for number in 1..200 {
                if game.outcome().is_some() {
                    break;
                }
                let text = game.hidden().unwrap_or_else(|| game.public_state());
                let mut again = loaded
                    .resume(&yaml::parse(&text).unwrap())
                    .unwrap_or_else(|why| panic!("{why}\n{text}"));
                let sheets = sheets(game.as_ref(), style, &mut rng);
                let dice = || Dice::seeded([u8::try_from(number).unwrap(); 32], None);
                let done = game.turn(number, &sheets, &BTreeSet::new(), &mut dice());
                let done = done.unwrap_or_else(|stop| {
                    panic!("{tempo:?} seed {seed} record {number}: {stop:?}")
                });
                assert_eq!(again.turn(number, &sheets, &BTreeSet::new(), &mut dice()), Ok(done));
                assert_eq!(game.public_state(), again.public_state());
                assert_eq!(game.public_events(), again.public_events());
                assert_eq!(game.hidden(), again.hidden());
                assert!(game.folds() && again.folds());
            }
            assert!(game.outcome().is_some(), "{tempo:?} seed {seed} does not end");
        }
    }
}

/// Letters of players in one whole game between sensible players: one for each seat that a phase awaits.
fn letters(rules: &Punica, tempo: Tempo, seed: u64) -> u32 {
    let state = rules.open(&setup(tempo, &ENDING)).expect("opens");
    let mut game = GameState::new(state);
    opening(rules, &mut game).expect("runs");
    let (mut rng, mut letters) = (Rng::new(seed), 0);
    for number in 1.. {
        let awaited = awaited(rules, &game);
        if awaited.is_empty() {
            break;
        }
        let mut filings = BTreeMap::new();
        for prompt in awaited {
            let seat = prompt.seat.clone();
            let view = rules.view(&game.state, &Viewer::Seat(seat.clone()));
            let prompts = [prompt];
            let in_force = game.force.get(&seat);
            let at = AtSeat { view: &view, seat: &seat, prompts: &prompts, in_force };
            filings.insert(seat.clone(), rules.propose(&at, BotStyle::Sensible, &mut rng));
            letters += 1;
        }
        let mut dice = Dice::seeded([7; 32], None);
        run(rules, &mut game, number, &filings, &BTreeSet::new(), &mut dice).expect("resolves");
    }
    letters
}

#[test]
fn a_game_takes_as_many_letters_as_the_guide_says() {
    let rules = rules();
    for (tempo, low, high) in [(Tempo::Brisk, 12, 26), (Tempo::Full, 25, 55)] {
        let each: Vec<u32> = (0..12).map(|seed| letters(&rules, tempo, seed)).collect();
        let mean = each.iter().sum::<u32>() / 12;
        assert!((low..=high).contains(&mean), "{tempo}: {mean} letters a game, of {each:?}");
        println!("{tempo}: {mean} letters a game, of {each:?}");
    }
}

#[test]
fn whoever_wants_to_be_asked_is_named_in_the_order_of_the_seats() {
    let mut play = loaded().open(&setup(Tempo::Brisk, &ENDING)).expect("its own choices");
    let [rome, carthage] = ["rome", "carthage"].map(Seat::new);
    let attack = "orders: {action: move, move: fleet mare-africum mare-tyrrhenum}\nahead: {battle: [{play: ask}]}";
    let filed = BTreeMap::from([
        (carthage, orders(attack)),
        (rome, orders("standing: {battle: [{play: ask}]}")),
    ]);
    let mut dice = Dice::seeded([4; 32], None);
    play.turn(1, &filed, &BTreeSet::new(), &mut dice).expect("it resolves");
    let chapters = play.chapters(&Viewer::Referee).to_string();
    let stage = r#""stage":{"phase":"battle","asked":["rome","carthage"]}"#;
    assert!(chapters.contains(stage), "{chapters}");
}
