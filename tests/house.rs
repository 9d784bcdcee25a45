//! House rules as tests: who may know whom, how long a file may be, and what the rules may not touch.
#![allow(clippy::disallowed_methods, reason = "the test reads the sources")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Lines of a source file; longer ones can't be taken in at one sitting.
const FILE_LINES_MAX: usize = 500;
/// Lines of a function, from its header to its closing brace.
const FUNCTION_LINES_MAX: usize = 60;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut todo = vec![root().join(folder)];
    while let Some(folder) = todo.pop() {
        for entry in
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = entry.unwrap().path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|ext| ext == extension) {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path.strip_prefix(root()).unwrap().to_owned(), text));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no sources in {folder}");
    found
}

/// The table of rooms in ARCHITECTURE.md: room to the rooms it may use.
fn rooms() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut rooms = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [room, _, may] = cells[..] else { panic!("not a row of the rooms table: {line}") };
        let may =
            may.split(',').map(str::trim).filter(|name| *name != "–").map(str::to_owned).collect();
        rooms.insert(room.trim_matches('`').to_owned(), may);
    }
    assert!(rooms.len() > 8, "the table of rooms is gone");
    rooms
}

/// The room of a source file: `src/engine/run.rs` is in `engine`, `src/packed.rs` in `packed`.
fn room_of(path: &Path) -> String {
    let below = path.strip_prefix("src").unwrap();
    below
        .components()
        .next()
        .unwrap()
        .as_os_str()
        .to_str()
        .unwrap()
        .trim_end_matches(".rs")
        .to_owned()
}

/// Names that follow `crate::` in a text, braces opened.
fn crate_paths(text: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let group = &group[..group.find("};").unwrap_or(group.len())];
            paths.extend(
                group
                    .split(',')
                    .map(|part| vec![part.trim().split("::").next().unwrap_or("").to_owned()]),
            );
        } else {
            let path: String = rest
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_' || *c == ':')
                .collect();
            paths.push(path.split("::").map(str::to_owned).collect());
        }
    }
    paths
}

#[test]
fn a_room_uses_only_the_rooms_that_its_row_names() {
    let rooms = rooms();
    let mut faults = Vec::new();
    for (path, text) in sources("src", "rs") {
        let room = room_of(&path);
        if room == "lib" || room == "main" {
            continue;
        }
        let may = rooms
            .get(&room)
            .unwrap_or_else(|| panic!("{room} has no row in ARCHITECTURE.md ({})", path.display()));
        for used in crate_paths(&text) {
            if used[0] != room && rooms.contains_key(&used[0]) && !may.contains(&used[0]) {
                faults.push(format!("{}: {room} may not use {}", path.display(), used[0]));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_title_knows_another() {
    for (path, text) in sources("src/games", "rs") {
        let mut parts =
            path.components().skip(2).map(|part| part.as_os_str().to_str().unwrap().to_owned());
        let Some(title) = parts.next().filter(|name| name != "mod.rs") else { continue };
        for used in
            crate_paths(&text).into_iter().filter(|used| used[0] == "games" && used.len() > 1)
        {
            assert_eq!(used[1], title, "{}: a title uses another's folder", path.display());
        }
    }
}

#[test]
fn rules_touch_neither_files_nor_clocks_nor_hash_maps_nor_floats() {
    let banned = [
        "HashMap",
        "HashSet",
        "f32",
        "f64",
        "SystemTime",
        "Instant",
        "std::fs",
        "std::env",
        "Utc::now",
        "thread_rng",
    ];
    for room in ["src/engine", "src/kit", "src/games"] {
        for (path, text) in sources(room, "rs") {
            for (number, line) in
                text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
            {
                let words: BTreeSet<&str> =
                    line.split(|c: char| !c.is_alphanumeric() && c != ':' && c != '_').collect();
                let found = banned.iter().find(|word| {
                    words.contains(*word) || word.contains("::") && line.contains(*word)
                });
                assert!(found.is_none(), "{}:{}: {}", path.display(), number + 1, found.unwrap());
            }
        }
    }
}

#[test]
fn no_float_is_named_anywhere() {
    for (path, text) in sources("src", "rs") {
        let named = text
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == "f32" || word == "f64");
        assert!(!named, "{} names a floating-point type", path.display());
    }
}

#[test]
fn only_the_store_carries_the_allowance_for_files_and_clocks() {
    for (path, text) in sources("src", "rs") {
        let carries = text.contains("disallowed_methods") || text.contains("disallowed_types");
        assert!(!carries || room_of(&path) == "store", "{} lifts a ban", path.display());
    }
}

#[test]
fn files_and_functions_can_be_read_in_one_sitting() {
    let mut long = Vec::new();
    for folder in ["src", "tests", "benches"] {
        for (path, text) in sources(folder, "rs") {
            let lines: Vec<&str> = text.lines().collect();
            if lines.len() > FILE_LINES_MAX {
                long.push(format!("{}: {} lines", path.display(), lines.len()));
            }
            for (name, length) in functions(&lines) {
                if length > FUNCTION_LINES_MAX {
                    long.push(format!("{}: fn {name}: {length} lines", path.display()));
                }
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// Names and lengths of functions: from the line with `fn` to the closing brace at the same indent.
fn functions(lines: &[&str]) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        let starts =
            ["fn ", "pub fn ", "pub(crate) fn ", "pub(super) fn ", "pub const fn ", "const fn "];
        let Some(rest) = starts.iter().find_map(|start| text.strip_prefix(start)) else { continue };
        // A method without a body, as in a trait, ends before any brace opens.
        let head =
            lines[at..].iter().find(|line| line.contains('{') || line.trim_end().ends_with(';'));
        if head.is_none_or(|line| !line.contains('{')) {
            continue;
        }
        let close = format!("{}}}", " ".repeat(indent));
        if let Some(end) = lines[at..].iter().position(|line| *line == close) {
            let name = rest.split(['(', '<']).next().unwrap_or(rest);
            found.push((name.to_owned(), end + 1));
        }
    }
    found
}

#[test]
fn nothing_is_left_for_later() {
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("unimpl", "emented!"),
        concat!("to", "do!("),
        concat!("#[ig", "nore"),
    ];
    for (path, text) in sources("src", "rs").into_iter().chain(sources("tests", "rs")) {
        for mark in marks {
            assert!(!text.contains(mark), "{}: {mark}", path.display());
        }
    }
}

#[test]
fn every_rule_number_has_a_heading_and_a_status() {
    for (path, text) in
        sources("games", "yaml").into_iter().filter(|(path, _)| path.ends_with("rules.yaml"))
    {
        let rules: serde_json::Value = serde_yaml::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let rules = rules.get("rules").expect("a list under `rules`");
        let entries: Vec<&serde_json::Value> = match rules {
            serde_json::Value::Array(list) => list.iter().collect(),
            serde_json::Value::Object(map) => map.values().collect(),
            _ => panic!("{}: `rules` is neither a list nor a map", path.display()),
        };
        assert!(!entries.is_empty());
        for entry in entries {
            assert!(
                entry.get("heading").is_some() && entry.get("status").is_some(),
                "{}: {entry}",
                path.display()
            );
        }
    }
}
