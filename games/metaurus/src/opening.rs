//! The scenarios, options and tempos that a charter may choose, and the state before the first phase.

use super::data::Printed;
use super::names::{About, Side};
use super::state::{Options, State};
use engine::data::{OptionNote, Prospectus, ScenarioNote};
use engine::{Common, Complaint, Path, Setup, Tempo};

/// Phases in which somebody may be asked, apart from questions in the middle of an activation.
const PHASES: [&str; 6] =
    ["setup-carthage", "setup-rome", "initiative", "orders", "activation", "turn"];
const TITLE: &str = "The Battle of the Metaurus";

pub(super) fn prospectus(printed: &Printed) -> Prospectus {
    let battle = &printed.battle;
    let option = |name: &str, values: &[&str], default: String, note: &str| OptionNote {
        name: name.to_owned(),
        values: values.iter().map(|value| (*value).to_owned()).collect(),
        default,
        note: note.to_owned(),
    };
    let limit = battle.turn_limit.map_or("none".to_owned(), |limit| limit.to_string());
    let seats = Side::BOTH.map(|side| (side.seat(), side.word().to_owned()));
    Prospectus {
        title: TITLE.to_owned(),
        about: "Hasdrubal at bay, 207 BC: secret order chits, compulsory attacks, and lines that \
                become locked in combat"
            .to_owned(),
        scenarios: vec![ScenarioNote {
            name: battle.id.clone(),
            // Beside the title, its name would stand twice in headings.
            title: battle.title.trim_start_matches(TITLE).trim_start_matches(", ").to_owned(),
            seats: seats.to_vec(),
        }],
        options: vec![
            option(
                "gauls",
                &["true", "false"],
                battle.gauls.to_string(),
                "the Gauls may ignore their orders (5.4)",
            ),
            option(
                "stall-turns",
                &[],
                battle.stall_turns.to_string(),
                "Game Turns without an attack after which Carthage wins",
            ),
            option(
                "turn-limit",
                &[],
                limit,
                "the last Game Turn, after which Carthage wins; `none` for no limit",
            ),
        ],
        tempos: vec![Tempo::Brisk, Tempo::Full],
        phases: [&PHASES[..], About::WORDS].concat(),
    }
}

pub(super) fn open(printed: &Printed, setup: &Setup) -> Result<State, Vec<Complaint>> {
    let battle = &printed.battle;
    let mut complaints = prospectus(printed).refuses(setup);
    let mut options = Options {
        gauls: battle.gauls,
        tempo: setup.tempo,
        stall_turns: battle.stall_turns,
        turn_limit: battle.turn_limit,
    };
    for (name, value) in &setup.options {
        if let Err(fix) = choose(&mut options, name, value) {
            let path = Path::top().then("options").then(name.as_str());
            let message = format!("option {name}: `{value}` cannot be used");
            complaints.push(Common::Option.at(path, message).fix(fix));
        }
    }
    if complaints.is_empty() { Ok(State::new(options)) } else { Err(complaints) }
}

/// Takes one choice, or says what may be chosen.
fn choose(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
    let turns = || value.parse::<u32>().ok().filter(|turns| (1..=999).contains(turns));
    match name {
        "gauls" => match value {
            "true" => options.gauls = true,
            "false" => options.gauls = false,
            _ => return Err("write true or false".to_owned()),
        },
        "stall-turns" => options.stall_turns = turns().ok_or("write a number from 1 to 999")?,
        "turn-limit" if matches!(value, "none" | "null" | "") => options.turn_limit = None,
        "turn-limit" => {
            options.turn_limit = Some(turns().ok_or("write a number from 1 to 999, or none")?);
        }
        _ => return Err("use one of the options gauls, stall-turns, turn-limit".to_owned()),
    }
    Ok(())
}
