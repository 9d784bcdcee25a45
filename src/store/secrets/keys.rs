//! Private and public keys in files: read, made, and used for signing, by `ssh-keygen` where only that can.

use crate::store::{Error, entropy, files};
use record::{Namespace, PrivateKey, PrivateKeyFault, PublicKey};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Maximum size of a key file, in bytes.
const KEY_MAX: usize = 64 * 1024;

/// A private key that can sign.
#[derive(Clone, Debug)]
pub enum SigningKey {
    Here(Box<PrivateKey>),
    /// Used through `ssh-keygen`: protected by a passphrase, on a security key, or held by an agent. The path is that
    /// of the private key, or of the public key if an agent holds the private one.
    Keygen(PathBuf),
}

impl SigningKey {
    /// The key in a file.
    ///
    /// # Errors
    /// [`Error::Key`], if it is no key at all; [`Error`] with the path.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let text = files::text(path, files::read_named(path, KEY_MAX)?)?;
        match PrivateKey::parse(&text) {
            Ok(key) => Ok(Self::Here(Box::new(key))),
            Err(
                PrivateKeyFault::Encrypted
                | PrivateKeyFault::Unsupported(_)
                | PrivateKeyFault::Public,
            ) => Ok(Self::Keygen(path.to_owned())),
            Err(fault) => Err(Error::Key { path: path.to_owned(), what: fault.to_string() }),
        }
    }

    /// The public half: of the key in memory, or from the `.pub` file beside the other kind.
    ///
    /// # Errors
    /// [`Error::Key`], or [`Error`] with the path.
    pub fn public(&self) -> Result<PublicKey, Error> {
        match self {
            Self::Here(key) => Ok(key.public().clone()),
            Self::Keygen(path) if path.extension().is_some_and(|ext| ext == "pub") => {
                public_key(path)
            }
            Self::Keygen(path) => public_key(&with_pub(path)),
        }
    }

    /// Signs exactly these bytes.
    ///
    /// # Errors
    /// [`Error::Key`], if `ssh-keygen` refuses.
    pub fn sign(&self, namespace: Namespace, bytes: &[u8]) -> Result<String, Error> {
        match self {
            Self::Here(key) => Ok(key.sign(namespace, bytes)),
            Self::Keygen(path) => sign_by_keygen(path, namespace, bytes),
        }
    }
}

/// The private key in a file, for opening parcels: it must be an ed25519 key without a passphrase.
///
/// # Errors
/// [`Error::Key`], or [`Error`] with the path.
#[cfg(feature = "git")]
pub(in crate::store) fn parcel_key(path: &Path) -> Result<PrivateKey, Error> {
    let text = files::text(path, files::read_named(path, KEY_MAX)?)?;
    let what = |fault: String| Error::Key {
        path: path.to_owned(),
        what: format!(
            "{fault}; open files sealed to your age key with --identity, and files sealed to this \
             key with `age -d -i {}` and `tar`",
            path.display()
        ),
    };
    PrivateKey::parse(&text).map_err(|fault| what(fault.to_string()))
}

/// The age identity in a file, as `age-keygen` writes it.
///
/// # Errors
/// [`Error::Key`], or [`Error`] with the path.
#[cfg(feature = "git")]
pub(in crate::store) fn identity(path: &Path) -> Result<ciphertext::Identity, Error> {
    let text = files::text(path, files::read_saved(path, KEY_MAX)?)?;
    ciphertext::Identity::in_file(&text)
        .map_err(|fault| Error::Key { path: path.to_owned(), what: fault.to_string() })
}

/// True if others on this machine can read a private key's file. OpenSSH refuses to sign with such a key.
///
/// # Errors
/// [`Error`] with the path.
pub fn is_read_by_others(path: &Path) -> Result<bool, Error> {
    #[cfg(unix)]
    let open = {
        use std::os::unix::fs::PermissionsExt;
        files::metadata(path)?.is_some_and(|found| found.permissions().mode() & 0o077 != 0)
    };
    #[cfg(not(unix))]
    let open = false;
    Ok(open)
}

/// The public key in a `.pub` file.
///
/// # Errors
/// [`Error::Key`], or [`Error`] with the path.
pub fn public_key(path: &Path) -> Result<PublicKey, Error> {
    let text = files::text(path, files::read_saved(path, KEY_MAX)?)?;
    PublicKey::parse(&text)
        .map_err(|fault| Error::Key { path: path.to_owned(), what: fault.to_string() })
}

