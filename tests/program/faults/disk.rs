//! A disk that forgets: of a folder at work, what was surely on it when the power failed.
//!
//! A file's bytes are there as they were when the file was flushed, its name when the folder was. Renaming is one step: what has left
//! one folder has come to the other. Nothing else is promised, so two disks are tried: one that wrote nothing but what was
//! flushed, and one that kept every name and, of files that were not flushed, no bytes.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use tempfile::TempDir;

type Inode = u64;

/// The files and folders that are certain to be on the disk.
pub(super) struct Disk {
    root: Inode,
    nodes: BTreeMap<Inode, Node>,
}

#[derive(Clone, Debug, Default)]
struct Node {
    /// Its folder, and its name there; none if it is in no folder.
    place: Option<(Inode, String)>,
    /// The flushed bytes of a file.
    bytes: Vec<u8>,
    is_folder: bool,
    /// None for what was made since the start.
    mode: Option<fs::Permissions>,
}

impl Disk {
    /// A folder with everything on the disk.
    pub(super) fn of(root: &Path) -> Self {
        let mut disk = Self { root: inode(root), nodes: BTreeMap::new() };
        disk.add(root);
        disk
    }

    fn add(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let found = fs::symlink_metadata(&path).unwrap();
            let node = Node {
                place: Some((inode(folder), name(&path))),
                bytes: if found.is_file() { fs::read(&path).unwrap() } else { Vec::new() },
                is_folder: found.is_dir(),
                mode: Some(found.permissions()),
            };
            self.nodes.insert(found.ino(), node);
            if found.is_dir() {
                self.add(&path);
            }
        }
    }

    /// Takes in what was flushed, according to the journal of `faults.c`.
    pub(super) fn flush(&mut self, journal: &Path) {
        let log = fs::read_to_string(journal.join("log")).unwrap_or_default();
        let mut lines = log.lines().map(Line::of).peekable();
        while let Some(line) = lines.next() {
            match line.kind {
                "new" => {
                    let node = Node { is_folder: line.other == 1, ..Node::default() };
                    self.nodes.insert(line.inode, node);
                }
                "file" => {
                    let bytes = fs::read(journal.join(line.other.to_string())).unwrap();
                    self.nodes.entry(line.inode).or_default().bytes = bytes;
                }
                "folder" => {
                    let mut tree = BTreeMap::new();
                    while let Some(at) = lines.next_if(|line| line.kind == "at") {
                        tree.insert(at.inode, (at.other, at.name.to_owned()));
                    }
                    self.flush_folder(line.inode, &tree);
                }
                kind => panic!("a journal has no line `{kind}`"),
            }
        }
    }

    /// Takes in that a folder was flushed when the tree was like this.
    fn flush_folder(&mut self, folder: Inode, tree: &BTreeMap<Inode, (Inode, String)>) {
        for (inode, node) in &mut self.nodes {
            let now = tree.get(inode);
            let has_left = node.place.as_ref().is_some_and(|(parent, _)| *parent == folder);
            if has_left || now.is_some_and(|(parent, _)| *parent == folder) {
                node.place = now.cloned();
            }
        }
    }

    /// A folder with only the flushed data.
    pub(super) fn least(&self) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        self.write(self.root, folder.path());
        folder
    }

    fn write(&self, folder: Inode, to: &Path) {
        for (inode, node) in &self.nodes {
            let Some((_, name)) = node.place.as_ref().filter(|(parent, _)| *parent == folder)
            else {
                continue;
            };
            let path = to.join(name);
            if node.is_folder {
                fs::create_dir(&path).unwrap();
                self.write(*inode, &path);
            } else {
                fs::write(&path, &node.bytes).unwrap();
            }
            if let Some(mode) = &node.mode {
                fs::set_permissions(&path, mode.clone()).unwrap();
            }
        }
    }

    /// A folder with every final name, but without the bytes that were not flushed.
    pub(super) fn most(&self, root: &Path) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        self.copy(root, folder.path());
        folder
    }

    fn copy(&self, from: &Path, to: &Path) {
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            let to = to.join(path.file_name().unwrap());
            if path.is_dir() {
                fs::create_dir(&to).unwrap();
                self.copy(&path, &to);
            } else {
                let known = self.nodes.get(&inode(&path));
                fs::write(&to, known.map_or(&[][..], |node| &node.bytes)).unwrap();
            }
            fs::set_permissions(&to, fs::metadata(&path).unwrap().permissions()).unwrap();
        }
    }
}

struct Line<'a> {
    kind: &'a str,
    inode: Inode,
    other: Inode,
    name: &'a str,
}

impl<'a> Line<'a> {
    fn of(line: &'a str) -> Self {
        let mut words = line.splitn(4, ' ');
        let mut word = || words.next().expect("a line has four words");
        let kind = word();
        let mut number = || word().parse().expect("a number of an inode");
        Self { kind, inode: number(), other: number(), name: word() }
    }
}

fn inode(path: &Path) -> Inode {
    fs::symlink_metadata(path).unwrap().ino()
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn what_was_not_flushed_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    fs::write(root.join("kept"), "old").unwrap();
    let mut disk = Disk::of(root);
    fs::write(root.join("kept"), "new").unwrap();
    fs::write(root.join("lost"), "new").unwrap();
    let journal = tempfile::tempdir().unwrap();
    let log = format!("new {} 0 \n", inode(&root.join("lost")));
    fs::write(journal.path().join("log"), &log).unwrap();
    disk.flush(journal.path());
    let (least, most) = (disk.least(), disk.most(root));
    let read = |folder: &TempDir, name| fs::read_to_string(folder.path().join(name)).ok();
    assert_eq!((read(&least, "kept"), read(&least, "lost")), (Some("old".to_owned()), None));
    assert_eq!(read(&most, "lost").as_deref(), Some(""));
    // Once file and folder are flushed, both are there.
    let (lost, top) = (inode(&root.join("lost")), inode(root));
    fs::write(journal.path().join("0"), "new").unwrap();
    let flushed = format!("file {lost} 0 \nfolder {top} 0 \nat {lost} {top} lost\n");
    fs::write(journal.path().join("log"), log + &flushed).unwrap();
    disk.flush(journal.path());
    assert_eq!(read(&disk.least(), "lost").as_deref(), Some("new"));
    // Its folder forgot the other name when it was flushed.
    assert_eq!(read(&disk.least(), "kept"), None);
}
