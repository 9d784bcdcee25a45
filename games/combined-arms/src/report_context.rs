//! The facts that templates need beside events: the position in values, totals, names. The templates add the prose.

use super::CombinedArms;
use super::names::{Edges, Side};
use super::rules::{Field, victory};
use super::state::{Board, Options, State, Unit};
use crate::data::chart::Kind;
use engine::kit::{Facing, Square};
use serde_json::{Map, Value, json};

/// The facts of the whole position.
pub(super) fn report_context(rules: &CombinedArms, state: &State) -> Value {
    let field = Field::new(&rules.chart, state);
    let points = victory::points(&rules.chart, state);
    let armies: Vec<Value> = Side::BOTH.into_iter().map(|side| army(&field, side)).collect();
    let ahead = match points.rome.cmp(&points.carthage) {
        std::cmp::Ordering::Greater => Some(Side::Rome),
        std::cmp::Ordering::Less => Some(Side::Carthage),
        std::cmp::Ordering::Equal => None,
    };
    json!({
        "title": "Combined Arms",
        "scenario": { "name": state.options.scenario, "title": rules.scenario(state).title },
        "options": options(&state.options),
        "stage": state.stage,
        "turn": state.turn,
        "round": state.round(),
        "active": state.active,
        "first": state.first,
        "board": board(rules, state),
        "armies": armies,
        "points": points,
        "ahead": ahead,
        "lost": state.lost.iter().map(|lost| {
            let kind = rules.chart.kind(lost.kind);
            json!({
                "id": lost.id, "type": lost.kind, "name": kind.alias, "side": lost.side, "square": lost.square,
                "turn": lost.turn, "cause": lost.cause, "points": kind.points,
            })
        }).collect::<Vec<_>>(),
        "limits": limits(state),
        "offer": state.offer,
        "result": state.result,
        "units": names(rules, state),
        "sides": { "rome": Side::Rome.proper_name(), "carthage": Side::Carthage.proper_name() },
        "types": rules.chart.kinds.iter().map(|kind| (kind.name.to_string(), type_value(kind))).collect::<Map<_, _>>(),
    })
}

fn options(options: &Options) -> Value {
    json!({
        "tempo": options.tempo.word(),
        "placement": if options.placement == 0 { json!("blind") } else { json!(options.placement) },
        "first": options.first,
        "flank": options.flank,
        "map": options.map,
        "veterans": options.veterans,
        "handicap": options.handicap,
        "hills": options.hills,
        "plateaus": options.plateaus,
        "experienced": options.experienced,
        "experience_kills": options.experience_kills,
        "round_limit": options.round_limit,
        "limit_result": options.limit_result,
        "stall_limit": options.stall_limit,
        "repetition": options.repetition,
    })
}

fn board(rules: &CombinedArms, state: &State) -> Value {
    let Board { size, zone, hills, plateaus } = &state.board;
    json!({
        "name": state.options.map,
        "note": rules.chart.map(state.options.map).map(|map| map.note.as_str()),
        "size": size,
        "last_square": Square::new(size.saturating_sub(1), size.saturating_sub(1)),
        "zone": zone,
        "hills": hills,
        "plateaus": plateaus,
    })
}

fn army(field: &Field<'_>, side: Side) -> Value {
    let state = field.state;
    let lost: Vec<_> = state.lost.iter().filter(|lost| lost.side == side).collect();
    let units: Vec<Value> = field.of(side).map(|unit| unit_value(field, unit)).collect();
    let strength: u32 = field.of(side).map(|unit| u32::from(field.kind(unit).points)).sum();
    let waiting: Vec<Value> = state.waiting.iter().filter(|unit| unit.side == side).map(|unit| {
        json!({ "id": unit.id, "type": unit.kind, "name": field.chart.kind(unit.kind).alias, "veteran": unit.veteran })
    }).collect();
    json!({
        "side": side,
        "title": side.proper_name(),
        "edge": side.back().word(),
        "general": field.general(side).map(|unit| unit_value(field, unit)),
        "units": units,
        "waiting": waiting,
        "left": units_left(state, side),
        "lost": lost.len(),
        "strength": strength,
        "points_destroyed": victory::points(field.chart, state)[side],
    })
}

