//! The owner of a beaten unit chooses where it falls back to (D5): in tempo full they are asked (R47).

use super::{rules, setup};
use crate::CombinedArms;
use crate::events::{Combat, Ending, Event, Sequence};
use crate::orders::{Criterion, FallBack, Orders, Policy, Preference};
use crate::prompts::{Question, RETREAT};
use engine::kit::{Slug, Square};
use engine::rules::ParsedOrdersOf;
use engine::run::run;
use engine::{
    AtSeat, BotStyle, BuiltInPlayer, Dice, Entry, Filed, GameState, GameStateOf, InForce,
    OrderRules, Prompt, Rng, Rules, Seat, Tempo,
};
use std::collections::{BTreeMap, BTreeSet};

type Filings = BTreeMap<Seat, ParsedOrdersOf<CombinedArms>>;
type Game = GameStateOf<CombinedArms>;

fn filings(rules: &CombinedArms, game: &Game, rng: &mut Rng) -> Filings {
    let prompts = rules.prompts(&game.state);
    let mut filings = Filings::new();
    for seat in super::SEATS.map(Seat::new) {
        let own: Vec<Prompt<Question>> =
            prompts.iter().filter(|prompt| prompt.seat == seat).cloned().collect();
        let at = AtSeat { view: &game.state, seat: &seat, prompts: &own, in_force: None };
        if !own.is_empty() {
            filings.insert(seat.clone(), rules.propose(&at, BotStyle::Sensible, rng));
        }
    }
    filings
}

/// The events with these files.
fn resolved(
    rules: &CombinedArms,
    game: &mut Game,
    (number, filings): (u32, &Filings),
    absent: &[&Seat],
) -> Vec<Entry<Event>> {
    let absent: BTreeSet<Seat> = absent.iter().map(|seat| (*seat).clone()).collect();
    let turn = run(rules, game, number, filings, &absent, &mut Dice::none());
    let turn = turn.unwrap_or_else(|stop| panic!("{stop:?}"));
    turn.chapters.into_iter().flat_map(|chapter| chapter.events).collect()
}

/// A game that has come to its first question: the game before the record that asks, the files for that record, and the
/// game as it asks.
struct Asking {
    before: Game,
    filed: Filings,
    number: u32,
    then: Game,
    seat: Seat,
    squares: Vec<Square>,
}

fn first_question(rules: &CombinedArms) -> Asking {
    let opened = rules.open(&setup("battle", Tempo::Full, &[])).expect("lawful");
    let (mut game, mut rng) = (GameState::new(opened), Rng::new(7));
    for number in 1..200 {
        let (before, filed) = (game.clone(), filings(rules, &game, &mut rng));
        resolved(rules, &mut game, (number, &filed), &[]);
        if let Some(asked) = game.state.asked.clone() {
            let seat = Seat::new(asked.seat.word());
            let (then, squares) = (game, asked.squares);
            return Asking { before, filed, number, then, seat, squares };
        }
    }
    panic!("nobody was ever asked where to fall back");
}

/// The square to which the first unit falls back, what decided it, and whether an order is named as the reason.
fn retreat(entries: &[Entry<Event>]) -> (Square, Slug<12>, bool) {
    let found = entries.iter().find_map(|entry| match &entry.event {
        Event::Combat(Combat::Retreat { to, decided, .. }) => {
            Some((*to, *decided, entry.order.is_some()))
        }
        _ => None,
    });
    found.expect("a unit falls back")
}

fn answer(seat: &Seat, to: Option<Square>) -> Filings {
    let orders = Orders::FallBack(FallBack { to, resign: false });
    let orders = [(RETREAT.to_owned(), orders)].into();
    [(seat.clone(), ParsedOrdersOf::<CombinedArms> { orders, ..Default::default() })].into()
}

