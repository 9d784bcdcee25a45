//! After a battle: who falls, and where the others go. Rules B6, B7, W1 to W7.

use super::battle::{ahead_of, beaten, scene, source};
use super::movement::void;
use super::retreat::{Field, Ways, preferred, ways};
use super::victory::judge;
use super::{Flow, GameTable};
use crate::codes::Code;
use crate::data::chart::{Area, bit, each};
use crate::events::{BattleEvent, Removal, TurnEvent, UnitEvent};
use crate::names::{AreaId, Losses, Side, Unit};
use crate::orders::{Aftermath, Orders};
use crate::state::{Choice, Fight, Stage};
use engine::{OrderRef, Tempo};

/// The decisions of a side after a battle: whether it must choose the unit that falls, and the areas of retreat to
/// choose from. None if it has none.
fn open_choice(table: GameTable<'_, '_>, side: Side) -> Option<(bool, Vec<AreaId>)> {
    let rules = table.rules();
    let chart = rules.chart();
    let (fight, board, area) = scene(table)?;
    let state = table.state();
    let (losers, goes) = beaten(rules, &fight, &board, area);
    if !losers.contains(&side) {
        return None;
    }
    let mut after = board;
    for loser in losers {
        let unit = if board.count[loser.at()][area] > 0 { Unit::Army } else { Unit::Hannibal };
        after.take(loser, unit, area);
    }
    if after.victory(chart, rules.worth(), state.active).is_some() {
        return None;
    }
    let lose = board.has(side, Unit::Escort, area);
    let field = Field::of(chart, state)?;
    let moves = goes == side && board.units(side, area) > 1;
    let areas = if moves { ways(chart, &board, &field, side).areas } else { 0 };
    let retreat = if areas.count_ones() > 1 {
        each(areas).map(|area| chart.id(area)).collect()
    } else {
        Vec::new()
    };
    (lose || !retreat.is_empty()).then_some((lose, retreat))
}

/// In tempo full a side with a real choice is awaited.
pub(super) fn aftermath(table: GameTable<'_, '_>, side: Side) -> Flow {
    if table.state().tempo != Tempo::Full {
        return Flow::On;
    }
    let Some((lose, retreat)) = open_choice(table, side) else { return Flow::On };
    table.record(
        "W5",
        TurnEvent::Awaits { stage: Stage::Aftermath { seat: side, lose, retreat } }.into(),
    );
    Flow::Wait
}

/// Takes the decision of a side that was asked; what was not asked or is no candidate is void.
pub(crate) fn settle(table: GameTable<'_, '_>, side: Side, given: Aftermath) {
    let Some(fight) = table.state().fight.clone() else { return };
    let Stage::Aftermath { lose, retreat, .. } = table.state().stage.clone() else { return };
    let unit = given.lose.filter(|unit| lose && matches!(unit, Unit::Army | Unit::Hannibal));
    let place = given.retreat_to.filter(|area| retreat.contains(area));
    if let Some(area) = given.retreat_to.filter(|_| place.is_none()) {
        void(
            table,
            side,
            format!("retreat-to {area}"),
            "you cannot retreat there now".to_owned(),
            ("W5", Code::Retreat),
        );
    }
    let lose = if lose { Some(unit.unwrap_or_else(|| falls(table, side).0)) } else { None };
    table.record(
        "W5",
        BattleEvent::Settled { seat: side, area: fight.area, lose, retreat_to: place }.into(),
    );
}

/// The unit that falls by policy where there is a choice, and where that policy stands.
fn falls(table: GameTable<'_, '_>, side: Side) -> (Unit, Option<OrderRef>) {
    let (losses, order) = losses_policy(table, side);
    match losses {
        Losses::HannibalLast => (Unit::Army, order),
        Losses::HannibalFirst => (Unit::Hannibal, order),
    }
}

/// Losses, then the retreat. Rules B6, B7, W1 to W7.
pub(super) fn conclude(table: GameTable<'_, '_>) -> Flow {
    let rules = table.rules();
    let Some((fight, board, area)) = scene(table) else { return Flow::On };
    let (losers, goes) = beaten(rules, &fight, &board, area);
    let law = if losers.len() > 1 { "B7" } else { "B6" };
    for side in &losers {
        let settled = fight.settled.get(side).and_then(|settled| settled.lose);
        let unit = if rules.chart().is_sea(area) {
            Unit::Fleet
        } else if board.has(*side, Unit::Escort, area) {
            settled.unwrap_or_else(|| {
                let (unit, order) = falls(table, *side);
                table.by_order(order);
                unit
            })
        } else if board.hannibal_at(*side, area) {
            Unit::Hannibal
        } else {
            Unit::Army
        };
        let id = table.state().camp(*side).ids(unit, fight.area).next();
        if let Some(id) = id {
            table.record(
                law,
                UnitEvent::Removed {
                    seat: *side,
                    unit,
                    id,
                    area: fight.area,
                    why: Removal::Battle,
                }
                .into(),
            );
        }
        table.by_order(None);
    }
    if judge(table, &board) == Flow::Over {
        return Flow::Over;
    }
    if retreat(table, &fight, goes) == Flow::Over {
        return Flow::Over;
    }
    table.record("B2", BattleEvent::BattleOver { area: fight.area }.into());
    Flow::On
}

