//! The position of a case.

use super::{force, game};
use crate::DuellingRepublics;
use crate::data::chart::Roll;
use crate::elements::{ArmyId, ElementId, Side, Troop};
use crate::names::{Name, Rank, Season};
use crate::rules::control;
use crate::state::{Army, Body, Known, Political, Siege, Stage, State};
use engine::case::{keyed, named, not_opened};
use engine::{Common, GameStateOf, Reader, Rules, Seat, Setup, Tempo, Whole};
use std::collections::BTreeMap;

const KEYS: [&str; 18] = [
    "stage",
    "tempo",
    "options",
    "year",
    "season",
    "initiative",
    "wins",
    "owners",
    "scores",
    "vacant",
    "missed",
    "order",
    "last",
    "armies",
    "only",
    "sieges",
    "standing",
    "slot",
];

/// The position, with standing orders in force.
pub(super) fn position(
    rules: &DuellingRepublics,
    top: &Reader<'_>,
) -> Option<GameStateOf<DuellingRepublics>> {
    let given = top.need("given")?;
    given.entries("a map")?;
    given.only(&KEYS);
    let scenario = top
        .get("scenario")
        .and_then(|part| part.text("a scenario"))
        .unwrap_or("players-4")
        .to_owned();
    let prospectus = rules.prospectus();
    let Some(note) = prospectus.scenarios.iter().find(|note| note.name == scenario) else {
        top.complain(top.fault(Common::Case, format!("no scenario `{scenario}`")));
        return None;
    };
    let tempo = match given.get("tempo") {
        Some(part) => part.one_of("a tempo", Common::Tempo)?,
        None => Tempo::Brisk,
    };
    let mut options = BTreeMap::new();
    for (key, part) in
        given.get("options").and_then(|part| part.entries("options")).unwrap_or_default()
    {
        options.insert(key.text.clone(), part.text("a value")?.to_owned());
    }
    let setup = Setup { scenario, options, tempo, seats: note.seats.clone() };
    let mut state = match rules.open(&setup) {
        Ok(state) => state,
        Err(found) => {
            not_opened(&given, found).for_each(|fault| given.complain(fault));
            return None;
        }
    };
    ready(rules, &mut state);
    fill(rules, &mut state, &given);
    let force = force(&state, &given);
    Some(game(state, force))
}

/// The start of the first Spring with the default armies, commanded by the first seats of each side.
fn ready(rules: &DuellingRepublics, state: &mut State) {
    state.year = 1;
    state.stage = Stage::Move { slot: 0 };
    for side in Side::BOTH {
        state.order[side as usize] =
            state.of_side(side).map(|player| player.seat.clone()).collect();
    }
    let form = usize::from(state.options.expanded);
    for start in &rules.chart.start {
        let seat =
            state.order[start.id.side() as usize].get(usize::from(start.rank == Rank::II)).cloned();
        let general = rules.chart.core(state.options.expanded, start.id.side()).general;
        if let Some(army) = state.armies.get_mut(&start.id) {
            army.body = control::body(&start.elements[form], general);
            army.size = u16::try_from(army.body.core.len()).expect("an army has few elements");
            army.seat = seat;
        }
    }
}

fn word<T: Copy>(given: &Reader<'_>, key: &str, words: &[&str], all: &[T]) -> Option<T> {
    all.get(given.get(key)?.word(Common::Case.code(), key, words)?).copied()
}

fn fill(rules: &DuellingRepublics, state: &mut State, given: &Reader<'_>) {
    if let Some(season) = word(given, "season", Season::WORDS, Season::ALL) {
        state.season = season;
    }
    if let Some(side) = word(given, "initiative", &["rome", "carthage"], &Side::BOTH) {
        state.initiative = side;
    }
    state.year = number(given, "year", 99).unwrap_or(state.year);
    for (at, won) in
        given.get("wins").map(|part| part.items()).unwrap_or_default().iter().enumerate().take(2)
    {
        state.wins[at] = won.number("battles", 0, 99).unwrap_or_default();
    }
    stage(state, given);
    players(state, given);
    let province = |name: &str| rules.chart.parse(name);
    for (place, part) in map(given, "owners", ("province", province)) {
        let side = part.one_of("a side", Common::Case);
        state.owners.extend(side.map(|side| (place, side)));
    }
    if given.get("only").is_some() {
        let kept = ids(given, "only");
        state.armies.retain(|id, _| kept.contains(id));
    }
    for (id, part) in map(given, "armies", ("army", ArmyId::parse)) {
        army(rules, state, id, &part);
    }
    for (at, part) in map(given, "sieges", ("province", province)) {
        part.only(&["besiegers", "besieged", "counter"]);
        let besiegers = ids(&part, "besiegers");
        let besieged = ids(&part, "besieged");
        let counter = number(&part, "counter", 99).unwrap_or_default();
        state.sieges.insert(at, Siege { besiegers, besieged, counter, fought: false });
    }
    if matches!(state.stage, Stage::Resources | Stage::Allocate { .. }) {
        let turns = Side::BOTH
            .map(|side| u8::try_from(state.provinces(side)).expect("a map has few provinces"));
        let scores = state.players.iter().map(|player| (player.seat.clone(), player.vp)).collect();
        let sizes = state.armies.iter().map(|(id, army)| (*id, army.size)).collect();
        state.political = Some(Political { turns, before: Known { scores, sizes } });
    }
}

