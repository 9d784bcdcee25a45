//! The public repository of a game: a bare repository on this machine, its branch, and the gate that guards it.

use super::parcel::Road;
use super::repository::{Guard, Repository, output};
use crate::store::records::load::ground;
use crate::store::records::memory;
use crate::store::records::sealed::Sealed;
use crate::store::{Error, Folder, files};
use record::Digest;
use record::disclosure::Disclosure;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The file in `.tabella/` that names the public repository.
const PUBLIC_FILE: &str = "public.yaml";
/// Maximum size of `public.yaml`, in bytes.
const PUBLIC_MAX: usize = 16 << 20;
/// Maximum size of one push, as git counts it. The referee's own push of a long game stays far below.
const PUSH_MAX: &str = "256m";

/// The public repository of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Public {
    /// The bare repository on this machine.
    pub repository: PathBuf,
    /// The address that players push to and fetch from, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remote: Option<String>,
    pub branch: String,
}

impl Public {
    /// The public repository of a game; none if it never was public.
    ///
    /// # Errors
    /// A note that cannot be read.
    pub fn of(folder: &Folder) -> Result<Option<Self>, Error> {
        let path = folder.private().join(PUBLIC_FILE);
        let Some(bytes) = files::read_if_there(&path, PUBLIC_MAX)? else { return Ok(None) };
        let read = record::read_plain(&files::text(&path, bytes)?);
        let fix = "write the repository, the remote and the branch in it";
        Ok(Some(read.map_err(|what| Error::broken(&path, what, fix))?))
    }

    /// Makes the public repository of a game, and remembers it.
    ///
    /// # Errors
    /// A folder that is not empty or not the referee's; no git.
    pub fn init(folder: &Folder, public: Self) -> Result<Self, Error> {
        if !folder.is_referees()? {
            return Err(Error::NotReferee(folder.private()));
        }
        let last = ground(folder)?.last;
        memory::as_signed(folder, last.number, last.digest)?;
        reachable(folder)?;
        let repository = Repository::init(&public.repository, &public.branch)?;
        let start = Sealed::open(folder, 0)?.digest;
        guarded(&repository, &Guard { start, branch: public.branch.clone() })?;
        let public = Self { repository: repository.folder().to_owned(), ..public };
        let text = serde_yaml::to_string(&public).expect("three plain fields");
        files::replace(&folder.private().join(PUBLIC_FILE), text.as_bytes(), files::SECRET_MODE)?;
        Ok(public)
    }

    pub(super) fn name(&self) -> String {
        format!("refs/heads/{}", self.branch)
    }

    /// Fetches what others pushed to the remote. A remote that takes commits back is reported and not followed.
    pub(super) fn fetch(&self, repository: &Repository) -> Result<(), Error> {
        let Some(remote) = &self.remote else { return Ok(()) };
        let name = self.name();
        if repository.ask(["ls-remote", "--heads", "--", remote, &name])?.is_empty() {
            return Ok(());
        }
        repository.ask(["fetch", "--quiet", "--no-tags", "--", remote, &name])?;
        let theirs = repository.commit("FETCH_HEAD")?.ok_or_else(|| {
            Error::Git(format!("{remote} has no commit on the branch {}", self.branch))
        })?;
        match repository.commit(&name)? {
            Some(ours) if repository.holds(["merge-base", "--is-ancestor", &theirs, &ours])? => {
                Ok(())
            }
            Some(ours) if !repository.holds(["merge-base", "--is-ancestor", &ours, &theirs])? => {
                Err(Error::Git(format!(
                    "{remote} has lost commits: it is at {theirs}, but was at {ours} before; ask \
                     whoever runs it, and push {ours} again"
                )))
            }
            _ => repository.ask(["update-ref", &name, &theirs]).map(drop),
        }
    }

