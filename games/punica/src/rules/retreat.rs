//! Finds the areas to which beaten units retreat. Rules W1 to W7.

use crate::board::Board;
use crate::data::chart::{Area, Areas, Chart, bit, each};
use crate::events::Priority;
use crate::names::Side;
use crate::state::State;

/// A battle, as far as retreats ask about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub area: Area,
    pub attacker: Side,
    /// The areas from which attackers entered.
    pub from: Areas,
    /// All areas whose battle is pending, this one included.
    pub pending: Areas,
}

impl Field {
    /// The battle that is being fought.
    pub(crate) fn of(chart: &Chart, state: &State) -> Option<Self> {
        let fight = state.fight.as_ref()?;
        let pending =
            state.pending.iter().fold(0, |all, pending| all | bit(chart.index(pending.area)));
        let from = state
            .pending_at(fight.area)
            .map_or(0, |p| p.from.iter().fold(0, |all, area| all | bit(chart.index(*area))));
        let area = chart.index(fight.area);
        Some(Self { area, attacker: fight.attacker, from, pending: pending | bit(area) })
    }
}

/// The areas to which units may retreat, and the rule for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ways {
    /// The candidates; if there are none, the units are lost.
    pub areas: Areas,
    pub priority: Priority,
    pub rule: &'static str,
}

/// The places of retreat of a side's units in a battle.
pub(crate) fn ways(chart: &Chart, board: &Board, field: &Field, side: Side) -> Ways {
    if chart.is_sea(field.area) {
        let home = bit(chart.home[side.at()]);
        return Ways { areas: home & !field.pending, priority: Priority::Home, rule: "W6" };
    }
    let enemy = side.other();
    let barred = board.held[enemy.at()] | bit(chart.capital[enemy.at()]) | field.pending;
    if side == field.attacker {
        let reach = chart.beside[field.area] | board.carried(chart, side, field.area);
        return Ways {
            areas: field.from & chart.regions & !barred & reach,
            priority: Priority::AttackedFrom,
            rule: "W3",
        };
    }
    defenders(chart, board, field, side, barred | field.from)
}

/// The retreats of defenders. Rule W4.
fn defenders(chart: &Chart, board: &Board, field: &Field, side: Side, barred: Areas) -> Ways {
    let way = |areas, priority| Ways { areas, priority, rule: "W4" };
    let near = chart.beside[field.area] & !barred;
    let held = board.held[side.at()];
    let first = near & (held | chart.own(side));
    if first != 0 {
        return way(first, Priority::First);
    }
    let empty = chart.regions & !board.held[0] & !board.held[1];
    if near & empty != 0 {
        return way(near & empty, Priority::Second);
    }
    let rings = board.by_sea(chart, side, field.area);
    let friendly = (held & chart.regions) | bit(chart.capital[side.at()]);
    for (goal, priority) in [(friendly, Priority::Third), (empty, Priority::Fourth)] {
        let nearest = rings.iter().map(|(_, ring)| ring & goal & !barred).find(|ring| *ring != 0);
        if let Some(nearest) = nearest {
            return way(nearest, priority);
        }
    }
    way(0, Priority::Fourth)
}

/// Candidates in the order that an owner without further orders prefers: those named, then the capital, then where most
/// of the owner's strength is, then by id. Rule W5.
pub(crate) fn preferred(
    chart: &Chart,
    strength: impl Fn(Area) -> i32,
    areas: Areas,
    side: Side,
    named: &[Area],
) -> Vec<Area> {
    let mut list: Vec<Area> = each(areas).collect();
    list.sort_by_key(|area| {
        let place = named.iter().position(|name| name == area).unwrap_or(usize::MAX);
        (place, *area != chart.capital[side.at()], -strength(*area), *area)
    });
    list
}
