//! Combined Arms through the machine: orders written and read again, games resumed from their texts and
//! played again, what is given ahead, and data that does not add up.

use combined_arms::CombinedArms;
use engine::dice::Dice;
use engine::title::{LoadedTitle, Play, RawOrders, Title, TitleOf};
use engine::{BotStyle, Rng, Seat, Setup, Tempo, Viewer};
use record::exchange::{data, yaml};
use std::collections::{BTreeMap, BTreeSet};
use tabella::packed;

const SEATS: [&str; 2] = ["rome", "carthage"];

fn loaded() -> Box<dyn LoadedTitle> {
    let data = data::build(packed::data("combined-arms")).expect("the data is YAML");
    TitleOf::<CombinedArms>::new()
        .load(&data, engine::Revision::FIRST)
        .unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn setup(scenario: &str, tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    Setup {
        scenario: scenario.to_owned(),
        options: options
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect(),
        tempo,
        seats: SEATS.map(|seat| (Seat::new(seat), seat.to_owned())).to_vec(),
    }
}

/// The parts of an order file that the game reads.
fn sheet(text: &str) -> RawOrders {
    let root = yaml::parse(text).unwrap_or_else(|complaints| panic!("{:#?}\n{text}", complaints.0));
    let part = |key: &str| root.get(key).cloned();
    RawOrders { orders: part("orders"), ahead: part("ahead"), standing: part("standing") }
}

/// Files for the open phase; what was filed must be lawful.
fn file(play: &mut dyn Play, number: u32, files: &[(&str, &str)]) {
    let mut sheets = BTreeMap::new();
    for (seat, text) in files {
        let (seat, sheet) = (Seat::new(seat), sheet(text));
        let complaints = play.check(&seat, &sheet);
        assert!(!complaints.fatal(), "{:#?}\n{text}", complaints.0);
        sheets.insert(seat, sheet);
    }
    play.turn(number, &sheets, &BTreeSet::new(), &mut Dice::none())
        .expect("nobody else is awaited");
}

fn square_of(play: &dyn Play, unit: &str) -> String {
    let report_context = play.report_context(&Viewer::Public);
    let armies = report_context["armies"].as_array().expect("two armies");
    let units = armies.iter().flat_map(|army| army["units"].as_array().expect("units"));
    let found = units.into_iter().find(|entry| entry["id"] == unit);
    found.map_or("absent".to_owned(), |entry| {
        format!(
            "{} {}",
            entry["square"].as_str().unwrap_or(""),
            entry["facing"].as_str().unwrap_or("")
        )
    })
}

/// Plays with proposals written as files; the second game is resumed from its texts before every phase.
fn twice(setup: &Setup, style: BotStyle, seed: u64, records: u32) {
    let loaded = loaded();
    let mut first = loaded.open(setup).expect("the set-up is lawful");
    let mut second = loaded.open(setup).expect("the set-up is lawful");
    let mut rng = Rng::new(seed);
    for number in 1..=records {
        if first.outcome().is_some() {
            break;
        }
        let mut sheets = BTreeMap::new();
        // Whose file cannot be read at all is answered for.
        let absent: BTreeSet<Seat> = first.awaited().into_iter().map(|asked| asked.seat).collect();
        for asked in first.awaited() {
            let text = first.propose(&asked.seat, style, &mut rng);
            let sheet = sheet(&text);
            if style != BotStyle::Hostile {
                let complaints = first.check(&asked.seat, &sheet);
                assert!(
                    !complaints.fatal(),
                    "seed {seed}, record {number}: {:#?}\n{text}",
                    complaints.0
                );
            }
            sheets.insert(asked.seat, sheet);
        }
        let saved = second.hidden().unwrap_or_else(|| second.public_state());
        second = loaded
            .resume(&yaml::parse(&saved).unwrap())
            .unwrap_or_else(|fault| panic!("seed {seed}, record {number}: {fault}\n{saved}"));
        let done = first.turn(number, &sheets, &absent, &mut Dice::none());
        let again = second.turn(number, &sheets, &absent, &mut Dice::none());
        assert!(done.is_ok(), "seed {seed}, record {number}: {done:?}");
        assert_eq!(done, again, "seed {seed}, record {number}");
        assert!(first.folds() && second.folds());
        assert_eq!(first.public_events(), second.public_events(), "seed {seed}, record {number}");
        assert_eq!(first.public_state(), second.public_state(), "seed {seed}, record {number}");
        assert_eq!(first.hidden(), second.hidden(), "seed {seed}, record {number}");
    }
}

#[test]
fn a_game_played_again_from_its_texts_gives_the_same_bytes() {
    for seed in 0..3 {
        twice(&setup("battle", Tempo::Brisk, &[]), BotStyle::Sensible, seed, 40);
        twice(
            &setup("battle-ridges", Tempo::Full, &[("experienced", "true")]),
            BotStyle::Random,
            seed,
            40,
        );
        twice(&setup("campaign", Tempo::Brisk, &[]), BotStyle::Random, seed, 20);
        twice(
            &setup("battle-defiles", Tempo::Full, &[("placement", "1")]),
            BotStyle::Sensible,
            seed,
            60,
        );
    }
}

#[test]
fn hostile_files_that_can_be_read_give_the_same_bytes_too() {
    for seed in 0..20 {
        twice(&setup("battle", Tempo::Brisk, &[("veterans", "2")]), BotStyle::Hostile, seed, 30);
        twice(&setup("battle", Tempo::Full, &[]), BotStyle::Hostile, seed, 30);
    }
}

#[test]
fn a_brisk_turn_is_one_file() {
    let loaded = loaded();
    let mut play = loaded.open(&setup("battle", Tempo::Brisk, &[])).expect("lawful");
    let rome = "orders:\n  army: consular\n  layout: triplex-acies\n  place: {ve1: e4 n}\n";
    file(play.as_mut(), 1, &[("rome", rome), ("carthage", "orders: {army: trebia}\n")]);
    assert_eq!(square_of(play.as_ref(), "ve1"), "e4 n");
    assert_eq!(play.phase().name, "move");
    file(play.as_mut(), 2, &[("rome", "orders: [{ve1: e5}]\nahead: {attack: [at-will]}\n")]);
    assert_eq!((play.phase().turn, play.phase().seat), (2, Some(Seat::new("carthage"))));
    file(play.as_mut(), 3, &[("carthage", "orders: []\n")]);
    assert_eq!((play.phase().turn, play.phase().seat), (3, Some(Seat::new("rome"))));
}

#[test]
fn units_placed_ahead_are_used_in_the_order_written_until_they_are_too_few() {
    let loaded = loaded();
    let mut play =
        loaded.open(&setup("battle", Tempo::Full, &[("placement", "4")])).expect("lawful");
    file(
        play.as_mut(),
        1,
        &[("rome", "orders: {army: consular}\n"), ("carthage", "orders: {army: trebia}\n")],
    );
    let rome = "orders: {scipio: e1, tr1: a1, tr2: b1, ha1: c1}\nahead:\n  place: {ve1: e4, ve2: f4, ve3: g4, ha2: d1, ha3: f1 e, pr1: g1}\n";
    file(play.as_mut(), 2, &[("rome", rome)]);
    let first = "orders: {hannibal: e12, af1: a12, af2: b12, su1: c12}\n";
    file(play.as_mut(), 3, &[("carthage", first)]);
    // Rome's next four came from ahead in the same record; two are left, which are too few.
    assert_eq!(square_of(play.as_ref(), "ha2"), "d1 n");
    assert_eq!(square_of(play.as_ref(), "ha3"), "absent");
    assert_eq!(play.phase().seat, Some(Seat::new("carthage")));
    file(play.as_mut(), 4, &[("carthage", "orders: {su2: d12, ce1: f12, el1: g12, el2: h12}\n")]);
    let awaited: Vec<Seat> = play.awaited().into_iter().map(|asked| asked.seat).collect();
    assert_eq!(awaited, [Seat::new("rome")]);
    let force = play.in_force(&Seat::new("rome"));
    assert_eq!(force["ahead"]["place"]["says"]["ha3"], "f1 e");
    file(play.as_mut(), 5, &[("rome", "orders: {ha3: a2, pr1: b2, pr2: c2, pr3: d2}\n")]);
    assert_eq!(square_of(play.as_ref(), "ha3"), "a2 n");
}

#[test]
fn an_absent_seat_is_answered_for() {
    let loaded = loaded();
    let mut play =
        loaded.open(&setup("battle", Tempo::Full, &[("placement", "8")])).expect("lawful");
    let both: BTreeSet<Seat> = SEATS.map(Seat::new).into();
    for number in 1..=7 {
        play.turn(number, &BTreeMap::new(), &both, &mut Dice::none()).expect("nobody is awaited");
    }
    assert_eq!(square_of(play.as_ref(), "scipio"), "f2 n");
    assert_eq!(square_of(play.as_ref(), "hannibal"), "g11 s");
    assert!(play.phase().turn >= 2, "{:?}", play.phase());
}

#[test]
fn attacks_given_ahead_are_refused_where_they_would_never_be_used() {
    let loaded = loaded();
    let mut play =
        loaded.open(&setup("battle", Tempo::Full, &[("placement", "blind")])).expect("lawful");
    let codes = |play: &dyn Play, seat: &str, text: &str| -> Vec<&'static str> {
        play.check(&Seat::new(seat), &sheet(text))
            .0
            .iter()
            .map(|complaint| complaint.code)
            .collect()
    };
    assert_eq!(
        codes(play.as_ref(), "rome", "orders: {army: consular}\nahead: {place: {ve1: e4}}\n"),
        ["E-ahead"]
    );
    file(
        play.as_mut(),
        1,
        &[("rome", "orders: {army: consular}\n"), ("carthage", "orders: {army: trebia}\n")],
    );
    file(
        play.as_mut(),
        2,
        &[("rome", "orders: {layout: castra}\n"), ("carthage", "orders: {layout: crescent}\n")],
    );
    assert_eq!(
        codes(play.as_ref(), "rome", "orders: []\nahead: {attack: [at-will]}\n"),
        ["E-ahead"]
    );
    assert_eq!(codes(play.as_ref(), "carthage", "ahead: {attack: [at-will]}\n"), ["E-ahead"]);
    assert_eq!(codes(play.as_ref(), "carthage", "orders: []\n"), ["E-awaited"]);
}

