//! The course of a battle: what it takes to break an army, who fell to whom, and how it ended.

use super::Teller;
use super::battle::commander;
use super::field::{Clash, End, Moment};
use super::names::count;
use crate::elements::{Member, Side};
use engine::story::{Clause, Entity, Lead, Np, Phrase, Relation, Sentence, number};

/// More deaths than this are not all told one by one.
const DEATHS: usize = 5;
/// Flights that are told one by one.
const FLIGHTS: usize = 2;
/// This many fights without a loss are worth a word.
const LONG: usize = 6;

impl Teller<'_> {
    fn element_of(&self, clash: &Clash, who: Member) -> Entity {
        self.element(who, clash.alone(who), clash.several(who))
    }

    /// The sentences on the losses that break an army, and on what happened to whom until the end.
    pub(super) fn course(&mut self, clash: &Clash) -> Vec<Sentence> {
        let mut told: Vec<Sentence> = self.limits(clash).into_iter().collect();
        told.extend(Self::long_lanes(clash));
        let (mut flights, mut lane) = (0, None);
        let deaths: Vec<usize> = (0..clash.moments.len())
            .filter(|at| matches!(clash.moments[*at], Moment::Killed { .. }))
            .collect();
        // Of many deaths the first two are told, and the last two.
        let summed: &[usize] =
            if deaths.len() > DEATHS { &deaths[2..deaths.len() - 2] } else { &[] };
        for (at, moment) in clash.moments.iter().enumerate() {
            match moment {
                Moment::Killed { .. } if summed.contains(&at) => {
                    if summed[0] == at {
                        told.push(Self::sum(clash, summed));
                        lane = None;
                    }
                }
                Moment::Killed { fight, .. } => {
                    let how = match (fight.doubled, fight.turned_on) {
                        (true, _) => "doubled",
                        (false, true) => "in the flank",
                        (false, false) => "beaten",
                    };
                    let form = self.form(how, 3);
                    told.extend(self.killed(clash, moment, form, &mut lane));
                }
                Moment::Fled { n, lane: here, who, by } => {
                    flights += 1;
                    if flights <= FLIGHTS {
                        let (who, by) = (self.element_of(clash, *who), self.element_of(clash, *by));
                        let clause = Clause::new(by, "put").object(who).with("to flight");
                        told.push(front(Sentence::told(clause, &[*n]), clash, *here, &mut lane));
                    }
                }
                Moment::Looted { n, army, by, counts } => {
                    let camp = Np::Full(self.army(*army)).headed("the camp of", false);
                    let clause = Clause::new(self.element_of(clash, *by), "loot").object(camp);
                    let counts =
                        Clause::new("a camp", "count").now().prep("for", count(*counts, "loss"));
                    told.push(Sentence::told(clause, &[*n]).then(Relation::Against, counts));
                    lane = None;
                }
                Moment::Caught { .. } => {}
            }
        }
        told.extend(self.ending(clash));
        told
    }

    /// The sentence on the number of fallen of each side, without those who are told one by one.
    fn sum(clash: &Clash, deaths: &[usize]) -> Sentence {
        let (mut fallen, mut cited) = ([0_i64; 2], Vec::new());
        for at in deaths {
            if let Moment::Killed { events, who, rear, .. } = &clash.moments[*at] {
                fallen[who.army.side() as usize] += 1 + i64::from(rear.is_some());
                cited.extend(events);
            }
        }
        let element = |side: Side, lead: Lead| {
            let noun = match side {
                Side::Rome => "Roman element",
                Side::Carthage => "Carthaginian element",
            };
            Np::count(fallen[side as usize], noun).lead(lead)
        };
        let all: Vec<Np> = Side::BOTH
            .into_iter()
            .filter(|side| fallen[*side as usize] > 0)
            .map(|side| element(side, Lead::More))
            .collect();
        Sentence::told(Clause::new(super::names::all(all), "fall").with("after them"), &cited)
    }

    /// Losses that break the two armies.
    fn limits(&self, clash: &Clash) -> Option<Sentence> {
        let [own, foes] = clash.limits?;
        let loss = |n: u8, lead: Lead| Np::count(n, "loss").lead(lead);
        let breaks = |subject: Np, whom: Np| Clause::new(subject, "break").object(whom).now();
        if own == foes {
            let either = breaks(loss(own, Lead::Bare), "either army".into());
            return Some(Sentence::told(either, &clash.opening));
        }
        let first = breaks(loss(own, Lead::Bare), Np::Full(self.army(clash.armies[0])));
        let second = breaks(loss(foes, Lead::Understood), Np::Full(self.army(clash.armies[1])));
        let second = Clause { verb: "".into(), ..second };
        Some(Sentence::told(first, &clash.opening).then(Relation::And, second))
    }

    /// Lanes in which they fought long, and nobody fell.
    fn long_lanes(clash: &Clash) -> Vec<Sentence> {
        let mut told = Vec::new();
        for (at, fights) in clash.fights.iter().enumerate() {
            let lane = u8::try_from(at + 1).expect("three lanes");
            let fell = |moment: &Moment| matches!(moment, Moment::Killed { fight, .. } if fight.lane == lane);
            if fights.len() >= LONG && !clash.moments.iter().any(fell) {
                let clause = Clause::new("nobody", "fall");
                let clause = clause.prep("in", count(fights.len(), "fight"));
                let sentence = Sentence::told(clause, fights);
                told.push(front(sentence, clash, lane, &mut None));
            }
        }
        told
    }

    fn killed(
        &self,
        clash: &Clash,
        moment: &Moment,
        form: usize,
        lane: &mut Option<u8>,
    ) -> Option<Sentence> {
        let Moment::Killed { events, fight, who, by, rear, general } = moment else { return None };
        let (loser, by) = (self.element_of(clash, *who), self.element_of(clash, *by));
        let (high, low) = if fight.first.who == *who {
            (fight.second.score, fight.first.score)
        } else {
            (fight.first.score, fight.second.score)
        };
        let score = format!("{} to {}", number(high), number(low));
        let between = format!(", {score},");
        let whom = |remark: String| Np::from(loser.clone()).apposed(remark);
        let kill = Clause::new(by.clone(), "destroy");
        let so = kill.clone().object(loser.clone()).adverb("so");
        let killed = Clause::new(loser.clone(), "destroy").passive();
        let mut sentence = match (fight.doubled, fight.turned_on, form) {
            // Twice as much destroys.
            (true, _, 0) => {
                let double = Clause::new(by, "double").object(whom(score));
                Sentence::told(double, events).then(Relation::And, so)
            }
            (true, _, 1) => {
                let doubled = Clause::new(loser.clone(), "double").passive().with(between);
                Sentence::told(doubled.prep("by", by), events).then(Relation::And, killed)
            }
            // An element that gives ground with an enemy in the flank is lost.
            (false, true, 0) => {
                let beat = Clause::new(by, "beat").object(whom("taken in the flank".to_owned()));
                let beat = beat.with(format!("by {score}"));
                Sentence::told(beat, events).then(Relation::And, so)
            }
            (false, true, 1) => {
                let taken = Clause::new(loser.clone(), "take").passive().with("in the flank");
                let killed = killed.prep("by", by).with(format!(", {score}"));
                Sentence::told(taken, events).then(Relation::And, killed)
            }
            (false, false, 0) => {
                let beat = Clause::new(by, "beat").object(whom(score));
                let kill = kill.object(loser.clone());
                Sentence::told(beat, events).then(Relation::And, kill)
            }
            _ => Sentence::told(kill.object(whom(score)), events),
        };
        if let Some(rear) = rear {
            let rear = self.element_of(clash, *rear);
            let fell = Clause::new(rear, "fall").with("behind them");
            sentence = sentence.then(Relation::And, fell);
        }
        if *general {
            let fell = Clause::new(commander(who.army), "fall").with("with them");
            sentence = sentence.then(Relation::And, fell);
        }
        Some(front(sentence, clash, fight.lane, lane))
    }

    /// The sentences on the end of the fighting, and on the elements that the pursuit caught.
    fn ending(&self, clash: &Clash) -> Vec<Sentence> {
        let Some((n, end)) = clash.end else { return Vec::new() };
        let after = |bound: u8| Phrase::Prep("after".into(), count(bound, "bound"));
        let losses = |n: u8, lead: Lead| Np::count(n, "loss").lead(lead);
        let mut told = vec![match end {
            End::Broken { army, losses: own, enemy, limit, general } => {
                let clause = Clause::new(Np::Full(self.army(army)), "break");
                let clause = clause.prep("with", losses(own, Lead::Bare));
                let clause = clause.prep("against", losses(enemy, Lead::Understood));
                let sentence = Sentence::told(clause, &[n]).front(after(clash.bound));
                if general && own < limit {
                    let lost = Clause::new(commander(army), "fall")
                        .tense(engine::story::Tense::Pluperfect);
                    sentence.then(Relation::Because, lost)
                } else {
                    sentence
                }
            }
            End::Withdrew { army, losses: own, enemy } => {
                let clause = Clause::new(self.leader_of(clash, army), "leave").object("the field");
                let clause = clause.prep("with", losses(own, Lead::Bare));
                let clause = clause.prep("against", losses(enemy, Lead::Understood));
                Sentence::told(clause, &[n]).front(after(clash.bound))
            }
            End::Night { bound } => {
                let fell = Clause::new("night", "fall").prep("after", count(bound, "bound"));
                let won = Clause::new("nobody", "win").tense(engine::story::Tense::Pluperfect);
                Sentence::told(fell, &[n]).then(Relation::And, won)
            }
        }];
        let caught = clash.moments.iter().filter_map(|moment| match moment {
            Moment::Caught { n, who, by, pursuit, .. } => Some((*n, *who, *by, *pursuit)),
            Moment::Killed { .. } | Moment::Fled { .. } | Moment::Looted { .. } => None,
        });
        let caught: Vec<_> = caught.collect();
        if let [(n, who, by, pursuit)] = caught.as_slice() {
            let clause = Clause::new(self.element_of(clash, *by), "catch");
            let clause = clause.object(self.element_of(clash, *who));
            let how = if *pursuit { "in the pursuit" } else { "on the way out" };
            told.push(Sentence::told(clause.with(how), &[*n]));
        } else if let [(_, who, _, pursuit), ..] = caught.as_slice() {
            let what = if *pursuit { "the pursuit" } else { "the way out" };
            let cited: Vec<u32> = caught.iter().map(|(n, ..)| *n).collect();
            let lost = count(caught.len(), "element").lead(Lead::More);
            let side = usize::from(who.army.side() != clash.armies[0].side());
            let army = Np::Full(self.army(clash.armies[side]));
            let clause = Clause::new(what, "cost").object(army).with(Phrase::Extent(lost));
            told.push(Sentence::told(clause, &cited));
        }
        if caught.is_empty() && !clash.pursuit.is_empty() {
            let clause = Clause::new("the pursuit", "catch").object("nobody");
            told.push(Sentence::told(clause, &clash.pursuit));
        }
        told
    }
}

/// Adds to a sentence the part of the line in which it happened, unless that was the last one named.
fn front(sentence: Sentence, clash: &Clash, lane: u8, last: &mut Option<u8>) -> Sentence {
    if last.replace(lane) == Some(lane) {
        return sentence;
    }
    // Lanes are counted from the attacker's left.
    let roman = clash.armies[0].side() == Side::Rome;
    sentence.front(match (lane, roman) {
        (2, _) => "in the centre",
        (1, true) | (3, false) => "on the Roman left",
        _ => "on the Roman right",
    })
}
