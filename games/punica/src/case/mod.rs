//! Conformance cases: a position, orders by seat, and the results that must follow.

mod then;

use crate::Punica;
use crate::board::Board;
use crate::names::{Side, Unit};
use crate::opening;
use crate::state::{Options, State};
use engine::case::named;
use engine::node::Value;
use engine::prelude::*;
use engine::rules::ParsedOrdersOf;
use engine::run::run;
use engine::{
    AtSeat, Case, CaseResult, Common, Complaints, Dice, GameState, GameStateOf, Kind, Node,
    ParsedOrders, Path, Place, Reader, Rules, Seat, Tempo, Viewer, standing,
};
use std::collections::{BTreeMap, BTreeSet};
use then::{Played, compare};

impl Cases for Punica {
    fn case(&self, case: &Case<'_>) -> CaseResult {
        let mut result = CaseResult::new();
        let mut complaints = Complaints::new();
        let reader = case.reader(&mut complaints);
        let known =
            ["case", "title", "rules", "given", "orders", "dice", "then", "unchecked", "note"];
        reader.only(&known);
        let state = reader.need("given").map(|part| given(self, &part));
        let unchecked =
            reader.get("unchecked").and_then(|part| part.truth("true or false")).unwrap_or(false);
        let faces = engine::case::faces(&reader, 1, 9999);
        let then = reader.need("then");
        let understood = result.understood(&reader);
        let (Some(state), Some(then)) = (state.filter(|_| understood), then) else { return result };
        let entries = reader.get("orders").map(|part| part.items()).unwrap_or_default();
        let mut dice = Dice::scripted(faces);
        let played = match play_entries(self, state, &entries, unchecked, &mut dice) {
            Ok(played) => played,
            Err(why) => {
                result.fail(why);
                return result;
            }
        };
        result.dice(&dice);
        compare(self, case, &then, &played, &mut result);
        result
    }
}

/// The position: a scenario, or what stands where.
fn given(rules: &Punica, reader: &Reader<'_>) -> State {
    reader.only(&["setup", "active", "tempo", "options", "rome", "carthage", "turn", "quiet"]);
    let scenario = reader.get("setup").and_then(|part| {
        let known = |name: &str| rules.scenarios().iter().find(|scenario| scenario.name == name);
        named(&part, "scenario", known)
    });
    let mut board = scenario.map_or(Board::EMPTY, |scenario| scenario.board);
    for side in Side::BOTH {
        let part = reader.get(side.word());
        if scenario.is_none() || part.as_ref().is_some_and(|part| part.get("hand").is_some()) {
            board.hands[side.at()] = 0;
            hand(rules, part.as_ref(), side, &mut board);
        }
        if let Some(part) = part {
            camp(rules, &part, side, &mut board);
        }
    }
    let active = reader.get("active").and_then(|part| part.one_of("a side", Common::Case));
    let active = active.or(scenario.map(|scenario| scenario.first)).unwrap_or(Side::Rome);
    let tempo = reader
        .get("tempo")
        .and_then(|part| part.one_of("a tempo", Common::Tempo))
        .unwrap_or(Tempo::Brisk);
    let mut options = Options::default();
    for (key, part) in
        reader.get("options").and_then(|part| part.entries("options")).unwrap_or_default()
    {
        if let Err(complaint) =
            opening::choose(&mut options, &key.text, part.node.text().unwrap_or_default())
        {
            reader.complain(complaint.at(key.span));
        }
    }
    let mut state = opening::start(rules, &board, active, options, tempo);
    let number = |key: &str| reader.get(key).and_then(|part| part.number(key, 0, 9999));
    state.turn = number("turn").unwrap_or(1);
    state.quiet = number("quiet").unwrap_or(0);
    state
}

fn camp(rules: &Punica, reader: &Reader<'_>, side: Side, board: &mut Board) {
    reader.only(&["army", "fleet", "hannibal", "hand"]);
    for (key, unit) in [("army", Unit::Army), ("fleet", Unit::Fleet)] {
        for (key, part) in
            reader.get(key).and_then(|part| part.entries("areas")).unwrap_or_default()
        {
            let area = rules.words().area_of(&part, &key.text);
            let count = part.number("a number of units", 0, 9);
            if let (Some(area), Some(count)) = (area, count) {
                (0..count).for_each(|_| board.add(side, unit, rules.chart().index(area)));
            }
        }
    }
    let hannibal = reader.get("hannibal").filter(|part| part.node.text() != Some("none"));
    if let Some(area) = hannibal.and_then(|part| rules.words().area(&part)) {
        board.add(side, Unit::Hannibal, rules.chart().index(area));
    }
}

