//! What a seat keeps to itself may vary: what the other is sent stays the same.

use super::{ENDING, rules, setup};
use crate::Punica;
use crate::events::{BattleEvent, Event, TurnEvent};
use crate::names::{CardId, PlayWord, Side};
use crate::policy::{Play as Card, PlayRule, Policy, When};
use crate::prompts::Question;
use crate::state::{Choice, Sealed};
use engine::rules::InForce;
use engine::run::{GameStateOf, opening, run, seen};
use engine::{
    Assistance, AtSeat, BotStyle, Dice, GameState, Prompt, Rng, Rules, Seat, Tempo, Viewer,
};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};

/// All that a seat is sent, as text.
fn sent(
    rules: &Punica,
    sitting: &GameStateOf<Punica>,
    start: &<Punica as Rules>::State,
    told: &[Told],
    seat: &Seat,
) -> String {
    let view = rules.view(&sitting.state, &Viewer::Seat(seat.clone()));
    let prompts: Vec<Prompt<Question>> =
        rules.prompts(&sitting.state).into_iter().filter(|prompt| prompt.seat == *seat).collect();
    let at = AtSeat { view: &view, seat, prompts: &prompts, in_force: sitting.force.get(seat) };
    let filing = rules.propose(&at, BotStyle::Random, &mut Rng::new(7));
    let question = yaml::parse("{area: sicilia, theirs: 2}").expect("a question");
    let viewer = Viewer::Seat(seat.clone());
    let chapters = seen::<Punica>(start, told, &viewer);
    format!(
        "{view:?}\n{}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}",
        rules.form(&at),
        rules.check(&at, &filing),
        rules.counsel(&at, &filing),
        rules.explain(&at, None, &question),
        rules.report_context(&view),
        rules.picture(&view, &chapters),
        chapters,
    )
}

type Told = engine::Chapter<Event>;

/// Another choice than the one that is sealed.
fn other_choice() -> Choice {
    let play = Card::Word(PlayWord::Lowest);
    Choice {
        play,
        by: "standing".to_owned(),
        rule: 9,
        effect: None,
        losses: None,
        retreat: Some(Vec::new()),
    }
}

/// Changes everything that `seat` keeps to itself: sealed choices, orders in force, its own events.
fn disguise(sitting: &mut GameStateOf<Punica>, told: &mut [Told], seat: Side) {
    let sealed = sitting.state.sealed.remove(&seat);
    if sealed.is_none_or(|sealed| sealed.battles.is_empty()) {
        let battles = vec![crate::names::AreaId::of("roma")];
        sitting.state.sealed.insert(seat, Sealed { battles, choice: Some(other_choice()) });
    }
    let card = CardId::of(if seat == Side::Rome { "r1" } else { "c1" });
    let rule = PlayRule {
        when: When::default(),
        play: Card::Card(card),
        effect: None,
        losses: None,
        retreat: None,
    };
    let policy = Policy { battle: Some(vec![rule]), ..Policy::default() };
    let standing = Some(engine::Filed { phase: 1, says: policy });
    sitting.force.insert(seat.seat(), InForce { standing, ..InForce::default() });
    for entry in told.iter_mut().flat_map(|chapter| &mut chapter.events) {
        match &mut entry.event {
            Event::Battle(BattleEvent::Sealed { seat: owner, choice, .. }) if *owner == seat => {
                *choice = other_choice();
            }
            Event::Turn(event) => disguise_turn(event, seat),
            Event::Battle(_) | Event::Units(_) => {}
        }
    }
}

fn disguise_turn(event: &mut TurnEvent, seat: Side) {
    match event {
        TurnEvent::BattlesOrdered { seat: owner, battles } if *owner == seat => battles.clear(),
        TurnEvent::Void { seat: owner, order, .. } if *owner == seat => {
            order.push_str(" or another");
        }
        TurnEvent::AheadUsed { seat: owner, order, .. } if *owner == seat => *order += 5,
        _ => {}
    }
}

#[test]
fn a_seat_is_sent_nothing_of_what_the_other_keeps_to_itself() {
    let rules = rules();
    let (mut sealed, mut hidden) = (0, 0);
    for seed in 0..30 {
        let tempo = if seed % 2 == 0 { Tempo::Brisk } else { Tempo::Full };
        let state = rules.open(&setup(tempo, &ENDING)).expect("opens");
        let mut sitting = GameState { state, force: BTreeMap::new() };
        opening(&rules, &mut sitting).expect("runs");
        let mut rng = Rng::new(seed);
        for number in 1..40 {
            let mut filings = BTreeMap::new();
            for prompt in rules.prompts(&sitting.state) {
                let view = rules.view(&sitting.state, &Viewer::Seat(prompt.seat.clone()));
                let seat = prompt.seat.clone();
                let prompts = [prompt];
                let at = AtSeat { view: &view, seat: &seat, prompts: &prompts, in_force: None };
                let filing = rules.propose(&at, BotStyle::Random, &mut rng);
                filings.insert(seat, filing);
            }
            let start = sitting.state.clone();
            let mut dice = Dice::seeded([3; 32], None);
            let Ok(turn) = run(&rules, &mut sitting, number, &filings, &BTreeSet::new(), &mut dice)
            else {
                break;
            };
            sealed += sitting.state.sealed.len();
            for side in Side::BOTH {
                let enemy = side.other().seat();
                let before = sent(&rules, &sitting, &start, &turn.chapters, &enemy);
                let (mut masked, mut told) = (sitting.clone(), turn.chapters.clone());
                disguise(&mut masked, &mut told, side);
                hidden += usize::from(told != turn.chapters);
                let after = sent(&rules, &masked, &start, &told, &enemy);
                assert!(
                    before == after,
                    "seed {seed}, record {number}: {enemy} is sent what {side} keeps\n{before}\n{after}"
                );
                let public = |chapters: &[Told]| seen::<Punica>(&start, chapters, &Viewer::Public);
                assert_eq!(public(&turn.chapters), public(&told));
            }
        }
    }
    assert!(sealed > 20 && hidden > 100, "nothing was hidden: {sealed} sealed, {hidden} records");
}
