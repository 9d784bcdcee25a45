//! 6.0, 8.0: ways and their cost.

use super::Refusal;
use crate::codes::Code;
use crate::field::Field;
use crate::names::{Id, Side};
use engine::kit::Hex;
use std::collections::{BTreeMap, BTreeSet};

/// A way, without the hex it starts from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) hexes: Vec<Hex>,
    /// Its cost in movement points.
    pub(crate) mp: u8,
}

/// The hexes that a unit under Move can reach, with the cheapest way to each; of equally cheap ways the one with the
/// lower hex number at the first difference. No way touches an enemy (5.2e) or an occupied hex (8.0).
pub(crate) fn reach(field: &Field<'_>, unit: Id) -> BTreeMap<Hex, Way> {
    let (Some(start), Some(side)) = (field.hex(unit), field.side(unit)) else {
        return BTreeMap::new();
    };
    spread(field, unit, start, field.allowance(unit), |hex| !field.contact(side, hex))
}

/// The cheapest ways over vacant hexes that `may` be entered, up to a cost. A way is followed only as long as no other to the same hex
/// comes before it.
pub(crate) fn spread(
    field: &Field<'_>,
    unit: Id,
    start: Hex,
    limit: u8,
    may: impl Fn(Hex) -> bool,
) -> BTreeMap<Hex, Way> {
    let class = field.class(unit);
    let mut best: BTreeMap<Hex, (u8, Vec<Hex>)> = BTreeMap::new();
    let mut open: BTreeSet<(u8, Vec<Hex>)> = BTreeSet::from([(0, Vec::new())]);
    while let Some((mp, hexes)) = open.pop_first() {
        let here = hexes.last().copied().unwrap_or(start);
        for next in field.around(here) {
            if next == start || field.at(next).is_some() {
                continue;
            }
            let cost =
                field.printed.step_cost(class, here, next).and_then(|cost| mp.checked_add(cost));
            let Some(cost) = cost.filter(|cost| *cost <= limit) else { continue };
            let known = best.get(&next);
            if known.is_some_and(|known| known.0 < cost) || known.is_none() && !may(next) {
                continue;
            }
            let way = (cost, [&hexes[..], &[next]].concat());
            if known.is_none_or(|known| way < *known) {
                if let Some(worse) = best.insert(next, way.clone()) {
                    open.remove(&worse);
                }
                open.insert(way);
            }
        }
    }
    best.into_iter().map(|(hex, (mp, hexes))| (hex, Way { hexes, mp })).collect()
}

/// Checks a way hex by hex for a unit under Move.
pub(crate) fn walk(field: &Field<'_>, unit: Id, path: &[Hex]) -> Result<Way, Refusal> {
    let (Some(mut here), Some(side)) = (field.hex(unit), field.side(unit)) else {
        return Err(gone(unit));
    };
    let allowance = field.allowance(unit);
    let mut way = Way::default();
    for next in path {
        let cost = step(field, unit, side, here, *next)?;
        way.mp = way.mp.saturating_add(cost);
        way.hexes.push(*next);
        here = *next;
    }
    if way.mp > allowance {
        let last = way.hexes.last().copied().unwrap_or(here);
        let no = Refusal::new(
            Code::Far,
            "6.0a",
            format!(
                "the path of {unit} to {last} costs {} MP, but the unit has only {allowance}",
                way.mp
            ),
        );
        return Err(no.fix(reachable(field, unit)));
    }
    Ok(way)
}

/// The cost of one step under Move, or why it cannot be taken.
fn step(field: &Field<'_>, unit: Id, side: Side, here: Hex, next: Hex) -> Result<u8, Refusal> {
    let grid = field.printed.ground.grid;
    let way = |what: String| Refusal::new(Code::Way, "6.0b", format!("path of {unit}: {what}"));
    if !grid.has(next) {
        return Err(way(format!("{next} is off the map")));
    }
    if grid.side_to(here, next).is_none() {
        return Err(way(format!("{next} is not next to {here}"))
            .fix(format!("give the next hex after {here}")));
    }
    if let Some(other) = field.at(next).filter(|other| *other != unit) {
        return Err(way(format!("{next} is occupied by {other}")));
    }
    let cost = field.printed.step_cost(field.class(unit), here, next);
    let cost = cost.ok_or_else(|| {
        way(format!(
            "{next} is {}, which the unit may not enter",
            field.printed.ground.terrain(next).name
        ))
    })?;
    match field.enemies_around(side, next).next() {
        Some(enemy) => Err(Refusal::new(
            Code::Near,
            "5.2e",
            format!("{unit} is under Move and may not enter {next}, which is next to {enemy}"),
        )
        .fix(reachable(field, unit))),
        None => Ok(cost),
    }
}

