//! A game folder as `verify` reads it: links are seen as links, and nothing is followed out of the folder.

use super::{Trouble, files};
use crate::verify::{Item, ItemKind, Shelf, Unread};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder on disk.
#[derive(Clone, Debug)]
pub struct FolderShelf {
    root: PathBuf,
}

impl FolderShelf {
    /// The folder at this path.
    ///
    /// # Errors
    /// [`Trouble::Missing`], if there is none.
    pub fn open(root: &Path) -> Result<Self, Trouble> {
        match fs::metadata(root) {
            Ok(found) if found.is_dir() => Ok(Self { root: root.to_owned() }),
            _ => Err(Trouble::Missing { path: root.to_owned(), fix: "name the game's folder".to_owned() }),
        }
    }
}

impl Shelf for FolderShelf {
    fn list(&self, folder: &str) -> Result<Vec<Item>, String> {
        let entries = match fs::read_dir(self.root.join(folder)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error.to_string()),
        };
        let mut items = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| error.to_string())?;
            let found = entry.file_type().map_err(|error| error.to_string())?;
            let kind = match found {
                found if found.is_file() => ItemKind::File,
                found if found.is_dir() => ItemKind::Folder,
                _ => ItemKind::Other,
            };
            items.push(Item { name: entry.file_name().to_string_lossy().into_owned(), kind });
        }
        items.sort();
        Ok(items)
    }

    fn read(&self, path: &str, max: usize) -> Result<Vec<u8>, Unread> {
        files::read(&self.root.join(path), max).map_err(|trouble| match trouble {
            Trouble::Missing { .. } => Unread::Missing,
            Trouble::Link(_) | Trouble::Kind { .. } => Unread::NotPlain,
            Trouble::TooLarge { .. } => Unread::TooLarge,
            other => Unread::Failed(other.to_string()),
        })
    }
}
