//! The facts that templates need beside events: the position in values, totals, names. The templates add the prose.

use super::DeBelloPunico;
use super::data::BattleNote;
use super::names::{Id, Side};
use super::state::{Place, Stage, State, Unit};
use serde_json::{Map, Value, json};

/// The whole position as a viewer knows it.
pub(super) fn report_context(rules: &DeBelloPunico, view: &State) -> Value {
    let battle = rules.printed.battle(view.battle);
    json!({
        "title": "De Bello Punico",
        "scenario": { "name": view.battle, "title": battle.title, "case": battle.case },
        "tempo": view.tempo.word(),
        "turn": view.turn,
        "turns": battle.turns,
        "draw": battle.draw,
        "stage": view.stage,
        "mover": view.stage.mover(),
        "half": view.half(),
        "first": view.first,
        "over": view.over,
        "asked": if let Stage::Choice { side } = view.stage { Some(side) } else { None },
        "armies": Side::BOTH.into_iter().map(|side| army(rules, view, side)).collect::<Vec<_>>(),
        "units": names(rules, view, battle),
        "leaders": leaders(rules),
    })
}

/// Every unit's type, side and name, by its short name. Includes units that are gone and, before set-up, the
/// scenario's.
fn names(rules: &DeBelloPunico, view: &State, battle: &BattleNote) -> Value {
    let mut all: Map<String, Value> = Map::new();
    for side in Side::BOTH {
        for (id, kind) in battle.ids(&rules.printed.roster, side) {
            all.insert(id.to_string(), called(rules, battle, id, kind, side));
        }
    }
    for (id, unit) in &view.units {
        all.entry(id.to_string())
            .or_insert_with(|| called(rules, battle, *id, unit.kind, unit.side));
    }
    Value::Object(all)
}

fn called(
    rules: &DeBelloPunico,
    battle: &BattleNote,
    id: Id,
    kind: super::names::Kind,
    side: Side,
) -> Value {
    let note = rules.printed.kind(kind);
    json!({ "type": kind, "kind": note.name, "side": side, "class": note.class, "name": battle.names.get(&id) })
}

fn leaders(rules: &DeBelloPunico) -> Value {
    let one = |note: &super::data::LeaderNote| {
        (note.id.to_string(), json!({ "name": note.name, "side": note.side }))
    };
    Value::Object(rules.printed.roster.leaders().iter().map(one).collect())
}

/// One side: leader, chips, rout points, units on the map and off it.
fn army(rules: &DeBelloPunico, view: &State, side: Side) -> Value {
    let (battle, camp) = (rules.printed.battle(view.battle), &view.camps[side]);
    let own = || view.units.iter().filter(move |(_, unit)| unit.side == side);
    let mut here: Vec<(&Id, &Unit)> = own().filter(|(_, unit)| unit.hex().is_some()).collect();
    here.sort_by_key(|(id, unit)| (unit.panic.is_some(), unit.kind, id.as_str().len(), **id));
    let off = |place: fn(Place) -> bool| {
        own().filter(move |(_, unit)| place(unit.place)).map(|(id, _)| *id).collect::<Vec<Id>>()
    };
    let away: Vec<Value> = own()
        .filter_map(|(id, unit)| match unit.place {
            Place::Off(hex) => Some(json!({ "id": id, "hex": hex })),
            _ => None,
        })
        .collect();
    let leader = &camp.leader;
    let with = leader
        .hex
        .and_then(|hex| own().find(|(_, unit)| unit.hex() == Some(hex)).map(|(id, _)| *id));
    json!({
        "side": side,
        "title": side.proper_name(),
        "leader": {
            "id": leader.id, "name": rules.printed.leader(leader.id).name, "hex": leader.hex,
            "with": with, "lost": leader.lost, "range": rules.printed.range(leader.id),
        },
        "points": rules.printed.points(view.battle, side),
        "chips": camp.chips,
        "vacuus": camp.vacuus,
        "charges": camp.charges,
        "pr": camp.pr,
        "rout": battle.rout[side],
        "margin": battle.rout[side].saturating_sub(camp.pr),
        "panicked": camp.panicked,
        "draw": camp.draw,
        "left": own().filter(|(_, unit)| unit.steady()).count(),
        "shaken": own().filter(|(_, unit)| unit.steady() && unit.dp > 0).count(),
        "flying": here.iter().filter(|(_, unit)| unit.panic.is_some()).count(),
        "units": here.iter().map(|(id, unit)| told(rules, view, **id, unit)).collect::<Vec<_>>(),
        "reserve": off(|place| place == Place::Reserve),
        "away": away,
        "fled": off(|place| place == Place::Fled),
        "exited": off(|place| place == Place::Exited),
        "removed": off(|place| place == Place::Removed),
        "eliminated": off(|place| place == Place::Eliminated),
    })
}

/// A unit on the map with everything that is known of it.
pub(super) fn told(rules: &DeBelloPunico, view: &State, id: Id, unit: &Unit) -> Value {
    let (battle, note) = (rules.printed.battle(view.battle), rules.printed.kind(unit.kind));
    let hex = unit.hex();
    json!({
        "id": id,
        "type": unit.kind,
        "kind": note.name,
        "name": battle.names.get(&id),
        "hex": hex,
        "terrain": hex.filter(|hex| battle.grid().has(*hex)).map(|hex| battle.terrain(hex)),
        "facing": unit.facing,
        "combat": note.combat,
        "morale": note.morale,
        "mp": note.mp,
        "dp": unit.dp,
        "left": note.morale.saturating_sub(unit.dp),
        "panic": unit.panic.is_some(),
        "motionless": unit.turn.motionless,
        "furious": unit.turn.furious,
        "enraged": unit.half.enraged,
        "left_zone": unit.half.left_zone,
        "leader": hex.is_some() && view.camps[unit.side].leader.hex == hex,
    })
}
