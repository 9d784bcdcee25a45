//! Everything there is on the table.
//!
//! The view of a seat has the same shape; in it the box of the other side's false point is not known.

use super::asked::{Asked, Query};
use super::names::{Battle, CommandBox, Id, Kind, Pair, Side, unset};
use engine::Tempo;
use engine::kit::{Bearing, Hex};
use engine::{as_text, words};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The battle that is played: its map, its armies, its length.
    pub battle: Battle,
    pub tempo: Tempo,
    /// Game turn, from 1; 0 during set-up.
    pub turn: u32,
    pub stage: Stage,
    /// The side that has the first half of this turn, once chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Side>,
    /// All units that have been set up, wherever they are now.
    #[serde(default)]
    pub units: BTreeMap<Id, Unit>,
    pub camps: Pair<Camp>,
    /// The number of units that have panicked so far: the number of the last panic (42).
    #[serde(default)]
    pub panics: u32,
    /// True once the flights of this half have been run, in its elephants phase (12).
    #[serde(default, skip_serializing_if = "unset")]
    pub fled: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Ending>,
    /// The question that a resolution under way waits for (R62).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
}

impl State {
    /// The question to a side in the middle of an impulse; none if it is not asked.
    pub fn question(&self, side: Side) -> Option<&Query> {
        self.asked.as_ref().filter(|asked| asked.side == side).map(|asked| &asked.query)
    }
}

/// A stage of the sequence of play (3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "kebab-case")]
pub enum Stage {
    /// Deployment: of one side, or of both at once.
    SetUp {
        /// The side that sets up; none if both do at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
    },
    /// Chips are laid: one by a side, or all of both at once.
    Strategic {
        /// The side that lays the next chip; none if both lay all at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
    },
    Initiative,
    /// The winner of the throw chooses.
    Choice {
        /// The side that won the throw.
        side: Side,
    },
    Impulse {
        /// The side that moves, attacks and recovers in this half.
        mover: Side,
        impulse: Impulse,
    },
    /// The end of the turn.
    Interphase,
}

impl Stage {
    /// The side whose half it is.
    pub const fn mover(self) -> Option<Side> {
        match self {
            Self::Impulse { mover, .. } => Some(mover),
            _ => None,
        }
    }

    pub const fn impulse(self) -> Option<Impulse> {
        match self {
            Self::Impulse { impulse, .. } => Some(impulse),
            _ => None,
        }
    }
}

/// An impulse of a half; Rome's rolls against the elephants come at the head of a Carthaginian movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Impulse {
    /// Rome rolls for elephants (15.1).
    Elephants,
    /// The mover moves (6).
    Movement,
    /// The other side shoots (9).
    Volley,
    /// The mover attacks (10).
    Combat,
    /// The mover recovers (12).
    Recovery,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub kind: Kind,
    pub side: Side,
    /// Its hex, or where else it is.
    pub place: Place,
    /// The side of its hex that it faces: that neighbour and the two beside it are its front.
    pub facing: Bearing,
    /// The number of its Disorder Points.
    #[serde(default, skip_serializing_if = "unset")]
    pub dp: u8,
    /// In fugam: the number of its panic, from 1, in the order of all panics (42).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panic: Option<u32>,
    #[serde(default, skip_serializing_if = "unset")]
    pub impulse: ImpulseMarks,
    #[serde(default, skip_serializing_if = "unset")]
    pub half: HalfMarks,
    #[serde(default, skip_serializing_if = "unset")]
    pub turn: TurnMarks,
}

impl Unit {
    /// A unit without disorder and marks.
    pub fn new(kind: Kind, side: Side, place: Place, facing: Bearing) -> Self {
        Self {
            kind,
            side,
            place,
            facing,
            dp: 0,
            panic: None,
            impulse: ImpulseMarks::default(),
            half: HalfMarks::default(),
            turn: TurnMarks::default(),
        }
    }

    pub const fn hex(&self) -> Option<Hex> {
        self.place.hex()
    }

    /// On the map and not In fugam.
    pub const fn steady(&self) -> bool {
        self.place.hex().is_some() && self.panic.is_none()
    }
}

/// Marks of what a unit did in the present impulse; cleared when an impulse begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ImpulseMarks {
    /// It was given a command point (R8): +1 MP, +1 in every combat of this impulse (R18), or a recovery.
    #[serde(skip_serializing_if = "unset")]
    pub point: bool,
    /// It has attacked (23).
    #[serde(skip_serializing_if = "unset")]
    pub attacked: bool,
    /// It has supported a combat (28).
    #[serde(skip_serializing_if = "unset")]
    pub supported: bool,
    /// It has withdrawn (26).
    #[serde(skip_serializing_if = "unset")]
    pub withdrew: bool,
    /// It has shot (19).
    #[serde(skip_serializing_if = "unset")]
    pub shot: bool,
}

/// Marks of what a unit did in the present half; cleared when a half begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HalfMarks {
    /// The movement points that it has used.
    #[serde(skip_serializing_if = "unset")]
    pub spent: u8,
    /// It has entered an enemy ZdC and may step no more (16).
    #[serde(skip_serializing_if = "unset")]
    pub halted: bool,
    /// It has left a hex in an enemy ZdC and may not attack (R11).
    #[serde(skip_serializing_if = "unset")]
    pub left_zone: bool,
    /// The number of last steps in one direction without a turn (R22).
    #[serde(skip_serializing_if = "unset")]
    pub straight: u8,
    /// It has run enraged (49).
    #[serde(skip_serializing_if = "unset")]
    pub enraged: bool,
}

