//! 14.0, 4.1: the end of a Game Turn, and of the game.

use super::GameTable;
use crate::data::Printed;
use crate::events::Sequence;
use crate::names::Side;
use crate::state::{Ending, How, State};

/// The end of a Game Turn: victory is checked, and the next one begins.
pub(crate) fn end_of_turn(board: &mut GameTable<'_>) {
    let state = board.state();
    let quiet = if state.attacked { 0 } else { state.quiet.saturating_add(1) };
    let turn = state.turn;
    board.record("4.1a", Sequence::TurnEnds { turn, quiet }.into());
    match ending(&board.rules().printed, board.state()) {
        Some(ending) => over(board, ending),
        None => board.record("4.1a", Sequence::GameTurn { turn: turn.saturating_add(1) }.into()),
    }
}

pub(crate) fn over(board: &mut GameTable<'_>, ending: Ending) {
    let tally = board.state().tally;
    board.record(
        ending.how.rule(),
        Sequence::GameOver { winner: ending.winner, how: ending.how, tally }.into(),
    );
}

/// The result at the end of a Game Turn, if a side has won.
fn ending(printed: &Printed, state: &State) -> Option<Ending> {
    let punic = |how| Some(Ending { winner: Side::Carthage, how });
    if state.decided.is_some() {
        return state.decided;
    }
    let counted = |id: &crate::names::Id| {
        let counter = printed.roster.unit(*id);
        counter.is_some_and(|c| {
            c.side == Side::Carthage && !printed.battle.uncounted_losses.contains(&c.arm)
        })
    };
    let left = state.units.keys().filter(|id| counted(id)).count();
    if usize::from(state.tally.carthage) + left < usize::from(printed.battle.rome_needs) {
        return punic(How::OutOfReach);
    }
    if state.quiet >= state.options.stall_turns {
        return punic(How::Stall);
    }
    if state.options.turn_limit.is_some_and(|limit| state.turn >= limit) {
        punic(How::TurnLimit)
    } else {
        None
    }
}
