//! 3.1, 16, 17: the end of a turn, and of the game. Rules 53 and 56.

use super::{GameTable, strategic};
use crate::events::{Event, Sequence};
use crate::names::{Pair, Side};
use crate::state::{Ending, How};

/// 16: rout levels are consulted; then the next turn begins.
pub(super) fn interphase(board: &mut GameTable<'_>) {
    let state = board.state();
    let note = board.rules().printed.battle(state.battle);
    let turn = state.turn;
    let pr = Pair { rome: state.camps.rome.pr, carthage: state.camps.carthage.pr };
    let left = |side: Side| note.rout[side].saturating_sub(pr[side]);
    let margin = Pair { rome: left(Side::Rome), carthage: left(Side::Carthage) };
    let last = turn >= u32::from(note.turns);
    let ending = match (margin.rome, margin.carthage) {
        (0, 0) => Some(
            note.draw
                .map_or(Ending { winner: None, how: How::Both }, |side| won(side, How::DrawBoth)),
        ),
        (0, _) => Some(won(Side::Carthage, How::Rout)),
        (_, 0) => Some(won(Side::Rome, How::Rout)),
        _ if last => Some(
            note.draw
                .map_or(Ending { winner: None, how: How::Time }, |side| won(side, How::DrawTime)),
        ),
        _ => None,
    };
    board.record("16", Sequence::Interphase { turn, pr, margin }.into());
    match ending {
        Some(ending) => over(board, ending),
        None => next_turn(board, turn + 1),
    }
}

const fn won(side: Side, how: How) -> Ending {
    Ending { winner: Some(side), how }
}

/// 3.1: a turn begins: markers come off, chips are laid anew.
pub(super) fn next_turn(board: &mut GameTable<'_>, turn: u32) {
    board.record("3.1", Sequence::Turn { turn }.into());
    let stage = strategic::after(&board.rules().printed, board.state(), None);
    board.record("3.1", Sequence::Stage { stage }.into());
}

pub(super) fn over(board: &mut GameTable<'_>, ending: Ending) {
    let camps = &board.state().camps;
    let pr = Pair { rome: camps.rome.pr, carthage: camps.carthage.pr };
    board.record(
        rule(ending.how),
        Event::Sequence(Sequence::GameOver { winner: ending.winner, reason: ending.how, pr }),
    );
}

/// The rule by which a game ends in this way.
pub(crate) const fn rule(how: How) -> &'static str {
    match how {
        How::Rout | How::Both | How::Time | How::Resigned | How::Agreed => "16",
        How::DrawBoth | How::DrawTime => "17",
    }
}
