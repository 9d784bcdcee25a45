//! The sequence of play from set-up to outcome, and how orders are checked on the way.

use super::{BATTLES, opened, rules, setup, sheet};
use crate::DeBelloPunico;
use engine::rules::ParsedOrdersOf;
use engine::run::{awaited, opening, run};
use engine::{
    Complaints, Dice, GameState, GameStateOf, InForce, Kind, Node, OrderRules, Outcome,
    ParsedOrders, Path, Place, Reader, Rules, Seat, Tempo, Viewer,
};
use record::exchange::yaml;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

type Orders = <DeBelloPunico as Rules>::Orders;
type Policy = <DeBelloPunico as Rules>::Policy;

/// A game under way: files are YAML texts, a seat without one is declared absent.
struct Game {
    rules: DeBelloPunico,
    position: GameStateOf<DeBelloPunico>,
    number: u32,
    events: Vec<serde_json::Value>,
    outcome: Option<Outcome>,
}

impl Game {
    fn open(battle: &str, tempo: Tempo) -> Self {
        let rules = rules();
        let state = rules.open(&setup(battle, tempo)).expect("a lawful charter");
        let mut position = GameState::new(state);
        opening(&rules, &mut position).expect("a sound opening");
        Self { rules, position, number: 0, events: Vec::new(), outcome: None }
    }

    /// Seats awaited, with the names of their prompts.
    fn asked(&self) -> Vec<(String, String)> {
        awaited(&self.rules, &self.position)
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
            .prompts(&self.position.state)
            .into_iter()
            .filter(|prompt| prompt.seat == *seat)
            .collect();
        if let (Some(orders), Some(prompt)) = (root.get("orders"), prompts.first()) {
            let reader = Reader::new(orders, Path::top().then("orders"), &mut complaints);
            let read = self.rules.read_orders(&prompt.name, Place::Orders, &reader);
            filing.orders.extend(read.map(|orders| (prompt.name.clone(), orders)));
        }
        if let Some(ahead) = root.get("ahead").and_then(Node::map) {
            let mut kept = BTreeMap::new();
            for (key, node) in ahead {
                let path = Path::top().then("ahead").then(key.text.as_str());
                let reader = Reader::new(node, path, &mut complaints);
                let read = self.rules.read_orders(&key.text, Place::Ahead, &reader);
                kept.extend(read.map(|orders| (key.text.clone(), orders)));
            }
            filing.ahead = Some(kept);
        }
        if let Some(standing) = root.get("standing") {
            let reader = Reader::new(standing, Path::top().then("standing"), &mut complaints);
            filing.standing = self.rules.read_policy(&reader);
        }
        let view = self.rules.view(&self.position.state, &Viewer::Seat(seat.clone()));
        complaints.0.extend(self.rules.check(
            &engine::AtSeat { view: &view, seat, prompts: &prompts, in_force: None },
            &filing,
        ));
        (filing, complaints)
    }

