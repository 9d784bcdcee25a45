//! B1 to B4: who stands in a battle.

use super::{Field, field, policy, say, wish};
use crate::Table;
use crate::elements::{ArmyId, Contingent, ElementId, Host, Member, Office, Separate, Soldier};
use crate::events::Battles;
use crate::policy::{Relieved, Sent, SentWord};
use crate::state::{Army, Battle, BattleStage};
use engine::Seat;

/// Calls the season's battles: hosts are known from now on.
pub(crate) fn call_all(table: &mut Table<'_>) {
    let battles: Vec<Battle> = table
        .state()
        .battles
        .iter()
        .filter(|battle| battle.stage == BattleStage::Recorded)
        .cloned()
        .collect();
    for battle in battles {
        let [attacker, defender] =
            [battle.attacker, battle.defender].map(|id| host(table, &battle, id));
        let terrain = table.rules().chart.province(battle.place).terrain;
        say(
            table,
            "BT1",
            Battles::BattleCalled {
                battle: battle.id,
                at: battle.place,
                terrain,
                attacker,
                defender,
            },
        );
    }
}

/// What one side brings.
fn host(table: &Table<'_>, battle: &Battle, id: ArmyId) -> Host {
    let here = field(table);
    let players = players(&here, id);
    let mut elements = Vec::new();
    let mut contingents = Vec::new();
    if let Some(army) = here.state.army(id) {
        let core = soldiers(id, army, &army.body.core);
        let allied = soldiers(id, army, &army.body.allied);
        elements.extend(core);
        if army.body.allied_general.is_some() && allied.len() >= here.chart.separate_from {
            let seat = deputy(&here, &players);
            contingents.push(Contingent { cause: Separate::Allied, seat, elements: allied });
        } else {
            elements.extend(allied);
        }
    }
    let beside = battle
        .seconds
        .iter()
        .chain(&battle.behind_walls)
        .find(|other| other.side() == id.side() && **other != id);
    if let Some((second, army)) =
        beside.and_then(|second| Some((*second, here.state.army(*second)?)))
    {
        let sent = sends(table, battle, second, army);
        if !sent.is_empty() {
            let seat = army.seat.clone().unwrap_or_else(|| deputy(&here, &players));
            contingents.push(Contingent {
                cause: Separate::SecondArmy,
                seat,
                elements: soldiers(second, army, &sent),
            });
        }
    }
    let seat = players.first().cloned().unwrap_or_else(Seat::referee);
    Host { army: id, seat, players, elements, contingents }
}

/// Players to whom commands may be given, the C-in-C first.
fn players(field: &Field<'_>, id: ArmyId) -> Vec<Seat> {
    let leader = super::commander(field.state, id).cloned();
    let others = field
        .state
        .of_side(id.side())
        .filter(|player| !player.vacant && Some(&player.seat) != leader.as_ref());
    let others = others.map(|player| player.seat.clone());
    let mut players: Vec<Seat> = leader.clone().into_iter().chain(others).collect();
    if players.is_empty() {
        players.extend(field.state.of_side(id.side()).map(|player| player.seat.clone()).take(1));
    }
    players
}

/// Who leads a contingent beside the C-in-C: a player without an army first; the C-in-C if there is nobody else.
fn deputy(field: &Field<'_>, players: &[Seat]) -> Seat {
    let others = players.get(1..).unwrap_or_default();
    let free = others.iter().find(|seat| field.state.command(seat).is_none());
    free.or(others.first()).or(players.first()).expect("both sides have players").clone()
}

fn soldiers(id: ArmyId, army: &Army, elements: &[ElementId]) -> Vec<Soldier> {
    let office = |element: ElementId| {
        if army.body.general == Some(element) {
            Some(Office::General)
        } else {
            (army.body.allied_general == Some(element)).then_some(Office::AlliedGeneral)
        }
    };
    elements
        .iter()
        .map(|element| Soldier { id: Member::new(id, *element), office: office(*element) })
        .collect()
}

/// B2: what a second army sends: at most half of it, rounded down.
fn sends(table: &Table<'_>, battle: &Battle, id: ArmyId, army: &Army) -> Vec<ElementId> {
    let chart = &table.rules().chart;
    let own = policy(table, id);
    let walls = battle.behind_walls.contains(&id);
    if walls && wish(chart, own, id, |policy| policy.relieved) == Some(Relieved::Stay) {
        return Vec::new();
    }
    let half = army.body.all().count() / 2;
    let mut sent: Vec<ElementId> = match wish(chart, own, id, |policy| policy.contingent.clone()) {
        Some(Sent::Word(SentWord::Nothing)) => Vec::new(),
        Some(Sent::These(list)) => listed(army, &list),
        Some(Sent::Word(SentWord::Half)) | None => {
            army.body.all().filter(|element| army.body.general != Some(*element)).collect()
        }
    };
    sent.truncate(half);
    army.body.all().filter(|element| sent.contains(element)).collect()
}

/// What of a list the army has, each once, in the order of the list: the first are the dearest where it is cut.
fn listed(army: &Army, list: &[ElementId]) -> Vec<ElementId> {
    let mut found: Vec<ElementId> = Vec::new();
    for element in list {
        if !found.contains(element) && army.body.all().any(|own| own == *element) {
            found.push(*element);
        }
    }
    found
}
