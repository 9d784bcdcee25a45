//! Punica played by machines: orders written and read again, games resumed from their text, and what a seat must not learn.

use engine::rules::InForce;
use engine::run::{GameStateOf, opening, run, seen};
use engine::title::{Play, RawOrders, Title, TitleOf};
use engine::{
    Assistance, AtSeat, BotStyle, Complaints, Data, Dice, GameState, Node, Path, Prompt, Reader,
    Rng, Rules, Seat, Setup, Tempo, Viewer,
};
use punica::chart::{CardId, Side};
use punica::events::Event;
use punica::policy::{Play as Card, PlayRule, PlayWord, Policy, When};
use punica::state::{Choice, Sealed};
use punica::{Punica, question::Question};
use record::exchange::{data, yaml};
use std::collections::{BTreeMap, BTreeSet};
use tabella::report::{Awaited, Context, FormContext, Reporter};
use tabella::store::folder_source::FolderSource;
use tabella::verify::verify;

fn read() -> Data {
    data::build(tabella::packed::data("punica")).expect("the data is YAML")
}

fn setup(tempo: Tempo) -> Setup {
    let seats = ["rome", "carthage"].map(|name| (Seat::new(name), name.to_owned())).to_vec();
    let options = [("repetition", "threefold"), ("quiet", "30"), ("clock", "60")];
    let options =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Setup { scenario: "standard".to_owned(), options, tempo, seats }
}

fn sheet(text: &str) -> RawOrders {
    if text.is_empty() {
        return RawOrders::default();
    }
    let tree = yaml::parse(text).unwrap_or_else(|complaints| panic!("{complaints:?}\n{text}"));
    let part = |key: &str| tree.get(key).cloned();
    RawOrders { orders: part("orders"), ahead: part("ahead"), standing: part("standing") }
}

/// Sheets of both seats, each written as YAML, read again, and accepted.
fn sheets(game: &dyn Play, style: BotStyle, rng: &mut Rng) -> BTreeMap<Seat, RawOrders> {
    let mut sheets = BTreeMap::new();
    for name in ["rome", "carthage"] {
        let seat = Seat::new(name);
        let text = game.propose(&seat, style, rng);
        let sheet = sheet(&text);
        let complaints = game.check(&seat, &sheet);
        assert!(!complaints.fatal(), "{complaints:?}\n{text}");
        sheets.insert(seat, sheet);
    }
    sheets
}

#[test]
fn proposals_can_be_written_read_and_resolved_and_a_resumed_game_goes_on_alike() {
    for tempo in [Tempo::Brisk, Tempo::Full] {
        for (seed, style) in [
            (1, BotStyle::Random),
            (2, BotStyle::Random),
            (3, BotStyle::Random),
            (4, BotStyle::Sensible),
        ] {
            let loaded = TitleOf::<Punica>::new()
                .load(&read(), engine::Revision::FIRST)
                .expect("the data is sound");
            let mut game = loaded.open(&setup(tempo)).expect("opens");
            let mut rng = Rng::new(seed);
            for number in 1..200 {
                if game.outcome().is_some() {
                    break;
                }
                let text = game.hidden().unwrap_or_else(|| game.public_state());
                let mut again = loaded
                    .resume(&yaml::parse(&text).unwrap())
                    .unwrap_or_else(|why| panic!("{why}\n{text}"));
                let sheets = sheets(game.as_ref(), style, &mut rng);
                let dice = || Dice::seeded([u8::try_from(number).unwrap(); 32], None);
                let done = game.turn(number, &sheets, &BTreeSet::new(), &mut dice());
                let done = done.unwrap_or_else(|stop| {
                    panic!("{tempo:?} seed {seed} record {number}: {stop:?}")
                });
                assert_eq!(again.turn(number, &sheets, &BTreeSet::new(), &mut dice()), Ok(done));
                assert_eq!(game.public_state(), again.public_state());
                assert_eq!(game.public_events(), again.public_events());
                assert_eq!(game.hidden(), again.hidden());
                assert!(game.folds() && again.folds());
            }
            assert!(game.outcome().is_some(), "{tempo:?} seed {seed} does not end");
        }
    }
}

