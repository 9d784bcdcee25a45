//! Generals: attacked, driven back, killed, or with enemies beside them.

use super::facts::{Assault, End, Way};
use super::march::extent;
use super::{Teller, names};
use crate::names::{Side, UnitId};
use crate::rules::Field;
use crate::state::State;
use engine::story::{Clause, Entity, Np, Phrase, Relation, Sentence, Situation};

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
                let took = names::count(usize::from(last.points), "point");
                let at = Np::understood(last.needed, "point");
                let verb = Clause::new(target.clone(), "take").object(took).perfect();
                let back = Clause::new(target.clone(), "fall back").now().prep("at", at);
                told.push(Sentence::told(verb, &last.events).then(Relation::And, back));
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
        let far = ways.iter().map(|(_, way)| way.from.distance(way.to));
        let clause = Clause::new(self.names.some(units.clone()), verb);
        self.apart.extend(units);
        let clause = extent(clause, far, format!("to attack {}", target.full));
        Some(Sentence::told(clause, &events))
    }

    /// A General with enemies beside him now, if they are not the same as before, and those of them who moved there.
    /// `riders` are left out: their ride is told already.
    pub(super) fn peril(&self, side: Side, riders: &[UnitId]) -> Option<(Situation, Vec<UnitId>)> {
        let beside = |state: &State| -> Option<(Vec<UnitId>, bool)> {
            let field = Field::new(self.chart, state);
            let general = field.general(side)?;
            let enemies = state.units.iter().filter(|unit| unit.side != side);
            let near = enemies.filter(|unit| unit.square.distance(general.square) == 1);
            Some((near.map(|unit| unit.id).collect(), field.candidates(general).is_empty()))
        };
        let (enemies, cornered) = beside(self.after)?;
        let over = self.after.result.is_some();
        if over || enemies.is_empty() || beside(self.before) == Some((enemies.clone(), cornered)) {
            return None;
        }
        let who = self.names.commander(side);
        let way = |id: &UnitId| self.facts.moves.get(id).filter(|way| way.from != way.to);
        let (came, stood): (Vec<UnitId>, Vec<UnitId>) =
            enemies.into_iter().partition(|id| way(id).is_some() && !riders.contains(id));
        let next_to = |np: Np| Phrase::Prep("next to".into(), np);
        let stand = |general: Np| {
            Clause::new(self.names.some(stood.clone()), "stand").now().with(next_to(general))
        };
        let general = Field::new(self.chart, self.after).general(side)?.id;
        let mut told = if came.is_empty() {
            vec![Sentence::stands(if way(&general).is_some() {
                let enemies = self.names.some(stood.clone()).into();
                Clause::new(who.clone(), "stand").now().with(next_to(enemies))
            } else {
                stand(Np::Full(who.clone()))
            })]
        } else {
            let events: Vec<u32> =
                came.iter().filter_map(way).flat_map(|way| way.events.clone()).collect();
            let clause = Clause::new(self.names.some(came.clone()), "move");
            let mut told =
                vec![Sentence::told(clause.with(next_to(Np::Full(who.clone()))), &events)];
            if !stood.is_empty() {
                told.push(Sentence::told(stand(who.clone().into()).with("as well"), &events));
            }
            told
        };
        let headline = told[0].main.clone().now();
        if cornered {
            let field = Field::new(self.chart, self.after);
            let needed = field.defense(field.general(side)?);
            let points = Np::count(needed, "point").tail("in one turn");
            let have = Clause::new(who.clone(), "have").now();
            let have = have.object("no open square behind or beside him to fall back to");
            let kill = Clause::new(points, "kill").modal("would").object(who);
            told.push(Sentence::stands(have).then(Relation::And, kill));
        }
        Some((Situation::new(PERIL, told).headline(headline).at("beside a General"), came))
    }
}
