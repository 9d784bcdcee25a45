//! Standing orders: pages of choices, one for each key.

use super::Draft;
use crate::names::{Id, Kind, PhaseName, Rank, Side};
use crate::policy::{AgainDie, AgainWhen, RideWord, Role, SupportWord};
use engine::offers::form::{Choice, Form, Key, Part, Shape};
use engine::standing::WITHDRAWN;
use engine::{Offers, Subject};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Keys under which one value may stand without a list.
const SEVERAL: [&str; 4] = ["units", "when", "to", "leave"];

impl Draft<'_> {
    pub(super) fn lasting_subjects(&self) -> Vec<Subject> {
        let subjects = self.form().subjects("/standing").into_iter();
        subjects.map(|subject| Subject { group: "Standing orders", ..subject }).collect()
    }

    pub(super) fn page(&self, path: &str) -> Option<Offers> {
        self.form().offers(path)
    }

    /// The form of the standing orders, with the draft.
    fn form(&self) -> Form {
        let mut says = self.file.clone();
        if let Some(Value::Object(own)) = says.get_mut("standing") {
            listed_of(own);
        }
        let part = Part::Keys(vec![Key::new("standing", "Standing orders", self.keys())]);
        Form { part, says: Value::Object(says) }
    }

    /// The orders in force, as a file has them.
    fn force(&self) -> Map<String, Value> {
        let force = self.at.in_force.and_then(|force| force.standing.as_ref());
        let Some(Value::Object(mut keys)) = force.map(|filed| json!(filed.says)) else {
            return Map::new();
        };
        listed_of(&mut keys);
        keys
    }

    fn keys(&self) -> Part {
        let rules = |extra: Vec<Key>| self.rule_list(extra);
        let ways = ["best", "back", "n", "ne", "se", "s", "sw", "nw"].map(Choice::word);
        let late = Part::yes("Only after your own combat");
        let points = Key::new("keep", "Keep this many points", Part::numbers(0..=9));
        let spent = vec![points, Key::new("late", "When", late)];
        let mut keys = vec![
            Key::new("choice", "First or second half", Part::words(Rank::WORDS.iter().copied())),
            Key::new("fortuna", "Dice to throw again, by Fortuna", self.fortuna()),
            Key::new(
                "withdraw",
                "Which units withdraw before a fight",
                rules(vec![Key::new("to", "Where to, in this order", Part::Several(ways.into()))]),
            ),
            Key::new("command", "Which units get Combat points", rules(spent)),
            Key::new("support", "Which units support", self.support()),
            Key::new("volley", "Which targets are shot at first", self.criteria(true)),
            Key::new("attack", "Which units attack after the listed attacks", rules(Vec::new())),
            Key::new("advance", "Advances", advance()),
            Key::new("pursuit", "Which units to hold back from pursuit", rules(Vec::new())),
            Key::new("leader", "The leader", leader()),
            Key::new("recovery", "Which units recover first", self.criteria(false)),
        ];
        if self.side == Side::Rome {
            let within = Key::must("within", "Within this many hexes", Part::numbers(0..=12));
            keys.push(Key::new(
                "elephants",
                "Which elephants to roll for",
                Part::Keys(vec![within]),
            ));
            let words = Part::words(RideWord::WORDS.iter().copied());
            keys.push(Key::new("furious", "Furious elephants", words));
        }
        let phases: Vec<Choice> = PhaseName::WORDS.iter().copied().map(Choice::word).collect();
        keys.push(Key::new("wait", "Ask me even in tempo brisk", Part::Several(phases)));
        let force = self.force();
        for key in &mut keys {
            let part = std::mem::replace(&mut key.part, Part::Keys(Vec::new()));
            key.part = part.in_force(force.get(&*key.name));
        }
        // Chips themselves are laid box by box.
        let gone = Choice::new(WITHDRAWN, "Withdraw what is in force");
        let gone: Vec<Choice> = force.contains_key("chips").then_some(gone).into_iter().collect();
        let drafted = self.file.get("standing").is_some_and(|says| says.get("chips").is_some());
        if drafted || !gone.is_empty() {
            keys.push(Key::new("chips", "Chips of every turn", Part::One(gone)));
        }
        Part::Keys(keys)
    }

    /// The side's own types and units, or the enemy's.
    fn names(&self, side: Side) -> Vec<Choice> {
        let note = self.rules.printed.battle(self.at.view.battle);
        let ids = note.ids(&self.rules.printed.roster, side);
        let kinds: BTreeSet<Kind> = ids.iter().map(|(_, kind)| *kind).collect();
        let mut units: Vec<Id> = ids.into_iter().map(|(id, _)| id).collect();
        units.sort_by_cached_key(|id| crate::field::counted(*id));
        let kinds = kinds.into_iter().map(|kind| Choice::word(kind.word()));
        kinds.chain(units.into_iter().map(|id| Choice::word(id.as_str()))).collect()
    }

    fn rule_list(&self, extra: Vec<Key>) -> Part {
        let picks: Vec<Choice> =
            std::iter::once(Choice::word("all")).chain(self.names(self.side)).collect();
        let add = picks.iter().map(|pick| {
            Choice::new(json!({ "units": [pick.value] }), format!("for {}", pick.words))
        });
        let mut keys = vec![Key::must("units", "Units", Part::Several(picks.clone()))];
        keys.push(Key::new("when", "When all of this holds", terms()));
        keys.extend(extra);
        Part::list("rule", add.collect(), Part::Keys(keys))
    }

    fn fortuna(&self) -> Part {
        let mut add = Vec::new();
        let words = ["losing", "tied", "doubled", "miss", "eliminated"];
        let numbers = ["<=1", "<=2", "<=3", "<=4", "<=5", "<=6"];
        for die in AgainDie::ALL {
            for when in words.into_iter().chain(numbers) {
                if AgainWhen::parse(when).is_some_and(|when| when.fits(*die)) {
                    let value = json!({ "die": die.word(), "when": when });
                    add.push(Choice::new(value, format!("{die}, {when}")));
                }
            }
        }
        let role = Part::words(Role::WORDS.iter().copied());
        let keys = vec![
            Key::new("role", "In combat, only in this role", role),
            Key::new("units", "Only for these units", Part::Several(self.names(self.side))),
        ];
        Part::list("die", add, Part::Keys(keys))
    }

    fn support(&self) -> Part {
        let word = |word: &'static str| Shape {
            words: word.into(),
            fits: if word == SupportWord::All.word() { says_all } else { says_none },
            fresh: json!(word),
            part: Part::Keys(Vec::new()),
        };
        let mut shapes: Vec<Shape> = SupportWord::WORDS.iter().copied().map(word).collect();
        let units: Vec<Choice> =
            self.names(self.side).into_iter().filter(|name| !is_kind(name)).collect();
        shapes.push(Shape {
            words: "these".into(),
            fits: Value::is_array,
            fresh: json!(units.first().map(|unit| vec![unit.value.clone()]).unwrap_or_default()),
            part: Part::Several(units),
        });
        Part::Any(shapes)
    }

    fn criteria(&self, shooting: bool) -> Part {
        let words: &[&str] =
            if shooting { &["kill", "elephant", "best", "pr", "shaken"] } else { &["left", "pr"] };
        let side = if shooting { self.side.other() } else { self.side };
        let names = self.names(side).into_iter().filter(|name| !shooting || is_kind(name));
        Part::Several(words.iter().copied().map(Choice::word).chain(names).collect())
    }
}

