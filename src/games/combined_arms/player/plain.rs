//! The sensible player: close with the enemy, look at him, and break what can be broken.

use super::{Player, list, ready};
use crate::engine::Wander;
use crate::games::combined_arms::Question;
use crate::games::combined_arms::names::UnitId;
use crate::games::combined_arms::orders::{AtWill, Camp, Goal, Item, MoveItem, Orders, Pila, Spot};
use crate::games::combined_arms::rules::{Field, setup};
use crate::games::combined_arms::state::Unit;
use crate::kit::{Facing, Square};
use std::cmp::Reverse;

/// The answer to one prompt.
pub(super) fn answer(me: &Player<'_>, question: Question, wander: &mut Wander) -> Orders {
    match question {
        Question::Muster => Orders::Camp(Camp { layout: None, ..ready(me, true, wander) }),
        Question::Deploy { army } => Orders::Camp(ready(me, army, wander)),
        Question::Place { due } => Orders::Camp(Camp { units: places(me, usize::from(due)), ..Camp::default() }),
        Question::Move => moves(me),
        Question::Attack => attacks(),
    }
}

/// Whatever can be broken.
pub(super) fn attacks() -> Orders {
    Orders::List(vec![Item::AtWill(AtWill { units: None, pila: Pila::Throw })])
}

/// The next units on the cells of the first ready layout, else on the first free squares.
fn places(me: &Player<'_>, due: usize) -> Vec<(UnitId, Spot)> {
    let layout = me.rules.scenario(me.state).layouts_of(me.side).first();
    let cells = layout.and_then(|name| me.rules.chart.layout(*name)).map(|layout| layout.cells.as_slice());
    let mut free: Vec<Square> = Field::new(&me.rules.chart, me.state).free_squares(me.side).collect();
    let mut spots = Vec::new();
    for unit in setup::of(me.state, me.side).take(due) {
        let cell = cells.unwrap_or_default().iter().find(|(id, square, _)| *id == unit.id && free.contains(square));
        let Some(square) = cell.map(|(_, square, _)| *square).or_else(|| free.first().copied()) else { break };
        free.retain(|other| *other != square);
        spots.push((unit.id, Spot { square, facing: None }));
    }
    spots
}

/// Each unit in turn goes where it likes best, the General not at all.
fn moves(me: &Player<'_>) -> Orders {
    let mut now = me.state.clone();
    let mut items = Vec::new();
    let units: Vec<UnitId> = Field::new(&me.rules.chart, me.state).of(me.side).map(|unit| unit.id).collect();
    for id in units {
        let field = Field::new(&me.rules.chart, &now);
        let Some(unit) = now.unit(id).filter(|unit| !field.kind(unit).abilities.general) else { continue };
        let Some(item) = best(&field, unit) else { continue };
        now = me.after_one(&now, &item);
        items.push(item);
    }
    list(items)
}

/// The square and facing from which a unit does most, else the nearest to the enemy's General.
fn best(field: &Field<'_>, unit: &Unit) -> Option<MoveItem> {
    let goal = field.general(unit.side.other())?.square;
    let ways = field.ways(unit, field.allowance(unit, false));
    let mut best: Option<(_, Square, Facing)> = None;
    for square in std::iter::once(unit.square).chain(ways.stops().iter()) {
        for facing in Facing::ALL {
            let there = Unit { square, facing, moved: (square, facing) != (unit.square, unit.facing), ..unit.clone() };
            let points =
                field.of(unit.side.other()).filter_map(|enemy| field.attack(&there, enemy, true)).map(|s| s.points).max();
            let looks = unit.side.front() == facing;
            let key = (Reverse(u32::from(points.unwrap_or_default())), square.distance(goal), !looks);
            if best.is_none_or(|(least, ..)| key < least) {
                best = Some((key, square, facing));
            }
        }
    }
    let (_, square, facing) = best?;
    if (square, facing) == (unit.square, unit.facing) {
        return None;
    }
    let mut item = MoveItem::of(unit.id);
    item.to = if square == unit.square { Vec::new() } else { vec![Goal { square, when: Vec::new() }] };
    item.face = Some(facing).filter(|facing| *facing != unit.facing);
    Some(item)
}
