//! E1, E2, E5: what follows when an army has come to the end of its way.

use super::{entered, field, gaul, policy, say, siege, wish};
use crate::Table;
use crate::data::chart::Chart;
use crate::elements::ArmyId;
use crate::events::{Battles, Sieges};
use crate::names::{Gaul, Name, Way};
use crate::orders::Choice;
use crate::policy::ArmyPolicy;
use crate::state::{Entry, Open};

/// Handles the arrival of an army in a province.
pub(crate) fn enter(table: &mut Table<'_>, id: ArmyId, from: Name, way: Way, choice: &Choice) {
    let Some(at) = table.state().army(id).map(|army| army.at) else { return };
    siege::tidy(table);
    if let Some(battle) =
        table.state().battles.iter().find(|battle| battle.place == at).map(|battle| battle.id)
    {
        say(table, "E2", Battles::Joined { battle, army: id });
        return;
    }
    if table.rules().chart.wild(at) {
        let wants = choice.gaul.unwrap_or_else(|| gaul_wish(table, id));
        gaul::meet(table, id, Some(from), wants);
        return;
    }
    next(
        table,
        Entry {
            mover: id,
            target: id,
            place: at,
            from: Some(from),
            way: Some(way),
            open: Open::All,
            if_siege: choice.if_siege,
        },
        &[],
    );
}

/// The wish of an army about an enemy in Transalpine Gaul, by its standing orders.
pub(crate) fn gaul_wish(table: &Table<'_>, id: ArmyId) -> Gaul {
    gaul_default(&table.rules().chart, policy(table, id), id)
}

/// The same by given standing orders.
pub(crate) fn gaul_default(chart: &Chart, own: Option<&ArmyPolicy>, id: ArmyId) -> Gaul {
    wish(chart, own, id, |policy| policy.gaul).unwrap_or(chart.gaul[id.side() as usize])
}

/// Turns to the next enemy army in the open; when none is left, walls are invested. Those in `asked` have already
/// answered.
pub(crate) fn next(table: &mut Table<'_>, entry: Entry, asked: &[ArmyId]) {
    let enemy = entry.mover.side().other();
    let open = table.state().in_the_open(entry.place, enemy);
    let target = open.into_iter().find(|id| !asked.contains(id));
    match target {
        Some(target) => {
            let lays_siege = table.state().besieges(target);
            let kind = if lays_siege { Open::NoSiege } else { entry.open };
            entered::ask(table, Entry { target, open: kind, ..entry });
        }
        None => invest(table, entry.mover, entry.place),
    }
}

/// E5: an army invests an enemy major city, or joins a friend's siege, if nobody is in the open.
pub(crate) fn invest(table: &mut Table<'_>, id: ArmyId, at: Name) {
    let side = id.side();
    let here = field(table);
    let there = table.state().army(id).is_some_and(|army| army.at == at);
    if !there || here.state.besieges(id) || !here.state.in_the_open(at, side.other()).is_empty() {
        return;
    }
    let joins = here
        .state
        .sieges
        .get(&at)
        .is_some_and(|siege| siege.besiegers.iter().any(|army| army.side() == side));
    let city = here.chart.province(at).city;
    if joins || here.enemy_major(at, side) {
        say(table, "E5", Sieges::SiegeBegun { at, besieger: id, besieged: None, city, joins });
    }
}
