//! `tabella sheet`: the order sheet of a seat, as one page or as the turn alone.

use super::args::Sheet;
use super::{CommandResult, Error, Exit, map, reports};
use crate::packed;
use crate::store::{self, Game, environment, files};
use ::sheet::page;
use engine::map::Map as Picture;
use engine::title::Play;
use engine::{Seat, Viewer};
use record::REFEREE;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// Most bytes of the page of a title.
const PAGE_MAX: usize = 64 << 20;
/// The version of the turns that are written.
const TURN_VERSION: u32 = 1;

/// Runs the command.
///
/// # Errors
/// No game there; a seat that is none; no page of the title, where one is needed.
pub fn run(dir: Option<&Path>, args: &Sheet) -> CommandResult {
    let game = store::load(&super::folder(dir)?)?;
    map::viewer(&game, Some(&args.seat))?;
    if game.session.outcome().is_some() {
        super::tell("the game is over; nothing is left to order");
        return Ok(Exit::NotYet);
    }
    let turn = turn(&game, &args.seat)?.to_string();
    let alone = args.out.extension().is_some_and(|extension| extension == "json");
    let text = if alone { turn } else { filled(&game, args.page.as_deref(), &turn)? };
    files::replace(&args.out, text.as_bytes(), files::OPEN_MODE)?;
    let what = if alone { "the turn, for a page that is at hand" } else { "the order sheet" };
    let phase = game.open_phase();
    super::tell(&format!("{}: {what} of {} for phase {phase}", args.out.display(), args.seat));
    Ok(Exit::Done)
}

/// All that a sheet is opened with: what the seat may know, and nothing else of the game.
///
/// # Errors
/// Trouble with files.
pub(super) fn turn(game: &Game, seat: &str) -> Result<Value, Error> {
    let charter = &game.session.charter;
    let again = game.again(game.session.number)?;
    let play = again.session.play.as_ref();
    let mut data = Map::new();
    for (name, bytes) in game.folder.data_files()? {
        let text = files::text(&game.folder.data().join(&name), bytes)?;
        data.insert(name, text.into());
    }
    Ok(json!({
        "tabella_turn": TURN_VERSION,
        "title": charter.title,
        "title_name": play.prospectus().title,
        "revision": charter.rules_revision,
        "game": charter.game,
        "protocol": charter.tabella,
        "phase": game.open_phase(),
        "after": game.session.head.to_string(),
        "key": game.signers.key(seat).map(ToString::to_string),
        "mail": game.address(REFEREE),
        "captions": packed::captions("en"),
        "outline": packed::get(&format!("games/{}/outline.yaml", charter.title)),
        "data": data,
        "hand": play.hand(&Seat::new(seat)),
        "form": reports::form(game, seat)?,
        "replay": replay(game, play),
    }))
}

/// The last record as the page steps through it: the map before it, and of each step what differs from the one before.
/// Of a title that hides nothing: others change more between two steps than pieces, which `tabella replay` shows.
fn replay(game: &Game, play: &dyn Play) -> Value {
    if game.loaded.hides() {
        return Value::Null;
    }
    let frames: Vec<Picture> =
        play.frames(&Viewer::Public).into_iter().map(|frame| frame.map).collect();
    let (base, steps) = frames.split_first().expect("a record has the position before it");
    let mut before = base;
    let mut told = Vec::new();
    for frame in steps {
        let fresh: Vec<_> = frame.pieces.iter().filter(|it| !before.pieces.contains(it)).collect();
        let stands = |id: &str| frame.pieces.iter().any(|piece| piece.id == id);
        let gone = before.pieces.iter().map(|piece| piece.id.as_str()).filter(|id| !stands(id));
        let gone: Vec<&str> = gone.collect();
        let words: Vec<&str> = frame.strokes.iter().map(|stroke| stroke.words.as_str()).collect();
        if !words.is_empty() {
            let words = words.join("; ");
            told.push(
                json!({ "pieces": fresh, "gone": gone, "strokes": frame.strokes, "words": words }),
            );
            before = frame;
        }
    }
    json!({ "base": base, "frames": told })
}

/// The page of the game's title with the turn in it.
fn filled(game: &Game, named: Option<&Path>, turn: &str) -> Result<String, Error> {
    let title = &game.session.charter.title;
    let (path, bytes) = match named {
        Some(path) => (path.to_owned(), files::read_named(path, PAGE_MAX)?),
        None => found(title)?.ok_or_else(|| no_page(title))?,
    };
    let page = files::text(&path, bytes)?;
    let mark = |why: String| Error::no(format!("{}: {why}", path.display()));
    page::with_turn(&page, title, turn).map_err(mark)
}

/// Where pages of titles are looked for: in the user's data folder, then where they are built.
fn places(title: &str) -> impl Iterator<Item = PathBuf> {
    let own = environment::data_folder().map(|folder| folder.join("tabella/sheet"));
    let built = Path::new("target/sheet").to_owned();
    let name = format!("{title}.html");
    own.into_iter().chain([built]).map(move |folder| folder.join(&name))
}

fn found(title: &str) -> Result<Option<(PathBuf, Vec<u8>)>, Error> {
    for path in places(title) {
        if let Some(bytes) = files::read_named_if_there(&path, PAGE_MAX)? {
            return Ok(Some((path, bytes)));
        }
    }
    Ok(None)
}

fn no_page(title: &str) -> Error {
    let places: Vec<String> = places(title).map(|path| path.display().to_string()).collect();
    Error::files(format!(
        "there is no page for {title}: build it with `.ci/sheet {title}`, or name it with --page; looked for {}. \
         `--out NAME.json` writes the turn alone, for players who have the page",
        places.join(" and ")
    ))
}
