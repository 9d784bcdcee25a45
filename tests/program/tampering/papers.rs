//! A game folder in memory, so that it can be tampered with a thousand times.

use record::sums::{SUMS_FILE, SUMS_SIGNATURE, previous_path, record_name};
use record::{Digest, Namespace, PrivateKey, sums::Sums};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tabella::verify::{Expected, FileSource, Item, ItemKind, Unread, Verdict, verify};

/// A file or link at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Thing {
    File(Vec<u8>),
    Link,
}

/// The files of a game folder that are covered by verification, by path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Papers(pub(crate) BTreeMap<String, Thing>);

impl FileSource for Papers {
    fn list(&self, folder: &str) -> Result<Vec<Item>, Unread> {
        let prefix = format!("{}/", folder.trim_end_matches('/'));
        let mut items: BTreeMap<String, ItemKind> = BTreeMap::new();
        for (path, thing) in &self.0 {
            let Some(below) = path.strip_prefix(&prefix) else { continue };
            let (name, kind) = match (below.split_once('/'), thing) {
                (Some((name, _)), _) => (name, ItemKind::Folder),
                (None, Thing::File(_)) => (below, ItemKind::File),
                (None, Thing::Link) => (below, ItemKind::Other),
            };
            items.insert(name.to_owned(), kind);
        }
        Ok(items.into_iter().map(|(name, kind)| Item { name, kind }).collect())
    }

    fn read(&self, path: &str, max: usize) -> Result<Vec<u8>, Unread> {
        match self.0.get(path) {
            None => Err(Unread::Missing),
            Some(Thing::Link) => Err(Unread::NotPlain),
            Some(Thing::File(bytes)) if bytes.len() > max => Err(Unread::TooLarge),
            Some(Thing::File(bytes)) => Ok(bytes.clone()),
        }
    }
}

impl Papers {
    /// Reads the files of a game folder on disk that verify reads.
    pub(crate) fn of(root: &Path) -> Self {
        let mut papers = BTreeMap::new();
        for name in ["game.yaml", "allowed_signers", "data", "turns"] {
            collect(root, name, &mut papers);
        }
        Self(papers)
    }

    pub(crate) fn write(&self, root: &Path) {
        for (path, thing) in &self.0 {
            let file = root.join(path);
            fs::create_dir_all(file.parent().expect("a file in a folder")).unwrap();
            match thing {
                Thing::File(bytes) => fs::write(file, bytes).unwrap(),
                Thing::Link => std::os::unix::fs::symlink("game.yaml", file).unwrap(),
            }
        }
    }

    pub(crate) fn paths(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    pub(crate) fn bytes(&self, path: &str) -> &[u8] {
        match self.0.get(path) {
            Some(Thing::File(bytes)) => bytes,
            other => panic!("{path}: {other:?}"),
        }
    }

    pub(crate) fn text(&self, path: &str) -> String {
        String::from_utf8(self.bytes(path).to_vec()).unwrap()
    }

    pub(crate) fn put(&mut self, path: &str, bytes: impl Into<Vec<u8>>) {
        self.0.insert(path.to_owned(), Thing::File(bytes.into()));
    }

    pub(crate) fn edit(&mut self, path: &str, from: &str, to: &str) {
        let text = self.text(path);
        assert!(text.contains(from), "{path} has no {from:?}:\n{text}");
        self.put(path, text.replacen(from, to, 1));
    }

    pub(crate) fn remove(&mut self, path: &str) {
        self.0.remove(path).unwrap_or_else(|| panic!("{path} is not there"));
    }

    pub(crate) fn remove_if_there(&mut self, path: &str) {
        self.0.remove(path);
    }

    pub(crate) fn copy(&mut self, from: &str, to: &str) {
        let thing = self.0[from].clone();
        self.0.insert(to.to_owned(), thing);
    }

    pub(crate) fn last(&self) -> u32 {
        (0..100).rev().find(|number| self.0.contains_key(&sums_path(*number))).expect("a record")
    }

    pub(crate) fn verify(&self) -> Verdict {
        verify(self, Expected::default())
    }

    /// Updates a record's list to its present files; signing it is another matter.
    pub(crate) fn list_anew(&mut self, number: u32) {
        let folder = format!("turns/{}/", record_name(number));
        let mut sums = Sums::default();
        for (path, thing) in &self.0 {
            let Thing::File(bytes) = thing else { continue };
            match path.strip_prefix(&folder) {
                Some(SUMS_FILE | SUMS_SIGNATURE) => {}
                Some(name) => drop(sums.add(name, bytes)),
                None if number == 0 && !path.starts_with("turns/") => {
                    let _ = sums.add(format!("../../{path}"), bytes);
                }
                None => {}
            }
        }
        if let Some(previous) = number.checked_sub(1) {
            sums.lines
                .insert(previous_path(previous), Digest::of(self.bytes(&sums_path(previous))));
        }
        self.put(&sums_path(number), sums.render());
    }

    /// Lists and signs a record and all that follow it, as only the referee could.
    pub(crate) fn seal_anew(&mut self, from: u32, key: &PrivateKey) {
        for number in from..=self.last() {
            self.list_anew(number);
            let signature = key.sign(Namespace::Record, self.bytes(&sums_path(number)));
            self.put(&format!("{}.sig", sums_path(number)), signature);
        }
    }

    pub(crate) fn move_folder(&mut self, from: &str, to: &str) {
        let (from, to) = (format!("{from}/"), format!("{to}/"));
        let moved: Vec<String> =
            self.0.keys().filter(|path| path.starts_with(&from)).cloned().collect();
        for path in moved {
            let thing = self.0.remove(&path).unwrap();
            self.0.insert(path.replacen(&from, &to, 1), thing);
        }
    }

    pub(crate) fn copy_folder(&mut self, from: &str, to: &str) {
        let (from, to) = (format!("{from}/"), format!("{to}/"));
        let found = self.0.iter().filter(|(path, _)| path.starts_with(&from));
        let copies: Vec<_> =
            found.map(|(path, thing)| (path.replacen(&from, &to, 1), thing.clone())).collect();
        self.0.extend(copies);
    }
}

pub(crate) fn sums_path(number: u32) -> String {
    format!("turns/{}/{SUMS_FILE}", record_name(number))
}

fn collect(root: &Path, name: &str, papers: &mut BTreeMap<String, Thing>) {
    let path = root.join(name);
    if path.is_dir() {
        for entry in fs::read_dir(&path).unwrap() {
            let below = entry.unwrap().file_name().into_string().unwrap();
            collect(root, &format!("{name}/{below}"), papers);
        }
    } else {
        papers.insert(name.to_owned(), Thing::File(fs::read(&path).unwrap()));
    }
}
