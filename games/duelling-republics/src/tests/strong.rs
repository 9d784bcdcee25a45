//! The strong player: it draws what it cannot see, so that it agrees with what it sees; it knows no more than its seat; and
//! it plays the same by the same seed.

use super::{loaded, rules, setup, sheet};
use crate::DuellingRepublics;
use crate::forecast::host;
use crate::player::thinks;
use crate::state::State;
use engine::run::{opening, run};
use engine::title::Play;
use engine::{
    AtSeat, BotStyle, BuiltInPlayer, Dice, GameState, Imagine, OpenPrompt, Prompt, Rng, Rules,
    Seat, Stop, Tempo, Viewer,
};
use std::collections::{BTreeMap, BTreeSet};

/// Records examined of a game between sensible players.
const RECORDS: u32 = 24;

/// Plays a game between sensible players, and shows `look` each question that a strong one would think about.
fn thoughts(mut look: impl FnMut(&DuellingRepublics, &State, &AtSeat<'_, DuellingRepublics>)) {
    let rules = rules();
    let mut game = GameState::new(rules.open(&setup(4, Tempo::Brisk, &[])).expect("it opens"));
    opening(&rules, &mut game).expect("it begins");
    for number in 1..=RECORDS {
        let mut filings = BTreeMap::new();
        let mut by_seat: BTreeMap<Seat, Vec<Prompt<_>>> = BTreeMap::new();
        for prompt in rules.prompts(&game.state) {
            by_seat.entry(prompt.seat.clone()).or_default().push(prompt);
        }
        for (seat, prompts) in by_seat {
            let view = rules.view(&game.state, &Viewer::Seat(seat.clone()));
            let at = AtSeat { view: &view, seat: &seat, prompts: &prompts, in_force: None };
            if thinks(&at) {
                look(&rules, &game.state, &at);
            }
            filings.insert(seat.clone(), rules.propose(&at, BotStyle::Sensible, &mut Rng::new(1)));
        }
        let mut dice = Dice::seeded([u8::try_from(number).expect("few records"); 32], None);
        match run(&rules, &mut game, number, &filings, &BTreeSet::new(), &mut dice) {
            Ok(_) => {}
            Err(Stop::Over) => break,
            Err(stop) => panic!("record {number}: {stop:?}"),
        }
    }
}

/// Checks that the game a seat imagines is sound, and looks to that seat like this one.
#[track_caller]
fn agrees(rules: &DuellingRepublics, at: &AtSeat<'_, DuellingRepublics>, seed: u64) -> State {
    let drawn = rules.imagine(at, &mut Rng::new(seed));
    assert_eq!(rules.sound(&drawn), Ok(()), "{}", at.seat);
    assert!(rules.view(&drawn, &Viewer::Seat(at.seat.clone())) == *at.view, "{}", at.seat);
    drawn
}

#[test]
fn what_is_drawn_is_sound_and_looks_to_its_seat_as_the_truth_does() {
    let (mut thought, mut otherwise) = (0, 0);
    thoughts(|rules, state, at| {
        thought += 1;
        for seed in 1..4 {
            otherwise += usize::from(agrees(rules, at, seed).armies != state.armies);
        }
    });
    assert!(thought > 20 && otherwise > 20, "{thought} questions, {otherwise} drawn otherwise");
}

#[test]
fn an_army_that_was_seen_whole_after_its_general_fell_is_drawn_as_it_is() {
    let mut drawn = 0;
    thoughts(|rules, state, at| {
        let mut state = state.clone();
        for (id, army) in &mut state.armies {
            let general = rules.chart.core(false, id.side()).general;
            army.body.core.retain(|element| element.troop != general);
            army.body.allied.clear();
            army.body.allied_general = None;
            army.body.general = army.body.core.first().copied();
            army.shown.clone_from(&army.body.core);
            army.size = u16::try_from(army.shown.len()).expect("an army has few elements");
        }
        if rules.sound(&state).is_err() {
            return;
        }
        let view = rules.view(&state, &Viewer::Seat(at.seat.clone()));
        agrees(rules, &AtSeat { view: &view, ..*at }, 1);
        drawn += 1;
    });
    assert!(drawn > 10, "{drawn}");
}

#[test]
fn no_more_are_imagined_of_an_army_than_it_has_after_it_lost_some_of_the_seen_in_secret() {
    let mut drawn = 0;
    thoughts(|rules, state, at| {
        let mut state = state.clone();
        for army in state.armies.values_mut() {
            let body = &mut army.body;
            army.shown = body.all().collect();
            let general = body.general;
            let other = body.core.iter().copied().find(|element| Some(*element) != general);
            body.core = general.into_iter().chain(other).collect();
            body.allied.clear();
            body.allied_general = None;
            army.size = u16::try_from(body.core.len()).expect("an army has few elements");
        }
        if rules.sound(&state).is_err() {
            return;
        }
        let view = rules.view(&state, &Viewer::Seat(at.seat.clone()));
        for seed in 1..4 {
            agrees(rules, &AtSeat { view: &view, ..*at }, seed);
        }
        for (id, army) in &view.state.armies {
            let (host, _) = host(&rules.field(&view), *id).expect("an army has elements");
            assert_eq!(host.elements.len(), usize::from(army.size), "{id}");
        }
        drawn += 1;
    });
    assert!(drawn > 10, "{drawn}");
}

/// A game that stands before the first resources, in which the leader of Carthage's smaller army has chosen an element.
fn mustered(last: &str) -> Box<dyn Play> {
    let mut play =
        loaded().open(&setup(4, Tempo::Brisk, &[])).unwrap_or_else(|why| panic!("{why:?}"));
    for number in 1..3_u8 {
        let asked: BTreeSet<Seat> = play.awaited().into_iter().map(|asked| asked.seat).collect();
        let filed = |seat: Seat| {
            let chosen = play.form(&seat)["prompts"][0]["army"] == "cb" && number == 2;
            let text = if chosen {
                format!("orders: {{army: cb, elements: [Cv, LH, Sp, Sp, Sp, {last}]}}\n")
            } else {
                play.propose(&seat, BotStyle::Sensible, &mut Rng::new(1))
            };
            (seat, sheet(&text))
        };
        let sheets = asked.into_iter().map(filed).collect();
        let mut dice = Dice::seeded([number; 32], None);
        play.turn(u32::from(number), &sheets, &BTreeSet::new(), &mut dice)
            .unwrap_or_else(|stop| panic!("record {number}: {stop:?}"));
    }
    play
}

#[test]
fn the_same_seed_gives_the_same_orders_whatever_the_seat_cannot_see() {
    let (one, two) = (mustered("Wb"), mustered("Ax"));
    let roman = |asked: &OpenPrompt| asked.prompt == "resources" && asked.seat.name() == "r1";
    let rome = one.asked().into_iter().find(roman).expect("a Roman is asked").seat;
    assert_ne!(one.hidden(), two.hidden());
    let orders = one.strong(&rome, &mut Rng::new(5));
    assert_eq!(orders, one.strong(&rome, &mut Rng::new(5)));
    assert_eq!(orders, two.strong(&rome, &mut Rng::new(5)));
}

#[test]
fn what_a_seat_leaves_to_the_sensible_player_it_answers_as_that_player_does() {
    let rules = rules();
    let mut game = GameState::new(rules.open(&setup(4, Tempo::Brisk, &[])).expect("it opens"));
    opening(&rules, &mut game).expect("it begins");
    let prompts = rules.prompts(&game.state);
    let seat = prompts[0].seat.clone();
    let view = rules.view(&game.state, &Viewer::Seat(seat.clone()));
    let at = AtSeat { view: &view, seat: &seat, prompts: &prompts[..1], in_force: None };
    let plain = rules.propose(&at, BotStyle::Sensible, &mut Rng::new(1));
    assert_eq!(rules.strong(&at, &mut Rng::new(1)), plain);
}
