//! M1 to M4: the way of an army, and what it buys on it.

use super::{Field, Refusal, attrition, exchange, field, say, void};
use crate::Table;
use crate::codes::Code;
use crate::elements::{ArmyId, ElementId, Side};
use crate::events::{Halt, Movement};
use crate::names::{Name, Way};
use crate::orders::{Choice, Step};

/// The way by which a step is made.
///
/// # Errors
/// The reason why it cannot be made.
pub(crate) fn way(field: &Field<'_>, from: Name, step: Step) -> Result<Way, Refusal> {
    let place = |id: Name| {
        let unknown = || Refusal::new(Code::Place, "M1", format!("there is no province `{id}`"));
        field.chart.find(id).ok_or_else(unknown)
    };
    // A draft may name as the place before what it got wrong.
    let (before, to) = (place(from)?, place(step.to)?);
    if !step.open_sea {
        let unlinked = || {
            Refusal::new(Code::Path, "M1", format!("there is no link from {from} to {}", step.to))
        };
        return field.chart.link(from, step.to).ok_or_else(unlinked);
    }
    if let Some(dry) = [before, to].into_iter().find(|province| !province.coast) {
        return Err(Refusal::new(Code::Coast, "M1", format!("{} has no coast", dry.id)));
    }
    if from == step.to {
        return Err(Refusal::new(Code::Path, "M1", format!("the army is already in {from}")));
    }
    Ok(Way::OpenSea)
}

/// The reason why a move ends with a step, if it does (M2).
pub(crate) fn ends(field: &Field<'_>, side: Side, to: Name, way: Way) -> Option<Halt> {
    let stops = field.chart.stops;
    if field.enemy_in(to, side) {
        return Some(Halt::EnemyArmy);
    }
    if field.chart.wild(to) {
        return Some(Halt::Wild);
    }
    if stops.enemy_province && field.state.owned(to, side.other()) {
        return Some(Halt::EnemyOwned);
    }
    match way {
        Way::Mountain if stops.mountain => Some(Halt::MountainRoute),
        Way::Sea | Way::OpenSea if stops.water => Some(Halt::Water),
        Way::Land | Way::Mountain | Way::Sea | Way::OpenSea => None,
    }
}

/// Moves an army along its way, with purchases and gifts, and rolls for attrition. Gives the province and the way of
/// the last step, if it moved and still exists.
pub(crate) fn walk(table: &mut Table<'_>, id: ArmyId, choice: &Choice) -> Option<(Name, Way)> {
    let side = id.side();
    let mut here = table.state().army(id)?.at;
    let mut seen = vec![here];
    provisions(table, id, here, choice);
    let mut ended = None;
    let mut last = None;
    let order = table.current_order().cloned();
    for (at, step) in choice.steps(here) {
        table.state().army(id)?;
        table.by_order(order.clone().map(|order| order.below("move").below(at)));
        if let Some(why) = ended {
            void(
                table,
                id,
                format!("move to {step}"),
                Refusal::new(Code::End, "M2", format!("the move ended at {here}: {why}")),
            );
            break;
        }
        let by = match way(&field(table), here, *step) {
            Ok(by) => by,
            Err(no) => {
                void(table, id, format!("move to {step}"), no);
                break;
            }
        };
        leave_theater(table, id, step.to);
        ended = ends(&field(table), side, step.to, by);
        say(
            table,
            "M1",
            Movement::Moved { army: id, from: here, to: step.to, way: by, ends: ended },
        );
        last = Some((here, by));
        here = step.to;
        // Elements are bought or given once in a province, even if the way comes by again.
        if !seen.contains(&here) {
            provisions(table, id, here, choice);
        }
        seen.push(here);
    }
    table.by_order(order);
    missed(table, id, choice, &seen);
    let (from, by) = last?;
    table.state().army(id)?;
    attrition::of_move(table, id, from, by);
    table.state().army(id).map(|_| (from, by))
}

/// Purchases and gifts in provinces to which the army does not come are void.
fn missed(table: &mut Table<'_>, id: ArmyId, choice: &Choice, seen: &[Name]) {
    let why = "the army does not reach that province";
    for recruit in choice.recruit.iter().filter(|recruit| !seen.contains(&recruit.at)) {
        void(table, id, format!("recruit at {}", recruit.at), Refusal::new(Code::Way, "M4", why));
    }
    for give in choice.give.iter().filter(|give| !seen.contains(&give.at)) {
        void(table, id, format!("give at {}", give.at), Refusal::new(Code::Way, "M5", why));
    }
}

/// M3: a contingent does not leave its theater.
pub(crate) fn leave_theater(table: &mut Table<'_>, id: ArmyId, to: Name) {
    let chart = &table.rules().chart;
    let Some(army) = table.state().army(id) else { return };
    if chart.theater(army.at) == chart.theater(to) || army.body.allied.is_empty() {
        return;
    }
    let elements = army.body.allied.clone();
    let number = super::count(&elements);
    say(table, "M3", Movement::AlliesDisbanded { army: id, elements, number });
}

/// Lets an army buy and give elements in a province.
fn provisions(table: &mut Table<'_>, id: ArmyId, here: Name, choice: &Choice) {
    let wanted: Vec<_> = choice
        .recruit
        .iter()
        .filter(|recruit| recruit.at == here)
        .flat_map(|recruit| recruit.elements.clone())
        .collect();
    if !wanted.is_empty() {
        recruit(table, id, here, &wanted);
    }
    let gifts: Vec<_> = choice.give.iter().filter(|give| give.at == here).cloned().collect();
    for gift in gifts {
        exchange::give(table, id, gift.to, here, &gift.elements, id);
        if table.state().army(id).is_none() {
            return;
        }
    }
    exchange::hand_over(table, id, here);
}

/// M4: allied elements, one talent each.
fn recruit(table: &mut Table<'_>, id: ArmyId, at: Name, wanted: &[crate::orders::Pick]) {
    if field(table).enemy_in(at, id.side()) {
        void(
            table,
            id,
            format!("recruit at {at}"),
            Refusal::new(Code::Held, "M4", "an enemy army is there"),
        );
        return;
    }
    let price = table.rules().chart.ally_cost;
    for kind in wanted {
        let Some(army) = table.state().army(id) else { return };
        if army.body.chest < price {
            void(
                table,
                id,
                format!("recruit {kind}"),
                Refusal::new(Code::Unpaid, "M4", "the war chest is empty"),
            );
            return;
        }
        match super::political::ally(&at_place(table, id, at), id, *kind) {
            Ok((troop, general)) => {
                let new: ElementId = super::political::next(&army.body.allied_numbers, troop, true);
                let general = general.then_some(new);
                say(
                    table,
                    "M4",
                    Movement::Recruited {
                        army: id,
                        at,
                        elements: vec![new],
                        number: 1,
                        general,
                        talents: price,
                    },
                );
            }
            // Whatever keeps an ally away, it is recruited by P4.
            Err(no) => {
                void(table, id, format!("recruit {kind}"), Refusal { rule: "P4", ..no });
            }
        }
    }
}

/// The field as it stands now: an army buys where it is.
fn at_place<'a>(table: &'a Table<'_>, id: ArmyId, at: Name) -> Field<'a> {
    debug_assert_eq!(
        table.state().army(id).map(|army| army.at),
        Some(at),
        "an army buys where it stands"
    );
    field(table)
}
