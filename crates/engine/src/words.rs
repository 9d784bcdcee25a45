//! Closed lists of words: an enumeration whose values files write as fixed words.
//!
//! ```
//! # use tabella_engine as engine;
//! use engine::words;
//! words! {
//!     /// How one step of a march is made.
//!     pub enum Way {
//!         /// Over land.
//!         Land = "land",
//!         /// Across open sea.
//!         OpenSea = "open-sea",
//!     }
//! }
//! assert_eq!(Way::parse("open-sea"), Some(Way::OpenSea));
//! assert_eq!(Way::Land.to_string(), "land");
//! assert_eq!(Way::WORDS, ["land", "open-sea"]);
//! ```

use serde::Deserializer;
use serde::de::{Error, Unexpected, Visitor};
use std::fmt::{self, Debug, Display};

/// A value of a closed list; [`words!`](crate::words!) makes them.
pub trait Word: Copy + Eq + Ord + Debug + Display + 'static {
    /// All values, in the order of the list.
    const ALL: &'static [Self];
    /// Their words, in the same order.
    const WORDS: &'static [&'static str];

    /// The word that files write for it.
    fn word(self) -> &'static str;

    /// The value of a word, written exactly so.
    fn parse(text: &str) -> Option<Self> {
        Self::WORDS.iter().position(|word| *word == text).map(|at| Self::ALL[at])
    }
}

/// Declares an enumeration whose values are written as fixed words: `words! { pub enum Way { Land = "land", } }`.
///
/// It is `Copy` and ordered as listed; it has the lists `ALL` and `WORDS`, `word()` and `parse()`, is displayed
/// (with padding), serialised and read back as its word, and implements [`Word`], so that
/// [`Reader::one_of`](crate::Reader::one_of) reads it with a did-you-mean. Attributes (`#[derive(Default)]`,
/// `#[default]`, documentation) pass through.
#[macro_export]
macro_rules! words {
    ($(
        $(#[$about:meta])*
        $vis:vis enum $name:ident { $($(#[$note:meta])* $value:ident = $word:literal),+ $(,)? }
    )+) => {$(
        $(#[$about])*
        #[allow(missing_docs, reason = "each value is documented by its word")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $vis enum $name { $($(#[$note])* $value),+ }

        #[allow(
            dead_code,
            unreachable_pub,
            reason = "a list of words has more methods than any one of its users needs"
        )]
        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];
            /// Their words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word that files write for it.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$value => $word),+ }
            }

            /// The one written exactly so.
            pub fn parse(text: &str) -> Option<Self> {
                <Self as $crate::Word>::parse(text)
            }
        }

        impl $crate::Word for $name {
            const ALL: &'static [Self] = Self::ALL;
            const WORDS: &'static [&'static str] = Self::WORDS;

            fn word(self) -> &'static str {
                self.word()
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $crate::words::place(Self::WORDS, deserializer).map(|at| Self::ALL[at])
            }
        }
    )+};
}

/// Writes and reads a type as its text: it has `Display`, and `parse` from `&str` to an `Option`. What it is called
/// follows, for the message of one that cannot be read: `as_text! { Member: "an element", Step: "a step" }`.
#[macro_export]
macro_rules! as_text {
    ($($name:ty: $what:literal),+ $(,)?) => {$(
        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<Self, D::Error> {
                $crate::words::read_text($what, Self::parse, deserializer)
            }
        }
    )+};
}

/// The position of a word in its list. [`words!`](crate::words!) reads with this one function for every list.
///
/// # Errors
/// A word that is not in the list, with those that are.
pub fn place<'de, D: Deserializer<'de>>(
    words: &'static [&'static str],
    deserializer: D,
) -> Result<usize, D::Error> {
    let find = |text: &str| words.iter().position(|word| *word == text);
    deserializer
        .deserialize_any(Text { what: &|f| write!(f, "one of: {}", words.join(", ")), find })
}

/// Reads a value that is written as text; [`as_text!`](crate::as_text!) reads with it.
///
/// # Errors
/// A text that is not `what`.
pub fn read_text<'de, D: Deserializer<'de>, T>(
    what: &str,
    parse: impl Fn(&str) -> Option<T>,
    deserializer: D,
) -> Result<T, D::Error> {
    deserializer.deserialize_any(Text { what: &|f| f.write_str(what), find: parse })
}

/// Reads a text. YAML reads the plain words `n` and `no` as false and `yes` as true: here they are words, of which a
/// list knows at most one of each kind.
struct Text<'w, F> {
    what: &'w dyn Fn(&mut fmt::Formatter<'_>) -> fmt::Result,
    find: F,
}

impl<T, F: Fn(&str) -> Option<T>> Visitor<'_> for Text<'_, F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.what)(f)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.find)(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<T, E> {
        let spellings: &[&str] = if truth { &["yes"] } else { &["n", "no"] };
        let found = spellings.iter().find_map(|word| (self.find)(word));
        found.ok_or_else(|| E::invalid_value(Unexpected::Bool(truth), &self))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Common, Complaints, Node, Path, Reader, Tempo};
    use std::collections::BTreeMap;

    words! {
        #[derive(Default)]
        enum Elephants {
            #[default]
            No = "no",
            AFew = "a-few",
        }
    }

    #[test]
    fn a_word_is_written_and_read_back_also_as_a_key_and_where_yaml_sees_a_truth_value() {
        let value: BTreeMap<Elephants, Vec<Elephants>> =
            BTreeMap::from([(Elephants::AFew, vec![Elephants::No, Elephants::AFew])]);
        for text in [
            serde_yaml::to_string(&value).expect("plain data"),
            "a-few: [no, a-few]".to_owned(),
            serde_json::to_string(&value).expect("plain data"),
        ] {
            assert_eq!(
                serde_yaml::from_str::<BTreeMap<_, _>>(&text).ok(),
                Some(value.clone()),
                "{text}"
            );
        }
        let json = serde_json::to_value(&value).expect("plain data");
        assert_eq!(serde_json::from_value::<BTreeMap<_, _>>(json).ok(), Some(value));
        assert_eq!(format!("[{:>6}]", Elephants::default()), "[    no]");
        let wrong = serde_json::from_str::<Elephants>("\"a-fex\"").expect_err("no such word");
        assert!(wrong.to_string().contains("expected one of: no, a-few"), "{wrong}");
    }

    #[test]
    fn an_unknown_word_is_complained_of_with_the_nearest_known_one() {
        let read = |text: &str| {
            let node = Node::from_value(&text.into());
            let mut complaints = Complaints::new();
            let reader = Reader::new(&node, Path::top().then("tempo"), &mut complaints);
            let tempo = reader.one_of::<Tempo>("a tempo", Common::Tempo);
            (tempo, complaints.0.pop())
        };
        assert_eq!(read("full"), (Some(Tempo::Full), None));
        let (none, complaint) = read("brsk");
        let complaint = complaint.expect("no such tempo");
        assert_eq!((none, complaint.message.as_str()), (None, "unknown tempo `brsk`"));
        let fix = complaint.fix.expect("a near word");
        assert_eq!(fix, "did you mean `brisk`? One of: full, brisk");
    }
}
