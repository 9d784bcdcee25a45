//! One game behind the page in the browser of this machine: the order sheet, answered by this program.

use super::answer::Answer;
use crate::catalogue;
use crate::cli::common::seat_game::SeatGame;
use crate::cli::common::{self, Error, languages, reports, seat_names};
use crate::cli::{practice, sheet, sign};
use crate::report::{Context, Language, Messages, Shell};
use crate::store::post::carriers::Kind;
use crate::store::records::players;
use crate::store::records::sealed::Sealed;
use crate::store::{self, Folder, Game, SignedOrders, SigningKey, Submission, environment, files};
use ::sheet::{SheetSession, page};
use engine::map::Map as Picture;
use engine::{Complaint, Seat, Viewer};
use record::charter::Heads;
use record::exchange::OrderFile;
use record::{Namespace, SignedText, order_name};
use serde_json::{Value, json};

struct Filed {
    accepted: bool,
    /// True if the program cannot go on from them.
    stuck: bool,
    words: String,
}

const STUCK: &str = "Your orders are kept, but the program cannot play on. Stop it, install the \
     newest tabella and start `tabella play` again: the game goes on with these orders. If the \
     same message appears then, report this:";

pub(super) struct Table {
    folder: Folder,
    seat: String,
    /// The key with which the program signs for the player, if it has one.
    key: Option<SigningKey>,
    /// True if the program answers what is filed.
    practised: bool,
    /// The path from the table to the page of games.
    games: &'static str,
    session: SheetSession,
    /// The answer to the orders that were filed last.
    answer: Option<Answer>,
    language: Language,
    messages: Messages,
}

impl Table {
    /// The game of a folder, for one of its seats: orders are signed with the key that is given or, in a game against
    /// the program, with the seat's own.
    pub(super) fn open(
        folder: Folder,
        seat: &str,
        key: Option<SigningKey>,
        language: Option<Language>,
        games: &'static str,
    ) -> Result<Self, Error> {
        let language = languages::of_page(language, &SeatGame::of(&folder)?, seat)?;
        let messages = Messages::of(language, &folder.charter()?.title);
        let practised = players::practised(&folder)?.is_some_and(|own| own == seat);
        let key = match key {
            None if practised => Some(SigningKey::open(&players::key_path(&folder, seat)?)?),
            key => key,
        };
        let session = SheetSession::new(catalogue::sheet_titles());
        let seat = seat.to_owned();
        let answer = None;
        Ok(Self { folder, seat, key, practised, games, session, answer, language, messages })
    }

    /// The answer to a request; none to anything that is not a known request.
    ///
    /// # Errors
    /// A file of the game that cannot be read or written.
    pub(super) fn reply(
        &mut self,
        path: &str,
        body: Option<&str>,
    ) -> Result<Option<(Kind, String)>, Error> {
        Ok(Some(match (body, path) {
            (None, "") => (Kind::Page, self.page()?),
            (None, "report") => (Kind::Page, self.report(&SeatGame::of(&self.folder)?, None)?),
            (None, "news") => (Kind::Json, self.news()?.to_string()),
            (Some(body), "ask") => (Kind::Json, self.session.call(body)),
            (Some(body), "file") => {
                let done = self.file(body);
                let refused = |error: Error| json!({ "filed": false, "words": self.messages.say(&error.to_string()) });
                let done = done.unwrap_or_else(refused);
                (Kind::Json, done.to_string())
            }
            (None, path) => {
                if let Some(number) = path.strip_prefix("report/") {
                    let seat_game = SeatGame::of(&self.folder)?;
                    let number = number.parse().ok().filter(|one| *one < seat_game.open_phase());
                    let Some(number) = number else { return Ok(None) };
                    return Ok(Some((Kind::Page, self.report(&seat_game, Some(number))?)));
                }
                match self.answer(path)? {
                    Some(told) => (Kind::Json, told.to_string()),
                    None => return Ok(None),
                }
            }
            (Some(_), _) => return Ok(None),
        }))
    }

