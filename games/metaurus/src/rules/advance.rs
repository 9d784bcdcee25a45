//! 9.2: advance after combat.

use super::results::side_of;
use super::{GameTable, facing, field};
use crate::events::Combat;
use crate::names::Id;
use engine::kit::{Bearing, Hex};

/// 9.2a: into each vacated hex one attacker goes that is able to: the first of `wanted`, else of `by`.
pub(crate) fn advance(
    board: &mut GameTable<'_>,
    by: &[Id],
    vacated: &[Hex],
    wanted: &[Id],
    face: Option<Bearing>,
) {
    let Some(side) = side_of(board, by) else { return };
    let mut gone: Vec<Id> = Vec::new();
    for hex in vacated {
        let field = field(board);
        let grid = field.printed.ground.grid;
        let able = |id: &&Id| {
            let near = field.hex(**id).is_some_and(|from| grid.side_to(from, *hex).is_some());
            near && !field.disordered(**id)
                && !field.engaged(**id)
                && !gone.contains(*id)
                && field.vacant_for(**id, *hex)
        };
        let first = wanted.iter().filter(|id| by.contains(id)).chain(by).find(able).copied();
        let Some((unit, stand)) = first.and_then(|unit| Some((unit, *field.unit(unit)?))) else {
            continue;
        };
        let auto = || {
            if field.contact(side, *hex) {
                facing::auto(&field, side, *hex, stand.facing, |_| true)
            } else {
                None
            }
        };
        let facing = face.or_else(auto).unwrap_or(stand.facing);
        drop(field);
        gone.push(unit);
        board.record("9.2a", Combat::Advance { unit, from: stand.hex, to: *hex, facing }.into());
    }
}
