//! 13.0: set-up.

use super::{Board, No, void};
use crate::data::Printed;
use crate::events::{Given, Sequence, SetUp};
use crate::names::{Class, Id, Order, Side};
use crate::orders::SetUpOrders;
use crate::state::State;
use engine::kit::{Bearing, Hex, Slug};
use std::collections::BTreeMap;

/// The key that stands for every unit.
pub(crate) const ALL: Id = Slug::of("all");

/// 13.0: a side is set up; what is not ordered is as in the scenario.
pub(crate) fn set_up(board: &mut Board<'_>, side: Side, orders: &SetUpOrders) {
    let printed = &board.rules().printed;
    for (part, no) in refusals(printed, board.state(), side, orders) {
        void(board, side, &part, None, no);
    }
    for (unit, hex, facing) in places(printed, side, orders) {
        board.record("13.0", SetUp::Placed { unit, hex, facing }.into());
    }
    let gauls = board.state().options.gauls && printed.charts.gauls_no_reform;
    let mut chits = Vec::new();
    let mut units = Vec::new();
    for note in printed.roster.of(side) {
        let default = printed.battle.default_orders.get(&note.id).copied().unwrap_or(Order::Stand);
        let lawful = |order: &&Order| {
            !(gauls && note.id == printed.charts.gauls && **order == Order::Reform)
        };
        if note.chit {
            chits.push(Given {
                to: note.id,
                order: orders.chits.get(&note.id).filter(lawful).copied().unwrap_or(default),
            });
        } else {
            let own = |unit: &Id| orders.units.get(unit).copied().unwrap_or(default);
            units.extend(note.units.iter().map(|unit| Given { to: *unit, order: own(unit) }));
        }
    }
    board.record("13.0", SetUp::OrdersSet { seat: side, chits, units }.into());
    board.record("13.0", SetUp::SetUpDone { seat: side }.into());
    if side == Side::Rome {
        board.record("4.1a", Sequence::GameTurn { turn: 1 }.into());
    }
}

/// Where each unit of a side stands and looks, in unit order.
pub(crate) fn places(
    printed: &Printed,
    side: Side,
    orders: &SetUpOrders,
) -> Vec<(Id, Hex, Bearing)> {
    let mut hexes: BTreeMap<Id, Hex> = BTreeMap::new();
    for group in printed.battle.groups.iter().filter(|group| group.side == side) {
        let mut taken: Vec<Hex> = Vec::new();
        let mut later: Vec<Id> = Vec::new();
        let units = printed
            .roster
            .units
            .iter()
            .map(|counter| counter.id)
            .filter(|id| group.default.contains_key(id));
        for unit in units {
            match orders
                .place
                .get(&unit)
                .filter(|hex| lawful(printed, unit, **hex) && !taken.contains(hex))
            {
                Some(hex) => {
                    taken.push(*hex);
                    hexes.insert(unit, *hex);
                }
                None => later.push(unit),
            }
        }
        // Defaults first, as far as they are free; then the lowest hex left.
        let (kept, moved): (Vec<Id>, Vec<Id>) =
            later.into_iter().partition(|unit| !taken.contains(&group.default[unit]));
        for unit in kept {
            taken.push(group.default[&unit]);
            hexes.insert(unit, group.default[&unit]);
        }
        let mut free: Vec<Hex> =
            group.hexes.iter().copied().filter(|hex| !taken.contains(hex)).collect();
        free.sort_unstable();
        for unit in moved {
            let hex =
                free.iter().position(|hex| lawful(printed, unit, *hex)).map(|at| free.remove(at));
            hexes.insert(unit, hex.unwrap_or(group.default[&unit]));
        }
    }
    let units = printed.roster.units.iter().filter(|counter| counter.side == side);
    let stand = units.filter_map(|counter| {
        let group = printed.battle.group(counter.id)?;
        let facing =
            [counter.id, counter.command, ALL].into_iter().find_map(|key| orders.face.get(&key));
        Some((counter.id, *hexes.get(&counter.id)?, facing.copied().unwrap_or(group.facing)))
    });
    stand.collect()
}

