//! The orders of a file. Their serialised form is the order grammar itself.

mod read;

pub(super) use read::Reading;

use super::names::{Go, Id, Order, Side};
use engine::kit::{Bearing, Hex, Slug};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// The answer to one prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Orders {
    Resign(Resign),
    Choice(Choice),
    Changes(Changes),
    Turn(TurnOrders),
    FallBack(FallBack),
    StrikeBack(StrikeBack),
    GoOn(GoOn),
    NextAttacks(NextAttacks),
    Enter(Enter),
    NextGaul(NextGaul),
    Victim(Victim),
    SetUp(SetUpOrders),
}

/// The units that fall back before combat, and their hexes; all others stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FallBack {
    /// The hex in which each ends.
    pub fall_back: BTreeMap<Id, Hex>,
}

/// The units that strike back; no others do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StrikeBack {
    pub strike: Vec<Id>,
}

/// The unit that attackers go on against.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoOn {
    /// The enemy; nobody if they stop.
    pub against: Option<Id>,
}

impl Serialize for GoOn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("against", self.against.unwrap_or(NOBODY))])
    }
}

/// Attacks to be resolved next, each by one of its defenders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NextAttacks {
    /// The defenders whose attacks are resolved, in this order. A seat that names fewer than are left is asked again;
    /// one that names none leaves the order to the rules.
    pub next: Vec<Id>,
}

/// The unit that enters a hex which an attack has emptied. The rules decide what is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Enter {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advance: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<Bearing>,
}

/// The Gallic unit that rolls next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NextGaul {
    /// The unit; nobody if the others stay.
    pub gaul: Option<Id>,
}

impl Serialize for NextGaul {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("gaul", self.gaul.unwrap_or(NOBODY))])
    }
}

/// The unit that rampaging Elephants run to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Victim {
    /// The target: one of the nearest units.
    pub target: Id,
}

/// The word for no unit.
pub(super) const NOBODY: Id = Slug::of("nobody");

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Resign {
    pub resign: bool,
}

/// The choice to go first or last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    pub go: Go,
}

/// The chits that a side changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// New orders by Command; at most three that differ.
    pub change: BTreeMap<Id, Order>,
    /// A winner both sides agree on, if both name the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agree: Option<Side>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SetUpOrders {
    /// First orders by Command.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub chits: BTreeMap<Id, Order>,
    /// First orders of units without a chit.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub units: BTreeMap<Id, Order>,
    /// Places that differ from the default.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub place: BTreeMap<Id, Hex>,
    /// Facings: `all`, a Command, or a unit.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub face: BTreeMap<Id, Bearing>,
}

/// A Player Turn, or a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TurnOrders {
    pub activations: Vec<ActivationOrders>,
    /// Ends the Player Turn; all others act by default.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub finish: bool,
}

/// The orders for one Command, or for two legions together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ActivationOrders {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combined: Option<[Id; 2]>,
    #[serde(skip_serializing_if = "Option::is_none", rename = "use")]
    pub gauls: Option<Gauls>,
    /// Final facing of units without their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<Bearing>,
    /// The orders for single units, in this order.
    #[serde(skip_serializing_if = "Listed::is_empty")]
    pub units: Listed<Tries>,
    /// Steps of all the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub march: Vec<Bearing>,
    /// Attacks, in the order of their resolution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<AttackOrders>,
}

/// The Gallic units that act (5.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Gauls {
    All(All),
    Some(Vec<Id>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum All {
    All,
}

/// Orders for a unit: the first that is lawful when the unit is reached is carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Tries {
    One(UnitOrders),
    Some(Vec<UnitOrders>),
}

impl Tries {
    /// All alternatives, in order of preference.
    pub fn all(&self) -> &[UnitOrders] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Some(all) => all,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnitOrders {
    /// Its order, for units without a chit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// The hex to which it goes by the cheapest way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Hex>,
    /// The exact way that it takes, in place of `to`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Hex>,
    /// True if it leaves the field in the south at the end of its way.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub exit: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<Bearing>,
}

impl UnitOrders {
    /// True if it names a way.
    pub fn moves(&self) -> bool {
        self.to.is_some() || !self.path.is_empty() || self.exit
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct AttackOrders {
    pub by: Vec<Id>,
    pub against: Vec<Id>,
    /// The units that may advance, in order of preference.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advance: Vec<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face_after: Option<Bearing>,
    #[serde(skip_serializing_if = "Option::is_none", rename = "continue")]
    pub go_on: Option<super::policy::When>,
    /// The units to go on against, in order of preference.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Id>,
}

/// A map whose order counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<V>(pub Vec<(Id, V)>);

impl<V> Default for Listed<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V> Listed<V> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, id: Id) -> Option<&V> {
        self.0.iter().find(|(key, _)| *key == id).map(|(_, value)| value)
    }
}

impl<V: Serialize> Serialize for Listed<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}
