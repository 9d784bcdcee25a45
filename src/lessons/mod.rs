//! Lessons: a position, one question, and what the engine makes of an answer. Whatever lawful answer brings the goal about is
//! right, also one that the author did not think of. Pure.

use crate::{catalogue, packed};
use engine::complaint::Complaints;
use engine::reply::Extent;
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{CaseResult, Dice, Node, Seat, Setup, Tempo, Viewer};
use record::exchange::{self, yaml};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The face of every further die, after those that a lesson names.
const FURTHER_DICE: u32 = 5;

/// The lessons of a title, as its file has them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    lessons: Vec<Lesson>,
}

/// A position, a question, and what counts as an answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its name in commands and in what is remembered.
    pub id: String,
    pub name: String,
    pub seat: String,
    /// Rule numbers in which to read on.
    pub rules: Vec<String>,
    /// The steps from the title's opening to the question.
    begin: Vec<Step>,
    /// The task, in one sentence.
    pub ask: String,
    /// The knowledge that the task needs.
    pub text: String,
    /// The way to write an answer.
    pub write: String,
    pub hint: String,
    /// The orders that the other seats file together with the answer.
    #[serde(default)]
    other: BTreeMap<String, Value>,
    /// The faces of the answer's dice.
    #[serde(default)]
    dice: Vec<u32>,
    goal: Goal,
    /// Answers that people will give.
    pub tries: Vec<Try>,
    /// The point to remember.
    pub why: String,
}

/// A step towards the question: values put into the state, then a record that is played.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Step {
    /// Values by their path in the state, with `/` between its keys.
    set: BTreeMap<String, Value>,
    files: BTreeMap<String, Value>,
    dice: Vec<u32>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Goal {
    /// The end of the game, if the goal asks for one.
    #[serde(default)]
    outcome: Option<Value>,
    /// The parts of the state that must be so, if the goal asks for any.
    #[serde(default)]
    state: Option<Value>,
    /// Parts of events, each of which must have happened.
    #[serde(default)]
    events: Vec<Value>,
}

/// An answer that people will give.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Try {
    pub orders: Value,
    /// Their result: `yes`, `no`, or `refused CODE`.
    pub reach: String,
    /// The author's comment on them.
    pub say: String,
}

pub enum Answer {
    Refused(Complaints),
    /// The file does not answer the question.
    Idle,
    Played(Box<Played>),
}

/// An answer that was carried out.
pub struct Played {
    /// The game after it.
    pub play: Box<dyn Play>,
    pub reached: bool,
}

/// The titles that have lessons.
pub fn titles() -> Vec<&'static str> {
    let slugs = catalogue::titles().iter().map(|title| title.slug());
    slugs.filter(|slug| packed::lessons(slug).is_some()).collect()
}

/// The lessons of a title, in their order; none where it has none.
///
/// # Panics
/// On a packed file that is not of this form.
pub fn of(title: &str) -> Vec<Lesson> {
    let Some(text) = packed::lessons(title) else { return Vec::new() };
    let page: Page = serde_yaml::from_str(text)
        .unwrap_or_else(|error| panic!("games/{title}/lessons.yaml: {error}"));
    page.lessons
}

/// A title with its packed data.
///
/// # Panics
/// On packed data that do not hold.
fn loaded(title: &str) -> Box<dyn LoadedTitle> {
    let found = catalogue::find(title).expect("a title with lessons is in the catalogue");
    let data = exchange::data::build(packed::data(title)).expect("packed data can be read");
    found.load(&data, found.revision()).expect("packed data are valid")
}

impl Lesson {
    pub fn seat(&self) -> Seat {
        Seat::new(&self.seat)
    }

    /// The game at the question.
    ///
    /// # Panics
    /// If a step does not lead on.
    pub fn position(&self, title: &str) -> Box<dyn Play> {
        let loaded = loaded(title);
        let prospectus = loaded.prospectus();
        let scenario = prospectus.scenarios.first().expect("a title has a scenario");
        let setup = Setup {
            scenario: scenario.name.clone(),
            options: BTreeMap::new(),
            tempo: Tempo::Full,
            seats: scenario.seats.clone(),
        };
        let mut play = loaded.open(&setup).expect("a scenario can be opened with its own choices");
        for (number, step) in (1..).zip(&self.begin) {
            if !step.set.is_empty() {
                let position = yaml::parse(&play.position()).expect("a position is valid YAML");
                let mut position = position.plain_value();
                for (path, value) in &step.set {
                    put(&mut position["state"], path, value);
                }
                play = loaded
                    .resume(&Node::from_value(&position))
                    .unwrap_or_else(|why| panic!("{title}, {}, step {number}: {why}", self.id));
            }
            if step.files.is_empty() {
                continue;
            }
            let sheets = step.files.iter().map(|(seat, file)| (Seat::new(seat), sheet(file)));
            let mut dice = Dice::scripted(step.dice.clone()).then_always(FURTHER_DICE);
            play.turn(number, &sheets.collect(), &BTreeSet::new(), &mut dice)
                .unwrap_or_else(|stop| panic!("{title}, {}, step {number}: {stop}", self.id));
        }
        play
    }

