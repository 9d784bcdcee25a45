//! Reports: what happened, told from events by templates; the map, drawn; order forms; letters.
//!
//! All prose stands in `templates/`; whoever asks for a report may name a folder with others. Nothing in
//! here knows a title: a title's templates stand in the folder of its slug.

mod book;
mod brief;
mod context;
#[cfg(test)]
mod drawing_tests;
#[cfg(feature = "epub")]
mod epub;
mod escape;
mod film;
mod html;
mod language;
mod messages;
mod narrative;
mod narrow;
mod page;
mod rulebook;
#[cfg(test)]
mod sample;
mod shell;
mod styles;
mod templates;
#[cfg(test)]
mod tests;
mod text;
mod text_map;
mod words;
mod wrap;

pub use context::{Awaited, Context, FileNote, FormContext, Letter, SeatNote, Sending};
pub use drawing::Look;
#[cfg(feature = "epub")]
pub use epub::Edition;
pub use film::{Billing, Film};
pub use language::Language;
pub use messages::{Messages, of_sheet};
pub use rulebook::{Number, Rulebook};
pub use shell::{REPLAY, Shell};
pub use templates::{Found, Loader, ReportError};
pub use words::seat_in_words;

use crate::packed;
use drawing::{Outline, Phrases};
use engine::map::Map;
use minijinja::Value;
use minijinja::value::Serde;
use narrative::{Spoken, tell};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use templates::Templates;

/// Makes reports, maps, forms and letters. One serves a whole game; templates are compiled once.
pub struct Reporter {
    language: Language,
    templates: Templates,
    captions: OnceLock<Phrases>,
    pictures: OnceLock<Messages>,
    outline: OnceLock<Outline>,
    /// The reporter for stories that are told in English alone; none if the language is English.
    english: Option<Box<Self>>,
}

/// The values that a report's templates see: the record, and the map as characters and in words.
#[derive(Serialize)]
struct Page<'a> {
    #[serde(flatten)]
    context: &'a Context,
    told: Spoken,
    text_map: String,
    positions: Vec<String>,
    /// A note on why the report is not in the language that was asked for; none if it is.
    foreign: Option<&'static str>,
}

/// The values of one record that a story's template sees.
#[derive(Serialize)]
struct Recorded<'a> {
    #[serde(flatten)]
    context: &'a Context,
    told: Spoken,
}

/// The values that a letter's template sees: the record, and its report as text.
#[derive(Serialize)]
struct Enclosed<'a> {
    #[serde(flatten)]
    context: &'a Context,
    #[serde(flatten)]
    sending: &'a Sending,
    report: String,
    /// A text on the game's subject and on how it is won.
    welcome: String,
}

/// Characters a line of a letter may hold.
const LETTER_WIDTH: usize = 78;

impl Reporter {
    pub fn new(
        language: Language,
        loader: impl Fn(&str) -> Result<Option<Found>, String> + Send + Sync + 'static,
    ) -> Self {
        Self {
            language,
            templates: Templates::new(language, Arc::new(loader)),
            captions: OnceLock::new(),
            pictures: OnceLock::new(),
            outline: OnceLock::new(),
            english: None,
        }
    }

    /// A reporter for templates of one's own (`own` gives text and path for messages) before those that came with the
    /// program.
    pub fn layered(
        language: Language,
        own: impl Fn(&str) -> Result<Option<Found>, String> + Send + Sync + 'static,
    ) -> Self {
        let own = Arc::new(own);
        let telling = |language: Language| {
            let own = own.clone();
            Self::new(language, move |name| match own(name)? {
                Some(found) => Ok(Some(found)),
                None => {
                    let packed = packed::template_in(language.code(), name);
                    Ok(packed.map(|text| Found::packed(name, text)))
                }
            })
        };
        let english = (language != Language::English).then(|| Box::new(telling(Language::English)));
        Self { english, ..telling(language) }
    }

    /// The reporter for a record. One report is in one language, so a title whose stories are in English alone is
    /// reported in English, whole.
    fn teller(&self, context: &Context) -> &Self {
        let alone = self.english.as_deref().filter(|_| context.narrative.is_some());
        alone.unwrap_or(self)
    }

