//! Ids, and the words of the board and of the policy language.

pub(crate) use engine::kit::Side;
use engine::kit::Slug;

/// Id of an area: `mare-tyrrhenum`.
pub(crate) type AreaId = Slug<24>;
/// Id of a card: `r6`.
pub(crate) type CardId = Slug<4>;
/// Id of a unit: `ra1`, `cf3`, `hannibal`.
pub(crate) type UnitId = Slug<8>;

engine::words! {
    /// The units that may make the movements of a card's step (K3).
    pub(crate) enum Who {
        /// An army; for Carthage also Hannibal.
        Army = "army",
        /// An army other than Hannibal.
        Legion = "legion",
        /// Hannibal, without an army.
        Hannibal = "hannibal",
        Fleet = "fleet",
        /// An army or a fleet.
        Any = "any",
    }

    /// A kind of unit, as orders name it.
    pub enum Unit {
        /// An army other than Hannibal.
        Army = "army",
        Hannibal = "hannibal",
        Fleet = "fleet",
        /// Hannibal and an army that goes along free (O4).
        Escort = "hannibal+army",
    }

    /// Stakes of a battle that are greater than an area.
    pub enum GameWord {
        /// The loser of the battle loses the whole game.
        Game = "game",
    }

    /// The kind of area in which a battle is fought.
    pub enum Element {
        Land = "land",
        Sea = "sea",
    }

    /// A side's part in a battle (B1).
    pub enum Role {
        /// The side whose units entered.
        Attacker = "attacker",
        Defender = "defender",
    }

    /// A word that chooses a card.
    pub enum PlayWord {
        Lowest = "lowest",
        /// The lower of the two middle ones.
        Middle = "middle",
        Highest = "highest",
        /// Wait for the seat's own order.
        Ask = "ask",
    }

    /// A card of the enemy's hand as it is now.
    pub enum Rank {
        Best = "best",
        Worst = "worst",
        /// The lower of the two middle ones.
        Middle = "middle",
    }

    /// The aims of an effect.
    pub enum EffectWord {
        /// The effect is left alone.
        None = "none",
        /// To win the battle, or at least to tie it, with as few units as do.
        Win = "win",
        /// To bring all that can come.
        Max = "max",
    }

    /// The unit that falls if there is a choice (B6).
    #[derive(Default)]
    pub enum Losses {
        #[default]
        HannibalLast = "hannibal-last",
        HannibalFirst = "hannibal-first",
    }

    /// An offer of a draw, or its acceptance (X2).
    pub enum DrawWord {
        /// Offers one, beside an action.
        Offer = "offer",
        Accept = "accept",
    }
}

impl Who {
    pub(crate) fn admits(self, unit: Unit) -> bool {
        match self {
            Self::Army => unit != Unit::Fleet,
            Self::Legion => unit == Unit::Army,
            Self::Hannibal => matches!(unit, Unit::Hannibal | Unit::Escort),
            Self::Fleet => unit == Unit::Fleet,
            Self::Any => true,
        }
    }
}

impl Unit {
    /// The unit of a word, in any case.
    pub fn named(word: &str) -> Option<Self> {
        Self::parse(&word.to_ascii_lowercase())
    }

    /// True if it belongs on land (M7).
    pub fn by_land(self) -> bool {
        self != Self::Fleet
    }
}
