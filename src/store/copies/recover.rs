//! A referee's folder made whole again: from the secrets, which nobody else has, and from any copies of the game. Copies leave out what
//! is hidden; it is made anew from orders and secrets, and counts where it has the digest that the referee signed.

use crate::session::{Amendment, Inputs, Session, newcomers};
use crate::store::copies::ignored;
use crate::store::load;
use crate::store::lock::PATIENCE;
use crate::store::orders::pending::Pending;
use crate::store::records::resolve::Work;
use crate::store::records::sealed::{FILE_MAX, RESTORE, SIGNATURE_MAX, Sealed};
use crate::store::records::staging::Draft;
use crate::store::records::{create, load, memory, timeline};
use crate::store::secrets::referee::Referee;
use crate::store::{Error, Folder, Lock, Reports, files};
use engine::Seat;
use record::change::History;
use record::charter::CHARTER_FILE;
use record::exchange::receive;
use record::sums::{SUMS_FILE, SUMS_SIGNATURE, previous_path, record_name};
use record::{Digest, Owner, owner};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Most bytes of the charter, and of any other file beside the records.
const BESIDE_MAX: usize = 1 << 20;
/// The folder among the referee's own files in which the game is put together.
const SCRATCH: &str = "recovering";

/// The result of making a folder whole again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovered {
    pub newest: u32,
    /// Files that came from copies.
    pub copied: Vec<String>,
    /// Files that no copy had, made anew.
    pub made: Vec<String>,
    /// Files that nobody had, each with who can give it.
    pub missing: Vec<(String, String)>,
    /// Files in the folder that differ from what was sealed.
    pub altered: Vec<String>,
}

/// The folder in which the game is put together before its files come into a folder: reports are rendered from the
/// files there.
pub fn scratch(root: &Path) -> PathBuf {
    Folder::at(root).private().join(SCRATCH)
}

/// Makes a referee's folder whole from copies and single files, such as the order files that players kept. What renders the reports
/// looks at [`scratch`].
///
/// # Errors
/// Secrets that are not here; copies of two histories; [`Error`] with the path.
pub fn recover(root: &Path, from: &[PathBuf], reports: &Reports<'_>) -> Result<Recovered, Error> {
    let folder = Folder::at(root);
    let referee = Referee::load(&folder)?;
    let _lock = Lock::take(&folder, PATIENCE)?;
    let sources = Sources::open(root, from)?;
    let scratch = scratch(root);
    files::remove_folder(&scratch)?;
    files::make_folder(&scratch, files::SECRET_FOLDER_MODE)?;
    let done =
        Rebuilding { sources: &sources, referee: &referee, folder: Folder::at(&scratch), reports }
            .all()
            .and_then(|(done, head)| settle(&folder, &scratch, done, head));
    files::remove_folder(&scratch)?;
    done
}

/// Puts what was put together into the folder; what lies there is never overwritten.
fn settle(
    folder: &Folder,
    scratch: &Path,
    mut done: Recovered,
    head: Digest,
) -> Result<Recovered, Error> {
    for below in below(scratch, Path::new(""))? {
        let bytes = files::read_below(scratch, &below, FILE_MAX)?;
        let name = below.display().to_string();
        match files::read_below_if_there(folder.root(), &below, FILE_MAX)? {
            Some(there) if there == bytes => {
                done.copied.retain(|one| *one != name);
            }
            Some(_) => done.altered.push(name),
            None => {
                if let Some(parent) = below.parent() {
                    files::make_folder(&folder.root().join(parent), files::FOLDER_MODE)?;
                }
                let within = name.split('/').skip(2).collect::<Vec<_>>().join("/");
                files::replace(&folder.root().join(&below), &bytes, files::mode_of(&within))?;
            }
        }
    }
    memory::remember_at_least(folder, done.newest, head)?;
    ignored::ignore(folder, false)?;
    Ok(done)
}

