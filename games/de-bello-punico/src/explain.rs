//! Explains a seat's orders in force in an attack that has not happened: the rules themselves make the attack, on a
//! copy of what the seat sees, with three pairs of dice. The other seat's standing orders are not known to it: the
//! defaults stand in for them.

use super::counsel::after_moves;
use super::events::{Combat, Event, Note};
use super::field::Field;
use super::geometry::front;
use super::names::{Id, Side};
use super::orders::{AttackOrder, Stand, Target};
use super::rules::{attack, targets};
use super::state::{Impulse, ImpulseMarks, Place, Stage, State, Unit};
use super::{DeBelloPunico, form};
use crate::codes::Code;
use engine::Common;
use engine::kit::Hex;
use engine::rules::{InForceOf, ParsedOrdersOf};
use engine::{AtSeat, Complaint, Complaints, Dice, Node, Path, Reader, Table};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Most cases that one answer holds.
const MOST: usize = 40;
/// Throws that stand for a good, an even and a bad course of a fight: the attacker's die and the defender's.
const THROWS: [[u32; 2]; 3] = [[6, 1], [3, 3], [1, 6]];

#[derive(Clone, Copy, Debug)]
struct Asked {
    unit: Id,
    target: Id,
    from: Option<Stand>,
    charge: bool,
    command: bool,
}

/// Answers one question or several; with none, every attack that units in contact could make. With a draft, the
/// position is the one after its moves.
///
/// # Errors
/// Complaints about the parts of the question that cannot be understood.
pub(super) fn answer(
    rules: &DeBelloPunico,
    at: &AtSeat<'_, DeBelloPunico>,
    draft: Option<&ParsedOrdersOf<DeBelloPunico>>,
    question: &Node,
) -> Result<Value, Vec<Complaint>> {
    let AtSeat { view, seat, in_force: force, .. } = *at;
    let Some(side) = Side::of(seat) else {
        return Err(vec![Complaint::fault(
            Common::Explain.code(),
            Path::top(),
            format!("{seat} has no seat in this game"),
        )]);
    };
    let moved = draft.and_then(|filing| after_moves(rules, view, side, filing));
    let view = moved.as_ref().unwrap_or(view);
    let mut complaints = Complaints::new();
    let top = Reader::new(question, Path::top(), &mut complaints);
    let none = question.is_empty()
        || question.map().is_some_and(<[_]>::is_empty)
        || question.list().is_some_and(<[_]>::is_empty);
    let items = top.items();
    let asked: Vec<Asked> = if none {
        contacts(rules, view)
    } else {
        items.iter().filter_map(|item| read(item)).collect()
    };
    if top.fatal() {
        return Err(complaints.0);
    }
    let mut cases = Vec::new();
    for (asked, at) in
        asked.iter().zip(items.iter().map(Some).chain(std::iter::repeat(None))).take(MOST)
    {
        match case(rules, view, side, force, asked) {
            Ok(value) => cases.push(value),
            Err(why) => {
                let fault = Complaint::fault(
                    Common::Explain.code(),
                    at.map_or_else(Path::top, |at| at.path.clone()),
                    why,
                );
                top.complain(
                    fault.fix("write for example {unit: me1, target: ha1, from: \"1009/s\"}"),
                );
            }
        }
    }
    if top.fatal() {
        return Err(complaints.0);
    }
    Ok(
        json!({ "seat": side, "tempo": view.tempo, "draft": draft.is_some(), "moved": moved.is_some(), "cases": cases }),
    )
}

/// Every attack that a steady unit of either side could make from where it stands.
fn contacts(rules: &DeBelloPunico, view: &State) -> Vec<Asked> {
    let field = Field::new(&rules.printed, view);
    let army =
        Side::BOTH.into_iter().flat_map(|side| field.army(side)).filter(|(_, unit)| unit.steady());
    // A unit that has attacked, left a ZdC or stands under a marker is barred in its own half alone.
    let may = |id: Id, side: Side| {
        view.stage.mover() != Some(side) || targets::attacker(&field, side, id).is_ok()
    };
    let army = army.filter(|(id, unit)| may(*id, unit.side));
    let of = |(unit, stand): (Id, &Unit)| -> Vec<Asked> {
        let found = targets::quarries(&field, stand).into_iter().filter_map(|quarry| quarry.unit);
        found
            .map(|target| Asked { unit, target, from: None, charge: false, command: false })
            .collect()
    };
    army.flat_map(of).collect()
}

fn read(reader: &Reader<'_>) -> Option<Asked> {
    reader.entries("a map such as {unit: me1, target: ha1}")?;
    reader.only(&["unit", "target", "from", "charge", "command"]);
    let name = |key: &str| {
        let part = reader.need(key)?;
        let id = Id::new(part.text("a unit")?);
        if id.is_none() {
            reader.complain(part.fault(Code::Name, "no unit has this name"));
        }
        id
    };
    let (unit, target) = (name("unit"), name("target"));
    let from = match reader.get("from") {
        None => None,
        Some(part) => {
            let stand = Stand::parse(part.text("a hex with a facing")?);
            if stand.is_none() {
                reader.complain(
                    part.fault(Code::Hex, "this is not a hex with a facing")
                        .fix("write it as \"1009/s\""),
                );
            }
            Some(stand?)
        }
    };
    let truth =
        |key: &str| reader.get(key).and_then(|part| part.truth("true or false")).unwrap_or(false);
    let (charge, command) = (truth("charge"), truth("command"));
    Some(Asked { unit: unit?, target: target?, from, charge, command })
}

