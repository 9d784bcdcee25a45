//! Packs data and templates into the program, so that it runs from anywhere: those of each title whose feature is on, `templates/`,
//! which all titles share, and the page for players. It also names what reports are rendered by: a digest of the packed files
//! and of all sources.
#![allow(clippy::disallowed_methods, reason = "a build script reads the files it packs")]

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What is packed of a title; one without dice has no `luck.yaml`, one without a map of areas no `outline.yaml`, one that was
/// not measured no `balance.yaml`, one whose players are no generals no `demo.yaml`, and not every one has lessons.
const PACKED: [&str; 10] = [
    "data",
    "templates",
    "rules.md",
    "rules.yaml",
    "rulings.md",
    "lessons.yaml",
    "luck.yaml",
    "outline.yaml",
    "balance.yaml",
    "demo.yaml",
];

fn main() -> io::Result<()> {
    let titles = titles();
    let mut files = Vec::new();
    for (title, folder) in &titles {
        for packed in PACKED {
            let path = folder.join(packed);
            if path.exists() {
                watch(&path, &format!("games/{title}/{packed}"), &mut files)?;
            }
        }
    }
    // The first letter to a player brings the page for players.
    for packed in ["templates", "docs/player.md"] {
        watch(Path::new(packed), packed, &mut files)?;
    }
    // Sorted as text, as the program searches: by path, `story/x` would come before `story.md`.
    files.sort();
    let mut code = String::from("&[\n");
    for (name, path) in &files {
        let path = path.to_str().expect("plain names");
        // By the place of the package when it is compiled, so that nothing of another checkout is packed when this one has moved.
        let root =
            if Path::new(path).is_relative() { r#"env!("CARGO_MANIFEST_DIR"), "/", "# } else { "" };
        let _ = writeln!(code, "    ({name:?}, include_str!(concat!({root}{path:?}))),");
    }
    code += "]\n";
    println!("cargo::rustc-env=TABELLA_RENDERING={}", rendering(&titles, files)?);
    fs::write(PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("packed.rs"), code)
}

/// The titles that are built in, by the features of their names, and where each lies: beside this package in the repository; where
/// cargo has unpacked packages of a registry, the title's own build script tells.
fn titles() -> BTreeMap<String, PathBuf> {
    let of = |(name, _): (String, String)| {
        let name = name.strip_prefix("CARGO_FEATURE_")?.to_owned();
        let title = name.to_lowercase().replace('_', "-");
        let beside = Path::new("games").join(&title);
        let unpacked = env::var(format!("DEP_TABELLA_{name}_FOLDER")).ok().map(PathBuf::from);
        Some(beside).filter(|folder| folder.is_dir()).or(unpacked).map(|folder| (title, folder))
    };
    env::vars().filter_map(of).collect()
}

/// The first 16 digits of the SHA-256 over names and digests of the packed files and of every source from which a report could
/// come; of crates that came from a registry, what `Cargo.lock` says of them.
fn rendering(
    titles: &BTreeMap<String, PathBuf>,
    packed: Vec<(String, PathBuf)>,
) -> io::Result<String> {
    let mut files = packed;
    for sources in ["src", "crates", "Cargo.lock"] {
        if Path::new(sources).exists() {
            watch(Path::new(sources), sources, &mut files)?;
        }
    }
    for (title, folder) in titles {
        watch(&folder.join("src"), &format!("games/{title}/src"), &mut files)?;
    }
    files.sort();
    let mut whole = Sha256::new();
    for (name, path) in files {
        whole.update(name.as_bytes());
        whole.update([0]);
        whole.update(Sha256::digest(fs::read(&path)?));
    }
    Ok(whole.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// Notes a file, or all below a folder, by the name that it has in the repository; whatever changes is packed anew.
fn watch(path: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", path.display());
    if !path.is_dir() {
        files.push((name.to_owned(), path.to_owned()));
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let below = format!("{name}/{}", entry.file_name().to_str().expect("plain names"));
        watch(&entry.path(), &below, files)?;
    }
    Ok(())
}