fn stage(state: &mut State, given: &Reader<'_>) {
    let words = ["ready", "setup", "resources", "allocate", "commands", "begin", "move", "close"];
    let slot = number(given, "slot", 99).unwrap_or_default();
    let stages = [
        Stage::Control,
        Stage::Setup,
        Stage::Resources,
        Stage::Allocate { turn: slot },
        Stage::Commands,
        Stage::Begin,
        Stage::Move { slot },
        Stage::Close,
    ];
    if let Some(stage) = word(given, "stage", &words, &stages) {
        state.stage = stage;
    }
    if state.stage == Stage::Control {
        state.year = 0;
        state.armies.values_mut().for_each(|army| {
            army.seat = None;
            army.size = 0;
            army.body = Body::default();
        });
    }
}

fn players(state: &mut State, given: &Reader<'_>) {
    let names: Vec<Seat> = state.players.iter().map(|player| player.seat.clone()).collect();
    let at = |name: &str| names.iter().position(|seat| seat.name() == name);
    for (at, part) in map(given, "scores", ("seat", at)) {
        let score = part.number("a score", 0, 999);
        state.players[at].vp = score.unwrap_or(state.players[at].vp);
    }
    for part in given.get("vacant").map(|part| part.items()).unwrap_or_default() {
        if let Some(at) = named(&part, "seat", at) {
            state.players[at].vacant = true;
        }
    }
    for (at, part) in map(given, "missed", ("seat", at)) {
        let missed = part.number("deadlines", 0, 9);
        state.players[at].missed = missed.unwrap_or(state.players[at].missed);
    }
    for (at, part) in map(given, "last", ("seat", at)) {
        state.players[at].last = named(&part, "army", ArmyId::parse);
    }
    for (side, part) in map(given, "order", ("side", Side::parse)) {
        let seats = part.items();
        let seats = seats.iter().filter_map(|part| named(part, "seat", at));
        state.order[side as usize] = seats.map(|at| names[at].clone()).collect();
    }
}

fn number<N: Whole + Default>(given: &Reader<'_>, key: &str, high: N) -> Option<N> {
    given.get(key)?.number(key, N::default(), high)
}

/// The entries below a key, with what each is for.
fn map<'a, T>(
    given: &Reader<'a>,
    key: &str,
    (what, find): (&str, impl Fn(&str) -> Option<T>),
) -> Vec<(T, Reader<'a>)> {
    given.get(key).map(|part| keyed(&part, what, find)).unwrap_or_default()
}

/// The armies listed below a key.
fn ids(part: &Reader<'_>, key: &str) -> Vec<ArmyId> {
    let list = part.get(key).map(|part| part.items()).unwrap_or_default();
    list.iter().filter_map(|part| named(part, "army", ArmyId::parse)).collect()
}

/// One army: place, C-in-C, rank, core (a number, or types, or names), allies, chest, when it came, whom the enemy has seen.
fn army(rules: &DuellingRepublics, state: &mut State, id: ArmyId, part: &Reader<'_>) {
    part.only(&[
        "at",
        "seat",
        "rank",
        "core",
        "allied",
        "allied_general",
        "chest",
        "since",
        "seen",
    ]);
    let list = rules.chart.core(state.options.expanded, id.side());
    let province = |name: &str| rules.chart.parse(name);
    let place = part.get("at").and_then(|part| named(&part, "province", province));
    let fresh = Army {
        at: place.unwrap_or(Name::of("rome")),
        since: 0,
        rank: None,
        seat: None,
        size: 0,
        body: Body::default(),
        shown: Vec::new(),
        done: false,
        port: None,
    };
    let mut army = state.armies.get(&id).cloned().unwrap_or(fresh);
    army.at = place.unwrap_or(army.at);
    let seats = state.players.iter().map(|player| &player.seat);
    let seat = |name: &str| seats.clone().find(|seat| seat.name() == name).cloned();
    if let Some(part) = part.get("seat") {
        army.seat = named(&part, "seat", seat);
    }
    army.rank = word(part, "rank", Rank::WORDS, Rank::ALL).or(army.rank);
    if let Some(core) = part.get("core") {
        army.body = control::body(&core_of(list, &core), list.general);
    }
    for ally in part.get("allied").map(|part| part.items()).unwrap_or_default() {
        if let Some(troop) = ally.one_of::<Troop>("a type", Common::Case) {
            let number = army.body.allied_numbers.entry(troop).or_default();
            *number += 1;
            army.body.allied.push(ElementId::allied(troop, *number));
        }
    }
    army.body.allied_general =
        part.get("allied_general").and_then(|part| named(&part, "element", ElementId::parse));
    army.body.chest = number(part, "chest", 999).unwrap_or(army.body.chest);
    army.since = number(part, "since", 999).unwrap_or(army.since);
    army.size = u16::try_from(army.body.all().count()).expect("an army has few elements");
    let seen = part.get("seen").map(|part| part.items()).unwrap_or_default();
    let seen = seen.iter().filter_map(|part| named(part, "element", ElementId::parse));
    army.shown.extend(seen);
    state.armies.insert(id, army);
}

/// A number of elements, in the order of the list, or a list of types.
fn core_of(list: &Roll, part: &Reader<'_>) -> Vec<Troop> {
    match part.node.text().and_then(|text| text.parse::<usize>().ok()) {
        Some(number) => {
            list.slots.0.iter().filter_map(|slot| slot.first().copied()).take(number).collect()
        }
        None => {
            part.items().iter().filter_map(|part| part.one_of("a type", Common::Case)).collect()
        }
    }
}
