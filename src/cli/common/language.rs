//! In which language something is told.

use crate::report::Language;
use clap::{Args, ValueEnum};

/// The option of language, for commands that print text.
#[derive(Args, Clone, Copy, Debug)]
pub struct LanguageArg {
    /// Language; anything not translated yet appears in English
    #[arg(id = "language", long = "lang", value_enum, value_name = "LANGUAGE", default_value_t = Code::En)]
    code: Code,
}

/// The option of language, for commands that open a page for a player whose language may be known.
#[derive(Args, Clone, Copy, Debug)]
pub struct WishedLanguageArg {
    /// Language (default: the one in which the player gets letters, or English)
    #[arg(id = "language", long = "lang", value_enum, value_name = "LANGUAGE")]
    code: Option<Code>,
}

/// A language by its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Code {
    /// English.
    En,
    /// Italian.
    It,
}

impl LanguageArg {
    pub const fn language(self) -> Language {
        self.code.language()
    }
}

impl WishedLanguageArg {
    /// The language that was asked for, if one was.
    pub fn language(self) -> Option<Language> {
        self.code.map(Code::language)
    }
}

impl Code {
    const fn language(self) -> Language {
        match self {
            Self::En => Language::English,
            Self::It => Language::Italian,
        }
    }
}