#[test]
fn every_mistake_is_told_with_its_place() {
    let loaded = loaded();
    let mut play = loaded.open(&setup("battle", Tempo::Brisk, &[])).expect("lawful");
    file(
        play.as_mut(),
        1,
        &[("rome", "orders: {army: consular}\n"), ("carthage", "orders: {army: trebia}\n")],
    );
    let text = "orders:\n  - pr9: e5\n  - ve1: {to: m3, faec: n}\n  - af1: a8\n  - ve2: {to: [e9, f9]}\n  - ha1 e4\n";
    let complaints = play.check(&Seat::new("rome"), &sheet(text));
    let told: Vec<(&str, u32)> = complaints
        .0
        .iter()
        .map(|complaint| (complaint.code, complaint.span.map_or(0, |span| span.line)))
        .collect();
    let wanted = [
        ("E-unit", 2),
        ("E-square", 3),
        ("E-field", 3),
        ("E-unit", 4),
        ("E-far", 5),
        ("E-far", 5),
        ("E-entry", 6),
    ];
    assert_eq!(told, wanted, "{:#?}", complaints.0);
}

/// The faults of the data after one replacement in one file.
fn faults(file: &str, from: &str, to: &str) -> Vec<String> {
    let texts = packed::data("combined-arms").map(|(name, text)| {
        let text = if name == file {
            assert!(text.contains(from), "{file} does not contain {from}");
            text.replacen(from, to, 1)
        } else {
            text.to_owned()
        };
        (name, text)
    });
    let data = data::build(texts).expect("the data is YAML");
    let Err(faults) = TitleOf::<CombinedArms>::new().load(&data, engine::Revision::FIRST) else {
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
        ("units.yaml", "general: scipio", "general: velites", "needs one General"),
        ("units.yaml", "charges: 1, ", "", "go together"),
        (
            "armies.yaml",
            "velites: 3, princepes: 3",
            "velites: 4, princepes: 3",
            "17 units, need 16",
        ),
        ("armies.yaml", "veterans: [pr1, ac1]", "veterans: [pr1, ac9]", "not in the army"),
        ("maps.yaml", "\"..h.........\"", "\"............\"", "favours a side"),
        ("maps.yaml", "\"..h.........\"", "\"..h........\"", "11 squares, not 12"),
        ("maps.yaml", "\"..h.........\"", "\"..x.........\"", "not in the legend"),
        ("layouts.yaml", "tr1  .      tr2", "tr1  .      tr1", "stands here twice"),
        ("layouts.yaml", "ac1  ve3  ha3", ".    ve3  ha3", "no cell for ac1"),
        ("layouts.yaml", "side: rome", "side: carthage", "row 4 is outside the zone"),
        ("layouts.yaml", "on1  .    tr1", "el1  .    tr1", "is no unit of rome"),
        ("options.yaml", "default: rome", "default: gaul", "not among the values"),
        ("options.yaml", "plain, ridges", "plain, hills", "differ"),
        (
            "options.yaml",
            "straight back, back and west",
            "straight back, back and east",
            "settles in the order",
        ),
        ("scenarios.yaml", "map: ridges", "map: bridges", "no board `bridges`"),
        ("scenarios.yaml", "veterans: 2", "veterans: 3", "no option `veterans`"),
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
