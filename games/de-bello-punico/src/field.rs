//! The field as it can be read: who stands where, whose ZdC covers what. The same for the state and for a seat's view.

use super::data::{BattleNote, KindNote, Printed};
use super::geometry::{self, Toll, before, front, rear};
use super::names::{Class, Crossing, Id, Kind, Side};
use super::state::{Camp, State, Unit};
use engine::kit::{Bearing, Grid, Hex};
use std::cell::OnceCell;

/// A state with its map, ready for queries. Rebuilt after each event.
pub(super) struct Field<'a> {
    pub(super) printed: &'a Printed,
    pub(super) battle: &'a BattleNote,
    pub(super) state: &'a State,
    /// The unit in each hex, by grid index; computed on first use.
    at: OnceCell<Vec<Option<Id>>>,
}

impl<'a> Field<'a> {
    pub(super) fn new(printed: &'a Printed, state: &'a State) -> Self {
        Self { printed, battle: printed.battle(state.battle), state, at: OnceCell::new() }
    }

    fn standing(&self) -> &[Option<Id>] {
        self.at.get_or_init(|| {
            let grid = self.printed.grid;
            let mut at: Vec<Option<Id>> = vec![None; grid.len()];
            for (id, unit) in &self.state.units {
                let Some(hex) = unit.hex().filter(|hex| grid.has(*hex)) else { continue };
                let slot = &mut at[grid.index(hex)];
                // Two share a hex only while one of them breaks in it (R25): the other holds it.
                if slot.is_none() || unit.panic.is_none() {
                    *slot = Some(*id);
                }
            }
            at
        })
    }

    pub(super) const fn grid(&self) -> Grid {
        self.printed.grid
    }

    /// Movement points for entering a hex; none if it is impassable.
    pub(super) fn cost(&self, hex: Hex) -> Option<u8> {
        if self.grid().has(hex) { self.battle.cost(hex) } else { None }
    }

