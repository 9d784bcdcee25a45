//! The moves of the sensible player: shaken units fall back through the line, the line closes up, horse and elephants
//! look for what is weak. Every move is carried out by the rules on a copy before the next is thought of.

use super::book::{Book, Fighter};
use super::lead;
use super::survey::{Lattice, OFF, Piece, Survey, Way, Ways, Who, front, rear};
use super::{Player, Scale, scratch};
use crate::events::{Event, Morale, Note};
use crate::field::Field;
use crate::names::{Class, CommandBox, Id, Kind, Side};
use crate::orders::{Course, MoveOrder, MovementOrders, OneMove, ReturnOrder, Token};
use crate::rules::{flight, movement, points};
use crate::state::{Place, State, Unit};
use engine::kit::Hex;
use std::collections::BTreeMap;

/// The way in which a unit moves.
#[derive(Clone, Copy)]
pub(super) enum Mood<'s> {
    /// To the best place by the weights of a scale.
    By(&'s Scale),
    Still,
}

/// The hexes that elephants must have come straight ahead to earn their bonus (10.3 d).
const RUN: u8 = 4;

/// Orders for a movement impulse, each unit's by a mood, and the position that they lead to.
pub(super) fn plan<'s>(me: &Player<'_>, mood: impl Fn(Id) -> Mood<'s>) -> (MovementOrders, State) {
    let mut state = me.view.clone();
    if me.flights() {
        scratch(me, &mut state, |board| flight::flights(board, me.side));
    }
    let mut orders = MovementOrders::default();
    let lattice = Lattice::new(Field::new(&me.rules.printed, me.view).grid());
    for order in returns(me, &state) {
        let one = MovementOrders { returns: vec![order.clone()], ..MovementOrders::default() };
        if carry_out(me, &mut state, &one) {
            orders.returns.push(order);
        }
    }
    let mut marked: BTreeMap<Id, u8> = BTreeMap::new();
    for id in sequence(me, &state, &lattice) {
        let Mood::By(scale) = mood(id) else { continue };
        let order = {
            let field = Field::new(&me.rules.printed, &state);
            let survey = Survey::new(&field, &lattice, me.side);
            choose(me, scale, &survey, id, &mut marked)
        };
        let Some(order) = order else { continue };
        let one = MovementOrders {
            moves: vec![MoveOrder::One(order.clone())],
            ..MovementOrders::default()
        };
        if carry_out(me, &mut state, &one) {
            orders.moves.push(MoveOrder::One(order));
        }
    }
    if let Some(order) = lead::ride(me, &state, &lattice) {
        let one = MovementOrders {
            moves: vec![MoveOrder::One(order.clone())],
            ..MovementOrders::default()
        };
        if carry_out(me, &mut state, &one) {
            orders.moves.push(MoveOrder::One(order));
        }
    }
    (orders, state)
}

/// Carries out orders by the rules. If any part is void or a unit panics, the state is left alone and the result is
/// false.
pub(super) fn carry_out(me: &Player<'_>, state: &mut State, orders: &MovementOrders) -> bool {
    let before = state.clone();
    let fine = scratch(me, state, |board| {
        movement::resolve(board, me.side, orders, false);
        !board.entries().iter().any(|entry| {
            matches!(
                entry.event,
                Event::Note(Note::Void { .. }) | Event::Morale(Morale::Panic { .. })
            )
        })
    });
    if !fine {
        *state = before;
    }
    fine
}

/// Own units in the order in which they move: the shaken first, who make room; then those nearest to the enemy.
fn sequence(me: &Player<'_>, state: &State, lattice: &Lattice) -> Vec<Id> {
    let field = Field::new(&me.rules.printed, state);
    let survey = Survey::new(&field, lattice, me.side);
    let mut all: Vec<(bool, u8, usize, Id)> = Vec::new();
    for (at, piece) in survey.own.iter().enumerate() {
        if movement::movable(&field, me.side, piece.id).is_ok() {
            all.push((!shaken(piece), survey.far[piece.hex], at, piece.id));
        }
    }
    all.sort_unstable();
    all.into_iter().map(|(_, _, _, id)| id).collect()
}

/// True if one more bad fight may break a unit that is worth saving.
fn shaken(piece: &Piece<'_>) -> bool {
    piece.note.pr > 0 && piece.unit.dp > 0 && piece.left() <= 2
}

