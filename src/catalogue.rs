//! Every title by name: the one file that names them all. A new title adds one line here.

use engine::SheetTitle;
use engine::title::Title;

/// Names the titles, each behind the feature of its name.
macro_rules! titles {
    ($($feature:literal: $title:ident,)*) => {
        /// The titles, in the order in which they are shown.
        static TITLES: std::sync::LazyLock<Vec<&'static dyn Title>> =
            std::sync::LazyLock::new(|| vec![$(#[cfg(feature = $feature)] $title::TITLE,)*]);
        /// The titles that were built in, as an order sheet uses them.
        static SHEET_TITLES: std::sync::LazyLock<Vec<&'static dyn SheetTitle>> =
            std::sync::LazyLock::new(|| vec![$(#[cfg(feature = $feature)] $title::SHEET,)*]);
    };
}

titles! {
    "combined-arms": combined_arms,
    "punica": punica,
    "metaurus": metaurus,
    "duelling-republics": duelling_republics,
    "de-bello-punico": de_bello_punico,
}

/// All titles that were built in.
pub fn titles() -> &'static [&'static dyn Title] {
    &TITLES
}

/// The titles that were built in, as an order sheet uses them.
pub fn sheet_titles() -> &'static [&'static dyn SheetTitle] {
    &SHEET_TITLES
}

pub fn find(slug: &str) -> Option<&'static dyn Title> {
    TITLES.iter().copied().find(|title| title.slug() == slug)
}
