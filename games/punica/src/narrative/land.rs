//! Names of areas, cards and armies.

use crate::Punica;
use crate::board::Board;
use crate::names::{AreaId, CardId, Side, Unit};
use crate::state::State;
use engine::story::{Ledger, Line, say};

/// The board before and after a record, and what is remembered.
pub(super) struct Land<'a> {
    pub(super) rules: &'a Punica,
    pub(super) after: &'a State,
    pub(super) ledger: &'a Ledger,
    pub(super) was: Board,
    pub(super) now: Board,
}

impl<'a> Land<'a> {
    pub(super) fn new(
        rules: &'a Punica,
        before: &'a State,
        after: &'a State,
        ledger: &'a Ledger,
    ) -> Self {
        let (was, now) = (rules.board(before), rules.board(after));
        Self { rules, after, ledger, was, now }
    }

    /// An area by name.
    pub(super) fn area(&self, area: AreaId) -> Line {
        let chart = self.rules.chart();
        let name = chart.find(area).map_or(area.as_str(), |at| chart.name(at));
        say("area").with("name", name)
    }

    /// A card by name.
    pub(super) fn card(&self, card: CardId) -> Line {
        let name = self.rules.card(card).map_or(card.to_string(), |card| card.name.clone());
        say("card").with("name", name.as_str())
    }

    /// What fights in an area: armies on land, fleets at sea.
    pub(super) fn arm(&self, area: AreaId) -> Unit {
        let chart = self.rules.chart();
        match chart.find(area) {
            Some(at) if chart.is_sea(at) => Unit::Fleet,
            Some(_) | None => Unit::Army,
        }
    }

    /// The side whose capital an area is.
    pub(super) fn capital(&self, area: AreaId) -> Option<Side> {
        let chart = self.rules.chart();
        let at = chart.find(area)?;
        Side::BOTH.into_iter().find(|side| chart.capital[side.at()] == at)
    }
}

/// So many units of a kind, whosever they are: `an army`, `two fleets`.
pub(super) fn count_of(unit: Unit, count: u32) -> Line {
    let word = match unit {
        Unit::Hannibal => return say("force/hannibal"),
        Unit::Escort => return say("force/escort"),
        Unit::Army => "army",
        Unit::Fleet => "fleet",
    };
    let number = if count == 1 { "one" } else { "many" };
    say(format!("count/{word}/{number}")).with("count", count)
}

/// So many units of a kind: `two Roman armies`.
pub(super) fn force(of: Side, unit: Unit, count: usize) -> Line {
    let word = match unit {
        Unit::Hannibal => return say("force/hannibal"),
        Unit::Escort => return say("force/escort"),
        Unit::Army => "army",
        Unit::Fleet => "fleet",
    };
    let number = if count == 1 { "one" } else { "many" };
    say(format!("force/{}/{word}/{number}", of.word())).with("count", count)
}