/// All that a seat is sent, as text.
fn sent(
    rules: &Punica,
    sitting: &GameStateOf<Punica>,
    start: &<Punica as Rules>::State,
    told: &[Told],
    seat: &Seat,
) -> String {
    let view = rules.view(&sitting.state, &Viewer::Seat(seat.clone()));
    let prompts: Vec<Prompt<Question>> =
        rules.prompts(&sitting.state).into_iter().filter(|prompt| prompt.seat == *seat).collect();
    let at = AtSeat { view: &view, seat, prompts: &prompts, in_force: sitting.force.get(seat) };
    let filing = rules.propose(&at, BotStyle::Random, &mut Rng::new(7));
    let question = yaml::parse("{area: sicilia, theirs: 2}").expect("a question");
    let viewer = Viewer::Seat(seat.clone());
    let chapters = seen::<Punica>(start, told, &viewer);
    format!(
        "{view:?}\n{}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}",
        rules.form(&at),
        rules.check(&at, &filing),
        rules.counsel(&at, &filing),
        rules.explain(&at, None, &question),
        rules.report_context(&view),
        rules.picture(&view, &chapters),
        chapters,
    )
}

type Told = engine::Chapter<Event>;

/// Another choice than the one that is sealed.
fn other_choice() -> Choice {
    let play = Card::Word(PlayWord::Lowest);
    Choice {
        play,
        by: "standing".to_owned(),
        rule: 9,
        effect: None,
        losses: None,
        retreat: Some(Vec::new()),
    }
}

/// Changes everything that `seat` keeps to itself: sealed choices, orders in force, its own events.
fn disguise(sitting: &mut GameStateOf<Punica>, told: &mut [Told], seat: Side) {
    let sealed = sitting.state.sealed.remove(&seat);
    if sealed.is_none_or(|sealed| sealed.battles.is_empty()) {
        let battles = vec![punica::chart::AreaId::of("roma")];
        sitting.state.sealed.insert(seat, Sealed { battles, choice: Some(other_choice()) });
    }
    let card = CardId::of(if seat == Side::Rome { "r1" } else { "c1" });
    let rule = PlayRule {
        when: When::default(),
        play: Card::Card(card),
        effect: None,
        losses: None,
        retreat: None,
    };
    let policy = Policy { battle: Some(vec![rule]), ..Policy::default() };
    let standing = Some(engine::Filed { phase: 1, says: policy });
    sitting.force.insert(seat.seat(), InForce { standing, ..InForce::default() });
    for entry in told.iter_mut().flat_map(|chapter| &mut chapter.events) {
        match &mut entry.event {
            Event::Sealed { seat: owner, choice, .. } if *owner == seat => *choice = other_choice(),
            Event::BattlesOrdered { seat: owner, battles } if *owner == seat => battles.clear(),
            Event::Void { seat: owner, order, .. } if *owner == seat => {
                order.push_str(" or another")
            }
            Event::AheadUsed { seat: owner, order, .. } if *owner == seat => *order += 5,
            _ => {}
        }
    }
}

#[test]
fn a_seat_is_sent_nothing_of_what_the_other_keeps_to_itself() {
    let rules = Punica::load(&read(), engine::Revision::FIRST).expect("the data is sound");
    let (mut sealed, mut hidden) = (0, 0);
    for seed in 0..30 {
        let tempo = if seed % 2 == 0 { Tempo::Brisk } else { Tempo::Full };
        let state = rules.open(&setup(tempo)).expect("opens");
        let mut sitting = GameState { state, force: BTreeMap::new() };
        opening(&rules, &mut sitting).expect("runs");
        let mut rng = Rng::new(seed);
        for number in 1..40 {
            let mut filings = BTreeMap::new();
            for prompt in rules.prompts(&sitting.state) {
                let view = rules.view(&sitting.state, &Viewer::Seat(prompt.seat.clone()));
                let seat = prompt.seat.clone();
                let prompts = [prompt];
                let at = AtSeat { view: &view, seat: &seat, prompts: &prompts, in_force: None };
                let filing = rules.propose(&at, BotStyle::Random, &mut rng);
                filings.insert(seat, filing);
            }
            let start = sitting.state.clone();
            let mut dice = Dice::seeded([3; 32], None);
            let Ok(turn) = run(&rules, &mut sitting, number, &filings, &BTreeSet::new(), &mut dice)
            else {
                break;
            };
            sealed += sitting.state.sealed.len();
            for side in Side::BOTH {
                let enemy = side.other().seat();
                let before = sent(&rules, &sitting, &start, &turn.chapters, &enemy);
                let (mut masked, mut told) = (sitting.clone(), turn.chapters.clone());
                disguise(&mut masked, &mut told, side);
                hidden += usize::from(told != turn.chapters);
                let after = sent(&rules, &masked, &start, &told, &enemy);
                assert!(
                    before == after,
                    "seed {seed}, record {number}: {enemy} is sent what {side} keeps\n{before}\n{after}"
                );
                let public = |chapters: &[Told]| seen::<Punica>(&start, chapters, &Viewer::Public);
                assert_eq!(public(&turn.chapters), public(&told));
            }
        }
    }
    assert!(sealed > 20 && hidden > 100, "nothing was hidden: {sealed} sealed, {hidden} records");
}

