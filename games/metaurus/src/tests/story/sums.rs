//! What the checker counts and measures for itself.

use super::table::{distance, hex, last, letters, means, side, side_of};
use super::truth::Checker;
use engine::story::{Clause, Entity, Np, Phrase};
use mutator::stories::{Verdict, hold, word};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

#[expect(clippy::unused_self, reason = "all sums are asked of the checker")]
impl Checker<'_> {
    pub(super) fn is_throw(&self, clause: &Clause) -> bool {
        let throw = |np: &Np| matches!(np, Np::Throw { .. });
        throw(&clause.subject) || clause.object.as_ref().is_some_and(throw)
    }

    pub(super) fn thrown(&self, verb: &str, clause: &Clause, cited: &[&Value]) -> Verdict {
        let n = match (&clause.subject, &clause.object) {
            (Np::Throw { n, .. }, _) | (_, Some(Np::Throw { n, .. })) => *n,
            _ => return Err("no throw".to_owned()),
        };
        let who = clause
            .subject
            .entity()
            .or(clause.object.as_ref().and_then(Np::entity))
            .ok_or("nobody")?;
        let field = if verb == "throw" { "die" } else { "against" };
        hold(
            cited.iter().any(|check| check[field] == n && word(check, "unit") == who.key),
            "another throw",
        )
    }

    /// What a summary adds up.
    pub(super) fn summed(&self, verb: &str, clause: &Clause, cited: &[&Value]) -> Verdict {
        let Np::Count(attacks) = &clause.subject else { return Ok(()) };
        let mine = if attacks.noun.starts_with("Roman") { "rome" } else { "carthage" };
        let made = cited
            .iter()
            .filter(|event| matches!(word(event, "kind"), "attack" | "continued-attack"))
            .count();
        hold(usize::try_from(attacks.n) == Ok(made), "another number of attacks")?;
        let payer = clause.object.as_ref().and_then(Np::entity);
        hold(payer.is_none_or(|payer| payer.key == mine), "the other side paid")?;
        let dead: BTreeSet<&str> = self
            .record
            .told
            .events
            .iter()
            .filter(|event| word(event, "kind") == "eliminated")
            .map(|event| word(event, "unit"))
            .collect();
        let np = if verb == "cost" {
            clause
                .rest
                .iter()
                .find_map(|phrase| if let Phrase::Extent(np) = phrase { Some(np) } else { None })
        } else {
            clause.object.as_ref()
        };
        let Some(Np::Count(count)) = np else { return Err("no count".to_owned()) };
        let expected = match verb {
            "destroy" => dead.iter().filter(|unit| side(unit) != mine).count(),
            "cost" => dead.iter().filter(|unit| side(unit) == mine).count(),
            _ => {
                let shaken: BTreeSet<&str> = cited
                    .iter()
                    .filter(|event| word(event, "kind") == "disordered")
                    .map(|event| word(event, "unit"))
                    .collect();
                shaken.iter().filter(|unit| side(unit) != mine && !dead.contains(*unit)).count()
            }
        };
        hold(usize::try_from(count.n) == Ok(expected), "another sum")
    }

    /// For each unit of a side the nearest enemy, with the steps to it.
    pub(super) fn near(
        &self,
        at: &BTreeMap<String, String>,
        of: &str,
        whom: impl Fn(&str) -> bool,
    ) -> Vec<(String, i32)> {
        let mine = at.iter().filter(|(unit, _)| side(unit) == of && whom(unit));
        let nearest = |(_, here): (&String, &String)| {
            let foes = at.iter().filter(|(foe, _)| side(foe) != of);
            let (far, foe) = foes.map(|(foe, there)| (distance(here, there), foe.clone())).min()?;
            Some((foe, far))
        };
        mine.filter_map(nearest).collect()
    }

    /// That the commands of a name went neither forward nor back, by the median of each.
    pub(super) fn sideways(&self, who: &Entity, cited: &[&Value]) -> Verdict {
        hold(self.medians(who, cited).iter().all(|rows| *rows == 0), "went forward or back")
    }

    pub(super) fn in_disorder(&self, subject: &Np) -> Verdict {
        let Np::List(parts) = subject else { return Err("no list".to_owned()) };
        for part in parts {
            let Np::Count(count) = part else { return Err("no count".to_owned()) };
            let of = if count.noun.starts_with("Roman") { "rome" } else { "carthage" };
            let now = self
                .after
                .disordered
                .iter()
                .filter(|unit| side(unit) == of && self.after.at.contains_key(*unit))
                .count();
            hold(usize::try_from(count.n) == Ok(now), "another number in disorder")?;
        }
        Ok(())
    }

    /// Units lost: in the record, or in the whole battle where its end is told.
    pub(super) fn lost(
        &self,
        clause: &Clause,
        subject: Option<&Entity>,
        cited: &[&Value],
    ) -> Verdict {
        let whole =
            cited.iter().any(|event| matches!(word(event, "kind"), "game-over" | "threshold"))
                && cited.len() == 1;
        let Some(Np::Count(count)) = &clause.object else { return Ok(()) };
        let all = |of: &str, counted: bool| {
            let lost: Vec<&String> = if counted {
                self.after.lost.iter().collect()
            } else {
                self.after.lost[self.record.table.lost.len()..].iter().collect()
            };
            lost.into_iter()
                .filter(|unit| {
                    side(unit) == of && (!counted || !matches!(letters(unit), "ba" | "el"))
                })
                .count()
        };
        let said = usize::try_from(count.n).expect("not below nothing");
        match subject {
            Some(who) if matches!(who.key.as_str(), "rome" | "carthage") => {
                hold(said == all(&who.key, whole), "another number of losses")
            }
            Some(_) => Ok(()),
            None => hold(
                said == all("rome", false) && said == all("carthage", false),
                "not as many each",
            ),
        }
    }

    /// How many units somebody's men destroyed in the whole battle; no more than were lost.
    pub(super) fn total(&self, who: &Entity, said: Option<usize>) -> Verdict {
        let Some(said) = said else { return Ok(()) };
        let enemy = if side_of(who) == "rome" { "carthage" } else { "rome" };
        let lost = self.after.lost.iter().filter(|unit| side(unit) == enemy).count();
        hold(said <= lost, "more than were lost")
    }

    pub(super) fn score(&self, verb: &str, who: &Entity, said: Option<usize>) -> Verdict {
        let lost = |of: &str| {
            self.after
                .lost
                .iter()
                .filter(|unit| side(unit) == of && !matches!(letters(unit), "ba" | "el"))
                .count()
        };
        let expected = match (verb, who.key.as_str()) {
            ("need", "rome") => 19,
            ("need", _) => 12,
            (_, "rome") => lost("carthage"),
            _ => lost("rome"),
        };
        hold(said == Some(expected), "another score")
    }

    /// By how many rows each command of a name went forward, by the median of its units.
    pub(super) fn medians(&self, who: &Entity, cited: &[&Value]) -> Vec<i32> {
        let mut commands: BTreeMap<&str, Vec<i32>> = BTreeMap::new();
        for event in cited.iter().filter(|event| word(event, "kind") == "moved") {
            let unit = word(event, "unit");
            if !means(who, unit) && who.key.contains(':') {
                continue;
            }
            let rows = hex(&last(event)).0 - hex(word(event, "from")).0;
            let command = match letters(unit) {
                "lg" => "af",
                "nu" => "cc",
                other => other,
            };
            commands.entry(command).or_default().push(if side(unit) == "rome" {
                rows
            } else {
                -rows
            });
        }
        let median = |mut rows: Vec<i32>| {
            rows.sort_unstable();
            rows[rows.len() / 2]
        };
        commands.into_values().map(median).collect()
    }

    pub(super) fn marched(
        &self,
        verb: &str,
        who: &Entity,
        clause: &Clause,
        cited: &[&Value],
    ) -> Verdict {
        let medians = self.medians(who, cited);
        let right = |rows: &i32| if verb == "move forward" { *rows > 0 } else { *rows < 0 };
        let far = clause.rest.iter().find_map(|phrase| match phrase {
            Phrase::Extent(Np::Count(count)) => i32::try_from(count.n).ok(),
            _ => None,
        });
        let most = medians.iter().map(|rows| rows.abs()).max();
        hold(
            medians.iter().all(right) && far.is_some() && most == far,
            "another distance, or another way",
        )
    }
}
