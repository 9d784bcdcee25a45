//! Every title by name: the one file that names them all. A new title adds one line here.

use engine::title::Title;

/// Names the titles, each behind the feature of its name.
macro_rules! titles {
    ($($feature:literal: $entry:path,)*) => {
        /// The titles, in the order in which they are shown.
        static TITLES: &[&dyn Title] = &[$(#[cfg(feature = $feature)] $entry,)*];
    };
}

titles! {
    "combined-arms": combined_arms::TITLE,
    "punica": punica::TITLE,
    "metaurus": metaurus::TITLE,
    "duelling-republics": duelling_republics::TITLE,
    "de-bello-punico": de_bello_punico::TITLE,
}

/// All titles that were built in.
pub fn titles() -> &'static [&'static dyn Title] {
    TITLES
}

/// The title of this name.
pub fn find(slug: &str) -> Option<&'static dyn Title> {
    TITLES.iter().copied().find(|title| title.slug() == slug)
}
