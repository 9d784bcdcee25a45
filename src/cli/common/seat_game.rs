//! The game as it serves a seat here: the whole game, or the copy of that one seat, which knows nothing of the others.

use crate::cli::common::{self, Error, reports};
use crate::report::{FormContext, Language};
use crate::store::copies::seat_copy::SeatCopy;
use crate::store::records::players;
use crate::store::{self, Folder, Game};
use engine::title::RawOrders;
use engine::{Complaints, Node, Offers, Seat, Supposed, Viewer};
use record::Charter;
use record::exchange::OrderFile;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The game or copy in which a seat's orders are made.
pub(in crate::cli) enum SeatGame {
    /// A game with all that its newest record begins from.
    Whole(Box<Game>),
    /// A copy of one seat.
    Copy(Box<SeatCopy>),
}

impl SeatGame {
    /// Finds the game or copy in the folder in which a command was started.
    ///
    /// # Errors
    /// No game there; a copy that lacks what is secret and belongs to no seat.
    pub(in crate::cli) fn find(dir: Option<&Path>) -> Result<Self, Error> {
        Self::of(&common::folder(dir)?)
    }

    /// The same for a given folder.
    ///
    /// # Errors
    /// As for [`SeatGame::find`].
    pub(in crate::cli) fn of(folder: &Folder) -> Result<Self, Error> {
        Ok(match SeatCopy::find(folder)? {
            Some(copy) => Self::Copy(Box::new(copy)),
            None => Self::Whole(Box::new(store::load(folder)?)),
        })
    }

    /// The charter as amended so far.
    pub(in crate::cli) fn charter(&self) -> &Charter {
        match self {
            Self::Whole(game) => &game.session.charter,
            Self::Copy(copy) => &copy.in_force.charter,
        }
    }

    /// True if the game is over; a seat's copy of a finished game is a whole game.
    pub(in crate::cli) fn over(&self) -> bool {
        match self {
            Self::Whole(game) => game.session.outcome().is_some(),
            Self::Copy(_) => false,
        }
    }

    pub(in crate::cli) fn open_phase(&self) -> u32 {
        match self {
            Self::Whole(game) => game.open_phase(),
            Self::Copy(copy) => copy.open_phase(),
        }
    }

