//! What is to be done about an open phase at this moment: a pure function of what the charter says and how things stand. Whatever
//! resolves a phase asks here, so that the charter's word on time holds for all.

use chrono::{DateTime, TimeDelta, Utc};
use record::schedule::{Missed, Schedule};
use record::span::Span;
use std::collections::BTreeMap;

/// What is known of the mail that comes in for all games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Incoming {
    /// When the last letter came in; none where letters come in by no way that is known here.
    pub heard: Option<DateTime<Utc>>,
    /// Whether a letter did not arrive of which nobody can tell which it was.
    pub lost: bool,
    /// Whether a letter lies in the mailbox that could not be taken, for a reason on this side: it may bring what somebody owes.
    pub untaken: bool,
}

/// How an open phase stands.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// What the charter says.
    pub schedule: Option<&'a Schedule>,
    /// The time at which it is decided.
    pub now: DateTime<Utc>,
    /// Since when the time of the phase runs; none while a letter about it is not handed over.
    pub since: Option<DateTime<Utc>>,
    /// When its orders are due.
    pub deadline: Option<DateTime<Utc>>,
    /// Seats that are awaited.
    pub awaited: usize,
    /// Awaited seats that have filed nothing.
    pub missing: Vec<String>,
    /// Awaited seats whose file is not final.
    pub tentative: Vec<String>,
    /// When the newest file was filed.
    pub filed: Option<DateTime<Utc>>,
    /// How many phases in a row each missing seat has missed before this one.
    pub missed: BTreeMap<String, u32>,
    /// What is known of the mail.
    pub incoming: Incoming,
    /// Whether the referee holds the game.
    pub held: bool,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Nothing now.
    Wait,
    /// Resolve the phase; these seats count as absent.
    Resolve(Vec<String>),
    /// Remind these seats; the number is that of the reminder in the schedule.
    Remind(usize, Vec<String>),
    /// Tell these seats that the deadline has passed; orders are taken until then, or for as long as it takes.
    Late(Option<DateTime<Utc>>, Vec<String>),
    /// Resolve nothing, and tell the referee why.
    Stop(Reason),
}

/// Why a deadline is not acted on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A letter did not arrive, and it may be one of this game.
    Lost,
    /// A letter that came in could not be taken, and it may be one for this game.
    Untaken,
    /// No mail came in for longer than the charter allows.
    Silence,
    /// Too many are missing at once.
    Missing(Vec<String>),
    /// These seats have missed so many phases that they count as vacant.
    Vacant(Vec<String>),
}

/// Decides what is to be done.
pub fn decide(facts: &Facts<'_>) -> Decision {
    if facts.held {
        return Decision::Wait;
    }
    let Facts { schedule, now, deadline, missing, tentative, .. } = facts;
    let early = schedule.and_then(|schedule| schedule.early).map_or(TimeDelta::zero(), Span::delta);
    let settled = facts.filed.is_none_or(|filed| *now >= filed + early);
    let passed = deadline.is_some_and(|deadline| *now >= deadline);
    if missing.is_empty() && (passed || tentative.is_empty() && settled) {
        return Decision::Resolve(Vec::new());
    }
    let (Some(schedule), Some(since), Some(deadline)) = (schedule, facts.since, *deadline) else {
        return Decision::Wait;
    };
    if !passed {
        return remind(facts, schedule, since, deadline);
    }
    let until = deadline + schedule.grace.map_or(TimeDelta::zero(), Span::delta);
    match schedule.missed {
        Missed::Wait => Decision::Late(None, missing.clone()),
        Missed::Fallback if *now < until => Decision::Late(Some(until), missing.clone()),
        Missed::Fallback => absent(facts, schedule, since),
    }
}

/// Whether those who are missing count as absent.
fn absent(facts: &Facts<'_>, schedule: &Schedule, since: DateTime<Utc>) -> Decision {
    let missing = &facts.missing;
    if facts.incoming.lost {
        return Decision::Stop(Reason::Lost);
    }
    if facts.incoming.untaken {
        return Decision::Stop(Reason::Untaken);
    }
    if let Some(breaker) = schedule.breaker {
        let silent = |longest: Span| {
            facts
                .incoming
                .heard
                .is_some_and(|heard| facts.now - heard.max(since) >= longest.delta())
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
        Decision::Resolve(missing.clone())
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
#[path = "decide_tests.rs"]
mod tests;
