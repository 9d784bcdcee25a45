//! One game in a round: its letters are written, its phase is resolved or those who owe orders are reminded, and the
//! referee is told what a person must look at.

use super::super::hindrance::stopped;
use super::super::notes::{self, Draft};
use super::super::{Error, hindrance, languages, letters, reports};
use super::index::Next;
use crate::mail::{Enclosure, Purpose, addressee};
use crate::store::decide::{Decision, Incoming, Reason};
use crate::store::outbox::{Outbox, Put};
use crate::store::standing::Standing;
use crate::store::{self, Absences, Folder, Game, Resolution, changes, told};
use chrono::{DateTime, Utc};
use record::Digest;
use record::change::Kind;
use serde_json::json;

pub(super) enum Happened {
    /// Something was done.
    Done(String),
    /// A person must look.
    Look(String),
}

/// A game's part of a round: what happened, and when there is something to do again.
///
/// # Errors
/// A folder that cannot be read or written, a template at fault.
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
    for seat in failed_unseen(&standing) {
        let line = format!("no letter about record {} reached {seat}", game.session.number);
        look(&game, &mut told, now, line)?;
    }
    moved(&game, &standing, &mut told, now)?;
    to_sign(&game, &mut told, now)?;
    let decision = standing.decision(&game, now, incoming);
    if let Decision::Stop(Reason::Vacant(seats)) = &decision
        && handed_over(&game, seats, &mut told, now)?
    {
        // The program answers, or those who must agree are awaited: seen afresh, and handed over it is no second time.
        let (more, next) = round(folder, now, incoming)?;
        told.extend(more);
        return Ok((told, next));
    }
    // What stops it may lie outside of its folder, so that the next round looks again.
    let stopped = matches!(decision, Decision::Stop(_));
    act(&game, &standing, decision, &mut told, now)?;
    let quiet = told.is_empty() && !stopped;
    let next = if quiet { next(&game, &standing, now) } else { Next::Now };
    Ok((told, next))
}

/// Does what was decided about an open phase, and tells whom it concerns.
fn act(
    game: &Game,
    standing: &Standing,
    decision: Decision,
    told: &mut Vec<Happened>,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    match decision {
        Decision::Wait => {}
        Decision::Resolve(absent) => {
            let schedule = game.session.charter.schedule.as_ref();
            let grace = schedule.and_then(|schedule| schedule.grace);
            let until = standing.deadline.map(|at| grace.map_or(at, |grace| at + grace.delta()));
            resolve(&game.folder, &absent, until.is_some_and(|until| now >= until), told)?;
        }
        Decision::Remind(number, seats) => {
            let what = json!({ "deadline": standing.deadline });
            remind(game, told, now, (&format!("reminder {number}"), "remind"), &seats, &what)?;
        }
        Decision::Late(until, seats) => {
            let what = json!({ "deadline": standing.deadline, "until": until });
            remind(game, told, now, ("late", "late"), &seats, &what)?;
            if until.is_none() {
                let line = format!(
                    "phase {} is late, and waits for {}",
                    game.open_phase(),
                    seats.join(", ")
                );
                notice(game, told, now, line)?;
            }
        }
        Decision::Stop(reason) => {
            if let Reason::Vacant(seats) = &reason {
                let says = json!({ "seats": seats, "program": false });
                tell_all(game, "vacant", &says, told, now)?;
            }
            look(game, told, now, stopped(game.open_phase(), &reason))?;
        }
    }
    Ok(())
}

