//! The choice of a hex for a side's leader.

use super::survey::{Lattice, OFF, Survey, Who};
use super::{Player, Scale};
use crate::field::Field;
use crate::names::Side;
use crate::orders::{Course, OneMove, Token};
use crate::state::State;
use engine::kit::Hex;
use std::collections::BTreeMap;

/// The leader rides with the second line: with a steady friend out of reach of the enemy, where most of the army hears him.
pub(super) fn ride(me: &Player<'_>, state: &State, lattice: &Lattice) -> Option<OneMove> {
    let field = Field::new(&me.rules.printed, state);
    let leader = state.camps[me.side].leader;
    let start = leader.hex?;
    let note = me.rules.printed.leader(leader.id);
    let survey = Survey::new(&field, lattice, me.side);
    let range = field.reach(me.side);
    let from = rides(&field, &survey, lattice, me.side, (start, note.mp));
    let score = |hex: usize| leader_stand(me.scale, &survey, lattice, range, hex);
    let best = from.iter().max_by_key(|(hex, (spent, _))| {
        (score(**hex), std::cmp::Reverse(*spent), std::cmp::Reverse(**hex))
    })?;
    let mut tokens = Vec::new();
    let mut at = *best.0;
    while let Some((_, before)) = from.get(&at).filter(|(_, before)| *before != OFF) {
        tokens.push(Token::To(lattice.hexes[at]));
        at = *before;
    }
    tokens.reverse();
    (!tokens.is_empty()).then_some(OneMove { unit: leader.id, path: Course(tokens), to: None })
}

/// The hexes that a leader reaches, by their number: movement points spent, and the hex before.
fn rides(
    field: &Field<'_>,
    survey: &Survey<'_>,
    lattice: &Lattice,
    side: Side,
    (start, mp): (Hex, u8),
) -> BTreeMap<usize, (u8, usize)> {
    let mut from: BTreeMap<usize, (u8, usize)> =
        BTreeMap::from([(field.grid().index(start), (0, OFF))]);
    let mut open = vec![field.grid().index(start)];
    while !open.is_empty() {
        let mut next = Vec::new();
        for hex in open {
            let spent = from.get(&hex).map_or(0, |(spent, _)| *spent);
            let own = matches!(survey.at[hex], Who::Own(_));
            if survey.hostile[hex] > 0 && !own && spent > 0 {
                continue;
            }
            for to in lattice.next[hex].into_iter().filter(|to| *to != OFF) {
                let Some(cost) = field
                    .cost(lattice.hexes[to])
                    .filter(|_| !field.closed(side, lattice.hexes[to]))
                else {
                    continue;
                };
                let sum = spent + cost;
                if sum <= mp && from.get(&to).is_none_or(|(other, _)| sum < *other) {
                    from.insert(to, (sum, hex));
                    next.push(to);
                }
            }
        }
        open = next;
    }
    from
}

/// The value of a hex for a leader: with a steady unit, near those that count, out of harm's way.
fn leader_stand(
    scale: &Scale,
    survey: &Survey<'_>,
    lattice: &Lattice,
    range: u8,
    hex: usize,
) -> i32 {
    let with = match survey.at[hex] {
        Who::Own(who) if survey.own[who].steady() => {
            scale.leader_with + 4 * i32::from(survey.own[who].left()).min(6)
        }
        _ => 0,
    };
    let heard = survey.own.iter().filter(|piece| piece.steady() && piece.note.pr > 0);
    let heard: i32 = heard
        .map(|piece| {
            let near = super::apart(survey, piece.hex, lattice.hexes[hex]) <= range;
            let worn = i32::from(piece.unit.dp.min(2));
            if near { scale.leader_heard + scale.leader_hurt * worn } else { 0 }
        })
        .sum();
    let exposed = if survey.strike[hex].is_some() { scale.leader_strike } else { 0 }
        + if survey.hostile[hex] > 0 { scale.leader_zone } else { 0 };
    let far = i32::from(survey.far[hex]);
    with + heard - exposed - scale.leader_far * (far - scale.leader_back).abs()
}
