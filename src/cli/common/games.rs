//! Games as a club tells of them, read from their folders: only what everybody may see.

use crate::cli::common::titles::packed_title;
use crate::cli::common::{self, Error, Exit};
use crate::club::{Former, Game, GameResult, Record, Seat};
use crate::store::records::proved::{self, Proved};
use crate::store::records::sealed::Sealed;
use crate::store::{self, Folder, PROGRAM};
use rayon::prelude::*;
use record::change::{Action, Changes, History};
use record::disclosure::Disclosure;
use record::{Charter, Digest};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The games of a club that count, and the folders that do not.
pub(in crate::cli) struct Counted {
    /// The games that are proved, by id.
    pub games: BTreeMap<String, (Folder, Game)>,
    pub unproven: Vec<Unproven>,
}

/// A folder that is never counted, because its contents are not proved.
pub(in crate::cli) struct Unproven {
    /// The id of the game that the folder claims to hold.
    pub game: String,
    folder: Folder,
    /// The verdict of `tabella verify`.
    pub verdict: String,
    /// The first thing that does not add up, or why the folder could not be read.
    first: Option<String>,
}

impl Unproven {
    fn of(folder: Folder, verdict: &str, first: Option<String>) -> Self {
        let name = || folder.root().file_name().map(|name| name.to_string_lossy().into_owned());
        let game = folder.charter().map(|charter| charter.game).ok().or_else(name);
        Self { game: game.unwrap_or_default(), folder, verdict: verdict.to_owned(), first }
    }

    /// A folder in which something cannot be read.
    pub(in crate::cli) fn unreadable(folder: Folder, error: &Error) -> Self {
        Self::of(folder, "it cannot be read", Some(error.to_string()))
    }

    /// True if its charter shows it to nobody but its players.
    pub(in crate::cli) fn is_private(&self) -> bool {
        self.folder.charter().is_ok_and(|charter| charter.public() == Disclosure::Never)
    }
}

/// Tells the user which games do not count, and gives the exit code that follows from it.
pub(in crate::cli) fn tell(unproven: &[Unproven]) -> Exit {
    for one in unproven {
        let first = one.first.as_ref().map(|first| format!(" ({first})")).unwrap_or_default();
        common::tell(&format!(
            "{} is left out: {}{first}; see what `tabella verify {}` finds",
            one.game,
            one.verdict,
            one.folder.root().display()
        ));
    }
    if unproven.is_empty() { Exit::Done } else { Exit::No }
}

/// The games that paths name, or that lie below them, each proved before it counts.
///
/// # Errors
/// A folder that is not there, or holds no game; two proved games of one id.
pub(in crate::cli) fn games(paths: &[PathBuf]) -> Result<Counted, Error> {
    collect(paths, |folder| read_to(&folder, folder.newest()?.unwrap_or(0)).map(Some))
}

/// Like [`games`], with what `read` makes of each game once it is proved; `read` may give nothing for some games.
///
/// # Errors
/// As [`games`].
pub(in crate::cli) fn collect(
    paths: &[PathBuf],
    read: impl Fn(Folder) -> Result<Option<Game>, Error> + Sync,
) -> Result<Counted, Error> {
    let one = |folder: Folder| match proved::prove(&folder) {
        Ok(Proved::Whole | Proved::SoFar) => match read(folder.clone()) {
            Ok(game) => Ok(game.map(|game| (folder, game))),
            Err(error) => Err(Unproven::unreadable(folder, &error)),
        },
        Ok(Proved::Not { verdict, first }) => Err(Unproven::of(folder, &verdict, first)),
        Err(error) => Err(Unproven::unreadable(folder, &error.into())),
    };
    let all: Vec<Result<Option<(Folder, Game)>, Unproven>> =
        folders(paths)?.into_par_iter().map(one).collect();
    let mut counted = Counted { games: BTreeMap::new(), unproven: Vec::new() };
    for found in all {
        match found {
            Ok(Some((folder, game))) => {
                let id = game.id.clone();
                if let Some((other, _)) = counted.games.get(&id) {
                    return Err(twice(&id, other, &folder));
                }
                counted.games.insert(id, (folder, game));
            }
            Ok(None) => {}
            Err(unproven) => counted.unproven.push(unproven),
        }
    }
    Ok(counted)
}