    /// Codes with which a file is answered; warnings in brackets.
    fn codes(&self, seat: &str, text: &str) -> Vec<String> {
        let told = self.filing(&Seat::new(seat), text).1;
        let code = |complaint: &engine::Complaint| match complaint.kind() {
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
        let turn = run(&self.rules, &mut self.position, self.number, &filings, &absent, &mut dice)
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
    for (battle, (turns, winner)) in BATTLES.into_iter().zip([
        (14, Some("rome")),
        (12, Some("carthage")),
        (15, None),
        (16, None),
    ]) {
        for tempo in [Tempo::Brisk, Tempo::Full] {
            let mut game = Game::open(battle, tempo);
            while game.outcome.is_none() {
                assert!(game.number < 1000, "{battle}: no end");
                game.play(&[]);
            }
            let outcome = game.outcome.clone().expect("an end");
            assert_eq!(outcome.winner.as_deref(), winner, "{battle}");
            assert_eq!(outcome.reason, if winner.is_some() { "draw-time" } else { "time" });
            assert_eq!(game.rules.phase(&game.position.state).turn, turns, "{battle}");
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
        ["E-dbp-vacuus"],
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
    assert_eq!(game.rules.phase(&game.position.state).turn, 2);
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
        let force: Option<&InForce<Orders, Policy>> = game.position.force.get(&Seat::new("rome"));
        force.map(|force| force.ahead.keys().cloned().collect::<Vec<_>>()).unwrap_or_default()
    };
    assert_eq!(kept(&game), ["strategic", "volley"]);
    while game.rules.phase(&game.position.state).turn == 1 {
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
    assert_eq!(codes("{chips: {combat: 1}, vacuus: initiative}"), ["E-dbp-chips"]);
    assert_eq!(codes("{chips: {combat: 2}}"), ["E-dbp-false-point"]);
    assert_eq!(codes("{chips: {elephants: 2}, vacuus: furor}"), ["E-dbp-box", "E-dbp-box"]);
    assert_eq!(codes("{chips: {fortuna: 1, combat: 1}, vacuus: fortuna}"), ["E-dbp-box-limit"]);
    assert_eq!(codes("{chips: {combat: 2}, vacuus: combat}"), Vec::<String>::new());
    game.play(&[("rome", "orders: {chips: {combat: 2}, vacuus: cavalry}")]);
    let view = |viewer: &Viewer| {
        serde_json::to_value(game.rules.view(&game.position.state, viewer)).expect("plain")["camps"]
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
    assert_eq!(codes("{units: {ve1: \"0813\", ha2: \"0813\"}}"), ["E-dbp-set-up"]);
    assert_eq!(
        codes("{units: {ve1: \"0813\", ve2: \"0813/ne\"}, leader: cl4}"),
        ["E-dbp-set-up", "E-dbp-set-up"]
    );
    assert_eq!(codes("{units: {ve1: 0813}}"), ["E-dbp-hex"]);
    assert_eq!(codes("{units: {ve1: \"2713\"}}"), ["E-dbp-hex"]);
    assert_eq!(codes("{units: {me1: \"1105\"}}"), ["E-dbp-unit"]);
    assert_eq!(codes("{units: {xx1: \"1105\"}, ledaer: ha1}"), ["E-field", "E-dbp-name"]);
    assert_eq!(codes("{reserve: eq1}"), ["E-dbp-set-up"]);
}

#[test]
fn a_dry_run_says_where_units_would_stand_and_what_is_left_to_standing_orders() {
    let mut game = Game::open("zama", Tempo::Brisk);
    game.play(&[]);
    game.play(&[]);
    let (seat, name) = game.asked()[0].clone();
    assert_eq!(name, "movement");
    let (unit, way) = if seat == "rome" { ("ve1", "n") } else { ("t1", "s") };
    let text = format!(
        "orders: {{moves: [{{unit: {unit}, path: \"{way}\"}}]}}\n\
         ahead: {{combat: {{attacks: [{{unit: {unit}, target: any}}]}}}}\n"
    );
    let seat = Seat::new(&seat);
    let (filing, told) = game.filing(&seat, &text);
    assert!(!told.fatal(), "{told:?}");
    let view = game.rules.view(&game.position.state, &Viewer::Seat(seat.clone()));
    let prompts = game.rules.prompts(&game.position.state);
    let at = engine::AtSeat { view: &view, seat: &seat, prompts: &prompts, in_force: None };
    let facts = engine::OrderHelp::dry_run(&game.rules, &at, &filing);
    assert_eq!(facts["moved"].as_array().map(Vec::len), Some(1), "{facts}");
    assert_eq!(facts["moved"][0]["unit"], unit);
    assert!(facts["attacks"][0]["why"].is_string(), "the armies stand far apart: {facts}");
    assert_eq!(facts["left"], serde_json::json!([{ "phase": "recovery", "own": false }]));
}

#[test]
fn a_dry_run_of_the_set_up_says_who_stands_where_and_with_whom_the_leader() {
    let play = opened("trebbia", Tempo::Brisk);
    let asked = play.asked();
    assert_eq!((asked[0].seat.to_string().as_str(), asked[0].prompt.as_str()), ("rome", "setup"));
    let facts = play.dry_run(&asked[0].seat, &sheet("orders: {}\n"));
    let bare = &facts["set_up"];
    assert_eq!((&bare["placed"], &bare["leader"]["own"]), (&json!([]), &json!(false)), "{facts}");
    assert_eq!((&bare["ambush"], &facts["silent"]), (&json!(false), &json!(false)));
    let all = bare["rest"].as_u64().expect("a number");
    let unit = bare["leader"]["with"].as_str().expect("a unit");
    let text = format!(
        "orders: {{units: {{{unit}: \"{}\"}}, leader: {unit}}}\n",
        bare["leader"]["hex"].as_str().expect("a hex")
    );
    let own = &play.dry_run(&asked[0].seat, &sheet(&text))["set_up"];
    assert_eq!(
        (own["placed"][0]["unit"].as_str(), &own["leader"]["own"]),
        (Some(unit), &json!(true))
    );
    assert_eq!(own["rest"].as_u64(), Some(all - 1));
}
