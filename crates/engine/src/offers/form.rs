//! Orders by choosing: a title describes what may stand in the order file here and now, and every page of choices, with
//! what each writes, follows from that and from what the draft says.
//!
//! A page is picked by its path, `/standing/battle/0/when`: the keys and places that lead to it.

use super::super::standing::WITHDRAWN;
use super::values::{below, changed};
use super::{Edit, Offer, Offers, Spot, Subject, Writing};
use serde_json::Value;
use std::borrow::Cow;

pub use super::values::told;

/// Words of a title for its players.
pub type Words = Cow<'static, str>;

/// The values that an order file may have at a place.
#[derive(Clone, Debug)]
pub enum Part {
    /// One of these values.
    One(Vec<Choice>),
    /// A list of some of these values, each once, in the order in which they are taken.
    Several(Vec<Choice>),
    /// A list to which only the next entry can be chosen, such as the steps of a way.
    Sequence(Vec<Choice>),
    /// Words that the player writes.
    Text,
    /// A map with these keys.
    Keys(Vec<Key>),
    /// A list of just so many values.
    Row(Vec<Key>),
    /// A list whose entries are all alike.
    List(Box<Entries>),
    /// A value of one of these shapes.
    Any(Vec<Shape>),
}

/// A value that can be chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The value as the order file has it.
    pub value: Value,
    /// The words on its button.
    pub words: Words,
    /// The place on the map where it can be taken.
    pub spot: Option<Spot>,
}

/// A key of a map.
#[derive(Clone, Debug)]
pub struct Key {
    /// The key as the order file has it.
    pub name: Words,
    /// The words of its heading.
    pub words: Words,
    /// The values that may stand under the key.
    pub part: Part,
    /// True if the map is not lawful without it: it can be changed but not taken out.
    pub must: bool,
    /// True if its choices get a page of their own, however few they are.
    pub apart: bool,
    /// The place on the map that opens its page.
    pub spot: Option<Spot>,
}

/// The entries of a list.
#[derive(Clone, Debug)]
pub struct Entries {
    /// The name of one entry: `rule`.
    pub noun: &'static str,
    /// The entries that can be added.
    pub add: Vec<Choice>,
    /// The values that each entry may have.
    pub part: Part,
    /// Says whether an entry ends the list, so that others are added before it.
    pub ends: Option<fn(&Value) -> bool>,
}

/// One of several shapes of a value.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The words on its button.
    pub words: Words,
    /// Says whether a value has this shape.
    pub fits: fn(&Value) -> bool,
    /// The value that is written when the player chooses the shape.
    pub fresh: Value,
    /// The values that may stand there in this shape.
    pub part: Part,
}

impl Choice {
    /// A choice that is not tied to a place on the map.
    pub fn new(value: impl Into<Value>, words: impl Into<Words>) -> Self {
        Self { value: value.into(), words: words.into(), spot: None }
    }

    /// A word that is its own label.
    pub fn word(word: impl Into<String>) -> Self {
        let word = word.into();
        Self::new(word.clone(), word)
    }

    /// Ties the choice to a place on the map.
    #[must_use]
    pub fn on(self, spot: Spot) -> Self {
        Self { spot: Some(spot), ..self }
    }
}

impl Key {
    /// A key that may be left out.
    pub fn new(name: impl Into<Words>, words: impl Into<Words>, part: Part) -> Self {
        Self { name: name.into(), words: words.into(), part, must: false, apart: false, spot: None }
    }

    /// A key that must be there.
    pub fn must(name: impl Into<Words>, words: impl Into<Words>, part: Part) -> Self {
        Self { must: true, ..Self::new(name, words, part) }
    }

    /// A key with a page of its own.
    #[must_use]
    pub fn on_page(self) -> Self {
        Self { apart: true, ..self }
    }

    /// Lets the key's page be opened at a place on the map.
    #[must_use]
    pub fn on(self, spot: Spot) -> Self {
        Self { apart: true, spot: Some(spot), ..self }
    }
}

impl Part {
    /// A word of a set.
    pub fn words(words: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::One(words.into_iter().map(Choice::word).collect())
    }

    /// A number of a range.
    pub fn numbers(range: impl IntoIterator<Item = i64>) -> Self {
        let number = |number: i64| Choice::new(number, number.to_string());
        Self::One(range.into_iter().map(number).collect())
    }

