//! The values of the order form: what the seat's orders compel, what is in reach, and the odds of likely attacks, all
//! from the seat's own knowledge.

use super::check::with_board;
use super::events::{Combat, Event, Movement};
use super::field::Field;
use super::names::{Id, Order, Side};
use super::odds::{Chance, odds};
use super::orders::ActivationOrders;
use super::policy::directions;
use super::rules::combat::{Clash, Knowledge};
use super::rules::{activation, facing, question, ways};
use super::state::{Chit, Stage, State, Unit};
use super::{Metaurus, report_context};
use crate::dry_run;
use crate::explain;
use crate::order_sheet;
use engine::prelude::*;
use engine::{AtSeat, Tempo};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

impl OrderHelp for Metaurus {
    fn form(&self, at: &AtSeat<'_, Self>) -> Value {
        let AtSeat { view, seat, prompts, in_force } = *at;
        let Some(side) = Side::of(seat) else { return Value::Null };
        let asked: Vec<Value> =
            prompts.iter().map(|prompt| json!({ "name": prompt.name })).collect();
        let field = Field::new(&self.printed, view);
        let query = view.question(side);
        let policy = in_force.and_then(|force| force.standing.as_ref()).map(|filed| &filed.says);
        let turn = view.asked.is_none() && matches!(view.stage, Stage::Turn { .. } | Stage::Orders);
        let commands: Vec<Value> = if turn {
            let defaults = by_default(self, view, side);
            let all = self.printed.roster.of(side);
            all.map(|note| command(self, &field, side, note.id, defaults.get(&note.id))).collect()
        } else {
            Vec::new()
        };
        json!({
            "seat": seat,
            "side": side,
            "prompts": asked,
            "query": query,
            "answer": query.map(|query| question::by_policy(self, view, query, policy)),
            "tempo": if view.options.tempo == Tempo::Full { "full" } else { "brisk" },
            "changes": self.printed.charts.changes[side.at()],
            "first": view.first == Some(side),
            "groups": self.printed.battle.groups.iter().filter(|group| group.side == side).map(|group| json!({
                "name": group.name, "hexes": group.hexes, "facing": group.facing,
                // In unit order, which is not the order of the letters.
                "default": self.printed.roster.units.iter()
                    .filter_map(|counter| group.default.get(&counter.id).map(|hex| json!({ "unit": counter.id, "hex": hex })))
                    .collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
            "default_orders": self.printed.battle.default_orders,
            "commands": commands,
            "toward": directions(side),
            "position": report_context::report_context(self, view),
        })
    }

    fn grammar(&self) -> Option<Grammar> {
        Some(self.reading().grammar())
    }

    fn dry_run(&self, at: &AtSeat<'_, Self>, filing: &ParsedOrdersOf<Self>) -> Value {
        dry_run::dry_run(self, at, filing)
    }

    fn foresee(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
    ) -> Option<Foreseen<Self>> {
        order_sheet::foresee(self, at, filing)
    }

    fn offers(
        &self,
        at: &AtSeat<'_, Self>,
        filing: &ParsedOrdersOf<Self>,
        picked: Option<&str>,
    ) -> Offers {
        order_sheet::offers(self, at, filing, picked)
    }

    fn explain(
        &self,
        at: &AtSeat<'_, Self>,
        draft: Option<&ParsedOrdersOf<Self>>,
        question: &Node,
    ) -> Result<Value, Vec<Complaint>> {
        explain::answer(self, at, draft, question)
    }
}

/// The demands of a Command's order on its units, and the choices of each.
fn command(
    rules: &Metaurus,
    field: &Field<'_>,
    side: Side,
    id: Id,
    default: Option<&Value>,
) -> Value {
    let note = rules.printed.roster.command(id);
    let order = field.state.chits.get(&id).and_then(|chit| chit.order);
    let units: Vec<Value> = field
        .command(id)
        .into_iter()
        .map(|unit| choices(rules, field, side, unit, order))
        .collect();
    json!({
        "id": id,
        "name": note.map(|note| note.name.as_str()),
        "chit": note.is_some_and(|note| note.chit),
        "gauls": field.state.options.gauls && id == rules.printed.charts.gauls,
        "order": order,
        "acted": field.state.acted.contains(&id),
        // Before the chits of a Game Turn are down, Inactive legions are those of the last one.
        "inactive": field.state.stage != Stage::Orders && field.state.inactive.contains(&id),
        "units": units,
        "default": default,
    })
}

fn choices(
    rules: &Metaurus,
    field: &Field<'_>,
    side: Side,
    unit: Id,
    order: Option<Order>,
) -> Value {
    let engaged = field.engaged(unit);
    let order = order.or_else(|| field.order(unit));
    let contact = field.in_contact(unit);
    let state = match (engaged, field.frozen(unit), contact) {
        (_, true, _) => "frozen",
        (true, ..) => "engaged",
        (_, _, true) => "contact",
        _ => "free",
    };
    let mut reach: Vec<_> =
        if engaged { Vec::new() } else { ways::reach(field, unit).into_keys().collect() };
    // Those nearest to the enemy first: the form has no room for all.
    let grid = field.printed.ground.grid;
    let enemies: Vec<_> = field.army(side.other()).filter_map(|id| field.hex(id)).collect();
    reach.sort_by_cached_key(|hex| {
        (enemies.iter().map(|enemy| grid.distance(*hex, *enemy)).min(), *hex)
    });
    let closing: Vec<_> = if engaged || contact {
        Vec::new()
    } else {
        ways::closing(field, unit).into_iter().map(|(hex, _)| hex).collect()
    };
    json!({
        "unit": report_context::unit(field, unit),
        "order": order,
        "state": state,
        "reach": reach,
        "closing": closing,
        "attacks": likely(rules, field, side, unit),
    })
}

/// Attacks a unit could make alone: on each enemy next to it, or next to a hex it could step to.
fn likely(rules: &Metaurus, field: &Field<'_>, side: Side, unit: Id) -> Vec<Value> {
    let Some(stand) = field.unit(unit).copied() else { return Vec::new() };
    if !field.attacks(unit) || field.frozen(unit) {
        return Vec::new();
    }
    let here = field.in_contact(unit);
    let from: Vec<_> = if here {
        vec![stand.hex]
    } else {
        ways::closing(field, unit).into_iter().map(|(hex, _)| hex).collect()
    };
    let mut all = Vec::new();
    for hex in from {
        let mut state = field.state.clone();
        let face = if field.engaged(unit) {
            stand.facing
        } else {
            facing::toward_enemy(field, side, hex, stand.facing)
        };
        state.units.insert(unit, Unit { hex, facing: face, ..stand });
        let after = Field::new(&rules.printed, &state);
        let closed = if here { BTreeSet::new() } else { BTreeSet::from([unit]) };
        for enemy in after.front(unit) {
            all.push(one_attack(&after, unit, enemy, &closed));
        }
    }
    all
}

/// The odds of one attack: as known, or for each order that the enemy's chit may show.
fn one_attack(field: &Field<'_>, unit: Id, enemy: Id, closed: &BTreeSet<Id>) -> Value {
    let (by, against) = ([unit], [enemy]);
    let chit = field
        .counter(enemy)
        .and_then(|counter| field.state.chits.get(&counter.command))
        .or_else(|| field.state.given.get(&enemy));
    let known = chit.filter(|chit| chit.up).and_then(|chit: &Chit| chit.order);
    let orders: Vec<Order> = known.map_or_else(|| Order::ALL.to_vec(), |order| vec![order]);
    let cases: Vec<Value> = orders.into_iter().map(|order| {
        let clash = Clash { closed, ..Clash::new(&by, &against, Knowledge::Suppose(order)) };
        let odds = odds(field, &clash);
        let fate = |chances: &[Chance]| chances.iter().map(|c| json!({
            "unit": c.unit, "disordered": c.disordered, "eliminated": c.eliminated,
        })).collect::<Vec<_>>();
        json!({
            "order": order, "drm": odds.drm, "modifiers": odds.modifiers,
            "results": odds.results.iter().map(|(results, faces)| json!({ "results": results, "of_ten": faces })).collect::<Vec<_>>(),
            "by": fate(&odds.by), "against": fate(&odds.against),
        })
    }).collect();
    json!({ "from": field.hex(unit), "facing": field.unit(unit).map(|unit| unit.facing), "enemy": enemy, "known": known, "cases": cases })
}

/// The actions of a side's Commands if the file names none: one after another, each in the position that those before
/// it leave.
fn by_default(rules: &Metaurus, view: &State, side: Side) -> BTreeMap<Id, Value> {
    let Stage::Turn { .. } = view.stage else { return BTreeMap::new() };
    let mut state = view.clone();
    let mut found = BTreeMap::new();
    let (chits, others): (Vec<_>, Vec<_>) =
        rules.printed.roster.of(side).partition(|note| note.chit);
    for note in chits.into_iter().chain(others) {
        let idle = state.acted.contains(&note.id) || state.inactive.contains(&note.id);
        if !idle && !Field::new(&rules.printed, &state).command(note.id).is_empty() {
            found.insert(note.id, default_of(rules, &mut state, side, note.id));
        }
    }
    found
}

/// The default action of one Command; the state is changed to the one after it.
fn default_of(rules: &Metaurus, state: &mut State, side: Side, id: Id) -> Value {
    let nothing = ActivationOrders { command: Some(id), ..ActivationOrders::default() };
    let entries = with_board(rules, state, |board| {
        activation::rehearse(board, side, 0, &nothing);
        board.entries().to_vec()
    });
    let told = entries.into_iter().filter(|entry| {
        matches!(
            entry.event,
            Event::Movement(Movement::Moved { .. } | Movement::Turned { .. })
                | Event::Combat(Combat::Announced { .. })
        )
    });
    Value::Array(
        told.map(|entry| serde_json::to_value(entry.event).expect("events are plain data"))
            .collect(),
    )
}
