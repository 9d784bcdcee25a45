//! Tests of this title that need its rules alone.

mod second_route;

use crate::TITLE;
use engine::title::LoadedTitle;
use engine::{Data, DataFile, Node, Revision};
use record::exchange::yaml;
use std::fs;
use std::path::{Path, PathBuf};

/// A path in this title's folder.
fn folder(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

/// A text that must be there.
fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A tree that must be readable.
fn tree(name: &str, text: &str) -> Node {
    yaml::parse(text).unwrap_or_else(|complaints| panic!("{name}: {:?}", complaints.0))
}

/// The data files, as a game copies them.
fn data() -> Data {
    let mut data = Data::default();
    for entry in fs::read_dir(folder("data")).expect("the data") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = text(&path);
        let root = tree(&name, &text);
        data.files.insert(name, DataFile { text, root });
    }
    data
}

/// The title, by a revision of its rules.
fn loaded(revision: Revision) -> Box<dyn LoadedTitle> {
    TITLE.load(&data(), revision).unwrap_or_else(|faults| panic!("{faults:#?}"))
}
