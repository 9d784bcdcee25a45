//! The facts that templates need beside events: the position in values, totals, names. The templates add the prose.

use super::Metaurus;
use super::field::Field;
use super::names::{Id, Side};
use super::state::{Stage, State};
use serde_json::{Map, Value, json};

/// The whole position as a viewer knows it.
pub(super) fn report_context(rules: &Metaurus, view: &State) -> Value {
    let field = Field::new(&rules.printed, view);
    let battle = &rules.printed.battle;
    let armies: Vec<Value> =
        [Side::Rome, Side::Carthage].into_iter().map(|side| army(&field, side)).collect();
    json!({
        "title": "The Battle of the Metaurus",
        "scenario": { "name": battle.id, "title": battle.title },
        "options": {
            "tempo": view.options.tempo.word(), "gauls": view.options.gauls,
            "stall_turns": view.options.stall_turns, "turn_limit": view.options.turn_limit,
        },
        "turn": view.turn,
        "stage": view.stage,
        "active": if let Stage::Turn { side } = view.stage { Some(side) } else { None },
        "first": view.first,
        "armies": armies,
        "tally": view.tally,
        "needs": { "rome": battle.rome_needs, "carthage": battle.rome_bears, "exits": battle.exits },
        "quiet": view.quiet,
        "decided": view.decided,
        "over": view.over,
        "links": view.links.iter().map(|link| json!({
            "rome": link.rome, "carthage": link.carthage, "freezes": link.freezes,
        })).collect::<Vec<_>>(),
        "lost": view.lost.iter().map(|loss| json!({
            "id": loss.unit, "side": field.side(loss.unit), "hex": loss.hex, "turn": loss.turn,
        })).collect::<Vec<_>>(),
        "exited": view.exited,
        "units": names(rules),
        "commands": rules.printed.roster.commands.iter()
            .map(|note| (note.id.to_string(), json!({ "name": note.name, "side": note.side, "chit": note.chit }))).collect::<Map<_, _>>(),
        "places": rules.printed.ground.names.iter().map(|(hex, name)| json!({ "hex": hex, "name": name })).collect::<Vec<_>>(),
    })
}

/// Every unit's kind and side, by name: also of those that are gone.
fn names(rules: &Metaurus) -> Value {
    let one = |counter: &super::data::Counter| {
        let arm = rules.printed.roster.arms.get(&counter.arm);
        let value = json!({
            "type": counter.kind, "arm": counter.arm.word(), "name": arm, "side": counter.side, "command": counter.command,
        });
        (counter.id.to_string(), value)
    };
    Value::Object(rules.printed.roster.units.iter().map(one).collect())
}

/// One side: its Commands with their units.
fn army(field: &Field<'_>, side: Side) -> Value {
    let state = field.state;
    let commands: Vec<Value> = field
        .printed
        .roster
        .of(side)
        .map(|note| {
            let chit = state.chits.get(&note.id);
            json!({
                "id": note.id,
                "name": note.name,
                "legion": note.legion,
                "chit": note.chit,
                "order": chit.and_then(|chit| chit.order),
                "up": chit.is_some_and(|chit| chit.up),
                "acted": state.acted.contains(&note.id),
                "inactive": state.inactive.contains(&note.id),
                "units": field.command(note.id).into_iter().map(|id| unit(field, id)).collect::<Vec<_>>(),
            })
        })
        .collect();
    let lost = state.lost.iter().filter(|loss| field.side(loss.unit) == Some(side)).count();
    json!({
        "side": side,
        "title": side.proper_name(),
        "left": field.army(side).count(),
        "disordered": field.army(side).filter(|id| field.disordered(*id)).count(),
        "lost": lost,
        "commands": commands,
    })
}

/// A unit with everything that is known of it.
pub(super) fn unit(field: &Field<'_>, id: Id) -> Value {
    let counter = field.counter(id);
    let stand = field.unit(id);
    let given = field.state.given.get(&id);
    let mut linked = field.linked(id);
    linked.sort_unstable();
    json!({
        "id": id,
        "type": counter.map(|counter| counter.kind.as_str()),
        "arm": counter.map(|counter| counter.arm.word()),
        "hex": stand.map(|unit| unit.hex),
        "terrain": stand.map(|unit| field.printed.ground.terrain(unit.hex).name.as_str()),
        "level": stand.map(|unit| field.printed.ground.level(unit.hex)),
        "facing": stand.map(|unit| unit.facing),
        "looks": stand.map(|unit| unit.facing.word()),
        "morale": field.morale(id),
        "allowance": field.allowance(id),
        "disordered": field.disordered(id),
        "engaged": linked,
        "frozen": field.frozen(id),
        "order": given.and_then(|given| given.order),
        "acted": field.state.acted.contains(&id),
    })
}