/// A question as it stands in a file.
fn explained(
    rules: &Punica,
    sitting: &GameStateOf<Punica>,
    question: &str,
) -> Result<serde_json::Value, String> {
    let seat = Seat::new("carthage");
    let node: Node = yaml::parse(question).expect("YAML");
    let view = rules.view(&sitting.state, &Viewer::Seat(seat.clone()));
    let in_force = sitting.force.get(&seat);
    let at = AtSeat { view: &view, seat: &seat, prompts: &[], in_force };
    let answer = rules.explain(&at, None, &node);
    answer.map(|value| value["cases"][0].clone()).map_err(|complaints| complaints[0].to_string())
}

#[test]
fn an_imagined_attack_is_explained_and_a_bad_question_is_refused() {
    let rules = Punica::load(&read(), engine::Revision::FIRST).expect("the data is sound");
    let state = rules.open(&setup(Tempo::Brisk)).expect("opens");
    let mut sitting = GameState { state, force: BTreeMap::new() };
    let mut complaints = Complaints::new();
    let tree = yaml::parse("battle: [{when: {area: car, theirs: \">=3\"}, play: [r9, c5]}, {when: {area: car}, play: c5}]")
        .expect("YAML");
    assert!(
        rules.read_policy(&Reader::new(&tree, Path::top()), &mut complaints).is_some()
            && complaints.fatal()
    );
    let tree = yaml::parse("battle: [{when: {area: car, theirs: \">=3\"}, play: [r5, c5]}]")
        .expect("YAML");
    let standing = rules.read_policy(&Reader::new(&tree, Path::top()), &mut Complaints::new());
    let says = standing.expect("read");
    sitting.force.insert(
        Seat::new("carthage"),
        InForce { standing: Some(engine::Filed { phase: 1, says }), ..InForce::default() },
    );
    let answer = explained(&rules, &sitting, "{area: carthago, theirs: 3}").expect("understood");
    assert_eq!((answer["by"].as_str(), answer["pick"].as_str()), (Some("standing"), Some("c5")));
    assert_eq!(answer["rules"][0]["fires"], serde_json::json!(true));
    let answer = explained(&rules, &sitting, "{area: carthago, theirs: 2}").expect("understood");
    assert_eq!(answer["by"].as_str(), Some("default"));
    assert_eq!(answer["rules"][0]["why"].as_str(), Some("theirs is 2"));
    assert_eq!(
        explained(&rules, &sitting, "{area: cartago}"),
        Err("unknown-area unknown area 'cartago'".to_owned())
    );
    assert!(
        explained(&rules, &sitting, "{aera: roma}").is_err()
            && explained(&rules, &sitting, "[1]").is_err()
    );
}

/// A form with its examples in place of what it proposes: an example's comment sign is followed by an even number of
/// blanks, a remark's by an odd number.
fn with_examples(form: &str) -> String {
    let example = |line: &str| {
        let rest = line.trim_start().strip_prefix('#')?;
        let blanks = rest.len() - rest.trim_start().len();
        (blanks % 2 == 0 && !rest.is_empty()).then(|| line.replacen('#', "", 1))
    };
    let offered: Vec<String> = form.lines().filter_map(example).collect();
    let replaced = |line: &str| {
        let key = line.split_once(':').map(|(key, _)| format!("{key}:"));
        let key = key.filter(|key| !key.starts_with([' ', '#']));
        key.is_some_and(|key| offered.iter().any(|other| other.starts_with(&key)))
    };
    let lines = form
        .lines()
        .filter_map(|line| example(line).or_else(|| (!replaced(line)).then(|| line.to_owned())));
    lines.collect::<Vec<_>>().join("\n")
}

