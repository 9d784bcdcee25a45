//! Rules 1 to 5: traps, marks, the die, rows.
#![deny(clippy::wildcard_enum_match_arm)]

use super::Table;
use super::codes::Code;
use super::events::Event;
use super::gates::Gate;
use super::names::{Player, Square, Stage};
use super::state::{Orders, State};
use engine::rules::Answers;
use engine::{Outcome, Secrecy};
use std::borrow::Cow;
use std::cmp::Ordering;

/// The nine squares' rows, columns and diagonals, by place in reading order.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// Rule 1: what both have hidden.
pub(crate) fn hide(table: &mut Table<'_>, answers: &Answers<(), Orders>) {
    for (seat, square) in named(answers) {
        table.by_order(table.order_of(&seat.seat(), Stage::Trap.word()));
        table.record("1", Event::Hidden { seat, square: Some(square) });
    }
    table.by_order(None);
    table.record("2", Event::Begins { turn: 1 });
}

/// Rules 2 to 5: one turn.
pub(crate) fn turn(table: &mut Table<'_>, answers: &Answers<(), Orders>) {
    let named = named(answers);
    let contested = match named[..] {
        [(_, one), (_, other)] if one == other && free(table.state(), one) => Some(one),
        _ => None,
    };
    if let Some(square) = contested {
        table.settle("3", &format!("contest-{square}"), Secrecy::Open, 6, 1, |_, faces| {
            let winner = if faces[0] % 2 == 0 { Player::Crosses } else { Player::Noughts };
            Event::Contested { square, winner }
        });
    }
    for (seat, square) in named {
        let order = table.order_of(&seat.seat(), Stage::Mark.word());
        table.by_order(order.map(|at| at.below("square")));
        mark(table, seat, square);
    }
    table.by_order(None);
    end(table);
}

/// What both named, noughts first.
fn named(answers: &Answers<(), Orders>) -> Vec<(Player, Square)> {
    let of = |answer: &engine::Answer<(), Orders>| {
        (Player::of(&answer.prompt.seat), answer.orders.square)
    };
    let mut named: Vec<_> = answers.0.iter().map(of).collect();
    named.sort_unstable();
    named
}

/// Rules 2 and 4: one mark. Who has lost the die finds the square taken, or both their marks trapped.
fn mark(table: &mut Table<'_>, seat: Player, square: Square) {
    let lost = table.entries().iter().any(|entry| {
        matches!(entry.event, Event::Contested { square: at, winner } if at == square && winner != seat)
    });
    if lost || !free(table.state(), square) {
        return table.void("2", Code::Taken, Event::Void { seat, square });
    }
    let trapped = table.state().traps.iter().any(|(owner, at)| *owner != seat && *at == square);
    if trapped {
        table.record("4", Event::Sprung { seat, square });
    } else {
        table.record("2", Event::Marked { seat, square });
    }
}

/// Whether a square has no mark.
pub(crate) fn free(state: &State, square: Square) -> bool {
    !state.marks.contains_key(&square)
}

/// Rule 5: three in a row, or the next turn.
fn end(table: &mut Table<'_>) {
    let (rules, state) = (table.rules(), table.state());
    let has = |player: Player, line: &[usize; 3]| {
        line.iter().all(|at| state.marks.get(&rules.squares[*at]) == Some(&player))
    };
    let rows = |player: &Player| LINES.iter().any(|line| has(*player, line));
    let winners: Vec<Player> = Player::ALL.iter().copied().filter(rows).collect();
    let over = state.marks.len() == rules.squares.len() || state.turn >= rules.turns;
    let (winner, reason) = match winners[..] {
        [one] => (Some(one.word().to_owned()), "row"),
        [_, ..] => (None, "two-rows"),
        [] if over && rules.revision.has(Gate::MarksDecide) => (more_marks(state), "marks"),
        [] if over => (None, "no-row"),
        [] => {
            let turn = state.turn + 1;
            return table.record("2", Event::Begins { turn });
        }
    };
    let outcome = Outcome { winner, reason: reason.to_owned(), rule: Cow::Borrowed("5") };
    table.record("5", Event::Ended { outcome });
}

/// Rule 5: whoever has more marks.
fn more_marks(state: &State) -> Option<String> {
    let count = |player: Player| state.marks.values().filter(|owner| **owner == player).count();
    let ahead = match count(Player::Noughts).cmp(&count(Player::Crosses)) {
        Ordering::Greater => Player::Noughts,
        Ordering::Less => Player::Crosses,
        Ordering::Equal => return None,
    };
    Some(ahead.word().to_owned())
}
