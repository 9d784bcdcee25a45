//! 5.4: the Gauls, who may refuse.

use super::activation::{Activation, Idle};
use super::{GameTable, Refusal, field, question, throw, void};
use crate::codes::Code;
use crate::events::Command;
use crate::names::{Id, Order};
use crate::orders::{Gauls, Orders};
use crate::policy::Called;
use crate::state::Query;
use engine::Tempo;

/// True if the Gauls act here, and may refuse.
pub(crate) fn of_gauls(board: &GameTable<'_>, act: &Activation<'_>) -> bool {
    board.state().options.gauls && act.commands.contains(&board.rules().printed.charts.gauls)
}

/// Voids a wrong `use`: it is for the Gauls, names each of them once and no other unit.
pub(crate) fn misused(board: &mut GameTable<'_>, act: &Activation<'_>) {
    let mut refused: Vec<(Option<Id>, Refusal)> = Vec::new();
    match &act.orders.gauls {
        Some(_) if !of_gauls(board, act) => {
            let no = Refusal::new(
                Code::Use,
                "5.4a",
                "`use` is only for the Gauls, and only while the option `gauls` is on",
            );
            refused.push((None, no.fix("leave `use` out")));
        }
        None | Some(Gauls::All(_)) => {}
        Some(Gauls::Some(some)) => {
            for (at, unit) in some.iter().enumerate() {
                if act.order(*unit).is_none() {
                    refused.push((Some(*unit), act.stranger(board.state(), *unit)));
                } else if some[..at].contains(unit) {
                    refused.push((
                        Some(*unit),
                        Refusal::new(Code::Twice, "5.4a", format!("{unit} named twice")),
                    ));
                }
            }
        }
    }
    for (unit, no) in refused {
        let part = act.part("use");
        void(board, act.side, &part, unit, no);
    }
}

/// 5.4a: Gauls roll for it, those to be used first, then those Engaged.
pub(crate) fn roll(board: &mut GameTable<'_>, act: &mut Activation<'_>) {
    misused(board, act);
    if !of_gauls(board, act) {
        return;
    }
    let mut rolled: Vec<(Id, bool)> = Vec::new();
    while let Some(unit) = next(board, act, &rolled) {
        rolled.push((unit, acts(board, unit)));
        act.carries_out(board, &[]);
    }
    for unit in asked(board, act) {
        if rolled.iter().all(|(other, _)| *other != unit) {
            rolled.push((unit, acts(board, unit)));
        }
    }
    let stays = |unit: &Id| match rolled.iter().find(|(other, _)| other == unit) {
        Some((_, true)) => None,
        Some((_, false)) => Some(Idle::Unwilling),
        None => moving(act).then_some(Idle::Unused),
    };
    act.idle = act.units.iter().filter_map(|(unit, _)| Some((*unit, stays(unit)?))).collect();
}

/// 5.4a: a die for one of them; true if it acts.
fn acts(board: &mut GameTable<'_>, unit: Id) -> bool {
    let refuses = board.rules().printed.charts.gauls_refuse.clone();
    let mut acts = true;
    throw(board, "5.4a", &format!("gaul/{unit}"), |die| {
        acts = !refuses.contains(&die);
        Command::Gaul { unit, die, acts }
    });
    acts
}

/// 5.4a: the Gaul that rolls next, as Carthage says after each die where its file and its standing orders say nothing (R58).
fn next(board: &mut GameTable<'_>, act: &Activation<'_>, rolled: &[(Id, bool)]) -> Option<Id> {
    if !one_by_one(board, act) || !moving(act) || !question::any(board) {
        return None;
    }
    let field = field(board);
    let left = |unit: &Id| rolled.iter().all(|(other, _)| other != unit) && !field.engaged(*unit);
    let units: Vec<Id> = act.units.iter().map(|(unit, _)| *unit).filter(left).collect();
    drop(field);
    if units.is_empty() {
        return None;
    }
    match question::ask(board, act.side, Query::Gauls { units }) {
        Some(Orders::NextGaul(said)) => said.gaul,
        Some(_) | None => None,
    }
}

/// True if Carthage says Gaul by Gaul who rolls: in tempo full, if neither its file nor its standing orders say it
/// (R58).
fn one_by_one(board: &GameTable<'_>, act: &Activation<'_>) -> bool {
    let settled = board.policy(&act.side.seat()).is_some_and(|policy| policy.gauls.is_some());
    board.state().options.tempo == Tempo::Full && act.orders.gauls.is_none() && !settled
}

/// Under Move and Move to Attack, Gauls that are neither used nor Engaged do nothing.
pub(crate) fn leave_unused(board: &GameTable<'_>, act: &mut Activation<'_>) {
    if of_gauls(board, act) && moving(act) && !one_by_one(board, act) {
        let asked = asked(board, act);
        let unused = act.units.iter().map(|(unit, _)| *unit).filter(|unit| !asked.contains(unit));
        act.idle = unused.map(|unit| (unit, Idle::Unused)).collect();
    }
}

/// True if the Command is under Move or Move to Attack.
pub(crate) fn moving(act: &Activation<'_>) -> bool {
    act.units.iter().any(|(_, order)| matches!(order, Order::Move | Order::MoveToAttack))
}

/// True if a standing order lets all of them roll.
fn all_by_policy(board: &GameTable<'_>, act: &Activation<'_>) -> bool {
    let policy = board.policy(&act.side.seat());
    policy.is_some_and(|policy| policy.gauls == Some(Called::All))
}

/// The Gauls that roll, in order.
pub(crate) fn asked(board: &GameTable<'_>, act: &Activation<'_>) -> Vec<Id> {
    let field = field(board);
    let all = || act.units.iter().map(|(unit, _)| *unit);
    let mut asked: Vec<Id> = Vec::new();
    let named: Vec<Id> = match &act.orders.gauls {
        Some(Gauls::All(_)) => all().collect(),
        Some(Gauls::Some(some)) => some.clone(),
        None if all_by_policy(board, act) => all().collect(),
        None => Vec::new(),
    };
    let used = named.into_iter().filter(|unit| act.order(*unit).is_some() && moving(act));
    for unit in used.chain(all().filter(|unit| field.engaged(*unit))) {
        if !asked.contains(&unit) {
            asked.push(unit);
        }
    }
    asked
}
