//! One repository, seen through the program `git`.

use crate::store::{Error, files};
use record::Digest;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// File with the gate's settings, in the repository's own folder, which no push can reach.
const GUARD_FILE: &str = "tabella-gate";
/// File beside it that lists the judged commits of the game's branch, one per line.
const JUDGED_FILE: &str = "tabella-judged";
/// Maximum size of either file, in bytes.
const NOTES_MAX: usize = 16 << 20;
/// Options that keep the settings of a read-only repository from running programs, hooks among them.
const HARMLESS: [&str; 3] =
    ["core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false"];
/// Git's variables that a hook needs: they say where pushed objects wait until they are accepted.
const QUARANTINE: [&str; 3] =
    ["GIT_QUARANTINE_PATH", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"];

/// The game that a gate guards, recorded when the gate was installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Guard {
    pub start: Digest,
    pub branch: String,
}

/// Whose git settings count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Settings {
    /// The settings of the person who started the command: their name, keys and passwords.
    Users,
    /// The same, except that the settings of a folder that somebody handed over may name no programs to run and no
    /// places to fetch from.
    Readers,
    /// The repository's own settings alone, so that a person who pushes decides nothing.
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
    /// The repository in which a hook runs, or at `folder`, with its own settings alone.
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

    /// The same, to be read only. Git runs nothing there and fetches nothing, so this is safe for a folder that
    /// somebody else handed over.
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
        let none = || Error::Git(format!("{}: not a git repository", folder.display()));
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

    /// The top of the working tree in which a folder lies, and the folder's path below it, empty at the top itself.
    /// None if the folder lies in no working tree, as in a bare repository.
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
        // Commits of a repository with other digests carry their signature under another name, which no forge knows.
        command.args(["init", "--quiet", "--bare", "--template=", "--object-format=sha1"]);
        command.args(["-b", branch]).arg(folder);
        succeeded(output(command, &[])?)?;
        Self::own(folder)
    }

    /// Copies the repository at an address into an empty folder: branches and their objects, nothing checked out.
    ///
    /// # Errors
    /// Git's message, or no git.
    pub(super) fn mirror(address: &str, folder: &Path) -> Result<Self, Error> {
        let mut command = clean(Settings::Users);
        command.args(["clone", "--quiet", "--bare", "--template=", "--", address]).arg(folder);
        succeeded(output(command, &[])?)?;
        Self::own(folder)
    }

    /// The git directory: `.git` of a clone, or the bare repository itself.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Top of the working tree; none of a bare repository.
    pub fn worktree(&self) -> Option<PathBuf> {
        let parent = self.folder.parent()?;
        (self.folder.file_name()? == ".git").then(|| parent.to_owned())
    }

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

    /// The output of a git command; an error if the command fails.
    pub(super) fn ask<I: AsRef<std::ffi::OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = I>,
    ) -> Result<String, Error> {
        let output = succeeded(output(self.git(arguments), &[])?)?;
        Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
    }

    /// Runs a git command with `input` on its standard input; returns its output.
    pub(super) fn tell(command: Command, input: &[u8]) -> Result<Vec<u8>, Error> {
        Ok(succeeded(output(command, input)?)?.stdout)
    }

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

    /// The game that the gate of this repository guards.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn guard(&self) -> Result<Option<Guard>, Error> {
        let path = self.folder.join(GUARD_FILE);
        let Some(bytes) = files::read_if_there(&path, NOTES_MAX)? else { return Ok(None) };
        let fix = "install the gate again with `tabella git hook install`";
        let read = record::read_plain(&files::text(&path, bytes)?);
        Ok(Some(read.map_err(|what| Error::broken(&path, what, fix))?))
    }

    /// Notes that a commit of the game's branch, with all its ancestors, was judged and may be there.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub(super) fn note_judged(&self, commit: &str) -> Result<(), Error> {
        files::append_line(&self.folder.join(JUDGED_FILE), commit, files::OPEN_MODE)
    }

    /// The commits of the game's branch that were judged, the newest first.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(super) fn judged(&self) -> Result<Vec<String>, Error> {
        let path = self.folder.join(JUDGED_FILE);
        let noted = files::read_if_there(&path, NOTES_MAX)?.unwrap_or_default();
        Ok(String::from_utf8_lossy(&noted).lines().rev().map(str::to_owned).collect())
    }

    /// Tells the gate what it guards.
    ///
    /// # Errors
    /// [`Error`] with the path.
    pub fn set_guard(&self, guard: &Guard) -> Result<(), Error> {
        let text = serde_yaml::to_string(guard).expect("two plain fields");
        files::replace(&self.folder.join(GUARD_FILE), text.as_bytes(), files::OPEN_MODE)
    }
}

/// A git command, without anything that a hostile environment could slip in.
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

fn foreign(name: &std::ffi::OsStr) -> bool {
    name.to_string_lossy().starts_with("GIT_")
}

/// True for a variable that points git to another repository, as the environment of a hook does.
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

/// Runs a command to its end, with `input` on its standard input.
pub(super) fn output(mut command: Command, input: &[u8]) -> Result<Output, Error> {
    let missing = |error: std::io::Error| Error::Git(format!("git does not run: {error}"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(missing)?;
    let mut stdin = child.stdin.take().expect("the value was requested");
    let input = input.to_vec();
    // Beside the reading, for git may write before it has read all.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().map_err(missing)?;
    // That git stops reading early shows in how it ends.
    drop(writer.join());
    Ok(output)
}

/// The output of a command that succeeded; otherwise an error with the command's own words.
pub(super) fn succeeded(output: Output) -> Result<Output, Error> {
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    let silent = || format!("git failed ({}) and did not say why", output.status);
    Err(Error::Git(if said.is_empty() { silent() } else { said }))
}
