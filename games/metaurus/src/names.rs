//! The words of this title: orders, arms, and short names.

pub(crate) use engine::kit::Side;
use engine::kit::Slug;

/// A unit's or a Command's short name: `la-1`, `celtic`.
pub(super) type Id = Slug<12>;

engine::words! {
    /// The orders that a chit can show (5.2).
    pub enum Order {
        Stand = "stand",
        Move = "move",
        MoveToAttack = "move-to-attack",
        Reform = "reform",
    }

    /// The way in which a unit fights: a row of the weapons matrix (9.1).
    pub enum Arm {
        /// Legionary infantry.
        Leg = "LEG",
        /// Heavy infantry.
        Hi = "HI",
        /// Medium infantry.
        Mi = "MI",
        /// Light infantry, which never attacks.
        Li = "LI",
        Cav = "CAV",
        El = "EL",
    }

    /// The way in which a unit moves: a column of the terrain chart, in its order.
    pub enum Class {
        Inf = "inf",
        Cav = "cav",
        El = "el",
    }

    /// The questions to a side in the middle of an activation (R58); the word of each is the prompt's name.
    pub enum About {
        /// The units that fall back before combat, and their hexes (9.0g).
        Retreat = "retreat",
        /// The units that strike back (10.0m).
        Counter = "counter",
        /// The continuation of an attack, and its target (10.0k).
        Continue = "continue",
        /// The attack that is resolved next (9.1a).
        Order = "order",
        /// The unit that advances, and its facing (9.2).
        Advance = "advance",
        /// The Gallic unit that rolls next (5.4).
        Gauls = "gauls",
        /// The unit that rampaging Elephants run to (12.0c).
        Rampage = "rampage",
    }

    /// Going first or last in a Game Turn (4.1).
    pub enum Go {
        First = "first",
        Last = "last",
    }
}

impl Order {
    /// Its name in prose.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Stand => "Stand",
            Self::Move => "Move",
            Self::MoveToAttack => "Move to Attack",
            Self::Reform => "Reform",
        }
    }
}
