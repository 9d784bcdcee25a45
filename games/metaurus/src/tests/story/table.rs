//! The table as the checker folds it from events, and what names stand for.

use engine::story::Entity;
use mutator::stories::word;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The men and the Commands that a name means, by the letters of their units.
pub(super) const WHOSE: [(&str, &[&str]); 16] = [
    ("men:Nero's men", &["i", "x"]),
    ("men:Livius' men", &["la", "lb"]),
    ("men:Porcius' men", &["pa", "pb"]),
    ("men:the Gauls", &["ce"]),
    ("men:the Iberians", &["ib"]),
    ("men:the Africans and Ligurians", &["af", "lg"]),
    ("men:the slingers", &["ba"]),
    ("men:the Carthaginian horse", &["cc", "nu"]),
    ("men:the elephants", &["el"]),
    ("command:celtic", &["ce"]),
    ("command:iberian", &["ib"]),
    ("command:african", &["af", "lg"]),
    ("command:balearic", &["ba"]),
    ("command:cavalry", &["cc", "nu"]),
    ("command:elephants", &["el"]),
    ("men:nobody", &[]),
];

pub(super) const LEGIONS: [&str; 6] = ["i", "x", "la", "lb", "pa", "pb"];

pub(super) fn letters(unit: &str) -> &str {
    unit.split('-').next().expect("a part")
}

pub(super) fn side(unit: &str) -> &'static str {
    if LEGIONS.contains(&letters(unit)) { "rome" } else { "carthage" }
}

pub(super) fn hex(text: &str) -> (i32, i32) {
    (text[..2].parse().expect("a row"), text[2..].parse().expect("a place"))
}

/// Steps between two hexes; odd rows lie half a hex to the east.
pub(super) fn distance(a: &str, b: &str) -> i32 {
    let axial = |(row, place): (i32, i32)| (place - row.div_euclid(2), row);
    let ((aq, ar), (bq, br)) = (axial(hex(a)), axial(hex(b)));
    let (dq, dr) = (aq - bq, ar - br);
    (dq.abs() + dr.abs() + (dq + dr).abs()) / 2
}

pub(super) fn wing(at: &str) -> &'static str {
    match hex(at).1 {
        ..=8 => "on the Roman left",
        19.. => "on the Roman right",
        _ => "in the centre",
    }
}

/// The table, folded from events.
#[derive(Clone, Default)]
pub(super) struct Table {
    pub(super) at: BTreeMap<String, String>,
    pub(super) disordered: BTreeSet<String>,
    pub(super) locked: BTreeSet<(String, String)>,
    pub(super) lost: Vec<String>,
    /// The side whose unit a lock freezes, for each pair that it ever froze.
    freezes: BTreeMap<(String, String), String>,
    /// Game Turns without an attack, up to the present one.
    pub(super) quiet: u64,
    /// The side that has reached its mark.
    pub(super) decided: Option<String>,
    /// Units destroyed in attacks on them, each with the first of the attackers.
    pub(super) struck: Vec<(String, String)>,
    /// The units of the last fight: the attackers, and the attacked.
    fight: (Vec<String>, Vec<String>),
}

pub(super) fn pairs(event: &Value) -> Vec<(String, String)> {
    let all = event["pairs"].as_array().into_iter().flatten();
    all.map(|pair| (word(pair, "rome").to_owned(), word(pair, "carthage").to_owned())).collect()
}

pub(super) fn last(event: &Value) -> String {
    let way = event["way"].as_array().and_then(|way| way.last());
    way.and_then(Value::as_str).expect("a way").to_owned()
}

impl Table {
    /// Units that a lock keeps from attacking (10.0h).
    pub(super) fn frozen(&self) -> BTreeSet<String> {
        let freezes = |(rome, carthage): &(String, String)| match self
            .freezes
            .get(&(rome.clone(), carthage.clone()))
            .map(String::as_str)
        {
            Some("rome") => Some(rome.clone()),
            Some("carthage") => Some(carthage.clone()),
            _ => None,
        };
        self.locked.iter().filter_map(freezes).collect()
    }

