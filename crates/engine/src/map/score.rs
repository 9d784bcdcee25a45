//! The score that decides the game, as far as a viewer may know it: a line for each side, below the map.

use serde::{Deserialize, Serialize};

/// The line of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The word of the side.
    pub side: String,
    /// The things that are counted, such as units lost or provinces held.
    pub count: Count,
    /// The present count.
    pub done: u16,
    /// The count that decides the game; for points and provinces, the total that exists; 0 if it is not known.
    pub of: u16,
    /// The points that this count would give each of its players if the game ended now.
    #[serde(default)]
    pub each: u16,
    /// The side's deck, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<Card>,
    /// Its points of command, by the box in which they lie.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boxes: Vec<Chest>,
    /// Its players, the leader first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Standing>,
}

/// The things that a score can count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// Units lost for good.
    #[default]
    Lost,
    /// Points of a rout.
    Rout,
    /// Enemy areas that are held.
    Areas,
    /// Enemy points that were destroyed.
    Points,
    /// Provinces held, of all.
    Provinces,
}

/// A card of a deck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The name printed on the card.
    pub name: String,
    /// The number printed on the card.
    pub value: i32,
    /// True if the card bears a symbol.
    pub star: bool,
    /// True if the card is in hand.
    pub held: bool,
}

/// A box with points in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chest {
    /// The name of its caption.
    pub name: String,
    /// The number of points in the box.
    pub points: u8,
    /// True if one of the points is known to be blank.
    pub blank: bool,
}

/// A player among several of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The seat of the player.
    pub name: String,
    /// The player's own points.
    pub points: u16,
    /// True if the player would win if the game ended now, alone or with others.
    pub leads: bool,
    /// The army that the player commands, its size and place; nothing without one.
    pub army: String,
}
