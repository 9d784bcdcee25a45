//! The data files: what contradicts itself is named with file and line.

use super::{BATTLES, FOLDER, rules, setup};
use crate::DeBelloPunico;
use engine::{Rules, Tempo};

/// The faults of the packed data with one piece of one file replaced: file, line, message.
fn faults(file: &str, from: &str, to: &str) -> Vec<(String, u32, String)> {
    let data = FOLDER.data_with(file, from, to);
    let told = DeBelloPunico::load(&data, crate::TITLE.revision()).err().unwrap_or_default();
    told.into_iter()
        .map(|f| (f.file, f.complaint.span.map_or(0, |span| span.line), f.complaint.message))
        .collect()
}

/// A file, a piece of it, what replaces the piece, and what the fault says.
const CONTRADICTIONS: [(&str, &str, &str, &str); 31] = [
    (
        "units.yaml",
        "combat: 2, morale: 3, move: 5, missile: true,  support: ve",
        "combat: 1, morale: 3, move: 5, missile: true,  support: ve",
        "below zero",
    ),
    (
        "units.yaml",
        "rear_bonus: 1, advance_optional: false, crossing: free,  pr: 1",
        "rear_bonus: 2, advance_optional: false, crossing: free,  pr: 1",
        "10.5",
    ),
    ("units.yaml", "disorder: 24", "disorder: 23", "139 counters"),
    ("units.yaml", "Ve: 4, Ha: 9", "Ve: 5, Ha: 9", "but the battles need"),
    ("missile.yaml", "heavy: [Tr, Vt]", "heavy: [Tr]", "exactly one class"),
    ("missile.yaml", "range: {T: 2", "range: {T: 1", "unknown field"),
    ("elephants.yaml", "6: furious", "6: enraged", "furious"),
    (
        "commands.yaml",
        "furor:      {sides: [carthage]",
        "furor:      {sides: [carthage, rome]",
        "seven boxes",
    ),
    ("map-a.yaml", "\"01\": \"~~....", "\"01\": \"~~.....", "27 hexes"),
    ("map-b.yaml", "\"01\": \"rrr.", "\"01\": \"rrx.", "unknown sign"),
    ("scenario-zama.yaml", "turns: 16", "turns: 15", "prints the figures"),
    ("scenario-zama.yaml", "[\"0913\", \"1113\"", "[\"0913\", \"0913\"", "named twice"),
    ("scenario-po.yaml", "[\"0813\", \"1013\"", "[\"0813\", \"0113\"", "impassable"),
    ("scenario-po.yaml", "[\"0813\", \"1013\"", "[\"0813\", \"1008\"", "wrong half"),
    (
        "scenario-trebbia.yaml",
        "leader_default: {rome: pr3",
        "leader_default: {rome: sn1",
        "not in play",
    ),
    ("scenario-beneventum.yaml", "  in7: Lucani III", "  el1: Beluae", "not in play"),
    (
        "map-a.yaml",
        "\"11\": \"~~.......................b\"",
        "\"11\": \"~~......................b\"",
        "row 11: 25 hexes, not 26",
    ),
    ("map-b.yaml", "\"04\": \"r...hh", "\"04\": \"x...hh", "unknown sign `x`"),
    ("map-b.yaml", "rome: south", "rome: east", "the south edge is rome's"),
    (
        "units.yaml",
        "Ha: {name: Hastati,         id: ha, class: infantry, combat: 5",
        "Ha: {name: Hastati,         id: ve, class: infantry, combat: 5",
        "ve",
    ),
    ("scenario-zama.yaml", "turns: 16", "turns: 15", "prints the figures"),
    ("scenario-zama.yaml", "Ve: [\"0913\"", "Ve: [\"0814\"", "0814 is named twice"),
    (
        "scenario-zama.yaml",
        "leader_default: {rome: pr3",
        "leader_default: {rome: pr9",
        "not in play",
    ),
    ("scenario-po.yaml", "Ve: [\"0813\"", "Ve: [\"0105\"", "0105 is in the wrong half"),
    ("scenario-trebbia.yaml", "sc3: Cenomani III", "sc9: Cenomani III", "no unit `sc9`"),
    ("scenario-beneventum.yaml", "map: map-a", "map: map-c", "no such map"),
    (
        "commands.yaml",
        "sides: [carthage],       max: 3",
        "sides: [rome, carthage], max: 3",
        "must have seven boxes",
    ),
    ("missile.yaml", "light: [Ve, T]", "light: [Ve]", "exactly one class"),
    ("elephants.yaml", "6: furious", "6: enraged", "no die result gives furious"),
    ("policies.yaml", "  furious: ram ", "  # furious: ram ", "lacks `furious`"),
    ("policies.yaml", "edge<=-2", "edge<-2", "cannot read"),
];

#[test]
fn data_that_contradict_themselves_are_named_with_file_and_line() {
    for (file, from, to, says) in CONTRADICTIONS {
        let found = faults(file, from, to);
        let named = found
            .iter()
            .any(|(name, line, message)| name == file && *line > 0 && message.contains(says));
        assert!(named, "{file}: {from} -> {to}: {found:?}");
    }
}

#[test]
fn every_battle_opens_and_an_unknown_one_does_not() {
    let rules = rules();
    for battle in BATTLES {
        assert!(rules.open(&setup(battle, Tempo::Full)).is_ok());
    }
    let told = rules.open(&setup("cannae", Tempo::Full)).expect_err("no such battle");
    assert_eq!(told.iter().map(|complaint| complaint.code).collect::<Vec<_>>(), ["E-scenario"]);
}
