//! Public keys and the signatures that `ssh-keygen -Y sign` makes and `ssh-keygen -Y verify` checks.
//!
//! What passes here passes `ssh-keygen` too. The reverse is almost true: here a key of low order, an unknown key type
//! and a signature in an unusual spelling are refused.

use super::armor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
#[cfg(feature = "p256-keys")]
use ssh_key::EcdsaCurve;
use ssh_key::public::{Ed25519PublicKey, KeyData};
use ssh_key::{HashAlg, LineEnding, SshSig};
use std::fmt;
use std::str::FromStr;

engine::words! {
    /// The purpose of a signature. The namespace is part of what is signed, so a signature cannot be used for another
    /// purpose. Its word is the name as `ssh-keygen -n` takes it.
    pub enum Namespace {
        Orders = "tabella-orders",
        /// A change of the charter, the keys or the data.
        Change = "tabella-change",
        /// The head that a seat saw.
        Head = "tabella-head",
        /// A turn record's `SHA256SUMS`.
        Record = "tabella-record",
        Receipt = "tabella-receipt",
        Invitation = "tabella-invitation",
        Join = "tabella-join",
        /// A commit of a git repository, as git itself has it signed.
        Commit = "git",
    }
}

/// A registered public key, without its comment. Shown as `ssh-keygen` writes it: type and base64.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PublicKey(ssh_key::PublicKey);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PublicKeyFault {
    /// Not one line of an OpenSSH public key.
    #[error("not an OpenSSH public key (one line: type, base64, comment), as in a .pub file")]
    Form,
    #[error("this is a private key, which nobody else should see: give the .pub file")]
    Private,
    #[error(
        "keys of type {0} are not supported: use ed25519 or ecdsa with nistp256; either may be on a security key (sk-)"
    )]
    Unsupported(String),
    /// A key under which anybody can make signatures.
    #[error("this key is weak: signatures made with it prove nothing")]
    Weak,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureFault {
    /// No block between a BEGIN and an END line, or something around it.
    #[error(
        "expected one armored block from `{}` to `{}`, and nothing else",
        armor::BEGIN,
        armor::END
    )]
    NotArmored,
    /// The block does not hold an SSH signature of a supported kind.
    #[error("the armored block does not hold an SSH signature of a supported kind")]
    Malformed,
    #[error("signed for `{found}`, not for `{expected}`")]
    WrongNamespace { expected: Namespace, found: String },
    #[error("signed with a different key, {signer}")]
    WrongKey {
        /// Fingerprint of the key that the signature names.
        signer: String,
    },
    /// Key and namespace are right, but not for these bytes.
    #[error("the signature does not match the text: the text was changed after it was signed")]
    Bad,
}

impl PublicKey {
    /// Reads one line of an OpenSSH public key file; the comment is dropped.
    ///
    /// # Errors
    /// [`PublicKeyFault`], for anything but a sound key of a supported type.
    pub fn parse(text: &str) -> Result<Self, PublicKeyFault> {
        if text.contains("PRIVATE KEY-----") {
            return Err(PublicKeyFault::Private);
        }
        let line = text.trim_end_matches(['\n', '\r', ' ', '\t']);
        let mut fields = line.splitn(3, ' ');
        let (Some(kind), Some(data)) = (fields.next(), fields.next()) else {
            return Err(PublicKeyFault::Form);
        };
        if line.contains(['\n', '\r', '\0']) {
            return Err(PublicKeyFault::Form);
        }
        let unsupported = ["ssh-dss", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521"];
        if unsupported.iter().any(|u| kind.starts_with(u)) || kind.contains("-cert-") {
            return Err(PublicKeyFault::Unsupported(kind.to_owned()));
        }
        let key = ssh_key::PublicKey::from_openssh(&format!("{kind} {data}"))
            .map_err(|_| PublicKeyFault::Form)?;
        Self::sound(key.key_data().clone())
    }

    /// Takes a key of a supported, sound kind.
    pub(super) fn sound(data: KeyData) -> Result<Self, PublicKeyFault> {
        match &data {
            KeyData::Ed25519(key) => check_ed25519(key)?,
            KeyData::SkEd25519(key) => check_ed25519(key.public_key())?,
            #[cfg(feature = "p256-keys")]
            KeyData::Ecdsa(key) if key.curve() == EcdsaCurve::NistP256 => {
                check_nistp256(key.as_sec1_bytes())?;
            }
            #[cfg(feature = "p256-keys")]
            KeyData::SkEcdsaSha2NistP256(key) => check_nistp256(key.ec_point().as_bytes())?,
            #[cfg(feature = "rsa-keys")]
            KeyData::Rsa(key) => check_rsa(key)?,
            other => {
                return Err(PublicKeyFault::Unsupported(other.algorithm().as_str().to_owned()));
            }
        }
        Ok(Self(data.into()))
    }

    /// The 32 bytes of an ed25519 key, to which something can be sealed; none of any other kind.
    pub fn ed25519(&self) -> Option<[u8; 32]> {
        match self.0.key_data() {
            KeyData::Ed25519(key) => Some(key.0),
            _ => None,
        }
    }

    /// The fingerprint as `ssh-keygen -l` prints it: `SHA256:` and base64.
    pub fn fingerprint(&self) -> String {
        self.0.fingerprint(HashAlg::Sha256).to_string()
    }
}

fn check_ed25519(key: &Ed25519PublicKey) -> Result<(), PublicKeyFault> {
    let key = ed25519_dalek::VerifyingKey::from_bytes(&key.0).map_err(|_| PublicKeyFault::Form)?;
    if key.is_weak() { Err(PublicKeyFault::Weak) } else { Ok(()) }
}

/// Compressed points have a second spelling of the same key, which OpenSSH does not read.
#[cfg(feature = "p256-keys")]
fn check_nistp256(point: &[u8]) -> Result<(), PublicKeyFault> {
    let sound = point.len() == 65 && p256::ecdsa::VerifyingKey::from_sec1_bytes(point).is_ok();
    if sound { Ok(()) } else { Err(PublicKeyFault::Form) }
}

/// RSA below 2048 bits can be broken; OpenSSH warns of it too.
#[cfg(feature = "rsa-keys")]
fn check_rsa(key: &ssh_key::public::RsaPublicKey) -> Result<(), PublicKeyFault> {
    let modulus = key.n.as_positive_bytes().ok_or(PublicKeyFault::Form)?;
    let exponent = key.e.as_positive_bytes().ok_or(PublicKeyFault::Form)?;
    if modulus.len() < 256 || exponent == [1] { Err(PublicKeyFault::Weak) } else { Ok(()) }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_openssh().map_err(|_| fmt::Error)?)
    }
}