    /// A choice between `true` and leaving the key out.
    pub fn yes(words: impl Into<Words>) -> Self {
        Self::One(vec![Choice::new(true, words)])
    }

    /// A list of entries.
    pub fn list(noun: &'static str, add: Vec<Choice>, part: Self) -> Self {
        Self::List(Box::new(Entries { noun, add, part, ends: None }))
    }

    /// Makes an entry for which `ends` holds the end of the list.
    #[must_use]
    pub fn ended_by(mut self, ends: fn(&Value) -> bool) -> Self {
        if let Self::List(entries) = &mut self {
            entries.ends = Some(ends);
        }
        self
    }

    /// A part of the standing orders: what is in force can be withdrawn, or taken over and changed.
    #[must_use]
    pub fn in_force(self, force: Option<&Value>) -> Self {
        let Some(force) = force else { return self };
        Self::Any(vec![
            Shape {
                words: "Withdraw what is in force".into(),
                fits: |value| value == WITHDRAWN,
                fresh: WITHDRAWN.into(),
                part: Self::Keys(Vec::new()),
            },
            Shape {
                words: format!("Change what is in force: {}", told(force)).into(),
                fits: |value| value != WITHDRAWN,
                fresh: force.clone(),
                part: self,
            },
        ])
    }

    /// True if its choices stand on the page of what holds it; everything else has a page of its own.
    fn short(&self) -> bool {
        matches!(self, Self::One(_) | Self::Several(_) | Self::Sequence(_) | Self::Text)
    }

    /// True if some of its choices can be taken on the map.
    fn on_map(&self) -> bool {
        match self {
            Self::One(list) | Self::Several(list) | Self::Sequence(list) => {
                list.iter().any(|choice| choice.spot.is_some())
            }
            Self::Text | Self::Keys(_) | Self::Row(_) | Self::List(_) | Self::Any(_) => false,
        }
    }
}

/// The values that an order file may have, and the draft that the player is writing.
#[derive(Clone, Debug)]
pub struct Form {
    /// The values that the whole file may have.
    pub part: Part,
    /// The draft, as it is written.
    pub says: Value,
}

/// A page: what is chosen at a path.
struct Page<'a> {
    part: &'a Part,
    value: Option<&'a Value>,
    /// The headings that lead there.
    words: Vec<String>,
    /// True if the value may be removed from the file.
    loose: bool,
    /// The place of the entry in its list, from 0; none if it is not in a list.
    entry: Option<usize>,
}

impl Form {
    /// The parts of a map at a path as subjects, each with what the draft says there.
    pub fn subjects(&self, path: &str) -> Vec<Subject> {
        let Some(page) = self.page(path) else { return Vec::new() };
        let (Part::Keys(keys), said) = (page.part, page.value) else { return Vec::new() };
        let subject = |key: &Key| Subject {
            id: format!("{path}/{}", key.name),
            words: key.words.to_string(),
            ordered: said.and_then(|said| said.get(&*key.name)).map(told),
            ..Subject::default()
        };
        keys.iter().map(subject).collect()
    }

    /// The choices at a path, with the heading of their page; none if there is no such page.
    pub fn offers(&self, path: &str) -> Option<Offers> {
        let page = self.page(path)?;
        let mut offers = self.choices(path, page.part, page.value, &page.words);
        if let Some(at) = page.entry.filter(|at| *at > 0) {
            offers.push(self.earlier(path, at)?);
        }
        if page.loose && page.value.is_some() {
            let edits = self.write(path, None);
            let up = Some(parent(path)?.to_owned());
            offers.push(Offer { pick: up, ..Offer::new("This entry", "Remove", false, edits) });
        }
        let back = parent(path).filter(|up| !up.is_empty());
        offers.extend(back.map(|up| leads("This entry", "Back", up.to_owned())));
        Some(Offers { offers, about: Some(page.words.join(": ")), ..Offers::default() })
    }

