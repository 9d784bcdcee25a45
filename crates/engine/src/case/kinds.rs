//! The kinds of a title's events, the keys of each, and the values that can stand under a key, found by trying to read
//! values of the types.
//!
//! The types read their own text, so whatever they refuse can be in no record. A trial value is put under one key, alone:
//! a key that they do not have is passed over, and reading ends for want of the others.

use crate::node::{Key, Node, Value};
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error, Expected, IntoDeserializer, Visitor};
use std::fmt::{self, Display};

/// A group of events: an enumeration whose text begins with its `kind`.
#[derive(Clone, Copy)]
pub struct Group(fn(Trial<'_>) -> Result<(), Refused>);

impl Group {
    /// The events of one enumeration, tagged with `kind`.
    pub const fn of<E: DeserializeOwned + 'static>() -> Self {
        Self(|trial| E::deserialize(trial).map(drop))
    }

    pub(super) fn kinds(self) -> &'static [&'static str] {
        match self.read(vec![("kind", Trial::Word("\0"))]) {
            Err(Refused::Variant(kinds)) => kinds,
            Err(Refused::Missing | Refused::Wrong) | Ok(()) => {
                panic!("a group of events is an enumeration tagged with `kind`")
            }
        }
    }

    /// True if the type of a kind allows this value under a key.
    pub(super) fn takes(self, kind: &str, key: &str, value: Trial<'_>) -> bool {
        let read = self.read(vec![("kind", Trial::Word(kind)), (key, value)]);
        matches!(read, Ok(()) | Err(Refused::Missing))
    }

    fn read(self, entries: Vec<(&str, Trial<'_>)>) -> Result<(), Refused> {
        self.0(Trial::Map(entries))
    }
}

#[derive(Clone)]
pub(super) enum Trial<'a> {
    /// A value that no type takes: it shows whether the type looked at the key.
    Odd,
    Word(&'a str),
    Number(i64),
    Truth(bool),
    Map(Vec<(&'a str, Self)>),
    List(Vec<Self>),
}

/// The reasons why a type did not read a trial value.
#[derive(Debug)]
pub(super) enum Refused {
    /// Something else is missing; what was there is accepted.
    Missing,
    /// The word is not in the closed list given here.
    Variant(&'static [&'static str]),
    Wrong,
}

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an event")
    }
}

impl std::error::Error for Refused {}

impl Error for Refused {
    fn custom<T: Display>(_: T) -> Self {
        Self::Wrong
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::Variant(expected)
    }

    fn missing_field(_: &'static str) -> Self {
        Self::Missing
    }

    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self::Missing
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self::Missing
    }
}

impl<'a> Trial<'a> {
    /// True if it contains the value that no type takes.
    pub(super) fn is_odd(&self) -> bool {
        match self {
            Self::Odd => true,
            Self::Word(_) | Self::Number(_) | Self::Truth(_) => false,
            Self::Map(entries) => entries.iter().any(|(_, value)| value.is_odd()),
            Self::List(items) => items.iter().any(Self::is_odd),
        }
    }

    /// A value as a case writes it: plain numbers and truth values are read as such.
    pub(super) fn of(node: &'a Node) -> Self {
        match &node.value {
            Value::Scalar { text, .. } => match (text.parse(), text.parse()) {
                (Ok(number), _) => Self::Number(number),
                (Err(_), Ok(truth)) => Self::Truth(truth),
                (Err(_), Err(_)) => Self::Word(text),
            },
            Value::List(items) => Self::List(items.iter().map(Self::of).collect()),
            Value::Map(entries) => {
                let entry = |(key, node): &'a (Key, Node)| (key.text.as_str(), Self::of(node));
                Self::Map(entries.iter().map(entry).collect())
            }
        }
    }
}

impl<'de> Deserializer<'de> for Trial<'_> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self {
            // Bytes that are no text: no event holds any.
            Self::Odd => visitor.visit_bytes(&[0xff]),
            Self::Word(text) => visitor.visit_str(text),
            Self::Number(number) => visitor.visit_i64(number),
            Self::Truth(truth) => visitor.visit_bool(truth),
            Self::Map(entries) => visitor.visit_map(MapDeserializer::new(entries.into_iter())),
            Self::List(items) => visitor.visit_seq(SeqDeserializer::new(items.into_iter())),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl IntoDeserializer<'_, Refused> for Trial<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{Group, Trial};
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(tag = "kind", rename_all = "kebab-case")]
    #[allow(dead_code, reason = "only read")]
    enum Event {
        SetUp,
        Moved {
            unit: String,
            way: Vec<Step>,
            #[serde(default)]
            cost: Option<u8>,
        },
        Fought(Box<Fight>),
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "only read")]
    struct Step {
        to: Side,
        free: bool,
    }

    #[derive(Deserialize)]
    #[allow(dead_code, reason = "only read")]
    struct Fight {
        winner: Side,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Side {
        Rome,
    }

    #[test]
    fn types_tell_their_kinds_keys_and_words() {
        let group = Group::of::<Event>();
        assert_eq!(group.kinds(), ["set-up", "moved", "fought"]);
        for (kind, key, there) in [
            ("set-up", "unit", false),
            ("moved", "unit", true),
            ("moved", "cost", true),
            ("moved", "winner", false),
            ("fought", "winner", true),
        ] {
            assert_eq!(!group.takes(kind, key, Trial::Odd), there, "{kind}.{key}");
        }
        let way = |key, value| Trial::List(vec![Trial::Map(vec![(key, value)])]);
        assert!(group.takes("moved", "unit", Trial::Word("la-1")));
        assert!(!group.takes("moved", "cost", Trial::Number(300)));
        assert!(!group.takes("fought", "winner", Trial::Word("rrome")));
        assert!(!group.takes("moved", "way", way("to", Trial::Odd)), "a key below a key");
        assert!(group.takes("moved", "way", way("from", Trial::Odd)), "no key there");
        assert!(!group.takes("moved", "way", way("free", Trial::Word("rome"))));
    }
}
