//! A1 to A3: who commands which army.

use super::{Field, by, say};
use crate::Table;
use crate::codes::Code;
use crate::elements::{ArmyId, Side};
use crate::events::{Players, Politics};
use crate::names::Rank;
use engine::Seat;

/// A choice between armies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contest {
    pub chooser: Seat,
    /// The armies that may be taken. The first is taken for a player who does not choose.
    pub armies: Vec<ArmyId>,
}

/// The players of a side in the order in which they choose: by score, equals by this year's order. Vacant seats come
/// after all others.
pub(crate) fn ranked(field: &Field<'_>, side: Side) -> Vec<Seat> {
    let order = &field.state.order[side as usize];
    let place = |seat: &Seat| order.iter().position(|other| other == seat).unwrap_or(usize::MAX);
    let mut players: Vec<_> = field.state.of_side(side).collect();
    players
        .sort_by_key(|player| (player.vacant, std::cmp::Reverse(player.vp), place(&player.seat)));
    players.into_iter().map(|player| player.seat.clone()).collect()
}

/// True if a player may lead an army: a Roman may not lead the one that he led last year.
pub(crate) fn eligible(field: &Field<'_>, seat: &Seat, army: ArmyId) -> bool {
    field
        .state
        .player(seat)
        .is_some_and(|player| player.side != Side::Rome || player.last != Some(army))
}

/// The first choice of a side; none if it has no army.
pub(crate) fn contest(field: &Field<'_>, side: Side) -> Option<Contest> {
    let mut armies: Vec<(std::cmp::Reverse<u16>, ArmyId)> =
        field.state.armies_of(side).map(|(id, army)| (std::cmp::Reverse(army.size), id)).collect();
    armies.sort_unstable();
    let armies: Vec<ArmyId> = armies.into_iter().map(|(_, id)| id).collect();
    let seats = ranked(field, side);
    let first = seats.iter().find(|seat| armies.iter().any(|army| eligible(field, seat, *army)));
    let Some(chooser) = first.cloned() else {
        let chooser = seats.first()?.clone();
        return (!armies.is_empty()).then_some(Contest { chooser, armies });
    };
    let mine: Vec<ArmyId> =
        armies.iter().copied().filter(|army| eligible(field, &chooser, *army)).collect();
    let leaves = |army: &ArmyId| {
        let mut rest = armies.iter().filter(|other| *other != army);
        rest.all(|other| seats.iter().any(|seat| *seat != chooser && eligible(field, seat, *other)))
    };
    let sound: Vec<ArmyId> = mine.iter().copied().filter(leaves).collect();
    Some(Contest { chooser, armies: if sound.is_empty() { mine } else { sound } })
}

/// Gives the commands of a side. `wishes` says which army its first chooser would take.
pub(crate) fn give(table: &mut Table<'_>, side: Side, wishes: &dyn Fn(&Seat) -> Vec<ArmyId>) {
    let Some(contest) = contest(&super::field(table), side) else { return };
    let wanted = wishes(&contest.chooser);
    let allowed = wanted.iter().copied().find(|army| contest.armies.contains(army));
    if !wanted.is_empty() {
        let asked = ["commands", "resources"];
        let name = asked.into_iter().find(|name| table.order_of(&contest.chooser, name).is_some());
        by(table, &contest.chooser, name.unwrap_or("commands"), "army");
    }
    if let Some(refused) = wanted
        .first()
        .filter(|army| Some(**army) != allowed && table.state().army(**army).is_some())
    {
        let (order, why) = (
            format!("command of {refused}"),
            "either you may not lead it, or the other army would be left without a C-in-C"
                .to_owned(),
        );
        let seat = contest.chooser.clone();
        let void = Players::Void { seat, army: Some(*refused), order, why };
        table.void("A2", Code::Barred, void.into());
    }
    if allowed.is_none() {
        table.by_order(None);
    }
    let Some(first) = allowed.or_else(|| contest.armies.first().copied()) else { return };
    let barred = barred(&super::field(table), side, first, &contest.chooser);
    say(
        table,
        "A1",
        Politics::Command { seat: contest.chooser.clone(), army: first, rank: Rank::I, barred },
    );
    table.by_order(None);
    let rest = table.state().armies_of(side).map(|(id, _)| id).find(|id| *id != first);
    let Some(second) = rest else { return };
    let field = super::field(table);
    let others: Vec<Seat> =
        ranked(&field, side).into_iter().filter(|seat| *seat != contest.chooser).collect();
    let next =
        others.iter().find(|seat| eligible(&field, seat, second)).or(others.first()).cloned();
    if let Some(seat) = next {
        let barred = barred_before(&field, &others, second, &seat);
        say(table, "A1", Politics::Command { seat, army: second, rank: Rank::II, barred });
    }
}

/// Players who come before the one chosen but may not lead the army.
fn barred(field: &Field<'_>, side: Side, army: ArmyId, chosen: &Seat) -> Vec<Seat> {
    barred_before(field, &ranked(field, side), army, chosen)
}

fn barred_before(field: &Field<'_>, order: &[Seat], army: ArmyId, chosen: &Seat) -> Vec<Seat> {
    order
        .iter()
        .take_while(|seat| *seat != chosen)
        .filter(|seat| !eligible(field, seat, army))
        .cloned()
        .collect()
}
