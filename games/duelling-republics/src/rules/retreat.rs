//! Rule E6: retreats.

use super::{Field, attrition, field, march, policy, question, say, score};
use crate::Table;
use crate::asked::Query;
use crate::elements::ArmyId;
use crate::events::{Doom, Movement};
use crate::names::{City, Name, Way};
use crate::orders::Says;

/// The reason and the aims of a retreat.
pub(crate) struct Why<'a> {
    /// The province that the enemy came from.
    pub forbidden: Option<Name>,
    /// The provinces that its C-in-C prefers, in order; they come before their standing list.
    pub to: &'a [Name],
    /// The province from which it came itself, if it goes back there.
    pub prefer: Option<Name>,
    pub reason: String,
}

/// The provinces to which an army may retreat: the better class only, in the standard order (major city, minor city,
/// map order).
pub(crate) fn places(field: &Field<'_>, id: ArmyId, forbidden: Option<Name>) -> Vec<(Name, Way)> {
    let Some(army) = field.state.army(id) else { return Vec::new() };
    let side = id.side();
    let free = |place: Name| Some(place) != forbidden && !field.enemy_in(place, side);
    let mut good: Vec<(Name, Way)> = Vec::new();
    let mut poor: Vec<(Name, Way)> = Vec::new();
    for (place, way) in field.chart.neighbours(army.at).filter(|(place, _)| free(*place)) {
        if field.state.owned(place, side) || field.chart.wild(place) {
            good.push((place, way));
        } else if field.chart.province(place).city != City::Major {
            poor.push((place, way));
        }
    }
    let port =
        army.port.filter(|port| *port != army.at && free(*port) && field.state.owned(*port, side));
    if let Some(port) = port.filter(|port| !good.iter().any(|(place, _)| place == port)) {
        good.push((port, Way::OpenSea));
    }
    let mut places = if good.is_empty() { poor } else { good };
    places.sort_by_key(|(place, _)| {
        (std::cmp::Reverse(field.chart.province(*place).city), field.chart.order(*place))
    });
    places
}

/// An army retreats; if it can't, it is destroyed.
pub(crate) fn go(table: &mut Table<'_>, id: ArmyId, how: &Why<'_>) {
    let Some(from) = table.state().army(id).map(|army| army.at) else { return };
    let places = places(&field(table), id, how.forbidden);
    let said = how.prefer.iter().chain(how.to);
    let open = |want: &&Name| places.iter().any(|(place, _)| place == *want);
    let told = if places.len() > 1 && !said.clone().any(|want| open(&want)) {
        let open = places.iter().map(|(place, _)| *place).collect();
        question::ask(table, Query::Retreat { army: id, places: open, why: how.reason.clone() })
    } else {
        None
    };
    let asked = told.is_some();
    let told = if let Some(Says::To(list)) = told { list } else { Vec::new() };
    let standing =
        policy(table, id).and_then(|policy| policy.retreat_to.clone()).unwrap_or_default();
    let mut wanted = said.chain(&told).chain(&standing);
    let chosen = wanted
        .find_map(|want| places.iter().find(|(place, _)| place == want))
        .or_else(|| places.first());
    let Some((to, way)) = chosen.copied() else {
        score::destroyed(table, "E6", id, Doom::NoRetreat);
        return;
    };
    let leave = |table: &mut Table<'_>| {
        march::leave_theater(table, id, to);
        let why = how.reason.clone();
        say(table, "E6", Movement::Retreated { army: id, from, to, way, why });
        attrition::of_move(table, id, from, way);
    };
    if asked {
        question::as_told(table, (id, "retreat"), leave);
    } else {
        leave(table);
    }
}
