//! Languages beside English: which templates and phrases they have, and that a turn told in one is the same turn.

use super::properties::game::titles;
use super::telling::{families, prose, read_all};
use engine::BotStyle;
use std::collections::{BTreeMap, BTreeSet};
use tabella::packed;
use tabella::report::Language;

/// What is told wholly in a language: the titles, by language.
const WHOLE: [(Language, &[&str]); 1] = [(Language::Italian, &["punica", "de-bello-punico"])];

/// How many templates that all titles share are still told in English: those of letters, and the page on which a game is
/// followed step by step. A site is told in English alone.
const MISSING: [(Language, usize); 1] = [(Language::Italian, 10)];

/// Words that are English and nothing else.
const ENGLISH: [&str; 12] =
    ["the", "and", "of", "with", "from", "was", "were", "had", "has", "is", "are", "by"];

/// Packed texts below a folder of templates in a language: names below it.
fn texts(folder: &str, language: &str) -> BTreeSet<String> {
    let below = format!("{folder}/{language}/");
    packed::FILES
        .iter()
        .filter_map(|(path, _)| Some(path.strip_prefix(&below)?.to_owned()))
        .collect()
}

#[test]
fn what_is_not_translated_is_counted() {
    for (language, titles) in WHOLE {
        let folders = titles.iter().map(|title| format!("games/{title}/templates"));
        let mut missing = Vec::new();
        for folder in folders.chain(["templates".to_owned()]) {
            let (english, own) = (texts(&folder, "en"), texts(&folder, language.code()));
            let strange: Vec<_> = own.difference(&english).collect();
            assert!(strange.is_empty(), "{folder}: nobody asks for {strange:?}");
            // A page whose words lie beside it is written once for all languages.
            let wordless = |name: &str| {
                name.strip_suffix(".html").is_some_and(|stem| own.contains(&format!("{stem}.txt")))
            };
            // The frames of a book's chapters hold no words; a site is told in English alone.
            let spoken = |name: &str| {
                !name.starts_with("site/")
                    && !name.starts_with("book/")
                    && !wordless(name)
                    && [".md", ".txt", ".html", ".yaml"].iter().any(|end| name.ends_with(end))
            };
            let lacks = english.difference(&own).filter(|name| spoken(name));
            missing.extend(lacks.map(|name| format!("{folder}/{name}")));
        }
        let expected = MISSING.iter().find(|(it, _)| *it == language).map(|(_, count)| *count);
        assert_eq!(Some(missing.len()), expected, "{language:?} lacks {missing:#?}");
        for title in titles {
            let own = missing.iter().find(|name| name.starts_with(&format!("games/{title}/")));
            assert_eq!(own, None, "{title} is told wholly in {language:?}");
        }
    }
}

/// The gaps of each family of a catalogue.
fn gaps(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut family = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        if !line.starts_with(' ') {
            line.trim_end_matches(" +").clone_into(&mut family);
        }
        let gaps = found.entry(family.clone()).or_default();
        for gap in line.split('{').skip(1).filter(|_| line.starts_with(' ')) {
            let name = gap.split(['}', '?']).next().expect("a text has a first part");
            gaps.insert(name.trim_start_matches('#').to_ascii_lowercase());
        }
    }
    found
}

#[test]
fn a_phrase_in_another_language_says_no_more_than_the_english_one() {
    for (language, titles) in WHOLE {
        let shared = ["templates".to_owned()];
        let folders = titles.iter().map(|title| format!("games/{title}/templates"));
        for folder in folders.chain(shared) {
            let say =
                |language: &str| packed::get(&format!("{folder}/{language}/say.txt")).unwrap();
            let (english, own) = (gaps(say("en")), gaps(say(language.code())));
            assert_eq!(families(say("en")), families(say(language.code())), "{folder}");
            for (family, gaps) in own {
                let strange: Vec<_> = gaps.difference(&english[&family]).collect();
                assert!(strange.is_empty(), "{folder}, {family}: nothing fills {strange:?}");
            }
        }
    }
}

#[test]
fn stories_in_another_language_have_no_english_left() {
    for (language, whole) in WHOLE {
        let mut read = 0;
        let titles: Vec<_> = titles().into_iter().filter(|it| whole.contains(&it.slug)).collect();
        read_all(language, &titles, BotStyle::Sensible, 21, |slug, viewer, _, report| {
            let prose = prose(report);
            let words = prose.split(|letter: char| !letter.is_alphanumeric());
            let english: Vec<_> = words.filter(|word| ENGLISH.contains(word)).collect();
            assert!(english.is_empty(), "{slug}, {viewer:?}: {english:?}\n{prose}");
            read += 1;
        });
        assert!(read > 20, "only {read} reports");
    }
}
