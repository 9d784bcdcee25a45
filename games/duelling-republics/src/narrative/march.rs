//! Armies on their ways: who went where, what the way cost, who gave way before them, what they took.

use super::Teller;
use super::facts::{Begun, Journey, Left, Taken};
use super::names::elements;
use crate::elements::ArmyId;
use crate::events::Doom;
use crate::names::{City, Do, Name, Way};
use engine::story::{Clause, Lead, Np, Phrase, Relation, Sentence, Situation, Tense};

const MARCH: u32 = 6;
pub(super) const TAKEN: u32 = 40;
pub(super) const MAJOR: u32 = 100;
pub(super) const COST: u32 = 10;
pub(super) const COST_EACH: u32 = 8;
/// The most clauses in a sentence.
const CLAUSES: usize = 4;

/// Steps by one kind of way; those by land that follow one another are one march.
struct Leg {
    from: Name,
    through: Vec<Name>,
    to: Name,
    way: Way,
}

/// The weight of a journey, and its headline: those of the weightiest event in it.
struct News {
    weight: u32,
    headline: Clause,
}

impl News {
    fn raise(&mut self, weight: u32, headline: Clause) {
        if weight > self.weight {
            (self.weight, self.headline) = (weight, headline);
        }
    }
}

fn legs(journey: &Journey) -> Vec<Leg> {
    let mut legs: Vec<Leg> = Vec::new();
    for (from, to, way) in &journey.legs {
        match legs.last_mut() {
            Some(last) if *way == Way::Land && last.way == Way::Land => {
                last.through.push(last.to);
                last.to = *to;
            }
            _ => legs.push(Leg { from: *from, through: Vec::new(), to: *to, way: *way }),
        }
    }
    legs
}

/// One or two sentences of clauses about the same subject; what is still to be lost is told apart from what was done.
pub(super) fn sentences(clauses: &[Clause], events: &[u32]) -> Vec<Sentence> {
    let (owed, clauses): (Vec<Clause>, Vec<Clause>) =
        clauses.iter().cloned().partition(|clause| clause.tense == Tense::Present);
    let mut told = Vec::new();
    let cut = if clauses.len() > CLAUSES { clauses.len().div_ceil(2) } else { clauses.len() };
    for part in clauses.chunks(cut.max(1)) {
        let (first, rest) = part.split_first().expect("a part has at least one clause");
        let mut sentence = Sentence::told(first.clone(), events);
        for (at, clause) in rest.iter().enumerate() {
            let same = clause.subject == part[at].subject;
            let relation = if at + 1 < rest.len() && same && rest[at + 1].subject == clause.subject
            {
                Relation::Comma
            } else {
                Relation::And
            };
            sentence = sentence.then(relation, clause.clone());
        }
        told.push(sentence);
    }
    told.extend(owed.into_iter().map(|clause| Sentence::told(clause, events)));
    told
}

