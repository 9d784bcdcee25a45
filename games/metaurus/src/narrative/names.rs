//! The names of units, Commands and sides in a story.

use crate::data::Printed;
use crate::names::{Id, Side};
use engine::story::{Entity, Np, Text, listed, number, rank};
pub(super) use engine::story::{side, unit_of};
use std::borrow::Cow;

/// The words for a Command: its id, its name, its men.
const COMMANDS: [(&str, &str, &str); 12] = [
    ("i", "Legion I", "Nero's men"),
    ("x", "Legion X", "Nero's men"),
    ("la", "Livius' first legion", "Livius' men"),
    ("lb", "Livius' second legion", "Livius' men"),
    ("pa", "Porcius' first legion", "Porcius' men"),
    ("pb", "Porcius' second legion", "Porcius' men"),
    ("celtic", "the Gauls", "the Gauls"),
    ("iberian", "the Iberians", "the Iberians"),
    ("african", "the Africans and Ligurians", "the Africans and Ligurians"),
    ("balearic", "the slingers", "the slingers"),
    ("cavalry", "the Carthaginian horse", "the Carthaginian horse"),
    ("elephants", "the elephants", "the elephants"),
];

/// The words for the units of a people, by the letters of their ids.
const PEOPLES: [(&str, &str); 7] = [
    ("ib", "Iberians"),
    ("ce", "Gauls"),
    ("af", "Africans"),
    ("lg", "Ligurians"),
    ("ba", "Slingers"),
    ("cc", "Celtic Horse"),
    ("nu", "Numidian Horse"),
];

#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    printed: &'a Printed,
}

/// A unit's letters, and its number among those of the same letters.
fn parts(id: Id) -> (String, Option<u32>) {
    let text = id.as_str();
    let (letters, rest) = text.split_once('-').unwrap_or((text, ""));
    (letters.to_owned(), rest.parse().ok())
}

impl<'a> Names<'a> {
    pub(super) const fn new(printed: &'a Printed) -> Self {
        Self { printed }
    }

    pub(super) fn side(self, id: Id) -> Side {
        self.printed.roster.unit(id).expect("the unit is in the roster").side
    }

    pub(super) fn command(self, id: Id) -> Id {
        self.printed.roster.unit(id).expect("the unit is in the roster").command
    }

    fn called(command: Id) -> (&'static str, &'static str) {
        let found = COMMANDS.iter().find(|(id, ..)| *id == command.as_str());
        let (_, itself, men) = found.unwrap_or_else(|| panic!("{command} has no name in a story"));
        (itself, men)
    }

    pub(super) fn unit(self, id: Id) -> Entity {
        let (letters, n) = parts(id);
        let entity = match (n, PEOPLES.iter().find(|(of, _)| *of == letters)) {
            (Some(n), Some((_, people))) => {
                let unit = Entity::new(id.as_str(), format!("the {} {people}", rank(n))).many(true);
                if people.ends_with("Horse") {
                    unit
                } else {
                    unit.short(format!("the {}", rank(n)))
                }
            }
            (Some(n), None) => {
                let legion = Self::called(self.command(id)).0;
                let short = format!("the {}", rank(n));
                Entity::new(id.as_str(), format!("{short} of {legion}")).short(short)
            }
            (None, _) if letters == "el" => {
                Entity::new(id.as_str(), "Hasdrubal's elephants").short("the elephants").many(true)
            }
            (None, _) => {
                let legion = Self::called(self.command(id)).0;
                Entity::new(id.as_str(), format!("the horse of {legion}")).many(true)
            }
        };
        entity.listed()
    }

    /// Units in the order of the roster, each once.
    pub(super) fn sorted(self, units: impl IntoIterator<Item = Id>) -> Vec<Id> {
        let mut units: Vec<Id> = units.into_iter().collect();
        units.sort_by_key(|id| self.printed.roster.order(*id));
        units.dedup();
        units
    }

    /// Units by name, those of one sort together: `the First and Third Iberians`.
    pub(super) fn units(self, units: impl IntoIterator<Item = Id>) -> Entity {
        let units = self.sorted(units);
        if let [one] = units.as_slice() {
            return self.unit(*one);
        }
        let mut kinds: Vec<(String, Vec<Id>)> = Vec::new();
        for id in &units {
            let letters = parts(*id).0;
            match kinds.iter_mut().find(|(of, _)| *of == letters) {
                Some((_, group)) => group.push(*id),
                None => kinds.push((letters, vec![*id])),
            }
        }
        let named: Vec<String> =
            kinds.iter().map(|(letters, group)| self.kind(letters, group)).collect();
        Entity::group(listed(&named), units.iter().map(|id| self.unit(*id)).collect())
    }

