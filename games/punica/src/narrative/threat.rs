//! Threats that stand: a capital without a garrison, Hannibal without a way home.

use super::Teller;
use super::names::{hannibal, noun, side};
use crate::board::Board;
use crate::data::chart::{Area, bit, each};
use crate::explain::threat::{Threat, threats_to};
use crate::names::{AreaId, Side, Unit, UnitId};
use crate::state::unit_of;
use engine::story::{Clause, Entity, Np, Phrase, Relation, Sentence, Situation};

/// The place of a situation that tells of an open capital.
pub(super) const OPEN: &str = "an open capital";
/// The weight of a capital that the enemy can enter at once, acting next.
const AT_ONCE: u32 = 79;
const CANNOT: u32 = 45;
const OWN_TURN: u32 = 40;
const EMPTY: u32 = 20;
const CUT_OFF: u32 = 50;
/// Nobody farther away than this many movements threatens a capital.
const FAR: u32 = 4;

/// Movements that an army of a side needs from an area to another without a fight on the way.
fn steps(teller: &Teller<'_>, board: &Board, of: Side, from: Area, to: Area) -> Option<u32> {
    let chart = teller.rules.chart();
    let foes = board.held[of.other().at()];
    let (mut seen, mut edge, mut far) = (bit(from), bit(from), 0);
    while edge != 0 {
        if edge & bit(to) != 0 {
            return Some(far);
        }
        let onward = each(edge).filter(|at| *at == from || foes & bit(*at) == 0);
        let reach = onward.fold(0, |all, at| all | board.range(chart, of, Unit::Army, at));
        edge = reach & chart.regions & !seen;
        seen |= edge;
        far += 1;
    }
    None
}

impl Teller<'_> {
    fn at(&self, area: AreaId) -> Area {
        self.rules.chart().index(area)
    }

    /// The enemy army that is nearest to a capital: how far, which, from where.
    fn nearest(&self, of: Side, capital: AreaId) -> Option<(u32, UnitId, AreaId)> {
        let armies =
            self.after.camp(of).units.iter().filter(|(id, _)| unit_of(**id) != Unit::Fleet);
        let far = |(id, at): (&UnitId, &AreaId)| {
            let far = steps(self, &self.boards.now, of, self.at(*at), self.at(capital))?;
            Some((far, *id, *at))
        };
        armies
            .filter_map(far)
            .min_by_key(|(far, id, _)| (*far, unit_of(*id) != Unit::Hannibal, *id))
    }

    /// Tells of capitals without a garrison that the enemy can reach.
    pub(super) fn threats(&self) -> Vec<Situation> {
        if self.over() {
            return Vec::new();
        }
        let acting = self.told.awaited.iter().find(|one| one.prompt == "action" && !one.optional);
        let active = acting.and_then(|one| Side::of(&one.seat));
        Side::BOTH.into_iter().filter_map(|of| self.threat(of, active)).collect()
    }

    /// The news of a side's capital if nobody is in it. `active` is the side that acts next; none while a battle has to be
    /// decided first.
    fn threat(&self, of: Side, active: Option<Side>) -> Option<Situation> {
        let capital = self.capital(of);
        let empty = |board: &Board| board.held.iter().all(|held| held & bit(self.at(capital)) == 0);
        if !empty(&self.boards.now) {
            return None;
        }
        let (was, foe) = (empty(&self.boards.was), of.other());
        let place = || Np::Full(self.rules.place(capital));
        let now = if was { "" } else { "now" };
        let lies = Clause::new(place(), "be").with("empty").now().adverb(now);
        let sentence = Sentence::stands(lies);
        let headline = Clause::new(place(), "lie").with("open").now();
        let near = self.nearest(foe, capital).filter(|(far, ..)| active.is_some() && *far <= FAR);
        let ways = if active == Some(foe) {
            threats_to(self.rules, &self.boards.now, foe, self.at(capital))
        } else {
            Vec::new()
        };
        if near.is_none() && ways.is_empty() {
            let quiet = (!was).then(|| Situation::new(EMPTY, vec![sentence]).at(OPEN));
            return quiet.map(|one| if self.side() == of { one.headline(headline) } else { one });
        }
        let mut told = vec![match near {
            Some(near) => sentence.then(Relation::And, self.away(foe, near)),
            None => sentence,
        }];
        let weight = if active == Some(of) {
            OWN_TURN
        } else {
            told.push(self.warning(foe, capital, &ways));
            if ways.is_empty() { CANNOT } else { AT_ONCE }
        };
        let situation = Situation::new(weight, told).at(OPEN);
        let situation =
            if weight == AT_ONCE { situation.run_in("The gate stands open") } else { situation };
        let leads = weight == AT_ONCE || (!was && self.side() == of);
        Some(if leads { situation.headline(headline) } else { situation })
    }

    /// The enemy army that is nearest, and how far away it is.
    fn away(&self, foe: Side, (far, unit, at): (u32, UnitId, AreaId)) -> Clause {
        let from = Np::Full(self.rules.place(at));
        let who = if unit_of(unit) == Unit::Hannibal {
            from.headed("Hannibal in", false)
        } else {
            from.headed(format!("a {} in", noun(foe, false)), false)
        };
        let far = Phrase::Extent(Np::count(far, "movement"));
        Clause::new(who, "be").with(far).with("away").now()
    }

    /// Whether the enemy, who acts next, can enter a capital, and by which card if it takes one.
    fn warning(&self, foe: Side, capital: AreaId, ways: &[Threat]) -> Sentence {
        let acts = Sentence::stands(Clause::new(side(foe), "act").with("next").now());
        let Some(way) = ways.iter().min_by_key(|way| (way.card.is_some(), way.moves, way.card))
        else {
            let none = Clause::new(side(foe), "hold").object("no card that brings an army there");
            return acts.then(Relation::But, none.now());
        };
        let Some(card) = way.card else {
            let enters =
                Clause::new(side(foe), "enter").object(Np::Full(self.rules.place(capital)));
            return acts.then(Relation::And, enters.modal("can"));
        };
        let title = Np::Full(Entity::new(card.as_str(), self.rules.title_of(card)));
        let holds = Clause::new(side(foe), "hold").object(title);
        acts.then(Relation::And, holds.with(", with which it can enter the city").now())
    }

    /// Hannibal without a way home, where he had one before.
    pub(super) fn cut_off(&self) -> Option<Situation> {
        let of = Side::Carthage;
        let home = self.rules.chart().capital[of.at()];
        let (was, now) = (self.boards.was.hannibal?, self.boards.now.hannibal?);
        let way = |board: &Board, at: Area| steps(self, board, of, at, home).is_some();
        if self.over() || now == home || way(&self.boards.now, now) || !way(&self.boards.was, was) {
            return None;
        }
        let here = Np::Full(self.rules.place(self.rules.chart().id(now)));
        let clause = Clause::new(hannibal(), "have").object("no way home").now().adverb("now");
        Some(
            Situation::new(CUT_OFF, vec![Sentence::stands(clause.prep("from", here))])
                .at("cut off"),
        )
    }
}
