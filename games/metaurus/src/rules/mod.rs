//! The rules, one file per chapter.
#![deny(clippy::wildcard_enum_match_arm)]

pub(super) mod activation;
pub(super) mod advance;
pub(super) mod announcement;
pub(super) mod combat;
pub(super) mod elephants;
pub(super) mod facing;
pub(super) mod follow;
pub(super) mod gauls;
pub(super) mod losses;
pub(super) mod movement;
pub(super) mod question;
pub(super) mod reform;
pub(super) mod results;
pub(super) mod retreat;
pub(super) mod sequence;
pub(super) mod set_up;
pub(super) mod victory;
pub(super) mod ways;

use super::Metaurus;
use super::codes::Code;
use super::events::{Command, Event};
use super::field::Field;
use super::names::{Id, Side};
use engine::{Secrecy, Table};

/// The table of this title.
pub(super) type GameTable<'a> = Table<'a, Metaurus>;

/// The field as it is now.
pub(super) fn field<'b>(board: &'b GameTable<'_>) -> Field<'b> {
    Field::new(&board.rules().printed, board.state())
}

/// Why something that was ordered is not done: the code and rule of the checker's refusal.
pub(super) type Refusal = engine::Refusal<Code>;

/// Notes that part of an order file comes to nothing. What is recorded next is that order's still, until its activation
/// says otherwise.
pub(super) fn void(
    board: &mut GameTable<'_>,
    seat: Side,
    part: &str,
    unit: Option<Id>,
    no: Refusal,
) {
    let order = board.order_of(&seat.seat(), sequence::name(board.state()));
    board.by_order(order.map(|order| order.at(part)));
    let event = Command::Void {
        seat,
        part: part.to_owned(),
        unit,
        code: no.code.code().to_owned(),
        reason: no.reason,
        fix: no.fix,
    };
    board.void(no.rule, no.code, event.into());
}

/// Throws one ten-sided die, 0 to 9: the face 10 is read as 0 (2.1).
pub(super) fn throw<E: Into<Event>>(
    board: &mut GameTable<'_>,
    rule: &'static str,
    label: &str,
    read: impl FnOnce(u8) -> E,
) {
    board.settle(rule, label, Secrecy::Open, 10, 1, |_, faces| read(die(faces, 0)).into());
}

/// The die at a place among the faces thrown.
pub(super) fn die(faces: &[u32], at: usize) -> u8 {
    u8::try_from(faces[at] % 10).expect("a digit")
}
