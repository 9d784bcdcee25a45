//! The story of a record: armies on their ways and their losses there, battles, sieges, provinces that change hands,
//! the nations' business, the end. `facts` reads the record, the other files tell it.

mod battle;
mod blows;
mod council;
mod end;
mod facts;
mod field;
mod gains;
mod march;
mod memory;
mod names;
mod retreat;
mod roll;
mod siege;
mod stand;

use super::DuellingRepublics;
use super::data::chart::Chart;
use super::elements::{ArmyId, Side};
use super::state::{Stage, State};
use crate::events::Event;
use crate::events::sight::View;
use crate::report_context;
use engine::prelude::*;
use engine::story::{
    APART, Clause, Ledger, Np, Paragraph, Relation, Report, Sentence, Situation, StoryContext,
    headlines, ordinal, plot,
};
use facts::Facts;
use std::collections::{BTreeMap, BTreeSet};

/// A second situation with at least this weight shares the headline.
const SECOND: u32 = 60;

impl Narrative for DuellingRepublics {
    fn narrative(&self, told: &StoryContext<'_, Self>) -> Option<Report> {
        Some(Teller::new(self, told).report())
    }

    fn remember(&self, ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
        memory::remember(ledger, chapters);
    }

    fn report_context(&self, view: &View) -> serde_json::Value {
        report_context::report_context(&self.field(view), view)
    }

    fn placing(&self, state: &State) -> Vec<Vec<Seat>> {
        state.result.as_ref().map(|finish| finish.ranking.clone()).unwrap_or_default()
    }
}

/// One record as it is being told.
struct Teller<'a> {
    chart: &'a Chart,
    told: &'a StoryContext<'a, DuellingRepublics>,
    before: &'a State,
    after: &'a State,
    ledger: &'a Ledger,
    facts: Facts,
    /// Events that a sentence tells already.
    said: BTreeSet<u32>,
    /// The number of times that each thing has been told.
    times: BTreeMap<&'static str, usize>,
}

impl<'a> Teller<'a> {
    fn new(rules: &'a DuellingRepublics, told: &'a StoryContext<'a, DuellingRepublics>) -> Self {
        let (before, after) = (&told.before.state, &told.view.state);
        let facts = facts::read(before, told.chapters);
        let (chart, ledger) = (&rules.chart, told.ledger);
        let (said, times) = (BTreeSet::new(), BTreeMap::new());
        Self { chart, told, before, after, ledger, facts, said, times }
    }

    fn fresh(&self, events: &[u32]) -> bool {
        events.iter().all(|n| !self.said.contains(n))
    }

    fn tells(&mut self, events: &[u32]) {
        self.said.extend(events);
    }

    /// The number of the form that a thing takes this time.
    fn form(&mut self, thing: &'static str, forms: usize) -> usize {
        let times = self.times.entry(thing).or_default();
        *times += 1;
        (*times - 1) % forms
    }

    fn report(&mut self) -> Report {
        if self.told.chapters.is_empty() {
            return Report { score: self.score(), next: self.next(), ..Report::default() };
        }
        let mut situations = self.battles();
        situations.extend(self.seasons());
        situations.extend(self.paid());
        situations.extend(self.marches());
        situations.extend(self.sieges());
        situations.extend(self.changes());
        situations.extend(self.allies());
        situations.extend(self.ends());
        situations.extend(self.council());
        situations.retain(|one| !one.sentences.is_empty());
        // Armies that stayed are told only if nothing else is.
        if situations.len() > 1 {
            situations.retain(|one| one.weight > gains::STAYED);
        }
        let mut situations = self.with_causes(situations);
        self.open_capitals(&mut situations);
        let headline = self.headline(&situations);
        let weight = situations.iter().map(|one| one.weight).max().unwrap_or_default();
        let end = self.end();
        let mut paragraphs = self.paragraphs(situations);
        if paragraphs.is_empty() && end.is_none() {
            let nothing = Clause::new("nothing on the map", "change");
            let sentences = vec![self.turns_left().unwrap_or(Sentence::stands(nothing))];
            paragraphs.push(Paragraph { sentences, ..Paragraph::default() });
        }
        let weight = if end.is_some() { 300 } else { weight };
        paragraphs.extend(end);
        let (score, losses, next) = (self.score(), self.losses(), self.next());
        Report { headline, score, paragraphs, losses, next, weight }
    }

