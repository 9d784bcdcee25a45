//! The clock of the machine.

use crate::store::{Error, environment};
use chrono::{DateTime, SubsecRound, Utc};

/// Stands in for the clock, as a time like `2026-03-01T20:00:00Z`: for tests and for examples that come out the same.
pub const NOW: &str = "TABELLA_NOW";

pub fn pause(time: std::time::Duration) {
    std::thread::sleep(time);
}

/// Now, in UTC, in whole seconds.
///
/// # Errors
/// [`Error::Now`], if the stand-in for the clock is no time.
pub fn now() -> Result<DateTime<Utc>, Error> {
    match environment::variable(NOW) {
        None => Ok(Utc::now().trunc_subsecs(0)),
        Some(text) => match DateTime::parse_from_rfc3339(&text) {
            Ok(time) => Ok(time.with_timezone(&Utc).trunc_subsecs(0)),
            Err(_) => Err(Error::Now(text)),
        },
    }
}
