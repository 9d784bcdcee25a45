//! Tests that a case which names something that does not exist is refused, in every part of a case of every title.

use super::{books, with};
use engine::Node;
use record::exchange::yaml;

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

/// A passing case of a title, and impossible values in it: the path, what is written there, and what the complaint must
/// name.
type Mangled = (&'static str, &'static str, &'static [(&'static str, &'static str, &'static str)]);

const MANGLED: [Mangled; 8] = [
    (
        "combined-arms",
        "{options: {first: mobility}, orders: [{rome: consular, carthage: trebia}], then: {first: carthage}}",
        &[
            (
                "orders",
                "[{rome: {xx: 3}, carthage: nonsense}]",
                "the case does not list it under `void`",
            ),
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
            ("given.rome", "{hand: [c1]}", "c1 is not a card of rome"),
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
            ("given.rome.leader", "\"9999\"", "E-case write the hex of the leader"),
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
