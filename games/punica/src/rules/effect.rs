//! The effect of a star card in battle, by policy. Rules E1 to E5.

use super::movement::March;
use crate::Punica;
use crate::board::Board;
use crate::data::chart::{Area, Areas, Card, bit, each};
use crate::names::{EffectWord, Side, Unit, Who};
use crate::orders::Movement;
use crate::policy::{EffectPolicy, Tuned};

/// A battle in which a star card is played.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub rules: &'a Punica,
    pub area: Area,
    pub side: Side,
    pub card: &'a Card,
    /// The enemy's total minus the side's own, as both stand now.
    pub behind: i32,
}

/// The movements that a policy makes. Explicit ones are taken as they are: each is checked when its turn comes.
pub(crate) fn planned(scope: &Scope<'_>, board: &Board, policy: &EffectPolicy) -> Vec<Movement> {
    let plain = |aim| Tuned { aim, keep: None, from: Vec::new() };
    let tuned = match policy {
        EffectPolicy::Moves(fixed) => return fixed.moves.clone(),
        EffectPolicy::Word(aim) => plain(*aim),
        EffectPolicy::Tuned(tuned) => tuned.clone(),
    };
    let need = scope.behind + 1;
    let most = i32::from(u8::MAX);
    match tuned.aim {
        EffectWord::None => Vec::new(),
        EffectWord::Max => attempt(scope, *board, &tuned, most).0,
        EffectWord::Win if need <= 0 => Vec::new(),
        EffectWord::Win => {
            let gained = |need: i32| {
                Some(attempt(scope, *board, &tuned, need)).filter(|(_, gain)| *gain >= need)
            };
            let tried = gained(need).or_else(|| (need > 1).then(|| gained(need - 1)).flatten());
            tried.map(|(moves, _)| moves).unwrap_or_default()
        }
    }
}

/// A unit that could come, and how.
struct Candidate {
    unit: Unit,
    from: Area,
    strength: i32,
    route: Vec<Area>,
}

/// Tries to gain `need` strength in the battle: the movements, and what they gain.
fn attempt(scope: &Scope<'_>, mut board: Board, tuned: &Tuned, need: i32) -> (Vec<Movement>, i32) {
    let chart = scope.rules.chart();
    let (mut moves, mut gain) = (Vec::new(), 0);
    for step in March::new(scope.card).left() {
        let mut left = step.n;
        while left > 0 && gain < need {
            let wanted = need - gain;
            let mut candidates = candidates(scope, &board, tuned, step.who, left);
            let home = chart.home[scope.side.at()];
            candidates.sort_by_key(|unit| {
                // Candidates come from the areas that are listed, or from anywhere if none is.
                let place = tuned.from.iter().position(|area| *area == chart.id(unit.from));
                let size = if wanted >= 2 { -unit.strength } else { unit.strength };
                (
                    place,
                    unit.route.len(),
                    size,
                    chart.is_sea(scope.area) && unit.from == home,
                    unit.from,
                )
            });
            let Some(first) = candidates.into_iter().next() else { break };
            let mut from = first.from;
            for to in first.route {
                moves.push(Movement { unit: first.unit, from: chart.id(from), to: chart.id(to) });
                board.shift(scope.side, first.unit, from, to);
                from = to;
                left -= 1;
            }
            gain += first.strength;
        }
    }
    (moves, gain)
}

/// Units that a step can bring into the battle with the movements it has left.
fn candidates(
    scope: &Scope<'_>,
    board: &Board,
    tuned: &Tuned,
    who: Who,
    left: u8,
) -> Vec<Candidate> {
    let (chart, worth, side) = (scope.rules.chart(), scope.rules.worth(), scope.side);
    let sea = chart.is_sea(scope.area);
    let kinds: &[(Unit, i32)] = if sea {
        &[(Unit::Fleet, worth.fleet)]
    } else {
        &[(Unit::Army, worth.army), (Unit::Hannibal, worth.hannibal)]
    };
    let element = if sea { chart.seas } else { chart.regions };
    let free = board.held[side.at()] & element & !board.held[side.other().at()] & !bit(scope.area);
    let mut found = Vec::new();
    for from in each(free) {
        let listed = tuned.from.is_empty() || tuned.from.contains(&chart.id(from));
        if !listed || u32::from(board.units(side, from)) <= kept(scope, tuned, from) {
            continue;
        }
        for (unit, strength) in
            kinds.iter().filter(|(unit, _)| who.admits(*unit) && board.has(side, *unit, from))
        {
            if let Some(route) = route(scope, board, *unit, from, left) {
                found.push(Candidate { unit: *unit, from, strength: *strength, route });
            }
        }
    }
    found
}

/// Units that must stay in an area.
fn kept(scope: &Scope<'_>, tuned: &Tuned, area: Area) -> u32 {
    let chart = scope.rules.chart();
    let capital = area == chart.capital[scope.side.at()];
    match &tuned.keep {
        None => u32::from(capital),
        Some(keep) => {
            let named = keep.get(chart.id(area).as_str()).copied();
            named.or_else(|| keep.get("capital").copied().filter(|_| capital)).unwrap_or(0)
        }
    }
}

/// The shortest way into the battle through areas without enemies, ties by the alphabetical order of the areas along it.
fn route(scope: &Scope<'_>, board: &Board, unit: Unit, from: Area, left: u8) -> Option<Vec<Area>> {
    let chart = scope.rules.chart();
    let range = |area: Area| board.range(chart, scope.side, unit, area);
    let clear = !board.held[scope.side.other().at()];
    // Rings around the battle: from each ring the next one inwards is one movement away.
    let mut rings: Vec<Areas> = vec![bit(scope.area)];
    let (mut seen, regions) = (bit(scope.area), chart.regions);
    while rings.last().is_some_and(|ring| ring & bit(from) == 0) {
        if rings.len() > usize::from(left) {
            return None;
        }
        let last = rings.last().copied()?;
        let outside = if unit.by_land() { regions } else { chart.seas };
        let ring = each(outside & clear & !seen)
            .filter(|area| range(*area) & last != 0)
            .fold(0, |all, area| all | bit(area));
        if ring == 0 {
            return None;
        }
        seen |= ring;
        rings.push(ring);
    }
    let (mut at, mut way) = (from, Vec::new());
    for ring in rings.iter().rev().skip(1) {
        at = each(range(at) & ring).next()?;
        way.push(at);
    }
    Some(way)
}

/// True if a star card has any movement that could be made now.
pub(crate) fn has_movement(scope: &Scope<'_>, board: &Board) -> bool {
    let (chart, side) = (scope.rules.chart(), scope.side);
    let free = board.held[side.at()] & !board.held[side.other().at()];
    let can = |unit: Unit, area: Area| {
        board.has(side, unit, area) && board.range(chart, side, unit, area) != 0
    };
    March::new(scope.card).left().any(|step| {
        let kinds = [Unit::Army, Unit::Hannibal, Unit::Fleet];
        kinds.into_iter().filter(|unit| step.who.admits(*unit)).any(|unit| {
            each(free)
                .filter(|area| chart.is_sea(*area) != unit.by_land())
                .any(|area| can(unit, area))
        })
    })
}
