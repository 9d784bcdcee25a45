//! What has changed its result between revisions of these rules.

/// A change of a result, named after what holds since.
#[derive(Clone, Copy, Debug)]
pub(super) enum Gate {
    /// `command: false` in an attack keeps the standing `command` rules from giving the attacker a point (4.3).
    CommandCanBeRefused,
    /// More names than points in a recovery list are an order of precedence, not orders that came to nothing (12).
    RecoveryListIsPrecedence,
    /// In tempo full the attacker is asked again after each list of attacks, in the light of the dice, as long as there is
    /// somebody to attack (10).
    AttacksOneAfterAnother,
    /// A fugitive that dies on the spears of its veterans leaves a lone leader in its last hex where they are (13).
    LeadersStayWithTheSpeared,
    /// In tempo full whoever has no standing order of its own for a choice in the middle of an impulse is asked (R62).
    ChoicesAsked,
    /// Standing `advance` and `leader` that are no map are refused; before, they were taken as ones that say nothing.
    OnlyMapsStand,
    /// A draw that is offered in answer to a question in the middle of an impulse counts (R62).
    DrawsWhenAsked,
}

impl engine::Gate for Gate {
    fn since(self) -> u32 {
        match self {
            Self::CommandCanBeRefused
            | Self::RecoveryListIsPrecedence
            | Self::AttacksOneAfterAnother
            | Self::LeadersStayWithTheSpeared => 2,
            Self::ChoicesAsked | Self::OnlyMapsStand => 3,
            Self::DrawsWhenAsked => 4,
        }
    }
}
