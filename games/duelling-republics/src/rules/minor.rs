//! N1 to N6: minor wars.

use super::{Field, battles, by, field, say};
use crate::battle::plan::{Draft, Plan, Role};
use crate::data::chart::{MinorRow, Roll};
use crate::elements::{ArmyId, Host, Member, Office, Side, Soldier, Troop};
use crate::events::{Battles, Unopposed};
use crate::names::{Name, Resolve};
use crate::orders::Orders;
use crate::orders::battle::{Against, BattleId, BattleOrders, Elect, MinorOrders};
use crate::state::{MinorWar, State};
use crate::{DuellingRepublics, Table};
use engine::Seat;
use engine::rules::AnswersOf;
use std::collections::BTreeSet;

/// The list name that means the core list of the owner of a row's province.
pub(crate) const NATION: &str = "nation";

/// Pairs off the players left out of the season's battles.
pub(crate) fn arrange(table: &mut Table<'_>, answers: &AnswersOf<DuellingRepublics>) {
    if !table.state().options.minor_wars {
        return;
    }
    let here = field(table);
    let busy = busy(&here, answers);
    let left_out: Vec<Seat> = here
        .state
        .players
        .iter()
        .filter(|player| !player.vacant && !busy.contains(&player.seat))
        .map(|p| p.seat.clone())
        .collect();
    let mut electors: Vec<Seat> =
        left_out.iter().filter(|seat| elects(table, seat)).cloned().collect();
    electors.sort_by_key(|seat| {
        (table.state().player(seat).map(|player| player.vp), place(table.state(), seat))
    });
    if let ([alone], [elector]) = (&left_out[..], &electors[..]) {
        let elector = elector.clone();
        match pressed(&field(table), alone) {
            Some(opponent) => begin(table, answers, &elector, &opponent),
            None => {
                let why = Unopposed::NobodyLeft;
                say(table, "N3", Battles::NoMinorWar { seat: elector, why });
            }
        }
        return;
    }
    while let Some(initiator) = electors.first().cloned() {
        electors.remove(0);
        let side = table.state().player(&initiator).map(|player| player.side);
        let across = |seat: &Seat| table.state().player(seat).map(|player| player.side) != side;
        let Some(at) =
            electors.iter().position(across).or(if electors.is_empty() { None } else { Some(0) })
        else {
            let why = Unopposed::NoOpponent;
            say(table, "N2", Battles::NoMinorWar { seat: initiator, why });
            return;
        };
        let opponent = electors.remove(at);
        begin(table, answers, &initiator, &opponent);
    }
}

/// Place in this year's order.
fn place(state: &State, seat: &Seat) -> usize {
    state
        .order
        .iter()
        .filter_map(|order| order.iter().position(|other| other == seat))
        .min()
        .unwrap_or(usize::MAX)
}

/// Players who hold a command in a battle this season; in a battle on the table, those whom their C-in-C's report
/// names.
fn busy(field: &Field<'_>, answers: &AnswersOf<DuellingRepublics>) -> BTreeSet<Seat> {
    let mut busy = BTreeSet::new();
    for battle in field.state.battles.iter().filter(|battle| battle.minor.is_none()) {
        for role in Role::BOTH {
            let Some(host) = battle.hosts.get(role as usize) else { continue };
            busy.insert(host.seat.clone());
            busy.extend(host.contingents.iter().map(|body| body.seat.clone()));
            if battle.mode == Resolve::Tabletop {
                let said = answers.of(&host.seat, "report").into_iter().flat_map(Orders::reports);
                let said = said.filter(|report| report.battle == battle.id);
                let own = |seat: &&Seat| host.players.contains(*seat);
                busy.extend(said.flat_map(|report| &report.at_table).filter(own).cloned());
            } else {
                let plan = battles::plan(field, battle, role);
                busy.extend(
                    plan.into_iter().flat_map(|(plan, _)| plan.commands).map(|charge| charge.seat),
                );
            }
        }
    }
    busy
}

fn elects(table: &Table<'_>, seat: &Seat) -> bool {
    let said = table.state().battles.iter().find_map(|battle| battle.plans.get(seat)?.minor_war);
    let standing = || {
        table.policy(seat).and_then(|policy| policy.minor_war.as_ref()?.elect).unwrap_or_default()
    };
    said.map_or_else(standing, |said| said == Elect::Elect)
}

/// N3: the player who must oppose one left over: of the other side, with the lowest score, and not a C-in-C in a
/// battle.
fn pressed(field: &Field<'_>, alone: &Seat) -> Option<Seat> {
    let side = field.state.player(alone)?.side.other();
    let leads = |seat: &Seat| {
        field.state.battles.iter().any(|battle| battle.hosts.iter().any(|host| host.seat == *seat))
    };
    let free = field.state.of_side(side).filter(|player| !player.vacant && !leads(&player.seat));
    free.min_by_key(|player| (player.vp, place(field.state, &player.seat)))
        .map(|player| player.seat.clone())
}

/// A player called away to a minor war leaves their commands to their C-in-C.
pub(crate) fn give_up(state: &State, plan: &mut Plan, host: &mut Host) {
    let away = |seat: &Seat| {
        state
            .battles
            .iter()
            .filter_map(|battle| battle.minor.as_ref())
            .any(|war| war.initiator == *seat || war.opponent == *seat)
    };
    let leader = host.seat.clone();
    for charge in plan.commands.iter_mut().filter(|charge| away(&charge.seat)) {
        charge.seat = leader.clone();
    }
    for body in host.contingents.iter_mut().filter(|body| away(&body.seat)) {
        body.seat = leader.clone();
    }
}

