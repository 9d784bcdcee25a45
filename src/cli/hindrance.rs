//! Why a phase is not resolved although nobody is awaited or its deadline has passed, in words: what is the matter, and the way out.

use super::reports;
use crate::store::decide::Reason;
use crate::store::standing::Hindrance;
use crate::store::{Folder, Game, Waiting};

/// What is the matter, and the way out.
pub(super) fn in_words(game: &Game, hindrance: &Hindrance) -> String {
    let phase = game.open_phase();
    match hindrance {
        Hindrance::Held(reason) => format!(
            "held by the referee ({reason}): nothing is resolved before `tabella referee release`"
        ),
        Hindrance::Unsent(letters) => {
            let (them, each) = if letters.len() == 1 { ("it", "it") } else { ("them", "each") };
            format!(
                "the time of phase {phase} begins once its letters are sent, and {} in outbox/ {}: `tabella mail send` sends {them}; \
                 who sends by hand moves {each} to outbox/sent/. Or go on without a seat: `tabella resolve --absent SEAT`",
                letters.join(", "),
                if letters.len() == 1 { "is not" } else { "are not" },
            )
        }
        Hindrance::Unreached(seats) => format!(
            "the time of phase {phase} stands still: no letter reached {} (outbox/failed/ says why). Enter the right address \
             (`tabella mail address`) and send it again (`tabella referee resend`), or go on without: `tabella resolve --absent SEAT`",
            seats.join(", ")
        ),
        Hindrance::SecondThoughts(until) => format!(
            "all is in; by its charter phase {phase} waits for second thoughts until {}",
            reports::due(game, until)
        ),
        Hindrance::Grace(until) => format!(
            "the deadline of phase {phase} has passed; by the charter orders are taken until {}, and nobody counts as absent before",
            reports::due(game, until)
        ),
        Hindrance::Stopped(reason) => stopped(phase, reason),
    }
}

/// Tells what else keeps a phase from being resolved than whoever is awaited; false if nothing does.
///
/// # Errors
/// A game that cannot be taken up.
pub(super) fn tell(folder: &Folder, waiting: &Waiting) -> Result<bool, super::Error> {
    let Some(hindrance) = &waiting.hindrance else { return Ok(false) };
    super::tell(&in_words(&crate::store::load(folder)?, hindrance));
    Ok(true)
}

/// Why a deadline that has passed is not acted on, and what the referee can do.
pub(super) fn stopped(phase: u32, reason: &Reason) -> String {
    match reason {
        Reason::Lost => format!(
            "the deadline of phase {phase} has passed, but a letter came back of which nobody can tell which it was: nothing was \
             resolved. See `letters/failed/`; then take it away from there, or `tabella resolve --absent SEAT`"
        ),
        Reason::Untaken => format!(
            "the deadline of phase {phase} has passed, but a letter that came in could not be taken, and it may bring what is \
             missing: nothing was resolved. Mend what keeps it back (see above), and the next round goes on; or \
             `tabella resolve --absent SEAT`"
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
