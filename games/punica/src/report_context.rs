//! The facts that the narrative and the pages need beside events: positions in words, totals, names.

use crate::Punica;
use crate::board::Board;
use crate::data::chart::{Card, PlaceKind, bit, each};
use crate::names::Side;
use crate::rules::movement::steps_in_words;
use crate::state::State;
use serde_json::{Map, Value, json};

/// The facts of a view, for templates.
pub(crate) fn report_context(rules: &Punica, view: &State) -> Value {
    let (chart, board) = (rules.chart(), rules.board(view));
    let areas: Vec<Value> =
        (0..chart.places.len()).map(|area| place(rules, &board, area)).collect();
    let names: Map<String, Value> =
        chart.places.iter().map(|place| (place.id.to_string(), json!(place.name))).collect();
    let cards: Map<String, Value> = Side::BOTH
        .iter()
        .flat_map(|side| &rules.deck(*side).0)
        .map(|card| (card.id.to_string(), card_facts(card)))
        .collect();
    let sides: Map<String, Value> = Side::BOTH
        .iter()
        .map(|side| (side.word().to_owned(), camp(rules, view, &board, *side)))
        .collect();
    json!({
        "turn": view.turn, "active": view.active, "tempo": view.tempo, "stage": view.stage,
        "sides": sides, "areas": areas, "names": names, "cards": cards,
        "pending": view.pending.iter().map(|pending| pending.area).collect::<Vec<_>>(),
        "fight": view.fight, "quiet": view.quiet, "offer": view.offer, "options": view.options, "ended": view.ended,
        "needed": rules.worth().influence,
        "ahead": ahead(rules, &board),
    })
}

/// One area: what it is, who is there, who holds it.
fn place(rules: &Punica, board: &Board, area: usize) -> Value {
    let chart = rules.chart();
    let place = &chart.places[area];
    let (kind, of) = match place.kind {
        PlaceKind::Sea { symbol } => {
            ("sea", symbol.map(Side::word).into_iter().collect::<Vec<_>>())
        }
        PlaceKind::Region { capital, of, .. } => {
            let of = Side::BOTH.into_iter().filter(|side| of[side.at()]).map(Side::word).collect();
            (if capital { "capital" } else { "influence" }, of)
        }
    };
    let holder = Side::BOTH.into_iter().find(|side| board.controlled(*side) & bit(area) != 0);
    let stands: Map<String, Value> = Side::BOTH
        .into_iter()
        .filter(|side| board.units(*side, area) > 0)
        .map(|side| {
            let strength = board.strength(chart, rules.worth(), side, area);
            let units = board.count[side.at()][area];
            (side.word().to_owned(), json!({"units": units, "hannibal": board.hannibal_at(side, area), "strength": strength}))
        })
        .collect();
    let near = |set| each(set).map(|other| chart.id(other).to_string()).collect::<Vec<_>>();
    json!({
        "id": place.id, "code": place.code, "name": place.name, "kind": kind, "of": of, "holder": holder, "stands": stands,
        "beside": near(chart.beside[area]), "touches": near(chart.touch[area]),
    })
}

pub(crate) fn card_facts(card: &Card) -> Value {
    json!({"id": card.id, "name": card.name, "strength": card.strength, "symbol": card.symbol, "does": steps_in_words(card)})
}

/// A side's totals, hand and gains.
fn camp(rules: &Punica, view: &State, board: &Board, side: Side) -> Value {
    let (chart, enemy) = (rules.chart(), side.other());
    let armies: i32 = each(board.held[side.at()] & chart.regions)
        .map(|area| board.strength(chart, rules.worth(), side, area))
        .sum();
    let gains = board.controlled(side) & chart.influence[enemy.at()];
    let camp = view.camp(side);
    json!({
        "armies": board.armies(chart, side), "strength": armies, "fleets": board.fleets(chart, side), "sunk": camp.sunk.len(),
        "hannibal": side == Side::Carthage && board.hannibal.is_some(),
        "hand": camp.hand, "face_up": camp.face_up,
        "gains": each(gains).map(|area| chart.id(area).to_string()).collect::<Vec<_>>(),
        "seas": each(board.usable(chart, side)).map(|sea| chart.id(sea).to_string()).collect::<Vec<_>>(),
    })
}

/// The side that is ahead: by enemy areas, then by strength of armies.
fn ahead(rules: &Punica, board: &Board) -> Option<Side> {
    let chart = rules.chart();
    let score = |side: Side| {
        let armies: i32 = each(board.held[side.at()] & chart.regions)
            .map(|area| board.strength(chart, rules.worth(), side, area))
            .sum();
        (board.gains(chart, side), armies)
    };
    match score(Side::Rome).cmp(&score(Side::Carthage)) {
        std::cmp::Ordering::Greater => Some(Side::Rome),
        std::cmp::Ordering::Less => Some(Side::Carthage),
        std::cmp::Ordering::Equal => None,
    }
}
