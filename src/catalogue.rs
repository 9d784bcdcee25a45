//! Every title by name: the one file that names them all. A new title adds one line here.

use crate::engine::desk::{Title, TitleOf};
use crate::games::combined_arms::CombinedArms;
use crate::games::de_bello_punico::DeBelloPunico;
use crate::games::duelling_republics::DuellingRepublics;
use crate::games::metaurus::Metaurus;
use crate::games::punica::Punica;

/// The titles, in the order in which they are shown.
static TITLES: &[&dyn Title] = &[
    &TitleOf::<CombinedArms>::new(),
    &TitleOf::<Punica>::new(),
    &TitleOf::<Metaurus>::new(),
    &TitleOf::<DuellingRepublics>::new(),
    &TitleOf::<DeBelloPunico>::new(),
];

/// All titles.
pub fn titles() -> &'static [&'static dyn Title] {
    TITLES
}

/// The title of this name.
pub fn find(slug: &str) -> Option<&'static dyn Title> {
    TITLES.iter().copied().find(|title| title.slug() == slug)
}
