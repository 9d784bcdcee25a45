//! One repository, seen through the program `git`.

use crate::gate::{CommitSignature, Entry, Snapshot};
use crate::store::{Error, files};
use crate::verify::{FileSource, Item, ItemKind, Unread};
use record::Digest;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::Mutex;

/// Name of the gate's settings in a repository's own folder, which no push can reach.
const GUARD_FILE: &str = "tabella-gate";
/// Most entries of one tree.
const ENTRIES_MAX: usize = 200_000;
/// What the settings of a repository that is only read may not do: run programs that they name, hooks among them.
const HARMLESS: [&str; 3] =
    ["core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false"];
/// Variables of git's that a hook needs: where the pushed objects wait until they are accepted.
const QUARANTINE: [&str; 3] =
    ["GIT_QUARANTINE_PATH", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"];

/// What a gate guards, told to it when it was installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Guard {
    /// The start of the game.
    pub start: Digest,
    /// The game's own branch.
    pub branch: String,
}

/// Whose settings of git count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Settings {
    /// Those of whoever started the command: their name, keys and passwords.
    Users,
    /// The same, but what a folder that somebody handed over says of programs to be run and of places to fetch from counts for
    /// nothing.
    Readers,
    /// The repository's own alone: whoever pushes decides nothing.
    Repositorys,
}

/// A git repository on this machine, reached through the program `git`.
#[derive(Clone, Debug)]
pub struct Repository {
    folder: PathBuf,
    settings: Settings,
    quarantine: Vec<(&'static str, OsString)>,
}

impl Repository {
    /// The repository in which a hook runs, or whose folder is named, with its own settings alone.
    ///
    /// # Errors
    /// No repository there, or no git.
    pub fn guarded(folder: &Path) -> Result<Self, Error> {
        let quarantine =
            QUARANTINE.iter().filter_map(|name| Some((*name, std::env::var_os(name)?)));
        let at = Self::find(folder, Settings::Repositorys)?;
        Ok(Self { quarantine: quarantine.collect(), ..at })
    }

    /// The repository that a folder is or lies in, with its user's settings.
    ///
    /// # Errors
    /// No repository there, or no git.
    pub fn own(folder: &Path) -> Result<Self, Error> {
        Self::find(folder, Settings::Users)
    }

    /// The same to be read only, whoever handed the folder over: git runs nothing there and fetches nothing.
    ///
    /// # Errors
    /// No repository there, or no git.
    pub fn read_only(folder: &Path) -> Result<Self, Error> {
        Self::find(folder, Settings::Readers)
    }

    fn find(folder: &Path, settings: Settings) -> Result<Self, Error> {
        let mut command = clean(settings);
        command.arg("-C").arg(folder).args(["rev-parse", "--absolute-git-dir"]);
        let output = output(command, &[])?;
        let none = || Error::Git(format!("{}: no git repository", folder.display()));
        if !output.status.success() {
            // With the repository's own settings alone git does not trust a folder of another user; named by itself it does.
            let bare = folder.join("HEAD").is_file() && folder.join("objects").is_dir();
            let found = if bare { folder.to_owned() } else { folder.join(".git") };
            if !found.join("objects").is_dir() {
                return Err(none());
            }
            let folder =
                std::path::absolute(&found).map_err(|error| Error::io("find", &found, error))?;
            return Ok(Self { folder, settings, quarantine: Vec::new() });
        }
        let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim_end());
        Ok(Self { folder, settings, quarantine: Vec::new() })
    }

    /// The top of the working tree that a folder lies in, and the folder's path below it: nothing at the top itself. None where the
    /// folder lies in no working tree, as in a bare repository.
    ///
    /// # Errors
    /// No git.
    pub fn top(folder: &Path) -> Result<Option<(PathBuf, String)>, Error> {
        let mut command = clean(Settings::Users);
        command.arg("-C").arg(folder).args(["rev-parse", "--show-toplevel", "--show-prefix"]);
        let found = output(command, &[])?;
        let text = String::from_utf8_lossy(&found.stdout);
        let mut lines = text.lines();
        let top = lines.next().filter(|top| found.status.success() && !top.is_empty());
        Ok(top.map(|top| (PathBuf::from(top), lines.next().unwrap_or_default().to_owned())))
    }

