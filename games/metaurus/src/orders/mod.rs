//! What an order file may say. Written, orders are the grammar itself.

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
    /// A seat gives up.
    Resign(Resign),
    /// First or last.
    Choice(Choice),
    /// Changed chits.
    Changes(Changes),
    /// A Player Turn, or a part of it.
    Turn(TurnOrders),
    /// Who falls back.
    FallBack(FallBack),
    /// Who strikes back.
    StrikeBack(StrikeBack),
    /// Whether attackers go on.
    GoOn(GoOn),
    /// Which attacks come next.
    NextAttacks(NextAttacks),
    /// Who advances.
    Enter(Enter),
    /// Which Gaul rolls next.
    NextGaul(NextGaul),
    /// Whom rampaging Elephants go for.
    Victim(Victim),
    SetUp(SetUpOrders),
}

/// Who falls back before combat, and where to; everybody else stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FallBack {
    /// The hex in which each ends.
    pub fall_back: BTreeMap<Id, Hex>,
}

/// Who strikes back; nobody else does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StrikeBack {
    pub strike: Vec<Id>,
}

/// Whom attackers go on against.
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
    /// In this order; whoever names fewer than are left is asked again, whoever names none leaves it to the rules.
    pub next: Vec<Id>,
}

/// Who enters a hex that an attack has emptied; what is left out is left to the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Enter {
    /// The unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advance: Option<Id>,
    /// Its facing there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<Bearing>,
}

/// Which Gaul rolls next.
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

/// Whom rampaging Elephants go for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Victim {
    /// One of the nearest.
    pub target: Id,
}

/// What stands for no unit.
pub(super) const NOBODY: Id = Slug::of("nobody");

/// A seat gives up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Resign {
    /// Always true.
    pub resign: bool,
}

/// First or last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// Whether this side acts first or last in the Game Turn.
    pub go: Go,
}

/// Changed chits.
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
    /// In this order.
    pub activations: Vec<ActivationOrders>,
    /// Ends the Player Turn; all others act by default.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub finish: bool,
}

/// What one Command, or two legions together, shall do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ActivationOrders {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Id>,
    /// Two legions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combined: Option<[Id; 2]>,
    /// Gauls that shall act.
    #[serde(skip_serializing_if = "Option::is_none", rename = "use")]
    pub gauls: Option<Gauls>,
    /// Final facing of units without their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<Bearing>,
    /// What single units shall do, in this order.
    #[serde(skip_serializing_if = "Listed::is_empty")]
    pub units: Listed<Tries>,
    /// Steps of all the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub march: Vec<Bearing>,
    /// Attacks, in the order of their resolution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attacks: Vec<AttackOrders>,
}

/// Which Gauls shall act (5.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Gauls {
    All(All),
    /// These.
    Some(Vec<Id>),
}

/// The word `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum All {
    /// The word.
    All,
}

/// What a unit shall try, the first that is lawful when it is reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Tries {
    /// One thing only.
    One(UnitOrders),
    /// Several.
    Some(Vec<UnitOrders>),
}

impl Tries {
    /// In order of preference.
    pub fn all(&self) -> &[UnitOrders] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Some(all) => all,
        }
    }
}

/// What a unit shall do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnitOrders {
    /// Its order, for units without a chit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// Where to, by the cheapest way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Hex>,
    /// Or this very way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Hex>,
    /// Leaves the field in the south at the end of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub exit: bool,
    /// Final facing.
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
    /// The attackers.
    pub by: Vec<Id>,
    /// The defenders.
    pub against: Vec<Id>,
    /// Who shall advance, in order of preference.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advance: Vec<Id>,
    /// Facing after the advance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face_after: Option<Bearing>,
    /// When to go on.
    #[serde(skip_serializing_if = "Option::is_none", rename = "continue")]
    pub go_on: Option<super::policy::When>,
    /// Whom to go on against, in order of preference.
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
    /// True if it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value under a name.
    pub fn get(&self, id: Id) -> Option<&V> {
        self.0.iter().find(|(key, _)| *key == id).map(|(_, value)| value)
    }
}

impl<V: Serialize> Serialize for Listed<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}
