//! Armies that gave way, fell back or stood siege, and enemies who did not meet.

use super::Teller;
use super::end::GONE;
use super::facts::{Answer, Begun, Evasion, Journey};
use super::march::{COST_EACH, sentences};
use super::names::elements;
use crate::elements::ArmyId;
use crate::names::{Do, Name};
use engine::story::{Clause, Np, Phrase, Relation, Sentence, Situation};

pub(super) const GAVE_WAY: u32 = 36;
const RETREATED: u32 = 30;
const EVADED: u32 = 32;
const STOOD: u32 = 38;

impl Teller<'_> {
    /// The headline that an army gave way before another that entered, and its weight.
    pub(super) fn gives_way(&mut self, answer: Answer, told: &mut Vec<Sentence>) -> (Clause, u32) {
        self.tells(&[answer.n]);
        let mut weight = GAVE_WAY;
        let mut headline = Clause::new(self.who(answer.army), "give way")
            .prep("to", self.who(answer.by))
            .with(self.stands(answer.army, answer.at))
            .now();
        match self.retreat_of(answer.army, answer.at) {
            Some(back) => {
                self.tells(&back.events);
                let mut events = vec![answer.n];
                events.extend(&back.events);
                let mut clauses = self.way_and_cost(&back);
                clauses[0]
                    .rest
                    .retain(|phrase| !matches!(phrase, Phrase::Prep(word, _) if word == "from"));
                match answer.sizes.filter(|_| back.lost == 0) {
                    Some([own, foes]) => {
                        let face = Clause::new(self.who(answer.army), "face");
                        let face = face.object(self.who(answer.by)).prep("with", elements(own));
                        let foes = Np::understood(i64::from(foes), "element");
                        clauses.insert(0, face.prep("against", foes));
                    }
                    None => {
                        let before = Phrase::Prep("before".into(), self.who(answer.by).into());
                        clauses[0].rest.insert(0, before);
                    }
                }
                told.extend(sentences(&clauses, &events));
                if let Some((gone, more)) = self.lost_on(&back) {
                    (weight, headline) = (GONE, gone);
                    told.extend(more);
                }
            }
            None => {
                let clause = Clause::new(self.who(answer.army), "choose").with("to give way to");
                let clause = clause.with(Phrase::Extent(self.who(answer.by).into()));
                let clause = clause.with(self.stands(answer.army, answer.at));
                told.push(Sentence::told(clause, &[answer.n]));
            }
        }
        if let Some(over) = self.lifted(answer.at) {
            told.push(over);
            weight = weight.max(super::siege::LIFTED + super::siege::more(answer.at));
            let city = self.city(answer.at);
            headline = Clause::new(self.who(answer.by), "relieve").object(city).now();
        }
        (headline, weight)
    }

    pub(super) fn retreat_of(&self, army: ArmyId, from: Name) -> Option<Journey> {
        let here = |one: &&Journey| one.retreat && one.army == army && one.start() == from;
        self.facts.journeys.iter().find(here).filter(|one| self.fresh(&one.events)).cloned()
    }

    /// Armies that gave way before others whose coming an earlier record told, or that stood siege in vain for the others.
    pub(super) fn answered(&mut self) -> Vec<Situation> {
        let mut told = self.stood_siege();
        for answer in self.facts.answers.clone() {
            if answer.says != Do::Retreat || !self.fresh(&[answer.n]) {
                continue;
            }
            let mut sentences = Vec::new();
            let (headline, mut weight) = self.gives_way(answer, &mut sentences);
            let here = |one: &&Begun| one.besieger == answer.by && one.at == answer.at;
            let begun = self.facts.begun.iter().find(here).copied();
            if let Some(begun) = begun.filter(|one| self.fresh(&[one.n])) {
                self.tells(&[begun.n]);
                sentences.push(Sentence::told(self.lays_siege(&begun), &[begun.n]));
                weight = weight.max(super::siege::weight(&begun));
            }
            let one = Situation::new(weight, sentences).headline(headline);
            told.push(one.at(self.region(answer.at)));
        }
        told
    }

    /// Armies behind walls, whom nobody besieged.
    fn stood_siege(&mut self) -> Vec<Situation> {
        let mut told = Vec::new();
        for answer in self.facts.answers.clone() {
            if answer.says != Do::Siege || !self.fresh(&[answer.n]) {
                continue;
            }
            let here = |one: &&Begun| one.besieger == answer.by && one.at == answer.at;
            if self.facts.begun.iter().any(|one| here(&one)) {
                continue;
            }
            self.tells(&[answer.n]);
            let clause = Clause::new(self.who(answer.army), "stand siege");
            let clause = clause.prep("in", self.city(answer.at));
            let headline = clause.clone().now();
            let one = Situation::new(STOOD, vec![Sentence::told(clause, &[answer.n])]);
            told.push(one.headline(headline).at(self.region(answer.at)));
        }
        told
    }

    pub(super) fn retreat(&mut self, journey: &Journey) -> Option<Situation> {
        if !self.fresh(&journey.events) {
            return None;
        }
        self.tells(&journey.events);
        let mut clauses = self.way_and_cost(journey);
        let headline = Clause { rest: vec![], ..clauses[0].clone() };
        let mut headline = headline.prep("to", self.at(journey.end())).now();
        // What an earlier record told is why.
        let before = journey.why.strip_prefix("before ").and_then(ArmyId::parse);
        if let Some(by) = before {
            let by = Phrase::Prep("before".into(), self.who(by).into());
            clauses[0].rest.insert(0, by);
        }
        let mut told = sentences(&clauses, &journey.events);
        told[0].front = match journey.why.as_str() {
            "after defeat" => Some("after the lost battle".into()),
            "after a drawn battle" => Some("after the drawn battle".into()),
            _ => None,
        };
        let mut weight = RETREATED + COST_EACH * journey.lost;
        told.extend(self.lifted(journey.start()));
        if let Some((gone, more)) = self.lost_on(journey) {
            (weight, headline) = (GONE, gone);
            told.extend(more);
        }
        let one = Situation::new(weight, told).headline(headline);
        Some(one.at(self.region(journey.start())))
    }

    /// Enemies in Transalpine Gaul who did not fight: those whom one army met, or all.
    pub(super) fn evasions(&mut self, mover: Option<ArmyId>) -> Vec<Situation> {
        let mut told = Vec::new();
        for Evasion { n, armies, sought } in self.facts.evasions.clone() {
            if !self.fresh(&[n]) || mover.is_some_and(|mover| mover != armies[0]) {
                continue;
            }
            self.tells(&[n]);
            let sentence = if let Some([seeker, winner]) = sought {
                let seek = Clause::new(self.who(seeker), "seek");
                let seek = seek.object("battle in Transalpine Gaul");
                let escape = Clause::new(self.who(winner), "escape").object("it");
                Sentence::told(seek, &[n]).then(Relation::But, escape)
            } else {
                let both = Np::List(armies.iter().map(|id| self.who(*id).into()).collect());
                let avoid = Clause::new(both, "avoid").object("each other");
                Sentence::told(avoid.with("in Transalpine Gaul"), &[n])
            };
            let headline = sentence.main.clone().now();
            told.push(Situation::new(EVADED, vec![sentence]).headline(headline));
        }
        told
    }
}
