//! Compares what a case expects with what happened.

use crate::Punica;
use crate::codes::Code;
use crate::data::chart::each;
use crate::events::{BattleEvent, Event, TurnEvent, UnitEvent};
use crate::explain::imagine;
use crate::names::{AreaId, CardId, Side, Unit};
use engine::case::{Found, Group, Matcher};
use engine::run::awaited;
use engine::{AtSeat, Case, CaseResult, Complaints, Entry, GameStateOf, Reader, Rules};
use std::collections::BTreeMap;

/// The expectations that only cases of this title have.
const OWN: [&str; 7] = ["rome", "carthage", "next", "result", "explain", "turn", "quiet"];

const KINDS: [Group; 3] =
    [Group::of::<TurnEvent>(), Group::of::<UnitEvent>(), Group::of::<BattleEvent>()];

pub(crate) struct Played {
    pub game: GameStateOf<Punica>,
    pub entries: Vec<Entry<Event>>,
    /// All refusals and faults, and the warnings of the last entry.
    pub told: Complaints,
}

/// Compares all that `then` names. Refusals and faults must be named.
pub(crate) fn compare(
    rules: &Punica,
    case: &Case<'_>,
    then: &Reader<'_>,
    played: &Played,
    result: &mut CaseResult,
) {
    let mut complaints = Complaints::new();
    let then = &then.telling(&mut complaints);
    let known = |key: &str, word: &str| known(rules, key, word);
    let matcher = Matcher::new(case, &KINDS, Code::TABLE).known(&known);
    let state = &played.game.state;
    let own = |key: &str, part: &Reader<'_>, result: &mut CaseResult| match key {
        "rome" => camp(rules, part, Side::Rome, played, result),
        "carthage" => camp(rules, part, Side::Carthage, played, result),
        "next" => next(rules, part, played, result),
        "result" => ending(rules, part, played, result),
        "explain" => part.items().iter().for_each(|item| explained(rules, item, played, result)),
        "turn" => result.expect_value("turn", part.node, Some(&state.turn.into())),
        _ => result.expect_value("quiet", part.node, Some(&state.quiet.into())),
    };
    let found = Found { entries: &played.entries, told: &played.told };
    matcher.compare((case, then), &found, (&OWN, own), result);
    if let (true, None) = (played.told.fatal(), then.get("refused")) {
        result.fail(format!(
            "the orders were refused, which the case does not expect: {}",
            played.told
        ));
    }
    result.understood(then);
}

/// Checks that an area or a card of this name exists, for keys that name one.
fn known(rules: &Punica, key: &str, word: &str) -> Result<(), String> {
    let there = match key {
        "area" | "from" | "to" | "seas" | "battles" | "retreat_to" => {
            AreaId::new(word).is_some_and(|area| rules.chart().find(area).is_some())
        }
        "card" | "kept_out" | "rome" | "carthage" => {
            CardId::new(word).is_some_and(|card| rules.card(card).is_some())
        }
        _ => true,
    };
    if there { Ok(()) } else { Err(format!("there is no `{word}` in this title")) }
}

/// Units and hand of a side, as far as they are named.
fn camp(rules: &Punica, reader: &Reader<'_>, side: Side, played: &Played, result: &mut CaseResult) {
    reader.only(&["army", "fleet", "hannibal", "hand"]);
    let chart = rules.chart();
    let board = rules.board(&played.game.state);
    for (key, unit, element) in
        [("army", Unit::Army, chart.regions), ("fleet", Unit::Fleet, chart.seas)]
    {
        let Some(node) = reader.node.get(key) else { continue };
        let mut expected = BTreeMap::new();
        for (key, part) in
            reader.beside(node, reader.path.clone()).entries("areas").unwrap_or_default()
        {
            let area = rules.words().area_of(&part, &key.text);
            expected.extend(
                area.map(|area| {
                    (area.to_string(), part.node.text().unwrap_or_default().to_owned())
                }),
            );
        }
        let stands =
            each(board.held[side.at()] & element).filter(|area| board.has(side, unit, *area));
        let found: BTreeMap<String, String> = stands
            .map(|area| (chart.id(area).to_string(), board.count[side.at()][area].to_string()))
            .collect();
        result.expect(&format!("{key} of {side}"), &format!("{expected:?}"), &format!("{found:?}"));
    }
    if let Some(part) = reader.get("hannibal") {
        let found =
            board.hannibal.map_or_else(|| "none".to_owned(), |area| chart.id(area).to_string());
        result.expect("hannibal", part.node.text().unwrap_or_default(), &found);
    }
    if let Some(part) = reader.get("hand") {
        let expected: Vec<&str> = part.items().iter().filter_map(|item| item.node.text()).collect();
        let found: Vec<String> =
            played.game.state.camp(side).hand.iter().map(ToString::to_string).collect();
        result.expect(&format!("hand of {side}"), &expected.join(", "), &found.join(", "));
    }
}

/// Compares the open question and the seats that are asked.
fn next(rules: &Punica, reader: &Reader<'_>, played: &Played, result: &mut CaseResult) {
    let prompts = awaited(rules, &played.game);
    let phase = rules.phase(&played.game.state);
    let seats: Vec<&str> = prompts.iter().map(|prompt| prompt.seat.name()).collect();
    if let Some(part) = reader.get("phase") {
        result.expect("next phase", part.node.text().unwrap_or_default(), &phase.name);
    }
    if let Some(part) = reader.get("seat") {
        let expected: Vec<&str> = part.items().iter().filter_map(|item| item.node.text()).collect();
        result.expect("next seat", &expected.join(", "), &seats.join(", "));
    }
}

fn ending(rules: &Punica, reader: &Reader<'_>, played: &Played, result: &mut CaseResult) {
    let outcome = rules.outcome(&played.game.state);
    if reader.node.text().is_some() {
        result.expect(
            "result",
            reader.node.text().unwrap_or_default(),
            if outcome.is_some() { "some" } else { "none" },
        );
        return;
    }
    let winner =
        outcome.as_ref().map_or("none", |outcome| outcome.winner.as_deref().unwrap_or("draw"));
    let by = outcome.as_ref().map_or("none", |outcome| outcome.reason.as_str());
    for (key, found) in [("winner", winner), ("by", by)] {
        if let Some(part) = reader.get(key) {
            result.expect(key, part.node.text().unwrap_or_default(), found);
        }
    }
}

/// Compares what a seat's policies would do in an imagined battle.
fn explained(rules: &Punica, reader: &Reader<'_>, played: &Played, result: &mut CaseResult) {
    let seat = reader.get("seat").and_then(|part| Some(Side::parse(part.node.text()?)?.seat()));
    let (Some(seat), Some(question), Some(says)) = (seat, reader.get("if"), reader.get("says"))
    else {
        result.fail("`explain` takes `seat` (rome or carthage), `if` and `says`".to_owned());
        return;
    };
    let view = rules.view(&played.game.state, &engine::Viewer::Seat(seat.clone()));
    let in_force = played.game.force.get(&seat);
    let at = AtSeat { view: &view, seat: &seat, prompts: &[], in_force };
    match imagine::answer(rules, &at, None, question.node) {
        Ok(value) => {
            let value = &value["cases"][0];
            result.expect_value("explain", says.node, Some(value));
        }
        Err(complaints) => result.fail(format!("explain: {}", Complaints(complaints))),
    }
}
