//! Checks that every key and word in a schema of order files stands in some file.

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The parts of an order file that a title reads.
const PARTS: [&str; 3] = ["orders", "ahead", "standing"];

/// Parts of files that were met, each with the place in the schema that it matches; parts that differ only in numbers
/// are kept once.
#[derive(Clone, Debug, Default)]
pub struct Parts(BTreeMap<(String, String), Value>);

impl Parts {
    /// Adds what a file says for a seat that is asked these prompts; true if some of it is new.
    pub fn add(&mut self, file: &Value, asked: &[String]) -> bool {
        let before = self.0.len();
        for key in PARTS {
            let Some(part) = file.get(key).filter(|part| !part.is_null()) else { continue };
            match (key, asked) {
                ("orders", [one]) => self.split(&format!("/$defs/orders-{one}"), part),
                _ => self.put(&format!("/properties/{key}"), part.clone()),
            }
        }
        self.0.len() > before
    }

    pub fn join(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The keys and words that a schema of order files names and that occur in no part. `beyond` lists those known to
    /// be missing, each with the reason. The words of the definitions `alike` are names of things, units or places, one
    /// as good as another wherever it stands: one of them is enough.
    ///
    /// # Panics
    /// On a value that is not a schema, and on a name in `beyond` that the schema lacks or that does occur.
    pub fn missing(&self, schema: &Value, alike: &[&str], beyond: &[(&str, &str)]) -> Vec<String> {
        let mut tree = Tree { schema, fitting: BTreeMap::new() };
        let (mut named, mut met) = (BTreeSet::new(), BTreeSet::new());
        let mut entered = BTreeSet::new();
        for key in PARTS {
            names(schema, (&schema["properties"][key], key), &mut entered, &mut named);
        }
        for ((place, _), part) in &self.0 {
            let name = place.rsplit('/').next().unwrap_or_default();
            // A seat with several prompts answers them by name.
            met.extend(name.strip_prefix("orders-").map(|prompt| format!("orders.{prompt}")));
            // A part that a prompt shares with another stands under the other's name.
            let branch = schema.pointer(place).or_else(|| schema.pointer("/properties/orders"));
            tree.walk(branch.expect("a schema of order files"), name, part, &mut met);
        }
        let things = things(schema, alike);
        let one = |name: String| match name.rsplit_once('=') {
            Some((sort, word)) => match things.get(word) {
                Some(thing) => format!("{sort}=({thing})"),
                None => name,
            },
            None => name,
        };
        let named: BTreeSet<String> = named.into_iter().map(one).collect();
        let met: BTreeSet<String> = met.into_iter().map(one).collect();
        for (name, reason) in beyond {
            assert!(named.contains(*name), "`{name}` is in no schema: {reason}");
            assert!(!met.contains(*name), "`{name}` does stand in a file: {reason}");
        }
        let known = |name: &String| beyond.iter().any(|(beyond, _)| name == beyond);
        named.difference(&met).filter(|name| !known(name)).cloned().collect()
    }

    /// Adds the entries of a list one by one, since many lists have the same entries.
    fn split(&mut self, place: &str, part: &Value) {
        match part {
            Value::Array(items) if !items.is_empty() => {
                for item in items {
                    self.put(place, json!([item]));
                }
            }
            _ => self.put(place, part.clone()),
        }
    }

    fn put(&mut self, place: &str, part: Value) {
        self.0.entry((place.to_owned(), outline(&part))).or_insert(part);
    }
}

/// The words of some definitions of a schema, each with the name of its definition.
fn things<'a>(schema: &Value, alike: &[&'a str]) -> BTreeMap<String, &'a str> {
    let of = |name: &&'a str| {
        let (mut all, mut words) = (BTreeSet::new(), BTreeMap::new());
        names(schema, (&schema["$defs"][*name], ""), &mut BTreeSet::new(), &mut all);
        assert!(!all.is_empty(), "the schema defines no `{name}`");
        words.extend(
            all.into_iter().filter_map(|word| Some((word.strip_prefix('=')?.to_owned(), *name))),
        );
        words
    };
    alike.iter().flat_map(of).collect()
}

/// A value without its numbers, and with each kind of list entry once.
fn outline(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let kinds: BTreeSet<String> = items.iter().map(outline).collect();
            format!("[{}]", kinds.into_iter().collect::<Vec<_>>().join(","))
        }
        Value::Object(map) => {
            let entries =
                map.iter().map(|(key, value)| format!("{}:{}", bare(key), outline(value)));
            let entries: BTreeSet<String> = entries.collect();
            format!("{{{}}}", entries.into_iter().collect::<Vec<_>>().join(","))
        }
        other => bare(&other.to_string()),
    }
}

fn bare(text: &str) -> String {
    text.replace(|letter: char| letter.is_ascii_digit(), "0")
}

fn referred<'a>(schema: &'a Value, branch: &Value) -> Option<(&'a Value, String)> {
    let name = branch.get("$ref")?.as_str()?.strip_prefix("#/$defs/").expect("one's own parts");
    Some((&schema["$defs"][name], name.to_owned()))
}

