//! The matcher of conformance cases: what must have happened, in order, with other things between; what must not; what
//! came to nothing; and what the checker said.
//!
//! It refuses whatever could not fail. A kind of event, a key, a word, an id, a code or a rule that the title does not
//! have would be absent from every game, so that a case with it passes whatever the rules do.

use super::could_not_fail;
use super::kinds::{Group, Trial};
use super::meets::{Spellings, meets, nothing};
use crate::codes::{CodeEntry, Common};
use crate::complaint::{Complaint, Complaints, Kind, nearest};
use crate::node::{Node, Value};
use crate::reader::Reader;
use crate::run::Entry;
use crate::{Case, CaseResult};
use serde::Serialize;

/// Whether a word under a key can be meant: an id of a unit, an army, a place. The error says what it is not.
pub type Known<'a> = &'a dyn Fn(&str, &str) -> Result<(), String>;

/// Keys of `then` that [`Matcher::then`] compares.
const KEYS: [&str; 6] = ["events", "not", "void", "refused", "warned", "tell"];

/// What a title tells the matcher of its own words.
pub struct Matcher<'a> {
    rulebook: &'a [String],
    groups: &'a [Group],
    codes: &'a [CodeEntry],
    known: Known<'a>,
    spellings: Spellings<'a>,
    beside: &'a [&'a str],
}

/// What came of a case, or of a step of it.
pub struct Found<'a, E> {
    /// What happened.
    pub entries: &'a [Entry<E>],
    /// What the checker said.
    pub told: &'a Complaints,
}

/// One event, as written in a record.
struct Happened {
    value: serde_json::Value,
    words: String,
}

/// Keys that every event may be asked for.
const COMMON: [&str; 4] = ["kind", "rule", "roll", "n"];

impl<'a> Matcher<'a> {
    /// A matcher for a case of a title with these groups of events and these codes.
    pub fn new(case: &Case<'a>, groups: &'a [Group], codes: &'a [CodeEntry]) -> Self {
        let (known, spellings): (Known<'a>, Spellings<'a>) = (&|_, _| Ok(()), &|_| Vec::new());
        Self { rulebook: case.rulebook, groups, codes, known, spellings, beside: &[] }
    }

    /// Which words can be meant beyond what the types of the events say.
    #[must_use]
    pub fn known(self, known: Known<'a>) -> Self {
        Self { known, ..self }
    }

    /// Whole names of what cases may call by a shorter one.
    #[must_use]
    pub fn spellings(self, spellings: Spellings<'a>) -> Self {
        Self { spellings, ..self }
    }

