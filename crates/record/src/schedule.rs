//! When the orders of a phase are due: civil days at a civil hour in a named zone, stored as an instant in UTC.
//!
//! Zones change by politics and the tables of them by version, so a deadline is computed once, when its phase opens, and
//! recorded; nobody computes it anew to judge the past.

use crate::calendar::{Day, Holiday, WeekTime};
use crate::names::check_id;
use crate::player::Strength;
use crate::span::Span;
use chrono::{DateTime, Days, Duration, NaiveDate, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::collections::BTreeMap;

/// Longest time a schedule may give for one phase, in days.
pub const DAYS_MAX: u32 = 366;
/// Least notice that players get before a weekly deadline, in hours.
const LEAST_HOURS: i64 = 24;
/// How many days after the opening of a phase the search for a deadline goes on.
const HORIZON: u64 = 3 * DAYS_MAX as u64;
/// Longest list of reminders, of times of the week, or of holidays.
const LIST_MAX: usize = 200;

/// When orders are due, and what happens when they are missed. Either `days` and `hour` are given, or `weekly`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Civil days in the zone, counted from the day on which the phase opened, days off left out; 1 to [`DAYS_MAX`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
    /// The zone's name in the IANA database, such as `Europe/Rome`.
    pub zone: String,
    /// The full hour of the day at which orders are due, 0 to 23.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hour: Option<u32>,
    #[serde(default)]
    pub missed: Missed,
    /// Times of the week at which orders are due; the first one at least a day away counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weekly: Vec<WeekTime>,
    /// Days of the week on which no time runs and nothing is due.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub off: Vec<Day>,
    /// Dates on which no time runs and nothing is due.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holidays: Vec<Holiday>,
    /// How long a phase that could be resolved early still waits for second thoughts; `None` means no wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub early: Option<Span>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remind: Vec<Reminder>,
    /// The time after the deadline during which orders are still taken, before anybody counts as absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace: Option<Span>,
    /// Phases missed in a row after which a seat counts as vacant; the game then waits for a new player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacancy: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaker: Option<Breaker>,
    /// Civil days for the phases of these names, instead of `days`; each 1 to [`DAYS_MAX`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub phases: BTreeMap<String, u32>,
    /// How well the program plays a seat that is vacant by `vacancy`; if `None`, the game waits for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacant: Option<Strength>,
}

/// When too much is missing at once to be the players' fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Breaker {
    /// Percentage of the awaited seats, 1 to 100: if that many are missing at once, and more than one, nobody counts as
    /// absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<u32>,
    /// If no mail at all came in for this long, nobody counts as absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub silence: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reminder {
    /// When half of the time is over: `half`.
    Half,
    /// This long before the deadline.
    Before(Span),
}

impl Reminder {
    /// When it falls due, for a phase whose time runs from `since` to `deadline`.
    pub fn due(self, since: DateTime<Utc>, deadline: DateTime<Utc>) -> DateTime<Utc> {
        match self {
            Self::Half => since + (deadline - since) / 2,
            Self::Before(span) => deadline - span.delta(),
        }
    }
}

impl Serialize for Reminder {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Half => serializer.serialize_str("half"),
            Self::Before(span) => span.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Reminder {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "half" => Ok(Self::Half),
            text => Span::parse(text).map(Self::Before).map_err(de::Error::custom),
        }
    }
}

engine::words! {
    /// What happens to a seat that has filed nothing by the deadline.
    #[derive(Default)]
    pub enum Missed {
        /// The game waits for it; only the referee may declare it absent by name.
        #[default]
        Wait = "wait",
        /// The title's fallback plays for it.
        Fallback = "fallback",
    }
}

impl Schedule {
    /// The same number of days for every phase, until this hour.
    pub fn every(days: u32, hour: u32, zone: &str, missed: Missed) -> Self {
        let zone = zone.to_owned();
        Self { days: Some(days), hour: Some(hour), zone, missed, ..Self::default() }
    }

    /// Reads a schedule as it stands in a charter.
    ///
    /// # Errors
    /// A message of one line that says what is wrong with it.
    pub fn parse(bytes: &[u8]) -> Result<Self, String> {
        let schedule: Self = crate::text::read(bytes, 64 << 10)?;
        schedule.check().map_err(|(field, what)| format!("{field}: {what}"))?;
        Ok(schedule)
    }

