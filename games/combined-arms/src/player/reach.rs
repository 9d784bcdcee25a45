//! The attacks that a side can make in its next turn: the squares that its pieces can reach, and their damage from
//! there.

use super::cells::Cells;
use super::sketch::{Piece, Sketch};
use crate::names::Side;
use engine::kit::square::SIZE_MAX;
use engine::kit::{Direction, Facing, Square};

/// The squares that one piece can reach with its next move, and its damage from there.
pub(super) struct Reach {
    /// Squares from which it can attack; an engine has none but its own.
    pub stops: Cells,
    /// The piece, charging if it still can.
    pub piece: Piece,
    /// Targets more than this many squares from where it stands now are out of reach.
    far: u8,
}

impl Sketch<'_> {
    /// The squares on which a piece can stop with this many steps, its own included (M2, M3, A3, H2).
    pub(super) fn stops(&self, at: usize, steps: u8) -> Cells {
        let piece = &self.pieces[at];
        let taken = self.all_taken();
        let mut all = self.flood(piece, steps, &taken).without(&taken, self.size);
        all.add(piece.square);
        all
    }

    /// The squares that a piece gets to or through.
    fn flood(&self, piece: &Piece, steps: u8, taken: &Cells) -> Cells {
        let bars = if piece.skirmish { &self.taken[piece.side.other() as usize] } else { taken };
        if steps == 0 {
            let mut own = Cells::new();
            own.add(piece.square);
            return own;
        }
        Cells::flood(piece.square, steps, &self.closed.with(bars, self.size), self.size)
    }

    pub(super) fn reaches(&self, side: Side) -> Vec<Reach> {
        let taken = self.all_taken();
        let one = |piece: &Piece| {
            let mut piece = *piece;
            if piece.charge {
                (piece.movement, piece.hit) =
                    (self.charge_move(), piece.hit.max(self.charge_hit()));
            }
            let steps = if piece.artillery { 0 } else { piece.movement };
            let mut stops = self.flood(&piece, steps, &taken).without(&taken, self.size);
            stops.add(piece.square);
            Reach { stops, piece, far: steps + piece.throw }
        };
        self.of_side(side).map(|(_, piece)| one(piece)).collect()
    }

    /// The most damage that a side could do in its next turn to a piece on `at` that looks along `looks`.
    ///
    /// It is an upper bound: each piece counts with the best it could do by itself, and of the pieces that fight hand
    /// to hand only as many as there is room for beside the square.
    pub(super) fn storm(&self, reaches: &[Reach], at: Square, looks: Facing) -> u8 {
        let (mut far, mut close, mut room) = (0u8, 0u8, [0u8; 8]);
        for reach in reaches.iter().filter(|reach| reach.piece.square.distance(at) <= reach.far) {
            let piece = &reach.piece;
            if piece.artillery {
                far = far.saturating_add(self.points(piece, at, looks));
                continue;
            }
            let beyond = piece.throw > 1;
            let mut best =
                if beyond && reach.stops.near(at, piece.throw, self.size) { piece.hit } else { 0 };
            if piece.close() && reach.stops.near(at, 1, self.size) {
                for (room, direction) in room.iter_mut().zip(Direction::ALL) {
                    let from =
                        at.towards(direction, self.size).filter(|from| reach.stops.has(*from));
                    let Some(from) = from else { continue };
                    let straight = self.wide() || from.row == at.row || from.col == at.col;
                    let points = if straight {
                        piece.hit.max(self.flank(from, at, looks))
                    } else {
                        piece.hit
                    };
                    best = best.max(points);
                    if !beyond {
                        *room = (*room).max(points);
                    }
                }
            }
            let sum = if beyond { &mut far } else { &mut close };
            *sum = sum.saturating_add(best);
        }
        far.saturating_add(close.min(room.iter().sum()))
    }

    /// A map of how much damage a side could bring to each square in its next turn, flanks left out.
    pub(super) fn danger(&self, reaches: &[Reach]) -> Danger {
        let mut danger = Danger::new();
        for reach in reaches {
            let piece = &reach.piece;
            if piece.artillery {
                continue;
            }
            let hits = reach.stops.spread(piece.throw, self.size);
            for square in hits.around(piece.square, reach.far, self.size) {
                danger.add(square, piece.hit);
            }
        }
        danger
    }
}

/// Damage that could come to each square.
pub(super) struct Danger([u8; SIZE_MAX as usize * SIZE_MAX as usize]);

impl Danger {
    const fn new() -> Self {
        Self([0; SIZE_MAX as usize * SIZE_MAX as usize])
    }

    fn add(&mut self, square: Square, points: u8) {
        let cell = &mut self.0[square.index()];
        *cell = cell.saturating_add(points);
    }

    pub(super) const fn at(&self, square: Square) -> u8 {
        self.0[square.index()]
    }
}
