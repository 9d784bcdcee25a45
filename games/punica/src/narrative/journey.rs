//! Journeys: who went where, leg by leg; which fleet opened the way; what was occupied, and what was left empty.

use super::facts::{Journey, Way, journeys};
use super::names::{Kinds, side};
use super::{Teller, names};
use crate::data::chart::each;
use crate::events::{Event, UnitEvent};
use crate::names::{AreaId, Side, Unit};
use crate::state::unit_of;
use engine::story::{Clause, Lead, Np, Phrase, Relation, Sentence, Situation};

const MARCH: u32 = 8;
const PRIZE: u32 = 58;
const OCCUPIED: u32 = 30;
const LEFT: u32 = 32;

/// A leg of a journey: to where, over which seas, through which areas.
struct Leg {
    from: AreaId,
    to: AreaId,
    seas: Vec<AreaId>,
    through: Vec<AreaId>,
}

/// The legs of a journey; those by land that follow one another are one march.
fn legs(journey: &Journey) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::new();
    for (stops, seas) in journey.stops.windows(2).zip(&journey.seas) {
        let by_land = seas.is_empty();
        match legs.last_mut() {
            Some(last) if by_land && last.seas.is_empty() => {
                last.through.push(last.to);
                last.to = stops[1];
            }
            _ => legs.push(Leg {
                from: stops[0],
                to: stops[1],
                seas: seas.clone(),
                through: Vec::new(),
            }),
        }
    }
    legs
}

