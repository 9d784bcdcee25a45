//! B1 to B4: who stands in a battle.

use super::{Field, field, policy, question, say, wish};
use crate::Table;
use crate::asked::Query;
use crate::elements::{ArmyId, Contingent, ElementId, Host, Member, Office, Separate, Soldier};
use crate::events::Battles;
use crate::orders::Says;
use crate::policy::{Relieved, Sent, SentWord};
use crate::state::{Army, Battle, BattleStage, State};
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
        let [attacker, defender] = [battle.attacker, battle.defender].map(|id| {
            let sent = beside(table.state(), &battle, id)
                .map(|second| (second, sends(table, &battle, second)));
            host(&field(table), id, sent)
        });
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

/// The army that stands by in a battle, on the side of one that fights in it.
fn beside(state: &State, battle: &Battle, id: ArmyId) -> Option<ArmyId> {
    let all = battle.seconds.iter().chain(&battle.behind_walls).copied();
    let mut friends = all.filter(|other| other.side() == id.side() && *other != id);
    friends.next().filter(|second| state.army(*second).is_some())
}

/// The host of one side, with the elements that its second army sends.
fn host(here: &Field<'_>, id: ArmyId, sent: Option<(ArmyId, Vec<ElementId>)>) -> Host {
    let players = players(here, id);
    let mut elements = Vec::new();
    let mut contingents = Vec::new();
    if let Some(army) = here.state.army(id) {
        let core = soldiers(id, army, &army.body.core);
        let allied = soldiers(id, army, &army.body.allied);
        elements.extend(core);
        if army.body.allied_general.is_some() && allied.len() >= here.chart.separate_from {
            let seat = deputy(here, &players);
            contingents.push(Contingent { cause: Separate::Allied, seat, elements: allied });
        } else {
            elements.extend(allied);
        }
    }
    if let Some((second, sent)) = sent.filter(|(_, sent)| !sent.is_empty()) {
        let army = here.state.army(second).expect("an army that sends elements is on the map");
        let seat = army.seat.clone().unwrap_or_else(|| deputy(here, &players));
        contingents.push(Contingent {
            cause: Separate::SecondArmy,
            seat,
            elements: soldiers(second, army, &sent),
        });
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

/// The leader of a contingent, if possible not the C-in-C; players without an army come first.
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
fn sends(table: &mut Table<'_>, battle: &Battle, id: ArmyId) -> Vec<ElementId> {
    let size = table.state().army(id).expect("an army that supports another is on the map").size;
    let (called, most) = (battle.id, size / 2);
    let told = if most > 0 {
        question::ask(table, Query::Contingent { army: id, battle: called, most })
    } else {
        None
    };
    let chart = &table.rules().chart;
    let own = policy(table, id);
    let walls = battle.behind_walls.contains(&id);
    let told = if let Some(Says::Contingent(sent)) = told { Some(sent) } else { None };
    if told.is_none()
        && walls
        && wish(chart, own, id, |policy| policy.relieved) == Some(Relieved::Stay)
    {
        return Vec::new();
    }
    let army = table.state().army(id).expect("an army that supports another is on the map");
    let told = told.or_else(|| wish(chart, own, id, |policy| policy.contingent.clone()));
    let mut sent: Vec<ElementId> = match told.expect(question::BY_DEFAULT) {
        Sent::Word(SentWord::Nothing) => Vec::new(),
        Sent::These(list) => listed(army, &list),
        Sent::Word(SentWord::Half) => {
            army.body.all().filter(|element| army.body.general != Some(*element)).collect()
        }
    };
    sent.truncate(usize::from(most));
    army.body.all().filter(|element| sent.contains(element)).collect()
}

/// The elements of a list that the army has, each once, in the order of the list; a cut keeps the first.
fn listed(army: &Army, list: &[ElementId]) -> Vec<ElementId> {
    let mut found: Vec<ElementId> = Vec::new();
    for element in list {
        if !found.contains(element) && army.body.all().any(|own| own == *element) {
            found.push(*element);
        }
    }
    found
}
