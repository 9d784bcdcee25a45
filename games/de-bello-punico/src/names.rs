//! The words of this title: sides, types of unit, command boxes, phases, and short names.

pub(super) use engine::kit::{Pair, Side};

use engine::kit::Slug;
use engine::words;

/// Both sides in the order in which chips are laid and initiative dice are thrown (rules 6 and 10).
pub(super) const CARTHAGE_FIRST: [Side; 2] = [Side::Carthage, Side::Rome];

/// A unit's or a leader's short name: `ha1`, `scipio`.
pub(super) type Id = Slug<12>;

/// True for a value that need not be written because it is the default on reading.
pub(super) fn unset<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

words! {
    pub enum Battle {
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
    pub enum Kind {
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
        In = "In",
        Vt = "Vt",
        /// Heavy cavalry of either side.
        E = "E",
        /// Numidian light cavalry of either side.
        Cl = "CL",
        El = "El",
    }
}

words! {
    /// The behaviour of a unit in panic, which also says whether it pursues (11, 14).
    pub enum Class {
        /// A unit of this class flees step by step.
        Infantry = "infantry",
        /// A unit of this class is removed at once.
        Light = "light",
        /// A unit of this class flees off the map, and pursues.
        Cavalry = "cavalry",
        /// A unit of this class is removed, and may run wild.
        Elephant = "elephant",
    }
}

words! {
    /// The cost of crossing a friend (7.1).
    pub enum Crossing {
        /// Crossing costs nothing, whatever the other unit is.
        Free = "free",
        /// Nothing if both are of this kind.
        Line = "line",
        /// A Disorder Point each.
        Costs = "costs",
    }
}

words! {
    /// A box for command points (4.1). A box of the printed card, not Rust's.
    pub enum CommandBox {
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
    pub enum PhaseName {
        SetUp = "setup",
        /// Chips are laid (4).
        Strategic = "strategic",
        /// The dice for the initiative (5).
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
    /// The questions to a side in the middle of an impulse, by the name under which files answer them (R62).
    pub enum AskName {
        /// A decision to throw a die again (4.9).
        Fortuna = "fortuna",
        /// A decision to fall back before an attack (10.1).
        Withdraw = "withdraw",
        /// The defender's Combat point and supports (4.3, 10.4).
        Defend = "defend",
        /// A decision to hold horse back from pursuit (4.5).
        Pursuit = "pursuit",
        /// The course that Rome gives to furious elephants (15.1).
        Furious = "furious",
        /// A decision to advance, and the facing after it (10.8).
        Advance = "advance",
        /// The hex to which a leader steps away (10.1, 13).
        Leader = "leader",
        /// Which elephants Rome rolls for next (15.1).
        Roll = "roll",
    }
}

words! {
    /// First or second place in a turn (5).
    pub enum Rank {
        First = "first",
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
        assert_eq!(Side::Rome.other().proper_name(), "Carthage");
    }
}
