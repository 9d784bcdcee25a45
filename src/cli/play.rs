//! `tabella play`: the order sheet in the browser of this machine, answered by this program.

use super::args::Play;
use super::copy::Copy;
use super::seat_game::SeatGame;
use super::{CommandResult, Error, languages, practice, reports, sheet, sign};
use crate::catalogue;
use crate::report::{Context, Language, Messages, Shell};
use crate::store::carriers::{Asked, Kind, Loopback, browser};
use crate::store::sealed::Sealed;
use crate::store::seat_copy::SeatCopy;
use crate::store::{
    self, Folder, Game, SignedOrders, SigningKey, Submission, environment, files, players,
};
use ::sheet::{SheetSession, page};
use engine::map::Map as Picture;
use engine::{Complaint, Seat, Viewer};
use record::charter::Heads;
use record::{Namespace, SignedText};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// How long a question is waited for at a time.
const PATIENCE: Duration = Duration::from_hours(1);

/// Runs the command. It ends when it is stopped.
///
/// # Errors
/// No game there, or a copy in which files are sealed and which is no seat's; a seat that is none, or that another copy
/// serves; a key that cannot be used; a port that is taken.
pub fn run(dir: Option<&Path>, args: &Play) -> CommandResult {
    let dir = args.game.as_deref().or(dir);
    let folder = super::folder(dir)?;
    if SeatCopy::find(&folder)?.is_none() && Copy::of(&folder)?.is_some() {
        return Err(Error::no(
            "this is a copy for everybody, in which files are sealed: ask the referee for the copy of your seat \
             (`tabella publish --seat SEAT`), or open the order sheet that came with the letter",
        ));
    }
    let seat_game = SeatGame::of(&folder)?;
    seat_game.seat(&args.seat)?;
    let language = languages::of_page(args.lang.language(), &seat_game, &args.seat)?;
    let key = args.key.as_deref().map(SigningKey::open).transpose()?;
    serve(folder, &args.seat, key, args.port, !args.no_browser, language)
}

/// Answers the page of a seat for as long as the program runs.
///
/// # Errors
/// A port that is taken; a file of the game that cannot be read or written.
pub fn serve(
    folder: Folder,
    seat: &str,
    key: Option<SigningKey>,
    port: u16,
    open: bool,
    language: Language,
) -> CommandResult {
    let messages = Messages::of(language, &folder.charter()?.title);
    let mut door = Loopback::open(port)?;
    let practised = players::practised(&folder)?.is_some_and(|own| own == seat);
    let mut table = Table {
        session: SheetSession::new(catalogue::sheet_titles()),
        key: match key {
            None if practised => Some(SigningKey::open(&players::key_path(&folder, seat)?)?),
            key => key,
        },
        practised,
        folder,
        seat: seat.to_owned(),
        language,
        messages,
    };
    let address = door.address();
    super::print(&format!("{address}\n"))?;
    let say = |english: &str| super::tell(&table.messages.say(english));
    say("the order sheet is at this address, for whoever opens it first; Ctrl-C ends it");
    if open && let Err(why) = browser::show(&address) {
        say(&format!("no browser could be started ({why}): open the address yourself"));
    }
    loop {
        if let Some(asked) = door.next(PATIENCE)? {
            table.answer(asked);
        }
    }
}

/// The game behind the page.
struct Table {
    folder: Folder,
    seat: String,
    /// The key with which the program signs for the player, if it has one.
    key: Option<SigningKey>,
    /// Whether the program answers what is filed.
    practised: bool,
    session: SheetSession,
    language: Language,
    messages: Messages,
}

impl Table {
    /// Answers one question. A file of the game that cannot be read or written is told of here, and the next question
    /// may find it over.
    fn answer(&mut self, asked: Asked) {
        match self.reply(&asked) {
            Ok(Some((kind, text))) => asked.answer(kind, text),
            Ok(None) => asked.refuse(),
            Err(error) => {
                super::tell(&error.to_string());
                asked.refuse();
            }
        }
    }

    /// The answer to a question; none to what is no question.
    fn reply(&mut self, asked: &Asked) -> Result<Option<(Kind, String)>, Error> {
        Ok(Some(match (asked.post, asked.path.as_str()) {
            (false, "") => (Kind::Page, self.page()?),
            (false, "report") => (Kind::Page, self.report(&SeatGame::of(&self.folder)?)?),
            (false, "news") => (Kind::Json, self.news()?.to_string()),
            (true, "ask") => (Kind::Json, self.session.call(&asked.body)),
            (true, "file") => {
                let done = self.file(&asked.body);
                let refused = |error: Error| json!({ "filed": false, "words": self.messages.say(&error.to_string()) });
                let done = done.unwrap_or_else(refused);
                (Kind::Json, done.to_string())
            }
            _ => return Ok(None),
        }))
    }

    /// The sheet with the turn in it; the last report once the game is over.
    fn page(&self) -> Result<String, Error> {
        let seat_game = SeatGame::of(&self.folder)?;
        if seat_game.over() {
            return self.report(&seat_game);
        }
        let title = &seat_game.charter().title;
        let turn = match &seat_game {
            SeatGame::Whole(game) => sheet::turn(game, &self.seat, self.language)?,
            SeatGame::Copy(copy) => sheet::turn_of_copy(copy, self.language)?,
        };
        let page = page::with_turn(&page::answered(title), title, &turn.to_string());
        Ok(page.expect("a new page takes a turn"))
    }

