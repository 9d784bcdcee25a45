//! When rounds were at work and when not, as the rounds themselves have noted it.

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The number of intervals between rounds from which the usual interval is found.
const USUAL: usize = 8;
/// No shorter pause is downtime, however often rounds run: it costs nobody a turn.
const SHORTEST: TimeDelta = TimeDelta::hours(1);
/// The number of pauses that are remembered: those of the last phases are enough.
const PAUSES_MAX: usize = 100;

/// The pauses in which no round was at work, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Downtime(Vec<(DateTime<Utc>, DateTime<Utc>)>);

impl Downtime {
    /// The end of a stretch of time from `since` to `due`, not counting pauses. If a pause moves it, it falls on a full
    /// minute.
    pub fn moved(&self, since: DateTime<Utc>, due: DateTime<Utc>) -> DateTime<Utc> {
        let mut moved = due;
        for (from, to) in &self.0 {
            if *from < moved && *to > since {
                moved += *to - (*from).max(since);
            }
        }
        if moved == due {
            return due;
        }
        let minute = TimeDelta::minutes(1);
        moved
            .duration_trunc(minute)
            .map_or(moved, |whole| if whole < moved { whole + minute } else { whole })
    }
}

/// The notes that rounds leave for the next ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rounds {
    /// When the last rounds began, the oldest first.
    began: Vec<DateTime<Utc>>,
    /// When none was at work.
    pub downtime: Downtime,
    /// When all ways by which letters come in were last read to their end; none if the last round could not.
    pub read: Option<DateTime<Utc>>,
}

impl Rounds {
    /// Notes that a round begins now. If an earlier one began later by the clock, returns when that was, and forgets
    /// what was noted of the time still to come, so that only one round reports it and the next goes on.
    pub fn begin(&mut self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let later = self.began.iter().max().copied().filter(|at| *at > now);
        self.began.retain(|at| *at <= now);
        self.downtime.0.retain(|(_, to)| *to <= now);
        self.read = self.read.filter(|read| *read <= now);
        if let Some(last) = self.began.last().copied()
            && self.usual().is_some_and(|usual| now - last > (usual * 2).max(SHORTEST))
        {
            self.downtime.0.push((last, now));
            let surplus = self.downtime.0.len().saturating_sub(PAUSES_MAX);
            self.downtime.0.drain(..surplus);
        }
        self.began.push(now);
        let surplus = self.began.len().saturating_sub(USUAL + 1);
        self.began.drain(..surplus);
        later
    }

    /// The usual interval between rounds, once enough of them are known: the median.
    fn usual(&self) -> Option<TimeDelta> {
        let mut between: Vec<TimeDelta> =
            self.began.windows(2).map(|pair| pair[1] - pair[0]).collect();
        if between.len() < USUAL {
            return None;
        }
        between.sort();
        Some(between[between.len() / 2])
    }
}
