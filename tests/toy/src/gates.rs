//! The gates of this title: each change of the rules that alters a result. No gate is ever removed.

/// A change of the rules between revisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// Without a row, whoever has more marks at the end wins (5); before this revision, nobody did.
    MarksDecide,
}

impl engine::Gate for Gate {
    fn since(self) -> u32 {
        match self {
            Self::MarksDecide => 2,
        }
    }
}
