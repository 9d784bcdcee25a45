//! The words of this title: sides, types of unit, command boxes, phases, and short names.

use engine::Seat;
use engine::kit::Slug;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};

/// A unit's or a leader's short name: `ha1`, `scipio`.
pub(super) type Id = Slug<12>;

/// One of the two armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Rome, whose edge is the south.
    Rome,
    /// Carthage, whose edge is the north.
    Carthage,
}

impl Side {
    /// Both, Rome first.
    pub const BOTH: [Self; 2] = [Self::Rome, Self::Carthage];
    /// Both in the order in which chips are laid and initiative dice are thrown (rules 6 and 10).
    pub const CARTHAGE_FIRST: [Self; 2] = [Self::Carthage, Self::Rome];

    /// The side of this name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == text)
    }

    /// The side that a seat plays: seats bear the names of their sides.
    pub fn of(seat: &Seat) -> Option<Self> {
        Self::parse(seat.name())
    }

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rome => "rome",
            Self::Carthage => "carthage",
        }
    }

    /// Its name in prose.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rome => "Rome",
            Self::Carthage => "Carthage",
        }
    }

    /// Its seat.
    pub fn seat(self) -> Seat {
        Seat::new(self.name())
    }

    /// The enemy.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Rome => Self::Carthage,
            Self::Carthage => Self::Rome,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One thing for each side, reached as `pair[side]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair<T> {
    /// Rome's.
    pub rome: T,
    /// Carthage's.
    pub carthage: T,
}

impl<T> Index<Side> for Pair<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Rome => &self.rome,
            Side::Carthage => &self.carthage,
        }
    }
}

impl<T> IndexMut<Side> for Pair<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Rome => &mut self.rome,
            Side::Carthage => &mut self.carthage,
        }
    }
}

/// True for what need not be written: a value that is the default when it is read.
pub(super) fn unset<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Reads what is written as a text. YAML takes the plain words `n` and `no` for false and `yes` for true: here they are
/// words, of which each type knows at most one.
pub(super) fn text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    what: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    struct Reading<'w, F>(&'w str, F);
    impl<T, F: Fn(&str) -> Option<T>> Visitor<'_> for Reading<'_, F> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            (self.1)(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
        }
        fn visit_bool<E: Error>(self, truth: bool) -> Result<T, E> {
            let words: &[&str] = if truth { &["yes"] } else { &["n", "no"] };
            let found = words.iter().find_map(|word| (self.1)(word));
            found.ok_or_else(|| E::invalid_value(Unexpected::Bool(truth), &self))
        }
    }
    deserializer.deserialize_any(Reading(what, parse))
}

/// Declares an enumeration whose values are written as fixed words.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$note:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
        pub enum $name {
            $($(#[$note])* #[serde(rename = $word)] $value,)+
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::names::text(deserializer, &Self::WORDS.join(", "), Self::parse)
            }
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$value,)+];
            /// Their words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word,)+];

            /// The value of this word.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word() == text)
            }

            /// Its word in files.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }
    };
}
pub(super) use words;

/// Makes a type that has `parse` and `Display` be written and read as that text.
macro_rules! textual {
    ($name:ty, $what:literal) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                crate::names::text(deserializer, $what, Self::parse)
            }
        }
    };
}
pub(super) use textual;

words! {
    /// A battle of the game.
    Battle {
        /// 218 BC (17.1).
        Trebbia = "trebbia",
        /// 214 BC (17.2).
        Beneventum = "beneventum",
        /// 203 BC (17.3).
        Po = "po",
        /// 202 BC (17.4).
        Zama = "zama",
    }
}

words! {
    /// A type of unit (2.4), written as its code.
    Kind {
        /// Velites.
        Ve = "Ve",
        /// Hastati.
        Ha = "Ha",
        /// Principes.
        Pr = "Pr",
        /// Triarii.
        Tr = "Tr",
        /// Rome's allied Numidians, on foot.
        Sn = "SN",
        /// Rome's allied Celts.
        Sc = "SC",
        /// Skirmishers.
        T = "T",
        /// Mercenaries.
        Me = "Me",
        /// Carthage's line infantry.
        In = "In",
        /// Veterans.
        Vt = "Vt",
        /// Heavy cavalry of either side.
        E = "E",
        /// Numidian light cavalry of either side.
        Cl = "CL",
        /// Elephants.
        El = "El",
    }
}

words! {
    /// What a unit does when it panics, and whether it pursues (11, 14).
    Class {
        /// Flees step by step.
        Infantry = "infantry",
        /// Is removed.
        Light = "light",
        /// Flees off the map; pursues.
        Cavalry = "cavalry",
        /// Is removed; may run wild.
        Elephant = "elephant",
    }
}

words! {
    /// What crossing a friend costs (7.1).
    Crossing {
        /// Nothing, whoever the other is.
        Free = "free",
        /// Nothing if both are of this kind.
        Line = "line",
        /// A Disorder Point each.
        Costs = "costs",
    }
}

words! {
    /// A box for command points (4.1). A box of the printed card, not Rust's.
    CommandBox {
        /// +1 each to the initiative (4.2).
        Initiative = "initiative",
        /// +1 to a unit in combat (4.3).
        Combat = "combat",
        /// One Disorder Point off a unit (4.4).
        Recovery = "recovery",
        /// Holds a pursuer, or brings one back (4.5).
        Cavalry = "cavalry",
        /// +1 movement point for up to three units of one type (4.6).
        Movement = "movement",
        /// Two charges; Carthage's only (4.7).
        Furor = "furor",
        /// Two rolls on the elephants table; Rome's only (4.8).
        Elephants = "elephants",
        /// One die again (4.9).
        Fortuna = "fortuna",
    }
}

words! {
    /// A phase, by the name under which files answer it.
    PhaseName {
        /// Deployment.
        SetUp = "setup",
        /// Chips are laid (4).
        Strategic = "strategic",
        /// Dice (5).
        Initiative = "initiative",
        /// Their winner chooses (5).
        Choice = "choice",
        /// Rome against the elephants (15.1).
        Elephants = "elephants",
        /// Movement (6).
        Movement = "movement",
        /// Volleys of the side that did not move (9).
        Volley = "volley",
        /// Attacks (10).
        Combat = "combat",
        /// Recovery (12).
        Recovery = "recovery",
        /// The end of the turn (3.1, 16).
        Interphase = "interphase",
    }
}

words! {
    /// First or second place in a turn (5).
    Rank {
        /// First.
        First = "first",
        /// Second.
        Second = "second",
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandBox, Kind, Side};

    #[test]
    fn words_read_back_and_boxes_and_codes_differ() {
        for kind in Kind::ALL {
            assert_eq!(Kind::parse(kind.word()), Some(*kind));
        }
        assert_eq!(CommandBox::parse("furor"), Some(CommandBox::Furor));
        assert_eq!(Kind::parse("ha"), None, "codes are written as printed");
        assert_eq!(Side::Rome.other().word(), "Carthage");
    }
}
