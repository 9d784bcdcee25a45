//! Ends: of an army, with what it had done, and of the war.

use super::Teller;
use super::names::{all, count, persons, side};
use crate::elements::{ArmyId, Side};
use crate::events::{Award, Doom, Event, Sequence};
use crate::names::{CARTHAGE, Name, ROME};
use crate::orders::battle::Whose;
use crate::state::{Ending, Finish};
use engine::story::{Clause, Lead, Np, Paragraph, Relation, Sentence, Situation, Tense};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The weight of the end of an army.
pub(super) const GONE: u32 = 130;

/// Words for the place where an army lost elements, by the word of the ledger.
pub(super) fn where_lost(cause: &str) -> &'static str {
    match cause {
        "mountain" => "in the mountains",
        "open-sea" => "at sea",
        "winter-move" => "on the move in winter",
        "winter-quarters" => "in winter quarters",
        "siege" => "to hunger and sickness",
        "battle" => "in battle",
        other => panic!("an army cannot lose elements to {other}"),
    }
}

impl Teller<'_> {
    /// The end of an army by some cause, if it has not been told, as a headline and in sentences.
    pub(super) fn doom(&mut self, army: ArmyId, why: Doom) -> Option<(Clause, Vec<Sentence>)> {
        let n = self
            .facts
            .dooms
            .iter()
            .find(|(n, other, by)| *other == army && *by == why && self.fresh(&[*n]))
            .map(|(n, ..)| *n)?;
        self.tells(&[n]);
        let end = Np::Full(self.army(army)).headed("the end of", false);
        let mut told = vec![Sentence::told(Clause::new("that", "be").object(end), &[n])];
        told.extend(self.life(army));
        Some((self.gone(army), told))
    }

    pub(super) fn gone(&self, army: ArmyId) -> Clause {
        Clause::new(self.army(army), "be").with("no more").now()
    }

    /// The sentences on the deeds and losses of an army that is gone.
    fn life(&self, army: ArmyId) -> Vec<Sentence> {
        let pasts = self.ledger.of(army);
        let born = pasts.iter().rposition(|past| past.what == "gone").map_or(0, |at| at + 1);
        let mut took: Vec<Name> = Vec::new();
        let mut lost: BTreeMap<&str, i32> = BTreeMap::new();
        for past in &pasts[born..] {
            match past.what.as_str() {
                "took" => took.extend(Name::new(&past.other).filter(|at| !took.contains(at))),
                "lost" if past.count > 0 => {
                    *lost.entry(where_lost(&past.other)).or_default() += past.count;
                }
                _ => {}
            }
        }
        let mut clauses = Vec::new();
        if !took.is_empty() {
            let what =
                if took.len() <= 4 { self.places(&took) } else { count(took.len(), "province") };
            clauses.push(Clause::new(self.army(army), "take").object(what));
        }
        if !lost.is_empty() {
            let mut sums: Vec<(&str, i32)> = lost.into_iter().collect();
            sums.sort_by_key(|(_, sum)| std::cmp::Reverse(*sum));
            let part = |(at, (place, sum)): (usize, (&'static str, i32))| {
                let lead = if at == 0 { Lead::Bare } else { Lead::Understood };
                Np::count(i64::from(sum), "element").lead(lead).tail(place)
            };
            let sums = sums.into_iter().map(|(place, sum)| (fixed(place), sum));
            let sums = all(sums.enumerate().map(part).collect());
            clauses.push(Clause::new(self.army(army), "lose").object(sums));
        }
        let mut clauses = clauses.into_iter();
        let Some(first) = clauses.next() else { return Vec::new() };
        let sentence = Sentence::stands(first.tense(Tense::Pluperfect)).front("before that");
        vec![match clauses.next() {
            Some(second) => sentence.then(Relation::And, second.tense(Tense::Pluperfect)),
            None => sentence,
        }]
    }

    /// Armies whose end nothing else has told.
    pub(super) fn ends(&mut self) -> Vec<Situation> {
        let mut told = Vec::new();
        for (_, army, why) in self.facts.dooms.clone() {
            if let Some((headline, sentences)) = self.doom(army, why) {
                told.push(Situation::new(GONE, sentences).headline(headline));
            }
        }
        told
    }

    fn finish(&self) -> Option<(u32, &Finish)> {
        self.told.events().find_map(|(n, event)| match event {
            Event::Sequence(sequence) => match sequence.as_ref() {
                Sequence::GameOver { finish } => Some((n, finish)),
                _ => None,
            },
            _ => None,
        })
    }

    /// The capitals that fell.
    fn capitals(&self) -> Vec<Name> {
        let fell = |at: &Name| {
            let first = if *at == ROME { Side::Rome } else { Side::Carthage };
            self.after.owned(*at, first.other())
        };
        [ROME, CARTHAGE].into_iter().filter(fell).collect()
    }

    pub(super) fn ended(&self) -> Option<Vec<Clause>> {
        let (_, finish) = self.finish()?;
        let capitals = self.capitals();
        let mut clauses = Vec::new();
        if finish.how == Ending::Capital {
            let fall = Clause::new(self.places(&capitals), "fall").now();
            clauses.push(if capitals.len() > 1 { fall.with("in one season") } else { fall });
        }
        let first = finish.ranking.first()?;
        let all = first.len() == self.after.players.len();
        let who = if all { Np::words("all the generals") } else { persons(first) };
        let (verb, what) =
            if first.len() > 1 { ("share", "the victory") } else { ("win", "the war") };
        clauses.push(Clause::new(who, verb).object(what).now());
        Some(clauses)
    }

    pub(super) fn places_taken(&self) -> Option<Vec<Sentence>> {
        let (n, finish) = self.finish()?;
        let mut sentence: Option<Sentence> = None;
        for (at, place) in finish.ranking.iter().enumerate() {
            let vp = place.first().and_then(|one| self.after.player(one)).map_or(0, |one| one.vp);
            let lead = if at == 0 { Lead::Bare } else { Lead::Understood };
            let clause = Clause::new(persons(place), if at == 0 { "end" } else { "" });
            let clause = clause.prep("with", Np::count(vp, "point").lead(lead));
            let clause = if place.len() > 1 { clause.with("each") } else { clause };
            sentence = Some(match sentence {
                None => Sentence::told(clause, &[n]),
                Some(before) => {
                    let last = at + 1 == finish.ranking.len();
                    before.then(if last { Relation::And } else { Relation::Comma }, clause)
                }
            });
        }
        Some(Self::victors(n, finish).into_iter().chain(sentence).collect())
    }

    pub(super) fn end(&self) -> Option<Paragraph> {
        let (n, finish) = self.finish()?;
        let war = || Np::from("the war");
        let mut told = vec![match finish.how {
            Ending::Capital if self.capitals().len() > 1 => {
                Sentence::told(Clause::new("the fall of both capitals", "end").object(war()), &[n])
            }
            Ending::Capital => {
                let fall = self.places(&self.capitals()).headed("the fall of", false);
                Sentence::told(Clause::new(fall, "end").object(war()), &[n])
            }
            Ending::Time => {
                let over = Clause::new("the last year of the war", "be").with("over").now();
                Sentence::told(over, &[n])
            }
            Ending::Agreement => Sentence::told(
                Clause::new(Np::words("all the generals"), "agree").with("to end the war"),
                &[n],
            ),
            Ending::Resigned => {
                let loser = match finish.victor {
                    Whose::Rome => "all the Carthaginian generals",
                    Whose::Carthage | Whose::Nobody => "all the Roman generals",
                };
                Sentence::told(Clause::new(Np::words(loser), "give up"), &[n])
            }
        }];
        told.extend(self.territory());
        Some(Paragraph { run_in: Cow::Borrowed("The end"), sentences: told })
    }

    /// The side whose generals rank before all others.
    fn victors(n: u32, finish: &Finish) -> Option<Sentence> {
        let (those, others) = match finish.victor {
            Whose::Rome => ("the Roman generals", "before the Carthaginian ones"),
            Whose::Carthage => ("the Carthaginian generals", "before the Roman ones"),
            Whose::Nobody => return None,
        };
        Some(Sentence::told(Clause::new(Np::words(those), "rank").with(others).now(), &[n]))
    }

    /// The sentence on the points for provinces at the end.
    fn territory(&self) -> Option<Sentence> {
        let paid = self.facts.points.iter().filter(|(_, _, _, why)| *why == Award::Territory);
        let paid: Vec<_> = paid.collect();
        let (_, first, delta, _) = paid.first()?;
        let of = self.after.player(first)?.side;
        let events: Vec<u32> = paid.iter().map(|(n, ..)| *n).collect();
        let hold = Clause::new(side(of), "hold");
        let more = count(*delta, "province")
            .tail(format!("more than the {}", super::names::people(of.other())));
        let sentence = Sentence::told(hold.object(more), &events);
        let each = Clause::new("each of their generals", "get");
        Some(
            sentence
                .then(Relation::SoThat, each.object(Np::count(*delta, "point").lead(Lead::More))),
        )
    }
}

/// The same words as a constant.
fn fixed(place: &str) -> &'static str {
    [
        "in the mountains",
        "at sea",
        "on the move in winter",
        "in winter quarters",
        "to hunger and sickness",
        "in battle",
    ]
    .into_iter()
    .find(|one| *one == place)
    .expect("losses have a place")
}
