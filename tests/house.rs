//! Rules of the source code that Cargo and Clippy cannot check: which room of the program may use which, how long a
//! file may be, what rules and records may not touch, and that nothing is left for later.
#![allow(clippy::disallowed_methods, reason = "the test reads the sources")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Maximum lines of a source file; longer ones can't be taken in at one sitting.
const FILE_LINES_MAX: usize = 500;
/// Maximum lines of a function, from its header to its closing brace.
const FUNCTION_LINES_MAX: usize = 60;
/// Maximum lines of a title's `lib.rs`.
const FIRST_FILE_LINES_MAX: usize = 120;
const CODE: [&str; 6] = ["src", "crates", "games", "sheet", "tests", "benches"];
/// Rules and records: pure functions of what they are given.
const PURE: [&str; 2] = ["crates", "games"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below a folder with this extension, by its path from the root.
fn sources(folder: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == extension) {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path.strip_prefix(root()).unwrap().to_owned(), text));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no .{extension} files in {folder}");
    found
}

fn code() -> impl Iterator<Item = (PathBuf, String)> {
    CODE.iter().flat_map(|folder| sources(folder, "rs"))
}

/// True if a file has only tests, which may read files.
fn only_tests(path: &Path) -> bool {
    let name = path.file_stem().unwrap().to_str().unwrap();
    name.ends_with("tests") || path.iter().any(|part| part == "tests")
}

fn titles() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("games")).unwrap();
    let mut titles: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    titles.sort();
    assert!(titles.len() > 1, "{titles:?}");
    titles
}

/// The table of rooms in ARCHITECTURE.md: a room of `src/` and the rooms that it may use.
fn rooms() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let table = text.split("| room |").nth(1).expect("the table of rooms");
    let mut rooms = BTreeMap::new();
    for line in table.lines().skip(2).take_while(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [room, _, may] = cells[..] else { panic!("not a row of the table of rooms: {line}") };
        let may =
            may.split(',').map(str::trim).filter(|name| *name != "–").map(str::to_owned).collect();
        rooms.insert(room.trim_matches('`').to_owned(), may);
    }
    assert!(rooms.len() > 5, "the table of rooms is gone");
    rooms
}

