//! 5: the initiative. Rules 10 and 11, rulings R5, R6.

use super::fortuna::{Mood, Throw, again, throw};
use super::{GameTable, by, by_standing, terms};
use crate::events::{Bid, Cast, Sequence};
use crate::names::{CARTHAGE_FIRST, CommandBox, Pair, Rank, Side};
use crate::orders::Says;
use crate::state::Stage;
use engine::orders_for;

/// The number of times that a tie is thrown again before Carthage, which throws first, is given the initiative. Never
/// reached in practice.
const THROWS_MAX: u32 = 1000;

/// 5: both throw, Carthage first; even throws are repeated with the same points.
pub(super) fn dice(board: &mut GameTable<'_>) {
    for _ in 0..THROWS_MAX {
        let bids = round(board);
        let (carthage, rome) = (bids.carthage, bids.rome);
        if carthage.total == rome.total {
            board.record(
                "5",
                Sequence::InitiativeTie {
                    carthage: carthage.die,
                    rome: rome.die,
                    total: rome.total,
                }
                .into(),
            );
            continue;
        }
        let winner = if rome.total > carthage.total { Side::Rome } else { Side::Carthage };
        board.record("5", Sequence::Initiative { carthage, rome, winner }.into());
        board.record("5", Sequence::Stage { stage: Stage::Choice { side: winner } }.into());
        return;
    }
    board.record("5", Sequence::Stage { stage: Stage::Choice { side: Side::Carthage } }.into());
}

/// One throw of each, and Fortuna: Carthage's, then Rome's.
fn round(board: &mut GameTable<'_>) -> Pair<Bid> {
    let points = |board: &GameTable<'_>, side: Side| {
        board.state().camps[side].points(CommandBox::Initiative)
    };
    let cast = |side: Side| Throw { side, cast: Cast::Initiative, unit: None, rule: "5" };
    let mut bids = Pair::<Bid>::default();
    for side in CARTHAGE_FIRST {
        let (die, points) = (throw(board, &cast(side)), points(board, side));
        bids[side] = Bid { die, points, total: die + points };
    }
    for side in CARTHAGE_FIRST {
        let mood = Mood::new(bids[side].die).totals(bids[side].total, bids[side.other()].total);
        if let Some(die) = again(board, &cast(side), mood, None) {
            bids[side] = Bid { die, total: die + bids[side].points, ..bids[side] };
        }
    }
    bids
}

/// 5: the winner takes first or second place.
pub(super) fn choice(board: &mut GameTable<'_>, winner: Side, says: Option<Says>) {
    let standing = terms::key(board, winner, |policy| policy.choice.as_ref()).copied();
    let choice = match orders_for!(says, Says::Choice) {
        Some(orders) => {
            by(board, winner, "choice");
            orders.choice
        }
        None => {
            by_standing(board, winner, "choice");
            standing.unwrap_or(Rank::First)
        }
    };
    let first = if choice == Rank::First { winner } else { winner.other() };
    board.record("5", Sequence::Choice { winner, choice, first }.into());
    board.by_order(None);
}
