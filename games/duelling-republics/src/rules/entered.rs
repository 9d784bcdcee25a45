//! E1 to E4: an army that is entered upon, or sallied upon, answers.

use super::{
    Field, Refusal, by_standing, contact, field, policy, question, retreat, say, siege, void, wish,
};
use crate::Table;
use crate::asked::Query;
use crate::codes::Code;
use crate::data::chart::Chart;
use crate::elements::ArmyId;
use crate::events::{Battles, Encounter, Sieges};
use crate::names::{City, Do, IfSiege, Name};
use crate::orders::Says;
use crate::orders::battle::BattleId;
use crate::policy::{ArmyPolicy, Ground, Line, Sallied, When};
use crate::state::{Entry, Open};
use engine::Tempo;

/// Asks the army that is entered upon, or lets its standing orders answer.
pub(crate) fn ask(table: &mut Table<'_>, entry: Entry) {
    let state = table.state();
    let seat = super::commander(state, entry.target);
    let there = seat.and_then(|seat| state.player(seat)).is_some_and(|player| !player.vacant);
    let settled =
        policy(table, entry.target).and_then(|policy| policy.last_word).unwrap_or_default();
    if state.options.tempo == Tempo::Full && there && !settled {
        say(table, "E1", Encounter::Entering { entry });
        return;
    }
    let (what, line) = decide(&field(table), policy(table, entry.target), &entry);
    by_standing(table, entry.target);
    answer(table, entry, what, &[], Some(line));
}

/// The answer of standing orders, and the number of the line that gives it (from 1; 0 for a line of the defaults).
pub(crate) fn decide(field: &Field<'_>, own: Option<&ArmyPolicy>, entry: &Entry) -> (Do, u8) {
    let chart = field.chart;
    if entry.open == Open::NoSiege && entry.from.is_none() {
        let says = wish(chart, own, entry.target, |policy| policy.sallied_upon);
        if says == Some(Sallied::Retreat) && lawful(field, entry, Do::Retreat).is_ok() {
            return (Do::Retreat, 0);
        }
        return (Do::Fight, 0);
    }
    let lines = own.and_then(|policy| policy.entered.as_deref()).unwrap_or_default();
    for (at, line) in lines.iter().enumerate() {
        if fits(field, entry, line) {
            return (line.what, u8::try_from(at + 1).unwrap_or(u8::MAX));
        }
    }
    let defaults = default_lines(chart, entry.target);
    let default = defaults.iter().find(|line| fits(field, entry, line)).map(|line| line.what);
    let last = [Do::Fight, Do::Siege, Do::Retreat]
        .into_iter()
        .find(|what| lawful(field, entry, *what).is_ok());
    (default.or(last).unwrap_or(Do::Fight), 0)
}

fn default_lines(chart: &Chart, id: ArmyId) -> &[Line] {
    chart.standing.army(id).and_then(|policy| policy.entered.as_deref()).unwrap_or_default()
}

/// True if a line fits this entry, and is lawful.
fn fits(field: &Field<'_>, entry: &Entry, line: &Line) -> bool {
    let size = |id: ArmyId| {
        usize::from(field.state.army(id).expect("armies that meet are on the map").size)
    };
    let When { odds, by, province, size: most, season, can } = line.when;
    odds.is_none_or(|ratio| ratio.reached(size(entry.target), size(entry.mover)))
        && by.is_none_or(|army| army == entry.mover)
        && province.is_none_or(|ground| is(field, entry.target, entry.place, ground))
        && most.is_none_or(|most| size(entry.mover) <= usize::from(most))
        && season.is_none_or(|season| season == field.state.season)
        && can.is_none_or(|_| lawful(field, entry, Do::Retreat).is_ok())
        && lawful(field, entry, line.what).is_ok()
}

fn is(field: &Field<'_>, id: ArmyId, place: Name, ground: Ground) -> bool {
    let own = field.state.owned(place, id.side());
    let city = field.chart.province(place).city;
    match ground {
        Ground::Friendly => own,
        Ground::FriendlyCity => own && city != City::None,
        Ground::FriendlyMajor => own && city == City::Major,
        Ground::Enemy => field.state.owned(place, id.side().other()),
        Ground::Wild => field.chart.wild(place),
    }
}

