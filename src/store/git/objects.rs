//! Objects of a repository as git sees them: commits, and trees with their files. What is too large is refused before it is kept.

use super::repository::Repository;
use crate::gate::{self, Commit, Entry, Refusal, Snapshot};
use crate::store::Error;
use crate::verify::{FileSource, Item, ItemKind, Unread};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::Mutex;

/// Maximum number of files in a tree.
pub(super) const ENTRIES_MAX: usize = 200_000;
/// Maximum length of a path, in bytes. The files of a game have shorter ones.
const PATH_MAX: usize = 1024;
/// Maximum length of a line about an entry, in bytes: its path, after mode, kind, object and size.
const LINE_MAX: u64 = PATH_MAX as u64 + 256;
/// Maximum size of a commit with its message and signature, in bytes.
const COMMIT_MAX: usize = 64 * 1024;

impl Repository {
    pub(super) fn parents(&self, commit: &str) -> Result<Vec<String>, Error> {
        let listed = self.ask(["rev-list", "--no-walk", "--parents", commit])?;
        Ok(listed.split_whitespace().skip(1).map(str::to_owned).collect())
    }

    /// The tree of a commit, as `git ls-tree` lists it.
    ///
    /// # Errors
    /// [`Error::Refused`] for a tree that no game has; no git.
    pub(super) fn tree(&self, commit: &str) -> Result<Tree, Error> {
        self.tree_within(commit, ENTRIES_MAX)
    }

    /// Like [`Repository::tree`], for a tree of at most `most` files.
    ///
    /// # Errors
    /// As [`Repository::tree`].
    pub(super) fn tree_within(&self, commit: &str, most: usize) -> Result<Tree, Error> {
        let mut command = self.git(["ls-tree", "-r", "-l", "-z", "--full-tree", commit]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let missing = |error: std::io::Error| Error::Git(format!("git cannot be run: {error}"));
        let mut child = command.spawn().map_err(missing)?;
        let listed = BufReader::new(child.stdout.take().expect("the value was requested"));
        let entries = entries(listed, commit, most);
        if entries.is_err() {
            // Whoever pushed a tree without end must not make git list all of it.
            drop(child.kill());
        }
        let output = child.wait_with_output().map_err(missing)?;
        let entries = entries?;
        super::repository::succeeded(output)?;
        Ok(Tree { entries, objects: Objects::of(self) })
    }
}

/// The entries of a tree, from the lines of `git ls-tree`.
fn entries(
    mut listed: impl BufRead,
    commit: &str,
    most: usize,
) -> Result<BTreeMap<Vec<u8>, Entry>, Error> {
    let refused = |code, what: &str| Error::Refused(Refusal::new(code, what).of(commit));
    let odd = || Error::Git(format!("git lists the tree of {commit} in an unknown form"));
    let mut entries = BTreeMap::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = listed.by_ref().take(LINE_MAX).read_until(0, &mut line);
        read.map_err(|error| Error::Git(format!("git ls-tree: {error}")))?;
        if line.is_empty() {
            break;
        }
        if line.pop() != Some(0) {
            return Err(refused(
                "G-name",
                "its tree has a path that is longer than any path of a game",
            ));
        }
        let tab = line.iter().position(|byte| *byte == b'\t').ok_or_else(odd)?;
        let about = std::str::from_utf8(&line[..tab]).map_err(|_| odd())?;
        let mut fields = about.split_ascii_whitespace();
        let (mode, _, object) = (fields.next(), fields.next(), fields.next());
        // A submodule has no size.
        let size = match fields.next() {
            Some("-") => 0,
            Some("BAD") => {
                let what =
                    format!("this clone lacks files of commit {commit}: run `git fetch --refetch`");
                return Err(Error::GitLacks(what));
            }
            size => size.and_then(|size| size.parse().ok()).ok_or_else(odd)?,
        };
        let entry = Entry {
            mode: mode.ok_or_else(odd)?.to_owned(),
            object: object.ok_or_else(odd)?.to_owned(),
            size,
        };
        if entries.insert(line[tab + 1..].to_vec(), entry).is_some() {
            return Err(refused("G-name", "its tree contains a path twice"));
        }
        if entries.len() > most {
            let what = format!("its tree has more than {most} files");
            return Err(refused("G-many", &what));
        }
    }
    // A file and a folder of one name: some trees say so, and no checkout can.
    let folders = |path: &Vec<u8>| {
        let ends = path.iter().enumerate().filter(|(_, byte)| **byte == b'/');
        ends.map(|(at, _)| at).any(|at| entries.contains_key(&path[..at]))
    };
    if entries.keys().any(folders) {
        return Err(refused("G-name", "its tree has a file and a folder with the same name"));
    }
    Ok(entries)
}

