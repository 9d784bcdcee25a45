//! Army creation: Y1, Y2, Y3, Y4, X1, S5, C1.

use super::super::events::{Levy, Reason, Sequence, SetUp, Void};
use super::super::names::{Name, Side, Stage, Sums, TypeName, UnitId};
use super::super::orders::{ArmyChoice, Camp};
use super::super::state::{First, Options};
use super::super::{CombinedArms, Table};
use super::{Refusal, setup, terrain, void};
use crate::codes::Code;
use crate::data::chart::{Chart, Kind, ReadyArmy, Scenario};
use engine::kit::Pair;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The refusal of an army, and the type at fault if it is one.
pub(crate) type ArmyRefusal = (Option<TypeName>, Refusal);

/// The refusals of an army with these counts (Y1, Y2). The General counts as named if he is left out.
pub(crate) fn unlawful(
    chart: &Chart,
    side: Side,
    units: &[(TypeName, u32)],
    size: u8,
    factor: u8,
) -> Vec<ArmyRefusal> {
    let mut faults = Vec::new();
    for (name, _) in units {
        if !chart.kinds_of(side).any(|kind| kind.name == *name) {
            let known: Vec<&str> = chart.kinds_of(side).map(|kind| kind.name.as_str()).collect();
            let message = format!("{name} are not on {}'s list", side.proper_name());
            let fix = format!("its list: {}", known.join(", "));
            faults.push((Some(*name), Refusal::new(Code::Army, "Y2", message).fix(fix)));
        }
    }
    for kind in chart.kinds_of(side) {
        let count = count_of(kind, units);
        let (min, max) = limits(kind, factor);
        let s = if count == 1 { "" } else { "s" };
        let mut fault = |word: &str, limit: u32| {
            let message = format!("{}: {count} unit{s}, but the {word} is {limit}", kind.name);
            let fix = format!("write `{}: {limit}`", kind.name);
            faults.push((Some(kind.name), Refusal::new(Code::Army, "Y2", message).fix(fix)));
        };
        if count < min {
            fault("minimum", min);
        } else if let Some(max) = max.filter(|max| count > *max) {
            fault("maximum", max);
        }
    }
    let total: u32 =
        chart.kinds_of(side).map(|kind| count_of(kind, units)).fold(0, u32::saturating_add);
    let need = u32::from(size);
    if total != need {
        let fix = if total < need {
            format!("add {}", need - total)
        } else {
            format!("take {} away", total - need)
        };
        let message = format!("the army has {total} units, but needs {size}");
        faults.push((None, Refusal::new(Code::Army, "Y1", message).fix(fix)));
    }
    faults
}

fn count_of(kind: &Kind, units: &[(TypeName, u32)]) -> u32 {
    let mut named = units.iter().filter(|(name, _)| *name == kind.name).peekable();
    if named.peek().is_none() {
        return u32::from(kind.abilities.general);
    }
    named.map(|(_, count)| *count).fold(0, u32::saturating_add)
}

/// Fewest and most units of a type, with the campaign's factor, which leaves the General alone (C1).
pub(crate) fn limits(kind: &Kind, factor: u8) -> (u32, Option<u32>) {
    let factor = if kind.abilities.general { 1 } else { u32::from(factor) };
    (u32::from(kind.min) * factor, kind.max.map(|max| u32::from(max) * factor))
}

/// The number of different lawful armies.
pub(crate) fn legal_armies(chart: &Chart, side: Side, size: u8, factor: u8) -> u64 {
    let mut ways: BTreeMap<u32, u64> = BTreeMap::from([(0, 1)]);
    for kind in chart.kinds_of(side) {
        let (min, max) = limits(kind, factor);
        let max = max.unwrap_or(u32::from(size));
        let mut next: BTreeMap<u32, u64> = BTreeMap::new();
        for (so_far, ways) in &ways {
            for count in min..=max.min(u32::from(size).saturating_sub(*so_far)) {
                *next.entry(so_far + count).or_default() += ways;
            }
        }
        ways = next;
    }
    ways.get(&u32::from(size)).copied().unwrap_or_default()
}

/// Units of a side's army: what the scenario says, less its handicap (Y1, R49).
pub(crate) fn size(scenario: &Scenario, options: &Options, side: Side) -> u8 {
    scenario.army_size.saturating_sub(options.handicap[side])
}

/// An army as it will stand: units by type and its veterans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Army {
    /// The ready army's name, if it is one.
    pub ready: Option<Name>,
    /// Units by type, the General included.
    pub units: Vec<(TypeName, u32)>,
    pub veterans: Vec<UnitId>,
}

