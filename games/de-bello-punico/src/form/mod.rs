//! The values of the order form: the seat's units and what they can do, likely fights with their exact odds, targets of
//! volleys, what is in reach, and the standing orders that count; all from the seat's own knowledge.

mod examples;

use crate::asked::Query;
use crate::counsel;
use crate::dry_run;
use crate::explain;
use crate::field::Field;
use crate::names::{CommandBox, Id, Kind, Side};
use crate::odds::outlook;
use crate::order_sheet;
use crate::policy::Policy;
use crate::reading::policy::KEYS;
use crate::rules::combat::Clash;
use crate::rules::{movement, points, support, targets, volley, withdrawal};
use crate::state::{Place, Stage, State, Unit};
use crate::{DeBelloPunico, player};
use engine::kit::Hex;
use engine::prelude::*;
use engine::{AtSeat, Tempo};
use serde_json::{Value, json};

impl OrderHelp for DeBelloPunico {
    fn form(&self, at: &AtSeat<'_, Self>) -> Value {
        let AtSeat { view, seat, prompts, in_force: force } = *at;
        let Some(side) = Side::of(seat) else { return Value::Null };
        let field = Field::new(&self.printed, view);
        let standing = force.and_then(|force| force.standing.as_ref()).map(|filed| &filed.says);
        let setting_up = matches!(view.stage, Stage::SetUp { .. });
        let army = field.army(side);
        json!({
            "seat": seat,
            "side": side,
            "prompts": prompts.iter().map(|prompt| json!({ "name": prompt.name })).collect::<Vec<_>>(),
            "tempo": if view.tempo == Tempo::Full { "full" } else { "brisk" },
            "battle": view.battle,
            "turn": view.turn,
            "half": view.half(),
            "mover": view.stage.mover(),
            "query": view.question(side),
            "point": view.question(side).is_some_and(|query| point(view, side, query)),
            "points": self.printed.points(view.battle, side),
            "boxes": boxes(&field, side),
            "leader": leader(&field, side),
            "units": army.iter().map(|(id, unit)| one(&field, *id, unit)).collect::<Vec<_>>(),
            "off": off(&field, side),
            "attacks": contacts(&field, side),
            "threats": contacts(&field, side.other()),
            "reach": if view.stage.mover() == Some(side) { player::reach(self, view, side) } else { Vec::new() },
            "volleys": volleys(&field, side),
            "elephants": if side == Side::Rome { herd(&field) } else { Vec::new() },
            "recover": recover(&field, side),
            "setup": if setting_up { set_up(&field, side) } else { Value::Null },
            "policies": policies(&self.printed.defaults, standing),
            "example": examples::examples(&self.printed, view, side),
            "position": self.report_context(view),
        })
    }

    fn grammar(&self) -> Option<Grammar> {
        Some(self.reading().grammar())
    }

    fn counsel(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        counsel::counsel(self, at, filing)
    }

    fn dry_run(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Value {
        dry_run::facts(self, at, filing)
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
        explain::answer(self, at, draft, question)
    }
}

/// True if a true point lies in the box that a question is about, as its owner knows.
fn point(view: &State, side: Side, query: &Query) -> bool {
    let place = match query {
        Query::Fortuna { .. } => CommandBox::Fortuna,
        Query::Defend { .. } => CommandBox::Combat,
        Query::Pursuit { .. } => CommandBox::Cavalry,
        Query::Withdraw { .. }
        | Query::Furious { .. }
        | Query::Advance { .. }
        | Query::Leader { .. }
        | Query::Roll { .. } => return false,
    };
    points::left(view, side, place) > 0
}

/// A side's boxes with their chips, as their owner knows them.
fn boxes(field: &Field<'_>, side: Side) -> Vec<Value> {
    let camp = field.camp(side);
    let closed = |place: CommandBox| place == CommandBox::Elephants && field.battle.no_elephants;
    let all = field.printed.boxes.of(side).filter(|place| !closed(*place));
    let value = |place: CommandBox| {
        let note = field.printed.boxes.note(place);
        json!({
            "box": place, "max": note.max, "effect": note.effect, "case": note.case,
            "chips": camp.chips(place), "vacuus": camp.vacuus == Some(place), "points": camp.points(place),
        })
    };
    all.map(value).collect()
}

fn leader(field: &Field<'_>, side: Side) -> Value {
    let leader = field.camp(side).leader;
    let note = field.printed.leader(leader.id);
    json!({
        "id": leader.id, "hex": leader.hex, "range": field.reach(side), "lost": leader.lost,
        "mp": note.mp, "name": note.name,
    })
}

fn condition(unit: &Unit) -> &'static str {
    match unit {
        _ if unit.panic.is_some() => "panic",
        _ if unit.turn.motionless => "motionless",
        _ if unit.turn.furious => "furious",
        _ if unit.half.enraged => "enraged",
        _ => "steady",
    }
}

