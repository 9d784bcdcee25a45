//! Tests of the title by itself: what needs templates, folders or the program stands in the program's own tests.
#![allow(clippy::disallowed_methods, reason = "the tests read the title's own folder")]

mod ahead;
mod cases;
mod checks;
mod data;
mod explain;
mod forecast;
mod games;
mod grammar;
mod order_sheet;
mod retreats;
mod story;
mod strong;

use crate::CombinedArms;
use engine::TitleOf;
use engine::title::{LoadedTitle, Play, RawOrders, Title};
use engine::{Data, Dice, Revision, Rules, Seat, Setup, Tempo, Viewer};
use record::exchange::{data as data_files, yaml};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const SEATS: [&str; 2] = ["rome", "carthage"];

fn place(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder in the order of their names.
fn files(path: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(place(path)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The data files: name and text.
fn texts() -> Vec<(String, String)> {
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    files("data").iter().map(|path| (name(path), text_of(path))).collect()
}

fn read() -> Data {
    data_files::build(texts()).expect("the data is YAML")
}

fn rules() -> CombinedArms {
    CombinedArms::load(&read(), newest()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn newest() -> Revision {
    TitleOf::<CombinedArms>::new().revision()
}

fn loaded() -> Box<dyn LoadedTitle> {
    let title = TitleOf::<CombinedArms>::new();
    title.load(&read(), newest()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn setup(scenario: &str, tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    Setup {
        scenario: scenario.to_owned(),
        options: options
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect(),
        tempo,
        seats: SEATS.map(|seat| (Seat::new(seat), seat.to_owned())).to_vec(),
    }
}

/// The parts of an order file that the game reads.
fn sheet(text: &str) -> RawOrders {
    let root = yaml::parse(text).unwrap_or_else(|complaints| panic!("{:#?}\n{text}", complaints.0));
    RawOrders::of(&root)
}

/// Files for the open phase; what was filed must be lawful.
fn file(play: &mut dyn Play, number: u32, files: &[(&str, &str)]) {
    let mut sheets = BTreeMap::new();
    for (seat, text) in files {
        let (seat, sheet) = (Seat::new(seat), sheet(text));
        let complaints = play.check(&seat, &sheet);
        assert!(!complaints.fatal(), "{:#?}\n{text}", complaints.0);
        sheets.insert(seat, sheet);
    }
    play.turn(number, &sheets, &BTreeSet::new(), &mut Dice::none())
        .expect("nobody else is awaited");
}

fn square_of(play: &dyn Play, unit: &str) -> String {
    let report_context = play.report_context(&Viewer::Public);
    let armies = report_context["armies"].as_array().expect("two armies");
    let units = armies.iter().flat_map(|army| army["units"].as_array().expect("units"));
    let found = units.into_iter().find(|entry| entry["id"] == unit);
    found.map_or("absent".to_owned(), |entry| {
        format!(
            "{} {}",
            entry["square"].as_str().unwrap_or(""),
            entry["facing"].as_str().unwrap_or("")
        )
    })
}

/// A game whose armies stand, before Rome's first moves.
fn deployed() -> Box<dyn Play> {
    let mut play = loaded().open(&setup("battle", Tempo::Brisk, &[])).expect("lawful");
    file(play.as_mut(), 1, &[("rome", "orders: {}"), ("carthage", "orders: {}")]);
    play
}
