//! Checks each kind of clause against the events. A clause without a rule fails.

use super::table::{distance, exactly, letters, means, named, side, side_of};
use super::truth::{Checker, has, is_fight, reformed};
use engine::story::{Entity, Np, Tense};
use mutator::stories::{self, Read, Verdict, hold, ids, word};
use serde_json::Value;
use std::collections::BTreeSet;

/// The first entity that follows a preposition.
pub(super) fn other<'c>(read: &Read<'c>) -> Option<&'c Entity> {
    read.preps().find_map(|(_, np)| np.entity())
}

/// The phrase that the first preposition governs.
fn governed<'c>(read: &Read<'c>) -> Option<&'c Np> {
    read.preps().next().map(|(_, np)| np)
}

/// Units of the cited events of a kind.
fn units(read: &Read<'_>, kind: &str) -> BTreeSet<String> {
    read.of(kind).into_iter().map(|event| word(event, "unit").to_owned()).collect()
}

pub(super) fn counted(np: Option<&Np>) -> Option<usize> {
    stories::counted(np).and_then(|n| usize::try_from(n).ok())
}

/// The side of a count's noun.
fn side_counted(np: &Np) -> &'static str {
    match np {
        Np::Count(count) if count.noun.contains("Roman") => "rome",
        _ => "carthage",
    }
}

