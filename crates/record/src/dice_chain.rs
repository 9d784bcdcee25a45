//! The referee's committed secrets, and the seeds drawn from them and from the players' orders.
//!
//! Before the first order the referee draws one secret `s[N]` and publishes `s[0]`, reached by hashing N times; phase n
//! reveals `s[n]`. The seed of phase n needs both `s[n]` and the digests of the orders, so that neither the referee nor
//! the players alone can choose dice. Protocol, "Dice".

use super::digest::{Digest, DigestFault, hex, unhex};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::Sha256;
use std::fmt;
use std::str::FromStr;

/// The number of phases that a chain serves unless the charter says otherwise.
pub const DEFAULT_LENGTH: u32 = 65_535;
/// One secret is kept for every so many links, so that no secret costs more hashes than this.
pub const CHECKPOINT_EVERY: u32 = 1024;

/// 32 secret bytes: a link `s[n]` of the chain, or `h`. `Debug` does not show them; [`Secret::reveal`] does.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// The public part of the referee's secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commitment {
    /// `s[0]`: every revealed secret must hash down to it.
    pub commitment: Digest,
    /// SHA-256 of `h`, from which hidden rolls and salts come.
    pub hidden_commitment: Digest,
    /// N: the number of the last phase that has a secret.
    pub length: u32,
}

/// Everything that the referee keeps secret, in the form of its file. `Debug` shows no secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SecretsFile", into = "SecretsFile")]
pub struct Secrets {
    length: u32,
    /// `s[0]`, `s[1024]`, `s[2048]`, ... and last `s[N]`.
    checkpoints: Vec<Secret>,
    hidden: Secret,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecretFault {
    /// A chain of no links serves no phase.
    #[error("a chain of dice secrets has at least one link")]
    NoLinks,
    /// The file does not hold the secrets that its length asks for.
    #[error("a chain of {length} links has {expected} checkpoints, not {found}")]
    Checkpoints {
        /// N as the file says.
        length: u32,
        expected: usize,
        found: usize,
    },
    /// The links do not hash down to one another.
    #[error("the dice secrets do not belong to one chain")]
    Broken,
    /// The secrets are not those that the charter is committed to.
    #[error("the dice secrets are not the ones to which the charter commits")]
    OtherCommitment,
    /// There is no secret left for this phase.
    #[error("phase {phase} has no dice secret: the chain ends at {length}")]
    PastTheEnd {
        phase: u32,
        /// N: the last phase with a secret.
        length: u32,
    },
}

/// The seed of one phase: public once the phase's secret is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(Digest);

/// The seed of a phase's hidden rolls; it stays secret, so `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct HiddenSeed([u8; 32]);

impl Secret {
    /// A secret from its raw bytes, which the caller drew at random or read from its file.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The 64 hexadecimal digits, for `turn.yaml` once the phase is locked, or for the secrets' own file.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// SHA-256 of the secret: for `s[n]` that is `s[n-1]`, for `h` its commitment.
    pub fn commitment(&self) -> Digest {
        Digest::of(&self.0)
    }

    /// True if `published` is the commitment to this secret. For `s[n]`, `published` is `s[n-1]`.
    pub fn opens(&self, published: &Digest) -> bool {
        self.commitment() == *published
    }

    /// The secret's own bytes as a digest: what the next revealed link must hash to.
    pub fn as_published(&self) -> Digest {
        Digest::from_bytes(self.0)
    }

