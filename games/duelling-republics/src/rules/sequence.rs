//! The sequence of play: each stage does its part and says which comes next.

use super::political::Preferences;
use super::{
    absence, call, commands, control, end, entered, field, hands, political, season, siege,
};
use super::{battles, by, by_standing, policy, say};
use crate::elements::{ArmyId, Side};
use crate::events::Sequence;
use crate::names::Season;
use crate::orders::{Choice, Orders};
use crate::state::Stage;
use crate::{DuellingRepublics, Table};
use engine::rules::AnswersOf;
use engine::{Seat, Tempo};
use std::collections::BTreeMap;

type Answers = AnswersOf<DuellingRepublics>;

/// Carries out the stage at which the game stands.
pub(crate) fn resolve(table: &mut Table<'_>, answers: &Answers) {
    absence::attend(table, answers);
    if let Some(side) = absence::deserted(table) {
        end::desert(table, side);
        return;
    }
    match table.state().stage {
        Stage::Control => {
            control::throw(table);
            go(table, Stage::Setup);
        }
        Stage::Setup => {
            control::muster(table, answers);
            say(table, "S4", Sequence::Year { year: 1 });
            open_year(table, table.state().options.first_resources);
        }
        Stage::Resources => {
            allocate_all(table, answers);
            disclose(table, answers);
        }
        Stage::Allocate { turn } => allocate(table, turn, answers),
        Stage::Commands => {
            give_commands(table, answers);
            go(table, Stage::Begin);
        }
        Stage::Begin => {
            let next = table.state().season;
            season::begin(table, next);
            go(table, Stage::Move { slot: 0 });
        }
        Stage::Move { slot } => move_armies(table, slot, answers),
        Stage::Answer { slot } => answer(table, slot, answers),
        Stage::Battle => {
            battles::proceed(table, answers);
            if table.state().battles.is_empty() {
                go(table, Stage::Close);
            }
        }
        Stage::Close => close(table),
        Stage::Over => {}
    }
}

fn go(table: &mut Table<'_>, stage: Stage) {
    if table.state().stage != stage && table.state().result.is_none() {
        say(table, "2", Sequence::Stage { stage });
    }
}

/// A year begins with its political phase, or with its first season.
fn open_year(table: &mut Table<'_>, politics: bool) {
    if !politics {
        go(table, Stage::Begin);
        return;
    }
    political::begin(table);
    let stage = match table.state().options.tempo {
        Tempo::Brisk => Stage::Resources,
        Tempo::Full => Stage::Allocate { turn: 0 },
    };
    go(table, stage);
}

fn list(table: &Table<'_>, answers: &Answers, seat: &Seat, name: &str) -> Preferences {
    let items = match answers.of(seat, name) {
        Some(Orders::Resources(orders)) => orders.allocate.clone(),
        _ => Vec::new(),
    };
    let order = table.order_of(seat, name).map(|order| order.below("allocate"));
    Preferences { items: items.into_iter().enumerate().collect(), order }
}

/// `brisk`: all turns of both sides, turn by turn.
fn allocate_all(table: &mut Table<'_>, answers: &Answers) {
    let seats: Vec<Seat> = table.state().players.iter().map(|player| player.seat.clone()).collect();
    let mut lists: BTreeMap<Seat, Preferences> = seats
        .into_iter()
        .map(|seat| (seat.clone(), list(table, answers, &seat, "resources")))
        .collect();
    for turn in 0..political::turns(&field(table)) {
        for side in Side::BOTH {
            let Some(seat) = political::on_turn(&field(table), side, turn) else { continue };
            let wishes = lists.get_mut(&seat).expect("a list for each player");
            political::take(table, &seat, wishes);
        }
    }
}

/// `full`: one turn of each side.
fn allocate(table: &mut Table<'_>, turn: u8, answers: &Answers) {
    for side in Side::BOTH {
        let Some(seat) = political::on_turn(&field(table), side, turn) else { continue };
        let mut wishes = list(table, answers, &seat, "allocate");
        political::take(table, &seat, &mut wishes);
    }
    let next = turn.saturating_add(1);
    if next < political::turns(&field(table)) {
        go(table, Stage::Allocate { turn: next });
    } else {
        disclose(table, answers);
    }
}

