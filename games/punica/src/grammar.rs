//! The schema of order files, for editors: made from the declarations in [`crate::orders`] and [`crate::policy`].

use crate::names::Unit;
use crate::orders::words::Words;
use crate::orders::{Action, Aftermath, BattleOrder, EffectMoves, Ending, Orders, Plan, Stake};
use crate::policy::{DEPTH_MAX, PlayRule, Policy, RULES_MAX, When};
use crate::policy::{compare_schema, effect_schema, single_schema};
use engine::grammar::{
    Entry, Grammar, any_case, either, in_any_case, map, several, shared, text, words, yes,
};
use engine::language::Keys;
use serde_json::{Value, json};

impl Words<'_> {
    pub(crate) fn grammar(&self) -> Grammar {
        let aftermath = [Aftermath::entries(self), Ending::entries(self)].concat();
        Grammar {
            orders: vec![
                ("action", self.actions(true)),
                ("order", self.unless_settled::<BattleOrder>("battles")),
                ("battle", self.unless_settled::<Stake>("card")),
                ("effect", self.unless_settled::<EffectMoves>("moves")),
                ("aftermath", map(aftermath, &[])),
            ],
            ahead: Orders::ahead_schema(self),
            standing: Policy::entries(self),
            shared: self.shared(),
        }
    }

    /// The schemas to which several parts refer.
    fn shared(&self) -> Vec<(String, Value)> {
        let places = || self.chart.places.iter();
        let ids = || places().map(|place| place.id.as_str());
        let areas: Vec<&str> = ids().chain(places().map(|place| place.code.as_str())).collect();
        let land: Vec<&str> = places()
            .filter(|place| !self.chart.is_sea(self.chart.index(place.id)))
            .flat_map(|place| [place.id.as_str(), place.code.as_str()])
            .collect();
        let cards: Vec<&str> =
            self.decks.iter().flat_map(|deck| &deck.0).map(|card| card.id.as_str()).collect();
        let area = in_any_case(areas.iter().copied());
        let unit = in_any_case(Unit::WORDS.iter().copied());
        let shared = vec![
            ("area", any_case(areas.iter().copied())),
            ("region", any_case(land.iter().copied())),
            ("card", any_case(cards.iter().copied())),
            ("movement", text(&format!("\\s*(?:{unit})\\s+(?:{area})\\s+(?:{area})\\s*"))),
            ("spot", text(&format!("\\s*(?:{unit})\\s+(?:{area})\\s*"))),
            ("compare", compare_schema()),
            ("rule", self.map::<PlayRule>()),
            ("when", self.map::<When>()),
            ("effect", effect_schema(self)),
            ("plan", self.map::<Plan>()),
            ("single", single_schema(true)),
            ("answered", single_schema(false)),
        ];
        let named = shared.into_iter().map(|(name, part)| (name.to_owned(), part));
        named.chain(nested("play", "single")).chain(nested("answer", "answered")).collect()
    }

    fn map<K: Keys<Self>>(&self) -> Value {
        map(K::entries(self), &K::required())
    }

    /// An action; an open one may be a resignation or the acceptance of a draw alone.
    pub(crate) fn actions(&self, open: bool) -> Value {
        let one = |(word, keys, must): (&'static str, Vec<Entry>, Vec<&str>)| {
            let mut all = vec![("action", "", words([word]))];
            all.extend(keys);
            all.extend(
                BattleOrder::entries(self)
                    .into_iter()
                    .map(|(key, about, _)| (key, about, several(shared("area")))),
            );
            if open {
                all.extend(Ending::entries(self));
            }
            map(all, &[vec!["action"], must].concat())
        };
        let mut shapes: Vec<Value> = Action::entries(self).into_iter().map(one).collect();
        if open {
            let keys = vec![("action", "", json!({"type": "null"})), ("battles", "", json!({}))];
            shapes.extend(self.settled(&keys));
        }
        either(shapes)
    }

    /// A file that resigns or accepts a draw and need say nothing else.
    fn settled(&self, keys: &[Entry]) -> [Value; 2] {
        let with = |name, part| {
            let mut all = keys.to_vec();
            all.extend(Ending::entries(self).into_iter().filter(|(key, ..)| *key != name));
            all.push((name, "", part));
            map(all, &[name])
        };
        [with("resign", yes()), with("draw", words(["accept"]))]
    }

    /// An answer in which the key `name` may be left out if the file accepts a draw, and everything if it resigns.
    fn unless_settled<K: Keys<Self>>(&self, name: &str) -> Value {
        let full = map([K::entries(self), Ending::entries(self)].concat(), &K::required());
        let other = |gone: &str| -> Vec<Entry> {
            let part = |key| if key == gone { json!({"type": "null"}) } else { json!({}) };
            K::entries(self).into_iter().map(|(key, about, _)| (key, about, part(key))).collect()
        };
        let [resigned, _] = self.settled(&other(""));
        let [_, agreed] = self.settled(&other(name));
        either([full, resigned, agreed])
    }
}

/// Plays in lists of alternatives, as deep as they may be nested.
fn nested(name: &str, single: &str) -> Vec<(String, Value)> {
    let level = |depth: usize| {
        let mut shapes = vec![shared(single)];
        if depth < DEPTH_MAX {
            let below = shared(&format!("{name}-{}", depth + 1));
            shapes.push(
                json!({"type": "array", "items": below, "minItems": 1, "maxItems": RULES_MAX}),
            );
        }
        (format!("{name}-{depth}"), either(shapes))
    };
    (0..=DEPTH_MAX).map(level).collect()
}