/// Makes a new ed25519 key: `path`, readable by the owner alone, and `path.pub`. Nothing is overwritten.
///
/// # Errors
/// [`Error::Exists`], or [`Error`] with the path.
pub fn generate(path: &Path, comment: &str) -> Result<PrivateKey, Error> {
    let public = with_pub(path);
    if files::metadata(&public)?.is_some() {
        return Err(Error::Exists(public));
    }
    let key = PrivateKey::generate(&entropy::draw()?, comment);
    files::place_new(path, key.to_openssh().as_bytes(), files::SECRET_MODE)?;
    files::place_new(&public, key.public_line().as_bytes(), files::OPEN_MODE)?;
    Ok(key)
}

fn with_pub(path: &Path) -> PathBuf {
    let mut name = OsString::from(path.as_os_str());
    name.push(".pub");
    PathBuf::from(name)
}

/// Signs with `ssh-keygen`, which asks for a passphrase or a touch on the terminal by itself.
fn sign_by_keygen(path: &Path, namespace: Namespace, bytes: &[u8]) -> Result<String, Error> {
    let failed = |what: String| Error::Key { path: path.to_owned(), what };
    let mut command = Command::new("ssh-keygen");
    command.args(["-q", "-Y", "sign", "-n", namespace.word(), "-f"]).arg(path);
    let child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn();
    let mut child = child.map_err(|error| {
        failed(format!(
            "only ssh-keygen can sign with this key, but ssh-keygen cannot be run: {error}"
        ))
    })?;
    // It reads all before it writes anything, so this cannot wait for ever; that it stops reading is told below.
    let told = child.stdin.take().map(|mut input| input.write_all(bytes));
    let output =
        child.wait_with_output().map_err(|error| failed(format!("ssh-keygen: {error}")))?;
    if !output.status.success() || !matches!(told, Some(Ok(()))) {
        return Err(failed(
            "ssh-keygen did not sign with this key; see its message above".to_owned(),
        ));
    }
    files::text(path, output.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::verify;

    #[test]
    fn a_new_pair_signs_and_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scipio");
        generate(&path, "scipio").unwrap();
        let key = SigningKey::open(&path).unwrap();
        let public = public_key(&folder.path().join("scipio.pub")).unwrap();
        assert_eq!(key.public().unwrap(), public);
        let signature = key.sign(Namespace::Orders, b"orders").unwrap();
        assert_eq!(verify(&public, Namespace::Orders, b"orders", &signature), Ok(()));
        let before = files::read(&path, KEY_MAX).unwrap();
        assert!(matches!(generate(&path, "again"), Err(Error::Exists(_))));
        files::remove(&path).unwrap();
        assert!(
            matches!(generate(&path, "again"), Err(Error::Exists(found)) if found.ends_with("scipio.pub"))
        );
        assert!(!path.exists());
        assert!(before.starts_with(b"-----BEGIN OPENSSH PRIVATE KEY-----"));
    }

    #[test]
    fn ssh_keygen_signs_where_only_it_can() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scipio");
        let key = SigningKey::Here(Box::new(generate(&path, "scipio").unwrap()));
        let by_keygen = SigningKey::Keygen(path.clone());
        assert_eq!(by_keygen.public().unwrap(), key.public().unwrap());
        let large = vec![b'x'; 1 << 20];
        assert_eq!(
            by_keygen.sign(Namespace::Record, &large).unwrap(),
            key.sign(Namespace::Record, &large).unwrap()
        );
        let none = SigningKey::Keygen(folder.path().join("none")).sign(Namespace::Record, b"list");
        assert!(matches!(none, Err(Error::Key { .. })));
        assert!(
            matches!(SigningKey::open(&with_pub(&path)).unwrap(), SigningKey::Keygen(_)),
            "an agent may hold it"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_private_key_is_the_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scipio");
        generate(&path, "").unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn what_is_no_key_is_told_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("orders.yaml");
        files::write_new(&path, b"tabella: 1\n", files::OPEN_MODE).unwrap();
        assert!(matches!(SigningKey::open(&path), Err(Error::Key { .. })));
        assert!(matches!(public_key(&path), Err(Error::Key { .. })));
        assert!(matches!(
            SigningKey::open(&folder.path().join("none")),
            Err(Error::Missing { .. })
        ));
    }
}
