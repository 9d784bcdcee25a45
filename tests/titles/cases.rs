//! The conformance cases of every title: they pass, they cite what there is, and what could not fail is refused.

use crate::properties::game::{Title, titles};
use engine::case::rulebook;
use engine::node::{Key, Value};
use engine::{Case, Node};
use record::exchange::yaml;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tabella::packed;

/// Cases of one title, with the file that each stands in, and the numbers of its rules.
struct Book {
    title: Title,
    rules: Node,
    rulebook: Vec<String>,
    cases: Vec<(String, Node)>,
}

fn books() -> Vec<Book> {
    titles().into_iter().map(book).collect()
}

fn book(title: Title) -> Book {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title.slug).join("cases");
    let mut files: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let root = yaml::parse(&fs::read_to_string(&file).unwrap()).unwrap();
        let name = file.strip_prefix(&folder).unwrap().display().to_string();
        let listed = root.list().unwrap_or(std::slice::from_ref(&root));
        cases.extend(listed.iter().map(|case| (name.clone(), case.clone())));
    }
    let rules = yaml::parse(packed::rules(title.slug).unwrap()).unwrap();
    Book { title, rulebook: rulebook(&rules), rules, cases }
}

impl Book {
    /// Why a case does not pass; nothing if it does.
    fn difference(&self, node: &Node) -> Option<String> {
        let result = self.title.loaded.case(&Case { node, rulebook: &self.rulebook });
        let nothing = (result.compared == 0).then(|| "compares nothing".to_owned());
        result.difference.or(nothing)
    }
}

#[test]
fn every_case_passes_under_a_name_of_its_own() {
    for book in books() {
        let (mut names, mut failed) = (BTreeSet::new(), Vec::new());
        for (file, node) in &book.cases {
            let name = Case { node, rulebook: &book.rulebook }.name().to_owned();
            if let Some(why) = book.difference(node) {
                failed.push(format!("{file}, {name}: {why}"));
            }
            assert!(names.insert(name.clone()), "{}: {name} occurs twice", book.title.slug);
        }
        assert!(names.len() > 50, "{}: only {} cases", book.title.slug, names.len());
        assert!(failed.is_empty(), "{}:\n{}", book.title.slug, failed.join("\n"));
    }
}

#[test]
fn every_rule_that_is_done_is_cited_by_a_case() {
    for book in books() {
        let cases = book.cases.iter();
        let cited: BTreeSet<String> =
            cases.flat_map(|(_, node)| Case { node, rulebook: &book.rulebook }.rules()).collect();
        let list = book.rules.get("rules").and_then(Node::list).unwrap();
        let text = |rule: &Node, key: &str| rule.get(key).and_then(Node::text).unwrap().to_owned();
        let done = list.iter().filter(|rule| text(rule, "status") == "done");
        let missing: Vec<String> =
            done.map(|rule| text(rule, "rule")).filter(|rule| !cited.contains(rule)).collect();
        assert!(missing.is_empty(), "{}: no case cites {missing:?}", book.title.slug);
    }
}

/// A map with one entry altered or added.
fn with(node: &Node, key: &str, value: Node) -> Node {
    let mut entries = node.map().unwrap().to_vec();
    entries.retain(|(known, _)| known.text != key);
    entries.push((Key { text: key.to_owned(), span: node.span }, value));
    Node { value: Value::Map(entries), span: node.span }
}

/// A kind of event that one of a title's cases expects, with one of the keys that it names.
fn asked_for(cases: &[(String, Node)]) -> Option<(String, String)> {
    let patterns = cases.iter().filter_map(|(_, case)| case.get("then")?.get("events")?.list());
    patterns.flatten().find_map(|pattern| {
        let kind = pattern.get("kind")?.text()?.to_owned();
        let key = pattern
            .map()?
            .iter()
            .find(|(key, _)| !["kind", "rule"].contains(&key.text.as_str()))?;
        Some((kind, key.0.text.clone()))
    })
}

#[test]
fn what_could_not_fail_is_refused_by_every_title() {
    for book in books() {
        let slug = book.title.slug;
        let single = |node: &&(String, Node)| {
            node.1.get("then").is_some_and(|then| then.get("events").is_some())
        };
        let (_, case) = book.cases.iter().find(single).expect("a case that expects events");
        let (kind, key) = asked_for(&book.cases).expect("an event with a key");
        let mut refused = 0;
        for then in [
            "not: [no-such-kind]".to_owned(),
            "not: [{kind: no-such-kind}]".to_owned(),
            "events: []".to_owned(),
            format!("not: [{{kind: {kind}, no-such-key: 1}}]"),
            format!("not: [{{kind: {kind}, {key}: {{no-such-key: 1}}}}]"),
            format!("not: [{{kind: {kind}, rule: NOPE}}]"),
            format!("not: [{{{key}: 1}}]"),
            "zz-9: absent".to_owned(),
            "units: {zz-9: absent}".to_owned(),
            "armies: {zz-9: gone}".to_owned(),
        ] {
            let then = yaml::parse(&then).unwrap();
            let altered = with(case, "then", then.clone());
            let why = book.difference(&altered);
            let why = why.unwrap_or_else(|| panic!("{slug}: {:?} passes", then.plain_value()));
            let told =
                ["could not fail", "is missing", "E-field"].iter().any(|word| why.contains(word));
            assert!(told, "{slug}: {:?}: {why}", then.plain_value());
            refused += 1;
        }
        let rules = yaml::parse("[NOPE]").unwrap();
        let why = book.difference(&with(case, "rules", rules)).expect("a rule that there is not");
        assert!(why.contains("there is no rule `NOPE`"), "{slug}: {why}");
        assert_eq!(refused, 10, "{slug}");
    }
}
