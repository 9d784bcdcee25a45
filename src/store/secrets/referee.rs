//! The referee's own secrets: the signing key and the dice secrets.

use crate::store::secrets::locked;
use crate::store::{Error, Folder, SigningKey, entropy, environment, files};
use record::change::Office;
use record::charter::DiceLine;
use record::turn_file::Former;
use record::{Digest, Namespace, PrivateKey, PublicKey, Secret, SecretFault, Secrets, verify};
use std::path::{Path, PathBuf};

/// Environment variable that names another file as the referee's private key.
pub const REFEREE_KEY: &str = "TABELLA_REFEREE_KEY";
/// File with the referee's private key in `.tabella/`.
pub(in crate::store) const KEY_FILE: &str = "referee.key";
/// File with the path of a key that lies elsewhere.
const KEY_PATH_FILE: &str = "referee.path";
/// File with the dice secrets in `.tabella/`.
pub(in crate::store) const SECRETS_FILE: &str = "secrets.yaml";
pub(in crate::store) const HEIR_FILE: &str = "heir.yaml";
/// File with every `h` of earlier referees, one per line.
pub(in crate::store) const EARLIER_FILE: &str = "earlier";
/// Maximum size of the file of secrets, in bytes.
const SECRETS_MAX: usize = 16 << 20;

/// The referee's key and secrets.
pub struct Referee {
    key: SigningKey,
    secrets: Secrets,
    /// Every `h` of earlier referees that was handed over.
    earlier: Vec<Secret>,
    secrets_path: PathBuf,
}

impl Referee {
    /// Reads the secrets from the folder's `.tabella/`.
    ///
    /// # Errors
    /// [`Error::NotReferee`] in a folder that is a player's copy.
    pub fn load(folder: &Folder) -> Result<Self, Error> {
        let secrets_path = folder.vault()?.join(SECRETS_FILE);
        match read_secrets(&secrets_path)? {
            Some(secrets) => {
                let earlier = earlier(folder)?;
                Ok(Self { key: key(folder)?, secrets, earlier, secrets_path })
            }
            None => Err(lacking(folder, secrets_path)),
        }
    }

    /// The next referee: their secrets, drawn when the change was proposed, and their key.
    ///
    /// # Errors
    /// [`Error::Missing`], if the secrets were not drawn in this folder.
    pub fn heir(folder: &Folder, key: SigningKey) -> Result<Self, Error> {
        let secrets_path = folder.vault()?.join(HEIR_FILE);
        let Some(secrets) = read_secrets(&secrets_path)? else {
            let fix = "the new referee must propose the change in this folder, where their \
                 secrets are made";
            return Err(Error::Missing { path: secrets_path, fix: fix.to_owned() });
        };
        let mut earlier = earlier(folder)?;
        earlier.extend(
            read_secrets(&folder.vault()?.join(SECRETS_FILE))?.map(|old| old.hidden().clone()),
        );
        Ok(Self { key, secrets, earlier, secrets_path })
    }

    /// The `h` of every former referee, as the last record reveals them.
    pub fn former(&self, offices: &[Office]) -> Vec<Former> {
        let known =
            |office: &Office| self.earlier.iter().find(|h| h.opens(&office.hidden)).cloned();
        let earlier = offices.split_last().map_or(&[][..], |(_, earlier)| earlier);
        earlier.iter().map(|office| Former(known(office))).collect()
    }

    /// The secret `s[number]`, checked against the digest that was published before it: the charter's commitment, or
    /// the secret of the record before.
    ///
    /// # Errors
    /// [`Error::Secrets`], if there is none or it is not the one that was committed to.
    pub fn secret(&self, number: u32, published: &Digest) -> Result<Secret, Error> {
        let failed = |what| Error::Secrets { path: self.secrets_path.clone(), what };
        let secret = self.secrets.secret(number).map_err(failed)?;
        if secret.opens(published) { Ok(secret) } else { Err(failed(SecretFault::OtherCommitment)) }
    }

