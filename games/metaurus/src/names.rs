//! The words of this title: orders, arms, and short names.

pub(crate) use engine::kit::Side;
use engine::kit::Slug;

/// A unit's or a Command's short name: `la-1`, `celtic`.
pub(super) type Id = Slug<12>;

engine::words! {
    /// What a chit says (5.2).
    pub enum Order {
        /// Stand and Defend.
        Stand = "stand",
        Move = "move",
        /// Move to Attack.
        MoveToAttack = "move-to-attack",
        Reform = "reform",
    }

    /// How a unit fights: a row of the weapons matrix (9.1).
    pub enum Arm {
        /// Legionary infantry.
        Leg = "LEG",
        /// Heavy infantry.
        Hi = "HI",
        /// Medium infantry.
        Mi = "MI",
        /// Light infantry, which never attacks.
        Li = "LI",
        /// Cavalry.
        Cav = "CAV",
        /// Elephants.
        El = "EL",
    }

    /// How a unit moves: a column of the terrain chart, in its order.
    pub enum Class {
        /// On foot.
        Inf = "inf",
        /// On horseback.
        Cav = "cav",
        /// Elephants.
        El = "el",
    }

    /// What a side is asked in the middle of an activation (R58); its word is the prompt's name.
    pub enum About {
        /// Who falls back before combat, and where to (9.0g).
        Retreat = "retreat",
        /// Who strikes back (10.0m).
        Counter = "counter",
        /// Whether attackers go on, and against whom (10.0k).
        Continue = "continue",
        /// Which attack is resolved next (9.1a).
        Order = "order",
        /// Who advances, and how they face (9.2).
        Advance = "advance",
        /// Which Gaul rolls next (5.4).
        Gauls = "gauls",
        /// Whom rampaging Elephants go for (12.0c).
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
