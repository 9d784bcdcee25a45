//! Actions that are worth a look: all single movements, and for each card the best sequences that a narrow search finds.

use super::value::quick;
use crate::Punica;
use crate::board::Board;
use crate::check::spend;
use crate::data::chart::{Area, Areas, Card, bit, each};
use crate::names::{Side, Unit};
use crate::orders::{Action, Movement, Spot};
use crate::policy::Play;
use crate::rules::movement::March;
use crate::rules::retreat::Field;
use std::collections::BTreeMap;

/// Sequences kept after each movement.
const BREADTH: usize = 6;

/// An action and the board after it, before its battles.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub action: Action,
    pub board: Board,
    pub fields: Vec<Field>,
}

/// A sequence of movements under search.
#[derive(Clone)]
struct Line<'a> {
    march: Option<March<'a>>,
    moves: Vec<Movement>,
    board: Board,
    entered: BTreeMap<Area, Areas>,
    score: i32,
    won: bool,
}

/// The actions worth a closer look, at most `closely` of them, in a fixed order.
pub(super) fn candidates(
    rules: &Punica,
    board: &Board,
    side: Side,
    escort: bool,
    closely: usize,
) -> Vec<Plan> {
    let mut found: Vec<(i32, Plan)> = Vec::new();
    let mut keep = |action: Action, line: &Line<'_>| {
        found.push((line.score, Plan { action, board: line.board, fields: fields(side, line) }));
    };
    let start = |board: Board, march| Line {
        march,
        moves: Vec::new(),
        board,
        entered: BTreeMap::new(),
        score: quick(rules, &board, side),
        won: false,
    };
    for line in next(rules, &start(*board, None), side, escort) {
        keep(Action::Move { movement: line.moves[0] }, &line);
    }
    for (at, card) in rules.deck(side).0.iter().enumerate() {
        if board.hands[side.at()] & (1 << at) == 0 {
            continue;
        }
        let mut spent = *board;
        spend(rules, &mut spent, side, card.id);
        let first = start(spent, Some(March::new(card)));
        keep(Action::Pass { discard: Play::Card(card.id) }, &first);
        for line in search(rules, first, side, escort, card) {
            keep(Action::Card { card: card.id, moves: line.moves.clone() }, &line);
        }
    }
    for (action, line) in deployments(rules, &start(*board, None), side) {
        keep(action, &line);
    }
    found.sort_by_key(|(score, _)| -score);
    found.truncate(closely);
    found.into_iter().map(|(_, plan)| plan).collect()
}

/// The sequences of a card that stay in the search, of every length.
fn search<'a>(
    rules: &Punica,
    first: Line<'a>,
    side: Side,
    escort: bool,
    card: &Card,
) -> Vec<Line<'a>> {
    let most: u32 = card.steps.iter().map(|step| u32::from(step.n)).sum();
    let (mut front, mut all): (Vec<Line<'a>>, Vec<Line<'a>>) = (vec![first], Vec::new());
    for _ in 0..most {
        let mut fresh: Vec<Line<'a>> = Vec::new();
        for line in front.iter().filter(|line| !line.won) {
            for longer in next(rules, line, side, escort) {
                if !fresh.iter().any(|known| known.board == longer.board) {
                    fresh.push(longer);
                }
            }
        }
        fresh.sort_by_key(|line| -line.score);
        fresh.truncate(BREADTH);
        all.extend(fresh.iter().cloned());
        front = fresh;
    }
    all
}

/// All sequences that are longer by one movement.
fn next<'a>(rules: &Punica, line: &Line<'a>, side: Side, escort: bool) -> Vec<Line<'a>> {
    let chart = rules.chart();
    let mut found = Vec::new();
    for (unit, from) in line.board.movable(chart, side, escort) {
        let march = match &line.march {
            Some(march) => match march.after(unit) {
                Ok(next) => Some(next),
                Err(_) => continue,
            },
            None => None,
        };
        for to in each(line.board.range(chart, side, unit, from)) {
            let mut longer = line.clone();
            longer.march.clone_from(&march);
            longer.board.shift(side, unit, from, to);
            longer.moves.push(Movement { unit, from: chart.id(from), to: chart.id(to) });
            if longer.board.held[side.other().at()] & bit(to) != 0 {
                *longer.entered.entry(to).or_default() |= bit(from);
            }
            longer.won = longer.board.victory(chart, rules.worth(), side).is_some();
            longer.score = quick(rules, &longer.board, side);
            found.push(longer);
        }
    }
    found
}

/// The actions that give up armies for fleets, each with its position.
fn deployments<'a>(rules: &Punica, line: &Line<'a>, side: Side) -> Vec<(Action, Line<'a>)> {
    let chart = rules.chart();
    let mut found = Vec::new();
    if line.board.fleets(chart, side) >= u32::from(rules.counters(side).fleet)
        || line.board.armies(chart, side) < 2
    {
        return found;
    }
    for area in each(line.board.held[side.at()] & chart.regions)
        .filter(|area| line.board.has(side, Unit::Army, *area))
    {
        let mut after = line.clone();
        after.board.take(side, Unit::Army, area);
        after.board.add(side, Unit::Fleet, chart.home[side.at()]);
        after.score = quick(rules, &after.board, side);
        found.push((
            Action::Deploy { remove: Spot { unit: Unit::Army, area: chart.id(area) } },
            after,
        ));
    }
    found
}

/// The battles that a sequence has started.
fn fields(side: Side, line: &Line<'_>) -> Vec<Field> {
    let pending = line.board.contested();
    each(pending)
        .map(|area| Field {
            area,
            attacker: side,
            from: line.entered.get(&area).copied().unwrap_or(0),
            pending,
        })
        .collect()
}
