//! M5: elements pass from army to army.

use super::{Refusal, field, policy, say, void};
use crate::Table;
use crate::codes::Code;
use crate::elements::{ArmyId, ElementId};
use crate::events::Movement;
use crate::names::Name;
use crate::state::Body;

/// What a friendly army that rests here gives to the one that passes, by its standing orders.
pub(crate) fn hand_over(table: &mut Table<'_>, to: ArmyId, here: Name) {
    let friends: Vec<ArmyId> = table
        .state()
        .armies_of(to.side())
        .filter(|(id, army)| *id != to && army.at == here)
        .map(|(id, _)| id)
        .collect();
    for from in friends
        .into_iter()
        .filter(|from| together(table, *from, to, here).is_ok())
        .collect::<Vec<_>>()
    {
        let given = policy(table, from).and_then(|policy| policy.hand_over.as_ref());
        let lists: Vec<Vec<ElementId>> = given
            .into_iter()
            .flatten()
            .filter(|gift| gift.to == to)
            .map(|gift| gift.elements.clone())
            .collect();
        for elements in lists {
            // What it no longer has was given before: a standing order is not void for that.
            let there: Vec<ElementId> = table
                .state()
                .army(from)
                .map(|army| {
                    elements
                        .iter()
                        .copied()
                        .filter(|id| army.body.all().any(|own| own == *id))
                        .collect()
                })
                .unwrap_or_default();
            if !there.is_empty() {
                give(table, from, to, here, &there, from);
            }
        }
    }
}

/// One army gives elements to another in a province. `by` is the army whose C-in-C says so.
pub(crate) fn give(
    table: &mut Table<'_>,
    from: ArmyId,
    to: ArmyId,
    at: Name,
    elements: &[ElementId],
    by: ArmyId,
) {
    if let Err(why) = together(table, from, to, at) {
        void(table, by, format!("give to {to}"), Refusal::new(Code::Apart, "M5", why));
        return;
    }
    let Some(giver) = table.state().army(from) else { return };
    let all: Vec<ElementId> = giver.body.all().collect();
    let whole = all.iter().all(|id| elements.contains(id));
    if giver.body.general.is_some_and(|general| elements.contains(&general)) && !whole {
        void(
            table,
            by,
            format!("give to {to}"),
            Refusal::new(Code::General, "M5", "the general's element goes only with all the rest"),
        );
        return;
    }
    let chest = giver.body.chest;
    let mut moved = Vec::new();
    let mut general = None;
    let taker = table.state().army(to).expect("both armies stand together");
    let mut trial = taker.body.clone();
    for id in elements {
        match takes(table, from, to, &trial, *id) {
            Ok((new, office)) => {
                add(&mut trial, new, office);
                general = general.or(office.then_some(new));
                moved.push((*id, new));
            }
            Err(no) => {
                void(table, by, format!("give {id} to {to}"), no);
                if whole {
                    return;
                }
            }
        }
    }
    if !moved.is_empty() {
        let whole = whole.then_some(chest);
        let number = u16::try_from(moved.len()).expect("an army is small");
        say(table, "M5", Movement::Given { from, to, at, elements: moved, number, general, whole });
    }
}

fn together(table: &Table<'_>, from: ArmyId, to: ArmyId, at: Name) -> Result<(), String> {
    let state = table.state();
    let there = |id: ArmyId| state.army(id).is_some_and(|army| army.at == at);
    if from == to || from.side() != to.side() || !there(from) || !there(to) {
        return Err(format!("{to} is not here"));
    }
    if [from, to]
        .into_iter()
        .any(|id| state.besieged(id) || state.besieges(id) || state.engaged(id))
    {
        return Err("one of the armies is in a siege or engaged".to_owned());
    }
    Ok(())
}

/// The name of an element in the army that takes it, and whether it is its contingent's general there.
///
/// # Errors
/// Why it cannot go there.
fn takes(
    table: &Table<'_>,
    from: ArmyId,
    to: ArmyId,
    trial: &Body,
    id: ElementId,
) -> Result<(ElementId, bool), Refusal> {
    let field = field(table);
    let own = field.state.army(from).filter(|army| army.body.all().any(|element| element == id));
    let Some(giver) = own else {
        return Err(Refusal::new(Code::Element, "M5", format!("{from} has no {id}")));
    };
    if !id.allied {
        let admits = field.core(to.side()).slots.admits(&trial.core_troops(), id.troop);
        let new = super::political::next(&trial.numbers, id.troop, false);
        let full = || format!("no free slot for another {} in {to}", id.troop);
        return admits
            .then_some((new, false))
            .ok_or_else(|| Refusal::new(Code::Slot, "M5", full()));
    }
    let theater = field.chart.theater(giver.at);
    let Some((theater, list)) = theater.zip(field.chart.allied(to.side(), theater)) else {
        return Err(Refusal::new(Code::Allies, "M5", "there are no allies here"));
    };
    if !list.slots.admits(&trial.allied_troops(), id.troop) {
        let reason = format!("no free slot for another {} of the {}", id.troop, list.name);
        return Err(Refusal::new(Code::Slot, "M5", reason));
    }
    if !field.owns_in(theater, to.side()) && trial.allied.len() >= field.chart.allied_limit {
        let (side, limit) = (to.side(), field.chart.allied_limit);
        let reason = format!("{side} has no province in {theater}: at most {limit}");
        return Err(Refusal::new(Code::Allies, "M5", reason));
    }
    let office = giver.body.allied_general == Some(id) && trial.allied_general.is_none();
    Ok((super::political::next(&trial.allied_numbers, id.troop, true), office))
}

fn add(trial: &mut Body, new: ElementId, office: bool) {
    let (list, numbers) = if new.allied {
        (&mut trial.allied, &mut trial.allied_numbers)
    } else {
        (&mut trial.core, &mut trial.numbers)
    };
    list.push(new);
    numbers.insert(new.troop, new.number);
    if office {
        trial.allied_general = Some(new);
    }
}
