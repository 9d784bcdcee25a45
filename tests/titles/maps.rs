//! Maps of areas: each title's outline shows exactly its own board, and a drawing says all that stands on it.

use drawing::{Look, Outline, Tone};
use engine::Viewer;
use engine::map::Map;
use std::path::Path;
use tabella::cli::reports;
use tabella::store::{self, Folder};

/// The titles whose boards are maps of areas.
const TITLES: [&str; 2] = ["duelling-republics", "punica"];

fn outline(title: &str) -> Outline {
    let text = tabella::packed::get(&format!("games/{title}/outline.yaml")).expect("packed");
    Outline::read(text).unwrap_or_else(|error| panic!("{title}: {error}"))
}

/// The maps behind all records of a title's recorded game.
fn recorded(title: &str) -> Vec<Map> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(title).join("example");
    let folder = Folder::find(&root).unwrap_or_else(|error| panic!("{title}: {error}"));
    let game = store::load(&folder).unwrap_or_else(|error| panic!("{title}: {error}"));
    let mut maps = Vec::new();
    game.retell(|again| {
        maps.push(again.session.play.picture(&Viewer::Public));
        Ok::<(), store::Error>(())
    })
    .unwrap_or_else(|error| panic!("{title}: {error}"));
    maps
}

#[test]
fn what_touches_on_the_sheet_is_what_is_adjacent_in_the_game() {
    for title in TITLES {
        let outline = outline(title);
        let map = &recorded(title)[0];
        let areas = map.areas.as_ref().expect("a map of areas");
        let played = areas.ways.iter().cloned().collect();
        let drawn = outline.ways();
        let only: Vec<_> = drawn.symmetric_difference(&played).collect();
        assert!(only.is_empty(), "{title}: {only:?}");
        assert!(outline.shows(areas), "{title}: other areas");
        assert!(drawn.len() > 20, "{title}: {}", drawn.len());
    }
}

#[test]
fn a_board_of_the_players_own_is_not_drawn_on_an_outline_of_another() {
    for title in TITLES {
        let outline = outline(title);
        let mut areas = recorded(title)[0].areas.clone().expect("a map of areas");
        let way = areas.ways.pop().expect("ways");
        assert!(!outline.shows(&areas), "{title}: {way:?} is drawn and not played");
        areas.ways.push(way);
        assert!(outline.shows(&areas));
        areas.places.pop();
        assert!(!outline.shows(&areas), "{title}: an area is drawn and not played");
    }
}

#[test]
fn places_of_counters_never_cover_each_other() {
    for title in TITLES {
        assert_eq!(outline(title).crowded(), Vec::<String>::new(), "{title}");
    }
}

#[test]
fn every_record_is_drawn_and_says_what_stands_there() {
    for title in TITLES {
        let (mut counters, mut marches) = (0, 0);
        // One reporter serves one game.
        let reporter = reports::reporter();
        for map in recorded(title) {
            let areas = map.areas.as_ref().expect("a map of areas");
            let drawing = reporter.svg(&map).expect("drawn");
            assert!(drawing.contains("m-areas"), "{title}: drawn as a diagram");
            assert_eq!(drawing, reporter.svg(&map).expect("drawn"), "{title}: other bytes");
            let words = areas.counters.iter().map(|one| &one.words);
            for words in words.chain(areas.marches.iter().map(|one| &one.words)) {
                assert!(drawing.contains(&format!("<title>{words}</title>")), "{title}: {words}");
            }
            for counter in &areas.counters {
                assert!(map.pieces.iter().any(|piece| piece.id == counter.id), "{counter:?}");
            }
            assert_eq!(map.pieces.len(), areas.counters.len(), "{title}");
            for open in ["NaN", "null", "--"] {
                assert!(!drawing.contains(open), "{title}: {open}");
            }
            counters += areas.counters.len();
            marches += areas.marches.len();
        }
        assert!(counters > 20 && marches > 3, "{title}: {counters} counters, {marches} marches");
    }
}

#[test]
fn marks_laid_over_a_drawing_find_everything_in_its_place() {
    let phrases = drawing::Phrases::read(&tabella::packed::captions("en"));
    for title in TITLES {
        let outline = outline(title);
        for map in recorded(title) {
            let placed = drawing::placed(&map, &phrases, Some(&outline));
            let svg = drawing::single(&map, &phrases, Some(&outline), Look::default());
            assert_eq!(placed.pieces.len(), map.pieces.len(), "{title}");
            for piece in &placed.pieces {
                let here = format!("<g transform=\"translate({} {})", piece.at.x, piece.at.y);
                assert!(svg.contains(&here), "{title}: {} is not at {here}", piece.id);
                let cell = placed.cells.iter().find(|cell| cell.id == piece.cell);
                assert!(cell.is_some_and(|cell| cell.outline.len() > 3), "{title}: {piece:?}");
            }
        }
    }
}

#[test]
fn the_tinted_style_is_the_same_picture_under_more_rules() {
    let map = &recorded("punica")[5];
    let reporter = reports::reporter();
    let drawn = |tone| reporter.drawn(map, Look { tone, ..Look::default() }).expect("drawn");
    let (plain, tinted) = (drawn(Tone::Plain), drawn(Tone::Tinted));
    assert_eq!(plain, reporter.svg(map).expect("drawn"));
    assert!(plain.contains("prefers-color-scheme:dark") && tinted.len() > plain.len());
    let shapes = |svg: &str| svg.split_once("</style>").map(|(_, shapes)| shapes.to_owned());
    assert_eq!(shapes(&plain), shapes(&tinted));
}

/// The titles whose boards are fields of battle.
const BATTLES: [&str; 3] = ["combined-arms", "de-bello-punico", "metaurus"];

/// Width of the map in a window of 1280 (`figure` in page.css), and of its sheet.
const SHOWN: u64 = 1240;
const SHEET: u64 = 1000;

/// The smallest type of a unit's name and values on a field whose cells are 100 across.
const SMALLEST: u64 = 21;

#[test]
fn names_and_values_are_at_least_nine_pixels_high() {
    let phrases = drawing::Phrases::read(tabella::packed::template("map.txt").unwrap());
    for title in BATTLES {
        let maps = recorded(title);
        for (number, map) in maps.iter().enumerate() {
            let page = drawing::for_page(map, &phrases, None);
            let rule = format!("font-size:{SMALLEST}px");
            assert!(page.contains(&rule), "{title}: the smallest type of counters is another");
            let field = page.split("<g id=\"b-field\"").next().expect("a text has a beginning");
            let field = field.rsplit("<svg ").next().expect("a text has an end");
            let value = |name: &str| {
                let from = field.split(name).nth(1).expect("a field has this attribute");
                let text = from.split('"').nth(1).expect("a value stands in quotes");
                text.split(' ').rev().nth(1).unwrap_or(text).parse::<u64>().expect("a number")
            };
            let (wide, across) = (value("width="), value("viewBox="));
            let tenths = SMALLEST * 10 * wide * SHOWN / (across * SHEET);
            assert!(tenths >= 90, "{title}, record {number}: {tenths} tenths of a pixel");
        }
    }
}
