//! Checking plans, reports and minor wars.

use super::Review;
use crate::battle::judge;
use crate::battle::plan::{Draft, Role};
use crate::codes::Code;
use crate::elements::{ArmyId, Troop};
use crate::forecast;
use crate::names::Name;
use crate::orders::battle::{ANY, BattleId, BattleOrders, MinorOrders, Report};
use crate::rules::{battles, minor, reports};
use engine::Path;

pub(super) fn plans(
    review: &mut Review<'_>,
    open: &[BattleId],
    list: &[BattleOrders],
    path: &Path,
) {
    for (at, orders) in list.iter().enumerate() {
        let here = if list.len() == 1 { path.clone() } else { path.then(at) };
        if let Some(id) = orders.battle.filter(|id| *id != ANY && !open.contains(id)) {
            let known: Vec<&str> = open.iter().map(engine::kit::Slug::as_str).collect();
            let fix = format!("one of: {}", known.join(", "));
            review.refuse(
                Code::Battle,
                "BA1",
                here.then("battle"),
                format!("you are not asked for a plan for `{id}`"),
                fix,
            );
            continue;
        }
        plan(review, orders, &here);
    }
}

fn plan(review: &mut Review<'_>, orders: &BattleOrders, path: &Path) {
    let Some(battle) = battles::meant(review.field.state, review.seat, orders).cloned() else {
        return;
    };
    let Some((role, host)) = Role::BOTH
        .into_iter()
        .zip(&battle.hosts)
        .find(|(_, host)| host.players.contains(review.seat))
    else {
        return;
    };
    let leads = host.seat == *review.seat;
    if let Some(draft) = &orders.plan {
        if leads {
            let country = review.field.chart.province(battle.place).terrain;
            let field = judge::Field {
                chart: &review.field.chart.battle,
                host,
                role,
                country: country.as_str(),
            };
            review.found.extend(judge::judge(&field, draft, &path.then("plan")));
        } else {
            let why = format!("only {} makes the plan", host.seat);
            review.refuse(
                Code::Command,
                "BA3",
                path.then("plan"),
                why,
                "write `command:` for the sectors that are yours",
            );
        }
    }
    if leads && !orders.command.is_empty() {
        let why = "the C-in-C gives postures in the plan".to_owned();
        review.refuse(Code::Command, "BA3", path.then("command"), why, "write them under `plan:`");
    }
    if orders.resolve.is_some() && !leads {
        review.refuse(
            Code::Command,
            "B7",
            path.then("resolve"),
            "only a C-in-C can choose how a battle is decided",
            "leave it out",
        );
    }
}

/// The referee's rulings: one on every battle whose reports differ.
pub(super) fn rulings(review: &mut Review<'_>, open: &[BattleId], reports: &[Report], path: &Path) {
    for (at, one) in reports.iter().enumerate() {
        let here = if reports.len() == 1 { path.clone() } else { path.then(at) };
        report(review, open, one, &here);
    }
    for id in open.iter().filter(|id| !reports.iter().any(|report| report.battle == **id)) {
        let fix = "write a list of reports, one for each battle";
        review.refuse(
            Code::Battle,
            "BT4",
            path.clone(),
            format!("the ruling on `{id}` is missing"),
            fix,
        );
    }
}

/// A report, or one of the referee's rulings.
pub(super) fn report(review: &mut Review<'_>, open: &[BattleId], report: &Report, path: &Path) {
    let id = report.battle;
    if !open.contains(&id) {
        let known: Vec<&str> = open.iter().map(engine::kit::Slug::as_str).collect();
        let fix = format!("report on {}", known.join(" or "));
        review.refuse(
            Code::Battle,
            "BT2",
            path.then("battle"),
            format!("you are not asked for a report on `{id}`"),
            fix,
        );
        return;
    }
    let faults = review
        .field
        .state
        .battle(id)
        .map(|battle| reports::faults(battle, report))
        .unwrap_or_default();
    for wrong in faults {
        let here = path.then(wrong.key);
        let here = wrong.below.map_or_else(|| here.clone(), |below| here.then(below));
        let here = wrong.at.map_or_else(|| here.clone(), |at| here.then(at));
        review.refuse(
            Code::Report,
            "BT3",
            here,
            wrong.why,
            "make the report add up: see the rosters in the form",
        );
    }
}

