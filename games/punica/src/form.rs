//! The values of the order form: legal choices by name, battle tables, threats, and what the seat's policies would do.
//! All from the seat's own knowledge; both hands are public.

use crate::Punica;
use crate::board::Board;
use crate::data::chart::{Card, each};
use crate::dry_run;
use crate::explain::threat::ways_into;
use crate::explain::{self, Danger, InForce, dangers, flow, spent, trace, ways_in_words};
use crate::names::{Side, Unit};
use crate::order_sheet;
use crate::orders::{Orders, plans};
use crate::prompts::Question;
use crate::report_context::card_facts;
use crate::rules::battle::scope;
use crate::rules::choice::Situation;
use crate::rules::movement::steps_in_words;
use crate::state::{Pending, Stage, State};
use engine::Tempo;
use engine::prelude::*;
use engine::rules::InForceOf;
use serde_json::{Value, json};

impl OrderHelp for Punica {
    fn form(&self, at: &AtSeat<'_, Self>) -> Value {
        let (view, prompts, force) = (at.view, at.prompts, at.in_force);
        let Some(side) = Side::of(at.seat) else { return Value::Null };
        let board = self.board(view);
        let question = prompts.first().map(|prompt| prompt.question);
        let mut value = json!({
            "seat": side, "question": question, "tempo": view.tempo, "turn": view.turn, "offer": view.offer == Some(side.other()),
            "hand": hand(self, view, side), "enemy_hand": hand(self, view, side.other()),
            "threats": dangers(self, &board, side).iter().map(|danger| threat(self, view, danger, force)).collect::<Vec<_>>(),
        });
        let ranked = self.ranked(&board, side);
        if let [(lowest, _), .., (highest, _)] = ranked[..] {
            value["mix"] = json!([lowest, highest]);
        }
        value["lowest"] = json!(ranked.first().map(|(card, _)| *card));
        value["standing"] = standing(force);
        match question {
            Some(Question::Action) => action(self, view, side, &board, force, &mut value),
            Some(Question::Order) => order(self, view, &board, side, &mut value),
            Some(Question::Battle) => battle(self, view, side, &board, force, &mut value),
            Some(Question::Effect) => effect(self, view, side, &mut value),
            Some(Question::Aftermath) => aftermath(view, &mut value),
            Some(Question::Parley) | None => {}
        }
        value
    }

    fn grammar(&self) -> Option<Grammar> {
        Some(self.words().grammar())
    }

    fn counsel(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        explain::counsel(self, at, filing)
    }