    /// Units of one sort under one name.
    fn kind(self, letters: &str, group: &[Id]) -> String {
        if let [one] = group {
            return self.unit(*one).full;
        }
        let ranks: Vec<String> = group.iter().filter_map(|id| parts(*id).1).map(rank).collect();
        if let Some((_, people)) = PEOPLES.iter().find(|(of, _)| *of == letters) {
            return format!("the {} {people}", listed(&ranks));
        }
        let legion = Self::called(self.command(group[0])).0;
        if ranks.len() == group.len() {
            return format!("the {} of {legion}", listed(&ranks));
        }
        let each: Vec<String> = ranks.iter().map(|rank| format!("the {rank}")).collect();
        format!("{} of {legion}", listed(&[each, vec!["the horse".to_owned()]].concat()))
    }

    /// Units by name if there are at most `limit`, else counted.
    pub(super) fn some(self, units: impl IntoIterator<Item = Id>, limit: usize) -> Entity {
        let units = self.sorted(units);
        if units.len() <= limit {
            return self.units(units);
        }
        let members = units.iter().map(|id| self.unit(*id)).collect();
        let count = number(i64::try_from(units.len()).expect("units are few"));
        let mut commands: Vec<Id> = units.iter().map(|id| self.command(*id)).collect();
        commands.dedup();
        let full = match commands.as_slice() {
            [one] => format!("{count} units of {}", Self::called(*one).0),
            _ => format!("{count} {}s", unit_of(self.side(units[0]))),
        };
        Entity::group(full, members).many(units.len() > 1)
    }

    /// The name of the men to whom some units belong, if it need not be said which units they were.
    pub(super) fn men(self, units: impl IntoIterator<Item = Id>) -> Entity {
        let mut names: Vec<&str> = Vec::new();
        for id in self.sorted(units) {
            let men = Self::called(self.command(id)).1;
            if !names.contains(&men) {
                names.push(men);
            }
        }
        let full = listed(&names);
        Entity::new(format!("men:{full}"), full).many(true)
    }

    /// A Command in the singular.
    pub(super) fn single(self, command: Id) -> Entity {
        let name = Self::called(command).0;
        let legion = self.printed.roster.command(command).is_some_and(|command| command.legion);
        Entity::new(format!("command:{command}"), name).many(!legion)
    }

    /// Commands by name; many of them by number.
    pub(super) fn commands(self, ids: &[Id], of: Side) -> Entity {
        let all: Vec<Id> = self.printed.roster.of(of).map(|command| command.id).collect();
        let ids: Vec<Id> = all.iter().filter(|id| ids.contains(id)).copied().collect();
        if let [one] = ids.as_slice() {
            return self.single(*one);
        }
        let members: Vec<Entity> = ids.iter().map(|id| self.single(*id)).collect();
        let count = number(i64::try_from(ids.len()).expect("commands are few"));
        let full = match of {
            Side::Rome if ids.len() == all.len() => format!("all {count} legions"),
            Side::Rome if ids.len() > 3 => format!("{count} of the legions"),
            Side::Carthage if ids.len() == all.len() => "the whole Carthaginian army".to_owned(),
            Side::Carthage if ids.len() > 3 => format!("{count} of the Carthaginian commands"),
            Side::Rome | Side::Carthage => {
                listed(&members.iter().map(|member| member.full.as_str()).collect::<Vec<_>>())
            }
        };
        let whole = of == Side::Carthage && ids.len() == all.len();
        Entity { members: Vec::new(), ..Entity::group(full, members) }.many(!whole)
    }
}

pub(super) fn count(n: usize, noun: &'static str) -> Np {
    Np::count(i64::try_from(n).expect("units are few"), noun)
}

/// A number within a remark.
pub(super) fn few(n: usize) -> String {
    number(i64::try_from(n).expect("units are few"))
}

pub(super) const fn remark(text: &'static str) -> Text {
    Cow::Borrowed(text)
}
