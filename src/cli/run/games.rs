//! One game in a round: its letters are written, its phase is resolved or those who owe orders are reminded, and the
//! referee is told what a person must look at.

use super::super::notes::{self, Draft};
use super::super::{Error, letters, reports, tongues};
use super::decide::{Decision, Facts, Incoming, Reason, decide};
use super::index::Next;
use crate::mail::{Enclosure, Purpose, addressee};
use crate::store::delivery::{self, Delivery};
use crate::store::outbox::{Outbox, Put};
use crate::store::sealed::Sealed;
use crate::store::{self, Absences, Folder, Game, Resolution};
use chrono::{DateTime, Utc};
use engine::Seat;
use record::{Digest, REFEREE};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Most records that are looked back at for phases missed in a row.
const BACK_MAX: u32 = 50;

/// What happened.
pub(super) enum Happened {
    /// Something was done.
    Done(String),
    /// A person must look.
    Look(String),
}

/// How a game stands, as far as a round needs it.
pub(in super::super) struct Standing {
    /// The letters about the newest record.
    pub(in super::super) delivery: Delivery,
    /// When orders are due.
    pub(in super::super) deadline: Option<DateTime<Utc>>,
    /// Awaited seats that have filed nothing.
    pub(in super::super) missing: Vec<String>,
    /// Awaited seats whose file is not final.
    pub(in super::super) tentative: Vec<String>,
    /// Letters that failed or came back, with the reasons.
    pub(in super::super) failures: Vec<(String, String)>,
    /// Why the referee holds it.
    pub(in super::super) held: Option<String>,
    awaited: usize,
    filed: Option<DateTime<Utc>>,
    missed: BTreeMap<String, u32>,
}

impl Standing {
    /// Looks at a game.
    ///
    /// # Errors
    /// Trouble with its folder.
    pub(in super::super) fn of(game: &Game) -> Result<Self, Error> {
        let status = store::status::of(game)?;
        let names = |seats: Vec<Seat>| seats.iter().map(Seat::to_string).collect::<Vec<_>>();
        let awaited: BTreeSet<Seat> =
            game.session.awaited().into_iter().map(|asked| asked.seat).collect();
        let reached = notes::addressed(game);
        let asked: Vec<&str> =
            reached.into_iter().filter(|name| awaited.contains(&Seat::new(name))).collect();
        let delivery = delivery::delivery(game, &asked)?;
        let deadline = delivery.since.and_then(|since| delivery::deadline(game, since));
        let over = deadline.is_some_and(|deadline| status.now >= deadline);
        let (missing, tentative) = match store::resolve::waiting(game, over)? {
            Some(waiting) => (names(waiting.missing), names(waiting.tentative)),
            None => (Vec::new(), Vec::new()),
        };
        let mut missed = BTreeMap::new();
        for seat in &missing {
            missed.insert(seat.clone(), missed_in_a_row(game, seat)?);
        }
        Ok(Self {
            deadline,
            failures: failures(game)?,
            held: delivery::held(&game.folder)?,
            awaited: awaited.len(),
            filed: status.filed.iter().map(|filing| filing.time).max(),
            delivery,
            missing,
            tentative,
            missed,
        })
    }

    /// Seats that want a player: those that nobody plays, and those whose player has missed so many phases that they count as
    /// vacant.
    pub(in super::super) fn wanted(&self, game: &Game) -> Vec<String> {
        let schedule = game.session.charter.schedule.as_ref();
        let most = schedule.and_then(|schedule| schedule.vacancy);
        let gone = |missed: u32| most.is_some_and(|most| missed >= most);
        let missed = self.missed.iter().filter(|(_, missed)| gone(**missed)).map(|(seat, _)| seat);
        let mut wanted: Vec<String> = game.in_force.vacant.iter().chain(missed).cloned().collect();
        wanted.sort();
        wanted.dedup();
        wanted
    }

    /// Seats that a letter did not reach which lies in `failed/` no longer.
    fn failed_unseen(&self) -> impl Iterator<Item = &String> {
        let seen = |seat: &str| {
            self.failures.iter().any(|(file, _)| addressee(file).is_some_and(|(_, to)| to == seat))
        };
        self.delivery.failed.iter().filter(move |seat| !seen(seat))
    }

