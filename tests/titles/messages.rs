//! Tests of messages about orders in another language: the program says every sentence that a catalogue holds, and the
//! catalogue holds all messages about wrong orders of a title that is told wholly.

use super::properties::game::{Game, titles};
use super::translated::WHOLE;
use engine::title::RawOrders;
use engine::{BotStyle, Common, Complaints, Offers, Rng, Viewer};
use phrasebook::WORDS;
use record::exchange::OrderFile;
use record::exchange::codes::Code;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tabella::packed;
use tabella::report::Messages;

/// Number of records in one game, and of altered orders for each seat and record.
const RECORDS: u32 = 6;
const ALTERED: usize = 30;

/// The Rust sources below some folders, written as a catalogue writes sentences.
fn sources(folders: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut left: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(fs::read_to_string(path).unwrap());
        }
    }
    found
}

/// Source text with its quotation marks unescaped and continued strings joined.
fn unescaped(source: &str) -> String {
    let mut parts = source.split("\\\n");
    let first = parts.next().unwrap_or_default().to_owned();
    let joined = parts.fold(first, |all, part| all + part.trim_start());
    joined.replace("\\\"", "\"")
}

#[test]
fn every_sentence_of_a_catalogue_stands_in_the_program() {
    let mut strange = Vec::new();
    for (language, titles) in WHOLE {
        let code = language.code();
        let shared = (
            "templates".to_owned(),
            vec![
                "crates/engine/src",
                "crates/record/src",
                "src/cli",
                "src/codes",
                "src/store",
                "src/verify",
            ],
        );
        let own: Vec<_> = titles.iter().map(|title| format!("games/{title}/src")).collect();
        let own = titles.iter().zip(&own).map(|(title, sources)| {
            (
                format!("games/{title}/templates"),
                vec![
                    sources.as_str(),
                    "crates/engine/src/title.rs",
                    "crates/engine/src/language.rs",
                ],
            )
        });
        for (folder, folders) in std::iter::once(shared).chain(own) {
            let names = ["messages.txt", "orders.txt"];
            let texts = names.map(|name| packed::get(&format!("{folder}/{code}/{name}")));
            let catalogue = texts.map(Option::unwrap_or_default).concat();
            assert!(!catalogue.is_empty(), "{folder}");
            let written: Vec<String> =
                sources(&folders).iter().map(|text| unescaped(text)).collect();
            let formats: Vec<String> =
                written.iter().map(|text| text.replace("{{", "{").replace("}}", "}")).collect();
            let margin = |line: &&str| !line.starts_with([' ', '#']) && !line.is_empty();
            for sentence in catalogue.lines().filter(margin) {
                let begun =
                    [format!("\"{sentence}"), format!("\" {sentence}"), format!("\\n{sentence}")];
                let stands = |text: &String| begun.iter().any(|begun| text.contains(begun));
                let known = written.iter().chain(&formats).any(stands);
                if !known {
                    strange.push(format!("{folder}: {sentence}"));
                }
            }
        }
    }
    assert!(strange.is_empty(), "nothing says {strange:#?}");
}

fn lacking(messages: &Messages, complaints: &Complaints, lacks: &mut BTreeSet<String>) {
    for complaint in &complaints.0 {
        for text in [Some(&complaint.message), complaint.fix.as_ref()].into_iter().flatten() {
            if messages.find(text).is_none() {
                lacks.insert(format!("{}: {text}", complaint.code));
            }
        }
    }
}