    pub(super) fn unit(&self, id: Id) -> Option<&'a Unit> {
        self.state.units.get(&id)
    }

    pub(super) fn note(&self, kind: Kind) -> &'a KindNote {
        self.printed.kind(kind)
    }

    pub(super) fn printed_on(&self, unit: &Unit) -> &'a KindNote {
        self.note(unit.kind)
    }

    pub(super) fn hex(&self, id: Id) -> Option<Hex> {
        self.unit(id).and_then(Unit::hex)
    }

    pub(super) fn at(&self, hex: Hex) -> Option<Id> {
        if self.grid().has(hex) { self.standing()[self.grid().index(hex)] } else { None }
    }

    pub(super) fn of_side(&self, side: Side, hex: Hex) -> Option<(Id, &'a Unit)> {
        let id = self.at(hex)?;
        let unit = self.unit(id)?;
        (unit.side == side).then_some((id, unit))
    }

    pub(super) fn steady(&self, side: Side, hex: Hex) -> Option<(Id, &'a Unit)> {
        self.of_side(side, hex).filter(|(_, unit)| unit.panic.is_none())
    }

    /// All units of a side on the map, in order of their ids as counted: `ha2` before `ha10`.
    pub(super) fn army(&self, side: Side) -> Vec<(Id, &'a Unit)> {
        let mut army: Vec<(Id, &Unit)> = self
            .state
            .units
            .iter()
            .filter(|(_, unit)| unit.side == side && unit.hex().is_some())
            .map(|(id, u)| (*id, u))
            .collect();
        army.sort_by_cached_key(|(id, _)| counted(*id));
        army
    }

    pub(super) fn camp(&self, side: Side) -> &'a Camp {
        &self.state.camps[side]
    }

    pub(super) fn leader(&self, side: Side) -> Option<Hex> {
        self.camp(side).leader.hex
    }

    /// True if a side's leader stands in a hex without a unit of his.
    pub(super) fn lone_leader(&self, side: Side, hex: Hex) -> bool {
        self.leader(side) == Some(hex) && self.of_side(side, hex).is_none()
    }

    /// The first enemy of `side` whose ZdC covers a hex (8.2): steady units only, over friends and terrain (R12).
    pub(super) fn zone(&self, side: Side, hex: Hex) -> Option<Id> {
        geometry::SIDES.into_iter().find_map(|at| {
            let from = self.grid().step(hex, at)?;
            let (id, unit) = self.steady(side.other(), from)?;
            before(self.grid(), from, unit.facing, hex).then_some(id)
        })
    }

    /// True if no unit of `side` may enter a hex: an enemy unit, an enemy leader alone, or closed ground (13, 31).
    pub(super) fn closed(&self, side: Side, hex: Hex) -> bool {
        let foe = side.other();
        self.cost(hex).is_none()
            || self.of_side(foe, hex).is_some()
            || self.leader(foe) == Some(hex)
    }

    /// True if no unit stands in a hex and `side` may enter it.
    pub(super) fn vacant(&self, side: Side, hex: Hex) -> bool {
        self.at(hex).is_none() && !self.closed(side, hex)
    }

    /// The hexes before a unit that are on the map: straight ahead, clockwise, anticlockwise.
    pub(super) fn front_hexes(
        &self,
        here: Hex,
        facing: Bearing,
    ) -> impl Iterator<Item = Hex> + use<> {
        let grid = self.grid();
        front(facing).into_iter().filter_map(move |side| grid.step(here, side))
    }

    /// The hexes behind a unit that are on the map: straight back, then the other two clockwise.
    pub(super) fn rear_hexes(
        &self,
        here: Hex,
        facing: Bearing,
    ) -> impl Iterator<Item = Hex> + use<> {
        let grid = self.grid();
        rear(facing).into_iter().filter_map(move |side| grid.step(here, side))
    }

    /// Points left to a unit before it breaks: morale less disorder.
    pub(super) fn left(&self, unit: &Unit) -> i8 {
        let left = i16::from(self.printed_on(unit).morale) - i16::from(unit.dp);
        i8::try_from(left).unwrap_or(i8::MIN)
    }

    /// True if both the one who crosses and the one crossed take disorder (7.1).
    pub(super) fn costly(&self, a: Kind, b: Kind) -> bool {
        match (self.note(a).crossing, self.note(b).crossing) {
            (Crossing::Free, _) | (_, Crossing::Free) | (Crossing::Line, Crossing::Line) => false,
            (Crossing::Line | Crossing::Costs, Crossing::Line | Crossing::Costs) => true,
        }
    }

    /// True if units of a side may leave the map by the enemy's edge (17.1.4).
    pub(super) fn may_exit(&self, side: Side) -> bool {
        self.battle.exit == Some(side)
    }

    /// True if two types support each other (28).
    pub(super) fn comrades(&self, a: Kind, b: Kind) -> bool {
        self.note(a).support == self.note(b).support
    }

    /// True if a unit is of the mounted kind that flees off the map and pursues (14).
    pub(super) fn mounted(&self, unit: &Unit) -> bool {
        self.printed_on(unit).class == Class::Cavalry
    }

    pub(super) const fn home(side: Side) -> Bearing {
        match side {
            Side::Rome => Bearing::S,
            Side::Carthage => Bearing::N,
        }
    }

    /// The cost of a step for a fugitive; none if the hex is closed (R26).
    pub(super) fn toll(&self, fugitive: &Unit, from: Hex, to: Hex) -> Option<Toll> {
        if self.closed(fugitive.side, to) {
            return None;
        }
        let mp = u16::from(self.cost(to)?);
        let friend = self.steady(fugitive.side, to).map(|(_, unit)| unit);
        Some(Toll {
            mp,
            veterans: u16::from(self.speared(fugitive, from, to)),
            friends: u16::from(friend.is_some_and(|unit| self.costly(fugitive.kind, unit.kind))),
        })
    }

    /// True if a step takes a fugitive into a steady Veteran of its own through its front (11.1.2).
    pub(super) fn speared(&self, fugitive: &Unit, from: Hex, to: Hex) -> bool {
        let friend = self.steady(fugitive.side, to).filter(|(_, unit)| unit.kind == Kind::Vt);
        friend.is_some_and(|(_, unit)| before(self.grid(), to, unit.facing, from))
    }

    /// The shortest way of a fugitive off its own edge: the hexes entered (R26).
    pub(super) fn way_home(&self, fugitive: &Unit) -> Option<Vec<Hex>> {
        let start = fugitive.hex()?;
        geometry::way_home(self.grid(), Self::home(fugitive.side), start, |from, to| {
            self.toll(fugitive, from, to)
        })
    }

    /// The hexes to which a leader who leaves a hex can go, the best first: to a steady friend outside enemy ZdC, a
    /// steady friend in one, an empty hex outside, an empty hex in one; of equals by the directions of R26 (R36).
    pub(super) fn refuges(&self, side: Side, here: Hex) -> Vec<Hex> {
        let order = geometry::homeward(Self::home(side));
        let rank = |hex: Hex| {
            let zone = self.zone(side, hex).is_some();
            match (self.steady(side, hex), self.vacant(side, hex)) {
                (Some(_), _) => Some(u8::from(zone)),
                (None, true) => Some(2 + u8::from(zone)),
                (None, false) => None,
            }
        };
        let ranked = order
            .into_iter()
            .filter_map(|at| self.grid().step(here, at))
            .filter_map(|hex| Some((rank(hex)?, hex)));
        let mut ranked: Vec<(u8, Hex)> = ranked.collect();
        // A stable sort: the order of the directions decides among equals.
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().map(|(_, hex)| hex).collect()
    }

    pub(super) fn distance(&self, a: Hex, b: Hex) -> u8 {
        self.grid().distance(a, b)
    }

    /// True if a unit can be given a Combat or Recovery point: within twice the leader's value of the leader (8).
    pub(super) fn in_range(&self, side: Side, hex: Hex) -> bool {
        self.leader(side).is_some_and(|leader| self.distance(leader, hex) <= self.reach(side))
    }

    /// A leader's command range in hexes (13).
    pub(super) fn reach(&self, side: Side) -> u8 {
        self.printed.range(self.battle.leaders[side])
    }
}

/// The place of an id in the order of ids: its letters, then its number.
pub(super) type Counted = ([u8; 12], u32);

/// The order of ids: by letters, then by number: `ha2` before `ha10`.
pub(super) fn counted(id: Id) -> Counted {
    let text = id.as_str();
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let mut key = [0; 12];
    for (slot, byte) in key.iter_mut().zip(letters.bytes()) {
        *slot = byte;
    }
    (key, text[letters.len()..].parse().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::{Id, counted};

    #[test]
    fn ids_are_ordered_as_counted() {
        let mut ids = ["t10", "ha10", "ha2", "t9", "pr1", "scipio"].map(Id::of);
        ids.sort_by_key(|id| counted(*id));
        assert_eq!(ids.map(|id| id.to_string()), ["ha2", "ha10", "pr1", "scipio", "t9", "t10"]);
    }
}
