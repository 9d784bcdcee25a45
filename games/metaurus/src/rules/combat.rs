//! 9.1: the modifiers of a combat.

use crate::events::Modifier;
use crate::field::Field;
use crate::names::{Id, Order};
use engine::kit::Aspect;
use std::collections::BTreeSet;

/// How much is known of the defenders' orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Knowledge {
    /// All of them: as resolved.
    All,
    FaceUp,
    /// None, and this order is supposed instead.
    Suppose(Order),
}

/// Two groups of units about to fight.
#[derive(Clone, Copy)]
pub(crate) struct Clash<'a> {
    pub(crate) by: &'a [Id],
    pub(crate) against: &'a [Id],
    /// Units that have moved under Move to Attack in this activation.
    pub(crate) closed: &'a BTreeSet<Id>,
    /// Attacks the group has already made in this activation.
    pub(crate) previous: u8,
    pub(crate) knowledge: Knowledge,
}

static NOBODY: BTreeSet<Id> = BTreeSet::new();

impl<'a> Clash<'a> {
    /// A first attack of units that have not moved.
    pub(crate) fn new(by: &'a [Id], against: &'a [Id], knowledge: Knowledge) -> Self {
        Self { by, against, closed: &NOBODY, previous: 0, knowledge }
    }
}

/// The sum of all modifiers.
pub(crate) fn drm(field: &Field<'_>, clash: &Clash<'_>) -> i8 {
    sum(&modifiers(field, clash))
}

/// The sum of modifiers, before the limits of the chart.
pub(crate) fn sum(modifiers: &[Modifier]) -> i8 {
    modifiers.iter().fold(0_i8, |sum, modifier| sum.saturating_add(modifier.points))
}

/// 9.1b to 9.1h: every modifier that is not 0.
pub(crate) fn modifiers(field: &Field<'_>, clash: &Clash<'_>) -> Vec<Modifier> {
    let charts = &field.printed.charts;
    let mut all: Vec<Modifier> = Vec::new();
    let mut add = |what: &str, points: i8| {
        if points != 0 {
            all.push(Modifier { what: what.to_owned(), points });
        }
    };
    let count = |units: &[Id]| i8::try_from(units.len()).expect("an attack has few units");
    add(
        "numbers",
        charts.per_unit.saturating_mul(count(clash.by).saturating_sub(count(clash.against))),
    );
    let (what, points) = angle(field, clash);
    add(what, points);
    let (what, points) = terrain(field, clash);
    add(&what, points);
    add("weapons", weapons(field, clash));
    if clash.by.iter().any(|unit| field.disordered(*unit)) {
        add("disordered-attacker", charts.disordered);
    }
    if clash.by.iter().any(|unit| clash.closed.contains(unit)) {
        add("move-to-attack", charts.orders.closing);
    }
    let orders: BTreeSet<Order> =
        clash.against.iter().filter_map(|unit| known(field, *unit, clash.knowledge)).collect();
    for order in orders {
        add(&format!("defender-{}", order.word()), charts.orders.defender[order as usize]);
    }
    add(
        "continued",
        charts.per_previous.saturating_mul(i8::try_from(clash.previous).unwrap_or(i8::MAX)),
    );
    all
}

/// A defender's order, as far as it is known.
fn known(field: &Field<'_>, unit: Id, knowledge: Knowledge) -> Option<Order> {
    let up = || {
        let command = field.counter(unit)?.command;
        field
            .state
            .chits
            .get(&command)
            .or_else(|| field.state.given.get(&unit))
            .filter(|chit| chit.up)?
            .order
    };
    match knowledge {
        Knowledge::All => field.order(unit),
        Knowledge::FaceUp => up(),
        Knowledge::Suppose(order) => up().or(Some(order)),
    }
}

/// 9.1c: the hexes in which the adjacent attackers stand; of several defenders the lowest value.
fn angle(field: &Field<'_>, clash: &Clash<'_>) -> (&'static str, i8) {
    let position = field.printed.charts.position;
    let of = |defender: Id| {
        let aspects = clash
            .by
            .iter()
            .filter_map(|unit| field.hex(*unit))
            .filter_map(|hex| field.aspect(defender, hex));
        let aspects: BTreeSet<Aspect> = aspects.collect();
        let mut aspects = aspects.into_iter();
        match (aspects.next(), aspects.next()) {
            (Some(Aspect::Flank), None) => ("flank", position[1]),
            (Some(Aspect::Rear), None) => ("rear", position[2]),
            (Some(_), Some(_)) => ("mixed-angle", position[3]),
            _ => ("front", position[0]),
        }
    };
    clash
        .against
        .iter()
        .map(|defender| of(*defender))
        .min_by_key(|(_, points)| *points)
        .expect("an attack has at least one target")
}

/// 9.1d: one terrain modifier, the lowest that applies.
fn terrain(field: &Field<'_>, clash: &Clash<'_>) -> (String, i8) {
    let (ground, charts) = (&field.printed.ground, &field.printed.charts);
    let hexes = |units: &[Id]| units.iter().filter_map(|unit| field.hex(*unit)).collect::<Vec<_>>();
    let (by, against) = (hexes(clash.by), hexes(clash.against));
    let levels = || by.iter().map(|hex| ground.level(*hex));
    let attackers = "at least one attacker is on the map";
    let (highest, lowest) = (levels().max().expect(attackers), levels().min().expect(attackers));
    let mut found: Vec<(String, i8)> = Vec::new();
    found.extend(
        against
            .iter()
            .map(|hex| ground.terrain(*hex))
            .map(|t| (format!("terrain-{}", t.name), t.defender)),
    );
    if against.iter().any(|hex| ground.level(*hex) > highest) {
        found.push(("uphill".to_owned(), charts.uphill));
    }
    if by.iter().all(|hex| ground.terrain(*hex).out_of != 0) {
        found.extend(
            by.iter()
                .map(|hex| ground.terrain(*hex))
                .map(|t| (format!("out-of-{}", t.name), t.out_of)),
        );
    }
    if let Some(worst) =
        found.into_iter().filter(|(_, points)| *points != 0).min_by_key(|(_, points)| *points)
    {
        return worst;
    }
    let downhill = !against.is_empty() && against.iter().all(|hex| ground.level(*hex) < lowest);
    ("downhill".to_owned(), if downhill { charts.downhill } else { 0 })
}

/// 9.1e: for each attacker the worst defender, then the best attacker.
fn weapons(field: &Field<'_>, clash: &Clash<'_>) -> i8 {
    let arm = |unit: &Id| field.counter(*unit).map(|counter| counter.arm);
    let worst = |attacker| {
        clash
            .against
            .iter()
            .filter_map(arm)
            .map(|defender| field.printed.charts.weapon(attacker, defender))
            .min()
    };
    clash
        .by
        .iter()
        .filter_map(arm)
        .filter_map(worst)
        .max()
        .expect("an attack has attackers and defenders")
}