fn is_kind(choice: &Choice) -> bool {
    choice.value.as_str().is_some_and(|word| Kind::parse(word).is_some())
}

/// Rewrites standing orders to have lists wherever a single value may stand. A die of `fortuna` has such a list in
/// `units` alone.
fn listed_of(standing: &mut Map<String, Value>) {
    for (key, value) in standing {
        listed(value, if key == "fortuna" { &["units"] } else { &SEVERAL });
    }
}

fn listed(value: &mut Value, several: &[&str]) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| listed(item, several)),
        Value::Object(keys) => {
            for (key, value) in keys {
                if several.contains(&key.as_str()) && !value.is_array() {
                    *value = json!([value.take()]);
                }
                listed(value, several);
            }
        }
        _ => {}
    }
}

fn terms() -> Part {
    let mut words: Vec<String> = vec!["always".to_owned(), "never".to_owned()];
    for (name, numbers) in [("edge", -4..=4), ("dp", 0..=5), ("left", 0..=5)] {
        for number in numbers {
            words.push(format!("{name}<={number}"));
            words.push(format!("{name}>={number}"));
        }
    }
    Part::Several(words.into_iter().map(Choice::word).collect())
}

fn advance() -> Part {
    let choice = vec![Choice::new(true, "Yes"), Choice::new(false, "No")];
    let faces = ["ahead", "keep", "n", "ne", "se", "s", "sw", "nw"];
    Part::Keys(vec![
        Key::new("optional", "Where there is a choice", Part::One(choice)),
        Key::new("face", "Facing", Part::words(faces)),
    ])
}

fn leader() -> Part {
    let follow = vec![Choice::new(true, "Yes"), Choice::new(false, "No")];
    Part::Keys(vec![
        Key::new("follow", "Goes with his unit when it advances", Part::One(follow)),
        Key::new("leave", "Steps away before a fight", terms()),
    ])
}

fn says_all(value: &Value) -> bool {
    value == SupportWord::All.word()
}

fn says_none(value: &Value) -> bool {
    value == SupportWord::None.word()
}