/// A ready army as it will stand. With a handicap it gives up units one by one, each of the type that then has most
/// above its minimum, or of the first such type in roster order; a veteran given up no longer counts as one (R49).
pub(crate) fn ready(
    chart: &Chart,
    scenario: &Scenario,
    options: &Options,
    army: &ReadyArmy,
) -> Army {
    let mut units = army.units.clone();
    for _ in 0..options.handicap[army.side] {
        let above = |(name, count): &(TypeName, u32)| {
            count.saturating_sub(limits(chart.kind(*name), scenario.limits_factor).0)
        };
        let most = units.iter().map(above).max().unwrap_or_default();
        if let Some(found) = units.iter_mut().find(|unit| most > 0 && above(unit) == most) {
            found.1 -= 1;
        }
    }
    units.retain(|(_, count)| *count > 0);
    let roster = chart.roster(&units);
    let stays = |id: &UnitId| roster.iter().any(|(unit, _)| unit == id);
    let most = usize::from(options.veterans);
    let veterans = army.veterans.iter().copied().filter(stays).take(most).collect();
    Army { ready: Some(army.name), units, veterans }
}

/// The army that a choice means, or what is wrong with the choice.
///
/// # Errors
/// Every fault of the army and of the veterans; with the latter the army stands without them.
pub(crate) fn army(
    chart: &Chart,
    scenario: &Scenario,
    side: Side,
    options: &Options,
    choice: Option<&ArmyChoice>,
    named: Option<&[UnitId]>,
) -> Result<Army, (Vec<ArmyRefusal>, Option<Army>)> {
    let ready = match choice {
        None => scenario.armies_of(side).first().copied(),
        Some(ArmyChoice::Ready(name)) => Some(*name),
        Some(ArmyChoice::Own(_)) => None,
    };
    let mut army = match (choice, ready) {
        (Some(ArmyChoice::Own(counts)), _) => {
            let size = size(scenario, options, side);
            let faults = unlawful(chart, side, counts, size, scenario.limits_factor);
            if !faults.is_empty() {
                return Err((faults, None));
            }
            let units = chart.kinds_of(side).map(|kind| (kind.name, count_of(kind, counts)));
            Army {
                ready: None,
                units: units.filter(|(_, count)| *count > 0).collect(),
                veterans: Vec::new(),
            }
        }
        (_, Some(name)) if scenario.armies_of(side).contains(&name) => {
            let found = chart.army(name).expect("scenarios name only known armies");
            self::ready(chart, scenario, options, found)
        }
        (_, name) => {
            let known: Vec<&str> = scenario.armies_of(side).iter().map(Name::as_str).collect();
            let message = format!(
                "{} has no ready army `{}`",
                side.proper_name(),
                name.map(|name| name.to_string()).unwrap_or_default()
            );
            let fix = format!("one of: {}, or a map from type to number", known.join(", "));
            let no = Refusal::new(Code::Army, "Y2", message).fix(fix);
            return Err((vec![(None, no)], None));
        }
    };
    if let Some(named) = named {
        let faults = veteran_faults(chart, &army, options.veterans, named);
        if !faults.is_empty() {
            return Err((faults, Some(army)));
        }
        army.veterans = named.to_vec();
    }
    Ok(army)
}

/// The refusals of a choice of veterans (X1).
fn veteran_faults(chart: &Chart, army: &Army, most: u8, named: &[UnitId]) -> Vec<ArmyRefusal> {
    let roster = chart.roster(&army.units);
    let mut faults = Vec::new();
    let mut fault = |message: String, fix: &str| {
        faults.push((None, Refusal::new(Code::Veteran, "X1", message).fix(fix)));
    };
    if named.len() > usize::from(most) {
        let s = if named.len() == 1 { "" } else { "s" };
        fault(
            format!("{} veteran{s} named, but the option allows {most}", named.len()),
            "name fewer units",
        );
    }
    for (at, id) in named.iter().enumerate() {
        if !roster.iter().any(|(unit, _)| unit == id) {
            fault(format!("{id} is not in the army"), "name units of your army");
        } else if named[..at].contains(id) {
            fault(format!("{id} is named twice"), "name each unit once");
        }
    }
    faults
}

/// Shows both armies and finds who goes first (Y3, S5).
pub(crate) fn show_both(table: &mut Table<'_>, camps: &[(Side, Cow<'_, Camp>)]) {
    for (side, camp) in camps {
        setup::by_order_of(table, *side);
        show(table, *side, camp);
        terrain::lay(table, *side, camp);
    }
    table.by_order(None);
    first_seat(table);
}

