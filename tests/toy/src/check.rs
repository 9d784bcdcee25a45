//! Reads and judges orders, and answers prompts without any.

use super::Toy;
use crate::codes::Code;
use crate::names::{Player, Stage};
use crate::rules;
use crate::state::{Orders, Policy, State};
use engine::prelude::*;
use engine::{each, path_of};

impl OrderRules for Toy {
    fn read_orders(&self, _name: &str, _place: Place, reader: &Reader<'_>) -> Option<Orders> {
        reader.only(&["square"]);
        let square = reader.need("square")?;
        Some(Orders { square: self.square(&square)? })
    }

    fn ahead_names(&self) -> Vec<&'static str> {
        vec![Stage::Mark.word()]
    }

    fn read_policy(&self, reader: &Reader<'_>) -> Option<Policy> {
        reader.only(&["prefer"]);
        let items = reader.get("prefer").map(|list| list.items()).unwrap_or_default();
        Some(Policy { prefer: each(&items, |item| self.square(item)) })
    }

    fn check(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        let mut found = Vec::new();
        for (name, orders) in &filing.orders {
            let path = path_of(at.prompts, name, Place::Orders).then("square");
            if !rules::free(at.view, orders.square) {
                let message = format!("{} has a mark already", orders.square);
                found.push(Code::Taken.at(path, message));
            } else if at.view.traps.get(&Player::of(at.seat)) == Some(&orders.square) {
                found.push(Code::Own.at(path, format!("your own trap lies on {}", orders.square)));
            }
        }
        found
    }

    fn ahead(&self, view: &State, _prompt: &Prompt<()>, kept: &Orders) -> AheadAnswer<Orders> {
        if rules::free(view, kept.square) {
            AheadAnswer::Answer(kept.clone())
        } else {
            AheadAnswer::Retire(format!("{} has a mark by now", kept.square))
        }
    }

    fn standing(
        &self,
        view: &State,
        _prompt: &Prompt<()>,
        policy: Option<&Policy>,
    ) -> StandingAnswer<Orders> {
        let preferred = policy.and_then(|policy| {
            policy.prefer.iter().copied().find(|square| rules::free(view, *square))
        });
        match (view.stage, view.tempo, preferred) {
            (Stage::Mark, Tempo::Brisk, Some(square)) => StandingAnswer::Answer(Orders { square }),
            (Stage::Mark | Stage::Trap, Tempo::Brisk | Tempo::Full, _) => StandingAnswer::Pass,
        }
    }

    fn fallback(&self, view: &State, _prompt: &Prompt<()>, policy: Option<&Policy>) -> Orders {
        let preferred = policy.into_iter().flat_map(|policy| policy.prefer.iter().copied());
        let square = preferred.chain(self.free(view)).find(|square| rules::free(view, *square));
        Orders { square: square.expect("a board without a free square has ended the game") }
    }
}
