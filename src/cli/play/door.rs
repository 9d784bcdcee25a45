//! The address in the browser of this machine behind which the games of one person are played.

use super::lesson::OpenLesson;
use super::lobby;
use super::table::Table;
use super::{GAMES_PATH, Target, lesson_path, practice};
use crate::cli::common::{self, CommandResult, Error};
use crate::report::{Language, Messages};
use crate::store::SigningKey;
use crate::store::post::carriers::{Asked, Kind, Loopback, browser};
use crate::store::records::{players, solo};
use ::sheet::page;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long a single wait for a request lasts.
const PATIENCE: Duration = Duration::from_hours(1);
/// The path of one's own games below the secret path, each under its name.
const OWN: &str = "game/";
const LEARN: &str = "learn/";
/// The path of the game of the folder in which the command was started.
const HERE: &str = "here";

/// The page that is opened first.
pub(in crate::cli) enum Start {
    /// A path below the secret one.
    At(String),
    /// The game to be played, and the key that signs for its seat.
    Play(Target, Option<SigningKey>),
}

/// Everything that is served.
struct House {
    tables: BTreeMap<String, Table>,
    lessons: BTreeMap<String, OpenLesson>,
    language: Option<Language>,
}

/// Serves pages for as long as the program runs, on a port of this machine (0: any free one). Starts a browser unless
/// only the `address` is asked for.
///
/// # Errors
/// A port that is taken; a file of a game that cannot be read or written.
pub(in crate::cli) fn serve(
    start: Start,
    port: u16,
    address: bool,
    language: Option<Language>,
) -> CommandResult {
    let mut house = House { tables: BTreeMap::new(), lessons: BTreeMap::new(), language };
    let start = match start {
        Start::At(path) => path,
        Start::Play(Target::Games, _) => GAMES_PATH.to_owned(),
        Start::Play(Target::Alone { folder, .. }, _) if solo::name(&folder).is_some() => {
            format!("{OWN}{}/", solo::name(&folder).expect("the game has a name"))
        }
        Start::Play(Target::Alone { folder, .. }, key) => {
            let own = players::practised(&folder)?.expect("the game is played against the program");
            house
                .tables
                .insert(HERE.to_owned(), Table::open(folder, &own, key, language, "../games")?);
            format!("{HERE}/")
        }
        Start::Play(Target::Seat { folder, seat }, key) => {
            house
                .tables
                .insert(HERE.to_owned(), Table::open(folder, &seat, key, language, "../games")?);
            format!("{HERE}/")
        }
    };
    let mut door = Loopback::open(port, &start)?;
    let shown = door.address();
    common::print(&format!("{shown}\n"))?;
    let messages = Messages::of_titles(language.unwrap_or_default());
    let say = |english: &str| common::tell(&messages.say(english));
    say("the page is at this address; only the first browser that opens it can use it. Ctrl-C \
         stops the program");
    if !address && let Err(why) = browser::show(&shown) {
        say(&format!("no browser could be started ({why}): open the address yourself"));
    }
    loop {
        if let Some(asked) = door.next(PATIENCE)? {
            house.answer(asked);
        }
    }
}

impl House {
    /// Answers one request. Reports a game file that cannot be read or written, and goes on: the trouble may be over by
    /// the next request.
    fn answer(&mut self, asked: Asked) {
        let body = asked.post.then_some(asked.body.as_str());
        match self.reply(&asked.path, body) {
            Ok(Some((kind, text))) => asked.answer(kind, text),
            Ok(None) => asked.refuse(),
            Err(error) => {
                let why = error.to_string();
                common::tell(&why);
                let (kind, text) = self.broken(&asked.path, asked.post, &why);
                asked.answer(kind, text);
            }
        }
    }

