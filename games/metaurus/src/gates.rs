//! What has changed its result between the revisions of this title's rules. No gate is ever removed.

/// One change of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// Rome falls back `sw se w e nw ne` unless told otherwise; before, `se sw e w ne nw`.
    RomeFallsBackWest,
    /// Units may leave by any edge and are then eliminated (6.0c); before, such an order was refused.
    EdgesEliminate,
    /// What is void says which facings would do, where a facing is what was wrong.
    FacingsNamed,
    /// In tempo full whoever has no standing order for a choice in the middle of an activation is asked (R58).
    ChoicesAsked,
    /// An answer that is no map is refused; before, it was taken as one that says nothing.
    OnlyMapsAnswer,
}

impl engine::Gate for Gate {
    fn since(self) -> u32 {
        match self {
            Self::RomeFallsBackWest | Self::EdgesEliminate | Self::FacingsNamed => 2,
            Self::ChoicesAsked | Self::OnlyMapsAnswer => 3,
        }
    }
}