    /// The result of an answer, in the position of the question.
    ///
    /// # Panics
    /// If an answer that is lawful cannot be carried out.
    pub fn answer(&self, at: &dyn Play, answer: &RawOrders) -> Answer {
        let seat = self.seat();
        let complaints = at.check(&seat, answer);
        if complaints.fatal() {
            return Answer::Refused(complaints);
        }
        if at.reply(&seat, Some(answer)).extent() == Extent::Nothing {
            return Answer::Idle;
        }
        let other = self.other.iter().map(|(seat, file)| (Seat::new(seat), sheet(file)));
        let mut sheets: BTreeMap<Seat, RawOrders> = other.collect();
        sheets.insert(seat, answer.clone());
        let mut play = at.copy();
        let mut dice = Dice::scripted(self.dice.clone()).then_always(FURTHER_DICE);
        play.turn(self.records() + 1, &sheets, &BTreeSet::new(), &mut dice).unwrap_or_else(
            |stop| panic!("{}: a lawful answer is not carried out: {stop}", self.id),
        );
        let reached = self.goal.met(play.as_ref());
        Answer::Played(Box::new(Played { play, reached }))
    }

    /// The number of records before that of the answer.
    pub fn records(&self) -> u32 {
        u32::try_from(self.begin.len()).expect("a lesson is short")
    }

    /// An answer that reaches the goal.
    ///
    /// # Panics
    /// If there is none.
    pub fn right(&self) -> &Try {
        self.tries
            .iter()
            .find(|one| one.reach == "yes")
            .expect("a lesson has at least one right answer")
    }

    /// The author's comment on an answer: that of the first try with the same result.
    pub fn said(&self, at: &dyn Play, answer: &Answer) -> Option<&str> {
        let same = |one: &&Try| match (self.answer(at, &one.sheet()), answer) {
            (Answer::Played(one), Answer::Played(own)) => one.play.whole() == own.play.whole(),
            (Answer::Refused(one), Answer::Refused(own)) => codes(&one).eq(codes(own)),
            _ => false,
        };
        self.tries.iter().find(same).map(|one| one.say.as_str())
    }
}

impl Try {
    pub fn sheet(&self) -> RawOrders {
        RawOrders { orders: Some(Node::from_value(&self.orders)), ..RawOrders::default() }
    }

    /// Its orders as somebody would type them.
    pub fn typed(&self) -> String {
        flow(&self.orders)
    }
}

impl Goal {
    fn met(&self, play: &dyn Play) -> bool {
        let mut result = CaseResult::new();
        if let Some(outcome) = &self.outcome {
            let found = play.outcome().map(|it| serde_json::to_value(it).expect("plain data"));
            result.expect_value("outcome", &Node::from_value(outcome), found.as_ref());
        }
        if let Some(state) = &self.state {
            let whole = yaml::parse(&play.whole()).expect("a state is valid YAML").plain_value();
            result.expect_value("state", &Node::from_value(state), whole.get("state"));
        }
        let chapters = play.chapters(&Viewer::Referee);
        let chapters = chapters.as_array().into_iter().flatten();
        let events: Vec<&Value> =
            chapters.filter_map(|chapter| chapter["events"].as_array()).flatten().collect();
        for expected in &self.events {
            let expected = Node::from_value(expected);
            let happened = events.iter().any(|event| {
                let mut one = CaseResult::new();
                one.expect_value("event", &expected, Some(event));
                one.passed()
            });
            result.expect("an event", "happened", if happened { "happened" } else { "missing" });
        }
        result.passed()
    }
}

fn codes(complaints: &Complaints) -> impl Iterator<Item = &str> {
    let refused = complaints.0.iter().filter(|one| one.kind() != engine::Kind::Warning);
    refused.map(|one| one.code)
}

/// A seat's file without its envelope.
fn sheet(file: &Value) -> RawOrders {
    RawOrders::of(&Node::from_value(file))
}

/// Puts a value where a path leads, in place of what is there.
fn put(state: &mut Value, path: &str, value: &Value) {
    let mut at = state;
    for key in path.split('/') {
        at = &mut at[key];
    }
    at.clone_from(value);
}

/// A value in one line, as it is typed in an answer; only what needs them has quotes.
fn flow(value: &Value) -> String {
    match value {
        Value::Object(entries) => {
            let entry = |(key, value): (&String, &Value)| format!("{key}: {}", inner(value));
            entries.iter().map(entry).collect::<Vec<_>>().join(", ")
        }
        other => inner(other),
    }
}

/// Like [`flow`], for a value inside another.
fn inner(value: &Value) -> String {
    match value {
        Value::Object(_) => format!("{{{}}}", flow(value)),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(inner).collect::<Vec<_>>().join(", "))
        }
        Value::String(text) if text.starts_with(|first: char| first.is_ascii_digit()) => {
            format!("\"{text}\"")
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests;
