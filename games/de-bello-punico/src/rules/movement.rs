//! 6, 4.6, 14.1, 17.1.3: the movement impulse. Rules 12 to 18, 45 and 55, rulings R13, R14, R29, R39, R40.

use super::ways::{Walk, Walker, ride};
use super::{GameTable, Refusal, by, crossing, destination, field, flight, points, void, ways};
use crate::codes::Code;
use crate::events::{Cause, Morale, Moved, Movement};
use crate::field::Field;
use crate::geometry::{at_edge, turned};
use crate::names::{CommandBox, Id, Side};
use crate::orders::{Course, Group, MoveOrder, MovementOrders, ReturnOrder, Stand};
use crate::state::{Place, Unit};
use engine::kit::Hex;

/// 6, 11.1: the movement impulse of a side: flights, unless they ran with the elephants, then the orders in turn.
pub(crate) fn resolve(
    board: &mut GameTable<'_>,
    side: Side,
    orders: &MovementOrders,
    flights: bool,
) {
    if flights {
        flight::flights(board, side);
    }
    for (at, units) in orders.command.iter().enumerate() {
        let part = format!("command[{at}]");
        by(board, side, &part);
        command(board, side, &part, units);
    }
    for (at, order) in orders.returns.iter().enumerate() {
        let part = format!("return[{at}]");
        by(board, side, &part);
        enter(board, side, &part, order);
    }
    for (at, order) in orders.moves.iter().enumerate() {
        let part = format!("moves[{at}]");
        by(board, side, &part);
        match order {
            MoveOrder::One(one) => match one.to {
                Some(to) => go_to(board, side, &part, one.unit, to),
                None => go(board, side, &part, one.unit, &one.path),
            },
            MoveOrder::Many(many) => {
                for unit in members(board, side, &part, &many.units) {
                    go(board, side, &part, unit, &many.go);
                }
            }
        }
    }
}

/// The units of a group, in the order in which they move.
fn members(board: &mut GameTable<'_>, side: Side, part: &str, group: &Group) -> Vec<Id> {
    let kind = match group {
        Group::Units(units) => return units.clone(),
        Group::Kind(kind) => *kind,
    };
    let army = field(board).army(side);
    let units: Vec<Id> = army
        .into_iter()
        .filter(|(_, unit)| unit.kind == kind && unit.steady())
        .map(|(id, _)| id)
        .collect();
    if units.is_empty() {
        let no = Refusal::new(
            Code::Unit,
            "6",
            format!("all {kind} of {side} are off the map or In fugam"),
        );
        void(board, side, part, None, no.fix("leave it out"));
    }
    units
}

/// The unit and its hex, if its owner can give it orders; else the refusal.
pub(crate) fn owned<'a>(field: &Field<'a>, side: Side, id: Id) -> Result<(&'a Unit, Hex), Refusal> {
    let Some(unit) = field.unit(id).filter(|unit| unit.side == side) else {
        let fix = "name one of your own units as the list of positions does";
        return Err(Refusal::new(
            Code::Unit,
            "2.4",
            format!("{id} is not a unit of {}", side.proper_name()),
        )
        .fix(fix));
    };
    let Some(hex) = unit.hex() else {
        let no = Refusal::new(Code::Gone, "2.4", format!("{id} is off the map ({})", unit.place));
        let fix = match unit.place {
            Place::Off(_) | Place::Reserve => "bring it in with `return`, for a Cavalry point",
            Place::Fled | Place::Exited | Place::Removed | Place::Eliminated => "leave it out",
            Place::On(hex) => panic!("{id} is on the map, in {hex}"),
        };
        return Err(no.fix(fix));
    };
    if unit.panic.is_some() {
        return Err(Refusal::new(Code::Panic, "11", format!("{id} is In fugam"))
            .fix("leave it out: it flees by itself"));
    }
    Ok((unit, hex))
}

/// The unit and its hex, if its owner can move it now (15.1); else the refusal.
pub(crate) fn movable<'a>(
    field: &Field<'a>,
    side: Side,
    id: Id,
) -> Result<(&'a Unit, Hex), Refusal> {
    let (unit, hex) = owned(field, side, id)?;
    let why = match (unit.turn.motionless, unit.turn.furious, unit.half.enraged) {
        (true, _, _) => "has a Finis marker",
        (_, true, _) => "is furious: Rome moves it",
        (_, _, true) => "is enraged and has already run",
        _ => return Ok((unit, hex)),
    };
    Err(Refusal::new(Code::Motionless, "15.1", format!("{id} {why}"))
        .fix("leave it out in this turn"))
}

