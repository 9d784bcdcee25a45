//! The Battle of the Metaurus, played by machines: every game ends soundly, and nobody is told what is hidden from him.

use engine::selfplay::Scrutiny;
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{BotStyle, Dice, Rng, Seat, Setup, Tempo, Viewer};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};
use tabella::cli::titles;

fn loaded() -> Box<dyn LoadedTitle> {
    titles::packed_title("metaurus").expect("the title")
}

fn setup(tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    Setup {
        scenario: "metaurus".to_owned(),
        options: options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        tempo,
        seats: ["rome", "carthage"].map(|seat| (Seat::new(seat), seat.to_owned())).to_vec(),
    }
}

/// Plays `games`, watched closely, and counts the winners.
fn play(setup: &Setup, styles: [BotStyle; 2], games: u64) -> BTreeMap<String, u32> {
    let loaded = loaded();
    let styles =
        BTreeMap::from([(Seat::new("rome"), styles[0]), (Seat::new("carthage"), styles[1])]);
    let mut winners = BTreeMap::new();
    for seed in 0..games {
        let played = loaded
            .self_play(setup, &styles, seed, 3000, Scrutiny::Close)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let outcome = played
            .outcome
            .unwrap_or_else(|| panic!("seed {seed}: no end after {} records", played.records));
        *winners.entry(outcome.winner.unwrap_or_default()).or_default() += 1;
    }
    winners
}

#[test]
fn games_of_all_kinds_of_players_end_soundly() {
    use BotStyle::{Hostile, Random, Sensible};
    for tempo in [Tempo::Brisk, Tempo::Full] {
        for styles in [
            [Sensible, Sensible],
            [Random, Random],
            [Hostile, Hostile],
            [Sensible, Hostile],
            [Random, Sensible],
        ] {
            let gauls = if styles[0] == Random { "false" } else { "true" };
            // Who thinks takes longer.
            let games = if styles.contains(&Sensible) { 1 } else { 3 };
            let winners = play(&setup(tempo, &[("gauls", gauls)]), styles, games);
            assert_eq!(u64::from(winners.values().sum::<u32>()), games, "{winners:?}");
        }
    }
}

#[test]
fn the_sensible_player_beats_the_aimless_one() {
    let rome = play(&setup(Tempo::Brisk, &[]), [BotStyle::Sensible, BotStyle::Random], 5);
    let carthage = play(&setup(Tempo::Brisk, &[]), [BotStyle::Random, BotStyle::Sensible], 5);
    let won = rome.get("rome").unwrap_or(&0) + carthage.get("carthage").unwrap_or(&0);
    assert!(won >= 9, "as Rome {rome:?}, as Carthage {carthage:?}");
}

/// The parts of an order file.
fn sheet(text: &str) -> RawOrders {
    if text.is_empty() {
        return RawOrders::default();
    }
    let root = yaml::parse(text).unwrap_or_else(|complaints| panic!("{:?}\n{text}", complaints.0));
    let part = |key: &str| root.get(key).cloned();
    RawOrders { orders: part("orders"), ahead: part("ahead"), standing: part("standing") }
}

/// What built-in players file for the open phase.
fn sheets(play: &dyn Play, style: BotStyle, rng: &mut Rng) -> BTreeMap<Seat, RawOrders> {
    play.asked()
        .into_iter()
        .map(|asked| (asked.seat.clone(), sheet(&play.propose(&asked.seat, style, rng))))
        .collect()
}

/// Everything that a seat is sent.
fn sent(play: &dyn Play, seat: &Seat, sheets: &[RawOrders]) -> String {
    let viewer = Viewer::Seat(seat.clone());
    let checks: Vec<String> =
        sheets.iter().map(|sheet| format!("{:?}", play.check(seat, sheet).0)).collect();
    let proposed = play.propose(seat, BotStyle::Sensible, &mut Rng::new(9));
    format!(
        "{}\n{}\n{}\n{:?}\n{}\n{proposed}\n{}",
        play.report_context(&viewer),
        play.form(seat),
        play.chapters(&viewer),
        play.picture(&viewer),
        checks.join("\n"),
        play.public_state()
    )
}

/// Compares two long texts and shows the place where they part.
fn same(one: &str, two: &str, what: &str) {
    let apart = one
        .bytes()
        .zip(two.bytes())
        .position(|(a, b)| a != b)
        .unwrap_or_else(|| one.len().min(two.len()));
    let near =
        |text: &str| -> String { text.chars().skip(apart.saturating_sub(200)).take(400).collect() };
    assert!(one == two, "{what}: at {apart}\n{}\n{}", near(one), near(two));
}

/// The saved game with every order that `seat` may not know turned into another one, and how many were.
fn disguised(saved: &str, seat: &str) -> (String, usize) {
    let romans = ["i", "x", "la", "lb", "pa", "pb"];
    let lines: Vec<&str> = saved.lines().collect();
    let (mut text, mut turned, mut within, mut owner) = (String::new(), 0, false, "");
    for (at, line) in lines.iter().enumerate() {
        if line.starts_with("  ") && !line.starts_with("   ") {
            within = line.starts_with("  chits:") || line.starts_with("  given:");
        } else if line.starts_with("    ") && !line.starts_with("     ") {
            owner = if romans.contains(&line.trim().trim_end_matches(':')) {
                "rome"
            } else {
                "carthage"
            };
        }
        let down = lines.get(at + 1).is_some_and(|next| next.trim() == "up: false");
        if within && down && owner != seat && line.trim().starts_with("order:") {
            text += if line.ends_with("move-to-attack") {
                "      order: stand\n"
            } else {
                "      order: move-to-attack\n"
            };
            turned += 1;
        } else {
            text += line;
            text.push('\n');
        }
    }
    (text, turned)
}

