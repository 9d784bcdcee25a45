//! Actions and the units that make them: one movement, the movements of a card, an army for a fleet, a discard.

use super::{Draft, choices};
use crate::board::Board;
use crate::data::chart::{Area, Card, each};
use crate::names::Unit;
use crate::orders::{Action, Answer, EffectMoves, Movement, Spot};
use crate::policy::Play;
use crate::prompts::Question;
use crate::rules::battle::scope;
use crate::rules::movement::{March, lawful, steps_in_words};
use crate::rules::turn::no_deployment;
use engine::Offer;
use engine::offers::form::Form;
use serde::Deserialize as _;

impl<'a> Draft<'a> {
    pub(super) fn actions(&self, form: &Form) -> Vec<Offer> {
        let mut offers = self.cards();
        offers.extend(self.march());
        for choice in choices::discards(self) {
            let discard: Play =
                Play::deserialize(&choice.value).expect("a play is a card or a word");
            let action = Action::Pass { discard };
            offers.push(self.action("Pass, and discard", choice.words.into_owned(), action));
        }
        if self.answer.action.is_some() && self.after.contested().count_ones() > 1 {
            offers
                .extend(form.offers("/orders/battles").map(|page| page.offers).unwrap_or_default());
        }
        offers
    }

    pub(super) fn unit(&self, area: Area) -> Vec<Offer> {
        match (self.question, &self.answer.action) {
            (Some(Question::Effect), _) => self.further(area),
            (Some(Question::Action), Some(Action::Card { .. })) => {
                let mut offers = self.further(area);
                offers.extend(self.march());
                offers.extend(self.cards());
                offers
            }
            (Some(Question::Action), _) => {
                let mut offers = self.single(area);
                offers.extend(self.cards());
                offers.extend(self.deployment(area));
                offers
            }
            (_, _) => Vec::new(),
        }
    }

    /// An action, or none where the draft has that one already.
    fn action(&self, group: &'static str, words: String, action: Action) -> Offer {
        let chosen = self.answer.action.as_ref() == Some(&action);
        let action = Some(action).filter(|_| !chosen);
        let draw = self.answer.draw.filter(|_| action.is_some());
        let answer = Answer { action, draw, battles: Vec::new(), ..self.answer.clone() };
        Offer::new(group, words, chosen, self.say(&answer))
    }

    /// Offers to play a card in hand for its movements.
    fn cards(&self) -> Vec<Offer> {
        let played = match &self.answer.action {
            Some(Action::Card { card, .. }) => Some(*card),
            Some(Action::Move { .. } | Action::Deploy { .. } | Action::Pass { .. }) | None => None,
        };
        let card = |card: &Card| {
            let star = if card.symbol { " ★" } else { "" };
            let words = format!("{} {}{star}: {}", card.id, card.name, steps_in_words(card));
            if played == Some(card.id) {
                let answer =
                    Answer { action: None, draw: None, battles: Vec::new(), ..self.answer.clone() };
                return Offer::new("Play a card", words, true, self.say(&answer));
            }
            self.action("Play a card", words, Action::Card { card: card.id, moves: Vec::new() })
        };
        let hand = &self.view.camp(self.side).hand;
        hand.iter().filter_map(|id| self.rules.card(*id)).map(card).collect()
    }

