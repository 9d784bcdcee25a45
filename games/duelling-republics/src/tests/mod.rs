//! The title's own tests: data, play, secrecy, the second route. What needs the program stands in its tests.

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
use engine::title::LoadedTitle;
use engine::{Data, Rules, Seat, Setup, Tempo};
use mutator::own::{Folder, sheet, tree};

const FILES: [&str; 4] = ["map.yaml", "armies.yaml", "campaign.yaml", "battle.yaml"];

const FOLDER: Folder = Folder(env!("CARGO_MANIFEST_DIR"));

fn data() -> Data {
    FOLDER.data()
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
