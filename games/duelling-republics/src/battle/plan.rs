//! Battle plans: what a commander may write, and what a battle is fought by.
//!
//! BA1 (elements), BA2 (sectors), BA3 (commands), BA7 (postures), BA12 (commit entries and conditions).

pub(crate) use super::words::{
    EnemyReserve, GeneralIs, LaneIs, Manner, Overlap, Posture, Sector, Spot, WhenFree,
};
use crate::elements::{ArmyId, ElementId, Member};
use engine::Seat;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

engine::words! {
    /// The roles of the sides of a battle.
    pub enum Role {
        /// The one whose bounds come first.
        Attacker = "attacker",
        /// The one who chooses the ground.
        Defender = "defender",
    }
}

impl Role {
    pub const BOTH: [Self; 2] = [Self::Attacker, Self::Defender];

    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// An element as a plan names it: `bd1` for the army in the field, `rb.bd1` for another's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    /// The army, where it is written.
    pub army: Option<ArmyId>,
    pub element: ElementId,
}

impl Named {
    pub fn parse(text: &str) -> Option<Self> {
        match Member::parse(text) {
            Some(member) => Some(Self { army: Some(member.army), element: member.element }),
            None => ElementId::parse(text).map(|element| Self { army: None, element }),
        }
    }

    /// The element that it names in a plan of `army`.
    pub fn member(self, army: ArmyId) -> Member {
        Member::new(self.army.unwrap_or(army), self.element)
    }

    /// The name of an element in a plan of `army`.
    pub fn of(member: Member, army: ArmyId) -> Self {
        Self { army: (member.army != army).then_some(member.army), element: member.element }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.army {
            Some(army) => write!(f, "{army}.{}", self.element),
            None => fmt::Display::fmt(&self.element, f),
        }
    }
}

impl fmt::Debug for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Named {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom(format!("`{text}` is not an element")))
    }
}

/// Terrain features by place, as the defender sees it.
pub(crate) type Ground = BTreeMap<Spot, String>;

/// A plan as it is written: what is left out comes from the default plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Draft {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands: Option<Vec<Charge>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<SectorDraft>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub centre: Option<SectorDraft>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<SectorDraft>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<Vec<Named>>,
    /// The order in which the sectors get their pips.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Vec<Sector>>,
    /// The entries that say when reserves go in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<Vec<Commit>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdraw: Option<When>,
    /// The ground, which only the defender chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terrain: Option<Ground>,
}

/// A sector as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SectorDraft {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub front: Option<Vec<Named>>,
    /// For front elements, the element behind each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rear: Option<BTreeMap<Named, Named>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub posture: Option<Posture>,
    /// The own bound from which it attacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlap: Option<Overlap>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when_free: Option<WhenFree>,
}

/// Orders of a commander below the C-in-C: postures of their sectors, without elements.
pub(crate) type CommandOrders = BTreeMap<Sector, SectorDraft>;

/// A command as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charge {
    pub seat: Seat,
    pub sectors: Vec<Sector>,
    /// True if its commander may set its postures.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub delegate: bool,
}

/// One entry that says when reserves go in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commit {
    pub when: When,
    pub to: Sector,
    #[serde(rename = "as")]
    pub manner: Manner,
    /// The most elements that are put in; none for no limit.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub n: Option<u8>,
    /// The only elements that are put in, in this order; none for any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub elements: Option<Vec<Named>>,
}

/// Conditions, all of which must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct When {
    /// The least number of own bounds so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u8>,
    /// The least number of own losses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losses: Option<u8>,
    /// The least number of enemy losses.
    #[serde(rename = "enemy-losses", skip_serializing_if = "Option::is_none")]
    pub enemy_losses: Option<u8>,
    /// The least number by which own losses exceed the enemy's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<u8>,
    #[serde(rename = "enemy-reserve", skip_serializing_if = "Option::is_none")]
    pub enemy_reserve: Option<EnemyReserve>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub general: Option<GeneralIs>,
    /// A lane, named by the own sector in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lane: Option<Sector>,
    /// The condition on that lane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<LaneIs>,
}

impl When {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A whole plan, by which a battle is fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The commands; the first has whatever is given to nobody.
    pub commands: Vec<Charge>,
    pub left: SectorPlan,
    pub centre: SectorPlan,
    pub right: SectorPlan,
    pub reserve: Vec<Member>,
    /// The order in which the sectors get their pips.
    pub priority: Vec<Sector>,
    /// The entries that say when reserves go in.
    pub commit: Vec<Commit>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub withdraw: Option<When>,
    /// The ground, which only the defender chooses.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub terrain: Ground,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectorPlan {
    pub front: Vec<Member>,
    /// For front elements, the element behind each.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub rear: BTreeMap<Member, Member>,
    pub posture: Posture,
    /// The own bound from which it attacks.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub from: Option<u8>,
    pub overlap: Overlap,
    pub when_free: WhenFree,
}

impl SectorPlan {
    /// All its elements, front before rear.
    pub fn all(&self) -> impl Iterator<Item = Member> + '_ {
        self.front.iter().copied().chain(self.rear.values().copied())
    }
}

impl Draft {
    /// The sector of the line, if anything is said of it.
    pub fn sector(&self, sector: Sector) -> Option<&SectorDraft> {
        match sector {
            Sector::Left => self.left.as_ref(),
            Sector::Centre => self.centre.as_ref(),
            Sector::Right => self.right.as_ref(),
            Sector::Reserve => None,
        }
    }

    /// The place of a sector of the line, to write in; the reserve has none.
    pub fn sector_mut(&mut self, sector: Sector) -> Option<&mut SectorDraft> {
        let place = match sector {
            Sector::Left => &mut self.left,
            Sector::Centre => &mut self.centre,
            Sector::Right => &mut self.right,
            Sector::Reserve => return None,
        };
        Some(place.get_or_insert_default())
    }

    /// True if it says where any element stands: then the whole deployment is its own.
    pub fn deploys(&self) -> bool {
        let said = |part: &SectorDraft| part.front.is_some() || part.rear.is_some();
        self.reserve.is_some()
            || Sector::LINE.iter().any(|sector| self.sector(*sector).is_some_and(said))
    }
}

impl Plan {
    /// A sector of the line; the centre stands for the reserve, which has no front.
    pub const fn sector(&self, sector: Sector) -> &SectorPlan {
        match sector {
            Sector::Left => &self.left,
            Sector::Right => &self.right,
            Sector::Centre | Sector::Reserve => &self.centre,
        }
    }

    pub const fn sector_mut(&mut self, sector: Sector) -> &mut SectorPlan {
        match sector {
            Sector::Left => &mut self.left,
            Sector::Right => &mut self.right,
            Sector::Centre | Sector::Reserve => &mut self.centre,
        }
    }

    /// The elements of a sector, the reserve included.
    pub fn elements(&self, sector: Sector) -> Vec<Member> {
        if sector == Sector::Reserve {
            self.reserve.clone()
        } else {
            self.sector(sector).all().collect()
        }
    }

    /// The number (from 0) of the command that a sector belongs to.
    pub fn command_of(&self, sector: Sector) -> usize {
        // The first command has what is given to nobody.
        self.commands.iter().position(|command| command.sectors.contains(&sector)).unwrap_or(0)
    }

    pub fn sector_of(&self, member: Member) -> Option<Sector> {
        Sector::ALL.iter().copied().find(|sector| self.elements(*sector).contains(&member))
    }
}
