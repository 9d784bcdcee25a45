//! What the title offers, and the table before the first phase.

use super::data::{Printed, SetUpOrder};
use super::names::{Battle, Pair, Side};
use super::state::{Camp, Stage, State};
use engine::Common;
use engine::data::{Prospectus, ScenarioNote};
use engine::{Complaint, Path, Setup};
use std::collections::{BTreeMap, BTreeSet};

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
        about: "four battles of the Second Punic War: facing, disorder, panic, and command points laid in secret".to_owned(),
        scenarios: Battle::ALL.iter().map(scenario).collect(),
        options: Vec::new(),
        tempos: vec!["brisk".to_owned(), "full".to_owned()],
    }
}

/// The table before the first phase.
pub(super) fn open(printed: &Printed, setup: &Setup) -> Result<State, Vec<Complaint>> {
    let mut complaints = Vec::new();
    let battle = Battle::parse(&setup.scenario);
    if battle.is_none() {
        let fault = Complaint::fault(
            Common::Scenario.code(),
            Path::top().then("scenario"),
            format!("no scenario `{}`", setup.scenario),
        );
        complaints.push(fault.fix(format!("one of: {}", Battle::WORDS.join(", "))));
    }
    let seats: BTreeSet<(&str, &str)> =
        setup.seats.iter().map(|(seat, side)| (seat.name(), side.as_str())).collect();
    if seats != BTreeSet::from([("rome", "rome"), ("carthage", "carthage")])
        || setup.seats.len() != 2
    {
        let fault = Complaint::fault(
            Common::Seats.code(),
            Path::top().then("seats"),
            "a battle has the seats rome and carthage",
        );
        complaints
            .push(fault.fix("name two seats, rome on side rome and carthage on side carthage"));
    }
    for name in setup.options.keys() {
        let path = Path::top().then("options").then(name.as_str());
        complaints.push(
            Complaint::fault(Common::Option.code(), path, format!("no option `{name}`"))
                .fix("leave it out: there are none"),
        );
    }
    match battle.filter(|_| complaints.is_empty()) {
        Some(battle) => Ok(state(printed, battle, setup.tempo)),
        None => Err(complaints),
    }
}

/// A battle before set-up.
pub(super) fn state(printed: &Printed, battle: Battle, tempo: engine::Tempo) -> State {
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
