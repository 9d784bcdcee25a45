//! A player of any title who writes what its checker would refuse.
//!
//! It alters what a built-in player proposes: words give way to words that stand elsewhere in the game, entries are
//! doubled, left out and exchanged, and now and then something is put where nothing of its kind belongs. Most of what it
//! files can be read, so that it is the rules which must make nothing of it.

mod covered;
mod hands;
pub mod own;
mod schema;
mod scribe;
mod slips;
pub mod stories;

pub use covered::Parts;
pub use hands::{Stroll, Walk, stroll, walk};
pub use schema::{disagreements, files, misfits};
pub use scribe::Scribe;
pub use slips::slip;

use engine::node::{Key, Value};
use engine::title::{LoadedTitle, Play, RawOrders};
use engine::{BotStyle, Dice, Kind, Node, Outcome, Rng, Seat, Setup, Viewer};
use record::exchange::yaml;
use std::collections::{BTreeMap, BTreeSet};

/// Number of alterations tried for a file that is readable and refused.
const TRIES: usize = 8;
/// Values that are wrong everywhere.
const JUNK: [&str; 7] = ["-1", "0", "4294967296", "~", "''", "x", "99"];

/// Unlawful orders of `seat`, if any could be found; mostly readable ones.
pub fn orders(play: &dyn Play, seat: &Seat, rng: &mut Rng) -> RawOrders {
    let pool = Pool::of(play, rng);
    let own = proposed(play, seat, rng);
    let anything = rng.chance(1, 8);
    let mut found = RawOrders::of(&own);
    for _ in 0..TRIES {
        let orders = altered(&own, &pool, rng);
        let said = play.check(seat, &orders);
        if anything {
            return orders;
        }
        if said.0.iter().any(|one| one.kind() == Kind::Fault) {
            continue;
        }
        if said.fatal() {
            return orders;
        }
        found = orders;
    }
    found
}

/// Alterations of what a built-in player proposes, lawful or not; `many` of them.
pub fn many(play: &dyn Play, seat: &Seat, rng: &mut Rng, many: usize) -> Vec<RawOrders> {
    let pool = Pool::of(play, rng);
    let own = proposed(play, seat, rng);
    (0..many).map(|_| altered(&own, &pool, rng)).collect()
}

fn altered(own: &Node, pool: &Pool, rng: &mut Rng) -> RawOrders {
    let mut altered = own.clone();
    for _ in 0..=rng.below(4) {
        let at = rng.below(count(&altered));
        alter(&mut altered, "", &mut { at }, pool, rng);
    }
    RawOrders::of(&altered)
}

/// Orders in the form of file lines.
pub fn text(orders: &RawOrders) -> String {
    let parts =
        [("orders", &orders.orders), ("ahead", &orders.ahead), ("standing", &orders.standing)];
    let line = |(key, part): (&str, &Option<Node>)| {
        part.as_ref().map(|part| format!("{key}: {}\n", flow(part)))
    };
    parts.into_iter().filter_map(line).collect()
}

