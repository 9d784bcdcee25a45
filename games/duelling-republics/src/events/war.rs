//! The events of battles, sieges and minor wars, as the campaign sees them.

use super::{Decision, Modifier, Relief, Unopposed};
use crate::elements::{ArmyId, ElementId, Host};
use crate::names::{City, Name, Resolve};
use crate::orders::battle::{BattleId, BattleOrders, Report, Whose};
use crate::state::{BattleStage, MinorWar};
use engine::Seat;
use serde::{Deserialize, Serialize};

/// A battle or minor war, as the campaign sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Battles {
    /// A battle is agreed.
    Contact {
        battle: BattleId,
        at: Name,
        attacker: ArmyId,
        defender: ArmyId,
        /// The province from which the attacker came.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        from: Option<Name>,
        /// Besieged armies whose friend attacks the besieger.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        behind_walls: Vec<ArmyId>,
        mode: Resolve,
    },
    /// A second army comes beside one that is to fight.
    Joined {
        battle: BattleId,
        army: ArmyId,
    },
    /// A battle is certain, and who takes part in it.
    BattleCalled {
        battle: BattleId,
        at: Name,
        terrain: Name,
        attacker: Host,
        defender: Host,
    },
    /// A seat files for a battle.
    PlanFiled {
        seat: Seat,
        battle: BattleId,
        orders: Box<BattleOrders>,
    },
    /// Both C-in-Cs want the battle decided in another way.
    Mode {
        battle: BattleId,
        mode: Resolve,
    },
    BattleStage {
        battle: BattleId,
        stage: BattleStage,
    },
    BattleOver {
        battle: BattleId,
        at: Name,
        winner: Whose,
        how: Decision,
        /// The elements that each army lost.
        losses: Vec<(ArmyId, Vec<ElementId>)>,
        fought: Vec<(ArmyId, Vec<ElementId>)>,
        /// Both plans, attacker's and defender's, as they were filed.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        plans: Vec<(Seat, BattleOrders)>,
        /// It counts for the initiative.
        counts: bool,
    },
    /// The general's office passes on.
    Succeeds {
        army: ArmyId,
        element: ElementId,
    },
    /// A looted camp's chest changes hands.
    Chest {
        from: ArmyId,
        to: ArmyId,
        talents: u16,
    },
    MinorWar {
        battle: BattleId,
        /// The province in which it counts as fought.
        at: Name,
        war: MinorWar,
        /// The host of the initiator.
        attacker: Host,
        /// The host of the opponent.
        defender: Host,
        mode: Resolve,
    },
    /// A player left out of the season's battles fights none.
    NoMinorWar {
        seat: Seat,
        why: Unopposed,
    },
}

/// Reports of players and referee on a battle on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(clippy::enum_variant_names, reason = "the names are recorded")]
pub enum Reports {
    Reported {
        seat: Seat,
        report: Box<Report>,
    },
    ReportDiffers {
        battle: BattleId,
        /// The differences, one a line.
        differences: Vec<String>,
    },
    /// The reports agree, or one alone stands.
    ReportsAgree {
        /// The report that counts.
        report: Box<Report>,
    },
    Ruled {
        /// The report that counts.
        report: Box<Report>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(clippy::enum_variant_names, reason = "the names are recorded")]
pub enum Sieges {
    /// A siege begins, or a further army joins in.
    SiegeBegun {
        at: Name,
        besieger: ArmyId,
        /// The army that is shut in.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        besieged: Option<ArmyId>,
        city: City,
        /// It is not the first army before these walls.
        joins: bool,
    },
    /// A battle is fought at a siege, so that there is no siege roll this season.
    SiegeFought {
        at: Name,
    },
    SiegeThrow {
        at: Name,
        /// True for the besieger's die, false for that of the besieged.
        besieger: bool,
        /// The number on the die.
        score: u8,
    },
    /// The dice of a siege are compared.
    SiegeRoll {
        at: Name,
        /// Dice of besieger and besieged.
        dice: [u8; 2],
        bonuses: [Modifier; 2],
        /// The sum of each.
        totals: [u8; 2],
        /// True if the besieger's sum is at least double.
        won: bool,
        /// Siege rolls so far.
        counter: u8,
    },
    SiegeLostElement {
        army: ArmyId,
        lost: Vec<ElementId>,
    },
    /// A siege is over without success.
    SiegeLifted {
        at: Name,
        why: Relief,
    },
    SiegeLeft {
        at: Name,
        army: ArmyId,
    },
    SiegeWon {
        at: Name,
        /// The army that besieged first.
        by: ArmyId,
        city: City,
    },
}
