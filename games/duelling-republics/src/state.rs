//! Everything there is on the table. What a seat may not know is blank in its copy of it; see [`super::sight`].

use super::asked::Asked;
use super::battle::line::Line;
use super::elements::{ArmyId, ElementId, Host, Side, Troop};
use super::names::{IfSiege, Name, Rank, Resolve, Season, Way};
use super::orders::battle::{BattleId, BattleOrders, Report, Whose};
use super::orders::{Item, Note};
use engine::{Seat, Tempo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The whole position, with what the rules remember of the past.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub options: Options,
    pub stage: Stage,
    /// Year of the game, from 1; 0 before the first.
    pub year: u8,
    pub season: Season,
    /// The players, Rome's first, in seat order.
    pub players: Vec<Player>,
    pub initiative: Side,
    /// Battles won this year, Rome and Carthage.
    pub wins: [u8; 2],
    /// This year's order of the players of each side (P1).
    pub order: [Vec<Seat>; 2],
    pub owners: BTreeMap<Name, Side>,
    pub armies: BTreeMap<ArmyId, Army>,
    pub sieges: BTreeMap<Name, Siege>,
    /// Battles of this season that are not over, in the order of contact.
    pub battles: Vec<Battle>,
    /// The line of the battle that is being fought. A battle is fought within one phase, so no record shows one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub line: Option<Line>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub political: Option<Political>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub entry: Option<Entry>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub asked: Option<Asked>,
    /// Provinces whose major city has fallen this season.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub fallen: Vec<Name>,
    /// Arrivals so far; they tell which of two armies came first.
    pub arrivals: u32,
    /// Minor wars fought so far this season.
    pub minor_wars: u8,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub result: Option<Finish>,
}

/// The choices of the charter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// How often the game waits for a player's decision.
    pub tempo: Tempo,
    /// Core lists of sixteen elements (S2).
    pub expanded: bool,
    pub years: u8,
    pub battles: Resolve,
    /// Plans are given ahead only.
    pub plans_ahead: bool,
    pub minor_wars: bool,
    pub open_rosters: bool,
    /// The first year has a political phase.
    pub first_resources: bool,
    /// Missed deadlines in a row after which a seat is vacant.
    pub misses: u8,
}

/// The stages of the sequence of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "kebab-case")]
pub enum Stage {
    /// Players throw for commands.
    Control,
    /// The C-in-Cs choose their elements.
    Setup,
    /// Allocations, all at once.
    Resources,
    /// Allocations, turn by turn.
    Allocate {
        /// Turns of each side taken so far.
        turn: u8,
    },
    /// The first choosers choose their armies.
    Commands,
    /// A season begins.
    Begin,
    /// Armies move: in the `brisk` tempo all, in `full` the one of this place in the order.
    Move {
        /// Place in the order of moves, from 0.
        slot: u8,
    },
    /// An army answers an enemy that enters upon it.
    Answer {
        /// Place in the order of moves of the army that entered.
        slot: u8,
    },
    /// Plans, reports and rulings; battles as they become ready.
    Battle,
    /// Sieges, hands, the year's end.
    Close,
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    pub seat: Seat,
    pub side: Side,
    pub vp: u16,
    pub vacant: bool,
    pub resigned: bool,
    /// Deadlines missed in a row.
    pub missed: u8,
    /// The army whose command they held at the end of last year.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub last: Option<ArmyId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Army {
    /// The province in which it stands.
    pub at: Name,
    /// The value of `State::arrivals` when it came there.
    pub since: u32,
    /// Its rank this year, once it is given.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rank: Option<Rank>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seat: Option<Seat>,
    pub size: u16,
    /// Its elements; blank for viewers who may not know them.
    pub body: Body,
    /// Elements that the enemy has seen fight this year, and has not seen go since. Some may be gone all the same (R64).
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub shown: Vec<ElementId>,
    /// It has moved this season, or may not.
    pub done: bool,
    /// The port it left this season by open sea.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub port: Option<Name>,
}

