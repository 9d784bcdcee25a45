//! The form of order files as JSON Schema (draft 2020-12), for editors that complete and check while one types, and for
//! authors of other programs. A schema says what can be read, not what is lawful. The complaints come from the readers
//! of the titles, and tests compare the two.
//!
//! A scalar has no type for a [`Reader`](crate::Reader), which sees its text: a schema allows every type that spells an
//! allowed text.

use super::standing::WITHDRAWN;
use super::words::Word;
use serde_json::{Map, Value, json};

/// The grammar of a title's orders.
#[derive(Clone, Debug, Default)]
pub struct Grammar {
    /// The schema of the answer to each prompt, by the prompt's name.
    pub orders: Vec<(&'static str, Value)>,
    /// The schema of the orders that may be given in advance under each name.
    pub ahead: Vec<(&'static str, Value)>,
    /// The keys of standing orders.
    pub standing: Vec<Entry>,
    /// Schemas that several of these share, by name; [`shared`] refers to one.
    pub shared: Vec<(String, Value)>,
}

/// A key of a map: its name, what it says, and what may stand there.
pub type Entry = (&'static str, &'static str, Value);

/// The name under which the schema of a prompt's orders stands.
pub fn prompt(name: &str) -> String {
    format!("orders-{name}")
}

impl Grammar {
    /// The schemas of `orders`, `ahead` and `standing`, and what they refer to. A file that answers one prompt holds
    /// its orders directly; one of a seat that is asked several holds a map, by name, of those that it answers.
    pub fn parts(self) -> (Map<String, Value>, Map<String, Value>) {
        let mut shared: Map<String, Value> = self.shared.into_iter().collect();
        let several =
            self.orders.iter().map(|(name, _)| ((*name).to_owned(), refer(&prompt(name))));
        let several: Map<String, Value> = several.collect();
        let mut answers: Vec<Value> = several.values().cloned().collect();
        answers.push(json!({
            "type": "object", "properties": several, "additionalProperties": false, "minProperties": 1,
        }));
        shared.extend(self.orders.into_iter().map(|(name, part)| (prompt(name), part)));
        let ahead: Map<String, Value> =
            self.ahead.into_iter().map(|(name, part)| (name.to_owned(), part)).collect();
        let ahead = json!({ "type": "object", "properties": ahead, "additionalProperties": false });
        let in_force = |(name, about, part)| (name, about, either([part, words([WITHDRAWN])]));
        let standing = self.standing.into_iter().map(in_force).collect();
        let mut standing = map(standing, &[]);
        // Nothing behind the key could mean two things, which the reader of the envelope refuses.
        standing["type"] = "object".into();
        let parts = [("orders", either(answers)), ("ahead", ahead), ("standing", standing)];
        (parts.map(|(name, part)| (name.to_owned(), part)).into_iter().collect(), shared)
    }
}

/// A reference to the schema of this name in [`Grammar::shared`].
pub fn shared(name: &str) -> Value {
    refer(name)
}

fn refer(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// The schema of a text that matches the whole of a pattern.
pub fn text(pattern: &str) -> Value {
    json!({ "type": "string", "pattern": format!("^(?:{pattern})$") })
}

/// The schema of a value that is one of these words.
pub fn words<'a>(words: impl IntoIterator<Item = &'a str>) -> Value {
    json!({ "enum": words.into_iter().collect::<Vec<_>>() })
}

/// The schema of a word of a closed list.
pub fn word_of<W: Word>() -> Value {
    words(W::WORDS.iter().copied())
}

/// One of these words, in any case.
pub fn any_case<'a>(list: impl IntoIterator<Item = &'a str> + Clone) -> Value {
    either([words(list.clone()), text(&in_any_case(list))])
}

/// The pattern of one of these words, in any case.
pub fn in_any_case<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let letter = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' => {
            format!("[{}{}]", letter.to_ascii_uppercase(), letter.to_ascii_lowercase())
        }
        '+' | '.' => format!("\\{letter}"),
        other => other.to_string(),
    };
    let word = |word: &str| word.chars().map(letter).collect::<String>();
    words.into_iter().map(word).collect::<Vec<_>>().join("|")
}

/// A name of [`Slug`](crate::kit::Slug) with at most so many letters.
pub fn slug(most: usize) -> Value {
    let high = 10i128.saturating_pow(u32::try_from(most).expect("a short name"));
    let whole = |number: i128| {
        i64::try_from(number).unwrap_or(if number < 0 { i64::MIN } else { i64::MAX })
    };
    either([
        text(&name(most)),
        json!({ "type": "integer", "minimum": whole(1 - high / 10), "maximum": whole(high - 1) }),
        json!({ "type": "boolean" }),
    ])
}

/// The pattern of a [`Slug`](crate::kit::Slug) with at most so many letters.
pub fn name(most: usize) -> String {
    format!("[a-z0-9_-]{{1,{most}}}")
}

/// `true` or `false`, with `yes` and `no`.
pub fn truth() -> Value {
    let words = in_any_case(["true", "false", "yes", "no"]);
    either([json!({ "type": "boolean" }), text(&words)])
}

/// The schema of a key that says `true` or `yes`.
pub fn yes() -> Value {
    either([json!({ "const": true }), text(&in_any_case(["true", "yes"]))])
}

