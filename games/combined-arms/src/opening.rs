//! Opening a game: the charter's choices resolved against scenario and defaults.

use super::CombinedArms;
use super::names::{Name, Side, Stage};
use super::state::{Board, First, Flank, LimitResult, Options, State};
use crate::data::chart::{OptionRow, Scenario};
use crate::rules::muster;
use engine::complaint::Complaint;
use engine::data::{OptionNote, Prospectus, ScenarioNote, Setup, Tempo};
use engine::kit::Pair;
use engine::{Path, Seat};

/// The scenarios and options that a charter may choose. The tempo is the charter's own word, not an option of the game.
pub(super) fn prospectus(rules: &CombinedArms) -> Prospectus {
    let seats: Vec<(Seat, String)> = Side::BOTH
        .into_iter()
        .map(|side| (rules.seat(side).clone(), side.word().to_owned()))
        .collect();
    let scenario = |scenario: &Scenario| ScenarioNote {
        name: scenario.name.to_string(),
        title: scenario.title.clone(),
        seats: seats.clone(),
    };
    Prospectus {
        title: "Combined Arms (Punic Wars)".to_owned(),
        about: "Two armies of cohorts on squares, no dice: win by attacking one enemy with several units"
            .to_owned(),
        scenarios: rules.chart.scenarios.iter().map(scenario).collect(),
        options: options_of(rules).map(option_note).collect(),
        tempos: vec![Tempo::Brisk, Tempo::Full],
        phases: Stage::WORDS.iter().copied().filter(|word| *word != Stage::Over.word()).collect(),
    }
}

fn options_of(rules: &CombinedArms) -> impl Iterator<Item = &OptionRow> {
    rules.chart.options.iter().filter(|row| row.name != "tempo")
}

fn option_note(row: &OptionRow) -> OptionNote {
    let [full, brisk] = &row.default;
    let default =
        if full == brisk { full.clone() } else { format!("{brisk} (tempo full: {full})") };
    OptionNote {
        name: row.name.clone(),
        values: row.values.clone(),
        default,
        note: row.note.clone(),
    }
}

/// The state before the first phase.
///
/// # Errors
/// Unknown scenario, option or value, seats that are not the two of the title, a board that the
/// scenario's layouts do not fit.
pub(super) fn open(rules: &CombinedArms, setup: &Setup) -> Result<State, Vec<Complaint>> {
    let offered = prospectus(rules);
    let complaints = [offered.refuses(setup), offered.refuses_options(setup)].concat();
    let scenario = Name::new(&setup.scenario).and_then(|name| rules.chart.scenario(name));
    let Some(scenario) = scenario.filter(|_| complaints.is_empty()) else { return Err(complaints) };
    let chosen = Chosen { rules, setup, scenario };
    let options = chosen.options().map_err(|complaint| vec![complaint])?;
    let board =
        rules.chart.map(options.map).map(|map| map.board).ok_or_else(|| vec![chosen.odd("map")])?;
    fits(&chosen, &board)?;
    musters(&chosen, &options)?;
    let folded = options.tempo == Tempo::Brisk && options.placement == 0;
    Ok(State {
        options,
        board,
        stage: if folded { Stage::Deploy } else { Stage::Muster },
        turn: 0,
        active: None,
        first: None,
        waiting: Vec::new(),
        units: Vec::new(),
        lost: Vec::new(),
        quiet_since: 0,
        past: Vec::new(),
        asked: None,
        offer: None,
        result: None,
    })
}

/// Checks that the scenario's layouts fit the board that was chosen.
fn fits(chosen: &Chosen<'_>, board: &Board) -> Result<(), Vec<Complaint>> {
    let layouts = Side::BOTH.into_iter().flat_map(|side| chosen.scenario.layouts_of(side));
    let misfit = layouts
        .filter_map(|name| chosen.rules.chart.layout(*name))
        .find(|layout| layout.size != board.size);
    let Some(layout) = misfit else { return Ok(()) };
    let (name, wide, need) = (chosen.text("map"), board.size, layout.size);
    let message = format!(
        "the board {name} has {wide} columns; the set-ups of {} need {need}",
        chosen.scenario.name
    );
    let fix = format!("choose a board of {need} by {need}, or another scenario");
    Err(vec![
        Complaint::fault("E-option", Path::top().then("options").then("map"), message).fix(fix),
    ])
}

