//! Refuses expectations of a case that could not fail. A kind of event, a key, a word, an id, a code or a rule that the
//! title does not have would be absent from every game, so a case with it would pass whatever the rules do.

use super::could_not_fail;
use super::expect::Matcher;
use super::kinds::{Group, Trial};
use super::meets::nothing;
use crate::codes::{CodeEntry, Common};
use crate::complaint::{Complaint, nearest};
use crate::node::Value;
use crate::reader::Reader;

/// Keys that every event may be asked for.
const COMMON: [&str; 4] = ["kind", "rule", "roll", "n"];

/// Parts of an order file that events come from.
const PARTS: [&str; 3] = ["orders", "ahead", "standing"];

impl Matcher<'_> {
    /// True if some event can match the pattern; complains if not.
    pub(super) fn understood(&self, pattern: &Reader<'_>) -> bool {
        let before = pattern.told();
        let kind =
            if pattern.node.map().is_some() { pattern.need("kind") } else { Some(pattern.clone()) };
        let Some(kind) = kind else { return false };
        let Some(word) = kind.text("a kind of event") else { return false };
        let Some(group) = self.group(word) else {
            let kinds: Vec<&str> =
                self.groups.iter().flat_map(|group| group.kinds()).copied().collect();
            pattern.complain(unknown("kind of event", word, &kinds, &kind));
            return false;
        };
        for (key, value) in pattern.node.map().into_iter().flatten() {
            let value = pattern.beside(value, pattern.path.then(key.text.as_str()));
            match key.text.as_str() {
                "rule" => self.rule(&value),
                "by_order" => by_order(&value),
                key if COMMON.contains(&key) => {}
                key if self.beside.contains(&key) => self.words(key, &value),
                key => {
                    let takes = |trial: Trial<'_>| group.takes(word, key, trial);
                    if takes(Trial::Odd) {
                        pattern.complain(could_not_fail(
                            &value,
                            &format!("{word} has no key `{key}`"),
                        ));
                    } else {
                        self.fits(key, &value, &takes);
                    }
                }
            }
        }
        pattern.told() == before
    }

    pub(super) fn group(&self, kind: &str) -> Option<Group> {
        self.groups.iter().copied().find(|group| group.kinds().contains(&kind))
    }

    /// Checks that a value can stand where `takes` tries it: every key below it exists, and every word is of its type
    /// and known to the title.
    fn fits(&self, key: &str, value: &Reader<'_>, takes: &dyn Fn(Trial<'_>) -> bool) {
        let alone = |trial: Trial<'_>| takes(trial.clone()) || takes(Trial::List(vec![trial]));
        match &value.node.value {
            Value::Scalar { text, .. } => {
                let spellings = (self.spellings)(text);
                let all = std::iter::once(text).chain(&spellings);
                if nothing(value.node) || all.into_iter().any(|text| one(text, &alone)) {
                    self.words(key, value);
                } else {
                    let why = format!("`{text}` never appears under `{key}`");
                    value.complain(could_not_fail(value, &why));
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
                        // A value that fits no type must be refused only where it is looked at.
                        if odd {
                            like && takes(Trial::List(all))
                        } else {
                            like || takes(Trial::List(all))
                        }
                    };
                    self.fits(key, item, &takes);
                }
            }
            Value::Map(entries) => {
                let listed = |key| takes(Trial::List(vec![Trial::Map(vec![(key, Trial::Odd)])]));
                let figures = listed("\0") && !listed("what");
                for (name, part) in entries {
                    let part = value.beside(part, value.path.then(name.text.as_str()));
                    let under = if figures { "points" } else { name.text.as_str() };
                    let takes = |trial: Trial<'_>| {
                        let map = Trial::Map(vec![(under, trial)]);
                        takes(if figures { Trial::List(vec![map]) } else { map })
                    };
                    if takes(Trial::Odd) {
                        let why = format!("there is no key `{}` under `{key}`", name.text);
                        value.complain(could_not_fail(&part, &why));
                    } else {
                        self.fits(&name.text, &part, &takes);
                    }
                }
            }
        }
    }

    /// Checks that every word of a value is one that the title knows.
    fn words(&self, key: &str, value: &Reader<'_>) {
        for item in value.items() {
            match item.node.text() {
                Some(_) if nothing(item.node) => {}
                Some(code) if key == "code" => self.code(code, &item),
                Some(word) => self.known_under(key, word, &item),
                None => {}
            }
        }
    }

    fn known_under(&self, key: &str, word: &str, at: &Reader<'_>) {
        if let Err(what) = (self.known)(key, word) {
            at.complain(could_not_fail(at, &what));
        }
    }

    fn rule(&self, at: &Reader<'_>) {
        let Some(rule) = at.text("a rule number") else { return };
        if !self.rulebook.iter().any(|known| known == rule) {
            at.complain(self.no_rule(rule, at));
        }
    }

    pub(super) fn no_rule(&self, rule: &str, at: &Reader<'_>) -> Complaint {
        let known: Vec<&str> = self.rulebook.iter().map(String::as_str).collect();
        unknown("rule", rule, &known, at)
    }

    pub(super) fn entry(&self, code: &str) -> Option<&CodeEntry> {
        let listed = |entry: &&CodeEntry| entry.code == code;
        self.codes.iter().chain(Common::TABLE).find(listed)
    }

    pub(super) fn code(&self, code: &str, at: &Reader<'_>) {
        if self.entry(code).is_none() {
            let known: Vec<&str> = self.codes.iter().map(|entry| entry.code).collect();
            at.complain(unknown("code", code, &known, at));
        }
    }
}

/// Checks that the place of an order begins with a part of an order file, or says that there is none.
fn by_order(at: &Reader<'_>) {
    let Some(path) = at.text("the place of an order, or none") else { return };
    let part = path.split(['.', '[']).next().expect("splitting always gives a first part");
    if !nothing(at.node) && !PARTS.contains(&part) {
        at.complain(unknown("part of an order file", part, &PARTS, at));
    }
}

/// True if a word can stand there: as text, as a number, or as true or false.
fn one(text: &str, takes: &dyn Fn(Trial<'_>) -> bool) -> bool {
    let number = text.strip_prefix('+').unwrap_or(text).parse().map(Trial::Number);
    let truth = text.parse().map(Trial::Truth);
    takes(Trial::Word(text)) || number.is_ok_and(takes) || truth.is_ok_and(takes)
}

/// The complaint about a word that the title does not have, with the nearest that it has.
pub(super) fn unknown(what: &str, word: &str, known: &[&str], at: &Reader<'_>) -> Complaint {
    let complaint = could_not_fail(at, &format!("there is no {what} `{word}`"));
    match nearest(word, known.iter().copied()) {
        Some(near) => complaint.fix(format!("did you mean `{near}`?")),
        None => complaint,
    }
}
