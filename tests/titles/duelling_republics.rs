//! Duelling Republics signed and on paper: a battle on the table is reported and ruled on with keys and folders; every report renders for every viewer, every form is lawful as it stands, and nobody
//! is told what is hidden from them.

use super::pages::{Scene, sheet};
use super::table::{Table, key};
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{BotStyle, Dice, Rng, Seat, Setup, Tempo, Viewer};
use record::Namespace;
use record::exchange::data;
use std::collections::{BTreeMap, BTreeSet};
use tabella::catalogue;
use tabella::cli::common::reports;
use tabella::packed;
use tabella::report::Reporter;
use tabella::store::{self, Absences, Folder, Resolution, Submission};

const TITLE: &str = "duelling-republics";

fn loaded() -> Box<dyn LoadedTitle> {
    let data = data::build(packed::data("duelling-republics")).unwrap();
    let title = catalogue::find(TITLE).unwrap();
    title.load(&data, title.revision()).unwrap()
}

fn reporter() -> Reporter {
    Reporter::layered(tabella::report::Language::English, |_| Ok(None))
}

fn setup(
    loaded: &dyn LoadedTitle,
    scenario: &str,
    tempo: Tempo,
    options: &[(&str, &str)],
) -> Setup {
    let options =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let prospectus = loaded.prospectus();
    let note = prospectus.scenarios.iter().find(|note| note.name == scenario).unwrap();
    Setup { scenario: scenario.to_owned(), options, tempo, seats: note.seats.clone() }
}

fn scene(play: &dyn Play, number: u32) -> Scene<'_> {
    Scene { play, title: TITLE, title_name: "Duelling Republics", number }
}

fn check_form(play: &dyn Play, number: u32, seat: &Seat, reporter: &Reporter) {
    let form =
        reporter.form(&scene(play, number).form(seat)).unwrap_or_else(|error| panic!("{error}"));
    let text = form.replace("salt: \"\"", "salt: yv66vt6tvu8QIzJURnaIlA==");
    let text = text.replace("\n#hold: true\n", "\nhold: true\n");
    let complaints = play.check(seat, &sheet(&text));
    let told: Vec<String> = complaints.0.iter().map(|complaint| format!("{complaint:?}")).collect();
    assert!(!complaints.fatal(), "{}\n{text}", told.join("\n"));
}

