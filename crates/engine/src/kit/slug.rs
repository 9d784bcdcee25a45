//! Short names that cost nothing to copy.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A name of 1 to `N` bytes held in place: lower-case letters, digits, `-` and `_`. Ordered like its text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slug<const N: usize>([u8; N]);

impl<const N: usize> Slug<N> {
    /// The most letters that one can have.
    pub const MOST: usize = N;

    /// The name, if the text can be one.
    pub const fn new(text: &str) -> Option<Self> {
        let from = text.as_bytes();
        if from.is_empty() || from.len() > N {
            return None;
        }
        let mut bytes = [0; N];
        let mut at = 0;
        while at < from.len() {
            if !matches!(from[at], b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_') {
                return None;
            }
            bytes[at] = from[at];
            at += 1;
        }
        Some(Self(bytes))
    }

    /// A name written in the program.
    ///
    /// # Panics
    /// If the text cannot be a name; in a constant, that stops the build.
    pub const fn of(text: &'static str) -> Self {
        match Self::new(text) {
            Some(slug) => slug,
            None => panic!("this is not a short name"),
        }
    }

    /// The name as files write it.
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(N);
        std::str::from_utf8(&self.0[..end]).expect("a slug has only ASCII letters")
    }
}

impl<const N: usize> fmt::Display for Slug<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<const N: usize> fmt::Debug for Slug<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl<const N: usize> PartialEq<str> for Slug<N> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl<const N: usize> Serialize for Slug<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de, const N: usize> Deserialize<'de> for Slug<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reading<const N: usize>;
        impl<const N: usize> Visitor<'_> for Reading<N> {
            type Value = Slug<N>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a name of 1 to {N} lower-case letters, digits and hyphens")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Slug<N>, E> {
                Slug::new(text)
                    .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_str(Reading)
    }
}

#[cfg(test)]
mod tests {
    use super::Slug;

    #[test]
    fn a_name_is_its_text_and_is_ordered_like_it() {
        let name = Slug::<8>::new("ve12").expect("short enough");
        assert_eq!(name.as_str(), "ve12");
        assert!(Slug::<8>::of("ve1") < name && name < Slug::of("ve2"));
        assert_eq!(Slug::<8>::new("hannibal").expect("fits exactly").as_str(), "hannibal");
    }

    #[test]
    fn what_cannot_be_a_name_is_none() {
        for text in ["", "Ve1", "a b", "ninebytes", "n\u{fc}"] {
            assert_eq!(Slug::<8>::new(text), None, "{text}");
        }
    }
}
