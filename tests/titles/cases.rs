//! The conformance cases of every title: they pass, they cite what there is, and what could never fail is refused.

mod mangled;

use crate::properties::game::{Title, titles};
use engine::case::rulebook;
use engine::node::{Key, Value};
use engine::{Case, Node};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use tabella::packed;

/// Cases of one title, each with its file, and the numbers of its rules.
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
    /// The reason why a case does not pass; none if it does.
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
            format!("not: [{{kind: {kind}, by_order: order.moves}}]"),
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
                ["could never fail", "is missing", "E-field"].iter().any(|word| why.contains(word));
            assert!(told, "{slug}: {:?}: {why}", then.plain_value());
            refused += 1;
        }
        let rules = yaml::parse("[NOPE]").unwrap();
        let why = book.difference(&with(case, "rules", rules)).expect("a rule that there is not");
        let there = "line 1: E-case there is no rule `NOPE`";
        assert!(why.starts_with(there) && why.ends_with("(rules[0])"), "{slug}: {why}");
        assert_eq!(refused, 11, "{slug}");
    }
}

/// A choice in the middle of a resolution, and the cases in which it is answered afresh, by a standing order, by
/// nobody, and with something hidden.
type Ways = (&'static str, [&'static str; 4]);

const CHOICES: [(&str, &[Ways]); 2] = [
    (
        "metaurus",
        &[
            (
                "retreat",
                [
                    "asked-who-falls-back",
                    "falls-back-by-standing-order",
                    "falls-back-absent",
                    "falls-back-with-chits-hidden",
                ],
            ),
            (
                "counter",
                [
                    "asked-to-strike-back",
                    "strikes-back-by-standing-order",
                    "strikes-back-absent",
                    "strikes-back-with-chits-hidden",
                ],
            ),
            (
                "continue",
                [
                    "asked-to-go-on",
                    "goes-on-by-standing-order",
                    "goes-on-absent",
                    "goes-on-with-chits-hidden",
                ],
            ),
            (
                "order",
                [
                    "asked-which-comes-next",
                    "comes-next-by-standing-order",
                    "comes-next-absent",
                    "comes-next-with-chits-hidden",
                ],
            ),
            (
                "advance",
                [
                    "asked-who-advances",
                    "advances-by-standing-order",
                    "advances-absent",
                    "advances-with-chits-hidden",
                ],
            ),
            (
                "gauls",
                [
                    "asked-which-gaul-rolls",
                    "gauls-roll-by-standing-order",
                    "gauls-roll-absent",
                    "gauls-roll-with-chits-hidden",
                ],
            ),
            (
                "rampage",
                [
                    "asked-whom-elephants-go-for",
                    "elephants-go-by-standing-order",
                    "elephants-go-absent",
                    "elephants-go-with-chits-hidden",
                ],
            ),
        ],
    ),
    (
        "de-bello-punico",
        &[
            (
                "fortuna",
                [
                    "asked-for-fortuna",
                    "fortuna-by-standing-order",
                    "fortuna-absent",
                    "fortuna-with-the-false-chip",
                ],
            ),
            (
                "withdraw",
                [
                    "asked-who-withdraws",
                    "withdraws-by-standing-order",
                    "withdraws-absent",
                    "withdraws-with-chips-hidden",
                ],
            ),
            (
                "defend",
                [
                    "asked-for-a-point-and-supports",
                    "defends-by-standing-order",
                    "defends-absent",
                    "defends-with-the-false-chip",
                ],
            ),
            (
                "pursuit",
                [
                    "asked-to-hold-horse-back",
                    "holds-horse-back-by-standing-order",
                    "holds-horse-back-absent",
                    "holds-horse-back-with-the-false-chip",
                ],
            ),
            (
                "furious",
                [
                    "asked-to-lead-the-furious",
                    "leads-the-furious-by-standing-order",
                    "leads-the-furious-absent",
                    "leads-the-furious-with-a-chip-hidden",
                ],
            ),
            (
                "advance",
                [
                    "asked-whether-to-advance",
                    "advances-by-standing-order",
                    "advances-absent",
                    "advances-with-a-chip-hidden",
                ],
            ),
            (
                "leader",
                [
                    "asked-where-the-leader-goes",
                    "leader-goes-by-standing-order",
                    "leader-goes-absent",
                    "leader-goes-with-a-chip-hidden",
                ],
            ),
            (
                "roll",
                [
                    "asked-for-which-elephants-to-roll-next",
                    "rolls-by-standing-order",
                    "rolls-absent",
                    "rolls-with-a-chip-hidden",
                ],
            ),
        ],
    ),
];

