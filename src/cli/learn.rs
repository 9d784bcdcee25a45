//! `tabella learn`: lessons of a title, judged by its rules.

use crate::cli::check;
use crate::cli::common::{self, CommandResult, Error, Exit, hints, titles};
#[cfg(feature = "play")]
use crate::cli::play::door::Start;
use crate::lessons::{self, Answer, Lesson};
use crate::report::{Context, Language, Reporter};
#[cfg(feature = "play")]
use crate::store::environment;
use crate::store::{files, learned};
use clap::Args;
use engine::Viewer;
use engine::node::{Key, Node, Span, Value};
use engine::story::Ledger;
use engine::title::{Play, RawOrders};
use record::exchange::yaml;
use std::fmt::Write;
use std::path::Path;

/// Learn a title in short lessons
///
/// Each lesson shows a position and asks one question, and tells you what happens after your answer.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella learn                # all lessons, and which of them you have done\n  tabella learn punica         # the next one\n  tabella learn punica three-signs 'action: move, move: army sardinia baleares'"
)]
pub struct LearnArgs {
    /// One title (default: all lessons)
    #[arg(value_parser = hints::TITLE, hide_possible_values = true)]
    pub title: Option<String>,
    /// One lesson (default: the first that you have not done)
    pub lesson: Option<String>,
    /// Your answer: a file with orders, or the orders themselves, in quotes
    pub answer: Vec<String>,
    /// Show a hint
    #[arg(long, requires = "title", conflicts_with = "answer")]
    pub hint: bool,
    /// Show a right answer
    #[arg(long, requires = "title", conflicts_with_all = ["answer", "hint"])]
    pub show: bool,
    /// Learn in the terminal
    #[arg(long)]
    pub no_browser: bool,
    /// Print the page's address instead of opening a browser
    #[cfg(feature = "play")]
    #[arg(long, conflicts_with = "no_browser")]
    pub address: bool,
    /// Port on this machine (0: any free port)
    #[cfg(feature = "play")]
    #[arg(long, default_value_t = 0)]
    pub port: u16,
}

impl LearnArgs {
    /// True if the answer is wanted in the terminal.
    #[cfg(feature = "play")]
    pub fn speaks(&self) -> bool {
        self.no_browser || self.hint || self.show || !self.answer.is_empty()
    }
}

struct At<'a> {
    title: &'a str,
    /// Its place among the title's, from 0.
    place: usize,
    all: &'a [Lesson],
}

/// # Errors
/// An unknown title or lesson; an answer, or the file of finished lessons, that cannot be read or written.
pub fn run(args: &LearnArgs) -> CommandResult {
    #[cfg(feature = "play")]
    if !args.speaks() && (args.address || environment::has_screen()) {
        return on_page(args);
    }
    let Some(title) = &args.title else {
        common::print(&overview()?)?;
        return Ok(Exit::Done);
    };
    let all = lessons::of(title);
    let place = place(title, &all, args.lesson.as_deref())?;
    let at = At { title, place, all: &all };
    if args.hint {
        common::print(&paragraph(&at.lesson().hint))?;
    } else if args.show {
        common::print(&at.shown())?;
    } else if args.answer.is_empty() {
        common::print(&at.question())?;
    } else {
        return at.judge(&args.answer);
    }
    Ok(Exit::Done)
}

/// Opens the lesson on the page, or all of them on the page of games.
#[cfg(feature = "play")]
fn on_page(args: &LearnArgs) -> CommandResult {
    let start = match &args.title {
        Some(title) => {
            let all = lessons::of(title);
            let place = place(title, &all, args.lesson.as_deref())?;
            crate::cli::play::lesson_path(title, &all[place].id)
        }
        None => crate::cli::play::GAMES_PATH.to_owned(),
    };
    crate::cli::play::door::serve(Start::At(start), args.port, args.address, None)
}

/// The place of the lesson that is asked for, else of the first that is not done.
fn place(title: &str, all: &[Lesson], asked: Option<&str>) -> Result<usize, Error> {
    if all.is_empty() {
        return Err(no_lessons(title));
    }
    match asked {
        Some(id) => all.iter().position(|lesson| lesson.id == id).ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|lesson| lesson.id.as_str()).collect();
            Error::usage(format!("no lesson `{id}`; the lessons are: {}", known.join(", ")))
        }),
        None => Ok(next(title, all)?.unwrap_or(0)),
    }
}

/// The titles with lessons, and how far one has come.
fn overview() -> Result<String, Error> {
    let mut text = String::new();
    for title in lessons::titles() {
        let all = lessons::of(title);
        let done = learned::done(title)?;
        let _ = writeln!(text, "{title}");
        for lesson in &all {
            let mark = if done.contains(&lesson.id) { "done" } else { "" };
            let _ = writeln!(text, "  {:<14} {:<32} {mark}", lesson.id, lesson.name);
        }
    }
    Ok(text + "\nTo begin or go on: tabella learn TITLE\n")
}

/// The place of the first lesson that is not done; none if all are.
fn next(title: &str, all: &[Lesson]) -> Result<Option<usize>, Error> {
    let done = learned::done(title)?;
    Ok(all.iter().position(|lesson| !done.contains(&lesson.id)))
}

fn no_lessons(title: &str) -> Error {
    if crate::catalogue::find(title).is_none() {
        return titles::unknown(title);
    }
    let with = lessons::titles().join(", ");
    Error::usage(format!(
        "{title} has no lessons yet; these titles have some: {with}. To see how {title} is \
         played: tabella rules {title}"
    ))
}

