//! Decides whether the open phase may be resolved now, and who then counts as absent.

use crate::ladder::Decision;
use crate::store::orders::pending::{self, Pending};
use crate::store::records::standing::{Blocker, Standing};
use crate::store::{Error, Game};
use chrono::{DateTime, Utc};
use engine::{Extent, Seat};
use record::exchange::OrderFile;
use record::schedule::Missed;
use std::collections::BTreeSet;

/// Which seats count as absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Absences {
    /// Nobody: everybody awaited must have filed.
    #[default]
    None,
    /// These seats, by the referee's word.
    Seats(Vec<String>),
    /// The seats that have not filed by the deadline, once it has passed with every extension of the charter, if the
    /// charter lets the fallback play for them. Without a schedule the referee's word is the deadline.
    Deadline,
}

/// Why a phase is not resolved yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub phase: u32,
    /// Seats that have not answered everything they are asked.
    pub missing: Vec<Seat>,
    /// Missing seats whose file says `hold: true`.
    pub holding: Vec<Seat>,
    /// Seats that have filed, and may still change their minds.
    pub tentative: Vec<Seat>,
    /// When orders are due; none while the time of the phase stands still.
    pub deadline: Option<DateTime<Utc>>,
    pub passed: bool,
    /// What else keeps it from being resolved, if anything.
    pub blocker: Option<Blocker>,
}

impl Waiting {
    /// True if the only seats awaited are those whose file says `hold: true`.
    pub fn leaves_it_to_the_rules(&self) -> bool {
        self.missing.is_empty() && self.tentative.is_empty() && !self.holding.is_empty()
    }
}

/// For whom an open phase waits, and why; empty if it could be resolved at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::store) struct Owing {
    /// Seats with something asked of them that neither a file nor what is in force answers.
    pub missing: Vec<Seat>,
    /// The same, where their file says `hold: true`.
    pub holding: Vec<Seat>,
    /// Seats that have answered everything, in a file that is not final.
    pub tentative: Vec<Seat>,
}

/// For whom the open phase waits; `over` if the time for orders is over.
///
/// # Errors
/// [`Error`] with what was filed.
pub(in crate::store) fn owing(game: &Game, over: bool) -> Result<Owing, Error> {
    let filed = pending::all(&game.folder, &game.signers)?;
    Ok(without(game, &filed, &waited_for(game, &filed, over), &vacant(game)))
}

fn file_of<'a>(filed: &'a [Pending], seat: &Seat) -> Option<&'a OrderFile> {
    filed.iter().map(|one| &one.received.file).find(|file| file.seat == *seat)
}

/// The seats for which the open phase waits. Once the time for orders is over, what is in force answers for those that
/// have filed nothing. A file may also take back what answered until now.
fn waited_for(game: &Game, filed: &[Pending], over: bool) -> BTreeSet<Seat> {
    let session = &game.session;
    let waits = if over { session.play.awaited() } else { session.awaited() };
    let asked = session.play.asked().into_iter().map(|asked| asked.seat);
    let open = asked.filter(|seat| {
        let sheet = file_of(filed, seat).map(|file| &file.sheet);
        sheet.is_some_and(|sheet| !session.play.reply(seat, Some(sheet)).open().is_empty())
    });
    open.chain(waits.into_iter().map(|asked| asked.seat)).collect()
}

fn vacant(game: &Game) -> BTreeSet<Seat> {
    game.in_force.vacant.iter().map(|seat| Seat::new(seat)).collect()
}

/// The seats waited for that still owe something, except those that count as absent.
fn without(
    game: &Game,
    filed: &[Pending],
    waited_for: &BTreeSet<Seat>,
    absent: &BTreeSet<Seat>,
) -> Owing {
    let mut owing = Owing::default();
    for seat in waited_for.difference(absent) {
        let Some(file) = file_of(filed, seat) else {
            owing.missing.push(seat.clone());
            continue;
        };
        let reply = game.session.play.reply(seat, Some(&file.sheet));
        match reply.extent() {
            Extent::All if file.final_ => {}
            Extent::All => owing.tentative.push(seat.clone()),
            Extent::Part | Extent::Nothing if reply.hold => owing.holding.push(seat.clone()),
            Extent::Part | Extent::Nothing => owing.missing.push(seat.clone()),
        }
    }
    owing.missing.sort_by_key(|seat| {
        let mut names = game.session.charter.seat_names();
        names.position(|name| name == seat.name()).unwrap_or(usize::MAX)
    });
    owing
}

/// Decides whether the phase may be resolved now, and who then counts as absent.
///
/// # Errors
/// An unknown seat; [`Error`] with the folder.
pub(in crate::store) fn ready(
    game: &Game,
    filed: &[Pending],
    absences: &Absences,
    now: DateTime<Utc>,
) -> Result<Result<BTreeSet<Seat>, Waiting>, Error> {
    let standing = Standing::at(game, now)?;
    let decision = standing.decision(game, now, &standing.incoming);
    let deadline = standing.deadline;
    let passed = deadline.is_some_and(|deadline| now >= deadline);
    let schedule = game.session.charter.schedule.as_ref();
    // Without a deadline the referee's word is one.
    let word = *absences == Absences::Deadline && deadline.is_none() && schedule.is_none();
    let over = passed || word;
    let waited_for = waited_for(game, filed, over);
    let mut absent = match absences {
        Absences::None => BTreeSet::new(),
        Absences::Seats(names) => declared(game, names)?,
        Absences::Deadline => {
            let wait = schedule.is_some_and(|schedule| schedule.missed == Missed::Wait);
            let late = word || standing.until(game, now).is_some_and(|until| now >= until);
            if wait || !over {
                BTreeSet::new()
            } else if late {
                waited_for.clone()
            } else {
                without(game, filed, &waited_for, &BTreeSet::new()).holding.into_iter().collect()
            }
        }
    };
    // For a seat that nobody plays the fallback answers, whatever is said of others.
    absent.extend(vacant(game));
    let Owing { missing, holding, tentative } = without(game, filed, &waited_for, &absent);
    let open = !missing.is_empty() || !holding.is_empty() || !tentative.is_empty() && !over;
    let blocker = standing.blocker(game, &decision)?;
    if open || forbidden(absences, &decision, blocker.as_ref(), word, over) {
        let phase = game.open_phase();
        return Ok(Err(Waiting { phase, missing, holding, tentative, deadline, passed, blocker }));
    }
    Ok(Ok(absent))
}

/// True if the charter or the referee keeps the phase from being resolved although, with these absences, nobody is
/// waited for.
fn forbidden(
    absences: &Absences,
    decision: &Decision,
    blocker: Option<&Blocker>,
    word: bool,
    over: bool,
) -> bool {
    match (absences, blocker) {
        (_, Some(Blocker::Held(_))) | (Absences::None, Some(Blocker::SecondThoughts(_))) => true,
        (Absences::Seats(_) | Absences::None, _) => false,
        (Absences::Deadline, blocker) if word => blocker.is_some(),
        (Absences::Deadline, _) => !over || !matches!(decision, Decision::Resolve(_)),
    }
}

fn declared(game: &Game, names: &[String]) -> Result<BTreeSet<Seat>, Error> {
    for name in names {
        if game.session.charter.seat(name).is_none() {
            let known = game.session.charter.seat_names().collect::<Vec<_>>().join(", ");
            return Err(Error::Seat { seat: name.clone(), known });
        }
    }
    Ok(names.iter().map(|name| Seat::new(name)).collect())
}