#[test]
fn what_is_wrong_with_orders_is_said_in_the_language() {
    let mut all = BTreeSet::new();
    for (language, whole) in WHOLE {
        for title in titles().into_iter().filter(|title| whole.contains(&title.slug)) {
            let messages = Messages::of(language, title.slug);
            let (mut lacks, mut said) = (BTreeSet::new(), 0);
            for (at, setup) in title.setups().iter().take(3).enumerate() {
                let mut game = Game::open(title.loaded.as_ref(), title.slug, setup, 31 + at as u64);
                let mut rng = Rng::new(7 + at as u64);
                for _ in 0..RECORDS {
                    for (seat, _) in &setup.seats {
                        let play = game.play.as_ref();
                        for orders in mutator::many(play, seat, &mut rng, ALTERED) {
                            let complaints = play.check(seat, &orders);
                            said += complaints.0.len();
                            lacking(&messages, &complaints, &mut lacks);
                        }
                    }
                    if game.play.outcome().is_some() {
                        break;
                    }
                    game.advance(BotStyle::Sensible);
                }
            }
            assert!(said > 500, "{}: only {said} complaints", title.slug);
            all.extend(lacks);
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

/// Adds the words on a map, and in its description for screen readers, that a catalogue lacks.
fn unsaid(words: &Messages, data: &Value, name: &str, lacks: &mut BTreeSet<String>) {
    match data {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| unsaid(words, field, name, lacks));
        }
        Value::Array(all) => all.iter().for_each(|one| unsaid(words, one, name, lacks)),
        Value::String(text) if WORDS.contains(&name) => {
            // Strokes and ways have kinds too, which are words of ours; a label of one word is a name.
            let word = !["kind", "text"].contains(&name) && text.len() > 4;
            let spoken = text.contains(' ') || word;
            if spoken && text.contains(char::is_lowercase) && words.find(text).is_none() {
                lacks.insert(format!("{name}: {text}"));
            }
        }
        Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {}
    }
}

#[test]
fn what_stands_on_a_map_is_said_in_the_language() {
    let mut all = BTreeSet::new();
    for (language, whole) in WHOLE {
        let words = Messages::of_pictures(language);
        for title in titles().into_iter().filter(|title| whole.contains(&title.slug)) {
            let mut lacks = BTreeSet::new();
            for (at, setup) in title.setups().iter().take(4).enumerate() {
                let mut game = Game::open(title.loaded.as_ref(), title.slug, setup, 41 + at as u64);
                for _ in 0..RECORDS {
                    let map = game.play.picture(&Viewer::Public);
                    unsaid(&words, &serde_json::to_value(&map).unwrap(), "", &mut lacks);
                    if game.play.outcome().is_some() {
                        break;
                    }
                    game.advance(BotStyle::Sensible);
                }
            }
            all.extend(lacks);
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

/// True of names, which are the same in every language, with an id or a number beside them: `r1 Corvus (1)`.
fn is_name(text: &str) -> bool {
    let mut words = text.split(' ').map(|word| word.trim_matches(['(', ')', ',']));
    words.all(|word| {
        word.len() < 3 || word.contains(|it: char| it.is_uppercase() || it.is_ascii_digit())
    })
}

/// Adds the words of offers that a catalogue lacks. A word without a blank belongs to the order grammar, or is a name.
fn unoffered(words: &Messages, offers: &Offers, lacks: &mut BTreeSet<String>) {
    let subjects = offers.subjects.iter();
    let subjects = subjects.flat_map(|one| [Some(one.words.as_str()), one.ordered.as_deref()]);
    let offered = offers.offers.iter();
    let offered = offered.flat_map(|one| [Some(one.group.as_ref()), Some(one.words.as_str())]);
    // Pages of choices, one below another.
    let about = offers.about.iter().flat_map(|about| about.split(": ")).map(Some);
    for text in subjects.chain(offered).chain(about).flatten() {
        let spoken = text.contains(' ') && !is_name(text);
        if spoken && words.find(text).is_none() {
            lacks.insert(text.to_owned());
        }
    }
}

#[test]
fn what_can_be_ordered_by_hand_is_said_in_the_language() {
    let mut all = BTreeSet::new();
    for (language, whole) in WHOLE {
        for title in titles().into_iter().filter(|title| whole.contains(&title.slug)) {
            let words = Messages::of_offers(language, title.slug);
            let (mut lacks, mut seen) = (BTreeSet::new(), 0);
            for (at, setup) in title.setups().iter().take(2).enumerate() {
                let mut game = Game::open(title.loaded.as_ref(), title.slug, setup, 51 + at as u64);
                for _ in 0..RECORDS {
                    for (seat, _) in &setup.seats {
                        let ask = |picked: Option<&str>| {
                            game.play.offers(seat, &RawOrders::default(), picked)
                        };
                        let first = ask(None);
                        let picks = first.offers.iter().filter_map(|offer| offer.pick.as_deref());
                        let subjects = first.subjects.iter().map(|subject| subject.id.as_str());
                        let further: Vec<_> =
                            subjects.chain(picks).map(|id| ask(Some(id))).collect();
                        for offers in further.iter().chain([&first]) {
                            seen += offers.offers.len();
                            unoffered(&words, offers, &mut lacks);
                        }
                    }
                    if game.play.outcome().is_some() {
                        break;
                    }
                    game.advance(BotStyle::Sensible);
                }
            }
            assert!(seen > 500, "{}: only {seen} offers", title.slug);
            all.extend(lacks.into_iter().map(|text| format!("{}: {text}", title.slug)));
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn what_is_wrong_with_a_file_is_said_in_the_language() {
    let good = "tabella: 1\ngame: zama\nphase: 2\nseat: rome\nafter: 00\nrevision: 1\nfinal: true\nsalt: ''\n";
    let files = [
        String::new(),
        "- a\n- b\n".to_owned(),
        good.to_owned(),
        good.replace("phase: 2", "phase: two"),
        good.replace("phase: 2", "phase: 2\nphase: 3"),
        good.replace("seat: rome\n", ""),
        good.replace("final: true", "final: perhaps"),
        good.replace("tabella: 1", "tabella: 9"),
        good.replace("salt: ''", "salt: abc\norders:"),
        good.replace("salt: ''", "salt: abc\nstanding:"),
        format!("{good}colour: red\n"),
        format!("{good}note: ave\n"),
        format!("{good}note:\n"),
        format!("{good}note: {{to: [], text: {{}}}}\n"),
        format!("{good}note: {{to: all, text: {}}}\n", "a".repeat(5000)),
        format!("{good}---\na: 1\n"),
        format!("{good}a: &b 1\n"),
        format!("{good}a: *b\n"),
        format!("{good}a: !b 1\n"),
        format!("{good}<<: {{a: 1}}\n"),
        format!("%YAML 1.2\n---\n{good}"),
        format!("{good}{{a: 1}}: 2\n"),
    ];
    for (language, whole) in WHOLE {
        let (messages, mut lacks) = (Messages::of(language, whole[0]), BTreeSet::new());
        for file in &files {
            let complaints = OrderFile::read(file.as_bytes()).expect_err(file);
            lacking(&messages, &complaints, &mut lacks);
        }
        assert!(lacks.is_empty(), "{language:?} lacks {lacks:#?}");
    }
}

#[test]
fn what_a_code_says_is_said_in_the_language() {
    for (language, whole) in WHOLE {
        let messages = Messages::of_titles(language);
        let titles = tabella::catalogue::titles().iter();
        let own = titles.filter(|title| whole.contains(&title.slug())).flat_map(|it| it.codes());
        let all = Code::TABLE.iter().chain(Common::TABLE).chain(own);
        let texts = all.flat_map(|entry| [entry.says, entry.way_out]);
        let lacks: Vec<_> = texts.filter(|text| messages.find(text).is_none()).collect();
        assert!(lacks.is_empty(), "{lacks:#?}");
    }
}
