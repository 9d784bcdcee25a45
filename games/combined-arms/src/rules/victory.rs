//! Victory, draws, resignation: V1, V2, V3, V4, V5, V6, with the points of the limit of turns.

use super::super::Table;
use super::super::events::{Ending, Finish, Reason, Sequence, Void};
use super::super::names::{Position, Side, Sums};
use super::super::orders::Draw;
use super::super::state::{LimitResult, State};
use crate::data::chart::Chart;
use sha2::{Digest, Sha256};
use std::fmt::Write;

pub(crate) fn won(table: &mut Table<'_>, winner: Side, reason: Ending) {
    table.record(
        reason.rule(),
        Sequence::Over { result: Finish::Won, winner: Some(winner), reason }.into(),
    );
}

fn drawn(table: &mut Table<'_>, reason: Ending) {
    table.record(
        reason.rule(),
        Sequence::Over { result: Finish::Drawn, winner: None, reason }.into(),
    );
}

/// Carries out a word about a draw (V3). An offer that meets the enemy's offer accepts it.
pub(crate) fn draw(table: &mut Table<'_>, side: Side, entry: Option<u32>, word: Draw) {
    let offered = table.state().offer.is_some_and(|offer| offer.seat == side.other());
    let turn = table.state().turn;
    match word {
        _ if offered => drawn(table, Ending::Agreement),
        Draw::Offer => table.record("V3", Sequence::DrawOffer { seat: side, turn }.into()),
        Draw::Accept => {
            super::void(table, "V3", Void { entry, ..Void::new(side, Reason::NoOffer) });
        }
    }
}

/// A side's new file makes its offer of an earlier turn lapse (V3).
pub(crate) fn lapse_offer(table: &mut Table<'_>, side: Side) {
    let (offer, turn) = (table.state().offer, table.state().turn);
    if offer.is_some_and(|offer| offer.seat == side && offer.turn < turn) {
        table.record("V3", Sequence::DrawLapsed { seat: side }.into());
    }
}

/// Ends the game at the end of a turn, if it must end; in this order: repetition, stall, limit of turns. True if it has
/// ended.
pub(crate) fn at_turn_end(table: &mut Table<'_>, position: Option<Position>) -> bool {
    let state = table.state();
    let (options, turn, round) = (state.options, state.turn, state.round());
    let stands = position
        .map_or(0, |position| state.past.iter().filter(|past| **past == position).count() + 1);
    let quiet = turn.saturating_sub(state.quiet_since) / 2;
    if options.repetition > 0 && stands >= usize::from(options.repetition) {
        table.record("V4", Sequence::Repetition { count: u32::from(options.repetition) }.into());
        drawn(table, Ending::Repetition);
    } else if options.stall_limit > 0 && quiet >= u32::from(options.stall_limit) {
        table.record("V5", Sequence::Stall { rounds: quiet }.into());
        drawn(table, Ending::Stall);
    } else if options.round_limit > 0 && turn % 2 == 0 && round >= u32::from(options.round_limit) {
        let points = points(&table.rules().chart, state);
        table.record("V6", Sequence::Limit { rounds: round, points }.into());
        match (options.limit_result, points.rome.cmp(&points.carthage)) {
            (LimitResult::Points, std::cmp::Ordering::Greater) => {
                won(table, Side::Rome, Ending::Limit);
            }
            (LimitResult::Points, std::cmp::Ordering::Less) => {
                won(table, Side::Carthage, Ending::Limit);
            }
            _ => drawn(table, Ending::Limit),
        }
    }
    table.state().result.is_some()
}

/// The points that each side has destroyed (V6).
pub(crate) fn points(chart: &Chart, state: &State) -> Sums {
    let mut points = Sums::default();
    for lost in &state.lost {
        points[lost.side.other()] += u32::from(chart.kind(lost.kind).points);
    }
    points
}

/// The digest of a position with a side to move (V4): SHA-256, cut to 128 bits, of a line for each unit
/// with its square, facing, pila, spent charge, credits and veteran state, in roster order.
pub(crate) fn position(state: &State, to_move: Side) -> Position {
    let mut text = String::with_capacity(state.units.len() * 24);
    text.push_str(to_move.word());
    for unit in &state.units {
        let spent = if unit.charged.is_some() { 'c' } else { '-' };
        let veteran = if unit.veteran { 'v' } else { '-' };
        let _ = write!(
            text,
            "\n{} {} {} {} {spent} {} {veteran}",
            unit.id, unit.square, unit.facing, unit.pila, unit.credits
        );
    }
    let digest = Sha256::digest(text.as_bytes());
    let mut hex = String::with_capacity(32);
    for byte in &digest[..16] {
        let _ = write!(hex, "{byte:02x}");
    }
    Position::new(&hex).expect("32 hex digits make a name of 32 characters")
}
