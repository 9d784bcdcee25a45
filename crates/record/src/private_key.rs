//! Private keys: read, made, written and used for signing.

use super::armor;
use super::signature::{Namespace, PublicKey};
use base64::{Engine as _, engine::general_purpose::STANDARD};
#[cfg(feature = "p256-keys")]
use ssh_key::EcdsaCurve;
use ssh_key::private::{Ed25519Keypair, KeypairData};
use ssh_key::{HashAlg, LineEnding};
use std::fmt;

/// The default number of rounds of `ssh-keygen`.
#[cfg(feature = "passphrases")]
const BCRYPT_ROUNDS: u32 = 16;

/// A private key that can sign. `Debug` shows its fingerprint only.
#[derive(Clone)]
pub struct PrivateKey {
    key: ssh_key::PrivateKey,
    public: PublicKey,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrivateKeyFault {
    /// Protected by a passphrase: `ssh-keygen` can ask for it.
    #[error("the private key is protected by a passphrase")]
    Encrypted,
    /// The passphrase is wrong.
    #[error("the passphrase does not unlock this key")]
    Passphrase,
    /// A kind of key, or a file format, that only `ssh-keygen` can sign with.
    #[error("the program cannot sign with {0}: use `ssh-keygen -Y sign`")]
    Unsupported(String),
    /// The text is a public key.
    #[error("this is a public key: give the private key's file, the one without .pub")]
    Public,
    /// Not a private key at all, or a damaged one.
    #[error("not an OpenSSH private key")]
    Form,
}

impl PrivateKey {
    /// Reads the text of an OpenSSH private key file.
    ///
    /// # Errors
    /// [`PrivateKeyFault::Encrypted`] and [`PrivateKeyFault::Unsupported`] leave the way by `ssh-keygen` open.
    pub fn parse(text: &str) -> Result<Self, PrivateKeyFault> {
        let text = text.replace("\r\n", "\n");
        let text = text.trim();
        if PublicKey::parse(text).is_ok() {
            return Err(PrivateKeyFault::Public);
        }
        if !text.starts_with("-----BEGIN OPENSSH PRIVATE KEY-----") {
            return Err(
                match text.strip_prefix("-----BEGIN ").and_then(|rest| rest.split_once("-----")) {
                    Some((label, _))
                        if label == "ENCRYPTED PRIVATE KEY"
                            || text.contains("Proc-Type: 4,ENCRYPTED") =>
                    {
                        PrivateKeyFault::Encrypted
                    }
                    Some((label, _)) if label.ends_with("PRIVATE KEY") => {
                        PrivateKeyFault::Unsupported(format!("a key file of the form {label}"))
                    }
                    _ => PrivateKeyFault::Form,
                },
            );
        }
        let key =
            ssh_key::PrivateKey::from_openssh(format!("{text}\n")).map_err(|_| unread(text))?;
        Self::usable(key)
    }

    /// Reads a private key file that is protected by a passphrase.
    ///
    /// # Errors
    /// [`PrivateKeyFault::Passphrase`] if the passphrase does not open it, else as [`PrivateKey::parse`].
    #[cfg(feature = "passphrases")]
    pub fn unlock(text: &str, passphrase: &str) -> Result<Self, PrivateKeyFault> {
        match Self::parse(text) {
            Err(PrivateKeyFault::Encrypted) => {}
            other => return other,
        }
        let text = text.replace("\r\n", "\n");
        let key = ssh_key::PrivateKey::from_openssh(format!("{}\n", text.trim()));
        let key = key.map_err(|_| PrivateKeyFault::Form)?;
        Self::usable(key.decrypt(passphrase).map_err(|fault| match fault {
            ssh_key::Error::Crypto => PrivateKeyFault::Passphrase,
            _ => unread(text.trim()),
        })?)
    }

