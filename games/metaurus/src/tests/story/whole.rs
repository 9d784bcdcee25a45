//! Checks a whole report: every blow is told, the blows on one unit in their order, each in its place, and a headline
//! that counts all.

use super::table::side;
use super::truth::{Checker, is_fight, text, word_of};
use engine::story::{Clause, Phrase, Report, Sentence};
use mutator::stories::{self, Verdict, hold, ids, word};
use serde_json::Value;
use std::collections::BTreeSet;

fn number(event: &Value) -> u64 {
    event["n"].as_u64().expect("a number")
}

fn cites(sentence: &Sentence, event: &Value) -> bool {
    sentence.events.iter().any(|n| u64::from(*n) == number(event))
}

const fn is_place(said: &str) -> bool {
    matches!(said.as_bytes(), b"on the Roman left" | b"on the Roman right" | b"in the centre")
}

impl Checker<'_> {
    /// Checks all rules for a whole report.
    pub(super) fn whole(&self, report: &Report) -> Vec<String> {
        let body: Vec<&Sentence> =
            report.paragraphs.iter().flat_map(|paragraph| &paragraph.sentences).collect();
        let rules = [self.all_told(&body), self.in_order(&body), self.placed(&body)];
        let broken = rules.into_iter().chain([self.headlined(report), self.all_parted(report)]);
        broken.filter_map(Verdict::err).collect()
    }

    fn fights(&self) -> impl Iterator<Item = &Value> {
        self.record.told.events.iter().filter(|event| is_fight(event))
    }

    fn all_told(&self, body: &[&Sentence]) -> Verdict {
        let untold = self.fights().find(|fight| !body.iter().any(|one| cites(one, fight)));
        untold.map_or(Ok(()), |fight| Err(format!("untold: {fight}")))
    }

    /// Checks that no harmful blow is told after a later blow on the same unit.
    fn in_order(&self, body: &[&Sentence]) -> Verdict {
        let told = |fight: &Value| body.iter().position(|one| cites(one, fight));
        for early in self.fights() {
            let hurt = self.hurt_by(early);
            for late in self.fights().filter(|late| number(late) > number(early)) {
                let shared = ids(late, "against").iter().any(|unit| hurt.contains(unit));
                let same = side(word_of(&early["by"][0])) == side(word_of(&late["by"][0]));
                hold(
                    !shared || !same || told(early) <= told(late),
                    &format!("told too late: {early}"),
                )?;
            }
        }
        Ok(())
    }

    /// Those of the attacked who were harmed, until the next fight.
    fn hurt_by(&self, fight: &Value) -> BTreeSet<String> {
        let after = self.record.told.events.iter().filter(|event| number(event) > number(fight));
        let harms = after.take_while(|event| !is_fight(event)).filter(|event| {
            matches!(word(event, "kind"), "disordered" | "eliminated")
                && word(event, "cause") == "combat"
        });
        let against = ids(fight, "against");
        harms
            .map(|event| word(event, "unit").to_owned())
            .filter(|id| against.contains(id))
            .collect()
    }

    /// Checks that every blow happened at the place named last before it.
    fn placed(&self, body: &[&Sentence]) -> Verdict {
        let mut said: Option<&str> = None;
        for sentence in body {
            let phrases = sentence.front.iter().chain(sentence.clauses().flat_map(|one| &one.rest));
            let own: Vec<&str> = phrases.filter_map(text).filter(|said| is_place(said)).collect();
            said = own.last().copied().or(said);
            let fights = self.fights().filter(|fight| cites(sentence, fight));
            let wings: BTreeSet<&str> = fights.map(|fight| self.wing(fight)).collect();
            let spread = sentence
                .clauses()
                .flat_map(|one| &one.rest)
                .filter_map(text)
                .any(|said| said.starts_with(", "));
            if let (Some(said), Some(one)) = (said, wings.first().filter(|_| wings.len() == 1))
                && !spread
            {
                hold(
                    said == *one,
                    &format!("{said} is said of {one}: {}", stories::said(sentence)),
                )?;
            }
        }
        Ok(())
    }

    /// Checks that a headline about units in disorder names or counts all of them.
    fn headlined(&self, report: &Report) -> Verdict {
        report.headline.iter().try_for_each(|clause| self.counts_all(clause))
    }

    fn counts_all(&self, clause: &Clause) -> Verdict {
        let keys = |who: &engine::story::Entity| {
            who.key.split('+').map(str::to_owned).collect::<BTreeSet<_>>()
        };
        let struck = |of: &str| -> BTreeSet<String> {
            let mine = self.fights().filter(|fight| side(word_of(&fight["by"][0])) != of);
            mine.flat_map(|fight| self.hurt_by(fight)).collect()
        };
        let object = clause.object.as_ref().and_then(engine::story::Np::entity);
        match (&*clause.verb, object, clause.subject.entity()) {
            ("disorder", Some(whom), _) => {
                let units = keys(whom);
                let of = side(units.first().expect("a unit"));
                hold(units == struck(of), "the headline leaves out who was disordered as well")
            }
            ("fall", _, Some(who))
                if clause.rest.contains(&Phrase::from("into disorder in an attack")) =>
            {
                let units = keys(who);
                let one = |fight: &Value| units.is_subset(&ids(fight, "by"));
                hold(self.fights().any(one), "several attacks are told as one")
            }
            _ => Ok(()),
        }
    }
}