    /// Makes a bare repository.
    ///
    /// # Errors
    /// A folder that is not empty; no git.
    pub fn init(folder: &Path, branch: &str) -> Result<Self, Error> {
        if files::metadata(folder)?.is_some() && !files::names(folder)?.is_empty() {
            return Err(Error::NotEmpty(folder.to_owned()));
        }
        let mut command = clean(Settings::Users);
        command.args(["init", "--quiet", "--bare", "--template=", "-b", branch]).arg(folder);
        succeeded(output(command, &[])?)?;
        Self::own(folder)
    }

    /// What lies at an address, brought into an empty folder: the branches and what they name, nothing checked out.
    ///
    /// # Errors
    /// What git says; no git.
    pub(super) fn mirror(address: &str, folder: &Path) -> Result<Self, Error> {
        let mut command = clean(Settings::Users);
        command.args(["clone", "--quiet", "--bare", "--template=", "--", address]).arg(folder);
        succeeded(output(command, &[])?)?;
        Self::own(folder)
    }

    /// Its own folder: `.git` of a clone, or the bare repository.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Top of the working tree; none of a bare repository.
    pub fn worktree(&self) -> Option<PathBuf> {
        let parent = self.folder.parent()?;
        (self.folder.file_name()? == ".git").then(|| parent.to_owned())
    }

    /// A command of git in this repository.
    pub(super) fn git<I: AsRef<std::ffi::OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = I>,
    ) -> Command {
        let mut command = clean(self.settings);
        command.arg("--git-dir").arg(&self.folder);
        if let Some(worktree) = self.worktree() {
            command.arg("--work-tree").arg(worktree);
        }
        command.envs(self.quarantine.iter().map(|(name, value)| (name, value)));
        command.args(arguments);
        command
    }

    /// What a command of git says; an error if it fails.
    pub(super) fn ask<I: AsRef<std::ffi::OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = I>,
    ) -> Result<String, Error> {
        let output = succeeded(output(self.git(arguments), &[])?)?;
        Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
    }

    /// The same with something to read.
    pub(super) fn tell(command: Command, input: &[u8]) -> Result<Vec<u8>, Error> {
        Ok(succeeded(output(command, input)?)?.stdout)
    }

    /// Whether a command of git ends well.
    pub(super) fn holds<I: AsRef<std::ffi::OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = I>,
    ) -> Result<bool, Error> {
        Ok(output(self.git(arguments), &[])?.status.success())
    }

    /// The commit that a name stands for; none if there is none.
    ///
    /// # Errors
    /// No git.
    pub fn commit(&self, name: &str) -> Result<Option<String>, Error> {
        let wanted = format!("{name}^{{commit}}");
        let output = output(
            self.git(["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted]),
            &[],
        )?;
        let text = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
        Ok(output.status.success().then_some(text))
    }

    /// What the gate of this repository guards.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn guard(&self) -> Result<Option<Guard>, Error> {
        let path = self.folder.join(GUARD_FILE);
        let Some(bytes) = files::read_if_there(&path, 64 * 1024)? else { return Ok(None) };
        let fix = "install the gate anew: tabella hook install";
        let read = serde_yaml::from_slice(&bytes);
        Ok(Some(read.map_err(|error| Error::broken(&path, error.to_string(), fix))?))
    }

    /// Tells the gate what it guards.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn set_guard(&self, guard: &Guard) -> Result<(), Error> {
        let text = serde_yaml::to_string(guard).expect("two plain fields");
        files::replace(&self.folder.join(GUARD_FILE), text.as_bytes(), files::OPEN_MODE)
    }

    /// The tree of a commit.
    ///
    /// # Errors
    /// A tree that no game has; no git.
    pub(super) fn tree(&self, commit: &str) -> Result<Tree, Error> {
        let output = succeeded(output(
            self.git(["ls-tree", "-r", "-l", "-z", "--full-tree", commit]),
            &[],
        )?)?;
        let mut entries = BTreeMap::new();
        let mut folders = BTreeSet::new();
        let odd = || Error::Git(format!("the tree of {commit} is not of the form that git writes"));
        for line in output.stdout.split(|byte| *byte == 0).filter(|line| !line.is_empty()) {
            let tab = line.iter().position(|byte| *byte == b'\t').ok_or_else(odd)?;
            let about = std::str::from_utf8(&line[..tab]).map_err(|_| odd())?;
            let mut fields = about.split_ascii_whitespace();
            let (mode, _, object) = (fields.next(), fields.next(), fields.next());
            // A submodule has no size.
            let size = match fields.next() {
                Some("-") => 0,
                Some("BAD") => {
                    let what =
                        format!("files of commit {commit} are not here: git fetch --refetch");
                    return Err(Error::GitLacks(what));
                }
                size => size.and_then(|size| size.parse().ok()).ok_or_else(odd)?,
            };
            let entry = Entry {
                mode: mode.ok_or_else(odd)?.to_owned(),
                object: object.ok_or_else(odd)?.to_owned(),
                size,
            };
            let path = line[tab + 1..].to_vec();
            for (at, _) in path.iter().enumerate().filter(|(_, byte)| **byte == b'/') {
                folders.insert(path[..at].to_vec());
            }
            if entries.insert(path, entry).is_some() || entries.len() > ENTRIES_MAX {
                return Err(odd());
            }
        }
        // A file and a folder of one name: some trees say so, and no checkout can.
        if folders.iter().any(|folder| entries.contains_key(folder)) {
            return Err(odd());
        }
        Ok(Tree { entries, objects: Mutex::new(None), repository: self.clone() })
    }

    /// A commit's parents and signature.
    pub(super) fn commit_object(
        &self,
        commit: &str,
    ) -> Result<(Vec<String>, Option<CommitSignature>), Error> {
        let raw = succeeded(output(self.git(["cat-file", "commit", commit]), &[])?)?.stdout;
        Ok(taken_apart(&raw))
    }
}