/// 4.6: one Movement point for up to three units of one type, Ha and Pr as one (R14).
fn command(board: &mut GameTable<'_>, side: Side, part: &str, units: &[Id]) {
    if units.is_empty() {
        return;
    }
    if points::left(board.state(), side, CommandBox::Movement) == 0 {
        let no = Refusal::new(Code::Command, "4.6", "no point is left in the Movement box");
        return void(board, side, part, units.first().copied(), no.fix("leave this list out"));
    }
    let (fit, bad, mixed) = {
        let field = field(board);
        let (mut fit, mut bad): (Vec<Id>, Vec<(Id, Refusal)>) = (Vec::new(), Vec::new());
        for id in units {
            match movable(&field, side, *id) {
                Err(no) => bad.push((*id, no)),
                Ok((unit, _)) if unit.impulse.point || fit.contains(id) => {
                    bad.push((*id, second(*id)));
                }
                Ok(_) => fit.push(*id),
            }
        }
        let kinds: Vec<_> =
            fit.iter().filter_map(|id| field.unit(*id)).map(|unit| unit.kind).collect();
        (fit, bad, kinds.windows(2).any(|pair| !field.comrades(pair[0], pair[1])))
    };
    if mixed
        || units.len() > usize::from(board.rules().printed.boxes.note(CommandBox::Movement).serves)
    {
        let no = Refusal::new(
            Code::CommandType,
            "4.6",
            "one Movement point is for up to three units of one type; Ha and Pr count as one type",
        );
        return void(
            board,
            side,
            part,
            units.first().copied(),
            no.fix("make a list for each type and each point"),
        );
    }
    for (id, no) in bad {
        void(board, side, part, Some(id), no);
    }
    if !fit.is_empty() {
        points::spend(board, "4.6", side, CommandBox::Movement, fit);
    }
}

/// 4.1.1: a unit gets a second point in one impulse.
pub(super) fn second(id: Id) -> Refusal {
    Refusal::new(Code::CommandUnit, "4.1.1", format!("{id} already has a point in this impulse"))
        .fix("name it once")
}

/// 14.1, 17.1.3: a pursuer comes back, or the ambush comes in, for a Cavalry point; it may go on.
fn enter(board: &mut GameTable<'_>, side: Side, part: &str, order: &ReturnOrder) {
    let id = order.unit;
    let found = may_enter(&field(board), side, order);
    let (ambush, cost, halted, face) = match found {
        Ok(found) => found,
        Err(no) => return void(board, side, part, Some(id), no),
    };
    points::spend(board, "4.5", side, CommandBox::Cavalry, vec![id]);
    let rule = if ambush { "17.1.3" } else { "14.1" };
    board.record(
        rule,
        Movement::Return { unit: id, hex: order.enter, face, spent: cost, halted, ambush }.into(),
    );
    if !order.path.is_empty() {
        go(board, side, part, id, &order.path);
    }
}

/// The entry of a unit: true if it is the ambush, the cost, true if it enters an enemy ZdC, and the facing; else the
/// refusal.
fn may_enter(
    field: &Field<'_>,
    side: Side,
    order: &ReturnOrder,
) -> Result<(bool, u8, bool, engine::kit::Bearing), Refusal> {
    let (id, hex) = (order.unit, order.enter);
    let Some(unit) = field.unit(id).filter(|unit| unit.side == side) else {
        return Err(Refusal::new(
            Code::Unit,
            "14.1",
            format!("{id} is not a unit of {}", side.proper_name()),
        )
        .fix("name one of your own units"));
    };
    let near = may_come(field, side, unit, order)?;
    if points::left(field.state, side, CommandBox::Cavalry) == 0 {
        let no = Refusal::new(Code::Command, "4.5", "no point is left in the Cavalry box");
        return Err(no.fix("place a Cavalry point in the next strategic phase"));
    }
    let foe = Field::home(side.other());
    let entry =
        |what: String| Refusal::new(Code::Entry, "14.1", what).fix(doors(field, side, unit));
    if !field.grid().has(hex) || !at_edge(field.grid(), foe, hex) {
        return Err(entry(format!("{id} cannot enter by {hex}: it is not on that edge")));
    }
    if !near {
        let left = unit.place.to_string();
        let left = left.trim_start_matches("off/");
        return Err(entry(format!("{id} left the map by {left}: {hex} is too far away")));
    }
    let cost = field
        .cost(hex)
        .filter(|cost| field.vacant(side, hex) && *cost <= field.printed_on(unit).mp);
    let Some(cost) = cost else {
        return Err(entry(format!("{id} cannot enter by {hex}: the hex is not empty and open")));
    };
    let zone = field.zone(side, hex).is_some();
    Ok((unit.place == Place::Reserve, cost, zone, turned(foe, 3)))
}

/// 14.1, 17.1.3: whether the hex by which a unit off the map would enter is near enough to where it left.
///
/// # Errors
/// It may not enter at all.
fn may_come(
    field: &Field<'_>,
    side: Side,
    unit: &Unit,
    order: &ReturnOrder,
) -> Result<bool, Refusal> {
    let (id, hex) = (order.unit, order.enter);
    match unit.place {
        Place::Reserve if !field.camp(side.other()).panicked => {
            let no = Refusal::new(
                Code::Ambush,
                "17.1.3",
                format!(
                    "{id} may not enter before a unit of {} has panicked",
                    side.other().proper_name()
                ),
            );
            Err(no.fix("wait until a unit of the enemy has panicked"))
        }
        Place::Reserve => Ok(true),
        Place::Off(by) => Ok(by == hex || field.grid().side_to(by, hex).is_some()),
        Place::On(_) => {
            Err(Refusal::new(Code::Unit, "14.1", format!("{id} is already on the map"))
                .fix("order it under `moves`"))
        }
        gone @ (Place::Fled | Place::Exited | Place::Removed | Place::Eliminated) => {
            Err(Refusal::new(Code::Gone, "14.1", format!("{id} is gone ({gone})"))
                .fix("leave it out"))
        }
    }
}

