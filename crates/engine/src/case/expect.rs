//! The matcher of conformance cases: what must have happened, in order, with other things between; and what must not.
//!
//! It refuses whatever could not fail. A kind of event, a key, an id, a code or a rule that the title does not have would
//! be absent from every game, so that a case with it passes whatever the rules do.

use crate::codes::{CodeEntry, Common};
use crate::complaint::{Complaint, Complaints, Kind, nearest};
use crate::node::{Node, Value};
use crate::reader::Reader;
use crate::run::Entry;
use crate::{Case, CaseResult};
use serde::Serialize;

/// One kind of event and the keys that its record may have beside `n`, `rule`, `kind` and `roll`.
pub type KindOf = (&'static str, &'static [&'static str]);

/// What a title tells the matcher of its own words.
pub struct Matcher<'a> {
    /// Every kind of event.
    pub kinds: &'a [KindOf],
    /// The title's codes.
    pub codes: &'a [CodeEntry],
    /// Every rule number of its rules.yaml.
    pub rules: &'a [&'a str],
    /// Whether a word under a key can be meant: an id of a unit, an army, a place. The error says what it is not.
    pub known: &'a dyn Fn(&str, &str) -> Result<(), String>,
}

/// One event, as written in a record.
struct Happened {
    value: serde_json::Value,
    words: String,
}

/// Keys that every event may be asked for.
const COMMON: [&str; 3] = ["kind", "rule", "roll"];

impl Matcher<'_> {
    /// The rule numbers that a case cites are the title's.
    pub fn cites(&self, case: &Case<'_>, complaints: &mut Complaints) {
        for rule in case.rules() {
            if !self.rules.contains(&rule.as_str()) {
                complaints.push(unknown("rule", &rule, self.rules, &case.reader()));
            }
        }
    }

    /// Events that must have happened in this order, others between them. Each is a map of some of its keys.
    pub fn events<E: Serialize>(
        &self,
        block: &Reader<'_>,
        happened: &[Entry<E>],
        result: &mut CaseResult,
        complaints: &mut Complaints,
    ) {
        let happened = self.recorded(happened, result);
        let patterns = block.list("a list of events", complaints).unwrap_or_default();
        if patterns.is_empty() {
            complaints.push(could_not_fail(block, "an empty list asks for nothing"));
        }
        let mut from = 0;
        for pattern in &patterns {
            if !self.understood(pattern, complaints) {
                continue;
            }
            result.compared += 1;
            let found = happened[from..].iter().position(|event| meets(pattern.node, &event.value));
            match found {
                Some(at) => from += at + 1,
                None => {
                    let line = pattern.span().line;
                    let rest: Vec<&str> =
                        happened[from..].iter().map(|event| event.words.as_str()).collect();
                    let after =
                        if rest.is_empty() { "nothing".to_owned() } else { rest.join("; ") };
                    result.fail(format!(
                        "line {line}: {} did not happen; what did: {after}",
                        told(pattern.node)
                    ));
                }
            }
        }
    }

    /// Events of which none may have happened.
    pub fn not<E: Serialize>(
        &self,
        block: &Reader<'_>,
        happened: &[Entry<E>],
        result: &mut CaseResult,
        complaints: &mut Complaints,
    ) {
        let happened = self.recorded(happened, result);
        for pattern in block.list("a list of events", complaints).unwrap_or_default() {
            if !self.understood(&pattern, complaints) {
                continue;
            }
            result.compared += 1;
            if let Some(event) = happened.iter().find(|event| meets(pattern.node, &event.value)) {
                let line = pattern.span().line;
                result.fail(format!(
                    "line {line}: {} happened: {}",
                    told(pattern.node),
                    event.words
                ));
            }
        }
    }

    /// The complaints of one kind that a file must get, in the order of the file: codes, or maps of `code`, `rule`, `line`
    /// and `path`. All of them: an empty list says that there are none.
    pub fn complaints(
        &self,
        block: &Reader<'_>,
        warnings: bool,
        got: &Complaints,
        result: &mut CaseResult,
        complaints: &mut Complaints,
    ) {
        let got: Vec<&Complaint> =
            got.0.iter().filter(|one| (one.kind == Kind::Warning) == warnings).collect();
        let expected = block.list("a list of codes", complaints).unwrap_or_default();
        let codes: Vec<&str> = got.iter().map(|one| one.code).collect();
        result.compared += 1;
        if expected.len() != got.len() {
            let line = block.span().line;
            result.fail(format!(
                "line {line}: expected {} complaints, found {codes:?}",
                expected.len()
            ));
        }
        for (item, one) in expected.iter().zip(&got) {
            let code = if item.node.map().is_some() {
                item.only(&["code", "rule", "line", "path"], complaints);
                let span = one.span.map(|span| span.line.to_string()).unwrap_or_default();
                let line = item.span().line;
                for (key, found) in [
                    ("rule", one.rule.unwrap_or("none")),
                    ("line", &span),
                    ("path", &one.path.to_string()),
                ] {
                    if let Some(expected) = item.node.get(key).and_then(Node::text) {
                        result.expect(&format!("line {line}: {key}"), expected, found);
                    }
                }
                item.need("code", complaints)
            } else {
                Some(item.clone())
            };
            let Some(code) = code else { continue };
            let Some(text) = code.text("a code", complaints) else { continue };
            self.code(text, &code, complaints);
            result.expect(&format!("line {}", code.span().line), text, one.code);
        }
    }

    /// The events as their records have them; one whose kind or key the title has not listed is an error of the program.
    fn recorded<E: Serialize>(
        &self,
        happened: &[Entry<E>],
        result: &mut CaseResult,
    ) -> Vec<Happened> {
        let recorded = |entry: &Entry<E>| {
            let value = serde_json::to_value(entry).expect("events are plain data");
            let words = value.to_string();
            Happened { value, words }
        };
        let happened: Vec<Happened> = happened.iter().map(recorded).collect();
        for event in &happened {
            let rule = event.value["rule"].as_str().expect("an event has its rule");
            if !self.rules.contains(&rule) {
                result.fail(format!("rule {rule} is not in rules.yaml: {}", event.words));
            }
            let kind = event.value["kind"].as_str().expect("an event has its kind");
            let Some((_, keys)) = self.kinds.iter().find(|(known, _)| *known == kind) else {
                result.fail(format!("the title does not list its events of the kind {kind}"));
                continue;
            };
            let entries = event.value.as_object().expect("an event is a map");
            let listed = |key: &str| key == "n" || COMMON.contains(&key) || keys.contains(&key);
            if let Some(key) = entries.keys().find(|key| !listed(key)) {
                result.fail(format!("the title does not list the key {key} of {kind}"));
            }
            let void = kind == "void" && event.value["code"].as_str().is_none();
            if void {
                result.fail(format!("a void event has no code: {}", event.words));
            }
        }
        happened
    }

    /// Whether a pattern can be met at all; complains if not.
    fn understood(&self, pattern: &Reader<'_>, complaints: &mut Complaints) -> bool {
        let before = complaints.0.len();
        let Some(entries) = pattern.entries("a map of an event's keys", complaints) else {
            return false;
        };
        let Some(kind) = pattern.need("kind", complaints) else { return false };
        let Some(word) = kind.text("a kind of event", complaints) else { return false };
        let kinds: Vec<&str> = self.kinds.iter().map(|(kind, _)| *kind).collect();
        let Some((_, keys)) = self.kinds.iter().find(|(known, _)| *known == word) else {
            complaints.push(unknown("kind of event", word, &kinds, &kind));
            return false;
        };
        let keys: Vec<&str> = COMMON.iter().chain(*keys).copied().collect();
        for (key, value) in entries {
            if !keys.contains(&key.text.as_str()) {
                complaints.push(unknown(&format!("key of {word}"), &key.text, &keys, &value));
                continue;
            }
            self.words(&key.text, &value, complaints);
        }
        complaints.0.len() == before
    }

    /// Every word below a key can be meant.
    fn words(&self, key: &str, value: &Reader<'_>, complaints: &mut Complaints) {
        match &value.node.value {
            Value::Map(_) => {
                for (key, value) in value.entries("a map", complaints).unwrap_or_default() {
                    self.words(&key.text, &value, complaints);
                }
            }
            Value::List(_) => {
                value.items().iter().for_each(|item| self.words(key, item, complaints));
            }
            Value::Scalar { text, .. } => match key {
                "kind" | "roll" => {}
                "rule" if self.rules.contains(&text.as_str()) => {}
                "rule" => complaints.push(unknown("rule", text, self.rules, value)),
                "code" => self.code(text, value, complaints),
                _ => {
                    if let Err(what) = (self.known)(key, text) {
                        complaints.push(could_not_fail(value, &what));
                    }
                }
            },
        }
    }

    fn code(&self, code: &str, at: &Reader<'_>, complaints: &mut Complaints) {
        let listed = |entry: &&CodeEntry| entry.code == code || entry.was == Some(code);
        if self.codes.iter().chain(Common::TABLE).find(listed).is_none() {
            let known: Vec<&str> = self.codes.iter().map(|entry| entry.code).collect();
            complaints.push(unknown("code", code, &known, at));
        }
    }
}