/// The parents that a commit names, and its signature with what that signs.
fn taken_apart(raw: &[u8]) -> (Vec<String>, Option<CommitSignature>) {
    let end = raw.windows(2).position(|pair| pair == b"\n\n").map_or(raw.len(), |at| at + 1);
    let (mut parents, mut payload, mut armored) = (Vec::new(), Vec::new(), Vec::new());
    let mut in_signature = false;
    for line in raw[..end].split_inclusive(|byte| *byte == b'\n') {
        in_signature =
            if line.starts_with(b" ") { in_signature } else { line.starts_with(b"gpgsig ") };
        if in_signature {
            let text =
                line.strip_prefix(b"gpgsig ").or_else(|| line.strip_prefix(b" ")).unwrap_or(line);
            armored.extend_from_slice(text);
            continue;
        }
        payload.extend_from_slice(line);
        if let Some(parent) = line.strip_prefix(b"parent ") {
            parents.push(String::from_utf8_lossy(parent.trim_ascii_end()).into_owned());
        }
    }
    payload.extend_from_slice(&raw[end..]);
    let signature = (!armored.is_empty()).then(|| CommitSignature {
        payload,
        armored: String::from_utf8_lossy(&armored).into_owned(),
    });
    (parents, signature)
}

/// A commit's tree, whose files are read as they are asked for.
pub(super) struct Tree {
    pub entries: BTreeMap<Vec<u8>, Entry>,
    objects: Mutex<Option<Objects>>,
    repository: Repository,
}

/// A running `git cat-file --batch`.
struct Objects {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for Objects {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Tree {
    pub(super) fn snapshot(&self) -> Snapshot<'_> {
        Snapshot { entries: &self.entries, source: self }
    }

    /// The bytes of an object that the tree names.
    fn object(&self, name: &str) -> Result<Vec<u8>, String> {
        let mut running = self.objects.lock().map_err(|_| "git was interrupted".to_owned())?;
        if running.is_none() {
            let mut command = self.repository.git(["cat-file", "--batch"]);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            let mut child = command.spawn().map_err(|error| error.to_string())?;
            let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
                return Err("git has no pipes".to_owned());
            };
            *running = Some(Objects { child, input, output: BufReader::new(output) });
        }
        let Objects { input, output, .. } = running.as_mut().expect("it runs now");
        let mut read = || {
            writeln!(input, "{name}")?;
            input.flush()?;
            let mut header = String::new();
            output.read_line(&mut header)?;
            let size =
                header.trim_end().rsplit(' ').next().and_then(|size| size.parse::<usize>().ok());
            let Some(size) = size else {
                return Err(std::io::Error::other(header.trim_end().to_owned()));
            };
            let mut bytes = vec![0; size + 1];
            output.read_exact(&mut bytes)?;
            bytes.truncate(size);
            Ok(bytes)
        };
        read().map_err(|error| error.to_string())
    }
}

