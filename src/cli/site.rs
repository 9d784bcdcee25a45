//! `tabella site`: the pages of a club, from the public records of its games.

use super::args::Site;
use super::copy::Copy;
use super::{CommandResult, Error, Exit, club, replay, reports};
use crate::club::Game;
use crate::report::{Look, REPLAY};
use crate::site::{self, Club};
use crate::store::sealed::Sealed;
use crate::store::{self, Folder, files};
use engine::Viewer;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Most bytes of a file of the site that was written before.
const FILE_MAX: usize = 64 << 20;

/// Runs the command.
///
/// # Errors
/// A folder that is no game; two games of one id; files that cannot be read or written.
pub fn run(args: &Site) -> CommandResult {
    let games = club::games(&args.games)?;
    let (mut written, mut replays) = (Written::default(), BTreeSet::new());
    for (folder, game) in games.values() {
        written.records(&args.out, folder, game)?;
        if args.replay && Copy::of(folder)?.is_none() {
            written.replay(&args.out, folder, game)?;
            replays.insert(game.id.clone());
        }
    }
    let games: Vec<Game> = games.into_values().map(|(_, game)| game).collect();
    let url = args.url.as_ref().map(|url| format!("{}/", url.trim_end_matches('/')));
    let club = Club { name: args.name.clone(), url, replays };
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

    /// Writes the page of a game step by step, if there is none yet for its newest record.
    fn replay(&mut self, out: &Path, folder: &Folder, game: &Game) -> Result<(), Error> {
        let path = format!("games/{}/{REPLAY}", game.id);
        let there = files::read_named_if_there(&out.join(&path), FILE_MAX)?;
        let there = there.and_then(|bytes| String::from_utf8(bytes).ok());
        if there.is_some_and(|page| replay::is_of(&page, &game.head)) {
            self.same += 1;
            return Ok(());
        }
        let page = replay::page(&store::load(folder)?, &Viewer::Public, None, Look::default())?;
        self.put(out, &path, page.text.as_bytes())
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