/// The elements of an army.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// Core elements, in the order in which they joined.
    #[serde(default)]
    pub core: Vec<ElementId>,
    /// Allied elements, in the order in which they joined.
    #[serde(default)]
    pub allied: Vec<ElementId>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub general: Option<ElementId>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub allied_general: Option<ElementId>,
    /// Talents in the war chest.
    pub chest: u16,
    /// The highest number given to each type so far.
    #[serde(default)]
    pub numbers: BTreeMap<Troop, u16>,
    /// The same for allied elements.
    #[serde(default)]
    pub allied_numbers: BTreeMap<Troop, u16>,
}

impl Body {
    /// Core and allied elements, in roster order.
    pub fn all(&self) -> impl Iterator<Item = ElementId> + '_ {
        self.core.iter().chain(&self.allied).copied()
    }

    pub fn core_troops(&self) -> Vec<Troop> {
        self.core.iter().map(|element| element.troop).collect()
    }

    pub fn allied_troops(&self) -> Vec<Troop> {
        self.allied.iter().map(|element| element.troop).collect()
    }

    /// Takes in an allied element under the next number of its type.
    pub fn hire(&mut self, troop: Troop, general: bool) {
        let number = self.allied_numbers.entry(troop).or_default();
        *number = number.saturating_add(1);
        let new = ElementId { allied: true, troop, number: *number };
        self.allied.push(new);
        if general {
            self.allied_general = Some(new);
        }
    }

    /// The contingent goes home; its numbers are not given again.
    pub fn disband_allies(&mut self) {
        self.allied.clear();
        self.allied_general = None;
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Siege {
    /// Besieging armies, in order of arrival.
    pub besiegers: Vec<ArmyId>,
    /// Besieged armies, in the order in which they were shut in; none where a city stands alone.
    pub besieged: Vec<ArmyId>,
    /// Siege rolls made so far.
    pub counter: u8,
    /// A battle was fought here this season: no roll.
    pub fought: bool,
}

/// A battle that is not over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    pub id: BattleId,
    pub place: Name,
    pub attacker: ArmyId,
    pub defender: ArmyId,
    /// Armies in the open beside the attacker or the defender.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub seconds: Vec<ArmyId>,
    /// Besieged armies whose friend attacks the besieger.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub behind_walls: Vec<ArmyId>,
    /// The province from which the attacker came, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub from: Option<Name>,
    pub mode: Resolve,
    pub stage: BattleStage,
    /// Attacker's and defender's host, once it is called.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub hosts: Vec<Host>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub plans: BTreeMap<Seat, BattleOrders>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub reports: BTreeMap<Seat, Report>,
    /// The differences between the two reports, or the mistakes in them.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub differences: Vec<String>,
    /// The minor war that this battle is; none for a battle of the campaign.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub minor: Option<MinorWar>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BattleStage {
    /// The armies have made contact.
    Recorded,
    /// Hosts stand; plans or first reports are awaited.
    Called,
    /// Plans are in, and it can be fought.
    Ready,
    Reports,
    Ruling,
}

/// The players of a minor war, and its row of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinorWar {
    pub row: u8,
    /// The one who chose the row, and attacks.
    pub initiator: Seat,
    pub opponent: Seat,
    /// The armies' names: initiator, opponent.
    pub armies: [Name; 2],
}

/// The progress of the political phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Political {
    /// Turns of each side.
    pub turns: [u8; 2],
    /// The scores and sizes that everybody knew when it began.
    pub before: Known,
}

/// The scores and sizes of armies that everybody knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    pub scores: BTreeMap<Seat, u16>,
    pub sizes: BTreeMap<ArmyId, u16>,
}

/// An army that entered, and the one that must answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The army that entered or came out of a siege.
    pub mover: ArmyId,
    /// The army that answers.
    pub target: ArmyId,
    /// The province in which it stands or arises.
    pub place: Name,
    /// The province from which the mover came; none if it sallied.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub from: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub way: Option<Way>,
    pub open: Open,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub if_siege: Option<IfSiege>,
}

