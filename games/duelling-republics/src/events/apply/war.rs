//! Battles, sieges and minor wars.

#![deny(clippy::wildcard_enum_match_arm)]

use super::{army_mut, fall, leave_sieges, lose, pay};
use crate::battle::events::{Blow, Event};
use crate::battle::write;
use crate::elements::{ArmyId, ElementId, Host};
use crate::events::{Battles, Fought, Reports, Sieges};
use crate::names::{City, Name, Resolve};
use crate::orders::battle::BattleId;
use crate::state::{Battle, BattleStage, MinorWar, Siege, State};
use engine::Seat;
use std::collections::BTreeMap;

/// Writes an event about a battle: contact, hosts, plans, the end.
pub(super) fn battles(state: &mut State, event: &Battles) {
    match event {
        Battles::Contact { battle, at, attacker, defender, from, behind_walls, mode } => {
            let armies = [*attacker, *defender];
            let mut new = recorded(*battle, *at, armies, *mode);
            new.from = *from;
            new.behind_walls.clone_from(behind_walls);
            state.battles.push(new);
            for id in armies {
                army_mut(state, id).done = true;
            }
        }
        Battles::Joined { battle, army } => {
            battle_mut(state, *battle).seconds.push(*army);
            army_mut(state, *army).done = true;
        }
        Battles::BattleCalled { battle, at: _, terrain: _, attacker, defender } => {
            called(state, *battle, attacker, defender);
        }
        Battles::PlanFiled { seat, battle, orders } => {
            battle_mut(state, *battle).plans.insert(seat.clone(), (**orders).clone());
        }
        Battles::Mode { battle, mode } => battle_mut(state, *battle).mode = *mode,
        Battles::BattleStage { battle, stage } => battle_mut(state, *battle).stage = *stage,
        Battles::BattleOver {
            battle,
            at: _,
            winner,
            how: _,
            losses,
            fought: _,
            plans: _,
            counts,
        } => {
            let reported = state.line.take().is_none();
            state.battles.retain(|b| b.id != *battle);
            if reported && *counts {
                for (id, gone) in losses {
                    fall(state, *id, gone);
                }
            }
            if let Some(side) = winner.side().filter(|_| *counts) {
                state.wins[side as usize] += 1;
            }
        }
        Battles::Succeeds { army, element } => {
            army_mut(state, *army).body.general = Some(*element);
        }
        Battles::Chest { from, to, talents } => {
            pay(army_mut(state, *from), *talents);
            army_mut(state, *to).body.chest += talents;
        }
        Battles::MinorWar { battle, at, war, attacker, defender, mode } => {
            minor_war(state, (*battle, *at, *mode), war, vec![attacker.clone(), defender.clone()]);
        }
        Battles::NoMinorWar { seat: _, why: _ } => {}
    }
}

fn called(state: &mut State, battle: BattleId, attacker: &Host, defender: &Host) {
    let mut seen: BTreeMap<ArmyId, Vec<ElementId>> = BTreeMap::new();
    for soldier in attacker.all().chain(defender.all()) {
        seen.entry(soldier.id.army).or_default().push(soldier.id.element);
    }
    for (id, elements) in seen {
        let army = army_mut(state, id);
        // An army that takes the field whole shows who is missing.
        if elements.len() == usize::from(army.size) {
            army.shown.retain(|element| elements.contains(element));
        }
        for element in elements {
            if !army.shown.contains(&element) {
                army.shown.push(element);
            }
        }
    }
    let battle = battle_mut(state, battle);
    battle.hosts = vec![attacker.clone(), defender.clone()];
    battle.stage = BattleStage::Called;
}

fn recorded(id: BattleId, place: Name, armies: [ArmyId; 2], mode: Resolve) -> Battle {
    let [attacker, defender] = armies;
    Battle {
        id,
        place,
        attacker,
        defender,
        seconds: Vec::new(),
        behind_walls: Vec::new(),
        from: None,
        mode,
        stage: BattleStage::Recorded,
        hosts: Vec::new(),
        plans: BTreeMap::new(),
        reports: BTreeMap::new(),
        differences: Vec::new(),
        minor: None,
    }
}

