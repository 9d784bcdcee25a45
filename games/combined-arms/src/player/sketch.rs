//! A position in small figures, quick to copy and to play on: what the sensible player thinks with.
//! Attacks and retreats go by the same rules as the game's own, retreats by the data's criteria.

use super::cells::Cells;
use crate::data::chart::{Chart, Kind};
use crate::events::Aspect;
use crate::names::{Edges, Side};
use crate::orders::{Criterion, Preference};
use crate::rules::{facing, retreat};
use crate::state::{Flank, State, Unit};
use engine::kit::{Facing, Square};

/// As many units as a word has bits; units beyond that only stand in the way.
pub(super) const PIECES: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one printed ability or one fact of the turn"
)]
pub(super) struct Piece {
    pub side: Side,
    /// Its place in its army's roster.
    pub rank: u8,
    pub square: Square,
    pub facing: Facing,
    /// The number of squares that it moves in a turn.
    pub movement: u8,
    /// The reach of its attacks without pila, in squares.
    pub range: u8,
    /// Reach of its attacks with the pila it has left, in squares.
    pub throw: u8,
    pub pila: u8,
    /// Defense without its neighbours and its ground.
    pub defense: u8,
    /// Damage of its attacks to the front.
    pub hit: u8,
    /// The cost of its loss.
    pub worth: u8,
    pub general: bool,
    /// Attacks on the move and through friends.
    pub skirmish: bool,
    /// True if it attacks only from where it stood.
    pub artillery: bool,
    /// True if it cannot fall back.
    pub elephant: bool,
    /// True if it can still declare a charge.
    pub charge: bool,
    /// True if it has attacked this turn.
    pub attacked: bool,
    /// True if it has moved or turned this turn.
    pub moved: bool,
    pub gone: bool,
    pub damage: u8,
    /// Times it has fallen back in this phase.
    pub routs: u8,
    /// The pieces that did this damage, as bits.
    pub made: u64,
}

impl Piece {
    fn of(chart: &Chart, kind: &Kind, unit: &Unit, turn: u32) -> Self {
        let figures = &chart.figures;
        let able = kind.abilities;
        let charging = unit.charged == Some(turn);
        let hits = [
            (able.elephant, figures.elephant),
            (charging, figures.charge),
            (unit.veteran, figures.veteran),
        ];
        let hit =
            hits.into_iter().filter(|(is, _)| *is).map(|(_, hit)| hit).fold(figures.base, u8::max);
        Self {
            side: unit.side,
            rank: unit.rank,
            square: unit.square,
            facing: unit.facing,
            movement: kind.movement,
            range: kind.range,
            throw: if able.pila && unit.pila > 0 {
                kind.range.max(figures.pila_range)
            } else {
                kind.range
            },
            pila: unit.pila,
            defense: kind.defense.saturating_add(u8::from(unit.veteran)),
            hit,
            worth: worth(kind, unit),
            general: able.general,
            skirmish: able.skirmish,
            artillery: able.artillery,
            elephant: able.elephant,
            charge: able.charge && unit.charged.is_none(),
            attacked: unit.attacked,
            moved: unit.moved,
            gone: false,
            damage: unit.damage,
            routs: unit.routs_phase,
            made: 0,
        }
    }

    /// True if it fights hand to hand, so that sides and rears matter.
    pub(super) const fn close(&self) -> bool {
        !(self.skirmish || self.artillery)
    }

    /// True if it can still attack this turn.
    pub(super) const fn ready(&self) -> bool {
        !(self.gone || self.attacked || self.moved && self.artillery)
    }
}

/// The cost of a unit's loss: above all its speed, because only fast units can hunt a General down.
fn worth(kind: &Kind, unit: &Unit) -> u8 {
    let able = kind.abilities;
    let reach = if able.pila { 2 * unit.pila } else { 3 * kind.range.min(3).saturating_sub(1) };
    let more = [(able.elephant, 8), (unit.veteran, 8), (able.artillery, 4)];
    let more: u8 = more.into_iter().filter(|(is, _)| *is).map(|(_, more)| more).sum();
    4 * kind.movement.min(12) + 4 * kind.defense.min(12) + reach + more
}

