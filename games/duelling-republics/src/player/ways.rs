//! The moves open to an army: for each province the way with the least attrition, then the fewest steps.

use crate::elements::ArmyId;
use crate::names::{Name, Way};
use crate::orders::Step;
use crate::rules::attrition::{Peril, peril_of_move};
use crate::rules::{Field, march};
use crate::state::State;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub(crate) struct Route {
    pub steps: Vec<Step>,
    /// The way of the last step.
    pub by: Way,
    /// The risk of the last step, if a roll is due.
    pub peril: Option<Peril>,
    /// The allied contingent goes home on it, because it leads into another theater (M3).
    pub without_allies: bool,
}

impl Route {
    /// Expected loss, in hundredths of an element: faces that hit, times the mean of the coloured dice.
    pub(crate) fn cost(&self, field: &Field<'_>) -> u32 {
        let mean = |peril: &Peril| {
            peril.hits(field.chart) * 350 * u32::try_from(peril.coloured).expect("few dice") / 6
        };
        self.peril.as_ref().map_or(0, mean)
    }
}

/// Every province that an army can reach in one move, as far as is known now.
pub(crate) fn reach(field: &Field<'_>, id: ArmyId) -> BTreeMap<Name, Route> {
    let mut found: BTreeMap<Name, Route> = BTreeMap::new();
    let Some(start) = field.state.army(id).map(|army| army.at) else { return found };
    let alone = without_allies(field.state, id);
    let theater = |place: Name| field.chart.theater(place);
    let mut open: Vec<(Name, Vec<Step>)> = vec![(start, Vec::new())];
    let mut through = vec![start];
    while !open.is_empty() {
        let mut next = Vec::new();
        for (here, steps) in &open {
            for step in steps_from(field, *here) {
                let Ok(by) = march::way(field, *here, step) else { continue };
                if step.to == start {
                    continue;
                }
                let mut way = steps.clone();
                way.push(step);
                if march::ends(field, id.side(), step.to, by).is_none()
                    && !through.contains(&step.to)
                {
                    through.push(step.to);
                    next.push((step.to, way.clone()));
                }
                let without_allies = way.iter().any(|step| theater(step.to) != theater(start));
                let state = if without_allies { &alone } else { field.state };
                let peril = peril_of_move(&Field::new(field.chart, state), id, *here, step.to, by);
                let route = Route { steps: way, by, peril, without_allies };
                let better =
                    found.get(&step.to).is_none_or(|old| route.cost(field) < old.cost(field));
                if better {
                    found.insert(step.to, route);
                }
            }
        }
        open = next;
    }
    found
}

/// The position once an army's allies have gone home.
pub(crate) fn without_allies(state: &State, id: ArmyId) -> State {
    let mut state = state.clone();
    if let Some(army) = state.armies.get_mut(&id) {
        let gone = u16::try_from(army.body.allied.len()).expect("a contingent keeps to its list");
        army.size = army.size.saturating_sub(gone);
        army.body.allied.clear();
        army.body.allied_general = None;
    }
    state
}

/// Steps by links, and across open sea to where no link leads.
fn steps_from(field: &Field<'_>, here: Name) -> Vec<Step> {
    let linked = field.chart.neighbours(here).map(|(to, _)| Step::to(to));
    let coast = field.chart.province(here).coast;
    let over = field.chart.provinces.iter().filter(|to| coast && to.coast && to.id != here);
    let over = over
        .filter(|to| field.chart.link(here, to.id).is_none())
        .map(|to| Step { to: to.id, open_sea: true });
    linked.chain(over).collect()
}