    pub(super) fn effect_card(&self) -> Option<&'a Card> {
        Some(scope(self.rules, self.view, self.side)?.0.card)
    }

    /// The card that moves units now, with its movements so far.
    fn moving(&self) -> Option<(&'a Card, &[Movement])> {
        match (self.question, &self.answer.action, &self.answer.effect) {
            (Some(Question::Action), Some(Action::Card { card, moves }), _) => {
                Some((self.rules.card(*card)?, moves))
            }
            (Some(Question::Effect), _, effect) => {
                let moves = effect.as_ref().map(|effect| &effect.moves[..]).unwrap_or_default();
                Some((self.effect_card()?, moves))
            }
            (_, _, _) => None,
        }
    }

    /// A card's march as far as the draft orders it, and the board after it.
    pub(super) fn marched(&self) -> (Option<March<'a>>, Board) {
        let Some((card, moves)) = self.moving() else { return (None, self.now) };
        let (mut march, mut board) = (March::new(card), self.now);
        for movement in moves {
            let (Ok(next), Ok(_)) = (march.after(movement.unit), self.lawful(&board, movement))
            else {
                continue;
            };
            let chart = self.rules.chart();
            board.shift(
                self.side,
                movement.unit,
                chart.index(movement.from),
                chart.index(movement.to),
            );
            march = next;
        }
        (Some(march), board)
    }

    fn lawful(
        &self,
        board: &Board,
        movement: &Movement,
    ) -> Result<Vec<Area>, crate::board::MoveError> {
        lawful(self.rules, board, self.view.options.escort, self.side, movement)
    }

    fn moves(&self, moves: Vec<Movement>) -> Vec<engine::Edit> {
        let answer = match &self.answer.action {
            Some(Action::Card { card, .. }) => Answer {
                action: Some(Action::Card { card: *card, moves }),
                battles: Vec::new(),
                ..self.answer.clone()
            },
            _ => Answer { effect: Some(EffectMoves { moves }), ..self.answer.clone() },
        };
        self.say(&answer)
    }

    /// Offers to take back a card's movements; those after one that depend on it go with it.
    pub(super) fn march(&self) -> Vec<Offer> {
        let Some((_, moves)) = self.moving() else { return Vec::new() };
        let mut offers: Vec<Offer> = Vec::new();
        for (at, movement) in moves.iter().enumerate() {
            let words = format!("{}. {}", at + 1, self.told(movement));
            let edits = self.moves(moves[..at].to_vec());
            offers.push(Offer::new("Movements so far", words, true, edits));
        }
        if self.question == Some(Question::Effect) && self.answer.effect.is_none() {
            offers.push(Offer::new("Movements of the card", "None", false, self.moves(Vec::new())));
        }
        offers
    }

    fn told(&self, movement: &Movement) -> String {
        let name = |area| self.rules.chart().name(self.rules.chart().index(area));
        format!("{} from {} to {}", movement.unit.word(), name(movement.from), name(movement.to))
    }

    /// One more movement of a card for the units of an area.
    fn further(&self, area: Area) -> Vec<Offer> {
        let (Some((_, moves)), (Some(march), board)) = (self.moving(), self.marched()) else {
            return Vec::new();
        };
        let mut offers = Vec::new();
        for (movement, words) in self.reach(&board, area) {
            if march.after(movement.unit).is_err() {
                continue;
            }
            let longer = moves.iter().copied().chain([movement]).collect();
            let to = self.rules.chart().index(movement.to);
            let offer = Offer::new(heading(movement.unit), words, false, self.moves(longer));
            offers.push(offer.on(self.spot(to)));
        }
        offers
    }

    /// The single movement of an action, for the units of an area; if they came there by it, another goal.
    fn single(&self, area: Area) -> Vec<Offer> {
        let chart = self.rules.chart();
        let mut moves = Vec::new();
        if let Some(Action::Move { movement }) = &self.answer.action
            && chart.index(movement.to) == area
        {
            let from = self.reach(&self.now, chart.index(movement.from));
            moves.extend(from.into_iter().filter(|(other, _)| other.unit == movement.unit));
        }
        moves.extend(self.reach(&self.now, area));
        let offer = |(movement, words): (Movement, String)| {
            let to = chart.index(movement.to);
            self.action(heading(movement.unit), words, Action::Move { movement }).on(self.spot(to))
        };
        moves.into_iter().map(offer).collect()
    }

    /// The movements of the units of an area on a board, each with its way in words.
    fn reach(&self, board: &Board, from: Area) -> Vec<(Movement, String)> {
        let chart = self.rules.chart();
        let mut found = Vec::new();
        for unit in Unit::ALL.iter().filter(|unit| board.has(self.side, **unit, from)) {
            for to in each(board.range(chart, self.side, *unit, from)) {
                let movement = Movement { unit: *unit, from: chart.id(from), to: chart.id(to) };
                let Ok(seas) = self.lawful(board, &movement) else { continue };
                let seas: Vec<String> = seas.into_iter().map(|sea| self.name(sea)).collect();
                let by = if seas.is_empty() {
                    String::new()
                } else {
                    format!(", by {}", seas.join(", "))
                };
                found.push((movement, format!("{}{by}", self.name(to))));
            }
        }
        found
    }

    /// Offers to give up an army of an area for a fleet.
    fn deployment(&self, area: Area) -> Vec<Offer> {
        let area = self.rules.chart().id(area);
        let units = [Unit::Army, Unit::Hannibal].into_iter();
        let spots = units.map(|unit| Spot { unit, area });
        let open =
            spots.filter(|spot| no_deployment(self.rules, &self.now, self.side, *spot).is_none());
        open.map(|remove| {
            let words = format!("a fleet in the home sea, for the {} here", remove.unit.word());
            self.action("Deploy", words, Action::Deploy { remove })
        })
        .collect()
    }

    /// The units that the draft brings into an area, in words.
    pub(super) fn arrivals(&self, area: Area) -> Option<String> {
        let one = match &self.answer.action {
            Some(Action::Move { movement }) => std::slice::from_ref(movement),
            Some(Action::Card { .. } | Action::Deploy { .. } | Action::Pass { .. }) | None => &[],
        };
        let moves = self.moving().map_or(one, |(_, moves)| moves);
        let came = moves.iter().filter(|movement| self.rules.chart().index(movement.to) == area);
        let words: Vec<String> = came.map(|movement| self.told(movement)).collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// The areas in which the side has an army or Hannibal that can be given up for a fleet.
    pub(super) fn deployments(&self) -> Vec<Spot> {
        let regions = each(self.now.held[self.side.at()] & self.rules.chart().regions);
        let spots = regions.flat_map(|area| {
            [Unit::Army, Unit::Hannibal]
                .map(|unit| Spot { unit, area: self.rules.chart().id(area) })
        });
        spots
            .filter(|spot| self.now.has(self.side, spot.unit, self.rules.chart().index(spot.area)))
            .collect()
    }

    pub(super) fn movements(&self) -> Vec<Movement> {
        self.now.movements(self.rules.chart(), self.side, self.view.options.escort)
    }
}

fn heading(unit: Unit) -> &'static str {
    match unit {
        Unit::Army => "Move an army",
        Unit::Hannibal => "Move Hannibal",
        Unit::Fleet => "Move a fleet",
        Unit::Escort => "Move Hannibal with an army",
    }
}
