//! Standing orders: what a side does in the middle of the other's activations.

use super::Metaurus;
use super::data::Printed;
use super::names::{Go, Id, Side};
use engine::kit::{Bearing, Slug};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// All standing orders of a seat. A key that is absent leaves the default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Policy {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initiative: Option<Initiative>,
    /// When to retreat before combat: by `default`, Command or unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreat: Option<BTreeMap<Id, Retreat>>,
    /// When to strike back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter: Option<BTreeMap<Id, When>>,
    /// When to go on with a continued attack.
    #[serde(skip_serializing_if = "Option::is_none", rename = "continue")]
    pub go_on: Option<BTreeMap<Id, When>>,
    /// The order in which attacks are resolved that the file does not list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Sequel>,
    /// The unit that enters a hex which an attack has emptied, and its facing, if the file does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advance: Option<Advancing>,
    /// The Gallic units that roll, if the file does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gauls: Option<Called>,
    /// The units that rampaging Elephants prefer, if several are equally near.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rampage: Option<Rampage>,
}

impl Policy {
    pub(super) const KEYS: &'static [&'static str] =
        &["initiative", "retreat", "counter", "continue", "order", "advance", "gauls", "rampage"];
}

engine::words! {
    /// The choices after winning the initiative.
    pub enum Initiative {
        First = "first",
        Last = "last",
        Ask = "ask",
    }

    /// The order in which attacks are resolved that the file does not list.
    pub enum Sequel {
        /// In the order in which they are announced (9.1a).
        Announced = "announced",
    }

    /// The units that enter a hex which an attack has emptied.
    pub enum Advancing {
        /// The first attacker that can, who turns to an enemy (9.2).
        First = "first",
    }

    /// The Gallic units that roll if the file does not say.
    pub enum Called {
        All = "all",
        /// Only those who are Engaged.
        Nobody = "none",
    }

    /// The units that rampaging Elephants prefer.
    pub enum Foe {
        /// Roman units.
        Enemy = "enemy",
        /// Carthaginian units.
        Friend = "friend",
    }
}

impl Initiative {
    /// The choice it makes; none if the player is to be asked.
    pub fn choice(self) -> Option<Go> {
        match self {
            Self::First => Some(Go::First),
            Self::Last => Some(Go::Last),
            Self::Ask => None,
        }
    }
}

/// A condition for doing something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Never,
    Always,
    /// If all attackers are infantry (retreats only).
    Infantry,
    /// If the modifier is at least this.
    Drm(i8),
}

impl When {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "never" => Some(Self::Never),
            "always" => Some(Self::Always),
            "infantry" => Some(Self::Infantry),
            _ => {
                let number =
                    text.strip_prefix("drm")?.trim_start().strip_prefix(">=")?.trim_start();
                let number = number.strip_prefix('+').unwrap_or(number);
                number.parse().ok().filter(|n| (-30..=30).contains(n)).map(Self::Drm)
            }
        }
    }

    pub fn holds(self, drm: i8, infantry: bool) -> bool {
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::Infantry => infantry,
            Self::Drm(least) => drm >= least,
        }
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Never => f.write_str("never"),
            Self::Always => f.write_str("always"),
            Self::Infantry => f.write_str("infantry"),
            Self::Drm(least) => write!(f, "drm>={least}"),
        }
    }
}

impl Serialize for When {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// When and how to retreat before combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Retreat {
    /// The attacks in which it retreats.
    #[serde(rename = "if")]
    pub when: When,
    /// The greatest number of hexes that it retreats.
    pub hexes: u8,
    /// Directions tried in turn at each step; empty: the side's own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub toward: Vec<Bearing>,
}

/// The units that rampaging Elephants prefer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Rampage {
    /// All units of the enemy, or all friends.
    Side(Foe),
    /// These units, in this order.
    Units(Vec<Id>),
}

/// The key that stands for everybody else.
pub(super) const DEFAULT: Id = Slug::of("default");

/// The most specific entry for a unit: its own, its Command's, the default.
fn specific<V>(map: Option<&BTreeMap<Id, V>>, command: Id, unit: Id) -> Option<&V> {
    let map = map?;
    [unit, command, DEFAULT].into_iter().find_map(|key| map.get(&key))
}

/// The rule by which a unit retreats; by default light infantry falls back, other units do not.
pub(super) fn retreat(policy: Option<&Policy>, rules: &Metaurus, unit: Id) -> Retreat {
    let counter = rules.printed.roster.unit(unit).expect("only printed units retreat");
    let found = specific(policy.and_then(|policy| policy.retreat.as_ref()), counter.command, unit);
    let light = !rules.printed.roster.attacks(counter.arm);
    let when = if light { When::Always } else { When::Never };
    let mut rule = found.cloned().unwrap_or(Retreat { when, hexes: 1, toward: Vec::new() });
    if rule.toward.is_empty() {
        rule.toward = directions(counter.side).to_vec();
    }
    rule
}

/// The directions in which a side retreats unless told otherwise (brief, section 6).
pub(super) fn directions(side: Side) -> [Bearing; 6] {
    use Bearing::{E, Ne, Nw, Se, Sw, W};
    match side {
        Side::Carthage => [Ne, Nw, E, W, Se, Sw],
        Side::Rome => [Sw, Se, W, E, Nw, Ne],
    }
}

/// True if a side's standing orders say when a unit retreats.
pub(super) fn settles_retreat(policy: Option<&Policy>, printed: &Printed, unit: Id) -> bool {
    specific(policy.and_then(|policy| policy.retreat.as_ref()), command_of(printed, unit), unit)
        .is_some()
}

/// True if a side's standing orders say when a unit strikes back.
pub(super) fn settles_counter(policy: Option<&Policy>, printed: &Printed, unit: Id) -> bool {
    specific(policy.and_then(|policy| policy.counter.as_ref()), command_of(printed, unit), unit)
        .is_some()
}

/// True if a side's standing orders say when a unit goes on.
pub(super) fn settles_going_on(policy: Option<&Policy>, printed: &Printed, unit: Id) -> bool {
    specific(policy.and_then(|policy| policy.go_on.as_ref()), command_of(printed, unit), unit)
        .is_some()
}

fn command_of(printed: &Printed, unit: Id) -> Id {
    printed.roster.unit(unit).map_or(unit, |counter| counter.command)
}

pub(super) fn counter(policy: Option<&Policy>, printed: &Printed, unit: Id) -> When {
    let command = command_of(printed, unit);
    specific(policy.and_then(|policy| policy.counter.as_ref()), command, unit)
        .copied()
        .unwrap_or(When::Drm(1))
}

pub(super) fn go_on(policy: Option<&Policy>, printed: &Printed, unit: Id) -> When {
    let command = command_of(printed, unit);
    specific(policy.and_then(|policy| policy.go_on.as_ref()), command, unit)
        .copied()
        .unwrap_or(When::Drm(1))
}