/// The answers that are open to an army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Open {
    /// To fight, to retreat or to stand siege.
    All,
    /// Fight or retreat: a besieger (E4).
    NoSiege,
    /// Retreat or siege: the second army, after the first chose siege (E1).
    NoFight,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finish {
    pub how: Ending,
    /// The side whose players all rank above the others, if one does.
    pub victor: Whose,
    /// Seats by place, best first; seats with equal places share an entry.
    pub ranking: Vec<Vec<Seat>>,
}

engine::words! {
    pub enum Ending {
        /// Rome or Carthage has fallen.
        Capital = "capital",
        /// The last year is over.
        Time = "time",
        Agreement = "agreement",
        Resigned = "resigned",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    pub from: Seat,
    pub note: Note,
}

/// An allocation that was carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allocated {
    pub seat: Seat,
    pub item: Item,
    /// True if nobody asked for it and the default was taken.
    pub by_default: bool,
}

impl State {
    pub fn player(&self, seat: &Seat) -> Option<&Player> {
        self.players.iter().find(|player| player.seat == *seat)
    }

    /// Players of a side, in seat order.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = &Player> {
        self.players.iter().filter(move |player| player.side == side)
    }

    pub fn army(&self, id: ArmyId) -> Option<&Army> {
        self.armies.get(&id)
    }

    /// The armies of a side, in the order of their names.
    pub fn armies_of(&self, side: Side) -> impl Iterator<Item = (ArmyId, &Army)> {
        self.armies.iter().filter(move |(id, _)| id.side() == side).map(|(id, army)| (*id, army))
    }

    /// The armies of a side in a province, in order of arrival.
    pub fn in_province(&self, place: Name, side: Side) -> Vec<ArmyId> {
        let mut there: Vec<(u32, ArmyId)> = self
            .armies_of(side)
            .filter(|(_, army)| army.at == place)
            .map(|(id, army)| (army.since, id))
            .collect();
        there.sort_unstable();
        there.into_iter().map(|(_, id)| id).collect()
    }

    /// The same without those that are besieged.
    pub fn in_the_open(&self, place: Name, side: Side) -> Vec<ArmyId> {
        self.in_province(place, side).into_iter().filter(|id| !self.besieged(*id)).collect()
    }

    pub fn besieged(&self, id: ArmyId) -> bool {
        self.sieges.values().any(|siege| siege.besieged.contains(&id))
    }

    pub fn besieges(&self, id: ArmyId) -> bool {
        self.sieges.values().any(|siege| siege.besiegers.contains(&id))
    }

    /// True if the army is in a battle that is not over.
    pub fn engaged(&self, id: ArmyId) -> bool {
        let in_it = |b: &Battle| {
            b.attacker == id
                || b.defender == id
                || b.seconds.contains(&id)
                || b.behind_walls.contains(&id)
        };
        self.battles.iter().any(in_it)
    }

    pub fn owned(&self, place: Name, side: Side) -> bool {
        self.owners.get(&place) == Some(&side)
    }

    /// The number of provinces that a side owns.
    pub fn provinces(&self, side: Side) -> usize {
        self.owners.values().filter(|owner| **owner == side).count()
    }

    pub fn command(&self, seat: &Seat) -> Option<ArmyId> {
        self.armies.iter().find(|(_, army)| army.seat.as_ref() == Some(seat)).map(|(id, _)| *id)
    }

    pub fn ranked(&self, side: Side, rank: Rank) -> Option<ArmyId> {
        self.armies_of(side).find(|(_, army)| army.rank == Some(rank)).map(|(id, _)| id)
    }

    /// The four places in the order of moves (Y2).
    pub fn move_order(&self) -> [(Side, Rank); 4] {
        let (first, other) = (self.initiative, self.initiative.other());
        [(first, Rank::I), (other, Rank::I), (first, Rank::II), (other, Rank::II)]
    }

    pub fn mover(&self, slot: u8) -> Option<ArmyId> {
        let (side, rank) = *self.move_order().get(usize::from(slot))?;
        self.ranked(side, rank)
    }

    pub fn battle(&self, id: BattleId) -> Option<&Battle> {
        self.battles.iter().find(|battle| battle.id == id)
    }

    /// The year BC, by which battles are named.
    pub fn year_bc(&self, first: u16) -> u16 {
        first.saturating_sub(u16::from(self.year.saturating_sub(1)))
    }
}
