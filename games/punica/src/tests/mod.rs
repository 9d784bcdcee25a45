//! Tests of Punica: its cases, its data, whole games played by machines, and the secrets that a seat may not learn.

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
use engine::title::{LoadedTitle, Title};
use engine::{BotStyle, Data, Revision, Rules, Seat, Setup, Skill, Tempo};
use mutator::own::{Folder, sheet as orders};
use std::collections::BTreeMap;

/// Options with which every game ends.
const ENDING: [(&str, &str); 3] = [("repetition", "threefold"), ("quiet", "30"), ("clock", "60")];

const FOLDER: Folder = Folder(env!("CARGO_MANIFEST_DIR"));

fn rules() -> Punica {
    rules_by(&FOLDER.data())
}

/// The rules with the given data.
fn rules_by(data: &Data) -> Punica {
    Punica::load(data, Revision::FIRST).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn loaded() -> Box<dyn LoadedTitle> {
    let title = TitleOf::<Punica>::new();
    title.load(&FOLDER.data(), Revision::FIRST).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn setup(tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    mutator::own::setup("standard", tempo, options)
}

fn styles(rome: BotStyle, carthage: BotStyle) -> BTreeMap<Seat, Skill> {
    BTreeMap::from([(Seat::new("rome"), rome.into()), (Seat::new("carthage"), carthage.into())])
}
