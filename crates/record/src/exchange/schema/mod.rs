//! What players write as JSON Schema: the envelope of an order file, in it what the title says of orders, and charters.

mod charter;

pub use charter::charter;

use super::order_file::{FIELDS, SALT_TEXT};
use engine::grammar::{Grammar, number, text, truth};
use serde_json::{Map, Value, json};

/// The schema of a title's order files. An editor may take what the envelope's reader refuses only in the salt, where
/// base64 is read as bytes.
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
            "final" => truth(),
            "salt" => salt.clone(),
            other => parts[other].clone(),
        };
        part["description"] = about.into();
        envelope.insert(field.to_owned(), part);
    }
    let must: Vec<&str> = FIELDS
        .map(|(field, _)| field)
        .into_iter()
        .filter(|field| !parts.contains_key(*field))
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