/// The facts that count in the choice of a place for one unit.
struct Weighing<'s, 'a> {
    survey: &'s Survey<'a>,
    book: &'s Book,
    scale: &'s Scale,
    piece: Piece<'a>,
    /// The number of attackers that have already chosen each target.
    marked: &'s BTreeMap<Id, u8>,
    /// No unit should go nearer to the enemy than this many hexes without a reason.
    pace: u8,
    /// Mercenaries may charge in this half.
    furor: bool,
    leader: Option<(Hex, u8)>,
    side: Side,
}

/// The move of a unit to its best place; none if it already stands there.
fn choose(
    me: &Player<'_>,
    scale: &Scale,
    survey: &Survey<'_>,
    id: Id,
    marked: &mut BTreeMap<Id, u8>,
) -> Option<OneMove> {
    let piece = *survey.own.iter().find(|piece| piece.id == id)?;
    let leader = me.view.camps[me.side].leader;
    let range = me.rules.printed.range(leader.id);
    let weighing = Weighing {
        survey,
        book: &me.book,
        scale,
        piece,
        marked,
        pace: pace(survey, scale),
        furor: me.view.camps[me.side].charges > 0
            || points::left(me.view, me.side, CommandBox::Furor) > 0,
        leader: leader.hex.map(|hex| (hex, range)),
        side: me.side,
    };
    let ways = survey.ways(&piece, piece.note.mp);
    if let Some(order) = leave(me, survey, &piece, &ways) {
        return Some(order);
    }
    let best = ways
        .all
        .iter()
        .map(|way| (weighing.score(way), -i32::from(way.mp), way))
        .max_by_key(|(score, mp, way)| (*score, *mp, std::cmp::Reverse((way.hex, way.face))));
    let (_, _, way) = best?;
    let target = weighing
        .best_target(way)
        .filter(|(gain, _)| *gain > 0)
        .map(|(_, target)| survey.foe[target].id);
    if let Some(target) = target {
        *marked.entry(target).or_insert(0) += 1;
    }
    let path = ways.course(survey.lattice, way);
    (!path.is_empty()).then_some(OneMove { unit: id, path, to: None })
}

/// 17.1.4: a unit that can leave by the enemy's edge now takes its points off, once the side has any to lose.
fn leave(me: &Player<'_>, survey: &Survey<'_>, piece: &Piece<'_>, ways: &Ways) -> Option<OneMove> {
    let battle = me.rules.printed.battle(me.view.battle);
    let worth = battle.exit == Some(me.side)
        && piece.note.pr > 0
        && me.view.camps[me.side].pr >= piece.note.pr;
    let ahead = usize::from(me.side == Side::Carthage) * 3;
    let fits = |way: &&Way| {
        let open = survey.lattice.next[way.hex][ahead] == OFF && front(way.face).contains(&ahead);
        let free = way.hex == piece.hex || survey.hostile[way.hex] == 0;
        open && free && way.mp < piece.note.mp
    };
    let way = ways.all.iter().find(fits).filter(|_| worth)?;
    let mut path = ways.course(survey.lattice, way);
    path.0.push(Token::Exit);
    Some(OneMove { unit: piece.id, path, to: None })
}

/// How near to the enemy the line of foot can come in this half, in hexes: the distance less the march of the unit
/// behind which a given percentage of the line stands.
fn pace(survey: &Survey<'_>, scale: &Scale) -> u8 {
    let line = survey
        .own
        .iter()
        .filter(|piece| piece.steady() && piece.note.class == Class::Infantry && piece.note.pr > 0);
    let mut far: Vec<u8> =
        line.map(|piece| survey.far[piece.hex].saturating_sub(piece.note.mp)).collect();
    far.sort_unstable();
    let share = usize::try_from(scale.pace.clamp(0, 99)).expect("a share");
    far.get(far.len() * share / 99).copied().unwrap_or(1).max(1)
}

impl Weighing<'_, '_> {
    fn score(&self, way: &Way) -> i32 {
        let scale = self.scale;
        let attack = self.best_target(way).map_or(0, |(gain, _)| gain.max(0));
        let danger = self.danger(way) * scale.danger / 100;
        attack * scale.assault / 100 - danger - self.disarray(way, attack)
            + self.comrades(way)
            + self.progress(way, attack)
    }

