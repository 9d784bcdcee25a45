//! Opening a game: the charter's choices resolved against the data.

use super::DuellingRepublics;
use super::data::chart::{Chart, OptionRow};
use super::elements::{ArmyId, Side};
use super::names::{Resolve, Season};
use super::state::{Army, Body, Options, Player, Stage, State};
use engine::complaint::{Complaint, nearest};
use engine::data::{OptionNote, Prospectus, ScenarioNote, Setup};
use engine::{Path, Seat, Tempo};
use std::collections::BTreeMap;

/// Phases in which somebody may be asked, besides the seasons of a brisk game.
const PHASES: [&str; 10] = [
    "ready",
    "setup",
    "resources",
    "allocate",
    "commands",
    "move",
    "answer",
    "plan",
    "ruling",
    "report",
];

/// A game for a number of players, with the number of players of each side. With an odd number Rome has the one more,
/// or Carthage.
struct War {
    name: String,
    title: String,
    players: usize,
    shares: [usize; 2],
}

fn wars(chart: &Chart) -> Vec<War> {
    let of = |(players, [rome, carthage]): (&usize, &[usize; 2])| {
        let (name, title) =
            (format!("players-{players}"), format!("The war for {players} players"));
        let turned = War {
            name: format!("{name}-carthage"),
            title: format!("{title}, Carthage the larger side"),
            players: *players,
            shares: [*carthage, *rome],
        };
        let shares = [*rome, *carthage];
        [Some(War { name, title, players: *players, shares }), (rome != carthage).then_some(turned)]
    };
    chart.split.iter().flat_map(of).flatten().collect()
}

/// The scenarios, options and tempos that a charter may choose.
pub(super) fn prospectus(rules: &DuellingRepublics) -> Prospectus {
    let chart = &rules.chart;
    let note = |war: War| ScenarioNote {
        name: war.name,
        title: war.title,
        seats: seats(chart, war.shares),
    };
    Prospectus {
        title: "Duelling Republics".to_owned(),
        about: "The Second Punic War for four to eight players: two sides and one winner; battles \
                are fought on the table or by the program"
            .to_owned(),
        scenarios: wars(chart).into_iter().map(note).collect(),
        options: chart.options.iter().filter(|row| row.name != "tempo").map(option_note).collect(),
        tempos: vec![Tempo::Brisk, Tempo::Full],
        phases: [&PHASES[..], Season::WORDS].concat(),
    }
}

fn seats(chart: &Chart, shares: [usize; 2]) -> Vec<(Seat, String)> {
    let of = |side: Side| {
        let names = chart.seats[side as usize].iter().take(shares[side as usize]);
        names.map(move |name| (Seat::new(name), side.word().to_owned()))
    };
    Side::BOTH.into_iter().flat_map(of).collect()
}

/// An option's name in a charter, where names have hyphens; the data write it with underscores.
fn offered(row: &OptionRow) -> String {
    row.name.replace('_', "-")
}

fn option_note(row: &OptionRow) -> OptionNote {
    let values = row.choices.clone();
    let note = match row.range {
        Some((low, high)) => format!("{low} to {high}. {}", row.note),
        None => row.note.clone(),
    };
    OptionNote {
        name: offered(row),
        values,
        default: row.default.clone(),
        note: note.trim().to_owned(),
    }
}

/// The state before the first phase.
///
/// # Errors
/// Unknown scenario, option or value; seats that no number of players has.
pub(super) fn open(rules: &DuellingRepublics, setup: &Setup) -> Result<State, Vec<Complaint>> {
    let chart = &rules.chart;
    let mut complaints = Vec::new();
    let Some(war) = wars(chart).into_iter().find(|war| war.name == setup.scenario) else {
        let known: Vec<String> = wars(chart).into_iter().map(|war| war.name).collect();
        let fault = Complaint::fault(
            "E-scenario",
            Path::top().then("scenario"),
            format!("no scenario `{}`", setup.scenario),
        );
        return Err(vec![fault.fix(format!("one of: {}", known.join(", ")))]);
    };
    check_seats(chart, setup, &war, &mut complaints);
    let handicap = check_options(chart, setup, &mut complaints);
    if !complaints.is_empty() {
        return Err(complaints);
    }
    let value = |name: &str| chosen(chart, setup, name);
    let number = |name: &str| {
        value(name).parse().expect("the option has already been checked to be a number")
    };
    let options = Options {
        tempo: setup.tempo,
        expanded: war.players >= 7,
        years: number("years"),
        battles: Resolve::parse(&value("battles")).unwrap_or(Resolve::Auto),
        // In full every decision is made in turn: there is nothing to give ahead.
        plans_ahead: setup.tempo == Tempo::Brisk && value("brisk_plans") == "ahead",
        minor_wars: value("minor_wars") == "true",
        open_rosters: value("rosters") == "open",
        first_resources: value("first_year") == "resources",
        misses: number("deadline_misses_to_vacant"),
    };
    Ok(state(chart, setup, options, handicap))
}

