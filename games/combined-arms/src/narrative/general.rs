//! Generals: attacked, driven back, killed, or with enemies beside them.

use super::facts::{Assault, End, Way};
use super::{Teller, names};
use crate::names::{Side, UnitId};
use crate::rules::Field;
use crate::state::State;
use engine::story::{Clause, Entity, Lead, Np, Phrase, Relation, Sentence, Situation};

/// Weights of a General who is attacked, driven back or killed, and of one who has enemies beside him.
const HIT: u32 = 90;
const BACK: u32 = 110;
const LOST: u32 = 200;
const PERIL: u32 = 40;
/// From this many squares away, somebody comes from afar.
const AFAR: u8 = 3;

impl Teller<'_> {
    pub(super) fn general(&mut self, chain: &[Assault]) -> Situation {
        let last = chain.last().expect("a chain has an assault");
        let target: Entity = self.names.unit(last.target);
        let mut told = self.fall(chain, true);
        self.begin_at(chain, &mut told);
        if let Some(rode) = self.rode_up(chain) {
            told.insert(0, rode);
        }
        let (weight, headline) = match last.end {
            End::Destroyed(_) => (LOST, Clause::new(target, "fall")),
            End::Back => (BACK, Clause::new(target, "drive back").passive()),
            End::Asked => (BACK, Clause::new(target, "fall back").modal("must")),
            End::Held => {
                if !self.facts.closed {
                    let more = usize::from(last.needed.saturating_sub(last.points));
                    let more = names::count(more, "point").lead(Lead::More);
                    let back = Clause::new(more, "force").modal("would");
                    let back = back.object(target.clone()).with("back");
                    told.push(Sentence::told(back, &last.events));
                }
                let by = names::side(self.names.side(last.target).other());
                (HIT, Clause::new(by, "attack").object(target))
            }
        };
        Situation::new(weight, told).headline(headline.now()).at(self.wing(chain))
    }

    /// Those who came from afar to attack a General.
    fn rode_up(&mut self, chain: &[Assault]) -> Option<Sentence> {
        let target = self.names.unit(chain[0].target);
        let ways = self.facts.moves.iter().filter(|(id, way)| {
            let struck = chain.iter().flat_map(|one| &one.blows).any(|blow| blow.by == **id);
            struck && way.from.distance(way.to) >= AFAR
        });
        let ways: Vec<(UnitId, Way)> = ways.map(|(id, way)| (*id, way.clone())).collect();
        let units: Vec<UnitId> = ways.iter().map(|(id, _)| *id).collect();
        if units.is_empty() {
            return None;
        }
        let events: Vec<u32> = ways.iter().flat_map(|(_, way)| way.events.clone()).collect();
        let verb = if units.iter().all(|id| self.names.rides(*id)) { "ride" } else { "move" };
        let clause = Clause::new(self.names.some(units.clone()), verb);
        self.apart.extend(units);
        let clause = clause.with(format!("up to attack {}", target.full));
        Some(Sentence::told(clause, &events))
    }

    /// A General beside whom enemies stand now who did not before, or who has no way out, and those of them who moved
    /// there. `riders` are left out: their ride is told already.
    pub(super) fn peril(&self, side: Side, riders: &[UnitId]) -> Option<(Situation, Vec<UnitId>)> {
        if self.after.result.is_some() {
            return None;
        }
        let id = Field::new(self.chart, self.after).general(side)?.id;
        let beside = self.beside(self.after, side);
        let was = self.beside(self.before, side);
        let met: Vec<UnitId> = beside.iter().copied().filter(|one| !was.contains(one)).collect();
        let danger = self.danger(side);
        if met.is_empty() && danger.is_none() {
            return None;
        }
        let who = self.names.commander(side);
        let way = |id: &UnitId| self.facts.moves.get(id).filter(|way| way.from != way.to);
        let came =
            |one: &UnitId| way(one).is_some() && !riders.contains(one) && !self.apart.contains(one);
        let (came, stood): (Vec<UnitId>, Vec<UnitId>) =
            beside.into_iter().partition(|one| met.contains(one) && came(one));
        let next_to = |np: Np| Phrase::Prep("next to".into(), np);
        let stand = |general: Np| {
            Clause::new(self.names.some(stood.clone()), "stand").now().with(next_to(general))
        };
        let mut told = Vec::new();
        if let Some(own) = way(&id).filter(|_| !met.is_empty()) {
            let clause = Clause::new(who.clone(), "move");
            let clause = clause.with(next_to(self.names.some(met).into()));
            told.push(Sentence::told(clause, &own.events));
        } else if !came.is_empty() {
            let events: Vec<u32> =
                came.iter().filter_map(way).flat_map(|way| way.events.clone()).collect();
            let clause = Clause::new(self.names.some(came.clone()), "move");
            told.push(Sentence::told(clause.with(next_to(Np::Full(who.clone()))), &events));
            if !stood.is_empty() {
                told.push(Sentence::told(stand(who.clone().into()).with("as well"), &events));
            }
        } else if !met.is_empty() {
            told.push(Sentence::stands(stand(Np::Full(who.clone()))));
        }
        told.extend(danger);
        let headline = told[0].main.clone().now();
        Some((Situation::new(PERIL, told).headline(headline).at("beside a General"), came))
    }

    /// The enemies next to a General.
    pub(super) fn beside(&self, state: &State, side: Side) -> Vec<UnitId> {
        let Some(general) = Field::new(self.chart, state).general(side) else { return Vec::new() };
        let enemies = state.units.iter().filter(|unit| unit.side != side);
        let near = enemies.filter(|unit| unit.square.distance(general.square) == 1);
        near.map(|unit| unit.id).collect()
    }

    /// That a General has no way out, and what would kill him: if the enemy is on turn, and can do it from where he stands.
    fn danger(&self, side: Side) -> Option<Sentence> {
        let field = Field::new(self.chart, self.after);
        let general = field.general(side)?;
        let strikes = field.of(side.other()).filter_map(|enemy| field.attack(enemy, general, true));
        let points: u32 = strikes.map(|strike| u32::from(strike.points)).sum();
        let needed = field.defense(general);
        let safe = self.after.active == Some(side) || points < u32::from(needed);
        if safe || !field.candidates(general).is_empty() {
            return None;
        }
        let who = self.names.commander(side);
        let have = Clause::new(who.clone(), "have").now().object("no square to fall back to");
        let points = Np::count(needed, "point").tail("in one turn");
        let kill = Clause::new(points, "kill").modal("would").object(who);
        Some(Sentence::stands(have).then(Relation::And, kill))
    }
}
