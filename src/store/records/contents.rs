//! The files of a record in the making: what it is resolved from, and what follows.

use crate::session::{EVENTS_FILE, HIDDEN_FILE, STATE_FILE, Session, Texts, seat_view};
use crate::store::Error;
use crate::store::orders::pending::Pending;
use crate::store::records::changes;
use crate::store::records::staging::Draft;
use engine::title::Play;
use record::notes::{NOTES_FILE, seat_file};
use record::turn_file::TURN_FILE;
use record::{Charter, Digest, Secret, Signers, TurnFile, salt, view_file};
use std::collections::BTreeMap;

/// Adds the files from which the record is resolved: orders, changes, and the resulting keys.
pub(in crate::store) fn add_inputs(
    draft: &mut Draft,
    filed: &[Pending],
    changes: &BTreeMap<String, Vec<u8>>,
    keys: Option<&Signers>,
) -> Result<(), Error> {
    for one in filed {
        draft.add(&format!("orders/{}.yaml", one.seat), &one.received.bytes)?;
        draft.add(&format!("orders/{}.yaml.sig", one.seat), one.received.armored.as_bytes())?;
    }
    for (name, bytes) in changes {
        draft.add(name, bytes)?;
    }
    keys.map_or(Ok(()), |keys| draft.add(changes::SIGNERS, keys.render().as_bytes()))
}

/// Adds the notes between players: those for everybody, and those for each seat under a salt of its own.
pub(in crate::store) fn add_notes(
    draft: &mut Draft,
    session: &Session,
    hidden: &Secret,
) -> Result<(), Error> {
    let Some(notes) = &session.notes else { return Ok(()) };
    let (game, number) = (&session.charter.game, session.number);
    draft.add(NOTES_FILE, notes.public_file(game, number).as_bytes())?;
    for seat in session.charter.seat_names() {
        let name = seat_file(seat);
        let own = notes.seat_file(game, number, seat, &salt(hidden, game, number, &name));
        draft.add(&name, own.expect("every seat has notes").as_bytes())?;
    }
    Ok(())
}

/// Adds each seat's view, under a salt of its own: so the record commits to it, and nobody guesses it from its digest.
pub(in crate::store) fn add_views(
    draft: &mut Draft,
    charter: &Charter,
    number: u32,
    play: &dyn Play,
    hidden: &Secret,
) -> Result<(), Error> {
    for seat in charter.seat_names() {
        let name = view_file(seat);
        let salt = salt(hidden, &charter.game, number, &name);
        draft.add(&name, seat_view(charter, number, play, seat, &salt).as_bytes())?;
    }
    Ok(())
}

pub(in crate::store) fn add_texts(
    draft: &mut Draft,
    texts: &Texts,
    turn: &TurnFile,
    salt: Digest,
    items: bool,
) -> Result<(), Error> {
    draft.add(STATE_FILE, texts.state.as_bytes())?;
    draft.add(EVENTS_FILE, texts.events.as_bytes())?;
    if let Some(hidden) = texts.hidden(&salt) {
        draft.add(HIDDEN_FILE, hidden.as_bytes())?;
        if items {
            let list = record::items::list(&hidden).map_err(Error::Unsound)?;
            draft.add(record::items::ITEMS_FILE, list.as_bytes())?;
        }
    }
    draft.add(TURN_FILE, turn.render().as_bytes())
}
