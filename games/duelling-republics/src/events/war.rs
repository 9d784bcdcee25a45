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
        /// The province in which it happens.
        at: Name,
        attacker: ArmyId,
        defender: ArmyId,
        /// The province from which the attacker came.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        from: Option<Name>,
        /// Besieged armies whose friend attacks.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        behind_walls: Vec<ArmyId>,
        /// The way to decide it.
        mode: Resolve,
    },
    /// A second army comes beside one that is to fight.
    Joined {
        /// The battle that it joins.
        battle: BattleId,
        /// The army that comes.
        army: ArmyId,
    },
    /// A battle stands: who is in it.
    BattleCalled {
        battle: BattleId,
        /// The province in which it happens.
        at: Name,
        /// The type of terrain.
        terrain: Name,
        attacker: Host,
        defender: Host,
    },
    /// A seat files for a battle.
    PlanFiled {
        /// The seat that does it.
        seat: Seat,
        battle: BattleId,
        /// The whole orders.
        orders: Box<BattleOrders>,
    },
    /// Both C-in-Cs want it decided otherwise.
    Mode {
        battle: BattleId,
        /// The way to decide it now.
        mode: Resolve,
    },
    /// A battle gets further.
    BattleStage {
        /// The battle that this is about.
        battle: BattleId,
        /// The new stage.
        stage: BattleStage,
    },
    /// A battle is over.
    BattleOver {
        /// The battle that this is about.
        battle: BattleId,
        /// The province in which it happens.
        at: Name,
        /// The side that won.
        winner: Whose,
        /// The way in which it was decided.
        how: Decision,
        /// The elements that each army lost.
        losses: Vec<(ArmyId, Vec<ElementId>)>,
        /// Elements that fought, by army.
        fought: Vec<(ArmyId, Vec<ElementId>)>,
        /// Both plans, attacker's and defender's, as they were filed.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        plans: Vec<(Seat, BattleOrders)>,
        /// It counts for the initiative.
        counts: bool,
    },
    /// The general's office passes on.
    Succeeds {
        /// The army of the new general.
        army: ArmyId,
        /// The element that becomes the general.
        element: ElementId,
    },
    /// A looted camp's chest changes hands.
    Chest {
        /// The army that loses them.
        from: ArmyId,
        /// The army that gets them.
        to: ArmyId,
        /// The number of talents.
        talents: u16,
    },
    /// A minor war is agreed.
    MinorWar {
        battle: BattleId,
        /// The province in which it counts as fought.
        at: Name,
        /// The players of the war.
        war: MinorWar,
        /// The host of the initiator.
        attacker: Host,
        /// The host of the opponent.
        defender: Host,
        /// The way to decide it.
        mode: Resolve,
    },
    /// A player left out of the season's battles fights none.
    NoMinorWar {
        /// The seat that does it.
        seat: Seat,
        /// The reason why not.
        why: Unopposed,
    },
}

/// Reports of players and referee on a battle on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(clippy::enum_variant_names, reason = "the names are recorded")]
pub enum Reports {
    /// A report of a battle on the table.
    Reported {
        /// The seat that did it.
        seat: Seat,
        /// The whole report.
        report: Box<Report>,
    },
    /// The reports do not agree.
    ReportDiffers {
        /// The battle that they report.
        battle: BattleId,
        /// The differences, one a line.
        differences: Vec<String>,
    },
    /// The reports agree, or one alone stands.
    ReportsAgree {
        /// The report that counts.
        report: Box<Report>,
    },
    /// The referee rules on a battle.
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
        /// The province in which it happens.
        at: Name,
        besieger: ArmyId,
        /// The army that is shut in.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        besieged: Option<ArmyId>,
        /// The kind of city there.
        city: City,
        /// It is not the first army before these walls.
        joins: bool,
    },
    /// A siege sees a battle: no roll this season.
    SiegeFought {
        /// The province in which it happens.
        at: Name,
    },
    /// A siege roll of one side.
    SiegeThrow {
        /// The province in which it happens.
        at: Name,
        /// True for the besieger's die, false for that of the besieged.
        besieger: bool,
        /// The number on the die.
        score: u8,
    },
    /// The dice of a siege are compared.
    SiegeRoll {
        /// The province in which it happens.
        at: Name,
        /// Dice of besieger and besieged.
        dice: [u8; 2],
        /// The bonus of each.
        bonuses: [Modifier; 2],
        /// The sum of each.
        totals: [u8; 2],
        /// True if the besieger's sum is at least double.
        won: bool,
        /// Siege rolls so far.
        counter: u8,
    },
    /// An army loses an element in a siege.
    SiegeLostElement {
        /// The army that loses it.
        army: ArmyId,
        lost: Vec<ElementId>,
    },
    /// A siege is over without success.
    SiegeLifted {
        /// The province in which it happens.
        at: Name,
        /// The reason why it is over.
        why: Relief,
    },
    /// An army leaves a siege.
    SiegeLeft {
        /// The province in which it happens.
        at: Name,
        /// The army that this is about.
        army: ArmyId,
    },
    /// A siege has succeeded.
    SiegeWon {
        /// The province in which it happens.
        at: Name,
        /// The army that besieged first.
        by: ArmyId,
        /// The kind of city there.
        city: City,
    },
}
