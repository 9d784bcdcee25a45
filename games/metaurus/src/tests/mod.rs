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
use engine::title::{LoadedTitle, Play};
use engine::{Data, Dice, Seat, Setup, Tempo};
use mutator::own::{Folder, sheet, tree};
use std::collections::BTreeSet;

const FOLDER: Folder = Folder(env!("CARGO_MANIFEST_DIR"));

pub(super) fn data() -> Data {
    FOLDER.data()
}

fn loaded() -> Box<dyn LoadedTitle> {
    TITLE.load(&data(), TITLE.revision()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn setup(tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    mutator::own::setup("metaurus", tempo, options)
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
