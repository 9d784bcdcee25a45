//! De Bello Punico on paper: every report renders for every viewer, and every form is lawful as it stands.

use super::pages::{Scene, sheet};
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{BotStyle, Dice, Rng, Seat, Setup, Tempo, Viewer};
use record::exchange::data;
use std::collections::{BTreeMap, BTreeSet};
use tabella::packed;
use tabella::report::Reporter;

const TITLE: &str = "de-bello-punico";

fn loaded() -> Box<dyn LoadedTitle> {
    let data = data::build(packed::data("de-bello-punico")).unwrap();
    de_bello_punico::TITLE.load(&data, de_bello_punico::TITLE.revision()).unwrap()
}

fn reporter() -> Reporter {
    Reporter::layered(tabella::report::Language::English, |_| Ok(None))
}

fn setup(scenario: &str, tempo: Tempo) -> Setup {
    let seats = ["rome", "carthage"].map(|name| (Seat::new(name), name.to_owned())).to_vec();
    Setup { scenario: scenario.to_owned(), options: BTreeMap::new(), tempo, seats }
}

fn scene(play: &dyn Play, number: u32) -> Scene<'_> {
    Scene { play, title: TITLE, title_name: "De Bello Punico", number }
}

/// Checks that a seat's form is an order file that the checker accepts with only its line `hold` filled in.
fn check_form(play: &dyn Play, number: u32, seat: &Seat, reporter: &Reporter) {
    let form =
        reporter.form(&scene(play, number).form(seat)).unwrap_or_else(|error| panic!("{error}"));
    let text = form.replace("salt: \"\"", "salt: yv66vt6tvu8QIzJURnaIlA==");
    let text = text.replace("\n#hold: true\n", "\nhold: true\n");
    let complaints = play.check(seat, &sheet(&text));
    let told: Vec<String> = complaints.0.iter().map(|complaint| format!("{complaint:?}")).collect();
    assert!(!complaints.fatal(), "{}\n{text}", told.join("\n"));
    assert!(!text.contains("undefined"), "{text}");
    let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    assert!(longest <= 130, "a line of {longest} characters\n{text}");
}

/// Plays one record: both seats answer as built-in players do.
fn turn(play: &mut dyn Play, number: u32, style: BotStyle, rng: &mut Rng) {
    let asked: BTreeSet<Seat> = play.asked().into_iter().map(|asked| asked.seat).collect();
    let sheets: BTreeMap<Seat, RawOrders> = asked
        .into_iter()
        .map(|seat| {
            let text = play.propose(&seat, style, rng);
            let sheet = if text.is_empty() { RawOrders::default() } else { sheet(&text) };
            let complaints = play.check(&seat, &sheet);
            assert!(!complaints.fatal(), "{seat}: {complaints:?}\n{text}");
            (seat, sheet)
        })
        .collect();
    let mut seed = [7; 32];
    seed[0] = u8::try_from(number % 251).unwrap();
    let mut dice = Dice::seeded(seed, Some([9; 32]));
    play.turn(number, &sheets, &BTreeSet::new(), &mut dice)
        .unwrap_or_else(|stop| panic!("{number}: {stop:?}"));
}

fn told(scenario: &str, tempo: Tempo, style: BotStyle) {
    let (loaded, reporter, setup) = (loaded(), reporter(), setup(scenario, tempo));
    let mut play = loaded.open(&setup).unwrap();
    let mut rng = Rng::new(3);
    let mut told = Vec::new();
    for number in 0..400 {
        for viewer in [Viewer::Public, Viewer::Seat(Seat::new("rome")), Viewer::Referee] {
            let context = scene(play.as_ref(), number).record(&viewer);
            let map = play.picture(&viewer);
            let report =
                reporter.markdown(&context, &map).unwrap_or_else(|error| panic!("{error}"));
            assert!(!report.contains("undefined"), "{report}");
            if number % 5 == 0 {
                reporter.page(&report, &map, tabella::report::Shell::Alone).unwrap();
            }
            if viewer == Viewer::Public {
                told.push(context);
            }
        }
        if play.outcome().is_some() {
            break;
        }
        for (seat, _) in &setup.seats {
            check_form(play.as_ref(), number + 1, seat, &reporter);
        }
        turn(play.as_mut(), number + 1, style, &mut rng);
    }
    assert!(play.outcome().is_some(), "{scenario} never ended");
    reporter.story(&told).unwrap();
}

#[test]
fn zama_in_brisk_can_be_told() {
    told("zama", Tempo::Brisk, BotStyle::Sensible);
}

#[test]
fn the_trebbia_in_full_can_be_told() {
    told("trebbia", Tempo::Full, BotStyle::Random);
}

#[test]
fn beneventum_in_full_can_be_told() {
    told("beneventum", Tempo::Full, BotStyle::Sensible);
}

#[test]
fn the_po_in_brisk_can_be_told() {
    told("po", Tempo::Brisk, BotStyle::Random);
}
