//! `tabella club site`: the pages of a club, from the public records of its games.

use crate::cli::common::for_all::{self, ForAll};
use crate::cli::common::{self, CommandResult, Error, games, reports};
use crate::cli::copy::Copy;
use crate::cli::invite::Gathering;
use crate::cli::{replay, tournament};
use crate::club::Game;
use crate::club::tournament::TOURNAMENT_MAX;
use crate::report::{Language, Look, REPLAY, Reporter};
use crate::site::{self, Club, Cup, GAME_FILE, Offer};
use crate::store::copies::publish::newest_shown;
use crate::store::records::ledger::Recollection;
use crate::store::records::sealed::Sealed;
use crate::store::{self, Folder, PROGRAM, clock, files};
use clap::Args;
use engine::Viewer;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Write a club's pages from the public records of its games: front page, games, players, standings, feed
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  tabella club site games --out public --name 'The Ticinus Club' --url https://club.example"
)]
pub struct SiteArgs {
    /// Game folders (whole games or public copies), or folders that contain games
    #[arg(required = true)]
    pub games: Vec<PathBuf>,
    /// Folder to write the site to; unchanged files are left alone
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Name of the club
    #[arg(long, default_value = "Our games")]
    pub name: String,
    /// For each complete game, add a page for stepping through it
    #[arg(long)]
    pub replay: bool,
    /// File of a tournament to be given a page
    #[arg(long = "tournament", value_name = "FILE")]
    pub tournaments: Vec<PathBuf>,
    /// A folder that contains the folders of invitations; each invitation open to anybody gets a page
    #[arg(long, value_name = "DIR")]
    pub invitations: Option<PathBuf>,
    /// Address that the site will have; if given, the site gets a feed and every game gets a preview picture
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
}

/// Most bytes of a file of the site that was written before.
const FILE_MAX: usize = 64 << 20;
const PICTURE: &str = "picture.png";

/// # Errors
/// A folder that is no game; two proved games with the same id; files that cannot be read or written.
pub fn run(args: &SiteArgs) -> CommandResult {
    // A club that only invites has no game yet.
    let begun = |path: &&PathBuf| {
        let none = || matches!(Folder::below(path), Err(store::Error::NoGame(_)));
        args.invitations.is_none() || !none()
    };
    let paths: Vec<PathBuf> = args.games.iter().filter(begun).cloned().collect();
    let (games, mut unproven) = games(&paths, &args.out)?;
    let written = Written { out: &args.out, new: AtomicUsize::new(0), same: AtomicUsize::new(0) };
    let pictures = args.url.is_some() && cfg!(feature = "pictures");
    let told: Vec<Result<(Folder, Game), games::Unproven>> = games
        .into_par_iter()
        .map(|(folder, game, known)| written.records(folder, game, known.as_ref(), pictures))
        .collect::<Result<_, Error>>()?;
    let mut games = Vec::new();
    for one in told {
        match one {
            Ok(game) => games.push(game),
            Err(one) => unproven.push(one),
        }
    }
    let exit = games::tell(&unproven);
    let replays = if args.replay { written.replays(&games)? } else { BTreeSet::new() };
    let games: Vec<Game> = games.into_iter().map(|(_, game)| game).collect();
    let url = args.url.as_ref().map(|url| format!("{}/", url.trim_end_matches('/')));
    let offers = offers(args.invitations.as_deref(), &written)?;
    let unproven: Vec<(String, String)> =
        unproven.into_iter().map(|one| (one.game, one.verdict)).collect();
    let club = Club { name: args.name.clone(), url, replays, pictures, offers, unproven };
    let cups = cups(&args.tournaments, &games, &written)?;
    // The mark by which the next site knows a game comes after its records, so that a site that was cut off is
    // completed.
    let put = |path: &str, text: &str| written.put(path, text.as_bytes());
    site::pages(&games, &cups, &club, &reports::reporter(), &put)?;
    common::tell(&format!(
        "{}: {} games, {} files written, {} unchanged",
        args.out.join("index.html").display(),
        games.len(),
        written.new.into_inner(),
        written.same.into_inner()
    ));
    Ok(exit)
}

