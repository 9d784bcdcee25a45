//! Orders by hand: what a player can pick, what can be ordered for it, and what a choice writes into the order file.

pub mod form;
mod pick;
mod values;
pub mod written;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;

/// The choices that a title offers to players who order by clicking. If a title offers none, its players write their
/// orders as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Offers {
    /// All that can be picked, in reading order, with what the draft orders for each: together, the position in words.
    pub subjects: Vec<Subject>,
    /// The orders that can be given for what is picked; if nothing is picked, for the seat as a whole.
    pub offers: Vec<Offer>,
    /// The name, in words, of a page of choices that another choice led to; none if one of the subjects is picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

/// Something that orders can be given to: a unit, a card, an army.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Subject {
    /// The heading that it stands under in the list, where there is more than one kind.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub group: &'static str,
    /// Its name: that of its piece, where it stands on the map.
    pub id: String,
    /// Its name and place, in words.
    pub words: String,
    /// The order that the draft gives it, as the file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ordered: Option<String>,
}

/// A choice that can be made by hand, with what it writes into the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The heading that it stands under: `Move`, `Attack`.
    pub group: Cow<'static, str>,
    /// The order in words, short enough for a button.
    pub words: String,
    /// The place on the map where the offer can be taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<Spot>,
    /// True if the draft already says so.
    pub chosen: bool,
    /// The changes that it makes to the order file.
    pub edits: Vec<Edit>,
    /// Set if the player writes part of it: the words of a letter, a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub writing: Option<Writing>,
    /// The thing that is picked afterwards, if that changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pick: Option<String>,
}

impl Offer {
    /// A choice that is not tied to a place on the map.
    pub fn new(
        group: impl Into<Cow<'static, str>>,
        words: impl Into<String>,
        chosen: bool,
        edits: Vec<Edit>,
    ) -> Self {
        Self { group: group.into(), words: words.into(), chosen, edits, ..Self::default() }
    }

    /// Ties the choice to a place on the map.
    #[must_use]
    pub fn on(self, spot: Spot) -> Self {
        Self { spot: Some(spot), ..self }
    }

    /// The changes that it makes to the order file, with the words that the player wrote if the offer asks for some.
    ///
    /// # Panics
    /// On an offer whose words go nowhere, which no title may make.
    pub fn written(&self, words: &str) -> Vec<Edit> {
        let mut edits = self.edits.clone();
        let Some(Writing { into, .. }) = &self.writing else { return edits };
        let mut place = edits.first_mut().and_then(|edit| edit.value.as_mut());
        for step in into {
            place = place.and_then(|value| match value {
                Value::Array(list) => list.get_mut(step.parse::<usize>().ok()?),
                other => other.get_mut(step),
            });
        }
        *place.expect("an offer names the place of the player's words") = words.into();
        edits
    }

    /// Makes the choice lead to another page of choices.
    #[must_use]
    pub fn leads(self, pick: impl Into<String>) -> Self {
        Self { pick: Some(pick.into()), ..self }
    }
}

/// Words that a player writes themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Writing {
    /// The words that the file has there now.
    pub now: String,
    /// The keys and item numbers that lead to the words inside the value of the offer's only edit; if empty, the words
    /// are that value.
    pub into: Vec<String>,
}

/// A place on the map, by the name that the map gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// A square, hex or area.
    Cell(String),
    /// The piece of this id.
    Piece(String),
}

/// One change of an order file: an entry below `at` is set, or taken out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edit {
    /// The keys that lead to the list or map, from the top: `orders`, or `ahead` and `attack`; in a list the number of
    /// an item, from 0, is its key.
    pub at: Vec<String>,
    /// The entry of that list or map.
    pub slot: Slot,
    /// Its new value, in the grammar of orders; none takes the entry out.
    pub value: Option<Value>,
}

/// An entry of a list or map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slot {
    /// The item of a list whose first key is this, or which is this word.
    Item(String),
    /// The item of a list with this number, from 0; the number behind the last adds one.
    Nth(usize),
    /// The value under a key.
    Key(String),
}

impl Edit {
    /// Sets the item of a list that begins with `name`; `None` takes it out.
    pub fn item(at: &[&str], name: &str, value: Option<Value>) -> Self {
        Self { at: owned(at), slot: Slot::Item(name.to_owned()), value }
    }

    /// Sets the value under a key; `None` takes it out.
    pub fn key(at: &[&str], name: &str, value: Option<Value>) -> Self {
        Self { at: owned(at), slot: Slot::Key(name.to_owned()), value }
    }
}

fn owned(at: &[&str]) -> Vec<String> {
    at.iter().map(|key| (*key).to_owned()).collect()
}