    /// What is to be done now.
    pub(super) fn decision(&self, game: &Game, now: DateTime<Utc>, incoming: Incoming) -> Decision {
        decide(&Facts {
            schedule: game.session.charter.schedule.as_ref(),
            now,
            since: self.delivery.since,
            deadline: self.deadline,
            awaited: self.awaited,
            missing: self.missing.clone(),
            tentative: self.tentative.clone(),
            filed: self.filed,
            missed: self.missed.clone(),
            incoming,
            held: self.held.is_some(),
        })
    }
}

/// How many records in a row before the open phase the fallback played for a seat; records in which it was asked nothing
/// are passed over.
fn missed_in_a_row(game: &Game, seat: &str) -> Result<u32, Error> {
    let mut missed = 0;
    for number in (1..=game.session.number).rev().take(BACK_MAX as usize) {
        let turn = Sealed::open(&game.folder, number)?.turn()?;
        if turn.absent.iter().any(|absent| absent == seat) {
            missed += 1;
        } else if turn.phases.iter().flat_map(|phase| &phase.answers).any(|one| one.seat == seat) {
            break;
        }
    }
    Ok(missed)
}

/// Letters about the newest record, or written since, that failed or came back.
fn failures(game: &Game) -> Result<Vec<(String, String)>, Error> {
    let number = |file: &str| file.split('-').next().and_then(|digits| digits.parse::<u32>().ok());
    let all = Outbox::of(&game.folder).failures()?;
    let newest = game.session.number;
    Ok(all.into_iter().filter(|(file, _)| number(file).is_some_and(|n| n >= newest)).collect())
}

/// A game's part of a round: what happened, and when there is something to do again.
///
/// # Errors
/// Trouble with its folder, a template at fault.
pub(super) fn round(
    folder: &Folder,
    now: DateTime<Utc>,
    incoming: Incoming,
) -> Result<(Vec<Happened>, Next), Error> {
    letters::leave(folder)?;
    store::players::answer(folder)?;
    let game = store::load(folder)?;
    let mut told = Vec::new();
    if game.session.outcome().is_some() {
        return Ok((told, Next::Over));
    }
    let standing = Standing::of(&game)?;
    for (file, why) in &standing.failures {
        look(&game, &mut told, now, format!("the letter {file} did not arrive: {why}"))?;
    }
    for seat in standing.failed_unseen() {
        let line = format!("no letter about record {} reached {seat}", game.session.number);
        look(&game, &mut told, now, line)?;
    }
    match standing.decision(&game, now, incoming) {
        Decision::Wait => {}
        Decision::Resolve(absent) => {
            let schedule = game.session.charter.schedule.as_ref();
            let grace = schedule.and_then(|schedule| schedule.grace);
            let until = standing.deadline.map(|at| grace.map_or(at, |grace| at + grace.delta()));
            resolve(folder, &absent, until.is_some_and(|until| now >= until), &mut told)?;
        }
        Decision::Remind(number, seats) => {
            let what = json!({ "deadline": standing.deadline.map(|at| reports::due(&game, &at)) });
            remind(
                &game,
                &mut told,
                now,
                (&format!("reminder {number}"), "remind"),
                &seats,
                &what,
            )?;
        }
        Decision::Late(until, seats) => {
            let what = json!({
                "deadline": standing.deadline.map(|at| reports::due(&game, &at)),
                "until": until.map(|at| reports::due(&game, &at)),
            });
            remind(&game, &mut told, now, ("late", "late"), &seats, &what)?;
            if until.is_none() {
                let line = format!(
                    "phase {} is late, and waits for {}",
                    game.open_phase(),
                    seats.join(", ")
                );
                notice(&game, &mut told, now, line)?;
            }
        }
        Decision::Stop(reason) => look(&game, &mut told, now, stopped(&game, &reason))?,
    }
    let next = if told.is_empty() { next(&game, &standing, now) } else { Next::Now };
    Ok((told, next))
}

