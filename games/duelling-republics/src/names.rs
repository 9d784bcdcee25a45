//! Names and small words of the campaign: seasons, ranks, cities, ways.

use engine::kit::Slug;

/// A name from the data: a province, a theater, a type of terrain, a list of a minor war.
pub(crate) type Name = Slug<24>;

/// The city whose fall ends the game for Rome.
pub(crate) const ROME: Name = Name::of("rome");
/// The city whose fall ends the game for Carthage.
pub(crate) const CARTHAGE: Name = Name::of("carthage");

engine::words! {
    /// A quarter of the year.
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
    /// The rank of a command.
    pub enum Rank {
        /// The first army of the year.
        I = "I",
        /// The second.
        II = "II",
    }
}

engine::words! {
    /// What city a province has.
    pub enum City {
        None = "none",
        /// A minor city.
        Minor = "minor",
        /// A major city, which can stand siege by itself.
        Major = "major",
    }
}

engine::words! {
    /// How one step of a move is made.
    pub enum Way {
        /// Over land.
        Land = "land",
        /// By a mountain route.
        Mountain = "mountain",
        /// By a sea route.
        Sea = "sea",
        /// Across open sea.
        OpenSea = "open-sea",
    }
}

engine::words! {
    /// How an army that is entered upon answers.
    pub enum Do {
        Fight = "fight",
        Retreat = "retreat",
        /// It stands siege.
        Siege = "siege",
    }
}

engine::words! {
    /// What an army in Transalpine Gaul wants of an enemy there.
    pub enum Gaul {
        /// Battle.
        Seek = "seek",
        /// None.
        Avoid = "avoid",
    }
}

engine::words! {
    /// What the mover does with an army that stands siege.
    pub enum IfSiege {
        /// Besiege it.
        Starve = "starve",
        /// Go back.
        Retreat = "retreat",
    }
}

engine::words! {
    /// How battles are decided.
    pub enum Resolve {
        /// By the built-in resolver.
        Auto = "auto",
        /// On a real table, and reported.
        Tabletop = "tabletop",
    }
}