/// The error for two folders with the same game.
fn twice(id: &str, one: &Folder, other: &Folder) -> Error {
    let (one, other) = (one.root().display(), other.root().display());
    Error::usage(format!(
        "two of these folders hold the game {id}: {one} and {other}; name only one of them"
    ))
}

/// The folder of each game at or below the given paths, each once.
///
/// # Errors
/// A folder that is not there, or holds no game.
fn folders(paths: &[PathBuf]) -> Result<BTreeSet<Folder>, Error> {
    let mut folders = BTreeSet::new();
    for path in paths {
        folders.extend(Folder::below(path)?);
    }
    // A sandbox is nobody's game.
    folders.retain(|folder| folder.charter().map_or(true, |charter| charter.fork.is_none()));
    Ok(folders)
}

/// A game as its records up to a given one tell it, as if there were no later records.
///
/// # Errors
/// A file in its folder that cannot be read.
pub(in crate::cli) fn read_to(folder: &Folder, last: u32) -> Result<Game, Error> {
    let charter = folder.charter()?;
    let delay = charter.public().to_string();
    let mut reading = Reading::begin(folder, charter)?;
    for number in 0..=last {
        reading.record(folder, number)?;
    }
    if folder.newest()? > Some(last) {
        // Seats that were asked then have answered since.
        let game = &mut reading.game;
        (game.asked, game.deadline, game.delay) = (Vec::new(), None, Some(delay));
    }
    let Reading { mut game, in_force, .. } = reading;
    game.seats = seats(&in_force)?;
    game.vacant = in_force.vacant.iter().cloned().collect();
    let most = in_force.charter.schedule.as_ref().and_then(|schedule| schedule.vacancy);
    if let Some(most) = most {
        let seats = game.seats.iter().map(|seat| &seat.seat);
        game.missing = seats.filter(|seat| game.missed_in_a_row(seat) >= most).cloned().collect();
    }
    if game.outcome.is_some() && game.seats.len() > 2 && packed_title(&game.title).is_ok() {
        let placing = store::load(folder)?.session.play.placing();
        let names = |place: Vec<engine::Seat>| place.iter().map(ToString::to_string).collect();
        game.placing = placing.into_iter().map(names).collect();
    }
    Ok(game)
}

/// A game of which the first records have been read.
struct Reading {
    game: Game,
    in_force: History,
    head: Option<Digest>,
}

impl Reading {
    fn begin(folder: &Folder, charter: Charter) -> Result<Self, Error> {
        let (title_name, scenario) = names(&charter.title, &charter.scenario);
        let game = Game {
            id: charter.game.clone(),
            title: charter.title.clone(),
            title_name,
            scenario,
            opening: charter.scenario.clone(),
            seats: Vec::new(),
            former: Vec::new(),
            replaced: Vec::new(),
            records: Vec::new(),
            asked: Vec::new(),
            deadline: None,
            outcome: None,
            placing: Vec::new(),
            vacant: Vec::new(),
            missing: Vec::new(),
            delay: None,
            told_by: PROGRAM.to_owned(),
            start: String::new(),
            head: String::new(),
        };
        Ok(Self { game, in_force: History::start(charter, folder.signers()?), head: None })
    }

    fn record(&mut self, folder: &Folder, number: u32) -> Result<(), Error> {
        let sealed = Sealed::open(folder, number)?;
        let turn = sealed.turn()?;
        self.changes(&sealed)?;
        let game = &mut self.game;
        let report = sealed.text("report.md")?;
        // Whoever filed something was there, although it left something open.
        let silent = |seat: &String| !sealed.lists(&format!("orders/{seat}.yaml"));
        let mut asked = std::mem::take(&mut game.asked);
        asked.sort();
        asked.dedup();
        game.records.push(Record {
            number,
            page: format!("{number:04}"),
            headline: headline(&report, &game.id),
            opened: turn.opened,
            sealed: turn.resolved,
            asked,
            absent: turn.absent.into_iter().filter(silent).collect(),
        });
        self.head = Some(sealed.digest);
        game.head = sealed.digest.to_string();
        if number == 0 {
            game.start.clone_from(&game.head);
        }
        game.deadline = turn.next.as_ref().and_then(|next| next.deadline);
        game.asked = turn.next.map(|next| next.awaited).unwrap_or_default();
        game.outcome = turn
            .outcome
            .map(|outcome| GameResult { winner: outcome.winner, reason: outcome.reason });
        Ok(())
    }