/// When something falls due next about an open phase in which nothing was to be done now.
fn next(game: &Game, standing: &Standing, now: DateTime<Utc>) -> Next {
    let never = DateTime::<Utc>::MAX_UTC;
    let schedule = game.session.charter.schedule.as_ref();
    let (Some(schedule), Some(since)) = (schedule, standing.delivery.since) else {
        return Next::At(never);
    };
    let early = standing.filed.zip(schedule.early).map(|(filed, early)| filed + early.delta());
    let mut moments: Vec<DateTime<Utc>> = early.into_iter().collect();
    if let Some(deadline) = standing.deadline {
        moments.push(deadline);
        moments.extend(schedule.grace.map(|grace| deadline + grace.delta()));
        moments.extend(schedule.remind.iter().map(|one| one.due(since, deadline)));
    }
    Next::At(moments.into_iter().filter(|at| *at > now).min().unwrap_or(never))
}

/// Resolves the phase, and writes the letters about it.
fn resolve(
    folder: &Folder,
    absent: &[String],
    late: bool,
    told: &mut Vec<Happened>,
) -> Result<(), Error> {
    let absences =
        if absent.is_empty() { Absences::None } else { Absences::Seats(absent.to_vec()) };
    let mut done = store::resolve(folder, &absences, &reports::renderer(folder.root()))?;
    // Who filed something that answers nothing of what was asked holds the others up no longer than who filed nothing.
    if late && matches!(done, Resolution::Waiting(_)) {
        done = store::resolve(folder, &Absences::Deadline, &reports::renderer(folder.root()))?;
    }
    match done {
        Resolution::Done(step) => {
            let number = step.session.number;
            let without = match absent {
                [] => String::new(),
                seats => format!(", without {}", seats.join(", ")),
            };
            let over = if step.session.outcome().is_some() { "; the game is over" } else { "" };
            told.push(Happened::Done(format!("record {number} is sealed{without}{over}")));
        }
        Resolution::Completed(number) => {
            told.push(Happened::Done(format!(
                "record {number} was completed after an interruption"
            )));
        }
        Resolution::Waiting(_) | Resolution::Over(_) => {}
    }
    letters::leave(folder)
}

/// Reminds seats, each once for the same thing.
fn remind(
    game: &Game,
    told: &mut Vec<Happened>,
    now: DateTime<Utc>,
    (which, template): (&str, &str),
    seats: &[String],
    what: &serde_json::Value,
) -> Result<(), Error> {
    let filed = store::status::of(game)?.filed;
    for seat in seats {
        let about = format!("{}\n{}\n{which}\n{what}", game.session.head, game.open_phase());
        let mut says = what.clone();
        says["tentative"] = filed.iter().any(|filing| filing.seat.name() == seat).into();
        let text = reports::form_in(tongues::of(game, seat)?, game, seat)?;
        let form = Enclosure { name: format!("{seat}.yaml"), text };
        let draft = Draft {
            purpose: Purpose::Reminder,
            about: Digest::of(about.as_bytes()),
            template,
            seat,
            says,
            answered: None,
            enclosed: vec![form],
        };
        if let Some((_, Put::Placed)) = notes::leave(game, draft, now)? {
            told.push(Happened::Done(format!("{seat} is reminded of phase {}", game.open_phase())));
        }
    }
    Ok(())
}

/// Tells the referee, by letter once and in every round's summary, what a person must look at.
fn look(
    game: &Game,
    told: &mut Vec<Happened>,
    now: DateTime<Utc>,
    line: String,
) -> Result<(), Error> {
    write_to_referee(game, now, &line)?;
    told.push(Happened::Look(line));
    Ok(())
}

/// Tells the referee once.
fn notice(
    game: &Game,
    told: &mut Vec<Happened>,
    now: DateTime<Utc>,
    line: String,
) -> Result<(), Error> {
    if write_to_referee(game, now, &line)? {
        told.push(Happened::Done(line));
    }
    Ok(())
}

