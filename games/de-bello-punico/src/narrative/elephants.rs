//! Elephants out of hand: what Rome threw for them, and where they ran.

use super::acts::{Act, Deed, disorder};
use super::{Teller, names};
use crate::events::{Cause, Rage};
use crate::names::{Id, Side};
use engine::story::{Clause, Entity, Np, Phrase, Relation, Sentence, Situation, Tense};

/// The weight of elephants that broke men of their own side.
const OWN_GOAL: u32 = 95;
const RAGE: u32 = 22;
const CALM: u32 = 12;
const SHAKEN: u32 = 8;

impl Teller<'_> {
    pub(super) fn out_of_hand(&mut self) -> Vec<Situation> {
        let acts: Vec<Act> = self
            .facts
            .acts
            .iter()
            .filter(|act| {
                matches!(act.deed, Deed::Rage { .. } | Deed::Wild { .. } | Deed::Furious { .. })
            })
            .cloned()
            .collect();
        let mut situations = Vec::new();
        for act in acts.iter().filter(|act| !idle(act)) {
            let told = match act.deed {
                Deed::Wild { unit } => self.wild(act, unit),
                Deed::Furious { unit, target: Some(target) } => self.furious(act, unit, target),
                _ => continue,
            };
            let broke = act.panics.iter().any(|(unit, _)| !self.elephants(*unit));
            let hurt = u32::try_from(act.hurt.len()).expect("few");
            let weight = if broke { OWN_GOAL } else { RAGE + SHAKEN * hurt };
            let headline = self.rage_headline(act);
            let situation = Situation::new(weight, told).run_in("Out of hand").headline(headline);
            situations.push(match act.hex() {
                Some(hex) => situation.at(names::wing(hex)),
                None => situation,
            });
        }
        situations.extend(self.stood(&acts));
        situations
    }

    fn elephants(&self, unit: Id) -> bool {
        self.names.class(unit) == crate::names::Class::Elephant
    }

    fn rage_headline(&self, act: &Act) -> Clause {
        let (Deed::Wild { unit } | Deed::Furious { unit, .. }) = act.deed else {
            panic!("this headline is only for elephants that run amok");
        };
        let who = self.names.unit(unit);
        let friend = act.panics.iter().map(|(other, _)| *other).find(|other| *other != unit);
        match friend {
            Some(friend) => Clause::new(who, "break")
                .object(self.names.unit(friend))
                .with("of their own side")
                .now(),
            None => match act.deed {
                Deed::Furious { target: Some(target), .. } => {
                    let drive = Clause::new(names::side(Side::Rome), "drive").object(who);
                    drive.prep("into", self.names.unit(target)).now()
                }
                _ => Clause::new(who, "run").with("out of hand").now(),
            },
        }
    }

    /// Tells of elephants that ran straight ahead.
    fn wild(&mut self, act: &Act, unit: Id) -> Vec<Sentence> {
        let who = self.names.unit(unit);
        let mut told = Vec::new();
        let run = Clause::new(who.clone(), "run").with("wild");
        let through: Vec<Id> = act
            .hurt
            .iter()
            .filter(|hurt| hurt.cause == Cause::Crossing && hurt.unit != unit)
            .map(|hurt| hurt.unit)
            .collect();
        let sentence = Sentence::told(run, &act.events);
        told.push(if act.panicked(unit) {
            sentence.then(Relation::And, Clause::new(who, "drive").passive().with("from the field"))
        } else if through.is_empty() {
            sentence
        } else {
            let (verb, how) = if through.iter().all(|friend| act.panicked(*friend)) {
                ("break", None)
            } else {
                disorder(through.iter().map(|friend| act.worn(*friend)))
            };
            let friends = Clause::new(who, verb).object(self.names.some(through, 3));
            sentence.then(Relation::And, friends.maybe(how))
        });
        told.extend(self.sequel(act));
        told
    }

    /// Elephants that Rome turned against their own side.
    fn furious(&mut self, act: &Act, unit: Id, target: Id) -> Vec<Sentence> {
        let who = self.names.unit(unit);
        let rome = names::side(Side::Rome);
        let whom = self.names.unit(target);
        let driven = Clause::new(rome, "drive").object(who.clone()).prep("into", whom.clone());
        let sentence = Sentence::told(driven, &act.events);
        let both = |verb: &'static str| Clause::new(Np::words("both"), verb);
        let sentence = match (act.panicked(unit), act.panicked(target)) {
            (true, true) => sentence.then(Relation::And, both("break")),
            (true, false) => {
                let lost = Clause::new(who, "drive").passive().with("from the field");
                sentence.then(Relation::But, lost)
            }
            (false, true) => {
                let (verb, how) = self.ruin(target);
                let broke = Clause::new(names::side(Side::Rome), verb).object(whom).maybe(how);
                sentence.then(Relation::And, broke)
            }
            (false, false) => sentence.then(Relation::And, both("shake").passive()),
        };
        let mut told = vec![sentence];
        told.extend(self.sequel(act));
        told
    }

    /// Elephants for which Rome threw, and which did no harm.
    fn stood(&self, acts: &[Act]) -> Option<Situation> {
        let those = |wanted: Rage| -> Vec<(Id, u32)> {
            let found = acts.iter().filter_map(|act| match act.deed {
                Deed::Rage { unit, result } if result == wanted => Some((unit, act.n())),
                _ => None,
            });
            found.collect()
        };
        let told_apart = |unit: Id| acts.iter().any(|act| !idle(act) && ran(act, unit));
        let mut loose = [those(Rage::Enraged), those(Rage::Furious)].concat();
        loose.retain(|(unit, _)| !told_apart(*unit));
        let told = [
            self.calm(&those(Rage::NoEffect)),
            self.still(&those(Rage::Motionless)),
            self.loose(acts, &loose),
        ];
        let told: Vec<Sentence> = told.into_iter().flatten().collect();
        let headline = told.last()?.main.clone().now();
        Some(Situation::new(CALM, told).headline(headline))
    }

    /// Elephants on which the throw had no effect.
    fn calm(&self, those: &[(Id, u32)]) -> Option<Sentence> {
        let tried = Clause::new(names::side(Side::Rome), "try")
            .with("to madden")
            .with(Phrase::Extent(self.thrown_for(those)?.into()));
        let failed = Clause::new(names::side(Side::Rome), "fail");
        Some(Sentence::told(tried, &events(those)).then(Relation::But, failed))
    }

    /// Elephants that may not move for the rest of the turn.
    fn still(&self, those: &[(Id, u32)]) -> Option<Sentence> {
        let units = self.thrown_for(those)?;
        let frighten = Clause::new(names::side(Side::Rome), "frighten").object(units.clone());
        let stay = Clause::new(units, "stay")
            .tense(Tense::Future)
            .with("where they are for the rest of the turn");
        Some(Sentence::told(frighten, &events(those)).then(Relation::And, stay))
    }

    /// Elephants that ran and hit nobody, or are still to run.
    fn loose(&self, acts: &[Act], those: &[(Id, u32)]) -> Option<Sentence> {
        let units = self.thrown_for(those)?;
        let madden = Clause::new(names::side(Side::Rome), "madden").object(units.clone());
        let run = |unit: Id| acts.iter().find(|act| idle(act) && ran(act, unit));
        let runs: Vec<&Act> = those.iter().filter_map(|(unit, _)| run(*unit)).collect();
        let mut told_of = events(those);
        told_of.extend(runs.iter().flat_map(|act| act.events.clone()));
        let sentence = Sentence::told(madden, &told_of);
        Some(if runs.len() == those.len() {
            sentence.then(Relation::But, Clause::new(units, "hit").object("nobody"))
        } else {
            sentence
        })
    }

    /// The units for which Rome threw, if there are any.
    fn thrown_for(&self, those: &[(Id, u32)]) -> Option<Entity> {
        (!those.is_empty()).then(|| self.names.units(those.iter().map(|(unit, _)| *unit)))
    }
}

/// The events of the throws for elephants.
fn events(those: &[(Id, u32)]) -> Vec<u32> {
    those.iter().map(|(_, n)| *n).collect()
}

fn ran(act: &Act, unit: Id) -> bool {
    matches!(
        act.deed,
        Deed::Wild { unit: other } | Deed::Furious { unit: other, .. } if other == unit
    )
}

/// True of elephants that ran and did no harm.
fn idle(act: &Act) -> bool {
    let hurt = act.hurt.iter().any(|hurt| hurt.cause != Cause::Enraged);
    !hurt && act.panics.is_empty()
}
