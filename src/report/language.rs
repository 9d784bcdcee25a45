//! The languages in which the program tells: what grammar no catalogue can hold.

use super::words;

/// A language. Its templates lie in the folders named by its code; what is missing there is told in English.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// The language in which every template exists, and in which records are told.
    #[default]
    English,
    /// Italian where a template or catalogue has it, else English.
    Italian,
}

impl Language {
    /// All languages, English first.
    pub const ALL: [Self; 2] = [Self::English, Self::Italian];

    /// The name of the language in itself.
    #[cfg(feature = "play")]
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Italian => "Italiano",
        }
    }

    /// Its code (ISO 639-1), which names folders.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Italian => "it",
        }
    }

    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// A note, in this language, on why a report is in English; none in English.
    pub(super) const fn english_alone(self) -> Option<&'static str> {
        match self {
            Self::English => None,
            Self::Italian => Some("Di questo gioco i rapporti ci sono soltanto in inglese."),
        }
    }

    /// A number in words up to twelve, in figures above. Italian has `uno` for one: a phrase that needs its article says so.
    pub(super) fn number(self, count: u32) -> String {
        match self {
            Self::English => words::number(count),
            Self::Italian => in_words(&NUMERI, count),
        }
    }
}

fn in_words(list: &[&str], count: u32) -> String {
    list.get(count as usize).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

const NUMERI: [&str; 13] = [
    "nessuno", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci",
    "undici", "dodici",
];
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_words_up_to_twelve() {
        assert_eq!(Language::Italian.number(12), "dodici");
        assert_eq!(Language::Italian.number(13), "13");
    }
}