#[derive(Clone)]
pub(super) struct Sketch<'a> {
    chart: &'a Chart,
    wide: bool,
    /// Squares along each edge.
    pub size: u8,
    pub hills: Cells,
    /// Plateaus, and the squares of units beyond [`PIECES`].
    pub closed: Cells,
    /// The pieces, in the order of the state's units.
    pub pieces: Vec<Piece>,
    pub taken: [Cells; 2],
    pub generals: [Option<usize>; 2],
}

impl<'a> Sketch<'a> {
    pub(super) fn of(chart: &'a Chart, state: &State) -> Self {
        let size = state.board.size;
        let cells = |from: &engine::kit::Squares| {
            let mut cells = Cells::new();
            from.iter().for_each(|square| cells.add(square));
            cells
        };
        let (hills, closed) = (cells(&state.board.hills), cells(&state.board.plateaus));
        let wide = state.options.flank == Flank::Wide;
        let (taken, generals) = ([Cells::new(); 2], [None; 2]);
        let mut sketch = Self {
            chart,
            wide,
            size,
            hills,
            closed,
            pieces: Vec::with_capacity(PIECES),
            taken,
            generals,
        };
        for (at, unit) in state.units.iter().enumerate() {
            if at >= PIECES {
                sketch.closed.add(unit.square);
                continue;
            }
            let kind = chart.kind(unit.kind);
            sketch.pieces.push(Piece::of(chart, kind, unit, state.turn));
            sketch.taken[unit.side.at()].add(unit.square);
            if kind.abilities.general {
                sketch.generals[unit.side.at()] = Some(at);
            }
        }
        for (at, unit) in state.units.iter().enumerate().take(PIECES) {
            let made = state
                .units
                .iter()
                .take(PIECES)
                .enumerate()
                .filter(|(_, other)| unit.made_by.contains(&other.id));
            sketch.pieces[at].made = made.map(|(other, _)| 1 << other).sum();
        }
        sketch
    }

    /// A side's remaining pieces, with their numbers.
    pub(super) fn of_side(&self, side: Side) -> impl Iterator<Item = (usize, &Piece)> {
        self.pieces.iter().enumerate().filter(move |(_, piece)| piece.side == side && !piece.gone)
    }

    /// True if nothing stands on a square of the board and nothing bars it.
    pub(super) const fn open(&self, square: Square) -> bool {
        square.on(self.size)
            && !(self.taken[0].has(square) || self.taken[1].has(square) || self.closed.has(square))
    }

    /// All squares on which something stands.
    pub(super) fn all_taken(&self) -> Cells {
        self.taken[0].with(&self.taken[1], self.size)
    }

    /// True if diagonal attacks count as flank attacks too.
    pub(super) const fn wide(&self) -> bool {
        self.wide
    }

    pub(super) fn general(&self, side: Side) -> Option<&Piece> {
        self.generals[side.at()].map(|at| &self.pieces[at]).filter(|piece| !piece.gone)
    }

    /// A piece's Defense on a square (U4).
    pub(super) fn defense_on(&self, piece: &Piece, square: Square) -> u8 {
        let beside = !piece.general
            && self.general(piece.side).is_some_and(|general| general.square.distance(square) == 1);
        piece.defense
            + u8::from(self.hills.has(square))
            + if beside { self.chart.figures.general } else { 0 }
    }

    /// The damage that still forces a piece back.
    pub(super) fn needed(&self, at: usize) -> u8 {
        let piece = &self.pieces[at];
        self.defense_on(piece, piece.square).saturating_sub(piece.damage)
    }

