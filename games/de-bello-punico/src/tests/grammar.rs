//! Tests that orders are written in the grammar of order files, and that every mistake of a file is told.

use super::{loaded, rules, setup, sheet};
use engine::{Complaints, Dice, Node, OrderHelp, OrderRules, Path, Place, Reader, Seat, Tempo};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};

/// Orders and standing orders that use every part of the grammar.
const GRAMMAR: [(&str, &str); 19] = [
    ("setup", "{units: {ve1: \"0913\", ve2: \"1113/ne\"}, leader: pr3, reserve: cl4}"),
    ("strategic", "{chips: {initiative: 1, combat: 2, recovery: 1}, vacuus: elephants}"),
    ("strategic", "{place: combat}"),
    ("strategic", "{place: furor, vacuus: true}"),
    ("strategic", "[recovery, initiative, {vacuus: cavalry}]"),
    ("choice", "{choice: second, draw: true}"),
    (
        "elephants",
        "{elephants: [{unit: el1, furious: \"/n 1405\", victim: me1}, {unit: el3, furious: hold}, {unit: el2}]}",
    ),
    (
        "movement",
        "{command: [[ha1, ha2, pr1]], return: [{unit: eq1, enter: \"0401\", path: \"0402 0403\"}], moves: [{unit: ve1, path: \"1112 1011/n\"}, {units: [ha1, ha2], go: \"n n\"}, {units: Pr, go: \"n n /nw\"}, {unit: scipio, path: \"1014 1013\"}, {unit: ha3, to: \"1010/ne\"}, {unit: ha5, path: n}, {unit: ha4, path: \"1201 exit\"}]}",
    ),
    ("movement", "{moves: []}"),
    ("volley", "{volley: {ve1: [el2, me1], ha3: hold, t1: auto, pr1: any, cl1: \"1010\"}}"),
    (
        "combat",
        "{attacks: [{unit: ha1, target: me1, command: true}, {unit: pr2, target: [me1, in3, any], support: [pr4], advance: \"yes\", face: n, if: {unit: me1, dp: \">=2\"}}, {unit: tr1, target: \"1409\", support: none, face: keep, if: [{hex: \"1409\", holds: enemy}, {unit: ha1, is: play, at: \"1010\"}]}, {unit: me1, target: ha1, charge: true}]}",
    ),
    ("recovery", "{recover: [ha1, pr2]}"),
    ("recovery", "{resign: true}"),
    ("combat", "{draw: true}"),
    ("fortuna", "{again: true}"),
    ("withdraw", "{withdraw: nw}"),
    ("defend", "{command: false, support: [pr1, pr2]}"),
    ("pursuit", "{hold: false}"),
    ("furious", "{furious: \"n ne /se\", victim: me1}"),
];

/// Standing orders that use every key.
pub(super) const STANDING: &str = "{choice: second, chips: {boxes: {combat: 2, recovery: 1, initiative: 1}, vacuus: elephants}, fortuna: [{die: leader, when: eliminated}, {die: combat, role: attack, when: doubled, units: [Tr]}, {die: initiative, when: \"<=2\"}], withdraw: [{units: [ve1], when: never}, {units: [Ve, CL], when: \"edge<=-2\", to: best}, {units: all, to: [n, back]}], command: [{units: [Tr, Pr], when: [\"edge<=0\", \"left<=2\"], keep: 1, late: false}], support: [ha1], volley: [kill, elephant, el2, Me], attack: [{units: [all], when: \"edge>=2\"}], advance: {optional: \"no\", face: ahead}, pursuit: [{units: [eq1], when: always}], leader: {follow: true, leave: \"left<=1\"}, recovery: [left, pr, ha1], elephants: {within: 5}, furious: ram, wait: [combat]}";

#[test]
fn what_is_written_is_the_grammar() {
    let rules = rules();
    let read = |name: &str, node: &Node| {
        let mut complaints = Complaints::new();
        let orders = rules.read_orders(
            name,
            Place::Orders,
            &Reader::new(node, Path::top(), &mut complaints),
        );
        assert!(complaints.0.is_empty(), "{name}: {:?}", complaints.0);
        orders.expect("orders")
    };
    for (name, text) in GRAMMAR {
        let orders = read(name, &yaml::parse(text).expect("YAML"));
        let written = serde_json::to_value(&orders).expect("plain");
        assert_eq!(read(name, &Node::from_value(&written)), orders, "{written}");
    }
    let mut complaints = Complaints::new();
    let root = yaml::parse(STANDING).expect("YAML");
    let policy =
        rules.read_policy(&Reader::new(&root, Path::top(), &mut complaints)).expect("a policy");
    assert!(complaints.0.is_empty(), "{:?}", complaints.0);
    let written = serde_json::to_value(&policy).expect("plain");
    let again = Node::from_value(&written);
    assert_eq!(rules.read_policy(&Reader::new(&again, Path::top(), &mut complaints)), Some(policy));
}

