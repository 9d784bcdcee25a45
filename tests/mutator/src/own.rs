//! The folder of a title, as the title's own tests read it.
#![allow(clippy::disallowed_methods, reason = "tests read the title's own folder")]

use engine::case::rulebook;
use engine::title::RawOrders;
use engine::{Case, CaseResult, Data, Node, Seat, Setup, Tempo};
use record::exchange::{data, yaml};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of a title: the `CARGO_MANIFEST_DIR` of its crate.
#[derive(Clone, Copy, Debug)]
pub struct Folder(pub &'static str);

impl Folder {
    pub fn path(self, below: &str) -> PathBuf {
        Path::new(self.0).join(below)
    }

    /// The text of a file that must exist.
    pub fn text(self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// The tree of a YAML file that must exist.
    pub fn tree(self, file: &str) -> Node {
        tree(&self.text(file))
    }

    /// The names in a folder, sorted.
    pub fn names(self, below: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(below)).unwrap_or_else(|e| panic!("{below}: {e}"));
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.expect("an entry").file_name().into_string().expect("a plain name")
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }

    /// The data files, as a game copies them.
    pub fn data(self) -> Data {
        self.changed_data(|_, text| text)
    }

    /// The data files, each as `change` leaves it.
    pub fn changed_data(self, change: impl Fn(&str, String) -> String) -> Data {
        let names = self.names("data").into_iter();
        let texts = names.map(|name| {
            let text = change(&name, self.text(&format!("data/{name}")));
            (name, text)
        });
        data::build(texts).unwrap_or_else(|faults| panic!("{faults:#?}"))
    }

    /// The data files with one passage of one file replaced.
    pub fn data_with(self, file: &str, from: &str, to: &str) -> Data {
        self.changed_data(|name, text| {
            assert!(name != file || text.contains(from), "{file} does not contain `{from}`");
            if name == file { text.replacen(from, to, 1) } else { text }
        })
    }

    /// The rule numbers of `rules.yaml`.
    pub fn rulebook(self) -> Vec<String> {
        rulebook(&self.tree("rules.yaml"))
    }

    /// Every conformance case, with the file in which it stands.
    pub fn cases(self) -> Vec<(String, Node)> {
        let mut all = Vec::new();
        for name in self.names("cases") {
            let root = self.tree(&format!("cases/{name}"));
            let listed = root.list().unwrap_or(std::slice::from_ref(&root));
            all.extend(listed.iter().map(|node| (name.clone(), node.clone())));
        }
        all
    }

    /// Plays every conformance case: each passes, under a name of its own.
    pub fn play_cases(self, play: impl Fn(&Case<'_>) -> CaseResult) {
        let (rulebook, cases) = (self.rulebook(), self.cases());
        let (mut names, mut failed) = (BTreeSet::new(), Vec::new());
        for (file, node) in &cases {
            let case = Case { node, rulebook: &rulebook };
            assert!(names.insert(case.name().to_owned()), "{file}: {} occurs twice", case.name());
            let result = play(&case);
            if !result.passed() {
                let why = result.difference.unwrap_or_else(|| "nothing was compared".to_owned());
                failed.push(format!("{file} {}: {why}", case.name()));
            }
        }
        assert!(names.len() > 50, "only {} cases", names.len());
        assert!(failed.is_empty(), "{} failed:\n{}", failed.len(), failed.join("\n"));
    }
}

/// The tree of a text that must be YAML.
pub fn tree(text: &str) -> Node {
    yaml::parse(text).unwrap_or_else(|complaints| panic!("{complaints}\n{text}"))
}

/// An order file without its envelope.
pub fn sheet(text: &str) -> RawOrders {
    if text.is_empty() { RawOrders::default() } else { RawOrders::of(&tree(text)) }
}

/// A game between Rome and Carthage.
pub fn setup(scenario: &str, tempo: Tempo, options: &[(&str, &str)]) -> Setup {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let seats = ["rome", "carthage"].map(|seat| (Seat::new(seat), seat.to_owned())).to_vec();
    Setup { scenario: scenario.to_owned(), options: options.collect(), tempo, seats }
}
