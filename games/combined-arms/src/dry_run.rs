//! The sure results of a draft, for `check`: the lists carried out on the present position by the very code that
//! resolves. A beaten enemy may choose among squares; if there is a choice, what follows is told as likely only.

use crate::check;
use crate::events::{Combat, Event, Listing, Movement};
use crate::names::{Side, UnitId};
use crate::orders::{ArmyChoice, Camp, FallBack, Item, Orders};
use crate::prompts::Question;
use crate::rules::{Field, retreat, terrain, turn};
use crate::state::State;
use crate::{CombinedArms, Table};
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, Entry, Tempo};
use serde_json::{Value, json};

/// The facts for the template `dry-run.md`; nothing where nothing is asked or answered.
pub(super) fn dry_run(
    rules: &CombinedArms,
    at: &AtSeat<'_, CombinedArms>,
    filing: &ParsedOrdersOf<CombinedArms>,
) -> Value {
    let side = Side::of(at.seat).expect("the charter has exactly one seat for each side");
    let [prompt] = at.prompts else { return Value::Null };
    let Some(orders) = filing.orders.get(&prompt.name) else { return Value::Null };
    match (prompt.question, orders) {
        (Question::Move | Question::Attack, Orders::List(_)) => {
            turn_facts(rules, at, side, orders, filing)
        }
        (question, Orders::Camp(camp)) => camp_facts(rules, at.view, side, question, camp),
        (Question::Retreat { unit }, Orders::FallBack(answer)) => {
            retreat_facts(rules, at, filing, unit, answer)
        }
        (_, Orders::List(_) | Orders::FallBack(_)) => Value::Null,
    }
}

/// The square to which a unit falls back: the one that is chosen, or the one that its criteria find.
fn retreat_facts(
    rules: &CombinedArms,
    at: &AtSeat<'_, CombinedArms>,
    filing: &ParsedOrdersOf<CombinedArms>,
    unit: UnitId,
    answer: &FallBack,
) -> Value {
    let field = Field::new(&rules.chart, at.view);
    let in_force = at.in_force.and_then(|force| force.standing.as_ref()).map(|filed| &filed.says);
    let drafted = filing.standing.as_ref().filter(|policy| policy.retreat.is_some());
    let falls = at.view.unit(unit).and_then(|unit| {
        let criteria =
            retreat::criteria(drafted.or(in_force), unit, &rules.chart.retreat_default).1;
        field.choose(unit, field.candidates(unit), criteria)
    });
    let to = answer.to.or(falls.map(|(to, _)| to));
    json!({ "what": "retreat", "unit": unit, "to": to, "by_criteria": answer.to.is_none() })
}

/// The facts of a turn, or of the phase of it that is open.
fn turn_facts(
    rules: &CombinedArms,
    at: &AtSeat<'_, CombinedArms>,
    side: Side,
    orders: &Orders,
    filing: &ParsedOrdersOf<CombinedArms>,
) -> Value {
    let state = at.view;
    let moving = state.stage == crate::names::Stage::Move;
    let ahead = filing.ahead.as_ref().and_then(|map| map.get("attack"));
    // Standing orders that the draft does not name stay in force.
    let standing = at.in_force.and_then(|force| force.standing.as_ref()).map(|filed| &filed.says);
    let drafted = filing.standing.as_ref().filter(|policy| policy.attack.is_some());
    let policy = rules.attack_by_policy(drafted.or(standing));
    let attacks = if moving { ahead.unwrap_or(&policy) } else { orders };
    let by_policy = moving && ahead.is_none() && state.options.tempo == Tempo::Brisk;
    let whole = !moving || state.options.tempo == Tempo::Brisk;
    let (after, entries) = check::run(rules, state, |table: &mut Table<'_>| {
        if moving {
            turn::moves(table, side, Some(orders));
        }
        if whole && table.state().result.is_none() {
            turn::attacks(table, side, Some(attacks));
        }
    });
    let busy = [Some(orders), Some(attacks).filter(|_| whole && !by_policy)];
    let busy: Vec<UnitId> = busy.into_iter().flatten().flat_map(ordered).collect();
    let idle = state.units.iter().filter(|unit| unit.side == side && !busy.contains(&unit.id));
    json!({
        "what": "turn",
        "moves": moves(&entries),
        "fights": fights(&entries),
        "void": void(&entries),
        "idle": idle.map(|unit| unit.id).collect::<Vec<_>>(),
        "by_policy": by_policy,
        "won": after.result.and_then(|result| result.winner) == Some(side),
    })
}

fn ordered(orders: &Orders) -> Vec<UnitId> {
    let Orders::List(items) = orders else { return Vec::new() };
    let unit = |item: &Item| match item {
        Item::Move(part) => vec![part.unit],
        Item::Attack(part) => vec![part.unit],
        Item::AtWill(part) => part.units.clone().unwrap_or_default(),
        Item::Unread | Item::Draw(_) | Item::Resign => Vec::new(),
    };
    items.iter().flat_map(unit).collect()
}

