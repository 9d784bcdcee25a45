//! What happens, and the only writer of the state.

use super::chart::{AreaId, CardId, Side, Unit, UnitId};
use super::state::{Choice, Ended, Fight, Pending, Sealed, Settled, Stage, State, unit_of};
use serde::{Deserialize, Serialize};

/// An event, with its whole result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// A seat takes its action.
    Turn {
        /// Whose.
        seat: Side,
        /// `move`, `card`, `deploy` or `pass`.
        action: String,
        /// The card laid face-up.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        card: Option<CardId>,
    },
    /// The order of battles that the active seat wishes; only he knows it.
    BattlesOrdered {
        /// Whose.
        seat: Side,
        /// The areas.
        battles: Vec<AreaId>,
    },
    /// A unit moves.
    Move {
        /// Whose.
        seat: Side,
        /// Its kind.
        unit: Unit,
        /// Its id.
        id: UnitId,
        /// The area left.
        from: AreaId,
        /// The area entered.
        to: AreaId,
        /// The chain of seas that carried it.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        seas: Vec<AreaId>,
        /// The army that went along free.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        escort: Option<UnitId>,
        /// Whether it is the effect of a card in battle.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        effect: bool,
    },
    /// A unit leaves the board.
    Removed {
        /// Whose.
        seat: Side,
        /// Its kind.
        unit: Unit,
        /// Its id.
        id: UnitId,
        /// Where it was.
        area: AreaId,
        /// `deploy` or `battle`.
        why: String,
    },
    /// A fleet comes back.
    Deployed {
        /// Whose.
        seat: Side,
        /// Its id.
        id: UnitId,
        /// Where.
        area: AreaId,
    },
    /// A hand is empty and taken up again.
    Refill {
        /// Whose.
        seat: Side,
        /// The card just played, which stays out.
        kept_out: CardId,
    },
    /// Units of both sides are in an area.
    BattlePending {
        /// Where.
        area: AreaId,
        /// The side that entered.
        attacker: Side,
        /// The area from which it entered.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        from: Option<AreaId>,
    },
    /// More units enter a pending battle.
    BattleJoined {
        /// Where.
        area: AreaId,
        /// Whose units.
        seat: Side,
        /// The area from which they entered.
        from: AreaId,
    },
    /// A battle begins.
    Battle {
        /// Where.
        area: AreaId,
        /// The attacker.
        attacker: Side,
        /// Strength of the attacker's units.
        att: i32,
        /// Strength of the defender's units.
        dfn: i32,
        /// Which battle in this area this turn.
        nth: u32,
    },
    /// A policy asks its seat.
    Asked {
        /// Whom.
        seat: Side,
        /// The battle.
        area: AreaId,
    },
    /// A seat has chosen; only it knows what.
    Sealed {
        /// Who.
        seat: Side,
        /// The battle.
        area: AreaId,
        /// What.
        choice: Choice,
    },
    /// A lot among cards is drawn.
    Die {
        /// For whom.
        seat: Side,
        /// What for.
        why: String,
        /// Sides of the die.
        sides: u32,
        /// The face.
        face: u32,
    },
    /// Both cards are turned over.
    Reveal {
        /// The battle.
        area: AreaId,
        /// Rome's card.
        rome: CardId,
        /// Carthage's card.
        carthage: CardId,
    },
    /// The totals are compared.
    Result {
        /// The battle.
        area: AreaId,
        /// The attacker's total.
        att: i32,
        /// The defender's total.
        dfn: i32,
        /// What makes up the attacker's.
        att_parts: Vec<Part>,
        /// What makes up the defender's.
        dfn_parts: Vec<Part>,
        /// The winner's side, or `tie`.
        winner: String,
    },
    /// A seat has decided a loss or a retreat.
    Settled {
        /// Who.
        seat: Side,
        /// The battle.
        area: AreaId,
        /// What falls.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        lose: Option<Unit>,
        /// Where the others go.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        retreat_to: Option<AreaId>,
    },
    /// Units retreat together.
    Retreat {
        /// Whose.
        seat: Side,
        /// How many.
        units: u32,
        /// Which.
        ids: Vec<UnitId>,
        /// The area left.
        from: AreaId,
        /// The area entered.
        to: AreaId,
        /// The chain of seas that carried them.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        seas: Vec<AreaId>,
        /// `1` to `4` for defending armies, `attacked-from` for attacking ones, `home` for fleets.
        priority: String,
    },
    /// Units have no place of retreat.
    LostInRetreat {
        /// Whose.
        seat: Side,
        /// How many.
        units: u32,
        /// Which.
        ids: Vec<UnitId>,
        /// Where they were.
        area: AreaId,
    },
    /// A battle is finished.
    BattleOver {
        /// Where.
        area: AreaId,
    },
    /// Control of a region has changed.
    Control {
        /// The region.
        area: AreaId,
        /// Who controls it now.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        seat: Option<Side>,
        /// Enemy areas of influence that this seat now controls; without a seat, that the last one has left.
        count: u32,
    },
    /// A plan given ahead was carried out; only its author knows it.
    AheadUsed {
        /// Whose.
        seat: Side,
        /// Its number in the list.
        order: u32,
        /// The order in words.
        why: String,
    },
    /// An order could not be carried out; only its author knows it.
    Void {
        /// Whose.
        seat: Side,
        /// The order.
        order: String,
        /// Why.
        why: String,
    },
    /// Somebody is asked.
    Awaits {
        /// What.
        stage: Stage,
    },
    /// A turn is over.
    TurnOver {
        /// Whose it was.
        seat: Side,
        /// The turn that begins.
        begins: u32,
        /// Turns running without a removed unit.
        quiet: u32,
        /// The position, where repetition counts.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        position: Option<String>,
        /// How often it has now been reached.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        times: Option<u32>,
    },
    /// A draw is offered.
    DrawOffered {
        /// By whom.
        seat: Side,
    },
    /// An offer was not taken up.
    OfferLapsed {
        /// Whose.
        seat: Side,
    },
    /// A side has won.
    Victory {
        /// Who.
        seat: Side,
        /// By what.
        by: String,
        /// The rule.
        law: String,
    },
    /// Nobody has won.
    Draw {
        /// By what.
        by: String,
        /// The rule.
        law: String,
    },
}