/// A commit's tree, whose files are read as they are asked for.
pub(super) struct Tree {
    pub entries: BTreeMap<Vec<u8>, Entry>,
    objects: Objects,
}

impl Tree {
    pub(super) fn snapshot(&self) -> Snapshot<'_> {
        Snapshot { entries: &self.entries, source: self }
    }
}

impl FileSource for Tree {
    fn list(&self, folder: &str) -> Result<Vec<Item>, Unread> {
        let folder = folder.trim_end_matches('/');
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut items = BTreeSet::new();
        let below = self.entries.range(prefix.clone().into_bytes()..);
        for (path, entry) in below {
            let Some(rest) = path.strip_prefix(prefix.as_bytes()) else { break };
            let (name, kind) = match rest.iter().position(|byte| *byte == b'/') {
                Some(at) => (&rest[..at], ItemKind::Folder),
                None if entry.mode == "100644" => (rest, ItemKind::File),
                None => (rest, ItemKind::Other),
            };
            items.insert(Item { name: String::from_utf8_lossy(name).into_owned(), kind });
        }
        Ok(items.into_iter().collect())
    }

    fn read(&self, path: &str, max: usize) -> Result<Vec<u8>, Unread> {
        let Some(entry) = self.entries.get(path.as_bytes()) else { return Err(Unread::Missing) };
        if entry.mode != "100644" {
            return Err(Unread::NotPlain);
        }
        self.objects.read(&entry.object, "blob", max)
    }
}

/// Objects by their names, read through one `git cat-file --batch`.
pub(super) struct Objects {
    repository: Repository,
    running: Mutex<Option<Running>>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Objects {
    pub(super) fn of(repository: &Repository) -> Self {
        Self { repository: repository.clone(), running: Mutex::new(None) }
    }

    /// The contents of a commit, which must have this number of parents.
    ///
    /// # Errors
    /// [`Error::Refused`] for a commit that git would read differently from what was signed; no git.
    pub(super) fn commit(&self, commit: &str, parents: usize) -> Result<Commit, Error> {
        let refused = |refusal: Refusal| Error::Refused(refusal.of(commit));
        let raw = match self.read(commit, "commit", COMMIT_MAX) {
            Ok(raw) => raw,
            Err(Unread::TooLarge) => {
                return Err(refused(Refusal::new(
                    "G-commit",
                    "it is larger than any commit needs to be",
                )));
            }
            Err(Unread::Failed(why)) => return Err(Error::Git(format!("{commit}: {why}"))),
            Err(Unread::Missing | Unread::NotPlain) => {
                return Err(Error::Git(format!("{commit}: no commit")));
            }
        };
        gate::commit(&raw, parents).map_err(refused)
    }

    fn read(&self, name: &str, kind: &str, max: usize) -> Result<Vec<u8>, Unread> {
        let failed = |error: std::io::Error| Unread::Failed(error.to_string());
        let interrupted = |_| Unread::Failed("git was interrupted".to_owned());
        let mut running = self.running.lock().map_err(interrupted)?;
        let Running { input, output, .. } = match &mut *running {
            Some(running) => running,
            none => none.insert(self.start().map_err(failed)?),
        };
        writeln!(input, "{name}").and_then(|()| input.flush()).map_err(failed)?;
        let mut header = String::new();
        output.read_line(&mut header).map_err(failed)?;
        let fields: Vec<&str> = header.trim_end().split(' ').collect();
        let [_, found, size] = fields[..] else {
            return Err(Unread::Failed(header.trim_end().to_owned()));
        };
        let Ok(size) = size.parse::<u64>() else {
            return Err(Unread::Failed(header.trim_end().to_owned()));
        };
        let mut content = output.by_ref().take(size + 1);
        if found != kind || size > max as u64 {
            std::io::copy(&mut content, &mut std::io::sink()).map_err(failed)?;
            return Err(if found == kind { Unread::TooLarge } else { Unread::NotPlain });
        }
        let mut bytes = Vec::new();
        content.read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 != size + 1 {
            return Err(Unread::Failed("git ended early".to_owned()));
        }
        bytes.pop();
        Ok(bytes)
    }

    fn start(&self) -> std::io::Result<Running> {
        let mut command = self.repository.git(["cat-file", "--batch"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("the pipes to git are missing"));
        };
        Ok(Running { child, input, output: BufReader::new(output) })
    }
}