/// Collects the definitions to which something refers, directly or through others.
fn needed(schema: &Value, part: &Value, defs: &mut Map<String, Value>) {
    match part {
        Value::Array(parts) => parts.iter().for_each(|part| needed(schema, part, defs)),
        Value::Object(parts) => {
            if let Some((part, name)) = referred(schema, part)
                && !defs.contains_key(&name)
            {
                defs.insert(name, part.clone());
                needed(schema, part, defs);
            }
            parts.values().for_each(|part| needed(schema, part, defs));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The alternatives of a branch that may apply to the same value.
fn branches(branch: &Value) -> impl Iterator<Item = &Value> {
    let lists = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|key| branch[key].as_array());
    lists.flatten()
}

fn words(branch: &Value) -> impl Iterator<Item = &Value> {
    let list = branch["enum"].as_array().into_iter().flatten();
    list.chain(branch.get("const"))
}

fn word(name: &str, word: &Value) -> String {
    format!("{name}={}", word.as_str().map_or_else(|| word.to_string(), str::to_owned))
}

/// Collects all keys and words below the branch of this name, by path; what several refer to is entered once.
fn names(
    schema: &Value,
    (branch, name): (&Value, &str),
    entered: &mut BTreeSet<String>,
    all: &mut BTreeSet<String>,
) {
    if let Some((part, name)) = referred(schema, branch) {
        if entered.insert(name.clone()) {
            names(schema, (part, &name), entered, all);
        }
        return;
    }
    all.extend(words(branch).map(|one| word(name, one)));
    for (key, below) in branch["properties"].as_object().into_iter().flatten() {
        // A key that is forbidden is no key.
        if *below != json!(false) {
            let name = format!("{name}.{key}");
            all.insert(name.clone());
            names(schema, (below, &name), entered, all);
        }
    }
    let items = branch["prefixItems"].as_array().into_iter().flatten();
    let below = ["items", "additionalProperties"].into_iter().filter_map(|key| branch.get(key));
    for branch in branches(branch).chain(below).chain(items) {
        names(schema, (branch, name), entered, all);
    }
}

/// A schema, and which of its branches match which values.
struct Tree<'a> {
    schema: &'a Value,
    fitting: BTreeMap<*const Value, Validator>,
}

impl Tree<'_> {
    fn fits(&mut self, branch: &Value, value: &Value) -> bool {
        let schema = self.schema;
        // All definitions with each of some hundred branches would take seconds.
        let fresh = || {
            let mut defs = Map::new();
            needed(schema, branch, &mut defs);
            super::schema::validator(&json!({ "$defs": defs, "allOf": [branch] }))
        };
        self.fitting.entry(std::ptr::from_ref(branch)).or_insert_with(fresh).is_valid(value)
    }

    /// Collects the keys and words of a value, by path.
    fn walk(&mut self, branch: &Value, name: &str, value: &Value, met: &mut BTreeSet<String>) {
        let schema = self.schema;
        if let Some((part, name)) = referred(schema, branch) {
            return self.walk(part, &name, value, met);
        }
        met.extend(words(branch).filter(|one| *one == value).map(|one| word(name, one)));
        for below in branches(branch) {
            if self.fits(below, value) {
                self.walk(below, name, value, met);
            }
        }
        let keys = branch["properties"].as_object();
        for (key, value) in value.as_object().into_iter().flatten() {
            if let Some(below) = keys.and_then(|keys| keys.get(key)) {
                let name = format!("{name}.{key}");
                met.insert(name.clone());
                self.walk(below, &name, value, met);
            } else if let Some(below) = branch.get("additionalProperties") {
                self.walk(below, name, value, met);
            }
        }
        let first = branch["prefixItems"].as_array().map_or(&[][..], Vec::as_slice);
        for (at, value) in value.as_array().into_iter().flatten().enumerate() {
            if let Some(below) = first.get(at).or_else(|| branch.get("items")) {
                self.walk(below, name, value, met);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Parts;
    use serde_json::json;

    #[test]
    fn a_key_or_word_that_stands_nowhere_is_missed() {
        let schema = json!({
            "properties": {
                "orders": { "anyOf": [{ "$ref": "#/$defs/orders-go" }] },
                "ahead": { "properties": {} },
                "standing": { "properties": { "mode": { "enum": ["a", "b"] } } },
            },
            "$defs": {
                "orders-go": { "type": "array", "items": { "anyOf": [
                    { "type": "string" },
                    { "type": "object", "properties": { "to": {}, "when": { "$ref": "#/$defs/guard" } } },
                ] } },
                "guard": { "properties": { "not": {}, "is": {}, "of": { "$ref": "#/$defs/thing" } } },
                "thing": { "enum": ["x", "y", "z"] },
            },
        });
        let mut parts = Parts::default();
        parts.add(
            &json!({ "orders": ["x", { "when": { "is": 3, "of": "y" } }] }),
            &["go".to_owned()],
        );
        assert!(parts.add(&json!({ "standing": { "mode": "b" } }), &[]));
        assert!(!parts.add(&json!({ "standing": { "mode": "b" } }), &[]), "it was said before");
        assert_eq!(
            parts.missing(&schema, &["thing"], &[("guard.not", "never")]),
            ["orders-go.to", "standing.mode=a"]
        );
    }
}