impl FromStr for PublicKey {
    type Err = PublicKeyFault;

    fn from_str(text: &str) -> Result<Self, PublicKeyFault> {
        Self::parse(text)
    }
}

impl Serialize for PublicKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PublicKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Checks that `armored` is a signature of `message` by `key` for `namespace`.
///
/// # Errors
/// The first of [`SignatureFault`] that applies; the wrong key is reported before the wrong namespace.
pub fn verify(
    key: &PublicKey,
    namespace: Namespace,
    message: &[u8],
    armored: &str,
) -> Result<(), SignatureFault> {
    let bytes = armor::open(armored).ok_or(SignatureFault::NotArmored)?;
    let signature =
        SshSig::from_pem(armor::close(&bytes)).map_err(|_| SignatureFault::Malformed)?;
    // One spelling only, and nothing in the reserved field: `ssh-keygen` leaves that out of what it checks.
    if written(&signature) != Some(bytes)
        || !signature.reserved().is_empty()
        || signature.version() != SshSig::VERSION
    {
        return Err(SignatureFault::Malformed);
    }
    if signature.public_key() != key.0.key_data() {
        let signer = signature.public_key().fingerprint(HashAlg::Sha256).to_string();
        return Err(SignatureFault::WrongKey { signer });
    }
    if signature.namespace() != namespace.word() {
        let found = signature.namespace().to_owned();
        return Err(SignatureFault::WrongNamespace { expected: namespace, found });
    }
    same_kind(key, &signature)?;
    key.0.verify(namespace.word(), message, &signature).map_err(|_| SignatureFault::Bad)
}

/// The bytes of a signature in its one spelling.
fn written(signature: &SshSig) -> Option<Vec<u8>> {
    let bytes = armor::open(&signature.to_pem(LineEnding::LF).ok()?)?;
    #[cfg(feature = "p256-keys")]
    let bytes = with_flags_behind(signature, bytes)?;
    Some(bytes)
}

/// By PROTOCOL.u2f the flags and the counter (5 bytes) of a security key follow the string with the signature itself. For ECDSA
/// keys ssh-key 0.6 writes them into that string, which is the last one.
#[cfg(feature = "p256-keys")]
fn with_flags_behind(signature: &SshSig, mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    if matches!(signature.public_key(), KeyData::SkEcdsaSha2NistP256(_)) {
        let inside = signature.signature_bytes().len();
        let at = bytes.len().checked_sub(inside + 4)?;
        let length = u32::try_from(inside.checked_sub(5)?).ok()?;
        bytes[at..at + 4].copy_from_slice(&length.to_be_bytes());
    }
    Some(bytes)
}

/// True if an armored signature is spelled as `ssh-keygen` writes it. Other spellings are valid too.
pub fn usual_spelling(armored: &str) -> bool {
    armor::open(armored).is_some_and(|bytes| armor::close(&bytes) == armored)
}

/// True if a signature says that it was made for this purpose. The signature itself is not checked.
pub fn signed_for(armored: &str, namespace: Namespace) -> bool {
    let signature =
        armor::open(armored).and_then(|bytes| SshSig::from_pem(armor::close(&bytes)).ok());
    signature.is_some_and(|signature| signature.namespace() == namespace.word())
}

/// The key that a signature names, valid or not, to tell whose it might be.
pub fn signer(armored: &str) -> Option<PublicKey> {
    let signature = SshSig::from_pem(armor::close(&armor::open(armored)?)).ok()?;
    PublicKey::sound(signature.public_key().clone()).ok()
}

fn same_kind(key: &PublicKey, signature: &SshSig) -> Result<(), SignatureFault> {
    let (ours, theirs) = (key.0.algorithm(), signature.algorithm());
    // An RSA key is of type ssh-rsa, its signatures are of rsa-sha2-256 or -512; SHA-1 does not parse at all.
    let same = ours == theirs || (ours.is_rsa() && theirs.is_rsa());
    if same { Ok(()) } else { Err(SignatureFault::Malformed) }
}

#[cfg(test)]
#[path = "signature_tests.rs"]
mod tests;
