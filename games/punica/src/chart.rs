//! The board and the cards as the rules use them: areas by index in the order of their ids, so that ties by id are ties by index.

use engine::Seat;
use engine::kit::Slug;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Id of an area: `mare-tyrrhenum`.
pub type AreaId = Slug<24>;
/// Id of a card: `r6`.
pub type CardId = Slug<4>;
/// Id of a unit: `ra1`, `cf3`, `hannibal`.
pub type UnitId = Slug<8>;

/// Most areas a board may have: a set of areas is 32 bits.
pub(crate) const AREAS_MAX: usize = 32;

/// One of the two sides, which is also the name of its seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The Roman side.
    Rome,
    /// The Carthaginian side.
    Carthage,
}

impl Side {
    /// Both, in seat order.
    pub const BOTH: [Self; 2] = [Self::Rome, Self::Carthage];

    /// The enemy.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Rome => Self::Carthage,
            Self::Carthage => Self::Rome,
        }
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rome => "rome",
            Self::Carthage => "carthage",
        }
    }

    /// Its seat.
    pub fn seat(self) -> Seat {
        Seat::new(self.word())
    }

    /// The side of a seat, if it has one.
    pub fn of(seat: &Seat) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.word() == seat.name())
    }

    /// Place in a pair.
    pub fn at(self) -> usize {
        usize::from(self == Self::Carthage)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// An area by its index.
pub(crate) type Area = usize;
/// A set of areas, a bit each.
pub(crate) type Areas = u32;

/// The areas of a set, lowest index first.
pub(crate) fn each(mut set: Areas) -> impl Iterator<Item = Area> {
    std::iter::from_fn(move || {
        let area = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(area)
    })
}

/// The set of one area.
pub(crate) const fn bit(area: Area) -> Areas {
    1 << area
}

/// What a place on the board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaceKind {
    /// A region: armies stand here.
    Region {
        /// Whether it is a capital; else it is an area of influence.
        capital: bool,
        /// Whose it is, by side.
        of: [bool; 2],
        /// Whether it is an island.
        island: bool,
    },
    /// A sea, with the side whose fleet symbol is printed there.
    Sea {
        /// The symbol's side.
        symbol: Option<Side>,
    },
}

/// One area as printed.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// Its id.
    pub id: AreaId,
    /// Its three-letter code.
    pub code: String,
    /// Its printed name.
    pub name: String,
    /// What it is.
    pub kind: PlaceKind,
    /// Where it is drawn: column and row.
    pub at: (u16, u16),
}

/// The board.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// The areas, sorted by id.
    pub places: Vec<Place>,
    /// Regions across a border, or seas beside a sea.
    pub beside: Vec<Areas>,
    /// Seas that a region touches, or regions that a sea touches.
    pub touch: Vec<Areas>,
    /// All regions.
    pub regions: Areas,
    /// All seas.
    pub seas: Areas,
    /// The capitals, by side.
    pub capital: [Area; 2],
    /// The home seas, by side.
    pub home: [Area; 2],
    /// Areas of influence, by the side whose symbol they bear.
    pub influence: [Areas; 2],
}

impl Chart {
    /// The area of an id, which must be one of the board's; a foreign id is area 0 and never panics.
    pub(crate) fn index(&self, id: AreaId) -> Area {
        self.places.binary_search_by(|place| place.id.cmp(&id)).unwrap_or(0)
    }

    /// The area of an id, if the board has it.
    pub(crate) fn find(&self, id: AreaId) -> Option<Area> {
        self.places.binary_search_by(|place| place.id.cmp(&id)).ok()
    }

    /// The area that a player names by id or code, in any case.
    pub(crate) fn named(&self, text: &str) -> Option<Area> {
        let lower = text.to_ascii_lowercase();
        self.places
            .iter()
            .position(|place| place.id == *lower || place.code.eq_ignore_ascii_case(text))
    }

    /// Id of an area.
    pub(crate) fn id(&self, area: Area) -> AreaId {
        self.places[area].id
    }

    /// Printed name of an area.
    pub(crate) fn name(&self, area: Area) -> &str {
        &self.places[area].name
    }

    /// Whether it is a sea.
    pub(crate) fn is_sea(&self, area: Area) -> bool {
        self.seas & bit(area) != 0
    }

    /// Regions that bear a side's symbol: its areas of influence and its capital.
    pub(crate) fn own(&self, side: Side) -> Areas {
        self.influence[side.at()] | bit(self.capital[side.at()])
    }
}

/// Who may make the movements of a card's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Who {
    /// An army; for Carthage also Hannibal.
    Army,
    /// An army other than Hannibal.
    Legion,
    /// Hannibal alone.
    Hannibal,
    /// A fleet.
    Fleet,
    /// An army or a fleet.
    Any,
}

impl Who {
    /// The words of the data, in the order of the variants.
    pub(crate) const WORDS: [&'static str; 5] = ["army", "legion", "hannibal", "fleet", "any"];
    /// The variants, in the order of their words.
    pub(crate) const ALL: [Self; 5] =
        [Self::Army, Self::Legion, Self::Hannibal, Self::Fleet, Self::Any];

    /// Whether a unit of this kind may make the movement.
    pub(crate) fn admits(self, unit: Unit) -> bool {
        match self {
            Self::Army => unit != Unit::Fleet,
            Self::Legion => unit == Unit::Army,
            Self::Hannibal => matches!(unit, Unit::Hannibal | Unit::Escort),
            Self::Fleet => unit == Unit::Fleet,
            Self::Any => true,
        }
    }
}

/// A kind of unit, as orders name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Unit {
    /// An army other than Hannibal.
    #[serde(rename = "army")]
    Army,
    /// Hannibal.
    #[serde(rename = "hannibal")]
    Hannibal,
    /// A fleet.
    #[serde(rename = "fleet")]
    Fleet,
    /// Hannibal and an army that goes along free.
    #[serde(rename = "hannibal+army")]
    Escort,
}

impl Unit {
    /// The words of the grammar.
    pub const WORDS: [&'static str; 4] = ["army", "hannibal", "fleet", "hannibal+army"];
    /// The variants, in the order of their words.
    pub const ALL: [Self; 4] = [Self::Army, Self::Hannibal, Self::Fleet, Self::Escort];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Army => "army",
            Self::Hannibal => "hannibal",
            Self::Fleet => "fleet",
            Self::Escort => "hannibal+army",
        }
    }

    /// The unit of a word, in any case.
    pub fn of(word: &str) -> Option<Self> {
        let lower = word.to_ascii_lowercase();
        Self::ALL.into_iter().find(|unit| unit.word() == lower)
    }

    /// Whether it belongs on land.
    pub fn by_land(self) -> bool {
        self != Self::Fleet
    }
}

/// One step of a card: up to `n` movements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CardStep {
    /// Who may move.
    pub who: Who,
    /// How many movements.
    pub n: u8,
}

/// A card.
#[derive(Clone, Debug)]
pub(crate) struct Card {
    /// Its id.
    pub id: CardId,
    /// Its name.
    pub name: String,
    /// What it adds in battle.
    pub strength: i32,
    /// Whether it bears the battle symbol.
    pub symbol: bool,
    /// What it does as an action, in printed order.
    pub steps: Vec<CardStep>,
}

/// The cards of a side, in the order of the data file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deck(pub Vec<Card>);

impl Deck {
    /// Place of a card in the deck.
    pub(crate) fn find(&self, id: CardId) -> Option<usize> {
        self.0.iter().position(|card| card.id == id)
    }
}