/// Questions that are no choice in the game: reports and rulings on what happened on a table, and vacant seats.
const NO_CHOICE: [&str; 3] = ["report", "ruling", "seats"];

fn words_below(node: &Node) -> String {
    format!("{:?}", node.plain_value())
}

#[test]
fn every_choice_that_is_asked_for_has_a_case_for_each_way_of_answering_it() {
    let books = books();
    for (slug, choices) in CHOICES {
        let book = books.iter().find(|book| book.title.slug == slug).expect("a title");
        let named = |wanted: &str| {
            let known = |node: &Node| Case { node, rulebook: &book.rulebook }.name() == wanted;
            let case = book.cases.iter().map(|(_, node)| node).find(|node| known(node));
            case.unwrap_or_else(|| panic!("{slug}: there is no case {wanted}"))
        };
        for (question, ways) in choices {
            let [fresh, standing, absent, hidden] = ways.map(named);
            for case in [fresh, absent, hidden] {
                let steps = case.get("steps").and_then(Node::list).expect("a list of steps");
                let [before @ .., _] = steps else { panic!("{slug}: {question}: no step") };
                let told: Vec<String> =
                    before.iter().filter_map(|step| step.get("then")).map(words_below).collect();
                let named = |then: &String| then.contains(question);
                assert!(told.iter().any(named), "{slug}: {question} is not asked: {told:?}");
            }
            let steps = standing.get("steps").and_then(Node::list).expect("a list of steps");
            let last = words_below(steps.last().expect("a step"));
            assert!(steps.len() == 1 && last.contains("asked"), "{slug}: {question}: {last}");
            assert!(words_below(standing).contains("standing"), "{slug}: {question}");
            let answered = |case: &Node| {
                let steps = case.get("steps").and_then(Node::list).expect("a list of steps");
                let orders = steps.last().and_then(|step| step.get("orders"));
                orders.is_some_and(|orders| !words_below(orders).contains("absent"))
            };
            assert!(answered(fresh) && answered(hidden) && !answered(absent), "{slug}: {question}");
        }
    }
}

/// The choices in a title's README: for each rule, the questions that ask for it.
fn told_choices(slug: &str) -> BTreeMap<String, BTreeSet<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(slug).join("README.md");
    let text = fs::read_to_string(path).unwrap();
    let (_, section) = text.split_once("## Choices and questions").expect("a section of choices");
    let rows = section.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let mut told: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [choice, rules, questions, _] = cells[..] else { panic!("{slug}: {row}") };
        assert!(!choice.is_empty() && !questions.is_empty(), "{slug}: {row}");
        for rule in rules.split(", ") {
            let asked = questions.split(", ").map(|name| name.trim_matches('`').to_owned());
            told.entry(rule.to_owned()).or_default().extend(asked);
        }
    }
    told
}

#[test]
fn every_choice_of_the_rulebook_has_its_question_in_the_guide() {
    for book in books() {
        let slug = book.title.slug;
        let told = told_choices(slug);
        let listed = book.rules.get("rules").and_then(Node::list).expect("a list of rules");
        let asks = |rule: &Node| {
            let names = rule.get("asks")?.list().expect("a list of questions");
            let names = names.iter().filter_map(Node::text).map(str::to_owned).collect();
            let number = rule.get("rule").and_then(Node::text).expect("a rule has its number");
            Some((number.to_owned(), names))
        };
        let known: BTreeMap<String, BTreeSet<String>> = listed.iter().filter_map(asks).collect();
        assert_eq!(told, known, "{slug}: README.md and rules.yaml");
        let grammar = book.title.loaded.grammar().expect("a grammar");
        let asked: BTreeSet<String> =
            grammar.orders.iter().map(|(name, _)| (*name).to_owned()).collect();
        let named: BTreeSet<String> = known.into_values().flatten().collect();
        let choices: BTreeSet<String> =
            asked.into_iter().filter(|name| !NO_CHOICE.contains(&name.as_str())).collect();
        assert_eq!(named, choices, "{slug}: the questions that files can answer");
    }
}
