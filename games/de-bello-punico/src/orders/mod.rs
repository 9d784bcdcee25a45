//! The orders of a file. Their serialised form is the order grammar itself.

mod combat;
mod lists;

pub(super) use combat::{
    Aim, AimWord, AttackOrder, Being, Bound, CombatOrders, Condition, HexCondition, Holds, Target,
    UnitCondition, VolleyOrders, YesNo,
};
pub(super) use lists::{Listed, Several};

use super::names::{CommandBox, Id, Kind, Rank, unset};
use super::policy::{Face, Ride, Support};
use engine::as_text;
use engine::kit::{Bearing, Hex};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// The answer to one prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Orders {
    #[serde(skip_serializing_if = "unset")]
    pub resign: bool,
    #[serde(skip_serializing_if = "unset")]
    pub draw: bool,
    #[serde(flatten)]
    pub says: Says,
}

/// The orders of an answer for its phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Says {
    /// Nothing: all goes by policy or default.
    #[default]
    #[serde(serialize_with = "nothing")]
    Nothing,
    SetUp(SetUpOrders),
    Chips(Chips),
    /// The next chip, and perhaps some of those after it.
    Place(PlaceOrders),
    Choice(ChoiceOrders),
    Elephants(ElephantsOrders),
    Movement(MovementOrders),
    Volley(VolleyOrders),
    Combat(CombatOrders),
    Recovery(RecoveryOrders),
    Reply(Reply),
}

impl Says {
    /// The orders; none if all is left to policies and defaults.
    pub fn given(&self) -> Option<&Self> {
        (*self != Self::Nothing).then_some(self)
    }
}

/// An answer in the middle of an impulse (R62); what it leaves out is left to the standing orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// True to throw the die again (4.9).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<bool>,
    /// The way by which the target falls back, if it does (10.1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdraw: Option<Fall>,
    /// True to give the defender a Combat point (4.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<bool>,
    /// The units that support the defender (10.4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support: Option<Support>,
    /// True to hold the pursuer back (4.5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold: Option<bool>,
    /// The course of furious elephants (15.1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub furious: Option<Ride>,
    /// The unit that they run into, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub victim: Option<Id>,
    /// Says whether the attacker advances (10.8.1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advance: Option<YesNo>,
    /// Its facing then (10.8).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<Face>,
    /// The hex to which the leader goes, if he goes (10.1, 13).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<Aside>,
    /// The elephants for which Rome rolls next (15.1); an empty list means none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<Vec<Id>>,
}

/// The hex to which a leader steps aside, or that he stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    Stay,
    To(Hex),
}

impl Aside {
    pub fn parse(text: &str) -> Option<Self> {
        if text == "stay" { Some(Self::Stay) } else { Hex::parse(text).map(Self::To) }
    }

    /// The hex, if it is one of those that are open.
    pub fn hex(self, open: &[Hex]) -> Option<Hex> {
        match self {
            Self::Stay => None,
            Self::To(hex) => Some(hex).filter(|hex| open.contains(hex)),
        }
    }
}

impl fmt::Display for Aside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stay => f.write_str("stay"),
            Self::To(hex) => write!(f, "{hex}"),
        }
    }
}
as_text! { Aside: "place" }

/// The direction in which a target falls back, or that it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fall {
    Stay,
    /// Towards this side of the map.
    To(Bearing),
}

impl Fall {
    pub fn parse(text: &str) -> Option<Self> {
        if text == "stay" { Some(Self::Stay) } else { side(text).map(Self::To) }
    }
}

impl fmt::Display for Fall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stay => f.write_str("stay"),
            Self::To(way) => write!(f, "{way}"),
        }
    }
}
as_text! { Fall: "way back" }

/// Writes "nothing" as an empty map.
fn nothing<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(std::iter::empty::<((), ())>())
}

impl From<Says> for Orders {
    fn from(says: Says) -> Self {
        Self { resign: false, draw: false, says }
    }
}

/// Deployment; what is not named follows the scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SetUpOrders {
    pub units: BTreeMap<Id, Stand>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<Id>,
    /// The unit kept back for the ambush (17.1.3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<Id>,
}

/// A hex, perhaps with a facing: `1113/ne`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stand {
    pub hex: Hex,
    /// The facing; none means the scenario's.
    pub facing: Option<Bearing>,
}

impl Stand {
    pub fn parse(text: &str) -> Option<Self> {
        match text.split_once('/') {
            Some((hex, facing)) => {
                Some(Self { hex: Hex::parse(hex)?, facing: Some(side(facing)?) })
            }
            None => Some(Self { hex: Hex::parse(text)?, facing: None }),
        }
    }
}

