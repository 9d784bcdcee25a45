//! T1 to T6: attrition.

use super::{Field, count, field, policy, question, say, score};
use crate::Table;
use crate::asked::Query;
use crate::data::chart::Chart;
use crate::elements::{ArmyId, ElementId, Side, Troop};
use crate::events::{Doom, Hardship, Modifier, Movement};
use crate::names::{City, Name, Season, Way};
use crate::orders::Says;
use crate::policy::ArmyPolicy;
use crate::state::{Army, Body};
use engine::dice::Secrecy;

/// The reasons for which an army rolls, the modifiers of the black die, and the number of coloured dice that count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Peril {
    pub causes: Vec<Hardship>,
    /// Modifiers that are not 0.
    pub modifiers: Vec<Modifier>,
    pub coloured: usize,
}

impl Peril {
    pub(crate) fn sum(&self) -> i32 {
        self.modifiers.iter().map(|modifier| modifier.points).sum()
    }

    /// Faces of the black die, of six, with which the army loses.
    pub(crate) fn hits(&self, chart: &Chart) -> u32 {
        (1..=6)
            .filter(|face: &i32| face + self.sum() <= chart.attrition.hits_at_most)
            .count()
            .try_into()
            .unwrap_or(6)
    }
}

/// The risk of a last step from one province to another by a way for an army; none if it need not roll.
pub(crate) fn peril_of_move(
    field: &Field<'_>,
    id: ArmyId,
    from: Name,
    to: Name,
    by: Way,
) -> Option<Peril> {
    let (numbers, side) = (field.chart.attrition, id.side());
    let winter = field.state.season == Season::Winter;
    let mut causes = Vec::new();
    if by == Way::Mountain {
        causes.push(Hardship::Mountain);
    }
    if by == Way::OpenSea {
        causes.push(Hardship::OpenSea);
    }
    if winter {
        causes.push(Hardship::WinterMove);
    }
    if causes.is_empty() {
        return None;
    }
    let friendly = field.state.owned(from, side) && field.state.owned(to, side);
    let hostile = by == Way::OpenSea && field.state.owned(to, side.other());
    let list = [
        ("friendly both ends", friendly, numbers.friendly_both_ends),
        ("hostile landing", hostile, numbers.hostile_landing),
        (
            "Carthaginian army at sea",
            by == Way::OpenSea && side == Side::Carthage,
            numbers.punic_at_sea,
        ),
        ("winter move", winter, numbers.winter_move),
        ("great host", great(field, id), numbers.great_host),
    ];
    let coloured = if winter && by == Way::OpenSea { 2 } else { 1 };
    Some(Peril { causes, modifiers: modifiers(&list), coloured })
}

/// The risk of winter quarters for an army where it stands; none if it need not roll (T5, G2).
pub(crate) fn peril_of_quarters(field: &Field<'_>, id: ArmyId) -> Option<Peril> {
    let army = field.state.army(id)?;
    let (at, side) = (army.at, id.side());
    let quartered = if field.chart.wild(at) {
        field
            .state
            .armies
            .iter()
            .filter(|(_, other)| other.at == at)
            .all(|(_, other)| other.since >= army.since)
    } else {
        field.state.owned(at, side) && field.chart.province(at).city != City::None
    };
    if quartered {
        return None;
    }
    let numbers = field.chart.attrition;
    let list = [
        ("hostile quarters", field.state.owned(at, side.other()), numbers.hostile_quarters),
        ("great host", great(field, id), numbers.great_host),
    ];
    Some(Peril { causes: vec![Hardship::WinterQuarters], modifiers: modifiers(&list), coloured: 1 })
}

fn modifiers(list: &[(&str, bool, i32)]) -> Vec<Modifier> {
    let counts = list.iter().filter(|(_, holds, points)| *holds && *points != 0);
    counts.map(|(what, _, points)| Modifier { what: (*what).to_owned(), points: *points }).collect()
}

/// True if an army has more elements than a full core list.
fn great(field: &Field<'_>, id: ArmyId) -> bool {
    field.state.army(id).is_some_and(|army| usize::from(army.size) > field.full(id.side()))
}

/// The roll of a move, or of a retreat.
pub(crate) fn of_move(table: &mut Table<'_>, id: ArmyId, from: Name, by: Way) {
    let Some(to) = table.state().army(id).map(|army| army.at) else { return };
    if let Some(peril) = peril_of_move(&field(table), id, from, to, by) {
        roll(table, "T3", id, peril);
    }
}