/// A plan for a battle that may come, for an army as it stands now: what can never hold is refused, what may yet change
/// is a warning.
pub(super) fn someday(review: &mut Review<'_>, id: ArmyId, draft: &Draft, path: &Path) {
    const NEVER: [&str; 2] = [Code::PlanTwice.code(), Code::PlanRear.code()];
    let Some(host) = forecast::own_host(&review.field, id, review.seat) else { return };
    let field = judge::Field {
        chart: &review.field.chart.battle,
        host: &host,
        role: Role::Defender,
        country: "",
    };
    for complaint in judge::judge(&field, draft, path) {
        if NEVER.contains(&complaint.code) {
            review.found.push(complaint);
        } else {
            let fix = complaint.fix.unwrap_or_default();
            let why = format!("as the armies in {id} are now: {}", complaint.message);
            review.warn(Code::Plan, complaint.rule.unwrap_or("BA1"), complaint.path, why, fix);
        }
    }
}

/// The plan of one side of a minor war, on the army that it takes.
fn minor_plan(
    review: &mut Review<'_>,
    (row, army): (usize, Name),
    role: Role,
    chosen: &[Troop],
    plan: Option<&Draft>,
    path: &Path,
) {
    let row = &review.field.chart.minor_rows[row];
    let id = [ArmyId::Ma, ArmyId::Mb][role as usize];
    let Some((draft, host)) =
        plan.zip(minor::host(&review.field, row, army, id, review.seat, chosen))
    else {
        return;
    };
    let country = review.field.chart.province(row.region[0]).terrain;
    let field = judge::Field {
        chart: &review.field.chart.battle,
        host: &host,
        role,
        country: country.as_str(),
    };
    review.found.extend(judge::judge(&field, draft, &path.then("plan")));
}

pub(super) fn minor(review: &mut Review<'_>, orders: &MinorOrders, path: &Path) {
    let rows = review.field.chart.minor_rows.len();
    let row = |number: u8| usize::from(number).checked_sub(1).filter(|at| *at < rows);
    if let Some(number) = orders.row {
        match row(number) {
            None => review.refuse(
                Code::Row,
                "N4",
                path.then("row"),
                format!("there is no row {number}"),
                format!("1 to {rows}"),
            ),
            Some(at) => {
                let left = review.field.chart.minor_rows[at].left.clone();
                if let Some(army) = orders.army.filter(|army| !left.contains(army)) {
                    column(review, army, number, &left, &path.then("army"));
                } else if let Some(army) = orders.army.or(left.first().copied()) {
                    elements(review, at, army, &orders.elements, &path.then("elements"));
                    minor_plan(
                        review,
                        (at, army),
                        Role::Attacker,
                        &orders.elements,
                        orders.plan.as_ref(),
                        path,
                    );
                }
            }
        }
    }
    for (number, against) in &orders.against {
        let here = path.then("against").then(number.to_string());
        let Some(at) = row(*number) else {
            review.refuse(
                Code::Row,
                "N4",
                here,
                format!("there is no row {number}"),
                format!("1 to {rows}"),
            );
            continue;
        };
        let row = review.field.chart.minor_rows[at].clone();
        if !minor::allowed(&row, against.army())
            || minor::list(&review.field, &row, against.army()).is_none()
        {
            column(review, against.army(), *number, &row.right, &here);
        } else {
            elements(review, at, against.army(), against.elements(), &here.then("elements"));
            minor_plan(
                review,
                (at, against.army()),
                Role::Defender,
                against.elements(),
                against.plan(),
                &here,
            );
        }
    }
}

fn column(review: &mut Review<'_>, army: Name, row: u8, open: &[Name], path: &Path) {
    let known: Vec<&str> = open.iter().map(engine::kit::Slug::as_str).collect();
    review.refuse(
        Code::List,
        "N4",
        path.clone(),
        format!("row {row} has no `{army}` there"),
        format!("one of: {}", known.join(", ")),
    );
}

fn elements(review: &mut Review<'_>, row: usize, army: Name, chosen: &[Troop], path: &Path) {
    let Some(roll) = minor::list(&review.field, &review.field.chart.minor_rows[row], army) else {
        return;
    };
    if !chosen.is_empty() && minor::troops(roll, chosen) != chosen {
        let due = roll.slots.0.len();
        let slot =
            |slot: &Vec<Troop>| slot.iter().map(|troop| troop.word()).collect::<Vec<_>>().join("/");
        let list = roll.slots.0.iter().map(slot).collect::<Vec<_>>().join(", ");
        review.refuse(
            Code::Slot,
            "N4",
            path.clone(),
            format!("the order must name {due} elements from this list, one from each slot"),
            list,
        );
    }
}
