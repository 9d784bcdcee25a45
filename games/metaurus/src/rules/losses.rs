//! 14.0: units that leave the map, and what that counts.

use super::GameTable;
use super::ways::Way;
use crate::events::{Cause, Effect, Movement, Sequence};
use crate::names::{Id, Side};
use crate::state::How;

/// A unit is eliminated, and counted (14.0b).
pub(crate) fn eliminate(board: &mut GameTable<'_>, rule: &'static str, unit: Id, cause: Cause) {
    let printed = &board.rules().printed;
    let (Some(stand), Some(counter)) = (board.state().units.get(&unit), printed.roster.unit(unit))
    else {
        return;
    };
    let mut tally = board.state().tally;
    match counter.side {
        Side::Rome => tally.rome = tally.rome.saturating_add(1),
        Side::Carthage if printed.battle.uncounted_losses.contains(&counter.arm) => {}
        Side::Carthage => tally.carthage = tally.carthage.saturating_add(1),
    }
    board.record(rule, Effect::Eliminated { unit, hex: stand.hex, cause, tally }.into());
    threshold(board);
}

/// A unit leaves in the south (6.0c, 14.0c).
pub(crate) fn exit(board: &mut GameTable<'_>, unit: Id, way: Way) {
    let printed = &board.rules().printed;
    let Some(from) = board.state().units.get(&unit).map(|unit| unit.hex) else { return };
    let counts = printed
        .roster
        .unit(unit)
        .is_some_and(|counter| !printed.battle.uncounted_exits.contains(&counter.arm));
    let exits = board.state().tally.exits.saturating_add(u8::from(counts));
    let needed = printed.battle.exits;
    board.record(
        "6.0c",
        Movement::Exited { unit, from, way: way.hexes, mp: way.mp, exits, needed }.into(),
    );
    threshold(board);
}

/// The first threshold reached decides (14.0b).
fn threshold(board: &mut GameTable<'_>) {
    if board.state().decided.is_some() {
        return;
    }
    let (battle, tally) = (&board.rules().printed.battle, board.state().tally);
    let reached = if tally.carthage >= battle.rome_needs {
        Some((Side::Rome, How::Eliminations))
    } else if tally.rome >= battle.rome_bears {
        Some((Side::Carthage, How::Losses))
    } else {
        (tally.exits >= battle.exits).then_some((Side::Carthage, How::Exits))
    };
    if let Some((winner, how)) = reached {
        board.record("14.0b", Sequence::Threshold { winner, how, tally }.into());
    }
}
