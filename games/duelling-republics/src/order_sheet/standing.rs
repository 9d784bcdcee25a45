//! The choices in standing orders.

use super::Draft;
use super::campaign::{ratios, troops};
use crate::DuellingRepublics;
use crate::elements::ArmyId;
use crate::names::{Do, Gaul, IfSiege, Season};
use crate::policy::{Ground, Relieved, Sallied};
use engine::AtSeat;
use engine::offers::form::{Choice, Key, Part, Shape};
use serde_json::{Value, json};

fn yes_or_no() -> Part {
    Part::One(vec![Choice::new(true, "yes"), Choice::new(false, "no")])
}

pub(super) fn if_siege() -> Key {
    let words = Part::words(IfSiege::WORDS.iter().copied());
    Key::new("if_siege", "Against a besieged army", words)
}

pub(super) fn gaul() -> Key {
    Key::new("gaul", "An enemy in Transalpine Gaul", Part::words(Gaul::WORDS.iter().copied()))
}

pub(super) fn contingent(elements: Vec<Choice>) -> Part {
    let shape = |words: &'static str, fits: fn(&Value) -> bool, fresh: Value, part: Part| Shape {
        words: words.into(),
        fits,
        fresh,
        part,
    };
    Part::Any(vec![
        shape("In a word", Value::is_string, json!("half"), Part::words(["half", "none"])),
        shape("These elements", Value::is_array, json!([]), Part::Several(elements)),
    ])
}

impl Draft<'_> {
    /// A seat's standing orders: for each army, for minor wars and for the end of the game.
    pub(super) fn standing(&self, at: &AtSeat<'_, DuellingRepublics>) -> Part {
        let force = at.in_force.and_then(|force| force.standing.as_ref());
        let force = force.map(|filed| json!(filed.says)).unwrap_or_default();
        let command = self.field.state.command(self.seat);
        let mut armies = ArmyId::of(self.side());
        armies.sort_by_key(|army| Some(*army) != command);
        let army = |id: ArmyId| {
            (id.word(), format!("{id}, {}", self.field.chart.army_name(id)), self.army(id))
        };
        let mut keys: Vec<(&'static str, String, Part)> = armies.into_iter().map(army).collect();
        let rows = self.field.chart.minor_rows.iter().zip(1..);
        let prefer = rows.map(|(row, number): (_, u8)| {
            let right =
                Part::One(row.right.iter().map(|name| Choice::word(name.as_str())).collect());
            Key::new(number.to_string(), format!("Your army in row {number}"), right)
        });
        let minor = Part::Keys(vec![
            Key::new("elect", "Fight a minor war if you have no command", yes_or_no()),
            Key::new("prefer", "The army for each row", Part::Keys(prefer.collect())),
        ]);
        keys.push(("minor_war", "Minor wars".to_owned(), minor));
        keys.push((
            "end",
            "The end of the game".to_owned(),
            Part::One(vec![Choice::new("agree", "it may end")]),
        ));
        let key = |(name, words, part): (&'static str, String, Part)| {
            Key::new(name, words, part.in_force(force.get(name)))
        };
        Part::Keys(keys.into_iter().map(key).collect())
    }

    fn army(&self, id: ArmyId) -> Part {
        let body = self.field.state.army(id).map(|army| army.body.clone()).unwrap_or_default();
        let elements =
            || body.all().map(|element| Choice::word(element.to_string())).collect::<Vec<_>>();
        let friend = ArmyId::of(self.side()).into_iter().find(|other| *other != id);
        let gift = Part::Keys(vec![Key::must("elements", "Elements", Part::Several(elements()))]);
        let give =
            vec![Choice::new(json!({"to": friend, "elements": []}), "to the side's other army")];
        Part::Keys(vec![
            Key::new("final", "Use these lines in tempo `full` too", yes_or_no()),
            if_siege(),
            gaul(),
            Key::new(
                "relieved",
                "When a friendly army attacks the besieger",
                Part::words(Relieved::WORDS.iter().copied()),
            ),
            Key::new(
                "sallied_upon",
                "Besieging, when attacked",
                Part::words(Sallied::WORDS.iter().copied()),
            ),
            Key::new("losses", "Types lost first", Part::Several(troops())),
            Key::new("entered", "When an enemy enters its province", self.lines()),
            Key::new(
                "retreat_to",
                "Where to retreat, in order of preference",
                Part::Several(self.places()),
            )
            .on_page(),
            Key::new(
                "contingent",
                "What it sends to the battle of a friendly army",
                contingent(elements()),
            ),
            Key::new(
                "hand_over",
                "What it gives to friendly armies that pass",
                Part::list("gift", give, gift),
            ),
            Key::new(
                "plan",
                "The plan for a battle for which no plan is filed",
                self.someday(Some(id)),
            ),
        ])
    }

    fn lines(&self) -> Part {
        let when = Part::Keys(vec![
            Key::new("odds", "Ratio of your elements to theirs", ratios()),
            Key::new("by", "The army that enters", Part::One(self.armies(self.side().other()))),
            Key::new("province", "The province is", Part::words(Ground::WORDS.iter().copied())),
            Key::new("size", "Its elements, at most", Part::numbers(4..=24)),
            Key::new("season", "In", Part::words(Season::WORDS.iter().copied())),
            Key::new("can", "This is possible:", Part::words(["retreat"])),
        ]);
        let add =
            Do::ALL.iter().map(|what| Choice::new(json!({"do": what}), what.word())).collect();
        let line = vec![
            Key::must("do", "It", Part::words(Do::WORDS.iter().copied())),
            Key::new("when", "Only if", when),
        ];
        Part::list("line", add, Part::Keys(line))
    }
}
