//! Choices in the middle of an impulse: a die again (4.9), withdrawal (10.1), the defender's Combat point and supports (4.3,
//! 10.4), pursuit (4.5), the course of furious elephants (15.1). In tempo full whoever has no standing order of its own for
//! one is asked (R62).

use super::victory::over;
use super::{GameTable, Refusal, points, unsupported};
use crate::asked::{Open, Query};
use crate::codes::Code;
use crate::events::Sequence;
use crate::field::Field;
use crate::names::{AskName, CommandBox, Id, Side};
use crate::orders::{Aside, Fall, Reply, Says, YesNo};
use crate::policy::{Policy, Support};
use crate::state::{Ending, How};
use engine::kit::Hex;
use engine::{Tempo, orders_for};

/// True if a side is to be asked: it has no standing order of its own, which `own` picks.
pub(super) fn open<T>(
    board: &GameTable<'_>,
    side: Side,
    own: impl Fn(&Policy) -> Option<&T>,
) -> bool {
    board.asks()
        && board.state().tempo == Tempo::Full
        && board.policy(&side.seat()).and_then(own).is_none()
}

/// True if a box may hold a point of a side, as everybody sees it: chips lie there, even if one is false, and its
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
    if orders.as_ref().is_some_and(|orders| orders.draw) {
        draw(board, side, name);
    }
    board.record("R62", Sequence::Answered { seat: side }.into());
    board.by_order(before);
    let said = orders.and_then(|orders| orders.says.given().cloned());
    orders_for!(said, Says::Reply).unwrap_or_default()
}

/// Records that a side offers a draw with its reply. A reply cannot take an offer back, for it is no answer to a phase.
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

/// The refusals of a reply, as its author can know them: the place in it, and the reason.
pub(crate) fn refusals(
    field: &Field<'_>,
    side: Side,
    query: &Query,
    reply: &Reply,
) -> Vec<(String, Refusal)> {
    let (part, no) = match query {
        Query::Fortuna { .. } if reply.again == Some(true) => {
            ("again", spent(field, side, CommandBox::Fortuna, "4.9"))
        }
        Query::Pursuit { .. } if reply.hold == Some(true) => {
            ("hold", spent(field, side, CommandBox::Cavalry, "4.5"))
        }
        Query::Withdraw { target, ways, .. } => {
            ("withdraw", reply.withdraw.and_then(|fall| barred(*target, ways, fall)))
        }
        Query::Defend { target, command, .. } => {
            return undefended(field, (side, *target), *command, reply);
        }
        Query::Advance { unit, to, stay: false, .. } if reply.advance == Some(YesNo::No) => {
            let no = Refusal::new(Code::Advance, "10.8", format!("{unit} must enter {to}"));
            ("advance", Some(no.fix("leave `advance` out")))
        }
        Query::Leader { leader, to, stay, .. } => {
            ("leader", reply.leader.and_then(|aside| strayed(leader, to, *stay, aside)))
        }
        Query::Roll { units } => {
            ("roll", reply.roll.as_ref().and_then(|named| unrolled(units, named)))
        }
        Query::Fortuna { .. }
        | Query::Pursuit { .. }
        | Query::Furious { .. }
        | Query::Advance { .. } => return Vec::new(),
    };
    no.into_iter().map(|no| (part.to_owned(), no)).collect()
}

/// The reason why a target cannot fall back this way; none if it can.
fn barred(target: Id, ways: &[Open], fall: Fall) -> Option<Refusal> {
    let open = match fall {
        Fall::Stay => true,
        Fall::To(way) => ways.iter().any(|open| open.way == way),
    };
    let list: Vec<String> = ways.iter().map(|open| open.way.to_string()).collect();
    let no = || {
        Refusal::new(Code::Way, "10.1", format!("{target} cannot withdraw {fall}"))
            .fix(format!("one of: {}, stay", list.join(", ")))
    };
    (!open).then(no)
}

/// The refusals of a defence: a point that is not there, supports that cannot help.
fn undefended(
    field: &Field<'_>,
    (side, target): (Side, Id),
    command: bool,
    reply: &Reply,
) -> Vec<(String, Refusal)> {
    let no_point = || {
        let reason = format!("{target} cannot get a Combat point");
        Refusal::new(Code::Range, "4.3", reason).fix("leave `command` out")
    };
    let no = (reply.command == Some(true)).then(|| {
        spent(field, side, CommandBox::Combat, "4.3").or_else(|| (!command).then(no_point))
    });
    let mut all: Vec<(String, Refusal)> =
        no.flatten().into_iter().map(|no| ("command".to_owned(), no)).collect();
    if let Some(Support::Units(list)) = &reply.support {
        let why = |friend| super::support::unfit(field, target, friend);
        let bad = list.iter().copied().filter_map(why);
        all.extend(bad.map(|why| ("support".to_owned(), unsupported(why))));
    }
    all
}

/// The refusal to spend a point of a box if none is left.
fn spent(field: &Field<'_>, side: Side, place: CommandBox, rule: &'static str) -> Option<Refusal> {
    let no = || Refusal::new(Code::Command, rule, format!("no point is left in the {place} box"));
    (points::left(field.state, side, place) == 0)
        .then(|| no().fix("answer no: the chip there is the blank"))
}

/// The reason why a leader cannot go where a reply sends them; none if they can.
fn strayed(leader: &Id, to: &[Hex], stay: bool, aside: Aside) -> Option<Refusal> {
    let reason = match aside {
        Aside::Stay if !stay => format!("{leader} must leave"),
        Aside::To(hex) if !to.contains(&hex) => format!("{leader} cannot go to {hex}"),
        Aside::Stay | Aside::To(_) => return None,
    };
    let list: Vec<String> = to.iter().map(|hex| format!("\"{hex}\"")).collect();
    let list = list.join(", ") + if stay { ", stay" } else { "" };
    Some(Refusal::new(Code::Leader, "13", reason).fix(format!("one of: {list}")))
}

/// The reason why the elephants that a reply names cannot be rolled for next; none if they can.
fn unrolled(units: &[Id], named: &[Id]) -> Option<Refusal> {
    if let Some(unit) = named.iter().find(|unit| !units.contains(unit)) {
        let list: Vec<String> = units.iter().map(ToString::to_string).collect();
        let reason = format!("Rome cannot roll for {unit}");
        let no = Refusal::new(Code::Unit, "15.1", reason);
        return Some(no.fix(format!("one of: {}", list.join(", "))));
    }
    (named.len() > 1).then(|| {
        Refusal::new(Code::CommandUnit, "15.1", "only one roll can be made at a time")
            .fix("name one unit: you will be asked again after its roll")
    })
}
