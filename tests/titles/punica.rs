//! Punica's pages with the program's templates, and its recorded game.

use engine::TitleOf;
use engine::title::{Play, RawOrders, Title};
use engine::{BotStyle, Dice, Revision, Rng, Seat, Setup, Tempo, Viewer};
use punica::Punica;
use record::exchange::{data, yaml};
use std::collections::{BTreeMap, BTreeSet};
use tabella::report::{Awaited, Context, FormContext, Reporter};
use tabella::store::copies::folder_source::FolderSource;
use tabella::verify::verify;

const SEATS: [&str; 2] = ["rome", "carthage"];

fn open(tempo: Tempo) -> Box<dyn Play> {
    let data = data::build(tabella::packed::data("punica")).expect("the data is YAML");
    let loaded = TitleOf::<Punica>::new().load(&data, Revision::FIRST).expect("the data is sound");
    let seats = SEATS.map(|name| (Seat::new(name), name.to_owned())).to_vec();
    let options = [("repetition", "threefold"), ("quiet", "30"), ("clock", "60")];
    let options =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let setup = Setup { scenario: "standard".to_owned(), options, tempo, seats };
    loaded.open(&setup).expect("opens")
}

fn orders(text: &str) -> RawOrders {
    if text.is_empty() {
        return RawOrders::default();
    }
    let tree = yaml::parse(text).unwrap_or_else(|complaints| panic!("{complaints}\n{text}"));
    RawOrders::of(&tree)
}

/// A form with its examples instead of its proposals: an example's comment sign is followed by an even number of
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
    // Of several examples for one key the first is taken: a file has each key once.
    let (mut keys, mut again) = (BTreeSet::new(), false);
    let once = |line: &String| {
        let top = !line.starts_with([' ', '#']);
        if let Some((key, _)) = line.split_once(':').filter(|_| top) {
            again = !keys.insert(key.to_owned());
        }
        !again || line.starts_with('#')
    };
    lines.filter(once).collect::<Vec<_>>().join("\n")
}

fn lawful(game: &dyn Play, seat: &Seat, text: &str) {
    let complaints = game.check(seat, &orders(text));
    assert!(!complaints.fatal(), "{complaints}\n{text}");
}

fn form(reporter: &Reporter, game: &dyn Play, name: &str, number: u32) -> String {
    let seat = Seat::new(name);
    let context = FormContext {
        name: record::order_name("cannae", number, name),
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
    reporter.form(&context).unwrap_or_else(|error| panic!("{error}"))
}

/// A seat's report as the program writes it, with its map drawn too.
fn report(reporter: &Reporter, game: &dyn Play, name: &str, number: u32) -> String {
    let (seat, viewer) = (Seat::new(name), Viewer::Seat(Seat::new(name)));
    let awaited = game.awaited().into_iter();
    let awaited = awaited
        .map(|asked| Awaited { seat: asked.seat.name().to_owned(), prompts: vec![asked.prompt] });
    let context = Context {
        game: "cannae".to_owned(),
        title: "punica".to_owned(),
        title_name: "Punica".to_owned(),
        viewer: name.to_owned(),
        number,
        phase: serde_json::to_value(game.phase()).unwrap(),
        chapters: game.chapters(&viewer),
        facts: game.report_context(&viewer),
        awaited: awaited.collect(),
        outcome: game.outcome().map(|outcome| serde_json::to_value(outcome).unwrap()),
        in_force: game.in_force(&seat),
        narrative: game.narrative(&viewer, &engine::story::Ledger::default(), &game.awaited()),
        ..Context::default()
    };
    let map = game.picture(&viewer);
    reporter.svg(&map).unwrap_or_else(|error| panic!("{error}"));
    reporter.markdown(&context, &map).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn forms_are_lawful_as_they_stand_and_with_their_examples_and_reports_can_be_told() {
    let reporter = Reporter::layered(tabella::report::Language::English, |_| Ok(None));
    for (seed, tempo) in [(1, Tempo::Brisk), (2, Tempo::Full)] {
        let mut game = open(tempo);
        let mut rng = Rng::new(seed);
        for number in 1..30 {
            for name in SEATS {
                let form = form(&reporter, game.as_ref(), name, number);
                assert!(form.lines().all(|line| line.chars().count() < 110), "{form}");
                if game.outcome().is_none() {
                    let untouched = form.replace("\n#hold: true\n", "\nhold: true\n");
                    lawful(game.as_ref(), &Seat::new(name), &untouched);
                    lawful(game.as_ref(), &Seat::new(name), &with_examples(&form));
                }
                let report = report(&reporter, game.as_ref(), name, number - 1);
                let whole = !report.contains("undefined") && report.contains("## The story");
                assert!(whole, "{report}");
            }
            if game.outcome().is_some() {
                break;
            }
            let filed: BTreeMap<Seat, RawOrders> = SEATS
                .map(|name| {
                    let (seat, text) = (
                        Seat::new(name),
                        game.propose(&Seat::new(name), BotStyle::Random, &mut rng),
                    );
                    for draft in ["", text.as_str()] {
                        let facts = game.dry_run(&seat, &orders(draft));
                        if !facts.is_null() {
                            let told = reporter.dry_run("punica", &facts);
                            told.unwrap_or_else(|error| panic!("{error}: {facts}"));
                        }
                    }
                    (seat, orders(&text))
                })
                .into();
            game.turn(number, &filed, &BTreeSet::new(), &mut Dice::seeded([9; 32], None))
                .expect("resolves");
        }
    }
}

#[test]
fn the_recorded_game_verifies() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("games/punica/example");
    let source = FolderSource::open(&folder).expect("a folder");
    let verdict = verify(&source, tabella::verify::Expected::default());
    assert!(verdict.holds() && verdict.replayed > 4, "{:?}", verdict.findings);
}
