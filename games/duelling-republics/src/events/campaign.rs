//! The events of the campaign outside battles and sieges.

use super::{Award, Doom, Halt, Hardship, Modifier};
use crate::asked::Query;
use crate::elements::{ArmyId, ElementId, Side};
use crate::names::{City, Do, Gaul, Name, Rank, Season, Way};
use crate::orders::Item;
use crate::state::{Allocated, Body, Entry, Finish, Known, Letter, Stage};
use engine::Seat;
use serde::{Deserialize, Serialize};

/// A step in the sequence of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Sequence {
    /// The game stands elsewhere in the sequence of play.
    Stage {
        stage: Stage,
    },
    Year {
        year: u8,
    },
    NextSeason {
        season: Season,
    },
    Season {
        season: Season,
    },
    SeasonOver {
        /// The number of provinces of Rome and of Carthage.
        provinces: [u8; 2],
    },
    Initiative {
        /// The battles won this year by Rome and by Carthage.
        wins: [u8; 2],
        /// The side that has it.
        side: Side,
        /// True if it has changed hands.
        passes: bool,
    },
    /// A year is over: who held which command.
    YearOver {
        year: u8,
        commands: Vec<(Seat, ArmyId)>,
    },
    /// A C-in-C is asked in the middle of a phase, aloud.
    Asked {
        seat: Seat,
        query: Query,
    },
    /// The C-in-C has answered, or somebody has answered for them.
    Answered {
        seat: Seat,
    },
    GameOver {
        #[serde(flatten)]
        finish: Finish,
    },
}

/// Something that happened before the first year or in a political phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Politics {
    /// A player throws for a command.
    Control {
        seat: Seat,
        /// The sum of the throw.
        score: u8,
    },
    /// The commands of the first year are given, and the order of the players is known.
    Drawn {
        side: Side,
        /// Its players, the highest first.
        order: Vec<Seat>,
        /// Its armies with their C-in-Cs.
        armies: Vec<(ArmyId, Seat)>,
    },
    /// An army is formed at the start.
    Mustered {
        army: ArmyId,
        size: u16,
        body: Body,
    },
    /// A player throws for a place among equals.
    RankThrow {
        seat: Seat,
        /// The sum of the throw.
        score: u8,
    },
    /// The order of the players of a side for the year.
    Rank {
        side: Side,
        order: Vec<Seat>,
    },
    Political {
        /// Turns of Rome and Carthage.
        turns: [u8; 2],
        /// The scores and sizes that everybody knows now.
        before: Known,
    },
    Resource {
        #[serde(flatten)]
        done: Allocated,
        /// The element that was raised by it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        element: Option<ElementId>,
        /// It is a contingent's general.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        general: bool,
    },
    /// An entry of a ranked list could not be carried out now.
    PassedOver {
        seat: Seat,
        item: Item,
        why: String,
    },
    Raised {
        seat: Seat,
        army: ArmyId,
        at: Name,
        size: u16,
        body: Body,
    },
    /// The political phase is over, and everybody learns what is public.
    Disclosed {
        /// The scores and sizes that both sides know from now on.
        known: Known,
    },
    Command {
        seat: Seat,
        army: ArmyId,
        rank: Rank,
        /// The players who were passed over, because they led it last year.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        barred: Vec<Seat>,
    },
}

/// Something that an army did or suffered on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Movement {
    Moved {
        army: ArmyId,
        from: Name,
        to: Name,
        way: Way,
        /// The reason why the move ends here, if it must.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        ends: Option<Halt>,
    },
    Stayed {
        army: ArmyId,
        /// True if it may not move: it is besieged, engaged or has retreated.
        forfeit: bool,
    },
    Recruited {
        army: ArmyId,
        at: Name,
        /// The elements bought; empty to those who may not know.
        elements: Vec<ElementId>,
        /// The number of elements, known also to viewers who may not know which.
        number: u16,
        /// The contingent's general, if he is among them.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        general: Option<ElementId>,
        talents: u16,
    },
    Given {
        from: ArmyId,
        to: ArmyId,
        at: Name,
        /// The old and the new id of each element.
        elements: Vec<(ElementId, ElementId)>,
        /// The number of elements, known also to viewers who may not know which.
        number: u16,
        /// The contingent's general in the receiving army, if he is among them.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        general: Option<ElementId>,
        /// Talents that go with the whole army; it is then disbanded.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        whole: Option<u16>,
    },
    AlliesDisbanded {
        army: ArmyId,
        elements: Vec<ElementId>,
        number: u16,
    },
    /// An army is disbanded by its C-in-C.
    Disbanded {
        army: ArmyId,
        /// The number of elements that it had.
        size: u16,
        /// It was under siege: it surrenders.
        surrender: bool,
    },
    /// An army rolls for attrition.
    Attrition {
        army: ArmyId,
        causes: Vec<Hardship>,
        black: u8,
        modifiers: Vec<Modifier>,
        /// The black die with its modifiers.
        total: i32,
        coloured: Vec<u8>,
        loses: u16,
        /// The elements that it loses; empty to those who may not know, and where its C-in-C is asked.
        lost: Vec<ElementId>,
    },
    /// An army loses the elements that its C-in-C was asked to choose.
    LossesChosen {
        army: ArmyId,
        /// The number of elements, known also to viewers who may not know which.
        number: u16,
        /// The elements that it loses; empty to those who may not know.
        lost: Vec<ElementId>,
    },
    Retreated {
        army: ArmyId,
        from: Name,
        to: Name,
        way: Way,
        /// The reason in words, such as `before ca`.
        why: String,
    },
    Destroyed {
        army: ArmyId,
        why: Doom,
    },
    Captured {
        province: Name,
        from: Side,
        to: Side,
        city: City,
        army: ArmyId,
    },
}

/// Armies in one province, before it comes to blows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Encounter {
    /// A throw over contact in Transalpine Gaul.
    EvasionThrow {
        /// The army that enters.
        army: ArmyId,
        /// The sum of the throw.
        score: u8,
    },
    /// The armies in Transalpine Gaul seek or avoid each other.
    Evasion {
        /// The army that moves, then the other.
        armies: [ArmyId; 2],
        wants: [Gaul; 2],
        /// The army whose wish prevailed, if they differed.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        prevails: Option<ArmyId>,
        battle: bool,
    },
    /// An army is entered upon and must answer.
    Entering { entry: Entry },
    Entered {
        /// The army that answers.
        army: ArmyId,
        /// The army that entered.
        by: ArmyId,
        at: Name,
        answer: Do,
        /// The line of its standing orders that answered, from 1; 0 for the default's.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        line: Option<u8>,
    },
}

/// Events of one player: orders, points, deadlines, letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Players {
    /// An order, or part of it, could not be carried out.
    Void {
        seat: Seat,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        army: Option<ArmyId>,
        /// The order, or the part of it, as it was written.
        order: String,
        why: String,
    },
    Vp {
        seat: Seat,
        /// The points that are due; negative if they are lost.
        delta: i16,
        why: Award,
        /// The score afterwards.
        score: u16,
    },
    Missed {
        seat: Seat,
        /// The number of deadlines missed in a row.
        times: u8,
    },
    Vacant {
        seat: Seat,
        /// Its player left of their own will.
        resigned: bool,
    },
    Substitute {
        seat: Seat,
    },
    Note {
        #[serde(flatten)]
        letter: Letter,
    },
}
