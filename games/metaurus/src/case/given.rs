//! The position of a case.

use crate::Metaurus;
use crate::codes::Code;
use crate::names::{Id, Order, Side};
use crate::orders::SetUpOrders;
use crate::state::{Chit, Link, Options, Stage, State, Tally, Unit};
use engine::case::{keyed, named};
use engine::kit::{Bearing, Hex};
use engine::{Reader, Tempo};
use std::collections::{BTreeMap, BTreeSet};

/// A position, and which units have already moved under Move to Attack.
pub(super) struct Given {
    pub(super) state: State,
    pub(super) closed: BTreeSet<Id>,
    /// Losses beyond the units named: only their number is known.
    pub(super) earlier: Tally,
}

impl Given {
    /// The state in the form that soundness checks: units that the case leaves out are put among the lost, and only
    /// named losses are counted.
    pub(super) fn full(&self, rules: &Metaurus) -> State {
        let mut state = self.state.clone();
        let absent = |state: &State, id: &Id| {
            !state.units.contains_key(id)
                && !state.exited.contains(id)
                && state.lost.iter().all(|loss| loss.unit != *id)
        };
        let missing: Vec<Id> = rules
            .printed
            .roster
            .units
            .iter()
            .map(|c| c.id)
            .filter(|id| absent(&state, id))
            .collect();
        if !matches!(state.stage, Stage::SetUp { .. }) {
            let hex = Hex::new(1, 1);
            state.lost.extend(missing.into_iter().map(|unit| crate::state::Loss {
                unit,
                turn: 0,
                hex,
            }));
        }
        state.tally = count(rules, &state);
        state
    }
}

fn count(rules: &Metaurus, state: &State) -> Tally {
    let (roster, battle) = (&rules.printed.roster, &rules.printed.battle);
    let lost = |side: Side| {
        state.lost.iter().filter_map(|loss| roster.unit(loss.unit)).filter(move |c| c.side == side)
    };
    let small = |count: usize| u8::try_from(count).expect("an army has few elements");
    Tally {
        rome: small(lost(Side::Rome).count()),
        carthage: small(
            lost(Side::Carthage).filter(|c| !battle.uncounted_losses.contains(&c.arm)).count(),
        ),
        exits: small(
            state
                .exited
                .iter()
                .filter_map(|id| roster.unit(*id))
                .filter(|c| !battle.uncounted_exits.contains(&c.arm))
                .count(),
        ),
    }
}

pub(super) fn read(rules: &Metaurus, case: &Reader<'_>) -> Option<Given> {
    let battle = &rules.printed.battle;
    let options = Options {
        gauls: false,
        tempo: Tempo::Full,
        stall_turns: battle.stall_turns,
        turn_limit: battle.turn_limit,
    };
    let mut given =
        Given { state: empty(options), closed: BTreeSet::new(), earlier: Tally::default() };
    orders(rules, &mut given.state);
    let Some(reader) = case.get("given") else { return Some(given) };
    let known = [
        "units", "set-up", "chits", "orders", "up", "links", "inactive", "acted", "options",
        "turn", "first", "tally", "quiet", "attacked",
    ];
    reader.only(&known);
    if reader.get("set-up").is_some_and(|part| part.truth("true or false") == Some(true)) {
        let places =
            |side| crate::rules::set_up::places(&rules.printed, side, &SetUpOrders::default());
        for (id, hex, facing) in Side::BOTH.into_iter().flat_map(places) {
            given.state.units.insert(id, Unit { hex, facing, disordered: false });
        }
    }
    for item in reader.get("units").map(|units| units.items()).unwrap_or_default() {
        unit(rules, &item, &mut given);
    }
    let state = &mut given.state;
    chits(&reader, "chits", &mut state.chits);
    chits(&reader, "orders", &mut state.given);
    let turned = |id: &Id| state.chits.contains_key(id) || state.given.contains_key(id);
    for id in ids(&reader, "up", "chit", turned) {
        let chit = state.chits.get_mut(&id).or_else(|| state.given.get_mut(&id));
        chit.expect("only existing chits have been read").up = true;
    }
    for item in reader.get("links").map(|links| links.items()).unwrap_or_default() {
        state.links.insert(link(rules, &item)?);
    }
    let roster = &rules.printed.roster;
    let legion = |id: &Id| roster.command(*id).is_some_and(|command| command.legion);
    state.inactive = ids(&reader, "inactive", "legion", legion);
    let acts = |id: &Id| roster.command(*id).is_some() || roster.unit(*id).is_some();
    state.acted = ids(&reader, "acted", "Command or unit", acts);
    numbers(rules, &reader, &mut given);
    Some(given)
}

/// Reads the orders on chits, or of units without one; each has a default order.
fn chits(reader: &Reader<'_>, key: &str, all: &mut BTreeMap<Id, Chit>) {
    let Some(part) = reader.get(key) else { return };
    let what = if key == "chits" { "Command with a chit" } else { "unit without a chit" };
    let known = |text: &str| Id::new(text).filter(|id| all.contains_key(id));
    for (id, value) in keyed(&part, what, known) {
        if let Some(order) = value.one_of::<Order>("an order", Code::Word) {
            all.insert(id, Chit { order: Some(order), up: false });
        }
    }
}

