//! The rules, one file per chapter.
#![deny(clippy::wildcard_enum_match_arm)]

pub(super) mod attack;
pub(super) mod combat;
pub(super) mod combat_points;
pub(super) mod crossing;
pub(super) mod destination;
pub(super) mod elephants;
pub(super) mod flight;
pub(super) mod fortuna;
pub(super) mod furious;
pub(super) mod initiative;
pub(super) mod leaders;
pub(super) mod movement;
pub(super) mod panic;
pub(super) mod points;
pub(super) mod pursuit;
pub(super) mod question;
pub(super) mod recovery;
pub(super) mod sequence;
pub(super) mod set_up;
pub(super) mod strategic;
pub(super) mod support;
pub(super) mod targets;
pub(super) mod terms;
pub(super) mod victory;
pub(super) mod volley;
pub(super) mod ways;
pub(super) mod withdrawal;

use super::DeBelloPunico;
use super::codes::Code;
use super::events::Note;
use super::field::Field;
use super::names::{Id, Side};
use engine::Table;

/// The table of this title.
pub(super) type GameTable<'a> = Table<'a, DeBelloPunico>;

/// The field as it is now.
pub(super) fn field<'b>(board: &'b GameTable<'_>) -> Field<'b> {
    Field::new(&board.rules().printed, board.state())
}

/// Why something that was ordered is not done: the code and rule of the checker's refusal.
pub(super) type Refusal = engine::Refusal<Code>;

/// What is recorded from now on carries out, voids or alters this part of what a side has answered.
pub(super) fn by(board: &mut GameTable<'_>, side: Side, part: &str) {
    let order = board.order_of(&side.seat(), sequence::name(board.state().stage).word());
    board.by_order(order.map(|order| order.at(part)));
}

/// What is recorded from now on comes of a side's standing order, or of the defaults where it has none.
pub(super) fn by_standing(board: &mut GameTable<'_>, side: Side, key: &str) {
    board.by_order(board.standing_order(&side.seat(), key));
}

/// Does what a side's standing order under `key` says; then the order that was being carried out goes on.
pub(super) fn as_standing(
    board: &mut GameTable<'_>,
    side: Side,
    key: &str,
    act: impl FnOnce(&mut GameTable<'_>),
) {
    let before = board.current_order().cloned();
    by_standing(board, side, key);
    act(board);
    board.by_order(before);
}

/// Notes that part of an order file comes to nothing. What is recorded next is that order's still, until a rule says
/// otherwise.
pub(super) fn void(
    board: &mut GameTable<'_>,
    seat: Side,
    part: &str,
    unit: Option<Id>,
    no: Refusal,
) {
    by(board, seat, part);
    let event = Note::Void {
        seat,
        part: part.to_owned(),
        unit,
        code: no.code.code().to_owned(),
        reason: no.reason,
        fix: no.fix,
    }
    .into();
    board.void(no.rule, no.code, event);
}

/// A friend that is named and may not support.
pub(super) fn unsupported(why: String) -> Refusal {
    Refusal::new(Code::Support, "10.4", why)
        .fix("name only friends in its rear hexes of its group and facing, outside enemy ZdC")
}
