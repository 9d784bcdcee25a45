//! Reading what a file says to a phase.

use super::{Reading, bound, command_box, entries, facing, listed, several, word};
use crate::codes::Code;
use crate::names::{AskName, CommandBox, Kind, Rank};
use crate::orders::Chips;
use crate::orders::{
    Aim, AimWord, Aside, AttackOrder, Being, ChoiceOrders, CombatOrders, Condition, Course,
    ElephantOrder, ElephantsOrders, Fall, Group, HexCondition, Holds, Listed, ManyMoves, MoveOrder,
    MovementOrders, NextChip, OneMove, Orders, PlaceOrders, RecoveryOrders, Reply, ReturnOrder,
    Says, SetUpOrders, Several, UnitCondition, Vacuus, VolleyOrders, YesNo,
};
use crate::policy::{Face, Ride, RideWord};
use engine::Common;
use engine::complaint::one_of;
use engine::{Reader, apart, each};
use std::collections::BTreeMap;

/// The keys of an answer to a prompt.
fn keys(name: &str) -> &'static [&'static str] {
    match name {
        "setup" => &["units", "leader", "reserve"],
        "strategic" => &["chips", "vacuus", "place"],
        "choice" => &["choice"],
        "elephants" => &["elephants", "last"],
        "movement" => &["command", "return", "moves"],
        "volley" => &["volley", "last"],
        "combat" => &["attacks", "last"],
        _ => match AskName::parse(name) {
            Some(AskName::Fortuna) => &["again"],
            Some(AskName::Withdraw) => &["withdraw"],
            Some(AskName::Defend) => &["command", "support"],
            Some(AskName::Pursuit) => &["hold"],
            Some(AskName::Furious) => &["furious", "victim"],
            Some(AskName::Advance) => &["advance", "face"],
            Some(AskName::Leader) => &["leader"],
            Some(AskName::Roll) => &["roll"],
            None => &["recover"],
        },
    }
}