    fn dry_run(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Value {
        dry_run::dry_run(self, at, filing)
    }

    fn foresee(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
    ) -> Option<Foreseen<Self>> {
        order_sheet::foresee(self, at, filing)
    }

    fn offers(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        picked: Option<&str>,
    ) -> Offers {
        order_sheet::offers(self, at, filing, picked)
    }

    fn explain(
        &self,
        at: &AtSeat<'_, Self>,
        draft: Option<&ParsedOrdersOf<Self>>,
        question: &Node,
    ) -> Result<Value, Vec<Complaint>> {
        explain::imagine::answer(self, at, draft, question)
    }
}

/// A seat's orders in force, in lines that can be pasted as they are. The cards of a lot stand in the order written,
/// because that order decides which face belongs to which card.
fn standing(force: Option<&InForceOf<Punica>>) -> Value {
    let Some(filed) = force.and_then(|force| force.standing.as_ref()) else { return Value::Null };
    let says = json!(filed.says);
    let mut lines = vec!["standing:".to_owned()];
    for (key, value) in says.as_object().into_iter().flatten() {
        match value.as_array().filter(|items| key == "battle" && !items.is_empty()) {
            Some(items) => {
                lines.push(format!("  {key}:"));
                lines.extend(items.iter().map(|item| format!("    - {}", flow(item))));
            }
            None => lines.push(format!("  {key}: {}", flow(value))),
        }
    }
    json!(lines)
}

/// The battles whose order is asked.
fn order(rules: &Punica, view: &State, board: &Board, side: Side, value: &mut Value) {
    let battle = |pending: &Pending| {
        let area = rules.chart().index(pending.area);
        let situation = Situation::of(rules, board, area, pending.attacker, side);
        json!({"area": pending.area, "role": situation.role, "mine": situation.mine, "theirs": situation.theirs})
    };
    value["order"] = json!(view.pending.iter().map(battle).collect::<Vec<_>>());
}

/// The cards of a hand with what they do.
fn hand(rules: &Punica, view: &State, side: Side) -> Vec<Value> {
    view.camp(side).hand.iter().filter_map(|id| rules.card(*id)).map(card_facts).collect()
}

/// A threat of the enemy, and what would answer it.
fn threat(
    rules: &Punica,
    view: &State,
    danger: &Danger,
    force: Option<&InForceOf<Punica>>,
) -> Value {
    let chart = rules.chart();
    let ways = ways_in_words(chart, &danger.ways);
    let answer = danger
        .situation
        .as_ref()
        .map(|situation| trace(rules, &InForce::of(force), situation, view.tempo == Tempo::Full));
    json!({"area": chart.id(danger.area), "mine": danger.mine, "decisive": danger.decisive, "ways": ways, "answer": answer})
}

/// The areas in which units of a kind stand, and those to which one movement takes them.
fn movements(
    rules: &Punica,
    board: &Board,
    side: Side,
    escort: bool,
    card: Option<&Card>,
) -> Vec<Value> {
    let chart = rules.chart();
    let mut list = Vec::new();
    let admitted =
        |unit: Unit| card.is_none_or(|card| card.steps.iter().any(|step| step.who.admits(unit)));
    for (unit, from) in board.movable(chart, side, escort).filter(|(unit, _)| admitted(*unit)) {
        let range = board.range(chart, side, unit, from);
        let to: Vec<String> = each(range).map(|area| chart.id(area).to_string()).collect();
        list.push(json!({"unit": unit.word(), "from": chart.id(from), "count": board.count[side.at()][from], "to": to}));
    }
    list
}

/// The action: movements, deployment, attacks with their tables, plans given ahead.
fn action(
    rules: &Punica,
    view: &State,
    side: Side,
    board: &Board,
    force: Option<&InForceOf<Punica>>,
    value: &mut Value,
) {
    let chart = rules.chart();
    value["moves"] = json!(movements(rules, board, side, view.options.escort, None));
    let lost = u32::from(rules.counters(side).fleet) > board.fleets(chart, side);
    let armies = each(board.held[side.at()] & chart.regions).map(|area| chart.id(area).to_string());
    value["deploy"] = if lost { json!(armies.collect::<Vec<_>>()) } else { json!([]) };
    value["attacks"] = json!(attacks(rules, board, side));
    value["example"] = json!(example(rules, view, board, side));
    let plans = force.and_then(|force| force.ahead.get("action")).map(|filed| &filed.says);
    if let Some(Orders::Plans(plans)) = plans {
        let (due, reasons) = plans::first(rules, view, side, plans);
        let reasons: Vec<Value> =
            reasons.into_iter().map(|(plan, why)| json!({"plan": plan, "why": why})).collect();
        value["plans"] = json!({"due": due.and_then(|answer| answer.planned).map(|planned| planned.entry), "reasons": reasons});
    }
}

/// A card of the hand with a first movement that it allows, for an example.
fn example(rules: &Punica, view: &State, board: &Board, side: Side) -> Option<Value> {
    let hand = rules.ranked(board, side);
    hand.iter().rev().find_map(|(id, _)| {
        let card = rules.card(*id)?;
        let first = Card { steps: card.steps.get(..1)?.to_vec(), ..card.clone() };
        let moves = movements(rules, board, side, view.options.escort, Some(&first));
        let movement = moves.into_iter().find(|movement| !movement["to"][0].is_null())?;
        let words = [&movement["unit"], &movement["from"], &movement["to"][0]].map(Value::as_str);
        let [Some(unit), Some(from), Some(to)] = words else { return None };
        Some(json!({"card": id, "move": format!("{unit} {from} {to}")}))
    })
}

/// Attacks that the seat could make now, each with the strongest way in and the table of cards.
fn attacks(rules: &Punica, board: &Board, side: Side) -> Vec<Value> {
    let (chart, enemy) = (rules.chart(), side.other());
    let met = each(board.held[enemy.at()] & !board.held[side.at()]);
    met.map(|area| (area, ways_into(rules, board, side, area)))
        .filter(|(_, ways)| !ways.is_empty())
        .map(|(area, ways)| {
            let strength = ways.first().map_or(0, |threat| threat.strength);
            let mut situation = Situation::of(rules, board, area, side, side);
            situation.mine = strength;
            spent(&mut situation.hand, ways.first().and_then(|threat| threat.card));
            let said = ways_in_words(chart, &ways);
            json!({"area": situation.area, "ways": said, "table": table(&situation)})
        })
        .collect()
}

/// Each own card against each card of the enemy's hand, before effects: `win`, `tie`, `loss`, with both totals.
fn table(situation: &Situation) -> Value {
    let rows: Vec<Value> = situation
        .hand
        .iter()
        .map(|(card, own)| {
            let cells: Vec<&str> = situation
                .enemy
                .iter()
                .map(|(_, other)| match (situation.mine + own).cmp(&(situation.theirs + other)) {
                    std::cmp::Ordering::Greater => "win",
                    std::cmp::Ordering::Equal => "tie",
                    std::cmp::Ordering::Less => "loss",
                })
                .collect();
            json!({"card": card, "total": situation.mine + own, "against": cells})
        })
        .collect();
    let columns: Vec<Value> = situation
        .enemy
        .iter()
        .map(|(card, other)| json!({"card": card, "total": situation.theirs + other}))
        .collect();
    json!({"mine": situation.mine, "theirs": situation.theirs, "columns": columns, "rows": rows})
}

/// The battle that is asked about, its table, and what the policies would play without an answer.
fn battle(
    rules: &Punica,
    view: &State,
    side: Side,
    board: &Board,
    force: Option<&InForceOf<Punica>>,
    value: &mut Value,
) {
    let Some(fight) = &view.fight else { return };
    let situation =
        Situation::of(rules, board, rules.chart().index(fight.area), fight.attacker, side);
    value["battle"] = json!({
        "area": fight.area, "role": situation.role, "at_stake": situation.at_stake, "prize": situation.prize,
        "table": table(&situation), "policy": trace(rules, &InForce::of(force), &situation, true),
    });
}

/// The star card that takes effect: its steps, and movements that can be made first.
fn effect(rules: &Punica, view: &State, side: Side, value: &mut Value) {
    let Some((scope, board)) = scope(rules, view, side) else { return };
    let fight = view.fight.as_ref().map(|fight| fight.area);
    value["effect"] = json!({
        "battle": fight, "card": card_facts(scope.card), "does": steps_in_words(scope.card), "behind": scope.behind,
        "moves": movements(rules, &board, side, view.options.escort, Some(scope.card)),
    });
}

fn aftermath(view: &State, value: &mut Value) {
    if let Stage::Aftermath { lose, retreat, .. } = &view.stage {
        let area = view.fight.as_ref().map(|fight| fight.area);
        value["aftermath"] = json!({"battle": area, "lose": lose, "retreat": retreat});
    }
}
