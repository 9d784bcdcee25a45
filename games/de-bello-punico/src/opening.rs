//! The scenarios, options and tempos that a charter may choose, and the state before the first phase.

use super::data::{Printed, SetUpOrder};
use super::names::{AskName, Battle, Pair, PhaseName, Side};
use super::state::{Camp, Stage, State};
use engine::data::{Prospectus, ScenarioNote};
use engine::{Complaint, Setup, Tempo};
use std::collections::BTreeMap;

/// Scenarios and tempos; there are no options.
pub(super) fn prospectus(printed: &Printed) -> Prospectus {
    let seats = || Side::BOTH.map(|side| (side.seat(), side.word().to_owned())).to_vec();
    let scenario = |battle: &Battle| ScenarioNote {
        name: battle.word().to_owned(),
        title: printed.battle(*battle).title.clone(),
        seats: seats(),
    };
    Prospectus {
        title: "De Bello Punico".to_owned(),
        about: "four battles of the Second Punic War: facing, disorder, panic, and command points placed in secret".to_owned(),
        scenarios: Battle::ALL.iter().map(scenario).collect(),
        options: Vec::new(),
        tempos: vec![Tempo::Brisk, Tempo::Full],
        phases: [PhaseName::WORDS, AskName::WORDS].concat(),
    }
}

pub(super) fn open(printed: &Printed, setup: &Setup) -> Result<State, Vec<Complaint>> {
    let offered = prospectus(printed);
    let complaints = [offered.refuses(setup), offered.refuses_options(setup)].concat();
    let battle = Battle::parse(&setup.scenario);
    match battle.filter(|_| complaints.is_empty()) {
        Some(battle) => Ok(state(printed, battle, setup.tempo)),
        None => Err(complaints),
    }
}

/// A battle before set-up.
pub(super) fn state(printed: &Printed, battle: Battle, tempo: Tempo) -> State {
    let note = printed.battle(battle);
    let side = match note.order {
        SetUpOrder::First(side) => Some(side),
        SetUpOrder::Both => None,
    };
    State {
        battle,
        tempo,
        turn: 0,
        stage: Stage::SetUp { side },
        first: None,
        units: BTreeMap::new(),
        camps: Pair {
            rome: Camp::new(note.leaders.rome),
            carthage: Camp::new(note.leaders.carthage),
        },
        panics: 0,
        fled: false,
        over: None,
        asked: None,
    }
}
