//! The state of an open phase, with its letters and its deadline, as far as it decides what is to be done.

use crate::ladder::{self, Decision, Facts, Incoming, Reason, Told, decide};
use crate::session::newcomers;
use crate::store::orders::pending;
use crate::store::post::delivery::{self, Delivery, Moved};
use crate::store::records::sealed::Sealed;
use crate::store::records::{changes, ready};
use crate::store::{Error, Game, clock};
use chrono::{DateTime, Utc};
use engine::Seat;
use record::REFEREE;
use record::schedule::Missed;
use record::span::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of records looked back at for phases missed in a row.
const BACK_MAX: u32 = 50;

/// The state of an open phase.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The letters about the newest record.
    pub delivery: Delivery,
    /// When orders are due; none while the time of the phase stands still.
    pub deadline: Option<DateTime<Utc>>,
    /// Why that time moved since the record.
    pub moved: Moved,
    /// Awaited seats for which neither a file nor what is in force answers everything.
    pub missing: Vec<String>,
    /// The same, where their file says `hold: true`.
    pub holding: Vec<String>,
    /// Awaited seats whose file is not final.
    pub tentative: Vec<String>,
    /// Letters that failed or came back, with the reasons.
    pub failures: Vec<(String, String)>,
    /// Why the referee holds the game; none if they do not.
    pub held: Option<String>,
    /// When the newest order file was filed.
    pub filed: Option<DateTime<Utc>>,
    /// Whether the missing seats were told that they are late.
    pub told: Told,
    /// The state of the incoming mail, from the folder in which this game's letters are kept.
    pub incoming: Incoming,
    newest: DateTime<Utc>,
    awaited: usize,
    missed: BTreeMap<String, u32>,
}

/// What keeps a phase from being resolved, other than awaited seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    Held(String),
    Unsent(Vec<String>),
    /// No letter reached these seats.
    Unreached(Vec<String>),
    /// Everything is in; the charter leaves until then for second thoughts.
    SecondThoughts(DateTime<Utc>),
    /// The charter lets orders be taken until then.
    Grace(DateTime<Utc>),
    Stopped(Reason),
}

impl Standing {
    /// The state of the game's open phase now.
    ///
    /// # Errors
    /// A folder that cannot be read or written.
    pub fn of(game: &Game) -> Result<Self, Error> {
        Self::at(game, clock::now()?)
    }

    /// The state of the game's open phase at a given time.
    ///
    /// # Errors
    /// A folder that cannot be read or written.
    pub fn at(game: &Game, now: DateTime<Utc>) -> Result<Self, Error> {
        let names = |seats: Vec<Seat>| seats.iter().map(Seat::to_string).collect::<Vec<_>>();
        let awaited: BTreeSet<Seat> =
            game.session.awaited().into_iter().map(|asked| asked.seat).collect();
        let reached = addressed(game);
        let asked: Vec<&str> =
            reached.into_iter().filter(|name| awaited.contains(&Seat::new(name))).collect();
        let delivery = delivery::delivery(game, &asked)?;
        let incoming = delivery::incoming(&game.folder)?.unwrap_or_default();
        let due =
            delivery.since.and_then(|since| delivery::deadline(game, since, &incoming.downtime));
        let deadline = due.map(|(deadline, _)| deadline);
        let mut moved = due.map(|(_, moved)| moved).unwrap_or_default();
        // Whoever took a seat over has a whole phase, and that is agreed on too.
        let newcomers = delivery.since.is_some() && changes::taken_over(game)? == delivery.since;
        moved.change |= newcomers && deadline != game.deadline();
        let over = deadline.is_some_and(|deadline| now >= deadline);
        let owing = ready::owing(game, over)?;
        let (missing, tentative) = (names(owing.missing), names(owing.tentative));
        let mut missed = BTreeMap::new();
        for seat in &missing {
            missed.insert(seat.clone(), missed_in_a_row(game, seat)?);
        }
        let written: Vec<&str> = addressed(game)
            .into_iter()
            .filter(|seat| missing.iter().any(|one| one == seat))
            .collect();
        let told = match deadline.filter(|_| over) {
            Some(deadline) => delivery::told_late(game, deadline, &written)?,
            None => Told::Not,
        };
        let times = [Some(game.turn.resolved), delivery.since, told_at(told)];
        let newest = times.into_iter().flatten().max().unwrap_or(game.turn.resolved);
        let filed = pending::all(&game.folder, &game.signers)?;
        let open = filed.iter().filter(|one| one.received.file.phase == game.open_phase());
        Ok(Self {
            deadline,
            moved,
            failures: delivery::failures(game)?,
            held: delivery::held(&game.folder)?,
            told,
            incoming,
            newest,
            awaited: awaited.len(),
            filed: open.map(|one| one.time).max(),
            delivery,
            missing,
            holding: names(owing.holding),
            tentative,
            missed,
        })
    }

