//! The README keeps its promises: every command shows an example, and every link leads somewhere.

use clap::CommandFactory;
use std::fs;
use std::path::Path;

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap()
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

/// One word, one meaning: who must answer is awaited, and what goes wrong is an error.
#[test]
fn no_help_uses_another_word_for_what_is_awaited_or_an_error() {
    fn all(mut command: clap::Command, found: &mut Vec<String>) {
        let help = command.render_long_help().to_string();
        let words = help.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
        let banned = ["owe", "owed", "owes", "trouble"];
        for word in words.filter(|word| banned.contains(&word.as_str())) {
            found.push(format!("{}: {word}", command.get_name()));
        }
        for below in command.get_subcommands() {
            all(below.clone(), found);
        }
    }
    let mut found = Vec::new();
    all(tabella::cli::args::Cli::command(), &mut found);
    assert!(found.is_empty(), "{found:?}");
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
