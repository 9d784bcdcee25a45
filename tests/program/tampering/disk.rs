//! The same on disk, by the command: links, special files, and what is printed.

use super::recorded;
use crate::table::{run, tabella};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

fn verify(root: &Path, more: &[&str]) -> (i32, String) {
    let run = run(tabella().arg("verify").arg(root).args(more));
    assert!(run.err.is_empty(), "{}", run.err);
    (run.code.unwrap(), run.out)
}

#[test]
fn the_command_says_yes_and_no() {
    let table = recorded().table.copy();
    let root = table.root();
    let (code, text) = verify(&root, &[]);
    assert_eq!(code, 0, "{text}");
    assert!(text.ends_with("\nproven to record 4\n"), "{text}");
    fs::write(root.join("turns/0002/state.yaml"), "nothing\n").unwrap();
    let (code, text) = verify(&root, &[]);
    assert_eq!(code, 1);
    assert!(text.starts_with("V-digest turns/0002/state.yaml: "), "{text}");
    assert!(
        text.contains("\nV-state turns/0002/state.yaml:1 (byte 0): recorded `nothing`"),
        "{text}"
    );
    assert!(text.contains("not consistent: 2 findings"), "{text}");
    let (code, json) = verify(&root, &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, json["findings"][1]["line"].as_u64()), (1, Some(1)), "{json}");
}

#[test]
fn start_and_head_are_compared_with_what_one_was_told() {
    let table = recorded().table.copy();
    let root = table.root();
    let (_, json) = verify(&root, &["--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let (start, head) = (json["start"].as_str().unwrap(), json["head"].as_str().unwrap());
    let (code, text) = verify(&root, &["--start", start, "--head", head]);
    assert_eq!((code, text.matches("as given").count()), (0, 2), "{text}");
    let (code, text) = verify(&root, &["--start", head, "--head", head]);
    assert_eq!(code, 1);
    assert!(text.starts_with("V-start turns: ") && text.contains("NOT as given"), "{text}");
    run(tabella().arg("verify").arg(&root).args(["--head", "5d41"])).ended(2);
}

#[test]
fn links_on_disk_are_not_followed() {
    for below in [
        "game.yaml",
        "data",
        "data/maps.yaml",
        "turns",
        "turns/0002",
        "turns/0002/orders",
        "turns/0002/state.yaml",
    ] {
        let table = recorded().table.copy();
        let root = table.root();
        let (path, elsewhere) = (root.join(below), table.beside("elsewhere"));
        fs::rename(&path, &elsewhere).unwrap();
        symlink(&elsewhere, &path).unwrap();
        let (code, text) = verify(&root, &[]);
        assert_eq!(code, 1, "{below} is a link:\n{text}");
        assert!(text.contains(&format!("V-kind {below}: ")), "{below} is a link:\n{text}");
    }
}

#[test]
fn a_pipe_in_a_record_holds_nobody_up() {
    let table = recorded().table.copy();
    let root = table.root();
    let path = root.join("turns/0003/events.yaml");
    fs::remove_file(&path).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    let (code, text) = verify(&root, &[]);
    assert_eq!(code, 1);
    assert!(text.contains("V-kind turns/0003/events.yaml: "), "{text}");
}

#[test]
fn a_folder_where_a_file_should_be_is_named() {
    for below in ["game.yaml", "data/maps.yaml", "turns/0002/state.yaml", "turns/0002/SHA256SUMS"] {
        let table = recorded().table.copy();
        let root = table.root();
        fs::remove_file(root.join(below)).unwrap();
        fs::create_dir(root.join(below)).unwrap();
        let (code, text) = verify(&root, &[]);
        assert_eq!(code, 1);
        assert!(text.contains(&format!("V-kind {below}: ")), "{below}:\n{text}");
    }
}

#[test]
fn a_folder_without_a_game_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let said = run(tabella().arg("verify").arg(folder.path())).ended(4).err;
    assert!(said.contains("not a game folder"), "{said}");
    run(tabella().args(["verify", "/nowhere/at/all"])).ended(4);
}
