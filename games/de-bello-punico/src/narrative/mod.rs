//! The story of a record: what happened to each unit that was struck, the results of many blows on each wing, elephants
//! out of hand, marches, the end. `facts` reads the record, the other files tell it.

mod acts;
mod answer;
mod camp;
mod chain;
mod council;
mod elephants;
mod end;
mod facts;
mod halt;
mod lesser;
mod luck;
mod march;
mod memory;
mod names;
mod rout;
mod stand;
mod strike;

use super::DeBelloPunico;
use super::events::{Event, Sequence};
use super::names::Id;
use super::state::State;
use crate::report_context;
use engine::prelude::*;
use engine::story::{Ledger, Paragraph, Report, StoryContext, Tense, place, plot};
use facts::Facts;
use halt::WAITING;
use names::Names;
use std::collections::{BTreeMap, BTreeSet};

impl Narrative for DeBelloPunico {
    fn narrative(&self, told: &StoryContext<'_, Self>) -> Option<Report> {
        let names = Names::new(&self.printed, told.view.battle);
        let mut teller = Teller {
            told,
            before: told.before,
            after: told.view,
            ledger: told.ledger,
            names,
            facts: facts::read(told.before, told.chapters),
            times: BTreeMap::new(),
            risks: BTreeSet::new(),
            told_returns: BTreeSet::new(),
        };
        Some(teller.report())
    }

    fn remember(&self, ledger: &mut Ledger, chapters: &[Chapter<Event>]) {
        memory::remember(ledger, chapters);
    }

    fn report_context(&self, view: &State) -> serde_json::Value {
        report_context::report_context(self, view)
    }
}

/// One record as it is being told.
struct Teller<'a> {
    told: &'a StoryContext<'a, DeBelloPunico>,
    before: &'a State,
    after: &'a State,
    ledger: &'a Ledger,
    names: Names<'a>,
    facts: Facts,
    /// How often each thing has been told in this report; the second time it takes its second, plain form.
    times: BTreeMap<&'static str, usize>,
    /// Leaders whose danger with a unit was told.
    risks: BTreeSet<(Id, Id)>,
    /// Units whose arrival was told with what they did.
    told_returns: BTreeSet<Id>,
}

impl<'a> Teller<'a> {
    fn sequence(&self) -> impl Iterator<Item = (u32, &'a Sequence)> + use<'a> {
        self.told.events().filter_map(|(n, event)| match event {
            Event::Sequence(sequence) => Some((n, sequence)),
            _ => None,
        })
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
        let mut situations = self.drawn_up();
        situations.extend(self.council());
        situations.extend(self.out_of_hand());
        let (mut heavy, light): (Vec<_>, Vec<_>) =
            self.chains().into_iter().partition(|chain| Self::decided(chain));
        // The heaviest is told first, so that its words are the plainest.
        heavy.sort_by_key(|chain| (std::cmp::Reverse(self.weigh(chain)), Self::turn(chain)));
        situations.extend(heavy.iter().map(|chain| self.chain(chain)).collect::<Vec<_>>());
        situations.extend(self.other_ends());
        situations.extend(self.lesser(&light));
        situations.extend(self.camp());
        situations.extend(self.marches());
        self.answered(&mut situations);
        situations.extend(self.waiting());
        let headline = self.headline(&mut situations);
        let weight = situations.iter().map(|one| one.weight).max().unwrap_or_default();
        // Events to come are told after those that have happened.
        let (waiting, situations) = situations.into_iter().partition(|one| one.weight == WAITING);
        let mut paragraphs = plot(situations);
        let wings = self.facts.acts.iter().filter_map(|act| Some((act, names::wing(act.hex()?))));
        let wings = wings.flat_map(|(act, wing)| act.events.iter().map(move |n| (*n, wing)));
        place(&mut paragraphs, &wings.collect());
        if let Some(summary) = self.summary() {
            paragraphs.insert(0, Paragraph { sentences: vec![summary], ..Paragraph::default() });
        }
        paragraphs.extend(plot(waiting));
        let end = self.end();
        if paragraphs.is_empty() && end.is_none() {
            let sentences = vec![self.quiet()];
            paragraphs.push(Paragraph { sentences, ..Paragraph::default() });
        }
        paragraphs.extend(end);
        let headline = if headline.is_empty() {
            vec![self.quiet().main.tense(Tense::Present)]
        } else {
            headline
        };
        Report {
            headline,
            score: self.score(),
            paragraphs,
            losses: self.losses(),
            next: self.next(),
            weight,
        }
    }
}
