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
        /// The place in the sequence that it has come to.
        stage: Stage,
    },
    /// A year begins.
    Year { year: u8 },
    /// The next season comes.
    NextSeason {
        /// The season that begins.
        season: Season,
    },
    /// A season begins.
    Season {
        /// The season that begins.
        season: Season,
    },
    /// A season is over.
    SeasonOver {
        /// Provinces of Rome and Carthage.
        provinces: [u8; 2],
    },
    /// The initiative for next year.
    Initiative {
        /// Battles won this year.
        wins: [u8; 2],
        /// The side that has it.
        side: Side,
        /// True if it has changed hands.
        passes: bool,
    },
    /// A year is over: who held which command.
    YearOver { year: u8, commands: Vec<(Seat, ArmyId)> },
    /// A C-in-C is asked in the middle of a phase, aloud.
    Asked {
        /// The seat that is asked.
        seat: Seat,
        query: Query,
    },
    /// They have answered, or somebody has for them.
    Answered {
        /// The seat that was asked.
        seat: Seat,
    },
    /// The game is over.
    GameOver {
        /// The cause, the winner, and all places.
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
        /// The seat that does it.
        seat: Seat,
        /// The sum of the throw.
        score: u8,
    },
    /// The commands of the first year are given, and the order of the players is known.
    Drawn {
        /// The side of the players.
        side: Side,
        /// Its players, the highest first.
        order: Vec<Seat>,
        /// Its armies with their C-in-Cs.
        armies: Vec<(ArmyId, Seat)>,
    },
    /// An army is formed at the start.
    Mustered {
        /// The army that this is about.
        army: ArmyId,
        /// The number of elements.
        size: u16,
        /// The elements of the army.
        body: Body,
    },
    /// A player throws for a place among equals.
    RankThrow {
        /// The seat that does it.
        seat: Seat,
        /// The sum of the throw.
        score: u8,
    },
    /// The order of the players of a side for the year.
    Rank {
        side: Side,
        /// Its players, in their order.
        order: Vec<Seat>,
    },
    /// The political phase begins.
    Political {
        /// Turns of Rome and Carthage.
        turns: [u8; 2],
        /// The scores and sizes that everybody knows now.
        before: Known,
    },
    /// An allocation is carried out.
    Resource {
        /// The seat and its allocation.
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
        /// The seat that it concerns.
        seat: Seat,
        /// The entry that was passed over.
        item: Item,
        /// The reason, in words.
        why: String,
    },
    /// An army is raised.
    Raised {
        /// The seat that did it.
        seat: Seat,
        /// The army that this is about.
        army: ArmyId,
        /// The province in which it happens.
        at: Name,
        /// The number of elements.
        size: u16,
        /// The elements of the army.
        body: Body,
    },
    /// The political phase is over, and everybody learns what is public.
    Disclosed {
        /// The scores and sizes that both sides know from now on.
        known: Known,
    },
    /// A command is given.
    Command {
        /// The seat that gets it.
        seat: Seat,
        /// The army that is given.
        army: ArmyId,
        /// The rank of the command.
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
    /// An army takes a step.
    Moved {
        /// The army that this is about.
        army: ArmyId,
        /// The province that it leaves.
        from: Name,
        /// The province that it enters.
        to: Name,
        /// The kind of way that it takes.
        way: Way,
        /// The reason why the move ends here, if it must.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        ends: Option<Halt>,
    },
    /// An army did not move.
    Stayed {
        /// The army that this is about.
        army: ArmyId,
        /// It may not: it is besieged, engaged or has retreated.
        forfeit: bool,
    },
    /// An army buys allied elements.
    Recruited {
        /// The army that this is about.
        army: ArmyId,
        /// The province in which it happens.
        at: Name,
        /// The elements bought; empty to those who may not know.
        elements: Vec<ElementId>,
        /// The number of elements, known to those too who may not know which.
        number: u16,
        /// The contingent's general, if he is among them.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        general: Option<ElementId>,
        /// The talents that they cost.
        talents: u16,
    },
    /// An army gives elements to another.
    Given {
        /// The army that gives.
        from: ArmyId,
        to: ArmyId,
        /// The province in which it happens.
        at: Name,
        /// The old and the new id of each element.
        elements: Vec<(ElementId, ElementId)>,
        /// The number of elements, known to those too who may not know which.
        number: u16,
        /// The contingent's general in the receiving army, if he is among them.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        general: Option<ElementId>,
        /// Talents that go with the whole army; it is then disbanded.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        whole: Option<u16>,
    },
    /// A contingent goes home.
    AlliesDisbanded {
        /// The army that it belongs to.
        army: ArmyId,
        elements: Vec<ElementId>,
        /// The number of elements.
        number: u16,
    },
    /// An army is disbanded by its C-in-C.
    Disbanded {
        /// The army that this is about.
        army: ArmyId,
        /// The number of elements that it had.
        size: u16,
        /// It was under siege: it surrenders.
        surrender: bool,
    },
    /// An army suffers, or might.
    Attrition {
        /// The army that this is about.
        army: ArmyId,
        /// The reasons for which it rolls.
        causes: Vec<Hardship>,
        /// The number on the black die.
        black: u8,
        /// The modifiers of the black die.
        modifiers: Vec<Modifier>,
        /// The black die with its modifiers.
        total: i32,
        /// The numbers on the coloured dice.
        coloured: Vec<u8>,
        /// The number of elements that are lost.
        loses: u16,
        /// The elements that it loses; empty to those who may not know, and where its C-in-C is asked.
        lost: Vec<ElementId>,
    },
    /// An army loses elements of which its C-in-C was asked.
    LossesChosen {
        /// The army that this is about.
        army: ArmyId,
        /// The number of elements, known also to viewers who may not know which.
        number: u16,
        /// The elements that it loses; empty to those who may not know.
        lost: Vec<ElementId>,
    },
    /// An army retreats.
    Retreated {
        /// The army that this is about.
        army: ArmyId,
        /// The province that it leaves.
        from: Name,
        /// The province to which it retreats.
        to: Name,
        /// The kind of way that it takes.
        way: Way,
        /// The reason in words, such as `before ca`.
        why: String,
    },
    /// An army is destroyed.
    Destroyed {
        /// The army that this is about.
        army: ArmyId,
        /// The cause of its destruction.
        why: Doom,
    },
    /// A province changes hands.
    Captured {
        /// The province that changes hands.
        province: Name,
        /// The side that owned it before.
        from: Side,
        /// The side that owns it from now on.
        to: Side,
        /// The kind of city there.
        city: City,
        /// The army that takes it.
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
        /// The armies: mover, the other.
        armies: [ArmyId; 2],
        /// The wish of each army.
        wants: [Gaul; 2],
        /// The army whose wish prevailed, if they differed.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        prevails: Option<ArmyId>,
        /// There is a battle.
        battle: bool,
    },
    /// An army is entered upon and must answer.
    Entering {
        /// The entry, with the answers that are open.
        entry: Entry,
    },
    /// The army has answered.
    Entered {
        /// The army that answers.
        army: ArmyId,
        /// The army that entered.
        by: ArmyId,
        /// The province in which it happens.
        at: Name,
        answer: Do,
        /// The line of its standing orders, from 1; 0 for the default's.
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
        /// The seat that it concerns.
        seat: Seat,
        /// The army that the order was for.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        army: Option<ArmyId>,
        /// The order, or the part of it, as it was written.
        order: String,
        /// The reason, in words.
        why: String,
    },
    /// A player gets or loses victory points.
    Vp {
        /// The seat that it concerns.
        seat: Seat,
        /// The points that are due; negative if they are lost.
        delta: i16,
        /// The reason for the points.
        why: Award,
        /// The score afterwards.
        score: u16,
    },
    /// A deadline is missed.
    Missed {
        /// The seat that did it.
        seat: Seat,
        /// The number of deadlines in a row.
        times: u8,
    },
    /// A seat is vacant.
    Vacant {
        /// The seat that this is about.
        seat: Seat,
        /// Its player left of their own will.
        resigned: bool,
    },
    /// A vacant seat has a player again.
    Substitute {
        /// The seat that this is about.
        seat: Seat,
    },
    /// A player writes to others.
    Note {
        /// The letter, with its author and its addressees.
        #[serde(flatten)]
        letter: Letter,
    },
}
