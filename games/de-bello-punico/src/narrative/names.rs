//! The names of units, leaders and sides in a story, and words for places.

use crate::data::{BattleNote, Printed};
use crate::field::counted;
use crate::names::{Battle, Class, Id, Kind, Side};
use engine::kit::Hex;
use engine::story::{Entity, Np, listed, number, rank};
pub(super) use engine::story::{side, unit_of};
use std::collections::BTreeMap;

/// Columns up to this one lie on the Roman left, for Rome looks north.
const LEFT: u8 = 9;
/// Columns from this one on lie on the Roman right.
const RIGHT: u8 = 18;

/// The third of the field in which a hex lies, whoever stands there.
pub(super) const fn wing(hex: Hex) -> &'static str {
    if hex.line <= LEFT {
        "on the Roman left"
    } else if hex.line >= RIGHT {
        "on the Roman right"
    } else {
        "in the centre"
    }
}

/// The words for units whose name in the data is a Latin genitive.
const PHRASES: [(&str, &str); 6] = [
    ("Magonis equites", "Mago's Horse"),
    ("Laelii equites", "Horse of Laelius"),
    ("Masinissae equites", "Horse of Masinissa"),
    ("Legio XII hastati", "Hastati of Legio XII"),
    ("Legio XI hastati", "Hastati of Legio XI"),
    ("Legio XIII principes", "Principes of Legio XIII"),
];

const LEADERS: [(&str, &str); 7] = [
    ("sempronius", "Sempronius"),
    ("gracchus", "Gracchus"),
    ("ceteghus", "Cethegus"),
    ("scipio", "Scipio"),
    ("hannibal", "Hannibal"),
    ("annone", "Annone"),
    ("magon", "Mago"),
];

/// A name in two: the people, and their number in Roman figures, if they have one.
fn numbered(name: &str) -> (&str, Option<u32>) {
    const ROMAN: [&str; 9] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    let split = name.rsplit_once(' ').and_then(|(people, last)| {
        let at = ROMAN.iter().position(|roman| *roman == last)?;
        Some((people, u32::try_from(at + 1).expect("few")))
    });
    split.map_or((name, None), |(people, n)| (people, Some(n)))
}

pub(super) fn leader(id: Id) -> Entity {
    let called = LEADERS.iter().find(|(leader, _)| *leader == id.as_str());
    let (_, name) = called.unwrap_or_else(|| panic!("{id} has no name in a story"));
    Entity::new(id.as_str(), *name).man().listed()
}

/// Names as the roster and the battle give them.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) printed: &'a Printed,
    pub(super) battle: &'a BattleNote,
}

impl<'a> Names<'a> {
    pub(super) fn new(printed: &'a Printed, battle: Battle) -> Self {
        Self { printed, battle: printed.battle(battle) }
    }

    fn of(self, id: Id) -> (Kind, Side) {
        self.printed.roster.unit(id).expect("the unit is in the roster")
    }

    pub(super) fn side(self, id: Id) -> Side {
        self.of(id).1
    }

    pub(super) fn kind(self, id: Id) -> Kind {
        self.of(id).0
    }

    pub(super) fn class(self, id: Id) -> Class {
        self.printed.kind(self.kind(id)).class
    }

    /// Rout points that a unit costs when it breaks.
    pub(super) fn worth(self, id: Id) -> u8 {
        self.printed.kind(self.kind(id)).pr
    }

    /// The people of a unit, and its number among them: `Hiberi`, 3.
    fn people(self, id: Id) -> (String, Option<u32>) {
        if let Some(name) = self.battle.names.get(&id) {
            let (people, n) = numbered(name);
            let phrase = PHRASES.iter().find(|(latin, _)| *latin == people);
            return (phrase.map_or(people, |(_, english)| english).to_owned(), n);
        }
        let people = match self.of(id) {
            (Kind::Ve, _) => "Velites",
            (Kind::Ha, _) => "Hastati",
            (Kind::Pr, _) => "Principes",
            (Kind::Tr, _) => "Triarii",
            (Kind::Sn, _) => "Numidian Foot",
            (Kind::Sc, _) => "Allied Celts",
            (Kind::T, _) => "Skirmishers",
            (Kind::Me, _) => "Mercenaries",
            (Kind::In, _) => "Punic Foot",
            (Kind::Vt, _) => "Veterans",
            (Kind::E, Side::Rome) => "Roman Horse",
            (Kind::E, Side::Carthage) => "Punic Horse",
            (Kind::Cl, Side::Rome) => "Numidian Horse",
            (Kind::Cl, Side::Carthage) => "Numidians",
            (Kind::El, _) => "Elephants",
        };
        (people.to_owned(), Some(counted(id).1))
    }

