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
use engine::{Common, Node, Reader, apart, each};
use std::collections::BTreeMap;

/// A reader of files for this title.
pub(crate) struct Reading<'a> {
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
    pub(crate) fn orders(&self, name: &str, reader: &Reader<'_>) -> Option<Orders> {
        if let Some(resign) = reader.get("resign") {
            reader.only(&["resign"]);
            return resign.truth("yes or no").map(|resign| Orders::Resign(Resign { resign }));
        }
        reader.entries("the orders, as keys and values")?;
        match name {
            "setup-carthage" | "setup-rome" => Some(Orders::SetUp(self.set_up(reader))),
            "initiative" => {
                reader.only(&["go"]);
                let go = reader.need("go")?.one_of::<Go>("a choice", Code::Word)?;
                Some(Orders::Choice(Choice { go }))
            }
            "retreat" => {
                reader.only(&["fall-back"]);
                Some(Orders::FallBack(FallBack { fall_back: self.fall_back(reader) }))
            }
            "counter" => {
                reader.only(&["strike"]);
                let strike = self.list(&reader.need("strike")?, Kind::Unit);
                Some(Orders::StrikeBack(StrikeBack { strike }))
            }
            "continue" => {
                reader.only(&["against"]);
                let against = self.unit_or_nobody(&reader.need("against")?)?;
                Some(Orders::GoOn(GoOn { against: (against != NOBODY).then_some(against) }))
            }
            "order" => {
                reader.only(&["next"]);
                let next = self.list(&reader.need("next")?, Kind::Unit);
                Some(Orders::NextAttacks(NextAttacks { next }))
            }
            "advance" => {
                reader.only(&["advance", "face"]);
                let advance =
                    reader.get("advance").and_then(|value| self.named(&value, Kind::Unit));
                let face = reader.get("face").and_then(|value| self.facing(&value));
                Some(Orders::Enter(Enter { advance, face }))
            }
            "gauls" => {
                reader.only(&["gaul"]);
                let gaul = self.unit_or_nobody(&reader.need("gaul")?)?;
                Some(Orders::NextGaul(NextGaul { gaul: (gaul != NOBODY).then_some(gaul) }))
            }
            "rampage" => {
                reader.only(&["target"]);
                let target = self.named(&reader.need("target")?, Kind::Unit)?;
                Some(Orders::Victim(Victim { target }))
            }
            "orders" => Some(Orders::Changes(self.changes(reader))),
            _ => self.turn(reader).map(Orders::Turn),
        }
    }

    fn set_up(&self, reader: &Reader<'_>) -> SetUpOrders {
        reader.only(&["chits", "units", "place", "face"]);
        let mut orders = SetUpOrders::default();
        for (key, value) in entries(reader, "chits", "a map from Command to order") {
            let command = self.name(&key.text, &value, key.span, Kind::Command);
            if let (Some(command), Some(order)) = (command, order(&value)) {
                orders.chits.insert(command, order);
            }
        }
        for (key, value) in entries(reader, "units", "a map from unit to order") {
            let unit = self.name(&key.text, &value, key.span, Kind::Unit);
            if let (Some(unit), Some(order)) = (unit, order(&value)) {
                orders.units.insert(unit, order);
            }
        }
        for (key, value) in entries(reader, "place", "a map from unit to hex") {
            let unit = self.name(&key.text, &value, key.span, Kind::Unit);
            if let (Some(unit), Some(hex)) = (unit, self.hex(&value)) {
                orders.place.insert(unit, hex);
            }
        }
        for (key, value) in entries(reader, "face", "a map from `all`, Command or unit to facing") {
            let who = if key.text == "all" {
                Some(ALL)
            } else {
                self.name(&key.text, &value, key.span, Kind::Either)
            };
            if let (Some(who), Some(facing)) = (who, self.facing(&value)) {
                orders.face.insert(who, facing);
            }
        }
        orders
    }

    fn changes(&self, reader: &Reader<'_>) -> Changes {
        reader.only(&["change", "agree"]);
        let mut change = BTreeMap::new();
        for (key, value) in entries(reader, "change", "a map from Command to order") {
            let command = self.name(&key.text, &value, key.span, Kind::Command);
            if let (Some(command), Some(order)) = (command, order(&value)) {
                change.insert(command, order);
            }
        }
        let agree =
            reader.get("agree").and_then(|value| value.one_of::<Side>("a side", Code::Word));
        Changes { change, agree }
    }

    fn turn(&self, reader: &Reader<'_>) -> Option<TurnOrders> {
        let misplaced = |key: &&(Key, Node)| WITHIN.contains(&key.0.text.as_str());
        for (key, _) in reader.node.map().unwrap_or_default().iter().filter(misplaced) {
            let message = format!("`{}` must be written in an activation", key.text);
            let fix = format!(
                "write `activations:`, under it `- command: la` (or another Command), and `{}:` \
                 under that",
                if key.text == "attack" { "attacks" } else { &key.text }
            );
            reader.complain(
                Common::Field.at(reader.path.key(&key.text), message).at(key.span).fix(fix),
            );
        }
        let known: Vec<&str> = ["activations", "finish"].into_iter().chain(WITHIN).collect();
        reader.only(&known);
        let list = reader
            .get("activations")
            .map_or(Some(Vec::new()), |list| list.list("a list of activations"))?;
        let activations = each(&list, |one| self.activation(one));
        let finish =
            reader.get("finish").and_then(|value| value.truth("true or false")).unwrap_or(false);
        Some(TurnOrders { activations, finish })
    }

    fn activation(&self, reader: &Reader<'_>) -> Option<ActivationOrders> {
        let mut one = ActivationOrders::default();
        reader.entries("an activation: `command:` with what it does")?;
        reader.only(&["command", "combined", "use", "face", "units", "march", "attacks"]);
        match (reader.get("command"), reader.get("combined")) {
            (Some(command), None) => one.command = Some(self.named(&command, Kind::Command)?),
            (None, Some(pair)) => one.combined = Some(self.pair(&pair)?),
            (Some(_), Some(both)) => {
                reader.complain(
                    both.fault("E-field", "`command` and `combined` cannot be used together")
                        .fix("leave one out"),
                );
            }
            (None, None) => reader.complain(
                reader
                    .fault("E-missing", "the Command to activate is missing")
                    .fix("add `command:` or `combined:`"),
            ),
        }
        one.gauls = reader.get("use").map(|value| match value.node.text() {
            Some("all") => Gauls::All(All::All),
            _ => Gauls::Some(self.list(&value, Kind::Unit)),
        });
        one.face = reader.get("face").and_then(|value| self.facing(&value));
        for (key, value) in entries(reader, "units", "a map from unit to what it does") {
            let unit = self.name(&key.text, &value, key.span, Kind::Unit);
            if let (Some(unit), Some(tries)) = (unit, self.tries(&value)) {
                one.units.0.push((unit, tries));
            }
        }
        if let Some(march) = reader.get("march") {
            one.march = each(&march.items(), |step| self.side(step));
        }
        let attacks = reader
            .get("attacks")
            .and_then(|list| list.list("a list of attacks"))
            .unwrap_or_default();
        one.attacks = each(&attacks, |attack| self.attack(attack));
        Some(one)
    }

    fn pair(&self, reader: &Reader<'_>) -> Option<[Id; 2]> {
        let pair = self.list(reader, Kind::Command);
        let two = <[Id; 2]>::try_from(pair).ok();
        if two.is_none() {
            reader.complain(
                Code::Combined
                    .here(reader, "combined needs two legions")
                    .fix("write `combined: [pa, pb]`"),
            );
        }
        two
    }

    fn tries(&self, reader: &Reader<'_>) -> Option<Tries> {
        if reader.node.list().is_some() {
            return Some(Tries::Some(each(&reader.items(), |one| self.unit(one))));
        }
        self.unit(reader).map(Tries::One)
    }

    fn unit(&self, reader: &Reader<'_>) -> Option<UnitOrders> {
        if let Some(text) = reader.node.text().filter(|_| !reader.node.is_empty()) {
            let face =
                Bearing::parse(text).filter(|b| self.printed.ground.grid.vertices().contains(b));
            let to = if face.is_some() { None } else { Some(self.hex(reader)?) };
            return Some(UnitOrders { to, face, ..UnitOrders::default() });
        }
        reader.entries("what the unit does: `to:`, `path:`, `face:`")?;
        reader.only(&["order", "to", "path", "exit", "face"]);
        let path = reader.get("path").map(|path| path.items()).unwrap_or_default();
        if let (Some(to), false) = (reader.get("to"), path.is_empty()) {
            reader.complain(
                to.fault("E-field", "`to` and `path` cannot be used together").fix("leave one out"),
            );
        }
        Some(UnitOrders {
            order: reader.get("order").and_then(|value| order(&value)),
            to: reader.get("to").and_then(|value| self.hex(&value)),
            path: each(&path, |hex| self.hex(hex)),
            exit: reader
                .get("exit")
                .and_then(|value| value.truth("true or false"))
                .unwrap_or(false),
            face: reader.get("face").and_then(|value| self.facing(&value)),
        })
    }

    fn attack(&self, reader: &Reader<'_>) -> Option<AttackOrders> {
        reader.entries("an attack: `by:` and `against:`")?;
        reader.only(&["by", "against", "advance", "face-after", "continue", "then"]);
        let need = |key: &str| reader.need(key).map(|value| self.list(&value, Kind::Unit));
        let list =
            |key: &str| reader.get(key).map_or(Vec::new(), |value| self.list(&value, Kind::Unit));
        Some(AttackOrders {
            by: need("by")?,
            against: need("against")?,
            advance: list("advance"),
            face_after: reader.get("face-after").and_then(|value| self.facing(&value)),
            go_on: reader.get("continue").and_then(|value| when(&value, false)),
            then: list("then"),
        })
    }

    pub(crate) fn policy(&self, reader: &Reader<'_>) -> Option<Policy> {
        reader.entries("standing orders")?;
        reader.only(Policy::KEYS);
        let initiative =
            reader.get("initiative").and_then(|value| value.one_of("a policy", Code::Policy));
        let retreat =
            reader.get("retreat").map(|map| self.by_unit(&map, |value| self.retreat(value)));
        let counter =
            reader.get("counter").map(|map| self.by_unit(&map, |value| when(value, false)));
        let go_on =
            reader.get("continue").map(|map| self.by_unit(&map, |value| when(value, false)));
        let rampage = reader.get("rampage").and_then(|value| match value.node.text() {
            Some(_) => value.one_of::<Foe>("a policy", Code::Policy).map(Rampage::Side),
            None => Some(Rampage::Units(self.list(&value, Kind::Unit))),
        });
        let order =
            reader.get("order").and_then(|value| value.one_of::<Sequel>("a policy", Code::Policy));
        let advance = reader
            .get("advance")
            .and_then(|value| value.one_of::<Advancing>("a policy", Code::Policy));
        let gauls =
            reader.get("gauls").and_then(|value| value.one_of::<Called>("a policy", Code::Policy));
        Some(Policy { initiative, retreat, counter, go_on, order, advance, gauls, rampage })
    }

    /// A policy by `default`, Command or unit; a lone value is the default.
    fn by_unit<V>(
        &self,
        reader: &Reader<'_>,
        read: impl Fn(&Reader<'_>) -> Option<V>,
    ) -> BTreeMap<Id, V> {
        let mut map = BTreeMap::new();
        if reader.node.text().is_some() {
            map.extend(read(reader).map(|value| (DEFAULT, value)));
            return map;
        }
        for (key, value) in
            reader.entries("a map from `default`, Command or unit to a policy").unwrap_or_default()
        {
            let who = if key.text == "default" {
                Some(DEFAULT)
            } else {
                self.name(&key.text, &value, key.span, Kind::Either)
            };
            if let (Some(who), Some(value)) = (who, read(&value)) {
                map.insert(who, value);
            }
        }
        map
    }

    fn retreat(&self, reader: &Reader<'_>) -> Option<Retreat> {
        if reader.node.text().is_some() {
            return when(reader, true).map(|when| Retreat { when, hexes: 1, toward: Vec::new() });
        }
        reader.entries("a policy: a word, or `if:`, `hexes:`, `toward:`")?;
        reader.only(&["if", "hexes", "toward"]);
        let when = reader.get("if").map_or(Some(When::Always), |value| when(&value, true))?;
        let hexes = reader.get("hexes").map_or(Some(1), |value| value.number("hexes", 1, 2))?;
        let toward = reader.get("toward").map(|value| value.items()).unwrap_or_default();
        let toward = each(&toward, |step| self.side(step));
        Some(Retreat { when, hexes, toward })
    }

    fn list(&self, reader: &Reader<'_>, kind: Kind) -> Vec<Id> {
        apart(&reader.items(), |item| self.named(item, kind))
    }

    fn named(&self, reader: &Reader<'_>, kind: Kind) -> Option<Id> {
        let text = reader.text(if kind == Kind::Command { "a Command" } else { "a unit" })?;
        self.name(text, reader, reader.node.span, kind)
    }

    /// A unit, or [`NOBODY`].
    fn unit_or_nobody(&self, reader: &Reader<'_>) -> Option<Id> {
        let nobody = reader.node.text() == Some(NOBODY.as_str());
        if nobody { Some(NOBODY) } else { self.named(reader, Kind::Unit) }
    }

    /// Reads the hexes to which units fall back.
    fn fall_back(&self, reader: &Reader<'_>) -> BTreeMap<Id, Hex> {
        let mut fall_back = BTreeMap::new();
        for (key, value) in entries(reader, "fall-back", "a map from unit to hex") {
            let unit = self.name(&key.text, &value, key.span, Kind::Unit);
            if let (Some(unit), Some(hex)) = (unit, self.hex(&value)) {
                fall_back.insert(unit, hex);
            }
        }
        fall_back
    }

    /// A name that stands in the rosters.
    fn name(&self, text: &str, at: &Reader<'_>, span: Span, kind: Kind) -> Option<Id> {
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
            at.complain(Code::Word.here(at, format!("unknown {what} `{text}`")).at(span).fix(fix));
        }
        found
    }

    fn hex(&self, reader: &Reader<'_>) -> Option<Hex> {
        let text = reader.text("a hex")?;
        let hex = Hex::parse(text).filter(|hex| self.printed.ground.grid.has(*hex));
        if hex.is_none() {
            let grid = self.printed.ground.grid;
            let last = Hex::new(grid.lines, grid.places);
            reader.complain(
                Code::Word
                    .here(reader, format!("unknown hex `{text}`"))
                    .fix(format!("row and position, from \"0101\" to \"{last}\"")),
            );
        }
        hex
    }

    fn facing(&self, reader: &Reader<'_>) -> Option<Bearing> {
        Self::bearing(reader, "facing", self.printed.ground.grid.vertices())
    }

    fn side(&self, reader: &Reader<'_>) -> Option<Bearing> {
        Self::bearing(reader, "direction", self.printed.ground.grid.sides())
    }

    fn bearing(reader: &Reader<'_>, what: &str, known: [Bearing; 6]) -> Option<Bearing> {
        let text = reader.text(&format!("a {what}"))?;
        let found = Bearing::parse(text).filter(|bearing| known.contains(bearing));
        if found.is_none() {
            let list: Vec<&str> = known.iter().map(|bearing| bearing.letters()).collect();
            reader.complain(
                Code::Word
                    .here(reader, format!("unknown {what} `{text}`"))
                    .fix(format!("one of: {}", list.join(", "))),
            );
        }
        found
    }
}

/// The entries below a key: names and values.
fn entries<'r>(reader: &Reader<'r>, key: &str, what: &str) -> Vec<(&'r Key, Reader<'r>)> {
    reader.get(key).and_then(|map| map.entries(what)).unwrap_or_default()
}

/// The order of a chit.
fn order(reader: &Reader<'_>) -> Option<Order> {
    if reader.node.text() == Some("attack") {
        reader.complain(
            Code::AttackChit
                .here(reader, "`attack` is not a chit; use move-to-attack")
                .fix("write move-to-attack; units that start next to an enemy then attack it"),
        );
        return None;
    }
    reader.one_of("an order", Code::Word)
}

fn when(reader: &Reader<'_>, infantry: bool) -> Option<When> {
    let text = reader.text("a policy")?;
    let found = When::parse(text).filter(|when| infantry || *when != When::Infantry);
    if found.is_none() {
        let words = if infantry { "always, infantry or" } else { "always or" };
        reader.complain(
            Code::Policy
                .here(reader, format!("the policy `{text}` cannot be read"))
                .fix(format!("write never, {words} drm>=N")),
        );
    }
    found
}
