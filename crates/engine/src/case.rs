//! Conformance cases: pages that a player can read and correct.

mod expect;
mod kinds;
mod meant;
mod meets;

pub use expect::{Found, Known, Matcher};
pub use kinds::Group;
pub use meets::Spellings;

use super::Node;
use super::codes::Common;
use super::complaint::{Complaint, Complaints};
use super::dice::Dice;
use super::node::Path;
use super::reader::Reader;
use serde::Serialize;

/// A conformance case, as it was read.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// Its tree, in the form of the title's brief.
    pub node: &'a Node,
    /// Every rule number of the title's `rules.yaml`.
    pub rulebook: &'a [String],
}

impl<'a> Case<'a> {
    /// Its name: `case:`, or `id:` where a title's form has that beside a `case:` of rule numbers.
    pub fn name(&self) -> &'a str {
        let name = self.node.get("id").or_else(|| self.node.get("case"));
        name.and_then(Node::text).unwrap_or("unnamed")
    }

    /// The rule numbers it cites: those of `rules:`, and beside an `id:` also those of `case:`, separated by commas.
    pub fn rules(&self) -> Vec<String> {
        let top = &mut Complaints::new();
        let top = Reader::new(self.node, Path::top(), top);
        cited(&top).into_iter().map(|(rule, _)| rule.to_owned()).collect()
    }

    /// A reader at its top.
    pub fn reader(&self, complaints: &'a mut Complaints) -> Reader<'a> {
        Reader::new(self.node, Path::top(), complaints)
    }
}

/// The rule numbers a case cites, each with the place where it does.
fn cited<'a>(top: &Reader<'a>) -> Vec<(&'a str, Reader<'a>)> {
    let listed = top.get("rules").map(|reader| reader.items()).unwrap_or_default();
    let beside = top.get("id").and_then(|_| top.get("case"));
    let listed = listed.into_iter().filter_map(|item| Some((item.node.text()?, item)));
    let beside = beside.into_iter().flat_map(|item| {
        let rules = item.node.text().unwrap_or_default().split(',').map(str::trim);
        rules.filter(|rule| !rule.is_empty()).map(move |rule| (rule, item.clone()))
    });
    listed.chain(beside).collect()
}

/// The rule numbers that a title's `rules.yaml` lists: those that its cases may cite and its events may rest on.
pub fn rulebook(rules: &Node) -> Vec<String> {
    let listed = rules.get("rules").and_then(Node::list).unwrap_or_default();
    listed.iter().filter_map(|rule| rule.get("rule")?.text()).map(str::to_owned).collect()
}

/// The faces below `dice`, each between two bounds.
pub fn faces(step: &Reader<'_>, low: u32, high: u32) -> Vec<u32> {
    let listed = step.get("dice").map(|dice| dice.items()).unwrap_or_default();
    listed.iter().filter_map(|die| die.number("a die", low, high)).collect()
}

/// The complaint that a case would pass whatever the rules did.
pub fn could_not_fail(at: &Reader<'_>, why: &str) -> Complaint {
    Common::Case.here(at, format!("{why}, so this expectation could never fail"))
}

/// Reads a word of a case and finds with `find` what it names. Complains if it names nothing: a case about something
/// that does not exist proves nothing. `what` is a noun without an article, for the message: "unit".
pub fn named<T>(at: &Reader<'_>, what: &str, find: impl FnOnce(&str) -> Option<T>) -> Option<T> {
    let word = at.text(what)?;
    let found = find(word);
    if found.is_none() {
        at.complain(Common::Case.here(at, format!("there is no {what} `{word}`")));
    }
    found
}

/// The values of a map, each with what its key names; the keys are read as by [`named`].
pub fn keyed<'a, T>(
    map: &Reader<'a>,
    what: &str,
    find: impl Fn(&str) -> Option<T>,
) -> Vec<(T, Reader<'a>)> {
    let entries = map.entries(&format!("a map by {what}")).unwrap_or_default();
    let mut named = Vec::new();
    for (key, value) in entries {
        match find(&key.text) {
            Some(found) => named.push((found, value)),
            None => map
                .complain(Common::Case.here(&value, format!("there is no {what} `{}`", key.text))),
        }
    }
    named
}

/// A title's complaints about a case's options and scenario, each moved to its place in the case.
pub fn not_opened(top: &Reader<'_>, said: Vec<Complaint>) -> impl Iterator<Item = Complaint> {
    said.into_iter().map(move |mut complaint| {
        complaint.span.get_or_insert_with(|| top.node.locate(&complaint.path));
        complaint.path = Path([top.path.0.as_slice(), &complaint.path.0].concat());
        complaint
    })
}

/// Plays a title's conformance cases.
pub trait Cases {
    /// Plays one case in the title's own form and compares.
    fn case(&self, case: &Case<'_>) -> CaseResult;
}

/// The result of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CaseResult {
    /// The first difference between what was expected and what happened; none if it passed.
    pub difference: Option<String>,
    /// The number of expectations that were compared: a case that compares nothing proves nothing.
    pub compared: usize,
}

impl CaseResult {
    /// A result in which nothing has been compared yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Compares one expectation; only the first difference is kept.
    pub fn expect(&mut self, what: &str, expected: &str, found: &str) {
        self.compared += 1;
        if expected != found {
            self.fail(format!("{what}: expected `{expected}`, found `{found}`"));
        }
    }

    /// Compares a value with what is expected of it: some keys of a map, all items of a list, a word as text; `none`
    /// means nothing.
    pub fn expect_value(&mut self, what: &str, expected: &Node, found: Option<&serde_json::Value>) {
        self.compared += 1;
        if !meets::meets(expected, found, &|_| Vec::new()) {
            let found = found.map_or_else(|| "nothing".to_owned(), ToString::to_string);
            self.fail(format!("{what}: expected {}, found {found}", expected.plain_value()));
        }
    }

    /// Fails unless the scripted dice were thrown exactly as listed.
    pub fn dice(&mut self, dice: &Dice) {
        if let [first, ..] = &dice.misfits()[..] {
            self.fail(first.clone());
        }
    }

    /// Adds a difference between the case and the game, in words.
    pub fn fail(&mut self, difference: String) {
        self.difference.get_or_insert(difference);
    }

    /// Fails if anything in the case could not be understood.
    pub fn understood(&mut self, reader: &Reader<'_>) -> bool {
        let complaints = reader.with_complaints(|complaints| complaints.clone());
        if let Some(first) = complaints.0.iter().find(|c| c.kind() != super::Kind::Warning) {
            let line = first.span.map(|span| format!("line {}: ", span.line)).unwrap_or_default();
            self.fail(format!("{line}{first} ({})", first.path));
        }
        !complaints.fatal()
    }

    /// True if everything compared was as expected, and something was compared.
    pub fn passed(&self) -> bool {
        self.difference.is_none() && self.compared > 0
    }
}
