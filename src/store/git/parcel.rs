//! Parcels: what a seat alone may read, sealed to the ssh-ed25519 key that signs for it, as `age -R key.pub` does.
//!
//! The `ssh` feature of the age library would bring RSA and key files of every kind with it; this is the one stanza that
//! parcels need, by age's specification of SSH recipients.

use crate::store::entropy;
use age::{DecryptError, EncryptError};
use age_core::format::{FileKey, Stanza};
use age_core::primitives::{aead_decrypt, aead_encrypt, hkdf};
use age_core::secrecy::ExposeSecret;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use ciphertext::{Recipient, Unopened, decrypt};
use ed25519_dalek::{SigningKey, VerifyingKey};
use record::{Charter, PrivateKey, PublicKey, Signers};
use sha2::{Digest as _, Sha256};
use x25519_dalek::{PublicKey as Point, StaticSecret, X25519_BASEPOINT_BYTES, x25519};

/// Name of the age stanza, and the label for deriving its keys.
const TAG: &str = "ssh-ed25519";
const LABEL: &[u8] = b"age-encryption.org/v1/ssh-ed25519";
/// Parcels are padded to a multiple of this many bytes.
const PARCEL: usize = 64 * 1024;
/// Length of age's file key, in bytes.
const FILE_KEY: usize = 16;

/// What the parcels of a seat are sealed to.
pub(super) enum Road {
    /// The age key in the seat's line of the charter.
    Age(Recipient),
    Ssh(SshRecipient),
}

impl Road {
    /// The road to a seat; none if the charter names no age key for it and its own key can only sign (ecdsa, security
    /// keys).
    pub(super) fn to(seat: &str, charter: &Charter, signers: &Signers) -> Option<Self> {
        if let Some(age) = charter.seat(seat).and_then(|line| line.age.as_ref()) {
            return age.parse().ok().map(Self::Age);
        }
        SshRecipient::of(signers.key(seat)?).map(Self::Ssh)
    }

    /// Seals a parcel, padded with zeros.
    ///
    /// # Panics
    /// Never: writing to memory does not fail.
    pub(super) fn seal(&self, content: &[u8]) -> Vec<u8> {
        let mut padded = content.to_vec();
        padded.resize(content.len().next_multiple_of(PARCEL), 0);
        match self {
            Self::Age(recipient) => recipient.encrypt(&padded),
            Self::Ssh(recipient) => {
                age::encrypt(recipient, &padded).expect("an ed25519 key can encrypt a file key")
            }
        }
    }
}

/// The contents of a parcel, by the private key of its seat.
///
/// # Errors
/// [`Unopened`]; a key that is not ed25519 opens none.
pub(super) fn open_parcel(with: &PrivateKey, bytes: &[u8]) -> Result<Vec<u8>, Unopened> {
    let identity = SshIdentity::of(with).ok_or(Unopened::OtherKey)?;
    decrypt(&identity, bytes)
}

/// An ed25519 key in OpenSSH's binary form, and the matching point on the other curve.
pub(super) struct SshRecipient {
    wire: Vec<u8>,
    point: [u8; 32],
}

impl SshRecipient {
    fn of(key: &PublicKey) -> Option<Self> {
        let bytes = key.ed25519()?;
        let point = VerifyingKey::from_bytes(&bytes).ok()?.to_montgomery().to_bytes();
        let mut wire = Vec::with_capacity(51);
        for part in [TAG.as_bytes(), &bytes] {
            let length = u32::try_from(part.len()).expect("a name or key has only a few bytes");
            wire.extend_from_slice(&length.to_be_bytes());
            wire.extend_from_slice(part);
        }
        Some(Self { wire, point })
    }

    /// The tag by which a holder of many keys finds the stanza that is theirs.
    fn tag(&self) -> String {
        STANDARD_NO_PAD.encode(&Sha256::digest(&self.wire)[..4])
    }

    /// The key that wraps the file key, derived from the share in the stanza and the agreed secret.
    fn wrapping(&self, share: &[u8; 32], agreed: [u8; 32]) -> [u8; 32] {
        let tweak = hkdf(&self.wire, LABEL, &[]);
        let salt = [share.as_slice(), &self.point].concat();
        hkdf(&salt, LABEL, &x25519(tweak, agreed))
    }
}

