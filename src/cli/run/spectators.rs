//! Letters to spectators: the public report of each record, once each, when the charter lets others see it.

use super::settings::Spectator;
use crate::cli::common::{Error, reports};
use crate::cli::{letters, notes};
use crate::mail::{self, Letter, Occasion, Party, Picture};
use crate::report::{Sending, Shell};
use crate::store::copies::publish;
use crate::store::post::outbox::Outbox;
use crate::store::records::sealed::Sealed;
use crate::store::{self, Folder, Game};
use engine::Viewer;
use record::{Digest, REFEREE};

/// Digits by which a spectator's letters are told from those of others.
const NAME_DIGITS: usize = 12;

/// Leaves what spectators may see by now in the outbox. A new spectator begins with the newest record; leaving the same
/// letter twice changes nothing.
///
/// # Errors
/// A template at fault, a file that cannot be read or written.
pub(super) fn leave(folder: &Folder, spectators: &[Spectator]) -> Result<(), Error> {
    if spectators.is_empty() {
        return Ok(());
    }
    let Some(shown) = publish::newest_shown(folder)? else { return Ok(()) };
    let game = store::load(folder)?;
    let id = &game.session.charter.game;
    let mine = |one: &&Spectator| one.games.is_empty() || one.games.contains(id);
    for spectator in spectators.iter().filter(mine) {
        let digits = Digest::of(spectator.mail.as_bytes()).to_string();
        let name = format!("public-{}", &digits[..NAME_DIGITS]);
        for number in due(&game, shown, &name)? {
            write(&game, number, &name, spectator)?;
        }
    }
    Ok(())
}

/// The records that a spectator was not told of yet, the oldest first; only the newest of somebody who was told of none.
fn due(game: &Game, shown: u32, name: &str) -> Result<Vec<u32>, Error> {
    let outbox = Outbox::of(&game.folder);
    let mut due = Vec::new();
    for number in (0..=shown).rev() {
        let head = Sealed::open(&game.folder, number)?.digest;
        let id = mail::message_id(&game.session.charter.game, number, name, &head);
        if outbox.knows(&mail::file_name(number, name), &id)? {
            due.reverse();
            return Ok(due);
        }
        due.push(number);
    }
    Ok(vec![shown])
}

fn write(game: &Game, number: u32, name: &str, spectator: &Spectator) -> Result<(), Error> {
    let Some(referee) = notes::party(game, REFEREE) else { return Ok(()) };
    let again = game.again(number)?;
    let sealing = again.sealing();
    let head = Some(again.session.head);
    let (context, map) = reports::scene(game.folder.root(), &sealing, &Viewer::Public, head);
    let reporter = reports::reporter_in(spectator.language());
    let markdown = reporter.markdown(&context, &map)?;
    let letter = reporter.letter("digest", &context, &Sending::default(), &markdown)?;
    let html = reporter.page(&letter.markdown, &map, Shell::Letter)?;
    let svg = reporter.svg(&map)?;
    let png = letters::picture(&svg);
    let occasion = Occasion {
        game: &game.session.charter.game,
        phase: number,
        start: game.session.start,
        previous: sealing.previous,
        head: again.session.head,
        date: again.turn.resolved,
        referee,
    };
    let letter = Letter {
        occasion: &occasion,
        seat: name,
        to: Party { name: None, mail: &spectator.mail },
        subject: &letter.subject,
        text: &letter.text,
        html: &html,
        picture: Some(Picture { svg: &svg, png: png.as_deref(), instead: &map.title }),
        form: None,
        turn: None,
        guide: None,
    };
    let outbox = Outbox::of(&game.folder);
    for post in mail::letters(&[letter]).map_err(|fault| Error::no(fault.to_string()))? {
        outbox.put(&post)?;
    }
    Ok(())
}
