//! BT2 to BT4: battles on the table, their reports, and the referee's ruling.

use super::battles::{Upshot, reports_due};
use super::{by, say};
use crate::codes::Code;
use crate::data::chart::Points;
use crate::elements::{Host, Member, Office, Side};
use crate::events::{Award, Decision, Players, Reports};
use crate::orders::Orders;
use crate::orders::battle::{BattleId, Report, Whose};
use crate::state::{Battle, BattleStage};
use crate::{DuellingRepublics, Table};
use engine::Seat;
use engine::rules::AnswersOf;

/// Takes in the reports that were due, with whether each was asked for the first time, and the referee's rulings.
pub(crate) fn gather(
    table: &mut Table<'_>,
    asked: &[(BattleId, bool)],
    answers: &AnswersOf<DuellingRepublics>,
) {
    for answer in &answers.0 {
        let seat = &answer.prompt.seat;
        by(table, seat, &answer.prompt.name, "");
        for report in answer.orders.reports() {
            let Some(battle) = table.state().battle(report.battle).cloned() else { continue };
            if *seat == Seat::referee() && battle.stage == BattleStage::Ruling {
                ruling(table, &battle, &alone(report));
            } else if reports_due(&battle) && battle.hosts.iter().any(|host| host.seat == *seat) {
                say(
                    table,
                    "BT2",
                    Reports::Reported { seat: seat.clone(), report: Box::new(alone(report)) },
                );
            }
        }
    }
    table.by_order(None);
    for (id, first) in asked {
        let Some(battle) = table.state().battle(*id).filter(|battle| reports_due(battle)).cloned()
        else {
            continue;
        };
        if !(*first && wished(&battle, answers)) {
            compare(table, &battle);
        }
    }
}

/// True if a C-in-C asked for another way to decide a battle, instead of filing the report due now.
fn wished(battle: &Battle, answers: &AnswersOf<DuellingRepublics>) -> bool {
    let wish = |seat: &Seat| matches!(answers.of(seat, "report"), Some(Orders::Battles(list)) if !list.is_empty());
    battle.hosts.iter().any(|host| !battle.reports.contains_key(&host.seat) && wish(&host.seat))
}

/// A report without the letters filed with it, which are for their addressees alone.
fn alone(report: &Report) -> Report {
    Report { resign: false, note: Vec::new(), ..report.clone() }
}

fn ruling(table: &mut Table<'_>, battle: &Battle, report: &Report) {
    match faults(battle, report).into_iter().next() {
        None => say(table, "BT4", Reports::Ruled { report: Box::new(report.clone()) }),
        Some(Wrong { why, .. }) => {
            let order = format!("ruling on {}", battle.id);
            let void = Players::Void { seat: Seat::referee(), army: None, order, why };
            table.void("BT3", Code::Report, void.into());
        }
    }
}

/// Equal reports stand, as does one alone; else the referee rules.
fn compare(table: &mut Table<'_>, battle: &Battle) {
    let filed: Vec<(&Seat, &Report)> =
        battle.hosts.iter().filter_map(|host| battle.reports.get_key_value(&host.seat)).collect();
    let mut wrong: Vec<String> = Vec::new();
    for (seat, report) in &filed {
        wrong.extend(
            faults(battle, report)
                .into_iter()
                .map(|fault| format!("report of {seat}: {}", fault.why)),
        );
    }
    match filed[..] {
        [] => wrong.push("there is no report".to_owned()),
        [(a, one), (b, other)] => wrong.extend(
            differences(one, other).into_iter().map(|d| format!("{a} and {b} differ: {d}")),
        ),
        _ => {}
    }
    match filed.first() {
        Some((_, report)) if wrong.is_empty() => {
            say(table, "BT4", Reports::ReportsAgree { report: Box::new((*report).clone()) });
        }
        _ => say(table, "BT4", Reports::ReportDiffers { battle: battle.id, differences: wrong }),
    }
}

