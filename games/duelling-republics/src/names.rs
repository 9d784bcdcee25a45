//! Names and small words of the campaign: seasons, ranks, cities, ways.

use engine::kit::Slug;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A name from the data: a province, a theater, a type of terrain, a list of a minor war.
pub(crate) type Name = Slug<24>;

/// The city whose fall ends the game for Rome.
pub(crate) const ROME: Name = Name::of("rome");
/// The city whose fall ends the game for Carthage.
pub(crate) const CARTHAGE: Name = Name::of("carthage");

/// A word that files write in lower case.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$note:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name { $($(#[$note])* #[serde(rename = $word)] $variant),+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// Their words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The one written so.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word() == text)
            }

            /// How files write it.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }
    };
}
pub(super) use words;

words! {
    /// A quarter of the year.
    Season {
        /// Spring.
        Spring = "spring",
        /// Summer.
        Summer = "summer",
        /// Autumn.
        Autumn = "autumn",
        /// Winter.
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

words! {
    /// The rank of a command.
    Rank {
        /// The first army of the year.
        I = "I",
        /// The second.
        II = "II",
    }
}

words! {
    /// What city a province has.
    City {
        /// None.
        None = "none",
        /// A minor city.
        Minor = "minor",
        /// A major city, which can stand siege by itself.
        Major = "major",
    }
}

words! {
    /// How one step of a move is made.
    Way {
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

words! {
    /// How an army that is entered upon answers.
    Do {
        /// It fights.
        Fight = "fight",
        /// It retreats.
        Retreat = "retreat",
        /// It stands siege.
        Siege = "siege",
    }
}

words! {
    /// What an army in Transalpine Gaul wants of an enemy there.
    Gaul {
        /// Battle.
        Seek = "seek",
        /// None.
        Avoid = "avoid",
    }
}

words! {
    /// What the mover does with an army that stands siege.
    IfSiege {
        /// Besiege it.
        Starve = "starve",
        /// Go back.
        Retreat = "retreat",
    }
}

words! {
    /// How battles are decided.
    Resolve {
        /// By the built-in resolver.
        Auto = "auto",
        /// On a real table, and reported.
        Tabletop = "tabletop",
    }
}