    /// Situations as paragraphs. In tempo `full` a record is one move and what followed, and is told in order of time.
    /// The initiative comes last.
    fn paragraphs(&self, mut situations: Vec<Situation>) -> Vec<Paragraph> {
        let last = situations.iter().position(|one| one.place == council::INITIATIVE);
        let last = last.map(|at| situations.remove(at));
        let mut paragraphs = if self.after.options.tempo == Tempo::Full {
            situations.sort_by_key(|one| one.order);
            let together = |one: &Situation, next: &Situation| {
                !one.place.is_empty() && one.place == next.place
            };
            let paragraph = |group: &[Situation]| Paragraph {
                run_in: group[0].run_in.clone(),
                sentences: group.iter().flat_map(|one| one.sentences.clone()).collect(),
            };
            situations.chunk_by(together).map(paragraph).collect()
        } else {
            plot(situations)
        };
        paragraphs
            .extend(last.map(|one| Paragraph { run_in: one.run_in, sentences: one.sentences }));
        paragraphs
    }

    /// The events of each army in this record, in order of time.
    fn deeds(&self) -> Vec<(ArmyId, u32)> {
        let facts = &self.facts;
        let ways = facts.journeys.iter().map(|one| (one.army, one.events[0]));
        let left = facts.left.iter().map(|one| (one.army, one.n));
        let begun = facts.begun.iter().map(|one| (one.besieger, one.n));
        let taken = facts.taken.iter().map(|one| (one.army, one.n));
        let paid = facts.paid.iter().map(|(n, army, _)| (*army, *n));
        let quarters = facts.quarters.iter().map(|one| (one.army, one.n));
        let starved = facts.starved.iter().map(|(n, army)| (*army, *n));
        let all = ways.chain(left).chain(begun).chain(taken).chain(paid);
        let mut all: Vec<_> = all.chain(quarters).chain(starved).collect();
        all.sort_unstable();
        all
    }

    /// What came before what in this record, by events: all that one army did, ways and hunger before the end of an army
    /// and before what winter cost it, the beginning of a siege before its throw, a departure before the end of the
    /// siege, a retreat before the loss of the province.
    fn causes(&self) -> Vec<(u32, u32)> {
        let facts = &self.facts;
        let deeds = self.deeds();
        let mut causes: Vec<(u32, u32)> = deeds
            .windows(2)
            .filter(|two| two[0].0 == two[1].0)
            .map(|two| (two[0].1, two[1].1))
            .collect();
        let over = |left: &facts::Left| Some((left.n, self.relief(left.at)?));
        causes.extend(facts.left.iter().filter_map(over));
        for (n, army, _) in &facts.dooms {
            let ways = facts.journeys.iter().filter(|one| one.army == *army);
            causes.extend(ways.map(|one| (one.events[0], *n)));
        }
        let worn = facts.quarters.iter().map(|one| (one.n, one.army));
        for (n, army) in facts.dooms.iter().map(|(n, army, _)| (*n, *army)).chain(worn) {
            let sieges = facts.seasons.iter().filter(|one| one.worn.contains(&army));
            causes.extend(sieges.map(|one| (one.events[0], n)));
            let starved = facts.starved.iter().filter(|(_, one)| *one == army);
            causes.extend(starved.map(|(cause, _)| (*cause, n)));
        }
        for season in &facts.seasons {
            let begun = facts.begun.iter().filter(|one| one.at == season.at);
            causes.extend(begun.map(|one| (one.n, season.events[0])));
        }
        for taken in &facts.taken {
            let gone = facts.journeys.iter().filter(|one| one.retreat && one.start() == taken.at);
            causes.extend(gone.map(|one| (one.events[0], taken.n)));
        }
        causes.retain(|(cause, effect)| cause < effect);
        causes.sort_unstable_by_key(|(cause, _)| std::cmp::Reverse(*cause));
        causes
    }

