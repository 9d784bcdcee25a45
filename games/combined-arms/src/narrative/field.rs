//! Names of units and places: ordinals for ids, wings for squares.

use crate::data::chart::{Chart, Class, Kind};
use crate::names::{Side, UnitId};
use crate::rules::victory;
use crate::state::State;
use engine::kit::{Pair, Square};
use engine::story::{Gap, Ledger, Line, Wing, people, say, side, wing};

/// The table before and after a record, and what is remembered.
pub(super) struct Field<'a> {
    pub(super) chart: &'a Chart,
    pub(super) before: &'a State,
    pub(super) after: &'a State,
    pub(super) ledger: &'a Ledger,
}

impl<'a> Field<'a> {
    pub(super) const fn new(
        chart: &'a Chart,
        before: &'a State,
        after: &'a State,
        ledger: &'a Ledger,
    ) -> Self {
        Self { chart, before, after, ledger }
    }

    /// The type of a unit that stands, stood or waits anywhere.
    pub(super) fn kind(&self, id: UnitId) -> Option<&'a Kind> {
        let of = |state: &State| {
            let standing = state.units.iter().map(|unit| (unit.id, unit.kind));
            let lost = state.lost.iter().map(|unit| (unit.id, unit.kind));
            let waiting = state.waiting.iter().map(|unit| (unit.id, unit.kind));
            standing.chain(lost).chain(waiting).find(|(other, _)| *other == id)
        };
        let (_, kind) = of(self.after).or_else(|| of(self.before))?;
        Some(self.chart.kind(kind))
    }

    pub(super) fn side(&self, id: UnitId) -> Option<Side> {
        self.kind(id).map(|kind| kind.side)
    }

    pub(super) fn general(&self, id: UnitId) -> bool {
        self.kind(id).is_some_and(|kind| kind.abilities.general)
    }

    pub(super) fn mounted(&self, id: UnitId) -> bool {
        self.kind(id)
            .is_some_and(|kind| matches!(kind.class, Class::General | Class::Horse | Class::Beast))
    }

    /// A unit by name: `the Third Hastati`.
    pub(super) fn name(&self, id: UnitId) -> Option<Line> {
        let kind = self.kind(id)?;
        let line = say(format!("unit/{}", kind.name));
        let number = id.as_str().strip_prefix(kind.prefix.as_str())?.parse().ok();
        Some(line.maybe("n", number.map(Gap::Rank)))
    }

    /// Units by name, those of one type together: `the First and Third Hastati and Scipio`.
    pub(super) fn names(&self, ids: &[UnitId]) -> Vec<Line> {
        let mut groups: Vec<(&Kind, Vec<UnitId>)> = Vec::new();
        for id in ids {
            let Some(kind) = self.kind(*id) else { continue };
            match groups.iter_mut().find(|(other, _)| other.name == kind.name) {
                Some((_, units)) => {
                    if !units.contains(id) {
                        units.push(*id);
                    }
                }
                None => groups.push((kind, vec![*id])),
            }
        }
        let line = |(kind, units): (&Kind, Vec<UnitId>)| {
            let number = |id: &UnitId| {
                id.as_str().strip_prefix(kind.prefix.as_str())?.parse().ok().map(Gap::Rank)
            };
            let numbers: Vec<Gap> = units.iter().filter_map(number).collect();
            match numbers.len() {
                0 | 1 => self.name(units[0]),
                4.. => Some(
                    say("units/many")
                        .with("count", numbers.len())
                        .with("what", say(format!("kind/{}", kind.name))),
                ),
                _ => Some(say(format!("unit/{}", kind.name)).with("n", Gap::Series(numbers))),
            }
        };
        groups.into_iter().filter_map(line).collect()
    }

    /// The kinds of some units, for whoever need not know which of them it was: `Velites and allied horse`.
    pub(super) fn kinds(&self, ids: &[UnitId]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for kind in ids.iter().filter_map(|id| self.kind(*id)) {
            let word = if kind.abilities.general { "unit" } else { "kind" };
            let line = say(format!("{word}/{}", kind.name));
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines
    }

    /// A unit that has just been named: `them`.
    pub(super) fn pronoun(&self, id: UnitId) -> Line {
        say(if self.general(id) { "pronoun/general" } else { "pronoun" })
    }

    /// A side by its General while he stands.
    pub(super) fn command(&self, of: Side) -> Line {
        self.leader(of).unwrap_or_else(|| side(of))
    }

    /// The General of a side while he stands.
    pub(super) fn leader(&self, of: Side) -> Option<Line> {
        let general = self.after.units.iter().find(|unit| unit.side == of && self.general(unit.id));
        general.and_then(|unit| self.name(unit.id))
    }

    /// A side's army, by its General while he stands.
    pub(super) fn army(&self, of: Side) -> Line {
        self.leader(of).map_or_else(|| people(of), |leader| say("led").with("leader", leader))
    }

    /// Columns from a side's left.
    pub(super) fn lateral(&self, of: Side, square: Square) -> i32 {
        let col = i32::from(square.col);
        match of {
            Side::Rome => col,
            Side::Carthage => i32::from(self.after.board.size) - 1 - col,
        }
    }

    /// Rows from a side's own edge.
    pub(super) fn forward(&self, of: Side, square: Square) -> i32 {
        i32::from(self.after.board.row_of(of, square))
    }

    /// The wing of a square in a side's line as it stood before.
    pub(super) fn wing(&self, of: Side, square: Square) -> Wing {
        let own = self.before.units.iter().filter(|unit| unit.side == of);
        let line: Vec<i32> = own.map(|unit| self.lateral(of, unit.square)).collect();
        if line.is_empty() {
            return self.third(of, square);
        }
        wing(self.lateral(of, square), &line)
    }

    /// The third of the board that a square lies in.
    pub(super) fn third(&self, of: Side, square: Square) -> Wing {
        let (lateral, size) = (self.lateral(of, square), i32::from(self.after.board.size));
        match lateral * 3 / size.max(1) {
            0 => Wing::Left,
            1 => Wing::Centre,
            _ => Wing::Right,
        }
    }

    /// Where a unit stood, in words: by its side's General, unless it was he.
    pub(super) fn place(&self, id: UnitId, of: Side, square: Square) -> Line {
        let whose = |of: Side| if self.general(id) { side(of) } else { self.command(of) };
        let board = &self.after.board;
        let wing = self.third(of, square).word();
        let line = if board.in_zone(of.other(), square) {
            say(format!("place/beyond/{wing}"))
        } else if board.hills.has(square) {
            say(format!("place/hill/{wing}"))
        } else {
            say(format!("place/{wing}"))
        };
        line.with("side", whose(of)).with("other", whose(of.other()))
    }

    /// How far from its nearest friend a unit stood.
    pub(super) fn alone(&self, id: UnitId, square: Square) -> Option<u8> {
        let of = self.side(id)?;
        let friends = self.before.units.iter().filter(|unit| unit.side == of && unit.id != id);
        friends.map(|unit| unit.square.distance(square)).min()
    }

    /// Points that each side has destroyed, before and after.
    pub(super) fn points(&self) -> (Pair<u32>, Pair<u32>) {
        (victory::points(self.chart, self.before), victory::points(self.chart, self.after))
    }

    /// Units of a side on the board.
    pub(super) fn left(&self, of: Side) -> usize {
        self.after.units.iter().filter(|unit| unit.side == of).count()
    }

    /// Units that a side has lost.
    pub(super) fn lost(&self, of: Side) -> usize {
        self.after.lost.iter().filter(|unit| unit.side == of).count()
    }
}
