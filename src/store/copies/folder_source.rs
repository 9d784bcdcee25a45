//! A game folder as `verify` reads it: links are seen as links, and nothing is followed out of the folder.

use crate::store::{Error, files};
use crate::verify::{FileSource, Item, ItemKind, Unread};
use record::charter::CHARTER_FILE;
use record::sums::record_name;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Most items that are listed of one folder: no game has so many records, nor a record so many files.
const ITEMS_MAX: usize = 100_000;

/// A folder on disk.
#[derive(Clone, Debug)]
pub struct FolderSource {
    root: PathBuf,
    /// The first thing that the system would not let be read.
    failed: Arc<OnceLock<String>>,
}

impl FolderSource {
    /// The folder at this path, game or not yet.
    pub(in crate::store) fn at(root: &Path) -> Self {
        Self { root: root.to_owned(), failed: Arc::default() }
    }

    /// The path that the system did not let the program read, if there was one: then the findings about the folder
    /// prove nothing.
    pub fn failed(&self) -> Option<&str> {
        self.failed.get().map(String::as_str)
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
                Ok(Self::at(root))
            }
            Ok(_) => Err(Error::NoGame(root.to_owned())),
            Err(_) => Err(Error::Missing {
                path: root.to_owned(),
                fix: "name the game's folder".to_owned(),
            }),
        }
    }
}

/// Folders of a game in which litter is looked for, with those below them.
const PLACES: [&str; 4] = ["", "data", "turns", "receipts"];
/// Most paths of litter that are told.
const LITTER_MAX: usize = 50;

impl FolderSource {
    /// All that lies in a folder, sorted by name.
    fn all(&self, folder: &str) -> Result<Vec<Item>, Unread> {
        let below = Path::new(folder.trim_end_matches('/'));
        let path = self.root.join(below);
        match files::no_links(&self.root, below).and_then(|()| files::is_folder(&path)) {
            Ok(true) => {}
            Ok(false) => return Ok(Vec::new()),
            Err(error) => return Err(self.unread(error)),
        }
        let failed = |error: std::io::Error| self.unread(Error::io("read", &path, error));
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

    /// Files that other programs left where a command looks that only reads: beside the game, in its data, among its records and in
    /// the newest of them. `litter` is what lies among the records. `verify` looks at all records.
    pub fn litter_in_view(&self, newest: Option<u32>, litter: &[String]) -> Vec<String> {
        let mut found = Vec::new();
        self.collect_litter("", false, &mut found);
        self.collect_litter("data", true, &mut found);
        found.extend(litter.iter().map(|name| format!("turns/{name}")));
        if let Some(newest) = newest {
            self.collect_litter(&format!("turns/{}", record_name(newest)), true, &mut found);
            self.collect_litter(&format!("receipts/{}", record_name(newest + 1)), true, &mut found);
        }
        found.truncate(LITTER_MAX);
        found
    }

    fn unread(&self, error: Error) -> Unread {
        match error {
            Error::Missing { .. } => Unread::Missing,
            Error::Link(_) | Error::Kind { .. } => Unread::NotPlain,
            Error::TooLarge { .. } => Unread::TooLarge,
            other => {
                let what = other.to_string();
                let _ = self.failed.set(what.clone());
                Unread::Failed(what)
            }
        }
    }

    fn collect_litter(&self, folder: &str, below: bool, found: &mut Vec<String>) {
        for item in self.all(folder).unwrap_or_default() {
            let path = if folder.is_empty() {
                item.name.clone()
            } else {
                format!("{folder}/{}", item.name)
            };
            if found.len() == LITTER_MAX {
                return;
            }
            if record::is_litter(&item.name) {
                found.push(path);
            } else if below && item.kind == ItemKind::Folder {
                self.collect_litter(&path, true, found);
            }
        }
    }
}

impl FileSource for FolderSource {
    fn list(&self, folder: &str) -> Result<Vec<Item>, Unread> {
        let mut items = self.all(folder)?;
        items.retain(|item| !record::is_litter(&item.name));
        Ok(items)
    }

    fn read(&self, path: &str, max: usize) -> Result<Vec<u8>, Unread> {
        files::read_below(&self.root, Path::new(path), max).map_err(|error| self.unread(error))
    }

    fn litter(&self) -> Vec<String> {
        let mut found = Vec::new();
        for place in PLACES {
            self.collect_litter(place, !place.is_empty(), &mut found);
        }
        found
    }
}