    /// The answer to the orders for a phase: `answer/PHASE`, and the map after so many steps of it: `scene/PHASE/STEP`.
    fn answer(&mut self, path: &str) -> Result<Option<Value>, Error> {
        let mut parts = path.split('/');
        let (what, first) = (parts.next(), parts.next().and_then(|phase| phase.parse().ok()));
        let step = parts.next().and_then(|step| step.parse().ok());
        let Some(first) = first.filter(|first| *first > 0) else { return Ok(None) };
        let SeatGame::Whole(game) = SeatGame::of(&self.folder)? else {
            // A copy is told by the report that came with it.
            let told = json!({ "headline": "", "standfirst": "", "records": [], "steps": [], "over": false });
            return Ok((what == Some("answer")).then_some(told));
        };
        let newest = game.session.number;
        let answer = match self.answer.take().filter(|answer| answer.is_of(first, newest)) {
            Some(answer) => answer,
            None if first > newest => return Ok(None),
            None => Answer::of(&game, &self.seat, first, self.language)?,
        };
        let again = if self.practised { self.again()? } else { Value::Null };
        let (title, asked) = (&game.session.charter.title, game.session.play.asked());
        let asks = reports::asks(self.language, title, &self.seat, &asked)?;
        let answer = self.answer.insert(answer);
        Ok(match (what, step) {
            (Some("answer"), None) => {
                let mut told = answer.told();
                told["again"] = again;
                told["asks"] = asks.into();
                Some(told)
            }
            (Some("scene"), Some(step)) => answer.scene(step),
            _ => None,
        })
    }

    /// The sheet with the turn in it; the last report once the game is over.
    fn page(&self) -> Result<String, Error> {
        let seat_game = SeatGame::of(&self.folder)?;
        if seat_game.over() {
            return self.report(&seat_game, None);
        }
        let title = &seat_game.charter().title;
        let turn = match &seat_game {
            SeatGame::Whole(game) => sheet::turn(game, &self.seat, self.language)?,
            SeatGame::Copy(copy) => sheet::turn_of_copy(copy, self.language)?,
        };
        let turn = if self.practised { alone(turn) } else { turn };
        let page = page::with_turn(&page::answered(title), title, &turn.to_string());
        Ok(page.expect("a new page starts at a turn"))
    }

    /// The report of a record, or of the newest, as the seat may see it; in its copy the one that was recorded.
    fn report(&self, seat_game: &SeatGame, number: Option<u32>) -> Result<String, Error> {
        let reporter = reports::reporter_in(self.language);
        let (markdown, map) = match seat_game {
            SeatGame::Whole(game) => {
                let (mut context, map) = self.scene(game, number.unwrap_or(game.session.number))?;
                context.alone = self.practised;
                (reporter.markdown(&context, &map)?, map)
            }
            SeatGame::Copy(copy) => {
                let record = Sealed::open(&copy.folder, number.unwrap_or(copy.number))?;
                let own = reports::seat_report(&self.seat);
                let name = if record.holds(&own) { own } else { "report.md".to_owned() };
                (record.text(&name)?, copy.hand.picture())
            }
        };
        let page = reporter.page(&markdown, &map, Shell::Alone)?;
        let link = |to: &str, words: &str| {
            format!("<li><a href=\"{to}\">{}</a></li>", self.messages.say(words))
        };
        // The report of one record lies a folder deeper.
        let up = if number.is_some() { "../" } else { "./" };
        let back = if seat_game.over() { String::new() } else { link(up, "Back to the game") };
        let games = link(&format!("{up}{}", self.games), "Your games");
        let ways = format!("<header>\n<nav class=\"turns\"><ul>{back}{games}</ul></nav>");
        Ok(page.replacen("<header>", &ways, 1))
    }

    fn scene(&self, game: &Game, number: u32) -> Result<(Context, Picture), Error> {
        let again = game.again(number)?;
        let viewer = Viewer::Seat(Seat::new(&self.seat));
        let head = Some(game.session.head).filter(|_| number == game.session.number);
        Ok(reports::scene(self.folder.root(), &again.sealing(), &viewer, head))
    }

    fn news(&self) -> Result<Value, Error> {
        let seat_game = SeatGame::of(&self.folder)?;
        let given = match &seat_game {
            SeatGame::Whole(game) => self.given(game)?,
            SeatGame::Copy(_) => None,
        };
        let newest = seat_game.open_phase() - 1;
        let told = matches!(seat_game, SeatGame::Whole(_)) && newest > 0;
        Ok(json!({
            "since": told.then_some(given.unwrap_or(1)),
            "given": given.is_some(),
            "record": newest,
            "over": seat_game.over(),
            "signs": self.key.is_some(),
            "files": self.folder.is_referees()?,
            "awaited": awaited(&seat_game),
        }))
    }

