//! S5 and S6: throwing for commands, the armies of the start. Also the throws of P1.

use super::{Field, Refusal, by, say};
use crate::codes::Code;
use crate::elements::{ArmyId, ElementId, Side, Troop};
use crate::events::Politics;
use crate::orders::Orders;
use crate::state::Body;
use crate::{DuellingRepublics, Table};
use engine::Seat;
use engine::dice::Secrecy;
use engine::rules::AnswersOf;
use std::collections::BTreeMap;

/// Seats throw; those that are equal throw again among themselves. The highest comes first.
pub(crate) fn throw_off(
    table: &mut Table<'_>,
    rule: &'static str,
    label: &str,
    seats: &[Seat],
    tell: &dyn Fn(Seat, u8) -> Politics,
) -> Vec<Seat> {
    if seats.len() < 2 {
        return seats.to_vec();
    }
    let mut by_score: BTreeMap<u32, Vec<Seat>> = BTreeMap::new();
    for seat in seats {
        let mut score = 0;
        table.settle(rule, &format!("{label} {seat}"), Secrecy::Open, 6, 1, |_, faces| {
            score = faces[0];
            tell(seat.clone(), u8::try_from(score).expect("a die has six faces")).into()
        });
        by_score.entry(score).or_default().push(seat.clone());
    }
    by_score
        .into_values()
        .rev()
        .flat_map(|group| throw_off(table, rule, label, &group, tell))
        .collect()
}

/// The players of each side throw for the commands of the first year.
pub(crate) fn throw(table: &mut Table<'_>) {
    for side in Side::BOTH {
        let seats: Vec<Seat> =
            table.state().of_side(side).map(|player| player.seat.clone()).collect();
        let order = throw_off(table, "S5", "control", &seats, &|seat, score| Politics::Control {
            seat,
            score,
        });
        let mut armies: Vec<(ArmyId, Seat)> = Vec::new();
        let mut start: Vec<_> =
            table.rules().chart.start.iter().filter(|army| army.id.side() == side).collect();
        start.sort_by_key(|army| army.rank);
        armies.extend(start.iter().map(|army| army.id).zip(order.iter().cloned()));
        say(table, "S5", Politics::Drawn { side, order, armies });
    }
}

/// The body of a new army of core elements: numbered in the order given, the general being the first of the list's
/// type for it.
pub(crate) fn body(elements: &[Troop], general: Troop) -> Body {
    let mut body = Body::default();
    for troop in elements {
        let number = body.numbers.entry(*troop).or_default();
        *number += 1;
        let id = ElementId::core(*troop, *number);
        body.core.push(id);
        if body.general.is_none() && *troop == general {
            body.general = Some(id);
        }
    }
    body
}

/// The first thing wrong with elements chosen for an army.
pub(crate) fn unlawful(
    field: &Field<'_>,
    side: Side,
    elements: &[Troop],
    due: usize,
) -> Option<Refusal> {
    refusals(field, side, elements, due).into_iter().next().map(|(_, no)| no)
}

/// All that is wrong with elements chosen for an army, each with the place of the element if it is one: not of the list,
/// no slot, too many or few, no general.
pub(crate) fn refusals(
    field: &Field<'_>,
    side: Side,
    elements: &[Troop],
    due: usize,
) -> Vec<(Option<usize>, Refusal)> {
    let slot = |reason: String| {
        Refusal::new(Code::Slot, "S7", reason).fix("choose another type, or another army")
    };
    let list = field.core(side);
    let mut found = Vec::new();
    let mut taken: Vec<Troop> = Vec::new();
    for (at, troop) in elements.iter().enumerate() {
        if !list.slots.names(*troop) {
            found.push((Some(at), unlisted(side, *troop)));
            continue;
        }
        taken.push(*troop);
        if !list.slots.fits(&taken) {
            let which = taken.iter().filter(|other| *other == troop).count();
            found.push((
                Some(at),
                slot(format!("there is no free slot for {} {troop}", ordinal(which))),
            ));
            taken.pop();
        }
    }
    if elements.len() != due {
        found.push((None, slot(format!("{} elements, not {due}", elements.len()))));
    }
    if !elements.contains(&list.general) {
        found.push((None, slot(format!("the general's element is missing: {}", list.general))));
    }
    found
}

/// The refusal of a type that no slot of a side's core list takes.
pub(super) fn unlisted(side: Side, troop: Troop) -> Refusal {
    let reason = format!("{troop} is not in the core list of {side}");
    Refusal::new(Code::List, "S7", reason).fix("choose a type from your list; the form names them")
}

fn ordinal(number: usize) -> String {
    match number {
        1 => "a first".to_owned(),
        2 => "a second".to_owned(),
        3 => "a third".to_owned(),
        _ => format!("a {number}th"),
    }
}

/// The number of elements with which an army starts.
pub(crate) fn due(field: &Field<'_>, id: ArmyId) -> usize {
    let full = field.chart.start.iter().any(|army| army.id == id && army.full);
    if full { field.full(id.side()) } else { field.chart.small }
}

pub(crate) fn muster(table: &mut Table<'_>, answers: &AnswersOf<DuellingRepublics>) {
    for id in ArmyId::CAMPAIGN {
        let field = super::field(table);
        let Some(seat) = super::commander(field.state, id).cloned() else { continue };
        let form = usize::from(field.state.options.expanded);
        let start = field.chart.start.iter().find(|army| army.id == id);
        let ready = start.expect("all four armies are set up by the data").elements[form].clone();
        let general = field.core(id.side()).general;
        let chosen = match answers.of(&seat, "setup") {
            Some(Orders::Setup(setup)) if setup.army == id => Some(setup.elements.clone()),
            _ => None,
        };
        let no =
            chosen.as_ref().and_then(|chosen| unlawful(&field, id.side(), chosen, due(&field, id)));
        by(table, &seat, "setup", "elements");
        let elements = chosen.filter(|_| no.is_none()).unwrap_or(ready);
        if let Some(no) = no {
            super::void(table, id, "elements", Refusal { rule: "S6", ..no });
        }
        let body = body(&elements, general);
        say(table, "S6", Politics::Mustered { army: id, size: super::count(&body.core), body });
        table.by_order(None);
    }
}
