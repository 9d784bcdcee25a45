//! `tabella map`: the map as it stands, with the moves of the last record.

use super::args::Map;
use super::{CommandResult, Error, Exit, reports};
use crate::report::Look;
use crate::store;
use engine::map::Map as Picture;
use engine::{Seat, Viewer};
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// No game there; a seat that is none.
pub fn run(dir: Option<&Path>, args: &Map) -> CommandResult {
    if let Some(copy) = super::copy::Copy::find(dir)? {
        return copy.map(args);
    }
    let game = store::load(&super::folder(dir)?)?;
    let again = game.again(record(&game, args.phase)?)?;
    let map = again.session.play.picture(&viewer(&game, args.seat.as_deref())?);
    show(args, map)
}

/// Shows a map as it was asked for.
///
/// # Errors
/// What this map cannot show; a file that cannot be written.
pub(super) fn show(args: &Map, mut map: Picture) -> CommandResult {
    if args.before {
        map = map.before().ok_or_else(|| {
            Error::no("only battle maps show the position before; for other maps use --phase")
        })?;
    }
    if args.json {
        super::print_json(&map)?;
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
        reporter.text_map(&map, super::colour())
    };
    super::print(&text)?;
    Ok(Exit::Done)
}

/// Writes drawings where it was asked: the first as a picture, all of them as a document.
///
/// # Errors
/// A picture too large; a file that cannot be written.
#[cfg(feature = "pictures")]
pub fn pictures(args: &Map, title: &str, sheets: &[String]) -> CommandResult {
    let mode = mode(args.seat.as_deref());
    let failed = |fault: printing::Fault| Error::no(fault.to_string());
    if let Some(file) = &args.png {
        let first = sheets.first().expect("a map has a drawing");
        let picture = printing::png(first, args.width).map_err(failed)?;
        store::files::replace(file, &picture, mode)?;
        super::tell(&format!("{}: the map as a picture", file.display()));
    }
    if let Some(file) = &args.pdf {
        let document = printing::pdf(title, sheets).map_err(failed)?;
        store::files::replace(file, &document, mode)?;
        super::tell(&format!("{}: the map as a document", file.display()));
    }
    Ok(Exit::Done)
}

/// The mode of a file that shows what somebody sees: a seat's is its own.
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

/// Who looks: a seat of the game, or everybody.
///
/// # Errors
/// A seat that is none.
pub fn viewer(game: &store::Game, seat: Option<&str>) -> Result<Viewer, Error> {
    let Some(name) = seat else { return Ok(Viewer::Public) };
    let known: Vec<&str> = game.session.charter.seat_names().collect();
    if known.contains(&name) {
        return Ok(Viewer::Seat(Seat::new(name)));
    }
    Err(Error::usage(format!("no seat `{name}`; the seats are: {}", known.join(", "))))
}
