//! The story of a record: battles from the approach to the losses, journeys, capitals that lie open, the end. `facts`
//! reads the record, the other files tell it.

mod battle;
mod end;
mod facts;
mod journey;
mod memory;
mod names;
mod stand;
mod tally;
mod threat;

use crate::Punica;
use crate::board::Board;
use crate::events::{Event, TurnEvent};
use crate::names::Side;
use crate::report_context;
use crate::state::State;
use engine::prelude::*;
use engine::story::{
    APART, Clause, Ledger, Np, Paragraph, Report, Sentence, Situation, StoryContext, headlines,
    plot,
};
use facts::{Battle, Way};
use std::collections::BTreeSet;

/// A second situation of at least this weight shares the headline.
const SECOND: u32 = 55;

impl Narrative for Punica {
    fn narrative(&self, told: &StoryContext<'_, Self>) -> Option<Report> {
        Some(Teller::new(self, told).report())
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
    rules: &'a Punica,
    told: &'a StoryContext<'a, Punica>,
    before: &'a State,
    after: &'a State,
    ledger: &'a Ledger,
    boards: Boards,
    ways: Vec<Way>,
    battles: Vec<Battle>,
    /// Sides of which it has been said over which seas they carry armies now.
    carried: BTreeSet<Side>,
    /// Fleets of which it has been told that they opened a way.
    opened: BTreeSet<crate::names::UnitId>,
}

/// The board before and after.
struct Boards {
    was: Board,
    now: Board,
}

impl<'a> Teller<'a> {
    fn new(rules: &'a Punica, told: &'a StoryContext<'a, Punica>) -> Self {
        Self {
            rules,
            told,
            before: told.before,
            after: told.view,
            ledger: told.ledger,
            boards: Boards { was: rules.board(told.before), now: rules.board(told.view) },
            ways: facts::ways(told.chapters),
            battles: facts::battles(told.before, told.chapters),
            carried: BTreeSet::new(),
            opened: BTreeSet::new(),
        }
    }

    fn turns(&self) -> impl Iterator<Item = (u32, &'a TurnEvent)> + use<'a> {
        self.told.events().filter_map(|(n, event)| match event {
            Event::Turn(turn) => Some((n, turn)),
            _ => None,
        })
    }

    /// The side that acts in this record.
    fn side(&self) -> Side {
        let acting = self.turns().find_map(|(_, event)| match event {
            TurnEvent::Turn { seat, .. } => Some(*seat),
            _ => None,
        });
        acting.unwrap_or(self.before.active)
    }

    fn over(&self) -> bool {
        self.after.ended.is_some()
    }

    fn report(&mut self) -> Report {
        if self.told.chapters.is_empty() {
            return Report { score: self.score(), next: self.next(), ..Report::default() };
        }
        let battles = self.battles.clone();
        let mut situations: Vec<Situation> =
            battles.iter().filter_map(|battle| self.battle(battle)).collect();
        situations.extend(self.marches());
        situations.extend(self.left());
        situations.extend(self.threats());
        situations.extend(self.cut_off());
        situations.extend(self.others());
        situations.retain(|one| !one.sentences.is_empty());
        let headline = self.headline(&situations);
        let weight = situations.iter().map(|one| one.weight).max().unwrap_or_default();
        let end = self.end();
        let weight = if end.is_some() { 300 } else { weight };
        let card = self.card_first(&mut situations);
        let mut paragraphs = plot(situations);
        match (card, paragraphs.first_mut()) {
            (Some(card), Some(first)) if first.run_in.is_empty() => first.sentences.insert(0, card),
            (Some(card), _) => {
                let opening = Paragraph { sentences: vec![card], ..Paragraph::default() };
                paragraphs.insert(0, opening);
            }
            (None, _) => {}
        }
        if paragraphs.is_empty() && end.is_none() {
            let sentences = vec![self.quiet()];
            paragraphs.push(Paragraph { sentences, ..Paragraph::default() });
        }
        paragraphs.extend(end);
        Report {
            headline,
            score: self.score(),
            paragraphs,
            losses: self.losses(),
            next: self.next(),
            weight,
        }
    }

    /// Takes out the sentence about the card that paid for the movements, which opens the story: the card explains how
    /// many units moved. If the record tells of two turns, each card stays with its own.
    fn card_first(&self, situations: &mut Vec<Situation>) -> Option<Sentence> {
        let acted = |event: &TurnEvent| matches!(event, TurnEvent::Turn { .. });
        if self.turns().filter(|(_, event)| acted(event)).count() != 1 {
            return None;
        }
        let at = situations.iter().position(|one| one.place == end::CARD)?;
        situations.remove(at).sentences.pop()
    }

    /// The headline: the end, else the heaviest situation, with a second where it is heavy or a capital lies open.
    fn headline(&self, situations: &[Situation]) -> Vec<Clause> {
        if let Some(headline) = self.ended() {
            return vec![headline];
        }
        let ranked = headlines(situations);
        let clause = |one: &Situation| {
            one.headline.clone().expect("only events with a headline were requested")
        };
        let open = ranked.iter().find(|one| one.place == threat::OPEN && one.weight >= APART);
        match (ranked.as_slice(), open) {
            ([], _) => vec![self.quiet().main.now()],
            ([first, ..], Some(open)) if first.place != threat::OPEN => {
                vec![clause(first), clause(open)]
            }
            ([first, second, ..], Some(_)) => vec![clause(second), clause(first)],
            ([first, second, ..], None) if second.weight >= SECOND => {
                let (mut first, mut other) = (clause(first), clause(second));
                if first.verb == "take" && other.verb == "take" && first.subject == other.subject {
                    // By how little either was taken stands in the story.
                    first.rest.clear();
                    other = Clause { verb: "".into(), rest: Vec::new(), ..other };
                    return vec![first, other];
                }
                if other.rest.last().is_some_and(|last| first.rest.last() == Some(last))
                    && other.object.is_some()
                {
                    other.rest.pop();
                }
                vec![first, other]
            }
            ([first, ..], _) => vec![clause(first)],
        }
    }

    /// A record in which nothing stands elsewhere than before.
    fn quiet(&self) -> Sentence {
        let waits = self.told.awaited.iter().find(|one| !one.optional);
        match (&self.after.fight, waits.and_then(|one| Side::of(&one.seat))) {
            (Some(fight), Some(side)) => {
                let place = Np::Full(self.rules.place(fight.area));
                let at =
                    if self.rules.at_sea(fight.area) { "the battle in" } else { "the battle for" };
                let clause = Clause::new(place.headed(at, false), "wait").now();
                Sentence::stands(clause.prep("for", names::side(side)))
            }
            _ => Sentence::stands(Clause::new("nothing", "change").with("on the board")),
        }
    }
}
