//! Values that a program picks of those that a player could choose.

use super::form::{Key, Part};
use super::values::is_empty;
use crate::rng::Rng;
use serde_json::{Map, Value};

impl Part {
    /// The value that a new entry starts with; none if a required key has no choices.
    pub fn fresh(&self) -> Option<Value> {
        let needed = |key: &Key| Some((key.name.to_string(), key.part.fresh()?));
        match self {
            Self::One(choices) => choices.first().map(|choice| choice.value.clone()),
            Self::Several(_) | Self::Sequence(_) | Self::List(_) => Some(Value::Array(Vec::new())),
            Self::Text => Some(Value::String(String::new())),
            Self::Keys(keys) => {
                let keys: Option<Map<_, _>> =
                    keys.iter().filter(|key| key.must).map(needed).collect();
                keys.map(Value::Object)
            }
            Self::Row(keys) => keys.iter().map(|key| key.part.fresh()).collect(),
            Self::Any(shapes) => shapes.first().map(|shape| shape.fresh.clone()),
        }
    }

    /// A random value among those that can be chosen; what may be left out is sometimes left out.
    pub fn random(&self, rng: &mut Rng) -> Option<Value> {
        match self {
            Self::One(choices) => rng.pick(choices).map(|choice| choice.value.clone()),
            // Each entry changes what can follow it, so that one picked blindly could come to nothing.
            Self::Sequence(_) => Some(Value::Array(Vec::new())),
            Self::Several(choices) => {
                let mut picked = Vec::new();
                for _ in 0..rng.below(3) {
                    picked.extend(rng.pick(choices).map(|choice| choice.value.clone()));
                }
                picked.dedup();
                Some(picked.into())
            }
            Self::Text => None,
            Self::Keys(keys) => {
                let mut map = Map::new();
                for key in keys {
                    if !key.must && !rng.chance(1, 3) {
                        continue;
                    }
                    map.extend(key.part.random(rng).map(|value| (key.name.to_string(), value)));
                }
                Some(map.into())
            }
            Self::Row(keys) => keys.iter().map(|key| key.part.random(rng)).collect(),
            Self::List(entries) => (0..rng.below(4)).map(|_| entries.part.random(rng)).collect(),
            Self::Any(shapes) => {
                let shape = rng.pick(shapes)?;
                let mut value = shape.fresh.clone();
                match (&mut value, shape.part.random(rng)?) {
                    // The keys that make the shape stand in what is fresh, and must not be left empty.
                    (Value::Object(map), Value::Object(keys)) => {
                        map.extend(keys.into_iter().filter(|(_, value)| !is_empty(value)));
                    }
                    (value, other) if !is_empty(&other) => *value = other,
                    (_, _) => {}
                }
                Some(value)
            }
        }
    }
}
