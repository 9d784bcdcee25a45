//! Reading commands in a copy that lacks what is sealed: they show what was recorded, for nothing can be played again there.

use crate::cli::common::for_all::{self, ForAll};
use crate::cli::common::{self, CommandResult, Error, Exit, reports};
use crate::cli::map::MapArgs;
use crate::cli::report::{Format, ReportArgs};
use crate::cli::status::StatusArgs;
use crate::cli::{status, story};
use crate::report::Messages;
use crate::store::copies::seat_copy::SeatCopy;
use crate::store::orders::filings;
use crate::store::records::changes;
use crate::store::records::sealed::Sealed;
use crate::store::{self, Folder, files};
use chrono::{DateTime, TimeDelta, Utc};
use record::charter::WaitsFor;
use record::schedule::Missed;
use record::span::Span;
use record::sums::record_name;
use record::{Charter, TurnFile, owner};
use std::fmt::Write as _;
use std::path::Path;

/// The answer to a request for facts for a program, which only a whole game gives.
const FACTS: &str = "a copy holds only the recorded reports; other programs can read `state.yaml` \
     and `events.yaml` of each record, but anything more needs the whole game";

/// The error for what only one seat may see, which this copy lacks.
fn elsewhere(seat: &str, what: &str) -> Error {
    Error::files(format!(
        "this copy leaves out what only {seat} may see: {what} is in the copy of that seat \
         (`tabella share copy --seat {seat} OUT`)"
    ))
}

/// A recorded text, stripped of everything that could colour, move or trigger anything on a terminal.
fn harmless(text: &str) -> String {
    text.split('\n').map(record::visible).collect::<Vec<_>>().join("\n")
}

fn who_filed(seats: &[String]) -> String {
    match seats.join(", ").as_str() {
        "" => "filed     nobody yet\n".to_owned(),
        filed => format!("filed     {filed}\n"),
    }
}

/// The rights that the charter still gives to a player who missed the deadline.
fn late(charter: &Charter, deadline: DateTime<Utc>) -> Result<String, Error> {
    let (now, schedule) = (store::clock::now()?, charter.schedule.as_ref());
    let falls = schedule.filter(|one| one.missed == Missed::Fallback && now >= deadline);
    Ok(falls.map_or_else(String::new, |schedule| {
        let grace = schedule.grace.map_or(TimeDelta::zero(), Span::delta);
        status::late(deadline + grace, now, reports::zone(charter))
    }))
}

/// True if a record lists a file that is not for everybody and does not lie in it.
fn lacks_something(record: &Sealed) -> bool {
    record.sums.local().any(|(name, _)| owner(name).is_some() && !record.holds(name))
}

/// A game folder in which files are sealed.
pub struct Copy {
    folder: Folder,
    newest: u32,
}

impl Copy {
    /// The copy in which a command was started; none if the folder is complete.
    ///
    /// # Errors
    /// No game there; a record that cannot be read.
    pub fn find(dir: Option<&Path>) -> Result<Option<Self>, Error> {
        Self::of(&common::folder(dir)?)
    }

    /// The same for a given folder.
    ///
    /// # Errors
    /// A record that cannot be read.
    pub fn of(folder: &Folder) -> Result<Option<Self>, Error> {
        let Some(newest) = folder.newest()? else { return Ok(None) };
        for number in (0..=newest).rev() {
            if lacks_something(&Sealed::open(folder, number)?) {
                return Ok(Some(Self { folder: folder.clone(), newest }));
            }
        }
        Ok(None)
    }

    /// The copy that a folder is by its newest record alone, whatever is sealed in earlier ones.
    ///
    /// # Errors
    /// A record that cannot be read.
    pub fn behind(folder: &Folder, newest: u32) -> Result<Option<Self>, Error> {
        let lacking = lacks_something(&Sealed::open(folder, newest)?);
        Ok(lacking.then(|| Self { folder: folder.clone(), newest }))
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
        let record = self.record(number)?;
        let Some(seat) = seat else { return Ok(harmless(&record.text("report.md")?)) };
        let name = reports::seat_report(seat);
        if record.lists(&name) && !record.holds(&name) {
            return Err(elsewhere(seat, "its report"));
        }
        if !record.lists(&name) {
            let charter = self.folder.charter()?;
            let known = charter.seat_names().collect::<Vec<_>>().join(", ");
            return Err(store::Error::Seat { seat: seat.to_owned(), known }.into());
        }
        Ok(harmless(&record.text(&name)?))
    }

    /// The public report, page and map of a record, rendered anew.
    fn for_all(&self, number: u32) -> Result<ForAll, Error> {
        for_all::in_copy(&reports::reporter(), &self.folder, &self.record(number)?)
    }

