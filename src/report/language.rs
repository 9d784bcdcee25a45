//! The languages in which the program tells: what grammar no catalogue can hold.

use super::words;

/// A language. Its templates stand in the folders of its code; what lacks there is told in English.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// The language in which every template exists, and in which records are told.
    #[default]
    English,
    /// Italian where a template or catalogue has it, else English.
    Italian,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Italian];

    /// Its code (ISO 639-1), which names folders.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Italian => "it",
        }
    }

    /// The language of a code.
    pub fn of(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// The word before the last of several.
    pub(super) const fn and(self) -> &'static str {
        match self {
            Self::English => "and",
            Self::Italian => "e",
        }
    }

    /// Names that stand in a series: in English one article, or one owner, serves for all, as in "the First Velites and
    /// Second Hastati" and "Rome's first general and second general".
    pub(super) fn abreast(self, mut names: Vec<String>) -> Vec<String> {
        let shared = match self {
            Self::English => names.first().and_then(|first| first.split_inclusive(' ').next()),
            Self::Italian => None,
        };
        let Some(shared) = shared.map(str::to_owned) else { return names };
        let serves = |name: &String| {
            let rest = name.strip_prefix(&shared).filter(|rest| !rest.contains(" and "));
            rest.is_some_and(|rest| match shared.trim_end() {
                "the" => rest.starts_with(char::is_uppercase),
                owner => owner.ends_with("'s"),
            })
        };
        if names.iter().all(serves) {
            for name in names.iter_mut().skip(1) {
                name.drain(..shared.len());
            }
        }
        names
    }

    /// A number in words up to twelve, in figures above. Italian has `uno` for one: a phrase that needs its article says so.
    pub(super) fn number(self, count: u32) -> String {
        match self {
            Self::English => words::number(count),
            Self::Italian => in_words(&NUMERI, count),
        }
    }

    /// Not any.
    pub(super) const fn none(self) -> &'static str {
        match self {
            Self::English => "none",
            Self::Italian => "nessuna",
        }
    }

    /// A sentence without the capital that its place gave it, to stand within another; none where its first word may be a name.
    pub(super) fn lowered(self, sentence: &str) -> Option<String> {
        let end = sentence.find([' ', '\'', '’']).unwrap_or(sentence.len());
        let first = sentence[..end].to_lowercase();
        let small = match self {
            Self::English => &SMALL[..],
            Self::Italian => &PICCOLE[..],
        };
        let is_small = first == sentence[..end] || small.contains(&first.as_str());
        is_small.then(|| first + &sentence[end..])
    }

    /// The sign of a number below nothing.
    pub(super) const fn minus(self) -> &'static str {
        match self {
            Self::English => "minus ",
            Self::Italian => "meno ",
        }
    }

    /// A phrase whose gaps are filled, with its words joined as the language joins them: `di i Romani` to `dei Romani`.
    pub(super) fn joined(self, phrase: String) -> String {
        match self {
            Self::English => phrase,
            Self::Italian => contracted(&phrase),
        }
    }

    /// `first`, `second` and so on; in Italian the masculine form.
    pub(super) fn ordinal(self, count: u32) -> String {
        match self {
            Self::English => words::ordinal(count),
            Self::Italian => {
                let word = ORDINALI.get(count as usize);
                word.map_or_else(|| format!("{count}º"), |word| (*word).to_owned())
            }
        }
    }

    /// A number that is part of a name: the Second Hastati, *gli Hastati II*, for an Italian ordinal would have to agree.
    pub(super) fn rank(self, count: u32) -> String {
        match self {
            Self::English => words::capital(&words::ordinal(count)),
            Self::Italian => words::roman(count),
        }
    }
}

fn in_words(list: &[&str], count: u32) -> String {
    list.get(count as usize).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// Italian prepositions run together with the article behind them.
fn contracted(phrase: &str) -> String {
    let mut joined: Vec<String> = Vec::new();
    for word in phrase.split(' ') {
        let stem = joined.last().and_then(|before| stem(before));
        match stem.zip(ending(word)) {
            Some((stem, (ending, rest))) => {
                *joined.last_mut().expect("it has a stem") = format!("{stem}{ending}{rest}");
            }
            None => joined.push(word.to_owned()),
        }
    }
    joined.join(" ")
}

/// What becomes of a preposition before an article.
fn stem(word: &str) -> Option<&'static str> {
    Some(match word {
        "di" => "de",
        "Di" => "De",
        "a" => "a",
        "A" => "A",
        "da" => "da",
        "Da" => "Da",
        "in" => "ne",
        "In" => "Ne",
        "su" => "su",
        "Su" => "Su",
        _ => return None,
    })
}

