//! Every example that stands in a `--help`, pasted into a shell.

mod places;

use crate::common::{Match, key};
use clap::CommandFactory;
use places::{ANSWERS, PLACES};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Records of the game that most examples are about; some examples name the seventh.
const RECORDS: u32 = 8;
/// Seconds after which a command that would run for ever is stopped, and the exit code by which
/// `timeout` says so.
const LASTING: (&str, i32) = ("4", 124);

fn collect(command: &clap::Command, found: &mut Vec<String>) {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut lines = help.lines();
    while let Some(line) = lines.next() {
        let Some(line) = line.strip_prefix("  ").filter(|line| is_example(line)) else { continue };
        let mut whole = line.to_owned();
        while whole.ends_with('\\') {
            write!(whole, "\n{}", lines.next().expect("a line goes on")).expect("a string");
        }
        found.push(whole);
    }
    for below in command.get_subcommands() {
        collect(below, found);
    }
}

/// True if a line of help is an example: it begins with the program, or with an environment variable for it.
fn is_example(line: &str) -> bool {
    line.split(' ').find(|word| !word.starts_with("TABELLA_")) == Some("tabella")
}

fn examples() -> Vec<String> {
    let mut found = Vec::new();
    collect(&tabella::cli::Cli::command(), &mut found);
    let mut once = BTreeSet::new();
    found.retain(|example| once.insert(example.clone()));
    found
}

/// A shell in a folder that is its home, with the program on its path and no terminal.
fn shell(home: &Path, script: &str) -> Output {
    let program = assert_cmd::cargo::cargo_bin("tabella");
    let path = std::env::var("PATH").expect("a path");
    let folder = program.parent().expect("it is in a folder");
    let path = format!("{}:{}:{path}", folder.display(), home.join("bin").display());
    Command::new("bash")
        .args(["-Eeuo", "pipefail", "-c", &format!("{WORDS}{script}")])
        .current_dir(home)
        .env_clear()
        .env("PATH", path)
        .env("HOME", home)
        .env("SOURCE", env!("CARGO_MANIFEST_DIR"))
        .env("NO_COLOR", "1")
        .env("BROWSER", "true")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stdio::null())
        .output()
        .expect("bash runs")
}

/// The folder in which examples are pasted: two games, some records old, and what `world.sh` adds.
fn world() -> TempDir {
    let mut place = tempfile::tempdir().unwrap();
    for (seat, name) in [("rome", "scipio"), ("carthage", "hannibal")] {
        let path = place.path().join(name);
        fs::write(&path, key(seat).to_openssh()).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        fs::write(path.with_extension("pub"), key(seat).public_line()).unwrap();
    }
    done(&shell(place.path(), &script("games.sh")));
    for game in ["zama", "metaurus"] {
        let mut game = Match::found(place, game, &["rome", "carthage"]);
        for _ in 0..RECORDS {
            for seat in game.awaited() {
                game.propose(&seat, 1, true);
            }
            done(&shell(game.root(), "tabella -q resolve"));
        }
        place = game.temporary;
    }
    done(&shell(place.path(), &script("world.sh")));
    place
}

#[track_caller]
fn done(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A shell script: `games`, how the games begin; `world`, what a reader has besides; `before`, what an example needs
/// first.
fn script(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/pasted_help");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Copies what an example may need: repositories and the second game are large.
fn take(world: &Path, home: &Path, example: &str) {
    let git = ["git", "gate", "hook"].iter().any(|word| example.contains(word));
    let needs = |name: &str| match name {
        "zama.git" | "clone" => git,
        "metaurus" => example.contains(name),
        _ => true,
    };
    let names = fs::read_dir(world).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.filter(|name| needs(&name.to_string_lossy())).map(|name| world.join(name));
    let copied = Command::new("cp").arg("-a").args(names).arg(home).status();
    assert!(copied.expect("cp runs").success());
}

/// How an example fails when pasted into a fresh world; none if it works.
fn failure(example: &str, world: &Path) -> Option<String> {
    let place = tempfile::tempdir().unwrap();
    let home = place.path();
    take(world, home, example);
    let prepared = format!(
        "set -- {} {}\n{}\n{PLACED}\n",
        quoted(example),
        world.display(),
        script("before.sh")
    );
    let mut pasted = example.to_owned();
    for (there, here) in PLACES {
        pasted = pasted.replace(there, here);
    }
    let answer = ANSWERS.iter().find(|(start, _)| example.starts_with(start));
    let expected = answer.map_or(0, |(_, code)| *code);
    if expected == LASTING.1 {
        pasted = pasted.replacen("tabella", &format!("timeout {} tabella", LASTING.0), 1);
    }
    let done = shell(home, &format!("{prepared}set -e\n{pasted}\n"));
    let said = String::from_utf8_lossy(&done.stderr);
    let panicked = said.contains("panicked");
    let reached = home.join(".reached").exists();
    (done.status.code() != Some(expected) || panicked || !reached).then(|| {
        let out = String::from_utf8_lossy(&done.stdout);
        let when = if reached { "" } else { " (before it)" };
        format!("{example}\n  ended with {:?}{when}: {said}{out}\n", done.status.code())
    })
}

/// A shell function for use before an example, and a trap that names a command that fails.
const WORDS: &str = "quietly() { \"$@\" > said 2>&1 || { cat said >&2; return 1; }; }\n\
    trap 'echo \"failed: $BASH_COMMAND\" >&2' ERR\n";
fn quoted(example: &str) -> String {
    format!("'{}'", example.replace('\'', "'\\''"))
}

/// The beginning of the examples for which a line of `before.sh` is meant.
fn beginning(line: &str) -> Option<&str> {
    line.strip_prefix('"')?.split('"').next()
}

/// Records that everything before the example was done.
const PLACED: &str = "touch \"$HOME/.reached\"";

#[test]
fn every_example_in_a_help_does_what_it_says_when_it_is_pasted() {
    let world = world();
    let examples = examples();
    assert!(examples.len() > 90, "{examples:#?}");
    for start in script("before.sh").lines().filter_map(beginning) {
        let used = examples.iter().any(|example| example.starts_with(start));
        assert!(used, "no example begins with `{start}`");
    }
    let half = examples.len() / 2;
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let try_all = |some: &'_ [String]| -> Vec<String> {
            some.iter().filter_map(|example| failure(example, world.path())).collect()
        };
        let (first, second) = examples.split_at(half);
        let first = scope.spawn(move || try_all(first));
        let mut wrong = try_all(second);
        wrong.extend(first.join().expect("it does not panic"));
        wrong
    });
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), examples.len(), wrong.join("\n"));
}
