//! The data files contradict neither themselves nor each other, or say so.

use super::FOLDER;
use crate::TITLE;
use engine::Revision;
use engine::data::DataFault;

/// The faults of the data with one piece of one file replaced.
fn faults(file: &str, from: &str, to: &str) -> Vec<String> {
    let data = FOLDER.data_with(file, from, to);
    let loaded = TITLE.load(&data, Revision::FIRST);
    let told = |fault: &DataFault| {
        let line = fault.complaint.span.map_or(0, |span| span.line);
        format!("{}:{line}: {}", fault.file, fault.complaint.message)
    };
    loaded.err().map(|faults| faults.iter().map(told).collect()).unwrap_or_default()
}

#[test]
fn data_that_contradict_themselves_are_named_with_file_and_line() {
    for (file, from, to, told) in [
        ("map.yaml", "\"11\": \".......r..", "\"11\": \".......r.", "row 11 has 25 hexes"),
        ("map.yaml", "\"10\": \"........rr", "\"10\": \"........xr", "unknown sign `x`"),
        ("map.yaml", "g: ravine", "g: gorge", "no terrain `gorge`"),
        ("map.yaml", "\"1617\": the Gauls' hill", "\"2617\": the Gauls' hill", "2617 is not a hex"),
        (
            "charts.yaml",
            "{max: 11, results: [d-disordered, continued]}",
            "{max: 9, results: [engaged]}",
            "rows must rise",
        ),
        (
            "charts.yaml",
            "{max: 5,  results: [engaged]}",
            "{max: 5,  results: [a-check]}",
            "engaged does not occur",
        ),
        ("charts.yaml", "  EL:  {LEG", "  LI:  {LEG", "every type that attacks must have a row"),
        ("charts.yaml", "command: celtic", "command: la", "Carthage has no Command `la`"),
        ("units.yaml", "dm: 6, dma: 3}", "dm: 8, dma: 3}", "`dm` < `m`"),
        ("units.yaml", "la-2: citizen", "la-2: citizens", "`citizens` is not among `kinds`"),
        ("units.yaml", "la-2: citizen", "lb-2: citizen", "`lb-2` is named twice"),
        ("scenario.yaml", "i-2: \"0621\"", "i-2: \"0620\"", "0620 is given to two units"),
        ("scenario.yaml", "el: \"1111\"", "el: \"1110\"", "1110 is not among the group's hexes"),
        (
            "scenario.yaml",
            "rome-must-eliminate: 19",
            "rome-must-eliminate: 40",
            "only 37 Carthaginian units count",
        ),
        (
            "scenario.yaml",
            "carthage-exits: 20",
            "carthage-exits: 44",
            "only 43 Carthaginian units can leave",
        ),
        (
            "map.yaml",
            "\"18\": \"~~~~~~~~~............g....\"\n  \"17\": \"~~~~~...............rg....\"",
            "\"18\": \"~~~~~~~~~............g..~.\"\n  \"17\": \"~~~~~...............rg..~~\"",
            "infantry cannot leave 1826",
        ),
        ("scenario.yaml", "exit-edge: south", "exit-edge: north", "the exit edge must be south"),
        ("scenario.yaml", "[\"0908\", \"0910\"", "[\"0720\", \"0910\"", "0908 is not among"),
    ] {
        let found = faults(file, from, to);
        let right = |fault: &String| {
            fault.starts_with(&format!("{file}:")) && !fault.contains(":0:") && fault.contains(told)
        };
        assert!(found.iter().any(right), "{file} `{to}`: {found:?}");
        assert!(
            found.iter().all(|fault| fault.starts_with(file)),
            "{file} `{to}` is no fault of another file: {found:?}"
        );
    }
}
