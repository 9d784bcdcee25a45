//! 5.4: the Gauls, who may refuse.

use super::activation::Activation;
use super::{GameTable, Refusal, field, throw, void};
use crate::codes::Code;
use crate::events::Command;
use crate::names::{Id, Order};
use crate::orders::Gauls;

/// True if the Gauls act here, and may refuse.
pub(crate) fn of_gauls(board: &GameTable<'_>, act: &Activation<'_>) -> bool {
    board.state().options.gauls && act.commands.contains(&board.rules().printed.charts.gauls)
}

/// What is wrong with `use`: it is for the Gauls, names each of them once and nobody else.
pub(crate) fn misused(board: &mut GameTable<'_>, act: &Activation<'_>) {
    let mut refused: Vec<(Option<Id>, Refusal)> = Vec::new();
    match &act.orders.gauls {
        Some(_) if !of_gauls(board, act) => {
            let no = Refusal::new(
                Code::Use,
                "5.4a",
                "`use` is for the Gauls, and only while option gauls is on",
            );
            refused.push((None, no.fix("leave `use` out")));
        }
        None | Some(Gauls::All(_)) => {}
        Some(Gauls::Some(some)) => {
            for (at, unit) in some.iter().enumerate() {
                if act.order(*unit).is_none() {
                    refused.push((Some(*unit), act.stranger(*unit)));
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
    let charts = &board.rules().printed.charts;
    let refuses = charts.gauls_refuse.clone();
    let rolling = asked(board, act);
    if moving(act) {
        act.idle = act
            .units
            .iter()
            .map(|(unit, _)| *unit)
            .filter(|unit| !rolling.contains(unit))
            .collect();
    }
    for unit in rolling {
        let mut acts = true;
        throw(board, "5.4a", &format!("gaul/{unit}"), |die| {
            acts = !refuses.contains(&die);
            Command::Gaul { unit, die, acts }
        });
        if !acts {
            act.idle.insert(unit);
        }
    }
}

/// True if the Command is under Move or Move to Attack.
pub(crate) fn moving(act: &Activation<'_>) -> bool {
    act.units.iter().any(|(_, order)| matches!(order, Order::Move | Order::MoveToAttack))
}

/// The Gauls that roll, in order.
pub(crate) fn asked(board: &GameTable<'_>, act: &Activation<'_>) -> Vec<Id> {
    let field = field(board);
    let all = || act.units.iter().map(|(unit, _)| *unit);
    let mut asked: Vec<Id> = Vec::new();
    let named: Vec<Id> = match &act.orders.gauls {
        Some(Gauls::All(_)) => all().collect(),
        Some(Gauls::Some(some)) => some.clone(),
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