/// Gives vacant seats to the program, where the charter says so; false where it does not, or they were given before.
fn handed_over(
    game: &Game,
    seats: &[String],
    told: &mut Vec<Happened>,
    now: DateTime<Utc>,
) -> Result<bool, Error> {
    let schedule = game.session.charter.schedule.as_ref();
    let Some(strength) = schedule.and_then(|schedule| schedule.vacant) else { return Ok(false) };
    let mut any = false;
    for seat in seats {
        match store::players::stand_in(game, seat, strength) {
            Ok(false) => continue,
            Ok(true) => {}
            Err(store::Error::Change(why)) => {
                look(game, told, now, format!("the program cannot play {seat}: {why}"))?;
                continue;
            }
            Err(error) => return Err(error.into()),
        }
        told.push(Happened::Done(format!("the program is to play {seat} ({strength})")));
        any = true;
        // Where others must agree too, they are asked, and nobody plays on yet.
        if game.session.charter.consent.leaves_to_the_referee(Kind::Program) {
            tell_all(game, "vacant", &json!({ "seats": [seat], "program": true }), told, now)?;
        }
    }
    Ok(any)
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
        says["sending"] = json!(reports::sending(game, seat, false)?);
        says["tentative"] = filed.iter().any(|filing| filing.seat.name() == seat).into();
        let text = reports::form_in(languages::of(game, seat)?, game, seat)?;
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

/// Tells the players that the deadline was moved by what was agreed on since the record, once for each new time.
fn moved(
    game: &Game,
    standing: &Standing,
    told: &mut Vec<Happened>,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    match standing.deadline {
        Some(due) if standing.moved => {
            tell_all(game, "moved", &json!({ "deadline": due }), told, now)
        }
        Some(_) | None => Ok(()),
    }
}

/// Tells the referee of changes that wait for their signature alone, once each.
fn to_sign(game: &Game, told: &mut Vec<Happened>, now: DateTime<Utc>) -> Result<(), Error> {
    for (file, deed) in changes::for_the_referee(game)? {
        let line = format!(
            "{file} waits for your signature: {deed}. You agree by `tabella change sign {file} --as referee --key KEY`"
        );
        // Where the referee has no address, the summary says it once a day.
        let new = write_to_referee(game, now, &line)?;
        if new && told::today(&game.folder.private().join("told"), &line, now)? {
            told.push(Happened::Done(line));
        }
    }
    Ok(())
}

/// Tells every player something about the open phase, once.
fn tell_all(
    game: &Game,
    template: &str,
    says: &serde_json::Value,
    told: &mut Vec<Happened>,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let about = format!("{}\n{}\n{template}\n{says}", game.session.head, game.open_phase());
    let about = Digest::of(about.as_bytes());
    let reached = notes::tell_all(game, (template, about), says, now)?;
    if !reached.is_empty() {
        let what = if template == "moved" { "the new deadline" } else { "the vacant seat" };
        told.push(Happened::Done(format!("{} are told of {what}", reached.join(", "))));
    }
    Ok(())
}

/// Tells the referee what a person must look at: by letter once, and once a day in a round's summary.
fn look(
    game: &Game,
    told: &mut Vec<Happened>,
    now: DateTime<Utc>,
    line: String,
) -> Result<(), Error> {
    write_to_referee(game, now, &line)?;
    if told::today(&game.folder.private().join("told"), &line, now)? {
        told.push(Happened::Look(line));
    }
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
    Ok(!matches!(notes::to_referee(game, &about, line, now)?, Some((_, Put::Known))))
}

/// What a round would do with a game, in words.
///
/// # Errors
/// A folder that cannot be read or written.
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
    let doing = in_words(&game, &standing, now, incoming)?;
    Ok(format!("phase {}: {doing}; {letters} letters wait", game.open_phase()))
}

/// What is to be done about a game now, or what it waits for.
///
/// # Errors
/// A folder that cannot be read or written.
pub(in super::super) fn in_words(
    game: &Game,
    standing: &Standing,
    now: DateTime<Utc>,
    incoming: Incoming,
) -> Result<String, Error> {
    Ok(match standing.decision(game, now, incoming) {
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
        Decision::Stop(reason) => stopped(game.open_phase(), &reason),
        Decision::Wait => waits(game, standing)?,
    })
}

/// What will be done when the deadline, and the grace behind it, have passed, if nothing comes in until then; none where there is no
/// deadline to come.
///
/// # Errors
/// A folder that cannot be read or written.
pub(in super::super) fn at_the_deadline(
    game: &Game,
    standing: &Standing,
    now: DateTime<Utc>,
    incoming: Incoming,
) -> Result<Option<String>, Error> {
    let Some(deadline) = standing.deadline.filter(|_| standing.held.is_none()) else {
        return Ok(None);
    };
    let grace = game.session.charter.schedule.as_ref().and_then(|schedule| schedule.grace);
    let until = grace.map_or(deadline, |grace| deadline + grace.delta());
    if now >= until {
        return Ok(None);
    }
    // Whether mail will come in meanwhile nobody knows.
    let incoming = Incoming { heard: incoming.heard.map(|_| until), ..incoming };
    let what = match Standing::at(game, until)?.decision(game, until, incoming) {
        Decision::Resolve(absent) if absent.is_empty() => "it is resolved".to_owned(),
        Decision::Resolve(absent) => format!("it is resolved without {}", absent.join(", ")),
        Decision::Late(_, seats) => format!("it goes on waiting for {}", seats.join(", ")),
        Decision::Stop(Reason::Missing(seats)) => {
            format!("nothing is resolved while {} are missing at once", seats.join(", "))
        }
        Decision::Stop(Reason::Vacant(seats)) => {
            format!("nothing is resolved, for {} then counts as vacant", seats.join(", "))
        }
        Decision::Stop(Reason::Lost | Reason::Untaken | Reason::Silence) => {
            "nothing is resolved before somebody has looked at the mail".to_owned()
        }
        Decision::Wait | Decision::Remind(..) => return Ok(None),
    };
    Ok(Some(format!("if nothing more comes, {what} {}", reports::due(game, &until))))
}

/// What a game waits for in which nothing is to be done.
fn waits(game: &Game, standing: &Standing) -> Result<String, Error> {
    if let Some(hindrance) = standing.hindrance(game, &Decision::Wait)? {
        return Ok(hindrance::in_words(game, &hindrance));
    }
    let open = [standing.missing.as_slice(), standing.tentative.as_slice()].concat();
    Ok(format!("waits for {}", open.join(", ")))
}

/// Seats that a letter did not reach which lies in `failed/` no longer.
fn failed_unseen(standing: &Standing) -> impl Iterator<Item = &String> {
    let seen = |seat: &str| {
        standing.failures.iter().any(|(file, _)| addressee(file).is_some_and(|(_, to)| to == seat))
    };
    standing.delivery.failed.iter().filter(move |seat| !seen(seat))
}