fn minor_orders<'a>(
    answers: &'a AnswersOf<DuellingRepublics>,
    seat: &Seat,
) -> Option<&'a MinorOrders> {
    let Orders::Minor(orders) = answers.of(seat, "minor-war")? else { return None };
    Some(orders)
}

fn begin(
    table: &mut Table<'_>,
    answers: &AnswersOf<DuellingRepublics>,
    initiator: &Seat,
    opponent: &Seat,
) {
    let here = field(table);
    let first = minor_orders(answers, initiator);
    let chosen = first
        .and_then(|orders| orders.row)
        .filter(|row| here.chart.minor_rows.get(usize::from(*row).wrapping_sub(1)).is_some());
    let number = chosen.unwrap_or(1);
    let Some(row) = here.chart.minor_rows.get(usize::from(number) - 1) else { return };
    let Some(left) = first
        .and_then(|orders| orders.army)
        .filter(|army| row.left.contains(army))
        .or(row.left.first().copied())
    else {
        return;
    };
    let reply = minor_orders(answers, opponent).and_then(|orders| orders.against.get(&number));
    let preferred = table
        .policy(opponent)
        .and_then(|policy| policy.minor_war.as_ref()?.prefer.get(&number).copied());
    let wanted = reply.map(Against::army).or(preferred);
    let Some(right) = wanted
        .filter(|army| list(&here, row, *army).is_some() && allowed(row, *army))
        .or(row.right.first().copied())
    else {
        return;
    };
    let elements =
        [first.map(|orders| orders.elements.clone()), reply.map(|reply| reply.elements().to_vec())];
    let [mine, theirs] = elements.map(Option::unwrap_or_default);
    let (Some(attacker), Some(defender)) = (
        host(&here, row, left, ArmyId::Ma, initiator, &mine),
        host(&here, row, right, ArmyId::Mb, opponent, &theirs),
    ) else {
        return;
    };
    let at = row.region[0];
    let mode = here.state.options.battles;
    let battle = name(&here);
    let war = MinorWar {
        row: number,
        initiator: initiator.clone(),
        opponent: opponent.clone(),
        armies: [left, right],
    };
    let drafts: [Option<Draft>; 2] = [
        first.and_then(|orders| orders.plan.clone()),
        reply.and_then(|reply| reply.plan().cloned()),
    ];
    by(table, initiator, "minor-war", "");
    say(table, "N4", Battles::MinorWar { battle, at, war, attacker, defender, mode });
    file_plans(table, battle, [initiator, opponent].into_iter().zip(drafts));
}

/// The plans that came with the choice of armies (N5).
fn file_plans<'a>(
    table: &mut Table<'_>,
    battle: BattleId,
    drafts: impl Iterator<Item = (&'a Seat, Option<Draft>)>,
) {
    for (seat, plan) in drafts.filter(|(_, plan)| plan.is_some()) {
        by(table, seat, "minor-war", "");
        let orders = BattleOrders { battle: Some(battle), plan, ..BattleOrders::default() };
        let (seat, orders) = (seat.clone(), Box::new(orders));
        say(table, "N5", Battles::PlanFiled { seat, battle, orders });
    }
    table.by_order(None);
}

fn name(field: &Field<'_>) -> BattleId {
    let number = field.state.minor_wars.saturating_add(1);
    let text = format!(
        "minor-{number}-{}-{}",
        field.state.year_bc(field.chart.year_bc),
        field.state.season
    );
    BattleId::new(&text).expect("number, year and season make a short name")
}

/// True if a row's right column allows an army.
pub(crate) fn allowed(row: &MinorRow, army: Name) -> bool {
    let nation =
        row.right.iter().any(|name| name.as_str() == NATION) && army.as_str().starts_with(NATION);
    nation || row.right.contains(&army)
}

/// The list of an army of a row: `nation` is that of the owner of the row's first province; `nation-rome` and
/// `nation-carthage` name it where two provinces have two owners.
pub(crate) fn list<'a>(field: &Field<'a>, row: &MinorRow, army: Name) -> Option<&'a Roll> {
    let owners: Vec<Side> =
        row.region.iter().filter_map(|place| field.state.owners.get(place).copied()).collect();
    let side = match army.as_str() {
        NATION => owners.first().copied(),
        "nation-rome" => owners.contains(&Side::Rome).then_some(Side::Rome),
        "nation-carthage" => owners.contains(&Side::Carthage).then_some(Side::Carthage),
        _ => return field.chart.minor_lists.get(&army),
    };
    side.map(|side| field.chart.core(false, side))
}

/// The troops of an army of a minor war: what its player chose if that is lawful, else the first of each slot.
pub(crate) fn troops(roll: &Roll, chosen: &[Troop]) -> Vec<Troop> {
    let full = chosen.len() == roll.slots.0.len()
        && roll.slots.fits(chosen)
        && chosen.contains(&roll.general);
    if full {
        chosen.to_vec()
    } else {
        roll.slots.0.iter().filter_map(|slot| slot.first().copied()).collect()
    }
}

/// The army of a minor war as it takes the field; none if the row has no list of that name.
pub(crate) fn host(
    field: &Field<'_>,
    row: &MinorRow,
    army: Name,
    id: ArmyId,
    seat: &Seat,
    chosen: &[Troop],
) -> Option<Host> {
    let roll = list(field, row, army)?;
    let body = super::control::body(&troops(roll, chosen), roll.general);
    let office = |element| (body.general == Some(element)).then_some(Office::General);
    let elements = body
        .core
        .iter()
        .map(|element| Soldier { id: Member::new(id, *element), office: office(*element) });
    Some(Host {
        army: id,
        seat: seat.clone(),
        players: vec![seat.clone()],
        elements: elements.collect(),
        contingents: Vec::new(),
    })
}
