//! The words of battle plans, each set with its spelling in files.

use super::plan::Role;

engine::words! {
    /// A part of an army's order of battle.
    pub enum Sector {
        Left = "left",
        Centre = "centre",
        Right = "right",
        /// The reserve, which is not in the line.
        Reserve = "reserve",
    }
}

engine::words! {
    /// The places where the defender can want a terrain feature.
    pub enum Spot {
        /// Before its left wing.
        Left = "left",
        Centre = "centre",
        /// Before its right wing.
        Right = "right",
        /// Across the whole field.
        All = "all",
    }
}

engine::words! {
    /// The orders for a sector before it is free.
    pub enum Posture {
        /// It goes forward, and presses on.
        Attack = "attack",
        /// It stands, and closes its own gaps.
        Hold = "hold",
        /// It falls back, and does not close up.
        Refuse = "refuse",
    }
}

engine::words! {
    /// The orders for men of a wing who face no enemy.
    pub enum Overlap {
        /// They turn on a neighbour's flank where they can.
        Turn = "turn",
        /// The horse rides round into the next lane.
        RideRound = "ride-round",
    }
}

engine::words! {
    /// The orders for a sector that has no enemy left.
    pub enum WhenFree {
        /// It goes into the next lane.
        RollUp = "roll-up",
        /// It goes for the enemy camp.
        Camp = "camp",
        Stand = "stand",
    }
}

engine::words! {
    /// The ways to put reserves in.
    pub enum Manner {
        /// Against enemies who face nobody.
        Fill = "fill",
        /// At the end of the line.
        Extend = "extend",
        /// Behind front elements.
        Support = "support",
    }
}

engine::words! {
    /// The conditions on a lane.
    pub enum LaneIs {
        Contact = "contact",
        /// In contact, with an enemy who faces nobody.
        Gap = "gap",
        /// In contact, with fewer front elements than the enemy.
        Losing = "losing",
        /// In contact, with more front elements than the enemy.
        Winning = "winning",
        /// Reached, and empty of enemies.
        Free = "free",
        /// Without an own front element.
        Lost = "lost",
    }
}

engine::words! {
    /// The conditions on the enemy's reserve.
    pub enum EnemyReserve {
        /// Some of it has been put in.
        Committed = "committed",
        Empty = "empty",
    }
}

engine::words! {
    /// The conditions on the side's own general.
    pub enum GeneralIs {
        Lost = "lost",
    }
}

impl Sector {
    /// The sectors of the line, from left to right.
    pub const LINE: [Self; 3] = [Self::Left, Self::Centre, Self::Right];

    /// The lane (0 to 2) of a sector of the line; none for the reserve. Lane 0 is the attacker's left.
    pub const fn lane(self, role: Role) -> Option<usize> {
        match (self, role) {
            (Self::Left, Role::Attacker) | (Self::Right, Role::Defender) => Some(0),
            (Self::Centre, _) => Some(1),
            (Self::Right, Role::Attacker) | (Self::Left, Role::Defender) => Some(2),
            (Self::Reserve, _) => None,
        }
    }

    pub const fn of_lane(lane: usize, role: Role) -> Self {
        match (lane, role) {
            (0, Role::Attacker) | (2, Role::Defender) => Self::Left,
            (0 | 2, _) => Self::Right,
            _ => Self::Centre,
        }
    }

    pub const fn is_wing(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}

impl Spot {
    /// The lanes that a feature there lies in.
    pub const fn lanes(self) -> &'static [usize] {
        match self {
            Self::Left => &[2],
            Self::Centre => &[1],
            Self::Right => &[0],
            Self::All => &[0, 1, 2],
        }
    }
}
