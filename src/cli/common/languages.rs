//! In which language a player is written to: the referee keeps it beside the addresses, for it changes nothing of the game.

use crate::cli::common::Error;
use crate::cli::common::seat_game::SeatGame;
use crate::report::Language;
#[cfg(feature = "mail")]
use crate::report::Messages;
#[cfg(feature = "mail")]
use crate::store::Folder;
use crate::store::Game;
use crate::store::post::wishes::{self, Wish};
#[cfg(feature = "mail")]
use serde_json::{Value, json};

/// The language in which a seat's player, or the referee, is written to: English until somebody says otherwise.
///
/// # Errors
/// A file that does not hold languages.
pub(in crate::cli) fn of(game: &Game, seat: &str) -> Result<Language, Error> {
    let code = wishes::of(&game.folder, Wish::Language, seat)?;
    Ok(code.as_deref().and_then(Language::of).unwrap_or_default())
}

/// The language of a page for a seat: the one that was asked for, or else the one in which its player is written to,
/// which no copy knows.
///
/// # Errors
/// As for [`of`].
pub(in crate::cli) fn of_page(
    asked: Option<Language>,
    game: &SeatGame,
    seat: &str,
) -> Result<Language, Error> {
    match (asked, game) {
        (Some(language), _) => Ok(language),
        (None, SeatGame::Whole(game)) => of(game, seat),
        (None, SeatGame::Copy(_)) => Ok(Language::default()),
    }
}

/// The program's own messages, to a seat's player or to the referee, about orders and changes.
///
/// # Errors
/// As for [`of`].
#[cfg(feature = "mail")]
pub(in crate::cli) fn messages(game: &Game, seat: &str) -> Result<Messages, Error> {
    Ok(Messages::of(of(game, seat)?, &game.session.charter.title))
}

/// Enters the language with the given code for a seat's player, or for the referee.
///
/// # Errors
/// A language that the program does not have; an unknown seat; a copy of the game.
pub(in crate::cli) fn enter(game: &Game, seat: &str, code: &str) -> Result<(), Error> {
    let Some(language) = Language::of(code) else {
        let known = Language::ALL.map(Language::code).join(", ");
        return Err(Error::usage(format!("no language `{code}`; the languages are: {known}")));
    };
    Ok(wishes::enter(game, Wish::Language, seat, language.code())?)
}

/// Enters the language for everybody who has asked for none; without a language, it is English again.
///
/// # Errors
/// A file that cannot be read or written.
#[cfg(feature = "mail")]
pub(in crate::cli) fn prefer(folder: &Folder, language: Option<Language>) -> Result<(), Error> {
    Ok(wishes::prefer(folder, Wish::Language, language.map(Language::code))?)
}

/// The answer to a player who asks for a language, which is kept at once.
///
/// # Errors
/// A file that cannot be read or written.
#[cfg(feature = "mail")]
pub(in crate::cli) fn wished(game: &Game, seat: &str, code: &str) -> Result<Value, Error> {
    if Language::of(code).is_none() {
        return Ok(json!({ "wrong": code, "known": Language::ALL.map(Language::code) }));
    }
    enter(game, seat, code)?;
    Ok(json!({ "code": code }))
}
