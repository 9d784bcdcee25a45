//! M5: elements pass from army to army.

use super::{Field, Refusal, field, policy, question, say, void};
use crate::Table;
use crate::asked::Query;
use crate::codes::Code;
use crate::elements::{ArmyId, ElementId};
use crate::events::Movement;
use crate::names::Name;
use crate::orders::Says;
use crate::state::Body;

/// Lets a friendly army that rests here give elements to the one that passes, by its standing orders.
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
        let own = policy(table, from).and_then(|policy| policy.hand_over.as_ref());
        if own.is_none() {
            let query = Query::HandOver { army: from, to, at: here };
            if let Some(Says::Give(elements)) = question::ask(table, query)
                && !elements.is_empty()
            {
                question::as_told(table, (from, "hand-over"), |table| {
                    give(table, from, to, here, &elements, from);
                });
            }
            continue;
        }
        let lists: Vec<Vec<ElementId>> = own
            .into_iter()
            .flatten()
            .filter(|gift| gift.to == to)
            .map(|gift| gift.elements.clone())
            .collect();
        for elements in lists {
            // An element that it no longer has was given before: a standing order is not void for that.
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
    let giver = table.state().army(from).expect("armies in the same province exist");
    let chest = giver.body.chest;
    let deal = deal(&field(table), [from, to], elements);
    for no in deal.refused {
        let what = no.element.map_or_else(String::new, |id| format!("{id} "));
        void(table, by, format!("give {what}to {to}"), no.no);
    }
    if !deal.moved.is_empty() {
        let whole = deal.whole.then_some(chest);
        let number = u16::try_from(deal.moved.len()).expect("an army has few elements");
        let (elements, general) = (deal.moved, deal.general);
        say(table, "M5", Movement::Given { from, to, at, elements, number, general, whole });
    }
}

/// The result of a gift.
pub(crate) struct Deal {
    /// The old and the new id of each element; empty if the gift as a whole cannot be made.
    moved: Vec<(ElementId, ElementId)>,
    /// The contingent's general in the army that takes, if he is among them.
    general: Option<ElementId>,
    /// The army gives all it has.
    whole: bool,
    pub refused: Vec<Kept>,
}

/// The refusal of one element, or of the gift as a whole.
pub(crate) struct Kept {
    element: Option<ElementId>,
    pub no: Refusal,
}

/// The result of a gift from one army to another. Only this function judges gifts, for those who ask beforehand and for
/// the resolution.
pub(crate) fn deal(field: &Field<'_>, [from, to]: [ArmyId; 2], elements: &[ElementId]) -> Deal {
    let mut deal = Deal { moved: Vec::new(), general: None, whole: false, refused: Vec::new() };
    let (Some(giver), Some(taker)) = (field.state.army(from), field.state.army(to)) else {
        return deal;
    };
    deal.whole = giver.body.all().all(|id| elements.contains(&id));
    if giver.body.general.is_some_and(|general| elements.contains(&general)) && !deal.whole {
        let reason = "the general's element goes only with all the rest";
        let no =
            Refusal::new(Code::General, "M5", reason).fix("leave it out, or give all elements");
        deal.refused.push(Kept { element: None, no });
        return deal;
    }
    let mut trial = taker.body.clone();
    for id in elements {
        match takes(field, [from, to], &trial, *id) {
            Ok((new, office)) => {
                add(&mut trial, new, office);
                deal.general = deal.general.or(office.then_some(new));
                deal.moved.push((*id, new));
            }
            Err(no) => {
                deal.refused.push(Kept { element: Some(*id), no });
                if deal.whole {
                    deal.moved.clear();
                    return deal;
                }
            }
        }
    }
    deal
}

fn together(table: &Table<'_>, from: ArmyId, to: ArmyId, at: Name) -> Result<(), String> {
    let state = table.state();
    let there = |id: ArmyId| state.army(id).is_some_and(|army| army.at == at);
    if from == to || from.side() != to.side() || !there(from) || !there(to) {
        return Err(format!("{to} is not in this province"));
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
    field: &Field<'_>,
    [from, to]: [ArmyId; 2],
    trial: &Body,
    id: ElementId,
) -> Result<(ElementId, bool), Refusal> {
    let own = field.state.army(from).filter(|army| army.body.all().any(|element| element == id));
    let Some(giver) = own else {
        return Err(Refusal::new(Code::Element, "M5", format!("{from} has no {id}")));
    };
    if !id.allied {
        let admits = field.core(to.side()).slots.admits(&trial.core_troops(), id.troop);
        let new = super::political::next(&trial.numbers, id.troop, false);
        let full = || format!("there is no free slot for another {} in {to}", id.troop);
        return admits
            .then_some((new, false))
            .ok_or_else(|| Refusal::new(Code::Slot, "M5", full()));
    }
    let theater = field.chart.theater(giver.at);
    let Some((theater, list)) = theater.zip(field.chart.allied(to.side(), theater)) else {
        return Err(Refusal::new(Code::Allies, "M5", "there are no allies in this province"));
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
