//! Offers for a whole side: all entries in their order, a draw, and seats that are asked one thing or nothing.

use super::listing::{called, unit_of};
use super::{Draft, Which, items, offer, words};
use crate::names::UnitId;
use crate::orders::{Draw, Item, Orders};
use crate::state::Unit;
use engine::kit::Square;
use engine::{Edit, Offer, Offers, Spot, Subject};
use serde_json::{Value, json};

impl Draft<'_> {
    /// The offers if no unit is picked.
    pub(super) fn whole(&self) -> Vec<Offer> {
        let mut offers = Vec::new();
        if self.moving() {
            offers.extend(self.others_ahead());
        }
        if self.attacks_asked() {
            offers.extend(self.at_will());
        }
        offers.extend(self.in_order(Which::Moves));
        offers.extend(self.in_order(Which::Attacks));
        offers.extend(self.lasting());
        offers.extend(self.words(&["orders"], true));
        let clear = vec![
            Edit::key(&[], "orders", Some(json!([]))),
            Edit::key(&[], "ahead", None),
            Edit::key(&[], "standing", None),
        ];
        let words = "Take all orders out".to_owned();
        offers.push(Offer::new("Draft", words, false, clear));
        offers
    }

    /// The entries of a list, each leading to its page.
    fn in_order(&self, which: Which) -> Vec<Offer> {
        let group = match which {
            Which::Moves => "Moves, carried out from top to bottom",
            Which::Attacks => "Attacks, carried out from top to bottom",
        };
        let lead = |(at, item): (usize, &Item)| {
            let who = unit_of(item).map(|unit| format!("{unit} ")).unwrap_or_default();
            let words = format!("{}. {who}{}", at + 1, words::entry(item));
            Offer::new(group, words, false, Vec::new()).leads(which.page(at))
        };
        self.entries(which).iter().enumerate().map(lead).collect()
    }

    /// Offers for a side that is asked nothing: it may still change its standing orders.
    pub(super) fn standing_only(&self, picked: Option<&str>) -> Offers {
        let field = self.field();
        let subject = |unit: &Unit| Subject {
            id: unit.id.to_string(),
            words: format!("{} on {}", called(field.kind(unit), unit.id), unit.square),
            ..Subject::default()
        };
        let offers = match self.unit(picked) {
            Some(unit) => vec![self.lasting_of(unit)],
            None => self.lasting(),
        };
        Offers { subjects: field.of(self.side).map(subject).collect(), offers, ..Offers::default() }
    }

    /// The offers for the square to which a unit falls back, asked in the middle of a phase.
    pub(super) fn fall_back(&self, unit: UnitId, picked: Option<&str>) -> Offers {
        let (to, resign) = match self.orders {
            Some(Orders::FallBack(answer)) => (answer.to, answer.resign),
            Some(Orders::Camp(_) | Orders::List(_)) | None => (None, false),
        };
        let asked = self.state.asked.as_ref().map(|asked| asked.squares.as_slice());
        let says = |answer: Value| vec![Edit::key(&[], "orders", Some(answer))];
        let square = |at: &Square| {
            let edits = says(json!({ "to": at.to_string() }));
            let offer = Offer::new("Falls back", format!("to {at}"), to == Some(*at), edits);
            offer.on(Spot::Cell(at.to_string()))
        };
        let mut offers: Vec<Offer> = asked.into_iter().flatten().map(square).collect();
        let left = "chosen by its criteria".to_owned();
        offers.push(Offer::new("Falls back", left, to.is_none() && !resign, says(json!({}))));
        let words = "Resign the game".to_owned();
        offers.push(Offer::new("Words", words, resign, says(json!({ "resign": true }))));
        // The other units may be given standing orders meanwhile.
        let lasting = self.standing_only(picked);
        let other = self.unit(picked).is_some_and(|picked| picked != unit);
        if other {
            offers = lasting.offers;
        } else {
            offers.extend(lasting.offers);
        }
        Offers { subjects: lasting.subjects, offers, ..Offers::default() }
    }

    /// Offers to draw or to give up.
    pub(super) fn words(&self, at: &[&str], list: bool) -> Vec<Offer> {
        let said = |word: &Item| items(self.orders).contains(word);
        let camp = super::camp_of(self.orders);
        let mut offers = Vec::new();
        let mut word = |words: &str, key: &str, value: Value, chosen: bool| {
            let item = json!({ key: value.clone() });
            let edit = if list {
                Edit::item(at, key, (!chosen).then_some(item))
            } else {
                Edit::key(at, key, (!chosen).then_some(value))
            };
            offers.push(offer("Ending the game", words.to_owned(), chosen, edit));
        };
        let offered = said(&Item::Draw(Draw::Offer)) || camp.draw == Some(Draw::Offer);
        word("Offer a draw", "draw", json!("offer"), offered);
        if self.state.offer.is_some_and(|offer| offer.seat != self.side) {
            let accepted = said(&Item::Draw(Draw::Accept)) || camp.draw == Some(Draw::Accept);
            word("Accept the draw", "draw", json!("accept"), accepted);
        }
        word("Resign", "resign", json!(true), said(&Item::Resign) || camp.resign);
        offers
    }
}
