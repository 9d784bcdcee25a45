//! Arguments of `tabella story`.

use super::LanguageArg;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// How a book is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Binding {
    /// Wrapped text for a terminal.
    Text,
    /// Markdown.
    Md,
    /// One self-contained page.
    Html,
    /// A book for readers of books (name its file with --out).
    #[cfg(feature = "epub")]
    Epub,
}

/// `tabella story`
#[derive(Args, Debug)]
pub struct Story {
    /// How
    #[arg(long, value_enum, default_value_t = Binding::Text)]
    pub format: Binding,
    /// File to write it to (without it: standard output)
    #[arg(long, value_name = "FILE", required_if_eq("format", "epub"), conflicts_with = "json")]
    pub out: Option<PathBuf>,
    /// Print JSON for a program: the facts of every record, as everybody may see them
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// In which language
    #[command(flatten)]
    pub lang: LanguageArg,
}
