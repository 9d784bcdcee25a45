//! Estimates what an army could do to the other in its next turn, if nothing held it back: for every unit within its
//! reach the best attack that can be made on it, each attacker once, by the exact odds of each. It is an upper bound on
//! fears and on hopes.

use super::judge::{disorder, weight};
use super::lattice::{Lattice, OFF};
use super::{Player, Scale};
use crate::data::{Charts, Counter, Printed};
use crate::field::Field;
use crate::names::{Id, Order, Side};
use crate::state::State;
use engine::kit::Aspect;

/// The most units in one attack.
const CROWD: usize = 4;

struct Piece<'a> {
    id: Id,
    note: &'a Counter,
    hex: usize,
    facing: usize,
    disordered: bool,
    order: Option<Order>,
    engaged: bool,
    frozen: bool,
    /// True if its counter has no Disordered side.
    light: bool,
    attacks: bool,
    /// Faces of ten by which it fails a check.
    fails: i32,
    /// The cost of its loss, and that of its disorder.
    weight: i32,
    shaken: i32,
}

/// A unit that could attack, and the hex it would attack from.
#[derive(Clone, Copy)]
struct Striker {
    who: usize,
    hex: usize,
    /// That hex's place among the sides of the defender's hex.
    side: usize,
    closes: bool,
}

/// A position, prepared for adding up attacks.
pub(super) struct Raid<'a> {
    lattice: &'a Lattice,
    printed: &'a Printed,
    scale: &'a Scale,
    pieces: Vec<Piece<'a>>,
    at: Vec<usize>,
    links: Vec<(Id, Id)>,
    contact: Vec<bool>,
}

/// The best attack on a unit.
struct Blow {
    gain: i32,
    on: usize,
    by: Vec<Striker>,
}

impl<'a> Raid<'a> {
    pub(super) fn new(me: &Player<'a>, lattice: &'a Lattice, state: &State) -> Self {
        let printed = &me.rules.printed;
        let field = Field::new(printed, state);
        let grid = printed.ground.grid;
        let mut at = vec![OFF; grid.len()];
        let mut pieces = Vec::with_capacity(state.units.len());
        for (id, unit) in &state.units {
            let note = printed.roster.unit(*id).expect("only printed units have names");
            let hex = grid.index(unit.hex);
            at[hex] = pieces.len();
            pieces.push(Piece {
                id: *id,
                note,
                hex,
                facing: lattice.facing(unit.facing),
                disordered: unit.disordered,
                order: field.order(*id),
                engaged: field.engaged(*id),
                frozen: field.frozen(*id),
                light: note.faces.back.is_none(),
                attacks: printed.roster.attacks(note.arm),
                fails: i32::from(9_u8.saturating_sub(note.morale(unit.disordered))),
                weight: weight(&field, *id),
                shaken: disorder(me, &field, *id),
            });
        }
        let links = state.links.iter().map(|link| (link.rome, link.carthage)).collect();
        let mut raid =
            Self { lattice, printed, scale: me.scale, pieces, at, links, contact: Vec::new() };
        raid.contact = (0..raid.pieces.len()).map(|who| raid.touches(who)).collect();
        raid
    }

    fn side(&self, who: usize) -> Side {
        self.pieces[who].note.side
    }

    /// True if an enemy stands beside a unit.
    fn touches(&self, who: usize) -> bool {
        let near = self.lattice.near[self.pieces[who].hex].iter();
        let mut others = near.filter(|hex| **hex != OFF).map(|hex| self.at[*hex]);
        others.any(|other| other != OFF && self.side(other) != self.side(who))
    }

    /// The sum of the best attacks of a side, each of its units in one of them; `settled` if its enemies have all been given
    /// new orders by then.
    pub(super) fn sum(&self, by: Side, settled: bool) -> i32 {
        let mut used = vec![false; self.pieces.len()];
        let mut taken: Vec<usize> = Vec::new();
        let enemies = (0..self.pieces.len()).filter(|who| self.side(*who) != by);
        let mut blows: Vec<Blow> =
            enemies.filter_map(|on| self.blow(on, &used, &taken, settled)).collect();
        let mut sum = 0;
        while let Some(best) = (0..blows.len()).max_by_key(|at| blows[*at].gain) {
            let blow = blows.swap_remove(best);
            let spoiled = |one: &Striker| used[one.who] || taken.contains(&one.hex);
            if blow.by.iter().any(spoiled) {
                blows.extend(self.blow(blow.on, &used, &taken, settled));
                continue;
            }
            sum += blow.gain;
            for one in &blow.by {
                used[one.who] = true;
                taken.push(one.hex);
            }
        }
        sum
    }