/// The hexes by which a unit off the map may enter, in words.
fn doors(field: &Field<'_>, side: Side, unit: &Unit) -> String {
    let open: Vec<String> =
        entries(field, side, unit).into_iter().map(|hex| hex.to_string()).collect();
    if open.is_empty() {
        "wait: it cannot enter by any hex at present".to_owned()
    } else {
        format!("enter by {}", open.join(", "))
    }
}

/// 14.1, 17.1.3: the hexes by which a unit off the map may enter now.
pub(crate) fn entries(field: &Field<'_>, side: Side, unit: &Unit) -> Vec<Hex> {
    let grid = field.grid();
    let foe = Field::home(side.other());
    let near = |hex: Hex| match unit.place {
        Place::Reserve => field.camp(side.other()).panicked,
        Place::Off(by) => by == hex || grid.side_to(by, hex).is_some(),
        Place::On(_) | Place::Fled | Place::Exited | Place::Removed | Place::Eliminated => false,
    };
    grid.all()
        .filter(|hex| at_edge(grid, foe, *hex) && near(*hex) && field.vacant(side, *hex))
        .collect()
}

/// 6: one unit goes to a destination by the best way, or not at all.
fn go_to(board: &mut GameTable<'_>, side: Side, part: &str, id: Id, to: Stand) {
    let found = {
        let field = field(board);
        if field.state.leads(id) == Some(side) {
            ways::lead_to(&field, side, to.hex)
        } else {
            movable(&field, side, id).and_then(|_| destination::best(&field, id, to)).map(Course)
        }
    };
    match found {
        Ok(course) => go(board, side, part, id, &course),
        Err(no) => void(board, side, part, Some(id), no),
    }
}

/// 6: one unit or the leader goes its way as far as it may; the rest is void (R13).
fn go(board: &mut GameTable<'_>, side: Side, part: &str, id: Id, course: &Course) {
    if board.state().leads(id) == Some(side) {
        return lead(board, side, part, id, course);
    }
    let (from, before, walk, no) = {
        let field = field(board);
        match movable(&field, side, id) {
            Err(no) => {
                drop(field);
                return void(board, side, part, Some(id), no);
            }
            Ok((unit, hex)) => {
                let walker = Walker::new(&field, id, unit);
                let (walk, no) = walker.walk(walker.start(hex), &course.0);
                (hex, *unit, walk, no)
            }
        }
    };
    let Walk { path, facing, spent, halted, left_zone, straight, exit, crossed, .. } = walk;
    if !path.is_empty() || exit || facing != before.facing {
        let face = Some(facing);
        board.record(
            "6",
            Movement::Move(Moved {
                unit: id,
                from,
                path,
                face,
                exit,
                spent,
                halted,
                left_zone,
                straight,
            })
            .into(),
        );
    }
    if let Some(no) = no {
        void(board, side, part, Some(id), no);
    }
    if exit {
        regain(board, side, id, &before);
    }
    crossing::settle(board, id, &crossed, Cause::Crossing);
}

/// 17.1.4: a unit that has left by the enemy's edge takes its rout points off; they do not fall below 0 (R40).
fn regain(board: &mut GameTable<'_>, side: Side, id: Id, unit: &Unit) {
    let (had, value) = (board.state().camps[side].pr, board.rules().printed.kind(unit.kind).pr);
    let total = had.saturating_sub(value);
    if total < had {
        let points = -i8::try_from(had - total).unwrap_or(i8::MAX);
        board.record("17.1.4", Morale::Pr { side, points, total, unit: Some(id) }.into());
    }
}

/// 13: moves the leader along a course.
fn lead(board: &mut GameTable<'_>, side: Side, part: &str, id: Id, course: &Course) {
    let Some(from) = board.state().camps[side].leader.hex else {
        let no =
            Refusal::new(Code::Gone, "13", format!("{id} is not on the map")).fix("leave him out");
        return void(board, side, part, Some(id), no);
    };
    let (way, no) = ride(&field(board), side, from, course);
    if !way.path.is_empty() {
        let movement = Moved {
            unit: id,
            from,
            path: way.path,
            face: None,
            exit: false,
            spent: way.spent,
            halted: way.halted,
            left_zone: false,
            straight: 0,
        };
        board.record("13", Movement::Move(movement).into());
    }
    if let Some(no) = no {
        void(board, side, part, Some(id), no);
    }
}