impl age::Recipient for SshRecipient {
    fn wrap_file_key(
        &self,
        file_key: &FileKey,
    ) -> Result<(Vec<Stanza>, std::collections::HashSet<String>), EncryptError> {
        let secret = entropy::draw()
            .map_err(|error| EncryptError::Io(std::io::Error::other(error.to_string())))?;
        let share = x25519(secret, X25519_BASEPOINT_BYTES);
        let key = self.wrapping(&share, x25519(secret, self.point));
        let stanza = Stanza {
            tag: TAG.to_owned(),
            args: vec![self.tag(), STANDARD_NO_PAD.encode(share)],
            body: aead_encrypt(&key, file_key.expose_secret()),
        };
        Ok((vec![stanza], std::collections::HashSet::new()))
    }
}

/// The private key as age uses it.
struct SshIdentity {
    secret: StaticSecret,
    public: SshRecipient,
}

impl SshIdentity {
    fn of(key: &PrivateKey) -> Option<Self> {
        let secret = SigningKey::from_bytes(&key.ed25519()?).to_scalar_bytes();
        Some(Self { secret: secret.into(), public: SshRecipient::of(key.public())? })
    }
}

impl age::Identity for SshIdentity {
    fn unwrap_stanza(&self, stanza: &Stanza) -> Option<Result<FileKey, DecryptError>> {
        let [tag, share] = &stanza.args[..] else { return None };
        if stanza.tag != TAG || *tag != self.public.tag() {
            return None;
        }
        let share = STANDARD_NO_PAD.decode(share).ok().and_then(|share| share.try_into().ok());
        let Some(share): Option<[u8; 32]> = share else {
            return Some(Err(DecryptError::InvalidHeader));
        };
        let agreed = self.secret.diffie_hellman(&Point::from(share));
        let key = self.public.wrapping(&share, agreed.to_bytes());
        let opened = aead_decrypt(&key, FILE_KEY, &stanza.body);
        Some(
            opened
                .map_err(DecryptError::from)
                .map(|bytes| FileKey::init_with_mut(|file_key| file_key.copy_from_slice(&bytes))),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn key(byte: u8) -> PrivateKey {
        PrivateKey::generate(&[byte; 32], "rome")
    }

    fn sealed(to: &PublicKey, content: &[u8]) -> Vec<u8> {
        Road::Ssh(SshRecipient::of(to).unwrap()).seal(content)
    }

    #[test]
    fn a_parcel_opens_with_the_key_of_its_seat_alone() {
        let parcel = sealed(key(1).public(), b"report");
        let opened = open_parcel(&key(1), &parcel).unwrap();
        assert_eq!((&opened[..6], opened.len()), (&b"report"[..], PARCEL));
        assert_eq!(open_parcel(&key(2), &parcel), Err(Unopened::OtherKey));
        let cut = open_parcel(&key(1), &parcel[..parcel.len() - 1]);
        assert!(matches!(cut, Err(Unopened::Damaged(_))), "{cut:?}");
    }

    /// The round trip with the `age` program that players have; says so where it is not installed.
    #[test]
    fn age_itself_opens_a_parcel_and_seals_one_that_opens_here() {
        if Command::new("age").arg("--version").output().is_err() {
            println!("skipped: no `age` on this machine");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("id"), key(3).to_openssh()).unwrap();
        std::fs::write(at("id.pub"), key(3).public_line()).unwrap();
        std::fs::write(at("ours"), sealed(key(3).public(), b"report")).unwrap();
        let opened = Command::new("age").args(["-d", "-i"]).arg(at("id")).arg(at("ours")).output();
        assert!(opened.unwrap().stdout.starts_with(b"report\0"));
        std::fs::write(at("plain"), b"from age").unwrap();
        let mut seal = Command::new("age");
        seal.arg("-R").arg(at("id.pub")).arg("-o").arg(at("theirs")).arg(at("plain"));
        assert!(seal.status().unwrap().success());
        let theirs = std::fs::read(at("theirs")).unwrap();
        assert_eq!(open_parcel(&key(3), &theirs).unwrap(), b"from age");
    }
}
