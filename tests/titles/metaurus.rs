//! The Metaurus through the program: its guide can be pasted, its pages say what they should.

use std::fs;
use std::path::Path;
use std::process::Command;

fn blocks(guide: &str, chapter: &str) -> Vec<(String, String)> {
    let part = guide.split("\n## ").find(|part| part.starts_with(chapter)).expect("the chapter");
    let mut fences = part.split("\n```").skip(1);
    let mut all = Vec::new();
    while let Some(block) = fences.next() {
        let (language, text) = block.split_once('\n').expect("a block has lines");
        all.push((language.to_owned(), text.to_owned()));
        fences.next();
    }
    all
}

/// The output of a block of commands in a shell that stops at the first failing command.
fn paste(folder: &Path, text: &str) -> String {
    let program = assert_cmd::cargo::cargo_bin("tabella");
    let here = program.parent().expect("the program lies in a folder").display().to_string();
    let path = format!("{here}:{}", std::env::var("PATH").expect("a path"));
    let mut shell = Command::new("bash");
    shell.args(["-euo", "pipefail", "-c", text]).current_dir(folder);
    let done = shell.env("PATH", path).env("NO_COLOR", "1").output().expect("this test needs bash");
    let out = String::from_utf8_lossy(&done.stdout).into_owned();
    let err = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{text}\n{out}\n{err}");
    out + &err
}

/// Replaces a form's text from `orders:` on by a block.
fn fill_in(folder: &Path, block: &str) {
    let (name, text) = block.split_once('\n').expect("the first line names the file");
    let file = folder.join(name.trim_start_matches("# "));
    let form = fs::read_to_string(&file).expect("the form");
    let head = form.split("\norders:").next().expect("the envelope");
    fs::write(&file, format!("{head}\n{text}\n")).expect("it can be written");
}

#[test]
fn the_guide_is_pasted_through_a_whole_game_turn() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/metaurus/README.md");
    let guide = fs::read_to_string(guide).expect("the guide");
    let folder = tempfile::tempdir().expect("a folder");
    let mut told = String::new();
    for (language, text) in blocks(&guide, "A first Game Turn") {
        if language == "yaml" {
            fill_in(folder.path(), &text);
        } else {
            told += &paste(folder.path(), &text);
        }
    }
    // The dry run of Rome's turn ahead, and of Carthage's.
    assert!(told.contains("pa and pb (move)"), "{told}");
    assert!(told.contains("ib-1 to 0904"), "{told}");
    let turns = folder.path().join("metaurus-1/turns");
    let records = fs::read_dir(turns).expect("the turns").count();
    assert_eq!(
        records, 5,
        "the opening, two set-ups, the orders with Rome's turn, Carthage's turn"
    );
}