fn units_left(state: &State, side: Side) -> usize {
    state.units.iter().filter(|unit| unit.side == side).count()
}

/// A unit with everything that is known of it.
pub(super) fn unit_value(field: &Field<'_>, unit: &Unit) -> Value {
    let kind = field.kind(unit);
    let defense = field.defense_clauses(unit);
    json!({
        "id": unit.id,
        "type": unit.kind,
        "name": kind.alias,
        "side": unit.side,
        "square": unit.square,
        "facing": unit.facing,
        "looks": unit.facing.word(),
        "move": kind.movement,
        "range": kind.range,
        "reach": field.reach(unit, true),
        "defense": field.defense(unit),
        "defense_clauses": defense,
        "pila": kind.abilities.pila.then_some(unit.pila),
        "pila_full": kind.pila,
        "charge": kind.abilities.charge.then_some(unit.charged.is_none()),
        "charged": unit.charged,
        "charging": field.charging(unit),
        "veteran": unit.veteran,
        "credits": unit.credits,
        "damage": unit.damage,
        "retreated": unit.routs_turn > 0,
        "attacked": unit.attacked,
        "moved": unit.moved,
        "hill": field.state.board.hills.has(unit.square),
        "abilities": kind.abilities.words().collect::<Vec<_>>(),
    })
}

/// The limits that may end the game, and the time left until each.
fn limits(state: &State) -> Value {
    let quiet = state.turn.saturating_sub(state.quiet_since) / 2;
    let left =
        |limit: u16, so_far: u32| (limit > 0).then(|| u32::from(limit).saturating_sub(so_far));
    let stands =
        state.past.last().map_or(0, |now| state.past.iter().filter(|past| *past == now).count());
    json!({
        "round_limit": state.options.round_limit,
        "rounds_left": left(state.options.round_limit, state.round()),
        "quiet_rounds": quiet,
        "stall_limit": state.options.stall_limit,
        "stall_left": left(state.options.stall_limit, quiet),
        "position_stands": stands,
        "repetition": state.options.repetition,
    })
}

/// Names of all units that are or were in the game, by id, so that events can be told.
fn names(rules: &CombinedArms, state: &State) -> Value {
    let alive = state.units.iter().map(|unit| (unit.id, unit.kind, unit.side));
    let waiting = state.waiting.iter().map(|unit| (unit.id, unit.kind, unit.side));
    let lost = state.lost.iter().map(|unit| (unit.id, unit.kind, unit.side));
    let entry = |(id, kind, side)| {
        let kind = rules.chart.kind(kind);
        let number = if kind.abilities.general {
            None
        } else {
            super::names::UnitId::as_str(&id).strip_prefix(kind.prefix.as_str())
        };
        (
            id.to_string(),
            json!({ "name": kind.alias, "number": number, "type": kind.name, "side": side }),
        )
    };
    Value::Object(alive.chain(waiting).chain(lost).map(entry).collect())
}

pub(super) fn type_value(kind: &Kind) -> Value {
    json!({
        "name": kind.alias,
        "printed": kind.title,
        "side": kind.side,
        "prefix": kind.prefix,
        "letter": kind.letter,
        "move": kind.movement,
        "range": kind.range,
        "defense": kind.defense,
        "pila": kind.pila,
        "points": kind.points,
        "max": kind.max,
        "min": kind.min,
        "abilities": kind.abilities.words().collect::<Vec<_>>(),
    })
}

/// The character for a facing on a text map.
pub(super) const fn arrow(facing: Facing) -> char {
    match facing {
        Facing::N => '^',
        Facing::E => '>',
        Facing::S => 'v',
        Facing::W => '<',
    }
}
