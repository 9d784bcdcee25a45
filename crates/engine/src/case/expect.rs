//! The matcher of conformance cases. It compares the events that must have happened, in order, with others allowed
//! between; the events that must not have happened; the orders without an effect; and the checker's messages.
//!
//! It refuses expectations that cannot fail ([`super::meant`]).

use super::could_not_fail;
use super::kinds::Group;
use super::meant::unknown;
use super::meets::{Spellings, meets};
use crate::chapter::Entry;
use crate::codes::CodeEntry;
use crate::complaint::{Complaint, Complaints, Kind};
use crate::node::{Node, Path};
use crate::reader::Reader;
use crate::{Case, CaseResult};
use serde::Serialize;

/// Checks that the word under a key is a known id of a unit, an army or a place. The error says what the word is not.
pub type Known<'a> = &'a dyn Fn(&str, &str) -> Result<(), String>;

/// Keys of `then` that [`Matcher::then`] compares.
const KEYS: [&str; 6] = ["events", "not", "void", "refused", "warned", "tell"];

/// The words of a title, for comparing events with patterns.
pub struct Matcher<'a> {
    pub(super) rulebook: &'a [String],
    pub(super) groups: &'a [Group],
    pub(super) codes: &'a [CodeEntry],
    pub(super) known: Known<'a>,
    pub(super) spellings: Spellings<'a>,
    pub(super) beside: &'a [&'a str],
}

/// The result of a case, or of a step of it.
pub struct Found<'a, E> {
    /// The events that were recorded, in order, with their rules and dice.
    pub entries: &'a [Entry<E>],
    /// The complaints of the checker.
    pub told: &'a Complaints,
}

struct Happened {
    value: serde_json::Value,
    words: String,
    /// The code of an order that came to nothing, where the record has none.
    code: Option<&'static str>,
}

impl<'a> Matcher<'a> {
    /// A matcher for a case of a title with these groups of events and these codes.
    pub fn new(case: &Case<'a>, groups: &'a [Group], codes: &'a [CodeEntry]) -> Self {
        let (known, spellings): (Known<'a>, Spellings<'a>) = (&|_, _| Ok(()), &|_| Vec::new());
        Self { rulebook: case.rulebook, groups, codes, known, spellings, beside: &[] }
    }

    /// Adds a check of words beyond what the types of the events say.
    #[must_use]
    pub fn known(self, known: Known<'a>) -> Self {
        Self { known, ..self }
    }

    /// Adds other spellings: the whole names of what cases may call by a shorter one.
    #[must_use]
    pub fn spellings(self, spellings: Spellings<'a>) -> Self {
        Self { spellings, ..self }
    }

