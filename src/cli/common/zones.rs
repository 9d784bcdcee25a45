//! In whose time a player reads deadlines: the referee keeps it beside the addresses, for it changes nothing of the game.

use crate::cli::common::Error;
use crate::store::Game;
use crate::store::post::wishes::{self, Wish};
use chrono_tz::{TZ_VARIANTS, Tz};
use serde_json::{Value, json};

/// The zone of this name, however it is capitalised: letters write it in any way.
fn named(name: &str) -> Option<Tz> {
    TZ_VARIANTS.into_iter().find(|zone| zone.name().eq_ignore_ascii_case(name))
}

/// Enters the zone in which a seat's player, or the referee, reads times.
///
/// # Errors
/// An unknown time zone; an unknown seat; a copy of the game.
pub(in crate::cli) fn enter(game: &Game, seat: &str, name: &str) -> Result<(), Error> {
    let Some(zone) = named(name) else {
        return Err(Error::usage(format!(
            "`{name}` is not a time zone; write one like Europe/Rome"
        )));
    };
    Ok(wishes::enter(game, Wish::Zone, seat, zone.name())?)
}

/// The answer to a player who asks for a time zone; the zone is stored at once.
///
/// # Errors
/// A file that cannot be read or written.
pub(in crate::cli) fn wished(game: &Game, seat: &str, name: &str) -> Result<Value, Error> {
    let Some(zone) = named(name) else { return Ok(json!({ "wrong": name })) };
    enter(game, seat, zone.name())?;
    Ok(json!({ "zone": zone.name() }))
}