/// A tree on one line. Words that YAML's grammar would interpret are quoted.
fn flow(node: &Node) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    match &node.value {
        Value::Scalar { text, plain } => {
            let bare = |one: char| one.is_alphanumeric() || "-_./+~ ".contains(one);
            let trimmed = !text.is_empty() && text.trim() == text;
            if *plain && trimmed && text != "-" && text.chars().all(bare) {
                text.clone()
            } else {
                quoted(text)
            }
        }
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(entries) => {
            let entry =
                |(key, value): &(Key, Node)| format!("{}: {}", quoted(&key.text), flow(value));
            let entries: Vec<String> = entries.iter().map(entry).collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

fn proposed(play: &dyn Play, seat: &Seat, rng: &mut Rng) -> Node {
    let style = if rng.chance(1, 3) { BotStyle::Sensible } else { BotStyle::Random };
    tree(&play.propose(seat, style, rng))
}

fn tree(text: &str) -> Node {
    if text.trim().is_empty() {
        return Node { value: Value::Map(Vec::new()), span: <_>::default() };
    }
    yaml::parse(text).unwrap_or_else(|complaints| panic!("{:?}\n{text}", complaints.0))
}

/// The orders of a text; none if it is empty.
fn sheet(text: &str) -> RawOrders {
    if text.is_empty() { RawOrders::default() } else { RawOrders::of(&tree(text)) }
}

/// Values that occur in the game now, by their key, and all words.
#[derive(Default)]
struct Pool {
    under: BTreeMap<String, Vec<Node>>,
    words: Vec<Node>,
}

impl Pool {
    /// Gathers the orders that all seats might write now, and the contents of their forms.
    fn of(play: &dyn Play, rng: &mut Rng) -> Self {
        let mut pool = Self::default();
        let seats: BTreeSet<Seat> = play.asked().into_iter().map(|asked| asked.seat).collect();
        for seat in &seats {
            pool.gather("", &proposed(play, seat, rng));
            pool.gather("", &Node::from_value(&play.form(seat)));
        }
        pool
    }

    fn gather(&mut self, key: &str, node: &Node) {
        self.under.entry(key.to_owned()).or_default().push(node.clone());
        match &node.value {
            Value::Scalar { .. } => self.words.push(node.clone()),
            Value::List(items) => items.iter().for_each(|item| self.gather(key, item)),
            Value::Map(entries) => {
                for (name, value) in entries {
                    self.words.push(word(&name.text));
                    self.gather(&name.text, value);
                }
            }
        }
    }
}

fn word(text: &str) -> Node {
    Node { value: Value::Scalar { text: text.to_owned(), plain: true }, span: <_>::default() }
}

fn count(node: &Node) -> usize {
    match &node.value {
        Value::Scalar { .. } => 1,
        Value::List(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Map(entries) => 1 + entries.iter().map(|(_, value)| count(value)).sum::<usize>(),
    }
}

/// Alters the node with this number, counted from the top.
fn alter(node: &mut Node, key: &str, at: &mut usize, pool: &Pool, rng: &mut Rng) {
    if *at == 0 {
        alter_here(node, key, pool, rng);
    }
    // Whatever comes after the place has a number above its own.
    *at = at.wrapping_sub(1);
    match &mut node.value {
        Value::Scalar { .. } => {}
        Value::List(items) => items.iter_mut().for_each(|item| alter(item, key, at, pool, rng)),
        Value::Map(entries) => {
            for (name, value) in entries {
                alter(value, &name.text, at, pool, rng);
            }
        }
    }
}

fn alter_here(node: &mut Node, key: &str, pool: &Pool, rng: &mut Rng) {
    let likes = pool.under.get(key).map_or(&[][..], Vec::as_slice);
    match &mut node.value {
        Value::List(items) if rng.chance(3, 4) => alter_list(items, likes, rng),
        Value::Map(entries) if rng.chance(3, 4) => alter_map(entries, pool, rng),
        Value::Scalar { .. } | Value::List(_) | Value::Map(_) => {
            let junk = word(rng.pick(&JUNK).expect("there is some"));
            let other = match rng.below(8) {
                0 => Some(&junk),
                1 => rng.pick(&pool.words),
                _ => rng.pick(likes),
            };
            if let Some(other) = other {
                *node = other.clone();
            }
        }
    }
}

fn alter_list(items: &mut Vec<Node>, likes: &[Node], rng: &mut Rng) {
    let (one, other) = (rng.below(items.len().max(1)), rng.below(items.len().max(1)));
    match rng.below(4) {
        0 if !items.is_empty() => drop(items.remove(one)),
        1 if !items.is_empty() => items.swap(one, other),
        2 if !items.is_empty() => items.insert(other, items[one].clone()),
        _ => items.extend(rng.pick(likes).cloned()),
    }
}

/// Alters a map, keeping each key unique: with a repeated key a file could not be read.
fn alter_map(entries: &mut Vec<(Key, Node)>, pool: &Pool, rng: &mut Rng) {
    let (one, other) = (rng.below(entries.len().max(1)), rng.below(entries.len().max(1)));
    match rng.below(4) {
        0 if !entries.is_empty() => drop(entries.remove(one)),
        1 if !entries.is_empty() => {
            let value = entries[one].1.clone();
            entries[other].1 = value;
        }
        _ => {
            let name = rng.pick(&pool.words).and_then(Node::text).unwrap_or("x").to_owned();
            let value = entries.get(one).map(|(_, value)| value.clone());
            let stands = entries.iter().any(|(key, _)| key.text == name);
            if let (Some(value), false) = (value, stands) {
                entries.push((Key { text: name, span: <_>::default() }, value));
            }
        }
    }
}

/// The course of a game in which some players wrote altered orders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    pub outcome: Option<Outcome>,
    pub records: u32,
    pub refused: u32,
    /// Number of orders that came to nothing in the resolution.
    pub void: u32,
}

/// Plays a game in which every seat writes altered orders, and lawful ones in every other record; whoever has filed
/// nothing readable is absent. With odd seeds nobody has standing orders or gives orders in advance.
///
/// # Errors
/// A phase that is not sound, and events that do not lead to the state.
pub fn play(
    loaded: &dyn LoadedTitle,
    setup: &Setup,
    seed: u64,
    records_max: u32,
) -> Result<Played, String> {
    let mut play = loaded.open(setup).map_err(|complaints| format!("{complaints:?}"))?;
    let (mut rng, mut played) = (Rng::new(seed), Played::default());
    while played.records < records_max && play.outcome().is_none() {
        played.records += 1;
        let asked: BTreeSet<Seat> = play.asked().into_iter().map(|asked| asked.seat).collect();
        let mut sheets = BTreeMap::new();
        for seat in asked {
            let mut sheet = if rng.chance(1, 2) {
                orders(play.as_ref(), &seat, &mut rng)
            } else {
                RawOrders::of(&proposed(play.as_ref(), &seat, &mut rng))
            };
            if seed % 2 == 1 {
                (sheet.ahead, sheet.standing) = (None, None);
            }
            played.refused += u32::from(play.check(&seat, &sheet).fatal());
            sheets.insert(seat, sheet);
        }
        let absent = play.awaited().into_iter().map(|asked| asked.seat).collect();
        let face = u8::try_from(played.records % 251).expect("below 251");
        let mut dice = Dice::seeded([face; 32], Some([face ^ 0x5a; 32]));
        play.turn(played.records, &sheets, &absent, &mut dice)
            .map_err(|stop| format!("seed {seed}, record {}: {stop:?}", played.records))?;
        if !play.folds() {
            let record = played.records;
            return Err(format!(
                "seed {seed}, record {record}: the events do not lead to the state"
            ));
        }
        played.void += voids(play.as_ref());
    }
    played.outcome = play.outcome();
    Ok(played)
}

/// The number of orders in the newest record that came to nothing.
fn voids(play: &dyn Play) -> u32 {
    let chapters = play.chapters(&Viewer::Referee);
    let events =
        chapters.as_array().into_iter().flatten().filter_map(|one| one["events"].as_array());
    let void = events.flatten().filter(|event| event["kind"] == "void").count();
    u32::try_from(void).expect("a record has not so many events")
}
