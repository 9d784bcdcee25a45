//! Turns that might be played: attackers gathered on one enemy after the other, everybody else well placed.

use super::reach::Danger;
use super::sketch::Sketch;
use crate::names::{Edges, Side};
use crate::rules::facing;
use engine::kit::{Facing, Square};
use std::cmp::Reverse;

/// The player's aims while it looks for one turn.
pub(super) struct Mind<'a> {
    pub side: Side,
    /// The damage that the enemy could do on each square before anybody has moved.
    pub danger: &'a Danger,
    /// The damage that the player's own side could do on each square.
    pub cover: &'a Danger,
    pub mood: Mood,
    pub goal: Square,
}

#[derive(Clone, Copy)]
pub(super) struct Mood {
    /// The fear of the enemy's first strike.
    pub caution: i32,
    /// The wish to close in.
    pub drive: i32,
}

#[derive(Clone, Copy)]
pub(super) struct Step {
    pub who: usize,
    pub charge: bool,
    /// An attack on the way: from where, at whom.
    pub shot: Option<(Square, usize)>,
    pub to: Square,
    pub looks: Facing,
}

/// A turn as far as it is planned.
#[derive(Clone)]
pub(super) struct Plan<'a> {
    /// The position after the moves so far.
    pub now: Sketch<'a>,
    pub steps: Vec<Step>,
    /// Pieces that have had their move, as bits.
    busy: u64,
}

/// A place from which a piece would attack in the Attack Phase.
struct Post {
    key: i32,
    step: Step,
    points: u8,
}

impl<'a> Plan<'a> {
    pub(super) const fn new(now: Sketch<'a>) -> Self {
        Self { now, steps: Vec::new(), busy: 0 }
    }

    pub(super) const fn has_moved(&self, who: usize) -> bool {
        self.busy & 1 << who != 0
    }

    /// Carries out a move on the sketch, and adds it to the plan.
    pub(super) fn play(&mut self, step: Step) {
        self.busy |= 1 << step.who;
        if step.charge {
            self.now.charge(step.who);
        }
        let piece = &self.now.pieces[step.who];
        if step.shot.is_some()
            || step.charge
            || (step.to, step.looks) != (piece.square, piece.facing)
        {
            self.steps.push(step);
        }
        if let Some((from, target)) = step.shot {
            let looks = piece.facing;
            self.now.shift(step.who, from, looks);
            self.now.attack(step.who, target);
        }
        self.now.shift(step.who, step.to, step.looks);
    }

    /// Gathers attackers on an enemy: enough to throw it back, and once more where that is needed and possible. Returns
    /// false, with nothing planned, if there are not enough.
    pub(super) fn gather(&mut self, mind: &Mind<'_>, target: usize) -> bool {
        let need = self.now.needed(target);
        let doomed = self.now.doomed(target);
        let own =
            self.now.of_side(mind.side).map(|(who, _)| who).filter(|who| !self.has_moved(*who));
        let mut posts: Vec<Post> = own.filter_map(|who| self.post(mind, who, target)).collect();
        let can: u8 = posts.iter().map(|post| post.points).fold(0, u8::saturating_add);
        if can < need.max(1) {
            return false;
        }
        let enemy = &self.now.pieces[target];
        let again = self.now.defense_on(enemy, enemy.square);
        let want = if !doomed && can >= need + again { need + again } else { need };
        posts.sort_by_key(|post| {
            (!self.now.pieces[post.step.who].skirmish, Reverse(post.key), post.step.who)
        });
        let mut plan = self.clone();
        let mut sum = 0u8;
        for Post { step: Step { who, .. }, .. } in posts {
            if sum >= want {
                break;
            }
            let spare = plan.now.needed(target) > plan.now.pieces[who].hit || doomed;
            if let Some(step) = plan.shot(mind, who, target).filter(|_| spare) {
                sum = sum.saturating_add(plan.now.pieces[who].hit);
                plan.play(step);
            } else if let Some(post) = plan.post(mind, who, target) {
                sum = sum.saturating_add(post.points);
                plan.play(post.step);
            }
            if plan.now.pieces[target].gone {
                break;
            }
        }
        let enough = sum >= need || plan.now.pieces[target].gone;
        if enough {
            *self = plan;
        }
        enough
    }

