//! The rules of a title in our own words: one page, on which every passage says which rule numbers it tells.
//!
//! A mark such as `[M3, W1–W3]` stands behind what it is about: on a paragraph, an item of a list or a row of a table.

use super::{Found, Language, ReportError, Reporter, named};
use crate::packed;
use minijinja::Value;
use minijinja::value::{Enumerator, Object, Serde};
use record::exchange;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

/// The template of the rules, in the folder of their title.
const PAGE: &str = "rules.md";

/// A rule number as `rules.yaml` lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The rule number: `M3`.
    pub number: String,
    pub heading: String,
    /// The sentence that says why the program does nothing by it, if it does nothing.
    pub left_out: Option<String>,
}

pub struct Rulebook {
    page: String,
    numbers: Vec<Number>,
    blocks: Vec<Block>,
    rulings: BTreeMap<String, String>,
}

/// A part of the page that stands by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Block {
    section: String,
    kind: Kind,
    text: String,
    /// The rule numbers that it tells.
    tells: Vec<String>,
}

impl Block {
    fn add(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// A piece of the page, as [`Rulebook::pieces`] lays it out.
#[derive(Clone, Debug, Serialize)]
pub struct Piece<'a> {
    /// `heading`, `paragraph`, `item`, or of a table its `head` or a `row`.
    pub kind: &'static str,
    /// Markdown of one block.
    pub text: Cow<'a, str>,
    /// The rule numbers that it tells.
    pub tells: Vec<&'a str>,
}

impl<'a> Piece<'a> {
    fn new(kind: &'static str, text: impl Into<Cow<'a, str>>, tells: Vec<&'a str>) -> Self {
        Self { kind, text: text.into(), tells }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Paragraph,
    /// An item of a list, by how far it is indented.
    Item(usize),
    /// A row of a table; its head stands in the block with the number.
    Row(usize),
    /// The two lines above a table's rows.
    Head,
}

impl Rulebook {
    /// The rules of a title that came with the program.
    ///
    /// # Errors
    /// A fault in the page's template; that it is missing.
    ///
    /// # Panics
    /// On packed data that are no YAML.
    pub fn of(title: &str) -> Result<Self, ReportError> {
        let own = format!("{title}/{PAGE}");
        let name = own.clone();
        let reporter = Reporter::layered(Language::English, move |asked| {
            let title = asked.strip_suffix(PAGE).and_then(|rest| rest.strip_suffix('/'));
            let text = title.and_then(packed::rules_text);
            let origin = || format!("games/{asked}");
            Ok(text.map(|text| Found { text: text.into(), origin: origin() }))
        });
        let data = Value::from_object(Ordered(packed::data(title).map(chart).collect()));
        let page = reporter.templates.render_value(&name, named([("data", data)]))?;
        let (mut numbers, rulings) = (numbers(title), rulings(title));
        // Some titles list their rulings among the numbers, some beside them.
        let listed = |number: &String| numbers.iter().any(|it| it.number == *number);
        let beside: Vec<_> = rulings.keys().filter(|number| !listed(number)).cloned().collect();
        numbers.extend(beside.into_iter().map(|number| Number {
            number,
            heading: "a ruling".to_owned(),
            left_out: None,
        }));
        Ok(Self::read(&super::tidy(&page), numbers, rulings))
    }

    fn read(page: &str, numbers: Vec<Number>, rulings: BTreeMap<String, String>) -> Self {
        let blocks = blocks(page, &numbers);
        Self { page: page.to_owned(), numbers, blocks, rulings }
    }

    /// The whole page in Markdown.
    pub fn page(&self) -> &str {
        &self.page
    }

    /// The text above the first heading: the story, how one wins, and how long it takes.
    pub fn opening(&self) -> &str {
        let opening = self.page.split("\n## ").next().unwrap_or_default();
        opening.split_once('\n').map_or("", |(_, rest)| rest.trim())
    }

    pub fn numbers(&self) -> &[Number] {
        &self.numbers
    }

    /// A rule number, however its letters are written.
    pub fn number(&self, asked: &str) -> Option<&Number> {
        self.numbers.iter().find(|it| it.number.eq_ignore_ascii_case(asked)).or_else(|| {
            let plain = |text: &str| text.replace(' ', "").to_lowercase();
            self.numbers.iter().find(|it| plain(&it.number) == plain(asked))
        })
    }

