//! Packs `games/*/*.yaml` and `templates/**` into the program, so that it runs from anywhere and a new
//! title needs no list to be edited.
#![allow(clippy::disallowed_methods, reason = "a build script reads the files it packs")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut files = Vec::new();
    for game in list(&root.join("games"))? {
        if game.is_dir() {
            files.extend(list(&game)?.into_iter().filter(|file| file.extension().is_some_and(|ext| ext == "yaml")));
        }
    }
    walk(&root.join("templates"), &mut files)?;
    // Sorted as text, as the program searches: by path, `story/x` would come before `story.md`.
    files.sort_by_key(|file| file.to_str().map(str::to_owned));
    let mut code = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&root).expect("below the root").to_str().expect("plain names").replace('\\', "/");
        let _ = writeln!(code, "    ({name:?}, include_str!({:?})),", file.to_str().expect("plain names"));
    }
    code += "]\n";
    fs::write(PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("packed.rs"), code)?;
    println!("cargo::rerun-if-changed=games");
    println!("cargo::rerun-if-changed=templates");
    Ok(())
}

fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for path in list(folder)? {
        if path.is_dir() {
            walk(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
