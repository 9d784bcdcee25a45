//! The page of codes and the program say the same, both ways.
#![allow(clippy::disallowed_methods, reason = "the test reads the sources")]

use super::{Common, catalogue, lines, page, parts, verify, warning};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// All sources below a folder that are not tests, as one text each, without comments.
fn sources(folder: &str) -> Vec<String> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.file_name().is_some_and(|name| name.to_string_lossy().contains("test")) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == "rs") {
                let text = fs::read_to_string(&path).expect("a source");
                let text = text.split("#[cfg(test)]").next().expect("a first part");
                let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                texts.push(code.flat_map(|line| [line, "\n"]).collect());
            }
        }
    }
    texts
}

/// Strings of a source that look like codes.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').filter(|word| {
        let rest = ["E-", "W-", "V-", "G-"].iter().find_map(|kind| word.strip_prefix(kind));
        rest.is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_alphabetic())
                && rest.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-')
        })
    })
}

/// The folders of sources whose codes are in a list: all but those of titles that have none yet.
fn listed() -> Vec<String> {
    let titles = catalogue::titles().iter().filter(|title| !title.codes().is_empty());
    let titles = titles.map(|title| format!("games/{}/src", title.slug()));
    ["crates/engine/src", "crates/record/src", "src"]
        .map(str::to_owned)
        .into_iter()
        .chain(titles)
        .collect()
}

/// The codes of findings and of the gate: strings, not variants.
fn strings() -> Vec<&'static str> {
    let found = verify::CODES.iter().map(|(code, ..)| *code);
    #[cfg(feature = "git")]
    let found = found.chain(crate::gate::CODES.iter().map(|(code, ..)| *code));
    found.collect()
}

/// The number of times that a path such as `Code::Unit` is written as a whole.
fn paths(text: &str, path: &str) -> usize {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    text.match_indices(path).filter(|(at, _)| ends(&text[at + path.len()..])).count()
}

#[test]
fn the_page_of_codes_is_fresh() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    if fs::read_dir(games).expect("the titles").count() != catalogue::titles().len() {
        return; // A build of some titles cannot make the page of all.
    }
    assert!(
        page(&str::to_owned) == include_str!("../../docs/codes.md"),
        "docs/codes.md is stale: run `cargo run -- tools codes > docs/codes.md`"
    );
}

#[test]
fn every_code_that_is_written_stands_in_the_lists() {
    let parts = parts();
    let entries = || parts.iter().flat_map(|part| part.codes);
    let mut known: BTreeSet<&str> = entries().map(|entry| entry.code).collect();
    known.extend(strings());
    for folder in listed() {
        for text in sources(&folder) {
            let unknown: Vec<&str> = codes(&text).filter(|code| !known.contains(code)).collect();
            assert!(unknown.is_empty(), "{folder}: {unknown:?} stand in no list of codes");
        }
    }
}

#[test]
fn every_code_in_the_lists_is_used_and_stands_there_once() {
    let texts: Vec<(String, String)> = listed()
        .into_iter()
        .map(|folder| {
            let text = sources(&folder).concat();
            (folder, text)
        })
        .collect();
    let everywhere: String = texts.iter().map(|(_, text)| text.as_str()).collect();
    let of_files = texts.iter().filter(|(folder, _)| !folder.starts_with("games/"));
    let of_files: String = of_files.map(|(_, text)| text.as_str()).collect();
    let mut seen = BTreeSet::new();
    for part in parts() {
        for entry in part.codes {
            assert!(seen.insert(entry.code), "{} stands twice", entry.code);
            if let Some(warning) = warning(entry) {
                let other = part.codes.iter().any(|other| other.code == warning);
                assert!(!other, "{warning} would mean two things");
            }
            // A title's codes are its own: another's variant of the same name is no use of them.
            let own = format!("games/{}/src", part.title.trim_matches('`'));
            let own = texts.iter().find(|(folder, _)| *folder == own);
            let (list, text) = match own {
                Some((_, text)) => ("Code", text),
                None if part.codes == Common::TABLE => ("Common", &everywhere),
                None => ("Code", &of_files),
            };
            let used = paths(text, &format!("{list}::{}", entry.name)) > 0
                || text.matches(&format!("\"{}\"", entry.code)).count() > 1;
            assert!(used, "{} ({list}::{}) is used nowhere", entry.code, entry.name);
        }
    }
    for code in strings() {
        let written = everywhere.matches(&format!("\"{code}\"")).count();
        assert!(written > 1, "{code} is found nowhere");
    }
}

#[test]
fn a_code_is_told_at_the_prompt() {
    let told = lines("E-phase", &str::to_owned).expect("a code of files");
    assert!(told.contains("fault: the file is for a phase other than the open one"), "{told}");
    assert!(lines("V-seal", &str::to_owned).is_some_and(|told| told.contains("finding")));
    let doubted = lines("W-ca-way", &str::to_owned).expect("a refusal as a warning");
    assert!(doubted.starts_with("W-ca-way  warning (rule M3): no path leads"), "{doubted}");
    assert!(doubted.contains("as things stand now"), "{doubted}");
    assert_eq!(
        (lines("E-phrase", &str::to_owned), super::nearest("E-phrase")),
        (None, Some("E-phase"))
    );
}
