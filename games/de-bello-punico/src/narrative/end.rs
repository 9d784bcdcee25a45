//! The mark that decides the battle, its end, and the headline.

use super::{Teller, names};
use crate::events::Sequence;
use crate::names::{Battle, Id, Side};
use crate::state::How;
use engine::story::{
    Clause, Lead, Np, Paragraph, Relation, Sentence, Situation, headlines, number,
};
use std::borrow::Cow;

/// The weight of what decides the battle: it leads whatever else there is.
const DECIDED: u32 = 150;
/// A second situation of at least this weight shares the headline.
const SECOND: u32 = 60;
/// Most words that the names in a headline may have.
const LONGEST: usize = 14;
/// A headline counts lost units if there are at least this many.
const MANY: usize = 3;

impl Teller<'_> {
    fn over(&self) -> Option<(u32, Option<Side>, How)> {
        self.sequence().find_map(|(n, event)| match event {
            Sequence::GameOver { winner, reason, .. } => Some((n, *winner, *reason)),
            _ => None,
        })
    }

    /// The side that reached its rout level in this record, with the event.
    fn crossed_mark(&self) -> Option<(u32, Side)> {
        let rout = self.names.battle.rout;
        let crossed = self.facts.rout.iter().find(|(_, side, points, total)| {
            let before = i16::from(*total) - i16::from(*points);
            *total >= rout[*side] && before < i16::from(rout[*side])
        });
        crossed.map(|(n, side, ..)| (*n, *side))
    }

    /// The headline: what decided the battle, else the heaviest situation, or how many units were lost.
    pub(super) fn headline(&self, situations: &mut [Situation]) -> Vec<Clause> {
        let mark = self.crossed_mark();
        // The blow that brought the end leads.
        let blow = mark.and_then(|(n, _)| {
            situations
                .iter_mut()
                .find(|one| one.sentences.iter().any(|one| one.events.contains(&n)))
        });
        if let Some((_, winner, _)) = self.over() {
            if let Some(blow) = blow {
                blow.weight = DECIDED;
            }
            let place = match self.after.battle {
                Battle::Trebbia => "at the Trebbia",
                Battle::Beneventum => "at Beneventum",
                Battle::Po => "on the Po",
                Battle::Zama => "at Zama",
            };
            return vec![match winner {
                Some(side) => Clause::new(names::side(side), "win").with(place).now(),
                None => Clause::new("nobody", "win").with(place).now(),
            }];
        }
        if let Some((_, side)) = mark {
            let reach = Clause::new(names::side(side), "reach").object("its breaking point").now();
            let Some(blow) = blow else { return vec![reach] };
            blow.weight = DECIDED;
            let fallen = self.facts.acts.iter().find_map(|act| act.leader_lost);
            if let Some((_, leader, ..)) = fallen {
                return vec![Clause::new(names::leader(leader), "fall").now(), reach];
            }
            let (rome, carthage) =
                (self.facts.broken(Side::Rome), self.facts.broken(Side::Carthage));
            if rome.len() + carthage.len() >= MANY {
                let count = self.counted(&rome, &carthage);
                return vec![count[0].clone(), reach];
            }
            return blow.headline.clone().into_iter().chain([reach]).collect();
        }
        let ranked = headlines(situations);
        let (rome, carthage) = (self.facts.broken(Side::Rome), self.facts.broken(Side::Carthage));
        let count = self.counted(&rome, &carthage);
        match ranked.as_slice() {
            [] => Vec::new(),
            [first, ..] if rome.len() + carthage.len() >= MANY => {
                let own_goal = first.weight > super::chain::LEADER_LOST - 1
                    || first.run_in == "Out of hand" && first.weight > 60;
                let first = first.headline.clone().filter(|_| own_goal);
                first.map_or_else(
                    || count.clone(),
                    |first| [vec![first], count[..1].to_vec()].concat(),
                )
            }
            [first, second, ..] if second.weight >= SECOND => short(first, second, count),
            [first, ..] => first.headline.clone().into_iter().collect(),
        }
    }

    /// A headline with the number of broken units: broken by the enemy's leader if all are of one side, else with the
    /// harder hit side first.
    fn counted(&self, rome: &[Id], carthage: &[Id]) -> Vec<Clause> {
        let mover = self.before.stage.mover();
        for (lost, of, spared) in [(rome, Side::Rome, carthage), (carthage, Side::Carthage, rome)] {
            if spared.is_empty() && mover == Some(of.other()) && !lost.is_empty() {
                let by = names::side(of.other());
                let units = self.names.some(lost.to_vec(), 1);
                return vec![Clause::new(by, "break").object(units).now()];
            }
        }
        let lose =
            |side: Side, units: Np| Clause::new(names::side(side), "lose").object(units).now();
        if rome.len() == carthage.len() {
            let units = names::count(rome.len(), "unit").lead(Lead::A);
            return vec![Clause::new("each side", "lose").object(units).now()];
        }
        let (most, more, least, less) = if carthage.len() > rome.len() {
            (Side::Carthage, carthage.len(), Side::Rome, rome.len())
        } else {
            (Side::Rome, rome.len(), Side::Carthage, carthage.len())
        };
        let mut clauses = vec![lose(most, names::count(more, "unit"))];
        if less > 0 {
            let units = names::count(less, "unit").lead(Lead::Understood);
            clauses.push(Clause { verb: Cow::Borrowed(""), ..lose(least, units) });
        }
        clauses
    }

    /// The last paragraph, after which nothing is told.
    pub(super) fn end(&self) -> Option<Paragraph> {
        let over = self.over();
        let mut sentences = Vec::new();
        if let Some((n, winner, how)) = over {
            sentences.extend(self.finished(n, winner, how));
        } else if let Some((n, side)) = self.crossed_mark() {
            let level = self.names.battle.rout[side];
            let verb = if self.after.camps[side].pr > level { "pass" } else { "reach" };
            let points = Np::count(level, "rout point").lead(Lead::The).tail("that break it");
            let reached =
                Clause::new(names::side(side), verb).object(points).perfect().adverb("now");
            let ends = Clause::new("the battle", "end").with("with this turn").now();
            sentences.push(Sentence::told(reached, &[n]).then(Relation::And, ends));
            sentences.extend(self.stake(side.other()));
        }
        let run_in = Cow::Borrowed(if over.is_some() { "The end" } else { "" });
        (!sentences.is_empty()).then_some(Paragraph { run_in, sentences })
    }

    /// What the other side can still change in the turn in which an army has reached its breaking point.
    fn stake(&self, other: Side) -> Option<Sentence> {
        if self.after.camps[other].pr >= self.names.battle.rout[other] {
            return None;
        }
        let drawn = Clause::new("the battle", "be").with("drawn").now();
        let too = Clause::new(names::side(other), "reach").object("its breaking point").now();
        let sentence = Sentence::stands(drawn).then(Relation::If, too.with("in this turn as well"));
        Some(match self.favoured() {
            Some(whose) => {
                sentence.then(Relation::And, Clause::new("a draw", "be").object(whose).now())
            }
            None => sentence,
        })
    }

    fn finished(&self, n: u32, winner: Option<Side>, how: How) -> Vec<Sentence> {
        let turn = self.before.turn;
        let won = |side: Side| Clause::new(names::side(side), "win").object("the battle");
        let turn = format!("in turn {turn}");
        let drawn = || Clause::new("the battle", "be").with("drawn").now();
        // Some battles give a draw to one side.
        let given = |sentence: Sentence| match winner {
            Some(side) => {
                let whose = match side {
                    Side::Rome => "Rome's victory",
                    Side::Carthage => "Carthage's victory",
                };
                sentence.then(Relation::And, Clause::new("a draw", "be").object(whose).now())
            }
            None => sentence,
        };
        let mut told = match (how, winner) {
            (How::Rout, Some(side)) => {
                let close = Sentence::told(self.at_mark(side.other()), &[n])
                    .front(format!("at the close of turn {}", self.before.turn));
                vec![close.then(Relation::And, won(side))]
            }
            (How::Resigned, Some(side)) => vec![
                Sentence::told(won(side).with(turn), &[n])
                    .then(Relation::Because, Clause::new(names::side(side.other()), "give up")),
            ],
            (How::DrawBoth | How::Both, _) => vec![
                Sentence::told(self.at_mark(Side::Rome), &[n])
                    .then(Relation::And, self.at_mark(Side::Carthage)),
                given(Sentence::told(drawn(), &[n])),
            ],
            (How::DrawTime | How::Time, _) => vec![
                Sentence::told(Clause::new("the last turn", "be").with("over").now(), &[n]),
                given(Sentence::told(drawn(), &[n])),
            ],
            (How::Agreed | How::Rout | How::Resigned, _) => {
                vec![Sentence::told(drawn().with("by agreement"), &[n])]
            }
        };
        told.extend(self.both_lost(n));
        told
    }

    /// The clause that says how near a side is to its rout level.
    fn at_mark(&self, side: Side) -> Clause {
        let level = number(i64::from(self.names.battle.rout[side]));
        let have = self.after.camps[side].pr;
        let points = Np::count(have, "rout point");
        Clause::new(names::side(side), "stand").prep(
            "at",
            if have == self.names.battle.rout[side] {
                points.lead(Lead::The).tail("that break it")
            } else {
                points.tail(format!(", where {level} break it"))
            },
        )
    }

    /// The sentence on the broken units of each side in the battle, if both lost some.
    fn both_lost(&self, n: u32) -> Option<Sentence> {
        let broken = |side: Side| {
            let units = self.after.units.values();
            units.filter(|unit| unit.side == side && unit.panic.is_some()).count()
        };
        if broken(Side::Rome) == 0 || broken(Side::Carthage) == 0 {
            return None;
        }
        let units = |side: Side| names::count(broken(side), names::unit_of(side));
        let both = Np::List(vec![units(Side::Rome), units(Side::Carthage)]);
        let sum = Clause::new(both, "break").with("in the battle");
        let sum = Sentence::told(sum, &[n]);
        Some(if broken(Side::Rome) > 12 { sum.front("in all,") } else { sum })
    }
}

/// Two headlines in one line, or `count` if they would be too long.
fn short(first: &Situation, second: &Situation, count: Vec<Clause>) -> Vec<Clause> {
    let (Some(first), Some(second)) = (&first.headline, &second.headline) else { return count };
    let mut second = second.clone();
    if first.verb == second.verb && !first.passive && !second.passive {
        second.verb = Cow::Borrowed("");
    }
    let words: usize = [first, &second]
        .iter()
        .flat_map(|clause| clause.names())
        .map(|who| who.full.split_whitespace().count())
        .sum();
    if words > LONGEST && !count.is_empty() { count } else { vec![first.clone(), second] }
}
