//! Punica: every conformance case, and what holds in every game.
#![allow(clippy::disallowed_methods, reason = "the test reads the cases")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tabella::engine::selfplay::{self, Scrutiny};
use tabella::engine::{Case, Data, Node, Rules, Seat, Setup, Temper, Tempo};
use tabella::exchange::data;
use tabella::games::punica::Punica;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn load() -> Punica {
    let files = tabella::packed::folder("games/punica");
    let data: Data = data::build(files).expect("the data is YAML");
    Punica::load(&data).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn yaml(path: &Path) -> Node {
    let bytes = fs::read(path).unwrap();
    tabella::exchange::yaml::parse_bytes(&bytes, 1 << 20)
        .unwrap_or_else(|complaints| panic!("{}: {complaints:?}", path.display()))
}

#[test]
fn every_case_passes() {
    let rules = load();
    let folder = root().join("tests/cases/punica");
    let (mut failed, mut count) = (Vec::new(), 0);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let tree = yaml(&path);
        let list = tree.list().map_or_else(|| vec![&tree], |items| items.iter().collect());
        for node in list {
            let case = Case { node };
            let verdict = rules.case(&case);
            count += 1;
            if !verdict.passed() {
                failed.push(format!("{}: {}", case.name(), verdict.difference.unwrap_or_else(|| "compares nothing".to_owned())));
            }
        }
    }
    assert!(count > 24 && failed.is_empty(), "{} of {count} fail:\n{}", failed.len(), failed.join("\n"));
}

fn setup(tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    let seats = ["rome", "carthage"].map(|name| (Seat::new(name), name.to_owned())).to_vec();
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Setup { scenario: "standard".to_owned(), options, tempo, seats }
}

fn tempers(rome: Temper, carthage: Temper) -> BTreeMap<Seat, Temper> {
    BTreeMap::from([(Seat::new("rome"), rome), (Seat::new("carthage"), carthage)])
}

/// Options with which every game ends.
const ENDING: [(&str, &str); 3] = [("repetition", "threefold"), ("quiet", "40"), ("clock", "120")];

#[test]
fn every_game_ends_soundly_and_its_events_fold_to_its_state() {
    let rules = load();
    let pairs = [
        (Temper::Random, Temper::Random),
        (Temper::Sensible, Temper::Random),
        (Temper::Hostile, Temper::Random),
        (Temper::Hostile, Temper::Hostile),
        (Temper::Sensible, Temper::Sensible),
    ];
    for tempo in [Tempo::Brisk, Tempo::Full] {
        for (at, (rome, carthage)) in pairs.into_iter().enumerate() {
            let games = if rome == Temper::Sensible { 4 } else { 25 };
            for seed in 0..games {
                let escort = if seed % 2 == 0 { "0" } else { "1" };
                let options = [&ENDING[..], &[("hannibal.escort", escort)]].concat();
                let seed = seed + 1000 * at as u64;
                let played =
                    selfplay::play(&rules, &setup(tempo, &options), &tempers(rome, carthage), seed, 2000, Scrutiny::Close);
                let played = played.unwrap_or_else(|fault| panic!("{tempo:?} {rome:?} {carthage:?}: {fault}"));
                assert!(played.outcome.is_some(), "seed {seed} does not end");
            }
        }
    }
}

#[test]
fn sensible_play_beats_aimless_play() {
    let rules = load();
    for (rome, carthage, winner) in [(Temper::Sensible, Temper::Random, "rome"), (Temper::Random, Temper::Sensible, "carthage")] {
        let wins = (0..20).filter(|seed| {
            let setup = setup(Tempo::Brisk, &ENDING);
            let played = selfplay::play(&rules, &setup, &tempers(rome, carthage), *seed, 400, Scrutiny::Sound).unwrap();
            played.outcome.is_some_and(|outcome| outcome.winner.as_deref() == Some(winner))
        });
        let wins = wins.count();
        assert!(wins >= 18, "{winner} wins {wins} of 20");
    }
}
