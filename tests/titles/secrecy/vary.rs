//! Other games that look the same to a seat: what its view lacks of the recorded state, put otherwise.

use super::Subject;
use engine::title::Play;
use engine::{Node, Rng, Seat};
use record::exchange::yaml;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A path into a state: keys, and list indices as numbers.
pub(crate) type Way = Vec<String>;

/// Number of other values tried in one place before it is left as it is.
const TRIES: usize = 6;
/// Number of values remembered for one kind of place.
const POOL: usize = 24;

pub(crate) fn saved(play: &dyn Play) -> Value {
    let text = play.hidden().unwrap_or_else(|| play.public_state());
    yaml::parse_bytes(text.as_bytes(), 16 << 20).expect("a record is YAML").plain_value()
}

/// The state within a seat's view, in the form in which a record would hold it.
pub(crate) fn seen_state(play: &dyn Play, seat: &Seat) -> Value {
    let hand = play.hand(seat);
    // A view that says more than a state holds that below `state`.
    let view = hand["view"].get("state").unwrap_or(&hand["view"]);
    Node::from_value(view).plain_value()
}

/// Paths to everything in `state` that `seen` lacks or shows differently.
pub(crate) fn hidden(state: &Value, seen: Option<&Value>) -> Vec<Way> {
    let mut found = Vec::new();
    differ(state, seen, &mut Vec::new(), &mut found);
    found
}

fn differ(state: &Value, seen: Option<&Value>, way: &mut Way, found: &mut Vec<Way>) {
    match (state, seen) {
        (one, Some(other)) if one == other => {}
        (Value::Object(entries), Some(Value::Object(_)) | None) if !entries.is_empty() => {
            for (key, value) in entries {
                way.push(key.clone());
                differ(value, seen.and_then(|seen| seen.get(key)), way, found);
                way.pop();
            }
        }
        (Value::Array(items), Some(Value::Array(others))) if items.len() == others.len() => {
            for (at, (value, other)) in items.iter().zip(others).enumerate() {
                way.push(at.to_string());
                differ(value, Some(other), way, found);
                way.pop();
            }
        }
        _ => found.push(way.clone()),
    }
}

/// True if a way leads to or through the places of a pattern, in which `*` is any key.
fn leads(way: &[String], pattern: &[String]) -> bool {
    way.len() >= pattern.len()
        && pattern.iter().zip(way).all(|(want, key)| want == "*" || want == key)
}

/// The index of the longest pattern that a path matches.
pub(crate) fn pattern_of(way: &[String], patterns: &[Way]) -> Option<usize> {
    let fits = patterns.iter().enumerate().filter(|(_, pattern)| leads(way, pattern));
    fits.max_by_key(|(_, pattern)| pattern.len()).map(|(at, _)| at)
}

/// Values that stood in the places of each pattern, and what was in force for each seat, at any time of a game.
#[derive(Default)]
pub(crate) struct Pool {
    places: BTreeMap<usize, Vec<Value>>,
    force: BTreeMap<String, Vec<Value>>,
}

impl Pool {
    pub(crate) fn gather(&mut self, saved: &Value, patterns: &[Way]) {
        for (at, pattern) in patterns.iter().enumerate() {
            let mut values = vec![&saved["state"]];
            for step in pattern {
                values = values.into_iter().flat_map(|value| below(value, step)).collect();
            }
            let known = self.places.entry(at).or_default();
            for value in values {
                remember(known, value);
            }
        }
        for (seat, force) in saved["force"].as_object().into_iter().flatten() {
            remember(self.force.entry(seat.clone()).or_default(), force);
        }
    }

    pub(crate) fn stands(&self) -> bool {
        !self.force.is_empty()
    }

    /// Other values for a place than the present one; the last is none at all, for a place that a seat does not know
    /// exists.
    fn others(
        &self,
        pattern: usize,
        now: &Value,
        unknown: bool,
        rng: &mut Rng,
    ) -> Vec<Option<Value>> {
        let known = self.places.get(&pattern).into_iter().flatten();
        let mut others: Vec<_> = known.filter(|value| *value != now).cloned().map(Some).collect();
        rng.shuffle(&mut others);
        others.truncate(TRIES);
        if let Value::Number(number) = now {
            others.push(number.as_u64().map(|number| (number + 1).into()));
        }
        others.extend(unknown.then_some(None));
        others
    }
}

