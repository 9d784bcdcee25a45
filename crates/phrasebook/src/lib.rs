//! Puts a title's clauses into words ([`say`]), and English sentences into other languages.
//!
//! ```text
//! {id} is off the map
//!   {id} è fuori mappa
//! {}: step {spent} of {}
//!   {1}: passo {spent} di {2}
//! ```
//!
//! A gap without a name is called by its number; one that stands directly before another takes one word. What fills a gap is
//! looked up itself, but not where it stands in quotes: that is what somebody wrote. What the catalogue lacks stays English.

#![warn(missing_docs)]

mod realiser;

pub use realiser::{Page, Said, Told, say};

use engine::map::Map;
use serde::Deserialize as _;
use serde_json::Value;
use std::collections::BTreeMap;

/// More characters than any of our sentences has; a longer text quotes a file, and stays as it is.
const LONGEST: usize = 600;
/// The greatest depth to which sentences are nested in the gaps of others.
const DEEPEST: usize = 3;

/// The fields of a map that hold words.
pub const WORDS: [&str; 11] = [
    "title", "words", "when", "moment", "tally", "figures", "zones", "lines", "notes", "text",
    "kind",
];

/// Sentences in one language, by their English.
#[derive(Default)]
pub struct Phrasebook {
    exact: BTreeMap<String, String>,
    /// Sentences with gaps, those with the most fixed text first.
    shapes: Vec<Shape>,
}

struct Shape {
    english: Vec<Part>,
    said: Vec<Part>,
    /// True if all its words stand in its gaps.
    wordless: bool,
}

enum Part {
    Fixed(String),
    Gap(String),
}

impl Phrasebook {
    /// The sentences of some catalogues; a line that translates none is passed over.
    pub fn read<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let (mut exact, mut shapes) = (BTreeMap::new(), Vec::new());
        for (english, said) in texts.into_iter().flat_map(pairs) {
            let parts = parts(english);
            if let [Part::Fixed(whole)] = parts.as_slice() {
                exact.insert(whole.clone(), said.to_owned());
            } else {
                shapes.push(Shape::new(parts, said));
            }
        }
        shapes.sort_by_key(|shape| std::cmp::Reverse(shape.fixed()));
        Self { exact, shapes }
    }

    /// True for English, which needs no translations.
    pub fn is_empty(&self) -> bool {
        self.exact.is_empty() && self.shapes.is_empty()
    }

    /// A sentence in the language; as it is where the catalogue lacks it.
    pub fn say(&self, english: &str) -> String {
        self.find(english).unwrap_or_else(|| english.to_owned())
    }

    /// A sentence in the language; none where the catalogue lacks it.
    pub fn find(&self, english: &str) -> Option<String> {
        if english.len() > LONGEST { None } else { self.within(english, DEEPEST) }
    }

    /// Translates the texts in some fields of an object.
    pub fn fields(&self, data: &mut Value, names: &[&str]) {
        for name in names {
            if let Some(Value::String(text)) = data.get_mut(*name) {
                *text = self.say(text);
            }
        }
    }

    /// A map with its words translated; what it draws and where stays the same.
    ///
    /// # Panics
    /// Never: a map is plain data.
    pub fn map(&self, map: &Map) -> Map {
        let mut data = serde_json::to_value(map).expect("a map is plain data");
        self.texts(&mut data, "");
        Map::deserialize(&data).expect("an edit changed only words of the map")
    }

    fn texts(&self, data: &mut Value, name: &str) {
        match data {
            Value::Object(fields) => {
                for (name, field) in fields {
                    self.texts(field, name);
                }
            }
            Value::Array(all) => all.iter_mut().for_each(|one| self.texts(one, name)),
            Value::String(text) if WORDS.contains(&name) => *text = self.say(text),
            Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Null => {}
        }
    }

    fn within(&self, english: &str, depth: usize) -> Option<String> {
        if let Some(said) = self.exact.get(english) {
            return Some(said.clone());
        }
        self.shapes.iter().find_map(|shape| {
            let mut gaps = Vec::new();
            if !fits(&shape.english, english, false, &mut gaps) {
                return None;
            }
            self.filled(shape, &gaps, depth)
        })
    }

    /// A sentence of the language with its gaps filled. A sentence without words of its own counts as known if what
    /// fills it is known.
    fn filled(&self, shape: &Shape, gaps: &[Filling<'_>], depth: usize) -> Option<String> {
        let mut text = String::with_capacity(shape.said.len() * 2);
        for part in &shape.said {
            let gap = match part {
                Part::Fixed(fixed) => {
                    text += fixed;
                    continue;
                }
                Part::Gap(name) => gaps.iter().find(|gap| gap.name == name)?,
            };
            let own = (depth > 0 && !gap.quoted).then(|| self.gap(gap.text, depth - 1)).flatten();
            if own.is_none() && shape.wordless && gap.text.contains(' ') {
                return None;
            }
            text += own.as_deref().unwrap_or(gap.text);
        }
        Some(text)
    }

    /// The translation of what fills a gap: a sentence by itself, or several in a row; none if the catalogue lacks it.
    fn gap(&self, text: &str, depth: usize) -> Option<String> {
        let bare = text.trim_start();
        let blanks = &text[..text.len() - bare.len()];
        if let Some(said) = self.within(bare, depth).filter(|_| !bare.is_empty()) {
            return Some(format!("{blanks}{said}"));
        }
        let several = ["; ", ", then ", ", "].into_iter().find(|one| text.contains(one))?;
        let bare = several.trim_end();
        let between = self.exact.get(bare).map_or(bare, String::as_str);
        let own = |one: &str| self.within(one, depth);
        let found = text.split(several).any(|one| own(one).is_some());
        let all = text.split(several).map(|one| own(one).unwrap_or_else(|| one.to_owned()));
        found.then(|| all.collect::<Vec<_>>().join(&format!("{between} ")))
    }
}

