//! Choices in the middle of an impulse: a die again (4.9), withdrawal (10.1), the defender's Combat point and supports (4.3,
//! 10.4), pursuit (4.5), the course of furious elephants (15.1). In tempo full whoever has no standing order of its own for
//! one is asked (R62).

use super::victory::over;
use super::{GameTable, Refusal, points, unsupported};
use crate::asked::Query;
use crate::codes::Code;
use crate::events::Sequence;
use crate::field::Field;
use crate::gates::Gate;
use crate::names::{AskName, CommandBox, Side};
use crate::orders::{Fall, Reply, Says};
use crate::policy::{Policy, Support};
use crate::state::{Ending, How};
use engine::{Tempo, orders_for};

/// Whether a side without a standing order of its own is asked, which `own` picks.
pub(super) fn open<T>(
    board: &GameTable<'_>,
    side: Side,
    own: impl Fn(&Policy) -> Option<&T>,
) -> bool {
    board.asks()
        && board.rules().has(Gate::ChoicesAsked)
        && board.state().tempo == Tempo::Full
        && board.policy(&side.seat()).and_then(own).is_none()
}

/// Whether a box may hold a point of a side, as everybody sees it: chips lie there, be one of them the false one, and its
/// leader can use them.
pub(super) fn may_hold(board: &GameTable<'_>, side: Side, place: CommandBox) -> bool {
    let camp = &board.state().camps[side];
    !camp.leader.lost && camp.chips(place) > 0
}

/// Asks a side. An empty reply, or none, leaves it to the standing orders.
pub(super) fn ask(board: &mut GameTable<'_>, side: Side, query: Query) -> Reply {
    let before = board.current_order().cloned();
    let name = query.name();
    board.by_order(None);
    board.record("R62", Sequence::Asked { seat: side, query }.into());
    let answers = board.ask();
    let orders = answers.and_then(|answers| answers.of(&side.seat(), name.word()).cloned());
    if orders.as_ref().is_some_and(|orders| orders.resign) {
        over(board, Ending { winner: Some(side.other()), how: How::Resigned });
        board.end();
    }
    if orders.as_ref().is_some_and(|orders| orders.draw) && board.rules().has(Gate::DrawsWhenAsked)
    {
        draw(board, side, name);
    }
    board.record("R62", Sequence::Answered { seat: side }.into());
    board.by_order(before);
    let said = orders.and_then(|orders| orders.says.given().cloned());
    orders_for!(said, Says::Reply).unwrap_or_default()
}

/// A side offers a draw with its reply; nobody takes one back so, for a reply is no answer to a phase.
fn draw(board: &mut GameTable<'_>, side: Side, name: AskName) {
    if !board.state().camps[side].draw {
        let order = board.order_of(&side.seat(), name.word());
        board.by_order(order.map(|order| order.at("draw")));
        board.record("16", Sequence::Draw { seat: side, offered: true }.into());
        board.by_order(None);
    }
    if Side::BOTH.into_iter().all(|side| board.state().camps[side].draw) {
        over(board, Ending { winner: None, how: How::Agreed });
        board.end();
    }
}

/// Does what a side's reply, or else its standing order under `key`, says; then the order that was being carried out goes on.
pub(super) fn as_told(
    board: &mut GameTable<'_>,
    side: Side,
    (told, key): (Option<AskName>, &str),
    act: impl FnOnce(&mut GameTable<'_>),
) {
    let Some(name) = told else { return super::as_standing(board, side, key, act) };
    let before = board.current_order().cloned();
    board.by_order(board.order_of(&side.seat(), name.word()));
    act(board);
    board.by_order(before);
}

/// What is unlawful in a reply, as its author can know: its place in it, and why.
pub(crate) fn refusals(
    field: &Field<'_>,
    side: Side,
    query: &Query,
    reply: &Reply,
) -> Vec<(String, Refusal)> {
    let spent = |place: CommandBox, rule: &'static str| {
        let none = points::left(field.state, side, place) == 0;
        let no =
            || Refusal::new(Code::Command, rule, format!("no point is left in the {place} box"));
        none.then(|| no().fix("answer no: the chip that lies there is the false one"))
    };
    let one = |part: &str, no: Option<Refusal>| -> Vec<(String, Refusal)> {
        no.into_iter().map(|no| (part.to_owned(), no)).collect()
    };
    match query {
        Query::Fortuna { .. } if reply.again == Some(true) => {
            one("again", spent(CommandBox::Fortuna, "4.9"))
        }
        Query::Pursuit { .. } if reply.hold == Some(true) => {
            one("hold", spent(CommandBox::Cavalry, "4.5"))
        }
        Query::Withdraw { target, ways, .. } => {
            let wrong = reply.withdraw.filter(|fall| match fall {
                Fall::Stay => false,
                Fall::To(way) => ways.iter().all(|open| open.way != *way),
            });
            let list: Vec<String> = ways.iter().map(|open| open.way.to_string()).collect();
            let no = |fall: Fall| {
                Refusal::new(Code::Way, "10.1", format!("{target} cannot fall back {fall}"))
                    .fix(format!("one of: {}, stay", list.join(", ")))
            };
            one("withdraw", wrong.map(no))
        }
        Query::Defend { target, command, .. } => {
            let mut all = Vec::new();
            if reply.command == Some(true) {
                let no = spent(CommandBox::Combat, "4.3").or_else(|| {
                    let no = || {
                        Refusal::new(
                            Code::Range,
                            "4.3",
                            format!("{target} can have no Combat point"),
                        )
                    };
                    (!command).then(|| no().fix("leave `command` out"))
                });
                all.extend(no.map(|no| ("command".to_owned(), no)));
            }
            if let Some(Support::Units(list)) = &reply.support {
                let why = |friend| super::support::unfit(field, *target, friend);
                let bad = list.iter().copied().filter_map(why);
                all.extend(bad.map(|why| ("support".to_owned(), unsupported(why))));
            }
            all
        }
        Query::Fortuna { .. } | Query::Pursuit { .. } | Query::Furious { .. } => Vec::new(),
    }
}
