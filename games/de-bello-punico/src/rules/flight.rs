//! 11, 11.1, 11.1.2, 11.2: flight. Rules 38 to 42, rulings R26 and R27.

use super::panic::{Hit, Ran, harm};
use super::{GameTable, field, leaders};
use crate::events::{Cause, Doom, Morale};
use crate::field::{Counted, Field, counted};
use crate::geometry::from_edge;
use crate::names::{Class, Id, Side};
use crate::state::Unit;
use engine::kit::Hex;

/// 11.1: at the start of its own movement impulse every unit of a side that is still in panic runs on, nearest its edge
/// first.
pub(crate) fn flights(board: &mut GameTable<'_>, side: Side) {
    let mut running: Vec<(u8, Counted, Id)> = {
        let field = field(board);
        let fugitives = field.army(side).into_iter().filter(|(_, unit)| unit.panic.is_some());
        let near = |hex: Hex| from_edge(field.grid(), Field::home(side), hex);
        fugitives.filter_map(|(id, unit)| Some((near(unit.hex()?), counted(id), id))).collect()
    };
    running.sort();
    for (_, _, unit) in running {
        let (_, crossed) = flee(board, unit);
        harm(board, &crossed, &[]);
    }
}

/// 11: one unit in panic runs: infantry its printed allowance, horse off the map (11.2). Gives its run and the disorder
/// of the friends it ran through.
pub(super) fn flee(board: &mut GameTable<'_>, unit: Id) -> (Ran, Vec<Hit>) {
    let stand = board.state().unit(unit).and_then(|unit| Some((*unit, unit.hex()?)));
    let (stand, from) = stand.expect("no unit leaves the map between panic and flight");
    let run = {
        let field = field(board);
        field.way_home(&stand).map(|way| course(&field, unit, &stand, from, &way))
    };
    let Some(run) = run else {
        doom(board, unit, from, Doom::NoWay);
        return (Ran { unit, from, path: Vec::new(), exit: false }, Vec::new());
    };
    let Run { path, exit, speared, crossed } = run;
    let grid = field(board).grid();
    let hexes: Vec<Hex> = std::iter::once(from).chain(path.iter().copied()).collect();
    let last = hexes.windows(2).last().and_then(|step| grid.side_to(step[0], step[1]));
    let face = if exit { Field::home(stand.side) } else { last.unwrap_or(stand.facing) };
    let rule = if field(board).mounted(&stand) { "11.2" } else { "11.1" };
    board.record(rule, Morale::Flight { unit, from, path: path.clone(), face, exit }.into());
    if speared {
        doom(board, unit, path.last().copied().unwrap_or(from), Doom::Veterans);
    }
    let hits =
        crossed.into_iter().map(|unit| Hit { unit, points: 1, cause: Cause::Flight }).collect();
    (Ran { unit, from, path, exit }, hits)
}

struct Run {
    path: Vec<Hex>,
    exit: bool,
    speared: bool,
    crossed: Vec<Id>,
}

/// How far a fugitive gets on its way home.
fn course(field: &Field<'_>, id: Id, stand: &Unit, from: Hex, way: &[Hex]) -> Run {
    let endless = field.printed_on(stand).class == Class::Cavalry;
    let allowance = u16::from(field.printed_on(stand).mp);
    let mut run = Run { path: Vec::new(), exit: false, speared: false, crossed: Vec::new() };
    let (mut here, mut spent) = (from, 0_u16);
    for next in way {
        let price = u16::from(field.cost(*next).expect("a route home enters only open hexes"));
        if !endless && spent + price > allowance && !shared(field, id, here) {
            return run;
        }
        if field.speared(stand, here, *next) {
            run.speared = true;
            return run;
        }
        let friend =
            field.steady(stand.side, *next).filter(|(_, unit)| field.costly(stand.kind, unit.kind));
        run.crossed.extend(friend.map(|(id, _)| id));
        (here, spent) = (*next, spent + price);
        run.path.push(here);
    }
    run.exit = endless || spent < allowance || shared(field, id, here);
    run
}

/// True if another unit holds the hex in which a fugitive is: it can't stop there.
fn shared(field: &Field<'_>, id: Id, hex: Hex) -> bool {
    field.state.units.iter().any(|(other, unit)| *other != id && unit.hex() == Some(hex))
}

/// 11.1.2: the end of a unit; its leader steps away first (R36). A leader whose hex a fugitive only ran through is not its
/// leader (R57).
pub(super) fn doom(board: &mut GameTable<'_>, unit: Id, hex: Hex, cause: Doom) {
    if cause != Doom::Veterans {
        leaders::bereft(board, unit);
    }
    board.record("11.1.2", Morale::Eliminated { unit, hex, cause }.into());
}
