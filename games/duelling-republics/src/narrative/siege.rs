//! Sieges: begun, a season of them, lifted, won.

use super::Teller;
use super::facts::{Begun, Left, Season};
use super::names::all;
use crate::asked::Query;
use crate::elements::{ArmyId, Side};
use crate::events::{Doom, Event, Relief, Sieges};
use crate::names::{CARTHAGE, Do, Name, ROME};
use crate::state::{Army, State};
use engine::story::{APART, Clause, Lead, Np, Relation, Sentence, Situation, ordinal};

const BEGUN: u32 = 70;
const JOINED: u32 = 40;
const SEASON: u32 = 28;
/// The weight of a season before a capital.
const CAPITAL: u32 = 46;
/// The weight of an open capital: more than a battle's.
const OPEN: u32 = 125;
const WON: u32 = 120;
pub(super) const LIFTED: u32 = 60;
const LEFT: u32 = 45;
/// The weight that a siege gains before a capital.
const MORE: u32 = 45;

pub(super) fn weight(begun: &Begun) -> u32 {
    if begun.joins { JOINED } else { BEGUN + more(begun.at) }
}

/// The weight of an army's departure from a siege, by whether the siege went on.
pub(super) fn left(left: &Left) -> u32 {
    if left.others.is_empty() { LEFT + more(left.at) } else { JOINED }
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

    /// The clause on an army that left a siege: it gave it up, or left it to others.
    pub(super) fn leaves(&self, left: &Left) -> Clause {
        if left.others.is_empty() {
            let siege = self.city(left.at).headed("the siege of", false);
            return Clause::new(self.who(left.army), "give up").object(siege);
        }
        let leave = Clause::new(self.who(left.army), "leave").object(self.those(&left.others));
        leave.prep("before", self.city(left.at))
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
        Some(Sentence::told(Clause::new(siege, "end"), &[n]))
    }

    /// Sieges that armies left without a way of theirs in this record, that ended, or that a sally ended.
    fn broken_up(&self) -> Vec<Situation> {
        let mut told = Vec::new();
        for left in self.facts.left.iter().filter(|left| self.fresh(&[left.n])) {
            told.push((left.at, self::left(left), self.leaves(left), left.n));
        }
        for (n, event) in self.told.events() {
            let Event::Sieges(event) = event else { continue };
            let Sieges::SiegeLifted { at, why } = event.as_ref() else { continue };
            // If the last besieger left, that tells it.
            if !self.fresh(&[n]) || self.given_up(*at) {
                continue;
            }
            match why {
                Relief::NoBesieger => {
                    let siege = self.city(*at).headed("the siege of", false);
                    told.push((*at, LEFT + more(*at), Clause::new(siege, "end"), n));
                }
                Relief::Sally => {
                    let siege = self.before.sieges.get(at);
                    if let Some(first) = siege.and_then(|siege| siege.besieged.first()) {
                        let clause = Clause::new(self.who(*first), "come out of");
                        let clause = clause.object(self.city(*at)).with("to fight");
                        told.push((*at, LIFTED + more(*at), clause, n));
                    }
                }
                Relief::NobodyBesieged => {}
            }
        }
        let one = |(at, weight, clause, n): (Name, u32, Clause, u32)| {
            let headline = clause.clone().now();
            let one = Situation::new(weight, vec![Sentence::told(clause, &[n])]);
            one.headline(headline).at(self.region(at))
        };
        told.into_iter().map(one).collect()
    }

    fn given_up(&self, at: Name) -> bool {
        self.facts.left.iter().any(|left| left.at == at && left.others.is_empty())
    }

    /// Tells of capitals in which no army of their own stands while an enemy is a step away, if that was not so before.
    /// They are told after the march that brought it about.
    pub(super) fn open_capitals(&self, situations: &mut Vec<Situation>) {
        if self.after.result.is_some() {
            return;
        }
        for (at, of) in [(ROME, Side::Rome), (CARTHAGE, Side::Carthage)] {
            let Some(enemy) = self.threatens(self.after, at, of) else { continue };
            if Self::exposed(self.before, at, of) && self.beside(self.before, at, of) {
                continue;
            }
            let from = self.after.armies[&enemy].at;
            let empty = Clause::new(self.at(at), "be").with("without an army").now();
            let stands = Clause::new(self.who(enemy), "stand").prep("next to it in", self.at(from));
            let sentence = Sentence::stands(empty.clone()).then(Relation::And, stands.now());
            let headline = empty;
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

    /// True if nobody defends a capital of the side, but for its walls.
    fn exposed(state: &State, capital: Name, of: Side) -> bool {
        state.owned(capital, of) && state.in_province(capital, of).is_empty()
    }

    /// True if an enemy besieges a capital or could enter it.
    fn beside(&self, state: &State, capital: Name, of: Side) -> bool {
        state.sieges.contains_key(&capital) || self.threatens(state, capital, of).is_some()
    }

    /// An enemy who is a step away from a capital without an army, and free to enter it, unless an army is about to fall
    /// back there.
    fn threatens(&self, state: &State, capital: Name, of: Side) -> Option<ArmyId> {
        let returns = matches!(
            state.asked.as_ref().map(|asked| &asked.query),
            Some(Query::Retreat { places, .. }) if places.contains(&capital)
        );
        if returns || !Self::exposed(state, capital, of) || state.sieges.contains_key(&capital) {
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
        let mut told = vec![self.outcome_of(season, besieger)];
        let mut headline = told[0].main.clone().now();
        let mut weight = if capital(at) { CAPITAL } else { SEASON };
        if season.won {
            weight = if capital(at) { WON + 30 } else { WON };
            let (fallen, lost) = self.fallen(season);
            told[0]
                .events
                .extend(self.facts.taken.iter().filter(|one| one.at == at).map(|one| one.n));
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

    /// Whether a city held out or fell, with what the besieger reached and what he needed.
    fn outcome_of(&self, season: &Season, besieger: ArmyId) -> Sentence {
        let [made, met] = season.totals;
        let (result, nth) = (if season.won { "fall" } else { "hold out" }, season.counter);
        let which = format!("in the {} season of the siege", ordinal(u32::from(nth)));
        let city = Clause::new(self.city(season.at), result).with(which);
        let points = |verb: &'static str, n: u8, lead: Lead| {
            let points = Np::count(n, "point").lead(lead);
            Clause::new(self.who(besieger), verb).object(points)
        };
        let reach = points("reach", made, Lead::Bare);
        let need = points("need", met * 2, Lead::Understood);
        Sentence::told(city, &season.events)
            .then(Relation::Against, reach)
            .then(Relation::And, need)
    }

    /// The end of the armies in a city that fell. With the city goes the province, which nothing else tells then.
    fn fallen(&mut self, season: &Season) -> (Vec<Sentence>, Vec<ArmyId>) {
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
        let taken = self.facts.taken.iter().filter(|one| one.at == at);
        let taken: Vec<u32> = taken.map(|one| one.n).collect();
        self.tells(&taken);
        for army in &lost {
            if let Some((_, more)) = self.doom(*army, Doom::Siege) {
                told.extend(more);
            }
        }
        (told, lost)
    }
}