    /// Puts what led to a situation in front of it, so that they are told together.
    fn with_causes(&self, mut situations: Vec<Situation>) -> Vec<Situation> {
        for (cause, effect) in self.causes() {
            let tells = |one: &Situation, n: u32| {
                one.sentences.iter().any(|sentence| sentence.events.contains(&n))
            };
            let end = situations.iter().position(|one| tells(one, effect));
            let begin = situations.iter().position(|one| tells(one, cause));
            let (Some(end), Some(begin)) = (end, begin) else { continue };
            if end != begin {
                let before = situations[begin].clone();
                let after = &mut situations[end];
                after.sentences.splice(0..0, before.sentences);
                after.order = after.order.min(before.order);
                // The end of an army is in the headline at any rate.
                let gone = after.weight == end::GONE && before.weight >= APART;
                if gone || before.weight > after.weight {
                    after.headline = before.headline;
                }
                after.weight = after.weight.max(before.weight);
                situations.remove(begin);
            }
        }
        situations
    }

    /// The headline: the end of the game, else the heaviest situation. To it is added an army that is gone, if it does
    /// not name it, or a second situation that is heavy too.
    fn headline(&self, situations: &[Situation]) -> Vec<Clause> {
        if let Some(headline) = self.ended() {
            return headline;
        }
        let clause = |one: &Situation| {
            one.headline.clone().expect("only events with a headline were requested")
        };
        let ranked = headlines(situations);
        let Some(first) = ranked.first().map(|one| clause(one)) else {
            return vec![self.quiet().now()];
        };
        let named = |army: ArmyId| first.names().iter().any(|who| who.key == army.word());
        let mut gone = self.facts.dooms.iter().map(|(_, army, _)| *army);
        let gone = gone.find(|army| !named(*army)).map(|army| self.gone(army));
        let heavy = ranked.get(1).filter(|one| one.weight >= SECOND).map(|one| clause(one));
        std::iter::once(first).chain(gone.or(heavy)).collect()
    }

    /// A record in which no army moved and nothing was decided.
    fn quiet(&self) -> Clause {
        match self.before.stage {
            Stage::Allocate { turn } => self.allocation(turn),
            Stage::Battle => Clause::new("no battle", "decide").passive(),
            _ => Clause::new("no army", "move"),
        }
    }

    /// How many turns with the year's resources are still to come.
    fn turns_left(&self) -> Option<Sentence> {
        let Stage::Allocate { turn } = self.before.stage else { return None };
        let turns = self.after.political.as_ref()?.turns;
        let [rome, carthage] = turns.map(|turns| turns.saturating_sub(turn + 1));
        let have = |who: Np, left: Np| Clause::new(who, "have").object(left).now();
        let turns = |left: u8| Np::count(left, "turn").tail("left");
        if rome == carthage {
            let each = have("each side".into(), turns(rome));
            return (rome > 0).then(|| Sentence::stands(each));
        }
        let (one, left, other, few) = match rome {
            0 => (Side::Carthage, carthage, Side::Rome, rome),
            _ => (Side::Rome, rome, Side::Carthage, carthage),
        };
        let other = have(names::side(other).into(), Np::understood(few, "turn"));
        let first = Sentence::stands(have(names::side(one).into(), turns(left)));
        Some(first.then(Relation::And, Clause { verb: "".into(), ..other }))
    }

    /// A turn with the year's resources, whose use is not known yet.
    fn allocation(&self, turn: u8) -> Clause {
        let which = ordinal(u32::from(turn) + 1);
        let turns = self.before.political.as_ref().map_or([0, 0], |political| political.turns);
        let who = match turns.map(|turns| turns > turn) {
            [true, false] => Np::from(names::side(Side::Rome)),
            [false, true] => Np::from(names::side(Side::Carthage)),
            [true, true] | [false, false] => Np::words("the two sides"),
        };
        let text = format!("their {which} turn to spend the year's resources").into();
        Clause::new(who, "use").object(Np::Words { text, plural: false })
    }
}
