//! The checker: a filing is rehearsed on the seat's own view by the very code that resolves it, without dice.

use super::Metaurus;
use super::events::{Command, Event};
use super::names::{Id, Side};
use super::orders::{ActivationOrders, Orders, TurnOrders};
use super::policy::{DEFAULT, Policy};
use super::rules::sequence::changes_of;
use super::rules::{Board, No, activation, set_up};
use super::state::{Chit, Stage, State};
use engine::rules::{ParsedOrdersOf, Place};
use engine::title::path_of;
use engine::{Complaint, Dice, Kind, Path, Prompt, Seat, Table};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Everything unlawful or doubtful in a filing, as far as the seat can know.
pub(super) fn check(
    rules: &Metaurus,
    view: &State,
    seat: &Seat,
    prompts: &[Prompt<()>],
    filing: &ParsedOrdersOf<Metaurus>,
) -> Vec<Complaint> {
    let Some(side) = Side::of(seat) else { return Vec::new() };
    let mut all = Vec::new();
    for (name, orders) in &filing.orders {
        all.extend(orders_of(
            rules,
            view,
            side,
            orders,
            &path_of(prompts, name, Place::Orders),
            true,
        ));
    }
    let mut later = view.clone();
    if view.stage == (Stage::SetUp { side }) {
        // What is given ahead is to be carried out where the set-up will have put everybody.
        let set_up = filing.orders.values().find_map(|orders| {
            if let Orders::SetUp(own) = orders { Some(own.clone()) } else { None }
        });
        with_board(rules, &mut later, |board| {
            set_up::set_up(board, side, &set_up.unwrap_or_default())
        });
    }
    let standing = later
        .units
        .keys()
        .any(|unit| rules.printed.roster.unit(*unit).is_some_and(|counter| counter.side == side));
    if let Some(Orders::Changes(changes)) = filing.orders.get("orders") {
        let lawful =
            with_board(rules, &mut later.clone(), |board| changes_of(board, side, changes).0);
        for change in lawful {
            later.chits.insert(change.command, Chit { order: Some(change.new), up: false });
        }
    }
    for (name, orders) in filing.ahead.iter().flatten() {
        let next = view.stage == Stage::Orders && view.first == Some(side);
        if name == "turn" && !standing {
            // Nobody of this side is on the map yet: nothing can be said of it before he is.
            continue;
        }
        if name == "turn" {
            later.stage = Stage::Turn { side };
            later.acted.clear();
            later.inactive.clear();
        }
        let path = path_of(prompts, name, Place::Ahead);
        all.extend(orders_of(rules, &later, side, orders, &path, next));
    }
    if let Some(policy) = &filing.standing {
        all.extend(policy_of(rules, side, policy));
    }
    all
}

