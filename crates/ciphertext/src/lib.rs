//! age files for games: orders sealed to a game's own key.
//!
//! The format is that of age (<https://age-encryption.org/v1>), so that a player with `age` alone can seal orders.
//! Nothing here opens a file; `age` itself draws what must be random.

use age::secrecy::ExposeSecret;
use age::{DecryptError, x25519};
use std::fmt;
use std::str::FromStr;

/// The most bytes that sealed orders may have, armored or not.
pub const SEALED_MAX: usize = 128 * 1024;
/// Sealed orders are padded to a multiple of this many bytes, so that their length reveals nothing.
pub const PADDED: usize = 8192;
/// First line of an age file.
const BINARY: &[u8] = b"age-encryption.org/v1\n";
/// First line of an armored one.
const ARMORED: &[u8] = b"-----BEGIN AGE ENCRYPTED FILE-----";

/// The public half of a game's own key, `age1...`, as the charter names it in `seal:`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient(x25519::Recipient);

/// The secret half, `AGE-SECRET-KEY-1...`, drawn for one game. `Debug` does not show it.
#[derive(Clone)]
pub struct Identity(x25519::Identity);

/// Why a text given as a key is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct KeyFault(String);

/// The reasons why a sealed text cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unopened {
    /// More than [`SEALED_MAX`] bytes.
    #[error("it has {0} bytes; sealed orders have at most {SEALED_MAX}")]
    TooLarge(usize),
    /// It does not begin as an age file does.
    #[error("it is not an age file")]
    NotAge,
    /// It was sealed to other keys, or with a passphrase.
    #[error("it is not sealed to this game's key")]
    OtherKey,
    /// It was altered or cut off on its way.
    #[error("it was altered or truncated after it was sealed: {0}")]
    Damaged(String),
}

impl Identity {
    /// A new one, drawn from the system's randomness.
    pub fn generate() -> Self {
        Self(x25519::Identity::generate())
    }

    /// Makes the key from 32 random bytes.
    ///
    /// # Panics
    /// Never: age takes any 32 bytes as a key.
    pub fn of(secret: &[u8; 32]) -> Self {
        let kind = bech32::Hrp::parse_unchecked("age-secret-key-");
        let text = bech32::encode_upper::<bech32::Bech32>(kind, secret)
            .expect("32 bytes are short enough for bech32");
        Self(text.parse().expect("any 32 bytes make an age key"))
    }

    pub fn recipient(&self) -> Recipient {
        Recipient(self.0.to_public())
    }

    /// Reads a key from a text as `age-keygen` writes it; lines that begin with `#` are comments.
    ///
    /// # Errors
    /// If the text holds no key, or one that is not an `AGE-SECRET-KEY-1...`.
    pub fn in_file(text: &str) -> Result<Self, KeyFault> {
        let plain = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let line = text.lines().map(str::trim).find(plain);
        line.ok_or_else(|| KeyFault("it holds no key".to_owned()))?.parse()
    }

    /// Opens an age file of any length.
    ///
    /// # Errors
    /// [`Unopened`].
    pub fn decrypt(&self, bytes: &[u8]) -> Result<Vec<u8>, Unopened> {
        decrypt(&self.0, bytes)
    }

    /// Its text, for the referee's eyes alone until the game is over.
    pub fn reveal(&self) -> String {
        self.0.to_string().expose_secret().to_owned()
    }
}

impl Recipient {
    /// Encrypts these bytes as they are, neither padded nor armored.
    ///
    /// # Panics
    /// Never: writing to memory does not fail.
    pub fn encrypt(&self, bytes: &[u8]) -> Vec<u8> {
        age::encrypt(&self.0, bytes).expect("a parsed key can encrypt a file key")
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Identity({})", self.recipient())
    }
}

impl FromStr for Identity {
    type Err = KeyFault;

    fn from_str(text: &str) -> Result<Self, KeyFault> {
        text.trim().parse().map(Self).map_err(|why: &str| KeyFault(why.to_owned()))
    }
}

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Recipient {
    type Err = KeyFault;

    fn from_str(text: &str) -> Result<Self, KeyFault> {
        text.trim().parse().map(Self).map_err(|why: &str| KeyFault(why.to_owned()))
    }
}

