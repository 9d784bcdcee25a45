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
use super::elements::Side;
use super::state::{Stage, State};
use crate::events::Event;
use crate::events::sight::View;
use crate::report_context;
use engine::prelude::*;
use engine::story::{
    Clause, Ledger, Np, Paragraph, Report, Sentence, Situation, StoryContext, headlines, ordinal,
    plot,
};
use facts::Facts;
use std::collections::{BTreeMap, BTreeSet};

/// A second situation of this weight shares the headline.
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

    /// True if none of these events has been told.
    fn fresh(&self, events: &[u32]) -> bool {
        events.iter().all(|n| !self.said.contains(n))
    }

    /// Notes that events have been told.
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
        let mut paragraphs = plot(situations);
        if paragraphs.is_empty() && end.is_none() {
            let sentences = vec![self.quiet()];
            paragraphs.push(Paragraph { sentences, ..Paragraph::default() });
        }
        let weight = if end.is_some() { 300 } else { weight };
        paragraphs.extend(end);
        let (score, losses, next) = (self.score(), self.losses(), self.next());
        Report { headline, score, paragraphs, losses, next, weight }
    }

    /// Puts what an army did and lost in this record before its end.
    fn with_causes(&self, mut situations: Vec<Situation>) -> Vec<Situation> {
        for (n, army, _) in &self.facts.dooms {
            let ways = self.facts.journeys.iter().filter(|one| one.army == *army);
            let sieges = self.facts.seasons.iter().filter(|one| one.worn.contains(army));
            let causes: Vec<u32> = ways
                .map(|one| one.events[0])
                .chain(sieges.map(|one| one.events[0]))
                .filter(|cause| cause < n)
                .collect();
            for cause in causes.into_iter().rev() {
                let tells = |one: &Situation, n: u32| {
                    one.sentences.iter().any(|sentence| sentence.events.contains(&n))
                };
                let end = situations.iter().position(|one| tells(one, *n));
                let begin = situations.iter().position(|one| tells(one, cause));
                let (Some(end), Some(begin)) = (end, begin) else { continue };
                if end != begin {
                    let before = std::mem::take(&mut situations[begin].sentences);
                    let after = std::mem::take(&mut situations[end].sentences);
                    situations[end].sentences = before.into_iter().chain(after).collect();
                    situations[end].order = situations[end].order.min(situations[begin].order);
                    situations.remove(begin);
                }
            }
        }
        situations
    }

    /// The headline: the end, else the heaviest situation, with a second where that is heavy too.
    fn headline(&self, situations: &[Situation]) -> Vec<Clause> {
        if let Some(headline) = self.ended() {
            return headline;
        }
        let clause =
            |one: &Situation| one.headline.clone().expect("those with a headline were asked for");
        match headlines(situations).as_slice() {
            [] => vec![self.quiet().main.now()],
            [first, second, ..] if second.weight >= SECOND => vec![clause(first), clause(second)],
            [first, ..] => vec![clause(first)],
        }
    }

    /// A record in which no army moved and nothing was decided.
    fn quiet(&self) -> Sentence {
        Sentence::stands(match self.before.stage {
            Stage::Allocate { turn } => self.allocation(turn),
            Stage::Battle => Clause::new("no battle", "decide").passive(),
            _ => Clause::new("no army", "move"),
        })
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