    /// Notes the players who came and those who left with a record.
    fn changes(&mut self, sealed: &Sealed) -> Result<(), Error> {
        let files = sealed.changes()?;
        let Some(after) = self.head.filter(|_| !files.is_empty()) else { return Ok(()) };
        let changes = Changes {
            game: &self.game.id,
            number: sealed.number,
            after,
            due: self.game.deadline,
            files: &files,
        };
        let next = self.in_force.after(&changes).map_err(|fault| {
            Error::files(format!(
                "{}: {fault}; run `tabella verify` to see what is wrong",
                sealed.path().display()
            ))
        })?;
        let before = seats(&self.in_force)?;
        for agreed in &next.agreed {
            let held = |name: &str| before.iter().find(|seat| seat.seat == name).cloned();
            match &agreed.change.action {
                Action::Key { seat, key, .. } if agreed.vouched => {
                    let old = held(seat).map(|seat| seat.key);
                    self.game.replaced.extend(old.map(|old| (old, key.fingerprint())));
                }
                Action::Player { seat, .. } | Action::Program { seat, .. }
                    if !self.in_force.vacant.contains(seat) =>
                {
                    let gone = held(seat).map(|seat| Former { seat, with: sealed.number });
                    self.game.former.extend(gone);
                }
                Action::Resign { seat } => {
                    let gone = held(seat).map(|seat| Former { seat, with: sealed.number });
                    self.game.former.extend(gone);
                }
                Action::Key { .. }
                | Action::Player { .. }
                | Action::Program { .. }
                | Action::Deadline { .. }
                | Action::Vacation { .. }
                | Action::Pause { .. }
                | Action::Referee { .. }
                | Action::Charter { .. }
                | Action::Options { .. }
                | Action::Ruling { .. }
                | Action::Rollback { .. }
                | Action::End { .. } => {}
            }
        }
        self.in_force = next;
        Ok(())
    }
}

/// The first heading of a report, without the game's id that may stand before it.
pub(in crate::cli) fn headline(report: &str, game: &str) -> String {
    let line = report.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("Report");
    let line = line.strip_prefix(&format!("{game}: ")).unwrap_or(line).replace('\\', "");
    let mut letters = line.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The names of title and scenario; their slugs where the program does not know the title.
pub(in crate::cli) fn names(title: &str, scenario: &str) -> (String, String) {
    let Ok(loaded) = packed_title(title) else { return (title.to_owned(), scenario.to_owned()) };
    let prospectus = loaded.prospectus();
    let named = prospectus.scenarios.iter().find(|it| it.name == scenario);
    let named = named.map_or_else(|| scenario.to_owned(), |it| it.title.clone());
    (prospectus.title, named)
}

/// The seats with their present players. A vacant seat keeps its last player's name.
fn seats(in_force: &History) -> Result<Vec<Seat>, Error> {
    let charter = &in_force.charter;
    let seat = |line: &record::charter::SeatLine| {
        let key = in_force.signers.key(&line.seat).ok_or_else(|| {
            Error::no(format!("{}: allowed_signers has no key for {}", charter.game, line.seat))
        })?;
        let program = charter.program.as_ref().and_then(|program| {
            let strength = program.seats.get(&line.seat)?;
            Some((format!("tabella, {strength}"), strength, program.player))
        });
        // The program draws a key for every game: which of its players it is stands for it.
        let (key, name, program) = match program {
            Some((name, strength, version)) => {
                (format!("program {} {strength} {version}", charter.title), Some(name), true)
            }
            None => (key.fingerprint(), line.name.clone(), false),
        };
        Ok(Seat {
            seat: line.seat.clone(),
            side: line.side.clone(),
            name: name.unwrap_or_else(|| format!("{} of {}", line.seat, charter.game)),
            key,
            program,
        })
    };
    charter.seats.iter().map(seat).collect()
}
