//! Why a phase is not resolved although nobody is awaited or its deadline has passed, in words: what is the matter, and the way out.

use crate::cli::common::{self, reports};
use crate::ladder::Reason;
use crate::store::records::standing::Blocker;
use crate::store::{Folder, Game, Waiting};

/// A sentence that says why the phase cannot be resolved, and what to do about it.
pub(in crate::cli) fn in_words(game: &Game, blocker: &Blocker) -> String {
    let phase = game.open_phase();
    match blocker {
        Blocker::Held(reason) => format!(
            "held by the referee ({reason}): nothing is resolved until `tabella referee release` \
             is run"
        ),
        Blocker::Unsent(letters) => {
            let (them, each) = if letters.len() == 1 { ("it", "it") } else { ("them", "each") };
            format!(
                "the clock of phase {phase} starts once its letters are sent, and {} in outbox/ \
                 {}: `tabella mail send` sends {them}; if you send by hand, move {each} to \
                 outbox/sent/. Or go on without a seat: `tabella resolve --absent SEAT`",
                letters.join(", "),
                if letters.len() == 1 { "is not sent yet" } else { "are not sent yet" },
            )
        }
        Blocker::Unreached(seats) => format!(
            "the clock of phase {phase} is stopped: no letter reached {} (outbox/failed/ says \
             why). Enter the right address (`tabella mail address`) and send the letter again \
             (`tabella mail resend`), or go on without the seat: `tabella resolve --absent SEAT`",
            seats.join(", ")
        ),
        Blocker::SecondThoughts(until) => format!(
            "everybody has answered; under the charter, phase {phase} stays open for second \
             thoughts until {}",
            reports::due(game, until)
        ),
        Blocker::Grace(until) => format!(
            "the deadline of phase {phase} has passed; under the charter, orders are accepted \
             until {}, and nobody counts as absent before then",
            reports::due(game, until)
        ),
        Blocker::Stopped(reason) => stopped(phase, reason),
    }
}

/// Prints what keeps a phase from being resolved, apart from awaited seats; false if nothing does.
///
/// # Errors
/// A game that cannot be taken up.
pub(in crate::cli) fn tell(folder: &Folder, waiting: &Waiting) -> Result<bool, common::Error> {
    let Some(blocker) = &waiting.blocker else { return Ok(false) };
    common::tell(&in_words(&crate::store::load(folder)?, blocker));
    Ok(true)
}

/// Why a deadline that has passed is not acted on, and what the referee can do.
pub(in crate::cli) fn stopped(phase: u32, reason: &Reason) -> String {
    match reason {
        Reason::Lost => format!(
            "the deadline of phase {phase} has passed, but a letter came back, and it is not \
             known which one: nothing was resolved. Look at the letter in `letters/failed/` and \
             then remove it, or run `tabella resolve --absent SEAT`"
        ),
        Reason::Clock(later) => format!(
            "this machine's clock is behind {later}, a time already recorded in this game. One of \
             the two is wrong, and nothing was resolved. Correct the clock, and the next round \
             goes on; or run `tabella resolve --absent SEAT`"
        ),
        Reason::Unread => format!(
            "the deadline of phase {phase} has passed, but not all mail that has come in since \
             could be read, and the rest may hold the missing orders: nothing was resolved. Fix \
             the problem with the mail, and the next round (`tabella referee run`) goes on; or \
             run `tabella resolve --absent SEAT`"
        ),
        Reason::Unheard => format!(
            "the deadline of phase {phase} has passed, but no letter has arrived since the late \
             players were told, so the mail may be at fault: nothing was resolved. Check whether \
             mail arrives (`tabella mail test`); once it does, the next round goes on. Or run \
             `tabella resolve --absent SEAT`"
        ),
        Reason::Silence => format!(
            "the deadline of phase {phase} has passed, but no mail has arrived for so long that \
             the mail may be at fault: nothing was resolved. Check whether mail arrives; then \
             run `tabella resolve --absent SEAT`, or wait"
        ),
        Reason::Missing(seats) => format!(
            "the deadline of phase {phase} has passed, and the orders of {} are all missing: \
             nothing was resolved. Ask these players; then run `tabella resolve --absent SEAT`, \
             or wait",
            seats.join(", ")
        ),
        Reason::Vacant(seats) => format!(
            "the seat of {} counts as vacant, because it missed several phases: phase {phase} \
             waits. Find a new player (`tabella change key SEAT KEY --player NAME`), or resolve \
             this one phase without the seat: `tabella resolve --absent SEAT`",
            seats.join(", ")
        ),
    }
}
