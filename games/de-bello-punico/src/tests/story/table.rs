//! The table as the checker folds it from events, and what names stand for.

use engine::story::Entity;
use mutator::stories::word;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Morale, and what a unit is, by its code.
const KINDS: [(&str, u64, &str); 13] = [
    ("Ve", 3, "foot"),
    ("Ha", 5, "foot"),
    ("Pr", 6, "foot"),
    ("Tr", 6, "foot"),
    ("SN", 4, "foot"),
    ("SC", 4, "foot"),
    ("T", 3, "light"),
    ("Me", 4, "foot"),
    ("In", 5, "foot"),
    ("Vt", 6, "foot"),
    ("E", 4, "horse"),
    ("CL", 3, "horse"),
    ("El", 4, "elephants"),
];

#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) side: String,
    code: String,
    pub(super) at: Option<String>,
    pub(super) dp: u64,
    pub(super) panic: bool,
}

impl Unit {
    fn kind(&self) -> (u64, &'static str) {
        let found = KINDS.iter().find(|(code, ..)| *code == self.code);
        found.map_or((0, ""), |(_, morale, arm)| (*morale, arm))
    }

    pub(super) fn morale(&self) -> u64 {
        self.kind().0
    }

    /// `foot`, `light`, `horse` or `elephants`.
    pub(super) fn class(&self) -> &'static str {
        self.kind().1
    }

    pub(super) fn arm(&self) -> &'static str {
        if self.class() == "light" { "foot" } else { self.class() }
    }

    pub(super) fn steady(&self) -> bool {
        self.at.is_some() && !self.panic
    }
}

/// The table, folded from events.
#[derive(Clone, Default)]
pub(super) struct Table {
    pub(super) units: BTreeMap<String, Unit>,
    pub(super) leaders: BTreeMap<String, String>,
    pub(super) rout: BTreeMap<String, u64>,
    /// The number of units that each has broken in a fight.
    pub(super) broken_by: BTreeMap<String, usize>,
    pair: Option<(String, String)>,
}

pub(super) fn column(hex: &str) -> i32 {
    hex[..2].parse().expect("a column")
}

pub(super) fn row(hex: &str) -> i32 {
    hex[2..].parse().expect("a row")
}

/// The third of the field in which a hex lies.
pub(super) fn wing(hex: &str) -> &'static str {
    match column(hex) {
        ..=9 => "on the Roman left",
        18.. => "on the Roman right",
        _ => "in the centre",
    }
}

/// Steps between two hexes; even columns lie half a hex to the south.
pub(super) fn distance(a: &str, b: &str) -> i32 {
    let cube = |hex: &str| {
        let (q, r) = (column(hex), row(hex));
        // An odd column shares its rows with the even one to its west, pushed down by half a hex.
        (q, r - (q + 1).div_euclid(2))
    };
    let ((aq, ar), (bq, br)) = (cube(a), cube(b));
    let (dq, dr) = (aq - bq, ar - br);
    (dq.abs() + dr.abs() + (dq + dr).abs()) / 2
}

/// The last hex of a way.
pub(super) fn last(event: &Value) -> Option<String> {
    let path = event["path"].as_array()?.last()?;
    Some(path.as_str().expect("a hex").to_owned())
}

impl Table {
    /// The unit of this id; a unit that is nowhere if there is none, as in a false report.
    pub(super) fn unit(&self, id: &str) -> &Unit {
        static NOBODY: Unit =
            Unit { side: String::new(), code: String::new(), at: None, dp: 0, panic: false };
        self.units.get(id).unwrap_or(&NOBODY)
    }

    pub(super) fn side(&self, id: &str) -> &str {
        self.units.get(id).map_or("", |unit| &unit.side)
    }

    pub(super) fn one(&mut self, event: &Value) {
        let id = word(event, "unit").to_owned();
        match word(event, "kind") {
            "placed" => {
                let place = word(event, "place");
                let unit = Unit {
                    side: word(event, "side").to_owned(),
                    code: word(event, "type").to_owned(),
                    at: (place != "reserve").then(|| place.to_owned()),
                    dp: event["dp"].as_u64().unwrap_or_default(),
                    panic: false,
                };
                self.units.insert(id, unit);
            }
            "leader-placed" => {
                self.leaders
                    .insert(word(event, "leader").to_owned(), word(event, "hex").to_owned());
            }
            "leader-withdraws" | "leader-follows" => {
                self.leaders.insert(word(event, "leader").to_owned(), word(event, "to").to_owned());
            }
            "leader-lost" => {
                self.leaders.remove(word(event, "leader"));
            }
            "combat" => {
                let of = |who: &str| word(&event[who], "unit").to_owned();
                self.pair = Some((of("attacker"), of("defender")));
            }
            "pr" => {
                let total = event["total"].as_u64().expect("a total");
                self.rout.insert(word(event, "side").to_owned(), total);
            }
            "panic" => {
                if let Some((by, on)) = self.pair.clone()
                    && matches!(word(event, "cause"), "combat" | "charge")
                    && (id == by || id == on)
                {
                    *self.broken_by.entry(if id == on { by } else { on }).or_default() += 1;
                }
                self.change(&id, |unit| unit.panic = true);
            }
            "disorder" | "recovery" => {
                let total = event["total"].as_u64().expect("a total");
                self.change(&id, |unit| unit.dp = total);
            }
            _ => self.moved(&id, event),
        }
    }

    fn moved(&mut self, id: &str, event: &Value) {
        match word(event, "kind") {
            "move" | "enraged-run" | "furious" | "flight" | "pursuit" => {
                let gone = event["exit"] == true;
                if self.units.contains_key(id) {
                    let to = last(event);
                    self.change(id, |unit| {
                        unit.at = if gone { None } else { to.or(unit.at.take()) };
                    });
                } else if let Some(to) = last(event) {
                    self.leaders.insert(id.to_owned(), to);
                }
            }
            "withdrawal" | "advance" => {
                let to = word(event, "to").to_owned();
                self.change(id, |unit| unit.at = Some(to));
            }
            "return" => {
                let hex = word(event, "hex").to_owned();
                self.change(id, |unit| unit.at = Some(hex));
            }
            "removed" | "eliminated" => self.change(id, |unit| unit.at = None),
            _ => {}
        }
    }

    fn change(&mut self, id: &str, how: impl FnOnce(&mut Unit)) {
        how(self.units.get_mut(id).unwrap_or_else(|| panic!("{id} is no unit")));
    }
}

pub(super) fn named(who: &Entity) -> BTreeSet<String> {
    who.key.split('+').map(str::to_owned).collect()
}
