//! The titles that this module knows.

use engine::Hands;

/// Names the titles, each behind the feature of its name.
macro_rules! titles {
    ($($feature:literal: $entry:path,)*) => {
        static TITLES: &[&dyn Hands] = &[$(#[cfg(feature = $feature)] $entry,)*];
    };
}

titles! {
    "combined-arms": combined_arms::HANDS,
    "punica": punica::HANDS,
    "metaurus": metaurus::HANDS,
    "duelling-republics": duelling_republics::HANDS,
    "de-bello-punico": de_bello_punico::HANDS,
}

/// All titles that were built in.
pub fn titles() -> &'static [&'static dyn Hands] {
    TITLES
}