    /// The report of the newest record as the seat may see it; in its copy the one that was recorded.
    fn report(&self, seat_game: &SeatGame) -> Result<String, Error> {
        let reporter = reports::reporter_in(self.language);
        let (markdown, map) = match seat_game {
            SeatGame::Whole(game) => {
                let (context, map) = self.scene(game)?;
                (reporter.markdown(&context, &map)?, map)
            }
            SeatGame::Copy(copy) => {
                let record = Sealed::open(&copy.folder, copy.number)?;
                let own = reports::seat_report(&self.seat);
                let name = if record.holds(&own) { own } else { "report.md".to_owned() };
                (record.text(&name)?, copy.hand.picture())
            }
        };
        Ok(reporter.page(&markdown, &map, Shell::Alone)?)
    }

    /// What the newest record holds for the seat, played again.
    fn scene(&self, game: &Game) -> Result<(Context, Picture), Error> {
        let again = game.again(game.session.number)?;
        let viewer = Viewer::Seat(Seat::new(&self.seat));
        let head = Some(game.session.head);
        Ok(reports::scene(self.folder.root(), &again.sealing(), &viewer, head))
    }

    fn news(&self) -> Result<Value, Error> {
        let seat_game = SeatGame::of(&self.folder)?;
        Ok(json!({
            "record": seat_game.open_phase() - 1,
            "over": seat_game.over(),
            "signs": self.key.is_some(),
            "files": self.folder.is_referees()?,
        }))
    }

    /// Files orders where the folder is the referee's, else saves them; signs them if they are not, and there is a key.
    fn file(&self, body: &str) -> Result<Value, Error> {
        let unread = |why: &dyn std::fmt::Display| Error::no(format!("not understood: {why}"));
        let asked: Value = serde_json::from_str(body).map_err(|why| unread(&why))?;
        let text = asked["text"].as_str().ok_or_else(|| unread(&"there is no text"))?;
        let charter = self.folder.charter()?;
        let (signature, head) = match (asked["signature"].as_str(), &self.key) {
            (Some(signature), _) => {
                (signature.to_owned(), asked["head"].as_str().map(ToOwned::to_owned))
            }
            (None, Some(key)) => {
                (key.sign(Namespace::Orders, text.as_bytes())?, sign::vouch(key, text.as_bytes())?)
            }
            (None, None) => {
                return Err(Error::no(
                    "these orders are not signed: sign them on this page, or start `tabella play` with --key",
                ));
            }
        };
        let head = head.filter(|_| charter.heads() != Heads::Off);
        let (filed, words) = if self.folder.is_referees()? {
            self.submit(text, &signature, head.as_deref())?
        } else {
            (true, self.save(text, &signature, head.as_deref())?)
        };
        let joined = SignedText::join_both(text.as_bytes(), &signature, head.as_deref());
        let joined = String::from_utf8(joined).expect("all parts are text");
        Ok(json!({
            "filed": filed,
            "words": words,
            "signature": signature,
            "head": head,
            "joined": joined,
        }))
    }

    /// Files them, and in a game of practice plays on.
    fn submit(
        &self,
        text: &str,
        signature: &str,
        head: Option<&str>,
    ) -> Result<(bool, String), Error> {
        let heads: Vec<&str> = head.into_iter().collect();
        let (bytes, signature) = (text.as_bytes(), Some(signature.as_bytes()));
        let signed = SignedOrders { bytes, signature, heads: &heads, from: None };
        let words = match store::submit_signed(&self.folder, &signed)? {
            Submission::Filed(filing) | Submission::Same(filing) => format!(
                "Filed: {}, phase {}, revision {}.",
                filing.seat, filing.phase, filing.revision
            ),
            Submission::Returned { complaints, .. } => {
                let told =
                    |one: &Complaint| format!("{} {}", one.code, self.messages.say(&one.message));
                let told: Vec<String> = complaints.0.iter().map(told).collect();
                return Ok((false, self.messages.say(&format!("Not filed: {}", told.join("; ")))));
            }
        };
        let words = self.messages.say(&words);
        super::tell(&words);
        if self.practised {
            practice::go_on(&self.folder, &self.seat, self.language)?;
        }
        Ok((true, words))
    }

    /// Saves them where the program was started.
    fn save(&self, text: &str, signature: &str, head: Option<&str>) -> Result<String, Error> {
        let file = environment::current_folder()?.join(format!("{}.yaml", self.seat));
        let beside = sign::beside(&file);
        files::replace(&file, text.as_bytes(), files::SECRET_MODE)?;
        files::replace(&beside, signature.as_bytes(), files::SECRET_MODE)?;
        let mut saved = vec![file.display().to_string(), beside.display().to_string()];
        let vouch = sign::head_beside(&file);
        match head {
            Some(head) => {
                files::replace(&vouch, head.as_bytes(), files::SECRET_MODE)?;
                saved.push(vouch.display().to_string());
            }
            // One of an earlier text would vouch for nothing.
            None => files::remove(&vouch)?,
        }
        let referee = self.folder.charter()?.referee.mail;
        let to =
            referee.map_or_else(|| "the referee".to_owned(), |mail| format!("the referee, {mail}"));
        let words = format!("Saved: {}. Send all {} files to {to}.", saved.join(", "), saved.len());
        let words = self.messages.say(&words);
        super::tell(&words);
        Ok(words)
    }
}