    /// The report of a record as one viewer sees it, in Markdown.
    ///
    /// # Errors
    /// [`ReportError`]: the template that is missing or at fault.
    pub fn markdown(&self, context: &Context, map: &Map) -> Result<String, ReportError> {
        let teller = self.teller(context);
        let map = teller.worded(map);
        let page = Page {
            context,
            told: tell(context),
            text_map: text_map::draw(&map, false),
            positions: text_map::positions(&map),
            foreign: self.language.english_alone().filter(|_| !std::ptr::eq(teller, self)),
        };
        teller.templates.render("report.md", &page).map(|text| tidy(&text))
    }

    /// The same report as one page that needs nothing else: no network, no script.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn html(&self, context: &Context, map: &Map) -> Result<String, ReportError> {
        let markdown = self.markdown(context, map)?;
        self.page(&markdown, map, Shell::Alone)
    }

    /// A file of a club's site, by its name below `templates/site/`.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn site(&self, name: &str, context: &impl Serialize) -> Result<String, ReportError> {
        self.templates.render(&format!("site/{name}"), context)
    }

    /// A report in plain text, in lines of at most `width` characters where words allow it.
    pub fn text(&self, markdown: &str, width: usize) -> String {
        text::plain(markdown, width)
    }

    /// The map as a drawing of its own, with its figures below it.
    ///
    /// # Errors
    /// [`ReportError`]: the captions cannot be read.
    pub fn svg(&self, map: &Map) -> Result<String, ReportError> {
        self.drawn(map, Look::default())
    }

    /// A map in one sentence, for readers who do not see it.
    ///
    /// # Errors
    /// [`ReportError`]: the captions cannot be read.
    pub fn map_in_words(&self, map: &Map) -> Result<String, ReportError> {
        Ok(drawing::in_words(&self.worded(map), self.captions()?))
    }

    /// Like [`Self::svg`], with the look that somebody asked for.
    ///
    /// # Errors
    /// [`ReportError`]: the captions cannot be read.
    pub fn drawn(&self, map: &Map, look: Look) -> Result<String, ReportError> {
        Ok(drawing::drawn(&self.worded(map), self.captions()?, self.outline(map), look))
    }

    /// The map and each of its figures as drawings of their own.
    ///
    /// # Errors
    /// [`ReportError`]: the captions cannot be read.
    pub fn sheets(&self, map: &Map, look: Look) -> Result<Vec<String>, ReportError> {
        Ok(drawing::sheets(&self.worded(map), self.captions()?, self.outline(map), look))
    }

    /// A map with its words in the reporter's language.
    fn worded<'a>(&self, map: &'a Map) -> Cow<'a, Map> {
        match self.language {
            Language::English => Cow::Borrowed(map),
            Language::Italian => {
                let words = || Messages::of_pictures(self.language);
                Cow::Owned(self.pictures.get_or_init(words).map(map))
            }
        }
    }

    /// The outline of a map of areas, read once: a reporter serves one game.
    fn outline(&self, map: &Map) -> Option<&Outline> {
        let areas = map.areas.as_ref()?;
        let text = packed::get(&format!("games/{}/outline.yaml", areas.outline))?;
        Some(
            self.outline.get_or_init(|| Outline::read(text).expect("a packed outline is complete")),
        )
    }

    /// The words beside the signs of a drawing, read once.
    fn captions(&self) -> Result<&Phrases, ReportError> {
        if let Some(captions) = self.captions.get() {
            return Ok(captions);
        }
        let read = Phrases::read(
            &(packed::captions(self.language.code()) + &self.templates.text("map.txt")?),
        );
        Ok(self.captions.get_or_init(|| read))
    }

    pub fn text_map(&self, map: &Map, colour: bool) -> String {
        text_map::draw(&self.worded(map), colour)
    }

    /// The positions of the units in words, one unit an entry.
    pub fn positions(&self, map: &Map) -> Vec<String> {
        text_map::positions(&self.worded(map))
    }

    /// All records so far as one narrative, in Markdown.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn story(&self, records: &[Context]) -> Result<String, ReportError> {
        if let Some(english) = records.last().map(|last| self.teller(last))
            && !std::ptr::eq(english, self)
        {
            return english.story(records);
        }
        let mut parts = Vec::with_capacity(records.len());
        for record in records {
            let context = Value::from(Serde(record));
            let heading = self
                .templates
                .render_value(&format!("{}/heading.md", record.title), context.clone())?;
            let page = Recorded { context: record, told: tell(record) };
            let story = self.templates.render(&format!("{}/story.md", record.title), &page)?;
            parts.push(named([
                ("heading", safe(&heading)),
                ("story", safe(&story)),
                ("record", context),
            ]));
        }
        self.templates
            .render_value("story.md", named([("parts", Value::from(parts))]))
            .map(|text| tidy(&text))
    }

    /// The story of one record by itself, in Markdown.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn retold(&self, context: &Context) -> Result<String, ReportError> {
        let page = Recorded { context, told: tell(context) };
        self.templates.render(&format!("{}/story.md", context.title), &page).map(|text| tidy(&text))
    }

    /// The pre-filled order form of a seat, in YAML, lawful as it stands once its salt is filled in; its lines are so
    /// narrow that mail programs leave them alone.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn form(&self, context: &FormContext) -> Result<String, ReportError> {
        let form = self.templates.render(&format!("{}/form.yaml", context.title), context)?;
        Ok(narrow::narrow(&form))
    }

    /// The question to a seat, put to its player: "your moves" for the "its moves" of a report (`TITLE/awaited.md`).
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn asks(&self, title: &str, asked: &Awaited) -> Result<String, ReportError> {
        // On a sheet, the orders that may be given in advance in a tempo are buttons.
        let facts = serde_json::json!({ "tempo": "", "options": { "tempo": "" } });
        let context = serde_json::json!({ "asked": asked, "facts": facts, "options": {} });
        let said = self.templates.render(&format!("{title}/awaited.md"), &context)?;
        Ok(words::to_the_reader(&said))
    }

    /// A title's explanation of an imagined case, in Markdown: `TITLE/explain.md`, which sees the answer's own fields.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn explanation(
        &self,
        title: &str,
        answer: &serde_json::Value,
    ) -> Result<String, ReportError> {
        self.templates.render(&format!("{title}/explain.md"), answer).map(|text| tidy(&text))
    }

    /// The sure results of a draft, in Markdown: `TITLE/dry-run.md`, which sees the title's facts.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn dry_run(&self, title: &str, facts: &serde_json::Value) -> Result<String, ReportError> {
        self.templates.render(&format!("{title}/dry-run.md"), facts).map(|text| tidy(&text))
    }

    /// A short letter: `mail/NAME.txt`, whose first line is the subject.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn note(&self, name: &str, context: &serde_json::Value) -> Result<Letter, ReportError> {
        let text = tidy(&self.templates.render(&format!("mail/{name}.txt"), context)?);
        let (subject, text) = text.split_once('\n').unwrap_or((&text, ""));
        let text = text.trim_start().to_owned();
        Ok(Letter { subject: escape::plain(subject.trim()), markdown: String::new(), text })
    }

    /// A letter: `mail/KIND.txt`, whose first line is the subject, and `mail/KIND.md`, which says the same above the page.
    /// `report` is the Markdown that it carries.
    ///
    /// # Errors
    /// [`ReportError`].
    pub fn letter(
        &self,
        kind: &str,
        context: &Context,
        sending: &Sending,
        report: &str,
    ) -> Result<Letter, ReportError> {
        let enclosed = Enclosed {
            context,
            sending,
            report: text::plain(report, LETTER_WIDTH),
            welcome: text::plain(&sending.opening, LETTER_WIDTH),
        };
        let text = self.templates.render(&format!("mail/{kind}.txt"), &enclosed)?;
        let (subject, text) = text.split_once('\n').unwrap_or((&text, ""));
        let above = self.templates.render(&format!("mail/{kind}.md"), &enclosed)?;
        // Below the title, which names the page.
        let (title, rest) = report.split_once('\n').unwrap_or((report, ""));
        Ok(Letter {
            subject: escape::plain(subject.trim()),
            text: text.trim_start().to_owned(),
            markdown: tidy(&format!("{title}\n\n{above}\n{rest}")),
        })
    }
}

fn named<const N: usize>(entries: [(&'static str, Value); N]) -> Value {
    Value::from(BTreeMap::from(entries))
}

/// Text that templates have already made harmless.
fn safe(text: &str) -> Value {
    Value::from_safe_string(text.trim().to_owned())
}

/// No blanks at the ends of lines, never two blank lines in a row, one line end at the end.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut blank, mut literal) = (true, false);
    for line in text.lines() {
        let line = line.trim_end();
        literal ^= line.starts_with("```");
        if line.is_empty() && blank && !literal {
            continue;
        }
        blank = line.is_empty();
        out.push_str(line);
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}
