//! The README keeps its promises: it names every code that a player can meet, and every command.

use clap::CommandFactory;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap()
}

/// The pages about single titles, which list the titles' own refusals.
fn titles() -> String {
    let docs = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")).unwrap();
    let pages = docs
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "md"));
    pages.map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Every code that stands as a string in the sources of the rooms that complain.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('"').filter_map(|(at, _)| {
        let rest = &text[at + 1..];
        let code = &rest[..rest.find('"')?];
        let word = |rest: &str| {
            !rest.is_empty() && rest.bytes().all(|c| c.is_ascii_lowercase() || c == b'-')
        };
        let plain = code.get(2..).is_some_and(word);
        (["E-", "W-", "V-"].iter().any(|kind| code.starts_with(kind)) && plain).then_some(code)
    })
}

fn sources(folder: PathBuf, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(path, found);
        } else if !path.file_name().unwrap().to_str().unwrap().contains("test") {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap();
            found.extend(codes(text).map(str::to_owned));
        }
    }
}

#[test]
fn every_code_is_explained() {
    let mut found = BTreeSet::new();
    sources(Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(found.len() > 50, "the codes are not found: {found:?}");
    let told = readme() + &titles();
    let missing: Vec<&String> =
        found.iter().filter(|code| !told.contains(&format!("`{code}`"))).collect();
    assert!(missing.is_empty(), "the README does not list {missing:?}");
}

#[test]
fn every_command_shows_an_example() {
    for command in tabella::cli::args::Cli::command().get_subcommands() {
        let deepest: Vec<_> = command.get_subcommands().collect();
        for one in if deepest.is_empty() { vec![command] } else { deepest } {
            let help = one.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Example:\n  tabella"), "{} shows no example", one.get_name());
        }
    }
}

#[test]
fn every_file_that_it_links_to_is_there() {
    let readme = readme();
    for (at, _) in readme.match_indices("](") {
        let link = readme[at + 2..].split(')').next().unwrap();
        assert!(
            Path::new(env!("CARGO_MANIFEST_DIR")).join(link).exists(),
            "the README links to {link}"
        );
    }
}
