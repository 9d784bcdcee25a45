//! All that is shown of a game, at the phases of recorded and of random games, in both tempos and every language: reports,
//! maps, stories, letters, forms, order sheets, dry runs, explained orders, and what schemas say of the files.

use super::pages::Scene;
use super::properties::game::{Game, Player, Title, titles};
use crate::table::recorded;
use engine::title::{LoadedTitle, RawOrders};
use engine::{BotStyle, Rng, Seat, Viewer};
use record::exchange::yaml;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tabella::cli::schema;
use tabella::report::{Language, ReportError, Reporter, Sending, Shell};
use tabella::store::{self, Folder};

/// Number of records examined of each random game; eight times as many with `TABELLA_RENDERED=all`.
const RECORDS: u32 = 5;
/// One in this many pieces on a map is picked on each order sheet; all of them with
/// `TABELLA_RENDERED=all`.
const PICKED: usize = 12;
const TIMES: u32 = 1;
/// Number of records when the long run asks for whole games.
const WHOLE_GAME: u32 = 20_000;

/// True if all questions of a random game are rendered, and every piece is picked.
fn everything() -> bool {
    std::env::var_os("TABELLA_RENDERED").is_some_and(|value| value == "all")
}

fn reporters() -> Vec<Reporter> {
    Language::ALL.map(|language| Reporter::layered(language, |_| Ok(None))).into()
}

/// Renders everything that a title shows of a record, to everybody and to each seat.
struct Shown<'a> {
    loaded: &'a dyn LoadedTitle,
    reporters: &'a [Reporter],
    orders: Option<Value>,
    seats: Vec<Seat>,
    /// How often the same questions are rendered at most; none for no limit.
    times: Option<u32>,
    /// How often each question to each seat was rendered.
    asked: BTreeMap<String, u32>,
}

impl<'a> Shown<'a> {
    fn new(
        slug: &str,
        loaded: &'a dyn LoadedTitle,
        reporters: &'a [Reporter],
        seats: Vec<Seat>,
        times: Option<u32>,
    ) -> Self {
        let orders = schema::of(slug).unwrap();
        Self { loaded, reporters, orders, seats, times, asked: BTreeMap::new() }
    }

    /// Renders a record for everybody and for each seat, unless its questions have been rendered often enough.
    fn record(&mut self, scene: Scene<'_>, name: &str) {
        let asked = scene.play.asked().into_iter();
        let asked: Vec<String> =
            asked.map(|asked| format!("{} {}", asked.seat, asked.prompt)).collect();
        let before = self.asked.entry(asked.join(", ")).or_default();
        *before += 1;
        if self.times.is_some_and(|times| *before > times) {
            return;
        }
        for reporter in self.reporters {
            told(reporter, scene, &Viewer::Public, name);
            for seat in &self.seats {
                told(reporter, scene, &Viewer::Seat(seat.clone()), name);
            }
        }
        for seat in &self.seats {
            self.at_the_desk(Scene { number: scene.number + 1, ..scene }, seat, name);
            self.on_a_page(scene, seat, name);
        }
    }

    /// Renders form, dry run and explained orders of a seat, and checks that what it may file fits the schema.
    fn at_the_desk(&self, scene: Scene<'_>, seat: &Seat, name: &str) {
        let (play, title) = (scene.play, scene.title);
        let forms = self.reporters.iter().map(|reporter| self.form(reporter, scene, seat, name));
        let mut drafts: Vec<RawOrders> = forms.collect();
        for style in [BotStyle::Sensible, BotStyle::Random] {
            let text = play.propose(seat, style, &mut Rng::new(5));
            let text = if text.trim().is_empty() { "{}" } else { &text };
            drafts.push(RawOrders::of(&yaml::parse(text).expect("a proposal is YAML")));
        }
        let nothing = yaml::parse("{}").expect("an empty map");
        for draft in &drafts {
            let complaints = play.check(seat, draft);
            assert!(
                !complaints.fatal(),
                "{name}: {seat}: {:?}\n{}",
                complaints.0,
                mutator::text(draft)
            );
            let facts = play.dry_run(seat, draft);
            let answer = play.explain(seat, Some(draft), &nothing);
            let answer = answer.unwrap_or_else(|why| panic!("{name}: explained to {seat}: {why}"));
            for reporter in self.reporters {
                if !facts.is_null() {
                    let told = reporter.dry_run(title, &facts);
                    told.unwrap_or_else(|why| panic!("{name}: the dry run of {seat}: {why}"));
                }
                let told = reporter.explanation(title, &answer);
                told.unwrap_or_else(|why| panic!("{name}: explained to {seat}: {why}"));
            }
        }
    }

    /// The form of a seat with only its salt and its line `hold` filled in; asserts that it fits the schema.
    fn form(&self, reporter: &Reporter, scene: Scene<'_>, seat: &Seat, name: &str) -> RawOrders {
        let form = reporter.form(&scene.form(seat));
        let form = form.unwrap_or_else(|why| panic!("{name}: the form of {seat}: {why}"));
        let form = form.replace("salt: \"\"", "salt: MDEyMzQ1Njc4OWFiY2RlZg==");
        let form = form.replace("\n#hold: true\n", "\nhold: true\n");
        let node = yaml::parse(&form).unwrap_or_else(|why| panic!("{name}: {why}\n{form}"));
        if let Some(orders) = &self.orders {
            let found = mutator::misfits(orders, &node.plain_value());
            assert_eq!(
                found,
                Vec::<String>::new(),
                "{name}: the schema and the form of {seat}\n{form}"
            );
        }
        RawOrders::of(&node)
    }

