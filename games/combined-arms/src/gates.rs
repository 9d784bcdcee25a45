//! The changes of recorded results, each from a revision of the rules on.

use engine::Gate;

/// What changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// `first: mobility` weighs each army against what its own list allows: by the plain sums Carthage's lists, which are
    /// richer in horse, won with every ready army (S5, R46).
    MobilityByShare,
}

impl Gate for Change {
    fn since(self) -> u32 {
        match self {
            Self::MobilityByShare => 2,
        }
    }
}
