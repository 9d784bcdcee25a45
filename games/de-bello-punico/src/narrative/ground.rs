//! Names of units and wings: the names of this battle's units, ordinals for the others.

use crate::data::{BattleNote, Printed};
use crate::field::{Field, counted};
use crate::geometry::from_edge;
use crate::names::{Class, Id, Kind, Side};
use crate::state::State;
use engine::kit::Hex;
use engine::story::{Gap, Ledger, Line, Wing, people, say, side, wing};

/// A name in two: the people, and their number in Roman figures, if they have one.
fn numbered(name: &str) -> (&str, &str) {
    let roman = |word: &str| word.chars().all(|letter| matches!(letter, 'I' | 'V' | 'X'));
    name.rsplit_once(' ').filter(|(_, number)| roman(number)).unwrap_or((name, ""))
}

/// The table before and after a record, and what is remembered.
pub(super) struct Ground<'a> {
    pub(super) printed: &'a Printed,
    pub(super) battle: &'a BattleNote,
    pub(super) before: &'a State,
    pub(super) after: &'a State,
    pub(super) ledger: &'a Ledger,
}

impl<'a> Ground<'a> {
    pub(super) fn new(
        printed: &'a Printed,
        before: &'a State,
        after: &'a State,
        ledger: &'a Ledger,
    ) -> Self {
        Self { printed, battle: printed.battle(after.battle), before, after, ledger }
    }

    fn of(&self, id: Id) -> Option<(Side, Kind)> {
        let unit = self.after.units.get(&id).or_else(|| self.before.units.get(&id))?;
        Some((unit.side, unit.kind))
    }

    pub(super) fn side(&self, id: Id) -> Option<Side> {
        self.of(id).map(|(side, _)| side)
    }

    pub(super) fn mounted(&self, id: Id) -> bool {
        self.of(id).is_some_and(|(_, kind)| {
            matches!(self.printed.kind(kind).class, Class::Cavalry | Class::Elephant)
        })
    }

    pub(super) fn elephants(&self, id: Id) -> bool {
        self.of(id).is_some_and(|(_, kind)| self.printed.kind(kind).class == Class::Elephant)
    }

    /// The family of phrases that names a unit of no name of its own.
    fn family(&self, id: Id) -> String {
        match self.of(id) {
            Some((side, kind @ (Kind::E | Kind::Cl))) => {
                format!("unit/{}/{}", kind.word().to_ascii_lowercase(), side.word())
            }
            Some((_, kind)) => format!("unit/{}", kind.word().to_ascii_lowercase()),
            None => "unit/unseen".to_owned(),
        }
    }

    /// A unit by its name in this battle, or by its number: `the Third Hastati`.
    pub(super) fn name(&self, id: Id) -> Line {
        match self.battle.names.get(&id) {
            Some(name) => say("unit/named").with("name", name.as_str()),
            None => say(self.family(id)).with("n", Gap::Rank(counted(id).1)),
        }
    }

    /// Units by name, those of one kind or one people together: `Bruttii II and III and the First Velites`.
    pub(super) fn names(&self, ids: &[Id]) -> Vec<Line> {
        let mut named: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut groups: Vec<(String, Vec<u32>)> = Vec::new();
        for id in ids {
            if let Some(name) = self.battle.names.get(id) {
                let (people, number) = numbered(name);
                match named.iter_mut().find(|(other, _)| *other == people) {
                    Some((_, numbers)) if numbers.contains(&number) => {}
                    Some((_, numbers)) => numbers.push(number),
                    None => named.push((people, vec![number])),
                }
                continue;
            }
            let (family, number) = (self.family(*id), counted(*id).1);
            match groups.iter_mut().find(|(other, _)| *other == family) {
                Some((_, numbers)) if numbers.contains(&number) => {}
                Some((_, numbers)) => numbers.push(number),
                None => groups.push((family, vec![number])),
            }
        }
        let mut lines: Vec<Line> = named
            .into_iter()
            .map(|(people, numbers)| match numbers.as_slice() {
                [""] => say("unit/named").with("name", people),
                many => {
                    let numbers = many.iter().map(|number| Gap::from(*number)).collect();
                    say("unit/numbered").with("name", people).with("n", Gap::Series(numbers))
                }
            })
            .collect();
        lines.extend(groups.into_iter().map(|(family, numbers)| {
            if numbers.len() > 3 {
                return say("units/many")
                    .with("count", numbers.len())
                    .with("what", say(format!("kind/{family}")));
            }
            say(family).with("n", Gap::Series(numbers.into_iter().map(Gap::Rank).collect()))
        }));
        lines
    }

    /// The kinds or peoples of some units, for whoever need not know which of them it was: `Bruttii and Velites`.
    pub(super) fn kinds(&self, ids: &[Id]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for id in ids {
            let line = match self.battle.names.get(id) {
                Some(name) => say("unit/named").with("name", numbered(name).0),
                None => say(format!("kind/{}", self.family(*id))),
            };
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines
    }

    /// A leader as one calls him: `leader/gracchus`.
    pub(super) fn leader(&self, id: Id) -> Line {
        let note = self.printed.roster.leaders().iter().find(|note| note.id == id);
        let name = note.map_or_else(|| id.to_string(), |note| note.name.clone());
        say(format!("leader/{id}")).with("name", Gap::Name(name))
    }

    /// The leader of a side while it has him.
    pub(super) fn leading(&self, of: Side) -> Option<Line> {
        let leader = &self.after.camps[of].leader;
        (!leader.lost).then(|| self.leader(leader.id))
    }

    /// A side's army, by its leader while it has him.
    pub(super) fn army(&self, of: Side) -> Line {
        self.leading(of).map_or_else(|| people(of), |leader| say("led").with("leader", leader))
    }

    /// Those who fight for a side, by their leader while they have him.
    pub(super) fn men(&self, of: Side) -> Line {
        say("men").with("people", people(of)).maybe("leader", self.leading(of))
    }

    /// Steps from a side's own edge.
    pub(super) fn forward(&self, of: Side, hex: Hex) -> i32 {
        i32::from(from_edge(self.battle.grid(), Field::home(of), hex))
    }

    /// Columns from a side's left.
    pub(super) fn lateral(of: Side, hex: Hex) -> i32 {
        match of {
            Side::Rome => i32::from(hex.line),
            Side::Carthage => -i32::from(hex.line),
        }
    }

    /// The wing of a hex in a side's line as it stood before.
    pub(super) fn wing(&self, of: Side, hex: Hex) -> Wing {
        let own = self.before.units.values().filter(|unit| unit.side == of);
        let line: Vec<i32> = own
            .filter_map(super::super::state::Unit::hex)
            .map(|hex| Self::lateral(of, hex))
            .collect();
        wing(Self::lateral(of, hex), &line)
    }

    /// Where something of a side happened, in words.
    pub(super) fn place(&self, of: Side, hex: Hex) -> Line {
        let whose = self.leading(of).unwrap_or_else(|| side(of));
        say(format!("place/{}", self.wing(of, hex).word())).with("side", whose)
    }
}
