//! The numbers and distances that the checker works out for itself.

use super::table::{LEGIONS, WHOSE, distance, hex, last, letters, means, side, side_of};
use super::truth::{Checker, is_fight};
use engine::story::{Clause, Count, Entity, Np, Phrase};
use mutator::stories::{Verdict, hold, ids, word};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// From this many joints on, a name of Commands says how many they are, not which.
const MANY_COMMANDS: usize = 3;

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
        let field = if verb == "roll" { "die" } else { "against" };
        hold(
            cited.iter().any(|check| check[field] == n && word(check, "unit") == who.key),
            "another throw",
        )
    }

    /// The wings on which pairs were locked, in the words of a sentence that counts them.
    pub(super) fn wings_of(&self, pairs: &BTreeSet<(String, String)>, cited: &[&Value]) -> String {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for fight in cited.iter().filter(|event| is_fight(event)) {
            let (by, against) = (ids(fight, "by"), ids(fight, "against"));
            let meets = |one, two| by.contains(one) && against.contains(two);
            let here = pairs.iter().filter(|(one, two)| meets(one, two) || meets(two, one)).count();
            let wing = self.wing(fight);
            match counts.iter_mut().find(|(other, _)| *other == wing) {
                Some((_, count)) => *count += here,
                None => counts.push((wing, here)),
            }
        }
        if let [(one, _)] = counts.as_slice() {
            return (*one).to_owned();
        }
        let parts: Vec<String> = counts
            .iter()
            .map(|(wing, count)| {
                format!("{} {wing}", engine::story::number(i64::try_from(*count).expect("few")))
            })
            .collect();
        format!(", {}", engine::story::listed(&parts))
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

    /// Checks the number of units that somebody's men destroyed in the whole battle, in attacks of their own.
    pub(super) fn total(&self, who: &Entity, said: Option<usize>, clause: &Clause) -> Verdict {
        let Some(said) = said else { return Ok(()) };
        // Beside whom it is the most must be said: the other side's men may have destroyed more.
        let whose = if side_of(who) == "rome" { "Roman" } else { "Carthaginian" };
        let words = |phrase: &Phrase| matches!(phrase, Phrase::Words(text) if text.contains("more than") && !text.contains("needed") && !text.contains(whose));
        hold(!clause.rest.iter().any(words), "more than whom")?;
        let enemy = if side_of(who) == "rome" { "carthage" } else { "rome" };
        if who.key.starts_with("men:") {
            let own = |(dead, by): &&(String, String)| side(dead) == enemy && means(who, by);
            return hold(said == self.after.struck.iter().filter(own).count(), "another number");
        }
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
            ("need to destroy", "rome") => 19,
            ("need to destroy", _) => 12,
            (_, "rome") => lost("carthage"),
            _ => lost("rome"),
        };
        hold(said == Some(expected), "another score")
    }

    /// By how many rows the units of a name went forward, and how many of the name are on the board.
    fn rows(&self, who: &Entity, cited: &[&Value]) -> Vec<i32> {
        let moved = cited.iter().filter(|event| {
            word(event, "kind") == "moved"
                && (!who.key.contains(':') || means(who, word(event, "unit")))
        });
        let rows = moved.map(|event| {
            let rows = hex(&last(event)).0 - hex(word(event, "from")).0;
            if side(word(event, "unit")) == "rome" { rows } else { -rows }
        });
        rows.collect()
    }

    /// Checks the number of all units that went this way with most of their Command.
    fn most_marched(
        &self,
        count: &Count,
        way: i32,
        cited: &[&Value],
        far: impl Fn(&[i32]) -> bool,
    ) -> Verdict {
        let names = WHOSE.iter().map(|(name, _)| (*name).to_owned());
        let legions = LEGIONS.iter().map(|legion| format!("command:{legion}"));
        let mut went = Vec::new();
        for name in names.filter(|name| name.starts_with("command:")).chain(legions) {
            let one = Entity::new(name, "");
            let rows = self.rows(&one, cited).into_iter().filter(|rows| rows.signum() == way);
            let mine: Vec<i32> = rows.collect();
            let all = self.record.table.at.keys().filter(|unit| means(&one, unit)).count();
            if mine.len() * 2 > all {
                went.extend(mine);
            }
        }
        let moved = cited.iter().find(|event| word(event, "kind") == "moved");
        let roman = moved.is_some_and(|event| side(word(event, "unit")) == "rome");
        let number = i64::try_from(went.len()) == Ok(count.n);
        hold(
            number && roman == count.noun.contains("Roman") && far(&went),
            "another number, or another distance",
        )
    }

    /// By how many rows the units of some Commands went this way: more than half of each Command, and where it is not
    /// said that it was most of them, none another way.
    fn went(
        &self,
        who: &Entity,
        way: i32,
        cited: &[&Value],
        most: bool,
    ) -> Result<Vec<i32>, String> {
        let mut went = Vec::new();
        let events: Vec<&Value> = self.record.told.events.iter().collect();
        for key in who.key.split('+') {
            let one = Entity::new(key, "");
            let rows = self.rows(&one, cited);
            let mine: Vec<i32> = rows.into_iter().filter(|rows| rows.signum() == way).collect();
            let all = self.record.table.at.keys().filter(|unit| means(&one, unit)).count();
            hold(mine.len() * 2 > all, "most of them did not go that way")?;
            let strays = self.rows(&one, &events).into_iter().any(|rows| rows.signum() != way);
            hold(most || !strays, "some of them went another way")?;
            let sum = who.key.matches('+').count() >= MANY_COMMANDS;
            hold(!sum || mine.len() == all, "not all of them went")?;
            went.extend(mine);
        }
        Ok(went)
    }

    /// Checks that those who are named went this way, and how far.
    pub(super) fn marched(
        &self,
        verb: &str,
        clause: &Clause,
        subject: Option<&Entity>,
        cited: &[&Value],
    ) -> Verdict {
        let way = match verb {
            "move forward" => 1,
            "draw back" => -1,
            _ => 0,
        };
        let (least, most) = match &clause.rest[..] {
            _ if way == 0 => (0, 0),
            [Phrase::Extent(Np::Count(most))] => (most.n, most.n),
            [Phrase::Words(least), Phrase::Extent(Np::Count(most))] => {
                let (least, joined) = least.rsplit_once(' ').ok_or("no span")?;
                let n = (0..30).find(|n| engine::story::number(*n) == least).ok_or("no number")?;
                hold((joined == "or") == (most.n - n == 1), "another word for the span")?;
                (n, most.n)
            }
            _ => return Err("no distance".to_owned()),
        };
        let far = |rows: &[i32]| {
            let steps = || rows.iter().map(|rows| i64::from(rows.abs()));
            way == 0 || steps().min() == Some(least) && steps().max() == Some(most)
        };
        // "Most of Legion X": the others may have gone another way.
        let most_of = match &clause.subject {
            Np::Headed { noun, of, .. } if noun == "most of" => of.entity(),
            _ => None,
        };
        let Some(who) = subject.or(most_of) else {
            let Np::Count(count) = &clause.subject else { return Err("nobody".to_owned()) };
            if count.noun != "unit" {
                return self.most_marched(count, way, cited, far);
            }
            let mut commands: Vec<Vec<i32>> = Vec::new();
            for name in WHOSE
                .iter()
                .map(|(name, _)| (*name).to_owned())
                .chain(LEGIONS.iter().map(|legion| format!("command:{legion}")))
            {
                let rows = self.rows(&Entity::new(name, ""), cited);
                commands.push(rows.into_iter().filter(|rows| rows.signum() == way).collect());
            }
            let fits =
                |rows: &Vec<i32>| count.n == i64::try_from(rows.len()).unwrap_or(-1) && far(rows);
            return hold(commands.iter().any(fits), "another number, or another distance");
        };
        let went = self.went(who, way, cited, most_of.is_some())?;
        hold(far(&went), "another distance")
    }
}
