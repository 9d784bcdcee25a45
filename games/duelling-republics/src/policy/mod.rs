//! Standing orders: how an army answers when nobody can be asked.

pub(crate) mod read;

use crate::battle::plan::Draft;
use crate::elements::{ArmyId, ElementId, Troop};
use crate::names::{Do, Gaul, IfSiege, Name, Season};
use crate::orders::Ratio;
use serde::Serialize;
use std::collections::BTreeMap;

/// All standing orders of a seat. A key that is left out keeps the default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Policy {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ra: Option<ArmyPolicy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rb: Option<ArmyPolicy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ca: Option<ArmyPolicy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cb: Option<ArmyPolicy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minor_war: Option<MinorPolicy>,
    /// The game may end (X2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

impl Policy {
    pub fn army(&self, army: ArmyId) -> Option<&ArmyPolicy> {
        match army {
            ArmyId::Ra => self.ra.as_ref(),
            ArmyId::Rb => self.rb.as_ref(),
            ArmyId::Ca => self.ca.as_ref(),
            ArmyId::Cb => self.cb.as_ref(),
            ArmyId::Ma | ArmyId::Mb => None,
        }
    }

    pub fn slot(&mut self, army: ArmyId) -> Option<&mut Option<ArmyPolicy>> {
        match army {
            ArmyId::Ra => Some(&mut self.ra),
            ArmyId::Rb => Some(&mut self.rb),
            ArmyId::Ca => Some(&mut self.ca),
            ArmyId::Cb => Some(&mut self.cb),
            ArmyId::Ma | ArmyId::Mb => None,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ArmyPolicy {
    /// The answers when it is entered upon; lines in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entered: Option<Vec<Line>>,
    /// True if the lines answer in the `full` tempo too.
    #[serde(rename = "final", skip_serializing_if = "Option::is_none")]
    pub last_word: Option<bool>,
    /// The provinces to retreat to, in order of preference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retreat_to: Option<Vec<Name>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub if_siege: Option<IfSiege>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gaul: Option<Gaul>,
    /// The choice when a friend comes to relieve it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relieved: Option<Relieved>,
    /// The answer to a sally or a relief.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sallied_upon: Option<Sallied>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contingent: Option<Sent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand_over: Option<Vec<HandOver>>,
    /// The order in which it loses types of troops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losses: Option<Vec<Troop>>,
    /// The plan by which it fights a battle for which its C-in-C files none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Draft>,
}

/// A line of `entered`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The conditions; all must hold.
    #[serde(skip_serializing_if = "When::is_empty")]
    pub when: When,
    #[serde(rename = "do")]
    pub what: Do,
}

/// Conditions of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct When {
    /// The least ratio of own elements to those of the army that enters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<Ratio>,
    /// The army that enters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<ArmyId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub province: Option<Ground>,
    /// The most elements that the army that enters may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub season: Option<Season>,
    /// A retreat is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can: Option<Can>,
}

impl When {
    /// True if it has no condition, and so always holds.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

engine::words! {
    /// Kinds of province, as the army sees it.
    pub enum Ground {
        Friendly = "friendly",
        /// Its side's, with a city.
        FriendlyCity = "friendly-city",
        /// Its side's, with a major city.
        FriendlyMajor = "friendly-major",
        Enemy = "enemy",
        /// Owned by nobody.
        Wild = "wild",
    }
}

engine::words! {
    /// The actions that must be possible.
    pub enum Can {
        Retreat = "retreat",
    }
}

engine::words! {
    /// The choices of a besieged army when a friend attacks the besieger.
    pub enum Relieved {
        /// It sends a contingent.
        Sally = "sally",
        Stay = "stay",
    }
}

engine::words! {
    /// The answers of a besieger to an attack.
    pub enum Sallied {
        Fight = "fight",
        Retreat = "retreat",
    }
}

engine::words! {
    /// A wish about the end of the game.
    pub enum End {
        /// The game may end.
        Agree = "agree",
    }
}

engine::words! {
    /// The words for what a second army sends.
    pub enum SentWord {
        /// Half of its elements.
        Half = "half",
        /// No element: the second army keeps all it has.
        Nothing = "none",
    }
}

/// The elements that a second army sends to its friend's battle (B2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Sent {
    Word(SentWord),
    /// These elements, but no more than half of the army.
    These(Vec<ElementId>),
}

/// The elements that an army gives to a friendly army that passes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HandOver {
    pub to: ArmyId,
    pub elements: Vec<ElementId>,
}

/// Preferences about minor wars.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MinorPolicy {
    /// True to fight one when left without a command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elect: Option<bool>,
    /// The opponent's army, row by row.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub prefer: BTreeMap<u8, Name>,
}
