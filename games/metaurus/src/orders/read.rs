//! Reading order files: every mistake is reported, with its place.

use super::{
    ActivationOrders, All, AttackOrders, Changes, Choice, Enter, FallBack, Gauls, GoOn, NOBODY,
    NextAttacks, NextGaul, Orders, Resign, SetUpOrders, StrikeBack, Tries, TurnOrders, UnitOrders,
    Victim,
};
use crate::codes::Code;
use crate::data::Printed;
use crate::names::{Go, Id, Order, Side};
use crate::policy::{Advancing, Called, DEFAULT, Foe, Policy, Rampage, Retreat, Sequel, When};
use crate::rules::set_up::ALL;
use engine::complaint::nearest;
use engine::kit::{Bearing, Hex};
use engine::node::{Key, Span};
use engine::{Common, Complaints, Node, Reader, apart, each};
use std::collections::BTreeMap;

/// A reader of files for this title.
pub(crate) struct Reading<'a> {
    /// The printed map, charts and units.
    pub(crate) printed: &'a Printed,
}

/// Keys of an activation, and their misspellings, that are met one level too high.
const WITHIN: [&str; 8] =
    ["command", "combined", "use", "face", "units", "march", "attacks", "attack"];

/// The kinds of things that a name may mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Unit,
    Command,
    Either,
}

