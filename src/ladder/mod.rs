//! Decides what is done about an open phase at this moment: a pure function of the charter and of how things stand.
//! Everything that resolves a phase asks here, so the charter's rules on time hold for all.
//!
//! The law: the clock never runs against somebody who could not know or could not be heard. So each step counts from the one
//! before it that was *done*, and nobody counts as absent unless they were told that they are late, all that came in was read, and
//! something came in since.

mod downtime;

pub use downtime::{Downtime, Rounds};

use chrono::{DateTime, TimeDelta, Utc};
use record::schedule::{Missed, Schedule};
use record::span::Span;
use std::collections::BTreeMap;

/// How long after the grace the round waits for a letter to come in before the referee is called: the round's own test
/// letter may still be on its way.
const TRIAL: TimeDelta = TimeDelta::hours(1);

/// The state of the mail that comes in for all games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Incoming {
    /// When the last letter of a person, or a test letter of our own, came in; none if none ever did.
    pub heard: Option<DateTime<Utc>>,
    /// When all ways by which letters come in were last read to their end; none if that failed the last time.
    pub read: Option<DateTime<Utc>>,
    /// True if a letter did not arrive and nobody can tell which one.
    pub lost: bool,
    /// When no round was at work, so that nobody could be told anything or be heard.
    pub downtime: Downtime,
}

/// Says whether those who missed the deadline were told that they are late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// No round looks after this game, or nobody in it gets letters: the person who resolves it is responsible for
    /// telling the players.
    Elsewhere,
    /// The letters to some of them have not been handed over.
    Not,
    /// The last of their letters was handed over at this time.
    At(DateTime<Utc>),
}

/// The facts about an open phase.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    pub schedule: Option<&'a Schedule>,
    /// The time at which it is decided.
    pub now: DateTime<Utc>,
    /// The newest time that this game knows of: that of its newest record, or of a letter that was handed over since.
    pub newest: DateTime<Utc>,
    /// Since when the time of the phase runs; none while a letter about it is not handed over.
    pub since: Option<DateTime<Utc>>,
    pub deadline: Option<DateTime<Utc>>,
    pub awaited: usize,
    /// Awaited seats for which neither a file nor what is in force answers everything.
    pub missing: Vec<String>,
    /// Seats like these whose file says `hold: true`: they have been heard, and leave to the rules what is open.
    pub holding: Vec<String>,
    /// Awaited seats whose file is not final.
    pub tentative: Vec<String>,
    /// When the newest file was filed.
    pub filed: Option<DateTime<Utc>>,
    pub told: Told,
    /// The number of phases in a row that each missing seat has missed before this one.
    pub missed: BTreeMap<String, u32>,
    pub incoming: &'a Incoming,
    pub held: bool,
}

/// The next thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    Wait,
    /// Resolve the phase; these seats count as absent.
    Resolve(Vec<String>),
    /// Remind these seats; the number is that of the reminder in the schedule.
    Remind(usize, Vec<String>),
    /// Tell these seats that the deadline has passed, and that orders are taken until this time, or without one for as
    /// long as it takes.
    Late(Option<DateTime<Utc>>, Vec<String>),
    /// The grace is over, and these seats count as absent once a letter has come in that shows that mail arrives.
    Listen(Vec<String>),
    /// Resolve nothing, and tell the referee why.
    Stop(Reason),
}

/// The reasons for which a deadline is not acted on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The clock of this machine stands before this time, which the game has seen already.
    Clock(DateTime<Utc>),
    /// A letter did not arrive, and it may be one of this game.
    Lost,
    /// Not all that came in could be read, and it may bring what is missing.
    Unread,
    /// Nothing came in since these seats were told that they are late.
    Unheard,
    /// No mail came in for longer than the charter allows.
    Silence,
    /// Too many are missing at once.
    Missing(Vec<String>),
    /// These seats have missed so many phases that they count as vacant.
    Vacant(Vec<String>),
}

