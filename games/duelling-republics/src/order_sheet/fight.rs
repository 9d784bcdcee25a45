//! The choices in plans of battle, in reports of battles on the table, and in orders for minor wars.

use super::Draft;
use super::campaign::troops;
use crate::battle::plan::{
    EnemyReserve, GeneralIs, LaneIs, Manner, Named, Overlap, Posture, Sector, Spot as Ground,
    WhenFree,
};
use crate::data::chart::MinorRow;
use crate::elements::{ArmyId, Host, Troop};
use crate::names::{Name, Resolve};
use crate::orders::battle::{ANY, BattleId, Elect, Whose};
use crate::player;
use engine::offers::form::{Choice, Key, Part, Shape};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn line() -> Part {
    Part::words(Sector::LINE.iter().map(|sector| sector.word()))
}

fn postures() -> Vec<Key> {
    vec![
        Key::new("posture", "Posture", Part::words(Posture::WORDS.iter().copied())),
        Key::new("from", "The sector attacks from this bound on", Part::numbers(2..=12)),
        Key::new(
            "overlap",
            "Elements without an enemy in front",
            Part::words(Overlap::WORDS.iter().copied()),
        ),
        Key::new(
            "when_free",
            "Once the sector is free",
            Part::words(WhenFree::WORDS.iter().copied()),
        ),
    ]
}

/// Conditions in a plan; what is asked of a lane is written with the lane.
fn when() -> Part {
    let numbers = || {
        vec![
            Key::new("bound", "From this bound of your army on", Part::numbers(1..=12)),
            Key::new("losses", "Your losses, at least", Part::numbers(1..=8)),
            Key::new("enemy-losses", "Enemy losses, at least", Part::numbers(1..=8)),
            Key::new("behind", "Your losses exceed the enemy's by at least", Part::numbers(1..=6)),
            Key::new("enemy-reserve", "The enemy reserve is", words(EnemyReserve::WORDS)),
            Key::new("general", "The general is", words(GeneralIs::WORDS)),
        ]
    };
    let mut lane = numbers();
    lane.push(Key::must("lane", "The lane before", line()));
    lane.push(Key::must("is", "is", words(LaneIs::WORDS)));
    Part::Any(vec![
        Shape {
            words: "Bounds, losses, reserve, general".into(),
            fits: |value| value.get("lane").is_none(),
            fresh: json!({"bound": 3}),
            part: Part::Keys(numbers()),
        },
        Shape {
            words: "The state of a lane".into(),
            fits: |value| value.get("lane").is_some(),
            fresh: json!({"lane": "centre", "is": "losing"}),
            part: Part::Keys(lane),
        },
    ])
}