    /// Keys that stand beside an event of any kind.
    #[must_use]
    pub fn beside(self, beside: &'a [&'a str]) -> Self {
        Self { beside, ..self }
    }

    /// The rule numbers and codes that a case cites are the title's.
    pub fn cites(&self, case: &Case<'_>, complaints: &mut Complaints) {
        for rule in case.rules() {
            if !self.rulebook.contains(&rule) && self.entry(&rule).is_none() {
                complaints.push(self.no_rule(&rule, &case.reader()));
            }
        }
    }

    /// Every event rests on a rule of the title, and is of a kind that the matcher knows.
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
        complaints: &mut Complaints,
    ) -> bool {
        match key {
            "events" => self.events(block, found.entries, result, complaints),
            "not" => self.not(block, found.entries, result, complaints),
            "void" => Self::void(block, found.entries, result, complaints),
            "refused" => self.complaints(block, false, found.told, result, complaints),
            "warned" => self.complaints(block, true, found.told, result, complaints),
            "tell" => tell(block, found.told, result, complaints),
            _ => return false,
        }
        true
    }

    /// The mistake of a key of `then` that neither every title has nor this one.
    pub fn no_such_block(key: &str, block: &Reader<'_>, own: &[&str]) -> Complaint {
        let known: Vec<&str> = KEYS.iter().chain(own).copied().collect();
        unknown("expectation", key, &known, block)
    }

    /// Events that must have happened in this order, others between them: kinds, or maps of some of an event's keys.
    fn events<E: Serialize>(
        &self,
        block: &Reader<'_>,
        entries: &[Entry<E>],
        result: &mut CaseResult,
        complaints: &mut Complaints,
    ) {
        let happened = recorded(entries);
        let patterns = self.patterns(block, complaints);
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
                        "line {line}: {wanted} did not happen; of that kind: [{}]; all that did: {}",
                        near.join("; "),
                        kinds.join(" ")
                    ));
                }
            }
        }
    }

    /// Events of which none may have happened.
    fn not<E: Serialize>(
        &self,
        block: &Reader<'_>,
        entries: &[Entry<E>],
        result: &mut CaseResult,
        complaints: &mut Complaints,
    ) {
        let happened = recorded(entries);
        for pattern in self.patterns(block, complaints) {
            result.compared += 1;
            if let Some(event) = happened.iter().find(|event| self.is(pattern.node, event)) {
                let line = pattern.span().line;
                result.fail(format!("line {line}: this must not happen: {}", event.words));
            }
        }
    }

    /// The orders that came to nothing, all of them in order: `WHY`, or `WHAT WHY` with the unit or part that the event
    /// names. Why is a code, the title's word for a reason, or the number of the rule.
    fn void<E: Serialize>(
        block: &Reader<'_>,
        entries: &[Entry<E>],
        result: &mut CaseResult,
        complaints: &mut Complaints,
    ) {
        let happened = recorded(entries);
        let void: Vec<&Happened> =
            happened.iter().filter(|event| text(event, "kind") == "void").collect();
        let items = block.items();
        let said: Vec<&str> = void.iter().map(|event| event.words.as_str()).collect();
        result.expect("orders that came to nothing", &items.len().to_string(), &{
            if items.len() == void.len() {
                void.len().to_string()
            } else {
                format!("{}: {}", void.len(), said.join("; "))
            }
        });
        for (item, event) in items.iter().zip(&void) {
            let Some(wanted) = item.text("what came to nothing, and why", complaints) else {
                continue;
            };
            let (what, why) =
                wanted.rsplit_once(' ').map_or((None, wanted), |(what, why)| (Some(what), why));
            let field = |key: &str| event.value[key].as_str();
            let whys = [field("code"), field("reason"), field("rule")];
            if let Some(what) = what {
                let named = [field("unit"), field("part"), field("army")];
                let found = if named.contains(&Some(what)) { what } else { &event.words };
                result.expect(&format!("line {}", item.span().line), what, found);
            }
            let found = if whys.contains(&Some(why)) { why } else { &event.words };
            result.expect(&format!("line {}", item.span().line), why, found);
        }
    }

    /// The complaints of one kind that a file must get, in the order of the file, all of them: codes, a code with its whole
    /// message behind it, or maps of `code`, `rule`, `line` and `path`. An empty list says that there are none.
    fn complaints(
        &self,
        block: &Reader<'_>,
        warnings: bool,
        told: &Complaints,
        result: &mut CaseResult,
        complaints: &mut Complaints,
    ) {
        let got: Vec<&Complaint> =
            told.0.iter().filter(|one| (one.kind == Kind::Warning) == warnings).collect();
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
            self.complaint(item, one, result, complaints);
        }
    }

    fn complaint(
        &self,
        item: &Reader<'_>,
        one: Option<&Complaint>,
        result: &mut CaseResult,
        complaints: &mut Complaints,
    ) {
        let line = item.span().line;
        let code = if item.node.map().is_some() {
            item.only(&["code", "rule", "line", "path"], complaints);
            let span =
                one.and_then(|one| one.span).map_or("none".to_owned(), |s| s.line.to_string());
            let path = one.map_or("none".to_owned(), |one| one.path.to_string());
            let rule = one.and_then(|one| one.rule).unwrap_or("none");
            for (key, found) in [("rule", rule), ("line", &span), ("path", &path)] {
                if let Some(expected) = item.node.get(key).and_then(Node::text) {
                    result.expect(&format!("line {line}: {key}"), expected, found);
                }
            }
            item.need("code", complaints)
        } else {
            Some(item.clone())
        };
        let Some(code) = code else { return };
        let Some(words) = code.text("a code", complaints) else { return };
        let bare = words.split(' ').next().expect("there is a first");
        self.code(bare, &code, complaints);
        let found = match one {
            Some(one) if bare == words => one.code.to_owned(),
            Some(one) => one.to_string(),
            None => "nothing".to_owned(),
        };
        result.expect(&format!("line {line}"), words, &found);
    }

    /// The patterns of a block that can be met; complains of all others.
    fn patterns<'n>(&self, block: &Reader<'n>, complaints: &mut Complaints) -> Vec<Reader<'n>> {
        let items = block.items();
        if items.is_empty() {
            complaints.push(could_not_fail(block, "an empty list asks for nothing"));
        }
        items.into_iter().filter(|item| self.understood(item, complaints)).collect()
    }

    /// Whether an event is what a pattern asks for: of its kind, or with all that its map names.
    fn is(&self, pattern: &Node, event: &Happened) -> bool {
        match pattern.text() {
            Some(kind) => text(event, "kind") == kind,
            None => meets(pattern, Some(&event.value), self.spellings),
        }
    }

    /// Whether a pattern can be met at all; complains if not.
    fn understood(&self, pattern: &Reader<'_>, complaints: &mut Complaints) -> bool {
        let before = complaints.0.len();
        let kind = if pattern.node.map().is_some() {
            pattern.need("kind", complaints)
        } else {
            Some(pattern.clone())
        };
        let Some(kind) = kind else { return false };
        let Some(word) = kind.text("a kind of event", complaints) else { return false };
        let Some(group) = self.group(word) else {
            let kinds: Vec<&str> =
                self.groups.iter().flat_map(|group| group.kinds()).copied().collect();
            complaints.push(unknown("kind of event", word, &kinds, &kind));
            return false;
        };
        for (key, value) in pattern.node.map().into_iter().flatten() {
            let value = Reader::new(value, pattern.path.then(key.text.as_str()));
            match key.text.as_str() {
                "rule" => self.rule(&value, complaints),
                key if COMMON.contains(&key) => {}
                key if self.beside.contains(&key) => self.words(key, &value, complaints),
                key => {
                    let takes = |trial: Trial<'_>| group.takes(word, key, trial);
                    if takes(Trial::Odd) {
                        complaints.push(could_not_fail(
                            &value,
                            &format!("there is no key `{key}` of {word}"),
                        ));
                    } else {
                        self.fits(key, &value, &takes, complaints);
                    }
                }
            }
        }
        complaints.0.len() == before
    }

    fn group(&self, kind: &str) -> Option<Group> {
        self.groups.iter().copied().find(|group| group.kinds().contains(&kind))
    }

    /// A value can stand where `takes` tries it: every key below it is there, and every word is of its type and can be
    /// meant.
    fn fits(
        &self,
        key: &str,
        value: &Reader<'_>,
        takes: &dyn Fn(Trial<'_>) -> bool,
        complaints: &mut Complaints,
    ) {
        let alone = |trial: Trial<'_>| takes(trial.clone()) || takes(Trial::List(vec![trial]));
        match &value.node.value {
            Value::Scalar { text, .. } => {
                let spellings = (self.spellings)(text);
                let all = std::iter::once(text).chain(&spellings);
                if nothing(value.node) || all.into_iter().any(|text| one(text, &alone)) {
                    self.words(key, value, complaints);
                } else {
                    let why = format!("`{text}` never stands under `{key}`");
                    complaints.push(could_not_fail(value, &why));
                }
            }
            Value::List(_) => {
                let items = value.items();
                for (at, item) in items.iter().enumerate() {
                    // A list of like things, or one in which each place has a type of its own.
                    let before: Vec<Trial<'_>> =
                        items[..at].iter().map(|item| Trial::of(item.node)).collect();
                    let takes = |trial: Trial<'_>| {
                        let mut all = before.clone();
                        all.push(trial.clone());
                        let odd = trial.is_odd();
                        let like = takes(Trial::List(vec![trial]));
                        // What no type takes must be refused only where it is looked at.
                        if odd {
                            like && takes(Trial::List(all))
                        } else {
                            like || takes(Trial::List(all))
                        }
                    };
                    self.fits(key, item, &takes, complaints);
                }
            }
            Value::Map(entries) => {
                let listed = |key| takes(Trial::List(vec![Trial::Map(vec![(key, Trial::Odd)])]));
                let figures = listed("\0") && !listed("what");
                for (name, part) in entries {
                    let part = Reader::new(part, value.path.then(name.text.as_str()));
                    let under = if figures { "points" } else { name.text.as_str() };
                    let takes = |trial: Trial<'_>| {
                        let map = Trial::Map(vec![(under, trial)]);
                        takes(if figures { Trial::List(vec![map]) } else { map })
                    };
                    if takes(Trial::Odd) {
                        let why = format!("there is no key `{}` under `{key}`", name.text);
                        complaints.push(could_not_fail(&part, &why));
                    } else {
                        self.fits(&name.text, &part, &takes, complaints);
                    }
                }
            }
        }
    }

    /// Every word of a value can be meant.
    fn words(&self, key: &str, value: &Reader<'_>, complaints: &mut Complaints) {
        for item in value.items() {
            match item.node.text() {
                Some(_) if nothing(item.node) => {}
                Some(code) if key == "code" => self.code(code, &item, complaints),
                Some(word) => self.known_under(key, word, &item, complaints),
                None => {}
            }
        }
    }

    fn known_under(&self, key: &str, word: &str, at: &Reader<'_>, complaints: &mut Complaints) {
        if let Err(what) = (self.known)(key, word) {
            complaints.push(could_not_fail(at, &what));
        }
    }

    fn rule(&self, at: &Reader<'_>, complaints: &mut Complaints) {
        let Some(rule) = at.text("a rule number", complaints) else { return };
        if !self.rulebook.iter().any(|known| known == rule) {
            complaints.push(self.no_rule(rule, at));
        }
    }

    fn no_rule(&self, rule: &str, at: &Reader<'_>) -> Complaint {
        let known: Vec<&str> = self.rulebook.iter().map(String::as_str).collect();
        unknown("rule", rule, &known, at)
    }

    fn entry(&self, code: &str) -> Option<&CodeEntry> {
        let listed = |entry: &&CodeEntry| entry.code == code || entry.was == Some(code);
        self.codes.iter().chain(Common::TABLE).find(listed)
    }

    fn code(&self, code: &str, at: &Reader<'_>, complaints: &mut Complaints) {
        if self.entry(code).is_none() {
            let known: Vec<&str> = self.codes.iter().map(|entry| entry.code).collect();
            complaints.push(unknown("code", code, &known, at));
        }
    }
}

