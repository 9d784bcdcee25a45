//! `tabella form --sheet`: the order sheet of a seat, as one page or as the turn alone.

use crate::cli::common::seat_game::SeatGame;
use crate::cli::common::{
    self, CommandResult, Error, Exit, languages, reports, seat_names, sheet_page,
};
use crate::cli::form::FormArgs;
use crate::packed;
use crate::report::{Language, Messages, Rulebook, of_sheet};
use crate::store::copies::seat_copy::SeatCopy;
use crate::store::{Folder, Game, files};
use ::sheet::{TURN_VERSION, page};
use engine::map::Map as Picture;
use engine::title::Play;
use engine::{Seat, Viewer};
use record::{Charter, Digest, PublicKey, REFEREE};
use serde_json::{Map, Value, json};
use std::path::Path;

/// # Errors
/// No page of the title, if one is needed; a file that cannot be read or written.
pub(super) fn run(seat_game: &SeatGame, seat: &str, args: &FormArgs, out: &Path) -> CommandResult {
    if seat_game.over() {
        common::tell("the game is over; there is nothing left to order");
        return Ok(Exit::NotYet);
    }
    let language = languages::of_page(args.lang.language(), seat_game, seat)?;
    let turn = match seat_game {
        SeatGame::Whole(game) => turn(game, seat, language)?,
        SeatGame::Copy(copy) => turn_of_copy(copy, language)?,
    };
    let turn = turn.to_string();
    let alone = out.extension().is_some_and(|extension| extension == "json");
    let text =
        if alone { turn } else { filled(&seat_game.charter().title, args.page.as_deref(), &turn)? };
    files::replace(out, text.as_bytes(), files::SECRET_MODE)?;
    let what =
        if alone { "the turn, for a page that the player already has" } else { "the order sheet" };
    let phase = seat_game.open_phase();
    common::tell(&format!("{}: {what} for {seat}, phase {phase}", out.display()));
    Ok(Exit::Done)
}

/// All that a sheet is opened with: what the seat may know, and nothing else of the game.
///
/// # Errors
/// A file that cannot be read or written.
pub(super) fn turn(game: &Game, seat: &str, language: Language) -> Result<Value, Error> {
    let again = game.again(game.session.number)?;
    let play = again.session.play.as_ref();
    Turn {
        charter: &game.session.charter,
        folder: &game.folder,
        title_name: &play.prospectus().title,
        phase: game.open_phase(),
        head: &game.session.head,
        key: game.signers.key(seat),
        mail: game.address(REFEREE),
        asks: reports::asks(language, &game.session.charter.title, seat, &play.asked())?,
        plays: seat_names::of(&game.session.charter, seat),
        hand: play.hand(&Seat::new(seat)),
        form: reports::form_in(language, game, seat)?,
        replay: replay(game, play, language),
        language,
    }
    .lay_out()
}

/// Like [`turn`], in the copy of a seat, where the report tells how the last record went.
///
/// # Errors
/// A file that cannot be read or written.
pub(super) fn turn_of_copy(copy: &SeatCopy, language: Language) -> Result<Value, Error> {
    let title = &copy.in_force.charter.title;
    Turn {
        charter: &copy.in_force.charter,
        folder: &copy.folder,
        title_name: &copy.title_name,
        phase: copy.open_phase(),
        head: &copy.head,
        key: copy.in_force.signers.key(copy.seat.name()),
        mail: None,
        asks: reports::asks(language, title, copy.seat.name(), &copy.hand.asked())?,
        plays: seat_names::of(&copy.in_force.charter, copy.seat.name()),
        hand: copy.plain.clone(),
        form: reports::form_of_copy(language, copy)?,
        replay: Value::Null,
        language,
    }
    .lay_out()
}

struct Turn<'a> {
    charter: &'a Charter,
    folder: &'a Folder,
    title_name: &'a str,
    phase: u32,
    head: &'a Digest,
    key: Option<&'a PublicKey>,
    mail: Option<&'a str>,
    hand: Value,
    /// The seat, named by its side.
    plays: String,
    /// The question in words; none if the seat is not awaited.
    asks: Option<String>,
    form: String,
    replay: Value,
    language: Language,
}

impl Turn<'_> {
    fn lay_out(self) -> Result<Value, Error> {
        let mut data = Map::new();
        for (name, bytes) in self.folder.data_files()? {
            let text = files::text(&self.folder.data().join(&name), bytes)?;
            data.insert(name, text.into());
        }
        let charter = self.charter;
        let own = json!({
            "title_name": self.title_name,
            "revision": charter.rules_revision,
            "game": charter.game,
            "protocol": charter.tabella,
            "notes": charter.notes(),
            "heads": charter.heads(),
            "phase": self.phase,
            "after": self.head.to_string(),
            "key": self.key.map(ToString::to_string),
            "mail": self.mail,
            "data": data,
            "hand": self.hand,
            "plays": self.plays,
            "asks": self.asks,
            "form": self.form,
            "replay": self.replay,
        });
        of_title(&charter.title, self.language, own)
    }
}

/// A turn with everything that its title adds to every turn.
///
/// # Errors
/// Rules that cannot be told.
pub(super) fn of_title(title: &str, language: Language, mut turn: Value) -> Result<Value, Error> {
    let [page, rules] = of_sheet(language, title);
    turn["tabella_turn"] = TURN_VERSION.into();
    turn["title"] = title.into();
    turn["captions"] = packed::captions(language.code()).into();
    turn["lang"] = language.code().into();
    turn["sayings"] = json!({ "page": page, "rules": rules });
    turn["outline"] = outline(title);
    turn["rulebook"] = json!(Rulebook::of(title)?.pieces());
    Ok(turn)
}

/// The outline of a title's map of areas, as plain data; null of any other.
fn outline(title: &str) -> Value {
    packed::get(&format!("games/{title}/outline.yaml")).map_or(Value::Null, |text| {
        serde_yaml::from_str(text).expect("a packed outline is valid YAML")
    })
}

/// The last record as the page steps through it: the map before it, and for each step what differs from the one
/// before. Only for titles that hide nothing: in others more than pieces changes between two steps, which
/// `tabella analyse replay` shows.
fn replay(game: &Game, play: &dyn Play, language: Language) -> Value {
    if game.loaded.hides() {
        return Value::Null;
    }
    let words = Messages::of_offers(language, &game.session.charter.title);
    let frames = play.frames(&Viewer::Public).into_iter();
    let frames: Vec<Picture> = frames.map(|frame| words.map(&frame.map)).collect();
    let (base, steps) = frames.split_first().expect("a record is preceded by a position");
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

fn filled(title: &str, named: Option<&Path>, turn: &str) -> Result<String, Error> {
    let (path, bytes) = match named {
        Some(path) => (path.to_owned(), files::read_named(path, sheet_page::PAGE_MAX)?),
        None => sheet_page::find(title)?.ok_or_else(|| no_page(title))?,
    };
    let page = files::text(&path, bytes)?;
    let mark = |why: String| Error::no(format!("{}: {why}", path.display()));
    page::with_turn(&page, title, turn).map_err(mark)
}

fn no_page(title: &str) -> Error {
    Error::files(format!(
        "there is no page of {title} here. Each release has the pages of all titles in the folder \
         `sheets` beside the program; in the source tree, `cargo sheets` builds them. To use a \
         page that is elsewhere, name it with --page. To play on this machine, you need no page: \
         use `tabella play`. For players who already have the page, `--out NAME.json` writes \
         only the turn's data"
    ))
}