    /// Moves the branch from one commit to another, here and at the remote; false if somebody was faster.
    pub(super) fn advance(
        &self,
        repository: &Repository,
        from: Option<&str>,
        to: &str,
    ) -> Result<bool, Error> {
        let name = self.name();
        if let Some(remote) = &self.remote {
            let what = format!("{to}:{name}");
            let pushed = output(repository.git(["push", "--quiet", "--", remote, &what]), &[])?;
            if !pushed.status.success() {
                let said = String::from_utf8_lossy(&pushed.stderr).trim_end().to_owned();
                let faster = ["fetch first", "non-fast-forward", "cannot lock ref", "stale info"];
                if faster.iter().any(|word| said.contains(word)) {
                    return Ok(false);
                }
                return Err(Error::Git(said));
            }
        }
        let zeros = "0".repeat(to.len());
        let moved = repository.holds(["update-ref", &name, to, from.unwrap_or(&zeros)])?;
        if moved {
            repository.note_judged(to)?;
        }
        Ok(moved)
    }
}

/// Checks that the charter permits a public repository: not if records are never shown; if they are shown later, only
/// if parcels can be sealed to every seat.
fn reachable(folder: &Folder) -> Result<(), Error> {
    let charter = folder.charter()?;
    match charter.public() {
        Disclosure::AtOnce => return Ok(()),
        Disclosure::Never => return Err(Error::NotPublic(folder.root().to_owned())),
        Disclosure::Late(_) | Disclosure::AtEnd => {}
    }
    let game = crate::store::load(folder)?;
    let closed = charter
        .seat_names()
        .find(|seat| Road::to(seat, &game.session.charter, &game.signers).is_none());
    match closed {
        None => Ok(()),
        Some(seat) => Err(Error::Git(format!(
            "{seat}: in this game (`public: {}`) players get the newest records in parcels, but \
             parcels cannot be sealed to this seat's key. Run `tabella change key {seat} \
             NEW.pub` with an Ed25519 key, or with --age; or play by mail",
            charter.public()
        ))),
    }
}

/// Sets what git itself can refuse, and tells the gate what it guards.
///
/// # Errors
/// A git command that fails, a file that cannot be read or written.
pub fn guarded(repository: &Repository, guard: &Guard) -> Result<(), Error> {
    for setting in ["receive.fsckObjects", "receive.denyNonFastForwards", "receive.denyDeletes"] {
        repository.ask(["config", setting, "true"])?;
    }
    // Settings of the referee's own could have git look for hooks elsewhere, and then there is no gate.
    repository.ask(["config", "core.hooksPath", "hooks"])?;
    // No push of orders comes near it, and nobody fills the disk before the gate is asked.
    repository.ask(["config", "receive.maxInputSize", PUSH_MAX])?;
    repository.set_guard(guard)
}

/// The start of the game in a folder, for a gate that guards it.
///
/// # Errors
/// The folder holds no opening.
pub fn start(folder: &Folder) -> Result<Digest, Error> {
    Ok(Sealed::open(folder, 0)?.digest)
}

/// Writes the hooks that call the current program for the gate and the receipts.
///
/// # Errors
/// [`Error`] with the path; somebody else's hook lies there.
pub fn install_hooks(repository: &Repository, round: Option<&Path>) -> Result<Vec<PathBuf>, Error> {
    const MARK: &str = "# Written by `tabella git hook install`.";
    let program =
        std::env::current_exe().map_err(|error| Error::io("find", Path::new("tabella"), error))?;
    let quoted = |path: &Path| format!("'{}'", path.display().to_string().replace('\'', r"'\''"));
    let folder = repository.folder().join("hooks");
    files::make_folder(&folder, files::FOLDER_MODE)?;
    let mut hooks =
        vec![("pre-receive", format!("exec {} git hook pre-receive\n", quoted(&program)))];
    if let Some(game) = round {
        let line = format!("exec {} -C {} git pull --hook\n", quoted(&program), quoted(game));
        hooks.push(("post-receive", line));
    }
    let mut written = Vec::new();
    for (name, line) in hooks {
        let path = folder.join(name);
        let before = files::read_if_there(&path, 1 << 20)?.unwrap_or_default();
        if !before.is_empty() && !String::from_utf8_lossy(&before).contains(MARK) {
            return Err(Error::Exists(path));
        }
        files::replace(&path, format!("#!/bin/sh\n{MARK}\n{line}").as_bytes(), 0o777)?;
        written.push(path);
    }
    Ok(written)
}
