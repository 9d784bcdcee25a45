//! De Bello Punico: the sequence of play from set-up to outcome, the grammar of its orders, and its data.

use de_bello_punico::DeBelloPunico;
use engine::rules::{InForce, ParsedOrders, ParsedOrdersOf, Place};
use engine::run::{GameStateOf, awaited, opening, run};
use engine::title::RawOrders;
use engine::{
    Complaints, Data, DataFile, Dice, GameState, Kind, Node, Outcome, Path, Reader, Rules, Seat,
    Setup, Tempo, Viewer,
};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};
use tabella::cli::titles;
use tabella::packed;

type Orders = <DeBelloPunico as Rules>::Orders;
type Policy = <DeBelloPunico as Rules>::Policy;

const BATTLES: [&str; 4] = ["trebbia", "beneventum", "po", "zama"];

fn data() -> Data {
    let mut data = Data::default();
    for (name, text) in packed::data("de-bello-punico") {
        let root =
            yaml::parse(text).unwrap_or_else(|complaints| panic!("{name}: {:?}", complaints.0));
        data.files.insert(name.to_owned(), DataFile { text: text.to_owned(), root });
    }
    data
}

fn rules() -> DeBelloPunico {
    DeBelloPunico::load(&data(), engine::Revision::FIRST)
        .unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn setup(battle: &str, tempo: Tempo) -> Setup {
    let seats = ["rome", "carthage"].map(|seat| (Seat::new(seat), seat.to_owned())).to_vec();
    Setup { scenario: battle.to_owned(), options: BTreeMap::new(), tempo, seats }
}

/// A game under way: files are YAML texts, a seat without one is declared absent.
struct Game {
    rules: DeBelloPunico,
    sitting: GameStateOf<DeBelloPunico>,
    number: u32,
    events: Vec<serde_json::Value>,
    outcome: Option<Outcome>,
}

impl Game {
    fn open(battle: &str, tempo: Tempo) -> Self {
        let rules = rules();
        let state = rules.open(&setup(battle, tempo)).expect("a lawful charter");
        let mut sitting = GameState { state, force: BTreeMap::new() };
        opening(&rules, &mut sitting).expect("a sound opening");
        Self { rules, sitting, number: 0, events: Vec::new(), outcome: None }
    }

    /// Seats awaited, with the names of their prompts.
    fn asked(&self) -> Vec<(String, String)> {
        awaited(&self.rules, &self.sitting)
            .into_iter()
            .map(|prompt| (prompt.seat.to_string(), prompt.name))
            .collect()
    }

    fn filing(&self, seat: &Seat, text: &str) -> (ParsedOrdersOf<DeBelloPunico>, Complaints) {
        let root =
            yaml::parse(text).unwrap_or_else(|complaints| panic!("{:?}\n{text}", complaints.0));
        let mut complaints = Complaints::new();
        let mut filing = ParsedOrders::default();
        let prompts: Vec<_> = self
            .rules
            .prompts(&self.sitting.state)
            .into_iter()
            .filter(|prompt| prompt.seat == *seat)
            .collect();
        if let (Some(orders), Some(prompt)) = (root.get("orders"), prompts.first()) {
            let reader = Reader::new(orders, Path::top().then("orders"));
            let read =
                self.rules.read_orders(&prompt.name, Place::Orders, &reader, &mut complaints);
            filing.orders.extend(read.map(|orders| (prompt.name.clone(), orders)));
        }
        if let Some(ahead) = root.get("ahead").and_then(Node::map) {
            let mut kept = BTreeMap::new();
            for (key, node) in ahead {
                let reader = Reader::new(node, Path::top().then("ahead").then(key.text.as_str()));
                let read =
                    self.rules.read_orders(&key.text, Place::Ahead, &reader, &mut complaints);
                kept.extend(read.map(|orders| (key.text.clone(), orders)));
            }
            filing.ahead = Some(kept);
        }
        if let Some(standing) = root.get("standing") {
            let reader = Reader::new(standing, Path::top().then("standing"));
            filing.standing = self.rules.read_policy(&reader, &mut complaints);
        }
        let view = self.rules.view(&self.sitting.state, &Viewer::Seat(seat.clone()));
        complaints.0.extend(self.rules.check(
            &engine::AtSeat { view: &view, seat, prompts: &prompts, in_force: None },
            &filing,
        ));
        (filing, complaints)
    }

    /// Codes with which a file is answered; warnings in brackets.
    fn codes(&self, seat: &str, text: &str) -> Vec<String> {
        let told = self.filing(&Seat::new(seat), text).1;
        let code = |complaint: &engine::Complaint| match complaint.kind {
            Kind::Warning => format!("({})", complaint.code),
            Kind::Fault | Kind::Refusal => complaint.code.to_owned(),
        };
        told.0.iter().map(code).collect()
    }

    /// Files, and absence for whoever else is awaited.
    fn play(&mut self, files: &[(&str, &str)]) {
        let mut filings = BTreeMap::new();
        for (seat, text) in files {
            let (filing, told) = self.filing(&Seat::new(seat), text);
            assert!(!told.fatal(), "{:?}\n{text}", told.0);
            filings.insert(Seat::new(seat), filing);
        }
        let absent: BTreeSet<Seat> = ["rome", "carthage"].map(Seat::new).into();
        self.number += 1;
        let seed = |salt: u8| {
            std::array::from_fn(|at| {
                salt ^ u8::try_from(at).unwrap_or(0) ^ self.number.to_le_bytes()[at % 4]
            })
        };
        let mut dice = Dice::seeded(seed(3), Some(seed(77)));
        let turn = run(&self.rules, &mut self.sitting, self.number, &filings, &absent, &mut dice)
            .expect("a sound run");
        for chapter in &turn.chapters {
            self.events.extend(
                chapter.events.iter().map(|entry| serde_json::to_value(entry).expect("plain")),
            );
        }
        self.outcome = turn.outcome;
    }

    fn kinds(&self) -> BTreeSet<String> {
        self.events.iter().filter_map(|event| event["kind"].as_str().map(str::to_owned)).collect()
    }
}

#[test]
fn a_battle_that_nobody_fights_ends_when_time_is_up() {
    for (battle, turns, winner) in [
        ("trebbia", 14, Some("rome")),
        ("beneventum", 12, Some("carthage")),
        ("po", 15, None),
        ("zama", 16, None),
    ] {
        for tempo in [Tempo::Brisk, Tempo::Full] {
            let mut game = Game::open(battle, tempo);
            while game.outcome.is_none() {
                assert!(game.number < 1000, "{battle}: no end");
                game.play(&[]);
            }
            let outcome = game.outcome.clone().expect("an end");
            assert_eq!(outcome.winner.as_deref(), winner, "{battle}");
            assert_eq!(outcome.reason, if winner.is_some() { "draw-time" } else { "time" });
            assert_eq!(game.rules.phase(&game.sitting.state).turn, turns, "{battle}");
            let kinds = game.kinds();
            let laid = if tempo == Tempo::Full { "chip" } else { "chips" };
            assert!(
                ["placed", "leader-placed", "initiative", "choice", "interphase", laid]
                    .iter()
                    .all(|kind| kinds.contains(*kind))
            );
        }
    }
}

#[test]
fn set_up_goes_in_the_order_of_the_battle() {
    let first = |battle: &str| Game::open(battle, Tempo::Brisk).asked();
    let setup = |seat: &str| (seat.to_owned(), "setup".to_owned());
    assert_eq!(first("trebbia"), [setup("rome")]);
    assert_eq!(first("beneventum"), [setup("carthage")]);
    assert_eq!(first("po"), [setup("rome"), setup("carthage")]);
    assert_eq!(first("zama"), [setup("rome"), setup("carthage")]);
}

#[test]
fn full_asks_for_one_chip_at_a_time_and_takes_the_next_ones_from_what_was_given_ahead() {
    let mut game = Game::open("zama", Tempo::Full);
    game.play(&[]);
    let asked = |game: &Game| game.asked().first().cloned().unwrap_or_default();
    assert_eq!(asked(&game), ("carthage".to_owned(), "strategic".to_owned()));
    game.play(&[("carthage", "orders: {place: combat}\nahead: {strategic: [recovery, {vacuus: furor}, combat, initiative]}")]);
    for place in ["combat", "combat", "fortuna", "recovery"] {
        assert_eq!(
            asked(&game),
            ("rome".to_owned(), "strategic".to_owned()),
            "Carthage's chips lie ahead"
        );
        game.play(&[("rome", &format!("orders: {{place: {place}}}"))]);
    }
    assert_eq!(
        game.codes("rome", "orders: {place: combat}"),
        ["E-VACUUS"],
        "only the false one is left"
    );
    game.play(&[("rome", "orders: {place: elephants, vacuus: true}")]);
    let chips: Vec<(&str, &str)> = game
        .events
        .iter()
        .filter(|event| event["kind"] == "chip")
        .map(|event| {
            (event["side"].as_str().unwrap_or_default(), event["box"].as_str().unwrap_or_default())
        })
        .collect();
    assert_eq!(
        chips[..4],
        [("carthage", "combat"), ("rome", "combat"), ("carthage", "recovery"), ("rome", "combat")]
    );
    assert_eq!(chips.len(), 10, "four points and a false one each");
    assert_ne!(asked(&game).1, "strategic", "the initiative has run by itself");
}

#[test]
fn brisk_asks_twice_a_turn_and_more_only_if_a_seat_wants_it() {
    let mut game = Game::open("po", Tempo::Brisk);
    game.play(&[]);
    assert_eq!(game.asked().len(), 2, "both lay their chips at once");
    let chips = "{chips: {combat: 2, recovery: 1}, vacuus: initiative}";
    game.play(&[("rome", &format!("orders: {chips}")), ("carthage", &format!("orders: {chips}"))]);
    let (first, name) = game.asked()[0].clone();
    assert_eq!(name, "movement");
    let file = format!(
        "orders: {{moves: []}}\nahead: {{strategic: {chips}}}\nstanding: {{wait: [recovery]}}"
    );
    game.play(&[(&first, &file)]);
    assert_eq!(game.asked(), [(first.clone(), "recovery".to_owned())], "it has asked to be asked");
    game.play(&[(&first, "orders: {recover: []}")]);
    let (second, name) = game.asked()[0].clone();
    assert_eq!((second != first, name.as_str()), (true, "movement"));
    game.play(&[(&second, &format!("orders: {{moves: []}}\nahead: {{strategic: {chips}}}"))]);
    assert_eq!(game.asked()[0].1, "movement", "chips for the second turn lay ahead");
    assert_eq!(game.rules.phase(&game.sitting.state).turn, 2);
}

#[test]
fn orders_ahead_lapse_with_the_turn_but_chips_stay() {
    let mut game = Game::open("zama", Tempo::Brisk);
    game.play(&[]);
    let ahead = "ahead: {volley: {volley: {}}, strategic: {chips: {combat: 3, recovery: 1}, vacuus: cavalry}}";
    game.play(&[(
        "rome",
        &format!("orders: {{chips: {{combat: 3, recovery: 1}}, vacuus: cavalry}}\n{ahead}"),
    )]);
    let kept = |game: &Game| {
        let force: Option<&InForce<Orders, Policy>> = game.sitting.force.get(&Seat::new("rome"));
        force.map(|force| force.ahead.keys().cloned().collect::<Vec<_>>()).unwrap_or_default()
    };
    assert_eq!(kept(&game), ["strategic", "volley"]);
    while game.rules.phase(&game.sitting.state).turn == 1 {
        game.play(&[]);
    }
    assert_eq!(kept(&game), ["strategic"], "Carthage has not laid hers: Rome's still wait");
}

#[test]
fn a_draw_needs_both_and_a_resignation_one() {
    let mut game = Game::open("zama", Tempo::Brisk);
    game.play(&[("rome", "orders: {draw: true}")]);
    assert!(game.outcome.is_none());
    game.play(&[(
        "carthage",
        "orders: {draw: true, chips: {combat: 4}, vacuus: furor}"
            .replace("combat: 4", "combat: 2, furor: 2")
            .as_str(),
    )]);
    let outcome = game.outcome.expect("both have offered");
    assert_eq!((outcome.winner, outcome.reason.as_str()), (None, "agreed"));
    let mut game = Game::open("trebbia", Tempo::Full);
    game.play(&[("rome", "orders: {resign: true}")]);
    let outcome = game.outcome.expect("one has resigned");
    assert_eq!(
        (outcome.winner.as_deref(), outcome.reason.as_str()),
        (Some("carthage"), "resigned")
    );
}

#[test]
fn chips_are_checked_and_the_false_one_is_nobody_elses_business() {
    let mut game = Game::open("trebbia", Tempo::Brisk);
    game.play(&[]);
    game.play(&[]);
    let codes = |text: &str| game.codes("rome", &format!("orders: {text}"));
    assert_eq!(codes("{chips: {combat: 1}, vacuus: initiative}"), ["E-CHIPS"]);
    assert_eq!(codes("{chips: {combat: 2}}"), ["E-VACUUS"]);
    assert_eq!(codes("{chips: {elephants: 2}, vacuus: furor}"), ["E-BOX", "E-BOX"]);
    assert_eq!(codes("{chips: {fortuna: 1, combat: 1}, vacuus: fortuna}"), ["E-BOX-LIMIT"]);
    assert_eq!(codes("{chips: {combat: 2}, vacuus: combat}"), Vec::<String>::new());
    game.play(&[("rome", "orders: {chips: {combat: 2}, vacuus: cavalry}")]);
    let view = |viewer: &Viewer| {
        serde_json::to_value(game.rules.view(&game.sitting.state, viewer)).expect("plain")["camps"]
            ["rome"]["vacuus"]
            .clone()
    };
    assert_eq!(view(&Viewer::Seat(Seat::new("rome"))), "cavalry");
    assert!(view(&Viewer::Seat(Seat::new("carthage"))).is_null());
    assert!(view(&Viewer::Public).is_null());
}

#[test]
fn set_up_orders_are_checked() {
    let game = Game::open("trebbia", Tempo::Brisk);
    let codes = |text: &str| game.codes("rome", &format!("orders: {text}"));
    assert_eq!(codes("{units: {ve1: \"0813\", ha2: \"0813\"}}"), ["E-SETUP"]);
    assert_eq!(
        codes("{units: {ve1: \"0813\", ve2: \"0813/ne\"}, leader: cl4}"),
        ["E-SETUP", "E-SETUP"]
    );
    assert_eq!(codes("{units: {ve1: 0813}}"), ["E-HEX"]);
    assert_eq!(codes("{units: {ve1: \"2713\"}}"), ["E-HEX"]);
    assert_eq!(codes("{units: {me1: \"1105\"}}"), ["E-UNIT"]);
    assert_eq!(codes("{units: {xx1: \"1105\"}, ledaer: ha1}"), ["E-KEY", "E-UNIT"]);
    assert_eq!(codes("{reserve: eq1}"), ["E-SETUP"]);
}

/// Orders and standing orders that use every part of the grammar.
const GRAMMAR: [(&str, &str); 14] = [
    ("setup", "{units: {ve1: \"0913\", ve2: \"1113/ne\"}, leader: pr3, reserve: cl4}"),
    ("strategic", "{chips: {initiative: 1, combat: 2, recovery: 1}, vacuus: elephants}"),
    ("strategic", "{place: combat}"),
    ("strategic", "{place: furor, vacuus: true}"),
    ("strategic", "[recovery, initiative, {vacuus: cavalry}]"),
    ("choice", "{choice: second, draw: true}"),
    (
        "elephants",
        "{elephants: [{unit: el1, furious: \"/n 1405\"}, {unit: el3, furious: hold}, {unit: el2}]}",
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
];

const STANDING: &str = "{choice: second, chips: {boxes: {combat: 2, recovery: 1, initiative: 1}, vacuus: elephants}, fortuna: [{die: leader, when: eliminated}, {die: combat, role: attack, when: doubled, units: [Tr]}, {die: initiative, when: \"<=2\"}], withdraw: [{units: [ve1], when: never}, {units: [Ve, CL], when: \"edge<=-2\", to: best}, {units: all, to: [n, back]}], command: [{units: [Tr, Pr], when: [\"edge<=0\", \"left<=2\"], keep: 1, late: false}], support: [ha1], volley: [kill, elephant, el2, Me], attack: [{units: [all], when: \"edge>=2\"}], advance: {optional: \"no\", face: ahead}, pursuit: [{units: [eq1], when: always}], leader: {follow: true, leave: \"left<=1\"}, recovery: [left, pr, ha1], elephants: {within: 5}, furious: ram, wait: [combat]}";

#[test]
fn what_is_written_is_the_grammar() {
    let rules = rules();
    let read = |name: &str, node: &Node| {
        let mut complaints = Complaints::new();
        let orders = rules.read_orders(
            name,
            Place::Orders,
            &Reader::new(node, Path::top()),
            &mut complaints,
        );
        assert!(complaints.0.is_empty(), "{name}: {:?}", complaints.0);
        orders.expect("orders")
    };
    for (name, text) in GRAMMAR {
        let orders = read(name, &yaml::parse(text).expect("YAML"));
        let written = serde_json::to_value(&orders).expect("plain");
        assert_eq!(read(name, &Node::from_value(&written)), orders, "{written}");
        let saved = serde_yaml::to_string(&orders).expect("plain");
        assert_eq!(read(name, &yaml::parse(&saved).expect("YAML")), orders, "{saved}");
    }
    let mut complaints = Complaints::new();
    let root = yaml::parse(STANDING).expect("YAML");
    let policy =
        rules.read_policy(&Reader::new(&root, Path::top()), &mut complaints).expect("a policy");
    assert!(complaints.0.is_empty(), "{:?}", complaints.0);
    let written = serde_json::to_value(&policy).expect("plain");
    let again = Node::from_value(&written);
    assert_eq!(rules.read_policy(&Reader::new(&again, Path::top()), &mut complaints), Some(policy));
}

#[test]
fn every_mistake_of_a_file_is_told_at_once() {
    let rules = rules();
    let told = |name: &str, text: &str| {
        let mut complaints = Complaints::new();
        let root = yaml::parse(text).expect("YAML");
        rules.read_orders(name, Place::Orders, &Reader::new(&root, Path::top()), &mut complaints);
        complaints.0.iter().map(|complaint| complaint.code).collect::<Vec<_>>()
    };
    assert_eq!(
        told(
            "movement",
            "moves:\n  - {unit: ve1, path: 0914}\n  - {unit: ve19, path: \"n\"}\n  - {unit: ha1, pth: \"n\"}\n  - {unit: ha2, path: \"n x\"}\n  - {units: [ha3], go: \"1010\"}\n"
        ),
        ["E-HEX", "E-UNIT", "E-KEY", "E-missing", "E-PATH", "E-PATH"]
    );
    assert_eq!(
        told(
            "combat",
            "attacks: [{unit: ha1, target: me1, if: {unit: me1, dp: 2}}, {unit: ha2, target: \"9999\", if: {unit: me1}}]"
        ),
        ["E-WHEN", "E-HEX", "E-WHEN"]
    );
    let mut complaints = Complaints::new();
    let root = yaml::parse(
        "{withdraw: [{units: [ve1], when: \"edge=<2\"}], fortuna: [{die: leader, when: miss}], wait: [supper], voley: []}",
    );
    rules.read_policy(&Reader::new(&root.expect("YAML"), Path::top()), &mut complaints);
    assert_eq!(
        complaints.0.iter().map(|c| c.code).collect::<Vec<_>>(),
        ["E-KEY", "E-WHEN", "E-WHEN", "E-WHEN"]
    );
}

/// A game that has been saved with this file of Carthage's in force, and taken up again.
fn taken_up(title: &str, setup: &Setup, seat: &str, file: &str) -> String {
    let loaded = titles::packed_title(title).expect("the title");
    let mut play = loaded.open(setup).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let root = yaml::parse(file).expect("YAML");
    let part = |key: &str| root.get(key).cloned();
    let sheet =
        RawOrders { orders: part("orders"), ahead: part("ahead"), standing: part("standing") };
    let absent: BTreeSet<Seat> = ["rome", "carthage"].map(Seat::new).into();
    let filed = BTreeMap::from([(Seat::new(seat), sheet)]);
    play.turn(1, &filed, &absent, &mut Dice::seeded([1; 32], None)).expect("it resolves");
    let saved = play.hidden().expect("something is in force");
    let again = loaded
        .resume(&yaml::parse(&saved).unwrap())
        .unwrap_or_else(|fault| panic!("{fault}\n{saved}"));
    assert_eq!(again.hidden().map(|text| text.contains("force:")), Some(true));
    saved
}

#[test]
fn the_words_n_and_no_come_back_from_a_saved_game_as_words() {
    let mut file = "orders: {}\nahead: {movement: {moves: [{unit: me1, path: n}]}, combat: {attacks: [{unit: me1, target: ha1, face: n, advance: \"no\"}]}}\n".to_owned();
    file += "standing: {withdraw: [{units: [t1], to: [n, se]}], advance: {optional: \"no\", face: n}}\n";
    let saved = taken_up("de-bello-punico", &setup("zama", Tempo::Brisk), "carthage", &file);
    assert!(saved.contains("path: n\n") && saved.contains("face: n\n"), "written plainly: {saved}");
    let file =
        "orders: {}\nahead: {turn: {activations: [{command: la, units: {la-1: {face: n}}}]}}\n";
    let saved = taken_up("metaurus", &setup("metaurus", Tempo::Brisk), "carthage", file);
    assert!(saved.contains("face: n\n"), "written plainly: {saved}");
}

/// The faults of the packed data with one piece of one file replaced: file, line, message.
fn faults(file: &str, from: &str, to: &str) -> Vec<(String, u32, String)> {
    let mut data = data();
    let text = data.files[file].text.clone();
    assert!(text.contains(from), "{file} does not hold {from}");
    let text = text.replacen(from, to, 1);
    let root = yaml::parse(&text).expect("YAML");
    data.files.insert(file.to_owned(), DataFile { text, root });
    let told = DeBelloPunico::load(&data, engine::Revision::FIRST).err().unwrap_or_default();
    told.into_iter()
        .map(|f| (f.file, f.complaint.span.map_or(0, |span| span.line), f.complaint.message))
        .collect()
}

#[test]
fn data_that_contradict_themselves_are_named_with_file_and_line() {
    let of = |battle: &str| format!("scenario-{battle}.yaml");
    for (file, from, to, says) in [
        (
            "units.yaml".to_owned(),
            "combat: 2, morale: 3, move: 5, missile: true,  support: ve",
            "combat: 1, morale: 3, move: 5, missile: true,  support: ve",
            "below zero",
        ),
        (
            "units.yaml".to_owned(),
            "rear_bonus: 1, advance_optional: false, crossing: free,  pr: 1",
            "rear_bonus: 2, advance_optional: false, crossing: free,  pr: 1",
            "10.5",
        ),
        ("units.yaml".to_owned(), "disorder: 24", "disorder: 23", "139 counters"),
        ("units.yaml".to_owned(), "Ve: 4, Ha: 9", "Ve: 5, Ha: 9", "in some battle"),
        ("missile.yaml".to_owned(), "heavy: [Tr, Vt]", "heavy: [Tr]", "just one class"),
        ("missile.yaml".to_owned(), "range: {T: 2", "range: {T: 1", "unknown field"),
        ("elephants.yaml".to_owned(), "6: furious", "6: enraged", "furious"),
        (
            "commands.yaml".to_owned(),
            "furor:      {sides: [carthage]",
            "furor:      {sides: [carthage, rome]",
            "seven boxes",
        ),
        ("map-a.yaml".to_owned(), "\"01\": \"~~....", "\"01\": \"~~.....", "27 hexes"),
        ("map-b.yaml".to_owned(), "\"01\": \"rrr.", "\"01\": \"rrx.", "unknown sign"),
        (of("zama"), "turns: 16", "turns: 15", "printed figures"),
        (of("zama"), "[\"0913\", \"1113\"", "[\"0913\", \"0913\"", "named twice"),
        (of("po"), "[\"0813\", \"1013\"", "[\"0813\", \"0113\"", "impassable"),
        (of("po"), "[\"0813\", \"1013\"", "[\"0813\", \"1008\"", "wrong half"),
        (of("trebbia"), "leader_default: {rome: pr3", "leader_default: {rome: sn1", "not in play"),
        (of("beneventum"), "  in7: Lucani III", "  el1: Beluae", "not in play"),
        ("policies.yaml".to_owned(), "  furious: ram ", "  # furious: ram ", "lacks `furious`"),
        ("policies.yaml".to_owned(), "edge<=-2", "edge<-2", "cannot read"),
    ] {
        let found = faults(&file, from, to);
        let named = found
            .iter()
            .any(|(name, line, message)| *name == file && *line > 0 && message.contains(says));
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
