//! A player who means to win: points from the provinces, an army fit to fight, and captures where they are cheap.

use super::report;
use super::ways::{Route, reach};
use crate::elements::{ArmyId, Side};
use crate::events::sight::View;
use crate::names::{CARTHAGE, City, Gaul, IfSiege, Name, ROME, Season};
use crate::orders::battle::{BattleOrders, Elect, MinorOrders};
use crate::orders::{Choice, ElementItem, Item, Orders, Pick, Reply, Resources, Setup, Turns};
use crate::prompts::Question;
use crate::rules::{Field, control, entered, political, question};
use engine::Seat;

/// Elements that an army should have before its player takes points only.
const FIT: usize = 10;

pub(super) fn orders(
    field: &Field<'_>,
    view: &View,
    seat: &Seat,
    question: &Question,
) -> Option<Orders> {
    match question {
        Question::Ready => Some(Orders::default()),
        Question::Setup { army } => Some(Orders::Setup(setup(field, *army))),
        Question::Resources | Question::Allocate => {
            let side = view.side?;
            let allocate = allocations(field, side, seat);
            Some(Orders::Resources(Resources {
                allocate,
                army: strongest(field, side),
                ..Resources::default()
            }))
        }
        Question::Commands { armies } => {
            let side = view.side?;
            let army =
                strongest(field, side).into_iter().filter(|id| armies.contains(id)).collect();
            Some(Orders::Resources(Resources { army, ..Resources::default() }))
        }
        Question::Season { army } => {
            Some(Orders::Season(Box::new(Turns::of(*army, vec![turn(field, *army)]))))
        }
        Question::Answer { entry } => {
            let (what, _) = entered::decide(field, None, entry);
            Some(Orders::Answer(Reply {
                army: entry.target,
                what,
                to: Vec::new(),
                resign: false,
                note: Vec::new(),
            }))
        }
        Question::Asked { query } => {
            let says = question::usual(field, query, None);
            Some(Orders::Told(Box::new(says.into())))
        }
        Question::Plan { battles } => {
            let entry = |battle: &_| BattleOrders {
                battle: Some(*battle),
                minor_war: Some(Elect::Elect),
                ..BattleOrders::default()
            };
            Some(Orders::Battles(battles.iter().map(entry).collect()))
        }
        Question::Report { battle } => {
            report(field.state.battle(*battle)?).map(|report| Orders::Report(Box::new(report)))
        }
        Question::Ruling { battles } => Some(super::ruling(field, battles)),
        Question::Minor => {
            Some(Orders::Minor(Box::new(MinorOrders { row: Some(3), ..MinorOrders::default() })))
        }
        Question::Seats | Question::Word => None,
    }
}

/// The answer with the default elements.
fn setup(field: &Field<'_>, army: ArmyId) -> Setup {
    let form = usize::from(field.state.options.expanded);
    let start = field.chart.start.iter().find(|start| start.id == army);
    let elements = start.expect("every army has a starting place").elements[form].clone();
    Setup { army, elements, resign: false, note: Vec::new() }
}

/// A new army if there is room for one, one's share of what unfit armies want, then points.
fn allocations(field: &Field<'_>, side: Side, seat: &Seat) -> Vec<Item> {
    let mut list = Vec::new();
    if field.state.armies_of(side).count() < field.chart.armies_max {
        for place in &field.chart.raise_at[side as usize] {
            let elements = first_six(field, side);
            let raise = crate::orders::RaiseItem { place: *place, elements };
            list.push(Item::Raise { raise });
        }
    }
    list.extend(share(field, side, seat));
    let repeat = Box::new(Item::VP);
    list.retain(|item| political::lawful(field, side, item).is_ok());
    list.push(Item::Repeat { repeat });
    list
}

/// The allocations that the unfit armies of a side need, the smallest first, dealt out to its players in the year's
/// order.
fn share(field: &Field<'_>, side: Side, seat: &Seat) -> Vec<Item> {
    let list = field.core(side);
    let open = field.state.armies_of(side).filter(|(id, _)| !field.state.besieged(*id));
    let mut armies: Vec<(u16, ArmyId)> = open.map(|(id, army)| (army.size, id)).collect();
    armies.sort_unstable();
    let mut wanted = Vec::new();
    for (size, id) in armies {
        let army = field.state.army(id).expect("the army belongs to the side");
        let mut troops = army.body.core_troops();
        for _ in usize::from(size)..FIT {
            let first = list.slots.0.iter().filter_map(|slot| slot.first());
            let Some(troop) = first.copied().find(|troop| list.slots.admits(&troops, *troop))
            else {
                break;
            };
            troops.push(troop);
            wanted.push(Item::Element {
                element: ElementItem { army: id, kind: Pick::Of(troop), allied: false },
            });
        }
    }
    let order = &field.state.order[side as usize];
    let players = order.len().max(1);
    // Whoever has no place in the order of the year yet is first.
    let place = order.iter().position(|other| other == seat).unwrap_or_default();
    wanted.into_iter().skip(place).step_by(players).collect()
}

