//! The sensible player: break what can be broken, stand where the enemy cannot, and keep the General safe.
//!
//! It tries a few turns in small figures, each built round another victim, counts what the enemy could do after
//! each, and plays the best. Attacks of the Attack Phase are left to the rules' own attacks at will.

use super::judge::PLAIN;
use super::plan::{Mind, Mood, Plan, Step};
use super::reach::Reach;
use super::sketch::{PIECES, Sketch};
use super::{Player, ready};
use crate::Question;
use crate::data::chart::Layout;
use crate::names::{Side, UnitId};
use crate::orders::{
    AtWill, Camp, Draw, FallBack, Goal, Item, MoveItem, Orders, Pila, Skirmish, Spot, Target,
};
use crate::rules::{Field, setup};
use crate::state::State;
use engine::Rng;
use engine::kit::Square;

/// Number of victims that turns are built around.
const VICTIMS: usize = 2;
/// Victims that one turn goes for, one after the other.
const GATHERED: usize = 3;
/// How much worse a turn may look and still be taken for the best.
const WHIM: usize = 4;
/// Turns without a loss after which two lame armies may part.
const WEARY: u32 = 12;

pub(super) fn answer(me: &Player<'_>, question: Question, rng: &mut Rng) -> Orders {
    match question {
        Question::Muster => Orders::Camp(Camp { layout: None, ..ready(me, true, rng) }),
        Question::Deploy { army } => Orders::Camp(ready(me, army, rng)),
        Question::Place { due } => {
            Orders::Camp(Camp { units: places(me, usize::from(due), rng), ..Camp::default() })
        }
        Question::Move => moves(me, rng),
        Question::Attack => attacks(),
        // The criteria that the rules have for everybody are the sensible ones.
        Question::Retreat { .. } => Orders::FallBack(FallBack::default()),
    }
}

/// Attack orders that strike every target which can be broken.
pub(super) fn attacks() -> Orders {
    Orders::List(vec![Item::AtWill(AtWill { units: None, pila: Pila::Throw })])
}

/// The next units on the cells of a ready layout, else on the first free squares.
fn places(me: &Player<'_>, due: usize, rng: &mut Rng) -> Vec<(UnitId, Spot)> {
    let layout = layout(me, rng);
    let mut free: Vec<Square> =
        Field::new(&me.rules.chart, me.state).free_squares(me.side).collect();
    let mut spots = Vec::new();
    for unit in setup::of(me.state, me.side).take(due) {
        let cells = layout.map(|layout| layout.cells.as_slice()).unwrap_or_default();
        let cell = cells.iter().find(|(id, square, _)| *id == unit.id && free.contains(square));
        let spot = cell.map(|(_, square, facing)| Spot { square: *square, facing: Some(*facing) });
        let Some(spot) =
            spot.or_else(|| free.first().map(|square| Spot { square: *square, facing: None }))
        else {
            break;
        };
        free.retain(|other| *other != spot.square);
        spots.push((unit.id, spot));
    }
    spots
}

/// The ready layout by which the units on the board were placed; before the first unit, one at random.
fn layout<'a>(me: &Player<'a>, rng: &mut Rng) -> Option<&'a Layout> {
    let names = me.rules.scenario(me.state).layouts_of(me.side);
    let whim = rng.below(names.len());
    let turned = names.iter().cycle().skip(whim).take(names.len());
    let layouts: Vec<&Layout> = turned.filter_map(|name| me.rules.chart.layout(*name)).collect();
    let fits = |layout: &Layout| {
        let placed = |(id, square, _): &&(UnitId, Square, _)| {
            me.state.unit(*id).is_some_and(|unit| unit.square == *square)
        };
        layout.cells.iter().filter(placed).count()
    };
    let most = layouts.iter().map(|layout| fits(layout)).max()?;
    layouts.into_iter().find(|layout| fits(layout) == most)
}

/// The best of a few turns; or a word that ends the game.
fn moves(me: &Player<'_>, rng: &mut Rng) -> Orders {
    let start = Sketch::of(&me.rules.chart, me.state);
    if start.hopeless(me.side) {
        return Orders::List(vec![Item::Resign]);
    }
    let steps = best(me, &start, rng);
    let mut items: Vec<Item> =
        steps.into_iter().map(|step| Item::Move(written(me, &step))).collect();
    let offered = me.state.offer.is_some_and(|offer| offer.seat != me.side);
    if quiet(me.state) >= WEARY && start.lame() {
        items.push(Item::Draw(if offered { Draw::Accept } else { Draw::Offer }));
    }
    Orders::List(items)
}

/// Turns since the last loss.
const fn quiet(state: &State) -> u32 {
    state.turn.saturating_sub(state.quiet_since)
}

