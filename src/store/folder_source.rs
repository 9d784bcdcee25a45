//! A game folder as `verify` reads it: links are seen as links, and nothing is followed out of the folder.

use super::{Error, files};
use crate::verify::{FileSource, Item, ItemKind, Unread};
use record::charter::CHARTER_FILE;
use std::fs;
use std::path::{Path, PathBuf};

/// Most items that are listed of one folder: no game has so many records, nor a record so many files.
const ITEMS_MAX: usize = 100_000;

/// A folder on disk.
#[derive(Clone, Debug)]
pub struct FolderSource {
    root: PathBuf,
}

impl FolderSource {
    /// The folder at this path, game or not yet.
    pub(super) fn at(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    /// The folder at this path.
    ///
    /// # Errors
    /// [`Error::Missing`], if there is none.
    pub fn open(root: &Path) -> Result<Self, Error> {
        match fs::metadata(root) {
            Ok(found)
                if found.is_dir()
                    && (root.join(CHARTER_FILE).exists() || root.join("turns").exists()) =>
            {
                Ok(Self { root: root.to_owned() })
            }
            Ok(_) => Err(Error::NoGame(root.to_owned())),
            Err(_) => Err(Error::Missing {
                path: root.to_owned(),
                fix: "name the game's folder".to_owned(),
            }),
        }
    }
}

impl FileSource for FolderSource {
    fn list(&self, folder: &str) -> Result<Vec<Item>, Unread> {
        let below = Path::new(folder.trim_end_matches('/'));
        let path = self.root.join(below);
        match files::no_links(&self.root, below).and_then(|()| files::is_folder(&path)) {
            Ok(true) => {}
            Ok(false) => return Ok(Vec::new()),
            Err(error) => return Err(unread(error)),
        }
        let failed = |error: std::io::Error| Unread::Failed(error.to_string());
        let mut items = Vec::new();
        for entry in fs::read_dir(&path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let found = entry.file_type().map_err(failed)?;
            let kind = match found {
                found if found.is_file() => ItemKind::File,
                found if found.is_dir() => ItemKind::Folder,
                _ => ItemKind::Other,
            };
            if items.len() == ITEMS_MAX {
                return Err(Unread::TooLarge);
            }
            items.push(Item { name: entry.file_name().to_string_lossy().into_owned(), kind });
        }
        items.sort();
        Ok(items)
    }

    fn read(&self, path: &str, max: usize) -> Result<Vec<u8>, Unread> {
        files::read_below(&self.root, Path::new(path), max).map_err(unread)
    }
}

fn unread(error: Error) -> Unread {
    match error {
        Error::Missing { .. } => Unread::Missing,
        Error::Link(_) | Error::Kind { .. } => Unread::NotPlain,
        Error::TooLarge { .. } => Unread::TooLarge,
        other => Unread::Failed(other.to_string()),
    }
}