fn turn(play: &mut dyn Play, number: u32, rng: &mut Rng) {
    let asked: BTreeSet<Seat> = play.asked().into_iter().map(|asked| asked.seat).collect();
    let sheets: BTreeMap<Seat, RawOrders> = asked
        .into_iter()
        .map(|seat| {
            let style =
                if number.is_multiple_of(3) { BotStyle::Random } else { BotStyle::Sensible };
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

#[test]
fn whole_games_can_be_told() {
    let (loaded, reporter) = (loaded(), reporter());
    let setups = [
        setup(loaded.as_ref(), "players-4", Tempo::Brisk, &[("years", "2")]),
        setup(loaded.as_ref(), "players-5", Tempo::Full, &[("years", "1")]),
        setup(
            loaded.as_ref(),
            "players-8",
            Tempo::Brisk,
            &[("years", "1"), ("battles", "tabletop")],
        ),
    ];
    for (seed, setup) in (1..).zip(setups) {
        let mut play = loaded.open(&setup).unwrap();
        let mut rng = Rng::new(seed);
        let seats: Vec<Seat> = setup.seats.iter().map(|(seat, _)| seat.clone()).collect();
        let mut told = Vec::new();
        for number in 0..120 {
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
            turn(play.as_mut(), number + 1, &mut rng);
        }
        assert!(play.outcome().is_some());
        reporter.story(&told).unwrap();
    }
}

const SEATS: [&str; 4] = ["r1", "r2", "c1", "c2"];

const BATTLE: &str = "cisalpine-gaul-218-spring";

/// A report: who won, whom Rome lost, who killed them, and how many.
fn report(winner: &str, lost: &str, by: &str, kills: u32) -> String {
    format!(
        "orders: {{battle: {BATTLE}, winner: {winner}, lost: {{rome: [{lost}]}}, kills: {{{by}: {kills}}}}}\n"
    )
}

/// Resolves the open phase with these seats declared absent; returns the name of the next.
fn resolved_without(table: &Table, seats: &[&str]) -> String {
    let folder = Folder::find(&table.root()).unwrap();
    let missing = Absences::Seats(seats.iter().map(|seat| (*seat).to_owned()).collect());
    match store::resolve(&folder, &missing, &reports::renderer(&table.root())).unwrap() {
        Resolution::Done(step) => step.session.play.phase().name.to_string(),
        Resolution::Waiting(waiting) => panic!("{waiting:?}"),
        Resolution::Completed(_) | Resolution::Over(_) => panic!("nothing was resolved"),
    }
}

#[test]
fn signed_reports_are_compared_and_a_signed_ruling_decides() {
    let options =
        [("battles", "tabletop"), ("first-year", "activity"), ("deadline-misses-to-vacant", "99")];
    let table = Table::of(("duelling-republics", Some("players-4")), "brisk", &options, &SEATS);
    let absent = |seats: &[&str]| resolved_without(&table, seats);
    for seat in SEATS {
        table.file(seat, "orders: {}\n");
    }
    assert_eq!(absent(&[]), "setup");
    assert_eq!(absent(&SEATS), "spring");
    let report_context = table.game().session.play.report_context(&Viewer::Referee);
    let leader = |army: &str| {
        let armies = report_context["armies"].as_array().unwrap();
        armies.iter().find(|one| one["id"] == army).unwrap()["seat"].as_str().unwrap().to_owned()
    };
    let (rome, carthage) = (leader("rb"), leader("ca"));
    table.file(&rome, "orders: {rb: [{}]}\nstanding: {rb: {entered: [{do: fight}]}}\n");
    table.file(&carthage, "orders: {ca: [{move: [\"sea:cisalpine-gaul\"]}]}\n");
    let rest: Vec<&str> =
        SEATS.into_iter().filter(|seat| *seat != rome && *seat != carthage).collect();
    assert_eq!(absent(&rest), "report");
    // A report that does not add up goes back to its author, who is told why; nothing is lost.
    let text = table.orders(
        &carthage,
        1,
        &format!("orders: {{battle: {BATTLE}, winner: carthage, lost: {{rome: [rb.bd1]}}}}\n"),
    );
    let signature = key(&carthage).sign(Namespace::Orders, text.as_bytes());
    let folder = Folder::find(&table.root()).unwrap();
    let answer = store::submit(&folder, text.as_bytes(), Some(signature.as_bytes())).unwrap();
    assert!(
        matches!(&answer, Submission::Returned { complaints, .. } if complaints.0.iter().any(|c| c.code == "E-dr-report")),
        "{answer:?}"
    );
    table.file(&carthage, &report("carthage", "rb.bd1", &carthage, 1));
    table.file(&rome, &report("rome", "rb.bd1", &carthage, 1));
    assert_eq!(absent(&[]), "ruling");
    for seat in [&rome, &carthage] {
        let told = table.tabella(&["report", "--seat", seat]).ended(0).out;
        assert!(told.contains("winner carthage or rome"), "{told}");
    }
    let form = table.tabella(&["form", "--seat", "referee"]).ended(0).out;
    assert!(
        form.contains("winner carthage or rome") && form.contains(&format!("battle: {BATTLE}")),
        "{form}"
    );
    // A ruling that no key of the referee's has signed is no ruling.
    let text = table.orders("referee", 1, &report("carthage", "rb.bd1", &carthage, 1));
    let forged = key(&carthage).sign(Namespace::Orders, text.as_bytes());
    assert!(matches!(
        store::submit(&folder, text.as_bytes(), Some(forged.as_bytes())).unwrap(),
        Submission::Returned { .. }
    ));
    table.file("referee", &report("carthage", "rb.bd1", &carthage, 1));
    assert_eq!(absent(&[]), "summer");
    table.holds();
}
