//! The sure results of a draft, from what its seat may know: where units would stand, which attacks could be made then
//! and at what odds, and what is left to standing orders or to nobody. No dice are thrown.

use super::counsel::{after_moves, standing};
use super::field::Field;
use super::names::{Id, PhaseName, Side};
use super::orders::{CombatOrders, Orders, Says, SetUpOrders};
use super::policy::Policy;
use super::rules::set_up::deploy;
use super::rules::targets;
use super::state::{Impulse, ImpulseMarks, Stage, State};
use super::{DeBelloPunico, form};
use engine::rules::ParsedOrdersOf;
use engine::{AtSeat, Tempo};
use serde_json::{Value, json};

/// The facts for the template `dry-run.md`; nothing for a seat without a side.
pub(super) fn facts(
    rules: &DeBelloPunico,
    at: &AtSeat<'_, DeBelloPunico>,
    filing: &ParsedOrdersOf<DeBelloPunico>,
) -> Value {
    let Some(side) = Side::of(at.seat) else { return Value::Null };
    let after = after_moves(rules, at.view, side, filing);
    let position = after.as_ref().unwrap_or(at.view);
    let policy = standing(rules, filing, at.in_force);
    let asked = at.prompts.first().and_then(|prompt| PhaseName::parse(&prompt.name));
    json!({
        "phase": asked,
        "set_up": set_up(rules, at.view, side, filing),
        "silent": asked.is_some_and(|name| name != PhaseName::SetUp) && filing.orders.values().all(|orders| orders.says == Says::Nothing),
        "moved": after.as_ref().map(|after| moved(at.view, after)),
        "attacks": attacks(rules, position, side, filing),
        "left": left(at, filing, &policy, side),
    })
}

/// The units that would stand elsewhere or otherwise: on the map with their facing, or where else they would be.
fn moved(view: &State, after: &State) -> Vec<Value> {
    let stands = |state: &State, id: Id| {
        let unit = state.units.get(&id).expect("moves remove no unit from the game");
        (unit.place, unit.facing)
    };
    let changed = |id: &&Id| stands(view, **id) != stands(after, **id);
    let value = |id: &Id| {
        let (place, facing) = stands(after, *id);
        let to =
            if place.hex().is_some() { format!("{place}/{facing}") } else { place.to_string() };
        json!({ "unit": id, "to": to })
    };
    let units = after.units.keys().filter(changed).map(value);
    let leaders = Side::BOTH.into_iter().filter_map(|side| {
        let (was, is) = (view.camps[side].leader, after.camps[side].leader);
        (was.hex != is.hex).then(|| json!({ "unit": is.id, "to": is.hex }))
    });
    units.chain(leaders).collect()
}

/// The places of all units of a side, the unit with the leader, the unit that is kept back, and those of them that the
/// scenario decides.
fn set_up(
    rules: &DeBelloPunico,
    view: &State,
    side: Side,
    filing: &ParsedOrdersOf<DeBelloPunico>,
) -> Option<Value> {
    let bare = SetUpOrders::default();
    let orders = match &says(filing, PhaseName::SetUp)?.says {
        Says::SetUp(orders) => orders,
        Says::Nothing => &bare,
        Says::Chips(_)
        | Says::Place(_)
        | Says::Choice(_)
        | Says::Elephants(_)
        | Says::Movement(_)
        | Says::Volley(_)
        | Says::Combat(_)
        | Says::Recovery(_)
        | Says::Reply(_) => return None,
    };
    let deployment = deploy(&rules.printed, view, side, orders);
    let note = rules.printed.battle(view.battle);
    let ordered = |id: &Id, hex| orders.units.get(id).is_some_and(|stand| stand.hex == hex);
    let placed = deployment.units.iter().filter(|(id, (_, hex, _))| ordered(id, *hex));
    let placed: Vec<Value> = placed
        .map(|(id, (_, hex, facing))| json!({ "unit": id, "to": format!("{hex}/{facing}") }))
        .collect();
    let leader = deployment.leader.and_then(|with| {
        let (_, hex, _) = deployment.units.get(&with)?;
        let name = &rules.printed.leader(note.leaders[side]).name;
        let own = orders.leader == Some(with);
        Some(json!({ "name": name, "with": with, "hex": hex, "own": own }))
    });
    Some(json!({
        "rest": deployment.units.len() - placed.len(),
        "placed": placed,
        "leader": leader,
        "ambush": note.ambush.is_some_and(|ambush| ambush.side == side),
        "reserve": deployment.reserve.map(|(id, _)| id),
    }))
}

/// The orders of a filing for a phase: fresh, else given ahead.
fn says(filing: &ParsedOrdersOf<DeBelloPunico>, name: PhaseName) -> Option<&Orders> {
    let ahead = || filing.ahead.as_ref().and_then(|ahead| ahead.get(name.word()));
    filing.orders.get(name.word()).or_else(ahead)
}

/// The attacks of a draft as they could be made after its moves, each with its odds, or with the reason why not.
fn attacks(
    rules: &DeBelloPunico,
    position: &State,
    side: Side,
    filing: &ParsedOrdersOf<DeBelloPunico>,
) -> Vec<Value> {
    let Some(Says::Combat(orders)) = says(filing, PhaseName::Combat).map(|orders| &orders.says)
    else {
        return Vec::new();
    };
    let mut state = position.clone();
    if state.stage.impulse() != Some(Impulse::Combat) {
        state.stage = Stage::Impulse { mover: side, impulse: Impulse::Combat };
        state.units.values_mut().for_each(|unit| unit.impulse = ImpulseMarks::default());
    }
    each(&Field::new(&rules.printed, &state), side, orders)
}

fn each(field: &Field<'_>, side: Side, orders: &CombatOrders) -> Vec<Value> {
    let one = |order: &crate::orders::AttackOrder| {
        let found = targets::attacker(field, side, order.unit).and_then(|(unit, _)| {
            targets::choose(field, order.unit, unit, &order.target.0, order.charge)
        });
        let mut value = match found {
            Ok(quarry) => form::fight(field, order.unit, quarry.unit, quarry.hex),
            Err(no) => json!({ "unit": order.unit, "why": no.reason }),
        };
        value["condition"] = json!(!order.when.is_empty());
        value["charges"] = json!(order.charge);
        value
    };
    orders.attacks.iter().map(one).collect()
}

/// The phases of the seat's half that nothing in the draft answers, and whether a standing rule of its own acts there.
fn left(
    at: &AtSeat<'_, DeBelloPunico>,
    filing: &ParsedOrdersOf<DeBelloPunico>,
    policy: &Policy,
    side: Side,
) -> Vec<Value> {
    if at.view.tempo == Tempo::Full || at.view.stage.mover() != Some(side) {
        return Vec::new();
    }
    let kept = |name: PhaseName| {
        filing.ahead.is_none()
            && at.in_force.is_some_and(|force| force.ahead.contains_key(name.word()))
    };
    let waits = |name: PhaseName| policy.wait.as_ref().is_some_and(|wait| wait.contains(&name));
    [(PhaseName::Combat, policy.attack.is_some()), (PhaseName::Recovery, policy.recovery.is_some())]
        .into_iter()
        .filter(|(name, _)| says(filing, *name).is_none() && !kept(*name) && !waits(*name))
        .map(|(name, own)| json!({ "phase": name, "own": own }))
        .collect()
}
