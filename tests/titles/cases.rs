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
                ["could not fail", "is missing", "E-field"].iter().any(|word| why.contains(word));
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

/// A node with the value at a path of keys altered or added.
fn altered(node: &Node, path: &[&str], value: &Node) -> Node {
    match path {
        [key] => with(node, key, value.clone()),
        [key, rest @ ..] => {
            let below = node.get(key).unwrap_or_else(|| panic!("the case has `{key}`"));
            with(node, key, altered(below, rest, value))
        }
        [] => unreachable!("a path has a key"),
    }
}

/// A case of a title that passes, and what stands in it where no such thing can: the path, what is written there, and
/// what the complaint must name.
type Mangled = (&'static str, &'static str, &'static [(&'static str, &'static str, &'static str)]);

const MANGLED: [Mangled; 8] = [
    (
        "combined-arms",
        "{options: {first: mobility}, orders: [{rome: consular, carthage: trebia}], then: {first: carthage}}",
        &[
            ("orders", "[{rome: {xx: 3}, carthage: nonsense}]", "`void` does not name"),
            ("orders", "[{rome: consular, gaul: trebia}]", "`gaul`"),
            ("phase", "plaice", "`plaice`"),
            ("options", "{frist: mobility}", "frist"),
        ],
    ),
    (
        "combined-arms",
        "{units: {ve1: d5 n}, attack: [], then: {ve1: d5 n}}",
        &[
            ("state", "{ve1: {charged: trrue}}", "`trrue`"),
            ("state", "{ve1: {by: [zz9]}}", "`zz9`"),
            ("lost", "{zz2: 3}", "`zz2`"),
            ("offer", "gaul", "`gaul`"),
            ("phase", "atack", "`atack`"),
        ],
    ),
    (
        "metaurus",
        "{given: {units: [la-1@0402 n, ib-1@1706 s]}, phase: check, then: {units: {la-1: 0402 n}}}",
        &[
            ("given.acted", "[zz-1]", "`zz-1`"),
            ("given.up", "[nothing]", "`nothing`"),
            ("given.inactive", "[ib-1]", "`ib-1`"),
            ("given.orders", "{zz-1: move}", "`zz-1`"),
            ("given.chits", "{zz: move}", "`zz`"),
            ("given.tally", "{gaul: 3}", "`gaul`"),
            ("given.first", "gaul", "`gaul`"),
            ("given.links", "[la-1/zz-1]", "`la-1/zz-1`"),
            ("given.set-up", "maybe", "`maybe`"),
            ("given.options", "{galls: true}", "`galls`"),
            ("standing", "{gaul: {}}", "`gaul`"),
            ("orders", "{gaul: {activations: []}}", "`gaul`"),
            ("phase", "chekc", "`chekc`"),
            ("steps", "[{phase: check, thne: {}}]", "`thne`"),
        ],
    ),
    (
        "punica",
        "{given: {setup: standard, active: rome}, then: {result: none}}",
        &[
            ("given.setup", "banana", "`banana`"),
            ("given.tempo", "slow", "`slow`"),
            ("given.options", "{escrot: 1}", "escrot"),
            ("given.rome", "{hand: [c1]}", "c1 is no card of rome"),
            ("unchecked", "maybe", "`maybe`"),
            ("orders", "{gaul: {action: pass}}", "E-field unknown field `gaul`"),
            ("orders", "{absent: [gaul]}", "`gaul`"),
        ],
    ),
    (
        "de-bello-punico",
        "{id: mangled, scenario: zama, given: {rome: {units: [ha1 1010/n]}}, phase: look, then: {units: {ha1: 1010/n}}}",
        &[
            ("given.first", "gaul", "`gaul`"),
            ("given.rome.leader", "\"9999\"", "E-case a leader"),
            ("given.rome.units", "[zz1 1010/n]", "E-case `zz1 1010/n`"),
            ("given.rome.units", "[ha1 9999/n]", "E-case `ha1 9999/n`"),
            ("given.rome.chips", "{furore: 1}", "`furore`"),
            ("given.rome.vacuus", "furore", "`furore`"),
            ("seat", "gaul", "`gaul`"),
            ("files", "{gaul: {}}", "`gaul`"),
            ("tempo", "slow", "`slow`"),
            ("asking", "maybe", "`maybe`"),
            ("phase", "loook", "`loook`"),
            ("steps", "[{phase: look, thne: {}}]", "`thne`"),
            ("then.neighbours", "{\"9999\": {n: none}}", "`9999`"),
            ("then.distance", "{\"1010 9999\": none}", "`1010 9999`"),
        ],
    ),
    (
        "duelling-republics",
        "{given: {stage: setup}, orders: {}, then: {phase: resources}}",
        &[
            ("given.vacant", "[q7]", "`q7`"),
            ("given.owners", "{atlantis: rome}", "`atlantis`"),
            ("given.owners", "{rome: gaul}", "`gaul`"),
            ("given.scores", "{q7: 3}", "`q7`"),
            ("given.missed", "{q7: 1}", "`q7`"),
            ("given.order", "{rome: [q7]}", "`q7`"),
            ("given.last", "{r1: rz}", "`rz`"),
            ("given.only", "[rz]", "`rz`"),
            ("given.armies", "{ra: {at: atlantis}}", "`atlantis`"),
            ("given.armies", "{ra: {seat: q7}}", "`q7`"),
            ("given.armies", "{ra: {core: [Zz]}}", "`Zz`"),
            ("given.sieges", "{atlantis: {besiegers: [ca]}}", "`atlantis`"),
            ("given.standing", "{q7: {}}", "`q7`"),
            ("given.tempo", "slow", "`slow`"),
            ("given.options", "{nope: 1}", "nope"),
        ],
    ),
    (
        "duelling-republics",
        "{given: {stage: setup}, steps: [{orders: {}}], then: {phase: resources}}",
        &[("steps", "[{ordres: {}}]", "`ordres`")],
    ),
    (
        "duelling-republics",
        "{attacker: {army: ra, general: none, elements: [bd1, bd2, bd3], \
          plan: {left: {front: []}, centre: {front: [bd1, bd2, bd3], posture: attack}, right: {front: []}}}, \
          defender: {army: ca, general: none, elements: [ax1, ax2, ax3]}, \
          line: {ra: {shaken: [1], lost: [bd3]}, ca: {lost: [ax3]}, \
          lanes: {2: {mover: ra, files: {1: {ra: bd1, ca: ax1, apart: ca}}}, 1: {distance: 9, files: {1: {ra: bd2}}}}}, \
          dice: [[pips ra 1, 6]], then: {not: [close-up, advance]}}",
        &[("line.ra.shaken", "[9]", "this plan has no such command")],
    ),
];

#[test]
fn what_a_case_says_of_nothing_is_refused_with_its_line() {
    let books = books();
    for (slug, case, mangled) in MANGLED {
        let book = books.iter().find(|book| book.title.slug == slug).expect("a title");
        let case = yaml::parse(case).unwrap();
        assert_eq!(book.difference(&case), None, "{slug}: the case itself passes");
        for (path, value, named) in mangled {
            let keys: Vec<&str> = path.split('.').collect();
            let wrong = altered(&case, &keys, &yaml::parse(value).unwrap());
            let why = book.difference(&wrong).unwrap_or_else(|| panic!("{slug}: {path}: {value}"));
            assert!(why.contains(named), "{slug}: {path}: {value}: {why}");
            // Whatever cannot be understood is shown at its line; a difference tells where it was expected.
            assert!(!why.contains("line 0") && !why.contains("span: "), "{slug}: {path}: {why}");
        }
    }
}

/// A choice in the middle of a resolution, and the cases that show it answered fresh, by a standing order, by nobody, and
/// with something hidden.
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
        ],
    ),
];

/// Everything that stands anywhere below a node, as text.
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
