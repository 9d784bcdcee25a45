//! Explains a seat's standing orders in a case that has not happened: a unit of its own is forced back, or nobody
//! writes its attacks. The rules themselves force it back, and attack, on a copy of the position.

use super::codes::Code;
use super::names::{Side, UnitId};
use super::orders::read::unit_id;
use super::orders::{Orders, Policy, Spot, camp};
use super::rules::{Field, retreat, turn};
use super::state::{State, Unit};
use super::{CombinedArms, Table, check, dry_run, forecast};
use crate::events::{Combat, Event};
use crate::names::Stage;
use engine::rules::{InForceOf, ParsedOrdersOf};
use engine::{AtSeat, Common, Complaint, Complaints, Dice, Node, Path, Reader, Seat};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The word that asks for the attacks of the standing policy.
const ATTACK: &str = "attack";

enum Asked {
    /// This unit must fall back.
    Retreat {
        unit: UnitId,
        /// The square it falls back from, if not from where it stands.
        at: Option<Spot>,
        /// The units that drove it back; none means all that could attack it from where they stand.
        by: Option<Vec<UnitId>>,
    },
    /// Attacks in the coming phase if nobody orders any.
    Attack,
}

/// Answers one question or several; with none, the attack policy and every unit that the enemy's next turn could force
/// back. With a draft, the position is the one after its moves.
///
/// # Errors
/// Complaints about the parts of the question that cannot be understood.
pub(super) fn answer(
    rules: &CombinedArms,
    at: &AtSeat<'_, CombinedArms>,
    draft: Option<&ParsedOrdersOf<CombinedArms>>,
    question: &Node,
) -> Result<Value, Vec<Complaint>> {
    let Some(side) = Side::of(at.seat) else {
        let message = format!("{} has no seat in this game", at.seat);
        return Err(vec![Common::Explain.at(Path::top(), message)]);
    };
    let moved = draft.and_then(|filing| after_moves(rules, at.view, side, filing));
    let view = moved.as_ref().unwrap_or(at.view);
    let mut complaints = Complaints::new();
    let none = question.is_empty()
        || question.map().is_some_and(<[_]>::is_empty)
        || question.list().is_some_and(<[_]>::is_empty);
    let asked: Vec<Asked> = if none {
        suggested(rules, view, side)
    } else {
        let items = Reader::new(question, Path::top(), &mut complaints).items();
        items.iter().filter_map(|item| read(view, side, item)).collect()
    };
    if complaints.fatal() {
        return Err(complaints.0);
    }
    let forces: BTreeMap<Seat, InForceOf<CombinedArms>> =
        at.in_force.map(|force| (at.seat.clone(), force.clone())).into_iter().collect();
    let policy = at.in_force.and_then(|force| force.standing.as_ref()).map(|filed| &filed.says);
    let case = |asked: &Asked| match asked {
        Asked::Retreat { unit, at, by } => {
            forced_back(rules, view, &forces, policy, (*unit, *at, by.as_deref()))
        }
        Asked::Attack => attacks(rules, view, side, policy),
    };
    let cases: Vec<Value> = asked.iter().map(case).collect();
    Ok(json!({
        "seat": side, "tempo": view.options.tempo, "draft": draft.is_some(), "moved": moved.is_some(), "cases": cases,
    }))
}

/// The position after a draft's moves, if it moves now.
fn after_moves(
    rules: &CombinedArms,
    view: &State,
    side: Side,
    filing: &ParsedOrdersOf<CombinedArms>,
) -> Option<State> {
    let orders = filing.orders.get(Stage::Move.word())?;
    let own = view.stage == Stage::Move && view.active == Some(side);
    own.then(|| check::run(rules, view, |table| turn::moves(table, side, Some(orders))).0)
}

/// The cases that the position suggests: the attacks that are due, and the units that may be forced back.
fn suggested(rules: &CombinedArms, view: &State, side: Side) -> Vec<Asked> {
    if !matches!(view.stage, Stage::Move | Stage::Attack) {
        return Vec::new();
    }
    let field = Field::new(&rules.chart, view);
    let reach = |look: &forecast::Outlook| look.after_moves.points >= u32::from(look.needed);
    let looks = forecast::outlook(&field, side, true).into_iter().filter(reach);
    let retreats = looks.map(|look| Asked::Retreat { unit: look.unit, at: None, by: None });
    [Asked::Attack].into_iter().chain(retreats).collect()
}

