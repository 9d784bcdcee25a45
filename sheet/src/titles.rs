//! The titles that this module knows.

use engine::SheetTitle;
#[cfg(test)]
use engine::title::Title;

/// Names the titles, each behind the feature of its name.
macro_rules! titles {
    ($($feature:literal: $title:ident,)*) => {
        static TITLES: &[&dyn SheetTitle] = &[$(#[cfg(feature = $feature)] $title::SHEET,)*];
        /// Every title, paired with its order-sheet form, which takes up the title's hands.
        #[cfg(test)]
        pub(crate) static WITH_SHEETS: &[(&dyn Title, &dyn SheetTitle)] =
            &[$(#[cfg(feature = $feature)] ($title::TITLE, $title::SHEET),)*];
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
pub fn titles() -> &'static [&'static dyn SheetTitle] {
    TITLES
}
