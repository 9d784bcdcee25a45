//! The contents of the data files, typed.

use crate::elements::{ArmyId, Side, Slots, Troop};
use crate::names::{City, Name, Rank, Way};
use crate::orders::battle::BattleId;
use crate::policy::Policy;
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Province {
    pub id: Name,
    /// Its name in words.
    pub name: String,
    /// Its theater; none for the wild province.
    pub theater: Option<Name>,
    pub city: City,
    /// The city's name; empty without one.
    pub city_name: String,
    /// True if open sea reaches it.
    pub coast: bool,
    /// Type of terrain, for battles.
    pub terrain: Name,
    /// Its place on the picture, if the data give one.
    pub at: (i32, i32),
}

impl Province {
    /// The name of its city, or its own where it has none.
    pub(crate) fn town(&self) -> &str {
        if self.city == City::None { &self.name } else { &self.city_name }
    }
}

/// A list of slots with its general's type: a core list, an allied contingent, an army of a minor war.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Its name in words.
    pub name: String,
    pub slots: Slots,
    pub general: Troop,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartArmy {
    pub id: ArmyId,
    /// Its rank in the first year.
    pub rank: Rank,
    /// Its name in words.
    pub name: String,
    pub at: Name,
    /// True if it starts with a full core list.
    pub full: bool,
    /// Its elements when nobody chooses: standard and expanded; the general first.
    pub elements: [Vec<Troop>; 2],
}

/// A row of the table of minor wars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinorRow {
    /// The provinces whose owner `nation` means.
    pub region: Vec<Name>,
    /// Armies of the initiator.
    pub left: Vec<Name>,
    /// Armies of the opponent.
    pub right: Vec<Name>,
}

/// The steps that end a move besides an enemy army and the wild province.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stops {
    /// True if a mountain route ends a move.
    pub mountain: bool,
    /// True if a sea route or open sea ends a move.
    pub water: bool,
    /// True if a province that the enemy owns ends a move.
    pub enemy_province: bool,
}

/// The numbers of the attrition roll: what hits, then the modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attrition {
    /// The black die hits at this or less.
    pub hits_at_most: i32,
    /// The last step of the move joined two friendly provinces.
    pub friendly_both_ends: i32,
    /// The move ended by open sea in an enemy-owned province.
    pub hostile_landing: i32,
    /// A Carthaginian army crossed open sea.
    pub punic_at_sea: i32,
    pub winter_move: i32,
    /// More elements than a full core list.
    pub great_host: i32,
    /// Winter quarters in an enemy-owned province.
    pub hostile_quarters: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiegeNumbers {
    /// The bonus of an army without a major city.
    pub army: u8,
    /// The bonus of a major city without an army.
    pub city: u8,
    /// The bonus of an army and a major city together.
    pub both: u8,
    /// Bonus of the besieger for each turn lasted.
    pub per_turn: u8,
    /// Turns already lasted at the first roll.
    pub first: u8,
}

/// The victory points for each event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Victory points for a turn taken as a resource turn.
    pub resource: i16,
    /// Victory points for a looted camp.
    pub camp: i16,
    /// Victory points for an enemy element destroyed.
    pub element: i16,
    /// More victory points if that element was a general's.
    pub general: i16,
    pub lost_army: i16,
    /// A battle or siege lost.
    pub lost: i16,
    /// A battle or siege won.
    pub won: i16,
    pub disbanded: i16,
    /// The fewest elements with which a disbanded army counts.
    pub disbanded_from: usize,
    pub minor_city: i16,
    pub major_city: i16,
}

/// An option as the data describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionRow {
    pub name: String,
    /// Its words; empty for a number or a pair of numbers.
    pub choices: Vec<String>,
    pub range: Option<(u32, u32)>,
    pub default: String,
    pub note: String,
}

