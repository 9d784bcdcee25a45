//! Checks who went where and how far, and who stands where.

use super::table::{At, general, named, side, square};
use super::truth::Checker;
use engine::story::{Count, Np, Phrase, Tense};
use mutator::stories::{Read, Verdict, counted, hold, word};
use std::collections::{BTreeMap, BTreeSet};

/// The count that says how far, and whether it is the most.
fn far<'c>(read: &Read<'c>) -> Option<(&'c Count, bool)> {
    match (read.extent(), read.prep("up to")) {
        (Some(Np::Count(count)), _) => Some((count, false)),
        (None, Some(Np::Count(count))) => Some((count, true)),
        _ => None,
    }
}

/// Rows towards the enemy.
fn forward(unit: &str, from: At, to: At) -> i32 {
    if side(unit) == "rome" { to.1 - from.1 } else { from.1 - to.1 }
}

#[expect(clippy::unused_self, reason = "all rules are asked of the checker")]
impl Checker<'_> {
    /// The start and end of each move in the cited events.
    fn ways(&self, read: &Read<'_>) -> BTreeMap<String, (At, At)> {
        let mut ways = BTreeMap::new();
        for event in read.of("moved") {
            let (from, to) = (square(word(event, "from")), square(word(event, "to")));
            let way = ways.entry(word(event, "unit").to_owned()).or_insert((from, to));
            way.1 = to;
        }
        ways
    }

    pub(super) fn went(&self, read: &Read<'_>) -> Option<Verdict> {
        let Read { verb, clause, subject, .. } = *read;
        Some(match verb {
            "ride" if clause.tense == Tense::Pluperfect => self.had_ridden(read),
            "move" if read.says("first") => {
                let first = read.of("first-seat");
                hold(
                    first.iter().any(|event| event["seat"] == *subject.map_or("", |who| &who.key)),
                    "is not first",
                )
            }
            "move" if read.prep("next to").is_some() => self.moved_next_to(read),
            "ride" | "move" | "draw back" => self.marched(read),
            "turn" => {
                let turned: BTreeSet<String> =
                    read.of("turned").iter().map(|event| word(event, "unit").to_owned()).collect();
                hold(
                    match subject {
                        Some(who) => named(who) == turned,
                        None => counted(Some(&clause.subject)) == i64::try_from(turned.len()).ok(),
                    },
                    "others turned",
                )
            }
            "go" => {
                let barred: BTreeSet<String> = read
                    .of("void")
                    .iter()
                    .filter(|event| event["reason"] == "unreachable")
                    .map(|event| word(event, "unit").to_owned())
                    .collect();
                hold(
                    match subject {
                        Some(who) => named(who) == barred,
                        None => counted(Some(&clause.subject)) == i64::try_from(barred.len()).ok(),
                    },
                    "others could not go",
                )
            }
            "lie" => {
                let free = self.after.nearest().map(|steps| i64::from(steps) - 1);
                hold(counted(Some(&clause.subject)) == free, "another distance")
            }
            "be" if read.says("in contact") => hold(self.after.nearest() == Some(1), "no contact"),
            _ => return None,
        })
    }

    /// Checks those who moved to a General's side: all of those beside him whose moves are cited.
    fn moved_next_to(&self, read: &Read<'_>) -> Verdict {
        let general = read.prep("next to").and_then(Np::entity).ok_or("next to nobody")?;
        let moved: BTreeSet<String> = self.ways(read).into_keys().collect();
        let came: BTreeSet<String> = &self.after.beside(&general.key) & &moved;
        let who = read.subject.map(named).unwrap_or_default();
        let headline = read.clause.tense == Tense::Present;
        hold(who == came || headline && who.is_subset(&came), "others moved there")
    }

    /// Checks a ride told of somebody who is attacked now.
    fn had_ridden(&self, read: &Read<'_>) -> Verdict {
        let who = read.subject.ok_or("nobody")?;
        let attack = read.of("attack").into_iter().find(|attack| attack["target"] == *who.key);
        let table = &self.before[&super::truth::n(attack.ok_or("was not attacked")?)];
        let deep = table.deep(side(&who.key), table.at[&who.key]).unwrap_or_default();
        let last = self
            .record
            .past
            .iter()
            .rfind(|event| event["kind"] == "moved" && event["unit"] == *who.key);
        let there = last.is_some_and(|moved| square(word(moved, "to")) == table.at[&who.key]);
        hold(there && !deep.is_empty() && read.says("forward"), "stood elsewhere")
    }

    fn marched(&self, read: &Read<'_>) -> Verdict {
        let Read { verb, clause, subject, .. } = *read;
        let ways = self.ways(read);
        let Some((extent, most)) = far(read) else { return self.marched_headline(read) };
        let whither = if verb == "draw back" { "back" } else { &*extent.tail };
        let fits = |unit: &str| {
            if let Some(name) = whither.strip_prefix("to attack ") {
                return self.record.events.iter().any(|event| {
                    event["attacker"] == *unit && word(event, "target") == name.to_lowercase()
                });
            }
            let (from, to) = ways[unit];
            let (columns, rows) = (to.0 - from.0, forward(unit, from, to));
            match whither {
                "towards the Roman left" => columns < 0 && columns.abs() > rows.abs(),
                "towards the Roman right" => columns > 0 && columns.abs() > rows.abs(),
                "forward" => rows > 0,
                "back" => rows < 0,
                "to the side" => rows == 0,
                _ => false,
            }
        };
        let by_side = subject.filter(|who| matches!(who.key.as_str(), "rome" | "carthage"));
        let units: BTreeSet<String> = match subject.filter(|_| by_side.is_none()) {
            Some(who) => named(who),
            None => ways.keys().filter(|unit| fits(unit)).cloned().collect(),
        };
        let counted_np =
            if by_side.is_some() { clause.object.as_ref() } else { Some(&clause.subject) };
        if let Some(n) = counted(counted_np) {
            hold(usize::try_from(n) == Ok(units.len()), "another number")?;
        }
        if let Some(whose) = by_side {
            hold(units.iter().all(|unit| side(unit) == whose.key), "the wrong side")?;
        }
        if let Np::Count(count) = &clause.subject {
            let of = if count.noun.contains("Roman") { "rome" } else { "carthage" };
            let named_side = count.noun.contains("unit");
            hold(!named_side || units.iter().all(|unit| side(unit) == of), "the wrong side")?;
        }
        hold(units.iter().all(|unit| ways.contains_key(unit) && fits(unit)), "went elsewhere")?;
        let steps = units.iter().map(|unit| {
            let (from, to) = ways[unit];
            i64::from(match whither {
                "forward" | "back" => (from.1 - to.1).abs(),
                _ => super::table::distance(from, to),
            })
        });
        let steps: Vec<i64> = steps.collect();
        let (longest, shortest) = (steps.iter().max(), steps.iter().min());
        hold(longest == Some(&extent.n) && (most || shortest == longest), "another distance")
    }

    /// Checks a march in a headline, without its distance.
    fn marched_headline(&self, read: &Read<'_>) -> Verdict {
        let Some(who) = read.subject else {
            return hold(!read.of("moved").is_empty(), "nobody moved");
        };
        let ways = self.ways(read);
        if matches!(who.key.as_str(), "rome" | "carthage") {
            return hold(ways.keys().any(|unit| side(unit) == who.key), "did not move");
        }
        let gone = |unit: &String| {
            ways.get(unit).is_some_and(|(from, to)| {
                let rows = forward(unit, *from, *to);
                match () {
                    () if general(unit) => true,
                    () if read.verb == "draw back" => rows < 0,
                    () if read.says("to the side") => rows == 0,
                    () => rows > 0,
                }
            })
        };
        hold(named(who).iter().all(gone), "did not go")
    }

    /// Checks that units stand before, in or behind a line as `ways` says, some in each of these places.
    fn stand_about(&self, units: &BTreeSet<String>, ways: &str, line: &str) -> Verdict {
        let said: BTreeSet<String> = ways
            .replace(" and ", ", ")
            .split(", ")
            .map(|way| format!("{way} the {line}"))
            .collect();
        let places = |unit: &String| self.after.deep(side(unit), *self.after.at.get(unit)?);
        let stand: Option<BTreeSet<String>> = units.iter().map(places).collect();
        hold(stand == Some(said), "stand elsewhere")
    }

    pub(super) fn stands(&self, read: &Read<'_>) -> Option<Verdict> {
        let Read { verb, clause, subject, .. } = *read;
        if verb != "stand" {
            return None;
        }
        if let Some(next) = read.prep("next to").and_then(Np::entity) {
            let who = subject?;
            if general(&who.key) {
                return Some(hold(
                    named(next) == self.after.beside(&who.key),
                    "others stand there",
                ));
            }
            let beside = self.after.beside(&next.key);
            let moved: BTreeSet<String> = self.ways(read).into_keys().collect();
            let stayed = &beside - &moved;
            return Some(hold(named(who) == beside || named(who) == stayed, "others stand there"));
        }
        let Some(Phrase::Words(place)) = clause.rest.first() else { return None };
        let who = subject?;
        if place == "on each wing" {
            let wing = |unit: &String| self.after.at.get(unit).map(|at| self.after.wing(*at));
            let on =
                |place: &str| named(who).iter().filter(|unit| wing(unit) == Some(place)).count();
            let left = on("on the Roman left");
            let both = left == on("on the Roman right") && 2 * left == named(who).len();
            return Some(hold(both, "stand elsewhere"));
        }
        if let Some((ways, line)) = place.split_once(" the ").filter(|_| place.contains(" and ")) {
            return Some(self.stand_about(&named(who), ways, line));
        }
        Some(hold(
            named(who).iter().all(|unit| {
                self.after.at.get(unit).is_some_and(|at| {
                    self.after.wing(*at) == &**place
                        || self.after.deep(side(unit), *at).as_deref() == Some(place)
                })
            }),
            "stand elsewhere",
        ))
    }
}