/// Runs something on a table whose dice nobody throws.
pub(super) fn with_board<T>(
    rules: &Metaurus,
    state: &mut State,
    work: impl FnOnce(&mut Board<'_>) -> T,
) -> T {
    let (force, mut dice) = (BTreeMap::new(), Dice::scripted(Vec::new()));
    let mut board = Table::new(rules, state, &force, &mut dice, 1);
    work(&mut board)
}

fn orders_of(
    rules: &Metaurus,
    view: &State,
    side: Side,
    orders: &Orders,
    path: &Path,
    now: bool,
) -> Vec<Complaint> {
    match orders {
        Orders::SetUp(orders) => {
            let refused = set_up::refusals(&rules.printed, view, side, orders);
            refused.into_iter().map(|(part, no)| refusal(below(path, &part), no)).collect()
        }
        Orders::Changes(changes) => {
            let refused =
                with_board(rules, &mut view.clone(), |board| changes_of(board, side, changes).1);
            refused
                .into_iter()
                .map(|(command, no)| refusal(path.then("change").then(command.as_str()), no))
                .collect()
        }
        Orders::Turn(turn) => rehearse(rules, view, side, turn, path, now),
        Orders::Choice(_) | Orders::Resign(_) => Vec::new(),
    }
}

/// Codes that depend on where everybody stands: only the first activation knows that.
const POSITIONAL: [&str; 10] =
    ["E11", "E12", "E13", "E14", "E15", "E16", "E17", "E18", "E19", "E20"];

fn rehearse(
    rules: &Metaurus,
    view: &State,
    side: Side,
    turn: &TurnOrders,
    path: &Path,
    now: bool,
) -> Vec<Complaint> {
    let mut all = Vec::new();
    let mut state = view.clone();
    for (index, one) in turn.activations.iter().enumerate() {
        let (events, uncovered) = with_board(rules, &mut state, |board| {
            let uncovered = activation::rehearse(board, side, index, one);
            (board.entries().to_vec(), uncovered)
        });
        for entry in &events {
            let Event::Command(Command::Void { part, code, reason, fix, .. }) = &entry.event else {
                continue;
            };
            let Some(code) = known(code) else { continue };
            let doubtful = POSITIONAL.contains(&code) && (index > 0 || !now);
            let mut complaint = Complaint::warning(code, below(path, part), reason.clone());
            complaint.kind = if doubtful { Kind::Warning } else { Kind::Refusal };
            complaint.rule = if let Cow::Borrowed(rule) = entry.rule { Some(rule) } else { None };
            complaint.fix = fix.clone().or_else(|| Some(advice(code).to_owned()));
            all.push(complaint);
        }
        all.extend(doubts(one, index, path, &uncovered));
    }
    if view.options.tempo == engine::Tempo::Full && turn.activations.is_empty() && !turn.finish {
        let warning = Complaint::warning(
            "E25",
            path.clone(),
            "nobody is activated: the Player Turn ends here, the rest act by default",
        );
        all.push(warning.by("4.2c").fix("write `finish: true` if that is meant"));
    }
    all
}

/// E21: enemies that must be met and are not; units named twice in a list.
fn doubts(
    one: &ActivationOrders,
    index: usize,
    path: &Path,
    uncovered: &[(Id, Id)],
) -> Vec<Complaint> {
    if one.attacks.is_empty() {
        return Vec::new();
    }
    let at = path.then("activations").then(index).then("attacks");
    let warn = |(unit, enemy): &(Id, Id)| {
        let message = format!(
            "{enemy} in front of {unit} would not be attacked; it will be assigned automatically"
        );
        Complaint::warning("E21", at.clone(), message)
            .by("9.0c")
            .fix(format!("add an attack against {enemy}, or name it in one"))
    };
    uncovered.iter().map(warn).collect()
}

fn policy_of(rules: &Metaurus, side: Side, policy: &Policy) -> Vec<Complaint> {
    let roster = &rules.printed.roster;
    let own = |id: &Id| {
        let unit = roster.unit(*id).map(|counter| counter.side);
        *id == DEFAULT || unit.or_else(|| roster.command(*id).map(|note| note.side)) == Some(side)
    };
    let keys = |name: &str, ids: Vec<Id>| {
        let path = Path::top().then("standing").then(name);
        let bad = ids.into_iter().filter(|id| !own(id));
        let complain = |id: Id| {
            refusal(path.key(id.as_str()), No::new("E02", "5.1a", format!("`{id}` is not yours")))
        };
        bad.map(complain).collect::<Vec<_>>()
    };
    let mut all =
        keys("retreat", policy.retreat.iter().flat_map(|map| map.keys().copied()).collect());
    all.extend(keys(
        "counter",
        policy.counter.iter().flat_map(|map| map.keys().copied()).collect(),
    ));
    all.extend(keys("continue", policy.go_on.iter().flat_map(|map| map.keys().copied()).collect()));
    if policy.rampage.is_some() && side == Side::Rome {
        let path = Path::top().then("standing").then("rampage");
        all.push(
            Complaint::warning("E22", path, "only Carthage has Elephants")
                .by("12.0c")
                .fix("leave it out"),
        );
    }
    all
}

fn refusal(path: Path, no: No) -> Complaint {
    let fix = no.fix.unwrap_or_else(|| advice(no.code).to_owned());
    Complaint::refusal(no.code, no.rule, path, no.reason).fix(fix)
}

/// The path of a part such as `activations[0].units.la-1` below another.
fn below(path: &Path, part: &str) -> Path {
    let mut path = path.clone();
    for step in part.split(['.', '[']).filter(|step| !step.is_empty()) {
        path = match step.strip_suffix(']').and_then(|index| index.parse::<usize>().ok()) {
            Some(index) => path.then(index),
            None => path.then(step),
        };
    }
    path
}

/// The stable code of this text.
fn known(code: &str) -> Option<&'static str> {
    CODES.iter().find(|(known, _)| *known == code).map(|(known, _)| *known)
}

/// What to do about a refusal, in general.
fn advice(code: &str) -> &'static str {
    CODES.iter().find(|(known, _)| *known == code).map_or("leave it out", |(_, advice)| advice)
}

/// The codes of this title's refusals, each with the way out.
pub(super) const CODES: [(&str, &str); 25] = [
    ("E01", "take the name from the list of positions"),
    ("E02", "name only units and Commands of yours that are on the map, with their own Command"),
    ("E03", "leave one of the changes out"),
    ("E04", "give orders to these units when activating them"),
    ("E05", "write move-to-attack"),
    ("E06", "choose stand, move or move-to-attack"),
    ("E07", "choose another hex of the unit's own group"),
    ("E08", "name it once"),
    ("E09", "activate them one after the other"),
    ("E10", "leave only `face:`"),
    ("E11", "end the way in a hex that no enemy is adjacent to"),
    ("E12", "shorten the way"),
    ("E13", "choose another way"),
    ("E14", "name one hex adjacent to an enemy, or only a facing"),
    ("E15", "name a hex, or leave the unit out: it then moves by default"),
    ("E16", "leave it out: it attacks those it is Engaged with"),
    ("E17", "leave `exit` out"),
    ("E18", "leave it out of the attack"),
    ("E19", "turn it first, or attack what is in its front"),
    ("E20", "name it in one attack only"),
    ("E21", "add an attack on it"),
    ("E22", "write one of the words allowed"),
    ("E23", "leave it out"),
    ("E24", "leave `use` out"),
    ("E25", "write `finish: true` if that is meant"),
];