/// The room of a source file: `src/store/load.rs` is in `store`, `src/packed.rs` in `packed`.
fn room_of(path: &Path) -> String {
    let below = path.strip_prefix("src").unwrap();
    let first = below.iter().next().unwrap().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// The rooms that a text names: what follows `crate::`, braces opened.
fn rooms_used(text: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        let group = match rest.strip_prefix('{') {
            Some(group) => &group[..group.find("};").unwrap_or(group.len())],
            None => rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap(),
        };
        let first = |part: &str| part.trim().split("::").next().unwrap().to_owned();
        used.extend(group.split(',').map(first));
    }
    used
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
        for used in rooms_used(&text) {
            if used != room && rooms.contains_key(&used) && !may.contains(&used) {
                faults.push(format!("{}: {room} may not use {used}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_crate_below_the_program_knows_a_title() {
    let manifests = PURE.iter().flat_map(|folder| sources(folder, "toml"));
    let manifests = manifests.filter(|(path, _)| path.ends_with("Cargo.toml"));
    for (path, text) in manifests {
        let own = path.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
        for title in titles() {
            let title = title.file_name().unwrap().to_str().unwrap();
            let used = text.lines().any(|line| {
                line.starts_with(&format!("{title} ")) || line.contains(&format!("games/{title}"))
            });
            assert!(title == own || !used, "{}: depends on {title}", path.display());
        }
    }
}

#[test]
fn rules_and_records_touch_neither_files_nor_clocks_nor_hash_maps() {
    let banned = [
        "HashMap",
        "HashSet",
        "SystemTime",
        "Instant",
        "Utc::now",
        "Local::now",
        "std::env",
        "std::fs",
        "std::io",
        "std::net",
        "std::process",
        "std::thread",
        "thread_rng",
    ];
    let files = PURE.iter().flat_map(|folder| sources(folder, "rs"));
    for (path, text) in files.filter(|(path, _)| !only_tests(path)) {
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for (number, line) in text.lines().enumerate() {
            let line = line.split("//").next().unwrap();
            let words: BTreeSet<&str> =
                line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            let found = banned
                .iter()
                .find(|it| words.contains(*it) || it.contains("::") && line.contains(*it));
            assert!(found.is_none(), "{}:{}: {}", path.display(), number + 1, found.unwrap());
        }
    }
}

#[test]
fn no_float_is_named_anywhere() {
    // Rendering pictures and computing ratings need fractions; no record holds either.
    let may =
        |path: &Path| ["crates/printing", "crates/rating"].iter().any(|may| path.starts_with(may));
    let all = ["src", "crates", "games"].iter().flat_map(|folder| sources(folder, "rs"));
    for (path, text) in all.filter(|(path, _)| !may(path)) {
        // The list of types that serde's macro passes on is none of ours.
        let mut parts = text.split("forward_to_deserialize_any!");
        let first = parts.next().unwrap().to_owned();
        let rest = parts.filter_map(|part| part.split_once('}')).map(|(_, after)| after);
        let named = rest
            .fold(first, |all, part| all + part)
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == "f32" || word == "f64");
        assert!(!named, "{} names a floating-point type", path.display());
    }
}

#[test]
fn only_the_store_carries_the_allowance_for_files_and_clocks() {
    for (path, text) in ["src", "crates", "games"].iter().flat_map(|folder| sources(folder, "rs")) {
        // Exceptions that are built only into tests are theirs.
        let text = text.replace("#[cfg(test)]\n#[allow(clippy::disallowed_methods", "");
        let carries = text.contains("disallowed_methods") || text.contains("disallowed_types");
        let may = path.starts_with("src/store") || only_tests(&path);
        assert!(!carries || may, "{} lifts a ban", path.display());
    }
}

#[test]
fn the_compiler_asks_what_each_new_event_and_each_new_word_of_the_rules_means() {
    for title in titles() {
        for guarded in ["apply", "sight"] {
            let path = [format!("{guarded}.rs"), format!("{guarded}/mod.rs")]
                .map(|name| title.join("src/events").join(name))
                .into_iter()
                .find(|path| path.is_file());
            let path = path.unwrap_or_else(|| panic!("{}: events/{guarded}", title.display()));
            let text = fs::read_to_string(&path).unwrap();
            let denied = text.contains("#![deny(clippy::wildcard_enum_match_arm)]");
            assert!(denied, "{} does not deny wildcard arms", path.display());
        }
        let rules = fs::read_to_string(title.join("src/rules/mod.rs")).unwrap();
        let denied = rules.contains("\n#![deny(clippy::wildcard_enum_match_arm)]\n");
        assert!(denied, "{}: the rules do not deny wildcard arms", title.display());
    }
}

/// True if a line of `apply` or `sight` ignores an event's payload, or fields that it does not name.
fn passed_over(line: &str) -> bool {
    let line = line.split("//").next().unwrap();
    let payload = line.match_indices("(_)").any(|(at, _)| {
        let before = &line[..at];
        let path = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
        path.into_iter().next().is_some_and(|path| path.contains("::"))
    });
    payload || line.contains(", .. }") || line.contains("{ .. }") || line.trim() == ".."
}

#[test]
fn whoever_reads_or_applies_an_event_names_all_its_fields() {
    for (line, passes) in [
        ("Event::Course(_) => Sight::Whole,", true),
        ("Course::Edge { score, .. } => {}", true),
        ("..", true),
        ("Course::Edge { score: _, mirrored: _ } => {}", false),
        ("Some(_) | None => Sight::Whole,", false),
        ("state.units.insert(*unit, Unit { dp: *dp, ..Unit::new(*code) });", false),
    ] {
        assert_eq!(passed_over(line), passes, "{line}");
    }
    let guarded = |path: &Path| {
        let of_events = path.iter().any(|part| part == "events" || part == "battle");
        let parts = path.iter().map(|part| part.to_str().unwrap().trim_end_matches(".rs"));
        of_events && parts.into_iter().any(|part| ["apply", "sight"].contains(&part))
    };
    let mut seen = 0;
    for (path, text) in sources("games", "rs").into_iter().filter(|(path, _)| guarded(path)) {
        seen += 1;
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for (number, line) in code.lines().enumerate() {
            assert!(!passed_over(line), "{}:{}: {line}", path.display(), number + 1);
        }
    }
    assert!(seen >= 2 * titles().len(), "only {seen} files");
}

#[test]
fn the_modules_of_every_title_are_those_of_the_plan() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let plan = page.split("## The plan of a title").nth(1).expect("the plan of a title");
    let plan = plan.split("```").nth(1).expect("the plan is a drawing");
    let modules = plan.split_once("src/lib.rs").expect("the modules follow `src/lib.rs`").1;
    // Names and what they are stand in turn, with gaps between.
    let rows = modules.lines().skip(1).filter(|line| !line.trim_end().ends_with(':'));
    let words = rows.flat_map(|line| {
        line.split("  ").map(str::trim).filter(|column| !column.is_empty()).step_by(2)
    });
    let planned: BTreeSet<&str> = words.map(|word| word.trim_end_matches('/')).collect();
    let mut used = BTreeSet::new();
    for title in titles() {
        for entry in fs::read_dir(title.join("src")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let module = name.trim_end_matches(".rs").to_owned();
            let known = module == "lib" || planned.contains(module.as_str());
            assert!(known, "{}: the plan does not name src/{name}", title.display());
            used.insert(module);
        }
    }
    // The toy shows what the others have no use for yet: gates come with a title's second revision.
    used.extend(sources("tests/toy/src", "rs").iter().map(|(path, _)| {
        let below = path.strip_prefix("tests/toy/src").unwrap();
        below.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned()
    }));
    let idle: Vec<_> = planned.iter().filter(|name| !used.contains(**name)).collect();
    assert!(idle.is_empty(), "no title has what the plan names: {idle:?}");
}

/// The traits of a title are implemented where their code is, so `lib.rs` only lists what there is.
#[test]
fn the_first_file_of_a_title_is_short() {
    for title in titles() {
        let first = fs::read_to_string(title.join("src/lib.rs")).unwrap();
        let lines = first.lines().count();
        assert!(lines <= FIRST_FILE_LINES_MAX, "{}: {lines} lines", title.display());
    }
}

#[test]
fn files_and_functions_can_be_read_at_one_sitting() {
    let mut long = Vec::new();
    for (path, text) in code() {
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
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// Names and lengths of functions: from the line with `fn` to the closing brace at the same indent.
fn functions(lines: &[&str]) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        let Some((before, rest)) = text.split_once("fn ") else { continue };
        let header = |word: &str| word.starts_with("pub") || ["const", "async"].contains(&word);
        if !before.split_whitespace().all(header) {
            continue;
        }
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
fn the_measure_of_functions_measures() {
    let text = "pub(crate) fn a(\n    b: u8,\n) {\n}\n\ntrait T {\n    fn c(&self);\n}\n";
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(functions(&lines), [("a".to_owned(), 4)]);
}

#[test]
fn nothing_is_left_for_later() {
    let marks = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("unimpl", "emented!"),
        concat!("to", "do!("),
        // A test that does not run by itself says why.
        concat!("#[ig", "nore]"),
    ];
    for (path, text) in code() {
        for mark in marks {
            assert!(!text.contains(mark), "{}: {mark}", path.display());
        }
    }
}

#[test]
fn every_rule_number_has_a_heading_and_a_status() {
    for title in titles() {
        let path = title.join("rules.yaml");
        let text = fs::read_to_string(&path).unwrap();
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
            let whole = entry.get("heading").is_some() && entry.get("status").is_some();
            assert!(whole, "{}: {entry}", path.display());
        }
    }
}

#[test]
fn every_title_has_its_guide_its_rulings_its_cases_and_a_recorded_game() {
    for title in titles() {
        for part in [
            "README.md",
            "rulings.md",
            "rules.yaml",
            "data",
            "templates/en",
            "cases",
            "example/game.yaml",
        ] {
            assert!(title.join(part).exists(), "{}: {part} is missing", title.display());
        }
    }
}

/// The crates that a manifest names under a dependencies heading, except ours and the titles.
fn named_in(manifest: &str) -> BTreeSet<String> {
    let mut heading = false;
    let mut named = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            heading = line.trim_matches(['[', ']']).ends_with("dependencies");
        } else if heading
            && !line.contains("path = ")
            && let Some((name, rest)) = line.split_once(['=', '.'])
            && (rest.contains('"') || rest.contains('{'))
            && !rest.starts_with("workspace")
        {
            named.insert(name.trim().to_owned());
        }
    }
    named
}

