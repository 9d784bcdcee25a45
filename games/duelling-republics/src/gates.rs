//! What has changed its result between the revisions of this title's rules. No gate is ever removed.

/// One change of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// A report from the table names who sat at it, for minor wars pass those by (N1), and whose troops took a general, for
    /// the point is that seat's (V); before, only C-in-Cs and commanders of contingents counted as having a command, and
    /// the point went to the enemy C-in-C.
    TableNamed,
    /// What fell, was given away or was raised in secret leaves no trace in what the enemy sees (R64); before, those who fell
    /// unseen were struck off the list of those seen, and an army raised told its own side whether the enemy had raised one.
    SecretsLeaveNoTrace,
}

impl engine::Gate for Gate {
    fn since(self) -> u32 {
        match self {
            Self::TableNamed => 2,
            Self::SecretsLeaveNoTrace => 3,
        }
    }
}
