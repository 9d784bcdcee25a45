//! Games that were forked from another: sandboxes, in which one person tries what might have been. See docs/protocol.md,
//! "Sandboxes".

use super::digest::Digest;
use super::names;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The origin of a sandbox, as its charter states it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForkLine {
    /// Id of the game that it was made from.
    pub game: String,
    /// The record of that game after which the sandbox begins.
    pub record: u32,
    /// Digest of that record's `SHA256SUMS`.
    pub head: Digest,
    pub knows: Knows,
    /// The seat whose knowledge it was made from, if it was made from one seat's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The seed used to draw what that seat did not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

engine::words! {
    /// The knowledge from which the position of a sandbox was made.
    pub enum Knows {
        Everybody = "everybody",
        /// From what one seat knew; the rest was drawn.
        Seat = "seat",
        /// From what only the referee knew at the time: no player may see it before that game is over.
        Referee = "referee",
    }
}

impl ForkLine {
    /// Checks the names, and that a seat and a seed stand where they belong.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        names::check_id(&self.game)
            .map_err(|why| ("fork.game", format!("`{}`: {why}", self.game.escape_default())))?;
        if let Some(seat) = &self.seat {
            names::check_seat(seat)
                .map_err(|why| ("fork.seat", format!("`{}`: {why}", seat.escape_default())))?;
        }
        let drawn = self.knows == Knows::Seat;
        if (self.seat.is_some(), self.seed.is_some()) != (drawn, drawn) {
            let what = "`seat` and `seed` must be given if, and only if, the position was drawn \
                 from what a seat knew";
            return Err(("fork.seat", what.to_owned()));
        }
        Ok(())
    }
}

impl fmt::Display for ForkLine {
    /// The origin of the sandbox and a warning that it is not that game, in one sentence without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, record, .. } = self;
        write!(f, "a sandbox, made from record {record} of {game}; it is not that game")?;
        match (self.knows, &self.seat, self.seed) {
            (Knows::Seat, Some(seat), Some(seed)) => write!(
                f,
                "; what {seat} did not know in that game was drawn at random (seed {seed}), so it may be different here"
            ),
            (Knows::Referee, _, _) => f.write_str(
                "; it holds secrets of the referee: no player may see the sandbox before that \
                 game is over",
            ),
            (Knows::Everybody | Knows::Seat, _, _) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(knows: Knows, seat: Option<&str>, seed: Option<u64>) -> ForkLine {
        let (game, head) = ("zama".to_owned(), Digest::of(b"head"));
        ForkLine { game, record: 6, head, knows, seat: seat.map(str::to_owned), seed }
    }

    #[test]
    fn a_seat_and_a_seed_stand_where_something_was_drawn() {
        for (knows, seat, seed, stand) in [
            (Knows::Everybody, None, None, true),
            (Knows::Referee, None, None, true),
            (Knows::Seat, Some("rome"), Some(7), true),
            (Knows::Seat, Some("rome"), None, false),
            (Knows::Seat, None, Some(7), false),
            (Knows::Everybody, Some("rome"), Some(7), false),
            (Knows::Referee, None, Some(7), false),
        ] {
            assert_eq!(
                line(knows, seat, seed).check().is_ok(),
                stand,
                "{knows:?} {seat:?} {seed:?}"
            );
        }
        assert_eq!(line(Knows::Seat, Some("referee"), Some(7)).check().unwrap_err().0, "fork.seat");
        let other = ForkLine { game: "../zama".to_owned(), ..line(Knows::Everybody, None, None) };
        assert_eq!(other.check().unwrap_err().0, "fork.game");
    }
}
