//! The war as the checker replays it: sizes and places of armies before each event.

use mutator::stories::word;
use serde_json::Value;
use std::collections::BTreeMap;

/// Elements and place of each army.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) sizes: BTreeMap<String, i64>,
    pub(super) at: BTreeMap<String, String>,
    pub(super) lost: BTreeMap<String, i64>,
    /// The army that the last event cost elements.
    cost: Option<String>,
}

impl Table {
    pub(super) fn of(state: &Value) -> Self {
        let armies = || state["armies"].as_object().into_iter().flatten();
        let sizes = armies().map(|(id, army)| (id.clone(), number(&army["size"])));
        let at = armies().map(|(id, army)| (id.clone(), word(army, "at").to_owned()));
        Self { sizes: sizes.collect(), at: at.collect(), ..Self::default() }
    }

    fn add(&mut self, army: &str, more: i64) {
        *self.sizes.entry(army.to_owned()).or_default() += more;
    }

    fn lose(&mut self, army: &str, lost: i64) {
        self.add(army, -lost);
        *self.lost.entry(army.to_owned()).or_default() += lost;
    }

    pub(super) fn fold(&mut self, event: &Value) {
        let army = word(event, "army");
        let cost = self.cost.take();
        let count = |field: &str| number(&event[field]);
        match word(event, "kind") {
            "moved" | "retreated" => {
                self.at.insert(army.to_owned(), word(event, "to").to_owned());
            }
            "recruited" => self.add(army, count("number")),
            "allies-disbanded" => self.add(army, -count("number")),
            "given" => {
                self.add(word(event, "from"), -count("number"));
                self.add(word(event, "to"), count("number"));
            }
            "attrition" => {
                self.lose(army, count("loses"));
                self.cost = Some(army.to_owned());
            }
            // It is lost when it is chosen.
            "asked" => {
                let query = &event["query"];
                if word(query, "of") == "losses" && cost.as_deref() == query["army"].as_str() {
                    self.lose(word(query, "army"), -number(&query["number"]));
                }
            }
            "losses-chosen" => self.lose(army, count("number")),
            "siege-lost-element" => self.lose(army, 1),
            "destroyed" => {
                let rest = self.sizes.remove(army).unwrap_or_default();
                *self.lost.entry(army.to_owned()).or_default() += rest;
            }
            "disbanded" => {
                let rest = self.sizes.remove(army).unwrap_or_default();
                if event["surrender"] == true {
                    *self.lost.entry(army.to_owned()).or_default() += rest;
                }
            }
            "mustered" | "raised" => {
                self.sizes.insert(army.to_owned(), count("size"));
            }
            "disclosed" => {
                for (army, size) in event["known"]["sizes"].as_object().expect("sizes") {
                    self.sizes.insert(army.clone(), number(size));
                }
            }
            "battle-over" if event["counts"] == true => {
                for one in event["losses"].as_array().expect("losses") {
                    let fallen = one[1].as_array().expect("elements").len();
                    self.lose(one[0].as_str().expect("an army"), long(fallen));
                }
            }
            _ => {}
        }
    }
}

pub(super) fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_default()
}

pub(super) fn long(n: usize) -> i64 {
    i64::try_from(n).expect("few")
}