/// A word that the title does not have, with the nearest that it has.
fn unknown(what: &str, word: &str, known: &[&str], at: &Reader<'_>) -> Complaint {
    let complaint = could_not_fail(at, &format!("there is no {what} `{word}`"));
    match nearest(word, known.iter().copied()) {
        Some(near) => complaint.fix(format!("did you mean `{near}`?")),
        None => complaint,
    }
}

fn could_not_fail(at: &Reader<'_>, why: &str) -> Complaint {
    Common::Case.here(at, format!("{why}: such an expectation could not fail"))
}

/// Whether a value has all that a pattern asks for: a map some keys, a list all items, a scalar the same text.
fn meets(pattern: &Node, value: &serde_json::Value) -> bool {
    use serde_json::Value as Json;
    match (&pattern.value, value) {
        (Value::Map(entries), Json::Object(map)) => entries
            .iter()
            .all(|(key, node)| map.get(&key.text).is_some_and(|value| meets(node, value))),
        (Value::List(nodes), Json::Array(items)) => {
            nodes.len() == items.len()
                && nodes.iter().zip(items).all(|(node, item)| meets(node, item))
        }
        (Value::Scalar { text, .. }, Json::String(word)) => text == word,
        (Value::Scalar { text, .. }, Json::Number(number)) => *text == number.to_string(),
        (Value::Scalar { text, .. }, Json::Bool(truth)) => *text == truth.to_string(),
        (Value::Scalar { .. }, Json::Null) => pattern.is_empty(),
        (Value::Map(_) | Value::List(_) | Value::Scalar { .. }, _) => false,
    }
}

/// A pattern in one line.
fn told(pattern: &Node) -> String {
    pattern.plain_value().to_string()
}