    pub(super) fn fold(&mut self, events: &[Value]) {
        for event in events {
            self.one(event);
        }
    }

    pub(super) fn one(&mut self, event: &Value) {
        let unit = word(event, "unit").to_owned();
        match word(event, "kind") {
            "placed" => {
                self.at.insert(unit, word(event, "hex").to_owned());
            }
            "moved" | "retreat" => {
                self.at.insert(unit, last(event));
            }
            "advance" => {
                self.at.insert(unit, word(event, "to").to_owned());
            }
            "disordered" => {
                self.disordered.insert(unit);
            }
            "reform" if event["success"] == true => {
                self.disordered.remove(&unit);
            }
            "engaged" => {
                self.locked.extend(pairs(event));
                for pair in event["pairs"].as_array().into_iter().flatten() {
                    let units = (word(pair, "rome").to_owned(), word(pair, "carthage").to_owned());
                    self.freezes.insert(units, word(pair, "freezes").to_owned());
                }
            }
            "attack" | "counter-attack" | "continued-attack" => {
                let list = |name: &str| {
                    let all = event[name].as_array().into_iter().flatten();
                    all.filter_map(|id| id.as_str().map(str::to_owned)).collect()
                };
                (self.quiet, self.fight) = (0, (list("by"), list("against")));
            }
            "turn-ends" => self.quiet = event["quiet"].as_u64().expect("a number"),
            "threshold" => self.decided = Some(word(event, "winner").to_owned()),
            "disengaged" => {
                let gone = pairs(event);
                self.locked.retain(|pair| !gone.contains(pair));
            }
            "eliminated" | "exited" => {
                self.at.remove(&unit);
                self.locked.retain(|(rome, carthage)| *rome != unit && *carthage != unit);
                if word(event, "kind") == "eliminated" {
                    let (by, against) = &self.fight;
                    let counted = !matches!(letters(&unit), "ba" | "el");
                    if word(event, "cause") == "combat" && counted && against.contains(&unit) {
                        self.struck.push((unit.clone(), by[0].clone()));
                    }
                    self.lost.push(unit);
                }
            }
            _ => {}
        }
    }
}

/// True if a name stands for a unit.
pub(super) fn means(who: &Entity, unit: &str) -> bool {
    who.key.split('+').any(|key| {
        let whose = key.strip_prefix("men:").map_or(vec![key.to_owned()], |names| {
            let parts = names.replace("the Africans and Ligurians", "the Africans & Ligurians");
            let each = parts.split(", ").flat_map(|part| part.split(" and "));
            each.map(|name| format!("men:{}", name.replace('&', "and"))).collect()
        });
        whose.iter().any(|key| {
            key == unit
                || key.strip_prefix("command:") == Some(letters(unit))
                || WHOSE.iter().any(|(name, of)| name == key && of.contains(&letters(unit)))
        })
    })
}

/// True if a name stands for exactly these units: each of them, where units are named; only them, where their men are.
pub(super) fn exactly(who: &Entity, units: &BTreeSet<String>) -> bool {
    let named: BTreeSet<&str> = who.key.split('+').collect();
    let all = !units.is_empty() && units.iter().all(|unit| means(who, unit));
    all && (who.key.contains(':') || named.len() == units.len())
}

pub(super) fn named(who: &Entity) -> BTreeSet<String> {
    who.key.split('+').map(str::to_owned).collect()
}

pub(super) fn side_of(who: &Entity) -> &'static str {
    let first = who.key.split('+').next().expect("a part");
    let first = first.strip_prefix("command:").unwrap_or(first);
    if first == "rome"
        || LEGIONS.contains(&letters(first))
        || ["Nero", "Livius", "Porcius"].iter().any(|name| first.contains(name))
    {
        "rome"
    } else {
        "carthage"
    }
}