    /// Adds keys that may stand beside an event of any kind.
    #[must_use]
    pub fn beside(self, beside: &'a [&'a str]) -> Self {
        Self { beside, ..self }
    }

    /// The rule numbers and codes that a case cites are the title's.
    pub fn cites(&self, case: &Case<'_>, then: &Reader<'_>) {
        for (rule, at) in super::cited(&then.beside(case.node, Path::top())) {
            if !self.rulebook.iter().any(|known| known == rule) && self.entry(rule).is_none() {
                then.complain(self.no_rule(rule, &at));
            }
        }
    }

    /// Fails unless every event rests on a rule of the title and is of a kind that the matcher knows.
    pub fn lawful<E: Serialize>(&self, entries: &[Entry<E>], result: &mut CaseResult) {
        for event in recorded(entries) {
            let (rule, kind) = (text(&event, "rule"), text(&event, "kind"));
            if !self.rulebook.iter().any(|known| known == rule) {
                result.fail(format!("rule {rule} is not in rules.yaml: {}", event.words));
            }
            if self.group(kind).is_none() {
                result.fail(format!("no group of events has the kind {kind}"));
            }
        }
    }

    /// Compares a block of `then` if it is one that every title has, and says whether it is.
    pub fn then<E: Serialize>(
        &self,
        key: &str,
        block: &Reader<'_>,
        found: &Found<'_, E>,
        result: &mut CaseResult,
    ) -> bool {
        match key {
            "events" => self.events(block, found.entries, result),
            "not" => self.not(block, found.entries, result),
            "void" => self.void(block, found.entries, result),
            "refused" => self.complaints(block, false, found.told, result),
            "warned" => self.complaints(block, true, found.told, result),
            "tell" => tell(block, found.told, result),
            _ => return false,
        }
        true
    }

    /// Compares a whole `then`: the blocks that every title has, and by `own` the title's own blocks, called `names`.
    /// Also checks that what the case cites, and the rules and kinds of all events, are the title's.
    pub fn compare<E: Serialize>(
        &self,
        (case, then): (&Case<'_>, &Reader<'_>),
        found: &Found<'_, E>,
        (names, mut own): (&[&str], impl FnMut(&str, &Reader<'_>, &mut CaseResult)),
        result: &mut CaseResult,
    ) {
        self.cites(case, then);
        self.lawful(found.entries, result);
        for (key, block) in then.entries("a map of expectations").unwrap_or_default() {
            let key = key.text.as_str();
            if names.contains(&key) {
                own(key, &block, result);
            } else if !self.then(key, &block, found, result) {
                block.complain(Self::no_such_block(key, &block, names));
            }
        }
        let fault = found.told.0.iter().find(|told| told.kind() == Kind::Fault);
        if let (Some(fault), None) = (fault, then.get("refused")) {
            result.fail(format!(
                "the orders were not understood, which the case does not expect: {fault} ({})",
                fault.path
            ));
        }
    }

    /// The complaint about a key of `then` that neither every title nor this one has.
    pub fn no_such_block(key: &str, block: &Reader<'_>, own: &[&str]) -> Complaint {
        let known: Vec<&str> = KEYS.iter().chain(own).copied().collect();
        unknown("expectation", key, &known, block)
    }

    /// Compares events that must have happened in this order, possibly with others in between. The block lists kinds,
    /// or maps of some of an event's keys.
    fn events<E: Serialize>(
        &self,
        block: &Reader<'_>,
        entries: &[Entry<E>],
        result: &mut CaseResult,
    ) {
        let happened = recorded(entries);
        let patterns = self.patterns(block);
        let mut from = 0;
        for pattern in &patterns {
            result.compared += 1;
            match happened[from..].iter().position(|event| self.is(pattern.node, event)) {
                Some(at) => from += at + 1,
                None => {
                    let kind = kind_of(pattern.node);
                    let rest = &happened[from..];
                    let near: Vec<&str> = rest
                        .iter()
                        .filter(|event| text(event, "kind") == kind)
                        .map(|event| event.words.as_str())
                        .collect();
                    let kinds: Vec<&str> = rest.iter().map(|event| text(event, "kind")).collect();
                    let (line, wanted) = (pattern.span().line, pattern.node.plain_value());
                    result.fail(format!(
                        "line {line}: {wanted} did not happen; events of that kind: [{}]; all events: {}",
                        near.join("; "),
                        kinds.join(" ")
                    ));
                }
            }
        }
    }

    /// Events of which none may have happened.
    fn not<E: Serialize>(&self, block: &Reader<'_>, entries: &[Entry<E>], result: &mut CaseResult) {
        let happened = recorded(entries);
        for pattern in self.patterns(block) {
            result.compared += 1;
            if let Some(event) = happened.iter().find(|event| self.is(pattern.node, event)) {
                let line = pattern.span().line;
                result.fail(format!("line {line}: this must not happen: {}", event.words));
            }
        }
    }

    /// Compares the orders that came to nothing, all of them in order: `CODE`, or `WHAT CODE` with the unit or part
    /// that the event names.
    fn void<E: Serialize>(
        &self,
        block: &Reader<'_>,
        entries: &[Entry<E>],
        result: &mut CaseResult,
    ) {
        let happened = recorded(entries);
        let void: Vec<&Happened> =
            happened.iter().filter(|event| text(event, "kind") == "void").collect();
        let items = block.items();
        let said: Vec<&str> = void.iter().map(|event| event.words.as_str()).collect();
        result.expect("this expectation lists void orders", &items.len().to_string(), &{
            if items.len() == void.len() {
                void.len().to_string()
            } else {
                format!("{}: {}", void.len(), said.join("; "))
            }
        });
        for (item, event) in items.iter().zip(&void) {
            let Some(wanted) = item.text("what had no effect, and its code") else {
                continue;
            };
            let (what, code) =
                wanted.rsplit_once(' ').map_or((None, wanted), |(what, code)| (Some(what), code));
            self.code(code, item);
            if self.entry(code).is_none() {
                continue;
            }
            let field = |key: &str| event.value[key].as_str();
            if let Some(what) = what {
                let named = [field("unit"), field("part"), field("army")];
                let found = if named.contains(&Some(what)) { what } else { &event.words };
                result.expect(&format!("line {}", item.span().line), what, found);
            }
            let found =
                if field("code").or(event.code) == Some(code) { code } else { &event.words };
            result.expect(&format!("line {}", item.span().line), code, found);
        }
    }

    /// Compares all complaints of one kind that a file must get, in the order of the file: codes, a code followed by
    /// its whole message, or maps of `code`, `rule`, `line` and `path`. An empty list says that there are none.
    fn complaints(
        &self,
        block: &Reader<'_>,
        warnings: bool,
        told: &Complaints,
        result: &mut CaseResult,
    ) {
        let got: Vec<&Complaint> =
            told.0.iter().filter(|one| (one.kind() == Kind::Warning) == warnings).collect();
        let expected = block.items();
        result.compared += 1;
        if expected.len() != got.len() {
            let line = block.span().line;
            let words: Vec<String> = got.iter().map(ToString::to_string).collect();
            let number = expected.len();
            result.fail(format!("line {line}: expected {number} complaints, found {words:?}"));
        }
        for (at, item) in expected.iter().enumerate() {
            let one = got.get(at).copied();
            self.complaint(item, one, result);
        }
    }

    fn complaint(&self, item: &Reader<'_>, one: Option<&Complaint>, result: &mut CaseResult) {
        let line = item.span().line;
        let code = if item.node.map().is_some() {
            item.only(&["code", "rule", "line", "path"]);
            let span =
                one.and_then(|one| one.span).map_or("none".to_owned(), |s| s.line.to_string());
            let path = one.map_or("none".to_owned(), |one| one.path.to_string());
            let rule = one.and_then(|one| one.rule).unwrap_or("none");
            for (key, found) in [("rule", rule), ("line", &span), ("path", &path)] {
                if let Some(expected) = item.node.get(key).and_then(Node::text) {
                    result.expect(&format!("line {line}: {key}"), expected, found);
                }
            }
            item.need("code")
        } else {
            Some(item.clone())
        };
        let Some(code) = code else { return };
        let Some(words) = code.text("a code") else { return };
        let bare = words.split(' ').next().expect("splitting always gives a first part");
        if self.codes.iter().all(|entry| entry.as_warning != bare) {
            self.code(bare, &code);
        }
        let found = match one {
            Some(one) if bare == words => one.code.to_owned(),
            Some(one) => one.to_string(),
            None => "nothing".to_owned(),
        };
        result.expect(&format!("line {line}"), words, &found);
    }

    /// The patterns of a block that can be met; complains of all others.
    fn patterns<'n>(&self, block: &Reader<'n>) -> Vec<Reader<'n>> {
        let items = block.items();
        if items.is_empty() {
            block.complain(could_not_fail(block, "an empty list tests nothing"));
        }
        items.into_iter().filter(|item| self.understood(item)).collect()
    }

    /// True if an event matches a pattern: it is of that kind, or has all that the pattern's map names.
    fn is(&self, pattern: &Node, event: &Happened) -> bool {
        match pattern.text() {
            Some(kind) => text(event, "kind") == kind,
            None => meets(pattern, Some(&event.value), self.spellings),
        }
    }
}