fn hand(rules: &Punica, reader: Option<&Reader<'_>>, side: Side, board: &mut Board) {
    let deck = &rules.deck(side).0;
    let Some(part) =
        reader.and_then(|reader| reader.get("hand")).filter(|part| part.node.text() != Some("all"))
    else {
        board.hands[side.at()] = (1 << deck.len()) - 1;
        return;
    };
    for item in part.items() {
        let Some(card) = rules.words().card(&item) else { continue };
        match rules.deck(side).find(card) {
            Some(at) => board.hands[side.at()] |= 1 << at,
            None => {
                item.complain(Common::Case.here(&item, format!("{card} is not a card of {side}")));
            }
        }
    }
}

/// Plays the entries one after the other, each a record.
fn play_entries(
    rules: &Punica,
    state: State,
    entries: &[Reader<'_>],
    unchecked: bool,
    dice: &mut Dice,
) -> Result<Played, String> {
    let mut game = GameState::new(state);
    let mut played = Played { game: game.clone(), entries: Vec::new(), told: Complaints::new() };
    for (at, entry) in entries.iter().enumerate() {
        let number = u32::try_from(at + 1).expect("a case is short");
        let mut complaints = Complaints::new();
        let (filings, absent) = filings(rules, &game, &entry.telling(&mut complaints));
        played.told.0.retain(|told| told.kind() != Kind::Warning);
        played.told.0.extend(complaints.0);
        if played.told.fatal() && !unchecked {
            break;
        }
        match run(rules, &mut game, number, &filings, &absent, dice) {
            Ok(turn) => {
                played.entries.extend(turn.chapters.into_iter().flat_map(|chapter| chapter.events));
            }
            Err(stop) => return Err(format!("entry {number} resolves nothing: {stop}")),
        }
    }
    played.game = game;
    Ok(played)
}

/// The filings of one entry, read and checked like order files.
fn filings(
    rules: &Punica,
    game: &GameStateOf<Punica>,
    entry: &Reader<'_>,
) -> (BTreeMap<Seat, ParsedOrdersOf<Punica>>, BTreeSet<Seat>) {
    entry.only(&["rome", "carthage", "absent"]);
    let mut filings = BTreeMap::new();
    for side in Side::BOTH {
        let Some(part) = entry.get(side.word()) else { continue };
        let seat = side.seat();
        let view = rules.view(&game.state, &Viewer::Seat(seat.clone()));
        let prompts: Vec<_> =
            rules.prompts(&game.state).into_iter().filter(|prompt| prompt.seat == seat).collect();
        let mut filing = ParsedOrders::default();
        if let Some(orders) = without(part.node, &["ahead", "standing"]) {
            let reader = entry.beside(&orders, Path::top().then("orders"));
            for prompt in &prompts {
                let read = rules.read_orders(&prompt.name, Place::Orders, &reader);
                filing.orders.extend(read.map(|orders| (prompt.name.clone(), orders)));
            }
        }
        if let Some(ahead) = part.get("ahead") {
            let mut kept = BTreeMap::new();
            for (key, part) in ahead.entries("orders given ahead").unwrap_or_default() {
                let read = rules.read_orders(&key.text, Place::Ahead, &part);
                kept.extend(read.map(|orders| (key.text.clone(), orders)));
            }
            filing.ahead = Some(kept);
        }
        if let Some(block) = part.node.get("standing") {
            let (kept, withdrawn) = standing::split(block);
            let idle = standing::idle(game.force.get(&seat), block, &withdrawn);
            entry.with_complaints(|complaints| complaints.0.extend(idle.0));
            filing.standing = rules.read_policy(&entry.beside(&kept, Path::top().then("standing")));
            filing.withdrawn = withdrawn;
        }
        let in_force = game.force.get(&seat);
        let at = AtSeat { view: &view, seat: &seat, prompts: &prompts, in_force };
        let told = [rules.check(&at, &filing), rules.counsel(&at, &filing)];
        entry.with_complaints(|complaints| complaints.0.extend(told.into_iter().flatten()));
        filings.insert(seat, filing);
    }
    let absent = entry.get("absent").map(|part| part.items()).unwrap_or_default();
    let side = |item: &Reader<'_>| item.one_of("a side", Common::Case);
    (filings, absent.iter().filter_map(|item| side(item).map(Side::seat)).collect())
}

/// A map without some of its keys; nothing if nothing is left.
fn without(node: &Node, keys: &[&str]) -> Option<Node> {
    let left: Vec<_> =
        node.map()?.iter().filter(|(key, _)| !keys.contains(&key.text.as_str())).cloned().collect();
    if left.is_empty() { None } else { Some(Node { value: Value::Map(left), span: node.span }) }
}
