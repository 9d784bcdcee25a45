//! `tabella site`: the pages of a club, from the public records of its games.

use super::args::Site;
use super::copy::Copy;
use super::invite::Gathering;
use super::{CommandResult, Error, Exit, club, replay, reports, tournament};
use crate::club::Game;
use crate::club::tournament::TOURNAMENT_MAX;
use crate::report::{Language, Look, REPLAY};
use crate::site::{self, Club, Cup, GAME_FILE, Offer};
use crate::store::publish::newest_shown;
use crate::store::sealed::Sealed;
use crate::store::{self, Folder, clock, files};
use engine::Viewer;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Most bytes of a file of the site that was written before.
const FILE_MAX: usize = 64 << 20;
/// Name of a game's preview picture.
const PICTURE: &str = "picture.png";

/// Runs the command.
///
/// # Errors
/// A folder that is no game; two games of one id; files that cannot be read or written.
pub fn run(args: &Site) -> CommandResult {
    // A club that only invites has no game yet.
    let begun = |path: &&PathBuf| {
        let none = || matches!(Folder::below(path), Err(store::Error::NoGame(_)));
        args.invitations.is_none() || !none()
    };
    let paths: Vec<PathBuf> = args.games.iter().filter(begun).cloned().collect();
    let games = games(&paths, &args.out)?;
    let written = Written { out: &args.out, new: AtomicUsize::new(0), same: AtomicUsize::new(0) };
    let pictures = args.url.is_some() && cfg!(feature = "pictures");
    games
        .par_iter()
        .try_for_each(|(folder, game, known)| written.records(folder, game, *known, pictures))?;
    let replays = if args.replay { written.replays(&games)? } else { BTreeSet::new() };
    let games: Vec<Game> = games.into_iter().map(|(_, game, _)| game).collect();
    let url = args.url.as_ref().map(|url| format!("{}/", url.trim_end_matches('/')));
    let offers = offers(args.invitations.as_deref(), &written)?;
    let club = Club { name: args.name.clone(), url, replays, pictures, offers };
    let cups = cups(&args.tournaments, &games, &written)?;
    // What tells the next site that a game is known comes behind its records, so that a site that was cut off is made good.
    let put = |path: &str, text: &str| written.put(path, text.as_bytes());
    site::pages(&games, &cups, &club, &reports::reporter(), &put)?;
    super::tell(&format!(
        "{}: {} games, {} files written, {} unchanged",
        args.out.join("index.html").display(),
        games.len(),
        written.new.into_inner(),
        written.same.into_inner()
    ));
    Ok(Exit::Done)
}

/// The games of which others may see something, by id, and whether the site that stands there knows them as they are.
fn games(paths: &[PathBuf], out: &Path) -> Result<Vec<(Folder, Game, bool)>, Error> {
    let folders: Vec<Folder> = club::folders(paths)?.into_iter().collect();
    let read = |folder: Folder| {
        let Some(last) = newest_shown(&folder)? else { return Ok(None) };
        let known = known(&folder, last, out)?;
        let seen = known.is_some();
        let game = known.map_or_else(|| club::read_to(&folder, last), Ok)?;
        Ok(Some((folder, game, seen)))
    };
    let all: Result<Vec<_>, Error> = folders.into_par_iter().map(read).collect();
    let mut games: BTreeMap<String, (Folder, Game, bool)> = BTreeMap::new();
    for one in all?.into_iter().flatten() {
        let id = one.1.id.clone();
        if let Some((other, ..)) = games.get(&id) {
            return Err(club::twice(&id, other, &one.0));
        }
        games.insert(id, one);
    }
    Ok(games.into_values().collect())
}

/// What the site that stands there says of a game, if the newest record that it may show is the same, and the same program
/// wrote it.
fn known(folder: &Folder, last: u32, out: &Path) -> Result<Option<Game>, Error> {
    let charter = folder.charter()?;
    let path = out.join("games").join(&charter.game).join(GAME_FILE);
    let Some(bytes) = files::read_named_if_there(&path, FILE_MAX)? else { return Ok(None) };
    let Ok(game) = serde_json::from_slice::<Game>(&bytes) else { return Ok(None) };
    let head = Sealed::open(folder, last)?.digest.to_string();
    // Of a game that has gone on unseen nobody is said to be asked any more.
    let behind = folder.newest()? > Some(last);
    let same = |game: &Game| game.head == head && game.delay.is_some() == behind;
    Ok(Some(game).filter(|game| same(game) && game.told_by == env!("CARGO_PKG_VERSION")))
}

/// The tournaments, each with its file beside its page.
fn cups(paths: &[PathBuf], games: &[Game], written: &Written<'_>) -> Result<Vec<Cup>, Error> {
    let mut cups = Vec::new();
    for path in paths {
        let tournament = tournament::read(path)?;
        let bytes = files::read_named(path, TOURNAMENT_MAX)?;
        written.put(&format!("tournaments/{}.yaml", tournament.tournament), &public(&bytes))?;
        cups.push(site::cup(&tournament, games));
    }
    Ok(cups)
}