    /// The text of an OpenSSH private key file under a passphrase; the caller draws the salt and the check number.
    #[cfg(feature = "passphrases")]
    pub fn to_openssh_under(&self, passphrase: &str, random: &[u8; 20]) -> String {
        let (salt, check) = random.split_at(16);
        let kdf = ssh_key::Kdf::Bcrypt { salt: salt.to_vec(), rounds: BCRYPT_ROUNDS };
        let check = u32::from_le_bytes(check.try_into().expect("four of the twenty bytes remain"));
        let locked = self.key.encrypt_with(ssh_key::Cipher::Aes256Ctr, kdf, check, passphrase);
        let text = locked.expect("a plain key").to_openssh(LineEnding::LF);
        text.expect("a key that was read or made can be written").to_string()
    }

    fn usable(key: ssh_key::PrivateKey) -> Result<Self, PrivateKeyFault> {
        match key.key_data() {
            KeypairData::Encrypted(_) => return Err(PrivateKeyFault::Encrypted),
            KeypairData::Ed25519(_) => (),
            #[cfg(feature = "p256-keys")]
            KeypairData::Ecdsa(pair) if pair.curve() == EcdsaCurve::NistP256 => (),
            _ => {
                return Err(PrivateKeyFault::Unsupported(format!(
                    "a key of type {}",
                    key.algorithm().as_str()
                )));
            }
        }
        let public = PublicKey::sound(key.public_key().key_data().clone())
            .map_err(|_| PrivateKeyFault::Form)?;
        Ok(Self { key, public })
    }

    /// A new ed25519 key from 32 random bytes, which the caller draws.
    pub fn generate(random: &[u8; 32], comment: &str) -> Self {
        let pair = KeypairData::from(Ed25519Keypair::from_seed(random));
        let key = ssh_key::PrivateKey::new(pair, comment).expect("the key is not encrypted");
        Self::usable(key).expect("a fresh ed25519 key is sound")
    }

    pub const fn public(&self) -> &PublicKey {
        &self.public
    }

    /// The 32 secret bytes of an ed25519 key; none of any other kind.
    pub fn ed25519(&self) -> Option<[u8; 32]> {
        match self.key.key_data() {
            KeypairData::Ed25519(pair) => Some(pair.private.to_bytes()),
            _ => None,
        }
    }

    /// The comment that the key file carries; often empty.
    pub fn comment(&self) -> &str {
        self.key.comment()
    }

    /// The text of an OpenSSH private key file. Write it so that nobody else can read it.
    pub fn to_openssh(&self) -> String {
        self.key
            .to_openssh(LineEnding::LF)
            .expect("a key that was read or made can be written")
            .to_string()
    }

    /// The text of the `.pub` file: one line, with the comment.
    pub fn public_line(&self) -> String {
        let comment = self.comment();
        let space = if comment.is_empty() { "" } else { " " };
        format!("{}{space}{comment}\n", self.public)
    }

    /// Signs exactly these bytes; for ed25519 keys byte for byte as `ssh-keygen -Y sign` does.
    pub fn sign(&self, namespace: Namespace, bytes: &[u8]) -> String {
        let signature =
            self.key.sign(namespace.word(), HashAlg::Sha512, bytes).expect("a supported key signs");
        let text = signature.to_pem(LineEnding::LF).expect("a signature can be written");
        let block = text.strip_suffix('\n').unwrap_or(&text);
        debug_assert!(armor::open(block).is_some());
        format!("{block}\n")
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PrivateKey({})", self.public.fingerprint())
    }
}

/// The fault of an OpenSSH file that ssh-key cannot read. One ECDSA key in five hundred has a number of fewer than 32
/// bytes, which `ssh-keygen` reads but ssh-key 0.6 takes for damage.
fn unread(text: &str) -> PrivateKeyFault {
    const KIND: &[u8] = b"ecdsa-sha2-nistp256";
    let body = text
        .strip_prefix("-----BEGIN OPENSSH PRIVATE KEY-----")
        .and_then(|rest| rest.strip_suffix("-----END OPENSSH PRIVATE KEY-----"));
    let bytes = body.and_then(|body| STANDARD.decode(body.replace('\n', "")).ok());
    match bytes {
        Some(bytes) if bytes.windows(KIND.len()).any(|part| part == KIND) => {
            PrivateKeyFault::Unsupported("this ECDSA key".to_owned())
        }
        Some(_) | None => PrivateKeyFault::Form,
    }
}
