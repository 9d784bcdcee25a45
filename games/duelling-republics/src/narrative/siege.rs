//! Sieges: begun, a season of them, lifted, won.

use super::Teller;
use super::facts::{Begun, Season};
use super::names::all;
use crate::elements::{ArmyId, Side};
use crate::events::{Doom, Event, Relief, Sieges};
use crate::names::{CARTHAGE, City, Do, Name, ROME};
use crate::state::{Army, State};
use engine::story::{APART, Clause, Np, Phrase, Relation, Sentence, Situation, ordinal};

const BEGUN: u32 = 70;
const JOINED: u32 = 40;
const SEASON: u32 = 28;
/// The weight of a season before a capital.
const CAPITAL: u32 = 46;
/// The weight of an open capital: more than a battle's.
const OPEN: u32 = 125;
const WON: u32 = 120;
pub(super) const LIFTED: u32 = 60;
pub(super) const LEFT: u32 = 45;
/// The weight that a siege gains before a capital.
const MORE: u32 = 45;

pub(super) fn weight(begun: &Begun) -> u32 {
    if begun.joins { JOINED } else { BEGUN + more(begun.at) }
}

fn capital(at: Name) -> bool {
    at == ROME || at == CARTHAGE
}

pub(super) fn more(at: Name) -> u32 {
    if capital(at) { MORE } else { 0 }
}

