//! The README and the documents keep their promises: every command shows an example, every link leads somewhere, and what is
//! shown is what the program says.

use crate::table::{run, tabella};
use clap::CommandFactory;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap()
}

#[test]
fn every_command_shows_an_example() {
    fn all(command: &clap::Command) {
        for below in command.get_subcommands() {
            all(below);
        }
        if !command.has_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let name = command.get_name();
            assert!(help.contains("Example:\n  tabella"), "{name} shows no example");
        }
    }
    all(&tabella::cli::Cli::command());
}

/// One word, one meaning: whoever must answer is "awaited", and what goes wrong is an "error".
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
    all(tabella::cli::Cli::command(), &mut found);
    assert!(found.is_empty(), "{found:?}");
}

/// The text of a page without its blocks of code.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text);
    let headings = headings.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let words = line.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// What is wrong with a link of a page; none if nothing is.
fn broken(page: &Path, text: &str, link: &str) -> Option<String> {
    if link.contains("://") || link.contains('{') {
        return None;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if path.is_empty() { page.to_owned() } else { page.parent()?.join(path) };
    if !target.exists() {
        return Some(format!("{}: {link} is not there", page.display()));
    }
    if anchor.is_empty() {
        return None;
    }
    let led_to =
        if path.is_empty() { text.to_owned() } else { fs::read_to_string(target).unwrap() };
    let found = anchors(&led_to).contains(anchor);
    (!found).then(|| format!("{}: {link} leads to no heading", page.display()))
}

#[test]
fn every_link_in_every_document_leads_somewhere() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (path, text) in documents() {
        let outside = prose(&text);
        let links = outside.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
        let pictures = outside.split("src=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        for link in links.chain(pictures) {
            count += 1;
            wrong.extend(broken(&path, &text, link));
        }
    }
    assert!(count > 100, "{count} links");
    assert!(wrong.is_empty(), "{wrong:#?}");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    assert!(broken(&page, "# Play now", "#play-now").is_none());
    assert!(broken(&page, "# Play now", "#play-later").is_some());
    assert!(broken(&page, "", "docs/nowhere.md").is_some());
}

#[test]
fn the_readme_is_short() {
    let readme = readme();
    let door = readme.split("\n## More\n").next().unwrap();
    let words = door.split_whitespace().count();
    assert!(door.len() < readme.len() && words <= 700, "{words} words before \"More\"");
}

#[test]
fn the_proof_in_the_readme_is_the_programs() {
    let readme = readme();
    let command = "tabella verify games/metaurus/example";
    let shown = readme.split(command).nth(1).expect("the command is shown");
    let shown = shown.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let mut verify = tabella();
    verify.current_dir(env!("CARGO_MANIFEST_DIR")).args(command.split(' ').skip(1));
    let said = run(&mut verify).ended(0).out;
    let mut printed = said.lines();
    for line in shown.lines() {
        assert!(printed.any(|other| other == line), "{line}\nis not in\n{said}");
    }
}

/// Every document of the repository meant for people: path and text.
fn documents() -> Vec<(std::path::PathBuf, String)> {
    fn collect(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let name = entry.file_name().into_string().unwrap();
            let recorded = name.starts_with("example") || name == "target" || name.starts_with('.');
            if entry.path().is_dir() && !recorded {
                collect(&entry.path(), found);
            } else if name.ends_with(".md") {
                found.push(entry.path());
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for part in ["docs", "contrib", "games", "templates"] {
        collect(&root.join(part), &mut paths);
    }
    paths.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root.join(name)));
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// The commands that a document names: in code spans, which may cross a line end, and on lines of code.
fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, part) in text.split("```").enumerate() {
        if at % 2 == 1 {
            // A transport of Postfix has the program's name.
            let part = part.replace("\ntabella unix ", "\nunix ");
            found.extend(part.lines().map(|line| line.trim_start_matches("$ ").to_owned()));
        } else {
            found.extend(part.split('`').skip(1).step_by(2).map(|span| span.replace('\n', " ")));
        }
    }
    let begins = |line: &String| line.trim_start().starts_with("tabella ");
    found.into_iter().filter(begins).collect()
}

/// The part of a command line that does not exist: a command, or one of its options. Placeholders (`SEAT`, `...`) are
/// ignored.
fn unknown(line: &str) -> Option<String> {
    let mut root = tabella::cli::Cli::command();
    root.build();
    let mut command = &root;
    let mut words = line.split_whitespace().skip(1).peekable();
    while let Some(word) = words.next() {
        let stands_for = |word: &str| !word.contains(|c: char| c.is_ascii_lowercase());
        if ["|", ">", "<", "&&", "||", ";", "#", "\\"].contains(&word) || word.starts_with("2>") {
            return None;
        }
        if let Some(option) = word.strip_prefix("--") {
            let option =
                option.split('=').next().unwrap().trim_end_matches([',', ';', ':', ')', ']', '.']);
            let known = |name: &str| {
                let longs =
                    command.get_arguments().filter_map(clap::Arg::get_long_and_visible_aliases);
                longs.flatten().any(|long| long == name) || name == "help"
            };
            if !option.is_empty() && !stands_for(option) && !known(option) {
                return Some(format!("`{}` has no option --{option}", command.get_name()));
            }
            let valued = command
                .get_arguments()
                .any(|one| one.get_long() == Some(option) && one.get_action().takes_values());
            if valued && word.ends_with(option) {
                words.next_if(|value| !value.starts_with("--"));
            }
        } else if word == "-C" {
            words.next();
        } else if !word.starts_with('-') && command.has_subcommands() {
            // In a template, a tag may stand directly behind it.
            let word = word.split("{%").next().expect("a first part");
            let word = word.trim_end_matches([',', ';', ':', ')']);
            match command.find_subcommand(word) {
                Some(below) => command = below,
                None if stands_for(word) => return None,
                None if command.get_positionals().next().is_some() => {}
                None => return Some(format!("`{}` has no command `{word}`", command.get_name())),
            }
        }
    }
    None
}

#[test]
fn every_command_in_every_document_is_one() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (path, text) in documents() {
        for line in commands(&text) {
            count += 1;
            wrong.extend(unknown(&line).map(|what| format!("{}: {line}: {what}", path.display())));
        }
    }
    assert!(count > 300, "{count} commands");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(unknown("tabella change player SEAT KEY.pub").is_some());
    assert!(unknown("tabella -C zama status --jsn").is_some());
    assert!(unknown("tabella referee desk --settings run.yaml").is_none());
    assert!(unknown("tabella referee relaese").is_some());
}
