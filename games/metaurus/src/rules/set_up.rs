//! Rule 13.0: set-up.

use super::{GameTable, Refusal, void};
use crate::codes::Code;
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
pub(crate) fn set_up(board: &mut GameTable<'_>, side: Side, orders: &SetUpOrders) {
    let printed = &board.rules().printed;
    for (part, no) in refusals(printed, board.state(), side, orders) {
        void(board, side, &part, None, no);
    }
    board.by_order(board.order_of(&side.seat(), super::sequence::name(board.state())));
    for (unit, hex, facing) in places(printed, side, orders) {
        board.record("13.0", SetUp::Placed { unit, hex, facing }.into());
    }
    let gauls = board.state().options.gauls && printed.charts.gauls_no_reform;
    let mut chits = Vec::new();
    let mut units = Vec::new();
    for note in printed.roster.of(side) {
        let default = printed.battle.default_orders[&note.id];
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
    board.by_order(None);
    board.record("13.0", SetUp::SetUpDone { seat: side }.into());
    if side == Side::Rome {
        board.record("4.1a", Sequence::GameTurn { turn: 1 }.into());
    }
}

/// The hex and the facing of each unit of a side, in unit order.
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

/// True if a unit may be placed in a hex, other units left aside.
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
) -> Vec<(String, Refusal)> {
    let mut all = Vec::new();
    for (command, order) in &orders.chits {
        let no = chit(printed, state, side, *command, *order);
        all.extend(no.map(|no| (format!("chits.{command}"), no)));
    }
    for unit in orders.units.keys() {
        all.extend(chitless(printed, side, *unit).map(|no| (format!("units.{unit}"), no)));
    }
    let mut taken: BTreeMap<Hex, Id> = BTreeMap::new();
    for (unit, hex) in &orders.place {
        let no = misplaced(printed, side, *unit, *hex, &mut taken);
        all.extend(no.map(|no| (format!("place.{unit}"), no)));
    }
    for key in orders.face.keys().filter(|key| **key != ALL) {
        let unit = printed.roster.unit(*key).map(|counter| counter.side);
        let own = unit.or_else(|| printed.roster.command(*key).map(|note| note.side));
        if own != Some(side) {
            let no = Refusal::new(Code::Stranger, "13.0", format!("{key} is not yours"));
            all.push((format!("face.{key}"), no));
        }
    }
    all
}

/// The reason why a unit may not be given an order of its own; none if it may.
fn chitless(printed: &Printed, side: Side, unit: Id) -> Option<Refusal> {
    let note =
        printed.roster.unit(unit).and_then(|counter| printed.roster.command(counter.command));
    if note.is_none_or(|note| note.side != side) {
        return Some(Refusal::new(Code::Stranger, "5.2c", format!("{unit} is not yours")));
    }
    note.is_some_and(|note| note.chit).then(|| {
        Refusal::new(
            Code::NoChit,
            "5.2c",
            format!("{unit} takes its order from its Command's chit"),
        )
        .fix("give the order to its Command, under `chits`")
    })
}

/// The reason why a unit may not be placed in a hex; if it may, the hex is then taken.
fn misplaced(
    printed: &Printed,
    side: Side,
    unit: Id,
    hex: Hex,
    taken: &mut BTreeMap<Hex, Id>,
) -> Option<Refusal> {
    let Some(group) = printed.battle.group(unit).filter(|group| group.side == side) else {
        return Some(Refusal::new(Code::Stranger, "13.0", format!("{unit} is not yours")));
    };
    let no = |why: String| {
        Refusal::new(Code::Place, "13.0", format!("{unit} may not be placed in {hex}: {why}"))
    };
    if !lawful(printed, unit, hex) {
        let list: Vec<String> = group.hexes.iter().map(ToString::to_string).collect();
        let fix = format!("one of {}", list.join(", "));
        return Some(no("the hex is not one of its group's hexes".to_owned()).fix(fix));
    }
    taken.insert(hex, unit).map(|other| no(format!("taken by {other}")))
}

/// The reason why a chit may not be given an order; none if it may.
pub(crate) fn chit(
    printed: &Printed,
    state: &State,
    side: Side,
    command: Id,
    order: Order,
) -> Option<Refusal> {
    let note = printed.roster.command(command).filter(|note| note.side == side);
    let Some(note) = note else {
        return Some(Refusal::new(
            Code::Stranger,
            "5.2b",
            format!("`{command}` is not one of your Commands"),
        ));
    };
    if !note.chit {
        let no = Refusal::new(
            Code::NoChit,
            "5.2c",
            format!("`{command}` has no chit; give orders when activating its units"),
        );
        return Some(no.fix("leave it out here; at set-up, write its units under `units`"));
    }
    let gauls =
        state.options.gauls && printed.charts.gauls_no_reform && command == printed.charts.gauls;
    (gauls && order == Order::Reform).then(|| {
        Refusal::new(
            Code::GaulsReform,
            "5.4a",
            "the Gauls may not be given Reform while the option `gauls` is on",
        )
    })
}