/// Keeps a value if it is new and there is room.
fn remember(known: &mut Vec<Value>, value: &Value) {
    if known.len() < POOL && !known.contains(value) {
        known.push(value.clone());
    }
}

fn below<'v>(value: &'v Value, step: &str) -> Vec<&'v Value> {
    match value {
        Value::Object(entries) if step == "*" => entries.values().collect(),
        Value::Array(items) if step == "*" => items.iter().collect(),
        Value::Object(entries) => entries.get(step).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn put(root: &mut Value, way: &[String], value: Option<&Value>) {
    let Some((last, before)) = way.split_last() else { return };
    let mut at = root;
    for step in before {
        at = match at {
            Value::Array(items) => &mut items[step.parse::<usize>().expect("an index")],
            other => &mut other[step.as_str()],
        };
    }
    match (at, value) {
        (Value::Object(entries), Some(value)) => drop(entries.insert(last.clone(), value.clone())),
        (Value::Object(entries), None) => drop(entries.remove(last)),
        (Value::Array(items), Some(value)) => {
            items[last.parse::<usize>().expect("an index")] = value.clone();
        }
        (_, _) => {}
    }
}

fn look<'v>(root: &'v Value, way: &[String]) -> Option<&'v Value> {
    way.iter().try_fold(root, |at, step| match at {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        other => other.get(step),
    })
}

/// Another game in which what `seat` may not know is varied.
pub(crate) struct Disguised {
    pub(crate) play: Box<dyn Play>,
    /// The number of changed places, by pattern.
    pub(crate) changed: BTreeMap<usize, usize>,
    /// The number of other seats for which something else is in force.
    pub(crate) force: usize,
}

/// Changes one place after another, keeping what is still a sound state of the title.
pub(crate) fn disguised(
    subject: &Subject,
    plain: &dyn Play,
    seat: &Seat,
    pool: &Pool,
    rng: &mut Rng,
) -> Disguised {
    let (mut whole, seen) = (saved(plain), seen_state(plain, seat));
    let patterns = &subject.secrets.state;
    let mut places = BTreeSet::new();
    for way in hidden(&whole["state"], Some(&seen)) {
        let pattern = pattern_of(&way, patterns).unwrap_or_else(|| {
            panic!(
                "{}: {seat} may not know `{}`, and testing.yaml does not say so",
                subject.slug,
                way.join(".")
            )
        });
        places.insert((pattern, way[..patterns[pattern].len()].to_vec()));
    }
    // Whom the game waits for is told to all.
    let awaited = plain.awaited();
    let resume = |whole: &Value| {
        let play = subject.loaded.resume(&Node::from_value(whole)).ok()?;
        (play.awaited() == awaited).then_some(play)
    };
    let mut play =
        resume(&whole).unwrap_or_else(|| panic!("{}: a saved game is taken up", subject.slug));
    let mut changed = BTreeMap::new();
    for (pattern, way) in places {
        let Some(now) = look(&whole["state"], &way).cloned() else { continue };
        for other in pool.others(pattern, &now, look(&seen, &way).is_none(), rng) {
            let mut tried = whole.clone();
            put(&mut tried["state"], &way, other.as_ref());
            if let Some(sound) = resume(&tried) {
                (play, whole) = (sound, tried);
                *changed.entry(pattern).or_default() += 1;
                break;
            }
        }
    }
    let force = reforce(&mut whole, seat, pool, rng, |tried| match resume(tried) {
        Some(sound) => {
            play = sound;
            true
        }
        None => false,
    });
    Disguised { play, changed, force }
}

/// Puts something else in force for the other seats where that is `sound`; returns for how many.
fn reforce(
    whole: &mut Value,
    seat: &Seat,
    pool: &Pool,
    rng: &mut Rng,
    mut sound: impl FnMut(&Value) -> bool,
) -> usize {
    let mut force = 0;
    for (name, values) in pool.force.iter().filter(|(name, _)| *name != seat.name()) {
        let now = whole["force"].get(name).cloned();
        let others: Vec<Value> =
            values.iter().filter(|other| Some(*other) != now.as_ref()).cloned().collect();
        let other = rng.pick(&others).cloned();
        if other.is_none() && now.is_none() {
            continue;
        }
        let mut tried = whole.clone();
        put(&mut tried, &["force".to_owned(), name.clone()], other.as_ref());
        if sound(&tried) {
            *whole = tried;
            force += 1;
        }
    }
    force
}