    /// The best attack on a unit by those not yet used; none if no attack pays.
    fn blow(&self, on: usize, used: &[bool], taken: &[usize], settled: bool) -> Option<Blow> {
        let mut open = self.strikers(on, used, taken);
        let mut by: Vec<Striker> = Vec::new();
        let mut gain = 0;
        while by.len() < CROWD {
            let mut better: Option<(i32, usize)> = None;
            for (at, one) in open.iter().enumerate() {
                by.push(*one);
                let with = self.gain(&by, on, settled);
                by.pop();
                if with > better.map_or(gain, |(most, _)| most) {
                    better = Some((with, at));
                }
            }
            let Some((most, at)) = better else { break };
            let one = open.swap_remove(at);
            open.retain(|other| other.who != one.who && other.hex != one.hex);
            by.push(one);
            gain = most;
        }
        (!by.is_empty()).then_some(Blow { gain, on, by })
    }

    /// The units that could attack a unit, and their hexes.
    fn strikers(&self, on: usize, used: &[bool], taken: &[usize]) -> Vec<Striker> {
        let own = self.side(on);
        let free = |who: usize| {
            let piece = &self.pieces[who];
            piece.attacks && !piece.frozen && !used[who] && self.side(who) != own
        };
        let mut all = Vec::new();
        for (side, hex) in self.lattice.near[self.pieces[on].hex].iter().copied().enumerate() {
            if hex == OFF || taken.contains(&hex) {
                continue;
            }
            let here = self.at[hex];
            if here != OFF {
                if free(here) && (!self.pieces[here].engaged || self.linked(here, on)) {
                    all.push(Striker { who: here, hex, side, closes: false });
                }
                continue;
            }
            for from in self.lattice.near[hex].iter().copied().filter(|from| *from != OFF) {
                let who = self.at[from];
                if who != OFF && free(who) && !self.contact[who] && self.steps(who, hex) {
                    all.push(Striker { who, hex, side, closes: true });
                }
            }
        }
        all
    }

    fn linked(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.pieces[one].id, self.pieces[other].id);
        self.links.iter().any(|link| *link == (one, other) || *link == (other, one))
    }

    fn steps(&self, who: usize, to: usize) -> bool {
        let piece = &self.pieces[who];
        let (from, to) = (self.lattice.hexes[piece.hex], self.lattice.hexes[to]);
        let cost = self.printed.step_cost(piece.note.class, from, to);
        cost.is_some_and(|cost| cost <= piece.note.allowance(piece.disordered))
    }

    fn gain(&self, by: &[Striker], on: usize, settled: bool) -> i32 {
        let faces = self.lattice.faces(self.drm(by, on, settled));
        let victim = &self.pieces[on];
        let (fails, hurt) = (victim.fails, faces.check * victim.fails);
        let done = if victim.light {
            (hurt + 10 * (faces.disorder + faces.gone)) * victim.weight
        } else if victim.disordered {
            (hurt + faces.disorder * fails + 10 * faces.gone) * victim.weight
        } else {
            (hurt + 10 * faces.disorder) * victim.shaken + 10 * faces.gone * victim.weight
        };
        let again = 10 * faces.again * self.scale.again;
        let suffered: i32 = by
            .iter()
            .map(|one| {
                let piece = &self.pieces[one.who];
                let check = faces.own_check * piece.fails;
                if piece.disordered {
                    (check + faces.own_disorder * piece.fails) * piece.weight
                } else {
                    (check + 10 * faces.own_disorder) * piece.shaken
                }
            })
            .sum();
        let gain = (done + again - suffered * self.scale.caution / 100) / 100;
        let charts = &self.printed.charts;
        let wild = by.iter().any(|one| self.pieces[one.who].note.command == charts.gauls);
        if wild { obeyed(charts, gain) } else { gain }
    }

    fn drm(&self, by: &[Striker], on: usize, settled: bool) -> i8 {
        let (charts, victim) = (&self.printed.charts, &self.pieces[on]);
        let others = i8::try_from(by.len()).expect("few units") - 1;
        let mut drm = charts.per_unit * others + self.angle(by, on) + self.terrain(by, on);
        let arms = by.iter().map(|one| self.pieces[one.who].note.arm);
        drm += arms.map(|arm| charts.weapon(arm, victim.note.arm)).max().expect("attackers");
        if by.iter().any(|one| self.pieces[one.who].disordered) {
            drm += charts.disordered;
        }
        if by.iter().any(|one| one.closes) {
            drm += charts.orders.closing;
        }
        // Nobody awaits an attack otherwise than standing, if there is time to change the chit.
        let order = victim.order.filter(|_| !settled).unwrap_or(Order::Stand);
        drm + charts.orders.defender[order as usize]
    }

    fn angle(&self, by: &[Striker], on: usize) -> i8 {
        let facing = self.pieces[on].facing;
        let position = self.printed.charts.position;
        let aspect = |one: &Striker| self.lattice.aspects[facing][one.side];
        let first = aspect(&by[0]);
        if by.iter().any(|one| aspect(one) != first) {
            return position[3];
        }
        match first {
            Aspect::Front => position[0],
            Aspect::Flank => position[1],
            Aspect::Rear => position[2],
        }
    }

    fn terrain(&self, by: &[Striker], on: usize) -> i8 {
        let (lattice, charts, hex) = (self.lattice, &self.printed.charts, self.pieces[on].hex);
        let levels = || by.iter().map(|one| lattice.level[one.hex]);
        let highest = levels().max().expect("attackers");
        let lowest = levels().min().expect("attackers");
        let uphill = if lattice.level[hex] > highest { charts.uphill } else { 0 };
        let out = by.iter().map(|one| lattice.out_of[one.hex]).max().expect("attackers");
        let worst = lattice.defends[hex].min(uphill).min(out);
        match worst {
            ..0 => worst,
            _ if lattice.level[hex] < lowest => charts.downhill,
            _ => 0,
        }
    }
}