    /// Renders an order sheet, loaded again as the page does it.
    fn on_a_page(&self, scene: Scene<'_>, seat: &Seat, name: &str) {
        let hand = scene.play.hand(seat);
        let held = self.loaded.take_up(&hand);
        let held = held.unwrap_or_else(|why| panic!("{name}: the hand of {seat}: {why}"));
        assert_eq!(held.form(), scene.play.form(seat), "{name}: the form in the hand of {seat}");
        let draft = RawOrders::default();
        let all = held.offers(&draft, None);
        assert_eq!(json!(all), json!(scene.play.offers(seat, &draft, None)), "{name}: {seat}");
        let (first, every) =
            if everything() { (0, 1) } else { (scene.number as usize % PICKED, PICKED) };
        for piece in held.picture().pieces.iter().skip(first).step_by(every) {
            drop(held.offers(&draft, Some(&piece.id)));
        }
        drop(held.foreseen(&draft));
        drop(held.imagined(1));
    }
}

/// Renders report, page, map, story and letters, as a viewer gets them.
fn told(reporter: &Reporter, scene: Scene<'_>, viewer: &Viewer, name: &str) {
    let fault = |what: &str| format!("{name}: the {what} of {}", viewer.name());
    let (context, map) = (scene.record(viewer), scene.play.picture(viewer));
    let report = reporter.markdown(&context, &map);
    let report = report.unwrap_or_else(|why| panic!("{}: {why}", fault("report")));
    let say = |what: &str, rendered: Result<String, ReportError>| {
        if let Err(why) = rendered {
            panic!("{}: {why}", fault(what));
        }
    };
    say("page", reporter.page(&report, &map, Shell::Letter));
    say("map", reporter.svg(&map));
    drop(reporter.text_map(&map, false));
    drop(reporter.positions(&map));
    say("story", reporter.story(std::slice::from_ref(&context)));
    let sending = Sending {
        name: "rome".to_owned(),
        vouch: Vec::new(),
        vouch_required: false,
        sheet_digest: None,
        guide: false,
        opening: String::new(),
        plays: String::new(),
    };
    for kind in ["report", "digest"] {
        let letter = reporter.letter(kind, &context, &sending, &report);
        letter.unwrap_or_else(|why| panic!("{}: {why}", fault(kind)));
    }
    for asked in &context.awaited {
        say("question", reporter.asks(scene.title, asked));
    }
}

/// Renders random games of a title: every tempo of some scenarios, by players who are asked everything and by others.
/// Returns the number of different questions.
fn random_games(
    title: &Title,
    reporters: &[Reporter],
    (scenarios, records, times): (usize, u32, Option<u32>),
) -> usize {
    let players = [Player::Asked(BotStyle::Random), Player::BuiltIn(BotStyle::Sensible)];
    let mut rendered = 0;
    for (at, setup) in title.setups().iter().take(scenarios.saturating_mul(2)).enumerate() {
        let seats = setup.seats.iter().map(|(seat, _)| seat.clone()).collect();
        let mut shown = Shown::new(title.slug, title.loaded.as_ref(), reporters, seats, times);
        for player in players {
            let mut game = Game::open(title.loaded.as_ref(), title.slug, setup, 71 + at as u64);
            for number in 0..records {
                if game.play.outcome().is_some() {
                    break;
                }
                let name = format!("{}, {setup:?}, {player:?}, record {number}", title.slug);
                let (play, title) = (game.play.as_ref(), title.slug);
                shown.record(Scene { play, title, title_name: title, number }, &name);
                game.go_on(player);
            }
        }
        rendered += shown.asked.len();
    }
    rendered
}

fn all_random_games(extent: (usize, u32, Option<u32>)) {
    std::thread::scope(|scope| {
        for title in titles() {
            scope.spawn(move || {
                let asked = random_games(&title, &reporters(), extent);
                assert!(asked > 5, "{}: only {asked} different questions", title.slug);
            });
        }
    });
}

#[test]
fn every_phase_of_random_games_is_rendered() {
    all_random_games((1, if everything() { 8 * RECORDS } else { RECORDS }, Some(TIMES)));
}

#[test]
#[ignore = "renders whole games of every scenario, which takes hours"]
fn every_phase_of_whole_games_is_rendered() {
    all_random_games((usize::MAX, WHOLE_GAME, None));
}

#[test]
fn every_phase_of_recorded_games_is_rendered() {
    let reporters = reporters();
    for (slug, root) in recorded() {
        let game = store::load(&Folder::find(&root).unwrap()).unwrap();
        let seats = game.session.charter.seat_names().map(Seat::new).collect();
        let mut shown = Shown::new(slug, game.loaded.as_ref(), &reporters, seats, Some(TIMES));
        game.retell(|again| {
            let (play, number) = (again.session.play.as_ref(), again.session.number);
            let name = format!("{}, record {number}", root.display());
            if play.outcome().is_none() {
                shown.record(Scene { play, title: slug, title_name: slug, number }, &name);
            }
            Ok::<(), store::Error>(())
        })
        .unwrap();
        assert!(!shown.asked.is_empty(), "{slug}: nothing was asked");
    }
}