fn words(words: &[&'static str]) -> Part {
    Part::words(words.iter().copied())
}

/// Elements of a list: the usual ones, to be changed one by one.
fn elements(usual: &[Troop]) -> Part {
    let fresh = json!(usual);
    let part = Part::list("element", Vec::new(), Part::One(troops()));
    Part::Any(vec![Shape {
        words: "The usual conditions, which you can change".into(),
        fits: Value::is_array,
        fresh,
        part,
    }])
}

impl Draft<'_> {
    pub(super) fn host(&self, id: BattleId) -> Option<&Host> {
        let battle = self.field.state.battle(id)?;
        battle.hosts.iter().find(|host| host.players.contains(self.seat))
    }

    fn leads(&self, id: BattleId) -> bool {
        self.host(id).is_some_and(|host| host.seat == *self.seat)
    }

    pub(super) fn fresh_plans(&self, battles: &[BattleId]) -> Value {
        let one = |id: &BattleId| {
            if self.leads(*id) {
                json!({"battle": id})
            } else {
                json!({"battle": id, "minor_war": "elect"})
            }
        };
        battles.iter().map(one).collect()
    }

    /// Plans of battles that are called.
    pub(super) fn plans(&self, path: &str, battles: &[BattleId]) -> Part {
        let at = self.entry(path);
        let id = self
            .said(&format!("{path}/{at}/battle"))
            .and_then(Value::as_str)
            .and_then(BattleId::new);
        let id = id.or_else(|| battles.first().copied());
        let chart = self.field.chart;
        let add =
            battles.iter().map(|id| Choice::new(json!({"battle": id}), chart.battle_name(*id)));
        let mut keys = Vec::new();
        if let Some((id, host)) = id.and_then(|id| Some((id, self.host(id)?))) {
            if self.leads(id) {
                keys.push(Key::new("plan", "The plan", self.plan(Some(host), Some(id))));
                keys.push(Key::new(
                    "resolve",
                    "Decided",
                    Part::words(Resolve::WORDS.iter().copied()),
                ));
            } else {
                let sectors = Sector::LINE.iter().map(|sector| {
                    Key::new(sector.word(), format!("Your {sector}"), Part::Keys(postures()))
                });
                keys.push(Key::new("command", "Your own command", Part::Keys(sectors.collect())));
                keys.push(Key::new(
                    "minor_war",
                    "A minor war",
                    Part::words(Elect::WORDS.iter().copied()),
                ));
            }
        }
        keys.extend(self.always());
        Part::list("battle", add.collect(), Part::Keys(keys))
    }

    /// Plans given ahead, for any battle.
    pub(super) fn any_plans(&self) -> Part {
        let command = self.field.state.command(self.seat);
        let mut keys = vec![
            Key::new("plan", "The plan", self.someday(command)),
            Key::new("resolve", "Decided", Part::words(Resolve::WORDS.iter().copied())),
            Key::new("minor_war", "A minor war", Part::words(Elect::WORDS.iter().copied())),
        ];
        keys.extend(self.always());
        let any = Choice::new(
            json!({"battle": ANY, "plan": {"left": {"posture": "attack"}}}),
            "for any battle",
        );
        Part::list("battle", vec![any], Part::Keys(keys))
    }

    /// A plan for a battle that may come, of an army as it stands now.
    pub(super) fn someday(&self, army: Option<ArmyId>) -> Part {
        let commander = army.and_then(|army| self.commander_of(army));
        self.plan(commander.as_ref().map(|commander| &commander.host), None)
    }

    /// A plan of a host, in a battle or in one that may come. Where elements stand is chosen on the page beside it.
    fn plan(&self, host: Option<&Host>, battle: Option<BattleId>) -> Part {
        let names = |host: &Host| {
            host.all().map(|man| Choice::word(Named::of(man.id, host.army).to_string())).collect()
        };
        let elements: Vec<Choice> = host.map(names).unwrap_or_default();
        let mut keys: Vec<Key> = Sector::LINE
            .iter()
            .map(|sector| Key::new(sector.word(), format!("The {sector}"), Part::Keys(postures())))
            .collect();
        keys.push(Key::new(
            "priority",
            "Pips go first to",
            Part::Several(Sector::ALL.iter().map(|sector| Choice::word(sector.word())).collect()),
        ));
        let mut commit = vec![
            Key::must("to", "Into", line()),
            Key::must("as", "How", Part::words(Manner::WORDS.iter().copied())),
            Key::new("n", "At most", Part::numbers(1..=6)),
            Key::must("when", "When", when()),
        ];
        if !elements.is_empty() {
            commit.push(Key::new("elements", "Only these", Part::Several(elements)));
        }
        let fresh = |to: &Sector| {
            Choice::new(
                json!({"when": {"bound": 3}, "to": to, "as": "fill"}),
                format!("into the {to}"),
            )
        };
        let add = Sector::LINE.iter().map(fresh).collect();
        keys.push(Key::new(
            "commit",
            "When the reserves are used",
            Part::list("entry", add, Part::Keys(commit)),
        ));
        keys.push(Key::new("withdraw", "The army leaves the field when", when()));
        keys.extend(host.zip(battle).and_then(|(host, id)| self.ground(id, host)));
        Part::Keys(keys)
    }

    /// The ground, which the defender chooses.
    fn ground(&self, id: BattleId, host: &Host) -> Option<Key> {
        let battle = self.field.state.battle(id)?;
        let country = self
            .field
            .chart
            .battle
            .types
            .get(self.field.chart.province(battle.place).terrain.as_str())?;
        let defends = battle.hosts.get(1).is_some_and(|other| other.army == host.army);
        let features = || Part::words(country.choose.iter().map(String::as_str));
        let spots =
            Ground::WORDS.iter().map(|spot| Key::new(*spot, format!("Ground: {spot}"), features()));
        defends.then(|| Key::new("terrain", "The ground", Part::Keys(spots.collect())))
    }

    pub(super) fn fresh_report(&self, id: BattleId) -> Option<Value> {
        player::report(self.field.state.battle(id)?).map(|report| json!(report))
    }

    /// A report, or the wish to let the program decide.
    pub(super) fn report(&self, path: &str, id: BattleId) -> Part {
        let fresh = self.fresh_report(id).unwrap_or_default();
        let wish = json!([{"battle": id, "resolve": "auto"}]);
        Part::Any(vec![
            Shape {
                words: "A report".into(),
                fits: Value::is_object,
                fresh,
                part: self.reported(id),
            },
            Shape {
                words: "The program decides, if the other commander agrees".into(),
                fits: Value::is_array,
                fresh: wish,
                part: self.plans(path, &[id]),
            },
        ])
    }

    /// The words of a report; who fell is chosen on the page beside it.
    fn reported(&self, id: BattleId) -> Part {
        let seats = || {
            let hosts = self.field.state.battle(id).into_iter().flat_map(|battle| &battle.hosts);
            hosts.flat_map(|host| &host.players).map(|seat| Choice::word(seat.name())).collect()
        };
        let whose = || Part::words(Whose::WORDS.iter().copied());
        let looted = ["rome", "carthage"].map(|side| {
            Key::new(side, format!("The camp of {side} was looted by"), Part::One(seats()))
        });
        let mut keys = vec![
            Key::must("winner", "Won by", whose()),
            Key::must("withdrew", "Broken off by", whose()),
            Key::new("camp_looted", "Camps looted", Part::Keys(looted.into())),
            Key::new(
                "at_table",
                "Players with a command, besides the C-in-Cs",
                Part::Several(seats()),
            ),
        ];
        keys.extend(self.always());
        Part::Keys(keys)
    }

    pub(super) fn rulings(&self, path: &str, battles: &[BattleId]) -> Part {
        let at = self.entry(path);
        let id = battles.get(at).or_else(|| battles.first());
        let part = id.map(|id| self.reported(*id));
        Part::list("ruling", Vec::new(), part.unwrap_or(Part::Keys(Vec::new())))
    }

    /// Both parts of a minor war; `path` is where they are said.
    pub(super) fn minor(&self, path: &str) -> Part {
        let rows = &self.field.chart.minor_rows;
        let region = |region: &[Name]| {
            region.iter().map(|place| self.name(*place)).collect::<Vec<_>>().join(", ")
        };
        let row = rows
            .iter()
            .zip(1_u8..)
            .map(|(row, number)| Choice::new(number, format!("{number}: {}", region(&row.region))));
        let left: BTreeSet<Name> = rows.iter().flat_map(|row| row.left.iter().copied()).collect();
        let against = rows.iter().zip(1..).map(|(row, number)| self.against(path, row, number));
        let mut keys = vec![
            Key::new("row", "The row, if you are the initiator", Part::One(row.collect())),
            Key::new(
                "army",
                "Your army in that case",
                Part::words(left.iter().map(engine::kit::Slug::as_str)),
            ),
        ];
        keys.extend(self.troops_and_plan(path));
        let against = Part::Keys(against.collect());
        keys.push(Key::new("against", "Your army for each row, if you are the opponent", against));
        keys.extend(self.always());
        Part::Keys(keys)
    }

    /// The army against a row that another began.
    fn against(&self, path: &str, row: &MinorRow, number: u8) -> Key {
        let names =
            || Part::One(row.right.iter().map(|name| Choice::word(name.as_str())).collect());
        let first = row.right.first().map(ToString::to_string).unwrap_or_default();
        let mut full = vec![Key::must("army", "Army", names())];
        full.extend(self.troops_and_plan(&format!("{path}/against/{number}")));
        let shapes = vec![
            Shape {
                words: "An army".into(),
                fits: Value::is_string,
                fresh: json!(first),
                part: names(),
            },
            Shape {
                words: "An army with elements and plan".into(),
                fits: Value::is_object,
                fresh: json!({"army": first}),
                part: Part::Keys(full),
            },
        ];
        Key::new(number.to_string(), format!("Against row {number}"), Part::Any(shapes))
    }

    /// Elements and plan of an army in a minor war, which is chosen at `path`.
    fn troops_and_plan(&self, path: &str) -> [Key; 2] {
        let commander = self.commander(path);
        let host = commander.as_ref().map(|commander| &commander.host);
        let usual: Vec<Troop> =
            host.into_iter().flat_map(Host::all).map(|man| man.id.element.troop).collect();
        [
            Key::new("elements", "Its elements", elements(&usual)),
            Key::new("plan", "Its plan", self.plan(host, None)),
        ]
    }
}
