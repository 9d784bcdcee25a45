//! Units lost without a blow, the mark that decides the battle, its end, and the headline.

use super::{Teller, ground, memory, names};
use crate::events::{Cause, Sequence};
use crate::names::Side;
use crate::state::{How, Tally};
use engine::story::{
    Clause, Entity, Lead, Np, Paragraph, Relation, Sentence, Situation, headlines, ordinal,
};
use std::borrow::Cow;
use std::cmp::Reverse;

pub(super) const EXITS: u32 = 80;
const LOST_WITHOUT_A_BLOW: u32 = 70;
/// The weight of what decides the battle: it leads whatever else there is.
const DECIDED: u32 = 150;
/// A second situation of at least this weight shares the headline.
const SECOND: u32 = 55;
/// The most words that a headline may have.
const LONGEST: usize = 17;
/// A headline counts the lost units if there are at least this many.
const MANY: usize = 3;

impl Teller<'_> {
    /// Units lost in retreat or over an edge.
    pub(super) fn fallen(&self) -> Vec<Situation> {
        let mut situations = Vec::new();
        for fallen in &self.facts.fallen {
            let who = self.names.unit(fallen.unit);
            let (told, headline) = match fallen.cause {
                Cause::Retreat => (
                    Sentence::told(self.back(who.clone(), [fallen.unit]), &[fallen.event]).then(
                        Relation::OnlyTo,
                        Clause::new(who.clone(), "break up").with("on the way"),
                    ),
                    Clause::new(who, "break up").with("in retreat"),
                ),
                Cause::Edge => (
                    Sentence::told(
                        Clause::new(who.clone(), "leave")
                            .object("the field")
                            .with("by the wrong edge"),
                        &[fallen.event],
                    )
                    .then(Relation::And, Clause::new(who.clone(), "lose").passive()),
                    Clause::new(who, "leave").object("the field"),
                ),
                Cause::Combat | Cause::Drivers => continue,
            };
            let situation =
                Situation::new(LOST_WITHOUT_A_BLOW, vec![told]).headline(headline.now());
            situations.push(situation.at(ground::wing(fallen.hex)));
        }
        situations
    }

    /// The mark that was reached in this record: who wins by it, and how.
    fn threshold(&self) -> Option<(u32, Side, How, Tally)> {
        self.sequence().find_map(|(n, event)| match event {
            Sequence::Threshold { winner, how, tally } => Some((n, *winner, *how, *tally)),
            _ => None,
        })
    }

    fn over(&self) -> Option<(u32, Side, How, Tally)> {
        self.sequence().find_map(|(n, event)| match event {
            Sequence::GameOver { winner, how, tally } => Some((n, *winner, *how, *tally)),
            _ => None,
        })
    }

    /// The headline: what decided the battle, else the heaviest situation, or how many units were lost.
    pub(super) fn headline(&self, situations: &mut [Situation]) -> Vec<Clause> {
        if let Some((_, winner, ..)) = self.over() {
            return vec![Clause::new(names::side(winner), "win").with("on the Metaurus").now()];
        }
        if let Some((n, winner, how, _)) = self.threshold() {
            // The blow that brought it leads.
            let before = situations.iter_mut().filter(|one| one.order < n && one.weight >= SECOND);
            if let Some(last) = before.max_by_key(|one| {
                one.sentences
                    .iter()
                    .flat_map(|one| &one.events)
                    .filter(|event| **event < n)
                    .max()
                    .copied()
            }) {
                last.weight = DECIDED;
            }
            return self.decided(winner, how);
        }
        let ranked = headlines(situations);
        let lost = |side: Side| self.facts.dead(self.names, side).len();
        let (rome, carthage) = (lost(Side::Rome), lost(Side::Carthage));
        let count = losses(rome, carthage);
        match ranked.as_slice() {
            [] => Vec::new(),
            [first, ..] if rome + carthage >= MANY => {
                let own_goal = first.run_in == "Out of hand";
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

    /// The headline of the blow that decided it.
    fn decided(&self, winner: Side, how: How) -> Vec<Clause> {
        let battle = &self.printed.battle;
        let (mark, unit) = match how {
            How::Eliminations => (battle.rome_needs, "Carthaginian unit"),
            How::Losses => (battle.rome_bears, "Roman unit"),
            _ => return vec![Clause::new(names::side(winner), "reach").object("its mark").now()],
        };
        let unit = Entity::new("mark", format!("the {} {unit}", ordinal(u32::from(mark))));
        let whose = match winner {
            Side::Rome => "Rome's",
            Side::Carthage => "Carthage's",
        };
        vec![Clause::new(unit, "fall").now(), Clause::new("the battle", "be").with(whose).now()]
    }

    /// The last paragraph; nothing is told after it.
    pub(super) fn end(&self) -> Option<Paragraph> {
        let mut sentences: Vec<Sentence> =
            self.threshold().map(|mark| self.mark(mark)).into_iter().collect();
        if let Some((n, winner, how, tally)) = self.over() {
            sentences.extend(self.finished(n, winner, how, tally));
        }
        (!sentences.is_empty()).then_some(Paragraph { run_in: Cow::Borrowed("The end"), sentences })
    }

    /// The mark that was reached, with what has been lost by the end of the record.
    fn mark(&self, (n, winner, how, _): (u32, Side, How, Tally)) -> Sentence {
        let (battle, tally) = (&self.printed.battle, self.after.tally);
        let rome = || Clause::new(names::side(Side::Rome), "");
        let clause = match how {
            How::Eliminations => {
                let verb = Clause { verb: Cow::Borrowed("destroy"), ..rome() };
                if tally.carthage == battle.rome_needs {
                    let units =
                        Np::count(tally.carthage, "unit").lead(Lead::The).tail("that it needed");
                    verb.object(units)
                } else {
                    verb.object(Np::count(tally.carthage, "unit")).with(format!(
                        ", {} more than it needed",
                        names::few(usize::from(tally.carthage - battle.rome_needs))
                    ))
                }
            }
            How::Losses => {
                let verb = Clause { verb: Cow::Borrowed("lose"), ..rome() };
                verb.object(Np::count(tally.rome, "unit")).with(
                    if tally.rome == battle.rome_bears {
                        ", as many as Carthage needed"
                    } else {
                        ", more than Carthage needed"
                    },
                )
            }
            _ => Clause::new(names::side(winner), "reach").object("its mark"),
        };
        let sentence = Sentence::told(clause.perfect().adverb("now"), &[n]);
        let ends = Clause::new("the battle", "end").with("with this Game Turn").now();
        sentence.then(Relation::And, ends)
    }

    fn finished(&self, n: u32, winner: Side, how: How, tally: Tally) -> Vec<Sentence> {
        let turn = format!("in Game Turn {}", self.before.turn);
        let won = Clause::new(names::side(winner), "win").object("the battle");
        let why = match how {
            How::Eliminations | How::Losses | How::Stall => None,
            How::Exits => Some("because enough of its units left by the southern edge"),
            How::OutOfReach => Some("because Rome could no longer destroy enough units"),
            How::TurnLimit => Some("because the last Game Turn was over"),
            How::Resignation => Some(match winner {
                Side::Rome => "because Carthage gave up",
                Side::Carthage => "because Rome gave up",
            }),
            How::Agreement => Some("by agreement"),
        };
        let won = Sentence::told(won.with(turn).maybe(why), &[n]);
        let mut told = vec![if how == How::Stall {
            let turns = Np::count(self.after.options.stall_turns, "Game Turn");
            won.then(Relation::Because, Clause::new("nobody", "attack").prep("for", turns))
        } else {
            won
        }];
        let lost = |side: Side, verb: &'static str, units: Np| {
            Clause::new(names::side(side), verb).object(units)
        };
        let rome = lost(Side::Rome, "lose", Np::count(tally.rome, "unit"));
        let carthage = lost(Side::Carthage, "", Np::understood(tally.carthage, "unit"));
        let carthage = carthage.with(", not counting slingers and elephants");
        told.push(Sentence::told(rome, &[n]).then(Relation::And, carthage));
        told.extend(self.credit(winner.other(), n));
        if tally.exits > 0 {
            let gone = Clause::new(Np::count(tally.exits, "Carthaginian unit"), "leave");
            told.push(Sentence::told(gone.object("the field").with("by the southern edge"), &[n]));
        }
        told
    }

    /// The sentence on the general whose men did most of it, if one army's men did at least a third.
    fn credit(&self, loser: Side, n: u32) -> Option<Sentence> {
        let mut fallen = memory::fallen(self.ledger, self.printed, loser);
        for clash in &self.facts.clashes {
            let struck = clash.lost(&clash.fight.against);
            fallen.extend(struck.into_iter().map(|id| (id, clash.fight.by[0])));
        }
        fallen.retain(|(id, by)| {
            self.names.side(*id) == loser && self.names.side(*by) != loser && self.counts(*id)
        });
        let mut tally: Vec<(Entity, usize)> = Vec::new();
        for (_, by) in &fallen {
            let men = self.names.men([*by]);
            match tally.iter_mut().find(|(other, _)| *other == men) {
                Some((_, count)) => *count += 1,
                None => tally.push((men, 1)),
            }
        }
        tally.sort_by_key(|(_, count)| Reverse(*count));
        let second = tally.get(1).map_or(0, |(_, count)| *count);
        let (who, count) = tally.into_iter().next()?;
        if count == second || count * 3 < fallen.len() || count < MANY {
            return None;
        }
        let units = names::count(count, names::unit_of(loser));
        let most = match loser {
            Side::Rome => ", more than any other men of the Carthaginian army",
            Side::Carthage => ", more than any other men of the Roman army",
        };
        let clause = Clause::new(who, "destroy").object(units).with(most);
        Some(Sentence::told(clause, &[n]))
    }
}

/// A headline with the losses of both sides: the harder hit first.
fn losses(rome: usize, carthage: usize) -> Vec<Clause> {
    let lose = |side: Side, units: Np| Clause::new(names::side(side), "lose").object(units).now();
    if rome == carthage {
        let units = names::count(rome, "unit").lead(Lead::A);
        return vec![Clause::new("each side", "lose").object(units).now()];
    }
    let (most, more, least, less) = if carthage > rome {
        (Side::Carthage, carthage, Side::Rome, rome)
    } else {
        (Side::Rome, rome, Side::Carthage, carthage)
    };
    let mut clauses = vec![lose(most, names::count(more, "unit"))];
    if less > 0 {
        let units = names::count(less, "unit").lead(Lead::Understood);
        clauses.push(Clause { verb: Cow::Borrowed(""), ..lose(least, units) });
    }
    clauses
}

/// Two headlines in one line, or the count where they would be too long.
fn short(first: &Situation, second: &Situation, count: Vec<Clause>) -> Vec<Clause> {
    let (Some(first), Some(second)) = (&first.headline, &second.headline) else { return count };
    let mut second = second.clone();
    if first.verb == "destroy" && second.verb == "destroy" && !first.passive && !second.passive {
        second.verb = Cow::Borrowed("");
    }
    let words: usize = [first, &second]
        .iter()
        .flat_map(|clause| clause.names())
        .map(|who| who.full.split_whitespace().count())
        .sum();
    if words + 4 > LONGEST { count } else { vec![first.clone(), second] }
}