fn minor_war(
    state: &mut State,
    (id, place, mode): (BattleId, Name, Resolve),
    war: &MinorWar,
    hosts: Vec<Host>,
) {
    let mut battle = recorded(id, place, [ArmyId::Ma, ArmyId::Mb], mode);
    battle.stage = match mode {
        Resolve::Auto => BattleStage::Ready,
        Resolve::Tabletop => BattleStage::Reports,
    };
    battle.hosts = hosts;
    battle.minor = Some(war.clone());
    state.minor_wars += 1;
    state.battles.push(battle);
}

/// Writes an event of a battle into its line, and takes a destroyed element out of its army at once. Armies of a minor
/// war are not on the map.
pub(super) fn fought(state: &mut State, fought: &Fought) {
    let Fought { event, battle: _ } = fought;
    write(&mut state.line, event);
    // The line keeps all else ([`crate::battle::apply`]).
    if let Event::Blow(Blow::Killed { who, by: _, seat: _, cause: _ }) = event
        && ArmyId::CAMPAIGN.contains(&who.army)
    {
        fall(state, who.army, &[who.element]);
    }
}

pub(super) fn reports(state: &mut State, event: &Reports) {
    match event {
        Reports::Reported { seat, report } => {
            let battle = battle_mut(state, report.battle);
            battle.reports.insert(seat.clone(), (**report).clone());
        }
        Reports::ReportsAgree { report } | Reports::Ruled { report } => {
            let battle = battle_mut(state, report.battle);
            battle.stage = BattleStage::Ready;
            battle.reports.insert(Seat::referee(), (**report).clone());
        }
        Reports::ReportDiffers { battle, differences } => {
            let battle = battle_mut(state, *battle);
            battle.stage = BattleStage::Ruling;
            battle.differences.clone_from(differences);
        }
    }
}

fn battle_mut(state: &mut State, id: BattleId) -> &mut Battle {
    let battle = state.battles.iter_mut().find(|battle| battle.id == id);
    battle.expect("an event names battles that are not over")
}

pub(super) fn sieges(state: &mut State, event: &Sieges) {
    match event {
        Sieges::SiegeBegun { at, besieger, besieged, city: _, joins: _ } => {
            siege_begins(state, *at, *besieger, *besieged);
        }
        Sieges::SiegeFought { at } => siege_mut(state, *at).fought = true,
        Sieges::SiegeThrow { at: _, besieger: _, score: _ } => {}
        Sieges::SiegeRoll { at, dice: _, bonuses: _, totals: _, won: _, counter } => {
            siege_mut(state, *at).counter = *counter;
        }
        Sieges::SiegeLostElement { army, lost } => lose(state, *army, lost),
        Sieges::SiegeLifted { at, why: _ } => {
            state.sieges.remove(at).expect("a siege that is lifted was laid");
        }
        Sieges::SiegeLeft { at: _, army } => leave_sieges(state, *army),
        Sieges::SiegeWon { at, by: _, city } => {
            state.sieges.remove(at).expect("a siege that is won was laid");
            if *city == City::Major {
                state.fallen.push(*at);
            }
        }
    }
}

fn siege_mut(state: &mut State, at: Name) -> &mut Siege {
    state.sieges.get_mut(&at).expect("an event names sieges that are laid")
}

fn siege_begins(state: &mut State, at: Name, besieger: ArmyId, besieged: Option<ArmyId>) {
    let new = Siege { besiegers: Vec::new(), besieged: Vec::new(), counter: 0, fought: false };
    let siege = state.sieges.entry(at).or_insert(new);
    if !siege.besiegers.contains(&besieger) {
        siege.besiegers.push(besieger);
    }
    if let Some(shut_in) = besieged {
        if !siege.besieged.contains(&shut_in) {
            siege.besieged.push(shut_in);
        }
        army_mut(state, shut_in).done = true;
    }
}
