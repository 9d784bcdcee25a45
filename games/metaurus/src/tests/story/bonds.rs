//! Checks who was locked with whom, who came apart, and what is said to have changed nothing.

use super::rules::{counted, other};
use super::table::{means, named, pairs, side};
use super::truth::{Checker, is_fight, word_of};
use engine::story::{Entity, Np, Report, Sentence, Tense};
use mutator::stories::{Read, Verdict, hold, ids, word};
use serde_json::Value;
use std::collections::BTreeSet;

type Pairs = BTreeSet<(String, String)>;

fn joined(who: &Entity, partner: &Entity, pairs: &Pairs) -> bool {
    let fits = |(one, two): &&(String, String)| {
        means(who, one) && means(partner, two) || means(who, two) && means(partner, one)
    };
    let met: BTreeSet<&String> = pairs.iter().filter(fits).flat_map(|(a, b)| [a, b]).collect();
    named(who).iter().chain(&named(partner)).all(|unit| met.contains(unit))
}

impl Checker<'_> {
    /// Checks who is locked with whom.
    pub(super) fn bond(&self, read: &Read<'_>) -> Option<Verdict> {
        let (now, stands) = (read.clause.tense == Tense::Present, read.cited.is_empty());
        Some(match (read.verb, read.subject) {
            ("lock", Some(who)) => {
                let Some(partner) = read.object else {
                    return Some(Err("with nobody".to_owned()));
                };
                hold(
                    !now && joined(who, partner, &self.fresh(read.cited)),
                    "not locked with them now",
                )
            }
            ("stay", Some(who)) if read.says("locked in combat") => {
                let all = read.of("engaged").into_iter().flat_map(pairs).collect();
                let partner = other(read);
                hold(partner.is_some_and(|one| joined(who, one, &all)), "not locked with them")
            }
            ("attack", Some(who)) if stands => {
                hold(named(who) == self.after.frozen(), "others are frozen")
            }
            ("lock" | "fight", None) if read.clause.object.is_none() => hold(
                (now || read.verb == "fight") == stands
                    && counted(Some(&read.clause.subject)) == Some(self.after.locked.len()),
                "another number of pairs is locked now",
            ),
            ("lock", None) => {
                let fresh = self.fresh(read.cited);
                let wings = self.wings_of(&fresh, read.cited);
                let whose = match &read.clause.subject {
                    Np::Headed { of, .. } => of.entity(),
                    _ => None,
                };
                let by = read.of("attack").into_iter().chain(read.of("continued-attack"));
                let mine = whose.is_some_and(|who| {
                    by.into_iter().flat_map(|fight| ids(fight, "by")).all(|id| means(who, &id))
                });
                let spread = read.words().all(|said| said == "in combat" || said == wings);
                hold(
                    !now && mine && counted(read.clause.object.as_ref()) == Some(fresh.len()),
                    "another number of pairs was locked, or by others",
                )
                .and_then(|()| hold(spread, "elsewhere"))
            }
            _ => return self.unbound(read),
        })
    }

    /// Checks who came apart.
    fn unbound(&self, read: &Read<'_>) -> Option<Verdict> {
        let apart = read.says("no longer locked");
        Some(match (read.verb, read.subject) {
            ("be", Some(who)) if apart => {
                let partner = other(read);
                let fits = |one: &Entity| joined(who, one, &self.released(read.cited));
                hold(partner.is_some_and(fits), "were not locked, or still are")
            }
            ("be", None) if apart => hold(
                counted(Some(&read.clause.subject)) == Some(self.released(read.cited).len()),
                "another number of pairs came apart",
            ),
            ("come apart" | "break", None) => {
                let fights: Vec<&Value> =
                    read.cited.iter().filter(|event| is_fight(event)).copied().collect();
                let parted = read.of("disengaged").into_iter().flat_map(pairs).count();
                let all = |fight: &Value| ids(fight, "by").len() * ids(fight, "against").len();
                let whole = read.verb == "break" || fights.iter().any(|fight| all(fight) == parted);
                hold(whole && fights.iter().any(|fight| self.parted(fight)), "no lock was broken")
            }
            _ => return None,
        })
    }

    /// The pairs that some events locked and that were not locked before.
    fn fresh(&self, cited: &[&Value]) -> Pairs {
        let engaged = cited.iter().filter(|event| word(event, "kind") == "engaged");
        let fresh = |event: &&Value| {
            let before = &self.table_before(event).locked;
            pairs(event).into_iter().filter(|pair| !before.contains(pair)).collect::<Vec<_>>()
        };
        engaged.flat_map(fresh).collect()
    }

    /// The pairs that some events parted, of which both units are on the board and not locked again.
    fn released(&self, cited: &[&Value]) -> Pairs {
        let parted = cited.iter().filter(|event| word(event, "kind") == "disengaged");
        let free = |(one, two): &(String, String)| {
            self.after.at.contains_key(one)
                && self.after.at.contains_key(two)
                && !self.after.locked.contains(&(one.clone(), two.clone()))
        };
        parted.flat_map(|event| pairs(event)).filter(free).collect()
    }

    /// True if a fight ended a lock.
    fn parted(&self, fight: &Value) -> bool {
        let events = self.record.told.events.iter();
        let after = events.skip_while(|event| event["n"].as_u64() <= fight["n"].as_u64());
        after.take_while(|event| !is_fight(event)).any(|event| word(event, "kind") == "disengaged")
    }

    /// True if some events hurt somebody, locked a pair or parted one.
    fn mattered(&self, cited: &[&Value]) -> bool {
        let harmed = |event: &&Value| matches!(word(event, "kind"), "disordered" | "eliminated");
        cited.iter().any(|event| harmed(event) || is_fight(event) && self.parted(event))
            || !self.fresh(cited).is_empty()
    }

    /// Checks that an attack said to have had no effect had none: of several attacks the first, or in a later clause
    /// the last.
    pub(super) fn in_vain(&self, read: &Read<'_>) -> Verdict {
        let times = read.extent().is_some() || read.says("twice");
        let fights: Vec<usize> =
            (0..read.cited.len()).filter(|at| is_fight(read.cited[*at])).collect();
        let own = match (read.relation, fights.as_slice()) {
            (None, [_, second, ..]) if !times => &read.cited[..*second],
            (Some(_), [.., last]) => &read.cited[*last..],
            _ => read.cited,
        };
        hold(!read.says("without effect") || !self.mattered(own), "it had an effect")
    }

    /// Checks the number of attacks that changed nothing; one that was carried on is one attack.
    pub(super) fn changed(&self, subject: &Np, cited: &[&Value]) -> Verdict {
        let pair = |fight: &Value| (ids(fight, "by"), ids(fight, "against"));
        let fights: Vec<&Value> = cited.iter().filter(|event| is_fight(event)).copied().collect();
        let fresh = |at: &usize| {
            let carried_on = word(fights[*at], "kind") != "attack";
            !(carried_on && fights[..*at].iter().any(|other| pair(other) == pair(fights[*at])))
        };
        let attacks = (0..fights.len()).filter(fresh).count();
        let Np::Count(count) = subject else { return Err("no count".to_owned()) };
        let others = |fight: &&Value| {
            let (n, of) = (fight["n"].as_u64(), side(word_of(&fights[0]["by"][0])));
            is_fight(fight)
                && side(word_of(&fight["by"][0])) == of
                && !cited.iter().any(|told| told["n"].as_u64() == n)
        };
        let more = self.record.told.events.iter().any(|fight| others(&fight));
        hold(!self.mattered(cited), "somebody was harmed, or a lock made or broken")?;
        hold(!count.noun.contains("other") || more, "there were no others")?;
        hold(usize::try_from(count.n) == Ok(attacks), "another number of attacks")
    }

    /// Checks that every pair that came apart is told.
    pub(super) fn all_parted(&self, report: &Report) -> Verdict {
        let body: Vec<&Sentence> =
            report.paragraphs.iter().flat_map(|paragraph| &paragraph.sentences).collect();
        let cited = |n: Option<u64>| {
            body.iter().any(|one| one.events.iter().any(|e| Some(u64::from(*e)) == n))
        };
        let untold = self
            .record
            .told
            .events
            .iter()
            .find(|event| !self.released(&[*event]).is_empty() && !cited(event["n"].as_u64()));
        untold.map_or(Ok(()), |event| Err(format!("untold: {event}")))
    }
}
