//! Sides, troop types, elements, armies and who stands in a battle: the words that campaign and battle share.
//!
//! Rules S7 (lists of slots) and S8 (names of elements).

use engine::Seat;
pub(crate) use engine::kit::Side;
use serde::{Deserialize, Serialize};
use std::fmt;

engine::words! {
    /// A type of troops, in the order of the battle chart, as lists write it.
    pub enum Troop {
        /// Blades.
        Bd = "Bd",
        /// Spears.
        Sp = "Sp",
        /// Pikes.
        Pk = "Pk",
        /// Warband.
        Wb = "Wb",
        /// Auxilia.
        Ax = "Ax",
        /// Psiloi.
        Ps = "Ps",
        /// Hordes.
        Hd = "Hd",
        /// Cavalry.
        Cv = "Cv",
        /// Light horse.
        LH = "LH",
        /// Knights.
        Kn = "Kn",
        /// Elephants.
        El = "El",
    }

    /// An army. The name is the army's for life; whether it is I or II changes from year to year.
    pub enum ArmyId {
        /// The first Roman army.
        Ra = "ra",
        /// The second Roman army.
        Rb = "rb",
        /// The first Carthaginian army.
        Ca = "ca",
        /// The second Carthaginian army.
        Cb = "cb",
        /// The initiator's army in a minor war.
        Ma = "ma",
        /// The opponent's army in a minor war.
        Mb = "mb",
    }
}

impl Troop {
    /// The type as names of elements write it: `bd`.
    pub const fn stem(self) -> &'static str {
        match self {
            Self::Bd => "bd",
            Self::Sp => "sp",
            Self::Pk => "pk",
            Self::Wb => "wb",
            Self::Ax => "ax",
            Self::Ps => "ps",
            Self::Hd => "hd",
            Self::Cv => "cv",
            Self::LH => "lh",
            Self::Kn => "kn",
            Self::El => "el",
        }
    }

    /// The type in plain words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bd => "blades",
            Self::Sp => "spears",
            Self::Pk => "pikes",
            Self::Wb => "warband",
            Self::Ax => "auxilia",
            Self::Ps => "psiloi",
            Self::Hd => "hordes",
            Self::Cv => "cavalry",
            Self::LH => "light horse",
            Self::Kn => "knights",
            Self::El => "elephants",
        }
    }
}

impl ArmyId {
    pub const CAMPAIGN: [Self; 4] = [Self::Ra, Self::Rb, Self::Ca, Self::Cb];

    /// The republic it serves; an army of a minor war serves none, and counts here with its initiator as Rome.
    pub const fn side(self) -> Side {
        match self {
            Self::Ra | Self::Rb | Self::Ma => Side::Rome,
            Self::Ca | Self::Cb | Self::Mb => Side::Carthage,
        }
    }

    /// The two armies that a republic may have.
    pub const fn of(side: Side) -> [Self; 2] {
        match side {
            Side::Rome => [Self::Ra, Self::Rb],
            Side::Carthage => [Self::Ca, Self::Cb],
        }
    }
}

/// An element within its army: `bd1`, or `xlh1` if it is allied.
///
/// Ordered: core before allied, then by type, then by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ElementId {
    /// True if it belongs to an allied contingent.
    pub allied: bool,
    pub troop: Troop,
    /// Its number, from 1.
    pub number: u16,
}

impl ElementId {
    pub const fn core(troop: Troop, number: u16) -> Self {
        Self { allied: false, troop, number }
    }

    pub const fn allied(troop: Troop, number: u16) -> Self {
        Self { allied: true, troop, number }
    }

    pub fn parse(text: &str) -> Option<Self> {
        let (allied, rest) = text.strip_prefix('x').map_or((false, text), |rest| (true, rest));
        let troop = Troop::ALL.iter().find(|troop| rest.starts_with(troop.stem()))?;
        let digits = &rest[troop.stem().len()..];
        let plain = digits.chars().all(|c| c.is_ascii_digit()) && !digits.starts_with('0');
        let number = digits.parse().ok().filter(|_| plain)?;
        Some(Self { allied, troop: *troop, number })
    }
}

impl fmt::Display for ElementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!(
            "{}{}{}",
            if self.allied { "x" } else { "" },
            self.troop.stem(),
            self.number
        ))
    }
}

