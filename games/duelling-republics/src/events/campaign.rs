//! What can happen in the campaign outside battles and sieges.

use super::Modifier;
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
        /// Where.
        stage: Stage,
    },
    /// A year begins.
    Year {
        /// Its number.
        year: u8,
    },
    /// The next season comes.
    NextSeason {
        /// Which.
        season: Season,
    },
    /// A season begins.
    Season {
        /// Which.
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
    YearOver {
        /// Its number.
        year: u8,
        /// The commands.
        commands: Vec<(Seat, ArmyId)>,
    },
    /// The game is over.
    GameOver {
        /// How.
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
        /// Who.
        seat: Seat,
        /// How high.
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
        /// Which.
        army: ArmyId,
        /// How many elements.
        size: u16,
        /// Which elements.
        body: Body,
    },
    /// A player throws for his place among equals.
    RankThrow {
        /// Who.
        seat: Seat,
        /// How high.
        score: u8,
    },
    /// The order of the players of a side for the year.
    Rank {
        /// Which side.
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
        /// Whose.
        seat: Seat,
        /// Which.
        item: Item,
        /// Why.
        why: String,
    },
    /// An army is raised.
    Raised {
        /// By whom.
        seat: Seat,
        /// Which.
        army: ArmyId,
        /// Where.
        at: Name,
        /// How many elements.
        size: u16,
        /// Which elements.
        body: Body,
    },
    /// The political phase is over, and everybody learns what is public.
    Disclosed {
        /// It.
        known: Known,
    },
    /// A command is given.
    Command {
        /// To whom.
        seat: Seat,
        /// Over which army.
        army: ArmyId,
        /// As which.
        rank: Rank,
        /// Who was passed over because he led it last year.
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
        /// Which.
        army: ArmyId,
        /// From where.
        from: Name,
        /// To where.
        to: Name,
        /// How.
        way: Way,
        /// Why the move ends here, if it must.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        ends: Option<String>,
    },
    /// An army did not move.
    Stayed {
        /// Which.
        army: ArmyId,
        /// It may not: it is besieged, engaged or has retreated.
        forfeit: bool,
    },
    /// An army buys allied elements.
    Recruited {
        /// Which.
        army: ArmyId,
        /// Where.
        at: Name,
        /// What.
        elements: Vec<ElementId>,
        /// How many.
        number: u16,
        /// The contingent's general, if he is among them.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        general: Option<ElementId>,
        /// What they cost.
        talents: u16,
    },
    /// An army gives elements to another.
    Given {
        /// Which.
        from: ArmyId,
        /// To which.
        to: ArmyId,
        /// Where.
        at: Name,
        /// What each element was and is.
        elements: Vec<(ElementId, ElementId)>,
        /// How many.
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
        /// Whose.
        army: ArmyId,
        /// Its elements.
        elements: Vec<ElementId>,
        /// How many they were.
        number: u16,
    },
    /// An army is disbanded by its C-in-C.
    Disbanded {
        /// Which.
        army: ArmyId,
        /// How many elements it had.
        size: u16,
        /// It was under siege: it surrenders.
        surrender: bool,
    },
    /// An army suffers, or might.
    Attrition {
        /// Which.
        army: ArmyId,
        /// Why it rolls.
        causes: Vec<String>,
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
        /// Which.
        lost: Vec<ElementId>,
    },
    /// An army retreats.
    Retreated {
        /// Which.
        army: ArmyId,
        /// From where.
        from: Name,
        /// To where.
        to: Name,
        /// How.
        way: Way,
        /// Before whom or what.
        why: String,
    },
    /// An army is destroyed.
    Destroyed {
        /// Which.
        army: ArmyId,
        /// Why.
        why: String,
    },
    /// A province changes hands.
    Captured {
        /// Which.
        province: Name,
        /// From whom.
        from: Side,
        /// To whom.
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
        /// How high.
        score: u8,
    },
    /// What came of it.
    Evasion {
        /// The armies: mover, the other.
        armies: [ArmyId; 2],
        /// What they want.
        wants: [Gaul; 2],
        /// Who had his way, where they differed.
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
        /// Where.
        at: Name,
        /// Its answer.
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
        /// Whose.
        seat: Seat,
        /// For which army.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        army: Option<ArmyId>,
        /// What.
        order: String,
        /// Why.
        why: String,
    },
    /// Victory points.
    Vp {
        /// Whose.
        seat: Seat,
        /// How many fall due.
        delta: i16,
        /// What for.
        why: String,
        /// The score now.
        score: u16,
    },
    /// A deadline is missed.
    Missed {
        /// By whom.
        seat: Seat,
        /// How many in a row.
        times: u8,
    },
    /// A seat is vacant.
    Vacant {
        /// Which.
        seat: Seat,
        /// Its player left of his own will.
        resigned: bool,
    },
    /// A vacant seat has a player again.
    Substitute {
        /// Which.
        seat: Seat,
    },
    /// A letter.
    Note {
        /// It.
        #[serde(flatten)]
        letter: Letter,
    },
}
