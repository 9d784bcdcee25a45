//! Tests of the engine's interface with the smallest title.

use super::{SHEET, TITLE};
use engine::selfplay::CheckLevel;
use engine::title::{Before, LoadedTitle, Play, RawOrders};
use engine::{BotStyle, Case, Dice, Node, Revision, Rng, Seat, Setup, Tempo, Viewer};
use record::exchange::{data, yaml};
use std::collections::{BTreeMap, BTreeSet};

const CASES: &str = include_str!("../cases/marks.yaml");

fn toy() -> Box<dyn LoadedTitle> {
    let files = [("board.yaml", include_str!("../data/board.yaml"))];
    TITLE.load(&data::build(files).expect("YAML"), TITLE.revision()).expect("the toy's own data")
}

fn setup(loaded: &dyn LoadedTitle, tempo: Tempo) -> Setup {
    let scenario = loaded.prospectus().scenarios.remove(0);
    Setup { scenario: scenario.name, options: BTreeMap::new(), tempo, seats: scenario.seats }
}

fn sheet(text: &str) -> RawOrders {
    let root = yaml::parse(text).expect("YAML");
    RawOrders::of(&root)
}

fn turn(play: &mut dyn Play, number: u32, texts: [&str; 2]) {
    let seats = ["noughts", "crosses"].map(Seat::new);
    let sheets = seats.into_iter().zip(texts.map(sheet)).collect();
    let mut dice = Dice::seeded([7; 32], Some([8; 32]));
    play.turn(number, &sheets, &BTreeSet::new(), &mut dice).expect("both have answered");
}

fn opened(tempo: Tempo) -> Box<dyn Play> {
    let loaded = toy();
    loaded.open(&setup(loaded.as_ref(), tempo)).expect("its own choices")
}

#[test]
fn the_case_passes_and_fails_where_the_rule_would_be_another() {
    let (loaded, root) = (toy(), yaml::parse(CASES).expect("YAML"));
    let rules = yaml::parse(include_str!("../rules.yaml")).expect("YAML");
    let rulebook = engine::case::rulebook(&rules);
    let result = loaded.case(&Case { node: &root, rulebook: &rulebook });
    assert!(result.passed(), "{result:?}");
    let fails = |old: &str, new: &str| {
        assert!(CASES.contains(old), "{old}");
        let node = yaml::parse(&CASES.replace(old, new)).expect("YAML");
        loaded.case(&Case { node: &node, rulebook: &rulebook }).difference.expect("it fails")
    };
    assert!(fails("dice: [4]", "dice: [3]").contains("did not happen"));
    assert!(fails("kind: sprung", "kind: marked").starts_with("line 11:"));
    // An expectation that could never fail is refused.
    for (old, new, why) in [
        ("not: [{kind: sprung}]", "not: [{kind: sprang}]", "there is no kind of event `sprang`"),
        ("not: [{kind: sprung}]", "not: [{kind: sprung, sqare: a1}]", "sprung has no key `sqare`"),
        ("not: [{kind: sprung}]", "not: [{kind: sprung, square: z9}]", "there is no square `z9`"),
        (
            "not: [{kind: sprung}]",
            "not: [{kind: sprung, seat: rome}]",
            "`rome` never appears under `seat`",
        ),
        ("free: [c3]", "free: [c3]\n  void: [E-toy-tken]", "there is no code `E-toy-tken`"),
        ("rules: [\"2\",", "rules: [\"22\",", "there is no rule `22`"),
    ] {
        let told = fails(old, new);
        assert!(told.contains(why) && told.contains("could never fail"), "{new}: {told}");
    }
}

#[test]
fn built_in_players_play_soundly_and_lawfully_in_both_tempos() {
    let loaded = toy();
    for tempo in Tempo::ALL {
        for seed in 0..20 {
            let setup = setup(loaded.as_ref(), *tempo);
            let styles = BTreeMap::from([(Seat::new("crosses"), BotStyle::Random.into())]);
            let played = loaded.self_play(&setup, &styles, seed, 20, CheckLevel::Close);
            let played = played.unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
            assert!(played.outcome.is_some(), "seed {seed}: twelve turns end it: {played:?}");
        }
    }
}