    /// The text of the page under a rule number, in Markdown: each passage below its heading; else the text of a
    /// ruling; else the reason why there is none. None if the title has no such number.
    pub fn passage(&self, number: &Number) -> Option<String> {
        let mut text = format!("**{}: {}**\n", number.number, number.heading);
        let mut said = false;
        let mut section = "";
        for at in 0..self.blocks.len() {
            let block = &self.blocks[at];
            if !block.tells.contains(&number.number) {
                continue;
            }
            if section != block.section {
                section = &block.section;
                let _ = writeln!(text, "\n## {section}");
            }
            text += "\n";
            text += &self.whole(at);
            said = true;
        }
        if let Some(ruling) = self.rulings.get(&number.number) {
            let _ = writeln!(text, "\n{}", behind_heading(ruling, &number.heading));
            said = true;
        }
        if let Some(why) = &number.left_out {
            let _ = writeln!(text, "\n{why}");
            said = true;
        }
        said.then_some(text)
    }

    /// The page in pieces, for callers that lay it out themselves: each heading, and each block with its kind and its
    /// rule numbers; after them the texts about the numbers that no block has.
    pub fn pieces(&self) -> Vec<Piece<'_>> {
        let mut pieces = Vec::new();
        let mut section = "";
        for block in &self.blocks {
            if section != block.section {
                section = &block.section;
                pieces.push(Piece::new("heading", section, Vec::new()));
            }
            let kind = match block.kind {
                Kind::Paragraph => "paragraph",
                Kind::Item(_) => "item",
                Kind::Head => "head",
                Kind::Row(_) => "row",
            };
            let tells = block.tells.iter().map(String::as_str).collect();
            pieces.push(Piece::new(kind, block.text.trim(), tells));
        }
        let told: BTreeSet<&String> = self.blocks.iter().flat_map(|block| &block.tells).collect();
        let untold = self.numbers.iter().filter(|it| !told.contains(&it.number));
        for Number { number, heading, left_out } in untold {
            let said = self.rulings.get(number).or(left_out.as_ref());
            let said = said.map_or("", |said| behind_heading(said, heading));
            let end = if heading.ends_with(['?', '.', '!']) { "" } else { "." };
            let text = format!("**{number}: {heading}{end}** {said}");
            pieces.push(Piece::new("paragraph", text, vec![number]));
        }
        pieces
    }

