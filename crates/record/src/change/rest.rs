//! When orders are due, once vacations and changes of the deadline count.

use super::history::{History, Vacation};
use chrono::{DateTime, NaiveDate, Utc};

impl History {
    /// True if the seat has enough days left for the vacation. A vacation that does not fit is noted, but moves no
    /// deadline.
    pub fn granted(&self, vacation: &Vacation) -> bool {
        let taken: i64 =
            self.vacations.iter().filter(|one| one.seat == vacation.seat).map(Vacation::days).sum();
        let budget = self.charter.vacations.map_or(0, i64::from);
        taken + vacation.days() <= budget
    }

    /// When orders of these seats are due that would otherwise be due at `due`: vacations move it, and a change of the
    /// deadline counts whatever they say.
    pub fn deadline(&self, due: Option<DateTime<Utc>>, asked: &[String]) -> Option<DateTime<Utc>> {
        self.moved.or_else(|| self.rested(due, asked))
    }

    /// As [`History::deadline`], for a phase that is only being opened.
    pub fn rested(&self, due: Option<DateTime<Utc>>, asked: &[String]) -> Option<DateTime<Utc>> {
        let Some(schedule) = &self.charter.schedule else { return due };
        let mut due = due?;
        let away = self.vacations.iter().filter(|one| asked.contains(&one.seat));
        let away = away.map(|one| (one.from, one.to));
        let free: Vec<(NaiveDate, NaiveDate)> = away.chain(self.pauses.iter().copied()).collect();
        // One vacation may end in another, so go round until none moves anything any more.
        while let Some(later) = free.iter().filter_map(|days| schedule.rested(due, *days)).max() {
            due = later;
        }
        Some(due)
    }

    /// True if it was agreed that nobody's orders are due on that day; never in a game without a schedule.
    pub fn paused(&self, at: DateTime<Utc>) -> bool {
        let Some(schedule) = &self.charter.schedule else { return false };
        let day = schedule.day(at);
        self.pauses.iter().any(|(from, to)| day.is_some_and(|day| (*from..=*to).contains(&day)))
    }
}
