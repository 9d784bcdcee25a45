//! The tests of this title that need nothing but its crate: its cases, its data, play, secrecy, the record.
#![allow(clippy::disallowed_methods, reason = "tests read the title's own files")]

mod cases;
mod choices;
mod data;
mod grammar;
mod machine;
mod order_sheet;
mod play;
mod secrecy;
mod story;
mod strong;

use crate::{DeBelloPunico, TITLE};
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{BotStyle, Data, Rng, Rules, Seat, Setup, Tempo};
use record::exchange::{self, yaml};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

const BATTLES: [&str; 4] = ["trebbia", "beneventum", "po", "zama"];

fn here(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(here(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The rule numbers of `rules.yaml`.
fn rulebook() -> Vec<String> {
    engine::case::rulebook(&yaml::parse(&text("rules.yaml")).expect("YAML"))
}

/// The names in a folder, sorted.
fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(here(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let name = |entry: std::io::Result<fs::DirEntry>| {
        entry.expect("an entry").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

/// The data files that the program packs for this title.
fn data() -> Data {
    let files = names("data");
    let texts = files.iter().map(|name| (name.clone(), text(&format!("data/{name}"))));
    exchange::data::build(texts).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

pub(super) fn rules() -> DeBelloPunico {
    DeBelloPunico::load(&data(), TITLE.revision()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn loaded() -> Box<dyn LoadedTitle> {
    TITLE.load(&data(), TITLE.revision()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

pub(super) fn setup(battle: &str, tempo: Tempo) -> Setup {
    let seats = ["rome", "carthage"].map(|seat| (Seat::new(seat), seat.to_owned())).to_vec();
    Setup { scenario: battle.to_owned(), options: BTreeMap::new(), tempo, seats }
}

fn opened(battle: &str, tempo: Tempo) -> Box<dyn Play> {
    loaded().open(&setup(battle, tempo)).unwrap_or_else(|complaints| panic!("{complaints:?}"))
}

fn sheet(text: &str) -> RawOrders {
    if text.is_empty() {
        return RawOrders::default();
    }
    let root = yaml::parse(text).unwrap_or_else(|complaints| panic!("{:?}\n{text}", complaints.0));
    RawOrders::of(&root)
}

/// The files of built-in players for the open phase.
fn sheets(play: &dyn Play, style: BotStyle, rng: &mut Rng) -> BTreeMap<Seat, RawOrders> {
    play.asked()
        .into_iter()
        .map(|asked| (asked.seat.clone(), sheet(&play.propose(&asked.seat, style, rng))))
        .collect()
}
