//! The data: what it says, and what is told of data or charters that do not add up.

use super::{CombinedArms, FOLDER, Setup, Tempo, Title, TitleOf, Viewer, loaded, newest, setup};

/// The faults of the data after one replacement in one file.
fn faults(file: &str, from: &str, to: &str) -> Vec<String> {
    let data = FOLDER.data_with(file, from, to);
    let Err(faults) = TitleOf::<CombinedArms>::new().load(&data, newest()) else {
        return Vec::new();
    };
    let line = |span: Option<engine::Span>| span.map_or(0, |span| span.line);
    faults
        .iter()
        .map(|fault| {
            format!("{}:{} {}", fault.file, line(fault.complaint.span), fault.complaint.message)
        })
        .collect()
}

#[test]
fn data_that_does_not_add_up_is_named_by_file_and_line() {
    let broken = [
        ("units.yaml", "prefix: \"ve\"", "prefix: \"ha\"", "share the prefix"),
        ("units.yaml", "letter: \"V\"", "letter: \"H\"", "share the letter"),
        (
            "units.yaml",
            "max: 4, min: 2, abilities: [pila]",
            "max: 1, min: 2, abilities: [pila]",
            "minimum is above",
        ),
        ("units.yaml", "general: scipio", "general: velites", "needs exactly one General"),
        ("units.yaml", "charges: 1, ", "", "go together"),
        (
            "armies.yaml",
            "velites: 3, princepes: 3",
            "velites: 4, princepes: 3",
            "17 units, but needs 16",
        ),
        ("armies.yaml", "veterans: [pr1, ac1, ", "veterans: [pr1, ac9, ", "not in the army"),
        ("maps.yaml", "\"..h.........\"", "\"............\"", "favours a side"),
        ("maps.yaml", "\"..h.........\"", "\"..h........\"", "11 squares, not 12"),
        ("maps.yaml", "\"..h.........\"", "\"..x.........\"", "not in the legend"),
        ("layouts.yaml", "tr1  .      tr2", "tr1  .      tr1", "stands here twice"),
        ("layouts.yaml", "ac1  ve3  ha3", ".    ve3  ha3", "no cell for ac1"),
        ("layouts.yaml", "side: rome", "side: carthage", "row 4 is outside the zone"),
        ("layouts.yaml", "on1  .    tr1", "el1  .    tr1", "is not a unit of rome"),
        ("options.yaml", "default: rome", "default: gaul", "not among the values"),
        ("options.yaml", "plain, ridges", "plain, hills", "differ"),
        (
            "options.yaml",
            "straight back, back and west",
            "straight back, back and east",
            "`final-order` must be",
        ),
        ("scenarios.yaml", "map: ridges", "map: bridges", "no board `bridges`"),
        ("scenarios.yaml", "veterans: 2", "veterans: 5", "no option `veterans`"),
        ("scenarios.yaml", "rome: [consular", "rome: [trebia", "no ready army `trebia`"),
    ];
    assert_eq!(faults("units.yaml", "source", "source"), Vec::<String>::new());
    for (file, from, to, wanted) in broken {
        let told = faults(file, from, to);
        let named = told.iter().any(|fault| fault.contains(wanted) && !fault.contains(":0 "));
        assert!(named, "{file}, `{from}` to `{to}`: {told:#?}");
    }
}

#[test]
fn the_unit_lists_are_those_that_are_printed() {
    let printed = [
        ("scipio", [6, 1, 3, 1, 1]),
        ("velites", [4, 3, 2, 0, 2]),
        ("princepes", [1, 1, 4, 4, 2]),
        ("hastati", [1, 1, 3, 0, 2]),
        ("triarii", [1, 1, 3, 0, 2]),
        ("auxiliary-cavalry", [6, 1, 2, 4, 2]),
        ("onager", [1, 6, 1, 2, 0]),
        ("hannibal", [6, 1, 3, 1, 1]),
        ("caetrati", [4, 3, 2, 0, 2]),
        ("numideans", [6, 3, 2, 2, 0]),
        ("spanish-cavalry", [6, 1, 2, 0, 2]),
        ("scutarii", [1, 1, 3, 0, 2]),
        ("african-infantry", [1, 1, 4, 0, 2]),
        ("celts", [1, 1, 3, 3, 0]),
        ("elephant", [4, 1, 3, 3, 0]),
    ];
    let play = loaded().open(&setup("battle", Tempo::Brisk, &[])).expect("lawful");
    let types = &play.report_context(&Viewer::Public)["types"];
    assert_eq!(types.as_object().map(serde_json::Map::len), Some(printed.len()));
    for (name, values) in printed {
        let of = |key: &str| types[name][key].as_u64().unwrap_or_default();
        assert_eq!(["move", "range", "defense", "max", "min"].map(of), values, "{name}");
    }
}

#[test]
fn a_charter_that_asks_for_what_is_not_there_is_told_so() {
    let loaded = loaded();
    let refused = |setup: &Setup| {
        loaded.open(setup).err().map(|complaints| complaints[0].to_string()).unwrap_or_default()
    };
    assert!(
        refused(&setup("zama", Tempo::Brisk, &[])).starts_with("E-scenario no scenario `zama`")
    );
    assert!(
        refused(&setup("battle", Tempo::Brisk, &[("mpa", "plain")]))
            .starts_with("E-option no option `mpa`")
    );
    assert!(
        refused(&setup("battle", Tempo::Brisk, &[("map", "plains")]))
            .starts_with("E-option map cannot be `plains`")
    );
    assert!(
        refused(&setup("battle", Tempo::Brisk, &[("map", "campaign-valley")]))
            .contains("20 columns")
    );
    let mut seats = setup("battle", Tempo::Brisk, &[]);
    seats.seats.remove(1);
    assert!(refused(&seats).starts_with("E-seats"));
}

#[test]
fn a_handicap_that_leaves_no_lawful_army_is_refused_before_the_game() {
    // A house's charts: one more horseman for Rome, and a handicap beyond the printed ones.
    let changes = [
        (
            "units.yaml",
            "max: 4, min: 2, abilities: [], class: horse",
            "max: 4, min: 3, abilities: [], class: horse",
        ),
        (
            "options.yaml",
            "handicap-rome: {values: [0, 1, 2, 3, 4]",
            "handicap-rome: {values: [0, 4, 5]",
        ),
    ];
    let data = FOLDER.changed_data(|name, text| {
        let change = changes.iter().find(|(file, ..)| *file == name);
        let altered = change.map(|(_, from, to)| text.replacen(from, to, 1));
        assert!(altered.as_ref() != Some(&text), "{name} is as it was");
        altered.unwrap_or(text)
    });
    let loaded = TitleOf::<CombinedArms>::new().load(&data, newest()).map_err(|_| "faults");
    let loaded = loaded.expect("the data adds up");
    let open = |handicap: &str| {
        loaded.open(&setup("battle", Tempo::Brisk, &[("handicap-rome", handicap)]))
    };
    assert!(open("4").is_ok());
    let told = open("5").err().expect("refused")[0].to_string();
    assert!(told.contains("Rome would have 11 units, and no such army is allowed"), "{told}");
}
