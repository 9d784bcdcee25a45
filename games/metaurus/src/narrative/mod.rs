//! The story of a record: chains of blows on one unit, the results of many blows on each wing, units out of hand,
//! marches, the end. `facts` reads the record, the other files tell it.

mod bonds;
mod camp;
mod chain;
mod end;
mod facts;
mod ground;
mod lesser;
mod march;
mod memory;
mod names;
mod stand;
mod strike;

use super::Metaurus;
use super::data::Printed;
use super::events::{Command, Event, Fight, Sequence};
use super::names::Side;
use super::state::State;
use crate::report_context;
use engine::prelude::*;
use engine::story::{Clause, Ledger, Paragraph, Phrase, Report, Sentence, StoryContext, plot};
use facts::{Clash, Facts};
use names::Names;
use std::collections::{BTreeMap, BTreeSet};

/// The most that a recovery, a refusal or a retreat weighs beside attacks that changed something.
const BESIDE: u32 = 5;

impl Narrative for Metaurus {
    fn narrative(&self, told: &StoryContext<'_, Self>) -> Option<Report> {
        Some(Teller::new(&self.printed, told).report())
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
    printed: &'a Printed,
    told: &'a StoryContext<'a, Metaurus>,
    before: &'a State,
    after: &'a State,
    ledger: &'a Ledger,
    names: Names<'a>,
    facts: Facts,
    /// How often each thing has been told in this report: the second time it takes its second plain form.
    times: BTreeMap<&'static str, usize>,
    /// Clashes that are told with what led to them: those of elephants out of hand.
    apart: BTreeSet<usize>,
}

impl<'a> Teller<'a> {
    fn new(printed: &'a Printed, told: &'a StoryContext<'a, Metaurus>) -> Self {
        Self {
            printed,
            told,
            before: told.before,
            after: told.view,
            ledger: told.ledger,
            names: Names::new(printed),
            facts: facts::read(told.before, told.chapters),
            times: BTreeMap::new(),
            apart: BTreeSet::new(),
        }
    }

