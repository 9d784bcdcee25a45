//! Tests of the drawing of the sample game.

use super::sample;
use ::drawing::{Phrases, draw, figure};
use engine::map::{Figure, Map, Point};

fn drawing() -> String {
    draw(&sample::map(), &Phrases::read(crate::packed::template("map.txt").unwrap()), None)
}

#[test]
fn the_same_map_gives_the_same_bytes_and_no_fraction() {
    let drawing = drawing();
    assert_eq!(drawing, self::drawing());
    let shapes = drawing.split("</style>").nth(1).unwrap();
    let words =
        shapes.split(['"', '<', '>']).filter(|part| part.starts_with('M') && part.len() > 4);
    assert!(words.into_iter().all(|path| !path.contains('.')), "a path has a fraction");
}

#[test]
fn it_needs_nothing_from_elsewhere() {
    let drawing = drawing().replacen("http://www.w3.org/2000/svg", "", 1);
    let drawing = drawing.replace("href=\"#m-", "");
    for foreign in ["http", "<script", "href", "@import", "url(h", "<image", "foreignObject"] {
        assert!(!drawing.contains(foreign), "{foreign}");
    }
}

#[test]
fn it_says_in_words_what_it_shows() {
    let drawing = drawing();
    assert!(drawing.contains("<title id=\"m-title\">Turn 7: Rome attacks &lt;&amp;&gt;</title>"));
    assert!(drawing.contains("<title>rome ve1 on e5</title>"));
    assert!(drawing.contains("<title>carthage Retreat</title>"));
    for words in [
        "hill",
        "plateau",
        "mountain route",
        "sea route",
        "attack",
        "fell back",
        "destroyed",
        "African Infantry",
    ] {
        assert!(drawing.contains(&format!(">{words}</text>")), "{words}");
    }
}

#[test]
fn figures_stand_below_the_map_and_have_ids_of_their_own() {
    let mut map = sample::map();
    let inner = Map { title: "The line".to_owned(), ..sample::map() };
    map.figures.push(Figure { name: "zama-3".to_owned(), map: inner });
    let phrases = Phrases::read(crate::packed::template("map.txt").unwrap());
    let drawing = draw(&map, &phrases, None);
    assert_eq!(drawing.matches("<svg ").count(), 3, "a sheet with two drawings on it");
    assert_eq!(drawing.matches("</svg>").count(), 3);
    assert_eq!(drawing.matches("<style>").count(), 1);
    assert!(drawing.contains("<title id=\"m-title-zama-3_1\">The line</title>"), "{drawing}");
    let alone = figure(&map.figures[0]);
    assert!(
        alone.starts_with("<svg ") && drawing.contains("y=\"0\"") && !alone.contains("<style>")
    );
    map.figures.clear();
    assert_eq!(draw(&map, &phrases, None), self::drawing(), "without figures nothing changes");
}

#[test]
fn cells_of_any_shape_can_be_drawn() {
    let mut map = sample::map();
    map.cells.truncate(2);
    map.cells[0].terrain = "sea".to_owned();
    map.cells[0].outline = [(0, 50), (43, 25), (43, -25), (0, -50), (-43, -25), (-43, 25)]
        .map(|(x, y)| Point { x, y })
        .to_vec();
    map.cells[1].terrain = "a \"thicket\"".to_owned();
    map.cells[1].label = "Cirta & port".to_owned();
    let drawing = draw(&map, &Phrases::default(), None);
    assert!(drawing.contains("M-43-25l43-25 43 25v50l-43 25-43-25z"));
    assert!(
        drawing.contains("url(#m-terrain-a--thicket-)") && drawing.contains("Cirta &amp; port")
    );
}