/// The invitations that anybody may answer today, each with the files that a join needs beside its page.
fn offers(place: Option<&Path>, written: &Written<'_>) -> Result<Vec<Offer>, Error> {
    let Some(place) = place else { return Ok(Vec::new()) };
    let today = clock::now()?.date_naive();
    let mut offers = Vec::new();
    for gathering in Gathering::below(place)? {
        let gathering = gathering?;
        let invitation = &gathering.invitation;
        if !invitation.keys.is_empty() || !gathering.is_open(today)? {
            continue;
        }
        for (name, bytes) in gathering.given_out()? {
            written.put(&format!("open/{}/{name}", invitation.invitation), &bytes)?;
        }
        let names = club::names(&invitation.title, &invitation.scenario);
        offers.push(Offer::of(invitation, names, gathering.joins()?.len()));
    }
    Ok(offers)
}

/// A tournament's file without the players' addresses: those are not for everybody.
fn public(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let Ok(mut value) = serde_yaml::from_str::<serde_json::Value>(&text) else {
        return Vec::new();
    };
    for player in value["players"].as_array_mut().into_iter().flatten() {
        if let Some(player) = player.as_object_mut() {
            player.shift_remove("mail");
        }
    }
    serde_yaml::to_string(&value).expect("plain data").into_bytes()
}

/// What was written, and what was there already.
struct Written<'a> {
    out: &'a Path,
    new: AtomicUsize,
    same: AtomicUsize,
}

impl Written<'_> {
    /// Writes the pages and maps of a game's records, as they were sealed. What the site knows already is not even read, if it
    /// is all there.
    fn records(
        &self,
        folder: &Folder,
        game: &Game,
        known: bool,
        pictures: bool,
    ) -> Result<(), Error> {
        let place = format!("games/{}", game.id);
        // The names are those of the record's folder, for the pages lead to each other and to their maps by them.
        let names =
            |page: &str| ["report.html", "map.svg"].map(|file| format!("{place}/{page}/{file}"));
        let picture = format!("{place}/{PICTURE}");
        let mut all = game.records.iter().flat_map(|record| names(&record.page));
        let there = |path: &str| files::is_there(&self.out.join(path));
        if known && all.all(|path| there(&path)) && (!pictures || there(&picture)) {
            self.same.fetch_add(game.records.len() * 2, Ordering::Relaxed);
            return Ok(());
        }
        for record in &game.records {
            let sealed = Sealed::open(folder, record.number)?;
            for path in names(&record.page) {
                let file = path.rsplit_once('/').map_or("", |(_, file)| file);
                self.put(&path, &sealed.file(file)?)?;
            }
        }
        if pictures && let Some(record) = game.newest() {
            let svg = Sealed::open(folder, record.number)?.text("map.svg")?;
            self.put(&picture, &preview(&svg)?)?;
        }
        Ok(())
    }

    /// Writes the pages of games step by step, of those whose folder lacks nothing, and gives their ids.
    fn replays(&self, games: &[(Folder, Game, bool)]) -> Result<BTreeSet<String>, Error> {
        let one = |(folder, game, _): &(Folder, Game, bool)| {
            // Step by step is the whole game, or none of it.
            if game.delay.is_some() || Copy::of(folder)?.is_some() {
                return Ok(None);
            }
            self.replay(folder, game)?;
            Ok(Some(game.id.clone()))
        };
        games.par_iter().filter_map(|game| one(game).transpose()).collect()
    }

    /// Writes the page of a game step by step, if there is none yet for its newest record.
    fn replay(&self, folder: &Folder, game: &Game) -> Result<(), Error> {
        let path = format!("games/{}/{REPLAY}", game.id);
        let there = files::read_named_if_there(&self.out.join(&path), FILE_MAX)?;
        let there = there.and_then(|bytes| String::from_utf8(bytes).ok());
        if there.is_some_and(|page| replay::is_of(&page, &game.head)) {
            self.same.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        }
        let page = replay::page(
            &store::load(folder)?,
            &Viewer::Public,
            None,
            Look::default(),
            Language::English,
        )?;
        self.put(&path, page.text.as_bytes())
    }

    /// Writes a file of the site, if it does not stand there already.
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let path: PathBuf = self.out.join(path);
        if files::read_named_if_there(&path, FILE_MAX)?.is_some_and(|there| there == bytes) {
            self.same.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            files::make_folder(folder, files::FOLDER_MODE)?;
        }
        files::place(&path, bytes, files::OPEN_MODE)?;
        self.new.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

/// A map as a picture, as wide as sites show previews of pages.
#[cfg(feature = "pictures")]
fn preview(svg: &str) -> Result<Vec<u8>, Error> {
    const WIDTH: u32 = 1200;
    printing::png(svg, WIDTH).map_err(|fault| Error::files(format!("a preview picture: {fault}")))
}

/// A program that was built without pictures makes none.
#[cfg(not(feature = "pictures"))]
fn preview(_: &str) -> Result<Vec<u8>, Error> {
    Err(Error::files("this program was built without pictures"))
}