    /// The answer if the program itself failed: what broke, that nothing is lost, and what to do.
    fn broken(&self, path: &str, post: bool, why: &str) -> (Kind, String) {
        if post || !(path == GAMES_PATH || path.ends_with('/') || path.ends_with("/report")) {
            return (Kind::Json, json!({ "error": why }).to_string());
        }
        let folder = match path.split('/').collect::<Vec<_>>()[..] {
            ["game", name, ..] => solo::find(name).ok().flatten(),
            _ => None,
        };
        let place = folder.map_or_else(String::new, |folder| {
            format!(" The game is kept in {}.", folder.root().display())
        });
        let language = self.language.unwrap_or_default();
        let say = |english: &str| Messages::of_titles(language).say(english);
        let words = [
            why.to_owned(),
            say("Your orders are kept: the program has deleted nothing.") + &place,
            say("Load this page again. If it shows the same message, install the newest tabella \
                 and start `tabella play` again: the game goes on from there. If that does not \
                 help either, report the words above."),
        ];
        (Kind::Page, page::plain(&say("The program could not make this page"), &words))
    }

    /// The answer to a request; none to anything that is not a known request.
    fn reply(&mut self, path: &str, body: Option<&str>) -> Result<Option<(Kind, String)>, Error> {
        match (path, body) {
            (GAMES_PATH, None) => Ok(Some((Kind::Page, lobby::page(self.language)?))),
            ("new", Some(body)) => Ok(Some((Kind::Json, begin(body).to_string()))),
            ("delete", Some(body)) => Ok(Some((Kind::Json, self.delete(body)?.to_string()))),
            (path, body) if path.starts_with(LEARN) => match self.lesson(path) {
                Some((lesson, below)) => lesson.reply(below, body),
                None => Ok(None),
            },
            _ => match self.table(path)? {
                Some((table, below)) => table.reply(below, body),
                None => Ok(None),
            },
        }
    }

    /// Deletes a game against the program, with all that it holds.
    fn delete(&mut self, body: &str) -> Result<Value, Error> {
        let name: String = serde_json::from_str(body)
            .map_err(|why| Error::no(format!("not understood: {why}")))?;
        self.tables.remove(&name);
        Ok(json!({ "deleted": solo::delete(&name)? }))
    }

    /// The lesson that a path leads to, and what is asked of it.
    fn lesson<'a>(&mut self, path: &'a str) -> Option<(&mut OpenLesson, &'a str)> {
        let mut parts = path.strip_prefix(LEARN)?.splitn(3, '/');
        let (title, id, below) = (parts.next()?, parts.next()?, parts.next()?);
        let path = lesson_path(title, id);
        if !self.lessons.contains_key(&path) {
            self.lessons.insert(path.clone(), OpenLesson::find(title, id)?);
        }
        self.lessons.get_mut(&path).map(|lesson| (lesson, below))
    }

    /// The game that a path leads to, and what is asked of it.
    fn table<'a>(&mut self, path: &'a str) -> Result<Option<(&mut Table, &'a str)>, Error> {
        let (name, below) = match path.strip_prefix(OWN) {
            Some(own) => match own.split_once('/') {
                Some((name, below)) => (name, below),
                None => return Ok(None),
            },
            None => match path.split_once('/') {
                Some((HERE, below)) => (HERE, below),
                _ => return Ok(None),
            },
        };
        if name != HERE && !self.tables.contains_key(name) {
            let Some(folder) = solo::find(name)? else { return Ok(None) };
            let Some(own) = players::practised(&folder)? else { return Ok(None) };
            let table = Table::open(folder, &own, None, self.language, "../../games")?;
            self.tables.insert(name.to_owned(), table);
        }
        Ok(self.tables.get_mut(name).map(|table| (table, below)))
    }
}

fn begin(body: &str) -> Value {
    let begun = lobby::wanted(body).and_then(|wanted| practice::begin(&wanted));
    match begun {
        Ok(folder) => {
            let name = solo::name(&folder).expect("it was begun among them");
            json!({ "at": format!("{OWN}{name}/") })
        }
        Err(error) => json!({ "error": error.to_string() }),
    }
}