/// One summand of a total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What it is.
    pub what: String,
    /// What it adds.
    pub points: i32,
}

/// Writes an event into the state.
pub(super) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Turn { seat, card, .. } => {
            if let Some(card) = card {
                play_card(state, *seat, *card);
            }
        }
        Event::Refill { seat, kept_out } => refill(state, *seat, *kept_out),
        Event::Reveal { rome, carthage, .. } => {
            play_card(state, Side::Rome, *rome);
            play_card(state, Side::Carthage, *carthage);
            if let Some(fight) = &mut state.fight {
                fight.cards = Some([*rome, *carthage]);
            }
        }
        Event::Move { seat, id, to, escort, .. } => {
            for id in [Some(*id), *escort].into_iter().flatten() {
                state.camp_mut(*seat).units.insert(id, *to);
            }
        }
        Event::Removed { seat, id, .. } => remove(state, *seat, *id),
        Event::LostInRetreat { seat, ids, .. } => {
            ids.iter().for_each(|id| remove(state, *seat, *id))
        }
        Event::Deployed { seat, id, area } => {
            let camp = state.camp_mut(*seat);
            camp.sunk.retain(|sunk| sunk != id);
            camp.units.insert(*id, *area);
        }
        Event::Retreat { seat, ids, to, .. } => {
            let camp = state.camp_mut(*seat);
            for id in ids {
                camp.units.insert(*id, *to);
            }
        }
        Event::Control { .. }
        | Event::Die { .. }
        | Event::Result { .. }
        | Event::AheadUsed { .. }
        | Event::Void { .. } => {}
        Event::DrawOffered { seat } => state.offer = Some(*seat),
        Event::OfferLapsed { .. } => state.offer = None,
        Event::Victory { seat, by, law } => end(state, Some(*seat), by, law),
        Event::Draw { by, law } => end(state, None, by, law),
        Event::TurnOver { .. } => turn_over(state, event),
        _ => apply_battle(state, event),
    }
}

