//! Battles, sieges and minor wars.

use super::{count, leave_sieges, lose};
use crate::clashes::Clash;
use crate::elements::{ArmyId, Host};
use crate::names::{City, Name, Resolve};
use crate::orders::battle::BattleId;
use crate::state::{Battle, BattleStage, MinorWar, Siege, State};
use engine::Seat;
use std::collections::BTreeMap;

/// Battles: contact, hosts, papers. False if it is something else.
pub(super) fn battles(state: &mut State, clash: &Clash) -> bool {
    match clash {
        Clash::Contact { battle, at, attacker, defender, from, behind_walls, mode } => {
            state.battles.push(Battle {
                id: *battle,
                place: *at,
                attacker: *attacker,
                defender: *defender,
                seconds: Vec::new(),
                behind_walls: behind_walls.clone(),
                from: *from,
                mode: *mode,
                stage: BattleStage::Recorded,
                hosts: Vec::new(),
                plans: BTreeMap::new(),
                reports: BTreeMap::new(),
                differences: Vec::new(),
                minor: None,
            });
            for id in [attacker, defender] {
                if let Some(army) = state.armies.get_mut(id) {
                    army.done = true;
                }
            }
        }
        Clash::Joined { battle, army } => {
            if let Some(battle) = state.battles.iter_mut().find(|b| b.id == *battle) {
                battle.seconds.push(*army);
            }
            if let Some(army) = state.armies.get_mut(army) {
                army.done = true;
            }
        }
        Clash::BattleCalled { battle, attacker, defender, .. } => {
            for soldier in attacker.all().chain(defender.all()) {
                if let Some(army) = state
                    .armies
                    .get_mut(&soldier.id.army)
                    .filter(|army| !army.shown.contains(&soldier.id.element))
                {
                    army.shown.push(soldier.id.element);
                }
            }
            with(state, *battle, |battle| {
                battle.hosts = vec![attacker.clone(), defender.clone()];
                battle.stage = BattleStage::Called;
            });
        }
        _ => return papers(state, clash),
    }
    true
}

/// Plans, reports, and how battles end.
fn papers(state: &mut State, clash: &Clash) -> bool {
    match clash {
        Clash::PlanFiled { seat, battle, orders } => {
            with(state, *battle, |battle| {
                drop(battle.plans.insert(seat.clone(), (**orders).clone()))
            });
        }
        Clash::Mode { battle, mode } => with(state, *battle, |battle| battle.mode = *mode),
        Clash::BattleStage { battle, stage } => {
            with(state, *battle, |battle| battle.stage = *stage)
        }
        Clash::Reported { seat, report } => {
            with(state, report.battle, |battle| {
                drop(battle.reports.insert(seat.clone(), (**report).clone()))
            });
        }
        Clash::ReportsAgree { report } | Clash::Ruled { report } => {
            with(state, report.battle, |battle| {
                battle.stage = BattleStage::Ready;
                battle.reports.insert(Seat::referee(), (**report).clone());
            })
        }
        Clash::ReportDiffers { battle, differences } => {
            with(state, *battle, |battle| {
                battle.stage = BattleStage::Ruling;
                battle.differences.clone_from(differences);
            });
        }
        Clash::BattleOver { battle, winner, losses, counts, .. } => {
            state.battles.retain(|b| b.id != *battle);
            for (id, gone) in losses {
                lose(state, *id, gone, count(gone));
            }
            if let Some(side) = winner.side().filter(|_| *counts) {
                state.wins[side as usize] += 1;
            }
        }
        Clash::MinorWar { battle, at, war, attacker, defender, mode, .. } => {
            minor(state, (*battle, *at, *mode), war, vec![attacker.clone(), defender.clone()]);
        }
        _ => return false,
    }
    true
}

fn minor(
    state: &mut State,
    (id, place, mode): (BattleId, Name, Resolve),
    war: &MinorWar,
    hosts: Vec<Host>,
) {
    let stage = match mode {
        Resolve::Auto => BattleStage::Ready,
        Resolve::Tabletop => BattleStage::Reports,
    };
    state.minor_wars += 1;
    state.battles.push(Battle {
        id,
        place,
        attacker: ArmyId::Ma,
        defender: ArmyId::Mb,
        seconds: Vec::new(),
        behind_walls: Vec::new(),
        from: None,
        mode,
        stage,
        hosts,
        plans: BTreeMap::new(),
        reports: BTreeMap::new(),
        differences: Vec::new(),
        minor: Some(war.clone()),
    });
}

fn with(state: &mut State, id: BattleId, change: impl FnOnce(&mut Battle)) {
    if let Some(battle) = state.battles.iter_mut().find(|battle| battle.id == id) {
        change(battle);
    }
}

/// Sieges, and what a battle does to an army.
pub(super) fn sieges(state: &mut State, clash: &Clash) {
    match clash {
        Clash::Succeeds { army, element } => {
            if let Some(army) = state.armies.get_mut(army) {
                army.body.general = Some(*element);
            }
        }
        Clash::Chest { from, to, talents } => {
            for (id, more) in [(from, false), (to, true)] {
                if let Some(army) = state.armies.get_mut(id) {
                    let chest = &mut army.body.chest;
                    *chest = if more { *chest + talents } else { chest.saturating_sub(*talents) };
                }
            }
        }
        Clash::SiegeBegun { at, besieger, besieged, .. } => {
            siege_begins(state, *at, *besieger, *besieged)
        }
        Clash::SiegeFought { at } => {
            if let Some(siege) = state.sieges.get_mut(at) {
                siege.fought = true;
            }
        }
        Clash::SiegeRoll { at, counter, .. } => {
            if let Some(siege) = state.sieges.get_mut(at) {
                siege.counter = *counter;
            }
        }
        Clash::SiegeLostElement { army, lost } => lose(state, *army, lost, 1),
        Clash::SiegeLifted { at, .. } => drop(state.sieges.remove(at)),
        Clash::SiegeLeft { army, .. } => leave_sieges(state, *army),
        Clash::SiegeWon { at, city, .. } => {
            state.sieges.remove(at);
            if *city == City::Major {
                state.fallen.push(*at);
            }
        }
        _ => {}
    }
}

fn siege_begins(state: &mut State, at: Name, besieger: ArmyId, besieged: Option<ArmyId>) {
    let new = Siege { besiegers: Vec::new(), besieged: Vec::new(), counter: 0, fought: false };
    let siege = state.sieges.entry(at).or_insert(new);
    if !siege.besiegers.contains(&besieger) {
        siege.besiegers.push(besieger);
    }
    if let Some(shut_in) = besieged.filter(|army| !siege.besieged.contains(army)) {
        siege.besieged.push(shut_in);
    }
    if let Some(id) = besieged
        && let Some(army) = state.armies.get_mut(&id)
    {
        army.done = true;
    }
}