impl Reading<'_> {
    /// Reads the answer of a file to a prompt.
    pub(crate) fn orders(self, name: &str, reader: &Reader<'_>) -> Option<Orders> {
        if name == "strategic" && reader.node.list().is_some() {
            return Some(Says::Place(PlaceOrders { place: chips_in_turn(reader) }).into());
        }
        reader.entries("what to do")?;
        let truth =
            |key: &str| reader.get(key).and_then(|at| at.truth("true or false")).unwrap_or(false);
        let (resign, draw) = (truth("resign"), truth("draw"));
        Some(Orders { resign, draw, says: self.says(name, reader)? })
    }

    fn says(self, name: &str, reader: &Reader<'_>) -> Option<Says> {
        let keys = keys(name);
        reader.only(&[keys, &["resign", "draw"]].concat());
        if keys.iter().all(|key| reader.node.get(key).is_none()) {
            return Some(Says::Nothing);
        }
        if AskName::parse(name).is_some() {
            return Some(Says::Reply(self.reply(reader)));
        }
        match name {
            "setup" => Some(Says::SetUp(self.set_up(reader))),
            "strategic" if reader.get("place").is_some() => place(reader),
            "strategic" => chips(reader).map(Says::Chips),
            "choice" => {
                let choice =
                    word(&reader.need("choice")?, Code::Term, "choice", Rank::WORDS, Rank::ALL)?;
                Some(Says::Choice(ChoiceOrders { choice }))
            }
            "elephants" => {
                let all = listed(reader, "elephants", "a list of elephants");
                let elephants = each(&all, |one| self.elephant(one));
                Some(Says::Elephants(ElephantsOrders { elephants, last: last(reader) }))
            }
            "movement" => Some(Says::Movement(self.movement(reader))),
            "volley" => Some(Says::Volley(self.volley(reader))),
            "combat" => {
                let all = listed(reader, "attacks", "a list of attacks");
                let attacks = apart(&all, |one| self.attack(one));
                Some(Says::Combat(CombatOrders { attacks, last: last(reader) }))
            }
            _ => {
                let all = listed(reader, "recover", "a list of units");
                Some(Says::Recovery(RecoveryOrders { recover: apart(&all, |one| self.id(one)) }))
            }
        }
    }

    /// An answer in the middle of an impulse.
    fn reply(self, reader: &Reader<'_>) -> Reply {
        let truth = |key: &str| reader.get(key).and_then(|at| at.truth("yes or no"));
        let fall = |at: Reader<'_>| {
            let text = at.text("a way back")?;
            let found = Fall::parse(text);
            if found.is_none() {
                let fault = Code::Term
                    .here(&at, format!("`{text}` is not a direction in which to withdraw"));
                reader.complain(fault.fix("write a direction (n, ne, se, s, sw, nw) or `stay`"));
            }
            found
        };
        Reply {
            again: truth("again"),
            withdraw: reader.get("withdraw").and_then(fall),
            command: truth("command"),
            support: reader.get("support").map(|at| self.support(&at)),
            hold: truth("hold"),
            furious: reader.get("furious").and_then(|at| self.ride(&at)),
            victim: reader.get("victim").and_then(|at| self.id(&at)),
            advance: truth("advance").map(YesNo::from),
            face: reader.get("face").and_then(|at| face(&at)),
            leader: reader.get("leader").and_then(|at| aside(&at)),
            roll: reader.get("roll").map(|at| self.ids(&at)),
        }
    }

    fn set_up(self, reader: &Reader<'_>) -> SetUpOrders {
        let mut orders = SetUpOrders::default();
        for (key, value) in entries(reader, "units", "a map from unit to hex") {
            let (unit, stand) = (self.named(&key, &value), self.stand(&value));
            if let (Some(unit), Some(stand)) = (unit, stand) {
                orders.units.insert(unit, stand);
            }
        }
        orders.leader = reader.get("leader").and_then(|at| self.id(&at));
        orders.reserve = reader.get("reserve").and_then(|at| self.id(&at));
        orders
    }

    fn elephant(self, reader: &Reader<'_>) -> Option<ElephantOrder> {
        if reader.node.text().is_some() {
            return Some(ElephantOrder { unit: self.id(reader)?, furious: None, victim: None });
        }
        reader.entries("elephants: `unit:`, optionally `furious:`")?;
        reader.only(&["unit", "furious", "victim"]);
        let unit = reader.need("unit").and_then(|at| self.id(&at));
        let furious = reader.get("furious").and_then(|at| self.ride(&at));
        let victim = reader.get("victim").and_then(|at| self.id(&at));
        Some(ElephantOrder { unit: unit?, furious, victim })
    }

    /// Reads the course of furious elephants.
    pub(super) fn ride(self, reader: &Reader<'_>) -> Option<Ride> {
        match reader.node.text().and_then(RideWord::parse) {
            Some(word) => Some(Ride::Word(word)),
            None => self.course(reader, true).map(Ride::Course),
        }
    }

    fn movement(self, reader: &Reader<'_>) -> MovementOrders {
        let lists = listed(reader, "command", "a list of lists of units, one list for each point");
        // A single list of units is one point's.
        let single = !lists.is_empty() && lists.iter().all(|one| one.node.text().is_some());
        let command = match reader.get("command") {
            Some(all) if single => vec![self.ids(&all)],
            _ => lists.iter().map(|one| self.ids(one)).collect(),
        };
        let returns = listed(reader, "return", "a list of returns");
        let moves = listed(reader, "moves", "a list of moves");
        MovementOrders {
            command,
            returns: each(&returns, |one| self.entry(one)),
            moves: each(&moves, |one| self.a_move(one)),
        }
    }

    fn entry(self, reader: &Reader<'_>) -> Option<ReturnOrder> {
        reader.entries("a return: `unit:`, `enter:` and optionally `path:`")?;
        reader.only(&["unit", "enter", "path"]);
        let unit = reader.need("unit").and_then(|at| self.id(&at));
        let enter = reader.need("enter").and_then(|at| self.hex(&at));
        let path = reader.get("path").map_or(Some(Course::default()), |at| self.course(&at, true));
        Some(ReturnOrder { unit: unit?, enter: enter?, path: path? })
    }

    fn a_move(self, reader: &Reader<'_>) -> Option<MoveOrder> {
        reader.entries("a move: `unit:` with `path:` or `to:`, or `units:` with `go:`")?;
        if let Some(units) = reader.get("units") {
            reader.only(&["units", "go"]);
            let units = match units.node.text().and_then(Kind::parse) {
                Some(kind) => Some(Group::Kind(kind)),
                None => Some(Group::Units(self.ids(&units))),
            };
            let go = reader.need("go").and_then(|at| self.course(&at, false));
            return Some(MoveOrder::Many(ManyMoves { units: units?, go: go? }));
        }
        let known = ["unit", "path", "to"];
        if let Some(go) = reader.get("go") {
            reader.complain(
                go.fault(Common::Field, "`go` is for several units, but `unit` names only one")
                    .by("6")
                    .fix("write `units:` instead of `unit:`, or `path:` instead of `go:`"),
            );
            reader.only(&[known.as_slice(), &["go"]].concat());
            return None;
        }
        reader.only(&known);
        let unit = reader.need("unit").and_then(|at| self.id(&at));
        let to = reader.get("to").map(|at| self.stand(&at));
        let path = match (reader.get("path"), &to) {
            (Some(at), Some(_)) => {
                reader.complain(
                    at.fault(Common::Field, "`to` and `path` cannot be used together")
                        .by("6")
                        .fix("leave one out"),
                );
                None
            }
            (Some(at), None) => self.course(&at, true),
            (None, Some(_)) => Some(Course::default()),
            (None, None) => {
                reader.complain(
                    reader
                        .fault(Common::Missing, "the path is missing")
                        .by("6")
                        .fix("add `path:`, or `to:` and a hex"),
                );
                None
            }
        };
        let to = match to {
            Some(stand) => Some(stand?),
            None => None,
        };
        Some(MoveOrder::One(OneMove { unit: unit?, path: path?, to }))
    }

    fn volley(self, reader: &Reader<'_>) -> VolleyOrders {
        let mut all = Vec::new();
        for (key, value) in entries(reader, "volley", "a map from shooter to targets") {
            let unit = self.named(&key, &value);
            let aim = match value.node.text().and_then(AimWord::parse) {
                Some(word) => Aim::Word(word),
                None => Aim::At(several(&value, |one| self.target(one))),
            };
            all.extend(unit.map(|unit| (unit, aim)));
        }
        VolleyOrders { volley: Listed(all), last: last(reader) }
    }

    fn attack(self, reader: &Reader<'_>) -> Option<AttackOrder> {
        reader.entries("an attack: `unit:` and `target:`")?;
        reader.only(&["unit", "target", "command", "charge", "support", "advance", "face", "if"]);
        let truth =
            |key: &str| reader.get(key).and_then(|at| at.truth("true or false")).unwrap_or(false);
        let unit = reader.need("unit").and_then(|at| self.id(&at));
        let target = reader.need("target").map(|at| several(&at, |one| self.target(one)));
        let command = reader.get("command").and_then(|at| at.truth("true or false"));
        let advance = reader.get("advance").and_then(|at| at.truth("yes or no"));
        Some(AttackOrder {
            unit: unit?,
            target: target?,
            command,
            charge: truth("charge"),
            support: reader.get("support").map(|at| self.support(&at)),
            advance: advance.map(YesNo::from),
            face: reader.get("face").and_then(|at| face(&at)),
            when: reader
                .get("if")
                .map(|at| several(&at, |one| self.condition(one)))
                .unwrap_or_default(),
        })
    }

    fn condition(self, reader: &Reader<'_>) -> Option<Condition> {
        reader.entries("a condition: `unit:` or `hex:`")?;
        if let Some(hex) = reader.get("hex") {
            reader.only(&["hex", "holds"]);
            let hex = self.hex(&hex);
            let holds = reader
                .need("holds")
                .and_then(|at| word(&at, Code::Term, "content", Holds::WORDS, Holds::ALL));
            return Some(Condition::Hex(HexCondition { hex: hex?, holds: holds? }));
        }
        reader.only(&["unit", "dp", "is", "at"]);
        let unit = reader.need("unit").and_then(|at| self.id(&at));
        let dp = reader.get("dp").map(|at| bound(&at));
        let is =
            reader.get("is").map(|at| word(&at, Code::Term, "state", Being::WORDS, Being::ALL));
        let at = reader.get("at").map(|at| self.hex(&at));
        if dp.is_none() && is.is_none() && at.is_none() {
            reader.complain(
                reader
                    .fault(Code::Term, "the condition says nothing about the unit")
                    .fix("add `dp:`, `is:` or `at:`"),
            );
            return None;
        }
        let read =
            UnitCondition { unit: unit?, dp: dp.flatten(), is: is.flatten(), at: at.flatten() };
        Some(Condition::Unit(read))
    }
}

