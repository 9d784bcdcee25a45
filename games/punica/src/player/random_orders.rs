//! The random player, lawful and aimless.

use crate::board::Board;
use crate::data::chart::Card;
use crate::legal;
use crate::names::Side;
use crate::orders::words::AreaName;
use crate::orders::{Action, Answer, Movement, Orders, Plan, PlannedAction};
use crate::policy::{EffectPolicy, Guards, Policy, Rules};
use crate::prompts::Question;
use crate::rules::battle::scope;
use crate::rules::movement::March;
use crate::{At, Punica, order_sheet};
use engine::language::Several;
use engine::rules::ParsedOrdersOf;
use engine::{Prompt, Rng};
use std::collections::BTreeMap;

pub(super) fn propose(
    rules: &Punica,
    at: &At<'_>,
    side: Side,
    prompt: &Prompt<Question>,
    rng: &mut Rng,
) -> ParsedOrdersOf<Punica> {
    let mut filing = ParsedOrdersOf::<Punica>::default();
    let mut lawful = legal::answers(rules, at.view, side, prompt.question);
    if prompt.question == Question::Action {
        // Movements of cards are so many that nothing else would ever be done.
        let word = match rng.below(12) {
            0 => "deploy",
            1 => "pass",
            2..5 => "move",
            _ => "card",
        };
        let chosen =
            |one: &&Answer| one.action.as_ref().is_some_and(|action| action.word() == word);
        let some: Vec<Answer> = lawful.iter().filter(chosen).cloned().collect();
        lawful = if some.is_empty() { lawful } else { some };
    }
    if let Some(mut answer) = rng.pick(&lawful).cloned() {
        go_on(rules, at, side, &mut answer, rng);
        filing.orders.insert(prompt.name.clone(), Orders::Answer(Box::new(answer)));
    }
    if rng.chance(1, 2) {
        filing.standing = order_sheet::any::<Policy>(rules, at, rng);
    }
    if rng.chance(1, 3) {
        let plans = plans(rules, at, side, rng).map(Orders::Plans);
        let battle = order_sheet::any::<Rules>(rules, at, rng).map(Orders::Rules);
        let named = [("action", plans), ("battle", battle)].into_iter();
        let given: BTreeMap<String, Orders> =
            named.filter_map(|(name, says)| Some((name.to_owned(), says?))).collect();
        filing.ahead = Some(given);
    }
    filing
}

/// One plan for the next action, which would be lawful now.
fn plans(rules: &Punica, at: &At<'_>, side: Side, rng: &mut Rng) -> Option<Vec<Plan>> {
    let lawful = legal::answers(rules, at.view, side, Question::Action);
    let action = rng.pick(&lawful)?.action.clone()?;
    let guards = order_sheet::any::<Guards>(rules, at, rng).unwrap_or_default();
    Some(vec![Plan { guards, order: PlannedAction { action, battles: Vec::new() } }])
}

/// Adds to an answer what else it may say.
fn go_on(rules: &Punica, at: &At<'_>, side: Side, answer: &mut Answer, rng: &mut Rng) {
    let (view, escort) = (at.view, at.view.options.escort);
    if let Some(action) = &mut answer.action {
        answer.battles = order_sheet::any::<Several<AreaName>>(rules, at, rng).unwrap_or_default();
        if let Action::Card { card, moves } = action
            && let Some(card) = rules.card(*card)
        {
            march(rules, (rules.board(view), escort), side, card, moves, rng);
        }
    }
    if let Some(effect) = &mut answer.effect
        && let Some((scope, board)) = scope(rules, view, side)
    {
        march(rules, (board, escort), side, scope.card, &mut effect.moves, rng);
    }
    if let Some(stake) = &mut answer.stake
        && rng.chance(1, 3)
    {
        stake.policy = order_sheet::any::<EffectPolicy>(rules, at, rng);
    }
}

/// Goes on with the movements of a card, now and then to its end.
fn march(
    rules: &Punica,
    (mut board, escort): (Board, bool),
    side: Side,
    card: &Card,
    moves: &mut Vec<Movement>,
    rng: &mut Rng,
) {
    let chart = rules.chart();
    let mut march = March::new(card);
    let mut made = std::mem::take(moves).into_iter();
    loop {
        let next = made.next().or_else(|| {
            let open = |one: &Movement| march.after(one.unit).is_ok();
            let mut found = board.movements(chart, side, escort);
            found.retain(open);
            if rng.chance(1, 8) { None } else { rng.pick(&found).copied() }
        });
        let Some(movement) = next else { return };
        let Ok(further) = march.after(movement.unit) else { return };
        march = further;
        board.shift(side, movement.unit, chart.index(movement.from), chart.index(movement.to));
        moves.push(movement);
    }
}
