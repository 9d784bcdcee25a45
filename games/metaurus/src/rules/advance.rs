//! 9.2: advance after combat.

use super::results::side_of;
use super::{GameTable, facing, field, question};
use crate::events::Combat;
use crate::field::Field;
use crate::names::{Id, Side};
use crate::orders::{Enter, Orders};
use crate::state::Query;
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
        let able = able(&field(board), by, *hex, &gone);
        let listed = wanted.iter().copied().find(|id| able.contains(id));
        let units = listed.map_or(able, |unit| vec![unit]);
        let Some(first) = units.first().copied() else { continue };
        let before = board.current_order().cloned();
        let said = said(board, side, Query::Advance { to: *hex, units, face: face.is_none() });
        let unit = said.advance.unwrap_or(first);
        let field = field(board);
        let stand = *field.unit(unit).expect("the unit that advances is on the map");
        let auto = || {
            if field.contact(side, *hex) {
                facing::auto(&field, side, *hex, stand.facing, |_| true)
            } else {
                None
            }
        };
        let facing = face.or(said.face).or_else(auto).unwrap_or(stand.facing);
        drop(field);
        gone.push(unit);
        board.record("9.2a", Combat::Advance { unit, from: stand.hex, to: *hex, facing }.into());
        board.by_order(before);
    }
}

/// The attackers that can enter a hex, in their order.
fn able(field: &Field<'_>, by: &[Id], hex: Hex, gone: &[Id]) -> Vec<Id> {
    let grid = field.printed.ground.grid;
    let able = |id: &Id| {
        let near = field.hex(*id).is_some_and(|from| grid.side_to(from, hex).is_some());
        near && !field.disordered(*id)
            && !field.engaged(*id)
            && !gone.contains(id)
            && field.vacant_for(*id, hex)
    };
    by.iter().copied().filter(able).collect()
}

/// The answer of a side about an advance. It is asked only if something is left to choose (R58).
fn said(board: &mut GameTable<'_>, side: Side, query: Query) -> Enter {
    let settled = board.policy(&side.seat()).is_some_and(|policy| policy.advance.is_some());
    let Query::Advance { units, face, .. } = &query else { return Enter::default() };
    if settled || !question::any(board) || (units.len() == 1 && !face) {
        return Enter::default();
    }
    match question::ask(board, side, query) {
        Some(Orders::Enter(said)) => said,
        Some(_) | None => Enter::default(),
    }
}
