//! BA7: what a sector does with its command's pips; BA11: where a free one goes.

use super::super::events::{Departure, Manoeuvre};
use super::super::line::{Lane, Line};
use super::super::plan::{Overlap, Posture, Role, Sector, WhenFree};
use super::super::scene::Scene;
use super::bound::pips_of;
use super::{Battle, number};
use crate::elements::Member;

impl<S: Scene + ?Sized> Battle<'_, S> {
    /// Plays a sector of the line that has a front element.
    pub(super) fn sector(&mut self, role: Role, sector: Sector) {
        let Some(index) = sector.lane(role) else { return };
        let lane = &self.line().lanes[index];
        if lane.strength(role) == 0 {
            return;
        }
        if lane.free_for(role) {
            self.free(role, sector, index);
        } else if lane.in_contact() {
            self.in_contact(role, sector, index);
        } else {
            self.approach(role, sector, index);
        }
    }

    /// Its posture in this bound: `from`, and what a shaken command still does.
    fn posture(&self, role: Role, sector: Sector) -> Posture {
        let party = self.line().party(role);
        let plan = party.plan.sector(sector);
        let wanted = if plan.from.is_some_and(|from| party.own >= from) {
            Posture::Attack
        } else {
            plan.posture
        };
        let shaken = party.shaken[party.plan.command_of(sector)];
        if shaken && wanted == Posture::Attack { Posture::Hold } else { wanted }
    }

    /// The speed of its slowest front element in the lane's going.
    fn speed(&self, role: Role, lane: &Lane) -> Option<u8> {
        lane.front(role)
            .map(|(_, man)| self.chart.speed(man.who.element.troop, lane.ground.bad))
            .min()
    }

    /// BA7 (b): the lines have not met.
    fn approach(&mut self, role: Role, sector: Sector, index: usize) {
        if pips_of(self.line(), role, sector) == 0 {
            return;
        }
        let lane = &self.line().lanes[index];
        let (army, number, from) = (self.line().party(role).army(), number(index), lane.distance);
        let Some(speed) = self.speed(role, lane) else { return };
        match self.posture(role, sector) {
            Posture::Hold => {}
            Posture::Attack => {
                let to = from.saturating_sub(speed);
                let met = to == 0 && lane.strength(role.other()) > 0;
                self.tell("BA7", Manoeuvre::Advance { army, sector, lane: number, from, to });
                if met {
                    self.tell("BA7", Manoeuvre::Contact { lane: number, army });
                }
            }
            Posture::Refuse => {
                let left = self.line().party(role).room[index];
                let near = self.speed(role.other(), lane).is_some_and(|reach| from <= reach);
                let back = speed.min(left);
                if near && back > 0 {
                    let (to, room) = (from.saturating_add(back), left - back);
                    self.tell(
                        "BA7",
                        Manoeuvre::FallBack { army, sector, lane: number, from, to, room },
                    );
                }
            }
        }
    }

    /// BA7 (c): close up, ride round, turn.
    fn in_contact(&mut self, role: Role, sector: Sector, index: usize) {
        let posture = self.posture(role, sector);
        if posture != Posture::Refuse {
            let army = self.line().party(role).army();
            for files in runs(&self.line().lanes[index], role, posture) {
                if pips_of(self.line(), role, sector) == 0 {
                    break;
                }
                self.tell("BA7", Manoeuvre::CloseUp { army, lane: number(index), files });
            }
        }
        let rides = self.line().party(role).plan.sector(sector).overlap == Overlap::RideRound;
        if posture == Posture::Attack && sector.is_wing() && rides {
            self.ride_round(role, sector, index);
        }
        if posture != Posture::Refuse {
            self.turns(role, sector, index);
        }
    }

    /// Horse that faces nobody leaves the wing.
    fn ride_round(&mut self, role: Role, sector: Sector, index: usize) {
        if pips_of(self.line(), role, sector) == 0 {
            return;
        }
        let lane = &self.line().lanes[index];
        let may = |who: Member| self.chart.of(who.element.troop).traits.horse;
        let idle = lane.front(role).rev().filter(|(file, man)| {
            may(man.who) && man.turned.is_none() && lane.man(*file, role.other()).is_none()
        });
        let who: Vec<Member> =
            idle.map(|(_, man)| man.who).take(self.chart.field.roll_up).collect();
        if !who.is_empty() {
            self.leave(role, sector, index, who, true);
        }
    }

    /// Elements that face nobody turn on a neighbour's enemy, in ascending order of file.
    fn turns(&mut self, role: Role, sector: Sector, index: usize) {
        let files: Vec<i16> = self.line().lanes[index].front(role).map(|(file, _)| file).collect();
        for file in files {
            let lane = &self.line().lanes[index];
            let Some(man) = lane.man(file, role) else { continue };
            if man.turned.is_some() || lane.man(file, role.other()).is_some() {
                continue;
            }
            let beside = [file.saturating_sub(1), file.saturating_add(1)];
            let held = beside.into_iter().filter(|at| lane.man(*at, role).is_some());
            let Some(on) =
                held.filter_map(|at| lane.man(at, role.other())).map(|enemy| enemy.who).next()
            else {
                continue;
            };
            let figures = self.chart.of(man.who.element.troop);
            let pips = u8::from(!(figures.mounted && figures.traits.slips_away));
            let who = man.who;
            if pips <= pips_of(self.line(), role, sector) {
                self.tell("BA7", Manoeuvre::Turn { who, lane: number(index), file, on, pips });
            }
        }
    }

    /// BA11: a sector that has no enemy left.
    fn free(&mut self, role: Role, sector: Sector, index: usize) {
        let then = self.line().party(role).plan.sector(sector).when_free;
        if pips_of(self.line(), role, sector) == 0 || then == WhenFree::Stand {
            return;
        }
        let men = self.line().lanes[index].front(role).rev().map(|(_, man)| man.who);
        let who: Vec<Member> = men.take(self.chart.field.roll_up).collect();
        if then == WhenFree::Camp {
            self.for_camp(role, sector, index, who);
        } else {
            self.leave(role, sector, index, who, false);
        }
    }

    /// Elements leave for the lane that has work for them, or for the camp.
    fn leave(&mut self, role: Role, sector: Sector, index: usize, who: Vec<Member>, riding: bool) {
        let Some(to) = next_lane(self.line(), role, sector) else {
            self.for_camp(role, sector, index, who);
            return;
        };
        let army = self.line().party(role).army();
        let departure = Departure { army, sector, lane: number(index), who, to: Some(number(to)) };
        if riding {
            self.tell("BA7", Manoeuvre::RideRound(departure));
        } else {
            self.tell("BA11", Manoeuvre::RollUp(departure));
        }
    }

    /// Elements go for the camp, unless it has been looted already.
    fn for_camp(&mut self, role: Role, sector: Sector, index: usize, who: Vec<Member>) {
        if self.line().party(role.other()).looted.is_none() {
            let army = self.line().party(role).army();
            self.tell(
                "BA11",
                Manoeuvre::ToCamp(Departure { army, sector, lane: number(index), who, to: None }),
            );
        }
    }
}

