//! The table as the checker folds it from events, and what names stand for.

use engine::story::Entity;
use mutator::stories::word;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Column and row, from 0.
pub(super) type At = (i32, i32);

/// The letters of a type's ids, what it is worth, whether it is heavy foot, its men as a noun.
const TYPES: [(&str, usize, bool, &str); 15] = [
    ("scipio", 0, false, "Scipio"),
    ("ve", 2, false, "Velites"),
    ("pr", 4, true, "Principes"),
    ("ha", 3, true, "Hastati"),
    ("tr", 3, true, "Triarii"),
    ("ac", 3, false, "allied horse"),
    ("on", 3, false, "Onagers"),
    ("hannibal", 0, false, "Hannibal"),
    ("ca", 2, false, "slingers"),
    ("nu", 3, false, "Numidians"),
    ("sp", 3, false, "Spanish horse"),
    ("su", 3, true, "Scutarii"),
    ("af", 4, true, "Africans"),
    ("ce", 3, true, "Celts"),
    ("el", 4, false, "Elephants"),
];

const ROMANS: [&str; 7] = ["scipio", "ve", "pr", "ha", "tr", "ac", "on"];

pub(super) fn letters(unit: &str) -> &str {
    unit.trim_end_matches(|letter: char| letter.is_ascii_digit())
}

pub(super) fn side(unit: &str) -> &'static str {
    if ROMANS.contains(&letters(unit)) { "rome" } else { "carthage" }
}

pub(super) fn other(side: &str) -> &'static str {
    if side == "rome" { "carthage" } else { "rome" }
}

pub(super) fn general(unit: &str) -> bool {
    matches!(unit, "scipio" | "hannibal")
}

fn kind(unit: &str) -> &'static (&'static str, usize, bool, &'static str) {
    TYPES.iter().find(|(of, ..)| *of == letters(unit)).expect("a type of the game")
}

pub(super) fn worth(unit: &str) -> usize {
    kind(unit).1
}

pub(super) fn men(unit: &str) -> &'static str {
    kind(unit).3
}

pub(super) fn square(text: &str) -> At {
    let column = i32::from(text.as_bytes()[0]) - i32::from(b'a');
    (column, text[1..].parse::<i32>().expect("a row") - 1)
}

/// Steps between two squares; a diagonal step is one.
pub(super) fn distance(one: At, other: At) -> i32 {
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}

pub(super) fn named(who: &Entity) -> BTreeSet<String> {
    who.key.split('+').map(str::to_owned).collect()
}

/// The places of units, and the board.
#[derive(Clone, Default)]
pub(super) struct Table {
    pub(super) at: BTreeMap<String, At>,
    pub(super) size: i32,
    pub(super) hills: BTreeSet<At>,
    pub(super) plateaus: BTreeSet<At>,
}

impl Table {
    pub(super) fn of(state: &Value) -> Self {
        let units = state["units"].as_array().into_iter().flatten();
        let squares = |field: &str| {
            mutator::stories::ids(&state["board"], field).iter().map(|one| square(one)).collect()
        };
        Self {
            at: units
                .map(|unit| (word(unit, "id").to_owned(), square(word(unit, "square"))))
                .collect(),
            size: state["board"]["size"]
                .as_i64()
                .and_then(|n| i32::try_from(n).ok())
                .expect("a size"),
            hills: squares("hills"),
            plateaus: squares("plateaus"),
        }
    }

    pub(super) fn one(&mut self, event: &Value) {
        let unit = word(event, "unit").to_owned();
        match word(event, "kind") {
            "placed" => {
                self.at.insert(unit, square(word(event, "square")));
            }
            "moved" | "retreat" => {
                self.at.insert(unit, square(word(event, "to")));
            }
            "destroyed" => {
                self.at.remove(&unit);
            }
            _ => {}
        }
    }

