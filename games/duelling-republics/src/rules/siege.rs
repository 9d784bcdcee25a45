//! Q1, Q2, Q4: sieges.

use super::{attrition, field, question, say, score};
use crate::Table;
use crate::elements::ArmyId;
use crate::events::{Award, Doom, Modifier, Relief, Sieges};
use crate::names::{City, Name};
use crate::state::Siege;
use engine::dice::Secrecy;

/// Q4: sieges without besiegers, or with nobody and nothing left to besiege, end.
pub(crate) fn tidy(table: &mut Table<'_>) {
    let sieges: Vec<(Name, Siege)> =
        table.state().sieges.iter().map(|(at, siege)| (*at, siege.clone())).collect();
    for (at, siege) in sieges {
        let Some(first) = siege.besiegers.first() else {
            say(table, "Q4", Sieges::SiegeLifted { at, why: Relief::NoBesieger });
            continue;
        };
        if siege.besieged.is_empty() && !field(table).enemy_major(at, first.side()) {
            say(table, "Q4", Sieges::SiegeLifted { at, why: Relief::NobodyBesieged });
        }
    }
}

pub(crate) fn bonuses(field: &super::Field<'_>, at: Name, siege: &Siege) -> [Modifier; 2] {
    let numbers = field.chart.siege;
    let side = siege.besiegers.first().map(|id| id.side());
    let city = side.is_some_and(|side| field.enemy_major(at, side));
    let (what, points) = match (siege.besieged.is_empty(), city) {
        (false, true) => ("army and major city", numbers.both),
        (false, false) => ("army", numbers.army),
        (true, _) => ("major city", numbers.city),
    };
    let lasted = siege.counter.saturating_add(numbers.first).saturating_mul(numbers.per_turn);
    [
        Modifier { what: "turns lasted".to_owned(), points: i32::from(lasted) },
        Modifier { what: what.to_owned(), points: i32::from(points) },
    ]
}

/// Y4: each siege, in map order.
pub(crate) fn roll_all(table: &mut Table<'_>) {
    let places: Vec<Name> =
        table.rules().chart.provinces.iter().map(|province| province.id).collect();
    for at in places {
        let Some(siege) = table.state().sieges.get(&at).cloned() else { continue };
        if !siege.fought {
            roll(table, at, &siege);
        }
    }
    tidy(table);
}

fn roll(table: &mut Table<'_>, at: Name, siege: &Siege) {
    let Some(first) = siege.besiegers.first().copied() else { return };
    let bonuses = bonuses(&field(table), at, siege);
    let mut dice = [1_u8; 2];
    let labels = [format!("siege {first}"), format!("besieged {at}")];
    for (which, label) in labels.into_iter().enumerate() {
        table.settle("Q2", &label, Secrecy::Open, 6, 1, |_, faces| {
            dice[which] = u8::try_from(faces[0]).expect("a die has six faces");
            Sieges::SiegeThrow { at, besieger: which == 0, score: dice[which] }.into()
        });
    }
    let total = |which: usize| {
        dice[which].saturating_add_signed(i8::try_from(bonuses[which].points).unwrap_or(i8::MAX))
    };
    let totals = [total(0), total(1)];
    let won = totals[0] >= totals[1].saturating_mul(2);
    let counter = siege.counter.saturating_add(1);
    say(table, "Q2", Sieges::SiegeRoll { at, dice, bonuses, totals, won, counter });
    if won {
        succeed(table, at, siege, first);
    } else {
        starve(table, at);
    }
}

fn succeed(table: &mut Table<'_>, at: Name, siege: &Siege, first: ArmyId) {
    let chart = &table.rules().chart;
    let city = if field(table).enemy_major(at, first.side()) { City::Major } else { City::None };
    say(table, "Q2", Sieges::SiegeWon { at, by: first, city });
    score::of_army(table, "V", first, chart.points.won, Award::SiegeWon);
    if let Some(shut_in) = siege.besieged.first() {
        score::of_army(table, "V", *shut_in, chart.points.lost, Award::SiegeLost);
    }
    for army in &siege.besieged {
        score::destroyed(table, "Q2", *army, Doom::Siege);
    }
}

/// Every army present loses an element.
fn starve(table: &mut Table<'_>, at: Name) {
    let here: Vec<ArmyId> =
        table.state().armies.iter().filter(|(_, army)| army.at == at).map(|(id, _)| *id).collect();
    for id in here {
        if table.state().army(id).is_none() {
            continue;
        }
        let lost = attrition::lost(table, id, 1);
        question::as_told(table, (id, "losses"), |table| {
            say(table, "Q2", Sieges::SiegeLostElement { army: id, lost });
        });
        if table.state().army(id).is_some_and(|army| army.body.core.is_empty()) {
            score::destroyed(table, "T4", id, Doom::Hunger);
        }
    }
}
