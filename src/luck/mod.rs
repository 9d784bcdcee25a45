//! Luck, told afterwards: what each side threw, what it could expect, and how many games in a hundred would have been worse.
//!
//! It reads recorded events and nothing else, so that it works in every copy of a game and tells no roll that is not open
//! there. Whose luck a throw is, and which way it is good, stands in `games/TITLE/luck.yaml`.

mod histogram;
mod odds;
mod spec;
mod swing;

pub use histogram::histogram;
pub use spec::Spec;
pub use swing::{Result as Came, Swing, Throw, most};

use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// One die that was thrown for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Die {
    /// The side whose luck it is.
    pub side: String,
    /// The purpose of the throw, in words.
    pub kind: String,
    /// The value of each of its faces, face 1 first: the values of a die sum to 0.
    pub worth: Vec<i32>,
    /// The face that came, from 1.
    pub face: u32,
}

impl Die {
    /// The value of the face that came.
    fn value(&self) -> i32 {
        self.worth[self.face as usize - 1]
    }
}

/// The luck of some dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Luck {
    pub dice: usize,
    /// Dice that came better than the average of their faces.
    pub better: usize,
    /// Of a thousand games, those that these dice would have treated worse, the equal ones counted half: 500 is even.
    pub permille: u32,
}

impl Luck {
    fn of(dice: &[&Die]) -> Self {
        Self {
            dice: dice.len(),
            better: dice.iter().filter(|die| die.value() > 0).count(),
            permille: odds::permille(dice),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideLuck {
    pub all: Luck,
    /// By what they were thrown for.
    pub kinds: BTreeMap<String, Luck>,
}

/// The dice of a record, from the text of its `events.yaml` or `hidden.yaml`.
///
/// # Errors
/// Why the text cannot be read.
pub fn dice(text: &str, spec: &Spec) -> Result<Vec<Die>, String> {
    let read = events(text)?;
    let read = read.iter().map(|event| spec.dice(event)).collect::<Result<Vec<_>, _>>()?;
    Ok(read.into_iter().flatten().collect())
}

/// The throws of a record, from the same text: those that are somebody's luck.
///
/// # Errors
/// As [`dice`].
pub fn throws(record: u32, text: &str, spec: &Spec) -> Result<Vec<Throw>, String> {
    let mut throws = Vec::new();
    for event in events(text)? {
        let dice = spec.dice(&event)?;
        let mut worths: BTreeMap<&str, i32> = BTreeMap::new();
        for die in &dice {
            *worths.entry(&die.side).or_default() += die.value();
        }
        let most = worths.into_iter().max_by_key(|(_, worth)| worth.abs());
        let (Some((side, worth)), Some(label)) = (most, event["roll"]["label"].as_str()) else {
            continue;
        };
        throws.push(Throw {
            record,
            label: label.to_owned(),
            side: side.to_owned(),
            kind: dice[0].kind.clone(),
            faces: dice.iter().map(|die| die.face).collect(),
            worth,
        });
    }
    Ok(throws)
}

fn events(text: &str) -> Result<Vec<Value>, String> {
    let record: Value = record::read_plain(text)?;
    let chapters = record.get("chapters").and_then(Value::as_array);
    let events =
        chapters.into_iter().flatten().filter_map(|chapter| chapter.get("events")?.as_array());
    Ok(events.flatten().cloned().collect())
}

pub fn sides(dice: &[Die]) -> BTreeMap<String, SideLuck> {
    let mut by_side: BTreeMap<&str, Vec<&Die>> = BTreeMap::new();
    for die in dice {
        by_side.entry(&die.side).or_default().push(die);
    }
    let of = |(side, dice): (&str, Vec<&Die>)| {
        let mut kinds: BTreeMap<&str, Vec<&Die>> = BTreeMap::new();
        for die in &dice {
            kinds.entry(&die.kind).or_default().push(die);
        }
        let kinds = kinds.into_iter().map(|(kind, dice)| (kind.to_owned(), Luck::of(&dice)));
        (side.to_owned(), SideLuck { all: Luck::of(&dice), kinds: kinds.collect() })
    };
    by_side.into_iter().map(of).collect()
}

#[cfg(test)]
mod tests;
