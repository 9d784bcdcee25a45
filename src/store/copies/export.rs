//! A game as one archive, for keeping or for handing on: what a copy holds, and nothing that is somebody's secret.

use crate::store::copies::publish;
use crate::store::copies::tar;
use crate::store::{Error, Folder, files};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Most bytes of one file.
const FILE_MAX: usize = 64 << 20;
/// The referee's own folders: no archive holds them.
const OWN: [&str; 5] = [".tabella", "pending", "rejected", "receipts", "outbox"];

/// An archive that was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    pub files: usize,
    /// Files of records that stay sealed, by their paths in the game.
    pub sealed: Vec<String>,
    /// The referee's own folders that were left out, each with the number of its files.
    pub left: Vec<(String, usize)>,
}

/// Writes a game, as everybody or as one seat may have it, into a new ustar archive, below a folder of the game's id. The same
/// game gives the same bytes.
///
/// # Errors
/// As [`publish::publish`]; an archive that is there already.
pub fn export(folder: &Folder, out: &Path, seat: Option<&str>) -> Result<Exported, Error> {
    let failed = |error| Error::io("make a folder beside", out, error);
    let beside = out.parent().filter(|path| !path.as_os_str().is_empty());
    let staged = tempfile::tempdir_in(beside.unwrap_or(Path::new("."))).map_err(failed)?;
    let copy = staged.path().join("copy");
    let made = publish::publish(folder, &copy, seat)?;
    let game = folder.charter()?.game;
    let mut held = BTreeMap::new();
    for below in below(&copy, Path::new(""))? {
        let bytes = files::read_below(&copy, &below, FILE_MAX)?;
        held.insert(format!("{game}/{}", below.display()), bytes);
    }
    let mut exported = Exported { files: held.len(), sealed: made.sealed, ..Exported::default() };
    for name in OWN {
        let count = below(&folder.root().join(name), Path::new(""))?.len();
        if count > 0 {
            exported.left.push((name.to_owned(), count));
        }
    }
    let mode = if seat.is_some() { files::SECRET_MODE } else { files::OPEN_MODE };
    // Nobody gets to write what they unpack but its owner.
    files::place_new(out, &tar::pack(&held, mode & 0o644), mode)?;
    Ok(exported)
}

fn below(root: &Path, inside: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for name in files::names(&root.join(inside))? {
        let path = inside.join(name);
        if files::metadata(&root.join(&path))?.is_some_and(|item| item.is_dir()) {
            found.append(&mut below(root, &path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}