    /// The damage that a piece would do to one on `at` that looks along `looks`; 0 if it cannot (K3, K4, F5).
    pub(super) fn points(&self, from: &Piece, at: Square, looks: Facing) -> u8 {
        let Some(distance) = facing::in_cone(from.square, from.facing, at) else { return 0 };
        if distance > from.throw {
            return 0;
        }
        if distance > 1 || !from.close() {
            return from.hit;
        }
        let straight = self.wide || from.square.row == at.row || from.square.col == at.col;
        if straight { from.hit.max(self.flank(from.square, at, looks)) } else { from.hit }
    }

    /// The damage set by the side that a hand-to-hand attack comes from (F5); 0 if that side sets none.
    pub(super) fn flank(&self, from: Square, at: Square, looks: Facing) -> u8 {
        let flank = if self.wide { Flank::Wide } else { Flank::Direct };
        match facing::aspect(from, at, looks, flank) {
            Aspect::Side => self.chart.figures.side,
            Aspect::Rear => self.chart.figures.rear,
            Aspect::Front | Aspect::Corner => 0,
        }
    }

    /// Moves a piece to a square and turns it.
    pub(super) fn shift(&mut self, at: usize, to: Square, looks: Facing) {
        let piece = &mut self.pieces[at];
        piece.moved |= (to, looks) != (piece.square, piece.facing);
        let taken = &mut self.taken[piece.side.at()];
        taken.remove(piece.square);
        taken.add(to);
        (piece.square, piece.facing) = (to, looks);
    }

    /// Declares a charge (A5).
    pub(super) fn charge(&mut self, at: usize) {
        let (piece, figures) = (&mut self.pieces[at], &self.chart.figures);
        piece.charge = false;
        piece.hit = piece.hit.max(figures.charge);
    }

    pub(super) const fn charge_move(&self) -> u8 {
        self.chart.figures.charge_move
    }

    pub(super) const fn charge_hit(&self) -> u8 {
        self.chart.figures.charge
    }

    /// Carries out an attack with all its consequences (D1, D2).
    pub(super) fn attack(&mut self, by: usize, target: usize) {
        let (at, looks) = (self.pieces[target].square, self.pieces[target].facing);
        let points = self.points(&self.pieces[by], at, looks);
        let attacker = &mut self.pieces[by];
        attacker.attacked = true;
        if attacker.square.distance(at) > attacker.range {
            attacker.pila = attacker.pila.saturating_sub(1);
            attacker.throw = if attacker.pila > 0 { attacker.throw } else { attacker.range };
        }
        let piece = &mut self.pieces[target];
        piece.damage = piece.damage.saturating_add(points);
        piece.made |= 1 << by;
        if self.needed(target) == 0 {
            self.force_back(target);
        }
    }

    /// Begins the Attack Phase: retreats of the Move Phase no longer count (W1).
    pub(super) fn open_attack_phase(&mut self) {
        self.pieces.iter_mut().for_each(|piece| piece.routs = 0);
    }

    /// Ends the turn: damage lapses (T3).
    pub(super) fn end_turn(&mut self) {
        for piece in &mut self.pieces {
            (piece.damage, piece.routs, piece.made) = (0, 0, 0);
            (piece.attacked, piece.moved) = (false, false);
        }
    }

    /// Forces a piece back, or destroys it (A7, W1, D3, D4).
    fn force_back(&mut self, at: usize) {
        let piece = self.pieces[at];
        let to = if piece.elephant || piece.routs > 0 { None } else { self.choose(at) };
        let taken = &mut self.taken[piece.side.at()];
        taken.remove(piece.square);
        let Some(to) = to else {
            self.pieces[at].gone = true;
            return;
        };
        taken.add(to);
        let looks = self.turned_away(at, to);
        let piece = &mut self.pieces[at];
        (piece.square, piece.facing, piece.damage, piece.made) = (to, looks, 0, 0);
        piece.routs += 1;
    }