impl Teller<'_> {
    pub(super) fn lays_siege(&self, begun: &Begun) -> Clause {
        let who = self.who(begun.besieger);
        match (begun.joins, begun.besieged) {
            (true, _) => {
                Clause::new(who, "join").object(self.city(begun.at).headed("the siege of", false))
            }
            (false, Some(army)) => {
                Clause::new(who, "besiege").object(self.who(army)).prep("in", self.city(begun.at))
            }
            (false, None) => Clause::new(who, "besiege").object(self.city(begun.at)),
        }
    }

    /// The events by which an army went behind walls before another.
    pub(super) fn shut_in(&self, at: Name, by: ArmyId) -> Vec<u32> {
        let here = self.facts.answers.iter().filter(|one| one.at == at && one.by == by);
        here.filter(|one| one.says == Do::Siege).map(|one| one.n).collect()
    }

    /// Sieges that began without a march in this record.
    pub(super) fn sieges(&mut self) -> Vec<Situation> {
        let mut told = Vec::new();
        for begun in self.facts.begun.clone() {
            if !self.fresh(&[begun.n]) {
                continue;
            }
            let mut events = self.shut_in(begun.at, begun.besieger);
            events.push(begun.n);
            self.tells(&events);
            let clause = self.lays_siege(&begun);
            let headline = clause.clone().now();
            let one = Situation::new(weight(&begun), vec![Sentence::told(clause, &events)]);
            told.push(one.headline(headline).at(self.region(begun.at)));
        }
        told.extend(self.broken_up());
        told
    }

    /// The event by which the last besieger is gone from a place.
    pub(super) fn relief(&self, at: Name) -> Option<u32> {
        self.told.events().find_map(|(n, event)| match event {
            Event::Sieges(event) => match event.as_ref() {
                Sieges::SiegeLifted { at: here, why: Relief::NoBesieger } if *here == at => Some(n),
                _ => None,
            },
            _ => None,
        })
    }

    /// The sentence that the last besieger is gone from a place.
    pub(super) fn lifted(&mut self, at: Name) -> Option<Sentence> {
        let n = self.relief(at)?;
        if !self.fresh(&[n]) {
            return None;
        }
        self.tells(&[n]);
        let siege = self.city(at).headed("the siege of", false);
        Some(Sentence::told(Clause::new(siege, "be").with("over"), &[n]))
    }

    fn broken_up(&self) -> Vec<Situation> {
        let mut told = Vec::new();
        for (n, event) in self.told.events() {
            let Event::Sieges(event) = event else { continue };
            if !self.fresh(&[n]) {
                continue;
            }
            let (at, weight, clause) = match event.as_ref() {
                Sieges::SiegeLeft { at, army } => {
                    let siege = self.city(*at).headed("the siege of", false);
                    (*at, LEFT, Clause::new(self.who(*army), "give up").object(siege))
                }
                Sieges::SiegeLifted { at, why: Relief::NoBesieger } => {
                    // If the last besieger left, that tells it.
                    if self.given_up(*at) {
                        continue;
                    }
                    let siege = self.city(*at).headed("the siege of", false);
                    (*at, LEFT, Clause::new(siege, "be").with("over"))
                }
                Sieges::SiegeLifted { at, why: Relief::Sally } => {
                    let siege = self.before.sieges.get(at);
                    let Some(first) = siege.and_then(|siege| siege.besieged.first()) else {
                        continue;
                    };
                    let clause =
                        Clause::new(self.who(*first), "come out of").object(self.city(*at));
                    (*at, LIFTED, clause.with("to fight"))
                }
                Sieges::SiegeLifted { why: Relief::NobodyBesieged, .. }
                | Sieges::SiegeBegun { .. }
                | Sieges::SiegeFought { .. }
                | Sieges::SiegeThrow { .. }
                | Sieges::SiegeRoll { .. }
                | Sieges::SiegeLostElement { .. }
                | Sieges::SiegeWon { .. } => continue,
            };
            let headline = clause.clone().now();
            let one = Situation::new(weight + more(at), vec![Sentence::told(clause, &[n])]);
            told.push(one.headline(headline).at(self.region(at)));
        }
        told
    }

    fn given_up(&self, at: Name) -> bool {
        self.told.events().any(|(_, event)| match event {
            Event::Sieges(event) => {
                matches!(event.as_ref(), Sieges::SiegeLeft { at: left, .. } if *left == at)
            }
            _ => false,
        })
    }

    /// Tells of capitals in which no army of their own stands while an enemy is a step away, if that was not so before.
    /// They are told after the march that brought it about.
    pub(super) fn open_capitals(&self, situations: &mut Vec<Situation>) {
        if self.after.result.is_some() {
            return;
        }
        for (at, of) in [(ROME, Side::Rome), (CARTHAGE, Side::Carthage)] {
            let Some(enemy) = self.threatens(self.after, at, of) else { continue };
            if self.threatens(self.before, at, of).is_some() {
                continue;
            }
            let from = self.after.armies[&enemy].at;
            let empty = Clause::new(self.at(at), "be").with("without an army").now();
            let stands = Clause::new(self.who(enemy), "stand").prep("next to it in", self.at(from));
            let sentence = Sentence::stands(empty).then(Relation::And, stands.now());
            let headline = Clause::new(self.at(at), "lie").with("open").now();
            let way = self
                .facts
                .journeys
                .iter()
                .rfind(|one| one.army == enemy || (one.army.side() == of && one.start() == at));
            let cause = way.and_then(|way| {
                let tells = |one: &Sentence| one.events.contains(&way.events[0]);
                situations.iter_mut().find(|one| one.sentences.iter().any(tells))
            });
            match cause {
                Some(cause) if cause.weight < APART => {
                    cause.sentences.push(sentence);
                    (cause.weight, cause.headline) = (OPEN, Some(headline));
                    continue;
                }
                Some(cause) => cause.weight = cause.weight.max(OPEN + 1),
                None => {}
            }
            situations.push(Situation::new(OPEN, vec![sentence]).headline(headline));
        }
    }

    /// An enemy who is a step away from a capital without an army, and free to enter it.
    fn threatens(&self, state: &State, capital: Name, of: Side) -> Option<ArmyId> {
        let own = state.owned(capital, of) && state.in_province(capital, of).is_empty();
        if !own || state.sieges.contains_key(&capital) {
            return None;
        }
        let mut enemies = state.armies_of(of.other());
        let near = |(id, army): &(ArmyId, &Army)| {
            self.chart.link(army.at, capital).is_some()
                && !state.besieged(*id)
                && !state.engaged(*id)
                && state.entry.is_none_or(|entry| ![entry.mover, entry.target].contains(id))
        };
        enemies.find(near).map(|(id, _)| id)
    }

    /// The sentence on the losses by hunger before and behind walls.
    fn hunger(&mut self, worn: &[ArmyId], events: &[u32]) -> Sentence {
        let each = if worn.len() > 1 { "an element each" } else { "an element" };
        if self.form("hunger", 2) == 0 {
            let clause = Clause::new(self.those(worn), "lose").object(each);
            return Sentence::told(clause.with("to hunger and sickness"), events);
        }
        let clause = Clause::new("the season", "cost").object(self.those(worn));
        Sentence::told(clause.with(each), events)
    }

    /// Elements lost in a season whose throw an earlier record tells.
    fn starved(&mut self) -> Vec<Situation> {
        let mut told = Vec::new();
        for (n, army) in self.facts.starved.clone() {
            self.tells(&[n]);
            let mut sentence = self.hunger(&[army], &[n]);
            let at = self.before.army(army).map(|there| self.stands(army, there.at));
            sentence.main = sentence.main.maybe(at);
            let headline = Clause::new(self.who(army), "lose").object("an element").now();
            let mut sentences = vec![sentence];
            let (mut weight, mut headline) = (SEASON, headline.with("in the siege"));
            if let Some((gone, more)) = self.doom(army, Doom::Hunger) {
                (weight, headline) = (super::end::GONE, gone);
                sentences.extend(more);
            }
            told.push(Situation::new(weight, sentences).headline(headline));
        }
        told
    }

    /// A season before walls, with what was thrown and what was needed.
    pub(super) fn seasons(&mut self) -> Vec<Situation> {
        let seasons = self.facts.seasons.clone();
        let mut told: Vec<Situation> =
            seasons.iter().filter_map(|season| self.season(season)).collect();
        told.extend(self.starved());
        told
    }

    fn season(&mut self, season: &Season) -> Option<Situation> {
        let besieger = *season.besiegers.first()?;
        let at = season.at;
        self.tells(&season.events);
        let mut told = self.throws(season, besieger);
        let mut headline = Clause::new(self.city(at), "hold").with("out").now();
        let mut weight = if capital(at) { CAPITAL } else { SEASON };
        if season.won {
            weight = if capital(at) { WON + 30 } else { WON };
            let (fallen, lost) = self.fallen(season, besieger);
            told.extend(fallen);
            let taken = lost.iter().map(|army| Np::Full(self.army(*army)));
            let taken = all(std::iter::once(self.city(at)).chain(taken).collect());
            headline = Clause::new(self.who(besieger), "take").object(taken).now();
        } else if !season.worn.is_empty() {
            told.push(self.hunger(&season.worn, &season.events));
        }
        for army in &season.worn {
            if let Some((gone, more)) = self.doom(*army, Doom::Hunger) {
                (weight, headline) = (weight.max(super::end::GONE), gone);
                told.extend(more);
                told.extend(self.lifted(at));
            }
        }
        Some(Situation::new(weight, told).headline(headline).at(self.region(at)))
    }

    /// Both throws of a season, with what was added to each and what the besieger needed.
    fn throws(&self, season: &Season, besieger: ArmyId) -> Vec<Sentence> {
        let [made, met] = season.totals;
        let throw = |who: Np, at: usize| {
            let throw = Np::Throw { n: i64::from(season.dice[at]), or_less: false };
            Sentence::told(Clause::new(who, "throw").object(throw), &season.events)
        };
        let reach = |who: Np, at: usize| {
            Clause::new(who, "reach").object(Np::understood(season.totals[at], "point"))
        };
        let more = |at: usize| Np::count(season.totals[at] - season.dice[at], "point");
        let by: Np = self.who(besieger).into();
        let several = made > season.dice[0] + 1;
        let seasons = if several { "for the seasons before" } else { "for the season before" };
        let which = format!("in the {} season of the siege of", ordinal(u32::from(season.counter)));
        let first = throw(by.clone(), 0).front(Phrase::Prep(which.into(), self.city(season.at)));
        let first = if made == season.dice[0] {
            first
        } else {
            first.then(Relation::And, reach(by.clone(), 0).prep("with", more(0).tail(seasons)))
        };
        let helped = match season.helped.as_str() {
            "army" => "for the army in it,",
            "major city" => "for its walls,",
            _ => "for its walls and the army behind them,",
        };
        let second = throw(self.city(season.at), 1);
        let needed = Phrase::Extent(Np::understood(met * 2, "point"));
        let need = Clause::new(by.clone(), "need").with("twice that,").with(needed).with(",");
        let need = |before: Sentence| {
            let told = before.then(Relation::Against, need);
            if season.won {
                let had = Clause::new(by, "have").object(Np::understood(made, "point"));
                told.then(Relation::And, had)
            } else {
                told
            }
        };
        if met == season.dice[1] {
            return vec![first, need(second)];
        }
        let city = self.city(season.at).entity().cloned().expect("every city has a name");
        let all = Sentence::told(reach(city.into(), 1), &season.events);
        let all = all.front(Phrase::Prep("with".into(), more(1).tail(helped)));
        vec![first, second, need(all)]
    }

    /// A city that fell, with the army in it and the province around it.
    fn fallen(&mut self, season: &Season, by: ArmyId) -> (Vec<Sentence>, Vec<ArmyId>) {
        let at = season.at;
        let mut told = Vec::new();
        let lost: Vec<ArmyId> = self
            .facts
            .dooms
            .iter()
            .filter(|(n, _, why)| *why == Doom::Siege && self.fresh(&[*n]))
            .map(|(_, army, _)| *army)
            .filter(|army| {
                self.before.sieges.get(&at).is_none_or(|siege| siege.besieged.contains(army))
            })
            .collect();
        let mut clauses = Vec::new();
        let mut events = season.events.clone();
        let taken = self.facts.taken.iter().find(|one| one.at == at).copied();
        if let Some(taken) = taken.filter(|one| self.fresh(&[one.n])) {
            clauses
                .push(Clause::new(self.at(at), "pass").prep("to", super::names::side(by.side())));
            events.push(taken.n);
        } else if self.chart.province(at).city != City::None {
            clauses.push(Clause::new(self.city(at), "fall"));
        }
        self.tells(&events);
        if !clauses.is_empty() {
            told.extend(super::march::sentences(&clauses, &events));
        }
        for army in &lost {
            if let Some((_, more)) = self.doom(*army, Doom::Siege) {
                told.extend(more);
            }
        }
        (told, lost)
    }
}