#[test]
fn a_trap_is_its_owners_secret_until_somebody_steps_on_it() {
    let told = |trap: &str| {
        let mut play = opened(Tempo::Full);
        let orders = format!("orders: {{square: {trap}}}\n");
        turn(play.as_mut(), 1, [&orders, "orders: {square: c3}\n"]);
        let enemy = Seat::new("crosses");
        let viewer = Viewer::Seat(enemy.clone());
        let mut rng = Rng::new(5);
        let proposal = play.propose(&enemy, BotStyle::Sensible, &mut rng);
        (
            (play.public_state(), play.public_events(), play.chapters(&viewer).to_string()),
            (play.form(&enemy), play.report_context(&viewer), proposal),
            play.chapters(&Viewer::Seat(Seat::new("noughts"))).to_string(),
        )
    };
    let (one, other) = (told("a1"), told("b2"));
    assert_eq!((one.0, one.1), (other.0, other.1), "the trap shows");
    assert_ne!(one.2, other.2, "its owner sees it");
    let mut play = opened(Tempo::Full);
    turn(play.as_mut(), 1, ["orders: {square: a1}\n", "orders: {square: c3}\n"]);
    turn(play.as_mut(), 2, ["orders: {square: b2}\n", "orders: {square: a1}\n"]);
    assert!(play.public_events().contains("kind: sprung"), "{}", play.public_events());
}

#[test]
fn an_event_names_its_order_to_who_may_see_it_and_the_record_keeps_its_bytes() {
    let mut play = opened(Tempo::Brisk);
    turn(play.as_mut(), 1, ["orders: {square: a1}\n", "orders: {square: c3}\n"]);
    let noughts = "orders:\n  square: b2\nahead:\n  mark:\n    square: c2\n";
    turn(play.as_mut(), 2, [noughts, "orders: {square: a2}\nstanding: {prefer: [b1, c1]}\n"]);
    let of = |viewer: &Viewer| play.chapters(viewer);
    let all = of(&Viewer::Referee);
    let events = all[0]["events"].as_array().expect("events");
    assert_eq!(events[0]["by_order"]["path"], "orders.square");
    assert_eq!(
        (&events[0]["by_order"]["phase"], &events[0]["by_order"]["line"]),
        (&2.into(), &2.into())
    );
    // Turn 2 ran by itself: what was given in advance answered for noughts, a standing order for crosses.
    let next = all[1]["events"].as_array().expect("events");
    assert_eq!(
        (&next[0]["by_order"]["path"], &next[0]["by_order"]["line"]),
        (&"ahead.mark.square".into(), &5.into())
    );
    assert_eq!(next[1]["by_order"]["seat"], "crosses");
    let own = of(&Viewer::Seat(Seat::new("noughts")));
    assert_eq!(own[0]["events"][0]["by_order"]["line"], 2);
    assert!(own[0]["events"][1].get("by_order").is_none(), "an enemy's order shows");
    assert!(!of(&Viewer::Public).to_string().contains("by_order"));
    assert!(
        !play.public_events().contains("order")
            && !play.hidden().expect("traps").contains("order:")
    );
}

#[test]
fn a_draft_is_rehearsed_and_taken_up_again_it_is_the_same_game() {
    let mut play = opened(Tempo::Brisk);
    turn(play.as_mut(), 1, ["orders: {square: a1}\n", "orders: {square: c3}\n"]);
    let seat = Seat::new("noughts");
    let dry = play.dry_run(&seat, &sheet("orders: {square: b2}\n"));
    assert_eq!(dry["named"]["mark"], "b2");
    let complaints = play.check(&seat, &sheet("orders: {square: a1}\n"));
    assert_eq!(complaints.0.iter().map(|one| one.code).collect::<Vec<_>>(), ["W-toy-own"]);
    let saved: Node = yaml::parse(&play.hidden().expect("traps are hidden")).expect("YAML");
    let mut again = toy().resume(&saved).expect("its own state");
    assert_eq!(again.public_state(), play.public_state());
    for game in [&mut play, &mut again] {
        turn(game.as_mut(), 2, ["orders: {square: b2}\n", "orders: {square: b2}\n"]);
    }
    assert_eq!(again.hidden(), play.hidden());
    assert!(play.folds());
}

#[test]
fn a_game_keeps_the_revision_that_it_was_begun_by() {
    let data =
        data::build([("board.yaml", "squares: [a1, a2, a3, b1, b2, b3, c1, c2, c3]\nturns: 1\n")]);
    let data = data.expect("YAML");
    let ended = |revision: Revision| {
        let loaded = TITLE.load(&data, revision).expect("the toy's own data");
        let mut play = loaded.open(&setup(loaded.as_ref(), Tempo::Full)).expect("its own choices");
        turn(play.as_mut(), 1, ["orders: {square: a1}\n", "orders: {square: c3}\n"]);
        turn(play.as_mut(), 2, ["orders: {square: b2}\n", "orders: {square: a1}\n"]);
        let outcome = play.outcome().expect("one turn is all");
        (outcome.winner, outcome.reason)
    };
    assert_eq!(ended(Revision::FIRST), (None, "no-row".to_owned()));
    let noughts = Some("noughts".to_owned());
    assert_eq!(ended(TITLE.revision()), (noughts, "marks".to_owned()), "crosses stepped on a trap");
}

