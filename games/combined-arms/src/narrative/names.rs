//! The names of units and sides in a story.

use crate::data::chart::{Chart, Class, Kind};
use crate::names::{Side, UnitId};
use crate::state::State;
use engine::story::{Entity, Np, listed, number, rank};
pub(super) use engine::story::{side, unit_of};
use std::collections::BTreeMap;

/// The words for a type: its name in the data, its men behind a number, one of its units.
const TROOPS: [(&str, &str, &str); 13] = [
    ("velites", "Velites", "unit of Velites"),
    ("princepes", "Principes", "unit of Principes"),
    ("hastati", "Hastati", "unit of Hastati"),
    ("triarii", "Triarii", "unit of Triarii"),
    ("auxiliary-cavalry", "Allied Horse", "squadron of allied horse"),
    ("onager", "Onager", "Onager"),
    ("caetrati", "Slingers", "unit of slingers"),
    ("numideans", "Numidians", "squadron of Numidians"),
    ("spanish-cavalry", "Spanish Horse", "squadron of Spanish horse"),
    ("scutarii", "Scutarii", "unit of Scutarii"),
    ("african-infantry", "Africans", "unit of Africans"),
    ("celts", "Celts", "unit of Celts"),
    ("elephant", "Elephants", "unit of Elephants"),
];

/// Names as the armies of this game give them.
#[derive(Clone)]
pub(super) struct Names<'a> {
    chart: &'a Chart,
    /// The number of units of a type at the beginning, by unit.
    raised: BTreeMap<UnitId, usize>,
}

pub(super) fn count(n: usize, noun: &'static str) -> Np {
    Np::count(i64::try_from(n).expect("units are few"), noun)
}

/// This many turns of Rome and as many of Carthage.
pub(super) fn turns_of_each(n: impl Into<i64>) -> Np {
    Np::count(n, "turn").tail("of each side")
}

/// A number within a name.
fn few(n: usize) -> String {
    number(i64::try_from(n).expect("units are few"))
}

fn troop(kind: &Kind) -> (&'static str, &'static str) {
    let found = TROOPS.iter().find(|(name, ..)| *name == kind.name.as_str());
    let (_, men, unit) = found.unwrap_or_else(|| panic!("{} has no name in a story", kind.name));
    (men, unit)
}

impl<'a> Names<'a> {
    pub(super) fn new(chart: &'a Chart, state: &State) -> Self {
        let standing = state.units.iter().map(|unit| unit.id);
        let lost = state.lost.iter().map(|unit| unit.id);
        let waiting = state.waiting.iter().map(|unit| unit.id);
        let mut names = Self { chart, raised: BTreeMap::new() };
        for id in standing.chain(lost).chain(waiting) {
            *names.raised.entry(names.kind(id).prefix).or_default() += 1;
        }
        names
    }