/// The square that each unit reaches, and its facing there.
fn moves(entries: &[Entry<Event>]) -> Vec<Value> {
    let done = |entry: &Entry<Event>| match &entry.event {
        Event::Movement(Movement::Moved { unit, to, facing, .. }) => Some((*unit, *to, *facing)),
        Event::Movement(Movement::Turned { unit, square, facing, .. }) => {
            Some((*unit, *square, *facing))
        }
        _ => None,
    };
    let mut last: Vec<(UnitId, _, _)> = Vec::new();
    for (unit, to, facing) in entries.iter().filter_map(done) {
        last.retain(|(other, ..)| *other != unit);
        last.push((unit, to, facing));
    }
    last.iter()
        .map(|(unit, to, facing)| json!({"unit": unit, "to": to, "facing": facing}))
        .collect()
}

/// Each target with its attackers, the damage done and needed, and the result.
pub(super) fn fights(entries: &[Entry<Event>]) -> Vec<Value> {
    let mut fights: Vec<(UnitId, Value)> = Vec::new();
    for entry in entries {
        let Event::Combat(combat) = &entry.event else { continue };
        let unit = match combat {
            Combat::Attack(attack) => attack.target,
            Combat::Holds { target, .. } => *target,
            Combat::Retreat { unit, .. } | Combat::Destroyed { unit, .. } => *unit,
            Combat::Credit { .. } | Combat::Veteran { .. } => continue,
        };
        let known = fights.iter().rposition(|(id, fight)| *id == unit && fight["end"] != "retreat");
        let at = known.unwrap_or_else(|| {
            fights.push((unit, json!({"target": unit, "by": [], "end": "holds"})));
            fights.len() - 1
        });
        let fight = &mut fights[at].1;
        match combat {
            Combat::Attack(attack) => {
                fight["by"].as_array_mut().expect("a list").push(json!(attack.attacker));
                fight["damage"] = json!(attack.total);
                fight["needed"] = json!(attack.needed);
                fight["square"] = json!(attack.square);
            }
            Combat::Retreat { to, candidates, .. } => {
                fight["end"] = json!("retreat");
                fight["to"] = json!(to);
                fight["choice"] = json!(candidates.len());
            }
            Combat::Destroyed { cause, .. } => {
                fight["end"] = json!("destroyed");
                fight["cause"] = json!(cause);
            }
            Combat::Holds { .. } | Combat::Credit { .. } | Combat::Veteran { .. } => {}
        }
    }
    fights.into_iter().map(|(_, fight)| fight).collect()
}

/// The entries that would come to nothing, with the reasons.
fn void(entries: &[Entry<Event>]) -> Vec<Value> {
    let void = |entry: &Entry<Event>| match &entry.event {
        Event::Listing(Listing::Void(void)) => {
            Some(json!({"unit": void.unit, "entry": void.entry, "reason": void.reason}))
        }
        Event::Listing(Listing::Skipped { unit, entry, reason, .. }) => {
            Some(json!({"unit": unit, "entry": entry, "reason": reason}))
        }
        _ => None,
    };
    entries.iter().filter_map(void).collect()
}

/// An army and a set-up: what is chosen, and what the rules choose where the draft is silent.
fn camp_facts(
    rules: &CombinedArms,
    state: &State,
    side: Side,
    question: Question,
    camp: &Camp,
) -> Value {
    let scenario = rules.scenario(state);
    let army = match &camp.army {
        Some(ArmyChoice::Ready(name)) => json!(name),
        Some(ArmyChoice::Own(_)) => json!("own"),
        None => json!(scenario.armies_of(side).first()),
    };
    let asked = matches!(question, Question::Muster | Question::Deploy { army: true });
    let ground = if asked { terrain::sort(state, side, camp) } else { terrain::Laid::default() };
    let placed_by_hand = camp.place.len() + camp.units.len();
    let layout = camp
        .layout
        .or_else(|| scenario.layouts_of(side).first().copied().filter(|_| placed_by_hand == 0));
    json!({
        "what": "camp",
        "army": asked.then_some(army),
        "army_by_default": camp.army.is_none(),
        "hills": ground.hills,
        "plateaus": ground.plateaus,
        "more": [
            usize::from(state.options.hills).saturating_sub(ground.hills.len()),
            usize::from(state.options.plateaus).saturating_sub(ground.plateaus.len()),
        ],
        "placing": !matches!(question, Question::Muster),
        "layout": layout,
        "layout_by_default": camp.layout.is_none(),
        "placed_by_hand": placed_by_hand,
    })
}
