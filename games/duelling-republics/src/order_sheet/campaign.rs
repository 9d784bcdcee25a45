//! The choices in answers to the campaign's prompts: elements, allocations, commands, options of a season, replies.

use super::standing::{contingent, gaul, if_siege};
use super::{Asked, Draft};
use crate::asked::Query;
use crate::elements::{ArmyId, ElementId, Troop};
use crate::names::{Do, Gaul, IfSiege, Name, Season};
use crate::orders::{Item, Pick, Step};
use crate::player::ways;
use crate::prompts::Question;
use crate::rules::{entered, march, political, question, retreat};
use crate::state::{Entry, Stage};
use engine::Prompt;
use engine::offers::form::{Choice, Key, Part, Shape};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Ratios of elements that conditions speak of, in hundredths.
const RATIOS: [u32; 9] = [50, 75, 90, 100, 110, 120, 150, 200, 300];

pub(super) fn ratios() -> Part {
    let choice = |ratio: u32| {
        let text = format!("{}.{:02}", ratio / 100, ratio % 100);
        Choice::new(text.clone(), format!("at least {text}"))
    };
    Part::One(RATIOS.map(choice).into())
}

pub(super) fn troops() -> Vec<Choice> {
    Troop::ALL
        .iter()
        .map(|troop| Choice::new(troop.word(), format!("{} ({})", troop.name(), troop.word())))
        .collect()
}

