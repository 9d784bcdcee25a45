//! 4.4, 12: recovery. Rule 51, ruling R41.

use super::{GameTable, Refusal, by, by_standing, points, terms, void};
use crate::codes::Code;
use crate::data::Printed;
use crate::events::Morale;
use crate::field::counted;
use crate::names::{CommandBox, Id, Side};
use crate::orders::{RecoveryOrders, Says};
use crate::policy::Criterion;
use crate::state::{State, Unit};
use engine::orders_for;
use std::cmp::Reverse;

/// 12: the mover's units recover, by orders or by policy.
pub(super) fn resolve(board: &mut GameTable<'_>, side: Side, says: Option<Says>) {
    match orders_for!(says, Says::Recovery) {
        Some(orders) => listed(board, side, &orders),
        None => by_policy(board, side),
    }
}

/// The units of a list, in its order of precedence, as far as the points go (R55).
fn listed(board: &mut GameTable<'_>, side: Side, orders: &RecoveryOrders) {
    let mut used = false;
    for (index, id) in orders.recover.iter().enumerate() {
        let (printed, state) = (&board.rules().printed, board.state());
        let spent = points::left(state, side, CommandBox::Recovery) == 0;
        if spent && used {
            return;
        }
        let refused = refusal(printed, state, side, *id).or_else(|| {
            spent.then(|| {
                Refusal::new(Code::Command, "4.4", format!("{id}: no Recovery point is left"))
                    .fix("leave it out")
            })
        });
        match refused {
            Some(no) => void(board, side, &format!("recover[{index}]"), Some(*id), no),
            None => {
                used = true;
                by(board, side, &format!("recover[{index}]"));
                recover(board, side, *id);
            }
        }
    }
}

/// The reason why a unit cannot recover, apart from points; none if it can.
pub(crate) fn refusal(printed: &Printed, state: &State, side: Side, id: Id) -> Option<Refusal> {
    let Some(unit) = state.unit(id).filter(|unit| unit.side == side) else {
        return Some(
            Refusal::new(Code::Unit, "12", format!("{id} is not one of your units"))
                .fix("name your own units that are on the map"),
        );
    };
    let Some(hex) = unit.hex() else {
        return Some(
            Refusal::new(Code::Gone, "12", format!("{id} is not on the map")).fix("leave it out"),
        );
    };
    if unit.panic.is_some() {
        return Some(
            Refusal::new(Code::Panic, "12", format!("{id} is In fugam"))
                .fix("leave it out: it can no longer recover"),
        );
    }
    if unit.impulse.point {
        let no = Refusal::new(
            Code::CommandUnit,
            "4.1.1",
            format!("{id} has already recovered in this impulse"),
        );
        return Some(no.fix("name each unit once"));
    }
    if unit.dp == 0 {
        return Some(
            Refusal::new(Code::Recover, "12", format!("{id} has no Disorder Points"))
                .fix("leave it out"),
        );
    }
    let leader = state.camps[side].leader;
    let range = printed.range(leader.id);
    let name = &printed.leader(leader.id).name;
    match leader.hex.map(|at| printed.grid.distance(at, hex)) {
        Some(far) if far <= range => None,
        Some(far) => {
            let no = Refusal::new(
                Code::Range,
                "13",
                format!("{id} is {far} hexes from {name}, but the command range is {range}"),
            );
            Some(no.fix("name units nearer to the leader"))
        }
        None => Some(
            Refusal::new(
                Code::Range,
                "13",
                format!("{id} cannot recover: your leader is not on the map"),
            )
            .fix("leave it out"),
        ),
    }
}

fn recover(board: &mut GameTable<'_>, side: Side, id: Id) {
    let Some(unit) = board.state().unit(id).copied() else { return };
    points::spend(board, "4.4", side, CommandBox::Recovery, vec![id]);
    board.record("12", Morale::Recovery { unit: id, total: unit.dp.saturating_sub(1) }.into());
}

/// Lets units recover in the order of the policy, as long as there are points.
fn by_policy(board: &mut GameTable<'_>, side: Side) {
    let criteria =
        terms::key(board, side, |policy| policy.recovery.as_ref()).map_or(&[][..], Vec::as_slice);
    for id in order(&board.rules().printed, board.state(), side, criteria) {
        if points::left(board.state(), side, CommandBox::Recovery) == 0 {
            return;
        }
        by_standing(board, side, "recovery");
        recover(board, side, id);
    }
}

/// The units that may recover, the most urgent first.
pub(crate) fn order(
    printed: &Printed,
    state: &State,
    side: Side,
    criteria: &[Criterion],
) -> Vec<Id> {
    let mut all: Vec<(Vec<Reverse<i16>>, Id)> = state
        .units
        .iter()
        .filter(|(id, _)| refusal(printed, state, side, **id).is_none())
        .map(|(id, unit)| {
            (
                criteria
                    .iter()
                    .map(|criterion| Reverse(rank(printed, *criterion, *id, unit)))
                    .collect(),
                *id,
            )
        })
        .collect();
    all.sort_by_cached_key(|(marks, id)| (marks.clone(), counted(*id)));
    all.into_iter().map(|(_, id)| id).collect()
}

/// The rank of a unit by a criterion; the highest comes first.
fn rank(printed: &Printed, criterion: Criterion, id: Id, unit: &Unit) -> i16 {
    let note = printed.kind(unit.kind);
    match criterion {
        Criterion::Left | Criterion::Shaken => i16::from(unit.dp) - i16::from(note.morale),
        Criterion::Pr => i16::from(note.pr),
        Criterion::Kind(kind) => i16::from(kind == unit.kind),
        Criterion::Unit(other) => i16::from(other == id),
        Criterion::Kill | Criterion::Elephant | Criterion::Best => 0,
    }
}