pub fn decide(facts: &Facts<'_>) -> Decision {
    if facts.held {
        return Decision::Wait;
    }
    let Facts { schedule, now, deadline, missing, tentative, .. } = facts;
    if *now < facts.newest {
        return Decision::Stop(Reason::Clock(facts.newest));
    }
    let early = schedule.and_then(|schedule| schedule.early).map_or(TimeDelta::zero(), Span::delta);
    let settled = facts.filed.is_none_or(|filed| *now >= filed + early);
    let passed = deadline.is_some_and(|deadline| *now >= deadline);
    if missing.is_empty() && facts.holding.is_empty() && (passed || tentative.is_empty() && settled)
    {
        return Decision::Resolve(Vec::new());
    }
    let (Some(schedule), Some(since), Some(deadline)) = (schedule, facts.since, *deadline) else {
        return Decision::Wait;
    };
    if !passed {
        return remind(facts, schedule, since, deadline);
    }
    let until = until(schedule, deadline, facts.told, *now, &facts.incoming.downtime);
    match schedule.missed {
        Missed::Wait => Decision::Late(None, [missing.as_slice(), &facts.holding].concat()),
        Missed::Fallback if missing.is_empty() => Decision::Resolve(facts.holding.clone()),
        Missed::Fallback if *now < until || facts.told == Told::Not => {
            Decision::Late(Some(until), missing.clone())
        }
        Missed::Fallback => absent(facts, schedule, since, until),
    }
}

/// Until when orders are taken after a deadline: for the grace of the charter, from when those who are late were told so. Time
/// in which no round was at work does not count.
pub fn until(
    schedule: &Schedule,
    deadline: DateTime<Utc>,
    told: Told,
    now: DateTime<Utc>,
    downtime: &Downtime,
) -> DateTime<Utc> {
    let grace = schedule.grace.map_or(TimeDelta::zero(), Span::delta);
    match told {
        Told::Elsewhere => deadline + grace,
        Told::Not => now.max(deadline) + grace,
        Told::At(at) => downtime.moved(at, at.max(deadline) + grace),
    }
}

/// Decides whether those who are missing count as absent.
fn absent(
    facts: &Facts<'_>,
    schedule: &Schedule,
    since: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Decision {
    let (missing, incoming) = (&facts.missing, facts.incoming);
    if incoming.lost {
        return Decision::Stop(Reason::Lost);
    }
    if let Told::At(told) = facts.told {
        if incoming.read.is_none_or(|read| read < until) {
            return Decision::Stop(Reason::Unread);
        }
        if incoming.heard.is_none_or(|heard| heard <= told) {
            let called = facts.now >= until + TRIAL;
            return if called {
                Decision::Stop(Reason::Unheard)
            } else {
                Decision::Listen(missing.clone())
            };
        }
    }
    if let Some(breaker) = schedule.breaker {
        let silent = |longest: Span| {
            incoming.heard.is_some_and(|heard| facts.now - heard.max(since) >= longest.delta())
        };
        if breaker.silence.is_some_and(silent) {
            return Decision::Stop(Reason::Silence);
        }
        let share =
            |most: u32| missing.len() > 1 && missing.len() * 100 >= facts.awaited * most as usize;
        if breaker.missing.is_some_and(share) {
            return Decision::Stop(Reason::Missing(missing.clone()));
        }
    }
    let gone = |seat: &&String| {
        let before = facts.missed.get(*seat).copied().unwrap_or(0);
        schedule.vacancy.is_some_and(|most| before >= most)
    };
    let vacant: Vec<String> = missing.iter().filter(gone).cloned().collect();
    if vacant.is_empty() {
        Decision::Resolve([missing.as_slice(), &facts.holding].concat())
    } else {
        Decision::Stop(Reason::Vacant(vacant))
    }
}

/// The reminder that fell due last; one that fell due before it is overtaken.
fn remind(
    facts: &Facts<'_>,
    schedule: &Schedule,
    since: DateTime<Utc>,
    deadline: DateTime<Utc>,
) -> Decision {
    let owing: Vec<String> = facts.missing.iter().chain(&facts.tentative).cloned().collect();
    let due = schedule.remind.iter().enumerate().map(|(n, one)| (one.due(since, deadline), n));
    match due.filter(|(at, _)| (since..=facts.now).contains(at)).max() {
        Some((_, number)) if !owing.is_empty() => Decision::Remind(number, owing),
        _ => Decision::Wait,
    }
}

#[cfg(test)]
mod simulator_tests;
#[cfg(test)]
mod tests;