    /// True if the referee's secrets belong here.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub(in crate::cli) fn is_referees(&self) -> Result<bool, Error> {
        match self {
            Self::Whole(game) => Ok(game.folder.is_referees()?),
            Self::Copy(_) => Ok(false),
        }
    }

    /// A seat by its name, which must be a seat that this game or copy serves.
    ///
    /// # Errors
    /// An unknown seat, or one that another copy serves.
    pub(in crate::cli) fn seat(&self, name: &str) -> Result<Seat, Error> {
        match self {
            Self::Whole(game) => viewer(game, Some(name)).map(|_| Seat::new(name)),
            Self::Copy(copy) if copy.seat.name() == name => Ok(copy.seat.clone()),
            Self::Copy(copy) => Err(Error::usage(format!(
                "this is the copy of {}; for `{name}`, use that seat's copy",
                copy.seat
            ))),
        }
    }

    /// A seat that this serves, or the referee while the title asks them something.
    ///
    /// # Errors
    /// As [`SeatGame::seat`].
    pub(in crate::cli) fn seat_or_referee(&self, name: &str) -> Result<Seat, Error> {
        let referee = Seat::referee();
        match self {
            Self::Whole(game)
                if name == referee.name()
                    && game.session.play.asked().iter().any(|asked| asked.seat == referee) =>
            {
                Ok(referee)
            }
            Self::Whole(_) | Self::Copy(_) => self.seat(name),
        }
    }

    /// The seat that was named; otherwise the reader's own.
    ///
    /// # Errors
    /// As [`SeatGame::seat`]; no seat is named in a game that is neither a seat's copy nor against the program.
    pub(in crate::cli) fn seat_or_own(&self, named: Option<&str>) -> Result<Seat, Error> {
        match (named, self) {
            (Some(name), _) => self.seat_or_referee(name),
            (None, Self::Copy(copy)) => Ok(copy.seat.clone()),
            (None, Self::Whole(_)) => self
                .against_the_program()?
                .ok_or_else(|| Error::usage("name the seat: `--seat SEAT`")),
        }
    }

    /// The person's seat in a game against the program; none in any other.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(in crate::cli) fn against_the_program(&self) -> Result<Option<Seat>, Error> {
        Ok(match self {
            Self::Whole(game) => players::practised(&game.folder)?.as_deref().map(Seat::new),
            Self::Copy(_) => None,
        })
    }

    /// The order form of a seat, in short or with everything.
    ///
    /// # Errors
    /// An unknown seat, or one that is not served here; a template at fault.
    pub(in crate::cli) fn form(
        &self,
        language: Language,
        seat: &str,
        brief: bool,
    ) -> Result<String, Error> {
        let context = match self {
            Self::Whole(game) => reports::form_context(game, seat)?,
            Self::Copy(copy) => {
                self.seat(seat)?;
                reports::form_context_of_copy(copy)
            }
        };
        Ok(reports::reporter_in(language).form(&FormContext { brief, ..context })?)
    }

    /// Everything wrong with an order file.
    ///
    /// # Errors
    /// A file of a seat that is not served here; a file that cannot be read or written.
    pub(in crate::cli) fn check(
        &self,
        bytes: &[u8],
        signature: Option<&[u8]>,
    ) -> Result<(Option<OrderFile>, Complaints), Error> {
        Ok(match self {
            Self::Whole(game) => store::check(game, bytes, signature)?,
            Self::Copy(copy) => copy.check(bytes, signature)?,
        })
    }

    /// Everything wrong with the orders of a draft.
    pub(in crate::cli) fn check_sheet(&self, seat: &Seat, sheet: &RawOrders) -> Complaints {
        match self {
            Self::Whole(game) => game.session.play.check(seat, sheet),
            Self::Copy(copy) => copy.hand.check(sheet),
        }
    }

    /// The sure results of a draft.
    pub(in crate::cli) fn dry_run(&self, seat: &Seat, sheet: &RawOrders) -> Value {
        match self {
            Self::Whole(game) => game.session.play.dry_run(seat, sheet),
            Self::Copy(copy) => copy.hand.dry_run(sheet),
        }
    }

    /// The effect of orders in a case that the seat imagines.
    ///
    /// # Errors
    /// The part of the question that cannot be understood.
    pub(in crate::cli) fn explain(
        &self,
        seat: &Seat,
        draft: Option<&RawOrders>,
        question: &Node,
    ) -> Result<Value, Complaints> {
        match self {
            Self::Whole(game) => game.session.play.explain(seat, draft, question),
            Self::Copy(copy) => copy.hand.explain(draft, question),
        }
    }

    /// The possible results of a draft; none if the title cannot say.
    pub(in crate::cli) fn forecast(
        &self,
        seat: &Seat,
        sheet: &RawOrders,
        games: u32,
        seed: u64,
    ) -> Option<Vec<Supposed>> {
        match self {
            Self::Whole(game) => game.session.play.forecast(seat, sheet, games, seed),
            Self::Copy(copy) => copy.hand.forecast(sheet, games, seed),
        }
    }

    /// The offers of orders by clicking.
    pub(in crate::cli) fn offers(
        &self,
        seat: &Seat,
        sheet: &RawOrders,
        picked: Option<&str>,
    ) -> Offers {
        match self {
            Self::Whole(game) => game.session.play.offers(seat, sheet, picked),
            Self::Copy(copy) => copy.hand.offers(sheet, picked),
        }
    }

    /// The standing orders that are in force after a file is accepted: their keys, each with the phase of the file that set it.
    pub(in crate::cli) fn standing_after(&self, file: &OrderFile) -> BTreeMap<String, u32> {
        match self {
            Self::Whole(game) => {
                game.session.play.standing_after(&file.seat, file.phase, &file.sheet)
            }
            Self::Copy(copy) => copy.hand.standing_after(file.phase, &file.sheet),
        }
    }
}

/// The viewer: a seat of the game, or everybody.
///
/// # Errors
/// An unknown seat.
pub fn viewer(game: &Game, seat: Option<&str>) -> Result<Viewer, Error> {
    let Some(name) = seat else { return Ok(Viewer::Public) };
    let known: Vec<&str> = game.session.charter.seat_names().collect();
    if known.contains(&name) {
        return Ok(Viewer::Seat(Seat::new(name)));
    }
    Err(Error::usage(format!("no seat `{name}`; the seats are: {}", known.join(", "))))
}