/// The proved games of which others may see something, with what the site that stands there says of each, and what is not proved.
type Games = (Vec<(Folder, Game, Option<Game>)>, Vec<games::Unproven>);

fn games(paths: &[PathBuf], out: &Path) -> Result<Games, Error> {
    let known = Mutex::new(BTreeMap::new());
    let read = |folder: Folder| {
        let Some(last) = newest_shown(&folder)? else { return Ok(None) };
        let there = known_before(&folder, last, out)?;
        let same = there.as_ref().filter(|game| is_as_it_stands(game, &folder, last));
        let game = same.cloned().map_or_else(|| games::read_to(&folder, last), Ok)?;
        let there = there.map(|there| (game.id.clone(), there));
        known.lock().expect("no thread panics").extend(there);
        Ok(Some(game))
    };
    let games::Counted { games, mut unproven } = games::collect(paths, read)?;
    // Of a game that is for its players alone nobody else learns that it is there.
    unproven.retain(|one| !one.is_private());
    let mut known = known.into_inner().expect("no thread panics");
    let games = games.into_iter().map(|(id, (folder, game))| (folder, game, known.remove(&id)));
    Ok((games.collect(), unproven))
}

/// The game as the old site tells it, if that is a beginning of the same history, and the same program wrote it.
fn known_before(folder: &Folder, last: u32, out: &Path) -> Result<Option<Game>, Error> {
    let charter = folder.charter()?;
    let path = out.join("games").join(&charter.game).join(GAME_FILE);
    let Some(bytes) = files::read_named_if_there(&path, FILE_MAX)? else { return Ok(None) };
    let Ok(game) = serde_json::from_slice::<Game>(&bytes) else { return Ok(None) };
    let Some(newest) = game.newest().map(|record| record.number).filter(|it| *it <= last) else {
        return Ok(None);
    };
    let head = Sealed::open(folder, newest)?.digest.to_string();
    Ok(Some(game).filter(|game| game.head == head && game.told_by == PROGRAM))
}

/// True if the site already says all that it may say of the game today.
fn is_as_it_stands(game: &Game, folder: &Folder, last: u32) -> bool {
    // Of a game that has gone on unseen nobody is said to be asked any more.
    let behind = folder.newest().is_ok_and(|newest| newest > Some(last));
    game.newest().is_some_and(|record| record.number == last) && game.delay.is_some() == behind
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
        let names = games::names(&invitation.title, &invitation.scenario);
        offers.push(Offer::of(invitation, names, gathering.joins()?.len()));
    }
    Ok(offers)
}

/// A tournament's file without the players' addresses: those are not for everybody.
fn public(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let Ok(mut value) = record::read_plain::<serde_json::Value>(&text) else {
        return Vec::new();
    };
    for player in value["players"].as_array_mut().into_iter().flatten() {
        if let Some(player) = player.as_object_mut() {
            player.shift_remove("mail");
        }
    }
    serde_yaml::to_string(&value).expect("plain data").into_bytes()
}

/// The files that were written, and those that were there already.
struct Written<'a> {
    out: &'a Path,
    new: AtomicUsize,
    same: AtomicUsize,
}

