//! 4.0: the sequence of play.

use super::activation;
use super::set_up::{chit, set_up};
use super::victory::{end_of_turn, over};
use super::{GameTable, Refusal, die, void};
use crate::codes::Code;
use crate::events::{Change, Command, Sequence};
use crate::names::{Go, Id, Order, Side};
use crate::orders::{Changes, Orders, TurnOrders};
use crate::state::{Ending, How, Stage, State};
use engine::{Seat, Secrecy, Tempo, orders_for};

/// Ties of the initiative after which the dice are taken to be broken.
const TIES_MAX: u32 = 1000;

/// The name of a stage's phase, which is also the name of its prompt.
pub(crate) fn name(state: &State) -> &'static str {
    if let Some(asked) = &state.asked {
        return asked.query.about().word();
    }
    match state.stage {
        Stage::SetUp { side: Side::Carthage } => "setup-carthage",
        Stage::SetUp { side: Side::Rome } => "setup-rome",
        Stage::Initiative | Stage::Choice { .. } => "initiative",
        Stage::Orders => "orders",
        Stage::Turn { .. } if state.options.tempo == Tempo::Full => "activation",
        Stage::Turn { .. } => "turn",
        Stage::End => "end",
    }
}

/// Plays one stage by its answers.
pub(crate) fn play(board: &mut GameTable<'_>, answer: impl Fn(&Seat) -> Option<Orders>) {
    if let Some(ending) = resigned(board, &answer) {
        return over(board, ending);
    }
    match board.state().stage {
        Stage::SetUp { side } => {
            let orders = orders_for!(answer(&side.seat()), Orders::SetUp);
            set_up(board, side, &orders.unwrap_or_default());
        }
        Stage::Initiative => initiative(board),
        Stage::Choice { side } => {
            let choice = orders_for!(answer(&side.seat()), Orders::Choice)
                .map_or(Go::First, |choice| choice.go);
            board.by_order(board.order_of(&side.seat(), name(board.state())));
            let first = if choice == Go::First { side } else { side.other() };
            board.record("4.1b", Sequence::TurnOrder { winner: side, choice, first }.into());
        }
        Stage::Orders => change_orders(board, answer),
        Stage::Turn { side } => {
            let orders = orders_for!(answer(&side.seat()), Orders::Turn);
            player_turn(board, side, &orders.unwrap_or_default());
        }
        Stage::End => end_of_turn(board),
    }
}

/// The result if a side has resigned; if both have, Rome has lost.
fn resigned(board: &GameTable<'_>, answer: &impl Fn(&Seat) -> Option<Orders>) -> Option<Ending> {
    let gives_up =
        |side: &Side| matches!(answer(&side.seat()), Some(Orders::Resign(resign)) if resign.resign);
    let loser = Side::BOTH.into_iter().find(gives_up)?;
    board.state().over.is_none().then_some(Ending { winner: loser.other(), how: How::Resignation })
}

/// 4.1b: one die each, Rome's first, again on a tie.
fn initiative(board: &mut GameTable<'_>) {
    // A tie costs nothing but another throw.
    for _ in 0..TIES_MAX {
        board.settle("4.1b", "initiative", Secrecy::Open, 10, 2, |_, faces| {
            let (rome, carthage) = (die(faces, 0), die(faces, 1));
            let winner = match rome.cmp(&carthage) {
                std::cmp::Ordering::Greater => Some(Side::Rome),
                std::cmp::Ordering::Less => Some(Side::Carthage),
                std::cmp::Ordering::Equal => None,
            };
            Sequence::Initiative { rome, carthage, winner }.into()
        });
        if board.state().stage != Stage::Initiative {
            return;
        }
    }
    panic!("{TIES_MAX} ties in a row: the dice must be broken");
}

/// 5.2b: both change chits at once; then all lie face down.
fn change_orders(board: &mut GameTable<'_>, answer: impl Fn(&Seat) -> Option<Orders>) {
    let mut agreed = Vec::new();
    for side in Side::BOTH {
        let changes = orders_for!(answer(&side.seat()), Orders::Changes).unwrap_or_default();
        agreed.push(changes.agree);
        let (lawful, refused) = changes_of(board, side, &changes);
        for (command, no) in refused {
            void(board, side, &format!("change.{command}"), None, no);
        }
        let order = board.order_of(&side.seat(), "orders");
        board.by_order(order.map(|order| order.below("change")));
        board.record("5.2b", Command::OrdersChanged { seat: side, changes: Some(lawful) }.into());
    }
    board.by_order(None);
    if let [Some(one), Some(other)] = agreed[..]
        && one == other
    {
        return over(board, Ending { winner: one, how: How::Agreement });
    }
    let first = board.state().first.expect("the first player is known before chits change");
    board.record("5.2b", Command::ChitsDown { first }.into());
}

/// The changes that count, and those that do not: no more than three, in the order of `units.yaml`.
pub(crate) fn changes_of(
    board: &GameTable<'_>,
    side: Side,
    changes: &Changes,
) -> (Vec<Change>, Vec<(Id, Refusal)>) {
    let (printed, state) = (&board.rules().printed, board.state());
    let most = usize::from(printed.charts.changes[side.at()]);
    let (mut lawful, mut refused) = (Vec::new(), Vec::new());
    let place = |id: &Id| {
        printed.roster.commands.iter().position(|note| note.id == *id).unwrap_or(usize::MAX)
    };
    let mut listed: Vec<(Id, Order)> =
        changes.change.iter().map(|(id, order)| (*id, *order)).collect();
    listed.sort_by_key(|(id, _)| place(id));
    for (command, new) in listed {
        if let Some(no) = chit(printed, state, side, command, new) {
            refused.push((command, no));
            continue;
        }
        let Some(old) =
            state.chits.get(&command).and_then(|chit| chit.order).filter(|old| *old != new)
        else {
            continue;
        };
        if lawful.len() < most {
            lawful.push(Change { command, old, new });
        } else {
            let count = lawful.len()
                + refused
                    .iter()
                    .filter(|(_, no): &&(Id, Refusal)| no.code == Code::Changes)
                    .count()
                + 1;
            let no = Refusal::new(
                Code::Changes,
                "5.2b",
                format!("{count} chits are changed, but at most {most} may be"),
            );
            refused.push((
                command,
                no.fix("leave one of the changes out; repeating the order that a chit already has is no change"),
            ));
        }
    }
    (lawful, refused)
}

/// 4.2: the activations of a file; in brisk, and when the side has finished, all the rest by default.
fn player_turn(board: &mut GameTable<'_>, side: Side, orders: &TurnOrders) {
    let acted = |board: &GameTable<'_>| board.state().acted.len() + board.state().inactive.len();
    let before = acted(board);
    for (index, one) in orders.activations.iter().enumerate() {
        activation::named(board, side, index, one);
    }
    board.by_order(None);
    // A file that activates nobody brings the turn no further: it counts as the last.
    let last =
        board.state().options.tempo == Tempo::Brisk || orders.finish || acted(board) == before;
    if !last && !activation::all_acted(board, side) {
        return;
    }
    activation::rest(board, side);
    let second = board.state().first == Some(side.other());
    let next = if second { Stage::End } else { Stage::Turn { side: side.other() } };
    board.record("4.2a", Sequence::TurnOver { seat: side, next }.into());
}
