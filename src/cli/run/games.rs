//! One game in a round: its letters are written, its phase is resolved or those who owe orders are reminded, and the
//! referee is told what a person must look at.

use super::index::Next;
use crate::cli::common::blocker::stopped;
use crate::cli::common::{Error, blocker, languages, reports};
use crate::cli::letters;
use crate::cli::notes::{self, Draft};
use crate::ladder::{Decision, Incoming, Reason, Told};
use crate::mail::{Enclosure, Purpose, addressee};
use crate::store::post::delivery::Moved;
use crate::store::post::outbox::{Outbox, Put};
use crate::store::post::{delivery, told};
use crate::store::records::changes;
use crate::store::records::standing::Standing;
use crate::store::{self, Absences, Folder, Game, Resolution};
use chrono::{DateTime, Utc};
use record::change::Kind;
use record::{Digest, REFEREE, order_name};
use serde_json::json;

pub(super) enum Happened {
    /// The round did this.
    Done(String),
    /// A person must look.
    Look(String),
    /// Waits for a letter that shows that mail arrives at this address, the club's own.
    Trial(String),
}

/// A game's part of a round: what happened, and when there is something to do again.
///
/// # Errors
/// A folder that cannot be read or written, a template at fault.
pub(super) fn round(
    folder: &Folder,
    now: DateTime<Utc>,
    incoming: &Incoming,
) -> Result<(Vec<Happened>, Next), Error> {
    letters::leave(folder)?;
    store::records::players::answer(folder)?;
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
    if let Some(claim) = store::records::newer::claim(&game)? {
        look(&game, &mut told, now, claim.to_string())?;
        return Ok((told, Next::Now));
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
    // The cause of a stop may lie outside of its folder, so that the next round looks again.
    let stopped = matches!(decision, Decision::Stop(_) | Decision::Listen(_));
    let trial = on_trial(&game, &standing, &decision, incoming);
    act(&game, &standing, decision, &mut told, now)?;
    let quiet = told.is_empty() && !stopped;
    let next = if quiet { next(&game, &standing, now) } else { Next::Now };
    told.extend(trial);
    Ok((told, next))
}

/// The wait for a first letter to the referee's address: somebody is late, and nothing has come in yet that shows that they
/// could be heard. None otherwise.
fn on_trial(
    game: &Game,
    standing: &Standing,
    decision: &Decision,
    incoming: &Incoming,
) -> Option<Happened> {
    let late = match decision {
        Decision::Late(until, _) => until.is_some(),
        Decision::Listen(_) | Decision::Stop(Reason::Unheard) => true,
        Decision::Wait | Decision::Resolve(_) | Decision::Remind(..) | Decision::Stop(_) => false,
    };
    let heard = match standing.told {
        Told::At(at) => incoming.heard.is_some_and(|heard| heard > at),
        Told::Not => false,
        Told::Elsewhere => true,
    };
    let address = game.address(REFEREE).filter(|_| late && !heard)?;
    Some(Happened::Trial(address.to_owned()))
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
        Decision::Wait | Decision::Listen(_) => {}
        Decision::Resolve(absent) => {
            resolve(&game.folder, &absent, told)?;
        }
        Decision::Remind(number, seats) => {
            let what = json!({ "deadline": standing.deadline });
            let (head, phase) = (game.session.head, game.open_phase());
            let about = format!("{head}\n{phase}\nreminder {number}\n{what}");
            let about = Digest::of(about.as_bytes());
            remind(game, told, now, (about, "remind"), &seats, &what)?;
        }
        Decision::Late(until, seats) => {
            let deadline = standing.deadline.expect("a late seat has missed a deadline");
            let grace =
                game.session.charter.schedule.as_ref().is_some_and(|one| one.grace.is_some());
            let what = json!({ "deadline": deadline, "until": until, "grace": grace });
            let about = delivery::late(game, deadline);
            remind(game, told, now, (about, "late"), &seats, &what)?;
            if until.is_none() {
                let line = format!(
                    "phase {} is late and waits for {}",
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
        match store::records::players::stand_in(game, seat, strength) {
            Ok(false) => continue,
            Ok(true) => {}
            Err(store::Error::Change(why)) => {
                look(game, told, now, format!("the program cannot play {seat}: {why}"))?;
                continue;
            }
            Err(error) => return Err(error.into()),
        }
        told.push(Happened::Done(format!("the program will play {seat} ({strength})")));
        any = true;
        // If others must agree too, they are asked, and nobody plays on yet.
        if game.session.charter.consent.leaves_to_the_referee(Kind::Program) {
            tell_all(game, "vacant", &json!({ "seats": [seat], "program": true }), told, now)?;
        }
    }
    Ok(any)
}

/// When something next falls due about an open phase, if nothing is to be done now.
fn next(game: &Game, standing: &Standing, now: DateTime<Utc>) -> Next {
    let never = DateTime::<Utc>::MAX_UTC;
    let schedule = game.session.charter.schedule.as_ref();
    let (Some(schedule), Some(since)) = (schedule, standing.delivery.since) else {
        return Next::At(never);
    };
    let until = standing.until(game, now);
    if until.is_some() && standing.told == Told::Not {
        return Next::Now;
    }
    let early = standing.filed.zip(schedule.early).map(|(filed, early)| filed + early.delta());
    let mut moments: Vec<DateTime<Utc>> = early.into_iter().collect();
    if let Some(deadline) = standing.deadline {
        moments.push(deadline);
        moments.extend(until);
        moments.extend(schedule.remind.iter().map(|one| one.due(since, deadline)));
    }
    Next::At(moments.into_iter().filter(|at| *at > now).min().unwrap_or(never))
}

fn resolve(folder: &Folder, absent: &[String], told: &mut Vec<Happened>) -> Result<(), Error> {
    let absences =
        if absent.is_empty() { Absences::None } else { Absences::Seats(absent.to_vec()) };
    match store::resolve(folder, &absences, &reports::renderer(folder.root()))? {
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
    (about, template): (Digest, &str),
    seats: &[String],
    what: &serde_json::Value,
) -> Result<(), Error> {
    let filed = store::records::status::of(game)?.filed;
    for seat in seats {
        let mut says = what.clone();
        says["sending"] = json!(reports::sending(game, seat, false)?);
        let own = filed.iter().find(|filing| filing.seat.name() == seat);
        says["filed"] = own.is_some().into();
        says["open"] = own.map(|filing| filing.open.clone()).unwrap_or_default().into();
        let text = reports::form_in(languages::of(game, seat)?, game, seat)?;
        let form = Enclosure {
            name: order_name(&game.session.charter.game, game.open_phase(), seat) + ".yaml",
            bytes: text.into_bytes(),
        };
        let draft = Draft {
            purpose: Purpose::Reminder,
            about,
            template,
            seat,
            says,
            answered: None,
            enclosed: vec![form],
        };
        if let Some((_, Put::Placed)) = notes::renew(game, draft, now)? {
            told.push(Happened::Done(format!("{seat} is reminded of phase {}", game.open_phase())));
        }
    }
    Ok(())
}

/// Tells the players that the deadline was moved since the record, and why, once for each new time.
fn moved(
    game: &Game,
    standing: &Standing,
    told: &mut Vec<Happened>,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let Moved { change, downtime } = standing.moved;
    match standing.deadline {
        Some(due) if change || downtime => {
            let says = json!({ "deadline": due, "change": change, "downtime": downtime });
            tell_all(game, "moved", &says, told, now)
        }
        Some(_) | None => Ok(()),
    }
}

/// Tells the referee of changes that lack only their signature, once each.
fn to_sign(game: &Game, told: &mut Vec<Happened>, now: DateTime<Utc>) -> Result<(), Error> {
    for (file, action) in changes::for_the_referee(game)? {
        let line = format!(
            "{file} needs your signature: {action}. To agree, run `tabella change sign {file} \
             --as referee`"
        );
        // If the referee has no address, the summary says it once a day.
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
        let are = if reached.len() == 1 { "is" } else { "are" };
        told.push(Happened::Done(format!("{} {are} informed of {what}", reached.join(", "))));
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

/// The plan of a round for a game, in words.
///
/// # Errors
/// A folder that cannot be read or written.
pub(super) fn outlook(
    folder: &Folder,
    now: DateTime<Utc>,
    incoming: &Incoming,
) -> Result<String, Error> {
    let game = store::load(folder)?;
    if game.session.outcome().is_some() {
        return Ok("over".to_owned());
    }
    let standing = Standing::of(&game)?;
    let letters = Outbox::of(folder).waiting()?.len();
    let doing = in_words(&game, &standing, now, incoming)?;
    Ok(format!("phase {}: {doing}; {letters} letters in the outbox", game.open_phase()))
}

/// The next thing to do about a game, or what it waits for.
///
/// # Errors
/// A folder that cannot be read or written.
pub(in super::super) fn in_words(
    game: &Game,
    standing: &Standing,
    now: DateTime<Utc>,
    incoming: &Incoming,
) -> Result<String, Error> {
    Ok(match standing.decision(game, now, incoming) {
        Decision::Resolve(absent) if absent.is_empty() => "will be resolved".to_owned(),
        Decision::Resolve(absent) => format!("will be resolved without {}", absent.join(", ")),
        Decision::Remind(_, seats) => {
            let have = if seats.len() == 1 { "has" } else { "have" };
            format!("waits; {} {have} been or will be reminded", seats.join(", "))
        }
        Decision::Late(Some(until), seats) => {
            format!(
                "late: {}, who may still file until {}",
                seats.join(", "),
                reports::due(game, &until)
            )
        }
        Decision::Late(None, seats) => format!("late and waiting for {}", seats.join(", ")),
        Decision::Listen(seats) => format!(
            "late: {}, who will count as absent once a letter arrives and shows that mail is \
             working",
            seats.join(", ")
        ),
        Decision::Stop(reason) => stopped(game.open_phase(), &reason),
        Decision::Wait => waits(game, standing)?,
    })
}

/// The action once the deadline and the grace after it have passed, if nothing comes in by then; none if no deadline
/// lies ahead.
///
/// # Errors
/// A folder that cannot be read or written.
pub(in super::super) fn at_the_deadline(
    game: &Game,
    standing: &Standing,
    now: DateTime<Utc>,
    incoming: &Incoming,
) -> Result<Option<String>, Error> {
    let Some(deadline) = standing.deadline.filter(|_| standing.held.is_none()) else {
        return Ok(None);
    };
    let grace = game.session.charter.schedule.as_ref().and_then(|schedule| schedule.grace);
    let planned = grace.map_or(deadline, |grace| deadline + grace.delta());
    let until = standing.until(game, now).unwrap_or(planned);
    if now >= until {
        return Ok(None);
    }
    // Nobody knows whether mail will come in meanwhile; the text says what happens if it does.
    let incoming = Incoming { heard: Some(until), read: Some(until), ..incoming.clone() };
    let mut then = Standing::at(game, until)?;
    if then.told == Told::Not {
        then.told = Told::At(deadline);
    }
    let what = match then.decision(game, until, &incoming) {
        Decision::Resolve(absent) if absent.is_empty() => "it is resolved".to_owned(),
        Decision::Resolve(absent) => {
            format!("the phase will be resolved without {}", absent.join(", "))
        }
        Decision::Late(_, seats) => {
            format!("the phase will go on waiting for {}", seats.join(", "))
        }
        Decision::Stop(Reason::Missing(seats)) => {
            format!("nothing is resolved while the orders of {} are all missing", seats.join(", "))
        }
        Decision::Stop(Reason::Vacant(seats)) => {
            format!(
                "nothing will be resolved, because {} will then count as vacant",
                seats.join(", ")
            )
        }
        Decision::Stop(Reason::Lost | Reason::Unread | Reason::Unheard | Reason::Silence) => {
            "nothing will be resolved until somebody has looked at the mail".to_owned()
        }
        Decision::Stop(Reason::Clock(_))
        | Decision::Wait
        | Decision::Remind(..)
        | Decision::Listen(_) => return Ok(None),
    };
    Ok(Some(format!("if nothing more comes in, {what} {}", reports::due(game, &until))))
}

fn waits(game: &Game, standing: &Standing) -> Result<String, Error> {
    if let Some(blocker) = standing.blocker(game, &Decision::Wait)? {
        return Ok(blocker::in_words(game, &blocker));
    }
    let open = [standing.missing.as_slice(), standing.tentative.as_slice()].concat();
    let holding = standing.holding.join(", ");
    Ok(match (open.is_empty(), holding.is_empty()) {
        (_, true) => format!("waits for {}", open.join(", ")),
        (true, false) => {
            format!("waits for its deadline: {holding} let the rules decide (`hold: true`)")
        }
        (false, false) => {
            format!("waits for {}; {holding} let the rules decide (`hold: true`)", open.join(", "))
        }
    })
}

/// Seats that a letter failed to reach, where the letter no longer lies in `failed/`.
fn failed_unseen(standing: &Standing) -> impl Iterator<Item = &String> {
    let seen = |seat: &str| {
        standing.failures.iter().any(|(file, _)| addressee(file).is_some_and(|(_, to)| to == seat))
    };
    standing.delivery.failed.iter().filter(move |seat| !seen(seat))
}
