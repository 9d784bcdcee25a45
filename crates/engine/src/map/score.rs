//! What decides the game, as far as a viewer may know it: a line for each side, below the map.

use serde::{Deserialize, Serialize};

/// The line of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The word of the side.
    pub side: String,
    /// What the number counts, such as units lost or provinces held.
    pub count: Count,
    /// How many there are.
    pub done: u16,
    /// How many decide; 0 where the greater number of the two does.
    pub of: u16,
    /// The side's deck, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<Card>,
    /// Its points of command, by the box in which they lie.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boxes: Vec<Chest>,
    /// Its players, the first of them ahead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Standing>,
}

/// What a score counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// Units lost for good.
    #[default]
    Lost,
    /// Points of a rout.
    Rout,
    /// Areas of the enemy's that are held.
    Areas,
    /// Points of the enemy's that were destroyed.
    Points,
    /// Provinces held, of all.
    Provinces,
}

/// A card of a deck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Its printed name.
    pub name: String,
    /// Its strength.
    pub value: i32,
    /// Whether it bears a symbol.
    pub star: bool,
    /// Whether it is in hand.
    pub held: bool,
}

/// A box with points in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chest {
    /// The name of its caption.
    pub name: String,
    /// How many points lie in it.
    pub points: u8,
    /// Whether one of them is known to be blank.
    pub blank: bool,
}

/// A player among several of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The seat.
    pub name: String,
    /// Points.
    pub points: u16,
    /// Whether nobody has more.
    pub leads: bool,
    /// The army that the player commands, its size and place; nothing without one.
    pub army: String,
}