/// Marks that a unit keeps to the end of the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TurnMarks {
    /// Finis: no move, attack or withdrawal (48).
    #[serde(skip_serializing_if = "unset")]
    pub motionless: bool,
    /// Rome has moved it, or will; it obeys no order of Carthage's and does not attack (50).
    #[serde(skip_serializing_if = "unset")]
    pub furious: bool,
    /// The elephants table was rolled for it (R32).
    #[serde(skip_serializing_if = "unset")]
    pub rolled: bool,
}

/// The place of a unit. Written as a word: `1010`, `reserve`, `off/0401`, `fled`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    On(Hex),
    /// Kept back for the ambush (55).
    Reserve,
    /// Hostem insequi: it has pursued off the map by this hex (45).
    Off(Hex),
    Fled,
    /// It has left by the enemy's edge (55).
    Exited,
    /// Panicked elephants and skirmishers (37).
    Removed,
    Eliminated,
}

impl Place {
    pub const fn hex(self) -> Option<Hex> {
        match self {
            Self::On(hex) => Some(hex),
            _ => None,
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "reserve" => Some(Self::Reserve),
            "fled" => Some(Self::Fled),
            "exited" => Some(Self::Exited),
            "removed" => Some(Self::Removed),
            "eliminated" => Some(Self::Eliminated),
            _ => match text.strip_prefix("off/") {
                Some(hex) => Hex::parse(hex).map(Self::Off),
                None => Hex::parse(text).map(Self::On),
            },
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::On(hex) => write!(f, "{hex}"),
            Self::Reserve => f.write_str("reserve"),
            Self::Off(hex) => write!(f, "off/{hex}"),
            Self::Fled => f.write_str("fled"),
            Self::Exited => f.write_str("exited"),
            Self::Removed => f.write_str("removed"),
            Self::Eliminated => f.write_str("eliminated"),
        }
    }
}

as_text! { Place: "place" }

/// The leader, chips and rout points of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Camp {
    pub leader: Leader,
    /// Chips lying in the boxes, the false one counted; no entry for an empty box.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub chips: BTreeMap<CommandBox, u8>,
    /// The box in which the false point lies; none if it does not lie anywhere, or the viewer may not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacuus: Option<CommandBox>,
    /// Charges left of the Furor points spent in this turn (31).
    #[serde(default, skip_serializing_if = "unset")]
    pub charges: u8,
    /// The side's rout points.
    #[serde(default)]
    pub pr: u8,
    /// Some unit of it has panicked in this battle.
    #[serde(default, skip_serializing_if = "unset")]
    pub panicked: bool,
    /// Its own combat impulse of this turn is over (for `late` rules).
    #[serde(default, skip_serializing_if = "unset")]
    pub fought: bool,
    /// Its offer of a draw is in force.
    #[serde(default, skip_serializing_if = "unset")]
    pub draw: bool,
}

impl Camp {
    pub fn new(leader: Id) -> Self {
        Self {
            leader: Leader { id: leader, hex: None, lost: false, spent: 0, halted: false },
            chips: BTreeMap::new(),
            vacuus: None,
            charges: 0,
            pr: 0,
            panicked: false,
            fought: false,
            draw: false,
        }
    }

    /// Chips in a box, as everybody counts them.
    pub fn chips(&self, place: CommandBox) -> u8 {
        self.chips.get(&place).copied().unwrap_or(0)
    }

    /// Points in a box that can be used: without the false one.
    pub fn points(&self, place: CommandBox) -> u8 {
        self.chips(place).saturating_sub(u8::from(self.vacuus == Some(place)))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leader {
    pub id: Id,
    /// His hex; none before set-up and once he is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<Hex>,
    /// True if he was killed or taken.
    #[serde(default, skip_serializing_if = "unset")]
    pub lost: bool,
    /// Movement points used in this half.
    #[serde(default, skip_serializing_if = "unset")]
    pub spent: u8,
    /// An enemy ZdC has stopped him in this half.
    #[serde(default, skip_serializing_if = "unset")]
    pub halted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The side that wins; none if drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    pub how: How,
}

words! {
    /// The ways to end a game.
    pub enum How {
        /// One side has reached its rout level.
        Rout = "rout",
        /// Both have, and the scenario awards the draw.
        DrawBoth = "draw-both",
        /// No turn is left, and the scenario awards the draw.
        DrawTime = "draw-time",
        /// Both have, and nobody wins.
        Both = "both",
        /// No turn is left, and nobody wins.
        Time = "time",
        Resigned = "resigned",
        Agreed = "agreed",
    }
}

impl State {
    pub fn unit(&self, id: Id) -> Option<&Unit> {
        self.units.get(&id)
    }

    /// The side whose leader bears this name.
    pub fn leads(&self, id: Id) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.camps[*side].leader.id == id)
    }

    /// Which half it is, 1 or 2; none outside the halves.
    pub fn half(&self) -> Option<u8> {
        let mover = self.stage.mover()?;
        Some(if self.first == Some(mover) { 1 } else { 2 })
    }
}