    fn sequence(&self) -> impl Iterator<Item = (u32, &'a Sequence)> + use<'a> {
        self.told.events().filter_map(|(n, event)| match event {
            Event::Sequence(sequence) => Some((n, sequence)),
            _ => None,
        })
    }

    fn orders(&self) -> impl Iterator<Item = (u32, &'a Command)> + use<'a> {
        self.told.events().filter_map(|(n, event)| match event {
            Event::Command(command) => Some((n, command)),
            _ => None,
        })
    }

    /// The number of the form that a thing takes this time.
    fn form(&mut self, thing: &'static str, forms: usize) -> usize {
        let times = self.times.entry(thing).or_default();
        *times += 1;
        (*times - 1) % forms
    }

    /// True if a lost unit counts towards the enemy's mark.
    fn counts(&self, unit: super::names::Id) -> bool {
        let counter = self.printed.roster.unit(unit).expect("the unit is in the roster");
        !self.printed.battle.uncounted_losses.contains(&counter.arm)
    }

    /// The wing of a fight: that of the first Roman unit in it, so that it is one place whoever attacks.
    fn place_of(&self, clash: &Clash) -> &'static str {
        let Fight { by, against, .. } = &clash.fight;
        let roman = if self.names.side(by[0]) == Side::Rome { by[0] } else { against[0] };
        ground::wing(clash.stood[&roman])
    }

    /// The weight of what is worth less than any attack that changed something.
    fn beside(&self, weight: u32) -> u32 {
        let fought = self.facts.clashes.iter().any(|clash| !clash.idle());
        if fought { weight.min(BESIDE) } else { weight }
    }

    fn report(&mut self) -> Report {
        if self.told.chapters.is_empty() {
            return Report { score: self.score(), next: self.next(), ..Report::default() };
        }
        if let Some(report) = self.opening() {
            return report;
        }
        let mut situations = self.out_of_hand();
        let chains = self.chains();
        let (heavy, light): (Vec<_>, Vec<_>) =
            chains.into_iter().partition(|chain| chain.iter().any(|clash| !clash.dead.is_empty()));
        let mut heavy = heavy;
        // The heaviest is told first, so that its words are the plainest.
        heavy.sort_by_key(|chain| (std::cmp::Reverse(self.weigh(chain)), chain[0].n));
        situations.extend(heavy.iter().map(|chain| self.chain(chain)).collect::<Vec<_>>());
        situations.extend(self.lesser(light));
        situations.extend(self.bonds(&situations));
        situations.extend(self.camp());
        situations.extend(self.fallen());
        situations.extend(self.exits());
        situations.extend(self.drew_off());
        situations.extend(self.marches());
        situations.extend(self.waiting());
        let headline = self.headline(&mut situations);
        let weight = situations.iter().map(|one| one.weight).max().unwrap_or_default();
        let mut paragraphs = plot(situations);
        self.places(&mut paragraphs);
        let end = self.end();
        if paragraphs.is_empty() && end.is_none() {
            let sentences = vec![self.quiet()];
            paragraphs.push(Paragraph { sentences, ..Paragraph::default() });
        }
        paragraphs.extend(end);
        let headline = if headline.is_empty() {
            vec![Clause { tense: engine::story::Tense::Present, ..self.quiet().main }]
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

    /// Says where something happens whenever the place differs from the one told before.
    fn places(&self, paragraphs: &mut [Paragraph]) {
        let wing = |n: &u32| {
            let clash = self.facts.clashes.iter().find(|clash| clash.n == *n)?;
            Some(self.place_of(clash))
        };
        let mut said: Option<&str> = None;
        for sentence in paragraphs.iter_mut().flat_map(|paragraph| &mut paragraph.sentences) {
            let here: BTreeSet<&'static str> = sentence.events.iter().filter_map(wing).collect();
            let Some(first) = here.first().copied() else { continue };
            if here.len() > 1 {
                sentence.front = None;
                said = None;
            } else if sentence.front.as_ref().is_none_or(|front| *front == Phrase::from(first)) {
                let spoken = sentence
                    .clauses()
                    .any(|clause| clause.rest.iter().any(|phrase| *phrase == Phrase::from(first)));
                let front = said != Some(first) && !spoken;
                sentence.front = front.then(|| Phrase::from(first));
                said = Some(first);
            }
        }
    }

    /// A record in which nobody fought or moved.
    fn quiet(&self) -> Sentence {
        let acts = self.orders().filter_map(|(n, command)| match command {
            Command::Activation { seat, commands, units, .. } => Some((n, *seat, commands, units)),
            _ => None,
        });
        let acts: Vec<_> = acts.collect();
        let Some((n, seat, ..)) = acts.first().copied() else {
            return self.clock();
        };
        let mut events: Vec<u32> = acts.iter().map(|(n, ..)| *n).collect();
        let turned: Vec<(u32, super::names::Id)> = self.turned();
        events.extend(turned.iter().map(|(n, _)| *n));
        let commands: Vec<_> = acts
            .iter()
            .flat_map(|(_, _, commands, units)| {
                commands.iter().copied().chain(units.iter().map(|unit| self.names.command(*unit)))
            })
            .collect();
        if commands.is_empty() {
            return Sentence::told(
                Clause::new(names::side(seat), "stay").with("where it was"),
                &[n],
            );
        }
        let who = self.names.commands(&commands, seat);
        if !turned.is_empty() {
            let units = names::count(turned.len(), "unit").tail(format!("of {}", who.full));
            return Sentence::told(Clause::new(units, "turn").with("on the spot"), &events);
        }
        let there = if who.plural { "where they were" } else { "where it was" };
        Sentence::told(Clause::new(who, "stay").with(there), &events)
    }

    fn turned(&self) -> Vec<(u32, super::names::Id)> {
        let turned = self.told.events().filter_map(|(n, event)| match event {
            Event::Movement(super::events::Movement::Turned { unit, .. }) => Some((n, *unit)),
            _ => None,
        });
        turned.collect()
    }

    /// A record of which only the clock can be told.
    fn clock(&self) -> Sentence {
        let ends = self.sequence().find_map(|(n, event)| match event {
            Sequence::TurnEnds { turn, .. } => Some((n, "end", *turn)),
            Sequence::GameTurn { turn } => Some((n, "begin", *turn)),
            _ => None,
        });
        let over = self.sequence().find_map(|(n, event)| match event {
            Sequence::TurnOver { seat, .. } => Some((n, *seat)),
            _ => None,
        });
        if let (None, Some((n, seat))) = (ends, over) {
            let turn = match seat {
                Side::Rome => "Rome's part of the Game Turn",
                Side::Carthage => "Carthage's part of the Game Turn",
            };
            return Sentence::told(Clause::new(turn, "end"), &[n]);
        }
        match ends {
            Some((n, verb, turn)) => Sentence::told(Clause::new(game_turn(turn), verb), &[n]),
            None => self.chosen().unwrap_or(Sentence::stands(Clause::new("nobody", "move"))),
        }
    }

    /// The sentence on who moves first, where the dice for it fell in an earlier record.
    fn chosen(&self) -> Option<Sentence> {
        let (n, first) = self.sequence().find_map(|(n, event)| match event {
            Sequence::TurnOrder { first, .. } => Some((n, *first)),
            _ => None,
        })?;
        let moves = Clause::new(names::side(first), "move").with("first");
        Some(Sentence::told(moves.with(format!("in Game Turn {}", self.after.turn)).now(), &[n]))
    }
}

fn game_turn(turn: u32) -> engine::story::Entity {
    engine::story::Entity::new("turn", format!("Game Turn {turn}"))
}
