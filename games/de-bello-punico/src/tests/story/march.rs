//! What clauses about marches and distances must be borne out by.

use super::camp::size;
use super::table::{Table, distance, last, named, row};
use super::truth::{Checker, sided};
use engine::story::{Entity, Np};
use mutator::stories::{Read, Verdict, counted, hold, word};
use std::collections::BTreeMap;

impl Checker<'_> {
    /// Who went where, and how near the enemy is.
    pub(super) fn march(&self, read: &Read<'_>) -> Option<Verdict> {
        let clause = read.clause;
        Some(match (read.verb, read.subject) {
            ("move forward" | "draw back", who) => self.went(read, who),
            ("move", who) if read.says("along the line") => self.went(read, who),
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

    /// By how many rows each arm went forward, by the median of its units.
    fn went(&self, read: &Read<'_>, who: Option<&Entity>) -> Verdict {
        let verb = read.verb;
        let mut ways: BTreeMap<String, (i32, i32)> = BTreeMap::new();
        let moves = read.of("move").into_iter().filter(|event| event["exit"] != true);
        for event in moves {
            let unit = word(event, "unit");
            let (Some(to), Some(_)) = (last(event), self.after.units.get(unit)) else { continue };
            let from = row(word(event, "from"));
            let way = ways.entry(unit.to_owned()).or_insert((from, from));
            way.1 = row(&to);
        }
        let ahead = |unit: &str, (from, to): &(i32, i32)| {
            if self.after.side(unit) == "rome" { from - to } else { to - from }
        };
        let mut arms: BTreeMap<&str, Vec<i32>> = BTreeMap::new();
        let wanted = |unit: &str| match (who.map(|who| who.key.as_str()), &read.clause.subject) {
            (Some(key), _) if key.starts_with("arm:") || key.starts_with("army:") => {
                let mut parts = key.split(':').skip(1).collect::<Vec<_>>();
                let side = parts.pop().expect("a side");
                self.after.side(unit) == side
                    && parts.first().is_none_or(|arm| self.after.unit(unit).arm() == *arm)
            }
            (Some(_), _) => who.is_some_and(|who| named(who).contains(unit)),
            (None, Np::Count(count)) => count.noun.contains(match self.after.unit(unit).arm() {
                "horse" => "horse",
                "elephants" => "elephants",
                _ => "foot",
            }),
            (None, _) => false,
        };
        for (unit, way) in ways.iter().filter(|(unit, _)| wanted(unit)) {
            arms.entry(self.after.unit(unit).arm()).or_default().push(ahead(unit, way));
        }
        let count = arms.values().map(Vec::len).sum::<usize>();
        if let Np::Count(_) = &read.clause.subject {
            hold(size(Some(&read.clause.subject)) == Some(count), "another number went")?;
        } else if let Some(who) = who.filter(|who| !who.key.contains(':')) {
            hold(named(who).len() == count, "others went")?;
        }
        let medians: Vec<i32> = arms
            .into_values()
            .map(|mut rows| {
                rows.sort_unstable();
                rows[rows.len() / 2]
            })
            .collect();
        let right = medians.iter().all(|rows| match verb {
            "move forward" => *rows > 0,
            "draw back" => *rows < 0,
            _ => *rows == 0,
        });
        let most = medians.iter().map(|rows| rows.abs()).max();
        let said = counted(read.extent()).and_then(|n| i32::try_from(n).ok());
        let far = verb == "move" || said.is_some() && said == most;
        hold(!medians.is_empty() && right && far, "another distance, or another way")
    }
}
