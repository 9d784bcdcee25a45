//! The position from which a sandbox begins, as far as its maker may know it.

use crate::catalogue;
use crate::session::{HIDDEN_FILE, STATE_FILE};
use crate::store::copies::seat_copy::SeatCopy;
use crate::store::load;
use crate::store::records::sealed::Sealed;
use crate::store::records::{load, players};
use crate::store::{Error, Folder, Game, files};
use engine::title::Play;
use engine::{POSITION_FILE, Revision, Seat};
use record::Charter;
use record::exchange::yaml;
use record::fork::{ForkLine, Knows};
use std::collections::BTreeMap;

/// What a sandbox is made from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The line about the origin in the sandbox's charter.
    pub line: ForkLine,
    pub charter: Charter,
    pub revision: Revision,
    /// The game's data files, and the position.
    pub data: BTreeMap<String, String>,
}

/// The position that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The number of the record after which the position is taken; none for the newest.
    pub at: Option<u32>,
    /// The seat from whose knowledge the position is made; none for all that the owner of this folder may know.
    pub seat: Option<&'a str>,
    /// The seed by which gaps in somebody's knowledge are filled.
    pub seed: u64,
}

/// A position, and what it rests on.
struct Found {
    charter: Charter,
    text: String,
    knows: Knows,
    seat: Option<String>,
}

/// The position of a game behind one of its records.
///
/// # Errors
/// [`Error::Fork`] with the reason and the way out; a record that is missing or altered.
pub fn origin(folder: &Folder, wish: Wish<'_>) -> Result<Origin, Error> {
    let newest = folder.newest()?.unwrap_or(0);
    let number = wish.at.unwrap_or(newest);
    if number > newest {
        return Err(no(format!("there is no record {number} yet; the newest is {newest}")));
    }
    let record = Sealed::open(folder, number)?;
    if record.turn()?.outcome.is_some() {
        return Err(no(format!(
            "the game is over after record {number}, so no more orders can be given; fork at an \
             earlier record, such as `--at {}`",
            number.saturating_sub(1)
        )));
    }
    let found = match SeatCopy::find(folder)? {
        Some(copy) => of_copy(&copy, &record, wish)?,
        None => of_folder(folder, &record, wish)?,
    };
    let (mut line, drawn) = (found.line(&record), found.knows == Knows::Seat);
    line.seed = drawn.then_some(wish.seed);
    if let (Some(before), false) = (&found.charter.fork, drawn) {
        // A sandbox of a sandbox knows what that one knew.
        let ForkLine { knows, seat, seed, .. } = before.clone();
        line = ForkLine { knows, seat, seed, ..line };
    }
    let mut data = BTreeMap::new();
    for (name, bytes) in folder.data_files()? {
        let text = files::text(&folder.data().join(&name), bytes)?;
        data.insert(name, text);
    }
    data.insert(POSITION_FILE.to_owned(), found.text);
    let title = catalogue::find(&found.charter.title).expect("the title of a loaded game is known");
    let revision = Revision::new(found.charter.rules_revision, title.revision().number())
        .expect("the revision of a loaded game is known");
    Ok(Origin { line, charter: found.charter, revision, data })
}

impl Found {
    fn line(&self, record: &Sealed) -> ForkLine {
        ForkLine {
            game: self.charter.game.clone(),
            record: record.number,
            head: record.digest,
            knows: self.knows,
            seat: self.seat.clone(),
            seed: None,
        }
    }
}