/// Pieces of text that some complaint must hold, in its message or its way out.
fn tell(block: &Reader<'_>, told: &Complaints, result: &mut CaseResult) {
    let heard: Vec<String> = told
        .0
        .iter()
        .map(|one| format!("{} {}", one.message, one.fix.as_deref().unwrap_or("")))
        .collect();
    for item in block.items() {
        let Some(text) = item.text("a piece of text") else { continue };
        let said = heard.iter().any(|one| one.contains(text));
        let found = if said { text.to_owned() } else { heard.join("; ") };
        result.expect(&format!("line {}", item.span().line), text, &found);
    }
}

/// The events as records hold them, each with the place of the order that it came from.
fn recorded<E: Serialize>(entries: &[Entry<E>]) -> Vec<Happened> {
    let recorded = |entry: &Entry<E>| {
        let mut value = serde_json::to_value(entry).expect("events are plain data");
        if let Some(order) = &entry.order {
            value["by_order"] = order.path.to_string().into();
        }
        let words = value.to_string();
        Happened { value, words, code: entry.code }
    };
    entries.iter().map(recorded).collect()
}

fn text<'e>(event: &'e Happened, key: &str) -> &'e str {
    event.value[key].as_str().expect("an event has its rule and its kind")
}

fn kind_of(pattern: &Node) -> &str {
    pattern.text().or_else(|| pattern.get("kind").and_then(Node::text)).unwrap_or("?")
}
