//! Looking things up: cards, decks, constants, and the position as a board.

use crate::Punica;
use crate::board::{Board, Worth};
use crate::data::chart::{Card, Chart, Deck, each};
use crate::data::{Constants, Counters, Scenario};
use crate::names::{CardId, Side};
use crate::policy::{Play, Policy};
use crate::state::{State, unit_of};
use std::fmt::Write;

impl Punica {
    pub(crate) fn chart(&self) -> &Chart {
        &self.book.chart
    }

    pub(crate) fn deck(&self, side: Side) -> &Deck {
        &self.book.decks[side.at()]
    }

    /// A card of either deck.
    pub(crate) fn card(&self, id: CardId) -> Option<&Card> {
        self.book.decks.iter().flat_map(|deck| &deck.0).find(|card| card.id == id)
    }

    /// A card that the state or an event names.
    ///
    /// # Panics
    /// If neither deck holds it.
    pub(crate) fn of_deck(&self, id: CardId) -> &Card {
        self.card(id).expect("a card of a deck")
    }

    /// The side whose deck holds a card.
    pub(crate) fn owner(&self, id: CardId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.deck(*side).find(id).is_some())
    }

    pub(crate) fn worth(&self) -> &Worth {
        &self.book.constants.worth
    }

    pub(crate) fn constants(&self) -> &Constants {
        &self.book.constants
    }

    pub(crate) fn counters(&self, side: Side) -> Counters {
        self.book.constants.counters[side.at()]
    }

    /// Policies where a seat has given nothing.
    pub(crate) fn defaults(&self) -> &Policy {
        &self.book.constants.defaults
    }

    /// The discard of a missed action.
    pub(crate) fn discard(&self) -> &Play {
        &self.book.constants.discard
    }

    pub(crate) fn scenarios(&self) -> &[Scenario] {
        &self.book.scenarios
    }

    pub(crate) fn board(&self, state: &State) -> Board {
        let mut board = Board::EMPTY;
        for side in Side::BOTH {
            let camp = state.camp(side);
            for (id, area) in &camp.units {
                board.add(side, unit_of(*id), self.chart().index(*area));
            }
            for card in &camp.hand {
                let at = self.deck(side).find(*card).expect("a hand holds cards of its deck");
                board.hands[side.at()] |= 1 << at;
            }
        }
        board
    }

    /// A side's hand with strengths, weakest first, ties in the order of the deck.
    pub(crate) fn ranked(&self, board: &Board, side: Side) -> Vec<(CardId, i32)> {
        let cards = self
            .deck(side)
            .0
            .iter()
            .enumerate()
            .filter(|(at, _)| board.hands[side.at()] & (1 << at) != 0);
        let mut hand: Vec<_> = cards.map(|(_, card)| (card.id, card.strength)).collect();
        hand.sort_by_key(|(_, strength)| *strength);
        hand
    }

    /// The position as a text, for repetition: units by area, both hands, the seat to move.
    pub(crate) fn position(&self, board: &Board, next: Side) -> String {
        let mut text = String::from(next.word());
        for side in Side::BOTH {
            text.push(' ');
            for area in each(board.held[side.at()]) {
                let hannibal = if board.hannibal_at(side, area) { "h" } else { "" };
                let _ = write!(
                    text,
                    "{}{}{hannibal}",
                    self.chart().places[area].code,
                    board.count[side.at()][area]
                );
            }
            let _ = write!(text, " {}", board.hands[side.at()]);
        }
        text
    }
}