impl Teller<'_> {
    /// Leg by leg: marched through Umbria to Etruria, crossed the mountains to Cisalpine Gaul.
    pub(super) fn way(&self, journey: &Journey, with: Option<Np>) -> Vec<Clause> {
        let who: Np = self.who(journey.army).into();
        let mut clauses: Vec<Clause> = Vec::new();
        for leg in legs(journey) {
            let first = clauses.is_empty();
            let clause = if journey.retreat {
                let how = match leg.way {
                    Way::Land => None,
                    Way::Mountain => Some("over the mountains"),
                    Way::Sea | Way::OpenSea => Some("by sea"),
                };
                Clause::new(who.clone(), "fall back").maybe(how)
            } else {
                let verb = match leg.way {
                    Way::Land if first => "march",
                    Way::Land => "march on",
                    Way::Mountain | Way::Sea => "cross",
                    Way::OpenSea => "sail",
                };
                match leg.way {
                    Way::Mountain => Clause::new(who.clone(), verb).object("the mountains"),
                    Way::Sea => Clause::new(who.clone(), verb).with("by ship"),
                    Way::Land | Way::OpenSea => Clause::new(who.clone(), verb),
                }
            };
            let clause = if first { clause.prep("from", self.at(leg.from)) } else { clause };
            let clause = if leg.through.is_empty() {
                clause
            } else {
                clause.prep("through", self.places(&leg.through))
            };
            clauses.push(clause.prep("to", self.at(leg.to)));
        }
        if let (Some(with), Some(last)) = (with, clauses.last_mut()) {
            last.rest.push(Phrase::Prep("with".into(), with));
        }
        clauses
    }

    pub(super) fn way_and_cost(&self, journey: &Journey) -> Vec<Clause> {
        if journey.lost == 0 {
            return self.way(journey, None);
        }
        let mut clauses = self.way(journey, Some(elements(journey.size)));
        let lose = Clause::new(self.who(journey.army), "lose");
        clauses.push(match (journey.lost, journey.size) {
            (lost, size) if lost >= size && size == 1 => lose.object("it").with("on the way"),
            (lost, size) if lost >= size => lose.object("them all").with("on the way"),
            (lost, size) if self.facts.owing.contains(&journey.army) => {
                let lost = Np::count(i64::from(lost), "element");
                self.toll(journey, lost.lead(Lead::OfThe(i64::from(size))))
            }
            (lost, _) => {
                let lost = Np::count(i64::from(lost), "element").lead(Lead::Understood);
                lose.object(lost).with("on the way")
            }
        });
        clauses
    }

    /// Tells the journeys that led to no battle.
    pub(super) fn marches(&mut self) -> Vec<Situation> {
        let journeys = self.facts.journeys.clone();
        let forward = journeys.iter().filter(|one| !one.retreat);
        let mut told: Vec<Situation> = forward.filter_map(|one| self.march(one)).collect();
        told.extend(self.answered());
        let back = journeys.iter().filter(|one| one.retreat);
        told.extend(back.filter_map(|one| self.retreat(one)).collect::<Vec<_>>());
        told.extend(self.evasions(None));
        told.extend(self.taken());
        told.extend(self.quarters());
        told.extend(self.stayed());
        told
    }

    /// Armies of a side that went the very same way, without a loss, a siege or a prize of their own.
    fn companions(&self, journey: &Journey) -> Vec<Journey> {
        let plain = |one: &Journey| {
            one.lost == 0
                && !self.facts.begun.iter().any(|begun| begun.besieger == one.army)
                && !self.facts.taken.iter().any(|taken| taken.army == one.army)
                && !self.facts.answers.iter().any(|answer| answer.by == one.army)
                && !self.facts.evasions.iter().any(|met| met.armies.contains(&one.army))
                && self.left(one.army).is_none()
        };
        let with = |one: &&Journey| {
            !one.retreat
                && one.army != journey.army
                && one.army.side() == journey.army.side()
                && one.legs == journey.legs
                && self.fresh(&one.events)
                && plain(one)
        };
        if journey.lost > 0 {
            return Vec::new();
        }
        self.facts.journeys.iter().filter(with).cloned().collect()
    }

    /// The clauses on an army from its setting out to the siege that it lays, the events that they tell, and true if it
    /// went alone.
    pub(super) fn arrival(&mut self, journey: &Journey) -> (Vec<Clause>, Vec<u32>, bool) {
        let army = journey.army;
        let with = self.companions(journey);
        let mut events = journey.events.clone();
        let mut clauses = self.way_and_cost(journey);
        if let Some(left) = self.left(army) {
            clauses.insert(0, self.leaves(&left));
            // The siege says from where.
            clauses[1]
                .rest
                .retain(|phrase| !matches!(phrase, Phrase::Prep(word, _) if word == "from"));
            events.insert(0, left.n);
        }
        let begun =
            self.facts.begun.iter().find(|one| one.besieger == army && one.at == journey.end());
        if let Some(begun) = begun.copied().filter(|one| self.fresh(&[one.n])) {
            let siege = self.lays_siege(&begun);
            let province = self.chart.province(begun.at);
            let same = province.town() == province.name;
            let city = if same { "the city".into() } else { self.city(begun.at) };
            clauses.push(match (begun.joins, begun.besieged) {
                (true, _) => Clause { object: Some("the siege".into()), ..siege },
                (false, Some(_)) => Clause { rest: Vec::new(), ..siege }.prep("in", city),
                (false, None) => Clause { object: Some(city), ..siege },
            });
            events.push(begun.n);
            events.extend(self.shut_in(begun.at, army));
        }
        if !with.is_empty() {
            let mut who: Vec<Np> = vec![self.who(army).into()];
            who.extend(with.iter().map(|one| Np::from(self.who(one.army))));
            for clause in clauses.iter_mut().take(legs(journey).len()) {
                clause.subject = Np::List(who.clone());
            }
            events.extend(with.iter().flat_map(|one| one.events.clone()));
        }
        events.sort_unstable();
        events.dedup();
        self.tells(&events);
        (clauses, events, with.is_empty())
    }

    /// The siege that an army left, if that has not been told.
    fn left(&self, army: ArmyId) -> Option<Left> {
        self.facts.left.iter().find(|left| left.army == army && self.fresh(&[left.n])).cloned()
    }

    fn march(&mut self, journey: &Journey) -> Option<Situation> {
        if !self.fresh(&journey.events) {
            return None;
        }
        let left = self.left(journey.army);
        let (mut clauses, mut events, alone) = self.arrival(journey);
        let mut news = self.news(journey, &clauses[0].subject);
        if let Some(left) = left {
            news.raise(super::siege::left(&left), clauses[0].clone().now());
        }
        let mut after = self.made_way(journey, &mut news);
        if let Some((clause, n)) = self.prize(journey, &mut news) {
            if after.is_empty() && alone {
                clauses.push(Clause { object: Some("the province".into()), ..clause });
                events.push(n);
            } else {
                after.push(Sentence::told(clause, &[n]));
            }
        }
        self.tells(&events);
        let mut told = sentences(&clauses, &events);
        told.extend(after);
        if let Some((gone, more)) = self.lost_on(journey) {
            (news.weight, news.headline) = (super::end::GONE, gone);
            told.extend(more);
        }
        for one in self.evasions(Some(journey.army)) {
            news.weight = news.weight.max(one.weight);
            told.extend(one.sentences);
        }
        let one = Situation::new(news.weight, told).headline(news.headline);
        Some(one.at(self.region(journey.end())))
    }

    /// The weight and the headline of a journey, by its losses and by the enemy that it besieged.
    fn news(&self, journey: &Journey, who: &Np) -> News {
        let mut news = News { weight: MARCH, headline: self.heads_for(journey, who) };
        if journey.lost > 0 {
            news.raise(COST + COST_EACH * journey.lost, self.costs(journey));
        }
        let here = |one: &&Begun| one.besieger == journey.army && one.at == journey.end();
        if let Some(begun) = self.facts.begun.iter().find(here) {
            news.raise(super::siege::weight(begun), self.lays_siege(begun).now());
        }
        news
    }

    /// Those who gave way before an army.
    fn made_way(&mut self, journey: &Journey, news: &mut News) -> Vec<Sentence> {
        let mut told = Vec::new();
        for answer in self.facts.answers.clone() {
            let before = answer.by == journey.army && answer.at == journey.end();
            if before && answer.says == Do::Retreat && self.fresh(&[answer.n]) {
                let (headline, weight) = self.gives_way(answer, &mut told);
                news.raise(weight, headline);
            }
        }
        told
    }

    /// The province that an army took where its way ended, with the number of the event.
    fn prize(&mut self, journey: &Journey, news: &mut News) -> Option<(Clause, u32)> {
        let here = |one: &&Taken| one.army == journey.army && one.at == journey.end();
        let taken = self.facts.taken.iter().find(here).copied()?;
        if !self.fresh(&[taken.n]) {
            return None;
        }
        self.tells(&[taken.n]);
        let back = self.first_owner(taken.at) == Some(taken.to);
        let verb = if back { "take back" } else { "take" };
        let clause = Clause::new(self.who(taken.army), verb).object(self.at(taken.at));
        let weight = if taken.city == City::Major { MAJOR } else { TAKEN };
        news.raise(weight, clause.clone().now());
        Some((self.whole(clause, taken.at), taken.n))
    }

    /// The end of an army that lost all its elements on a way.
    pub(super) fn lost_on(&mut self, journey: &Journey) -> Option<(Clause, Vec<Sentence>)> {
        if journey.lost < journey.size {
            return None;
        }
        self.doom(journey.army, Doom::Attrition)
    }

    /// The part of the map in which a province lies.
    pub(super) fn region(&self, at: Name) -> String {
        self.chart.theater(at).unwrap_or(at).to_string()
    }

    fn heads_for(&self, journey: &Journey, who: &Np) -> Clause {
        let verb = match journey.legs.last().expect("a journey has at least one leg").2 {
            Way::Land => "march",
            Way::Mountain => "cross",
            Way::Sea | Way::OpenSea => "sail",
        };
        let clause = Clause::new(who.clone(), verb);
        let clause = if verb == "cross" { clause.object("the mountains") } else { clause };
        clause.prep("to", self.at(journey.end())).now()
    }

    fn costs(&self, journey: &Journey) -> Clause {
        self.toll(journey, elements(journey.lost))
    }

    /// The clause on what the last step of a way costs its general.
    fn toll(&self, journey: &Journey, lost: Np) -> Clause {
        let what = match journey.legs.last().expect("a journey has at least one leg").2 {
            Way::OpenSea => "the open sea",
            Way::Mountain => "the mountains",
            Way::Land | Way::Sea => "the winter",
        };
        let what = Np::Words { text: what.into(), plural: what == "the mountains" };
        Clause::new(what, "cost").object(self.who(journey.army)).with(Phrase::Extent(lost)).now()
    }
}
