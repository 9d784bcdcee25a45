//! The values of a seat's order form, for the title's form template.

mod army;
mod field;

use super::names::Side;
use super::rules::Field;
use super::{CombinedArms, report_context};
use crate::dry_run;
use crate::events::Event;
use crate::explain;
use crate::grammar;
use crate::order_sheet;
use crate::state::State;
use engine::AtSeat;
use engine::prelude::*;
use serde_json::{Value, json};

impl OrderHelp for CombinedArms {
    fn form(&self, at: &AtSeat<'_, Self>) -> Value {
        let (state, seat, prompts) = (at.view, at.seat, at.prompts);
        let side = Side::of(seat).expect("the charter has exactly one seat for each side");
        let standing = at.in_force.and_then(|force| force.standing.as_ref());
        let attack =
            standing.and_then(|filed| filed.says.attack).unwrap_or(self.chart.attack_default);
        let mode = if attack.at_will { "at-will" } else { "none" };
        let position = Field::new(&self.chart, state);
        let asked: Vec<Value> = prompts
            .iter()
            .map(|prompt| {
                let mut value = json!({
                    "name": prompt.name,
                    "question": prompt.question,
                    "policy": { "mode": mode, "pila": attack.pila },
                });
                let parts = [
                    army::answer(self, state, side, prompt.question),
                    field::answer(&position, side, prompt.question),
                ];
                for part in parts {
                    if let (Some(map), Value::Object(more)) = (value.as_object_mut(), part) {
                        map.extend(more);
                    }
                }
                value
            })
            .collect();
        json!({ "seat": seat, "side": side, "prompts": asked, "position": report_context::report_context(self, state) })
    }

    fn grammar(&self) -> Option<Grammar> {
        Some(grammar::grammar())
    }

    fn dry_run(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Value {
        dry_run::dry_run(self, at, filing)
    }

    fn foresee(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
    ) -> Option<(State, Vec<Chapter<Event>>)> {
        order_sheet::foresee(self, at, filing)
    }

    fn offers(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        picked: Option<&str>,
    ) -> Offers {
        order_sheet::offers(self, at, filing, picked)
    }

    fn explain(
        &self,
        at: &AtSeat<'_, Self>,
        draft: Option<&ParsedOrdersOf<Self>>,
        question: &Node,
    ) -> Result<Value, Vec<Complaint>> {
        explain::answer(self, at, draft, question)
    }
}