    /// The record of the seat's last orders, if it has given any.
    fn given(&self, game: &Game) -> Result<Option<u32>, Error> {
        for number in (1..=game.session.number).rev() {
            if Sealed::open(&self.folder, number)?.orders().contains_key(self.seat.as_str()) {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// The settings for a new game like this one.
    fn again(&self) -> Result<Value, Error> {
        let charter = self.folder.charter()?;
        let strength = charter.program.as_ref().and_then(|program| program.seats.values().next());
        Ok(json!({
            "title": charter.title,
            "scenario": charter.scenario,
            "seat": self.seat,
            "strength": strength,
            "tempo": charter.tempo,
            "language": self.language.code(),
        }))
    }

    /// Files orders where the folder is the referee's, else saves them; signs them if they are not, and there is a key.
    fn file(&self, body: &str) -> Result<Value, Error> {
        let unread = |why: &dyn std::fmt::Display| Error::no(format!("not understood: {why}"));
        let asked: Value = serde_json::from_str(body).map_err(|why| unread(&why))?;
        let text = asked["text"].as_str().ok_or_else(|| unread(&"there is no text"))?;
        let renewed = if asked["signature"].is_null() && self.folder.is_referees()? {
            practice::renewed(&self.folder, text.as_bytes())?
        } else {
            None
        };
        let text = renewed.as_deref().unwrap_or(text);
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
        let Filed { accepted, stuck, words } = if self.folder.is_referees()? {
            self.submit(text, &signature, head.as_deref())?
        } else {
            let words = self.save(text, &signature, head.as_deref())?;
            Filed { accepted: true, stuck: false, words }
        };
        let joined = SignedText::join_both(text.as_bytes(), &signature, head.as_deref());
        let joined = String::from_utf8(joined).expect("all parts are UTF-8");
        Ok(json!({
            "filed": accepted,
            "stuck": stuck,
            "text": text,
            "words": words,
            "signature": signature,
            "head": head,
            "joined": joined,
        }))
    }

    /// Files them, and in a game of practice plays on.
    fn submit(&self, text: &str, signature: &str, head: Option<&str>) -> Result<Filed, Error> {
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
                // The page shows the warnings already.
                let refused = complaints.0.iter().filter(|one| one.kind() != engine::Kind::Warning);
                let told: Vec<String> = refused.map(told).collect();
                let words = self.messages.say(&format!("Not filed: {}", told.join("; ")));
                return Ok(Filed { accepted: false, stuck: false, words });
            }
        };
        let words = self.messages.say(&words);
        common::tell(&words);
        if self.practised
            && let Err(why) = practice::advance(&self.folder, &self.seat)
        {
            let why = why.to_string();
            common::tell(&why);
            let lost = self.messages.say(STUCK);
            return Ok(Filed {
                accepted: true,
                stuck: true,
                words: format!("{words} {lost} {why}"),
            });
        }
        Ok(Filed { accepted: true, stuck: false, words })
    }

    /// Saves them where the program was started.
    fn save(&self, text: &str, signature: &str, head: Option<&str>) -> Result<String, Error> {
        let name = OrderFile::read(text.as_bytes()).map_or_else(
            |_| self.seat.clone(),
            |file| order_name(&file.game, file.phase, file.seat.name()),
        );
        let file = environment::current_folder()?.join(name + ".yaml");
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
        common::tell(&words);
        Ok(words)
    }
}

/// Adapts a turn to a game without letters: its rules count none, and its page lets the person resign. Where others
/// play on, the program then plays for them all to the end.
fn alone(mut turn: Value) -> Value {
    turn["resigns"] = true.into();
    for piece in turn["rulebook"].as_array_mut().into_iter().flatten() {
        if let Some(text) = piece["text"].as_str().filter(|text| text.contains("By mail")) {
            let kept: Vec<&str> =
                text.split_inclusive(". ").filter(|one| !one.contains(" letter")).collect();
            piece["text"] = kept.concat().trim_end().into();
        }
    }
    turn
}

/// The seats that are awaited, by name, and until when.
fn awaited(seat_game: &SeatGame) -> Value {
    let (mut seats, until): (Vec<String>, _) = match seat_game {
        SeatGame::Whole(game) => (
            game.session.awaited().into_iter().map(|asked| asked.seat.to_string()).collect(),
            game.deadline().map(|due| reports::due(game, &due)),
        ),
        SeatGame::Copy(copy) => (
            copy.turn.next.iter().flat_map(|next| &next.awaited).cloned().collect(),
            copy.deadline()
                .map(|due| reports::in_words(&due, reports::zone(&copy.in_force.charter))),
        ),
    };
    seats.dedup();
    let charter = seat_game.charter();
    let name = |seat: &String| {
        let player = charter.seat(seat).and_then(|line| line.name.clone());
        json!({ "name": player.unwrap_or_else(|| seat_names::of(charter, seat)), "until": until })
    };
    seats.iter().map(name).collect()
}
