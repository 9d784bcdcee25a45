//! When the orders of a phase are due: civil days at a civil hour in a named zone, stored as an instant in UTC.
//!
//! Zones change by politics and the tables of them by version, so a deadline is computed once, when its phase opens, and
//! recorded; nobody computes it anew to judge the past.

use chrono::{DateTime, Days, Duration, NaiveDateTime, TimeZone, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// Longest time a schedule may give for one phase, in days.
pub const DAYS_MAX: u32 = 366;

/// When orders are due, and what happens when they are missed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Civil days from the day on which the phase opened, in the zone; 1 to [`DAYS_MAX`].
    pub days: u32,
    /// The zone's name in the IANA database, such as `Europe/Rome`.
    pub zone: String,
    /// The full hour of the day at which orders are due, 0 to 23.
    pub hour: u32,
    /// What becomes of a seat that has filed nothing by then.
    #[serde(default)]
    pub missed: Missed,
}

/// What becomes of a seat that has filed nothing at the deadline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Missed {
    /// The game waits for it; only the referee may declare it absent by name.
    #[default]
    Wait,
    /// The title's fallback plays for it.
    Fallback,
}

impl Missed {
    /// Its word in the charter.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wait => "wait",
            Self::Fallback => "fallback",
        }
    }
}

impl Schedule {
    /// Checks the bounds and the zone's name.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        if !(1..=DAYS_MAX).contains(&self.days) {
            return Err((
                "schedule.days",
                format!("{} is not between 1 and {DAYS_MAX}", self.days),
            ));
        }
        if self.hour > 23 {
            return Err(("schedule.hour", format!("{} is not between 0 and 23", self.hour)));
        }
        match self.zone.parse::<Tz>() {
            Ok(_) => Ok(()),
            Err(_) => Err((
                "schedule.zone",
                format!(
                    "`{}` is no time zone; write one like Europe/Rome",
                    self.zone.escape_default()
                ),
            )),
        }
    }

    /// The instant at which the orders of a phase that opened at `opened` are due; none if the schedule is not sound or
    /// the calendar ends. Days are civil days, so the clock on the wall shows the same hour whether or not it was
    /// changed in between; an hour that a spring change leaves out becomes the first minute after the gap, and one that an
    /// autumn change repeats is its second, later one.
    pub fn deadline(&self, opened: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let zone: Tz = self.zone.parse().ok()?;
        let day = opened
            .with_timezone(&zone)
            .date_naive()
            .checked_add_days(Days::new(u64::from(self.days)))?;
        let due = resolve(zone, day.and_hms_opt(self.hour, 0, 0)?)?;
        Some(due.with_timezone(&Utc))
    }
}

/// The instant of a local time; after a gap, the first minute that exists.
fn resolve(zone: Tz, local: NaiveDateTime) -> Option<DateTime<Tz>> {
    // No zone has ever left out more than one whole day.
    (0..=2 * 24 * 60).find_map(|minutes| {
        zone.from_local_datetime(&(local + Duration::minutes(minutes))).latest()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(zone: &str, days: u32, hour: u32, opened: &str) -> String {
        let schedule = Schedule { days, zone: zone.to_owned(), hour, missed: Missed::Wait };
        schedule.check().unwrap();
        schedule
            .deadline(opened.parse().unwrap())
            .unwrap()
            .to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
    }

    #[test]
    fn the_wall_clock_keeps_its_hour_across_a_change_of_the_clocks() {
        assert_eq!(at("Europe/Rome", 3, 20, "2026-03-27T10:00:00Z"), "2026-03-30T18:00:00Z");
        assert_eq!(at("Europe/Rome", 1, 20, "2026-10-24T10:00:00Z"), "2026-10-25T19:00:00Z");
    }

    #[test]
    fn the_day_is_counted_where_the_zone_is() {
        // 23:30 UTC is already the next day in Rome.
        assert_eq!(at("Europe/Rome", 1, 20, "2026-06-01T23:30:00Z"), "2026-06-03T18:00:00Z");
        assert_eq!(at("UTC", 1, 20, "2026-06-01T23:30:00Z"), "2026-06-02T20:00:00Z");
    }

    #[test]
    fn an_hour_that_spring_leaves_out_is_the_first_after_the_gap() {
        assert_eq!(at("Europe/Rome", 1, 2, "2026-03-28T10:00:00Z"), "2026-03-29T01:00:00Z");
        // Samoa left out the whole of 30 December 2011.
        assert_eq!(at("Pacific/Apia", 1, 12, "2011-12-29T20:00:00Z"), "2011-12-30T10:00:00Z");
    }

    #[test]
    fn an_hour_that_autumn_repeats_is_the_later_one() {
        assert_eq!(at("Europe/Rome", 1, 2, "2026-10-24T10:00:00Z"), "2026-10-25T01:00:00Z");
    }

    #[test]
    fn a_schedule_out_of_bounds_names_its_field() {
        let good = Schedule { days: 3, zone: "Europe/Rome".into(), hour: 20, missed: Missed::Wait };
        assert_eq!(good.check(), Ok(()));
        for (bad, field) in [
            (Schedule { days: 0, ..good.clone() }, "schedule.days"),
            (Schedule { hour: 24, ..good.clone() }, "schedule.hour"),
            (Schedule { zone: "Rome".into(), ..good.clone() }, "schedule.zone"),
        ] {
            assert_eq!(bad.check().unwrap_err().0, field);
        }
    }
}
