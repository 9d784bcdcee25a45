//! The orders of a file. The serialised form is the grammar that players write.

pub(crate) mod camp;
mod guards;
pub(crate) mod read;
mod write;

use super::names::{Name, TypeName, UnitId};
use engine::kit::{Facing, Square};
use std::collections::BTreeMap;
use std::fmt;

/// The orders of one prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Orders {
    /// For `muster`, `deploy` and `place`: a map.
    Camp(Camp),
    /// For `move` and `attack`: a list, carried out from the top.
    List(Vec<Item>),
    /// For `retreat`: a map.
    FallBack(FallBack),
}

/// The square to which a unit falls back, or its criteria.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FallBack {
    /// The square; if `None`, the criteria that hold for the unit decide.
    pub to: Option<Square>,
    pub resign: bool,
}

/// The parts of an army and a set-up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Camp {
    pub army: Option<ArmyChoice>,
    pub veterans: Option<Vec<UnitId>>,
    pub hills: Vec<Square>,
    pub plateaus: Vec<Square>,
    pub layout: Option<Name>,
    /// Squares of single units, which override the layout; in written order.
    pub place: Vec<(UnitId, Spot)>,
    /// The same, written at the top, as the phase `place` has it.
    pub units: Vec<(UnitId, Spot)>,
    pub draw: Option<Draw>,
    pub resign: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArmyChoice {
    Ready(Name),
    /// The author's own: the number of units of each type.
    Own(Vec<(TypeName, u32)>),
}

/// The square of a unit, and its facing; without one it looks to the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub square: Square,
    pub facing: Option<Facing>,
}

engine::words! {
    pub enum Draw {
        Offer = "offer",
        Accept = "accept",
    }
}

/// One entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Could not be read; it keeps its place so that the others keep their numbers.
    Unread,
    Move(MoveItem),
    Attack(AttackItem),
    /// Attacks of all that can break something.
    AtWill(AtWill),
    Draw(Draw),
    Resign,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveItem {
    pub unit: UnitId,
    pub attack: Option<Skirmish>,
    /// Destinations, in order of preference.
    pub to: Vec<Goal>,
    /// The facing at the end.
    pub face: Option<Facing>,
    pub charge: bool,
    /// Carried out only if all of these hold.
    pub when: Vec<Guard>,
}

impl MoveItem {
    /// An entry that gives the unit nothing to do yet.
    pub fn of(unit: UnitId) -> Self {
        Self { unit, attack: None, to: Vec::new(), face: None, charge: false, when: Vec::new() }
    }
}

/// An attack during a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skirmish {
    /// Squares to attack from, in order of preference; none: where it stands.
    pub at: Vec<Goal>,
    /// Targets, in order of preference.
    pub target: Vec<Target>,
}

/// A square, if its guards hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    pub square: Square,
    /// Tried only if all of these hold.
    pub when: Vec<Guard>,
}

/// A target, if its tests hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub unit: UnitId,
    /// Tried only if all of these hold.
    pub when: Vec<Test>,
}

/// A unit's attack in the Attack Phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackItem {
    pub unit: UnitId,
    /// Targets, in order of preference.
    pub target: Vec<Target>,
    /// Carried out only if all of these hold.
    pub when: Vec<Guard>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AtWill {
    /// The units it is for; if `None`, all that have not attacked.
    pub units: Option<Vec<UnitId>>,
    pub pila: Pila,
}

engine::words! {
    /// Whether attacks at will spend pila.
    #[derive(Default)]
    pub enum Pila {
        #[default]
        Keep = "keep",
        Throw = "throw",
    }
}

/// A test of one unit's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    pub unit: UnitId,
    pub test: Test,
}

/// A condition on a unit, or its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// True if the condition must not hold.
    pub not: bool,
    pub state: Condition,
}

engine::words! {
    /// The states of a unit that a guard can ask for.
    pub enum UnitState {
        /// Alive, on the square where it began the turn.
        Here = "here",
        /// Alive, and has fallen back this turn.
        Retreated = "retreated",
        /// Alive, and has damage now.
        Hurt = "hurt",
        Destroyed = "destroyed",
        /// Of a target: this very attack would bring it to its Defense.
        Breaks = "breaks",
    }
}

/// The conditions that a guard can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The unit is in this state.
    Is(UnitState),
    /// Alive, on this square.
    At(Square),
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(state) => state.fmt(f),
            Self::At(square) => write!(f, "at {square}"),
        }
    }
}

/// Standing orders: a policy that answers prompts by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// Lists of criteria for the retreat square, by unit id, type or `default`.
    pub retreat: Option<BTreeMap<TypeName, Vec<Criterion>>>,
    /// The attacks of the units in an Attack Phase without orders.
    pub attack: Option<AttackPolicy>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackPolicy {
    /// True for attacks at will, false for none.
    pub at_will: bool,
    pub pila: Pila,
}

engine::words! {
    /// The criteria by which a retreating unit may choose. Each keeps only the best squares.
    pub enum Preference {
        /// Least damage that enemy units which have not attacked could do there.
        Safest = "safest",
        /// Fewest enemy units adjacent.
        Clear = "clear",
        /// Most friendly units adjacent.
        Friends = "friends",
        /// Nearest to the own General.
        General = "general",
        /// One of the three squares towards the own edge.
        Back = "back",
        /// To the east or to the west.
        Lateral = "lateral",
        /// Towards its own edge, in its own column.
        Straight = "straight",
        /// Further east than now.
        East = "east",
        /// Further west than now.
        West = "west",
        Hill = "hill",
    }
}

/// A criterion for the retreat square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Criterion {
    /// The squares that are best by this preference.
    Best(Preference),
    Square(Square),
}

impl Criterion {
    /// Reads a criterion as files write it.
    pub fn parse(text: &str) -> Option<Self> {
        Preference::parse(text).map(Self::Best).or_else(|| Square::parse(text).map(Self::Square))
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Best(preference) => preference.fmt(f),
            Self::Square(square) => square.fmt(f),
        }
    }
}