    fn best_target(&self, way: &Way) -> Option<(i32, usize)> {
        if way.left_zone || self.piece.unit.turn.motionless {
            return None;
        }
        let targets = front(way.face).into_iter().filter_map(|side| self.foe(way.hex, side));
        targets
            .filter(|who| self.survey.foe[*who].steady())
            .map(|who| (self.gain(way, who), who))
            .max()
    }

    fn foe(&self, hex: usize, side: usize) -> Option<usize> {
        match self.survey.at.get(self.survey.lattice.next[hex][side]) {
            Some(Who::Foe(who)) => Some(*who),
            _ => None,
        }
    }

    fn gain(&self, way: &Way, who: usize) -> i32 {
        let (piece, foe) = (&self.piece, &self.survey.foe[who]);
        let behind = rear(foe.face)
            .into_iter()
            .any(|side| self.survey.lattice.next[foe.hex][side] == way.hex);
        let rear = if behind { i16::from(piece.note.rear_bonus) } else { 0 };
        let run = i16::from(piece.unit.kind == Kind::El && way.straight >= RUN);
        let worn = self.marked.get(&foe.id).copied().unwrap_or(0).min(2);
        let dp = foe.unit.dp.saturating_add(worn).min(foe.note.morale.saturating_sub(1));
        let with = self.supports(way);
        let attack = piece.strength() + rear + run + with;
        let defence = i16::from(foe.note.combat) - i16::from(dp) + self.survey.backed[who];
        let (by, on) =
            (Fighter { note: piece.note, dp: piece.unit.dp }, Fighter { note: foe.note, dp });
        let led = [false, self.survey.chief == Some(foe.hex)];
        let chiefs = self.book.chiefs(attack, defence, led);
        let plain = self.book.gain((attack, by), (defence, on), false);
        if self.furor && piece.unit.kind == Kind::Me {
            return chiefs + plain.max(self.book.gain((attack + 2, by), (defence, on), true));
        }
        chiefs + plain
    }

    /// Friends behind a place who would support from where they stand.
    fn supports(&self, way: &Way) -> i16 {
        let backs = |side: &usize| {
            let hex = self.survey.lattice.next[way.hex][*side];
            let Some(Who::Own(friend)) = self.survey.at.get(hex) else { return false };
            let friend = &self.survey.own[*friend];
            let same = friend.id != self.piece.id && friend.note.support == self.piece.note.support;
            same && friend.steady() && friend.face == way.face && self.survey.hostile[hex] == 0
        };
        i16::try_from(rear(way.face).iter().filter(|side| backs(side)).count()).expect("two sides")
    }

    fn danger(&self, way: &Way) -> i32 {
        let piece = &self.piece;
        let defence = piece.strength() + self.supports(way);
        let own = Fighter { note: piece.note, dp: piece.unit.dp };
        let back = rear(way.face);
        let mut blows: Vec<i32> = Vec::new();
        let mut bare = 0;
        for side in 0..6 {
            let hex = self.survey.lattice.next[way.hex][side];
            if hex == OFF {
                continue;
            }
            let who = match self.survey.at[hex] {
                Who::Own(who) if self.survey.own[who].id != piece.id => None,
                Who::Foe(who) if !self.survey.foe[who].steady() => None,
                Who::Foe(who) => Some(who),
                _ => self.survey.strike[hex],
            };
            let Some(foe) = who.map(|who| &self.survey.foe[who]) else { continue };
            let behind = back.contains(&side);
            bare += i32::from(behind);
            let attack = foe.strength() + if behind { i16::from(foe.note.rear_bonus) } else { 0 };
            let by = Fighter { note: foe.note, dp: foe.unit.dp };
            blows.push(self.book.gain((attack, by), (defence, own), false));
        }
        blows.sort_unstable_by(|a, b| b.cmp(a));
        let sum: i32 = blows
            .iter()
            .zip([100, self.scale.second_blow])
            .map(|(blow, share)| (*blow).max(0) * share / 100)
            .sum();
        sum + self.scale.bare * bare
    }

