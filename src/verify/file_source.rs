//! The source of the files of a game folder.

/// A file or folder in a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    /// The name of the file or folder.
    pub name: String,
    /// Its kind.
    pub kind: ItemKind,
}

/// The kinds of items; links are not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ItemKind {
    /// It is a plain file.
    File,
    /// A folder, whose files have paths of their own.
    Folder,
    /// A link, device, socket or pipe.
    Other,
}

/// The reasons why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// There is no such file.
    Missing,
    /// It is a link or special file.
    NotPlain,
    /// It is larger than asked for.
    TooLarge,
    /// The system would not.
    Failed(String),
}

/// A game folder to be read from. Paths are relative to it, with `/`.
pub trait FileSource: Sync {
    /// The items in a folder, sorted by name; none if there is no such folder. A link to a folder counts as none.
    ///
    /// # Errors
    /// [`Unread::NotPlain`] where something else lies, or [`Unread::Failed`].
    fn list(&self, folder: &str) -> Result<Vec<Item>, Unread>;

    /// The bytes of a plain file of at most `max` bytes, links not followed.
    ///
    /// # Errors
    /// [`Unread`].
    fn read(&self, path: &str, max: usize) -> Result<Vec<u8>, Unread>;

    /// The files of other programs there, by path; they are never listed.
    fn litter(&self) -> Vec<String> {
        Vec::new()
    }
}