#[test]
fn each_square_that_is_open_can_be_chosen_and_no_other() {
    let rules = rules();
    let question = first_question(&rules);
    assert!(question.squares.len() > 1, "where there is no choice nobody is asked");
    for to in &question.squares {
        let mut game = question.then.clone();
        let filed = answer(&question.seat, Some(*to));
        let entries = resolved(&rules, &mut game, (question.number + 1, &filed), &[]);
        assert_eq!(retreat(&entries), (*to, Slug::of("chosen"), true));
    }
    let state = &question.then.state;
    let elsewhere = state.units.iter().map(|unit| unit.square).next().expect("units");
    let prompts = rules.prompts(state);
    let at = AtSeat { view: state, seat: &question.seat, prompts: &prompts, in_force: None };
    let filing = &answer(&question.seat, Some(elsewhere))[&question.seat];
    let told: Vec<String> = rules
        .check(&at, filing)
        .iter()
        .map(|told| format!("{} {}", told.code, told.path))
        .collect();
    assert_eq!(told, ["E-ca-way orders.to"]);
}

#[test]
fn whoever_is_absent_or_names_no_square_falls_back_by_the_criteria() {
    let rules = rules();
    let question = first_question(&rules);
    let number = question.number + 1;
    let mut silent = question.then.clone();
    let by_none = resolved(&rules, &mut silent, (number, &answer(&question.seat, None)), &[]);
    let mut absent = question.then.clone();
    let by_absence = resolved(&rules, &mut absent, (number, &Filings::new()), &[&question.seat]);
    let (to, decided, _) = retreat(&by_none);
    assert_ne!(decided, Slug::of("chosen"));
    let (absent_to, absent_decided, _) = retreat(&by_absence);
    assert_eq!((to, decided), (absent_to, absent_decided));
}

#[test]
fn whoever_resigns_when_asked_has_lost_and_falls_back_no_more() {
    let rules = rules();
    let Asking { mut then, seat, number, .. } = first_question(&rules);
    let orders = Orders::FallBack(FallBack { to: None, resign: true });
    let orders = [(RETREAT.to_owned(), orders)].into();
    let filed = ParsedOrdersOf::<CombinedArms> { orders, ..Default::default() };
    let entries = resolved(&rules, &mut then, (number + 1, &[(seat, filed)].into()), &[]);
    let over = |entry: &Entry<Event>| {
        matches!(
            entry.event,
            Event::Sequence(Sequence::Over { reason: Ending::Resignation, winner: Some(_), .. })
        )
    };
    assert!(entries.iter().any(over), "{entries:#?}");
    let falls = |entry: &Entry<Event>| matches!(entry.event, Event::Combat(Combat::Retreat { .. }));
    assert!(!entries.iter().any(falls), "{entries:#?}");
}

#[test]
fn a_standing_order_of_ones_own_answers_and_nobody_is_asked() {
    let rules = rules();
    let question = first_question(&rules);
    let mut game = question.before.clone();
    let list = vec![Criterion::Best(Preference::Straight)];
    let says = Policy { retreat: Some([(Slug::of("default"), list)].into()), ..Policy::default() };
    let standing = Some(Filed { phase: 0, says });
    let force = InForce { standing, ..InForce::default() };
    game.force.insert(question.seat.clone(), force);
    let entries = resolved(&rules, &mut game, (question.number, &question.filed), &[]);
    let asked =
        |entry: &Entry<Event>| matches!(entry.event, Event::Sequence(Sequence::Asked { .. }));
    assert!(!entries.iter().any(asked), "they have said it already");
    assert_ne!(retreat(&entries).1, Slug::of("chosen"));
}

#[test]
fn nobody_is_asked_in_tempo_brisk() {
    let rules = rules();
    let opened = rules.open(&setup("battle", Tempo::Brisk, &[])).expect("lawful");
    let (mut game, mut rng, mut retreats) = (GameState::new(opened), Rng::new(7), 0);
    for number in 1..60 {
        if rules.outcome(&game.state).is_some() {
            break;
        }
        let filed = filings(&rules, &game, &mut rng);
        for entry in resolved(&rules, &mut game, (number, &filed), &[]) {
            retreats += u32::from(matches!(entry.event, Event::Combat(Combat::Retreat { .. })));
        }
        assert!(game.state.asked.is_none());
    }
    assert!(retreats > 0, "a game without a retreat shows nothing");
}