/// A question: `attack`, a unit, or a map about a unit.
fn read(view: &State, side: Side, reader: &Reader<'_>) -> Option<Asked> {
    if let Some(text) = reader.node.text() {
        if text == ATTACK {
            return Some(Asked::Attack);
        }
        let unit = standing(view, side, reader)?;
        return Some(Asked::Retreat { unit, at: None, by: None });
    }
    reader.entries("`attack`, a unit, or a map such as {unit: ha1, at: e4}")?;
    reader.only(&["unit", "at", "by"]);
    let unit = reader.need("unit")?;
    let unit = standing(view, side, &unit)?;
    let at = match reader.get("at") {
        Some(part) => {
            let spot = camp::spot(&part)?;
            let taken = view.on(spot.square).filter(|other| other.id != unit);
            if !spot.square.on(view.board.size) {
                let message = format!("{} is not on the board", spot.square);
                reader.complain(Code::Square.here(&part, message));
            } else if let Some(other) = taken {
                let message = format!("{} stands on {}", other.id, spot.square);
                reader.complain(Code::Taken.here(&part, message).fix("choose a free square"));
            }
            Some(spot)
        }
        None => None,
    };
    let by = reader.get("by").map(|part| {
        let items = part.items();
        let enemy = |item: &Reader<'_>| standing(view, side.other(), item);
        items.iter().filter_map(enemy).collect()
    });
    Some(Asked::Retreat { unit, at, by })
}

/// A unit of a side, on the board.
fn standing(view: &State, side: Side, reader: &Reader<'_>) -> Option<UnitId> {
    let text = reader.text("a unit")?;
    let id = unit_id(text, reader)?;
    let found = view.unit(id).filter(|unit| unit.side == side);
    if found.is_none() {
        let fault = Code::Unit.here(reader, format!("no unit {text} of {side}'s is on the board"));
        reader.complain(
            fault.fix(
                "ask about `attack`, or about a unit that the map shows: {unit: ha1, at: e4, by: [eq1]}",
            ),
        );
    }
    found.map(|unit| unit.id)
}

fn forced_back(
    rules: &CombinedArms,
    view: &State,
    forces: &BTreeMap<Seat, InForceOf<CombinedArms>>,
    policy: Option<&Policy>,
    (id, at, by): (UnitId, Option<Spot>, Option<&[UnitId]>),
) -> Value {
    let mut state = view.clone();
    let place = |unit: &mut Unit| {
        if let Some(spot) = at {
            unit.square = spot.square;
            unit.facing = spot.facing.unwrap_or(unit.facing);
        }
    };
    state.units.iter_mut().filter(|unit| unit.id == id).for_each(place);
    let field = Field::new(&rules.chart, &state);
    let unit = field.state.unit(id).expect("queries are only about units on the board");
    let near =
        field.of(unit.side.other()).filter(|enemy| field.attack(enemy, unit, true).is_some());
    let by: Vec<UnitId> =
        by.map_or_else(|| near.map(|enemy| enemy.id).collect(), <[UnitId]>::to_vec);
    let (key, list) = retreat::criteria(policy, unit, &rules.chart.retreat_default);
    let criteria: Vec<String> = list.iter().map(ToString::to_string).collect();
    let (square, kind, needed) = (unit.square, unit.kind, field.needed(unit));
    let drive = |unit: &mut Unit| unit.made_by.clone_from(&by);
    state.units.iter_mut().filter(|unit| unit.id == id).for_each(drive);
    let mut dice = Dice::none();
    let mut table = Table::new(rules, &mut state, forces, &mut dice, 1);
    retreat::force_back(&mut table, id);
    let entries = table.leave();
    let end = entries.iter().find_map(|entry| match &entry.event {
        Event::Combat(end @ (Combat::Retreat { .. } | Combat::Destroyed { .. })) => Some(end),
        _ => None,
    });
    json!({
        "what": "retreat", "unit": id, "type": kind, "at": square, "by": by, "needed": needed,
        "key": key, "criteria": criteria, "end": end.expect("a unit that must fall back falls back or is destroyed"),
    })
}

/// The attacks of the standing policy, from the present squares of all units.
fn attacks(rules: &CombinedArms, view: &State, side: Side, policy: Option<&Policy>) -> Value {
    let orders = rules.attack_by_policy(policy);
    let own = policy.is_some_and(|policy| policy.attack.is_some());
    let (_, entries) = check::run(rules, view, |table| {
        if table.state().active != Some(side) {
            turn::begin(table, side);
        }
        if table.state().stage == Stage::Move {
            turn::moves(table, side, None);
        }
        turn::attacks(table, side, Some(&orders));
    });
    let none = matches!(&orders, Orders::List(items) if items.is_empty());
    json!({ "what": ATTACK, "own": own, "none": none, "fights": dry_run::fights(&entries) })
}
