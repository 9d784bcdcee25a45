//! The names of people, armies, provinces and elements in a story.

use super::Teller;
use crate::elements::{ArmyId, Member, Side};
use crate::names::{City, Name};
use crate::state::{Siege, State};
use engine::Seat;
use engine::story::{Clause, Entity, Np, Phrase, ordinal, rank};

/// A side by its people: Rome and Carthage are provinces and cities too.
pub(super) fn side(of: Side) -> Entity {
    Entity::new(of.word(), format!("the {}", people(of))).many(true)
}

pub(super) const fn people(of: Side) -> &'static str {
    match of {
        Side::Rome => "Romans",
        Side::Carthage => "Carthaginians",
    }
}

pub(super) fn elements(n: impl TryInto<i64>) -> Np {
    count(n, "element")
}

pub(super) fn count(n: impl TryInto<i64>, noun: &'static str) -> Np {
    let n = n.try_into().unwrap_or_else(|_| panic!("{noun}: too many to be counted"));
    Np::count(n, noun)
}

/// The player of a seat, by name where the charter has it.
pub(super) fn seat(of: &Seat) -> Entity {
    let (letter, number) = of.name().split_at(1);
    let (side, number) = match (letter, number.parse()) {
        ("r", Ok(number)) => (Side::Rome, number),
        ("c", Ok(number)) => (Side::Carthage, number),
        _ => return Entity::new(of.name(), "the referee"),
    };
    let office = format!("{}'s {} general", side.proper_name(), ordinal(number));
    Entity::person(of.name(), office).listed()
}

/// Those who sit in some seats.
pub(super) fn persons(seats: &[Seat]) -> Np {
    all(seats.iter().map(|one| seat(one).into()).collect())
}

/// One or several, with `and` before the last.
pub(super) fn all(mut parts: Vec<Np>) -> Np {
    if parts.len() == 1 { parts.remove(0) } else { Np::List(parts) }
}

impl Teller<'_> {
    pub(super) fn army(&self, id: ArmyId) -> Entity {
        let name = match id {
            ArmyId::Ma => "the initiator's army",
            ArmyId::Mb => "the opponent's army",
            ArmyId::Ra | ArmyId::Rb | ArmyId::Ca | ArmyId::Cb => self.chart.army_name(id),
        };
        Entity::new(id.word(), name).listed()
    }

    pub(super) fn general(&self, id: ArmyId) -> Option<Seat> {
        let of = |state: &State| state.armies.get(&id).and_then(|army| army.seat.clone());
        of(self.before).or_else(|| of(self.after))
    }

    /// The subject of an army's deeds: its general, or the army itself where it has none.
    pub(super) fn who(&self, id: ArmyId) -> Entity {
        self.general(id).map_or_else(|| self.army(id), |general| seat(&general))
    }

    /// Those who act for some armies.
    pub(super) fn those(&self, ids: &[ArmyId]) -> Np {
        all(ids.iter().map(|id| self.who(*id).into()).collect())
    }

    pub(super) fn place(&self, id: Name) -> Entity {
        let name = self.chart.province(id).name.as_str();
        let article = if name.ends_with("Islands") { "the " } else { "" };
        Entity::new(format!("at:{id}"), format!("{article}{name}"))
    }

    pub(super) fn at(&self, id: Name) -> Np {
        Np::Full(self.place(id))
    }

    /// Provinces, with `and` before the last.
    pub(super) fn places(&self, ids: &[Name]) -> Np {
        all(ids.iter().map(|id| self.at(*id)).collect())
    }

    /// The target of a siege in a province: its city, or the province if it has none.
    pub(super) fn city(&self, id: Name) -> Np {
        Np::Full(Entity::new(format!("at:{id}"), self.chart.province(id).town()))
    }

    /// True if an army lies before a city, or within it while an enemy does, before the record or after it.
    fn siege_of(&self, army: ArmyId, at: Name, of: impl Fn(&Siege) -> &[ArmyId]) -> bool {
        let states = [self.before, self.after].into_iter();
        states.filter_map(|state| state.sieges.get(&at)).any(|siege| of(siege).contains(&army))
    }

    /// Where an army is: before a city that it besieges, in a city in which it is besieged, else in the province.
    pub(super) fn stands(&self, army: ArmyId, at: Name) -> Phrase {
        let begun = self.facts.begun.iter().any(|one| one.at == at && one.besieger == army);
        if begun || self.siege_of(army, at, |siege| &siege.besiegers) {
            Phrase::Prep("before".into(), self.city(at))
        } else if self.siege_of(army, at, |siege| &siege.besieged) {
            Phrase::Prep("in".into(), self.city(at))
        } else {
            Phrase::Prep("in".into(), self.at(at))
        }
    }

    /// Where a battle is fought: before a city that is besieged, is a major one or has the province's name, else in the province.
    pub(super) fn field(&self, at: Name) -> Phrase {
        let begun = self.facts.begun.iter().any(|one| one.at == at);
        let province = self.chart.province(at);
        let town = province.city == City::Major || province.name == province.city_name;
        if begun || town || self.before.sieges.contains_key(&at) {
            Phrase::Prep("before".into(), self.city(at))
        } else {
            Phrase::Prep("in".into(), self.at(at))
        }
    }

    /// The clause on a province that was taken, with its city: `the province of Saguntum with its city` where both have one name.
    pub(super) fn whole(&self, clause: Clause, id: Name) -> Clause {
        let province = self.chart.province(id);
        match province.city {
            City::None => clause,
            City::Minor | City::Major if province.city_name == province.name => {
                clause.object(self.at(id).headed("the province of", false)).with("with its city")
            }
            City::Minor | City::Major => {
                clause.with(format!("with its city, {}", province.city_name))
            }
        }
    }

    /// An element in a battle, by its type, by its number where its army has several of the type there, and by its army
    /// if that is not alone.
    pub(super) fn element(&self, who: Member, alone: bool, several: bool) -> Entity {
        let element = who.element;
        let allied = if element.allied { "allied " } else { "" };
        let (number, kind) = if several {
            let number = format!("{} ", rank(u32::from(element.number)));
            (number, format!("{allied}{}", capital(element.troop.name())))
        } else {
            (String::new(), format!("{allied}{}", element.troop.name()))
        };
        let people = match who.army.side() {
            Side::Rome => "Roman",
            Side::Carthage => "Carthaginian",
        };
        let (full, short) = if alone {
            (format!("the {number}{people} {kind}"), format!("the {number}{kind}"))
        } else {
            let full = format!("the {number}{kind} of {}", self.army(who.army).full);
            (full.clone(), full)
        };
        Entity::new(who.to_string(), full).short(short).many(true).listed()
    }
}

fn capital(words: &str) -> String {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    words.split(' ').map(capital).collect::<Vec<_>>().join(" ")
}
