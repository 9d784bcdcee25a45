//! Lists as order files write them.

use crate::names::Id;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// One value, or several: one is written without a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Several<T>(pub Vec<T>);

impl<T> Default for Several<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Several<T> {
    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Serialize> Serialize for Several<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0[..] {
            [one] => one.serialize(serializer),
            all => all.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Several<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either<T> {
            All(Vec<T>),
            One(T),
        }
        Ok(Self(match Either::deserialize(deserializer)? {
            Either::All(all) => all,
            Either::One(one) => vec![one],
        }))
    }
}

/// A map by unit whose order counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<V>(pub Vec<(Id, V)>);

impl<V> Default for Listed<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V: Serialize> Serialize for Listed<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Listed<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reading<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Reading<V> {
            type Value = Listed<V>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map by unit")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Listed<V>, A::Error> {
                let mut all = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    all.push(entry);
                }
                Ok(Listed(all))
            }
        }
        deserializer.deserialize_map(Reading(PhantomData))
    }
}