    /// The cost of a place for the line: an open flank that the enemy can reach, no friend beside it, contact without
    /// an attack, the enemy's reach.
    fn disarray(&self, way: &Way, attack: i32) -> i32 {
        let (scale, survey) = (self.scale, self.survey);
        if self.piece.note.class != Class::Infantry
            || self.piece.note.pr == 0
            || shaken(&self.piece)
        {
            return 0;
        }
        let around = survey.lattice.next[way.hex];
        let friend = |side: &usize| matches!(survey.at.get(around[*side]), Some(Who::Own(who)) if survey.own[*who].id != self.piece.id);
        let reached = |side: &usize| around[*side] != OFF && survey.strike[around[*side]].is_some();
        let flanks = [[1, 2], [5, 4]].map(|pair| pair.map(|turn| (way.face + turn) % 6));
        let open =
            flanks.iter().filter(|pair| !pair.iter().any(friend) && pair.iter().any(reached));
        let open = i32::try_from(open.count()).expect("two flanks");
        let alone = !(0..6).any(|side| friend(&side));
        let idle = attack <= 0 && survey.hostile[way.hex] > 0;
        let near = attack <= 0 && survey.strike[way.hex].is_some();
        scale.flank * open
            + scale.alone * i32::from(alone)
            + scale.contact * i32::from(idle)
            + scale.reached * i32::from(near)
    }

    /// Friends beside a place, and friends before it who want support.
    fn comrades(&self, way: &Way) -> i32 {
        let friend = |side: usize| match self.survey.at.get(self.survey.lattice.next[way.hex][side])
        {
            Some(Who::Own(who)) if self.survey.own[*who].id != self.piece.id => {
                Some(&self.survey.own[*who])
            }
            _ => None,
        };
        let steady = |side: usize| friend(side).is_some_and(Piece::steady);
        let [_, right, left] = front(way.face);
        let flanks = [(right, (way.face + 2) % 6), (left, (way.face + 4) % 6)];
        let beside = flanks.iter().filter(|(one, other)| steady(*one) || steady(*other)).count();
        let ahead = front(way.face).into_iter().filter_map(friend).filter(|other| {
            other.steady()
                && other.face == way.face
                && other.note.support == self.piece.note.support
        });
        let held = self.survey.hostile[way.hex] > 0;
        let support = |other: &Piece<'_>| {
            let contact = self.survey.hostile[other.hex] > 0 || self.survey.far[other.hex] == 1;
            if contact { self.scale.support_contact } else { self.scale.support }
        };
        let best = if held { 0 } else { ahead.map(support).max().unwrap_or(0) };
        self.scale.beside * i32::try_from(beside).expect("six sides") + best
    }

    /// The value of going towards the enemy in step with the line; for shaken units, away from the enemy and near the
    /// leader.
    fn progress(&self, way: &Way, attack: i32) -> i32 {
        let (scale, far) = (self.scale, i32::from(self.survey.far[way.hex]));
        if shaken(&self.piece) {
            let near = self.leader.is_some_and(|(hex, range)| {
                crate::player::apart(self.survey, way.hex, hex) <= range
            });
            return scale.rescue * far.min(4) + if near { scale.rescue_leader } else { 0 };
        }
        let early = (i32::from(self.pace) - far).max(0);
        let hasty = early * if attack > 0 { scale.hasty_attack } else { scale.hasty };
        let eager = match self.piece.note.class {
            Class::Cavalry => scale.cavalry,
            Class::Elephant => scale.elephants,
            _ if self.piece.note.pr == 0 || self.piece.unit.kind == Kind::Ve => scale.light,
            _ => scale.foot,
        };
        let ahead = if self.side == Side::Rome { 0 } else { 3 };
        let turned = if front(way.face).contains(&ahead) { 0 } else { -scale.turned };
        -eager * far - hasty + turned
    }
}

/// Pursuers that come back, and the ambush, as points allow.
fn returns(me: &Player<'_>, state: &State) -> Vec<ReturnOrder> {
    let field = Field::new(&me.rules.printed, state);
    let left = usize::from(points::left(state, me.side, CommandBox::Cavalry));
    let away = |unit: &Unit| matches!(unit.place, Place::Off(_) | Place::Reserve);
    let mut waiting: Vec<(Id, &Unit)> = state
        .units
        .iter()
        .filter(|(_, unit)| unit.side == me.side && away(unit))
        .map(|(id, unit)| (*id, unit))
        .collect();
    waiting.sort_by_key(|(id, unit)| (std::cmp::Reverse(field.printed_on(unit).pr), *id));
    let order = |(id, unit): (Id, &Unit)| {
        let doors = movement::entries(&field, me.side, unit);
        let middle = field.grid().lines / 2;
        let enter = doors.into_iter().min_by_key(|hex| (hex.line.abs_diff(middle), *hex))?;
        Some(ReturnOrder { unit: id, enter, path: Course::default() })
    };
    waiting.into_iter().filter_map(order).take(left).collect()
}
