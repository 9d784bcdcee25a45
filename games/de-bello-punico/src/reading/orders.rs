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
use engine::{Complaints, Reader, apart, each};
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
    pub(crate) fn orders(
        self,
        name: &str,
        reader: &Reader<'_>,
        c: &mut Complaints,
    ) -> Option<Orders> {
        if name == "strategic" && reader.node.list().is_some() {
            return Some(Says::Place(PlaceOrders { place: chips_in_turn(reader, c) }).into());
        }
        reader.entries("what to do", c)?;
        let truth = |key: &str, c: &mut Complaints| {
            reader.get(key).and_then(|at| at.truth("true or false", c)).unwrap_or(false)
        };
        let (resign, draw) = (truth("resign", c), truth("draw", c));
        Some(Orders { resign, draw, says: self.says(name, reader, c)? })
    }

    fn says(self, name: &str, reader: &Reader<'_>, c: &mut Complaints) -> Option<Says> {
        let keys = keys(name);
        reader.only(&[keys, &["resign", "draw"]].concat(), c);
        if keys.iter().all(|key| reader.node.get(key).is_none()) {
            return Some(Says::Nothing);
        }
        if AskName::parse(name).is_some() {
            return Some(Says::Reply(self.reply(reader, c)));
        }
        match name {
            "setup" => Some(Says::SetUp(self.set_up(reader, c))),
            "strategic" if reader.get("place").is_some() => place(reader, c),
            "strategic" => chips(reader, c).map(Says::Chips),
            "choice" => {
                let choice = word(
                    &reader.need("choice", c)?,
                    Code::Term,
                    "choice",
                    Rank::WORDS,
                    Rank::ALL,
                    c,
                )?;
                Some(Says::Choice(ChoiceOrders { choice }))
            }
            "elephants" => {
                let all = listed(reader, "elephants", "a list of elephants", c);
                let elephants = each(&all, |one| self.elephant(one, c));
                Some(Says::Elephants(ElephantsOrders { elephants, last: last(reader, c) }))
            }
            "movement" => Some(Says::Movement(self.movement(reader, c))),
            "volley" => Some(Says::Volley(self.volley(reader, c))),
            "combat" => {
                let all = listed(reader, "attacks", "a list of attacks", c);
                let attacks = apart(&all, c, |one, c| self.attack(one, c));
                Some(Says::Combat(CombatOrders { attacks, last: last(reader, c) }))
            }
            _ => {
                let all = listed(reader, "recover", "a list of units", c);
                Some(Says::Recovery(RecoveryOrders {
                    recover: apart(&all, c, |one, c| self.id(one, c)),
                }))
            }
        }
    }

    /// An answer in the middle of an impulse.
    fn reply(self, reader: &Reader<'_>, c: &mut Complaints) -> Reply {
        let truth =
            |key: &str, c: &mut Complaints| reader.get(key).and_then(|at| at.truth("yes or no", c));
        let fall = |at: Reader<'_>, c: &mut Complaints| {
            let text = at.text("a way back", c)?;
            let found = Fall::parse(text);
            if found.is_none() {
                let fault = Code::Term
                    .here(&at, format!("`{text}` is not a direction in which to withdraw"));
                c.push(fault.fix("write a direction (n, ne, se, s, sw, nw) or `stay`"));
            }
            found
        };
        Reply {
            again: truth("again", c),
            withdraw: reader.get("withdraw").and_then(|at| fall(at, c)),
            command: truth("command", c),
            support: reader.get("support").map(|at| self.support(&at, c)),
            hold: truth("hold", c),
            furious: reader.get("furious").and_then(|at| self.ride(&at, c)),
            victim: reader.get("victim").and_then(|at| self.id(&at, c)),
            advance: truth("advance", c).map(YesNo::from),
            face: reader.get("face").and_then(|at| face(&at, c)),
            leader: reader.get("leader").and_then(|at| aside(&at, c)),
            roll: reader.get("roll").map(|at| self.ids(&at, c)),
        }
    }

    fn set_up(self, reader: &Reader<'_>, c: &mut Complaints) -> SetUpOrders {
        let mut orders = SetUpOrders::default();
        for (key, value) in entries(reader, "units", "a map from unit to hex", c) {
            let (unit, stand) = (self.named(&key, &value, c), self.stand(&value, c));
            if let (Some(unit), Some(stand)) = (unit, stand) {
                orders.units.insert(unit, stand);
            }
        }
        orders.leader = reader.get("leader").and_then(|at| self.id(&at, c));
        orders.reserve = reader.get("reserve").and_then(|at| self.id(&at, c));
        orders
    }

    fn elephant(self, reader: &Reader<'_>, c: &mut Complaints) -> Option<ElephantOrder> {
        if reader.node.text().is_some() {
            return Some(ElephantOrder { unit: self.id(reader, c)?, furious: None, victim: None });
        }
        reader.entries("elephants: `unit:`, optionally `furious:`", c)?;
        reader.only(&["unit", "furious", "victim"], c);
        let unit = reader.need("unit", c).and_then(|at| self.id(&at, c));
        let furious = reader.get("furious").and_then(|at| self.ride(&at, c));
        let victim = reader.get("victim").and_then(|at| self.id(&at, c));
        Some(ElephantOrder { unit: unit?, furious, victim })
    }

    /// Reads the course of furious elephants.
    pub(super) fn ride(self, reader: &Reader<'_>, c: &mut Complaints) -> Option<Ride> {
        match reader.node.text().and_then(RideWord::parse) {
            Some(word) => Some(Ride::Word(word)),
            None => self.course(reader, true, c).map(Ride::Course),
        }
    }

    fn movement(self, reader: &Reader<'_>, c: &mut Complaints) -> MovementOrders {
        let lists =
            listed(reader, "command", "a list of lists of units, one list for each point", c);
        // A single list of units is one point's.
        let single = !lists.is_empty() && lists.iter().all(|one| one.node.text().is_some());
        let command = match reader.get("command") {
            Some(all) if single => vec![self.ids(&all, c)],
            _ => lists.iter().map(|one| self.ids(one, c)).collect(),
        };
        let returns = listed(reader, "return", "a list of returns", c);
        let moves = listed(reader, "moves", "a list of moves", c);
        MovementOrders {
            command,
            returns: each(&returns, |one| self.entry(one, c)),
            moves: each(&moves, |one| self.a_move(one, c)),
        }
    }

    fn entry(self, reader: &Reader<'_>, c: &mut Complaints) -> Option<ReturnOrder> {
        reader.entries("a return: `unit:`, `enter:` and optionally `path:`", c)?;
        reader.only(&["unit", "enter", "path"], c);
        let unit = reader.need("unit", c).and_then(|at| self.id(&at, c));
        let enter = reader.need("enter", c).and_then(|at| self.hex(&at, c));
        let path =
            reader.get("path").map_or(Some(Course::default()), |at| self.course(&at, true, c));
        Some(ReturnOrder { unit: unit?, enter: enter?, path: path? })
    }

    fn a_move(self, reader: &Reader<'_>, c: &mut Complaints) -> Option<MoveOrder> {
        reader.entries("a move: `unit:` with `path:` or `to:`, or `units:` with `go:`", c)?;
        if let Some(units) = reader.get("units") {
            reader.only(&["units", "go"], c);
            let units = match units.node.text().and_then(Kind::parse) {
                Some(kind) => Some(Group::Kind(kind)),
                None => Some(Group::Units(self.ids(&units, c))),
            };
            let go = reader.need("go", c).and_then(|at| self.course(&at, false, c));
            return Some(MoveOrder::Many(ManyMoves { units: units?, go: go? }));
        }
        let known = ["unit", "path", "to"];
        if let Some(go) = reader.get("go") {
            c.push(
                go.fault(Common::Field, "`go` is for several units, but `unit` names only one")
                    .by("6")
                    .fix("write `units:` instead of `unit:`, or `path:` instead of `go:`"),
            );
            reader.only(&[known.as_slice(), &["go"]].concat(), c);
            return None;
        }
        reader.only(&known, c);
        let unit = reader.need("unit", c).and_then(|at| self.id(&at, c));
        let to = reader.get("to").map(|at| self.stand(&at, c));
        let path = match (reader.get("path"), &to) {
            (Some(at), Some(_)) => {
                c.push(
                    at.fault(Common::Field, "`to` and `path` cannot be used together")
                        .by("6")
                        .fix("leave one out"),
                );
                None
            }
            (Some(at), None) => self.course(&at, true, c),
            (None, Some(_)) => Some(Course::default()),
            (None, None) => {
                c.push(
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

    fn volley(self, reader: &Reader<'_>, c: &mut Complaints) -> VolleyOrders {
        let mut all = Vec::new();
        for (key, value) in entries(reader, "volley", "a map from shooter to targets", c) {
            let unit = self.named(&key, &value, c);
            let aim = match value.node.text().and_then(AimWord::parse) {
                Some(word) => Aim::Word(word),
                None => Aim::At(several(&value, c, |one, c| self.target(one, c))),
            };
            all.extend(unit.map(|unit| (unit, aim)));
        }
        VolleyOrders { volley: Listed(all), last: last(reader, c) }
    }

    fn attack(self, reader: &Reader<'_>, c: &mut Complaints) -> Option<AttackOrder> {
        reader.entries("an attack: `unit:` and `target:`", c)?;
        reader
            .only(&["unit", "target", "command", "charge", "support", "advance", "face", "if"], c);
        let truth = |key: &str, c: &mut Complaints| {
            reader.get(key).and_then(|at| at.truth("true or false", c)).unwrap_or(false)
        };
        let unit = reader.need("unit", c).and_then(|at| self.id(&at, c));
        let target =
            reader.need("target", c).map(|at| several(&at, c, |one, c| self.target(one, c)));
        let command = reader.get("command").and_then(|at| at.truth("true or false", c));
        let advance = reader.get("advance").and_then(|at| at.truth("yes or no", c));
        Some(AttackOrder {
            unit: unit?,
            target: target?,
            command,
            charge: truth("charge", c),
            support: reader.get("support").map(|at| self.support(&at, c)),
            advance: advance.map(YesNo::from),
            face: reader.get("face").and_then(|at| face(&at, c)),
            when: reader
                .get("if")
                .map(|at| several(&at, c, |one, c| self.condition(one, c)))
                .unwrap_or_default(),
        })
    }

    fn condition(self, reader: &Reader<'_>, c: &mut Complaints) -> Option<Condition> {
        reader.entries("a condition: `unit:` or `hex:`", c)?;
        if let Some(hex) = reader.get("hex") {
            reader.only(&["hex", "holds"], c);
            let hex = self.hex(&hex, c);
            let holds = reader
                .need("holds", c)
                .and_then(|at| word(&at, Code::Term, "content", Holds::WORDS, Holds::ALL, c));
            return Some(Condition::Hex(HexCondition { hex: hex?, holds: holds? }));
        }
        reader.only(&["unit", "dp", "is", "at"], c);
        let unit = reader.need("unit", c).and_then(|at| self.id(&at, c));
        let dp = reader.get("dp").map(|at| bound(&at, c));
        let is =
            reader.get("is").map(|at| word(&at, Code::Term, "state", Being::WORDS, Being::ALL, c));
        let at = reader.get("at").map(|at| self.hex(&at, c));
        if dp.is_none() && is.is_none() && at.is_none() {
            c.push(
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
pub(super) fn boxes(
    reader: &Reader<'_>,
    key: &str,
    c: &mut Complaints,
) -> BTreeMap<CommandBox, u8> {
    let mut chips = BTreeMap::new();
    for (name, value) in entries(reader, key, "a map from box to number of points", c) {
        let place = CommandBox::parse(&name);
        if place.is_none() {
            let fix = one_of(&name, CommandBox::WORDS);
            c.push(value.fault(Code::BoxName, format!("no box `{name}`")).by("4.1").fix(fix));
        }
        let number = value.number("points", 0, 9, c);
        if let (Some(place), Some(number)) = (place, number.filter(|number| *number > 0)) {
            chips.insert(place, number);
        }
    }
    chips
}

/// Reads the box of the false point.
pub(super) fn vacuus(reader: &Reader<'_>, c: &mut Complaints) -> Option<CommandBox> {
    let Some(at) = reader.get("vacuus") else {
        c.push(
            reader
                .fault(Code::FalsePoint, "the blank is missing")
                .by("4")
                .fix("add `vacuus:` and a box"),
        );
        return None;
    };
    command_box(&at, c)
}

/// All chips of a side.
fn chips(reader: &Reader<'_>, c: &mut Complaints) -> Option<Chips> {
    let chips = boxes(reader, "chips", c);
    Some(Chips { chips, vacuus: vacuus(reader, c)? })
}

/// `place: combat`, `place: furor` with `vacuus: true`, or a list.
fn place(reader: &Reader<'_>, c: &mut Complaints) -> Option<Says> {
    reader.only(&["place", "vacuus", "resign", "draw"], c);
    let place = chips_in_turn(&reader.need("place", c)?, c);
    let Some(at) = reader.get("vacuus") else { return Some(Says::Place(PlaceOrders { place })) };
    let vacuus = at.truth("true or false", c)?;
    match &place.0[..] {
        [one] if vacuus => {
            let chip = NextChip::Vacuus(Vacuus { vacuus: one.place() });
            Some(Says::Place(PlaceOrders { place: Several(vec![chip]) }))
        }
        [_] | [] => Some(Says::Place(PlaceOrders { place })),
        _ => {
            c.push(
                at.fault(Code::FalsePoint, "which of these is the blank?")
                    .by("4")
                    .fix("write {vacuus: BOX} in the list"),
            );
            None
        }
    }
}

/// Chips one at a time: a box, or `{vacuus: box}`.
fn chips_in_turn(reader: &Reader<'_>, c: &mut Complaints) -> Several<NextChip> {
    several(reader, c, |one, c| {
        if one.node.map().is_none() {
            return command_box(one, c).map(NextChip::Point);
        }
        one.only(&["vacuus"], c);
        vacuus(one, c).map(|vacuus| NextChip::Vacuus(Vacuus { vacuus }))
    })
}

/// True if the list is complete, so that the side is not asked again.
fn last(reader: &Reader<'_>, c: &mut Complaints) -> bool {
    reader.get("last").and_then(|at| at.truth("true or false", c)).unwrap_or(false)
}

/// Reads the hex to which a leader goes.
fn aside(reader: &Reader<'_>, c: &mut Complaints) -> Option<Aside> {
    let text = reader.text("a hex, or stay", c)?;
    let found = Aside::parse(text);
    if found.is_none() {
        let fault = Code::Hex.here(reader, format!("`{text}` is not a hex"));
        c.push(fault.fix("write one of the hexes that the form lists, in quotes, or `stay`"));
    }
    found
}

/// A facing after an advance.
pub(super) fn face(reader: &Reader<'_>, c: &mut Complaints) -> Option<Face> {
    match reader.node.text() {
        Some("ahead") => Some(Face::Ahead),
        Some("keep") => Some(Face::Keep),
        _ => facing(reader, c).map(Face::To),
    }
}
