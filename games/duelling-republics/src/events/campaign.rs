//! What can happen in the campaign outside battles and sieges.

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
        /// Who has it.
        side: Side,
        /// It has changed hands.
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
        /// What ended it, who won, and all places.
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
        /// What was thrown.
        score: u8,
    },
    /// The commands of the first year are given, and the order of the players is known.
    Drawn {
        /// Of which side.
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
        /// How many elements.
        size: u16,
        /// Which elements.
        body: Body,
    },
    /// A player throws for a place among equals.
    RankThrow {
        /// The seat that does it.
        seat: Seat,
        /// What was thrown.
        score: u8,
    },
    /// The order of the players of a side for the year.
    Rank {
        side: Side,
        /// Its players.
        order: Vec<Seat>,
    },
    /// The political phase begins.
    Political {
        /// Turns of Rome and Carthage.
        turns: [u8; 2],
        /// What everybody knows now.
        before: Known,
    },
    /// An allocation.
    Resource {
        /// Whose, and what.
        #[serde(flatten)]
        done: Allocated,
        /// The element that came of it.
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
        /// How many elements.
        size: u16,
        /// Which elements.
        body: Body,
    },
    /// The political phase is over, and everybody learns what is public.
    Disclosed {
        /// What both sides know from now on.
        known: Known,
    },
    /// A command is given.
    Command {
        /// The seat that gets it.
        seat: Seat,
        /// Over which army.
        army: ArmyId,
        /// As which.
        rank: Rank,
        /// Who was passed over, having led it last year.
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
        /// To where.
        to: Name,
        /// The kind of way that it takes.
        way: Way,
        /// Why the move ends here, if it must.
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
        /// What they cost.
        talents: u16,
    },
    /// An army gives elements to another.
    Given {
        /// The army that gives.
        from: ArmyId,
        to: ArmyId,
        /// The province in which it happens.
        at: Name,
        /// What each element was and is.
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
        /// How many they were.
        number: u16,
    },
    /// An army is disbanded by its C-in-C.
    Disbanded {
        /// The army that this is about.
        army: ArmyId,
        /// How many elements it had.
        size: u16,
        /// It was under siege: it surrenders.
        surrender: bool,
    },
    /// An army suffers, or might.
    Attrition {
        /// The army that this is about.
        army: ArmyId,
        /// Why it rolls.
        causes: Vec<Hardship>,
        /// The black die.
        black: u8,
        /// What is added to it.
        modifiers: Vec<Modifier>,
        /// The sum.
        total: i32,
        /// The coloured dice.
        coloured: Vec<u8>,
        /// How many elements are lost.
        loses: u16,
        /// The elements that it loses; empty to those who may not know, and where its C-in-C is asked.
        lost: Vec<ElementId>,
    },
    /// Which elements an army loses, where its C-in-C was asked.
    LossesChosen {
        /// The army that this is about.
        army: ArmyId,
        /// How many they are, known to those too who may not know which.
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
        /// To where.
        to: Name,
        /// The kind of way that it takes.
        way: Way,
        /// Before whom or what.
        why: String,
    },
    /// An army is destroyed.
    Destroyed {
        /// The army that this is about.
        army: ArmyId,
        /// What destroyed it.
        why: Doom,
    },
    /// A province changes hands.
    Captured {
        /// The province that changes hands.
        province: Name,
        /// From whom.
        from: Side,
        /// The side that owns it from now on.
        to: Side,
        /// The city there.
        city: City,
        /// By which army.
        army: ArmyId,
    },
}

/// Armies in one province, before it comes to blows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Encounter {
    /// A throw over contact in Transalpine Gaul.
    EvasionThrow {
        /// By which army.
        army: ArmyId,
        /// What was thrown.
        score: u8,
    },
    /// What came of it.
    Evasion {
        /// The armies: mover, the other.
        armies: [ArmyId; 2],
        /// What they want.
        wants: [Gaul; 2],
        /// Whose wish prevailed, where they differed.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        prevails: Option<ArmyId>,
        /// There is a battle.
        battle: bool,
    },
    /// An army is entered upon and must answer.
    Entering {
        /// How it stands.
        entry: Entry,
    },
    /// It answers.
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

/// What concerns a player: orders, points, deadlines, letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Players {
    /// An order, or part of it, could not be carried out.
    Void {
        /// The seat that it concerns.
        seat: Seat,
        /// For which army.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        army: Option<ArmyId>,
        /// The order, or the part of it, as it was written.
        order: String,
        /// The reason, in words.
        why: String,
    },
    /// Victory points.
    Vp {
        /// The seat that it concerns.
        seat: Seat,
        /// How many fall due.
        delta: i16,
        /// What the points are for.
        why: Award,
        /// The score now.
        score: u16,
    },
    /// A deadline is missed.
    Missed {
        /// The seat that did it.
        seat: Seat,
        /// How many in a row.
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
    /// A letter.
    Note {
        /// Who wrote it to whom, and what it says.
        #[serde(flatten)]
        letter: Letter,
    },
}