/// Leaves a letter to the referee; false if the same was written before.
fn write_to_referee(game: &Game, now: DateTime<Utc>, line: &str) -> Result<bool, Error> {
    let about = format!("{}\n{}\n{line}", game.session.head, game.open_phase());
    let draft = Draft {
        purpose: Purpose::Notice,
        about: Digest::of(about.as_bytes()),
        template: "notice",
        seat: REFEREE,
        says: json!({ "line": line, "folder": game.folder.root() }),
        answered: None,
        enclosed: Vec::new(),
    };
    Ok(!matches!(notes::leave(game, draft, now)?, Some((_, Put::Known))))
}

/// Why a deadline that has passed is not acted on, and what the referee can do.
fn stopped(game: &Game, reason: &Reason) -> String {
    let phase = game.open_phase();
    match reason {
        Reason::Lost => format!(
            "the deadline of phase {phase} has passed, but a letter came back of which nobody can tell which it was: nothing was \
             resolved. See `letters/failed/`; then take it away from there, or `tabella resolve --absent SEAT`"
        ),
        Reason::Silence => format!(
            "the deadline of phase {phase} has passed, but no mail has come in for so long that the fault may be the mail's: \
             nothing was resolved. See whether mail arrives; then `tabella resolve --absent SEAT`, or wait"
        ),
        Reason::Missing(seats) => format!(
            "the deadline of phase {phase} has passed, and {} are missing at once: nothing was resolved. Ask them; then \
             `tabella resolve --absent SEAT`, or wait",
            seats.join(", ")
        ),
        Reason::Vacant(seats) => format!(
            "the seat of {} counts as vacant, for it missed phase after phase: phase {phase} waits. Find a new player \
             (`tabella change key SEAT KEY --player NAME`), or go on once more with `tabella resolve --absent SEAT`",
            seats.join(", ")
        ),
    }
}

/// What a round would do with a game, in words.
///
/// # Errors
/// Trouble with its folder.
pub(super) fn outlook(
    folder: &Folder,
    now: DateTime<Utc>,
    incoming: Incoming,
) -> Result<String, Error> {
    let game = store::load(folder)?;
    if game.session.outcome().is_some() {
        return Ok("over".to_owned());
    }
    let standing = Standing::of(&game)?;
    let letters = Outbox::of(folder).waiting()?.len();
    let doing = in_words(&game, &standing, now, incoming);
    Ok(format!("phase {}: {doing}; {letters} letters wait", game.open_phase()))
}

/// What is to be done about a game now, or what it waits for.
pub(in super::super) fn in_words(
    game: &Game,
    standing: &Standing,
    now: DateTime<Utc>,
    incoming: Incoming,
) -> String {
    match standing.decision(game, now, incoming) {
        Decision::Resolve(absent) if absent.is_empty() => "will be resolved".to_owned(),
        Decision::Resolve(absent) => format!("will be resolved without {}", absent.join(", ")),
        Decision::Remind(_, seats) => {
            format!("waits; {} have been or will be reminded", seats.join(", "))
        }
        Decision::Late(Some(until), seats) => {
            format!(
                "late: {}, who may still file until {}",
                seats.join(", "),
                reports::due(game, &until)
            )
        }
        Decision::Late(None, seats) => format!("late, and waits for {}", seats.join(", ")),
        Decision::Stop(reason) => stopped(game, &reason),
        Decision::Wait => waits(standing),
    }
}

fn waits(standing: &Standing) -> String {
    if let Some(reason) = &standing.held {
        return format!("held by the referee ({reason})");
    }
    if !standing.delivery.failed.is_empty() {
        return format!(
            "its time stands still: no letter reached {}",
            standing.delivery.failed.join(", ")
        );
    }
    if !standing.delivery.waiting.is_empty() {
        return format!(
            "its time begins once letters are sent to {}",
            standing.delivery.waiting.join(", ")
        );
    }
    if standing.missing.is_empty() && standing.tentative.is_empty() {
        return "all is in; it waits for second thoughts".to_owned();
    }
    let open = [standing.missing.as_slice(), standing.tentative.as_slice()].concat();
    format!("waits for {}", open.join(", "))
}