impl Checker<'_> {
    pub(super) fn clause(&self, read: &Read<'_>) -> Verdict {
        let verdict = self
            .blow(read)
            .or_else(|| self.harm(read))
            .or_else(|| self.bond(read))
            .or_else(|| self.obedience(read))
            .or_else(|| self.march(read))
            .or_else(|| self.distance(read))
            .or_else(|| self.frame(read));
        verdict.unwrap_or_else(|| Err(format!("no rule for {}", read.verb)))
    }

    fn blow(&self, read: &Read<'_>) -> Option<Verdict> {
        let Read { verb, cited, subject, .. } = *read;
        let other = other(read);
        let who = subject?;
        Some(match verb {
            "attack" | "take" | "come up behind" | "catch" => return self.attacked(read, who),
            "go on" => {
                let whom = read.extent().and_then(Np::entity);
                let fits = |fight: &&Value| {
                    exactly(who, &ids(fight, "by"))
                        && whom.is_some_and(|whom| exactly(whom, &ids(fight, "against")))
                };
                hold(read.of("continued-attack").iter().any(fits), "no such attack")
            }
            "strike again" => {
                let fits = |fight: &&Value| {
                    exactly(who, &ids(fight, "by"))
                        && other.is_some_and(|other| exactly(other, &ids(fight, "against")))
                };
                let first = read.of("attack").is_empty();
                hold(first && read.of("continued-attack").iter().any(fits), "no such attack")
            }
            "beat off" => {
                let checked = |event: &&Value| {
                    word(event, "kind") == "check" && means(who, word(event, "unit"))
                };
                let struck = |fight: &&Value| is_fight(fight) && exactly(who, &ids(fight, "by"));
                hold(
                    cited.iter().any(checked) && cited.iter().any(struck),
                    "did not check, or did not attack",
                )
            }
            "strike back" => {
                let fits = |fight: &&Value| exactly(who, &ids(fight, "by"));
                hold(read.of("counter-attack").iter().any(fits), "nobody struck back")
                    .and_then(|()| self.in_vain(read))
            }
            "hold" => held(read, who),
            _ => return None,
        })
    }

    /// Checks who attacked whom, and how often.
    fn attacked(&self, read: &Read<'_>, who: &Entity) -> Option<Verdict> {
        let Read { verb, clause, cited, object, .. } = *read;
        if cited.is_empty() {
            return None;
        }
        let other = other(read);
        let (by, against) = if clause.passive { (other, Some(who)) } else { (Some(who), object) };
        // A headline may say whose men they were.
        let fits = |fight: &&Value| {
            by.is_none_or(|by| exactly(by, &ids(fight, "by")))
                && against.is_none_or(|against| exactly(against, &ids(fight, "against")))
                && self.manner(clause, fight).is_ok()
                && (verb != "come up behind" || has(fight, "rear"))
                && (verb != "catch" || has(fight, "defender-reform"))
        };
        if let Err(why) = self.in_vain(read) {
            return Some(Err(why));
        }
        let mut fights = cited.iter().filter(|event| is_fight(event)).copied();
        Some(if read.says("twice") {
            hold(fights.filter(fits).count() == 2, "not twice")
        } else if let Some(times) = read.extent() {
            hold(
                counted(Some(times)) == Some(fights.filter(fits).count()),
                "another number of times",
            )
        } else {
            hold(fights.any(|fight| fits(&fight)), "no such attack")
        })
    }

    /// Checks who was destroyed or lost its order, and what was thrown.
    fn harm(&self, read: &Read<'_>) -> Option<Verdict> {
        let Read { verb, clause, cited, subject, object, .. } = *read;
        let (other, disorder) = (other(read), read.says("disorder"));
        let np = clause.object.as_ref();
        Some(match (verb, subject) {
            ("roll" | "need", _) if self.is_throw(clause) => self.thrown(verb, clause, cited),
            ("destroy", Some(who)) if clause.passive => {
                self.suffered("eliminated", who, other, clause, cited)
            }
            ("destroy", Some(who)) => match object {
                Some(dead) => self.suffered("eliminated", dead, Some(who), clause, cited),
                None if cited.is_empty() => self.score(verb, who, counted(np)),
                None => self.total(who, counted(np), clause),
            },
            ("disorder", Some(who)) if clause.passive => {
                self.suffered("disordered", who, other, clause, cited)
            }
            ("disorder", Some(who)) => match object {
                Some(broken) => self.suffered("disordered", broken, Some(who), clause, cited),
                None => Err("nobody".to_owned()),
            },
            ("fall", Some(who)) if disorder => {
                self.suffered("disordered", who, other, clause, cited)
            }
            ("fall", Some(who)) => hold(who.key == "mark", "nobody fell so"),
            ("leave", None) if disorder => match (&clause.subject, object) {
                (Np::Headed { of, .. }, Some(broken)) => {
                    self.suffered("disordered", broken, of.entity(), clause, cited)
                }
                _ => Err("no attack".to_owned()),
            },
            ("destroy", None) => match &clause.subject {
                Np::Words { text, .. } => hold(
                    text.contains("carried on") != read.of("continued-attack").is_empty(),
                    "the odds are those of another attack",
                ),
                _ => Err("nobody destroyed".to_owned()),
            },
            ("change", _) => self.changed(&clause.subject, cited),
            ("lose", _) => self.lost(clause, subject, cited),
            ("count", Some(who)) => {
                let lost = &self.after.lost[self.record.table.lost.len()..];
                let light =
                    |unit: &String| matches!(letters(unit), "ba" | "el") && lost.contains(unit);
                hold(named(who).iter().all(light), "counts, or was not lost")
            }
            _ => return None,
        })
    }

    /// Checks who recovered, refused or ran out of hand.
    fn obedience(&self, read: &Read<'_>) -> Option<Verdict> {
        let Read { verb, clause, cited, subject, object, .. } = *read;
        Some(match (verb, subject) {
            ("recover", Some(who)) => {
                hold(exactly(who, &reformed(cited, true)), "others recovered")
            }
            ("try", Some(who)) if who.key.starts_with("command:") => {
                hold(!read.of("combined").is_empty(), "nobody tried")
            }
            ("try", Some(who)) => hold(exactly(who, &reformed(cited, false)), "others tried"),
            ("fail", Some(who)) => {
                let failed = reformed(cited, false);
                let apart = read.of("combined").iter().any(|event| event["success"] == false);
                hold(apart || named(who).iter().all(|unit| failed.contains(unit)), "did not fail")
            }
            ("refuse", Some(who)) => {
                let obeyed = |event: &&Value| {
                    word(event, "unit") == who.key
                        && matches!(word(event, "kind"), "gaul" | "elephant-table")
                };
                hold(cited.iter().any(obeyed), "obeyed")
            }
            ("refuse", None) => {
                let refused = read.of("gaul").iter().filter(|event| event["acts"] == false).count();
                let all = read.of("gaul").len();
                let of_all = match &clause.subject {
                    Np::Count(count) => match count.lead {
                        engine::story::Lead::OfThe(n) => usize::try_from(n).ok() == Some(all),
                        _ => true,
                    },
                    _ => false,
                };
                hold(
                    of_all && counted(Some(&clause.subject)) == Some(refused),
                    "another number of Gauls",
                )
            }
            ("run" | "kill" | "make for" | "trample", _) => {
                let out = read
                    .of("elephant-table")
                    .iter()
                    .any(|event| matches!(word(event, "result"), "killed" | "rampage"));
                let ran = subject.is_none_or(|who| who.key == "el")
                    && (out || !read.of("rampage").is_empty());
                let killed = object.filter(|_| verb == "trample");
                hold(ran, "nobody ran out of hand").and_then(|()| {
                    killed.map_or(Ok(()), |dead| {
                        self.suffered("eliminated", dead, subject, clause, cited)
                    })
                })
            }
            _ => return None,
        })
    }

    fn march(&self, read: &Read<'_>) -> Option<Verdict> {
        let Read { verb, clause, cited, subject, .. } = *read;
        Some(match (verb, subject) {
            ("fall back" | "get away" | "break up", Some(who)) => {
                let gone = &(&units(read, "retreat") | &units(read, "exited"))
                    | &units(read, "eliminated");
                let before = read.prep("before").and_then(Np::entity);
                let events = self.record.told.events.iter();
                let attacks = events
                    .flat_map(|event| event["attacks"].as_array().into_iter().flatten())
                    .filter(|pair| !ids(pair, "against").is_disjoint(&named(who)));
                let by: BTreeSet<String> = attacks.flat_map(|pair| ids(pair, "by")).collect();
                let theirs = before.is_none_or(|before| exactly(before, &by));
                hold(named(who).is_subset(&gone) && theirs, "others fell back, or before others")
            }
            ("fall back", None) => hold(units(read, "retreat").is_empty(), "somebody fell back"),
            ("get away", None) => {
                let exits = self
                    .record
                    .told
                    .events
                    .iter()
                    .filter_map(|event| event["exits"].as_u64())
                    .max();
                hold(
                    counted(Some(&clause.subject)).map(|n| n as u64) == exits,
                    "another number left",
                )
            }
            ("move", Some(who)) if !who.key.contains(':') => {
                hold(!read.of("turn-order").is_empty(), "no order of turns")
            }
            ("move", None) if matches!(clause.subject, Np::Words { .. }) => {
                hold(read.of("moved").is_empty(), "somebody moved")
            }
            ("move" | "move forward" | "draw back", _) => {
                self.marched(verb, clause, subject, cited)
            }
            ("turn", None) => hold(
                counted(Some(&clause.subject)) == Some(read.of("turned").len()),
                "another number turned",
            ),
            ("stay", Some(_)) => hold(read.of("moved").is_empty(), "somebody moved"),
            ("leave", Some(who)) => {
                let left: BTreeSet<String> = &units(read, "exited") | &units(read, "eliminated");
                hold(named(who).is_subset(&left), "did not leave")
            }
            _ => return None,
        })
    }

    fn distance(&self, read: &Read<'_>) -> Option<Verdict> {
        let Read { verb, clause, subject, object, .. } = *read;
        let other = other(read);
        Some(match (verb, subject) {
            ("stand", Some(who)) if governed(read).is_some() => {
                let Some(foes) = other.map(named) else {
                    return Some(Err("beside nobody".to_owned()));
                };
                let at = &self.after.at;
                let near = |one: &String, two: &String| {
                    at.get(one).zip(at.get(two)).is_some_and(|(a, b)| distance(a, b) == 1)
                };
                let each = named(who).iter().all(|unit| foes.iter().any(|foe| near(unit, foe)));
                let both = foes.iter().all(|foe| named(who).iter().any(|unit| near(unit, foe)));
                hold(each && both, "not beside them")
            }
            ("stand", Some(who)) => {
                hold(who.key == "rome" || who.key == "carthage", "nobody stands").and_then(|()| {
                    hold(
                        read.of("retreat").is_empty() && !read.of("answered").is_empty(),
                        "fell back",
                    )
                })
            }
            ("stand", None) => {
                let of = side_counted(&clause.subject);
                let beside = |at| {
                    self.near(at, of, |_| true).into_iter().filter(|(_, far)| *far == 1).count()
                };
                let (was, now) = (beside(&self.record.table.at), beside(&self.after.at));
                let change = counted(read.extent()) == Some(was.abs_diff(now));
                let way = read.says(if now > was { "more" } else { "fewer" });
                hold(change && way && counted(Some(&clause.subject)) == Some(now), "another number")
            }
            ("separate", _) => {
                let near = match object {
                    Some(who) => self.near(&self.after.at, side_of(who), |unit| means(who, unit)),
                    None => self.near(&self.after.at, "rome", |_| true),
                };
                let least = near.iter().map(|(_, far)| *far).min();
                let foe = other.is_none_or(|other| {
                    near.iter().any(|(foe, far)| Some(*far) == least && means(other, foe))
                });
                let hexes = counted(Some(&clause.subject))
                    .and_then(|n| i32::try_from(n).ok())
                    .map(|n| n + 1);
                hold(foe && least == hexes, "another distance")
            }
            ("be", None) if read.says("disorder") => self.in_disorder(&clause.subject),
            _ => return None,
        })
    }

    /// Checks the head and the foot of a report.
    fn frame(&self, read: &Read<'_>) -> Option<Verdict> {
        let Read { verb, clause, cited, subject, .. } = *read;
        Some(match (verb, subject) {
            ("be", Some(who)) => {
                let pairs: Vec<&Value> = read
                    .of("announced")
                    .into_iter()
                    .flat_map(|event| event["attacks"].as_array().into_iter().flatten())
                    .collect();
                let by: BTreeSet<String> = pairs.iter().flat_map(|pair| ids(pair, "by")).collect();
                let said = counted(read.extent());
                hold(
                    exactly(who, &by) && said.is_none_or(|n| n == pairs.len()),
                    "others are to attack",
                )
            }
            ("prepare", _) => hold(!read.of("announced").is_empty(), "nobody is to attack"),
            ("draw up", Some(who)) => {
                let placed = read
                    .of("placed")
                    .iter()
                    .filter(|event| side(word(event, "unit")) == who.key)
                    .count();
                hold(
                    placed > 0 && counted(governed(read)).is_none_or(|n| n == placed),
                    "another number was drawn up",
                )
            }
            ("win", Some(who)) if cited.is_empty() && clause.tense == Tense::Perfect => {
                hold(self.after.decided.as_ref() == Some(&who.key), "has not won")
            }
            ("win", Some(who)) => {
                let won = |event: &&Value| {
                    matches!(word(event, "kind"), "game-over" | "initiative" | "threshold")
                        && word(event, "winner") == who.key
                };
                hold(
                    cited.iter().any(won) || cited.is_empty() && who.key == "carthage",
                    "did not win",
                )
            }
            ("need to destroy", Some(who)) => {
                self.score(verb, who, counted(clause.object.as_ref()))
            }
            ("reach", Some(who)) => {
                let reached = |event: &&Value| word(event, "winner") == who.key;
                hold(read.of("threshold").iter().any(reached), "no mark")
            }
            ("attack", None) => {
                let quiet = counted(governed(read)).and_then(|n| u64::try_from(n).ok());
                hold(quiet == Some(self.after.quiet), "somebody attacked")
            }
            ("give" | "lie" | "end" | "act" | "begin", _) | ("be" | "win" | "give way", None) => {
                Ok(())
            }
            _ => return None,
        })
    }
}

/// Checks that a unit stood unharmed, and that nobody else had to check.
fn held(read: &Read<'_>, who: &Entity) -> Verdict {
    let cited = read.cited;
    let hurt = |event: &&Value| {
        matches!(word(event, "kind"), "disordered" | "eliminated")
            && means(who, word(event, "unit"))
    };
    let struck = cited.iter().any(|fight| is_fight(fight) && exactly(who, &ids(fight, "against")));
    let later = read.relation.is_some() && cited.iter().filter(|event| is_fight(event)).count() > 1;
    let checks = read.of("check");
    let tested = checks.iter().any(|check| means(who, word(check, "unit")));
    let alone = cited.iter().filter(|event| is_fight(event)).count() == 1;
    hold(struck && (later || !cited.iter().any(hurt)), "was hurt, or not attacked")
        .and_then(|()| hold(!alone || tested || checks.is_empty(), "the attackers were tested"))
}