#[test]
fn counsel_warns_of_what_stands_in_an_earlier_file_and_a_case_that_is_imagined_is_answered() {
    let mut play = opened(Tempo::Brisk);
    let noughts =
        "orders: {square: a1}\nahead: {mark: {square: b2}}\nstanding: {prefer: [c1, c2]}\n";
    turn(play.as_mut(), 1, [noughts, "orders: {square: c3}\n"]);
    let seat = Seat::new("noughts");
    let codes = |text: &str| -> Vec<&str> {
        play.check(&seat, &sheet(text)).0.iter().map(|one| one.code).collect()
    };
    assert_eq!(codes("orders: {square: b2}\n"), ["W-toy-ahead"]);
    assert!(codes("orders: {square: b1}\n").is_empty());
    assert!(codes("orders: {square: b2}\nahead: {mark: {square: b1}}\n").is_empty());
    let asked = |seat: &str, question: &str| {
        let question = yaml::parse(question).expect("YAML");
        play.explain(&Seat::new(seat), None, &question)
    };
    assert_eq!(asked("noughts", "taken: [c1]\n").expect("a lawful case")["marks"], "c2");
    assert_eq!(asked("crosses", "taken: [a1]\n").expect("a lawful case")["absent"], "b1");
    let full = "taken: [a1, a2, a3, b1, b2, b3, c1, c2, c3]\n";
    assert!(asked("noughts", full).is_err() && asked("noughts", "taken: [z9]\n").is_err());
}

#[test]
fn a_hand_offers_the_free_squares_and_knows_nothing_of_the_enemys_trap() {
    let seat = Seat::new("noughts");
    let hand = |trap: &str| {
        let mut play = opened(Tempo::Full);
        turn(play.as_mut(), 1, ["orders: {square: a1}", trap]);
        play.hand(&seat)
    };
    let (one, other) = (hand("orders: {square: b2}"), hand("orders: {square: c3}"));
    assert_eq!(one.to_string(), other.to_string());
    let files = [("board.yaml", include_str!("../data/board.yaml"))];
    let data = data::build(files).expect("YAML");
    let hand = SHEET.take_up(&data, 2, &one).expect("its own hand");
    let offers = hand.offers(&sheet("orders: {square: c1}"), None).offers;
    assert_eq!(offers.len(), 9);
    let chosen: Vec<&str> =
        offers.iter().filter(|one| one.chosen).map(|one| one.words.as_str()).collect();
    assert_eq!(chosen, ["c1"]);
    assert!(SHEET.take_up(&data, 3, &one).is_err(), "there is no third revision");
}

#[test]
fn a_record_can_be_followed_by_who_saw_it_and_read_back_from_its_text() {
    let loaded = toy();
    let played = |trap: &str| {
        let mut play = opened(Tempo::Full);
        let before = play.hidden().unwrap_or_else(|| play.public_state());
        let orders = format!("orders: {{square: {trap}}}\n");
        turn(play.as_mut(), 1, [&orders, "orders: {square: c3}\n"]);
        (before, play)
    };
    let ((before, one), (_, other)) = (played("a1"), played("b2"));
    let enemy = Viewer::Seat(Seat::new("crosses"));
    let owner = Viewer::Seat(Seat::new("noughts"));
    for viewer in [&enemy, &Viewer::Public] {
        assert_eq!(one.frames(viewer), other.frames(viewer), "the trap shows on the way");
    }
    // A viewer who saw fewer events follows fewer steps, and the numbers have no gap that would betray the others.
    let steps = |viewer: &Viewer| -> Vec<u32> {
        one.frames(viewer).iter().map(|frame| frame.event).collect()
    };
    for viewer in [&enemy, &Viewer::Referee] {
        let chapters = one.chapters(viewer);
        let events = chapters.as_array().expect("chapters").iter();
        let events: usize =
            events.filter_map(|chapter| chapter["events"].as_array()).map(Vec::len).sum();
        let count = u32::try_from(events).expect("few");
        assert_eq!(steps(viewer), (0..=count).collect::<Vec<_>>(), "{viewer:?}");
    }
    // The same from the text of the record.
    let tree = |text: &str| yaml::parse(text).expect("YAML");
    let events = tree(&one.hidden().expect("traps are hidden"));
    let again = loaded.retrace(Before::Record(&tree(&before)), &events).expect("its own events");
    for viewer in [&enemy, &owner, &Viewer::Public, &Viewer::Referee] {
        assert_eq!(again.frames(viewer), one.frames(viewer), "{viewer:?}");
        assert_eq!(
            again.chapters(viewer)[0]["events"][0]["kind"],
            one.chapters(viewer)[0]["events"][0]["kind"]
        );
    }
    assert!(loaded.retrace(Before::Record(&tree(&before)), &tree("chapters: 3")).is_err());
}