    /// `tabella report`.
    ///
    /// # Errors
    /// A record or report that is not there.
    pub fn report(&self, args: &ReportArgs) -> CommandResult {
        if args.story {
            return self.story(args);
        }
        let number = args.phase.unwrap_or(self.newest);
        if args.json {
            return Err(Error::no(FACTS));
        }
        if args.templates.is_some() {
            return Err(Error::no(
                "a copy holds only the recorded reports; --templates needs the whole game, \
                 because it renders the reports again",
            ));
        }
        if let Some(out) = &args.all {
            return self.pages(out, args.replay);
        }
        let text = match (args.format, args.seat.as_deref()) {
            (Format::Md, seat) => self.markdown(number, seat)?,
            (Format::Text, seat) => {
                reports::reporter().text(&self.markdown(number, seat)?, common::width())
            }
            (Format::Html, None) => self.for_all(number)?.page,
            (Format::Html, Some(_)) => {
                return Err(Error::no("a copy holds a seat's report as Markdown: use --format md"));
            }
            #[cfg(feature = "epub")]
            (Format::Epub, _) => unreachable!("{}", crate::cli::report::BOOK),
        };
        common::print(&text)?;
        Ok(Exit::Done)
    }

    fn pages(&self, out: &Path, replay: bool) -> CommandResult {
        if replay {
            return Err(Error::no(crate::cli::replay::SEALED));
        }
        for number in 0..=self.newest {
            let (told, folder) = (self.for_all(number)?, out.join(record_name(number)));
            files::make_folder(&folder, files::FOLDER_MODE)?;
            for (name, text) in [("report.html", told.page), ("map.svg", told.map)] {
                files::replace(&folder.join(name), text.as_bytes(), files::OPEN_MODE)?;
            }
        }
        common::tell(&format!("{}: {}", out.display(), common::records(self.newest + 1)));
        Ok(Exit::Done)
    }

    /// `tabella map`: the map is drawn from what everybody sees or, for the seat whose copy this is, from that seat's
    /// hand. A drawing that was recorded is never
    /// shown: whoever made the copy may have drawn it.
    ///
    /// # Errors
    /// The view of another seat, or one that this map cannot show.
    pub fn map(&self, args: &MapArgs) -> CommandResult {
        let number = args.phase.unwrap_or(self.newest);
        let record = self.record(number)?;
        if let Some(seat) = &args.seat {
            let own = SeatCopy::find(&self.folder)?.filter(|own| own.seat.name() == seat);
            let Some(own) = own else { return Err(elsewhere(seat, "what it sees")) };
            if number != self.newest {
                return Err(Error::no(format!(
                    "this copy shows what {seat} sees now, but not what {seat} saw after record \
                     {number}: leave out --phase"
                )));
            }
            return crate::cli::map::show(args, own.hand.picture());
        }
        crate::cli::map::show(args, store::records::load::public_picture(&self.folder, &record)?)
    }

    /// `tabella report --story`: the reports one after another.
    ///
    /// # Errors
    /// A report that is not there.
    fn story(&self, args: &ReportArgs) -> CommandResult {
        if args.json {
            return Err(Error::no(FACTS));
        }
        let mut told = String::new();
        for number in 0..=self.newest {
            told += &self.markdown(number, None)?;
            told.push('\n');
        }
        let told = match args.format {
            Format::Md => told,
            Format::Text => reports::reporter().text(&told, common::width()),
            Format::Html => {
                return Err(Error::no(
                    "in a copy, every record has its own page: run `tabella report --all OUT`",
                ));
            }
            #[cfg(feature = "epub")]
            Format::Epub => {
                return Err(Error::no("a copy holds only the recorded text: use --format md"));
            }
        };
        story::bound(args, told.as_bytes())
    }

    /// The seats that have filed for the open phase; none where the copy does not say.
    fn filed(&self, record: &Sealed, turn: &TurnFile) -> Result<Option<Vec<String>>, Error> {
        let Some(next) = &turn.next else { return Ok(None) };
        Ok(filings::read(&self.folder, next.phase, record.digest)?)
    }

    /// `tabella status`: what the last record says.
    ///
    /// # Errors
    /// A record that cannot be read.
    pub fn status(&self, args: &StatusArgs) -> CommandResult {
        let (charter, record) = (self.folder.charter()?, self.record(self.newest)?);
        let turn = record.turn()?;
        let start = Sealed::open(&self.folder, 0)?.digest;
        let own = SeatCopy::find(&self.folder)?;
        let own: Option<Vec<_>> = own.map(|own| own.hand.asked());
        let due = changes::due_in_copy(&self.folder)?;
        let filed = self.filed(&record, &turn)?;
        if args.json {
            common::print_json(&serde_json::json!({
                "game": charter.game, "title": charter.title, "start": start, "head": record.digest,
                "record": self.newest, "next": turn.next, "outcome": turn.outcome, "deadline": due, "copy": true, "own": own, "filed": filed,
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
            text.push_str(&filed.as_deref().map(who_filed).unwrap_or_default());
            if let Some(deadline) = due {
                let zone = reports::zone(&charter);
                let _ = writeln!(text, "due       {}", reports::in_words(&deadline, zone));
                text += &late(&charter, deadline)?;
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
        text.push_str(&crate::cli::git::news(&self.folder)?.unwrap_or_default());
        common::print(&text)?;
        Ok(Exit::Done)
    }
}