    /// One unit: `the Third Hiberi`.
    pub(super) fn unit(self, id: Id) -> Entity {
        let full = match self.people(id) {
            (people, Some(n)) => format!("the {} {people}", rank(n)),
            (people, None) if people.contains("'s ") => people,
            (people, None) => format!("the {people}"),
        };
        Entity::new(id.as_str(), full).many(true).listed()
    }

    /// Units in the order of their ids as counted, each once.
    pub(super) fn sorted(self, units: impl IntoIterator<Item = Id>) -> Vec<Id> {
        let mut units: Vec<Id> = units.into_iter().collect();
        units.sort_by_key(|id| (self.kind(*id), counted(*id)));
        units.dedup();
        units
    }

    /// Units by name, those of one people together: `the First and Third Hiberi`.
    pub(super) fn units(self, units: impl IntoIterator<Item = Id>) -> Entity {
        let units = self.sorted(units);
        if let [one] = units.as_slice() {
            return self.unit(*one);
        }
        let mut peoples: Vec<(String, Vec<Id>)> = Vec::new();
        for id in &units {
            let people = self.people(*id).0;
            match peoples.iter_mut().find(|(other, _)| *other == people) {
                Some((_, group)) => group.push(*id),
                None => peoples.push((people, vec![*id])),
            }
        }
        let named: Vec<String> = peoples
            .iter()
            .map(|(people, group)| match group.as_slice() {
                [one] => self.unit(*one).full,
                many => {
                    let ranks: Vec<String> =
                        many.iter().filter_map(|id| self.people(*id).1).map(rank).collect();
                    format!("the {} {people}", listed(&ranks))
                }
            })
            .collect();
        Entity::group(listed(&named), units.iter().map(|id| self.unit(*id)).collect())
    }

    /// Units by name if they are at most `limit`, else counted: `four units of Hastati`.
    pub(super) fn some(self, units: impl IntoIterator<Item = Id>, limit: usize) -> Entity {
        let units = self.sorted(units);
        if units.len() <= limit {
            return self.units(units);
        }
        let members = units.iter().map(|id| self.unit(*id)).collect();
        let full = format!("{} {}", few(units.len()), self.sort(&units));
        Entity::group(full, members)
    }

    /// The words for several units: `units of Hastati`, else `Roman units`.
    fn sort(self, units: &[Id]) -> String {
        let first = self.people(units[0]).0;
        let alike = units.iter().all(|id| self.people(*id).0 == first);
        match (alike, self.side(units[0])) {
            (true, _) if first == "Elephants" => "units of elephants".to_owned(),
            (true, _) if !first.contains(" of ") => format!("units of {first}"),
            (_, Side::Rome) => "Roman units".to_owned(),
            (_, Side::Carthage) => "Carthaginian units".to_owned(),
        }
    }
}

pub(super) fn count(n: usize, noun: &'static str) -> Np {
    Np::count(i64::try_from(n).expect("units are few"), noun)
}

pub(super) fn few(n: usize) -> String {
    number(i64::try_from(n).expect("units are few"))
}

/// Things grouped by the wing where they happened.
pub(super) fn by_wing<T>(all: Vec<(Hex, T)>) -> BTreeMap<&'static str, Vec<T>> {
    let mut wings: BTreeMap<&'static str, Vec<T>> = BTreeMap::new();
    for (hex, one) in all {
        wings.entry(wing(hex)).or_default().push(one);
    }
    wings
}
