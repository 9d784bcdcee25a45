//! Upper bounds on what can happen next: nothing in this title is left to chance, but much to the enemy's choice.
//!
//! Every figure is an upper bound. Each attacker is taken at its best square and facing by itself, as if its friends
//! stepped out of its way and whoever skirmishers can drive off were gone; that two attackers may want one square is
//! left out of account. What is not foretold here can't happen; what is foretold need not.

use super::names::{Side, UnitId};
use super::rules::{Field, facing, retreat};
use super::state::{Flank, Unit};
use engine::kit::{Facing, Square, Squares};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Outlook {
    pub unit: UnitId,
    pub square: Square,
    pub defense: u8,
    pub damage: u8,
    /// The damage that would still force it to fall back.
    pub needed: u8,
    /// Damage from units that may attack it from where they stand.
    pub now: Damage,
    /// Damage from them after moving and turning, a charge included.
    pub after_moves: Damage,
    /// Squares that it could fall back to as things stand, in the order that settles a choice; none if it may not.
    pub retreats: Vec<Square>,
    /// True if it would be destroyed if forced back now, or could be once the enemy has closed every square behind it.
    pub doomed: bool,
    /// True if the damage after moves would force it back twice, and so destroy it, if every blow could be brought to
    /// bear.
    pub twice: bool,
}

/// Damage that several attackers can do together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Damage {
    pub points: u32,
    pub attackers: Vec<Contribution>,
}

/// The best attack that one attacker can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Contribution {
    pub unit: UnitId,
    pub points: u8,
    pub from: Square,
    pub facing: Facing,
}

impl Damage {
    fn of(attackers: Vec<Contribution>) -> Self {
        Self {
            points: attackers.iter().map(|attacker| u32::from(attacker.points)).sum(),
            attackers,
        }
    }
}

/// The dangers of a side's units, in roster order. `may_move` says that the enemy's Move Phase is still to come.
pub(crate) fn outlook(field: &Field<'_>, side: Side, may_move: bool) -> Vec<Outlook> {
    Threat::of(field, side, may_move).outlook()
}

/// The same for a side's General alone.
pub(crate) fn of_general(field: &Field<'_>, side: Side, may_move: bool) -> Option<Outlook> {
    let general = field.general(side)?.id;
    outlook(field, side, may_move).into_iter().find(|outlook| outlook.unit == general)
}

/// An attacker with every square from which it might attack, the nearest first.
struct Attacker<'a> {
    /// The unit at its square, with a charge declared if it may still charge.
    unit: Unit,
    stops: Vec<Square>,
    /// True if it may turn before it attacks.
    turns: bool,
    field: &'a Field<'a>,
}

impl Attacker<'_> {
    /// The best that it can do to a unit on its square and with its facing.
    fn best(&self, target: &Unit) -> Option<Contribution> {
        let reach = self.field.reach(&self.unit, true);
        let mut best: Option<Contribution> = None;
        for stop in &self.stops {
            if stop.distance(target.square) > reach {
                continue;
            }
            for facing in Facing::ALL {
                if !self.turns && facing != self.unit.facing {
                    continue;
                }
                let there = Unit { square: *stop, facing, ..self.unit.clone() };
                let Some(strike) = self.field.attack(&there, target, true) else { continue };
                let points = strike.points;
                if best.is_none_or(|best| points > best.points) {
                    best = Some(Contribution { unit: self.unit.id, points, from: *stop, facing });
                }
            }
        }
        best
    }

    /// The most damage that it can do to a unit on a square, whichever way that unit faces.
    fn any_facing(&self, square: Square) -> u8 {
        let reach = self.field.reach(&self.unit, true);
        let able = self.field.may_attack(&self.unit);
        let near = self.stops.iter().filter(|stop| (1..=reach).contains(&stop.distance(square)));
        let blow = near.filter_map(|stop| {
            let seen = facing::in_cone(*stop, self.unit.facing, square).is_some();
            let (cols, rows) = square.minus(*stop);
            let beside = stop.distance(square) == 1;
            let wide = self.field.state.options.flank == Flank::Wide;
            let straight = beside && (cols == 0 || rows == 0 || wide);
            (self.turns || seen).then(|| self.field.most_points(&self.unit, straight))
        });
        if able { blow.max().unwrap_or(0) } else { 0 }
    }

    fn can_stop_on(&self, square: Square) -> bool {
        self.stops.contains(&square)
    }

    fn can_touch(&self, square: Square) -> bool {
        self.stops.iter().any(|stop| stop.distance(square) <= 1)
    }
}

