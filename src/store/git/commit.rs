//! Commits made without a working tree: only the files that are named enter them, with exactly these bytes.

use super::repository::{Repository, output, succeeded};
use crate::store::Error;
use std::collections::BTreeMap;
use std::path::Path;

pub(super) struct NewCommit<'a> {
    /// The commit that it continues; none for the first.
    pub parent: Option<&'a str>,
    /// The commit to whose files it adds its own.
    pub onto: Option<&'a str>,
    pub files: &'a BTreeMap<String, Vec<u8>>,
    pub message: &'a str,
    /// File of the private key that signs it.
    pub key: &'a Path,
    /// Name and address that stand in it, where the user of git has none or should not be named.
    pub author: Option<(&'a str, &'a str)>,
}

impl Repository {
    /// Makes a commit; no branch moves.
    ///
    /// # Errors
    /// A git command that fails, a key that cannot be read.
    pub(super) fn make(&self, new: &NewCommit<'_>) -> Result<String, Error> {
        let index =
            tempfile::tempdir().map_err(|error| Error::io("write", self.folder(), error))?;
        let index = index.path().join("index");
        let with_index = |arguments: &[&str]| {
            let mut command = self.git(arguments);
            command.env("GIT_INDEX_FILE", &index);
            command
        };
        if let Some(onto) = new.onto {
            Self::tell(with_index(&["read-tree", onto]), &[])?;
        }
        let mut lines = Vec::new();
        for (path, object) in self.stored(new.files)? {
            lines.extend_from_slice(format!("100644 {object} 0\t{path}\0").as_bytes());
        }
        Self::tell(with_index(&["update-index", "-z", "--add", "--index-info"]), &lines)?;
        let tree = Self::tell(with_index(&["write-tree"]), &[])?;
        let tree = String::from_utf8_lossy(&tree).trim_end().to_owned();
        let key =
            std::path::absolute(new.key).map_err(|error| Error::io("find", new.key, error))?;
        let mut arguments: Vec<std::ffi::OsString> =
            vec!["-c".into(), "gpg.format=ssh".into(), "-c".into()];
        let mut setting = std::ffi::OsString::from("user.signingkey=");
        setting.push(key);
        arguments.push(setting);
        arguments.extend(
            ["-c", "gpg.ssh.program=ssh-keygen", "commit-tree", "-S", &tree].map(Into::into),
        );
        if let Some(parent) = new.parent {
            arguments.extend(["-p".into(), parent.into()]);
        }
        let mut command = self.git(arguments);
        if let Some((name, mail)) = new.author {
            for who in ["AUTHOR", "COMMITTER"] {
                command.env(format!("GIT_{who}_NAME"), name).env(format!("GIT_{who}_EMAIL"), mail);
            }
        }
        let made = succeeded(output(command, new.message.as_bytes())?)?.stdout;
        Ok(String::from_utf8_lossy(&made).trim_end().to_owned())
    }

    /// Puts files into the object store as they are, whatever filters somebody set.
    fn stored<'a>(
        &self,
        files: &'a BTreeMap<String, Vec<u8>>,
    ) -> Result<Vec<(&'a String, String)>, Error> {
        let mut stored = Vec::new();
        for (path, bytes) in files {
            let object =
                Self::tell(self.git(["hash-object", "-w", "--no-filters", "--stdin"]), bytes)?;
            stored.push((path, String::from_utf8_lossy(&object).trim_end().to_owned()));
        }
        Ok(stored)
    }
}