fn empty(options: Options) -> State {
    State {
        turn: 1,
        stage: Stage::Turn { side: Side::Rome },
        first: Some(Side::Rome),
        ..State::new(options)
    }
}

/// Gives every Command its default orders.
fn orders(rules: &Metaurus, state: &mut State) {
    for note in &rules.printed.roster.commands {
        let order = rules.printed.battle.default_orders.get(&note.id).copied();
        if note.chit {
            state.chits.insert(note.id, Chit { order, up: false });
        } else {
            state.given.extend(note.units.iter().map(|unit| (*unit, Chit { order, up: false })));
        }
    }
}

/// The names listed under a key, each of them one that `known` has.
fn ids(reader: &Reader<'_>, key: &str, what: &str, known: impl Fn(&Id) -> bool) -> BTreeSet<Id> {
    let items = reader.get(key).map(|list| list.items()).unwrap_or_default();
    let one = |item| named(item, what, |text| Id::new(text).filter(&known));
    items.iter().filter_map(one).collect()
}

/// `la-1@1518 n mta`: unit, hex, facing; `dis` for Disordered, `mta` for moved under Move to Attack.
fn unit(rules: &Metaurus, item: &Reader<'_>, given: &mut Given) -> Option<()> {
    let text = item.text("a unit such as `la-1@1518 n dis`")?;
    let mut words = text.split_whitespace();
    let (id, hex) = words.next()?.split_once('@').unwrap_or((text, ""));
    let id = Id::new(id).filter(|id| rules.printed.roster.unit(*id).is_some());
    let hex = Hex::parse(hex).filter(|hex| rules.printed.ground.grid.has(*hex));
    let facing = words
        .next()
        .and_then(Bearing::parse)
        .filter(|b| rules.printed.ground.grid.vertices().contains(b));
    let (Some(id), Some(hex), Some(facing)) = (id, hex, facing) else {
        item.complain(
            item.fault(
                Code::Word.code(),
                format!("`{text}` is not a unit with its hex and facing"),
            ),
        );
        return None;
    };
    let mut stand = Unit { hex, facing, disordered: false };
    for word in words {
        match word {
            "dis" => stand.disordered = true,
            "mta" => drop(given.closed.insert(id)),
            _ => item.complain(
                item.fault(Code::Word.code(), format!("unknown flag `{word}`")).fix("dis or mta"),
            ),
        }
    }
    given.state.units.insert(id, stand);
    Some(())
}

/// Reads a link such as `la-1/af-1` or `la-1/ib-2 freezes carthage`.
fn link(rules: &Metaurus, item: &Reader<'_>) -> Option<Link> {
    let text = item.text("a link such as `la-1/af-1`")?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let (pair, freezes) = match words[..] {
        [pair] => (pair, Some(None)),
        [pair, "freezes", side] => (pair, Side::parse(side).map(Some)),
        _ => ("", None),
    };
    let unit = |text, side| {
        let counter = Id::new(text).and_then(|id| rules.printed.roster.unit(id));
        counter.filter(|counter| counter.side == side).map(|counter| counter.id)
    };
    let link = pair.split_once('/').and_then(|(rome, carthage)| {
        let (rome, carthage) = (unit(rome, Side::Rome)?, unit(carthage, Side::Carthage)?);
        Some(Link { rome, carthage, freezes: freezes? })
    });
    if link.is_none() {
        let message = format!("`{text}` is not a link between a Roman and a Carthaginian unit");
        item.complain(Code::Word.here(item, message).fix("write `la-1/af-1 freezes carthage`"));
    }
    link
}

fn numbers(rules: &Metaurus, reader: &Reader<'_>, given: &mut Given) -> Option<()> {
    let state = &mut given.state;
    if let Some(options) = reader.get("options") {
        options.only(&["gauls", "stall-turns", "turn-limit"]);
        if let Some(gauls) = options.get("gauls") {
            let default = gauls.node.text() == Some("default");
            state.options.gauls = if default {
                rules.printed.battle.gauls
            } else {
                gauls.truth("true, false or default")?
            };
        }
        if let Some(stall) = options.get("stall-turns") {
            state.options.stall_turns = stall.number("turns", 1, 999)?;
        }
        if let Some(limit) = options.get("turn-limit") {
            state.options.turn_limit = Some(limit.number("turns", 1, 999)?);
        }
    }
    if let Some(turn) = reader.get("turn") {
        state.turn = turn.number("turn", 0, 999)?;
    }
    if let Some(quiet) = reader.get("quiet") {
        state.quiet = quiet.number("turns", 0, 999)?;
    }
    if let Some(attacked) = reader.get("attacked") {
        state.attacked = attacked.truth("true or false")?;
    }
    if let Some(first) = reader.get("first") {
        state.first = Some(first.one_of("a side", Code::Word)?);
    }
    if let Some(tally) = reader.get("tally") {
        tally.only(&["rome", "carthage", "exits"]);
        let count = |key: &str| tally.get(key).map_or(Some(0), |n| n.number(key, 0, 99));
        given.earlier =
            Tally { rome: count("rome")?, carthage: count("carthage")?, exits: count("exits")? };
        state.tally = given.earlier;
    }
    Some(())
}
