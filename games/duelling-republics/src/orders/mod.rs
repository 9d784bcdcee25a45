//! The orders of each phase, typed as players write them. Their serialised form is the grammar of order files itself.

pub(crate) mod battle;
pub(crate) mod grammar;
pub(crate) mod read;

use super::elements::{ArmyId, ElementId, Side, Troop};
use super::names::{Do, Gaul, IfSiege, Name};
use super::policy::Sent;
use battle::{BattleOrders, MinorOrders, Report};
use engine::Seat;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The answer of an order file to one prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Orders {
    /// The answer to `setup`.
    Setup(Setup),
    /// The answer to `answer`.
    Answer(Reply),
    /// The answer to `report` or `ruling`.
    Report(Box<Report>),
    /// `plan`: one entry for each battle that the seat has a part in.
    Battles(Vec<BattleOrders>),
    /// `ruling`, where there is more than one battle to rule on.
    Rulings(Vec<Report>),
    /// The answer to `resources`, `allocate` or `commands`.
    Resources(Resources),
    Season(Box<Turns>),
    /// The answer to `minor-war`.
    Minor(Box<MinorOrders>),
    /// The referee's answer to `seats`.
    Seats(Seats),
    Told(Box<Told>),
}

impl Default for Orders {
    fn default() -> Self {
        Self::Resources(Resources::default())
    }
}

impl Orders {
    /// The reports among the orders: one, or several of a ruling.
    pub fn reports(&self) -> &[Report] {
        match self {
            Self::Report(report) => std::slice::from_ref(report),
            Self::Rulings(reports) => reports,
            _ => &[],
        }
    }

    /// The resignation and letters that come with the orders.
    pub fn word(&self) -> Word {
        let (resign, note) = match self {
            Self::Setup(o) => (o.resign, &o.note),
            Self::Answer(o) => (o.resign, &o.note),
            Self::Report(o) => (o.resign, &o.note),
            Self::Resources(o) => (o.resign, &o.note),
            Self::Season(o) => (o.resign, &o.note),
            Self::Minor(o) => (o.resign, &o.note),
            Self::Seats(o) => (false, &o.note),
            Self::Told(o) => (o.resign, &o.note),
            Self::Battles(list) => {
                let note = list.iter().flat_map(|o| o.note.clone()).collect();
                return Word { resign: list.iter().any(|o| o.resign), note };
            }
            Self::Rulings(list) => {
                return Word {
                    resign: false,
                    note: list.iter().flat_map(|o| o.note.clone()).collect(),
                };
            }
        };
        Word { resign, note: note.clone() }
    }
}

/// The parts that any orders may have: a resignation and letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// The player leaves (Z5).
    pub resign: bool,
    pub note: Vec<Note>,
}

/// A letter to other players, delivered with the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    pub to: Vec<Seat>,
    pub text: String,
}

/// The core elements of an army at the start (S6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setup {
    pub army: ArmyId,
    pub elements: Vec<Troop>,
    /// See [`Word`].
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
    /// See [`Word`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub note: Vec<Note>,
}

/// Allocations and the choice of a command (P3, P6, A1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Resources {
    /// The allocations in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allocate: Vec<Item>,
    /// Armies, in order of preference.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub army: Vec<ArmyId>,
    /// See [`Word`].
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
    /// See [`Word`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub note: Vec<Note>,
}

/// One thing to do with a province's resources (P3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Item {
    /// A victory point for oneself.
    Vp(VpWord),
    Element {
        element: ElementItem,
    },
    /// A talent for an army's chest.
    Gold {
        /// The army whose chest it goes to.
        gold: ArmyId,
    },
    Raise {
        raise: RaiseItem,
    },
    /// The same for all turns that are left; only as the last entry.
    Repeat {
        repeat: Box<Item>,
    },
}

impl Item {
    pub const VP: Self = Self::Vp(VpWord::Vp);
}

/// The word `vp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VpWord {
    #[serde(rename = "vp")]
    Vp,
}

/// An element for an army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ElementItem {
    pub army: ArmyId,
    /// The type, or the general of the allied contingent.
    #[serde(rename = "type")]
    pub kind: Pick,
    /// From the allied list of the theater.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allied: bool,
}

/// A type of troops, or an allied contingent's general.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pick {
    /// The general, written `Gen`.
    General,
    Of(Troop),
}

impl Pick {
    /// Reads a pick: `Gen` or a type of troops.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "Gen" { Some(Self::General) } else { Troop::parse(text).map(Self::Of) }
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::General => f.pad("Gen"),
            Self::Of(troop) => f.pad(troop.word()),
        }
    }
}

/// The province and the elements of a new army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaiseItem {
    #[serde(rename = "in")]
    pub place: Name,
    pub elements: Vec<Troop>,
}

/// Options for armies in a season (M8): in the `brisk` tempo one's own army, in `full` the army whose turn it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Turns {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ra: Option<Vec<Choice>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rb: Option<Vec<Choice>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ca: Option<Vec<Choice>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cb: Option<Vec<Choice>>,
    /// See [`Word`].
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
    /// See [`Word`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub note: Vec<Note>,
}

impl Turns {
    pub fn of(army: ArmyId, choices: Vec<Choice>) -> Self {
        let mut turns = Self::default();
        if let Some(slot) = turns.slot(army) {
            *slot = Some(choices);
        }
        turns
    }

    pub fn get(&self, army: ArmyId) -> Option<&[Choice]> {
        match army {
            ArmyId::Ra => self.ra.as_deref(),
            ArmyId::Rb => self.rb.as_deref(),
            ArmyId::Ca => self.ca.as_deref(),
            ArmyId::Cb => self.cb.as_deref(),
            ArmyId::Ma | ArmyId::Mb => None,
        }
    }

