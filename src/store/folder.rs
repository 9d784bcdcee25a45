//! The game folder: where everything is.

use crate::store::secrets::locked;
use crate::store::secrets::referee::SECRETS_FILE;
use crate::store::{Error, files};
use record::charter::{CHARTER_FILE, CHARTER_MAX, PROTOCOL};
use record::sums::{record_name, record_number};
use record::{Charter, Signers};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Name of the file of registered keys.
pub const SIGNERS_FILE: &str = "allowed_signers";
/// Most bytes it may have.
const SIGNERS_MAX: usize = 256 * 1024;
/// The greatest depth at which games may lie below a folder that is named.
const DEPTH_MAX: usize = 3;
/// The file in `.tabella/` that names the folder into which the referee's secrets were put away.
pub(in crate::store) const AWAY_FILE: &str = "away";
/// Most bytes of one data file or template.
pub const DATA_MAX: usize = 4 << 20;

/// The folder of one game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The game folder that `start` is or lies in.
    ///
    /// # Errors
    /// [`Error::NoGame`].
    pub fn find(start: &Path) -> Result<Self, Error> {
        let absolute =
            std::path::absolute(start).map_err(|error| Error::io("find", start, error))?;
        for folder in absolute.ancestors() {
            if files::metadata(&folder.join(CHARTER_FILE))?.is_some() {
                // A path that the user wrote is shown as it was written.
                let root = if folder == absolute { start } else { folder };
                return Ok(Self::at(root));
            }
        }
        Err(Error::NoGame(start.to_owned()))
    }

    /// The game that a folder is, or the games that lie in it, up to three folders deep, by their paths.
    ///
    /// # Errors
    /// A folder that is not there, or holds no game.
    pub fn below(folder: &Path) -> Result<Vec<Self>, Error> {
        let mut found = Vec::new();
        collect(folder, 0, &mut found)?;
        if found.is_empty() { Err(Error::NoGame(folder.to_owned())) } else { Ok(found) }
    }

    /// The folder at exactly this path, game or not.
    pub fn at(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of the records: `turns/`.
    pub fn turns(&self) -> PathBuf {
        self.root.join("turns")
    }

    pub fn record(&self, number: u32) -> PathBuf {
        self.turns().join(record_name(number))
    }

    /// The folder of the title's data with which the game was opened: `data/`.
    pub fn data(&self) -> PathBuf {
        self.root.join("data")
    }

    /// The folder of orders that wait to be resolved: `pending/`.
    pub fn pending(&self) -> PathBuf {
        self.root.join("pending")
    }

    /// The folder of orders that were sent back: `rejected/`.
    pub fn rejected(&self) -> PathBuf {
        self.root.join("rejected")
    }

    /// The folder of letters that are to be sent: `outbox/`.
    pub fn outbox(&self) -> PathBuf {
        self.root.join("outbox")
    }

    /// The folder that only the referee may read: `.tabella/`.
    pub fn private(&self) -> PathBuf {
        self.root.join(".tabella")
    }

    /// The folder of the referee's key and dice secrets: `.tabella/`, or the folder into which they were put away.
    ///
    /// # Errors
    /// [`Error::Missing`], if that folder is not there.
    pub(in crate::store) fn vault(&self) -> Result<PathBuf, Error> {
        let note = self.private().join(AWAY_FILE);
        let Some(bytes) = files::read_if_there(&note, 64 * 1024)? else {
            return Ok(self.private());
        };
        let path = PathBuf::from(files::text(&note, bytes)?.trim_end_matches('\n'));
        if files::is_folder(&path)? {
            return Ok(path);
        }
        let fix = "the referee's key and dice secrets were moved there (`tabella key away`): make \
             that folder available again"
            .to_owned();
        Err(Error::Missing { path, fix })
    }

    /// True if this is the referee's folder, which files and resolves, and not a copy of it.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn is_referees(&self) -> Result<bool, Error> {
        let private = self.private();
        Ok(locked::is_there(&private.join(SECRETS_FILE))?
            || files::metadata(&private.join(AWAY_FILE))?.is_some())
    }

    /// The charter's bytes.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn charter_bytes(&self) -> Result<Vec<u8>, Error> {
        files::read(&self.root.join(CHARTER_FILE), CHARTER_MAX)
    }

    /// The charter.
    ///
    /// # Errors
    /// [`Error`] with the path, or the field that is wrong.
    pub fn charter(&self) -> Result<Charter, Error> {
        let bytes = self.charter_bytes()?;
        Error::unless_newer(&self.root.join(CHARTER_FILE), &bytes, PROTOCOL)?;
        Ok(Charter::parse(&bytes)?)
    }

    /// The bytes of the registered keys.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn signers_bytes(&self) -> Result<Vec<u8>, Error> {
        files::read(&self.root.join(SIGNERS_FILE), SIGNERS_MAX)
    }

    /// The registered keys.
    ///
    /// # Errors
    /// [`Error`] with the path, or the line that is wrong.
    pub fn signers(&self) -> Result<Signers, Error> {
        Ok(Signers::parse(&self.signers_bytes()?)?)
    }

    /// The data files: name and bytes.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn data_files(&self) -> Result<BTreeMap<String, Vec<u8>>, Error> {
        plain_files(&self.data())
    }

    /// The number of the newest record; none before the opening is sealed.
    ///
    /// # Errors
    /// A gap in the numbers, or something in `turns/` that is no record.
    pub fn newest(&self) -> Result<Option<u32>, Error> {
        Ok(self.newest_with_litter()?.0)
    }

    /// The same from one look at `turns/`, with the names that other programs left there ([`record::is_litter`]), sorted.
    ///
    /// # Errors
    /// As [`Folder::newest`].
    pub fn newest_with_litter(&self) -> Result<(Option<u32>, Vec<String>), Error> {
        let turns = self.turns();
        let (mut numbers, mut others) = (Vec::new(), Vec::new());
        for (name, kind) in files::kinds(&turns)? {
            match record_number(&name).filter(|_| kind.is_dir()) {
                Some(number) => numbers.push(number),
                None => others.push(name),
            }
        }
        others.sort();
        let (litter, others) = others.into_iter().partition(|name| record::is_litter(name));
        let others: Vec<String> = others;
        for name in others {
            let Some(number) = record_number(&name) else {
                return Err(Error::broken(&turns.join(&name), "no turn record", "move it away"));
            };
            files::is_folder(&turns.join(&name))?;
            numbers.push(number);
        }
        let newest = numbers.iter().max().copied();
        // No two have the same number: if there are as many as there should be, none is missing.
        if newest.is_some_and(|newest| newest as usize + 1 != numbers.len()) {
            numbers.sort_unstable();
            let gap = (0..).zip(&numbers).find(|(expected, number)| expected != *number);
            let (missing, _) = gap.expect("fewer records than numbers leave a gap");
            let fix = "restore it from a copy: a game can go on only if its chain of records is \
                 unbroken";
            return Err(Error::Missing { path: self.record(missing), fix: fix.to_owned() });
        }
        Ok((newest, litter))
    }
}

fn collect(folder: &Path, depth: usize, found: &mut Vec<Folder>) -> Result<(), Error> {
    if files::metadata(&folder.join(CHARTER_FILE))?.is_some() {
        found.push(Folder::at(folder));
    } else if depth < DEPTH_MAX {
        // A second copy of a game, as browsers name them, is a game too.
        for name in files::all_names(folder)?.into_iter().filter(|name| !name.starts_with('.')) {
            let inner = folder.join(name);
            // A file beside the games is no game; a link is refused.
            if files::metadata(&inner)?.is_some_and(|it| !it.is_file()) && files::is_folder(&inner)?
            {
                collect(&inner, depth + 1, found)?;
            }
        }
    }
    Ok(())
}

pub(in crate::store) fn plain_files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let names = files::names(folder)?.into_iter();
    names.map(|name| Ok((name.clone(), files::read(&folder.join(name), DATA_MAX)?))).collect()
}
