//! 6, 8: the best way to a destination, for orders that name only where a unit shall end.
//!
//! Fewest Disorder Points of crossings, then least movement, then fewest actions, then the actions in turn: steps before
//! turns, directions clockwise from north.

use super::Refusal;
use super::ways::{Walk, Walker};
use crate::codes::Code;
use crate::field::Field;
use crate::geometry::SIDES;
use crate::names::{Id, Side};
use crate::orders::{Stand, Token};
use engine::kit::{Bearing, Hex};
use std::collections::BTreeMap;

/// One action; steps come before turns, directions clockwise from north (R34).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Act {
    Step(usize),
    Turn(usize),
}

impl Act {
    /// All twelve, in order.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..6).map(Self::Step).chain((0..6).map(Self::Turn))
    }

    pub(super) fn token(self) -> Token {
        match self {
            Self::Step(side) => Token::Go(SIDES[side % 6]),
            Self::Turn(side) => Token::Turn(SIDES[side % 6]),
        }
    }
}

/// The cost of a way, compared in this order.
type Price = (usize, u8, usize, Vec<Act>);

/// The best way of a unit to a hex, and to a facing if one is named.
pub(crate) fn best(field: &Field<'_>, id: Id, to: Stand) -> Result<Vec<Token>, Refusal> {
    let Some((unit, from)) = field.unit(id).and_then(|unit| Some((unit, unit.hex()?))) else {
        return Err(
            Refusal::new(Code::Gone, "6", format!("{id} is off the map")).fix("leave it out")
        );
    };
    closed(field, unit.side, id, to.hex)?;
    let walker = Walker::new(field, id, unit);
    let start = walker.start(from);
    let mut open: BTreeMap<Price, Walk> =
        BTreeMap::from([((0, start.spent, 0, Vec::new()), start)]);
    // The least movement with which each stand was reached: with more of it, and no fewer crossings, it leads nowhere new.
    let mut least: BTreeMap<(Hex, Bearing, bool), u8> = BTreeMap::new();
    while let Some(((_, spent, _, acts), walk)) = open.pop_first() {
        let known = least.entry((walk.hex, walk.facing, walk.halted)).or_insert(u8::MAX);
        if spent >= *known {
            continue;
        }
        *known = spent;
        if walk.hex == to.hex && to.facing.is_none_or(|face| face == walk.facing) {
            return Ok(acts.into_iter().map(Act::token).collect());
        }
        for act in Act::all() {
            let mut next = walk.clone();
            let lawful =
                walker.token(&mut next, act.token()).is_ok() && next != walk && !next.broken;
            if lawful && walker.left(&next) >= field.distance(next.hex, to.hex) {
                let acts: Vec<Act> = acts.iter().copied().chain([act]).collect();
                open.insert((next.crossed.len(), next.spent, acts.len(), acts), next);
            }
        }
    }
    let left = walker.left(&walker.start(from));
    let no = Refusal::new(
        Code::Mp,
        "6",
        format!("{id} cannot reach {to} with {left} movement points from {from}/{}", unit.facing),
    );
    Err(no.fix("name a nearer hex, or leave the facing out"))
}

/// Every hex in which a unit could end, with the least movement of the ways that cross fewest friends at a cost.
pub(crate) fn reach(field: &Field<'_>, id: Id) -> BTreeMap<Hex, u8> {
    let mut found: BTreeMap<Hex, u8> = BTreeMap::new();
    let Some((unit, from)) = field.unit(id).and_then(|unit| Some((unit, unit.hex()?))) else {
        return found;
    };
    let walker = Walker::new(field, id, unit);
    let start = walker.start(from);
    let mut open: BTreeMap<(usize, u8, usize), Walk> =
        BTreeMap::from([((0, start.spent, 0), start)]);
    let mut least: BTreeMap<(Hex, Bearing, bool), u8> = BTreeMap::new();
    let mut count = 0;
    while let Some(((_, spent, _), walk)) = open.pop_first() {
        let known = least.entry((walk.hex, walk.facing, walk.halted)).or_insert(u8::MAX);
        if spent >= *known {
            continue;
        }
        *known = spent;
        if closed(field, unit.side, id, walk.hex).is_ok() {
            found.entry(walk.hex).or_insert(spent);
        }
        for act in Act::all() {
            let mut next = walk.clone();
            let lawful =
                walker.token(&mut next, act.token()).is_ok() && next != walk && !next.broken;
            if lawful {
                count += 1;
                open.insert((next.crossed.len(), next.spent, count), next);
            }
        }
    }
    found
}

/// The reason why no unit of a side could end in a hex.
fn closed(field: &Field<'_>, side: Side, id: Id, hex: Hex) -> Result<(), Refusal> {
    if field.cost(hex).is_none() {
        return Err(Refusal::new(Code::Terrain, "6", format!("{id}: {hex} is impassable"))
            .fix("name another hex"));
    }
    if field.closed(side, hex) {
        return Err(Refusal::new(Code::Enemy, "6", format!("{id}: an enemy stands in {hex}"))
            .fix("name a hex in front of it"));
    }
    match field.at(hex).filter(|other| *other != id) {
        Some(friend) => Err(Refusal::new(
            Code::Stack,
            "7",
            format!("{id} would end its move in {hex}, where {friend} is"),
        )
        .fix("name an empty hex")),
        None => Ok(()),
    }
}