    /// The link `times` steps further down, by hashing.
    fn down(&self, times: u32) -> Self {
        let mut link = Digest::from_bytes(self.0);
        for _ in 0..times {
            link = Digest::of(link.bytes());
        }
        Self(*link.bytes())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl FromStr for Secret {
    type Err = DigestFault;

    fn from_str(text: &str) -> Result<Self, DigestFault> {
        unhex(text).map(Self).ok_or(DigestFault)
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.reveal())
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl Secrets {
    /// Builds the chain down from a fresh random `s[N]`, with a fresh random `h`; `length` is N.
    ///
    /// # Errors
    /// [`SecretFault::NoLinks`] if `length` is 0.
    pub fn draw(last: [u8; 32], hidden: [u8; 32], length: u32) -> Result<Self, SecretFault> {
        if length == 0 {
            return Err(SecretFault::NoLinks);
        }
        let mut links = vec![Secret(last)];
        let mut at = length;
        while at > 0 {
            let below = (at - 1) / CHECKPOINT_EVERY * CHECKPOINT_EVERY;
            let link = links[links.len() - 1].down(at - below);
            links.push(link);
            at = below;
        }
        links.reverse();
        Ok(Self { length, checkpoints: links, hidden: Secret(hidden) })
    }

    /// N: the number of the last phase that has a secret.
    pub const fn length(&self) -> u32 {
        self.length
    }

    pub fn commitment(&self) -> Commitment {
        Commitment {
            commitment: self.checkpoints[0].as_published(),
            hidden_commitment: self.hidden.commitment(),
            length: self.length,
        }
    }

    /// `s[phase]`, by at most [`CHECKPOINT_EVERY`] hashes.
    ///
    /// # Errors
    /// [`SecretFault::PastTheEnd`] if the chain has no such link.
    pub fn secret(&self, phase: u32) -> Result<Secret, SecretFault> {
        if phase > self.length {
            return Err(SecretFault::PastTheEnd { phase, length: self.length });
        }
        let index = phase.div_ceil(CHECKPOINT_EVERY);
        let at = (index * CHECKPOINT_EVERY).min(self.length);
        Ok(self.checkpoints[index as usize].down(at - phase))
    }

    /// `h`, which the last record of a game reveals.
    pub const fn hidden(&self) -> &Secret {
        &self.hidden
    }

    /// Checks the whole chain link by link against the charter; N hashes.
    ///
    /// # Errors
    /// [`SecretFault::Broken`] or [`SecretFault::OtherCommitment`].
    pub fn check(&self, charter: &Commitment) -> Result<(), SecretFault> {
        let last = self.checkpoints[self.checkpoints.len() - 1].0;
        let again = Self::draw(last, self.hidden.0, self.length)?;
        if again != *self {
            Err(SecretFault::Broken)
        } else if self.commitment() != *charter {
            Err(SecretFault::OtherCommitment)
        } else {
            Ok(())
        }
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").field("length", &self.length).finish_non_exhaustive()
    }
}

/// The file form of [`Secrets`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SecretsFile {
    length: u32,
    checkpoints: Vec<Secret>,
    hidden: Secret,
}

impl From<Secrets> for SecretsFile {
    fn from(Secrets { length, checkpoints, hidden }: Secrets) -> Self {
        Self { length, checkpoints, hidden }
    }
}

impl TryFrom<SecretsFile> for Secrets {
    type Error = SecretFault;

    fn try_from(
        SecretsFile { length, checkpoints, hidden }: SecretsFile,
    ) -> Result<Self, SecretFault> {
        if length == 0 {
            return Err(SecretFault::NoLinks);
        }
        let expected = length.div_ceil(CHECKPOINT_EVERY) as usize + 1;
        let found = checkpoints.len();
        if found != expected {
            return Err(SecretFault::Checkpoints { length, expected, found });
        }
        Ok(Self { length, checkpoints, hidden })
    }
}

impl Seed {
    /// `seed(0)`: the game's start, that is the digest of `turns/0000/SHA256SUMS`.
    pub const fn start(start: Digest) -> Self {
        Self(start)
    }

    /// The 32 raw bytes: the key of the phase's open rolls.
    pub const fn bytes(&self) -> &[u8; 32] {
        self.0.bytes()
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = DigestFault;

    fn from_str(text: &str) -> Result<Self, DigestFault> {
        text.parse().map(Self)
    }
}

impl HiddenSeed {
    /// The 32 raw bytes: the key of the phase's hidden rolls.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for HiddenSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HiddenSeed(..)")
    }
}

/// `seed(phase)` for a phase after 0: `secret` is `s[phase]`, `previous` is `seed(phase - 1)`, and `orders` names every
/// player's seat in the charter's order with the digest of `orders/SEAT.yaml` in this record, or none.
pub fn seed<'a>(
    secret: &Secret,
    game: &str,
    phase: u32,
    previous: &Seed,
    orders: impl IntoIterator<Item = (&'a str, Option<Digest>)>,
) -> Seed {
    let mut lines =
        vec!["tabella/1 dice".to_owned(), game.to_owned(), phase.to_string(), previous.to_string()];
    lines.extend(orders.into_iter().map(|(seat, digest)| match digest {
        Some(digest) => format!("{seat} {digest}"),
        None => format!("{seat} -"),
    }));
    Seed(Digest::from_bytes(keyed(secret, &lines)))
}

/// The seed of the hidden rolls of `phase`, from `h` and the phase's open seed.
pub fn hidden_seed(hidden: &Secret, game: &str, phase: u32, open: &Seed) -> HiddenSeed {
    let lines =
        ["tabella/1 hidden".to_owned(), game.to_owned(), phase.to_string(), open.to_string()];
    HiddenSeed(keyed(hidden, &lines))
}

/// The salt of a file that may be sealed, from `h`; `path` is the file's path in the record of `phase`, such as
/// `hidden.yaml`. It is written as 64 hexadecimal digits.
pub fn salt(hidden: &Secret, game: &str, phase: u32, path: &str) -> Digest {
    let lines = ["tabella/1 salt".to_owned(), game.to_owned(), phase.to_string(), path.to_owned()];
    Digest::from_bytes(keyed(hidden, &lines))
}

/// HMAC-SHA-256 over lines, each ended by LF. No line may contain an LF, because it could pose as two lines.
pub(crate) fn keyed(key: &Secret, lines: &[String]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(&key.0).expect("HMAC takes a key of any length");
    for line in lines {
        assert!(!line.contains('\n'), "no line of a seed text holds a line feed: {line:?}");
        mac.update(line.as_bytes());
        mac.update(b"\n");
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
#[path = "dice_chain_tests.rs"]
mod tests;