/// All data of the title.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Provinces, in map order.
    pub provinces: Vec<Province>,
    /// The links, each both ways.
    pub links: BTreeMap<(Name, Name), Way>,
    /// Theaters with their first owners.
    pub theaters: Vec<(Name, Side)>,
    /// Core lists: standard and expanded, Rome and Carthage.
    pub core: [[Roll; 2]; 2],
    /// The allied contingent of a side in a theater.
    pub allied: BTreeMap<(Side, Name), Roll>,
    /// Most elements of a contingent whose nation owns nothing in the theater.
    pub allied_limit: usize,
    /// Elements from which a contingent with its general is a separate command.
    pub separate_from: usize,
    /// The first year, before Christ.
    pub year_bc: u16,
    /// The side that moves first in the first year.
    pub initiative: Side,
    /// Elements of a small army.
    pub small: usize,
    /// The armies at the start, in the order of their ids.
    pub start: Vec<StartArmy>,
    /// Elements of an army that is raised.
    pub raised: usize,
    /// The provinces in which each side raises armies.
    pub raise_at: [Vec<Name>; 2],
    /// Most armies of a nation.
    pub armies_max: usize,
    pub minor_rows: Vec<MinorRow>,
    /// Armies of minor wars.
    pub minor_lists: BTreeMap<Name, Roll>,
    pub stops: Stops,
    pub attrition: Attrition,
    pub siege: SiegeNumbers,
    pub points: Points,
    /// Talents for an allied element.
    pub ally_cost: u16,
    /// True if a looted camp's chest goes to the winner.
    pub loot_chest: bool,
    pub options: Vec<OptionRow>,
    /// Seats of each side, in order.
    pub seats: [Vec<String>; 2],
    /// The number of players of each side, by the number of players in all.
    pub split: BTreeMap<usize, [usize; 2]>,
    /// Standing orders of one who gives none.
    pub standing: Policy,
    /// Standing orders that differ by side: what an army in Transalpine Gaul wants.
    pub gaul: [crate::names::Gaul; 2],
    pub battle: super::battle::Chart,
}

impl Chart {
    pub fn find(&self, id: Name) -> Option<&Province> {
        self.provinces.iter().find(|province| province.id == id)
    }

    /// A province that the state names.
    ///
    /// # Panics
    /// If there is none, which `sound` asserts.
    pub fn province(&self, id: Name) -> &Province {
        self.find(id).expect("a state names only provinces of the map")
    }

    pub fn parse(&self, text: &str) -> Option<Name> {
        Name::new(text).filter(|name| self.find(*name).is_some())
    }

    /// The place of a province in the order of the map.
    pub fn order(&self, id: Name) -> usize {
        self.provinces.iter().position(|province| province.id == id).unwrap_or(usize::MAX)
    }

    /// The way from one province to another; none if they are not linked.
    pub fn link(&self, from: Name, to: Name) -> Option<Way> {
        self.links.get(&(from, to)).copied()
    }

    /// The provinces linked with one, in map order.
    pub fn neighbours(&self, from: Name) -> impl Iterator<Item = (Name, Way)> + '_ {
        self.provinces
            .iter()
            .filter_map(move |province| Some((province.id, self.link(from, province.id)?)))
    }

    pub fn wild(&self, id: Name) -> bool {
        self.province(id).theater.is_none()
    }

    pub fn theater(&self, id: Name) -> Option<Name> {
        self.province(id).theater
    }

    pub fn core(&self, expanded: bool, side: Side) -> &Roll {
        &self.core[usize::from(expanded)][side as usize]
    }

    pub fn allied(&self, side: Side, theater: Option<Name>) -> Option<&Roll> {
        self.allied.get(&(side, theater?))
    }

    pub fn army_name(&self, id: ArmyId) -> &str {
        self.start.iter().find(|army| army.id == id).map_or("", |army| army.name.as_str())
    }

    /// A battle as people speak of it: Cisalpine Gaul, summer 218 BC. An id that names no battle is left as it is.
    pub fn battle_name(&self, id: BattleId) -> String {
        let name = || {
            let (rest, season) = id.as_str().rsplit_once('-')?;
            let (place, year) = rest.rsplit_once('-')?;
            let place = match place.strip_prefix("minor-") {
                Some(number) => format!("minor war {number}"),
                None => self.find(Name::new(place)?)?.name.clone(),
            };
            Some(format!("{place}, {season} {year} BC"))
        };
        name().unwrap_or_else(|| id.to_string())
    }
}
