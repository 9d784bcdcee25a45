//! What can happen in battles, sieges and minor wars, as the campaign sees them.

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
        /// Where the attacker came from.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        from: Option<Name>,
        /// Besieged armies whose friend attacks.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        behind_walls: Vec<ArmyId>,
        /// How it will be decided.
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
        /// Type of terrain.
        terrain: Name,
        attacker: Host,
        defender: Host,
    },
    /// A seat files for a battle.
    PlanFiled {
        /// The seat that does it.
        seat: Seat,
        /// For which.
        battle: BattleId,
        /// The orders, whole.
        orders: Box<BattleOrders>,
    },
    /// Both C-in-Cs want it decided otherwise.
    Mode {
        /// The battle concerned.
        battle: BattleId,
        /// How now.
        mode: Resolve,
    },
    /// A battle gets further.
    BattleStage {
        /// The battle that this is about.
        battle: BattleId,
        /// How far.
        stage: BattleStage,
    },
    /// A battle is over.
    BattleOver {
        /// The battle that this is about.
        battle: BattleId,
        /// The province in which it happens.
        at: Name,
        /// Who won.
        winner: Whose,
        /// How it was decided.
        how: Decision,
        /// What each army lost.
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
        /// In which army.
        army: ArmyId,
        /// To which element.
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
        /// Where it counts as fought.
        at: Name,
        /// Who fights.
        war: MinorWar,
        /// Both hosts: initiator's, opponent's.
        attacker: Host,
        /// The opponent's.
        defender: Host,
        /// How it is decided.
        mode: Resolve,
    },
    /// A player left out of the season's battles fights none.
    NoMinorWar {
        /// The seat that does it.
        seat: Seat,
        /// Why not.
        why: Unopposed,
    },
}

/// What players and referee report of a battle on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(clippy::enum_variant_names, reason = "the names are recorded")]
pub enum Reports {
    /// A report of a battle on the table.
    Reported {
        /// The seat that did it.
        seat: Seat,
        /// The report, whole.
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
        /// How it was.
        report: Box<Report>,
    },
    /// The referee rules.
    Ruled {
        /// How it was.
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
        /// The city there.
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
        /// By the besieger.
        besieger: bool,
        /// What was thrown.
        score: u8,
    },
    /// What it comes to.
    SiegeRoll {
        /// The province in which it happens.
        at: Name,
        /// Dice of besieger and besieged.
        dice: [u8; 2],
        /// What is added to each.
        bonuses: [Modifier; 2],
        /// The sums.
        totals: [u8; 2],
        /// At least double.
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
        /// Why it is.
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
        /// Who besieged first.
        by: ArmyId,
        /// The city there.
        city: City,
    },
}
