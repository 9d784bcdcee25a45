//! The closed words of events.

use crate::names::Side;

engine::words! {
    /// The action of a turn (T1).
    pub enum ActionWord {
        /// Moves of units (M1).
        Move = "move",
        /// A card is played for its movements (K1).
        Card = "card",
        /// A fleet comes back for a unit given up (D1).
        Deploy = "deploy",
        /// A card is laid down and nothing else done (P1).
        Pass = "pass",
    }

    /// The causes for which a unit is removed.
    pub enum Removal {
        /// Given up so that a fleet comes back (D1).
        Deploy = "deploy",
        /// Fallen in a battle (B6, B7).
        Battle = "battle",
    }

    /// The priority by which a place of retreat counts.
    pub enum Priority {
        /// Beside it, held by the side's own units or of its own area of influence (W4).
        First = "1",
        /// Beside it, and empty (W4).
        Second = "2",
        /// By sea, held by the side's own units (W4).
        Third = "3",
        /// By sea, and empty (W4).
        Fourth = "4",
        /// The area from which the attackers came (W3).
        AttackedFrom = "attacked-from",
        /// The home sea of a fleet (W6).
        Home = "home",
    }

    /// The side with the higher total in a battle (B5).
    pub enum Victor {
        Rome = "rome",
        Carthage = "carthage",
        Tie = "tie",
    }

    pub enum Ending {
        /// The enemy's capital is taken (V1).
        Capital = "capital",
        /// Enough areas of influence are held (V2).
        Influence = "influence",
        /// The enemy has no army left (V3).
        Armies = "armies",
        /// Nobody has an army left (V4).
        NoArmies = "no-armies",
        /// The enemy has resigned (X1).
        Resignation = "resignation",
        /// Both have agreed on a draw, or resigned together (X2).
        Agreement = "agreement",
        /// The same position for the third time (O1).
        Repetition = "repetition",
        /// Too many turns without a loss (O2).
        Quiet = "quiet",
        /// The last turn that the charter allows (O3).
        Clock = "clock",
    }
}

impl Victor {
    /// The victor for the side that won; a tie if none did.
    pub(crate) const fn of(side: Option<Side>) -> Self {
        match side {
            Some(Side::Rome) => Self::Rome,
            Some(Side::Carthage) => Self::Carthage,
            None => Self::Tie,
        }
    }

    /// The side that won; none in a tie.
    pub(crate) const fn side(self) -> Option<Side> {
        match self {
            Self::Rome => Some(Side::Rome),
            Self::Carthage => Some(Side::Carthage),
            Self::Tie => None,
        }
    }
}
