//! A file without a complaint has no order that comes to nothing for a reason which its author could know.
//!
//! Whoever alone is asked, before a die falls or anybody else acts, knows all that their orders rest on: what comes to nothing there
//! should have been told when the file came. The files are what built-in players propose, altered at random.
//!
//! `TABELLA_FILINGS=100000 cargo test --test titles filings` is the long run (docs/reliability.md); `TABELLA_FILINGS_SEED` begins
//! elsewhere, and `TABELLA_FILINGS_TITLE` looks at one title.

use super::game::{Game, Player, Title, titles};
use engine::title::{Play, RawOrders};
use engine::{BotStyle, Rng, Seat, Setup, Viewer};
use std::collections::{BTreeMap, BTreeSet};

/// Number of files without a complaint that are examined per title in the quick run.
const QUICK: usize = 60;
/// Number of records in one game, and of altered files at each of them.
const RECORDS: u64 = 40;
const ALTERED: usize = 12;

#[derive(Default)]
struct Looked {
    filings: usize,
    void: BTreeMap<String, String>,
}

#[test]
fn a_file_without_a_complaint_has_no_order_that_its_author_could_know_to_be_void() {
    let read = |name: &str| std::env::var(name).ok();
    let number = |name: &str| read(name).map(|text| text.parse::<usize>().expect("a number"));
    let only = read("TABELLA_FILINGS_TITLE");
    let seed = number("TABELLA_FILINGS_SEED").unwrap_or(1);
    let titles: Vec<Title> = titles()
        .into_iter()
        .filter(|title| only.as_deref().is_none_or(|only| only == title.slug))
        .collect();
    let each = number("TABELLA_FILINGS").map_or(QUICK, |all| all.div_ceil(titles.len()));
    let looked = |title: &Title| look(title, each, u64::try_from(seed).expect("a small seed"));
    let all: Vec<(&str, Looked)> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            titles.iter().map(|title| (title.slug, scope.spawn(|| looked(title)))).collect();
        threads.into_iter().map(|(slug, one)| (slug, one.join().expect("looks"))).collect()
    });
    for (slug, looked) in &all {
        assert!(looked.filings >= each, "{slug}: only {} files", looked.filings);
    }
    let found = all.iter().flat_map(|(slug, looked)| {
        looked.void.iter().map(move |(what, file)| format!("{slug}: {what}\n{file}"))
    });
    let found: Vec<String> = found.collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn look(title: &Title, wanted: usize, seed: u64) -> Looked {
    let (mut looked, setups) = (Looked::default(), title.setups());
    let mut games = 0;
    while looked.filings < wanted && games < wanted {
        let at = usize::try_from(seed).expect("a small seed") + games;
        let setup = &setups[at % setups.len()];
        one_game(
            title,
            setup,
            seed * 1_000_003 + u64::try_from(games).expect("few"),
            wanted,
            &mut looked,
        );
        games += 1;
    }
    looked
}

fn one_game(title: &Title, setup: &Setup, seed: u64, wanted: usize, looked: &mut Looked) {
    let mut game = Game::open(title.loaded.as_ref(), title.slug, setup, seed);
    let mut rng = Rng::new(seed);
    let style = if rng.chance(1, 2) { BotStyle::Random } else { BotStyle::Sensible };
    for number in 1..=RECORDS {
        if game.play.outcome().is_some() || looked.filings >= wanted {
            return;
        }
        let asked: BTreeSet<Seat> = game.play.awaited().into_iter().map(|one| one.seat).collect();
        let mut asked = asked.into_iter();
        if let (Some(seat), None) = (asked.next(), asked.next()) {
            for sheet in mutator::many(game.play.as_ref(), &seat, &mut rng, ALTERED) {
                let number = u32::try_from(number).expect("few records");
                filed(&game, &seat, sheet, number, looked);
            }
        }
        game.go_on(Player::Asked(style));
    }
}

fn filed(game: &Game<'_>, seat: &Seat, sheet: RawOrders, number: u32, looked: &mut Looked) {
    if sheet.orders.is_none() || !game.play.check(seat, &sheet).0.is_empty() {
        return;
    }
    looked.filings += 1;
    let text = mutator::text(&sheet);
    let mut play = game.play.copy();
    let sheets = BTreeMap::from([(seat.clone(), sheet)]);
    play.turn(number, &sheets, &BTreeSet::new(), &mut game.dice())
        .unwrap_or_else(|stop| panic!("{}: {stop:?}\n{text}", game.name));
    if let Some((what, event)) = void(play.as_ref(), seat) {
        let told = || format!("{}, record {number}, {seat}: {event}\n{text}", game.name);
        looked.void.entry(what).or_insert_with(told);
    }
}

/// The seat's first order that comes to nothing before a die is rolled or somebody else acts.
fn void(play: &dyn Play, seat: &Seat) -> Option<(String, String)> {
    let chapters = play.chapters(&Viewer::Referee);
    let events = chapters[0]["events"].as_array()?;
    for event in events {
        let by = event["by_order"]["seat"].as_str();
        if !event["roll"].is_null() || by.is_some_and(|by| by != seat.name()) {
            return None;
        }
        if let (Some(code), Some(_)) = (event["code"].as_str(), by) {
            let path = event["by_order"]["path"].as_str().unwrap_or_default();
            let steps: String = path.chars().filter(|c| !c.is_ascii_digit()).collect();
            return Some((format!("{code} at {steps}"), event.to_string()));
        }
    }
    None
}