    pub(super) fn wing(&self, at: At) -> &'static str {
        match at.0 * 3 / self.size {
            0 => "on the Roman left",
            1 => "in the centre",
            _ => "on the Roman right",
        }
    }

    fn line(&self, of: &str) -> Option<i32> {
        let heavy = self.at.iter().filter(|(unit, _)| side(unit) == of && kind(unit).2);
        let mut rows: Vec<i32> = heavy.map(|(_, at)| at.1).collect();
        rows.sort_unstable();
        rows.get(rows.len() / 2).copied()
    }

    /// The place of a unit deep in the enemy's ground, in words.
    pub(super) fn deep(&self, of: &str, at: At) -> Option<String> {
        let (rome, carthage) = (self.line("rome")?, self.line("carthage")?);
        let within = |whose: &str| {
            let heavy = self.at.iter().filter(|(unit, _)| side(unit) == whose && kind(unit).2);
            let columns: Vec<i32> = heavy.map(|(_, at)| at.0).collect();
            columns.iter().any(|one| *one <= at.0) && columns.iter().any(|one| *one >= at.0)
        };
        let (beyond, whose) =
            if of == "rome" { (at.1 - carthage, "Carthaginian") } else { (rome - at.1, "Roman") };
        let place = match beyond {
            _ if carthage - rome < 3 => return None,
            1.. => "behind",
            0 if within(other(of)) => "in",
            -2..=-1 if -beyond < carthage - rome + beyond => "in front of",
            _ => return None,
        };
        Some(format!("{place} the {whose} line"))
    }

    fn on(&self, at: At) -> Option<&String> {
        self.at.iter().find(|(_, other)| **other == at).map(|(unit, _)| unit)
    }

    /// The five squares to which a unit can fall back if they are free: three behind it and two beside it.
    pub(super) fn behind(&self, unit: &str) -> Vec<At> {
        let (column, row) = self.at[unit];
        let back = if side(unit) == "rome" { -1 } else { 1 };
        [(0, back), (-1, back), (1, back), (-1, 0), (1, 0)]
            .map(|(columns, rows)| (column + columns, row + rows))
            .into_iter()
            .filter(|at| self.holds(*at))
            .collect()
    }

    fn holds(&self, at: At) -> bool {
        (0..self.size).contains(&at.0) && (0..self.size).contains(&at.1)
    }

    /// True if a unit has no square to fall back to.
    pub(super) fn cornered(&self, unit: &str) -> bool {
        let free = |at: &&At| {
            !self.plateaus.contains(*at) && self.on(**at).is_none() && !self.touched(unit, **at)
        };
        self.behind(unit).iter().find(free).is_none()
    }

    /// True of a square beside a unit to which it may not fall back because an enemy is next to it.
    fn touched(&self, unit: &str, at: At) -> bool {
        let near =
            |(foe, there): (&String, &At)| side(foe) != side(unit) && distance(*there, at) == 1;
        at.1 == self.at[unit].1 && self.at.iter().any(near)
    }

    /// Whether its own side, the enemy and the ground take squares to which a unit could fall back.
    pub(super) fn shut_by(&self, unit: &str) -> [bool; 3] {
        let mut shut = [false; 3];
        for at in self.behind(unit) {
            match self.on(at) {
                _ if self.plateaus.contains(&at) => shut[2] = true,
                Some(other) => shut[usize::from(side(other) != side(unit))] = true,
                None => shut[1] |= self.touched(unit, at),
            }
        }
        shut
    }

    /// Those of a side who stand on the squares to which a unit could fall back.
    pub(super) fn barring(&self, unit: &str, of: &str) -> Vec<String> {
        let there = self.behind(unit).into_iter().filter_map(|at| self.on(at).cloned());
        there.filter(|other| side(other) == of).collect()
    }

    /// The enemies next to a unit.
    pub(super) fn beside(&self, unit: &str) -> BTreeSet<String> {
        let Some(here) = self.at.get(unit) else { return BTreeSet::new() };
        let near =
            |(foe, at): &(&String, &At)| side(foe) != side(unit) && distance(**at, *here) == 1;
        self.at.iter().filter(near).map(|(foe, _)| foe.clone()).collect()
    }
}