/// A whole number between two bounds, both included.
pub fn number(low: u32, high: u32) -> Value {
    let spelt = text(&numbers(low, high));
    either([json!({ "type": "integer", "minimum": low, "maximum": high }), spelt])
}

/// The pattern of the numbers between two, both included, written without leading zeros.
pub fn numbers(low: u32, high: u32) -> String {
    digits(&low.to_string(), &high.to_string())
}

/// The pattern of the numbers from 1 to `most`, which is below 100, written with two digits.
pub fn two_digits(most: u8) -> String {
    let low = digits("1", &most.min(9).to_string());
    let high =
        if most < 10 { String::new() } else { format!("|{}", digits("10", &most.to_string())) };
    format!("(?:0(?:{low}){high})")
}

fn digits(low: &str, high: &str) -> String {
    if low.len() < high.len() {
        let nines = "9".repeat(low.len());
        let next = format!("1{}", "0".repeat(low.len()));
        return format!("{}|{}", digits(low, &nines), digits(&next, high));
    }
    if low == high {
        return low.to_owned();
    }
    let any = |many: usize| match many {
        0 => String::new(),
        1 => "[0-9]".to_owned(),
        many => format!("[0-9]{{{many}}}"),
    };
    if low.chars().all(|digit| digit == '0') && high.chars().all(|digit| digit == '9') {
        return any(low.len());
    }
    let ((first, low), (last, high)) = (low.split_at(1), high.split_at(1));
    if low.is_empty() {
        return format!("[{first}-{last}]");
    }
    let edge = |digit: &str, low: &str, high: &str| match digits(low, high) {
        rest if rest.contains('|') => format!("{digit}(?:{rest})"),
        rest => format!("{digit}{rest}"),
    };
    if first == last {
        return edge(first, low, high);
    }
    let (first_digit, last_digit) = (first.as_bytes()[0], last.as_bytes()[0]);
    let middle = match last_digit - first_digit {
        1 => None,
        2 => Some(format!("{}{}", char::from(first_digit + 1), any(low.len()))),
        _ => {
            let (from, to) = (char::from(first_digit + 1), char::from(last_digit - 1));
            Some(format!("[{from}-{to}]{}", any(low.len())))
        }
    };
    let bottom = edge(first, low, &"9".repeat(low.len()));
    let top = edge(last, &"0".repeat(low.len()), high);
    [Some(bottom), middle, Some(top)].into_iter().flatten().collect::<Vec<_>>().join("|")
}

/// The schema of any single value.
pub fn scalar() -> Value {
    json!({ "type": ["string", "number", "boolean"] })
}

/// The schema of a value that has one of these shapes.
pub fn either(shapes: impl IntoIterator<Item = Value>) -> Value {
    json!({ "anyOf": shapes.into_iter().collect::<Vec<_>>() })
}

/// The schema of a value as `part` says, or of no value after the key.
pub fn optional(part: Value) -> Value {
    either([part, json!({ "type": "null" })])
}

/// The schema of one value or a list of values, each as `part` says.
pub fn several(part: Value) -> Value {
    either([json!({ "type": "array", "items": part.clone() }), part])
}

/// The schema of a list of at most `most` values, or of no value after the key.
pub fn list(part: &Value, most: Option<usize>) -> Value {
    let mut list = json!({ "type": ["array", "null"], "items": part });
    if let Some(most) = most {
        list["maxItems"] = most.into();
    }
    list
}

/// The schema of a map with these keys, of which those in `must` are required; or of nothing where none is.
pub fn map(entries: Vec<Entry>, must: &[&str]) -> Value {
    let entry = |(name, about, part): Entry| {
        let needed = must.contains(&name);
        let mut part = if needed { part } else { optional(part) };
        if !about.is_empty() {
            part["description"] = about.into();
        }
        (name.to_owned(), part)
    };
    let properties: Map<String, Value> = entries.into_iter().map(entry).collect();
    let kind = if must.is_empty() { json!(["object", "null"]) } else { json!("object") };
    let mut map = json!({ "type": kind, "properties": properties, "additionalProperties": false });
    if !must.is_empty() {
        map["required"] = must.into();
    }
    map
}

/// The schema of a map from names of a kind, or of no value after the key.
pub fn keyed(names: &Value, part: &Value) -> Value {
    json!({ "type": ["object", "null"], "propertyNames": names, "additionalProperties": part })
}

#[cfg(test)]
mod tests {
    use super::{digits, two_digits};

    #[test]
    fn patterns_of_numbers_are_short_and_exact() {
        assert_eq!(digits("0", "9"), "[0-9]");
        assert_eq!(digits("1", "99"), "[1-9]|1[0-9]|[2-8][0-9]|9[0-9]");
        assert_eq!(digits("0", "40"), "[0-9]|1[0-9]|[2-3][0-9]|40");
        assert_eq!(digits("7", "7"), "7");
        assert_eq!(digits("128", "133"), "1(?:2[8-9]|3[0-3])");
        assert_eq!(two_digits(9), "(?:0(?:[1-9]))");
        assert_eq!(two_digits(23), "(?:0(?:[1-9])|1[0-9]|2[0-3])");
    }
}