/// Reads the points in each box.
pub(super) fn boxes(reader: &Reader<'_>, key: &str) -> BTreeMap<CommandBox, u8> {
    let mut chips = BTreeMap::new();
    for (name, value) in entries(reader, key, "a map from box to number of points") {
        let place = CommandBox::parse(&name);
        if place.is_none() {
            let fix = one_of(&name, CommandBox::WORDS);
            reader.complain(
                value.fault(Code::BoxName, format!("no box `{name}`")).by("4.1").fix(fix),
            );
        }
        let number = value.number("points", 0, 9);
        if let (Some(place), Some(number)) = (place, number.filter(|number| *number > 0)) {
            chips.insert(place, number);
        }
    }
    chips
}

/// Reads the box of the false point.
pub(super) fn vacuus(reader: &Reader<'_>) -> Option<CommandBox> {
    let Some(at) = reader.get("vacuus") else {
        reader.complain(
            reader
                .fault(Code::FalsePoint, "the blank is missing")
                .by("4")
                .fix("add `vacuus:` and a box"),
        );
        return None;
    };
    command_box(&at)
}

/// All chips of a side.
fn chips(reader: &Reader<'_>) -> Option<Chips> {
    let chips = boxes(reader, "chips");
    Some(Chips { chips, vacuus: vacuus(reader)? })
}