    pub fn slot(&mut self, army: ArmyId) -> Option<&mut Option<Vec<Choice>>> {
        match army {
            ArmyId::Ra => Some(&mut self.ra),
            ArmyId::Rb => Some(&mut self.rb),
            ArmyId::Ca => Some(&mut self.ca),
            ArmyId::Cb => Some(&mut self.cb),
            ArmyId::Ma | ArmyId::Mb => None,
        }
    }
}

/// One option for an army's turn; the first whose conditions all hold is carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The conditions, which must all hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Condition>,
    /// Allied elements to buy on the way (M4).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recruit: Vec<Recruit>,
    /// Elements to give to a friendly army on the way (M5).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub give: Vec<Give>,
    /// The steps of the march, from where the army stands.
    #[serde(rename = "move", skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Step>,
    /// The choice about an army that stands siege (E3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub if_siege: Option<IfSiege>,
    /// Come out of a siege to fight (Q3).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sally: bool,
    /// Disband, or surrender (M6).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disband: bool,
    /// Leave the siege one lays (M7).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub leave_siege: bool,
    /// The wish about an enemy in Transalpine Gaul (G1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gaul: Option<Gaul>,
}

impl Choice {
    /// The steps of the march from `start`, each with its place in `move`. If the list begins with where the army
    /// stands, that entry is no step.
    pub fn steps(&self, start: Name) -> impl Iterator<Item = (usize, &Step)> {
        let stands =
            move |(at, step): &(usize, &Step)| *at == 0 && step.to == start && !step.open_sea;
        self.path.iter().enumerate().skip_while(stands)
    }

    /// True if the army is to leave `start`.
    pub fn marches(&self, start: Name) -> bool {
        self.steps(start).next().is_some()
    }
}

/// A condition of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Condition {
    /// An enemy army is there.
    EnemyIn {
        #[serde(rename = "enemy-in")]
        enemy_in: Name,
    },
    /// Another friendly army is there.
    FriendIn {
        #[serde(rename = "friend-in")]
        friend_in: Name,
    },
    /// The province belongs to a side.
    Owner {
        /// The province, and the side that must own it.
        owner: (Name, Side),
    },
    Besieged {
        besieged: Name,
    },
    /// The ratio of own elements to enemy elements there is at least this; holds without an enemy too.
    Odds {
        /// The province, and the least ratio.
        odds: (Name, Ratio),
    },
}

/// Allied elements to buy in a province.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recruit {
    pub at: Name,
    /// The elements, in this order.
    pub elements: Vec<Pick>,
}

/// Elements to give away in a province.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Give {
    pub at: Name,
    pub to: ArmyId,
    pub elements: Vec<ElementId>,
}

/// The answer of an army that is entered upon (E1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    pub army: ArmyId,
    #[serde(rename = "do")]
    pub what: Do,
    /// The provinces to retreat to, in order of preference.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<Name>,
    /// See [`Word`].
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
    /// See [`Word`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub note: Vec<Note>,
}

/// The answer to a question in the middle of a phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    #[serde(flatten)]
    pub says: Says,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub resign: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub note: Vec<Note>,
}

impl From<Says> for Told {
    fn from(says: Says) -> Self {
        Self { says, resign: false, note: Vec::new() }
    }
}

/// An answer in the middle of a phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Says {
    /// `gaul`: to seek or avoid an enemy.
    #[serde(rename = "do")]
    Gaul(Gaul),
    /// `siege`: to starve an army or go back.
    #[serde(rename = "do")]
    IfSiege(IfSiege),
    /// `retreat`: the provinces to retreat to, in order of preference.
    To(Vec<Name>),
    /// `losses`: the elements that are lost.
    Lose(Vec<ElementId>),
    /// `contingent`: what is sent to a friend's battle.
    #[serde(rename = "send")]
    Contingent(Sent),
    /// `hand-over`: the elements that are given.
    Give(Vec<ElementId>),
}

/// Vacant seats that get a new player (Z4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seats {
    pub substitute: Vec<Seat>,
    /// See [`Word`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub note: Vec<Note>,
}

/// One step of a way: `etruria`, or `sea:campania` across open sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    pub to: Name,
    pub open_sea: bool,
}

impl Step {
    /// A step by a link.
    pub const fn to(to: Name) -> Self {
        Self { to, open_sea: false }
    }

    pub fn parse(text: &str) -> Option<Self> {
        let (open_sea, name) =
            text.strip_prefix("sea:").map_or((false, text), |rest| (true, rest.trim_start()));
        Some(Self { to: Name::new(name)?, open_sea })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", if self.open_sea { "sea:" } else { "" }, self.to))
    }
}

/// A ratio in hundredths: `0.9` is 90.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ratio(pub u32);

impl Ratio {
    /// The ratio written so, with at most two decimals.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let plain = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        if !plain(whole) || !plain(part) || part.len() > 2 || whole.len() > 3 {
            return None;
        }
        let hundredths: u32 = format!("{part:0<2}").parse().ok()?;
        Some(Self(whole.parse::<u32>().ok()? * 100 + hundredths))
    }

    /// True if `own` is at least this many times `enemy`.
    pub fn reached(self, own: usize, enemy: usize) -> bool {
        own.saturating_mul(100) >= enemy.saturating_mul(self.0 as usize)
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

engine::as_text! { Pick: "a type of troops", Step: "a step", Ratio: "a ratio" }