/// A position as the copy of a seat gives it: drawn from the hand that it holds, or recorded where the title hides nothing.
fn of_copy(copy: &SeatCopy, record: &Sealed, wish: Wish<'_>) -> Result<Found, Error> {
    let own = copy.seat.name();
    if wish.seat.is_some_and(|seat| seat != own) {
        return Err(no(format!(
            "this is the copy of {own}, which holds nothing about other seats"
        )));
    }
    let charter = copy.in_force.charter.clone();
    if record.number == copy.number {
        let drawn = copy.hand.imagined(wish.seed);
        let text = drawn.ok_or_else(|| unimagined(own))?;
        return Ok(Found { charter, text, knows: Knows::Seat, seat: Some(own.to_owned()) });
    }
    Err(no(format!(
        "a seat's copy holds what the seat knows after the newest record, {}, but not after \
         earlier ones: fork at the newest record, or ask the referee to run `tabella analyse \
         fork GAME COPY --at {} --seat {own}`",
        copy.number, record.number
    )))
}

/// A position as any other folder gives it: the referee's, one of a game that is over, or a copy for everybody.
fn of_folder(folder: &Folder, record: &Sealed, wish: Wish<'_>) -> Result<Found, Error> {
    if record.lists(HIDDEN_FILE) && !record.holds(HIDDEN_FILE) {
        return of_public(folder, record);
    }
    let game = load(folder)?;
    let charter = game.session.charter.clone();
    let over = game.session.outcome().is_some();
    // In a game of practice the folder is the referee's and the person is not.
    let practised = players::practised(folder)?.filter(|_| !over);
    if let Some(seat) = wish.seat.or(practised.as_deref()) {
        if charter.seat(seat).is_none() {
            let known = charter.seat_names().collect::<Vec<_>>().join(", ");
            return Err(Error::Seat { seat: seat.to_owned(), known });
        }
        let text = drawn(&game, record, seat, wish.seed)?;
        return Ok(Found { charter, text, knows: Knows::Seat, seat: Some(seat.to_owned()) });
    }
    let open = over || !record.lists(HIDDEN_FILE);
    let knows = if open { Knows::Everybody } else { Knows::Referee };
    let file = if record.lists(HIDDEN_FILE) { HIDDEN_FILE } else { STATE_FILE };
    let text = taken_up(&game, record, file)?.position();
    Ok(Found { charter, text, knows, seat: None })
}

/// A position drawn from what a seat knew behind a record.
fn drawn(game: &Game, record: &Sealed, seat: &str, seed: u64) -> Result<String, Error> {
    let hand = game.again(record.number)?.session.play.hand(&Seat::new(seat));
    let hand = game.loaded.take_up(&hand).map_err(Error::Unsound)?;
    hand.imagined(seed).ok_or_else(|| unimagined(seat))
}

/// A position of an open title in a copy for everybody: all of the table, and nobody's standing orders.
fn of_public(folder: &Folder, record: &Sealed) -> Result<Found, Error> {
    let ground = load::ground(folder)?;
    if ground.loaded.hides() {
        return Err(no(
            "this is a public copy of a game still being played, so what is hidden cannot be \
             drawn at random from it: fork your seat's copy (the referee makes one with `tabella \
             share copy --seat SEAT OUT`), or wait until the game is over"
                .to_owned(),
        ));
    }
    let tree =
        yaml::parse(&record.text(STATE_FILE)?).map_err(|told| Error::Unsound(told.to_string()))?;
    let play = ground.loaded.resume(&tree).map_err(no)?;
    let charter = ground.timeline.newest().charter.clone();
    Ok(Found { charter, text: play.position(), knows: Knows::Everybody, seat: None })
}

fn taken_up(game: &Game, record: &Sealed, file: &str) -> Result<Box<dyn Play>, Error> {
    let tree = yaml::parse(&record.text(file)?).map_err(|told| Error::Unsound(told.to_string()))?;
    game.loaded.resume(&tree).map_err(Error::Unsound)
}

fn no(why: String) -> Error {
    Error::Fork(why)
}

fn unimagined(seat: &str) -> Error {
    no(format!(
        "what {seat} cannot see cannot be drawn at random after this record: either the title \
         does not support it, or the resolution has stopped at a question. Fork after another \
         record, or once the game is over"
    ))
}