pub(crate) fn differences(one: &Report, other: &Report) -> Vec<String> {
    let mut found = Vec::new();
    let mut note = |what: String, a: String, b: String| {
        if a != b {
            found.push(format!("{what} {a} or {b}"));
        }
    };
    note("winner".to_owned(), one.winner.to_string(), other.winner.to_string());
    note("withdrew".to_owned(), one.withdrew.to_string(), other.withdrew.to_string());
    for side in Side::BOTH {
        let lost = |report: &Report| {
            let mut list: Vec<String> =
                report.lost.get(&side).into_iter().flatten().map(ToString::to_string).collect();
            list.sort();
            format!("[{}]", list.join(", "))
        };
        note(format!("losses of {side}"), lost(one), lost(other));
        let fell = |report: &Report| report.general_killed.contains(&side).to_string();
        note(format!("general of {side} killed"), fell(one), fell(other));
        let camp = |report: &Report| {
            report.camp_looted.get(&side).map_or("nobody".to_owned(), ToString::to_string)
        };
        note(format!("camp of {side} looted by"), camp(one), camp(other));
        let other_deaths =
            |report: &Report| report.other.get(&side).copied().unwrap_or_default().to_string();
        note(format!("uncredited losses of {side}"), other_deaths(one), other_deaths(other));
    }
    let seats: std::collections::BTreeSet<&Seat> =
        one.kills.keys().chain(other.kills.keys()).collect();
    for seat in seats {
        let kills =
            |report: &Report| report.kills.get(seat).copied().unwrap_or_default().to_string();
        note(format!("kills of {seat}"), kills(one), kills(other));
    }
    let generals: std::collections::BTreeSet<&Member> =
        one.general_by.keys().chain(other.general_by.keys()).collect();
    for general in generals {
        let by = |report: &Report| {
            report.general_by.get(general).map_or("nobody".to_owned(), ToString::to_string)
        };
        note(format!("{general} taken by"), by(one), by(other));
    }
    let sat = |report: &Report| {
        let mut list: Vec<String> = report.at_table.iter().map(ToString::to_string).collect();
        list.sort();
        list.dedup();
        format!("[{}]", list.join(", "))
    };
    note("at the table".to_owned(), sat(one), sat(other));
    found
}

/// Something that does not add up in a report.
pub(crate) struct Wrong {
    /// The key of the report.
    pub key: &'static str,
    /// The key below it, where there is one.
    pub below: Option<String>,
    /// The place in a list below that.
    pub at: Option<usize>,
    pub why: String,
}

impl Wrong {
    fn new(key: &'static str, below: Option<String>, why: String) -> Self {
        Self { key, below, at: None, why }
    }
}

/// The mistakes in a report (BT3).
pub(crate) fn faults(battle: &Battle, report: &Report) -> Vec<Wrong> {
    let mut found = Vec::new();
    for host in &battle.hosts {
        let side = host.army.side();
        losses(host, side, report, &mut found);
        let Some(enemy) = battle.hosts.iter().find(|other| other.army != host.army) else {
            continue;
        };
        let killed: u16 = enemy.players.iter().filter_map(|seat| report.kills.get(seat)).sum();
        let other = report.other.get(&side).copied().unwrap_or_default();
        let lost = report.lost.get(&side).map_or(0, Vec::len);
        if usize::from(killed) + usize::from(other) != lost {
            let aside = if other > 0 { format!(" and {other} by nobody") } else { String::new() };
            let why = format!(
                "kills credited to {}: {killed}{aside}; losses of {side}: {lost}",
                side.other()
            );
            found.push(Wrong::new("kills", None, why));
        }
        if let Some(seat) =
            report.camp_looted.get(&side).filter(|seat| !enemy.players.contains(seat))
        {
            let why = format!("{seat} is not on the side that could loot the camp of {side}");
            found.push(Wrong::new("camp_looted", Some(side.to_string()), why));
        }
    }
    let known = |seat: &Seat| battle.hosts.iter().any(|host| host.players.contains(seat));
    for (seat, _) in report.kills.iter().filter(|(seat, kills)| **kills > 0 && !known(seat)) {
        found.push(Wrong::new(
            "kills",
            Some(seat.to_string()),
            format!("{seat} has no part in this battle"),
        ));
    }
    if let Some(side) =
        report.withdrew.side().filter(|side| report.winner != Whose::of(Some(side.other())))
    {
        found.push(Wrong::new(
            "withdrew",
            None,
            format!("{side} withdrew, so {} won", side.other()),
        ));
    }
    named(battle, report, &mut found);
    found
}