/// The files below a folder, but for what belongs to one machine.
fn below(root: &Path, at: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for name in files::names(&root.join(at))? {
        let path = at.join(&name);
        if name == ".tabella" {
            continue;
        }
        if files::is_folder(&root.join(&path)).unwrap_or(false) {
            found.extend(below(root, &path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

struct Sources {
    /// Folders of the game, the one to be made whole first.
    games: Vec<PathBuf>,
    /// Single files, by their digests.
    loose: BTreeMap<Digest, Vec<u8>>,
}

impl Sources {
    fn open(root: &Path, from: &[PathBuf]) -> Result<Self, Error> {
        let mut sources = Self { games: vec![root.to_owned()], loose: BTreeMap::new() };
        for path in from {
            if !files::is_folder(path).unwrap_or(false) {
                sources.keep(path)?;
            } else if files::metadata(&path.join(CHARTER_FILE))?.is_some() {
                sources.games.push(path.clone());
            } else {
                for name in files::names(path)? {
                    sources.keep(&path.join(name))?;
                }
            }
        }
        sources.games.retain(|game| game.join(CHARTER_FILE).is_file());
        if sources.games.is_empty() {
            let fix =
                "name a copy of the game, a player's or a public one: --from FOLDER".to_owned();
            return Err(Error::Missing { path: root.join(CHARTER_FILE), fix });
        }
        Ok(sources)
    }

    fn keep(&mut self, path: &Path) -> Result<(), Error> {
        let bytes = files::read(path, FILE_MAX)?;
        self.loose.insert(Digest::of(&bytes), bytes);
        Ok(())
    }

    fn file(&self, below: &str, digest: &Digest) -> Option<Vec<u8>> {
        let there = |root: &PathBuf| files::read_below(root, Path::new(below), FILE_MAX).ok();
        let mut all = self.games.iter().filter_map(there);
        all.find(|bytes| Digest::of(bytes) == *digest).or_else(|| self.loose.get(digest).cloned())
    }

    /// The record of a number that continues the chain, under the seal of these keys; none behind the newest.
    fn record(
        &self,
        number: u32,
        behind: Option<(&History, &Sealed)>,
    ) -> Result<Option<(PathBuf, Sealed)>, Error> {
        let mut found: Option<(PathBuf, Sealed)> = None;
        for game in &self.games {
            let path = game.join("turns").join(record_name(number));
            let Ok(sealed) = Sealed::open_at(path, number) else { continue };
            if let Some((history, before)) = behind {
                let continues = sealed.sums.lines.get(&previous_path(before.number));
                let fits = continues == Some(&before.digest)
                    && timeline::changed(history, &sealed, before)
                        .is_ok_and(|next| sealed.check_seal(&next.signers).is_ok());
                if !fits {
                    continue;
                }
            }
            match &found {
                Some((other, known)) if known.digest != sealed.digest => {
                    let what = format!("another history than {}", other.display());
                    let fix = "`tabella verify COPY --against COPY` shows where they differ; name \
                         only copies of the same history";
                    return Err(Error::broken(game, what, fix));
                }
                Some(_) => {}
                None => found = Some((game.clone(), sealed)),
            }
        }
        Ok(found)
    }
}

struct Rebuilding<'a> {
    sources: &'a Sources,
    referee: &'a Referee,
    folder: Folder,
    reports: &'a Reports<'a>,
}

impl Rebuilding<'_> {
    fn all(&self) -> Result<(Recovered, Digest), Error> {
        let mut done = Recovered::default();
        let Some((game, opening)) = self.sources.record(0, None)? else {
            let fix = "name a copy that holds the opening".to_owned();
            return Err(Error::Missing { path: self.folder.record(0), fix });
        };
        self.foundation(&game, &opening, &mut done)?;
        let (charter, signers) = (self.folder.charter()?, self.folder.signers()?);
        opening.check_seal(&signers)?;
        let mut history = History::start(charter, signers);
        self.record(&opening, &history, &mut done)?;
        let mut before = opening;
        while let Some((_, next)) =
            self.sources.record(before.number + 1, Some((&history, &before)))?
        {
            history = timeline::changed(&history, &next, &before)?;
            self.record(&next, &history, &mut done)?;
            history = history.unchanged();
            before = next;
        }
        done.newest = before.number;
        self.notices(&mut done)?;
        Ok((done, before.digest))
    }

    /// Finds the files beside the records, as the opening lists them.
    fn foundation(&self, game: &Path, opening: &Sealed, done: &mut Recovered) -> Result<(), Error> {
        self.put(".gitattributes", b"* -text\n", done)?;
        for (listed, digest) in &opening.sums.lines {
            let Some(below) = listed.strip_prefix("../../") else { continue };
            let Some(bytes) = self.sources.file(below, digest) else {
                return Err(Error::broken(
                    &game.join(below),
                    "not the file that was sealed",
                    RESTORE,
                ));
            };
            self.put(below, &bytes, done)?;
        }
        Ok(())
    }

    /// Changes that wait for consents, as far as copies show them.
    fn notices(&self, done: &mut Recovered) -> Result<(), Error> {
        for game in &self.sources.games {
            for name in files::names(&game.join("notices"))? {
                let below = format!("notices/{name}");
                if !self.folder.root().join(&below).exists() {
                    let bytes = files::read_below(game, Path::new(&below), BESIDE_MAX)?;
                    self.put(&below, &bytes, done)?;
                }
            }
        }
        Ok(())
    }

    fn put(&self, below: &str, bytes: &[u8], done: &mut Recovered) -> Result<(), Error> {
        let path = self.folder.root().join(below);
        if let Some(parent) = path.parent() {
            files::make_folder(parent, files::FOLDER_MODE)?;
        }
        files::replace(&path, bytes, files::SECRET_MODE)?;
        done.copied.push(below.to_owned());
        Ok(())
    }

    /// The files of a record: from copies, and what none has, made anew.
    fn record(
        &self,
        record: &Sealed,
        history: &History,
        done: &mut Recovered,
    ) -> Result<(), Error> {
        let at = format!("turns/{}", record_name(record.number));
        let (mut files, mut lacking) = (BTreeMap::new(), BTreeSet::new());
        for (name, digest) in record.sums.local() {
            match self.sources.file(&format!("{at}/{name}"), &digest) {
                Some(bytes) => drop(files.insert(name.to_owned(), bytes)),
                None => drop(lacking.insert(name.to_owned())),
            }
        }
        let made = if lacking.is_empty() || lacking.iter().any(|name| name.starts_with("orders/")) {
            BTreeMap::new()
        } else {
            // A file that cannot be made again counts as missing, whatever the reason.
            self.again(record, history, &files).unwrap_or_default()
        };
        for (name, bytes) in &files {
            self.put(&format!("{at}/{name}"), bytes, done)?;
        }
        for name in lacking {
            let path = format!("{at}/{name}");
            match made.get(&name).filter(|bytes| record.sums.lines[&name] == Digest::of(bytes)) {
                Some(bytes) => {
                    self.put(&path, bytes, done)?;
                    done.copied.pop();
                    done.made.push(path);
                }
                None => done.missing.push((path, who_has(&name))),
            }
        }
        let seal = files::read(&record.path().join(SUMS_SIGNATURE), SIGNATURE_MAX)?;
        self.put(&format!("{at}/{SUMS_SIGNATURE}"), &seal, done)?;
        self.put(&format!("{at}/{SUMS_FILE}"), record.list(), done)
    }

    /// The files of a record, made from what it was resolved from.
    fn again(
        &self,
        record: &Sealed,
        history: &History,
        files: &BTreeMap<String, Vec<u8>>,
    ) -> Result<BTreeMap<String, Vec<u8>>, Error> {
        let turn = record.turn()?;
        if record.number == 0 {
            let loaded = load::loaded(&self.folder, &record.sums, &history.charter)?;
            let opened = Session::open(history.charter.clone(), loaded.as_ref())?;
            let hidden = self.referee.hidden(&history.charter.dice)?;
            let mut draft = Draft::begin(&self.folder, 0)?;
            create::fill(&mut draft, &opened, hidden, turn.resolved, self.reports)?;
            return draft.into_files();
        }
        let game = load(&self.folder)?;
        let changes = record.changes()?;
        let filed = filed(history, files)?;
        let mut work = Work::again(game, (changes, history.clone()), self.referee, &turn)?;
        let own = history.own().map(|own| own.change.action.clone());
        let resolved = match own {
            Some(action) => {
                let back = load::back(&self.folder, &action)?;
                let change =
                    Amendment { action: &action, back: back.as_deref(), secret: &work.secret };
                work.session.amend(work.loaded.as_ref(), change)?
            }
            None => {
                let accepted = filed
                    .iter()
                    .map(|one| (one.seat.clone(), one.received.file.clone().into()))
                    .collect();
                let absent: BTreeSet<Seat> =
                    turn.absent.iter().map(|name| Seat::new(name)).collect();
                let hidden = Some(self.referee.hidden(&history.charter.dice)?);
                let inputs = Inputs {
                    accepted: &accepted,
                    absent: &absent,
                    newcomers: &newcomers(history),
                    secret: &work.secret,
                    hidden,
                };
                work.session
                    .resolve(&inputs)
                    .map_err(|stop| Error::Unsound(format!("record {}: {stop:?}", record.number)))?
            }
        };
        work.files(&resolved, &filed, &turn, self.reports)
    }
}

/// The orders of a record, each with its signature.
fn filed(history: &History, files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<Pending>, Error> {
    let mut found = Vec::new();
    for (name, bytes) in files.iter().filter(|(name, _)| name.starts_with("orders/")) {
        if name.strip_suffix(".yaml").is_none() {
            continue;
        }
        let signature = files.get(&format!("{name}.sig")).map(Vec::as_slice);
        let received = receive(bytes, signature, &history.signers)
            .map_err(|_| Error::broken(Path::new(name), "its signature is not valid", RESTORE))?;
        let (seat, time) = (received.file.seat.clone(), chrono::DateTime::UNIX_EPOCH);
        found.push(Pending { seat, received, time });
    }
    Ok(found)
}

/// The people who may have a file that no copy had, in words.
fn who_has(name: &str) -> String {
    match owner(name) {
        Some(Owner::Seat(seat)) if name.starts_with("orders/") => {
            format!(
                "{seat} signed it: it is in their copy of the game, or in the file that they sent"
            )
        }
        Some(Owner::Seat(seat)) => format!("the copy of {seat} holds it"),
        Some(Owner::Referee) => {
            "it can be made again from the orders and the secrets, once all orders are there"
                .to_owned()
        }
        None => "every complete copy holds it".to_owned(),
    }
}