/// The cheapest way of a unit under Move to a hex, or why there is none.
pub(crate) fn way_to(field: &Field<'_>, unit: Id, to: Hex) -> Result<Way, Refusal> {
    let (Some(start), Some(side)) = (field.hex(unit), field.side(unit)) else {
        return Err(gone(unit));
    };
    if let Some(way) = reach(field, unit).remove(&to) {
        return Ok(way);
    }
    let grid = field.printed.ground.grid;
    if !grid.has(to) {
        let off = format!("path of {unit}: {to} is off the map");
        return Err(Refusal::new(Code::Way, "6.0b", off));
    }
    if to == start {
        let no = Refusal::new(
            Code::MustMove,
            "5.2e",
            format!("{unit} is under Move and must end its move in a hex other than {to}"),
        );
        return Err(no.fix(reachable(field, unit)));
    }
    if let Some(other) = field.at(to) {
        let no =
            Refusal::new(Code::Way, "8.0", format!("path of {unit}: {to} is occupied by {other}"));
        return Err(no.fix(reachable(field, unit)));
    }
    if !field.printed.open_to(field.class(unit), to) {
        let terrain = &field.printed.ground.terrain(to).name;
        return Err(Refusal::new(
            Code::Way,
            "6.0a",
            format!("path of {unit}: {to} is {terrain}, which the unit may not enter"),
        )
        .fix(reachable(field, unit)));
    }
    if let Some(enemy) = field.enemies_around(side, to).next() {
        let no = Refusal::new(
            Code::Near,
            "5.2e",
            format!("{unit} is under Move and may not enter {to}, which is next to {enemy}"),
        );
        return Err(no.fix(reachable(field, unit)));
    }
    let far = spread(field, unit, start, 60, |hex| !field.contact(side, hex)).remove(&to);
    Err(match far {
        Some(way) => {
            let (mp, has) = (way.mp, field.allowance(unit));
            let costs =
                format!("the path of {unit} to {to} costs {mp} MP, but the unit has only {has}");
            Refusal::new(Code::Far, "6.0a", costs)
        }
        None => Refusal::new(
            Code::Way,
            "6.0b",
            format!("path of {unit}: units and closed terrain block every path to {to}"),
        ),
    }
    .fix(reachable(field, unit)))
}

/// The hexes that a unit under Move can reach, in words.
pub(crate) fn reachable(field: &Field<'_>, unit: Id) -> String {
    let hexes: Vec<String> = reach(field, unit).keys().map(ToString::to_string).collect();
    match hexes.len() {
        0 => format!("{unit} cannot move at all: leave it out"),
        _ => format!("{unit} can reach {}", hexes.join(", ")),
    }
}

/// The hexes into which a unit under Move to Attack may step: those next to an enemy, with their cost (5.2g).
pub(crate) fn closing(field: &Field<'_>, unit: Id) -> Vec<(Hex, u8)> {
    let (Some(start), Some(side)) = (field.hex(unit), field.side(unit)) else { return Vec::new() };
    let allowance = field.allowance(unit);
    let mut steps: Vec<(Hex, u8)> = field
        .around(start)
        .filter(|hex| field.vacant_for(unit, *hex) && field.contact(side, *hex))
        .filter_map(|hex| Some((hex, field.printed.step_cost(field.class(unit), start, hex)?)))
        .filter(|(_, cost)| *cost <= allowance)
        .collect();
    steps.sort_unstable();
    steps
}

/// The refusal for a unit that is no longer there.
pub(crate) fn gone(unit: Id) -> Refusal {
    Refusal::new(Code::Gone, "4.2", format!("{unit} is no longer on the map"))
}
