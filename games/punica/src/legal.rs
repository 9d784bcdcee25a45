//! Lists the lawful answers of a seat.

use crate::Punica;
use crate::names::{AreaId, Side, Unit};
use crate::orders::{Action, Aftermath, Answer, EffectMoves, Movement, Spot, Stake};
use crate::policy::Play;
use crate::prompts::Question;
use crate::rules::battle::scope;
use crate::rules::movement::March;
use crate::rules::turn::no_deployment;
use crate::state::{Stage, State};

/// All lawful answers to a question: a card's movements only up to the first, and of choices that decide nothing only
/// the simplest: one battle to be fought first, a card without policies.
pub(crate) fn answers(rules: &Punica, view: &State, side: Side, question: Question) -> Vec<Answer> {
    match question {
        Question::Action => {
            let action = |action| Answer { action: Some(action), ..Answer::default() };
            actions(rules, view, side).into_iter().map(action).collect()
        }
        Question::Order => {
            let first = |area| Answer { battles: vec![area], ..Answer::default() };
            view.pending.iter().map(|pending| first(pending.area)).collect()
        }
        Question::Battle => {
            let Some(fight) = &view.fight else { return Vec::new() };
            let stake = |card| Stake {
                battle: fight.area,
                card: Play::Card(card),
                policy: None,
                losses: None,
                retreat: None,
            };
            let hand = view.camp(side).hand.iter();
            hand.map(|card| Answer { stake: Some(stake(*card)), ..Answer::default() }).collect()
        }
        Question::Effect => {
            let Some((scope, board)) = scope(rules, view, side) else { return Vec::new() };
            let march = March::new(scope.card);
            let moves = board.movements(rules.chart(), side, view.options.escort).into_iter();
            let moves = moves.filter(|movement| march.after(movement.unit).is_ok());
            let answer =
                |moves| Answer { effect: Some(EffectMoves { moves }), ..Answer::default() };
            std::iter::once(Vec::new()).chain(moves.map(|one| vec![one])).map(answer).collect()
        }
        Question::Aftermath => {
            let Stage::Aftermath { lose, retreat, .. } = &view.stage else { return Vec::new() };
            let lost: &[Option<Unit>] =
                if *lose { &[Some(Unit::Army), Some(Unit::Hannibal)] } else { &[None] };
            let places: Vec<Option<AreaId>> = match &retreat[..] {
                [] => vec![None],
                places => places.iter().copied().map(Some).collect(),
            };
            let answer = |lose, retreat_to| Answer {
                aftermath: Aftermath { lose, retreat_to },
                ..Answer::default()
            };
            lost.iter().flat_map(|lose| places.iter().map(|place| answer(*lose, *place))).collect()
        }
        Question::Parley => Vec::new(),
    }
}

/// All actions, with at most one movement of a card.
fn actions(rules: &Punica, view: &State, side: Side) -> Vec<Action> {
    let (board, chart) = (rules.board(view), rules.chart());
    let movements = board.movements(chart, side, view.options.escort);
    let mut found: Vec<Action> =
        movements.iter().map(|movement| Action::Move { movement: *movement }).collect();
    for card in view.camp(side).hand.iter().filter_map(|id| rules.card(*id)) {
        let march = March::new(card);
        let allowed = |movement: &&Movement| march.after(movement.unit).is_ok();
        let moves = movements.iter().filter(allowed);
        found.extend(moves.map(|one| Action::Card { card: card.id, moves: vec![*one] }));
        found.push(Action::Pass { discard: Play::Card(card.id) });
    }
    let armies = crate::data::chart::each(board.held[side.at()] & chart.regions);
    let spots = armies.flat_map(|area| {
        [Unit::Army, Unit::Hannibal].map(|unit| Spot { unit, area: chart.id(area) })
    });
    let open = spots.filter(|spot| no_deployment(rules, &board, side, *spot).is_none());
    found.extend(open.map(|remove| Action::Deploy { remove }));
    found
}
