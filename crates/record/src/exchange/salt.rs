//! The salt of an order file: what keeps it from being guessed, and the dice from being chosen.

use crate::Digest;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// A text that nobody could guess, from the author's own machine. It is part of the signed bytes, and so of the dice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Salt {
    /// 16 random bytes, written in base64.
    Drawn([u8; 16]),
    /// Any other text of [`SALT_TEXT`] characters: what a password manager or a roll over the keyboard gives.
    Text(String),
}

/// The permitted length, in characters, of a salt that is not 16 bytes in base64.
pub const SALT_TEXT: RangeInclusive<usize> = 22..=200;

/// Fewest bits that a salt must hold by [`tenths_of_bits`].
const BITS_MIN: usize = 64;
/// Salts printed in the documentation, where everybody can read them.
const EXAMPLES: [&str; 3] =
    ["k3jf08 wlqpz,vn5 0dkxa81m", "AAECAwQFBgcICQoLDA0ODw==", "000102030405060708090a0b0c0d0e0f"];
/// So many characters of a public digest, in a row, are no coincidence.
const OF_DIGEST: usize = 12;
/// Keyboard rows: running along one adds nothing to a salt.
const ROWS: [&str; 5] = ["qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm"];

impl Salt {
    /// Reads the salt in `text`, from a file that answers the head `after`; the error says what is wrong with it.
    pub(super) fn of(text: &str, after: &str) -> Result<Self, String> {
        let drawn = STANDARD.decode(text).ok().and_then(|bytes| <[u8; 16]>::try_from(bytes).ok());
        let length = text.chars().count();
        if length == 0 {
            return Err("the salt is empty: it must be your own, so no form contains it".to_owned());
        }
        if drawn.is_none() && length < *SALT_TEXT.start() {
            let least = SALT_TEXT.start();
            return Err(format!(
                "the salt has {length} characters, but a salt of fewer than {least} can be guessed"
            ));
        }
        if drawn.is_none() && length > *SALT_TEXT.end() {
            return Err(format!(
                "the salt has {length} characters, but at most {} are allowed",
                SALT_TEXT.end()
            ));
        }
        if EXAMPLES.contains(&text) {
            return Err(
                "the salt is an example from the documentation, which everybody knows".to_owned()
            );
        }
        if is_of_digest(text, drawn.as_ref(), after) {
            return Err(
                "the salt is taken from the head of the game, which everybody knows".to_owned()
            );
        }
        let bits = match &drawn {
            Some(bytes) => tenths_of_bits(bytes.iter().map(|byte| u32::from(*byte)), 80) / 10,
            None => tenths_of_bits(text.chars().map(u32::from), tenths_a_character(text)) / 10,
        };
        if bits < BITS_MIN {
            return Err(format!(
                "the salt can be guessed: it repeats itself or follows a pattern, and has only \
                 about {bits} bits; {BITS_MIN} are needed"
            ));
        }
        Ok(drawn.map_or_else(|| Self::Text(text.to_owned()), Self::Drawn))
    }
}

/// True if a salt is part of a public digest, in hexadecimal or as raw bytes.
fn is_of_digest(text: &str, drawn: Option<&[u8; 16]>, after: &str) -> bool {
    let Ok(digest) = after.parse::<Digest>() else { return false };
    let small = text.to_lowercase();
    let shared = after
        .as_bytes()
        .windows(OF_DIGEST)
        .any(|part| str::from_utf8(part).is_ok_and(|part| small.contains(part)));
    shared || drawn.is_some_and(|drawn| digest.bytes().windows(16).any(|part| part == drawn))
}

/// Tenths of a bit per character of a text, by the kinds of characters in it.
fn tenths_a_character(text: &str) -> usize {
    let any = |kind: fn(char) -> bool| usize::from(text.chars().any(kind));
    let digits = any(|c| c.is_ascii_digit());
    let small = any(|c| c.is_ascii_lowercase());
    let large = any(|c| c.is_ascii_uppercase());
    let others = any(|c| !c.is_ascii_alphanumeric());
    if text.chars().all(|c| c.is_ascii_digit()) {
        return 33;
    }
    if text.chars().all(|c| c.is_ascii_hexdigit()) {
        return 40;
    }
    [47, 47, 53, 59, 65][digits + small + large + others]
}

/// Estimates what a salt holds: `each` for every character but those that continue a pattern, which is the same step as
/// before, a row of the keyboard, or three characters that have occurred already.
fn tenths_of_bits(units: impl Iterator<Item = u32>, each: usize) -> usize {
    let units: Vec<i64> = units.map(i64::from).collect();
    let mut seen: BTreeSet<&[i64]> = BTreeSet::new();
    let mut new = units.len().min(2);
    for three in units.windows(3) {
        let on = three[1] - three[0] == three[2] - three[1];
        let again = !seen.insert(three);
        new += usize::from(!on && !again && !along(three));
    }
    new * each
}

/// True if three characters follow each other along a row of the keyboard, in either direction.
fn along(three: &[i64]) -> bool {
    let at = |row: &str, unit: i64| row.bytes().position(|key| i64::from(key) == unit);
    ROWS.iter().any(|row| match (at(row, three[0]), at(row, three[1]), at(row, three[2])) {
        (Some(first), Some(second), Some(third)) => {
            first.abs_diff(second) == 1 && second.abs_diff(third) == 1 && first != third
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFTER: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    #[test]
    fn what_a_player_may_write_and_what_anybody_guesses() {
        for good in [
            "yv66vt6tvu8QIzJURnaIlA==",
            "f81b3c09ae7724d5510bc6a2",
            "wJ7#kd0qP2!xmZ49vTb8rL",
            "ow ieu qmz 83 kdh 12 vb qo",
            "8402917365528019374651",
        ] {
            assert!(Salt::of(good, AFTER).is_ok(), "{good}: {:?}", Salt::of(good, AFTER));
        }
        for (bad, why) in [
            ("", "empty"),
            ("short", "fewer than 22"),
            ("k3jf08 wlqpz,vn5 0dkxa81m", "an example"),
            ("AAECAwQFBgcICQoLDA0ODw==", "an example"),
            ("0000000000000000000000", "guessed"),
            ("AAAAAAAAAAAAAAAAAAAAAA==", "guessed"),
            ("MDEyMzQ1Njc4OWFiY2RlZg==", "guessed"),
            ("passwordpasswordpassword", "guessed"),
            ("abcdefghijklmnopqrstuvwxyz", "guessed"),
            ("qwertyuiopasdfghjklzxcvbnm", "guessed"),
            ("0123456789012345678901234567", "guessed"),
            (AFTER, "the head"),
            ("E3B0C44298FC1C149AFBF4C8996F", "the head"),
            ("47DEQpj8HBSa+/TImW+5JA==", "the head"),
        ] {
            let told = Salt::of(bad, AFTER).expect_err(bad);
            assert!(told.contains(why), "{bad}: {told}");
        }
    }
}
