//! The sure results of a draft without errors: for each question its answer, the enemies that an army meets and the
//! risk, and what is left to standing orders, to defaults or to another file. From the seat's view, without dice of the
//! game.

use super::elements::ArmyId;
use super::forecast;
use super::orders::{Choice, Item, Orders};
use super::player::ways;
use super::policy::Policy;
use super::prompts::Question;
use super::rules::attrition::peril_of_move;
use super::rules::{Field, march, political};
use super::{DuellingRepublics, View};
use engine::{AtSeat, ParsedOrders, Prompt, Seat};
use serde_json::{Value, json};

type At<'a> = AtSeat<'a, DuellingRepublics>;

/// The facts for the template `dry-run.md`.
pub(super) fn dry_run(
    field: &Field<'_>,
    at: &At<'_>,
    filing: &ParsedOrders<Orders, Policy>,
) -> Value {
    let one = |prompt: &Prompt<Question>| {
        let Some(orders) = filing.orders.get(&prompt.name) else {
            let ahead = match &filing.ahead {
                Some(ahead) => ahead.contains_key(&prompt.name),
                None => at.in_force.is_some_and(|force| force.ahead.contains_key(&prompt.name)),
            };
            return json!({
                "prompt": prompt.name, "does": "nothing", "optional": prompt.optional, "ahead": ahead,
            });
        };
        let mut value = answered(field, at, filing, prompt, orders);
        if let Some(map) = value.as_object_mut() {
            map.insert("prompt".to_owned(), Value::from(prompt.name.as_str()));
        }
        value
    };
    let prompts: Vec<Value> = at.prompts.iter().map(one).collect();
    let resigns = filing.orders.values().any(|orders| orders.word().resign);
    json!({ "prompts": prompts, "resigns": resigns })
}

fn answered(
    field: &Field<'_>,
    at: &At<'_>,
    filing: &ParsedOrders<Orders, Policy>,
    prompt: &Prompt<Question>,
    orders: &Orders,
) -> Value {
    match (&prompt.question, orders) {
        (Question::Setup { army }, Orders::Setup(setup)) => {
            json!({ "does": "setup", "army": army, "elements": setup.elements })
        }
        (Question::Resources | Question::Allocate, Orders::Resources(orders)) => {
            allocations(field, at.view, at.seat, &prompt.question, &orders.allocate)
        }
        (Question::Commands { .. }, Orders::Resources(orders)) => {
            json!({ "does": "command", "army": orders.army.first() })
        }
        (Question::Season { army }, Orders::Season(turns)) => {
            let choices = turns.get(*army).unwrap_or_default();
            let options: Vec<Value> =
                choices.iter().map(|choice| option(field, *army, choice)).collect();
            let last = choices.last().is_some_and(|choice| choice.when.is_empty());
            json!({ "does": "season", "army": army, "options": options, "else_stays": !last })
        }
        (Question::Answer { entry }, Orders::Answer(reply)) => json!({
            "does": "answer", "army": entry.target, "by": entry.mover, "answer": reply.what, "to": reply.to,
            "battle": forecast::battle(field, entry.mover, entry.target, entry.place),
        }),
        (Question::Asked { query }, Orders::Told(told)) => {
            json!({ "does": "told", "army": query.army(), "query": query, "answer": told.says })
        }
        (Question::Plan { .. } | Question::Report { .. }, Orders::Battles(list)) => {
            let battles = list.iter().filter_map(|entry| {
                let battle = super::rules::battles::meant(field.state, at.seat, entry)?;
                let host = battle.hosts.iter().find(|host| host.seat == *at.seat);
                let army = host.map(|host| host.army);
                let standing = army.is_some_and(|army| stands(at, filing, army));
                let by = match (&entry.plan, host) {
                    (_, None) => "none",
                    (Some(_), _) => "file",
                    (None, _) if standing => "standing",
                    (None, _) => "default",
                };
                let name = field.chart.battle_name(battle.id);
                Some(json!({ "battle": battle.id, "name": name, "plan": by, "resolve": entry.resolve }))
            });
            json!({ "does": "plan", "battles": battles.collect::<Vec<_>>() })
        }
        (Question::Report { .. } | Question::Ruling { .. }, orders) => json!({
            "does": "report",
            "reports": orders.reports().iter().map(|report| json!({
                "battle": report.battle, "name": field.chart.battle_name(report.battle), "winner": report.winner,
                "lost": report.lost.values().map(Vec::len).sum::<usize>(),
            })).collect::<Vec<_>>(),
        }),
        _ => json!({ "does": "other" }),
    }
}

