//! The tests of this title that need nothing but its crate: its cases, its data, play, secrecy, the record.

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
use mutator::own::{Folder, sheet};
use std::collections::BTreeMap;

const BATTLES: [&str; 4] = ["trebbia", "beneventum", "po", "zama"];

const FOLDER: Folder = Folder(env!("CARGO_MANIFEST_DIR"));

fn data() -> Data {
    FOLDER.data()
}

pub(super) fn rules() -> DeBelloPunico {
    DeBelloPunico::load(&data(), TITLE.revision()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn loaded() -> Box<dyn LoadedTitle> {
    TITLE.load(&data(), TITLE.revision()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

pub(super) fn setup(battle: &str, tempo: Tempo) -> Setup {
    mutator::own::setup(battle, tempo, &[])
}

fn opened(battle: &str, tempo: Tempo) -> Box<dyn Play> {
    loaded().open(&setup(battle, tempo)).unwrap_or_else(|complaints| panic!("{complaints:?}"))
}

/// The files of built-in players for the open phase.
fn sheets(play: &dyn Play, style: BotStyle, rng: &mut Rng) -> BTreeMap<Seat, RawOrders> {
    play.asked()
        .into_iter()
        .map(|asked| (asked.seat.clone(), sheet(&play.propose(&asked.seat, style, rng))))
        .collect()
}
