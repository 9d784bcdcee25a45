//! The prose of every title, over games that built-in players play: no ids, no shapes that were banned, no missing spaces, and no
//! more words than anybody would read.

use crate::pages::Scene;
use crate::properties::game::{Game, Title, titles};
use engine::story::Ledger;
use engine::{BotStyle, Viewer};
use std::collections::{BTreeMap, BTreeSet};
use tabella::packed;
use tabella::report::{Context, Language, Reporter};

const RECORDS: usize = 8;

/// Maximum number of words in a report, the longest being of a battle.
const MOST_WORDS: usize = 500;

/// Patterns in the prose of earlier programs that no report may have again.
const BANNED: [&str; 8] = [
    "There was movement",
    "That meant a battle",
    "Carthage no ",
    "Rome took Roma",
    "undefined",
    "  ",
    " .",
    " ,",
];

fn told(game: &Game<'_>, slug: &str, number: u32, viewer: &Viewer, ledger: &Ledger) -> Context {
    let play = game.play.as_ref();
    let scene = Scene { play, title: slug, title_name: slug, number };
    Context { narrative: play.narrative(viewer, ledger, &play.awaited()), ..scene.record(viewer) }
}

/// Headline, standfirst and story without margins, maps and the line that names the game.
pub(crate) fn prose(report: &str) -> String {
    let (head, rest) = report.split_once("```map").expect("a report has a map");
    let head = head.split_once("*\n").map_or(head, |(_, below)| below);
    let title = report.lines().next().unwrap_or_default();
    let story = rest.split("\n## ").nth(1).expect("a report has a story");
    let story = story.split_once('\n').map_or("", |(_, told)| told);
    let mut fenced = false;
    let kept = [title, "\n", head, story].concat();
    let lines = kept.lines().filter(|line| {
        fenced ^= line.starts_with("```");
        !fenced && !line.starts_with("```") && !line.starts_with('>')
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// True for a unit's id or a place's number: `ha3`, `x-3`, `0612`.
fn is_id(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
    let digits =
        word.trim_start_matches(|letter: char| letter.is_ascii_lowercase() || letter == '-');
    let letters = word.len() - digits.len();
    let numbered = !digits.is_empty() && digits.chars().all(|letter| letter.is_ascii_digit());
    numbered && ((1..=4).contains(&letters) || (letters == 0 && digits.len() == 4))
}

fn faults(prose: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for word in prose.split_whitespace().filter(|word| is_id(word)) {
        faults.push(format!("an id: {word}"));
    }
    let flat = prose.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    faults.extend(
        BANNED.iter().filter(|shape| flat.contains(**shape)).map(|shape| format!("{shape:?}")),
    );
    let letters: Vec<char> = prose.chars().collect();
    for three in letters.windows(3) {
        if three[0].is_ascii_lowercase() && three[1] == '.' && three[2].is_ascii_uppercase() {
            faults.push(format!("no space in {}", three.iter().collect::<String>()));
        }
    }
    faults
}

/// Plays two games of every title and shows `each` what every viewer reads.
pub(crate) fn read_all(
    language: Language,
    titles: &[Title],
    style: BotStyle,
    seed: u64,
    mut each: impl FnMut(&str, &Viewer, &Context, &str),
) {
    let reporter = Reporter::layered(language, |_| Ok(None));
    for title in titles {
        for (at, setup) in title.setups().iter().take(2).enumerate() {
            let mut game = Game::open(title.loaded.as_ref(), title.slug, setup, seed + at as u64);
            let mut ledger = Ledger::default();
            for number in 0..RECORDS {
                let number = u32::try_from(number).unwrap();
                let seats = setup.seats.iter().take(2).map(|(seat, _)| Viewer::Seat(seat.clone()));
                for viewer in std::iter::once(Viewer::Public).chain(seats) {
                    let context = told(&game, title.slug, number, &viewer, &ledger);
                    let map = game.play.picture(&viewer);
                    let report = reporter
                        .markdown(&context, &map)
                        .unwrap_or_else(|error| panic!("{}, seed {seed}: {error}", title.slug));
                    each(title.slug, &viewer, &context, &report);
                }
                game.play.remember(&mut ledger);
                if game.play.outcome().is_some() {
                    break;
                }
                game.advance(style);
            }
        }
    }
}

#[test]
fn prose_has_no_ids_no_banned_shapes_and_room_for_its_words() {
    let mut read = 0;
    for (style, seed) in [(BotStyle::Sensible, 11), (BotStyle::Random, 12)] {
        read_all(Language::English, &titles(), style, seed, |slug, viewer, _, report| {
            let prose = prose(report);
            let faults = faults(&prose);
            assert!(faults.is_empty(), "{slug}, {viewer:?}, seed {seed}: {faults:?}\n{prose}");
            let words = prose.split_whitespace().count();
            assert!(words <= MOST_WORDS, "{slug}, seed {seed}: {words} words\n{prose}");
            read += 1;
        });
    }
    assert!(read > 100, "{read}");
}

#[test]
fn a_story_tells_only_what_its_viewer_saw() {
    read_all(Language::English, &titles(), BotStyle::Sensible, 13, |slug, viewer, context, _| {
        let chapters = context.chapters.as_array().unwrap();
        let seen: BTreeSet<u64> = chapters
            .iter()
            .flat_map(|chapter| chapter["events"].as_array().unwrap())
            .map(|event| event["n"].as_u64().unwrap())
            .collect();
        let report = context.narrative.iter().flat_map(engine::story::Report::sentences);
        for sentence in report {
            let unseen = sentence.events.iter().find(|n| !seen.contains(&u64::from(**n)));
            assert!(unseen.is_none(), "{slug}, {viewer:?}: {unseen:?} of {sentence:?}");
        }
    });
}

#[test]
fn what_is_told_again_is_told_alike() {
    let mut first = Vec::new();
    read_all(Language::English, &titles(), BotStyle::Random, 14, |_, _, _, report| {
        first.push(report.to_owned());
    });
    let mut at = 0;
    read_all(Language::English, &titles(), BotStyle::Random, 14, |slug, _, _, report| {
        assert_eq!(first[at], report, "{slug}");
        at += 1;
    });
}

#[test]
fn a_demonstration_names_players_of_seats_that_there_are() {
    let mut named = 0;
    for title in titles() {
        let Some(text) = packed::demo(title.slug) else { continue };
        let players: BTreeMap<String, String> = serde_yaml::from_str(text).unwrap();
        let scenarios = title.loaded.prospectus().scenarios;
        let seats: BTreeSet<String> = scenarios
            .iter()
            .flat_map(|scenario| scenario.seats.iter().map(|(seat, _)| seat.to_string()))
            .collect();
        let unknown = players.keys().find(|seat| !seats.contains(*seat));
        assert!(unknown.is_none(), "{}: no seat {unknown:?}", title.slug);
        named += players.len();
    }
    assert!(named > 0);
}
