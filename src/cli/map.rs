//! `tabella map`: the map as it stands, with the moves of the last record.

use crate::cli::common::{
    self, CommandResult, Error, Exit, LanguageArg, hints, reports, seat_game,
};
use crate::report::Look;
use crate::store;
use clap::{Args, ValueEnum};
use drawing::Tone;
use engine::map::Map as Picture;
use std::path::Path;

/// Show the map
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella -C zama map\n  tabella -C zama map --words      # positions in words, for screen readers\n  tabella -C zama map --svg > map.svg"
)]
pub struct MapArgs {
    /// The map as this seat sees it
    #[arg(long, value_parser = hints::SEAT, hide_possible_values = true)]
    pub seat: Option<String>,
    /// Positions in words, for screen readers
    #[arg(long, conflicts_with = "svg")]
    pub words: bool,
    /// As an SVG picture
    #[arg(long)]
    pub svg: bool,
    /// Write the map to this file as a PNG picture, for programs that cannot show SVG
    #[cfg(feature = "pictures")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["svg", "words", "json"])]
    pub png: Option<std::path::PathBuf>,
    /// Width of the PNG picture, in pixels
    #[cfg(feature = "pictures")]
    #[arg(long, value_name = "PIXELS", default_value_t = 1600, requires = "png", value_parser = clap::value_parser!(u32).range(100..=8000))]
    pub width: u32,
    /// Write the map to this file as a PDF document, with an A4 page for each picture
    #[cfg(feature = "pictures")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["svg", "words", "json"])]
    pub pdf: Option<std::path::PathBuf>,
    /// Style of the picture
    #[arg(long, value_enum, default_value_t = Style::Colour)]
    pub style: Style,
    /// The map after this phase (default: as it is now)
    #[arg(long, value_name = "N")]
    pub phase: Option<u32>,
    /// The position before the phase (only for battle maps)
    #[arg(long)]
    pub before: bool,
    /// Show zones of control, or the sides on which units are weak (in pictures only)
    #[arg(long, conflicts_with_all = ["words", "json"])]
    pub zones: bool,
    /// Print JSON for a program
    #[arg(long, conflicts_with_all = ["svg", "words"])]
    pub json: bool,
    /// Language
    #[command(flatten)]
    pub lang: LanguageArg,
}

/// How a drawn map looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Style {
    /// In colour on a screen, in black ink on paper.
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

/// # Errors
/// No game there; an unknown seat.
pub fn run(dir: Option<&Path>, args: &MapArgs) -> CommandResult {
    if let Some(copy) = crate::cli::copy::Copy::find(dir)? {
        return copy.map(args);
    }
    let game = store::load(&common::folder(dir)?)?;
    let again = game.again(record(&game, args.phase)?)?;
    let map = again.session.play.picture(&seat_game::viewer(&game, args.seat.as_deref())?);
    show(args, map)
}

/// Shows a map as it was asked for.
///
/// # Errors
/// A view that this map cannot show, or a file that cannot be written.
pub(super) fn show(args: &MapArgs, mut map: Picture) -> CommandResult {
    if args.before {
        map = map.before().ok_or_else(|| {
            Error::no(
                "only battle maps can show the position before the phase; for other maps, use \
                 --phase",
            )
        })?;
    }
    if args.json {
        common::print_json(&map)?;
        return Ok(Exit::Done);
    }
    let reporter = reports::reporter_in(args.lang.language());
    let look = Look { tone: args.style.into(), zones: args.zones };
    #[cfg(feature = "pictures")]
    if args.png.is_some() || args.pdf.is_some() {
        return pictures(args, &map.title, &reporter.sheets(&map, look)?);
    }
    let text = if args.svg {
        reporter.drawn(&map, look)?
    } else if args.words {
        reporter.positions(&map).join("\n") + "\n"
    } else {
        reporter.text_map(&map, common::colour())
    };
    common::print(&text)?;
    Ok(Exit::Done)
}

/// Writes drawings where it was asked: the first as a picture, all of them as a document.
///
/// # Errors
/// A picture too large; a file that cannot be written.
#[cfg(feature = "pictures")]
pub fn pictures(args: &MapArgs, title: &str, sheets: &[String]) -> CommandResult {
    let mode = mode(args.seat.as_deref());
    let failed = |fault: printing::Fault| Error::no(fault.to_string());
    if let Some(file) = &args.png {
        let first = sheets.first().expect("every map has a drawing");
        let picture = printing::png(first, args.width).map_err(failed)?;
        store::files::replace(file, &picture, mode)?;
        common::tell(&format!("{}: the map as a picture", file.display()));
    }
    if let Some(file) = &args.pdf {
        let document = printing::pdf(title, sheets).map_err(failed)?;
        store::files::replace(file, &document, mode)?;
        common::tell(&format!("{}: the map as a document", file.display()));
    }
    Ok(Exit::Done)
}

/// The mode of a file that shows what somebody sees: private if it is what a seat sees.
pub(super) fn mode(seat: Option<&str>) -> u32 {
    if seat.is_some() { store::files::SECRET_MODE } else { store::files::OPEN_MODE }
}

/// The record of this phase, or the newest.
///
/// # Errors
/// A phase that is not recorded yet.
pub fn record(game: &store::Game, phase: Option<u32>) -> Result<u32, Error> {
    let newest = game.session.number;
    match phase {
        Some(number) if number > newest => {
            Err(Error::usage(format!("there is no record {number} yet; the newest is {newest}")))
        }
        Some(number) => Ok(number),
        None => Ok(newest),
    }
}