    fn page(&self, path: &str) -> Option<Page<'_>> {
        let mut page = Page {
            part: &self.part,
            value: Some(&self.says),
            words: Vec::new(),
            loose: false,
            entry: None,
        };
        for step in path.split('/').skip(1) {
            while let Part::Any(shapes) = page.part {
                page.part = fitting(shapes, page.value)?;
            }
            let index = step.parse::<usize>().ok();
            let key = match page.part {
                Part::Keys(keys) => keys.iter().find(|key| key.name == step)?,
                Part::Row(keys) => keys.get(index?)?,
                Part::List(entries) => {
                    page.words.push(format!("{} {}", entries.noun, index? + 1));
                    page.value = Some(page.value?.get(index?)?);
                    (page.part, page.loose, page.entry) = (&entries.part, true, index);
                    continue;
                }
                Part::One(_) | Part::Several(_) | Part::Sequence(_) | Part::Text | Part::Any(_) => {
                    return None;
                }
            };
            page.words.push(key.words.to_string());
            page.value = page.value.and_then(|value| below(value, step));
            (page.part, page.loose, page.entry) = (&key.part, !key.must, None);
        }
        Some(page)
    }

    fn choices(
        &self,
        path: &str,
        part: &Part,
        value: Option<&Value>,
        words: &[String],
    ) -> Vec<Offer> {
        let group = words.last().cloned().unwrap_or_default();
        match part {
            Part::One(_) | Part::Several(_) | Part::Sequence(_) | Part::Text => {
                self.short(path, &group, (part, value), false)
            }
            Part::Keys(keys) | Part::Row(keys) => self.keys(path, keys, value),
            Part::List(entries) => self.list(path, entries, value),
            Part::Any(shapes) => {
                let now = shapes.iter().find(|shape| value.is_some_and(shape.fits));
                let shape = |shape: &Shape| {
                    let chosen = now.is_some_and(|now| now.words == shape.words);
                    let edits = self.write(path, Some(shape.fresh.clone()));
                    // Nothing is offered for a key that the file already has.
                    let edits = if chosen { Vec::new() } else { edits };
                    Offer::new(group.clone(), shape.words.clone(), chosen, edits)
                };
                let mut offers: Vec<Offer> = shapes.iter().map(shape).collect();
                if let Some(now) = now {
                    offers.extend(self.choices(path, &now.part, value, words));
                }
                offers
            }
        }
    }

    fn short(
        &self,
        path: &str,
        group: &str,
        (part, value): (&Part, Option<&Value>),
        must: bool,
    ) -> Vec<Offer> {
        let listed: &[Value] = value.and_then(Value::as_array).map_or(&[], Vec::as_slice);
        let write = |list: Vec<Value>| {
            let keep = must || !list.is_empty();
            self.write(path, keep.then_some(Value::Array(list)))
        };
        let more = |choice: &Choice| [listed, std::slice::from_ref(&choice.value)].concat();
        let made = |choice: &Choice, words: String, chosen, edits| Offer {
            spot: choice.spot.clone(),
            ..Offer::new(group.to_owned(), words, chosen, edits)
        };
        let one = |choice: &Choice| {
            let chosen = value == Some(&choice.value);
            let edits = self.write(path, Some(choice.value.clone()).filter(|_| must || !chosen));
            made(choice, choice.words.to_string(), chosen, edits)
        };
        let several = |choice: &Choice| {
            let Some(at) = listed.iter().position(|value| *value == choice.value) else {
                return made(choice, choice.words.to_string(), false, write(more(choice)));
            };
            let place = if listed.len() > 1 { format!("{}. ", at + 1) } else { String::new() };
            let edits = write([&listed[..at], &listed[at + 1..]].concat());
            made(choice, format!("{place}{}", choice.words), true, edits)
        };
        // The entries after a removed one depend on it, so they are removed too.
        let back = |(at, value): (usize, &Value)| {
            let words = format!("{}. {}", at + 1, told(value));
            Offer::new(group.to_owned(), words, true, write(listed[..at].to_vec()))
        };
        let next =
            |choice: &Choice| made(choice, choice.words.to_string(), false, write(more(choice)));
        match part {
            Part::One(choices) => choices.iter().map(one).collect(),
            Part::Several(choices) => choices.iter().map(several).collect(),
            Part::Sequence(choices) => {
                listed.iter().enumerate().map(back).chain(choices.iter().map(next)).collect()
            }
            Part::Text => vec![self.writing(path, group, value)],
            Part::Keys(_) | Part::Row(_) | Part::List(_) | Part::Any(_) => Vec::new(),
        }
    }

    fn writing(&self, path: &str, group: &str, value: Option<&Value>) -> Offer {
        let now = value.map(told).unwrap_or_default();
        let steps: Vec<&str> = path.split('/').skip(1).collect();
        let into = steps[self.whole(&steps)..].iter().map(|step| (*step).to_owned()).collect();
        let edits = self.write(path, Some(Value::String(now.clone())));
        let writing = Some(Writing { now, into });
        Offer { writing, ..Offer::new(group.to_owned(), "Write it", value.is_some(), edits) }
    }

    fn keys(&self, path: &str, keys: &[Key], value: Option<&Value>) -> Vec<Offer> {
        let (mut here, mut away) = (Vec::new(), Vec::new());
        // Two choices for one place of the map would hide each other.
        let crowded = keys.iter().filter(|key| key.part.on_map()).count() > 1;
        for (at, key) in keys.iter().enumerate() {
            let step = if value.is_some_and(Value::is_array) {
                at.to_string()
            } else {
                key.name.to_string()
            };
            let below_it = value.and_then(|value| below(value, &step));
            let path = format!("{path}/{step}");
            if key.part.short() && !key.apart && !(crowded && key.part.on_map()) {
                here.extend(self.short(&path, &key.words, (&key.part, below_it), key.must));
            } else {
                let said = below_it.map(|said| format!(": {}", told(said))).unwrap_or_default();
                let words = format!("{}{said}", key.words);
                away.push(Offer { spot: key.spot.clone(), ..leads("More", words, path) });
            }
        }
        here.extend(away);
        here
    }

    fn list(&self, path: &str, entries: &Entries, value: Option<&Value>) -> Vec<Offer> {
        let listed = value.and_then(Value::as_array).cloned().unwrap_or_default();
        let entry = |(at, value): (usize, &Value)| {
            leads("Entries", format!("{}. {}", at + 1, told(value)), format!("{path}/{at}"))
        };
        let mut offers: Vec<Offer> = listed.iter().enumerate().map(entry).collect();
        let ends = |value: &Value| entries.ends.is_some_and(|ends| ends(value));
        for choice in &entries.add {
            let mut list = listed.clone();
            let behind = listed.last().is_some_and(ends) && !ends(&choice.value);
            let at = listed.len() - usize::from(behind);
            list.insert(at, choice.value.clone());
            let edits = self.write(path, Some(Value::Array(list)));
            let to = (!entries.part.short()).then(|| format!("{path}/{at}"));
            let article =
                if entries.noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            let group = format!("Add {article} {}", entries.noun);
            let made = Offer::new(group, choice.words.clone(), false, edits);
            offers.push(Offer { spot: choice.spot.clone(), pick: to, ..made });
        }
        offers
    }

    /// An offer that swaps an entry with the one before it.
    fn earlier(&self, path: &str, at: usize) -> Option<Offer> {
        let up = parent(path)?;
        let mut list = self.page(up)?.value?.as_array()?.clone();
        list.swap(at - 1, at);
        let edits = self.write(up, Some(Value::Array(list)));
        let made = Offer::new("This entry", "Move up, before the entry above", false, edits);
        Some(made.leads(format!("{up}/{}", at - 1)))
    }

    /// Writes a value at a path, or takes it out. Only what lies below the last map on the way is rewritten, so that
    /// everything else keeps its lines.
    pub fn write(&self, path: &str, value: Option<Value>) -> Vec<Edit> {
        let steps: Vec<&str> = path.split('/').skip(1).collect();
        let whole = self.whole(&steps);
        let Some((name, at)) = steps[..whole].split_last() else { return Vec::new() };
        let value = if whole == steps.len() {
            value
        } else {
            let old = steps[..whole].iter().try_fold(&self.says, |now, step| below(now, step));
            Some(changed(old.unwrap_or(&Value::Null), &steps[whole..], value))
                .filter(|list| list.get(0).is_some())
        };
        vec![Edit::key(at, name, value)]
    }

    /// The number of steps of a path that lead to what is written as a whole: those up to the first list, or all.
    fn whole(&self, steps: &[&str]) -> usize {
        let mut now = Some(&self.says);
        let list = steps.iter().position(|step| {
            let is = now.is_some_and(Value::is_array);
            now = now.and_then(|now| below(now, step));
            is
        });
        list.unwrap_or(steps.len())
    }
}

fn fitting<'a>(shapes: &'a [Shape], value: Option<&Value>) -> Option<&'a Part> {
    Some(&shapes.iter().find(|shape| value.is_some_and(shape.fits))?.part)
}

/// The path above another; that of a part of the file is empty.
fn parent(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(up, _)| up)
}

fn leads(group: &'static str, words: impl Into<String>, path: String) -> Offer {
    Offer::new(group, words, false, Vec::new()).leads(path)
}