/// The lane into which a sector's men go next: a wing's into the centre, else to the far wing; the centre's to the wing
/// with more enemies, their own right if equal.
fn next_lane(line: &Line, role: Role, sector: Sector) -> Option<usize> {
    let enemies = |sector: Sector| line.lane(sector, role).strength(role.other());
    let far = match sector {
        Sector::Left => [Sector::Centre, Sector::Right],
        Sector::Right => [Sector::Centre, Sector::Left],
        Sector::Centre | Sector::Reserve if enemies(Sector::Left) > enemies(Sector::Right) => {
            [Sector::Left, Sector::Right]
        }
        Sector::Centre | Sector::Reserve => [Sector::Right, Sector::Left],
    };
    far.into_iter().find(|sector| enemies(*sector) > 0).and_then(|sector| sector.lane(role))
}

/// Runs of adjacent files that a side may close up: the longest first, then the lowest.
fn runs(lane: &Lane, role: Role, posture: Posture) -> Vec<Vec<i16>> {
    let mut runs: Vec<Vec<i16>> = Vec::new();
    for (at, file) in &lane.files {
        let may = file.apart.is_some_and(|loser| loser == role || posture == Posture::Attack);
        if !may || !file.faced() {
            continue;
        }
        match runs
            .last_mut()
            .filter(|run| run.last().is_some_and(|last| last.saturating_add(1) == *at))
        {
            Some(run) => run.push(*at),
            None => runs.push(vec![*at]),
        }
    }
    runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
    runs
}