/// `place: combat`, `place: furor` with `vacuus: true`, or a list.
fn place(reader: &Reader<'_>) -> Option<Says> {
    reader.only(&["place", "vacuus", "resign", "draw"]);
    let place = chips_in_turn(&reader.need("place")?);
    let Some(at) = reader.get("vacuus") else { return Some(Says::Place(PlaceOrders { place })) };
    let vacuus = at.truth("true or false")?;
    match &place.0[..] {
        [one] if vacuus => {
            let chip = NextChip::Vacuus(Vacuus { vacuus: one.place() });
            Some(Says::Place(PlaceOrders { place: Several(vec![chip]) }))
        }
        [_] | [] => Some(Says::Place(PlaceOrders { place })),
        _ => {
            reader.complain(
                at.fault(Code::FalsePoint, "which of these is the blank?")
                    .by("4")
                    .fix("write {vacuus: BOX} in the list"),
            );
            None
        }
    }
}

/// Chips one at a time: a box, or `{vacuus: box}`.
fn chips_in_turn(reader: &Reader<'_>) -> Several<NextChip> {
    several(reader, |one| {
        if one.node.map().is_none() {
            return command_box(one).map(NextChip::Point);
        }
        one.only(&["vacuus"]);
        vacuus(one).map(|vacuus| NextChip::Vacuus(Vacuus { vacuus }))
    })
}

/// True if the list is complete, so that the side is not asked again.
fn last(reader: &Reader<'_>) -> bool {
    reader.get("last").and_then(|at| at.truth("true or false")).unwrap_or(false)
}

/// Reads the hex to which a leader goes.
fn aside(reader: &Reader<'_>) -> Option<Aside> {
    let text = reader.text("a hex, or stay")?;
    let found = Aside::parse(text);
    if found.is_none() {
        let fault = Code::Hex.here(reader, format!("`{text}` is not a hex"));
        reader.complain(
            fault.fix("write one of the hexes that the form lists, in quotes, or `stay`"),
        );
    }
    found
}

/// A facing after an advance.
pub(super) fn face(reader: &Reader<'_>) -> Option<Face> {
    match reader.node.text() {
        Some("ahead") => Some(Face::Ahead),
        Some("keep") => Some(Face::Keep),
        _ => facing(reader).map(Face::To),
    }
}