/// Checks that each side has a lawful army of the size that a handicap leaves it (C1, R49).
fn musters(chosen: &Chosen<'_>, options: &Options) -> Result<(), Vec<Complaint>> {
    let (chart, scenario) = (&chosen.rules.chart, chosen.scenario);
    let stranded = Side::BOTH.into_iter().find(|side| {
        let size = muster::size(scenario, options, *side);
        muster::legal_armies(chart, *side, size, scenario.limits_factor) == 0
    });
    let Some(side) = stranded else { return Ok(()) };
    let size = muster::size(scenario, options, side);
    let message =
        format!("{} would have {size} units, and no such army is allowed", side.proper_name());
    let at = Path::top().then("options").then(match side {
        Side::Rome => "handicap-rome",
        Side::Carthage => "handicap-carthage",
    });
    Err(vec![Complaint::fault("E-option", at, message).fix("give a smaller handicap")])
}

/// The charter's choices, which override the scenario's, which override the defaults.
struct Chosen<'a> {
    rules: &'a CombinedArms,
    setup: &'a Setup,
    scenario: &'a Scenario,
}

impl Chosen<'_> {
    fn text(&self, name: &str) -> String {
        let row = self.rules.chart.options.iter().find(|row| row.name == name);
        let at = usize::from(self.setup.tempo == Tempo::Brisk);
        let of_scenario = self
            .scenario
            .options
            .iter()
            .find(|(option, _)| option == name)
            .map(|(_, value)| value.clone());
        let board = (name == "map").then(|| self.scenario.map.to_string());
        let given = self.setup.options.get(name).cloned();
        given
            .or(of_scenario)
            .or(board)
            .or_else(|| row.map(|row| row.default[at].clone()))
            .unwrap_or_default()
    }

    fn odd(&self, name: &'static str) -> Complaint {
        let message = format!("{name} cannot be `{}`", self.text(name));
        Complaint::fault("E-option", Path::top().then("options").then(name), message)
    }

    /// A number whose option was added later: in the data of older games it is 0.
    fn since<N: std::str::FromStr + Default>(&self, name: &'static str) -> Result<N, Complaint> {
        let known = self.rules.chart.options.iter().any(|row| row.name == name);
        if known { self.number(name) } else { Ok(N::default()) }
    }

    fn number<N: std::str::FromStr>(&self, name: &'static str) -> Result<N, Complaint> {
        self.text(name).parse().map_err(|_| self.odd(name))
    }

    /// Reads an option that has one of two words, and gives the value of that word.
    fn either<T>(&self, name: &'static str, words: [(&str, T); 2]) -> Result<T, Complaint> {
        let text = self.text(name);
        words
            .into_iter()
            .find(|(word, _)| *word == text)
            .map(|(_, value)| value)
            .ok_or_else(|| self.odd(name))
    }

    fn options(&self) -> Result<Options, Complaint> {
        let placement =
            if self.text("placement") == "blind" { 0 } else { self.number("placement")? };
        let first = match self.text("first").as_str() {
            "rome" => First::Rome,
            "carthage" => First::Carthage,
            "mobility" => First::Mobility,
            _ => return Err(self.odd("first")),
        };
        Ok(Options {
            scenario: self.scenario.name,
            tempo: self.setup.tempo,
            placement,
            first,
            flank: self.either("flank", [("direct", Flank::Direct), ("wide", Flank::Wide)])?,
            map: Name::new(&self.text("map")).ok_or_else(|| self.odd("map"))?,
            veterans: self.number("veterans")?,
            handicap: Pair {
                rome: self.since("handicap-rome")?,
                carthage: self.since("handicap-carthage")?,
            },
            hills: self.since("hills")?,
            plateaus: self.since("plateaus")?,
            experienced: self.either("experienced", [("false", false), ("true", true)])?,
            experience_kills: self.number("experience-kills")?,
            round_limit: self.number("round-limit")?,
            limit_result: self.either(
                "limit-result",
                [("draw", LimitResult::Draw), ("points", LimitResult::Points)],
            )?,
            stall_limit: self.number("stall-limit")?,
            repetition: self.number("repetition")?,
        })
    }
}