pub(crate) fn quarters(table: &mut Table<'_>, id: ArmyId) {
    if let Some(peril) = peril_of_quarters(&field(table), id) {
        roll(table, "T5", id, peril);
    }
}

fn roll(table: &mut Table<'_>, rule: &'static str, id: ArmyId, peril: Peril) {
    let chart = &table.rules().chart;
    let own = policy(table, id);
    let order = loss_order(chart, own, id);
    let asks = question::whom(table, id).is_some() && own.is_none_or(|own| own.losses.is_none());
    let mut due = 0;
    table.settle(
        rule,
        &format!("attrition {id}: black v coloured"),
        Secrecy::Open,
        6,
        1 + peril.coloured,
        |state, faces| {
            let face = |at: usize| u8::try_from(faces[at]).expect("a die has six faces");
            let black = face(0);
            let coloured: Vec<u8> = (1..=peril.coloured).map(face).collect();
            let total = i32::from(black) + peril.sum();
            let hit = total <= chart.attrition.hits_at_most;
            let number = if hit { coloured.iter().map(|die| usize::from(*die)).sum() } else { 0 };
            let army = state.army(id).expect("only an army on the map rolls for attrition");
            let loses = count(&casualties(&army.body, &[], &order, number));
            let asked = asks && choice(army, loses);
            let lost = if asked { Vec::new() } else { casualties(&army.body, &[], &order, number) };
            due = if asked { loses } else { 0 };
            Movement::Attrition {
                army: id,
                causes: peril.causes,
                black,
                modifiers: peril.modifiers,
                total,
                coloured,
                loses,
                lost,
            }
            .into()
        },
    );
    if due > 0 {
        let lost = lost(table, id, due);
        question::as_told(table, (id, "losses"), |table| {
            say(table, "T4", Movement::LossesChosen { army: id, number: due, lost });
        });
    }
    if table.state().army(id).is_some_and(|army| army.body.core.is_empty()) {
        score::destroyed(table, "T4", id, Doom::Attrition);
    }
}

/// True if there is a choice among the elements that an army loses: the general's is lost last, and never while others
/// are left.
fn choice(army: &Army, number: u16) -> bool {
    number > 0 && number < army.size.saturating_sub(1)
}

/// T4: the elements that an army loses: those that its C-in-C names where they are asked, the rest by its order of losses.
pub(crate) fn lost(table: &mut Table<'_>, id: ArmyId, number: u16) -> Vec<ElementId> {
    let open = table.state().army(id).is_some_and(|army| choice(army, number));
    let told = if open { question::ask(table, Query::Losses { army: id, number }) } else { None };
    let named = if let Some(Says::Lose(list)) = told { list } else { Vec::new() };
    let order = loss_order(&table.rules().chart, policy(table, id), id);
    let army = table.state().army(id).expect("only an army on the map loses elements");
    casualties(&army.body, &named, &order, usize::from(number))
}

/// T4: types in the order in which an army loses them; what its C-in-C left out follows in the default's order.
pub(crate) fn loss_order(chart: &Chart, own: Option<&ArmyPolicy>, id: ArmyId) -> Vec<Troop> {
    let mut order: Vec<Troop> = own.and_then(|policy| policy.losses.clone()).unwrap_or_default();
    let default =
        chart.standing.army(id).and_then(|policy| policy.losses.clone()).unwrap_or_default();
    for troop in default.into_iter().chain(Troop::ALL.iter().copied()) {
        if !order.contains(&troop) {
            order.push(troop);
        }
    }
    order
}

/// T4: the elements that are lost: those that are named, then by type, allies before core, highest number first, the general last.
pub(crate) fn casualties(
    body: &Body,
    named: &[ElementId],
    order: &[Troop],
    number: usize,
) -> Vec<ElementId> {
    let place = |id: &ElementId| {
        let troop = order.iter().position(|troop| *troop == id.troop).unwrap_or(order.len());
        let named = named.iter().position(|one| one == id).unwrap_or(named.len());
        (body.general == Some(*id), named, troop, !id.allied, std::cmp::Reverse(id.number))
    };
    let mut all: Vec<ElementId> = body.all().collect();
    all.sort_by_key(place);
    all.truncate(number);
    all
}