#[test]
fn every_mistake_of_a_file_is_told_at_once() {
    let rules = rules();
    let told = |name: &str, text: &str| {
        let mut complaints = Complaints::new();
        let root = yaml::parse(text).expect("YAML");
        rules.read_orders(name, Place::Orders, &Reader::new(&root, Path::top(), &mut complaints));
        complaints.0.iter().map(|complaint| complaint.code).collect::<Vec<_>>()
    };
    assert_eq!(
        told(
            "movement",
            "moves:\n  - {unit: ve1, path: 0914}\n  - {unit: ve19, path: \"n\"}\n  - {unit: ha1, pth: \"n\"}\n  - {unit: ha2, path: \"n x\"}\n  - {units: [ha3], go: \"1010\"}\n"
        ),
        ["E-dbp-hex", "E-dbp-name", "E-field", "E-missing", "E-dbp-way", "E-dbp-way"]
    );
    assert_eq!(
        told(
            "combat",
            "attacks: [{unit: ha1, target: me1, if: {unit: me1, dp: 2}}, {unit: ha2, target: \"9999\", if: {unit: me1}}]"
        ),
        ["E-dbp-term", "E-dbp-hex", "E-dbp-term"]
    );
    let mut complaints = Complaints::new();
    let root = yaml::parse(
        "{withdraw: [{units: [ve1], when: \"edge=<2\"}], fortuna: [{die: leader, when: miss}], wait: [supper], voley: []}",
    );
    rules.read_policy(&Reader::new(&root.expect("YAML"), Path::top(), &mut complaints));
    assert_eq!(
        complaints.0.iter().map(|c| c.code).collect::<Vec<_>>(),
        ["E-field", "E-dbp-term", "E-dbp-term", "E-dbp-term"]
    );
}

#[test]
fn advance_and_leader_that_are_no_map_are_refused() {
    let root = yaml::parse("{advance: ahead, leader: [follow]}").expect("YAML");
    let mut complaints = Complaints::new();
    let policy = rules().read_policy(&Reader::new(&root, Path::top(), &mut complaints));
    assert!(policy.is_some_and(|policy| policy.advance.is_some() && policy.leader.is_some()));
    assert_eq!(complaints.0.len(), 2);
}

#[test]
fn the_words_n_and_no_come_back_from_a_saved_game_as_words() {
    let mut file = "orders: {}\nahead: {movement: {moves: [{unit: me1, path: n}]}, combat: {attacks: [{unit: me1, target: ha1, face: n, advance: \"no\"}]}}\n".to_owned();
    file += "standing: {withdraw: [{units: [t1], to: [n, se]}], advance: {optional: \"no\", face: n}}\n";
    let loaded = loaded();
    let mut play = loaded
        .open(&setup("zama", Tempo::Brisk))
        .unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let absent: BTreeSet<Seat> = ["rome", "carthage"].map(Seat::new).into();
    let filed = BTreeMap::from([(Seat::new("carthage"), sheet(&file))]);
    play.turn(1, &filed, &absent, &mut Dice::seeded([1; 32], None)).expect("it resolves");
    let saved = play.hidden().expect("something is in force");
    let again = loaded
        .resume(&yaml::parse(&saved).expect("YAML"))
        .unwrap_or_else(|fault| panic!("{fault}\n{saved}"));
    assert_eq!(again.hidden().map(|text| text.contains("force:")), Some(true));
    assert!(saved.contains("path: n\n") && saved.contains("face: n\n"), "written plainly: {saved}");
}

#[test]
fn what_an_editor_takes_the_readers_take_and_nothing_else() {
    let rules = rules();
    let grammar = rules.grammar().expect("the title has one");
    let found = mutator::disagreements(&rules, grammar, include_str!("grammar.yaml"), &[], 400);
    assert!(found.is_empty(), "{}: {}", found.len(), found.join("\n"));
}