impl Reading<'_> {
    /// Reads the answer of a file to a prompt.
    pub(crate) fn orders(
        &self,
        name: &str,
        reader: &Reader<'_>,
        c: &mut Complaints,
    ) -> Option<Orders> {
        if let Some(resign) = reader.get("resign") {
            reader.only(&["resign"], c);
            return resign.truth("yes or no", c).map(|resign| Orders::Resign(Resign { resign }));
        }
        reader.entries("the orders, as keys and values", c)?;
        match name {
            "setup-carthage" | "setup-rome" => Some(Orders::SetUp(self.set_up(reader, c))),
            "initiative" => {
                reader.only(&["go"], c);
                let go = reader.need("go", c)?.one_of::<Go>("a choice", Code::Word, c)?;
                Some(Orders::Choice(Choice { go }))
            }
            "retreat" => {
                reader.only(&["fall-back"], c);
                Some(Orders::FallBack(FallBack { fall_back: self.fall_back(reader, c) }))
            }
            "counter" => {
                reader.only(&["strike"], c);
                let strike = self.list(&reader.need("strike", c)?, Kind::Unit, c);
                Some(Orders::StrikeBack(StrikeBack { strike }))
            }
            "continue" => {
                reader.only(&["against"], c);
                let against = self.unit_or_nobody(&reader.need("against", c)?, c)?;
                Some(Orders::GoOn(GoOn { against: (against != NOBODY).then_some(against) }))
            }
            "order" => {
                reader.only(&["next"], c);
                let next = self.list(&reader.need("next", c)?, Kind::Unit, c);
                Some(Orders::NextAttacks(NextAttacks { next }))
            }
            "advance" => {
                reader.only(&["advance", "face"], c);
                let advance =
                    reader.get("advance").and_then(|value| self.named(&value, Kind::Unit, c));
                let face = reader.get("face").and_then(|value| self.facing(&value, c));
                Some(Orders::Enter(Enter { advance, face }))
            }
            "gauls" => {
                reader.only(&["gaul"], c);
                let gaul = self.unit_or_nobody(&reader.need("gaul", c)?, c)?;
                Some(Orders::NextGaul(NextGaul { gaul: (gaul != NOBODY).then_some(gaul) }))
            }
            "rampage" => {
                reader.only(&["target"], c);
                let target = self.named(&reader.need("target", c)?, Kind::Unit, c)?;
                Some(Orders::Victim(Victim { target }))
            }
            "orders" => Some(Orders::Changes(self.changes(reader, c))),
            _ => self.turn(reader, c).map(Orders::Turn),
        }
    }

    fn set_up(&self, reader: &Reader<'_>, c: &mut Complaints) -> SetUpOrders {
        reader.only(&["chits", "units", "place", "face"], c);
        let mut orders = SetUpOrders::default();
        for (key, value) in entries(reader, "chits", "a map from Command to order", c) {
            let command = self.name(&key.text, &value, key.span, Kind::Command, c);
            if let (Some(command), Some(order)) = (command, order(&value, c)) {
                orders.chits.insert(command, order);
            }
        }
        for (key, value) in entries(reader, "units", "a map from unit to order", c) {
            let unit = self.name(&key.text, &value, key.span, Kind::Unit, c);
            if let (Some(unit), Some(order)) = (unit, order(&value, c)) {
                orders.units.insert(unit, order);
            }
        }
        for (key, value) in entries(reader, "place", "a map from unit to hex", c) {
            let unit = self.name(&key.text, &value, key.span, Kind::Unit, c);
            if let (Some(unit), Some(hex)) = (unit, self.hex(&value, c)) {
                orders.place.insert(unit, hex);
            }
        }
        for (key, value) in
            entries(reader, "face", "a map from `all`, Command or unit to facing", c)
        {
            let who = if key.text == "all" {
                Some(ALL)
            } else {
                self.name(&key.text, &value, key.span, Kind::Either, c)
            };
            if let (Some(who), Some(facing)) = (who, self.facing(&value, c)) {
                orders.face.insert(who, facing);
            }
        }
        orders
    }

    fn changes(&self, reader: &Reader<'_>, c: &mut Complaints) -> Changes {
        reader.only(&["change", "agree"], c);
        let mut change = BTreeMap::new();
        for (key, value) in entries(reader, "change", "a map from Command to order", c) {
            let command = self.name(&key.text, &value, key.span, Kind::Command, c);
            if let (Some(command), Some(order)) = (command, order(&value, c)) {
                change.insert(command, order);
            }
        }
        let agree =
            reader.get("agree").and_then(|value| value.one_of::<Side>("a side", Code::Word, c));
        Changes { change, agree }
    }

    fn turn(&self, reader: &Reader<'_>, c: &mut Complaints) -> Option<TurnOrders> {
        let misplaced = |key: &&(Key, Node)| WITHIN.contains(&key.0.text.as_str());
        for (key, _) in reader.node.map().unwrap_or_default().iter().filter(misplaced) {
            let message = format!("`{}` must be written in an activation", key.text);
            let fix = format!(
                "write `activations:`, under it `- command: la` (or another Command), and `{}:` \
                 under that",
                if key.text == "attack" { "attacks" } else { &key.text }
            );
            c.push(Common::Field.at(reader.path.key(&key.text), message).at(key.span).fix(fix));
        }
        let known: Vec<&str> = ["activations", "finish"].into_iter().chain(WITHIN).collect();
        reader.only(&known, c);
        let list = reader
            .get("activations")
            .map_or(Some(Vec::new()), |list| list.list("a list of activations", c))?;
        let activations = each(&list, |one| self.activation(one, c));
        let finish =
            reader.get("finish").and_then(|value| value.truth("true or false", c)).unwrap_or(false);
        Some(TurnOrders { activations, finish })
    }

    fn activation(&self, reader: &Reader<'_>, c: &mut Complaints) -> Option<ActivationOrders> {
        let mut one = ActivationOrders::default();
        reader.entries("an activation: `command:` with what it does", c)?;
        reader.only(&["command", "combined", "use", "face", "units", "march", "attacks"], c);
        match (reader.get("command"), reader.get("combined")) {
            (Some(command), None) => one.command = Some(self.named(&command, Kind::Command, c)?),
            (None, Some(pair)) => one.combined = Some(self.pair(&pair, c)?),
            (Some(_), Some(both)) => {
                c.push(
                    both.fault("E-field", "`command` and `combined` cannot be used together")
                        .fix("leave one out"),
                );
            }
            (None, None) => c.push(
                reader
                    .fault("E-missing", "the Command to activate is missing")
                    .fix("add `command:` or `combined:`"),
            ),
        }
        one.gauls = reader.get("use").map(|value| match value.node.text() {
            Some("all") => Gauls::All(All::All),
            _ => Gauls::Some(self.list(&value, Kind::Unit, c)),
        });
        one.face = reader.get("face").and_then(|value| self.facing(&value, c));
        for (key, value) in entries(reader, "units", "a map from unit to what it does", c) {
            let unit = self.name(&key.text, &value, key.span, Kind::Unit, c);
            if let (Some(unit), Some(tries)) = (unit, self.tries(&value, c)) {
                one.units.0.push((unit, tries));
            }
        }
        if let Some(march) = reader.get("march") {
            one.march = each(&march.items(), |step| self.side(step, c));
        }
        let attacks = reader
            .get("attacks")
            .and_then(|list| list.list("a list of attacks", c))
            .unwrap_or_default();
        one.attacks = each(&attacks, |attack| self.attack(attack, c));
        Some(one)
    }

    fn pair(&self, reader: &Reader<'_>, c: &mut Complaints) -> Option<[Id; 2]> {
        let pair = self.list(reader, Kind::Command, c);
        let two = <[Id; 2]>::try_from(pair).ok();
        if two.is_none() {
            c.push(
                Code::Combined
                    .here(reader, "combined needs two legions")
                    .fix("write `combined: [pa, pb]`"),
            );
        }
        two
    }

    fn tries(&self, reader: &Reader<'_>, c: &mut Complaints) -> Option<Tries> {
        if reader.node.list().is_some() {
            return Some(Tries::Some(each(&reader.items(), |one| self.unit(one, c))));
        }
        self.unit(reader, c).map(Tries::One)
    }

    fn unit(&self, reader: &Reader<'_>, c: &mut Complaints) -> Option<UnitOrders> {
        if let Some(text) = reader.node.text().filter(|_| !reader.node.is_empty()) {
            let face =
                Bearing::parse(text).filter(|b| self.printed.ground.grid.vertices().contains(b));
            let to = if face.is_some() { None } else { Some(self.hex(reader, c)?) };
            return Some(UnitOrders { to, face, ..UnitOrders::default() });
        }
        reader.entries("what the unit does: `to:`, `path:`, `face:`", c)?;
        reader.only(&["order", "to", "path", "exit", "face"], c);
        let path = reader.get("path").map(|path| path.items()).unwrap_or_default();
        if let (Some(to), false) = (reader.get("to"), path.is_empty()) {
            c.push(
                to.fault("E-field", "`to` and `path` cannot be used together").fix("leave one out"),
            );
        }
        Some(UnitOrders {
            order: reader.get("order").and_then(|value| order(&value, c)),
            to: reader.get("to").and_then(|value| self.hex(&value, c)),
            path: each(&path, |hex| self.hex(hex, c)),
            exit: reader
                .get("exit")
                .and_then(|value| value.truth("true or false", c))
                .unwrap_or(false),
            face: reader.get("face").and_then(|value| self.facing(&value, c)),
        })
    }

    fn attack(&self, reader: &Reader<'_>, c: &mut Complaints) -> Option<AttackOrders> {
        reader.entries("an attack: `by:` and `against:`", c)?;
        reader.only(&["by", "against", "advance", "face-after", "continue", "then"], c);
        let need = |key: &str, c: &mut Complaints| {
            reader.need(key, c).map(|value| self.list(&value, Kind::Unit, c))
        };
        let list = |key: &str, c: &mut Complaints| {
            reader.get(key).map_or(Vec::new(), |value| self.list(&value, Kind::Unit, c))
        };
        Some(AttackOrders {
            by: need("by", c)?,
            against: need("against", c)?,
            advance: list("advance", c),
            face_after: reader.get("face-after").and_then(|value| self.facing(&value, c)),
            go_on: reader.get("continue").and_then(|value| when(&value, false, c)),
            then: list("then", c),
        })
    }

    pub(crate) fn policy(&self, reader: &Reader<'_>, c: &mut Complaints) -> Option<Policy> {
        reader.entries("standing orders", c)?;
        reader.only(Policy::KEYS, c);
        let initiative =
            reader.get("initiative").and_then(|value| value.one_of("a policy", Code::Policy, c));
        let retreat = reader
            .get("retreat")
            .map(|map| self.by_unit(&map, c, |value, c| self.retreat(value, c)));
        let counter = reader
            .get("counter")
            .map(|map| self.by_unit(&map, c, |value, c| when(value, false, c)));
        let go_on = reader
            .get("continue")
            .map(|map| self.by_unit(&map, c, |value, c| when(value, false, c)));
        let rampage = reader.get("rampage").and_then(|value| match value.node.text() {
            Some(_) => value.one_of::<Foe>("a policy", Code::Policy, c).map(Rampage::Side),
            None => Some(Rampage::Units(self.list(&value, Kind::Unit, c))),
        });
        let order = reader
            .get("order")
            .and_then(|value| value.one_of::<Sequel>("a policy", Code::Policy, c));
        let advance = reader
            .get("advance")
            .and_then(|value| value.one_of::<Advancing>("a policy", Code::Policy, c));
        let gauls = reader
            .get("gauls")
            .and_then(|value| value.one_of::<Called>("a policy", Code::Policy, c));
        Some(Policy { initiative, retreat, counter, go_on, order, advance, gauls, rampage })
    }

    /// A policy by `default`, Command or unit; a lone value is the default.
    fn by_unit<V>(
        &self,
        reader: &Reader<'_>,
        c: &mut Complaints,
        read: impl Fn(&Reader<'_>, &mut Complaints) -> Option<V>,
    ) -> BTreeMap<Id, V> {
        let mut map = BTreeMap::new();
        if reader.node.text().is_some() {
            map.extend(read(reader, c).map(|value| (DEFAULT, value)));
            return map;
        }
        for (key, value) in reader
            .entries("a map from `default`, Command or unit to a policy", c)
            .unwrap_or_default()
        {
            let who = if key.text == "default" {
                Some(DEFAULT)
            } else {
                self.name(&key.text, &value, key.span, Kind::Either, c)
            };
            if let (Some(who), Some(value)) = (who, read(&value, c)) {
                map.insert(who, value);
            }
        }
        map
    }

    fn retreat(&self, reader: &Reader<'_>, c: &mut Complaints) -> Option<Retreat> {
        if reader.node.text().is_some() {
            return when(reader, true, c).map(|when| Retreat {
                when,
                hexes: 1,
                toward: Vec::new(),
            });
        }
        reader.entries("a policy: a word, or `if:`, `hexes:`, `toward:`", c)?;
        reader.only(&["if", "hexes", "toward"], c);
        let when = reader.get("if").map_or(Some(When::Always), |value| when(&value, true, c))?;
        let hexes = reader.get("hexes").map_or(Some(1), |value| value.number("hexes", 1, 2, c))?;
        let toward = reader.get("toward").map(|value| value.items()).unwrap_or_default();
        let toward = each(&toward, |step| self.side(step, c));
        Some(Retreat { when, hexes, toward })
    }

    fn list(&self, reader: &Reader<'_>, kind: Kind, c: &mut Complaints) -> Vec<Id> {
        apart(&reader.items(), c, |item, c| self.named(item, kind, c))
    }

    fn named(&self, reader: &Reader<'_>, kind: Kind, c: &mut Complaints) -> Option<Id> {
        let text = reader.text(if kind == Kind::Command { "a Command" } else { "a unit" }, c)?;
        self.name(text, reader, reader.node.span, kind, c)
    }

    /// A unit, or [`NOBODY`].
    fn unit_or_nobody(&self, reader: &Reader<'_>, c: &mut Complaints) -> Option<Id> {
        let nobody = reader.node.text() == Some(NOBODY.as_str());
        if nobody { Some(NOBODY) } else { self.named(reader, Kind::Unit, c) }
    }

    /// Reads the hexes to which units fall back.
    fn fall_back(&self, reader: &Reader<'_>, c: &mut Complaints) -> BTreeMap<Id, Hex> {
        let mut fall_back = BTreeMap::new();
        for (key, value) in entries(reader, "fall-back", "a map from unit to hex", c) {
            let unit = self.name(&key.text, &value, key.span, Kind::Unit, c);
            if let (Some(unit), Some(hex)) = (unit, self.hex(&value, c)) {
                fall_back.insert(unit, hex);
            }
        }
        fall_back
    }

    /// A name that stands in the rosters.
    fn name(
        &self,
        text: &str,
        at: &Reader<'_>,
        span: Span,
        kind: Kind,
        c: &mut Complaints,
    ) -> Option<Id> {
        let roster = &self.printed.roster;
        let command = |id: &Id| kind != Kind::Unit && roster.command(*id).is_some();
        let unit = |id: &Id| kind != Kind::Command && roster.unit(*id).is_some();
        let found = Id::new(text).filter(|id| command(id) || unit(id));
        if found.is_none() {
            let units = roster
                .units
                .iter()
                .map(|counter| counter.id.to_string())
                .filter(|_| kind != Kind::Command);
            let commands = roster
                .commands
                .iter()
                .map(|note| note.id.to_string())
                .filter(|_| kind != Kind::Unit);
            let known: Vec<String> = units.chain(commands).collect();
            let what = match kind {
                Kind::Unit => "unit",
                Kind::Command => "Command",
                Kind::Either => "unit or Command",
            };
            let fix = match nearest(text, known.iter().map(String::as_str)) {
                Some(word) => format!("did you mean `{word}`?"),
                None if kind == Kind::Command => format!("one of: {}", known.join(", ")),
                None => "take the name from the list of positions".to_owned(),
            };
            c.push(Code::Word.here(at, format!("unknown {what} `{text}`")).at(span).fix(fix));
        }
        found
    }

    fn hex(&self, reader: &Reader<'_>, c: &mut Complaints) -> Option<Hex> {
        let text = reader.text("a hex", c)?;
        let hex = Hex::parse(text).filter(|hex| self.printed.ground.grid.has(*hex));
        if hex.is_none() {
            let grid = self.printed.ground.grid;
            let last = Hex::new(grid.lines, grid.places);
            c.push(
                Code::Word
                    .here(reader, format!("unknown hex `{text}`"))
                    .fix(format!("row and position, from \"0101\" to \"{last}\"")),
            );
        }
        hex
    }

    fn facing(&self, reader: &Reader<'_>, c: &mut Complaints) -> Option<Bearing> {
        Self::bearing(reader, "facing", self.printed.ground.grid.vertices(), c)
    }

    fn side(&self, reader: &Reader<'_>, c: &mut Complaints) -> Option<Bearing> {
        Self::bearing(reader, "direction", self.printed.ground.grid.sides(), c)
    }

    fn bearing(
        reader: &Reader<'_>,
        what: &str,
        known: [Bearing; 6],
        c: &mut Complaints,
    ) -> Option<Bearing> {
        let text = reader.text(&format!("a {what}"), c)?;
        let found = Bearing::parse(text).filter(|bearing| known.contains(bearing));
        if found.is_none() {
            let list: Vec<&str> = known.iter().map(|bearing| bearing.letters()).collect();
            c.push(
                Code::Word
                    .here(reader, format!("unknown {what} `{text}`"))
                    .fix(format!("one of: {}", list.join(", "))),
            );
        }
        found
    }
}

/// The entries below a key: names and values.
fn entries<'r>(
    reader: &Reader<'r>,
    key: &str,
    what: &str,
    c: &mut Complaints,
) -> Vec<(&'r Key, Reader<'r>)> {
    reader.get(key).and_then(|map| map.entries(what, c)).unwrap_or_default()
}

/// The order of a chit.
fn order(reader: &Reader<'_>, c: &mut Complaints) -> Option<Order> {
    if reader.node.text() == Some("attack") {
        c.push(
            Code::AttackChit
                .here(reader, "`attack` is not a chit; use move-to-attack")
                .fix("write move-to-attack; units that start next to an enemy then attack it"),
        );
        return None;
    }
    reader.one_of("an order", Code::Word, c)
}

fn when(reader: &Reader<'_>, infantry: bool, c: &mut Complaints) -> Option<When> {
    let text = reader.text("a policy", c)?;
    let found = When::parse(text).filter(|when| infantry || *when != When::Infantry);
    if found.is_none() {
        let words = if infantry { "always, infantry or" } else { "always or" };
        c.push(
            Code::Policy
                .here(reader, format!("the policy `{text}` cannot be read"))
                .fix(format!("write never, {words} drm>=N")),
        );
    }
    found
}
