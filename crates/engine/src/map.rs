//! The description of a map. The SVG, the text map and the description in words are all made from it.

pub mod areas;
pub mod score;

pub use areas::Areas;
pub use score::Score;

use serde::{Deserialize, Serialize};

/// A point on the map, in hundredths of a square's side; x to the east, y to the south.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Point {
    /// The distance to the east of the map's origin.
    pub x: i32,
    /// The distance to the south of the map's origin.
    pub y: i32,
}

/// A map, with everything that is drawn on and beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Map {
    /// One line above it.
    pub title: String,
    /// Extent, from (0, 0).
    pub size: Point,
    /// Squares, hexes or areas, in reading order (north to south, west to east).
    pub cells: Vec<Cell>,
    /// Names at the edges: `a` to `l`, `1` to `12`.
    pub labels: Vec<Label>,
    /// Units, in reading order.
    pub pieces: Vec<Piece>,
    /// Ways between places, where the outlines of cells do not show what is beside what.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub links: Vec<Link>,
    /// Moves, attacks and retreats of the phase, in order.
    pub strokes: Vec<Stroke>,
    /// The lines of the legend, which explain the signs.
    pub legend: Vec<Legend>,
    /// Further pictures that belong to the record, such as a battle's line at its turning points, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Figure>,
    /// The texts beside the map of a battle on hexes or squares; none for maps of areas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marginalia: Option<Marginalia>,
    /// The steps of the record, for a battle: the position before it, then its turning points, in order. The map itself
    /// shows the position after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<Stage>,
    /// The same position for a title whose map is one of areas with an outline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub areas: Option<Areas>,
    /// The score of each side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub score: Vec<Score>,
}

impl Map {
    /// The position before the record, on the same ground: nothing has moved yet. None where it is not known.
    pub fn before(&self) -> Option<Self> {
        let Stage { pieces, .. } = self.stages.first()?.clone();
        let links = Vec::new();
        Some(Self { pieces, links, strokes: Vec::new(), stages: Vec::new(), ..self.clone() })
    }
}

/// The texts in the margins of a battle's map, in the style of a campaign atlas: title, key and the lists beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marginalia {
    /// The name of the battle.
    pub heading: String,
    /// Its year, or what else stands below the name.
    pub when: String,
    /// Turn and side: `Turn 4: Carthage moves`.
    pub moment: String,
    /// The tally of losses against the number that ends the game: `Rome has lost 2 of 12, Carthage 1 of 19`.
    pub tally: String,
    /// The meaning of the figures on a counter, in their order: `morale, move`.
    pub figures: String,
    /// The name of a piece's zone: `zone of control`.
    pub zones: String,
    /// Commands whose units bear a stripe, in the order of their stripes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<Command>,
    /// Names that belong to a place: a general's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Label>,
    /// Units that are gone for good, in the order of their loss.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<Piece>,
}

/// A Command of several units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The letters that its units' names begin with: `la`.
    pub id: String,
    /// Its name in prose.
    pub name: String,
    /// The word of the side that it belongs to.
    pub side: String,
    /// The number of its stripe ([`Piece::stripe`]).
    pub stripe: u8,
    /// Its chit, if it has one: the order in words, empty while it lies face down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chit: Option<String>,
    /// Its units, by name.
    pub units: Vec<String>,
}

/// A moment of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// The next thing to happen, in words; empty for the position before the first.
    pub words: String,
    /// The pieces, at their places at this moment.
    pub pieces: Vec<Piece>,
    /// The next thing to happen, as lines.
    pub strokes: Vec<Stroke>,
}

/// A further map that a report can show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// The name by which a report refers to it.
    pub name: String,
    /// The map; further maps inside it are ignored.
    pub map: Map,
}

/// A square, hex or area.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Its name in orders, unique on the map: `e7`.
    pub id: String,
    /// Centre, where pieces stand.
    pub centre: Point,
    /// Corners, in order round it.
    pub outline: Vec<Point>,
    /// Terrain, as a word that the drawing gives a pattern: `open`, `hill`, `plateau`, `sea`.
    pub terrain: String,
    /// One sign for it on a text map; a blank for none.
    pub sign: char,
    /// Place on a text map: column and row of characters, from 0.
    pub text: (u16, u16),
    /// Name to print in it, if any.
    pub label: String,
    /// Its height above the lowest ground, in levels.
    #[serde(default, skip_serializing_if = "low")]
    pub level: u8,
}

/// True for level ground, whose level is not written.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
const fn low(level: &u8) -> bool {
    *level == 0
}

/// A way between two places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The kind of way: `land`, `mountain`, `sea`.
    pub kind: String,
    /// Its two ends.
    pub ends: [Point; 2],
    /// A full description, for those who read the map in words.
    pub words: String,
}

/// A name beside the cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The text of the label.
    pub text: String,
    /// The centre of the text.
    pub at: Point,
    /// Place on a text map.
    pub place: (u16, u16),
}

/// A unit on the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Its name in orders, unique on the map: `ve1`.
    pub id: String,
    /// The id of the cell that it stands in.
    pub cell: String,
    /// The position of its centre.
    pub at: Point,
    /// The side: `rome` is drawn light, `carthage` dark, in black and white too.
    pub side: String,
    /// One to three letters that say its type.
    pub sign: String,
    /// Small print below the sign: values, pila left.
    pub values: String,
    /// The direction in which it faces, in degrees clockwise from north.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub facing: Option<u16>,
    /// States as words that the drawing gives marks: `retreated`, `veteran`, `hurt-2`, `charged`.
    pub marks: Vec<String>,
    /// A few characters for a text map: letter or name, and arrow.
    pub token: String,
    /// All of it in words, for the title of the drawn piece and for those who read.
    pub words: String,
    /// Its kind in words, for the key: `allied legionaries`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The drawing of its kind: `heavy-infantry`, `elephant`; empty where letters serve.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub symbol: String,
    /// The one figure that matters most, printed large; empty where `values` say all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub figure: String,
    /// The stripe of its Command, from 1; 0 for none.
    #[serde(default, skip_serializing_if = "low")]
    pub stripe: u8,
    /// The cells that it controls, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zone: Vec<String>,
}

/// The meanings of a stroke.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StrokeKind {
    /// A unit moves.
    #[default]
    Move,
    /// A unit attacks.
    Attack,
    /// A shot from a distance.
    Volley,
    /// A unit retreats.
    Retreat,
    /// Something destroyed, at its last place.
    Loss,
}

/// A line on the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stroke {
    /// The meaning of the line.
    pub kind: StrokeKind,
    /// Its points; one for a loss.
    pub points: Vec<Point>,
    /// The side that does it.
    pub side: String,
    /// The same in words.
    pub words: String,
    /// The unit that acts, or that is acted on; empty where the words say enough.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// The fight that it belongs to, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fight: Option<Fight>,
}

/// The entry of a fight in the key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// Its number among those of the record, from 1.
    pub number: u16,
    /// The fighters and the result.
    pub words: String,
}

/// One line of the legend.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Legend {
    /// The sign as it stands on the map.
    pub sign: String,
    /// The meaning of the sign.
    pub words: String,
    /// The side, if it is a unit type's sign.
    pub side: String,
}

impl Legend {
    /// A line for a sign; `side` is empty where it is not a unit type's.
    pub fn new(sign: &str, words: &str, side: &str) -> Self {
        Self { sign: sign.to_owned(), words: words.to_owned(), side: side.to_owned() }
    }
}
