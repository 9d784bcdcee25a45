//! Short captions by name, from a template file of lines `name: words`.

use serde::Serialize;
use std::collections::BTreeMap;

/// The words on a map, by the name of the caption.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Phrases(BTreeMap<String, String>);

impl Phrases {
    /// Reads lines `name: words`; blank lines and lines that begin with `#` are passed over.
    pub fn read(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let pairs = lines.filter_map(|line| line.split_once(':'));
        Self(pairs.map(|(name, words)| (name.trim().to_owned(), words.trim().to_owned())).collect())
    }

    pub fn find(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The words for a name; the name itself where there are none.
    pub fn get<'a>(&'a self, name: &'a str) -> &'a str {
        self.find(name).unwrap_or(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_are_lines() {
        let phrases = Phrases::read("# the map\nnorth: N\n\nstroke.move: a move: thin\n");
        assert_eq!(phrases.get("north"), "N");
        assert_eq!(phrases.get("stroke.move"), "a move: thin");
        assert_eq!(phrases.get("south"), "south");
    }
}
