//! What `tabella map` is told.

use super::{LanguageArg, hints};
use clap::{Args, ValueEnum};
use drawing::Tone;
use std::path::PathBuf;

/// `tabella map`
#[derive(Args, Debug)]
pub struct Map {
    /// As this seat sees it
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// Positions in words, for screen readers
    #[arg(long, conflicts_with = "svg")]
    pub words: bool,
    /// As an SVG picture
    #[arg(long)]
    pub svg: bool,
    /// Write it to this file as a PNG picture, for programs that cannot show SVG
    #[cfg(feature = "pictures")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["svg", "words", "json"])]
    pub png: Option<PathBuf>,
    /// Width of the PNG picture, in pixels
    #[cfg(feature = "pictures")]
    #[arg(long, value_name = "PIXELS", default_value_t = 1600, requires = "png", value_parser = clap::value_parser!(u32).range(100..=8000))]
    pub width: u32,
    /// Write it to this file as a PDF document, with an A4 page for each picture
    #[cfg(feature = "pictures")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["svg", "words", "json"])]
    pub pdf: Option<PathBuf>,
    /// How the picture looks
    #[arg(long, value_enum, default_value_t = Style::Colour)]
    pub style: Style,
    /// The map after this phase (default: as it is now)
    #[arg(long, value_name = "N")]
    pub phase: Option<u32>,
    /// The position before that phase (only for maps of battles)
    #[arg(long)]
    pub before: bool,
    /// Show zones of control, or the sides where units are weak (in pictures only)
    #[arg(long, conflicts_with_all = ["words", "json"])]
    pub zones: bool,
    /// Print JSON for a program
    #[arg(long, conflicts_with_all = ["svg", "words"])]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// `tabella analyse replay`
#[derive(Args, Debug)]
pub struct Replay {
    /// Game folder (default: as `-C` says)
    pub game: Option<PathBuf>,
    /// File to write the page to
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// As this seat sees it (default: as the public does)
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// Show this phase alone (default: the whole game)
    #[arg(long, value_name = "N")]
    pub phase: Option<u32>,
    /// How the map looks
    #[arg(long, value_enum, default_value_t = Style::Colour)]
    pub style: Style,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// How a drawn map looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// In colour on screens, in black ink where it is printed.
    Colour,
    /// In black ink everywhere.
    Engraved,
}

impl From<Style> for Tone {
    fn from(style: Style) -> Self {
        match style {
            Style::Colour => Self::Colour,
            Style::Engraved => Self::Engraved,
        }
    }
}