/// The events of battles.
fn apply_battle(state: &mut State, event: &Event) {
    match event {
        Event::BattlesOrdered { seat, battles } => sealed(state, *seat).battles.clone_from(battles),
        Event::BattlePending { area, attacker, from } => {
            state.pending.push(Pending {
                area: *area,
                attacker: *attacker,
                from: from.iter().copied().collect(),
            });
        }
        Event::BattleJoined { area, seat, from } => {
            let pending = state
                .pending
                .iter_mut()
                .find(|pending| pending.area == *area && pending.attacker == *seat);
            if let Some(pending) = pending.filter(|pending| !pending.from.contains(from)) {
                pending.from.push(*from);
            }
        }
        Event::Battle { area, attacker, nth, .. } => {
            state.sealed.values_mut().for_each(|sealed| sealed.choice = None);
            state.fought.insert(*area, *nth);
            state.fight = Some(Fight {
                area: *area,
                attacker: *attacker,
                nth: *nth,
                cards: None,
                settled: std::collections::BTreeMap::new(),
            });
        }
        Event::Sealed { seat, choice, .. } => sealed(state, *seat).choice = Some(choice.clone()),
        Event::Settled { seat, lose, retreat_to, .. } => {
            if let Some(fight) = &mut state.fight {
                fight.settled.insert(*seat, Settled { lose: *lose, retreat: *retreat_to });
            }
        }
        Event::BattleOver { area } => {
            state.pending.retain(|pending| pending.area != *area);
            state.sealed.values_mut().for_each(|sealed| sealed.choice = None);
            state.sealed.retain(|_, sealed| !sealed.battles.is_empty());
            state.fight = None;
        }
        Event::Awaits { stage } => state.stage = stage.clone(),
        _ => {}
    }
}

/// What a seat has sealed.
fn sealed(state: &mut State, seat: Side) -> &mut Sealed {
    state.sealed.entry(seat).or_default()
}

/// Lays a card face-up.
fn play_card(state: &mut State, seat: Side, card: CardId) {
    let camp = state.camp_mut(seat);
    camp.hand.retain(|held| *held != card);
    camp.face_up.push(card);
}

/// Takes all face-up cards back but one.
fn refill(state: &mut State, seat: Side, kept_out: CardId) {
    let camp = state.camp_mut(seat);
    camp.hand = camp.deck.iter().copied().filter(|card| *card != kept_out).collect();
    camp.face_up = vec![kept_out];
}

/// Takes a unit off the board; a fleet can come back.
fn remove(state: &mut State, seat: Side, id: UnitId) {
    state.bled = true;
    let camp = state.camp_mut(seat);
    camp.units.remove(&id);
    if unit_of(id) == Unit::Fleet {
        camp.sunk.push(id);
        camp.sunk.sort_unstable();
    }
}

/// Passes the turn on.
fn turn_over(state: &mut State, event: &Event) {
    let Event::TurnOver { seat, begins, quiet, position, times } = event else { return };
    state.turn = *begins;
    state.active = seat.other();
    state.stage = Stage::Action {};
    state.battle_before = !state.fought.is_empty();
    state.fought.clear();
    state.sealed.clear();
    state.bled = false;
    state.quiet = *quiet;
    if let (Some(position), Some(times)) = (position, times) {
        state.seen.insert(position.clone(), *times);
    }
}

/// Ends the game.
fn end(state: &mut State, winner: Option<Side>, by: &str, law: &str) {
    state.stage = Stage::Over {};
    state.ended = Some(Ended { winner, by: by.to_owned(), rule: law.to_owned() });
}