impl Teller<'_> {
    /// Leg by leg: crossed the Mare Africum to Sicilia, marched on to Rome.
    pub(super) fn journey(&self, journey: &Journey) -> Sentence {
        let kinds = Kinds::of(&journey.units);
        let who = kinds.np(journey.side, Lead::A);
        let fleet = kinds.fleets > 0;
        let mut sentence: Option<Sentence> = None;
        for leg in legs(journey) {
            let first = sentence.is_none();
            let place = |area: AreaId| Np::Full(self.rules.place(area));
            let clause = if fleet {
                Clause::new(who.clone(), "sail")
            } else if leg.seas.is_empty() {
                Clause::new(who.clone(), if first { "march" } else { "march on" })
            } else {
                Clause::new(who.clone(), "cross").object(self.rules.places(&leg.seas))
            };
            let clause = if first { clause.prep("from", place(leg.from)) } else { clause };
            let clause = if leg.through.is_empty() {
                clause
            } else {
                clause.prep("through", self.rules.places(&leg.through))
            };
            let clause = clause.prep("to", place(leg.to));
            sentence = Some(match sentence {
                None => Sentence::told(clause, &journey.events),
                Some(sentence) => sentence.then(Relation::And, clause),
            });
        }
        sentence.expect("a journey has at least one leg")
    }

    /// The fleets without which a crossing could not have been made, told before it.
    pub(super) fn opening(&mut self, journey: &Journey) -> Vec<Sentence> {
        let over = |way: &&Way| {
            way.fleet()
                && !way.effect
                && !self.opened.contains(&way.unit)
                && journey.seas.iter().any(|seas| seas.contains(&way.end()))
                && way.events.last() < journey.events.first()
        };
        let ways: Vec<Way> = self.ways.iter().filter(over).cloned().collect();
        self.opened.extend(ways.iter().map(|way| way.unit));
        journeys(&ways).iter().map(|journey| self.journey(journey)).collect()
    }

    /// Movements that led to no battle.
    pub(super) fn marches(&mut self) -> Vec<Situation> {
        let fought = |area: AreaId| self.battles.iter().any(|battle| battle.area == area);
        let quiet: Vec<Way> =
            self.ways.iter().filter(|way| !fought(way.end()) && !way.effect).cloned().collect();
        let groups = journeys(&quiet);
        // Armies first, so that the fleet that opened their way is told with them.
        let (fleets, armies): (Vec<Journey>, Vec<Journey>) =
            groups.into_iter().partition(|journey| unit_of(journey.units[0]) == Unit::Fleet);
        let mut situations: Vec<Situation> =
            armies.iter().map(|journey| self.march(journey)).collect();
        for journey in fleets {
            if !journey.units.iter().all(|unit| self.opened.contains(unit)) {
                situations.push(self.march(&journey));
            }
        }
        situations
    }

    fn march(&mut self, journey: &Journey) -> Situation {
        let (to, mine) =
            (*journey.stops.last().expect("a journey has at least one stop"), journey.side);
        let mut told = self.opening(journey);
        let kinds = Kinds::of(&journey.units);
        let sentence = self.journey(journey);
        if self.holder(to, true) == Some(mine)
            && self.holder(to, false) != Some(mine)
            && !self.rules.at_sea(to)
        {
            let prize = self.prize(to, mine);
            // A side's own area may be empty, but it is not undefended against that side.
            let empty = if self.own(to, mine) { "empty" } else { "undefended" };
            let place = Np::Full(self.rules.place(to));
            told.push(sentence.then(Relation::Which, Clause::new(place, "be").with(empty)));
            let who = if kinds.hannibal { names::hannibal() } else { side(mine) };
            let headline = if self.own(to, mine) {
                let main = told.last().map(|told| told.main.clone()).expect("it was told");
                let verb =
                    if self.was_there(to, mine) { "return".into() } else { main.verb.clone() };
                let clause = Clause::new(kinds.np(mine, Lead::A), verb.clone());
                let over = main.object.filter(|_| verb == main.verb);
                let clause = Clause { object: over, ..clause };
                clause.prep("to", Np::Full(self.rules.place(to)))
            } else {
                let clause = Clause::new(who, "occupy").object(Np::Full(self.rules.place(to)));
                if prize { clause.with("without a blow") } else { clause }
            };
            let weight = if prize { PRIZE } else { OCCUPIED };
            return Situation::new(weight, told).headline(headline.now());
        }
        let main = &sentence.main;
        let headline = Clause::new(main.subject.clone(), main.verb.clone());
        let headline = match &main.object {
            Some(object) => headline.object(object.clone()),
            None => headline,
        };
        let headline = headline.prep("to", Np::Full(self.rules.place(to))).now();
        told.push(sentence);
        let weight = MARCH + if kinds.hannibal { 2 } else { 0 };
        if self.rules.at_sea(to) {
            told.extend(self.carries(mine));
        }
        Situation::new(weight, told).headline(headline)
    }

    /// Over which seas a side carries its armies now, if that has changed and has not been said.
    pub(super) fn carries(&mut self, of: Side) -> Option<Sentence> {
        let chart = self.rules.chart();
        let (was, now) = (self.boards.was.usable(chart, of), self.boards.now.usable(chart, of));
        if was == now || self.over() || !self.carried.insert(of) {
            return None;
        }
        let seas: Vec<AreaId> = each(now).map(|area| chart.id(area)).collect();
        let clause = if seas.is_empty() {
            Clause::new(side(of), "have").object("no sea that carries its armies")
        } else {
            let clause = Clause::new(side(of), "carry").object("its armies");
            let clause = clause.with(Phrase::Prep("over".into(), self.rules.places(&seas)));
            if seas.len() == 1 { clause.with("only") } else { clause }
        };
        Some(Sentence::stands(clause.now().adverb("now")))
    }

    /// The side that stands alone in an area.
    pub(super) fn holder(&self, area: AreaId, now: bool) -> Option<Side> {
        let board = if now { &self.boards.now } else { &self.boards.was };
        let at = self.rules.chart().find(area)?;
        Side::BOTH.into_iter().find(|side| board.controlled(*side) & (1 << at) != 0)
    }

    /// True if an area counts for a side that wins by areas of the enemy's.
    pub(super) fn prize(&self, area: AreaId, of: Side) -> bool {
        let chart = self.rules.chart();
        chart.find(area).is_some_and(|at| chart.influence[of.other().at()] & (1 << at) != 0)
    }

    fn own(&self, area: AreaId, of: Side) -> bool {
        let chart = self.rules.chart();
        chart.find(area).is_some_and(|at| chart.own(of) & (1 << at) != 0) && !self.prize(area, of)
    }

    /// True if an area is remembered as a side's.
    fn was_there(&self, area: AreaId, of: Side) -> bool {
        let mut past = self.ledger.of(area).iter();
        past.any(|past| past.what == "master" && past.other == of.word())
    }

    /// Areas that counted and were left empty.
    pub(super) fn left(&self) -> Vec<Situation> {
        if self.over() {
            return Vec::new();
        }
        let mine = self.side();
        let emptied = self.told.events().filter_map(|(n, event)| match event {
            Event::Units(UnitEvent::Control { area, seat: None, .. }) => Some((n, *area)),
            _ => None,
        });
        let mut situations = Vec::new();
        for (n, area) in emptied {
            let nobody =
                self.boards.now.held.iter().all(|held| {
                    self.rules.chart().find(area).is_some_and(|at| held & (1 << at) == 0)
                });
            let went =
                self.ways.iter().any(|way| way.side == mine && way.stops[0] == area && !way.effect);
            if self.prize(area, mine) && self.holder(area, false) == Some(mine) && nobody && went {
                let clause =
                    Clause::new(side(mine), "leave").object(Np::Full(self.rules.place(area)));
                let told = Sentence::told(clause.with("empty behind it"), &[n]);
                situations.push(Situation::new(LEFT, vec![told]));
            }
        }
        situations
    }
}
