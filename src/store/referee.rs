//! What the referee alone has: the signing key and the dice secrets.

use super::{Error, Folder, SigningKey, environment, files};
use record::charter::Charter;
use record::{Digest, Namespace, PrivateKey, PublicKey, Secret, SecretFault, Secrets, verify};
use std::path::{Path, PathBuf};

/// Names another file as the referee's private key.
pub const REFEREE_KEY: &str = "TABELLA_REFEREE_KEY";
/// The referee's private key in `.tabella/`.
const KEY_FILE: &str = "referee.key";
/// The path of a key that lies elsewhere.
const KEY_PATH_FILE: &str = "referee.path";
/// The dice secrets in `.tabella/`.
pub(super) const SECRETS_FILE: &str = "secrets.yaml";
/// Most bytes of the file of secrets.
const SECRETS_MAX: usize = 16 << 20;

/// The referee's key and secrets.
pub struct Referee {
    key: SigningKey,
    secrets: Secrets,
    secrets_path: PathBuf,
}

impl Referee {
    /// What lies in the folder's `.tabella/`.
    ///
    /// # Errors
    /// [`Error::NotReferee`] in a folder that is a player's copy.
    pub fn load(folder: &Folder) -> Result<Self, Error> {
        let secrets_path = folder.private().join(SECRETS_FILE);
        match read_secrets(&secrets_path)? {
            Some(secrets) => Ok(Self { key: key(folder)?, secrets, secrets_path }),
            None => Err(Error::NotReferee(secrets_path)),
        }
    }

    /// `s[number]`, held to what was published before it: the charter's commitment, or the secret of the record before.
    ///
    /// # Errors
    /// [`Error::Secrets`], if there is none or it is not the one that was committed to.
    pub fn secret(&self, number: u32, published: &Digest) -> Result<Secret, Error> {
        let trouble = |what| Error::Secrets { path: self.secrets_path.clone(), what };
        let secret = self.secrets.secret(number).map_err(trouble)?;
        if secret.opens(published) {
            Ok(secret)
        } else {
            Err(trouble(SecretFault::OtherCommitment))
        }
    }

    /// `h`, held to the charter.
    ///
    /// # Errors
    /// [`Error::Secrets`], if it is not the one that was committed to.
    pub fn hidden(&self, charter: &Charter) -> Result<&Secret, Error> {
        let hidden = self.secrets.hidden();
        if hidden.opens(&charter.dice.hidden) {
            return Ok(hidden);
        }
        Err(Error::Secrets { path: self.secrets_path.clone(), what: SecretFault::OtherCommitment })
    }

    /// Signs a record's list, and makes sure that everybody will find the signature good.
    ///
    /// # Errors
    /// [`Error::Key`].
    pub fn seal(&self, list: &[u8], registered: &PublicKey) -> Result<String, Error> {
        seal(&self.key, list, registered)
    }
}

/// Signs a record's list with the referee's key.
pub(super) fn seal(key: &SigningKey, list: &[u8], registered: &PublicKey) -> Result<String, Error> {
    let armored = key.sign(Namespace::Record, list)?;
    match verify(registered, Namespace::Record, list, &armored) {
        Ok(()) => Ok(armored),
        Err(fault) => {
            let what = format!(
                "the referee's key in allowed_signers is {}: {fault}",
                registered.fingerprint()
            );
            Err(Error::Key { path: PathBuf::from("the referee's private key"), what })
        }
    }
}

/// The referee's key, where the folder is the referee's own.
pub(super) fn key_if_there(folder: &Folder) -> Result<Option<SigningKey>, Error> {
    if folder.is_referees()? { key(folder).map(Some) } else { Ok(None) }
}

fn key(folder: &Folder) -> Result<SigningKey, Error> {
    if let Some(path) = environment::variable(REFEREE_KEY) {
        return SigningKey::open(Path::new(&path));
    }
    let path = folder.private().join(KEY_PATH_FILE);
    match files::read_if_there(&path, 64 * 1024)? {
        Some(bytes) => {
            SigningKey::open(Path::new(files::text(&path, bytes)?.trim_end_matches('\n')))
        }
        None => SigningKey::open(&folder.private().join(KEY_FILE)),
    }
}

/// Where a new game's referee key comes from.
pub(super) enum KeySource {
    /// Made for this game and kept in its folder.
    Made(Box<PrivateKey>),
    /// A file of the referee's; only its path is kept.
    Named(PathBuf, SigningKey),
}

impl KeySource {
    /// The key to sign with.
    pub(super) fn signing_key(&self) -> SigningKey {
        match self {
            Self::Made(key) => SigningKey::Here(key.clone()),
            Self::Named(_, key) => key.clone(),
        }
    }
}

/// Puts key and secrets into a new folder's `.tabella/`, for the referee's eyes alone.
pub(super) fn store(folder: &Folder, key: &KeySource, secrets: &Secrets) -> Result<(), Error> {
    let private = folder.private();
    files::make_folder(&private, files::SECRET_FOLDER_MODE)?;
    match key {
        KeySource::Made(key) => files::replace(
            &private.join(KEY_FILE),
            key.to_openssh().as_bytes(),
            files::SECRET_MODE,
        )?,
        KeySource::Named(path, _) => {
            let absolute =
                std::path::absolute(path).map_err(|error| Error::io("find", path, error))?;
            let Some(text) = absolute.to_str() else { return Err(Error::Name(absolute)) };
            files::replace(
                &private.join(KEY_PATH_FILE),
                format!("{text}\n").as_bytes(),
                files::SECRET_MODE,
            )?;
        }
    }
    let text = serde_yaml::to_string(secrets).expect("secrets are plain data");
    files::replace(&private.join(SECRETS_FILE), text.as_bytes(), files::SECRET_MODE)
}

/// `h`, where the folder has the referee's secrets and whoever runs the command may read them.
pub(super) fn hidden_if_there(folder: &Folder, charter: &Charter) -> Result<Option<Secret>, Error> {
    let path = folder.private().join(SECRETS_FILE);
    match read_secrets(&path) {
        Ok(Some(secrets)) if secrets.hidden().opens(&charter.dice.hidden) => {
            Ok(Some(secrets.hidden().clone()))
        }
        Ok(Some(_)) => Err(Error::Secrets { path, what: SecretFault::OtherCommitment }),
        Ok(None) | Err(Error::Denied { .. }) => Ok(None),
        Err(trouble) => Err(trouble),
    }
}

fn read_secrets(path: &Path) -> Result<Option<Secrets>, Error> {
    let Some(bytes) = files::read_if_there(path, SECRETS_MAX)? else { return Ok(None) };
    let secrets = serde_yaml::from_slice(&bytes).map_err(|error| {
        Error::broken(path, error.to_string(), "restore the referee's own copy of it")
    })?;
    Ok(Some(secrets))
}