/// The retreat of a side's remaining units. Rules W1 to W7.
fn retreat(table: GameTable<'_, '_>, fight: &Fight, side: Side) -> Flow {
    let rules = table.rules();
    let (chart, worth) = (rules.chart(), rules.worth());
    let ids = table.state().camp(side).all_ids(fight.area);
    let Some((_, board, area)) = scene(table) else { return Flow::On };
    let Some(field) = Field::of(chart, table.state()).filter(|_| !ids.is_empty()) else {
        return Flow::On;
    };
    let Ways { areas, priority, rule } = ways(chart, &board, &field, side);
    let units = u32::try_from(ids.len()).expect("few units");
    let (named, order) = retreat_policy(table, side);
    let chosen =
        fight.settled.get(&side).and_then(|settled| settled.retreat).map(|id| chart.index(id));
    let chosen = chosen.filter(|area| areas & bit(*area) != 0);
    let by_policy = || {
        preferred(chart, |at| board.strength(chart, worth, side, at), areas, side, &named)
            .into_iter()
            .next()
    };
    let Some(to) = chosen.or_else(by_policy) else {
        table.record(
            rule,
            UnitEvent::LostInRetreat { seat: side, units, ids, area: fight.area }.into(),
        );
        return judge(table, &board);
    };
    let seas = if chart.is_sea(area) || chart.beside[area] & bit(to) != 0 {
        Vec::new()
    } else {
        board
            .chain(chart, side, area, to)
            .expect("an area that is not adjacent is reached by a chain")
    };
    let seas = seas.into_iter().map(|sea| chart.id(sea)).collect();
    let (from, to_id) = (fight.area, chart.id(to));
    // One that was settled was ordered in a phase before this one.
    table.by_order(order.filter(|_| chosen.is_none()));
    table.record(
        rule,
        UnitEvent::Retreat { seat: side, units, ids, from, to: to_id, seas, priority }.into(),
    );
    table.by_order(None);
    if board.held[side.other().at()] & bit(to) != 0 {
        table.record(
            "W7",
            BattleEvent::BattlePending { area: to_id, attacker: side, from: None }.into(),
        );
    }
    judge(table, &board)
}

/// The unit that falls first, by the order that came with the card, by orders given ahead or by standing orders; and
/// the place of that order.
fn losses_policy(table: GameTable<'_, '_>, side: Side) -> (Losses, Option<OrderRef>) {
    let seat = side.seat();
    let choice = table.state().sealed.get(&side).and_then(|sealed| sealed.choice.clone());
    let chosen = choice.as_ref().and_then(|choice| choice.losses);
    let ahead = ahead_of(table, side, "losses");
    let ahead = ahead
        .and_then(|orders| if let Orders::Losses(losses) = orders { Some(*losses) } else { None });
    let standing = table.policy(&seat).and_then(|policy| policy.losses);
    let order = match (chosen, ahead, standing) {
        (Some(_), ..) => with_card(table, side, choice.as_ref(), "losses"),
        (None, Some(_), _) => table.order_ahead(&seat, "losses"),
        (None, None, Some(_)) => table.standing_order(&seat, "losses"),
        (None, None, None) => None,
    };
    let losses = chosen.or(ahead).or(standing).or(table.rules().defaults().losses);
    (losses.expect("the defaults say which unit is lost first"), order)
}

/// The place of a policy that came with a card.
fn with_card(
    table: GameTable<'_, '_>,
    side: Side,
    choice: Option<&Choice>,
    key: &str,
) -> Option<OrderRef> {
    source(table, side, choice?).map(|order| order.below(key))
}

/// The areas to which a side retreats, by the order that came with the card, by orders given ahead or by standing
/// orders; and the place of that order.
fn retreat_policy(table: GameTable<'_, '_>, side: Side) -> (Vec<Area>, Option<OrderRef>) {
    let seat = side.seat();
    let choice = table.state().sealed.get(&side).and_then(|sealed| sealed.choice.clone());
    let chosen = choice.as_ref().and_then(|choice| choice.retreat.clone());
    let ahead = ahead_of(table, side, "retreat");
    let ahead =
        ahead.and_then(
            |orders| if let Orders::Retreat(list) = orders { Some(list.clone()) } else { None },
        );
    let standing = table.policy(&seat).and_then(|policy| policy.retreat.clone());
    let order = match (&chosen, &ahead, &standing) {
        (Some(_), ..) => with_card(table, side, choice.as_ref(), "retreat"),
        (None, Some(_), _) => table.order_ahead(&seat, "retreat"),
        (None, None, Some(_)) => table.standing_order(&seat, "retreat"),
        (None, None, None) => None,
    };
    let named = chosen.or(ahead).or(standing).or(table.rules().defaults().retreat.clone());
    let chart = table.rules().chart();
    let named = named.expect("the defaults say where retreats go");
    (named.into_iter().map(|id| chart.index(id)).collect(), order)
}
