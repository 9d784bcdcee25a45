//! The attacks of a record as the checker reads them from events.

use super::table::Table;
use mutator::stories::word;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// An attack, with the events up to the next deed.
#[derive(Clone)]
pub(super) struct Strike {
    pub(super) by: String,
    /// The unit attacked; empty if the attack fell on a leader.
    pub(super) on: String,
    pub(super) rear: bool,
    pub(super) fight: Option<Value>,
    pub(super) evaded: bool,
    /// The disorder from the fight itself.
    pub(super) hurt: BTreeMap<String, u64>,
    pub(super) broke: BTreeSet<String>,
    pub(super) caught: bool,
    pub(super) events: BTreeSet<u64>,
    pub(super) before: Table,
}

impl Strike {
    fn new(by: &str, on: &str, rear: bool, before: &Table) -> Self {
        Self {
            by: by.to_owned(),
            on: on.to_owned(),
            rear,
            fight: None,
            evaded: false,
            hurt: BTreeMap::new(),
            broke: BTreeSet::new(),
            caught: false,
            events: BTreeSet::new(),
            before: before.clone(),
        }
    }

    fn did(&mut self, event: &Value) {
        let (unit, cause) = (word(event, "unit"), word(event, "cause"));
        match word(event, "kind") {
            "disorder" if matches!(cause, "combat" | "charge") => {
                *self.hurt.entry(unit.to_owned()).or_default() +=
                    event["points"].as_u64().expect("points");
            }
            "panic" => {
                self.broke.insert(unit.to_owned());
            }
            "eliminated" if cause == "attacked" => self.caught = true,
            _ => {}
        }
    }

    pub(super) fn charge(&self) -> bool {
        self.fight.as_ref().is_some_and(|fight| fight["charge"] == true)
    }

    pub(super) fn points(&self, unit: &str) -> u64 {
        self.hurt.get(unit).copied().unwrap_or_default()
    }

    pub(super) fn broke(&self, unit: &str) -> bool {
        self.broke.contains(unit)
    }

    /// True if at most one throw in six would have broken the unit that broke, or beaten off the one that was.
    pub(super) fn unlikely(&self) -> bool {
        let unit = self.before.unit(&self.on);
        let ends: &[&str] = match (self.broke(&self.on), unit.dp + 1 >= unit.morale()) {
            (true, true) => &["double", "win", "tie"],
            (true, false) => &["double"],
            (false, _) => &["lose", "doubled"],
        };
        self.fight.is_some() && self.odds(ends) <= 6
    }

    /// The number of throws, of 36, that end in one of these ways for the attacker.
    fn odds(&self, ends: &[&str]) -> u64 {
        let fight = self.fight.as_ref().expect("a fight");
        ends.iter().map(|end| fight["odds"][end].as_u64().expect("odds")).sum()
    }

    /// True if a unit in the fight had this modifier.
    fn had(&self, unit: &str, what: &str) -> bool {
        let who = if self.by == unit { "attacker" } else { "defender" };
        let parts = self.fight.as_ref().and_then(|fight| fight[who]["modifiers"].as_array());
        [&self.by, &self.on].iter().any(|one| *one == unit)
            && parts.into_iter().flatten().any(|part| word(part, "what") == what)
    }

    pub(super) fn helped(&self, unit: &str) -> bool {
        self.had(unit, "command")
    }

    pub(super) fn led(&self, leader: &str, unit: &str) -> bool {
        let at = self.before.leaders.get(leader);
        self.had(unit, "leader") && at.is_some() && at == self.before.unit(unit).at.as_ref()
    }
}

/// The attacks among some events; `asked` is what the record before them waited for.
pub(super) fn strikes(
    events: &[Value],
    tables: &BTreeMap<u64, Table>,
    asked: &Value,
) -> Vec<Strike> {
    let mut all: Vec<Strike> = Vec::new();
    let mut open = false;
    let pending = (word(&asked["query"], "attacker"), word(&asked["query"], "target"));
    for event in events {
        let n = event["n"].as_u64().expect("a number");
        let begin = |by: &str, on: &str, rear: bool| Strike::new(by, on, rear, &tables[&n]);
        let kind = word(event, "kind");
        let unit = word(event, "unit");
        match kind {
            "attack" => {
                let (by, on) = (word(event, "attacker"), word(event, "defender"));
                all.push(begin(by, on, event["rear"] == true));
                open = true;
            }
            "combat" => {
                let (by, on) = (word(&event["attacker"], "unit"), word(&event["defender"], "unit"));
                let parts = event["attacker"]["modifiers"].as_array().expect("modifiers");
                let rear = parts.iter().any(|part| word(part, "what") == "rear");
                let fits =
                    open && all.last().is_some_and(|one| one.by == by && one.fight.is_none());
                if !fits {
                    all.push(begin(by, on, rear));
                }
                open = true;
                all.last_mut().expect("a strike").fight = Some(event.clone());
            }
            "withdrawal" => {
                if !(open && all.last().is_some_and(|one| one.on == unit)) && pending.1 == unit {
                    all.push(begin(pending.0, unit, false));
                }
                // One whose attack an earlier record tells stays untold.
                let Some(strike) = all.last_mut().filter(|one| one.on == unit) else { continue };
                strike.evaded = true;
                open = true;
            }
            "stage" | "volley" | "elephant-table" | "enraged-run" | "furious" | "move"
            | "return" => {
                open = false;
            }
            _ => {}
        }
        let Some(strike) = all.last_mut().filter(|_| open) else { continue };
        strike.events.insert(n);
        strike.did(event);
    }
    all
}