fn lawful(game: &dyn Play, seat: &Seat, text: &str) {
    let complaints = game.check(seat, &sheet(text));
    assert!(!complaints.fatal(), "{complaints:?}\n{text}");
}

#[test]
fn forms_are_lawful_as_they_stand_and_with_their_examples_and_reports_can_be_told() {
    let reporter = Reporter::layered(|_| Ok(None), |name| tabella::packed::template(name));
    for (seed, tempo) in [(1, Tempo::Brisk), (2, Tempo::Full)] {
        let loaded = TitleOf::<Punica>::new()
            .load(&read(), engine::Revision::FIRST)
            .expect("the data is sound");
        let mut game = loaded.open(&setup(tempo)).expect("opens");
        let mut rng = Rng::new(seed);
        for number in 1..30 {
            for name in ["rome", "carthage"] {
                let (seat, viewer) = (Seat::new(name), Viewer::Seat(Seat::new(name)));
                let context = FormContext {
                    game: "cannae".to_owned(),
                    title: "punica".to_owned(),
                    seat: name.to_owned(),
                    number,
                    phase: serde_json::to_value(game.phase()).unwrap(),
                    form: game.form(&seat),
                    in_force: game.in_force(&seat),
                    revision: 1,
                    ..FormContext::default()
                };
                let form = reporter.form(&context).unwrap_or_else(|error| panic!("{error}"));
                assert!(form.lines().all(|line| line.chars().count() < 110), "{form}");
                if game.outcome().is_none() {
                    lawful(game.as_ref(), &seat, &form);
                    lawful(game.as_ref(), &seat, &with_examples(&form));
                }
                let map = game.picture(&viewer);
                let context = Context {
                    game: "cannae".to_owned(),
                    title: "punica".to_owned(),
                    title_name: "Punica".to_owned(),
                    viewer: name.to_owned(),
                    number,
                    phase: serde_json::to_value(game.phase()).unwrap(),
                    chapters: game.chapters(&viewer),
                    facts: game.report_context(&viewer),
                    awaited: game
                        .awaited()
                        .into_iter()
                        .map(|asked| Awaited {
                            seat: asked.seat.name().to_owned(),
                            prompts: vec![asked.prompt],
                        })
                        .collect(),
                    outcome: game.outcome().map(|outcome| serde_json::to_value(outcome).unwrap()),
                    in_force: game.in_force(&seat),
                    ..Context::default()
                };
                let report =
                    reporter.markdown(&context, &map).unwrap_or_else(|error| panic!("{error}"));
                assert!(
                    !report.contains("undefined") && report.contains("## The story"),
                    "{report}"
                );
                reporter.svg(&map).unwrap_or_else(|error| panic!("{error}"));
            }
            if game.outcome().is_some() {
                break;
            }
            let sheets = sheets(game.as_ref(), BotStyle::Random, &mut rng);
            game.turn(number, &sheets, &BTreeSet::new(), &mut Dice::seeded([9; 32], None))
                .expect("resolves");
        }
    }
}

#[test]
fn the_recorded_game_verifies() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games/punica/example");
    let source = FolderSource::open(&folder).expect("a folder");
    let verdict = verify(&source, tabella::verify::Expected::default());
    assert!(verdict.holds() && verdict.replayed > 8, "{:?}", verdict.findings);
}

