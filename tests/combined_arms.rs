//! Combined Arms: the conformance cases, and games played by machines to their end.
#![allow(clippy::disallowed_methods, reason = "the test reads its cases")]

use combined_arms::CombinedArms;
use engine::selfplay::{self, Scrutiny};
use engine::title::{Play, RawOrders};
use engine::{BotStyle, Case, Data, Dice, Node, Rules, Seat, Setup, Tempo};
use record::exchange::{data, yaml};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use tabella::packed;

fn texts() -> Vec<(&'static str, &'static str)> {
    packed::data("combined-arms").collect()
}

fn read() -> Data {
    data::build(texts()).expect("the data is YAML")
}

fn rules() -> CombinedArms {
    CombinedArms::load(&read(), engine::Revision::FIRST)
        .unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// All files of the case folder with their trees.
fn case_files() -> Vec<(PathBuf, Node)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/combined-arms/cases");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let tree = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let node = yaml::parse(&text)
            .unwrap_or_else(|complaints| panic!("{}: {:#?}", path.display(), complaints.0));
        (path, node)
    };
    files.into_iter().map(tree).collect()
}

#[test]
fn every_case_comes_out_as_written() {
    let rules = rules();
    let mut failed = Vec::new();
    let mut names = BTreeSet::new();
    for (path, node) in case_files() {
        for node in node.list().unwrap_or_else(|| panic!("{}: not a list of cases", path.display()))
        {
            let case = Case { node };
            assert!(names.insert(case.name().to_owned()), "two cases are named {}", case.name());
            let verdict = rules.case(&case);
            if !verdict.passed() {
                let why = verdict.difference.unwrap_or("it compares nothing".to_owned());
                failed.push(format!(
                    "{} in {}: {why}",
                    case.name(),
                    path.file_name().unwrap().display()
                ));
            }
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {} cases fail\n{}",
        failed.len(),
        names.len(),
        failed.join("\n")
    );
}

/// Every scenario in both tempos, with the options that change the rules.
fn setups() -> Vec<Setup> {
    let seats = || ["rome", "carthage"].map(|seat| (Seat::new(seat), seat.to_owned())).to_vec();
    let setup = |scenario: &str, tempo, options: &[(&str, &str)]| Setup {
        scenario: scenario.to_owned(),
        options: options
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect(),
        tempo,
        seats: seats(),
    };
    let mut setups = Vec::new();
    for tempo in [Tempo::Brisk, Tempo::Full] {
        for scenario in ["battle", "battle-ridges", "battle-defiles", "campaign"] {
            setups.push(setup(scenario, tempo, &[]));
        }
        let wild = [
            ("flank", "wide"),
            ("experienced", "true"),
            ("veterans", "2"),
            ("first", "mobility"),
            ("limit-result", "points"),
        ];
        setups.push(setup("battle", tempo, &wild));
        setups.push(setup(
            "battle",
            tempo,
            &[("placement", "1"), ("map", "defiles"), ("repetition", "0"), ("stall-limit", "0")],
        ));
    }
    setups.push(setup(
        "battle",
        Tempo::Full,
        &[("placement", "blind"), ("first", "carthage"), ("round-limit", "30")],
    ));
    setups
}

/// Plays `games` of every set-up, watched closely; answers how they ended.
fn play(styles: [BotStyle; 2], games: u64) -> BTreeMap<String, u32> {
    let rules = rules();
    let seats = ["rome", "carthage"].map(Seat::new);
    let styles: BTreeMap<Seat, BotStyle> = seats.into_iter().zip(styles).collect();
    let mut ends = BTreeMap::new();
    for (at, setup) in setups().iter().enumerate() {
        for seed in 0..games {
            let played = selfplay::play(&rules, setup, &styles, seed, 600, Scrutiny::Close)
                .unwrap_or_else(|fault| panic!("set-up {at} ({setup:?}), seed {seed}: {fault}"));
            let end = played.outcome.map_or("broken off".to_owned(), |outcome| outcome.reason);
            *ends.entry(end).or_default() += 1;
        }
    }
    ends
}

#[test]
fn aimless_games_are_sound_to_their_end() {
    let ends = play([BotStyle::Random, BotStyle::Random], 3);
    assert!(ends.contains_key("general") && !ends.contains_key("broken off"), "{ends:?}");
}

#[test]
fn hostile_orders_are_void_and_never_more() {
    let ends = play([BotStyle::Hostile, BotStyle::Hostile], 8);
    assert!(ends.values().sum::<u32>() > 0, "{ends:?}");
    let mixed = play([BotStyle::Hostile, BotStyle::Sensible], 6);
    assert!(mixed.contains_key("general"), "{mixed:?}");
}

#[test]
fn sensible_games_are_decided_by_the_fall_of_a_general() {
    let ends = play([BotStyle::Sensible, BotStyle::Sensible], 6);
    let all: u32 = ends.values().sum();
    assert!(ends.get("general").copied().unwrap_or_default() * 2 > all, "{ends:?}");
}

/// A brisk game whose armies stand, before Rome's first moves.
fn deployed() -> Box<dyn Play> {
    let mut play = tabella::catalogue::find("combined-arms")
        .unwrap()
        .load(&read(), engine::Revision::FIRST)
        .unwrap()
        .open(&setups()[0])
        .unwrap();
    let both = ["rome", "carthage"].map(|seat| (Seat::new(seat), sheet("{orders: {}}")));
    play.turn(1, &BTreeMap::from(both), &BTreeSet::new(), &mut Dice::seeded([0; 32], None))
        .unwrap();
    play
}

/// What a file says below its envelope.
fn sheet(text: &str) -> RawOrders {
    let root = yaml::parse(text).unwrap();
    let part = |key: &str| root.get(key).cloned();
    RawOrders { orders: part("orders"), ahead: part("ahead"), standing: part("standing") }
}

#[test]
fn a_list_given_ahead_speaks_where_nothing_can_be_attacked() {
    let turn = |text: &str| {
        let mut play = deployed();
        let rome = BTreeMap::from([(Seat::new("rome"), sheet(text))]);
        play.turn(2, &rome, &BTreeSet::new(), &mut Dice::seeded([0; 32], None)).unwrap();
        play
    };
    let resigned = turn("{orders: [], ahead: {attack: [resign: yes]}}");
    assert_eq!(resigned.outcome().and_then(|outcome| outcome.winner).as_deref(), Some("carthage"));
    let in_vain = turn("{orders: [], ahead: {attack: [ve1: ca1]}}");
    let told = in_vain.public_events();
    assert!(told.contains("reason: no-target"), "{told}");
    assert!(in_vain.hidden().is_none(), "nothing stays in force");
}

#[test]
fn empty_standing_orders_clear_those_in_force() {
    let mut play = deployed();
    let mut file = |number: u32, seat: &str, text: &str| {
        let sheets = BTreeMap::from([(Seat::new(seat), sheet(text))]);
        play.turn(number, &sheets, &BTreeSet::new(), &mut Dice::seeded([0; 32], None)).unwrap();
        play.hidden()
    };
    assert!(file(2, "rome", "{orders: [], standing: {attack: {mode: none}}}").is_some());
    assert!(file(3, "carthage", "{orders: []}").is_some(), "Rome's stay in force");
    assert_eq!(file(4, "rome", "{orders: [], standing: {}}"), None);
}

#[test]
fn a_state_that_no_play_leads_to_is_not_taken_up() {
    let loaded = tabella::catalogue::find("combined-arms")
        .unwrap()
        .load(&read(), engine::Revision::FIRST)
        .unwrap();
    let state = deployed().public_state();
    assert!(loaded.resume(&yaml::parse(&state).unwrap()).is_ok());
    for (from, to) in
        [("size: 12", "size: 200"), ("zone: 4", "zone: 7"), ("turn: 1", "turn: 4294967295")]
    {
        let altered = state.replacen(&format!(" {from}\n"), &format!(" {to}\n"), 1);
        assert_ne!(altered, state, "{from}");
        assert!(loaded.resume(&yaml::parse(&altered).unwrap()).is_err(), "{to}");
    }
}

#[test]
fn every_rule_number_is_cited_by_a_case() {
    let text = packed::rules("combined-arms").expect("the numbers are packed");
    let root = yaml::parse(text).expect("rules.yaml is YAML");
    let list = root.get("rules").and_then(Node::list).expect("a list of rules");
    let files = case_files();
    let cases = files.iter().flat_map(|(_, node)| node.list().unwrap_or_default());
    let cited: BTreeSet<String> = cases.flat_map(|node| Case { node }.rules()).collect();
    let word =
        |rule: &Node, key: &str| rule.get(key).and_then(Node::text).unwrap_or_default().to_owned();
    let done =
        list.iter().filter(|rule| word(rule, "status") == "done").map(|rule| word(rule, "rule"));
    let missing: Vec<String> = done.filter(|rule| !cited.contains(rule)).collect();
    assert!(missing.is_empty(), "no case cites {}", missing.join(", "));
    let numbers: BTreeSet<String> = list.iter().map(|rule| word(rule, "rule")).collect();
    let rulings = include_str!("../games/combined-arms/rulings.md");
    let known = |rule: &String| {
        numbers.contains(rule)
            || rulings.contains(&format!("**{rule}** "))
            || rule.starts_with("E-")
    };
    let unknown: Vec<&String> = cited.iter().filter(|rule| !known(rule)).collect();
    assert!(unknown.is_empty(), "cases cite what is no rule, ruling or code: {unknown:?}");
}