/// All attackers of one side against all units of the other.
struct Threat<'a> {
    field: &'a Field<'a>,
    side: Side,
    attackers: Vec<Attacker<'a>>,
    /// Squares whose units may be gone by then.
    gone: Squares,
    /// The best attack of each attacker on each unit; none if it cannot attack it.
    blows: Vec<Vec<Option<Contribution>>>,
}

impl<'a> Threat<'a> {
    fn of(field: &'a Field<'a>, side: Side, may_move: bool) -> Self {
        let mut threat =
            Self { field, side, attackers: Vec::new(), gone: Squares::new(), blows: Vec::new() };
        if may_move {
            threat.gone = field.of(side.other()).map(|unit| unit.square).collect();
        }
        threat.attackers = threat.placed(may_move);
        while may_move && threat.drive_off() {
            threat.attackers = threat.placed(true);
        }
        let targets: Vec<&Unit> = field.of(side).collect();
        let blows =
            |attacker: &Attacker<'_>| targets.iter().map(|unit| attacker.best(unit)).collect();
        threat.blows = threat.attackers.iter().map(blows).collect();
        threat
    }

    /// The attackers with their squares. An Onager attacks only from where it stands.
    fn placed(&self, may_move: bool) -> Vec<Attacker<'a>> {
        let field = self.field;
        let place = |unit: &Unit| {
            let kind = field.kind(unit);
            let moves = may_move && !kind.abilities.artillery;
            let charge = moves && kind.abilities.charge && unit.charged.is_none();
            let mut stops = vec![unit.square];
            if moves {
                let ways = field.ways_if(unit, field.allowance(unit, charge), &self.gone);
                stops.extend(ways.stops().iter());
                stops.sort_by_key(|square| ways.steps(*square));
            }
            let charged = if charge { Some(field.state.turn) } else { unit.charged };
            Attacker { unit: Unit { charged, ..unit.clone() }, stops, turns: moves, field }
        };
        field.of(self.side.other()).map(place).collect()
    }

    /// Notes the units that skirmishers may drive off during their moves (A2). True if there are more than before.
    fn drive_off(&mut self) -> bool {
        let before = self.gone;
        for unit in self.field.of(self.side) {
            let skirmish =
                |attacker: &&Attacker<'_>| self.field.kind(&attacker.unit).abilities.skirmish;
            let shots = self.attackers.iter().filter(skirmish);
            let most: u32 = shots.map(|attacker| u32::from(attacker.any_facing(unit.square))).sum();
            if most >= u32::from(self.least_needed(unit)) {
                self.gone.add(unit.square);
            }
        }
        self.gone != before
    }

    /// The damage that forces a unit to fall back if its General is no longer beside it (U4, R19).
    fn least_needed(&self, unit: &Unit) -> u8 {
        self.least_defense(unit, unit.square).saturating_sub(unit.damage).max(1)
    }

    fn least_defense(&self, unit: &Unit, square: Square) -> u8 {
        let hill = u8::from(self.field.state.board.hills.has(square));
        self.field.kind(unit).defense + hill + u8::from(unit.veteran)
    }

    fn outlook(&self) -> Vec<Outlook> {
        let field = self.field;
        let look = |(at, unit): (usize, &Unit)| {
            let stand = |attacker: &Unit| {
                let points = field.attack(attacker, unit, true)?.points;
                let (from, facing) = (attacker.square, attacker.facing);
                Some(Contribution { unit: attacker.id, points, from, facing })
            };
            let now = Damage::of(field.of(self.side.other()).filter_map(stand).collect());
            let after_moves = Damage::of(self.blows.iter().filter_map(|blows| blows[at]).collect());
            Outlook {
                unit: unit.id,
                square: unit.square,
                defense: field.defense(unit),
                damage: unit.damage,
                needed: field.needed(unit),
                now,
                after_moves,
                retreats: if field.would_be_destroyed(unit) {
                    Vec::new()
                } else {
                    field.candidates(unit)
                },
                doomed: field.would_be_destroyed(unit) || self.may_close(unit),
                twice: self.twice(at, unit),
            }
        };
        field.of(self.side).enumerate().map(look).collect()
    }

    /// The most damage that a unit may suffer where it stands.
    fn most(&self, at: usize) -> u32 {
        self.blows.iter().filter_map(|blows| blows[at]).map(|blow| u32::from(blow.points)).sum()
    }

    /// True if every square that a unit could fall back to may be closed by then: taken, or touched if it lies sideways
    /// (D3). Its own friends may be driven onto them too.
    fn may_close(&self, unit: &Unit) -> bool {
        let open = self.field.candidates(unit);
        let (sideways, back): (Vec<Square>, Vec<Square>) =
            open.into_iter().partition(|square| square.row == unit.square.row);
        let touched = sideways
            .iter()
            .all(|square| self.attackers.iter().any(|attacker| attacker.can_touch(*square)));
        touched && self.seats(&back, &mut Vec::new())
    }

    /// True if each of these squares can be taken by a different unit.
    fn seats(&self, squares: &[Square], used: &mut Vec<UnitId>) -> bool {
        let Some((square, rest)) = squares.split_first() else { return true };
        let enemies = self.attackers.iter().filter(|attacker| attacker.can_stop_on(*square));
        let friends = self.field.of(self.side).enumerate().filter(|(at, friend)| {
            let near = retreat::squares(friend.square, self.side).contains(&Some(*square));
            near && self.most(*at) >= u32::from(self.least_needed(friend))
        });
        let closers: Vec<UnitId> = enemies
            .map(|attacker| attacker.unit.id)
            .chain(friends.map(|(_, friend)| friend.id))
            .filter(|id| !used.contains(id))
            .collect();
        closers.into_iter().any(|id| {
            used.push(id);
            let all = self.seats(rest, used);
            used.pop();
            all
        })
    }

    /// True if the attackers can be divided in two: some force the unit back, the others force it back again from a
    /// square to which it may have gone, whichever way it then faces (W1).
    fn twice(&self, at: usize, unit: &Unit) -> bool {
        let board = &self.field.state.board;
        let driven = |to: Square| {
            let mut friends = self.field.of(self.side).enumerate();
            let friend = friends.find(|(_, friend)| friend.square == to);
            friend.is_some_and(|(at, friend)| self.most(at) >= u32::from(self.least_needed(friend)))
        };
        let mut falls =
            retreat::squares(unit.square, self.side).into_iter().flatten().filter(|to| {
                let free = self.field.state.on(*to).is_none() || self.gone.has(*to) || driven(*to);
                to.on(board.size) && !board.plateaus.has(*to) && free
            });
        let needed = usize::from(self.least_needed(unit));
        falls.any(|to| {
            // The most damage on the second square, by the damage on the first.
            let mut best: Vec<Option<u32>> = vec![None; needed + 1];
            best[0] = Some(0);
            for (attacker, blows) in self.attackers.iter().zip(&self.blows) {
                let first = blows[at].map_or(0, |blow| usize::from(blow.points));
                let second = u32::from(attacker.any_facing(to));
                let mut next =
                    best.iter().map(|most| most.map(|most| most + second)).collect::<Vec<_>>();
                for (so_far, most) in best.iter().enumerate() {
                    let sum = needed.min(so_far + first);
                    next[sum] = next[sum].max(*most);
                }
                best = next;
            }
            best[needed].is_some_and(|most| most >= u32::from(self.least_defense(unit, to)))
        })
    }
}
