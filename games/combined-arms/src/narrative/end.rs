//! Draws, orders that could not be carried out, new veterans, the end, and the headline.

use super::{Teller, names};
use crate::events::{Combat, Ending, Event, Finish, Listing, Reason, Sequence};
use crate::names::{Side, UnitId};
use engine::story::{
    Clause, Np, Paragraph, Phrase, Relation, Sentence, Situation, Tense, headlines,
};
use std::borrow::Cow;

const DRAW: u32 = 40;
const LAPSED: u32 = 3;
const VETERAN: u32 = 12;
const BARRED: u32 = 5;
/// A headline counts lost units if there are at least this many.
const MANY: usize = 3;
/// A second situation of at least this weight shares the headline.
const SECOND: u32 = 60;

impl Teller<'_> {
    fn sequence(&self) -> impl Iterator<Item = (u32, &Sequence)> {
        self.told.events().filter_map(|(n, event)| match event {
            Event::Sequence(sequence) => Some((n, sequence)),
            Event::SetUp(_) | Event::Movement(_) | Event::Combat(_) | Event::Listing(_) => None,
        })
    }

    pub(super) fn over(&self) -> Option<(u32, Finish, Option<Side>, Ending)> {
        self.sequence().find_map(|(n, sequence)| match sequence {
            Sequence::Over { result, winner, reason } => Some((n, *result, *winner, *reason)),
            _ => None,
        })
    }

    pub(super) fn draws(&self) -> Vec<Situation> {
        let one = |(n, sequence): (u32, &Sequence)| {
            let (weight, clause) = match sequence {
                Sequence::DrawOffer { seat, .. } => {
                    (DRAW, Clause::new(names::side(*seat), "offer").object("a draw"))
                }
                Sequence::DrawLapsed { seat } => {
                    let offer =
                        Np::from(names::side(*seat)).headed("the offer of a draw by", false);
                    (LAPSED, Clause::new(offer, "lapse"))
                }
                _ => return None,
            };
            let situation = Situation::new(weight, vec![Sentence::told(clause.clone(), &[n])]);
            Some(situation.headline(clause.now()).at("talk"))
        };
        self.sequence().filter_map(one).collect()
    }

    /// Units that could not go where they were ordered.
    pub(super) fn barred(&self) -> Option<Situation> {
        let found: Vec<(u32, UnitId)> = self
            .told
            .events()
            .filter_map(|(n, event)| match event {
                Event::Listing(Listing::Void(void)) if void.reason == Reason::Unreachable => {
                    Some((n, void.unit?))
                }
                _ => None,
            })
            .collect();
        let moved = |id: &UnitId| self.facts.moves.get(id).is_some_and(|way| way.from != way.to);
        let found: Vec<_> = found
            .into_iter()
            .filter(|(_, id)| !moved(id) && self.after.unit(*id).is_some())
            .collect();
        let (_, first) = found.first()?;
        let units: Vec<UnitId> = found.iter().map(|(_, id)| *id).collect();
        let events: Vec<u32> = found.iter().map(|(n, _)| *n).collect();
        let side = self.names.side(*first);
        let who: Np = if units.len() <= 2 {
            self.names.units(units).into()
        } else {
            names::count(self.names.sorted(units).len(), names::unit_of(side))
        };
        let clause = Clause::new(who, "go").modal("could").denied().with("where ordered");
        Some(Situation::new(BARRED, vec![Sentence::told(clause, &events)]))
    }

    pub(super) fn veterans(&self) -> Option<Situation> {
        let made = self.told.events().filter_map(|(n, event)| match event {
            Event::Combat(Combat::Veteran { unit, .. }) => Some((n, *unit)),
            _ => None,
        });
        let made: Vec<(u32, UnitId)> = made.collect();
        let events: Vec<u32> = made.iter().map(|(n, _)| *n).collect();
        let units: Vec<UnitId> = made.iter().map(|(_, id)| *id).collect();
        if units.is_empty() {
            return None;
        }
        let who = self.names.units(units);
        let rank = if who.plural { "veterans" } else { "a veteran" };
        let clause = Clause::new(Np::Full(who), "be").now().adverb("now").with(rank);
        Some(Situation::new(VETERAN, vec![Sentence::told(clause, &events)]))
    }

    /// The headline: the end, else the heaviest situation, or how many units were lost.
    pub(super) fn headline(&self, situations: &[Situation]) -> Vec<Clause> {
        if let Some((_, _, winner, reason)) = self.over() {
            return self.ended(winner, reason);
        }
        let ranked = headlines(situations);
        let fallen = &self.facts.fallen;
        let clause = |one: &Situation| {
            one.headline.clone().expect("only events with a headline were requested")
        };
        if fallen.len() >= MANY {
            let side = self.names.side(fallen[0]);
            let whom = names::count(fallen.len(), names::unit_of(side));
            let count = Clause::new(names::side(side.other()), "destroy").object(whom).now();
            let general = ranked.first().filter(|first| {
                first.headline.as_ref().is_some_and(|clause| clause.verb != "destroy")
            });
            return [Some(count), general.map(|one| clause(one))].into_iter().flatten().collect();
        }
        if let [one, two] = fallen.as_slice()
            && ranked.first().is_some_and(|first| {
                first.headline.as_ref().is_some_and(|clause| clause.verb == "destroy")
            })
        {
            return vec![self.ruin(&[*one, *two])];
        }
        match ranked.as_slice() {
            [] => Vec::new(),
            [first, second, ..] if second.weight >= SECOND => vec![clause(first), clause(second)],
            [first, ..] => vec![clause(first)],
        }
    }

    fn ended(&self, winner: Option<Side>, reason: Ending) -> Vec<Clause> {
        let Some(side) = winner else {
            return vec![Clause::new("the battle", "end").with("in a draw").now()];
        };
        let win = Clause::new(names::side(side), "win").now();
        match reason {
            Ending::General => {
                vec![Clause::new(self.names.commander(side.other()), "fall").now(), win]
            }
            Ending::Resignation => {
                vec![Clause::new(names::side(side.other()), "resign").now(), win]
            }
            Ending::Agreement | Ending::Repetition | Ending::Stall | Ending::Limit => {
                vec![win.with("on points")]
            }
        }
    }

    /// The last paragraph, after which nothing is told.
    pub(super) fn end(&self) -> Option<Paragraph> {
        let (n, _, winner, reason) = self.over()?;
        let in_turn = format!("in turn {}", self.after.turn);
        let first = match reason {
            Ending::General => {
                let won = Clause::new(names::side(winner?), "win").object("the battle");
                Sentence::told(won.with(in_turn), &[n])
            }
            Ending::Resignation => {
                let loser = winner?.other();
                let resigned = Clause::new(names::side(loser), "resign").with(in_turn);
                let won = Clause::new(names::side(winner?), "win").object("the battle");
                Sentence::told(resigned, &[n]).then(Relation::And, won)
            }
            Ending::Agreement => {
                let agreed = Clause::new(Np::words("both sides"), "agree on").object("a draw");
                Sentence::told(agreed.with(in_turn), &[n])
            }
            Ending::Repetition => {
                let stood = Clause::new("the same position", "stand");
                let times = Np::count(i64::from(self.after.options.repetition), "time");
                let drawn = Clause::new("the battle", "draw").passive();
                Sentence::told(stood.with(Phrase::Extent(times)), &[n])
                    .then(Relation::And, drawn.with(in_turn))
            }
            Ending::Stall => {
                let lost = Clause::new("no unit", "lose").passive().tense(Tense::Pluperfect);
                let turns = names::turns_of_each(self.after.options.stall_limit);
                let drawn = Clause::new("the battle", "draw").passive();
                Sentence::told(lost.prep("for", turns), &[n])
                    .then(Relation::And, drawn.with(in_turn))
            }
            Ending::Limit => {
                let turns = names::turns_of_each(self.after.round());
                let over = Clause::new("the battle", "end").prep("after", turns);
                let rest = match winner {
                    Some(side) => Clause::new(names::side(side), "win").with("on points"),
                    None => Clause::new("nobody", "win"),
                };
                Sentence::told(over, &[n]).then(Relation::And, rest)
            }
        };
        let mut second = self.left();
        second.main.tense = Tense::Past;
        // The losses, if there are any, tell who is left.
        let mut sentences = vec![first];
        sentences.extend(Some(second).filter(|_| self.facts.fallen.is_empty()));
        Some(Paragraph { run_in: Cow::Borrowed("The end"), sentences })
    }
}