/// True if a file begins as age files do, armored or not.
pub fn is_sealed(bytes: &[u8]) -> bool {
    bytes.starts_with(BINARY) || bytes.trim_ascii_start().starts_with(ARMORED)
}

/// Pads a text at its end, seals it to a game's key and armors it.
///
/// # Panics
/// Never: writing to memory does not fail.
pub fn seal(to: &Recipient, text: &[u8]) -> String {
    let mut padded = text.to_vec();
    padded.resize(text.len().next_multiple_of(PADDED), 0);
    age::encrypt_and_armor(&to.0, &padded).expect("a parsed key can encrypt a file key")
}

/// Opens a sealed text. The zeros that pad it to a multiple of [`PADDED`] bytes stay at its end.
///
/// # Errors
/// The reason why it cannot be opened.
pub fn open(with: &Identity, bytes: &[u8]) -> Result<Vec<u8>, Unopened> {
    if bytes.len() > SEALED_MAX {
        return Err(Unopened::TooLarge(bytes.len()));
    }
    decrypt(&with.0, bytes)
}

/// Opens an age file of any length with a key of any kind.
///
/// # Errors
/// [`Unopened`].
pub fn decrypt(with: &impl age::Identity, bytes: &[u8]) -> Result<Vec<u8>, Unopened> {
    if !is_sealed(bytes) {
        return Err(Unopened::NotAge);
    }
    // Text that a mail program or an editor put before or behind the block does not belong to it.
    let bytes = if bytes.starts_with(BINARY) { bytes } else { bytes.trim_ascii() };
    age::decrypt(with, bytes).map_err(|error| match error {
        DecryptError::NoMatchingKeys | DecryptError::ExcessiveWork { .. } => Unopened::OtherKey,
        other => Unopened::Damaged(other.to_string()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_opens_with_its_key_alone_and_its_length_tells_nothing() {
        let (key, other) = (Identity::generate(), Identity::generate());
        let (short, long) =
            (seal(&key.recipient(), b"a: 1\n"), seal(&key.recipient(), &[b'x'; PADDED]));
        // The program adds a stanza of random length to every header.
        assert!(short.len().abs_diff(long.len()) < 1024 && long.len() > PADDED);
        let opened = open(&key, short.as_bytes()).unwrap();
        assert_eq!((&opened[..5], opened.len()), (&b"a: 1\n"[..], PADDED));
        assert!(opened[5..].iter().all(|byte| *byte == 0));
        assert_eq!(open(&other, short.as_bytes()), Err(Unopened::OtherKey));
        let crlf = short.replace('\n', "\r\n");
        assert_eq!(open(&key, crlf.as_bytes()), Ok(opened), "mail turns line ends");
    }

    #[test]
    fn keys_are_read_as_they_were_written() {
        let key = Identity::generate();
        assert_eq!(key.reveal().parse::<Identity>().unwrap().recipient(), key.recipient());
        assert_eq!(key.recipient().to_string().parse(), Ok(key.recipient()));
        assert!(key.reveal().parse::<Recipient>().is_err());
        assert!(format!("{key:?}").contains(&key.recipient().to_string()));
        assert!(!format!("{key:?}").contains("SECRET"));
    }

    #[test]
    fn what_does_not_open_says_why() {
        let key = Identity::generate();
        let sealed = seal(&key.recipient(), b"orders");
        assert_eq!(open(&key, b"orders: {}\n"), Err(Unopened::NotAge));
        assert_eq!(
            open(&key, &vec![b'x'; SEALED_MAX + 1]),
            Err(Unopened::TooLarge(SEALED_MAX + 1))
        );
        for cut in [60, sealed.len() / 2, sealed.len() - 40] {
            let cut = open(&key, &sealed.as_bytes()[..cut]);
            assert!(matches!(cut, Err(Unopened::Damaged(_))), "{cut:?}");
        }
        let mut altered = sealed.clone().into_bytes();
        let at = altered.len() / 2;
        altered[at] = if altered[at] == b'A' { b'B' } else { b'A' };
        assert!(matches!(open(&key, &altered), Err(Unopened::Damaged(_))));
    }
}
