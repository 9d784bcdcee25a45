//! Lies that a checker of stories must find: a sentence with one thing changed.

use super::Verdict;
use engine::story::{Clause, Entity, Np, Phrase, Report, Sentence};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Words of a title, each paired with one that would make a sentence false.
pub type Swaps = [(&'static str, &'static str)];

/// How many lies in a hundred the rules must notice.
const NOTICED: usize = 97;

/// The number of lies told, and those that were not noticed.
#[derive(Default)]
pub struct Lies {
    told: usize,
    missed: Vec<String>,
}

impl Lies {
    /// Tells every lie that can be made of a report with the names in it.
    pub fn tell(&mut self, report: &Report, swaps: &Swaps, checked: impl Fn(&Sentence) -> Verdict) {
        let names = names(report);
        for lie in super::told(report).iter().flat_map(|sentence| lies(sentence, &names, swaps)) {
            self.told += 1;
            if checked(&lie).is_ok() {
                self.missed.push(super::said(&lie));
            }
        }
    }

    /// Tells every lie that can be made of a report's headline with the names in the report.
    pub fn tell_headline(
        &mut self,
        report: &Report,
        swaps: &Swaps,
        checked: impl Fn(&Report) -> Verdict,
    ) {
        let names = names(report);
        for (at, clause) in report.headline.iter().enumerate() {
            for lie in clause_lies(clause, &names, swaps) {
                let mut changed = report.clone();
                changed.headline[at] = lie;
                self.told += 1;
                if checked(&changed).is_ok() {
                    self.missed.push(format!("headline: {}", phrasebook::say(&changed).headline));
                }
            }
        }
    }

    /// # Panics
    ///
    /// If fewer than `least` were told, or too many were not noticed.
    pub fn judge(&self, least: usize) {
        let Self { told, missed } = self;
        let noticed = told - missed.len();
        assert!(
            *told >= least && noticed * 100 >= NOTICED * told,
            "{noticed} of {told}: {:#?}",
            &missed[..missed.len().min(60)]
        );
    }
}

/// Everybody and everything that a report names, each once.
fn names(report: &Report) -> Vec<Entity> {
    let clauses = super::told(report).into_iter().flat_map(Sentence::clauses);
    let named = clauses.chain(&report.headline).flat_map(Clause::names);
    let each: BTreeMap<_, _> = named.map(|who| (who.key.clone(), who.clone())).collect();
    each.into_values().collect()
}

/// All sentences that differ from this one in a single name, number, place or angle. `others` are names to choose from.
fn lies(sentence: &Sentence, others: &[Entity], swaps: &Swaps) -> Vec<Sentence> {
    let mut lies = Vec::new();
    let clauses = 1 + sentence.more.len();
    for at in 0..clauses {
        let clause = if at == 0 { &sentence.main } else { &sentence.more[at - 1].1 };
        for lie in clause_lies(clause, others, swaps) {
            let mut changed = sentence.clone();
            if at == 0 {
                changed.main = lie;
            } else {
                changed.more[at - 1].1 = lie;
            }
            lies.push(changed);
        }
    }
    if let Some(front) = sentence.front.as_ref().and_then(|front| swapped(front, swaps)) {
        lies.push(Sentence { front: Some(front), ..sentence.clone() });
    }
    lies
}

fn clause_lies(clause: &Clause, others: &[Entity], swaps: &Swaps) -> Vec<Clause> {
    let mut lies = Vec::new();
    for subject in np_lies(&clause.subject, others, swaps) {
        lies.push(Clause { subject, ..clause.clone() });
    }
    for object in clause.object.iter().flat_map(|object| np_lies(object, others, swaps)) {
        lies.push(Clause { object: Some(object), ..clause.clone() });
    }
    for (at, phrase) in clause.rest.iter().enumerate() {
        let changed = match phrase {
            Phrase::Words(_) => swapped(phrase, swaps).into_iter().collect(),
            Phrase::Prep(word, np) => np_lies(np, others, swaps)
                .into_iter()
                .map(|np| Phrase::Prep(word.clone(), np))
                .collect(),
            Phrase::Extent(np) => {
                np_lies(np, others, swaps).into_iter().map(Phrase::Extent).collect::<Vec<_>>()
            }
        };
        for phrase in changed {
            let mut rest = clause.rest.clone();
            rest[at] = phrase;
            lies.push(Clause { rest, ..clause.clone() });
        }
    }
    lies
}

fn swapped(phrase: &Phrase, swaps: &Swaps) -> Option<Phrase> {
    let Phrase::Words(text) = phrase else { return None };
    let (_, other) = swaps.iter().find(|(one, _)| one == text)?;
    Some(Phrase::Words(Cow::Borrowed(other)))
}

fn np_lies(np: &Np, others: &[Entity], swaps: &Swaps) -> Vec<Np> {
    match np {
        Np::Name(who) | Np::Full(who) => {
            let kind = |one: &Entity| (one.key.contains(':'), one.key.contains('+'));
            let sides = ["rome", "carthage"];
            let side = sides.contains(&who.key.as_str());
            let other = others.iter().find(|one| {
                one.key != who.key
                    && kind(one) == kind(who)
                    && sides.contains(&one.key.as_str()) == side
            });
            other.map(|other| Np::Name(other.clone())).into_iter().collect()
        }
        Np::Count(count) => {
            let mut more = count.clone();
            more.n += 1;
            vec![Np::Count(more)]
        }
        Np::Throw { n, or_less } => vec![Np::Throw { n: n + 1, or_less: *or_less }],
        Np::Apposed(inner, remark) => np_lies(inner, others, swaps)
            .into_iter()
            .map(|inner| inner.apposed(remark.clone()))
            .collect(),
        Np::Relative(inner, clause) => {
            let told = clause_lies(clause, others, swaps);
            np_lies(inner, others, swaps)
                .into_iter()
                .map(|lie| lie.who((**clause).clone()))
                .chain(told.into_iter().map(|lie| (**inner).clone().who(lie)))
                .collect()
        }
        Np::Headed { noun, plural, of } => np_lies(of, others, swaps)
            .into_iter()
            .map(|of| of.headed(noun.clone(), *plural))
            .collect(),
        Np::List(parts) => {
            let mut lies = Vec::new();
            for (at, part) in parts.iter().enumerate() {
                for lie in np_lies(part, others, swaps) {
                    let mut parts = parts.clone();
                    parts[at] = lie;
                    lies.push(Np::List(parts));
                }
            }
            lies
        }
        Np::Words { .. } => Vec::new(),
    }
}
