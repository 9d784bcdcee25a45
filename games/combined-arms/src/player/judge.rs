//! The value of a position after a side's own turn: what is left on both sides, less what the enemy can do next.

use super::guard::Peril;
use super::reach::Reach;
use super::sketch::{Piece, Sketch};
use crate::names::{Edges, Side};

engine::weights! {
    /// The weights of a position's parts: `weights.yaml` says what each weight means.
    pub(crate) struct Scale {
        general_lost,
        general_shaken,
        shaken,
        turned,
        net_loose,
        net_shaken,
        net_lost,
        net_depth,
        reply,
    }
}

/// The weights of the sensible player.
pub(super) const PLAIN: Scale = Scale {
    general_lost: 300,
    general_shaken: 12,
    shaken: 4,
    turned: 2,
    net_loose: 10,
    net_shaken: 20,
    net_lost: 60,
    net_depth: 4,
    reply: 80,
};

/// Damage that throws a General back twice.
const HITS_TO_WIN: u32 = 6;

impl Sketch<'_> {
    /// The worth of a position to a side whose turn has ended; `threats` is what the enemy can bring to bear.
    pub(super) fn judge(&self, scale: &Scale, side: Side, peril: Peril, threats: &[Reach]) -> i32 {
        let mut worth = match peril {
            Peril::Safe => 0,
            Peril::Shaken => -scale.general_shaken,
            Peril::Lost => -scale.general_lost,
        };
        for piece in self.pieces.iter().filter(|piece| !piece.gone) {
            let turned = if piece.facing == piece.side.back() { scale.turned } else { 0 };
            let stands = i32::from(piece.worth) - turned;
            worth += if piece.side == side { stands } else { -stands };
        }
        // The enemy seldom does all that they could.
        worth + self.net(scale, side) - self.reply(scale, side, threats) * scale.reply / 100
    }

    /// The strength left to a side apart from its General: damage of its attacks, fast pieces, worth.
    fn left(&self, side: Side) -> (u32, u32, u32) {
        let left = self.of_side(side).filter(|(_, piece)| !piece.general);
        left.fold((0, 0, 0), |(hits, fast, worth), (_, piece)| {
            (
                hits + u32::from(piece.hit),
                fast + u32::from(piece.movement > 2),
                worth + u32::from(piece.worth),
            )
        })
    }

    /// True if a side has no hope of winning: what is left of it could not throw a General back twice, and the enemy
    /// has half as much again.
    pub(super) fn hopeless(&self, side: Side) -> bool {
        let ((hits, _, own), (_, _, enemy)) = (self.left(side), self.left(side.other()));
        hits < HITS_TO_WIN && 2 * enemy >= 3 * own
    }

    /// True if neither side has the horse to hunt a General down.
    pub(super) fn lame(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.left(side).1 < 2)
    }

    /// The degree to which the enemy's General is hemmed in: 0 while he finds a safe square.
    fn net(&self, scale: &Scale, side: Side) -> i32 {
        let Some(general) = self.general(side.other()) else { return 0 };
        let near =
            |piece: &Piece| piece.square.distance(general.square) <= piece.movement + piece.throw;
        let most: u32 = self
            .of_side(side)
            .filter(|(_, piece)| near(piece))
            .map(|(_, piece)| u32::from(piece.hit) + 1)
            .sum();
        if most < u32::from(general.defense) {
            return 0;
        }
        let reaches = self.reaches(side);
        let who = self.generals[side.other() as usize].unwrap_or_default();
        let mut least = self.peril(side.other(), &reaches, general.square, general.facing);
        if least.0 < Peril::Lost {
            return 0;
        }
        let stops = self.stops(who, general.movement);
        for square in stops.around(general.square, general.movement, self.size) {
            least = least.min(self.peril(
                side.other(),
                &reaches,
                square,
                self.look_out(side.other(), square),
            ));
            if least.0 == Peril::Safe {
                return scale.net_loose;
            }
        }
        let depth = i32::from(least.1.min(9));
        match least.0 {
            Peril::Safe => 0,
            Peril::Shaken => scale.net_shaken + depth,
            Peril::Lost => scale.net_lost + scale.net_depth * depth,
        }
    }

    /// The possible cost of the enemy's next turn. The enemy's attackers are divided among the pieces that they could
    /// break; the piece worth most for the attacks that it needs comes first.
    fn reply(&self, scale: &Scale, side: Side, reaches: &[Reach]) -> i32 {
        let mut prey: Vec<(i32, i32, i32)> = Vec::with_capacity(32);
        for (at, piece) in self.of_side(side).filter(|(_, piece)| !piece.general) {
            let storm = i32::from(self.storm(reaches, piece.square, piece.facing));
            let need = i32::from(self.needed(at));
            if storm < need {
                continue;
            }
            let (cost, loss) = match () {
                () if self.doomed(at) => (need, i32::from(piece.worth)),
                () if storm >= 2 * need => (2 * need, i32::from(piece.worth)),
                () => (need, scale.shaken),
            };
            prey.push((-loss * 60 / cost.max(1), cost, loss));
        }
        prey.sort_unstable();
        let mut force: i32 = reaches.iter().map(|reach: &Reach| i32::from(reach.piece.hit)).sum();
        let mut lost = 0;
        for (_, cost, loss) in prey {
            if cost <= force {
                force -= cost;
                lost += loss;
            }
        }
        lost
    }
}