    /// The best place from which a piece can attack an enemy in the Attack Phase.
    fn post(&self, mind: &Mind<'_>, who: usize, target: usize) -> Option<Post> {
        let piece = self.now.pieces[who];
        let enemy = &self.now.pieces[target];
        if piece.general && !enemy.general || !piece.ready() {
            return None;
        }
        if piece.artillery {
            let step =
                Step { who, charge: false, shot: None, to: piece.square, looks: piece.facing };
            let points = self.now.points(&piece, enemy.square, enemy.facing);
            return (points > 0).then_some(Post { key: 0, step, points });
        }
        let plain = self.stand(mind, who, target, false);
        let charge = || if piece.charge { self.stand(mind, who, target, true) } else { None };
        plain.or_else(charge)
    }

    /// The best square and facing for an attack, charging or not.
    fn stand(&self, mind: &Mind<'_>, who: usize, target: usize, charge: bool) -> Option<Post> {
        let mut piece = self.now.pieces[who];
        let enemy = &self.now.pieces[target];
        if charge {
            (piece.movement, piece.hit) =
                (self.now.charge_move(), piece.hit.max(self.now.charge_hit()));
        }
        if piece.square.distance(enemy.square) > piece.movement + piece.throw {
            return None;
        }
        let back = enemy.side.back().ahead().step();
        let behind = [-1, 0, 1].map(|east| enemy.square.offset((east, back.1)));
        let stops = self.now.stops(who, piece.movement);
        let mut best: Option<Post> = None;
        for square in stops.around(enemy.square, piece.throw, self.now.size) {
            let mut there = piece;
            there.square = square;
            let looks = towards(square, enemy.square);
            there.facing = looks;
            let points = self.now.points(&there, enemy.square, enemy.facing);
            let sees = behind.iter().flatten().filter(|to| {
                facing::in_cone(square, looks, **to).is_some_and(|far| far <= piece.throw)
            });
            let sees = i32::try_from(sees.count()).expect("few units");
            let blocks = i32::from(behind.contains(&Some(square)));
            let key = i32::from(points) * 12 + 2 * sees + 3 * blocks - mind.risk(&self.now, &there);
            if points > 0 && best.as_ref().is_none_or(|post| post.key < key) {
                let step = Step { who, charge, shot: None, to: square, looks };
                best = Some(Post { key, step, points });
            }
        }
        best
    }

    /// An attack on the way with the facing it has, and a good square afterwards (A2).
    fn shot(&self, mind: &Mind<'_>, who: usize, target: usize) -> Option<Step> {
        let piece = self.now.pieces[who];
        let enemy = &self.now.pieces[target];
        if !piece.skirmish || piece.square.distance(enemy.square) > piece.movement + piece.throw {
            return None;
        }
        for steps in 0..=piece.movement {
            let stops = self.now.stops(who, steps);
            let sees = |square: &Square| {
                let there = super::sketch::Piece { square: *square, ..piece };
                self.now.points(&there, enemy.square, enemy.facing) > 0
            };
            let squares = stops.around(enemy.square, piece.throw, self.now.size).filter(sees);
            if let Some(from) = squares.min_by_key(|square| (mind.danger.at(*square), *square)) {
                let mut after = self.clone();
                after.play(Step {
                    who,
                    charge: false,
                    shot: Some((from, target)),
                    to: from,
                    looks: piece.facing,
                });
                let (to, looks) = after.settle(mind, who, piece.movement - steps);
                return Some(Step { who, charge: false, shot: Some((from, target)), to, looks });
            }
        }
        None
    }

