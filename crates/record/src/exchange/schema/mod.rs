//! The JSON Schemas of what players write: the envelope of an order file, in it what the title says of orders, and
//! charters.

mod charter;

pub use charter::charter;

use super::order_file::FIELDS;
use super::salt::SALT_TEXT;
use crate::notes::NOTES_MAX;
use engine::grammar::{Grammar, map, number, several, text, truth};
use serde_json::{Map, Value, json};

/// The fields of the envelope that a file may lack.
const OPTIONAL: [&str; 5] = ["hold", "orders", "ahead", "standing", "note"];

/// The schema of a title's order files. It lets pass what the envelope's reader refuses only in the salt, where base64
/// is read as bytes, and in a note, whose length is measured in bytes.
pub fn schema(title: &str, grammar: Grammar) -> Value {
    let (parts, shared) = grammar.parts();
    let name = || json!({ "type": ["string", "integer", "boolean"], "minLength": 1 });
    let salt = json!({
        "type": ["string", "integer"], "minLength": SALT_TEXT.start(), "maxLength": SALT_TEXT.end(),
    });
    let mut envelope = Map::new();
    for (field, about) in FIELDS {
        let mut part = match field {
            "tabella" => json!({ "enum": [1, "1"] }),
            "game" | "seat" => name(),
            "phase" | "revision" => number(1, u32::MAX),
            "after" => text("[0-9a-f]{64}"),
            "final" | "hold" => truth(),
            "salt" => salt.clone(),
            "note" => note(),
            other => parts[other].clone(),
        };
        part["description"] = about.into();
        envelope.insert(field.to_owned(), part);
    }
    let must: Vec<&str> = FIELDS
        .map(|(field, _)| field)
        .into_iter()
        .filter(|field| !OPTIONAL.contains(field))
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Orders of {title}"),
        "type": "object",
        "properties": envelope,
        "required": must,
        "additionalProperties": false,
        "$defs": shared,
    })
}

/// One note, or a list of notes.
fn note() -> Value {
    let words = json!({ "type": ["string", "number", "boolean"], "pattern": "\\S" });
    let one = map(
        vec![
            ("to", "a seat, a side, or `all`", words.clone()),
            ("anonymous", "whether the author is hidden from the other players", truth()),
            ("text", "what you write", words),
        ],
        &["to", "text"],
    );
    let mut notes = several(one);
    notes["anyOf"][0]["minItems"] = 1.into();
    notes["anyOf"][0]["maxItems"] = NOTES_MAX.into();
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_file_has_all_fields_of_the_envelope_and_may_lack_those_of_the_sheet() {
        let of = schema("Zama", Grammar::default());
        for (field, about) in FIELDS {
            assert_eq!(of["properties"][field]["description"], about, "{field}");
            let must = of["required"].as_array().is_some_and(|all| all.contains(&field.into()));
            assert_ne!(must, OPTIONAL.contains(&field), "{field}");
        }
    }
}
