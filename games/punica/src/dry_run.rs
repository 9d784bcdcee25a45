//! The sure results of a draft, from the seat's view alone: the action on the board, the battles that it starts and the
//! cards for them, and what happens if it orders nothing.

use crate::check::after_action;
use crate::data::chart::{bit, each};
use crate::explain::{InForce, trace};
use crate::names::Side;
use crate::orders::{Action, Answer, Orders, plans};
use crate::prompts::Question;
use crate::rules::choice::Situation;
use crate::rules::turn::in_words;
use crate::{At, Punica};
use engine::Tempo;
use engine::rules::{InForceOf, ParsedOrdersOf};
use engine::run::entered;
use serde_json::{Value, json};

/// The facts for the template `dry-run.md`; nothing for a seat that is not awaited.
pub(crate) fn dry_run(rules: &Punica, at: &At<'_>, filing: &ParsedOrdersOf<Punica>) -> Value {
    let Some(side) = Side::of(at.seat) else { return Value::Null };
    let asked = at.prompts.iter().find(|prompt| prompt.question != Question::Parley);
    let Some(prompt) = asked else { return Value::Null };
    let answer = match filing.orders.get(&prompt.name) {
        Some(Orders::Answer(answer)) => Some(&**answer),
        Some(_) | None => None,
    };
    let force = entered(rules, at.in_force, filing, 0);
    let resigns = answer.is_some_and(|answer| answer.resign);
    let mut facts = json!({
        "seat": side, "question": prompt.question, "tempo": at.view.tempo, "resigns": resigns, "nothing": answer.is_none(),
    });
    if resigns {
        return facts;
    }
    match prompt.question {
        Question::Action => action(rules, at, side, answer, &force, &mut facts),
        Question::Order => facts["battles"] = json!(answer.map(|answer| &answer.battles)),
        Question::Battle => battle(rules, at, side, answer, &force, &mut facts),
        Question::Effect => {
            let moves = answer.and_then(|answer| answer.effect.as_ref());
            facts["moves"] = json!(moves.map(|effect| &effect.moves));
        }
        Question::Aftermath => facts["decides"] = json!(answer.map(|answer| answer.aftermath)),
        Question::Parley => {}
    }
    facts
}

/// An action: the draft's, else the plan given ahead that comes due, else the pass of a missed deadline.
fn action(
    rules: &Punica,
    at: &At<'_>,
    side: Side,
    answer: Option<&Answer>,
    force: &InForceOf<Punica>,
    facts: &mut Value,
) {
    let chart = rules.chart();
    let plans = match force.ahead.get("action").map(|filed| &filed.says) {
        Some(Orders::Plans(plans)) => plans::first(rules, at.view, side, plans).0,
        Some(_) | None => None,
    };
    let due = plans.filter(|_| answer.is_none() && at.view.tempo == Tempo::Brisk);
    facts["plan"] = json!(due.as_ref().and_then(|due| due.planned.as_ref()).map(|plan| plan.entry));
    let action = answer.or(due.as_ref()).and_then(|answer| answer.action.clone());
    let action = action.unwrap_or_else(|| Action::Pass { discard: rules.discard().clone() });
    let (before, after) = (rules.board(at.view), after_action(rules, at.view, side, &action));
    let names = |areas| each(areas).map(|area| chart.name(area)).collect::<Vec<_>>();
    let in_force = InForce::of(Some(force));
    let battles = each(after.contested()).map(|area| {
        let situation = Situation::of(rules, &after, area, side, side);
        let mut told = trace(rules, &in_force, &situation, at.view.tempo == Tempo::Full);
        told["place"] = json!(chart.name(area));
        told
    });
    facts["says"] = json!(in_words(&action));
    facts["takes"] =
        json!(names(after.controlled(side) & !before.controlled(side) & chart.regions));
    facts["leaves"] = json!(names(before.held[side.at()] & !after.held[side.at()] & chart.regions));
    facts["capital"] = json!(after.held[side.at()] & bit(chart.capital[side.at()]) != 0);
    facts["gains"] = json!(after.gains(chart, side));
    facts["battles"] = json!(battles.collect::<Vec<_>>());
    let hand = rules.ranked(&after, side).into_iter();
    let hand = hand.filter_map(|(card, _)| rules.card(card));
    let hand = hand.map(|card| format!("{} ({})", card.name, card.id));
    facts["hand"] = json!(hand.collect::<Vec<_>>());
    facts["wins"] = json!(
        after
            .victory(chart, rules.worth(), side)
            .map(|(winner, by, _)| { json!({"winner": winner, "by": by}) })
    );
}

/// The card for the battle at hand, and how it fares; without one, what the policies play at the deadline.
fn battle(
    rules: &Punica,
    at: &At<'_>,
    side: Side,
    answer: Option<&Answer>,
    force: &InForceOf<Punica>,
    facts: &mut Value,
) {
    let fight = at.view.fight.as_ref().expect("cards are asked for only in a current battle");
    let (board, area) = (rules.board(at.view), rules.chart().index(fight.area));
    let situation = Situation::of(rules, &board, area, fight.attacker, side);
    let stake = answer.and_then(|answer| answer.stake.as_ref());
    let pick = stake.and_then(|stake| situation.pick(&stake.card, true));
    facts["place"] = json!(rules.chart().name(area));
    facts["battle"] = match pick {
        Some(pick) => crate::explain::fares(rules, &situation, &pick),
        None => trace(rules, &InForce::of(Some(force)), &situation, true),
    };
}
