//! Where revision 2 gives another result than revision 1.

/// A change of a recorded result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// An army is given up for a fleet from a region alone; before, an army named at a sea passed for the fleet there, and
    /// the action was void.
    DeployFromLand,
    /// A plan given ahead counts as far as it is carried out: what it orders after a winning movement is not judged.
    PlansEndWithVictory,
}

impl engine::revision::Gate for Gate {
    fn since(self) -> u32 {
        match self {
            Self::DeployFromLand | Self::PlansEndWithVictory => 2,
        }
    }
}