/// Orders that the check refuses, with the code and the place: line, column.
const WRONG: [(&str, &str, &str, (u32, u32)); 25] = [
    (
        "carthage",
        "orders: {action: card, card: c4, mvoe: [army carthago numidia]}",
        "unknown-key",
        (1, 34),
    ),
    ("carthage", "orders: {action: march}", "bad-action", (1, 18)),
    ("carthage", "orders: {action: move}", "missing-key", (1, 9)),
    ("carthage", "orders: {action: move, move: army carthago}", "bad-move", (1, 30)),
    ("carthage", "orders: {action: move, move: army carthago scilia}", "unknown-area", (1, 30)),
    ("carthage", "orders:\n  action: move\n  move: amry carthago sicilia", "unknown-unit", (3, 9)),
    ("carthage", "orders: {action: pass, discard: c9}", "unknown-card", (1, 33)),
    ("carthage", "orders: {action: card, card: r6}", "not-in-hand", (1, 30)),
    ("carthage", "orders: {action: move, move: army sicilia carthago}", "no-unit", (1, 30)),
    ("carthage", "orders: {action: move, move: army carthago CAR}", "same-area", (1, 30)),
    (
        "carthage",
        "orders: {action: move, move: fleet mare-africum sicilia}",
        "wrong-element",
        (1, 30),
    ),
    (
        "carthage",
        "orders: {action: move, move: army carthago magna-graecia}",
        "unreachable",
        (1, 30),
    ),
    (
        "carthage",
        "orders:\n  action: card\n  card: c4\n  moves:\n    - army hispania gallia-transalpina\n    - army gallia-transalpina hispania",
        "engaged",
        (6, 7),
    ),
    (
        "carthage",
        "orders: {action: card, card: c3, moves: [army carthago sicilia, fleet AFR ION]}",
        "step-order",
        (1, 65),
    ),
    (
        "carthage",
        "orders: {action: card, card: c3, moves: [army carthago sicilia, army carthago sicilia]}",
        "too-many-moves",
        (1, 65),
    ),
    (
        "carthage",
        "orders: {action: card, card: c0, moves: [army carthago numidia]}",
        "wrong-unit",
        (1, 42),
    ),
    ("carthage", "orders: {action: deploy, remove: army carthago}", "no-fleet-to-deploy", (1, 34)),
    (
        "carthage",
        "orders: {action: move, move: hannibal+army carthago numidia}",
        "no-escort",
        (1, 30),
    ),
    ("carthage", "orders: {action: pass, discard: c0, draw: accept}", "bad-draw", (1, 43)),
    ("carthage", "standing:\n  battle:\n    - {play: c5}\n    - {play: r5}", "bad-policy", (4, 14)),
    ("carthage", "standing: {effect: victory}", "bad-policy", (1, 20)),
    (
        "carthage",
        "standing:\n  battle:\n    - {play: higest}\n    - {play: r5}\n    - {play: r4}",
        "bad-policy",
        (3, 14),
    ),
    ("carthage", "ahead: {battle: [{when: {kidn: sea}, play: c5}]}", "unknown-key", (1, 26)),
    ("carthage", "ahead: {battle: [{play: {mix: {c5: 1, c4: much}}}]}", "E-type", (1, 43)),
    ("rome", "orders: {action: pass, discard: r0}", "not-awaited", (1, 10)),
];

#[test]
fn every_refusal_names_its_place_its_rule_and_the_way_out() {
    let loaded =
        TitleOf::<Punica>::new().load(&read(), engine::Revision::FIRST).expect("the data is sound");
    let game = loaded.open(&setup(Tempo::Brisk)).expect("opens");
    let mut misplaced = Vec::new();
    for (seat, text, code, place) in WRONG {
        let complaints = game.check(&Seat::new(seat), &sheet(text));
        let found = complaints.0.iter().find(|complaint| complaint.code == code);
        let found = found.unwrap_or_else(|| panic!("{code}: {complaints:?}"));
        let at = found.span.map(|span| (span.line, span.column));
        if at != Some(place) || found.rule.is_none() || found.fix.is_none() {
            misplaced.push(format!("{code} at {at:?}: {found:?}"));
        }
    }
    assert!(misplaced.is_empty(), "{}", misplaced.join("\n"));
    let all: String = "orders: {action: card, card: c9, moves: [amry carthago scilia, army car]}\nstanding: {battle: [{play: ro}], losses: x}\n".to_owned();
    let complaints = game.check(&Seat::new("carthage"), &sheet(&all));
    assert!(complaints.0.len() >= 6, "all mistakes at once: {complaints:?}");
    let text = "standing:\n  battle:\n    - {play: higest}\n    - {play: r5}\n    - {play: c4}";
    let complaints = game.check(&Seat::new("carthage"), &sheet(text));
    let told: Vec<(u32, &str)> = complaints
        .0
        .iter()
        .map(|one| (one.span.map_or(0, |span| span.line), one.message.as_str()))
        .collect();
    let expected =
        [(3, "'higest' is no play"), (4, "standing.battle rule 2: 'r5' is no card of carthage")];
    assert_eq!(
        told, expected,
        "numbers count the rules that cannot be read, and nothing is advised on them"
    );
}
