//! The gates of this title: each change of the rules that alters a result. No gate is ever removed.

/// One change of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// Without a row whoever has more marks at the end has won (5); before, nobody had.
    MarksDecide,
}

impl engine::Gate for Gate {
    fn since(self) -> u32 {
        match self {
            Self::MarksDecide => 2,
        }
    }
}