/// The moves of the best turn: one that only places units well, one that does so boldly, and one built round each of
/// the best victims.
fn best(me: &Player<'_>, start: &Sketch<'_>, rng: &mut Rng) -> Vec<Step> {
    let ours = start.reaches(me.side);
    let (danger, cover) = (start.danger(&start.reaches(me.side.other())), start.danger(&ours));
    let victims = victims(me.side, start, &ours);
    let wary = mood(me.state, rng);
    let bold = Mood { caution: 1, drive: wary.drive + 2 };
    let goal =
        start.general(me.side.other()).map_or_else(Square::default, |general| general.square);
    let mut best: Option<(i32, Vec<Step>)> = None;
    let chosen = victims.iter().take(VICTIMS).map(|victim| (Some(*victim), wary));
    for (first, mood) in [(None, wary), (None, bold)].into_iter().chain(chosen) {
        let mind = Mind { side: me.side, danger: &danger, cover: &cover, mood, goal };
        let mut plan = Plan::new(start.clone());
        let others = victims.iter().copied().filter(|other| Some(*other) != first);
        let mut gathered = first.is_none();
        for victim in first
            .into_iter()
            .flat_map(|first| std::iter::once(first).chain(others.clone()))
            .take(GATHERED)
        {
            gathered |= !plan.now.pieces[victim].gone && plan.gather(&mind, victim);
        }
        if !gathered {
            continue;
        }
        let (worth, steps) = finish(plan, &mind);
        let Some(worth) = worth else { return steps };
        let worth = worth + i32::try_from(rng.below(WHIM)).expect("a random preference is small");
        if best.as_ref().is_none_or(|(most, _)| *most < worth) {
            best = Some((worth, steps));
        }
    }
    best.map(|(_, steps)| steps).unwrap_or_default()
}

/// Places all other pieces, foresees the attacks, shelters the General and judges the outcome. No outcome is worth more
/// than a won game.
pub(super) fn finish<'a>(mut plan: Plan<'a>, mind: &Mind<'_>) -> (Option<i32>, Vec<Step>) {
    plan.march(mind);
    let mut after: Sketch<'a> = plan.now.clone();
    after.open_attack_phase();
    after.at_will(mind.side);
    if after.general(mind.side.other()).is_none() {
        return (None, plan.steps);
    }
    after.end_turn();
    let (peril, threats) = plan.shelter(&mut after, mind.side);
    (Some(after.judge(&PLAIN, mind.side, peril, &threats)), plan.steps)
}

/// The mood of this turn: the longer no unit is lost, the bolder.
fn mood(state: &State, rng: &mut Rng) -> Mood {
    let quiet = i32::try_from(quiet(state).min(20)).expect("at most 20");
    let whim = i32::try_from(rng.below(3)).expect("less than 3");
    Mood { caution: (4 + whim - quiet).max(1), drive: 2 + quiet / 4 }
}

/// The enemies that could be broken, the best first: those that would be destroyed for few attacks.
pub(super) fn victims(side: Side, start: &Sketch<'_>, ours: &[Reach]) -> Vec<usize> {
    let mut victims: Vec<(i32, usize)> = Vec::with_capacity(PIECES);
    for (at, enemy) in start.of_side(side.other()) {
        let (storm, need) =
            (i32::from(start.storm(ours, enemy.square, enemy.facing)), i32::from(start.needed(at)));
        if storm < need {
            continue;
        }
        let prize = match () {
            () if enemy.general && storm >= 2 * need => i32::MAX,
            () if start.doomed(at) => i32::from(enemy.worth) * 60 / need.max(1),
            () if storm >= 2 * need => i32::from(enemy.worth) * 30 / need.max(1),
            () => 10 - need,
        };
        victims.push((-prize, at));
    }
    victims.sort_unstable();
    victims.into_iter().map(|(_, at)| at).collect()
}

/// A move as a list writes it.
pub(super) fn written(me: &Player<'_>, step: &Step) -> MoveItem {
    let unit = &me.state.units[step.who];
    let mut item = MoveItem::of(unit.id);
    let goal = |square| vec![Goal { square, when: Vec::new() }];
    item.charge = step.charge;
    let mut from = unit.square;
    if let Some((at, target)) = step.shot {
        let target = vec![Target { unit: me.state.units[target].id, when: Vec::new() }];
        item.attack = Some(Skirmish { at: if at == from { Vec::new() } else { goal(at) }, target });
        from = at;
    }
    item.to = if step.to == from { Vec::new() } else { goal(step.to) };
    item.face = Some(step.looks).filter(|looks| *looks != unit.facing);
    item
}
