//! Tests of Punica: its cases, its data, whole games played by machines, and the secrets that a seat may not learn.
#![allow(clippy::disallowed_methods, reason = "tests read the title's own folder")]

mod cases;
mod complaints;
mod data;
mod effects;
mod grammar;
mod imagined;
mod legal;
mod order_sheet;
mod pages;
mod play;
mod positions;
mod refusals;
mod story;
mod why;

use crate::Punica;
use engine::TitleOf;
use engine::title::{LoadedTitle, RawOrders, Title};
use engine::{BotStyle, Data, Node, Revision, Rules, Seat, Setup, Skill, Tempo};
use record::exchange::{data as exchange, yaml};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Options with which every game ends.
const ENDING: [(&str, &str); 3] = [("repetition", "threefold"), ("quiet", "30"), ("clock", "60")];

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

fn parse(path: &Path) -> Node {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    yaml::parse_bytes(&bytes, 1 << 20)
        .unwrap_or_else(|complaints| panic!("{}: {complaints}", path.display()))
}

/// The title's data, each file as `change` leaves it.
fn changed_data(change: impl Fn(&str, String) -> String) -> Data {
    let read = |path: PathBuf| {
        let name =
            path.file_name().and_then(|name| name.to_str()).expect("a plain name").to_owned();
        let text = fs::read_to_string(&path).expect("data is text");
        (name.clone(), change(&name, text))
    };
    let files = files(&folder().join("data")).into_iter().map(read);
    exchange::build(files).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn as_printed() -> Data {
    changed_data(|_, text| text)
}

fn rules() -> Punica {
    rules_by(&as_printed())
}

/// The rules with the given data.
fn rules_by(data: &Data) -> Punica {
    Punica::load(data, Revision::FIRST).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn loaded() -> Box<dyn LoadedTitle> {
    let title = TitleOf::<Punica>::new();
    title.load(&as_printed(), Revision::FIRST).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn setup(tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    let seats = ["rome", "carthage"].map(|name| (Seat::new(name), name.to_owned())).to_vec();
    let options =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Setup { scenario: "standard".to_owned(), options, tempo, seats }
}

fn styles(rome: BotStyle, carthage: BotStyle) -> BTreeMap<Seat, Skill> {
    BTreeMap::from([(Seat::new("rome"), rome.into()), (Seat::new("carthage"), carthage.into())])
}

/// An order file without its envelope.
fn orders(text: &str) -> RawOrders {
    if text.is_empty() {
        return RawOrders::default();
    }
    let tree = yaml::parse(text).unwrap_or_else(|complaints| panic!("{complaints}\n{text}"));
    RawOrders::of(&tree)
}