    /// Seats that want a player: those nobody plays, and those whose player has missed so many phases that they count
    /// as vacant.
    pub fn wanted(&self, game: &Game) -> Vec<String> {
        let schedule = game.session.charter.schedule.as_ref();
        let most = schedule.and_then(|schedule| schedule.vacancy);
        let gone = |missed: u32| most.is_some_and(|most| missed >= most);
        let missed = self.missed.iter().filter(|(_, missed)| gone(**missed)).map(|(seat, _)| seat);
        let mut wanted: Vec<String> = game.in_force.vacant.iter().chain(missed).cloned().collect();
        wanted.sort();
        wanted.dedup();
        wanted
    }

    pub fn decision(&self, game: &Game, now: DateTime<Utc>, incoming: &Incoming) -> Decision {
        decide(&Facts {
            schedule: game.session.charter.schedule.as_ref(),
            now,
            newest: self.newest,
            told: self.told,
            since: self.delivery.since,
            deadline: self.deadline,
            awaited: self.awaited,
            missing: self.missing.clone(),
            holding: self.holding.clone(),
            tentative: self.tentative.clone(),
            filed: self.filed,
            missed: self.missed.clone(),
            incoming,
            held: self.held.is_some(),
        })
    }

    /// Until when orders are taken after the deadline; none before it, and none if the charter makes the game wait.
    pub fn until(&self, game: &Game, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let schedule = game.session.charter.schedule.as_ref()?;
        let deadline = self.deadline.filter(|deadline| now >= *deadline)?;
        let falls = schedule.missed == Missed::Fallback;
        let downtime = &self.incoming.downtime;
        falls.then(|| ladder::until(schedule, deadline, self.told, now, downtime))
    }

    /// What, other than awaited seats, is behind a decision not to resolve.
    ///
    /// # Errors
    /// An outbox that cannot be read.
    pub fn blocker(&self, game: &Game, decision: &Decision) -> Result<Option<Blocker>, Error> {
        if let Some(reason) = &self.held {
            return Ok(Some(Blocker::Held(reason.clone())));
        }
        Ok(match decision {
            Decision::Late(Some(until), _) => Some(Blocker::Grace(*until)),
            Decision::Listen(_) => Some(Blocker::Stopped(Reason::Unheard)),
            Decision::Stop(reason) => Some(Blocker::Stopped(reason.clone())),
            Decision::Wait if !self.delivery.failed.is_empty() => {
                Some(Blocker::Unreached(self.delivery.failed.clone()))
            }
            Decision::Wait if !self.delivery.waiting.is_empty() => {
                Some(Blocker::Unsent(delivery::unsent(game, &self.delivery)?))
            }
            Decision::Wait
                if self.missing.is_empty()
                    && self.holding.is_empty()
                    && self.tentative.is_empty() =>
            {
                let schedule = game.session.charter.schedule.as_ref();
                let early = schedule.and_then(|schedule| schedule.early).map(Span::delta);
                self.filed.zip(early).map(|(at, early)| Blocker::SecondThoughts(at + early))
            }
            Decision::Wait
            | Decision::Resolve(_)
            | Decision::Remind(..)
            | Decision::Late(None, _) => None,
        })
    }
}

const fn told_at(told: Told) -> Option<DateTime<Utc>> {
    match told {
        Told::At(at) => Some(at),
        Told::Elsewhere | Told::Not => None,
    }
}

/// The seats whose players have an address, in the charter's order; empty unless this is the referee's folder.
pub fn addressed(game: &Game) -> Vec<&str> {
    let names = game.session.charter.seat_names();
    let all = names.filter(|seat| game.address(seat).is_some());
    if game.address(REFEREE).is_some() { all.collect() } else { Vec::new() }
}

/// The number of records in a row before the open phase in which the fallback played for a seat that had filed nothing.
/// Records in which it was asked nothing do not count, and neither do records before somebody else took the seat over.
fn missed_in_a_row(game: &Game, seat: &str) -> Result<u32, Error> {
    let mut missed = 0;
    if newcomers(&game.in_force).contains(&Seat::new(seat)) {
        return Ok(missed);
    }
    for number in (1..=game.session.number).rev().take(BACK_MAX as usize) {
        let sealed = Sealed::open(&game.folder, number)?;
        let turn = sealed.turn()?;
        let absent = turn.absent.iter().any(|absent| absent == seat);
        if absent && !sealed.orders().contains_key(seat) {
            missed += 1;
        } else if absent
            || turn.phases.iter().flat_map(|phase| &phase.answers).any(|one| one.seat == seat)
        {
            break;
        }
        if newcomers(game.history_at(number)).contains(&Seat::new(seat)) {
            break;
        }
    }
    Ok(missed)
}
