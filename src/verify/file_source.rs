//! The source of the files of a game folder.

/// An entry in a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    pub name: String,
    pub kind: ItemKind,
}

/// The kinds of items; links are not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ItemKind {
    File,
    /// Its files have paths of their own.
    Folder,
    /// A link, device, socket or pipe.
    Other,
}

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    Missing,
    /// It is a link or special file.
    NotPlain,
    TooLarge,
    /// The system failed to read it, for this reason.
    Failed(String),
}

/// A game folder to be read from. Paths are relative to it, with `/`.
pub trait FileSource: Sync {
    /// The items in a folder, sorted by name; empty if there is no such folder. A link to a folder counts as none.
    ///
    /// # Errors
    /// [`Unread::NotPlain`] if something else lies there, or [`Unread::Failed`].
    fn list(&self, folder: &str) -> Result<Vec<Item>, Unread>;

    /// The bytes of a plain file of at most `max` bytes, links not followed.
    ///
    /// # Errors
    /// [`Unread`].
    fn read(&self, path: &str, max: usize) -> Result<Vec<u8>, Unread>;

    /// Files that other programs left there, by path; they are never listed.
    fn litter(&self) -> Vec<String> {
        Vec::new()
    }
}