    /// The squares that a piece may fall back to, in the final order (D3).
    pub(super) fn escapes(&self, at: usize) -> impl Iterator<Item = Square> {
        let piece = &self.pieces[at];
        let enemies = &self.taken[piece.side.other() as usize];
        let barred = |to: Square| to.row == piece.square.row && enemies.near(to, 1, self.size);
        let squares = retreat::squares(piece.square, piece.side).into_iter().flatten();
        squares.filter(move |to| self.open(*to) && !barred(*to))
    }

    /// The square that a piece falls back to by the data's criteria (D5).
    fn choose(&self, at: usize) -> Option<Square> {
        let mut left = [Square::default(); 5];
        let mut count = 0;
        for square in self.escapes(at) {
            left[count] = square;
            count += 1;
        }
        for criterion in &self.chart.retreat_default {
            if count <= 1 {
                break;
            }
            let mut keys = [0; 5];
            for (key, square) in keys.iter_mut().zip(&left).take(count) {
                *key = self.key(at, *square, *criterion);
            }
            let best = keys[..count].iter().copied().min().unwrap_or_default();
            let mut kept = 0;
            for from in 0..count {
                if keys[from] == best {
                    left[kept] = left[from];
                    kept += 1;
                }
            }
            count = kept;
        }
        left[..count].first().copied()
    }

    /// The rank of a square by a criterion; the squares with the least are kept.
    fn key(&self, at: usize, to: Square, criterion: Criterion) -> u32 {
        let piece = &self.pieces[at];
        let from = piece.square;
        let not = |is: bool| u32::from(!is);
        match criterion {
            Criterion::Best(Preference::Safest) => {
                let looks = self.turned_away(at, to);
                let enemies = self.of_side(piece.side.other()).filter(|(_, enemy)| enemy.ready());
                enemies.map(|(_, enemy)| u32::from(self.points(enemy, to, looks))).sum()
            }
            Criterion::Best(Preference::Clear) => {
                self.taken[piece.side.other() as usize].count(to, 1, self.size)
            }
            Criterion::Best(Preference::Friends) => {
                9 - (self.taken[piece.side.at()].count(to, 1, self.size) - 1)
            }
            Criterion::Best(Preference::General) if piece.general => 0,
            Criterion::Best(Preference::General) => {
                self.general(piece.side).map_or(0, |general| u32::from(general.square.distance(to)))
            }
            Criterion::Best(Preference::Back) => not(to.row != from.row),
            Criterion::Best(Preference::Lateral) => not(to.row == from.row),
            Criterion::Best(Preference::Straight) => not(to.col == from.col),
            Criterion::Best(Preference::East) => not(to.col > from.col),
            Criterion::Best(Preference::West) => not(to.col < from.col),
            Criterion::Best(Preference::Hill) => not(self.hills.has(to)),
            Criterion::Square(square) => not(to == square),
        }
    }

    /// The facing of a piece after falling back to `to` (D6).
    fn turned_away(&self, at: usize, to: Square) -> Facing {
        let piece = &self.pieces[at];
        let (mut nearest, mut east, mut north) = (u8::MAX, 0i16, 0i16);
        let mut made = piece.made;
        while made != 0 {
            let by = &self.pieces[made.trailing_zeros() as usize];
            made &= made - 1;
            let distance = by.square.distance(to);
            if distance < nearest {
                (nearest, east, north) = (distance, 0, 0);
            }
            if distance == nearest {
                let (cols, rows) = to.minus(by.square);
                (east, north) = (east + i16::from(cols), north + i16::from(rows));
            }
        }
        match (east.abs() > north.abs(), east.signum(), north.signum()) {
            (true, 1, _) => Facing::E,
            (true, ..) => Facing::W,
            (false, _, 1) => Facing::N,
            (false, _, -1) => Facing::S,
            (false, ..) => piece.side.back(),
        }
    }
}