impl Written<'_> {
    /// Writes the pages and maps of a game's records, all of them rendered anew; gives the game with their headlines. What the site
    /// knows already is not even read, if it is all there.
    fn records(
        &self,
        folder: Folder,
        mut game: Game,
        known: Option<&Game>,
        pictures: bool,
    ) -> Result<Result<(Folder, Game), games::Unproven>, Error> {
        let place = format!("games/{}", game.id);
        // The names are those of the record's folder, for the pages lead to each other and to their maps by them.
        let names =
            |page: &str| ["report.html", "map.svg"].map(|file| format!("{place}/{page}/{file}"));
        let picture = format!("{place}/{PICTURE}");
        let there = |path: &str| files::is_there(&self.out.join(path));
        let mut fresh = 0;
        for (record, before) in
            game.records.iter_mut().zip(known.into_iter().flat_map(|it| &it.records))
        {
            if !names(&record.page).iter().all(|path| there(path)) {
                break;
            }
            record.headline.clone_from(&before.headline);
            fresh += 1;
        }
        self.same.fetch_add(fresh * 2, Ordering::Relaxed);
        if fresh == game.records.len() && (!pictures || there(&picture)) {
            return Ok(Ok((folder, game)));
        }
        let newest = game.records.len() - 1;
        let rest = fresh.min(newest)..=newest;
        let mut telling = Telling::begin(&folder);
        for record in &mut game.records[rest] {
            let told = match &mut telling {
                Ok(telling) => telling.record(record.number),
                Err(error) => Err(error.clone()),
            };
            let ForAll { markdown, page, map } = match told {
                Ok(told) => told,
                Err(error) => return Ok(Err(games::Unproven::unreadable(folder.clone(), &error))),
            };
            record.headline = games::headline(&markdown, &game.id);
            for (path, text) in names(&record.page).iter().zip([&page, &map]) {
                self.put(path, text.as_bytes())?;
            }
            if pictures && usize::try_from(record.number).is_ok_and(|number| number == newest) {
                self.put(&picture, &preview(&map)?)?;
            }
        }
        Ok(Ok((folder, game)))
    }

    /// Writes the step-by-step pages of the games whose folders lack nothing, and returns their ids.
    fn replays(&self, games: &[(Folder, Game)]) -> Result<BTreeSet<String>, Error> {
        let one = |(folder, game): &(Folder, Game)| {
            // Step by step is the whole game, or none of it.
            if game.delay.is_some() || Copy::of(folder)?.is_some() {
                return Ok(None);
            }
            self.replay(folder, game)?;
            Ok(Some(game.id.clone()))
        };
        games.par_iter().filter_map(|game| one(game).transpose()).collect()
    }

    /// Writes the step-by-step page of a game, if there is none yet for its newest record.
    fn replay(&self, folder: &Folder, game: &Game) -> Result<(), Error> {
        let path = format!("games/{}/{REPLAY}", game.id);
        let there = files::read_named_if_there(&self.out.join(&path), FILE_MAX)?;
        let there = there.and_then(|bytes| String::from_utf8(bytes).ok());
        if there.is_some_and(|page| replay::is_of(&page, &game.head)) {
            self.same.fetch_add(1, Ordering::Relaxed);
            return Ok(());
        }
        let page = replay::page(
            &store::records::load::load_of_others(folder)?,
            &Viewer::Public,
            None,
            Look::default(),
            Language::English,
        )?;
        self.put(&path, page.text.as_bytes())
    }

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

/// The records of a game, told anew one after another.
struct Telling<'a> {
    folder: &'a Folder,
    reporter: Reporter,
    /// The game that they are played again from; none in a copy that lacks what is sealed.
    game: Option<store::Game>,
    past: Recollection,
}

impl<'a> Telling<'a> {
    fn begin(folder: &'a Folder) -> Result<Self, Error> {
        let game = match Copy::of(folder)? {
            Some(_) => None,
            None => Some(store::records::load::load_of_others(folder)?),
        };
        Ok(Self { folder, reporter: reports::reporter(), game, past: Recollection::default() })
    }

    fn record(&mut self, number: u32) -> Result<ForAll, Error> {
        // Hidden dice are the referee's secret until the end, in a folder that lacks nothing else too.
        let Some(Ok(again)) = self.game.as_ref().map(|game| game.again(number)) else {
            let record = Sealed::open(self.folder, number)?;
            return for_all::in_copy(&self.reporter, self.folder, &record);
        };
        let sealing = again.sealing();
        let past = self.past.before(number, self.folder, sealing.play);
        Ok(for_all::of(&self.reporter, self.folder.root(), past, &sealing)?)
    }
}

/// A map as a picture, as wide as sites show previews of pages.
#[cfg(feature = "pictures")]
fn preview(svg: &str) -> Result<Vec<u8>, Error> {
    const WIDTH: u32 = 1200;
    printing::png(svg, WIDTH).map_err(|fault| Error::files(format!("a preview picture: {fault}")))
}

/// Without picture support, there is none.
#[cfg(not(feature = "pictures"))]
fn preview(_: &str) -> Result<Vec<u8>, Error> {
    Err(Error::files("this program was built without pictures"))
}
