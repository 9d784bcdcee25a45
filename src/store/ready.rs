//! Whether the open phase may be resolved now, and who then counts as absent.

use super::decide::Decision;
use super::pending::{self, Pending};
use super::standing::{Hindrance, Standing};
use super::{Error, Game};
use chrono::{DateTime, Utc};
use engine::Seat;
use record::schedule::Missed;
use std::collections::BTreeSet;

/// Who counts as absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Absences {
    /// Nobody: everybody awaited must have filed.
    #[default]
    None,
    /// These seats, by the referee's word.
    Seats(Vec<String>),
    /// Whoever has not filed, by the deadline: once it has passed with all that the charter says of it ([`super::decide`]), and
    /// if the charter lets the fallback play for who missed it. Without a schedule the referee's word is the deadline.
    Deadline,
}

/// Why a phase is not resolved yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Number of the open phase.
    pub phase: u32,
    /// Seats that have not answered.
    pub missing: Vec<Seat>,
    /// Seats that have filed, and may still change their minds.
    pub tentative: Vec<Seat>,
    /// When orders are due; none while the time of the phase stands still.
    pub deadline: Option<DateTime<Utc>>,
    /// Whether that time has passed.
    pub passed: bool,
    /// What else keeps it from being resolved.
    pub hindrance: Option<Hindrance>,
}

/// Who has not answered the open phase, and who may still change their minds, before the time for orders is over or when it
/// is; nobody if it could be resolved at once.
///
/// # Errors
/// [`Error`] with what was filed.
pub(super) fn unanswered(game: &Game, over: bool) -> Result<(Vec<Seat>, Vec<Seat>), Error> {
    let filed = pending::all(&game.folder, &game.signers)?;
    Ok(without(game, &filed, &waited_for(game, over), &vacant(game)))
}

/// The seats for which the open phase waits. Once the time for orders is over, what is in force answers for whoever has filed
/// none.
fn waited_for(game: &Game, over: bool) -> BTreeSet<Seat> {
    let session = &game.session;
    let waits = if over { session.play.awaited() } else { session.awaited() };
    waits.into_iter().map(|asked| asked.seat).collect()
}

/// The seats that nobody plays.
fn vacant(game: &Game) -> BTreeSet<Seat> {
    game.in_force.vacant.iter().map(|seat| Seat::new(seat)).collect()
}

/// Those of the seats waited for that have not filed, and those that have filed nothing final, of all that do not count as absent.
fn without(
    game: &Game,
    filed: &[Pending],
    waited_for: &BTreeSet<Seat>,
    absent: &BTreeSet<Seat>,
) -> (Vec<Seat>, Vec<Seat>) {
    let of = |seat: &Seat| filed.iter().find(|one| one.seat == *seat);
    let (mut missing, mut tentative) = (Vec::new(), Vec::new());
    for seat in waited_for.difference(absent) {
        match of(seat) {
            None => missing.push(seat.clone()),
            Some(one) if !one.received.file.final_ => tentative.push(seat.clone()),
            Some(_) => {}
        }
    }
    missing.sort_by_key(|seat| {
        let mut names = game.session.charter.seat_names();
        names.position(|name| name == seat.name()).unwrap_or(usize::MAX)
    });
    (missing, tentative)
}

/// Whether the phase may be resolved now, and who then counts as absent.
///
/// # Errors
/// A seat that there is none of; [`Error`] with the folder.
pub(super) fn ready(
    game: &Game,
    filed: &[Pending],
    absences: &Absences,
    now: DateTime<Utc>,
) -> Result<Result<BTreeSet<Seat>, Waiting>, Error> {
    let standing = Standing::at(game, now)?;
    let decision = standing.decision(game, now, standing.incoming);
    let deadline = standing.deadline;
    let passed = deadline.is_some_and(|deadline| now >= deadline);
    let schedule = game.session.charter.schedule.as_ref();
    // Without a deadline the referee's word is one.
    let word = *absences == Absences::Deadline && deadline.is_none() && schedule.is_none();
    let over = passed || word;
    let waited_for = waited_for(game, over);
    let mut absent = match absences {
        Absences::None => BTreeSet::new(),
        Absences::Seats(names) => declared(game, names)?,
        Absences::Deadline => {
            let wait = schedule.is_some_and(|schedule| schedule.missed == Missed::Wait);
            let grace = schedule.and_then(|schedule| schedule.grace);
            let until = deadline.map(|at| grace.map_or(at, |grace| at + grace.delta()));
            let late = word || until.is_some_and(|until| now >= until);
            if wait || !late { BTreeSet::new() } else { waited_for.clone() }
        }
    };
    // For a seat that nobody plays the fallback answers, whatever is said of others.
    absent.extend(vacant(game));
    let (missing, tentative) = without(game, filed, &waited_for, &absent);
    let open = !missing.is_empty() || !tentative.is_empty() && !over;
    let hindrance = standing.hindrance(game, &decision)?;
    if open || forbidden(absences, &decision, hindrance.as_ref(), word, over) {
        let phase = game.open_phase();
        return Ok(Err(Waiting { phase, missing, tentative, deadline, passed, hindrance }));
    }
    Ok(Ok(absent))
}

/// Whether the charter or the referee keeps the phase from being resolved, although nobody is waited for by these absences.
fn forbidden(
    absences: &Absences,
    decision: &Decision,
    hindrance: Option<&Hindrance>,
    word: bool,
    over: bool,
) -> bool {
    match (absences, hindrance) {
        (_, Some(Hindrance::Held(_))) | (Absences::None, Some(Hindrance::SecondThoughts(_))) => {
            true
        }
        (Absences::Seats(_) | Absences::None, _) => false,
        (Absences::Deadline, hindrance) if word => hindrance.is_some(),
        (Absences::Deadline, _) => !over || !matches!(decision, Decision::Resolve(_)),
    }
}

/// The seats that the referee declares absent.
fn declared(game: &Game, names: &[String]) -> Result<BTreeSet<Seat>, Error> {
    for name in names {
        if game.session.charter.seat(name).is_none() {
            let known = game.session.charter.seat_names().collect::<Vec<_>>().join(", ");
            return Err(Error::Seat { seat: name.clone(), known });
        }
    }
    Ok(names.iter().map(|name| Seat::new(name)).collect())
}
