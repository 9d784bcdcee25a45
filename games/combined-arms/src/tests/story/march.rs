//! Checks who went where and how far, and who stands where.

use super::table::{At, general, named, side, square};
use super::truth::Checker;
use engine::story::{Count, Np, Phrase, Tense};
use mutator::stories::{Read, Verdict, counted, hold, word};
use std::collections::{BTreeMap, BTreeSet};

/// How far each of them went, if the clause says it.
fn far<'c>(read: &Read<'c>) -> Option<&'c Count> {
    match read.extent() {
        Some(Np::Count(count)) => Some(count),
        _ => None,
    }
}

/// True if a move goes more along the first number than along the second.
fn mostly(along: i32, across: i32) -> bool {
    along > 0 && along >= across.abs()
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
            "ride" if clause.tense == Tense::Pluperfect && read.of("moved").is_empty() => {
                self.had_ridden(read)
            }
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
            _ => return None,
        })
    }

    /// Checks those who moved to a General's side: all of those beside him whose moves are cited. A General moves next
    /// to all enemies beside whom he did not stand before.
    fn moved_next_to(&self, read: &Read<'_>) -> Verdict {
        if let Some(who) = read.subject.filter(|who| general(&who.key) && !who.key.contains('+'))
            && (read.clause.tense == Tense::Present || self.ways(read).keys().eq([&who.key]))
            && read.prep("next to").and_then(Np::entity).is_some_and(|to| !general(&to.key))
        {
            let beside = self.after.beside(&who.key);
            let met = &beside - &self.first.beside(&who.key);
            let to = read.prep("next to").and_then(Np::entity).map(named);
            return hold(to == Some(met), "others stand there");
        }
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
        if clause.tense == Tense::Present {
            return self.marched_headline(read);
        }
        if let Some(from) = read.prep("away from").and_then(Np::entity) {
            return self.rode_away(read, &named(from));
        }
        let extent = far(read);
        let tail = extent.map_or("", |extent| &*extent.tail);
        let words = read.words().next().unwrap_or_default();
        let whither =
            if verb == "draw back" { "back" } else { [tail, words][usize::from(tail.is_empty())] };
        let by_side = subject.filter(|who| matches!(who.key.as_str(), "rome" | "carthage"));
        let who = subject.filter(|_| by_side.is_none());
        let far_forward =
            |unit: &str| who.is_some() && forward(unit, ways[unit].0, ways[unit].1) >= 3;
        let fits = |unit: &str| {
            let verb = if far_forward(unit) { "ride" } else { verb };
            self.went_there(unit, ways[unit], whither, verb)
        };
        let units: BTreeSet<String> = match who {
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
        let steps = |unit: &String| {
            let moved = read.of("moved");
            let own = moved.iter().filter(|event| event["unit"] == **unit);
            own.map(|event| event["way"].as_array().map_or(0, Vec::len)).sum::<usize>()
        };
        let so_far =
            |extent: &Count| units.iter().all(|unit| i64::try_from(steps(unit)) == Ok(extent.n));
        hold(extent.is_none_or(so_far), "another distance")
    }

    /// True if a move went that way. Nobody who stands next to an enemy now, or who attacked, drew back.
    fn went_there(&self, unit: &str, (from, to): (At, At), whither: &str, verb: &str) -> bool {
        let attacked = |target: Option<&str>| {
            self.record.events.iter().any(|event| {
                event["attacker"] == *unit
                    && target.is_none_or(|target| word(event, "target") == target)
            })
        };
        if let Some((_, name)) = whither.split_once("to attack ") {
            return attacked(Some(&name.to_lowercase()));
        }
        let (columns, rows) = (to.0 - from.0, forward(unit, from, to));
        let right = if side(unit) == "rome" { columns } else { -columns };
        match whither {
            "to his left" => right < 0 && right.abs() > rows.abs(),
            "to his right" => right > 0 && right.abs() > rows.abs(),
            "forward" if verb == "ride" => rows > 0,
            "forward" => mostly(rows, columns),
            "back" if general(unit) => mostly(-rows, columns),
            "back" => {
                mostly(-rows, columns) && self.after.beside(unit).is_empty() && !attacked(None)
            }
            "sideways" => columns.abs() > rows.abs(),
            "" => true,
            _ => false,
        }
    }

    /// Checks that a General left all enemies who stood beside him.
    fn rode_away(&self, read: &Read<'_>, from: &BTreeSet<String>) -> Verdict {
        let who = read.subject.ok_or("nobody")?;
        let rode = self.ways(read).contains_key(&who.key);
        let left = self.first.beside(&who.key) == *from && self.after.beside(&who.key).is_empty();
        hold(rode && left, "others stood beside him, or somebody still does")
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
                    () if read.verb == "draw back" => mostly(-rows, to.0 - from.0),
                    () if read.says("sideways") => (to.0 - from.0).abs() > rows.abs(),
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
