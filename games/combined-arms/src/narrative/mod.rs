//! The story of a record: the units that were lost and why, Generals who were struck at, the results of many blows on
//! each wing, rides and marches, the end. `facts` reads the record, the other files tell it.

mod camp;
mod chain;
mod end;
mod facts;
mod general;
mod ground;
mod lesser;
mod march;
mod memory;
mod names;
mod stand;
mod strike;
mod trap;

use super::CombinedArms;
use super::data::chart::Chart;
use super::events::{Event, Sequence};
use super::names::{Side, UnitId};
use super::state::State;
use crate::report_context;
use engine::prelude::*;
use engine::story::{Clause, Ledger, Np, Paragraph, Report, Sentence, StoryContext, plot};
use facts::Facts;
use names::Names;
use std::collections::{BTreeMap, BTreeSet};

impl Narrative for CombinedArms {
    fn narrative(&self, told: &StoryContext<'_, Self>) -> Option<Report> {
        Some(Teller::new(&self.chart, told).report())
    }

    fn remember(&self, ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
        memory::remember(&self.chart, ledger, chapters);
    }

    fn report_context(&self, view: &State) -> serde_json::Value {
        report_context::report_context(self, view)
    }
}

/// One record as it is being told.
struct Teller<'a> {
    chart: &'a Chart,
    told: &'a StoryContext<'a, CombinedArms>,
    before: &'a State,
    after: &'a State,
    ledger: &'a Ledger,
    names: Names<'a>,
    facts: Facts,
    /// The side whose turn it was.
    side: Option<Side>,
    /// Units whose march is told with what it led to.
    apart: BTreeSet<UnitId>,
    /// How often each thing has been told in this report; the second time it takes its second, plain form.
    times: BTreeMap<&'static str, usize>,
}

impl<'a> Teller<'a> {
    fn new(chart: &'a Chart, told: &'a StoryContext<'a, CombinedArms>) -> Self {
        Self {
            chart,
            told,
            before: told.before,
            after: told.view,
            ledger: told.ledger,
            names: Names::new(chart, told.view),
            facts: facts::read(chart, told.before, told.chapters),
            side: facts::acting(told.before, told.chapters),
            apart: BTreeSet::new(),
            times: BTreeMap::new(),
        }
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
        if let Some(report) = self.opening() {
            return report;
        }
        let chains = self.facts.chains();
        let mut situations = self.decisive(&chains);
        situations.extend(self.lesser(&chains));
        let end = self.end();
        if end.is_none() {
            situations.extend(self.marches());
        }
        situations.extend(self.draws());
        situations.extend(self.veterans());
        situations.extend(self.barred());
        let headline = self.headline(&situations);
        let weight = situations.iter().map(|one| one.weight).max().unwrap_or_default();
        // What an earlier record had asked for comes before all else.
        let (answers, rest): (Vec<_>, Vec<_>) =
            situations.into_iter().partition(|one| one.place == lesser::ANSWER);
        let mut paragraphs = plot(answers);
        paragraphs.extend(plot(rest));
        self.places(&mut paragraphs);
        if paragraphs.is_empty() && end.is_none() {
            paragraphs.push(Paragraph { sentences: vec![self.quiet()], ..Paragraph::default() });
        }
        paragraphs.extend(end);
        let headline = if headline.is_empty() { vec![self.quiet().main.now()] } else { headline };
        Report {
            headline,
            score: self.score(),
            paragraphs,
            losses: self.losses(),
            next: self.next(),
            weight,
        }
    }

    /// States the place once, before what happened there.
    fn places(&self, paragraphs: &mut [Paragraph]) {
        let places: BTreeMap<u32, &'static str> = self
            .facts
            .assaults
            .iter()
            .flat_map(|one| {
                let place = self.place(one);
                one.blows.iter().map(move |blow| (blow.n, place))
            })
            .collect();
        engine::story::place(paragraphs, &places);
    }

    /// A record in which nobody fought or moved.
    fn quiet(&self) -> Sentence {
        let ends = self.told.events().find_map(|(n, event)| match event {
            Event::Sequence(
                Sequence::TurnEnds { .. }
                | Sequence::PhaseBegins { .. }
                | Sequence::TurnBegins { .. },
            ) => Some(n),
            _ => None,
        });
        let who: Np = self.side.map_or_else(|| "nobody".into(), |side| names::side(side).into());
        let (verb, with) = match self.side {
            Some(_) if self.before.stage == super::names::Stage::Attack => ("attack", None),
            Some(_) => ("stay", Some("where it was")),
            None => ("move", None),
        };
        let clause = Clause::new(who, verb).maybe(with);
        let clause = match verb {
            "attack" => clause.object("nobody"),
            _ => clause,
        };
        match ends {
            Some(n) => Sentence::told(clause, &[n]),
            None => Sentence::stands(clause),
        }
    }
}
