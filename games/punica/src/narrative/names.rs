//! The names of sides, areas, cards and forces in a story.

use crate::Punica;
use crate::names::{AreaId, CardId, Side, Unit, UnitId};
use crate::state::unit_of;
pub(super) use engine::story::side;
use engine::story::{Entity, Lead, Np, number};

pub(super) fn hannibal() -> Entity {
    Entity::new("hannibal", "Hannibal").short("Hannibal").man().listed()
}

/// The noun for one unit of a side, with the side's adjective.
pub(super) const fn noun(of: Side, fleet: bool) -> &'static str {
    match (of, fleet) {
        (Side::Rome, false) => "Roman army",
        (Side::Rome, true) => "Roman fleet",
        (Side::Carthage, false) => "Carthaginian army",
        (Side::Carthage, true) => "Carthaginian fleet",
    }
}

/// The same noun without the side's adjective.
pub(super) const fn arm(fleet: bool) -> &'static str {
    if fleet { "fleet" } else { "army" }
}

/// A number of things with its noun, from a count of the events.
pub(super) fn count(n: usize, noun: &'static str) -> Np {
    Np::count(i64::try_from(n).expect("units are few"), noun)
}

/// A number within a remark.
pub(super) fn few(n: i32) -> String {
    number(n)
}

/// Units by kind: whether Hannibal is among them, armies, fleets.
pub(super) struct Kinds {
    pub(super) hannibal: bool,
    pub(super) armies: usize,
    pub(super) fleets: usize,
}

impl Kinds {
    pub(super) fn of(units: &[UnitId]) -> Self {
        let kind = |unit: Unit| units.iter().filter(|id| unit_of(**id) == unit).count();
        Self {
            hannibal: kind(Unit::Hannibal) > 0,
            armies: kind(Unit::Army),
            fleets: kind(Unit::Fleet),
        }
    }

    pub(super) const fn all(&self) -> usize {
        self.armies + self.fleets + if self.hannibal { 1 } else { 0 }
    }

    /// The units as a phrase, such as `Hannibal and two armies`.
    pub(super) fn np(&self, of: Side, lead: Lead) -> Np {
        let mut parts: Vec<Np> = Vec::new();
        if self.hannibal {
            parts.push(hannibal().into());
        }
        let lead = if self.hannibal { Lead::A } else { lead };
        if self.armies > 0 {
            parts.push(count(self.armies, noun(of, false)).lead(lead));
        }
        if self.fleets > 0 {
            parts.push(count(self.fleets, noun(of, true)).lead(lead));
        }
        if parts.len() == 1 { parts.remove(0) } else { Np::List(parts) }
    }

    /// The same where it has been said whose they are: `Hannibal and one army`.
    pub(super) fn short(&self, lead: Lead) -> Np {
        let mut parts: Vec<Np> = Vec::new();
        if self.hannibal {
            parts.push(hannibal().into());
        }
        let lead = if self.hannibal { Lead::A } else { lead };
        for (n, fleet) in [(self.armies, false), (self.fleets, true)] {
            if n > 0 {
                parts.push(count(n, arm(fleet)).lead(lead));
            }
        }
        if parts.len() == 1 { parts.remove(0) } else { Np::List(parts) }
    }
}

impl Punica {
    /// An area as a story calls it: by its printed name, but a capital as the city that it is, for its side has the same name.
    pub(super) fn place(&self, area: AreaId) -> Entity {
        let chart = self.chart();
        let at = chart.find(area).expect("the area is on the board");
        let name = match Side::BOTH.into_iter().find(|side| chart.capital[side.at()] == at) {
            Some(Side::Rome) => "the city of Rome".to_owned(),
            Some(Side::Carthage) => "the city of Carthage".to_owned(),
            None if chart.is_sea(at) => format!("the {}", chart.name(at)),
            None => chart.name(at).to_owned(),
        };
        Entity::new(area.as_str(), name)
    }

    /// Areas, with `and` before the last.
    pub(super) fn places(&self, areas: &[AreaId]) -> Np {
        let each: Vec<Np> = areas.iter().map(|area| Np::Full(self.place(*area))).collect();
        match <[Np; 1]>::try_from(each) {
            Ok([one]) => one,
            Err(several) => Np::List(several),
        }
    }

    pub(super) fn at_sea(&self, area: AreaId) -> bool {
        self.chart().find(area).is_some_and(|at| self.chart().is_sea(at))
    }

    pub(super) fn capital_of(&self, area: AreaId) -> Option<Side> {
        let at = self.chart().find(area)?;
        Side::BOTH.into_iter().find(|side| self.chart().capital[side.at()] == at)
    }

    /// A card's name as it stands in print.
    pub(super) fn title_of(&self, card: CardId) -> String {
        format!("*{}*", self.of_deck(card).name)
    }

    /// A card: the first time by what it is, then by its name.
    pub(super) fn laid(&self, card: CardId) -> Entity {
        let title = self.title_of(card);
        Entity::new(card.as_str(), format!("the card {title}")).short(title)
    }

    /// The words for a card's strength, such as `worth two`.
    pub(super) fn worth_of(&self, card: CardId) -> String {
        match self.of_deck(card).strength {
            0 => "worth nothing".to_owned(),
            worth => format!("worth {}", few(worth)),
        }
    }

    pub(super) fn strength(&self, units: &Kinds) -> i32 {
        let worth = self.worth();
        let times = |n: usize, each: i32| i32::try_from(n).expect("units are few") * each;
        times(units.armies, worth.army)
            + times(units.fleets, worth.fleet)
            + if units.hannibal { worth.hannibal } else { 0 }
    }
}
