//! Checks clauses about marches and distances.

use super::camp::{object, size};
use super::table::{Table, distance, last, named, row};
use super::truth::{Checker, n, sided};
use engine::story::{Entity, Np, Tense};
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::BTreeMap;

impl Checker<'_> {
    /// Checks who went where, and how near the enemy is.
    pub(super) fn march(&self, read: &Read<'_>) -> Option<Verdict> {
        let clause = read.clause;
        Some(match (read.verb, read.subject) {
            ("move forward" | "draw back" | "close on", who) => self.went(read, who),
            ("change", who) if object(clause) == Some("position") => self.went(read, who),
            ("separate", None) => {
                let near = ["rome", "carthage"].map(|side| Self::near(&self.after, side));
                let least = near.into_iter().flatten().min();
                let hexes = counted(Some(&clause.subject)).and_then(|n| i32::try_from(n).ok());
                hold(hexes.map(|n| n + 1) == least, "another distance")
            }
            ("stand", None) if read.says("next to the enemy") => {
                let side = sided(&clause.subject);
                let beside = |table: &Table| {
                    Self::near(table, side).into_iter().filter(|far| *far == 1).count()
                };
                let (was, now) = (beside(self.record.table), beside(&self.after));
                let change = size(read.extent());
                let way = match change {
                    None => was == 0 || was == now,
                    Some(change) => {
                        change == was.abs_diff(now)
                            && read.says(if now > was {
                                "more than before"
                            } else {
                                "fewer than before"
                            })
                    }
                };
                hold(way && size(Some(&clause.subject)) == Some(now), "another number")
            }
            _ => return None,
        })
    }

    /// The steps from each steady unit of a side to the nearest enemy.
    fn near(table: &Table, side: &str) -> Vec<i32> {
        let of = |own: bool| {
            let units = table.units.values();
            units.filter(move |unit| (unit.side == side) == own && unit.steady())
        };
        let far = |unit: &super::table::Unit| {
            let here = unit.at.as_deref().expect("it stands");
            of(false).map(|foe| distance(here, foe.at.as_deref().expect("it stands"))).min()
        };
        of(true).filter_map(far).collect()
    }

    /// How a unit went: the steps, how much nearer it came to the nearest enemy as he stood then, and the rows that it
    /// gained towards the enemy's edge.
    fn way(&self, event: &Value, from: &str, to: &str) -> (i32, i32, i32) {
        let side = self.after.side(word(event, "unit"));
        let table = &self.before[&n(event)];
        let far = |hex: &str| {
            let foes = table.units.values().filter(|unit| unit.side != side && unit.steady());
            foes.map(|foe| distance(hex, foe.at.as_deref().expect("it stands"))).min()
        };
        let south = row(to) - row(from);
        let rows = if side == "rome" { -south } else { south };
        (distance(from, to), far(from).unwrap_or_default() - far(to).unwrap_or_default(), rows)
    }

    /// Checks that all of these units went that way, each between the least and the most hexes, and whether they are
    /// all of an arm or most of it.
    fn went(&self, read: &Read<'_>, who: Option<&Entity>) -> Verdict {
        let mut moves: BTreeMap<&str, (String, String, &Value)> = BTreeMap::new();
        for event in read.of("move").into_iter().filter(|event| event["exit"] != true) {
            let unit = word(event, "unit");
            let (Some(to), Some(_)) = (last(event), self.after.units.get(unit)) else { continue };
            let from = word(event, "from").to_owned();
            let kept = moves.entry(unit).or_insert((from.clone(), from, event));
            (kept.1, kept.2) = (to, event);
        }
        moves.retain(|_, (from, to, _)| from != to);
        let by_name =
            read.clause.tense != Tense::Present && who.is_some_and(|who| !who.key.contains(':'));
        let way = |(_, nearer, rows): (i32, i32, i32)| match read.verb {
            "move forward" | "close on" => nearer > 0,
            "draw back" => nearer < 0 && rows < 0,
            _ => nearer == 0 || nearer < 0 && rows >= 0,
        };
        let mut ways: BTreeMap<&str, (i32, i32, i32)> = moves
            .iter()
            .map(|(unit, (from, to, event))| (*unit, self.way(event, from, to)))
            .collect();
        ways.retain(|unit, went| self.belongs(read, who, unit) && (by_name || way(*went)));
        hold(!ways.is_empty() && ways.values().all(|went| way(*went)), "another way")?;
        let gained = ways.values().all(|(.., rows)| *rows > 0);
        hold(read.verb != "move forward" || gained, "gained no ground")?;
        self.strength(read, who, ways.len())?;
        if matches!(read.verb, "close on" | "change") {
            return Ok(());
        }
        let steps = || ways.values().map(|(steps, ..)| *steps);
        let (least, most) = (steps().min(), steps().max());
        let said = counted(read.extent()).and_then(|n| i32::try_from(n).ok());
        let word = |n: i32| if most == Some(n + 1) { "or" } else { "to" };
        let from = least.map(|n| format!("{} {}", engine::story::number(n), word(n)));
        let span = read.words().any(|words| Some(words) == from.as_deref());
        let bare = read.words().next().is_none();
        hold(said == most && (span || least == most && bare), "another distance")
    }

    /// True if a clause about a march is about this unit.
    fn belongs(&self, read: &Read<'_>, who: Option<&Entity>, unit: &str) -> bool {
        let arm = self.after.unit(unit).arm();
        match (who.map(|who| who.key.as_str()), &read.clause.subject) {
            (Some(key), _) if key.contains(':') => {
                let mut parts = key.split(':').skip(1).collect::<Vec<_>>();
                let side = parts.pop().expect("a side");
                self.after.side(unit) == side && parts.first().is_none_or(|said| arm == *said)
            }
            (Some(_), _) => who.is_some_and(|who| named(who).contains(unit)),
            (None, Np::Count(count)) => count.noun.contains(arm),
            (None, _) => false,
        }
    }

    /// Checks that as many went as the subject says: all of an arm, most of it, those who are named, or a number.
    fn strength(&self, read: &Read<'_>, who: Option<&Entity>, went: usize) -> Verdict {
        let Some(who) = who else {
            return hold(size(Some(&read.clause.subject)) == Some(went), "another number went");
        };
        if !who.key.contains(':') {
            return hold(named(who).len() == went, "others went");
        }
        let units = self.record.table.units.iter();
        let all =
            units.filter(|(unit, one)| one.steady() && self.belongs(read, Some(who), unit)).count();
        let most = who.full.starts_with("most of");
        hold(if most { went * 2 > all } else { went == all }, "fewer went")
    }
}
