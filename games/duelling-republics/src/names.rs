//! Names and small words of the campaign: seasons, ranks, cities, ways.

use engine::kit::Slug;

/// A name from the data: a province, a theater, a type of terrain, a list of a minor war.
pub(crate) type Name = Slug<24>;

/// The city whose fall ends the game for Rome.
pub(crate) const ROME: Name = Name::of("rome");
/// The city whose fall ends the game for Carthage.
pub(crate) const CARTHAGE: Name = Name::of("carthage");

engine::words! {
    pub enum Season {
        Spring = "spring",
        Summer = "summer",
        Autumn = "autumn",
        Winter = "winter",
    }
}

impl Season {
    /// The next one of the same year.
    pub const fn next(self) -> Option<Self> {
        match self {
            Self::Spring => Some(Self::Summer),
            Self::Summer => Some(Self::Autumn),
            Self::Autumn => Some(Self::Winter),
            Self::Winter => None,
        }
    }
}

engine::words! {
    pub enum Rank {
        /// The first army of the year.
        I = "I",
        /// The second command.
        II = "II",
    }
}

engine::words! {
    /// The kind of city in a province.
    pub enum City {
        None = "none",
        Minor = "minor",
        /// A major city, which can stand siege by itself.
        Major = "major",
    }
}

engine::words! {
    /// The ways to make one step of a move.
    pub enum Way {
        Land = "land",
        Mountain = "mountain",
        Sea = "sea",
        OpenSea = "open-sea",
    }
}

engine::words! {
    /// The answers of an army that is entered upon.
    pub enum Do {
        Fight = "fight",
        Retreat = "retreat",
        /// It stands siege in its city.
        Siege = "siege",
    }
}

engine::words! {
    /// The wish of an army in Transalpine Gaul about an enemy there.
    pub enum Gaul {
        Seek = "seek",
        Avoid = "avoid",
    }
}

engine::words! {
    /// The choices of the mover when an army stands siege.
    pub enum IfSiege {
        /// It besieges the army.
        Starve = "starve",
        Retreat = "retreat",
    }
}

engine::words! {
    /// The ways to decide battles.
    pub enum Resolve {
        /// By the built-in resolver.
        Auto = "auto",
        /// On a real table, and reported.
        Tabletop = "tabletop",
    }
}
