//! What a title tells of a record: scenes, each with its weight and with lines whose words stand in a catalogue beside
//! the title's templates. Scenes hold numbers and names, never prose; who speaks them selects, varies and joins.
//!
//! Scenes are made from what one viewer saw, and remember public events alone, so that neither the choice of what is
//! told nor the room that is given to it can betray anything.

mod ground;
mod ledger;

pub use ground::{March, Marcher, Pace, Wing, marches, wing};
pub use ledger::{Ledger, Past};

use crate::kit::{Pair, Side};
use crate::rules::Rules;
use crate::run::Chapter;
use crate::seat::Viewer;
use crate::title::OpenPrompt;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What a title makes its scenes from: all of it as one viewer may know it.
pub struct StoryContext<'a, R: Rules> {
    /// For whom the story is told.
    pub viewer: &'a Viewer,
    /// What the viewer knew before the record.
    pub before: &'a R::View,
    /// What the viewer knows now.
    pub view: &'a R::View,
    /// What the viewer saw happen.
    pub chapters: &'a [Chapter<R::Event>],
    /// What everybody saw happen in earlier records.
    pub ledger: &'a Ledger,
    /// Who is awaited now.
    pub awaited: &'a [OpenPrompt],
}

impl<R: Rules> StoryContext<'_, R> {
    /// Whose decision it is: for each prompt that must be answered a line of `now/PROMPT`, with all who are asked it as `who`.
    pub fn decisions(&self) -> Vec<Line> {
        let mut asked: Vec<(&str, Vec<Gap>)> = Vec::new();
        for one in self.awaited.iter().filter(|one| !one.optional) {
            let who = Gap::Seat(one.seat.to_string());
            match asked.iter_mut().find(|(prompt, _)| *prompt == one.prompt) {
                Some((_, seats)) => seats.push(who),
                None => asked.push((&one.prompt, vec![who])),
            }
        }
        let line = |(prompt, seats)| say(format!("now/{prompt}")).with("who", Gap::Series(seats));
        asked.into_iter().map(line).collect()
    }
}

/// A sentence to be spoken: a family of phrases in the catalogue, and what fills their gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The family of phrases.
    pub family: Cow<'static, str>,
    /// What fills the gaps, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub gaps: BTreeMap<Cow<'static, str>, Gap>,
}

/// What fills a gap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gap {
    /// How many: in words up to twelve.
    Count(i64),
    /// Which: `third`.
    Ordinal(u32),
    /// Which, in a name: `Third`.
    Rank(u32),
    /// Which, as Romans wrote it: `III`.
    Roman(u32),
    /// A name as it stands.
    Name(String),
    /// A seat: its player where the charter names one, else the phrase of the family `seat/NAME`.
    Seat(String),
    /// A seat's player where the charter names one; else a gap that is not filled.
    Player(String),
    /// Words of another family.
    Said(Line),
    /// Several, with "and" before the last.
    Series(Vec<Gap>),
}

/// Words of a family without gaps.
pub fn say(family: impl Into<Cow<'static, str>>) -> Line {
    Line { family: family.into(), gaps: BTreeMap::new() }
}

/// The name of a side: of the family `seat/SIDE`.
pub fn side(side: Side) -> Line {
    say(format!("seat/{}", side.word()))
}

/// The people of a side: of the family `people/SIDE`.
pub fn people(side: Side) -> Line {
    say(format!("people/{}", side.word()))
}

/// What a record cost both sides, whose lost units are named: `balance/both`, or `balance/one` where one side lost none.
pub fn cost(lost: Pair<Option<Gap>>) -> Vec<Line> {
    let one = |who: Gap, of: Side| {
        let line = say("balance/one").with("who", who).with("side", side(of));
        vec![line.with("other", side(of.other()))]
    };
    match (lost.rome, lost.carthage) {
        (None, None) => Vec::new(),
        (Some(rome), Some(carthage)) => {
            vec![say("balance/both").with("rome", rome).with("carthage", carthage)]
        }
        (Some(who), None) => one(who, Side::Rome),
        (None, Some(who)) => one(who, Side::Carthage),
    }
}