/// True if a unit may be placed in a hex, others apart.
fn lawful(printed: &Printed, unit: Id, hex: Hex) -> bool {
    let group = printed.battle.group(unit);
    let class = printed.roster.unit(unit).map_or(Class::Inf, |counter| counter.class);
    group.is_some_and(|group| group.hexes.contains(&hex)) && printed.open_to(class, hex)
}

/// Everything unlawful in a set-up, with its place below `orders`.
pub(crate) fn refusals(
    printed: &Printed,
    state: &State,
    side: Side,
    orders: &SetUpOrders,
) -> Vec<(String, No)> {
    let mut all = Vec::new();
    for (command, order) in &orders.chits {
        let part = format!("chits.{command}");
        if let Some(no) = chit(printed, state, side, *command, *order) {
            all.push((part, no));
        }
    }
    for unit in orders.units.keys() {
        let note =
            printed.roster.unit(*unit).and_then(|counter| printed.roster.command(counter.command));
        if note.is_none_or(|note| note.side != side) {
            all.push((
                format!("units.{unit}"),
                No::new("E02", "5.2c", format!("{unit} is not yours")),
            ));
        } else if note.is_some_and(|note| note.chit) {
            let no = No::new("E04", "5.2c", format!("{unit} is under its Command's chit"))
                .fix("give the order to its Command, under `chits`");
            all.push((format!("units.{unit}"), no));
        }
    }
    let mut taken: BTreeMap<Hex, Id> = BTreeMap::new();
    for (unit, hex) in &orders.place {
        let part = format!("place.{unit}");
        let Some(group) = printed.battle.group(*unit).filter(|group| group.side == side) else {
            all.push((part, No::new("E02", "13.0", format!("{unit} is not yours"))));
            continue;
        };
        if !lawful(printed, *unit, *hex) {
            let list: Vec<String> = group.hexes.iter().map(ToString::to_string).collect();
            let no = No::new(
                "E07",
                "13.0",
                format!("{unit} may not be placed in {hex}: not one of its group's hexes"),
            );
            all.push((part, no.fix(format!("one of {}", list.join(", ")))));
        } else if let Some(other) = taken.insert(*hex, *unit) {
            all.push((
                part,
                No::new(
                    "E07",
                    "13.0",
                    format!("{unit} may not be placed in {hex}: taken by {other}"),
                ),
            ));
        }
    }
    for key in orders.face.keys().filter(|key| **key != ALL) {
        let own = printed
            .roster
            .unit(*key)
            .map(|c| c.side)
            .or_else(|| printed.roster.command(*key).map(|c| c.side));
        if own != Some(side) {
            all.push((
                format!("face.{key}"),
                No::new("E02", "13.0", format!("{key} is not yours")),
            ));
        }
    }
    all
}

/// Why a chit may not be given an order.
pub(crate) fn chit(
    printed: &Printed,
    state: &State,
    side: Side,
    command: Id,
    order: Order,
) -> Option<No> {
    let note = printed.roster.command(command).filter(|note| note.side == side);
    let Some(note) = note else {
        return Some(No::new("E02", "5.2b", format!("`{command}` is not a Command of yours")));
    };
    if !note.chit {
        let no = No::new(
            "E04",
            "5.2c",
            format!("`{command}` has no chit; give orders when activating its units"),
        );
        return Some(no.fix("leave it out here; at set-up, write its units under `units`"));
    }
    let gauls =
        state.options.gauls && printed.charts.gauls_no_reform && command == printed.charts.gauls;
    (gauls && order == Order::Reform).then(|| {
        No::new("E06", "5.4a", "the Gauls may not be given Reform while option gauls is on")
    })
}
