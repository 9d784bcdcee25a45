//! The questions that seats must answer.

use super::asked::{Asked, Query};
use super::elements::{ArmyId, Side};
use super::names::{Resolve, Season};
use super::orders::battle::BattleId;
use super::rules::{Field, battles, commands, political, season};
use super::state::{BattleStage, Entry, Player, Stage, State};
use engine::{Phase, Prompt, Seat, Tempo};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The question of a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Question {
    /// To show that the seat is taken; no other answer is asked for.
    Ready,
    Setup {
        army: ArmyId,
    },
    /// A ranked list for a whole political phase, and the choice of a command.
    Resources,
    Allocate,
    Commands {
        /// The armies to choose from.
        armies: Vec<ArmyId>,
    },
    Season {
        army: ArmyId,
    },
    Answer {
        entry: Entry,
    },
    /// A choice in the middle of a phase.
    Asked {
        query: Query,
    },
    Plan {
        battles: Vec<BattleId>,
    },
    Report {
        battle: BattleId,
    },
    /// The referee's decision on battles whose reports differ.
    Ruling {
        battles: Vec<BattleId>,
    },
    /// Orders for a minor war that may come.
    Minor,
    /// Players for vacant seats.
    Seats,
    /// No question: a seat may resign or write letters.
    Word,
}

pub(super) fn prompts(field: &Field<'_>) -> Vec<Prompt<Question>> {
    let mut prompts = match &field.state.asked {
        Some(Asked { seat, query }) => {
            vec![ask(seat, query.name(), Question::Asked { query: query.clone() }, false)]
        }
        None => asked(field),
    };
    if prompts.iter().all(|prompt| prompt.optional) {
        return Vec::new();
    }
    let named: BTreeSet<Seat> = prompts.iter().map(|prompt| prompt.seat.clone()).collect();
    let rest =
        field.state.players.iter().filter(|player| !player.vacant && !named.contains(&player.seat));
    prompts.extend(rest.map(|player| ask(&player.seat, "word", Question::Word, true)));
    if field.state.players.iter().any(|player| player.vacant) {
        prompts.push(ask(&Seat::referee(), "seats", Question::Seats, true));
    }
    prompts
}

fn ask(seat: &Seat, name: &str, question: Question, optional: bool) -> Prompt<Question> {
    Prompt { seat: seat.clone(), name: name.to_owned(), question, optional }
}

fn there<'a>(field: &Field<'a>) -> impl Iterator<Item = &'a Player> + use<'a> {
    field.state.players.iter().filter(|player| !player.vacant)
}

/// The C-in-C of an army, if somebody sits there.
fn leader<'a>(field: &Field<'a>, id: ArmyId) -> Option<&'a Seat> {
    let seat = field.state.army(id)?.seat.as_ref()?;
    there(field).any(|player| player.seat == *seat).then_some(seat)
}

fn asked(field: &Field<'_>) -> Vec<Prompt<Question>> {
    let brisk = field.state.options.tempo == Tempo::Brisk;
    match field.state.stage {
        Stage::Control => {
            there(field).map(|player| ask(&player.seat, "ready", Question::Ready, false)).collect()
        }
        Stage::Setup => {
            let of = |id| {
                leader(field, id)
                    .map(|seat| ask(seat, "setup", Question::Setup { army: id }, false))
            };
            ArmyId::CAMPAIGN.into_iter().filter_map(of).collect()
        }
        Stage::Resources => there(field)
            .map(|player| ask(&player.seat, "resources", Question::Resources, false))
            .collect(),
        Stage::Allocate { turn } => {
            let seats =
                Side::BOTH.into_iter().filter_map(|side| political::on_turn(field, side, turn));
            let seats = seats.filter(|seat| there(field).any(|player| player.seat == *seat));
            seats.map(|seat| ask(&seat, "allocate", Question::Allocate, false)).collect()
        }
        Stage::Commands => {
            let contests = Side::BOTH.into_iter().filter_map(|side| commands::contest(field, side));
            let real = contests.filter(|c| {
                c.armies.len() > 1 && there(field).any(|player| player.seat == c.chooser)
            });
            real.map(|c| {
                ask(&c.chooser, "commands", Question::Commands { armies: c.armies }, false)
            })
            .collect()
        }
        Stage::Move { slot } => {
            let slots = if brisk { 0..4 } else { slot..slot.saturating_add(1) };
            let armies = slots
                .filter_map(|slot| field.state.mover(slot))
                .filter(|id| season::has_turn(field, *id));
            let season = field.state.season.word();
            armies
                .filter_map(|id| {
                    leader(field, id)
                        .map(|seat| ask(seat, season, Question::Season { army: id }, false))
                })
                .collect()
        }
        Stage::Answer { .. } => {
            let entry = field.state.entry;
            let prompt = entry.and_then(|entry| {
                leader(field, entry.target)
                    .map(|seat| ask(seat, "answer", Question::Answer { entry }, false))
            });
            prompt.into_iter().collect()
        }
        Stage::Battle => battle_prompts(field),
        Stage::Begin | Stage::Close | Stage::Over => Vec::new(),
    }
}

