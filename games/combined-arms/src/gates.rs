//! The changes of recorded results, each from a revision of the rules on.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// `first: mobility` weighs each army against what its own list allows: by the plain sums Carthage's lists, which are
    /// richer in horse, won with every ready army (S5, R46).
    MobilityByShare,
    /// In tempo full whoever has no standing order for a unit that falls back is asked where to (D5, R47).
    RetreatsAsked,
}

impl engine::Gate for Gate {
    fn since(self) -> u32 {
        match self {
            Self::MobilityByShare => 2,
            Self::RetreatsAsked => 3,
        }
    }
}
