//! Opening a game: scenarios, options, tempos.

use crate::Punica;
use crate::board::Board;
use crate::data::Scenario;
use crate::data::chart::each;
use crate::names::{AreaId, Side, Unit, UnitId};
use crate::state::{Camp, Options, Stage, State};
use engine::complaint::nearest;
use engine::data::{OptionNote, ScenarioNote};
use engine::{Complaint, Path, Prospectus, Setup, Tempo};
use std::collections::BTreeMap;

/// Option names with their notes. Rules O1 to O4.
const OPTIONS: [(&str, &[&str], &str); 4] = [
    (
        "repetition",
        &["none", "threefold"],
        "threefold: the game is drawn when a position occurs for the third time at the end of a \
         turn (O1)",
    ),
    (
        "quiet",
        &[],
        "n: the game is drawn after n turns in a row in which no unit was removed; 0 for never \
         (O2)",
    ),
    ("clock", &[], "n: the game is judged after turn n; 0 for never (O3)"),
    (
        "hannibal.escort",
        &["0", "1"],
        "1: when Hannibal crosses a border, one army in his region may go with him at no cost (O4)",
    ),
];

/// The scenarios, options and tempos that a charter may choose.
pub(crate) fn prospectus(rules: &Punica) -> Prospectus {
    let seats = || Side::BOTH.map(|side| (side.seat(), side.word().to_owned())).to_vec();
    let note = |scenario: &Scenario| ScenarioNote {
        name: scenario.name.clone(),
        title: scenario.title.clone(),
        seats: seats(),
    };
    let constants = rules.constants();
    let Options { repetition, quiet, clock, escort } = constants.options;
    let defaults = [
        if repetition { "threefold".to_owned() } else { "none".to_owned() },
        quiet.to_string(),
        clock.to_string(),
        u32::from(escort).to_string(),
    ];
    let option = |((name, values, note), default): ((&str, &[&str], &str), String)| OptionNote {
        name: name.to_owned(),
        values: values.iter().map(|value| (*value).to_owned()).collect(),
        default,
        note: note.to_owned(),
    };
    let tempos =
        [constants.tempo, if constants.tempo == Tempo::Brisk { Tempo::Full } else { Tempo::Brisk }];
    Prospectus {
        title: "Punica: Rome vs Carthage".to_owned(),
        about: "a short duel of cards and armies over the western Mediterranean, without dice"
            .to_owned(),
        scenarios: rules.scenarios().iter().map(note).collect(),
        options: OPTIONS.into_iter().zip(defaults).map(option).collect(),
        tempos: tempos.to_vec(),
        phases: Stage::ASKING.to_vec(),
    }
}

/// The position before the first action. Rules G4, G5.
pub(crate) fn open(rules: &Punica, setup: &Setup) -> Result<State, Vec<Complaint>> {
    let mut complaints = prospectus(rules).refuses(setup);
    let scenario = rules.scenarios().iter().find(|scenario| scenario.name == setup.scenario);
    let mut options = rules.constants().options;
    for (name, value) in &setup.options {
        if let Err(complaint) = choose(&mut options, name, value) {
            complaints.push(*complaint);
        }
    }
    match scenario {
        Some(scenario) if complaints.is_empty() => {
            Ok(start(rules, &scenario.board, scenario.first, options, setup.tempo))
        }
        _ => Err(complaints),
    }
}

pub(crate) fn choose(options: &mut Options, name: &str, value: &str) -> Result<(), Box<Complaint>> {
    let path = Path::top().then("options").then(name);
    let wrong = |fix: &str| {
        let fault = Complaint::fault(
            "E-option",
            path.clone(),
            format!("option {name} cannot be `{value}`"),
        );
        Box::new(fault.fix(fix))
    };
    let number = || {
        value
            .parse::<u32>()
            .ok()
            .filter(|n| *n <= 9999)
            .ok_or_else(|| wrong("write a number of turns from 0 to 9999"))
    };
    match name {
        "repetition" => {
            options.repetition =
                word(value, ["none", "threefold"]).ok_or_else(|| wrong("none or threefold"))?;
        }
        "quiet" => options.quiet = number()?,
        "clock" => options.clock = number()?,
        "hannibal.escort" | "escort" => {
            options.escort = word(value, ["0", "1"]).ok_or_else(|| wrong("0 or 1"))?;
        }
        _ => {
            let names = OPTIONS.map(|(name, _, _)| name);
            let fix = match nearest(name, names) {
                Some(near) => format!("did you mean {near}?"),
                None => format!("options: {}", names.join(", ")),
            };
            return Err(Box::new(
                Complaint::fault("E-option", path, format!("no option `{name}`")).fix(fix),
            ));
        }
    }
    Ok(())
}

fn word(value: &str, words: [&str; 2]) -> Option<bool> {
    words.iter().position(|word| *word == value).map(|at| at == 1)
}

/// The state that a board and the charter's choices make.
pub(crate) fn start(
    rules: &Punica,
    board: &Board,
    first: Side,
    options: Options,
    tempo: Tempo,
) -> State {
    let [rome, carthage] = Side::BOTH.map(|side| camp(rules, board, side));
    let position = rules.position(board, first);
    State {
        tempo,
        options,
        turn: 1,
        active: first,
        stage: Stage::Action {},
        rome,
        carthage,
        pending: Vec::new(),
        fight: None,
        fought: BTreeMap::new(),
        battle_before: false,
        bled: false,
        quiet: 0,
        offer: None,
        seen: if options.repetition { BTreeMap::from([(position, 1)]) } else { BTreeMap::new() },
        sealed: BTreeMap::new(),
        ended: None,
    }
}

/// Units and cards of a side. Alike units are numbered by area id.
fn camp(rules: &Punica, board: &Board, side: Side) -> Camp {
    let chart = rules.chart();
    let letter = &side.word()[..1];
    let mut camp = Camp::default();
    let mut numbers = [0, 0];
    for area in each(board.held[side.at()]) {
        for _ in 0..board.count[side.at()][area] {
            let fleet = chart.is_sea(area);
            numbers[usize::from(fleet)] += 1;
            let id = UnitId::new(&format!(
                "{letter}{}{}",
                if fleet { 'f' } else { 'a' },
                numbers[usize::from(fleet)]
            ));
            camp.units.extend(id.map(|id| (id, chart.id(area))));
        }
        if board.hannibal_at(side, area) {
            camp.units.insert(UnitId::of("hannibal"), chart.id(area));
        }
    }
    let fleets =
        (1..=rules.counters(side).fleet).filter_map(|n| UnitId::new(&format!("{letter}f{n}")));
    camp.sunk = fleets.filter(|id| !camp.units.contains_key(id)).collect();
    camp.deck = rules.deck(side).0.iter().map(|card| card.id).collect();
    let (held, out): (Vec<_>, Vec<_>) =
        camp.deck.iter().enumerate().partition(|(at, _)| board.hands[side.at()] & (1 << at) != 0);
    camp.hand = held.into_iter().map(|(_, id)| *id).collect();
    camp.face_up = out.into_iter().map(|(_, id)| *id).collect();
    camp
}

/// True if a unit of this kind may stand in the area.
pub(crate) fn fits(rules: &Punica, unit: Unit, area: AreaId) -> bool {
    rules.chart().find(area).is_some_and(|area| rules.chart().is_sea(area) != unit.by_land())
}