/// After the last turn: everybody learns what is public, and commands are given (not in the first year).
fn disclose(table: &mut Table<'_>, answers: &Answers) {
    political::disclose(table);
    if table.state().year == 1 {
        go(table, Stage::Begin);
    } else if table.state().options.tempo == Tempo::Full {
        go(table, Stage::Commands);
    } else {
        give_commands(table, answers);
        go(table, Stage::Begin);
    }
}

fn give_commands(table: &mut Table<'_>, answers: &Answers) {
    for side in Side::BOTH {
        commands::give(table, side, &|seat| {
            let said = answers.of(seat, "commands").or_else(|| answers.of(seat, "resources"));
            match said {
                Some(Orders::Resources(orders)) => orders.army.clone(),
                _ => Vec::new(),
            }
        });
    }
}

fn options(table: &Table<'_>, id: ArmyId, answers: &Answers) -> Vec<Choice> {
    let Some(seat) = super::commander(table.state(), id) else { return Vec::new() };
    match answers.of(seat, table.state().season.word()) {
        Some(Orders::Season(turns)) => turns.get(id).unwrap_or_default().to_vec(),
        _ => Vec::new(),
    }
}

fn move_armies(table: &mut Table<'_>, slot: u8, answers: &Answers) {
    let last = if table.state().options.tempo == Tempo::Brisk { 3 } else { slot };
    for slot in slot..=last {
        let Some(id) = table.state().mover(slot) else { continue };
        let options = options(table, id, answers);
        if let Some(seat) = super::commander(table.state(), id).cloned() {
            by(table, &seat, table.state().season.word(), id.word());
        }
        season::turn(table, id, &options);
        table.by_order(None);
    }
    moved(table, last);
}

/// After an army's turn: somebody must answer, or the next army moves, or battles are called.
fn moved(table: &mut Table<'_>, slot: u8) {
    // An army may have been disbanded before the city that it besieged.
    siege::tidy(table);
    if table.state().entry.is_some() {
        go(table, Stage::Answer { slot });
    } else if slot < 3 {
        go(table, Stage::Move { slot: slot + 1 });
    } else {
        call::call_all(table);
        go(table, if table.state().battles.is_empty() { Stage::Close } else { Stage::Battle });
    }
}

fn answer(table: &mut Table<'_>, slot: u8, answers: &Answers) {
    let Some(entry) = table.state().entry else {
        moved(table, slot);
        return;
    };
    let seat = super::commander(table.state(), entry.target).cloned();
    let reply = seat.and_then(|seat| answers.of(&seat, "answer"));
    match reply {
        Some(Orders::Answer(reply)) if reply.army == entry.target => {
            if let Some(seat) = super::commander(table.state(), entry.target).cloned() {
                by(table, &seat, "answer", "");
            }
            entered::answer(table, entry, reply.what, &reply.to, None);
        }
        _ => {
            let (what, line) = entered::decide(&field(table), policy(table, entry.target), &entry);
            by_standing(table, entry.target);
            entered::answer(table, entry, what, &[], Some(line));
        }
    }
    table.by_order(None);
    moved(table, slot);
}

/// Sieges, hands, and what the end of a season or a year brings.
fn close(table: &mut Table<'_>) {
    siege::roll_all(table);
    hands::change(table);
    siege::tidy(table);
    let winter = table.state().season == Season::Winter;
    if winter {
        hands::year_over(table);
    }
    end::judge(table);
    if table.state().result.is_some() {
        return;
    }
    match table.state().season.next() {
        Some(next) => {
            say(table, "2", Sequence::NextSeason { season: next });
            go(table, Stage::Begin);
        }
        None => {
            let year = table.state().year.saturating_add(1);
            say(table, "2", Sequence::Year { year });
            open_year(table, true);
        }
    }
}