/// One own unit on the map.
fn one(field: &Field<'_>, id: Id, unit: &Unit) -> Value {
    let note = field.printed_on(unit);
    let hex = unit.hex();
    let near = hex.is_some_and(|hex| field.in_range(unit.side, hex));
    json!({
        "id": id, "type": unit.kind, "hex": hex, "facing": unit.facing, "dp": unit.dp, "left": field.left(unit),
        "combat": note.combat, "morale": note.morale, "mp": note.mp, "spent": unit.half.spent, "state": condition(unit),
        "in_range": near, "left_zone": unit.half.left_zone, "zone": zones(field, unit), "open_back": open_back(field, unit),
        "supports": support::eligible(field, id),
    })
}

/// The enemies in whose ZdC a unit stands.
fn zones(field: &Field<'_>, unit: &Unit) -> Vec<Id> {
    let Some(here) = unit.hex() else { return Vec::new() };
    let around =
        field.grid().neighbours(here).filter_map(|hex| field.steady(unit.side.other(), hex));
    let covers = |(_, foe): &(Id, &Unit)| {
        foe.hex().is_some_and(|at| field.front_hexes(at, foe.facing).any(|hex| hex == here))
    };
    around.filter(covers).map(|(id, _)| id).collect()
}

/// The hexes behind a steady unit from which an enemy strikes now, or which are empty and within one move of an enemy.
pub(crate) fn open_back(field: &Field<'_>, unit: &Unit) -> Vec<Hex> {
    let Some(here) = unit.hex().filter(|_| unit.steady()) else { return Vec::new() };
    let foes = field.army(unit.side.other());
    let reached = |hex: Hex| {
        let near = |(_, foe): &(Id, &Unit)| {
            let far = foe.hex().map_or(u8::MAX, |at| field.distance(at, hex));
            foe.steady()
                && far <= field.printed_on(foe).mp
                && foe.hex().is_some_and(|at| field.zone(foe.side, at).is_none())
        };
        field.vacant(unit.side.other(), hex) && foes.iter().any(near)
    };
    field
        .rear_hexes(here, unit.facing)
        .filter(|hex| field.steady(unit.side.other(), *hex).is_some() || reached(*hex))
        .collect()
}

/// Own units off the map that may come back, with the hexes open to them now.
fn off(field: &Field<'_>, side: Side) -> Vec<Value> {
    let away = field.state.units.iter().filter(|(_, unit)| unit.side == side);
    let away = away.filter(|(_, unit)| matches!(unit.place, Place::Off(_) | Place::Reserve));
    away.map(|(id, unit)| json!({ "unit": id, "place": unit.place, "entries": movement::entries(field, side, unit) })).collect()
}

/// Every attack that a side's units could make from where they stand.
fn contacts(field: &Field<'_>, side: Side) -> Vec<Value> {
    let mut all = Vec::new();
    for (id, unit) in field.army(side) {
        // A unit that has attacked or left a ZdC is barred in its own half alone.
        let bars =
            field.state.stage.mover() == Some(side) && targets::attacker(field, side, id).is_err();
        if !unit.steady() || bars {
            continue;
        }
        for quarry in targets::quarries(field, unit) {
            let mut value = fight(field, id, quarry.unit, quarry.hex);
            if let Some(target) = quarry.unit {
                let ways = withdrawal::choices(field, id, target);
                value["withdraw"] =
                    ways.into_iter().map(|(face, to)| json!({ "to": to, "face": face })).collect();
            }
            all.push(value);
        }
    }
    all
}

