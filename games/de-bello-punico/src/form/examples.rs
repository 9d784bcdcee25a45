//! Examples in a form that can be uncommented: orders of the seat's own units that are lawful as they stand.

use crate::data::Printed;
use crate::events::{Points, apply};
use crate::field::Field;
use crate::geometry::turned;
use crate::names::{CommandBox, Id, Kind, Side};
use crate::orders::NextChip;
use crate::rules::{movement, recovery, strategic};
use crate::state::{Place, Stage, State, Unit};
use engine::Tempo;
use engine::kit::Bearing;
use serde_json::{Value, json};

/// One example for each kind of order that the seat can give now; nothing where none would be lawful.
pub(super) fn examples(printed: &Printed, view: &State, side: Side) -> Value {
    let field = Field::new(printed, view);
    let mover = free(&field, side);
    json!({
        "chips": chips(printed, view, side),
        "chip": chip_by_chip(printed, view, side),
        "move": mover.map(|(id, way)| json!({ "unit": id, "path": way.letters() })),
        "turn": mover.and_then(|(id, _)| turn(&field, id)),
        "command": mover.and_then(|(id, _)| hurry(&field, side, id)),
        "return": entry(&field, side),
        "reserve": reserve(&field, side),
        "recover": recover(&field, side),
    })
}

/// A unit with an empty hex straight ahead that it can enter, and the way there.
fn free(field: &Field<'_>, side: Side) -> Option<(Id, Bearing)> {
    let may = |unit: &Unit| {
        let ahead = field.grid().step(unit.hex()?, unit.facing)?;
        let left = field.printed_on(unit).mp.checked_sub(unit.half.spent)?;
        let open = field.vacant(side, ahead) && field.cost(ahead).is_some_and(|cost| cost < left);
        let free = unit.steady() && !unit.turn.motionless && !unit.turn.furious;
        (free && open && !unit.half.halted && !unit.half.enraged).then_some(unit.facing)
    };
    field.army(side).into_iter().find_map(|(id, unit)| Some((id, may(unit)?)))
}

/// All units of a type turn; elephants may stand under markers and are left alone.
fn turn(field: &Field<'_>, id: Id) -> Option<Value> {
    let unit = field.unit(id).filter(|unit| unit.kind != Kind::El)?;
    Some(json!({ "units": unit.kind, "go": format!("/{}", turned(unit.facing, 1)) }))
}

/// Up to three units of the mover's type hurry, if there is a point for it.
fn hurry(field: &Field<'_>, side: Side, id: Id) -> Option<Vec<Id>> {
    let kind = field.unit(id)?.kind;
    let army = field.army(side).into_iter();
    let like = army.filter(|(_, unit)| unit.kind == kind && unit.steady()).map(|(id, _)| id);
    (field.camp(side).points(CommandBox::Movement) > 0).then(|| like.take(3).collect())
}

/// A unit off the map that can enter now, if there is a point for it.
fn entry(field: &Field<'_>, side: Side) -> Option<Value> {
    let mut away = field.state.units.iter().filter(|(_, unit)| {
        unit.side == side && matches!(unit.place, Place::Off(_) | Place::Reserve)
    });
    let first = |(id, unit)| {
        Some(json!({ "unit": id, "enter": movement::entries(field, side, unit).first()? }))
    };
    (field.camp(side).points(CommandBox::Cavalry) > 0).then(|| away.find_map(first)).flatten()
}

/// A unit that may be kept back for the ambush.
fn reserve(field: &Field<'_>, side: Side) -> Option<Id> {
    let ambush = field.battle.ambush.filter(|ambush| ambush.side == side)?;
    let mut own = field.battle.ids(&field.printed.roster, side).into_iter();
    own.find(|(_, kind)| *kind == ambush.kind).map(|(id, _)| id)
}

/// A unit that can recover now, if there is a point for it.
fn recover(field: &Field<'_>, side: Side) -> Option<Id> {
    let refused = |id: &Id| recovery::refusal(field.printed, field.state, side, *id).is_some();
    let mut army = field.army(side).into_iter().map(|(id, _)| id);
    (field.camp(side).points(CommandBox::Recovery) > 0).then(|| army.find(|id| !refused(id)))?
}

/// The placement that the title would choose.
fn chips(printed: &Printed, view: &State, side: Side) -> Option<Value> {
    let lays = matches!(view.stage, Stage::Strategic { .. }) && view.tempo == Tempo::Brisk;
    let usual = strategic::usual(printed, view, side, None);
    lays.then(|| json!({ "chips": usual.chips, "vacuus": usual.vacuus }))
}

/// The same, one chip after another, starting from those already laid.
fn chip_by_chip(printed: &Printed, view: &State, side: Side) -> Option<Value> {
    if !matches!(view.stage, Stage::Strategic { .. }) || view.tempo == Tempo::Brisk {
        return None;
    }
    let mut later = view.clone();
    let mut all: Vec<NextChip> = Vec::new();
    while strategic::to_lay(printed, &later, side) > 0 {
        let chip = strategic::next(printed, &later, side, None);
        let (place, vacuus) = (chip.place(), Some(chip.vacuus()));
        apply(&mut later, &Points::Chip { side, place, vacuus }.into());
        all.push(chip);
    }
    let (first, rest) = all.split_first()?;
    Some(json!({ "place": first.place(), "vacuus": first.vacuus(), "rest": rest }))
}