impl fmt::Display for Stand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.hex)?;
        self.facing.map_or(Ok(()), |facing| write!(f, "/{facing}"))
    }
}
as_text! { Stand: "hex with a facing such as 1113/ne" }

/// All chips of a side: points by box, and the false one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chips {
    /// The number of true points in each box.
    pub chips: BTreeMap<CommandBox, u8>,
    /// The box in which the false point lies.
    pub vacuus: CommandBox,
}

/// The next chips, one at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceOrders {
    pub place: Several<NextChip>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum NextChip {
    Point(CommandBox),
    Vacuus(Vacuus),
}

/// The false point, with its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Vacuus {
    pub vacuus: CommandBox,
}

impl NextChip {
    pub const fn place(self) -> CommandBox {
        match self {
            Self::Point(place) | Self::Vacuus(Vacuus { vacuus: place }) => place,
        }
    }

    pub const fn vacuus(self) -> bool {
        matches!(self, Self::Vacuus(_))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ChoiceOrders {
    /// The half of the turn that the seat takes.
    pub choice: Rank,
}

/// Rolls against elephants, in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ElephantsOrders {
    pub elephants: Vec<ElephantOrder>,
    /// True if the list is complete: at full tempo the side is asked for no more.
    #[serde(skip_serializing_if = "unset")]
    pub last: bool,
}

/// A roll against one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ElephantOrder {
    pub unit: Id,
    /// The course that Rome gives them if they are furious; none leaves it to the policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub furious: Option<Ride>,
    /// The unit that they run into, if several stand before them; none leaves it to R60.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub victim: Option<Id>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MovementOrders {
    /// Units given a movement point: one list for each command point.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<Vec<Id>>,
    /// Pursuers and the ambush that enter.
    #[serde(skip_serializing_if = "Vec::is_empty", rename = "return")]
    pub returns: Vec<ReturnOrder>,
    pub moves: Vec<MoveOrder>,
}

/// A unit that enters the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReturnOrder {
    pub unit: Id,
    pub enter: Hex,
    #[serde(skip_serializing_if = "Course::is_empty")]
    pub path: Course,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum MoveOrder {
    One(OneMove),
    Many(ManyMoves),
}

/// A move of one unit, or of the leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OneMove {
    /// The unit, or the leader, by name.
    pub unit: Id,
    #[serde(skip_serializing_if = "Course::is_empty")]
    pub path: Course,
    /// The destination, reached by the best path; instead of `path`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Stand>,
}

/// A move of several units in the same directions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ManyMoves {
    pub units: Group,
    /// The course: directions and turns only.
    pub go: Course,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Group {
    /// All own steady units of a type, by id.
    Kind(Kind),
    Units(Vec<Id>),
}

/// A path: steps, turns, and perhaps an exit from the map. Written `1112 n 1011/ne /s exit`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course(pub Vec<Token>);

/// One part of a [`Course`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    To(Hex),
    Go(Bearing),
    Turn(Bearing),
    Exit,
}

impl Course {
    ///
    /// # Errors
    /// The first word that cannot be read.
    pub fn read(text: &str) -> Result<Self, &str> {
        let mut tokens = Vec::new();
        for word in text.split_whitespace() {
            let (step, turn) = match word.split_once('/') {
                Some((step, turn)) => (step, Some(turn)),
                None => (word, None),
            };
            let hex = || Hex::parse(step).filter(|_| step.len() == 4).map(Token::To);
            match (step, turn) {
                ("", Some(_)) => {}
                ("exit", None) => tokens.push(Token::Exit),
                _ => tokens.push(side(step).map(Token::Go).or_else(hex).ok_or(word)?),
            }
            if let Some(turn) = turn {
                tokens.push(Token::Turn(side(turn).ok_or(word)?));
            }
        }
        Ok(Self(tokens))
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::read(text).ok()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut after_step = false;
        for (at, token) in self.0.iter().enumerate() {
            let turn = matches!(token, Token::Turn(_));
            if at > 0 && !(turn && after_step) {
                f.write_str(" ")?;
            }
            match token {
                Token::To(hex) => write!(f, "{hex}")?,
                Token::Go(way) => write!(f, "{way}")?,
                Token::Turn(way) => write!(f, "/{way}")?,
                Token::Exit => f.write_str("exit")?,
            }
            after_step = matches!(token, Token::To(_) | Token::Go(_));
        }
        Ok(())
    }
}
as_text! { Course: "way" }

/// The side of a hex that these letters name, such as `ne`.
pub(super) fn side(text: &str) -> Option<Bearing> {
    Bearing::parse(text)
        .filter(|way| way.letters() == text && !matches!(way, Bearing::E | Bearing::W))
}

/// Recoveries, in order of precedence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RecoveryOrders {
    pub recover: Vec<Id>,
}