    /// Moves every piece that has not moved, except the General, to where it stands well.
    pub(super) fn march(&mut self, mind: &Mind<'_>) {
        let ahead = |square: Square| match mind.side {
            Side::Rome => i32::from(square.row),
            Side::Carthage => -i32::from(square.row),
        };
        let own = self
            .now
            .of_side(mind.side)
            .filter(|(who, piece)| !piece.general && !self.has_moved(*who));
        let mut order: Vec<(i32, usize)> =
            own.map(|(who, piece)| (-ahead(piece.square), who)).collect();
        order.sort_unstable();
        for (_, who) in order {
            let (to, looks) = self.settle(mind, who, self.now.pieces[who].movement);
            self.play(Step { who, charge: false, shot: None, to, looks });
        }
    }

    /// The best square for a piece within this many steps, and its facing there.
    fn settle(&self, mind: &Mind<'_>, who: usize, steps: u8) -> (Square, Facing) {
        let piece = &self.now.pieces[who];
        let stops = self.now.stops(who, steps);
        let mut best = (i32::MIN, piece.square);
        for square in stops.around(piece.square, steps, self.now.size) {
            let score = mind.liking(&self.now, who, square);
            if score > best.0 || score == best.0 && square == piece.square {
                best = (score, square);
            }
        }
        (best.1, self.now.look_out(piece.side, best.1))
    }
}

/// The facing in whose cone a square lies, along its column if it lies diagonally.
pub(super) fn towards(from: Square, to: Square) -> Facing {
    let (east, north) = to.minus(from);
    match (east.abs() > north.abs(), east > 0, north > 0) {
        (true, true, _) => Facing::E,
        (true, false, _) => Facing::W,
        (false, _, true) => Facing::N,
        (false, _, false) => Facing::S,
    }
}

impl Mind<'_> {
    /// The danger of a piece on a square where the enemy could strike it.
    fn risk(&self, now: &Sketch<'_>, piece: &super::sketch::Piece) -> i32 {
        let (danger, defense) = (self.danger.at(piece.square), now.defense_on(piece, piece.square));
        if danger < defense {
            return 0;
        }
        let over = i32::from((danger - defense).min(2 * defense)) + 2;
        let shared = i32::from(self.cover.at(piece.square)).min(12);
        let frail = if piece.elephant { 2 } else { 1 };
        frail * over * i32::from(piece.worth) * self.mood.caution / (20 + 4 * shared)
    }

    fn liking(&self, now: &Sketch<'_>, who: usize, square: Square) -> i32 {
        let piece = super::sketch::Piece { square, ..now.pieces[who] };
        let friends = &now.taken[self.side.at()];
        let beside = i32::try_from(friends.count(square, 1, now.size)).expect("few units")
            - i32::from(now.pieces[who].square.distance(square) <= 1);
        let (_, north) = self.side.back().ahead().step();
        let behind = square.offset((0, north)).filter(|to| to.on(now.size));
        let ahead = square.offset((0, -north));
        let lane = behind.is_some_and(|to| now.open(to));
        let in_the_way = ahead
            .is_some_and(|to| to.on(now.size) && friends.has(to) && to != now.pieces[who].square);
        let hill = i32::from(now.hills.has(square));
        let far = i32::from(square.distance(self.goal));
        2 * beside.min(3) + 2 * i32::from(lane)
            - 3 * i32::from(in_the_way)
            - 4 * i32::from(behind.is_none())
            + 2 * hill
            - self.mood.drive * far
            - self.risk(now, &piece)
    }
}

impl Sketch<'_> {
    /// The facing towards the enemies that are near a square, else towards the enemy's edge.
    pub(super) fn look_out(&self, side: Side, from: Square) -> Facing {
        let (mut east, mut north) = (0i16, 0i16);
        let (_, front) = side.front().ahead().step();
        for square in self.taken[side.other() as usize].around(from, 5, self.size) {
            let weight = 6 - i16::from(square.distance(from));
            let (cols, rows) = square.minus(from);
            (east, north) = (
                east + weight * i16::from(cols.signum()),
                north + weight * i16::from(rows.signum()),
            );
        }
        match () {
            () if east.abs() > north.abs() => {
                if east > 0 {
                    Facing::E
                } else {
                    Facing::W
                }
            }
            () if north == 0 => side.front(),
            () if (north > 0) == (front > 0) => side.front(),
            () => side.back(),
        }
    }
}