/// Plans, reports, rulings and minor wars of a season are awaited together.
fn battle_prompts(field: &Field<'_>) -> Vec<Prompt<Question>> {
    let mut prompts = Vec::new();
    let mut plans: BTreeMap<Seat, (Vec<BattleId>, bool)> = BTreeMap::new();
    let mut leaders: BTreeSet<Seat> = BTreeSet::new();
    let mut called = false;
    let disputed = field.state.battles.iter().filter(|battle| battle.stage == BattleStage::Ruling);
    let disputed: Vec<BattleId> = disputed.map(|battle| battle.id).collect();
    if !disputed.is_empty() {
        prompts.push(ask(
            &Seat::referee(),
            "ruling",
            Question::Ruling { battles: disputed },
            false,
        ));
    }
    for battle in &field.state.battles {
        if battles::reports_due(battle) {
            let owes = |seat: &Seat| {
                !battle.reports.contains_key(seat)
                    && there(field).any(|player| player.seat == *seat)
            };
            for host in battle.hosts.iter().filter(|host| owes(&host.seat)) {
                prompts.push(ask(
                    &host.seat,
                    "report",
                    Question::Report { battle: battle.id },
                    false,
                ));
            }
        }
        if battle.stage != BattleStage::Called {
            continue;
        }
        called = true;
        for host in &battle.hosts {
            leaders.insert(host.seat.clone());
            for seat in
                host.players.iter().filter(|seat| there(field).any(|player| player.seat == **seat))
            {
                let entry = plans.entry(seat.clone()).or_default();
                entry.0.push(battle.id);
                entry.1 |= *seat == host.seat;
            }
        }
    }
    let auto = field.state.options.battles == Resolve::Auto;
    for (seat, (ids, leads)) in plans {
        // On the table the C-in-C's report takes the place of a plan.
        if auto || !leads {
            prompts.push(ask(&seat, "plan", Question::Plan { battles: ids }, !leads));
        }
    }
    if called && field.state.options.minor_wars {
        let free = there(field).filter(|player| !leaders.contains(&player.seat));
        prompts.extend(free.map(|player| ask(&player.seat, "minor-war", Question::Minor, true)));
    }
    prompts
}

pub(crate) fn phase(state: &State) -> Phase {
    let brisk = state.options.tempo == Tempo::Brisk;
    let asked = state.asked.as_ref();
    let name = match state.stage {
        _ if let Some(asked) = asked => asked.query.name(),
        Stage::Control => "ready",
        Stage::Setup => "setup",
        Stage::Resources => "resources",
        Stage::Allocate { .. } => "allocate",
        Stage::Commands => "commands",
        Stage::Begin => "begin",
        Stage::Move { .. } if brisk => state.season.word(),
        Stage::Move { .. } => "move",
        Stage::Answer { .. } => "answer",
        Stage::Battle => battle_phase(state),
        Stage::Close => "close",
        Stage::Over => "over",
    };
    let seat = match state.stage {
        _ if asked.is_some() => asked.map(|asked| asked.seat.clone()),
        Stage::Move { slot } if !brisk => {
            state.mover(slot).and_then(|id| state.army(id)?.seat.clone())
        }
        Stage::Answer { .. } => {
            state.entry.as_ref().and_then(|entry| state.army(entry.target)?.seat.clone())
        }
        _ => None,
    };
    let season = Season::ALL.iter().take_while(|season| **season != state.season).count();
    let turn = u32::from(state.year.saturating_sub(1)) * 4
        + u32::try_from(season).expect("four seasons")
        + 1;
    Phase { name: Cow::Borrowed(name), turn: if state.year == 0 { 0 } else { turn }, seat }
}

/// The name of the phase while battles are not over.
fn battle_phase(state: &State) -> &'static str {
    let any = |stage| state.battles.iter().any(|battle| battle.stage == stage);
    let reports = state.battles.iter().any(battles::reports_due);
    match (any(BattleStage::Ruling), reports) {
        (_, true) => "report",
        (true, false) => "ruling",
        (false, false) => "plan",
    }
}
