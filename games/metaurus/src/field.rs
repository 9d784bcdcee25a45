//! The field as it can be read: who stands where, who faces whom. The same for the state and for a seat's view.

use super::data::{Counter, Printed};
use super::names::{Class, Id, Order, Side};
use super::state::{State, Unit};
use engine::kit::{Aspect, Bearing, Hex};
use std::cell::OnceCell;

/// A state with its map, ready to be asked. Built anew after each event.
pub(super) struct Field<'a> {
    pub(super) printed: &'a Printed,
    pub(super) state: &'a State,
    /// The unit in each hex, by the grid; worked out when it is first asked for, which most questions never do.
    at: OnceCell<Vec<Option<Id>>>,
}

impl<'a> Field<'a> {
    pub(super) const fn new(printed: &'a Printed, state: &'a State) -> Self {
        Self { printed, state, at: OnceCell::new() }
    }

    fn standing(&self) -> &[Option<Id>] {
        self.at.get_or_init(|| {
            let grid = self.printed.ground.grid;
            let mut at = vec![None; grid.len()];
            for (id, unit) in &self.state.units {
                if grid.has(unit.hex) {
                    at[grid.index(unit.hex)] = Some(*id);
                }
            }
            at
        })
    }

    pub(super) fn unit(&self, id: Id) -> Option<&'a Unit> {
        self.state.units.get(&id)
    }

    pub(super) fn hex(&self, id: Id) -> Option<Hex> {
        self.unit(id).map(|unit| unit.hex)
    }

    pub(super) fn counter(&self, id: Id) -> Option<&'a Counter> {
        self.printed.roster.unit(id)
    }

    /// A unit as printed; it exists, as names are read against the roster.
    fn printed(&self, id: Id) -> &'a Counter {
        self.counter(id).expect("only printed units have names")
    }

    pub(super) fn side(&self, id: Id) -> Option<Side> {
        self.counter(id).map(|counter| counter.side)
    }

    pub(super) fn at(&self, hex: Hex) -> Option<Id> {
        self.standing().get(self.printed.ground.grid.index(hex)).copied().flatten()
    }

    /// The neighbours of a hex that are on the map.
    pub(super) fn around(&self, hex: Hex) -> impl Iterator<Item = Hex> + use<> {
        self.printed.ground.around(hex)
    }

    /// Enemies of `side` in the neighbours of a hex, in the order of the sides.
    pub(super) fn enemies_around(&self, side: Side, hex: Hex) -> impl Iterator<Item = Id> + '_ {
        self.around(hex)
            .filter_map(|hex| self.at(hex))
            .filter(move |id| self.side(*id) == Some(side.other()))
    }

    /// True if an enemy of `side` stands next to a hex.
    pub(super) fn contact(&self, side: Side, hex: Hex) -> bool {
        self.enemies_around(side, hex).next().is_some()
    }

    pub(super) fn in_contact(&self, id: Id) -> bool {
        self.hex(id).zip(self.side(id)).is_some_and(|(hex, side)| self.contact(side, hex))
    }

    /// The aspect of a hex for a unit next to it; none if it is not next to it.
    pub(super) fn aspect(&self, unit: Id, hex: Hex) -> Option<Aspect> {
        let unit = self.unit(unit)?;
        let grid = self.printed.ground.grid;
        grid.aspect(unit.facing, grid.side_to(unit.hex, hex)?)
    }

    /// True if `other` stands in a Frontal hex of `unit`.
    pub(super) fn faces(&self, unit: Id, other: Id) -> bool {
        self.hex(other).and_then(|hex| self.aspect(unit, hex)) == Some(Aspect::Front)
    }

    /// Enemies in the Frontal hexes of a unit of `side` in this hex with this facing, by hex number.
    pub(super) fn enemies_before(&self, side: Side, hex: Hex, facing: Bearing) -> Vec<Id> {
        let grid = self.printed.ground.grid;
        let ahead =
            grid.sides().into_iter().filter(|s| grid.aspect(facing, *s) == Some(Aspect::Front));
        let mut hexes: Vec<Hex> = ahead.filter_map(|s| grid.step(hex, s)).collect();
        hexes.sort_unstable();
        hexes
            .into_iter()
            .filter_map(|hex| self.at(hex))
            .filter(|id| self.side(*id) == Some(side.other()))
            .collect()
    }

    /// Enemies in a unit's Frontal hexes, by hex number.
    pub(super) fn front(&self, id: Id) -> Vec<Id> {
        let place = self.unit(id).zip(self.side(id));
        place.map_or_else(Vec::new, |(unit, side)| self.enemies_before(side, unit.hex, unit.facing))
    }

    /// Enemies with whom a unit is Engaged, by name.
    pub(super) fn linked(&self, id: Id) -> Vec<Id> {
        self.state.links.iter().filter_map(|link| link.other(id)).collect()
    }

    pub(super) fn engaged(&self, id: Id) -> bool {
        self.state.links.iter().any(|link| link.other(id).is_some())
    }

    /// True if a unit is frozen (10.0h).
    pub(super) fn frozen(&self, id: Id) -> bool {
        self.state.links.iter().any(|link| link.holds(id))
    }

    /// True if a unit's Command may do nothing (5.3).
    pub(super) fn inactive(&self, id: Id) -> bool {
        self.counter(id).is_some_and(|counter| self.state.inactive.contains(&counter.command))
    }

    /// A unit's order, if it is known.
    pub(super) fn order(&self, id: Id) -> Option<Order> {
        let command = self.counter(id)?.command;
        let chit = self.state.chits.get(&command).or_else(|| self.state.given.get(&id));
        chit.and_then(|chit| chit.order)
    }

    pub(super) fn disordered(&self, id: Id) -> bool {
        self.unit(id).is_some_and(|unit| unit.disordered)
    }

    pub(super) fn morale(&self, id: Id) -> u8 {
        self.printed(id).morale(self.disordered(id))
    }

    pub(super) fn allowance(&self, id: Id) -> u8 {
        self.printed(id).allowance(self.disordered(id))
    }

    pub(super) fn class(&self, id: Id) -> Class {
        self.printed(id).class
    }

    pub(super) fn attacks(&self, id: Id) -> bool {
        self.counter(id).is_some_and(|counter| self.printed.roster.attacks(counter.arm))
    }

    /// True if a unit may stand in a hex: open to it, and vacant.
    pub(super) fn vacant_for(&self, id: Id, hex: Hex) -> bool {
        self.printed.open_to(self.class(id), hex) && self.at(hex).is_none()
    }

    /// The units of one side on the map, in unit order.
    pub(super) fn army(&self, side: Side) -> impl Iterator<Item = Id> + '_ {
        self.printed
            .roster
            .units
            .iter()
            .filter(move |c| c.side == side && self.state.units.contains_key(&c.id))
            .map(|c| c.id)
    }

    /// The units of a Command on the map, in unit order.
    pub(super) fn command(&self, command: Id) -> Vec<Id> {
        let note = self.printed.roster.command(command);
        let units = note.map_or(&[][..], |note| &note.units);
        units.iter().copied().filter(|id| self.state.units.contains_key(id)).collect()
    }
}