/// Checks that an answer is open to the army that is asked.
///
/// # Errors
/// Why it is not.
pub(crate) fn lawful(field: &Field<'_>, entry: &Entry, what: Do) -> Result<(), Refusal> {
    let no = |rule, reason: String| {
        let no = Refusal::new(Code::Answer, rule, reason);
        Err(no.fix("the form names the possible answers"))
    };
    match (what, entry.open) {
        (Do::Fight, Open::NoFight) => no(
            "E1",
            "the army that was there first stands siege, so this army cannot fight: write siege \
             or retreat"
                .to_owned(),
        ),
        (Do::Siege, Open::NoSiege) => no("E4", "a besieger must fight or retreat".to_owned()),
        (Do::Siege, _) if !field.state.owned(entry.place, entry.target.side()) => {
            no("E3", format!("{} does not belong to {}", entry.place, entry.target.side()))
        }
        (Do::Retreat, _) if retreat::places(field, entry.target, entry.from).is_empty() => {
            no("E6", "there is no province to retreat to".to_owned())
        }
        _ => Ok(()),
    }
}

pub(crate) fn answer(table: &mut Table<'_>, entry: Entry, what: Do, to: &[Name], line: Option<u8>) {
    let here = field(table);
    let (what, line) = match lawful(&here, &entry, what) {
        Ok(()) => (what, line),
        Err(no) => {
            let decided = decide(&here, policy(table, entry.target), &entry);
            void(table, entry.target, what.word(), no);
            by_standing(table, entry.target);
            (decided.0, Some(decided.1))
        }
    };
    let (army, by, at) = (entry.target, entry.mover, entry.place);
    say(table, "E1", Encounter::Entered { army, by, at, answer: what, line });
    match what {
        Do::Fight => fight(table, &entry),
        Do::Retreat => {
            retreat::go(
                table,
                army,
                &retreat::Why {
                    forbidden: entry.from,
                    to,
                    prefer: None,
                    reason: format!("before {by}"),
                },
            );
            siege::tidy(table);
            contact::next(table, entry, &[]);
        }
        Do::Siege => shut_in(table, entry),
    }
}

/// E2: a battle is recorded; others of both sides who are in the open stand by.
pub(crate) fn fight(table: &mut Table<'_>, entry: &Entry) {
    let (mover, target, at) = (entry.mover, entry.target, entry.place);
    let state = table.state();
    let battle = name(&table.rules().chart, state, at);
    let behind_walls: Vec<ArmyId> =
        state.in_province(at, mover.side()).into_iter().filter(|id| state.besieged(*id)).collect();
    let mode = state.options.battles;
    say(
        table,
        "E2",
        Battles::Contact {
            battle,
            at,
            attacker: mover,
            defender: target,
            from: entry.from,
            behind_walls,
            mode,
        },
    );
    for (side, first) in [(mover.side(), mover), (target.side(), target)] {
        for other in table.state().in_the_open(at, side) {
            if other != first {
                say(table, "E2", Battles::Joined { battle, army: other });
            }
        }
    }
    if table.state().sieges.contains_key(&at) {
        say(table, "B6", Sieges::SiegeFought { at });
    }
}

/// The name of a battle: province, year, season.
pub(crate) fn name(chart: &Chart, state: &crate::state::State, at: Name) -> BattleId {
    let text = format!("{at}-{}-{}", state.year_bc(chart.year_bc), state.season);
    BattleId::new(&text).unwrap_or(BattleId::of("battle"))
}

/// E3: the army stands siege; the mover starves it or goes back.
fn shut_in(table: &mut Table<'_>, entry: Entry) {
    let (mover, target, at) = (entry.mover, entry.target, entry.place);
    let chart = &table.rules().chart;
    let joins = table.state().sieges.contains_key(&at);
    let free = !joins && !retreat::places(&field(table), mover, None).is_empty();
    let told = match entry.if_siege {
        None if free => question::ask(table, Query::Siege { army: mover, besieged: target, at }),
        None | Some(_) => None,
    };
    let says = match told {
        Some(Says::IfSiege(says)) => Some(says),
        Some(_) | None => entry
            .if_siege
            .or_else(|| wish(chart, policy(table, mover), mover, |policy| policy.if_siege)),
    };
    if says == Some(IfSiege::Retreat) && free {
        let why = retreat::Why {
            forbidden: None,
            to: &[],
            prefer: entry.from,
            reason: format!("from {target} behind its walls"),
        };
        retreat::go(table, mover, &why);
        return;
    }
    let city = chart.province(at).city;
    say(
        table,
        "Q1",
        Sieges::SiegeBegun { at, besieger: mover, besieged: Some(target), city, joins },
    );
    let enemy = target.side();
    let other = table.state().in_the_open(at, enemy).into_iter().next();
    if let Some(target) = other {
        ask(table, Entry { target, open: Open::NoFight, ..entry });
    }
}
