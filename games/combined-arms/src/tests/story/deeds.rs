//! Checks who attacked whom, who was driven back or destroyed, and why.

use super::table::{general, letters, named, side};
use super::truth::{Checker, angle, n};
use engine::story::{Entity, Np, Tense};
use mutator::stories::{Read, Verdict, counted, hold, word};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The attacks on a unit among the cited events.
fn on<'c>(read: &Read<'c>, unit: &str) -> Vec<&'c Value> {
    read.of("attack").into_iter().filter(|attack| attack["target"] == *unit).collect()
}

/// True if a cited event of this kind happened to the unit.
fn befell(read: &Read<'_>, kind: &str, unit: &str) -> bool {
    read.of(kind).iter().any(|event| event["unit"] == *unit)
}

fn count(np: Option<&Np>) -> Option<usize> {
    counted(np).and_then(|n| usize::try_from(n).ok())
}

#[expect(clippy::unused_self, reason = "all rules are asked of the checker")]
impl Checker<'_> {
    /// Checks who attacked whom, and how.
    pub(super) fn blow(&self, read: &Read<'_>) -> Option<Verdict> {
        let points = read.verb == "take" && count(read.clause.object.as_ref()).is_some();
        let pila = read.verb == "throw";
        if points
            || !matches!(read.verb, "attack" | "take" | "charge" | "shoot at" | "throw" | "hit")
        {
            return None;
        }
        let who = read.subject?;
        if let Some(side_of) = ["rome", "carthage"].iter().find(|side| who.key == **side) {
            return Some(self.side_attacks(side_of, read));
        }
        let by_prep = read.prep("by").or_else(|| read.prep("by the pila of")).and_then(Np::entity);
        let (by, target) = if read.clause.passive {
            (by_prep, Some(who))
        } else if pila {
            (Some(who), read.prep("at").and_then(Np::entity))
        } else {
            (Some(who), read.object)
        };
        let (Some(by), Some(target)) = (by, target) else {
            return Some(Err("nobody, or at nobody".to_owned()));
        };
        let fits = |attack: &Value| match read.verb {
            "take" => angle(attack).is_some_and(|angle| read.says(angle)),
            // Of attacks on several units it is not said how each was struck.
            "attack" => angle(attack).is_none() || target.key.contains('+'),
            "charge" => attack["damage"]
                .as_array()
                .into_iter()
                .flatten()
                .any(|part| word(part, "what") == "charge"),
            "shoot at" => matches!(word(attack, "means"), "missile" | "stones"),
            _ => word(attack, "means") == "pilum",
        };
        // Several may have attacked several: each of those one of these, and each of these was attacked.
        let whom = named(target);
        let attacks: Vec<&Value> = whom.iter().flat_map(|unit| on(read, unit)).collect();
        let each = named(by).iter().all(|unit| {
            attacks.iter().any(|attack| word(attack, "attacker") == unit && fits(attack))
        });
        let all = whom.iter().all(|unit| !on(read, unit).is_empty());
        Some(hold(each && all, "no such attack"))
    }

    /// A side's attack in a headline: on a General, on so many units, on nobody.
    fn side_attacks(&self, of: &str, read: &Read<'_>) -> Verdict {
        let attacks = read.of("attack");
        let targets: BTreeSet<&str> = attacks.iter().map(|attack| word(attack, "target")).collect();
        let theirs = targets.iter().all(|target| side(target) != of);
        match (read.object, count(read.clause.object.as_ref())) {
            (Some(target), _) => hold(theirs && targets.contains(&*target.key), "not attacked"),
            (None, Some(n)) => hold(theirs && n <= targets.len(), "another number"),
            (None, None) => hold(targets.is_empty(), "somebody was attacked"),
        }
    }

    /// Checks who was driven back, held, or was destroyed.
    pub(super) fn harm(&self, read: &Read<'_>) -> Option<Verdict> {
        let Read { verb, clause, subject, object, .. } = *read;
        Some(match (verb, subject) {
            ("drive" | "drive back", Some(who)) if !clause.passive => {
                self.struck("retreat", object, Some(who), read)
            }
            ("drive", None) => self.drove_nobody(read),
            ("drive back", Some(who)) => self.driven("retreat", who, read),
            ("destroy" | "kill", Some(who)) if clause.passive => {
                self.driven("destroyed", who, read)
            }
            ("destroy", Some(who)) => self.struck("destroyed", object, Some(who), read),
            ("kill", None) => self.mortal(read),
            ("force", None) => self.wanting(read),
            ("fall", Some(who)) if clause.tense == Tense::Present && read.relation.is_some() => {
                hold(general(&who.key), "no General")
            }
            ("fall", Some(who)) => {
                hold(general(&who.key) && self.happened("destroyed", &who.key), "did not fall")
            }
            ("put", Some(who)) => Self::put(read, who),
            ("fall back", Some(who)) => self.fell_back(who, read),
            ("force to fall back", Some(who)) => self.driven("asked", who, read),
            ("hold", Some(who)) => Self::held(read, who),
            ("take", Some(who)) => {
                let total = on(read, &who.key).last().and_then(|attack| attack["total"].as_i64());
                let said = counted(clause.object.as_ref());
                hold(said.is_some() && said == total, "another number of points")
            }
            ("help to destroy", Some(who)) => self.helped(who, object),
            _ => return None,
        })
    }

    /// True if an event of this kind happened to the unit anywhere in the record.
    fn happened(&self, kind: &str, unit: &str) -> bool {
        let events = &self.record.events;
        events.iter().any(|event| event["kind"] == *kind && event["unit"] == *unit)
    }

    /// Checks that this many attacks drove nobody back.
    fn drove_nobody(&self, read: &Read<'_>) -> Verdict {
        let attacks = read.of("attack");
        let moved = |attack: &&Value| {
            let target = word(attack, "target");
            self.happened("retreat", target) || self.happened("destroyed", target)
        };
        let same = count(Some(&read.clause.subject)) == Some(attacks.len());
        hold(same && !attacks.iter().any(moved), "moved, or another number")
    }

    /// Checks the points that attackers put on each of their targets.
    fn put(read: &Read<'_>, who: &Entity) -> Verdict {
        let attacks = read.of("attack");
        let mut last = BTreeMap::new();
        for attack in &attacks {
            last.insert(word(attack, "target"), attack["total"].as_i64());
        }
        let mine = named(who)
            .iter()
            .all(|unit| attacks.iter().any(|attack| word(attack, "attacker") == unit));
        let said = counted(read.clause.object.as_ref());
        hold(mine && last.values().all(|total| *total == said), "another number of points")
    }

    fn held(read: &Read<'_>, who: &Entity) -> Verdict {
        let attacked = !on(read, &who.key).is_empty();
        let stood = read.of("holds").iter().any(|event| event["target"] == *who.key);
        hold(attacked && stood && !befell(read, "destroyed", &who.key), "did not hold")
    }

    /// Checks that somebody had a part in a unit's destruction, in this turn or the two before.
    fn helped(&self, who: &Entity, victim: Option<&Entity>) -> Verdict {
        let victim = victim.ok_or("nobody")?;
        let turn = self.record.before["turn"].as_u64().unwrap_or_default();
        let helped = self.record.past.iter().any(|event| {
            event["kind"] == "destroyed"
                && event["unit"] == *victim.key
                && mutator::stories::ids(event, "helpers").contains(&who.key)
                && event["turn"].as_u64().is_some_and(|then| turn - then <= 2)
        });
        hold(helped, "had no part in it")
    }

    /// Checks that somebody suffered it from those who are named, and in no other way.
    fn driven(&self, kind: &str, who: &Entity, read: &Read<'_>) -> Verdict {
        hold(befell(read, kind, &who.key), "suffered nothing of the kind")?;
        for (preposition, np) in read.preps() {
            let by = np.entity().ok_or("by nobody")?;
            let fits = |attack: &Value| match preposition {
                "by the pila of" => word(attack, "means") == "pilum",
                "by the javelins of" => {
                    word(attack, "means") == "missile"
                        && matches!(letters(word(attack, "attacker")), "ve" | "nu")
                }
                _ => true,
            };
            let attacks = on(read, &who.key);
            let each = named(by).iter().all(|unit| {
                attacks.iter().any(|attack| word(attack, "attacker") == unit && fits(attack))
            });
            hold(each, "by others")?;
        }
        Ok(())
    }

    /// Checks that these did it to those; a side in a headline, or so many.
    fn struck(
        &self,
        kind: &str,
        whom: Option<&Entity>,
        who: Option<&Entity>,
        read: &Read<'_>,
    ) -> Verdict {
        let who = who.ok_or("nobody")?;
        let by_side = matches!(who.key.as_str(), "rome" | "carthage");
        let Some(whom) = whom else {
            let all: BTreeSet<&str> = read
                .of(kind)
                .iter()
                .map(|event| word(event, "unit"))
                .filter(|unit| side(unit) != who.key)
                .collect();
            let said = count(read.clause.object.as_ref());
            let exact = kind == "destroyed";
            return hold(
                by_side && said.is_some_and(|n| n == all.len() || !exact && n < all.len()),
                "another number",
            );
        };
        let units = named(whom);
        hold(units.iter().all(|unit| befell(read, kind, unit)), "suffered nothing of the kind")?;
        if by_side {
            return hold(units.iter().all(|unit| side(unit) != who.key), "the wrong side");
        }
        let attacks = read.of("attack");
        let struck = |unit: &String| {
            attacks.iter().any(|attack| {
                word(attack, "attacker") == unit && units.contains(word(attack, "target"))
            })
        };
        let suffered = |unit: &String| {
            on(read, unit).iter().any(|attack| named(who).contains(word(attack, "attacker")))
        };
        hold(named(who).iter().all(struck) && units.iter().all(suffered), "by others")
    }

    fn fell_back(&self, who: &Entity, read: &Read<'_>) -> Verdict {
        if !read.clause.modal.is_empty() {
            return hold(befell(read, "asked", &who.key), "need not");
        }
        if let Some(at) = counted(read.prep("at")) {
            let attacks = on(read, &who.key);
            let needed = attacks.last().and_then(|attack| attack["needed"].as_i64());
            return hold(needed == Some(at), "at another number");
        }
        hold(named(who).iter().all(|unit| befell(read, "retreat", unit)), "did not fall back")?;
        let to = read.words().find_map(|words| words.strip_prefix("to "));
        let there = |square: &str| read.of("retreat").iter().any(|event| event["to"] == *square);
        hold(to.is_none_or(there), "fell back elsewhere")
    }

    /// Checks how many points more would have forced a unit back that still stands.
    fn wanting(&self, read: &Read<'_>) -> Verdict {
        let who = read.object.ok_or("nobody")?;
        let attacks = on(read, &who.key);
        let last = attacks.last().ok_or("was not attacked")?;
        let more = last["needed"].as_i64().zip(last["total"].as_i64());
        let more = more.map(|(needed, total)| needed - total);
        let over = self.record.events.iter().any(|event| event["kind"] == "turn-ends");
        hold(!over && counted(Some(&read.clause.subject)) == more, "another number, or too late")
    }

    /// Checks the number of points that would kill a General who has no way out.
    fn mortal(&self, read: &Read<'_>) -> Verdict {
        let who = read.object.ok_or("nobody")?;
        let units = self.record.after["units"].as_array().into_iter().flatten();
        let unit = units.into_iter().find(|unit| unit["id"] == *who.key).ok_or("nobody")?;
        // The enemies near him, each at the most that it can do. He is in danger if they can attack before he can move.
        let most = |foe: &String| match letters(foe) {
            "ve" | "ca" | "nu" | "on" => 1,
            "el" => 2,
            _ => 3,
        };
        let here = self.after.at[&who.key];
        let near = self.after.at.iter().filter(|(foe, at)| {
            side(foe) != side(&who.key) && super::table::distance(**at, here) <= 4
        });
        let threat: usize = near.map(|(foe, _)| most(foe)).sum();
        let enemy = word(self.record.after, "active") == super::table::other(side(&who.key));
        let hill = self.after.hills.contains(&self.after.at[&who.key]);
        let needed = 3 + usize::from(hill) + usize::from(unit["veteran"] == true);
        hold(
            enemy
                && threat >= needed
                && self.after.cornered(&who.key)
                && count(Some(&read.clause.subject)) == Some(needed),
            "another number, or a way out",
        )
    }

    /// Checks why those who were destroyed had no way out.
    pub(super) fn trap(&self, read: &Read<'_>) -> Option<Verdict> {
        let Read { verb, clause, subject, object: object_of, .. } = *read;
        let dead: Vec<(&str, &super::table::Table)> = read
            .of("destroyed")
            .into_iter()
            .map(|event| (word(event, "unit"), &self.before[&n(event)]))
            .collect();
        let object = match &clause.object {
            Some(Np::Words { text, .. }) => &**text,
            _ => "",
        };
        Some(match (verb, object) {
            ("cut off", _) => {
                let Some(whom) = object_of else { return Some(Err("nobody".to_owned())) };
                self.cut_off(&named(subject?), &named(whom))
            }
            ("have", "no square to fall back to") => {
                let Some(who) = subject else { return Some(Err("nobody".to_owned())) };
                if clause.tense == Tense::Present {
                    return Some(hold(
                        self.after.at.contains_key(&who.key) && self.after.cornered(&who.key),
                        "has a way out",
                    ));
                }
                let one = dead.iter().find(|(unit, _)| *unit == who.key);
                hold(one.is_some_and(|(unit, table)| table.cornered(unit)), "had a way out")
            }
            ("have", "a square to fall back to") => {
                let n = match &clause.subject {
                    Np::Headed { of, .. } => count(Some(of)),
                    _ => Some(2),
                };
                let all = dead.iter().all(|(unit, table)| table.cornered(unit));
                hold(all && n == Some(dead.len()), "one had a way out")
            }
            ("block", "every way back") => hold(
                dead.iter().any(|(unit, table)| {
                    table.cornered(unit) && table.shut_by(unit) == [true, true, false]
                }),
                "only one side barred the way",
            ),
            ("block", _) => hold(
                dead.iter().any(|(unit, table)| {
                    let own: BTreeSet<String> =
                        table.barring(unit, side(unit)).into_iter().collect();
                    table.shut_by(unit) == [true, false, false] && subject.map(named) == Some(own)
                }),
                "others stood there, or something else barred the way",
            ),
            ("stand", _) if read.says("edge of the board") => {
                let edge = |(unit, table): &(&str, &super::table::Table)| {
                    let row = if side(unit) == "rome" { 0 } else { table.size - 1 };
                    table.at[*unit].1 == row && table.cornered(unit)
                };
                hold(dead.iter().any(edge), "did not stand on the edge")
            }
            _ => return None,
        })
    }

    /// Checks that all of `who` moved to squares to which `whom` could have fallen back, and that this cut off each of
    /// `whom`.
    fn cut_off(&self, who: &BTreeSet<String>, whom: &BTreeSet<String>) -> Verdict {
        let moved = |unit: &String| self.happened("moved", unit);
        let mut used: BTreeSet<String> = BTreeSet::new();
        for unit in whom {
            let death = self
                .record
                .events
                .iter()
                .find(|event| event["kind"] == "destroyed" && event["unit"] == **unit);
            let table = &self.before[&n(death.ok_or("was not destroyed")?)];
            let row = table.at[unit].1;
            let behind: Vec<String> = table
                .barring(unit, super::table::other(side(unit)))
                .into_iter()
                .filter(|foe| table.at[foe].1 != row && who.contains(foe) && moved(foe))
                .collect();
            hold(!behind.is_empty(), "nobody cut them off")?;
            used.extend(behind);
        }
        hold(used == *who, "others cut them off")
    }
}