fn state(chart: &Chart, setup: &Setup, options: Options, handicap: [u16; 2]) -> State {
    let mut seats: Vec<(Side, Seat)> = setup
        .seats
        .iter()
        .filter_map(|(seat, side)| Some((Side::parse(side)?, seat.clone())))
        .collect();
    seats.sort();
    let player = |(side, seat): (Side, Seat)| {
        let vp = handicap[side as usize];
        Player { seat, side, vp, vacant: false, resigned: false, missed: 0, last: None }
    };
    let owner = |province: &super::data::chart::Province| {
        let theater = province.theater?;
        chart
            .theaters
            .iter()
            .find(|(name, _)| *name == theater)
            .map(|(_, side)| (province.id, *side))
    };
    let army = |(at, start): (usize, &super::data::chart::StartArmy)| {
        let army = Army {
            at: start.at,
            since: u32::try_from(at).expect("few armies"),
            rank: Some(start.rank),
            seat: None,
            size: 0,
            body: Body::default(),
            shown: Vec::new(),
            done: false,
            port: None,
        };
        (start.id, army)
    };
    State {
        options,
        stage: Stage::Control,
        year: 0,
        season: Season::Spring,
        players: seats.into_iter().map(player).collect(),
        initiative: chart.initiative,
        wins: [0, 0],
        order: [Vec::new(), Vec::new()],
        owners: chart.provinces.iter().filter_map(owner).collect(),
        armies: chart.start.iter().enumerate().map(army).collect::<BTreeMap<ArmyId, Army>>(),
        sieges: BTreeMap::new(),
        battles: Vec::new(),
        line: None,
        political: None,
        entry: None,
        asked: None,
        fallen: Vec::new(),
        arrivals: 4,
        minor_wars: 0,
        result: None,
    }
}

fn chosen(chart: &Chart, setup: &Setup, name: &str) -> String {
    let Some(row) = chart.options.iter().find(|row| row.name == name) else { return String::new() };
    let said = setup.options.get(&offered(row)).or_else(|| setup.options.get(name));
    said.unwrap_or(&row.default).clone()
}

/// Checks that the seats are those of the number of players. A charter that names only their number may give either
/// side the one more.
fn check_seats(chart: &Chart, setup: &Setup, war: &War, complaints: &mut Vec<Complaint>) {
    let path = || Path::top().then("seats");
    let (players, shares) = (war.players, war.shares);
    let turned = if shares[0] > shares[1] { [shares[1], shares[0]] } else { shares };
    let count = |side: Side| setup.seats.iter().filter(|(_, plays)| plays == side.word()).count();
    let found = Side::BOTH.map(count);
    let fits = found == shares || found == turned;
    // Of a number that does not fit, the seats that there would be are named.
    let due = if fits { found } else { shares };
    let names = |side: Side| &chart.seats[side as usize][..due[side as usize]];
    if !fits {
        let message = format!("{} seats are given to Rome and {} to Carthage", found[0], found[1]);
        let all: Vec<&str> = Side::BOTH.into_iter().flat_map(names).map(String::as_str).collect();
        let fix = format!("a game of {players} players has the seats {}", all.join(", "));
        complaints.push(Complaint::fault("E-seats", path(), message).fix(fix));
    }
    for (seat, side) in &setup.seats {
        let Some(side) = Side::parse(side) else {
            let fault =
                Complaint::fault("E-seats", path().then(seat.name()), format!("no side `{side}`"));
            complaints.push(fault.fix("rome or carthage"));
            continue;
        };
        if !names(side).iter().any(|name| name == seat.name()) {
            let fault = Complaint::fault(
                "E-seats",
                path().then(seat.name()),
                format!("{side} has no seat `{seat}`"),
            );
            complaints.push(fault.fix(format!("one of: {}", names(side).join(", "))));
        }
    }
}

/// Complains of options that do not exist, and of values that they do not take. Returns the handicap.
fn check_options(chart: &Chart, setup: &Setup, complaints: &mut Vec<Complaint>) -> [u16; 2] {
    let names: Vec<String> =
        chart.options.iter().filter(|row| row.name != "tempo").map(offered).collect();
    for (name, value) in &setup.options {
        let path = Path::top().then("options").then(name.as_str());
        let called =
            |row: &&OptionRow| (row.name == *name || offered(row) == *name) && name != "tempo";
        let Some(row) = chart.options.iter().find(called) else {
            let fix = match nearest(name, names.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("one of: {}", names.join(", ")),
            };
            complaints
                .push(Complaint::fault("E-option", path, format!("no option `{name}`")).fix(fix));
            continue;
        };
        if let Some(fix) = unfit(row, value) {
            complaints.push(
                Complaint::fault("E-option", path, format!("{name} cannot be `{value}`")).fix(fix),
            );
        }
    }
    handicap(&chosen(chart, setup, "handicap")).unwrap_or_default()
}

/// The reason why a value does not fit an option; none if it fits.
fn unfit(row: &OptionRow, value: &str) -> Option<String> {
    if row.name == "handicap" {
        return handicap(value)
            .is_none()
            .then(|| "write Rome's and Carthage's, such as 0/2".to_owned());
    }
    if !row.choices.is_empty() {
        return (!row.choices.iter().any(|choice| choice == value))
            .then(|| format!("one of: {}", row.choices.join(", ")));
    }
    let (low, high) = row.range.unwrap_or((1, 99));
    let fits = value.parse::<u32>().is_ok_and(|number| (low..=high).contains(&number));
    (!fits).then(|| format!("a number from {low} to {high}"))
}

/// `2/0`: what each player of Rome and of Carthage begins with.
fn handicap(text: &str) -> Option<[u16; 2]> {
    let (rome, carthage) = text.split_once('/')?;
    let number = |part: &str| part.trim().parse::<u16>().ok().filter(|number| *number <= 99);
    Some([number(rome)?, number(carthage)?])
}