/// True if the standing orders for an army contain a plan, once the draft counts.
fn stands(at: &At<'_>, filing: &ParsedOrders<Orders, Policy>, army: ArmyId) -> bool {
    let plans = |policy: &Policy| policy.army(army).map(|said| said.plan.is_some());
    let filed = filing.standing.as_ref().and_then(plans);
    let before = || at.in_force.and_then(|force| plans(&force.standing.as_ref()?.says));
    filed.or_else(before).unwrap_or(false)
}

/// The number of the seat's turns that the list fills, whatever the others do.
fn allocations(
    field: &Field<'_>,
    view: &View,
    seat: &Seat,
    question: &Question,
    list: &[Item],
) -> Value {
    let mine = |side| {
        let turns = 0..political::turns(field);
        turns.filter(|turn| political::on_turn(field, side, *turn).as_ref() == Some(seat)).count()
    };
    let turns = match question {
        Question::Allocate => 1,
        _ => view.side.map_or(0, mine),
    };
    let repeats = list.iter().any(|item| matches!(item, Item::Repeat { .. }));
    let single = list.len() - usize::from(repeats);
    let later = view.side.map_or(0, |side| {
        list.iter().filter(|item| political::lawful(field, side, item).is_err()).count()
    });
    json!({
        "does": "allocate", "turns": turns, "entries": single, "repeats": repeats, "not_yet": later,
        "by_default": if repeats { 0 } else { turns.saturating_sub(single) },
    })
}

/// An option of a season: how far it leads, and what waits there.
fn option(field: &Field<'_>, id: ArmyId, choice: &Choice) -> Value {
    let Some(army) = field.state.army(id) else { return json!({ "stays": true }) };
    let (start, mut here) = (army.at, army.at);
    let alone = ways::without_allies(field.state, id);
    let (mut ends, mut peril, mut gone) = (None, None, false);
    for (_, step) in choice.steps(start) {
        let Ok(by) = march::way(field, here, *step) else { break };
        gone |= field.chart.theater(step.to) != field.chart.theater(start);
        let state = if gone { &alone } else { field.state };
        peril = peril_of_move(&Field::new(field.chart, state), id, here, step.to, by);
        here = step.to;
        ends = march::ends(field, id.side(), here, by);
        if ends.is_some() {
            break;
        }
    }
    let enemy = field.state.in_province(here, id.side().other()).first().copied();
    let state = if gone { &alone } else { field.state };
    let met = enemy.filter(|_| here != start);
    let bought: usize = choice.recruit.iter().map(|recruit| recruit.elements.len()).sum();
    json!({
        "conditions": !choice.when.is_empty(), "stays": here == start && !choice.sally && !choice.disband,
        "to": here, "ends": ends, "sally": choice.sally, "disband": choice.disband,
        "hits": peril.as_ref().map(|peril| peril.hits(field.chart)),
        "dice": peril.as_ref().map(|peril| peril.coloured),
        "allies_leave": gone && !army.body.allied.is_empty(),
        "enemy": met.map(|enemy| json!({ "id": enemy, "size": field.state.armies[&enemy].size })),
        "battle": met.and_then(|enemy| forecast::battle(&Field::new(field.chart, state), id, enemy, here)),
        "recruits": bought, "talents": bought * usize::from(field.chart.ally_cost),
    })
}
