//! Tests of the title by itself: what needs templates, folders or the program stands in the program's own tests.

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
use engine::title::{LoadedTitle, Play, Title};
use engine::{Dice, Revision, Rules, Seat, Setup, Tempo, Viewer};
use mutator::own::{Folder, setup, sheet};
use std::collections::{BTreeMap, BTreeSet};

const SEATS: [&str; 2] = ["rome", "carthage"];

const FOLDER: Folder = Folder(env!("CARGO_MANIFEST_DIR"));

fn rules() -> CombinedArms {
    CombinedArms::load(&FOLDER.data(), newest()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn newest() -> Revision {
    TitleOf::<CombinedArms>::new().revision()
}

fn loaded() -> Box<dyn LoadedTitle> {
    let title = TitleOf::<CombinedArms>::new();
    title.load(&FOLDER.data(), newest()).unwrap_or_else(|faults| panic!("{faults:#?}"))
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
