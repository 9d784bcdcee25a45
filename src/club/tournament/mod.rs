//! Tournaments of a club: one file that says who plays how, rounds that follow from it and from the results, and tables.
//!
//! Every pairing is a pure function of the file's head, its seed, and the results of the rounds before, so that whoever holds
//! the file and the games can draw each round again ([`check`]).

mod bracket;
mod file;
mod progress;
mod round_robin;
mod swiss;
mod table;
#[cfg(test)]
mod tests;

pub use file::{Pairing, Player, Round, System, TOURNAMENT_MAX, TieBreak, Tournament};
pub use progress::{Decided, Progress, Table};
pub use table::{Line, standings};

use std::fmt::Write;

/// The reasons why there is no next round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pause {
    /// These games of the last round have no result yet.
    Unfinished(Vec<String>),
    Over,
    /// Everybody has met everybody who is left: no round without a second meeting.
    Exhausted,
}

/// The tables of a round, and who sits out: entrants by number, the first of each pair in the first seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draw {
    /// The pairs that meet, as places among the players, from 0.
    pub pairs: Vec<(usize, usize)>,
    /// Players who sit out, and get a win for it, except in a ladder.
    pub byes: Vec<usize>,
}

/// The round that follows, drawn from what came before.
///
/// # Errors
/// [`Pause`].
pub fn next(tournament: &Tournament, progress: &Progress<'_>) -> Result<Round, Pause> {
    draw_round(tournament, progress, tournament.played.len())
}

/// Draws the round of an index, from 0, by the results of those before it.
fn draw_round(tournament: &Tournament, progress: &Progress<'_>, at: usize) -> Result<Round, Pause> {
    if at >= tournament.length() {
        return Err(Pause::Over);
    }
    if tournament.system != System::RoundRobin {
        let open = progress.unfinished(at);
        if !open.is_empty() {
            return Err(Pause::Unfinished(open));
        }
    }
    let order = tournament.starting_order();
    let draw = match tournament.system {
        System::RoundRobin => Some(round_robin::draw(order.len(), at)),
        System::Swiss => swiss::draw(tournament, &progress.entrants(at)),
        System::KnockOut => Some(bracket::knock_out(tournament, progress, at)),
        System::Ladder => Some(bracket::ladder(&progress.ladder(at), at)),
    };
    let draw = draw.ok_or(Pause::Exhausted)?;
    Ok(tournament.seated(at, &draw))
}

/// Draws every round again that the file holds, and names what differs: a round of the file, and how it should be.
pub fn check(tournament: &Tournament, progress: &Progress<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    for (at, round) in tournament.played.iter().enumerate() {
        let plain = round.without_rulings();
        match draw_round(tournament, progress, at) {
            Ok(drawn) if drawn == plain => {}
            Ok(drawn) => {
                let mut what = format!("round {}: the file says", at + 1);
                let _ = write!(what, " {plain}; drawing it again gives {drawn}");
                faults.push(what);
            }
            Err(Pause::Unfinished(games)) => faults.push(format!(
                "round {}: drawn before the results of {} were known",
                at + 1,
                games.join(", ")
            )),
            Err(Pause::Over) => {
                faults.push(format!("round {}: there is no such round", at + 1));
            }
            Err(Pause::Exhausted) => {
                faults.push(format!("round {}: this round cannot be drawn", at + 1));
            }
        }
    }
    faults
}