impl Line {
    /// The same with a gap filled.
    #[must_use]
    pub fn with(mut self, name: &'static str, gap: impl Into<Gap>) -> Self {
        self.gaps.insert(Cow::Borrowed(name), gap.into());
        self
    }

    /// The same with a gap filled, if there is something to fill it with.
    #[must_use]
    pub fn maybe(self, name: &'static str, gap: Option<impl Into<Gap>>) -> Self {
        match gap {
            Some(gap) => self.with(name, gap),
            None => self,
        }
    }
}

impl From<Line> for Gap {
    fn from(line: Line) -> Self {
        Self::Said(line)
    }
}

impl From<Vec<Line>> for Gap {
    fn from(lines: Vec<Line>) -> Self {
        Self::Series(lines.into_iter().map(Self::Said).collect())
    }
}

impl From<&str> for Gap {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

macro_rules! counts {
    ($($number:ty),*) => {
        $(impl From<$number> for Gap {
            fn from(count: $number) -> Self {
                Self::Count(i64::from(count))
            }
        })*
    };
}
counts!(i64, i32, i16, i8, u32, u16, u8);

impl From<usize> for Gap {
    fn from(count: usize) -> Self {
        Self::Count(i64::try_from(count).expect("what is counted lies in memory"))
    }
}

/// Events that belong together, with their weight and the lines that tell them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// The weight: the highest of the title's base scores with what raises it. Below 20 a scene is told in passing, from
    /// 60 up at length while there is room.
    pub score: u32,
    /// Shortened where there is no room, but never left out: a unit, an area or a leader lost, a victory.
    #[serde(default)]
    pub kept: bool,
    /// Numbers of the events that it tells.
    pub events: Vec<u32>,
    /// The headline, should this be the heaviest.
    #[serde(default)]
    pub headline: Option<Line>,
    /// A few words before it where it is told at length.
    #[serde(default)]
    pub run_in: Option<Line>,
    /// What is said of it where it is told at length, phrase by phrase.
    #[serde(default)]
    pub full: Vec<Line>,
    /// In a sentence.
    #[serde(default)]
    pub brief: Vec<Line>,
}

/// Which of some weights are among the `count` heaviest, the earlier of equals.
pub fn heaviest(weights: &[u32], count: usize) -> Vec<bool> {
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(weights[*at]));
    order.truncate(count);
    (0..weights.len()).map(|at| order.contains(&at)).collect()
}

/// From this weight on a scene makes the headline, whatever else a record came to.
const OWN_HEADLINE: u32 = 150;

/// Gives the heaviest scenes a headline of the whole record, unless one of them is heavy enough to keep its own.
pub fn crown(scenes: &mut [Scene], headline: &Line) {
    let Some(heaviest) = scenes.iter().map(|scene| scene.score).max() else { return };
    if heaviest < OWN_HEADLINE {
        for scene in scenes.iter_mut().filter(|scene| scene.score == heaviest) {
            scene.headline = Some(headline.clone());
        }
    }
}

/// How many words a report's story may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Words at least.
    pub floor: u32,
    /// Words more for each step of the square root of the number of events.
    pub slope: u32,
    /// Words at most.
    pub cap: u32,
    /// Scenes told at length, the heaviest included.
    pub scenes: u32,
}

/// All that a title tells one viewer of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Narrative {
    /// The room that there is.
    pub budget: Budget,
    /// The headline where no scene gives one.
    pub headline: Option<Line>,
    /// How the game stands.
    pub standfirst: Vec<Line>,
    /// The scenes, in the order of time.
    pub scenes: Vec<Scene>,
    /// What it cost both sides.
    pub balance: Vec<Line>,
    /// Whose decision it is now.
    pub now: Vec<Line>,
}

impl Narrative {
    /// True if there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.headline.is_none() && self.scenes.is_empty() && self.standfirst.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::heaviest;

    #[test]
    fn of_equal_weights_the_earlier_are_the_heaviest() {
        assert_eq!(heaviest(&[5, 9, 5, 1], 2), [true, true, false, false]);
        assert_eq!(heaviest(&[1], 2), [true]);
    }
}
