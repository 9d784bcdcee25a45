//! The events of this title. Number, rule and dice stand in the entry; phase and turn in the chapter around it.
//!
//! Events stand in small enums, so that what each does ([`apply`]) and who sees it ([`sight`]) are matches without a
//! remainder. In a record all are alike: a map with its `kind`.

pub(crate) mod apply;
mod campaign;
pub(crate) mod sight;
mod war;
mod words;

use super::battle;
use super::orders::battle::BattleId;
use serde::{Deserialize, Serialize};

pub(crate) use campaign::{Encounter, Movement, Players, Politics, Sequence};
pub(crate) use war::{Battles, Reports, Sieges};
pub(crate) use words::{Award, Decision, Doom, Halt, Hardship, Relief, Unopposed};

/// One thing that happened, with its whole result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Event {
    Sequence(Box<Sequence>),
    Politics(Box<Politics>),
    Movement(Box<Movement>),
    Encounter(Box<Encounter>),
    Players(Box<Players>),
    Battles(Box<Battles>),
    Reports(Box<Reports>),
    Sieges(Box<Sieges>),
    Fought(Box<Fought>),
}

/// Something that happened on a battlefield.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fought {
    #[serde(flatten)]
    pub event: battle::Event,
    pub battle: BattleId,
}

/// A modifier: what for, and how much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// The source of the points, as a word.
    pub what: String,
    /// The points that it adds; negative if it takes away.
    pub points: i32,
}

engine::groups! {
    Event: Sequence(Sequence), Politics(Politics), Movement(Movement), Encounter(Encounter),
        Players(Players), Battles(Battles), Reports(Reports), Sieges(Sieges), Fought(Fought)
}
