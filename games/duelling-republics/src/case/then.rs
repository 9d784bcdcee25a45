//! Compares the result of a case with what the case expects. Only what is named is compared.

use super::Played;
use crate::DuellingRepublics;
use crate::battle::case::{KINDS as BATTLE, spellings};
use crate::codes::Code;
use crate::elements::{ArmyId, Side};
use crate::events::{Battles, Encounter, Movement, Players, Politics, Reports, Sequence, Sieges};
use crate::state::State;
use engine::case::{Found, Group, Matcher, could_not_fail};
use engine::{Case, CaseResult, Reader, Rules, Seat};

/// The expectations that only cases of this title have.
const OWN: [&str; 9] =
    ["phase", "armies", "scores", "owners", "sieges", "order", "initiative", "ranking", "result"];

/// Every kind of event; those of a battle stand beside its name.
const KINDS: [Group; 12] = [
    Group::of::<Sequence>(),
    Group::of::<Politics>(),
    Group::of::<Movement>(),
    Group::of::<Encounter>(),
    Group::of::<Players>(),
    Group::of::<Battles>(),
    Group::of::<Reports>(),
    Group::of::<Sieges>(),
    BATTLE[0],
    BATTLE[1],
    BATTLE[2],
    BATTLE[3],
];

pub(super) fn compare(
    rules: &DuellingRepublics,
    (case, then): (&Case<'_>, &Reader<'_>),
    played: &Played,
    result: &mut CaseResult,
) {
    let known = |key: &str, word: &str| known(rules, &played.state, key, word);
    let matcher = Matcher::new(case, &KINDS, Code::TABLE)
        .known(&known)
        .spellings(&spellings)
        .beside(&["battle"]);
    let found = Found { entries: &played.entries, told: &played.told };
    matcher.compare((case, then), &found, (&OWN, |_, _, _| {}), result);
    let state = &played.state;
    for (key, part) in entries(then, "armies") {
        army(state, &key, &part, result);
    }
    for (key, part) in entries(then, "scores") {
        check(rules, state, ("seat", &key), &part);
        let found = state
            .player(&Seat::new(&key))
            .map_or("nobody".to_owned(), |player| player.vp.to_string());
        result.expect(&format!("score of {key}"), part.node.text().unwrap_or_default(), &found);
    }
    for (key, part) in entries(then, "owners") {
        check(rules, state, ("at", &key), &part);
        let owner = rules.chart.parse(&key).and_then(|place| state.owners.get(&place).copied());
        result.expect(
            &format!("owner of {key}"),
            part.node.text().unwrap_or_default(),
            owner.map_or("nobody", Side::word),
        );
    }
    for (key, part) in entries(then, "sieges") {
        check(rules, state, ("at", &key), &part);
        let siege = rules.chart.parse(&key).and_then(|place| state.sieges.get(&place));
        let list = |ids: &[ArmyId]| ids.iter().map(|id| id.word()).collect::<Vec<_>>().join(" ");
        let found = siege.map_or("none".to_owned(), |s| {
            format!("{} v {}, {}", list(&s.besiegers), list(&s.besieged), s.counter)
        });
        result.expect(&format!("siege of {key}"), part.node.text().unwrap_or_default(), &found);
    }
    for (key, part) in entries(then, "order") {
        let Some(side) = Side::parse(&key) else {
            part.complain(could_not_fail(&part, &format!("there is no side `{key}`")));
            continue;
        };
        let found = join(&state.order[side as usize]);
        result.expect(&format!("order of {key}"), &words(&part), &found);
    }
    single(rules, then, state, result);
}

/// Checks that a province, an army or a seat of this name exists, for keys that name one.
fn known(rules: &DuellingRepublics, state: &State, key: &str, word: &str) -> Result<(), String> {
    let there = match key {
        "at" | "place" => rules.chart.parse(word).is_some(),
        "seat" | "seats" => state.player(&Seat::new(word)).is_some(),
        _ => true,
    };
    if there { Ok(()) } else { Err(format!("there is no `{word}` in this game")) }
}

/// Complains of a key that nothing in this game is called by.
fn check(rules: &DuellingRepublics, state: &State, (what, key): (&str, &str), part: &Reader<'_>) {
    if let Err(why) = known(rules, state, what, key) {
        part.complain(could_not_fail(part, &why));
    }
}

fn single(rules: &DuellingRepublics, then: &Reader<'_>, state: &State, result: &mut CaseResult) {
    if let Some(part) = then.get("phase") {
        result.expect("phase", part.node.text().unwrap_or_default(), &rules.phase(state).name);
    }
    if let Some(part) = then.get("initiative") {
        result.expect("initiative", part.node.text().unwrap_or_default(), state.initiative.word());
    }
    if let Some(part) = then.get("result") {
        let found = rules.outcome(state).map_or("none".to_owned(), |outcome| outcome.reason);
        result.expect("result", part.node.text().unwrap_or_default(), &found);
    }
    if let Some(part) = then.get("ranking") {
        let places = state.result.as_ref().map(|finish| finish.ranking.clone()).unwrap_or_default();
        let found: Vec<String> = places.iter().map(|place| join(place).replace(' ', "=")).collect();
        result.expect("ranking", &words(&part), &found.join(" "));
    }
}

fn join(seats: &[Seat]) -> String {
    seats.iter().map(Seat::name).collect::<Vec<_>>().join(" ")
}

fn words(part: &Reader<'_>) -> String {
    part.items()
        .iter()
        .filter_map(|part| part.node.text().map(str::to_owned))
        .collect::<Vec<_>>()
        .join(" ")
}

fn entries<'a>(then: &Reader<'a>, key: &str) -> Vec<(String, Reader<'a>)> {
    let Some(part) = then.get(key) else { return Vec::new() };
    part.entries("a map")
        .unwrap_or_default()
        .into_iter()
        .map(|(key, part)| (key.text.clone(), part))
        .collect()
}

fn army(state: &State, key: &str, part: &Reader<'_>, result: &mut CaseResult) {
    let Some(id) = ArmyId::parse(key) else {
        part.complain(could_not_fail(part, &format!("there is no army `{key}`")));
        return;
    };
    let found = state.army(id);
    if part.node.text() == Some("gone") {
        result.expect(key, "gone", if found.is_some() { "there" } else { "gone" });
        return;
    }
    part.only(&["at", "size", "elements", "seat", "rank", "chest", "general", "since", "seen"]);
    let Some(found) = found else {
        result.fail(format!("{key} is gone"));
        return;
    };
    let all: Vec<String> = found.body.all().map(|element| element.to_string()).collect();
    let seen: Vec<String> = found.shown.iter().map(ToString::to_string).collect();
    let facts = [
        ("at", found.at.to_string()),
        ("size", found.size.to_string()),
        ("elements", all.join(" ")),
        ("seat", found.seat.as_ref().map_or("nobody".to_owned(), ToString::to_string)),
        ("rank", found.rank.map_or("none".to_owned(), |rank| rank.to_string())),
        ("chest", found.body.chest.to_string()),
        ("general", found.body.general.map_or("none".to_owned(), |element| element.to_string())),
        ("since", found.since.to_string()),
        ("seen", seen.join(" ")),
    ];
    for (what, fact) in facts {
        if let Some(expected) = part.get(what) {
            result.expect(&format!("{key} {what}"), &words(&expected), &fact);
        }
    }
}
