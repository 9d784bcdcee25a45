//! The errors with files, keys and locks: what each is about, and what to do.

use crate::session::SessionFault;
use crate::store::records::newer::Claim;
use crate::verify::{Finding, Newer};
use engine::data::DataFault;
use record::{CharterFault, Digest, SecretFault, SignersFault, TurnFileFault};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Error with files, keys or locks. Every message names the path and the way out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{}: not a game folder, and not inside one; go to a game folder, or name one with -C", .0.display())]
    NoGame(PathBuf),
    /// A new game needs a new or empty folder.
    #[error("{}: the folder is not empty; name a new one", .0.display())]
    NotEmpty(PathBuf),
    /// A game of which the charter shows others nothing, or not yet.
    #[error("{}: by its charter (`public:`), this game is not public yet; make copies for its \
         players with `tabella share copy --seat SEAT OUT`", .0.display())]
    NotPublic(PathBuf),
    /// A record from which no sandbox can be made here, and the way out.
    #[error("{0}")]
    Fork(String),
    /// A file that must not be overwritten.
    #[error("{}: already exists and will not be overwritten; name another file, or move this one \
         away", .0.display())]
    Exists(PathBuf),
    #[error("{}: not found; {fix}", path.display())]
    Missing { path: PathBuf, fix: String },
    /// A symbolic link where a game may hold none.
    #[error("{}: a symbolic link, which a game folder may not hold: replace it with the file \
         itself", .0.display())]
    Link(PathBuf),
    /// A folder or special file where a file should be, or the reverse.
    #[error("{}: not {expected}; move it away", path.display())]
    Kind {
        path: PathBuf,
        /// "a plain file" or "a folder".
        expected: &'static str,
    },
    /// A file larger than any of its kind.
    #[error("{}: larger than {max} bytes, the most that such a file can have; perhaps you named the wrong file", path.display())]
    TooLarge {
        path: PathBuf,
        /// Most bytes it may have.
        max: usize,
    },
    /// A name that is not UTF-8.
    #[error("{}: a name that is not UTF-8 text; move it away", .0.display())]
    Name(PathBuf),
    #[error("{}: the file system is read-only; copy the game to one that can be written", .0.display())]
    ReadOnly(PathBuf),
    /// No space, or a limit on it.
    #[error("{}: the disk is full, or a quota has been reached; nothing was recorded. Free some \
         space and run the command again", .0.display())]
    Full(PathBuf),
    #[error("{}: no permission to {doing} it; check its owner and mode (ls -l)", path.display())]
    Denied {
        path: PathBuf,
        /// The action that failed.
        doing: &'static str,
    },
    /// Anything else that the system reports.
    #[error("{}: cannot {doing} it: {source}", path.display())]
    Io {
        path: PathBuf,
        /// The action that failed.
        doing: &'static str,
        source: io::Error,
    },
    /// Another command is at work on the folder.
    #[error("{}: another command is running on this game; wait for it to end, and run this one \
         again", .0.display())]
    Busy(PathBuf),
    /// A file whose contents are wrong.
    #[error("{}: {what}; {fix}", path.display())]
    Broken { path: PathBuf, what: String, fix: String },
    /// The folder holds another history than the one that was signed here.
    #[error(
        "record {signed} was signed here with head {head}, but this folder holds another history: \
         restore the records that were signed, or give a reason for continuing this other \
         history (`tabella resolve --despite REASON`) and tell the players"
    )]
    OtherHistory {
        /// Number of the newest record that is remembered.
        signed: u32,
        /// The digest of the newest record that is remembered.
        head: Digest,
    },
    /// The folder is older than what somebody signed.
    #[error("{0}")]
    Older(Claim),
    /// A record that was not signed, because it does not add up.
    #[error("the record is inconsistent and was not signed: {}; please report this, and send the \
         game folder", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Unproven(Vec<Finding>),
    /// A message of git, or the fault of a repository.
    #[error("{0}")]
    Git(String),
    /// A commit that no game may hold.
    #[error("{0}\n  -> {way_out}", way_out = .0.way_out())]
    #[cfg(feature = "git")]
    Refused(crate::gate::Refusal),
    /// A commit on the public branch that should not be there.
    #[error(
        "nothing was published, because no player's clone accepts what follows a commit that \
         should not be there: {0}\n  -> `tabella git mend --reason WHY` repairs the branch and \
         tells everybody"
    )]
    #[cfg(feature = "git")]
    Stray(Box<crate::gate::Refusal>),
    /// The part of its own history that a clone lacks.
    #[error("{0}")]
    GitLacks(String),
    /// The folder lacks the referee's secrets.
    #[error("{}: not here; only the referee's own folder can resolve a phase", .0.display())]
    NotReferee(PathBuf),
    /// The referee's own folder, from which the secrets are gone.
    #[error(
        "{}: the secrets are lost, and no copy of the game has them: put the file back from any \
         backup of .tabella/, because it never changes. Without it, no more dice can be rolled, \
         and the game ends here: agree on its end (`tabella change end`), or begin a sandbox \
         from this position (`tabella analyse fork`)",
        .0.display()
    )]
    LostSecrets(PathBuf),
    #[error("{}: {what}", path.display())]
    Key { path: PathBuf, what: String },
    /// A change that nobody could agree on as things stand.
    #[error(
        "this change cannot be made: {0}; `tabella report --log` shows the records, and `tabella \
         status` shows the seats and the deadline"
    )]
    Change(String),
    /// A seat that the charter does not have.
    #[error("no seat `{seat}` in this game; the seats are: {known}")]
    Seat { seat: String, known: String },
    /// A file of a newer program.
    #[error("{0}")]
    Newer(Newer),
    #[error("{0}; an address has one `@` between two plain parts")]
    Address(String),
    /// A name or choice that a charter cannot hold.
    #[error(transparent)]
    Charter(#[from] CharterFault),
    /// Keys that a game cannot have.
    #[error(transparent)]
    Signers(#[from] SignersFault),
    /// A `turn.yaml` that cannot be used.
    #[error(transparent)]
    Turn(#[from] TurnFileFault),
    #[error("{}: {what}; restore the referee's own copy of it", path.display())]
    Secrets { path: PathBuf, what: SecretFault },
    /// A title, its data, or a state that cannot be taken up.
    #[error(transparent)]
    Session(#[from] SessionFault),
    /// An invariant failed: a fault of the program.
    #[error(
        "there is an error in the program, and nothing was recorded: {0}; please report it with \
         the game folder"
    )]
    Unsound(String),
    /// An invariant failed during a resolution: a fault of the program that need not end the game.
    #[error(
        "there is an error in the program, and nothing was recorded: {0}. Please report it with \
         the game folder. The game can go on if a seat files again, with other orders or with a \
         standing order for the case that causes the error, or if the referee corrects the \
         position (`tabella change ruling`) or goes back (`tabella change rollback`)"
    )]
    Stumbled(String),
    #[error("a report could not be made, and nothing was recorded: {0}")]
    Report(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A program that the settings name has failed.
    #[error("{program}: {what}")]
    Program { program: String, what: String },
    /// The port of a loopback address cannot be opened.
    #[error(
        "port {port} on this machine: {what}; name another port with --port, or leave --port out"
    )]
    Loopback {
        /// The port; 0 for any.
        port: u16,
        what: String,
    },
    /// `TABELLA_NOW` is not a time.
    #[error("TABELLA_NOW: `{0}` is not a time; write one like 2026-03-01T20:00:00Z")]
    Now(String),
    /// The system gives no random bytes.
    #[error("the system provides no random bytes: {0}")]
    Entropy(String),
}