#[test]
fn every_dependency_is_named_with_why_it_is_trusted() {
    let mut named = BTreeSet::new();
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        named.extend(named_in(&fs::read_to_string(root().join(manifest)).unwrap()));
    }
    for folder in ["crates", "games", "sheet", "tests"] {
        let manifests = sources(folder, "toml");
        let manifests = manifests.iter().filter(|(path, _)| path.ends_with("Cargo.toml"));
        named.extend(manifests.flat_map(|(_, text)| named_in(text)));
    }
    let ours = [
        "ciphertext",
        "drawing",
        "engine",
        "incoming",
        "mutator",
        "printing",
        "rating",
        "record",
        "sheet",
    ];
    named.retain(|name| !ours.contains(&name.as_str()));
    let page = fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let told: BTreeSet<_> = rows.filter(|name| *name != "crate").map(str::to_owned).collect();
    assert!(told.len() > 30, "{told:?}");
    assert_eq!(told, named, "docs/dependencies.md and the manifests");
}

/// The files in which `serde_yaml` is used: only for packed texts, which came with the program.
const PACKED_YAML: [&str; 6] = [
    "crates/drawing/src/areas/outline.rs",
    "src/cli/demo.rs",
    "src/cli/sheet.rs",
    "src/cli/simulate/balance.rs",
    "src/lessons/mod.rs",
    "src/luck/spec.rs",
];

#[test]
fn what_somebody_else_may_have_written_goes_through_the_strict_reader() {
    // A reader whose work has no bound is named where it reads, by `from_str`, `from_slice`, `from_reader` or a deserializer of its own.
    let reads = ["serde_yaml::from_", "serde_yaml::Deserializer"];
    let mut found = BTreeSet::new();
    for (path, text) in code().filter(|(path, _)| !only_tests(path)) {
        let own = text.split("#[cfg(test)]").next().expect("splitting always gives a first part");
        if reads.iter().any(|read| own.contains(read)) {
            found.insert(path.to_str().unwrap().to_owned());
        }
    }
    assert_eq!(found, PACKED_YAML.map(str::to_owned).into());
}