impl Shape {
    fn new(english: Vec<Part>, said: &str) -> Self {
        let word = |part: &Part| match part {
            Part::Fixed(text) => text.contains(char::is_alphabetic),
            Part::Gap(_) => false,
        };
        Self { wordless: !english.iter().any(word), english, said: parts(said) }
    }

    fn fixed(&self) -> usize {
        let length = |part: &Part| match part {
            Part::Fixed(text) => text.len(),
            Part::Gap(_) => 0,
        };
        self.english.iter().map(length).sum()
    }
}

struct Filling<'a> {
    name: &'a str,
    text: &'a str,
    quoted: bool,
}

/// True if a text is of this shape. Each gap takes as little text as it can.
fn fits<'a>(parts: &'a [Part], text: &'a str, quoted: bool, gaps: &mut Vec<Filling<'a>>) -> bool {
    match parts {
        [] => text.is_empty(),
        [Part::Fixed(fixed), rest @ ..] => text
            .strip_prefix(fixed.as_str())
            .is_some_and(|left| fits(rest, left, fixed.ends_with(['`', '\'']), gaps)),
        [Part::Gap(name)] => {
            gaps.push(Filling { name, text, quoted });
            true
        }
        [Part::Gap(name), rest @ ..] => {
            let word = text.find([' ', ',', ';', ':', '(']).unwrap_or(text.len());
            let only = matches!(rest, [Part::Gap(_), ..]).then_some(word);
            let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
            for end in ends.filter(|end| only.is_none_or(|only| only == *end)) {
                let before = gaps.len();
                gaps.push(Filling { name, text: &text[..end], quoted });
                if fits(rest, &text[end..], false, gaps) {
                    return true;
                }
                gaps.truncate(before);
            }
            false
        }
    }
}

/// The sentences of a catalogue: the English at the margin, and below it the translation.
fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut english = None;
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).filter_map(
        move |line| match line.strip_prefix("  ") {
            Some(said) => english.take().map(|english| (english, said)),
            None => {
                english = Some(line);
                None
            }
        },
    )
}

/// A sentence split into its parts. A gap is a brace, a name or nothing, perhaps how it is written, and a brace.
fn parts(sentence: &str) -> Vec<Part> {
    let (mut parts, mut fixed, mut unnamed) = (Vec::new(), 0, 0);
    for (at, _) in sentence.match_indices('{') {
        let Some(end) = sentence[at..].find('}').map(|length| at + length) else { break };
        let name = &sentence[at + 1..end];
        let plain =
            |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | ':' | '>');
        if !name.chars().all(plain) {
            continue;
        }
        if fixed < at {
            parts.push(Part::Fixed(sentence[fixed..at].to_owned()));
        }
        unnamed += u32::from(name.is_empty());
        let name = if name.is_empty() { unnamed.to_string() } else { name.to_owned() };
        parts.push(Part::Gap(name));
        fixed = end + 1;
    }
    if fixed < sentence.len() {
        parts.push(Part::Fixed(sentence[fixed..].to_owned()));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_keep_what_was_written_and_translate_what_we_say() {
        let said = Phrasebook::read(std::iter::once(
            "# A remark.\n{what}: {why}\n  {what}, cioè {why}\n{} is {} of {}\n  {1} è {2} su {3}\na list\n  una lista\n\
             unknown unit `{text}`\n  unità sconosciuta `{text}`\nwrite {mix: {r3: 2}}\n  scrivi {mix: {r3: 2}}\n",
        ));
        assert_eq!(said.say("x: a list"), "x, cioè una lista");
        assert_eq!(said.say("step is 1 of 2"), "step è 1 su 2");
        assert_eq!(said.say("unknown unit `a list`"), "unità sconosciuta `a list`");
        assert_eq!(said.say("write {mix: {r3: 2}}"), "scrivi {mix: {r3: 2}}");
        assert_eq!(said.say("x: b, a list"), "x, cioè b, una lista");
        assert_eq!(said.find("nothing of the kind"), None);
    }
}
