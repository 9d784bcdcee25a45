//! The story of what armies took where they stood, of their losses in winter, and of the elements that they hired, gave
//! away and sent home.

use super::Teller;
use super::end::{GONE, where_lost};
use super::facts::{Quarters, Taken};
use super::march::{COST, COST_EACH, MAJOR, TAKEN, sentences};
use super::names::{all, count, elements};
use crate::asked::{Asked, Query};
use crate::elements::{ArmyId, Side};
use crate::events::{Doom, Event, Movement, Sequence};
use crate::names::{City, Name};
use engine::story::{Clause, Lead, Np, Relation, Sentence, Situation};
use std::collections::BTreeMap;

pub(super) const STAYED: u32 = 1;
const ALLIES: u32 = 5;
const GIFT: u32 = 2;

impl Teller<'_> {
    /// Armies that did not move, where nothing else happened.
    pub(super) fn stayed(&mut self) -> Vec<Situation> {
        let mut told = Vec::new();
        for (n, event) in self.told.events() {
            let Event::Movement(event) = event else { continue };
            let clause = match event.as_ref() {
                Movement::Stayed { army, forfeit: false } => {
                    let stay = Clause::new(self.who(*army), "stay");
                    match self.before.army(*army) {
                        Some(there) if self.before.besieged(*army) => {
                            stay.prep("behind the walls of", self.city(there.at))
                        }
                        Some(there) => stay.with(self.stands(*army, there.at)),
                        None => continue,
                    }
                }
                _ => continue,
            };
            let headline = clause.clone().now();
            let one = Situation::new(STAYED, vec![Sentence::told(clause, &[n])]);
            told.push(one.headline(headline).at("stayed"));
        }
        told
    }

    pub(super) fn first_owner(&self, at: Name) -> Option<Side> {
        let theater = self.chart.theater(at)?;
        self.chart.theaters.iter().find(|(name, _)| *name == theater).map(|(_, owner)| *owner)
    }

    /// Provinces that armies took where they stood.
    pub(super) fn taken(&mut self) -> Vec<Situation> {
        let mut told = Vec::new();
        for army in ArmyId::CAMPAIGN {
            let fresh = |one: &&Taken| one.army == army && self.fresh(&[one.n]);
            let taken: Vec<Taken> = self.facts.taken.iter().filter(fresh).copied().collect();
            if taken.is_empty() {
                continue;
            }
            let events: Vec<u32> = taken.iter().map(|one| one.n).collect();
            self.tells(&events);
            let to = army.side();
            let (back, new): (Vec<Taken>, Vec<Taken>) =
                taken.into_iter().partition(|one| self.first_owner(one.at) == Some(to));
            for (verb, taken) in [("take", new), ("take back", back)] {
                if taken.is_empty() {
                    continue;
                }
                let events: Vec<u32> = taken.iter().map(|one| one.n).collect();
                let places: Vec<Name> = taken.iter().map(|one| one.at).collect();
                let object = all(places.iter().map(|at| self.at(*at)).collect());
                let clause = Clause::new(self.who(army), verb).object(object);
                let headline = clause.clone().now();
                let clause = if taken.len() == 1 { self.whole(clause, places[0]) } else { clause };
                let major = taken.iter().any(|one| one.city == City::Major);
                let weight = if major { MAJOR } else { TAKEN - 2 };
                let sentence = Sentence::told(clause, &events);
                let one = Situation::new(weight, vec![sentence]).headline(headline);
                told.push(one.at(self.region(places[0])));
            }
        }
        told
    }

    pub(super) fn quarters(&mut self) -> Vec<Situation> {
        let mut told = Vec::new();
        for Quarters { n, army, at, size, lost } in self.facts.quarters.clone() {
            if lost == 0 || !self.fresh(&[n]) {
                continue;
            }
            self.tells(&[n]);
            let lost_of = Np::count(i64::from(lost), "element").lead(Lead::OfThe(i64::from(size)));
            let whole = if lost >= size && size > 1 {
                Np::count(i64::from(size), "element").lead(Lead::All)
            } else if lost >= size {
                Np::Words { text: "the last element".into(), plural: false }
            } else {
                lost_of
            };
            let owes = self.facts.owing.contains(&army);
            let costs = |lost: Np| {
                let lose = Clause::new(self.who(army), "lose").object(lost);
                let lose = if owes { lose.modal("must").now() } else { lose };
                lose.with("in winter quarters")
            };
            let clause = costs(whole).maybe(at.map(|at| self.stands(army, at)));
            let mut headline = costs(elements(lost)).now();
            let foreign = at.is_some_and(|at| !self.chart.wild(at));
            let clause = if foreign { clause.with(", without a friendly city") } else { clause };
            let sentence = Sentence::told(clause, &[n]);
            let mut sentences = vec![sentence];
            let mut weight = COST + COST_EACH * lost;
            if let Some((gone, more)) = self.doom(army, Doom::Attrition) {
                (weight, headline) = (GONE, gone);
                sentences.extend(more);
                sentences.extend(at.and_then(|at| self.lifted(at)));
            }
            let one = Situation::new(weight, sentences).headline(headline);
            told.push(one.at(at.map(|at| self.region(at)).unwrap_or_default()));
        }
        told
    }

    /// Losses that an earlier record told of, now that it is chosen who they are.
    pub(super) fn paid(&self) -> Vec<Situation> {
        let told = self.facts.paid.iter().map(|(n, army, number)| {
            let lose = |who| Clause::new(who, "lose").object(elements(*number));
            let choose = Clause::new(self.who(*army), "choose").object("which");
            let cause =
                self.ledger.of(army).iter().rfind(|past| past.what == "lost" && past.count > 0);
            let place = cause.map(|past| where_lost(&past.other));
            let sentence = Sentence::told(lose(self.army(*army)).maybe(place), &[*n]);
            let one = Situation::new(COST, vec![sentence.then(Relation::Against, choose)]);
            one.headline(lose(self.who(*army)).now())
        });
        told.collect()
    }

    /// Allies that armies hired and sent home.
    pub(super) fn allies(&self) -> Vec<Situation> {
        let mut told = Vec::new();
        for army in ArmyId::CAMPAIGN {
            let (mut hired, mut sent): (BTreeMap<Name, u16>, u16) = Default::default();
            let mut events = Vec::new();
            for (n, event) in self.told.events() {
                let Event::Movement(event) = event else { continue };
                match event.as_ref() {
                    Movement::Recruited { army: who, at, number, .. } if *who == army => {
                        *hired.entry(*at).or_default() += number;
                        events.push(n);
                    }
                    Movement::AlliesDisbanded { army: who, number, .. } if *who == army => {
                        sent += number;
                        events.push(n);
                    }
                    _ => {}
                }
            }
            let allies = |n: u16| count(n, "allied element");
            let clause = |verb: &'static str| Clause::new(self.who(army), verb);
            let mut clauses: Vec<Clause> = hired
                .iter()
                .map(|(at, n)| clause("hire").object(allies(*n)).prep("in", self.at(*at)))
                .collect();
            if sent > 0 {
                let some = allies(sent);
                let some = if hired.is_empty() { some } else { some.lead(Lead::Understood) };
                clauses.push(clause("send").object(some).with("home"));
            }
            if let Some(first) = clauses.first() {
                let headline = first.clone().now();
                let one = Situation::new(ALLIES, sentences(&clauses, &events));
                told.push(one.headline(headline).at("allies"));
            }
        }
        told
    }

    /// Elements handed over, and armies that were disbanded or surrendered.
    pub(super) fn changes(&self) -> Vec<Situation> {
        let mut told = Vec::new();
        for (n, event) in self.told.events() {
            let Event::Movement(event) = event else { continue };
            let (weight, clause) = match event.as_ref() {
                Movement::Given { from, to, number, whole, .. } => {
                    let clause =
                        Clause::new(self.who(*from), "hand over").object(elements(*number));
                    (if whole.is_some() { 50 } else { 9 }, clause.prep("to", self.who(*to)))
                }
                Movement::Disbanded { army, size, surrender } => {
                    let verb = if *surrender { "surrender" } else { "disband" };
                    let clause = Clause::new(self.who(*army), verb).object(self.army(*army));
                    (if *surrender { GONE } else { 66 }, clause.prep("with", elements(*size)))
                }
                Movement::Moved { .. }
                | Movement::Stayed { .. }
                | Movement::Recruited { .. }
                | Movement::AlliesDisbanded { .. }
                | Movement::Attrition { .. }
                | Movement::LossesChosen { .. }
                | Movement::Retreated { .. }
                | Movement::Destroyed { .. }
                | Movement::Captured { .. } => continue,
            };
            let headline = clause.clone().now();
            let one = Situation::new(weight, vec![Sentence::told(clause, &[n])]);
            told.push(one.headline(headline));
        }
        told.extend(self.gifts());
        told
    }

    /// An army that is asked what it gives to a friend, or that gave nothing.
    fn gifts(&self) -> Option<Situation> {
        let hand_over = |army: ArmyId, what: Np, to: ArmyId| {
            Clause::new(self.who(army), "hand over").object(what).prep("to", self.who(to))
        };
        self.told.events().find_map(|(n, event)| {
            let Event::Sequence(event) = event else { return None };
            let clause = match (event.as_ref(), self.before.asked.as_ref()) {
                (Sequence::Asked { query: Query::HandOver { army, to, at }, .. }, _) => {
                    let may = hand_over(*army, Np::words("elements"), *to).modal("may").now();
                    may.with(self.stands(*army, *at))
                }
                (
                    Sequence::Answered { .. },
                    Some(Asked { query: Query::HandOver { army, to, .. }, .. }),
                ) if !self.gave() => hand_over(*army, "nothing".into(), *to),
                _ => return None,
            };
            let headline = clause.clone().now();
            Some(Situation::new(GIFT, vec![Sentence::told(clause, &[n])]).headline(headline))
        })
    }

    fn gave(&self) -> bool {
        self.told.events().any(|(_, event)| {
            matches!(event, Event::Movement(event) if matches!(event.as_ref(), Movement::Given { .. }))
        })
    }
}