/// What becomes of an article behind a preposition, and what stands behind the apostrophe.
fn ending(word: &str) -> Option<(&'static str, &str)> {
    if let Some(rest) = word.strip_prefix("l'") {
        return Some(("ll'", rest));
    }
    let ending = match word {
        "il" => "l",
        "lo" => "llo",
        "la" => "lla",
        "i" => "i",
        "gli" => "gli",
        "le" => "lle",
        _ => return None,
    };
    Some((ending, ""))
}

const NUMERI: [&str; 13] = [
    "nessuno", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci",
    "undici", "dodici",
];
const ORDINALI: [&str; 13] = [
    "zero",
    "primo",
    "secondo",
    "terzo",
    "quarto",
    "quinto",
    "sesto",
    "settimo",
    "ottavo",
    "nono",
    "decimo",
    "undicesimo",
    "dodicesimo",
];

/// Words that begin a sentence and are no names.
const SMALL: [&str; 71] = [
    "a", "after", "against", "all", "among", "an", "around", "as", "at", "away", "back", "before",
    "behind", "beneath", "beside", "between", "beyond", "both", "by", "down", "far", "for",
    "forward", "from", "here", "in", "into", "it", "its", "near", "neither", "no", "nobody",
    "none", "not", "nothing", "now", "of", "off", "on", "only", "opposite", "out", "over", "past",
    "round", "so", "still", "that", "the", "their", "there", "these", "they", "this", "those",
    "through", "to", "together", "toward", "towards", "under", "up", "upon", "what", "when",
    "where", "whoever", "with", "within", "without",
];

/// The same in Italian; before an apostrophe too.
const PICCOLE: [&str; 89] = [
    "a", "ad", "agli", "ai", "al", "all", "alla", "alle", "allo", "anche", "con", "contro", "così",
    "da", "dagli", "dai", "dal", "dall", "dalla", "dalle", "dallo", "davanti", "degli", "dei",
    "del", "dell", "della", "delle", "dello", "di", "dietro", "dopo", "fra", "fuori", "gli", "i",
    "il", "in", "insieme", "intorno", "l", "la", "le", "lì", "lo", "lungo", "ne", "negli", "nei",
    "nel", "nell", "nella", "nelle", "nello", "nessuna", "nessuno", "niente", "non", "nulla",
    "oltre", "ora", "per", "più", "poi", "presso", "qui", "quella", "quello", "questa", "questo",
    "senza", "si", "sino", "sopra", "sotto", "su", "sugli", "sui", "sul", "sull", "sulla", "sulle",
    "tra", "tutti", "tutto", "un", "una", "uno", "verso",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prepositions_join_their_articles() {
        for (apart, joined) in [
            ("Tutta la linea di i Romani mosse", "Tutta la linea dei Romani mosse"),
            ("addosso a gli Hastati", "addosso agli Hastati"),
            ("In la pianura, su l'altura", "Nella pianura, sull'altura"),
            ("da Roma a Cartagine", "da Roma a Cartagine"),
        ] {
            assert_eq!(Language::Italian.joined(apart.to_owned()), joined);
            assert_eq!(Language::English.joined(apart.to_owned()), apart);
        }
    }

    #[test]
    fn one_article_serves_for_names_in_a_series() {
        let abreast = |names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            Language::English.abreast(names).join("; ")
        };
        assert_eq!(abreast(&["the First Velites", "the Triarii"]), "the First Velites; Triarii");
        assert_eq!(abreast(&["the First Velites", "Scipio"]), "the First Velites; Scipio");
        let apart = "the First and Third Hastati; the Velites";
        assert_eq!(abreast(&["the First and Third Hastati", "the Velites"]), apart);
        assert_eq!(abreast(&["the army", "the fleet"]), "the army; the fleet");
        let generals = ["Rome's first general", "Rome's second general"];
        assert_eq!(abreast(&generals), "Rome's first general; second general");
        assert_eq!(abreast(&["Hannibal", "Hannibal"]), "Hannibal; Hannibal");
    }

    #[test]
    fn numbers_have_words_up_to_twelve() {
        assert_eq!(Language::Italian.number(12), "dodici");
        assert_eq!(Language::Italian.number(13), "13");
        assert_eq!(Language::Italian.ordinal(3), "terzo");
        assert_eq!(Language::Italian.ordinal(13), "13º");
        assert_eq!(Language::Italian.rank(9), "IX");
        assert_eq!(Language::English.rank(9), "Ninth");
    }
}
