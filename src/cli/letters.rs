//! The letters to the players about the newest record: the report, the map, and the form if orders are awaited.

use crate::cli::common::{Error, languages, reports};
use crate::cli::{notes, sheet};
use crate::mail::{self, Letter, Occasion, Picture};
use crate::packed;
use crate::report::Shell;
use crate::store::post::outbox::Outbox;
use crate::store::{self, Folder, Game};
use engine::{Seat, Viewer};
use record::REFEREE;
use std::collections::BTreeMap;

/// Width of a letter's text, in characters.
const LETTER_WIDTH: usize = 78;
/// Most pixels of its map across and down: about twice the place where it is shown, for sharp screens.
#[cfg(feature = "pictures")]
const PICTURE_SIZE: [u32; 2] = [1200, 1320];

struct Parts {
    seat: String,
    subject: String,
    text: String,
    html: String,
    svg: String,
    instead: String,
    form: Option<String>,
    turn: Option<String>,
    guide: Option<String>,
}

/// Leaves the letters about the newest record in the outbox, for every seat whose player has an address. Leaving the
/// same letters twice changes nothing, so the next command makes up for one that was interrupted.
///
/// # Errors
/// A template at fault, an address that cannot be used, a file that cannot be read or written.
pub fn leave(folder: &Folder) -> Result<(), Error> {
    let game = store::load(folder)?;
    let charter = &game.session.charter;
    let seats = notes::addressed(&game);
    let Some(referee) = notes::party(&game, REFEREE).filter(|_| !seats.is_empty()) else {
        return Ok(());
    };
    let again = game.again(game.session.number)?;
    let occasion = Occasion {
        game: &charter.game,
        phase: game.session.number,
        start: game.session.start,
        previous: again.sealing().previous,
        head: game.session.head,
        date: again.turn.resolved,
        referee,
    };
    let outbox = Outbox::of(folder);
    let mut pictures = BTreeMap::new();
    for seat in seats {
        // A letter that is known already need not be written again to see that.
        let id = mail::message_id(occasion.game, occasion.phase, seat, &occasion.head);
        if outbox.knows(&mail::file_name(occasion.phase, seat), &id)? {
            continue;
        }
        let Some(to) = notes::party(&game, seat) else { continue };
        let first = !outbox.has_written_to(seat)?;
        let parts = parts(&game, &again, seat, first)?;
        // Seats that see the same map share its picture, which takes seconds.
        let png = pictures.entry(parts.svg.clone()).or_insert_with(|| picture(&parts.svg));
        let letter = Letter {
            occasion: &occasion,
            seat: &parts.seat,
            to,
            subject: &parts.subject,
            text: &parts.text,
            html: &parts.html,
            picture: Some(Picture {
                svg: &parts.svg,
                png: png.as_deref(),
                instead: &parts.instead,
            }),
            form: parts.form.as_deref(),
            turn: parts.turn.as_deref(),
            guide: parts.guide.as_deref(),
        };
        for post in mail::letters(&[letter]).map_err(|fault| Error::no(fault.to_string()))? {
            outbox.put(&post)?;
        }
    }
    Ok(())
}

/// A record (the newest if no number is given), as plain text for the player of a seat.
///
/// # Errors
/// A record that does not exist; a template at fault.
pub fn report(game: &Game, seat: &str, number: Option<u32>) -> Result<String, Error> {
    let number = number.unwrap_or(game.session.number);
    let again = game.again(number)?;
    let viewer = Viewer::Seat(Seat::new(seat));
    let (context, map) =
        reports::scene(game.folder.root(), &again.sealing(), &viewer, Some(again.session.head));
    let reporter = reports::reporter_in(languages::of(game, seat)?);
    let markdown = reporter.markdown(&context, &map)?;
    Ok(reporter.text(&markdown, LETTER_WIDTH))
}

/// The parts of a letter; the `first` letter to a seat includes the page for players.
fn parts(
    game: &Game,
    again: &store::records::load::Again,
    seat: &str,
    first: bool,
) -> Result<Parts, Error> {
    let viewer = Viewer::Seat(Seat::new(seat));
    let (mut context, map) =
        reports::scene(game.folder.root(), &again.sealing(), &viewer, Some(game.session.head));
    // The record's own page has the zone of the charter; a letter has its reader's.
    let due = game.turn.next.as_ref().and_then(|next| next.deadline);
    context.deadline = due.map(|at| reports::due_to(game, seat, &at)).transpose()?;
    let language = languages::of(game, seat)?;
    let reporter = reports::reporter_in(language);
    let markdown = reporter.markdown(&context, &map)?;
    let sending = reports::sending(game, seat, first)?;
    let letter = reporter.letter("report", &context, &sending, &markdown)?;
    let owes = game.session.awaited().iter().any(|asked| asked.seat.name() == seat);
    Ok(Parts {
        seat: seat.to_owned(),
        subject: letter.subject,
        text: letter.text,
        html: reporter.page(&letter.markdown, &map, Shell::Letter)?,
        svg: reporter.svg(&map)?,
        instead: reporter.map_in_words(&map)?,
        form: if owes { Some(reports::form_in(language, game, seat)?) } else { None },
        turn: if owes { Some(sheet::turn(game, seat, language)?.to_string()) } else { None },
        guide: first.then(|| reporter.text(packed::guide(), LETTER_WIDTH)),
    })
}

/// The map as a picture that every mail program shows; none if it cannot be made, as the letter does not wait for it.
#[cfg(feature = "pictures")]
pub(super) fn picture(svg: &str) -> Option<Vec<u8>> {
    printing::small_png(svg, PICTURE_SIZE).ok()
}

/// Without picture support, a letter carries the drawing alone.
#[cfg(not(feature = "pictures"))]
pub(super) const fn picture(_: &str) -> Option<Vec<u8>> {
    None
}