/// The position in which the attack is made: the attacker's combat impulse, with the attacker where the question puts
/// it.
fn scene(rules: &DeBelloPunico, view: &State, asked: &Asked) -> Result<(State, Side, Hex), String> {
    let field = Field::new(&rules.printed, view);
    let (Some(unit), Some(target)) = (field.unit(asked.unit), field.unit(asked.target)) else {
        return Err(format!("{} and {} are not both in this battle", asked.unit, asked.target));
    };
    if unit.side == target.side {
        return Err(format!("{} and {} are on the same side", asked.unit, asked.target));
    }
    let (Some(here), Some(there)) = (unit.hex(), target.hex()) else {
        return Err(format!("{} and {} are not both on the map", asked.unit, asked.target));
    };
    if !unit.steady() {
        return Err(format!("{} is In fugam and cannot attack", asked.unit));
    }
    let mover = unit.side;
    let stand = match asked.from {
        Some(stand) => (stand.hex, stand.facing.or_else(|| field.grid().side_to(stand.hex, there))),
        None if targets::quarries(&field, unit)
            .iter()
            .any(|quarry| quarry.unit == Some(asked.target)) =>
        {
            (here, Some(unit.facing))
        }
        None => approach(&field, asked, target, there).ok_or_else(|| {
            format!("there is no open hex from which {} could be attacked", asked.target)
        })?,
    };
    let (hex, Some(facing)) = stand else {
        return Err(format!("{} is not next to {}", stand.0, asked.target));
    };
    let free = field.vacant(mover, hex) || hex == here;
    if !field.grid().has(hex)
        || !free
        || !front(facing).iter().any(|way| field.grid().step(hex, *way) == Some(there))
    {
        return Err(format!("{} cannot attack {} from {hex}/{facing}", asked.unit, asked.target));
    }
    let mut state = view.clone();
    let fresh =
        !(view.stage.mover() == Some(mover) && view.stage.impulse() == Some(Impulse::Combat));
    if fresh {
        state.stage = Stage::Impulse { mover, impulse: Impulse::Combat };
        state.units.values_mut().for_each(|unit| unit.impulse = ImpulseMarks::default());
    }
    if let Some(unit) = state.units.get_mut(&asked.unit) {
        (unit.place, unit.facing) = (Place::On(hex), facing);
        unit.half = crate::state::HalfMarks { straight: unit.half.straight, ..Default::default() };
        unit.turn.motionless = false;
        unit.turn.furious = false;
        unit.impulse.attacked = false;
    }
    Ok((state, mover, there))
}

/// The hex from which a unit that is not in contact would attack: the open hex before the target that is nearest to it.
fn approach(
    field: &Field<'_>,
    asked: &Asked,
    target: &Unit,
    there: Hex,
) -> Option<(Hex, Option<engine::kit::Bearing>)> {
    let here = field.hex(asked.unit)?;
    let side = field.unit(asked.unit)?.side;
    let open = field.front_hexes(there, target.facing).filter(|hex| field.vacant(side, *hex));
    let hex = open.min_by_key(|hex| (field.distance(here, *hex), *hex))?;
    Some((hex, field.grid().side_to(hex, there)))
}

/// The answer for one hypothetical attack.
fn case(
    rules: &DeBelloPunico,
    view: &State,
    side: Side,
    force: Option<&InForceOf<DeBelloPunico>>,
    asked: &Asked,
) -> Result<Value, String> {
    let (state, mover, there) = scene(rules, view, asked)?;
    let mut value =
        form::fight(&Field::new(&rules.printed, &state), asked.unit, Some(asked.target), there);
    let stand = state.unit(asked.unit);
    value["from"] = json!(stand.map(|unit| format!("{}/{}", unit.place, unit.facing)));
    value["attacker"] = json!(mover);
    value["mine"] = json!(if mover == side { "attack" } else { "defence" });
    let mut ends = Vec::new();
    for throw in THROWS {
        let events = fought(rules, state.clone(), mover, (side, force), asked, throw);
        let cut = events
            .iter()
            .position(|event| matches!(event, Event::Note(Note::Die { .. })))
            .unwrap_or(events.len());
        if ends.is_empty() {
            value["before"] = told(&events[..cut]);
        }
        let fight = events.iter().any(|event| matches!(event, Event::Combat(Combat::Fought(_))));
        ends.push(json!({ "dice": throw, "events": told(&events[cut..]) }));
        if !fight {
            break;
        }
    }
    // If no dice are thrown there is one end only, and `before` tells all of it.
    value["ends"] = if value["before"].as_array().is_some() && ends.len() == 1 {
        json!([])
    } else {
        json!(ends)
    };
    Ok(value)
}

/// The events of the attack with these dice; further dice harm nobody.
fn fought(
    rules: &DeBelloPunico,
    mut state: State,
    mover: Side,
    (side, force): (Side, Option<&InForceOf<DeBelloPunico>>),
    asked: &Asked,
    throw: [u32; 2],
) -> Vec<Event> {
    let mine: BTreeMap<_, _> =
        force.map(|force| (side.seat(), force.clone())).into_iter().collect();
    let mut dice = Dice::scripted(throw.into()).then_always(6);
    let mut board = Table::new(rules, &mut state, &mine, &mut dice, 1);
    let order = AttackOrder {
        command: asked.command.then_some(true),
        charge: asked.charge,
        ..AttackOrder::new(asked.unit, vec![Target::Unit(asked.target)])
    };
    attack::listed(&mut board, mover, "attacks[0]".to_owned(), &order);
    board.entries().iter().map(|entry| entry.event.clone()).collect()
}

fn told(events: &[Event]) -> Value {
    json!(events)
}