    /// A block with what belongs to it: a row with the head of its table; what ends with a colon with the list or table below.
    fn whole(&self, at: usize) -> String {
        let block = &self.blocks[at];
        if let Kind::Row(head) = block.kind {
            return format!("{}{}", self.blocks[head].text, block.text);
        }
        let mut text = block.text.trim_start().to_owned();
        if !without_marks(&block.text).trim_end().ends_with(':') {
            return text;
        }
        let listed = |kind| matches!(kind, Kind::Item(_));
        let list = self.blocks.get(at + 1).is_some_and(|below| listed(below.kind));
        let below =
            self.blocks[at + 1..].iter().take_while(|below| match (block.kind, below.kind) {
                (Kind::Item(own), Kind::Item(below)) => below > own,
                (Kind::Paragraph, Kind::Item(_)) => list && below.section == block.section,
                (Kind::Paragraph, Kind::Head | Kind::Row(_)) => {
                    !list && below.section == block.section
                }
                _ => false,
            });
        for (first, below) in std::iter::once(true).chain(std::iter::repeat(false)).zip(below) {
            if first {
                text += "\n";
            }
            text += &below.text;
        }
        text
    }
}

/// A page's blocks with the numbers that they tell. A mark alone on its line is about what stands above it.
fn blocks(page: &str, numbers: &[Number]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut section, mut open, mut head) = (String::new(), false, None);
    for line in page.lines() {
        let text = line.trim();
        if let Some(heading) = text.strip_prefix('#') {
            without_marks(heading.trim_start_matches('#')).trim().clone_into(&mut section);
        }
        if text.is_empty() || text.starts_with('#') {
            (open, head) = (false, None);
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let kind = match (text.starts_with('|'), head) {
            (true, Some(head)) => {
                Some(if text.starts_with("|--") { Kind::Head } else { Kind::Row(head) })
            }
            (true, None) => Some(Kind::Head),
            (false, _) if is_item(text) => Some(Kind::Item(indent)),
            (false, _) if !open => Some(Kind::Paragraph),
            (false, _) => None,
        };
        let marks = marks(text, numbers);
        if kind == Some(Kind::Paragraph)
            && without_marks(text).trim().is_empty()
            && let Some(above) = blocks.iter_mut().rev().find(|above| above.kind != Kind::Head)
        {
            above.tells.extend(marks);
            continue;
        }
        match (kind, blocks.last_mut()) {
            (Some(Kind::Head), Some(last)) if head.is_some() => last.add(line),
            (Some(kind), _) => {
                if kind == Kind::Head {
                    head = Some(blocks.len());
                }
                let text = format!("{line}\n");
                blocks.push(Block { section: section.clone(), kind, text, tells: marks });
            }
            (None, last) => {
                let last = last.expect("a continuation line follows another line");
                last.add(line);
                last.tells.extend(marks);
            }
        }
        open = head.is_none();
    }
    blocks
}

fn is_item(text: &str) -> bool {
    let number = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    text.starts_with("- ") || (number.len() < text.len() && number.starts_with(". "))
}

/// The rule numbers that a line's marks name; a range names those between in the order of `rules.yaml`.
fn marks(line: &str, numbers: &[Number]) -> Vec<String> {
    let place = |name: &str| numbers.iter().position(|it| it.number == name.trim());
    let mut found = Vec::new();
    for mark in brackets(line) {
        for part in mark.split(',') {
            let (first, last) = part.split_once('–').unwrap_or((part, part));
            if let (Some(first), Some(last)) = (place(first), place(last)) {
                found.extend(numbers[first..=last].iter().map(|it| it.number.clone()));
            } else {
                // Kept, so that whoever checks the page sees what is named in vain.
                found.push(part.trim().to_owned());
            }
        }
    }
    found
}

/// The texts in square brackets.
fn brackets(line: &str) -> impl Iterator<Item = &str> {
    line.split('[').skip(1).filter_map(|rest| rest.split_once(']').map(|(mark, _)| mark))
}

fn without_marks(text: &str) -> String {
    let mut out = text.to_owned();
    for mark in brackets(text) {
        out = out.replace(&format!("[{mark}]"), "");
    }
    out
}

/// The rule numbers of a title, in the order of `rules.yaml`.
fn numbers(title: &str) -> Vec<Number> {
    let text = packed::rules(title).expect("a title that was built in has its rule numbers");
    let root = exchange::yaml::parse(text).expect("the packed rules.yaml is good YAML");
    let rules = root.get("rules").and_then(engine::Node::list).expect("it lists rules");
    let word = |rule: &engine::Node, key: &str| rule.get(key)?.text().map(str::to_owned);
    let number = |rule: &engine::Node| {
        let out = word(rule, "status").is_some_and(|status| status == "left out");
        let said = |why: &str| format!("The program does not apply this rule: {why}.");
        let why = out.then(|| said(&word(rule, "why").expect("every omission has its reason")));
        Some(Number { number: word(rule, "rule")?, heading: word(rule, "heading")?, left_out: why })
    };
    rules.iter().filter_map(number).collect()
}

/// A title's rulings by their number. Each is an item of a list that begins with it.
fn rulings(title: &str) -> BTreeMap<String, String> {
    let text = packed::rulings(title).unwrap_or_default();
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let mut open = None;
    for line in text.lines() {
        let begins = line.strip_prefix("- ").map(|rest| rest.trim_start_matches('*'));
        if let Some(rest) = begins {
            let end =
                rest.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(rest.len());
            let (number, said) = rest.split_at(end);
            let said = said.trim_start_matches("**").trim_start_matches(['.', ' ']);
            found.insert(number.to_owned(), said.to_owned());
            open = Some(number);
        } else if line.starts_with("  ")
            && let Some(number) = open
        {
            let ruling = found.get_mut(number).expect("the ruling has already been entered");
            ruling.push(' ');
            ruling.push_str(line.trim());
        } else {
            open = None;
        }
    }
    found
}

/// A ruling without the question at its beginning, where that is the heading over it.
fn behind_heading<'a>(ruling: &'a str, heading: &str) -> &'a str {
    let plain = |text: &str| text.trim_end_matches(['?', '.']).to_lowercase();
    let question = ruling.strip_prefix('*').and_then(|rest| rest.split_once('*'));
    let same = question.filter(|(asked, _)| plain(asked) == plain(heading));
    same.map_or(ruling, |(_, said)| said.trim_start())
}

/// A data file as templates read it: by its name, with its entries in the order in which they are written.
fn chart((name, text): (&'static str, &'static str)) -> (String, Value) {
    let root = exchange::yaml::parse(text).expect("packed data are valid YAML");
    (name.trim_end_matches(".yaml").to_owned(), written(&root))
}

/// A node as a value that keeps its order.
fn written(node: &engine::Node) -> Value {
    match &node.value {
        engine::node::Value::Map(entries) => {
            let entry = |(key, node): &(engine::node::Key, _)| (key.text.clone(), written(node));
            Value::from_object(Ordered(entries.iter().map(entry).collect()))
        }
        engine::node::Value::List(items) => items.iter().map(written).collect(),
        engine::node::Value::Scalar { .. } => Value::from(Serde(node.plain_value())),
    }
}

