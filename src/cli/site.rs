//! `tabella site`: the pages of a club, from the public records of its games.

use super::args::Site;
use super::titles::packed_title;
use super::{CommandResult, Error, Exit, reports};
use crate::site::{self, Club, Game, Outcome, Record, Seat};
use crate::store::sealed::Sealed;
use crate::store::{Folder, files};
use record::{Charter, Signers};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Most bytes of a file of the site that was written before.
const FILE_MAX: usize = 64 << 20;

/// Runs the command.
///
/// # Errors
/// A folder that is no game; two games of one id; files that cannot be read or written.
pub fn run(args: &Site) -> CommandResult {
    let mut games: BTreeMap<String, (Folder, Game)> = BTreeMap::new();
    for path in &args.games {
        let folder = super::folder(Some(path))?;
        let game = read(&folder)?;
        if let Some((_, twice)) = games.insert(game.id.clone(), (folder, game)) {
            return Err(Error::usage(format!("two of these folders hold the game {}", twice.id)));
        }
    }
    let mut written = Written::default();
    for (folder, game) in games.values() {
        written.records(&args.out, folder, game)?;
    }
    let games: Vec<Game> = games.into_values().map(|(_, game)| game).collect();
    let url = args.url.as_ref().map(|url| format!("{}/", url.trim_end_matches('/')));
    let club = Club { name: args.name.clone(), url };
    let pages = site::pages(&games, &club, &reports::reporter());
    for (path, text) in pages.map_err(|error| Error::no(error.to_string()))? {
        written.put(&args.out, &path, text.as_bytes())?;
    }
    super::tell(&format!(
        "{}: {} games, {} files written, {} unchanged",
        args.out.join("index.html").display(),
        games.len(),
        written.new,
        written.same
    ));
    Ok(Exit::Done)
}

/// What was written, and what was there already.
#[derive(Default)]
struct Written {
    new: usize,
    same: usize,
}

impl Written {
    /// Writes the pages and maps of a game's records, as they were sealed.
    fn records(&mut self, out: &Path, folder: &Folder, game: &Game) -> Result<(), Error> {
        for record in &game.records {
            let sealed = Sealed::open(folder, record.number)?;
            // The names are those of the record's folder, for the pages lead to each other and to their maps by them.
            for file in ["report.html", "map.svg"] {
                let path = format!("games/{}/{}/{file}", game.id, record.page);
                self.put(out, &path, &sealed.file(file)?)?;
            }
        }
        Ok(())
    }

    /// Writes a file of the site, if it does not stand there already.
    fn put(&mut self, out: &Path, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let path: PathBuf = out.join(path);
        if files::read_named_if_there(&path, FILE_MAX)?.is_some_and(|there| there == bytes) {
            self.same += 1;
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            files::make_folder(folder, files::FOLDER_MODE)?;
        }
        files::replace(&path, bytes, files::OPEN_MODE)?;
        self.new += 1;
        Ok(())
    }
}

/// A game as its public records tell it.
fn read(folder: &Folder) -> Result<Game, Error> {
    let charter = folder.charter()?;
    let newest = folder.newest()?.unwrap_or(0);
    let mut signers = folder.signers()?;
    let mut records = Vec::new();
    let mut asked = Vec::new();
    let (mut start, mut head) = (String::new(), String::new());
    let (mut deadline, mut outcome) = (None, None);
    for number in 0..=newest {
        let sealed = Sealed::open(folder, number)?;
        let turn = sealed.turn()?;
        if sealed.holds("allowed_signers") {
            signers = Signers::parse(&sealed.file("allowed_signers")?)
                .map_err(|fault| Error::files(fault.to_string()))?;
        }
        let report = sealed.text("report.md")?;
        records.push(Record {
            number,
            page: format!("{number:04}"),
            headline: headline(&report, &charter.game),
            sealed: turn.resolved,
            asked,
            absent: turn.absent.clone(),
        });
        head = sealed.digest.to_string();
        if number == 0 {
            start.clone_from(&head);
        }
        deadline = turn.next.as_ref().and_then(|next| next.deadline);
        asked = turn.next.map(|next| next.awaited).unwrap_or_default();
        outcome =
            turn.outcome.map(|outcome| Outcome { winner: outcome.winner, reason: outcome.reason });
    }
    let (title_name, scenario) = names(&charter);
    let seats = seats(&charter, &signers)?;
    let id = charter.game.clone();
    Ok(Game {
        id,
        title: charter.title,
        title_name,
        scenario,
        seats,
        records,
        asked,
        deadline,
        outcome,
        start,
        head,
    })
}

/// The first heading of a report, without the game's id that may stand before it.
fn headline(report: &str, game: &str) -> String {
    let line = report.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("Report");
    let line = line.strip_prefix(&format!("{game}: ")).unwrap_or(line).replace('\\', "");
    let mut letters = line.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The names of title and scenario; their slugs where the program does not know the title.
fn names(charter: &Charter) -> (String, String) {
    let prospectus = packed_title(&charter.title).ok().map(|loaded| loaded.prospectus());
    let scenario = prospectus.as_ref().and_then(|it| {
        it.scenarios
            .iter()
            .find(|scenario| scenario.name == charter.scenario)
            .map(|it| it.title.clone())
    });
    (
        prospectus.map_or_else(|| charter.title.clone(), |it| it.title),
        scenario.unwrap_or_else(|| charter.scenario.clone()),
    )
}

fn seats(charter: &Charter, signers: &Signers) -> Result<Vec<Seat>, Error> {
    let program = |seat: &str| {
        charter.program.as_ref().is_some_and(|program| program.seats.contains_key(seat))
    };
    let seat = |line: &record::charter::SeatLine| {
        let key = signers.key(&line.seat).ok_or_else(|| {
            Error::no(format!("{}: allowed_signers has no key for {}", charter.game, line.seat))
        })?;
        let key = key.fingerprint();
        // A page's name is made of what every file system and address takes.
        let page: String = key.chars().filter(char::is_ascii_alphanumeric).take(24).collect();
        Ok(Seat {
            seat: line.seat.clone(),
            side: line.side.clone(),
            name: line.name.clone().unwrap_or_else(|| format!("{} of {}", line.seat, charter.game)),
            key,
            page: page.to_lowercase(),
            program: program(&line.seat),
        })
    };
    charter.seats.iter().map(seat).collect()
}