impl Draft<'_> {
    /// The form of a prompt; none if only the text can answer it.
    pub(super) fn asked(&self, prompt: &Prompt<Question>) -> Option<Asked> {
        let path = self.path(prompt);
        let asked = |words: &str, part: Part, fresh: Value| {
            Some(Asked { path: path.clone(), words: words.to_owned(), part, fresh })
        };
        match &prompt.question {
            Question::Ready => asked("Ready for the dice", Part::Keys(self.always()), json!({})),
            Question::Setup { army } => {
                asked("The first elements", self.setup(Vec::new()), self.usual_setup(*army))
            }
            Question::Resources => {
                asked("Allocations", self.resources(true), json!({"allocate": [{"repeat": "vp"}]}))
            }
            Question::Allocate => {
                asked("An allocation", self.resources(false), json!({"allocate": ["vp"]}))
            }
            Question::Commands { armies } => {
                asked("The army to command", self.commands(armies), json!({"army": armies.first()}))
            }
            Question::Season { army } => {
                let part = self.turns(&path, *army);
                asked("The army's turn", part, json!({army.word(): [{}]}))
            }
            Question::Answer { entry } => {
                let (part, fresh) = self.entered(entry)?;
                asked("An enemy enters the army's province", part, fresh)
            }
            Question::Plan { battles } => {
                asked("Plans of battle", self.plans(&path, battles), self.fresh_plans(battles))
            }
            Question::Report { battle } => {
                let part = self.report(&path, *battle);
                asked("The report of the battle", part, self.fresh_report(*battle)?)
            }
            Question::Ruling { battles } => {
                let fresh = battles.iter().filter_map(|id| self.fresh_report(*id)).collect();
                asked("The ruling", self.rulings(&path, battles), Value::Array(fresh))
            }
            Question::Asked { query } => {
                let (words, key) = self.told(query);
                let keys = [vec![key], self.always()].concat();
                asked(words, Part::Keys(keys), json!(question::usual(&self.field, query, None)))
            }
            Question::Minor => asked("A minor war", self.minor(&path), json!({"row": 1})),
            Question::Seats => {
                let vacant = self.field.state.players.iter().filter(|player| player.vacant);
                let seats = vacant.map(|player| Choice::word(player.seat.name())).collect();
                let mut keys =
                    vec![Key::must("substitute", "Seats for new players", Part::Several(seats))];
                keys.extend(self.always());
                asked("Vacant seats", Part::Keys(keys), json!({"substitute": []}))
            }
            Question::Word => {
                asked("Resignation and letters", Part::Keys(self.always()), json!({}))
            }
        }
    }

    /// The words and the key for a question in the middle of a phase.
    fn told(&self, query: &Query) -> (&'static str, Key) {
        let body = question::body(&self.field, query.army());
        let word = |element: ElementId| Choice::word(element.to_string());
        let elements = || body.all().map(word).collect::<Vec<Choice>>();
        match query {
            Query::Gaul { by, .. } => {
                let part = Part::words(Gaul::WORDS.iter().copied());
                ("An enemy in Transalpine Gaul", Key::must("do", by.word(), part))
            }
            Query::Siege { besieged, .. } => {
                let part = Part::words(IfSiege::WORDS.iter().copied());
                ("What the besieged army does", Key::must("do", besieged.word(), part))
            }
            Query::Retreat { places, .. } => {
                let places = places.iter().map(|place| self.place(*place)).collect();
                (
                    "Where to retreat",
                    Key::must("to", "In order of preference", Part::Several(places)),
                )
            }
            Query::Losses { .. } => {
                let men = body.all().filter(|element| body.general != Some(*element));
                let part = Part::Several(men.map(word).collect());
                ("Elements that are lost", Key::must("lose", "Elements", part))
            }
            Query::Contingent { .. } => {
                let key = Key::must("send", "It sends", contingent(elements()));
                ("Elements for the battle of a friendly army", key)
            }
            Query::HandOver { to, .. } => {
                let key = Key::must("give", to.word(), Part::Several(elements()));
                ("Elements for a friendly army that passes through", key)
            }
        }
    }

    /// The choices of an army that is entered upon, and the value with which an answer begins.
    fn entered(&self, entry: &Entry) -> Option<(Part, Value)> {
        let open = |what: &&Do| entered::lawful(&self.field, entry, **what).is_ok();
        let words = || Do::ALL.iter().filter(open);
        let fresh = json!({"army": entry.target, "do": words().next()?});
        let places = retreat::places(&self.field, entry.target, entry.from).into_iter();
        let part = self.reply(words().map(|what| what.word()), places.map(|(place, _)| place));
        Some((part, fresh))
    }

    /// The first elements of an army, with what is to be said before them.
    fn setup(&self, mut keys: Vec<Key>) -> Part {
        let elements = Part::list("element", troops(), Part::One(troops()));
        keys.push(Key::must("elements", "Elements", elements));
        keys.extend(self.always());
        Part::Keys(keys)
    }

    /// The first elements of whichever army the seat will get, while the throw for commands is to come.
    fn any_setup(&self) -> Option<Key> {
        let [army, _] = ArmyId::of(self.side());
        let keys = vec![Key::must("army", "If you get", Part::One(self.armies(self.side())))];
        let shape = Shape {
            words: "So".into(),
            fits: Value::is_object,
            fresh: self.usual_setup(army),
            part: self.setup(keys),
        };
        let key = Key::new("setup", "The first elements of your army", Part::Any(vec![shape]));
        (self.field.state.stage == Stage::Control).then_some(key)
    }

    fn usual_setup(&self, army: ArmyId) -> Value {
        let form = usize::from(self.field.state.options.expanded);
        let start = self.field.chart.start.iter().find(|start| start.id == army);
        json!({"army": army, "elements": start.map(|start| start.elements[form].clone())})
    }

    /// All allocations that can be done now, but for new armies.
    fn items(&self) -> Vec<Choice> {
        let mut found = vec![Choice::new("vp", "a point for yourself")];
        for (army, _) in self.field.state.armies_of(self.side()) {
            found.push(Choice::new(json!({"gold": army}), format!("a talent for {army}")));
            let kinds = Troop::ALL.iter().copied().map(Pick::Of).chain([Pick::General]);
            for (kind, allied) in kinds.flat_map(|kind| [(kind, false), (kind, true)]) {
                let element = crate::orders::ElementItem { army, kind, allied };
                let item = Item::Element { element };
                if (kind != Pick::General || allied)
                    && political::lawful(&self.field, self.side(), &item).is_ok()
                {
                    let whose = if allied { "allied " } else { "" };
                    found.push(Choice::new(json!(item), format!("{whose}{kind} for {army}")));
                }
            }
        }
        found
    }

    /// New armies of the usual elements, by their places.
    fn raised(&self) -> impl Iterator<Item = (Name, Value)> + '_ {
        let slots = self.field.core(self.side()).slots.0.iter();
        let usual: Vec<&Troop> =
            slots.filter_map(|slot| slot.first()).take(self.field.chart.raised).collect();
        let places = self.field.chart.raise_at[self.side() as usize].iter();
        places.map(move |place| (*place, json!({"raise": {"in": place, "elements": usual}})))
    }

    /// The shapes of a new army whose elements can be changed: raised once, or again and again.
    fn raising(&self) -> Option<[Shape; 2]> {
        let (_, fresh) = self.raised().next()?;
        let places = self.raised().map(|(place, _)| self.place(place)).collect();
        let elements = Part::list("element", troops(), Part::One(troops()));
        let raise = Part::Keys(vec![
            Key::must("in", "In", Part::One(places)),
            Key::must("elements", "Elements", elements),
        ]);
        let raise = || Part::Keys(vec![Key::must("raise", "The new army", raise.clone())]);
        let again = Part::Keys(vec![Key::must("repeat", "A new army each time", raise())]);
        Some([
            Shape {
                words: "A new army".into(),
                fits: |value| value.get("raise").is_some(),
                fresh: fresh.clone(),
                part: raise(),
            },
            Shape {
                words: "A new army for all remaining turns, at the end of the list".into(),
                fits: |value| value.get("repeat").is_some_and(|item| item.get("raise").is_some()),
                fresh: json!({"repeat": fresh}),
                part: again,
            },
        ])
    }

    fn resources(&self, ranked: bool) -> Part {
        let items = self.items();
        let mut add = items.clone();
        add.extend(self.raised().map(|(place, fresh)| {
            Choice::new(fresh, format!("a new army in {}", self.name(place)))
        }));
        let again = |item: &Choice| {
            Choice::new(json!({"repeat": item.value}), format!("always: {}", item.words))
        };
        add.extend(add.iter().map(again).collect::<Vec<_>>());
        let again: Vec<Choice> = items.iter().map(again).collect();
        let simple: fn(&Value) -> bool =
            |value| value.get("raise").is_none() && value.get("repeat").is_none();
        let mut shapes = vec![
            Shape {
                words: "Once".into(),
                fits: simple,
                fresh: json!("vp"),
                part: Part::One(items),
            },
            Shape {
                words: "For all remaining turns, at the end of the list".into(),
                fits: |value| value.get("repeat").is_some_and(|item| item.get("raise").is_none()),
                fresh: json!({"repeat": "vp"}),
                part: Part::One(again),
            },
        ];
        shapes.extend(self.raising().into_iter().flatten());
        let mut keys = vec![Key::new(
            "allocate",
            "Allocations, in order of preference",
            Part::list("allocation", add, Part::Any(shapes))
                .ended_by(|item| item.get("repeat").is_some()),
        )];
        if ranked {
            keys.push(Key::new(
                "army",
                "The army you want to command, in order of preference",
                Part::Several(self.armies(self.side())),
            ));
        }
        keys.extend(self.always());
        Part::Keys(keys)
    }

    fn commands(&self, armies: &[ArmyId]) -> Part {
        let open = self.armies(self.side()).into_iter();
        let open = open.filter(|choice| armies.iter().any(|army| choice.value == army.word()));
        let army = Key::must("army", "The army to command", Part::Several(open.collect()));
        Part::Keys([vec![army], self.always()].concat())
    }

    fn reply<'w>(
        &self,
        words: impl Iterator<Item = &'w str>,
        places: impl Iterator<Item = Name>,
    ) -> Part {
        let places = places.map(|place| self.place(place)).collect();
        let reply = vec![
            Key::must("do", "It", Part::words(words)),
            Key::new("to", "Retreat to, in order of preference", Part::Several(places)),
        ];
        Part::Keys([reply, self.always()].concat())
    }

    /// Options of armies for a season: those of the army that is asked about.
    fn turns(&self, path: &str, army: ArmyId) -> Part {
        let path = format!("{path}/{army}");
        let at = self.entry(&path);
        let add = vec![
            Choice::new(json!({}), "stay"),
            Choice::new(json!({"sally": true}), "sally"),
            Choice::new(json!({"disband": true}), "disband"),
        ];
        let part = Part::list("option", add, self.option(army, &format!("{path}/{at}")));
        let words = format!("Options of {army}: the first whose conditions are met is used");
        Part::Keys([vec![Key::must(army.word(), words, part)], self.always()].concat())
    }

    /// One option; `path` is the path of the option looked at.
    fn option(&self, army: ArmyId, path: &str) -> Part {
        let steps: Vec<Step> = self
            .said(&format!("{path}/move"))
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(|step| Step::parse(step.as_str()?))
            // A draft may name anything.
            .filter(|step| self.field.chart.find(step.to).is_some())
            .collect();
        let start = self.field.state.army(army).map(|army| army.at);
        let way: Vec<Name> = start.into_iter().chain(steps.iter().map(|step| step.to)).collect();
        let next = way.last().map(|here| self.steps(*here)).unwrap_or_default();
        let routes = ways::reach(&self.field, army).into_iter().map(|(to, route)| {
            let steps: Vec<String> = route.steps.iter().map(ToString::to_string).collect();
            Choice::new(json!(steps), self.route_words(to, &route)).on(self.spot(to))
        });
        let passed: Vec<Choice> = way.iter().map(|place| self.place(*place)).collect();
        let first = way.first().map(ToString::to_string).unwrap_or_default();
        Part::Keys(vec![
            Key::new("move", "March to", Part::One(routes.collect())),
            Key::new("move", "Or step by step", Part::Sequence(next)),
            if_siege(),
            gaul(),
            Key::new("sally", "When besieged", Part::yes("sally")),
            Key::new("leave_siege", "When besieging", Part::yes("leave the siege")),
            Key::new("disband", "The army", Part::yes("disband, or surrender")),
            self.recruiting(&passed, &first),
            self.giving(army, passed, &first),
            Key::new("when", "Only if", self.conditions(&first)),
        ])
    }

    /// Allies to buy on the way: types that are on a list of the side's allies.
    fn recruiting(&self, passed: &[Choice], first: &str) -> Key {
        let theaters = self.field.chart.theaters.iter();
        let lists =
            theaters.filter_map(|(name, _)| self.field.chart.allied(self.side(), Some(*name)));
        let listed: BTreeSet<&str> = lists
            .flat_map(|list| list.slots.0.iter().flatten())
            .map(|troop| troop.word())
            .collect();
        let allied = troops()
            .into_iter()
            .filter(|troop| troop.value.as_str().is_some_and(|word| listed.contains(word)));
        let picks = std::iter::once(Choice::new("Gen", "their general")).chain(allied).collect();
        let recruit = Part::Keys(vec![
            Key::must("at", "In", Part::One(passed.to_vec())),
            Key::must("elements", "Elements", Part::Sequence(picks)),
        ]);
        let here = Choice::new(json!({"at": first, "elements": ["Gen"]}), "here");
        Key::new("recruit", "Allies to buy on the way", Part::list("purchase", vec![here], recruit))
    }

    /// Elements for a friendly army on the way.
    fn giving(&self, army: ArmyId, passed: Vec<Choice>, first: &str) -> Key {
        let body = self.field.state.army(army).map(|army| army.body.clone()).unwrap_or_default();
        let all = body.all().map(|element| Choice::word(element.to_string())).collect();
        let friend = ArmyId::of(self.side()).into_iter().find(|other| *other != army);
        let gift = Choice::new(json!({"at": first, "to": friend, "elements": []}), "here");
        let give = Part::Keys(vec![
            Key::must("at", "In", Part::One(passed)),
            Key::must("elements", "Elements", Part::Several(all)),
        ]);
        let words = "Elements to give to a friendly army on the way";
        Key::new("give", words, Part::list("gift", vec![gift], give))
    }

    fn steps(&self, here: Name) -> Vec<Choice> {
        let all = self
            .field
            .chart
            .provinces
            .iter()
            .flat_map(|to| [Step::to(to.id), Step { to: to.id, open_sea: true }]);
        let open =
            all.filter(|step| step.to != here && march::way(&self.field, here, *step).is_ok());
        open.map(|step| {
            let by = if step.open_sea { " across open sea" } else { "" };
            Choice::new(step.to_string(), format!("{}{by}", self.name(step.to)))
        })
        .collect()
    }

    fn conditions(&self, first: &str) -> Part {
        let place = |key: &'static str, words: &'static str, fits: fn(&Value) -> bool| Shape {
            words: words.into(),
            fits,
            fresh: json!({key: first}),
            part: Part::Keys(vec![Key::must(key, "Where", Part::One(self.places()))]),
        };
        let sides = ["rome", "carthage"];
        let row = |key: &'static str, second: Key| {
            let row = Part::Row(vec![Key::must("0", "Where", Part::One(self.places())), second]);
            Part::Keys(vec![Key::must(key, "Where, and what", row)])
        };
        let shapes = vec![
            place("enemy-in", "an enemy army is there", |value| value.get("enemy-in").is_some()),
            place("friend-in", "another friendly army is there", |value| {
                value.get("friend-in").is_some()
            }),
            place("besieged", "a siege is under way there", |value| {
                value.get("besieged").is_some()
            }),
            Shape {
                words: "it belongs to a side".into(),
                fits: |value| value.get("owner").is_some(),
                fresh: json!({"owner": [first, "rome"]}),
                part: row("owner", Key::must("1", "Whose", Part::words(sides))),
            },
            Shape {
                words: "the odds there are good".into(),
                fits: |value| value.get("odds").is_some(),
                fresh: json!({"odds": [first, "1.00"]}),
                part: row("odds", Key::must("1", "Ratio of your elements to theirs", ratios())),
            },
        ];
        let add = shapes
            .iter()
            .map(|shape| Choice::new(shape.fresh.clone(), shape.words.clone()))
            .collect();
        Part::list("condition", add, Part::Any(shapes))
    }

    pub(super) fn ahead(&self) -> Part {
        let command = self.field.state.command(self.seat);
        let mut keys: Vec<Key> = self.any_setup().into_iter().collect();
        keys.extend([
            Key::new("resources", "Allocations of a year", self.resources(true)),
            Key::new("allocate", "The next allocation", self.resources(false)),
            Key::new("commands", "The army to command", self.commands(&ArmyId::of(self.side()))),
            Key::new("plan", "Plans for any battle", self.any_plans()),
            Key::new("minor-war", "A minor war", self.minor("/ahead/minor-war")),
        ]);
        if let Some(army) = command {
            let names = Season::ALL.iter().map(|season| season.word());
            keys.extend(names.map(|season| {
                let part = self.turns(&format!("/ahead/{season}"), army);
                Key::new(season, format!("The army's turn in {season}"), part)
            }));
            let places = self.field.chart.provinces.iter().map(|province| province.id);
            let reply = self.reply(Do::WORDS.iter().copied(), places);
            let fresh = json!({"army": army, "do": "fight"});
            let shape =
                Shape { words: "Answer".into(), fits: Value::is_object, fresh, part: reply };
            keys.push(Key::new(
                "answer",
                "When an enemy enters the army's province",
                Part::Any(vec![shape]),
            ));
        }
        Part::Keys(keys)
    }
}
