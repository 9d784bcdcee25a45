//! What a position after one's own turn is worth: what is left on both sides, less what the enemy can do next.

use super::guard::Peril;
use super::reach::Reach;
use super::sketch::Sketch;
use crate::games::combined_arms::names::Side;

/// A won game.
pub(super) const VICTORY: i32 = 1_000_000;
/// A General who may fall in the enemy's next turn.
const GENERAL_LOST: i32 = 300;
/// A General who may be thrown back.
const GENERAL_SHAKEN: i32 = 12;
/// A piece that is thrown back.
const SHAKEN: i32 = 4;
/// A piece with its back to the enemy.
const TURNED: i32 = 2;

impl Sketch<'_> {
    /// The worth of a position to a side whose turn has ended.
    pub(super) fn judge(&self, side: Side, peril: Peril) -> i32 {
        if self.general(side.other()).is_none() {
            return VICTORY;
        }
        let mut worth = match peril {
            Peril::Safe => 0,
            Peril::Shaken => -GENERAL_SHAKEN,
            Peril::Lost => -GENERAL_LOST,
        };
        for piece in self.pieces.iter().filter(|piece| !piece.gone) {
            let turned = if piece.facing == piece.side.back() { TURNED } else { 0 };
            let stands = i32::from(piece.worth) - turned;
            worth += if piece.side == side { stands } else { -stands };
        }
        worth - self.reply(side)
    }

    /// What the enemy's next turn may cost: his attackers are shared out among what they could break, the dearest
    /// for the attacks it takes first.
    fn reply(&self, side: Side) -> i32 {
        let reaches = self.reaches(side.other());
        let mut prey: Vec<(i32, i32, i32)> = Vec::with_capacity(32);
        for (at, piece) in self.of_side(side).filter(|(_, piece)| !piece.general) {
            let storm = i32::from(self.storm(&reaches, piece.square, piece.facing));
            let need = i32::from(self.needed(at));
            if storm < need {
                continue;
            }
            let (cost, loss) = match () {
                () if self.doomed(at) => (need, i32::from(piece.worth)),
                () if storm >= 2 * need => (2 * need, i32::from(piece.worth)),
                () => (need, SHAKEN),
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