    pub(super) fn kind(&self, id: UnitId) -> &'a Kind {
        self.chart.kind_of_id(id).expect("a unit has a type")
    }

    /// True if two units are of one type.
    pub(super) fn alike(&self, one: UnitId, other: UnitId) -> bool {
        self.kind(one).name == self.kind(other).name
    }

    pub(super) fn side(&self, id: UnitId) -> Side {
        self.kind(id).side
    }

    pub(super) fn general(&self, id: UnitId) -> bool {
        self.kind(id).abilities.general
    }

    /// True of horse, Numidians and Generals.
    pub(super) fn rides(&self, id: UnitId) -> bool {
        let kind = self.kind(id);
        kind.movement >= 6 || kind.class == Class::Horse
    }

    /// True of those who throw javelins, not stones.
    pub(super) fn javelins(&self, id: UnitId) -> bool {
        matches!(self.kind(id).name.as_str(), "velites" | "numideans")
    }

    pub(super) fn commander(&self, of: Side) -> Entity {
        let kind = self.chart.general(of);
        Entity::new(kind.prefix.as_str(), kind.alias.as_str()).man().listed()
    }

    /// The number of units of a type that a side had at the beginning.
    pub(super) fn raised(&self, kind: &Kind) -> usize {
        self.raised.get(&kind.prefix).copied().unwrap_or_default()
    }

    fn number(&self, id: UnitId) -> u32 {
        let kind = self.kind(id);
        let digits = id.as_str().strip_prefix(kind.prefix.as_str());
        digits.and_then(|digits| digits.parse().ok()).unwrap_or_default()
    }

    /// One unit: by its number where there is more than one of its type.
    pub(super) fn unit(&self, id: UnitId) -> Entity {
        let kind = self.kind(id);
        if kind.abilities.general {
            return self.commander(kind.side);
        }
        let (men, _) = troop(kind);
        let many = !kind.abilities.artillery;
        let entity = if self.raised(kind) == 1 {
            Entity::new(id.as_str(), format!("the {men}"))
        } else {
            Entity::new(id.as_str(), format!("the {} {men}", rank(self.number(id))))
        };
        entity.many(many).listed()
    }

    /// Units in the order of the lists, each once.
    pub(super) fn sorted(&self, units: impl IntoIterator<Item = UnitId>) -> Vec<UnitId> {
        let mut units: Vec<UnitId> = units.into_iter().collect();
        let order = |kind: &Kind| self.chart.kinds.iter().position(|one| one.name == kind.name);
        units.sort_by_key(|id| (order(self.kind(*id)), self.number(*id)));
        units.dedup();
        units
    }

    /// Units by type, in the order of the lists.
    fn kinds(&self, units: &[UnitId]) -> Vec<(&'a Kind, Vec<UnitId>)> {
        let mut kinds: Vec<(&Kind, Vec<UnitId>)> = Vec::new();
        for id in units {
            let kind = self.kind(*id);
            match kinds.iter_mut().find(|(of, _)| of.name == kind.name) {
                Some((_, group)) => group.push(*id),
                None => kinds.push((kind, vec![*id])),
            }
        }
        kinds
    }

    /// Units by name, those of one type together: `the First and Third Hastati`.
    pub(super) fn units(&self, units: impl IntoIterator<Item = UnitId>) -> Entity {
        let units = self.sorted(units);
        if let [one] = units.as_slice() {
            return self.unit(*one);
        }
        let named = |(kind, group): (&Kind, Vec<UnitId>)| {
            if let [one] = group.as_slice() {
                return self.unit(*one).full;
            }
            let ranks: Vec<String> = group.iter().map(|id| rank(self.number(*id))).collect();
            let (men, unit) = troop(kind);
            let s = if men == unit { "s" } else { "" };
            format!("the {} {men}{s}", listed(&ranks))
        };
        let named: Vec<String> = self.kinds(&units).into_iter().map(named).collect();
        self.group(listed(&named), &units)
    }

    /// Units that act: two by name, more by type and number, many by number: `two units of Hastati and one of Velites`.
    pub(super) fn some(&self, units: impl IntoIterator<Item = UnitId>) -> Entity {
        let units = self.sorted(units);
        match units.len() {
            0..=2 => self.units(units),
            3 | 4 => self.tally(&units),
            n => {
                let full = format!("{} {}s", few(n), unit_of(self.side(units[0])));
                self.group(full, &units)
            }
        }
    }

    fn group(&self, full: String, units: &[UnitId]) -> Entity {
        let group = Entity::group(full, units.iter().map(|id| self.unit(*id)).collect());
        group.many(units.len() > 1)
    }

    pub(super) fn tally(&self, units: &[UnitId]) -> Entity {
        let (generals, others): (Vec<UnitId>, Vec<UnitId>) =
            self.sorted(units.iter().copied()).into_iter().partition(|id| self.general(*id));
        let mut kinds = self.kinds(&others);
        kinds.sort_by_key(|(_, group)| std::cmp::Reverse(group.len()));
        let mut parts: Vec<String> = generals.iter().map(|id| self.unit(*id).full).collect();
        let mut before = "";
        for (at, (kind, group)) in kinds.iter().enumerate() {
            let (_, unit) = troop(kind);
            let (head, men) = unit.split_once(" of ").unwrap_or((unit, ""));
            let n = group.len();
            // "One unit of Africans and one of Celts", but "a unit of Africans".
            let next = kinds.get(at + 1).map_or("", |(kind, _)| troop(kind).1);
            let more = next.strip_prefix(head).is_some_and(|rest| rest.starts_with(" of "));
            let said = match (n, head == before && !men.is_empty()) {
                (1, true) => format!("one of {men}"),
                (_, true) => format!("{} of {men}", few(n)),
                (1, false) if more => format!("one {unit}"),
                (1, false) => format!("{} {unit}", if unit == "Onager" { "an" } else { "a" }),
                (_, false) if men.is_empty() => format!("{} {head}s", few(n)),
                (_, false) => format!("{} {head}s of {men}", few(n)),
            };
            before = head;
            parts.push(said);
        }
        self.group(listed(&parts), units)
    }

    /// That a side has none left of a type of which it had several: `no Numidians left`.
    pub(super) fn none_left(&self, id: UnitId) -> Option<String> {
        let kind = self.kind(id);
        let several = !kind.abilities.general && self.raised(kind) > 1;
        several.then(|| {
            let (_, unit) = troop(kind);
            format!("no {} left", unit.split_once(" of ").map_or("Onagers", |(_, men)| men))
        })
    }

    /// The lost units, by type and number.
    pub(super) fn toll(&self, units: &[UnitId]) -> Np {
        let mut parts: Vec<Np> = Vec::new();
        for (kind, group) in self.kinds(&self.sorted(units.iter().copied())) {
            parts.push(if kind.abilities.general {
                Np::Full(self.commander(kind.side))
            } else {
                count(group.len(), troop(kind).1)
            });
        }
        match parts.len() {
            0 => "nothing".into(),
            1 => parts.remove(0),
            _ => Np::List(parts),
        }
    }
}