impl At<'_> {
    fn lesson(&self) -> &Lesson {
        &self.all[self.place]
    }

    fn command(&self) -> String {
        format!("tabella learn {} {}", self.title, self.lesson().id)
    }

    /// Position, task and how an answer is written.
    fn question(&self) -> String {
        let lesson = self.lesson();
        let play = lesson.position(self.title);
        let map = play.picture(&Viewer::Seat(lesson.seat()));
        let reporter = reporter();
        let mut text = page(&format!(
            "# {}, lesson {} of {}: {}\n\n**{}**\n\n{}\n",
            play.prospectus().title,
            self.place + 1,
            self.all.len(),
            lesson.name,
            lesson.ask,
            lesson.text
        ));
        let _ = write!(text, "\n{}\n", reporter.text_map(&map, common::colour()).trim_end());
        let write = lesson.write.trim_end().replace('\n', "\n    ");
        let command = self.command();
        let _ = write!(
            text,
            "\nAn answer is written like this, in a file, or in quotes after the \
             command:\n    {write}\n\nTry it:         {command} '...'\nIf you are stuck: \
             {command} --hint, or --show\nThe rules:      tabella rules {} {}\n",
            self.title,
            lesson.rules.first().map_or("", String::as_str),
        );
        text
    }

    /// An answer that reaches the goal.
    fn shown(&self) -> String {
        format!("{} '{}'\n", self.command(), self.lesson().right().typed())
    }

    fn judge(&self, words: &[String]) -> CommandResult {
        let (name, text) = written(words)?;
        let sheet = read(&name, &text)?;
        let lesson = self.lesson();
        let at = lesson.position(self.title);
        let answer = lesson.answer(at.as_ref(), &sheet);
        let said = lesson.said(at.as_ref(), &answer).map(paragraph).unwrap_or_default();
        let (exit, text) = match &answer {
            Answer::Refused(complaints) => {
                check::report(self.title, &name, text.as_bytes(), complaints, false)?;
                (Exit::No, format!("\n{said}Try again.\n"))
            }
            Answer::Idle => (Exit::No, "That does not answer the question.\n".to_owned()),
            Answer::Played(played) => {
                let story = page(&retold(self.title, lesson, played.play.as_ref())?);
                if played.reached {
                    learned::note(self.title, &lesson.id)?;
                    let why = paragraph(&lesson.why);
                    (Exit::Done, format!("{story}\nDone. {said}\n{why}\n{}", self.on()?))
                } else {
                    let said = if said.is_empty() {
                        "That is not the answer yet.\n".to_owned()
                    } else {
                        said
                    };
                    (Exit::No, format!("{story}\n{said}The position is unchanged. Try again.\n"))
                }
            }
        };
        common::print(&text)?;
        Ok(exit)
    }

    /// The next lesson, or the end of the title's lessons.
    fn on(&self) -> Result<String, Error> {
        let title = self.title;
        Ok(match next(title, self.all)? {
            Some(at) => {
                format!("Next, {}: tabella learn {title} {}\n", self.all[at].name, self.all[at].id)
            }
            None => format!("That was the last lesson. Now play a game: tabella play {title}\n"),
        })
    }
}

/// An answer's name for messages, and its text: that of the file if the words name one, else the words themselves.
fn written(words: &[String]) -> Result<(String, String), Error> {
    if let [one] = words
        && files::metadata(Path::new(one))?.is_some()
    {
        let (name, bytes) = check::read(Path::new(one))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| Error::no(format!("{name} is not text in UTF-8")))?;
        return Ok((name, text));
    }
    Ok(("your answer".to_owned(), format!("{{{}}}", words.join(" "))))
}

/// The orders in an answer, which may be a whole order file or its orders alone.
fn read(name: &str, text: &str) -> Result<RawOrders, Error> {
    let unreadable = |complaints| {
        let style = record::exchange::diagnosis::Style {
            colour: common::colour(),
            heading: &|_| None,
            say: &str::to_owned,
        };
        Error::no(record::exchange::diagnosis::render(name, text, &complaints, &style))
    };
    let root = yaml::parse(text).map_err(unreadable)?;
    if root.get("orders").is_some() {
        return Ok(RawOrders::of(&root));
    }
    let key = Key { text: "orders".to_owned(), span: Span::default() };
    let span = root.span;
    Ok(RawOrders::of(&Node { value: Value::Map(vec![(key, root)]), span }))
}

fn retold(title: &str, lesson: &Lesson, play: &dyn Play) -> Result<String, Error> {
    Ok(reporter().retold(&context(title, lesson, play))?)
}

pub(super) fn context(title: &str, lesson: &Lesson, play: &dyn Play) -> Context {
    let viewer = Viewer::Seat(lesson.seat());
    let mut chapters = play.chapters(&viewer);
    for chapter in chapters.as_array_mut().into_iter().flatten() {
        for event in chapter["events"].as_array_mut().into_iter().flatten() {
            // An answer is no file of a record.
            event.as_object_mut().expect("an event is a map").remove("by_order");
        }
    }
    Context {
        game: lesson.id.clone(),
        title: title.to_owned(),
        title_name: play.prospectus().title,
        viewer: lesson.seat.clone(),
        number: 1,
        next: 2,
        phase: serde_json::to_value(play.phase()).expect("a phase is plain data"),
        chapters,
        facts: play.report_context(&viewer),
        outcome: play.outcome().map(|it| serde_json::to_value(it).expect("plain data")),
        rules: titles::headings(title),
        narrative: play.narrative(&viewer, &Ledger::default(), &play.awaited()),
        ..Context::default()
    }
}

fn reporter() -> Reporter {
    Reporter::layered(Language::English, |_| Ok(None))
}

/// Markdown as text for this terminal.
fn page(markdown: &str) -> String {
    reporter().text(markdown, common::width())
}

fn paragraph(text: &str) -> String {
    page(text)
}