/// Shows a side's army (Y3). An unlawful one is void: the first ready army takes its place.
fn show(table: &mut Table<'_>, side: Side, camp: &Camp) {
    let rules = table.rules();
    let (chart, options) = (&rules.chart, table.state().options);
    let scenario = rules.scenario(table.state());
    let army =
        match army(chart, scenario, side, &options, camp.army.as_ref(), camp.veterans.as_deref()) {
            Ok(army) => army,
            Err((_, Some(without))) => {
                void(table, "X1", Void::new(side, Reason::Veterans));
                without
            }
            Err((_, None)) => {
                void(table, "Y2", Void::new(side, Reason::Army));
                army_by_default(rules, scenario, side, &options)
            }
        };
    let levy = |(kind, ids): (&Kind, Vec<UnitId>)| Levy {
        kind: kind.name,
        count: u8::try_from(ids.len()).expect("the number of units in an army fits in a byte"),
        ids,
        pila: kind.abilities.pila.then_some(kind.pila),
    };
    let roster = chart.roster(&army.units);
    let ids_of = |kind: &Kind| {
        roster.iter().filter(|(_, name)| *name == kind.name).map(|(id, _)| *id).collect::<Vec<_>>()
    };
    let units = chart
        .kinds_of(side)
        .map(|kind| (kind, ids_of(kind)))
        .filter(|(_, ids)| !ids.is_empty())
        .map(levy);
    let event = SetUp::Army {
        seat: side,
        ready: army.ready,
        units: units.collect(),
        veterans: army.veterans,
    };
    table.record("Y1", event.into());
}

/// The first ready army, which the data check has found lawful.
fn army_by_default(
    rules: &CombinedArms,
    scenario: &Scenario,
    side: Side,
    options: &Options,
) -> Army {
    army(&rules.chart, scenario, side, options, None, None)
        .expect("ready armies were checked when the data was read")
}

/// Finds the side that places and moves first (S5), once both armies are known.
fn first_seat(table: &mut Table<'_>) {
    let chart = &table.rules().chart;
    let mut sums = Sums::default();
    for unit in &table.state().waiting {
        sums[unit.side] += u32::from(chart.kind(unit.kind).movement);
    }
    let method = table.state().options.first;
    let (scenario, options) = (table.rules().scenario(table.state()), &table.state().options);
    let spans = Pair::from_fn(|side| span(chart, scenario, options, side));
    let seat = match method {
        First::Rome => Side::Rome,
        First::Mobility if more(sums, spans) => Side::Rome,
        First::Carthage | First::Mobility => Side::Carthage,
    };
    let shares =
        (method == First::Mobility).then(|| Pair::from_fn(|side| spans[side].share(sums[side])));
    table.record("S5", SetUp::FirstSeat { seat, method, sums, shares }.into());
}

/// The least and the greatest sum of Move that a side's list allows.
#[derive(Clone, Copy)]
struct Span {
    least: u32,
    most: u32,
}

impl Span {
    /// The share of the span that a sum uses, in percent.
    fn share(self, sum: u32) -> u32 {
        (sum.saturating_sub(self.least) * 100).checked_div(self.most - self.least).unwrap_or(100)
    }
}

/// True if Rome's army uses a greater part of its span than Carthage's of its own (S5, R46).
fn more(sums: Sums, spans: Pair<Span>) -> bool {
    let used = |side: Side| sums[side].saturating_sub(spans[side].least);
    let whole = |side: Side| spans[side].most - spans[side].least;
    used(Side::Rome) * whole(Side::Carthage) > used(Side::Carthage) * whole(Side::Rome)
}

/// The span of a side's list: the minima, then the slowest or the fastest that there is room for.
fn span(chart: &Chart, scenario: &Scenario, options: &Options, side: Side) -> Span {
    let mut kinds: Vec<&Kind> = chart.kinds_of(side).collect();
    kinds.sort_by_key(|kind| kind.movement);
    let sum = |kinds: &mut dyn Iterator<Item = &&Kind>| {
        let minima = chart.kinds_of(side).map(|kind| limits(kind, scenario.limits_factor).0);
        let mut room = u32::from(size(scenario, options, side)).saturating_sub(minima.sum());
        let mut sum = 0;
        for kind in kinds {
            let (min, max) = limits(kind, scenario.limits_factor);
            let more = max.map_or(room, |max| max - min).min(room);
            room -= more;
            sum += (min + more) * u32::from(kind.movement);
        }
        sum
    };
    Span { least: sum(&mut kinds.iter()), most: sum(&mut kinds.iter().rev()) }
}

/// After a muster of its own, the placing begins (S4).
pub(crate) fn begin_placing(table: &mut Table<'_>) {
    if table.state().result.is_some() {
        return;
    }
    let stage = if table.state().options.placement == 0 { Stage::Deploy } else { Stage::Place };
    table.record("S4", Sequence::PhaseBegins { stage, seat: None }.into());
}
