//! A lesson on the page in the browser of this machine: the order sheet of its position, and what comes of an answer.

use super::answer::Film;
use crate::catalogue;
use crate::cli::common::{Error, reports};
use crate::cli::{learn, sheet};
use crate::lessons::{self, Answer, Lesson};
use crate::packed;
use crate::report::{FormContext, Language, Messages};
use crate::store::learned;
use crate::store::post::carriers::Kind;
use ::sheet::{SheetSession, page};
use engine::Viewer;
use engine::title::Play;
use record::Digest;
use record::exchange::OrderFile;
use serde_json::{Map, Value, json};

pub(super) struct OpenLesson {
    title: String,
    all: Vec<Lesson>,
    /// Its place among them, from 0.
    place: usize,
    /// The position of the question.
    at: Box<dyn Play>,
    session: SheetSession,
    /// The records that the last answer made.
    film: Film,
}

impl OpenLesson {
    /// A lesson of a title; none if it does not exist.
    pub(super) fn find(title: &str, id: &str) -> Option<Self> {
        catalogue::find(title)?;
        let all = lessons::of(title);
        let place = all.iter().position(|lesson| lesson.id == id)?;
        let at = all[place].position(title);
        let session = SheetSession::new(catalogue::sheet_titles());
        Some(Self { title: title.to_owned(), all, place, at, session, film: Film::default() })
    }

    fn lesson(&self) -> &Lesson {
        &self.all[self.place]
    }

    /// The answer to a request; none to anything that is not a known request.
    ///
    /// # Errors
    /// A result that cannot be told, or the file of finished lessons cannot be written.
    pub(super) fn reply(
        &mut self,
        path: &str,
        body: Option<&str>,
    ) -> Result<Option<(Kind, String)>, Error> {
        Ok(Some(match (path, body) {
            ("", None) => (Kind::Page, self.page()?),
            ("ask", Some(body)) => (Kind::Json, self.session.call(body)),
            ("try", Some(body)) => (Kind::Json, self.tried(body)?.to_string()),
            (path, None) => {
                let step = path.strip_prefix("scene/").and_then(|step| step.parse().ok());
                match step.and_then(|step| self.film.scene(step)) {
                    Some(map) => (Kind::Json, map.to_string()),
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        }))
    }

    fn page(&self) -> Result<String, Error> {
        let title = &self.title;
        let turn = sheet::of_title(title, Language::English, self.turn()?)?;
        let page = page::with_turn(&page::answered(title), title, &turn.to_string());
        Ok(page.expect("a new page starts at a turn"))
    }

    /// The turn with which the sheet is opened: the position of the question, and the lesson.
    fn turn(&self) -> Result<Value, Error> {
        let lesson = self.lesson();
        let seat = lesson.seat();
        let after = Digest::of(b"").to_string();
        let title = catalogue::find(&self.title).expect("it was found");
        let asked = self.at.asked();
        let data: Map<String, Value> =
            packed::data(&self.title).map(|(name, text)| (name.to_owned(), text.into())).collect();
        let form = reports::reporter_in(Language::English).form(&FormContext {
            game: lesson.id.clone(),
            title: self.title.clone(),
            seat: lesson.seat.clone(),
            number: lesson.records() + 1,
            phase: serde_json::to_value(self.at.phase()).expect("a phase is plain data"),
            prompts: asked
                .into_iter()
                .filter(|asked| asked.seat == seat)
                .map(|asked| asked.prompt)
                .collect(),
            awaited: true,
            revision: 1,
            after: after.clone(),
            brief: true,
            signs: true,
            form: self.at.form(&seat),
            in_force: self.at.in_force(&seat),
            ..FormContext::default()
        })?;
        let next = self.all.get(self.place + 1);
        Ok(json!({
            "title_name": self.at.prospectus().title,
            "revision": title.revision().number(),
            "game": lesson.id,
            "heads": "off",
            "phase": lesson.records() + 1,
            "after": after,
            "data": data,
            "hand": self.at.hand(&seat),
            "asks": lesson.ask,
            "form": form,
            "lesson": {
                "number": self.place + 1,
                "of": self.all.len(),
                "name": lesson.name,
                "text": lesson.text,
                "hint": lesson.hint,
                "right": lesson.right().orders,
                "next": next.map(|next| json!({ "id": next.id, "name": next.name })),
            },
        }))
    }

    fn tried(&mut self, text: &str) -> Result<Value, Error> {
        let lesson = self.lesson();
        let glance = OrderFile::glance(text.as_bytes());
        let Some((_, sheet)) = glance.filter(|(seat, _)| *seat == lesson.seat()) else {
            return Ok(json!({ "error": "these orders cannot be read" }));
        };
        let answer = lesson.answer(self.at.as_ref(), &sheet);
        let said = lesson.said(self.at.as_ref(), &answer);
        let Answer::Played(played) = &answer else {
            return Ok(json!({ "error": said.unwrap_or("That does not answer the question.") }));
        };
        let mut film = Film::default();
        let messages = Messages::of_offers(Language::English, &self.title);
        film.add(&played.play.frames(&Viewer::Seat(lesson.seat())), &messages);
        let context = learn::context(&self.title, lesson, played.play.as_ref());
        let (headline, _) = reports::reporter_in(Language::English).lead(&context)?;
        let told = json!({
            "reached": played.reached,
            "headline": headline,
            "said": said,
            "why": played.reached.then_some(&lesson.why),
            "steps": film.steps,
        });
        if played.reached {
            learned::note(&self.title, &lesson.id)?;
        }
        self.film = film;
        Ok(told)
    }
}
