//! Reading commands in a copy that lacks what is sealed: they show what was recorded, for nothing can be played again there.

use super::args::{Binding, Format, Map, Report, Status, Story, Style};
use super::{CommandResult, Error, Exit, reports, status, story};
use crate::report::Messages;
use crate::store::sealed::Sealed;
use crate::store::seat_copy::SeatCopy;
use crate::store::{Folder, changes};
use record::charter::WaitsFor;
use record::owner;
use std::fmt::Write as _;
use std::path::Path;

/// A game folder in which files are sealed.
pub struct Copy {
    folder: Folder,
    newest: u32,
}

impl Copy {
    /// The copy in which a command was started; none in a folder that has everything.
    ///
    /// # Errors
    /// No game there; a record that cannot be read.
    pub fn find(dir: Option<&Path>) -> Result<Option<Self>, Error> {
        Self::of(&super::folder(dir)?)
    }

    /// The same of a folder that is known.
    ///
    /// # Errors
    /// A record that cannot be read.
    pub fn of(folder: &Folder) -> Result<Option<Self>, Error> {
        let Some(newest) = folder.newest()? else { return Ok(None) };
        for number in (0..=newest).rev() {
            let record = Sealed::open(folder, number)?;
            let sealed =
                record.sums.local().any(|(name, _)| owner(name).is_some() && !record.holds(name));
            if sealed {
                return Ok(Some(Self { folder: folder.clone(), newest }));
            }
        }
        Ok(None)
    }

    fn record(&self, number: u32) -> Result<Sealed, Error> {
        if number > self.newest {
            let message = format!("there is no record {number} yet; the newest is {}", self.newest);
            return Err(Error::usage(message));
        }
        Ok(Sealed::open(&self.folder, number)?)
    }

    /// The recorded report of a record, for everybody or for the seat whose copy this is.
    fn markdown(&self, number: u32, seat: Option<&str>) -> Result<String, Error> {
        let name = seat.map_or_else(|| "report.md".to_owned(), reports::seat_report);
        Ok(self.record(number)?.text(&name)?)
    }

    /// `tabella report`.
    ///
    /// # Errors
    /// A record or report that is not there.
    pub fn report(&self, args: &Report) -> CommandResult {
        let number = args.phase.unwrap_or(self.newest);
        if args.templates.is_some() {
            return Err(Error::no(
                "a copy holds reports as they were recorded; --templates needs a whole game, in which they are made anew",
            ));
        }
        let text = match (args.format, args.seat.as_deref()) {
            (Format::Md, seat) => self.markdown(number, seat)?,
            (Format::Text, seat) => {
                reports::reporter().text(&self.markdown(number, seat)?, super::WIDTH)
            }
            (Format::Html, None) => self.record(number)?.text("report.html")?,
            (Format::Html, Some(_)) => {
                return Err(Error::no("a seat's report lies in a copy as Markdown: --format md"));
            }
        };
        super::print(&text)?;
        Ok(Exit::Done)
    }

    /// `tabella map`.
    ///
    /// # Errors
    /// Another form than the one that was recorded.
    pub fn map(&self, args: &Map) -> CommandResult {
        let number = match args.phase {
            Some(number) if number > self.newest => {
                let newest = self.newest;
                return Err(Error::usage(format!(
                    "there is no record {number}; the newest is {newest}"
                )));
            }
            Some(number) => number,
            None => self.newest,
        };
        if let (Some(seat), None) = (&args.seat, args.phase)
            && let Some(own) = SeatCopy::find(&self.folder)?
            && own.seat.name() == seat
        {
            return super::map::show(args, own.hand.picture());
        }
        if args.style != Style::Engraved || args.zones || args.before {
            return Err(Error::no("a copy holds the map as it was recorded, in no other look"));
        }
        let drawing = || -> Result<String, Error> { Ok(self.record(number)?.text("map.svg")?) };
        #[cfg(feature = "pictures")]
        if args.seat.is_none() && (args.png.is_some() || args.pdf.is_some()) {
            let title = &self.folder.charter()?.game;
            return super::map::pictures(args, title, &[drawing()?]);
        }
        if !args.svg || args.seat.is_some() {
            return Err(Error::no("a copy holds the public map as a picture: `tabella map --svg`"));
        }
        super::print(&drawing()?)?;
        Ok(Exit::Done)
    }

    /// `tabella story`: the reports one after another.
    ///
    /// # Errors
    /// A report that is not there.
    pub fn story(&self, args: &Story) -> CommandResult {
        let mut told = String::new();
        for number in 0..=self.newest {
            told += &self.markdown(number, None)?;
            told.push('\n');
        }
        let told = match args.format {
            Binding::Md => told,
            Binding::Text => reports::reporter().text(&told, super::WIDTH),
            Binding::Html => {
                return Err(Error::no("in a copy every record has its own page: report.html"));
            }
            #[cfg(feature = "epub")]
            Binding::Epub => {
                return Err(Error::no("a copy holds what was recorded, as text: --format md"));
            }
        };
        story::bound(args, told.as_bytes())
    }

    /// `tabella status`: what the last record says.
    ///
    /// # Errors
    /// A record that cannot be read.
    pub fn status(&self, args: &Status) -> CommandResult {
        let (charter, record) = (self.folder.charter()?, self.record(self.newest)?);
        let turn = record.turn()?;
        let start = Sealed::open(&self.folder, 0)?.digest;
        let own = SeatCopy::find(&self.folder)?;
        let own: Option<Vec<_>> = own.map(|own| own.hand.asked());
        let due = changes::due_in_copy(&self.folder)?;
        if args.json {
            super::print_json(&serde_json::json!({
                "game": charter.game, "title": charter.title, "start": start, "head": record.digest,
                "record": self.newest, "next": turn.next, "outcome": turn.outcome, "deadline": due, "copy": true, "own": own,
            }))?;
            return Ok(Exit::Done);
        }
        let messages = Messages::of(args.lang.language(), &charter.title);
        let mut text = format!(
            "{} ({}), record {}, a copy\nstart     {start}\nhead      {}\n",
            charter.game, charter.title, self.newest, record.digest
        );
        if let Some(next) = &turn.next {
            let _ = writeln!(text, "phase     {}: {}, turn {}", next.phase, next.name, next.turn);
            let awaited = next.awaited.join(", ");
            let _ = match charter.waits_for() {
                WaitsFor::Asked => writeln!(text, "asked     {awaited}"),
                WaitsFor::Awaited => writeln!(text, "awaited   {awaited}"),
            };
            if let Some(deadline) = due {
                let zone = reports::zone(&charter);
                let _ = writeln!(text, "due       {}", reports::in_words(&deadline, zone));
            }
        }
        for asked in own.iter().flatten() {
            let _ = writeln!(
                text,
                "  {:<12} {:<12} {}",
                asked.seat,
                asked.prompt,
                messages.say("asked")
            );
        }
        if let Some(outcome) = &turn.outcome {
            let result =
                outcome.winner.as_ref().map_or("drawn".to_owned(), |side| format!("won by {side}"));
            let _ =
                writeln!(text, "over      {result} ({}, rule {})", outcome.reason, outcome.rule);
        }
        text = status::lines(&messages, &text);
        #[cfg(feature = "git")]
        text.push_str(&super::git::news(&self.folder)?.unwrap_or_default());
        super::print(&text)?;
        Ok(Exit::Done)
    }
}