impl FileSource for Tree {
    fn list(&self, folder: &str) -> Result<Vec<Item>, Unread> {
        let folder = folder.trim_end_matches('/');
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut items = BTreeSet::new();
        for (path, entry) in &self.entries {
            let Some(rest) = path.strip_prefix(prefix.as_bytes()) else { continue };
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
        if entry.size > max as u64 {
            return Err(Unread::TooLarge);
        }
        self.object(&entry.object).map_err(Unread::Failed)
    }
}

/// git without what a hostile environment could slip in.
fn clean(settings: Settings) -> Command {
    let mut command = Command::new("git");
    for (name, _) in std::env::vars_os() {
        if settings == Settings::Repositorys && foreign(&name) || misleads(&name) {
            command.env_remove(name);
        }
    }
    command.env("GIT_NO_REPLACE_OBJECTS", "1").env("LC_ALL", "C").env("GIT_OPTIONAL_LOCKS", "0");
    if settings == Settings::Readers {
        // A clone in part fetches what it lacks, by whatever program its settings name.
        command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "");
        command.args(HARMLESS.iter().flat_map(|setting| ["-c", setting]));
    }
    if settings == Settings::Repositorys {
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
        command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_GRAFT_FILE", "/dev/null");
    }
    command
}

/// Everything that speaks to git.
fn foreign(name: &std::ffi::OsStr) -> bool {
    name.to_string_lossy().starts_with("GIT_")
}

/// What names another repository than the one that is meant, as the environment of a hook does.
fn misleads(name: &std::ffi::OsStr) -> bool {
    const NAMES: [&str; 11] = [
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_COMMON_DIR",
        "GIT_NAMESPACE",
        "GIT_PREFIX",
        "GIT_QUARANTINE_PATH",
        "GIT_OBJECT_DIRECTORY",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_SHALLOW_FILE",
        "GIT_REPLACE_REF_BASE",
    ];
    NAMES.iter().any(|misleading| name == *misleading)
}

/// Runs a command to its end.
pub(super) fn output(mut command: Command, input: &[u8]) -> Result<Output, Error> {
    let missing = |error: std::io::Error| Error::Git(format!("git does not run: {error}"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(missing)?;
    let mut stdin = child.stdin.take().expect("it was asked for");
    let input = input.to_vec();
    // Beside the reading, for git may write before it has read all.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().map_err(missing)?;
    // That git stops reading early shows in how it ends.
    drop(writer.join());
    Ok(output)
}

/// Its own words, where it failed.
pub(super) fn succeeded(output: Output) -> Result<Output, Error> {
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    let silent = || format!("git failed ({}) and did not say why", output.status);
    Err(Error::Git(if said.is_empty() { silent() } else { said }))
}

#[cfg(test)]
mod tests {
    use super::taken_apart;

    #[test]
    fn a_signed_commit_is_taken_apart_into_what_was_signed_and_by_what() {
        let raw = b"tree 1\nparent 2\nparent 3\nauthor a\ngpgsig -----BEGIN\n abc\n -----END\nencoding x\n\nA word\n\ngpgsig no\n";
        let (parents, signature) = taken_apart(raw);
        let signature = signature.unwrap();
        assert_eq!(parents, ["2", "3"]);
        assert_eq!(signature.armored, "-----BEGIN\nabc\n-----END\n");
        let payload = String::from_utf8(signature.payload).unwrap();
        assert_eq!(
            payload,
            "tree 1\nparent 2\nparent 3\nauthor a\nencoding x\n\nA word\n\ngpgsig no\n"
        );
        assert_eq!(taken_apart(b"tree 1\nauthor a\n\nparent 9\n"), (Vec::new(), None));
    }
}
