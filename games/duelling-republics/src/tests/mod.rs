//! The title's own tests: data, play, secrecy, the second route. What needs the program stands in its tests.

#![allow(clippy::disallowed_methods, reason = "tests read the title's own folder")]

mod battle;
mod data;
mod explain;
mod grammar;
mod order_sheet;
mod plans;
mod play;
mod secrecy;
mod story;
mod strong;
mod table;

use crate::{DuellingRepublics, TITLE};
use engine::title::{LoadedTitle, RawOrders};
use engine::{Data, Node, Rules, Seat, Setup, Tempo};
use record::exchange::{data as exchange, yaml};
use std::path::{Path, PathBuf};

const FILES: [&str; 4] = ["map.yaml", "armies.yaml", "campaign.yaml", "battle.yaml"];

/// The path of a file in the title's folder.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn tree(text: &str) -> Node {
    yaml::parse(text).unwrap_or_else(|complaints| panic!("{:?}\n{text}", complaints.0))
}

/// The rule numbers of `rules.yaml`.
fn rulebook() -> Vec<String> {
    engine::case::rulebook(&tree(&text("rules.yaml")))
}

fn data() -> Data {
    let files = FILES.map(|name| (name, text(&format!("data/{name}"))));
    exchange::build(files).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn rules() -> DuellingRepublics {
    DuellingRepublics::load(&data(), TITLE.revision())
        .unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn loaded() -> Box<dyn LoadedTitle> {
    TITLE.load(&data(), TITLE.revision()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn setup(players: usize, tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    let scenario = format!("players-{players}");
    let notes = rules().prospectus().scenarios;
    let seats: Vec<(Seat, String)> =
        notes.into_iter().find(|note| note.name == scenario).unwrap().seats;
    let options =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Setup { scenario, options, tempo, seats }
}

fn sheet(text: &str) -> RawOrders {
    if text.is_empty() {
        return RawOrders::default();
    }
    let root = tree(text);
    RawOrders::of(&root)
}

/// Every case of the files whose names `wanted` picks: its file and tree.
fn cases(wanted: impl Fn(&str) -> bool) -> Vec<(String, Node)> {
    let folder = std::fs::read_dir(path("cases")).unwrap();
    let mut names: Vec<String> =
        folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let mut found = Vec::new();
    for name in names.into_iter().filter(|name| wanted(name)) {
        let root = tree(&text(&format!("cases/{name}")));
        match root.list() {
            Some(items) => found.extend(items.iter().map(|node| (name.clone(), node.clone()))),
            None => found.push((name, root)),
        }
    }
    found
}