impl Error {
    pub(in crate::store) fn io(doing: &'static str, path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                Self::Full(path)
            }
            ErrorKind::ReadOnlyFilesystem => Self::ReadOnly(path),
            ErrorKind::PermissionDenied => Self::Denied { path, doing },
            ErrorKind::NotFound => Self::Missing { path, fix: "check the path".to_owned() },
            _ => Self::Io { path, doing, source },
        }
    }

    /// Fails if a file is a newer program's. Call this before anything else is said to be wrong with the file.
    ///
    /// # Errors
    /// [`Error::Newer`].
    pub(in crate::store) fn unless_newer(
        path: &Path,
        bytes: &[u8],
        known: u32,
    ) -> Result<(), Self> {
        Newer::of(path.display().to_string(), bytes, known)
            .map_or(Ok(()), |it| Err(Self::Newer(it)))
    }

    pub(in crate::store) fn broken(
        path: &Path,
        what: impl Into<String>,
        fix: impl Into<String>,
    ) -> Self {
        Self::Broken { path: path.to_owned(), what: what.into(), fix: fix.into() }
    }
}

impl From<Vec<DataFault>> for Error {
    fn from(faults: Vec<DataFault>) -> Self {
        Self::Session(SessionFault::Data(faults))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_reports_says_what_to_do() {
        let told = |kind: ErrorKind| {
            Error::io("write", Path::new("g/turns"), io::Error::from(kind)).to_string()
        };
        assert!(told(ErrorKind::StorageFull).contains("g/turns: the disk is full"));
        assert!(told(ErrorKind::FileTooLarge).contains("a quota has been reached"));
        assert!(told(ErrorKind::QuotaExceeded).contains("Free some space"));
        assert!(told(ErrorKind::ReadOnlyFilesystem).contains("read-only"));
        assert!(told(ErrorKind::PermissionDenied).contains("no permission to write"));
        assert!(told(ErrorKind::NotFound).contains("not found"));
        assert!(told(ErrorKind::ConnectionReset).contains("cannot write"));
    }
}
