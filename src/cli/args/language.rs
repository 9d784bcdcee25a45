//! In which language something is told.

use crate::report::Language;
use clap::{Args, ValueEnum};

/// What commands that tell something are told of the language.
#[derive(Args, Clone, Copy, Debug)]
pub struct LanguageArg {
    /// Language; what is not translated yet comes in English
    #[arg(id = "language", long = "lang", value_enum, value_name = "LANGUAGE", default_value_t = Code::En)]
    code: Code,
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
    /// The language that was asked for.
    pub const fn language(self) -> Language {
        match self.code {
            Code::En => Language::English,
            Code::It => Language::Italian,
        }
    }
}
