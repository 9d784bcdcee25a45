//! Names of units, commands and places: ordinals for ids, commands for wings, named ground for hexes.

use crate::data::Printed;
use crate::names::{Class, Id, Side};
use crate::state::State;
use engine::kit::Hex;
use engine::story::{Gap, Ledger, Line, say};

/// The two legions of each Roman commander.
const LEGIONS: [(&str, [&str; 2]); 3] =
    [("livius", ["la", "lb"]), ("nero", ["i", "x"]), ("porcius", ["pa", "pb"])];

/// The table before and after a record, and what is remembered.
pub(super) struct Ground<'a> {
    pub(super) printed: &'a Printed,
    pub(super) before: &'a State,
    pub(super) after: &'a State,
    pub(super) ledger: &'a Ledger,
}

#[expect(clippy::unused_self, reason = "names are asked of the ground, as in every title")]
impl<'a> Ground<'a> {
    pub(super) const fn new(
        printed: &'a Printed,
        before: &'a State,
        after: &'a State,
        ledger: &'a Ledger,
    ) -> Self {
        Self { printed, before, after, ledger }
    }

    pub(super) fn side(&self, id: Id) -> Option<Side> {
        self.printed.roster.unit(id).map(|counter| counter.side)
    }

    pub(super) fn command(&self, id: Id) -> Option<Id> {
        self.printed.roster.unit(id).map(|counter| counter.command)
    }

    pub(super) fn mounted(&self, id: Id) -> bool {
        self.printed
            .roster
            .unit(id)
            .is_some_and(|counter| matches!(counter.class, Class::Cav | Class::El))
    }

    /// A command by name.
    pub(super) fn command_name(&self, command: Id) -> Line {
        say(format!("command/{command}"))
    }

    /// Commands by name, the two legions of one commander together: `Nero's legions`.
    pub(super) fn commands(&self, ids: &[Id]) -> Vec<Line> {
        let goes = |legion: &&str| ids.iter().any(|id| id.as_str() == *legion);
        let mut lines: Vec<Line> = Vec::new();
        for id in ids {
            let mut pairs = LEGIONS.iter().filter(|(_, pair)| pair.iter().all(&goes));
            let line = match pairs.find(|(_, pair)| pair.contains(&id.as_str())) {
                Some((whose, _)) => say(format!("command/both/{whose}")),
                None => self.command_name(*id),
            };
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines
    }

    /// Whose men some units are, for whoever need not know which of them it was: `Livius' men`, `the Gauls`.
    pub(super) fn men(&self, ids: &[Id]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for command in ids.iter().filter_map(|id| self.command(*id)) {
            let line = match LEGIONS.iter().find(|(_, pair)| pair.contains(&command.as_str())) {
                Some((whose, _)) => say(format!("men/{whose}")),
                None => self.command_name(command),
            };
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines
    }

    /// How many of whose men some units are: `two units of Livius' men`.
    pub(super) fn some(&self, ids: &[Id]) -> Line {
        let family = if ids.len() == 1 { "some/one" } else { "some/many" };
        say(family).with("count", ids.len()).with("men", self.men(ids))
    }

    /// A unit by name: `the Third of Legion X`.
    pub(super) fn name(&self, id: Id) -> Line {
        match family(id) {
            (family, Some(number)) => say(family).with("n", Gap::Rank(number)),
            (family, None) => say(family),
        }
    }

    /// Units by name, those of one sort together.
    pub(super) fn names(&self, ids: &[Id]) -> Vec<Line> {
        let mut groups: Vec<(String, Vec<u32>)> = Vec::new();
        for id in ids {
            let (family, number) = family(*id);
            let at = groups.iter().position(|(other, _)| *other == family).unwrap_or_else(|| {
                groups.push((family, Vec::new()));
                groups.len() - 1
            });
            let numbers = &mut groups[at].1;
            if let Some(number) = number.filter(|number| !numbers.contains(number)) {
                numbers.push(number);
            }
        }
        for (_, numbers) in &mut groups {
            numbers.sort_unstable();
        }
        let line = |(family, numbers): (String, Vec<u32>)| match numbers.as_slice() {
            [] => say(family),
            [number] => say(family).with("n", Gap::Rank(*number)),
            many if many.len() > 3 => say(format!("{family}/many")).with("count", many.len()),
            many => {
                let numbers = many.iter().map(|number| Gap::Rank(*number)).collect();
                say(format!("{family}/some")).with("n", Gap::Series(numbers))
            }
        };
        groups.into_iter().map(line).collect()
    }

    /// Where a unit stood before the record, or stands now.
    pub(super) fn hex(&self, id: Id) -> Option<Hex> {
        let before = self.before.units.get(&id);
        before.or_else(|| self.after.units.get(&id)).map(|unit| unit.hex)
    }

    /// Lines of hexes from a side's own edge.
    pub(super) fn forward(of: Side, hex: Hex) -> i32 {
        match of {
            Side::Rome => i32::from(hex.line),
            Side::Carthage => -i32::from(hex.line),
        }
    }

    /// The named ground near a hex, in words.
    pub(super) fn place(&self, hex: Hex) -> Option<Line> {
        let ground = &self.printed.ground;
        let near = ground.names.iter().map(|(at, name)| (ground.grid.distance(*at, hex), name));
        let (far, name) = near.filter(|(far, _)| *far <= 3).min_by_key(|(far, _)| *far)?;
        let family = if far <= 1 { "place/on" } else { "place/near" };
        Some(say(family).with("place", name.as_str()))
    }

    /// Units of a command that have been lost.
    pub(super) fn lost_of(&self, command: Id) -> usize {
        self.after.lost.iter().filter(|loss| self.command(loss.unit) == Some(command)).count()
    }

    pub(super) fn strength_of(&self, command: Id) -> usize {
        self.printed.roster.command(command).map_or(0, |note| note.units.len())
    }
}

/// The family of phrases that names a unit, and its number in it.
fn family(id: Id) -> (String, Option<u32>) {
    let Some((prefix, rest)) = id.as_str().split_once('-') else {
        return (format!("unit/{id}"), None);
    };
    match rest.parse() {
        Ok(number) => (format!("unit/{prefix}"), Some(number)),
        Err(_) => (format!("unit/{prefix}-{rest}"), None),
    }
}