/// The mistakes about the seats at the table, and about the seats whose troops took a general.
fn named(battle: &Battle, report: &Report, found: &mut Vec<Wrong>) {
    let plays = |seat: &Seat| battle.hosts.iter().any(|host| host.players.contains(seat));
    for (at, seat) in report.at_table.iter().enumerate().filter(|(_, seat)| !plays(seat)) {
        let why = format!("{seat} has no part in this battle");
        found.push(Wrong { at: Some(at), ..Wrong::new("at_table", None, why) });
    }
    for (general, seat) in &report.general_by {
        let host = battle.hosts.iter().find(|host| fallen(host, report).any(|id| id == *general));
        let why = match host {
            None => format!("{general} is not a general among the lost elements"),
            Some(host) if host.players.contains(seat) || !plays(seat) => {
                format!("{seat} is not on the side that could kill {general}")
            }
            Some(_) => continue,
        };
        found.push(Wrong::new("general_by", Some(general.to_string()), why));
    }
}

/// The generals of a host that a report counts among the lost.
fn fallen(host: &Host, report: &Report) -> impl Iterator<Item = Member> {
    let lost: Vec<Member> = report.lost.values().flatten().copied().collect();
    let generals = host.all().filter(|soldier| soldier.office == Some(Office::General));
    generals.map(|soldier| soldier.id).filter(move |id| lost.contains(id))
}

fn losses(host: &Host, side: Side, report: &Report, found: &mut Vec<Wrong>) {
    let lost: &[Member] = report.lost.get(&side).map(Vec::as_slice).unwrap_or_default();
    for (at, member) in lost.iter().enumerate() {
        let mut wrong = |why| {
            found.push(Wrong { at: Some(at), ..Wrong::new("lost", Some(side.to_string()), why) });
        };
        if !host.all().any(|soldier| soldier.id == *member) {
            wrong(format!("{member} is not in the battle for {side}"));
        }
        if lost[..at].contains(member) {
            wrong(format!("{member} is lost twice"));
        }
    }
    let fell = host
        .all()
        .any(|soldier| soldier.office == Some(Office::General) && lost.contains(&soldier.id));
    if fell != report.general_killed.contains(&side) {
        let word = if fell { "is" } else { "is not" };
        found.push(Wrong::new(
            "general_killed",
            None,
            format!("the general of {side} {word} among the lost elements"),
        ));
    }
}

/// The result of a battle by its report, or by the ruling.
pub(crate) fn upshot(battle: &Battle, points: &Points) -> Upshot {
    let mut upshot = Upshot {
        winner: None,
        how: Decision::Reported,
        lost: Vec::new(),
        earned: Vec::new(),
        looted: Vec::new(),
    };
    let Some(report) = battle.reports.get(&Seat::referee()) else { return upshot };
    upshot.winner = report.winner.side();
    upshot.lost.extend(report.lost.values().flatten());
    for (seat, kills) in &report.kills {
        let kills = i16::try_from(*kills).unwrap_or(i16::MAX);
        upshot.earned.push((seat.clone(), kills.saturating_mul(points.element), Award::Elements));
    }
    for host in &battle.hosts {
        let Some(enemy) = battle.hosts.iter().find(|other| other.army != host.army) else {
            continue;
        };
        // If the report does not name whose troops took a general, the point is the enemy C-in-C's (R48).
        for general in fallen(host, report) {
            let seat = report.general_by.get(&general).unwrap_or(&enemy.seat);
            upshot.earned.push((seat.clone(), points.general, Award::General));
        }
    }
    for (side, seat) in &report.camp_looted {
        upshot.earned.push((seat.clone(), points.camp, Award::Camp));
        upshot.looted.extend(
            battle.hosts.iter().find(|host| host.army.side() == *side).map(|host| host.army),
        );
    }
    upshot
}