/// The part of a gain that remains if Gauls are called, because they stay on some faces of the die.
pub(super) fn obeyed(charts: &Charts, gain: i32) -> i32 {
    let refuse = i32::try_from(charts.gauls_refuse.len()).expect("at most ten");
    gain * (10 - refuse) / 10
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::combat::{Clash, Knowledge, drm};
    use crate::state::{Options, Stage, Unit};
    use crate::tests::data;
    use crate::{Metaurus, TITLE};
    use engine::Rules as _;

    /// Every third of a side's units that attack.
    fn units(printed: &Printed, side: Side) -> Vec<Id> {
        let all = printed.roster.of(side).flat_map(|note| note.units.iter().copied());
        let fights = |id: &Id| printed.roster.attacks(printed.roster.unit(*id).expect("one").arm);
        all.filter(fights).step_by(3).collect()
    }

    /// A unit on every hex of the map, however it faces, attacked from every side by one unit and by two: the modifiers are
    /// those of the rules (9.1).
    #[test]
    fn attacks_are_modified_as_the_rules_have_it() {
        let rules = Metaurus::load(&data(), TITLE.revision()).expect("the printed battle");
        let printed = &rules.printed;
        let (lattice, grid) = (Lattice::new(printed), printed.ground.grid);
        let [romans, punic] = [Side::Rome, Side::Carthage].map(|side| units(printed, side));
        let options =
            Options { gauls: false, tempo: engine::Tempo::Brisk, stall_turns: 8, turn_limit: None };
        let mut compared = 0;
        for (at, hex) in grid.all().enumerate() {
            let victim = punic[at % punic.len()];
            let mut state = State { stage: Stage::Initiative, ..State::new(options) };
            let mut place = |id: Id, hex, turn: usize| {
                let unit = Unit {
                    hex,
                    facing: grid.vertices()[turn % 6],
                    disordered: turn.is_multiple_of(4),
                };
                state.units.insert(id, unit);
            };
            place(victim, hex, at);
            for (side, near) in
                lattice.near[at].iter().enumerate().filter(|(_, near)| **near != OFF)
            {
                place(romans[(at + side) % romans.len()], lattice.hexes[*near], at + side);
            }
            let (side, scale) = (Side::Rome, &rules.scales[0]);
            let me = Player { rules: &rules, view: &state, side, scale };
            let raid = Raid::new(&me, &lattice, &state);
            let on = raid.at[at];
            let strikers = raid.strikers(on, &vec![false; raid.pieces.len()], &[]);
            for (first, one) in strikers.iter().enumerate() {
                for by in [vec![*one], vec![*one, strikers[(first + 1) % strikers.len()]]] {
                    let names: Vec<Id> = by.iter().map(|one| raid.pieces[one.who].id).collect();
                    if names.len() == 2 && names[0] == names[1] {
                        continue;
                    }
                    let against = [victim];
                    let clash = Clash::new(&names, &against, Knowledge::Suppose(Order::Stand));
                    let field = Field::new(printed, &state);
                    let wanted = drm(&field, &clash);
                    assert_eq!(raid.drm(&by, on, true), wanted, "{names:?} on {victim} at {hex}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 1000, "only {compared} attacks");
    }
}