    /// The secret `h`, checked against the digest in the charter, or in the change that made this person the referee.
    ///
    /// # Errors
    /// [`Error::Secrets`], if it is not the one that was committed to.
    pub fn hidden(&self, dice: &DiceLine) -> Result<&Secret, Error> {
        let hidden = self.secrets.hidden();
        if hidden.opens(&dice.hidden) {
            return Ok(hidden);
        }
        Err(Error::Secrets { path: self.secrets_path.clone(), what: SecretFault::OtherCommitment })
    }

    /// Signs a record's list, and checks the signature against the registered key.
    ///
    /// # Errors
    /// [`Error::Key`].
    pub fn seal(&self, list: &[u8], registered: &PublicKey) -> Result<String, Error> {
        seal(&self.key, list, registered)
    }
}

/// The error for missing secrets: lost, if somebody was the referee in this folder.
fn lacking(folder: &Folder, secrets: PathBuf) -> Error {
    let private = folder.private();
    let left = [KEY_FILE, KEY_PATH_FILE, EARLIER_FILE, "signed"];
    if left.iter().any(|name| private.join(name).exists()) {
        Error::LostSecrets(secrets)
    } else {
        Error::NotReferee(secrets)
    }
}

pub(in crate::store) fn seal(
    key: &SigningKey,
    list: &[u8],
    registered: &PublicKey,
) -> Result<String, Error> {
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

/// The referee's key, if the folder is the referee's own.
pub(in crate::store) fn key_if_there(folder: &Folder) -> Result<Option<SigningKey>, Error> {
    if folder.is_referees()? { key(folder).map(Some) } else { Ok(None) }
}

fn key(folder: &Folder) -> Result<SigningKey, Error> {
    SigningKey::open(&key_path(folder)?)
}

pub(in crate::store) fn key_path(folder: &Folder) -> Result<PathBuf, Error> {
    if let Some(path) = environment::variable(REFEREE_KEY) {
        return Ok(PathBuf::from(path));
    }
    let path = folder.private().join(KEY_PATH_FILE);
    match files::read_if_there(&path, 64 * 1024)? {
        Some(bytes) => Ok(PathBuf::from(files::text(&path, bytes)?.trim_end_matches('\n'))),
        None => Ok(folder.vault()?.join(KEY_FILE)),
    }
}

pub(in crate::store) enum KeySource {
    /// Made for this game and kept in its folder.
    Made(Box<PrivateKey>),
    /// A file of the referee's; only its path is kept.
    Named(PathBuf, SigningKey),
}

impl KeySource {
    pub(in crate::store) fn signing_key(&self) -> SigningKey {
        match self {
            Self::Made(key) => SigningKey::Here(key.clone()),
            Self::Named(_, key) => key.clone(),
        }
    }
}

/// Puts key and secrets into a new folder's `.tabella/`, readable by the referee alone.
pub(in crate::store) fn store(
    folder: &Folder,
    key: &KeySource,
    secrets: &Secrets,
) -> Result<(), Error> {
    let private = folder.private();
    files::make_folder(&private, files::SECRET_FOLDER_MODE)?;
    match key {
        KeySource::Made(key) => files::replace(
            &private.join(KEY_FILE),
            key.to_openssh().as_bytes(),
            files::SECRET_MODE,
        )?,
        KeySource::Named(path, _) => key_lies(folder, path)?,
    }
    write_secrets(&private.join(SECRETS_FILE), secrets)
}

/// The `h` with this digest, if the folder has the referee's secrets and the user may read them.
pub(in crate::store) fn hidden_if_there(
    folder: &Folder,
    digest: &Digest,
) -> Result<Option<Secret>, Error> {
    // A command that only reads needs no secret that was put away.
    let vault = match folder.vault() {
        Err(Error::Missing { .. }) => return Ok(None),
        found => found?,
    };
    let path = vault.join(SECRETS_FILE);
    let secrets = match read_secrets(&path) {
        Ok(Some(secrets)) => secrets,
        Ok(None) | Err(Error::Denied { .. } | Error::Key { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut known = earlier(folder)?;
    let handed_over = !known.is_empty() || locked::is_there(&folder.vault()?.join(HEIR_FILE))?;
    known.push(secrets.hidden().clone());
    match known.into_iter().find(|hidden| hidden.opens(digest)) {
        None if !handed_over => Err(Error::Secrets { path, what: SecretFault::OtherCommitment }),
        found => Ok(found),
    }
}

/// Draws the secrets of whoever takes the office over with the record of this number, and keeps them beside those in
/// force; returns their commitments.
///
/// # Errors
/// [`Error`] with the folder.
pub(in crate::store) fn draw_heirs(
    folder: &Folder,
    number: u32,
    phases: u32,
) -> Result<DiceLine, Error> {
    let path = folder.vault()?.join(HEIR_FILE);
    let failed = |what| Error::Secrets { path: path.clone(), what };
    let secrets = Secrets::draw(entropy::draw()?, entropy::draw()?, phases).map_err(failed)?;
    // Links keep the numbers of their phases: what is published is the one below the link that this record reveals.
    let before = secrets.secret(number - 1).map_err(failed)?;
    files::make_folder(&folder.private(), files::SECRET_FOLDER_MODE)?;
    write_secrets(&path, &secrets)?;
    Ok(DiceLine { commitment: before.as_published(), ..DiceLine::from(secrets.commitment()) })
}

/// Replaces the old secrets by the heir's once the record that makes them the referee is sealed. Each step may be
/// repeated, since a crash may come between.
///
/// # Errors
/// [`Error`] with the path.
pub(in crate::store) fn adopt(folder: &Folder, dice: &DiceLine) -> Result<(), Error> {
    let (path, heirs) = (folder.vault()?.join(SECRETS_FILE), folder.vault()?.join(HEIR_FILE));
    let Some(new) = read_secrets(&heirs)?.filter(|new| new.hidden().opens(&dice.hidden)) else {
        return Ok(());
    };
    if let Some(old) = read_secrets(&path)?.filter(|old| old.hidden() != new.hidden()) {
        let mut known = earlier(folder)?;
        if !known.contains(old.hidden()) {
            known.push(old.hidden().clone());
            let text = known.iter().flat_map(|h| [h.reveal(), "\n".to_owned()]).collect::<String>();
            let place = folder.vault()?.join(EARLIER_FILE);
            locked::write(&place, text.as_bytes())?;
        }
    }
    write_secrets(&path, &new)?;
    locked::remove(&heirs)
}

/// Remembers where the key of a new referee lies.
pub(in crate::store) fn key_lies(folder: &Folder, path: &Path) -> Result<(), Error> {
    let absolute = std::path::absolute(path).map_err(|error| Error::io("find", path, error))?;
    let Some(text) = absolute.to_str() else { return Err(Error::Name(absolute)) };
    files::make_folder(&folder.private(), files::SECRET_FOLDER_MODE)?;
    let place = folder.private().join(KEY_PATH_FILE);
    files::replace(&place, format!("{text}\n").as_bytes(), files::SECRET_MODE)
}

/// Every `h` of earlier referees, oldest first.
fn earlier(folder: &Folder) -> Result<Vec<Secret>, Error> {
    let path = folder.vault()?.join(EARLIER_FILE);
    let Some(bytes) = locked::read(&path, 64 * 1024)? else { return Ok(Vec::new()) };
    let broken =
        || Error::broken(&path, "a line is not a secret", "restore the referee's own copy of it");
    files::text(&path, bytes)?.lines().map(|line| line.parse().map_err(|_| broken())).collect()
}

fn write_secrets(path: &Path, secrets: &Secrets) -> Result<(), Error> {
    let text = serde_yaml::to_string(secrets).expect("secrets are plain data");
    locked::write(path, text.as_bytes())
}

fn read_secrets(path: &Path) -> Result<Option<Secrets>, Error> {
    let Some(bytes) = locked::read(path, SECRETS_MAX)? else { return Ok(None) };
    let secrets = record::read_plain(&files::text(path, bytes)?)
        .map_err(|what| Error::broken(path, what, "restore the referee's own copy of it"))?;
    Ok(Some(secrets))
}