    /// Checks the bounds and the zone's name.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        match (self.days, self.hour, self.weekly.as_slice()) {
            (Some(days), _, []) if !(1..=DAYS_MAX).contains(&days) => {
                return Err(("schedule.days", format!("{days} is not between 1 and {DAYS_MAX}")));
            }
            (Some(_), Some(hour), []) if hour > 23 => {
                return Err(("schedule.hour", format!("{hour} is not between 0 and 23")));
            }
            (Some(_), Some(_), []) | (None, None, [_, ..]) => {}
            (Some(_) | None, _, _) => {
                let what = "write `days` and `hour`, or `weekly`".to_owned();
                return Err(("schedule.days", what));
            }
        }
        self.zone.parse::<Tz>().map_err(|_| {
            let shown = self.zone.escape_default();
            ("schedule.zone", format!("`{shown}` is not a time zone; write one like Europe/Rome"))
        })?;
        if [self.weekly.len(), self.off.len(), self.holidays.len(), self.remind.len()]
            .into_iter()
            .any(|length| length > LIST_MAX)
        {
            return Err(("schedule", format!("one of its lists has more than {LIST_MAX} entries")));
        }
        if self.vacancy == Some(0) {
            return Err((
                "schedule.vacancy",
                "a seat cannot become vacant before it misses a phase".into(),
            ));
        }
        if self.vacant.is_some() && self.vacancy.is_none() {
            let what = "write `vacancy:` with the number of phases that a seat must miss in a row \
                 to become vacant";
            return Err(("schedule.vacant", what.to_owned()));
        }
        self.check_phases()?;
        let share = self.breaker.and_then(|breaker| breaker.missing);
        if share.is_some_and(|share| !(1..=100).contains(&share)) {
            return Err((
                "schedule.breaker.missing",
                "a share must be from 1 to 100 percent".to_owned(),
            ));
        }
        let opened = DateTime::<Utc>::UNIX_EPOCH;
        // The longest phase is the first for which no day is left.
        let longest = self.phases.iter().max_by_key(|(_, days)| **days);
        match self.deadline(opened, longest.map_or("", |(name, _)| name)) {
            Some(_) => Ok(()),
            None => {
                Err(("schedule.off", "there is no day left on which orders can be due".to_owned()))
            }
        }
    }

    /// Checks it against the phases of a title, and whether the title has a strong player.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub fn suits(&self, phases: &[&str], strong: bool) -> Result<(), (&'static str, String)> {
        if let Some(name) = self.phases.keys().find(|name| !phases.contains(&name.as_str())) {
            let what = format!("no phase `{name}`; the phases are: {}", phases.join(", "));
            return Err(("schedule.phases", what));
        }
        if self.vacant == Some(Strength::Strong) && !strong {
            let what = "the title has no strong player: use `easy` or `fair`".to_owned();
            return Err(("schedule.vacant", what));
        }
        Ok(())
    }

    /// Checks the entries for single phases; whether a title has them is for the title to say.
    fn check_phases(&self) -> Result<(), (&'static str, String)> {
        let fault = |what: String| Err(("schedule.phases", what));
        if !self.phases.is_empty() && self.days.is_none() {
            return fault("`phases` can be combined with `days`, but not with `weekly`".to_owned());
        }
        if self.phases.len() > LIST_MAX {
            return fault(format!("more than {LIST_MAX} phases are named"));
        }
        for (name, days) in &self.phases {
            if let Err(why) = check_id(name) {
                return fault(format!("`{}` is not a phase: {why}", name.escape_default()));
            }
            if !(1..=DAYS_MAX).contains(days) {
                return fault(format!("{name}: {days} is not between 1 and {DAYS_MAX}"));
            }
        }
        Ok(())
    }

    /// The instant at which the orders of a phase of this name that opened at `opened` are due; none if the schedule is not sound or
    /// the calendar ends. Days are civil days, so the clock on the wall shows the same hour whether or not it was
    /// changed in between; an hour that a spring change leaves out becomes the first minute after the gap, and one that an
    /// autumn change repeats is its second, later one.
    pub fn deadline(&self, opened: DateTime<Utc>, phase: &str) -> Option<DateTime<Utc>> {
        let zone: Tz = self.zone.parse().ok()?;
        let today = opened.with_timezone(&zone).date_naive();
        let dates = (0..=HORIZON).map_while(|days| today.checked_add_days(Days::new(days)));
        let mut working = dates.filter(|date| !self.is_free(*date));
        match (self.days, self.hour) {
            (Some(usual), Some(hour)) => {
                let days = self.phases.get(phase).copied().unwrap_or(usual);
                // The day of the opening is not counted, free or not.
                let mut counted = working.filter(|date| *date > today);
                let day = counted.nth(usize::try_from(days.checked_sub(1)?).ok()?)?;
                Some(resolve(zone, day.and_hms_opt(hour, 0, 0)?)?.with_timezone(&Utc))
            }
            _ => {
                let least = opened + TimeDelta::hours(LEAST_HOURS);
                working.find_map(|date| self.weekly_on(zone, date, least))
            }
        }
    }

    /// The day in the schedule's zone; none where the zone is not known.
    pub(crate) fn day(&self, at: DateTime<Utc>) -> Option<NaiveDate> {
        let zone: Tz = self.zone.parse().ok()?;
        Some(at.with_timezone(&zone).date_naive())
    }

    /// The new due time of orders whose `due` falls within a vacation, given by its first and last day: the first time
    /// of the schedule after it. `None` if `due` is on another day.
    pub fn rested(
        &self,
        due: DateTime<Utc>,
        (from, to): (NaiveDate, NaiveDate),
    ) -> Option<DateTime<Utc>> {
        let zone: Tz = self.zone.parse().ok()?;
        let day = self.day(due)?;
        if day < from || day > to {
            return None;
        }
        let dates = (1..=HORIZON).map_while(|days| to.checked_add_days(Days::new(days)));
        let mut working = dates.filter(|date| !self.is_free(*date));
        match self.hour {
            Some(hour) => {
                Some(resolve(zone, working.next()?.and_hms_opt(hour, 0, 0)?)?.with_timezone(&Utc))
            }
            None => working.find_map(|date| self.weekly_on(zone, date, due)),
        }
    }

    /// The first time of the week on this date that is not before `least`.
    fn weekly_on(&self, zone: Tz, date: NaiveDate, least: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let on_day = self.weekly.iter().filter(|one| one.day.is(date));
        let times = on_day.filter_map(|one| {
            let (hour, minute) = one.time;
            Some(resolve(zone, date.and_hms_opt(hour, minute, 0)?)?.with_timezone(&Utc))
        });
        times.filter(|time| *time >= least).min()
    }

    fn is_free(&self, date: NaiveDate) -> bool {
        self.off.iter().any(|day| day.is(date)) || self.holidays.iter().any(|one| one.covers(date))
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
        due(&Schedule::every(days, hour, zone, Missed::Wait), opened)
    }

    fn due(schedule: &Schedule, opened: &str) -> String {
        schedule.check().unwrap();
        schedule
            .deadline(opened.parse().unwrap(), "move")
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
        let good = Schedule::every(3, 20, "Europe/Rome", Missed::Wait);
        assert_eq!(good.check(), Ok(()));
        for (bad, field) in [
            (Schedule { days: Some(0), ..good.clone() }, "schedule.days"),
            (Schedule { hour: Some(24), ..good.clone() }, "schedule.hour"),
            (Schedule { hour: None, ..good.clone() }, "schedule.days"),
            (Schedule { zone: "Rome".into(), ..good.clone() }, "schedule.zone"),
            (Schedule { vacancy: Some(0), ..good.clone() }, "schedule.vacancy"),
        ] {
            assert_eq!(bad.check().unwrap_err().0, field);
        }
    }

    fn read(text: &str) -> Schedule {
        Schedule::parse(text.as_bytes()).unwrap_or_else(|what| panic!("{what}\n{text}"))
    }

    #[test]
    fn an_older_charter_keeps_its_bytes() {
        let text = "days: 3\nzone: Europe/Rome\nhour: 20\nmissed: fallback\n";
        assert_eq!(crate::text::write(&read(text)), text);
    }

    #[test]
    fn everything_that_a_schedule_says_is_written_as_it_is_read() {
        let text = "zone: Europe/Rome\nmissed: fallback\nweekly:\n- mon 20:00\n- thu 20:00\noff:\n- sun\nholidays:\n\
            - 2026-12-24..2027-01-06\nearly: 15m\nremind:\n- half\n- 1d\n- 1h\ngrace: 6h\nvacancy: 3\nbreaker:\n  \
            missing: 50\n  silence: 2d\nvacant: fair\n";
        assert_eq!(crate::text::write(&read(text)), text);
        for (from, to) in
            [("half", "quarter"), ("50", "0"), ("mon 20:00", "mon 25:00"), ("6h", "6")]
        {
            assert!(Schedule::parse(text.replace(from, to).as_bytes()).is_err(), "{from} -> {to}");
        }
        let daily = "days: 3\nzone: Europe/Rome\nhour: 20\nmissed: fallback\nphases:\n  attack: 1\n  setup: 7\n";
        assert_eq!(crate::text::write(&read(daily)), daily);
    }

    #[test]
    fn a_phase_may_have_days_of_its_own() {
        let both = read("days: 3\nzone: UTC\nhour: 20\nphases: {setup: 7, move: 1}\n");
        assert_eq!(due(&both, "2026-03-01T08:00:00Z"), "2026-03-02T20:00:00Z");
        let at = |phase: &str| both.deadline("2026-03-01T08:00:00Z".parse().unwrap(), phase);
        assert_eq!(at("setup"), "2026-03-08T20:00:00Z".parse().ok());
        assert_eq!(at("attack"), "2026-03-04T20:00:00Z".parse().ok());
        for bad in [
            "days: 3\nzone: UTC\nhour: 20\nphases: {setup: 0}\n",
            "days: 3\nzone: UTC\nhour: 20\nphases: {Set up: 2}\n",
            "zone: UTC\nweekly: [mon 20:00]\nphases: {setup: 2}\n",
        ] {
            let what = Schedule::parse(bad.as_bytes()).unwrap_err();
            assert!(what.starts_with("schedule.phases: "), "{what}");
        }
    }

    #[test]
    fn the_program_takes_over_only_where_seats_become_vacant() {
        let text = "days: 3\nzone: UTC\nhour: 20\nvacant: fair\n";
        let what = Schedule::parse(text.as_bytes()).unwrap_err();
        assert!(what.starts_with("schedule.vacant: write `vacancy:`"), "{what}");
        read(&format!("{text}vacancy: 3\n"));
    }

    #[test]
    fn a_schedule_names_phases_and_players_that_the_title_has() {
        let text = "days: 3\nzone: UTC\nhour: 20\nvacancy: 3\nvacant: strong\nphases: {setup: 7}\n";
        let both = read(text);
        assert_eq!(both.suits(&["setup", "move"], true), Ok(()));
        let (field, what) = both.suits(&["move", "attack"], true).unwrap_err();
        assert_eq!(
            (field, what.as_str()),
            ("schedule.phases", "no phase `setup`; the phases are: move, attack")
        );
        assert_eq!(both.suits(&["setup"], false).unwrap_err().0, "schedule.vacant");
        assert_eq!(read(&text.replace("strong", "fair")).suits(&["setup"], false), Ok(()));
    }

    #[test]
    fn a_list_where_keys_belong_is_refused_in_words() {
        // Which of the two numbers is which nobody wrote.
        let text = "days: 3\nzone: UTC\nhour: 20\nbreaker: [50, 2d]\n";
        let what = Schedule::parse(text.as_bytes()).unwrap_err();
        assert_eq!(what, "line 4: breaker: this is a list; write `key: value` instead");
    }

    #[test]
    fn free_days_do_not_count_and_nothing_is_due_on_them() {
        // Friday 18 December 2026 in the morning; weekends and Christmas are free.
        let text =
            "days: 3\nzone: UTC\nhour: 20\noff: [sat, sun]\nholidays: [2026-12-23..2026-12-27]\n";
        assert_eq!(due(&read(text), "2026-12-18T08:00:00Z"), "2026-12-28T20:00:00Z");
        assert!(
            Schedule::parse(
                b"days: 1\nzone: UTC\nhour: 1\noff: [mon, tue, wed, thu, fri, sat, sun]\n"
            )
            .is_err()
        );
    }

    #[test]
    fn a_time_of_the_week_is_due_once_it_is_a_day_away() {
        let club = read("zone: Europe/Rome\nweekly: [mon 20:00, thu 20:00]\n");
        // Monday 2 March 2026, 12:00: that evening is too soon.
        assert_eq!(due(&club, "2026-03-02T11:00:00Z"), "2026-03-05T19:00:00Z");
        assert_eq!(due(&club, "2026-03-01T11:00:00Z"), "2026-03-02T19:00:00Z");
        // The clocks change on 29 March: the wall still shows eight.
        assert_eq!(due(&club, "2026-03-27T11:00:00Z"), "2026-03-30T18:00:00Z");
    }

    #[test]
    fn reminders_fall_due_at_a_half_and_before_the_deadline() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let (since, deadline) = (at("2026-03-01T20:00:00Z"), at("2026-03-03T20:00:00Z"));
        assert_eq!(Reminder::Half.due(since, deadline), at("2026-03-02T20:00:00Z"));
        let hour = Reminder::Before(Span::hours(1));
        assert_eq!(hour.due(since, deadline), at("2026-03-03T19:00:00Z"));
    }
}