#[test]
fn hidden_chits_change_nothing_that_the_other_side_is_sent() {
    for tempo in [Tempo::Brisk, Tempo::Full] {
        let loaded = loaded();
        let mut play =
            loaded.open(&setup(tempo, &[])).unwrap_or_else(|complaints| panic!("{complaints:?}"));
        let mut rng = Rng::new(5);
        let mut compared = 0;
        for number in 1..18 {
            let filed = sheets(play.as_ref(), BotStyle::Sensible, &mut rng);
            let saved = play.hidden().unwrap_or_else(|| play.public_state());
            let plain = loaded.resume(&yaml::parse(&saved).unwrap()).expect("a saved game");
            for seat in ["rome", "carthage"] {
                let (other, turned) = disguised(&saved, seat);
                let Ok(other) = loaded.resume(&yaml::parse(&other).unwrap()) else {
                    continue;
                };
                let seat = Seat::new(seat);
                let wild = sheet(&plain.propose(&seat, BotStyle::Hostile, &mut Rng::new(number)));
                let tried: Vec<RawOrders> =
                    filed.get(&seat).cloned().into_iter().chain([wild]).collect();
                let (one, two) =
                    (sent(plain.as_ref(), &seat, &tried), sent(other.as_ref(), &seat, &tried));
                same(&one, &two, &format!("record {number}, {seat}"));
                compared += turned;
            }
            let mut dice = Dice::seeded([u8::try_from(number).expect("small"); 32], None);
            play.turn(u32::try_from(number).expect("small"), &filed, &BTreeSet::new(), &mut dice)
                .expect("it resolves");
        }
        assert!(compared > 60, "only {compared} hidden orders were turned");
    }
}

#[test]
fn changed_chits_and_policies_leave_no_trace_in_what_the_other_side_is_sent() {
    let loaded = loaded();
    let mut start = loaded
        .open(&setup(Tempo::Brisk, &[]))
        .unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let nothing = BTreeMap::from([("carthage", "orders: {}\n"), ("rome", "orders: {}\n")]);
    for number in 1..3 {
        let filed = start
            .asked()
            .into_iter()
            .map(|asked| (asked.seat.clone(), sheet(nothing[asked.seat.name()])))
            .collect();
        start
            .turn(number, &filed, &BTreeSet::new(), &mut Dice::seeded([3; 32], None))
            .expect("it resolves");
    }
    let told = |carthage: &str| {
        let mut play = start.copy();
        let rome = Seat::new("rome");
        let filed = BTreeMap::from([
            (rome.clone(), sheet("orders: {change: {la: stand}}\n")),
            (Seat::new("carthage"), sheet(carthage)),
        ]);
        play.turn(3, &filed, &BTreeSet::new(), &mut Dice::seeded([4; 32], None))
            .expect("it resolves");
        sent(play.as_ref(), &rome, &[])
    };
    let quiet = told("orders: {change: {}}\n");
    for carthage in [
        "orders: {change: {celtic: move}}\n",
        "orders: {change: {celtic: move, iberian: move-to-attack, african: reform}}\n",
        "orders: {change: {celtic: reform, cavalry: move}}\n",
        "orders: {change: {}}\nstanding: {retreat: {default: always}, counter: {default: never}}\n",
        "orders: {change: {}}\nahead: {orders: {change: {iberian: move}}}\n",
    ] {
        same(&quiet, &told(carthage), carthage);
    }
}

#[test]
fn a_file_is_told_all_its_mistakes_at_once_with_their_places() {
    let loaded = loaded();
    let play = loaded
        .open(&setup(Tempo::Brisk, &[]))
        .unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let carthage = Seat::new("carthage");
    let text = "orders:\n  chits: {celtik: stand, iberian: attack, cavalry: move, celtic: reform}\n  place: {af-1: \"1615\", af-9: \"1208\"}\n  \
                face: {all: e}\nstanding:\n  retreat: {default: sometimes, la-1: always}\n  counter: {default: infantry}\n";
    let told = play.check(&carthage, &sheet(text));
    let found: Vec<(&str, u32)> =
        told.0.iter().map(|c| (c.code, c.span.map_or(0, |span| span.line))).collect();
    let expected = [
        ("E01", 2),
        ("E05", 2),
        ("E04", 2),
        ("E06", 2),
        ("E07", 3),
        ("E01", 3),
        ("E01", 4),
        ("E22", 6),
        ("E02", 6),
        ("E22", 7),
    ];
    for one in expected {
        assert!(found.contains(&one), "{one:?} is not among {found:?}");
    }
    assert_eq!(found.len(), expected.len(), "{:?}", told.0);
    assert!(told.0.iter().all(|complaint| complaint.fix.is_some()), "{:?}", told.0);
    let misspelt = told
        .0
        .iter()
        .find(|complaint| complaint.message.contains("celtik"))
        .and_then(|complaint| complaint.span);
    assert_eq!(
        misspelt.map(|span| (span.line, span.column)),
        Some((2, 11)),
        "the name itself is pointed at"
    );
}
