//! The board and the cards as the rules use them: areas by index in the order of their ids, so that ties by id are ties by index.

use crate::names::{AreaId, CardId, Side, Unit, Who};

/// Most areas a board may have: a set of areas is 32 bits.
pub(crate) const AREAS_MAX: usize = 32;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlaceKind {
    /// A region: armies stand here.
    Region {
        /// True if it is a capital, false if it is an area of influence.
        capital: bool,
        /// True for each side to which it belongs.
        of: [bool; 2],
        island: bool,
    },
    /// A sea, with the side whose fleet symbol is printed there.
    Sea { symbol: Option<Side> },
}

/// One area as printed.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub id: AreaId,
    pub code: String,
    /// The name printed on the board.
    pub name: String,
    pub kind: PlaceKind,
    /// Its column and row in the drawing.
    pub at: (u16, u16),
}

#[derive(Clone, Debug)]
pub(crate) struct Chart {
    /// The areas, sorted by id.
    pub places: Vec<Place>,
    /// Regions across a border, or seas beside a sea.
    pub beside: Vec<Areas>,
    /// Seas that a region touches, or regions that a sea touches.
    pub touch: Vec<Areas>,
    pub regions: Areas,
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
        self.find(id).expect("every area id that was read belongs to this board")
    }

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

    pub(crate) fn id(&self, area: Area) -> AreaId {
        self.places[area].id
    }

    pub(crate) fn name(&self, area: Area) -> &str {
        &self.places[area].name
    }

    /// All areas where a unit of a kind may be: regions or seas (M7).
    pub(crate) fn element(&self, unit: Unit) -> Areas {
        if unit.by_land() { self.regions } else { self.seas }
    }

    pub(crate) fn is_sea(&self, area: Area) -> bool {
        self.seas & bit(area) != 0
    }

    /// Regions that bear a side's symbol: its areas of influence and its capital.
    pub(crate) fn own(&self, side: Side) -> Areas {
        self.influence[side.at()] | bit(self.capital[side.at()])
    }
}

/// One step of a card: up to `n` movements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CardStep {
    pub who: Who,
    /// The number of movements.
    pub n: u8,
}

#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub id: CardId,
    pub name: String,
    /// The strength that it adds in battle.
    pub strength: i32,
    /// True if it bears the battle symbol.
    pub symbol: bool,
    /// The steps of its action, in printed order.
    pub steps: Vec<CardStep>,
}

/// The cards of a side, in the order of the data file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deck(pub Vec<Card>);

impl Deck {
    pub(crate) fn find(&self, id: CardId) -> Option<usize> {
        self.0.iter().position(|card| card.id == id)
    }
}
