//! The player that gives lawful orders without a plan.

use super::{Player, list, ready};
use crate::Question;
use crate::names::{TypeName, UnitId};
use crate::orders::{
    ArmyChoice, AtWill, AttackItem, Camp, Draw, FallBack, Goal, Item, MoveItem, Orders, Pila,
    Skirmish, Spot, Target,
};
use crate::rules::{Field, muster, setup, terrain};
use crate::state::{State, Unit};
use engine::Rng;
use engine::kit::{Facing, Square};

pub(super) fn answer(me: &Player<'_>, question: Question, rng: &mut Rng) -> Orders {
    match question {
        Question::Muster => Orders::Camp(Camp { layout: None, ..army(me, rng) }),
        Question::Deploy { army: true } => Orders::Camp(army(me, rng)),
        Question::Deploy { army: false } => Orders::Camp(ready(me, false, rng)),
        Question::Place { due } => {
            Orders::Camp(Camp { units: spots(me, usize::from(due), rng), ..Camp::default() })
        }
        Question::Move => with_words(me, moves(me, rng), rng),
        Question::Attack => {
            attacks(me, rng).unwrap_or(Orders::List(vec![Item::AtWill(AtWill::default())]))
        }
        Question::Retreat { .. } => {
            let open = me.state.asked.as_ref().map(|asked| asked.squares.as_slice());
            let to = rng.pick(open.unwrap_or(&[])).copied();
            Orders::FallBack(FallBack { to, resign: false })
        }
    }
}

/// A ready army, or any lawful one, with or without a layout.
fn army(me: &Player<'_>, rng: &mut Rng) -> Camp {
    let mut camp = ready(me, true, rng);
    if rng.chance(1, 2) {
        camp.army = Some(ArmyChoice::Own(lawful(me, rng)));
        camp.layout = camp.layout.filter(|_| rng.chance(1, 2));
    }
    let options = &me.state.options;
    if options.hills + options.plateaus > 0 {
        let mut squares: Vec<Square> = terrain::open(me.state, me.side).collect();
        rng.shuffle(&mut squares);
        let mut squares = squares.into_iter();
        camp.hills = squares.by_ref().take(usize::from(options.hills)).collect();
        camp.plateaus = squares.take(usize::from(options.plateaus)).collect();
    }
    camp
}

/// Any lawful army: the minima, then whatever there is room for.
fn lawful(me: &Player<'_>, rng: &mut Rng) -> Vec<(TypeName, u32)> {
    let scenario = me.rules.scenario(me.state);
    let kinds: Vec<_> = me.rules.chart.kinds_of(me.side).collect();
    let limits = |at: usize| muster::limits(kinds[at], scenario.limits_factor);
    let mut counts: Vec<u32> = (0..kinds.len()).map(|at| limits(at).0).collect();
    while counts.iter().sum::<u32>() < u32::from(muster::size(scenario, &me.state.options, me.side))
    {
        let room: Vec<usize> = (0..kinds.len())
            .filter(|at| limits(*at).1.is_none_or(|max| counts[*at] < max))
            .collect();
        let Some(at) = rng.pick(&room) else { break };
        counts[*at] += 1;
    }
    kinds.iter().zip(counts).map(|(kind, count)| (kind.name, count)).collect()
}

/// This many units on free squares.
fn spots(me: &Player<'_>, due: usize, rng: &mut Rng) -> Vec<(UnitId, Spot)> {
    let field = Field::new(&me.rules.chart, me.state);
    let mut squares: Vec<Square> = field.free_squares(me.side).collect();
    let mut units: Vec<UnitId> = setup::of(me.state, me.side).map(|unit| unit.id).collect();
    rng.shuffle(&mut squares);
    rng.shuffle(&mut units);
    let spots = squares.into_iter().map(|square| Spot { square, facing: facing(rng, 4) });
    units.into_iter().zip(spots.collect::<Vec<_>>()).take(due).collect()
}

/// A random facing one time in `rarely`, else none.
fn facing(rng: &mut Rng, rarely: usize) -> Option<Facing> {
    rng.pick(&Facing::ALL).copied().filter(|_| rng.chance(1, rarely))
}

