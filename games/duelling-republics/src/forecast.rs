//! Odds for the order form: exact where they can be counted, by trial battles where they cannot; from what the seat
//! knows and nothing else.

use super::battle::plan::{Plan, Role};
use super::battle::{self, Called, Trial, usual};
use super::elements::{ArmyId, ElementId, Host, Member, Office, Soldier, Troop};
use super::names::Name;
use super::rules::{Field, attrition, control};
use super::state::{Army, Body};
use engine::{Rng, Seat};
use serde::Serialize;

/// Trial battles behind one forecast.
const TRIALS: u32 = 60;

/// The number of the 36 throws that win a siege, with these bonuses of besieger and besieged.
pub(super) fn siege(besieger: i32, besieged: i32) -> u32 {
    let throws = (1..=6).flat_map(|mine| (1..=6).map(move |other| (mine, other)));
    throws.filter(|(mine, other)| mine + besieger >= 2 * (other + besieged)).map(|_| 1).sum()
}

/// The results of trial battles with default plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Chance {
    pub trials: u32,
    /// Won by the attacker.
    pub attacker: u32,
    /// Won by the defender.
    pub defender: u32,
    /// True if the enemy's elements were guessed from their list.
    pub guessed: bool,
}

/// Trial battles of one army against another in a province; the first attacks.
pub(super) fn battle(
    field: &Field<'_>,
    attacker: ArmyId,
    defender: ArmyId,
    at: Name,
) -> Option<Chance> {
    let (first, guess_a) = host(field, attacker)?;
    let (second, guess_d) = host(field, defender)?;
    Some(Chance { guessed: guess_a || guess_d, ..trials(field, [first, second], at) })
}

/// Trial battles between the very hosts of a battle that has been called.
pub(super) fn of_hosts(field: &Field<'_>, battle: &super::state::Battle) -> Option<Chance> {
    let hosts = <[Host; 2]>::try_from(battle.hosts.clone()).ok()?;
    Some(trials(field, hosts, battle.place))
}

/// Trial battles with default plans; the first host attacks.
fn trials(field: &Field<'_>, hosts: [Host; 2], at: Name) -> Chance {
    let [first, second] = hosts;
    let (attacker, defender) = (first.army, second.army);
    let chart = &field.chart.battle;
    let country = field.chart.province(at).terrain;
    let plans: [Plan; 2] = [
        usual::plan(chart, &first, Role::Attacker, country.as_str()),
        usual::plan(chart, &second, Role::Defender, country.as_str()),
    ];
    let called = Called {
        battle: "trial".to_owned(),
        country: country.to_string(),
        hosts: [first, second],
        plans,
    };
    let mut chance = Chance { trials: TRIALS, attacker: 0, defender: 0, guessed: false };
    for trial in 0..TRIALS {
        let mut rng = Rng::new(u64::from(trial) + 1);
        match battle::fight(chart, &mut Trial::new(&mut rng), &called).winner {
            Some(army) if army == attacker => chance.attacker += 1,
            Some(army) if army == defender => chance.defender += 1,
            _ => {}
        }
    }
    chance
}

/// The elements seen in an army this year that may be there still. If they are more than it has now, those are left out
/// that it would lose first without orders of its own (T4).
fn remaining(field: &Field<'_>, id: ArmyId, army: &Army) -> Vec<ElementId> {
    let list = field.core(id.side());
    let allies = field.chart.allied(id.side(), field.chart.theater(army.at));
    let mut body = Body::default();
    for element in &army.shown {
        let fits = if element.allied {
            allies.is_some_and(|list| list.slots.admits(&body.allied_troops(), element.troop))
        } else {
            list.slots.admits(&body.core_troops(), element.troop)
        };
        if fits {
            if element.allied { &mut body.allied } else { &mut body.core }.push(*element);
        }
    }
    body.general = body.core.iter().find(|element| element.troop == list.general).copied();
    let order = attrition::loss_order(field.chart, None, id);
    let over = body.all().count().saturating_sub(usize::from(army.size));
    let gone = attrition::casualties(&body, &[], &order, over);
    army.shown
        .iter()
        .filter(|element| body.all().any(|one| one == **element) && !gone.contains(element))
        .copied()
        .collect()
}

/// The troops of an army whose size alone is known: those that have been seen this year, then the slots of its list that
/// these leave free, the first of each.
fn guess(field: &Field<'_>, id: ArmyId, army: &Army) -> Vec<Troop> {
    let slots = &field.core(id.side()).slots;
    let seen = remaining(field, id, army);
    let of = |allied: bool| {
        seen.iter().filter(move |element| element.allied == allied).map(|element| element.troop)
    };
    let mut troops: Vec<Troop> = of(false).collect();
    let taken = slots.places(&troops).unwrap_or_default();
    let seen_allies = of(true).count();
    let due = usize::from(army.size).saturating_sub(troops.len() + seen_allies);
    let free = slots.0.iter().enumerate().filter(|(slot, _)| !taken.contains(slot));
    let free = free.filter_map(|(_, slot)| slot.first().copied());
    let all = slots.0.iter().cycle().filter_map(|slot| slot.first().copied());
    troops.extend(free.chain(all).take(due));
    troops.extend(of(true));
    troops
}

/// An army as it is known, or as it is guessed if only its size is known; true if it was guessed.
pub(super) fn host(field: &Field<'_>, id: ArmyId) -> Option<(Host, bool)> {
    let army = field.state.army(id)?;
    let seat = army.seat.clone().unwrap_or_else(|| Seat::new(id.word()));
    let known = !army.body.core.is_empty();
    let body = if known {
        army.body.clone()
    } else {
        control::body(&guess(field, id, army), field.core(id.side()).general)
    };
    let office = |element| (body.general == Some(element)).then_some(Office::General);
    let elements: Vec<Soldier> = body
        .all()
        .map(|element| Soldier { id: Member::new(id, element), office: office(element) })
        .collect();
    if elements.is_empty() {
        return None;
    }
    Some((
        Host { army: id, players: vec![seat.clone()], seat, elements, contingents: Vec::new() },
        !known,
    ))
}

/// An army of a seat's side in a battle that may come: any player of the side may have a command in it, the seat first.
pub(super) fn own_host(field: &Field<'_>, id: ArmyId, seat: &Seat) -> Option<Host> {
    let (host, _) = host(field, id)?;
    let others = field.state.of_side(id.side()).map(|player| player.seat.clone());
    let players = std::iter::once(seat.clone()).chain(others.filter(|other| other != seat));
    Some(Host { players: players.collect(), ..host })
}