/// One attack as it would be fought now, with all supports; mercenaries also with a charge.
pub(crate) fn fight(field: &Field<'_>, id: Id, target: Option<Id>, hex: Hex) -> Value {
    let mut value =
        json!({ "unit": id, "target": target, "hex": hex, "certain": false, "odds": Value::Null });
    let (Some(target), Some(unit)) = (target, field.unit(id)) else { return value };
    let Some(foe) = field.unit(target) else { return value };
    if foe.panic.is_some() {
        value["certain"] = json!(true);
        return value;
    }
    let behind =
        unit.hex().is_some_and(|here| field.rear_hexes(hex, foe.facing).any(|rear| rear == here));
    let clash = Clash::full(field, id, target, false);
    let Some(look) = outlook(field, id, target, false) else { return value };
    value["edge"] = json!(look.edge);
    value["rear"] = json!(behind);
    value["odds"] = json!(look.odds);
    value["breaks"] = json!({ "attacker": look.attacker_breaks, "defender": look.defender_breaks });
    value["by"] = json!(look.by);
    value["against"] = json!(look.against);
    value["support"] = json!(clash.with);
    value["opposed"] = json!(clash.against);
    value["charge"] = json!(false);
    value["charged"] = Value::Null;
    if unit.kind == Kind::Me
        && let Some(charge) = outlook(field, id, target, true)
    {
        let breaks =
            json!({ "attacker": charge.attacker_breaks, "defender": charge.defender_breaks });
        value["charged"] = json!({ "edge": charge.edge, "odds": charge.odds, "breaks": breaks });
    }
    value
}

/// The targets of each shooter from where it stands.
fn volleys(field: &Field<'_>, side: Side) -> Vec<Value> {
    let shot = |shot: &volley::Shot| {
        let foe = field.unit(shot.target);
        json!({
            "target": shot.target, "hex": foe.and_then(Unit::hex), "distance": shot.distance, "number": shot.number,
            "left": foe.map(|foe| field.left(foe)),
        })
    };
    let of = |(id, _): (Id, &Unit)| {
        let found = volley::targets(field, id);
        (!found.is_empty())
            .then(|| json!({ "unit": id, "targets": found.iter().map(shot).collect::<Vec<_>>() }))
    };
    field.army(side).into_iter().filter_map(of).collect()
}

/// Elephants that could be rolled for, with the distance to the nearest Roman unit.
fn herd(field: &Field<'_>) -> Vec<Value> {
    let romans: Vec<Hex> =
        field.army(Side::Rome).into_iter().filter_map(|(_, unit)| unit.hex()).collect();
    let of = |(id, unit): (Id, &Unit)| {
        let here =
            unit.hex().filter(|_| unit.kind == Kind::El && unit.steady() && !unit.turn.rolled)?;
        let near = romans.iter().map(|roman| field.distance(here, *roman)).min();
        Some(json!({ "unit": id, "hex": here, "facing": unit.facing, "near": near }))
    };
    field.army(Side::Carthage).into_iter().filter_map(of).collect()
}

/// The own steady units with disorder, for the form of the Recovery impulse.
fn recover(field: &Field<'_>, side: Side) -> Vec<Value> {
    let hurt = field.army(side).into_iter().filter(|(_, unit)| unit.steady() && unit.dp > 0);
    let value = |(id, unit): (Id, &Unit)| {
        let near = unit.hex().is_some_and(|hex| field.in_range(side, hex));
        json!({ "unit": id, "dp": unit.dp, "left": field.left(unit), "in_range": near })
    };
    hurt.map(value).collect()
}

/// The units that may be set up, and their hexes.
fn set_up(field: &Field<'_>, side: Side) -> Value {
    let battle = field.battle;
    let ids = battle.ids(&field.printed.roster, side);
    let kinds: Vec<Value> = battle
        .army(side)
        .keys()
        .map(|kind| {
            let units: Vec<Id> = ids.iter().filter(|(_, own)| own == kind).map(|(id, _)| *id).collect();
            json!({ "type": kind, "units": units, "hexes": battle.hexes(side, *kind), "facing": battle.facing[side] })
        })
        .collect();
    let reserve = battle.ambush.filter(|ambush| ambush.side == side).map(|ambush| ambush.kind);
    json!({ "types": kinds, "leader": battle.leader_with[side], "reserve": reserve })
}

/// Every key of the standing orders: the seat's own, or the default.
fn policies(defaults: &Policy, standing: Option<&Policy>) -> Vec<Value> {
    let whole =
        |policy: &Policy| serde_json::to_value(policy).expect("standing orders are plain data");
    let (defaults, own) = (whole(defaults), standing.map(whole).unwrap_or_default());
    let value = |key: &str| {
        let mine = own.get(key);
        json!({ "key": key, "own": mine.is_some(), "says": mine.or_else(|| defaults.get(key)) })
    };
    KEYS.into_iter().map(value).collect()
}
