//! Helps a player to write orders: the form, the dry run, what can be ordered by clicking.

use super::Toy;
use crate::codes::Code;
use crate::explain;
use crate::names::{Square, Stage};
use engine::prelude::*;
use engine::{Edit, Offer, Spot, path_of};
use serde_json::json;
use std::collections::BTreeMap;

impl OrderHelp for Toy {
    fn form(&self, at: &AtSeat<'_, Self>) -> serde_json::Value {
        json!({"asked": !at.prompts.is_empty(), "free": self.free(at.view).collect::<Vec<_>>()})
    }

    fn counsel(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Vec<Complaint> {
        let name = Stage::Mark.word();
        let kept =
            at.in_force.filter(|_| filing.ahead.is_none()).and_then(|own| own.ahead.get(name));
        match (filing.orders.get(name), kept) {
            (Some(now), Some(kept)) if now.square == kept.says.square => {
                let path = path_of(at.prompts, name, Place::Orders).then("square");
                let message = format!(
                    "your orders given in advance in phase {} name {} too",
                    kept.phase, now.square
                );
                vec![Code::Ahead.at(path, message)]
            }
            _ => Vec::new(),
        }
    }

    fn dry_run(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> serde_json::Value {
        let named: BTreeMap<&str, Square> =
            filing.orders.iter().map(|(name, orders)| (name.as_str(), orders.square)).collect();
        json!({"asked": at.prompts.len(), "named": named})
    }

    fn offers(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        _picked: Option<&str>,
    ) -> Offers {
        let Some(prompt) = at.prompts.first() else { return Offers::default() };
        let named = filing.orders.get(&prompt.name).map(|orders| orders.square);
        let square = |square: Square| {
            let edits = vec![Edit::key(&["orders"], "square", Some(json!(square)))];
            Offer::new("Square", square.to_string(), named == Some(square), edits)
                .on(Spot::Cell(square.to_string()))
        };
        Offers { offers: self.free(at.view).map(square).collect(), ..Offers::default() }
    }

    fn explain(
        &self,
        at: &AtSeat<'_, Self>,
        _draft: Option<&ParsedOrdersOf<Self>>,
        question: &Node,
    ) -> Result<serde_json::Value, Vec<Complaint>> {
        explain::answer(self, at, question)
    }
}