/// Pieces of text that some complaint must hold, in its message or its way out.
fn tell(
    block: &Reader<'_>,
    told: &Complaints,
    result: &mut CaseResult,
    complaints: &mut Complaints,
) {
    let heard: Vec<String> = told
        .0
        .iter()
        .map(|one| format!("{} {}", one.message, one.fix.as_deref().unwrap_or("")))
        .collect();
    for item in block.items() {
        let Some(text) = item.text("a piece of text", complaints) else { continue };
        let said = heard.iter().any(|one| one.contains(text));
        let found = if said { text.to_owned() } else { heard.join("; ") };
        result.expect(&format!("line {}", item.span().line), text, &found);
    }
}

/// The events as their records have them.
fn recorded<E: Serialize>(entries: &[Entry<E>]) -> Vec<Happened> {
    let recorded = |entry: &Entry<E>| {
        let value = serde_json::to_value(entry).expect("events are plain data");
        let words = value.to_string();
        Happened { value, words }
    };
    entries.iter().map(recorded).collect()
}

/// What an event has under a key that every event has.
fn text<'e>(event: &'e Happened, key: &str) -> &'e str {
    event.value[key].as_str().expect("an event has its rule and its kind")
}

fn kind_of(pattern: &Node) -> &str {
    pattern.text().or_else(|| pattern.get("kind").and_then(Node::text)).unwrap_or("?")
}

/// Whether a word can stand somewhere: as text, as a number, or as true or false.
fn one(text: &str, takes: &dyn Fn(Trial<'_>) -> bool) -> bool {
    let number = text.strip_prefix('+').unwrap_or(text).parse().map(Trial::Number);
    let truth = text.parse().map(Trial::Truth);
    takes(Trial::Word(text)) || number.is_ok_and(takes) || truth.is_ok_and(takes)
}

/// A word that the title does not have, with the nearest that it has.
fn unknown(what: &str, word: &str, known: &[&str], at: &Reader<'_>) -> Complaint {
    let complaint = could_not_fail(at, &format!("there is no {what} `{word}`"));
    match nearest(word, known.iter().copied()) {
        Some(near) => complaint.fix(format!("did you mean `{near}`?")),
        None => complaint,
    }
}
