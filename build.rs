//! Packs data and templates into the program, so that it runs from anywhere: of each title whose feature is on all of
//! `games/<title>/data`, `games/<title>/templates`, its `rules.yaml`, `luck.yaml`, `outline.yaml` and `balance.yaml`, and
//! `templates/`, which all titles share, and the page for players. It also names what reports are rendered by: a digest of the packed files and of all sources.
#![allow(clippy::disallowed_methods, reason = "a build script reads the files it packs")]

use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut files = Vec::new();
    for game in list(&root.join("games"))?.into_iter().filter(|game| chosen(game)) {
        for packed in
            ["data", "templates", "rules.yaml", "luck.yaml", "outline.yaml", "balance.yaml"]
        {
            let path = game.join(packed);
            // A title without dice has no `luck.yaml`, one without a map of areas no `outline.yaml`,
            // one that was not measured no `balance.yaml`.
            if path.exists() {
                watch(&path, &mut files)?;
            }
        }
    }
    watch(&root.join("templates"), &mut files)?;
    // The first letter to a player brings it.
    watch(&root.join("docs/player.md"), &mut files)?;
    // Sorted as text, as the program searches: by path, `story/x` would come before `story.md`.
    files.sort_by_key(|file| file.to_str().map(str::to_owned));
    let mut code = String::from("&[\n");
    for file in &files {
        let name = file
            .strip_prefix(&root)
            .expect("below the root")
            .to_str()
            .expect("plain names")
            .replace('\\', "/");
        let _ = writeln!(
            code,
            "    ({name:?}, include_str!({:?})),",
            file.to_str().expect("plain names")
        );
    }
    code += "]\n";
    println!("cargo::rustc-env=TABELLA_RENDERING={}", rendering(&root, files)?);
    fs::write(PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("packed.rs"), code)
}

/// The first 16 digits of the SHA-256 over names and digests of the packed files and of every source from which a report could come.
fn rendering(root: &Path, packed: Vec<PathBuf>) -> io::Result<String> {
    let mut files = packed;
    for folder in ["src", "crates"] {
        watch(&root.join(folder), &mut files)?;
    }
    for game in list(&root.join("games"))?.into_iter().filter(|game| chosen(game)) {
        watch(&game.join("src"), &mut files)?;
    }
    watch(&root.join("Cargo.lock"), &mut files)?;
    files.sort();
    let mut whole = Sha256::new();
    for file in files {
        let name = file.strip_prefix(root).expect("below the root").to_str().expect("plain names");
        whole.update(name.replace('\\', "/").as_bytes());
        whole.update([0]);
        whole.update(Sha256::digest(fs::read(&file)?));
    }
    Ok(whole.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// Whether the title that lies in this folder is built in.
fn chosen(game: &Path) -> bool {
    let slug = game.file_name().and_then(|name| name.to_str()).expect("plain names");
    env::var_os(format!("CARGO_FEATURE_{}", slug.to_uppercase().replace('-', "_"))).is_some()
}

fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

/// Packs a file, or all below a folder, anew whenever it changes.
fn watch(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", path.display());
    if path.is_dir() {
        for path in list(path)? {
            watch(&path, files)?;
        }
    } else {
        files.push(path.to_owned());
    }
    Ok(())
}
