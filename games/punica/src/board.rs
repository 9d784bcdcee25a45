//! A position in a few machine words, for everything that only reads: movement, control, victory, search.
//! Rules C1, C2, M2 to M7, V1 to V6.

use crate::data::chart::{AREAS_MAX, Area, Areas, Chart, bit, each};
use crate::events::Ending;
use crate::names::{Side, Unit};
use crate::orders::Movement;

/// Strengths of units and what wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    pub army: i32,
    pub fleet: i32,
    /// Strength that Hannibal adds in battle.
    pub hannibal: i32,
    /// Enemy areas of influence that win.
    pub influence: u32,
}

/// Units by area, and the hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// By side and area: armies without Hannibal in regions, fleets in seas.
    pub count: [[u8; AREAS_MAX]; 2],
    /// The area in which Hannibal stands; none if he is off the board. He is Carthage's.
    pub hannibal: Option<Area>,
    /// Areas that hold units, by side.
    pub held: [Areas; 2],
    /// Cards in hand, by side: a bit for each place in the deck.
    pub hands: [u16; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveError {
    SameArea,
    /// An army at sea, a fleet on land.
    WrongElement,
    NoUnit,
    /// Enemies are in the area it would leave.
    Engaged,
    /// Neither a border nor a chain of seas.
    Unreachable,
    /// The escort is not played.
    NoEscort,
    /// The movement belongs to an earlier step of the card.
    StepOrder,
    /// The step has no movement left.
    TooMany,
    /// The card does not move such a unit.
    WrongUnit,
}

impl Board {
    pub(crate) const EMPTY: Self =
        Self { count: [[0; AREAS_MAX]; 2], hannibal: None, held: [0; 2], hands: [0; 2] };

    pub(crate) fn add(&mut self, side: Side, unit: Unit, area: Area) {
        match unit {
            Unit::Hannibal => self.hannibal = Some(area),
            Unit::Escort => {
                self.hannibal = Some(area);
                self.count[side.at()][area] += 1;
            }
            Unit::Army | Unit::Fleet => self.count[side.at()][area] += 1,
        }
        self.held[side.at()] |= bit(area);
    }

    /// Takes a unit away; nothing happens where there is none.
    pub(crate) fn take(&mut self, side: Side, unit: Unit, area: Area) {
        if matches!(unit, Unit::Hannibal | Unit::Escort) && self.hannibal == Some(area) {
            self.hannibal = None;
        }
        if unit != Unit::Hannibal {
            let count = &mut self.count[side.at()][area];
            *count = count.saturating_sub(1);
        }
        if self.units(side, area) == 0 {
            self.held[side.at()] &= !bit(area);
        }
    }

    pub(crate) fn shift(&mut self, side: Side, unit: Unit, from: Area, to: Area) {
        self.take(side, unit, from);
        self.add(side, unit, to);
    }

    /// True if the side is Carthage and Hannibal stands there.
    pub(crate) fn hannibal_at(&self, side: Side, area: Area) -> bool {
        side == Side::Carthage && self.hannibal == Some(area)
    }

    pub(crate) fn has(&self, side: Side, unit: Unit, area: Area) -> bool {
        let (plain, hannibal) = (self.count[side.at()][area] > 0, self.hannibal_at(side, area));
        match unit {
            Unit::Hannibal => hannibal,
            Unit::Escort => hannibal && plain,
            Unit::Army | Unit::Fleet => plain,
        }
    }

    /// Number of a side's units in an area, Hannibal included.
    pub(crate) fn units(&self, side: Side, area: Area) -> u8 {
        self.count[side.at()][area] + u8::from(self.hannibal_at(side, area))
    }

    /// Strength of a side's units in an area. Rule C2.
    pub(crate) fn strength(&self, chart: &Chart, worth: &Worth, side: Side, area: Area) -> i32 {
        let each = if chart.is_sea(area) { worth.fleet } else { worth.army };
        let hannibal = if self.hannibal_at(side, area) { worth.hannibal } else { 0 };
        i32::from(self.count[side.at()][area]) * each + hannibal
    }

    /// A side's armies on the board, Hannibal included.
    pub(crate) fn armies(&self, chart: &Chart, side: Side) -> u32 {
        each(self.held[side.at()] & chart.regions)
            .map(|area| u32::from(self.units(side, area)))
            .sum()
    }

    pub(crate) fn fleets(&self, chart: &Chart, side: Side) -> u32 {
        each(self.held[side.at()] & chart.seas).map(|area| u32::from(self.units(side, area))).sum()
    }

    pub(crate) fn contested(&self) -> Areas {
        self.held[0] & self.held[1]
    }

    /// Areas that a side controls. Rule C1.
    pub(crate) fn controlled(&self, side: Side) -> Areas {
        self.held[side.at()] & !self.held[side.other().at()]
    }

    /// Enemy areas of influence that a side controls.
    pub(crate) fn gains(&self, chart: &Chart, side: Side) -> u32 {
        (self.controlled(side) & chart.influence[side.other().at()]).count_ones()
    }

    /// Seas that carry a side's armies. Rule M4.
    pub(crate) fn usable(&self, chart: &Chart, side: Side) -> Areas {
        chart.seas
            & !self.held[side.other().at()]
            & (self.held[side.at()] | bit(chart.home[side.at()]))
    }

    /// Regions to which a side's army can be carried from a region. Rule M3.
    pub(crate) fn carried(&self, chart: &Chart, side: Side, from: Area) -> Areas {
        let usable = self.usable(chart, side);
        let mut seas = chart.touch[from] & usable;
        let mut fresh = seas;
        while fresh != 0 {
            let next = each(fresh).fold(0, |all, sea| all | chart.beside[sea]) & usable & !seas;
            seas |= next;
            fresh = next;
        }
        each(seas).fold(0, |all, sea| all | chart.touch[sea]) & !bit(from)
    }

    /// The areas to which a unit could go in one movement, whether or not it is engaged.
    pub(crate) fn range(&self, chart: &Chart, side: Side, unit: Unit, from: Area) -> Areas {
        match unit {
            Unit::Army | Unit::Hannibal => chart.beside[from] | self.carried(chart, side, from),
            Unit::Escort => chart.beside[from],
            Unit::Fleet => chart.seas & !bit(from),
        }
    }

    /// The units of a side that can move, and from where; [`Self::range`] says where to. `escort` is the option by which an army
    /// goes along with Hannibal. Rules M6, M7, O4.
    pub(crate) fn movable(
        &self,
        chart: &Chart,
        side: Side,
        escort: bool,
    ) -> impl Iterator<Item = (Unit, Area)> {
        let units = Unit::ALL.iter().copied().filter(move |unit| escort || *unit != Unit::Escort);
        units.flat_map(move |unit| {
            each(self.controlled(side) & chart.element(unit))
                .filter(move |area| self.has(side, unit, *area))
                .map(move |area| (unit, area))
        })
    }

    pub(crate) fn movements(&self, chart: &Chart, side: Side, escort: bool) -> Vec<Movement> {
        let to = |(unit, from)| {
            each(self.range(chart, side, unit, from)).map(move |to| Movement {
                unit,
                from: chart.id(from),
                to: chart.id(to),
            })
        };
        self.movable(chart, side, escort).flat_map(to).collect()
    }

    /// The regions that a side's army can reach by sea from a region, by number of seas, nearest first.
    pub(crate) fn by_sea(&self, chart: &Chart, side: Side, from: Area) -> Vec<(u32, Areas)> {
        let usable = self.usable(chart, side);
        let (mut seas, mut regions, mut rings, mut far) = (0, bit(from), Vec::new(), 1);
        let mut fresh = chart.touch[from] & usable;
        while fresh != 0 {
            seas |= fresh;
            let reached = each(fresh).fold(0, |all, sea| all | chart.touch[sea]) & !regions;
            regions |= reached;
            rings.push((far, reached));
            fresh = each(fresh).fold(0, |all, sea| all | chart.beside[sea]) & usable & !seas;
            far += 1;
        }
        rings
    }

    /// The chain of usable seas between two regions: fewest seas, ties alphabetical. Rule M3.
    pub(crate) fn chain(
        &self,
        chart: &Chart,
        side: Side,
        from: Area,
        to: Area,
    ) -> Option<Vec<Area>> {
        let usable = self.usable(chart, side);
        let mut rings = vec![chart.touch[to] & usable];
        let mut seen = rings[0];
        let start = chart.touch[from] & usable;
        while rings.last().is_some_and(|ring| ring & start == 0) {
            let last = rings.last().copied()?;
            let next = each(last).fold(0, |all, sea| all | chart.beside[sea]) & usable & !seen;
            if next == 0 {
                return None;
            }
            seen |= next;
            rings.push(next);
        }
        let mut near = start;
        let mut chain = Vec::with_capacity(rings.len());
        for ring in rings.iter().rev() {
            let sea = each(ring & near).next()?;
            chain.push(sea);
            near = chart.beside[sea];
        }
        Some(chain)
    }

    /// The seas by which a movement goes (none across a border or for a fleet), if it can be made.
    ///
    /// # Errors
    /// The first reason why it cannot.
    pub(crate) fn passage(
        &self,
        chart: &Chart,
        side: Side,
        unit: Unit,
        from: Area,
        to: Area,
    ) -> Result<Vec<Area>, MoveError> {
        if unit.by_land() == chart.is_sea(from) || unit.by_land() == chart.is_sea(to) {
            return Err(MoveError::WrongElement);
        }
        if from == to {
            return Err(MoveError::SameArea);
        }
        if !self.has(side, unit, from) {
            return Err(MoveError::NoUnit);
        }
        if self.held[side.other().at()] & bit(from) != 0 {
            return Err(MoveError::Engaged);
        }
        if !unit.by_land() || chart.beside[from] & bit(to) != 0 {
            return Ok(Vec::new());
        }
        if unit == Unit::Escort {
            return Err(MoveError::Unreachable);
        }
        self.chain(chart, side, from, to).ok_or(MoveError::Unreachable)
    }

    /// The winner at this moment, with the condition and the rule; no winner in a draw. None while the game goes on.
    pub(crate) fn victory(
        &self,
        chart: &Chart,
        worth: &Worth,
        active: Side,
    ) -> Option<(Option<Side>, Ending, &'static str)> {
        let alive = Side::BOTH.map(|side| self.held[side.at()] & chart.regions != 0);
        if alive == [false, false] {
            return Some((None, Ending::NoArmies, "V4"));
        }
        [active, active.other()].into_iter().find_map(|side| {
            let enemy = side.other();
            if self.controlled(side) & bit(chart.capital[enemy.at()]) != 0 {
                return Some((Some(side), Ending::Capital, "V1"));
            }
            if self.gains(chart, side) >= worth.influence {
                return Some((Some(side), Ending::Influence, "V2"));
            }
            (!alive[enemy.at()]).then_some((Some(side), Ending::Armies, "V3"))
        })
    }
}
