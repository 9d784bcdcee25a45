//! `tabella map`: the map as it stands, with the moves of the last record.

use super::args::Map;
use super::{CommandResult, Error, Exit, reports};
use crate::report::Look;
use crate::store;
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
    let mut map = again.session.play.picture(&viewer(&game, args.seat.as_deref())?);
    if args.before {
        map = map.before().ok_or_else(|| {
            Error::no("only the maps of battles show what was before; for others use --phase")
        })?;
    }
    if args.json {
        super::print_json(&map)?;
        return Ok(Exit::Done);
    }
    let reporter = reports::reporter();
    let text = if args.svg {
        let look = Look { zones: args.zones, ..Look::default() };
        reporter.drawn(&map, look).map_err(|error| Error::no(error.to_string()))?
    } else if args.words {
        reporter.positions(&map).join("\n") + "\n"
    } else {
        reporter.text_map(&map, super::colour())
    };
    super::print(&text)?;
    Ok(Exit::Done)
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