/// The first six of the core list: the general, then slot by slot from the second half, where the line fights.
fn first_six(field: &Field<'_>, side: Side) -> Vec<crate::elements::Troop> {
    let list = field.core(side);
    let mut troops: Vec<_> = list.slots.0.iter().filter_map(|slot| slot.first().copied()).collect();
    troops.truncate(field.chart.raised);
    if control::unlawful(field, side, &troops, field.chart.raised).is_some() {
        troops.clear();
    }
    troops
}

/// Own armies, the strongest first.
fn strongest(field: &Field<'_>, side: Side) -> Vec<ArmyId> {
    let mut armies: Vec<(std::cmp::Reverse<u16>, ArmyId)> =
        field.state.armies_of(side).map(|(id, army)| (std::cmp::Reverse(army.size), id)).collect();
    armies.sort_unstable();
    armies.into_iter().map(|(_, id)| id).collect()
}

fn turn(field: &Field<'_>, id: ArmyId) -> Choice {
    let Some(army) = field.state.army(id) else { return Choice::default() };
    let stay = Choice { gaul: Some(Gaul::Avoid), ..Choice::default() };
    if field.state.besieged(id) {
        let outside: u16 = field
            .state
            .armies_of(id.side().other())
            .filter(|(_, a)| a.at == army.at)
            .map(|(_, a)| a.size)
            .sum();
        return Choice { sally: army.size * 10 >= outside * 12, ..Choice::default() };
    }
    let besieging = field.state.besieges(id);
    let stays = worth_staying(field, id, army.at, besieging);
    let mut best = (stays, stay);
    for (to, route) in reach(field, id) {
        let worth = worth(field, id, to, &route);
        if worth > best.0 {
            let choice = Choice {
                path: route.steps.clone(),
                leave_siege: besieging,
                if_siege: Some(IfSiege::Starve),
                gaul: Some(if odds(field, id, to) >= 13 { Gaul::Seek } else { Gaul::Avoid }),
                ..Choice::default()
            };
            best = (worth, choice);
        }
    }
    best.1
}

/// The city that a side must not lose.
pub(super) const fn capital(side: Side) -> Name {
    match side {
        Side::Rome => ROME,
        Side::Carthage => CARTHAGE,
    }
}

/// Own elements to all enemy elements in a province, in tenths; 99 without an enemy.
fn odds(field: &Field<'_>, id: ArmyId, at: Name) -> u32 {
    let own = field.state.army(id).map_or(0, |army| u32::from(army.size));
    let enemy: u32 = field
        .state
        .armies_of(id.side().other())
        .filter(|(_, a)| a.at == at)
        .map(|(_, a)| u32::from(a.size))
        .sum();
    (own * 10).checked_div(enemy).unwrap_or(99)
}

/// The value of staying, in tenths of a point.
fn worth_staying(field: &Field<'_>, id: ArmyId, at: Name, besieging: bool) -> i64 {
    let side = id.side();
    let siege = field.state.sieges.get(&at);
    let lasted = siege.map_or(0, |siege| i64::from(siege.counter));
    let small = field.state.army(id).is_none_or(|army| army.size < 5);
    let mut worth = if besieging && !small { 20 + 4 * lasted } else { 0 };
    if at == capital(side) && threatened(field, at, side) {
        worth += 25;
    }
    if field.state.season == Season::Winter && !quartered(field, id, at) {
        worth -= 8;
    }
    worth
}

fn quartered(field: &Field<'_>, id: ArmyId, at: Name) -> bool {
    field.state.owned(at, id.side()) && field.chart.province(at).city != City::None
}

/// True if an enemy army is next to a province.
fn threatened(field: &Field<'_>, at: Name, side: Side) -> bool {
    field.chart.neighbours(at).any(|(place, _)| field.enemy_in(place, side))
}

/// The value of a move, in tenths of a point.
pub(super) fn worth(field: &Field<'_>, id: ArmyId, to: Name, route: &Route) -> i64 {
    let side = id.side();
    let odds = odds(field, id, to);
    let size = field.state.army(id).map_or(0, |army| i64::from(army.size));
    let city = field.chart.province(to).city;
    let enemy_owned = field.state.owned(to, side.other());
    let mut worth = -i64::from(route.cost(field)) / 12;
    worth += match (enemy_owned, city) {
        (true, City::Major) if size >= 9 => 16 + if to == capital(side.other()) { 12 } else { 0 },
        (true, City::Major) => -30,
        (true, City::Minor) => 22,
        (true, City::None) => 12,
        (false, _) => -2,
    };
    let friend = field.state.armies_of(side).any(|(other, army)| other != id && army.at == to);
    if friend && enemy_owned {
        worth -= 15;
    }
    if odds < 99 {
        worth += if odds >= 20 {
            25
        } else if odds >= 13 {
            12
        } else {
            -40
        };
        // An enemy in one's own land, above all before the own capital, must be met.
        if !enemy_owned && odds >= 9 {
            worth += if to == capital(side) { 60 } else { 14 };
        }
    }
    if to == capital(side) && threatened(field, to, side) && !friend {
        worth += 20;
    }
    if field.state.season == Season::Winter {
        worth -= 6;
    }
    worth
}