/// A map whose entries stay in the order in which they were written.
#[derive(Debug)]
struct Ordered(Vec<(String, Value)>);

impl Object for Ordered {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let key = key.as_str()?;
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.0.iter().map(|(name, _)| Value::from(name.as_str())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn each(look: impl Fn(&str, &Rulebook)) {
        let title = |path: &&'static str| path.strip_prefix("games/")?.strip_suffix("/rules.md");
        let titles: Vec<_> = packed::FILES.iter().filter_map(|(path, _)| title(path)).collect();
        assert!(!titles.is_empty());
        for title in titles {
            look(title, &Rulebook::of(title).unwrap());
        }
    }

    #[test]
    fn every_rule_number_is_told_and_every_mark_is_a_rule_number() {
        each(|title, rules| {
            let untold: Vec<&str> = rules
                .numbers()
                .iter()
                .filter(|number| rules.passage(number).is_none())
                .map(|number| number.number.as_str())
                .collect();
            assert!(
                untold.is_empty(),
                "{title}: games/{title}/rules.md tells nothing of {untold:?}"
            );
            let known = |mark: &&String| rules.numbers().iter().any(|it| it.number == **mark);
            let marks = rules.blocks.iter().flat_map(|block| &block.tells);
            let strange: Vec<_> = marks.filter(|mark| !known(mark)).collect();
            assert!(strange.is_empty(), "{title}: {strange:?} are no rule numbers");
        });
    }

    #[test]
    fn the_rules_begin_with_the_story_how_one_wins_and_how_long_it_takes() {
        each(|title, rules| {
            let opening: Vec<&str> = rules.opening().split("\n\n").collect();
            let [story, win, long] = opening[..] else { panic!("{title}: {opening:?}") };
            assert_eq!(
                story.matches(". ").count() + 1,
                2,
                "{title}: a story in two sentences: {story}"
            );
            assert!(win.starts_with("**You win** "), "{title}: {win}");
            assert!(long.starts_with("**A game** ") && long.contains("letters"), "{title}: {long}");
            let words = rules.page().split_whitespace().count();
            assert!((1200..=3400).contains(&words), "{title}: {words} words");
        });
    }

    #[test]
    fn every_rule_number_is_reached_in_the_pieces_too() {
        each(|title, rules| {
            let pieces = rules.pieces();
            let tells =
                |number: &Number| pieces.iter().any(|it| it.tells.contains(&&*number.number));
            let missing: Vec<_> = rules.numbers().iter().filter(|number| !tells(number)).collect();
            assert!(missing.is_empty(), "{title}: {missing:?}");
            assert_eq!(pieces[0].kind, "heading", "{title}");
        });
    }

    #[test]
    fn a_passage_is_what_its_mark_stands_behind() {
        let number = |number: &str| Number {
            number: number.to_owned(),
            heading: "of it".to_owned(),
            left_out: None,
        };
        let page = "# T\n\nStory.\n\n## Moving\n\nWalk. [M1] Or sail. [M2–M4]\n\nAdd: [K1]\n\n- one; [K2]\n- two\n  more. [K3]\n\n\
                    | a | b |\n|---|---|\n| 1 | x [T1] |\n| 2 | y |\n\n[T2]\n";
        let numbers = ["M1", "M2", "M3", "M4", "K1", "K2", "K3", "T1", "T2", "X1"];
        let rulings = BTreeMap::from([("X1".to_owned(), "As read.".to_owned())]);
        let rules = Rulebook::read(page, numbers.map(number).to_vec(), rulings);
        let said = |asked: &str| rules.passage(rules.number(asked).unwrap()).unwrap();
        assert_eq!(said("m3"), "**M3: of it**\n\n## Moving\n\nWalk. [M1] Or sail. [M2–M4]\n");
        assert!(said("K1").ends_with("Add: [K1]\n\n- one; [K2]\n- two\n  more. [K3]\n"));
        assert!(said("K3").ends_with("\n\n- two\n  more. [K3]\n"));
        assert!(said("T1").ends_with("\n\n| a | b |\n|---|---|\n| 1 | x [T1] |\n"));
        assert!(said("T2").ends_with("| 2 | y |\n"));
        assert!(said("X1").ends_with("\n\nAs read.\n"));
        assert_eq!(rules.opening(), "Story.");
        assert!(rules.number("M5").is_none());
    }

    #[test]
    fn a_ruling_does_not_repeat_its_heading() {
        assert_eq!(behind_heading("*When?* Now.", "When"), "Now.");
        assert_eq!(behind_heading("*Why?* Now.", "When"), "*Why?* Now.");
    }
}
