//! Standing orders: what a side does where nobody waits for it.

mod terms;

pub(super) use terms::{AgainDie, AgainWhen, Cmp, Facts, Pick, Role, Term, When, holds};

use super::names::{CommandBox, Id, Kind, PhaseName, Rank, unset};
use super::orders::{Several, YesNo, side};
use super::state::Unit;
use engine::kit::Bearing;
use engine::{as_text, words};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// All standing orders of a seat. A key that is absent leaves the default of `policies.yaml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Policy {
    /// Whether to take first or second place in the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Rank>,
    /// The chips of every turn for which there is no order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chips: Option<StandingChips>,
    /// When to throw a die again: the first entry that fits, once a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fortuna: Option<Vec<Again>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdraw: Option<Vec<WithdrawRule>>,
    /// The units that get Combat points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<CommandRule>>,
    /// The friends that support an attack if it names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support: Option<Support>,
    /// The targets that shooters prefer, criterion by criterion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volley: Option<Vec<Criterion>>,
    /// The units that attack after the list of attacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<Vec<UnitRule>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advance: Option<AdvanceRule>,
    /// The units to hold back from pursuit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pursuit: Option<Vec<UnitRule>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<LeaderRule>,
    /// The units to recover first, criterion by criterion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery: Option<Vec<Criterion>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elephants: Option<ElephantsRule>,
    /// The course that Rome gives to furious ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub furious: Option<RideWord>,
    /// Phases in which the seat wants to be asked even at brisk tempo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<Vec<PhaseName>>,
}

/// The chips that are laid in every turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StandingChips {
    /// The number of true points in each box.
    pub boxes: BTreeMap<CommandBox, u8>,
    /// The box in which the false point lies.
    pub vacuus: CommandBox,
}

/// When to throw a die again (4.9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Again {
    pub die: AgainDie,
    pub when: AgainWhen,
    /// Only if the unit has this role in combat; none for both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Only for these of the seat's units; none for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<Several<Pick>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitRule {
    pub units: Several<Pick>,
    /// The conditions; without any the rule always applies.
    #[serde(skip_serializing_if = "Several::is_empty")]
    pub when: When,
}

/// A rule about withdrawal (10.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WithdrawRule {
    pub units: Several<Pick>,
    /// The conditions; without any the rule always applies.
    #[serde(skip_serializing_if = "Several::is_empty")]
    pub when: When,
    /// The ways to fall back, in order of preference; `best` if none is given.
    #[serde(skip_serializing_if = "Several::is_empty")]
    pub to: Several<Way>,
}

/// A way back. A list is tried in turn; if none is open, `best` applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The hex out of enemy ZdC, then nearest the own edge, then by the directions of R26.
    Best,
    /// The hex straight behind.
    Back,
    To(Bearing),
}

impl Way {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "best" => Some(Self::Best),
            "back" => Some(Self::Back),
            _ => side(text).map(Self::To),
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Best => f.write_str("best"),
            Self::Back => f.write_str("back"),
            Self::To(way) => write!(f, "{way}"),
        }
    }
}
as_text! { Way: "way back" }

/// A rule about Combat points (4.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CommandRule {
    pub units: Several<Pick>,
    /// The conditions; without any the rule always applies.
    #[serde(skip_serializing_if = "Several::is_empty")]
    pub when: When,
    /// The number of points that stay in the box.
    #[serde(skip_serializing_if = "unset")]
    pub keep: u8,
    /// Only after the seat's own combat of the turn.
    #[serde(skip_serializing_if = "unset")]
    pub late: bool,
}

/// The friends that support a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Support {
    Word(SupportWord),
    /// These units, if they may.
    Units(Vec<Id>),
}

words! {
    pub enum SupportWord {
        All = "all",
        None = "none",
    }
}

/// A criterion of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Targets that a hit would break come first.
    Kill,
    Elephant,
    /// Targets with the highest number in the missile table come first.
    Best,
    /// Units with the highest rout points come first.
    Pr,
    /// Enemy units with the fewest points left come first.
    Shaken,
    /// Own units with the fewest points left come first.
    Left,
    Kind(Kind),
    Unit(Id),
}

impl Criterion {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "kill" => Some(Self::Kill),
            "elephant" => Some(Self::Elephant),
            "best" => Some(Self::Best),
            "pr" => Some(Self::Pr),
            "shaken" => Some(Self::Shaken),
            "left" => Some(Self::Left),
            _ => Kind::parse(text).map(Self::Kind).or_else(|| Id::new(text).map(Self::Unit)),
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kill => f.write_str("kill"),
            Self::Elephant => f.write_str("elephant"),
            Self::Best => f.write_str("best"),
            Self::Pr => f.write_str("pr"),
            Self::Shaken => f.write_str("shaken"),
            Self::Left => f.write_str("left"),
            Self::Kind(kind) => write!(f, "{kind}"),
            Self::Unit(id) => write!(f, "{id}"),
        }
    }
}
as_text! { Criterion: "criterion" }

/// A facing after an advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// In the direction of the advance.
    Ahead,
    /// The facing that it had.
    Keep,
    To(Bearing),
}

impl Face {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "ahead" => Some(Self::Ahead),
            "keep" => Some(Self::Keep),
            _ => side(text).map(Self::To),
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ahead => f.write_str("ahead"),
            Self::Keep => f.write_str("keep"),
            Self::To(way) => write!(f, "{way}"),
        }
    }
}
as_text! { Face: "facing" }

/// The rule for advances (10.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AdvanceRule {
    /// Whether it advances if there is a choice; none for the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optional: Option<YesNo>,
    /// The facing; none for the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub face: Option<Face>,
}

/// The rule for the leader (13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeaderRule {
    /// True if he goes along when his unit advances; none: the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follow: Option<bool>,
    /// When he steps away before a fight; none: the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leave: Option<When>,
}

/// The elephants that Rome rolls for: those nearest to a Roman unit first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ElephantsRule {
    /// Only elephants within this many hexes; 0 for none at all.
    pub within: u8,
}

words! {
    /// The course that Rome gives to furious elephants, whichever they are (R34).
    pub enum RideWord {
        /// Into the best Carthaginian in reach.
        Ram = "ram",
        Hold = "hold",
    }
}

/// The course that Rome gives to certain furious elephants (R34).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ride {
    Word(RideWord),
    Course(super::orders::Course),
}

impl Ride {
    pub fn parse(text: &str) -> Option<Self> {
        let course = || super::orders::Course::parse(text).filter(|course| !course.is_empty());
        RideWord::parse(text).map(Self::Word).or_else(|| course().map(Self::Course))
    }
}

impl fmt::Display for Ride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => word.fmt(f),
            Self::Course(course) => course.fmt(f),
        }
    }
}
as_text! { Ride: "course" }

pub(super) fn names(picks: &Several<Pick>, id: Id, unit: &Unit) -> bool {
    picks.0.iter().any(|pick| pick.names(id, unit.kind))
}