impl fmt::Debug for ElementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An element with its army: `ra.bd1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    pub army: ArmyId,
    pub element: ElementId,
}

impl Member {
    pub const fn new(army: ArmyId, element: ElementId) -> Self {
        Self { army, element }
    }

    pub fn parse(text: &str) -> Option<Self> {
        let (army, element) = text.split_once('.')?;
        Some(Self { army: ArmyId::parse(army)?, element: ElementId::parse(element)? })
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.army, self.element))
    }
}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

engine::as_text! { ElementId: "an element", Member: "an element with its army" }

/// The office that an element holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Office {
    /// The C-in-C of its army.
    General,
    /// The general of its army's allied contingent.
    AlliedGeneral,
}

/// The reasons why a body of elements has a command of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Separate {
    /// An allied contingent with its general and at least three elements (B3).
    Allied,
    /// The second army in the province sent it (B2).
    SecondArmy,
}

/// An element that stands in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Soldier {
    pub id: Member,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub office: Option<Office>,
}

/// A body with a command, and so a sector, of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contingent {
    pub cause: Separate,
    pub seat: Seat,
    /// Its elements, in roster order.
    pub elements: Vec<Soldier>,
}

/// All that one side brings to a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    /// The army in the field; its pips are thrown under this name.
    pub army: ArmyId,
    /// The seat of its C-in-C.
    pub seat: Seat,
    /// Players of the side to whom commands may be given, the C-in-C first.
    pub players: Vec<Seat>,
    /// The elements of no contingent, in roster order.
    pub elements: Vec<Soldier>,
    /// Contingents; the allied one before that of a second army.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub contingents: Vec<Contingent>,
}

impl Host {
    /// Everything in it: the main body, then each contingent, in roster order.
    pub fn all(&self) -> impl Iterator<Item = &Soldier> {
        self.elements.iter().chain(self.contingents.iter().flat_map(|body| &body.elements))
    }

    pub fn len(&self) -> usize {
        self.all().count()
    }

    /// True if it has no element, which no battle should see.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element of the C-in-C in the field, if it stands in the battle.
    pub fn general(&self) -> Option<Member> {
        let leads = |soldier: &&Soldier| {
            soldier.id.army == self.army && soldier.office == Some(Office::General)
        };
        self.elements.iter().find(leads).map(|soldier| soldier.id)
    }
}

/// A list of slots, each naming the types that may fill it (S7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slots(pub Vec<Vec<Troop>>);

impl Slots {
    /// The slot of each element, if each can have one of its own.
    pub fn places(&self, elements: &[Troop]) -> Option<Vec<usize>> {
        let mut taken: Vec<Option<usize>> = vec![None; self.0.len()];
        for element in 0..elements.len() {
            if !self.put(element, elements, &mut taken, &mut vec![false; self.0.len()]) {
                return None;
            }
        }
        let of = |element| taken.iter().position(|holder| *holder == Some(element));
        (0..elements.len()).map(of).collect()
    }

    /// Finds a slot for one element, moving others where that helps (augmenting path).
    fn put(
        &self,
        element: usize,
        elements: &[Troop],
        taken: &mut [Option<usize>],
        tried: &mut [bool],
    ) -> bool {
        for slot in 0..self.0.len() {
            if tried[slot] || !self.0[slot].contains(&elements[element]) {
                continue;
            }
            tried[slot] = true;
            let holder = taken[slot];
            if holder.is_none_or(|holder| self.put(holder, elements, taken, tried)) {
                taken[slot] = Some(element);
                return true;
            }
        }
        false
    }

    /// True if each element can have a slot of its own.
    pub fn fits(&self, elements: &[Troop]) -> bool {
        self.places(elements).is_some()
    }

    /// True if one more element of a type fits beside those that are there.
    pub fn admits(&self, elements: &[Troop], more: Troop) -> bool {
        let mut all = elements.to_vec();
        all.push(more);
        self.fits(&all)
    }

    /// True if any slot names the type.
    pub fn names(&self, troop: Troop) -> bool {
        self.0.iter().any(|slot| slot.contains(&troop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for text in ["bd1", "xlh12", "el3"] {
            assert_eq!(ElementId::parse(text).map(|id| id.to_string()).as_deref(), Some(text));
        }
        for text in ["bd", "bd0", "bd01", "xx1", "Bd1", "bd+1", "", "x", "bd70000"] {
            assert_eq!(ElementId::parse(text), None, "{text}");
        }
        assert_eq!(Member::parse("ca.xlh1").map(|id| id.to_string()).as_deref(), Some("ca.xlh1"));
        assert_eq!(Member::parse("xlh1"), None);
    }

    #[test]
    fn an_element_makes_room_where_its_holder_has_another_slot() {
        use Troop::{Cv, El, LH};
        let slots = Slots(vec![vec![Cv], vec![El, Cv], vec![El, LH], vec![LH]]);
        assert!(slots.fits(&[Cv, El, El, LH]));
        assert!(slots.fits(&[LH, LH, El, Cv]));
        assert!(slots.fits(&[El, Cv, Cv]));
        assert!(!slots.fits(&[El, El, El]));
        assert!(!slots.admits(&[LH, LH], LH));
    }
}
