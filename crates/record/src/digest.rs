//! SHA-256 digests in the one spelling that the protocol knows: 64 lower-case hexadecimal digits.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::str::FromStr;

/// A SHA-256 digest (32 bytes). Shown, read and stored as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a digest is 64 lower-case hexadecimal digits")]
pub struct DigestFault;

impl Digest {
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl FromStr for Digest {
    type Err = DigestFault;

    fn from_str(text: &str) -> Result<Self, DigestFault> {
        unhex(text).map(Self).ok_or(DigestFault)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Lower-case hexadecimal digits of 32 bytes.
pub(super) fn hex(bytes: &[u8; 32]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|nibble| char::from(DIGITS[usize::from(nibble)]))
        .collect()
}

/// 32 bytes from exactly 64 lower-case hexadecimal digits; nothing else is taken.
pub(super) fn unhex(text: &str) -> Option<[u8; 32]> {
    let nibble = |c: u8| match c {
        b'0'..=b'9' => Some(c - b'0'),
        b'a'..=b'f' => Some(c - b'a' + 10),
        _ => None,
    };
    let digits: &[u8; 64] = text.as_bytes().try_into().ok()?;
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    #[test]
    fn of_nothing_is_the_published_value() {
        assert_eq!(Digest::of(b"").to_string(), EMPTY);
        assert_eq!(EMPTY.parse(), Ok(Digest::of(b"")));
    }

    #[test]
    fn other_spellings_of_the_same_digest_are_refused() {
        let upper = EMPTY.to_uppercase();
        let spaced = format!(" {EMPTY}");
        let prefixed = format!("0x{}", &EMPTY[2..]);
        let plus = format!("+{}", &EMPTY[1..]);
        let not_ascii = format!("é{}", &EMPTY[2..]);
        for text in [
            "",
            &EMPTY[1..],
            upper.as_str(),
            &spaced,
            &prefixed,
            &plus,
            &not_ascii,
            &EMPTY.repeat(2),
        ] {
            assert_eq!(text.parse::<Digest>(), Err(DigestFault), "{text:?}");
        }
    }

    #[test]
    fn order_of_digests_is_the_order_of_their_texts() {
        let mut digests: Vec<_> = (0..50u8).map(|i| Digest::of(&[i])).collect();
        digests.sort();
        let texts: Vec<_> = digests.iter().map(ToString::to_string).collect();
        assert!(texts.is_sorted());
    }

    #[test]
    fn serde_writes_and_reads_the_text() {
        let json = serde_json::to_string(&Digest::of(b"")).unwrap();
        assert_eq!(json, format!("\"{EMPTY}\""));
        assert_eq!(serde_json::from_str::<Digest>(&json).unwrap(), Digest::of(b""));
        assert!(serde_json::from_str::<Digest>("\"abc\"").is_err());
    }
}
