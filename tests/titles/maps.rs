//! Maps of areas: each title's outline shows exactly its own board, and a drawing says all that stands on it.

use drawing::{Look, Outline, Tone};
use engine::Viewer;
use engine::map::Map;
use std::path::Path;
use tabella::cli::common::reports;
use tabella::store::{self, Folder};

/// The titles whose boards are maps of areas.
const TITLES: [&str; 2] = ["duelling-republics", "punica"];

fn outline(title: &str) -> Outline {
    let text = tabella::packed::get(&format!("games/{title}/outline.yaml")).expect("packed");
    Outline::read(text).unwrap_or_else(|error| panic!("{title}: {error}"))
}

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
fn the_engraved_style_is_the_same_picture_in_black_ink() {
    let map = &recorded("punica")[5];
    let reporter = reports::reporter();
    let drawn = |tone| reporter.drawn(map, Look { tone, ..Look::default() }).expect("drawn");
    let (colour, engraved) = (drawn(Tone::Colour), drawn(Tone::Engraved));
    assert_eq!(colour, reporter.svg(map).expect("drawn"));
    assert!(colour.contains("prefers-color-scheme:dark") && colour.contains("@media print"));
    let shapes = |svg: &str| svg.split_once("</style>").map(|(_, shapes)| shapes.to_owned());
    assert_eq!(shapes(&colour), shapes(&engraved));
    let style = engraved.split("</style>").next().expect("a text has a beginning");
    for colour in style.split('#').skip(1) {
        let digits = colour.bytes().take_while(u8::is_ascii_hexdigit).collect::<Vec<u8>>();
        let parts: Vec<&[u8]> = digits.chunks(digits.len() / 3).collect();
        assert!(parts.iter().all(|part| *part == parts[0]), "#{colour:.6} is no grey");
    }
}

#[test]
fn what_decides_stands_with_every_map_and_its_page() {
    let phrases = drawing::Phrases::read(&tabella::packed::captions("en"));
    for title in TITLES.into_iter().chain(BATTLES) {
        let outline = TITLES.contains(&title).then(|| outline(title));
        for map in recorded(title) {
            let sides: Vec<&str> = map.score.iter().map(|score| score.side.as_str()).collect();
            assert_eq!(sides, ["rome", "carthage"], "{title}");
            let plates = drawing::plates(&map, &phrases, outline.as_ref());
            assert_eq!(plates.score.matches("<svg ").count(), 2, "{title}");
            let shown = [&plates.lead, &plates.whole, &plates.key];
            assert!(shown.iter().all(|part| part.contains("</svg>")), "{title}");
            assert_eq!(plates.lead.matches("<style>").count(), 1, "{title}");
            assert!(shown[1..].iter().all(|part| !part.contains("<style>")), "{title}");
            let said = drawing::in_words(&map, &phrases);
            assert!(
                said.starts_with(&map.title)
                    && [". Rome ", ". Carthage "].iter().all(|side| said.contains(side)),
                "{said}"
            );
        }
    }
}

/// The titles whose boards are fields of battle.
const BATTLES: [&str; 3] = ["combined-arms", "de-bello-punico", "metaurus"];

/// Width of the map in a window of 1280 (`figure` in page.css), and of its sheet.
const SHOWN: u64 = 1240;
const SHEET: u64 = 1000;

/// The smallest type of a unit's name and values on a field whose cells are 100 across.
const SMALLEST: u64 = 23;

#[test]
fn names_and_values_are_at_least_nine_pixels_high() {
    let phrases = drawing::Phrases::read(tabella::packed::template("map.txt").unwrap());
    for title in BATTLES {
        let maps = recorded(title);
        for (number, map) in maps.iter().enumerate() {
            let page = drawing::for_book(map, &phrases, None);
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