/// Moves of some units, each lawful after those before it.
fn moves(me: &Player<'_>, rng: &mut Rng) -> Orders {
    let mut units: Vec<UnitId> =
        Field::new(&me.rules.chart, me.state).of(me.side).map(|unit| unit.id).collect();
    rng.shuffle(&mut units);
    units.truncate(rng.below(units.len() + 1));
    let mut now = me.state.clone();
    let mut items = Vec::new();
    for id in units {
        let field = Field::new(&me.rules.chart, &now);
        let Some(unit) = now.unit(id) else { continue };
        let item = one_move(&field, unit, rng);
        now = me.after_one(&now, &item);
        items.push(item);
        if now.result.is_some() {
            break;
        }
    }
    list(items)
}

/// Some lawful move of a unit.
pub(super) fn one_move(field: &Field<'_>, unit: &Unit, rng: &mut Rng) -> MoveItem {
    let mut item = MoveItem::of(unit.id);
    let kind = field.kind(unit);
    item.charge = kind.abilities.charge && unit.charged.is_none() && rng.chance(1, 3);
    item.face = facing(rng, 3);
    let allowance = field.allowance(unit, item.charge);
    let ways = field.ways(unit, allowance);
    let stops: Vec<Square> = ways.stops().iter().collect();
    let mut shoots_from = unit.square;
    if kind.abilities.skirmish && rng.chance(2, 3) {
        let at = rng.pick(&stops).copied().filter(|_| rng.chance(1, 2)).unwrap_or(unit.square);
        let near = Unit { square: at, ..unit.clone() };
        let enemies = field.of(unit.side.other());
        let targets: Vec<UnitId> = enemies
            .filter(|enemy| field.attack(&near, enemy, true).is_some())
            .map(|enemy| enemy.id)
            .collect();
        if let Some(target) = rng.pick(&targets) {
            let at = if at == unit.square {
                Vec::new()
            } else {
                vec![Goal { square: at, when: Vec::new() }]
            };
            shoots_from = at.first().map_or(unit.square, |goal| goal.square);
            item.attack =
                Some(Skirmish { at, target: vec![Target { unit: *target, when: Vec::new() }] });
        }
    }
    let before = unit.square.distance(shoots_from);
    let enough = |to: &&Square| before + shoots_from.distance(**to) <= allowance;
    let to = rng.pick(&stops).filter(|_| item.attack.is_none() || rng.chance(1, 2));
    if let Some(square) = to.filter(enough) {
        item.to.push(Goal { square: *square, when: Vec::new() });
    }
    item
}

/// Attacks of some units on whatever they can attack now; none to leave it to the standing policy.
pub(super) fn attacks(me: &Player<'_>, rng: &mut Rng) -> Option<Orders> {
    let field = Field::new(&me.rules.chart, me.state);
    match rng.below(4) {
        0 => return None,
        1 => {
            return Some(Orders::List(vec![Item::AtWill(AtWill {
                units: None,
                pila: Pila::Throw,
            })]));
        }
        _ => {}
    }
    let mut items = Vec::new();
    for unit in field.of(me.side) {
        let enemies = field.of(me.side.other());
        let open: Vec<UnitId> = enemies
            .filter(|enemy| field.attack(unit, enemy, true).is_some())
            .map(|enemy| enemy.id)
            .collect();
        if let Some(target) = rng.pick(&open).filter(|_| rng.chance(3, 4)) {
            let target = vec![Target { unit: *target, when: Vec::new() }];
            items.push(Item::Attack(AttackItem { unit: unit.id, target, when: Vec::new() }));
        }
    }
    Some(Orders::List(items))
}

/// Adds a word about a draw now and then.
fn with_words(me: &Player<'_>, orders: Orders, rng: &mut Rng) -> Orders {
    let Orders::List(mut items) = orders else { return orders };
    let offered = |state: &State| state.offer.is_some_and(|offer| offer.seat != me.side);
    if rng.chance(1, 40) {
        let word = if offered(me.state) { Draw::Accept } else { Draw::Offer };
        items.push(Item::Draw(word));
    }
    Orders::List(items)
}
