//! Where revision 2 gives another result than revision 1.

/// A change of a recorded result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// An army is given up for a fleet in a region alone. Before, a sea passed for the place of an army where a fleet lay,
    /// and the void order told another reason.
    ArmiesOnLand,
    /// A card's movements after a winning one are not judged, for they are never made (V5). Before, a plan given ahead was
    /// thrown away if one of them was unlawful.
    NothingAfterVictory,
    /// The comparison of totals names the attacker, so that who reads a battle resumed after a question knows whose area
    /// it was.
    ResultNamesAttacker,
    /// A void order names the code of the reason.
    VoidsNameCodes,
    /// In tempo full the active seat is asked for the order of battles, unless its action or its standing orders name one;
    /// standing orders count in tempo brisk too (B2).
    OrderOfBattlesAsked,
}

impl engine::Gate for Gate {
    fn since(self) -> u32 {
        match self {
            Self::ArmiesOnLand
            | Self::NothingAfterVictory
            | Self::ResultNamesAttacker
            | Self::VoidsNameCodes
            | Self::OrderOfBattlesAsked => 2,
        }
    }
}
