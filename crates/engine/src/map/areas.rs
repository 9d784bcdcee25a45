//! The contents of a map of areas: regions, provinces and seas. It names areas only by their ids; an outline of the
//! title gives their shapes and places on the sheet.

use super::StrokeKind;
use serde::{Deserialize, Serialize};

/// The board of areas, and all that stands and happens on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Areas {
    /// The outline: the title's slug.
    pub outline: String,
    /// The title in words, for the cartouche.
    pub heading: String,
    /// The lines below the title: turn, who is awaited, who has the initiative.
    pub lines: Vec<String>,
    /// Further notes, below the legend: hands of cards, points.
    pub notes: Vec<String>,
    /// The areas, with who holds them.
    pub places: Vec<Place>,
    /// The adjacent pairs of areas in the game, each once.
    pub ways: Vec<Way>,
    /// The counters on the areas. In each area the first takes the best place.
    pub counters: Vec<Counter>,
    /// Seas that carry armies from one to the other.
    pub chains: Vec<Chain>,
    /// Marches and retreats, in order.
    pub marches: Vec<March>,
    /// Areas where a battle is fought or awaited.
    pub battles: Vec<Event>,
    /// The cities under siege.
    pub sieges: Vec<Siege>,
    /// Units lost, by area and side.
    pub losses: Vec<Loss>,
}

/// An area of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Its name in orders and in the outline.
    pub id: String,
    /// Its name in words.
    pub name: String,
    /// The word of the side that holds it, `wild` for land that nobody can hold, empty if nobody holds it.
    pub holder: String,
    /// Sides whose symbol is printed there.
    pub symbols: Vec<String>,
    /// The kind of symbol: `influence` or `fleet`; empty without one.
    pub symbol: String,
}

/// Two adjacent areas, and how they are adjacent.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Way {
    /// Their ids, the lesser first.
    pub between: [String; 2],
    /// The kind of border or route between them.
    pub kind: WayKind,
}

impl Way {
    /// The way between two areas, named in any order.
    pub fn new(one: &str, other: &str, kind: WayKind) -> Self {
        Self { between: [one.min(other).to_owned(), one.max(other).to_owned()], kind }
    }
}

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
/// The ways in which two areas can be adjacent.
#[serde(rename_all = "kebab-case")]
pub enum WayKind {
    /// A border on land.
    #[default]
    Land,
    /// By a mountain route across the border.
    Mountain,
    /// By a sea route from coast to coast.
    Sea,
    /// A region and a sea that it touches.
    Coast,
    /// Two seas side by side.
    Water,
}

/// Units of one side that stand together as one counter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// Its name, unique on the map.
    pub id: String,
    /// Small print below: how orders name it, or the place.
    pub label: String,
    /// The id of the area that it stands on.
    pub area: String,
    /// The side: `rome` is drawn light, `carthage` dark.
    pub side: String,
    /// Its unit symbol: `heavy-infantry`, `general`, `fleet`.
    pub symbol: String,
    /// The number of units that it stands for.
    pub count: u16,
    /// States as words that have a sign: `besieged`, `quarters`, `no-quarters`.
    pub marks: Vec<String>,
    /// All of it in words.
    pub words: String,
}

/// Two seas that carry a side's armies from one to the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chain {
    /// The word of the side whose armies they carry.
    pub side: String,
    /// The ids of the two seas.
    pub between: [String; 2],
    /// The same in words.
    pub words: String,
}

/// The way of units through areas.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// The word of the side that marches.
    pub side: String,
    /// A move, or a retreat.
    pub kind: StrokeKind,
    /// The areas in order, seas that carried the units among them.
    pub path: Vec<String>,
    /// The counter that it ends at, if that still stands; else empty.
    pub counter: String,
    /// The same in words.
    pub words: String,
}

/// Something that happens in an area.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The id of the area.
    pub area: String,
    /// The event in words.
    pub words: String,
}

/// A city under siege.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Siege {
    /// The area whose city is besieged.
    pub area: String,
    /// For how long: the title's own count.
    pub count: u16,
    /// The siege in words.
    pub words: String,
}

/// Units that were lost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    /// The area in which they were lost.
    pub area: String,
    /// The side that lost them.
    pub side: String,
    /// The number of units lost there.
    pub count: u16,
    /// The name of the drawing of what was lost.
    #[serde(default)]
    pub symbol: String,
    /// The loss in words.
    pub words: String,
}
