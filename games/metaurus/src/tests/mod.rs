//! Tests of this title that need its rules alone.

mod cases;
mod choices;
mod data;
mod dry_run;
mod explain;
mod grammar;
mod mistakes;
mod order_sheet;
mod picture;
mod play;
mod secrecy;
mod story;
mod strong;
mod why;

use crate::TITLE;
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{Data, DataFile, Dice, Node, Seat, Setup, Tempo};
use record::exchange::yaml;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

/// The text of a file that must exist.
fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The tree of a text that must parse.
fn tree(name: &str, text: &str) -> Node {
    yaml::parse(text).unwrap_or_else(|complaints| panic!("{name}: {:?}", complaints.0))
}

/// The rule numbers of `rules.yaml`.
fn rulebook() -> Vec<String> {
    engine::case::rulebook(&tree("rules.yaml", &text(&folder("rules.yaml"))))
}

/// The data files, as a game copies them.
pub(super) fn data() -> Data {
    let mut data = Data::default();
    for entry in fs::read_dir(folder("data")).expect("the data") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = text(&path);
        let root = tree(&name, &text);
        data.files.insert(name, DataFile { text, root });
    }
    data
}

fn loaded() -> Box<dyn LoadedTitle> {
    TITLE.load(&data(), TITLE.revision()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn setup(tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    Setup {
        scenario: "metaurus".to_owned(),
        options: options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        tempo,
        seats: ["rome", "carthage"].map(|seat| (Seat::new(seat), seat.to_owned())).to_vec(),
    }
}

fn sheet(text: &str) -> RawOrders {
    if text.is_empty() {
        return RawOrders::default();
    }
    let root = tree("orders", text);
    RawOrders::of(&root)
}

/// Both armies in the field, Rome about to change chits and to go first.
fn begun(tempo: Tempo) -> Box<dyn Play> {
    let mut play =
        loaded().open(&setup(tempo, &[])).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    for number in 1..3 {
        let says = |seat: &Seat| if seat.name() == "rome" { "first" } else { "last" };
        let file =
            |seat: &Seat| format!("orders: {{}}\nstanding: {{initiative: {}}}\n", says(seat));
        let filed =
            play.asked().into_iter().map(|asked| (asked.seat.clone(), sheet(&file(&asked.seat))));
        let filed = filed.collect();
        play.turn(number, &filed, &BTreeSet::new(), &mut Dice::seeded([3; 32], None))
            .expect("it resolves");
    }
    play
}
