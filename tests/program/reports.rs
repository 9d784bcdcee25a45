//! Reports and order forms of whole games: every page renders, and every form is lawful as it stands.

use crate::pages::{Scene, sheet};
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{BotStyle, Dice, Rng, Seat, Setup, Tempo, Viewer};
use record::exchange::data;
use std::collections::{BTreeMap, BTreeSet};
use tabella::catalogue;
use tabella::packed;
use tabella::report::{Context, Reporter};

const SALT: &str = "salt: yv66vt6tvu8QIzJURnaIlA==";

fn loaded() -> Box<dyn LoadedTitle> {
    let data = data::build(packed::data("combined-arms")).unwrap();
    let title = catalogue::find("combined-arms").unwrap();
    title.load(&data, title.revision()).unwrap()
}

fn reporter() -> Reporter {
    Reporter::layered(tabella::report::Language::English, |_| Ok(None))
}

fn setup(scenario: &str, tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    let options =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let seats = ["rome", "carthage"].map(|name| (Seat::new(name), name.to_owned())).to_vec();
    Setup { scenario: scenario.to_owned(), options, tempo, seats }
}

fn scene(play: &dyn Play, number: u32) -> Scene<'_> {
    Scene { play, title: "combined-arms", title_name: "Punic Wars Combined Arms", number }
}

/// A form with its examples instead of its proposals. An example's comment sign is followed by an even number of
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
        key.is_some_and(|key| offered.iter().any(|other| other.starts_with(&key)))
    };
    let mut lines = Vec::new();
    for line in form.lines() {
        match example(line) {
            Some(shown) => lines.push(shown),
            None if replaced(line) => {}
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

fn lawful(play: &dyn Play, seat: &Seat, text: &str) {
    let complaints = play.check(seat, &sheet(text));
    let told: Vec<String> = complaints.0.iter().map(|complaint| format!("{complaint:?}")).collect();
    assert!(!complaints.fatal(), "{}\n{text}", told.join("\n"));
}

fn check_form(play: &dyn Play, number: u32, seat: &Seat, reporter: &Reporter) {
    let form =
        reporter.form(&scene(play, number).form(seat)).unwrap_or_else(|error| panic!("{error}"));
    let long =
        form.lines().find(|line| line.chars().count() >= 100 && !line.starts_with("  #army"));
    assert!(long.is_none(), "{long:?}");
    assert!(
        form.contains("\nsalt: \"\"\n") && form.contains(&format!("\nafter: {}\n", "1".repeat(64))),
        "{form}"
    );
    lawful(play, seat, &form.replace("salt: \"\"", SALT));
    lawful(play, seat, &with_examples(&form));
}

/// Plays a game with built-in players; renders every record for everybody and checks every form.
fn play(setup: &Setup, seed: u64, records: u32) -> Vec<Context> {
    let (loaded, reporter) = (loaded(), reporter());
    let mut play = loaded.open(setup).unwrap();
    let mut rng = Rng::new(seed);
    let seats: Vec<Seat> = setup.seats.iter().map(|(seat, _)| seat.clone()).collect();
    let mut told = Vec::new();
    for number in 0..records {
        for viewer in [Viewer::Public, Viewer::Seat(seats[0].clone()), Viewer::Referee] {
            let context = scene(play.as_ref(), number).record(&viewer);
            let map = play.picture(&viewer);
            let report =
                reporter.markdown(&context, &map).unwrap_or_else(|error| panic!("{error}"));
            assert!(!report.contains("undefined"), "{report}");
            reporter.page(&report, &map, tabella::report::Shell::Alone).unwrap();
            if viewer == Viewer::Public {
                told.push(context);
            }
        }
        if play.outcome().is_some() {
            break;
        }
        for seat in &seats {
            check_form(play.as_ref(), number + 1, seat, &reporter);
        }
        let awaited: BTreeSet<Seat> = play.awaited().into_iter().map(|asked| asked.seat).collect();
        let style = if number % 3 == 2 { BotStyle::Random } else { BotStyle::Sensible };
        let sheets = awaited.into_iter().map(|seat| {
            let text = play.propose(&seat, style, &mut rng);
            (seat, sheet(&text))
        });
        let sheets: BTreeMap<Seat, RawOrders> = sheets.collect();
        play.turn(number + 1, &sheets, &BTreeSet::new(), &mut Dice::none()).unwrap();
    }
    told
}

#[test]
fn whole_games_can_be_told() {
    let setups = [
        setup("battle", Tempo::Brisk, &[]),
        setup("battle-ridges", Tempo::Full, &[("experienced", "true")]),
        setup("battle-defiles", Tempo::Full, &[("placement", "1"), ("first", "mobility")]),
        setup("campaign", Tempo::Brisk, &[]),
    ];
    for (seed, setup) in (1..).zip(setups) {
        let told = play(&setup, seed, 60);
        let story = reporter().story(&told).unwrap();
        assert!(story.lines().filter(|line| line.starts_with("## ")).count() > 2, "{story}");
    }
}
